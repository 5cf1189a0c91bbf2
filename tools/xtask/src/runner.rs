//! Runs test binaries side by side, longest first, and takes each test's time.
//!
//! Cargo builds the binaries and names them ([`build`]). [`run`] starts as many at once as
//! there are cores, in the order of the times of the run before, which are kept in cargo's
//! folder: one binary with a long test then no longer leaves the other cores idle at the end.
//! The output of a binary is printed when it ends, and only if a test failed.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::Context;
use serde_json::Value;

use crate::process;
use crate::terminal::{Style, duration};

/// Environment variables of a run.
pub(crate) type Variables = Vec<(String, String)>;

/// A test binary.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Binary {
    /// Its name in messages: the package, and the test program or `lib`.
    pub(crate) name: String,
    /// The package that it belongs to.
    pub(crate) package: String,
    /// The name of its target.
    pub(crate) target: String,
    executable: PathBuf,
    /// The folder of its package: where cargo starts it.
    folder: PathBuf,
}

/// The time of one test.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Timed {
    /// The binary and the test.
    pub(crate) name: String,
    /// Its time.
    pub(crate) took: Duration,
}

/// Builds test binaries by `cargo test --no-run` with more arguments; `None` if the build fails.
///
/// # Errors
/// Returns an error if cargo can't be started.
pub(crate) fn build(args: &[&str]) -> anyhow::Result<Option<Vec<Binary>>> {
    let line = ["test", "--no-run", "--message-format=json-render-diagnostics"];
    let mut command = process::cargo(line.iter().chain(args));
    let mut child = command.stdout(Stdio::piped()).spawn().context("can't start cargo")?;
    let mut binaries = Vec::new();
    if let Some(messages) = child.stdout.take() {
        for line in BufReader::new(messages).lines() {
            let line = line.context("can't read what cargo says")?;
            binaries.extend(serde_json::from_str(&line).ok().as_ref().and_then(binary));
        }
    }
    Ok(child.wait()?.success().then_some(binaries))
}

/// The test binary in a message of cargo, if it is about one.
fn binary(message: &Value) -> Option<Binary> {
    let test = message["profile"]["test"].as_bool()?;
    let executable = PathBuf::from(message["executable"].as_str()?);
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?.to_owned();
    // `path+file:///somewhere/tools#hloom@0.1.0`, and without the name where the folder has it.
    let id = message["package_id"].as_str()?;
    let tail = id.rsplit_once('#')?.1;
    let package = match tail.split_once('@') {
        Some((name, _)) => name.to_owned(),
        None => folder.file_name()?.to_str()?.to_owned(),
    };
    let target = message["target"]["name"].as_str()?.to_owned();
    let part = match message["target"]["kind"][0].as_str()? {
        "test" => &target,
        "bin" => "bin",
        _ => "lib",
    };
    let name = format!("{package} {part}");
    test.then_some(Binary { name, package, target, executable, folder })
}

/// Runs the binaries; returns whether all tests passed, and the time of each.
///
/// # Errors
/// Returns an error if one can't be started.
pub(crate) fn run(
    binaries: Vec<Binary>,
    variables: &Variables,
    style: Style,
) -> anyhow::Result<(bool, Vec<Timed>)> {
    let path = process::target().join("tmp").join("test-times.json");
    let before = std::fs::read_to_string(&path).ok();
    let mut times: BTreeMap<String, f64> =
        before.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    let known = |it: &Binary| times.get(&it.name).copied().unwrap_or(f64::MAX);
    let mut binaries = binaries;
    binaries.sort_by(|a, b| known(a).total_cmp(&known(b)));
    let libraries = libraries()?;
    let (waiting, done) = (Mutex::new(binaries), Mutex::new((true, Vec::new())));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let worker = || -> anyhow::Result<BTreeMap<String, f64>> {
        let mut took = BTreeMap::new();
        loop {
            let next = waiting.lock().ok().and_then(|mut waiting| waiting.pop());
            let Some(binary) = next else { return Ok(took) };
            let began = Instant::now();
            let (passed, output) = start(&binary, variables, &libraries)?;
            let time = began.elapsed();
            took.insert(binary.name.clone(), time.as_secs_f64());
            let tests = timed(&binary.name, &output);
            let verdict = if passed { style.green("passed") } else { style.red("FAILED") };
            eprintln!("   {verdict} {:<36} {:>12}", binary.name, duration(time));
            if !passed {
                eprintln!("{output}");
            }
            if let Ok(mut done) = done.lock() {
                done.0 &= passed;
                done.1.extend(tests);
            }
        }
    };
    let workers = std::thread::scope(|scope| {
        let running: Vec<_> = (0..cores).map(|_| scope.spawn(worker)).collect();
        running.into_iter().map(|it| it.join()).collect::<Vec<_>>()
    });
    for worker in workers {
        times.extend(worker.map_err(|_| anyhow::anyhow!("a thread of the runner panicked"))??);
    }
    if let (Some(folder), Ok(text)) = (path.parent(), serde_json::to_string_pretty(&times)) {
        // The order of the next run is all that depends on this file.
        let _ = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text));
    }
    Ok(done.into_inner().unwrap_or((false, Vec::new())))
}

