//! The `hloom` program: the process around [`hloom::main_with`].
//!
//! Locks and buffers the standard streams, gives the command a deep stack, converts a panic to a
//! bug report with exit code 101, and Ctrl-C to a message with exit code 130, which contains the
//! position in the program if the run can report it.

#[cfg(deferred_constructors)]
mod constructors;

use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use hloom::{Io, Terminal, bug, interrupt};

/// Large tensors of a rank lie in memory that the other ranks see.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: hloom_ranks::shared::RankAllocator = hloom_ranks::shared::RankAllocator;

/// The stack size of the thread that runs the command. Programs nest regions and calls; pages are
/// reserved, and use memory only when touched.
const STACK_BYTES: usize = 256 << 20;

fn main() -> ExitCode {
    #[cfg(deferred_constructors)]
    hloom_llvm::constructors::defer(constructors::run_all);
    say_when_interrupted();
    let worker =
        thread::Builder::new().name("hloom".to_owned()).stack_size(STACK_BYTES).spawn(work);
    let code = match worker {
        // `work` catches panics, so a failed join has nothing to add.
        Ok(worker) => worker.join().unwrap_or(bug::EXIT_CODE),
        // If the address space is limited, the main thread's stack is used.
        Err(_) => work(),
    };
    ExitCode::from(if interrupt::raised() { INTERRUPTED } else { code })
}

/// The exit code of shells for a process ended by Ctrl-C: 128 + 2.
const INTERRUPTED: u8 = 130;

/// The time that a run has to end by itself: it may be in the middle of a large op.
const GRACE: Duration = Duration::from_secs(2);

/// Ends the process at Ctrl-C with a message on standard error: the run's own, if it listens and
/// ends in time.
#[cfg(unix)]
fn say_when_interrupted() {
    use signal_hook::consts::SIGINT;
    // Without a handler or a thread, the signal has its default effect.
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT]) else { return };
    let wait = move || {
        if signals.forever().next().is_some() {
            if interrupt::raise() {
                match interrupt::patient() {
                    true => _ = signals.forever().next(),
                    false => thread::sleep(GRACE),
                }
            }
            let _ = writeln!(io::stderr(), "error: interrupted");
            // Destructors do not run, because other threads are still working.
            signal_hook::low_level::exit(i32::from(INTERRUPTED));
        }
    };
    let _ = thread::Builder::new().name("interrupt".to_owned()).spawn(wait);
}

#[cfg(not(unix))]
fn say_when_interrupted() {}

/// Runs the process's command line on its streams.
fn work() -> u8 {
    let outcome = bug::catch_panic(|| {
        let mut stdout = BufWriter::with_capacity(1 << 16, io::stdout());
        let mut stdin = Awaited { inner: io::stdin(), prompted: false };
        let mut io = Io {
            stdin: &mut stdin,
            stdout: &mut stdout,
            stderr: &mut io::stderr(),
            terminal: terminal(),
        };
        hloom::main_with(std::env::args_os(), &mut io)
    });
    outcome.unwrap_or_else(|bug| {
        // If standard error is closed, nothing can be reported.
        let _ = write!(io::stderr(), "{bug}");
        bug::EXIT_CODE
    })
}

/// The abilities of the process's streams. `NO_COLOR` in the environment, if it is not empty,
/// switches colours off (<https://no-color.org>).
fn terminal() -> Terminal {
    let allowed = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let shown = std::env::var_os("TERM").is_none_or(|term| term != "dumb");
    let (stdout, stderr) = (io::stdout().is_terminal(), io::stderr().is_terminal());
    Terminal {
        stdout_colors: allowed && shown && stdout,
        stderr_colors: allowed && shown && stderr,
        progress: shown && stderr,
    }
}

/// Standard input. On a terminal a note says that it is awaited: a command without a file
/// would seem to hang.
struct Awaited {
    inner: io::Stdin,
    prompted: bool,
}

impl Read for Awaited {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if !self.prompted && self.inner.is_terminal() {
            // A note that can't be written is no reason not to read.
            let _ = writeln!(io::stderr(), "note: reading standard input; Ctrl-D ends it");
        }
        self.prompted = true;
        self.inner.read(bytes)
    }
}
