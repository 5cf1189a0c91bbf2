//! The `hloom` program as a library: all command lines and all I/O.
//!
//! ```text
//!  main.rs ─► main_with ─► Command
//!                 ├── opt       parse ─► passes ─► print
//!                 ├── run       parse ─► passes ─► run::backend: interp, cpu, ptx ─► compare, print, time
//!                 ├── compile   parse ─► passes ─► loops ─► assembly, object, library, PTX
//!                 ├── relayout  files and arrays of tensors, from one storage format to another
//!                 ├── translate read ─► module ─► text, bytecode, artifact
//!                 ├── completions, man   for shells: from the command lines' own definitions
//!                 ├── explain   the tables of ops, passes, rules and labels; fusion and layouts of a file
//!                 ├── lsp       messages of an editor ─► documents ─► diagnostics, answers
//!                 ├── train     a step function, batches of a dataset ─► metrics, checkpoints
//!                 └── check     directives ─► patterns ─► matcher ─► report
//!
//!  opt, run, explain of `.sdql` files, relayout ─► storage: files, arrays, plans of storage programs
//!
//!  other Rust programs ─► embed: Options, Program, View
//! ```
//!
//! [`main_with`] is the whole program: it takes a command line and the three standard streams and
//! returns the exit code. The binary (`main.rs`) passes the process's own streams; file tests pass
//! buffers, so that a test line does not need a process. A subcommand therefore never uses
//! `std::io::stdout()`, `println!` or `std::process::exit`: it reads and writes through its [`Io`].
//!
//! A panic is a bug, and [`bug`] converts it to a report. Parsing, passes and backends are in other
//! crates.
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
//! A subcommand reports errors *in its input* itself, on `io.stderr`, and returns
//! [`ExitStatus::Wrong`]. It returns an error only if it can't do its work at all: a file can't be
//! read or written, or options conflict. That error is printed as `error: …` and exits with status
//! 2.

mod arrays;
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
mod habits;
pub mod interrupt;
mod io;
#[cfg(feature = "llvm")]
mod levels;
pub mod lsp;
mod names;
mod near;
pub mod opt;
#[cfg(all(test, feature = "ptx"))]
mod options;
mod prepare;
mod progress;
mod rank_passes;
pub mod relayout;
pub mod run;
mod schedules;
pub mod shells;
mod source;
mod storage;
mod target;
#[cfg(feature = "llvm")]
pub mod train;
pub mod translate;
pub mod upstream;

use std::ffi::OsString;

use clap::{Parser, Subcommand};

#[cfg(feature = "ptx")]
pub use embed::{
    Allocator, DeviceArray, RunArgument, Usage, emulated_gpu_memory, gpu_count, gpu_memory,
};
#[cfg(feature = "llvm")]
pub use embed::{
    Error, KernelSpan, Number, Options, Program, Tiered, View, compile, compile_module,
};
#[cfg(feature = "llvm")]
pub use hloom_llvm::{Generator, WarmUp, warm_up};
use io::Lasting;
pub use io::{Io, Terminal, display_name, unpacked};

/// The exit status of a command; the numbers are a stable interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// 0: success.
    Success,
    /// 1: the input is invalid, which was reported.
    Wrong,
    /// 2: the command line is invalid, or a file can't be read or written.
    Usage,
    /// 101: a bug in hloom, which was reported.
    Bug,
}

impl ExitStatus {
    /// The exit code of the process.
    pub fn code(self) -> u8 {
        match self {
            ExitStatus::Success => 0,
            ExitStatus::Wrong => 1,
            ExitStatus::Usage => 2,
            ExitStatus::Bug => bug::EXIT_CODE,
        }
    }

    /// The more severe of two statuses.
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
    Compile(Box<compile::Args>),
    Completions(shells::Args),
    Explain(Box<explain::Args>),
    Lsp(lsp::Args),
    Man(shells::ManArgs),
    Opt(Box<opt::Args>),
    Relayout(relayout::Args),
    Run(Box<run::Args>),
    #[cfg(feature = "llvm")]
    Train(Box<train::Args>),
    Translate(translate::Args),
}

impl Command {
    /// Runs the subcommand.
    fn run(self, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
        match self {
            Command::Check(args) => check::run(*args, io),
            Command::Compile(args) => compile::run(*args, io),
            Command::Completions(args) => shells::run(&args, io),
            Command::Explain(args) => explain::run(*args, io),
            Command::Lsp(args) => lsp::run(&args, io),
            Command::Man(args) => shells::man(&args, io),
            Command::Opt(args) => opt::run(*args, io),
            Command::Relayout(args) => relayout::run(&args, io),
            Command::Run(args) => run::run(*args, io),
            #[cfg(feature = "llvm")]
            Command::Train(args) => train::run(*args, io),
            Command::Translate(args) => translate::run(&args, io),
        }
    }
}

