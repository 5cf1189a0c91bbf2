//! `cargo xtask test`: everything that has to hold before a change is good.
//!
//! All steps run, whatever the earlier ones said, so that one run shows every
//! failure; the last lines tell the time of each step and the slowest tests.
//! `cargo xtask test --quick` is the form for daily work: format, house rules, and
//! the tests of the crates that changed ([`changed`]).
//!
//! Random tests draw the same cases on every run, so that a failure is of the
//! change at hand; `cargo xtask fuzz` draws new ones.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::runner::{self, Binary, Timed, Variables};
use crate::terminal::{Style, duration};
use crate::{Outcome, Usage, changed, process, ptxas, setup};

/// The seed of proptest's cases, and the value that a run gives it unless
/// the environment has one.
const SEED: (&str, &str) = ("PROPTEST_RNG_SEED", "1");

/// The number of cases that proptest draws for a property, unless the property or the environment says
/// so; `cargo xtask fuzz` draws hundreds a second.
const CASES: (&str, &str) = ("PROPTEST_CASES", "64");

/// One thing that has to hold.
enum Work {
    /// Cargo with these arguments, and a variable of the environment.
    Cargo(&'static [&'static str], Option<(&'static str, &'static str)>),
    /// Test binaries: arguments of the build, and which of them to run.
    Tests(&'static [&'static str], fn(&Binary) -> bool),
}

/// A name and what it stands for.
struct Step {
    name: &'static str,
    work: Work,
}

/// Arguments of the lints.
const LINTS: &[&str] = &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];

/// `--workspace` in all of them: cargo then unifies the features of the dependencies
/// in one way, and builds each crate once. Without LLVM only `hloom` and `hloom-tests`
/// differ from those with it, if the crates with default features of their own are left
/// out; the program's own tests and the test files are run again.
const STEPS: &[Step] = &[
    Step { name: "house", work: Work::Tests(&["--package=hloom-house"], |_| true) },
    Step { name: "format", work: Work::Cargo(&["fmt", "--all", "--check"], None) },
    Step { name: "lints", work: Work::Cargo(LINTS, None) },
    Step {
        name: "lints without LLVM",
        work: Work::Cargo(
            &[
                "clippy",
                "--workspace",
                "--exclude=hloom-pjrt",
                "--exclude=hloom-ptx",
                "--exclude=hloom-front-tests",
                "--no-default-features",
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ],
            None,
        ),
    },
    Step { name: "tests", work: Work::Tests(&["--workspace"], |it| it.package != "hloom-house") },
    Step {
        name: "examples in docs",
        work: Work::Cargo(&["test", "--workspace", "--doc", "--no-fail-fast"], None),
    },
    Step {
        name: "tests without LLVM",
        work: Work::Tests(
            &[
                "--workspace",
                "--exclude=hloom-pjrt",
                "--exclude=hloom-ptx",
                "--exclude=hloom-front-tests",
                "--no-default-features",
                "--lib",
                "--test=files",
            ],
            |it| it.package == "hloom" || it.package == "hloom-tests",
        ),
    },
    Step {
        name: "docs",
        work: Work::Cargo(
            &["doc", "--workspace", "--no-deps"],
            Some((
                "RUSTDOCFLAGS",
                "-D warnings --document-private-items -A rustdoc::private_intra_doc_links",
            )),
        ),
    },
];

/// The number of slowest tests in the summary.
const SLOWEST: usize = 12;

/// The state of a run of `cargo xtask test`.
struct Run {
    style: Style,
    variables: Variables,
    results: Vec<(&'static str, bool, Duration)>,
    tests: Vec<Timed>,
}

impl Run {
    fn new() -> anyhow::Result<Run> {
        let mut variables = Variables::new();
        let unset = |(name, _): &(&str, &str)| std::env::var_os(name).is_none();
        let unset_variables = [SEED, CASES].into_iter().filter(unset);
        variables.extend(unset_variables.map(|(name, value)| (name.to_owned(), value.to_owned())));
        if let Some(assembler) = ptxas::find()? {
            variables.push((ptxas::VARIABLE.to_owned(), assembler.to_string_lossy().into_owned()));
        }
        Ok(Run { style: Style::stderr(), variables, results: Vec::new(), tests: Vec::new() })
    }

    /// Does one piece of work under a heading, and notes how it went.
    fn step(
        &mut self,
        name: &'static str,
        line: &str,
        work: impl FnOnce(&mut Run) -> Outcome,
    ) -> anyhow::Result<()> {
        eprintln!("{}", self.style.bold(&format!("== {name}: {line}")));
        let began = Instant::now();
        let passed = work(self)?;
        let took = began.elapsed();
        eprintln!("== {name}: {} in {}\n", verdict(self.style, passed), duration(took));
        self.results.push((name, passed, took));
        Ok(())
    }

