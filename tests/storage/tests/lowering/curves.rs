//! Loops along the Z-order curve: squares whose places are constants.

use super::execute::{check, data_of, descriptions, run};
use super::shared::{data, program_over, term};
use hloom_ir::Element;
use hloom_loops::storage::lower_for;
use hloom_storage::{Inputs, Value};
use hloom_storage_tests::{Random, samples};

/// Numbers along a curve, and a vector. Sums of `round` numbers are the same in any order, such as that of the
/// evaluator, which adds up two dictionaries before it adds them to a third.
fn along(r: &mut Random, [length, columns]: [usize; 2], round: bool) -> Inputs {
    let mut numbers = |count: usize| {
        let one = |r: &mut Random| match round {
            true => r.below(9) as f64 - 4.0,
            false => (r.below(1000) as f64 - 500.0) / 7.0,
        };
        Value::reals((0..count).map(|_| one(r)).collect::<Vec<_>>())
    };
    let mut inputs = data(1);
    inputs.insert("val".into(), numbers(length));
    inputs.insert("x".into(), numbers(columns));
    let places = (0..length).map(|_| r.below(20) as i64 - 2).collect::<Vec<_>>();
    inputs.insert("at".into(), Value::ints(places));
    inputs
}

const PRODUCT: &str = "sum(<z, v> in val) { odd(z) -> v * x(even(z)) }";

/// The number of times that a program takes the even bits of a number.
fn bits(program: &str) -> usize {
    program.matches("even_bits").count()
}

#[test]
fn squares_have_places_that_are_constants() {
    let mut r = Random::new(1);
    for (length, rows) in [(1024, 32), (1088, 40), (2048, 32), (4096, 64)] {
        let inputs = along(&mut r, [length, rows * 2], false);
        let program = program_over(&term(PRODUCT), &inputs, &[rows as u64], 1, PRODUCT);
        // Three more find the square's first position, row and column.
        assert_eq!((program.matches(" = mul ").count(), bits(&program)), (64 + 3, 2), "{program}");
        assert!(!program.contains("select"), "all places are inside: {program}");
        // Each row of a square is stored once, whether rows or columns are added to; zeros are stored before.
        for text in [PRODUCT.to_owned(), PRODUCT.replace("odd", "even")] {
            let program = program_over(&term(&text), &inputs, &[2 * rows as u64], 1, &text);
            assert_eq!(program.matches("store ").count(), 8 + 1, "{program}");
        }
    }
}

/// Curves that end inside of a square, numbers that stand alone, matrices, and loops inside of the one along the
/// curve stay as they are.
#[test]
fn other_loops_along_a_curve_are_plain() {
    let mut r = Random::new(2);
    let matrix = "sum(<z, v> in val) { odd(z) -> { even(z) -> v } }";
    let total = "sum(<z, v> in val) v * x(even(z))";
    let inner = "sum(<z, v> in val) sum(<_, a> in twice) { odd(z) -> v * x(a) }";
    let promised = "sum(<z, v> in val) { unique(z) -> v * x(even(z)) }";
    // Several rows have one place, or there is a place for each number.
    let rows_of_two = "sum(<z, v> in val) { even(odd(z)) -> v * x(even(z)) }";
    let elements = "sum(<z, v> in val) { z -> v * x(even(z)) }";
    // A dictionary in the body, which 64 copies of it would make.
    let made = "sum(<z, v> in val) ({ odd(z) -> { 0 -> v * x(even(z)) } })(odd(z))";
    let read = "sum(<z, v> in val) { odd(z) -> ({ z -> v * x(even(z)) })(z) }";
    for (length, text, extents) in [
        (1025, PRODUCT, &[64][..]),
        (512, PRODUCT, &[32]),
        (0, PRODUCT, &[8]),
        (1024, matrix, &[32, 32]),
        (1024, total, &[]),
        (1024, inner, &[32]),
        (1024, promised, &[1024]),
        (1024, rows_of_two, &[8]),
        (1024, elements, &[1024]),
        (1024, made, &[1]),
        (1024, read, &[32]),
    ] {
        let round = text == inner;
        let inputs = along(&mut r, [length, 64], round);
        let program = program_over(&term(text), &inputs, extents, 1, text);
        assert!(bits(&program) <= 3, "{program}");
        assert!(program.matches(" = mul ").count() < 8, "{program}");
    }
    // Long programs have a few loops over squares.
    let many = vec![format!("({PRODUCT})"); 20].join(" + ");
    let inputs = along(&mut r, [1024, 64], true);
    let program = program_over(&term(&many), &inputs, &[32], 1, &many);
    assert!(program.matches(" = mul ").count() < 9 * 67, "{program}");
}

