//! Column groups of compressed linear algebra: a matrix by codes into a dictionary of rows (DDC), and
//! by runs of equal rows (RLE). Plans work on the dictionary and on runs rather than on each number.

use hloom_storage::{
    Coordinates, Counts, Duplicates, Inputs, Value, assemble, compile, evaluate, formats, listing,
};
use hloom_storage_search::search::{Options, Statistics, optimize};
use hloom_storage_tests::Random;
use hloom_storage_tests::terms::same;
use std::collections::BTreeSet;

/// The rows, the columns of a group, and the different rows of a dictionary.
const M: i64 = 1000;
const W: i64 = 12;
const D: i64 = 9;
const RUNS: i64 = 40;

const DDC: &str = include_str!("programs/ddc.sdql");
const RLE: &str = include_str!("programs/rle.sdql");

/// A matrix of two groups, a vector of its columns and one of its rows.
fn data() -> Inputs {
    let random = &mut Random::new(5);
    let mut inputs = Inputs::new();
    let mut numbers = |n: i64| {
        let all: Vec<f64> = (0..n).map(|_| random.below(9) as f64 + 1.0).collect();
        Value::reals(all)
    };
    for group in ["A", "B"] {
        inputs.insert(format!("{group}_val").into(), numbers(D.max(RUNS) * W));
    }
    inputs.insert("x".into(), numbers(2 * W));
    inputs.insert("y".into(), numbers(M));
    for (group, first) in [("A", 0), ("B", W)] {
        let codes: Vec<i64> = (0..M).map(|_| random.below(D as usize) as i64).collect();
        let columns: Vec<i64> = (first..first + W).rev().collect();
        let ends: Vec<i64> = (0..=RUNS).map(|run| run * M / RUNS).collect();
        inputs.insert(format!("{group}_w").into(), Value::Int(W));
        inputs.insert(format!("{group}_col").into(), Value::ints(columns));
        inputs.insert(format!("{group}_code").into(), Value::ints(codes));
        inputs.insert(format!("{group}_runs").into(), Value::Int(RUNS));
        inputs.insert(format!("{group}_pos").into(), Value::ints(ends));
    }
    inputs
}

/// The counts of a program's plan over a format.
fn counts(format: &str, program: &str) -> Counts {
    let vectors = "CREATE TENSOR x : [real]; CREATE TENSOR y : [real]; ";
    let module = compile(&format!("{format}{vectors}{program}")).unwrap();
    let inputs = data();
    let options = Options { statistics: Statistics::of(&inputs), ..Options::default() };
    let plan = optimize(&module, &options).unwrap();
    let (expected, _) = evaluate(&module.composed().unwrap(), &inputs, 50_000_000).unwrap();
    let text = listing::listing(&plan.term);
    let run = evaluate(&plan.term, &inputs, 50_000_000);
    let (found, counts) = run.unwrap_or_else(|error| panic!("{program}: {error}: {text}"));
    assert!(same(&expected, &found, false) && !found.is_zero(), "{program}: {text}");
    println!("{program}: {counts:?}");
    for stage in &plan.stages {
        println!("{stage}");
    }
    println!("{text}");
    counts
}

const PRODUCT: &str = "sum(<(i, j), a> in T) { i -> a * x(j) }";
const TURNED: &str = "sum(<(i, j), a> in T) { j -> a * y(i) }";
const COLUMNS: &str = "sum(<(_, j), a> in T) { j -> a }";
const ALL: &str = "sum(<_, row> in T) sum(<_, a> in row) a";

#[test]
fn products_with_a_dictionary_are_tables() {
    for program in [PRODUCT, TURNED, COLUMNS, ALL] {
        let one = counts(DDC, &program.replace('T', "A"));
        let two = counts(DDC, &program.replace("T", "(A + B)"));
        // For each row and group, a step to count codes or add up factors, and another one to look the
        // result up; the results of two groups are added as dictionaries. Apart from that, the entries of
        // the dictionaries.
        let (m, d) = (M as u64, (D * W) as u64);
        assert!(one.steps() <= 2 * m + 3 * d, "{program}: {one:?}");
        assert!(one.products <= 2 * d, "{program}: {one:?}");
        assert!(two.steps() <= 6 * m + 6 * d, "{program}: {two:?}");
        assert!(two.products <= 4 * d, "{program}: {two:?}");
    }
}

#[test]
fn runs_are_added_as_a_whole() {
    for (program, rows) in [(PRODUCT, 1), (TURNED, 1), (COLUMNS, 0), (ALL, 0)] {
        let one = counts(RLE, &program.replace('T', "A"));
        let two = counts(RLE, &program.replace("T", "(A + B)"));
        let (m, runs) = (rows * M as u64, (RUNS * W) as u64);
        for (counts, groups) in [(one, 1), (two, 2)] {
            assert!(counts.steps() <= groups * (2 * m + 3 * runs), "{program}: {counts:?}");
            assert!(counts.products <= groups * 2 * runs, "{program}: {counts:?}");
        }
    }
}

