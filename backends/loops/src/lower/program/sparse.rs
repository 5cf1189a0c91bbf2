//! Sparse arguments, what makes them dense, and kernels of fusions that they drive.
//!
//! A sparse argument is several arguments of the program: of each level the positions and
//! the coordinates, as far as it has them, then the stored elements, in this order. They
//! are lists ([`Space::Unsized`]), for how many entries there are is known only when they
//! are there. The caller of the program has checked them. On a GPU it is one argument, with
//! every element: whoever runs the program makes it dense.
//!
//! A sparse-driven fusion is one kernel with a loop over parts of the outer coordinates, which
//! threads share, and inside a loop over outer coordinates, and one over the stored
//! entries of each. How many parts there are follows from the shape, so that results are
//! the same whatever the number of threads.

use super::super::nests::{
    LEAD, Memory, SparseDrivenNest, SparseDrivenNests, name_of, sparse_driven_nests,
};
use super::Lowering;
use super::slot::{Slot, SparseSlot};
use crate::index::{Index, Range};
use crate::lower::Unsupported;
use crate::nest::Tensor;
use crate::program::{
    BinaryOp, BufferId, Builder, CompareOp, ConvertOp, Facts, LoopKind, Scalar, Space,
    Value as Register,
};
use crate::schedule::{Choice, EmitContext, Placement, ScheduleError, Scheduler, facts};
use hloom_analysis::sparse::sparse_driven_block;
use hloom_ir::types::TensorType;
use hloom_ir::types::sparse::{LevelKind, SparseEncoding};
use hloom_ir::{Element, OpId, Type, Value};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// A scalar of memory as an index.
fn index_at(b: &mut Builder, buffer: BufferId, at: impl Into<Index>) -> Register {
    let scalar = b.program().buffer(buffer).storage().scalar;
    let loaded = b.load(scalar.ty(), buffer, at);
    match scalar {
        Scalar::I64 => loaded,
        _ => b.convert(ConvertOp::ExtendU, loaded, Scalar::I64),
    }
}

