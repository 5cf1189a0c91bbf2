//! The README and the guides (`tools/guide/*.md`) are correct: their commands print the text below
//! them, and their links have targets.
//!
//! In each `console` block, a line `$ hloom …` (or `cat FILE`, and pipes between them) is run at
//! the repository's root, and the lines below it are compared with its output, diagnostics first. A
//! line `…` stands for any number of lines, and `…` within a line for any text.

#![cfg(feature = "llvm")]

use std::path::{Path, PathBuf};

use hloom::Io;

/// A command and its documented output.
struct Step {
    line: usize,
    command: String,
    expected: Vec<String>,
}

/// The commands of all `console` blocks.
fn steps(page: &str, text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut inside = false;
    for (i, line) in text.lines().enumerate() {
        match (inside, line.strip_prefix("$ ")) {
            (false, _) => inside = line == "```console",
            (true, _) if line == "```" => inside = false,
            (true, Some(command)) => {
                steps.push(Step { line: i + 1, command: command.to_owned(), expected: Vec::new() });
            }
            (true, None) => match steps.last_mut() {
                Some(step) => step.expected.push(line.to_owned()),
                None => panic!("{page}:{}: a block begins with no command", i + 1),
            },
        }
    }
    steps
}

/// The output of a pipeline of commands, diagnostics first.
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
                // Some steps show errors; the output is compared, not the status.
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

/// Whether a text matches a pattern in which `…` stands for any text.
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

/// The first expected line that is missing, if any.
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

/// The README and all guides: each with its path from the root, and its text.
fn pages() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests lies in a folder");
    std::env::set_current_dir(root).expect("the repository's root can be entered");
    let guides = std::fs::read_dir("tools/guide").expect("the guides can be listed");
    let guides = guides.map(|entry| entry.expect("the guides can be listed").path());
    let mut paths: Vec<PathBuf> =
        guides.filter(|it| it.extension() == Some("md".as_ref())).collect();
    paths.push(PathBuf::from("README.md"));
    paths.sort();
    let page = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("the page can be read");
        (path.display().to_string(), text)
    };
    paths.into_iter().map(page).collect()
}

#[test]
fn commands_print_what_the_pages_say() {
    let mut wrong = String::new();
    let mut count = 0;
    for (page, text) in pages() {
        for step in steps(&page, &text) {
            if !["hloom ", "cat "].iter().any(|name| step.command.starts_with(name)) {
                wrong += &format!("{page}:{}: `{}` can't be run here\n", step.line, step.command);
                continue;
            }
            count += 1;
            let output = output(&step.command);
            let found: Vec<&str> = output.lines().collect();
            if let Some(line) = missing(&step.expected, &found) {
                wrong += &format!(
                    "{page}:{}: `{}` does not print the lines below it; not found: {line}\n\
                     It prints:\n{output}\n",
                    step.line, step.command
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count >= 20, "the pages have only {count} commands");
}

#[test]
fn the_readme_is_short() {
    let pages = pages();
    let readme = &pages.iter().find(|(page, _)| page == "README.md").expect("it is there").1;
    assert!(readme.lines().count() <= 200, "the README has {} lines", readme.lines().count());
    for (page, _) in &pages {
        let named = page == "README.md" || readme.contains(&format!("({page})"));
        assert!(named, "the README does not link {page}");
    }
}

/// The target of each `[text](target)` of a page, outside of code.
fn links(text: &str) -> Vec<String> {
    let mut code = false;
    let mut found = Vec::new();
    // The text of a link may contain a line break.
    let outside = text.lines().filter(|line| {
        let fence = line.starts_with("```");
        code ^= fence;
        !fence && !code && !line.starts_with("    ")
    });
    let outside: Vec<&str> = outside.collect();
    for part in outside.join("\n").split("](").skip(1) {
        found.extend(part.split_once(')').map(|(target, _)| target.to_owned()));
    }
    found
}

/// The anchor of a heading.
fn anchor(heading: &str) -> String {
    let letters = heading.trim_start_matches('#').trim().chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
        _ => None,
    });
    letters.collect()
}

#[test]
fn links_lead_somewhere() {
    let mut wrong = Vec::new();
    for (page, text) in pages() {
        let folder = Path::new(&page).parent().unwrap_or(Path::new(""));
        for link in links(&text).into_iter().filter(|it| !it.starts_with("http")) {
            let (file, place) = link.split_once('#').unwrap_or((&link, ""));
            let path = if file.is_empty() { PathBuf::from(&page) } else { folder.join(file) };
            if !path.exists() {
                wrong.push(format!("{page}: there is no {}", path.display()));
            } else if !place.is_empty() {
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                if !headings.any(|heading| anchor(heading) == place) {
                    wrong.push(format!("{page}: {} has no heading `{place}`", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Words that begin a free relative clause in place of a subject, as in "What has no size is …".
const FREE_RELATIVES: &[&str] = &[
    "What ",
    "Whatever ",
    "Whoever ",
    "Where ",
    "Wherever ",
    "Which ",
    "How many ",
    "That nothing ",
];

#[test]
fn sentences_begin_with_their_subject() {
    for (page, text) in pages() {
        let mut code = false;
        for (i, line) in text.lines().enumerate() {
            code ^= line.starts_with("```");
            // Headings and cells of tables may be questions.
            if code || line.starts_with(['#', '|', ' ']) {
                continue;
            }
            let starts = std::iter::once(line).chain(line.split(". ").skip(1));
            for start in starts {
                let free = FREE_RELATIVES.iter().find(|word| start.starts_with(**word));
                assert!(free.is_none(), "{page}:{}: a sentence begins with {free:?}", i + 1);
            }
        }
    }
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
