//! Terms as loop programs: what the program computes is the evaluator's value.

mod block_rows;
mod bounds;
mod buckets;
mod curves;
mod execute;
mod pairs;
mod programs;
mod runs;
mod shared;
mod tables;
mod unions;
mod unordered;

use execute::{check, check_rows, data_of, descriptions, run};
use hloom_ir::Element;
use hloom_loops::program::machine::MachineError;
use hloom_loops::storage::lower;
use hloom_storage::value::Items;
use hloom_storage::{Inputs, Scalar, Sort, Value, compile, formats, raise};
use hloom_storage_search::search::{Options as Search, Statistics, optimize};
use hloom_storage_tests::data::Tensor;
use hloom_storage_tests::{Random, samples};
use std::collections::BTreeMap;

/// Programs over matrices `A` and `B` of extents `n x n` and a vector `x`, with the order of the
/// result.
const PROGRAMS: &[(&str, usize)] = &[
    ("sum(<(i, j), a> in A) { i -> a * x(j) }", 1),
    ("sum(<(i, j), a> in A) { j -> a * x(i) }", 1),
    ("sum(<(i, j), a> in A, <(i, k), b> in B) { (j, k) -> a * b }", 2),
    ("sum(<(i, j), a> in A, <(j, k), b> in B) { (i, k) -> a * b }", 2),
    ("sum(<(i, j), a> in A, <(i, j), b> in B) a * b", 0),
    ("A * B", 2),
    ("A + 2 * B - A * 3", 2),
    ("sum(<(i, j), a> in A) if j < i + 1 then { (j, i) -> a }", 2),
    ("sum(<(i, j), a> in A, <(k, l), b> in B) { (min(i, k), max(j, l)) -> a + b }", 2),
    ("sum(<(i, j), a> in A) max(a, x(j)) * x(i)", 0),
    ("sum(<(i, j), a> in A, <(i, k), b> in B, <(j, k), c> in B) { (i, j) -> a * b * c }", 2),
    ("sum(<(i, j), a> in A, <(j, k), b> in A, <(i, k), c> in A) a * b * c", 0),
    ("sum(<(i, j), a> in A, <(i, k), b> in A) { j -> a * b * x(k) }", 1),
    ("A + B + A", 2),
    ("sum(<(i, k), a> in A, <(k, j), b> in B) a * b", 0),
    ("let C = A + B in sum(<(i, j), c> in C) { i -> c * x(j) }", 1),
];

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
    "ole",
    "rle",
    "z_order",
    "z_order_blocks",
];
const VECTORS: &[&str] = &["coo_vector", "dense_vector", "dictionary", "run_length"];

/// A program over random data in random formats: whether its plan, and the program as it is written,
/// were lowered, and whether the plan was lowered row by row.
fn sample(seed: u64) -> [Result<(), String>; 3] {
    let r = &mut Random::new(seed);
    let (program, order) = *r.one_of(PROGRAMS);
    // Vectors have eight lanes.
    let n = if r.chance(4) { 7 + r.below(12) } else { r.below(6) };
    let percent = *r.one_of(&[0, 20, 40, 100]);
    let [a, b] = [0, 1].map(|_| Tensor::random(r, &[n, n], percent));
    let x = Tensor::random(r, &[n], 60);
    let names = [*r.one_of(MATRICES), *r.one_of(MATRICES), *r.one_of(VECTORS)];
    let mut text = String::new();
    let mut inputs = Inputs::new();
    for ((name, tensor), format) in [("A", &a), ("B", &b), ("x", &x)].into_iter().zip(names) {
        text += &formats::named(formats::find(format).unwrap(), name);
        tensor.store(format, name, &mut inputs);
    }
    if seed % 3 == 1 {
        // Integers, which have lowerings of their own.
        text = text.replace("real", "int");
        inputs.values_mut().for_each(|value| *value = whole(value));
    }
    let module = compile(&(text + program)).unwrap();
    let options = Search { statistics: Statistics::of(&inputs), ..Search::default() };
    let plan = optimize(&module, &options).unwrap();
    let extents = vec![n as u64; order];
    let narrow = r.chance(2);
    let what = format!("seed {seed}, {program}, {names:?}");
    let rows = match order {
        // Plans may loop over other things than rows; the program as written has its own chance.
        2 => check_rows(&plan.term, &inputs, &extents, true, &what)
            .or_else(|_| check_rows(&module.composed().unwrap(), &inputs, &extents, true, &what)),
        _ => Err("a result of less than two dimensions".to_owned()),
    };
    if order > 0 {
        let written = module.composed().unwrap();
        let term = if r.chance(2) { &plan.term } else { &written };
        let how = (1 + r.below(4) as u64, seed.is_multiple_of(4));
        unordered::check_unordered(term, &inputs, &extents, how, &what)
            .unwrap_or_else(|reason| panic!("{reason}: {what}"));
    }
    [
        check(&plan.term, &inputs, &extents, narrow, &what),
        check(&module.composed().unwrap(), &inputs, &extents, narrow, &what),
        rows,
    ]
}

