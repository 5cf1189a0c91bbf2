//! The `hloom` program as a library: all command lines, all input and output.
//!
//! ```text
//!  main.rs ─► main_with ─► Command
//!                 ├── opt       parse ─► passes ─► print
//!                 ├── run       parse ─► passes ─► run::backend: interp, cpu, ptx ─► compare, print, time
//!                 ├── compile   parse ─► passes ─► loops ─► assembly, object, library, PTX
//!                 ├── explain   the tables of ops, passes, rules and labels; fusion and layouts of a file
//!                 └── check     directives ─► patterns ─► matcher ─► report
//!
//!  other Rust programs ─► embed: Options, Program, View
//! ```
//!
//! [`main_with`] is the whole program: it takes a command line and the three
//! standard streams and returns the exit code. The binary (`main.rs`) passes the
//! process's own streams; the file-driven tests pass buffers, so that a test line
//! costs no process. A subcommand therefore never touches `std::io::stdout()`,
//! `println!` or `std::process::exit`: it reads and writes through its [`Io`].
//!
//! A panic is a bug, and [`bug`] turns it into a report. This crate computes nothing:
//! parsing, passes and backends live in the other crates.
//!
//! # Adding a subcommand
//!
//! 1. A folder `tools/src/NAME/` whose `mod.rs` has
//!    - `pub struct Args`, deriving `clap::Args`, with an example in its
//!      `after_help`;
//!    - `pub fn run(args: Args, io: &mut Io<'_>) -> anyhow::Result<ExitStatus>`.
//! 2. `pub mod NAME;` below, a variant of `Command`, and its line in
//!    `Command::run`.
//!
//! A subcommand reports what is wrong *in its input* itself, on `io.stderr`, and
//! returns [`ExitStatus::Wrong`]. It returns an error only when it can't do its
//! work at all: a file can't be read or written, or options don't go together.
//! That error is printed as `error: …` and exits with status 2.

pub mod bug;
pub mod check;
#[cfg(test)]
mod command_lines;
pub mod compile;
#[cfg(feature = "llvm")]
pub mod embed;
mod entry;
pub mod explain;
mod extents;
mod fusion;
pub mod interrupt;
mod io;
mod near;
pub mod opt;
pub mod run;
mod schedules;
mod source;
mod target;

use std::ffi::OsString;

use clap::{Parser, Subcommand};

#[cfg(feature = "llvm")]
pub use embed::{Error, Options, Program, View, compile, compile_module};
pub use io::{Io, display_name, unpacked};

/// The exit status of a command; the numbers are the program's contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// 0: all well.
    Success,
    /// 1: the input was understood, and something in it is wrong (and was reported).
    Wrong,
    /// 2: the command line is wrong, or a file can't be read or written.
    Usage,
    /// 101: hloom itself is wrong, and reported it.
    Bug,
}

impl ExitStatus {
    /// The number that the process exits with.
    pub fn code(self) -> u8 {
        match self {
            ExitStatus::Success => 0,
            ExitStatus::Wrong => 1,
            ExitStatus::Usage => 2,
            ExitStatus::Bug => bug::EXIT_CODE,
        }
    }

    /// The graver of two endings.
    pub fn worse(self, other: ExitStatus) -> ExitStatus {
        if other.code() > self.code() { other } else { self }
    }
}

/// A tensor compiler toolkit: StableHLO programs in, machine code out.
#[derive(Parser)]
#[command(name = "hloom", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// One variant a subcommand.
#[derive(Subcommand)]
enum Command {
    Check(Box<check::Args>),
    Compile(compile::Args),
    Explain(explain::Args),
    Opt(Box<opt::Args>),
    Run(Box<run::Args>),
}

impl Command {
    /// Runs the subcommand that the command line names.
    fn run(self, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
        match self {
            Command::Check(args) => check::run(*args, io),
            Command::Compile(args) => compile::run(args, io),
            Command::Explain(args) => explain::run(args, io),
            Command::Opt(args) => opt::run(*args, io),
            Command::Run(args) => run::run(*args, io),
        }
    }
}

/// Runs one command line, `args[0]` being the program's name, and returns the exit code.
///
/// Panics pass through; see [`bug::guarded`].
pub fn main_with<I, A>(args: I, io: &mut Io<'_>) -> u8
where
    I: IntoIterator<Item = A>,
    A: Into<OsString>,
{
    let args = check::normalize(args.into_iter().map(Into::into).collect());
    let outcome = match Cli::try_parse_from(args) {
        Ok(cli) => cli.command.run(io),
        Err(error) => usage(&error, io),
    };
    let outcome = outcome.and_then(|status| {
        io.stdout.flush()?;
        Ok(status)
    });
    let status = match outcome {
        Ok(status) => status,
        // The reader of our output has seen enough: that is no failure of ours.
        Err(error) if is_broken_pipe(&error) => ExitStatus::Success,
        Err(error) => {
            // With standard error gone as well there is nobody left to tell.
            let _ = writeln!(io.stderr, "error: {error:#}");
            ExitStatus::Usage
        }
    };
    let _ = io.stderr.flush();
    status.code()
}

/// Prints what clap has to say: help and version on standard output with status
/// 0, a complaint on standard error with status 2.
fn usage(error: &clap::Error, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    let styled = error.render();
    if error.use_stderr() {
        if io.color {
            write!(io.stderr, "{}", styled.ansi())?;
        } else {
            write!(io.stderr, "{styled}")?;
        }
        Ok(ExitStatus::Usage)
    } else {
        write!(io.stdout, "{styled}")?;
        Ok(ExitStatus::Success)
    }
}

/// Whether an error comes from writing into a pipe that nobody reads any more.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn run(args: &[&str], stdout: &mut (dyn Write + Send)) -> (u8, String) {
        let mut stderr = Vec::new();
        let mut io = Io { stdin: &mut std::io::empty(), stdout, stderr: &mut stderr, color: false };
        let code = main_with(std::iter::once(&"hloom").chain(args), &mut io);
        (code, String::from_utf8(stderr).unwrap())
    }

    #[test]
    fn exit_codes_are_those_of_the_contract() {
        let mut stdout = Vec::new();
        assert_eq!(run(&["--version"], &mut stdout), (0, String::new()));
        assert!(stdout.starts_with(b"hloom "));
        let (code, error) = run(&["no-such-command"], &mut Vec::new());
        assert_eq!(code, 2);
        assert!(error.contains("no-such-command"), "{error}");
        let (code, error) = run(&["check", "no/such/file"], &mut Vec::new());
        assert_eq!(code, 2);
        assert!(error.starts_with("error: can't read `no/such/file`: "), "{error}");
    }

    #[test]
    fn a_reader_that_leaves_is_no_failure() {
        struct Gone;
        impl Write for Gone {
            fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
                Err(std::io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        assert_eq!(run(&["--version"], &mut Gone), (0, String::new()));
    }
}
