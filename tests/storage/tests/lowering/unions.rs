//! Sums of sparse tensors: one pass over the union of their coordinates.

use super::execute::{data_of, descriptions, integers, run_as};
use super::programs::{dense_of, numbers_of};
use hloom_ir::Element;
use hloom_loops::storage::{LoweredUnion, ascend_together, listed_coordinates, lower_union};
use hloom_storage::term::{Symbol, Term, sorts};
use hloom_storage::{Inputs, Scalar, Value, compile, evaluate, formats, raise};
use hloom_storage_tests::Random;
use hloom_storage_tests::data::Tensor;
use hloom_storage_tests::data::retyped;
use hloom_storage_tests::programs::base_name;
use std::collections::BTreeSet;

/// The arrays of coordinates of a term that ascend together.
fn sorted(term: &Term, inputs: &Inputs) -> Vec<Vec<Symbol>> {
    let mut found = Vec::new();
    for mut names in listed_coordinates(term) {
        for _ in 0..2 {
            let arrays: Vec<Vec<i64>> = names.iter().map(|name| integers(&inputs[name])).collect();
            let arrays: Vec<&[i64]> = arrays.iter().map(Vec::as_slice).collect();
            if ascend_together(&arrays) {
                found.push(names.clone());
                break;
            }
            names.reverse();
        }
    }
    found
}

/// The dense numbers, as bits, of the entries that a lowered union wrote.
fn read(union: &LoweredUnion, results: &[Vec<u8>], base: Scalar, extents: &[u64]) -> Vec<u64> {
    let words = |bytes: &[u8]| -> Vec<u64> {
        bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect()
    };
    let (keys, spans) = (words(&results[0]), words(&results[2]));
    let values: Vec<u64> = match base {
        Scalar::Bool => results[1].iter().map(|byte| u64::from(*byte)).collect(),
        _ => words(&results[1]),
    };
    let ends = results.get(3).map(|ends| words(ends));
    let mut found = vec![0; extents.iter().product::<u64>() as usize];
    let mut seen = BTreeSet::new();
    let mut before = 0;
    // The caller moves the entries of a block to those of the one before.
    assert_eq!(spans[0], 0, "{spans:?}");
    for span in spans.chunks_exact(2) {
        assert!(before <= span[0] && span[0] <= span[1], "{spans:?}");
        before = span[1];
        for at in span[0]..span[1] {
            let mut key = keys[at as usize];
            let mut place = vec![0; extents.len()];
            for level in (usize::from(ends.is_some())..extents.len()).rev() {
                place[union.order[level]] = union.low[level] as u64 + key % union.extents[level];
                key /= union.extents[level];
            }
            assert_eq!(key, 0, "a key is outside of the result");
            if let Some(ends) = &ends {
                place[union.order[0]] = ends.iter().filter(|end| **end <= at).count() as u64;
            }
            let by_level: Vec<u64> =
                union.order.iter().map(|dimension| place[*dimension]).collect();
            assert!(seen.last().is_none_or(|last| *last < by_level), "keys do not ascend");
            seen.insert(by_level);
            let offset = place.iter().zip(extents).fold(0, |all, (at, extent)| all * extent + at);
            found[offset as usize] = values[at as usize];
        }
    }
    found
}

/// Lowers a term as a union and holds its entries against the evaluator's value.
pub(crate) fn check_union(
    term: &Term,
    inputs: &Inputs,
    extents: &[u64],
    (blocks, compile): (u64, bool),
    what: &str,
) -> Result<LoweredUnion, String> {
    let base = sorts(term).last().unwrap().base;
    let of = descriptions(term, inputs, false);
    let known: Vec<_> = extents.iter().map(|extent| Some(*extent)).collect();
    let union = lower_union("union", term, &of, &sorted(term, inputs), &known, blocks)
        .map_err(|error| error.to_string())?;
    let data = data_of(&union.lowered.arguments, inputs, &of);
    let context = || format!("{what}\n{}\n{}", raise::text(term), union.lowered.program);
    let (expected, _) = evaluate(term, inputs, 10_000_000).unwrap();
    let element = match base {
        Scalar::Bool => Element::I1,
        Scalar::Int => Element::I64,
        Scalar::Real => Element::F64,
    };
    let expected = numbers_of(&dense_of(&expected, extents, element), element);
    let runs = run_as(&union.lowered.program, &data, compile)
        .unwrap_or_else(|fault| panic!("{fault}\n{}", context()));
    for results in &runs {
        let found = read(&union, results, base, extents);
        let same = found.iter().zip(&expected).all(|(x, y)| {
            let (a, b) = (f64::from_bits(*x), f64::from_bits(*y));
            x == y || base == Scalar::Real && (a == b || a.is_nan() && b.is_nan())
        });
        assert!(same && found.len() == expected.len(), "{found:?} {expected:?} {}", context());
    }
    Ok(union)
}

