//! Sort by the threads of a grid: stable, by any comparator.
//!
//! Rows are cut into tiles, each of which a block sorts in shared memory; then neighbouring
//! runs are merged, pass by pass, until one is left. Inside of a block elements only change
//! places in pairs, by a network that is the same whatever they are (Batcher's bitonic one,
//! 1968), so that even what is no order loses none of them. Where the comparator puts
//! neither of two in front, the one that came first goes first: numbers go along with
//! elements, and places that are left over have the largest.
//!
//! Between blocks, each has a tile of what a merge gives: where such a tile begins in both
//! runs is found along the diagonal on which the two places have the tile's own number as
//! their sum (the merge path of Odeh, Green and Birk, 2012), by a grid of its own. Each
//! block then looks at all beginnings of its pair of runs: those of an order never go
//! backwards. Where they do, a thread merges that pair alone.
//!
//! If only the first few of a row are read, tiles yield no more than that, and what
//! they yield is sorted in tiles again.
//!
//! ```text
//! rows ──tiles──▶ runs of S ──merge──▶ runs of 2·S ── … ──▶ rows in order
//! ```

use super::super::lines::{Lines, Rows};
use super::{choice, compare, number};
use crate::index::{Index, Range, Var};
use crate::math::Unsupported;
use crate::program::{
    BinaryOp, BufferId, Builder, CompareOp, ConvertOp, LoopKind, Scalar, Space, Stmt, UnaryOp,
    Value, storage,
};
use crate::schedule::Gpu;
use hloom_ir::Element;

/// The elements of a tile, at most.
const TILE: i64 = 2048;

/// The threads of a block, at most.
const THREADS: i64 = 256;

/// The distribution of the work over threads.
#[derive(Clone, Copy)]
pub(super) struct TileThreads {
    pub(super) threads: i64,
    /// Elements of a block.
    pub(super) tile: i64,
}

impl TileThreads {
    /// As many elements as shared memory holds with their numbers, if that is worth it.
    fn of(elements: &[Element], gpu: &Gpu, all: i64) -> Option<TileThreads> {
        let bytes = |e: &Element| i64::from(storage(*e).units) * storage(*e).scalar.bytes() as i64;
        let each: i64 = elements.iter().map(bytes).sum();
        // Room for what else a block shares.
        let room = (gpu.shared_bytes as i64 * 3 / 4) / (each + 4);
        if room < 64 {
            return None;
        }
        // The largest power of two, but no larger than what there is.
        let room = 1 << room.ilog2();
        let tile = TILE.min(room).min((all as u64).next_power_of_two() as i64).max(64);
        Some(TileThreads { threads: THREADS.min(tile / 2), tile })
    }
}

