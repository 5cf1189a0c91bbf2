//! Nests of a fusion that runs over the stored entries of a sparse matrix.
//!
//! All nests stand at one point of the loops around them: an outer coordinate, an inner
//! one, the position of the entry, and the chunk of outer coordinates that is worked on.
//! Sums for one outer coordinate lie in memory of a row. Sums over outer coordinates lie in
//! partial results of chunks, which are combined in order at the end.

mod cross_row;

use super::element::Elements;
use super::{Lowered, Lowering, Materialized, root, tensor_of};
use crate::index::{Index, Var};
use crate::lower::Unsupported;
use crate::nest::{Combiner, Dim, Nest, Node, NodeId, Output, Reduction, ScalarOp, Tensor};
use hloom_analysis::sparse::{OpRole, SparseDriven};
use hloom_ir::module::Module;
use hloom_ir::ops::{DotGeneral, Op};
use hloom_ir::{Element, OpId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many parts of the outer coordinates may be summed apart from each other.
const CHUNKS: u64 = 16;
/// A part's sums may take so many bytes.
const CHUNK_BYTES: u64 = 256 << 10;
/// Parts of outer coordinates, where nothing is summed over them.
const PARTS: u64 = 256;
/// The least outer coordinates of a part.
const LEAST_ROWS: u64 = 8;

/// Memory that a nest reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Memory {
    /// A value outside of the fusion: an operand or a result.
    Outside(Value),
    /// The stored elements of the sparse matrix.
    Stored,
    /// Memory of a row, by its number.
    Row(usize),
    /// Partial results of chunks, by their number.
    Partial(usize),
}

/// One nest, and what it reads and writes.
#[derive(Clone, Debug)]
pub struct SparseDrivenNest {
    /// The computation; its first [`LEAD`] dimensions are the position of an entry.
    pub nest: Nest,
    /// For each input, its memory.
    pub inputs: Vec<Memory>,
    /// For each output, its memory.
    pub outputs: Vec<Memory>,
}

/// The dimensions that come first in nests inside of the loops: the outer coordinate, the
/// inner one, the position, the chunk.
pub const LEAD: usize = 4;

/// Nests around one iteration through the entries of an outer coordinate.
#[derive(Clone, Debug, Default)]
pub struct Phase {
    /// The initial values of sums.
    pub before: Vec<SparseDrivenNest>,
    /// For each entry.
    pub entries: Vec<SparseDrivenNest>,
    /// The effect of the zeros of entries that are not stored.
    pub missing_entries: Vec<SparseDrivenNest>,
    /// Once the sums are whole.
    pub after: Vec<SparseDrivenNest>,
}

/// The nests of a sparse-driven fusion.
#[derive(Clone, Debug)]
pub struct SparseDrivenNests {
    /// The extents of the outer and the inner dimension.
    pub extents: (u64, u64),
    /// Parts of the outer coordinates that threads share.
    pub chunks: u64,
    /// Results of which most elements are zero: nests that make all of them so.
    pub fill: Vec<SparseDrivenNest>,
    /// The initial values of partial results.
    pub clear: Vec<SparseDrivenNest>,
    /// The work for each outer coordinate.
    pub phases: Vec<Phase>,
    /// Nests that make results of the partial ones.
    pub last: Vec<SparseDrivenNest>,
    /// Memory of a row.
    pub rows: Vec<Tensor>,
    /// Memory of partial results.
    pub partial: Vec<Tensor>,
}

/// The nests of a fusion with a driver.
///
/// # Errors
/// If an op of the fusion is none that a nest can describe.
pub fn sparse_driven_nests(
    module: &Module,
    op: OpId,
    it: &SparseDriven,
) -> Result<SparseDrivenNests, Unsupported> {
    let mut cx = Lowering::new(module, op);
    for v in module.operands(op).iter().copied().chain(module.results(op)) {
        tensor_of(module, op, v)?;
    }
    let (_, yielded) = cx.enter_fusion()?;
    let shape = &tensor_of(module, op, it.matrix)?.dims;
    let extents = (shape[it.outer] as u64, shape[it.inner] as u64);
    let mut cross_row_bytes = 0u64;
    for (o, part) in &it.roles {
        if matches!(part, OpRole::CrossRowReduction { .. }) {
            let bytes = tensor_of(module, op, module.result(*o, 0))?.byte_size();
            cross_row_bytes = cross_row_bytes.max(bytes.unwrap_or(usize::MAX) as u64);
        }
    }
    let chunks = match cross_row_bytes {
        0 => (extents.0 / LEAST_ROWS).clamp(1, PARTS),
        1..=CHUNK_BYTES => (extents.0 / LEAST_ROWS).clamp(1, CHUNKS),
        _ => 1,
    };
    let mut of = Maker {
        cx,
        it,
        yielded,
        at: FxHashMap::default(),
        nests: SparseDrivenNests {
            extents,
            chunks,
            fill: Vec::new(),
            clear: Vec::new(),
            phases: Vec::new(),
            last: Vec::new(),
            rows: Vec::new(),
            partial: Vec::new(),
        },
    };
    of.fill()?;
    for phase in 0..it.phases {
        of.phase(phase)?;
    }
    Ok(of.nests)
}

