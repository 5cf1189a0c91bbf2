//! Kernels of fusions with a storage plan.
//!
//! The plan's loops read the arrays of sparse arguments. How many entries there are is known only when
//! the program runs, so a plan is taken only if each of its reads of such an array is at a position
//! that a loop over the array's own segments has ([`positions`]): then it is inside of the memory. The
//! extents of the type bound all integers.
//!
//! A plan of several results is one kernel if they are loops over the same collection, and one for each
//! if not.
//!
//! A plan whose result is stored by levels or by a mapping is left to the host, if the function returns that
//! result: how many entries it has is known only when the program runs, so the host makes code for it then. So
//! is one that reads the arrays of a mapping, whose lengths are known only then. An argument that is stored and
//! that the function returns is passed on by the host.
//!
//! Any other plan is not lowered: the ops of the fusion's body are, with sparse arguments made dense.

mod positions;

use super::Lowering;
use super::host::HostWork;
use super::slot::{Slot, SparseSlot};
use crate::lower::Unsupported;
use crate::program::{BufferId, Facts};
use crate::storage::{Ascending, Output, Physical, Target, bounds, kernel, kernel_of_all};
use hloom_ir::ops::Op;
use hloom_ir::types::sparse::LevelKind;
use hloom_ir::{Element, OpId, Value};
use hloom_storage::Scalar;
use hloom_storage::fused::{self, ArrayPart, FusedArray, FusedPlan};
use hloom_storage::term::{Node, Symbol};
use positions::Extent;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// The parts of a sum that threads share. They follow from the shapes alone, so that results are the
/// same whatever the number of threads.
const PARTS: u64 = 8;
/// The least expected elements of an array whose sum has parts.
const SHARED: f64 = 65536.0;

