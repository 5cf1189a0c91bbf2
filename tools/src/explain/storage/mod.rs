//! `hloom explain storage FILE`: the storage of a program's tensors, its plan as nested loops, the
//! search that found it, and the costs with other formats.
//!
//! A [`Report`] has all that is said; it is printed as a text, or drawn as a [page](page::page).

mod page;

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::bail;
use hloom_storage::check::Definition;
use hloom_storage::listing::Line;
use hloom_storage::term::{Node, Term};
use hloom_storage::types::Form;
use hloom_storage::{EvalError, evaluate_within, formats as library, listing, raise};
use hloom_storage_search::search::{Statistics, Status, estimate};

use crate::source::{Format, Source};
use crate::storage::passes::{Pipeline, Staged};
use crate::storage::{self, Alternative, Arguments, Bound, StorageFlags, StorageProgram};
use crate::{ExitStatus, Io};

/// The loop steps that are counted at most.
const STEPS: u64 = 50_000_000;
/// The time of counting the steps of one plan.
const TIME: Duration = Duration::from_secs(10);

/// Prints the plans of programs: of a storage program, or of each result of a StableHLO program by itself
/// (in a run, several results may share loops: `explain fusion`).
///
/// # Errors
/// If a file can't be read, or the data do not fit.
pub(super) fn run(
    files: &[&Path],
    flags: &StorageFlags,
    request: &Request<'_>,
    io: &mut Io<'_>,
) -> anyhow::Result<ExitStatus> {
    let stored = flags.stored(io)?;
    let mut drawn = Vec::new();
    for file in files {
        let Some((source, arguments)) = storage_program(file, io)? else {
            return Ok(ExitStatus::Wrong);
        };
        let chunks = source.chunks(true);
        for (i, chunk) in chunks.iter().enumerate() {
            let program = match storage::compile(chunk.text, &stored) {
                Ok(program) => program,
                Err(found) => {
                    source.show(&chunk.in_whole_text(found), Format::default(), io)?;
                    return Ok(ExitStatus::Wrong);
                }
            };
            let bound = flags.data(&program, &arguments, io)?;
            let title = match chunks.len() {
                1 => crate::display_name(file),
                _ => format!("result {i} of {}", crate::display_name(file)),
            };
            let mut text = if chunks.len() > 1 { format!("{title}\n\n") } else { String::new() };
            if let Some(runs) = request.runs {
                match storage::assign(&program, &bound, runs) {
                    Ok(found) => {
                        text += &assigned(&program, &arguments, &found, runs);
                        io.write_result(None, text.as_bytes())?;
                    }
                    Err(reason) => bail!("no formats are chosen: {reason}"),
                }
                continue;
            }
            // A run of a StableHLO program converts nothing.
            let over = match storage::is_program(file) {
                true => relaid(&program, &bound),
                false => None,
            };
            // Other formats are those of the program's own tensors.
            let others = (&program, &bound);
            let own = (&program, &bound, "");
            let (over, data, copies) =
                over.as_ref().map_or(own, |(over, data, copies)| (over, data, copies.as_str()));
            text += copies;
            for storage::Computed { name, program: of, .. } in &over.before {
                let others = copies.is_empty().then_some((of, data));
                let report = Report::new((of, data), request.proof, others);
                let _ =
                    write!(text, "`{name}`, which each run computes once\n\n{}\n", report.text());
                drawn.push((format!("{name} of {title}"), report));
            }
            let report = Report::new((over, data), request.proof, Some(others));
            text += &report.text();
            text += if i + 1 < chunks.len() { "\n" } else { "" };
            drawn.push((title, report));
            if request.html.is_none() {
                io.write_result(None, text.as_bytes())?;
            }
        }
    }
    if let Some(path) = request.html {
        io.write_result(Some(path), page::page(&drawn).as_bytes())?;
    }
    Ok(ExitStatus::Success)
}

/// The program over the copies that each run makes first, its data with them, and a sentence about these; `None` if it
/// makes none.
fn relaid(program: &StorageProgram, bound: &Bound) -> Option<(StorageProgram, Bound, String)> {
    let statistics = Statistics::of(&bound.inputs);
    let pipeline = Pipeline::usual();
    pipeline.run(&program.module, &statistics, &[]).and_then(|staged| {
        let plan = (&staged.term, &staged.stages[..]);
        let found = storage::relayouts(&pipeline, program, (bound, &statistics), plan);
        let (other, data) = storage::with_copies(program, bound, &found.relayouts)?;
        let text = storage::sentence(&found.relayouts, found.costs) + "\n";
        Some((other, data, text))
    })
}

