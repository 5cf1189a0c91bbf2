//! Cases on which `hloom check` and LLVM's FileCheck have to agree.
//!
//! A file under `tests/check/` holds many cases:
//!
//! ```text
//! === what the case is about
//! --- args
//! --check-prefix=FOO
//! --- check
//! FOO: a
//! --- input
//! b
//! --- expect
//! 1 at 1
//! ```
//!
//! `expect` is what FileCheck does: its exit status and, where its first error
//! lies in the check file, that line. It is recorded from LLVM's own program (see
//! `tests/check.rs`) and never written by hand. `--- ours`, where it is there, is
//! written by hand: what we do instead, and in the lines below it why.

use std::fmt;
use std::path::Path;

/// What a checker does with a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The exit status.
    pub status: i32,
    /// The line in the check file of the first error, where it has one.
    pub line: Option<usize>,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.status)?;
        self.line.map_or(Ok(()), |line| write!(f, " at {line}"))
    }
}

impl Verdict {
    fn parse(text: &str) -> Option<Self> {
        match text.split_once(" at ") {
            Some((status, line)) => {
                Some(Verdict { status: status.parse().ok()?, line: Some(line.parse().ok()?) })
            }
            None => Some(Verdict { status: text.parse().ok()?, line: None }),
        }
    }
}

/// One case.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// What it is about.
    pub name: String,
    /// Options, one word each.
    pub args: Vec<String>,
    /// The check file.
    pub check: String,
    /// The input.
    pub input: String,
    /// What FileCheck does, where it is recorded.
    pub expect: Option<Verdict>,
    /// What we do instead, and why.
    pub ours: Option<(Verdict, String)>,
}

/// A file of cases.
#[derive(Clone, Debug)]
pub struct Cases {
    /// What stands before the first case.
    pub head: String,
    /// The cases.
    pub cases: Vec<Case>,
}

impl Cases {
    /// Reads a file of cases.
    ///
    /// # Errors
    /// The file can't be read, or isn't as the module says; a sentence.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        Cases::parse(&text).map_err(|(line, e)| format!("{}:{line}: {e}", path.display()))
    }

    fn parse(text: &str) -> Result<Self, (usize, String)> {
        let (head, rest) = match text.find("=== ") {
            Some(start) => text.split_at(start),
            None => (text, ""),
        };
        let mut line = head.lines().count() + 1;
        let mut cases: Vec<Case> = Vec::new();
        for chunk in split(rest, "=== ") {
            let (name, rest) = chunk.split_once('\n').unwrap_or((chunk, ""));
            if cases.iter().any(|case| case.name == name) {
                return Err((line, format!("there is another case `{name}`")));
            }
            let mut case = Case { name: name.to_owned(), ..Case::default() };
            // An empty line parts a case from the next.
            let rest = rest.strip_suffix("\n\n").map_or(rest, |cut| &rest[..cut.len() + 1]);
            for section in split(rest, "--- ") {
                let (title, body) = section.split_once('\n').unwrap_or((section, ""));
                let verdict = |text: &str| {
                    Verdict::parse(text).ok_or((line, format!("`{text}` is no verdict")))
                };
                match title {
                    "args" => case.args = body.split_whitespace().map(str::to_owned).collect(),
                    "check" => case.check = body.to_owned(),
                    "input" => case.input = body.to_owned(),
                    "expect" => case.expect = Some(verdict(body.trim_end())?),
                    "ours" => {
                        let (first, why) = body.split_once('\n').unwrap_or((body, ""));
                        case.ours = Some((verdict(first)?, why.trim_end().to_owned()));
                    }
                    _ => return Err((line, format!("unknown section `{title}` in `{name}`"))),
                }
            }
            cases.push(case);
            line += chunk.lines().count();
        }
        Ok(Cases { head: head.to_owned(), cases })
    }
}

/// Splits a text before each line that begins with a mark, which is cut off.
fn split<'t>(text: &'t str, mark: &str) -> Vec<&'t str> {
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with(mark) {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(start, end)| &text[start + mark.len()..end]).collect()
}

impl fmt::Display for Cases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.head)?;
        for (index, case) in self.cases.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            writeln!(f, "=== {}", case.name)?;
            if !case.args.is_empty() {
                writeln!(f, "--- args\n{}", case.args.join(" "))?;
            }
            write!(f, "--- check\n{}--- input\n{}", case.check, case.input)?;
            if let Some(expect) = case.expect {
                writeln!(f, "--- expect\n{expect}")?;
            }
            if let Some((verdict, why)) = &case.ours {
                writeln!(f, "--- ours\n{verdict}\n{why}")?;
            }
        }
        Ok(())
    }
}
