//! Runs that are taken down: what a program asks of a device, with the loops and branches
//! that the device decides itself.
//!
//! A list of steps says what one run does, from its first kernel to its last, with all
//! addresses in place; it is made once ([`plan`](crate::plan)), handed to the device
//! ([`Device::record`](crate::device::Device::record)), and done again from then on without
//! the host looking at anything in between.

use std::ops::Range;

use crate::device::Argument;

/// Pieces of a device's memory: the addresses of their bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Touched {
    /// What is read.
    pub reads: Vec<Range<u64>>,
    /// What is written, and perhaps read.
    pub writes: Vec<Range<u64>>,
}

/// One thing to do: after all those before it that touch the same memory, if one of the two
/// writes there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A kernel.
    Launch(Start),
    /// A copy of bytes.
    Copy {
        /// To this address.
        to: u64,
        /// From this address.
        from: u64,
        /// So many, at least one.
        bytes: u64,
    },
    /// Steps that are done as long as a test holds, which is looked at ahead of each round.
    While {
        /// The test.
        test: Test,
        /// A round.
        body: Vec<Step>,
    },
    /// Steps that are done if a test holds, and others if not. The test is looked at once,
    /// before either.
    If {
        /// The test.
        test: Test,
        /// What is done if it holds.
        then: Vec<Step>,
        /// What is done if it does not.
        otherwise: Vec<Step>,
    },
}

/// A kernel and what it is started with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// The entry's name.
    pub kernel: String,
    /// Blocks of the grid, in x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block, in x, y and z.
    pub block: [u32; 3],
    /// Bytes of shared memory of a block, beside what the kernel says itself.
    pub shared: u64,
    /// The parameters.
    pub parameters: Vec<Argument>,
    /// Whether it may leave the number of a check that fails.
    pub checks: bool,
    /// What it may touch.
    pub touched: Touched,
}

/// What a device looks at in its memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Test {
    /// Where the number lies that is looked at.
    pub address: u64,
    /// Its bytes: 1, 2, 4 or 8, the least first.
    pub bytes: u8,
    /// What it is compared with.
    pub value: u64,
    /// Whether the test holds if both are the same, else if they are not.
    pub equal: bool,
    /// Where the number of a check that failed lies, 4 bytes: a loop ends once that is not 0,
    /// whatever the rest of the test says.
    pub intact: Option<u64>,
}

impl Touched {
    /// A piece of this that another one does not have, or has for reading alone.
    pub fn beyond(&self, other: &Touched) -> Option<Range<u64>> {
        let left = |pieces: &[Range<u64>], within: &[&Range<u64>]| {
            pieces.iter().find_map(|piece| {
                let mut at = piece.start;
                while let Some(next) = within.iter().find(|it| it.contains(&at)) {
                    at = next.end;
                }
                (at < piece.end).then_some(at..piece.end)
            })
        };
        let writes: Vec<_> = other.writes.iter().collect();
        let all: Vec<_> = other.reads.iter().chain(&other.writes).collect();
        left(&self.writes, &writes).or_else(|| left(&self.reads, &all))
    }

    /// Adds what another one touches.
    pub fn add(&mut self, other: &Touched) {
        self.reads.extend(other.reads.iter().cloned());
        self.writes.extend(other.writes.iter().cloned());
    }
}

impl Test {
    /// What it looks at.
    pub fn touched(&self) -> Touched {
        let own = self.address..self.address + u64::from(self.bytes);
        let status = self.intact.map(|status| status..status + 4);
        let reads = std::iter::once(own).chain(status).collect();
        Touched { reads, writes: Vec::new() }
    }

    /// That no check failed so far.
    pub fn no_failure(status: u64) -> Test {
        Test { address: status, bytes: 4, value: 0, equal: true, intact: None }
    }
}

impl Step {
    /// Whether a check may fail in it.
    pub fn checks(&self) -> bool {
        match self {
            Step::Launch(start) => start.checks,
            Step::Copy { .. } => false,
            Step::While { body, .. } => body.iter().any(Step::checks),
            Step::If { then, otherwise, .. } => then.iter().chain(otherwise).any(Step::checks),
        }
    }

    /// What it may touch, at any depth.
    pub fn touched(&self) -> Touched {
        let mut all = Touched::default();
        self.touch(&mut all);
        all
    }

