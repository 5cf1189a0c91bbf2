//! Ranks of a fake NCCL on fake drivers: the calls in their order, results, and every failure.

mod failures;
mod order;

use std::collections::BTreeMap;
use std::sync::{Arc, Barrier, Mutex};
use std::time::Duration;

use hloom_loops::lower::lower_with_fallback;

use crate::codegen::{Compiled, Options, compile};
use crate::collective::{Collective, Joining, Kind, Number, Part, Plan, Rows, Team, When};
use crate::device::{Device, Span};
use crate::driver::fake::Fake;
use crate::driver::fake::nccl::{FakeNccl, FakeWorld, Faults};
use crate::driver::loaded::Loaded;
use crate::{Error, Target};

/// The ranks of a test, which meet at a barrier.
struct TestTeam {
    rank: u32,
    shared: Arc<(Barrier, Mutex<Vec<Vec<u8>>>)>,
    /// The time that it takes to begin a collective.
    delay: Duration,
}

impl Team for TestTeam {
    fn rank(&self) -> u32 {
        self.rank
    }

    fn count(&self) -> u32 {
        self.shared.1.lock().expect("no panic").len() as u32
    }

    fn exchange(&self, own: &[u8]) -> Result<Vec<Vec<u8>>, String> {
        let (barrier, slots) = &*self.shared;
        slots.lock().expect("no panic")[self.rank as usize] = own.to_vec();
        barrier.wait();
        Ok(slots.lock().expect("no panic").clone())
    }

    fn begins(&self, group: &[u32], _: &'static str) -> Result<(), String> {
        assert!(group.contains(&self.rank));
        std::thread::sleep(self.delay);
        Ok(())
    }

    fn all_done(&self) {}

    fn overdue(&self, _: &[u32], _: Duration) -> Option<String> {
        None
    }
}

/// The code of a program that leaves collectives to its host.
fn compiled(text: &str) -> Compiled {
    let module = hloom_ir::text::parse_module(text).expect("it parses");
    let main = module.symbol("main").expect("there is a main");
    let machine = Target::Sm80.schedule_machine();
    let lowered = lower_with_fallback(&module, main, &machine).expect("it lowers");
    compile(&lowered.program, &Options::new(Target::Sm80)).expect("it compiles")
}

const NONE: Rows = Rows { outer: 1, inner: 0 };

/// An operand of numbers.
fn numbers(number: Number, count: u64) -> Part {
    Part { number, count, split: NONE, concat: NONE }
}

fn collective(op: &'static str, kind: Kind, groups: &[&[u32]], part: Part) -> Collective {
    let groups = groups.iter().map(|group| group.to_vec()).collect();
    Collective { op, kind, groups, parts: vec![part], when: When::Now }
}

/// A plan of one collective.
fn only(it: Collective) -> Plan {
    Plan(BTreeMap::from([(0, it)]))
}

/// A rank of a test.
#[derive(Clone)]
struct TestRank {
    plan: Plan,
    input: Vec<f32>,
    outputs: Vec<usize>,
    runs: usize,
    faults: Faults,
    patience: Duration,
    /// Whether it only joins the others.
    stays_away: bool,
    /// The time that it takes to begin a collective.
    delay: Duration,
    /// Whether it is traced; spans are in the log then.
    is_traced: bool,
}

impl TestRank {
    fn new(plan: Plan, input: Vec<f32>, outputs: &[usize]) -> TestRank {
        let (faults, patience) = (Faults::default(), Duration::from_secs(30));
        let (outputs, delay) = (outputs.to_vec(), Duration::ZERO);
        TestRank {
            plan,
            input,
            outputs,
            runs: 1,
            faults,
            patience,
            stays_away: false,
            delay,
            is_traced: false,
        }
    }
}

fn bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks().0.iter().map(|it| f32::from_le_bytes(*it)).collect()
}

/// The outcome of a rank: its results, and the log of its driver from its first run on.
type Outcome = (Result<Vec<Vec<f32>>, Error>, Vec<String>);

/// Runs a program on ranks, each a thread with a driver of its own. All that the drivers lent comes
/// back.
fn ranks(code: &Compiled, all: Vec<TestRank>) -> Vec<Outcome> {
    ranks_refusing(code, all, None).0
}

