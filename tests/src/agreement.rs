//! Cases on which `hloom check` and LLVM's FileCheck must agree.
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
//! `expect` is the verdict of FileCheck: its exit status and the line of its first error in the
//! check file, if any. It is recorded from LLVM's program (see `tests/check.rs`) and never written
//! by hand. The optional `--- ours` is written by hand: our verdict, if it differs, followed by the
//! reason.

use std::fmt;
use std::path::Path;

/// The verdict of a checker on a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The exit status.
    pub status: i32,
    /// The line of the first error in the check file, if there is one.
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
    /// A description of the case.
    pub name: String,
    /// Options, one word each.
    pub args: Vec<String>,
    /// The check file.
    pub check: String,
    /// The input.
    pub input: String,
    /// The recorded verdict of FileCheck.
    pub expect: Option<Verdict>,
    /// Our verdict and the reason, if it differs.
    pub ours: Option<(Verdict, String)>,
}

/// A file of cases.
#[derive(Clone, Debug)]
pub struct Cases {
    /// The text before the first case.
    pub head: String,
    /// The cases.
    pub cases: Vec<Case>,
}

impl Cases {
    /// Parses a file of cases.
    ///
    /// # Errors
    /// A sentence, if the file can't be read or is malformed.
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
            // An empty line separates cases.
            let rest = rest.strip_suffix("\n\n").map_or(rest, |cut| &rest[..cut.len() + 1]);
            for section in split(rest, "--- ") {
                let (title, body) = section.split_once('\n').unwrap_or((section, ""));
                let verdict = |text: &str| {
                    Verdict::parse(text).ok_or((line, format!("`{text}` is not a verdict")))
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

/// Splits a text before each line that begins with a mark, and removes the marks.
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
