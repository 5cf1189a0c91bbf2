//! `cargo xtask fuzz`: the random campaigns, longer than the tests run them.
//!
//! A campaign is a test of `hloom-tests` with `campaign` in its name. It reads
//! how long it may run from `HLOOM_FUZZ_SECONDS`, or how many programs it shall make
//! from `HLOOM_FUZZ_MODULES`; without these variables it runs the few fixed seeds that
//! are part of every test run. The campaigns over the whole language say every minute
//! how far they are, go on past a finding, and end with their figures. Behind the campaigns
//! of seconds come the properties of the loop level, which proptest counts by cases.

use crate::terminal::{Style, duration};
use crate::{Outcome, Usage, process, setup};
use std::time::{Duration, Instant};

/// The campaigns to run, and for how long.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Length {
    /// Every campaign, each so many seconds.
    Seconds(u64),
    /// The campaigns over the whole language that read and print, each on so many
    /// modules.
    Modules(u64),
    /// The campaigns over control flow, each on so many functions.
    Functions(u64),
    /// The campaign of three executors, on so many programs.
    Executors(u64),
    /// The campaign of the interpreter, code for CPUs and the GPU emulator with all settings, on so
    /// many programs.
    Programs(u64),
}

/// The variable that says how many cases proptest draws for a property.
const CASES: &str = "PROPTEST_CASES";

/// About as many as the slowest property of the loop level checks in a second.
const CASES_PER_SECOND: u64 = 400;

/// `cargo xtask fuzz [--seconds N | --modules N | --functions N | --executors N | --programs N]`.
pub(crate) fn run(args: &[String]) -> Outcome {
    let length = parse(args)?;
    let mut line = vec!["test", "--package", "hloom-tests", "--no-fail-fast"];
    // Upstream MLIR, a library that is installed, takes the time of the executors; the build of the
    // other tests is there.
    if !matches!(length, Length::Executors(_)) {
        line.push("--release");
    }
    let (variable, n) = match length {
        Length::Seconds(n) => {
            setup::ensure()?;
            // The rules of storage programs are sampled in their own crate.
            line.extend(["--package", "hloom-storage-tests", "--", "campaign"]);
            ("HLOOM_FUZZ_SECONDS", n)
        }
        // Reading and printing needs no LLVM.
        Length::Modules(n) => {
            line.extend(["--no-default-features", "--test", "language", "--"]);
            line.extend(["read_as_printed", "valid_or_errors"]);
            ("HLOOM_FUZZ_MODULES", n)
        }
        Length::Functions(n) => {
            setup::ensure()?;
            line.extend(["--test", "branches", "--", "campaign"]);
            ("HLOOM_FUZZ_MODULES", n)
        }
        Length::Executors(n) => {
            setup::ensure()?;
            line.extend(["--test", "diff", "--", "campaign_three_executors"]);
            ("HLOOM_FUZZ_MODULES", n)
        }
        Length::Programs(n) => {
            setup::ensure()?;
            line.extend(["--test", "executors", "--", "campaign"]);
            ("HLOOM_FUZZ_MODULES", n)
        }
    };
    // The server of upstream MLIR, which tests start, lies beside them.
    if matches!(length, Length::Seconds(_) | Length::Executors(_)) {
        let release = line.contains(&"--release").then_some("--release");
        let build = ["build", "--package", "hloom-mlir"].into_iter().chain(release);
        if !process::status(&mut process::cargo(build))?.success() {
            return Ok(false);
        }
    }
    // One after the other, each with its whole time, unless it is a number of functions
    // that counts; optimized, since the count of programs matters.
    let counted = matches!(length, Length::Functions(_));
    line.extend(["--nocapture", if counted { "--test-threads=2" } else { "--test-threads=1" }]);
    let started = Instant::now();
    let mut command = process::cargo(line);
    command.env(variable, n.to_string());
    let style = Style::stderr();
    eprintln!("{}", style.bold(&format!("{variable}={n} {}", process::line(&command))));
    let mut passed = process::status(&mut command)?.success();
    if let Length::Seconds(seconds) = length {
        let mut command =
            process::cargo(["test", "--release", "--package", "hloom-loops", "--lib"]);
        let cases = seconds.saturating_mul(CASES_PER_SECOND).min(u64::from(u32::MAX));
        command.env(CASES, cases.to_string());
        eprintln!("{}", style.bold(&format!("{CASES}={cases} {}", process::line(&command))));
        passed &= process::status(&mut command)?.success();
    }
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

/// The length of the campaigns.
fn parse(args: &[String]) -> anyhow::Result<Length> {
    let (option, value) = match args {
        [] => return Ok(Length::Seconds(60)),
        [option, value] => (option.as_str(), value.as_str()),
        [option] => option
            .split_once('=')
            .ok_or_else(|| Usage(format!("unexpected argument `{option}`")))?,
        [first, ..] => return Err(Usage(format!("unexpected argument `{first}`")).into()),
    };
    let number = value.parse::<u64>().ok().filter(|&n| n > 0);
    match (option, number) {
        ("--seconds", Some(n)) if Duration::from_secs(n) < Duration::from_secs(1 << 32) => {
            Ok(Length::Seconds(n))
        }
        ("--modules", Some(n)) => Ok(Length::Modules(n)),
        ("--functions", Some(n)) => Ok(Length::Functions(n)),
        ("--executors", Some(n)) => Ok(Length::Executors(n)),
        ("--programs", Some(n)) => Ok(Length::Programs(n)),
        ("--seconds", _) => Err(Usage(format!("`{value}` is not a number of seconds")).into()),
        ("--modules", _) => Err(Usage(format!("`{value}` is not a number of modules")).into()),
        ("--executors" | "--programs", _) => {
            Err(Usage(format!("`{value}` is not a number of programs")).into())
        }
        ("--functions", _) => Err(Usage(format!("`{value}` is not a number of functions")).into()),
        _ => Err(Usage(format!("unexpected argument `{option}`")).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read() {
        let of = |args: &[&str]| parse(&args.iter().map(|a| (*a).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&[]).unwrap(), Length::Seconds(60));
        assert_eq!(of(&["--seconds", "5"]).unwrap(), Length::Seconds(5));
        assert_eq!(of(&["--seconds=7"]).unwrap(), Length::Seconds(7));
        assert_eq!(of(&["--modules", "9"]).unwrap(), Length::Modules(9));
        assert_eq!(of(&["--functions=12500"]).unwrap(), Length::Functions(12_500));
        assert_eq!(of(&["--executors", "20000"]).unwrap(), Length::Executors(20_000));
        assert_eq!(of(&["--programs", "7"]).unwrap(), Length::Programs(7));
        for bad in [
            &["--seconds", "0"][..],
            &["--seconds", "x"],
            &["5"],
            &["--seconds"],
            &["a", "b"],
            &["--modules=-1"],
            &["--executors=many"],
        ] {
            assert!(of(bad).unwrap_err().is::<Usage>(), "{bad:?}");
        }
    }
}
