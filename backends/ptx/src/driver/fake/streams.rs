//! Streams of the driver for tests, which wait for each other and for other GPUs.
//!
//! A stream is a list of work. The work at its front is done as soon as it can be, in every call of
//! the driver; work of another GPU is behind a [`Queued::Peer`], which says itself when it is done.
//! Calls that NVIDIA's driver would block in while a stream waits for another GPU are mistakes of
//! the caller here: it could not give up then.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::{Fake, State, Thing, Work, invalid, refusal};
use crate::device::Device;
use crate::driver::api::{Answer, CopyRows, Handle, Streams};
use crate::emulated::Emulated;

/// Work with other GPUs: does what can be done, and returns whether that is all.
pub(crate) type PeerWork = Arc<dyn Fn(&mut Emulated) -> bool + Send + Sync>;

/// Work on a stream.
#[derive(Clone)]
enum Queued {
    Work(Work),
    Zero(u64, usize),
    Rows(CopyRows),
    /// An event, at the number of times that it was recorded.
    Record(Handle, u64),
    Follow(Handle, u64),
    Peer(PeerWork),
}

/// The streams of a driver.
#[derive(Default)]
pub(super) struct Queues {
    waiting: BTreeMap<usize, VecDeque<Queued>>,
    /// The numbers of times that events were recorded, and that they were reached.
    recorded: BTreeMap<usize, u64>,
    reached: BTreeMap<usize, u64>,
    /// Streams, events and memory in the order in which they were made, for the log.
    names: Vec<(char, u64)>,
}

impl State {
    /// The name of a stream, an event or an address in the log.
    fn named(&mut self, kind: char, number: u64) -> String {
        let (number, beyond) = match kind {
            'm' => {
                let region = self.allocated.range(..=number).next_back().map_or(number, |it| *it.0);
                (region, number - region)
            }
            _ => (number, 0),
        };
        let names = &mut self.queues.names;
        if !names.contains(&(kind, number)) {
            names.push((kind, number));
        }
        let of_kind = names.iter().filter(|(known, _)| *known == kind);
        let at = of_kind.take_while(|(_, known)| *known != number).count();
        if beyond == 0 { format!("{kind}{at}") } else { format!("{kind}{at}+{beyond}") }
    }

    /// Names the first stream, which is that of kernels.
    pub(super) fn name_stream(&mut self, stream: Handle) {
        self.named('s', stream.0 as u64);
    }

    pub(super) fn is_idle(&self) -> bool {
        self.queues.waiting.values().all(VecDeque::is_empty)
    }

    /// Fails if the host would wait for another GPU.
    pub(super) fn blocks(&mut self, call: &str) {
        // Those of ranks that have failed stay as they are.
        self.progress();
        assert!(self.is_idle(), "`{call}` would wait for another GPU");
    }

    /// Puts work behind that of a stream; an error if it fails at once.
    pub(super) fn submit_on(&mut self, stream: Handle, work: Work) -> Answer<()> {
        self.progress();
        let is_free = self.queues.waiting.get(&stream.0).is_none_or(VecDeque::is_empty);
        let on = self.named('s', stream.0 as u64);
        match &work {
            Work::Launch(kernel, ..) => self.log.push(format!("{on}: launch {kernel}")),
            Work::Copy(to, from, bytes) => {
                let (from, to) = (self.named('m', *from), self.named('m', *to));
                self.log.push(format!("{on}: copy {bytes} bytes from {from} to {to}"));
            }
        }
        if is_free {
            return self.submit(&work);
        }
        self.queue(stream, Queued::Work(work));
        Ok(())
    }

    fn queue(&mut self, stream: Handle, work: Queued) {
        self.queues.waiting.entry(stream.0).or_default().push_back(work);
        self.progress();
    }

    /// Does all that can be done.
    pub(super) fn progress(&mut self) {
        let streams: Vec<usize> = self.queues.waiting.keys().copied().collect();
        let mut moved = true;
        while moved {
            moved = false;
            for &stream in &streams {
                while let Some(work) =
                    self.queues.waiting.get(&stream).and_then(VecDeque::front).cloned()
                {
                    if !self.is_done(&work) {
                        break;
                    }
                    self.queues.waiting.get_mut(&stream).and_then(VecDeque::pop_front);
                    moved = true;
                }
            }
        }
    }