    /// A command of cargo.
    fn command(&mut self, name: &'static str, mut command: Command) -> anyhow::Result<()> {
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        let line = process::line(&command);
        self.step(name, &line, |_| Ok(process::status(&mut command)?.success()))
    }

    /// Builds test binaries, and runs those that are selected.
    fn tests(
        &mut self,
        name: &'static str,
        args: &[&str],
        selected: impl Fn(&Binary) -> bool,
    ) -> anyhow::Result<()> {
        let line = format!("cargo test {}", args.join(" "));
        self.step(name, &line, |run| {
            let began = Instant::now();
            let Some(binaries) = runner::build(args)? else { return Ok(false) };
            let binaries: Vec<Binary> = binaries.into_iter().filter(selected).collect();
            let built = duration(began.elapsed());
            eprintln!("   {} test programs, built in {built}", binaries.len());
            let (passed, tests) = runner::run(binaries, &run.variables, run.style)?;
            run.tests.extend(tests);
            Ok(passed)
        })
    }

    /// Prints the summary; whether all steps passed.
    fn end(self, started: Instant) -> bool {
        eprint!("{}", summary(self.style, &self.results, started.elapsed()));
        if !self.tests.is_empty() {
            eprint!("the slowest tests:\n{}", runner::slowest(self.tests, SLOWEST));
        }
        self.results.iter().all(|it| it.1)
    }
}

/// `cargo xtask patches`: the patches of the contributor's guide on a copy of the tree, built
/// and tested.
pub(crate) fn patches(args: &[String]) -> Outcome {
    crate::no_more(args)?;
    setup::ensure()?;
    let line = ["test", "--package=hloom-tests", "--test=guide", "--", "--nocapture"];
    let mut command = process::cargo(line);
    Ok(process::status(command.env("HLOOM_PATCHES", "1"))?.success())
}

/// `cargo xtask test [--quick]`.
pub(crate) fn run(args: &[String]) -> Outcome {
    match args {
        [] => full(),
        [option] if option == "--quick" => quick(),
        [other, ..] => Err(Usage(format!("unexpected argument `{other}`")).into()),
    }
}

fn full() -> Outcome {
    let started = Instant::now();
    setup::ensure()?;
    let mut run = Run::new()?;
    for step in STEPS {
        match step.work {
            Work::Cargo(args, variable) => {
                let mut command = process::cargo(args);
                command.envs(variable);
                run.command(step.name, command)?;
            }
            Work::Tests(args, selected) => run.tests(step.name, args, selected)?,
        }
    }
    if let Some((name, command)) = sanitized()? {
        run.command(name, command)?;
    }
    Ok(run.end(started))
}

/// Format, house rules, lints, unit tests of the crates that changed, and the test files
/// that depend on them first.
///
/// Lints and test files take the whole workspace, as all tests do: cargo builds a crate once for
/// each set of features that a choice of packages asks of its dependencies.
fn quick() -> Outcome {
    let started = Instant::now();
    setup::ensure()?;
    let mut run = Run::new()?;
    run.command("format", process::cargo(["fmt", "--all", "--check"]))?;
    run.tests("house", &["--package=hloom-house"], |_| true)?;
    let crates = changed::crates()?;
    let changed::Changed { packages, files } = changed::touched(&changed::paths()?, &crates);
    let chosen: Vec<String> = packages.iter().map(|it| format!("--package={it}")).collect();
    let chosen: Vec<&str> = chosen.iter().map(String::as_str).collect();
    if !chosen.is_empty() {
        run.command("lints", process::cargo(LINTS))?;
        // Cargo refuses `--lib` if no crate has a library.
        let library = |(folder, name): &(String, String)| {
            packages.contains(name) && process::root().join(folder).join("src/lib.rs").is_file()
        };
        let parts: &[&str] =
            if crates.iter().any(library) { &["--lib", "--bins"] } else { &["--bins"] };
        run.tests("unit tests", &[parts, chosen.as_slice()].concat(), |_| true)?;
    }
    if !files.is_empty() {
        let files: Vec<String> = files.into_iter().collect();
        run.variables.push(("FILES".to_owned(), files.join(",")));
        run.tests("files", &["--workspace", "--test=files"], |_| true)?;
    }
    Ok(run.end(started))
}

/// The tests of the runtime under AddressSanitizer, since the runtime is unsafe code: it reports
/// accesses outside of an allocation, uses after free, and leaks. Rust's toolchains for Linux
/// have the sanitizer, the stable ones too, as an unstable option; without it the step is
/// skipped, with a notice.
///
/// ThreadSanitizer is not used: it needs a standard library that is built for it, and reports
/// races within the library otherwise.
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
    // With `--target`, build scripts are built without these flags.
    let mut command = process::cargo(["test", "--package=hloom-runtime", "--target", &triple]);
    command.arg("--target-dir").arg(process::target().join(NAME));
    command.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zsanitizer=address");
    // Some tests allocate more memory than the machine has, and expect an error.
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
