//! Fusions that take several nests: a few rows at a time through all of them, or
//! one nest after the other.

use super::element::Elements;
use super::row_threads::{RESERVED, threads_of_rows};
use super::{Lowered, Lowering, Materialized, root, tensor_of};
use crate::index::{Index, Var};
use crate::lower::Unsupported;
use crate::math::{Direct, identity, to_storage};
use crate::nest::{Combiner, Dim, Nest, Node, Output, Reduction, ScalarOp, Tensor};
use crate::schedule::Machine;
use hloom_analysis::dataflow::is_stage;
use hloom_analysis::kernel::{KernelShape, RowKernel, kernel_shape_of_block, materialized_rows};
use hloom_ir::module::Module;
use hloom_ir::{Element, OpId, Value};

/// Bytes that a few rows of everything take: what the nearest cache holds.
const TILE_BYTES: u64 = 32 << 10;
/// The most rows at a time.
const MOST_ROWS: u64 = 256;
/// So many parts of the rows may be combined apart from each other.
const CHUNKS: u64 = 16;
/// A part's results may take so many bytes.
const CHUNK_BYTES: u64 = 256 << 10;

/// The nests of a fusion.
///
/// If they go by rows, the dimensions that come first in each nest are where the
/// work stands: leading dimensions of the rows, the tile, the chunk of tiles (all
/// of which loops around the nests count), and the row in the tile.
#[derive(Clone, Debug)]
pub struct Stages {
    /// The extents of the dimensions that count rows; none if the nests go one
    /// after the other.
    pub rows: Vec<u64>,
    /// RowKernel at a time.
    pub tile: u64,
    /// On a GPU, the threads of the block that goes through a tile's rows, as many for
    /// each.
    pub threads: Option<u32>,
    /// Parts of the rows with partial results of their own.
    pub chunks: u64,
    /// The nests in order.
    pub nests: Vec<StageNest>,
    /// For each nest that combines rows, one that makes the fusion's results of the
    /// chunks'.
    pub last: Vec<StageNest>,
    /// Values of the fusion's body that lie in memory for as long as a tile (or, of
    /// nests that go one after the other, the fusion) takes.
    pub tiles: Vec<(Value, Tensor)>,
    /// Partial results of chunks, with the nests that say what they begin with.
    pub partial: Vec<(Value, Tensor)>,
    /// Nests that make each chunk's partial results ready.
    pub clear: Vec<StageNest>,
}

/// One nest of a fusion.
#[derive(Clone, Debug)]
pub struct StageNest {
    /// The nest.
    pub nest: Nest,
    /// Its inputs: operands of the fusion, or values of its body.
    pub inputs: Vec<Value>,
    /// Its outputs: values of the fusion's body.
    pub outputs: Vec<Value>,
}

/// The nests of a fusion that takes several.
///
/// A GPU's block goes through rows that its shared memory holds. Longer ones, and those
/// that are combined, take one nest after the other, each on the whole GPU.
///
/// # Errors
/// If an op of the fusion is none that a nest can describe.
pub fn stages_of(module: &Module, op: OpId, machine: &Machine) -> Result<Stages, Unsupported> {
    let stages = staged(module, op, machine, true)?;
    let Some(gpu) = machine.gpu.as_ref().filter(|_| !stages.rows.is_empty()) else {
        return Ok(stages);
    };
    let shared: u64 = stages.tiles.iter().map(|(_, t)| t.bytes().next_multiple_of(64)).sum();
    match stages.last.is_empty() && shared + RESERVED <= gpu.shared_bytes {
        true => Ok(stages),
        false => staged(module, op, machine, false),
    }
}

