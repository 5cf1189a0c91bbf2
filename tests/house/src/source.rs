//! Rules for every Rust file: it begins with a module doc, it is short, and it does not contain
//! unfinished code.
//!
//! The checks look at the text with comments and literals blanked out
//! ([`code`]), so that words in prose and in messages don't count.

use std::path::{Path, PathBuf};

use super::Finding;

/// The longest file, in lines.
pub const LONGEST: usize = 600;

/// The mean length of the files, in lines.
pub const MEAN: usize = 300;

/// The places where `unsafe` is needed, and why. All other code is safe Rust.
pub const UNSAFE: &[(&str, &str)] = &[
    ("backends/llvm/", "calls machine code that it has just made, and owns the memory it works on"),
    ("backends/runtime/", "hands memory and threads to machine code, behind its C interface"),
    (
        "backends/linear/src/abi.rs",
        "turns addresses of compiled code into slices, behind a C interface",
    ),
    ("backends/linear/src/exports.rs", "exports the functions of that interface"),
    ("backends/ptx/src/driver/", "calls NVIDIA's driver, whose bindings promise nothing"),
    ("backends/ptx/src/collective/nccl/", "calls an NCCL library that it loads"),
    ("backends/pjrt/", "speaks PJRT's C interface: structs and arrays of the caller's"),
    (
        "backends/ranks/",
        "shares memory with other processes, and calls an MPI library that it loads",
    ),
    ("tools/src/constructors.rs", "runs LLVM's static constructors, which the linker left to it"),
    ("backends/mlir/", "calls MLIR's C interface where melior has no wrapper"),
];

/// Macros that do not belong in finished code, and what to do instead.
const UNFINISHED: &[(&str, &str)] = &[
    ("todo", "write the code, or return an error that names what can't be done yet"),
    ("unimplemented", "write the code, or return an error that names what can't be done yet"),
    ("dbg", "remove it"),
];

/// A closed enum of operations, and where a match over it has to name every operation.
struct Closed {
    /// The prefix of its variants.
    prefix: &'static str,
    /// The folders in which the rule holds; empty if it holds everywhere.
    folder: &'static str,
    /// A match with at least this many operations gives each operation a meaning.
    meaning: usize,
}

/// The closed enums of operations.
///
/// A backend must have a meaning for each `Op`. An operation on elements is computed by every code
/// that has a table of them, so a match over these is closed everywhere.
const CLOSED: &[Closed] = &[
    Closed { prefix: "Op::", folder: "backends", meaning: 5 },
    Closed { prefix: "ScalarOp::", folder: "", meaning: 3 },
];

/// The start of the comment in front of an arm for the rest of the ops. It says why the arm is right
/// for any op, also for one that does not exist yet: the op is refused, left as it is, or only an
/// estimate of its cost depends on the arm. A fact that every op must state belongs into
/// `ir/src/ops/facts.rs`, as a match without such an arm, or into the traits of the table.
const REASON: &str = "// Any other op: ";

/// The number of ops named by a match from which an arm for the rest needs a [`REASON`].
const RECOGNIZED: usize = 2;

/// Findings about one file.
pub fn check(file: &Path, text: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    let length = text.lines().count();
    if length > LONGEST {
        found.push(Finding::file(
            file,
            format!("{length} lines are more than {LONGEST}; it wants to be two files"),
        ));
    }
    if !text.starts_with("//!") {
        found.push(Finding::line(
            file,
            1,
            "a file begins with `//!` and a sentence on what it is for; write it",
        ));
    }
    let may_be_unsafe = UNSAFE.iter().any(|(place, _)| file.starts_with(place));
    let code = code(text);
    for (index, line) in code.lines().enumerate() {
        let mut say = |sentence: String| found.push(Finding::line(file, index + 1, sentence));
        for (name, instead) in UNFINISHED {
            if words(line)
                .any(|(at, word)| word == *name && line[at + word.len()..].starts_with('!'))
            {
                say(format!("`{name}!` is left in the code; {instead}"));
            }
        }
        let tight: String = line.split_whitespace().collect();
        if tight.contains("#[ignore]") || tight.contains("#[ignore=") {
            say("no test is ignored; assert what is wrong today, with a FIXME".to_owned());
        }
        if !may_be_unsafe && words(line).any(|(_, word)| word == "unsafe") {
            say("`unsafe` is for the places listed in tests/house/src/source.rs; \
                 find a safe way, or list this one with its reason"
                .to_owned());
        }
    }
    found.extend(rests_without_reason(text, &code).map(|line| {
        Finding::line(
            file,
            line,
            format!(
                "this match over ops has an arm for the rest; name every op, or write why the arm \
                 is right for any new one: `{REASON}…`"
            ),
        )
    }));
    for closed in CLOSED.iter().filter(|closed| file.starts_with(closed.folder)) {
        found.extend(open_matches(&code, closed).map(|line| {
            Finding::line(
                file,
                line,
                "this match over ops has an arm for the rest; name every op, so that a new one \
                 can't be forgotten",
            )
        }));
    }
    found
}

