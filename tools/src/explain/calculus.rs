//! The pages of the expressions of storage programs: `hloom explain sum`. Each has an example, whose value is
//! computed when the page is made.

use std::fmt::Write as _;

use hloom_storage::types::Form;
use hloom_storage::{compile, evaluate_module};

use crate::storage::Outcome;

/// An expression of the calculus.
struct Construct {
    /// The name that it is found by.
    name: &'static str,
    /// Its form.
    syntax: &'static str,
    /// Its meaning.
    doc: &'static str,
    /// A program without data.
    example: &'static str,
}

const fn construct(
    name: &'static str,
    syntax: &'static str,
    doc: &'static str,
    example: &'static str,
) -> Construct {
    Construct { name, syntax, doc, example }
}

/// The steps of an example at most.
const STEPS: u64 = 1000;

const TABLE: [Construct; 14] = [
    construct(
        "create",
        "CREATE TENSOR A : TYPE;  CREATE TENSOR A AS e;",
        "Declares a tensor that is data, or defines one. A type is `int`, `real`, `bool`, an array `[real]`, or \
         a dictionary `{int -> {int -> real}}`, whose levels may say their extents: `{int[3] -> real}`. A \
         tensor that is defined by arrays and numbers alone is a storage mapping: files fill its arrays.",
        "CREATE TENSOR A AS { (0, 1) -> 2.0, (1, 1) -> 3.0 };\nA(1, 1)",
    ),
    construct(
        "dictionary",
        "{ key -> value, … }  { (i, j) -> value }  {}",
        "A dictionary of entries; of several keys, of nested dictionaries. It has no zeros: an entry of zero is \
         none. Equal keys are added.",
        "{ 1 -> 2.0, 3 -> 0.0, 1 -> 5.0 }",
    ),
    construct(
        "sum",
        "sum(<key, value> in e, …) body",
        "The sum of the body over the entries of a dictionary, an array (by positions) or a range. A name that \
         occurs again joins: the second dictionary is looked up there. `_` is a name that is not used.",
        "CREATE TENSOR A AS { (0, 1) -> 2.0, (1, 0) -> 3.0 };\n\
         CREATE TENSOR x AS { 0 -> 10.0, 1 -> 20.0 };\nsum(<(i, j), a> in A, <j, v> in x) { i -> a * v }",
    ),
    construct(
        "merge",
        "merge(<p, q, v> in <e, f>) body",
        "The sum of the body over all pairs of positions `p` of `e` and `q` of `f` with equal values `v`. Of \
         parts of sorted arrays, compiled code goes through both at once.",
        "merge(<p, q, v> in <{ 0 -> 4, 1 -> 7 }, { 0 -> 7, 1 -> 9 }>) { v -> 10 * p + q + 1 }",
    ),
    construct(
        "lookup",
        "A(i)  A(i, j)",
        "The entry of a dictionary or array at a key; zero if it has none.",
        "CREATE TENSOR x AS { 2 -> 5.0 };\nx(2) + x(100)",
    ),
    construct(
        "slice",
        "A(lo:hi)",
        "The entries of an array at the positions from `lo` to before `hi`. Their keys are the positions in the \
         whole array.",
        "sum(<p, v> in (10:20)(3:5)) { p -> v }",
    ),
    construct(
        "range",
        "lo:hi",
        "The integers from `lo` to before `hi`, by their positions from 0.",
        "sum(<_, i> in 2:6) i",
    ),
    construct(
        "if",
        "if c then e",
        "`e` if the condition holds, else zero. `i == j`, `i < j` and `i <= j` are conditions, and a condition \
         times another holds if both do.",
        "sum(<_, i> in 0:5) if i % 2 == 1 then { i -> i }",
    ),
    construct(
        "let",
        "let x = e in b",
        "`b` with `x` for the value of `e`.",
        "let n = 3 in sum(<_, i> in 0:n) { i -> n - i }",
    ),
    construct(
        "unique",
        "unique(e)",
        "`e` itself, as a key: a promise that the sums around it make each such key once. The optimizer relies on \
         it, and data are checked against it.",
        "sum(<p, i> in { 0 -> 4, 1 -> 2 }) { unique(i) -> p + 1 }",
    ),
    construct(
        "operators",
        "a + b  a - b  a * b  a / b  a % b  -a",
        "Numbers, or dictionaries entry by entry. A number times a dictionary scales it. `/` and `%` of integers \
         round down, as `div` and `mod`.",
        "2.0 * { 0 -> 1.0, 1 -> 2.0 } + { 1 -> 0.5 }",
    ),
    construct(
        "minimum",
        "min(a, b)  max(a, b)",
        "The smaller and the larger of two numbers.",
        "min(3, 2) + max(3, 2) * 10",
    ),
    construct(
        "even",
        "even(z)  odd(z)",
        "The bits at even and at odd places, packed: the coordinates of a position on the Z-order curve.",
        "10 * odd(6) + even(6)",
    ),
    construct("real", "real(n)", "An integer or a truth value as a real.", "real(3) / 2.0"),
];

