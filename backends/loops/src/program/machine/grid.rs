//! Runs grids: the threads of a block in turns, each until it has to wait for others.

use super::super::{BufferId, ConvertOp, Grid, MmaOp, Scalar, Space, Type, Value, eval};
use hloom_ir::Element;
use hloom_ir::types::float::FloatFormat;

use super::registers::Registers;
use super::{After, Bits, Frame, Machine, MachineError};

/// The condition that a thread of a grid waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    /// For all of its block.
    Barrier,
    /// For all of its warp, to shuffle: the result, the operand, the mask.
    ShuffleXor(Value, Value, u16),
    /// For all of its warp, to multiply matrices: the result, and the operands.
    Mma(Value, MmaOp, [Value; 3]),
    /// For all of its warp, to distribute rows of matrices, of which this thread has read its
    /// own: the result, its type, and whether matrices are transposed.
    Ldmatrix(Value, Type, bool),
    /// For a phase of an mbarrier: its buffer, its first byte there, and whether the phase's
    /// number is odd.
    Mbarrier(BufferId, usize, bool),
    /// For all of its warpgroup, to multiply matrices in shared memory: the result, the
    /// operation, where the operands begin, whether they are transposed, and the accumulator.
    Wgmma(Value, MmaOp, [(BufferId, u64); 2], [bool; 2], Value),
}

/// A thread of a grid.
pub(super) struct Thread<'p> {
    pub(super) values: Registers,
    frames: Vec<Frame<'p>>,
    /// The units of the row that it read for `ldmatrix`.
    row: Bits,
    pub(super) waits: Option<Wait>,
}

impl<'p> Machine<'p> {
    /// Runs a grid, a block after the other; the threads of a block in turns, each until it
    /// has to wait.
    pub(super) fn grid(&mut self, it: &'p Grid) -> Result<(), MachineError> {
        let values = self.values.clone();
        let frames = std::mem::take(&mut self.frames);
        let shared: Vec<usize> = (0..self.program.buffers.len())
            .filter(|b| self.program.buffers[*b].space == Space::Shared)
            .collect();
        for number in 0..it.blocks {
            let block = if self.descending { it.blocks - 1 - number } else { number };
            shared.iter().for_each(|b| self.memory[*b].clear());
            let thread = |thread: u32| {
                let mut values = values.clone();
                values.set(it.block, &[block]);
                values.set(it.thread, &[u64::from(thread)]);
                let frames = vec![Frame { block: &it.body, next: 0, then: After::Nothing }];
                Thread { values, frames, row: Bits::new(), waits: None }
            };
            let mut threads: Vec<Thread<'p>> = (0..it.threads).map(thread).collect();
            while threads.iter().any(|t| !t.frames.is_empty()) {
                for n in 0..threads.len() {
                    let n = if self.descending { threads.len() - 1 - n } else { n };
                    self.until_it_waits(&mut threads[n])?;
                }
                if !self.arrived(&mut threads) {
                    meet(block, &mut threads)?;
                }
            }
        }
        (self.values, self.frames) = (values, frames);
        Ok(())
    }

    /// The units of 16 bytes of a buffer.
    pub(super) fn row(&self, buffer: BufferId, at: i64) -> Result<Bits, MachineError> {
        let bytes = self.program.buffer(buffer).storage().scalar.bytes();
        let units = 16 / bytes as i64;
        let place = self.place("ldmatrix of", buffer, at)?;
        self.place("ldmatrix of", buffer, at.wrapping_add(units - 1))?;
        let row = &self.bytes(buffer)[place..place + 16];
        Ok(row.chunks(bytes).map(super::read).collect())
    }

    /// Runs a thread until it waits or ends.
    fn until_it_waits(&mut self, thread: &mut Thread<'p>) -> Result<(), MachineError> {
        if thread.waits.is_some() || thread.frames.is_empty() {
            return Ok(());
        }
        std::mem::swap(&mut self.values, &mut thread.values);
        std::mem::swap(&mut self.frames, &mut thread.frames);
        while self.waits.is_none() && self.step()? {}
        std::mem::swap(&mut self.values, &mut thread.values);
        std::mem::swap(&mut self.frames, &mut thread.frames);
        thread.waits = self.waits.take();
        if let Some(Wait::Ldmatrix(..)) = thread.waits {
            thread.row = std::mem::take(&mut self.row);
        }
        Ok(())
    }
}

