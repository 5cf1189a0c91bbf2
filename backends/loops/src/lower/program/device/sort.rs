//! Sort by the threads of a grid: stable, by any comparator.
//!
//! Rows are cut into tiles, each of which a block sorts in shared memory; then neighbouring
//! runs are merged, pass by pass, until one is left. Inside of a block an element finds its
//! place in a merge by itself: as many places on from its own run's beginning as there are
//! elements before it in its run, and elements in the other run that belong in front of it,
//! which a binary search counts. Elements of the left run let those of the right one pass
//! only where the comparator puts these in front, so that equal ones keep their order; and
//! all threads search equally long. Between blocks, each has a tile of what a merge gives:
//! where such a tile begins in both runs is found along the diagonal on which the two places
//! have the tile's own number as their sum (the merge path of Odeh, Green and Birk, 2012).
//!
//! Where only the first few of a row are read, tiles hand on no more than that, and what
//! they hand on is sorted in tiles again.
//!
//! ```text
//! rows ──tiles──▶ runs of S ──merge──▶ runs of 2·S ── … ──▶ rows in order
//! ```

use super::super::sort::Rows;
use super::{choice, compare, least, number, of, where_below};
use crate::index::{Index, Range, Var};
use crate::math::{Parts, Unsupported};
use crate::program::{
    BinaryOp, BufferId, Builder, CompareOp, LoopKind, Scalar, Space, Stmt, Value, storage,
};
use crate::schedule::Gpu;
use hloom_ir::Element;

/// The elements of a tile, at most.
const TILE: i64 = 2048;

/// The threads of a block, at most.
const THREADS: i64 = 256;

/// Where the elements of rows lie.
pub(in crate::lower::program) struct Lines<'a> {
    /// A buffer for each operand.
    pub(in crate::lower::program) buffers: &'a [BufferId],
    /// The place of an element, by the numbers of its row and in it.
    pub(in crate::lower::program) place: &'a dyn Fn(Index, Index) -> Index,
}

/// How the work is shared.
#[derive(Clone, Copy)]
struct Team {
    threads: i64,
    /// Elements of a block.
    tile: i64,
}

/// Two runs that are merged, as places in shared memory: the other one of an element's,
/// and whether the element's own is the right one.
struct Other {
    from: Value,
    to: Value,
    right: Value,
}