/// Sums of narrower elements are stored, and rounded, at each addition; those of integers are in registers too.
#[test]
fn squares_of_other_elements_round_at_each_addition() {
    let mut r = Random::new(3);
    let inputs = along(&mut r, [1024, 64], false);
    let of = descriptions(&term(PRODUCT), &inputs, false);
    let lowered = lower_for(1, "narrow", &term(PRODUCT), &of, Element::F32, &[32]).unwrap();
    let found = run(&lowered.program, &data_of(&lowered.arguments, &inputs, &of)).unwrap();
    let reals = |name: &str| -> Vec<f64> {
        let Value::Array(array) = &inputs[&name.into()] else { panic!() };
        let real = |at| if let Some(Value::Real(v)) = array.get(at) { v } else { panic!() };
        array.positions().map(real).collect()
    };
    let (val, x) = (reals("val"), reals("x"));
    let even = |z: usize| (0..5).fold(0, |bits, at| bits | (z >> (2 * at) & 1) << at);
    let mut rows = [0f32; 32];
    for (z, v) in val.iter().enumerate() {
        let row = &mut rows[even(z >> 1)];
        *row = (f64::from(*row) + v * x[even(z)]) as f32;
    }
    let expected: Vec<u8> = rows.iter().flat_map(|row| row.to_le_bytes()).collect();
    assert_eq!(found[0], expected, "{}", lowered.program);
    let integers = "sum(<z, k> in at) { odd(z) -> k * even(z) }";
    check(&term(integers), &inputs, &[32], false, integers).unwrap();
}

/// Random loops along curves: their keys, conditions and numbers. Gives the number of those that go along squares.
fn random_curves(seeds: impl Iterator<Item = u64>) -> usize {
    let mut squares = 0;
    for seed in seeds {
        let r = &mut Random::new(seed);
        let threads = *r.one_of(&[1, 1, 2, 3]);
        let (around, both) = (r.below(4), r.chance(3));
        let length = *r.one_of(&[0, 1, 64, 1023, 1024, 1024, 1024, 1088, 2048, 4096]);
        let columns = r.below(40);
        let inputs = along(r, [length, columns], threads > 1 || around < 2 || both);
        let key = *r.one_of(&[
            "odd(z)",
            "odd(z)",
            "even(z)",
            "even(z) + odd(z)",
            "3 - even(z) + 64",
            "even(z + 1)",
            "z",
            "even(odd(z))",
            "at(z) + 2",
            "if even(z) < 3 then odd(z)",
        ]);
        let condition = *r.one_of(&[
            "",
            "",
            "if odd(z) < 5 then",
            "if even(z) < odd(z) then",
            "if V < x(3) then",
            "if z < m then",
            "if a < even(z) then",
        ]);
        let number = *r.one_of(&[
            "V * x(even(z))",
            "V * x(even(z))",
            "V * x(odd(z)) * x(even(z))",
            "val(z + 1) * x(even(z))",
            "real(z + even(z)) * V",
            "min(V, x(even(z) - 1))",
            "V * x(at(even(z)))",
            "V * x(a)",
            "if odd(z) < a then V",
        ]);
        // Numbers of `at` are integers.
        let (over, value) = if r.chance(5) { ("at", "real(v)") } else { ("val", "v") };
        let [condition, number] = [condition, number].map(|part| part.replace('V', value));
        let mut entry = format!("{{ {key} -> {number} }}");
        if both {
            let sign = *r.one_of(&["+", "-"]);
            let other = *r.one_of(&["odd(z)", "even(z)", key]);
            entry = match r.below(3) {
                // A dictionary that is there, and one that is made to be read.
                0 => format!("({entry} {sign} let q = {{ 3 -> 2.0 }} in q)"),
                1 => format!("({entry} {sign} {{ {other} -> ({{ z -> {number} }})(z) }})"),
                _ => format!("({entry} {sign} {{ {other} -> {number} }})"),
            };
        }
        let mut text = format!("sum(<z, v> in {over}) {condition} {entry}");
        text = match around {
            0 => format!("sum(<_, a> in twice) ({text})"),
            1 => format!("let a = 2 in (0.5 * {text}) - ({{ 1 -> 2.0 }})"),
            2 => format!("let a = 1 in let y = ({text}) in sum(<k, b> in y) {{ k -> b * x(k) }}"),
            _ => format!("let a = n in {text}"),
        };
        let mut inputs = inputs;
        inputs.insert("m".into(), Value::Int(r.below(300) as i64));
        let what = format!("seed {seed}: {text}");
        let program = program_over(&term(&text), &inputs, &[5000], threads, &what);
        // A body for each position of a square.
        squares += usize::from(program.matches("load @").count() >= 64);
    }
    println!("{squares} programs go along squares");
    squares
}

#[test]
fn random_loops_along_curves() {
    assert!(random_curves(0..80) >= 6);
}

#[test]
fn campaign_curves() {
    assert!(random_curves((0..samples(1000) / 10).map(|seed| 1 << 35 | seed)) > 0);
}
