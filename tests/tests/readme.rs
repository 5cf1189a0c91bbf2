//! The README's tour is what the program really prints.
//!
//! In each `console` block of the README, a line `$ hloom …` (or `cat FILE`, and
//! pipes between them) is run at the repository's root, and what stands below it is
//! compared with what it writes, diagnostics first. A line `…` stands for any number of
//! lines, and `…` within a line for any text.

#![cfg(feature = "llvm")]

use std::path::Path;

use hloom::Io;

/// A command and what the README says it prints.
struct Step {
    line: usize,
    command: String,
    expected: Vec<String>,
}

/// The commands of all `console` blocks.
fn steps(readme: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut inside = false;
    for (i, line) in readme.lines().enumerate() {
        match (inside, line.strip_prefix("$ ")) {
            (false, _) => inside = line == "```console",
            (true, _) if line == "```" => inside = false,
            (true, Some(command)) => {
                steps.push(Step { line: i + 1, command: command.to_owned(), expected: Vec::new() });
            }
            (true, None) => match steps.last_mut() {
                Some(step) => step.expected.push(line.to_owned()),
                None => panic!("README.md:{}: a block begins with no command", i + 1),
            },
        }
    }
    steps
}

/// What a pipeline of commands writes, diagnostics first.
fn output(command: &str) -> String {
    let (mut stdin, mut stderr) = (Vec::new(), Vec::new());
    for part in command.split(" | ") {
        let mut stdout = Vec::new();
        let words: Vec<&str> = part.split_whitespace().collect();
        match words[..] {
            ["hloom", ..] => {
                let mut input = stdin.as_slice();
                let mut io = Io {
                    stdin: &mut input,
                    stdout: &mut stdout,
                    stderr: &mut stderr,
                    color: false,
                };
                // Some steps show errors; what they print is compared, not the status.
                hloom::main_with(words, &mut io);
            }
            ["cat", file] => stdout = std::fs::read(file).unwrap_or_else(|e| panic!("{file}: {e}")),
            _ => panic!("`{part}` is neither hloom nor cat"),
        }
        stdin = stdout;
    }
    stderr.extend(stdin);
    String::from_utf8(stderr).expect("the program writes UTF-8")
}

/// Whether a text is as a pattern says, in which `…` stands for anything.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// The first expected line that is not there, if any.
fn missing<'e>(expected: &'e [String], found: &[&str]) -> Option<&'e str> {
    let mut at = 0;
    let mut skipping = false;
    for line in expected.iter().map(|line| line.trim_end()) {
        if line == "…" {
            skipping = true;
            continue;
        }
        let next = if skipping {
            found[at..].iter().position(|text| matches(line, text.trim_end())).map(|i| at + i)
        } else {
            found.get(at).filter(|text| matches(line, text.trim_end())).map(|_| at)
        };
        match next {
            Some(next) => at = next + 1,
            None => return Some(line),
        }
        skipping = false;
    }
    (at < found.len() && !skipping).then_some("the end")
}

#[test]
fn the_tour_is_what_the_program_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests lies in a folder");
    std::env::set_current_dir(root).expect("the repository's root can be entered");
    let readme = std::fs::read_to_string("README.md").expect("the README can be read");
    let steps = steps(&readme);
    assert!(steps.len() >= 8, "the tour has only {} steps", steps.len());
    let mut wrong = String::new();
    for step in steps
        .iter()
        .filter(|step| step.command.starts_with(['h']) || step.command.starts_with("cat "))
    {
        let output = output(&step.command);
        let found: Vec<&str> = output.lines().collect();
        if let Some(line) = missing(&step.expected, &found) {
            wrong += &format!(
                "README.md:{}: `{}` does not print what stands below it; not found: {line}\n\
                 It prints:\n{output}\n",
                step.line, step.command
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn patterns_match_what_they_should() {
    assert!(matches("a … c", "a b c") && matches("…", "x") && matches("a", "a"));
    assert!(!matches("a … c", "a b d") && !matches("a", "ab") && !matches("…a…b", "ba"));
    let expected: Vec<String> = ["one", "…", "three"].map(str::to_owned).to_vec();
    assert_eq!(missing(&expected, &["one", "two", "2", "three"]), None);
    assert_eq!(missing(&expected, &["one", "two"]), Some("three"));
    assert_eq!(missing(&expected, &["one", "three", "four"]), Some("the end"));
}
