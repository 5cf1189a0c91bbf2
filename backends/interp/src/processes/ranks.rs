//! Ranks: several runs whose collectives meet, each on a thread or in an operating system process
//! of its own.

use super::events::{CollectiveEvent, Events};
use super::grid::{Grid, Group, Message, RendezvousKey, WaitError};
use super::process::{Link, Process};
use super::shape::GridShape;
use super::streams::engine::Streams;
use super::streams::frame::{Key, Kind};
use super::transport::Transport;
use hloom_ir::{Element, Literal, Type};
use std::sync::Arc;
use std::time::Duration;

/// A group of ranks that are threads of one process.
#[derive(Clone)]
pub struct Ranks(Arc<Grid>);

impl Ranks {
    /// A grid of ranks, replicas by partitions. A rank that waits longer than `patience` for others,
    /// which run meanwhile, gives up.
    pub fn new((replicas, partitions): (u32, u32), patience: Option<Duration>) -> Ranks {
        let mut grid = Grid::new(GridShape { replicas, partitions }, None);
        grid.patience = patience;
        Ranks(Arc::new(grid))
    }

    /// Rank number `me`. It has ended when this value is dropped; others that wait for it fail then.
    pub fn rank(&self, me: u32) -> Rank {
        Rank(Process::of(&self.0, me))
    }
}

/// One rank of a group.
pub struct Rank(Process);

/// A collective that a rank has announced.
#[derive(Debug)]
pub struct Announced(RendezvousKey);

/// The channel of collectives that the interpreter does not run; no program names it.
const ELSEWHERE: i64 = i64::MIN;

/// A fact that all ranks must agree on: its name, and a description or a hash.
pub type Fact<'a> = (&'a str, &'a str);

impl Rank {
    /// The rank that a transport is of; all ranks are of one replica. It gives up when nothing has
    /// arrived for longer than `patience`.
    pub fn over(transport: Box<dyn Transport>, patience: Option<Duration>) -> Rank {
        let shape = GridShape { replicas: 1, partitions: transport.count() };
        let me = transport.rank();
        let link = Link::Streams(Streams::new(transport, patience));
        Rank(Process { me, shape, link, events: None })
    }

    pub(crate) fn process(&self) -> Process {
        self.0.clone()
    }

    /// The number of ranks.
    pub fn count(&self) -> u32 {
        self.0.shape.count()
    }

    /// The number of this rank.
    pub fn number(&self) -> u32 {
        self.0.me
    }

    /// Records the collectives of further runs, for [`Rank::events`].
    #[must_use]
    pub fn recording(mut self) -> Rank {
        self.0.events = Some(Arc::default());
        self
    }

    /// The collectives since the last call.
    pub fn events(&self) -> Vec<CollectiveEvent> {
        self.0.events.as_deref().map(Events::take).unwrap_or_default()
    }

    /// The same rank in a grid of replicas by partitions, instead of one replica.
    ///
    /// # Errors
    /// A sentence if the grid does not have as many ranks as there are.
    pub fn arranged(&self, (replicas, partitions): (u32, u32)) -> Result<Rank, String> {
        let count = self.0.shape.count();
        if replicas.checked_mul(partitions) != Some(count) {
            return Err(format!(
                "a grid of {replicas} by {partitions} does not have {count} ranks"
            ));
        }
        let shape = GridShape { replicas, partitions };
        Ok(Rank(Process { shape, ..self.0.clone() }))
    }

