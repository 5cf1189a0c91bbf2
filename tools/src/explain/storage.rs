//! `hloom explain storage FILE`: the storage of a program's tensors, its plan as nested loops, the
//! search that found it, and the costs with other formats.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use hloom_storage::check::Definition;
use hloom_storage::term::{Node, Term};
use hloom_storage::types::Form;
use hloom_storage::{EvalError, evaluate_within, formats as library, listing, raise};
use hloom_storage_search::search::{Statistics, estimate};

use crate::source::{Format, Source};
use crate::storage::passes::{Pipeline, Staged};
use crate::storage::{self, Bound, StorageFlags, StorageProgram};
use crate::{ExitStatus, Io};

/// The loop steps that are counted at most.
const STEPS: u64 = 50_000_000;
/// The time of counting the steps of one plan.
const TIME: Duration = Duration::from_secs(10);

/// Prints the plans of programs.
///
/// # Errors
/// If a file can't be read, or the data do not fit.
pub(super) fn run(
    files: &[&Path],
    flags: &StorageFlags,
    (proof, runs): (bool, Option<u32>),
    io: &mut Io<'_>,
) -> anyhow::Result<ExitStatus> {
    let stored = flags.stored(io)?;
    for file in files {
        let source = Source::read(file, io)?;
        let program = match storage::compile(source.chunks(false)[0].text, &stored) {
            Ok(program) => program,
            Err(found) => {
                source.show(&found, Format::default(), io)?;
                return Ok(ExitStatus::Wrong);
            }
        };
        let bound = flags.data(&program, io)?;
        let text = match runs {
            Some(runs) => assigned(&program, &bound, runs),
            None => describe(&program, &bound, proof),
        };
        io.write_result(None, text.as_bytes())?;
    }
    Ok(ExitStatus::Success)
}

fn describe(program: &StorageProgram, bound: &Bound, proof: bool) -> String {
    let statistics = Statistics::of(&bound.inputs);
    let mut text = tensors(program, bound, &statistics);
    let pipeline = Pipeline::usual();
    let pipeline = if proof { pipeline.with_proofs() } else { pipeline };
    let Some(staged) = pipeline.run(&program.module, &statistics, &[]) else {
        return text + "\nThe program has no result, so that there is no plan.\n";
    };
    let written = program.module.composed().unwrap_or_default();
    // The stages of the plan's route are the last ones.
    let found = staged.stages.last().map_or(0.0, |stage| stage.costs[1]);
    let _ = write!(
        text,
        "\nPlan: estimated cost {found:.0}, as written {:.0}\n{}",
        estimate(&written, &statistics).total(),
        indented(&listing::listing(&staged.term))
    );
    text += &counts(program, bound, [&written, &staged.term]);
    text += "\nSearch\n";
    for stage in &staged.stages {
        let _ = writeln!(text, "  {stage}");
        let applied: Vec<String> =
            stage.applied.iter().map(|(name, count)| format!("{name} {count}")).collect();
        if !applied.is_empty() {
            let _ = writeln!(text, "    rules that added an equality: {}", applied.join(", "));
        }
    }
    if proof {
        text += &proofs(&staged);
    }
    text + &others(program, bound)
}

/// The formats that suit the program together, for so many runs on the data.
fn assigned(program: &StorageProgram, bound: &Bound, runs: u32) -> String {
    let found = match storage::assign(program, bound, runs) {
        Ok(found) => found,
        Err(reason) => return format!("No formats are chosen: {reason}\n"),
    };
    let storage::Assignment { formats, materialized, given, found, conversion, complete } = found;
    let mut text = format!(
        "Formats for {runs} runs: estimated cost {found:.0} a run, as given {given:.0}; \
         conversions {conversion:.0}\n"
    );
    for (name, format, other) in &formats {
        let _ = match (format, other) {
            (Some(format), true) => writeln!(text, "  --storage {name}={format}"),
            (Some(format), false) => writeln!(text, "  --storage {name}={format}  (as given)"),
            (None, _) => writeln!(text, "  {name} keeps its mapping"),
        };
    }
    for one in &materialized {
        let storage::Materialized { name, format, computing, storing } = one;
        let _ = writeln!(
            text,
            "  {name} is computed once in each run, into {format}: {computing:.0}, and {storing:.0} to store it"
        );
    }
    if !complete {
        text += "  not all formats were tried: the time is over\n";
    }
    text
}

/// The proof of each stage: the rules that led to the plan.
fn proofs(staged: &Staged) -> String {
    let mut text = "\nProof\n".to_owned();
    // Those of the plan: of each stage, the one that is the last.
    let all = staged.stages.iter().zip(&staged.proofs).enumerate();
    let last = |at: usize, stage| staged.stages[at + 1..].iter().all(|later| later.stage != stage);
    for (_, (stage, steps)) in all.filter(|(at, (status, _))| last(*at, status.stage)) {
        let _ = writeln!(text, "  {} stage", stage.stage);
        for step in steps {
            let back = if step.backward { ", backward" } else { "" };
            let _ = writeln!(text, "    {}{back}\n      {}", step.rule, raise::text(&step.term));
        }
    }
    text + "  loop-invariant numbers leave the loops\n"
}

