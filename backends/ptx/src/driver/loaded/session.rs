//! A rank's part in the collectives of its program: communicators, memory and events.
//!
//! ```text
//!   rank's thread ── Loaded ── stream ─────── kernels ──●───────────●── kernels
//!                      │                        record  │           ▲  follow
//!                      └── Session ── stream ───────────▼── NCCL ───●
//! ```
//!
//! **Threads.** A rank is one thread, or one process, with a GPU of its own. All calls for it come
//! from that thread, in the order of its program. NCCL's own threads finish calls in the background;
//! no other thread touches a communicator.
//!
//! **Communicators.** A session owns those of its rank, and ends them when it is dropped. One joins
//! all ranks; its name, made by rank 0, travels over
//! [`Team::exchange`]. For each distinct list of
//! groups in the program one more is split off. All of them are made when the rank joins, in the
//! order of the program's text, which is the same on all ranks. So no rank waits in a split for
//! another one that took another branch.
//!
//! **Streams.** A rank's collectives are all on one stream of their own, so that two communicators
//! never run at once on a GPU, where they could wait for each other. The stream waits for the
//! kernels ahead of a collective by an event, and kernels wait for its results by another one. The
//! host waits for neither. Between `async_start` and `async_done` the kernels do not wait: the
//! operand is copied to memory of the session first, and the result comes from there, since the
//! program may use the memory of both in between.
//!
//! **Waiting.** Calls of NCCL do not block, and neither does the host wait for a stream that may
//! wait for another rank: it looks at an event, at the states of the communicators, and at the
//! clock. If one has failed, or the time is up, all communicators are aborted, so that their kernels
//! end, and the session is of no use from then on. The rank's error names the op, and the ranks that
//! have not come, as far as the team knows.
//!
//! **Graphs.** A run with collectives is eager, and no part of it is recorded as a graph. All ranks
//! would have to record and replay the same collectives in the same run, but each rank decides by
//! the values that it knows; and a recorded collective can't be told apart when it hangs.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::super::api::{Answer, Api, Handle};
use super::Loaded;
use crate::Error;
use crate::collective::nccl::api::{Comm, ID_BYTES, Nccl, NcclError, Slot, State};
use crate::collective::nccl::version_text;
use crate::collective::{Collective, Joining, Kind, Plan, Team, When};
use crate::device::{Device, Lane};

/// The time between looks at a stream: the first ones follow each other at once.
const SPINS: u32 = 1000;
const PAUSE: Duration = Duration::from_micros(50);

/// The looks at a stream between those at the communicators, whose states take a lock.
const STATES: u32 = 64;

/// The longest time that the end of communicators takes.
const LONGEST_END: Duration = Duration::from_secs(5);

/// A rank among others.
pub(super) struct Session {
    pub(super) nccl: Box<dyn Nccl>,
    pub(super) team: Box<dyn Team>,
    patience: Duration,
    pub(super) rank: u32,
    /// The stream of collectives.
    pub(super) stream: Handle,
    /// The event that collectives wait for, and the one that kernels wait for.
    before: Handle,
    after: Handle,
    /// The communicator of all ranks.
    pub(super) world: Option<Comm>,
    /// The communicators of groups, by the lists of groups.
    pub(super) groups: Vec<(Vec<Vec<u32>>, Option<Comm>)>,
    /// Memory for operands and results whose parts are moved: one region for each.
    pub(super) scratch: [u64; 2],
    /// The collectives that are overlapped, by the number of their start.
    overlapped: BTreeMap<u32, Overlapped>,
    /// The last request, and the ranks that it waits for.
    pub(super) last: Option<(String, Vec<u32>)>,
    /// Whether a collective may still be running.
    pub(super) is_running: bool,
    /// The reason why it is of no use any more.
    ended: Option<String>,
}

/// Memory of an overlapped collective, and the event of its end.
struct Overlapped {
    operands: Vec<u64>,
    results: Vec<u64>,
    done: Handle,
    has_begun: bool,
}

/// The request for error messages.
fn joining() -> String {
    "joining the ranks by NCCL".to_owned()
}

