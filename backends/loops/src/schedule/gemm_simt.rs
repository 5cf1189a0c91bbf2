//! The SIMT gemm kernel: FMA instructions ([`super::gemm_pipeline`]).
//!
//! A row of shared memory is a step of the sum, with points side by side. Of both operands a
//! thread reads vectors of points, and has the square of their products.

use super::ScheduleError;
use super::emit_scope::EmitPoint;
use super::emitter::EmitContext;
use super::gemm_dims::{GemmDims, blocks, lanes};
use super::gemm_pipeline::{MathUnit, PipelinedGemm, StagedPiece, sources};
use super::gemm_plan::GemmPlan;
use super::gemm_tile::{BlockThreads, GemmBlock, GemmOperands, each_lane, joint};
use super::roles::roles;
use crate::index::Index;
use crate::math::{Emitter, Unsupported, constant};
use crate::nest::{Nest, Node, NodeId};
use crate::program::{BinaryOp, BufferId, Builder, Inst, Space, Type, Value, storage};

/// Multiply-adds of single threads, with their operands in shared memory.
struct SimtUnit {
    plan: GemmPlan,
    /// The accumulators' type, and the lanes of a vector of them.
    ty: Type,
    lanes: u64,
    /// The accumulators' initial value.
    initial: NodeId,
    /// Shared memory for the operands, and whether they are copied there.
    buffers: [BufferId; 2],
    copied: [bool; 2],
}

/// Adds the grid that computes a gemm.
pub(super) fn emit(
    b: &mut Builder,
    nest: &Nest,
    plan: &GemmPlan,
    ends: (&[BufferId], &[BufferId]),
    context: &EmitContext,
) -> Result<(), ScheduleError> {
    let initial = nest.reduction.as_ref().and_then(|r| r.initial.first().copied());
    let found = roles(nest).zip(lanes(nest)).zip(initial).and_then(|((roles, lanes), initial)| {
        let nodes = [roles.across.1, roles.along.1];
        let sources = sources(nest, &roles, nodes, plan.staging, lanes).ok()?;
        Some((roles, lanes, initial, nodes, sources))
    });
    let (roles, lanes, initial, nodes, sources) =
        context.alone(nest, &plan.instruction(), found)?;
    let blocks = blocks(nest, &GemmDims::of(&roles), (plan.tile.m, plan.tile.n));
    let count = plan.threads();
    let made = b.grid(blocks, count as u32, |b, block, thread| {
        let at = BlockThreads { block, thread, count };
        let element = nest.body.element(nodes[1]);
        let operands = GemmOperands { nodes, element, lanes };
        let wide = (plan.vector > 1).then_some((roles.column, plan.vector));
        let mut tiles =
            GemmBlock::new(b, nest, &roles, plan.tile, (operands, plan.k), ends, at, wide);
        for (operand, source) in tiles.operands.iter_mut().zip(&sources) {
            operand.by_steps = source.as_ref().map_or(operand.by_steps, |it| it.by_steps);
        }
        let buffers = [plan.tile.m, plan.tile.n].map(|points| {
            b.buffer("operand", element, &[plan.stages, plan.k, points + lanes], Space::Shared)
        });
        let ty = storage(element).scalar.ty();
        let copied = [0, 1].map(|operand: usize| sources[operand].is_some());
        let unit = SimtUnit { plan: *plan, ty, lanes, initial, buffers, copied };
        PipelinedGemm::new(tiles, unit, plan.stages, sources).emit(b)
    });
    Ok(made?)
}

impl SimtUnit {
    /// From one step of the sum to the next in shared memory.
    fn stride(&self, tiles: &GemmBlock<'_>, operand: usize) -> u64 {
        tiles.operands[operand].points + self.lanes
    }

    /// The lanes of a piece, and all pieces of a step.
    fn shape(&self, tiles: &GemmBlock<'_>, operand: usize) -> (u64, u64) {
        let it = &tiles.operands[operand];
        let lanes = if self.copied[operand] { self.lanes } else { it.scope.lanes.into() };
        (lanes, self.plan.k * it.points / lanes)
    }

