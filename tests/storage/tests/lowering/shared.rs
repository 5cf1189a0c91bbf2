//! Loops that threads share, rows that stay in registers, and workspaces that are erased.

use super::execute::{check, data_of, descriptions, run};
use hloom_ir::Element;
use hloom_loops::storage::lower_for;
use hloom_storage::term::Term;
use hloom_storage::{Inputs, Value, compile, evaluate};

/// Two rows of a matrix in CSR by 40 rows of another, with `n` dense columns, and two vectors.
pub(super) fn data(n: usize) -> Inputs {
    let many = |count: usize| Value::reals((0..count).map(|i| (i % 7) as f64).collect::<Vec<_>>());
    Inputs::from([
        ("pos".into(), Value::ints([0, 3, 3, 7, 9])),
        ("idx".into(), Value::ints([0, 5, 39, 1, 2, 5, 38, 0, 7])),
        ("val".into(), many(9)),
        ("x".into(), many(40 * n)),
        ("y".into(), many(40 * n)),
        ("n".into(), Value::Int(n as i64)),
        ("twice".into(), Value::ints([1, 0, 2, 2])),
    ])
}

const DECLARED: &str = "CREATE TENSOR pos : [int]; CREATE TENSOR idx : [int];
    CREATE TENSOR val : [real]; CREATE TENSOR x : [real]; CREATE TENSOR y : [real];
    CREATE TENSOR n : int; CREATE TENSOR twice : [int]; ";

/// The loop program for so many threads, which computes what the evaluator does.
fn program(text: &str, n: usize, extents: &[u64], threads: u64) -> String {
    let inputs = data(n);
    let term = term(text);
    check(&term, &inputs, extents, true, text).unwrap();
    program_over(&term, &inputs, extents, threads, text)
}

/// The composed term of a program with these tensors, and two more integer inputs.
pub(super) fn term(text: &str) -> Term {
    let more = "CREATE TENSOR at : [int]; CREATE TENSOR m : int; ";
    compile(&[DECLARED, more, text].concat()).unwrap().composed().unwrap()
}

/// The loop program of a term over these inputs, which computes what the evaluator does.
pub(super) fn program_over(
    term: &Term,
    inputs: &Inputs,
    extents: &[u64],
    threads: u64,
    what: &str,
) -> String {
    let of = descriptions(term, inputs, false);
    let element = Element::F64;
    let lowered = lower_for(threads, "shared", term, &of, element, extents).unwrap();
    let found = run(&lowered.program, &data_of(&lowered.arguments, inputs, &of)).unwrap();
    let (expected, _) = evaluate(term, inputs, 10_000_000).unwrap();
    let expected = super::execute::dense(&expected, extents, element);
    assert_eq!(found[0], expected, "{threads} threads: {what}");
    lowered.program.to_string()
}

const ROWS: &str = "sum(<i, _> in 0:4) { i -> sum(<p, k> in idx(pos(i):pos(i + 1)))
    sum(<j, _> in 0:n) { j -> val(p) * x(k * n + j) } }";

#[test]
fn rows_stay_in_registers() {
    // A block of 64 columns is a loop of its own, and what is left are vectors and numbers.
    for (n, products) in [(8, 1), (16, 2), (19, 2 + 3), (64, 8), (150, 8 + 2 + 6)] {
        let text = program(ROWS, n, &[4, n as u64], 1);
        assert_eq!(text.matches(" = fma ").count(), products, "{n}: {text}");
    }
    // Shorter rows are added number by number.
    assert!(!program(ROWS, 7, &[4, 7], 1).contains("fma"));
}

#[test]
fn products_with_dense_rows_are_summed_in_lanes() {
    let text = "sum(<i, _> in 0:4) { i -> sum(<p, k> in idx(pos(i):pos(i + 1)))
        val(p) * sum(<_, j> in 0:n) x(i * n + j) * y(k * n + j) }";
    for n in [16, 32, 45] {
        assert!(program(text, n, &[4], 1).contains("<8 x f64> = fma"), "{n}");
    }
    assert!(!program(text, 9, &[4], 1).contains("fma"));
}

