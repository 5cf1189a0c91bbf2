//! `hloom opt`: parse, verify, run passes, print.
//!
//! Each program of the input (one, or several with `--split-input-file`) is processed separately;
//! an error in one does not affect the others. With `--verify-diagnostics`, diagnostics are
//! compared with the `expected-…` comments of the text, and only a mismatch is a failure.
//!
//! A pass that panics or leaves an invalid module has a bug: it is reported with the pass and the
//! function, a reproducer is written, and the exit status is 101.

mod emit;
mod flags;
mod reproducer;
mod storage;
mod watch;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use hloom_ir::Diagnostic;
use hloom_ir::text::{PrintOptions, print};
use hloom_passes::driver::{Failure, Run};
use hloom_passes::pipeline::Step;
use hloom_passes::statistics::Instructions;
use hloom_passes::{Options, Pipeline};

use emit::Emit;
pub(crate) use emit::storage_programs;
pub(crate) use flags::PassFlags;
use watch::{Dumps, Watch};

use crate::fusion::FusionFlags;
use crate::source::{self, Chunk, Format, Source};
use crate::storage::{StorageFlags, passes};
use crate::{ExitStatus, Io, near, target, upstream};

/// Parse, verify, run passes, and print
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  hloom opt model.mlir                               check and print in pretty form
  hloom opt model.mlir --passes=inline,canonicalize,cse
  hloom opt model.mlir --canonicalize --print-ir-after-change
  hloom opt --list-passes
  hloom opt spmv.sdql --storage A=csr --optimize-storage
                                                     a storage program as loops over its arrays
  hloom opt model.mlir --emit=sdql                   StableHLO as a storage program")]
pub struct Args {
    /// The program to read; - is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    /// Write the result to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    passes: PassFlags,
    #[command(flatten)]
    fusion: FusionFlags,
    /// The language of the program (default: sdqlite for .sdql files, else stablehlo)
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    input: Option<storage::Language>,
    /// The language of the output (default: that of the program)
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    emit: Option<Emit>,
    #[command(flatten)]
    storage: StorageFlags,
    /// List the passes and their options
    #[arg(long)]
    list_passes: bool,
    /// List the rewrite rules of canonicalize
    #[arg(long)]
    list_rules: bool,
    /// Switch a rewrite rule off (may be given several times)
    #[arg(long, value_name = "NAME")]
    disable_rule: Vec<String>,
    /// Print every op in generic form
    #[arg(long)]
    print_generic: bool,
    /// Print the locations that ops have, loc(…)
    #[arg(long)]
    print_locations: bool,
    /// Leave out the elements of constants with more elements than this; the text is for people,
    /// and can't be read again
    #[arg(long, value_name = "N")]
    elide_constants: Option<usize>,
    /// Take the parts between lines of `// -----` as programs of their own
    #[arg(long)]
    split_input_file: bool,
    /// Compare what is reported with the expected-error, -warning, -remark and -note comments
    #[arg(long)]
    verify_diagnostics: bool,
    /// Show the program on standard error before this pass
    #[arg(long, value_name = "PASS")]
    print_ir_before: Vec<String>,
    /// Show the program on standard error before each pass
    #[arg(long)]
    print_ir_before_all: bool,
    /// Show the program on standard error after this pass
    #[arg(long, value_name = "PASS")]
    print_ir_after: Vec<String>,
    /// Show the program on standard error after each pass
    #[arg(long)]
    print_ir_after_all: bool,
    /// Show the program on standard error after each pass that changed it
    #[arg(long)]
    print_ir_after_change: bool,
    /// Report on standard error where the time went
    #[arg(long)]
    timing: bool,
    /// Report on standard error what each pass counted, and the instructions that are left
    #[arg(long)]
    statistics: bool,
    /// Verify the program after each pass that changed it; --verify-each=0 switches it off
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true,
          default_value = "true", default_missing_value = "true",
          value_parser = clap::builder::BoolishValueParser::new())]
    verify_each: bool,
    /// The folder for reproducers of bugs (default: the temporary folder)
    #[arg(long, value_name = "DIR")]
    reproducer_dir: Option<PathBuf>,
    /// The form of diagnostics
    #[arg(long, value_enum, default_value_t)]
    diagnostics: Format,
}

