//! Runs of entries side by side: tiles of them, loops that leave arrays at their ends, rows that are columns too.

use super::execute::{check, check_rows, data_of, descriptions, run};
use super::shared::{data, program_over, term};
use hloom_ir::Element;
use hloom_loops::storage::lower_for;
use hloom_storage::{Inputs, Value, evaluate};
use hloom_storage_tests::{Random, samples};

/// A position that is `i`, or moves with it, about a number `o` of the data.
const POSITIONS: &[&str] =
    &["i", "i + o", "o - i", "i - o", "n - 1 - i", "i + 3", "i - 5", "0 - i + o", "o - (o - i)"];
/// Ends of the range of `i`.
const ENDS: &[&str] = &[
    "0:n",
    "max(0, 0 - o):min(n, n - o)",
    "max(0, o - n + 1):min(n, o + 1)",
    "3:n - 2",
    "0:m",
    "n:m",
];

/// So many small numbers.
fn many(count: i64) -> Value {
    Value::reals((0..count).map(|i| (i % 7) as f64).collect::<Vec<_>>())
}

/// Runs of up to `n` entries at these offsets, over so many numbers `x` and `y`; `m` is 0.
fn offsets(n: i64, at: &[i64], [x, y]: [i64; 2]) -> Inputs {
    let mut inputs = data(1);
    inputs.insert("n".into(), Value::Int(n));
    inputs.insert("m".into(), Value::Int(0));
    inputs.insert("at".into(), Value::ints(at));
    inputs.insert("x".into(), many(x));
    inputs.insert("y".into(), many(y));
    inputs
}

/// A random sum of runs, and data for it.
fn random(r: &mut Random) -> (String, Inputs, u64) {
    let n = *r.one_of(&[0, 1, 7, 8, 9, 63, 64, 65, 200, 2048, 2100]);
    let (low, high) = (i64::MIN, i64::MAX);
    let near = [0, 1, -1, 7, 8, n - 1, n, -n, 1 - n, n / 2, 1023, 1024, -1024, 2 * n - 1];
    let far = [low, low + 1, low + n, high - n, high, 1 << 62, -(1 << 62), 1 << 32];
    let wide = r.chance(3);
    let at = (0..r.below(6))
        .map(|_| if wide && r.chance(2) { *r.one_of(&far) } else { *r.one_of(&near) });
    let at: Vec<i64> = at.collect();
    let long = (at.len().max(1) as i64 * n - r.below(4) as i64).max(0);
    let short = *r.one_of(&[n, n, 0, 1, n + 13, n / 2]);
    let numbers =
        |count: i64| Value::reals((0..count).map(|i| (i % 7 - 3) as f64).collect::<Vec<_>>());
    let mut inputs = data(1);
    inputs.insert("m".into(), Value::Int(*r.one_of(&[n, n - 3, 0, -4])));
    inputs.insert("n".into(), Value::Int(n));
    inputs.insert("at".into(), Value::ints(at));
    inputs.insert("y".into(), numbers(long));
    inputs.insert("x".into(), numbers(short));
    let run = |r: &mut Random| {
        let read = |r: &mut Random| match r.below(3) {
            0 => "y(p * n + i)".to_owned(),
            1 => format!("y({})", r.one_of(POSITIONS)),
            _ => format!("x({})", r.one_of(POSITIONS)),
        };
        let value = match r.below(4) {
            0 => read(r),
            1 => format!("{} * {} - {}", read(r), read(r), read(r)),
            2 => format!("2.0 * {} + real(p)", read(r)),
            _ => format!("{} * {}", read(r), read(r)),
        };
        let key = *r.one_of(&["i", "i", "i", "i + m - n", "n - n + i"]);
        let run = format!("sum(<_, i> in {}) {{ {key} -> {value} }}", r.one_of(ENDS));
        match r.below(5) {
            0 => format!("if o < n then {run}"),
            1 => format!("let c = x(p) in ({run})"),
            _ => format!("({run})"),
        }
    };
    let (first, second) = (run(r), run(r));
    let body = if r.chance(2) { first } else { format!("({first}) + ({second})") };
    (format!("sum(<p, o> in at) {body}"), inputs, n as u64)
}

