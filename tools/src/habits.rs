//! Command lines as users of LLVM, MLIR and StableHLO type them.
//!
//! Before the command line is parsed: long options with one hyphen get their second one
//! (`-canonicalize`, `-check-prefix=X`); options of `mlir-opt` and `stablehlo-opt` become
//! those of `hloom opt`, where there is such a thing, and are refused in one line that names
//! ours where there is not; and `hloom check` takes the options of `FILECHECK_OPTS` before
//! its own. Names of passes that others have are in [`hloom_passes::elsewhere`].

use std::collections::HashSet;
use std::ffi::OsString;

use anyhow::bail;
use clap::CommandFactory;
use hloom_passes::elsewhere::{self, Elsewhere};

use crate::Cli;

/// The meaning of an option of `mlir-opt`.
enum Habit {
    /// It is this option of `hloom opt`.
    Same(&'static str),
    /// It asks for what is always so.
    Always,
    /// It is not there; a sentence says what is instead.
    Other(&'static str),
}

/// Options of `mlir-opt` and `stablehlo-opt`, without hyphens.
const OPT: &[(&str, Habit)] = &[
    ("mlir-timing", Habit::Same("timing")),
    ("mlir-pass-statistics", Habit::Same("statistics")),
    ("mlir-print-debuginfo", Habit::Same("print-locations")),
    ("mlir-print-op-generic", Habit::Same("print-generic")),
    ("mlir-print-ir-before", Habit::Same("print-ir-before")),
    ("mlir-print-ir-before-all", Habit::Same("print-ir-before-all")),
    ("mlir-print-ir-after", Habit::Same("print-ir-after")),
    ("mlir-print-ir-after-all", Habit::Same("print-ir-after-all")),
    ("mlir-print-ir-after-change", Habit::Same("print-ir-after-change")),
    ("allow-unregistered-dialect", Habit::Always),
    ("mlir-disable-threading", Habit::Always),
    ("mlir-print-local-scope", Habit::Always),
    ("mlir-elide-elementsattrs-if-larger", Habit::Same("elide-constants")),
    (
        "mlir-elide-resource-strings-if-larger",
        Habit::Other("constants of resources are printed whole; see --elide-constants for others"),
    ),
    ("mlir-timing-display", Habit::Other("--timing has one form, a list")),
    (
        "mlir-pass-pipeline-crash-reproducer",
        Habit::Other("a pass that crashes always leaves a reproducer; --reproducer-dir says where"),
    ),
    (
        "mlir-print-ir-module-scope",
        Habit::Other("--print-ir-after and its kin always print the module"),
    ),
    ("mlir-print-stacktrace-on-diagnostic", Habit::Other("RUST_BACKTRACE=1 shows where a bug is")),
    ("emit-bytecode", Habit::Other("hloom opt writes text only")),
    ("dump-pass-pipeline", Habit::Other("--list-passes lists the passes and their options")),
    ("show-dialects", Habit::Other("`hloom explain` lists the ops")),
];

/// The command line as hloom has it.
///
/// # Errors
/// An option belongs to another program, and hloom has nothing like it.
pub(crate) fn translate(args: Vec<OsString>) -> anyhow::Result<Vec<OsString>> {
    let cli = Cli::command();
    let Some(command) = args.get(1).and_then(|name| name.to_str()) else { return Ok(args) };
    let Some(sub) = cli.find_subcommand(command) else { return Ok(args) };
    let mut long: HashSet<&str> = HashSet::from(["help"]);
    for argument in sub.get_arguments() {
        long.extend(argument.get_long());
        long.extend(argument.get_all_aliases().into_iter().flatten());
    }
    let is_opt = command == "opt";
    let from_environment = (command == "check").then(filecheck_options).unwrap_or_default();
    let (head, rest) = args.split_at(2);
    let mut translated = head.to_vec();
    let mut is_file = false;
    let mut stripped = false;
    for argument in from_environment.into_iter().chain(rest.iter().cloned()) {
        is_file |= argument == "--";
        let option = argument.to_str().filter(|_| !is_file);
        let Some(option) = option.filter(|it| it.len() > 2 && it.starts_with('-')) else {
            translated.push(argument);
            continue;
        };
        let text = option.trim_start_matches('-');
        let (name, value) = text.split_once('=').map_or((text, None), |(n, v)| (n, Some(v)));
        let habit = OPT.iter().find(|(known, _)| is_opt && *known == name).map(|(_, habit)| habit);
        let value = value.map(|value| format!("={value}")).unwrap_or_default();
        match (habit, elsewhere::find(name).filter(|_| is_opt && !long.contains(name))) {
            (Some(Habit::Same(ours)), _) => translated.push(format!("--{ours}{value}").into()),
            (Some(Habit::Always), _) => {}
            (Some(Habit::Other(what)), _) => bail!("`--{name}` is not an option here: {what}"),
            (None, _) if is_opt && name == "strip-debuginfo" => stripped = true,
            (None, Some(Elsewhere::Same(ours))) => {
                translated.push(format!("--{ours}{value}").into());
            }
            (None, Some(Elsewhere::Other(what))) => bail!("`--{name}` is not a pass here: {what}"),
            (None, None) if long.contains(name) => translated.push(format!("--{text}").into()),
            (None, None) => translated.push(argument),
        }
    }
    if stripped && translated.iter().any(|argument| argument == "--print-locations") {
        bail!("--strip-debuginfo and --print-locations exclude each other; leave one out");
    }
    Ok(translated)
}

/// The options in the environment's `FILECHECK_OPTS`, which LLVM's FileCheck reads too.
fn filecheck_options() -> Vec<OsString> {
    let text = std::env::var("FILECHECK_OPTS").unwrap_or_default();
    text.split_whitespace().map(OsString::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> String {
        let args = text.split(' ').map(OsString::from).collect();
        match translate(args) {
            Ok(args) => {
                let words: Vec<_> = args.iter().map(|it| it.to_string_lossy()).collect();
                words.join(" ")
            }
            Err(error) => format!("{error}"),
        }
    }

    #[test]
    fn upstreams_options_become_ours() {
        for (theirs, ours) in [
            ("-canonicalize -cse f.mlir", "--canonicalize --cse f.mlir"),
            ("--mlir-timing --mlir-print-op-generic", "--timing --print-generic"),
            ("--mlir-print-debuginfo -mlir-pass-statistics", "--print-locations --statistics"),
            ("--mlir-print-ir-before-all", "--print-ir-before-all"),
            ("-mlir-print-ir-after=cse -o x", "--print-ir-after=cse -o x"),
            ("--allow-unregistered-dialect -mlir-disable-threading -", "-"),
            ("--strip-debuginfo", ""),
            ("--mlir-elide-elementsattrs-if-larger=8", "--elide-constants=8"),
            ("-pass-pipeline=builtin.module(cse)", "--pass-pipeline=builtin.module(cse)"),
            ("--chlo-legalize-to-stablehlo", "--legalize-chlo"),
            ("-stablehlo-canonicalize-dynamism", "--canonicalize-dynamism"),
            ("-- -canonicalize", "-- -canonicalize"),
            ("-ofile", "-ofile"),
        ] {
            assert_eq!(
                line(&format!("hloom opt {theirs}")).trim(),
                format!("hloom opt {ours}").trim()
            );
        }
        assert_eq!(line("hloom run -backend=interp -x"), "hloom run --backend=interp -x");
        assert_eq!(
            line("hloom check -check-prefix=A -v -DX=1"),
            "hloom check --check-prefix=A -v -DX=1"
        );
        assert_eq!(line("hloom"), "hloom");
    }

    #[test]
    fn what_is_not_here_is_said_in_one_line() {
        for (argument, part) in [
            ("--mlir-elide-resource-strings-if-larger=8", "--elide-constants"),
            ("--stablehlo-legalize-to-linalg", "hloom compile"),
            ("-stablehlo-refine-arguments=types=tensor<2xf32>", "refine-shapes"),
            ("--strip-debuginfo --mlir-print-debuginfo", "exclude each other"),
        ] {
            let said = line(&format!("hloom opt {argument}"));
            assert!(said.contains(part) && said.lines().count() == 1, "{said}");
        }
    }
}