/// The storage programs of a file: its text, or those of the results of a StableHLO program, with
/// its arguments; nothing if it is wrong or has no form in the calculus, which is then said.
///
/// # Errors
/// If the file can't be read.
fn storage_program(file: &Path, io: &mut Io<'_>) -> anyhow::Result<Option<(Source, Arguments)>> {
    const STABLEHLO: [&str; 5] = ["mlir", "mlirbc", "bc", "hlo", "txt"];
    let ending = file.extension().unwrap_or_default().to_string_lossy();
    if !STABLEHLO.contains(&&*ending) {
        return Ok(Some((Source::read(file, io)?, Arguments::default())));
    }
    let Some((source, module)) = super::read(file, io)? else { return Ok(None) };
    match crate::opt::storage_programs(&module) {
        Ok(emitted) => {
            let arguments = Arguments { names: emitted.arguments, count: emitted.argument_count };
            Ok(Some((Source { name: source.name, text: emitted.text }, arguments)))
        }
        Err(found) => {
            source.show(&[*found], Format::default(), io)?;
            Ok(None)
        }
    }
}

/// The questions about programs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request<'a> {
    /// Whether the rules that led to the plan are shown, step by step.
    pub(super) proof: bool,
    /// The runs that formats are chosen for; then nothing else is shown.
    pub(super) runs: Option<u32>,
    /// The file of a page.
    pub(super) html: Option<&'a Path>,
}

/// All that is said about a program.
struct Report {
    /// Of each tensor its name, type, storage and entries.
    tensors: Vec<[String; 4]>,
    /// The plan; `None` if the program has no result.
    plan: Option<Plan>,
    /// The estimated costs with each stored tensor in other formats, or why they are not tried.
    others: Vec<Others>,
}

/// The plan of a program.
struct Plan {
    /// The loops of the program as it is written, and those of the plan.
    loops: [Vec<Line>; 2],
    /// The estimated costs of both.
    costs: [f64; 2],
    /// The loop bodies of both, in a sentence.
    counts: String,
    /// The figures of the search.
    stages: Vec<Status>,
    /// The rules that led to the plan, if they are asked for.
    proof: Option<String>,
}

/// The costs with a tensor in each format.
struct Others {
    tensor: String,
    own: Option<&'static str>,
    found: Result<Vec<Alternative>, String>,
}

impl Report {
    /// The report about a program and its data; `others` are those for which other formats are tried.
    fn new(
        (program, bound): (&StorageProgram, &Bound),
        proof: bool,
        others: Option<(&StorageProgram, &Bound)>,
    ) -> Report {
        let statistics = Statistics::of(&bound.inputs);
        let tensors = tensors(program, bound, &statistics);
        let pipeline = Pipeline::usual();
        let pipeline = if proof { pipeline.with_proofs() } else { pipeline };
        let Some(staged) = pipeline.run(&program.module, &statistics, &[]) else {
            return Report { tensors, plan: None, others: Vec::new() };
        };
        let written = program.module.composed().unwrap_or_default();
        // The stages of the plan's route are the last ones.
        let found = staged.stages.last().map_or(0.0, |stage| stage.costs[1]);
        let plan = Plan {
            loops: [&written, &staged.term].map(listing::lines),
            costs: [estimate(&written, &statistics).total(), found],
            counts: counts(program, bound, [&written, &staged.term]),
            proof: proof.then(|| proofs(&staged)),
            stages: staged.stages,
        };
        let others = others.map_or_else(Vec::new, |(program, bound)| {
            let mappings = program.module.tensors.iter();
            let mappings = mappings.filter(|tensor| program.module.is_mapping(tensor));
            let others = mappings.filter_map(|tensor| {
                let found = storage::alternatives(program, tensor, bound)?;
                let own = storage::format_of(&program.module, tensor);
                Some(Others { tensor: tensor.name.clone(), own, found })
            });
            others.collect()
        });
        Report { tensors, plan: Some(plan), others }
    }

    fn text(&self) -> String {
        let mut text = self.tensors_text();
        let Some(Plan { loops, costs, counts, stages, proof }) = &self.plan else {
            return text + "\nThe program has no result, so that there is no plan.\n";
        };
        let [written, found] = costs;
        let _ = writeln!(text, "\nPlan: estimated cost {found:.0}, as written {written:.0}");
        text += &nested(&loops[1]);
        text += counts;
        text += "\nSearch\n";
        for stage in stages {
            let _ = writeln!(text, "  {stage}");
            let applied = applied(stage);
            if !applied.is_empty() {
                let _ = writeln!(text, "    rules that added an equality: {applied}");
            }
        }
        text += proof.as_deref().unwrap_or_default();
        for others in &self.others {
            text += &others.text();
        }
        text
    }

