//! Compressed results whose entries come in any order: by rows, and in hash tables.

use super::execute::{data_of, dense, descriptions, run_as};
use hloom_ir::Element;
use hloom_loops::program::Program;
use hloom_loops::storage::{EMPTY, LoweredUnordered, Phase, Unordered, lower_unordered};
use hloom_storage::term::{Term, sorts};
use hloom_storage::{Inputs, Scalar, Value, compile, evaluate, formats, raise};
use hloom_storage_tests::Random;
use hloom_storage_tests::data::Tensor;
use std::collections::{BTreeMap, BTreeSet};

fn words(bytes: &[u8]) -> Vec<i64> {
    bytes.chunks_exact(8).map(|word| i64::from_le_bytes(word.try_into().unwrap())).collect()
}

/// Makes a term's result in both ways and holds it against the evaluator's; the last lowered phase.
pub(crate) fn check_unordered(
    term: &Term,
    inputs: &Inputs,
    extents: &[u64],
    how: (u64, bool),
    what: &str,
) -> Result<LoweredUnordered, String> {
    check_way(Unordered::Rows, term, inputs, extents, how, what)?;
    check_way(Unordered::Tables, term, inputs, extents, how, what)
}

fn check_way(
    way: Unordered,
    term: &Term,
    inputs: &Inputs,
    extents: &[u64],
    (blocks, compile): (u64, bool),
    what: &str,
) -> Result<LoweredUnordered, String> {
    let context = || format!("{what} {way:?}\n{}", raise::text(term));
    let run = |program: &Program, data: &[Vec<u8>]| -> Vec<Vec<u8>> {
        let runs = run_as(program, data, compile)
            .unwrap_or_else(|fault| panic!("{fault}\n{}\n{program}", context()));
        runs.into_iter().next_back().unwrap()
    };
    let base = sorts(term).last().unwrap().base;
    let of = descriptions(term, inputs, false);
    let known: Vec<_> = extents.iter().map(|extent| Some(*extent)).collect();
    let phase = |phase| {
        lower_unordered("unordered", term, &of, &known, blocks, (way, phase))
            .map_err(|error| error.to_string())
    };
    let count = phase(Phase::Count)?;
    let mut data = data_of(&count.lowered.arguments, inputs, &of);
    let additions = words(&run(&count.lowered.program, &data)[0]);
    let many = if way == Unordered::Rows { count.blocks * extents[0] } else { count.blocks };
    assert_eq!(additions.len() as u64, many);
    // The place of each row's or table's first element, and the number of its elements.
    let (mut all, mut parts) = (0, Vec::new());
    for count in additions {
        // Full tables, too: as few slots as there can be.
        let own = match way {
            Unordered::Rows => count as u64,
            Unordered::Tables => (count as u64 + 1).next_power_of_two(),
        };
        parts.push([all, own]);
        all += own;
    }
    let given: Vec<u64> = match way {
        Unordered::Rows => parts.iter().map(|part| part[0]).collect(),
        Unordered::Tables => parts.concat(),
    };
    data.push(given.iter().flat_map(|n| n.to_le_bytes()).collect());
    let fill = phase(Phase::Fill(all))?;
    let results = run(&fill.lowered.program, &data);
    let (element, width) = match base {
        Scalar::Bool => (Element::I1, 1),
        Scalar::Int => (Element::I64, 8),
        Scalar::Real => (Element::F64, 8),
    };
    let keys = words(&results[0]);
    let columns: u64 = extents[1..].iter().product();
    let mut found: BTreeMap<i64, f64> = BTreeMap::new();
    for (part, [first, own]) in parts.iter().enumerate() {
        let places = *first as usize..(first + own) as usize;
        let mut seen = BTreeSet::new();
        for at in places.filter(|at| way == Unordered::Rows || keys[*at] != EMPTY) {
            let number = match base {
                Scalar::Bool => f64::from(results[1][at]),
                Scalar::Int => words(&results[1][8 * at..][..8])[0] as f64,
                Scalar::Real => f64::from_bits(words(&results[1][8 * at..][..8])[0] as u64),
            };
            let mut key = keys[at];
            if way == Unordered::Rows {
                assert!((key as u64) < columns, "{}", context());
                key += (part as u64 % extents[0] * columns) as i64;
            } else {
                assert!(seen.insert(key), "an entry has two slots: {}", context());
            }
            *found.entry(key).or_default() += number;
        }
    }
    let (expected, _) = evaluate(term, inputs, 10_000_000).unwrap();
    let expected = dense(&expected, extents, element);
    for (at, number) in expected.chunks_exact(width).enumerate() {
        let number = match base {
            Scalar::Bool => f64::from(number[0]),
            Scalar::Int => words(number)[0] as f64,
            Scalar::Real => f64::from_bits(words(number)[0] as u64),
        };
        let mut own = found.remove(&(at as i64)).unwrap_or(0.0);
        if base == Scalar::Bool {
            own = own.min(1.0);
        }
        assert!(own == number || own.is_nan() && number.is_nan(), "{own} {number} {}", context());
    }
    assert!(found.is_empty(), "entries outside of the result: {found:?} {}", context());
    Ok(count)
}