/// Runs a program on ranks; the call of this number is refused to rank 0. Also the calls of its driver.
fn ranks_refusing(
    code: &Compiled,
    all: Vec<TestRank>,
    refuse: Option<usize>,
) -> (Vec<Outcome>, Vec<&'static str>) {
    let count = all.len();
    let world = FakeWorld::default();
    let shared = Arc::new((Barrier::new(count), Mutex::new(vec![Vec::new(); count])));
    // Ranks stay until all have ended, as a rank that hangs would.
    let end = Barrier::new(count);
    let calls = Mutex::new(Vec::new());
    let outcomes = std::thread::scope(|scope| {
        let mut threads = Vec::new();
        for (rank, it) in (0..).zip(all) {
            let (world, shared, end, calls) = (world.clone(), shared.clone(), &end, &calls);
            threads.push(scope.spawn(move || {
                let fake = Fake::new();
                fake.state().refuse = refuse.filter(|_| rank == 0).map(|at| (at, 1));
                let nccl = FakeNccl::new(&fake, &world, rank, count).with(it.faults.clone());
                let team = Box::new(TestTeam { rank, shared, delay: it.delay });
                let outcome = run(code, &it, &fake, nccl, team);
                end.wait();
                let (outcome, log) = match outcome {
                    Ok((results, log, device)) => {
                        drop(device);
                        (results, log)
                    }
                    Err(error) => (Err(error), Vec::new()),
                };
                let all = fake.state().calls.clone();
                // A thing whose giving back was refused is the driver's to keep.
                if rank > 0 || refuse.is_none_or(|at| !is_late(&all, at)) {
                    assert_eq!(fake.leaked(), [""; 0], "rank {rank}");
                }
                if rank == 0 {
                    *calls.lock().expect("no panic") = all;
                }
                (outcome, log)
            }));
        }
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    (outcomes, calls.into_inner().expect("no panic"))
}

/// Whether a call, and all behind it, give something back.
fn is_late(calls: &[&str], at: usize) -> bool {
    let ends = ["enter", "free", "end_stream", "end_event", "unload", "release"];
    calls.get(at..).is_none_or(|rest| rest.iter().all(|call| ends.contains(call)))
}

type Ran = (Result<Vec<Vec<f32>>, Error>, Vec<String>, Box<Loaded>);

fn run(
    code: &Compiled,
    it: &TestRank,
    fake: &Fake,
    nccl: FakeNccl,
    team: Box<dyn Team>,
) -> Result<Ran, Error> {
    let rank = team.rank();
    let (device, _) = Loaded::load(Box::new(fake.clone()), &fake.gpu(), &code.text, None)?;
    let mut device = Box::new(device);
    let mut memory = code.allocate(device.as_mut())?;
    let joining = Joining { plan: &it.plan, team, patience: it.patience };
    let joined = device.join_by(Box::new(nccl), joining);
    (memory.plan, memory.rank) = (Arc::new(it.plan.clone()), rank);
    if it.is_traced {
        device.trace()?;
    }
    fake.state().log.clear();
    let input = bytes(&it.input);
    let mut outcome = joined.map(|()| Vec::new());
    for _ in 0..it.runs {
        if outcome.is_err() || it.stays_away {
            break;
        }
        let mut outputs: Vec<Vec<u8>> = it.outputs.iter().map(|&n| vec![0xb5; 4 * n]).collect();
        let mut slices: Vec<&mut [u8]> = outputs.iter_mut().map(Vec::as_mut_slice).collect();
        let ran = code.run(device.as_mut(), &mut memory, &[&input], &mut slices, None);
        outcome = ran.map(|()| outputs.iter().map(|it| floats(it)).collect());
    }
    let mut log = fake.state().log.clone();
    if let Some(spans) = device.spans()? {
        let line = |it: &Span| format!("{:?} {}", it.lane, it.name);
        log = spans.spans.iter().map(line).collect();
        let overlap = |a: &Span, b: &Span| a.lane != b.lane && a.begin < b.end && b.begin < a.end;
        for (i, a) in spans.spans.iter().enumerate() {
            let others = spans.spans[i + 1..].iter().filter(|b| overlap(a, b));
            log.extend(others.map(|b| format!("{} beside {}", a.name, b.name)));
        }
    }
    let freed = memory.free(device.as_mut());
    freed?;
    Ok((outcome, log, device))
}
