//! Merges by tables of positions, conditions that bounds decide, sums in lanes, keys of blocks.

use super::execute::{check, data_of, descriptions, run};
use hloom_ir::Element;
use hloom_loops::storage::lower_for;
use hloom_storage::term::sorts;
use hloom_storage::{Inputs, Scalar, Value, compile, evaluate};

/// Four rows of a graph, of 3, 0, 40 and 2 entries, numbers of its entries, and columns that a row
/// may not have.
fn data() -> Inputs {
    let long = (0..40).map(|i| 3 * i + 1);
    let idx: Vec<i64> = [0, 2, 7].into_iter().chain(long).chain([2, 118]).collect();
    let other = Value::ints([-4, 0, 1, 2, 5, 7, 118, 4000]);
    Inputs::from([
        ("n".into(), Value::Int(4)),
        ("h".into(), Value::Int(2)),
        ("w".into(), Value::Int(4)),
        ("pos".into(), Value::ints([0, 3, 3, 43, 45])),
        ("blocks".into(), Value::ints([0, 2, 3])),
        ("at".into(), Value::ints([1, 3, 0])),
        ("whole".into(), Value::ints((1..=45).map(|i| i * i % 11 - 3).collect::<Vec<_>>())),
        ("val".into(), Value::reals((0..45).map(|i| f64::from(i % 5) - 1.0).collect::<Vec<_>>())),
        ("idx".into(), Value::ints(idx)),
        ("other".into(), other),
        ("ones".into(), Value::ints([1; 45])),
        ("twos".into(), Value::ints([2; 45])),
    ])
}

const DECLARED: &str = "CREATE TENSOR n : int; CREATE TENSOR h : int; CREATE TENSOR w : int;
    CREATE TENSOR pos : [int]; CREATE TENSOR blocks : [int]; CREATE TENSOR at : [int];
    CREATE TENSOR whole : [int]; CREATE TENSOR val : [real]; CREATE TENSOR idx : [int];
    CREATE TENSOR other : [int]; CREATE TENSOR ones : [int]; CREATE TENSOR twos : [int]; ";

/// The loop program for so many threads, which computes what the evaluator does.
fn program(text: &str, extents: &[u64], threads: u64) -> String {
    let term = compile(&(DECLARED.to_owned() + text)).unwrap().composed().unwrap();
    let inputs = data();
    let of = descriptions(&term, &inputs, false);
    let element = match sorts(&term).last().unwrap().base {
        Scalar::Int => Element::I64,
        _ => Element::F64,
    };
    let lowered = lower_for(threads, "tables", &term, &of, element, extents).unwrap();
    let found = run(&lowered.program, &data_of(&lowered.arguments, &inputs, &of)).unwrap();
    let (expected, _) = evaluate(&term, &inputs, 1_000_000).unwrap();
    assert_eq!(found[0], super::execute::dense(&expected, extents, element), "{text}");
    check(&term, &inputs, extents, true, text).unwrap();
    lowered.program.to_string()
}

/// The bodies of merges: the factor of the second part may be in the table, be none, or have the
/// value; a product of both positions, and floats, have no factors.
const BODIES: &[(&str, bool)] = &[
    ("whole(p) * whole(q)", true),
    ("1", true),
    ("whole(p) * whole(q) * (v + q)", true),
    ("whole(p) * (p + q)", false),
    ("val(p) * val(q)", false),
    ("sum(<_, j> in 0:q) val(p) * real(j)", false),
];

#[test]
fn a_part_that_does_not_change_in_a_loop_gets_a_table() {
    for (body, product) in BODIES {
        for [x, y] in [["k", "i"], ["i", "k"]] {
            let text = format!(
                "sum(<i, _> in 0:4) sum(<k, _> in 0:4)
                 merge(<p, q, v> in <idx(pos({x}):pos({x} + 1)), idx(pos({y}):pos({y} + 1))>) {body}"
            );
            for threads in [1, 3] {
                let loops = program(&text, &[], threads);
                // Places are zero again after each use.
                assert!(loops.contains("@workspace"), "{loops}");
                // Positions have 32 bits, and products as few as their bounds allow.
                let narrow = ["i8[119]", "i8[357]", "i16[119]", "i16[357]"];
                let narrow = narrow.iter().any(|ty| loops.contains(ty));
                assert_eq!(narrow, *product, "{body}: {loops}");
            }
        }
    }
}