/// Mappings of column groups.
const GROUPS: &[(&str, &str)] = &[
    (
        "two groups of given columns",
        "CREATE TENSOR B_w : int; CREATE TENSOR B_col : [int]; CREATE TENSOR B_code : [int];
         CREATE TENSOR B_val : [real];
         CREATE TENSOR C_w : int; CREATE TENSOR C_col : [int]; CREATE TENSOR C_code : [int];
         CREATE TENSOR C_val : [real];
         CREATE TENSOR A AS
           (sum(<i, c> in B_code) { unique(i) ->
             sum(<q, j> in B_col) { unique(j) -> B_val(c * B_w + q) } })
           + sum(<i, c> in C_code) { unique(i) ->
               sum(<q, j> in C_col) { unique(j) -> C_val(c * C_w + q) } };",
    ),
    (
        "two groups of ranges of columns",
        "CREATE TENSOR n : int; CREATE TENSOR B_code : [int]; CREATE TENSOR B_val : [real];
         CREATE TENSOR C_code : [int]; CREATE TENSOR C_val : [real];
         CREATE TENSOR A AS
           (sum(<i, c> in B_code) { i -> sum(<_, j> in 0:2) { j -> B_val(c * 2 + j) } })
           + sum(<i, c> in C_code) { i -> sum(<_, j> in 2:n) { j -> C_val(c * (n - 2) + j - 2) } };",
    ),
    (
        "parts of rows, of two numbers each",
        "CREATE TENSOR m : int; CREATE TENSOR code : [int]; CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<i, _> in 0:m) { i ->
           sum(<p, c> in code(i * 2:i * 2 + 2)) sum(<_, k> in 0:2) {
             (p - i * 2) * 2 + k -> val(c * 2 + k) } };",
    ),
    (
        "a negative dictionary, codes first",
        "CREATE TENSOR w : int; CREATE TENSOR col : [int]; CREATE TENSOR code : [int];
         CREATE TENSOR val : [real];
         CREATE TENSOR A AS -(sum(<i, c> in code) sum(<q, j> in col) { (i, j) -> val(q + w * c) });",
    ),
];

/// A matrix of four columns with few different rows.
fn few_rows(r: &mut Random) -> Coordinates {
    let m = r.below(9);
    let kinds: Vec<Vec<f64>> =
        (0..3).map(|_| (0..4).map(|_| [0.0, 0.0, 1.0, 2.0][r.below(4)]).collect()).collect();
    let (mut keys, mut values) = (vec![Vec::new(), Vec::new()], Vec::new());
    for i in 0..m {
        let row = r.one_of(&kinds);
        for (j, value) in row.iter().enumerate().filter(|(_, value)| **value != 0.0) {
            keys[0].push(i as i64);
            keys[1].push(j as i64);
            values.push(*value);
        }
    }
    Coordinates::new(vec![m as u64, 4], keys, values.into(), Duplicates::Reject).unwrap()
}

#[test]
fn groups_are_filled_from_entries() {
    for (what, text) in GROUPS {
        let module = compile(text).unwrap_or_else(|errors| panic!("{what}: {errors:?}"));
        let given = Inputs::from([("B_col".into(), Value::ints([3i64, 0]))]);
        for seed in 0..200 {
            let of = few_rows(&mut Random::new(seed));
            let found = assemble(&module, "A", &of, &given)
                .unwrap_or_else(|error| panic!("{what}: {error}: {of:?}"));
            let body = module.tensor("A").unwrap().body.as_ref().unwrap();
            let value = evaluate(&module.inlined(&body.term), &found, 1_000_000).unwrap().0;
            assert_eq!(value, of.to_value(), "{what}: {found:?}");
        }
    }
}

/// Equal rows are stored once, and runs of them in the format of runs.
#[test]
fn dictionaries_have_no_row_twice() {
    let mut shared = 0;
    for (format, part) in [("ddc", "code"), ("ole", "idx"), ("rle", "pos")] {
        let module = compile(&formats::named(formats::find(format).unwrap(), "A")).unwrap();
        for seed in 0..200 {
            let of = few_rows(&mut Random::new(seed));
            let found = assemble(&module, "A", &of, &Inputs::new()).unwrap();
            let array = |part: &str| match &found[&format!("A_{part}").into()] {
                Value::Array(array) => array.clone(),
                other => panic!("{other:?}"),
            };
            let Value::Int(width) = found[&"A_w".into()] else { panic!("{found:?}") };
            let values = array("val").reals().unwrap().to_vec();
            let rows: Vec<Vec<u64>> = (values.chunks(width.max(1) as usize))
                .map(|row| row.iter().map(|value| value.to_bits()).collect())
                .collect();
            let different: BTreeSet<&Vec<u64>> = rows.iter().collect();
            if format == "rle" {
                assert!(rows.windows(2).all(|pair| pair[0] != pair[1]), "{found:?}");
            } else {
                assert_eq!(different.len(), rows.len(), "{format}: {found:?}");
                shared += array(part).ints().unwrap().len() - rows.len();
            }
        }
    }
    assert!(shared > 300, "{shared}");
}
