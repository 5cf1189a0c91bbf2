//! Merges that make dictionaries: rows of compressed results, and parts that are gone through side by side.

use super::execute::{check, check_rows, descriptions};
use hloom_loops::storage::{Phase, lower_rows};
use hloom_storage::term::Term;
use hloom_storage::{Inputs, Value, compile};
use hloom_storage_tests::Random;

const DECLARED: &str = "CREATE TENSOR n : int;
    CREATE TENSOR a_pos : [int]; CREATE TENSOR a_idx : [int]; CREATE TENSOR a : [real];
    CREATE TENSOR b_pos : [int]; CREATE TENSOR b_idx : [int]; CREATE TENSOR b : [real];
    CREATE TENSOR some : [int]; ";

fn term(text: &str) -> Term {
    compile(&(DECLARED.to_owned() + text)).unwrap().composed().unwrap()
}

/// Two matrices in compressed rows with so many entries in each row, and numbers of rows. Columns ascend; they are
/// multiples of `apart`.
fn data(r: &mut Random, rows: [&[usize]; 2], columns: usize, apart: i64) -> Inputs {
    let some: Vec<i64> = (0..columns as i64).filter(|i| i % 3 != 1).map(|i| i * apart).collect();
    let mut inputs = Inputs::from([
        ("n".into(), Value::Int(rows[0].len() as i64)),
        ("some".into(), Value::ints(some)),
    ]);
    for (name, rows) in ["a", "b"].into_iter().zip(rows) {
        let (mut positions, mut indices) = (vec![0], Vec::new());
        for length in rows {
            let mut all: Vec<i64> = (0..columns as i64).map(|i| i * apart).collect();
            while all.len() > *length {
                all.remove(r.below(all.len()));
            }
            indices.extend(all);
            positions.push(indices.len() as i64);
        }
        let values: Vec<f64> = (0..indices.len()).map(|i| (i % 7) as f64 - 2.0).collect();
        inputs.insert(format!("{name}_pos").as_str().into(), Value::ints(positions));
        inputs.insert(format!("{name}_idx").as_str().into(), Value::ints(indices));
        inputs.insert(name.into(), Value::reals(values));
    }
    inputs
}

/// The text of both phases.
fn phases(term: &Term, inputs: &Inputs, extents: &[u64]) -> [String; 2] {
    let of = descriptions(term, inputs, false);
    let known: Vec<_> = extents.iter().map(|extent| Some(*extent)).collect();
    [Phase::Count, Phase::Fill(9)].map(|phase| {
        let rows = lower_rows("pairs", term, &of, &known, 2, phase).unwrap();
        rows.lowered.program.to_string()
    })
}

const PRODUCT: &str = "sum(<i, _> in 0:n) { i ->
    merge(<p, q, j> in <a_idx(a_pos(i):a_pos(i + 1)), b_idx(b_pos(i):b_pos(i + 1))>) { j -> a(p) * b(q) } }";

#[test]
fn rows_of_pairs_are_gone_through_side_by_side() {
    let r = &mut Random::new(7);
    // Rows of similar lengths, of very different ones, and none.
    let lengths = [
        [&[3, 0, 5, 2][..], &[4, 3, 0, 2][..]],
        [&[1, 20, 12, 1], &[20, 1, 12, 20]],
        [&[0, 0, 0, 0], &[9, 9, 9, 9]],
    ];
    // Places that are close get a table; those that are far apart do not.
    for (rows, apart) in lengths.into_iter().flat_map(|rows| [(rows, 1), (rows, 701)]) {
        let inputs = data(r, rows, 20, apart);
        let extents = [4, 20 * apart as u64];
        let what = format!("{rows:?}, {apart}");
        let term = term(PRODUCT);
        check_rows(&term, &inputs, &extents, true, &what).unwrap();
        check(&term, &inputs, &extents, true, &what).unwrap();
    }
}

#[test]
fn pairs_of_rows_need_no_workspace() {
    let r = &mut Random::new(8);
    let inputs = data(r, [&[3, 0, 5, 2], &[4, 3, 0, 2]], 20, 701);
    for text in phases(&term(PRODUCT), &inputs, &[4, 20 * 701]) {
        // Each entry is made once, in order: no array has a place for each column.
        assert!(text.contains("@workspace") && !text.contains("[14020]"), "{text}");
        assert!(!text.contains("[28040]"), "{text}");
    }
}

#[test]
fn all_rows_share_the_table_of_what_is_the_same_in_each() {
    let r = &mut Random::new(9);
    let text = "sum(<i, _> in 0:n) { i -> merge(<p, q, k> in <a_idx(a_pos(i):a_pos(i + 1)), some>)
        sum(<l, j> in b_idx(b_pos(q):b_pos(q + 1))) { j -> a(p) * b(l) } }";
    // `some` has 14 of 20 rows of `b`.
    let inputs = data(r, [&[3, 0, 15, 2], &[2; 14]], 20, 1);
    let term = term(text);
    check_rows(&term, &inputs, &[4, 20], true, text).unwrap();
    for text in phases(&term, &inputs, &[4, 20]) {
        let (before, inside) = text.split_once("parallel for %block").unwrap();
        assert!(before.contains("load @some"), "{text}");
        // The last array that is filled before the rows: they read it, and do not change it.
        let table = before.rsplit_once("to @").unwrap().1.split('[').next().unwrap();
        assert!(inside.contains(&format!("load @{table}[")), "{text}");
        assert!(!inside.contains(&format!("to @{table}[")), "{text}");
    }
}

#[test]
fn tables_of_different_scopes_are_not_shared() {
    let r = &mut Random::new(10);
    // Both parts of the sum look at a row of `b` whose number is bound by a `let` of its own.
    let rows = |number: &str| {
        format!(
            "(let s = {number} in sum(<i, _> in 0:n) {{ i ->
             merge(<p, q, j> in <a_idx(a_pos(i):a_pos(i + 1)), b_idx(b_pos(s):b_pos(s + 1))>) {{ j -> a(p) * b(q) }} }})"
        )
    };
    let inputs = data(r, [&[3, 0, 15, 2], &[9, 4, 12, 7]], 20, 1);
    let [first, second] =
        ["sum(<_, k> in some) 0 * k", "2 + (sum(<_, k> in some) 0 * k)"].map(rows);
    for text in [
        format!("{first} + {second}"),
        format!("{first} - {second} + {first}"),
        format!("({PRODUCT}) + {second}"),
        format!("{second} + ({PRODUCT})"),
        first,
    ] {
        check_rows(&term(&text), &inputs, &[4, 20], true, &text).unwrap();
    }
}
