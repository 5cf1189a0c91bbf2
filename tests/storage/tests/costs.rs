//! Costs of loops: which ones count as vectorized.

use hloom_storage::compile;
use hloom_storage_search::search::{Statistics, estimate};

const INPUTS: &str = "CREATE TENSOR n : int; CREATE TENSOR a : [real]; CREATE TENSOR b : [real]; CREATE TENSOR c : [real];
    CREATE TENSOR at : [int]; CREATE TENSOR D : {int -> real};";

/// The cost of a program on ranges of 100 integers.
fn cost(program: &str) -> f64 {
    let module = compile(&format!("{INPUTS}{program}")).unwrap_or_else(|e| panic!("{e:?}"));
    let mut statistics = Statistics::default();
    statistics.set_value("n", 100);
    statistics.set_entries("c", &[100.0]);
    estimate(&module.composed().expect("a program"), &statistics).total()
}

/// The cost of a loop over a range, as a multiple of that of the same loop over an array, which is not
/// vectorized.
fn share(value: &str) -> f64 {
    let over = |range: &str| cost(&format!("sum(<i, _> in {range}) {{ i -> {value} }}"));
    over("0:n") / over("c")
}

#[test]
fn loops_over_consecutive_elements_cost_less() {
    for value in [
        "a(i)",
        "a(i) * b(i + 1)",
        "a(n + i) - a(i)",
        "-(a(i)) * 2.0",
        "a(i) + b(0)",
        "if (i < n) then a(i)",
        "if (0 <= i) * (i < n) then a(i)",
        "a(i) * (let s = b(0) in s)",
    ] {
        assert!(share(value) < 0.4, "{value}: {}", share(value));
    }
}

/// Loops that the loop level does not vectorize have their full cost.
#[test]
fn other_loops_have_their_full_cost() {
    for value in [
        "a(2 * i)",
        "a(at(i))",
        "a(let x = i in i + x)",
        "a(i) * real(i)",
        "if (a(i) < b(i)) then a(i)",
        "a(i) * (sum(<_, j> in 0:i) a(j))",
        "sum(<j, v> in D) { j -> a(i) * v }",
        "a(i) * D",
        "D(i)",
        "let x = a(i) in x * x",
        "i",
    ] {
        assert!(share(value) > 0.9, "{value}: {}", share(value));
    }
    // The key and the value of an entry of a range are one number: their sum grows by two.
    let both = cost("sum(<p, i> in 0:n) { i -> a(p + i) }");
    let twice = cost("sum(<p, i> in 0:n) { i -> a(2 * i) }");
    assert!(both > 0.9 * twice, "{both} {twice}");
}

/// A loop that does not depend on the loop around it is computed once before it.
#[test]
fn loops_that_move_out_do_not_matter() {
    let inside = cost("sum(<_, i> in 0:n) { i -> b(i) * (sum(<_, j> in 0:n) a(j)) }");
    let outside = cost("let s = sum(<_, j> in 0:n) a(j) in sum(<_, i> in 0:n) { i -> b(i) * s }");
    assert!(inside < 1.2 * outside, "{inside} {outside}");
}

/// Integers that repeat meet more often in a merge, and make fewer keys.
#[test]
fn repeated_integers_count() {
    let cost = |program: &str, distinct: Option<f64>| {
        let module = compile(&format!("{INPUTS}{program}")).unwrap();
        let mut statistics = Statistics::default();
        statistics.set_entries("at", &[1000.0]);
        if let Some(distinct) = distinct {
            statistics.set_distinct("at", distinct);
        }
        estimate(&module.composed().expect("a program"), &statistics).total()
    };
    let merge = "merge(<p, q, v> in <at, at>) a(p) * b(q)";
    let [unknown, unique, ten] = [None, Some(1000.0), Some(100.0)].map(|n| cost(merge, n));
    assert!(unknown == unique && ten > 4.0 * unique, "{unknown}, {unique}, {ten}");
    let rows = "let d = sum(<p, i> in at) { i -> a(p) } in sum(<i, v> in d) v * b(i)";
    let [unique, ten] = [1000.0, 100.0].map(|n| cost(rows, Some(n)));
    assert!(ten < 0.7 * unique, "{ten}, {unique}");
    // Measured from data.
    let at = hloom_storage::Value::ints((0..1000i64).map(|i| i % 100 - 7).collect::<Vec<_>>());
    let measured = Statistics::of(&hloom_storage::Inputs::from([("at".into(), at)]));
    let module = compile(&format!("{INPUTS}{merge}")).unwrap();
    let measured = estimate(&module.composed().expect("a program"), &measured).total();
    assert_eq!(measured, cost(merge, Some(100.0)));
}