/// Runs one command line, `args[0]` being the program's name, and returns the exit code.
///
/// Panics pass through; see [`bug::catch_panic`].
pub fn main_with<I, A>(args: I, io: &mut Io<'_>) -> u8
where
    I: IntoIterator<Item = A>,
    A: Into<OsString>,
{
    let (mut stdout, mut stderr) = (Lasting::new(io.stdout), Lasting::new(io.stderr));
    let terminal = io.terminal;
    let io = &mut Io { stdin: io.stdin, stdout: &mut stdout, stderr: &mut stderr, terminal };
    let args = args.into_iter().map(Into::into).collect();
    let outcome = habits::translate(args).and_then(|args| match Cli::try_parse_from(args) {
        Ok(cli) => cli.command.run(io),
        Err(error) => usage(&error, io),
    });
    let outcome = outcome.and_then(|status| {
        io.stdout.flush()?;
        Ok(status)
    });
    let status = match outcome {
        Ok(status) => status,
        Err(error) => {
            // Without standard error there is nobody left to tell.
            let _ = io.error(format_args!("{error:#}"));
            ExitStatus::Usage
        }
    };
    let _ = io.stderr.flush();
    status.code()
}

/// Prints clap's output: help and version on standard output with status 0, an error on standard
/// error with status 2.
fn usage(error: &clap::Error, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    let styled = error.render();
    if error.use_stderr() {
        if io.terminal.stderr_colors {
            write!(io.stderr, "{}", styled.ansi())?;
        } else {
            write!(io.stderr, "{styled}")?;
        }
        Ok(ExitStatus::Usage)
    } else {
        if io.terminal.stdout_colors {
            write!(io.stdout, "{}", styled.ansi())?;
        } else {
            write!(io.stdout, "{styled}")?;
        }
        Ok(ExitStatus::Success)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn run(args: &[&str], stdout: &mut (dyn Write + Send)) -> (u8, String) {
        let mut stderr = Vec::new();
        let mut io = Io {
            stdin: &mut std::io::empty(),
            stdout,
            stderr: &mut stderr,
            terminal: Terminal::default(),
        };
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

    /// A stream whose reader has left.
    struct Gone;

    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
    }

    /// The status is that of the work, whoever still reads what comes of it.
    #[test]
    fn a_reader_that_leaves_changes_no_status() {
        let wrong = "func.func @main() { %0 = stablehlo.negate %1 : tensor<i32> return }";
        let table: [(u8, &[&str], &str); 6] = [
            (0, &["--version"], ""),
            (0, &["opt", "-"], "func.func @main() { return }"),
            (1, &["opt", "-"], wrong),
            (1, &["run", "-", "--backend=interp"], wrong),
            (2, &["opt", "--nothing"], ""),
            (2, &["opt", "no/such/file"], ""),
        ];
        for (expected, line, stdin) in table {
            let mut io = Io {
                stdin: &mut stdin.as_bytes(),
                stdout: &mut Gone,
                stderr: &mut Gone,
                terminal: Terminal::default(),
            };
            let code = main_with(std::iter::once(&"hloom").chain(line), &mut io);
            assert_eq!(code, expected, "hloom {}", line.join(" "));
        }
        assert_eq!(run(&["--version"], &mut Gone), (0, String::new()));
    }

    /// Every command's help and complaints have colours where the streams show them.
    #[test]
    fn help_and_errors_are_coloured_on_a_terminal() {
        let said = |line: &[&str], stdin: &str, terminal: Terminal| {
            let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
            let mut io = Io {
                stdin: &mut stdin.as_bytes(),
                stdout: &mut stdout,
                stderr: &mut stderr,
                terminal,
            };
            main_with(std::iter::once(&"hloom").chain(line), &mut io);
            (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
        };
        let colors = Terminal { stdout_colors: true, stderr_colors: true, progress: false };
        let wrong = "func.func @main() { %0 = stablehlo.negate %1 : tensor<i32> return }";
        let commands = <Cli as clap::CommandFactory>::command();
        for command in commands.get_subcommands().map(clap::Command::get_name) {
            let help = said(&[command, "--help"], "", colors).0;
            assert!(help.contains('\u{1b}'), "{command}");
            assert!(!said(&[command, "--help"], "", Terminal::default()).0.contains('\u{1b}'));
            let complaint = said(&[command, "--nothing"], "", colors).1;
            assert!(complaint.contains('\u{1b}'), "{command}: {complaint}");
        }
        for line in [
            &["opt", "-"][..],
            &["run", "-", "--backend=interp"],
            &["compile", "-"],
            &["explain", "fusion", "-"],
            &["explain", "layouts", "-"],
            &["explain", "nothing-like-it"],
            &["check", "no/such/file"],
        ] {
            let error = said(line, wrong, colors).1;
            assert!(error.starts_with("\u{1b}[1;31merror"), "{line:?}: {error}");
            assert!(!said(line, wrong, Terminal::default()).1.contains('\u{1b}'), "{line:?}");
        }
    }
}