impl Rows<'_> {
    /// Sorts so many rows, of whose elements the first `keep` are stored; `false` where
    /// the elements are too large for shared memory.
    pub(in crate::lower::program) fn by_grids(
        &self,
        b: &mut Builder,
        gpu: &Gpu,
        rows: i64,
        keep: Option<i64>,
        (from, to): (&Lines<'_>, &Lines<'_>),
    ) -> Result<bool, Unsupported> {
        let Some(by) = TileThreads::of(self.elements(), gpu, rows.saturating_mul(self.length))
        else {
            return Ok(false);
        };
        let room = |b: &mut Builder, length: i64| -> Vec<BufferId> {
            let shape = [rows as u64, length as u64];
            let each = self.elements().iter();
            each.map(|&e| b.buffer("runs", e, &shape, Space::Scratch)).collect()
        };
        match keep.filter(|keep| keep * 4 <= by.tile) {
            Some(keep) => self.first_by_grids(b, by, (rows, self.length), keep, (from, to), room),
            None => {
                let segment = by.segment(self.length);
                let mut passes = 0;
                while segment << passes < self.length {
                    passes += 1;
                }
                let copies: Vec<_> = (0..passes.min(2)).map(|_| room(b, self.length)).collect();
                let both: Vec<BufferId> = copies.iter().flatten().copied().collect();
                let length = self.length;
                let within = move |row: Value, t: Index| Index::var(row) * length + t;
                let copy = |n: usize| Lines { buffers: &copies[n % copies.len()], place: &within };
                if passes == 0 {
                    return self.tiles(b, by, (rows, length), segment, (from, to)).map(|()| true);
                }
                b.scratch(&both, |b| {
                    self.tiles(b, by, (rows, length), segment, (from, &copy(0)))?;
                    for pass in 0..passes {
                        let last = pass + 1 == passes;
                        let (have, next) = (copy(pass), copy(pass + 1));
                        let to = if last { to } else { &next };
                        self.merge(b, by, rows, segment << pass, (&have, to))?;
                    }
                    Ok(true)
                })
            }
        }
    }

    /// The first few elements of rows: of each tile, then of what that leaves.
    fn first_by_grids(
        &self,
        b: &mut Builder,
        by: TileThreads,
        (rows, length): (i64, i64),
        keep: i64,
        (from, to): (&Lines<'_>, &Lines<'_>),
        room: impl Fn(&mut Builder, i64) -> Vec<BufferId> + Copy,
    ) -> Result<bool, Unsupported> {
        let segment = by.segment(length);
        if length <= segment {
            return self.tiles(b, by, (rows, length), keep, (from, to)).map(|()| true);
        }
        let tiles = (length + segment - 1) / segment;
        let left = (tiles - 1) * keep + keep.min(length - (tiles - 1) * segment);
        let buffers = room(b, left);
        b.scratch(&buffers, |b| {
            let place = move |row: Value, t: Index| Index::var(row) * left + t;
            let lines = Lines { buffers: &buffers, place: &place };
            self.tiles(b, by, (rows, length), keep, (from, &lines))?;
            self.first_by_grids(b, by, (rows, left), keep, (&lines, to), room)
        })
    }

    /// Sorts rows in tiles, of each of which the first `keep` elements are stored side by
    /// side.
    fn tiles(
        &self,
        b: &mut Builder,
        by: TileThreads,
        (rows, length): (i64, i64),
        keep: i64,
        (from, to): (&Lines<'_>, &Lines<'_>),
    ) -> Result<(), Unsupported> {
        let segment = by.segment(length);
        let tiles = (length + segment - 1) / segment;
        let (segments, together) = (rows * tiles, by.tile / segment);
        let blocks = (segments + together - 1) / together;
        let tile = Tile::new(b, self, by);
        b.grid(blocks as u64, by.threads as u32, |b, block, thread| {
            let ranges = move |v: Var| match v == Var::from(block) {
                true => Range::extent(blocks as u64),
                false => Range::extent(by.tile as u64),
            };
            // The number of an element's tile, its own in there and in its row.
            let at = move |e: &Index| {
                let mine = Index::var(block) * together + e.clone().floor_div(segment, &ranges);
                let position = e.clone().modulo(segment, &ranges);
                let row = mine.clone().floor_div(tiles, &ranges);
                let tile = mine.clone().modulo(tiles, &ranges);
                (mine, row, tile * segment, position)
            };
            tile.made(b, |b| {
                by.each(b, thread, by.tile, |b, e| {
                    let (mine, row, start, position) = at(&e);
                    let there =
                        where_both(b, &mine, segments, &(start.clone() + position.clone()), length);
                    let number = b.index(position.clone());
                    // Some element is where none is, and stays last.
                    let zero = Index::constant(0);
                    let row = choice(b, there, row, zero.clone());
                    let t = choice(b, there, start + position, zero);
                    let place = (from.place)(row, Index::var(t));
                    self.move_element(b, from.buffers, place, &tile.elements, e.clone());
                    tile.number(b, (there, number), e);
                });
                b.push(Stmt::Barrier);
                let bounds = (Index::constant(0), Index::constant(segment.ilog2().into()));
                b.try_for_carrying(LoopKind::Serial, "round", bounds, 1, &[], |b, round, _| {
                    self.stages(b, by, thread, &tile, (Index::var(round), true))?;
                    Ok(Vec::new())
                })?;
                by.each(b, thread, by.tile, |b, e| {
                    let (mine, row, start, position) = at(&e);
                    let there =
                        where_both(b, &mine, segments, &(start.clone() + position.clone()), length);
                    let first = compare(b, CompareOp::LtS, position.clone(), Index::constant(keep));
                    let stored = b.binary(BinaryOp::And, there, first);
                    let yielded = start.floor_div(segment, &ranges) * keep;
                    let row = b.index(row);
                    let place = (to.place)(row, yielded + position);
                    let store = |b: &mut Builder| {
                        self.move_element(b, &tile.elements, e, to.buffers, place);
                    };
                    b.branch(stored, store, |_| {});
                });
                Ok(())
            })
        })
    }

    /// The stages of a round, in which sorted runs of `2^round` become pairs of such: first
    /// each element meets the one that is as far from the pair's end as it is from its
    /// beginning, if `mirrored`, for both runs go upwards; then those half a run apart, a
    /// quarter, and so on.
    pub(super) fn stages(
        &self,
        b: &mut Builder,
        by: TileThreads,
        thread: Value,
        tile: &Tile,
        (round, mirrored): (Index, bool),
    ) -> Result<(), Unsupported> {
        let bounds = (Index::constant(0), round.clone() + 1);
        b.try_for_carrying(LoopKind::Serial, "stage", bounds, 1, &[], |b, stage, _| {
            let shift = b.index(round - Index::var(stage));
            let one = number(b, 1);
            let apart = b.binary(BinaryOp::Shl, one, shift);
            let mask = b.binary(BinaryOp::Sub, apart, one);
            let first = compare(b, CompareOp::Eq, stage, Index::constant(0));
            by.each(b, thread, by.tile / 2, |b, e| {
                let e = b.index(e);
                let inside = b.binary(BinaryOp::And, e, mask);
                let low = b.index(Index::var(e) * 2 - Index::var(inside));
                let mut high = b.index(Index::var(low) + Index::var(apart));
                if mirrored {
                    let mirror =
                        Index::var(low) + Index::var(apart) * 2 - Index::var(inside) * 2 - 1;
                    high = choice(b, first, mirror, high);
                }
                self.exchange(b, tile, (low, high))
            })?;
            b.push(Stmt::Barrier);
            Ok(Vec::new())
        })?;
        Ok(())
    }

    /// Lets two elements of a tile change places, if the second goes first.
    fn exchange(
        &self,
        b: &mut Builder,
        tile: &Tile,
        (low, high): (Value, Value),
    ) -> Result<(), Unsupported> {
        let word = Scalar::I32.ty();
        let numbers = [low, high].map(|at| b.load(word, tile.numbers, Index::var(at)));
        let units = |b: &mut Builder, at: Value| -> Vec<(BufferId, Index, Value)> {
            let mut all = Vec::new();
            for (&buffer, &element) in tile.elements.iter().zip(self.elements()) {
                let unit = storage(element);
                for part in 0..i64::from(unit.units) {
                    let place = Index::var(at) * i64::from(unit.units) + part;
                    all.push((buffer, place.clone(), b.load(unit.scalar.ty(), buffer, place)));
                }
            }
            all
        };
        let (left, right) = (units(b, low), units(b, high));
        let x = self.elements_at(b, &tile.elements, &Index::var(low));
        let y = self.elements_at(b, &tile.elements, &Index::var(high));
        let (back, on) = (self.before(b, &y, &x)?, self.before(b, &x, &y)?);
        let none = b.int(word, NONE.into());
        let [empty, filled] = numbers.map(|n| b.compare(CompareOp::GeS, n, none));
        let filled = b.unary(UnaryOp::Not, filled);
        let earlier = b.compare(CompareOp::LtS, numbers[1], numbers[0]);
        let neither = b.unary(UnaryOp::Not, on);
        let tied = b.binary(BinaryOp::And, neither, earlier);
        let goes = b.binary(BinaryOp::Or, back, tied);
        let goes = b.binary(BinaryOp::Or, goes, empty);
        let goes = b.binary(BinaryOp::And, goes, filled);
        b.branch(
            goes,
            |b| {
                for (from, to) in left.iter().zip(&right).chain(right.iter().zip(&left)) {
                    b.store(from.2, to.0, to.1.clone());
                }
                b.store(numbers[0], tile.numbers, Index::var(high));
                b.store(numbers[1], tile.numbers, Index::var(low));
            },
            |_| {},
        );
        Ok(())
    }
}

