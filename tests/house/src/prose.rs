//! The wording of comments: a sentence begins with its subject.
//!
//! A free relative clause in place of a subject ("What has no size is kept by the host") hides who
//! does what to what. [`check`] finds sentences in comments that begin with one, in all rooms
//! (folders or files) except those in [`NOT_YET_CLEAN`].
//!
//! The first line of an item's documentation says what the item is or returns: "The number of
//! blocks", not "How many blocks there are". So it does not begin with `Where`, `How` or `Why` anywhere.

use std::path::{Path, PathBuf};

use super::Finding;

/// Words that begin a free relative clause. A question may begin with them.
const FREE_RELATIVES: &[&str] = &["What", "Whatever", "Whoever", "Whichever", "Who"];

/// Rooms whose comments still have such sentences, with the maximum number of them: none.
pub const NOT_YET_CLEAN: &[(&str, usize)] = &[];

/// Findings about the comments of all files, held against a table such as [`NOT_YET_CLEAN`].
pub fn check(sources: &[(PathBuf, String)], table: &[(&str, usize)]) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut counts = vec![0; table.len()];
    for (file, text) in sources {
        found.extend(questions(text).map(|(line, word)| {
            let sentence = format!(
                "the documentation of an item begins with `{word}`; say what the item is: \"The \
                 number of blocks\", not \"How many blocks there are\""
            );
            Finding::line(file, line, sentence)
        }));
        let rooms = table.iter().enumerate().filter(|(_, (room, _))| file.starts_with(room));
        // The innermost room counts.
        match rooms.max_by_key(|(_, (room, _))| room.len()) {
            Some((row, _)) => counts[row] += free_relatives(text).len(),
            None => found.extend(free_relatives(text).into_iter().map(|(line, word)| {
                let sentence = format!(
                    "a sentence begins with the free relative `{word}`; begin with its subject: \
                     \"Dynamically sized values stay on the host\", not \"What has no size stays \
                     on the host\""
                );
                Finding::line(file, line, sentence)
            })),
        }
    }
    const TABLE: &str = "NOT_YET_CLEAN in tests/house/src/prose.rs";
    for ((room, allowed), count) in table.iter().zip(counts) {
        if count > *allowed {
            let sentence = format!(
                "{count} sentences of comments begin with a free relative (What, Whatever, \
                 Whoever, Whichever, Who) and {allowed} are allowed; begin new ones with their \
                 subject"
            );
            found.push(Finding::file(Path::new(room), sentence));
        } else if count == 0 {
            let sentence =
                format!("no sentence begins with a free relative; remove it from {TABLE}");
            found.push(Finding::file(Path::new(room), sentence));
        }
    }
    found
}

/// The first lines of documentation that begin with `Where`, `How` or `Why`: the line, counted from one,
/// and the word.
fn questions(text: &str) -> impl Iterator<Item = (usize, &'static str)> {
    fn documentation(line: &str) -> Option<&str> {
        let line = line.trim_start();
        line.strip_prefix("/// ").or_else(|| line.strip_prefix("//! "))
    }
    let is_documentation = |line: &str| {
        let line = line.trim_start();
        line.starts_with("///") || line.starts_with("//!")
    };
    let mut before = false;
    text.lines().enumerate().filter_map(move |(i, line)| {
        let first = !std::mem::replace(&mut before, is_documentation(line));
        let word = documentation(line).filter(|_| first)?.split(' ').next()?;
        ["Where", "How", "Why"].into_iter().find(|it| *it == word).map(|word| (i + 1, word))
    })
}

/// The sentences in comment lines that begin with a free relative: the line, counted from one, and
/// the word.
fn free_relatives(text: &str) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    let lines: Vec<Option<&str>> = text.lines().map(comment).collect();
    let mut fenced = false;
    // Whether the next comment line begins a sentence.
    let mut begins = true;
    for (i, line) in lines.iter().enumerate() {
        let Some(line) = line else {
            (fenced, begins) = (false, true);
            continue;
        };
        fenced ^= line.starts_with("```");
        if fenced || line.is_empty() || line.starts_with("```") {
            begins = true;
            continue;
        }
        let item = line.trim_start_matches(['-', '*', ' ']);
        let starts = std::iter::once(item).filter(|_| begins || item.len() < line.len());
        let starts = starts.chain(
            line.match_indices(['.', '?', '!'])
                .filter_map(|(at, _)| line[at + 1..].strip_prefix(' ')),
        );
        for start in starts {
            let first = start.split(' ').next().unwrap_or_default();
            let word = FREE_RELATIVES.iter().find(|word| **word == first);
            if let Some(word) = word
                && !is_question(start, &lines[i + 1..])
            {
                found.push((i + 1, *word));
            }
        }
        begins = line.ends_with(['.', '?', '!', ':']);
    }
    found
}

