//! Finds the test files, runs them in parallel, and reports all failures together.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use super::bless;
use super::script::{self, Places};
use super::semantics;
use super::shell::{self, Pipeline};
use crate::programs::is_test;

/// Options of a run.
pub struct Suite {
    /// The folder of `%t`, relative to the repository's root.
    pub scratch: PathBuf,
    /// Only files whose path contains this.
    pub filter: Option<String>,
    /// Whether to rewrite expectations.
    pub bless: bool,
    /// The enabled features of the program.
    pub features: Vec<&'static str>,
    /// The time limit per file; beyond it, the file is reported and the process ends.
    pub patience: Duration,
}

/// The stack size of a thread that runs files, equal to the program's own.
const STACK_BYTES: usize = 256 << 20;

/// A failure of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The file, relative to the repository's root.
    pub file: PathBuf,
    /// The line of the `RUN`, from 1.
    pub line: usize,
    /// A description: a part of a sentence.
    pub what: String,
    /// The command line that reproduces it, if there is one.
    pub reproduce: Option<String>,
    /// The output of the failed command.
    pub output: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "FAIL {}:{}: {}", self.file.display(), self.line, self.what)?;
        if let Some(command) = &self.reproduce {
            writeln!(f, "  $ {command}")?;
        }
        let output = self.output.trim_end();
        output.lines().try_for_each(|line| writeln!(f, "  {line}"))
    }
}

/// The result of a run.
#[derive(Debug, Default)]
pub struct Summary {
    /// Files that were run.
    pub run: usize,
    /// Files that were skipped, each with the feature that prevents it.
    pub skipped: Vec<(PathBuf, String)>,
    /// Files whose expectations were rewritten.
    pub blessed: Vec<PathBuf>,
    /// All failures, by file.
    pub failures: Vec<Failure>,
    /// The wall-clock time.
    pub took: Duration,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failures {
            writeln!(f, "{failure}")?;
        }
        for file in &self.blessed {
            writeln!(f, "blessed {}", file.display())?;
        }
        let failed: BTreeSet<_> = self.failures.iter().map(|failure| &failure.file).collect();
        write!(
            f,
            "{} files: {} passed, {} failed, {} skipped, in {:.1} s",
            self.run + self.skipped.len(),
            self.run - failed.len(),
            failed.len(),
            self.skipped.len(),
            self.took.as_secs_f64()
        )?;
        if let Some(file) = failed.first() {
            write!(
                f,
                "\n`hloom` above is target/debug/hloom, from the repository's root; one file alone:\n  \
                 FILES={} cargo test --package hloom-tests --test files",
                file.display()
            )?;
        }
        Ok(())
    }
}

/// The result of one file.
#[derive(Default)]
struct Verdict {
    skipped: Option<String>,
    blessed: bool,
    failures: Vec<Failure>,
}

impl Suite {
    /// Runs all files in a folder of the current directory.
    ///
    /// # Errors
    /// If the folder can't be read.
    pub fn run(&self, folder: &Path) -> io::Result<Summary> {
        let start = Instant::now();
        let mut files = Vec::new();
        find(folder, &mut files)?;
        files.sort();
        if let Some(filter) = &self.filter {
            files.retain(|file| {
                let path = file.to_string_lossy();
                filter.split(',').any(|part| path.contains(part))
            });
        }
        let results = self.run_all(&files);
        let mut summary = Summary { took: start.elapsed(), ..Summary::default() };
        for (file, result) in files.into_iter().zip(results) {
            let Some(result) = result else { continue };
            match result.skipped {
                Some(feature) => summary.skipped.push((file, feature)),
                None => {
                    summary.run += 1;
                    if result.blessed {
                        summary.blessed.push(file);
                    }
                }
            }
            summary.failures.extend(result.failures);
        }
        Ok(summary)
    }