/// The nests, by rows where the fusion is of rows and the caller allows it.
fn staged(
    module: &Module,
    op: OpId,
    machine: &Machine,
    by_rows: bool,
) -> Result<Stages, Unsupported> {
    let mut cx = Lowering::new(module, op);
    for v in module.operands(op).iter().copied().chain(module.results(op)) {
        tensor_of(module, op, v)?;
    }
    let (block, yielded) = cx.enter_fusion()?;
    let end = module.terminator(block).ok_or_else(|| cx.unsupported("its region has no end"))?;
    let ops: Vec<OpId> = module.ops(block).filter(|&o| o != end).collect();
    let rows = match kernel_shape_of_block(module, block) {
        KernelShape::Rows(rows) if by_rows => rows,
        _ => RowKernel::default(),
    };
    let materialized = materialized_rows(module, &ops, &rows, &yielded);
    let frame = Frame::new(&cx, &rows, &materialized, machine)?;
    let mut stages = Stages {
        rows: rows.extents.iter().map(|&n| n as u64).collect(),
        tile: frame.tile,
        threads: frame.threads,
        chunks: frame.chunks,
        nests: Vec::new(),
        last: Vec::new(),
        tiles: Vec::new(),
        partial: Vec::new(),
        clear: Vec::new(),
    };
    let result_of = |v: Value| yielded.iter().position(|&h| h == v).map(|i| module.result(op, i));
    for &o in &ops {
        if rows.cross_row.contains(&o) {
            frame.cross_row_reduction(&mut cx, o, &result_of, &mut stages)?;
            continue;
        }
        let made: Vec<Value> =
            module.results(o).iter().filter(|v| materialized.contains(v)).collect();
        if made.is_empty() {
            continue;
        }
        frame.begin(&mut cx);
        let shape = tensor_of(module, op, made[0])?.dims.clone();
        let inner = cx.coords(&shape[frame.lead.len()..]);
        let coords: Vec<Index> = frame.lead.iter().cloned().chain(inner).collect();
        let (nodes, reduction) = if is_stage(module.op(o)) {
            let nodes = cx.after(&[o], &made, &coords)?;
            (nodes, Some(root::stage(&mut cx, &[o], &coords, &[])?))
        } else {
            let at = |v: &Value| Elements::new(&mut cx).at(*v, coords.clone(), &[]);
            (made.iter().map(at).collect::<Result<_, _>>()?, None)
        };
        let mut outputs = Vec::new();
        let mut targets = Vec::new();
        for (&v, node) in made.iter().zip(nodes) {
            let memory = frame.memory(&cx, v, result_of(v))?;
            let (from, instead) = &memory.instead;
            let place = instead.iter().chain(&coords[*from..]).cloned().collect();
            outputs.push(Output::at(memory.tensor.clone(), place, node));
            targets.push(v);
            if result_of(v).is_none() {
                stages.tiles.push((v, memory.tensor.clone()));
            }
            cx.materialized.insert(v, memory);
        }
        cx.reduced.clear();
        cx.demanded = None;
        cx.name_part(made[0], "");
        let Lowered { nest, inputs } = cx.finish(reduction, outputs);
        stages.nests.push(StageNest { nest, inputs, outputs: targets });
    }
    if let Some(gpu) = machine.gpu.as_ref().filter(|_| frame.threads.is_some()) {
        frame.keep_operands(&mut cx, gpu.shared_bytes, &mut stages)?;
    }
    Ok(stages)
}

/// The position of nests that go by rows.
pub(super) struct Frame {
    /// The coordinates of a row, in every nest's first dimensions.
    pub(super) lead: Vec<Index>,
    /// The row in its tile.
    pub(super) local: Index,
    /// The chunk.
    chunk: Index,
    extents: Vec<i64>,
    pub(super) tile: u64,
    threads: Option<u32>,
    chunks: u64,
}

