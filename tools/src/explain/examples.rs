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

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_ir::op::Syntax;
    use hloom_ir::{ops, text, verify};

    #[test]
    fn examples_are_valid_and_show_their_op() {
        for (name, program) in all() {
            assert!(ops::lookup(name).is_some(), "{name} is no op");
            let module = text::parse_module(program).unwrap_or_else(|d| panic!("{name}: {d:#?}"));
            verify::verify(&module).unwrap_or_else(|d| panic!("{name}: {d:#?}"));
            let shown = name == "builtin.module"
                || module.walk_all().any(|op| module.op(op).name() == name);
            assert!(shown, "the example of {name} does not show it");
        }
    }

    #[test]
    fn ops_that_no_line_can_show_have_an_example() {
        for entry in ops::TABLE {
            let def = entry.def;
            let in_a_line = matches!(def.syntax, Syntax::Pieces(_)) && def.regions.is_empty();
            assert!(in_a_line || of(def.name).is_some(), "{} needs an example", def.name);
        }
    }
}
