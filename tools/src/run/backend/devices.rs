//! The devices of ranks: which GPU each one takes, and how they communicate.
//!
//! Ranks that are threads are given GPU `i` for rank `i`; ranks that are processes the one of their
//! number among those of their machine. If there is a GPU for each, and an NCCL library, collectives
//! are NCCL's. Otherwise ranks share the GPUs, and the host runs the collectives. All ranks decide
//! alike: processes exchange what each has found.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use hloom_interp::{Announced, Rank};
use hloom_ptx::collective::{Peers, Team};
use hloom_ptx::driver::{self, Gpu};

use super::ranked::Ranked;
use super::{Backend, Problem, Settings};
use crate::embed::collectives::RankInGrid;

/// The time after which a rank that has ended is not waited for any more. Its part of a collective
/// may be done before that of others.
const GRACE: Duration = Duration::from_secs(2);

/// The devices of the ranks of a program.
#[derive(Clone, Debug)]
pub(in crate::run) struct Devices {
    /// The grid of ranks, and this one.
    pub(super) seat: RankInGrid,
    /// The way between them, or the reason why the host runs collectives.
    pub(super) peers: Result<Peers, String>,
    pub(super) patience: Duration,
    /// The GPUs of the ranks of this process, if they are not emulated.
    gpus: Vec<Arc<Gpu>>,
}

impl Devices {
    /// Chooses the devices of ranks; none if the backend has no devices.
    ///
    /// # Errors
    /// If NCCL is asked for and can't be used, or there is no GPU.
    pub(super) fn choose(
        backend: Backend,
        how: &Ranked,
        shape: (u32, u32),
        settings: &Settings,
    ) -> Result<Option<Devices>, Problem> {
        let rank = how.seat.as_ref().map_or(0, |seat| seat.rank.number());
        let seat = RankInGrid { shape, rank };
        let patience = how.patience;
        let own = |peers, gpus| Some(Devices { seat, peers, patience, gpus });
        match backend {
            Backend::Interp | Backend::Cpu | Backend::Mlir => Ok(None),
            Backend::PtxEmulator => Ok(match how.seat {
                None => own(
                    Ok(Peers::Emulated(hloom_ptx::collective::emulated::World::default())),
                    Vec::new(),
                ),
                Some(_) => {
                    let why = "emulated GPUs of other processes can't be reached";
                    own(Err(why.to_owned()), Vec::new())
                }
            }),
            Backend::Ptx => {
                let Some(first) = &settings.gpu else {
                    return Err(Problem::Bug("no GPU was opened for this rank".to_owned()));
                };
                let local = how.seat.as_ref().map_or(how.count, |seat| seat.local);
                let (found, gpus) = found(first, local, settings.device_is_named);
                let found = match &how.seat {
                    None => found,
                    Some(seat) => agreed(&seat.rank, found).map_err(Problem::Wrong)?,
                };
                if let (Err(why), true) = (&found, settings.nccl) {
                    return Err(Problem::Wrong(format!("--nccl: {why}")));
                }
                let count = gpus.len();
                let places = match &how.seat {
                    Some(seat) => seat.place..seat.place + 1,
                    None => 0..how.count,
                };
                let own_gpus = places.map(|place| gpus[place as usize % count].clone()).collect();
                Ok(own(found, own_gpus))
            }
        }
    }

    /// The devices for another rank of this process.
    pub(super) fn of(&self, rank: u32) -> Devices {
        Devices { seat: RankInGrid { rank, ..self.seat }, ..self.clone() }
    }

    /// The GPU of this rank, if it is not emulated.
    pub(super) fn gpu(&self) -> Option<Arc<Gpu>> {
        match &self.gpus[..] {
            [one] => Some(one.clone()),
            all => all.get(self.seat.rank as usize).cloned(),
        }
    }

    /// The reason why the host runs collectives, if it does.
    pub(super) fn unreachable(&self) -> Option<&str> {
        self.peers.as_ref().err().map(String::as_str)
    }
}

