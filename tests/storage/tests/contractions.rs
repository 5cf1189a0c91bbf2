//! Contractions: the same sum with its loops in another order.

use hloom_storage::{Inputs, Value, compile, evaluate, formats, raise};
use hloom_storage_search::search::contraction::{Reorderings, contractions};
use hloom_storage_search::search::{Options, Statistics, builds_matrices, optimize};
use hloom_storage_tests::data::Tensor;
use hloom_storage_tests::terms::same;
use hloom_storage_tests::{Random, samples};

/// Contractions of matrices `A`, `B` and `C`, a tensor `D`, a vector `x` and a number `c`.
const PROGRAMS: &[&str] = &[
    "sum(<(i, j), a> in A) { i -> a * x(j) }",
    "sum(<(i, j), a> in A) { j -> c * a * x(i) * x(j) }",
    "sum(<(i, j), a> in A, <(i, k), b> in A) { j -> c * a * b * x(k) }",
    "sum(<(i, k), a> in A, <(k, j), b> in B) a * b",
    "sum(<(i, k), a> in A, <(k, j), b> in B) { (i, j) -> a * b }",
    "sum(<(i, k), a> in A, <(k, j), b> in B) { (j, i) -> a * b }",
    "sum(<(i, j), a> in A, <(j, k), b> in A, <(i, k), d> in A) a * b * d",
    "sum(<(i, j), a> in A, <(i, k), b> in B, <(j, k), d> in C) { (i, j) -> a * b * d }",
    "sum(<(i, j), a> in A, <(i, j), b> in B, <(i, j), d> in C) a * b * d",
    "sum(<(i, j), a> in A) a * A(i, j) * B(j, i)",
    "sum(<(i, j), a> in A) if i < j then { j -> a * (sum(<(k, l), b> in B) b * x(l)) }",
    "sum(<(i, j), a> in A) a * (sum(<k, b> in B(j)) b * C(k, i))",
    "sum(<i, row> in A) { i -> row(i) * (sum(<j, a> in row) a * real(j)) }",
    "sum(<(i, k, l), d> in D, <(k, j), b> in B, <(l, j), e> in C) { (i, j) -> d * b * e }",
    "sum(<(i, j, l), d> in D, <(k, l), b> in B) { (i, j, k) -> d * b }",
    "sum(<(i, j, k), d> in D) { k -> d * x(i) * x(j) * A(i, j) }",
    "A * B",
    "c * (A * B * C)",
    "sum(<i, row> in A) { i -> x(i) * row * B(i) }",
    "D * D",
    "sum(<i, d> in D) { i -> d * C }",
];

const MATRICES: &[&str] = &[
    "csr",
    "csc",
    "dcsr",
    "dcsc",
    "coo_matrix",
    "dense_matrix",
    "dense_columns",
    "ell",
    "ddc",
    "banded",
    "bsr",
];
const TENSORS: &[&str] = &["csf", "csf_201", "coo_tensor", "dense_tensor", "dense_tensor_210"];

/// The program over data in these formats.
fn program(text: &str, r: &mut Random, of: [&str; 4]) -> (String, Inputs) {
    let n = 4;
    let mut inputs = Inputs::from([
        ("x".into(), Value::reals((0..n).map(|_| 1.0 + r.below(5) as f64).collect::<Vec<_>>())),
        ("c".into(), Value::Real(3.0)),
    ]);
    let mut all = "CREATE TENSOR x : [real]; CREATE TENSOR c : real;".to_owned();
    for (name, format) in ["A", "B", "C", "D"].into_iter().zip(of) {
        let dims = if name == "D" { vec![n; 3] } else { vec![n; 2] };
        let mut tensor = Tensor::random(r, &dims, 40);
        if format == "banded" {
            tensor.entries.retain(|key, _| key[0].abs_diff(key[1]) <= 1);
        }
        tensor.store(format, name, &mut inputs);
        all += &formats::named(formats::find(format).unwrap(), name);
    }
    (format!("{all} {text}"), inputs)
}

