//! Verification: checks the validity of a module (see the crate's documentation), and reports every
//! independent error.
//!
//! * here: use lists, regions, blocks, terminators and dominance;
//! * [`branch`](self): terminators, and the values passed to successors;
//! * [`result`](self): each op's own constraints and declared result types;
//! * [`symbols`](self): symbol definitions and references;
//! * [`types`](self): invalid types, of quantized elements for example.
//!
//! Before: any module, even one that a faulty pass left behind. The module is not changed. The
//! semantics of foreign ops is unknown: only the definitions of their operands are checked, and
//! their regions may hold anything.

mod branch;
mod report;
mod result;
mod symbols;
#[cfg(test)]
mod tests;
mod types;

pub(crate) use branch::successors;
pub(crate) use report::{sentence, spec_label};
pub(crate) use result::check_results;
pub use result::result_label;

use crate::diag::{Diagnostic, Span};
use crate::id::{Block, OpId, Region, Value};
use crate::module::{Def, Dominators, Module};
use crate::op::{OpPart, Trait};
use crate::ops::Op;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Verifies a module.
///
/// # Errors
/// Every independent error, in the order of the ops. Diagnostics are at the spans of ops in the
/// text that they were parsed from.
pub fn verify(module: &Module) -> Result<(), Vec<Diagnostic>> {
    verify_at(module, &|op, _| op)
}

/// Verifies what stands in one op, a function say, as a pass that may change nothing else
/// left it. Lists of uses are not counted anew.
///
/// # Errors
/// As [`verify`].
pub fn verify_within(module: &Module, op: OpId) -> Result<(), Vec<Diagnostic>> {
    let mut verifier = Verifier::new(module, &|op, _| op);
    verifier.own_constraints(op);
    verifier.run(op);
    verifier.outcome()
}

/// A function from the span of an op to that of one of its parts.
pub(crate) type Locate<'m> = &'m dyn Fn(Span, OpPart) -> Span;

/// As [`verify`], with diagnostics at the spans that `locate` finds.
pub(crate) fn verify_at(module: &Module, locate: Locate<'_>) -> Result<(), Vec<Diagnostic>> {
    Verifier::new(module, locate).check_module()
}

/// As [`verify`], for a reader that knows which ops it copied: by the number of each op, the earlier one
/// that it has the attributes and the result types of. Ops after the end are not copies.
pub(crate) fn verify_copies(
    module: &Module,
    copies: &[Option<OpId>],
) -> Result<(), Vec<Diagnostic>> {
    let mut verifier = Verifier::new(module, &|op, _| op);
    verifier.copies = copies;
    verifier.check_module()
}

struct Verifier<'m> {
    m: &'m Module,
    locate: Locate<'m>,
    /// The position of each op in its block, counted from 1; 0 for ops not visited yet.
    order: SmallVec<[u32; 64]>,
    /// The stack of blocks to visit.
    pending: SmallVec<[Block; 8]>,
    /// The dominator trees of regions with several blocks, computed on demand.
    trees: FxHashMap<Region, Dominators>,
    types: types::Seen,
    /// The ops that are known to be copies, as [`verify_copies`] has them.
    copies: &'m [Option<OpId>],
    checked: result::Checked,
    errors: Vec<Diagnostic>,
}

impl<'m> Verifier<'m> {
    fn new(module: &'m Module, locate: Locate<'m>) -> Verifier<'m> {
        Verifier {
            m: module,
            locate,
            order: SmallVec::from_elem(0, module.op_count()),
            pending: SmallVec::new(),
            trees: FxHashMap::default(),
            types: types::Seen::default(),
            copies: &[],
            checked: result::Checked::default(),
            errors: Vec::new(),
        }
    }

    fn outcome(mut self) -> Result<(), Vec<Diagnostic>> {
        if self.errors.is_empty() {
            return Ok(());
        }
        self.errors.sort_by_key(|error| error.span.start);
        Err(self.errors)
    }
}

