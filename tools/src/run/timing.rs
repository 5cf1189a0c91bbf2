//! How long runs take: `--repeat N --warmup N --time`.

use std::time::Duration;

/// The times of one program.
#[derive(Clone, Debug, Default)]
pub(super) struct Timing {
    /// From the program's text to something that runs, files not counted.
    pub(super) compile: Duration,
    /// Each run, inputs and outputs in memory.
    pub(super) runs: Vec<Duration>,
}

impl Timing {
    /// The line that scripts read, without its line break.
    pub(super) fn json(&self) -> String {
        let mut runs = self.runs.clone();
        runs.sort();
        let at = |i: usize| runs.get(i).copied().unwrap_or_default();
        // Of an even number of runs, between the two in the middle.
        let median = (at(runs.len().saturating_sub(1) / 2) + at(runs.len() / 2)) / 2;
        format!(
            "{{\"compile_ms\":{}, \"min_ms\":{}, \"median_ms\":{}, \"max_ms\":{}, \"runs\":{}}}",
            millis(self.compile),
            millis(at(0)),
            millis(median),
            millis(at(runs.len().saturating_sub(1))),
            runs.len()
        )
    }
}

/// Milliseconds down to the nanosecond.
fn millis(time: Duration) -> String {
    format!("{:.6}", time.as_secs_f64() * 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_as_scripts_expect_it() {
        let runs = [4, 1, 3, 8].map(Duration::from_micros).to_vec();
        let timing = Timing { compile: Duration::from_millis(12), runs };
        assert_eq!(
            timing.json(),
            "{\"compile_ms\":12.000000, \"min_ms\":0.001000, \"median_ms\":0.003500, \
             \"max_ms\":0.008000, \"runs\":4}"
        );
        assert!(serde_json::from_str::<serde_json::Value>(&timing.json()).is_ok());
        assert!(Timing::default().json().contains("\"median_ms\":0.000000"));
    }
}