#[test]
fn reordered_loops_compute_the_same() {
    let mut orders = 0;
    for seed in 0..samples(40) {
        let r = &mut Random::new(seed);
        for text in PROGRAMS {
            let mut of = [(); 3].map(|()| *r.one_of(MATRICES)).to_vec();
            of.push(*r.one_of(TENSORS));
            let (text, inputs) = program(text, r, [of[0], of[1], of[2], of[3]]);
            let module = compile(&text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
            let (expected, _) = evaluate(&module.composed().unwrap(), &inputs, 10_000_000).unwrap();
            for term in contractions(&module, Reorderings::All) {
                let composed = module.inlined(&term);
                let (found, _) = evaluate(&composed, &inputs, 10_000_000).unwrap();
                assert!(same(&found, &expected, false), "{text}\n{}", raise::text(&term));
                orders += 1;
            }
        }
    }
    assert!(orders > 500, "{orders}");
}

/// The plans over matrices by columns do not put them in order by rows.
#[test]
fn plans_by_columns_make_no_matrix() {
    for (text, of) in [
        (PROGRAMS[2], ["csc", "csc", "csc"]),
        (PROGRAMS[2], ["coo_matrix", "csc", "csc"]),
        (PROGRAMS[3], ["csr", "csc", "csc"]),
        (PROGRAMS[3], ["coo_matrix", "coo_matrix", "csc"]),
        (PROGRAMS[5], ["csc", "csc", "csc"]),
        (PROGRAMS[6], ["csc", "csc", "csc"]),
        (PROGRAMS[6], ["dcsc", "csc", "csc"]),
    ] {
        let r = &mut Random::new(3);
        let (text, inputs) = program(text, r, [of[0], of[1], of[2], "csf"]);
        let module = compile(&text).unwrap();
        let statistics = Statistics::of(&inputs);
        let plan = optimize(&module, &Options { statistics, ..Options::default() }).unwrap();
        assert!(!builds_matrices(&plan.term), "{text}\n{}", raise::text(&plan.term));
        let (expected, _) = evaluate(&module.composed().unwrap(), &inputs, 10_000_000).unwrap();
        let (found, _) = evaluate(&plan.term, &inputs, 10_000_000).unwrap();
        assert!(same(&found, &expected, false), "{text}\n{}", raise::text(&plan.term));
    }
}

/// A dear plan is not the last word, although it makes no matrix: loops over `B` outside are 100 times cheaper.
#[test]
fn other_orders_are_tried_of_dear_plans() {
    let named = |format: &str, name: &str| formats::named(formats::find(format).unwrap(), name);
    let trace = "sum(<(i, j), a> in A, <(j, i), b> in B) a * b";
    let module = compile(&(named("dcsc", "A") + &named("csc", "B") + trace)).unwrap();
    // 50 x 100,000 and 100,000 x 50.
    let (columns, entries) = (18_000.0, 20_000.0);
    let mut statistics = Statistics::default();
    statistics.set_value("B_len", 50);
    for (name, length, distinct, extent) in [
        ("A_pos1", 2.0, 2.0, columns),
        ("A_idx1", columns, columns, 100_000.0),
        ("A_pos2", columns + 1.0, columns + 1.0, entries),
        ("A_idx2", entries, 50.0, 50.0),
        ("B_pos", 51.0, 51.0, entries),
        ("B_idx", entries, columns, 100_000.0),
    ] {
        statistics.set_entries(name, &[length]);
        statistics.set_distinct(name, distinct);
        statistics.set_extent(name, extent);
        if !name.ends_with("idx2") && name != "B_idx" {
            statistics.set_sorted(name);
        }
    }
    statistics.set_entries("A_val", &[entries]);
    statistics.set_entries("B_val", &[entries]);
    let plan = optimize(&module, &Options { statistics, ..Options::default() }).unwrap();
    let cost = plan.stages.last().unwrap().costs[1];
    assert!(cost < 1_000_000.0, "{cost}: {}", raise::text(&plan.term));
}

/// A product of matrices in different orders, element by element, looks up the elements of one at the entries of the
/// other: neither is made as a whole.
#[test]
fn products_of_elements_make_no_matrix() {
    let tensor = |seed| Tensor::random(&mut Random::new(seed), &[40, 40], 5);
    for of in
        [["csr", "csc"], ["csc", "csr"], ["csc", "dcsr"], ["csr", "coo_matrix"], ["csc", "ell"]]
    {
        let mut text = String::new();
        let mut inputs = Inputs::new();
        for (seed, (name, format)) in ["A", "B"].into_iter().zip(of).enumerate() {
            text += &formats::named(formats::find(format).unwrap(), name);
            tensor(seed as u64).store(format, name, &mut inputs);
        }
        let module = compile(&(text + "A * B")).unwrap();
        let options = Options { statistics: Statistics::of(&inputs), ..Options::default() };
        let plan = optimize(&module, &options).unwrap();
        assert!(!builds_matrices(&plan.term), "{of:?}: {}", raise::text(&plan.term));
        let [expected, found] = [&module.composed().unwrap(), &plan.term]
            .map(|term| evaluate(term, &inputs, 1_000_000).unwrap().0);
        assert!(same(&found, &expected, false), "{of:?}");
    }
}
