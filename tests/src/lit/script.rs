//! Parses the `RUN` lines of a test file, with definitions and conditions expanded.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The script of a test file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// The command lines, in order.
    pub runs: Vec<Run>,
    /// Features that the file requires; `!` marks those that must be absent.
    pub requires: Vec<String>,
}

/// One command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The line of the file where it begins, from 1.
    pub line: usize,
    /// The command, with `%{…}` and `%if` expanded; `%s`, `%S` and `%t` are not.
    pub command: String,
}

/// An error in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The line, from 1.
    pub line: usize,
    /// A sentence.
    pub message: String,
}

/// Parses the script of a file; `None` if it has no `RUN` line.
///
/// # Errors
/// If a line of the script is malformed.
pub fn read(text: &str, features: &[&str]) -> Result<Option<Script>, Malformed> {
    if !text.contains("RUN:") {
        return Ok(None);
    }
    let mut script = Script::default();
    let mut definitions: HashMap<String, String> = HashMap::new();
    let mut unfinished: Option<Run> = None;
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let malformed = |message: String| Malformed { line: line_number, message };
        let Some((keyword, rest)) = directive(line) else { continue };
        if unfinished.is_some() && keyword != "RUN" {
            return Err(malformed("the RUN line before ends in `\\`: another must follow".into()));
        }
        match keyword {
            "RUN" => {
                let mut run =
                    unfinished.take().unwrap_or(Run { line: line_number, command: String::new() });
                let (part, goes_on) = match rest.strip_suffix('\\') {
                    Some(part) => (part.trim_end(), true),
                    None => (rest, false),
                };
                if !run.command.is_empty() {
                    run.command.push(' ');
                }
                run.command.push_str(part);
                if goes_on {
                    unfinished = Some(run);
                } else {
                    run.command =
                        expand(&run.command, &definitions, features).map_err(malformed)?;
                    // The whole command may depend on a feature that is missing.
                    if !run.command.trim().is_empty() || rest.is_empty() {
                        script.runs.push(run);
                    }
                }
            }
            "DEFINE" => {
                let (name, value) = rest
                    .split_once('=')
                    .map(|(name, value)| (name.trim(), value.trim()))
                    .filter(|(name, _)| name.starts_with("%{") && name.ends_with('}'))
                    .ok_or_else(|| malformed("a definition is `%{name} = text`".into()))?;
                let value = expand(value, &definitions, features).map_err(malformed)?;
                definitions.insert(name[2..name.len() - 1].to_owned(), value);
            }
            "REQUIRES" => {
                script.requires.extend(rest.split(',').map(|feature| feature.trim().to_owned()));
            }
            _ => {}
        }
    }
    if let Some(run) = unfinished {
        let message = "the last RUN line ends in `\\`".to_owned();
        return Err(Malformed { line: run.line, message });
    }
    Ok((!script.runs.is_empty()).then_some(script))
}

/// The keyword and the text of a line such as `// RUN: text`.
fn directive(line: &str) -> Option<(&str, &str)> {
    let comment = line.trim_start().strip_prefix("//")?.trim();
    let (keyword, rest) = comment.split_once(':')?;
    matches!(keyword, "RUN" | "DEFINE" | "REQUIRES").then(|| (keyword, rest.trim()))
}

impl Script {
    /// The first required feature that is missing, or excluded feature that is present.
    pub fn unmet(&self, features: &[&str]) -> Option<&str> {
        let is_met = |requirement: &String| match requirement.strip_prefix('!') {
            Some(absent) => !features.contains(&absent),
            None => features.contains(&requirement.as_str()),
        };
        self.requires.iter().find(|requirement| !is_met(requirement)).map(String::as_str)
    }
}

