//! Merges by hash: the pairs of arrays in no order, with repeated and extreme values, and those of
//! long ones that are far from dense.

use super::execute::{check, data_of, descriptions, run};
use hloom_ir::Element;
use hloom_loops::storage::lower_for;
use hloom_storage::term::sorts;
use hloom_storage::{Inputs, Scalar, Value, compile, evaluate};
use hloom_storage_tests::Random;

/// The first factor of the hash, as programs print it.
const HASH: &str = "-49064778989728563";

/// Three rows of 4, 0 and 5 numbers in no order, some of them twice, and 7 others, which are the
/// elements of `mixed` at the same positions; the least and the greatest are there.
fn short() -> Inputs {
    let rows = [7, -3, i64::MIN, 7, 1 << 40, i64::MAX, 0, -3, 7];
    let mixed = [-3, i64::MAX, 7, 0, i64::MIN, -3, 12, 7, 1 << 40, 7, 1 << 33];
    let real = |n: usize| Value::reals((0..n).map(|i| i as f64 - 2.5).collect::<Vec<_>>());
    Inputs::from([
        ("pos".into(), Value::ints([0, 4, 4, 9])),
        ("at".into(), Value::ints([0, 2, 9, 11])),
        ("rows".into(), Value::ints(rows)),
        ("mixed".into(), Value::ints(mixed)),
        // Keys that are far from each other, within 2³³.
        ("far".into(), Value::ints([1 << 33, 5, 1 << 32, 5, 70_000_000, 0, -9, 1 << 33, 3, 4, 6])),
        ("look".into(), Value::ints([5, 1 << 32, 7, 1 << 33, -9, -10, (1 << 33) + 1, 0, 5, 3, 2])),
        ("val".into(), real(11)),
        ("count".into(), Value::ints((0..11).map(|i| i * i % 7 - 2).collect::<Vec<_>>())),
    ])
}

/// Two rows of 5,000 and 1,500 numbers that ascend, and 4,500 others that do: few are equal, and they
/// are far from dense.
fn long() -> Inputs {
    let spread = |step: i64, n: i64| (0..n).map(move |i| step * i * 1_000_003 - (1 << 35));
    let rows: Vec<i64> = spread(2, 5000).chain(spread(15, 1500)).collect();
    let mixed: Vec<i64> = spread(3, 4500).collect();
    let real = |n: usize| Value::reals((0..n).map(|i| (i % 9) as f64 - 2.5).collect::<Vec<_>>());
    Inputs::from([
        ("pos".into(), Value::ints([0, 5000, 5000, 6500])),
        ("at".into(), Value::ints([0, 0, 4500, 4500])),
        ("val".into(), real(6500)),
        ("count".into(), Value::ints((0..6500).map(|i| i % 7 - 2).collect::<Vec<_>>())),
        ("rows".into(), Value::ints(rows)),
        ("mixed".into(), Value::ints(mixed)),
    ])
}

const DECLARED: &str = "CREATE TENSOR pos : [int]; CREATE TENSOR at : [int];
    CREATE TENSOR val : [real]; CREATE TENSOR count : [int]; CREATE TENSOR rows : [int];
    CREATE TENSOR mixed : [int]; CREATE TENSOR far : [int]; CREATE TENSOR look : [int]; ";

/// The loop program for so many threads, which computes what the evaluator does.
fn program(text: &str, inputs: &Inputs, extents: &[u64], threads: u64) -> String {
    let term = compile(&(DECLARED.to_owned() + text)).unwrap().composed().unwrap();
    let of = descriptions(&term, inputs, false);
    let element = match sorts(&term).last().unwrap().base {
        Scalar::Int => Element::I64,
        _ => Element::F64,
    };
    let lowered = lower_for(threads, "buckets", &term, &of, element, extents).unwrap();
    let found = run(&lowered.program, &data_of(&lowered.arguments, inputs, &of)).unwrap();
    let (expected, _) = evaluate(&term, inputs, 100_000_000).unwrap();
    assert_eq!(found[0], super::execute::dense(&expected, extents, element), "{text}");
    check(&term, inputs, extents, true, text).unwrap();
    lowered.program.to_string()
}

