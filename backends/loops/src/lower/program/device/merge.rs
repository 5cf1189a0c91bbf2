//! Merges of neighbouring sorted runs, tile by tile: what comes after [`super::sort`]'s
//! tiles.

use super::super::lines::{Lines, Rows};
use super::sort::{Tile, TileThreads};
use super::{choice, compare, least, number, of};
use crate::index::{Index, Range, Var};
use crate::math::Unsupported;
use crate::program::{
    BinaryOp, BufferId, Builder, CompareOp, ConvertOp, Inst, LoopKind, Scalar, Space, Stmt,
    UnaryOp, Value,
};
use hloom_ir::Element;

impl Rows<'_> {
    /// Merges neighbouring runs of `width` elements.
    pub(super) fn merge(
        &self,
        b: &mut Builder,
        by: TileThreads,
        rows: i64,
        width: i64,
        (from, to): (&Lines<'_>, &Lines<'_>),
    ) -> Result<(), Unsupported> {
        let it = Merge {
            rows,
            width,
            length: self.length,
            tile: by.tile,
            tiles: (self.length + by.tile - 1) / by.tile,
        };
        let count = (rows * it.tiles) as u64;
        let splits = b.buffer("splits", Element::I64, &[count], Space::Scratch);
        b.scratch(&[splits], |b| {
            b.for_each(LoopKind::Parallel, "tile", 0, count as i64, 1, |b, at| {
                let runs = it.runs(b, at);
                let split = self.split(b, from, &runs, i64::from(width.ilog2()) + 1)?;
                b.store(split, splits, Index::var(at));
                Ok(())
            })?;
            self.merge_tiles(b, by, &it, splits, (from, to))
        })
    }

    /// Merges, by a block for each tile of what comes of it.
    fn merge_tiles(
        &self,
        b: &mut Builder,
        by: TileThreads,
        it: &Merge,
        splits: BufferId,
        (from, to): (&Lines<'_>, &Lines<'_>),
    ) -> Result<(), Unsupported> {
        let tile = Tile::new(b, self, by);
        let warps = (by.threads / 32) as u64;
        let wrong = b.buffer("wrong", Element::I32, &[warps], Space::Shared);
        b.grid((it.rows * it.tiles) as u64, by.threads as u32, |b, block, thread| {
            let runs = it.runs(b, block);
            tile.made_with(b, wrong, |b| {
                let bad = it.backwards(b, (&runs, splits), (block, thread), (by, wrong));
                b.try_branch(
                    bad,
                    |b| {
                        let first = of(b, BinaryOp::Or, runs.diagonal, thread);
                        let first = compare(b, CompareOp::Eq, first, Index::constant(0));
                        b.try_branch(first, |b| self.merge_alone(b, &runs, (from, to)), |_| Ok(()))
                    },
                    |b| {
                        let (work, at) = ((it, &runs), (block, thread));
                        self.merge_tile(b, by, &tile, work, at, splits, (from, to))
                    },
                )
            })
        })
    }

    /// A tile of a merge: what belongs there of both runs, of the right one the other way
    /// round, and then in order.
    #[allow(clippy::too_many_arguments, reason = "they describe one tile")]
    fn merge_tile(
        &self,
        b: &mut Builder,
        by: TileThreads,
        tile: &Tile,
        (it, runs): (&Merge, &Runs),
        (block, thread): (Value, Value),
        splits: BufferId,
        (from, to): (&Lines<'_>, &Lines<'_>),
    ) -> Result<(), Unsupported> {
        let left = b.load(Scalar::I64.ty(), splits, Index::var(block));
        let (till, behind) = it.next(b, runs, block, splits);
        let lefts = b.index(Index::var(till) - Index::var(left));
        let count = b.index(Index::var(behind) - Index::var(runs.diagonal));
        let right = Index::var(runs.middle) + Index::var(runs.diagonal) - Index::var(left);
        let first = runs.pair.clone() + Index::var(left);
        by.each(b, thread, by.tile, |b, e| {
            // Left ones, then none, then right ones from the last to the first.
            let back = -e.clone() + (by.tile - 1);
            let mine = compare(b, CompareOp::LtS, e.clone(), lefts);
            let rights = b.index(Index::var(count) - Index::var(lefts));
            let other = compare(b, CompareOp::LtS, back.clone(), rights);
            let there = b.binary(BinaryOp::Or, mine, other);
            let at = choice(b, mine, first.clone() + e.clone(), right.clone() + back.clone());
            let at = choice(b, there, at, runs.pair.clone());
            let number = choice(b, mine, e.clone(), Index::var(lefts) + back);
            let place = (from.place)(runs.row, Index::var(at));
            self.move_element(b, from.buffers, place, &tile.elements, e.clone());
            tile.number(b, (there, number), e);
        });
        b.push(Stmt::Barrier);
        let round = Index::constant(i64::from(by.tile.ilog2()) - 1);
        self.stages(b, by, thread, tile, (round, false))?;
        let start = runs.pair.clone() + Index::var(runs.diagonal);
        by.each(b, thread, by.tile, |b, e| {
            let there = compare(b, CompareOp::LtS, e.clone(), count);
            let place = (to.place)(runs.row, start.clone() + e.clone());
            let store = |b: &mut Builder| {
                self.move_element(b, &tile.elements, e, to.buffers, place);
            };
            b.branch(there, store, |_| {});
        });
        Ok(())
    }

    /// A whole pair of runs by one thread: what a comparator that is not an order makes
    /// necessary.
    fn merge_alone(
        &self,
        b: &mut Builder,
        runs: &Runs,
        (from, to): (&Lines<'_>, &Lines<'_>),
    ) -> Result<(), Unsupported> {
        let start = b.index(runs.pair.clone());
        let bounds = (Index::var(start), Index::var(runs.end));
        let heads = [start, runs.middle];
        b.try_for_carrying(LoopKind::Serial, "k", bounds, 1, &heads, |b, k, heads| {
            let (i, j) = (heads[0], heads[1]);
            let some_left = b.compare(CompareOp::LtS, i, runs.middle);
            let some_right = b.compare(CompareOp::LtS, j, runs.end);
            // Of a run that is used up, some element: it is not taken.
            let (left, right) = (b.select(some_left, i, start), b.select(some_right, j, start));
            let place = |t: Value| (from.place)(runs.row, Index::var(t));
            let x = self.elements_at(b, from.buffers, &place(right));
            let y = self.elements_at(b, from.buffers, &place(left));
            let before = self.before(b, &x, &y)?;
            let right_first = b.binary(BinaryOp::And, some_right, before);
            let none_left = b.unary(UnaryOp::Not, some_left);
            let take_right = b.binary(BinaryOp::Or, none_left, right_first);
            let source = b.select(take_right, right, left);
            let into = (to.place)(runs.row, Index::var(k));
            self.move_element(b, from.buffers, place(source), to.buffers, into);
            let (next_i, next_j) = (b.index(Index::var(i) + 1), b.index(Index::var(j) + 1));
            Ok(vec![b.select(take_right, i, next_i), b.select(take_right, next_j, j)])
        })?;
        Ok(())
    }

    /// The number of elements of the left run among the first so many of a merge.
    fn split(
        &self,
        b: &mut Builder,
        from: &Lines<'_>,
        runs: &Runs,
        steps: i64,
    ) -> Result<Value, Unsupported> {
        let (zero, diagonal) = (number(b, 0), runs.diagonal);
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
                    let place = (from.place)(runs.row, Index::var(t));
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
}

