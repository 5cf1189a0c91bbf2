//! `cargo xtask upstream`: StableHLO's own test files through hloom.
//!
//! It walks a checkout of openxla/stablehlo. Each program that checks itself runs in the interpreter
//! (and, with `--cpu`, compiled), and each chunk of the other tests goes through `hloom opt`, which
//! must refuse it if upstream expects an error and accept it otherwise. All that differs stands in
//! `tests/spec/upstream.txt` with a reason; a difference that does not, and a row that holds no
//! longer, fail the command. Upstream's files are read where they are, and not copied.

mod chunks;
mod table;

use crate::terminal::{Style, duration};
use crate::{Outcome, Usage, process, setup};
use anyhow::{Context, bail};
use chunks::chunks;
use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use table::{Difference, DifferenceKind, Table};

/// The table of known differences.
const TABLE: &str = "tests/spec/upstream.txt";

/// The folders of programs that check themselves.
const CHECKED: [&str; 4] = ["testdata", "tests/interpret", "tests/math", "tests/chlo"];

/// The folder whose chunks are accepted or refused.
const TESTS: &str = "tests";

/// A program that takes longer counts as failed.
const LIMIT: Duration = Duration::from_secs(120);

/// One run of the program `hloom`.
#[derive(Clone, Debug)]
struct Job {
    /// A failure as it is written down; its kind is [`DifferenceKind::Accepted`] for a program that must
    /// fail.
    difference: Difference,
    text: String,
}

/// The end of a run.
struct Ended {
    difference: Difference,
    differs: bool,
    /// The first line of the errors.
    said: String,
}

/// `cargo xtask upstream FOLDER [--cpu]`.
pub(crate) fn run(args: &[String]) -> Outcome {
    let (folder, cpu) = parse(args)?;
    let root = folder.join("stablehlo");
    if !root.join(TESTS).is_dir() {
        bail!("{} is not a checkout of openxla/stablehlo", folder.display());
    }
    let path = process::root().join(TABLE);
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let known = table::parse(&text).map_err(|e| anyhow::anyhow!("{TABLE}: {e}"))?;
    setup::ensure()?;
    if !process::status(&mut process::cargo(["build", "--package", "hloom"]))?.success() {
        return Ok(false);
    }
    let started = Instant::now();
    let jobs = jobs(&root, cpu)?;
    let ended = run_all(&jobs)?;
    let right = report(&ended, &known, cpu);
    eprintln!("{} runs in {}", ended.len(), duration(started.elapsed()));
    Ok(right)
}

/// The folder, and whether programs are compiled too.
fn parse(args: &[String]) -> anyhow::Result<(PathBuf, bool)> {
    let (flags, folders): (Vec<&String>, Vec<&String>) =
        args.iter().partition(|arg| arg.starts_with('-'));
    if let Some(flag) = flags.iter().find(|flag| **flag != "--cpu") {
        return Err(Usage(format!("unexpected argument `{flag}`")).into());
    }
    match folders[..] {
        [folder] => Ok((folder.into(), !flags.is_empty())),
        _ => Err(Usage("the folder of a checkout of openxla/stablehlo is needed".into()).into()),
    }
}

/// The test files below a folder, sorted.
fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "mlir") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// All runs of a checkout.
fn jobs(root: &Path, cpu: bool) -> anyhow::Result<Vec<Job>> {
    let mut jobs = Vec::new();
    let mut visit = |folder: &str, checked: bool| -> anyhow::Result<()> {
        for path in files(&root.join(folder))? {
            let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
            let file = path.strip_prefix(root).unwrap_or(&path).display().to_string();
            for chunk in chunks(&text) {
                let mut add = |kind, function: &str| {
                    let (file, function) = (file.clone(), function.to_owned());
                    let difference = Difference { kind, file, chunk: chunk.number, function };
                    jobs.push(Job { difference, text: chunk.text.to_owned() });
                };
                if !checked && chunk.is_program() {
                    add(
                        if chunk.is_wrong() {
                            DifferenceKind::Accepted
                        } else {
                            DifferenceKind::Refused
                        },
                        "",
                    );
                }
                if checked {
                    for function in chunk.self_checks() {
                        add(DifferenceKind::Interp, function);
                        if cpu {
                            add(DifferenceKind::Cpu, function);
                        }
                    }
                }
            }
        }
        Ok(())
    };
    visit(TESTS, false)?;
    CHECKED.iter().try_for_each(|folder| visit(folder, true))?;
    Ok(jobs)
}

/// Runs everything, on all cores.
fn run_all(jobs: &[Job]) -> anyhow::Result<Vec<Ended>> {
    let program = process::target().join("debug/hloom");
    let folder = process::target().join("upstream");
    let next = AtomicUsize::new(0);
    let ended = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|i| {
                let folder = folder.join(i.to_string());
                let (program, next, ended) = (&program, &next, &ended);
                scope.spawn(move || -> anyhow::Result<()> {
                    std::fs::create_dir_all(&folder)?;
                    while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let one = run_one(job, program, &folder)
                            .with_context(|| job.difference.to_string())?;
                        ended.lock().expect("no worker panics").push(one);
                    }
                    Ok(())
                })
            })
            .collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("no worker panics"))
    })?;
    Ok(ended.into_inner().expect("no worker panics"))
}