/// Bodies of merges: numbers of each type, with loops and with merges.
const BODIES: &[&str] = &[
    "count(p) * count(q)",
    "val(p) * val(q)",
    "1",
    "real(v)",
    "sum(<_, j> in 0:q) val(p) * real(j)",
    "merge(<r, s, w> in <mixed(at(i):at(i + 1)), mixed>) val(s) * real(q + r)",
];

#[test]
fn arrays_in_no_order_are_put_into_buckets() {
    let inputs = short();
    for body in BODIES {
        // One that is the same for all rows, one for each row, and a part of one of them.
        for over in ["mixed", "mixed(at(i):at(i + 1))", "mixed(2:10)", "mixed(9:4)"] {
            for [x, y] in [["rows(pos(i):pos(i + 1))", over], [over, "rows(pos(i):pos(i + 1))"]] {
                let pairs = format!("sum(<i, _> in 0:3) merge(<p, q, v> in <{x}, {y}>) {body}");
                let rows =
                    format!("sum(<i, _> in 0:3) {{ i -> merge(<p, q, v> in <{x}, {y}>) {body} }}");
                for threads in [1, 3] {
                    let loops = program(&pairs, &inputs, &[], threads);
                    assert!(loops.contains(HASH), "{pairs}: {loops}");
                    program(&rows, &inputs, &[3], threads);
                }
            }
        }
    }
}

#[test]
fn pairs_of_arrays_in_no_order_make_a_dictionary() {
    let inputs = short();
    for value in ["val(p) * val(q)", "count(q)"] {
        let text = format!(
            "sum(<i, _> in 0:3) merge(<p, q, v> in <rows(pos(i):pos(i + 1)), mixed>)
             {{ p -> {{ q -> {value} }} }}"
        );
        for threads in [1, 3] {
            assert!(program(&text, &inputs, &[9, 11], threads).contains(HASH), "{text}");
        }
    }
}

/// The table is made once, before the loop over the rows.
#[test]
fn the_loops_around_share_buckets() {
    let text = "sum(<i, _> in 0:3) { i ->
        merge(<p, q, _> in <rows(pos(i):pos(i + 1)), mixed>) val(p) * val(q) }";
    for inputs in [short(), long()] {
        let loops = program(text, &inputs, &[3], 3);
        let (before, after) = loops.split_once("parallel for").expect("a parallel loop");
        assert!(before.contains("store") && before.contains(HASH), "{loops}");
        assert_eq!(after.matches(HASH).count(), 1, "{loops}");
    }
}

#[test]
fn long_arrays_far_from_dense_are_put_into_buckets() {
    let inputs = long();
    for body in ["count(p) * count(q)", "val(p) * val(q)", "1"] {
        let parts = ["rows(pos(i):pos(i + 1))", "mixed"];
        for [x, y] in [parts, [parts[1], parts[0]]] {
            let text = format!("sum(<i, _> in 0:3) merge(<p, q, v> in <{x}, {y}>) {body}");
            for threads in [1, 3] {
                let loops = program(&text, &inputs, &[], threads);
                assert!(loops.contains(HASH), "{text}: {loops}");
            }
        }
    }
    // The shared side is far longer than all rows: bisection takes fewer steps.
    let mut few = inputs;
    few.insert("rows".into(), Value::ints([-5, 1 << 36, 1 << 40]));
    few.insert("pos".into(), Value::ints([0, 1, 1, 3]));
    let text = "sum(<i, _> in 0:3) merge(<p, q, v> in <rows(pos(i):pos(i + 1)), mixed>) 1";
    assert!(!program(text, &few, &[], 1).contains(HASH));
}

