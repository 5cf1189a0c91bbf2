//! Barriers, and what the lanes of a warp tell each other.

use std::rc::Rc;

use smallvec::SmallVec;

use super::machine::{BarrierState, Machine, Result, State, Warp, first, lanes, stop};
use super::step::Flow;
use crate::clock::Clock;
use crate::fault::FaultKind;
use crate::kernel::{Barrier, BarrierResult, Lanes, Mask, Op, Reduce, Shuffle, Vote, signed};

impl Machine<'_> {
    /// The lanes that take part in an exchange, or who is missing.
    fn members(
        &self,
        warp: &Warp,
        mask: Mask,
        register: u32,
    ) -> Result<std::result::Result<Mask, State>> {
        let values = &warp.registers[register as usize];
        let members = values[first(mask)] as Mask;
        for lane in lanes(mask) {
            let own = values[lane] as Mask;
            if own >> lane & 1 == 0 {
                let what = format!(
                    "the thread is lane {lane}, which its own mask of members {own:#010x} lacks"
                );
                return stop(lane, FaultKind::Invalid(what));
            }
            if own != members {
                let what = format!(
                    "the lanes of a warp name different members: {members:#010x}, {own:#010x}"
                );
                return stop(lane, FaultKind::Invalid(what));
            }
        }
        let needed = members & warp.alive;
        if needed & !mask != 0 {
            return Ok(Err(State::Lanes(needed)));
        }
        Ok(Ok(needed))
    }

    /// Shuffles, votes and the like.
    pub(super) fn exchange(&mut self, warp: &mut Warp, mask: Mask, op: &Op) -> Result<Flow> {
        let (Op::Shuffle { members, .. }
        | Op::Vote { members, .. }
        | Op::Match { members, .. }
        | Op::Reduce { members, .. }
        | Op::Elect { members, .. }
        | Op::WarpBarrier { members }) = op
        else {
            return Ok(Flow::Next);
        };
        // Different masks are different exchanges, one after another.
        let values = &warp.registers[*members as usize];
        let mut rest = mask;
        let mut parts: SmallVec<[Mask; 2]> = SmallVec::new();
        while rest != 0 {
            let own = values[first(rest)];
            let part = lanes(rest).filter(|l| values[*l] == own).fold(0, |m, l| m | 1 << l);
            rest &= !part;
            parts.push(part);
        }
        for part in &parts {
            if let Err(state) = self.members(warp, *part, *members)? {
                return Ok(Flow::Wait(state));
            }
        }
        for part in parts {
            if self.options.shuffles_order || matches!(op, Op::WarpBarrier { .. }) {
                self.synchronize(warp, part);
            }
            exchange_values(warp, part, op);
        }
        Ok(Flow::Next)
    }

    pub(super) fn barrier(
        &mut self,
        block: usize,
        warp: &mut Warp,
        mask: Mask,
        barrier: &Barrier,
    ) -> Result<Flow> {
        if barrier.aligned && mask != warp.alive {
            return Ok(Flow::Wait(State::Lanes(warp.alive)));
        }
        let operand = |register: u32| warp.registers[register as usize][first(mask)] as u32;
        let id = operand(barrier.id);
        let threads = barrier.threads.map(operand);
        if id >= 16 {
            return stop(
                first(mask),
                FaultKind::Invalid(format!("there is no barrier {id}: a block has 16")),
            );
        }
        if threads.is_some_and(|t| t == 0 || t % 32 != 0) {
            let what = "the threads of a barrier are a multiple of 32";
            return stop(first(mask), FaultKind::Invalid(what.into()));
        }
        let predicate = barrier.reduce.map(|(_, _, guard)| warp.holds(guard) & mask);
        let clock = self.release_lanes(warp, mask);
        let state = &mut self.blocks[block].barriers[id as usize];
        if state.arrived > 0 && state.threads != threads {
            let what = format!("threads come to barrier {id} with different counts of threads");
            return stop(first(mask), FaultKind::Invalid(what));
        }
        state.threads = threads;
        // A warp counts whole: threads that have ended are counted with the others of it.
        state.arrived += if threads.is_some() && barrier.aligned { 32 } else { mask.count_ones() };
        if threads.is_some_and(|t| state.arrived > t) {
            let what = format!("more threads than it is for come to barrier {id}");
            return stop(first(mask), FaultKind::Invalid(what));
        }
        state.clock.join(&clock);
        if let (Some((result, reduce, _)), Some(predicate)) = (barrier.reduce, predicate) {
            let value = state.reduce.map_or(identity(reduce), |r| r.1);
            let count = u64::from(predicate.count_ones());
            let value = match reduce {
                Reduce::And => value & u64::from(predicate == mask),
                Reduce::Or => value | u64::from(predicate != 0),
                _ => value + count,
            };
            state.reduce = Some((reduce, value));
            state.results.push((warp.number, mask, result));
        }
        self.progress += 1;
        Ok(if barrier.wait { Flow::WaitBehind(State::Barrier(id)) } else { Flow::Next })
    }

    /// Lets everyone who waits at a barrier go on.
    pub(super) fn complete_barrier(&mut self, block: usize, id: u32) {
        let state = std::mem::take(&mut self.blocks[block].barriers[id as usize]);
        let BarrierState { clock, reduce, results, .. } = state;
        let clock = Rc::new(clock);
        let mut warps = std::mem::take(&mut self.blocks[block].warps);
        for warp in &mut warps {
            let mut mask = 0;
            for group in &mut warp.groups {
                if group.state == State::Barrier(id) {
                    group.state = State::Ready;
                    mask |= group.mask;
                }
            }
            self.acquire_clock(warp, mask, &clock);
            let number = warp.number;
            for (_, mask, result) in results.iter().filter(|r| r.0 == number) {
                let value = reduce.map_or(0, |r| r.1);
                match result {
                    BarrierResult::Register(to) => warp.set(*to, *mask, &[value; 32]),
                    BarrierResult::Predicate(to) => {
                        warp.set_predicate(*to, *mask, if value == 0 { 0 } else { Mask::MAX });
                    }
                }
            }
        }
        self.blocks[block].warps = warps;
        self.report.barriers += 1;
        self.progress += 1;
    }

    /// Lets the threads of a cluster go on, once all have arrived at its barrier.
    pub(super) fn complete_cluster_barrier(&mut self, block: usize) {
        let begin = self.blocks[block].cluster;
        let size = self.launch.cluster.iter().product::<u32>() as usize;
        let blocks = begin..begin + size;
        let arrived = |b: &super::machine::Block| {
            b.warps.iter().all(|w| {
                let here = b.cluster_barrier.arrived.get(&w.number).copied().unwrap_or(0);
                here & w.alive == w.alive
            })
        };
        let any = self.blocks[blocks.clone()].iter().any(|b| !b.cluster_barrier.arrived.is_empty());
        if !any || !self.blocks[blocks.clone()].iter().all(arrived) {
            return;
        }
        let clocks: Vec<(u32, Rc<Clock>)> = self.blocks[blocks.clone()]
            .iter_mut()
            .map(|b| (b.linear, Rc::new(std::mem::take(&mut b.cluster_barrier.clock))))
            .collect();
        for index in blocks {
            let linear = self.blocks[index].linear;
            let mut all = Clock::default();
            for (owner, clock) in &clocks {
                if *owner == linear {
                    all.join(clock);
                } else {
                    all.join(&clock.for_block(*owner, linear));
                }
            }
            let barrier = &mut self.blocks[index].cluster_barrier;
            barrier.arrived.clear();
            barrier.completed += 1;
            barrier.released = Rc::new(all);
            for warp in &mut self.blocks[index].warps {
                for group in &mut warp.groups {
                    if group.state == State::Cluster {
                        group.state = State::Ready;
                    }
                }
            }
        }
        self.progress += 1;
    }
}

