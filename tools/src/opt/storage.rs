//! `hloom opt` of storage programs: parse, check, run passes, print.
//!
//! A program without passes is printed as it was parsed; after a pass, its result is a term, whose
//! variables have generated names.

use anyhow::bail;
use hloom_ir::Diagnostic;
use hloom_storage::syntax;
use hloom_storage_search::search::{Statistics, Status};

use super::{Args, Emit, known};
use crate::source::{self, Chunk, Source};
use crate::storage::passes::{self, Pipeline};
use crate::storage::{self, StorageProgram, Stored};
use crate::{ExitStatus, Io};

/// The language of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(super) enum Language {
    /// MLIR text with StableHLO
    Stablehlo,
    /// Storage programs
    Sdqlite,
}

/// Whether the command is about storage programs.
pub(super) fn is_about(args: &Args) -> bool {
    match args.input {
        Some(language) => language == Language::Sdqlite,
        None => storage::is_program(&args.file),
    }
}

/// Checks that the options are for programs of the language.
///
/// # Errors
/// One is not.
pub(super) fn check(args: &Args) -> anyhow::Result<()> {
    let dumps = [&args.print_ir_before, &args.print_ir_after];
    let ours = [
        ("--print-generic", args.print_generic),
        ("--print-locations", args.print_locations),
        ("--elide-constants", args.elide_constants.is_some()),
        ("--print-ir-before and --print-ir-after", dumps.iter().any(|names| !names.is_empty())),
        ("--print-ir-before-all", args.print_ir_before_all),
        ("--print-ir-after-all", args.print_ir_after_all),
        ("--print-ir-after-change", args.print_ir_after_change),
        ("--timing", args.timing),
        ("--verify-each", !args.verify_each),
        ("--reproducer-dir", args.reproducer_dir.is_some()),
        ("--machine", args.fusion.has_machine()),
        ("--emit=stablehlo", args.emit == Some(Emit::Stablehlo)),
    ];
    // Options about the text of MLIR.
    let of_text = [
        ("--print-generic", args.print_generic),
        ("--print-locations", args.print_locations),
        ("--elide-constants", args.elide_constants.is_some()),
    ];
    let given = |options: &[(&'static str, bool)]| {
        options.iter().find(|(_, given)| *given).map(|(option, _)| *option)
    };
    match (is_about(args), given(&ours), args.storage.given()) {
        (true, Some(option), _) => bail!("{option} is for StableHLO programs"),
        (false, _, Some(option)) => bail!("{option} is for storage programs (.sdql)"),
        _ => match given(&of_text).filter(|_| args.emit == Some(Emit::Sdql)) {
            Some(option) => bail!("{option} is for MLIR text, not for --emit=sdql"),
            None => Ok(()),
        },
    }
}

/// Runs the command.
///
/// # Errors
/// If a name is not known, or a file can't be read or written.
pub(super) fn run(args: &Args, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    let rules = passes::rules();
    for name in &args.disable_rule {
        known("rule", name, rules.iter().map(|rule| rule.name.as_str()))?;
    }
    let pipeline = Pipeline::parse(&args.passes.pipeline)?;
    if let Some(flag) = args.fusion.given(true) {
        let passes = !args.passes.pipeline.is_empty();
        match args.fusion.plan_to_use() {
            Some(_) if passes => {
                bail!("--use-plan says which plan is printed; it excludes passes")
            }
            None if !passes => bail!("{flag} is for the plan of a pass: give --optimize-storage"),
            _ => {}
        }
        if args.split_input_file {
            bail!("{flag} goes with one program alone");
        }
    }
    let stored = args.storage.stored(io)?;
    let job = Job { args, pipeline, stored };
    let source = Source::read(&args.file, io)?;
    let mut status = ExitStatus::Success;
    let (mut printed, mut figures) = (String::new(), Vec::new());
    for (i, chunk) in source.chunks(args.split_input_file).into_iter().enumerate() {
        let found = match job.work(&chunk, io)? {
            Ok((text, stages)) => {
                if i > 0 {
                    printed += source::MARKER;
                    printed.push('\n');
                }
                printed += &text;
                figures.extend(stages);
                Vec::new()
            }
            Err(found) => found,
        };
        let found = if args.verify_diagnostics { chunk.unexpected(&found) } else { found };
        let found = chunk.in_whole_text(found);
        source.show(&found, args.diagnostics, io)?;
        if source::any_error(&found) {
            status = ExitStatus::Wrong;
        }
    }
    if args.output.is_none() || status == ExitStatus::Success {
        io.write_result(args.output.as_deref(), printed.as_bytes())?;
    }
    if args.statistics {
        let text: String = figures.iter().map(|stage| format!("{stage}\n")).collect();
        io.stderr.write_all(text.as_bytes())?;
    } else if let Some(stage) = figures.iter().find(|stage| stage.is_cut_off()) {
        writeln!(io.stderr, "note: the search for a plan was cut off: {stage}")?;
    }
    Ok(status)
}

/// The checked command line.
struct Job<'a> {
    args: &'a Args,
    pipeline: Pipeline,
    stored: Vec<Stored>,
}

/// The text of a program after its passes with the figures of the optimizer, or its errors.
type Worked = Result<(String, Vec<Status>), Vec<Diagnostic>>;

impl Job<'_> {
    fn work(&self, chunk: &Chunk<'_>, io: &mut Io<'_>) -> anyhow::Result<Worked> {
        let program = match storage::compile(chunk.text, &self.stored) {
            Ok(program) => program,
            Err(found) => return Ok(Err(found)),
        };
        // Statistics are of the data of the last program, which has all tensors.
        let statistics = self.args.storage.statistics(&program, io)?;
        let (mut text, mut stages) = (String::new(), Vec::new());
        for (name, of) in &program.before {
            let (printed, figures) = self.planned(of, &statistics);
            text += &format!("// `{name}`, which each run computes once\n{printed}// -----\n");
            stages.extend(figures);
        }
        if let Some(path) = self.args.fusion.plan_to_use() {
            let plan = Source::read(path, io)?;
            let term = match storage::plan::read(&program, &plan.text) {
                Ok(term) => term,
                Err(Ok(what)) => bail!("`{}`: {what}", path.display()),
                Err(Err(found)) => {
                    plan.show(&found, self.args.diagnostics, io)?;
                    bail!("the plan `{}` is wrong", path.display());
                }
            };
            return Ok(Ok((text + &passes::text(&program, &term), stages)));
        }
        let (printed, figures) = self.planned(&program, &statistics);
        stages.extend(figures);
        if let Some(path) = self.args.fusion.plan_to_write() {
            let plan = storage::plan::headed(&program, &printed);
            io.write_result(Some(path), plan.as_bytes())?;
        }
        Ok(Ok((text + &printed, stages)))
    }

    /// The text of one program after the passes, and the figures of the optimizer.
    fn planned(&self, program: &StorageProgram, statistics: &Statistics) -> (String, Vec<Status>) {
        let staged = if self.args.passes.pipeline.is_empty() {
            None
        } else {
            self.pipeline.run(&program.module, statistics, &self.args.disable_rule)
        };
        match staged {
            Some(staged) => (passes::text(program, &staged.term), staged.stages),
            // A list of declarations has nothing to optimize.
            None => (syntax::print(&program.tree), Vec::new()),
        }
    }
}