#[test]
fn a_merge_makes_a_table_for_itself() {
    for (body, _) in BODIES {
        // The values of the other part are not all within the bounds of the table.
        for over in ["other", "other(2:6)", "idx(pos(3 - i):pos(3 - i + 1))"] {
            let text = format!(
                "sum(<i, _> in 0:4) merge(<p, q, v> in <{over}, idx(pos(i):pos(i + 1))>) {body}"
            );
            for threads in [1, 3] {
                assert!(program(&text, &[], threads).contains("@workspace"), "{over}: {body}");
            }
        }
    }
    // Into a dictionary.
    let text = "sum(<i, _> in 0:4)
        merge(<p, q, v> in <other, idx(pos(i):pos(i + 1))>) { q -> { i -> val(q) * real(p) } }";
    for threads in [1, 3] {
        assert!(program(text, &[45, 4], threads).contains("@workspace"));
    }
}

#[test]
fn parts_with_equal_values_get_no_place_for_each() {
    // They are put into buckets: there are no places for the values from -3 to 7.
    let text = "sum(<i, _> in 0:4) merge(<p, q, v> in <other, whole(pos(i):pos(i + 1))>) p + q";
    let loops = program(text, &[], 1);
    assert!(loops.contains("@workspace") && !loops.contains("[11]"), "{loops}");
}

#[test]
fn conditions_that_the_bounds_decide_are_gone() {
    let inside = "sum(<i, _> in 0:n) if (0 <= i) * (i < 5) then { i -> real(i) }";
    assert!(!program(inside, &[4], 1).contains("if "));
    let unknown = "sum(<i, _> in 0:n) if i < whole(i) then { i -> real(i) }";
    assert!(program(unknown, &[4], 1).contains("if "));
    let never = "sum(<i, _> in 0:n) if i < 0 - 1 then { i -> real(i) }";
    assert!(!program(never, &[4], 1).contains("if "));
}

/// Arrays whose elements are all the same are not read where they are factors, unless a position may be
/// outside, where the factor is zero.
#[test]
fn factors_that_are_known_are_not_read() {
    let load = |text: &str, name: &str| text.contains(&format!("load @{name}"));
    for (body, ones, twos) in [
        ("ones(p) * whole(p)", false, false),
        ("whole(p) * ones(p)", false, false),
        ("ones(p) * twos(p)", false, false),
        ("3 * ones(p) * whole(p) * ones(0)", false, false),
        ("ones(p + 1) * whole(p)", true, false),
        ("twos(p) * whole(p)", false, true),
        ("ones(p) + whole(p)", true, false),
        ("ones(p)", true, false),
    ] {
        for over in ["idx", "idx(pos(1):pos(3))"] {
            let loops = program(&format!("sum(<p, _> in {over}) {body}"), &[], 1);
            assert_eq!(
                [load(&loops, "ones"), load(&loops, "twos")],
                [ones, twos],
                "{body}: {loops}"
            );
            let loops = program(&format!("sum(<p, k> in {over}) {{ k -> {body} }}"), &[119], 1);
            assert_eq!(
                [load(&loops, "ones"), load(&loops, "twos")],
                [ones, twos],
                "{body}: {loops}"
            );
        }
    }
    let scaled = "sum(<p, _> in idx) ones(p) * (sum(<q, k> in other) { q -> k })";
    assert!(!load(&program(scaled, &[8], 1), "ones"));
    // The triangles of a graph without weights: a table of bytes, and no product.
    let triangles =
        "sum(<i, _> in 0:4) sum(<e, j> in idx(pos(i):pos(i + 1))) if j < 4 then ones(e) *
        merge(<p, q, _> in <idx(pos(j):pos(j + 1)), idx(pos(i):pos(i + 1))>) ones(p) * ones(q)";
    for threads in [1, 3] {
        let loops = program(triangles, &[], threads);
        assert!(loops.contains(" : i8[") && !load(&loops, "ones"), "{loops}");
    }
}

#[test]
fn sums_around_a_short_range_carry_a_vector() {
    let text = "sum(<b, _> in 0:2) sum(<i, _> in 0:h) { b * h + i ->
        sum(<p, j> in at(blocks(b):blocks(b + 1)))
        sum(<l, _> in 0:w) val((p * h + i) * w + l) * val(j * w + l) }";
    for threads in [1, 3] {
        let loops = program(text, &[4], threads);
        assert!(loops.contains("<4 x f64> = fma"), "{loops}");
        // Each block has rows of its own: the outermost loop is parallel, and there are no copies.
        assert_eq!(loops.matches("parallel for").count(), 2, "{loops}");
        assert!(!loops.contains("@workspace"), "{loops}");
    }
}