#[test]
fn threads_share_totals_and_results() {
    let total = "sum(<i, _> in 0:4) sum(<p, k> in idx(pos(i):pos(i + 1))) val(p) * x(k)";
    let scattered =
        "sum(<i, _> in 0:4) sum(<p, k> in idx(pos(i):pos(i + 1))) { k -> val(p) * y(i) }";
    for threads in [1, 2, 5] {
        let text = program(total, 1, &[], threads);
        assert_eq!(text.contains("parallel for"), threads > 1, "{text}");
        // The loop in parts and the sum of the parts; or zeros, and the loop.
        let text = program(scattered, 8, &[40], threads);
        let loops = text.matches("parallel for").count();
        assert_eq!(loops, if threads > 1 { 2 } else { 1 }, "{text}");
        // Another sum is added to what is there.
        for [x, y] in [[scattered, "{ 3 -> 2.0 }"], ["{ 3 -> 2.0 }", scattered]] {
            let text = program(&format!("({x}) + ({y})"), 8, &[40], threads);
            let loops = text.matches("parallel for").count();
            assert_eq!(loops, if threads > 1 { 3 } else { 1 }, "{text}");
        }
        let text = program(&format!("let s = 2.0 in {scattered}"), 8, &[40], threads);
        assert!(text.matches("parallel for").count() <= 3, "{text}");
        // Each number of a vector is written once, by its position in an array.
        let text = program("sum(<i, v> in y) { i -> v * v }", 8, &[320], threads);
        assert_eq!(text.matches("for ").count(), 1, "{text}");
        let text = program("sum(<i, v> in twice) { v -> y(i) }", 8, &[4], threads);
        assert!(text.matches("for ").count() > 1, "{text}");
    }
}

/// Chunks end where their entries are an equal share of all, and cover each iteration once: of rows
/// of any lengths, of none, of positions that do not ascend, and of a list of rows.
#[test]
fn shares_are_cut_by_entries() {
    let rows = "sum(<p, k> in idx(pos(i):pos(i + 1)))";
    let texts = [
        format!("sum(<i, _> in 0:m) {rows} {{ k -> val(p) * y(i) }}"),
        format!("sum(<i, _> in 0:m) {rows} val(p) * y(i)"),
        format!("sum(<i, _> in 0:m) ({rows} val(p)) * {rows} {{ k -> y(p) }}"),
        format!("sum(<i, _> in 0:m) {rows} sum(<j, _> in 0:3) {{ k -> val(p) * y(j) }}"),
        format!(
            "sum(<i, _> in 0:m) {rows} sum(<q, j> in idx(pos(k):pos(k + 1))) {{ j -> val(p) }}"
        ),
        format!("sum(<_, i> in twice(0:m)) {rows} {{ k -> val(p) }}"),
        format!("sum(<_, i> in twice(1:m)) let t = y(i) in {rows} {{ k -> t * val(p) }}"),
    ];
    let positions: [&[i64]; 8] = [
        &[0, 0, 0, 0, 9],
        &[0, 9, 9, 9, 9],
        &[0, 1, 8, 8, 9],
        &[3, 3, 3, 3, 3],
        &[5, 2, 9, 0, 4],
        &[-3, 20, 4, 7, 1],
        // Products of these with the number of a chunk do not fit 64 bits.
        &[0, 3, 6, 8, 1 << 62],
        &[0, 1, 2, 3, i64::MAX],
    ];
    let mut cut = 0;
    for (text, pos) in texts.iter().flat_map(|text| positions.map(|pos| (text, pos))) {
        // The length of `1:m` wraps if `m` is the least integer.
        for m in [0, 1, 4, 9, i64::MIN] {
            let mut inputs = data(8);
            inputs.insert("pos".into(), Value::ints(pos.to_vec()));
            inputs.insert("m".into(), Value::Int(m));
            let term = term(text);
            let extents: &[u64] = if text.contains("->") { &[40] } else { &[] };
            for threads in [2, 3, 8] {
                let what = format!("{m}, {pos:?}: {text}");
                let program = program_over(&term, &inputs, extents, threads, &what);
                // Bisection halves what is left.
                cut += usize::from(program.contains(" = shr.u "));
            }
        }
    }
    assert!(cut > 6 * 6 * 3 * 2, "{cut}");
}

