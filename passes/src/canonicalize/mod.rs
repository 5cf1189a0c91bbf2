//! `canonicalize`: laws applied until none does any more, constants folded, dead
//! ops dropped.
//!
//! Before it a program may be anything valid; after it no rule of the table
//! matches. A right side is never more work than its left side, and nothing
//! depends on the pass for correctness: a pipeline without it computes the same.

mod algebra;
mod arms;
mod conditions;
mod control;
mod logic;
mod movement;
mod products;
mod structs;

use crate::pass::{Context, PassError};
use crate::rule::{Config, RuleSet, rewrite};
use std::sync::LazyLock;

/// Every rule of the pass.
pub static RULES: LazyLock<RuleSet> = LazyLock::new(|| {
    let families = [
        algebra::rules(),
        logic::rules(),
        movement::rules(),
        products::rules(),
        control::rules(),
        arms::rules(),
        structs::rules(),
    ];
    RuleSet::new(families.into_iter().flatten().collect())
});

/// Runs the pass. Options: `fast=true` for the rules that may change rounding,
/// `fold=false` to fold nothing, `fold-limit=BYTES` for the largest constant that
/// folding makes.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let config = Config {
        disabled: cx.disabled_rules().clone(),
        fast: cx.flag("fast", false)?,
        fold: cx.flag("fold", true)?,
        fold_limit: cx.number("fold-limit", 1 << 20)?,
        check_measure: cfg!(debug_assertions),
    };
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