fn var(n: usize) -> Index {
    Index::var(Var(n as u32))
}

struct Maker<'m, 'd> {
    cx: Lowering<'m>,
    it: &'d SparseDriven,
    /// The values of the fusion's body that it yields.
    yielded: Vec<Value>,
    /// The memory of materialized values.
    at: FxHashMap<Value, Memory>,
    nests: SparseDrivenNests,
}

impl Maker<'_, '_> {
    /// Begins a nest inside of the loops.
    fn begin(&mut self) {
        let (outer, inner) = self.nests.extents;
        let capacity = outer.saturating_mul(inner);
        let lead = [("o", outer), ("q", inner), ("p", capacity), ("c", self.nests.chunks)];
        for (name, extent) in lead {
            self.cx.dims.push(Dim { name: name.into(), extent, reducing: false });
        }
    }

    fn finish(
        &mut self,
        reduction: Option<Reduction>,
        outputs: Vec<(Output, Memory)>,
    ) -> SparseDrivenNest {
        let (outputs, to): (Vec<Output>, Vec<Memory>) = outputs.into_iter().unzip();
        self.cx.reduced.clear();
        self.cx.demanded = None;
        let part = outputs.first().map_or("", |output| &output.tensor.name);
        self.cx.name = format!("{}.{part}", super::name_of(self.cx.module, self.cx.subject));
        let Lowered { nest, inputs } = self.cx.finish(reduction, outputs);
        let from = |v: &Value| self.at.get(v).copied().unwrap_or(Memory::Outside(*v));
        SparseDrivenNest { nest, inputs: inputs.iter().map(from).collect(), outputs: to }
    }

    /// Coordinates of an entry in a value with these dimensions of the matrix.
    fn of_entry(&self, dims: [usize; 2]) -> Vec<Index> {
        dims.iter().map(|&d| if d == self.it.outer { var(0) } else { var(1) }).collect()
    }

    /// Memory of a row for a value without its first dimensions, of another element type.
    fn row(&mut self, v: Value, without: usize, element: Element) -> (usize, Materialized) {
        let mut tensor = self.cx.tensor(v);
        tensor.element = element;
        tensor.shape.drain(..without);
        tensor.shape.insert(0, 1);
        self.nests.rows.push(tensor.clone());
        let materialized = Materialized { tensor, instead: (without, vec![Index::constant(0)]) };
        (self.nests.rows.len() - 1, materialized)
    }

    fn keep(&mut self, v: Value, materialized: Materialized, memory: Memory) {
        self.cx.materialized.insert(v, materialized);
        self.at.insert(v, memory);
    }

    fn forget(&mut self, v: Value) {
        self.cx.materialized.remove(&v);
        self.at.remove(&v);
    }

    fn at(&mut self, v: Value, coords: Vec<Index>) -> Result<NodeId, Unsupported> {
        Elements::new(&mut self.cx).at(v, coords, &[])
    }

    fn zero(&mut self, element: Element) -> NodeId {
        self.cx.body.add(Node::Constant([0, 0]), element)
    }

    /// The fusion's results that a value of its body is.
    fn results_of(&self, v: Value) -> Vec<Value> {
        let module = self.cx.module;
        let each = self.yielded.iter().zip(module.results(self.cx.subject));
        each.filter(|(h, _)| **h == v).map(|(_, r)| r).collect()
    }

    /// Zeros in results that have an element for each entry.
    fn fill(&mut self) -> Result<(), Unsupported> {
        for &(n, ..) in &self.it.entries {
            let result = self.cx.module.result(self.cx.subject, n);
            let tensor = self.cx.tensor(result);
            let shape: Vec<i64> = tensor.shape.iter().map(|&n| n as i64).collect();
            let place = self.cx.coords(&shape);
            let zero = self.zero(tensor.element);
            let output = (Output::at(tensor, place, zero), Memory::Outside(result));
            let nest = self.finish(None, vec![output]);
            self.nests.fill.push(nest);
        }
        Ok(())
    }