/// An array of whole numbers as integers; truth values stay.
fn whole(value: &Value) -> Value {
    let Value::Array(array) = value else { return value.clone() };
    if value.has_sort(Sort::array(Scalar::Bool)) {
        return value.clone();
    }
    let integer = |value| match value {
        Value::Real(number) => number as i64,
        Value::Int(number) => number,
        other => panic!("{other:?} is not a number"),
    };
    Value::ints(array.positions().map(|at| integer(array.get(at).unwrap())).collect::<Vec<_>>())
}

fn campaign(seeds: impl Iterator<Item = u64>) {
    let (mut plans, mut written, mut by_rows, mut all) = (0, 0, 0, 0);
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let mut no_rows: BTreeMap<String, usize> = BTreeMap::new();
    for seed in seeds {
        let [plan, text, rows] = sample(seed);
        all += 1;
        plans += usize::from(plan.is_ok());
        written += usize::from(text.is_ok());
        by_rows += usize::from(rows.is_ok());
        if let Err(reason) = rows {
            *no_rows.entry(reason).or_default() += 1;
        }
        if let Err(reason) = plan {
            *reasons.entry(reason).or_default() += 1;
        }
    }
    println!("{plans} of {all} plans, {by_rows} by rows, {written} as written: {reasons:?}");
    // One result in twenty is.
    assert!(by_rows > 0 || all < 30, "no result of {all} is made row by row: {no_rows:?}");
    assert!(plans * 10 >= all * PLANS, "{plans} of {all}: {reasons:?}");
}

/// The tenths of random plans that are lowered at least.
const PLANS: usize = 10;

#[test]
fn plans_of_random_programs_compute_the_evaluators_value() {
    campaign((0..20).chain(1 << 32 | 10..1 << 32 | 30));
}

#[test]
fn campaign_lowering() {
    // About a hundred samples of rules take as long as one search.
    campaign((0..samples(1000) / 100).map(|seed| 1 << 32 | seed));
}

/// The five kernels of the paper, as plans and as they are written.
#[test]
fn kernels_compute_the_evaluators_value() {
    let r = &mut Random::new(1);
    let b = Tensor::random(r, &[12, 15], 17);
    let c = Tensor::random(r, &[15, 9], 17);
    let x = Tensor::random(r, &[15], 100);
    let cube = Tensor::random(r, &[6, 7, 8], 17);
    let left = Tensor::random(r, &[7, 5], 20);
    let right = Tensor::random(r, &[8, 5], 20);
    let factor = Tensor::random(r, &[5, 8], 20);
    let summm = include_str!("../programs/summm.sdql");
    let batax = include_str!("../programs/batax.sdql");
    let mmm = include_str!("../programs/mmm.sdql");
    let mttkrp = include_str!("../programs/mttkrp.sdql");
    let ttm = include_str!("../programs/ttm.sdql");
    kernel(summm, &[("B", "csc", &b), ("C", "csr", &c)], &[]);
    kernel(batax, &[("M", "csr", &b), ("x", "dense_vector", &x)], &[15]);
    kernel(mmm, &[("B", "csr", &b), ("C", "csr", &c)], &[12, 9]);
    kernel(mmm, &[("B", "csc", &b), ("C", "dcsr", &c)], &[12, 9]);
    kernel(mttkrp, &[("B", "csf", &cube), ("C", "csr", &left), ("D", "csr", &right)], &[6, 5]);
    kernel(mttkrp, &[("B", "csf", &cube), ("C", "csr", &left), ("D", "csc", &right)], &[6, 5]);
    kernel(ttm, &[("B", "csf", &cube), ("C", "csr", &factor)], &[6, 7, 5]);
    // Dense factors: rows in registers.
    let [left, right] = [7, 8].map(|rows| Tensor::random(r, &[rows, 17], 100));
    let columns = Tensor::random(r, &[17, 8], 100);
    let factors = [("C", "dense_matrix", &left), ("D", "dense_matrix", &right)];
    kernel(mttkrp, &[[("B", "csf", &cube)].as_slice(), &factors].concat(), &[6, 17]);
    kernel(ttm, &[("B", "csf", &cube), ("C", "dense_columns", &columns)], &[6, 7, 17]);
}