impl Verifier<'_> {
    /// Checks the whole module.
    fn check_module(mut self) -> Result<(), Vec<Diagnostic>> {
        if let Err(bug) = self.m.recount() {
            let message = format!("the module's lists of uses are wrong: {bug}");
            let help = "this is a bug in hloom, not in the program";
            self.errors.push(Diagnostic::error(Default::default(), message).help(help));
            return Err(self.errors); // Nothing else can be relied on.
        }
        self.run(self.m.root());
        self.outcome()
    }

    /// Checks all that stands in an op.
    fn run(&mut self, scope: OpId) {
        self.regions(scope);
        while let Some(block) = self.pending.pop() {
            self.block(block);
        }
    }

    fn error(&mut self, op: OpId, part: OpPart, message: String) -> &mut Diagnostic {
        let diagnostic = self.at(op, part, message);
        self.errors.push(diagnostic);
        self.errors.last_mut().expect("just pushed")
    }

    /// An error at a part of an op.
    fn at(&self, op: OpId, part: OpPart, message: String) -> Diagnostic {
        report::at(self.m, self.locate, op, part, message)
    }

    /// Checks an op's regions, and adds their blocks to the stack.
    fn regions(&mut self, op: OpId) {
        let m = self.m;
        let kind = m.op(op);
        if kind.has(Trait::Symbol) || matches!(kind, Op::ModuleOp(_)) {
            self.symbol_table(op);
        }
        for (i, &region) in m.regions(op).iter().enumerate() {
            self.region(op, i, region);
        }
    }

    fn region(&mut self, op: OpId, i: usize, region: Region) {
        let m = self.m;
        let kind = m.op(op);
        let blocks = m.blocks(region);
        // A function without a body is only declared.
        let may_be_empty = matches!(kind, Op::Func(_) | Op::Foreign(_));
        let may_have_many = matches!(kind, Op::Func(_) | Op::Foreign(_));
        let name = kind.name();
        if blocks.is_empty() && !may_be_empty {
            self.error(op, OpPart::Region(i), format!("region {i} of `{name}` is empty"));
        }
        if blocks.len() > 1 && !may_have_many {
            let message =
                format!("region {i} of `{name}` has {} blocks; it must have one", blocks.len());
            self.error(op, OpPart::Region(i), message);
        }
        if !kind.has(Trait::NoTerminator) {
            for (number, &block) in blocks.iter().enumerate() {
                self.block_ends(op, i, block, number);
            }
        }
        if let Some(&entry) = blocks.first() {
            self.entry_block(entry);
        }
        self.pending.extend_from_slice(blocks);
    }

    fn block(&mut self, block: Block) {
        let m = self.m;
        let owner = m.block_owner(block);
        let from = self.pending.len();
        for &arg in m.args(block) {
            if let (Some(wrong), Some(owner)) = (self.types.check(m.ty(arg)), owner) {
                self.error(owner, OpPart::Op, wrong.sentence()).code = wrong.label;
            }
        }
        for (i, op) in m.ops(block).enumerate() {
            self.order[op.index()] = i as u32 + 1;
            for (at, &value) in m.operands(op).iter().enumerate() {
                self.dominance(op, block, at, value);
            }
            let kind = m.op(op);
            let ends = kind.has(Trait::Terminator);
            if ends {
                if m.next(op).is_some() {
                    let message = format!("`{}` must be the last op of its block", kind.name());
                    self.error(op, OpPart::Op, message);
                }
                self.terminator(op, owner);
            }
            if ends || m.has_successors(op) {
                self.successors(op, block);
            }
            self.own_constraints(op);
            if !m.regions(op).is_empty() {
                self.regions(op);
            }
        }
        self.pending[from..].reverse(); // The last is taken first.
    }

    /// Checks that the definition of operand `at` of `op` in `block` dominates `op`.
    fn dominance(&mut self, op: OpId, block: Block, at: usize, value: Value) {
        let m = self.m;
        let (def_block, def_op) = match m.def(value) {
            Def::Result(def, _) => (m.parent(def), Some(def)),
            Def::Arg(block, _) => (Some(block), None),
        };
        let before = |use_op: OpId| match def_op {
            // Later ops and the nested regions of later ops are not numbered yet.
            Some(def) => (1..self.order[use_op.index()]).contains(&self.order[def.index()]),
            None => true,
        };
        if def_block == Some(block) {
            if !before(op) {
                self.undominated(op, at, value, "is used before it is defined");
            }
            return;
        }
        let Some(def_block) = def_block else {
            self.undominated(op, at, value, "is defined by an op that was taken out");
            return;
        };
        let mut inner = block;
        loop {
            let region = m.block_region(inner);
            if region == m.block_region(def_block) {
                if !self.tree(region).is_none_or(|tree| tree.dominates(def_block, inner)) {
                    let what = "is not defined on every way that leads here";
                    self.undominated(op, at, value, what);
                }
                return;
            }
            let Some(owner) = m.block_owner(inner) else { break };
            if m.op(owner).has(Trait::IsolatedFromAbove) && !self.holds(owner, def_block) {
                let what = format!(
                    "is defined outside of `{}`, whose body sees nothing of that",
                    m.op(owner).name()
                );
                self.undominated(op, at, value, &what);
                return;
            }
            let Some(outer) = m.parent(owner) else { break };
            if outer == def_block {
                if !before(owner) {
                    self.undominated(op, at, value, "is used before it is defined");
                }
                return;
            }
            inner = outer;
        }
        self.undominated(op, at, value, "is defined in a region that does not enclose this op");
    }

    /// Whether a region of `op` contains a block, at any depth.
    fn holds(&self, op: OpId, block: Block) -> bool {
        let mut owner = self.m.block_owner(block);
        while let Some(at) = owner {
            if at == op {
                return true;
            }
            owner = self.m.parent_op(at);
        }
        false
    }

    fn undominated(&mut self, op: OpId, at: usize, value: Value, what: &str) {
        let name = report::value_name(self.m, value, at);
        let note = report::defined(self.m, value, at);
        self.error(op, OpPart::Operand(at), format!("{name} {what}")).notes.extend(note);
    }
}