impl Lowering<'_> {
    /// The arguments that a sparse one is.
    pub(super) fn sparse_argument(
        &mut self,
        op: OpId,
        ty: &TensorType,
        encoding: SparseEncoding,
        name: &str,
    ) -> Result<Slot, Unsupported> {
        let dims = self.shape(op, ty.clone().into())?;
        let first = self.arguments.len() as u32;
        // The type's size is known, so that no product of extents is too large.
        let mut list = |name: String, element: Element, most: u64| {
            let open = Type::tensor(&[hloom_ir::types::DYNAMIC], element);
            let space = Space::Unsized(self.arguments.len() as u32);
            self.arguments.push(open);
            self.builder.buffer(&name, element, &[most], space)
        };
        let mut levels = Vec::new();
        // How many positions there can be, level by level.
        let mut positions = 1u64;
        for (l, level) in encoding.levels.iter().enumerate() {
            let mut array =
                |what: &str, element, most| list(format!("{name}_{what}{l}"), element, most);
            let pos = (level.kind == LevelKind::Compressed)
                .then(|| array("pos", encoding.pos_element(), positions + 1));
            if level.kind != LevelKind::Singleton {
                positions *= dims[level.dim];
            }
            if !level.unique {
                // Each entry has a position of its own.
                positions = positions.max(dims.iter().product());
            }
            let crd = (level.kind != LevelKind::Dense)
                .then(|| array("crd", encoding.crd_element(), positions.max(1)));
            levels.push((pos, crd));
        }
        let values = list(name.to_owned(), ty.element, positions.max(1));
        Ok(Slot::Sparse(Box::new(SparseSlot { first, encoding, dims, levels, values })))
    }

    /// Lowers `hloom.relayout`: memory of dense tensors is the same in all layouts.
    pub(super) fn relayout(&mut self, op: OpId) -> Result<(), Unsupported> {
        let result = self.module.result(op, 0);
        match self.slot(op, self.module.operand(op, 0))? {
            Slot::Sparse(sparse) => {
                let buffer = self.buffer_for(op, result)?;
                self.make_dense(&sparse, buffer);
                Ok(())
            }
            // In the arrays of a mapping.
            slot @ Slot::OnHost(_) if !self.stays_on_host(self.module.ty(result)) => {
                let to = Slot::Buffer(self.buffer_for(op, result)?);
                self.copy(op, &slot, &to)?;
                self.slots.insert(result, to);
                Ok(())
            }
            slot => {
                self.slots.insert(result, slot);
                Ok(())
            }
        }
    }

    /// Writes every element of a sparse tensor to memory.
    pub(super) fn make_dense(&mut self, from: &SparseSlot, to: BufferId) {
        self.use_slot(&Slot::Sparse(Box::new(from.clone())));
        self.lifetimes.touch(to);
        let count: u64 = from.dims.iter().product();
        if count == 0 {
            return;
        }
        let bytes = self.builder.program().buffer(to).bytes();
        let facts = Facts { bytes_written: bytes, ..Facts::default() };
        let name = format!("relayout.{}", self.builder.program().buffer(to).name);
        let storage = self.builder.program().buffer(to).storage();
        let units = i64::from(storage.units);
        self.builder.kernel(&name, facts, |b| {
            let zero = b.bits(storage.scalar.ty(), 0);
            b.for_each(LoopKind::Serial, "i", 0, count as i64 * units, 1, |b, i| {
                b.store(zero, to, Index::var(i));
            });
            let place = Index::constant(0);
            let nothing = b.int(Scalar::I64.ty(), 0);
            scatter(b, from, 0, (nothing, place), &mut |b, position, place| {
                for unit in 0..units {
                    let at = Index::var(position) * units + unit;
                    let stored = b.load(storage.scalar.ty(), from.values, at);
                    b.store(stored, to, place.clone() * units + unit);
                }
            });
        });
    }

    /// Lowers a fusion with a driver. Where that input is dense after all, the fusion is
    /// lowered as one without.
    pub(super) fn sparse_driven(&mut self, op: OpId, driver: i64) -> Result<bool, Unsupported> {
        let module = self.module;
        let main = module.operand(op, driver as usize);
        let Slot::Sparse(sparse) = self.slot(op, main)? else { return Ok(false) };
        let block = module.entry(op, 0).ok_or_else(|| self.unsupported(op, "it has no body"))?;
        let inner = module.args(block)[driver as usize];
        let it =
            sparse_driven_block(module, block, inner).map_err(|why| self.unsupported(op, why))?;
        let nests = sparse_driven_nests(module, op, &it)?;
        let mut buffers: FxHashMap<Value, BufferId> = FxHashMap::default();
        for result in module.results(op) {
            let buffer = self.buffer_for(op, result)?;
            buffers.insert(result, buffer);
        }
        let phases = nests.phases.iter();
        let inside =
            phases.flat_map(|p| [&p.before, &p.entries, &p.missing_entries, &p.after]).flatten();
        let all = nests.fill.iter().chain(&nests.clear).chain(&nests.last).chain(inside);
        for memory in all.flat_map(|nest| &nest.inputs) {
            if let Memory::Outside(v) = memory
                && !buffers.contains_key(v)
            {
                let buffer = self.buffer(op, *v)?;
                buffers.insert(*v, buffer);
            }
        }
        let name = name_of(module, op);
        let facts = work(&nests, self.stored_entries(main, &sparse), &sparse);
        let partial = nests.partial.iter().map(|t| scratch(&mut self.builder, t)).collect();
        let kernel = SparseDrivenEmitter {
            nests: &nests,
            scheduler: self.scheduler,
            inside: RefCell::default(),
            buffers,
            partial,
            sparse: &sparse,
        };
        let made = self.builder.kernel(&name, facts, |b| kernel.emit(b));
        made.map_err(|e| Unsupported::new(module, op, e.to_string()))?;
        Ok(true)
    }

    /// The assumed number of stored entries of a sparse argument.
    fn stored_entries(&self, v: Value, sparse: &SparseSlot) -> u64 {
        let cells = sparse.dims.iter().fold(1u64, |n, &d| n.saturating_mul(d));
        let density = hloom_analysis::sparse::density(self.module, v);
        (cells as f64 * density).round() as u64
    }
}

