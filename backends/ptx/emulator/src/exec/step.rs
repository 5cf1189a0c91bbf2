//! One group of threads, instruction by instruction.

use super::machine::{Group, Machine, Result, State, Warp, first, lanes, stop};
use crate::fault::FaultKind;
use crate::kernel::{Logic, Mask, Op, Strength, truncate};
use crate::memory::{LOCAL_WINDOW, PARAM_WINDOW, SHARED_WINDOW, WINDOW};
use crate::text::syntax::Space;

/// The continuation of a group after an instruction.
pub(crate) enum Flow {
    /// The next one.
    Next,
    /// The group waits, and tries the same instruction again.
    Wait(State),
    /// The group waits, and then continues with the next instruction.
    WaitBehind(State),
    /// The next one, after other groups of the warp and other warps were scheduled.
    Yield,
}

impl Machine<'_> {
    /// Runs a group until it has to let other groups run, and puts it back.
    pub(super) fn group(
        &mut self,
        block: usize,
        warp: &mut Warp,
        group: &mut Group,
        left: &mut u32,
    ) -> Result<()> {
        let kernel = self.kernel;
        let mut limit = warp.limit(group.at);
        loop {
            if *left == 0 {
                warp.groups.push(*group);
                return Ok(());
            }
            let instruction = &kernel.code[group.at as usize];
            let mut mask = group.mask;
            if let Some(guard) = instruction.guard {
                mask &= warp.holds(guard);
            }
            let count = &mut self.report.counts[instruction.class as usize];
            count.warps += 1;
            count.threads += u64::from(mask.count_ones());
            self.report.flops += u64::from(instruction.flops * mask.count_ones());
            self.steps += 1;
            *left -= 1;
            let next = group.at + 1;
            match &instruction.op {
                Op::Map { f, to, from } => {
                    let mut result = [0; 32];
                    f(&warp.registers, *from, &mut result);
                    warp.set(*to, mask, &result);
                }
                Op::Branch { target } => {
                    if mask == group.mask {
                        group.at = *target;
                    } else if mask == 0 {
                        group.at = next;
                    } else {
                        let state = State::Ready;
                        warp.groups.push(Group { at: *target, mask, state });
                        warp.groups.push(Group { at: next, mask: group.mask & !mask, state });
                        return Ok(());
                    }
                    limit = warp.limit(group.at);
                    if group.at >= limit {
                        warp.groups.push(*group);
                        return Ok(());
                    }
                    continue;
                }
                Op::BranchIndexed { index, targets } => {
                    let index = &warp.registers[*index as usize];
                    for lane in lanes(mask) {
                        let Some(&at) = targets.get(index[lane] as usize) else {
                            return stop(
                                lane,
                                FaultKind::Invalid("the index of a branch is too large".into()),
                            );
                        };
                        warp.groups.push(Group { at, mask: 1 << lane, state: State::Ready });
                    }
                    if group.mask & !mask != 0 {
                        let state = State::Ready;
                        warp.groups.push(Group { at: next, mask: group.mask & !mask, state });
                    }
                    return Ok(());
                }
                Op::Exit => {
                    warp.alive &= !mask;
                    self.progress += 1;
                    warp.wake_lanes();
                    group.mask &= !mask;
                    group.at = next;
                    if group.mask != 0 {
                        warp.groups.push(*group);
                    }
                    return Ok(());
                }
                // No lane is there: the instruction does not happen.
                _ if mask == 0 => {}
                // Any other op: executed by an exhaustive match.
                op => match self.charged(block, warp, group, mask, op, left)? {
                    Flow::Next => {}
                    Flow::Wait(state) => {
                        if let State::Lanes(_) = state {
                            // It never ran; it will be counted when it does.
                            let count = &mut self.report.counts[instruction.class as usize];
                            count.warps -= 1;
                            count.threads -= u64::from(mask.count_ones());
                        }
                        group.state = state;
                        warp.groups.push(*group);
                        return Ok(());
                    }
                    Flow::WaitBehind(state) => {
                        group.at = next;
                        group.state = state;
                        warp.groups.push(*group);
                        return Ok(());
                    }
                    Flow::Yield => {
                        group.at = next;
                        warp.gives_way = Some(next);
                        warp.groups.push(*group);
                        *left = (*left).min(64);
                        return Ok(());
                    }
                },
            }
            group.at = next;
            if next >= limit {
                warp.groups.push(*group);
                return Ok(());
            }
        }
    }

    /// The instructions outside of the inner loop. If the warp is divergent, an instruction that may
    /// poll for other lanes uses up the slice sooner.
    fn charged(
        &mut self,
        block: usize,
        warp: &mut Warp,
        group: &Group,
        mask: Mask,
        op: &Op,
        left: &mut u32,
    ) -> Result<Flow> {
        let polls = match op {
            Op::Atomic(_) => true,
            Op::Load(access) => access.strength != Strength::Weak,
            // Any other op: does not wait for other lanes. A wrong answer costs time only.
            _ => false,
        };
        if polls && !warp.groups.is_empty() {
            *left = left.saturating_sub(64);
        }
        self.other(block, warp, group, mask, op)
    }

    /// The instructions outside of the inner loop.
    fn other(
        &mut self,
        block: usize,
        warp: &mut Warp,
        group: &Group,
        mask: Mask,
        op: &Op,
    ) -> Result<Flow> {
        let line = self.kernel.code[group.at as usize].line;
        match op {
            Op::Select { to, from, by } => {
                let by = warp.holds(*by);
                let [a, b] = from.map(|r| &warp.registers[r as usize]);
                let result =
                    std::array::from_fn(|lane| if by >> lane & 1 == 1 { a[lane] } else { b[lane] });
                warp.set(*to, mask, &result);
            }
            Op::Compare { f, from, to, other, with } => {
                let test = f(&warp.registers, *from);
                let combine = |test: Mask, warp: &Warp| match with {
                    Some((logic, guard)) => logical(*logic, test, warp.holds(*guard)),
                    None => test,
                };
                let (yes, no) = (combine(test, warp), combine(!test, warp));
                if let Some(to) = to {
                    warp.set_predicate(*to, mask, yes);
                }
                if let Some(other) = other {
                    warp.set_predicate(*other, mask, no);
                }
            }
            Op::Predicate { logic, to, a, b } => {
                let value = logical(*logic, warp.holds(*a), warp.holds(*b));
                warp.set_predicate(*to, mask, value);
            }
            Op::Carry { f, to, from, reads, writes } => {
                let [a, b, c] = from.map(|r| warp.registers[r as usize]);
                for lane in lanes(mask) {
                    let carry = *reads && warp.carry >> lane & 1 == 1;
                    let (value, out) = f(a[lane], b[lane], c[lane], carry);
                    warp.registers[*to as usize][lane] = value;
                    if *writes {
                        warp.carry = warp.carry & !(1 << lane) | u32::from(out) << lane;
                    }
                }
            }
            Op::Clock { to, bits } => {
                let value = truncate(self.steps, *bits);
                warp.set(*to, mask, &[value; 32]);
            }
            Op::ActiveMask { to } => warp.set(*to, mask, &[mask.into(); 32]),
            Op::Trap if mask != 0 => return stop(first(mask), FaultKind::Trap),
            Op::Yield => return Ok(Flow::Yield),
            Op::SetCondition { handle, value } => {
                let [handle, value] = [handle, value].map(|r| warp.registers[*r as usize]);
                let set = lanes(mask).map(|lane| (handle[lane], value[lane] as u32));
                self.report.conditions.extend(set);
            }
            Op::IsSpace { to, address, space } => {
                let addresses = warp.registers[*address as usize];
                let inside = |value: u64, window: u64| value.wrapping_sub(window) < WINDOW;
                let test = (0..32).fold(0, |all, lane| {
                    let a = addresses[lane];
                    let [shared, local, param] =
                        [SHARED_WINDOW, LOCAL_WINDOW, PARAM_WINDOW].map(|w| inside(a, w));
                    let yes = match space {
                        Space::Shared => shared,
                        Space::Local => local,
                        Space::Param => param,
                        Space::Const => false,
                        Space::Global | Space::Generic => !(shared || local || param),
                    };
                    all | u32::from(yes) << lane
                });
                warp.set_predicate(*to, mask, test);
            }
            Op::Load(access) => self.load(block, warp, mask, access, line)?,
            Op::Store(access) => self.store(block, warp, mask, access, line)?,
            Op::Atomic(atomic) => self.atomic(block, warp, mask, atomic, line)?,
            Op::Fence(fence) => self.fence(warp, mask, *fence),
            Op::Shuffle { .. }
            | Op::Vote { .. }
            | Op::Match { .. }
            | Op::Reduce { .. }
            | Op::Elect { .. }
            | Op::WarpBarrier { .. } => return self.exchange(warp, mask, op),
            Op::Barrier(barrier) => return self.barrier(block, warp, mask, barrier),
            Op::Async(asynchronous) => {
                return self.asynchronous(block, warp, mask, asynchronous, group.at);
            }
            Op::Matrix(matrix) => return self.matrix(block, warp, mask, matrix, line),
            Op::Map { .. }
            | Op::Branch { .. }
            | Op::BranchIndexed { .. }
            | Op::Exit
            | Op::Trap
            | Op::Nothing => {}
        }
        Ok(Flow::Next)
    }
}

/// Two predicates made one.
fn logical(logic: Logic, a: Mask, b: Mask) -> Mask {
    match logic {
        Logic::And => a & b,
        Logic::Or => a | b,
        Logic::Xor => a ^ b,
        Logic::First => a,
        Logic::Not => !a,
    }
}