    /// Which piece a thread has in an iteration, as its point in the tile and its step; and
    /// whether it has one at all, where not all do.
    fn place(
        &self,
        b: &mut Builder,
        tiles: &GemmBlock<'_>,
        (operand, iteration): (usize, u64),
    ) -> (Index, Index, Option<Value>) {
        let it = &tiles.operands[operand];
        let (lanes, all) = self.shape(tiles, operand);
        let (number, mine) = tiles.number(b, iteration, all);
        let (points, lanes) = (it.points as i64, lanes as i64);
        if !it.by_steps {
            let by = points / lanes;
            let point = b.modulo(number.clone(), by) * lanes;
            return (point, b.floor_div(number, by), mine);
        }
        // Two vectors side by side are the sector that memory gives; threads of a warp
        // then go down the rows, which lie in different banks.
        let vectors = self.plan.k as i64 / lanes;
        let near = if lanes > 1 { vectors.min(2) } else { vectors };
        let low = b.modulo(number.clone(), near);
        let point = b.modulo(b.floor_div(number.clone(), near), points);
        let high = b.floor_div(number, near * points);
        (point, (high * near + low) * lanes, mine)
    }

    /// The threads that share a side.
    fn threads_along(&self, operand: usize) -> u64 {
        if operand == 0 { self.plan.down } else { self.plan.over }
    }

    /// The number of points of a side that a thread has, the number of them side by side, and the
    /// place of the first.
    fn share(&self, b: &Builder, tiles: &GemmBlock<'_>, operand: usize) -> (u64, u64, Index) {
        let each = tiles.operands[operand].points / self.threads_along(operand);
        let wide = each.min(self.lanes);
        let number = match operand {
            0 => b.floor_div(tiles.thread, self.plan.over as i64),
            _ => b.modulo(tiles.thread, self.plan.over as i64),
        };
        (each, wide, number * wide as i64)
    }

    /// A thread's points of an operand at a step.
    fn fragment(
        &self,
        b: &mut Builder,
        tiles: &GemmBlock<'_>,
        operand: usize,
        (slot, depth): (Value, u64),
    ) -> Vec<Value> {
        let (each, wide, first) = self.share(b, tiles, operand);
        let stride = self.stride(tiles, operand);
        let row = Index::var(slot) * (self.plan.k * stride) as i64;
        let row = row + (depth * stride) as i64 + first;
        let group = |g: u64| row.clone() + (g * self.threads_along(operand) * wide) as i64;
        let ty = self.ty.scalar.vector(wide as u16);
        (0..each / wide).map(|g| b.load(ty, self.buffers[operand], group(g))).collect()
    }

    /// The places of a thread's results: for each row, for each vector of columns, where
    /// they stand, and whether they are any.
    fn places(
        &self,
        b: &mut Builder,
        tiles: &mut GemmBlock<'_>,
    ) -> Vec<(EmitPoint, Option<Value>, usize)> {
        let wide = u64::from(tiles.out.lanes);
        let [rows, columns] = [0, 1].map(|operand| {
            let (each, side, first) = self.share(b, tiles, operand);
            let (at, count) =
                (tiles.operands[operand].at.clone() + first, self.threads_along(operand));
            (0..each).map(move |n| at.clone() + (n / side * count * side + n % side) as i64)
        });
        let rows: Vec<Index> = rows.collect();
        let columns: Vec<Index> = columns.step_by(wide as usize).collect();
        let columns: Vec<_> =
            columns.iter().map(|at| tiles.along(b, (1, at), wide, None)).collect();
        let mut places = Vec::new();
        for (row, at) in rows.iter().enumerate() {
            let (row_dims, in_rows) = tiles.along(b, (0, at), 1, None);
            for (column, (column_dims, in_columns)) in columns.iter().enumerate() {
                let inside = in_columns.map(|test| joint(b, in_rows, test)).or(in_rows);
                let number = row * columns.len() + column;
                places.push((tiles.result(&row_dims, column_dims), inside, number));
            }
        }
        places
    }
}

impl MathUnit for SimtUnit {
    fn buffers(&self) -> [BufferId; 2] {
        self.buffers
    }

    fn pieces(&self, tiles: &GemmBlock<'_>, operand: usize) -> u64 {
        self.shape(tiles, operand).1.div_ceil(self.plan.threads())
    }

    fn values(&self, _: usize) -> u64 {
        1
    }

    fn piece(
        &self,
        b: &mut Builder,
        tiles: &GemmBlock<'_>,
        piece: (usize, u64),
        step: Value,
    ) -> StagedPiece {
        let (point, depth, mine) = self.place(b, tiles, piece);
        let (lanes, it) = (self.shape(tiles, piece.0).0, &tiles.operands[piece.0]);
        let own = it.at.clone() + point;
        let sum = Index::var(step) * self.plan.k as i64 + depth;
        let wide = if it.by_steps { (1, lanes) } else { (lanes, 1) };
        StagedPiece { at: (own, sum), wide, mine }
    }