impl Frame {
    fn new(
        cx: &Lowering<'_>,
        rows: &RowKernel,
        materialized: &[Value],
        machine: &Machine,
    ) -> Result<Frame, Unsupported> {
        let p = rows.extents.len();
        if p == 0 {
            let (local, chunk) = (Index::constant(0), Index::constant(0));
            return Ok(Frame {
                lead: Vec::new(),
                local,
                chunk,
                extents: Vec::new(),
                tile: 1,
                threads: None,
                chunks: 1,
            });
        }
        let (mut bytes, mut longest) = (0, 0);
        for &v in materialized.iter().chain(cx.module.operands(cx.subject)) {
            let row = per_row(cx, v, &rows.extents)?;
            bytes += row;
            longest = longest.max(row);
        }
        let count = rows.extents[p - 1].max(1) as u64;
        let target = (TILE_BYTES / bytes.max(1)).clamp(1, MOST_ROWS).min(count);
        let target = if target == count { count } else { 1 << target.ilog2() };
        let even = (1..=target).rev().find(|t| count.is_multiple_of(*t)).unwrap_or(1);
        // A rest of rows is a smaller tile; several leading dimensions have none.
        let mut tile = if even * 2 > target || p > 1 { even } else { target };
        let lead_points: u64 = rows.extents[..p - 1].iter().map(|&n| n as u64).product();
        let mut threads = None;
        if let Some(gpu) = &machine.gpu {
            let (rows, count) = threads_of_rows(gpu, (lead_points, count), longest);
            (tile, threads) = (rows, Some(count));
        }
        let tiles = lead_points * (count / tile);
        let mut largest = 0;
        for &op in &rows.cross_row {
            for v in cx.module.results(op) {
                let t = tensor_of(cx.module, cx.subject, v)?;
                largest = largest.max(t.byte_size().unwrap_or(usize::MAX) as u64);
            }
        }
        let chunks = if rows.cross_row.is_empty() || largest > CHUNK_BYTES {
            1
        } else {
            CHUNKS.min(tiles / 4).max(1)
        };
        let mut lead: Vec<Index> = (0..p - 1).map(|d| Index::var(Var(d as u32))).collect();
        let (t, c, i) = ((p - 1) as u32, p as u32, (p + 1) as u32);
        let local = Index::var(Var(i));
        lead.push(Index::var(Var(t)) * tile as i64 + local.clone());
        let chunk = Index::var(Var(c));
        let extents = rows.extents.clone();
        Ok(Frame { lead, local, chunk, extents, tile, threads, chunks })
    }

    /// Begins a nest: the dimensions that say where it stands.
    pub(super) fn begin(&self, cx: &mut Lowering<'_>) {
        let Some((last, leading)) = self.extents.split_last() else { return };
        let mut dim = |name: String, extent: u64| {
            cx.dims.push(Dim { name, extent, reducing: false });
        };
        for (d, &n) in leading.iter().enumerate() {
            dim(format!("r{d}"), n as u64);
        }
        dim("t".into(), (*last as u64).div_ceil(self.tile));
        dim("c".into(), self.chunks + 1);
        dim("row".into(), self.tile);
    }

    /// The memory of a value: its own if the fusion yields it, else a tile's.
    fn memory(
        &self,
        cx: &Lowering<'_>,
        v: Value,
        result: Option<Value>,
    ) -> Result<Materialized, Unsupported> {
        let mut tensor = cx.tensor(result.unwrap_or(v));
        let p = self.extents.len();
        if result.is_some() || p == 0 {
            return Ok(Materialized { tensor, instead: (0, Vec::new()) });
        }
        tensor.shape.drain(..p);
        tensor.shape.insert(0, self.tile);
        Ok(Materialized { tensor, instead: (p, vec![self.local.clone()]) })
    }

