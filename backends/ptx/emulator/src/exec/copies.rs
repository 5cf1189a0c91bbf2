//! The asynchronous operations under way: copies, `mbarrier`s, and the bytes of shared memory
//! that they read or write.

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use super::location::Location;
use crate::clock::Clock;
use crate::fault::FaultKind;
use crate::kernel::Reduction;
use crate::shadow::AccessKind;

/// An `mbarrier` object.
#[derive(Debug)]
pub(crate) struct Mbarrier {
    /// Arrivals of a phase.
    pub(crate) expected: u32,
    /// Arrivals missing.
    pub(crate) pending: u32,
    /// Bytes missing; below zero where they came before they were expected.
    pub(crate) bytes: i64,
    /// Phases completed.
    pub(crate) phase: u64,
    /// The joined clock of the arrivals of this phase.
    pub(crate) arriving: Clock,
    /// The clock that waiting for the last phase acquires.
    pub(crate) complete: Rc<Clock>,
    /// Its number among the actors of asynchronous operations.
    pub(crate) number: u16,
}

/// A copy by `cp.async` that has not taken effect.
#[derive(Clone, Debug)]
pub(crate) struct Copy {
    pub(crate) to: Location,
    pub(crate) data: Vec<u8>,
    pub(crate) line: u32,
    /// The pending access that it is.
    pub(crate) pending: u64,
}

/// A bulk store: what it writes, and which pending reads it is.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    /// Pieces: where to, and what; with an operation, combined with what is there.
    pub(crate) pieces: Vec<(Location, Vec<u8>)>,
    pub(crate) reduce: Option<Reduction>,
    pub(crate) pending: Vec<u64>,
    pub(crate) line: u32,
    /// Whether its reads of shared memory are over.
    pub(crate) read: bool,
}

/// The pending copies of a lane.
#[derive(Default)]
pub(crate) struct LaneCopies {
    /// Copies of no group yet.
    pub(crate) open: Vec<Copy>,
    pub(crate) groups: VecDeque<Vec<Copy>>,
    pub(crate) open_stores: Vec<Store>,
    pub(crate) store_groups: VecDeque<Vec<Store>>,
}

/// The pending copies of a warp's lanes.
#[derive(Default)]
pub(crate) struct WarpCopies {
    pub(crate) lanes: Vec<LaneCopies>,
    /// The instruction that found an `mbarrier` incomplete last, to let the first try fail.
    pub(crate) tried: Option<u32>,
}

impl WarpCopies {
    pub(crate) fn lane(&mut self, lane: usize) -> &mut LaneCopies {
        if self.lanes.is_empty() {
            self.lanes.resize_with(32, LaneCopies::default);
        }
        &mut self.lanes[lane]
    }
}

/// An asynchronous operation that takes effect once no warp can proceed without it.
#[derive(Debug)]
pub(crate) enum Event {
    /// Bytes arrive in shared memory, and complete on an `mbarrier`.
    Arrive {
        to: Vec<(Location, Vec<u8>)>,
        pending: Vec<u64>,
        barrier: (usize, u64),
        bytes: u32,
        line: u32,
        reduce: Option<Reduction>,
        /// The clock of the thread that began it.
        clock: Rc<Clock>,
    },
    /// A thread's copies are done, and it arrives at an `mbarrier`.
    Copied { copies: Vec<Copy>, block: usize, warp: u32, lane: usize, barrier: (usize, u64) },
}

/// Bytes that an operation is at.
#[derive(Clone, Copy, Debug)]
struct Pending {
    begin: usize,
    end: usize,
    writes: bool,
    line: u32,
}

/// The pending operations on a block's shared memory.
#[derive(Default)]
pub(crate) struct BlockCopies {
    all: HashMap<u64, Pending>,
    next: u64,
    /// By byte: how many operations write it, and how many read it.
    written: Vec<u32>,
    read: Vec<u32>,
    /// The number of multiplications that read each piece of 16 bytes.
    pieces: Vec<u16>,
    multiplications: HashMap<u64, (Vec<u32>, u32)>,
    /// By address.
    pub(crate) mbarriers: HashMap<u64, Mbarrier>,
    /// The number of `mbarrier`s.
    pub(crate) numbered: u16,
}

/// Whether an operation is at one of the bytes.
fn any(counts: &[u32], begin: usize, end: usize) -> bool {
    let end = end.min(counts.len());
    counts[begin.min(end)..end].iter().any(|count| *count > 0)
}

impl BlockCopies {
    /// The fault of an access of bytes that an operation is at.
    pub(crate) fn pending(&self, at: usize, bytes: usize, kind: AccessKind) -> Option<FaultKind> {
        let end = at + bytes;
        if kind == AccessKind::Write && !self.multiplications.is_empty() {
            let used = |p: &usize| self.pieces.get(*p).is_some_and(|count| *count > 0);
            if let Some(piece) = (at / 16..end.div_ceil(16)).find(used) {
                let reads = |m: &&(Vec<u32>, u32)| m.0.contains(&(piece as u32));
                let line = self.multiplications.values().filter(reads).map(|m| m.1).min();
                let (address, other_line) = (at.max(piece * 16) as u64, line.unwrap_or(0));
                return Some(FaultKind::Pending {
                    space: "shared",
                    address,
                    does: "reads",
                    other_line,
                });
            }
        }
        if self.all.is_empty() {
            return None;
        }
        let written = any(&self.written, at, end);
        let read = kind == AccessKind::Write && any(&self.read, at, end);
        if !written && !read {
            return None;
        }
        let touches = |p: &&Pending| p.writes == written && p.begin < end && p.end > at;
        let found = self.all.values().filter(touches).min_by_key(|p| (p.line, p.begin))?;
        Some(FaultKind::Pending {
            space: "shared",
            address: at.max(found.begin) as u64,
            does: if written { "writes" } else { "reads" },
            other_line: found.line,
        })
    }

    /// Notes that an operation is at bytes from now on; a number to end it by.
    pub(crate) fn begin(&mut self, begin: usize, bytes: usize, writes: bool, line: u32) -> u64 {
        let end = begin + bytes;
        let counts = if writes { &mut self.written } else { &mut self.read };
        if counts.len() < end {
            counts.resize(end, 0);
        }
        counts[begin..end].iter_mut().for_each(|count| *count += 1);
        self.next += 1;
        self.all.insert(self.next, Pending { begin, end, writes, line });
        self.next
    }

    /// Notes that a multiplication reads pieces of 16 bytes from now on.
    pub(crate) fn begin_pieces(&mut self, pieces: Vec<u32>, line: u32) -> u64 {
        for piece in &pieces {
            let piece = *piece as usize;
            if self.pieces.len() <= piece {
                self.pieces.resize(piece + 1, 0);
            }
            self.pieces[piece] += 1;
        }
        self.next += 1;
        self.multiplications.insert(self.next, (pieces, line));
        self.next
    }

    /// Notes that a multiplication has read what it reads.
    pub(crate) fn end_pieces(&mut self, number: u64) {
        for piece in self.multiplications.remove(&number).unwrap_or_default().0 {
            self.pieces[piece as usize] -= 1;
        }
    }

    /// Notes that an operation is no longer at its bytes.
    pub(crate) fn end(&mut self, number: u64) {
        let Some(ended) = self.all.remove(&number) else { return };
        let counts = if ended.writes { &mut self.written } else { &mut self.read };
        counts[ended.begin..ended.end].iter_mut().for_each(|count| *count -= 1);
    }
}