/// A finding where the files are too long on average.
pub fn mean_length(sources: &[(PathBuf, String)]) -> Option<Finding> {
    let lines: usize = sources.iter().map(|(_, text)| text.lines().count()).sum();
    let mean = lines / sources.len().max(1);
    (mean > MEAN).then(|| {
        let sentence = format!(
            "the files have {mean} lines on average, and {MEAN} are allowed; split the longest"
        );
        Finding::file("Cargo.toml", sentence)
    })
}

/// The words of a line, with their places.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    line.split(move |c| !part(c))
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
}

/// The number of operations that the pattern at the start of a line names.
fn ops_named(line: &str, prefix: &str) -> usize {
    let pattern = line.trim_start_matches("| ");
    if pattern.contains(';') || !pattern.starts_with(prefix) {
        return 0;
    }
    let pattern = pattern.split(" =>").next().unwrap_or(pattern);
    pattern.split(" | ").filter(|op| op.starts_with(prefix)).count()
}

/// The lines of `_ =>` arms in matches that give each operation of an enum a meaning.
fn open_matches(code: &str, closed: &Closed) -> impl Iterator<Item = usize> {
    /// An open brace: arms that begin with an op, and the line of an arm for the rest.
    #[derive(Default)]
    struct Block {
        ops: usize,
        rest: Option<usize>,
    }
    let mut stack: Vec<Block> = Vec::new();
    let mut found = Vec::new();
    for (index, line) in code.lines().enumerate() {
        let start = line.trim_start();
        // An arm begins its line, in formatted code.
        if let Some(block) = stack.last_mut() {
            block.ops += ops_named(start, closed.prefix);
            if start.starts_with("_ =>") || start.starts_with("_ if ") {
                block.rest = Some(index + 1);
            }
        }
        for c in line.chars() {
            match c {
                '{' => stack.push(Block::default()),
                '}' => {
                    let block = stack.pop().unwrap_or_default();
                    found.extend(block.rest.filter(|_| block.ops >= closed.meaning));
                }
                _ => {}
            }
        }
    }
    found.into_iter()
}

/// The lines of arms for the rest, `_` or a name, in matches that name some ops, also in tuples of
/// patterns, where no comment in the match gives a [`REASON`].
fn rests_without_reason(text: &str, code: &str) -> impl Iterator<Item = usize> {
    /// An open brace.
    #[derive(Default)]
    struct Block {
        ops: usize,
        rest: Option<usize>,
        has_reason: bool,
    }
    let mut stack: Vec<Block> = Vec::new();
    let mut found = Vec::new();
    for ((index, line), raw) in code.lines().enumerate().zip(text.lines()) {
        let start = line.trim_start();
        if let Some(block) = stack.last_mut() {
            block.has_reason |= raw.trim_start().starts_with(REASON);
            let tuple = start.starts_with("(Op::") && start.contains("=>");
            block.ops += ops_named(start, "Op::").max(usize::from(tuple));
            if is_rest(start) {
                block.rest = Some(index + 1);
            }
        }
        for c in line.chars() {
            match c {
                '{' => stack.push(Block::default()),
                '}' => {
                    let block = stack.pop().unwrap_or_default();
                    let open = block.ops >= RECOGNIZED && !block.has_reason;
                    found.extend(block.rest.filter(|_| open));
                }
                _ => {}
            }
        }
    }
    found.into_iter()
}

/// Whether an arm begins here whose pattern is `_`, a name, or a tuple that begins with `_`.
fn is_rest(start: &str) -> bool {
    let pattern = start.strip_prefix('(').unwrap_or(start);
    let name = pattern.split(|c: char| !c.is_ascii_lowercase() && c != '_').next();
    let name = name.filter(|name| !name.is_empty());
    let Some(rest) = name.and_then(|name| pattern.strip_prefix(name)) else { return false };
    rest.starts_with(" =>")
        || rest.starts_with(" if ")
        || rest.starts_with(", ") && start.contains("=>")
}

/// `text` with every character of comments, strings and character literals
/// replaced by a space; lines and columns stay.
pub fn code(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let end = literal(&chars, at);
        if end == at {
            out.push(chars[at]);
            at += 1;
        } else {
            out.extend(chars[at..end].iter().map(|c| if *c == '\n' { '\n' } else { ' ' }));
            at = end;
        }
    }
    out
}