    /// The nests of one iteration through the entries.
    fn phase(&mut self, number: usize) -> Result<(), Unsupported> {
        self.nests.phases.push(Phase::default());
        let mut stored = self.cx.tensor(self.it.matrix);
        let (outer, inner) = self.nests.extents;
        stored.shape = vec![outer.saturating_mul(inner)];
        let materialized = Materialized { tensor: stored, instead: (2, vec![var(2)]) };
        self.keep(self.it.matrix, materialized, Memory::Stored);
        let mut here = self.kept_entries(number)?;
        let parts = &self.it.roles;
        for (op, part) in parts {
            match part {
                OpRole::RowReduction { phase } if *phase == number => self.row_sum(*op)?,
                OpRole::CrossRowReduction { phase } if *phase == number => {
                    self.cross_row_reduction(*op)?
                }
                _ => {}
            }
        }
        for &(n, dims, phase) in &self.it.entries {
            if phase == number {
                self.begin();
                let v = self.yielded[n];
                let place = self.of_entry(dims);
                let node = self.at(v, place.clone())?;
                let result = self.cx.module.result(self.cx.subject, n);
                let output = Output::at(self.cx.tensor(result), place, node);
                let nest = self.finish(None, vec![(output, Memory::Outside(result))]);
                self.nests.phases[number].entries.push(nest);
            }
        }
        here.push(self.it.matrix);
        here.into_iter().for_each(|v| self.forget(v));
        for (op, part) in parts {
            if matches!(part, OpRole::RowElementwise { phase } if *phase == number + 1) {
                self.of_rows(*op)?;
            }
        }
        Ok(())
    }

    /// Computes, for each entry, what the sums of an iteration need: elements of products, and
    /// what is summed. Gives the values that are kept.
    fn kept_entries(&mut self, number: usize) -> Result<Vec<Value>, Unsupported> {
        let module = self.cx.module;
        // The values demanded in this iteration, and the products that they need.
        let mut demanded: Vec<Value> = Vec::new();
        for (op, part) in &self.it.roles {
            let (OpRole::RowReduction { phase } | OpRole::CrossRowReduction { phase }) = part
            else {
                continue;
            };
            if *phase == number {
                let of_entries = |v: &&Value| self.it.dims.contains_key(*v);
                demanded.extend(module.operands(*op).iter().filter(of_entries));
            }
        }
        let entries = self.it.entries.iter().filter(|e| e.2 == number);
        let mut below: Vec<Value> = demanded.clone();
        below.extend(entries.map(|e| self.yielded[e.0]));
        let mut seen: FxHashSet<Value> = FxHashSet::default();
        let mut products: FxHashSet<OpId> = FxHashSet::default();
        while let Some(v) = below.pop() {
            let Some(at) = module.def_op(v) else { continue };
            let part = self.it.roles.iter().find(|(op, _)| *op == at).map(|(_, part)| part);
            match part {
                Some(OpRole::SampledProduct { .. }) => drop(products.insert(at)),
                Some(OpRole::Elementwise) if seen.insert(v) => below.extend(module.operands(at)),
                _ => {}
            }
        }
        let mut materialized = Vec::new();
        for (op, part) in &self.it.roles {
            let v = module.result(*op, 0);
            let (coords, product) = match part {
                OpRole::SampledProduct { dims } if products.contains(op) => {
                    (self.of_entry(*dims), true)
                }
                OpRole::Elementwise if demanded.contains(&v) && !self.is_stored(*op) => {
                    (self.of_entry(self.it.dims[&v]), false)
                }
                _ => continue,
            };
            self.begin();
            let (node, reduction) = if product {
                let nodes = self.cx.after(&[*op], &[v], &coords)?;
                (nodes[0], Some(root::stage(&mut self.cx, &[*op], &coords, &[])?))
            } else {
                (self.at(v, coords)?, None)
            };
            let element = tensor_of(module, self.cx.subject, v)?.element;
            let (row, memory) = self.row(v, 2, element);
            let output = Output::at(memory.tensor.clone(), vec![Index::constant(0)], node);
            let nest = self.finish(reduction, vec![(output, Memory::Row(row))]);
            self.nests.phases[number].entries.push(nest);
            self.keep(v, memory, Memory::Row(row));
            materialized.push(v);
        }
        Ok(materialized)
    }