/// A pass of merges.
struct Merge {
    rows: i64,
    width: i64,
    length: i64,
    tile: i64,
    /// Tiles of a row.
    tiles: i64,
}

/// Two runs of a row that are merged, and where a tile is in what they give.
struct Runs {
    row: Value,
    /// The beginning of the left run, the beginning of the right one, and its end.
    pair: Index,
    middle: Value,
    end: Value,
    /// The tile's place among the two runs' elements.
    diagonal: Value,
}

impl Merge {
    /// The runs that a tile belongs to.
    fn runs(&self, b: &mut Builder, number: Value) -> Runs {
        let row = b.floor_div(number, self.tiles);
        let row = b.index(row);
        let tile = b.modulo(number, self.tiles);
        let of_pair = 2 * self.width / self.tile;
        let pair = b.floor_div(tile.clone(), of_pair) * (2 * self.width);
        let diagonal = b.index(b.modulo(tile, of_pair) * self.tile);
        let middle = least(b, pair.clone() + self.width, Index::constant(self.length));
        let end = least(b, pair.clone() + 2 * self.width, Index::constant(self.length));
        Runs { row, pair, middle, end, diagonal }
    }

    /// The beginning of the next tile in the left run, and its diagonal; behind the
    /// last one, where both runs end.
    fn next(&self, b: &mut Builder, runs: &Runs, at: Value, splits: BufferId) -> (Value, Value) {
        let both = Index::var(runs.end) - runs.pair.clone();
        let behind = least(b, Index::var(runs.diagonal) + self.tile, both.clone());
        let last = compare(b, CompareOp::Eq, behind, both);
        let next = choice(b, last, at, Index::var(at) + 1);
        let split = b.load(Scalar::I64.ty(), splits, Index::var(next));
        let lefts = Index::var(runs.middle) - runs.pair.clone();
        (choice(b, last, lefts, split), behind)
    }

