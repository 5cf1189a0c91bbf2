//! Loops whose iterations add to the same places, with the places shared out by ranges of keys.
//!
//! ```text
//! sum(<k, _> in 0:m) sum(<p, i> in idx(…)) { i -> sum(<j, _> in 0:n) { j -> val(p) * x(k * n + j) } }
//! ```
//!
//! Two iterations may add to the same row. Each thread goes through all of them and adds the rows of its
//! own range of the outermost key: it needs no copy of the result, and a smaller part of it in its
//! cache. It reads the coordinates of the others' rows too, which pays if rows are wide. (The halves of
//! each row, in place of ranges of rows, took three times as long: the threads then write to lines side
//! by side.)
//!
//! ```text
//! sum(<p, s> in sum) sum(<_, i> in lo(s):hi(s)) { i -> val(p * n + i) * x(s - i) }
//! ```
//!
//! Few iterations may add long runs to a vector: the diagonals of a matrix. The loop is tiled over the keys:
//! all runs are added to a part of the vector that the first cache holds before the next part. Loops over runs
//! begin and end with the part, and the parts run in parallel.

use super::arrays::{Array, KeyRange};
use super::emit::{Destination, Emitted, Emitter, Variable, Workspace};
use super::facts::Fact;
use super::numbers::{LANES, element_inside, int};
use crate::program::{BinaryOp, BufferId};
use hloom_storage::term::{Binary, Id, Node};

/// The least number of columns of a row.
const COLUMNS: u64 = 2 * LANES as u64;
/// The keys of a tile: 8 KiB of its vector, and as much of another one.
const TILE: u64 = 1 << 10;
/// The most keys of a tile, if the program has an array that no cache holds: memory is the faster the longer the parts
/// of a run are.
const LONG_TILE: u64 = 1 << 15;
/// The bytes of such an array.
const LARGE: u64 = 1 << 24;
/// The tiles that a vector is divided into then, if they are not too short or too long: threads share them.
const TILES: u64 = 16;
/// The most runs that each tile goes over.
const RUNS: u64 = 1 << 12;