    fn touch(&self, all: &mut Touched) {
        match self {
            Step::Launch(start) => all.add(&start.touched),
            Step::Copy { to, from, bytes } => {
                all.reads.push(*from..from + bytes);
                all.writes.push(*to..to + bytes);
            }
            Step::While { test, body } => {
                all.add(&test.touched());
                body.iter().for_each(|step| step.touch(all));
            }
            Step::If { test, then, otherwise } => {
                all.add(&test.touched());
                then.iter().chain(otherwise).for_each(|step| step.touch(all));
            }
        }
    }

    /// Whether the device decides anything in it.
    pub fn decides(&self) -> bool {
        matches!(self, Step::While { .. } | Step::If { .. })
    }
}

/// The same steps, of which nothing is done that comes after a check that failed.
///
/// What is behind a step with checks stands under the test that none failed, up to and with
/// the next such step; so what reads what was checked never runs on anything else.
pub(crate) fn guarded(steps: Vec<Step>, status: u64) -> Vec<Step> {
    let mut out = Vec::new();
    let mut behind: Option<Vec<Step>> = None;
    for step in steps {
        let step = match step {
            Step::While { test, body } => {
                let body = guarded(body, status);
                let intact = body.iter().any(Step::checks).then_some(status);
                Step::While { test: Test { intact, ..test }, body }
            }
            Step::If { test, then, otherwise } => {
                let (then, otherwise) = (guarded(then, status), guarded(otherwise, status));
                Step::If { test, then, otherwise }
            }
            step => step,
        };
        let checks = step.checks();
        match &mut behind {
            None => out.push(step),
            Some(group) => group.push(step),
        }
        if checks {
            out.extend(behind.take().map(|group| under(group, status)));
            behind = Some(Vec::new());
        }
    }
    out.extend(behind.filter(|group| !group.is_empty()).map(|group| under(group, status)));
    out
}

fn under(group: Vec<Step>, status: u64) -> Step {
    Step::If { test: Test::no_failure(status), then: group, otherwise: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copy(bytes: u64) -> Step {
        Step::Copy { to: 0, from: 4096, bytes }
    }

    fn checked() -> Step {
        Step::Launch(Start {
            kernel: "checked".to_owned(),
            grid: [1; 3],
            block: [1; 3],
            shared: 0,
            parameters: Vec::new(),
            checks: true,
            touched: Touched::default(),
        })
    }

    #[test]
    fn what_is_touched_beyond_what_is_said() {
        let pieces = |ends: &[(u64, u64)]| ends.iter().map(|(start, end)| *start..*end).collect();
        let of = |reads: &[(u64, u64)], writes: &[(u64, u64)]| Touched {
            reads: pieces(reads),
            writes: pieces(writes),
        };
        let said = of(&[(0, 8), (8, 16)], &[(32, 40)]);
        assert_eq!(of(&[(4, 12), (32, 33)], &[(34, 40)]).beyond(&said), None);
        assert_eq!(of(&[(4, 20)], &[]).beyond(&said), Some(16..20));
        assert_eq!(of(&[], &[(4, 8)]).beyond(&said), Some(4..8));
        assert_eq!(of(&[], &[(39, 41)]).beyond(&said), Some(40..41));
        let test = Test { address: 7, bytes: 1, value: 0, equal: false, intact: Some(99) };
        let step = Step::If { test, then: vec![copy(3)], otherwise: vec![copy(1)] };
        let want = of(&[(7, 8), (99, 103), (4096, 4099), (4096, 4097)], &[(0, 3), (0, 1)]);
        assert_eq!(step.touched(), want);
    }

    #[test]
    fn what_is_behind_a_check_is_done_if_it_did_not_fail() {
        let plain = vec![copy(1), copy(2)];
        assert_eq!(guarded(plain.clone(), 9), plain);
        assert_eq!(guarded(vec![copy(1), checked()], 9), [copy(1), checked()]);
        let test = Test { address: 7, bytes: 1, value: 0, equal: false, intact: None };
        let round = Step::While { test, body: vec![checked(), copy(3)] };
        let behind = |then| Step::If { test: Test::no_failure(9), then, otherwise: Vec::new() };
        let stops = Step::While {
            test: Test { intact: Some(9), ..test },
            body: vec![checked(), behind(vec![copy(3)])],
        };
        let steps = vec![checked(), copy(1), round, copy(2)];
        let want = [checked(), behind(vec![copy(1), stops]), behind(vec![copy(2)])];
        assert_eq!(guarded(steps, 9), want);
        // A loop without checks goes by its own test.
        let free = vec![Step::While { test, body: vec![copy(1)] }];
        assert_eq!(guarded(free.clone(), 9), free);
    }
}
