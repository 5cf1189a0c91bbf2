//! Raises programs of upstream MLIR's `linalg`, `tensor`, `arith`, `math`, `complex` and `scf` to
//! StableHLO, where that is exact; `sparse_tensor.convert` too.
//!
//! ```text
//!  linalg.generic, named ops ─► structured ─┬─► elementwise ops, transpose, broadcast, gather
//!                                           ├─► dot_general       (contract)
//!                                           ├─► reduce            (reduce)
//!                                           └─► convolution, reduce_window  (window)
//!  tensor.*                  ─► tensor      ──► slice, pad, concatenate, reshape …
//!  arith, math, complex      ─► scalar      ──► elementwise ops; a scalar is a tensor of rank 0
//!  scf.for, while, if        ─► control     ──► while, if, case
//! ```
//!
//! The body of a structured op runs once for each point of its iteration space. Here each value of
//! the body becomes a tensor over the whole space, or one of rank 0 if it is the same everywhere.
//!
//! # What is exact
//!
//! Upstream leaves open what StableHLO defines: division by zero, shifts beyond the width, indices
//! out of bounds. The order of a reduction is open in both; an initial value that varies is combined
//! last. Integers are signless upstream and signed here; unsigned functions bitcast.
//!
//! # What stays
//!
//! An op without a form stays as it is, with the reason in the [`Report`]: dynamic extents, tensors
//! of `index`, buffers, vectors, combiners that are not known to be associative.

mod affine;
mod contract;
mod control;
mod emit;
mod maps;
mod reduce;
mod scalar;
mod structured;
mod tensor;
mod window;

use hloom_ir::field::ResultType;
use hloom_ir::ops::Relayout;
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Attr, Block, Def, Module, Op, OpId, Rewriter, TypeKind, Value};
use rustc_hash::FxHashMap;

/// A value, or the reason why there is none.
pub(crate) type Try<T> = Result<T, String>;

/// A summary of the pass: the number of raised ops, and the others.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The number of raised ops.
    pub raised: usize,
    /// The ops that stay, with reasons.
    pub kept: Vec<(OpId, String)>,
}

/// The dialects that are raised.
const DIALECTS: [&str; 7] =
    ["arith", "complex", "linalg", "math", "scf", "sparse_tensor", "tensor"];

/// Raises the functions of a module.
pub fn raise(module: &mut Module) -> Report {
    let functions: Vec<OpId> = module.functions().collect();
    let mut raiser = Raiser {
        rw: Rewriter::new(module),
        values: FxHashMap::default(),
        fills: FxHashMap::default(),
        space: None,
        loose: Vec::new(),
        raised: Vec::new(),
        report: Report::default(),
    };
    for function in functions {
        raiser.regions(function);
    }
    raiser.finish();
    raiser.sweep();
    raiser.report.raised = raiser.raised.len();
    raiser.report
}

/// The state of the pass.
pub(crate) struct Raiser<'m> {
    pub(crate) rw: Rewriter<'m>,
    /// The tensors that stand for values; tensors that no entry has stand for themselves.
    pub(crate) values: FxHashMap<Value, Value>,
    /// Tensors whose elements are all equal, and that element as a tensor of rank 0.
    pub(crate) fills: FxHashMap<Value, Value>,
    /// The extents of the iteration space around the current op.
    pub(crate) space: Option<Vec<i64>>,
    /// Blocks of regions that no op may have yet.
    pub(crate) loose: Vec<Block>,
    raised: Vec<OpId>,
    report: Report,
}