/// The end of the comment or literal that begins at `at`; `at` if none begins there.
fn literal(chars: &[char], at: usize) -> usize {
    let next = |i: usize| chars.get(at + i).copied().unwrap_or('\0');
    let find = |from: usize, what: char| {
        chars[from.min(chars.len())..].iter().position(|c| *c == what).map(|i| from + i)
    };
    match (chars[at], next(1)) {
        ('/', '/') => find(at, '\n').unwrap_or(chars.len()),
        ('/', '*') => block_comment(chars, at),
        ('"', _) => string(chars, at),
        ('r', '"' | '#') if !continues_word(chars, at) => raw_string(chars, at),
        // A lifetime does not have a closing quote after its first character.
        ('\'', '\\') => find(at + 3, '\'').map_or(chars.len(), |end| end + 1),
        ('\'', _) if next(2) == '\'' => at + 3,
        _ => at,
    }
}

/// Whether the character before `at` makes it part of a longer word, unless that is `br` or `cr`.
fn continues_word(chars: &[char], at: usize) -> bool {
    let before = |i: usize| at.checked_sub(i).map(|j| chars[j]);
    let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let prefix = matches!(before(1), Some('b' | 'c')) && !part(before(2));
    part(before(1)) && !prefix
}

/// The end of a block comment, which may contain others.
fn block_comment(chars: &[char], at: usize) -> usize {
    let mut depth = 0usize;
    let mut i = at;
    while i < chars.len() {
        match (chars[i], chars.get(i + 1)) {
            ('/', Some('*')) => (depth, i) = (depth + 1, i + 2),
            ('*', Some('/')) => (depth, i) = (depth - 1, i + 2),
            _ => i += 1,
        }
        if depth == 0 {
            return i;
        }
    }
    chars.len()
}

/// The end of a string with escapes.
fn string(chars: &[char], at: usize) -> usize {
    let mut i = at + 1;
    while i < chars.len() {
        match chars[i] {
            '\\' => i += 2,
            '"' => return i + 1,
            _ => i += 1,
        }
    }
    chars.len()
}

