//! The grid of a product of matrices ([`super::product`]) by matrix units.
//!
//! Both factors come to shared memory as they are stored, rows of the one and columns of
//! the other, each with the steps of the sum side by side. Eight warps have a part of the
//! tile each, which they put together of products of 16 by 8 ([`Inst::Product`]).

use super::ScheduleError;
use super::contract::{Roles, roles};
use super::emit::Standing;
use super::point::{LANE, Point, Site};
use super::product::{Sides, Tile, blocks, extent, units_of};
use super::product_grid::{digits, row_of};
use crate::index::{Index, Range, Var};
use crate::math::{Emitter, Parts, Unsupported, constant, to_storage};
use crate::nest::{Nest, Node, NodeId};
use crate::program::{
    BinaryOp, BufferId, Builder, CompareOp, Inst, LoopKind, ProductOp, Scalar, Space, Stmt, Value,
};
use hloom_ir::Element;

/// Threads of a block.
const THREADS: u64 = 256;
/// The parts of a tile's rows, and of its columns, that warps have.
const DOWN: u64 = 2;
const OVER: u64 = 4;
/// Bytes of the sum's steps in shared memory, for a row or a column.
const DEPTH: u64 = 64;
/// Bytes from a row to the next there: eight rows of 16 bytes lie in different banks.
const STRIDE: u64 = 80;

/// A factor on its way to shared memory.
struct Staged<'n> {
    node: NodeId,
    needed: Vec<bool>,
    site: Site<'n>,
    /// The dimensions of its own side, the fastest last.
    side: Vec<usize>,
    /// Rows or columns of the tile, and where they begin.
    points: u64,
    at: Index,
    /// Whether elements that follow each other in memory are steps of the sum.
    by_steps: bool,
    buffer: BufferId,
    /// Where a thread's first fragment begins, in a half.
    first: Value,
}

struct Units<'n> {
    nest: &'n Nest,
    op: ProductOp,
    sides: Sides,
    element: Element,
    tile: Tile,
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
    ends: (&[BufferId], &[BufferId]),
    standing: &Standing,
) -> Result<(), ScheduleError> {
    let found = roles(nest).zip(units_of(nest)).filter(|_| *standing == Standing::default());
    let Some((roles, op)) = found else {
        return Err(ScheduleError::Illegal {
            directive: format!("mma {} by {}", tile.rows, tile.columns),
            nest: nest.name.clone(),
            reason: "it is part of something else".to_owned(),
        });
    };
    let all = blocks(nest, &Sides::of(&roles), tile);
    let made = b.grid(all, THREADS as u32, |b, block, thread| {
        Units::new(b, nest, &roles, op, tile, ends, (block, thread, all)).emit(b)
    });
    Ok(made?)
}