/// Rows that several iterations add to: each thread adds those of a range of keys, if rows are wide.
#[test]
fn threads_share_the_rows_that_all_iterations_add_to() {
    let bodies = [
        "{ k -> sum(<j, _> in 0:n) { j -> val(p) * y(i * n + j) } }",
        "if k < 39 then { k -> sum(<j, _> in 0:n) { unique(j) -> val(p) * y(i * n + j) } }",
        "{ k -> (sum(<j, _> in 0:n) { j -> y(k * n + j) }) + sum(<j, _> in 0:n) { j -> val(p) } }",
        "(({ k -> sum(<j, _> in 0:n) { j -> val(p) } })
            + { 39 - k -> sum(<_, _> in 0:2) sum(<j, _> in 0:n) { j -> y(i * n + j) } })",
    ];
    for body in bodies {
        let text = format!("sum(<i, _> in 0:4) sum(<p, k> in idx(pos(i):pos(i + 1))) {body}");
        for (n, threads) in [(32, 1), (32, 2), (33, 3), (16, 7), (15, 2), (8, 2)] {
            let program = program(&text, n, &[40, n as u64], threads);
            let loops = program.matches("parallel for").count();
            // Zeros, and the loop in each thread; or that loop by parts, and a sum of copies.
            assert_eq!(loops, if threads > 1 { 2 } else { 1 }, "{n}, {threads}, {body}: {program}");
            if threads > 1 && n >= 16 {
                let keys = format!(" = const {}\n", 40u64.div_ceil(threads));
                assert!(program.contains(&keys), "{n}, {threads}, {body}: {program}");
            }
        }
    }
    // More threads than rows, and rows of an iteration's own.
    let text = "sum(<i, _> in 0:4) { 1 -> sum(<j, _> in 0:n) { j -> y(i * n + j) } }";
    let loops = program(text, 32, &[2, 32], 3);
    // Chunks of the parts.
    assert!(loops.contains(" = div"), "{loops}");
    assert_eq!(program(ROWS, 32, &[4, 32], 2), program(ROWS, 32, &[4, 32], 1));
}

#[test]
fn dictionaries_of_an_iteration_are_erased() {
    // Each row is a dictionary of its own, in which another row is looked up.
    let text = "sum(<i, _> in 0:4)
        let row = sum(<p, k> in idx(pos(i):pos(i + 1))) { 2 * k -> val(p) } in
        sum(<_, k> in idx(pos(3):pos(4))) row(2 * k) * y(i)";
    for threads in [1, 3] {
        program(text, 1, &[], threads);
    }
    let text = "sum(<i, _> in 0:4) { i ->
        let row = sum(<p, k> in idx(pos(i):pos(i + 1))) { 2 * k -> val(p) } in
        sum(<_, k> in idx(pos(2):pos(4))) row(2 * k) }";
    for threads in [1, 3] {
        let text = program(text, 1, &[4], threads);
        assert!(text.contains("parallel for"), "{text}");
    }
}

/// A loop that jumps from row to row of an array that caches do not hold asks for a later row.
#[test]
fn rows_of_large_arrays_are_prefetched() {
    let texts = [
        ("sum(<p, k> in at) sum(<_, j> in idx(pos(k):pos(k + 1))) x(j)", &[][..]),
        ("sum(<p, k> in at) { p -> sum(<_, j> in idx(pos(k):pos(k + 1))) x(j) }", &[7]),
        ("sum(<p, k> in at(1:6)) sum(<_, j> in idx(pos(k):pos(k + 1))) { j -> x(k) }", &[40]),
        (
            "sum(<_, i> in 0:4) sum(<p, k> in at(pos(i):pos(i + 1)))
          merge(<a, b, v> in <idx(pos(k):pos(k + 1)), idx(pos(i):pos(i + 1))>) x(v)",
            &[],
        ),
    ];
    for (text, extents) in texts {
        for (length, large) in [(9, false), (1 << 16, true)] {
            let mut inputs = data(1);
            let idx = (0..length).map(|p: i64| [0, 5, 39, 1, 2, 5, 38, 0, 7][p as usize % 9]);
            inputs.insert("idx".into(), Value::ints(idx.collect::<Vec<_>>()));
            inputs.insert("at".into(), Value::ints([2, 0, 3, 1, 2, 3, 0]));
            let term = term(text);
            for threads in [1, 2] {
                let program = program_over(&term, &inputs, extents, threads, text);
                assert_eq!(program.contains("prefetch"), large, "{text}: {program}");
            }
        }
    }
}