    /// Whether an op makes the sparse matrix dense.
    fn is_stored(&self, op: OpId) -> bool {
        matches!(self.cx.module.op(op), Op::Relayout(_))
    }

    /// Adds a nest to the iteration that is being made.
    fn push(&mut self, to: fn(&mut Phase) -> &mut Vec<SparseDrivenNest>, nest: SparseDrivenNest) {
        if let Some(phase) = self.nests.phases.last_mut() {
            to(phase).push(nest);
        }
    }

    /// The combiner of an op, and its element type.
    fn combination(&self, op: OpId) -> Result<(ScalarOp, Element), Unsupported> {
        let element = root::combined_in(&self.cx, op, 0)?;
        if matches!(self.cx.module.op(op), Op::DotGeneral(_)) {
            return Ok((ScalarOp::Add, element));
        }
        match root::combiner(&self.cx, op, &[element])? {
            Combiner::Each(ops) => Ok((ops[0], element)),
            Combiner::Body(..) => {
                Err(self.cx.unsupported("it combines by more than one operation"))
            }
        }
    }

    /// The contribution of an entry to a sum; the dimensions of the other operand are added.
    /// Gives the result's coordinates too.
    fn contribution(
        &mut self,
        op: OpId,
        element: Element,
    ) -> Result<(Vec<Index>, NodeId), Unsupported> {
        let module = self.cx.module;
        let operands = module.operands(op);
        let Op::DotGeneral(it) = module.op(op) else {
            let dims = self.it.dims[&operands[0]];
            let coords = self.of_entry(dims);
            let Op::Reduce(reduce) = module.op(op) else {
                return Err(self.cx.unsupported("it sums in no way that runs over entries"));
            };
            let left = (0..2).filter(|d| !reduce.dimensions.contains(&(*d as i64)));
            let place = left.map(|d| coords[d].clone()).collect();
            let node = self.at(operands[0], coords)?;
            return Ok((place, self.cx.body.convert(node, element)));
        };
        let (e, along, with) = self.factors(op, it);
        let dims = self.it.dims[&operands[e]];
        let coords = self.of_entry(dims);
        let shape = tensor_of(module, self.cx.subject, operands[1 - e])?.dims.clone();
        let mut other = Vec::new();
        let mut free = Vec::new();
        for (d, &n) in shape.iter().enumerate() {
            if d == with {
                other.push(coords[along].clone());
            } else {
                let index = Index::var(Var(self.cx.dim(n, false)));
                other.push(index.clone());
                free.push(index);
            }
        }
        let own = coords[1 - along].clone();
        let place = match e {
            0 => std::iter::once(own).chain(free).collect(),
            _ => free.into_iter().chain([own]).collect(),
        };
        let x = self.at(operands[e], coords)?;
        let y = self.at(operands[1 - e], other)?;
        let body = &mut self.cx.body;
        let (x, y) = (body.convert(x, element), body.convert(y, element));
        Ok((place, body.op(ScalarOp::Multiply, element, &[x, y])))
    }

    /// Which factor of a product has entries, and the dimensions along which both are
    /// summed.
    fn factors(&self, op: OpId, it: &DotGeneral) -> (usize, usize, usize) {
        let d = &it.dot_dimension_numbers;
        let both = [d.lhs_contracting_dimensions[0], d.rhs_contracting_dimensions[0]];
        let operands = self.cx.module.operands(op);
        let e = usize::from(!self.it.dims.contains_key(&operands[0]));
        (e, both[e] as usize, both[1 - e] as usize)
    }

    /// The initial value of a reduction.
    fn begin_with(&mut self, op: OpId, element: Element) -> Result<NodeId, Unsupported> {
        if matches!(self.cx.module.op(op), Op::DotGeneral(_)) {
            return Ok(self.zero(element));
        }
        let start = self.cx.module.operand(op, 1);
        let start = self.at(start, Vec::new())?;
        Ok(self.cx.body.convert(start, element))
    }

    /// The coordinates in memory of a row: those of the value but the outer one.
    fn in_row(place: &[Index]) -> Vec<Index> {
        std::iter::once(Index::constant(0)).chain(place.iter().skip(1).cloned()).collect()
    }