/// The tensors that are stored or data, and the estimates of their entries.
fn tensors(program: &StorageProgram, bound: &Bound, statistics: &Statistics) -> String {
    let module = &program.module;
    let mappings: Vec<&Definition> =
        module.tensors.iter().filter(|tensor| module.is_mapping(tensor)).collect();
    let physical: Vec<String> =
        mappings.iter().flat_map(|tensor| storage::arrays_of(module, tensor)).collect();
    let mut rows = Vec::new();
    for tensor in &module.tensors {
        let mapped = mappings.iter().any(|known| known.name == tensor.name);
        if physical.contains(&tensor.name) || !(mapped || tensor.body.is_none()) {
            continue;
        }
        let storage = match (mapped, tensor.ty.sort().form) {
            (true, _) => {
                let format = storage::format_of(module, tensor).unwrap_or("a mapping of its own");
                format!("{format} ({})", storage::arrays_of(module, tensor).join(", "))
            }
            (false, Form::Nested(0)) => "a number".to_owned(),
            (false, Form::Array) => "an array".to_owned(),
            (false, Form::Nested(_)) => "a dictionary".to_owned(),
        };
        let ty = tensor.ty.to_string();
        let entries = entries(module, tensor, bound, statistics);
        rows.push([tensor.name.clone(), ty, storage, entries]);
    }
    let width = |i: usize| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or(0);
    let widths = [0, 1, 2].map(width);
    let mut text = "Tensors\n".to_owned();
    for [name, ty, storage, entries] in &rows {
        let line = format!(
            "  {name:0$}  {ty:1$}  {storage:2$}  {entries}",
            widths[0], widths[1], widths[2]
        );
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// The estimated entries of a tensor, level by level.
fn entries(
    module: &hloom_storage::Module,
    tensor: &Definition,
    bound: &Bound,
    statistics: &Statistics,
) -> String {
    let sort = tensor.ty.sort();
    let levels = match sort.form {
        Form::Array => 1,
        Form::Nested(levels) => usize::from(levels),
    };
    let needs = match &tensor.body {
        Some(body) => module.inlined(&body.term),
        None => {
            let mut term = Term::default();
            term.add(Node::Input(tensor.name.as_str().into(), sort));
            term
        }
    };
    let known = needs.iter().all(|node| match node {
        Node::Input(name, _) => bound.inputs.contains_key(name),
        _ => true,
    });
    match (levels, known) {
        (0, _) => String::new(),
        (_, false) => "no data: taken to have 10 entries a level".to_owned(),
        (levels, true) => {
            let estimate = estimate(&needs, statistics);
            let each: Vec<String> =
                (0..levels).map(|level| format!("{:.3}", estimate.entries_at(level))).collect();
            let short = each.iter().map(|n| n.trim_end_matches('0').trim_end_matches('.'));
            format!("about {} entries", short.collect::<Vec<_>>().join(" x "))
        }
    }
}

/// The loop bodies of the program as it is written, and of the plan.
fn counts(program: &StorageProgram, bound: &Bound, terms: [&Term; 2]) -> String {
    if storage::complete(&program.module, &bound.inputs).is_err() {
        return "  without data (--statistics-of), loop bodies are not counted\n".to_owned();
    }
    let [written, plan] =
        terms.map(|term| match evaluate_within(term, &bound.inputs, STEPS, TIME) {
            Ok((_, counts)) => (counts.bodies.to_string(), counts.products.to_string()),
            Err(error @ EvalError::OutOfTime(_)) => {
                (format!("not counted in full, {error} of evaluation"), "?".to_owned())
            }
            Err(error) => (error.to_string(), "?".to_owned()),
        });
    format!(
        "  loop bodies: {}, as written {}; products: {}, as written {}\n",
        plan.0, written.0, plan.1, written.1
    )
}

/// The estimated costs with other formats.
fn others(program: &StorageProgram, bound: &Bound) -> String {
    let module = &program.module;
    let mut text = String::new();
    for tensor in module.tensors.iter().filter(|tensor| module.is_mapping(tensor)) {
        let Some(found) = storage::alternatives(program, tensor, bound) else { continue };
        let own = storage::format_of(module, tensor);
        let found = match found {
            Ok(found) => found,
            Err(reason) => {
                let name = &tensor.name;
                let _ = writeln!(text, "\nOther formats of `{name}` are not tried: {reason}");
                continue;
            }
        };
        let _ = writeln!(text, "\nEstimated cost with `{}` in each format", tensor.name);
        let width = found.iter().map(|one| one.format.len()).max().unwrap_or(0);
        for one in found {
            let mark = if own == Some(one.format) { " (this one)" } else { "" };
            let _ = match one.cost {
                Ok(cost) => writeln!(text, "  {:width$}  {cost:.0}{mark}", one.format),
                Err(what) => writeln!(text, "  {:width$}  {what}", one.format),
            };
        }
    }
    text
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// The formats of the library, each with its first sentence.
pub(super) fn formats() -> impl Iterator<Item = (&'static str, String)> {
    library::ALL.iter().map(|(name, text)| (*name, super::first_sentence(&comment(text))))
}

/// The page of a format; `None` for other names.
pub(super) fn format_page(name: &str) -> Option<String> {
    let text = library::find(name)?;
    Some(format!(
        "{name}, a storage format\n\n{}\n\n{}\nhloom run FILE.sdql --storage A={name}\n",
        comment(text),
        indented(&library::named(code(text), "A"))
    ))
}

/// The comment at the beginning of a format.
fn comment(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix("//"));
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}

/// A format without its comment.
fn code(text: &str) -> &str {
    let mut rest = text;
    while let Some((line, after)) = rest.split_once('\n')
        && line.starts_with("//")
    {
        rest = after;
    }
    rest
}
