//! The chunks of a loop that each of its [parts](super::parts) takes.
//!
//! ```text
//! sum(<j, _> in 0:n) … sum(<p, i> in idx(pos(j):pos(j + 1))) …
//! ```
//!
//! The work of an iteration is known where it goes over a part of an array: it is about the length of
//! that part. Bounds of chunks are then cut where the lengths before them add up to an equal share,
//! which bisection finds, since the ends of the parts ascend with the iterations of usual formats. If
//! they do not, the chunks still cover each iteration once, but are unequal.
//!
//! If that is all the work, a part takes one chunk. If not, or if nothing is known, it takes every so
//! many'th of more chunks, so that parts whose iterations differ in work are about as long.

use super::arrays::Array;
use super::emit::{Emitted, Emitter};
use super::numbers::{element_inside, int};
use crate::program::{BinaryOp, CompareOp, Value};
use hloom_storage::term::{Id, Node, operands, same};

/// The chunks of a part whose work is not known.
const CHUNKS: u64 = 32;
/// The time of an iteration itself, in entries of the part that it goes over.
const ITERATION: i64 = 4;
/// The most entries and iterations that are counted.
const MAX_WORK: i64 = 1 << 40;

/// The chunks of a loop over an array.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    /// The array.
    pub array: Array,
    /// The number of chunks of each part.
    pub chunks: u64,
    over: Id,
    lengths: Option<Lengths>,
}

/// The ends of the part of an array that an iteration goes over.
#[derive(Clone, Copy, Debug)]
struct Lengths {
    low: Id,
    high: Id,
    /// The binders between the loop and the ends, which do not occur in them.
    crossed: u32,
}

/// The loops in an iteration.
#[derive(Default)]
struct Work {
    lengths: Option<Lengths>,
    /// Whether there is other work than that.
    other: bool,
}

