//! The worklist driver: applies rules and folds constants until nothing changes.
//!
//! Every op is visited once, definitions before uses, and again whenever
//! something it depends on or its uses changed. Ops without uses and without
//! effects go on the way.

use super::{Match, RuleSet};
use crate::fold::Folder;
use hloom_ir::module::Module;
use hloom_ir::op::is_pure;
use hloom_ir::{OpId, Rewriter};
use std::collections::HashSet;

/// How to rewrite.
#[derive(Clone, Default, Debug)]
pub struct Config {
    /// Rules that are switched off, by name.
    pub disabled: HashSet<String>,
    /// Whether rules that may change rounding run.
    pub fast: bool,
    /// Whether constants are folded.
    pub fold: bool,
    /// The largest constant that folding makes, in bytes.
    pub fold_limit: usize,
}

/// What rewriting did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// For each rule, in the set's order, how often it was applied.
    pub applied: Vec<usize>,
    /// How many ops were folded into constants.
    pub folded: usize,
    /// How many unused ops were erased.
    pub erased: usize,
    /// Whether rewriting stopped at its bound, which means that some rules undo
    /// each other.
    pub unfinished: bool,
}

impl Outcome {
    /// Whether anything changed.
    pub fn changed(&self) -> bool {
        self.folded + self.erased + self.applied.iter().sum::<usize>() > 0
    }
}

/// Ops that wait for a visit, each at most once.
struct Worklist {
    waiting: Vec<OpId>,
    is_waiting: Vec<bool>,
}

impl Worklist {
    fn push(&mut self, op: OpId) {
        if self.is_waiting.len() <= op.index() {
            self.is_waiting.resize(op.index() + 1, false);
        }
        if !std::mem::replace(&mut self.is_waiting[op.index()], true) {
            self.waiting.push(op);
        }
    }

    fn pop(&mut self) -> Option<OpId> {
        let op = self.waiting.pop()?;
        self.is_waiting[op.index()] = false;
        Some(op)
    }
}

/// Rewrites everything below `scope` until no rule applies any more.
pub fn rewrite(module: &mut Module, scope: OpId, rules: &RuleSet, config: &Config) -> Outcome {
    let mut outcome = Outcome { applied: vec![0; rules.rules().len()], ..Outcome::default() };
    let enabled: Vec<bool> = rules
        .rules()
        .iter()
        .map(|r| (config.fast || !r.is_fast) && !config.disabled.contains(r.name))
        .collect();
    let mut folder = Folder::new(config.fold_limit);
    let mut list = Worklist { waiting: Vec::new(), is_waiting: vec![false; module.op_count()] };
    let all: Vec<OpId> = module.walk(scope).collect();
    // Each application lowers a measure, so this is far beyond any real need.
    let mut budget = 64 * all.len() + 4096;
    for &op in all.iter().rev() {
        list.push(op);
    }
    let mut rewriter = Rewriter::new(module);
    while let Some(op) = list.pop() {
        if !rewriter.module().is_live(op) {
            continue;
        }
        let Some(changed) =
            visit(&mut rewriter, op, rules, &enabled, config, &mut folder, &mut outcome)
        else {
            continue;
        };
        if !changed {
            continue;
        }
        let changes = rewriter.take_changes();
        // What was touched first is visited first.
        for touched in changes.touched.into_iter().rev() {
            if rewriter.module().is_live(touched) {
                list.push(touched);
            }
        }
        budget -= 1;
        if budget == 0 {
            outcome.unfinished = true;
            break;
        }
    }
    outcome
}

/// Visits an op: whether it changed anything, `None` if nothing was tried.
fn visit(
    rewriter: &mut Rewriter<'_>,
    op: OpId,
    rules: &RuleSet,
    enabled: &[bool],
    config: &Config,
    folder: &mut Folder,
    outcome: &mut Outcome,
) -> Option<bool> {
    let module = rewriter.module();
    module.parent(op)?;
    let results = module.results(op);
    let unused = results.iter().all(|v| !module.is_used(v));
    if unused && is_pure(module, op) {
        rewriter.erase(op);
        outcome.erased += 1;
        return Some(true);
    }
    if config.fold && folder.fold(rewriter, op) {
        outcome.folded += 1;
        return Some(true);
    }
    let index = rewriter.module().op(op).index();
    for (i, rule) in rules.for_op(index) {
        if !enabled[i] {
            continue;
        }
        let Some(values) = Match::apply(rule, rewriter, op) else { continue };
        let module = rewriter.module();
        let results = module.results(op);
        // A rule that gives a result back unchanged has found nothing.
        if results.len() != values.len() || results.iter().zip(&values).all(|(a, &b)| a == b) {
            continue;
        }
        for (old, &new) in results.iter().zip(&values) {
            debug_assert!(
                module.ty(old).compatible(module.ty(new)),
                "rule {} makes {} of {}",
                rule.name,
                module.ty(new),
                module.ty(old)
            );
        }
        rewriter.replace(op, &values);
        outcome.applied[i] += 1;
        return Some(true);
    }
    Some(false)
}
