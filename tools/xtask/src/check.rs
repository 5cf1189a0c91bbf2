//! `cargo xtask test`: everything that has to hold before a change is good.
//!
//! All steps run, whatever the earlier ones said, so that one run shows every
//! failure. The steps are cargo commands, printed as one would type them.
//!
//! Random tests draw the same cases on every run, so that a failure is of the
//! change at hand; `cargo xtask fuzz` draws new ones.

use std::process::Command;
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
    Step { name: "house", args: &["test", "--package=hloom-house"] },
];

/// `cargo xtask test`.
pub(crate) fn run(args: &[String]) -> Outcome {
    no_more(args)?;
    let started = Instant::now();
    setup::ensure()?;
    let style = Style::stderr();
    let assembler = ptxas::find()?;
    let mut results = Vec::new();
    let steps = STEPS.iter().map(|step| (step.name, process::cargo(step.args)));
    for (name, mut command) in steps.chain(sanitized()?) {
        if std::env::var_os(SEED.0).is_none() {
            command.env(SEED.0, SEED.1);
        }
        if let Some(assembler) = &assembler {
            command.env(ptxas::VARIABLE, assembler);
        }
        eprintln!("{}", style.bold(&format!("== {name}: {}", process::line(&command))));
        let began = Instant::now();
        let passed = process::status(&mut command)?.success();
        let took = began.elapsed();
        eprintln!("== {name}: {} in {}\n", verdict(style, passed), duration(took));
        results.push((name, passed, took));
    }
    eprint!("{}", summary(style, &results, started.elapsed()));
    Ok(results.iter().all(|r| r.1))
}

/// What runs while compiled code does is unsafe, and small: its tests under AddressSanitizer,
/// which finds what is read or written outside of its memory, used after its end, and never
/// given back. Rust's toolchains for Linux bring it, also the stable ones, behind the switch
/// for what is unstable; where one does not, that is said, and nothing is run.
///
/// Races are not looked for this way: ThreadSanitizer needs a standard library that is built
/// for it, and reports what that does to itself where it is not.
fn sanitized() -> anyhow::Result<Option<(&'static str, Command)>> {
    const NAME: &str = "sanitized";
    let mut ask = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let answer = ask.args(["--print", "target-libdir"]).current_dir(process::root()).output()?;
    let folder = String::from_utf8_lossy(&answer.stdout).trim().to_owned();
    let there = std::fs::read_dir(&folder).is_ok_and(|files| {
        files.flatten().any(|file| file.file_name().to_string_lossy().ends_with("_rt.asan.a"))
    });
    let triple = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    if !there || !cfg!(all(target_os = "linux", target_env = "gnu")) {
        eprintln!("== {NAME}: skipped, as the Rust toolchain brings no AddressSanitizer\n");
        return Ok(None);
    }
    // A target that is named keeps the flags from what runs while the build does.
    let mut command = process::cargo(["test", "--package=hloom-runtime", "--target", &triple]);
    command.arg("--target-dir").arg(process::target().join(NAME));
    command.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zsanitizer=address");
    // Tests ask for more memory than there is.
    command.env("ASAN_OPTIONS", "allocator_may_return_null=1");
    Ok(Some((NAME, command)))
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