/// A sum of tensors in sorted formats, of one order of dimensions, and whether it is a union. Some
/// operands depend on a condition that only a run decides.
fn sample(seed: u64, compile_too: bool) -> Result<LoweredUnion, String> {
    let r = &mut Random::new(seed);
    let groups: [&[&str]; 7] = [
        &["csr"],
        &["csr", "dcsr"],
        &["csc", "dcsc"],
        &["coo_matrix"],
        &["csf"],
        &["coo_tensor"],
        &["coo_vector"],
    ];
    let group = *r.one_of(&groups);
    let order = match group[0] {
        "csf" | "coo_tensor" => 3,
        "coo_vector" => 1,
        _ => 2,
    };
    let most = if r.chance(3) { 20 } else { 6 };
    let dims: Vec<usize> = (0..order).map(|_| r.below(most)).collect();
    let base = *r.one_of(&[Scalar::Int, Scalar::Real, Scalar::Real, Scalar::Bool]);
    let mut text = String::new();
    let mut inputs = Inputs::new();
    let mut program = String::new();
    let mut first: Option<Tensor> = None;
    text += "CREATE TENSOR y : [int];\n";
    inputs.insert("y".into(), Value::ints([3, 7]));
    for (name, at) in ["A", "B", "C", "D"].iter().zip(0..2 + r.below(3)) {
        let percent = *r.one_of(&[0, 10, 50, 100]);
        let mut tensor = Tensor::random(r, &dims, percent);
        match (r.below(6), &first) {
            (0, Some(first)) => tensor = first.clone(),
            (1, Some(first)) => tensor.entries.retain(|key, _| !first.entries.contains_key(key)),
            (2, _) => {
                let keep = tensor.entries.keys().nth(r.below(9)).cloned();
                tensor.entries.retain(|key, _| Some(key) == keep.as_ref());
            }
            _ => {}
        }
        if r.chance(4) && base == Scalar::Real {
            for value in tensor.entries.values_mut() {
                let other = *r.one_of(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY]);
                *value = if r.chance(3) { other } else { *value };
            }
        }
        let format = *r.one_of(group);
        text += &formats::named(formats::find(format).unwrap(), name);
        tensor.store(format, name, &mut inputs);
        let minus = at > 0 && base != Scalar::Bool && r.chance(3);
        let times = if base != Scalar::Bool && r.chance(3) { "3 * " } else { "" };
        program += if minus {
            " - "
        } else if at > 0 {
            " + "
        } else {
            ""
        };
        program += &match r.chance(5) {
            true => format!("{times}(if y({}) < 5 then {name})", r.below(2)),
            false => format!("{times}{name}"),
        };
        first = Some(tensor);
    }
    text = text.replace("real", base_name(base));
    inputs.values_mut().for_each(|value| *value = retyped(value, base));
    let module = compile(&(text + &program)).unwrap();
    let extents: Vec<u64> = dims.iter().map(|dim| *dim as u64).collect();
    let what = format!("seed {seed}, {group:?}, {program}");
    let blocks = 1 + r.below(4) as u64;
    let term = module.composed().unwrap();
    check_union(&term, &inputs, &extents, (blocks, compile_too), &what)
}

#[test]
fn sums_of_sparse_tensors_are_unions() {
    let (mut unions, mut blocks, mut rows, mut nested, mut conditions) = (0, [0; 3], 0, 0, 0);
    for seed in 0..1300 {
        match sample(seed, seed % 10 == 0) {
            Ok(union) => {
                unions += 1;
                let kind = match (union.rows.is_some(), union.order.len()) {
                    (true, _) => 0,
                    (false, 1) => 1,
                    (false, _) => 2,
                };
                blocks[kind] += usize::from(union.blocks > 1);
                rows += usize::from(union.rows.is_some());
                nested += usize::from(union.rows.is_none() && union.order.len() > 1);
                let reads = union.lowered.arguments.iter().any(|name| name.to_string() == "y");
                conditions += usize::from(reads && union.blocks > 1);
            }
            Err(reason) => {
                let known = ["a sum without entries", "rows under a condition"];
                assert!(known.contains(&reason.as_str()), "seed {seed}: {reason}");
            }
        }
    }
    println!(
        "{unions} unions, {blocks:?} in blocks, {conditions} of them with conditions, {rows} by \
         rows, {nested} of other levels"
    );
    assert!(unions > 600 && blocks.iter().all(|of| *of > 50) && rows > 100 && nested > 200);
    assert!(conditions > 50, "{conditions}");
}

/// A sum that is no union has a reason.
#[test]
fn other_sums_are_no_unions() {
    let r = &mut Random::new(1);
    let [a, b] = [0, 1].map(|_| Tensor::random(r, &[5, 5], 50));
    let reason = |program: &str, names: [&str; 2]| {
        let mut text = String::new();
        let mut inputs = Inputs::new();
        for ((name, tensor), format) in [("A", &a), ("B", &b)].into_iter().zip(names) {
            text += &formats::named(formats::find(format).unwrap(), name);
            tensor.store(format, name, &mut inputs);
        }
        let term = compile(&(text + program)).unwrap().composed().unwrap();
        check_union(&term, &inputs, &[5, 5], (2, false), program).map(|it| it.operands)
    };
    assert_eq!(reason("A + B", ["csr", "csr"]), Ok(2));
    assert_eq!(reason("A + B + A", ["dcsr", "csr"]), Ok(3));
    assert_eq!(
        reason("A + B", ["csr", "csc"]),
        Err("a sum of operands in several orders".to_owned())
    );
    assert_eq!(
        reason("A + B", ["csr", "ell"]),
        Err("a sum of operands whose coordinates are not sorted".to_owned())
    );
    assert_eq!(
        reason("A + sum(<(i, j), a> in A, <(j, k), b> in B) { (i, k) -> a * b }", ["csr", "csr"]),
        Err("a sum of other terms than loops over sorted coordinates".to_owned())
    );
    let inputs = Inputs::from([("x".into(), Value::Int(1))]);
    let term = compile("CREATE TENSOR x : int; x + 1").unwrap().composed().unwrap();
    let error = check_union(&term, &inputs, &[], (1, false), "a number").unwrap_err();
    assert_eq!(error, "a result that is no dictionary");
}