    /// Does work, if it can be done.
    fn is_done(&mut self, work: &Queued) -> bool {
        let done = match work {
            Queued::Work(work) => self.submit(work),
            Queued::Zero(address, bytes) => self.store(*address, &vec![0; *bytes]),
            Queued::Rows(rows) => self.copy_each(rows),
            Queued::Record(event, number) => {
                self.queues.reached.insert(event.0, *number);
                let clock = self.clock;
                if let Some(Thing::Event(at)) = self.things.get_mut(&event.0) {
                    *at = Some(clock);
                }
                Ok(())
            }
            Queued::Follow(event, number) => {
                return self.queues.reached.get(&event.0).is_some_and(|at| at >= number);
            }
            Queued::Peer(work) => {
                let device = self.emulated();
                let done = work(device);
                if done {
                    self.clock += 1;
                }
                return done;
            }
        };
        if let Err(refusal) = done {
            self.broken.get_or_insert(refusal.code);
        }
        true
    }

    fn store(&mut self, address: u64, bytes: &[u8]) -> Answer<()> {
        self.emulated().write(&[(address, bytes)]).map_err(|_| refusal(719))
    }

    fn copy_each(&mut self, rows: &CopyRows) -> Answer<()> {
        for row in 0..rows.height as u64 {
            let from = rows.from.0 + row * rows.from.1 as u64;
            let to = rows.to.0 + row * rows.to.1 as u64;
            let copied = self.emulated().copy(to, from, rows.width as u64);
            copied.map_err(|_| refusal(719))?;
        }
        Ok(())
    }

    /// Records an event on a stream.
    pub(super) fn record_on(&mut self, event: Handle, stream: Handle) -> Answer<()> {
        match self.things.get_mut(&event.0) {
            Some(Thing::Event(at)) => *at = None,
            _ => return Err(invalid()),
        }
        let number = self.queues.recorded.entry(event.0).or_default();
        *number += 1;
        let number = *number;
        let (on, name) = (self.named('s', stream.0 as u64), self.named('e', event.0 as u64));
        self.log.push(format!("{on}: record {name}"));
        self.queue(stream, Queued::Record(event, number));
        Ok(())
    }
}

impl Streams for Fake {
    fn is_reached(&self, event: Handle) -> Answer<bool> {
        let mut state = self.call("is_reached")?;
        state.progress();
        let recorded = state.queues.recorded.get(&event.0).copied().unwrap_or(0);
        Ok(state.queues.reached.get(&event.0).copied().unwrap_or(0) >= recorded)
    }

    fn follow(&self, stream: Handle, event: Handle) -> Answer<()> {
        let mut state = self.call("follow")?;
        state.get(stream)?;
        state.get(event)?;
        let (on, name) = (state.named('s', stream.0 as u64), state.named('e', event.0 as u64));
        state.log.push(format!("{on}: wait for {name}"));
        let recorded = state.queues.recorded.get(&event.0).copied().unwrap_or(0);
        state.queue(stream, Queued::Follow(event, recorded));
        Ok(())
    }

    fn zero(&self, address: u64, bytes: usize, stream: Handle) -> Answer<()> {
        let mut state = self.call("zero")?;
        state.get(stream)?;
        let (on, at) = (state.named('s', stream.0 as u64), state.named('m', address));
        state.log.push(format!("{on}: clear {bytes} bytes of {at}"));
        state.queue(stream, Queued::Zero(address, bytes));
        Ok(())
    }

    fn copy_rows(&self, rows: &CopyRows, stream: Handle) -> Answer<()> {
        let mut state = self.call("copy_rows")?;
        state.get(stream)?;
        let (on, to) = (state.named('s', stream.0 as u64), state.named('m', rows.to.0));
        let from = state.named('m', rows.from.0);
        let ((_, to_pitch), (_, from_pitch)) = (rows.to, rows.from);
        state.log.push(format!(
            "{on}: copy {} rows of {} bytes from {from} by {from_pitch} to {to} by {to_pitch}",
            rows.height, rows.width
        ));
        state.queue(stream, Queued::Rows(*rows));
        Ok(())
    }
}

impl Fake {
    /// Puts work with other GPUs on a stream, under a line of the log.
    pub(crate) fn with_peers(&self, stream: Handle, line: &str, work: PeerWork) {
        let mut state = self.state();
        let on = state.named('s', stream.0 as u64);
        state.log.push(format!("{on}: {line}"));
        state.queue(stream, Queued::Peer(work));
    }

    /// Adds a line to the log.
    pub(crate) fn note(&self, line: String) {
        self.state().log.push(line);
    }

    /// An address as the log names it.
    pub(crate) fn place(&self, address: u64) -> String {
        self.state().named('m', address)
    }

    /// Does what can be done.
    pub(crate) fn poll(&self) {
        self.state().progress();
    }
}
