//! Who accessed which bytes last, to find races.
//!
//! Of every word of four bytes: the last write, and the reads since then that may still be
//! in no order with what comes. A word is split into bytes once an access touches a part of
//! it.

use smallvec::SmallVec;

use super::clock::{Clock, Record};

/// Words of a page.
const PAGE: usize = 256;

/// Accesses of one place.
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

/// The accesses of a memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shadow {
    pages: Vec<Option<Box<[Word]>>>,
}

/// Two accesses in no order: the earlier one, whether it was a write, and which byte.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conflict {
    pub(crate) other: Record,
    pub(crate) wrote: bool,
    pub(crate) at: usize,
}

/// What an access does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Read,
    Write,
}

impl Cell {
    fn access(&mut self, kind: Kind, me: &Record, clock: &Clock) -> Result<(), (Record, bool)> {
        let fine = |other: &Record| other.strong && me.strong || clock.knows(other, me);
        if let Some(write) = &self.write
            && !fine(write)
        {
            return Err((*write, true));
        }
        if kind == Kind::Write {
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
        // What is ordered before this read is ordered before whatever this read is.
        self.reads.retain(|r| !clock.knows(r, me));
        self.reads.push(*me);
        Ok(())
    }
}

impl Shadow {
    /// Forgets all accesses.
    pub(crate) fn clear(&mut self) {
        self.pages.clear();
    }

    fn word(&mut self, index: usize) -> &mut Word {
        let page = index / PAGE;
        if self.pages.len() <= page {
            self.pages.resize(page + 1, None);
        }
        let words = self.pages[page].get_or_insert_with(|| vec![Word::default(); PAGE].into());
        &mut words[index % PAGE]
    }

    /// Notes an access of bytes, by a thread with this clock.
    ///
    /// # Errors
    ///
    /// An earlier access that this one is in no order with.
    pub(crate) fn access(
        &mut self,
        kind: Kind,
        at: usize,
        bytes: usize,
        me: &Record,
        clock: &Clock,
    ) -> Result<(), Conflict> {
        let end = at + bytes;
        let mut byte = at;
        while byte < end {
            let word = self.word(byte / 4);
            let first = byte % 4;
            let last = (first + end - byte).min(4);
            if word.bytes.is_none() && first == 0 && last == 4 {
                word.whole.access(kind, me, clock).map_err(|(other, wrote)| Conflict {
                    other,
                    wrote,
                    at: byte,
                })?;
            } else {
                let whole = std::mem::take(&mut word.whole);
                let split = word.bytes.get_or_insert_with(|| {
                    Box::new([whole.clone(), whole.clone(), whole.clone(), whole])
                });
                for cell in &mut split[first..last] {
                    cell.access(kind, me, clock).map_err(|(other, wrote)| Conflict {
                        other,
                        wrote,
                        at: byte,
                    })?;
                }
            }
            byte += last - first;
        }
        Ok(())
    }

    /// The last writes of bytes, each once or so.
    pub(crate) fn writes(&mut self, at: usize, bytes: usize) -> Vec<Record> {
        let mut all: Vec<Record> = Vec::new();
        for byte in at..at + bytes {
            let word = self.word(byte / 4);
            let cell = match &word.bytes {
                Some(bytes) => &bytes[byte % 4],
                None => &word.whole,
            };
            if let Some(write) = cell.write
                && all.last() != Some(&write)
            {
                all.push(write);
            }
        }
        all
    }
}
