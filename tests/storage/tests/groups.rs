//! Column groups of compressed linear algebra: a matrix by codes into a dictionary of rows (DDC), and
//! by runs of equal rows (RLE). Plans work on the dictionary and on runs rather than on each number.

use hloom_storage::{Counts, Inputs, Value, compile, evaluate, listing};
use hloom_storage_search::search::{Options, Statistics, optimize};
use hloom_storage_tests::Random;
use hloom_storage_tests::terms::same;

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
