//! Messages with keys over byte streams: sending without waiting, receiving with a deadline.

use super::frame::{Key, Kind, fnv};
use super::queues::{Parcel, Queues};
use crate::processes::grid::{Group, Message, WaitError};
use crate::processes::transport::Transport;
use hloom_ir::{Literal, Type};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// The longest pause of the thread that moves overlapped messages, while nothing moves.
const LONGEST_PAUSE: Duration = Duration::from_millis(1);

/// The pause of that thread after bytes have moved.
const SHORTEST_PAUSE: Duration = Duration::from_micros(20);

/// The state of a rank.
pub(super) struct State {
    pub(super) queues: Queues,
    sequence_numbers: FxHashMap<(i64, u64), u64>,
    /// The number of overlapped collectives that are not finished.
    overlapped: usize,
    /// Whether the thread for overlapped messages runs.
    has_mover: bool,
    /// The time for which the rank has waited for others.
    waited: Duration,
}

/// The messages of one rank.
pub(crate) struct Streams {
    pub(crate) me: u32,
    pub(crate) count: u32,
    /// The longest time that the rank waits while nothing arrives; unlimited if `None`.
    patience: Option<Duration>,
    state: Mutex<State>,
}

/// Counters for the trace of collectives.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counters {
    pub(crate) waited: Duration,
    pub(crate) sent: u64,
    pub(crate) received: u64,
}

/// A wait for other ranks.
pub(super) struct Waiter<'w> {
    streams: &'w Streams,
    interrupted: &'w dyn Fn() -> bool,
    patience: Option<Duration>,
    /// The time of the last movement, and the number of rounds since.
    since: Instant,
    rounds: u32,
}

impl<'w> Waiter<'w> {
    pub(super) fn new(streams: &'w Streams, interrupted: &'w dyn Fn() -> bool) -> Waiter<'w> {
        let patience = streams.patience;
        Waiter { streams, interrupted, patience, since: Instant::now(), rounds: 0 }
    }

    /// Notes that bytes have moved.
    pub(super) fn moved(&mut self) {
        self.rounds = 0;
    }

    /// Waits briefly after a round in which nothing moved. `missing` are the peers that are waited
    /// for.
    pub(super) fn idle(
        &mut self,
        state: &mut State,
        missing: &dyn Fn(&Queues) -> Vec<u32>,
    ) -> Result<(), WaitError> {
        let begin = Instant::now();
        if self.rounds == 0 {
            self.since = begin;
        }
        state.queues.transport.idle(self.rounds);
        self.rounds = self.rounds.saturating_add(1);
        let end = Instant::now();
        state.waited += end - begin;
        if (self.interrupted)() {
            return Err(WaitError::Interrupted);
        }
        let tired = self.patience.filter(|&most| end - self.since > most);
        // Rounds without a sleep are too short to look for the ends of others in each.
        let slept = end - begin > Duration::from_micros(100);
        if tired.is_none() && !slept && !self.rounds.is_multiple_of(64) {
            return Ok(());
        }
        let missing = missing(&state.queues);
        let ended = missing.iter().any(|&peer| state.queues.ended[peer as usize]);
        let names: Vec<String> = missing
            .iter()
            .take(8)
            .map(|&peer| match state.queues.ended[peer as usize] {
                true => format!("rank {peer}, which has ended"),
                false => format!("rank {peer}"),
            })
            .collect();
        let text = format!("rank {} waits for {}", self.streams.me, names.join(" and "));
        match tired {
            Some(most) => {
                let seconds = most.as_secs_f64();
                Err(WaitError::Deadlock(format!("after {seconds} seconds: {text}")))
            }
            None if ended => Err(WaitError::Deadlock(text)),
            None => Ok(()),
        }
    }
}