/// The work of a kernel: nests of entries as often as there are entries.
fn work(nests: &SparseDrivenNests, entries: u64, sparse: &SparseSlot) -> Facts {
    let mut sum = Facts::default();
    let mut add = |nest: &SparseDrivenNest, inside: bool, times: u64| {
        let nest = if inside { standing(&nest.nest) } else { nest.nest.clone() };
        let one = facts(&nest);
        sum.flops = sum.flops.saturating_add(one.flops.saturating_mul(times));
        sum.special = sum.special.saturating_add(one.special.saturating_mul(times));
        sum.integer = sum.integer.saturating_add(one.integer.saturating_mul(times));
    };
    let mut outside: Vec<(Value, u64)> = Vec::new();
    let note = |found: &mut Vec<(Value, u64)>, memory: &Memory, tensor: &Tensor| {
        if let Memory::Outside(v) = memory
            && !found.iter().any(|(known, _)| known == v)
        {
            found.push((*v, tensor.bytes()));
        }
    };
    let mut written: Vec<(Value, u64)> = Vec::new();
    let mut ends = |nest: &SparseDrivenNest| {
        let inputs = nest.inputs.iter().zip(&nest.nest.inputs);
        inputs.for_each(|(m, t)| note(&mut outside, m, t));
        let outputs = nest.outputs.iter().zip(&nest.nest.outputs);
        outputs.for_each(|(m, o)| note(&mut written, m, &o.tensor));
    };
    for nest in nests.fill.iter().chain(&nests.clear).chain(&nests.last) {
        add(nest, false, 1);
        ends(nest);
    }
    for phase in &nests.phases {
        for nest in &phase.entries {
            add(nest, true, entries);
            ends(nest);
        }
        for nest in phase.before.iter().chain(&phase.missing_entries).chain(&phase.after) {
            add(nest, true, nests.extents.0);
            ends(nest);
        }
    }
    let pos = u64::from(sparse.encoding.pos_element().bit_width()) / 8;
    let crd = u64::from(sparse.encoding.crd_element().bit_width()) / 8;
    let stored = nests.phases.iter().flat_map(|p| &p.entries).flat_map(|n| {
        n.inputs.iter().zip(&n.nest.inputs).find(|(m, _)| **m == Memory::Stored).map(|(_, t)| t)
    });
    let width = stored.map(|t| t.element.byte_width() as u64).max().unwrap_or(0);
    sum.bytes_read = outside.iter().fold(0u64, |n, (_, b)| n.saturating_add(*b));
    sum.bytes_read += (nests.extents.0 + 1) * pos + entries * (crd + width);
    sum.bytes_written = written.iter().fold(0u64, |n, (_, b)| n.saturating_add(*b));
    sum
}

/// A nest as one point of the loops around it sees it.
fn standing(nest: &crate::nest::Nest) -> crate::nest::Nest {
    let mut nest = nest.clone();
    nest.dims[..LEAD].iter_mut().for_each(|dim| dim.extent = 1);
    nest
}

fn scratch(b: &mut Builder, tensor: &Tensor) -> BufferId {
    b.buffer(&tensor.name, tensor.element, &tensor.shape, Space::Scratch)
}

/// The work at a stored element: its position, and its place in the dense tensor.
type Visit<'v> = dyn FnMut(&mut Builder, Register, Index) + 'v;

/// Loops over all stored elements, level by level.
fn scatter(
    b: &mut Builder,
    of: &SparseSlot,
    l: usize,
    (position, place): (Register, Index),
    visit: &mut Visit<'_>,
) {
    let Some(level) = of.encoding.levels.get(l) else {
        return visit(b, position, place);
    };
    let extent = of.dims[level.dim] as i64;
    let stride = of.dims[level.dim + 1..].iter().product::<u64>() as i64;
    let (pos, crd) = of.levels[l];
    match (level.kind, pos, crd) {
        (LevelKind::Compressed, Some(pos), Some(crd)) => {
            let from = index_at(b, pos, Index::var(position));
            let to = index_at(b, pos, Index::var(position) + 1);
            let bounds = (Index::var(from), Index::var(to));
            b.for_each(LoopKind::Serial, "p", bounds.0, bounds.1, 1, |b, p| {
                let at = index_at(b, crd, Index::var(p));
                scatter(b, of, l + 1, (p, place + Index::var(at) * stride), visit);
            });
        }
        (LevelKind::Singleton, _, Some(crd)) => {
            let at = index_at(b, crd, Index::var(position));
            scatter(b, of, l + 1, (position, place + Index::var(at) * stride), visit);
        }
        _ => b.for_each(LoopKind::Serial, "i", 0, extent, 1, |b, i| {
            let next = b.index(Index::var(position) * extent + Index::var(i));
            scatter(b, of, l + 1, (next, place + Index::var(i) * stride), visit);
        }),
    }
}

/// A sparse-driven fusion's kernel.
struct SparseDrivenEmitter<'k> {
    nests: &'k SparseDrivenNests,
    scheduler: &'k Scheduler<'k>,
    /// The choices made for nests at one point.
    inside: RefCell<FxHashMap<*const SparseDrivenNest, Choice>>,
    /// Memory of operands and results.
    buffers: FxHashMap<Value, BufferId>,
    partial: Vec<BufferId>,
    sparse: &'k SparseSlot,
}

/// The state of the loops: the outer coordinate, the inner one, the position, the chunk.
type At = [Register; LEAD];