/// NCCL, or why it can't be used by so many ranks of this machine; and the GPUs that they take.
fn found(first: &Arc<Gpu>, local: u32, is_named: bool) -> (Result<Peers, String>, Vec<Arc<Gpu>>) {
    let shared = vec![first.clone()];
    if is_named {
        return (Err("--device gives all ranks one GPU".to_owned()), shared);
    }
    let gpus: Vec<Arc<Gpu>> =
        (0..local as usize).map_while(|number| driver::find(number).ok().map(Arc::new)).collect();
    if gpus.is_empty() {
        return (Err("there is no GPU 0".to_owned()), shared);
    }
    if gpus.len() < local as usize {
        let some = if gpus.len() == 1 { "GPU" } else { "GPUs" };
        let why = format!("there are {local} ranks on this machine, but {} {some}", gpus.len());
        return (Err(why), gpus);
    }
    (nccl(), gpus)
}

#[cfg(feature = "driver")]
fn nccl() -> Result<Peers, String> {
    hloom_ptx::collective::nccl::Library::find().map(Peers::Nccl)
}

#[cfg(not(feature = "driver"))]
fn nccl() -> Result<Peers, String> {
    Err("this build of hloom is without NVIDIA's driver".to_owned())
}

/// The finding of all processes: NCCL if all have found it, else the reason of the first that has not.
fn agreed(rank: &Rank, found: Result<Peers, String>) -> Result<Result<Peers, String>, String> {
    let own = found.as_ref().err().map_or("", String::as_str);
    let all = rank.exchange(format!("-{own}").as_bytes(), &crate::interrupt::raised)?;
    let texts = all.iter().map(|it| String::from_utf8_lossy(it.get(1..).unwrap_or_default()));
    let mut reasons = texts.enumerate().filter(|(_, text)| !text.is_empty());
    match reasons.next() {
        None => Ok(found),
        Some((rank, why)) => Ok(Err(format!("rank {rank}: {why}"))),
    }
}

/// A rank's view of the others, for its device. It does not keep the rank from ending.
pub(super) struct RankTeam {
    rank: Weak<Rank>,
    number: u32,
    count: u32,
    patience: Duration,
    /// Collectives that have begun and are not known to be done.
    announced: Mutex<Vec<Announced>>,
}

impl RankTeam {
    pub(super) fn new(rank: &Arc<Rank>, patience: Duration) -> RankTeam {
        let (number, count) = (rank.number(), rank.count());
        let announced = Mutex::default();
        RankTeam { rank: Arc::downgrade(rank), number, count, patience, announced }
    }

    fn rank_or(&self) -> Result<Arc<Rank>, String> {
        self.rank.upgrade().ok_or_else(|| "the run of this rank has ended".to_owned())
    }
}

/// `rank 1 and rank 3`.
fn named(ranks: &[u32]) -> String {
    let names: Vec<String> = ranks.iter().map(|rank| format!("rank {rank}")).collect();
    names.join(" and ")
}

impl Team for RankTeam {
    fn rank(&self) -> u32 {
        self.number
    }

    fn count(&self) -> u32 {
        self.count
    }

    fn exchange(&self, own: &[u8]) -> Result<Vec<Vec<u8>>, String> {
        self.rank_or()?.exchange(own, &crate::interrupt::raised)
    }

    fn begins(&self, group: &[u32], op: &'static str) -> Result<(), String> {
        let announced = self.rank_or()?.announce(group, op)?;
        self.announced.lock().unwrap_or_else(PoisonError::into_inner).extend(announced);
        Ok(())
    }

    fn all_done(&self) {
        let mut announced = self.announced.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rank) = self.rank.upgrade() {
            announced.iter().for_each(|it| rank.retract(it));
        }
        announced.clear();
    }

    fn overdue(&self, group: &[u32], waited: Duration) -> Option<String> {
        if crate::interrupt::raised() {
            return Some("the run was interrupted".to_owned());
        }
        let Some(rank) = self.rank.upgrade() else {
            return Some("the run of this rank has ended".to_owned());
        };
        let mut missing = Vec::new();
        for it in self.announced.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            match rank.missing(it) {
                Ok(absent) => missing.extend(absent),
                Err(disagreement) => return Some(disagreement),
            }
        }
        missing.sort_unstable();
        missing.dedup();
        let mut ended = rank.ended();
        ended.retain(|it| missing.contains(it) || group.contains(it) && waited > GRACE);
        if !ended.is_empty() {
            let have = if ended.len() == 1 { "has" } else { "have" };
            return Some(format!("no process can go on: {} {have} ended", named(&ended)));
        }
        (waited > self.patience && !missing.is_empty()).then(|| {
            let seconds = self.patience.as_secs_f64();
            let (me, missing) = (self.number, named(&missing));
            format!("no process can go on: after {seconds} seconds: rank {me} waits for {missing}")
        })
    }
}