fn kernel(program: &str, stored: &[(&str, &str, &Tensor)], extents: &[u64]) {
    let mut text = String::new();
    let mut inputs = Inputs::from([("beta".into(), Value::Real(3.0))]);
    for (name, format, tensor) in stored {
        text += &formats::named(formats::find(format).unwrap(), name);
        tensor.store(format, name, &mut inputs);
    }
    let module = compile(&(text + program)).unwrap_or_else(|errors| panic!("{errors:?}"));
    let options = Search { statistics: Statistics::of(&inputs), ..Search::default() };
    let plan = optimize(&module, &options).unwrap();
    for term in [&plan.term, &module.composed().unwrap()] {
        if let Err(reason) = check(term, &inputs, extents, false, program) {
            panic!("{reason}: {}", raise::text(term));
        }
    }
}

fn inputs(entries: &[(&str, Value)]) -> Inputs {
    entries.iter().map(|(name, value)| ((*name).into(), value.clone())).collect()
}

/// A program's text over these inputs.
fn text(program: &str, data: &[(&str, Value)], extents: &[u64]) -> Result<(), String> {
    let module = compile(program).unwrap_or_else(|errors| panic!("{errors:?}"));
    check(&module.composed().unwrap(), &inputs(data), extents, false, program)
}

#[test]
fn numbers_are_those_of_the_evaluator() {
    let ends = [i64::MIN, -7, -2, -1, 0, 1, 2, 6, i64::MAX];
    let declared = "CREATE TENSOR a : int; CREATE TENSOR b : int; ";
    for x in ends {
        for y in ends {
            let data = [("a", Value::Int(x)), ("b", Value::Int(y))];
            for body in
                ["a / b", "a % b", "min(a, b) - max(a, b)", "a * b + -a", "even(a) + odd(b)"]
            {
                text(&format!("{declared}{body}"), &data, &[]).unwrap();
            }
            for body in ["a < b", "a <= b", "a == b", "(a > b) + (a >= b)", "(a != b) * (a < 3)"] {
                text(&format!("{declared}{body}"), &data, &[]).unwrap();
            }
        }
    }
    let reals = [f64::NAN, f64::INFINITY, -0.0, 0.0, 1.5, -2.0];
    let declared = "CREATE TENSOR a : real; CREATE TENSOR b : real; ";
    for x in reals {
        for y in reals {
            let data = [("a", Value::Real(x)), ("b", Value::Real(y))];
            for body in ["a + b", "a * b", "min(a, b)", "max(a, b)", "if a < b then a"] {
                // A NaN's bits are not the calculus' matter.
                let program = format!("{declared}let c = {body} in if c == c then c");
                text(&program, &data, &[]).unwrap();
            }
            text(&format!("{declared}(a < b) + (a == b)"), &data, &[]).unwrap();
        }
    }
}

#[test]
fn reads_outside_of_arrays_are_zero() {
    let data = [("v", Value::reals([1.0, 2.0, 4.0])), ("at", Value::ints([-1, 0, 2, 3, i64::MAX]))];
    let declared = "CREATE TENSOR v : [real]; CREATE TENSOR at : [int]; ";
    for body in [
        "sum(<_, i> in at) v(i)",
        "sum(<_, i> in at) v(1:7)(i)",
        "sum(<_, i> in at) real((5:9)(i))",
        "sum(<_, x> in v(-4:2)) x",
        "sum(<_, x> in v(2:1)) x",
        "sum(<k, x> in 3:-2) x + k",
        "let w = v(1:3) in sum(<k, x> in w) x * w(k)",
    ] {
        text(&format!("{declared}{body}"), &data, &[]).unwrap();
    }
}

