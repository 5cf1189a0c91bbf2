//! Runs copies that go on by themselves, which here are done at once; mbarriers; and the
//! products of what tiles bring.

use super::super::warpgroup::{ROWS, WARPGROUP, place, sum_at};
use super::super::{AsyncOp, BufferId, ProductOp, ROW_BYTES, Tile, Value, Warpgroup, swizzled};
use crate::index::Index;

use super::grid::{Thread, Wait, number, summed};
use super::{Bits, Fault, Machine, read};

/// An mbarrier, as it lies in memory.
#[derive(Clone, Copy)]
struct Mbarrier {
    /// Threads that are to arrive in this phase.
    pending: u16,
    /// Those of each phase.
    count: u16,
    /// Whether this phase's number is odd.
    odd: bool,
    /// Bytes that are expected and not there yet.
    bytes: i32,
}

impl Mbarrier {
    /// The highest bit of the count says whether the phase is odd.
    const ODD: u16 = 1 << 15;

    fn of(bits: u64) -> Mbarrier {
        let count = (bits >> 16) as u16;
        Mbarrier {
            pending: bits as u16,
            count: count & !Self::ODD,
            odd: count & Self::ODD != 0,
            bytes: (bits >> 32) as i32,
        }
    }

    fn bits(self) -> u64 {
        let count = self.count | if self.odd { Self::ODD } else { 0 };
        u64::from(self.pending) | u64::from(count) << 16 | u64::from(self.bytes as u32) << 32
    }

    /// The same, or the next phase if this one is complete.
    fn advanced(self) -> Mbarrier {
        match self.pending == 0 && self.bytes == 0 {
            true => Mbarrier { pending: self.count, odd: !self.odd, ..self },
            false => self,
        }
    }
}

