//! Programs over tensors in random formats: the plan computes the program's value, and the formats
//! do not change it.

use hloom_storage::{Inputs, Value, compile, evaluate, formats, raise};
use hloom_storage_search::search::{Options, Statistics, optimize};
use hloom_storage_tests::data::Tensor;
use hloom_storage_tests::terms::same;
use hloom_storage_tests::{Random, samples};

/// Programs over matrices `A` and `B` of the same shape and a vector `x`.
const PROGRAMS: &[&str] = &[
    "sum(<(i, j), a> in A) { i -> a * x(j) }",
    "sum(<(i, j), a> in A) { j -> a * x(i) }",
    "sum(<(i, j), a> in A, <(i, k), b> in B) { (j, k) -> a * b }",
    "sum(<(i, j), a> in A, <(j, k), b> in B) { (i, k) -> a * b }",
    "sum(<(i, j), a> in A, <(i, j), b> in B) a * b",
    "A * B",
    "A + 2 * B - A * 3",
    "x * sum(<(i, j), a> in A) { j -> a * a }",
    "sum(<(i, j), a> in A) if j < i + 1 then { (j, i) -> a * B(i, j) }",
    "let C = A + B in sum(<(i, j), c> in C) { i -> c * c } + sum(<_, row> in A) row",
    "CREATE TENSOR AB AS sum(<(i, j), a> in A, <(j, k), b> in B) { (i, k) -> a * b };
     sum(<(i, k), c> in AB) { i -> c * x(k) }",
    "sum(<i, row> in A) { i -> sum(<j, a> in row) max(a, x(j)) }",
];

/// A random program over the same tensors. Zeros are drawn often, in all their forms: a class of terms
/// that is zero is equal to terms of every place.
fn drawn(r: &mut Random) -> String {
    let sources =
        ["A", "B", "(A + B)", "(A - A)", "(A + 0.0 * B)", "(A * B)", "(0.0 * A)", "(A - B * 0.0)"];
    let (first, second) = (*r.one_of(&sources), *r.one_of(&sources));
    let both = r.chance(2);
    let keys: &[&str] = if both { &["(i, j)", "(j, k)", "(k, i)"] } else { &["(i, j)"] };
    let binding = format!("<(i, j), a> in {first}");
    let binding = match both {
        true => {
            format!("{binding}, <{}, b> in {second}", r.one_of(&["(i, k)", "(j, k)", "(k, i)"]))
        }
        false => binding,
    };
    let factors = [
        "a",
        "0.0",
        "1.0",
        "2.0",
        "x(i)",
        "x(j)",
        "(a - a)",
        "(if a > 0.0 then a)",
        "max(a, 0.0)",
        "(x(j) - x(j))",
        "real(j)",
        "A(i, j)",
        "B(j, i)",
        "(if i == j then 1.0)",
        "(0.0 * x(i))",
        "(if a == 0.0 then x(i))",
    ];
    let mut product = if both && r.chance(2) { "a * b".to_owned() } else { "a".to_owned() };
    for _ in 0..1 + r.below(3) {
        product += &format!(" * {}", r.one_of(&factors));
    }
    if r.chance(3) {
        product = format!("({product}) - {}", r.one_of(&factors));
    }
    let key = match r.below(4) {
        0 => String::new(),
        1 => format!("{} -> ", r.one_of(&["i", "j"])),
        _ => format!("{} -> ", r.one_of(keys)),
    };
    match key.is_empty() {
        true => format!("sum({binding}) {product}"),
        false => format!("sum({binding}) {{ {key}{product} }}"),
    }
}

/// Formats of matrices of any shape, and of vectors.
const MATRICES: &[&str] = &[
    "bitmap",
    "bsr",
    "coo_matrix",
    "csc",
    "csr",
    "dcsc",
    "dcsr",
    "ddc",
    "dense_columns",
    "dense_matrix",
    "dictionary_matrix",
    "dia",
    "ell",
    "hash_map",
    "ole",
    "rle",
    "z_order",
    "z_order_blocks",
];
const VECTORS: &[&str] = &["coo_vector", "dense_vector", "dictionary", "hash_vector", "run_length"];

/// The value of a plan, held against the value of the program.
fn planned(program: &str, stored: &[(&str, &str, &Tensor)]) -> Value {
    let mut text = String::new();
    let mut inputs = Inputs::new();
    for (name, format, tensor) in stored {
        text += &formats::named(formats::find(format).unwrap(), name);
        tensor.store(format, name, &mut inputs);
    }
    let module = compile(&(text + program)).unwrap_or_else(|errors| panic!("{errors:?}"));
    let options = Options { statistics: Statistics::of(&inputs), ..Options::default() };
    let plan = optimize(&module, &options).unwrap();
    for stage in &plan.stages {
        assert!(stage.nodes <= 50_000, "{program}: {stage}");
    }
    let [given, found] = [&module.composed().unwrap(), &plan.term].map(|term| {
        let run = evaluate(term, &inputs, 10_000_000);
        run.unwrap_or_else(|error| panic!("{error}: {}", raise::text(term)))
    });
    let names: Vec<_> = stored.iter().map(|(name, format, _)| (name, format)).collect();
    assert!(
        same(&given.0, &found.0, false),
        "{program}, {names:?}:\n{}\n{:?}\n{:?}",
        raise::text(&plan.term),
        given.0,
        found.0
    );
    found.0
}

fn check(seed: u64) -> bool {
    let r = &mut Random::new(seed);
    let program = *r.one_of(PROGRAMS);
    check_in_formats(r, program)
}

fn check_drawn(seed: u64) -> bool {
    let r = &mut Random::new(seed);
    let program = drawn(r);
    check_in_formats(r, &program)
}

/// Whether the value of a program is not zero; it does not depend on the formats.
fn check_in_formats(r: &mut Random, program: &str) -> bool {
    let n = r.below(6);
    let percent = *r.one_of(&[0, 20, 40, 100]);
    let [a, b] = [0, 1].map(|_| Tensor::random(r, &[n, n], percent));
    let x = Tensor::random(r, &[n], 60);
    let expected = planned(
        program,
        &[("A", "hash_map", &a), ("B", "hash_map", &b), ("x", "dense_vector", &x)],
    );
    let formats = [*r.one_of(MATRICES), *r.one_of(MATRICES), *r.one_of(VECTORS)];
    let stored = [("A", formats[0], &a), ("B", formats[1], &b), ("x", formats[2], &x)];
    let found = planned(program, &stored);
    assert!(same(&expected, &found, false), "{program}, {formats:?}: {expected:?}, {found:?}");
    !found.is_zero()
}

#[test]
fn a_format_does_not_change_the_result() {
    let nonzero = (0..20).filter(|seed| check(*seed)).count();
    assert!(nonzero > 5, "{nonzero}");
}

#[test]
fn campaign_formats() {
    // About a hundred samples of rules take as long as one search.
    let nonzero = (0..samples(500) / 100).filter(|seed| check(1 << 32 | seed)).count();
    assert!(nonzero > 0);
}

#[test]
fn zeros_are_zeros_in_every_place() {
    let nonzero = (0..16).filter(|seed| check_drawn(*seed)).count();
    assert!(nonzero > 0, "{nonzero}");
}

#[test]
fn campaign_zeros() {
    let nonzero = (0..samples(2000) / 100).filter(|seed| check_drawn(1 << 32 | seed)).count();
    assert!(nonzero > 0);
}
