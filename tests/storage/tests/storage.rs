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

/// Formats of matrices of any shape, and of vectors.
const MATRICES: &[&str] = &[
    "bsr",
    "coo_matrix",
    "csc",
    "csr",
    "dcsc",
    "dcsr",
    "dense_columns",
    "dense_matrix",
    "dia",
    "ell",
    "hash_map",
    "z_order",
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
