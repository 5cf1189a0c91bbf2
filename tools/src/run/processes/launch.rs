//! Starting the processes of ranks.

use std::process::Command;

use anyhow::{Context, bail};

use super::super::Args;
use super::super::backend::{devices_of, for_other_ranks};
use super::command::this_command;
use crate::source::Source;
use crate::{ExitStatus, Io};

/// The number of ranks from which on the program is looked at before they are started.
const MANY: u32 = 16;

/// The way to start ranks.
pub(crate) enum Launch {
    /// As child processes that share a segment of memory.
    Shared,
    /// By mpirun.
    Mpirun,
}

impl Launch {
    /// Starts the ranks, and waits for their end.
    pub(in super::super) fn run(&self, args: &Args, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
        let count = args.ranks.map_or(1, u32::from);
        if let Some(devices) = other_devices(args, count, io) {
            io.error(for_other_ranks(devices, "--ranks", count.into()))?;
            return Ok(ExitStatus::Wrong);
        }
        // The ranks write on the same streams.
        io.stdout.flush()?;
        match self {
            #[cfg(target_os = "linux")]
            Launch::Shared => super::watch::run(count, args, io),
            #[cfg(not(target_os = "linux"))]
            Launch::Shared => bail!("--processes needs Linux; use --mpi"),
            Launch::Mpirun => mpirun(count, io),
        }
    }
}

/// The number of devices that the program is for, if it is not that of many ranks that are about to
/// be started: each of so many would say the same. All other errors are the ranks' to tell.
fn other_devices(args: &Args, count: u32, io: &mut Io<'_>) -> Option<i64> {
    let [file] = &args.files[..] else { return None };
    if count < MANY || args.split_input_file || file.as_os_str() == "-" {
        return None;
    }
    let source = Source::read(file, io).ok()?;
    let module = source.chunks(false).first()?.read().0?;
    let entry = crate::entry::choose(&module, args.entry.as_deref(), "").ok()?;
    devices_of(&module, entry).filter(|&devices| devices != i64::from(count))
}

/// Starts the ranks by mpirun.
fn mpirun(count: u32, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    let rank = this_command()?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut command = Command::new("mpirun");
    command.arg("-n").arg(count.to_string()).arg(rank.get_program()).args(rank.get_args());
    command.envs(rank.get_envs().filter_map(|(name, value)| Some((name, value?))));
    if count as usize > cores {
        // More ranks than cores were asked for. MPICH allows that anyway.
        command.env("OMPI_MCA_rmaps_base_oversubscribe", "1");
        command.env("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe");
    }
    let status = match command.status() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => bail!(
            "--mpi with --ranks starts `mpirun`, which is not installed; install Open MPI (`apt-get \
             install openmpi-bin`, `dnf install openmpi`) or MPICH, or use --processes on one machine"
        ),
        outcome => outcome.context("`mpirun` can't be started")?,
    };
    Ok(match status.code() {
        Some(0) => ExitStatus::Success,
        Some(2) => ExitStatus::Usage,
        Some(101) => ExitStatus::Bug,
        // Ranks that are killed have statuses of mpirun's own.
        Some(1) => ExitStatus::Wrong,
        other => {
            let how = other.map_or("by a signal".to_owned(), |code| format!("with status {code}"));
            io.error(format_args!("mpirun has ended {how}"))?;
            ExitStatus::Wrong
        }
    })
}
