//! Which bytes of shared memory asynchronous operations are at.

use std::collections::HashMap;

use super::super::fault::FaultKind;
use super::super::shadow::Kind;
use super::Mbarrier;

/// Bytes that an operation is at.
#[derive(Clone, Copy, Debug)]
struct Pending {
    begin: usize,
    end: usize,
    writes: bool,
    line: u32,
}

/// What is under way in a block's shared memory.
#[derive(Default)]
pub(crate) struct BlockCopies {
    all: HashMap<u64, Pending>,
    next: u64,
    /// One bit a byte.
    written: Vec<u64>,
    read: Vec<u64>,
    /// How many multiplications read each piece of 16 bytes.
    pieces: Vec<u16>,
    multiplications: HashMap<u64, (Vec<u32>, u32)>,
    /// By address.
    pub(crate) mbarriers: HashMap<u64, Mbarrier>,
    /// How many `mbarrier`s there were.
    pub(crate) numbered: u16,
}

fn bits(list: &mut Vec<u64>, begin: usize, end: usize, on: bool) {
    if list.len() * 64 < end {
        list.resize(end.div_ceil(64), 0);
    }
    for byte in begin..end {
        if on {
            list[byte / 64] |= 1 << (byte % 64);
        } else {
            list[byte / 64] &= !(1 << (byte % 64));
        }
    }
}

fn any(list: &[u64], begin: usize, end: usize) -> bool {
    (begin..end).any(|b| list.get(b / 64).is_some_and(|w| w >> (b % 64) & 1 == 1))
}

impl BlockCopies {
    /// The fault of an access of bytes that an operation is at.
    pub(crate) fn pending(&self, at: usize, bytes: usize, kind: Kind) -> Option<FaultKind> {
        let end = at + bytes;
        if kind == Kind::Write && !self.multiplications.is_empty() {
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
        let read = kind == Kind::Write && any(&self.read, at, end);
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
        bits(if writes { &mut self.written } else { &mut self.read }, begin, end, true);
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
        let list = if ended.writes { &mut self.written } else { &mut self.read };
        bits(list, ended.begin, ended.end, false);
        // Others may read the same bytes.
        for other in self.all.values() {
            if other.writes == ended.writes && other.begin < ended.end && other.end > ended.begin {
                bits(list, other.begin, other.end, true);
            }
        }
    }
}
