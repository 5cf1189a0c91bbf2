//! Copies to shared memory that go on while the threads of a grid do other things.
//!
//! There are two kinds. Of the first, a thread begins copies, closes what it has begun since
//! as a group, and waits until no more than so many of its groups, the youngest, are on their
//! way: PTX's `cp.async`. What a copy writes is there for the thread that waited, and for
//! others behind a barrier that comes after; until then nothing reads or writes it.
//!
//! Of the second, one thread begins to copy a whole tile, and the copy says at an *mbarrier*
//! that its bytes are there ([`View`]): PTX's `cp.async.bulk.tensor`. An mbarrier, 8 bytes of
//! shared memory, has phases. One is complete when as many threads have arrived as it counts,
//! and all bytes that they said to expect are there; then the next begins. Whoever waits for
//! a phase sees what those did who arrived, and the bytes.

use super::tensor_map::View;
use super::types::Scalar;
use super::{Buffer, BufferId, Space, Value};
use crate::index::Index;

/// A step of such copies.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AsyncOp {
    /// Begins a copy of 4, 8 or 16 bytes, from and to multiples of as many.
    Copy {
        /// To shared memory, at an offset.
        to: (BufferId, Index),
        /// From memory of another space, at an offset.
        from: (BufferId, Index),
        /// How many units.
        units: u16,
        /// A scalar `i1`: where it is false, nothing is read, and zeros are written.
        when: Option<Value>,
    },
    /// Closes a group.
    Commit,
    /// Waits until at most so many groups of this thread are left.
    Wait(u32),
    /// Makes an mbarrier, whose first phase begins.
    Mbarrier {
        /// Where it is.
        at: (BufferId, Index),
        /// How many threads arrive in a phase: 1 to 1024.
        arrivals: u32,
    },
    /// Arrives, with so many bytes to expect. Without a condition or bytes, what the thread has
    /// written to shared memory is there not only for those that wait then, but also for the
    /// products of warpgroups that these begin.
    Arrive {
        /// The mbarrier.
        at: (BufferId, Index),
        /// Bytes that tiles bring in this phase.
        bytes: u32,
        /// A scalar `i1`: where it is false, nothing is done.
        when: Option<Value>,
    },
    /// Waits until a phase is complete: that before the one that is under way, if its number
    /// is odd as this one is, or even as this one is; else the one under way.
    Until {
        /// The mbarrier.
        at: (BufferId, Index),
        /// The phase's number, of which the lowest bit is looked at; the first is 0.
        phase: Index,
    },
    /// Begins to copy a tile.
    Tile(Box<Tile>),
    /// Says how many registers each thread of this warpgroup has from here on, more or fewer
    /// than before: a multiple of 8 from 24 to 240. All its threads come to it together.
    Registers {
        /// How many.
        count: u32,
        /// Whether they are more.
        more: bool,
    },
}

/// A copy of a tile.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tile {
    /// To shared memory, at a multiple of 1024 bytes.
    pub to: (BufferId, Index),
    /// From this buffer.
    pub from: BufferId,
    /// What is seen of it.
    pub view: View,
    /// The place of the tile's first element, an index for each of the view's dimensions:
    /// from -2³¹ to 2³¹ - 1; of images, offsets follow ([`super::Images`]).
    pub place: Vec<Index>,
    /// The mbarrier that the bytes are told to.
    pub signal: (BufferId, Index),
}

impl AsyncOp {
    /// Calls `visit` with every place in memory, and whether it is written.
    pub fn each_place(&self, visit: &mut dyn FnMut(BufferId, &Index, bool)) {
        match self {
            AsyncOp::Copy { to, from, .. } => {
                visit(to.0, &to.1, true);
                visit(from.0, &from.1, false);
            }
            AsyncOp::Commit | AsyncOp::Wait(_) | AsyncOp::Registers { .. } => {}
            AsyncOp::Mbarrier { at, .. } | AsyncOp::Arrive { at, .. } => visit(at.0, &at.1, true),
            AsyncOp::Until { at, .. } => visit(at.0, &at.1, false),
            AsyncOp::Tile(tile) => {
                visit(tile.to.0, &tile.to.1, true);
                visit(tile.from, &Index::constant(tile.view.start as i64), false);
                visit(tile.signal.0, &tile.signal.1, true);
            }
        }
    }

