//! The grid of a product of matrices ([`super::product`]) by matrix units.
//!
//! Both factors come to shared memory as they are stored, rows of the one and columns of
//! the other, each with the steps of the sum side by side. Eight warps have a part of the
//! tile each, which they put together of products of 16 by 8 ([`Inst::Product`]).

use super::ScheduleError;
use super::contract::{Roles, roles};
use super::emit::Standing;
use super::product::{Sides, Tile, blocks, units_of};
use super::product_tile::{Factors, Threads, Tiles, Turns};
use crate::index::{Index, Range, Var};
use crate::math::{Emitter, Unsupported, constant};
use crate::nest::{Nest, Node};
use crate::program::{BufferId, Builder, Inst, ProductOp, Value};

/// Threads of a block.
const THREADS: u64 = 256;
/// The parts of a tile's rows, and of its columns, that warps have.
const DOWN: u64 = 2;
const OVER: u64 = 4;
/// Bytes of the sum's steps in shared memory, for a row or a column.
const DEPTH: u64 = 64;
/// Bytes from a row to the next there: eight rows of 16 bytes lie in different banks.
const STRIDE: u64 = 80;

struct Units<'n> {
    tiles: Tiles<'n>,
    op: ProductOp,
    tile: Tile,
    /// Where a thread's first fragment of each factor begins, in a half.
    first: [Value; 2],
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
    let blocks = blocks(nest, &Sides::of(&roles), tile);
    let made = b.grid(blocks, THREADS as u32, |b, block, thread| {
        let at = Threads { block, blocks, thread, count: THREADS };
        Units::new(b, nest, &roles, op, tile, ends, at).emit(b)
    });
    Ok(made?)
}

impl<'n> Units<'n> {
    fn new(
        b: &mut Builder,
        nest: &'n Nest,
        roles: &Roles,
        op: ProductOp,
        tile: Tile,
        ends: (&'n [BufferId], &'n [BufferId]),
        at: Threads,
    ) -> Units<'n> {
        let nodes = [roles.across.1, roles.along.1].map(|node| nest.unconverted(node));
        let element = nest.body.element(nodes[0]);
        let bytes = element.byte_width() as u64;
        let factors = Factors { nodes, element, lanes: 16 / bytes };
        let pairs = nest.dims[roles.column].extent.is_multiple_of(2);
        let wide = pairs.then_some((roles.column, 2));
        let shape = |points: u64| [2, points, STRIDE / bytes];
        let depth = DEPTH / bytes;
        let tiles = Tiles::new(b, nest, roles, tile, (factors, depth), ends, at, &shape, wide);
        // Where this thread stands in the warps and in fragments.
        let (stride, per) = ((STRIDE / bytes) as i64, (4 / bytes) as i64);
        let ([across, along], [row, column]) = standing(tile, at.thread);
        let fragment = row * stride + column * per;
        let first = [across, along].map(|part| b.index(part * stride + fragment.clone()));
        Units { tiles, op, tile, first }
    }

    fn bytes(&self) -> u64 {
        self.tiles.element.byte_width() as u64
    }

    /// Products of 16 by 8 that a warp has, down and over.
    fn parts(&self) -> (u64, u64) {
        (self.tile.rows / DOWN / 16, self.tile.columns / OVER / 8)
    }

    fn emit(mut self, b: &mut Builder) -> Result<(), Unsupported> {
        let nest = self.tiles.nest;
        let Some(reduction) = &nest.reduction else { return Ok(()) };
        let Node::Constant(bits) = *nest.body.node(reduction.initial[0]) else { return Ok(()) };
        let sum = nest.body.element(reduction.initial[0]);
        let buffers: Vec<BufferId> = self.tiles.factors.iter().map(|f| f.buffer).collect();
        b.scratch(&buffers, |b| {
            let zero = constant(&mut Emitter { builder: b, lanes: 4 }, sum, bits).re;
            let (down, over) = self.parts();
            let sums = self.summed(b, vec![zero; (down * over) as usize])?;
            self.finish(b, &sums)
        })
    }

    /// A thread's elements of a fragment: 4 bytes at each of these places.
    fn fragment(
        &self,
        b: &mut Builder,
        factor: usize,
        half: Value,
        places: &[(u64, u64)],
    ) -> Value {
        let it = &self.tiles.factors[factor];
        let stride = (STRIDE / self.bytes()) as i64;
        let per = (4 / self.bytes()) as u16;
        let ty = crate::program::storage(self.tiles.element).scalar.vector(per);
        let base = Index::var(half) * (it.points as i64 * stride) + Index::var(self.first[factor]);
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
        let it = &self.tiles.factors[factor];
        let (depth, lanes) = (self.tiles.depth, u64::from(it.site.lanes));
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
        let it = &self.tiles.factors[factor];
        let Pieces { lanes, values, all, .. } = self.pieces(factor);
        let ranges = |v: Var| it.site.range(v);
        let (number, mine) = self.tiles.number(b, turn, all);
        if !it.by_steps && lanes == 1 {
            let point = number.clone().modulo(it.points as i64, &ranges);
            return (point, number.floor_div(it.points as i64, &ranges), mine);
        }
        // Steps of the sum first: what lies side by side in shared memory.
        let (wide, own) = if it.by_steps { (lanes, 1) } else { (values, lanes) };
        let steps = (self.tiles.depth / wide) as i64;
        let step = number.clone().modulo(steps, &ranges) * wide as i64;
        (number.floor_div(steps, &ranges) * own as i64, step, mine)
    }

    /// Makes the results of the sums.
    fn finish(&mut self, b: &mut Builder, sums: &[Value]) -> Result<(), Unsupported> {
        let (_, after) = self.tiles.nest.needed();
        let (down, over) = self.parts();
        let wide = u64::from(self.tiles.out.lanes);
        let ([across, along], [row, column]) = standing(self.tile, self.tiles.thread);
        let row = self.tiles.factors[0].at.clone() + across + row;
        let column = self.tiles.factors[1].at.clone() + along + column * 2;
        for (m, n, part) in (0..down)
            .flat_map(|m| (0..over).map(move |n| (m, n)))
            .flat_map(|(m, n)| (0..4 / wide).map(move |part| (m, n, part * wide)))
        {
            let row = row.clone() + (m * 16 + part / 2 * 8) as i64;
            let column = column.clone() + (n * 8 + part % 2) as i64;
            let (row, inside) = self.tiles.along(b, (0, &row), 1, None);
            let (column, inside) = self.tiles.along(b, (1, &column), wide, inside);
            let point = self.tiles.result(&row, &column);
            let sum = sums[(m * over + n) as usize];
            let first = part as u16;
            let sum = match wide {
                1 => b.inst(Inst::Extract(sum, first)),
                _ => b.inst(Inst::Shuffle(sum, sum, [first, first + 1].into())),
            };
            self.tiles.finish(b, (&point, inside), sum, &after)?;
        }
        Ok(())
    }
}