pub(super) fn refused(what: impl Into<String>, error: &NcclError) -> Error {
    Error::Device { what: what.into(), why: error.to_string() }
}

/// The members of a group with a communicator of its own; a group of one needs none.
pub(super) fn group_of(collective: &Collective, rank: u32) -> &[u32] {
    collective.group(rank).unwrap_or_default()
}

/// Whether a list of groups is one group of all ranks, in their order.
pub(super) fn is_world(groups: &[Vec<u32>], count: u32) -> bool {
    matches!(groups, [all] if all.iter().copied().eq(0..count))
}

/// The bytes of scratch memory that a plan's collectives need: for operands, and for results. The
/// parts of an operand follow each other.
fn scratch(plan: &Plan, rank: u32) -> [u64; 2] {
    let mut most = [0; 2];
    for it in plan.0.values() {
        let members = group_of(it, rank).len() as u64;
        let packed = it.parts.iter().filter(|part| it.is_packed(part));
        let unpacked = it.parts.iter().filter(|part| it.is_unpacked(part));
        let bytes = [
            packed.map(|part| aligned(it.operand_bytes(part))).sum(),
            unpacked.map(|part| aligned(it.result_bytes(part, members))).sum(),
        ];
        most = [most[0].max(bytes[0]), most[1].max(bytes[1])];
    }
    most
}

/// Regions of scratch memory begin at multiples of this.
pub(super) fn aligned(bytes: u64) -> u64 {
    bytes.next_multiple_of(256)
}

impl Session {
    /// Joins the other ranks.
    ///
    /// # Errors
    /// NCCL or the driver refuses, a rank does not come or has another version, or there is not
    /// enough memory.
    pub(super) fn join(
        gpu: &mut Loaded,
        nccl: Box<dyn Nccl>,
        joining_rank: Joining<'_>,
    ) -> Result<Session, Error> {
        let Joining { plan, team, patience } = joining_rank;
        gpu.enter()?;
        let rank = team.rank();
        let stream = gpu.ask(|| "making a stream".to_owned(), |api| api.stream())?;
        let mut session = Session {
            nccl,
            team,
            patience,
            rank,
            stream,
            before: stream,
            after: stream,
            world: None,
            groups: Vec::new(),
            scratch: [0; 2],
            overlapped: BTreeMap::new(),
            last: None,
            is_running: false,
            ended: None,
        };
        match session.prepare(gpu, plan) {
            Ok(()) => Ok(session),
            Err(error) => {
                session.abandon(&error.to_string());
                session.release(gpu);
                Err(error)
            }
        }
    }

    fn prepare(&mut self, gpu: &mut Loaded, plan: &Plan) -> Result<(), Error> {
        let event = || "making an event".to_owned();
        self.before = gpu.ask(event, |api| api.event())?;
        self.after = gpu.ask(event, |api| api.event())?;
        self.connect()?;
        let count = self.team.count();
        for it in plan.0.values() {
            let moves = matches!(it.kind, Kind::Permute { .. });
            let known = self.groups.iter().any(|(groups, _)| *groups == it.groups);
            let alone = it.groups.iter().all(|group| group.len() < 2);
            if moves || known || alone || is_world(&it.groups, count) {
                continue;
            }
            let comm = self.split(&it.groups)?;
            self.groups.push((it.groups.clone(), comm));
        }
        let sizes = scratch(plan, self.rank);
        for (region, bytes) in self.scratch.iter_mut().zip(sizes) {
            if bytes > 0 {
                *region = gpu.allocate(bytes)?;
            }
        }
        for it in plan.0.values() {
            let When::Start(number) = it.when else { continue };
            let members = group_of(it, self.rank).len() as u64;
            let done = gpu.ask(event, |api| api.event())?;
            let mut own =
                Overlapped { operands: Vec::new(), results: Vec::new(), done, has_begun: false };
            let mut outcome = Ok(());
            for part in &it.parts {
                let sizes = [it.operand_bytes(part), it.result_bytes(part, members)];
                for (bytes, to) in sizes.into_iter().zip([&mut own.operands, &mut own.results]) {
                    match gpu.allocate(bytes.max(1)) {
                        Ok(address) => to.push(address),
                        Err(error) => outcome = Err(error),
                    }
                }
            }
            self.overlapped.insert(number, own);
            outcome?;
        }
        Ok(())
    }