impl Team {
    /// As many elements as shared memory holds twice, if they are enough for a warp.
    fn of(elements: &[Element], gpu: &Gpu, all: i64) -> Option<Team> {
        let bytes = |e: &Element| i64::from(storage(*e).units) * storage(*e).scalar.bytes() as i64;
        let each: i64 = elements.iter().map(bytes).sum();
        // Room for what else a block shares.
        let room = (gpu.shared_bytes as i64 * 3 / 4) / (2 * each);
        if room < 64 {
            return None;
        }
        // The largest power of two, but no larger than what there is.
        let room = 1 << room.ilog2();
        let tile = TILE.min(room).min((all as u64).next_power_of_two() as i64).max(64);
        Some(Team { threads: THREADS.min(tile / 2), tile })
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
        let Some(team) = Team::of(self.elements(), gpu, rows.saturating_mul(self.length)) else {
            return Ok(false);
        };
        let room = |b: &mut Builder, length: i64| -> Vec<BufferId> {
            let shape = [rows as u64, length as u64];
            let each = self.elements().iter();
            each.map(|&e| b.buffer("runs", e, &shape, Space::Scratch)).collect()
        };
        match keep.filter(|keep| keep * 4 <= team.tile) {
            Some(keep) => self.first_by_grids(b, team, (rows, self.length), keep, (from, to), room),
            None => {
                let segment = team.segment(self.length);
                let mut passes = 0;
                while segment << passes < self.length {
                    passes += 1;
                }
                let copies: Vec<_> = (0..passes.min(2)).map(|_| room(b, self.length)).collect();
                let both: Vec<BufferId> = copies.iter().flatten().copied().collect();
                let length = self.length;
                let within = move |row: Index, t: Index| row * length + t;
                let copy = |n: usize| Lines { buffers: &copies[n % copies.len()], place: &within };
                if passes == 0 {
                    return self.tiles(b, team, (rows, length), segment, (from, to)).map(|()| true);
                }
                b.scratch(&both, |b| {
                    self.tiles(b, team, (rows, length), segment, (from, &copy(0)))?;
                    for pass in 0..passes {
                        let last = pass + 1 == passes;
                        let (have, next) = (copy(pass), copy(pass + 1));
                        let to = if last { to } else { &next };
                        self.merge(b, team, rows, segment << pass, (&have, to))?;
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
        team: Team,
        (rows, length): (i64, i64),
        keep: i64,
        (from, to): (&Lines<'_>, &Lines<'_>),
        room: impl Fn(&mut Builder, i64) -> Vec<BufferId> + Copy,
    ) -> Result<bool, Unsupported> {
        let segment = team.segment(length);
        if length <= segment {
            return self.tiles(b, team, (rows, length), keep, (from, to)).map(|()| true);
        }
        let tiles = (length + segment - 1) / segment;
        let left = (tiles - 1) * keep + keep.min(length - (tiles - 1) * segment);
        let buffers = room(b, left);
        b.scratch(&buffers, |b| {
            let place = move |row: Index, t: Index| row * left + t;
            let lines = Lines { buffers: &buffers, place: &place };
            self.tiles(b, team, (rows, length), keep, (from, &lines))?;
            self.first_by_grids(b, team, (rows, left), keep, (&lines, to), room)
        })
    }

    /// Sorts rows in tiles, of each of which the first `keep` elements are stored side by
    /// side.
    fn tiles(
        &self,
        b: &mut Builder,
        team: Team,
        (rows, length): (i64, i64),
        keep: i64,
        (from, to): (&Lines<'_>, &Lines<'_>),
    ) -> Result<(), Unsupported> {
        let segment = team.segment(length);
        let tiles = (length + segment - 1) / segment;
        let (segments, together) = (rows * tiles, team.tile / segment);
        let blocks = (segments + together - 1) / together;
        let shared = self.shared(b, 2 * team.tile);
        b.grid(blocks as u64, team.threads as u32, |b, block, thread| {
            let ranges = move |v: Var| match v == Var::from(block) {
                true => Range::extent(blocks as u64),
                false => Range::extent(team.tile as u64),
            };
            // The number of an element's tile, its own in there and in its row.
            let at = move |e: &Index| {
                let mine = Index::var(block) * together + e.clone().floor_div(segment, &ranges);
                let position = e.clone().modulo(segment, &ranges);
                let row = mine.clone().floor_div(tiles, &ranges);
                let tile = mine.clone().modulo(tiles, &ranges);
                (mine, row, tile, position)
            };
            let tests = move |e: &Index| {
                let (mine, _, tile, position) = at(e);
                [(mine, segments), (tile * segment + position, length)]
            };
            b.scratch(&shared, |b| {
                team.each(b, thread, |b, e| {
                    where_below(b, &tests(&e), &ranges, |b| {
                        let (_, row, tile, position) = at(&e);
                        let place = (from.place)(row, tile * segment + position);
                        self.move_element(b, from.buffers, place, &shared, e);
                    });
                });
                b.push(Stmt::Barrier);
                let zero = number(b, 0);
                let bounds = (Index::constant(0), Index::constant(segment.ilog2().into()));
                let half = b.try_for_carrying(
                    LoopKind::Serial,
                    "round",
                    bounds,
                    1,
                    &[zero],
                    |b, round, half| {
                        let next = of(b, BinaryOp::Sub, Index::constant(team.tile), half[0]);
                        let mut outcome = Ok(());
                        team.each(b, thread, |b, e| {
                            where_below(b, &tests(&e), &ranges, |b| {
                                let (_, _, tile, position) = at(&e);
                                let start = e.clone() - position.clone();
                                let left = -(tile * segment) + length;
                                let length = least(b, left, Index::constant(segment));
                                let round = Round {
                                    round,
                                    from: Index::var(half[0]) + start.clone(),
                                    to: Index::var(next) + start,
                                    length,
                                };
                                let merged = self.merge_inside(b, &shared, &round, position);
                                outcome = outcome.clone().and(merged);
                            });
                        });
                        b.push(Stmt::Barrier);
                        outcome.map(|()| vec![next])
                    },
                )?[0];
                team.each(b, thread, |b, e| {
                    let (mine, row, tile, position) = at(&e);
                    let mut wanted = vec![(position.clone(), keep)];
                    wanted.extend([(mine, segments)]);
                    wanted.push((tile.clone() * segment + position.clone(), length));
                    where_below(b, &wanted, &ranges, |b| {
                        let place = (to.place)(row, tile * keep + position);
                        self.move_element(b, &shared, e + Index::var(half), to.buffers, place);
                    });
                });
                Ok(())
            })
        })
    }

    /// Puts an element, by its number in its tile, where it belongs in the merge of its
    /// run and its neighbour.
    fn merge_inside(
        &self,
        b: &mut Builder,
        shared: &[BufferId],
        it: &Round,
        position: Index,
    ) -> Result<(), Unsupported> {
        let position = b.index(position);
        let one = number(b, 1);
        let width = b.binary(BinaryOp::Shl, one, it.round);
        let inside = of(b, BinaryOp::Sub, width, one);
        let mine = b.binary(BinaryOp::And, position, inside);
        let bit = b.binary(BinaryOp::And, position, width);
        let right = compare(b, CompareOp::Ne, bit, Index::constant(0));
        let run = b.index(Index::var(position) - Index::var(mine) - Index::var(bit));
        let middle = least(b, Index::var(run) + Index::var(width), it.length);
        let end = least(b, Index::var(middle) + Index::var(width), it.length);
        let from = choice(b, right, run, middle);
        let to = choice(b, right, middle, end);
        let from = b.index(it.from.clone() + Index::var(from));
        let to = b.index(it.from.clone() + Index::var(to));
        let own = it.from.clone() + Index::var(position);
        let other = Other { from, to, right };
        let before = self.rank(b, shared, &own, &other, Index::var(it.round) + 1)?;
        let place = it.to.clone() + Index::var(run) + Index::var(mine) + before;
        self.move_element(b, shared, own, shared, place);
        Ok(())
    }

    /// How many elements of the other run belong in front of an element: by halving it so
    /// many times.
    fn rank(
        &self,
        b: &mut Builder,
        shared: &[BufferId],
        own: &Index,
        other: &Other,
        steps: Index,
    ) -> Result<Index, Unsupported> {
        let own = b.index(own.clone());
        let x = self.elements_at(b, shared, &Index::var(own));
        let bounds = (Index::constant(0), steps);
        let ends = [other.from, other.to];
        let found =
            b.try_for_carrying(LoopKind::Serial, "step", bounds, 1, &ends, |b, _, ends| {
                let (low, high) = (ends[0], ends[1]);
                let open = b.compare(CompareOp::LtS, low, high);
                let sum = b.binary(BinaryOp::Add, low, high);
                let middle = of(b, BinaryOp::ShrU, sum, Index::constant(1));
                // Where nothing is left to be searched, some element.
                let at = b.select(open, middle, own);
                let y = self.elements_at(b, shared, &Index::var(at));
                let pair = |b: &mut Builder, then: &[Parts<Value>], or: &[Parts<Value>]| {
                    let each = then.iter().zip(or).map(|(then, or)| Parts {
                        re: b.select(other.right, then.re, or.re),
                        im: b.select(other.right, then.im, or.im),
                    });
                    each.collect::<Vec<_>>()
                };
                let (first, second) = (pair(b, &x, &y), pair(b, &y, &x));
                let before = self.before(b, &first, &second)?;
                // Of the left run, all but those that it goes in front of.
                let on = b.binary(BinaryOp::Xor, before, other.right);
                let on = b.binary(BinaryOp::And, on, open);
                let past = b.index(Index::var(middle) + 1);
                let stays = b.binary(BinaryOp::Xor, on, open);
                Ok(vec![b.select(on, past, low), b.select(stays, middle, high)])
            })?;
        Ok(Index::var(found[0]) - Index::var(other.from))
    }

    /// Merges neighbouring runs of `width` elements.
    fn merge(
        &self,
        b: &mut Builder,
        team: Team,
        rows: i64,
        width: i64,
        (from, to): (&Lines<'_>, &Lines<'_>),
    ) -> Result<(), Unsupported> {
        let length = self.length;
        let tiles = (length + team.tile - 1) / team.tile;
        let shared = self.shared(b, 2 * team.tile);
        let splits = b.buffer("splits", Element::I64, &[2], Space::Shared);
        let all: Vec<BufferId> = shared.iter().copied().chain([splits]).collect();
        b.grid((rows * tiles) as u64, team.threads as u32, |b, block, thread| {
            let ranges = move |v: Var| match v == Var::from(block) {
                true => Range::extent((rows * tiles) as u64),
                false => Range::extent(team.tile as u64),
            };
            let row = Index::var(block).floor_div(tiles, &ranges);
            let tile = Index::var(block).modulo(tiles, &ranges);
            let of_pair = 2 * width / team.tile;
            let pair = tile.clone().floor_div(of_pair, &ranges) * (2 * width);
            let diagonal = b.index(tile.clone().modulo(of_pair, &ranges) * team.tile);
            let middle = least(b, pair.clone() + width, Index::constant(length));
            let end = least(b, pair.clone() + 2 * width, Index::constant(length));
            let both = Index::var(end) - pair.clone();
            let behind = least(b, Index::var(diagonal) + team.tile, both);
            let runs = Runs { row: row.clone(), pair: pair.clone(), middle, end };
            b.scratch(&all, |b| {
                let few = compare(b, CompareOp::LtS, thread, Index::constant(64));
                let mut outcome = Ok(());
                b.branch(
                    few,
                    |b| {
                        let first = compare(b, CompareOp::LtS, thread, Index::constant(32));
                        let diagonal = b.select(first, diagonal, behind);
                        let steps = i64::from(width.ilog2()) + 1;
                        match self.split(b, from, &runs, diagonal, steps) {
                            Ok(split) => {
                                let lane = Index::var(thread).modulo(32, &ranges);
                                let leads = compare(b, CompareOp::Eq, lane, Index::constant(0));
                                let at = Index::var(thread).floor_div(32, &ranges);
                                b.branch(leads, |b| b.store(split, splits, at), |_| {});
                            }
                            Err(error) => outcome = Err(error),
                        }
                    },
                    |_| {},
                );
                outcome?;
                b.push(Stmt::Barrier);
                let word = Scalar::I64.ty();
                let (left, till) = (b.load(word, splits, 0), b.load(word, splits, 1));
                let lefts = b.index(Index::var(till) - Index::var(left));
                let count = b.index(Index::var(behind) - Index::var(diagonal));
                let right = Index::var(diagonal) - Index::var(left);
                let (left, right) = (pair.clone() + Index::var(left), Index::var(middle) + right);
                team.each_of(b, thread, count, |b, e| {
                    let mine = compare(b, CompareOp::LtS, e.clone(), lefts);
                    let behind = right.clone() + e.clone() - Index::var(lefts);
                    let at = choice(b, mine, left.clone() + e.clone(), behind);
                    let place = (from.place)(row.clone(), Index::var(at));
                    self.move_element(b, from.buffers, place, &shared, e);
                });
                b.push(Stmt::Barrier);
                let mut outcome = Ok(());
                team.each_of(b, thread, count, |b, e| {
                    let right = compare(b, CompareOp::LeS, lefts, e.clone());
                    let zero = number(b, 0);
                    let other = Other {
                        from: b.select(right, zero, lefts),
                        to: b.select(right, lefts, count),
                        right,
                    };
                    let skip = b.select(right, lefts, zero);
                    let steps = Index::constant(i64::from(team.tile.ilog2()) + 1);
                    match self.rank(b, &shared, &e, &other, steps) {
                        Ok(before) => {
                            let place = e.clone() - Index::var(skip) + before + team.tile;
                            self.move_element(b, &shared, e, &shared, place);
                        }
                        Err(error) => outcome = Err(error),
                    }
                });
                outcome?;
                b.push(Stmt::Barrier);
                team.each_of(b, thread, count, |b, e| {
                    let place = (to.place)(row.clone(), tile.clone() * team.tile + e.clone());
                    self.move_element(b, &shared, e + team.tile, to.buffers, place);
                });
                Ok(())
            })
        })
    }

    /// How many of the first so many elements of a merge are the left run's.
    fn split(
        &self,
        b: &mut Builder,
        from: &Lines<'_>,
        runs: &Runs,
        diagonal: Value,
        steps: i64,
    ) -> Result<Value, Unsupported> {
        let zero = number(b, 0);
        let rights = Index::var(runs.end) - Index::var(runs.middle);
        let low = b.index(Index::var(diagonal) - rights);
        let low = b.binary(BinaryOp::MaxS, low, zero);
        let high = least(b, diagonal, Index::var(runs.middle) - runs.pair.clone());
        let bounds = (Index::constant(0), Index::constant(steps));
        let found =
            b.try_for_carrying(LoopKind::Serial, "step", bounds, 1, &[low, high], |b, _, ends| {
                let (low, high) = (ends[0], ends[1]);
                let open = b.compare(CompareOp::LtS, low, high);
                let sum = b.binary(BinaryOp::Add, low, high);
                let middle = of(b, BinaryOp::ShrU, sum, Index::constant(1));
                let left = runs.pair.clone() + Index::var(middle);
                let left = choice(b, open, left, runs.pair.clone());
                let right = Index::var(runs.middle) + Index::var(diagonal) - Index::var(middle) - 1;
                let right = choice(b, open, right, runs.pair.clone());
                let at = |b: &mut Builder, t: Value| {
                    let place = (from.place)(runs.row.clone(), Index::var(t));
                    self.elements_at(b, from.buffers, &place)
                };
                let (x, y) = (at(b, right), at(b, left));
                let before = self.before(b, &x, &y)?;
                let stays = b.binary(BinaryOp::And, before, open);
                let on = b.binary(BinaryOp::Xor, stays, open);
                let past = b.index(Index::var(middle) + 1);
                Ok(vec![b.select(on, past, low), b.select(stays, middle, high)])
            })?;
        Ok(found[0])
    }

    /// Memory of a block for so many elements.
    fn shared(&self, b: &mut Builder, count: i64) -> Vec<BufferId> {
        let each = self.elements().iter();
        each.map(|&e| b.buffer("tile", e, &[count as u64], Space::Shared)).collect()
    }
}

/// A round of merges in a tile: its number, where the tile's elements are and go to, and
/// how many they are.
struct Round {
    round: Value,
    from: Index,
    to: Index,
    length: Value,
}

/// Two runs of a row that are merged.
struct Runs {
    row: Index,
    /// Where the left one begins, where the right one does, and where that ends.
    pair: Index,
    middle: Value,
    end: Value,
}

impl Team {
    /// The elements of a tile of a row.
    fn segment(self, length: i64) -> i64 {
        self.tile.min((length as u64).next_power_of_two() as i64)
    }

    /// A loop in which the threads of a block go through a tile.
    fn each(self, b: &mut Builder, thread: Value, body: impl FnOnce(&mut Builder, Index)) {
        b.for_each(LoopKind::Serial, "e", 0, self.tile, self.threads, |b, k| {
            body(b, Index::var(k) + Index::var(thread));
        });
    }

    /// A loop in which the threads of a block go through so many elements of a tile.
    fn each_of(
        self,
        b: &mut Builder,
        thread: Value,
        count: Value,
        body: impl FnOnce(&mut Builder, Index),
    ) {
        let (from, to) = (Index::var(thread), Index::var(count));
        b.for_each(LoopKind::Serial, "e", from, to, self.threads, |b, e| body(b, Index::var(e)));
    }
}
