//! Random programs over random formats: the evaluator, plans, and lowered programs compute what a
//! dense reference does, and results are what they were in any format.

use super::execute::{bytes, check_rows, data_of, descriptions, run_as};
use super::unions::check_union;
use hloom_ir::Element;
use hloom_loops::program::machine::MachineError;
use hloom_loops::storage::lower_for;
use hloom_storage::syntax::parse;
use hloom_storage::term::{Binary, Node, Term, Unary, sorts};
use hloom_storage::{
    Coordinates, Inputs, Scalar, Sort, Value, assemble, check, compile, evaluate, formats, raise,
};
use hloom_storage_search::search::{Budget, Options as Search, Statistics, optimize};
use hloom_storage_tests::data::Tensor;
use hloom_storage_tests::programs::{Kind, Program, Reference, formats_of, is_structured};
use hloom_storage_tests::terms::same;
use hloom_storage_tests::{Random, samples};
use std::collections::BTreeMap;
use std::time::Duration;

/// The bytes of a value of these extents, dense.
pub(crate) fn dense_of(value: &Value, extents: &[u64], element: Element) -> Vec<u8> {
    let Some((extent, inner)) = extents.split_first() else {
        return match value {
            Value::Dict(_) => vec![0; element.byte_width()],
            value => bytes(element, value),
        };
    };
    let Value::Dict(entries) = value else { panic!("{value:?} has too few levels") };
    let none = Value::dict([]);
    let inside = |key: &i64| (0..*extent as i64).contains(key);
    assert!(entries.keys().all(inside), "{value:?} is outside of {extents:?}");
    (0..*extent as i64)
        .flat_map(|key| dense_of(entries.get(&key).unwrap_or(&none), inner, element))
        .collect()
}

/// The numbers of dense bytes, as 64 bits each.
pub(crate) fn numbers_of(bytes: &[u8], element: Element) -> Vec<u64> {
    match element.byte_width() {
        1 => bytes.iter().map(|byte| u64::from(*byte)).collect(),
        _ => {
            bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect()
        }
    }
}

fn element(base: Scalar) -> Element {
    match base {
        Scalar::Bool => Element::I1,
        Scalar::Int => Element::I64,
        Scalar::Real => Element::F64,
    }
}

/// The units in the last place that a sum may be off, of the sum of its terms' magnitudes (of the sum
/// itself, if all terms are above zero). A sum of many terms that are added in any order may be off by
/// half of one for each (Higham, Accuracy and Stability of Numerical Algorithms, 4.2): those that are
/// off by more than this are counted ([`Figures::beyond`]).
const ULPS: f64 = 4.0;

/// The first place at which numbers are not those of the reference: integers to the last bit, reals within [`ULPS`].
fn difference(found: &[u64], expected: &Reference, kind: Kind) -> Option<String> {
    if found.len() != expected.ints.len() {
        return Some(format!("{} numbers, not {}", found.len(), expected.ints.len()));
    }
    let near = |at: usize| {
        if kind.base() != Scalar::Real {
            return found[at] == expected.ints[at] as u64;
        }
        let (x, y) = (f64::from_bits(found[at]), expected.reals[at]);
        let bound = match kind {
            Kind::Exact => 0.0,
            _ => {
                let ulps = ULPS.max(expected.counts[at] as f64 / 2.0);
                ulps * f64::EPSILON * expected.magnitudes[at]
            }
        };
        x == y || x.is_nan() && y.is_nan() || (x - y).abs() <= bound
    };
    let at = (0..found.len()).find(|at| !near(*at))?;
    Some(match kind.base() {
        Scalar::Real => format!(
            "at {at}: {:?}, not {:?} (of terms {:?})",
            f64::from_bits(found[at]),
            expected.reals[at],
            expected.magnitudes[at]
        ),
        _ => format!("at {at}: {}, not {}", found[at] as i64, expected.ints[at]),
    })
}

/// Whether numbers are the same, and NaN where the others are.
fn equal(all: &[u64], others: &[u64]) -> bool {
    let real = f64::from_bits;
    let same = |(x, y): (&u64, &u64)| {
        x == y || real(*x) == real(*y) || real(*x).is_nan() && real(*y).is_nan()
    };
    all.len() == others.len() && all.iter().zip(others).all(same)
}

/// Whether numbers are the same, or within [`ULPS`] of the sums of the terms' magnitudes, where these are finite: code
/// may add terms that cancel in another order.
fn alike(all: &[u64], others: &[u64], magnitudes: impl FnOnce() -> Option<Vec<u64>>) -> bool {
    if equal(all, others) {
        return true;
    }
    let Some(magnitudes) = magnitudes() else { return false };
    // A factor of a sum may be that of each term: an infinity times 2 - 2 is NaN then, not zero or an infinity.
    let near = |((x, y), of): ((&u64, &u64), &u64)| {
        let (x, y, of) = (f64::from_bits(*x), f64::from_bits(*y), f64::from_bits(*of));
        x == y || !of.is_finite() || (x - y).abs() <= ULPS * f64::EPSILON * of
    };
    all.len() == others.len() && all.iter().zip(others).zip(&magnitudes).all(near)
}

