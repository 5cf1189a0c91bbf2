//! Splits test files of StableHLO into chunks, and finds the functions that check themselves.

/// The line that ends a chunk, at its beginning.
const SPLIT: &str = "// -----";

/// One program of a test file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Chunk<'t> {
    /// Its number in the file, from 1.
    pub(super) number: usize,
    pub(super) text: &'t str,
}

impl Chunk<'_> {
    /// Whether a comment says that an error is expected.
    pub(super) fn is_wrong(&self) -> bool {
        self.text.contains("expected-error")
    }

    /// Whether it holds a program, and not comments alone.
    pub(super) fn is_program(&self) -> bool {
        self.text.lines().any(|line| {
            let code = line.trim_start();
            !code.is_empty() && !code.starts_with("//")
        })
    }

    /// The functions to run: those without arguments, if the program has ops of the check dialect;
    /// `main` alone, if it is one of them.
    pub(super) fn self_checks(&self) -> Vec<&str> {
        if !self.text.contains("check.") {
            return Vec::new();
        }
        let found: Vec<&str> = self.text.lines().filter_map(public_without_arguments).collect();
        match found.iter().find(|name| **name == "main") {
            Some(main) => vec![main],
            None => found,
        }
    }
}

/// The name of a function without arguments that the line begins, unless it is private.
fn public_without_arguments(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("func.func")?.trim_start();
    let rest = rest.strip_prefix("public").map_or(rest, str::trim_start);
    let (name, rest) = rest.strip_prefix('@')?.split_once('(')?;
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    (rest.starts_with(')') && !name.is_empty() && name.chars().all(plain)).then_some(name)
}

/// The chunks of a file.
pub(super) fn chunks(text: &str) -> Vec<Chunk<'_>> {
    let mut all = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        if line.starts_with(SPLIT) {
            all.push(&text[start..at]);
            start = at + line.len();
        }
        at += line.len();
    }
    all.push(&text[start..]);
    all.into_iter().enumerate().map(|(i, text)| Chunk { number: i + 1, text }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "// RUN: a\n\n// -----\n\nfunc.func @a() {\n  check.expect_eq %0, %1\n}\n\
        func.func @b(%x: i32) {\n}\nfunc.func private @c() {\n}\n  func.func public @d() {\n}\n\
        // ----- the last\n// expected-error@+1 {{no}}\nfunc.func @main() { check.expect_eq }\n\
        func.func @e() {\n}";

    #[test]
    fn files_are_split_at_the_marks() {
        let all = chunks(FILE);
        assert_eq!(all.iter().map(|c| c.number).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(all.iter().map(Chunk::is_program).collect::<Vec<_>>(), [false, true, true]);
        assert_eq!(all.iter().map(Chunk::is_wrong).collect::<Vec<_>>(), [false, false, true]);
        assert_eq!(all[0].text, "// RUN: a\n\n");
        assert!(all[2].text.starts_with("// expected-error") && all[2].text.ends_with('}'));
        assert_eq!(chunks("").len(), 1);
    }

    #[test]
    fn functions_without_arguments_check_themselves() {
        let all = chunks(FILE);
        assert_eq!(all[1].self_checks(), ["a", "d"]);
        assert_eq!(all[2].self_checks(), ["main"]);
        assert!(all[0].self_checks().is_empty());
        assert!(chunks("func.func @f() {\n}")[0].self_checks().is_empty());
    }
}