impl Raiser<'_> {
    pub(crate) fn module(&self) -> &Module {
        self.rw.module()
    }

    /// Raises the ops of an op's regions, in place.
    fn regions(&mut self, op: OpId) {
        let regions = self.module().regions(op).to_vec();
        for region in regions {
            for block in self.module().blocks(region).to_vec() {
                self.block(block);
            }
        }
    }

    /// Raises the ops of a block, in place.
    fn block(&mut self, block: Block) {
        let ops: Vec<OpId> = self.module().ops(block).collect();
        for op in ops {
            if !is_raised(self.module(), op) {
                self.regions(op);
                continue;
            }
            let before = self.module().prev(op);
            self.rw.set_before(op);
            self.loose.clear();
            let made = self.emit(op).and_then(|values| self.fits(op, values));
            match made {
                Ok(values) => {
                    let results: Vec<Value> = self.module().results(op).iter().collect();
                    for (old, new) in results.into_iter().zip(values) {
                        if self.module().ty(old).as_tensor().is_some() {
                            self.rw.replace_uses(old, new);
                        }
                        self.values.insert(old, new);
                    }
                    self.raised.push(op);
                }
                Err(why) => {
                    self.undo(block, before, op);
                    self.report.kept.push((op, why));
                    if self.dialect(op) != "linalg" {
                        self.regions(op);
                    }
                }
            }
        }
    }

    fn dialect(&self, op: OpId) -> &str {
        self.module().op(op).name().split('.').next().unwrap_or_default()
    }

    /// Checks that raised values have the types of an op's results.
    fn fits(&self, op: OpId, values: Vec<Value>) -> Try<Vec<Value>> {
        let types = self.module().result_types(op);
        if types.len() != values.len() {
            return Err("it has other results".to_owned());
        }
        for (&ty, &value) in types.iter().zip(&values) {
            let found = self.module().ty(value);
            if emit::lifted(ty) != Some(found) {
                return Err(format!("a result of {ty} would become {found}"));
            }
        }
        Ok(values)
    }

    /// Erases what was built in front of an op.
    fn undo(&mut self, block: Block, before: Option<OpId>, op: OpId) {
        for block in std::mem::take(&mut self.loose).into_iter().rev() {
            if self.module().block_owner(block).is_none() {
                self.rw.erase_block(block);
            }
        }
        let mut last = self.module().prev(op);
        while let Some(built) = last.filter(|&it| Some(it) != before) {
            last = self.module().prev(built);
            self.rw.erase(built);
        }
        // Of values in regions too.
        let module = self.rw.module();
        let lives = |value: Value| match module.def(value) {
            Def::Result(op, _) => module.is_live(op),
            Def::Arg(block, _) => module.block_owner(block).is_some_and(|op| module.is_live(op)),
        };
        self.values.retain(|_, value| lives(*value));
        self.fills.retain(|value, scalar| lives(*value) && lives(*scalar));
        self.space = None;
        self.rw.set_point(InsertPoint::End(block));
    }

    /// Erases the raised ops. An op that stays may use a scalar that was raised: it gets the element
    /// of the tensor.
    fn finish(&mut self) {
        for &op in self.raised.clone().iter().rev() {
            let results: Vec<Value> = self.module().results(op).iter().collect();
            if self.dialect(op) == "scf" || self.module().op(op).name() == "tensor.extract" {
                for &old in &results {
                    if !self.module().is_used(old) {
                        continue;
                    }
                    self.rw.set_after(op);
                    let new = self.values.get(&old).copied().unwrap_or(old);
                    let ty = self.module().ty(old);
                    if let Ok(scalar) = self.lowered(new, ty) {
                        self.rw.replace_uses(old, scalar);
                    }
                }
            }
            if results.iter().all(|&v| !self.module().is_used(v)) {
                self.rw.erase(op);
            }
        }
    }

    /// Erases ops that were built for nothing: initial values that a reduction takes as scalars.
    fn sweep(&mut self) {
        let touched = self.rw.take_changes().touched;
        let mut left: Vec<OpId> = touched;
        while let Some(op) = left.pop() {
            let module = self.module();
            if !module.is_live(op)
                || module.parent(op).is_none()
                || module.results(op).is_empty()
                || module.results(op).iter().any(|v| module.is_used(v))
                || !hloom_ir::ops::is_pure(module, op)
            {
                continue;
            }
            let operands = module.operands(op).to_vec();
            left.extend(operands.iter().filter_map(|&v| module.def_op(v)));
            self.rw.erase(op);
        }
    }

    /// An attribute of an op.
    pub(crate) fn attr(&self, op: OpId, name: &str) -> Option<Attr> {
        match self.module().op(op) {
            Op::Foreign(it) => it.properties.get(name).or_else(|| it.attrs.get(name)).cloned(),
            // An op of the table keeps what its definition does not declare.
            _ => self.module().discardable_attrs(op)?.get(name).cloned(),
        }
    }

    /// An attribute that is a list of numbers.
    pub(crate) fn numbers(&self, op: OpId, name: &str) -> Option<Vec<i64>> {
        match self.attr(op, name)? {
            Attr::DenseArray(_, values) => Some(values.to_vec()),
            Attr::Array(items) => items.iter().map(Attr::as_i64).collect(),
            Attr::Dense(literal) => {
                (0..literal.count()).map(|i| i64::try_from(literal.get_int(i)?).ok()).collect()
            }
            Attr::Opaque(text) => vector(&text),
            _ => None,
        }
    }

    /// As [`numbers`](Self::numbers), where an attribute may be absent.
    ///
    /// # Errors
    /// If it is there, and is no list of numbers.
    pub(crate) fn optional_numbers(&self, op: OpId, name: &str) -> Try<Option<Vec<i64>>> {
        match (self.attr(op, name), self.numbers(op, name)) {
            (Some(attr), None) => Err(format!("`{name}` is `{attr}`")),
            (_, numbers) => Ok(numbers),
        }
    }

    /// The tensor that stands for a value.
    pub(crate) fn get(&mut self, old: Value) -> Try<Value> {
        if let Some(&new) = self.values.get(&old) {
            return Ok(new);
        }
        let ty = self.module().ty(old);
        match ty.kind() {
            TypeKind::Scalar(_) => self.lift(old),
            _ if emit::lifted(ty) == Some(ty) => Ok(old),
            _ => Err(format!("a value of {ty} has no form")),
        }
    }

    /// The tensors that stand for the operands of an op.
    pub(crate) fn operands(&mut self, op: OpId) -> Try<Vec<Value>> {
        let operands = self.module().operands(op).to_vec();
        operands.into_iter().map(|v| self.get(v)).collect()
    }

    /// The ops for an op at the insertion point; returns the tensors for its results.
    pub(crate) fn emit(&mut self, op: OpId) -> Try<Vec<Value>> {
        self.rw.set_source(op);
        let name = self.module().op(op).name().to_owned();
        let values = match name.split_once('.') {
            Some(("arith", "constant")) | Some(("complex", "constant")) => vec![self.constant(op)?],
            Some(("arith" | "math" | "complex", function)) => vec![self.scalar(op, function)?],
            Some(("linalg", "index")) => vec![self.index(op)?],
            Some(("linalg", named)) => self.structured(op, named)?,
            Some(("tensor", named)) => vec![self.tensor(op, named)?],
            Some(("scf", named)) => self.control(op, named)?,
            Some(("sparse_tensor", "convert")) => vec![self.relayout(op)?],
            Some(("sparse_tensor", _)) => return Err("it has no form".to_owned()),
            _ => self.copied(op)?,
        };
        Ok(values)
    }

    /// `sparse_tensor.convert`: only the storage of a tensor changes.
    fn relayout(&mut self, op: OpId) -> Try<Value> {
        let ty = self.module().result_types(op).first().copied();
        let ty = ResultType(ty.ok_or("it has no result")?);
        let x = self.operands(op)?;
        self.build(Relayout { ty }, &x)
    }

    /// A copy of another op inside of a region that is raised.
    fn copied(&mut self, op: OpId) -> Try<Vec<Value>> {
        let name = self.module().op(op).name().to_owned();
        let module = self.module();
        let operands = module.operands(op).iter().map(|&v| module.ty(v));
        let plain = module.regions(op).is_empty()
            && !module.has_successors(op)
            && operands.chain(module.result_types(op)).all(|ty| emit::lifted(ty) == Some(ty));
        if !plain {
            return Err(format!("it holds `{name}`"));
        }
        let operands = self.operands(op)?;
        let kind = self.module().op(op).clone();
        let copy = self.rw.build(kind, &operands).map_err(|e| e.to_string())?;
        Ok(self.module().results(copy).iter().collect())
    }

    /// Emits the ops of a block up to its terminator, with its arguments set before; returns the
    /// terminator.
    pub(crate) fn body(&mut self, block: Block) -> Try<OpId> {
        let end = self.module().terminator(block).or(self.module().last_op(block));
        let end = end.ok_or("a block has no end")?;
        let ops: Vec<OpId> = self.module().ops(block).filter(|&op| op != end).collect();
        for op in ops {
            self.inner(op)?;
        }
        Ok(end)
    }

    /// Emits an op of a region, and sets its results.
    pub(crate) fn inner(&mut self, op: OpId) -> Try<()> {
        let values = self.emit(op)?;
        let results: Vec<Value> = self.module().results(op).iter().collect();
        if results.len() != values.len() {
            return Err(format!("`{}` has other results", self.module().op(op).name()));
        }
        self.values.extend(results.into_iter().zip(values));
        Ok(())
    }
}

/// The numbers of `dense<2> : vector<2xi64>` or `dense<[1, 2]> : vector<2xi64>`.
fn vector(text: &str) -> Option<Vec<i64>> {
    let (numbers, ty) = text.trim().strip_prefix("dense<")?.split_once('>')?;
    let count = ty.trim_start_matches([' ', ':']).strip_prefix("vector<")?;
    let count: usize = count.split_once('x')?.0.parse().ok()?;
    let list = match numbers.trim().strip_prefix('[').and_then(|n| n.strip_suffix(']')) {
        Some(list) => list.split(',').map(|n| n.trim().parse().ok()).collect::<Option<Vec<_>>>()?,
        None => vec![numbers.trim().parse().ok()?; count],
    };
    (list.len() == count).then_some(list)
}

/// Whether an op is of a dialect that is raised.
fn is_raised(module: &Module, op: OpId) -> bool {
    let name = module.op(op).name();
    let dialect = name.split('.').next().unwrap_or_default();
    DIALECTS.contains(&dialect) && !matches!(name, "scf.yield" | "scf.condition" | "tensor.yield")
}
