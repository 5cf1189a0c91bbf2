//! `cargo xtask fuzz`: the random campaigns, longer than the tests run them.
//!
//! A campaign is a test of `hloom-tests` with `campaign` in its name. It reads
//! how long it may run from `HLOOM_FUZZ_SECONDS`; without that variable it runs
//! the few fixed seeds that are part of every test run. Behind them come the
//! properties of the loop level, which proptest counts by cases instead.

use crate::terminal::{Style, duration};
use crate::{Outcome, Usage, process, setup};
use std::time::{Duration, Instant};

/// The variable that a campaign reads.
const SECONDS: &str = "HLOOM_FUZZ_SECONDS";

/// The variable that says how many cases proptest draws for a property.
const CASES: &str = "PROPTEST_CASES";

/// About as many as the slowest property of the loop level checks in a second.
const CASES_PER_SECOND: u64 = 400;

/// `cargo xtask fuzz [--seconds N]`.
pub(crate) fn run(args: &[String]) -> Outcome {
    let seconds = parse(args)?;
    setup::ensure()?;
    let started = Instant::now();
    // One after the other, each with its whole time; optimized, since the count of programs matters.
    let mut command = process::cargo([
        "test",
        "--release",
        "--package",
        "hloom-tests",
        "--no-fail-fast",
        "--",
        "campaign",
        "--nocapture",
        "--test-threads=1",
    ]);
    command.env(SECONDS, seconds.to_string());
    let style = Style::stderr();
    eprintln!("{}", style.bold(&format!("{SECONDS}={seconds} {}", process::line(&command))));
    let mut passed = process::status(&mut command)?.success();
    let mut command = process::cargo(["test", "--release", "--package", "hloom-loops", "--lib"]);
    let cases = seconds.saturating_mul(CASES_PER_SECOND).min(u64::from(u32::MAX));
    command.env(CASES, cases.to_string());
    eprintln!("{}", style.bold(&format!("{CASES}={cases} {}", process::line(&command))));
    passed &= process::status(&mut command)?.success();
    let took = duration(started.elapsed());
    if passed {
        eprintln!("{} in {took}", style.green("no campaign found a failure"));
    } else {
        eprintln!(
            "{} (in {took}): it is printed above as a test file",
            style.red("a campaign failed")
        );
    }
    Ok(passed)
}

/// The seconds that each campaign gets.
fn parse(args: &[String]) -> anyhow::Result<u64> {
    let value = match args {
        [] => return Ok(60),
        [option, value] if option == "--seconds" => value,
        [option] => option
            .strip_prefix("--seconds=")
            .ok_or_else(|| Usage(format!("unexpected argument `{option}`")))?,
        [first, ..] => return Err(Usage(format!("unexpected argument `{first}`")).into()),
    };
    match value.parse::<u64>() {
        Ok(n) if n > 0 && Duration::from_secs(n) < Duration::from_secs(1 << 32) => Ok(n),
        _ => Err(Usage(format!("`{value}` is not a number of seconds")).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_read() {
        let of = |args: &[&str]| parse(&args.iter().map(|a| (*a).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&[]).unwrap(), 60);
        assert_eq!(of(&["--seconds", "5"]).unwrap(), 5);
        assert_eq!(of(&["--seconds=7"]).unwrap(), 7);
        for bad in
            [&["--seconds", "0"][..], &["--seconds", "x"], &["5"], &["--seconds"], &["a", "b"]]
        {
            assert!(of(bad).unwrap_err().is::<Usage>(), "{bad:?}");
        }
    }
}
