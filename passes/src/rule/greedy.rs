//! The worklist driver: applies rules and folds constants to a fixpoint.
//!
//! Each op is visited once, definitions before uses, and again whenever an operand or its uses
//! change. Pure ops without uses are erased on the way.

use super::definition::{Application, Rule};
use super::measure;
use super::set::RuleSet;
use crate::fold::Folder;
use hloom_ir::module::Module;
use hloom_ir::op::is_pure;
use hloom_ir::{DYNAMIC, Op, OpId, Rewriter, Trait, Type, TypeKind, Value};
use std::collections::HashSet;

/// Options of the driver.
#[derive(Clone, Default, Debug)]
pub struct Config {
    /// Names of disabled rules.
    pub disabled: HashSet<String>,
    /// Whether rules that may change rounding run.
    pub fast: bool,
    /// Whether constants are folded.
    pub fold: bool,
    /// The size in bytes of the largest constant that folding makes.
    pub fold_limit: usize,
    /// Whether to check that each application lowers the measure.
    pub check_measure: bool,
}

/// The result of rewriting.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// For each rule of the set, how often it was applied.
    pub applied: Vec<usize>,
    /// For each rule of the set, how often it was skipped because the type of its result does not
    /// fit.
    pub skipped: Vec<usize>,
    /// For each rule of the set, how often its left-hand side and all of its conditions held and it
    /// still did not rewrite: a condition is missing.
    pub declined: Vec<usize>,
    /// Number of ops folded into constants.
    pub folded: usize,
    /// Number of unused ops erased.
    pub erased: usize,
    /// Whether rewriting stopped at its budget, which means that some rules undo each other.
    pub unfinished: bool,
}

impl Outcome {
    /// Whether anything changed.
    pub fn changed(&self) -> bool {
        self.folded + self.erased + self.applied.iter().sum::<usize>() > 0
    }
}

/// The worklist of ops to visit, without duplicates.
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

/// Rewrites everything below `scope` until no rule applies.
pub fn rewrite(module: &mut Module, scope: OpId, rules: &RuleSet, config: &Config) -> Outcome {
    let none = vec![0; rules.rules().len()];
    let mut outcome = Outcome {
        applied: none.clone(),
        skipped: none.clone(),
        declined: none,
        ..Outcome::default()
    };
    let enabled: Vec<bool> = rules
        .rules()
        .iter()
        .map(|r| (config.fast || !r.is_fast) && !config.disabled.contains(r.name))
        .collect();
    let mut folder = Folder::new(config.fold_limit);
    let mut list = Worklist { waiting: Vec::new(), is_waiting: vec![false; module.op_count()] };
    let all: Vec<OpId> = module.walk(scope).collect();
    // Each application lowers a measure, so this budget is far beyond any real need.
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
        // Ops are visited in the order in which they were changed.
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

/// Visits an op; returns whether it changed anything, or `None` if no rule was tried.
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
    // An asynchronous op starts the one op of its body, which no other values may replace.
    let around = module.parent_op(op).map(|around| module.op(around));
    if matches!(around, Some(Op::AsyncStart(_))) {
        return None;
    }
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
        let in_front = rewriter.module().prev(op);
        let values = match rule.apply(rewriter, op) {
            Application::Different => continue,
            Application::Declined => None,
            Application::Values(values) => Some(values),
        };
        let module = rewriter.module();
        let results = module.results(op);
        let Some(values) = values.filter(|values| {
            // A rule that returns the unchanged results has not rewritten anything.
            results.len() == values.len() && results.iter().zip(values).any(|(a, &b)| a != b)
        }) else {
            outcome.declined[i] += 1;
            take_back(rewriter, op, in_front);
            continue;
        };
        let fits = |(old, &new): (Value, &Value)| {
            replaces(module.ty(old), module.ty(new)) && keeps_signatures(module, old, new)
        };
        if !results.iter().zip(&values).all(fits) {
            outcome.skipped[i] += 1;
            take_back(rewriter, op, in_front);
            continue;
        }
        if config.check_measure {
            check(module, rules, rule, op, in_front, &values);
        }
        rewriter.replace(op, &values);
        outcome.applied[i] += 1;
        return Some(true);
    }
    Some(false)
}

/// Erases the ops that a rule built between `in_front` and `op` before it gave up.
fn take_back(rewriter: &mut Rewriter<'_>, op: OpId, in_front: Option<OpId>) {
    while let Some(built) = rewriter.module().prev(op).filter(|&b| Some(b) != in_front) {
        rewriter.erase(built);
    }
}

/// Whether no signature would differ from a value that it states the type of: one with a layout or sparse
/// storage does not replace a plain one that a terminator, a call or an op with regions takes.
fn keeps_signatures(module: &Module, old: Value, new: Value) -> bool {
    let (Some(a), Some(b)) = (module.ty(old).as_tensor(), module.ty(new).as_tensor()) else {
        return true;
    };
    a.encoding == b.encoding
        || b.bounds().is_some()
        || module.uses(old).all(|(user, _)| {
            let op = module.op(user);
            !op.def().has(Trait::Terminator)
                && !matches!(op, Op::Call(_))
                && module.regions(user).is_empty()
        })
}

/// Whether a value of type `new` can replace one of type `old`: the type is equal or more precise.
fn replaces(old: Type, new: Type) -> bool {
    if old == new {
        return true;
    }
    let all = |olds: &[Type], news: &[Type]| olds.iter().zip(news).all(|(&o, &n)| replaces(o, n));
    old.compatible(new)
        && match (old.kind(), new.kind()) {
            (TypeKind::Tensor(a), TypeKind::Tensor(b)) => {
                let dims = a.dims.iter().zip(&b.dims);
                // A split says how parts lie; a whole is not replaced by parts.
                let more_precise = || a.encoding.is_none() && b.split().is_none();
                (a.encoding == b.encoding || more_precise())
                    && dims.into_iter().all(|(&x, &y)| x == DYNAMIC || y != DYNAMIC)
            }
            (TypeKind::Tensor(_), _) => false,
            (TypeKind::Tuple(a), TypeKind::Tuple(b)) => all(a, b),
            // The types of struct and array members are fixed.
            _ => !matches!(old.kind(), TypeKind::Struct(_) | TypeKind::Array(..)),
        }
}

/// Panics unless the application of a rule lowers the measure.
fn check(
    module: &Module,
    rules: &RuleSet,
    rule: &Rule,
    root: OpId,
    in_front: Option<OpId>,
    values: &[Value],
) {
    let back = |&op: &OpId| module.prev(op).filter(|&p| Some(p) != in_front);
    let made: Vec<OpId> = std::iter::successors(back(&root), back).collect();
    let falls = match rules.rank {
        Some(rank) => {
            let ranks = |op: OpId| module.walk(op).map(|o| rank(module, o));
            // Computations copied from the root's region are not new.
            let mut copied: Vec<u32> = ranks(root).collect();
            let mut made = made.iter().flat_map(|&op| ranks(op).chain([rank(module, op)]));
            made.all(|made| {
                let copy = copied.iter().position(|&c| c == made);
                made < rank(module, root) || copy.map(|at| copied.swap_remove(at)).is_some()
            })
        }
        None => measure::falls(module, root, &made, values),
    };
    assert!(falls, "rule {} does not lower the measure", rule.name);
}