/// Runs the command.
///
/// # Errors
/// If the pipeline or a name is invalid, or a file can't be read or written.
pub fn run(args: Args, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    if args.list_passes || args.list_rules {
        let listed =
            [(args.list_passes, list_passes as fn() -> String), (args.list_rules, list_rules)];
        let listing: String =
            listed.iter().filter(|(requested, _)| *requested).map(|(_, list)| list()).collect();
        io.write_result(args.output.as_deref(), listing.as_bytes())?;
        return Ok(ExitStatus::Success);
    }
    storage::check(&args)?;
    if storage::is_about(&args) {
        return storage::run(&args, io);
    }
    let job = Job::new(&args, io)?;
    let source = Source::read(&args.file, io)?;
    let mut status = ExitStatus::Success;
    let mut printed = String::new();
    let mut figures = Figures::default();
    for (i, chunk) in source.chunks(args.split_input_file).into_iter().enumerate() {
        let outcome = job.work(&chunk, &mut figures, io)?;
        if let Some(text) = &outcome.text {
            if i > 0 {
                printed += source::MARKER;
                printed.push('\n');
            }
            printed += text;
        }
        let found = job.report(&source, &chunk, outcome, io)?;
        status = status.worse(found);
    }
    // The output for a text with errors covers its valid programs, but a file is replaced only by a
    // complete result.
    if args.output.is_none() || status == ExitStatus::Success {
        io.write_result(args.output.as_deref(), printed.as_bytes())?;
    }
    args.fusion.finish(&job.options.fusion, io)?;
    if args.timing {
        let text = watch::timing(figures.read, &figures.runs, figures.wrote);
        io.stderr.write_all(text.as_bytes())?;
    }
    if args.statistics {
        io.stderr.write_all(watch::statistics(&figures.runs).as_bytes())?;
        for instructions in &figures.instructions {
            io.stderr.write_all(instructions.to_string().as_bytes())?;
        }
    }
    Ok(status)
}

/// The checked command line.
struct Job<'a> {
    args: &'a Args,
    pipeline: Pipeline,
    options: Options,
    dumps: Dumps,
    print: PrintOptions,
}

/// The result of one program.
#[derive(Default)]
struct Outcome {
    /// The printed program; `None` if there was an error.
    text: Option<String>,
    /// Its diagnostics.
    diagnostics: Vec<Diagnostic>,
    /// The failure of a pass with a bug.
    bug: Option<Failure>,
}

/// The data of `--timing` and `--statistics`.
#[derive(Default)]
struct Figures {
    read: Duration,
    wrote: Duration,
    runs: Vec<Run>,
    /// The instruction counts of each program after its passes.
    instructions: Vec<Instructions>,
}