/// The sums of the magnitudes of a plan's terms: the plan of the numbers without their signs. `None` if it has a
/// difference, in which such numbers would cancel.
fn magnitudes(
    plan: &Term,
    inputs: &Inputs,
    dense: &dyn Fn(&Value) -> Vec<u64>,
) -> Option<Vec<u64>> {
    let mut of = Term::default();
    for node in plan {
        match node {
            Node::Binary(Binary::Sub, _) | Node::Unary(Unary::Neg, _) => return None,
            Node::Real(bits) => of.add(Node::Real(f64::from_bits(*bits).abs().to_bits())),
            node => of.add(*node),
        };
    }
    let without_signs = |value: &Value| match value {
        Value::Real(real) => Value::Real(real.abs()),
        Value::Array(array) => match (array.reals(), array.singles()) {
            (Some(reals), _) => Value::reals(reals.iter().map(|x| x.abs()).collect::<Vec<_>>()),
            (_, Some(singles)) => {
                Value::reals(singles.iter().map(|x| f64::from(x.abs())).collect::<Vec<_>>())
            }
            _ => value.clone(),
        },
        other => other.clone(),
    };
    let inputs = inputs.iter().map(|(name, value)| (*name, without_signs(value))).collect();
    evaluate(&of, &inputs, 100_000_000).ok().map(|(value, _)| dense(&value))
}

/// Whether numbers are those of the reference where these are finite.
fn agrees(found: &[u64], expected: &Reference) -> bool {
    let near = |at: usize| {
        let (x, y) = (f64::from_bits(found[at]), expected.reals[at]);
        let bound = ULPS * f64::EPSILON * expected.magnitudes[at];
        !expected.magnitudes[at].is_finite() || (x - y).abs() <= bound
    };
    found.len() == expected.reals.len() && (0..found.len()).all(near)
}

/// The figures of a campaign.
#[derive(Default, Debug)]
struct Figures {
    programs: usize,
    lowered: usize,
    unions: usize,
    rows: usize,
    plans: usize,
    /// Plans with other infinities or NaN than the program.
    annihilated: usize,
    results: usize,
    /// Arrays of 32-bit floats.
    singles: usize,
    /// Sums of more than 8 reals in compiled loops, those off by more than [`ULPS`], and the most that
    /// one is off.
    sums: usize,
    beyond: usize,
    most_ulps: f64,
    formats: BTreeMap<String, usize>,
    refused: BTreeMap<String, usize>,
}

impl Figures {
    /// Measures the sums of more than 8 terms.
    fn measure(&mut self, found: &[u64], expected: &Reference, kind: Kind) {
        if !matches!(kind, Kind::Reals | Kind::Positive) {
            return;
        }
        for (at, found) in found.iter().enumerate().filter(|(at, _)| expected.counts[*at] > 8) {
            let off = (f64::from_bits(*found) - expected.reals[at]).abs();
            let ulps = off / (f64::EPSILON * expected.magnitudes[at].max(f64::MIN_POSITIVE));
            self.sums += 1;
            self.beyond += usize::from(ulps > ULPS);
            self.most_ulps = self.most_ulps.max(ulps);
        }
    }
}

/// A value as the program in a format gives it back.
fn through(value: &Value, format: &str, extents: &[u64], base: Scalar) -> Result<Value, String> {
    let mut program = parse(&formats::named(formats::find(format).unwrap(), "R")).unwrap();
    formats::retype(&mut program, base);
    let module = check::check(&program).unwrap();
    let sort = Sort::nested(base, extents.len() as u8);
    let of = Coordinates::of_value(value, sort, extents.to_vec()).map_err(|e| e.to_string())?;
    let given = match format {
        "bsr" => Inputs::from([("R_h".into(), Value::Int(2)), ("R_w".into(), Value::Int(3))]),
        "z_order_blocks" => Inputs::from([("R_h".into(), Value::Int(2))]),
        _ => Inputs::new(),
    };
    let arrays = assemble(&module, "R", &of, &given).map_err(|error| error.to_string())?;
    let body = module.tensor("R").unwrap().body.as_ref().unwrap();
    let (back, _) = evaluate(&module.inlined(&body.term), &arrays, 10_000_000).unwrap();
    Ok(back)
}

