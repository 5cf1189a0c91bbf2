//! The grid of concurrent processes: rendezvous, messages and deadlocks.
//!
//! Each process is a thread. It waits for one of three events:
//!
//! * a rendezvous: all processes of a group contribute values, and each receives all contributions;
//! * a message from a given process;
//! * a message from any process on a channel, or the next item of a shared stream.
//!
//! The first two come from known processes in a known order, so their timing does not
//! matter. The third would be a race: it is answered only when every process waits or has
//! ended, and then the first process in order is answered first. Results are therefore the
//! same in each run. When every process waits and no event can be answered, all of them
//! end with a deadlock error.

use super::shape::GridShape;
use crate::host::ProcessId;
use hloom_ir::Literal;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The numbers of communicating processes, in the group's order.
pub(crate) type Group = Arc<[u32]>;

/// Tensors that a process sends to others.
pub(crate) type Message = Arc<[Literal]>;

/// One rendezvous of a group on a channel, numbered by the group.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct RendezvousKey {
    channel: i64,
    group: Group,
    sequence_number: u64,
}

impl RendezvousKey {
    pub(crate) fn channel(&self) -> i64 {
        self.channel
    }

    pub(crate) fn group(&self) -> &Group {
        &self.group
    }
}

/// The kinds of messages. Messages of different kinds on the same channel number are separate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Traffic {
    /// `send` and `recv`.
    PointToPoint,
    /// `collective_permute`.
    Permute,
}

/// The event that a process waits for.
#[derive(Clone, Debug)]
pub(crate) enum Wait {
    Rendezvous(RendezvousKey),
    Message(Traffic, i64, u32),
    AnyMessage(i64),
    Infeed,
}

#[derive(Clone, Debug)]
enum Status {
    Running,
    Waiting(Wait),
    /// It waits for an event that can't happen.
    Stuck,
    Ended,
}

/// The reason why a wait failed.
pub(crate) enum WaitError {
    /// Every process waits; the text describes the events.
    Deadlock(String),
    Interrupted,
    /// The processes of a group run different ops; the text names one.
    Disagreement(String),
}

struct Rendezvous {
    contributions: Vec<Option<Message>>,
    /// The op that the first member runs, and a sentence if another one runs another op.
    op: &'static str,
    disagreement: Option<String>,
    /// Number of members that have not read the contributions yet.
    leaving: usize,
}

/// Kind, channel, sender and receiver of messages; `None` means any receiver.
type Path = (Traffic, i64, u32, Option<u32>);

#[derive(Default)]
struct State {
    status: Vec<Status>,
    running: usize,
    rendezvous: FxHashMap<RendezvousKey, Rendezvous>,
    sequence_numbers: FxHashMap<(u32, i64, Group), u64>,
    messages: BTreeMap<Path, VecDeque<Message>>,
    deadlock: String,
}

/// A grid of processes, replicas by partitions.
pub(crate) struct Grid {
    pub(crate) shape: GridShape,
    /// Functions whose results are the infeed, if the program gives them.
    pub(crate) infeed: Option<Mutex<VecDeque<Box<str>>>>,
    /// The longest time that a process waits while others run; unlimited if `None`.
    pub(crate) patience: Option<Duration>,
    state: Mutex<State>,
    changed: Condvar,
}

impl Grid {
    pub(crate) fn new(shape: GridShape, infeed: Option<VecDeque<Box<str>>>) -> Grid {
        let count = shape.count() as usize;
        let status = vec![Status::Running; count];
        Grid {
            shape,
            infeed: infeed.map(Mutex::new),
            patience: None,
            state: Mutex::new(State { status, running: count, ..State::default() }),
            changed: Condvar::new(),
        }
    }

