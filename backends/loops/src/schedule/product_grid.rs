//! The grid of a product of matrices ([`super::product`]).

use super::ScheduleError;
use super::contract::{Roles, roles};
use super::emit::Standing;
use super::point::{LANE, Point, Site};
use super::product::{DEPTH, SIDE, Sides, Tile, blocks, extent, lanes};
use crate::index::{Index, Range, Var};
use crate::math::{Emitter, Parts, Unsupported, constant};
use crate::nest::{Nest, Node, NodeId, linear};
use crate::program::{
    BinaryOp, BufferId, Builder, CompareOp, Inst, LoopKind, Scalar, Space, Stmt, Type, Value,
    storage,
};

/// A factor on its way to shared memory.
struct Staged<'n> {
    node: NodeId,
    needed: Vec<bool>,
    site: Site<'n>,
    /// The dimensions of its own side, the fastest last.
    side: Vec<usize>,
    /// Rows or columns of the tile.
    points: u64,
    /// The tile of them, in a side.
    at: Index,
    /// Whether elements that follow each other in memory are steps of the sum.
    by_steps: bool,
    buffer: BufferId,
    /// From one step of the sum to the next in shared memory.
    stride: u64,
}

struct Product<'n> {
    nest: &'n Nest,
    sides: Sides,
    /// What is summed, and how many are a vector.
    ty: Type,
    lanes: u64,
    batch: Vec<(usize, Index)>,
    thread: Value,
    factors: Vec<Staged<'n>>,
    out: Site<'n>,
}

/// Adds the grid that computes a product.
pub(super) fn emit(
    b: &mut Builder,
    nest: &Nest,
    tile: Tile,
    (inputs, outputs): (&[BufferId], &[BufferId]),
    standing: &Standing,
) -> Result<(), ScheduleError> {
    let found = roles(nest).zip(lanes(nest)).filter(|_| *standing == Standing::default());
    let Some((roles, lanes)) = found else {
        return Err(ScheduleError::Illegal {
            directive: format!("product {} by {}", tile.rows, tile.columns),
            nest: nest.name.clone(),
            reason: "it is part of something else".to_owned(),
        });
    };
    let sides = Sides::of(&roles);
    let all = blocks(nest, &sides, tile);
    let made = b.grid(all, (SIDE * SIDE) as u32, |b, block, thread| {
        let mut product = Product::new(
            b,
            nest,
            sides,
            &roles,
            tile,
            lanes,
            (inputs, outputs),
            (block, thread, all),
        );
        product.emit(b)
    });
    Ok(made?)
}

/// What makes a vector of a factor: the dimension, if one is read in a row, and whether
/// it is one of the sum.
pub(super) fn row_of(
    nest: &Nest,
    node: NodeId,
    own: usize,
    step: usize,
    lanes: u64,
) -> (Option<usize>, bool) {
    let needed = nest.body.needed(&[node]);
    let mut guarded = false;
    let (mut in_own, mut in_step) = (Along::default(), Along::default());
    for id in nest.body.ids().filter(|id| needed[id.0 as usize]) {
        match nest.body.node(id) {
            Node::Load { input, coords, guard } => {
                let place = linear(coords, &nest.inputs[*input as usize].shape);
                guarded |= !guard.is_empty();
                in_own.note(place.linear_in(Var(own as u32)));
                in_step.note(place.linear_in(Var(step as u32)));
            }
            Node::Lookup { .. } | Node::Holds(_) | Node::Index(_) => guarded = true,
            Node::Constant(_) | Node::Op(..) | Node::Reduced(_) | Node::Parameter(_) => {}
        }
    }
    let whole = |d: usize| !guarded && nest.dims[d].extent.is_multiple_of(lanes);
    match (in_own.rows, in_step.rows) {
        (true, _) if in_own.fits() => (whole(own).then_some(own), false),
        (_, true) if in_step.fits() => (whole(step).then_some(step), true),
        (own, step) => (None, step && !own),
    }
}

/// How the loads of a factor see a dimension.
#[derive(Default)]
struct Along {
    rows: bool,
    scattered: bool,
}

impl Along {
    fn note(&mut self, by: Option<i64>) {
        self.rows |= by == Some(1);
        self.scattered |= !matches!(by, Some(0 | 1));
    }

