//! `hloom explain fusion FILE`: the kernels of a program and, for each edge that was not fused, the
//! reason and the change that would fuse it.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::bail;
use hloom_ir::{Block, Module, OpId};
use hloom_passes::fusion::class::Unfusable;
use hloom_passes::fusion::explain::{Edge, Kernel, explain, time};
use hloom_passes::fusion::{Settings, blocks_of_tensors};
use hloom_storage::fused::FusedPlan;
use hloom_storage::listing::listing;

use crate::fusion::FusionFlags;
use crate::names::Written;
use crate::{ExitStatus, Io};

use super::page;
use super::part::{Part, kernels, size};

/// The options of the command.
pub(super) struct Request<'a> {
    /// The only edge to explain.
    pub(super) edge: Option<(&'a str, &'a str)>,
    /// The HTML file to write.
    pub(super) html: Option<&'a Path>,
    /// Whether to measure kernels.
    pub(super) measure: bool,
}

/// Explains the fusion of programs: as text, optionally for a single edge, or as an HTML page.
///
/// # Errors
/// If a file can't be read, the edge does not exist, or an option requires a single program.
pub(super) fn run(
    files: &[&Path],
    request: &Request<'_>,
    flags: &FusionFlags,
    io: &mut Io<'_>,
) -> anyhow::Result<ExitStatus> {
    if let [file] = files {
        return Ok(program(file, request, flags, io)?.0);
    }
    if request.edge.is_some() || request.html.is_some() {
        bail!("--edge and --html are about one program, not {}", files.len());
    }
    let mut pairs = Vec::new();
    for file in files {
        writeln!(io.stdout, "{}", file.display())?;
        let (status, found) = program(file, request, flags, io)?;
        if status != ExitStatus::Success {
            return Ok(status);
        }
        pairs.extend(found);
    }
    if let Some(correlation) = correlation(&pairs) {
        writeln!(
            io.stdout,
            "{} programs, {} kernels, estimated and measured: rank correlation {correlation:.2}",
            files.len(),
            pairs.len()
        )?;
    }
    Ok(ExitStatus::Success)
}

/// Estimated and measured seconds of kernels.
type Pairs = Vec<(f64, f64)>;

fn program(
    file: &Path,
    request: &Request<'_>,
    flags: &FusionFlags,
    io: &mut Io<'_>,
) -> anyhow::Result<(ExitStatus, Pairs)> {
    let control = flags.control(io)?;
    let Some((source, module)) = super::read_for("fuse", file, &control, io)? else {
        return Ok((ExitStatus::Wrong, Pairs::new()));
    };
    let written = Written::new(&module, &source.text);
    let machine = control.machine.clone().unwrap_or_default();
    let settings = Settings { machine, ..Settings::default() };
    let mut parts = Vec::new();
    for function in module.functions() {
        let name = &module.func(function).sym_name.0;
        for (n, block) in blocks_of_tensors(&module, function).into_iter().enumerate() {
            let title = if n == 0 { format!("@{name}") } else { format!("@{name}, block {n}") };
            let explanation = explain(&module, block, &settings);
            let measured = explanation
                .kernels
                .iter()
                .map(|k| {
                    if request.measure && n == 0 {
                        measured(&module, function, block, k)
                    } else {
                        None
                    }
                })
                .collect();
            parts.push(Part { title, block, explanation, measured });
        }
    }
    if let Some(path) = request.html {
        let text = page::page(&written, &source.name, &settings.machine, &parts);
        io.write_result(Some(path), text.as_bytes())?;
        return Ok((ExitStatus::Success, Pairs::new()));
    }
    let text = match request.edge {
        None => parts.iter().map(|part| describe(&written, part)).collect::<Vec<_>>().join("\n"),
        Some((a, b)) => match find(&written, &parts, a, b) {
            Some(text) => text,
            None => bail!("no value `{b}` is made of a value `{a}`; names are as in the program"),
        },
    };
    io.write_result(None, text.as_bytes())?;
    Ok((ExitStatus::Success, parts.iter().flat_map(pairs).collect()))
}

fn pairs(part: &Part) -> Pairs {
    let each = part.explanation.kernels.iter().zip(&part.measured);
    each.filter_map(|(kernel, measured)| Some((kernel.seconds, (*measured)?))).collect()
}

#[cfg(feature = "llvm")]
fn measured(module: &Module, function: OpId, block: Block, kernel: &Kernel) -> Option<f64> {
    super::measure::measure(module, function, block, kernel)
}

#[cfg(not(feature = "llvm"))]
fn measured(_: &Module, _: OpId, _: Block, _: &Kernel) -> Option<f64> {
    None
}