/// Sums of runs of random ranges, positions and offsets, which wrap around too, are the evaluator's. Programs with keys
/// outside of the result are left out: they end with an error.
fn random_runs(seeds: impl Iterator<Item = u64>) {
    let (mut all, mut tiles, mut splits) = (0, 0, 0);
    for seed in seeds {
        let (text, inputs, n) = random(&mut Random::new(seed));
        let term = term(&text);
        let (value, _) = evaluate(&term, &inputs, 10_000_000).unwrap();
        let inside = |key: &i64| (0..n as i64).contains(key);
        if !matches!(&value, Value::Dict(entries) if entries.keys().all(inside)) {
            continue;
        }
        all += 1;
        for threads in [1, 2] {
            let what = format!("seed {seed}: {text}");
            let program = program_over(&term, &inputs, &[n], threads, &what);
            tiles += usize::from(program.contains("const 1024"));
            splits += usize::from(program.contains("step 8"));
        }
    }
    println!("{all} programs, {tiles} with tiles, {splits} with vectors");
    assert!(all < 30 || tiles > 0 && splits > tiles, "{all} programs, {tiles}, {splits}");
}

#[test]
fn runs_of_random_ranges() {
    random_runs(0..60);
}

#[test]
fn campaign_runs() {
    random_runs((0..samples(1000) / 10).map(|seed| 1 << 33 | seed));
}

/// Diagonals of a matrix: all of them are added to a part of the result before the next part.
#[test]
fn long_runs_are_added_in_tiles() {
    let n = 2100;
    let with = |at: &[i64]| offsets(n, at, [n, 8 * n]);
    let falling = "sum(<p, s> in at) sum(<_, i> in max(0, s - n + 1):min(n, s + 1))
        { i -> y(p * n + i) * x(s - i) }";
    let rising = "sum(<p, o> in at) sum(<_, i> in max(0, 0 - o):min(n, n - o))
        { i -> y(p * n + i) * x(i + o) }";
    // The position of an entry in its range, and two runs for each diagonal.
    let positions = "sum(<p, s> in at) if s < n then sum(<q, _> in 0:max(0, min(n, s + 1)))
        { q -> y(p * n + q) }";
    let both = "sum(<p, s> in at) let c = y(p) in
        (sum(<_, i> in max(0, s - n + 1):min(n, s + 1)) { i -> c * x(s - i) })
        + sum(<_, i> in 0:n) { n - 1 - n + 1 + i -> c * y(p * n + i) }";
    for text in [falling, rising, positions, both] {
        let term = term(text);
        for at in [
            &[n - 3, n - 2, n - 1, n, n + 1][..],
            &[0, 1, 1023, 1024, 1025, 2047, 2048, 2 * n - 2],
            &[-1, -n, 1 - n, 0, n - 1, -1024],
            &[2 * n - 1, -7, 5, 5],
            &[3],
            &[],
        ] {
            let inputs = with(at);
            let programs =
                [1, 2, 3].map(|threads| program_over(&term, &inputs, &[n as u64], threads, text));
            // Each thread has tiles of its own, and no copy of the result.
            assert_eq!(programs[0], programs[2], "{text}");
            assert!(programs[0].contains("const 1024"), "{text}: {}", programs[0]);
            // Zeros, and tiles.
            let parallel = programs[0].matches("parallel for").count();
            assert_eq!(parallel, 2, "{text}: {}", programs[0]);
        }
    }
    // A vector that one cache holds anyway, and runs that are short for what there is.
    let term = term(falling);
    let mut inputs = with(&[n - 1]);
    inputs.insert("n".into(), Value::Int(900));
    assert!(!program_over(&term, &inputs, &[900], 1, falling).contains("1024"));
    let mut inputs = with(&[n - 1; 40]);
    inputs.insert("y".into(), many(9 * n));
    assert!(!program_over(&term, &inputs, &[n as u64], 1, falling).contains("1024"));
}