/// A loop over sorted integers whose body is for one of them searches it: the other entries cost nothing.
#[test]
fn sorted_integers_are_searched() {
    let cost_of = |program: &str, sorted: bool, distinct: f64| {
        let module = compile(&format!("{INPUTS}{program}")).unwrap();
        let mut statistics = Statistics::default();
        statistics.set_value("n", 100);
        statistics.set_entries("at", &[100_000.0]);
        statistics.set_distinct("at", distinct);
        if sorted {
            statistics.set_sorted("at");
        }
        estimate(&module.composed().expect("a program"), &statistics).total()
    };
    let cost = |program: &str, sorted: bool| cost_of(program, sorted, 1000.0);
    let rows = "sum(<_, i> in 0:n) { i -> sum(<p, r> in at) if r == i then a(p) }";
    let [all, run] = [false, true].map(|sorted| cost(rows, sorted));
    assert!(all > 100.0 * run, "{all}, {run}");
    // A run has all entries of a value.
    let one = cost_of(rows, true, 100_000.0);
    assert!(run > 2.0 * one, "{run}, {one}");
    // An integer of the loop itself is not known before it.
    let own = "sum(<_, i> in 0:n) { i -> sum(<p, r> in at) if r == p then a(p) }";
    assert_eq!(cost(own, false), cost(own, true));
}

/// A loop over a dictionary goes through all places that its keys may have.
#[test]
fn places_without_entries_cost_work() {
    let cost = |extent: f64| {
        let program =
            "sum(<_, i> in 0:n) let d = sum(<p, k> in at(i:i + 1)) { k -> a(p) + b(i) } in
            sum(<_, j> in 0:n) { j -> c(j) * (sum(<k, v> in d) v * b(k)) }";
        let module = compile(&format!("{INPUTS}{program}")).unwrap();
        let mut statistics = Statistics::default();
        statistics.set_value("n", 100);
        statistics.set_entries("at", &[100.0]);
        statistics.set_extent("at", extent);
        estimate(&module.composed().expect("a program"), &statistics).total()
    };
    let [few, many] = [10.0, 1000.0].map(cost);
    assert!(many > 2.0 * few, "{few}, {many}");
    // Measured from data: the places are those from the least integer to the largest.
    let total = |low: i64, step: i64| {
        let at = hloom_storage::Value::ints((0..100).map(|i| low + i * step).collect::<Vec<_>>());
        let measured = Statistics::of(&hloom_storage::Inputs::from([("at".into(), at)]));
        let text = "let d = sum(<p, k> in at) { k -> a(p) } in sum(<k, v> in d) v * b(k)";
        let module = compile(&format!("{INPUTS}{text}")).unwrap();
        estimate(&module.composed().expect("a program"), &measured).total()
    };
    assert!(total(0, 1000) > 5.0 * total(0, 1), "{}, {}", total(0, 1000), total(0, 1));
    for low in [1_000_000_000, -1_000_000_000, -50] {
        assert_eq!(total(low, 1), total(0, 1));
    }
}

/// A product of two dictionaries, element by element, is made of both of them, whose places are cleared and gone through.
#[test]
fn products_of_dictionaries_cost_work_for_each_place() {
    let cost = |extent: f64| {
        let matrix = |values: &str| {
            format!(
                "(sum(<i, _> in 0:n) {{ i -> sum(<p, k> in at(i:i + 1)) {{ k -> {values}(p) }} }})"
            )
        };
        let text = format!("{INPUTS}{} * {}", matrix("a"), matrix("b"));
        let mut statistics = Statistics::default();
        statistics.set_value("n", 100);
        statistics.set_entries("at", &[100.0]);
        statistics.set_extent("at", extent);
        let module = compile(&text).unwrap_or_else(|e| panic!("{e:?}"));
        estimate(&module.composed().expect("a program"), &statistics).total()
    };
    // 100 rows of so many places, of two operands.
    let more = cost(1_000_000.0) - cost(1000.0);
    assert!(more > 0.5 * 100.0 * 999_000.0, "{more}");
}

/// A merge with an array that ascends and that does not change looks its integers up in a table.
#[test]
fn merges_with_a_fixed_array_are_lookups() {
    let cost = |sorted: bool| {
        let program =
            "sum(<_, i> in 0:n) { i -> merge(<p, q, v> in <at(i:i + 1), rows>) a(p) * b(q) }";
        let module = compile(&format!("{INPUTS}CREATE TENSOR rows : [int];{program}")).unwrap();
        let mut statistics = Statistics::default();
        statistics.set_value("n", 100);
        statistics.set_entries("at", &[100.0]);
        statistics.set_entries("rows", &[1000.0]);
        if sorted {
            statistics.set_sorted("rows");
        }
        estimate(&module.composed().expect("a program"), &statistics).total()
    };
    let [all, table] = [false, true].map(cost);
    assert!(all > 15.0 * table, "{all}, {table}");
}
