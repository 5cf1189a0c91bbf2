//! An NCCL for tests: ranks that are threads, each with a driver for tests, exchange bytes.
//!
//! It notes its calls in the log of the rank's driver, in their order, and does their work when the
//! stream comes to it and the other ranks have come too. It can be told to refuse a call, to fail
//! later, and to be slow.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Fake;
use crate::collective::emulated::reduced;
use crate::collective::nccl::api::{
    Buffers, Comm, ID_BYTES, Nccl, NcclError, Slot, State, Stream, Told, UniqueId,
};
use crate::collective::{Number, Reduction};
use crate::device::Device;
use crate::driver::api::Handle;
use crate::emulated::Emulated;

/// The bytes of members at a meeting.
type Brought = Vec<Option<Vec<u8>>>;

/// The color and the key of each rank.
type Split = HashMap<u32, (Option<i32>, i32)>;

/// The state that ranks share.
#[derive(Default)]
struct Shared {
    joined: Vec<u32>,
    /// Colors and keys of ranks, by the members of the parent and the number of the split.
    splits: HashMap<(Vec<u32>, usize), Split>,
    meetings: HashMap<(Vec<u32>, u64), Brought>,
    sent: HashMap<(Vec<u32>, i32, i32), VecDeque<Vec<u8>>>,
    next: usize,
}

/// The world of ranks.
#[derive(Clone, Default)]
pub(crate) struct FakeWorld(Arc<Mutex<Shared>>);

impl FakeWorld {
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Faults of a rank's NCCL.
#[derive(Clone, Default)]
pub(crate) struct Faults {
    /// The name of a call to refuse, and the code.
    pub(crate) refuse: Option<(&'static str, i32)>,
    /// The number of collectives after which communicators have failed.
    pub(crate) fails_after: Option<usize>,
    /// The number of times that a state is asked until it is ready.
    pub(crate) slow: u32,
    /// The version.
    pub(crate) version: i32,
}

/// A communicator of a rank.
#[derive(Clone)]
struct Known {
    members: Vec<u32>,
    place: usize,
    /// Meetings so far, for all that are members.
    meetings: Arc<Mutex<u64>>,
    /// The looks that are left until it is ready.
    left: u32,
    /// The split that is under way: its number, and whether it was made.
    split: Option<usize>,
    is_aborted: Arc<Mutex<bool>>,
}

enum Op {
    Meet(Meet, Buffers, usize),
    Send(u64, usize, i32),
    Receive(u64, usize, i32),
}

#[derive(Clone, Copy)]
enum Meet {
    AllReduce(Number, Reduction),
    Reduce(Number, Reduction, i32),
    ReduceScatter(Number, Reduction),
    AllGather,
    Broadcast(i32),
}

#[derive(Default)]
struct Own {
    comms: HashMap<usize, Known>,
    list: Option<Vec<(Op, Comm, Stream)>>,
    collectives: usize,
    splits: usize,
}

/// A rank's NCCL.
pub(crate) struct FakeNccl {
    fake: Fake,
    world: FakeWorld,
    rank: u32,
    count: usize,
    faults: Faults,
    own: Mutex<Own>,
}

impl FakeNccl {
    pub(crate) fn new(fake: &Fake, world: &FakeWorld, rank: u32, count: usize) -> FakeNccl {
        let faults = Faults { version: 22005, ..Faults::default() };
        let own = Mutex::default();
        FakeNccl { fake: fake.clone(), world: world.clone(), rank, count, faults, own }
    }

    pub(crate) fn with(mut self, faults: Faults) -> FakeNccl {
        let version = if faults.version == 0 { self.faults.version } else { faults.version };
        self.faults = Faults { version, ..faults };
        self
    }

    fn own(&self) -> MutexGuard<'_, Own> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn call(&self, name: &'static str) -> Told<()> {
        match self.faults.refuse {
            Some((refused, code)) if refused == name => Err(failure(code)),
            _ => Ok(()),
        }
    }

    fn known(&self, comm: Comm) -> Told<Known> {
        self.own().comms.get(&comm.0).cloned().ok_or_else(|| failure(4))
    }

