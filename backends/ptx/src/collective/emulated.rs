//! Collectives between emulated GPUs: threads of one process, whose devices exchange bytes.
//!
//! Results are those of the interpreter's collectives, bit for bit: sums are in the order of the
//! group. So whole programs of ranks are checked on machines without GPUs, up to the calls that a
//! real device makes of NCCL; those have tests of their own (`driver/tests/ranks`).

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use half::{bf16, f16};

use super::{Collective, Kind, Number, Part, Reduction, Team, When, interleaved, taken};
use crate::Error;

/// The operands of a rank.
type Operands = Arc<Vec<Vec<u8>>>;

/// A rendezvous of a group, by its number among those of the group.
type Key = (Vec<u32>, u64);

/// The operands of each member of a rendezvous, and how many have left.
struct Rendezvous {
    brought: Vec<Option<Operands>>,
    left: usize,
}

#[derive(Default)]
struct State {
    rendezvous: HashMap<Key, Rendezvous>,
    /// Operands on their way, by sender, receiver, and number among those of the two.
    sent: HashMap<(u32, u32, u64), Operands>,
}

/// The emulated GPUs of one process, which exchange bytes.
#[derive(Clone, Default)]
pub struct World(Arc<(Mutex<State>, Condvar)>);

impl std::fmt::Debug for World {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("emulated GPUs")
    }
}

/// The event that a rank waits for.
enum Pending {
    Rendezvous(Key),
    /// From a rank, with this number.
    From(u32, u64),
    Nothing,
}

/// An emulated GPU among others.
pub(crate) struct Peer {
    world: World,
    pub(crate) team: Box<dyn Team>,
    patience: Duration,
    /// The rendezvous so far, by group.
    rendezvous: HashMap<Vec<u32>, u64>,
    /// The operands sent to each rank so far, and those awaited from each.
    sent: HashMap<u32, u64>,
    awaited: HashMap<u32, u64>,
    /// Collectives that have begun, by number.
    overlapped: BTreeMap<u32, Pending>,
}