/// Lets the threads of a block go on whose wait is over.
fn meet(block: u64, threads: &mut [Thread<'_>]) -> Result<(), MachineError> {
    let barrier = |t: &Thread<'_>| t.waits == Some(Wait::Barrier);
    if threads.iter().all(barrier) {
        threads.iter_mut().for_each(|t| t.waits = None);
        return Ok(());
    }
    let mut moved = false;
    for warp in threads.chunks_mut(32) {
        let first = warp[0].waits;
        if matches!(first, None | Some(Wait::Barrier | Wait::Mbarrier(..) | Wait::Wgmma(..))) {
            continue;
        }
        if warp.len() < 32 || warp.iter().any(|t| t.waits != warp[0].waits) {
            return Err(MachineError::Apart(block, "a shuffle"));
        }
        let given = |v: Value| -> Vec<Bits> {
            warp.iter().map(|t| Bits::from_slice(t.values.lanes(v))).collect()
        };
        let (to, results) = match warp[0].waits {
            Some(Wait::ShuffleXor(to, from, by)) => {
                let given = given(from);
                (to, (0..32).map(|n| given[n ^ usize::from(by)].clone()).collect())
            }
            Some(Wait::Mma(to, op, from)) => (to, mma(op, &from.map(given))),
            Some(Wait::Ldmatrix(to, ty, transposed)) => {
                let rows: Vec<Bits> = warp.iter_mut().map(|t| std::mem::take(&mut t.row)).collect();
                (to, ldmatrix(ty, transposed, &rows))
            }
            _ => continue,
        };
        for (thread, result) in warp.iter_mut().zip(results) {
            thread.values.set(to, &result);
            thread.waits = None;
        }
        moved = true;
    }
    let ended = threads.iter().all(|t| t.frames.is_empty() && t.waits.is_none());
    if moved || ended { Ok(()) } else { Err(MachineError::Apart(block, "a barrier")) }
}

/// Each thread's fragments of matrices, given each thread's row.
fn ldmatrix(ty: Type, transposed: bool, rows: &[Bits]) -> Vec<Bits> {
    let group = 4 / ty.scalar.bytes();
    let each = (0..32usize).map(|thread| {
        let lanes = (0..usize::from(ty.lanes)).map(|lane| {
            let (matrix, e) = (lane / group, lane % group);
            let (outer, inner) = (thread / 4, group * (thread % 4) + e);
            let (row, unit) = if transposed { (inner, outer) } else { (outer, inner) };
            rows[8 * matrix + row][unit]
        });
        lanes.collect()
    });
    each.collect()
}

/// The product of matrices of which threads hold these fragments, plus the accumulator:
/// products are exact, sums of floats are in double precision in the order of K, rounded once.
fn mma(op: MmaOp, parts: &[Vec<Bits>; 3]) -> Vec<Bits> {
    let group = op.group();
    let [left, right, sums] = parts;
    // Which thread has an element, and in which lane.
    let of = |row: usize, step: usize| (row * 4 + step / group % 4, step % group);
    let each = (0..32usize).map(|thread| {
        let lanes = (0..usize::from(op.lanes()[2])).map(|lane| {
            let (row, column) = (thread / 4, 2 * (thread % 4) + lane % 2);
            let terms = (0..op.shape().1).map(|step| {
                let later = step / (4 * group);
                let (from, at) = of(row, step);
                let a = left[from][(2 * later + lane / 2) * group + at];
                let (from, at) = of(column, step);
                (number(op, 0, a), number(op, 1, right[from][later * group + at]))
            });
            summed(op, sums[thread][lane], terms)
        });
        lanes.collect()
    });
    each.collect()
}

/// The number that an element of the left (0) or right (1) operand stands for.
pub(super) fn number(op: MmaOp, operand: usize, bits: u64) -> f64 {
    let narrow =
        |element: Element| FloatFormat::of(element).map_or(f64::NAN, |format| format.decode(bits));
    let (signed, unsigned) = (f64::from(bits as u8 as i8), f64::from(bits as u8));
    match op {
        MmaOp::BF16 | MmaOp::F16 => {
            let wide = eval::convert(ConvertOp::Float, op.scalars().0, Scalar::F64, bits);
            f64::from_bits(wide)
        }
        MmaOp::TF32 => f64::from(f32::from_bits(bits as u32 & !0x1fff)),
        MmaOp::F64 => f64::from_bits(bits),
        MmaOp::E4M3 => narrow(Element::F8E4M3FN),
        MmaOp::E5M2 => narrow(Element::F8E5M2),
        MmaOp::E4M3E5M2 => narrow([Element::F8E4M3FN, Element::F8E5M2][operand]),
        MmaOp::E5M2E4M3 => narrow([Element::F8E5M2, Element::F8E4M3FN][operand]),
        MmaOp::S8 => signed,
        MmaOp::U8 => unsigned,
        MmaOp::S8U8 => [signed, unsigned][operand],
        MmaOp::U8S8 => [unsigned, signed][operand],
    }
}

/// A sum with products added to it.
pub(super) fn summed(op: MmaOp, start: u64, mut terms: impl Iterator<Item = (f64, f64)>) -> u64 {
    match op.scalars().1 {
        Scalar::F32 => {
            let start = f64::from(f32::from_bits(start as u32));
            u64::from((terms.fold(start, |sum, (a, b)| sum + a * b) as f32).to_bits())
        }
        Scalar::F64 => {
            let start = f64::from_bits(start);
            terms.fold(start, |sum, (a, b)| a.mul_add(b, sum)).to_bits()
        }
        _ => {
            let sum: f64 = terms.by_ref().map(|(a, b)| a * b).sum();
            u64::from((start as u32).wrapping_add(sum as i64 as u32))
        }
    }
}
