//! Times of runs: `--repeat N --warmup N --time`.
//!
//! With `--turns`, the process runs the program `--repeat` times again for each line on standard
//! input, so that alternating programs need not be loaded again. It answers each line, and starts,
//! with a line of JSON. On a GPU, the line also contains the device's own times of as many further
//! runs, without transfers.

use std::io::{BufRead, BufReader};
use std::time::Duration;

use super::backend::RunnableProgram;
use super::{Args, Io, Problem, run_once};

/// Runs a program as often as requested, and prints the times batch by batch; returns those of the
/// last batch.
pub(super) fn batches(
    program: &mut dyn RunnableProgram,
    args: &Args,
    compile: &Compiling,
    io: &mut Io<'_>,
) -> Result<Timing, Problem> {
    in_turns(args, io, &mut |io| batch(program, args, compile, io))
}

/// Runs a batch; with `--turns`, one for each line on standard input too, and prints the times batch
/// by batch. Returns those of the last.
pub(super) fn in_turns(
    args: &Args,
    io: &mut Io<'_>,
    batch: &mut dyn FnMut(&mut Io<'_>) -> Result<Timing, Problem>,
) -> Result<Timing, Problem> {
    let mut timing = batch(io)?;
    if !args.turns {
        return Ok(timing);
    }
    loop {
        let failed = |error: std::io::Error| Problem::File(error.into());
        writeln!(io.stdout, "{}", timing.json()).map_err(failed)?;
        io.stdout.flush().map_err(failed)?;
        let mut line = String::new();
        // Bytewise: input after the line belongs to the next reader.
        let mut input = BufReader::with_capacity(1, &mut *io.stdin);
        if input.read_line(&mut line).map_err(failed)? == 0 {
            return Ok(timing);
        }
        timing = batch(io)?;
    }
}

fn batch(
    program: &mut dyn RunnableProgram,
    args: &Args,
    compile: &Compiling,
    io: &mut Io<'_>,
) -> Result<Timing, Problem> {
    let mut timing = Timing { compile: compile.clone(), ..Timing::default() };
    for _ in 0..args.repeat {
        timing.runs.push(run_once(program, io)?);
    }
    if args.time {
        let (runs, copies) = (args.repeat as usize, args.input_sets as usize);
        timing.device = program.device_times(runs, copies)?;
    }
    Ok(timing)
}

/// The time of compiling a program from its text to an executable, without file access.
#[derive(Clone, Debug, Default)]
pub(super) struct Compiling {
    /// The first compilation in this process.
    pub(super) first: Duration,
    /// Further compilations.
    pub(super) again: Vec<Duration>,
}

/// The times of one program.
#[derive(Clone, Debug, Default)]
pub(super) struct Timing {
    pub(super) compile: Compiling,
    /// Each run, with inputs and outputs in memory.
    pub(super) runs: Vec<Duration>,
    /// Each run by the device's clock, with inputs and outputs on the device.
    pub(super) device: Vec<Duration>,
}

/// The minimum, median and maximum.
fn spread(times: &[Duration]) -> [Duration; 3] {
    let mut times = times.to_vec();
    times.sort();
    let at = |i: usize| times.get(i).copied().unwrap_or_default();
    let (last, middle) = (times.len().saturating_sub(1), times.len() / 2);
    [at(0), (at(last / 2) + at(middle)) / 2, at(last)]
}

impl Timing {
    /// The line of JSON, without its line break.
    pub(super) fn json(&self) -> String {
        let [min, median, max] = spread(&self.runs).map(millis);
        let device = match spread(&self.device).map(millis) {
            _ if self.device.is_empty() => String::new(),
            [min, median, max] => format!(
                ", \"device_min_ms\":{min}, \"device_median_ms\":{median}, \
                 \"device_max_ms\":{max}"
            ),
        };
        let again = match spread(&self.compile.again).map(millis) {
            _ if self.compile.again.is_empty() => String::new(),
            [_, median, _] => format!(", \"compile_again_ms\":{median}"),
        };
        format!(
            "{{\"compile_ms\":{}{again}, \"min_ms\":{min}, \"median_ms\":{median}, \"max_ms\":{max}, \
             \"runs\":{}{device}}}",
            millis(self.compile.first),
            self.runs.len()
        )
    }
}

/// Formats milliseconds with nanosecond precision.
fn millis(time: Duration) -> String {
    format!("{:.6}", time.as_secs_f64() * 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_as_scripts_expect_it() {
        let runs = [4, 1, 3, 8].map(Duration::from_micros).to_vec();
        let device = [5, 7].map(Duration::from_micros).to_vec();
        let compile = Compiling { first: Duration::from_millis(12), again: Vec::new() };
        let mut timing = Timing { compile, runs, device: Vec::new() };
        assert_eq!(
            timing.json(),
            "{\"compile_ms\":12.000000, \"min_ms\":0.001000, \"median_ms\":0.003500, \
             \"max_ms\":0.008000, \"runs\":4}"
        );
        timing.device = device;
        let json: serde_json::Value = serde_json::from_str(&timing.json()).unwrap();
        assert_eq!(json["device_median_ms"], 0.006);
        assert!(json.get("compile_again_ms").is_none());
        timing.compile.again = [9, 2, 5].map(Duration::from_millis).to_vec();
        let json: serde_json::Value = serde_json::from_str(&timing.json()).unwrap();
        assert_eq!(json["compile_again_ms"], 5.0);
        assert_eq!(json["runs"], 4);
        assert!(Timing::default().json().contains("\"median_ms\":0.000000"));
    }
}