/// The number of a place without an element, and more than any other.
const NONE: i32 = 1 << 30;

/// Elements of a block in shared memory, and their numbers.
pub(super) struct Tile {
    pub(super) elements: Vec<BufferId>,
    numbers: BufferId,
}

impl Tile {
    pub(super) fn new(b: &mut Builder, rows: &Rows<'_>, by: TileThreads) -> Tile {
        let shape = [by.tile as u64];
        let each = rows.elements().iter();
        let elements = each.map(|&e| b.buffer("tile", e, &shape, Space::Shared)).collect();
        Tile { elements, numbers: b.buffer("numbers", Element::I32, &shape, Space::Shared) }
    }

    fn made<T>(&self, b: &mut Builder, body: impl FnOnce(&mut Builder) -> T) -> T {
        let all: Vec<BufferId> = self.elements.iter().copied().chain([self.numbers]).collect();
        b.scratch(&all, body)
    }

    pub(super) fn made_with<T>(
        &self,
        b: &mut Builder,
        more: BufferId,
        body: impl FnOnce(&mut Builder) -> T,
    ) -> T {
        let own = self.elements.iter().copied();
        let all: Vec<BufferId> = own.chain([self.numbers, more]).collect();
        b.scratch(&all, body)
    }

    /// Sets the number of a place, where there is an element.
    pub(super) fn number(&self, b: &mut Builder, (there, number): (Value, Value), at: Index) {
        let none = self::number(b, NONE.into());
        let number = b.select(there, number, none);
        let number = b.convert(ConvertOp::Truncate, number, Scalar::I32);
        b.store(number, self.numbers, at);
    }
}

/// Whether both are below their limits.
fn where_both(b: &mut Builder, x: &Index, most_x: i64, y: &Index, most_y: i64) -> Value {
    let x = compare(b, CompareOp::LtS, x.clone(), Index::constant(most_x));
    let y = compare(b, CompareOp::LtS, y.clone(), Index::constant(most_y));
    b.binary(BinaryOp::And, x, y)
}

impl TileThreads {
    /// The elements of a tile of a row.
    fn segment(self, length: i64) -> i64 {
        self.tile.min((length as u64).next_power_of_two() as i64)
    }

    /// A loop in which the threads of a block go through so many.
    pub(super) fn each<T>(
        self,
        b: &mut Builder,
        thread: Value,
        count: i64,
        body: impl FnOnce(&mut Builder, Index) -> T,
    ) -> T {
        b.for_each(LoopKind::Serial, "e", 0, count, self.threads, |b, k| {
            body(b, Index::var(k) + Index::var(thread))
        })
    }
}
