//! Runs grids: the threads of a block in turns, each until it has to wait for others.

use super::super::{ConvertOp, Grid, ProductOp, Scalar, Space, Value, eval};
use super::{After, Bits, Fault, Frame, Machine};

/// Why a thread of a grid waits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    /// For all of its block.
    Barrier,
    /// For all of its warp, to exchange values: what for, of what, with whom.
    Exchange(Value, Value, u16),
    /// For all of its warp, to multiply matrices: what for, and of what.
    Product(Value, ProductOp, [Value; 3]),
}

/// A thread of a grid.
struct Thread<'p> {
    values: Vec<Bits>,
    frames: Vec<Frame<'p>>,
    waits: Option<Wait>,
}

impl<'p> Machine<'p> {
    /// Runs a grid, a block after the other; the threads of a block in turns, each until it
    /// has to wait.
    pub(super) fn grid(&mut self, it: &'p Grid) -> Result<(), Fault> {
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
                values[it.block.0 as usize] = smallvec::smallvec![block];
                values[it.thread.0 as usize] = smallvec::smallvec![u64::from(thread)];
                let frames = vec![Frame { block: &it.body, next: 0, then: After::Nothing }];
                Thread { values, frames, waits: None }
            };
            let mut threads: Vec<Thread<'p>> = (0..it.threads).map(thread).collect();
            while threads.iter().any(|t| !t.frames.is_empty()) {
                for n in 0..threads.len() {
                    let n = if self.descending { threads.len() - 1 - n } else { n };
                    self.until_it_waits(&mut threads[n])?;
                }
                meet(block, &mut threads)?;
            }
        }
        (self.values, self.frames) = (values, frames);
        Ok(())
    }

    /// Runs a thread until it waits or ends.
    fn until_it_waits(&mut self, thread: &mut Thread<'p>) -> Result<(), Fault> {
        if thread.waits.is_some() || thread.frames.is_empty() {
            return Ok(());
        }
        std::mem::swap(&mut self.values, &mut thread.values);
        std::mem::swap(&mut self.frames, &mut thread.frames);
        while self.waits.is_none() && self.step()? {}
        std::mem::swap(&mut self.values, &mut thread.values);
        std::mem::swap(&mut self.frames, &mut thread.frames);
        thread.waits = self.waits.take();
        Ok(())
    }
}

/// Lets the threads of a block go on whose wait is over.
fn meet(block: u64, threads: &mut [Thread<'_>]) -> Result<(), Fault> {
    let barrier = |t: &Thread<'_>| t.waits == Some(Wait::Barrier);
    if threads.iter().all(barrier) {
        threads.iter_mut().for_each(|t| t.waits = None);
        return Ok(());
    }
    let mut moved = false;
    for warp in threads.chunks_mut(32) {
        if matches!(warp[0].waits, None | Some(Wait::Barrier)) {
            continue;
        }
        if warp.len() < 32 || warp.iter().any(|t| t.waits != warp[0].waits) {
            return Err(Fault::Apart(block, "an exchange"));
        }
        let given = |v: Value| -> Vec<Bits> {
            warp.iter().map(|t| t.values[v.0 as usize].clone()).collect()
        };
        let (to, results) = match warp[0].waits {
            Some(Wait::Exchange(to, from, by)) => {
                let given = given(from);
                (to, (0..32).map(|n| given[n ^ usize::from(by)].clone()).collect())
            }
            Some(Wait::Product(to, op, from)) => (to, product(op, &from.map(given))),
            None | Some(Wait::Barrier) => continue,
        };
        for (thread, result) in warp.iter_mut().zip(results) {
            thread.values[to.0 as usize] = result;
            thread.waits = None;
        }
        moved = true;
    }
    let ended = threads.iter().all(|t| t.frames.is_empty() && t.waits.is_none());
    if moved || ended { Ok(()) } else { Err(Fault::Apart(block, "a barrier")) }
}

/// The product of matrices whose parts these threads hold, added to the third: products
/// exact, sums of floats in double precision in the order of the sum, rounded once.
fn product(op: ProductOp, parts: &[Vec<Bits>; 3]) -> Vec<Bits> {
    let (factor, _) = op.scalars();
    let group = op.group();
    let [left, right, sums] = parts;
    // Which thread has an element, and in which lane.
    let of = |row: usize, step: usize| (row * 4 + step / group % 4, step % group);
    let number = |bits: u64| match op {
        ProductOp::BF16 | ProductOp::F16 => {
            let wide = eval::convert(ConvertOp::Float, factor, Scalar::F64, bits);
            f64::from_bits(wide)
        }
        ProductOp::S8 => f64::from(bits as u8 as i8),
        ProductOp::U8 => f64::from(bits as u8),
    };
    let each = (0..32usize).map(|thread| {
        let lanes = (0..4).map(|lane| {
            let (row, column) = (thread / 4, 2 * (thread % 4) + lane % 2);
            let terms = (0..8 * group).map(|step| {
                let later = step / (4 * group);
                let (from, at) = of(row, step);
                let a = left[from][(2 * later + lane / 2) * group + at];
                let (from, at) = of(column, step);
                number(a) * number(right[from][later * group + at])
            });
            let start = sums[thread][lane];
            match op.scalars().1 {
                Scalar::F32 => {
                    let start = f64::from(f32::from_bits(start as u32));
                    u64::from((terms.fold(start, |sum, x| sum + x) as f32).to_bits())
                }
                _ => u64::from((start as u32).wrapping_add(terms.sum::<f64>() as i64 as u32)),
            }
        });
        lanes.collect()
    });
    each.collect()
}