    /// Whether some tile of the pair of runs of a block's begins ahead of the one before.
    fn backwards(
        &self,
        b: &mut Builder,
        (runs, splits): (&Runs, BufferId),
        (block, thread): (Value, Value),
        (by, wrong): (TileThreads, BufferId),
    ) -> Value {
        let both = b.index(Index::var(runs.end) - runs.pair.clone());
        let ranges = move |_: Var| Range::extent(u64::MAX >> 1);
        let own = Index::var(runs.diagonal).floor_div(self.tile, &ranges);
        let first = b.index(Index::var(block) - own);
        let tiles = (Index::var(both) + (self.tile - 1)).floor_div(self.tile, &ranges);
        let fine = b.int(Scalar::I32.ty(), 0);
        let bounds = (Index::var(thread), tiles);
        let mine =
            b.for_carrying(LoopKind::Serial, "split", bounds, by.threads, &[fine], |b, n, bad| {
                let at = b.index(Index::var(first) + Index::var(n));
                let diagonal = b.index(Index::var(n) * self.tile);
                let here = Runs { row: runs.row, pair: runs.pair.clone(), diagonal, ..*runs };
                let this = b.load(Scalar::I64.ty(), splits, Index::var(at));
                let (next, behind) = self.next(b, &here, at, splits);
                let count = Index::var(behind) - Index::var(diagonal);
                let back = b.compare(CompareOp::LtS, next, this);
                let far = compare(b, CompareOp::LtS, Index::var(this) + count, next);
                let either = b.binary(BinaryOp::Or, back, far);
                let either = b.convert(ConvertOp::ExtendU, either, Scalar::I32);
                vec![b.binary(BinaryOp::Or, bad[0], either)]
            });
        let mut any = mine[0];
        for bit in [1, 2, 4, 8, 16] {
            let other = b.inst(Inst::ShuffleXor(any, bit));
            any = b.binary(BinaryOp::Or, any, other);
        }
        let warp = Index::var(thread).floor_div(32, &ranges);
        let lane = Index::var(thread).modulo(32, &ranges);
        let leads = compare(b, CompareOp::Eq, lane, Index::constant(0));
        b.branch(leads, |b| b.store(any, wrong, warp), |_| {});
        b.push(Stmt::Barrier);
        let mut any = b.load(Scalar::I32.ty(), wrong, 0);
        for warp in 1..by.threads / 32 {
            let other = b.load(Scalar::I32.ty(), wrong, warp);
            any = b.binary(BinaryOp::Or, any, other);
        }
        b.compare(CompareOp::Ne, any, fine)
    }
}
