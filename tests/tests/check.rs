//! `hloom check` agrees with LLVM's FileCheck: it is compared with the recorded verdicts in
//! `tests/check/*.txt`, and so is LLVM's program if it is installed. `BLESS=1` records the verdicts
//! of LLVM's program again.

use std::path::{Path, PathBuf};
use std::process::Command;

use hloom::{Io, bug};
use hloom_tests::agreement::{Case, Cases, Verdict};
use hloom_tests::campaign::{self, Random};

/// All case files with their paths.
fn corpus() -> Vec<(PathBuf, Cases)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("check");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("tests/check can be read")
        .map(|entry| entry.expect("tests/check can be read").path())
        .collect();
    paths.sort();
    let read = |path: PathBuf| {
        let cases = Cases::read(&path).unwrap_or_else(|error| panic!("{error}"));
        (path, cases)
    };
    paths.into_iter().map(read).collect()
}

/// Writes a case's files into a folder of its own.
fn lay_out(case: &Case, test: &str) -> (PathBuf, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&folder).expect("target can be written");
    let (check, input) = (folder.join("check"), folder.join("input"));
    std::fs::write(&check, &case.check).expect("target can be written");
    std::fs::write(&input, &case.input).expect("target can be written");
    (check, input)
}

/// The number after the first occurrence of a mark in a text, as in `check:12:`.
fn line_after(text: &str, mark: &str) -> Option<usize> {
    let rest = &text[text.find(mark)? + mark.len()..];
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Runs `hloom check` and returns its exit status and standard error.
fn hloom_check(args: &[String], check: &Path, input: &Path) -> (i32, String) {
    let mut words = vec!["hloom".to_owned(), "check".to_owned()];
    words.extend(args.iter().cloned());
    words.push(check.display().to_string());
    words.push(format!("--input-file={}", input.display()));
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let mut io =
        Io { stdin: &mut std::io::empty(), stdout: &mut stdout, stderr: &mut stderr, color: false };
    match bug::guarded(|| hloom::main_with(words, &mut io)) {
        Ok(status) => (status.into(), String::from_utf8_lossy(&stderr).into_owned()),
        Err(bug) => (bug::EXIT_CODE.into(), bug.to_string()),
    }
}

/// The verdict of `hloom check` on a case.
fn ours(case: &Case) -> (Verdict, String) {
    let (check, input) = lay_out(case, "check-ours");
    let (status, stderr) = hloom_check(&case.args, &check, &input);
    // Errors in options and definitions have positions of their own.
    let line = stderr
        .lines()
        .skip_while(|line| !line.starts_with("error"))
        .find_map(|line| line.trim_start().strip_prefix("--> "))
        .and_then(|place| line_after(place, &format!("{}:", check.display())));
    (Verdict { status, line }, stderr)
}

/// The verdict of LLVM's FileCheck on a case.
fn llvms(program: &Path, case: &Case) -> Verdict {
    let (check, input) = lay_out(case, "check-llvm");
    let output = Command::new(program)
        .args(&case.args)
        .arg(&check)
        .arg("--input-file")
        .arg(&input)
        .env_remove("FILECHECK_OPTS")
        .output()
        .expect("FileCheck runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let error = stderr.lines().find(|line| line.contains(": error: "));
    let line = error.and_then(|error| line_after(error, &format!("{}:", check.display())));
    Verdict { status: output.status.code().unwrap_or(-1), line }
}

/// LLVM's FileCheck, if it is installed.
fn filecheck() -> Option<PathBuf> {
    let prefix = std::env::var_os("LLVM_SYS_221_PREFIX").unwrap_or("/usr/lib/llvm-22".into());
    let program = Path::new(&prefix).join("bin/FileCheck");
    program.exists().then_some(program)
}

#[test]
fn ours_agrees_with_what_is_recorded() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (path, cases) in corpus() {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for case in &cases.cases {
            count += 1;
            let Some(expect) = case.ours.as_ref().map(|(verdict, _)| *verdict).or(case.expect)
            else {
                wrong.push(format!("{file}: `{}` has no verdict; BLESS=1 records it", case.name));
                continue;
            };
            let (verdict, report) = ours(case);
            if verdict != expect {
                wrong.push(format!(
                    "{file}: `{}`: expected {expect}, and it is {verdict}\n{report}",
                    case.name
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count} cases fail:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 300, "only {count} cases were found");
}

#[test]
fn llvms_filecheck_does_what_is_recorded() {
    let Some(program) = filecheck() else {
        eprintln!("LLVM's FileCheck isn't installed: its verdicts are taken as recorded");
        return;
    };
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    for (path, mut cases) in corpus() {
        for case in &mut cases.cases {
            let verdict = llvms(&program, case);
            if case.expect != Some(verdict) && !bless {
                wrong.push(format!("{}: `{}` is {verdict}", path.display(), case.name));
            }
            case.expect = Some(verdict);
        }
        if bless {
            std::fs::write(&path, cases.to_string()).expect("tests/check can be written");
        }
    }
    assert!(wrong.is_empty(), "FileCheck disagrees with its record:\n{}", wrong.join("\n"));
}

#[test]
fn campaign_garbled_cases_are_judged_and_never_panic() {
    let cases: Vec<Case> = corpus().into_iter().flat_map(|(_, cases)| cases.cases).collect();
    let vocabulary: &[&[u8]] = &[
        b"{{",
        b"}}",
        b"[[",
        b"]]",
        b"[[#",
        b"(",
        b")",
        b"|",
        b"\\1",
        b"*",
        b"{2,3}",
        b"^",
        b"$",
        b"[^",
        b"[:alpha:]",
        b"@LINE",
        b"+1",
        b"%.3x,",
        b"mul(",
        b"X:",
        b"CHECK-NEXT:",
        b"CHECK-DAG:",
        b"CHECK-LABEL:",
        b"CHECK-COUNT-3:",
        b"\0",
        b"\r\n",
        b"\xff",
        b"\xc3\xa9",
        b"99999999999999999999",
    ];
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check-campaign");
    std::fs::create_dir_all(&folder).expect("target can be written");
    let (check, input) = (folder.join("check"), folder.join("input"));
    for seed in campaign::seeds(500) {
        let mut random = Random::new(seed);
        let case = random.pick(&cases).expect("the corpus has cases").clone();
        let garbled = random.mutate(case.check.as_bytes(), vocabulary);
        std::fs::write(&check, garbled).expect("target can be written");
        std::fs::write(&input, random.mutate(case.input.as_bytes(), vocabulary))
            .expect("target can be written");
        let (status, stderr) = hloom_check(&case.args, &check, &input);
        let silent = status != 0 && stderr.is_empty();
        assert!(
            (0..=2).contains(&status) && !silent,
            "seed {seed}: status {status}: {stderr}\nthe files lie in {}",
            folder.display()
        );
    }
}
