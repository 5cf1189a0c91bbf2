//! Rows of blocks: one loop over the blocks of a row of blocks carries the totals of several rows.

use super::shared::{data, program_over, term};
use hloom_storage::{Inputs, Value};
use hloom_storage_tests::{Random, samples};

/// A matrix of blocks of `h` rows and `w` columns as the tensors `pos`, `idx` and `val`, and a vector `x` that ends
/// `short` places before the last column.
fn blocks(r: &mut Random, h: usize, w: usize, short: usize) -> Inputs {
    let (rows, columns) = (1 + r.below(4), 1 + r.below(5));
    let mut pos = vec![0];
    let mut idx: Vec<i64> = Vec::new();
    for _ in 0..rows {
        idx.extend((0..columns as i64).filter(|_| r.chance(2)));
        pos.push(idx.len() as i64);
    }
    let numbers = |r: &mut Random, count: usize| {
        Value::reals((0..count).map(|_| r.below(7) as f64 - 3.0).collect::<Vec<_>>())
    };
    let mut inputs = data(1);
    inputs.insert("n".into(), Value::Int(rows as i64));
    inputs.insert("m".into(), Value::Int(columns as i64));
    inputs.insert("val".into(), numbers(r, idx.len() * h * w));
    inputs.insert("x".into(), numbers(r, (columns * w).saturating_sub(short)));
    inputs.insert("at".into(), Value::ints([0, 1, 2]));
    inputs.insert("pos".into(), Value::ints(pos));
    inputs.insert("idx".into(), Value::ints(idx));
    inputs
}

/// A matrix of blocks times a vector, in these parts: the key of row `i`, the blocks, the number of a block.
fn product([h, w]: [usize; 2], key: &str, over: &str, before: &str, number: &str) -> String {
    let number = number.replace('H', &h.to_string()).replace('W', &w.to_string());
    let key = key.replace('H', &h.to_string());
    format!(
        "sum(<b, _> in 0:n) sum(<i, _> in 0:{h}) {{ {key} -> sum(<p, c> in {over})
            {before} sum(<j, _> in 0:{w}) {number} }}"
    )
}

const BLOCKS: &str = "idx(pos(b):pos(b + 1))";
const NUMBER: &str = "val((p * H + i) * W + j) * x(c * W + j)";

/// Loops of a program.
fn loops(program: &str) -> usize {
    program.matches("for ").count()
}

#[test]
fn each_block_is_read_once() {
    let mut r = Random::new(5);
    for [h, w] in [[4, 4], [2, 2], [3, 4], [8, 4], [8, 8], [5, 16], [16, 2]] {
        let inputs = blocks(&mut r, h, w, 0);
        let Value::Int(rows) = inputs[&"n".into()] else { panic!() };
        let text = product([h, w], "b * H + i", BLOCKS, "", NUMBER);
        let extents = [rows as u64 * h as u64];
        let program = program_over(&term(&text), &inputs, &extents, 1, &text);
        // Each loop over the blocks has up to 32 lanes.
        let groups = h.div_ceil(h.min(32 / w));
        assert_eq!(program.matches(" carrying ").count(), groups, "{h} x {w}: {program}");
        let vectors = format!("<{w} x f64> = fma");
        assert_eq!(program.matches(&vectors).count(), h, "{h} x {w}: {program}");
    }
}

#[test]
fn other_rows_are_added_one_by_one() {
    let mut r = Random::new(6);
    let inputs = blocks(&mut r, 4, 4, 0);
    let Value::Int(rows) = inputs[&"n".into()] else { panic!() };
    let rows = [rows as u64 * 4];
    let count = |text: &str| loops(&program_over(&term(text), &inputs, &rows, 1, text));
    let whole = count(&product([4, 4], "b * H + i", BLOCKS, "", NUMBER));
    // The blocks of each row are others, or a condition of a row decides about them.
    for (over, before) in [
        ("idx(pos(b) + i:pos(b + 1))", ""),
        (BLOCKS, "if i < 2 then"),
        (BLOCKS, "if c + i < 3 then"),
    ] {
        let text = product([4, 4], "b * H + i", over, before, NUMBER);
        assert!(count(&text) > whole, "{text}");
    }
    // A condition of the blocks does not.
    let text = product([4, 4], "b * H + i", BLOCKS, "if c < 3 then", NUMBER);
    assert_eq!(count(&text), whole + 1);
}