#[cfg(feature = "llvm")]
fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    (pairs.len() > 2).then(|| super::measure::rank_correlation(pairs))
}

#[cfg(not(feature = "llvm"))]
fn correlation(_: &[(f64, f64)]) -> Option<f64> {
    None
}

/// Kernels that take less than this are mostly their start and what caches hold, which no
/// estimate knows.
const SHORT: f64 = 20e-6;

fn describe(written: &Written<'_>, part: &Part) -> String {
    let it = &part.explanation;
    let total = part.total();
    let mut text =
        format!("{}: {}, {} in all\n", part.title, kernels(it.kernels.len()), time(total));
    let short = it.kernels.iter().filter(|kernel| kernel.seconds < SHORT).count();
    if short > 0 && part.measured.iter().all(Option::is_none) {
        let _ = writeln!(
            text,
            "note: {short} below 20 µs, where estimates may be several times too high and only \
             serve to compare; --measure runs each kernel"
        );
    }
    let lines = it.kernels.iter().zip(&part.measured);
    let lines: Vec<String> =
        lines.map(|(kernel, measured)| line(written, kernel, *measured)).collect();
    for (line, times) in counted(&lines) {
        match times {
            1 => text += line,
            n => text += &format!("{}  ({n} times)\n", line.trim_end()),
        }
    }
    if let Some(correlation) = correlation(&pairs(part)) {
        let _ = writeln!(text, "estimated and measured: rank correlation {correlation:.2}");
    }
    let planned = it.unfusable.iter().filter(|(_, why)| *why == Unfusable::Plan);
    let plans: Vec<String> = planned.filter_map(|(op, _)| plan(written, *op)).collect();
    if !plans.is_empty() {
        text += "storage plans\n";
        text += &plans.concat();
    }
    if !it.edges.is_empty() {
        text += "not fused\n";
    }
    let reasons: Vec<String> = it.edges.iter().map(|edge| why(part, edge)).collect();
    for (reason, _) in counted(&reasons) {
        let same = it.edges.iter().zip(&reasons).filter(|(_, other)| *other == reason);
        let pairs: Vec<String> = same.map(|(edge, _)| pair(written, edge)).collect();
        let pairs: Vec<String> = counted(&pairs)
            .into_iter()
            .map(|(pair, times)| match times {
                1 => pair.clone(),
                n => format!("{pair} ({n} times)"),
            })
            .collect();
        for pair in &pairs[..pairs.len() - 1] {
            let _ = writeln!(text, "  {pair},");
        }
        let _ = write!(text, "  {}: {reason}", pairs[pairs.len() - 1]);
    }
    let refused = it.unfusable.iter().filter(|(_, why)| *why != Unfusable::Plan);
    let refused: Vec<String> = refused.map(|&(op, why)| refusal(written, op, why)).collect();
    if !refused.is_empty() {
        text += "can't be fused\n";
    }
    for (refusal, _) in counted(&refused) {
        text += refusal;
    }
    text
}

/// Each text once, in the order of the first ones, with how often it occurs.
fn counted(texts: &[String]) -> Vec<(&String, usize)> {
    let mut counts: Vec<(&String, usize)> = Vec::new();
    let mut place = std::collections::HashMap::new();
    for text in texts {
        let at = *place.entry(text).or_insert_with(|| {
            counts.push((text, 0));
            counts.len() - 1
        });
        counts[at].1 += 1;
    }
    counts
}