impl<'a> Job<'a> {
    fn new(args: &'a Args, io: &mut Io<'_>) -> anyhow::Result<Job<'a>> {
        for name in args.print_ir_before.iter().chain(&args.print_ir_after) {
            known("pass", name, hloom_passes::TABLE.iter().map(|p| p.name))?;
        }
        for name in &args.disable_rule {
            known("rule", name, hloom_passes::canonicalize::RULES.rules().iter().map(|r| r.name))?;
        }
        let pipeline = pipeline(&args.passes.pipeline)?;
        args.fusion.check(Some(&pipeline), false)?;
        Ok(Job {
            args,
            options: Options {
                verify_each: args.verify_each,
                disabled_rules: args.disable_rule.iter().cloned().collect(),
                fusion: args.fusion.control(io)?,
                upstream: Some(Arc::new(upstream::Passes::default())),
                files: named_files(&pipeline.steps)?,
            },
            dumps: Dumps {
                before: args.print_ir_before.clone(),
                before_all: args.print_ir_before_all,
                after: args.print_ir_after.clone(),
                after_all: args.print_ir_after_all,
                after_change: args.print_ir_after_change,
            },
            print: PrintOptions {
                generic: args.print_generic,
                locations: args.print_locations,
                elide_larger: args.elide_constants,
                irdl: false,
            },
            pipeline,
        })
    }

    /// Processes one program.
    fn work(
        &self,
        chunk: &Chunk<'_>,
        figures: &mut Figures,
        io: &mut Io<'_>,
    ) -> anyhow::Result<Outcome> {
        let clock = Instant::now();
        let (module, diagnostics) = upstream::read_for(chunk, Some(&self.pipeline));
        figures.read += clock.elapsed();
        let mut outcome = Outcome { diagnostics, ..Outcome::default() };
        let Some(mut module) = module else { return Ok(outcome) };

        let mut watch = Watch::new(&self.dumps, self.print, io.stderr);
        let ran = hloom_passes::run(&mut module, &self.pipeline, &self.options, &mut watch);
        if let Some(error) = watch.error.take() {
            return Err(error.into());
        }
        figures.runs.append(&mut watch.runs);
        match ran {
            Ok(()) => {
                let clock = Instant::now();
                match self.args.emit {
                    Some(Emit::Sdql) => match emit::storage_programs(&module) {
                        Ok(emitted) => outcome.text = Some(emitted.text),
                        Err(refused) => outcome.diagnostics.push(*refused),
                    },
                    Some(Emit::Stablehlo) | None => {
                        outcome.text = Some(print(&module, &self.print));
                    }
                }
                figures.wrote += clock.elapsed();
                if self.args.statistics {
                    figures.instructions.push(Instructions::of(&module));
                }
            }
            Err(failure) if failure.is_bug() => outcome.bug = Some(failure),
            Err(failure) => {
                outcome.diagnostics.push(target::diagnostic_of(&module, &failure));
            }
        }
        Ok(outcome)
    }

    /// Reports the result of a program.
    fn report(
        &self,
        source: &Source,
        chunk: &Chunk<'_>,
        outcome: Outcome,
        io: &mut Io<'_>,
    ) -> anyhow::Result<ExitStatus> {
        if let Some(failure) = outcome.bug {
            return self.report_bug(chunk, &failure, io);
        }
        let found = if self.args.verify_diagnostics {
            chunk.unexpected(&outcome.diagnostics)
        } else {
            outcome.diagnostics
        };
        let found = chunk.in_whole_text(found);
        source.show(&found, self.args.diagnostics, io)?;
        Ok(if source::any_error(&found) { ExitStatus::Wrong } else { ExitStatus::Success })
    }

    fn report_bug(
        &self,
        chunk: &Chunk<'_>,
        failure: &Failure,
        io: &mut Io<'_>,
    ) -> anyhow::Result<ExitStatus> {
        io.error(format_args!("this is a bug in hloom: {failure}"))?;
        let folder = self.args.reproducer_dir.clone().unwrap_or_else(std::env::temp_dir);
        let path = reproducer::write(
            &folder,
            failure.pass,
            &failure.to_string(),
            &self.pipeline.to_string(),
            &self.args.disable_rule,
            chunk.text,
        );
        match path {
            Ok(path) => writeln!(io.stderr, "  = note: {} shows it again", path.display())?,
            Err(error) => writeln!(io.stderr, "  = note: no reproducer was left: {error:#}")?,
        }
        Ok(ExitStatus::Bug)
    }
}

/// Parses a pipeline.
///
/// # Errors
/// If it is malformed; the message shows the position.
pub(crate) fn pipeline(text: &str) -> anyhow::Result<Pipeline> {
    if text.trim().is_empty() {
        return Ok(Pipeline::default());
    }
    Pipeline::parse(text).map_err(|error| {
        let (start, end) = error.at;
        let before = text.get(..start).unwrap_or_default().chars().count();
        let marked = text.get(start..end).unwrap_or_default().chars().count().max(1);
        anyhow::anyhow!("{}\n  | {text}\n  | {:before$}{:^<marked$}", error.message, "", "")
    })
}

