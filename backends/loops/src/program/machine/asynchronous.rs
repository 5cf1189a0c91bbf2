//! Executes asynchronous copies, which here complete at once; mbarriers; and `wgmma`.

use super::super::wgmma::{M, WARPGROUP, acc_element, operand_byte};
use super::super::{AsyncOp, BufferId, MmaOp, ROW_BYTES, TmaLoad, Value, Wgmma, swizzled};
use crate::index::Index;

use super::grid::{Thread, Wait, number, summed};
use super::{Bits, Machine, MachineError, read};

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
    /// Executes an asynchronous copy or a barrier operation.
    pub(super) fn asynchronous(&mut self, op: &AsyncOp) -> Result<(), MachineError> {
        match op {
            AsyncOp::CpAsync { to, from, units, when } => {
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
            AsyncOp::CommitGroup | AsyncOp::WaitGroup(_) | AsyncOp::SetMaxNReg { .. } => {}
            AsyncOp::MbarrierInit { at, arrivals } => {
                let count = *arrivals as u16;
                let made = Mbarrier { pending: count, count, odd: false, bytes: 0 };
                self.set_mbarrier(at, |_| Ok(made))?;
            }
            AsyncOp::MbarrierArrive { when: Some(when), .. } if self.value(*when)[0] == 0 => {}
            AsyncOp::MbarrierArrive { at, bytes, .. } => {
                let more = *bytes as i32;
                let name = self.program.buffer(at.0).name.clone();
                self.set_mbarrier(at, |it| {
                    let pending = it.pending.checked_sub(1).ok_or(MachineError::Arrivals(name))?;
                    Ok(Mbarrier { pending, bytes: it.bytes + more, ..it })
                })?;
            }
            AsyncOp::MbarrierWait { at, phase } => {
                let odd = self.index(phase) & 1 != 0;
                let place = self.place("wait at", at.0, self.index(&at.1))?;
                self.waits = Some(Wait::Mbarrier(at.0, place, odd));
            }
            AsyncOp::TmaLoad(load) => self.tma_load(load)?,
        }
        Ok(())
    }

    /// Changes an mbarrier.
    fn set_mbarrier(
        &mut self,
        (buffer, at): &(BufferId, Index),
        change: impl FnOnce(Mbarrier) -> Result<Mbarrier, MachineError>,
    ) -> Result<(), MachineError> {
        let place = self.place("mbarrier in", *buffer, self.index(at))?;
        let bytes = &mut self.bytes_mut(*buffer)[place..place + 8];
        let changed = change(Mbarrier::of(read(bytes)))?.advanced();
        bytes.copy_from_slice(&changed.bits().to_le_bytes());
        Ok(())
    }

    /// Loads a tile and signals its mbarrier.
    fn tma_load(&mut self, load: &TmaLoad) -> Result<(), MachineError> {
        let map = &load.map;
        let bytes = self.program.buffer(load.to.0).storage().scalar.bytes();
        let coords: Vec<i64> = load.coords.iter().map(|index| self.index(index)).collect();
        if !map.is_origin(&coords) {
            return Err(MachineError::NoPixel(self.program.buffer(load.from).name.clone()));
        }
        let first = self.index(&load.to.1);
        let into = self.place("tile to", load.to.0, first)?;
        self.place("tile to", load.to.0, first.wrapping_add(map.points() as i64 - 1))?;
        for element in 0..map.points() {
            let mut copied = [0; 8];
            if let Some(unit) = map.unit(&coords, element) {
                let from = self.place("tile from", load.from, unit as i64)?;
                copied[..bytes].copy_from_slice(&self.bytes(load.from)[from..from + bytes]);
            }
            if map.rounded {
                let near = rounded(read(&copied[..4]) as u32);
                copied[..4].copy_from_slice(&near.to_le_bytes());
            }
            let to = swizzled(into as u64 + element * bytes as u64) as usize;
            self.bytes_mut(load.to.0)[to..to + bytes].copy_from_slice(&copied[..bytes]);
        }
        let came = (map.points() * bytes as u64) as i32;
        self.set_mbarrier(&load.mbarrier, |it| Ok(Mbarrier { bytes: it.bytes - came, ..it }))
    }

    /// Starts a `wgmma`, which all threads of a warpgroup have to reach.
    pub(super) fn begin_wgmma(&mut self, to: Value, it: &Wgmma) -> Result<(), MachineError> {
        let bytes = it.op.scalars().0.bytes() as u64;
        let n = Wgmma::n(self.program.type_of(to)) as u64;
        let begin = |(buffer, at): &(BufferId, Index), rows: u64| {
            let first = self.index(at);
            let last = first.wrapping_add((rows * ROW_BYTES / bytes) as i64 - 1);
            self.place("product of", *buffer, last)?;
            Ok((*buffer, self.place("product of", *buffer, first)? as u64))
        };
        let operands = [begin(&it.lhs, M as u64)?, begin(&it.rhs, n)?];
        self.waits = Some(Wait::Wgmma(to, it.op, operands, it.transposed, it.acc));
        Ok(())
    }

    /// Lets threads go on whose phase is complete, and warpgroups that have met; whether
    /// there were any.
    pub(super) fn arrived(&self, threads: &mut [Thread<'_>]) -> bool {
        let mut moved = false;
        for thread in threads.iter_mut() {
            if let Some(Wait::Mbarrier(buffer, place, odd)) = thread.waits
                && Mbarrier::of(read(&self.bytes(buffer)[place..place + 8])).odd != odd
            {
                thread.waits = None;
                moved = true;
            }
        }
        for group in threads.chunks_mut(WARPGROUP) {
            let first = group[0].waits;
            let Some(Wait::Wgmma(to, op, operands, transposed, sums)) = first else { continue };
            if group.len() < WARPGROUP || group.iter().any(|t| t.waits != first) {
                continue;
            }
            let given: Vec<Bits> =
                group.iter().map(|t| Bits::from_slice(t.values.lanes(sums))).collect();
            let results = self.multiplied(op, operands, transposed, &given);
            for (thread, result) in group.iter_mut().zip(results) {
                thread.values.set(to, &result);
                thread.waits = None;
            }
            moved = true;
        }
        moved
    }

    /// Each thread's part of the result of a `wgmma`.
    fn multiplied(
        &self,
        op: MmaOp,
        operands: [(BufferId, u64); 2],
        transposed: [bool; 2],
        sums: &[Bits],
    ) -> Vec<Bits> {
        let (bytes, steps) = (op.scalars().0.bytes(), op.row_k());
        let lanes = sums[0].len();
        let points = [M, 2 * lanes];
        let numbers = [0, 1].map(|operand| -> Vec<f64> {
            let (buffer, begin) = operands[operand];
            let memory = self.bytes(buffer);
            let each = (0..points[operand]).flat_map(|p| (0..steps).map(move |s| (p, s)));
            let one = |(point, k)| {
                let at = (begin + operand_byte(op, transposed[operand], point, k)) as usize;
                number(op, operand, read(&memory[at..at + bytes]))
            };
            each.map(one).collect()
        });
        let each = (0..WARPGROUP).map(|thread| {
            let lanes = (0..lanes).map(|lane| {
                let (row, column) = acc_element(thread, lane);
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

/// The bits of the nearest TF32, which lacks the last 13 bits, halves to even; NaN stays NaN.
fn rounded(bits: u32) -> u32 {
    if f32::from_bits(bits).is_nan() {
        return bits | 1 << 22;
    }
    let half = (1 << 12) - 1 + (bits >> 13 & 1);
    (bits + half) & !0x1fff
}
