//! Shared by the gemm kernels: tile coordinates of blocks and threads, staging of operands in
//! shared memory, predication, and the epilogue.

use super::emit_scope::{EmitPoint, EmitScope, LANE};
use super::gemm_dims::{BlockTile, GemmDims, digits, extent};
use super::roles::Roles;
use super::staging::{self, AsyncSource};
use crate::index::Index;
use crate::math::{Emitter, Parts, Unsupported, to_storage};
use crate::nest::{Nest, Node, NodeId, linear};
use crate::program::{BinaryOp, BufferId, Builder, CompareOp, Inst, Scalar, Value, storage};
use hloom_ir::Element;

/// An operand on its way to shared memory.
pub(super) struct StagedOperand<'n> {
    pub(super) node: NodeId,
    needed: Vec<bool>,
    pub(super) scope: EmitScope<'n>,
    /// The dimensions of its own side, the fastest last.
    side: Vec<usize>,
    /// Rows or columns of the tile, and where they begin.
    pub(super) points: u64,
    pub(super) at: Index,
    /// Whether elements that follow each other in memory are steps of the sum.
    pub(super) by_steps: bool,
}

/// The operands of a gemm.
pub(super) struct GemmOperands {
    /// The left one and the right one.
    pub(super) nodes: [NodeId; 2],
    /// Their element type in shared memory.
    pub(super) element: Element,
    /// The lanes of a vector of them.
    pub(super) lanes: u64,
}

/// The threads of a grid.
#[derive(Clone, Copy)]
pub(super) struct BlockThreads {
    pub(super) block: Value,
    pub(super) thread: Value,
    /// The number of them that a block has.
    pub(super) count: u64,
}

/// A product of matrices, at the tile of this block.
pub(super) struct GemmBlock<'n> {
    pub(super) nest: &'n Nest,
    pub(super) sides: GemmDims,
    /// The operands' element type in shared memory; an operand may have another of the same size.
    pub(super) element: Element,
    /// Steps of the sum that are in shared memory at a time.
    pub(super) depth: u64,
    /// The indices of the dimensions that both operands have.
    batch: Vec<(usize, Index)>,
    pub(super) thread: Value,
    pub(super) threads: u64,
    pub(super) operands: Vec<StagedOperand<'n>>,
    pub(super) out: EmitScope<'n>,
}

/// A place in the result: the index of its dimension on one side, and whether it is any,
/// where that is not certain.
type Placed = (Vec<(usize, Index)>, Option<Value>);