/// Replaces `%{name}` and `%if`.
fn expand(
    text: &str,
    definitions: &HashMap<String, String>,
    features: &[&str],
) -> Result<String, String> {
    let text = choose(text, features)?;
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("%{") {
        out.push_str(&rest[..at]);
        let (name, after) =
            rest[at + 2..].split_once('}').ok_or("`%{` is not closed by `}`".to_owned())?;
        let value = definitions.get(name).ok_or_else(|| {
            let mut known: Vec<&str> = definitions.keys().map(String::as_str).collect();
            known.sort_unstable();
            format!("`%{{{name}}}` is not defined above; known: [{}]", known.join(", "))
        })?;
        out.push_str(value);
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

/// Replaces each `%if feature %{ … %} %else %{ … %}` by one of its texts.
fn choose(text: &str, features: &[&str]) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("%if ") {
        out.push_str(&rest[..at]);
        let (feature, after) =
            rest[at + 4..].split_once("%{").ok_or("`%if feature` lacks its `%{`".to_owned())?;
        let (mut chosen, after) = braced(after)?;
        rest = after;
        let mut other = "";
        if let Some(after) = after.trim_start().strip_prefix("%else") {
            let after = after.trim_start().strip_prefix("%{").ok_or("`%else` lacks its `%{`")?;
            (other, rest) = braced(after)?;
        }
        if !features.contains(&feature.trim()) {
            chosen = other;
        }
        out.push_str(&choose(chosen, features)?);
    }
    out.push_str(rest);
    Ok(out)
}

/// The text up to the matching `%}`, trimmed, and the remaining text.
fn braced(text: &str) -> Result<(&str, &str), String> {
    let mut depth = 0;
    let mut at = 0;
    // A nested `%if` has its own braces; `%{name}` ends in `}` and opens none.
    while let Some(next) = text[at..].find('%') {
        at += next;
        let here = &text[at..];
        if here.starts_with("%}") {
            if depth == 0 {
                return Ok((text[..at].trim(), &text[at + 2..]));
            }
            depth -= 1;
        } else if here.starts_with("%{ ") {
            depth += 1;
        }
        at += 1;
    }
    Err("`%{` is not closed by `%}`".to_owned())
}

/// The values of `%s`, `%S` and `%t`.
#[derive(Clone, Debug)]
pub struct Places {
    /// `%s`: the file, relative to the repository's root.
    pub file: PathBuf,
    /// `%t`: a path for this file only, under `target/`.
    pub scratch: PathBuf,
}

impl Places {
    /// Replaces `%s`, `%S`, `%t` and `%%` in one word of a command.
    ///
    /// # Errors
    /// If another letter follows a percent sign.
    pub fn substitute(&self, word: &str) -> Result<String, String> {
        let mut out = String::new();
        let mut rest = word;
        while let Some(at) = rest.find('%') {
            out.push_str(&rest[..at]);
            let letter = rest[at + 1..].chars().next();
            match letter {
                Some('s') => out.push_str(&self.file.to_string_lossy()),
                Some('S') => {
                    out.push_str(&self.file.parent().unwrap_or(Path::new("")).to_string_lossy());
                }
                Some('t') => out.push_str(&self.scratch.to_string_lossy()),
                Some('%') => out.push('%'),
                _ => {
                    let found = letter.map(String::from).unwrap_or_default();
                    return Err(format!("`%{found}` stands for nothing: %s, %S, %t and %% do"));
                }
            }
            rest = &rest[at + 2..];
        }
        out.push_str(rest);
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands(text: &str, features: &[&str]) -> Vec<(usize, String)> {
        let script = read(text, features).unwrap().unwrap();
        script.runs.into_iter().map(|run| (run.line, run.command)).collect()
    }

    #[test]
    fn lines_go_on_and_definitions_are_expanded() {
        let text =
            "// DEFINE: %{p} = cse\n// RUN: hloom opt %s \\\n// RUN:   --passes=%{p}\nx\n//RUN: b";
        let expected = [(2, "hloom opt %s --passes=cse".to_owned()), (5, "b".to_owned())];
        assert_eq!(commands(text, &[]), expected);
    }

    #[test]
    fn conditions_choose_by_feature() {
        let text = "// RUN: a %if llvm %{ b %if mlir %{ c %} %} %else %{ d %} e";
        assert_eq!(commands(text, &["llvm"])[0].1, "a b  e");
        assert_eq!(commands(text, &["llvm", "mlir"])[0].1, "a b c e");
        assert_eq!(commands(text, &[])[0].1, "a d e");
        let text = "// RUN: a\n// RUN: %if llvm %{ b %}";
        assert_eq!(commands(text, &[]), [(1, "a".to_owned())]);
        assert_eq!(commands(text, &["llvm"]).len(), 2);
    }

    #[test]
    fn requirements() {
        let script = read("// REQUIRES: llvm, !mlir\n// RUN: a", &[]).unwrap().unwrap();
        assert_eq!(script.unmet(&["llvm"]), None);
        assert_eq!(script.unmet(&[]), Some("llvm"));
        assert_eq!(script.unmet(&["llvm", "mlir"]), Some("!mlir"));
    }

    #[test]
    fn what_has_no_meaning_is_reported_with_its_line() {
        let line = |text| read(text, &[]).unwrap_err().line;
        assert_eq!(line("\n// RUN: a \\\nb"), 2);
        assert_eq!(line("\n// RUN: %{x}"), 2);
        assert_eq!(line("// DEFINE: x = 1\n// RUN: a"), 1);
        assert_eq!(line("// RUN: %if llvm %{ a"), 1);
        assert_eq!(read("no commands here", &[]), Ok(None));
    }

    #[test]
    fn places_are_substituted() {
        let places = Places { file: "tests/x/a.mlir".into(), scratch: "target/a".into() };
        assert_eq!(
            places.substitute("%s:%S:%t:100%%").as_deref(),
            Ok("tests/x/a.mlir:tests/x:target/a:100%")
        );
        assert!(places.substitute("%q").is_err());
    }
}
