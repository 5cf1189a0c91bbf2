//! The SIMT gemm kernel: FMA instructions, double buffering ([`super::gemm`]).

use super::emit_scope::Point;
use super::emitter::EmitContext;
use super::gemm_dims::{DEPTH, GemmDims, GemmTile, SIDE, blocks, lanes};
use super::gemm_tile::{BlockThreads, DoubleBuffered, GemmBlock, GemmOperands, each_lane, joint};
use super::roles::{Roles, roles};
use super::{Directive, ScheduleError};
use crate::index::{Index, Var};
use crate::math::{Emitter, Unsupported, constant};
use crate::nest::{Nest, Node, NodeId};
use crate::program::{BinaryOp, BufferId, Builder, Inst, Space, Type, Value, storage};

struct SimtEmitter<'n> {
    tiles: GemmBlock<'n>,
    /// What is summed, and how many are a vector.
    ty: Type,
    lanes: u64,
    /// What the sums start with.
    initial: NodeId,
    /// Shared memory for the operands.
    buffers: [BufferId; 2],
}

/// Adds the grid that computes a product.
pub(super) fn emit(
    b: &mut Builder,
    nest: &Nest,
    tile: GemmTile,
    ends: (&[BufferId], &[BufferId]),
    context: &EmitContext,
) -> Result<(), ScheduleError> {
    let directive = Directive::Gemm(tile.m, tile.n);
    let initial = nest.reduction.as_ref().and_then(|r| r.initial.first().copied());
    let found = roles(nest).zip(lanes(nest)).zip(initial);
    let ((roles, lanes), initial) = context.alone(nest, &directive, found)?;
    let blocks = blocks(nest, &GemmDims::of(&roles), tile);
    let count = SIDE * SIDE;
    let made = b.grid(blocks, count as u32, |b, block, thread| {
        let at = BlockThreads { block, blocks, thread, count };
        SimtEmitter::new(b, nest, &roles, tile, (lanes, initial), ends, at).emit(b)
    });
    Ok(made?)
}