    fn add(&self, members: Vec<u32>) -> Option<Comm> {
        let place = members.iter().position(|&rank| rank == self.rank)?;
        let mut shared = self.world.lock();
        shared.next += 1;
        let number = shared.next;
        drop(shared);
        let left = self.faults.slow;
        let (meetings, is_aborted) = Default::default();
        let known = Known { members, place, meetings, left, split: None, is_aborted };
        self.own().comms.insert(number, known);
        Some(Comm(number))
    }

    fn list(&self, op: Op, on: (Comm, Stream)) -> Told<()> {
        self.known(on.0)?;
        // Every call is in a list.
        self.own().list.as_mut().ok_or_else(|| failure(5))?.push((op, on.0, on.1));
        Ok(())
    }
}

/// The error of this code.
pub(crate) fn failure(code: i32) -> NcclError {
    NcclError { code, words: format!("fake NCCL error {code}") }
}

fn bytes(device: &mut Emulated, address: u64, count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count];
    device.read(&mut [(address, &mut bytes)]).expect("memory that is there");
    bytes
}

/// The result of a member.
fn result(meet: Meet, place: usize, all: &[Vec<u8>]) -> Option<Vec<u8>> {
    Some(match meet {
        Meet::AllReduce(number, by) => reduced(number, by, all),
        Meet::Reduce(number, by, root) if root as usize == place => reduced(number, by, all),
        Meet::Reduce(..) => return None,
        Meet::ReduceScatter(number, by) => {
            let whole = reduced(number, by, all);
            let each = whole.len() / all.len();
            whole[place * each..(place + 1) * each].to_vec()
        }
        Meet::AllGather => all.concat(),
        Meet::Broadcast(root) => all[root as usize].clone(),
    })
}

/// A list of calls on its way, as one piece of work.
struct Started {
    ops: Vec<(Op, Known, Option<u64>)>,
    has_sent: bool,
}

impl Started {
    /// Sends what is to be sent, once; returns whether everything has come, and is stored then.
    fn progress(&mut self, world: &FakeWorld, device: &mut Emulated) -> bool {
        if self.ops.iter().any(|(_, known, _)| *known.is_aborted.lock().expect("no panic")) {
            return true;
        }
        let mut shared = world.lock();
        if !self.has_sent {
            self.has_sent = true;
            for (op, known, number) in &self.ops {
                let (members, place) = (&known.members, known.place);
                match op {
                    Op::Meet(_, at, count) => {
                        let key = (members.clone(), number.unwrap_or(0));
                        let none = || vec![None; members.len()];
                        let meeting = shared.meetings.entry(key).or_insert_with(none);
                        meeting[place] = Some(bytes(device, at.from, *count));
                    }
                    Op::Send(from, count, peer) => {
                        let key = (members.clone(), place as i32, *peer);
                        let own = bytes(device, *from, *count);
                        shared.sent.entry(key).or_default().push_back(own);
                    }
                    Op::Receive(..) => {}
                }
            }
        }
        let mut expected: HashMap<(Vec<u32>, i32), usize> = HashMap::new();
        let come = self.ops.iter().all(|(op, known, number)| match op {
            Op::Meet(..) => {
                let key = (known.members.clone(), number.unwrap_or(0));
                shared.meetings.get(&key).is_some_and(|all| all.iter().all(Option::is_some))
            }
            Op::Send(..) => true,
            Op::Receive(_, _, peer) => {
                let nth = expected.entry((known.members.clone(), *peer)).or_default();
                *nth += 1;
                let key = (known.members.clone(), *peer, known.place as i32);
                shared.sent.get(&key).is_some_and(|waiting| waiting.len() >= *nth)
            }
        });
        if !come {
            return false;
        }
        for (op, known, number) in &self.ops {
            let (to, got) = match op {
                Op::Meet(meet, at, count) => {
                    let key = (known.members.clone(), number.unwrap_or(0));
                    let all: Vec<Vec<u8>> =
                        shared.meetings[&key].iter().flatten().cloned().collect();
                    assert!(all.iter().all(|it| it.len() == *count), "tensors of one size");
                    (at.to, result(*meet, known.place, &all))
                }
                Op::Send(..) => continue,
                Op::Receive(to, count, peer) => {
                    let key = (known.members.clone(), *peer, known.place as i32);
                    let got = shared.sent.get_mut(&key).and_then(VecDeque::pop_front);
                    assert_eq!(got.as_ref().map(Vec::len), Some(*count));
                    (*to, got)
                }
            };
            if let Some(got) = got {
                device.write(&[(to, &got)]).expect("memory that is there");
            }
        }
        true
    }
}