/// Rows of an array in memory that are added up in vectors ask for later ones; the last rows for the last element.
#[test]
fn vectors_of_rows_in_memory_are_prefetched() {
    let text = "sum(<i, _> in 0:m) { i -> sum(<p, _> in idx(pos(i):pos(i + 1))) val(p) * 2.0 }";
    for length in [1000, 1 << 20] {
        let mut inputs = data(1);
        let numbers: Vec<f64> = (0..length).map(|p| (p % 9) as f64).collect();
        inputs.insert("val".into(), Value::reals(numbers));
        inputs.insert("idx".into(), Value::ints(vec![0; length as usize]));
        inputs.insert("pos".into(), Value::ints([0, 3, 20, 20, length - 30, length]));
        inputs.insert("m".into(), Value::Int(5));
        let program = program_over(&term(text), &inputs, &[5], 1, text);
        assert!(program.contains("<8 x f64>"), "{program}");
        assert_eq!(program.contains("prefetch @val"), length > 1000, "{program}");
    }
}

/// Bounds that the ends of a loop's range give: `x(s - i)` is inside of `x` for each `s`, since `i` begins at
/// `s - n + 1` and ends at `s`.
#[test]
fn reads_that_the_ends_of_ranges_keep_inside_are_vectors() {
    let n = 21;
    let many = |count: usize| Value::reals((0..count).map(|i| (i % 7) as f64).collect::<Vec<_>>());
    let with = |sums: &[i64]| {
        let mut inputs = data(1);
        inputs.insert("n".into(), Value::Int(n));
        inputs.insert("at".into(), Value::ints(sums));
        inputs.insert("x".into(), many(n as usize));
        inputs.insert("y".into(), many(sums.len().max(1) * n as usize));
        inputs
    };
    let all: Vec<i64> = (-2..2 * n + 1).collect();
    let diagonal = "max(0, s - n + 1):min(n, s + 1)";
    let shifted = |to: &str| {
        format!("sum(<p, s> in at) sum(<q, i> in {diagonal}) {{ {to} -> y(p * n + i) * x(s - i) }}")
    };
    let checks = |text: &str, inputs: &Inputs, extents: &[u64]| {
        let term = term(text);
        check(&term, inputs, extents, true, text).unwrap();
        program_over(&term, inputs, extents, 1, text)
    };
    for text in [
        shifted("i"),
        // The position is the number less where the range begins.
        "sum(<_, s> in 0:n) sum(<q, _> in 0:s + 1) { q -> y(q) * x(s - q) }".to_owned(),
        "sum(<_, s> in 0:n) sum(<q, _> in s:n) { q -> y(q) * x(n - 1 - s - q) }".to_owned(),
        "sum(<_, s> in at) sum(<_, i> in max(0, s - n + 1):min(n, s + 1)) x(i) * x(s - i)"
            .to_owned(),
        "sum(<i, _> in 0:n) { i -> sum(<j, _> in 0:n - i) x(i + j) * x(n - 1 - j - i) }".to_owned(),
    ] {
        let extents: &[u64] = if text.contains("->") { &[n as u64] } else { &[] };
        let program = checks(&text, &with(&all), extents);
        assert!(program.contains("shuffle"), "{text}: {program}");
        for sums in [&[][..], &[0], &[n - 1], &[2 * n - 2], &[5, 5, 30, 12]] {
            checks(&text, &with(sums), extents);
        }
        // Sums that wrap around say nothing about the range, and reads are checked.
        let far = [i64::MIN, i64::MIN + n, 7, i64::MAX - n, i64::MAX];
        let program = checks(&text, &with(&far), extents);
        assert_eq!(program.contains("shuffle"), !text.contains("in at"), "{text}: {program}");
    }
    // One element more on either side is outside for some `s`.
    for (from, to) in
        [("x(s - i)", "x(s - i + 1)"), ("x(s - i)", "x(s - i - 1)"), ("s + 1)", "s + 2)")]
    {
        let text = shifted("i").replace(from, to);
        let program = checks(&text, &with(&all), &[n as u64]);
        assert!(!program.contains("shuffle"), "{text}: {program}");
    }
}