impl<'n> Units<'n> {
    #[allow(clippy::too_many_arguments)] // They are the product.
    fn new(
        b: &mut Builder,
        nest: &'n Nest,
        roles: &Roles,
        op: ProductOp,
        tile: Tile,
        (inputs, outputs): (&'n [BufferId], &'n [BufferId]),
        (block, thread, blocks): (Value, Value, u64),
    ) -> Units<'n> {
        let sides = Sides::of(roles);
        let ranges = move |v: Var| match v {
            v if v == Var::from(block) => Range::extent(blocks),
            v if v == Var::from(thread) => Range::extent(THREADS),
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
            site.ranges.insert(thread.into(), Range::extent(THREADS));
        };
        let nodes = [roles.across.1, roles.along.1].map(|node| nest.unconverted(node));
        let element = nest.body.element(nodes[0]);
        let bytes = element.byte_width() as u64;
        let lanes = 16 / bytes;
        let step = *sides.steps.last().unwrap_or(&0);
        // Where this thread stands in the warps and in fragments.
        let (stride, per) = ((STRIDE / bytes) as i64, (4 / bytes) as i64);
        let at = Index::var(thread);
        let lane = at.clone().modulo(32, &ranges);
        let warp = at.floor_div(32, &ranges);
        let fragment = lane.clone().floor_div(4, &ranges) * stride + lane.modulo(4, &ranges) * per;
        let across = warp.clone().floor_div(OVER as i64, &ranges) * (tile.rows / DOWN) as i64;
        let along = warp.modulo(OVER as i64, &ranges) * (tile.columns / OVER) as i64;
        let mut factor = |node, side: &[usize], (points, at): (u64, Value), part: Index| {
            let own = *side.last().unwrap_or(&0);
            let (dim, by_steps) = row_of(nest, node, own, step, lanes);
            let mut site = Site::new(nest, inputs, outputs, dim.map(|dim| (dim, lanes as u16)));
            known(&mut site);
            Staged {
                node,
                needed: nest.body.needed(&[node]),
                site,
                side: side.to_vec(),
                points,
                at: Index::var(at) * points as i64,
                by_steps,
                buffer: b.buffer("factor", element, &[2, points, STRIDE / bytes], Space::Shared),
                first: b.index(part * stride + fragment.clone()),
            }
        };
        let factors = vec![
            factor(nodes[0], &sides.rows, (tile.rows, row), across),
            factor(nodes[1], &sides.columns, (tile.columns, column), along),
        ];
        let pairs = nest.dims[roles.column].extent.is_multiple_of(2);
        let mut out = Site::new(nest, inputs, outputs, pairs.then_some((roles.column, 2)));
        known(&mut out);
        let batch = {
            let ranges = |v: Var| out.range(v);
            digits(nest, &sides.batch, Index::var(batch), &ranges)
        };
        Units { nest, op, sides, element, tile, batch, thread, factors, out }
    }

    fn know(&mut self, value: Value, last: u64) {
        for site in self.factors.iter_mut().map(|f| &mut f.site).chain([&mut self.out]) {
            site.ranges.insert(value.into(), Range::extent(last + 1));
        }
    }

    fn bytes(&self) -> u64 {
        self.element.byte_width() as u64
    }

    /// Steps of the sum that are in shared memory at a time.
    fn depth(&self) -> u64 {
        DEPTH / self.bytes()
    }

    /// Products of 16 by 8 that a warp has, down and over.
    fn parts(&self) -> (u64, u64) {
        (self.tile.rows / DOWN / 16, self.tile.columns / OVER / 8)
    }

    fn emit(mut self, b: &mut Builder) -> Result<(), Unsupported> {
        let Some(reduction) = &self.nest.reduction else { return Ok(()) };
        let body = &self.nest.body;
        let Node::Constant(bits) = *body.node(reduction.initial[0]) else { return Ok(()) };
        let sum = body.element(reduction.initial[0]);
        let buffers: Vec<BufferId> = self.factors.iter().map(|f| f.buffer).collect();
        b.scratch(&buffers, |b| {
            let steps = extent(self.nest, &self.sides.steps).div_ceil(self.depth());
            let zero = constant(&mut Emitter { builder: b, lanes: 4 }, sum, bits).re;
            let (down, over) = self.parts();
            let mut carried = vec![zero; (down * over) as usize];
            let sums = carried.len();
            let first = b.int(Scalar::I64.ty(), 0);
            for factor in 0..2 {
                carried.extend(self.load(b, factor, first)?);
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
            let piece = self.pieces(factor);
            let (now, later) = rest.split_at((piece.turns * piece.values) as usize);
            self.keep(b, factor, half, now);
            rest = later;
        }
        b.push(Stmt::Barrier);
        let last = Index::constant(steps as i64 - 1);
        let next = b.index((Index::var(step) + 1).min(last, &ranges));
        self.know(next, steps - 1);
        let mut handed = Vec::new();
        for factor in 0..2 {
            handed.extend(self.load(b, factor, next)?);
        }
        let mut all = inside[..sums].to_vec();
        let (down, over) = self.parts();
        let at_once = 32 / self.bytes();
        for part in 0..self.depth() / at_once {
            let from = part * at_once;
            let right: Vec<Value> = (0..over)
                .map(|n| self.fragment(b, 1, half, &[(n * 8, from), (n * 8, from + at_once / 2)]))
                .collect();
            for m in 0..down {
                let (row, later) = (m * 16, from + at_once / 2);
                let places = [(row, from), (row + 8, from), (row, later), (row + 8, later)];
                let left = self.fragment(b, 0, half, &places);
                for (n, right) in right.iter().enumerate() {
                    let sum = &mut all[(m * over) as usize + n];
                    *sum = b.inst(Inst::Product(self.op, left, *right, *sum));
                }
            }
        }
        all.extend(handed);
        Ok(all)
    }

    /// A thread's elements of a fragment: 4 bytes at each of these places.
    fn fragment(
        &self,
        b: &mut Builder,
        factor: usize,
        half: Value,
        places: &[(u64, u64)],
    ) -> Value {
        let it = &self.factors[factor];
        let stride = (STRIDE / self.bytes()) as i64;
        let per = (4 / self.bytes()) as u16;
        let ty = crate::program::storage(self.element).scalar.vector(per);
        let base = Index::var(half) * (it.points as i64 * stride) + Index::var(it.first);
        let mut parts: Vec<Value> = places
            .iter()
            .map(|(point, step)| {
                b.load(ty, it.buffer, base.clone() + (*point as i64 * stride + *step as i64))
            })
            .collect();
        while parts.len() > 1 {
            let pairs = parts.chunks(2).map(|pair| joined(b, pair[0], pair[1]));
            parts = pairs.collect();
        }
        parts[0]
    }

    /// How a factor's elements are shared among threads.
    fn pieces(&self, factor: usize) -> Pieces {
        let it = &self.factors[factor];
        let (depth, lanes) = (self.depth(), u64::from(it.site.lanes));
        let (values, all) = match (lanes, it.by_steps) {
            (1, _) => (1, it.points * depth),
            (_, true) => (1, it.points * depth / lanes),
            (_, false) => (4 / self.bytes(), it.points / lanes * (depth / (4 / self.bytes()))),
        };
        Pieces { lanes, values, all, turns: all.div_ceil(THREADS) }
    }

    /// Where a thread's piece of a turn is, as a point and a step, and whether it has one,
    /// where not all do.
    fn piece(&self, b: &mut Builder, factor: usize, turn: u64) -> (Index, Index, Option<Value>) {
        let it = &self.factors[factor];
        let Pieces { lanes, values, all, .. } = self.pieces(factor);
        let ranges = |v: Var| it.site.range(v);
        let number = Index::var(self.thread) + (turn * THREADS) as i64;
        let mut mine = None;
        if (turn + 1) * THREADS > all {
            let (at, end) = (b.index(number.clone()), b.int(Scalar::I64.ty(), all as i64));
            mine = Some(b.compare(CompareOp::LtS, at, end));
        }
        let number = number.min(Index::constant(all as i64 - 1), &ranges);
        if !it.by_steps && lanes == 1 {
            let point = number.clone().modulo(it.points as i64, &ranges);
            return (point, number.floor_div(it.points as i64, &ranges), mine);
        }
        // Steps of the sum first: what lies side by side in shared memory.
        let (wide, own) = if it.by_steps { (lanes, 1) } else { (values, lanes) };
        let steps = (self.depth() / wide) as i64;
        let step = number.clone().modulo(steps, &ranges) * wide as i64;
        (number.floor_div(steps, &ranges) * own as i64, step, mine)
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
        let Pieces { lanes, values, turns, .. } = self.pieces(factor);
        for (turn, number) in (0..turns).flat_map(|t| (0..values).map(move |n| (t, n))) {
            let (point, depth, _) = self.piece(b, factor, turn);
            let it = &self.factors[factor];
            let side = extent(self.nest, &it.side);
            let (wide_own, wide_sum) = if it.by_steps { (1, lanes) } else { (lanes, 1) };
            let own = it.at.clone() + point;
            let sum = Index::var(step) * self.depth() as i64 + depth + number as i64;
            let own = self.clamped(b, own, side - wide_own.min(side));
            let past = !k.is_multiple_of(self.depth());
            let inside = past.then(|| {
                let (at, end) = (b.index(sum.clone()), b.int(Scalar::I64.ty(), k as i64));
                b.compare(CompareOp::LtS, at, end)
            });
            let sum = self.clamped(b, sum, k - wide_sum.min(k));
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
            let value = it.site.widen(b, values[&it.node]);
            let a = &mut Emitter { builder: b, lanes: it.site.lanes };
            let mut value = to_storage(a, self.element, value).re;
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
    fn keep(&mut self, b: &mut Builder, factor: usize, half: Value, loaded: &[Value]) {
        let Pieces { lanes, values, .. } = self.pieces(factor);
        for (turn, parts) in (0..).zip(loaded.chunks(values as usize)) {
            let (point, step, mine) = self.piece(b, factor, turn);
            let it = &self.factors[factor];
            let (stride, buffer) = ((STRIDE / self.bytes()) as i64, it.buffer);
            let place = Index::var(half) * (it.points as i64 * stride) + point * stride + step;
            let stored: Vec<Value> = match parts {
                [one] => vec![*one],
                // Of each point, the steps that lie side by side.
                parts => (0..lanes as u16).map(|lane| taken(b, parts, lane)).collect(),
            };
            let store = |b: &mut Builder| {
                for (l, value) in (0..).zip(&stored) {
                    b.store(*value, buffer, place.clone() + l * stride);
                }
            };
            match mine {
                Some(mine) => b.branch(mine, store, |_| {}),
                None => store(b),
            }
        }
    }

    /// Makes the results of the sums.
    fn finish(&mut self, b: &mut Builder, sums: &[Value]) -> Result<(), Unsupported> {
        let (_, after) = self.nest.needed();
        let (down, over) = self.parts();
        let wide = u64::from(self.out.lanes);
        let ranges =
            |v: Var| if v == Var::from(self.thread) { Range::extent(THREADS) } else { Range::ALL };
        let thread = Index::var(self.thread);
        let lane = thread.clone().modulo(32, &ranges);
        let warp = thread.floor_div(32, &ranges);
        let across = warp.clone().floor_div(OVER as i64, &ranges) * (self.tile.rows / DOWN) as i64;
        let along = warp.modulo(OVER as i64, &ranges) * (self.tile.columns / OVER) as i64;
        let row = self.factors[0].at.clone() + across + lane.clone().floor_div(4, &ranges);
        let column = self.factors[1].at.clone() + along + lane.modulo(4, &ranges) * 2;
        for (m, n, part) in (0..down)
            .flat_map(|m| (0..over).map(move |n| (m, n)))
            .flat_map(|(m, n)| (0..4 / wide).map(move |part| (m, n, part * wide)))
        {
            let at = [
                row.clone() + (m * 16 + part / 2 * 8) as i64,
                column.clone() + (n * 8 + part % 2) as i64,
            ];
            let mut dims = vec![Index::constant(0); self.nest.dims.len()];
            let mut inside: Option<Value> = None;
            for (factor, at) in at.into_iter().enumerate() {
                let side = self.factors[factor].side.clone();
                let all = extent(self.nest, &side);
                if !all.is_multiple_of(self.factors[factor].points) {
                    let (at, end) = (b.index(at.clone()), b.int(Scalar::I64.ty(), all as i64));
                    let test = b.compare(CompareOp::LtS, at, end);
                    inside = Some(match inside {
                        Some(inside) => b.binary(BinaryOp::And, inside, test),
                        None => test,
                    });
                }
                let at = self.clamped(b, at, all - if factor == 1 { wide } else { 1 });
                let ranges = |v: Var| self.out.range(v);
                for (dim, at) in digits(self.nest, &side, Index::var(at), &ranges) {
                    dims[dim] = at;
                }
            }
            for (dim, at) in &self.batch {
                dims[*dim] = at.clone();
            }
            if let Some(dim) = self.out.vector {
                dims[dim] = dims[dim].clone() + Index::var(LANE);
            }
            let point = Point { dims, mask: None, turn: None };
            let sum = sums[(m * over + n) as usize];
            let first = part as u16;
            let sum = match wide {
                1 => b.inst(Inst::Extract(sum, first)),
                _ => b.inst(Inst::Shuffle(sum, sum, [first, first + 1].into())),
            };
            self.out.loads.clear();
            let values = self.out.compute(b, &point, &after, Some(&[Parts::from(sum)]))?;
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

/// How a factor's elements are shared among threads, for a step.
#[derive(Clone, Copy)]
struct Pieces {
    /// The lanes of a value that is loaded.
    lanes: u64,
    /// Values of a piece.
    values: u64,
    /// The pieces of all threads.
    all: u64,
    /// The pieces of a thread.
    turns: u64,
}

/// The lanes of two values, one after the other.
fn joined(b: &mut Builder, left: Value, right: Value) -> Value {
    match b.type_of(left).lanes {
        1 => {
            let wide = b.broadcast(left, 2);
            b.inst(Inst::Insert(wide, right, 1))
        }
        lanes => b.inst(Inst::Shuffle(left, right, (0..2 * lanes).collect())),
    }
}

/// A lane of each of several vectors, two or four.
fn taken(b: &mut Builder, vectors: &[Value], lane: u16) -> Value {
    let lanes = b.type_of(vectors[0]).lanes;
    match vectors {
        [x, y] => b.inst(Inst::Shuffle(*x, *y, [lane, lanes + lane].into())),
        vectors => {
            let (left, right) = vectors.split_at(vectors.len() / 2);
            let (left, right) = (taken(b, left, lane), taken(b, right, lane));
            joined(b, left, right)
        }
    }
}