    fn fits(&self) -> bool {
        self.rows && !self.scattered
    }
}

impl<'n> Product<'n> {
    #[allow(clippy::too_many_arguments)] // They are the product.
    fn new(
        b: &mut Builder,
        nest: &'n Nest,
        sides: Sides,
        roles: &Roles,
        tile: Tile,
        lanes: u64,
        (inputs, outputs): (&'n [BufferId], &'n [BufferId]),
        (block, thread, blocks): (Value, Value, u64),
    ) -> Product<'n> {
        let ranges = move |v: Var| match v {
            v if v == Var::from(block) => Range::extent(blocks),
            v if v == Var::from(thread) => Range::extent(SIDE * SIDE),
            _ => Range::ALL,
        };
        let (m, n) = (extent(nest, &sides.rows), extent(nest, &sides.columns));
        let (down, over) = (m.div_ceil(tile.rows) as i64, n.div_ceil(tile.columns) as i64);
        let number = Index::var(block);
        let column = number.clone().modulo(over, &ranges);
        let row = number.clone().floor_div(over, &ranges).modulo(down, &ranges);
        let batch = number.floor_div(over * down, &ranges);
        let [row, column, batch] = [row, column, batch].map(|index| b.index(index));
        let counted = [(row, down), (column, over), (batch, extent(nest, &sides.batch) as i64)];
        let known = |site: &mut Site<'n>| {
            for (value, count) in counted {
                site.ranges.insert(value.into(), Range::extent(count as u64));
            }
            site.ranges.insert(thread.into(), Range::extent(SIDE * SIDE));
        };
        let element = nest.body.element(roles.along.1);
        let step = *sides.steps.last().unwrap_or(&0);
        let factor = |b: &mut Builder, node: NodeId, side: &[usize], points: u64, at: Value| {
            let own = *side.last().unwrap_or(&0);
            let (dim, by_steps) = row_of(nest, node, own, step, lanes);
            let vector = dim.map(|dim| (dim, lanes as u16));
            let mut site = Site::new(nest, inputs, outputs, vector);
            known(&mut site);
            let stride = points + lanes;
            let buffer = b.buffer("factor", element, &[2, DEPTH, stride], Space::Shared);
            Staged {
                node,
                needed: nest.body.needed(&[node]),
                site,
                side: side.to_vec(),
                points,
                at: Index::var(at) * points as i64,
                by_steps,
                buffer,
                stride,
            }
        };
        let factors = vec![
            factor(b, roles.across.1, &sides.rows, tile.rows, row),
            factor(b, roles.along.1, &sides.columns, tile.columns, column),
        ];
        let whole = nest.dims[roles.column].extent.is_multiple_of(lanes);
        let mut out =
            Site::new(nest, inputs, outputs, whole.then_some((roles.column, lanes as u16)));
        known(&mut out);
        let batch = {
            let ranges = |v: Var| out.range(v);
            digits(nest, &sides.batch, Index::var(batch), &ranges)
        };
        let ty = storage(element).scalar.ty();
        Product { nest, sides, ty, lanes, batch, thread, factors, out }
    }

    /// Records that a value is from 0 to `last`.
    fn know(&mut self, value: Value, last: u64) {
        for site in self.factors.iter_mut().map(|f| &mut f.site).chain([&mut self.out]) {
            site.ranges.insert(value.into(), Range::extent(last + 1));
        }
    }

    fn emit(&mut self, b: &mut Builder) -> Result<(), Unsupported> {
        let buffers: Vec<BufferId> = self.factors.iter().map(|f| f.buffer).collect();
        b.scratch(&buffers, |b| {
            let steps = extent(self.nest, &self.sides.steps).div_ceil(DEPTH);
            let mut carried = self.initial(b)?;
            let sums = carried.len();
            let zero = b.int(Scalar::I64.ty(), 0);
            for factor in 0..2 {
                carried.extend(self.load(b, factor, zero)?);
            }
            let mut failed = None;
            let bounds = (Index::constant(0), Index::constant(steps as i64));
            let after =
                b.for_carrying(LoopKind::Serial, "step", bounds, 1, &carried, |b, step, inside| {
                    self.know(step, steps - 1);
                    match self.step(b, step, steps, inside, sums) {
                        Ok(next) => next,
                        Err(error) => {
                            failed.get_or_insert(error);
                            inside.to_vec()
                        }
                    }
                });
            failed.map_or(Ok(()), Err)?;
            self.finish(b, &after[..sums])
        })
    }

    /// One step of so many: what was loaded goes to shared memory, the next is loaded,
    /// and products are summed.
    fn step(
        &mut self,
        b: &mut Builder,
        step: Value,
        steps: u64,
        inside: &[Value],
        sums: usize,
    ) -> Result<Vec<Value>, Unsupported> {
        let ranges = |_: Var| Range::extent(steps);
        let half = b.index(Index::var(step).modulo(2, &ranges));
        self.know(half, 1);
        let mut rest = &inside[sums..];
        for factor in 0..2 {
            let (now, later) = rest.split_at(self.turns(factor) as usize);
            self.keep(b, factor, half, now);
            rest = later;
        }
        b.push(Stmt::Barrier);
        let last = Index::constant(steps as i64 - 1);
        let next = b.index((Index::var(step) + 1).min(last, &|_: Var| Range::extent(steps)));
        self.know(next, steps - 1);
        let mut handed = Vec::new();
        for factor in 0..2 {
            handed.extend(self.load(b, factor, next)?);
        }
        let mut all = inside[..sums].to_vec();
        for depth in 0..DEPTH {
            let [left, right] = [0, 1].map(|factor| self.fragment(b, factor, half, depth));
            let columns = right.len();
            let left: Vec<Value> = left.iter().flat_map(|v| self.each_lane(b, *v)).collect();
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
        all.extend(handed);
        Ok(all)
    }

    fn each_lane(&self, b: &mut Builder, vector: Value) -> Vec<Value> {
        match b.type_of(vector).lanes {
            1 => vec![vector],
            lanes => (0..lanes).map(|l| b.inst(Inst::Extract(vector, l))).collect(),
        }
    }

    /// The vectors of a factor that a thread loads for each step, and all of them.
    fn pieces(&self, factor: usize) -> (u64, u64) {
        let it = &self.factors[factor];
        (u64::from(it.site.lanes), DEPTH * it.points / u64::from(it.site.lanes))
    }

    fn turns(&self, factor: usize) -> u64 {
        self.pieces(factor).1.div_ceil(SIDE * SIDE)
    }

    /// Which piece a thread has in a turn, as its point in the tile and its step; and
    /// whether it has one at all, where not all do.
    fn piece(&self, b: &mut Builder, factor: usize, turn: u64) -> (Index, Index, Option<Value>) {
        let it = &self.factors[factor];
        let (lanes, all) = self.pieces(factor);
        let ranges = |v: Var| it.site.range(v);
        let number = Index::var(self.thread) + (turn * SIDE * SIDE) as i64;
        let mut mine = None;
        if (turn + 1) * SIDE * SIDE > all {
            let number = b.index(number.clone());
            let all = b.int(Scalar::I64.ty(), all as i64);
            mine = Some(b.compare(CompareOp::LtS, number, all));
        }
        let number = number.min(Index::constant(all as i64 - 1), &ranges);
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

    /// Loads a thread's pieces of a factor for a step.
    fn load(
        &mut self,
        b: &mut Builder,
        factor: usize,
        step: Value,
    ) -> Result<Vec<Value>, Unsupported> {
        let mut loaded = Vec::new();
        let k = extent(self.nest, &self.sides.steps);
        for turn in 0..self.turns(factor) {
            let (point, depth, _) = self.piece(b, factor, turn);
            let (lanes, by_steps) = (self.pieces(factor).0, self.factors[factor].by_steps);
            let it = &self.factors[factor];
            let side = extent(self.nest, &it.side);
            let own = it.at.clone() + point;
            let sum = Index::var(step) * DEPTH as i64 + depth;
            let (wide_own, wide_sum) = if by_steps { (1, lanes) } else { (lanes, 1) };
            let own = self.clamped(b, own, side - wide_own.min(side));
            let past = !k.is_multiple_of(DEPTH);
            let inside = past.then(|| {
                let (at, end) = (b.index(sum.clone()), b.int(Scalar::I64.ty(), k as i64));
                b.compare(CompareOp::LtS, at, end)
            });
            let sum = self.clamped(b, sum, k - wide_sum);
            let it = &mut self.factors[factor];
            let mut dims = vec![Index::constant(0); self.nest.dims.len()];
            {
                let ranges = |v: Var| it.site.range(v);
                let own = digits(self.nest, &it.side, Index::var(own), &ranges);
                let sum = digits(self.nest, &self.sides.steps, Index::var(sum), &ranges);
                for (dim, at) in own.into_iter().chain(sum).chain(self.batch.iter().cloned()) {
                    dims[dim] = at;
                }
            }
            if let Some(dim) = it.site.vector {
                dims[dim] = dims[dim].clone() + Index::var(LANE);
            }
            it.site.loads.clear();
            let point = Point { dims, mask: None, turn: None };
            let values = it.site.compute(b, &point, &it.needed, None)?;
            let mut value = it.site.widen(b, values[&it.node]).re;
            if let Some(inside) = inside {
                let zero = b.bits(b.type_of(value), 0);
                let inside = b.broadcast(inside, it.site.lanes);
                value = b.select(inside, value, zero);
            }
            loaded.push(value);
        }
        Ok(loaded)
    }

    /// A place, or the last one there is.
    fn clamped(&mut self, b: &mut Builder, at: Index, last: u64) -> Value {
        let ranges = |v: Var| self.out.range(v);
        let at = b.index(at.min(Index::constant(last as i64), &ranges));
        self.know(at, last);
        at
    }

    /// Stores a thread's pieces of a factor in one half of shared memory.
    fn keep(&mut self, b: &mut Builder, factor: usize, half: Value, pieces: &[Value]) {
        for (turn, value) in (0..).zip(pieces) {
            let (point, depth, mine) = self.piece(b, factor, turn);
            let it = &self.factors[factor];
            let (stride, buffer) = (it.stride as i64, it.buffer);
            let along = it.by_steps;
            let row = (Index::var(half) * DEPTH as i64 + depth) * stride + point;
            let each = if along { self.each_lane(b, *value) } else { vec![*value] };
            let store = |b: &mut Builder| {
                for (l, value) in (0..).zip(&each) {
                    b.store(*value, buffer, row.clone() + l * stride);
                }
            };
            match mine {
                Some(mine) => b.branch(mine, store, |_| {}),
                None => store(b),
            }
        }
    }

    /// How many points of a side a thread has, how many of them side by side, and where
    /// the first is.
    fn share(&self, factor: usize) -> (u64, u64, Index) {
        let each = self.factors[factor].points / SIDE;
        let wide = each.min(self.lanes);
        let ranges = |v: Var| self.out.range(v);
        let thread = Index::var(self.thread);
        let number = match factor {
            0 => thread.floor_div(SIDE as i64, &ranges),
            _ => thread.modulo(SIDE as i64, &ranges),
        };
        (each, wide, number * wide as i64)
    }

    /// A thread's points of a factor at a step.
    fn fragment(&self, b: &mut Builder, factor: usize, half: Value, depth: u64) -> Vec<Value> {
        let it = &self.factors[factor];
        let (each, wide, first) = self.share(factor);
        let row =
            Index::var(half) * (DEPTH * it.stride) as i64 + (depth * it.stride) as i64 + first;
        let group = |g: u64| row.clone() + (g * SIDE * wide) as i64;
        let ty = self.ty.scalar.vector(wide as u16);
        (0..each / wide).map(|g| b.load(ty, it.buffer, group(g))).collect()
    }

    /// The places of a thread's results: for each row, for each vector of columns, where
    /// they stand, and whether they are any.
    fn places(&mut self, b: &mut Builder) -> Vec<(Point, Option<Value>, usize)> {
        let wide = u64::from(self.out.lanes);
        let [rows, columns] = [0, 1].map(|factor| {
            let (each, side, first) = self.share(factor);
            let at = self.factors[factor].at.clone() + first;
            (0..each).map(move |n| at.clone() + (n / side * SIDE * side + n % side) as i64)
        });
        let rows: Vec<Index> = rows.collect();
        let columns: Vec<Index> = columns.step_by(wide as usize).collect();
        let side = |this: &mut Self, b: &mut Builder, at: &Index, factor: usize, wide: u64| {
            let dims = this.factors[factor].side.clone();
            let all = extent(this.nest, &dims);
            let whole = all.is_multiple_of(this.factors[factor].points);
            let inside = (!whole).then(|| {
                let (at, end) = (b.index(at.clone()), b.int(Scalar::I64.ty(), all as i64));
                b.compare(CompareOp::LtS, at, end)
            });
            let at = this.clamped(b, at.clone(), all - wide);
            let ranges = |v: Var| this.out.range(v);
            (digits(this.nest, &dims, Index::var(at), &ranges), inside)
        };
        let columns: Vec<_> = columns.iter().map(|at| side(self, b, at, 1, wide)).collect();
        let mut places = Vec::new();
        for (row, at) in rows.iter().enumerate() {
            let (row_dims, in_rows) = side(self, b, at, 0, 1);
            for (column, (column_dims, in_columns)) in columns.iter().enumerate() {
                let mut dims = vec![Index::constant(0); self.nest.dims.len()];
                let all = row_dims.iter().chain(column_dims).chain(&self.batch);
                for (dim, at) in all {
                    dims[*dim] = at.clone();
                }
                if let Some(dim) = self.out.vector {
                    dims[dim] = dims[dim].clone() + Index::var(LANE);
                }
                let inside = match (in_rows, *in_columns) {
                    (Some(a), Some(c)) => Some(b.binary(BinaryOp::And, a, c)),
                    (a, c) => a.or(c),
                };
                let number = row * columns.len() + column;
                places.push((Point { dims, mask: None, turn: None }, inside, number));
            }
        }
        places
    }

    /// What each sum begins with, in vectors.
    fn initial(&mut self, b: &mut Builder) -> Result<Vec<Value>, Unsupported> {
        let Some(reduction) = &self.nest.reduction else { return Ok(Vec::new()) };
        let body = &self.nest.body;
        if let Node::Constant(bits) = body.node(reduction.initial[0]) {
            // Where results go is worked out behind the loop: it would take registers.
            let each = SIDE * SIDE * self.lanes;
            let vectors = self.factors[0].points * self.factors[1].points / each;
            let a = &mut Emitter { builder: b, lanes: self.lanes as u16 };
            let value = constant(a, body.element(reduction.initial[0]), *bits).re;
            return Ok(vec![value; vectors as usize]);
        }
        let needed = body.needed(&reduction.initial);
        let mut all = Vec::new();
        for (point, ..) in self.places(b) {
            self.out.loads.clear();
            let values = self.out.compute(b, &point, &needed, None)?;
            let value = self.out.widen(b, values[&reduction.initial[0]]).re;
            all.push(value);
        }
        // As many lanes as sums have.
        let lanes = self.lanes as usize / usize::from(self.out.lanes);
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
        let (_, after) = self.nest.needed();
        let places = self.places(b);
        let sums: Vec<Value> = match self.out.lanes {
            1 => sums.iter().flat_map(|v| self.each_lane(b, *v)).collect(),
            _ => sums.to_vec(),
        };
        for (point, inside, number) in places {
            self.out.loads.clear();
            let reduced = [Parts::from(sums[number])];
            let values = self.out.compute(b, &point, &after, Some(&reduced))?;
            for (n, output) in self.nest.outputs.iter().enumerate() {
                let node = |n: NodeId| values[&n].re;
                let (start, when) = (output.start.map(node), output.when.map(node));
                let when = match (when, inside) {
                    (Some(when), Some(inside)) => Some(self.out.both(b, when, inside)),
                    (when, inside) => when.or(inside),
                };
                self.out.store(b, &point, n, values[&output.value], (start, when));
            }
        }
        Ok(())
    }
}

/// The index of each dimension of a side, given that of a point of it.
pub(super) fn digits(
    nest: &Nest,
    dims: &[usize],
    at: Index,
    ranges: &dyn crate::index::Ranges,
) -> Vec<(usize, Index)> {
    let mut rest = at;
    let mut all = Vec::with_capacity(dims.len());
    for (place, dim) in dims.iter().enumerate().rev() {
        let extent = nest.dims[*dim].extent as i64;
        if place == 0 {
            all.push((*dim, rest));
            break;
        }
        all.push((*dim, rest.clone().modulo(extent, ranges)));
        rest = rest.floor_div(extent, ranges);
    }
    all
}