impl<'n> Turns<'n> for Units<'n> {
    fn tiles(&mut self) -> &mut Tiles<'n> {
        &mut self.tiles
    }

    fn values(&self, factor: usize) -> usize {
        let piece = self.pieces(factor);
        (piece.turns * piece.values) as usize
    }

    fn load(
        &mut self,
        b: &mut Builder,
        factor: usize,
        step: Value,
    ) -> Result<Vec<Value>, Unsupported> {
        let mut loaded = Vec::new();
        let Pieces { lanes, values, turns, .. } = self.pieces(factor);
        for (turn, number) in (0..turns).flat_map(|t| (0..values).map(move |n| (t, n))) {
            let (point, depth, _) = self.piece(b, factor, turn);
            let it = &self.tiles.factors[factor];
            let own = it.at.clone() + point;
            let sum = Index::var(step) * self.tiles.depth as i64 + depth + number as i64;
            let wide = if it.by_steps { (1, lanes) } else { (lanes, 1) };
            loaded.push(self.tiles.element(b, factor, (own, sum), wide)?);
        }
        Ok(loaded)
    }

    fn keep(&mut self, b: &mut Builder, factor: usize, half: Value, loaded: &[Value]) {
        let Pieces { lanes, values, .. } = self.pieces(factor);
        for (turn, parts) in (0..).zip(loaded.chunks(values as usize)) {
            let (point, step, mine) = self.piece(b, factor, turn);
            let stride = STRIDE / self.bytes();
            let points = self.tiles.factors[factor].points;
            let place = Index::var(half) * (points * stride) as i64 + point * stride as i64 + step;
            let stored: Vec<Value> = match parts {
                [one] => vec![*one],
                // Of each point, the steps that lie side by side.
                parts => (0..lanes as u16).map(|lane| taken(b, parts, lane)).collect(),
            };
            self.tiles.kept(b, (factor, &place), stride, &stored, mine);
        }
    }

    fn multiply(&self, b: &mut Builder, half: Value, sums: Vec<Value>) -> Vec<Value> {
        let mut all = sums;
        let (down, over) = self.parts();
        let at_once = 32 / self.bytes();
        for part in 0..self.tiles.depth / at_once {
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
        all
    }
}

/// Where a thread stands: the first row and the first column that its warp has, and the
/// row and the column of fragments that are its own.
fn standing(tile: Tile, thread: Value) -> ([Index; 2], [Index; 2]) {
    let ranges = |v: Var| if v == Var::from(thread) { Range::extent(THREADS) } else { Range::ALL };
    let lane = Index::var(thread).modulo(32, &ranges);
    let warp = Index::var(thread).floor_div(32, &ranges);
    let across = warp.clone().floor_div(OVER as i64, &ranges) * (tile.rows / DOWN) as i64;
    let along = warp.modulo(OVER as i64, &ranges) * (tile.columns / OVER) as i64;
    ([across, along], [lane.clone().floor_div(4, &ranges), lane.modulo(4, &ranges)])
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
