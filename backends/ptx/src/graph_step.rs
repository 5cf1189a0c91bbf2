//! The steps of a captured run, with the loops and branches that the device evaluates itself.
//!
//! A list of steps describes one run from its first kernel to its last, with all addresses
//! resolved. It is captured once ([`graph_capture`](crate::graph_capture)), recorded by the
//! device ([`Device::record`](crate::device::Device::record)), and replayed without the host.

use crate::launch::{Launch, Touched};

/// A step. It is ordered behind the earlier steps that touch the same memory if one of the two
/// writes there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GraphStep {
    /// A kernel launch.
    Launch(Launch),
    /// A copy of bytes.
    Copy {
        /// To this address.
        to: u64,
        /// From this address.
        from: u64,
        /// So many, at least one.
        bytes: u64,
    },
    /// Repeats steps as long as a test holds, which is evaluated ahead of each iteration.
    While {
        /// The test.
        test: Test,
        /// The steps of an iteration.
        body: Vec<GraphStep>,
    },
    /// Executes one of two lists of steps by a test, which is evaluated once, ahead of both.
    If {
        /// The test.
        test: Test,
        /// The steps if it holds.
        then: Vec<GraphStep>,
        /// The steps if it does not.
        otherwise: Vec<GraphStep>,
    },
}

/// A comparison of a number in device memory with a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Test {
    /// The address of the number.
    pub address: u64,
    /// Its size in bytes: 1, 2, 4 or 8, little-endian.
    pub bytes: u8,
    /// The constant.
    pub value: u64,
    /// Whether the test is for equality; else for inequality.
    pub equal: bool,
    /// The address of the 4-byte number of a failed check: a loop ends once that is not 0,
    /// whatever the comparison says.
    pub intact: Option<u64>,
}

impl Test {
    /// The memory that it reads.
    pub fn touched(&self) -> Touched {
        let own = self.address..self.address + u64::from(self.bytes);
        let status = self.intact.map(|status| status..status + 4);
        let reads = std::iter::once(own).chain(status).collect();
        Touched { reads, writes: Vec::new() }
    }

    /// The test that no check failed so far.
    pub fn no_failure(status: u64) -> Test {
        Test { address: status, bytes: 4, value: 0, equal: true, intact: None }
    }
}

impl GraphStep {
    /// Whether a check may fail in it.
    pub fn checks(&self) -> bool {
        match self {
            GraphStep::Launch(launch) => launch.checks,
            GraphStep::Copy { .. } => false,
            GraphStep::While { body, .. } => body.iter().any(GraphStep::checks),
            GraphStep::If { then, otherwise, .. } => {
                then.iter().chain(otherwise).any(GraphStep::checks)
            }
        }
    }

    /// The memory that it may touch, at any depth.
    pub fn touched(&self) -> Touched {
        let mut all = Touched::default();
        self.touch(&mut all);
        all
    }

    fn touch(&self, all: &mut Touched) {
        match self {
            GraphStep::Launch(launch) => all.add(&launch.touched),
            GraphStep::Copy { to, from, bytes } => {
                all.reads.push(*from..from + bytes);
                all.writes.push(*to..to + bytes);
            }
            GraphStep::While { test, body } => {
                all.add(&test.touched());
                body.iter().for_each(|step| step.touch(all));
            }
            GraphStep::If { test, then, otherwise } => {
                all.add(&test.touched());
                then.iter().chain(otherwise).for_each(|step| step.touch(all));
            }
        }
    }

    /// Whether the device evaluates a test in it.
    pub fn decides(&self) -> bool {
        matches!(self, GraphStep::While { .. } | GraphStep::If { .. })
    }
}

/// The same steps, guarded so that nothing behind a failed check is executed.
///
/// The steps behind one with checks stand under the test that none failed, up to and including
/// the next such step, so that no step reads unchecked data.
pub(crate) fn skipped_after_failure(steps: Vec<GraphStep>, status: u64) -> Vec<GraphStep> {
    let mut out = Vec::new();
    let mut behind: Option<Vec<GraphStep>> = None;
    for step in steps {
        let step = match step {
            GraphStep::While { test, body } => {
                let body = skipped_after_failure(body, status);
                let intact = body.iter().any(GraphStep::checks).then_some(status);
                GraphStep::While { test: Test { intact, ..test }, body }
            }
            GraphStep::If { test, then, otherwise } => {
                let (then, otherwise) =
                    (skipped_after_failure(then, status), skipped_after_failure(otherwise, status));
                GraphStep::If { test, then, otherwise }
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

fn under(group: Vec<GraphStep>, status: u64) -> GraphStep {
    GraphStep::If { test: Test::no_failure(status), then: group, otherwise: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copy(bytes: u64) -> GraphStep {
        GraphStep::Copy { to: 0, from: 4096, bytes }
    }

    fn checked() -> GraphStep {
        GraphStep::Launch(Launch {
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
        let step = GraphStep::If { test, then: vec![copy(3)], otherwise: vec![copy(1)] };
        let want = of(&[(7, 8), (99, 103), (4096, 4099), (4096, 4097)], &[(0, 3), (0, 1)]);
        assert_eq!(step.touched(), want);
    }

    #[test]
    fn what_is_behind_a_check_is_done_if_it_did_not_fail() {
        let plain = vec![copy(1), copy(2)];
        assert_eq!(skipped_after_failure(plain.clone(), 9), plain);
        assert_eq!(skipped_after_failure(vec![copy(1), checked()], 9), [copy(1), checked()]);
        let test = Test { address: 7, bytes: 1, value: 0, equal: false, intact: None };
        let round = GraphStep::While { test, body: vec![checked(), copy(3)] };
        let behind =
            |then| GraphStep::If { test: Test::no_failure(9), then, otherwise: Vec::new() };
        let stops = GraphStep::While {
            test: Test { intact: Some(9), ..test },
            body: vec![checked(), behind(vec![copy(3)])],
        };
        let steps = vec![checked(), copy(1), round, copy(2)];
        let want = [checked(), behind(vec![copy(1), stops]), behind(vec![copy(2)])];
        assert_eq!(skipped_after_failure(steps, 9), want);
        // A loop without checks goes by its own test.
        let free = vec![GraphStep::While { test, body: vec![copy(1)] }];
        assert_eq!(skipped_after_failure(free.clone(), 9), free);
    }
}