#[test]
fn merges_of_any_arrays() {
    let data = [("a", Value::ints([3, 1, 3, 2])), ("b", Value::ints([2, 3, 3, 5]))];
    let declared = "CREATE TENSOR a : [int]; CREATE TENSOR b : [int]; ";
    text(&format!("{declared}merge(<p, q, v> in <a, b>) p * 10 + q + v"), &data, &[]).unwrap();
    text(&format!("{declared}merge(<p, q, v> in <a, b>) {{ v -> {{ p -> q }} }}"), &data, &[6, 4])
        .unwrap();
    // Parts that ascend are searched, whichever is longer.
    let orders = [
        [vec![1, 3, 4, 9], vec![-2, 0, 1, 2, 3, 8, 9, 11]],
        [vec![0, 1, 2, 3, 4, 5], vec![3]],
        [vec![3, 1, 3], vec![1, 3, 7]],
        [vec![1, 3, 7], vec![3, 1, 3]],
        [vec![], vec![1]],
        [vec![i64::MIN, 0, i64::MAX], vec![i64::MIN, i64::MAX]],
    ];
    for [a, b] in orders {
        let data = [("a", Value::ints(a)), ("b", Value::ints(b))];
        text(&format!("{declared}merge(<p, q, v> in <a, b>) p * 100 + q * 10 + 1"), &data, &[])
            .unwrap();
        text(&format!("{declared}merge(<p, q, v> in <a(1:9), 0:5>) p * 10 + q"), &data, &[])
            .unwrap();
        text(&format!("{declared}merge(<p, q, v> in <2:6, b(0:3)>) p * 10 + q"), &data, &[])
            .unwrap();
        let keyed = "merge(<p, q, v> in <a, b>) { q -> { p -> 1.5 } }";
        text(&format!("{declared}{keyed}"), &data, &[8, 6]).unwrap();
    }
}

#[test]
fn a_key_outside_of_the_result_is_an_error() {
    let module = compile("CREATE TENSOR a : [int]; sum(<_, k> in a) { k -> 1.0 }").unwrap();
    let term = module.composed().unwrap();
    for (keys, fits) in [([0, 2], true), ([0, 3], false), ([-1, 0], false)] {
        let inputs = inputs(&[("a", Value::ints(keys))]);
        let of = descriptions(&term, &inputs, false);
        let lowered = lower("keys", &term, &of, Element::F64, &[3]).unwrap();
        let found = run(&lowered.program, &data_of(&lowered.arguments, &inputs, &of)).map(|_| ());
        let message = "an entry is outside of the result's extents [3]";
        let expected = if fits { Ok(()) } else { Err(MachineError::Assertion(message.to_owned())) };
        assert_eq!(found, expected);
    }
}

#[test]
fn empty_data_and_nan() {
    let declared = "CREATE TENSOR v : [real]; CREATE TENSOR i : [int]; ";
    let none = Value::Array(hloom_storage::value::Array::new(Items::Reals([].into())));
    let data = [("v", none), ("i", Value::ints([]))];
    text(&format!("{declared}sum(<p, k> in i) {{ k -> v(p) }}"), &data, &[0]).unwrap();
    text(&format!("{declared}sum(<p, k> in i) {{ k -> v(p) }}"), &data, &[3]).unwrap();
    // A stored NaN is added; a comparison with it is false.
    let data = [("v", Value::reals([f64::NAN, 1.0])), ("i", Value::ints([1, 1]))];
    text(&format!("{declared}sum(<p, k> in i) if v(p) < 2.0 then {{ k -> v(p) }}"), &data, &[2])
        .unwrap();
    let module = compile(&format!("{declared}sum(<p, k> in i) {{ k -> v(p) }}")).unwrap();
    let (term, inputs) = (module.composed().unwrap(), inputs(&data));
    let of = descriptions(&term, &inputs, false);
    let lowered = lower("nan", &term, &of, Element::F64, &[2]).unwrap();
    let found = run(&lowered.program, &data_of(&lowered.arguments, &inputs, &of)).unwrap();
    let numbers: Vec<f64> =
        found[0].chunks(8).map(|b| f64::from_le_bytes(b.try_into().unwrap())).collect();
    assert!(numbers[0] == 0.0 && numbers[1].is_nan(), "{numbers:?}");
}