    /// The nests of an op that combines rows.
    fn cross_row_reduction(
        &self,
        cx: &mut Lowering<'_>,
        op: OpId,
        result_of: &dyn Fn(Value) -> Option<Value>,
        stages: &mut Stages,
    ) -> Result<(), Unsupported> {
        let results: Vec<Value> = cx.module.results(op).into_iter().collect();
        let shape = tensor_of(cx.module, cx.subject, results[0])?.dims.clone();
        let p = self.extents.len();
        // The contribution of a tile.
        self.begin(cx);
        cx.dims[p + 1].reducing = true;
        let outer = cx.coords(&shape);
        let mut reduction = root::stage(cx, &[op], &outer, &self.lead)?;
        reduction.initial.clear();
        let mut memory = Vec::new();
        for (i, &v) in results.iter().enumerate() {
            let mut tensor = cx.tensor(v);
            tensor.element = root::combined_in(cx, op, i)?;
            tensor.shape.insert(0, self.chunks + 1);
            memory.push(tensor);
        }
        let place: Vec<Index> = std::iter::once(self.chunk.clone()).chain(outer).collect();
        let mut outputs = Vec::new();
        for (i, (&v, tensor)) in results.iter().zip(&memory).enumerate() {
            let materialized = Materialized { tensor: tensor.clone(), instead: (0, Vec::new()) };
            cx.materialized.insert(v, materialized);
            let old = cx.staged(v, &place, &[])?;
            reduction.initial.extend(old);
            let new = cx.body.add(Node::Reduced(i as u32), tensor.element);
            outputs.push(Output::at(tensor.clone(), place.clone(), new));
        }
        let combiner = reduction.combiner.clone();
        cx.name_part(results[0], ".chunks");
        let Lowered { nest, inputs } = cx.finish(Some(reduction), outputs);
        stages.nests.push(StageNest { nest, inputs, outputs: results.clone() });
        // The initial values of a chunk.
        let Combiner::Each(ops) = &combiner else {
            return Err(cx.unsupported("rows are only combined by plain operations"));
        };
        let chunk = cx.dim(self.chunks as i64 + 1, false);
        let inner = cx.coords(&shape);
        let place: Vec<Index> = std::iter::once(Index::var(Var(chunk))).chain(inner).collect();
        let mut outputs = Vec::new();
        for (operation, tensor) in ops.iter().zip(&memory) {
            let bits = neutral(*operation, tensor.element)
                .ok_or_else(|| cx.unsupported("there is nothing to begin combining rows with"))?;
            let node = cx.body.add(Node::Constant(bits), tensor.element);
            outputs.push(Output::at(tensor.clone(), place.clone(), node));
        }
        cx.name_part(results[0], ".clear");
        let Lowered { nest, .. } = cx.finish(None, outputs);
        stages.clear.push(StageNest { nest, inputs: Vec::new(), outputs: results.clone() });
        // The chunks together, and what the op begins with.
        let inner = cx.coords(&shape);
        let chunk = cx.dim(self.chunks as i64 + 1, true);
        let place: Vec<Index> =
            std::iter::once(Index::var(Var(chunk))).chain(inner.iter().cloned()).collect();
        let (mut values, mut initial, mut outputs) = (Vec::new(), Vec::new(), Vec::new());
        let operands = cx.module.operands(op).to_vec();
        for (i, &v) in results.iter().enumerate() {
            values.extend(cx.staged(v, &place, &[])?);
            let element = memory[i].element;
            initial.push(if is_sum_of_products(cx, op) {
                cx.body.add(Node::Constant([0, 0]), element)
            } else {
                let n = operands.len() / 2;
                let start = Elements::new(cx).at(operands[n + i], Vec::new(), &[])?;
                cx.body.convert(start, element)
            });
            let reduced = cx.body.add(Node::Reduced(i as u32), element);
            let target = tensor_of(cx.module, cx.subject, v)?.element;
            let value = cx.body.convert(reduced, target);
            let result = result_of(v)
                .ok_or_else(|| cx.unsupported("combined rows are used before the last one"))?;
            outputs.push(Output::at(cx.tensor(result), inner.clone(), value));
        }
        let reduction = Reduction { values, initial, combiner, contract: None };
        cx.name_part(results[0], "");
        let Lowered { nest, inputs } = cx.finish(Some(reduction), outputs);
        stages.last.push(StageNest { nest, inputs, outputs: results.clone() });
        stages.partial.extend(results.into_iter().zip(memory));
        Ok(())
    }
}

/// The bytes of a row of a value; none if it is not by rows.
fn per_row(cx: &Lowering<'_>, v: Value, extents: &[i64]) -> Result<u64, Unsupported> {
    let t = tensor_of(cx.module, cx.subject, v)?;
    let by_rows = t.dims.len() >= extents.len() && t.dims[..extents.len()] == *extents;
    let count: i64 = if by_rows { t.dims[extents.len()..].iter().product() } else { 0 };
    Ok(count as u64 * t.element.byte_width() as u64)
}

fn is_sum_of_products(cx: &Lowering<'_>, op: OpId) -> bool {
    matches!(cx.module.op(op), hloom_ir::Op::DotGeneral(_))
}

/// The storage bits of what changes nothing in a combination.
pub(super) fn neutral(op: ScalarOp, element: Element) -> Option<[u64; 2]> {
    let value = identity(&mut Direct, op, element)?;
    let stored = to_storage(&mut Direct, element, value);
    Some([stored.re.1, if element.is_complex() { stored.im.1 } else { 0 }])
}
