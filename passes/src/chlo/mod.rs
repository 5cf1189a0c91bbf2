//! `legalize-chlo` and `expand-complex-math`.
//!
//! The first expands CHLO ops into StableHLO: special functions by the formulas of `special.fn` and
//! `complex.fn`, broadcasting ops into broadcasts and the plain op, and so on. The second expands
//! StableHLO's elementary functions of complex numbers; only real ones are left after it.
//!
//! Before it, a module may hold any op of CHLO; after it none, but for those that
//! have no counterpart: `minimum_broadcast_shapes`, functions of types for which
//! CHLO says nothing, and ops that broadcast extents with bounds.
//!
//! Real functions of every float type compute in `f64` and round once, so results
//! of `f32` are those nearest to the function's value but for rare ties, and
//! results of `f64` are within three units in the last place where the elementary
//! functions are within one (`tests/tests/chlo.rs` holds both, and
//! `tests/tests/rules/expansions.rs` on random numbers). That is so where an `f64` holds
//! what a formula takes on the way: `polygamma` of orders `n` up to 170, whose factorials it
//! holds, where `x^-(n + 1)` is a normal number, and powers of complex numbers whose phase has digits left. There are no loops,
//! so all vectorizes, but for `f64` in the neighbourhood of roots: `lgamma`,
//! `digamma`, `zeta` and `polygamma` of negative numbers, and the logistic function
//! of complex ones, whose terms cancel there, are computed with twice the digits
//! (`two_parts.fn`), in a branch that is taken where an element wants it.

mod broadcast;
mod control;
mod expand;
mod formula;
mod functions;
mod scan;
mod structure;

use crate::context::{Context, PassError};
use crate::rule::{Config, RuleSet, rewrite};
use formula::Formulas;
use hloom_ir::module::Module;
use hloom_ir::{Op, OpId};
use std::sync::LazyLock;

static FORMULAS: LazyLock<Formulas> = LazyLock::new(|| {
    Formulas::read(&[
        include_str!("special.fn"),
        include_str!("complex.fn"),
        include_str!("two_parts.fn"),
    ])
});

/// Every rule of `legalize-chlo`.
pub static RULES: LazyLock<RuleSet> = LazyLock::new(|| expansions(false));

/// The rules of `legalize-chlo{native=true}`.
static NATIVE_RULES: LazyLock<RuleSet> = LazyLock::new(|| expansions(true));

crate::options! {
    /// Options of `legalize-chlo`.
    pub struct Options {
        /// Keep the functions that code generators have code for: `erf`, `erfc` and `erf_inv` of floats of at most 32 bits.
        native: bool = false, "native";
    }
}

fn expansions(native: bool) -> RuleSet {
    let families =
        [functions::rules(native), broadcast::rules(), structure::rules(), scan::rules()];
    RuleSet::expansions(families.into_iter().flatten().collect(), rank)
}

/// Every rule of `expand-complex-math`.
pub static COMPLEX_RULES: LazyLock<RuleSet> =
    LazyLock::new(|| RuleSet::expansions(functions::complex_rules(), rank));

/// The rank of an op in expansion: custom calls become CHLO ops, broadcasting ones become plain
/// ones, and functions of complex numbers become functions of real numbers.
fn rank(module: &Module, op: OpId) -> u32 {
    let kind = module.op(op);
    let complex = module
        .operands(op)
        .iter()
        .any(|&v| module.ty(v).element().is_some_and(hloom_ir::Element::is_complex));
    let expanded = [&RULES, &COMPLEX_RULES]
        .iter()
        .any(|set| set.rules().iter().any(|rule| rule.root() == kind.name()));
    match kind {
        Op::CustomCall(_) => 5,
        _ if kind.name().starts_with("chlo.broadcast_") => 4,
        _ => 2 * u32::from(complex && expanded) + u32::from(kind.name().starts_with("chlo.")),
    }
}

/// Runs `legalize-chlo`.
pub fn legalize(cx: &mut Context<'_>) -> Result<(), PassError> {
    let Options { native } = cx.options()?;
    run(cx, if native { &NATIVE_RULES } else { &RULES })
}

/// Runs `expand-complex-math`.
pub fn expand_complex(cx: &mut Context<'_>) -> Result<(), PassError> {
    run(cx, &COMPLEX_RULES)
}

fn run(cx: &mut Context<'_>, rules: &RuleSet) -> Result<(), PassError> {
    let config = Config {
        disabled: cx.disabled_rules().clone(),
        check_measure: cfg!(debug_assertions),
        ..Config::default()
    };
    let scope = cx.scope();
    let outcome = rewrite(cx.module_mut(), scope, rules, &config);
    if outcome.unfinished {
        return Err(PassError::new("rewriting did not end; two rules undo each other"));
    }
    for (rule, &count) in rules.rules().iter().zip(&outcome.applied) {
        cx.count(rule.name, count);
    }
    cx.count("skipped", outcome.skipped.iter().sum());
    cx.count("erased", outcome.erased);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_well_formed() {
        assert!(FORMULAS.function("erf").is_some() && FORMULAS.numbers("ERF").is_some());
        assert!(RULES.rules().len() > 50 && COMPLEX_RULES.rules().len() > 10);
    }
}
