//! Runs grids: the threads of a block in turns, each until it has to wait for others.

use super::super::{Grid, Space, Value};
use super::{After, Bits, Fault, Frame, Machine};

/// Why a thread of a grid waits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    /// For all of its block.
    Barrier,
    /// For all of its warp, to exchange values: what for, of what, with whom.
    Exchange(Value, Value, u16),
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
        let Some(Wait::Exchange(to, from, by)) = warp[0].waits else { continue };
        if warp.len() < 32 || warp.iter().any(|t| t.waits != warp[0].waits) {
            return Err(Fault::Apart(block, "an exchange"));
        }
        let given: Vec<Bits> = warp.iter().map(|t| t.values[from.0 as usize].clone()).collect();
        for (n, thread) in warp.iter_mut().enumerate() {
            thread.values[to.0 as usize] = given[n ^ usize::from(by)].clone();
            thread.waits = None;
        }
        moved = true;
    }
    let ended = threads.iter().all(|t| t.frames.is_empty() && t.waits.is_none());
    if moved || ended { Ok(()) } else { Err(Fault::Apart(block, "a barrier")) }
}