impl Lowering<'_> {
    /// Lowers a fusion with a storage plan.
    pub(super) fn storage(&mut self, op: OpId) -> Result<(), Unsupported> {
        let module = self.module;
        let plan = match FusedPlan::of(module, op) {
            Some(Ok(plan)) => plan,
            Some(Err(errors)) => {
                let first = errors.into_iter().next().map(|error| error.message);
                let why = format!("its plan is wrong: {}", first.unwrap_or_default());
                return Err(self.unsupported(op, why));
            }
            None => return Err(self.unsupported(op, "it has no plan")),
        };
        if self.is_planned_on_host(op) {
            return self.on_host(op);
        }
        let made = self.plan(op, &plan)?;
        let rest = module.results(op).iter().zip(made).enumerate();
        let rest: Vec<usize> = rest.filter(|(_, (_, made))| !made).map(|(at, _)| at).collect();
        if rest.is_empty() { Ok(()) } else { self.inlined(op, &rest) }
    }

    /// Whether the host makes code for a plan of one result.
    fn is_planned_on_host(&self, op: OpId) -> bool {
        let module = self.module;
        let reads = |v: &Value| matches!(self.slots.get(v), Some(Slot::OnHost(_)));
        self.is_assembled(module.result(op, 0))
            || module.results(op).len() == 1 && module.operands(op).iter().any(reads)
    }

    /// Whether the host assembles a value: it is the result of a plan, stored by levels or a mapping, and only
    /// the function that is lowered returns it.
    pub(super) fn is_assembled(&self, v: Value) -> bool {
        let module = self.module;
        let Some(op) = module.def_op(v) else { return false };
        let is_plan = matches!(module.op(op), Op::Fusion(it) if it.plan.is_some());
        let function = self.calls.first().and_then(|function| module.entry(*function, 0));
        let end = function.and_then(|entry| module.terminator(entry));
        is_plan
            && self.fallbacks.is_some()
            && self.machine.gpu.is_none()
            && module.results(op).len() == 1
            && fused::is_stored(module.ty(v))
            && module.uses(v).all(|(user, _)| Some(user) == end)
    }

    /// Whether the host passes on a value that the function returns: an argument in arrays.
    pub(super) fn is_passed_on(&self, v: Value) -> bool {
        let in_arrays = match self.slots.get(&v) {
            Some(Slot::Sparse(_)) => true,
            Some(Slot::OnHost(_)) => fused::is_mapped(self.module.ty(v)),
            _ => false,
        };
        in_arrays && self.fallbacks.is_some() && self.module.def_op(v).is_none()
    }

    /// Lets the host run a plan.
    fn on_host(&mut self, op: OpId) -> Result<(), Unsupported> {
        let module = self.module;
        let result = module.result(op, 0);
        let mut operands = Vec::new();
        for &v in module.operands(op) {
            operands.push((self.slot(op, v)?, Some(module.ty(v))));
        }
        let slot = match self.is_assembled(result) {
            true => self.host_slot(),
            false => Slot::Buffer(self.buffer_for(op, result)?),
        };
        self.host_call(op, HostWork::Plan(op), &operands, &[], std::slice::from_ref(&slot))?;
        self.slots.insert(result, slot);
        Ok(())
    }

    /// Lowers a plan; whether each result is lowered.
    fn plan(&mut self, op: OpId, plan: &FusedPlan) -> Result<Vec<bool>, Unsupported> {
        let module = self.module;
        let none = vec![false; plan.results.len()];
        if self.machine.gpu.is_some() {
            return Ok(none);
        }
        let mut inputs: BTreeMap<Symbol, (BufferId, Physical)> = BTreeMap::new();
        let mut extents: BTreeMap<Symbol, Extent> = BTreeMap::new();
        for array in &plan.arrays {
            let operand = module.operand(op, array.input);
            let is_sparse = fused::is_stored(module.ty(operand));
            let (found, extent) = match self.slot(op, operand)? {
                Slot::Sparse(sparse) => match self.array(array, &sparse) {
                    Some(found) => (found, extent_of(array, &sparse)),
                    None => return Ok(none),
                },
                // On some ways a sparse argument is dense.
                Slot::Buffer(_) if is_sparse => return Ok(none),
                Slot::Buffer(buffer) => {
                    let count = self.builder.program().buffer(buffer).shape.iter().product();
                    let length = (array.part != ArrayPart::Number).then_some(count);
                    let within = match fused::scalar(array.element) {
                        Some(Scalar::Int) => bounds(array.element),
                        _ => None,
                    };
                    let element = array.element;
                    let ascending = Ascending::Unknown;
                    let finite = false;
                    let physical = Physical { element, length, within, ascending, finite };
                    ((buffer, physical), Extent::Known)
                }
                Slot::Laid(..) | Slot::Tuple(_) | Slot::Token | Slot::OnHost(_) => {
                    return Ok(none);
                }
            };
            extents.insert(array.name, extent);
            inputs.insert(array.name, found);
        }
        let mut outputs = Vec::new();
        for (number, (result, made)) in module.results(op).iter().zip(&plan.results).enumerate() {
            let tensor = made.ty.as_tensor().filter(|_| !fused::is_stored(made.ty));
            let Some(tensor) = tensor else { continue };
            if positions::are_inside(&made.term, &extents) {
                let extents: Vec<u64> = tensor.dims.iter().map(|&n| n as u64).collect();
                let parts = self.parts(op, plan, &extents);
                let buffer = self.buffer_for(op, result)?;
                outputs.push((number, &made.term, (buffer, tensor.element, extents, parts)));
            }
        }
        let outputs: Vec<(usize, Output<'_>)> = (outputs.iter())
            .map(|&(number, term, (buffer, element, ref extents, parts))| {
                let to = Target { buffer, element, extents, parts };
                (number, Output { term, to })
            })
            .collect();
        let mut made = none;
        self.kernels(&inputs, &outputs).into_iter().for_each(|number| made[number] = true);
        Ok(made)
    }

    /// Adds kernels for results by their numbers, one for all of them if they have a loop in common. Returns
    /// the numbers of those that are lowered.
    fn kernels(
        &mut self,
        inputs: &BTreeMap<Symbol, (BufferId, Physical)>,
        outputs: &[(usize, Output<'_>)],
    ) -> Vec<usize> {
        let mut name = "storage".to_owned();
        for (_, output) in outputs {
            name = format!("{name}.{}", self.builder.program().buffer(output.to.buffer).name);
        }
        if outputs.len() > 1 {
            let all: Vec<Output<'_>> = outputs.iter().map(|(_, output)| *output).collect();
            let facts = self.facts_of(inputs, &all);
            if let Ok(workspaces) = kernel_of_all(&mut self.builder, &name, facts, &all, inputs) {
                workspaces.into_iter().for_each(|buffer| self.lifetimes.define(buffer));
                return outputs.iter().map(|(number, _)| *number).collect();
            }
        }
        let mut lowered = Vec::new();
        for (number, output) in outputs {
            let facts = self.facts_of(inputs, std::slice::from_ref(output));
            let name = format!("storage.{}", self.builder.program().buffer(output.to.buffer).name);
            if let Ok(workspaces) = kernel(&mut self.builder, &name, facts, *output, inputs) {
                workspaces.into_iter().for_each(|buffer| self.lifetimes.define(buffer));
                lowered.push(*number);
            }
        }
        lowered
    }

    /// The parts of loops whose iterations add to the same numbers: each has a copy of the result.
    fn parts(&self, op: OpId, plan: &FusedPlan, extents: &[u64]) -> u64 {
        let module = self.module;
        let mut read: f64 = 0.0;
        for array in &plan.arrays {
            let operand = module.operand(op, array.input);
            let Some(tensor) = module.ty(operand).as_tensor() else { continue };
            let count = tensor.count().unwrap_or(0) as f64;
            let share = match (array.part, tensor.sparse().is_some()) {
                (ArrayPart::Values, true) => hloom_analysis::sparse::density(module, operand),
                (ArrayPart::Values, false) => 1.0,
                _ => continue,
            };
            read = read.max(count * share);
        }
        let copies = extents.iter().fold(PARTS, |all, n| all.saturating_mul(*n));
        if read >= SHARED && copies as f64 <= read { PARTS } else { 1 }
    }

    /// The bytes that a kernel reads and writes at most.
    fn facts_of(
        &self,
        inputs: &BTreeMap<Symbol, (BufferId, Physical)>,
        outputs: &[Output<'_>],
    ) -> Facts {
        let program = self.builder.program();
        let is_read = |name: &Symbol| {
            outputs
                .iter()
                .flat_map(|it| it.term)
                .any(|node| matches!(node, Node::Input(it, _) if it == name))
        };
        let read = inputs.iter().filter(|(name, _)| is_read(name));
        let read = read.map(|(_, (buffer, _))| program.buffer(*buffer).bytes());
        let written = outputs.iter().map(|it| program.buffer(it.to.buffer).bytes());
        Facts {
            bytes_read: read.fold(0, u64::saturating_add),
            bytes_written: written.fold(0, u64::saturating_add),
            ..Facts::default()
        }
    }

    /// An array of a sparse argument, as code reads it.
    fn array(&self, array: &FusedArray, sparse: &SparseSlot) -> Option<(BufferId, Physical)> {
        let (buffer, within, ascending) = match array.part {
            ArrayPart::Number | ArrayPart::Mapped(_) | ArrayPart::MappedNumber(_) => return None,
            ArrayPart::Values => (sparse.values, None, Ascending::Unknown),
            ArrayPart::Positions(l) => {
                let buffer = sparse.levels.get(l)?.0?;
                let most = self.length(sparse.levels[l].1?);
                (buffer, Some((0, i64::try_from(most).ok()?)), Ascending::Weakly)
            }
            ArrayPart::Coordinates(l) => {
                let buffer = sparse.levels.get(l)?.1?;
                let extent = *sparse.dims.get(sparse.encoding.levels.get(l)?.dim)?;
                let positions = || format!("a{}_pos{l}", array.input).as_str().into();
                let ascending = match fused::order(&sparse.encoding, l) {
                    fused::Order::Strict => Ascending::Between(positions()),
                    fused::Order::Weak => Ascending::WeaklyBetween(positions()),
                    fused::Order::Unknown => Ascending::Unknown,
                };
                (buffer, Some((0, i64::try_from(extent).ok()? - 1)), ascending)
            }
        };
        // Positions and coordinates are below 2⁶³: those of 64 bits are signed ones too.
        let element = match array.element {
            Element::U64 => Element::I64,
            other => other,
        };
        let within = match array.part {
            ArrayPart::Values if fused::scalar(element) == Some(Scalar::Int) => bounds(element),
            _ => within,
        };
        let length = Some(self.length(buffer));
        Some((buffer, Physical { element, length, within, ascending, finite: false }))
    }

    /// The most elements of a buffer.
    fn length(&self, buffer: BufferId) -> u64 {
        self.builder.program().buffer(buffer).shape.iter().product()
    }

    /// Lowers what some results of a fusion's body need in its place, with dense copies of sparse arguments.
    fn inlined(&mut self, op: OpId, results: &[usize]) -> Result<(), Unsupported> {
        let module = self.module;
        let body = module.entry(op, 0).ok_or_else(|| self.unsupported(op, "it has no body"))?;
        let mut given = Vec::new();
        for &v in module.operands(op) {
            given.push(self.slot(op, v)?);
        }
        let args: Vec<Value> = module.args(body).to_vec();
        self.slots.extend(args.into_iter().zip(given));
        let end =
            module.terminator(body).ok_or_else(|| self.unsupported(op, "its body has no end"))?;
        let yielded: Vec<Value> = results.iter().map(|at| module.operand(end, *at)).collect();
        let mut needed: FxHashSet<Value> = yielded.iter().copied().collect();
        let mut ops = Vec::new();
        for inner in module.ops_rev(body).filter(|inner| *inner != end) {
            if module.results(inner).iter().any(|v| needed.contains(&v)) {
                needed.extend(module.operands(inner));
                needed.extend(module.walk(inner).flat_map(|op| module.operands(op)));
                ops.push(inner);
            }
        }
        self.ops(ops.into_iter().rev())?;
        for (&at, yielded) in results.iter().zip(yielded) {
            let yielded = self.slot(end, yielded)?;
            self.slots.insert(module.result(op, at), yielded);
        }
        Ok(())
    }
}

/// The positions that an array of a sparse argument has.
fn extent_of(array: &FusedArray, sparse: &SparseSlot) -> Extent {
    // The level whose segments make the positions of a level; none if extents alone do, or dense
    // levels below a compressed one.
    let levels = &sparse.encoding.levels;
    let source = |upto: usize| {
        let mut source = Some(None);
        for (l, level) in levels.iter().enumerate().take(upto) {
            source = match (level.kind, source) {
                (LevelKind::Compressed, _) => Some(Some(l)),
                (LevelKind::Singleton, source) => source,
                (LevelKind::Dense, Some(None)) => Some(None),
                (LevelKind::Dense, _) => None,
            };
        }
        source
    };
    let (upto, more) = match array.part {
        ArrayPart::Number | ArrayPart::Mapped(_) | ArrayPart::MappedNumber(_) => {
            return Extent::Known;
        }
        ArrayPart::Values => (levels.len(), false),
        ArrayPart::Coordinates(l) => (l + 1, false),
        ArrayPart::Positions(l) => (l, true),
    };
    match source(upto) {
        Some(None) => Extent::Known,
        Some(Some(level)) => {
            let positions = Symbol::from(format!("a{}_pos{level}", array.input).as_str());
            Extent::Segments { positions, more }
        }
        None => Extent::Unknown,
    }
}