    /// Makes the communicator of all ranks.
    fn connect(&mut self) -> Result<(), Error> {
        let failed = |why: String| Error::Device { what: joining(), why };
        let version = self.nccl.version().map_err(|error| refused(joining(), &error));
        let id = match (&version, self.rank) {
            (Ok(_), 0) => self.nccl.unique_id().map(|id| id.to_vec()),
            _ => Ok(Vec::new()),
        };
        // A rank that failed says so, or the others would wait for it.
        let mut own = version.as_ref().map_or(0, |&it| it).to_le_bytes().to_vec();
        own.extend(id.as_ref().map_or(&[][..], |id| id));
        let all = self.team.exchange(&own).map_err(failed)?;
        let version = version?;
        id.map_err(|error| refused("making NCCL's name for the ranks", &error))?;
        let parts: Option<Vec<(i32, &[u8])>> = all
            .iter()
            .map(|it| it.split_first_chunk().map(|(n, id)| (i32::from_le_bytes(*n), id)))
            .collect();
        let parts = parts.unwrap_or_default();
        for (rank, &(theirs, _)) in parts.iter().enumerate() {
            if theirs != version {
                let [theirs, ours] = [theirs, version].map(version_text);
                let what = if theirs == version_text(0) { "none".to_owned() } else { theirs };
                return Err(failed(format!(
                    "rank {rank} has NCCL {what}, but rank {} has {ours}",
                    self.rank
                )));
            }
        }
        let id = parts.first().and_then(|(_, id)| <&[u8; ID_BYTES]>::try_from(*id).ok());
        let id = id.ok_or_else(|| failed("rank 0 has sent no name for the ranks".to_owned()))?;
        let (count, rank) = (self.team.count() as i32, self.rank as i32);
        let comm = self.nccl.init(id, count, rank).map_err(|error| refused(joining(), &error))?;
        self.world = Some(comm);
        let others: Vec<u32> = (0..self.team.count()).collect();
        self.last = Some((joining(), others));
        self.settle(comm)
    }

    /// Makes the communicator of this rank's group, one of several.
    fn split(&mut self, groups: &[Vec<u32>]) -> Result<Option<Comm>, Error> {
        let what = "making a communicator of a group by NCCL";
        let Some(world) = self.world else { return Ok(None) };
        let mine = groups.iter().enumerate().find_map(|(color, group)| {
            let key = group.iter().position(|&rank| rank == self.rank)?;
            Some((color as i32, key as i32))
        });
        let slot = Slot::default();
        let (color, key) = mine.map_or((None, 0), |(color, key)| (Some(color), key));
        let begun = self.nccl.split(world, color, key, &slot);
        begun.map_err(|error| refused(what, &error))?;
        if let Err(error) = self.settle(world) {
            // NCCL may still write to it.
            std::mem::forget(slot);
            return Err(error);
        }
        let made = self.nccl.made(&slot);
        if let Some(comm) = made {
            self.settle(comm)?;
        }
        Ok(made)
    }

    /// Waits until NCCL has done what a communicator was asked, or put it on its stream.
    pub(super) fn settle(&mut self, comm: Comm) -> Result<(), Error> {
        let start = Instant::now();
        let mut looks = 0;
        loop {
            match self.nccl.state(comm) {
                Ok(State::Ready) => return Ok(()),
                Ok(State::InProgress) => {}
                Err(error) => return Err(self.failed(&error)),
            }
            self.look(&mut looks, start)?;
        }
    }