impl Emitter<'_> {
    /// The shares of a loop with these bodies.
    pub(super) fn shares_of(&self, over: Id, array: Array, bodies: &[Id]) -> Shares {
        let mut work = Work::default();
        for body in bodies {
            self.work(*body, 0, false, &mut work);
        }
        let one = work.lengths.is_some() && !work.other;
        Shares { array, chunks: if one { 1 } else { CHUNKS }, over, lengths: work.lengths }
    }

    /// Finds the work of an iteration in a term below `crossed` binders, which are in the loop over an
    /// entry of the part (`inside`) or not.
    fn work(&self, id: Id, crossed: u32, inside: bool, out: &mut Work) {
        let node = self.term[id];
        let mut entry = inside;
        match node {
            Node::Sum([over, _]) => match self.lengths(over, crossed) {
                Some(found) if !inside => {
                    let known = *out.lengths.get_or_insert(found);
                    let equal = same(self.term, known.low, found.low)
                        && same(self.term, known.high, found.high)
                        && known.crossed == found.crossed;
                    out.other |= !equal;
                    entry = equal;
                }
                // As many steps for each entry.
                None if inside && self.free_of(over) & mask(crossed + 2) == 0 => {}
                _ => out.other = true,
            },
            // A condition may leave out some iterations, or their entries.
            Node::Merge(_) | Node::If(_) => out.other = true,
            _ => {}
        }
        for (i, child) in operands(&node).iter().enumerate() {
            let binds = node.binds(i);
            self.work(*child, crossed + binds, if binds > 0 { entry } else { inside }, out);
        }
    }

    /// The ends of a part of an array that depend on the loop's variables, and on none of the `crossed`
    /// ones below it.
    fn lengths(&self, over: Id, crossed: u32) -> Option<Lengths> {
        let Node::Slice([_, low, high]) = self.term[over] else { return None };
        let known = |end: Id| {
            let free = self.free_of(end);
            let by_loop = crossed < 60 && free >> crossed & 0b11 != 0;
            by_loop && free & mask(crossed) == 0 && !self.has_loop(end)
        };
        (known(low) && known(high)).then_some(Lengths { low, high, crossed })
    }

    /// The positions of the array in a chunk of a part, from 0 to [`Shares::chunks`].
    pub(super) fn chunk(
        &mut self,
        shares: &Shares,
        part: Value,
        chunk: Value,
    ) -> Emitted<(Value, Value)> {
        let parts = self.threads as i64;
        let b = &mut self.b;
        let (one, by) = (int(b, 1), int(b, parts));
        let number = b.binary(BinaryOp::Mul, chunk, by);
        let number = b.binary(BinaryOp::Add, number, part);
        let next = b.binary(BinaryOp::Add, number, one);
        let all = parts * shares.chunks as i64;
        Ok((self.cut(shares, number, all)?, self.cut(shares, next, all)?))
    }

    /// The bound between the chunks before this number and the others, of so many in all.
    fn cut(&mut self, shares: &Shares, number: Value, all: i64) -> Emitted<Value> {
        let array = shares.array;
        let length = self.length(array);
        let b = &mut self.b;
        let none = int(b, 0);
        let all = int(b, all);
        let Some(lengths) = shares.lengths else {
            return Ok(self.even_cut(array, length, [number, all]));
        };
        // An empty array has no ends that could be read.
        let some = b.compare(CompareOp::GtS, length, none);
        let one = int(b, 1);
        let times = b.select(some, one, none);
        let found = self.total(none, times, array.low(), |e, _, _| {
            e.cut_by_lengths(shares, lengths, length, [number, all])
        })?;
        let b = &mut self.b;
        let (first, last) =
            (b.compare(CompareOp::Eq, number, none), b.compare(CompareOp::Eq, number, all));
        let end = b.binary(BinaryOp::Add, array.low(), length);
        let found = b.select(first, array.low(), found);
        Ok(b.select(last, end, found))
    }

    /// The position of an array of this length before which there is a share of all positions: so many
    /// of all chunks.
    pub(super) fn even_cut(
        &mut self,
        array: Array,
        length: Value,
        [number, all]: [Value; 2],
    ) -> Value {
        let b = &mut self.b;
        let whole = b.binary(BinaryOp::Mul, length, number);
        let distance = b.binary(BinaryOp::DivU, whole, all);
        b.binary(BinaryOp::Add, array.low(), distance)
    }

    /// The first position of an array that is not empty before whose middle there is a share of the
    /// work or more.
    fn cut_by_lengths(
        &mut self,
        shares: &Shares,
        lengths: Lengths,
        length: Value,
        [number, all]: [Value; 2],
    ) -> Emitted<Value> {
        let array = shares.array;
        let [none, one, time] = [0, 1, ITERATION].map(|number| int(&mut self.b, number));
        let last = self.b.binary(BinaryOp::Sub, array.high(), one);
        let first = self.end_at(shares, lengths, lengths.low, array.low())?;
        let end = self.end_at(shares, lengths, lengths.high, last)?;
        let b = &mut self.b;
        let span = b.binary(BinaryOp::Sub, end, first);
        let span = b.binary(BinaryOp::MaxS, span, none);
        // No product may wrap: a larger share has to be a later bound, whatever the ends are.
        let most = int(b, MAX_WORK);
        let span = b.binary(BinaryOp::MinS, span, most);
        let own = b.binary(BinaryOp::MinS, length, most);
        let own = b.binary(BinaryOp::Mul, own, time);
        let span = b.binary(BinaryOp::Add, span, own);
        let share = b.binary(BinaryOp::Mul, span, number);
        let share = b.binary(BinaryOp::DivU, share, all);
        let twice = b.binary(BinaryOp::Add, share, share);
        let steps = self.bisection_steps(length);
        self.bisect((array.low(), length), (none, steps), |e, middle| {
            let inside = e.b.binary(BinaryOp::MinS, middle, last);
            let low = e.end_at(shares, lengths, lengths.low, inside)?;
            let high = e.end_at(shares, lengths, lengths.high, inside)?;
            let b = &mut e.b;
            // Twice the work before the middle of this iteration.
            let before = b.binary(BinaryOp::Sub, low, first);
            let after = b.binary(BinaryOp::Sub, high, first);
            let work = b.binary(BinaryOp::Add, before, after);
            let iterations = b.binary(BinaryOp::Sub, inside, array.low());
            let iterations = b.binary(BinaryOp::Add, iterations, iterations);
            let iterations = b.binary(BinaryOp::Add, iterations, one);
            let own = b.binary(BinaryOp::Mul, iterations, time);
            let work = b.binary(BinaryOp::Add, work, own);
            Ok(b.compare(CompareOp::LtS, work, twice))
        })
    }

    /// An end of the part in the iteration at a position of the array.
    fn end_at(&mut self, shares: &Shares, lengths: Lengths, end: Id, at: Value) -> Emitted<Value> {
        let value = element_inside(&mut self.b, shares.array, at);
        self.number_below(shares.over, [at, value], lengths.crossed, end)
    }
}

/// The innermost variables.
fn mask(variables: u32) -> u64 {
    1u64.checked_shl(variables).map_or(u64::MAX, |next| next - 1)
}