fn run_one(job: &Job, program: &Path, folder: &Path) -> anyhow::Result<Ended> {
    let (input, errors) = (folder.join("chunk.mlir"), folder.join("errors.txt"));
    std::fs::write(&input, &job.text)?;
    let mut command = Command::new(program);
    match job.difference.kind {
        DifferenceKind::Refused | DifferenceKind::Accepted => command.arg("opt"),
        DifferenceKind::Interp | DifferenceKind::Cpu => command
            .args(["run", "--entry", &job.difference.function])
            .args(["--backend", job.difference.kind.name()])
            .arg("--probes")
            .arg(folder.join("probes")),
    };
    command.arg(&input).stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(&errors)?);
    let mut child = command.spawn().with_context(|| program.display().to_string())?;
    let started = Instant::now();
    let success = loop {
        if let Some(status) = child.try_wait()? {
            break status.success();
        }
        if started.elapsed() > LIMIT {
            child.kill()?;
            child.wait()?;
            break false;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let text = String::from_utf8_lossy(&std::fs::read(&errors)?).into_owned();
    Ok(Ended {
        difference: job.difference.clone(),
        differs: success == (job.difference.kind == DifferenceKind::Accepted),
        said: text.lines().next().unwrap_or_default().to_owned(),
    })
}

/// Prints the figures, the differences that the table lacks, and its rows that hold no longer.
/// Returns whether there are none.
fn report(ended: &[Ended], known: &Table, cpu: bool) -> bool {
    let style = Style::stderr();
    let differs: BTreeSet<&Difference> =
        ended.iter().filter(|it| it.differs).map(|it| &it.difference).collect();
    for (kind, what) in [
        (DifferenceKind::Interp, "programs check themselves in the interpreter"),
        (DifferenceKind::Cpu, "programs check themselves compiled"),
        (DifferenceKind::Refused, "programs are to be accepted"),
        (DifferenceKind::Accepted, "programs are to be refused"),
    ] {
        let all = ended.iter().filter(|it| it.difference.kind == kind).count();
        let other = differs.iter().filter(|it| it.kind == kind).count();
        if all > 0 {
            eprintln!("{all} {what}: {} hold, {other} differ", all - other);
        }
    }
    let mut right = true;
    for it in ended.iter().filter(|it| it.differs && !known.contains_key(&it.difference)) {
        right = false;
        eprintln!("{} {}\n  # {}", style.red("not in the table:"), it.difference, it.said);
    }
    for row in known.keys().filter(|row| cpu || row.kind != DifferenceKind::Cpu) {
        if !differs.contains(row) {
            right = false;
            eprintln!("{} {row}", style.red("in the table, but it holds:"));
        }
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(kind: DifferenceKind, chunk: usize) -> Difference {
        Difference { kind, file: "a.mlir".into(), chunk, function: String::new() }
    }

    #[test]
    fn the_table_must_say_what_differs_and_nothing_else() {
        let ended =
            |differs| Ended { difference: of(DifferenceKind::Interp, 1), differs, said: "".into() };
        let table = |rows: &[Difference]| -> Table {
            rows.iter().map(|row| (row.clone(), "reason".to_owned())).collect()
        };
        assert!(report(&[ended(false)], &table(&[]), false));
        assert!(!report(&[ended(true)], &table(&[]), false));
        assert!(report(&[ended(true)], &table(&[of(DifferenceKind::Interp, 1)]), false));
        assert!(!report(&[ended(false)], &table(&[of(DifferenceKind::Interp, 1)]), false));
        // Rows of compiled programs count only if programs were compiled.
        assert!(report(&[ended(false)], &table(&[of(DifferenceKind::Cpu, 1)]), false));
        assert!(!report(&[ended(false)], &table(&[of(DifferenceKind::Cpu, 1)]), true));
    }

    #[test]
    fn arguments_are_a_folder_and_a_flag() {
        let read = |args: &[&str]| parse(&args.iter().map(|a| (*a).to_owned()).collect::<Vec<_>>());
        assert_eq!(read(&["x"]).unwrap(), ("x".into(), false));
        assert_eq!(read(&["--cpu", "x"]).unwrap(), ("x".into(), true));
        for bad in [&[][..], &["--cpu"], &["x", "y"], &["x", "--gpu"]] {
            assert!(read(bad).unwrap_err().is::<Usage>(), "{bad:?}");
        }
    }

    #[test]
    fn the_table_of_this_tree_is_well_formed() {
        let text = std::fs::read_to_string(process::root().join(TABLE)).unwrap();
        table::parse(&text).unwrap();
    }
}
