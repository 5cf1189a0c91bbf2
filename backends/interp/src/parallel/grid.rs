//! The processes that run at the same time, and where they meet.
//!
//! Each process is a thread. What one waits for is one of these:
//!
//! * a meeting: all processes of a group bring values, and each sees all of them;
//! * a message that one certain process sends it;
//! * a message from anyone on a channel, or the next of a stream that all share.
//!
//! The first two come from known processes in a known order, so it does not matter
//! when they come. The third would be a race: it is answered only when every process
//! waits or has ended, and then the first process in order is answered first. So the
//! same programs give the same results in each run. When every process waits and
//! nothing can be answered, they wait for ever; all of them are told so.

use crate::host::ProcessId;
use hloom_ir::Literal;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Processes that work together, by their numbers, in the group's order.
pub(crate) type Group = Arc<[u32]>;

/// Tensors that a process hands to others.
pub(crate) type Message = Arc<[Literal]>;

/// One meeting of a group on a channel: the group's first, second, … there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Key {
    channel: i64,
    group: Group,
    round: u64,
}

/// What goes through channels of the same number without mixing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Lane {
    /// `send` and `recv`.
    Point,
    /// `collective_permute`.
    Permute,
}

/// What a process waits for.
#[derive(Clone, Debug)]
pub(crate) enum Wait {
    Meeting(Key),
    Message(Lane, i64, u32),
    AnyMessage(i64),
    Infeed,
}

#[derive(Clone, Debug)]
enum Status {
    Running,
    Waiting(Wait),
    /// It waits for ever.
    Stuck,
    Ended,
}

/// Why waiting came to nothing.
pub(crate) enum Unanswered {
    /// Everything waits; which process for what.
    Deadlock(String),
    Interrupted,
}

struct Meeting {
    brought: Vec<Option<Message>>,
    /// Members that did not look yet at what was brought.
    leaving: usize,
}

/// From whom to whom on which channel; to whoever asks where nobody is named.
type Path = (Lane, i64, u32, Option<u32>);

#[derive(Default)]
struct State {
    status: Vec<Status>,
    running: usize,
    meetings: FxHashMap<Key, Meeting>,
    rounds: FxHashMap<(u32, i64, Group), u64>,
    messages: BTreeMap<Path, VecDeque<Message>>,
    deadlock: String,
}

/// A grid of processes, replicas by partitions.
pub(crate) struct Grid {
    pub(crate) replicas: u32,
    pub(crate) partitions: u32,
    /// Functions whose results are the infeed, where the program says so.
    pub(crate) infeed: Option<Mutex<VecDeque<Box<str>>>>,
    state: Mutex<State>,
    changed: Condvar,
}

impl Grid {
    pub(crate) fn new(replicas: u32, partitions: u32, infeed: Option<VecDeque<Box<str>>>) -> Grid {
        let count = replicas as usize * partitions as usize;
        let status = vec![Status::Running; count];
        Grid {
            replicas,
            partitions,
            infeed: infeed.map(Mutex::new),
            state: Mutex::new(State { status, running: count, ..State::default() }),
            changed: Condvar::new(),
        }
    }

