//! Text round-trips: printed text parses, and prints to the same bytes from the second print on, in
//! pretty and in generic form, with locations and without.

use hloom_ir::diag::expected::split_input;
use hloom_ir::diag::{Format, render};
use hloom_ir::op::Syntax;
use hloom_ir::ops::TABLE;
use hloom_ir::text::{PrintOptions, parse, print};
use hloom_ir::verify::verify;
use hloom_tests::programs::{below, text_of};
use std::path::PathBuf;

/// The programs in a folder of the tests; at least one.
fn programs(folder: &str) -> Vec<PathBuf> {
    let found = below(folder);
    assert!(!found.is_empty(), "there are programs in {folder}");
    found
}

/// Parses and prints; panics with the diagnostics if that fails.
#[track_caller]
fn reprint(text: &str, what: &str, options: &PrintOptions) -> String {
    let parsed = parse(text);
    match parsed.module {
        Some(module) => {
            if let Err(errors) = verify(&module) {
                panic!("{}", render(&errors, what, text, Format::Text));
            }
            print(&module, options)
        }
        None => panic!("{}", render(&parsed.diagnostics, what, text, Format::Text)),
    }
}

/// The first line in which two texts differ.
fn difference(a: &str, b: &str) -> String {
    let mut lines = a.lines().zip(b.lines()).enumerate().filter(|(_, (x, y))| x != y);
    let shorten = |line: &str| line.chars().take(200).collect::<String>();
    match lines.next() {
        Some((i, (x, y))) => {
            format!("line {}:\n  {}\n  {}", i + 1, shorten(x), shorten(y))
        }
        None => format!("{} and {} lines", a.lines().count(), b.lines().count()),
    }
}

fn goes_round(text: &str, what: &str) {
    let mut printed = Vec::new();
    for (generic, locations) in [(false, false), (true, false), (false, true), (true, true)] {
        let options = PrintOptions { generic, locations, ..Default::default() };
        let first = reprint(text, what, &options);
        let name = format!("{what}, printed (generic: {generic}, locations: {locations})");
        let second = reprint(&first, &name, &options);
        if locations {
            // The numbers of locations are stable from the second print on.
            let third = reprint(&second, &name, &options);
            assert!(second == third, "{name} changes: {}", difference(&second, &third));
        } else {
            assert!(first == second, "{name} changes: {}", difference(&first, &second));
        }
        printed.push((options, second));
    }
    // Conversion from one form to the other and back loses nothing. Generated names become stable
    // first: generic form does not have names for constants.
    let (pretty, generic) = (&printed[0], &printed[1]);
    let once = reprint(&generic.1, what, &pretty.0);
    let twice = reprint(&reprint(&once, what, &generic.0), what, &pretty.0);
    assert!(once == twice, "{what}, pretty to generic: {}", difference(&once, &twice));
}

#[test]
fn every_program_goes_round() {
    for folder in ["models", "jax", "text"] {
        for path in programs(folder) {
            let text = text_of(&path);
            for (i, (_, part)) in split_input(&text).into_iter().enumerate() {
                goes_round(part, &format!("{} part {i}", path.display()));
            }
        }
    }
}

/// A text without the lines that are comments.
fn without_comments(text: &str) -> String {
    text.split_inclusive('\n').filter(|line| !line.trim_start().starts_with("//")).collect()
}

/// The programs in `text` are in printed form; those in `text/generic` are in printed generic form.
#[test]
fn canonical_text_is_printed_as_it_is() {
    for path in programs("text") {
        let text = text_of(&path);
        let generic = path.parent().is_some_and(|folder| folder.ends_with("generic"));
        let options =
            PrintOptions { generic, locations: text.contains(" loc("), ..Default::default() };
        let expected = without_comments(&text);
        let found = reprint(&text, &path.display().to_string(), &options);
        if found != expected && std::env::var_os("BLESS").is_some_and(|bless| bless != "0") {
            let comments: String = text
                .lines()
                .take_while(|l| l.starts_with("//"))
                .map(|l| format!("{l}\n"))
                .collect();
            std::fs::write(&path, comments + &found).expect("the file can be written");
            continue;
        }
        assert!(found == expected, "{}: {}", path.display(), difference(&expected, &found));
    }
}

#[test]
fn every_op_has_a_text_test() {
    let all: String = programs("text").iter().map(|path| text_of(path)).collect();
    for entry in TABLE {
        let name = entry.def.name;
        let generic = all.contains(&format!("\"{name}\""));
        assert!(generic, "no program in tests/text/generic has {name}");
        let pretty = match name {
            "builtin.module" => all.contains("module {"),
            "func.call" | "func.return" => {
                all.contains(&format!("    {} ", entry.def.short_name()))
                    || all.contains(&format!("= {} ", entry.def.short_name()))
            }
            _ => {
                entry.def.syntax == Syntax::Generic
                    || all.contains(&format!("{name} "))
                    || all.contains(&format!("{name}("))
                    || all.contains(&format!("{name}<"))
            }
        };
        assert!(pretty, "no program in tests/text has {name} in its pretty form");
    }
}
