//! Tests of the op table.

use super::*;

#[test]
fn ops_are_small() {
    assert!(size_of::<Op>() <= 64, "an op takes {} bytes; box its large fields", size_of::<Op>());
}

#[test]
fn names_are_unique_and_documented() {
    assert_eq!(BY_NAME.len(), TABLE.len());
    assert_eq!(Position::Foreign as usize, TABLE.len());
    for entry in TABLE {
        assert!(!entry.def.doc.trim().is_empty(), "{} has no documentation", entry.def.name);
    }
}

/// The defaults for foreign ops are that they may fail and are not folded; an op of the table must
/// state both.
#[test]
fn every_pure_op_says_whether_it_may_fail_and_whether_it_folds() {
    for def in TABLE.iter().map(|entry| entry.def) {
        let (says, name) = (|of: Trait| usize::from(def.has(of)), def.name);
        let evaluated = says(Trait::Pure);
        let runs = evaluated.max(says(Trait::Terminator));
        let fails = says(Trait::NeverFails) + says(Trait::MayFail);
        assert_eq!(fails, runs, "{name} has to be one of NeverFails and MayFail if pure");
        let folds = says(Trait::Foldable) + says(Trait::NotFoldable);
        assert_eq!(folds, evaluated, "{name} has to be one of Foldable and NotFoldable if pure");
    }
    assert!(!FOREIGN.has(Trait::NeverFails) && !FOREIGN.has(Trait::Foldable));
}

/// The ops with the trait `Symbol` are those to which
/// [`Payload::symbol_name`](crate::module::Payload::symbol_name) has an arm.
#[test]
fn every_symbol_has_a_name() {
    let symbols = TABLE.iter().filter(|entry| entry.def.has(Trait::Symbol));
    let names: Vec<&str> = symbols.map(|entry| entry.def.name).collect();
    assert_eq!(names, ["builtin.module", "func.func", "sdy.mesh"]);
}

/// The attributes whose pretty form is a symbol. The verifier looks up each reference among them, so
/// a new one needs an arm in `verify/result.rs`.
#[test]
fn references_to_symbols_are_these() {
    use crate::field::Style;
    let of = |entry: &OpEntry| {
        let symbols = entry.def.attrs.iter().filter(|attr| matches!(attr.style, Style::Symbol));
        symbols.map(|attr| (entry.def.name, attr.name)).collect::<Vec<_>>()
    };
    let found: Vec<(&str, &str)> = TABLE.iter().flat_map(of).collect();
    let expected = [
        ("builtin.module", "sym_name"),
        ("func.func", "sym_name"),
        ("sdy.mesh", "sym_name"),
        ("func.call", "callee"),
        ("stablehlo.composite", "decomposition"),
    ];
    assert_eq!(found, expected);
}

/// The text of the index: all ops by dialect, with their first sentences and constraint labels.
fn index() -> String {
    let mut text = "An index of all ops.\n\n\
        Made from the op table; `BLESS=1 cargo test --package hloom-ir` writes it anew.\n"
        .to_owned();
    let dialect = |name: &'static str| name.split('.').next().unwrap_or_default();
    let mut seen: Vec<&str> = Vec::new();
    for of in TABLE.iter().map(|e| dialect(e.def.name)) {
        if seen.contains(&of) {
            continue;
        }
        seen.push(of);
        text += &format!("\n# {of}\n\n| op | what it does | constraints |\n|---|---|---|\n");
        let rows = TABLE.iter().zip(STRUCTS).filter(|(e, _)| dialect(e.def.name) == of);
        for (def, name) in rows.map(|(e, name)| (e.def, name)) {
            let doc = def.doc.split("\n\n").next().unwrap_or_default();
            let doc = doc.split_whitespace().collect::<Vec<_>>().join(" ");
            let end = doc.find(". ").map_or(doc.len(), |i| i + 1);
            let what = doc[..end].replace('|', "\\|");
            let labels: Vec<&str> = constraints(def.name).map(|(label, _)| label).collect();
            let labels = match labels[..] {
                [] => String::new(),
                [one] => one.to_owned(),
                [first, .., last] => format!("{first}–{last}"),
            };
            text += &format!("| [`{}`](super::{name}) | {what} | {labels} |\n", def.name);
        }
    }
    text
}

#[test]
fn the_index_is_what_the_table_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/ops/index.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, index()).expect("the file can be written");
    }
    let found = std::fs::read_to_string(path).expect("the file can be read");
    assert!(found == index(), "BLESS=1 cargo test --package hloom-ir writes the index anew");
}