    /// The place of the process of this number.
    pub(crate) fn place(&self, process: u32) -> ProcessId {
        ProcessId { replica: process / self.partitions, partition: process % self.partitions }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // What is shared is whole between two calls, whatever a process did.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Brings values to a meeting of a group that `me` is of, without waiting.
    pub(crate) fn bring(&self, me: u32, channel: i64, group: &Group, values: Message) -> Key {
        let mut state = self.lock();
        let round = state.rounds.entry((me, channel, group.clone())).or_default();
        let key = Key { channel, group: group.clone(), round: *round };
        *round += 1;
        let meeting = state
            .meetings
            .entry(key.clone())
            .or_insert_with(|| Meeting { brought: vec![None; group.len()], leaving: group.len() });
        if let Some(at) = group.iter().position(|&p| p == me) {
            meeting.brought[at] = Some(values);
        }
        if meeting.brought.iter().all(Option::is_some) {
            let waits =
                |status: &Status| matches!(status, Status::Waiting(Wait::Meeting(k)) if *k == key);
            self.wake(&mut state, waits);
        }
        key
    }

    /// Sends values, to one process or to whoever asks.
    pub(crate) fn send(&self, me: u32, lane: Lane, channel: i64, to: Option<u32>, values: Message) {
        let mut state = self.lock();
        state.messages.entry((lane, channel, me, to)).or_default().push_back(values);
        let Some(to) = to else { return };
        let waits = matches!(&state.status[to as usize],
            Status::Waiting(Wait::Message(l, c, from)) if (*l, *c, *from) == (lane, channel, me));
        if waits {
            state.status[to as usize] = Status::Running;
            state.running += 1;
            self.changed.notify_all();
        }
    }

    /// Waits for a meeting, and returns what each member brought.
    pub(crate) fn meet(
        &self,
        me: u32,
        key: &Key,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Vec<Message>, Unanswered> {
        let complete = |state: &mut State| {
            let meeting = state.meetings.get_mut(key)?;
            let all = meeting.brought.iter().cloned().collect::<Option<Vec<_>>>()?;
            meeting.leaving -= 1;
            if meeting.leaving == 0 {
                state.meetings.remove(key);
            }
            Some(all)
        };
        self.wait(me, Wait::Meeting(key.clone()), interrupted, complete)
    }

    /// Waits for a message from one process, or from anyone.
    pub(crate) fn receive(
        &self,
        me: u32,
        lane: Lane,
        channel: i64,
        from: Option<u32>,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Message, Unanswered> {
        match from {
            Some(from) => {
                let path = (lane, channel, from, Some(me));
                let first = |state: &mut State| state.messages.get_mut(&path)?.pop_front();
                self.wait(me, Wait::Message(lane, channel, from), interrupted, first)
            }
            None => {
                self.turn(me, Wait::AnyMessage(channel), interrupted)?;
                match self.lock().any_message(channel) {
                    Some(message) => Ok(message),
                    None => Err(Unanswered::Deadlock(String::new())),
                }
            }
        }
    }

    /// Waits until it is this process's turn at the infeed that all share.
    pub(crate) fn infeed_turn(
        &self,
        me: u32,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<(), Unanswered> {
        self.turn(me, Wait::Infeed, interrupted)
    }

    /// Waits until every process waits, and this one is the first to be answered.
    fn turn(&self, me: u32, what: Wait, interrupted: &dyn Fn() -> bool) -> Result<(), Unanswered> {
        let mut asked = false;
        // The first look is what makes it wait.
        self.wait(me, what, interrupted, |_| std::mem::replace(&mut asked, true).then_some(()))
    }

    /// Waits until `look` finds something.
    fn wait<T>(
        &self,
        me: u32,
        what: Wait,
        interrupted: &dyn Fn() -> bool,
        mut look: impl FnMut(&mut State) -> Option<T>,
    ) -> Result<T, Unanswered> {
        let mut state = self.lock();
        if let Some(found) = look(&mut state) {
            return Ok(found);
        }
        state.status[me as usize] = Status::Waiting(what);
        state.running -= 1;
        self.settle(&mut state);
        loop {
            match state.status[me as usize] {
                Status::Running => break,
                Status::Stuck => {
                    state.status[me as usize] = Status::Running;
                    return Err(Unanswered::Deadlock(state.deadlock.clone()));
                }
                Status::Waiting(_) | Status::Ended => {}
            }
            if interrupted() {
                state.status[me as usize] = Status::Running;
                state.running += 1;
                return Err(Unanswered::Interrupted);
            }
            let waited = self.changed.wait_timeout(state, Duration::from_millis(50));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        look(&mut state).ok_or_else(|| Unanswered::Deadlock(String::new()))
    }

    /// Says that a process has ended, well or not.
    pub(crate) fn end(&self, me: u32) {
        let mut state = self.lock();
        if !matches!(state.status[me as usize], Status::Ended) {
            state.status[me as usize] = Status::Ended;
            state.running -= 1;
            self.settle(&mut state);
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

    /// Where nothing runs any more, answers the first process that asks for what
    /// anyone may have; or says that there is nothing to wait for.
    fn settle(&self, state: &mut State) {
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

    /// Which process waits for what.
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
                Status::Waiting(Wait::Meeting(key)) => {
                    let missing = state.meetings.get(key).map_or(Vec::new(), |meeting| {
                        let members = key.group.iter().zip(&meeting.brought);
                        let absent = members.filter(|(_, brought)| brought.is_none());
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
        self.messages.iter().any(|((lane, c, _, to), queue)| {
            (*lane, *c, *to) == (Lane::Point, channel, None) && !queue.is_empty()
        })
    }

    /// The first message of the first process that sent one to anyone.
    fn any_message(&mut self, channel: i64) -> Option<Message> {
        let open = self.messages.iter_mut().find(|((lane, c, _, to), queue)| {
            (*lane, *c, *to) == (Lane::Point, channel, None) && !queue.is_empty()
        });
        open?.1.pop_front()
    }
}