/// The end of `r"…"`, `r#"…"#`, …; `at` if it is a raw identifier.
fn raw_string(chars: &[char], at: usize) -> usize {
    let hashes = chars[at + 1..].iter().take_while(|c| **c == '#').count();
    let open = at + 1 + hashes;
    if chars.get(open) != Some(&'"') {
        return at;
    }
    let mut i = open + 1;
    while i < chars.len() {
        let closing = chars[i + 1..].iter().take(hashes);
        if chars[i] == '"'
            && closing.clone().count() == hashes
            && closing.clone().all(|c| *c == '#')
        {
            return i + 1 + hashes;
        }
        i += 1;
    }
    chars.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The findings for a file at `path` with a module doc followed by `text`.
    fn found(path: &str, text: &str) -> Vec<String> {
        let text = format!("//! Doc.\n{text}");
        check(Path::new(path), &text).iter().map(Finding::to_string).collect()
    }

    #[test]
    fn only_code_is_left() {
        let blank = |text: &str| {
            let code = code(text);
            assert_eq!(code.chars().count(), text.chars().count());
            code.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(blank("a // b\nc"), "a c");
        assert_eq!(blank("a /* b /* c */ d */ e"), "a e");
        assert_eq!(blank(r#"f("a \" b", 'c', '\'', '"') g"#), "f( , , , ) g");
        assert_eq!(blank("r\"a\" r#\"b \" c\"# br##\"d\"# \"## e"), "b e");
        assert_eq!(blank("fn f<'a>(x: &'a r#type) -> bar\"x\""), "fn f<'a>(x: &'a r#type) -> bar");
        assert_eq!(blank("'\\u{1F600}' x \"open"), "x");
    }

    #[test]
    fn unfinished_code_is_found() {
        let sentence = &found("ir/src/x.rs", "fn f() {\n    todo!(\"later\")\n}\n")[0];
        assert!(
            sentence.starts_with("ir/src/x.rs:3: `todo!` is left in the code; write"),
            "{sentence}"
        );
        assert_eq!(found("ir/src/x.rs", "let x = dbg!(1) + std::unimplemented![];\n").len(), 2);
        assert_eq!(
            found("ir/src/x.rs", "// todo!()\nlet todo = \"dbg!(1)\"; my_todo!();\n"),
            [""; 0]
        );
    }

    #[test]
    fn ignored_tests_are_found() {
        assert_eq!(
            found("tests/src/x.rs", "#[ignore]\nfn a() {}\n#[ignore = \"slow\"]\n").len(),
            2
        );
        assert_eq!(found("tests/src/x.rs", "// #[ignore]\n#[ignored_by_me]\n"), [""; 0]);
    }

    #[test]
    fn unsafe_stays_in_its_places() {
        assert_eq!(found("passes/src/x.rs", "unsafe { f() }\n").len(), 1);
        assert_eq!(found("backends/llvm/src/x.rs", "unsafe { f() }\n"), [""; 0]);
        assert_eq!(found("passes/src/x.rs", "#![deny(unsafe_op_in_unsafe_fn)]\n"), [""; 0]);
    }

    #[test]
    fn long_files_and_missing_docs_are_found() {
        assert_eq!(found("ir/src/x.rs", &"\n".repeat(LONGEST - 1)), [""; 0]);
        assert!(
            found("ir/src/x.rs", &"\n".repeat(LONGEST))[0].contains("601 lines are more than 600")
        );
        let bare = check(Path::new("ir/src/x.rs"), "fn f() {}\n");
        assert_eq!((bare.len(), bare[0].line), (1, 1));
    }

    #[test]
    fn long_files_on_average_are_found() {
        let file = |lines: usize| (PathBuf::from("x.rs"), "\n".repeat(lines));
        assert_eq!(mean_length(&[file(MEAN), file(MEAN)]), None);
        assert!(mean_length(&[file(MEAN), file(MEAN + 2)]).is_some());
        assert_eq!(mean_length(&[]), None);
    }

    #[test]
    fn a_match_over_ops_names_them_all() {
        let ops =
            "Op::A(_) => 1,\nOp::B(_)\n| Op::C(_) => { 2 }\nOp::D(x) => {\nx\n}\nOp::E(_) => 3,\n";
        let open = format!("match op {{\n{ops}_ => 4,\n}}\n");
        let sentence = &found("backends/interp/src/x.rs", &open)[0];
        assert!(
            sentence.starts_with("backends/interp/src/x.rs:10: this match over ops"),
            "{sentence}"
        );
        // The operations on elements, several in a line too.
        let scalar =
            "ScalarOp::A | ScalarOp::B => 1,\nScalarOp::C => 2,\nScalarOp::D | ScalarOp::E => 3,\n";
        let open_scalar = format!("match op {{\n{scalar}_ => 4,\n}}\n");
        for file in ["backends/loops/src/x.rs", "passes/src/x.rs", "ir/analysis/src/x.rs"] {
            assert_eq!(found(file, &open_scalar).len(), 1, "{file}");
        }
        assert_eq!(
            found("backends/loops/src/x.rs", &format!("match op {{\n{scalar}}}\n")),
            [""; 0]
        );
        // Closed matches, a match about something else, and a crate that asks about single ops.
        assert_eq!(found("backends/interp/src/x.rs", &format!("match op {{\n{ops}}}\n")), [""; 0]);
        let inner =
            format!("match op {{\n{ops}Op::F(k) => match k {{\n1 => 2,\n_ => 4,\n}},\n}}\n");
        assert_eq!(found("backends/interp/src/x.rs", &inner), [""; 0]);
        assert!(found("passes/src/x.rs", &open)[0].contains("write why the arm"));
        assert_eq!(
            found("backends/interp/src/x.rs", "match op {\nOp::A(_) => 1,\n_ => 2,\n}\n"),
            [""; 0]
        );
    }

    #[test]
    fn an_arm_for_other_ops_gives_a_reason() {
        let ops = "Op::A(_) | Op::B(_) => 1,\n";
        for arms in [
            format!("{ops}_ => 2,\n"),
            format!("{ops}other => other.size(),\n"),
            format!("{ops}_ if c => 2,\nOp::D(_) => 3,\n"),
            "(Op::A(_), [x]) => 1,\n(Op::B(_), [x]) => 2,\n(_, [x, y]) => 3,\n".to_owned(),
        ] {
            let text = format!("match op {{\n{arms}}}\n");
            for file in ["backends/loops/src/x.rs", "passes/src/x.rs", "ir/analysis/src/x.rs"] {
                let sentences = found(file, &text);
                assert_eq!(sentences.len(), 1, "{file}: {text}");
                assert!(sentences[0].contains("`// Any other op: …`"), "{sentences:?}");
            }
            let reason =
                text.replacen("match op {\n", "match op {\n// Any other op: refused.\n", 1);
            assert_eq!(found("passes/src/x.rs", &reason), [""; 0]);
        }
        // A question about one op, a closed match, and a match about something else inside of one.
        assert_eq!(found("passes/src/x.rs", "match op {\nOp::A(_) => 1,\n_ => 2,\n}\n"), [""; 0]);
        let inner = "match k {\n1 => 2,\n_ => 4,\n}";
        let closed = format!("match op {{\n{ops}Op::C(k) => {inner},\n}}\n");
        assert_eq!(found("passes/src/x.rs", &closed), [""; 0]);
    }
}