/// A random program in random formats, and again in others.
fn sample(seed: u64, figures: &mut Figures) {
    let r = &mut Random::new(seed);
    let mut program = Program::random(r);
    // A format may change its tensor, but the second one of each may not.
    let stored = program.store(r, true);
    let expected = program.reference();
    let again = program.store(r, false);
    for stored in [stored, again] {
        let what =
            format!("seed {seed}, {:?}, {:?}\n{}", program.kind, stored.formats, stored.text);
        let module = compile(&stored.text).unwrap_or_else(|errors| panic!("{errors:?}\n{what}"));
        let term = module.composed().unwrap();
        let extents = &program.extents;
        let base = program.kind.base();
        let dense =
            |value: &Value| numbers_of(&dense_of(value, extents, element(base)), element(base));
        let run = |term: &Term| {
            evaluate(term, &stored.inputs, 100_000_000)
                .unwrap_or_else(|error| panic!("{error}\n{what}"))
                .0
        };
        let value = run(&term);
        if let Some(found) = difference(&dense(&value), &expected, program.kind) {
            panic!("the evaluator, {found}\n{what}");
        }
        figures.programs += 1;
        let single = |value: &&Value| matches!(value, Value::Array(a) if a.singles().is_some());
        figures.singles += stored.inputs.values().filter(single).count();
        for format in &stored.formats {
            *figures.formats.entry(format.clone()).or_default() += 1;
        }
        let blocks = 1 + r.below(3) as u64;
        let compiled = r.chance(20);
        let mut terms = vec![("the program", term)];
        let (mut special, mut planned) = (false, Vec::new());
        if r.chance(3) {
            let strict = r.chance(2);
            let time = Duration::from_millis(60);
            let budget = Budget { nodes: 4000, time, iterations: 8 };
            let statistics = Statistics::of(&stored.inputs);
            let options = Search { budget, strict, statistics, ..Search::default() };
            let plan = optimize(&module, &options).unwrap().term;
            let found = run(&plan);
            let wrong = match strict {
                true => (!same(&value, &found, false)).then(|| format!("{found:?} not {value:?}")),
                false => difference(&dense(&found), &expected, program.kind),
            };
            // Zeros annihilate: what is finite in the program is so in the plan, too. An infinity or NaN
            // of the program may be another one, or zero.
            special = program.kind == Kind::Special && !strict;
            match wrong {
                Some(_) if special && agrees(&dense(&found), &expected) => figures.annihilated += 1,
                Some(wrong) => panic!("strict {strict}: {wrong}\n{what}\n{}", raise::text(&plan)),
                None => {}
            }
            planned = dense(&found);
            figures.plans += 1;
            terms.push(("the plan", plan));
        }
        for (name, term) in terms {
            match lowered(&term, &stored.inputs, extents, compiled, &what) {
                Ok(found) => {
                    figures.lowered += 1;
                    let wrong = match special && name == "the plan" {
                        true => {
                            (!alike(&found, &planned, || magnitudes(&term, &stored.inputs, &dense)))
                                .then(|| format!("{found:?}, not {planned:?}"))
                        }
                        false => difference(&found, &expected, program.kind),
                    };
                    if let Some(wrong) = wrong {
                        panic!("{name}, lowered: {wrong}\n{what}\n{}", raise::text(&term));
                    }
                    figures.measure(&found, &expected, program.kind);
                }
                Err(reason) => *figures.refused.entry(reason).or_default() += 1,
            }
            // With one sum of products for each place, or exact ones, the order is of no account.
            let inexact = matches!(program.kind, Kind::Reals | Kind::Positive);
            let exact = !inexact || program.terms() == 1;
            if !extents.is_empty() && exact && !stored.hashed {
                let made = check_union(&term, &stored.inputs, extents, (blocks, compiled), &what);
                figures.unions += usize::from(made.is_ok());
            }
            let whole = matches!(program.kind, Kind::Ints | Kind::Exact);
            if extents.len() > 1 && whole && !stored.hashed {
                let made = check_rows(&term, &stored.inputs, extents, compiled, &what);
                figures.rows += usize::from(made.is_ok());
            }
        }
        if extents.is_empty() {
            continue;
        }
        let dims: Vec<usize> = extents.iter().map(|n| *n as usize).collect();
        let all = formats_of(&dims);
        let format = *r.one_of(&all);
        match through(&value, format, extents, base) {
            Ok(back) => {
                assert!(same(&value, &back, false), "{format}: {back:?} not {value:?}\n{what}");
                figures.results += 1;
            }
            Err(_) if is_structured(format) => {}
            Err(error) => panic!("a result in {format}: {error}\n{what}"),
        }
    }
}