/// The initial value of a `bar.red`.
fn identity(reduce: Reduce) -> u64 {
    u64::from(reduce == Reduce::And)
}

/// The values of an exchange among lanes that are all there.
fn exchange_values(warp: &mut Warp, mask: Mask, op: &Op) {
    if let Op::Reduce { to, value, reduce, .. } = op {
        let values = warp.registers[*value as usize];
        let all: Vec<u64> = lanes(mask).map(|l| values[l]).collect();
        let result = all.iter().skip(1).fold(all[0], |a, b| reduce_two(*reduce, a, *b));
        warp.set(*to, mask, &[result; 32]);
        return;
    }
    if let Op::Elect { to, predicate, .. } = op {
        let leader = first(mask);
        warp.set(*to, mask, &[leader as u64; 32]);
        warp.set_predicate(*predicate, mask, 1 << leader);
        return;
    }
    match op {
        Op::Shuffle { to, valid, mode, value, lane, clamp, .. } => {
            let values = warp.registers[*value as usize];
            let (by, clamp) = (warp.registers[*lane as usize], warp.registers[*clamp as usize]);
            let mut result = values;
            let mut inside = 0;
            for own in lanes(mask) {
                let (source, valid) =
                    shuffle_source(*mode, own as u32, by[own] as u32, clamp[own] as u32);
                result[own] = match (valid, mask >> (source & 31) & 1) {
                    (false, _) => values[own],
                    (true, 1) => values[source as usize],
                    // The value from a lane that does not take part is undefined.
                    (true, _) => 0x7FF5_A5A5,
                };
                inside |= u32::from(valid) << own;
            }
            warp.set(*to, mask, &result);
            if let Some(valid) = valid {
                warp.set_predicate(*valid, mask, inside);
            }
        }
        Op::Vote { vote, to, predicate, .. } => {
            let yes = warp.holds(*predicate) & mask;
            let result = match vote {
                Vote::All => yes == mask,
                Vote::Any => yes != 0,
                Vote::Uniform => yes == mask || yes == 0,
                Vote::Ballot => {
                    warp.set(*to, mask, &[yes.into(); 32]);
                    return;
                }
            };
            warp.set_predicate(*to, mask, if result { Mask::MAX } else { 0 });
        }
        Op::Match { to, all, every, value, .. } => {
            let values = warp.registers[*value as usize];
            let same = |own: usize| {
                lanes(mask).filter(|l| values[*l] == values[own]).fold(0, |m, l| m | 1_u64 << l)
            };
            let result: Lanes = std::array::from_fn(same);
            let agree = result[first(mask)] as Mask == mask;
            if *every {
                warp.set(*to, mask, &[if agree { mask.into() } else { 0 }; 32]);
            } else {
                warp.set(*to, mask, &result);
            }
            if let Some(all) = all {
                warp.set_predicate(*all, mask, if agree { Mask::MAX } else { 0 });
            }
        }
        // Any other op: the caller passes these only.
        _ => {}
    }
}

