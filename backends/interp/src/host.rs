//! The host of a running program: streams, channels, printing and probes.

use hloom_ir::{Literal, Type};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The id of a process in a grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct ProcessId {
    /// Its replica.
    pub replica: u32,
    /// Its partition in the replica.
    pub partition: u32,
}

impl std::fmt::Display for ProcessId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.replica, self.partition)
    }
}

/// The host's end of streams and channels, and the receiver of `interpreter.print` and
/// `interpreter.probe`. Effects of concurrent processes arrive in process order.
///
/// An error is a sentence without a full stop; it ends the run.
pub trait Host: Sync {
    /// The tensors that an `infeed` of these types reads; `None` if the infeed is empty.
    ///
    /// # Errors
    /// If there is no infeed.
    fn infeed(&self, types: &[Type]) -> Result<Option<Vec<Literal>>, String> {
        let _ = types;
        Ok(None)
    }

    /// Takes the tensors that a process's `outfeed` writes.
    ///
    /// # Errors
    /// If there is no outfeed.
    fn outfeed(&self, process: ProcessId, values: Vec<Literal>) -> Result<(), String> {
        let _ = (process, values);
        Ok(())
    }

    /// The tensors that a `recv` of these types reads from a channel; `None` if it is empty.
    ///
    /// # Errors
    /// If the channel does not exist.
    fn receive(&self, channel: i64, types: &[Type]) -> Result<Option<Vec<Literal>>, String> {
        let _ = (channel, types);
        Ok(None)
    }

    /// Takes the tensors that a `send` to a channel writes.
    ///
    /// # Errors
    /// If the channel does not exist.
    fn send(&self, channel: i64, values: Vec<Literal>) -> Result<(), String> {
        let _ = (channel, values);
        Ok(())
    }

    /// Prints the operand of `interpreter.print`, whose name in the program is `name`.
    ///
    /// # Errors
    /// If it can't be printed.
    fn print(&self, name: Option<&str>, value: &Literal) -> Result<(), String> {
        let _ = (name, value);
        Ok(())
    }

    /// Stores the operand of `interpreter.probe` under a name.
    ///
    /// # Errors
    /// If it can't be stored.
    fn probe(&self, id: &str, value: &Literal) -> Result<(), String> {
        let _ = (id, value);
        Ok(())
    }
}

/// A host with in-memory queues for streams and channels, filled before a run and read after it.
#[derive(Default, Debug)]
pub struct QueueHost(Mutex<HostQueues>);

/// The queues of a [`QueueHost`].
#[derive(Clone, Default, Debug)]
pub struct HostQueues {
    /// Tensors for each `infeed`, in order.
    pub infeed: VecDeque<Vec<Literal>>,
    /// Tensors written by each `outfeed`.
    pub outfeed: Vec<(ProcessId, Vec<Literal>)>,
    /// Tensors for each `recv` from the host, by channel.
    pub to_device: BTreeMap<i64, VecDeque<Vec<Literal>>>,
    /// Tensors written by each `send` to the host, by channel.
    pub from_device: BTreeMap<i64, Vec<Vec<Literal>>>,
    /// Tensors stored by probes, with their names.
    pub probes: Vec<(String, Literal)>,
}

impl QueueHost {
    /// Locks the queues for filling or reading.
    pub fn queues(&self) -> MutexGuard<'_, HostQueues> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Host for QueueHost {
    fn infeed(&self, _: &[Type]) -> Result<Option<Vec<Literal>>, String> {
        Ok(self.queues().infeed.pop_front())
    }

    fn outfeed(&self, process: ProcessId, values: Vec<Literal>) -> Result<(), String> {
        self.queues().outfeed.push((process, values));
        Ok(())
    }

    fn receive(&self, channel: i64, _: &[Type]) -> Result<Option<Vec<Literal>>, String> {
        Ok(self.queues().to_device.get_mut(&channel).and_then(VecDeque::pop_front))
    }

    fn send(&self, channel: i64, values: Vec<Literal>) -> Result<(), String> {
        self.queues().from_device.entry(channel).or_default().push(values);
        Ok(())
    }

    fn probe(&self, id: &str, value: &Literal) -> Result<(), String> {
        self.queues().probes.push((id.to_owned(), value.clone()));
        Ok(())
    }
}

/// An effect of a process on the host.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    Outfeed(ProcessId, Vec<Literal>),
    Send(i64, Vec<Literal>),
    Print(Option<String>, Literal),
    Probe(String, Literal),
}

impl Effect {
    /// Performs the effect.
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