const DECLARED: &str =
    "CREATE TENSOR i : [int]; CREATE TENSOR j : [int]; CREATE TENSOR v : [real]; ";

/// Entries of which several are at one place, and none is sorted.
fn entries(r: &mut Random, count: usize, extent: usize) -> Inputs {
    let mut numbers =
        |most: usize| Value::ints((0..count).map(|_| r.below(most) as i64).collect::<Vec<_>>());
    let (i, j) = (numbers(extent), numbers(extent));
    let v = Value::reals((0..count).map(|at| (at % 5) as f64 - 2.0).collect::<Vec<_>>());
    Inputs::from([("i".into(), i), ("j".into(), j), ("v".into(), v)])
}

#[test]
fn entries_come_in_any_order() {
    let r = &mut Random::new(3);
    for (body, order) in [
        ("sum(<p, k> in i) { k -> v(p) }", 1),
        ("sum(<p, k> in i) { (k, j(p)) -> v(p) }", 2),
        (
            "2.0 * sum(<p, k> in i) { (j(p), k) -> v(p) } - sum(<p, k> in j) { (k, i(p)) -> v(p) }",
            2,
        ),
        ("sum(<p, k> in i) sum(<q, l> in j) { k -> { l -> v(p) * v(q) } }", 2),
        ("let w = sum(<p, k> in i) { k -> v(p) } in sum(<p, k> in j) { (k, i(p), k) -> w(k) }", 3),
        ("merge(<p, q, k> in <i, j>) { k -> v(p) + v(q) }", 1),
        ("sum(<p, k> in i) let row = sum(<q, l> in j) { l -> v(q) } in { k -> row }", 2),
    ] {
        let term = compile(&format!("{DECLARED}{body}")).unwrap().composed().unwrap();
        for count in [0, 1, 7, 40] {
            for extent in [1, 3, 11] {
                let inputs = entries(r, count, extent);
                let extents = vec![extent as u64; order];
                for blocks in [1, 3] {
                    check_unordered(&term, &inputs, &extents, (blocks, true), body)
                        .unwrap_or_else(|reason| panic!("{reason}: {body}"));
                }
            }
        }
    }
}

/// A matrix in compressed rows and one in compressed columns.
#[test]
fn sums_of_tensors_in_several_orders() {
    let r = &mut Random::new(1);
    for n in [0, 1, 6, 19] {
        let [a, b] = [0, 1].map(|_| Tensor::random(r, &[n, n], 40));
        for [first, second] in [["csr", "csc"], ["dcsc", "coo_matrix"], ["csc", "csr"]] {
            let (mut text, mut inputs) = (String::new(), Inputs::new());
            for ((name, tensor), format) in [("A", &a), ("B", &b)].into_iter().zip([first, second])
            {
                text += &formats::named(formats::find(format).unwrap(), name);
                tensor.store(format, name, &mut inputs);
            }
            let term = compile(&(text + "A - 3 * B")).unwrap().composed().unwrap();
            let extents = [n as u64, n as u64];
            for blocks in [1, 2, 5] {
                let found =
                    check_unordered(&term, &inputs, &extents, (blocks, true), first).unwrap();
                assert_eq!(found.blocks, blocks);
            }
        }
    }
}

#[test]
fn results_without_bounds_are_refused() {
    let way = (Unordered::Tables, Phase::Count);
    let text = "CREATE TENSOR r : [real];
        sum(<i, x> in r) { (sum(<_, _> in r) i) -> x }";
    let term = compile(text).unwrap().composed().unwrap();
    let inputs = Inputs::from([("r".into(), Value::reals([1.0]))]);
    let of = descriptions(&term, &inputs, false);
    let error = lower_unordered("no bounds", &term, &of, &[None], 1, way).unwrap_err();
    assert_eq!(error.to_string(), "a result whose keys have no known bounds");
    let extents = [Some(1 << 40), Some(1 << 40)];
    let text = "CREATE TENSOR i : [int]; sum(<p, k> in i) { (k, p) -> 1 }";
    let term = compile(text).unwrap().composed().unwrap();
    let inputs = Inputs::from([("i".into(), Value::ints([5]))]);
    let of = descriptions(&term, &inputs, false);
    let error = lower_unordered("large", &term, &of, &extents, 1, way).unwrap_err();
    assert_eq!(error.to_string(), "a result with more places than 64 bits hold");
    let rows = (Unordered::Rows, Phase::Count);
    let error =
        lower_unordered("rows", &term, &of, &[Some(1 << 30), Some(8)], 1, rows).unwrap_err();
    assert_eq!(error.to_string(), "rows and blocks of more than 16777216 counts");
}