/// The lane `shfl.sync` reads, and whether it lies in range (PTX ISA, "shfl.sync").
fn shuffle_source(mode: Shuffle, lane: u32, by: u32, clamp: u32) -> (u32, bool) {
    let segment = clamp >> 8 & 31;
    let bound = clamp & 31;
    let by = by & 31;
    let max = lane & segment | bound & !segment;
    let min = lane & segment;
    match mode {
        Shuffle::Up => (lane.wrapping_sub(by), lane as i32 - by as i32 >= max as i32),
        Shuffle::Down => (lane + by, lane + by <= max),
        Shuffle::Butterfly => (lane ^ by, lane ^ by <= max),
        Shuffle::Index => {
            let source = min | by & !segment & 31;
            (source, source <= max)
        }
    }
}

/// Two values of `redux.sync`.
fn reduce_two(reduce: Reduce, a: u64, b: u64) -> u64 {
    match reduce {
        Reduce::Add | Reduce::Count => (a as u32).wrapping_add(b as u32).into(),
        Reduce::And => a & b,
        Reduce::Or => a | b,
        Reduce::Xor => a ^ b,
        Reduce::MinUnsigned => a.min(b),
        Reduce::MaxUnsigned => a.max(b),
        Reduce::MinSigned => {
            if signed(a, 32) <= signed(b, 32) {
                a
            } else {
                b
            }
        }
        Reduce::MaxSigned => {
            if signed(a, 32) >= signed(b, 32) {
                a
            } else {
                b
            }
        }
        Reduce::Float { least, magnitude, nan } => {
            let strip = |x: u64| if magnitude { x & 0x7FFF_FFFF } else { x };
            let (x, y) = (f32::from_bits(strip(a) as u32), f32::from_bits(strip(b) as u32));
            match (x.is_nan(), y.is_nan()) {
                (true, true) => 0x7FFF_FFFF,
                (true, false) | (false, true) if nan => 0x7FFF_FFFF,
                (true, false) => strip(b),
                (false, true) => strip(a),
                _ => {
                    let less = x < y || x == y && x.is_sign_negative();
                    if less == least { strip(a) } else { strip(b) }
                }
            }
        }
    }
}