impl SparseDrivenEmitter<'_> {
    fn emit(&self, b: &mut Builder) -> Result<(), ScheduleError> {
        b.scratch(&self.partial, |b| {
            for nest in self.nests.fill.iter().chain(&self.nests.clear) {
                self.alone(b, nest)?;
            }
            self.chunks(b)?;
            self.nests.last.iter().try_for_each(|nest| self.alone(b, nest))
        })
    }

    fn memory(&self, memory: &Memory, rows: &[BufferId]) -> BufferId {
        match memory {
            Memory::Outside(v) => self.buffers[v],
            Memory::Stored => self.sparse.values,
            Memory::Row(n) => rows[*n],
            Memory::Partial(n) => self.partial[*n],
        }
    }

    /// A nest outside of the loops.
    fn alone(&self, b: &mut Builder, it: &SparseDrivenNest) -> Result<(), ScheduleError> {
        let choice = self.scheduler.decide(&it.nest, Placement::Stage)?;
        let inputs: Vec<BufferId> = it.inputs.iter().map(|m| self.memory(m, &[])).collect();
        let outputs: Vec<BufferId> = it.outputs.iter().map(|m| self.memory(m, &[])).collect();
        choice.emit_inside(b, &inputs, &outputs, &EmitContext::default())
    }

    /// A nest at one point.
    fn inside(
        &self,
        b: &mut Builder,
        it: &SparseDrivenNest,
        rows: &[BufferId],
        at: &At,
    ) -> Result<(), ScheduleError> {
        let (outer, inner) = self.nests.extents;
        let capacity = outer.saturating_mul(inner);
        let most = [outer, inner, capacity, self.nests.chunks];
        // Some of them are read from memory.
        let ranges = most.map(|n| Range::extent(n.max(1)));
        let facts: Vec<(Register, Range)> = at.iter().copied().zip(ranges).collect();
        let here =
            EmitContext { at: at.iter().copied().enumerate().collect(), ..EmitContext::default() };
        let choice = self.inside_choice(it)?;
        let inputs: Vec<BufferId> = it.inputs.iter().map(|m| self.memory(m, rows)).collect();
        let outputs: Vec<BufferId> = it.outputs.iter().map(|m| self.memory(m, rows)).collect();
        b.assuming_all(&facts, |b| choice.emit_inside(b, &inputs, &outputs, &here))
    }

    /// The choice for a nest at one point: the same wherever it stands.
    fn inside_choice(&self, it: &SparseDrivenNest) -> Result<Choice, ScheduleError> {
        let key: *const SparseDrivenNest = it;
        if let Some(choice) = self.inside.borrow().get(&key) {
            return Ok(choice.clone());
        }
        let placement = Placement::Inside { results: false, tiles: None };
        let choice = self.scheduler.decide(&standing(&it.nest), placement)?;
        self.inside.borrow_mut().insert(key, choice.clone());
        Ok(choice)
    }

    fn chunks(&self, b: &mut Builder) -> Result<(), ScheduleError> {
        let (outer, chunks) = (self.nests.extents.0 as i64, self.nests.chunks as i64);
        let each = outer.div_euclid(chunks) + i64::from(outer % chunks != 0);
        if outer == 0 {
            return Ok(());
        }
        b.for_each(LoopKind::Parallel, "chunk", 0, chunks, 1, |b, chunk| {
            let end = b.index(Index::var(chunk) * each + each);
            let last = b.int(Scalar::I64.ty(), outer);
            let end = b.binary(BinaryOp::MinS, end, last);
            let from = Index::var(chunk) * each;
            b.for_each(LoopKind::Serial, "o", from, Index::var(end), 1, |b, o| {
                self.outer(b, o, chunk)
            })
        })
    }

    /// All iterations through the entries of an outer coordinate.
    fn outer(&self, b: &mut Builder, o: Register, chunk: Register) -> Result<(), ScheduleError> {
        let rows: Vec<BufferId> = self.nests.rows.iter().map(|t| scratch(b, t)).collect();
        let Some(&(Some(pos), Some(crd))) = self.sparse.levels.last() else {
            return Ok(());
        };
        b.scratch(&rows, |b| {
            let zero = b.int(Scalar::I64.ty(), 0);
            let from = index_at(b, pos, Index::var(o));
            let to = index_at(b, pos, Index::var(o) + 1);
            let here = [o, zero, zero, chunk];
            for phase in &self.nests.phases {
                for nest in &phase.before {
                    self.inside(b, nest, &rows, &here)?;
                }
                let bounds = (Index::var(from), Index::var(to));
                b.for_each(LoopKind::Serial, "p", bounds.0, bounds.1, 1, |b, p| {
                    let here = [o, index_at(b, crd, Index::var(p)), p, chunk];
                    phase.entries.iter().try_for_each(|nest| self.inside(b, nest, &rows, &here))
                })?;
                if !phase.missing_entries.is_empty() {
                    let stored = b.binary(BinaryOp::Sub, to, from);
                    let all = b.int(Scalar::I64.ty(), self.nests.extents.1 as i64);
                    let some = b.compare(CompareOp::LtS, stored, all);
                    b.try_branch(
                        some,
                        |b| {
                            phase
                                .missing_entries
                                .iter()
                                .try_for_each(|n| self.inside(b, n, &rows, &here))
                        },
                        |_| Ok(()),
                    )?;
                }
                for nest in &phase.after {
                    self.inside(b, nest, &rows, &here)?;
                }
            }
            Ok(())
        })
    }
}
