//! Building the program in release mode, with a progress display.
//!
//! On a terminal cargo is asked to print its own progress although its output is
//! read here, and that becomes one bar with the time that has passed. Elsewhere
//! cargo's lines appear as they come.

use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};

use crate::process;
use crate::terminal::{duration, moving};

/// Builds `hloom` and returns the program's path.
pub(super) fn hloom() -> anyhow::Result<PathBuf> {
    let started = Instant::now();
    let mut command =
        process::cargo(["build", "--release", "--package", "hloom", "--bin", "hloom"]);
    let passed = if moving() {
        with_bar(&mut command)?
    } else {
        eprintln!("> {}", process::line(&command));
        process::status(&mut command)?.success()
    };
    if !passed {
        bail!("hloom doesn't build: see above");
    }
    eprintln!("hloom is built ({})", duration(started.elapsed()));
    let program = format!("hloom{}", std::env::consts::EXE_SUFFIX);
    Ok(process::target().join("release").join(program))
}

/// Runs cargo behind a bar; what it says besides its progress is shown if it fails.
fn with_bar(command: &mut Command) -> anyhow::Result<bool> {
    command
        .stderr(Stdio::piped())
        .env("CARGO_TERM_COLOR", "always")
        .env("CARGO_TERM_PROGRESS_WHEN", "always")
        .env("CARGO_TERM_PROGRESS_WIDTH", "100");
    let mut child =
        command.spawn().with_context(|| format!("can't start `{}`", process::line(command)))?;
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
        bar.set_style(style);
    }
    bar.set_prefix("building hloom");
    bar.enable_steady_tick(Duration::from_millis(120));

    let mut said = Said::default();
    if let Some(mut stderr) = child.stderr.take() {
        let mut buffer = [0; 4096];
        loop {
            let n = stderr.read(&mut buffer)?;
            if n == 0 {
                break;
            }
            said.hear(&buffer[..n], |progress| {
                bar.set_length(progress.of);
                bar.set_position(progress.done);
                bar.set_message(progress.what);
            });
        }
    }
    bar.finish_and_clear();
    let passed = child.wait()?.success();
    if !passed {
        eprint!("{}", said.lines);
    }
    Ok(passed)
}

/// The look of the bar.
const TEMPLATE: &str = "{prefix} {bar:28} {pos:>3}/{len:3} {elapsed_precise}  {wide_msg}";

/// The content of one of cargo's progress lines.
#[derive(Debug, PartialEq, Eq)]
struct Progress {
    done: u64,
    of: u64,
    /// The crates being compiled.
    what: String,
}

/// Cargo's standard error, taken apart as it comes.
#[derive(Default)]
struct Said {
    /// The beginning of a line whose end has not come yet.
    pending: Vec<u8>,
    /// All lines but progress.
    lines: String,
}

impl Said {
    fn hear(&mut self, bytes: &[u8], mut progress: impl FnMut(Progress)) {
        for &byte in bytes {
            if byte != b'\r' && byte != b'\n' {
                self.pending.push(byte);
                continue;
            }
            let line = String::from_utf8_lossy(&std::mem::take(&mut self.pending)).into_owned();
            match parse(&unstyled(&line)) {
                Some(p) => progress(p),
                None if line.trim().is_empty() => {}
                None => {
                    self.lines += &line;
                    self.lines.push('\n');
                }
            }
        }
    }
}

/// Takes `   Building [=====>   ] 12/85: foo, bar` apart.
fn parse(line: &str) -> Option<Progress> {
    let rest = line.trim_start().strip_prefix("Building [")?;
    let (_, rest) = rest.split_once("] ")?;
    let (count, what) = rest.split_once(':').unwrap_or((rest, ""));
    let (done, of) = count.trim().split_once('/')?;
    Some(Progress { done: done.parse().ok()?, of: of.parse().ok()?, what: what.trim().to_owned() })
}

/// `line` without escape sequences for colour and the like.
fn unstyled(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            // ESC [ … letter
            '\x1b' => drop(chars.by_ref().find(char::is_ascii_alphabetic)),
            _ => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_told_from_the_rest() {
        let mut said = Said::default();
        let mut seen = Vec::new();
        let text = "\x1b[32m   Compiling\x1b[0m x v1.0\n\x1b[K\x1b[36m    Building\x1b[0m [=>  ] 12/85: inkwell, llvm-s...\r\
                    error: no\n   Building [==>] 13/85\r\r\n";
        // Cut in the middle of lines, as a pipe does.
        for piece in text.as_bytes().chunks(7) {
            said.hear(piece, |p| seen.push(p));
        }
        assert_eq!(
            seen,
            [
                Progress { done: 12, of: 85, what: "inkwell, llvm-s...".to_owned() },
                Progress { done: 13, of: 85, what: String::new() },
            ]
        );
        assert_eq!(said.lines, "\x1b[32m   Compiling\x1b[0m x v1.0\nerror: no\n");
    }

    #[test]
    fn other_lines_are_no_progress() {
        for line in
            ["", "Building things", "   Building [=>", "   Building [=>] a/b: c", "error: x"]
        {
            assert_eq!(parse(line), None, "{line}");
        }
    }

    #[test]
    fn the_bar_has_its_style() {
        assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
    }
}