impl Machine<'_> {
    /// A step of copies that go on by themselves.
    pub(super) fn asynchronous(&mut self, op: &AsyncOp) -> Result<(), Fault> {
        match op {
            AsyncOp::Copy { to, from, units, when } => {
                let unit = self.program.buffer(to.0).storage().scalar.bytes();
                let bytes = usize::from(*units) * unit;
                let last = i64::from(*units) - 1;
                let place = |this: &Self, what, (buffer, at): &(BufferId, _)| {
                    let at = this.index(at);
                    this.place(what, *buffer, at.wrapping_add(last))?;
                    this.place(what, *buffer, at)
                };
                let into = place(self, "copy to", to)?;
                let copied = match when {
                    Some(when) if self.value(*when)[0] == 0 => vec![0; bytes],
                    _ => {
                        let at = place(self, "copy from", from)?;
                        self.bytes(from.0)[at..at + bytes].to_vec()
                    }
                };
                self.bytes_mut(to.0)[into..into + bytes].copy_from_slice(&copied);
            }
            AsyncOp::Commit | AsyncOp::Wait(_) | AsyncOp::Registers { .. } => {}
            AsyncOp::Mbarrier { at, arrivals } => {
                let count = *arrivals as u16;
                let made = Mbarrier { pending: count, count, odd: false, bytes: 0 };
                self.set_mbarrier(at, |_| Ok(made))?;
            }
            AsyncOp::Arrive { when: Some(when), .. } if self.value(*when)[0] == 0 => {}
            AsyncOp::Arrive { at, bytes, .. } => {
                let more = *bytes as i32;
                let name = self.program.buffer(at.0).name.clone();
                self.set_mbarrier(at, |it| {
                    let pending = it.pending.checked_sub(1).ok_or(Fault::Arrivals(name))?;
                    Ok(Mbarrier { pending, bytes: it.bytes + more, ..it })
                })?;
            }
            AsyncOp::Until { at, phase } => {
                let odd = self.index(phase) & 1 != 0;
                let place = self.place("wait at", at.0, self.index(&at.1))?;
                self.waits = Some(Wait::Phase(at.0, place, odd));
            }
            AsyncOp::Tile(tile) => self.tile(tile)?,
        }
        Ok(())
    }

    /// Changes an mbarrier.
    fn set_mbarrier(
        &mut self,
        (buffer, at): &(BufferId, Index),
        change: impl FnOnce(Mbarrier) -> Result<Mbarrier, Fault>,
    ) -> Result<(), Fault> {
        let place = self.place("mbarrier in", *buffer, self.index(at))?;
        let bytes = &mut self.bytes_mut(*buffer)[place..place + 8];
        let changed = change(Mbarrier::of(read(bytes)))?.advanced();
        bytes.copy_from_slice(&changed.bits().to_le_bytes());
        Ok(())
    }

    /// Copies a tile, and says so.
    fn tile(&mut self, tile: &Tile) -> Result<(), Fault> {
        let view = &tile.view;
        let bytes = self.program.buffer(tile.to.0).storage().scalar.bytes();
        let place: Vec<i64> = tile.place.iter().map(|index| self.index(index)).collect();
        if !view.begins(&place) {
            return Err(Fault::NoPixel(self.program.buffer(tile.from).name.clone()));
        }
        let first = self.index(&tile.to.1);
        let into = self.place("tile to", tile.to.0, first)?;
        self.place("tile to", tile.to.0, first.wrapping_add(view.points() as i64 - 1))?;
        for element in 0..view.points() {
            let mut copied = [0; 8];
            if let Some(unit) = view.unit(&place, element) {
                let from = self.place("tile from", tile.from, unit as i64)?;
                copied[..bytes].copy_from_slice(&self.bytes(tile.from)[from..from + bytes]);
            }
            if view.rounded {
                let near = rounded(read(&copied[..4]) as u32);
                copied[..4].copy_from_slice(&near.to_le_bytes());
            }
            let to = swizzled(into as u64 + element * bytes as u64) as usize;
            self.bytes_mut(tile.to.0)[to..to + bytes].copy_from_slice(&copied[..bytes]);
        }
        let came = (view.points() * bytes as u64) as i32;
        self.set_mbarrier(&tile.signal, |it| Ok(Mbarrier { bytes: it.bytes - came, ..it }))
    }

    /// Begins a product, for which the threads of a warpgroup have to meet.
    pub(super) fn begin_warpgroup(&mut self, to: Value, it: &Warpgroup) -> Result<(), Fault> {
        let bytes = it.op.scalars().0.bytes() as u64;
        let columns = Warpgroup::columns(self.program.type_of(to)) as u64;
        let begin = |(buffer, at): &(BufferId, Index), rows: u64| {
            let first = self.index(at);
            let last = first.wrapping_add((rows * ROW_BYTES / bytes) as i64 - 1);
            self.place("product of", *buffer, last)?;
            Ok((*buffer, self.place("product of", *buffer, first)? as u64))
        };
        let factors = [begin(&it.left, ROWS as u64)?, begin(&it.right, columns)?];
        self.waits = Some(Wait::Warpgroup(to, it.op, factors, it.turned, it.sums));
        Ok(())
    }

    /// Lets threads go on whose phase is complete, and warpgroups that have met; whether
    /// there were any.
    pub(super) fn arrived(&self, threads: &mut [Thread<'_>]) -> bool {
        let mut moved = false;
        for thread in threads.iter_mut() {
            if let Some(Wait::Phase(buffer, place, odd)) = thread.waits
                && Mbarrier::of(read(&self.bytes(buffer)[place..place + 8])).odd != odd
            {
                thread.waits = None;
                moved = true;
            }
        }
        for group in threads.chunks_mut(WARPGROUP) {
            let first = group[0].waits;
            let Some(Wait::Warpgroup(to, op, factors, turned, sums)) = first else { continue };
            if group.len() < WARPGROUP || group.iter().any(|t| t.waits != first) {
                continue;
            }
            let given: Vec<Bits> =
                group.iter().map(|t| t.values[sums.0 as usize].clone()).collect();
            let results = self.multiplied(op, factors, turned, &given);
            for (thread, result) in group.iter_mut().zip(results) {
                thread.values[to.0 as usize] = result;
                thread.waits = None;
            }
            moved = true;
        }
        moved
    }

    /// What each thread of a warpgroup gets of a product.
    fn multiplied(
        &self,
        op: ProductOp,
        factors: [(BufferId, u64); 2],
        turned: [bool; 2],
        sums: &[Bits],
    ) -> Vec<Bits> {
        let (bytes, steps) = (op.scalars().0.bytes(), op.row_steps());
        let lanes = sums[0].len();
        let points = [ROWS, 2 * lanes];
        let numbers = [0, 1].map(|factor| -> Vec<f64> {
            let (buffer, begin) = factors[factor];
            let memory = self.bytes(buffer);
            let each = (0..points[factor]).flat_map(|p| (0..steps).map(move |s| (p, s)));
            let one = |(point, step)| {
                let at = (begin + place(op, turned[factor], point, step)) as usize;
                number(op, factor, read(&memory[at..at + bytes]))
            };
            each.map(one).collect()
        });
        let each = (0..WARPGROUP).map(|thread| {
            let lanes = (0..lanes).map(|lane| {
                let (row, column) = sum_at(thread, lane);
                let left = &numbers[0][row * steps..][..steps];
                let right = &numbers[1][column * steps..][..steps];
                let terms = left.iter().copied().zip(right.iter().copied());
                summed(op, sums[thread][lane], terms)
            });
            lanes.collect()
        });
        each.collect()
    }
}

/// The bits of the nearest float without the last 13, halves to even; what is no number
/// stays none.
fn rounded(bits: u32) -> u32 {
    if f32::from_bits(bits).is_nan() {
        return bits | 1 << 22;
    }
    let half = (1 << 12) - 1 + (bits >> 13 & 1);
    (bits + half) & !0x1fff
}