/// A packed symmetric matrix: a row is a column too, and one loop adds both.
#[test]
fn a_row_that_is_a_column_is_read_once() {
    let with = |n: usize| {
        let mut inputs = data(1);
        let many = |count: usize, by: f64| {
            Value::reals((0..count).map(|i| (i % 7) as f64 * by).collect::<Vec<_>>())
        };
        inputs.insert("n".into(), Value::Int(n as i64));
        inputs.insert("x".into(), many(n, 1.0));
        inputs.insert("y".into(), many(n * (n + 1) / 2 + n, 0.5));
        inputs
    };
    let read = "y(i * (i + 1) / 2 + k)";
    let row = |end: &str| format!("{{ i -> sum(<k, _> in 0:{end}) {read} * x(k) }}");
    let column = |end: &str| format!("(sum(<k, _> in 0:{end}) {{ k -> {read} * x(i) }})");
    let other = "(sum(<k, _> in 0:i) { k -> y(k) * x(i) })".to_owned();
    for (first, second, joint) in [
        (row("i + 1"), column("i"), true),
        (row("i"), column("i"), true),
        (row("i"), column("i + 1"), true),
        (column("i + 2"), row("i + 1"), true),
        // Lengths that are further apart, other numbers, and sums that are no such pair.
        (row("i + 1"), column("i + 20"), false),
        (row("i + 1"), other, false),
        (row("i"), row("i + 1"), false),
        (column("i"), column("i + 1"), false),
    ] {
        let in_one = format!("sum(<i, _> in 0:n) {first} + {second}");
        let in_two = format!("(sum(<i, _> in 0:n) {first}) + sum(<i, _> in 0:n) {second}");
        for text in [in_one, in_two] {
            let term = term(&text);
            for n in [1, 2, 7, 8, 9, 16, 17, 18, 37, 70] {
                let inputs = with(n);
                let extents = &[n as u64 + 20];
                check(&term, &inputs, extents, true, &text).unwrap();
                for threads in [1, 3] {
                    let program = program_over(&term, &inputs, extents, threads, &text);
                    assert_eq!(program.contains("step 32"), joint, "{text}: {program}");
                }
            }
        }
    }
    // Integers, a difference, and numbers that stand for other entries.
    for text in [
        "sum(<i, _> in 0:n) { i -> sum(<k, _> in 0:i) at(i + k) * at(k) }
            + (sum(<k, _> in 0:i) { k -> at(i + k) * at(i) })",
        "(sum(<i, _> in 0:n) { i -> sum(<k, _> in 0:i) y(i + k) * x(k) })
            - sum(<i, _> in 0:n) sum(<k, _> in 0:i) { k -> y(i + k) * x(i) }",
        "sum(<i, _> in 0:n) { i -> sum(<k, _> in 0:i) y(i + k) * x(k) }
            + (sum(<k, _> in 0:i) { 2 * k -> y(i + k) * x(i) })",
        "sum(<i, _> in 0:n) { i -> sum(<k, _> in 0:i) y(i + k) * x(k) }
            + (sum(<k, _> in 0:i) if x(k) < 3.0 then { k -> y(i + k) * x(i) })",
    ] {
        let term = term(text);
        let mut inputs = with(40);
        inputs.insert("at".into(), Value::ints((0..80).map(|i| i % 5).collect::<Vec<_>>()));
        if text.contains("at(") {
            let of = descriptions(&term, &inputs, false);
            let lowered = lower_for(2, "shared", &term, &of, Element::I64, &[80]).unwrap();
            let found = run(&lowered.program, &data_of(&lowered.arguments, &inputs, &of)).unwrap();
            let (expected, _) = evaluate(&term, &inputs, 10_000_000).unwrap();
            assert_eq!(found[0], super::execute::dense(&expected, &[80], Element::I64), "{text}");
            assert!(lowered.program.to_string().contains("step 32"), "{text}");
        } else {
            check(&term, &inputs, &[80], true, text).unwrap();
            let program = program_over(&term, &inputs, &[80], 2, text);
            assert!(!program.contains("step 32"), "{text}: {program}");
        }
    }
}