#[test]
fn dictionaries_that_are_made_and_read() {
    let data = [
        ("k", Value::ints([2, 0, 2, 3])),
        ("l", Value::ints([1, -1, 1, 0])),
        ("v", Value::reals([1.0, 2.0, -1.0, 4.0])),
    ];
    let declared = "CREATE TENSOR k : [int]; CREATE TENSOR l : [int]; CREATE TENSOR v : [real];
        CREATE TENSOR D AS sum(<p, i> in k) { i -> v(p) };
        CREATE TENSOR M AS sum(<p, i> in k) { (i, l(p)) -> v(p) };";
    // Key 2 has two entries whose sum is zero: it is no entry.
    for (body, extents) in [
        ("sum(<i, x> in D) x * x", &[][..]),
        ("sum(<_, _> in D) 1", &[]),
        ("sum(<_, row> in M) 1", &[]),
        ("D(0) + D(2) + D(3) + D(17) + D(-1)", &[]),
        ("M(0, -1) + M(3, 0) + M(3, 5)", &[]),
        ("let d = D in sum(<i, x> in d) { i -> x + d(0) }", &[4]),
        ("sum(<i, row> in M, <j, x> in row) { i -> x }", &[4]),
        ("sum(<i, row> in M) { i -> sum(<j, x> in row) { j + 1 -> x } }", &[4, 3]),
        ("D * D", &[4]),
        ("D * sum(<i, _> in 0:9) { i -> 0.5 }", &[9]),
        ("D(1:3) + D(3:7)", &[4]),
        ("sum(<_, i> in k) { i -> M(i)(1) }", &[4]),
        ("2.0 * (sum(<i, x> in D) { i -> x }) - D", &[4]),
        ("real(sum(<_, i> in k) { i -> 3 })", &[4]),
        ("sum(<i, x> in D) if x < 3.0 then { i -> 1 }", &[4]),
        ("M(0)(-1:1)(-1)", &[]),
        ("if 1 < 2 then sum(<_, x> in D) x", &[]),
    ] {
        let program = format!("{declared}{body}");
        if let Err(reason) = text(&program, &data, extents) {
            panic!("{reason}: {body}");
        }
    }
}

#[test]
fn bounds_that_do_not_hold_are_found_by_the_emulator() {
    let program =
        "CREATE TENSOR k : [int]; let d = sum(<_, i> in k) { i -> 1 } in sum(<_, n> in d) n";
    let term = compile(program).unwrap().composed().unwrap();
    let promised = inputs(&[("k", Value::ints([0, 4]))]);
    let of = descriptions(&term, &promised, false);
    let lowered = lower("keys", &term, &of, Element::I64, &[]).unwrap();
    assert!(run(&lowered.program, &data_of(&lowered.arguments, &promised, &of)).is_ok());
    // The caller promises the bounds, so no code checks them again.
    let given = inputs(&[("k", Value::ints([0, 5]))]);
    let data = data_of(&lowered.arguments, &given, &of);
    let found = run(&lowered.program, &data).map(|_| ());
    assert!(matches!(found, Err(MachineError::OutOfRange { .. })), "{found:?}");
}

#[test]
fn terms_that_are_not_loops_are_refused_with_a_reason() {
    let refused = |program: &str, data: &[(&str, Value)]| text(program, data, &[]).unwrap_err();
    let none = Value::dict([]);
    assert_eq!(
        refused("CREATE TENSOR d : {int -> int}; sum(<_, v> in d) v", &[("d", none)]),
        "there is no data for `d`"
    );
    let data = [("k", Value::ints([0, i64::MAX]))];
    assert_eq!(
        refused("CREATE TENSOR k : [int]; sum(<_, n> in sum(<_, i> in k) { i -> 1 }) n", &data),
        "a workspace of more than 16777216 elements"
    );
    let data = [("r", Value::reals([1.0]))];
    assert_eq!(
        refused(
            "CREATE TENSOR r : [real];
             sum(<_, n> in sum(<i, _> in r) { sum(<_, _> in r) i -> 1 }) n",
            &data
        ),
        "a dictionary whose keys have no known bounds"
    );
}