    /// Pauses between looks, or reports that nothing more comes.
    fn look(&mut self, looks: &mut u32, start: Instant) -> Result<(), Error> {
        *looks += 1;
        if *looks < SPINS {
            std::hint::spin_loop();
            return Ok(());
        }
        let waited = start.elapsed();
        let (op, group) = self.last.clone().unwrap_or_default();
        let overdue = self.team.overdue(&group, waited);
        let why = match overdue {
            Some(why) => why,
            None if waited > self.patience => {
                let others = group.iter().filter(|&&rank| rank != self.rank);
                let others: Vec<String> = others.map(u32::to_string).collect();
                let seconds = self.patience.as_secs_f64();
                format!(
                    "no process can go on: after {seconds} seconds rank {} waits for {} {}",
                    self.rank,
                    if others.len() == 1 { "rank" } else { "one of the ranks" },
                    others.join(", ")
                )
            }
            None => {
                std::thread::sleep(PAUSE);
                return Ok(());
            }
        };
        self.abandon(&why);
        Err(Error::Device { what: op, why })
    }

    /// Reports an error of NCCL, and gives up the communicators.
    fn failed(&mut self, error: &NcclError) -> Error {
        let what = self.last.as_ref().map_or_else(joining, |(what, _)| what.clone());
        self.abandon(&error.to_string());
        refused(what, error)
    }

    /// Ends what the communicators do on the GPU.
    pub(super) fn abandon(&mut self, why: &str) {
        self.ended.get_or_insert_with(|| why.to_owned());
        self.is_running = false;
        let groups = self.groups.drain(..).filter_map(|(_, comm)| comm);
        for comm in groups.chain(self.world.take()) {
            // The error that led here is the one to tell.
            let _ = self.nccl.abort(comm);
        }
    }

    /// Replaces the team, for another run.
    pub(super) fn set_team(&mut self, team: Box<dyn Team>) {
        self.team = team;
    }

    /// Waits until an event is reached, or reports that it never will be.
    pub(super) fn await_event(&mut self, gpu: &mut Loaded, event: Handle) -> Result<(), Error> {
        let what = || "waiting for the GPU".to_owned();
        let start = Instant::now();
        let mut looks = 0;
        while !gpu.ask(what, |api| api.is_reached(event))? {
            if looks % STATES == 0 {
                let groups = self.groups.iter().filter_map(|(_, comm)| *comm);
                for comm in groups.chain(self.world).collect::<Vec<_>>() {
                    if let Err(error) = self.nccl.state(comm) {
                        return Err(self.failed(&error));
                    }
                }
            }
            self.look(&mut looks, start)?;
        }
        Ok(())
    }

    /// Waits until the kernels and the collectives so far are done, if there are collectives among
    /// them: then the host may wait for the stream without an end in sight.
    pub(super) fn drain(&mut self, gpu: &mut Loaded, main: Handle) -> Result<(), Error> {
        if let Some(why) = &self.ended {
            return Err(Error::Device { what: "running collectives".to_owned(), why: why.clone() });
        }
        if !self.is_running {
            return Ok(());
        }
        let (before, after, stream) = (self.before, self.after, self.stream);
        let what = || "taking the time".to_owned();
        gpu.ask(what, |api| api.record(before, main))?;
        gpu.ask(what, |api| api.record(after, stream))?;
        self.await_event(gpu, after)?;
        // Only kernels are left, which may run for as long as they like.
        let what = || "waiting for the GPU".to_owned();
        let mut looks = 0;
        while !gpu.ask(what, |api| api.is_reached(before))? {
            looks += 1;
            if looks < SPINS {
                std::hint::spin_loop();
            } else {
                std::thread::sleep(PAUSE);
            }
        }
        self.is_running = false;
        self.team.all_done();
        Ok(())
    }

