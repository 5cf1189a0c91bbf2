//! What texts become, and what is said of wrong ones.

use super::*;

fn files() -> Vec<(std::path::PathBuf, String)> {
    let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests");
    let mut found = Vec::new();
    let mut folders = vec![std::path::PathBuf::from(tests)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "mlir") {
                let text = std::fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    found
}

/// The diagnostics as one text, each with its line and column.
fn say(source: &str, diagnostics: &[Diagnostic]) -> String {
    let place = |span: Span| {
        let before = &source.as_bytes()[..span.start as usize];
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|&&b| b != b'\n').count() + 1;
        let text = source.get(span.start as usize..span.end as usize).unwrap_or("?");
        format!("{line}:{column} `{text}`")
    };
    let mut out = String::new();
    for d in diagnostics {
        out += &format!("{}: {} at {}", d.severity, d.message, place(d.span));
        if !d.label.is_empty() {
            out += &format!(" ({})", d.label);
        }
        out += "\n";
        for (span, note) in &d.notes {
            out += &format!("  note: {note} at {}\n", place(*span));
        }
        if let Some(help) = &d.help {
            out += &format!("  help: {help}\n");
        }
    }
    out
}

fn errors(source: &str) -> String {
    let parsed = parse(source);
    let text = say(source, &parsed.diagnostics);
    if parsed.module.is_some() {
        return format!("{text}accepted\n");
    }
    text
}

fn read(source: &str) -> Module {
    let parsed = parse(source);
    let said = say(source, &parsed.diagnostics);
    let module = parsed.module.unwrap_or_else(|| panic!("{said}"));
    module.recount().unwrap();
    module
}

#[test]
fn real_programs_are_read() {
    let mut wrong = String::new();
    for (path, text) in files() {
        for (i, part) in text.split("// -----").enumerate() {
            let parsed = parse(part);
            if parsed.module.is_none() {
                wrong +=
                    &format!("{} part {i}\n{}", path.display(), say(part, &parsed.diagnostics));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