/// The search path of shared libraries: the folder of Rust's own, which the tests of a
/// procedural macro load, ahead of the environment's.
fn libraries() -> anyhow::Result<OsString> {
    let mut ask = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let answer = ask.args(["--print", "target-libdir"]).current_dir(process::root()).output();
    let answer = answer.context("can't start rustc")?;
    let own = PathBuf::from(String::from_utf8_lossy(&answer.stdout).trim());
    let others = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let others = std::env::split_paths(&others).filter(|folder| !folder.as_os_str().is_empty());
    std::env::join_paths([own].into_iter().chain(others)).context("a folder's name has a colon")
}

/// Runs one binary: whether it passed, and all that it printed.
fn start(
    binary: &Binary,
    variables: &Variables,
    libraries: &OsStr,
) -> anyhow::Result<(bool, String)> {
    let mut command = Command::new(&binary.executable);
    command.current_dir(&binary.folder).env("CARGO_MANIFEST_DIR", &binary.folder);
    command.env("CARGO_PKG_NAME", &binary.package).env("LD_LIBRARY_PATH", libraries);
    command.envs(variables.iter().map(|(name, value)| (name, value)));
    // Times of tests are an unstable option of the test harness.
    command.env("RUSTC_BOOTSTRAP", "1").args(["-Z", "unstable-options", "--report-time"]);
    let output = command.stdin(Stdio::null()).output();
    let output = output.with_context(|| format!("can't start {}", binary.name))?;
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text += &String::from_utf8_lossy(&output.stderr);
    Ok((output.status.success(), text))
}

/// The times in the harness's lines: `test NAME ... ok <1.234s>`.
fn timed(binary: &str, output: &str) -> Vec<Timed> {
    let of = |line: &str| {
        let (name, rest) = line.strip_prefix("test ")?.split_once(" ... ")?;
        let seconds = rest.rsplit_once('<')?.1.strip_suffix("s>")?.parse().ok()?;
        let took = Duration::try_from_secs_f64(seconds).ok()?;
        Some(Timed { name: format!("{binary}: {name}"), took })
    };
    output.lines().filter_map(of).collect()
}

/// The slowest tests, a line each.
pub(crate) fn slowest(mut tests: Vec<Timed>, count: usize) -> String {
    tests.sort_by_key(|test| std::cmp::Reverse(test.took));
    let lines = tests.iter().take(count);
    lines.map(|test| format!("{:>12}  {}\n", duration(test.took), test.name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binaries_are_read_from_cargo() {
        let message = serde_json::json!({
            "reason": "compiler-artifact",
            "package_id": "path+file:///there/ir#hloom-ir@0.1.0",
            "manifest_path": "/there/ir/Cargo.toml",
            "target": {"kind": ["lib"], "name": "hloom_ir"},
            "profile": {"test": true},
            "executable": "/there/target/debug/deps/hloom_ir-1",
        });
        let found = binary(&message).expect("this is a test binary");
        assert_eq!(
            (found.name.as_str(), found.folder.as_path()),
            ("hloom-ir lib", Path::new("/there/ir"))
        );
        let mut other = message.clone();
        other["profile"]["test"] = false.into();
        assert_eq!(binary(&other), None);
        other = message;
        other["package_id"] = "path+file:///there/tests#0.1.0".into();
        other["manifest_path"] = "/there/tests/Cargo.toml".into();
        other["target"] = serde_json::json!({"kind": ["test"], "name": "files"});
        assert_eq!(binary(&other).map(|it| it.name), Some("tests files".to_owned()));
    }

    #[test]
    fn times_are_read_and_the_slowest_come_first() {
        let output = "running 2 tests\ntest a::b ... ok <0.120s>\ntest c ... FAILED <61.5s>\n\
                      test result: FAILED. 1 passed; finished in 62s\n";
        let tests = timed("x lib", output);
        assert_eq!(tests.len(), 2);
        assert_eq!(slowest(tests.clone(), 1), "        62 s  x lib: c\n");
        assert!(slowest(tests, 5).ends_with("120 ms  x lib: a::b\n"));
    }
}