fn numbers(number: Number, count: usize) -> String {
    format!("{count} x {number:?}").to_lowercase()
}

impl Nccl for FakeNccl {
    fn version(&self) -> Told<i32> {
        self.call("version")?;
        Ok(self.faults.version)
    }

    fn unique_id(&self) -> Told<UniqueId> {
        self.call("unique_id")?;
        self.fake.note("nccl: unique id".to_owned());
        Ok([7; ID_BYTES])
    }

    fn init(&self, id: &UniqueId, count: i32, rank: i32) -> Told<Comm> {
        self.call("init")?;
        assert_eq!((id, count as usize, rank as u32), (&[7; ID_BYTES], self.count, self.rank));
        self.fake.note(format!("nccl: join {count} ranks as rank {rank}"));
        self.world.lock().joined.push(self.rank);
        self.add((0..count as u32).collect()).ok_or_else(|| failure(4))
    }

    fn split(&self, comm: Comm, color: Option<i32>, key: i32, _: &Slot) -> Told<()> {
        self.call("split")?;
        let known = self.known(comm)?;
        self.fake.note(format!("nccl: split by color {color:?}, key {key}"));
        let mut own = self.own();
        let number = own.splits;
        own.splits += 1;
        if let Some(known) = own.comms.get_mut(&comm.0) {
            known.split = Some(number);
            known.left = self.faults.slow;
        }
        drop(own);
        let mut shared = self.world.lock();
        let split = shared.splits.entry((known.members, number)).or_default();
        split.insert(self.rank, (color, key));
        Ok(())
    }

    fn made(&self, _: &Slot) -> Option<Comm> {
        let own = self.own();
        let (members, number) =
            own.comms.values().find_map(|known| Some((known.members.clone(), known.split?)))?;
        drop(own);
        let split = self.world.lock().splits.get(&(members, number)).cloned()?;
        let (color, _) = split.get(&self.rank).copied()?;
        color?;
        let same = split.iter().filter(|(_, it)| it.0 == color);
        let mut same: Vec<(i32, u32)> = same.map(|(&rank, it)| (it.1, rank)).collect();
        same.sort_unstable();
        self.add(same.into_iter().map(|(_, rank)| rank).collect())
    }

    fn state(&self, comm: Comm) -> Told<State> {
        self.call("state")?;
        self.fake.poll();
        let known = self.known(comm)?;
        let mut own = self.own();
        if self.faults.fails_after.is_some_and(|most| own.collectives > most) {
            return Err(failure(6));
        }
        let shared = self.world.lock();
        let waits = shared.joined.len() < self.count
            || known.split.is_some_and(|number| {
                shared.splits.get(&(known.members.clone(), number)).map_or(0, HashMap::len)
                    < known.members.len()
            });
        if let Some(known) = own.comms.get_mut(&comm.0).filter(|it| it.left > 0) {
            known.left -= 1;
            return Ok(State::InProgress);
        }
        Ok(if waits { State::InProgress } else { State::Ready })
    }

    fn group_start(&self) -> Told<()> {
        self.call("group_start")?;
        assert!(self.own().list.replace(Vec::new()).is_none(), "one list at a time");
        Ok(())
    }