impl<'n> SimtEmitter<'n> {
    fn new(
        b: &mut Builder,
        nest: &'n Nest,
        roles: &Roles,
        tile: GemmTile,
        (lanes, initial): (u64, NodeId),
        ends: (&'n [BufferId], &'n [BufferId]),
        at: BlockThreads,
    ) -> SimtEmitter<'n> {
        let element = nest.body.element(roles.along.1);
        let operands = GemmOperands { nodes: [roles.across.1, roles.along.1], element, lanes };
        let whole = nest.dims[roles.column].extent.is_multiple_of(lanes);
        let wide = whole.then_some((roles.column, lanes as u16));
        let tiles = GemmBlock::new(b, nest, roles, tile, (operands, DEPTH), ends, at, wide);
        let buffers = [tile.m, tile.n]
            .map(|points| b.buffer("operand", element, &[2, DEPTH, points + lanes], Space::Shared));
        SimtEmitter { tiles, ty: storage(element).scalar.ty(), lanes, initial, buffers }
    }

    fn emit(&mut self, b: &mut Builder) -> Result<(), Unsupported> {
        b.scratch(&self.buffers.clone(), |b| {
            let initial = self.initial(b)?;
            let sums = self.summed(b, initial)?;
            self.finish(b, &sums)
        })
    }

    /// From one step of the sum to the next in shared memory.
    fn stride(&self, operand: usize) -> u64 {
        self.tiles.operands[operand].points + self.lanes
    }

    /// The vectors of an operand that a thread loads for each step, and all of them.
    fn pieces(&self, operand: usize) -> (u64, u64) {
        let it = &self.tiles.operands[operand];
        (u64::from(it.scope.lanes), DEPTH * it.points / u64::from(it.scope.lanes))
    }

    /// Which piece a thread has in a turn, as its point in the tile and its step; and
    /// whether it has one at all, where not all do.
    fn piece(
        &self,
        b: &mut Builder,
        operand: usize,
        iteration: u64,
    ) -> (Index, Index, Option<Value>) {
        let it = &self.tiles.operands[operand];
        let (lanes, all) = self.pieces(operand);
        let ranges = |v: Var| it.scope.range(v);
        let (number, mine) = self.tiles.number(b, iteration, all);
        let (points, lanes) = (it.points as i64, lanes as i64);
        if !it.by_steps {
            let by = points / lanes;
            let point = number.clone().modulo(by, &ranges) * lanes;
            return (point, number.floor_div(by, &ranges), mine);
        }
        // Two vectors side by side are the sector that memory gives; threads of a warp
        // then go down the rows, which lie in different banks.
        let vectors = DEPTH as i64 / lanes;
        let near = if lanes > 1 { vectors.min(2) } else { vectors };
        let low = number.clone().modulo(near, &ranges);
        let point = number.clone().floor_div(near, &ranges).modulo(points, &ranges);
        let high = number.floor_div(near * points, &ranges);
        (point, (high * near + low) * lanes, mine)
    }

    /// How many points of a side a thread has, how many of them side by side, and where
    /// the first is.
    fn share(&self, operand: usize) -> (u64, u64, Index) {
        let each = self.tiles.operands[operand].points / SIDE;
        let wide = each.min(self.lanes);
        let ranges = |v: Var| self.tiles.out.range(v);
        let thread = Index::var(self.tiles.thread);
        let number = match operand {
            0 => thread.floor_div(SIDE as i64, &ranges),
            _ => thread.modulo(SIDE as i64, &ranges),
        };
        (each, wide, number * wide as i64)
    }

    /// A thread's points of an operand at a step.
    fn fragment(&self, b: &mut Builder, operand: usize, half: Value, depth: u64) -> Vec<Value> {
        let (each, wide, first) = self.share(operand);
        let stride = self.stride(operand);
        let row = Index::var(half) * (DEPTH * stride) as i64 + (depth * stride) as i64 + first;
        let group = |g: u64| row.clone() + (g * SIDE * wide) as i64;
        let ty = self.ty.scalar.vector(wide as u16);
        (0..each / wide).map(|g| b.load(ty, self.buffers[operand], group(g))).collect()
    }

    /// The places of a thread's results: for each row, for each vector of columns, where
    /// they stand, and whether they are any.
    fn places(&mut self, b: &mut Builder) -> Vec<(Point, Option<Value>, usize)> {
        let wide = u64::from(self.tiles.out.lanes);
        let [rows, columns] = [0, 1].map(|operand| {
            let (each, side, first) = self.share(operand);
            let at = self.tiles.operands[operand].at.clone() + first;
            (0..each).map(move |n| at.clone() + (n / side * SIDE * side + n % side) as i64)
        });
        let rows: Vec<Index> = rows.collect();
        let columns: Vec<Index> = columns.step_by(wide as usize).collect();
        let tiles = &mut self.tiles;
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

    /// What each sum begins with, in vectors.
    fn initial(&mut self, b: &mut Builder) -> Result<Vec<Value>, Unsupported> {
        let body = &self.tiles.nest.body;
        if let Node::Constant(bits) = body.node(self.initial) {
            // Where results go is worked out behind the loop: it would take registers.
            let each = SIDE * SIDE * self.lanes;
            let vectors = self.tiles.operands[0].points * self.tiles.operands[1].points / each;
            let a = &mut Emitter { builder: b, lanes: self.lanes as u16 };
            let value = constant(a, body.element(self.initial), *bits).re;
            return Ok(vec![value; vectors as usize]);
        }
        let needed = body.needed(&[self.initial]);
        let mut all = Vec::new();
        for (point, ..) in self.places(b) {
            self.tiles.out.loads.clear();
            let values = self.tiles.out.compute(b, &point, &needed, None)?;
            let value = self.tiles.out.widen(b, values[&self.initial]).re;
            all.push(value);
        }
        // As many lanes as sums have.
        let lanes = self.lanes as usize / usize::from(self.tiles.out.lanes);
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

    /// Makes the results of the sums.
    fn finish(&mut self, b: &mut Builder, sums: &[Value]) -> Result<(), Unsupported> {
        let (_, after) = self.tiles.nest.needed();
        let places = self.places(b);
        let sums: Vec<Value> = match self.tiles.out.lanes {
            1 => sums.iter().flat_map(|v| each_lane(b, *v)).collect(),
            _ => sums.to_vec(),
        };
        for (point, inside, number) in places {
            self.tiles.finish(b, (&point, inside), sums[number], &after)?;
        }
        Ok(())
    }
}

impl<'n> DoubleBuffered<'n> for SimtEmitter<'n> {
    fn tiles(&mut self) -> &mut GemmBlock<'n> {
        &mut self.tiles
    }

    fn values(&self, operand: usize) -> usize {
        self.pieces(operand).1.div_ceil(SIDE * SIDE) as usize
    }

    fn load(
        &mut self,
        b: &mut Builder,
        operand: usize,
        step: Value,
    ) -> Result<Vec<Value>, Unsupported> {
        let mut loaded = Vec::new();
        for iteration in 0..self.values(operand) as u64 {
            let (point, depth, _) = self.piece(b, operand, iteration);
            let (lanes, it) = (self.pieces(operand).0, &self.tiles.operands[operand]);
            let own = it.at.clone() + point;
            let sum = Index::var(step) * DEPTH as i64 + depth;
            let wide = if it.by_steps { (1, lanes) } else { (lanes, 1) };
            loaded.push(self.tiles.element(b, operand, (own, sum), wide)?);
        }
        Ok(loaded)
    }

    fn keep(&mut self, b: &mut Builder, operand: usize, half: Value, loaded: &[Value]) {
        for (iteration, value) in (0..).zip(loaded) {
            let (point, depth, mine) = self.piece(b, operand, iteration);
            let stride = self.stride(operand);
            let row = (Index::var(half) * DEPTH as i64 + depth) * stride as i64 + point;
            let along = self.tiles.operands[operand].by_steps;
            let each = if along { each_lane(b, *value) } else { vec![*value] };
            self.tiles.kept(b, (self.buffers[operand], &row), stride, &each, mine);
        }
    }

    fn multiply(&self, b: &mut Builder, half: Value, sums: Vec<Value>) -> Vec<Value> {
        let mut all = sums;
        for depth in 0..DEPTH {
            let [left, right] = [0, 1].map(|operand| self.fragment(b, operand, half, depth));
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
}