    /// Compares facts with those of all other ranks. Ranks that are threads agree always.
    ///
    /// # Errors
    /// A sentence that names the first rank that differs from rank 0, and the fact; or a rank that
    /// does not come.
    pub fn agree(&self, facts: &[Fact<'_>], interrupted: &dyn Fn() -> bool) -> Result<(), String> {
        let Link::Streams(streams) = &self.0.link else { return Ok(()) };
        let texts = facts.iter().map(|(_, fact)| bytes_literal(fact.as_bytes()));
        let own: Message = texts.collect::<Result<_, _>>()?;
        let key = Key { kind: Kind::Program, channel: 0, group: 0, sequence: 0 };
        let all: Vec<u32> = (0..streams.count).collect();
        let others: Vec<u32> = all.iter().copied().filter(|&rank| rank != streams.me).collect();
        for &to in &others {
            streams.send(to, key, "agree", own.clone());
        }
        let like: Vec<Type> = own.iter().map(Literal::ty).collect();
        let theirs = streams.receive(&others, key, "agree", &like, interrupted);
        let theirs = theirs.map_err(|error| self.sentence(error))?;
        let mut all: Vec<(u32, Message)> = others.into_iter().zip(theirs).collect();
        all.push((streams.me, own));
        all.sort_by_key(|(rank, _)| *rank);
        let (_, first) = &all[0];
        for (rank, theirs) in &all[1..] {
            for ((name, _), (a, b)) in facts.iter().zip(first.iter().zip(theirs.iter())) {
                if a.bytes() != b.bytes() {
                    let [a, b] = [a, b].map(|it| String::from_utf8_lossy(it.bytes()).into_owned());
                    return Err(format!(
                        "rank {rank} has another {name} than rank 0: {b}, not {a}"
                    ));
                }
            }
        }
        Ok(())
    }

    /// Sends tensors to rank 0, which gets those of each rank, itself included; the others get
    /// nothing. `like` are the types of a rank's tensors, but for their extents.
    ///
    /// # Errors
    /// A sentence if a rank does not come, or sends tensors of other element types.
    pub fn collect(
        &self,
        tensors: &[Literal],
        like: &dyn Fn(u32) -> Vec<Type>,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Vec<Literal>>>, String> {
        let own: Message = tensors.to_vec().into();
        let Link::Streams(streams) = &self.0.link else { return Ok(Some(vec![own.to_vec()])) };
        let key = Key { kind: Kind::Program, channel: 1, group: 0, sequence: 0 };
        if streams.me != 0 {
            streams.send(0, key, "collect", own);
            streams.flush(interrupted).map_err(|error| self.sentence(error))?;
            return Ok(None);
        }
        let mut all = vec![own.to_vec()];
        for rank in 1..streams.count {
            let theirs = streams.receive(&[rank], key, "collect", &like(rank), interrupted);
            let theirs = theirs.map_err(|error| self.sentence(error))?;
            all.extend(theirs.iter().map(|message| message.to_vec()));
        }
        Ok(Some(all))
    }

    /// Sends bytes to rank 0, which gets those of each rank, itself included.
    ///
    /// # Errors
    /// A sentence if a rank does not come.
    pub fn collect_bytes(
        &self,
        bytes: &[u8],
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Vec<u8>>>, String> {
        let own = bytes_literal(bytes)?;
        let ty = own.ty();
        let all = self.collect(&[own], &|_| vec![ty], interrupted)?;
        Ok(all.map(|all| all.iter().map(|it| it[0].bytes().to_vec()).collect()))
    }

    /// Sends bytes to all ranks, and returns those of each, this one included. All ranks call it.
    ///
    /// # Errors
    /// A sentence if a rank does not come.
    pub fn exchange(
        &self,
        bytes: &[u8],
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Vec<Vec<u8>>, String> {
        let own: Message = [bytes_literal(bytes)?].into();
        let all: Vec<u32> = (0..self.count()).collect();
        let messages = match &self.0.link {
            Link::Threads(grid) => {
                let group: Group = all.into();
                let key = grid.contribute(self.0.me, ELSEWHERE, &group, own, "exchange");
                let all = grid.wait_for_all(self.0.me, &key, interrupted);
                all.map_err(|error| self.sentence(error))?
            }
            Link::Streams(streams) => {
                let key = Key { kind: Kind::Program, channel: 2, group: 0, sequence: 0 };
                let others: Vec<u32> = all.into_iter().filter(|&rank| rank != self.0.me).collect();
                for &to in &others {
                    streams.send(to, key, "exchange", own.clone());
                }
                let like: Vec<Type> = own.iter().map(Literal::ty).collect();
                let theirs = streams.receive(&others, key, "exchange", &like, interrupted);
                let mut all = theirs.map_err(|error| self.sentence(error))?;
                all.insert(self.0.me as usize, own);
                all
            }
        };
        Ok(messages.iter().map(|it| it[0].bytes().to_vec()).collect())
    }

    /// Tells the others that this rank has begun a collective that the interpreter does not run: a
    /// device does. Ranks that are processes do not tell.
    ///
    /// # Errors
    /// A sentence if another rank of the group runs another op.
    pub fn announce(&self, group: &[u32], op: &'static str) -> Result<Option<Announced>, String> {
        let Link::Threads(grid) = &self.0.link else { return Ok(None) };
        let group: Group = group.into();
        let key = grid.contribute(self.0.me, ELSEWHERE, &group, Message::from([]), op);
        match grid.missing(&key).1 {
            None => Ok(Some(Announced(key))),
            Some(disagreement) => Err(disagreement),
        }
    }

    /// The ranks of the group that have not begun a collective which this one has announced, or a
    /// sentence if one has begun another op.
    ///
    /// # Errors
    /// See above.
    pub fn missing(&self, announced: &Announced) -> Result<Vec<u32>, String> {
        let Link::Threads(grid) = &self.0.link else { return Ok(Vec::new()) };
        let (missing, disagreement) = grid.missing(&announced.0);
        disagreement.map_or(Ok(missing), Err)
    }

    /// Notes that a collective which this rank has announced is done.
    pub fn retract(&self, announced: &Announced) {
        if let Link::Threads(grid) = &self.0.link {
            grid.pass(&announced.0);
        }
    }

    /// The ranks that have ended, as far as it is known: those that are threads.
    pub fn ended(&self) -> Vec<u32> {
        match &self.0.link {
            Link::Threads(grid) => grid.ended(),
            Link::Streams(_) => Vec::new(),
        }
    }

    /// Waits until everything that was sent is on its way.
    ///
    /// # Errors
    /// A sentence if a rank does not take it.
    pub fn flush(&self, interrupted: &dyn Fn() -> bool) -> Result<(), String> {
        match &self.0.link {
            Link::Threads(_) => Ok(()),
            Link::Streams(streams) => {
                streams.flush(interrupted).map_err(|error| self.sentence(error))
            }
        }
    }

    /// Waits until all other ranks call this too, and everything that was sent has arrived. Nothing
    /// is sent afterwards.
    ///
    /// # Errors
    /// A sentence if a rank does not come.
    pub fn end_together(&self, interrupted: &dyn Fn() -> bool) -> Result<(), String> {
        match &self.0.link {
            Link::Threads(_) => Ok(()),
            Link::Streams(streams) => {
                streams.end_together(interrupted).map_err(|error| self.sentence(error))
            }
        }
    }

    /// Leaves the other ranks: the transport is dropped, and what waits for this rank fails.
    pub fn leave(&self) {
        match &self.0.link {
            Link::Threads(_) => self.0.end(),
            Link::Streams(streams) => streams.leave(),
        }
    }

    /// The sentence for a wait of this rank that failed.
    fn sentence(&self, error: WaitError) -> String {
        match error {
            WaitError::Interrupted => "the run was interrupted".to_owned(),
            WaitError::Disagreement(what) => what,
            WaitError::Deadlock(what) => format!("no process can go on: {what}"),
        }
    }
}

/// Bytes as a tensor.
fn bytes_literal(bytes: &[u8]) -> Result<Literal, String> {
    let ty = Type::tensor(&[bytes.len() as i64], Element::U8);
    Literal::new(ty, bytes.into()).map_err(|error| error.to_string())
}

impl Drop for Rank {
    fn drop(&mut self) {
        self.0.end();
    }
}
