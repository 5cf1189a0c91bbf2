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
use crate::storage::passes::{self, Pipeline, Staged};
use crate::storage::plan::Plan;
use crate::storage::{self, Arguments, Computed, StorageProgram, Stored};
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
            Some(_) if !args.disable_rule.is_empty() => {
                bail!("--use-plan says which plan is printed; it excludes --disable-rule")
            }
            Some(_) if args.statistics => {
                bail!("--statistics are of a search, and --use-plan has none")
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
        let bound = self.args.storage.data(&program, &Arguments::default(), io)?;
        let statistics = Statistics::of(&bound.inputs);
        let (mut text, mut stages) = (String::new(), Vec::new());
        let (printed_before, figures) = copies(&program, |of| self.staged(of, &statistics));
        text += &printed_before;
        stages.extend(figures);
        if let Some(path) = self.args.fusion.plan_to_use() {
            let how = (&statistics, self.args.diagnostics);
            let plan =
                storage::plan::replay(&program, path, how, io)?.map_err(anyhow::Error::msg)?;
            let over = storage::relaid(&program, &plan.relayouts).map_err(anyhow::Error::msg)?;
            self.write_plan((&program, &over), &plan, io)?;
            if !plan.relayouts.is_empty() {
                text += &copies(&over, |of| self.staged(of, &statistics)).0;
            }
            return Ok(Ok((text + &passes::text(&over, &plan.term), stages)));
        }
        let given = program;
        let mut statistics = statistics;
        let mut staged = self.staged(&given, &statistics);
        let relayouts = match staged.as_ref().filter(|_| self.args.disable_rule.is_empty()) {
            Some(staged) => {
                let plan = (&staged.term, &staged.stages[..]);
                storage::relayouts(&self.pipeline, &given, (&bound, &statistics), plan).relayouts
            }
            None => Vec::new(),
        };
        let program = storage::relaid(&given, &relayouts).map_err(anyhow::Error::msg)?;
        if !relayouts.is_empty() {
            let (printed, figures) = copies(&program, |of| self.staged(of, &statistics));
            text += &printed;
            stages.extend(figures);
            storage::describe(&given, &bound, &relayouts, &mut statistics);
            staged = self.staged(&program, &statistics);
        }
        if let Some(staged) = &staged {
            let takes_finite = self.pipeline.takes_finite(&staged.term, &statistics);
            let plan = Plan { relayouts, term: staged.term.clone(), takes_finite };
            self.write_plan((&given, &program), &plan, io)?;
        } else if self.args.fusion.plan_to_write().is_some() {
            bail!("--emit-plan is for the plan of a result, and the program has none");
        }
        let (printed, figures) = printed(&program, staged);
        stages.extend(figures);
        Ok(Ok((text + &printed, stages)))
    }

    /// Writes a plan of a program to the file of `--emit-plan`; with the program over the copies that it begins with.
    fn write_plan(
        &self,
        (program, over): (&StorageProgram, &StorageProgram),
        plan: &Plan,
        io: &mut Io<'_>,
    ) -> anyhow::Result<()> {
        let Some(path) = self.args.fusion.plan_to_write() else { return Ok(()) };
        io.write_result(Some(path), storage::plan::text(program, over, plan).as_bytes())
    }

    /// The result of the passes; `None` if there are none, or the program has no result.
    fn staged(&self, program: &StorageProgram, statistics: &Statistics) -> Option<Staged> {
        match self.args.passes.pipeline.is_empty() {
            true => None,
            false => self.pipeline.run(&program.module, statistics, &self.args.disable_rule),
        }
    }
}

/// The text of the tensors that each run makes before a program, after the passes, and the figures of the optimizer.
fn copies(
    program: &StorageProgram,
    staged: impl Fn(&StorageProgram) -> Option<Staged>,
) -> (String, Vec<Status>) {
    let (mut text, mut stages) = (String::new(), Vec::new());
    for Computed { name, program: of, .. } in &program.before {
        let (printed, figures) = printed(of, staged(of));
        text += &format!("// `{name}`, which each run computes once\n{printed}// -----\n");
        stages.extend(figures);
    }
    (text, stages)
}

/// The text of one program after the passes, and the figures of the optimizer.
fn printed(program: &StorageProgram, staged: Option<Staged>) -> (String, Vec<Status>) {
    match staged {
        Some(staged) => (passes::text(program, &staged.term), staged.stages),
        // A list of declarations has nothing to optimize.
        None => (syntax::print(&program.tree), Vec::new()),
    }
}