/// A storage plan: its results, the operands whose arrays it reads, and its loops.
fn plan(written: &Written<'_>, op: OpId) -> Option<String> {
    let module = written.module();
    let plan = FusedPlan::of(module, op)?.ok()?;
    let values = |all: &mut dyn Iterator<Item = String>| all.collect::<Vec<_>>().join(", ");
    let results = values(&mut module.results(op).iter().map(|v| written.value(v)));
    let operands = module.operands(op).iter().enumerate();
    let operands = values(&mut operands.map(|(i, v)| format!("{} (a{i})", written.value(*v))));
    let mut text = format!("  {results} of {operands}\n");
    for result in &plan.results {
        for line in listing(&result.term).lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
    Some(text)
}

/// The reason why an op can't be fused.
fn refusal(written: &Written<'_>, op: OpId, why: Unfusable) -> String {
    format!("  {}: {why}\n    to change it: {}\n", written.op(op), why.change())
}

fn line(written: &Written<'_>, kernel: &Kernel, measured: Option<f64>) -> String {
    let ops: Vec<String> = kernel.ops.iter().map(|&op| written.op(op)).collect();
    let measured = measured.map_or(String::new(), |m| format!("  measured {:>10}", time(m)));
    let driver = kernel.group.as_ref().and_then(|group| group.driver(written.module()));
    let over = driver
        .map_or(String::new(), |v| format!("  over the stored entries of {}", written.value(v)));
    let start = format!(
        "  {:13} {:>10}{measured}  reads {:>9}  writes {:>9}  ",
        kernel.kind,
        time(kernel.seconds),
        size(kernel.read),
        size(kernel.written),
    );
    format!("{}{over}\n", wrapped(start, &ops))
}

/// The width of lines, unless one item is longer.
const WIDTH: usize = 100;

/// The items behind `start`, separated by commas. If the line would be too long, they are on
/// further, indented lines.
fn wrapped(start: String, items: &[String]) -> String {
    const INDENT: &str = "      ";
    let width = |text: &str| text.chars().count();
    let all = items.join(", ");
    if width(&start) + width(&all) <= WIDTH || items.len() < 2 {
        return start + &all;
    }
    let mut lines = vec![start.trim_end().to_owned()];
    let mut line = INDENT.to_owned();
    for (i, item) in items.iter().enumerate() {
        let comma = if i + 1 < items.len() { "," } else { "" };
        if line != INDENT && width(&line) + 1 + width(item) + comma.len() > WIDTH {
            lines.push(std::mem::replace(&mut line, INDENT.to_owned()));
        }
        if line != INDENT {
            line.push(' ');
        }
        line += item;
        line += comma;
    }
    lines.push(line);
    lines.join("\n")
}

/// The two ops of an edge, and their lines in the text.
fn pair(written: &Written<'_>, edge: &Edge) -> String {
    let (a, b) = (edge.producer, edge.consumer);
    let lines = match (written.line(a), written.line(b)) {
        (Some(a), Some(b)) => format!(" (lines {a} and {b})"),
        _ => String::new(),
    };
    format!("{} -> {}{lines}", written.op(a), written.op(b))
}

/// The reason of an edge, the times and what would have to change.
fn why(part: &Part, edge: &Edge) -> String {
    let mut text = format!("{}\n", edge.reason);
    if let Some((now, fused)) = edge.seconds {
        let (now, fused, all) = (time(now), time(fused), time(part.total()));
        let _ = writeln!(text, "    the kernels it touches: now {now} of the {all}, fused {fused}");
    }
    let _ = writeln!(text, "    to change it: {}", edge.change);
    text
}

fn reason(written: &Written<'_>, part: &Part, edge: &Edge) -> String {
    format!("  {}: {}", pair(written, edge), why(part, edge))
}

fn find(written: &Written<'_>, parts: &[Part], a: &str, b: &str) -> Option<String> {
    let module = written.module();
    let is = |op: OpId, name: &str| {
        let name = name.trim_start_matches('%');
        let own = module.results(op).get(0).and_then(|v| written.name(v));
        own.as_deref() == Some(name) || module.op(op).def().short_name() == name
    };
    let mut text = String::new();
    for part in parts {
        for edge in &part.explanation.edges {
            if is(edge.producer, a) && is(edge.consumer, b) {
                text += &reason(written, part, edge);
            }
        }
        for &(op, why) in &part.explanation.unfusable {
            let makers = module.operands(op).iter().filter_map(|&v| module.def_op(v));
            let uses = |name| makers.clone().any(|maker| is(maker, name));
            let results = module.results(op);
            let used =
                |name| results.iter().any(|v| module.uses(v).any(|(user, _)| is(user, name)));
            if is(op, b) && uses(a) || is(op, a) && used(b) {
                text += &refusal(written, op, why);
            }
        }
        for &(p, c) in &part.explanation.fused {
            if is(p, a) && is(c, b) {
                let _ = writeln!(text, "  {} -> {}: fused", written.op(p), written.op(c));
            }
        }
    }
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_of_ops_are_wrapped() {
        let items = |n: usize| (0..n).map(|i| format!("%{i} (add)")).collect::<Vec<_>>();
        assert_eq!(wrapped("  loop  ".to_owned(), &items(2)), "  loop  %0 (add), %1 (add)");
        let text = wrapped("  loop  ".to_owned(), &items(200));
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines.len() > 10 && lines[0] == "  loop" && lines[1].starts_with("      %0 (add), ")
        );
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH), "{text}");
        let words = text.split_whitespace().skip(1).collect::<Vec<_>>().join(" ");
        assert_eq!(words, items(200).join(", "));
        // One long item stays whole.
        let long = "x".repeat(2 * WIDTH);
        assert_eq!(wrapped(String::new(), std::slice::from_ref(&long)), long);
    }
}
