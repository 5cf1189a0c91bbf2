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
    let mut io = Io {
        stdin: &mut std::io::empty(),
        stdout: &mut stdout,
        stderr: &mut stderr,
        terminal: hloom::Terminal::default(),
    };
    match bug::catch_panic(|| hloom::main_with(words, &mut io)) {
        Ok(status) => (status.into(), String::from_utf8_lossy(&stderr).into_owned()),
        Err(bug) => (bug::EXIT_CODE.into(), bug.to_string()),
    }
}

/// The verdict of `hloom check` on a case, whose files lie in a folder of the test's own.
fn ours(case: &Case, test: &str) -> (Verdict, String) {
    let (check, input) = lay_out(case, test);
    let (status, stderr) = hloom_check(&case.args, &check, &input);
    // Errors in options and definitions have positions of their own.
    let line = stderr
        .lines()
        .skip_while(|line| !line.starts_with("error"))
        .find_map(|line| line.trim_start().strip_prefix("--> "))
        .and_then(|place| line_after(place, &format!("{}:", check.display())));
    (Verdict { status, line }, stderr)
}

/// The verdict of LLVM's FileCheck on a case, whose files lie in a folder of the test's own.
fn llvms(program: &Path, case: &Case, test: &str) -> Verdict {
    let (check, input) = lay_out(case, test);
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
            let (verdict, report) = ours(case, "check-ours");
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
            let verdict = llvms(&program, case, "check-llvm");
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

/// Directives, at random: names of kinds, text, regular expressions and blocks.
fn random_case(random: &mut Random) -> (String, String, Vec<String>) {
    const WORDS: &[&str] = &[
        "a", "b", "ab", "foo", "x1", "10", "-5", "0x1f", "1F", "%v1", "=", ",", "[1]", "{", ")",
        "", "  ", "A", "255", "a.b", "$", "*", "[[x]]",
    ];
    const KINDS: &[&str] = &[
        "",
        "",
        "",
        "-NEXT",
        "-NEXT",
        "-SAME",
        "-NOT",
        "-NOT",
        "-DAG",
        "-DAG",
        "-LABEL",
        "-EMPTY",
        "-COUNT-2",
        "{LITERAL}",
        "-COUNT-0",
        "-FOO",
        "-NEXT-NOT",
        "_NEXT",
        "-COUNT",
    ];
    const EXPRESSIONS: &[&str] = &[
        ".*",
        "[a-z]+",
        "a|b",
        "(a|ab)(c|b)*",
        "^",
        "$",
        "a?",
        "x{1,2}",
        "(a)\\1",
        "[[:alpha:]]+",
        "",
        "(",
        "[",
        "a**",
        "(|a)",
        "[]a]",
        "\\.",
        "[z-a]",
        "(a*)*",
        "a{0}",
    ];
    // A `]` that closes nothing ends FileCheck with 1 rather than 2: see `tests/check/mlir.txt`.
    const BLOCKS: &[&str] = &[
        "#X:",
        "#X",
        "#X+1",
        "#%d,X:",
        "#%x,X:",
        "#%u,Y:",
        "#%.3d,X:",
        "#",
        "#X-1",
        "#mul(X,2)",
        "#max(X,Y)",
        "#div(X,0)",
        "#@LINE",
        "@LINE+1",
        "#X==5",
        "#==X",
        "#Y:X+1",
        "#X:X",
        "#0x10",
        "#X+",
        "#%q,X:",
        "#%d,X: Y",
        "V:.*",
        "V",
        "V:[a-z]+",
        "W:a|b",
        "W",
        "$G:.*",
        "V:(a)(b)",
        "1V:a",
        "@FOO",
        "V:\\1",
    ];
    let mut input = String::new();
    for _ in 0..random.below(9) {
        for _ in 0..random.below(6) {
            input += *random.one_of(WORDS);
            input.push(' ');
        }
        input.push('\n');
    }
    let mut check = String::new();
    for _ in 0..=random.below(5) {
        let kind = *random.one_of(KINDS);
        check += &format!("// CHECK{kind}: ");
        let parts = if kind == "-EMPTY" { 0 } else { random.below(5) };
        for _ in 0..parts {
            match random.below(8) {
                0..=3 => check += *random.one_of(WORDS),
                4 | 5 => check += &format!("{{{{{}}}}}", random.one_of(EXPRESSIONS)),
                _ => check += &format!("[[{}]]", random.one_of(BLOCKS)),
            }
            if random.chance(3) {
                check.push(' ');
            }
        }
        check.push('\n');
    }
    const OPTIONS: &[&str] = &[
        "--strict-whitespace",
        "--match-full-lines",
        "--ignore-case",
        "--enable-var-scope",
        "--implicit-check-not=foo",
        "-DV=a",
        "-D#X=5",
        "-D#%x,X=0x1f",
        "--allow-empty",
    ];
    let args = (0..random.below(3)).map(|_| (*random.one_of(OPTIONS)).to_owned()).collect();
    (check, input, args)
}

/// Programs of random directives are judged as LLVM's FileCheck judges them.
#[test]
fn campaign_random_directives_are_judged_as_llvm_does() {
    let Some(program) = filecheck() else {
        eprintln!("LLVM's FileCheck isn't installed: nothing is compared with it");
        return;
    };
    let mut wrong = Vec::new();
    for seed in campaign::seeds(200) {
        let (check, input, args) = random_case(&mut Random::new(seed));
        let name = format!("seed {seed}");
        let case = Case { name, args, check, input, expect: None, ours: None };
        let (theirs, (ours, report)) =
            (llvms(&program, &case, "check-random"), ours(&case, "check-random"));
        if theirs != ours {
            let Case { name, args, check, input, .. } = case;
            wrong.push(format!(
                "{name} {args:?}: LLVM's is {theirs}, ours {ours}\n{check}---\n{input}---\n{report}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Inputs that are long in the ways that make a search slow take hardly longer than in LLVM's
/// FileCheck; here the code is hardly optimised, and starting is not counted.
#[test]
fn hostile_inputs_are_searched_in_linear_time() {
    const LINES: usize = 100_000;
    let text = |line: &dyn Fn(usize) -> String, n: usize| (0..n).map(line).collect::<String>();
    let table: [(&str, String, String); 5] = [
        (
            "a variable used again in its directive",
            text(&|i| format!("CHECK: [[A{i}:[a-z]+]]{0} = [[A{i}]]\n", i * 250), 400),
            text(&|i| format!("line{i} = line{i} more text here\n"), LINES),
        ),
        (
            "many places that nearly match",
            text(&|i| format!("CHECK: [[A:[a-z]+]] [[A]] {};\n", i * 250), 400),
            text(&|i| format!("ab ac ad aa {i} foo bar baz; foo foo {i};\n"), LINES),
        ),
        (
            "thousands of expressions",
            text(
                &|i| format!("CHECK{}: {{{{[a-z]+}}}}{i} =\n", ["-NEXT", ""][usize::from(i == 0)]),
                3000,
            ),
            text(&|i| format!("v{i} = x\n"), LINES),
        ),
        (
            "unordered directives",
            text(&|i| format!("CHECK-DAG: v{} \n", (400 - i) * 10), 400),
            text(&|i| format!("v{i} = x\n"), LINES),
        ),
        (
            "one long line",
            "CHECK: [[A:.*]], [[B:.*]], [[C:.*]]end\n".to_owned(),
            "ab, ".repeat(LINES / 2) + "end\n",
        ),
    ];
    for (name, check, input) in table {
        let case = Case {
            name: name.to_owned(),
            args: Vec::new(),
            check,
            input,
            expect: None,
            ours: None,
        };
        let clock = std::time::Instant::now();
        let (verdict, report) = ours(&case, "check-hostile");
        let time = clock.elapsed();
        assert_eq!(verdict.status, 0, "{name}: {report}");
        let allowed = match filecheck() {
            Some(program) => {
                let clock = std::time::Instant::now();
                assert_eq!(llvms(&program, &case, "check-hostile").status, 0, "{name}");
                clock.elapsed().mul_f64(1.5) + std::time::Duration::from_millis(250)
            }
            None => std::time::Duration::from_secs(5),
        };
        assert!(time <= allowed, "{name}: {time:?}, and {allowed:?} are allowed");
    }
}