/// The texts of the files that options of passes name.
fn named_files(steps: &[Step]) -> anyhow::Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    for step in steps {
        match step {
            Step::Functions(inner) => found.extend(named_files(inner)?),
            Step::Pass { def, options } => {
                let named = options
                    .iter()
                    .filter(|(name, _)| (def.name, name.as_str()) == ("assign-splits", "times"));
                for (_, path) in named {
                    let text = std::fs::read_to_string(path)
                        .with_context(|| format!("can't read `{path}`"))?;
                    found.insert(path.clone(), text);
                }
            }
        }
    }
    Ok(found)
}

/// Checks that a name is one of these.
fn known<'n>(
    what: &str,
    name: &str,
    names: impl Iterator<Item = &'n str> + Clone,
) -> anyhow::Result<()> {
    if names.clone().any(|known| known == name) {
        return Ok(());
    }
    match near::nearest(name, names) {
        Some(near) => bail!("there is no {what} `{name}`; did you mean `{near}`?"),
        None => bail!("there is no {what} `{name}`; --list-passes and --list-rules list them"),
    }
}

fn list_passes() -> String {
    let mut text = String::new();
    for pass in hloom_passes::TABLE {
        text += &format!("{:14} {}\n", pass.name, pass.doc);
        for option in (pass.options)() {
            text += &format!("  {:12}   {}\n", option.name, option.doc());
        }
    }
    text + "\nOver storage programs\n" + &passes::list()
}

fn list_rules() -> String {
    let rules = hloom_passes::canonicalize::RULES.rules();
    let width = rules.iter().map(|r| r.name.len()).max().unwrap_or(0);
    let ours: String =
        rules.iter().map(|r| format!("{:width$}  {}\n", r.name, r.describe())).collect();
    ours + "\nOf optimize-storage\n" + &passes::list_rules()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No pass is known to fail, so the failure is simulated.
    #[test]
    fn a_bug_is_reported_and_leaves_a_reproducer() {
        #[derive(clap::Parser)]
        struct Line {
            #[command(flatten)]
            args: Args,
        }
        let folder = std::env::temp_dir().join(format!("hloom-bug-{}", std::process::id()));
        let line = ["opt", "--passes=canonicalize,cse", "--reproducer-dir"];
        let line = line.iter().map(std::ffi::OsStr::new).chain([folder.as_os_str()]);
        let args = <Line as clap::Parser>::parse_from(line).args;
        let (mut stdin, mut stdout, mut stderr) = (std::io::empty(), Vec::new(), Vec::new());
        let mut io = Io {
            stdin: &mut stdin,
            stdout: &mut stdout,
            stderr: &mut stderr,
            terminal: crate::Terminal::default(),
        };
        let text = "func.func @f() {\n  return\n}\n".to_owned();
        let source = Source { name: "f.mlir".to_owned(), text };
        let failure = Failure {
            pass: "cse",
            function: Some("f".to_owned()),
            reason: hloom_passes::driver::Reason::Panic("index out of bounds".to_owned()),
        };
        let job = Job::new(&args, &mut io).unwrap();
        let outcome = Outcome { bug: Some(failure), ..Outcome::default() };
        let status = job.report(&source, &source.chunks(false)[0], outcome, &mut io).unwrap();
        assert_eq!(status.code(), 101);

        let stderr = String::from_utf8(stderr).unwrap();
        let headline =
            "error: this is a bug in hloom: pass `cse` on @f panicked: index out of bounds";
        assert_eq!(stderr.lines().next(), Some(headline));
        let path = stderr.lines().nth(1).unwrap().strip_prefix("  = note: ").unwrap();
        let path = path.strip_suffix(" shows it again").unwrap();
        let left = std::fs::read_to_string(path).unwrap();
        assert!(
            left.starts_with("// RUN: hloom opt %s --passes='canonicalize,cse' --verify-each\n")
        );
        assert!(left.ends_with("\n\nfunc.func @f() {\n  return\n}\n"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