#[test]
fn numbers_side_by_side_are_added_in_lanes() {
    for (body, lanes) in [("val(p) * val(p)", true), ("val(p) + real(k)", false)] {
        let rows =
            format!("sum(<i, _> in 0:4) {{ i -> sum(<p, k> in idx(pos(i):pos(i + 1))) {body} }}");
        assert_eq!(program(&rows, &[4], 1).contains("<8 x f64>"), lanes);
        for threads in [1, 3] {
            program(&format!("sum(<p, k> in idx) {body}"), &[], threads);
        }
    }
}

#[test]
fn the_places_of_a_curve_have_half_of_the_bits() {
    // Keys of 45 positions: 6 bits, 3 of which are at even places.
    let text = "sum(<i, row> in sum(<z, v> in val) { even(z) -> { odd(z) -> v } })
        sum(<j, v> in row) { i -> v * real(j) }";
    let loops = program(text, &[8], 1);
    assert!(loops.contains("@workspace : f64[64]"), "{loops}");
}

/// Rows of one array that are shorter, as long and far longer than those of another; neither, one or
/// both have entries.
fn rows() -> Inputs {
    let lengths = [[1, 200], [200, 1], [2, 70], [70, 70], [0, 90], [90, 0], [70, 2], [5, 3]];
    let mut inputs = Inputs::from([("n".into(), Value::Int(lengths.len() as i64))]);
    for (side, name) in ["a", "b"].into_iter().enumerate() {
        let (mut pos, mut idx) = (vec![0], Vec::new());
        for (row, length) in lengths.iter().enumerate() {
            idx.extend((0..length[side]).map(|at| at * (2 + side as i64) + row as i64 % 2));
            pos.push(idx.len() as i64);
        }
        let numbers: Vec<f64> = (0..idx.len()).map(|at| f64::from(at as u32 % 7) - 2.0).collect();
        inputs.insert(format!("{name}_pos").as_str().into(), Value::ints(pos));
        inputs.insert(format!("{name}_idx").as_str().into(), Value::ints(idx));
        inputs.insert(format!("{name}_val").as_str().into(), Value::reals(numbers));
    }
    inputs
}

/// The code of merges inside of merges grows by as much for each, and computes what the evaluator does
/// where parts are searched, too.
#[test]
fn the_code_of_deep_merges_is_not_copied() {
    let declared =
        "CREATE TENSOR n : int; CREATE TENSOR a_pos : [int]; CREATE TENSOR a_idx : [int];
        CREATE TENSOR a_val : [real]; CREATE TENSOR b_pos : [int]; CREATE TENSOR b_idx : [int];
        CREATE TENSOR b_val : [real]; ";
    let inputs = rows();
    let part =
        |name: &str, row: &str| format!("{name}_idx({name}_pos({row}):{name}_pos({row} + 1))");
    for [x, y] in [["a", "b"], ["b", "a"], ["a", "a"]] {
        for into in ["", "{ v0 -> ", "{ i -> "] {
            let mut lengths = Vec::new();
            for depth in 1..=6 {
                let mut text = format!("{declared}sum(<i, _> in 0:n) ");
                for level in 0..depth {
                    // Numbers beyond the rows are those of none.
                    let row = if level == 0 { "i".to_owned() } else { format!("v{}", level - 1) };
                    let (own, other) = (part(x, &row), part(y, &row));
                    text += &format!("merge(<p{level}, q{level}, v{level}> in <{own}, {other}>) ");
                    text += if level == 0 { into } else { "" };
                }
                let last = depth - 1;
                text += &format!("{x}_val(p{last}) * {y}_val(q{last})");
                text += if into.is_empty() { "" } else { " }" };
                let term = compile(&text).unwrap().composed().unwrap();
                let extents: &[u64] = if into.is_empty() { &[] } else { &[700] };
                let of = descriptions(&term, &inputs, false);
                let lowered = lower_for(1, "once", &term, &of, Element::F64, extents).unwrap();
                lengths.push(lowered.program.to_string().matches("for ").count());
                if depth <= 3 {
                    check(&term, &inputs, extents, true, &text).unwrap();
                }
            }
            let steps: Vec<usize> = lengths.windows(2).map(|pair| pair[1] - pair[0]).collect();
            assert!(steps[2..].iter().all(|step| *step == steps[2]), "{lengths:?}");
        }
    }
}

