//! What a running program speaks to outside of itself.

use hloom_ir::{Literal, Type};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A process's place among those that run at the same time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct ProcessId {
    /// Which replica it belongs to.
    pub replica: u32,
    /// Which of the replica's partitions it is.
    pub partition: u32,
}

impl std::fmt::Display for ProcessId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.replica, self.partition)
    }
}

/// The other end of streams and of channels to the host, and the receiver of what
/// `interpreter.print` and `interpreter.probe` show. What several processes do at the
/// same time arrives in the processes' order.
///
/// An error is a sentence without a full stop; it ends the run.
pub trait Host: Sync {
    /// What an `infeed` of tensors of these types reads; `None` where nothing is left.
    ///
    /// # Errors
    /// There is no infeed.
    fn infeed(&self, types: &[Type]) -> Result<Option<Vec<Literal>>, String> {
        let _ = types;
        Ok(None)
    }

    /// Takes what a process's `outfeed` writes.
    ///
    /// # Errors
    /// There is no outfeed.
    fn outfeed(&self, process: ProcessId, values: Vec<Literal>) -> Result<(), String> {
        let _ = (process, values);
        Ok(())
    }

    /// What a `recv` of tensors of these types from this channel reads; `None` where nothing is left.
    ///
    /// # Errors
    /// There is no such channel.
    fn receive(&self, channel: i64, types: &[Type]) -> Result<Option<Vec<Literal>>, String> {
        let _ = (channel, types);
        Ok(None)
    }

    /// Takes what a `send` to this channel writes.
    ///
    /// # Errors
    /// There is no such channel.
    fn send(&self, channel: i64, values: Vec<Literal>) -> Result<(), String> {
        let _ = (channel, values);
        Ok(())
    }

    /// Shows the operand of `interpreter.print`, which the program calls `name`.
    ///
    /// # Errors
    /// It can't be shown.
    fn print(&self, name: Option<&str>, value: &Literal) -> Result<(), String> {
        let _ = (name, value);
        Ok(())
    }

    /// Keeps the operand of `interpreter.probe` under a name.
    ///
    /// # Errors
    /// It can't be kept.
    fn probe(&self, id: &str, value: &Literal) -> Result<(), String> {
        let _ = (id, value);
        Ok(())
    }
}

/// A host whose ends are queues in memory: to be filled before a run, and read after
/// it.
#[derive(Default, Debug)]
pub struct Queues(Mutex<Ends>);

/// What a [`Queues`] holds.
#[derive(Clone, Default, Debug)]
pub struct Ends {
    /// What each `infeed` is to read, in order.
    pub infeed: VecDeque<Vec<Literal>>,
    /// What each `outfeed` wrote.
    pub outfeed: Vec<(ProcessId, Vec<Literal>)>,
    /// What each `recv` from the host is to read, by channel.
    pub to_device: BTreeMap<i64, VecDeque<Vec<Literal>>>,
    /// What each `send` to the host wrote, by channel.
    pub from_device: BTreeMap<i64, Vec<Vec<Literal>>>,
    /// What was probed.
    pub probes: Vec<(String, Literal)>,
}

impl Queues {
    /// The queues, to be filled or read.
    pub fn ends(&self) -> MutexGuard<'_, Ends> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Host for Queues {
    fn infeed(&self, _: &[Type]) -> Result<Option<Vec<Literal>>, String> {
        Ok(self.ends().infeed.pop_front())
    }

    fn outfeed(&self, process: ProcessId, values: Vec<Literal>) -> Result<(), String> {
        self.ends().outfeed.push((process, values));
        Ok(())
    }

    fn receive(&self, channel: i64, _: &[Type]) -> Result<Option<Vec<Literal>>, String> {
        Ok(self.ends().to_device.get_mut(&channel).and_then(VecDeque::pop_front))
    }

    fn send(&self, channel: i64, values: Vec<Literal>) -> Result<(), String> {
        self.ends().from_device.entry(channel).or_default().push(values);
        Ok(())
    }

    fn probe(&self, id: &str, value: &Literal) -> Result<(), String> {
        self.ends().probes.push((id.to_owned(), value.clone()));
        Ok(())
    }
}

/// Something a process does to the host.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    Outfeed(ProcessId, Vec<Literal>),
    Send(i64, Vec<Literal>),
    Print(Option<String>, Literal),
    Probe(String, Literal),
}

impl Effect {
    /// Does it.
    pub(crate) fn perform(self, host: Option<&dyn Host>) -> Result<(), String> {
        let Some(host) = host else { return Ok(()) };
        match self {
            Effect::Outfeed(process, values) => host.outfeed(process, values),
            Effect::Send(channel, values) => host.send(channel, values),
            Effect::Print(name, value) => host.print(name.as_deref(), &value),
            Effect::Probe(id, value) => host.probe(&id, &value),
        }
    }
}
