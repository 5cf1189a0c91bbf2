//! Shadow memory: the last accesses of each byte, to find races.
//!
//! Of every unit of sixteen bytes: the last write, and the reads since then that may still be
//! in no order with what comes. A unit is split into words, and a word into bytes, once an
//! access touches a part of it.

use smallvec::SmallVec;

use crate::clock::{Clock, Record};

/// Bytes of a unit.
const UNIT: usize = 16;
/// Units of a page.
const PAGE: usize = 64;

/// Accesses of one location.
#[derive(Clone, Debug, Default)]
struct Cell {
    write: Option<Record>,
    reads: SmallVec<[Record; 1]>,
}

/// Four bytes.
#[derive(Clone, Debug, Default)]
struct Word {
    whole: Cell,
    bytes: Option<Box<[Cell; 4]>>,
}

/// Sixteen bytes: what one thread accesses at most at once.
#[derive(Clone, Debug, Default)]
struct Unit {
    whole: Cell,
    words: Option<Box<[Word; 4]>>,
}

/// The accesses of a memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shadow {
    pages: Vec<Option<Box<[Unit]>>>,
}

/// Two accesses in no order: the earlier one, whether it was a write, and which byte.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conflict {
    pub(crate) other: Record,
    pub(crate) wrote: bool,
    pub(crate) at: usize,
}

/// The kind of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AccessKind {
    Read,
    Write,
}

impl Cell {
    fn access(
        &mut self,
        kind: AccessKind,
        me: &Record,
        clock: &Clock,
    ) -> Result<(), (Record, bool)> {
        let fine = |other: &Record| other.strong && me.strong || clock.covers(other, me);
        if let Some(write) = &self.write
            && !fine(write)
        {
            return Err((*write, true));
        }
        if kind == AccessKind::Write {
            if let Some(read) = self.reads.iter().find(|r| !fine(r)) {
                return Err((*read, false));
            }
            self.reads.clear();
            self.write = Some(*me);
            return Ok(());
        }
        for read in &mut self.reads {
            if read.actor == me.actor
                && read.epoch == me.epoch
                && read.block == me.block
                && read.strong == me.strong
            {
                read.lanes |= me.lanes;
                return Ok(());
            }
        }
        // Reads ordered before this one need no record: any access ordered after this one is
        // ordered after them.
        self.reads.retain(|r| !clock.covers(r, me));
        if self.reads.len() > 2 && self.reads.iter().all(|r| r.block != me.block) {
            // Of other blocks, two say enough: whoever writes is none of them, or not both.
            let first = self.reads[0];
            let second = self.reads.iter().copied().find(|r| r.block != first.block);
            self.reads.clear();
            self.reads.push(first);
            self.reads.extend(second);
        }
        self.reads.push(*me);
        Ok(())
    }
}

impl Word {
    fn access(
        &mut self,
        kind: AccessKind,
        bytes: std::ops::Range<usize>,
        me: &Record,
        clock: &Clock,
    ) -> Result<(), (Record, bool)> {
        if self.bytes.is_none() && bytes == (0..4) {
            return self.whole.access(kind, me, clock);
        }
        let whole = std::mem::take(&mut self.whole);
        let split = self
            .bytes
            .get_or_insert_with(|| Box::new([whole.clone(), whole.clone(), whole.clone(), whole]));
        split[bytes].iter_mut().try_for_each(|cell| cell.access(kind, me, clock))
    }
}

impl Shadow {
    /// Forgets all accesses.
    pub(crate) fn clear(&mut self) {
        self.pages.clear();
    }

    fn unit(&mut self, index: usize) -> &mut Unit {
        let page = index / PAGE;
        if self.pages.len() <= page {
            self.pages.resize(page + 1, None);
        }
        let units = self.pages[page].get_or_insert_with(|| vec![Unit::default(); PAGE].into());
        &mut units[index % PAGE]
    }

    /// Notes an access of bytes, by a thread with this clock.
    ///
    /// # Errors
    ///
    /// An earlier access that this one is in no order with.
    pub(crate) fn access(
        &mut self,
        kind: AccessKind,
        at: usize,
        bytes: usize,
        me: &Record,
        clock: &Clock,
    ) -> Result<(), Conflict> {
        let end = at + bytes;
        let mut byte = at;
        while byte < end {
            let conflict = |(other, wrote)| Conflict { other, wrote, at: byte };
            let unit = self.unit(byte / UNIT);
            let first = byte % UNIT;
            if unit.words.is_none() && first == 0 && end - byte >= UNIT {
                unit.whole.access(kind, me, clock).map_err(conflict)?;
                byte += UNIT;
                continue;
            }
            if unit.words.is_none() {
                let whole = std::mem::take(&mut unit.whole);
                let word = Word { whole, bytes: None };
                unit.words = Some(Box::new([word.clone(), word.clone(), word.clone(), word]));
            }
            let Some(words) = &mut unit.words else { continue };
            let last = (byte % 4 + end - byte).min(4);
            words[first / 4].access(kind, byte % 4..last, me, clock).map_err(conflict)?;
            byte += last - byte % 4;
        }
        Ok(())
    }

    /// Calls `visit` for every location that was accessed: where it begins, its bytes, and whether
    /// it was written.
    pub(crate) fn each_access(&self, visit: &mut dyn FnMut(usize, usize, bool)) {
        let mut cell = |at: usize, bytes: usize, cell: &Cell| {
            if cell.write.is_some() || !cell.reads.is_empty() {
                visit(at, bytes, cell.write.is_some());
            }
        };
        for (page, units) in self.pages.iter().enumerate() {
            for (unit, it) in units.iter().flatten().enumerate() {
                let at = (page * PAGE + unit) * UNIT;
                let Some(words) = &it.words else {
                    cell(at, UNIT, &it.whole);
                    continue;
                };
                for (word, it) in words.iter().enumerate() {
                    let at = at + 4 * word;
                    match &it.bytes {
                        None => cell(at, 4, &it.whole),
                        Some(bytes) => {
                            bytes.iter().enumerate().for_each(|(byte, it)| cell(at + byte, 1, it));
                        }
                    }
                }
            }
        }
    }

    /// The last writes of bytes, each once or so.
    pub(crate) fn writes(&mut self, at: usize, bytes: usize) -> Vec<Record> {
        let mut all: Vec<Record> = Vec::new();
        let (mut byte, end) = (at, at + bytes);
        while byte < end {
            let unit = self.unit(byte / UNIT);
            // The cell, and how many bytes have it.
            let (cell, span) = match &unit.words {
                None => (&unit.whole, UNIT),
                Some(words) => match &words[byte % UNIT / 4] {
                    Word { bytes: Some(bytes), .. } => (&bytes[byte % 4], 1),
                    word => (&word.whole, 4),
                },
            };
            if let Some(write) = cell.write
                && all.last() != Some(&write)
            {
                all.push(write);
            }
            byte = (byte / span + 1) * span;
        }
        all
    }
}