    /// Runs files on all cores; `None` for a file that is not a test.
    fn run_all(&self, files: &[PathBuf]) -> Vec<Option<Verdict>> {
        let results: Vec<Mutex<Option<Verdict>>> = files.iter().map(|_| Mutex::default()).collect();
        let running: Mutex<Vec<(usize, Instant)>> = Mutex::default();
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(file) = files.get(index) else { return };
                lock(&running).push((index, Instant::now()));
                *lock(&results[index]) = self.run_file(file);
                lock(&running).retain(|(other, _)| *other != index);
            }
        };
        thread::scope(|scope| {
            let (done, is_done) = mpsc::channel::<()>();
            let cores = thread::available_parallelism().map_or(1, usize::from);
            for _ in 0..cores.min(files.len()) {
                let done = done.clone();
                let worker = thread::Builder::new().stack_size(STACK_BYTES);
                let spawned = worker.spawn_scoped(scope, move || {
                    work();
                    drop(done);
                });
                if spawned.is_err() {
                    // If no thread can be started, this thread does the work.
                    work();
                }
            }
            drop(done);
            // Ends when the last worker drops its sender.
            while let Err(mpsc::RecvTimeoutError::Timeout) =
                is_done.recv_timeout(Duration::from_secs(1))
            {
                let slow =
                    lock(&running).iter().find(|(_, s)| s.elapsed() > self.patience).copied();
                if let Some((index, since)) = slow {
                    // A thread can't be stopped, so the process reports the file and ends. Tests
                    // keep back what `eprintln!` writes, so this goes to the stream itself.
                    let seconds = since.elapsed().as_secs();
                    let name = files[index].display();
                    let _ = writeln!(io::stderr(), "{name} hangs: {seconds} s and running");
                    std::process::exit(1);
                }
            }
        });
        results
            .into_iter()
            .map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner))
            .collect()
    }

    fn run_file(&self, file: &Path) -> Option<Verdict> {
        let mut result = Verdict::default();
        let fail = |line: usize, what: String| Failure {
            file: file.to_owned(),
            line,
            what,
            reproduce: None,
            output: String::new(),
        };
        let bytes = match fs::read(file).and_then(hloom::unpacked) {
            Ok(bytes) => bytes,
            Err(error) => {
                result.failures.push(fail(1, format!("can't be read: {error}")));
                return Some(result);
            }
        };
        // Deliberately malformed input need not be UTF-8.
        let text = String::from_utf8_lossy(&bytes);
        let script = match script::read(&text, &self.features) {
            Ok(script) => script?,
            Err(error) => {
                result.failures.push(fail(error.line, error.message));
                return Some(result);
            }
        };
        if let Some(feature) = script.unmet(&self.features) {
            result.skipped = Some(feature.to_owned());
            return Some(result);
        }
        let places = self.places(file);
        if let Err(error) = self.prepare(&places) {
            result.failures.push(fail(1, format!("no place for %t: {error}")));
            return Some(result);
        }
        let mut pipelines = Vec::new();
        for run in &script.runs {
            match shell::parse(&run.command, &places) {
                Ok(pipeline) => pipelines.push((run.line, pipeline)),
                Err(message) => result.failures.push(fail(run.line, message)),
            }
        }
        if self.bless && bytes == text.as_bytes() {
            match self.bless_file(file, &text, &pipelines) {
                Ok(blessed) => result.blessed = blessed,
                Err(message) => result.failures.push(fail(1, message)),
            }
        }
        for (line, pipeline) in &pipelines {
            if let Some(failure) = pipeline.run(self.bless).failure {
                let what = format!("`{}` {}", failure.command, failure.ended);
                let reproduce = Some(pipeline.to_string());
                let output = failure.stderr + &failure.stdout;
                result.failures.push(Failure { reproduce, output, ..fail(*line, what) });
            } else if let Some(failure) = self.keeps_meaning(file, pipeline) {
                result.failures.push(Failure { line: *line, ..failure });
            }
        }
        Some(result)
    }

    fn places(&self, file: &Path) -> Places {
        let name: String = file
            .to_string_lossy()
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || c == '.' || c == '-' { c } else { '_' })
            .collect();
        Places { file: file.to_owned(), scratch: self.scratch.join(name) }
    }

    /// Prepares `%t`: removes an old file and creates the folder.
    fn prepare(&self, places: &Places) -> io::Result<()> {
        fs::create_dir_all(&self.scratch)?;
        let removed = match fs::symlink_metadata(&places.scratch) {
            Ok(data) if data.is_dir() => fs::remove_dir_all(&places.scratch),
            Ok(_) => fs::remove_file(&places.scratch),
            Err(error) => Err(error),
        };
        match removed {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Rewrites generated directives; returns whether anything changed.
    fn bless_file(
        &self,
        file: &Path,
        text: &str,
        pipelines: &[(usize, Pipeline)],
    ) -> Result<bool, String> {
        let mut blessed = text.to_owned();
        // From the last mark to the first, so that the line numbers of earlier marks stay valid.
        for mark in bless::marks(text).into_iter().rev() {
            let pipeline = pipelines
                .iter()
                .map(|(_, pipeline)| pipeline)
                .find(|pipeline| bless::checked_prefix(pipeline).as_ref() == Some(&mark.prefix));
            let Some(pipeline) = pipeline else {
                return Err(format!(
                    "no RUN line checks `{}`, which is to be blessed",
                    mark.prefix
                ));
            };
            let mut printing = pipeline.clone();
            printing.commands.pop();
            let outcome = printing.run(false);
            if let Some(failure) = outcome.failure {
                return Err(format!(
                    "nothing to bless: `{}` {}\n{}",
                    failure.command, failure.ended, failure.stderr
                ));
            }
            blessed = bless::rewrite(&blessed, &mark, &String::from_utf8_lossy(&outcome.stdout));
        }
        if blessed == text {
            return Ok(false);
        }
        fs::write(file, blessed).map_err(|error| format!("can't be written: {error}"))?;
        Ok(true)
    }

    /// Runs the program of a pass test before and after its passes.
    fn keeps_meaning(&self, file: &Path, pipeline: &Pipeline) -> Option<Failure> {
        if !semantics::applies(file) {
            return None;
        }
        let pair = semantics::before_after(pipeline, file)?;
        let print = |words: &[String]| {
            let command = shell::Command { words: words.to_vec(), ..Default::default() };
            let outcome = Pipeline { commands: vec![command] }.run(false);
            match outcome.failure {
                Some(failure) => Err(format!("`{}` {}", failure.command, failure.ended)),
                None => Ok(String::from_utf8_lossy(&outcome.stdout).into_owned()),
            }
        };
        let outcome = print(&pair.before).and_then(|before| {
            let after = print(&pair.after)?;
            let compared =
                hloom::bug::catch_panic(|| semantics::compare(&before, &after, pair.closeness));
            compared.unwrap_or_else(|bug| Err(bug.to_string())).map(drop)
        });
        let output = outcome.err()?;
        let what = "the passes change what the program computes".to_owned();
        let reproduce = Some(pair.after.join(" "));
        Some(Failure { file: file.to_owned(), line: 1, what, reproduce, output })
    }
}

/// Finds the candidate test files without following links.
fn find(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            find(&path, files)?;
        } else if is_test(&path) {
            files.push(path);
        }
    }
    Ok(())
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes files to a folder of the test's own, runs them, and returns the result.
    fn run(name: &str, bless: bool, files: &[(&str, &str)]) -> (PathBuf, Summary) {
        let folder =
            std::env::temp_dir().join(format!("hloom-suite-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (file, text) in files {
            fs::write(folder.join(file), text).unwrap();
        }
        let suite = Suite {
            scratch: folder.join("scratch"),
            filter: None,
            bless,
            features: vec!["llvm"],
            patience: Duration::from_secs(60),
        };
        let summary = suite.run(&folder).unwrap();
        (folder, summary)
    }

    #[test]
    fn every_file_is_run_and_every_failure_reported() {
        let (folder, summary) = run(
            "report",
            false,
            &[
                ("good.mlir", "// RUN: cat %s | hloom check %s\n// CHECK: here\nit is here"),
                ("bad.mlir", "// RUN: cat %s | hloom check %s\n// CHECK: {{^}}here"),
                ("worse.mlir", "\n// RUN: rm -rf x\n// RUN: hloom no-such-command"),
                ("mlir.mlir", "// REQUIRES: mlir\n// RUN: cat nothing"),
                ("model.mlir", "no commands"),
            ],
        );
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!((summary.run, summary.skipped.len()), (3, 1));
        let found: Vec<_> = (summary.failures.iter())
            .map(|f| (f.file.file_name().unwrap().to_str().unwrap(), f.line))
            .collect();
        assert_eq!(found, [("bad.mlir", 1), ("worse.mlir", 2), ("worse.mlir", 3)]);
        let bad = &summary.failures[0];
        assert!(bad.output.contains("CHECK: not found"), "{bad}");
        assert!(bad.reproduce.as_ref().unwrap().starts_with("cat "), "{bad}");
        let report = summary.to_string();
        assert!(report.contains("4 files: 1 passed, 2 failed, 1 skipped"), "{report}");
    }

    #[test]
    fn blessing_writes_directives_and_snapshots() {
        let marked = "// RUN: hloom --version | hloom check %s\n// BLESS: full\n// CHECK: old\n";
        let snapshot = "// RUN: hloom --version | diff %s.out -\n";
        let files = [("marked.mlir", marked), ("snapshot.mlir", snapshot)];
        let (folder, before) = run("bless", false, &files);
        assert_eq!(before.failures.len(), 2, "{before}");
        let (_, blessed) = run("bless", true, &files);
        assert!(blessed.failures.is_empty(), "{blessed}");
        assert_eq!(blessed.blessed, [folder.join("marked.mlir")]);
        let written = fs::read_to_string(folder.join("marked.mlir")).unwrap();
        assert!(written.contains("// CHECK: hloom "), "{written}");
        let (_, after) = run("bless", false, &[("marked.mlir", &written)]);
        fs::remove_dir_all(&folder).unwrap();
        assert!(after.failures.is_empty(), "{after}");
    }
}
