//! Scheduling: blocks of a wave, warps of a block, groups of a warp.

use super::machine::{Group, Machine, State, Stop, Warp, first};
use crate::fault::{Fault, FaultKind};

/// Instructions that a warp runs before the scheduler goes on to the next warp.
pub(super) const SLICE: u32 = 4096;

impl Warp {
    /// Takes the group that goes next: the one furthest behind, with all that are at the
    /// same position. None where no group can go.
    pub(super) fn take(&mut self) -> Option<Group> {
        let avoid = self.gives_way.take();
        let ready = |g: &&Group| g.state == State::Ready;
        let all = self.groups.iter().filter(ready);
        let at = all.clone().map(|g| g.at).filter(|at| Some(*at) != avoid).min();
        let at = at.or_else(|| all.map(|g| g.at).min())?;
        let mut taken = Group { at, mask: 0, state: State::Ready };
        self.groups.retain(|g| {
            let joins = g.at == at && matches!(g.state, State::Ready | State::Lanes(_));
            if joins {
                taken.mask |= g.mask;
            }
            !joins
        });
        Some(taken)
    }

    /// The position from which on a group at `at` may have to let others go first, or meets them.
    pub(super) fn limit(&self, at: u32) -> u32 {
        let meets = |g: &&Group| match g.state {
            State::Ready => true,
            State::Lanes(_) => g.at >= at,
            _ => false,
        };
        self.groups.iter().filter(meets).map(|g| g.at).min().unwrap_or(u32::MAX)
    }

    /// Lets groups that wait for lanes look again: lanes have ended or come to wait.
    pub(super) fn wake_lanes(&mut self) {
        for group in &mut self.groups {
            if let State::Lanes(_) = group.state {
                group.state = State::Ready;
            }
        }
    }

    /// Lets groups that wait for something elsewhere look again.
    pub(super) fn wake(&mut self) {
        for group in &mut self.groups {
            if group.state == State::Elsewhere {
                group.state = State::Ready;
            }
        }
    }
}

impl Machine<'_> {
    /// Runs the blocks of a wave to their ends.
    pub(super) fn wave(&mut self) -> Result<(), Box<Fault>> {
        loop {
            let before = (self.progress, self.steps);
            let mut alive = false;
            for block in 0..self.blocks.len() {
                for warp in self.options.order.of(self.blocks[block].warps.len() as u32) {
                    let warp = warp as usize;
                    if self.blocks[block].warps[warp].alive == 0 {
                        continue;
                    }
                    alive = true;
                    self.run_warp(block, warp)?;
                    self.barriers(block);
                }
            }
            if !alive {
                return self.end_of_wave();
            }
            // Spinning is no progress: asynchronous operations come late, but they come.
            if self.progress != before.0 || self.asynchronous_step()? {
                self.wake_all();
            } else if self.steps == before.1 {
                return Err(self.deadlock());
            }
        }
    }

    fn wake_all(&mut self) {
        for block in &mut self.blocks {
            for warp in &mut block.warps {
                warp.wake();
            }
        }
    }

    /// Lets a warp run for a slice.
    fn run_warp(&mut self, block: usize, warp: usize) -> Result<(), Box<Fault>> {
        let mut taken = self.blocks[block].warps[warp].take_out();
        self.current = block;
        let result = self.slice(block, &mut taken);
        self.blocks[block].warps[warp] = taken;
        result
    }

    /// A fault that says what everyone waits for.
    fn deadlock(&self) -> Box<Fault> {
        for (index, block) in self.blocks.iter().enumerate() {
            for warp in block.warps.iter().filter(|w| w.alive != 0) {
                let Some(group) = warp.groups.first() else { continue };
                let lane = first(group.mask);
                let kind = match group.state {
                    State::Lanes(needed) => FaultKind::Divergent { present: group.mask, needed },
                    State::Barrier(id) => FaultKind::Deadlock(format!(
                        "this thread waits at barrier {id} of the block, where {} threads have arrived",
                        block.barriers[id as usize].arrived
                    )),
                    State::Cluster => {
                        FaultKind::Deadlock("this thread waits at the cluster's barrier".into())
                    }
                    State::Elsewhere | State::Ready => FaultKind::Deadlock(
                        "this thread waits for something that nobody does".into(),
                    ),
                };
                return self.fault(index, warp, group.at, Stop { kind, lane });
            }
        }
        Fault::launch(&self.kernel.name, FaultKind::Deadlock("nothing runs".into()))
    }

    /// Completes the barriers of a block that everybody needed has come to.
    fn barriers(&mut self, block: usize) {
        let alive: u32 = self.blocks[block].warps.iter().map(|w| w.alive.count_ones()).sum();
        for id in 0..self.blocks[block].barriers.len() {
            let barrier = &self.blocks[block].barriers[id];
            let needed = barrier.threads.unwrap_or(alive);
            if barrier.arrived > 0 && barrier.arrived >= needed {
                self.complete_barrier(block, id as u32);
            }
        }
        self.complete_cluster_barrier(block);
    }

    /// A slice of one warp. Whether everything in it waits is seen by the caller.
    fn slice(&mut self, block: usize, warp: &mut Warp) -> Result<(), Box<Fault>> {
        let mut left = SLICE;
        while left > 0 {
            let Some(mut group) = warp.take() else { return Ok(()) };
            let flow = self.group(block, warp, &mut group, &mut left);
            match flow {
                Ok(()) => {}
                Err(stop) => return Err(self.fault(block, warp, group.at, *stop)),
            }
            if self.steps > self.options.step_limit {
                let kind = FaultKind::StepLimit(self.options.step_limit);
                let lane = first(group.mask);
                return Err(self.fault(block, warp, group.at, Stop { kind, lane }));
            }
        }
        // A group that used up its slice may be waiting for other groups of its warp.
        warp.gives_way = warp.groups.iter().map(|g| g.at).min();
        Ok(())
    }
}

impl Warp {
    /// The warp, leaving an empty one in its place.
    pub(crate) fn take_out(&mut self) -> Self {
        std::mem::replace(
            self,
            Self {
                number: self.number,
                registers: Vec::new(),
                predicates: Vec::new(),
                carry: 0,
                alive: self.alive,
                groups: Vec::new(),
                gives_way: None,
                epoch: self.epoch,
                clocks: Vec::new(),
                acquired: Vec::new(),
                acquired_last: Vec::new(),
                fenced: Vec::new(),
                copies: super::copies::WarpCopies::default(),
                multiply: super::multiplications::Multiplications::default(),
                generations: Vec::new(),
            },
        )
    }
}