impl Streams {
    /// The messages of the rank that a transport is of.
    pub(crate) fn new(transport: Box<dyn Transport>, patience: Option<Duration>) -> Arc<Streams> {
        let (me, count) = (transport.rank(), transport.count());
        let state = State {
            queues: Queues::new(transport),
            sequence_numbers: FxHashMap::default(),
            overlapped: 0,
            has_mover: false,
            waited: Duration::ZERO,
        };
        Arc::new(Streams { me, count, patience, state: Mutex::new(state) })
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        // Queues are consistent between calls, also after a panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The counters so far.
    pub(crate) fn counters(&self) -> Counters {
        let state = self.lock();
        let Queues { sent, received, .. } = state.queues;
        Counters { waited: state.waited, sent, received }
    }

    /// The key of the next rendezvous of a group on a channel.
    pub(crate) fn rendezvous(&self, channel: i64, group: &Group) -> Key {
        let group = fnv(group.iter().flat_map(|member| member.to_le_bytes()));
        let mut state = self.lock();
        let next = state.sequence_numbers.entry((channel, group)).or_default();
        let key = Key { kind: Kind::Rendezvous, channel, group, sequence: *next };
        *next += 1;
        key
    }

    /// Sends values to a rank, without waiting; a thread moves them on if there is no room.
    pub(crate) fn send(self: &Arc<Self>, to: u32, key: Key, op: &str, values: Message) {
        let mut state = self.lock();
        state.queues.post(to, key, op, values);
        // An error is reported to the op that waits for the rank.
        _ = state.queues.transport.flush();
        if state.queues.is_sending() {
            self.move_on(&mut state);
        }
    }

    /// Notes that a collective is overlapped with computation: until [`Streams::joined`], a thread
    /// moves messages.
    pub(crate) fn overlap(self: &Arc<Self>) {
        let mut state = self.lock();
        state.overlapped += 1;
        self.move_on(&mut state);
    }

    /// Notes that an overlapped collective is finished.
    pub(crate) fn joined(&self) {
        let mut state = self.lock();
        state.overlapped = state.overlapped.saturating_sub(1);
    }

    /// Starts the thread that moves messages while the rank computes, unless it runs.
    fn move_on(self: &Arc<Self>, state: &mut State) {
        if state.has_mover {
            return;
        }
        let streams = Arc::downgrade(self);
        let work = move || Streams::mover(&streams);
        let thread = std::thread::Builder::new().name("messages".to_owned());
        // Without a thread, messages move when the rank communicates next.
        state.has_mover = thread.spawn(work).is_ok();
    }

    /// Moves messages until there are none, or the rank has gone.
    fn mover(streams: &Weak<Streams>) {
        let mut pause = SHORTEST_PAUSE;
        while let Some(streams) = streams.upgrade() {
            let mut state = streams.lock();
            if state.overlapped == 0 && !state.queues.is_sending() {
                // The thread ends; `move_on` starts another one.
                state.has_mover = false;
                return;
            }
            // A rank that can't be reached is reported to the op that waits for it.
            let moved = state.queues.pump().unwrap_or(false);
            drop(state);
            drop(streams);
            pause = if moved { SHORTEST_PAUSE } else { (pause * 2).min(LONGEST_PAUSE) };
            std::thread::sleep(pause);
        }
    }

    /// Waits until `look` returns a result. `missing` are the peers that are waited for.
    pub(super) fn wait<T>(
        &self,
        mut waiter: Waiter<'_>,
        missing: &dyn Fn(&Queues) -> Vec<u32>,
        mut look: impl FnMut(&mut Queues) -> Option<T>,
    ) -> Result<T, WaitError> {
        let mut state = self.lock();
        loop {
            if let Some(found) = look(&mut state.queues) {
                return Ok(found);
            }
            match state.queues.pump().map_err(WaitError::Deadlock)? {
                true => waiter.moved(),
                false => waiter.idle(&mut state, missing)?,
            }
        }
    }

    /// Waits for the messages with a key from several ranks; returns the tensors of each, whose
    /// types are those of `like` with the extents that were sent.
    pub(crate) fn receive(
        &self,
        from: &[u32],
        key: Key,
        op: &str,
        like: &[Type],
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Vec<Message>, WaitError> {
        let incomplete =
            |queues: &Queues, peer: u32| !queues.parcel(peer, key).is_some_and(Parcel::is_complete);
        let missing = |queues: &Queues| {
            let missing = from.iter().copied().filter(|&peer| incomplete(queues, peer));
            missing.collect::<Vec<u32>>()
        };
        let parcels = self.wait(Waiter::new(self, interrupted), &missing, |queues| {
            // A member that runs another op does not have to come to this one's end.
            if let Some(wrong) = self.disagreement(queues, from, key, op) {
                return Some(Err(WaitError::Disagreement(wrong)));
            }
            if from.iter().any(|&peer| incomplete(queues, peer)) {
                return None;
            }
            from.iter().map(|&peer| queues.take(peer, key)).collect::<Option<Vec<_>>>().map(Ok)
        })??;
        let each = from.iter().zip(parcels);
        each.map(|(&peer, parcel)| self.opened(peer, parcel, like)).collect()
    }

    /// The sentence for a peer whose message with this key is of another op.
    pub(super) fn disagreement(
        &self,
        queues: &Queues,
        from: &[u32],
        key: Key,
        op: &str,
    ) -> Option<String> {
        let theirs = |&peer: &u32| Some((peer, queues.parcel(peer, key)?.op.as_str()));
        let (peer, other) = from.iter().filter_map(theirs).find(|(_, theirs)| *theirs != op)?;
        Some(format!("rank {peer} runs `{other}` where others run `{op}`"))
    }

    /// The tensors of a message.
    fn opened(&self, peer: u32, parcel: Parcel, like: &[Type]) -> Result<Message, WaitError> {
        let count = parcel.shapes.len();
        let wrong = |what: String| WaitError::Disagreement(format!("rank {peer} sent {what}"));
        if count != like.len() {
            return Err(wrong(format!("{count} tensors where {} are expected", like.len())));
        }
        let tensors = parcel.shapes.iter().zip(parcel.data).zip(like);
        let tensors = tensors.map(|((shape, data), &like)| {
            let ty = shape.typed(like).ok_or_else(|| {
                wrong(format!("a tensor of {} where {like} is expected", shape.element))
            })?;
            let literal = match shape.splat {
                true => Literal::splat(ty, data.as_slice()),
                false => Literal::new(ty, data),
            };
            literal.map_err(|error| wrong(error.to_string()))
        });
        tensors.collect()
    }

    /// Tells the others that this rank ends, once.
    fn post_end(&self, state: &mut State) {
        let key = Key { kind: Kind::End, channel: 0, group: 0, sequence: 0 };
        if !std::mem::replace(&mut state.queues.ended[self.me as usize], true) {
            for peer in (0..self.count).filter(|&peer| peer != self.me) {
                state.queues.post(peer, key, "", Arc::from(Vec::new()));
            }
        }
    }

    /// Ends together with all others: waits until each of them ends too, and everything that was
    /// sent has arrived.
    pub(crate) fn end_together(&self, interrupted: &dyn Fn() -> bool) -> Result<(), WaitError> {
        self.post_end(&mut self.lock());
        let running = |queues: &Queues| {
            let peers = (0..self.count).filter(|&peer| !queues.ended[peer as usize]);
            peers.collect::<Vec<u32>>()
        };
        let all_ended = |queues: &mut Queues| {
            (running(queues).is_empty() && !queues.is_sending()).then_some(())
        };
        // Rank 0 may write results and compare them for long.
        let waiter = Waiter { patience: None, ..Waiter::new(self, interrupted) };
        self.wait(waiter, &running, all_ended)
    }

    /// Tells the others that this rank has ended, as far as there is room, and drops the transport.
    pub(crate) fn leave(&self) {
        let mut state = self.lock();
        self.post_end(&mut state);
        // A message that does not fit now is lost with this rank, whose waiters give up later.
        _ = state.queues.pump();
        state.queues.transport = Box::new(Left { rank: self.me, count: self.count });
    }

    /// Waits until everything that was sent is with the transport.
    pub(crate) fn flush(&self, interrupted: &dyn Fn() -> bool) -> Result<(), WaitError> {
        let sent = |queues: &mut Queues| (!queues.is_sending()).then_some(());
        self.wait(Waiter::new(self, interrupted), &|_| Vec::new(), sent)
    }
}

/// The transport of a rank that has left.
struct Left {
    rank: u32,
    count: u32,
}

impl Transport for Left {
    fn rank(&self) -> u32 {
        self.rank
    }

    fn count(&self) -> u32 {
        self.count
    }

    fn write(&mut self, _: u32, _: &[u8]) -> usize {
        0
    }

    fn arrived(&self, _: u32) -> &[u8] {
        &[]
    }

    fn consume(&mut self, _: u32, _: usize) {}

    fn poll(&mut self) -> Result<(), String> {
        Err(format!("rank {} has left the others", self.rank))
    }

    fn idle(&mut self, _: u32) {}
}

impl Drop for Streams {
    fn drop(&mut self) {
        self.leave();
    }
}