    fn group_end(&self) -> Told<()> {
        self.call("group_end")?;
        let mut own = self.own();
        let list = own.list.take().ok_or_else(|| failure(5))?;
        let Some(&(_, _, stream)) = list.first() else { return Ok(()) };
        own.collectives += 1;
        let mut lines = Vec::new();
        let mut ops = Vec::with_capacity(list.len());
        for (op, comm, on) in list {
            assert_eq!(on, stream, "one stream");
            let known = own.comms.get(&comm.0).cloned().ok_or_else(|| failure(4))?;
            let place = |address| self.fake.place(address);
            lines.push(match &op {
                Op::Meet(meet, at, count) => {
                    let (from, to) = (place(at.from), place(at.to));
                    let what = match meet {
                        Meet::AllReduce(n, by) => {
                            format!("all_reduce {by:?} {}", numbers(*n, count / n.bytes() as usize))
                        }
                        Meet::Reduce(n, by, root) => {
                            let numbers = numbers(*n, count / n.bytes() as usize);
                            format!("reduce {by:?} {numbers} at {root}")
                        }
                        Meet::ReduceScatter(n, by) => {
                            let each = count / n.bytes() as usize / known.members.len();
                            format!("reduce_scatter {by:?} {}", numbers(*n, each))
                        }
                        Meet::AllGather => format!("all_gather {count} bytes"),
                        Meet::Broadcast(root) => format!("broadcast {count} bytes of {root}"),
                    };
                    format!("{what} from {from} to {to} in {:?}", known.members)
                }
                Op::Send(from, count, peer) => {
                    format!("send {count} bytes of {} to {peer}", place(*from))
                }
                Op::Receive(to, count, peer) => {
                    format!("receive {count} bytes in {} from {peer}", place(*to))
                }
            });
            let number = matches!(op, Op::Meet(..)).then(|| {
                let mut meetings = known.meetings.lock().expect("no panic");
                *meetings += 1;
                *meetings
            });
            ops.push((op, known, number));
        }
        drop(own);
        let started = Mutex::new(Started { ops, has_sent: false });
        let world = self.world.clone();
        let work = move |device: &mut Emulated| {
            started.lock().unwrap_or_else(PoisonError::into_inner).progress(&world, device)
        };
        self.fake.with_peers(Handle(stream.0), &lines.join("; "), Arc::new(work));
        Ok(())
    }

    fn all_reduce(
        &self,
        at: Buffers,
        (number, count): (Number, usize),
        reduction: Reduction,
        on: (Comm, Stream),
    ) -> Told<()> {
        self.call("all_reduce")?;
        let bytes = count * number.bytes() as usize;
        self.list(Op::Meet(Meet::AllReduce(number, reduction), at, bytes), on)
    }

    fn reduce(
        &self,
        at: Buffers,
        (number, count): (Number, usize),
        reduction: Reduction,
        root: i32,
        on: (Comm, Stream),
    ) -> Told<()> {
        self.call("reduce")?;
        let bytes = count * number.bytes() as usize;
        self.list(Op::Meet(Meet::Reduce(number, reduction, root), at, bytes), on)
    }

    fn reduce_scatter(
        &self,
        at: Buffers,
        (number, count): (Number, usize),
        reduction: Reduction,
        on: (Comm, Stream),
    ) -> Told<()> {
        self.call("reduce_scatter")?;
        let members = self.known(on.0)?.members.len();
        let bytes = count * number.bytes() as usize * members;
        self.list(Op::Meet(Meet::ReduceScatter(number, reduction), at, bytes), on)
    }

    fn all_gather(&self, at: Buffers, bytes: usize, on: (Comm, Stream)) -> Told<()> {
        self.call("all_gather")?;
        self.list(Op::Meet(Meet::AllGather, at, bytes), on)
    }

    fn broadcast(&self, at: Buffers, bytes: usize, root: i32, on: (Comm, Stream)) -> Told<()> {
        self.call("broadcast")?;
        self.list(Op::Meet(Meet::Broadcast(root), at, bytes), on)
    }

    fn send(&self, from: u64, bytes: usize, peer: i32, on: (Comm, Stream)) -> Told<()> {
        self.call("send")?;
        self.list(Op::Send(from, bytes, peer), on)
    }

    fn receive(&self, to: u64, bytes: usize, peer: i32, on: (Comm, Stream)) -> Told<()> {
        self.call("receive")?;
        self.list(Op::Receive(to, bytes, peer), on)
    }

    fn finalize(&self, comm: Comm) -> Told<()> {
        self.call("finalize")?;
        self.known(comm).map(|_| ())
    }

    fn destroy(&self, comm: Comm) -> Told<()> {
        self.call("destroy")?;
        self.fake.note("nccl: destroy a communicator".to_owned());
        self.own().comms.remove(&comm.0).map(|_| ()).ok_or_else(|| failure(4))
    }

    fn abort(&self, comm: Comm) -> Told<()> {
        let known = self.known(comm)?;
        self.fake.note("nccl: abort a communicator".to_owned());
        *known.is_aborted.lock().expect("no panic") = true;
        self.own().comms.remove(&comm.0);
        self.fake.poll();
        Ok(())
    }
}

impl Drop for FakeNccl {
    fn drop(&mut self) {
        assert!(self.own().comms.is_empty() || std::thread::panicking(), "communicators are left");
    }
}