    /// The id of the process with this number.
    pub(crate) fn place(&self, process: u32) -> ProcessId {
        self.shape.place(process)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is consistent between calls, also after a panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Contributes values to a rendezvous of a group of `me`, without waiting.
    pub(crate) fn contribute(
        &self,
        me: u32,
        channel: i64,
        group: &Group,
        values: Message,
        op: &'static str,
    ) -> RendezvousKey {
        let mut state = self.lock();
        let sequence_number =
            state.sequence_numbers.entry((me, channel, group.clone())).or_default();
        let key =
            RendezvousKey { channel, group: group.clone(), sequence_number: *sequence_number };
        *sequence_number += 1;
        let rendezvous = state.rendezvous.entry(key.clone()).or_insert_with(|| Rendezvous {
            contributions: vec![None; group.len()],
            op,
            disagreement: None,
            leaving: group.len(),
        });
        if rendezvous.op != op {
            let (known, place) = (rendezvous.op, self.place(me));
            let text = format!("process {place} runs `{op}` where others run `{known}`");
            rendezvous.disagreement.get_or_insert(text);
        }
        if let Some(at) = group.iter().position(|&p| p == me) {
            rendezvous.contributions[at] = Some(values);
        }
        if rendezvous.contributions.iter().all(Option::is_some) {
            let waits = |status: &Status| matches!(status, Status::Waiting(Wait::Rendezvous(k)) if *k == key);
            self.wake(&mut state, waits);
        }
        key
    }

    /// Sends values to one process, or to any process that asks.
    pub(crate) fn send(
        &self,
        me: u32,
        traffic: Traffic,
        channel: i64,
        to: Option<u32>,
        values: Message,
    ) {
        let mut state = self.lock();
        state.messages.entry((traffic, channel, me, to)).or_default().push_back(values);
        let Some(to) = to else { return };
        let waits = matches!(&state.status[to as usize],
            Status::Waiting(Wait::Message(l, c, from)) if (*l, *c, *from) == (traffic, channel, me));
        if waits {
            state.status[to as usize] = Status::Running;
            state.running += 1;
            self.changed.notify_all();
        }
    }

    /// Waits for a rendezvous, and returns the contribution of each member.
    pub(crate) fn wait_for_all(
        &self,
        me: u32,
        key: &RendezvousKey,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Vec<Message>, WaitError> {
        let complete = |state: &mut State| {
            let rendezvous = state.rendezvous.get_mut(key)?;
            let all = rendezvous.contributions.iter().cloned().collect::<Option<Vec<_>>>()?;
            let outcome = rendezvous.disagreement.clone().map_or(Ok(all), Err);
            rendezvous.leaving -= 1;
            if rendezvous.leaving == 0 {
                state.rendezvous.remove(key);
            }
            Some(outcome)
        };
        let outcome = self.wait(me, Wait::Rendezvous(key.clone()), interrupted, complete)?;
        outcome.map_err(WaitError::Disagreement)
    }

    /// Waits for a message from one process, or from any.
    pub(crate) fn receive(
        &self,
        me: u32,
        traffic: Traffic,
        channel: i64,
        from: Option<u32>,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Message, WaitError> {
        match from {
            Some(from) => {
                let path = (traffic, channel, from, Some(me));
                let first = |state: &mut State| state.messages.get_mut(&path)?.pop_front();
                self.wait(me, Wait::Message(traffic, channel, from), interrupted, first)
            }
            None => {
                self.turn(me, Wait::AnyMessage(channel), interrupted)?;
                match self.lock().any_message(channel) {
                    Some(message) => Ok(message),
                    None => Err(WaitError::Deadlock(String::new())),
                }
            }
        }
    }

    /// The members of a group that have not come to a rendezvous yet, and a sentence if one of them
    /// runs another op.
    pub(crate) fn missing(&self, key: &RendezvousKey) -> (Vec<u32>, Option<String>) {
        let state = self.lock();
        let Some(rendezvous) = state.rendezvous.get(key) else { return (Vec::new(), None) };
        let members = key.group.iter().zip(&rendezvous.contributions);
        let absent = members.filter(|(_, contribution)| contribution.is_none());
        (absent.map(|(&member, _)| member).collect(), rendezvous.disagreement.clone())
    }

    /// Leaves a rendezvous for which no process waits.
    pub(crate) fn pass(&self, key: &RendezvousKey) {
        let mut state = self.lock();
        let Some(rendezvous) = state.rendezvous.get_mut(key) else { return };
        rendezvous.leaving -= 1;
        if rendezvous.leaving == 0 {
            state.rendezvous.remove(key);
        }
    }

    /// The processes that have ended.
    pub(crate) fn ended(&self) -> Vec<u32> {
        let state = self.lock();
        let all = state.status.iter().enumerate();
        let ended = all.filter(|(_, status)| matches!(status, Status::Ended));
        ended.map(|(at, _)| at as u32).collect()
    }

    /// Waits until it is this process's turn at the infeed that all share.
    pub(crate) fn infeed_turn(
        &self,
        me: u32,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<(), WaitError> {
        self.turn(me, Wait::Infeed, interrupted)
    }

    /// Waits until every process waits and this one is the first to be answered.
    fn turn(&self, me: u32, what: Wait, interrupted: &dyn Fn() -> bool) -> Result<(), WaitError> {
        let mut answered = false;
        // The process counts as waiting from the first check on.
        self.wait(me, what, interrupted, |_| std::mem::replace(&mut answered, true).then_some(()))
    }

    /// Waits until `look` returns a result.
    fn wait<T>(
        &self,
        me: u32,
        what: Wait,
        interrupted: &dyn Fn() -> bool,
        mut look: impl FnMut(&mut State) -> Option<T>,
    ) -> Result<T, WaitError> {
        let mut state = self.lock();
        if let Some(found) = look(&mut state) {
            return Ok(found);
        }
        state.status[me as usize] = Status::Waiting(what);
        state.running -= 1;
        self.resume_or_fail(&mut state);
        let since = Instant::now();
        loop {
            match state.status[me as usize] {
                Status::Running => break,
                Status::Stuck => {
                    state.status[me as usize] = Status::Running;
                    return Err(WaitError::Deadlock(state.deadlock.clone()));
                }
                Status::Waiting(_) | Status::Ended => {}
            }
            if interrupted() {
                state.status[me as usize] = Status::Running;
                state.running += 1;
                return Err(WaitError::Interrupted);
            }
            if let Some(patience) = self.patience.filter(|&most| since.elapsed() > most) {
                let text = self.describe(&state);
                state.status[me as usize] = Status::Running;
                state.running += 1;
                let seconds = patience.as_secs_f64();
                return Err(WaitError::Deadlock(format!("after {seconds} seconds: {text}")));
            }
            let waited = self.changed.wait_timeout(state, Duration::from_millis(50));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        look(&mut state).ok_or_else(|| WaitError::Deadlock(String::new()))
    }

    /// Marks a process as ended, successfully or not.
    pub(crate) fn end(&self, me: u32) {
        let mut state = self.lock();
        if !matches!(state.status[me as usize], Status::Ended) {
            state.status[me as usize] = Status::Ended;
            state.running -= 1;
            self.resume_or_fail(&mut state);
        }
    }

    fn wake(&self, state: &mut State, waits: impl Fn(&Status) -> bool) {
        for at in 0..state.status.len() {
            if waits(&state.status[at]) {
                state.status[at] = Status::Running;
                state.running += 1;
            }
        }
        self.changed.notify_all();
    }

    /// If no process runs, answers the first one that waits for a shared message or the infeed; if
    /// there is none, reports a deadlock.
    fn resume_or_fail(&self, state: &mut State) {
        if state.running > 0 {
            return;
        }
        let answerable = |status: &Status| match status {
            Status::Waiting(Wait::Infeed) => true,
            Status::Waiting(Wait::AnyMessage(channel)) => state.has_any_message(*channel),
            _ => false,
        };
        if let Some(first) = state.status.iter().position(answerable) {
            state.status[first] = Status::Running;
            state.running = 1;
            self.changed.notify_all();
            return;
        }
        state.deadlock = self.describe(state);
        for status in &mut state.status {
            if matches!(status, Status::Waiting(_)) {
                *status = Status::Stuck;
                state.running += 1;
            }
        }
        self.changed.notify_all();
    }

    /// Describes the events that the processes wait for.
    fn describe(&self, state: &State) -> String {
        const SHOWN: usize = 8;
        let mut text = String::new();
        for (at, status) in state.status.iter().enumerate().take(SHOWN) {
            let _ = write!(text, "{}{} ", if at > 0 { ", " } else { "" }, self.place(at as u32));
            let _ = match status {
                Status::Running | Status::Stuck => write!(text, "runs"),
                Status::Ended => write!(text, "has ended"),
                Status::Waiting(Wait::Infeed) => write!(text, "waits for the infeed"),
                Status::Waiting(Wait::AnyMessage(channel)) => {
                    write!(text, "waits for a message on channel {channel}")
                }
                Status::Waiting(Wait::Message(_, channel, from)) => {
                    write!(text, "waits for {} on channel {channel}", self.place(*from))
                }
                Status::Waiting(Wait::Rendezvous(key)) => {
                    let missing = state.rendezvous.get(key).map_or(Vec::new(), |rendezvous| {
                        let members = key.group.iter().zip(&rendezvous.contributions);
                        let absent = members.filter(|(_, contributions)| contributions.is_none());
                        absent.map(|(&p, _)| self.place(p).to_string()).take(SHOWN).collect()
                    });
                    write!(text, "waits for {}", missing.join(" and "))
                }
            };
        }
        if state.status.len() > SHOWN {
            text.push_str(", …");
        }
        text
    }
}

impl State {
    fn has_any_message(&self, channel: i64) -> bool {
        self.messages.iter().any(|((traffic, c, _, to), queue)| {
            (*traffic, *c, *to) == (Traffic::PointToPoint, channel, None) && !queue.is_empty()
        })
    }

    /// The first message from the first process that sent one without a receiver.
    fn any_message(&mut self, channel: i64) -> Option<Message> {
        let open = self.messages.iter_mut().find(|((traffic, c, _, to), queue)| {
            (*traffic, *c, *to) == (Traffic::PointToPoint, channel, None) && !queue.is_empty()
        });
        open?.1.pop_front()
    }
}