/// The loop program of a program's plan over a CSR matrix `A`, a dense matrix `B` and a vector `x`, of
/// extents `n` and `n x m`; it computes what the evaluator does.
fn planned(program: &str, n: usize, m: usize, extents: &[u64]) -> String {
    let r = &mut Random::new(7);
    let (a, b, x) = (
        Tensor::random(r, &[n, n], 30),
        Tensor::random(r, &[n, m], 90),
        Tensor::random(r, &[n], 90),
    );
    let mut text = String::new();
    let mut inputs = Inputs::new();
    for (name, tensor, format) in
        [("A", &a, "csr"), ("B", &b, "dense_matrix"), ("x", &x, "dense_vector")]
    {
        text += &formats::named(formats::find(format).unwrap(), name);
        tensor.store(format, name, &mut inputs);
    }
    let module = compile(&(text + program)).unwrap();
    let options = Search { statistics: Statistics::of(&inputs), ..Search::default() };
    let term = optimize(&module, &options).unwrap().term;
    check(&term, &inputs, extents, false, program).unwrap();
    let of = descriptions(&term, &inputs, false);
    lower("plan", &term, &of, Element::F64, extents).unwrap().program.to_string()
}

#[test]
fn a_product_with_a_vector_checks_no_position_and_is_parallel() {
    let text = planned("sum(<(i, j), a> in A) { i -> a * x(j) }", 13, 5, &[13]);
    // Each number is stored once: nothing is cleared before.
    assert_eq!(text.matches("parallel for").count(), 1, "{text}");
    for absent in ["mask", "assert", "if "] {
        assert!(!text.contains(absent), "{absent} in {text}");
    }
}

#[test]
fn dense_columns_are_vectors() {
    for m in [1, 7, 8, 9, 16, 19] {
        let program = "sum(<(i, k), a> in A, <(k, j), b> in B) { (i, j) -> a * b }";
        let text = planned(program, 11, m, &[11, m as u64]);
        assert_eq!(text.matches("parallel for").count(), 2, "{text}");
        assert!(text.contains("<8 x f64> = load"), "{text}");
        let program = "sum(<(i, j), b> in B) { (i, j) -> x(i) - b * 2.0 }";
        let text = planned(program, 11, m, &[11, m as u64]);
        assert!(text.contains("<8 x f64> = load"), "{text}");
    }
}

/// Parts of any length: none, fewer than the totals of a sum, ends that are no multiple of their number, parts
/// that end before they begin, and ends outside of the array.
#[test]
fn long_parts_are_added_up_in_several_totals() {
    let r = &mut Random::new(9);
    let mut a = Tensor::random(r, &[14, 700], 60);
    for row in 0..12 {
        let mut left = row;
        a.entries.retain(|key, _| {
            key[0] != row
                || left > 0 && {
                    left -= 1;
                    true
                }
        });
    }
    let x = Tensor::random(r, &[700], 100);
    let product = "sum(<(i, j), a> in A) { i -> a * x(j) }";
    kernel(product, &[("A", "csr", &a), ("x", "dense_vector", &x)], &[14]);
    kernel(
        "sum(<(i, j), a> in A) a * a * x(j)",
        &[("A", "csr", &a), ("x", "dense_vector", &x)],
        &[],
    );
    let ints = |all: &[i64]| Value::ints(all);
    let data = [
        ("lo", ints(&[0, 5, 3, 17, -9, 119])),
        ("hi", ints(&[40, 2, 400, 17, 3, 123])),
        ("idx", Value::ints((0..240).map(|p| p * 7 % 11).collect::<Vec<i64>>())),
        ("x", Value::reals((0..11).map(|j| f64::from(j) + 0.5).collect::<Vec<f64>>())),
    ];
    let program = "CREATE TENSOR lo : [int]; CREATE TENSOR hi : [int]; CREATE TENSOR idx : [int];
        CREATE TENSOR x : [real];
        sum(<i, l> in lo) { i -> sum(<p, j> in idx(lo(i):hi(i))) (if p < 130 then x(j)) }";
    text(program, &data, &[6]).unwrap();
    let of = |length: i64| {
        let term = compile(program).unwrap().composed().unwrap();
        let mut data = inputs(&data);
        data.insert("idx".into(), Value::ints((0..length).map(|p| p % 11).collect::<Vec<i64>>()));
        let of = descriptions(&term, &data, false);
        lower("plan", &term, &of, Element::F64, &[6]).unwrap().program.to_string()
    };
    assert!(of(240).contains("step 4"));
    assert!(!of(180).contains("step 4"), "parts of 30 entries are short");
}
