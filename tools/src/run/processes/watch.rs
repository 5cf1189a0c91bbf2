//! Ranks as child processes that share memory: starts them, and watches them until they end.
//!
//! A rank that dies ends the run, with an error that names it; so does one that fails. Ranks that
//! only waited for another one are not the cause, so their errors are shown if no other comes.

use std::io::{Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus as Ended, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::Context;
use hloom_ranks::shared::{Segment, ring_bytes};

use super::super::Args;
use super::super::backend::ONLY_WAITED;
use super::command::this_command;
use crate::{ExitStatus, Io};

/// The time between looks at the ranks.
const PERIOD: Duration = Duration::from_millis(5);

/// The time in which the cause of an error may come after a rank that only waited.
const GRACE: Duration = Duration::from_millis(500);

/// The bytes of a rank's errors that are kept, at most.
const MOST_TEXT: u64 = 1 << 20;

/// A rank that runs.
struct Running {
    child: Child,
    errors: Option<JoinHandle<String>>,
    ended: Option<Ended>,
}

impl Running {
    /// The text on standard error of a rank that has ended.
    fn text(&mut self) -> String {
        self.errors.take().and_then(|reader| reader.join().ok()).unwrap_or_default()
    }
}

/// Kills ranks that still run, when dropped.
struct Ranks(Vec<Running>);

impl Drop for Ranks {
    fn drop(&mut self) {
        for rank in &mut self.0 {
            // One that has ended was waited for.
            if rank.ended.is_none() {
                _ = rank.child.kill();
                _ = rank.child.wait();
            }
        }
    }
}

/// Runs this command on ranks.
pub(super) fn run(count: u32, args: &Args, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    let segment = Segment::create(count, ring_bytes(count));
    let segment = segment.context("there is no memory that the ranks can share")?;
    let mut input = Vec::new();
    if args.files.iter().any(|file| file.as_os_str() == "-") {
        io.stdin.read_to_end(&mut input).context("can't read standard input")?;
    }
    let mut ranks = Ranks(Vec::with_capacity(count as usize));
    for rank in 0..count {
        ranks.0.push(start(&segment, rank, &input)?);
    }
    watch(&mut ranks, io)
}

fn start(segment: &Segment, rank: u32, input: &[u8]) -> anyhow::Result<Running> {
    let mut command = this_command()?;
    let descriptor = segment.descriptor().as_raw_fd();
    let place = format!("{descriptor}:{rank}:{}", std::process::id());
    command.env(super::RANK, place).stderr(Stdio::piped());
    command.stdin(if input.is_empty() { Stdio::null() } else { Stdio::piped() });
    if rank > 0 {
        command.stdout(Stdio::null());
    }
    let child = command.spawn();
    let mut child = child.with_context(|| format!("no process can be made for rank {rank}"))?;
    if let Some(mut stdin) = child.stdin.take() {
        let input = input.to_vec();
        // A rank that ends early does not read it all.
        thread::spawn(move || _ = stdin.write_all(&input));
    }
    let errors = child.stderr.take().map(|stderr| {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let mut limited = stderr.take(MOST_TEXT);
            _ = limited.read_to_end(&mut bytes);
            // The rest is read, so that the rank does not wait.
            _ = std::io::copy(&mut limited.into_inner(), &mut std::io::sink());
            String::from_utf8_lossy(&bytes).into_owned()
        })
    });
    Ok(Running { child, errors, ended: None })
}

/// The sentence for a rank that was killed.
fn killed(rank: usize, ended: Ended) -> Option<String> {
    let signal = ended.signal()?;
    let dumped = if ended.core_dumped() { ", and has left its memory in a file" } else { "" };
    Some(format!("rank {rank} was killed by signal {signal}{dumped}"))
}

fn watch(ranks: &mut Ranks, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    // A rank that only waited, with its text and the time of its end.
    let mut waiting: Option<(Ended, String, Instant)> = None;
    loop {
        for number in 0..ranks.0.len() {
            let rank = &mut ranks.0[number];
            if rank.ended.is_some() {
                continue;
            }
            let Some(ended) = rank.child.try_wait()? else { continue };
            rank.ended = Some(ended);
            if ended.success() {
                continue;
            }
            if let Some(sentence) = killed(number, ended) {
                io.stderr.write_all(rank.text().as_bytes())?;
                io.error(sentence)?;
                return Ok(ExitStatus::Wrong);
            }
            let text = rank.text();
            if !text.contains(ONLY_WAITED) {
                return report(number, ended, &text, io);
            }
            waiting.get_or_insert((ended, text, Instant::now()));
        }
        let done = ranks.0.iter().all(|rank| rank.ended.is_some());
        if let Some((ended, text, since)) = &waiting
            && (done || since.elapsed() > GRACE)
        {
            return report(0, *ended, text, io);
        }
        if done {
            // Warnings and notices of the rank that has the results.
            let text = ranks.0.first_mut().map(Running::text).unwrap_or_default();
            io.stderr.write_all(text.as_bytes())?;
            return Ok(ExitStatus::Success);
        }
        thread::sleep(PERIOD);
    }
}

/// Shows the error of a rank, and returns its exit status.
fn report(number: usize, ended: Ended, text: &str, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    io.stderr.write_all(text.as_bytes())?;
    if text.is_empty() {
        io.error(format_args!("rank {number} has failed: {ended}"))?;
    }
    Ok(match ended.code() {
        Some(2) => ExitStatus::Usage,
        Some(101) => ExitStatus::Bug,
        _ => ExitStatus::Wrong,
    })
}