/// The page of an expression; `None` for other names.
pub(super) fn page(name: &str) -> Option<String> {
    let it = TABLE.iter().find(|it| it.name == name)?;
    let mut page = format!(
        "{}, an expression of storage programs\n\n  {}\n\n{}\n\nExample\n",
        it.name,
        it.syntax,
        wrapped(it.doc)
    );
    for line in it.example.lines() {
        let _ = writeln!(page, "  {line}");
    }
    for line in value(it.example).lines() {
        let _ = writeln!(page, "  // {line}");
    }
    Some(page)
}

/// The names, each with its form.
pub(super) fn all() -> impl Iterator<Item = (&'static str, String)> {
    TABLE.iter().map(|it| (it.name, it.syntax.to_owned()))
}

/// The result of an example, as `hloom run` prints it.
fn value(example: &str) -> String {
    let Ok(module) = compile(example) else { return "no program".to_owned() };
    let sort = module.result.as_ref().map_or(hloom_storage::Sort::REAL, |(_, ty)| ty.sort());
    let levels = match sort.form {
        Form::Nested(levels) => usize::from(levels),
        Form::Array => 0,
    };
    match evaluate_module(&module, &hloom_storage::Inputs::new(), STEPS) {
        Ok((value, _)) => Outcome::new(&value, sort, &vec![None; levels]).text(),
        Err(error) => error.to_string(),
    }
}

/// A text in lines of at most 80 columns.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        if column > 0 && column + word.len() >= 80 {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out += word;
        column += word.chars().count();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_have_the_values_that_they_should() {
        let values: Vec<String> = TABLE.iter().map(|it| value(it.example)).collect();
        let expected = [
            "result: real = 3.0\n",
            "result: {int -> real}, 1 entry\n  1 -> 7.0\n",
            "result: {int -> real}, 2 entries\n  0 -> 40.0\n  1 -> 30.0\n",
            "result: {int -> int}, 1 entry\n  7 -> 11\n",
            "result: real = 5.0\n",
            "result: {int -> int}, 2 entries\n  3 -> 13\n  4 -> 14\n",
            "result: int = 14\n",
            "result: {int -> int}, 2 entries\n  1 -> 1\n  3 -> 3\n",
            "result: {int -> int}, 3 entries\n  0 -> 3\n  1 -> 2\n  2 -> 1\n",
            "result: {int -> int}, 2 entries\n  2 -> 2\n  4 -> 1\n",
            "result: {int -> real}, 2 entries\n  0 -> 2.0\n  1 -> 4.5\n",
            "result: int = 32\n",
            "result: int = 12\n",
            "result: real = 1.5\n",
        ];
        assert_eq!(values, expected);
    }
}
