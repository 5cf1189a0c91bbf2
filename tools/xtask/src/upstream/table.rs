//! The table of known differences, `tests/spec/upstream.txt`.
//!
//! A paragraph that begins with `#` is a comment. Every other paragraph begins with a reason, in lines
//! that begin with `= `, followed by the differences that it explains, one in a line:
//! `KIND FILE CHUNK [FUNCTION]`.

use std::collections::BTreeMap;
use std::fmt;

/// The kind of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DifferenceKind {
    /// hloom refuses a program that upstream accepts.
    Refused,
    /// hloom accepts a program that upstream refuses.
    Accepted,
    /// A check fails in the interpreter.
    Interp,
    /// A check fails when compiled for the CPU.
    Cpu,
}

impl DifferenceKind {
    const ALL: [DifferenceKind; 4] = [
        DifferenceKind::Refused,
        DifferenceKind::Accepted,
        DifferenceKind::Interp,
        DifferenceKind::Cpu,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            DifferenceKind::Refused => "refused",
            DifferenceKind::Accepted => "accepted",
            DifferenceKind::Interp => "interp",
            DifferenceKind::Cpu => "cpu",
        }
    }
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Difference {
    pub(super) kind: DifferenceKind,
    /// The path of the file in upstream's folder `stablehlo`.
    pub(super) file: String,
    pub(super) chunk: usize,
    /// The function that ran; empty for whole programs.
    pub(super) function: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.kind.name(), self.file, self.chunk)?;
        if self.function.is_empty() { Ok(()) } else { write!(f, " {}", self.function) }
    }
}

/// The differences, each with its reason.
pub(super) type Table = BTreeMap<Difference, String>;

/// Reads the table.
///
/// # Errors
/// A sentence with the line, if a line is malformed, a difference has no reason or stands twice.
pub(super) fn parse(text: &str) -> Result<Table, String> {
    let mut table = Table::new();
    let mut reason = String::new();
    let mut in_reason = false;
    for (i, line) in text.lines().enumerate() {
        let wrong = |what: &str| Err(format!("line {}: {what}: `{line}`", i + 1));
        if line.is_empty() {
            reason.clear();
        } else if let Some(more) = line.strip_prefix("= ") {
            if in_reason {
                reason.push(' ');
            } else {
                reason.clear();
            }
            reason.push_str(more);
        } else if !line.starts_with('#') {
            let Some(difference) = row(line) else {
                return wrong("a row is KIND FILE CHUNK [FUNCTION]");
            };
            if reason.is_empty() {
                return wrong("there is no reason above it");
            }
            if table.insert(difference, reason.clone()).is_some() {
                return wrong("it stands twice");
            }
        }
        in_reason = line.starts_with("= ");
    }
    Ok(table)
}

fn row(line: &str) -> Option<Difference> {
    let words: Vec<&str> = line.split(' ').collect();
    let (kind, file, chunk, function) = match words[..] {
        [kind, file, chunk] => (kind, file, chunk, ""),
        [kind, file, chunk, function] => (kind, file, chunk, function),
        _ => return None,
    };
    Some(Difference {
        kind: DifferenceKind::ALL.into_iter().find(|it| it.name() == kind)?,
        file: file.to_owned(),
        chunk: chunk.parse().ok()?,
        function: function.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_the_reason_above_them() {
        let text = "# A comment.\n\n= It is so\n= for two.\nrefused a.mlir 3\ninterp b.mlir 1 main\n\n\
                    = Another.\ncpu b.mlir 1 main\n";
        let table = parse(text).unwrap();
        let rows: Vec<(String, &str)> =
            table.iter().map(|(d, reason)| (d.to_string(), reason.as_str())).collect();
        let of = |row: &str, reason| (row.to_owned(), reason);
        assert_eq!(
            rows,
            [
                of("refused a.mlir 3", "It is so for two."),
                of("interp b.mlir 1 main", "It is so for two."),
                of("cpu b.mlir 1 main", "Another."),
            ]
        );
    }

    #[test]
    fn malformed_tables_are_refused() {
        for (text, said) in [
            ("refused a 1", "no reason"),
            ("= r\n\nrefused a 1", "no reason"),
            ("= r\nrefused a 1\nrefused a 1", "twice"),
            ("= r\nrefused a", "KIND FILE CHUNK"),
            ("= r\nlost a 1", "KIND FILE CHUNK"),
            ("= r\ncpu a one f", "KIND FILE CHUNK"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
