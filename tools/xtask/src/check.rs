//! `cargo xtask test`: everything that has to hold before a change is good.
//!
//! All steps run, whatever the earlier ones said, so that one run shows every
//! failure. The steps are cargo commands, printed as one would type them.
//!
//! Random tests draw the same cases on every run, so that a failure is of the
//! change at hand; `cargo xtask fuzz` draws new ones.

use std::time::{Duration, Instant};

use crate::terminal::{Style, duration};
use crate::{Outcome, no_more, process, ptxas, setup};

/// What proptest draws its cases from, and the value that a run gives it unless
/// the environment has one.
const SEED: (&str, &str) = ("PROPTEST_RNG_SEED", "1");

/// One thing that has to hold.
struct Step {
    name: &'static str,
    /// Arguments of cargo.
    args: &'static [&'static str],
}

/// `--workspace` in all of them but those without LLVM: cargo then unifies the
/// features of the dependencies in one way, and builds them once.
const STEPS: &[Step] = &[
    Step { name: "format", args: &["fmt", "--all", "--check"] },
    Step {
        name: "lints",
        args: &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"],
    },
    Step {
        name: "lints without LLVM",
        args: &[
            "clippy",
            "--package=hloom",
            "--package=hloom-tests",
            "--no-default-features",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ],
    },
    Step { name: "tests", args: &["test", "--workspace", "--no-fail-fast"] },
    Step {
        name: "tests without LLVM",
        args: &[
            "test",
            "--package=hloom",
            "--package=hloom-tests",
            "--no-default-features",
            "--no-fail-fast",
        ],
    },
    Step { name: "house", args: &["test", "--workspace", "--test", "house"] },
];

/// `cargo xtask test`.
pub(crate) fn run(args: &[String]) -> Outcome {
    no_more(args)?;
    let started = Instant::now();
    setup::ensure()?;
    let style = Style::stderr();
    let assembler = ptxas::find()?;
    let mut results = Vec::new();
    for step in STEPS {
        let mut command = process::cargo(step.args);
        if std::env::var_os(SEED.0).is_none() {
            command.env(SEED.0, SEED.1);
        }
        if let Some(assembler) = &assembler {
            command.env(ptxas::VARIABLE, assembler);
        }
        eprintln!("{}", style.bold(&format!("== {}: {}", step.name, process::line(&command))));
        let began = Instant::now();
        let passed = process::status(&mut command)?.success();
        let took = began.elapsed();
        eprintln!("== {}: {} in {}\n", step.name, verdict(style, passed), duration(took));
        results.push((step.name, passed, took));
    }
    eprint!("{}", summary(style, &results, started.elapsed()));
    Ok(results.iter().all(|r| r.1))
}

fn verdict(style: Style, passed: bool) -> String {
    if passed { style.green("passed") } else { style.red("FAILED") }
}

/// One line a step, and one that counts them.
fn summary(style: Style, results: &[(&str, bool, Duration)], total: Duration) -> String {
    let mut text = String::new();
    for (name, passed, took) in results {
        text += &format!("{} {name:<20} {:>12}\n", verdict(style, *passed), duration(*took));
    }
    let failed = results.iter().filter(|r| !r.1).count();
    text + &match failed {
        0 => format!("all {} steps passed in {}\n", results.len(), duration(total)),
        _ => format!("{failed} of {} steps FAILED in {}\n", results.len(), duration(total)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_counts_failures() {
        let (one, two) = (Duration::from_secs(1), Duration::from_millis(20));
        let text = summary(Style::plain(), &[("format", true, two), ("tests", false, one)], one);
        assert_eq!(
            text,
            "passed format                      20 ms\n\
             FAILED tests                       1.0 s\n\
             1 of 2 steps FAILED in 1.0 s\n"
        );
        let text = summary(Style::plain(), &[("format", true, two)], one);
        assert!(text.ends_with("all 1 steps passed in 1.0 s\n"));
    }
}
