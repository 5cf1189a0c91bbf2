//! `hloom check`: FileCheck.
//!
//! Reads directives (`CHECK:`, `CHECK-NEXT:`, …) out of a check file and sees that
//! the input has what they say. Directives, options, matching and exit status are
//! those of LLVM's FileCheck, and a corpus recorded from LLVM's own program holds
//! that (`tests/check`). The differences: reports show the nearest line and where it
//! first differs, and of the input only the block between labels; an option that
//! can't be understood exits with 2.
//!
//! From text to verdict: [`text`] makes blanks equal, [`directives`] finds the
//! directives, [`pattern`] and [`compose`] parse theirs ([`ere`] and [`block`] are
//! the two notations in them), [`engine`] matches one expression, [`translate`] writes it for the
//! `regex` crate, [`matcher`] runs
//! the whole script, [`near`] finds the nearest line, and [`report`] renders.

mod block;
mod compose;
mod directives;
mod engine;
mod ere;
mod expression;
mod matcher;
mod near;
mod numeric;
mod options;
mod pattern;
mod report;
mod text;
mod translate;

use crate::{ExitStatus, Io, display_name};

use directives::{Complaint, TextOffset};
use expression::Names;
use matcher::Rules;
use pattern::Values;
use report::Report;
use text::Text;

pub use options::Args;

/// The exit status for an invalid check file, as in FileCheck.
const BAD_CHECK_FILE: ExitStatus = ExitStatus::Usage;

/// Checks an input against a check file.
///
/// The status is [`ExitStatus::Success`] if the input matches the directives, [`ExitStatus::Wrong`]
/// if it does not, and [`ExitStatus::Usage`] if the check file or an option is invalid.
///
/// # Errors
/// If a file can't be read.
pub fn run(args: Args, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    if args.dump_input.contains(&options::Dump::Help) {
        io.stdout.write_all(report::DUMP_HELP.as_bytes())?;
        return Ok(ExitStatus::Success);
    }
    if args.check_file == args.input_file {
        anyhow::bail!("the check file and the input are both `{}`", args.check_file.display());
    }
    let color = io.terminal.stderr_colors || args.color;
    let reading = match args.reading() {
        Ok(reading) => reading,
        Err(message) => anyhow::bail!(message),
    };
    let mode = reading.mode;
    let strict = mode.strict_whitespace;
    let mut sources =
        vec![Text::new(display_name(&args.check_file), io.read_bytes(&args.check_file)?, strict)];
    let mut names = Names::default();
    let mut values = Values::default();
    for definition in &args.define {
        let source = sources.len();
        sources.push(Text::new("-D", definition.clone().into_bytes(), true));
        if let Err(flaw) = options::define(definition, &mut names, &mut values) {
            let place = Some(TextOffset { text: source, offset: flaw.at });
            return complain(Complaint { place, message: flaw.message }, &sources, color, io);
        }
    }
    let first = sources.len();
    for pattern in &args.implicit_check_not {
        sources.push(Text::new("--implicit-check-not", pattern.clone().into_bytes(), strict));
    }
    let implicit: Vec<_> =
        (first..).zip(&sources[first..]).map(|(i, text)| (i, text.bytes.as_slice())).collect();
    let script = match directives::read(&sources[0], &implicit, &reading, &mut names) {
        Ok(script) => script,
        Err(complaint) => return complain(complaint, &sources, color, io),
    };
    // As FileCheck does: of a wrong check file and an empty input, the file is reported.
    let input = io.read_bytes(&args.input_file)?;
    let input = Text::new(display_name(&args.input_file), input, strict);
    if input.bytes.is_empty() && !args.allow_empty {
        anyhow::bail!(
            "the input `{}` is empty; `--allow-empty` permits that",
            display_name(&args.input_file)
        );
    }

    let rules =
        Rules { scoped: args.enable_var_scope, dag_overlap: args.allow_deprecated_dag_overlap };
    let outcome = matcher::run(&script, &input.bytes, values, rules);
    let report = Report {
        sources: &sources,
        input: &input,
        script: &script,
        outcome: &outcome,
        dump: args.dump(),
        context: args.dump_input_context,
        matches: args.verbosity() > 0,
        color,
    };
    report.write(io.stderr)?;
    Ok(if outcome.failures.is_empty() { ExitStatus::Success } else { ExitStatus::Wrong })
}

fn complain(
    complaint: Complaint,
    sources: &[Text],
    color: bool,
    io: &mut Io<'_>,
) -> anyhow::Result<ExitStatus> {
    report::complaint(&complaint, sources, color, io.stderr)?;
    Ok(BAD_CHECK_FILE)
}
