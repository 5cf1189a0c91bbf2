//! `canonicalize`: applies rewrite rules to a fixpoint, folds constants and erases dead ops.
//!
//! Before: any valid module. After: no rule of the table matches. A right-hand side never costs
//! more than its left-hand side. No other pass needs this one for correctness: a pipeline without
//! it computes the same results.

mod algebra;
mod arms;
mod conditions;
mod control;
mod logic;
mod movement;
mod products;
mod ranges;
mod splits;
mod structs;

use crate::context::{Context, PassError};
use crate::rule::{Config, RuleSet, rewrite};
use std::sync::LazyLock;

/// Every rule of the pass.
pub static RULES: LazyLock<RuleSet> = LazyLock::new(|| {
    let families = [
        algebra::rules(),
        logic::rules(),
        movement::rules(),
        splits::rules(),
        products::rules(),
        ranges::rules(),
        control::rules(),
        arms::rules(),
        structs::rules(),
    ];
    RuleSet::new(families.into_iter().flatten().collect())
});

crate::options! {
    /// Options of `canonicalize`.
    pub struct Options {
        /// Also apply rules that may change rounding.
        fast: bool = false, "fast";
        /// Fold constants.
        fold: bool = true, "fold";
        /// The size in bytes of the largest constant that folding makes.
        fold_limit: usize = 1 << 20, "fold-limit";
    }
}

/// Runs the pass.
///
/// # Errors
/// If an option has an invalid value, or rewriting does not terminate.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let Options { fast, fold, fold_limit } = cx.options()?;
    let disabled = cx.disabled_rules().clone();
    let check_measure = cfg!(debug_assertions);
    let config = Config { disabled, fast, fold, fold_limit, check_measure };
    let scope = cx.scope();
    let outcome = rewrite(cx.module_mut(), scope, &RULES, &config);
    if outcome.unfinished {
        return Err(PassError::new("rewriting did not end; two rules undo each other"));
    }
    for (rule, &count) in RULES.rules().iter().zip(&outcome.applied) {
        cx.count(rule.name, count);
    }
    cx.count("skipped", outcome.skipped.iter().sum());
    cx.count("folded", outcome.folded);
    cx.count("erased", outcome.erased);
    Ok(())
}