impl<'n> GemmBlock<'n> {
    /// The position of this thread; `wide` is the dimension along which results are stored in
    /// vectors.
    #[allow(clippy::too_many_arguments)] // They are the product.
    pub(super) fn new(
        b: &mut Builder,
        nest: &'n Nest,
        roles: &Roles,
        tile: BlockTile,
        (operands, depth): (GemmOperands, u64),
        (inputs, outputs): (&'n [BufferId], &'n [BufferId]),
        at: BlockThreads,
        wide: Option<(usize, u16)>,
    ) -> GemmBlock<'n> {
        let sides = GemmDims::of(roles);
        let BlockThreads { block, thread, count: threads } = at;
        let (m, n) = (extent(nest, &sides.m), extent(nest, &sides.n));
        let (down, over) = (m.div_ceil(tile.m) as i64, n.div_ceil(tile.n) as i64);
        // Blocks that run at a time are a square, roughly, so that they read rows and columns
        // that others read too: some rows of tiles go together, column by column.
        let rows = tile.raster as i64;
        let inside = b.modulo(block, over * down);
        let rest = b.modulo(inside.clone(), over * rows);
        let row = b.floor_div(inside, over * rows) * rows;
        let row = row + b.modulo(rest.clone(), rows);
        let column = b.floor_div(rest, rows);
        let batch = b.floor_div(block, over * down);
        let [row, column, batch] = [row, column, batch].map(|index| b.index(index));
        let step = *sides.k.last().unwrap_or(&0);
        let GemmOperands { nodes, element, lanes } = operands;
        let staged = |node: NodeId, side: &[usize], points: u64, at: Value| {
            let own = *side.last().unwrap_or(&0);
            let (dim, by_steps) = staging::vector_dim(nest, node, (own, step), lanes);
            let scope = EmitScope::new(nest, inputs, outputs, dim.map(|dim| (dim, lanes as u16)));
            StagedOperand {
                node,
                needed: nest.body.needed(&[node]),
                scope,
                side: side.to_vec(),
                points,
                at: Index::var(at) * points as i64,
                by_steps,
            }
        };
        let operands = vec![
            staged(nodes[0], &sides.m, tile.m, row),
            staged(nodes[1], &sides.n, tile.n, column),
        ];
        let out = EmitScope::new(nest, inputs, outputs, wide);
        let batch = digits(nest, &sides.batch, Index::var(batch), &*b);
        GemmBlock { nest, sides, element, depth, batch, thread, threads, operands, out }
    }

    /// The index of a dimension that both operands have.
    pub(super) fn batch_index(&self, dim: usize) -> Index {
        let found = self.batch.iter().find(|(of, _)| *of == dim);
        found.map_or(Index::constant(0), |(_, index)| index.clone())
    }

    /// The number of iterations over parts of the sum of this length.
    pub(super) fn steps(&self) -> u64 {
        extent(self.nest, &self.sides.k).div_ceil(self.depth)
    }

    /// The number of the piece that this thread has in an iteration of those that go round all
    /// threads until there are no more, and whether it has one, where not all do.
    pub(super) fn number(
        &self,
        b: &mut Builder,
        iteration: u64,
        all: u64,
    ) -> (Index, Option<Value>) {
        let number = Index::var(self.thread) + (iteration * self.threads) as i64;
        let mine = ((iteration + 1) * self.threads > all).then(|| {
            let (at, end) = (b.index(number.clone()), b.int(Scalar::I64.ty(), all as i64));
            b.compare(CompareOp::LtS, at, end)
        });
        (b.least(number, all as i64 - 1), mine)
    }

    /// The point of the nest at a point of an operand's side and a step of the sum, or the
    /// last one there is, and whether the step is any, where that is not certain; `wide`
    /// of either are read at once.
    pub(super) fn point(
        &self,
        b: &mut Builder,
        operand: usize,
        (own, sum): (Index, Index),
        (wide_own, wide_sum): (u64, u64),
    ) -> (EmitPoint, Option<Value>) {
        let k = extent(self.nest, &self.sides.k);
        let side = extent(self.nest, &self.operands[operand].side);
        let own = b.index(b.least(own, (side - wide_own.min(side)) as i64));
        let past = !k.is_multiple_of(self.depth);
        let inside = past.then(|| {
            let (at, end) = (b.index(sum.clone()), b.int(Scalar::I64.ty(), k as i64));
            b.compare(CompareOp::LtS, at, end)
        });
        let sum = b.index(b.least(sum, (k - wide_sum.min(k)) as i64));
        let it = &self.operands[operand];
        let mut dims = vec![Index::constant(0); self.nest.dims.len()];
        let own = digits(self.nest, &it.side, Index::var(own), &*b);
        let sum = digits(self.nest, &self.sides.k, Index::var(sum), &*b);
        for (dim, at) in own.into_iter().chain(sum).chain(self.batch.iter().cloned()) {
            dims[dim] = at;
        }
        if let Some(dim) = it.scope.vector {
            dims[dim] = dims[dim].clone() + Index::var(LANE);
        }
        (EmitPoint { dims, mask: None, transpose: None }, inside)
    }

    /// An operand's values at such a point; zeros past the end of the sum.
    pub(super) fn element(
        &mut self,
        b: &mut Builder,
        operand: usize,
        at: (Index, Index),
        wide: (u64, u64),
    ) -> Result<Value, Unsupported> {
        let (point, inside) = self.point(b, operand, at, wide);
        let raw = self.raw(b, operand, &point);
        let it = &mut self.operands[operand];
        let mut value = match raw {
            Some(raw) => b.broadcast(raw, it.scope.lanes),
            None => {
                it.scope.loads.clear();
                let values = it.scope.compute(b, &point, &it.needed, None)?;
                let value = it.scope.widen(b, values[&it.node]);
                let a = &mut Emitter { builder: b, lanes: it.scope.lanes };
                to_storage(a, self.nest.body.element(it.node), value).re
            }
        };
        if let Some(inside) = inside {
            let zero = b.bits(b.type_of(value), 0);
            let inside = b.broadcast(inside, it.scope.lanes);
            value = b.select(inside, value, zero);
        }
        Ok(value)
    }

    /// The bits of a float of 8 bits at a point, if it is loaded as it is: to make a number
    /// of them and bits of that again takes long.
    fn raw(&self, b: &mut Builder, operand: usize, point: &EmitPoint) -> Option<Value> {
        let it = &self.operands[operand];
        let Node::Load { input, coords, guard } = self.nest.body.node(it.node) else {
            return None;
        };
        let tensor = &self.nest.inputs[*input as usize];
        let element = self.nest.body.element(it.node);
        let narrow = element.is_float() && element.byte_width() == 1;
        if !narrow || !guard.is_empty() || tensor.shape.contains(&0) {
            return None;
        }
        let at = it.scope.resolve(b, &linear(coords, &tensor.shape), point);
        let (lanes, buffer) = match at.mentions(LANE) {
            true => (it.scope.lanes, it.scope.inputs[*input as usize]),
            false => (1, it.scope.inputs[*input as usize]),
        };
        let ty = storage(element).scalar.vector(lanes);
        let access = match lanes {
            1 => return Some(b.load(ty, buffer, at)),
            _ => it.scope.vector_access(b, buffer, at, None),
        };
        Some(b.inst(Inst::Load(ty, access)))
    }

    /// Stores a thread's values of a piece, each so far behind the one before.
    pub(super) fn store_piece(
        &self,
        b: &mut Builder,
        (buffer, at): (BufferId, &Index),
        stride: u64,
        values: &[Value],
        mine: Option<Value>,
    ) {
        let store = |b: &mut Builder| {
            for (l, value) in (0..).zip(values) {
                b.store(*value, buffer, at.clone() + l * stride as i64);
            }
        };
        match mine {
            Some(mine) => b.branch(mine, store, |_| {}),
            None => store(b),
        }
    }

    /// The source of an operand for `cp.async`, with so many elements that make 16 bytes at a time.
    ///
    /// # Errors
    /// One sentence that says why it can't.
    pub(super) fn async_source(&self, operand: usize, lanes: u64) -> Result<AsyncSource, String> {
        let it = &self.operands[operand];
        staging::async_source(self.nest, it.node, (&it.side, &self.sides.k), lanes)
    }

    /// The place of such elements at a point, and whether they are read at all, where that is
    /// not certain.
    pub(super) fn source(
        &self,
        b: &mut Builder,
        (operand, from): (usize, &AsyncSource),
        (point, inside): (&EmitPoint, Option<Value>),
    ) -> ((BufferId, Index), Option<Value>) {
        let scope = &self.operands[operand].scope;
        let at = scope.resolve(b, &from.place, point);
        let at = if at.mentions(LANE) { at - Index::var(LANE) } else { at };
        let holds = scope.holding(b, &from.guard, point);
        let when = holds.map(|test| joint(b, inside, test)).or(inside);
        ((scope.inputs[from.input as usize], at), when)
    }

    /// A place of the result along one side of the tile, `wide` of which are stored at
    /// once; `inside` is what is known of the other side.
    pub(super) fn along(
        &self,
        b: &mut Builder,
        (operand, at): (usize, &Index),
        wide: u64,
        inside: Option<Value>,
    ) -> Placed {
        let side = &self.operands[operand].side;
        let all = extent(self.nest, side);
        let mut inside = inside;
        if !all.is_multiple_of(self.operands[operand].points) {
            let (at, end) = (b.index(at.clone()), b.int(Scalar::I64.ty(), all as i64));
            let test = b.compare(CompareOp::LtS, at, end);
            inside = Some(joint(b, inside, test));
        }
        let at = b.index(b.least(at.clone(), (all - wide) as i64));
        (digits(self.nest, side, Index::var(at), &*b), inside)
    }

    /// The point of the result at a place of each side.
    pub(super) fn result(&self, row: &[(usize, Index)], column: &[(usize, Index)]) -> EmitPoint {
        let mut dims = vec![Index::constant(0); self.nest.dims.len()];
        for (dim, at) in row.iter().chain(column).chain(&self.batch) {
            dims[*dim] = at.clone();
        }
        if let Some(dim) = self.out.vector {
            dims[dim] = dims[dim].clone() + Index::var(LANE);
        }
        EmitPoint { dims, mask: None, transpose: None }
    }

    /// Stores what the nest makes of a sum.
    pub(super) fn finish(
        &mut self,
        b: &mut Builder,
        (point, inside): (&EmitPoint, Option<Value>),
        sum: Value,
        after: &[bool],
    ) -> Result<(), Unsupported> {
        self.out.loads.clear();
        let values = self.out.compute(b, point, after, Some(&[Parts::from(sum)]))?;
        self.out.results(b, point, &values, inside);
        Ok(())
    }
}

/// Both tests, if there is another.
pub(super) fn joint(b: &mut Builder, inside: Option<Value>, test: Value) -> Value {
    match inside {
        Some(inside) => b.binary(BinaryOp::And, inside, test),
        None => test,
    }
}

/// The lanes of a vector, one by one.
pub(super) fn each_lane(b: &mut Builder, vector: Value) -> Vec<Value> {
    match b.type_of(vector).lanes {
        1 => vec![vector],
        lanes => (0..lanes).map(|l| b.inst(Inst::Extract(vector, l))).collect(),
    }
}