impl Peer {
    pub(crate) fn new(world: World, team: Box<dyn Team>, patience: Duration) -> Peer {
        let [sent, awaited] = [HashMap::new(), HashMap::new()];
        let (rendezvous, overlapped) = (HashMap::new(), BTreeMap::new());
        Peer { world, team, patience, rendezvous, sent, awaited, overlapped }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is consistent between calls, also after a panic.
        self.world.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a collective on the bytes of operands; the bytes of results. A collective that only
    /// begins has none.
    ///
    /// # Errors
    /// Another rank runs another op, or does not come.
    pub(crate) fn run(
        &mut self,
        it: &Collective,
        operands: Vec<Vec<u8>>,
    ) -> Result<Vec<Vec<u8>>, Error> {
        match it.when {
            When::Now => {
                let pending = self.begin(it, operands)?;
                self.finish(it, pending)
            }
            When::Start(number) => {
                let pending = self.begin(it, operands)?;
                self.overlapped.insert(number, pending);
                Ok(Vec::new())
            }
            When::Done(number) => {
                let pending = self.overlapped.remove(&number).unwrap_or(Pending::Nothing);
                self.finish(it, pending)
            }
        }
    }

    fn begin(&mut self, it: &Collective, operands: Vec<Vec<u8>>) -> Result<Pending, Error> {
        let (me, operands) = (self.team.rank(), Arc::new(operands));
        if let Kind::Permute { to, from } = &it.kind {
            for &to in to {
                let number = next(&mut self.sent, to);
                self.lock().sent.insert((me, to, number), operands.clone());
            }
            self.world.0.1.notify_all();
            // Ranks begin their permutes in one order, but may end overlapped ones in another.
            return Ok(from.map_or(Pending::Nothing, |from| {
                Pending::From(from, next(&mut self.awaited, from))
            }));
        }
        let Some(group) = it.group(me) else { return Ok(Pending::Nothing) };
        let begun = self.team.begins(group, it.op);
        begun.map_err(|why| self.failed(it, why))?;
        let number = self.rendezvous.entry(group.to_vec()).or_default();
        let key = (group.to_vec(), *number);
        *number += 1;
        let place = group.iter().position(|&rank| rank == me);
        let rendezvous = Rendezvous { brought: vec![None; group.len()], left: 0 };
        let mut state = self.lock();
        let rendezvous = state.rendezvous.entry(key.clone()).or_insert(rendezvous);
        if let Some(own) = place.and_then(|place| rendezvous.brought.get_mut(place)) {
            *own = Some(operands);
        }
        drop(state);
        self.world.0.1.notify_all();
        Ok(Pending::Rendezvous(key))
    }

    fn failed(&self, it: &Collective, why: String) -> Error {
        Error::Device { what: format!("`{}` between emulated GPUs", it.op), why }
    }

    /// Waits until something is there.
    fn wait<T>(
        &self,
        it: &Collective,
        group: &[u32],
        mut look: impl FnMut(&mut State) -> Option<T>,
    ) -> Result<T, Error> {
        let start = Instant::now();
        let mut state = self.lock();
        loop {
            if let Some(found) = look(&mut state) {
                return Ok(found);
            }
            let waited = start.elapsed();
            let why = self.team.overdue(group, waited).or_else(|| {
                let seconds = self.patience.as_secs_f64();
                let others: Vec<String> = group.iter().map(u32::to_string).collect();
                (waited > self.patience).then(|| {
                    format!(
                        "no process can go on: after {seconds} seconds rank {} waits for one of the \
                         ranks {}",
                        self.team.rank(),
                        others.join(", ")
                    )
                })
            });
            if let Some(why) = why {
                return Err(self.failed(it, why));
            }
            let waiting = self.world.0.1.wait_timeout(state, Duration::from_millis(10));
            state = waiting.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn finish(&mut self, it: &Collective, pending: Pending) -> Result<Vec<Vec<u8>>, Error> {
        let me = self.team.rank();
        let key = match pending {
            Pending::Nothing => return Ok(self.zeros(it)),
            Pending::From(from, number) => {
                let got = self.wait(it, &[from], |state| state.sent.remove(&(from, me, number)))?;
                let sizes = it.parts.iter().map(|part| it.operand_bytes(part) as usize);
                if !got.iter().map(Vec::len).eq(sizes) {
                    let why = format!("rank {from} brings other tensors");
                    return Err(self.failed(it, why));
                }
                return Ok(got.to_vec());
            }
            Pending::Rendezvous(key) => key,
        };
        let all = self.wait(it, &key.0, |state| {
            let rendezvous = state.rendezvous.get_mut(&key)?;
            let all = rendezvous.brought.iter().cloned().collect::<Option<Vec<Operands>>>()?;
            rendezvous.left += 1;
            if rendezvous.left == rendezvous.brought.len() {
                state.rendezvous.remove(&key);
            }
            Some(all)
        })?;
        self.team.all_done();
        let place = key.0.iter().position(|&rank| rank == me).unwrap_or(0);
        let results = it.parts.iter().enumerate().map(|(i, part)| {
            let column = all.iter().map(|operands| operands.get(i).cloned());
            let column = column.collect::<Option<Vec<Vec<u8>>>>();
            let different = || self.failed(it, "the ranks bring different tensors".to_owned());
            let column = column.ok_or_else(different)?;
            if column.iter().any(|bytes| bytes.len() != column[place].len()) {
                return Err(different());
            }
            Ok(result(it, part, &column, place))
        });
        results.collect()
    }

    fn zeros(&self, it: &Collective) -> Vec<Vec<u8>> {
        it.parts.iter().map(|part| vec![0; it.operand_bytes(part) as usize]).collect()
    }
}

/// The next number of what goes between this rank and another one.
fn next(numbers: &mut HashMap<u32, u64>, rank: u32) -> u64 {
    let number = numbers.entry(rank).or_default();
    *number += 1;
    *number - 1
}

/// The result of a member of a group, from the operands of all.
fn result(it: &Collective, part: &Part, column: &[Vec<u8>], place: usize) -> Vec<u8> {
    let members = column.len();
    let own = || -> Vec<Vec<u8>> {
        column.iter().map(|bytes| taken(bytes, part.split, members, place)).collect()
    };
    match &it.kind {
        Kind::AllReduce(by) => reduced(part.number, *by, column),
        Kind::Reduce(by) if place == 0 => reduced(part.number, *by, column),
        Kind::Reduce(_) => vec![0; column[place].len()],
        Kind::ReduceScatter(by) => reduced(part.number, *by, &own()),
        Kind::AllGather => interleaved(column, part.concat),
        Kind::AllToAll => interleaved(&own(), part.concat),
        Kind::Broadcast => column[0].clone(),
        Kind::Permute { .. } => column[place].clone(),
    }
}

/// The reduction of numbers, in order.
pub(crate) fn reduced(number: Number, by: Reduction, all: &[Vec<u8>]) -> Vec<u8> {
    let Some((first, rest)) = all.split_first() else { return Vec::new() };
    let mut sum = first.clone();
    for next in rest {
        combine(number, by, &mut sum, next);
    }
    sum
}

/// Combines numbers with others.
fn combine(number: Number, by: Reduction, sum: &mut [u8], next: &[u8]) {
    macro_rules! each {
        ($ty:ty, $of:expr) => {{
            const WIDTH: usize = size_of::<$ty>();
            let of: fn($ty, $ty) -> $ty = $of;
            for (a, b) in sum.as_chunks_mut::<WIDTH>().0.iter_mut().zip(next.as_chunks::<WIDTH>().0)
            {
                *a = of(<$ty>::from_le_bytes(*a), <$ty>::from_le_bytes(*b)).to_le_bytes();
            }
        }};
    }
    macro_rules! integer {
        ($ty:ty) => {
            match by {
                Reduction::Sum => each!($ty, <$ty>::wrapping_add),
                Reduction::Product => each!($ty, <$ty>::wrapping_mul),
                Reduction::Min => each!($ty, std::cmp::min),
                Reduction::Max => each!($ty, std::cmp::max),
            }
        };
    }
    // Minima and maxima of floats are never planned.
    macro_rules! float {
        ($ty:ty) => {
            match by {
                Reduction::Sum => each!($ty, |a, b| a + b),
                Reduction::Product => each!($ty, |a, b| a * b),
                Reduction::Min => each!($ty, |a, b| if b < a { b } else { a }),
                Reduction::Max => each!($ty, |a, b| if b > a { b } else { a }),
            }
        };
    }
    match number {
        Number::I8 => integer!(i8),
        Number::U8 => integer!(u8),
        Number::I32 => integer!(i32),
        Number::U32 => integer!(u32),
        Number::I64 => integer!(i64),
        Number::U64 => integer!(u64),
        Number::F16 => float!(f16),
        Number::Bf16 => float!(bf16),
        Number::F32 => float!(f32),
        Number::F64 => float!(f64),
    }
}