/// A list of blocks in order: those of a row of blocks are searched, not found by going through all.
#[test]
fn rows_that_are_searched_are_no_loops() {
    let mut inputs = blocks(&mut Random::new(7), 4, 4, 0);
    inputs.insert("n".into(), Value::Int(3));
    inputs.insert("idx".into(), Value::ints([0, 0, 1, 2, 2, 2]));
    inputs.insert("val".into(), Value::reals((0..96).map(f64::from).collect::<Vec<_>>()));
    inputs.insert("x".into(), Value::reals((0..12).map(f64::from).collect::<Vec<_>>()));
    let text = product([4, 4], "b * H + i", "idx", "if c == b then", NUMBER);
    let program = program_over(&term(&text), &inputs, &[12], 1, &text);
    assert!(!program.contains("<4 x f64>"), "{program}");
    // Nor is one inside of another loop.
    let text = "sum(<b, _> in 0:n) sum(<_, i> in at) sum(<p, c> in idx) if c == b then
        sum(<j, _> in 0:4) val(16 * p + j) * x(4 * c + j)";
    let program = program_over(&term(text), &inputs, &[], 1, text);
    assert!(!program.contains("<4 x f64>"), "{program}");
}

/// A bound of a loop around short ranges that is a sum in longer vectors.
#[test]
fn bounds_of_loops_have_vectors_of_their_own() {
    let mut inputs = blocks(&mut Random::new(8), 4, 4, 0);
    inputs.insert("y".into(), Value::reals((0..40).map(f64::from).collect::<Vec<_>>()));
    let Value::Int(rows) = inputs[&"n".into()] else { panic!() };
    let rows = [4 * rows as u64];
    let bound = "pos(if 0.0 < sum(<k, _> in 0:16) y(k + c) * y(k) then 1)";
    let inner = format!("sum(<q, d> in idx(0:{bound})) sum(<j, _> in 0:4)");
    let number = format!("sum(<p, c> in idx) {inner} val(16 * p + j) * x(4 * d + j)");
    let vector = format!(
        "sum(<c, _> in 0:n) sum(<i, _> in 0:4) {{ 4 * c + i -> {inner} val(4 * i + j) * x(4 * d + j) }}"
    );
    for (text, extents) in [(number, &[][..]), (vector, &rows)] {
        let program = program_over(&term(&text), &inputs, extents, 1, &text);
        assert!(program.contains("<8 x f64>") && program.contains("<4 x f64>"), "{program}");
    }
}

/// Random rows of blocks: their keys, conditions and numbers, and vectors that are too short.
fn random_blocks(seeds: impl Iterator<Item = u64>) {
    let mut carried = 0;
    for seed in seeds {
        let r = &mut Random::new(seed);
        let sizes = [1, 2, 3, 4, 5, 8, 16, 17];
        let (h, w) = (*r.one_of(&sizes), *r.one_of(&[1, 2, 2, 3, 4, 4, 8, 16, 17]));
        let short = if r.chance(3) { r.below(w + 1) } else { 0 };
        let inputs = blocks(r, h, w, short);
        let Value::Int(rows) = inputs[&"n".into()] else { panic!() };
        let key = *r.one_of(&[
            "b * H + i",
            "(b + 1) * H - 1 - i",
            "i",
            "b",
            "if b < 2 then b * H + i",
            "i * n + b",
        ]);
        let over = *r.one_of(&[
            BLOCKS,
            BLOCKS,
            "idx(pos(b):pos(b + 1) - 1)",
            "idx(pos(b + i):pos(b + 1))",
            "idx",
            "0:m",
            "at",
        ]);
        let before = *r.one_of(&[
            "",
            "",
            "if c < 3 then",
            "if i < 2 then",
            "if b < 2 then",
            "sum(<_, d> in at) if d < 2 then",
            "sum(<_, d> in at(0:i))",
            "2.0 *",
            "let a = x(c) in",
            "real(i) *",
        ]);
        let number = *r.one_of(&[
            NUMBER,
            NUMBER,
            "val((p * H + i) * W + j)",
            "x(c * W + j) * real(i)",
            "val((p * H + i) * W + j) * x(c * W + j) - real(i + b)",
            "val((p * H + j) * W + i) * x(c * W + j)",
            "min(val((p * H + i) * W + j), x(c * W + j))",
        ]);
        let mut text = product([h, w], key, over, before, number);
        if r.chance(4) {
            text = format!("({text}) + (sum(<i, a> in x) if i < 2 then {{ i -> a }})");
        }
        let what = format!("seed {seed}: {text}");
        let extents = [(rows as u64 + 1) * h as u64 + 40];
        for threads in [1, 3] {
            let program = program_over(&term(&text), &inputs, &extents, threads, &what);
            let vectors = format!("<{w} x f64> = fma");
            carried += usize::from(h > 1 && program.matches(&vectors).count() >= h);
        }
    }
    println!("{carried} programs with several rows in one loop");
    assert!(carried > 0);
}

#[test]
fn random_rows_of_blocks() {
    random_blocks(0..60);
}

#[test]
fn campaign_block_rows() {
    random_blocks((0..samples(1000) / 10).map(|seed| 1 << 34 | seed));
}