/// A loop that reads outside of arrays at its ends is split: vectors read inside of all of them.
#[test]
fn loops_are_split_where_they_read_outside_of_arrays() {
    let n = 100;
    let with = |at: &[i64]| offsets(n, at, [n, n - 20]);
    let far =
        [i64::MIN, i64::MIN + 1, i64::MIN + n, 1 - n, -n, 0, 50, n - 1, n, i64::MAX - n, i64::MAX];
    for text in [
        "sum(<_, o> in at) sum(<_, i> in 0:n) { i -> x(i + o) }",
        "sum(<_, o> in at) sum(<_, i> in 0:n) { i -> x(o - i) }",
        "sum(<_, o> in at) sum(<_, i> in 0:n) { i -> x(i) * y(i + o) * x(o - i) }",
        "sum(<_, o> in at) sum(<q, i> in 20:n) { q -> x(i + o) - y(i - o) }",
        "sum(<_, i> in 0:n) { i -> y(i) * x(i + 3) }",
        "sum(<_, o> in at) sum(<_, i> in max(0, o):n) { i -> y(i + y_at * o) }",
    ] {
        let term = term(&text.replace("y_at", "m"));
        for at in [&far[..], &[], &[3], &[-30, 30]] {
            let inputs = with(at);
            check(&term, &inputs, &[n as u64], true, text).unwrap();
            for threads in [1, 2] {
                let program = program_over(&term, &inputs, &[n as u64], threads, text);
                assert!(program.contains("step 8"), "{text}: {program}");
                assert!(program.matches("step 1").count() >= 2, "{text}: {program}");
            }
        }
    }
    // Short ranges stay one loop, and so do positions with another stride.
    for text in [
        "sum(<_, o> in at) sum(<_, i> in 0:40) { i -> x(i + o) }",
        "sum(<_, o> in at) sum(<_, i> in 0:n) { i -> x(2 * i + o) }",
    ] {
        let program = program_over(&term(text), &with(&far), &[n as u64], 1, text);
        let vectors = program.matches("step 8").count();
        assert!(vectors <= 1, "{text}: {program}");
    }
}

/// A product of two elements of finite data is zero if it reads outside of an array: nothing is added there.
#[test]
fn products_that_are_zero_outside_are_left_out() {
    let n = 100;
    let mut inputs = offsets(n, &[-70, 0, 3, 99, 200, i64::MIN, i64::MAX], [n, n]);
    let singles = |text: &str, inputs: &Inputs| {
        let term = term(text);
        let of = descriptions(&term, inputs, false);
        let lowered = lower_for(1, "shared", &term, &of, Element::F64, &[n as u64]).unwrap();
        lowered.program.to_string().matches("step 1").count()
    };
    let product = "sum(<_, o> in at) sum(<_, i> in 0:n) { i -> y(i) * x(i + o) }";
    let others = [
        "sum(<_, o> in at) sum(<_, i> in 0:n) { i -> y(i) * x(i + o) * y(i + 1) }",
        "sum(<_, o> in at) sum(<_, i> in 0:n) { i -> y(i) - x(i + o) }",
        "sum(<_, o> in at) sum(<_, i> in 0:n) { i -> real(o) * x(i + o) }",
    ];
    for text in [product].iter().chain(&others) {
        check(&term(text), &inputs, &[n as u64], true, text).unwrap();
    }
    let few = singles(product, &inputs);
    assert!(others.iter().all(|text| singles(text, &inputs) > few));
    inputs.insert("y".into(), Value::reals(vec![f64::INFINITY; n as usize]));
    assert!(singles(product, &inputs) > few);
}

/// The places of a vector that is made before the loops that read it may begin at any key.
#[test]
fn tiles_begin_at_the_least_key() {
    let n = 2100;
    let mut inputs = offsets(n, &[-40, 0, 3], [n, 3 * n]);
    let columns: Vec<i64> = (0..40).map(|i| i * 53 % n).collect();
    inputs.insert("idx".into(), Value::ints(columns));
    for (key, read) in [
        ("i + 9000", "d(k + 9000)"),
        ("i + 700", "d(k)"),
        ("i - 700", "d(k)"),
        ("i", "d(k)"),
        ("0 - n + i", "d(k - n)"),
    ] {
        let text = format!(
            "let d = (sum(<p, o> in at) sum(<_, i> in 0:n) {{ {key} -> y(p * n + i) * x(i + o) }}) in
             sum(<r, _> in 0:8) {{ r -> sum(<q, k> in idx(r * 5:r * 5 + 5)) {{ k -> {read} }} }}"
        );
        let term = term(&text);
        check_rows(&term, &inputs, &[8, n as u64], true, &text).unwrap();
        program_over(&term, &inputs, &[8, n as u64], 2, &text);
    }
}
