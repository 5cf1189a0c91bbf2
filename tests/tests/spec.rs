//! Coverage of the op table: each constraint of the StableHLO specification has a program in
//! `tests/errors` that violates it and is reported under the specification's label, and each op has
//! a program that runs and checks its results. (`text.rs` checks that every op has a program in
//! `tests/text`.)

use hloom_analysis::verify::verify_text;
use hloom_ir::Module;
use hloom_ir::diag::expected::{compare, split_input};
use hloom_ir::diag::{Diagnostic, Format, render};
use hloom_ir::ops::TABLE;
use hloom_ir::text::parse;
use hloom_tests::programs::{is_program, text_of};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Constraints that no text can violate, each with the reason.
const UNBREAKABLE: &[(&str, &str, &str)] = &[];

/// Ops of dialects other than `stablehlo` without a program in `tests/errors`, each with the
/// reason.
const WITHOUT_ERROR: &[(&str, &str)] = &[
    ("builtin.module", "its own constraints are the parser's"),
    ("shape.assuming_yield", "it yields anything; its op says what is wrong with that"),
];

/// Ops without a program that runs them and checks the result, each with the reason.
const NOT_RUN: &[(&str, &str)] = &[("builtin.module", "every program is one")];

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The specification's labels, by op.
fn specification() -> BTreeMap<String, BTreeSet<String>> {
    read("spec/labels.txt")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let (op, labels) = line.split_once(':').expect("`op: labels`");
            (op.to_owned(), labels.split_whitespace().map(str::to_owned).collect())
        })
        .collect()
}

/// All diagnostics about a program.
fn report(text: &str) -> Vec<Diagnostic> {
    let parsed = parse(text);
    let mut found = parsed.diagnostics;
    if let Some(module) = parsed.module {
        found.extend(verify_text(&module, text).err().unwrap_or_default());
    }
    found
}

/// The parts of every file of a test folder: position and text.
fn programs(name: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let mut parts = Vec::new();
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("the entry can be read").path())
        .filter(|path| is_program(path))
        .collect();
    files.sort();
    for path in files {
        let text = text_of(&path);
        let file = path.file_name().expect("a file").to_string_lossy().into_owned();
        for (start, part) in split_input(&text) {
            let line = text[..start].lines().count() + 1;
            parts.push((format!("tests/{name}/{file}, part at line {line}"), part.to_owned()));
        }
    }
    parts
}

#[test]
fn errors_are_as_expected() {
    let mut wrong = String::new();
    for (place, text) in programs("errors") {
        let differences = compare(&text, &report(&text));
        wrong += &render(&differences, &place, &text, Format::Text);
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_label_has_an_error() {
    let mut missing = specification();
    for (_, text) in programs("errors") {
        for diagnostic in report(&text) {
            let op = diagnostic.message.strip_prefix("`stablehlo.");
            if let (Some(label), Some((op, _))) =
                (diagnostic.code, op.and_then(|m| m.split_once('`')))
            {
                let labels = missing.get_mut(op).unwrap_or_else(|| panic!("{op} has no labels"));
                labels.remove(label);
            }
        }
    }
    for (op, label, _) in UNBREAKABLE {
        let removed = missing.get_mut(*op).is_some_and(|labels| labels.remove(*label));
        assert!(removed, "({label}) of {op} is listed as unbreakable, but a program breaks it");
    }
    missing.retain(|_, labels| !labels.is_empty());
    assert!(missing.is_empty(), "no program in tests/errors breaks {missing:#?}");
}

#[test]
fn every_op_has_labels() {
    let specification = specification();
    let table: BTreeSet<&str> =
        TABLE.iter().filter_map(|entry| entry.def.name.strip_prefix("stablehlo.")).collect();
    let listed: BTreeSet<&str> = specification.keys().map(String::as_str).collect();
    // The specification does not have a section for `return`.
    let unlisted: Vec<_> = table.difference(&listed).filter(|op| **op != "return").collect();
    assert!(unlisted.is_empty(), "tests/spec/labels.txt does not list {unlisted:?}");
    let unknown: Vec<_> = listed.difference(&table).collect();
    assert!(unknown.is_empty(), "tests/spec/labels.txt lists ops that do not exist: {unknown:?}");
}

#[test]
fn every_constraint_is_explained() {
    for (op, labels) in specification() {
        let full = format!("stablehlo.{op}");
        let found: BTreeSet<&str> = hloom_ir::ops::constraints(&full).map(|(l, _)| l).collect();
        let expected: BTreeSet<&str> =
            labels.iter().map(String::as_str).filter(|l| l.starts_with('C')).collect();
        assert_eq!(found, expected, "ir/src/ops/constraints.txt on {op}");
    }
}

/// The names of all ops of a module.
fn names(module: &Module) -> BTreeSet<String> {
    module.walk_all().map(|op| module.op(op).name().to_owned()).collect()
}

#[test]
fn every_op_is_run() {
    let mut missing: BTreeSet<&str> = TABLE.iter().map(|entry| entry.def.name).collect();
    for folder in ["run", "jax"] {
        for (place, text) in programs(folder) {
            let Some(module) = parse(&text).module else { panic!("{place} does not parse") };
            let names = names(&module);
            // A program without checks does not cover its ops.
            if text.contains("check.expect") {
                missing.retain(|op| !names.contains(*op));
            }
        }
    }
    for (op, _) in NOT_RUN {
        assert!(missing.remove(op), "{op} is listed in NOT_RUN, but a program runs it");
    }
    assert!(
        missing.is_empty(),
        "no program in tests/run or tests/jax runs and checks {missing:#?}"
    );
}

#[test]
fn every_op_of_our_own_has_an_error() {
    let mut missing: BTreeSet<&str> =
        TABLE.iter().map(|entry| entry.def.name).filter(|n| !n.starts_with("stablehlo.")).collect();
    for (_, text) in programs("errors") {
        for diagnostic in report(&text) {
            missing.retain(|op| !diagnostic.message.contains(&format!("`{op}`")));
        }
    }
    for (op, _) in WITHOUT_ERROR {
        assert!(missing.remove(op), "{op} is listed in WITHOUT_ERROR, but has one");
    }
    assert!(missing.is_empty(), "no program in tests/errors breaks a constraint of {missing:#?}");
}

#[test]
fn every_label_is_told_in_words() {
    for (op, labels) in specification() {
        let constraints = labels.iter().filter(|l| l.starts_with('C'));
        let op = format!("stablehlo.{op}");
        let told: BTreeSet<String> =
            hloom_ir::ops::constraints(&op).map(|(label, _)| label.to_owned()).collect();
        let listed: BTreeSet<String> = constraints.cloned().collect();
        assert_eq!(told, listed, "ir/src/ops/constraints.txt on {op}");
    }
}