/// The text of a line that is a comment.
fn comment(line: &str) -> Option<&str> {
    let text = line.trim_start().strip_prefix("//")?;
    Some(text.trim_start_matches(['/', '!']).trim())
}

/// Whether a sentence that begins with `start`, and goes on in the next comment lines, ends in a
/// question mark.
fn is_question(start: &str, next: &[Option<&str>]) -> bool {
    let rest = next.iter().map_while(|line| line.filter(|line| !line.is_empty()));
    for line in std::iter::once(start).chain(rest) {
        let ends = line.char_indices().find(|(at, c)| {
            matches!(c, '.' | '?' | '!') && line[at + 1..].chars().next().is_none_or(|c| c == ' ')
        });
        if let Some((_, end)) = ends {
            return end == '?';
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The findings for one file.
    fn found(path: &str, text: &str, table: &[(&str, usize)]) -> Vec<String> {
        let sources = [(PathBuf::from(path), text.to_owned())];
        check(&sources, table).iter().map(Finding::to_string).collect()
    }

    #[test]
    fn sentences_that_begin_with_a_free_relative_are_found() {
        let text = "//! Doc. What is used\n//! twice stays.\n/// What it is.\nfn f() {\n    // Why. Who\n    // calls waits.\n}\n";
        let lines: Vec<usize> = free_relatives(text).iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 3, 5]);
        let sentence = &found("ir/src/x.rs", "/// What it is.\n", &[])[0];
        assert!(
            sentence.starts_with("ir/src/x.rs:1: a sentence begins with the free relative `What`;"),
            "{sentence}"
        );
        // Items of lists begin sentences too.
        assert_eq!(free_relatives("//! Rows:\n//!\n//! - What is left.\n").len(), 1);
    }

    #[test]
    fn questions_code_and_other_places_are_not_found() {
        for text in [
            "// What is it?\n",
            "//! What does a rule\n//! promise?\n",
            "/// Returns\n/// What, the enum.\n",
            "let what = \"// \"; What::new();\n",
            "/// ```text\n/// What is left\n/// ```\n",
            "/// Whether it is one. Whole numbers only.\n",
        ] {
            assert!(free_relatives(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn documentation_says_what_an_item_is() {
        let text = "//! How it works.\n\n/// Where it is.\nfn f() {}\n    /// How many there are.\n    /// How so?\n    x: u32,\n/// Its place.\n/// Where that is known.\nlet how = \"/// How\"; // How it goes on.\n";
        let lines: Vec<usize> = questions(text).map(|(line, _)| line).collect();
        assert_eq!(lines, [1, 3, 5]);
        let sentence = &found("ir/src/x.rs", "/// How many there are.\n", &[("ir", 9)])[0];
        assert!(sentence.contains("begins with `How`; say what the item is"), "{sentence}");
    }

    #[test]
    fn rooms_that_are_not_clean_may_only_become_cleaner() {
        let text = "/// What it is.\n/// What it does.\n";
        assert_eq!(found("a/src/x.rs", text, &[("a/src", 2)]), [""; 0]);
        assert_eq!(found("a/src/x.rs", text, &[("a/src", 3)]), [""; 0]);
        let more = &found("a/src/x.rs", text, &[("a/src", 1)])[0];
        assert!(more.starts_with("a/src: 2 sentences of comments begin"), "{more}");
        let clean = &found("a/src/x.rs", "/// Says it.\n", &[("a/src", 1)])[0];
        assert!(clean.contains("remove it from NOT_YET_CLEAN"), "{clean}");
        // The innermost room counts, and other rooms have to be clean.
        let table = &[("a", 0), ("a/src", 2)];
        assert_eq!(
            found("a/src/x.rs", text, table),
            ["a: no sentence begins with a free relative; \
            remove it from NOT_YET_CLEAN in tests/house/src/prose.rs"]
        );
        assert_eq!(found("b/src/x.rs", text, &[("a/src", 2)]).len(), 3);
    }
}
