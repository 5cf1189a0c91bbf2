//! Holding one application of rules to what rules promise.

use hloom_interp::{ErrorKind, RunError, Value};
use hloom_ir::module::Module;
use hloom_ir::{Literal, Op};
use hloom_passes::rule::{Config, Rule, RuleSet, rewrite};
use hloom_tests::sampling::{Instance, all_values, error_bounds, same, within};
use std::collections::HashSet;

/// Maximum difference of two fast-math programs' results, in multiples of one program's rounding
/// error bound.
const FAST: f64 = 4.0;

/// A comparison of results before and after a rewrite.
pub(crate) type Agree<'a> = &'a dyn Fn(&Literal, &Literal) -> Result<(), String>;

/// Bit for bit, any NaN being equal to any other.
pub(crate) fn bits(before: &Literal, after: &Literal) -> Result<(), String> {
    if same(before, after) { Ok(()) } else { Err("they are not the same".to_owned()) }
}

/// Only rules for which `chosen` holds.
pub(crate) fn only(rules: &RuleSet, chosen: impl Fn(&Rule) -> bool) -> Config {
    let disabled: HashSet<String> =
        rules.rules().iter().filter(|r| !chosen(r)).map(|r| r.name.to_owned()).collect();
    let fast = rules.rules().iter().any(|r| chosen(r) && r.is_fast);
    Config { disabled, fast, fold: false, fold_limit: 0, check_measure: true }
}

pub(crate) fn show(module: &Module) -> String {
    hloom_ir::text::print(module, &Default::default())
}

/// Number of ops except constants, which cost nothing.
fn size(module: &Module) -> usize {
    module.walk_all().filter(|&op| !matches!(module.op(op), Op::Constant(_))).count()
}

/// Error bounds of the results of `main` under fast math; infinite for results that may differ
/// arbitrarily.
fn tolerances(module: &Module, inputs: &[Literal]) -> Vec<f64> {
    let Some(values) = all_values(module, inputs) else { return Vec::new() };
    let bounds = error_bounds(module, &values);
    let main = module.symbol("main").and_then(|main| module.entry(main, 0));
    let Some(end) = main.and_then(|block| module.terminator(block)) else { return Vec::new() };
    module.operands(end).iter().map(|v| FAST * bounds[v]).collect()
}

/// Whether some bits of a NaN may be seen, which no rule promises to keep: a program casts
/// bits and computes a NaN.
fn shows_bits_of_nan(module: &Module, inputs: &[Literal]) -> bool {
    let casts = module.walk_all().any(|op| matches!(module.op(op), Op::BitcastConvert(_)));
    let has_nan = |l: &Literal| {
        let real = l.element().real_part();
        let nan = |bytes| hloom_ir::literal::read_f64(real, bytes).is_nan();
        real.is_float() && l.bytes().chunks_exact(real.byte_width()).any(nan)
    };
    casts && all_values(module, inputs).is_none_or(|values| values.values().any(has_nan))
}

/// The outcome of one application of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Held {
    /// No rule fired, or the interpreter does not know an op.
    Nothing,
    /// A rule fired; the program fails in the same way before and after, or an op on which the
    /// extents of a run contradict each other is gone.
    Failed,
    /// A rule fired; no result could be compared.
    Fired,
    /// A rule fired, and results agreed.
    Agreed,
}

/// Rewrites a program and compares what it gives before and after. A program that fails must fail
/// with an error of the same kind.
///
/// After a fast-math rule, results may differ by the bound of rounding errors; otherwise they must
/// `agree`.
///
/// # Panics
/// If a rule breaks a promise.
pub(crate) fn holds(it: Instance, rules: &RuleSet, config: &Config, agree: Agree<'_>) -> Held {
    let Instance { mut module, inputs } = it;
    let values: Vec<Value> = inputs.iter().cloned().map(Value::Tensor).collect();
    let run = |m: &Module| hloom_interp::run(m, "main", &values);
    let (source, text, ops) = (module.clone(), show(&module), size(&module));
    let before = run(&module);
    // An op that the interpreter does not know may become one that it knows.
    if before.as_ref().is_err_and(|e| e.kind == ErrorKind::Unsupported) {
        return Held::Nothing;
    }
    let root = module.root();
    let fired = |m: &mut Module| rewrite(m, root, rules, config);
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| fired(&mut module)))
        .unwrap_or_else(|_| panic!("a rule panics on\n{text}"));
    let fired = || rules.rules().iter().zip(&outcome.applied).filter(|(_, n)| **n > 0);
    let names: Vec<&str> = fired().map(|(rule, _)| rule.name).collect();
    assert!(!outcome.unfinished, "{names:?} does not end on\n{text}");
    let declined = || rules.rules().iter().zip(&outcome.declined).filter(|(_, n)| **n > 0);
    let declined: Vec<String> = declined().map(|(rule, _)| rule.describe()).collect();
    assert!(
        declined.is_empty() || rules.is_expansion(),
        "conditions of these rules hold, and they do not fire: {declined:?} on\n{text}"
    );
    if names.is_empty() {
        return Held::Nothing;
    }
    let after_text = show(&module);
    if let Err(errors) = hloom_ir::verify::verify(&module) {
        panic!("{names:?} makes an invalid module of\n{text}\nnamely\n{after_text}\n{errors:?}");
    }
    let expands = rules.is_expansion();
    assert!(
        expands || size(&module) <= ops,
        "{names:?} makes more ops of\n{text}namely\n{after_text}"
    );
    let outcome = |ran: &Result<Vec<Value>, Box<RunError>>| ran.as_ref().err().map(|e| e.kind);
    let after = run(&module);
    // Extents that contradict an op are found when it runs; an op that is not needed may vanish.
    let is_open = |&v: &hloom_ir::Value| source.ty(v).as_tensor().is_some_and(|t| !t.is_static());
    let may_vanish = outcome(&before) == Some(ErrorKind::Invalid)
        && source.walk_all().any(|op| source.operands(op).iter().any(is_open));
    if may_vanish && after.is_ok() {
        return Held::Failed;
    }
    assert_eq!(
        outcome(&before),
        outcome(&after),
        "{names:?}: one fails and the other not, or in another way: {:?}\n{text}\n{after_text}",
        before.as_ref().err().or(after.as_ref().err())
    );
    let (Ok(before), Ok(after)) = (before, after) else { return Held::Failed };
    let is_fast = fired().any(|(rule, _)| rule.is_fast);
    let tolerances = if is_fast { tolerances(&source, &inputs) } else { Vec::new() };
    if shows_bits_of_nan(&source, &inputs) {
        return Held::Fired;
    }
    let mut held = Held::Fired;
    for (i, (a, b)) in before.iter().zip(&after).enumerate() {
        let (Some(a), Some(b)) = (a.tensor(), b.tensor()) else { continue };
        let found = match tolerances.get(i) {
            Some(&bound) if bound.is_infinite() => continue,
            Some(&bound) if within(a, b, bound) => Ok(()),
            Some(&bound) => Err(format!("they are apart by more than {bound:e}")),
            None if is_fast => continue,
            None => agree(a, b),
        };
        if let Err(how) = found {
            panic!(
                "{names:?} changes {a} into {b}: {how}\nfor {inputs:?}\nin\n{text}which became\n{after_text}"
            );
        }
        held = Held::Agreed;
    }
    held
}