    fn target(
        &self,
        b: &mut Builder,
        tiles: &mut GemmBlock<'_>,
        piece: (usize, u64),
        slot: Value,
    ) -> Index {
        let (point, depth, _) = self.place(b, tiles, piece);
        let stride = self.stride(tiles, piece.0) as i64;
        (Index::var(slot) * self.plan.k as i64 + depth) * stride + point
    }

    fn store_to_shared(
        &self,
        b: &mut Builder,
        tiles: &mut GemmBlock<'_>,
        operand: usize,
        slot: Value,
        loaded: &[Value],
    ) {
        for (iteration, value) in (0..).zip(loaded) {
            let (point, depth, mine) = self.place(b, tiles, (operand, iteration));
            let stride = self.stride(tiles, operand);
            let row = (Index::var(slot) * self.plan.k as i64 + depth) * stride as i64 + point;
            let along = tiles.operands[operand].by_steps;
            let each = if along { each_lane(b, *value) } else { vec![*value] };
            tiles.store_piece(b, (self.buffers[operand], &row), stride, &each, mine);
        }
    }

    fn start(
        &mut self,
        b: &mut Builder,
        tiles: &mut GemmBlock<'_>,
    ) -> Result<Vec<Value>, Unsupported> {
        let nest = tiles.nest;
        let body = &nest.body;
        if let Node::Constant(bits) = body.node(self.initial) {
            // Where results go is worked out behind the loop: it would take registers.
            let each = self.plan.threads() * self.lanes;
            let vectors = self.plan.tile.m * self.plan.tile.n / each;
            let a = &mut Emitter { builder: b, lanes: self.lanes as u16 };
            let value = constant(a, body.element(self.initial), *bits).re;
            return Ok(vec![value; vectors as usize]);
        }
        let needed = body.needed(&[self.initial]);
        let mut all = Vec::new();
        for (point, ..) in self.places(b, tiles) {
            tiles.out.loads.clear();
            let values = tiles.out.compute(b, &point, &needed, None)?;
            let value = tiles.out.widen(b, values[&self.initial]).re;
            all.push(value);
        }
        // As many lanes as sums have.
        let lanes = self.lanes as usize / usize::from(tiles.out.lanes);
        let joined = all.chunks(lanes).map(|parts| match parts {
            [one] => *one,
            parts => {
                let start = b.broadcast(parts[0], self.lanes as u16);
                let rest = (1..).zip(&parts[1..]);
                rest.fold(start, |all, (l, v)| b.inst(Inst::Insert(all, *v, l)))
            }
        });
        Ok(joined.collect())
    }

    fn multiply(
        &self,
        b: &mut Builder,
        tiles: &GemmBlock<'_>,
        slot: Value,
        sums: Vec<Value>,
    ) -> Vec<Value> {
        let mut all = sums;
        for depth in 0..self.plan.k {
            let [left, right] =
                [0, 1].map(|operand| self.fragment(b, tiles, operand, (slot, depth)));
            let columns = right.len();
            let left: Vec<Value> = left.iter().flat_map(|v| each_lane(b, *v)).collect();
            for (row, left) in left.into_iter().enumerate() {
                let left = b.broadcast(left, self.lanes as u16);
                for (column, right) in right.iter().enumerate() {
                    let sum = &mut all[row * columns + column];
                    *sum = if self.ty.scalar.is_float() {
                        b.fma(left, *right, *sum)
                    } else {
                        let product = b.binary(BinaryOp::Mul, left, *right);
                        b.binary(BinaryOp::Add, *sum, product)
                    };
                }
            }
        }
        all
    }

    fn finish(
        &mut self,
        b: &mut Builder,
        tiles: &mut GemmBlock<'_>,
        sums: Vec<Value>,
    ) -> Result<(), Unsupported> {
        let (_, after) = tiles.nest.needed();
        let places = self.places(b, tiles);
        let sums: Vec<Value> = match tiles.out.lanes {
            1 => sums.iter().flat_map(|v| each_lane(b, *v)).collect(),
            _ => sums,
        };
        for (point, inside, number) in places {
            tiles.finish(b, (&point, inside), sums[number], &after)?;
        }
        Ok(())
    }
}
