//! Ranks that are processes: `--ranks N --processes`, and `--mpi`.
//!
//! ```text
//!   --ranks N --processes   this process ─► N copies of it, which share a segment of memory
//!   --ranks N --mpi         this process ─► mpirun ─► N copies of it
//!   --mpi, under mpirun     this process is a rank
//! ```
//!
//! Each rank runs the same command: it reads the program and the inputs, and takes its shards of
//! them. Rank 0 gets the results and prints them; the others print nothing but errors.
//!
//! Before a program is compiled, the ranks compare its text, the options and the version of hloom.

mod command;
mod launch;
mod session;
#[cfg(target_os = "linux")]
mod watch;

use std::time::Duration;

use anyhow::bail;
use hloom_interp::Fact;

use super::Args;
use super::backend::Seat;
use launch::Launch;
use session::Session;

/// The variable that makes a process a rank of a shared segment: the segment's descriptor, the
/// number of the rank, and the process that has started it.
const RANK: &str = "HLOOM_RANK";

/// The part of this process in a run.
pub(super) enum Role {
    /// It runs the program, on threads if there are ranks.
    Alone,
    /// It starts the ranks.
    Parent(Launch),
    /// It is a rank.
    Rank(Box<Session>),
}

/// The part of this process.
///
/// # Errors
/// If `--mpi` is given without ranks, or the process can't join the others.
pub(super) fn role(args: &Args) -> anyhow::Result<Role> {
    if args.processes {
        return match std::env::var(RANK) {
            Ok(text) => Ok(Role::Rank(Box::new(Session::shared(&text, args)?))),
            Err(_) => Ok(Role::Parent(Launch::Shared)),
        };
    }
    if !args.mpi {
        return Ok(Role::Alone);
    }
    match (session::is_under_mpirun(), args.ranks) {
        (true, _) => Ok(Role::Rank(Box::new(Session::mpi(args)?))),
        (false, Some(_)) => Ok(Role::Parent(Launch::Mpirun)),
        (false, None) => bail!(
            "--mpi is for a process that mpirun starts (`mpirun -n 4 hloom run --mpi …`); --ranks N \
             starts it"
        ),
    }
}

/// The longest time that a rank waits for others.
pub(super) fn patience(args: &Args) -> Duration {
    Duration::from_secs_f64(args.rank_timeout.unwrap_or(60.0))
}

/// The hash of a text by FNV-1a with 64 bits.
fn hash(text: &[u8]) -> u64 {
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    text.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

/// The options of this command line, without the files and the ways to start ranks.
fn options(files: &[std::path::PathBuf]) -> String {
    let starts = |text: &str| ["--mpi", "--processes", "--ranks"].contains(&text);
    let mut texts = Vec::new();
    let mut count_follows = false;
    for arg in std::env::args_os().skip(2) {
        let text = arg.to_string_lossy();
        let skipped = std::mem::replace(&mut count_follows, text == "--ranks");
        if !(skipped
            || starts(&text)
            || text.starts_with("--ranks=")
            || files.contains(&arg.clone().into()))
        {
            texts.push(text.into_owned());
        }
    }
    texts.join(" ")
}

/// Compares a program, the options and the version with those of the other ranks.
///
/// # Errors
/// A sentence that names a rank that differs, or that does not come.
pub(super) fn agree(seat: &Seat, name: &str, text: &str) -> Result<(), String> {
    let program = format!("`{name}` with hash {:016x}", hash(text.as_bytes()));
    let files = [std::path::PathBuf::from(name)];
    let options = format!("`{}`", options(&files));
    let facts: [Fact<'_>; 3] = [
        ("version of hloom", env!("CARGO_PKG_VERSION")),
        // The name is shown; files may be elsewhere on other machines.
        ("program", &program),
        ("list of options", &options),
    ];
    seat.rank.agree(&facts, &crate::interrupt::raised)
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn texts_that_differ_have_different_hashes() {
        assert_eq!(hash(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_ne!(hash(b"a"), hash(b"b"));
    }
}
