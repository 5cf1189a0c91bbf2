//! Examples of the ops whose syntax takes more than a line to show.

/// `// ----- NAME` and below it a program, for each op.
const FILE: &str = include_str!("examples.mlir");

/// What stands before an op's name.
const MARK: &str = "// ----- ";

/// The names and programs of all examples.
pub(super) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILE.split(MARK).skip(1).filter_map(|part| part.split_once('\n'))
}

/// The program that shows this op, if its syntax needs one.
pub(super) fn of(name: &str) -> Option<&'static str> {
    all().find(|(op, _)| *op == name).map(|(_, program)| program)
}