    /// A sum over the inner dimension.
    fn row_sum(&mut self, op: OpId) -> Result<(), Unsupported> {
        let module = self.cx.module;
        let v = module.result(op, 0);
        let (by, element) = self.combination(op)?;
        let shape = tensor_of(module, self.cx.subject, v)?.dims.clone();
        let (row, sum) = self.row(v, 1, element);
        let memory = Memory::Row(row);
        // Before.
        self.begin();
        let inner = self.cx.coords(&shape[1..]);
        let place = std::iter::once(Index::constant(0)).chain(inner).collect();
        let start = self.begin_with(op, element)?;
        let nest = self.finish(None, vec![(Output::at(sum.tensor.clone(), place, start), memory)]);
        self.push(|phase| &mut phase.before, nest);
        // An entry.
        self.keep(v, sum.clone(), memory);
        self.begin();
        let (place, new) = self.contribution(op, element)?;
        self.combine(v, &place, new, by, element, &sum.tensor, memory)?;
        self.missing_entries(v, &shape, by, element, &sum.tensor, memory)?;
        // The whole sum, in the value's type.
        self.begin();
        let inner = self.cx.coords(&shape[1..]);
        let coords: Vec<Index> = std::iter::once(var(0)).chain(inner).collect();
        let node = self.at(v, coords.clone())?;
        let element = tensor_of(module, self.cx.subject, v)?.element;
        let node = self.cx.body.convert(node, element);
        self.whole(v, &coords, node, element)
    }

    /// Adds the nest that combines a sum in memory with what is new.
    #[allow(clippy::too_many_arguments, reason = "they describe one sum")]
    fn combine(
        &mut self,
        v: Value,
        place: &[Index],
        new: NodeId,
        by: ScalarOp,
        element: Element,
        tensor: &Tensor,
        memory: Memory,
    ) -> Result<(), Unsupported> {
        let old = self.at(v, place.to_vec())?;
        let both = self.cx.body.op(by, element, &[old, new]);
        let output = Output::at(tensor.clone(), Self::in_row(place), both);
        let nest = self.finish(None, vec![(output, memory)]);
        self.push(|phase| &mut phase.entries, nest);
        Ok(())
    }

    /// Combines the sum of a row with zero if the row has elements that are not stored.
    fn missing_entries(
        &mut self,
        v: Value,
        shape: &[i64],
        by: ScalarOp,
        element: Element,
        tensor: &Tensor,
        memory: Memory,
    ) -> Result<(), Unsupported> {
        if matches!(by, ScalarOp::Add | ScalarOp::Xor) {
            return Ok(());
        }
        self.begin();
        let inner = self.cx.coords(&shape[shape.len().min(1)..]);
        let lead = if shape.is_empty() { None } else { Some(var(0)) };
        let coords: Vec<Index> = lead.into_iter().chain(inner).collect();
        let old = self.at(v, coords.clone())?;
        let zero = self.zero(element);
        let both = self.cx.body.op(by, element, &[old, zero]);
        let output = Output::at(tensor.clone(), Self::in_row(&coords), both);
        let nest = self.finish(None, vec![(output, memory)]);
        self.push(|phase| &mut phase.missing_entries, nest);
        Ok(())
    }

    /// Keeps a value that is whole for an outer coordinate, and yields it.
    fn whole(
        &mut self,
        v: Value,
        coords: &[Index],
        node: NodeId,
        element: Element,
    ) -> Result<(), Unsupported> {
        let (row, materialized) = self.row(v, 1, element);
        let output = Output::at(materialized.tensor.clone(), Self::in_row(coords), node);
        let mut outputs = vec![(output, Memory::Row(row))];
        for result in self.results_of(v) {
            let tensor = self.cx.tensor(result);
            outputs.push((Output::at(tensor, coords.to_vec(), node), Memory::Outside(result)));
        }
        let nest = self.finish(None, outputs);
        self.push(|phase| &mut phase.after, nest);
        self.keep(v, materialized, Memory::Row(row));
        Ok(())
    }

    /// The elementwise work on whole sums.
    fn of_rows(&mut self, op: OpId) -> Result<(), Unsupported> {
        let v = self.cx.module.result(op, 0);
        let t = tensor_of(self.cx.module, self.cx.subject, v)?;
        let (shape, element) = (t.dims.clone(), t.element);
        let outer = self.nests.extents.0 as i64;
        if shape.first() != Some(&outer) {
            return Err(self.cx.unsupported("sums along the driver stand behind other dimensions"));
        }
        self.begin();
        let inner = self.cx.coords(&shape[1..]);
        let coords: Vec<Index> = std::iter::once(var(0)).chain(inner).collect();
        let node = self.at(v, coords.clone())?;
        self.whole(v, &coords, node, element)
    }
}