    /// Runs a collective, behind the kernels so far and ahead of those to come.
    ///
    /// # Errors
    /// NCCL or the driver refuses; another rank runs another op; the memory does not fit.
    pub(super) fn run(
        &mut self,
        gpu: &mut Loaded,
        main: Handle,
        it: &Collective,
        (operands, results): (&[u64], &[u64]),
    ) -> Result<(), Error> {
        if let Some(why) = &self.ended {
            return Err(Error::Device { what: format!("`{}` by NCCL", it.op), why: why.clone() });
        }
        let what = || format!("ordering `{}`", it.op);
        let (before, after, stream) = (self.before, self.after, self.stream);
        match it.when {
            When::Now => {
                gpu.ask(what, |api| api.record(before, main))?;
                gpu.ask(what, |api| api.follow(stream, before))?;
                self.enqueue_traced(gpu, it, operands, results)?;
                gpu.ask(what, |api| api.record(after, stream))?;
                gpu.ask(what, |api| api.follow(main, after))
            }
            When::Start(number) => {
                let Some(mut own) = self.overlapped.remove(&number) else {
                    return Err(unplanned(it));
                };
                let outcome = self.start(gpu, main, it, operands, &mut own);
                self.overlapped.insert(number, own);
                outcome
            }
            When::Done(number) => {
                let own = self.overlapped.get_mut(&number).filter(|own| own.has_begun);
                let own = own.ok_or_else(|| unplanned(it))?;
                own.has_begun = false;
                gpu.ask(what, |api| api.follow(main, own.done))?;
                let members = group_of(it, self.rank).len() as u64;
                for ((part, &to), &from) in it.parts.iter().zip(results).zip(&own.results) {
                    let bytes = it.result_bytes(part, members) as usize;
                    if bytes > 0 {
                        gpu.ask(what, |api| api.copy(to, from, bytes, main))?;
                    }
                }
                Ok(())
            }
        }
    }

    fn start(
        &mut self,
        gpu: &mut Loaded,
        main: Handle,
        it: &Collective,
        operands: &[u64],
        own: &mut Overlapped,
    ) -> Result<(), Error> {
        let what = || format!("ordering `{}`", it.op);
        let (before, stream) = (self.before, self.stream);
        if own.has_begun {
            // Its results were never asked for, but it may still read its operands.
            gpu.ask(what, |api| api.follow(main, own.done))?;
        }
        for ((part, &from), &to) in it.parts.iter().zip(operands).zip(&own.operands) {
            let bytes = it.operand_bytes(part) as usize;
            if bytes > 0 {
                gpu.ask(what, |api| api.copy(to, from, bytes, main))?;
            }
        }
        gpu.ask(what, |api| api.record(before, main))?;
        gpu.ask(what, |api| api.follow(stream, before))?;
        self.enqueue_traced(gpu, it, &own.operands, &own.results)?;
        gpu.ask(what, |api| api.record(own.done, stream))?;
        own.has_begun = true;
        Ok(())
    }

    fn enqueue_traced(
        &mut self,
        gpu: &mut Loaded,
        it: &Collective,
        operands: &[u64],
        results: &[u64],
    ) -> Result<(), Error> {
        let on = (Lane::Collectives, self.stream);
        gpu.traced(|| it.op.to_owned(), on, |gpu| self.enqueue(gpu, it, operands, results))
    }

    /// Ends the communicators, and gives back what the driver lent.
    pub(super) fn release(&mut self, gpu: &mut Loaded) {
        let start = Instant::now();
        let groups = self.groups.drain(..).filter_map(|(_, comm)| comm);
        for comm in groups.chain(self.world.take()) {
            let mut ended = self.nccl.finalize(comm).is_ok();
            while ended && matches!(self.nccl.state(comm), Ok(State::InProgress)) {
                ended = start.elapsed() < LONGEST_END;
                std::thread::sleep(PAUSE);
            }
            // Errors have no remedy here.
            let _ = if ended { self.nccl.destroy(comm) } else { self.nccl.abort(comm) };
        }
        let mut give = |call: &dyn Fn(&dyn Api) -> Answer<()>| {
            let _ = gpu.ask(|| "giving back what collectives used".to_owned(), call);
        };
        let own = std::mem::take(&mut self.overlapped);
        for own in own.into_values() {
            for address in own.operands.into_iter().chain(own.results) {
                give(&|api| api.free(address));
            }
            give(&|api| api.end_event(own.done));
        }
        for address in self.scratch.into_iter().filter(|&address| address != 0) {
            give(&|api| api.free(address));
        }
        for event in [self.before, self.after].into_iter().filter(|&it| it != self.stream) {
            give(&|api| api.end_event(event));
        }
        give(&|api| api.end_stream(self.stream));
    }
}

pub(super) fn unplanned(it: &Collective) -> Error {
    let why = "the plan of the program's collectives does not fit it".to_owned();
    Error::Device { what: format!("`{}` by NCCL", it.op), why }
}