    /// Calls `visit` with every index that is no place in memory.
    pub fn each_index(&self, visit: &mut dyn FnMut(&Index)) {
        match self {
            AsyncOp::Until { phase, .. } => visit(phase),
            AsyncOp::Tile(tile) => tile.place.iter().for_each(visit),
            _ => {}
        }
    }

    /// Under which condition it is done.
    pub fn when(&self) -> Option<Value> {
        match self {
            AsyncOp::Copy { when, .. } | AsyncOp::Arrive { when, .. } => *when,
            _ => None,
        }
    }

    /// Calls `visit` with every value it depends on.
    pub fn each_operand(&self, visit: &mut dyn FnMut(Value)) {
        self.each_place(&mut |_, offset, _| offset.each_var(&mut |v| visit(Value(v.0))));
        self.each_index(&mut |index| index.each_var(&mut |v| visit(Value(v.0))));
        self.when().into_iter().for_each(visit);
    }

    /// Checks the buffers; `of` gives one.
    ///
    /// # Errors
    /// One sentence.
    pub fn check<'p>(&self, of: &dyn Fn(BufferId) -> &'p Buffer) -> Result<(), String> {
        match self {
            AsyncOp::Copy { to, from, units, .. } => {
                let (to, from) = (of(to.0), of(from.0));
                let bytes = usize::from(*units) * to.storage().scalar.bytes();
                by_itself(to, from)?;
                match bytes {
                    4 | 8 | 16 => Ok(()),
                    _ => Err(format!("{bytes} bytes are copied at once")),
                }
            }
            AsyncOp::Commit | AsyncOp::Wait(_) => Ok(()),
            AsyncOp::Mbarrier { at, arrivals } => {
                mbarrier(of(at.0))?;
                match arrivals {
                    1..=1024 => Ok(()),
                    _ => Err(format!("{arrivals} threads arrive")),
                }
            }
            AsyncOp::Arrive { at, bytes, .. } => {
                mbarrier(of(at.0))?;
                match bytes {
                    0..0x10_0000 => Ok(()),
                    _ => Err(format!("{bytes} bytes are expected at once")),
                }
            }
            AsyncOp::Until { at, .. } => mbarrier(of(at.0)),
            AsyncOp::Tile(tile) => {
                let (to, from) = (of(tile.to.0), of(tile.from));
                by_itself(to, from)?;
                mbarrier(of(tile.signal.0))?;
                if tile.place.len() != tile.view.indices() {
                    let (have, want) = (tile.place.len(), tile.view.indices());
                    return Err(format!("a place of {have} indices in a view of {want}"));
                }
                let bytes = from.storage().scalar.bytes() as u64;
                tile.view.check(from.units(), bytes)
            }
            AsyncOp::Registers { count, .. } => match count {
                24..=240 if count.is_multiple_of(8) => Ok(()),
                _ => Err(format!("{count} registers of a thread")),
            },
        }
    }
}

/// Whether copies between buffers go on by themselves.
fn by_itself(to: &Buffer, from: &Buffer) -> Result<(), String> {
    if to.space != Space::Shared || matches!(from.space, Space::Shared | Space::Matrix) {
        return Err(format!("a copy from @{} to @{} can't go on by itself", from.name, to.name));
    }
    if to.storage().scalar != from.storage().scalar {
        return Err(format!("a copy from @{} to @{} of another type", from.name, to.name));
    }
    Ok(())
}

/// Whether a buffer holds mbarriers.
fn mbarrier(buffer: &Buffer) -> Result<(), String> {
    match buffer.space == Space::Shared && buffer.storage().scalar == Scalar::I64 {
        true => Ok(()),
        false => Err(format!("@{} holds no mbarriers", buffer.name)),
    }
}