impl Emitter<'_> {
    /// The number of keys in each range, if a loop's iterations are to be added by ranges of the outermost keys.
    pub(super) fn key_ranges(&mut self, over: Id, body: Id, to: Destination) -> Option<u64> {
        let plain = self.depth == 0 && to.level == 0 && to.inside.is_none() && !to.erase;
        // Workspaces of iterations would be those of all threads.
        let alone = !self.makes_dictionary(body) && !self.makes_table(body);
        if !plain || to.space != 0 || !alone {
            return None;
        }
        let variables = self.bound_by(over, to.offset, Variable::Number(to.offset));
        match self.workspaces[to.space].extents[..] {
            [keys] => {
                let long = self.has_long_runs(over, keys);
                let runs = long && self.with(&variables, |e| Ok(e.adds_runs(body, to))).ok()?;
                runs.then(|| self.tile(keys))
            }
            [keys, .., width] => {
                let wide = width >= COLUMNS && keys >= self.threads && self.threads > 1;
                let rows = wide && self.with(&variables, |e| e.adds_rows(body, to, width)).ok()?;
                rows.then(|| keys.div_ceil(self.threads))
            }
            [] => None,
        }
    }

    /// Whether a loop has few iterations that may add runs of most of a vector's places: the longest array of the
    /// program has numbers for half of them.
    fn has_long_runs(&self, over: Id, keys: u64) -> bool {
        let Fact::Array { positions: Some((low, high)), .. } = self.fact(over) else {
            return false;
        };
        let runs = u64::try_from(high.saturating_sub(low)).map_or(0, |last| last.saturating_add(1));
        let most = self.inputs.values().filter_map(|(_, physical)| physical.length).max();
        let numbers = runs.saturating_mul(keys / 2);
        runs <= RUNS && keys >= 2 * TILE && most.is_some_and(|most| most >= numbers)
    }

    /// The keys of a tile of a vector with so many.
    fn tile(&self, keys: u64) -> u64 {
        let buffers = &self.b.program().buffers;
        let bytes = |buffer: BufferId| buffers[buffer.0 as usize].bytes();
        match self.inputs.values().any(|(buffer, _)| bytes(*buffer) > LARGE) {
            true => (keys / TILES).next_multiple_of(LANES.into()).clamp(TILE, LONG_TILE),
            false => TILE,
        }
    }

    /// Whether a term adds nothing but runs: entries of side by side keys that vectors compute.
    fn adds_runs(&mut self, id: Id, to: Destination) -> bool {
        // The values of the variables do not matter here.
        let any = to.offset;
        match self.term[id] {
            Node::Sum([over, body]) => {
                let (Node::Range(_), Node::Single([key, value])) =
                    (self.term[over], self.term[body])
                else {
                    return false;
                };
                let fits = self.fits_vectors(over, [key, value], to);
                self.only_value(over, body).is_none() && matches!(fits, Ok(Some(_)))
            }
            Node::If([_, value]) => self.adds_runs(value, to),
            Node::Let([value, body]) if self.sort(value).is_scalar() => {
                let variable = (Variable::Number(any), self.fact(value));
                self.with(&[variable], |e| Ok(e.adds_runs(body, to))) == Ok(true)
            }
            Node::Binary(Binary::Add, [x, y]) => self.adds_runs(x, to) && self.adds_runs(y, to),
            _ => false,
        }
    }

    /// Whether a term adds nothing but rows of so many columns.
    fn adds_rows(&mut self, id: Id, to: Destination, width: u64) -> Emitted<bool> {
        // The values of the variables do not matter here.
        let any = to.offset;
        if to.level + 1 == self.workspaces[to.space].extents.len() {
            return self.is_block(id, width, to);
        }
        match self.term[id] {
            Node::Sum([over, body]) if !self.sort(over).is_dict() => {
                let variables = self.bound_by(over, any, Variable::Number(any));
                self.with(&variables, |e| e.adds_rows(body, to, width))
            }
            Node::If([_, value]) => self.adds_rows(value, to, width),
            Node::Single([key, value]) => {
                let has_place = self.takes_zero(to, self.interval(key));
                let below = Destination { level: to.level + 1, ..to };
                Ok(has_place && self.adds_rows(value, below, width)?)
            }
            Node::Binary(Binary::Add, [x, y]) => {
                Ok(self.adds_rows(x, to, width)? && self.adds_rows(y, to, width)?)
            }
            _ => Ok(false),
        }
    }

    /// Adds a loop, a range of so many of the outermost keys after the other.
    pub(super) fn add_in_ranges(
        &mut self,
        over: Id,
        body: Id,
        to: Destination,
        each: u64,
    ) -> Emitted<()> {
        let array = self.array(over)?;
        let Workspace { extents, low, .. } = &self.workspaces[to.space];
        let (ranges, low) = (extents[0].div_ceil(each), low[0]);
        let (none, end) = (int(&mut self.b, 0), int(&mut self.b, ranges as i64));
        self.parallel(none, end, |e, part| {
            let count = int(&mut e.b, each as i64);
            let mut first = e.b.binary(BinaryOp::Mul, part, count);
            if low != 0 {
                let low = int(&mut e.b, low);
                first = e.b.binary(BinaryOp::Add, first, low);
            }
            e.own_keys = Some(KeyRange { first, count });
            let done = e.each(array, false, |e, at, value| {
                e.prefetch_parts(over, array, body, at)?;
                let variables = e.bound_by(over, at, Variable::Number(value));
                e.with(&variables, |e| e.add_into(body, to))
            });
            e.own_keys = None;
            done
        })
    }

    /// The keys of which alone entries are added at a place.
    pub(super) fn keys_at(&self, to: Destination) -> Option<KeyRange> {
        self.own_keys.filter(|_| to.space == 0 && to.level == 0)
    }

    /// The part of a range whose iterations have these keys; `key` grows by one from one iteration to the next.
    pub(super) fn positions_of_keys(
        &mut self,
        over: Id,
        array: Array,
        key: Id,
        keys: KeyRange,
    ) -> Emitted<Array> {
        let none = int(&mut self.b, 0);
        let first = element_inside(&mut self.b, array, none);
        let variables = self.bound_by(over, none, Variable::Number(first));
        let first = self.with(&variables, |e| e.number(key))?;
        let from = self.b.binary(BinaryOp::Sub, keys.first, first);
        let end = self.b.binary(BinaryOp::Add, from, keys.count);
        let low = self.b.binary(BinaryOp::MaxS, from, none);
        let high = self.b.binary(BinaryOp::MinS, array.high(), end);
        Ok(self.part_within(array, low, high))
    }
}
