//! Generates `CHECK` lines from the output of a program.
//!
//! Below a line `// BLESS: full`, the adjacent comment lines with directives are generated: the
//! whole output of the pipeline, line by line. `// BLESS: full PREFIX` does the same for the
//! pipeline whose `hloom check` has that `--check-prefix`. All other lines of the file are
//! preserved.

use super::shell::{Command, Pipeline};

/// A `BLESS` mark in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The line of the mark, from 0.
    pub line: usize,
    /// The indentation in front of the comment's `//`.
    indent: String,
    /// The directive prefix.
    pub prefix: String,
}

/// The marks of a file.
pub fn marks(text: &str) -> Vec<Mark> {
    let mark = |(line, content): (usize, &str)| {
        let comment = content.trim_start().strip_prefix("//")?.trim();
        let prefix = comment.strip_prefix("BLESS: full")?.trim();
        let prefix = if prefix.is_empty() { "CHECK" } else { prefix };
        let indent = content[..content.len() - content.trim_start().len()].to_owned();
        Some(Mark { line, indent, prefix: prefix.to_owned() })
    };
    text.lines().enumerate().filter_map(mark).collect()
}

/// The directive prefix that the last command of a pipeline checks; `None` if that command is not
/// `hloom check`.
pub fn checked_prefix(pipeline: &Pipeline) -> Option<String> {
    let words = &checking(pipeline)?.words;
    let mut prefix = "CHECK".to_owned();
    for (index, word) in words.iter().enumerate() {
        let option = word.trim_start_matches('-');
        if !word.starts_with('-') {
            continue;
        }
        for name in ["check-prefixes", "check-prefix"] {
            match option.strip_prefix(name) {
                Some("") => prefix = words.get(index + 1)?.clone(),
                Some(rest) => prefix = rest.strip_prefix('=').unwrap_or(&prefix).to_owned(),
                None => continue,
            }
            break;
        }
    }
    Some(prefix)
}

fn checking(pipeline: &Pipeline) -> Option<&Command> {
    let last = pipeline.commands.last()?;
    let is_check = last.words.len() > 1 && last.words[0] == "hloom" && last.words[1] == "check";
    (is_check && !last.inverted).then_some(last)
}

/// The text of a file with the directives below a mark regenerated from `output`.
pub fn rewrite(text: &str, mark: &Mark, output: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let is_generated = |line: &&&str| {
        let comment = line.trim_start().strip_prefix("//").unwrap_or("").trim_start();
        comment.strip_prefix(mark.prefix.as_str()).is_some_and(|rest| {
            rest.starts_with([':', '{']) || rest.starts_with("-NEXT") || rest.starts_with("-EMPTY")
        })
    };
    let old = lines[mark.line + 1..].iter().take_while(is_generated).count();
    let mut out: Vec<String> = lines[..=mark.line].iter().map(|&line| line.to_owned()).collect();
    out.extend(directives(output, mark));
    out.extend(lines[mark.line + 1 + old..].iter().map(|&line| line.to_owned()));
    out.join("\n") + "\n"
}

fn directives(output: &str, mark: &Mark) -> Vec<String> {
    let Mark { indent, prefix, .. } = mark;
    let mut lines = output.lines().skip_while(|line| line.is_empty()).collect::<Vec<_>>();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    let mut out = Vec::new();
    for (index, line) in lines.into_iter().enumerate() {
        if line.is_empty() {
            out.push(format!("{indent}// {prefix}-EMPTY:"));
            continue;
        }
        let suffix = if index == 0 { "" } else { "-NEXT" };
        // Regular expressions and blocks are escaped as literals.
        let literal = if line.contains("[[") || line.contains("{{") { "{LITERAL}" } else { "" };
        out.push(format!("{indent}// {prefix}{suffix}{literal}: {line}"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::{script::Places, shell};
    use super::*;

    #[test]
    fn directives_below_the_mark_are_made_anew() {
        let text = "// RUN: x\n  // BLESS: full\n  // CHECK: old\n  // CHECK-NEXT: old\n\n// CHECK: mine\n";
        let mark = &marks(text)[0];
        let blessed = rewrite(text, mark, "\na {\n  [[1]]\n\n}\n");
        assert_eq!(
            blessed,
            "// RUN: x\n  // BLESS: full\n  // CHECK: a {\n  // CHECK-NEXT{LITERAL}:   [[1]]\n  \
             // CHECK-EMPTY:\n  // CHECK-NEXT: }\n\n// CHECK: mine\n"
        );
        assert_eq!(rewrite(&blessed, mark, "\na {\n  [[1]]\n\n}\n"), blessed);
    }

    #[test]
    fn the_prefix_is_that_of_the_check() {
        let places = Places { file: "f".into(), scratch: "t".into() };
        let prefix = |line| checked_prefix(&shell::parse(line, &places).unwrap());
        assert_eq!(prefix("hloom opt x | hloom check x").as_deref(), Some("CHECK"));
        assert_eq!(prefix("cat x | hloom check x --check-prefix=P").as_deref(), Some("P"));
        assert_eq!(prefix("cat x | hloom check -check-prefix P x").as_deref(), Some("P"));
        assert_eq!(prefix("hloom opt x"), None);
    }
}