/// Dictionaries with more places than a workspace may have, which the loops only look up.
#[test]
fn dictionaries_of_far_keys_are_hashed() {
    let inputs = short();
    // One level, two, several additions to one key, a computed key, and numbers of each type.
    let one = "let d = sum(<p, i> in far) { i -> val(p) } in ";
    let sum = "let d = (sum(<p, i> in far) { i -> count(p) }) - sum(<p, i> in far(1:4)) { i -> count(p) } in ";
    let two = "let d = sum(<p, i> in far) { i -> { mixed(p) % 5000 -> val(p) } } in ";
    let computed = "let d = sum(<p, i> in far) if p < 8 then { i * 3 + 1 -> { p -> p > 2 } } in ";
    let segments =
        "let d = sum(<i, _> in 0:3) sum(<p, j> in far(at(i):at(i + 1))) { j -> val(p) } in ";
    for (made, read, extents) in [
        (one, "sum(<p, j> in look) val(p) * d(j)", &[][..]),
        (one, "sum(<p, j> in look) { p -> d(j + 1) * d(j) }", &[11]),
        (sum, "sum(<p, j> in look) { p -> d(j) }", &[11]),
        (two, "sum(<p, j> in look) { p -> d(j)(mixed(p) % 5000) }", &[11]),
        (two, "sum(<p, j> in look) d(j)(7)", &[]),
        (computed, "sum(<p, j> in look) { p -> if d(j * 3 + 1)(p) then j }", &[11]),
        (segments, "sum(<p, j> in look) { p -> d(j) }", &[11]),
    ] {
        for threads in [1, 3] {
            let loops = program(&format!("{made}{read}"), &inputs, extents, threads);
            assert!(loops.contains(HASH), "{made}{read}: {loops}");
        }
    }
    // A loop over the entries is refused, and so is a table that each iteration would make.
    for refused in [
        "let d = sum(<p, i> in far) { i -> val(p) } in sum(<k, v> in d) v * real(k)",
        "let d = sum(<p, i> in far) { i -> val(p) } in d",
        "sum(<q, _> in look) let d = sum(<p, i> in far) { i + q -> val(p) } in d(q)",
    ] {
        let term = compile(&(DECLARED.to_owned() + refused)).unwrap().composed().unwrap();
        let of = descriptions(&term, &inputs, false);
        assert!(lower_for(1, "refused", &term, &of, Element::F64, &[]).is_err(), "{refused}");
    }
}

/// Tables of all sizes, with keys from few to many values: runs that go on at the first slot, keys that
/// come again, and arrays without elements.
#[test]
fn random_keys_are_found() {
    let mut random = Random::new(17);
    for round in 0..60 {
        // Within 32 bits, which two levels of keys have room for.
        let pool: Vec<i64> =
            (0..1 + random.below(60)).map(|_| i64::from(random.bits() as i32)).collect();
        let mut keys = |least: usize, most: usize| -> Vec<i64> {
            let length = least + random.below(most - least + 1);
            (0..length).map(|_| *random.one_of(&pool)).collect()
        };
        // A dictionary of few places needs no table: both ends are there.
        let mut far = keys(0, 40);
        far.extend([-(1 << 31), 1 << 31]);
        let (rows, mixed, look) = (keys(9, 9), keys(1, 30), keys(0, 40));
        let mut inputs = short();
        let longest = far.len().max(mixed.len()).max(look.len()).max(9);
        inputs.insert(
            "val".into(),
            Value::reals((0..longest).map(|i| i as f64 - 4.0).collect::<Vec<_>>()),
        );
        inputs.insert(
            "count".into(),
            Value::ints((0..longest as i64).map(|i| i % 5 - 2).collect::<Vec<_>>()),
        );
        for (name, array) in [("far", far), ("rows", rows), ("mixed", mixed), ("look", look)] {
            inputs.insert(name.into(), Value::ints(array));
        }
        for text in [
            "let d = sum(<p, i> in far) { i -> val(p) } in sum(<p, j> in look) val(p) * d(j)",
            "let d = sum(<p, i> in far) { i -> { count(p) -> count(p) } }
             in sum(<p, j> in look) d(j)(1) * d(j)(count(p))",
            "sum(<p, j> in look) val(p) * merge(<q, r, v> in <mixed, far>) val(q) * val(r)",
            "sum(<i, _> in 0:3) merge(<p, q, v> in <rows(pos(i):pos(i + 1)), look>) count(p) * q",
        ] {
            let loops = program(text, &inputs, &[], 1 + round % 3);
            // Some arrays are in order by chance.
            assert!(loops.contains(HASH) || text.starts_with("sum"), "{text}: {loops}");
        }
    }
}
