//! A process that is a rank: from joining the others to its end.

use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use hloom_interp::{Rank, Transport};

use super::super::backend::{ONLY_WAITED, Seat};
use super::super::{Args, run_here};
use super::patience;
use crate::{ExitStatus, Io};

/// The time that a rank which only waited for others, or which is not the first, lets pass before it
/// reports an error: others report the cause then.
const DEFERENCE: Duration = Duration::from_millis(300);

/// A rank.
pub(crate) struct Session {
    seat: Seat,
    #[cfg(unix)]
    mpi: Option<hloom_ranks::mpi::Session>,
}

/// Whether mpirun has started this process.
pub(super) fn is_under_mpirun() -> bool {
    #[cfg(unix)]
    return hloom_ranks::mpi::started_by_mpirun();
    #[cfg(not(unix))]
    return false;
}

impl Session {
    /// Joins the ranks of a shared segment.
    #[cfg(target_os = "linux")]
    pub(super) fn shared(text: &str, args: &Args) -> anyhow::Result<Session> {
        use hloom_ranks::shared::{Segment, Shared, lend};
        use rustix::process::{Signal, getppid, set_parent_process_death_signal};
        let numbers: Option<Vec<u32>> = text.split(':').map(|n| n.parse().ok()).collect();
        let Some(&[descriptor, rank, parent]) = numbers.as_deref() else {
            bail!("`{}` in {} does not name a rank", text.escape_debug(), super::RANK);
        };
        // A rank does not outlive the process that watches it.
        set_parent_process_death_signal(Some(Signal::KILL))?;
        let now = getppid().map_or(0, |pid| pid.as_raw_nonzero().get() as u32);
        if now != parent {
            bail!("the process that has started rank {rank} has ended");
        }
        let segment = Segment::inherited(descriptor as i32)?;
        let count = segment.count();
        if rank >= count || Some(count) != args.ranks.map(u32::from) {
            bail!("there is no rank {rank} among {count}");
        }
        // Where a rank has no area, its tensors are sent through rings.
        lend(&segment, rank);
        let transport: Box<dyn Transport> = Box::new(Shared::new(segment, rank));
        let place = rank;
        let rank = Arc::new(Rank::over(transport, Some(patience(args))));
        Ok(Session { seat: Seat { rank, local: count, place, starter: "--ranks" }, mpi: None })
    }

    /// Ranks share memory on Linux alone.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn shared(_: &str, _: &Args) -> anyhow::Result<Session> {
        bail!("--processes needs Linux");
    }

    /// Joins the ranks that mpirun has started.
    #[cfg(unix)]
    pub(super) fn mpi(args: &Args) -> anyhow::Result<Session> {
        let (mpi, transport) = hloom_ranks::mpi::start().map_err(anyhow::Error::msg)?;
        let (count, asked) = (transport.count(), args.ranks.map(u32::from));
        if let Some(asked) = asked.filter(|&asked| asked != count) {
            bail!("--ranks asks for {asked} ranks, but mpirun starts {count}");
        }
        let local = ["OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"];
        let local = local.iter().find_map(|name| std::env::var(name).ok()?.parse().ok());
        let local = local.unwrap_or(count).clamp(1, count);
        let places = ["OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID"];
        let place = places.iter().find_map(|name| std::env::var(name).ok()?.parse().ok());
        let place = place.unwrap_or(transport.rank()).min(local - 1);
        let rank = Arc::new(Rank::over(transport, Some(patience(args))));
        Ok(Session { seat: Seat { rank, local, place, starter: "mpirun" }, mpi: Some(mpi) })
    }

    #[cfg(not(unix))]
    pub(super) fn mpi(_: &Args) -> anyhow::Result<Session> {
        bail!("--mpi needs a Unix");
    }

    /// Runs the command as this rank.
    pub(in super::super) fn run(self, args: &Args, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
        let number = self.seat.rank.number();
        let (mut nowhere, mut kept) = (std::io::sink(), Vec::new());
        let outcome = match number {
            0 => run_here(args, Some(self.seat.clone()), io),
            _ => {
                let terminal = crate::Terminal::default();
                let (stdin, stdout) = (&mut *io.stdin, &mut nowhere);
                let io = &mut Io { stdin, stdout, stderr: &mut kept, terminal };
                run_here(args, Some(self.seat.clone()), io)
            }
        };
        let status = outcome.as_ref().map_or(ExitStatus::Usage, |&status| status);
        if status == ExitStatus::Success {
            let interrupted = crate::interrupt::raised;
            // MPI ends in all ranks together.
            let ended = match self.is_mpi() {
                true => self.seat.rank.end_together(&interrupted),
                false => self.seat.rank.flush(&interrupted),
            };
            if let Err(what) = ended {
                io.error(format_args!("rank {number}: {what}"))?;
                self.abort(ExitStatus::Wrong);
                return Ok(ExitStatus::Wrong);
            }
            self.finish();
            return outcome;
        }
        let mut text = String::from_utf8_lossy(&kept).into_owned();
        if let Err(error) = &outcome {
            text += &format!("error: {error:#}\n");
        }
        if self.is_mpi() {
            // Of ranks that fail alike, the first one reports it.
            let is_cause = text.contains(&format!("rank {number}: "));
            if number > 0 && (!is_cause || text.contains(ONLY_WAITED)) {
                std::thread::sleep(DEFERENCE);
            }
        }
        if number > 0 || outcome.is_err() {
            io.stderr.write_all(text.as_bytes())?;
        }
        io.stdout.flush()?;
        io.stderr.flush()?;
        self.abort(status);
        Ok(status)
    }

    fn is_mpi(&self) -> bool {
        #[cfg(unix)]
        return self.mpi.is_some();
        #[cfg(not(unix))]
        return false;
    }

    /// Leaves the ranks, all of which do.
    fn finish(self) {
        self.seat.rank.leave();
        #[cfg(unix)]
        if let Some(mpi) = self.mpi {
            mpi.finish();
        }
    }

    /// Ends all ranks.
    fn abort(self, status: ExitStatus) {
        #[cfg(unix)]
        if let Some(mpi) = self.mpi {
            mpi.abort(status.code());
        }
        #[cfg(not(unix))]
        drop(status);
    }
}
