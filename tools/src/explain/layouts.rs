//! `hloom explain layouts FILE`: the values of a program with layouts other than row-major, and the
//! traffic that this saves.

use std::fmt::Write as _;
use std::path::Path;

use hloom_ir::{Module, OpId};
use hloom_passes::layout::{Choice, choices};

use crate::{ExitStatus, Io};

/// Prints the layouts that `assign-layouts` chooses in programs.
///
/// # Errors
/// If a file can't be read.
pub(super) fn run(files: &[&Path], io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    for file in files {
        let status = program(file, io)?;
        if status != ExitStatus::Success {
            return Ok(status);
        }
    }
    Ok(ExitStatus::Success)
}

fn program(file: &Path, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    let read = super::read_for("assign-layouts", file, &Default::default(), io)?;
    let Some((_, module)) = read else { return Ok(ExitStatus::Wrong) };
    let mut text = String::new();
    for function in module.functions() {
        text += &describe(&module, function);
    }
    io.write_result(None, text.as_bytes())?;
    Ok(ExitStatus::Success)
}

/// The layouts chosen in a function.
fn describe(module: &Module, function: OpId) -> String {
    let name = &module.func(function).sym_name.0;
    let chosen = choices(module, function);
    if chosen.is_empty() {
        return format!("@{name}: all values are row-major\n");
    }
    chosen.iter().map(|choice| one(module, name, choice)).collect()
}

fn one(module: &Module, function: &str, choice: &Choice) -> String {
    let called = |v| module.name(v).map_or_else(|| "a value".to_owned(), |n| format!("%{n}"));
    let values: Vec<String> = choice.values.iter().map(|&v| called(v)).collect();
    let mut text = format!("@{function}: {} in {}\n", values.join(", "), choice.layout);
    // Writing to a string does not fail.
    let _ = writeln!(
        text,
        "  bytes moved in vain: about {:.0}, row-major {:.0}",
        choice.after, choice.before
    );
    for &op in &choice.free {
        let (x, y) = (module.operand(op, 0), module.result(op, 0));
        let _ = writeln!(text, "  {} is the memory of {}", called(y), called(x));
    }
    text
}