    fn tensors_text(&self) -> String {
        let width = |i: usize| self.tensors.iter().map(|row| row[i].chars().count()).max();
        let [name_width, type_width, storage_width] = [0, 1, 2].map(|i| width(i).unwrap_or(0));
        let mut text = "Tensors\n".to_owned();
        for [name, ty, storage, entries] in &self.tensors {
            let line = format!(
                "  {name:name_width$}  {ty:type_width$}  {storage:storage_width$}  {entries}"
            );
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}

impl Others {
    fn text(&self) -> String {
        let Others { tensor, own, found } = self;
        let found = match found {
            Ok(found) => found,
            Err(reason) => {
                return format!("\nOther formats of `{tensor}` are not tried: {reason}\n");
            }
        };
        let mut text = format!("\nEstimated cost with `{tensor}` in each format\n");
        let width = found.iter().map(|one| one.format.len()).max().unwrap_or(0);
        for one in found {
            let mark = if *own == Some(one.format) { " (this one)" } else { "" };
            let _ = match &one.cost {
                Ok(cost) => writeln!(text, "  {:width$}  {cost:.0}{mark}", one.format),
                Err(what) => writeln!(text, "  {:width$}  {what}", one.format),
            };
        }
        text
    }
}

/// The rules of a stage that added an equality, with their numbers.
fn applied(stage: &Status) -> String {
    let each = stage.applied.iter().map(|(name, count)| format!("{name} {count}"));
    each.collect::<Vec<_>>().join(", ")
}

/// The formats that suit the program together, for so many runs on the data: as options of `hloom run`, or for
/// the types of the arguments of a StableHLO program. Then the loops of the plan with these formats.
fn assigned(
    program: &StorageProgram,
    arguments: &Arguments,
    assignment: &storage::Assignment,
    runs: u32,
) -> String {
    let storage::Assignment { formats, materialized, given, found, conversion, complete, .. } =
        assignment;
    let mut text = format!(
        "Formats for {runs} runs: estimated cost {found:.0} a run, as given {given:.0}; \
         conversions {conversion:.0}\n"
    );
    for (name, format, other) in formats {
        let given = if *other { "" } else { "  (as given)" };
        let _ = match (format, arguments.number_of(name)) {
            (Some(format), None) => writeln!(text, "  --storage {name}={format}{given}"),
            (Some(format), Some(number)) => {
                writeln!(text, "  argument {number}: #hloom.storage<\"{format}\">{given}")
            }
            (None, _) => {
                let tensor = program.module.tensor(name);
                let what = match tensor.is_some_and(|it| it.body.is_none()) {
                    true => "stays a dictionary",
                    false => "keeps its mapping",
                };
                writeln!(text, "  {name} {what}")
            }
        };
    }
    for one in materialized {
        let storage::Materialized { name, format, computing, storing } = one;
        let _ = writeln!(
            text,
            "  {name} is computed once in each run, into {format}: {computing:.0}, and {storing:.0} to store it"
        );
    }
    if !*complete {
        text += "  not all formats were tried: the time is over\n";
    }
    let statistics = Statistics::of(&assignment.inputs);
    let staged = Pipeline::usual().run(&assignment.program.module, &statistics, &[]);
    if let Some(staged) = staged {
        text += "\nPlan with these formats\n";
        text += &nested(&listing::lines(&staged.term));
    }
    text
}

/// The text of loops, each line two spaces to the right of the loop around it.
fn nested(loops: &[Line]) -> String {
    let mut text = String::new();
    for Line { depth, text: line, .. } in loops {
        let _ = writeln!(text, "{:1$}{line}", "", 2 + 2 * depth);
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
fn tensors(program: &StorageProgram, bound: &Bound, statistics: &Statistics) -> Vec<[String; 4]> {
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
    rows
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

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_storage::Value;
    use std::collections::BTreeSet;

    /// A report is about the program over copies, and says what they cost.
    #[test]
    fn copies_are_explained() {
        let (n, mut seed) = (2200, 1u64);
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((seed >> 33) % n) as i64
        };
        let mut places: BTreeSet<(i64, i64)> = (0..15_000).map(|_| (next(), next())).collect();
        places.insert((n as i64 - 1, n as i64 - 1));
        let (rows, columns): (Vec<i64>, Vec<i64>) = places.into_iter().unzip();
        let coo = library::named(library::find("coo_matrix").unwrap(), "A");
        let count = "sum(<(i, j), a> in A, <(j, k), b> in A) a * b * A(i, k)";
        let program = storage::compile(&format!("{coo} {count}"), &[]).unwrap();
        let mut bound = Bound::default();
        bound.inputs.extend([
            ("A_val".into(), Value::reals(vec![1.0; rows.len()])),
            ("A_row".into(), Value::ints(rows)),
            ("A_col".into(), Value::ints(columns)),
        ]);
        let (over, data, text) = relaid(&program, &bound).unwrap();
        assert!(text.starts_with("Each run converts A as csr: estimated cost "), "{text}");
        assert_eq!(over.before.len(), 1);
        assert_eq!(data.inputs[&"A_as_csr_len".into()], Value::Int(n as i64));
        assert!(storage::complete(&over.module, &data.inputs).is_ok());
        // The sum of the entries needs no copy.
        let program = storage::compile(&format!("{coo} sum(<(i, j), a> in A) a"), &[]).unwrap();
        assert!(relaid(&program, &bound).is_none());
    }
}