/// The dense result of a lowered term, as the emulator and maybe machine code compute it.
fn lowered(
    term: &Term,
    inputs: &Inputs,
    extents: &[u64],
    compiled: bool,
    what: &str,
) -> Result<Vec<u64>, String> {
    let base = sorts(term).last().unwrap().base;
    if term.iter().any(|node| matches!(node, hloom_storage::term::Node::Input(_, s) if s.is_dict()))
    {
        return Err("a dictionary that is given".to_owned());
    }
    let of = descriptions(term, inputs, false);
    let threads = 1 + u64::from(extents.len() % 2 == 1);
    let lowered = lower_for(threads, "program", term, &of, element(base), extents)
        .map_err(|error| error.to_string())?;
    let data = data_of(&lowered.arguments, inputs, &of);
    let runs = match run_as(&lowered.program, &data, compiled) {
        Ok(runs) => runs,
        Err(MachineError::OutOfSteps(_)) => return Err("a program of too many steps".to_owned()),
        Err(fault) => panic!("{fault}\n{what}\n{}", lowered.program),
    };
    let numbers = |results: &Vec<Vec<u8>>| numbers_of(&results[0], element(base));
    let found = numbers(&runs[0]);
    for other in &runs[1..] {
        let other = numbers(other);
        assert!(equal(&found, &other), "{found:?} {other:?}\n{what}\n{}", lowered.program);
    }
    Ok(found)
}

fn campaign(seeds: impl Iterator<Item = u64>) -> Figures {
    let mut figures = Figures::default();
    for seed in seeds {
        sample(seed, &mut figures);
    }
    println!("{figures:#?}");
    figures
}

#[test]
fn random_programs_in_random_formats_compute_the_dense_reference() {
    let figures = campaign(0..600);
    assert!(figures.lowered > 300 && figures.unions > 10 && figures.results > 300);
    assert!(figures.singles > 100 && figures.sums > 750, "{figures:?}");
    assert_eq!(figures.formats.len(), 1 + formats::ALL.len(), "{:?}", figures.formats);
}

#[test]
fn campaign_programs() {
    // A seed is a program in formats drawn twice.
    let count = samples(600) / 2;
    let start = std::env::var("HLOOM_FUZZ_SEED").ok().and_then(|seed| seed.parse().ok());
    let start: u64 = start.unwrap_or(1 << 32);
    campaign(start..start + count);
}

/// Places of a format that are no entries may have keys outside of the result: zeros times anything
/// are no entries either. (Found by [`campaign_programs`].)
#[test]
fn products_that_are_zero_may_have_keys_outside_of_the_result() {
    let data = Inputs::from([
        ("k".into(), Value::ints([0, 7, 1])),
        ("v".into(), Value::reals([2.0, 0.0, 3.0])),
        ("l".into(), Value::ints([1, 0])),
        ("w".into(), Value::reals([5.0, 4.0])),
    ]);
    let text = "CREATE TENSOR k : [int]; CREATE TENSOR v : [real]; CREATE TENSOR l : [int];
        CREATE TENSOR w : [real];
        sum(<p, i> in k) { i -> v(p) * sum(<q, j> in l) { j -> w(q) } }";
    let term = compile(text).unwrap().composed().unwrap();
    let found = lowered(&term, &data, &[2, 2], true, text).unwrap();
    let found: Vec<f64> = found.into_iter().map(f64::from_bits).collect();
    assert_eq!(found, [8.0, 10.0, 12.0, 15.0]);
}

/// A plan adds up the columns of one matrix and the rows of the other first: an infinity in a column
/// meets a row without entries. (Found by [`campaign_programs`].)
#[test]
fn infinities_that_meet_missing_entries_give_no_nan() {
    let b = Tensor {
        dims: vec![2, 2],
        entries: [(vec![0, 1], f64::INFINITY), (vec![1, 0], 2.0)].into(),
    };
    let c = Tensor { dims: vec![2, 2], entries: [(vec![0, 0], 3.0)].into() };
    let mut inputs = Inputs::new();
    let mut text = String::new();
    for (name, format, tensor) in [("B", "csc", &b), ("C", "csr", &c)] {
        text += &formats::named(formats::find(format).unwrap(), name);
        tensor.store(format, name, &mut inputs);
    }
    text += "sum(<(i, k), b> in B, <(k, j), c> in C) b * c";
    let module = compile(&text).unwrap();
    let options = Search { statistics: Statistics::of(&inputs), ..Search::default() };
    let plan = optimize(&module, &options).unwrap().term;
    for term in [&plan, &module.composed().unwrap()] {
        assert_eq!(
            evaluate(term, &inputs, 1000).unwrap().0,
            Value::Real(6.0),
            "{}",
            raise::text(term)
        );
        assert_eq!(lowered(term, &inputs, &[], true, &text), Ok(vec![6.0f64.to_bits()]));
    }
    // Without such numbers, products are plain ones.
    let options = Search::default();
    let plain = optimize(&module, &options).unwrap().term;
    assert!(evaluate(&plain, &inputs, 1000).unwrap().0 != Value::Real(6.0));
}