#[test]
fn a_part_that_meets_itself_is_gone_through() {
    let part = "idx(pos(i):pos(i + 1))";
    for (into, extents) in [("", &[][..]), ("{ v -> ", &[200]), ("{ i -> ", &[4])] {
        let end = if extents.is_empty() { "" } else { " }" };
        for body in ["val(p) * val(q)", "sum(<_, j> in 0:q) val(p) * real(j)"] {
            let text = format!(
                "sum(<i, _> in 0:4) merge(<p, q, v> in <{part}, {part}>) {into}{body}{end}"
            );
            for threads in [1, 3] {
                let loops = program(&text, extents, threads);
                assert!(!loops.contains("i32[119]") && !loops.contains("i64[119]"), "{loops}");
            }
        }
    }
    // Values that occur twice meet each other.
    program("merge(<p, q, v> in <whole, whole>) p * q", &[], 1);
    // Other rows are looked up in a table.
    let text = "sum(<i, _> in 0:4) sum(<k, _> in 0:4)
        merge(<p, q, v> in <idx(pos(i):pos(i + 1)), idx(pos(k):pos(k + 1))>) val(p) * val(q)";
    assert!(program(text, &[], 1).contains("i32[119]"));
}

#[test]
fn dictionaries_over_the_same_range_are_made_in_one_loop() {
    let row = "(sum(<p, _> in idx(pos(i):pos(i + 1))) val(p))";
    let joined = [
        (
            format!("(sum(<i, _> in 0:n) {{ i -> 0.5 }}) + (sum(<i, _> in 0:4) {{ i -> {row} }})"),
            format!("sum(<i, _> in 0:n) {{ i -> 0.5 + {row} }}"),
            4,
        ),
        (
            format!("(sum(<i, _> in 0:4) {{ i -> {row} }}) - (sum(<i, k> in 0:n) {{ i -> real(k) }})"),
            format!("sum(<i, k> in 0:4) {{ i -> {row} - real(k) }}"),
            4,
        ),
        (
            "(sum(<i, v> in val) { i -> v }) - (sum(<i, k> in 0:45) { i -> real(k * i) })".to_owned(),
            "sum(<i, v> in val) { i -> v - real(i * i) }".to_owned(),
            45,
        ),
        (
            "(sum(<i, k> in 0:45) { i -> real(k) }) - (sum(<i, v> in val) { i -> v * real(i) })"
                .to_owned(),
            "sum(<i, v> in val) { i -> real(i) - v * real(i) }".to_owned(),
            45,
        ),
        (
            "(sum(<i, v> in whole) { i -> v * i }) + (sum(<i, w> in idx) { i -> sum(<_, k> in 0:w) k })"
                .to_owned(),
            "sum(<i, v> in whole) { i -> v * i + (sum(<_, k> in 0:idx(i)) k) }".to_owned(),
            45,
        ),
        (
            "(sum(<i, v> in whole) { i -> v }) + (sum(<i, w> in whole) { i -> w * w })
                + (sum(<i, w> in idx) { i -> w })"
                .to_owned(),
            "sum(<i, v> in whole) { i -> v + v * v + idx(i) }".to_owned(),
            45,
        ),
    ];
    for threads in [1, 3] {
        for (text, one, extent) in &joined {
            assert_eq!(program(text, &[*extent], threads), program(one, &[*extent], threads));
        }
    }
    // Matrices, whose rows are joined too.
    let text = "(sum(<i, _> in 0:n) { i -> sum(<j, _> in 0:w) { j -> i } })
        + (sum(<i, _> in 0:w) { i -> sum(<j, _> in 0:n) { j -> j } })";
    let one = "sum(<i, _> in 0:n) { i -> sum(<j, _> in 0:w) { j -> i + j } }";
    assert_eq!(program(text, &[4, 4], 1), program(one, &[4, 4], 1));
    // Other ends, other first numbers, and other keys stay two loops.
    for (x, y) in [
        ("sum(<i, _> in 0:n) { i -> i }", "sum(<i, _> in 0:h) { i -> 2 }"),
        ("sum(<i, _> in 1:n) { i -> i }", "sum(<i, _> in 1:4) { i -> 2 }"),
        ("sum(<i, _> in 0:n) { i -> i }", "sum(<i, _> in 0:n) { 3 - i -> 2 }"),
        ("sum(<i, v> in at) { v -> i }", "sum(<i, _> in 0:3) { i -> 2 }"),
    ] {
        let loops = program(&format!("({x}) + ({y})"), &[4], 1);
        assert!(loops.matches("for ").count() >= 2, "{loops}");
        program(&format!("({y}) - ({x})"), &[4], 3);
    }
}
