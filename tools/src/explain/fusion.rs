//! `hloom explain fusion FILE`: the kernels of a program and, for each edge that was not fused, the
//! reason and the change that would fuse it.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::bail;
use hloom_ir::{Block, Module, OpId};
use hloom_passes::fusion::class::Unfusable;
use hloom_passes::fusion::explain::{Edge, Kernel, explain, time};
use hloom_passes::fusion::{Settings, blocks_of_tensors};

use crate::fusion::FusionFlags;
use crate::{ExitStatus, Io};

use super::page;
use super::part::{Part, called, size};

/// The options of the command.
pub(super) struct Asked<'a> {
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
    asked: &Asked<'_>,
    flags: &FusionFlags,
    io: &mut Io<'_>,
) -> anyhow::Result<ExitStatus> {
    if let [file] = files {
        return Ok(program(file, asked, flags, io)?.0);
    }
    if asked.edge.is_some() || asked.html.is_some() {
        bail!("--edge and --html are about one program, not {}", files.len());
    }
    let mut pairs = Vec::new();
    for file in files {
        writeln!(io.stdout, "{}", file.display())?;
        let (status, found) = program(file, asked, flags, io)?;
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
    asked: &Asked<'_>,
    flags: &FusionFlags,
    io: &mut Io<'_>,
) -> anyhow::Result<(ExitStatus, Pairs)> {
    let control = flags.control(io)?;
    let Some((source, module)) = super::read_for("fuse", file, &control, io)? else {
        return Ok((ExitStatus::Wrong, Pairs::new()));
    };
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
                    if asked.measure && n == 0 {
                        measured(&module, function, block, k)
                    } else {
                        None
                    }
                })
                .collect();
            parts.push(Part { title, explanation, measured });
        }
    }
    if let Some(path) = asked.html {
        let text = page::page(&module, &source, &settings.machine, &parts);
        io.write_result(Some(path), text.as_bytes())?;
        return Ok((ExitStatus::Success, Pairs::new()));
    }
    let text = match asked.edge {
        None => parts.iter().map(|part| describe(&module, part)).collect::<Vec<_>>().join("\n"),
        Some((a, b)) => match find(&module, &parts, a, b) {
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

fn describe(module: &Module, part: &Part) -> String {
    let it = &part.explanation;
    let total: f64 = it.kernels.iter().map(|k| k.seconds).sum();
    let mut text =
        format!("{}: {} kernels, {} in all\n", part.title, it.kernels.len(), time(total));
    for (kernel, measured) in it.kernels.iter().zip(&part.measured) {
        text += &line(module, kernel, *measured);
    }
    if let Some(correlation) = correlation(&pairs(part)) {
        let _ = writeln!(text, "estimated and measured: rank correlation {correlation:.2}");
    }
    if !it.edges.is_empty() {
        text += "not fused\n";
    }
    for edge in &it.edges {
        text += &reason(module, edge);
    }
    if !it.unfusable.is_empty() {
        text += "can't be fused\n";
    }
    for &(op, why) in &it.unfusable {
        text += &refusal(module, op, why);
    }
    text
}

/// The reason why an op can't be fused.
fn refusal(module: &Module, op: OpId, why: Unfusable) -> String {
    format!("  {}: {why}\n    to change it: {}\n", called(module, op), why.change())
}

fn line(module: &Module, kernel: &Kernel, measured: Option<f64>) -> String {
    let ops: Vec<String> = kernel.ops.iter().map(|&op| called(module, op)).collect();
    let measured = measured.map_or(String::new(), |m| format!("  measured {:>10}", time(m)));
    let driver = kernel.group.as_ref().and_then(|group| group.driver(module));
    let over = driver.map_or(String::new(), |v| {
        let name = module.name(v).map_or_else(|| "an argument".to_owned(), |n| format!("%{n}"));
        format!("  over the stored entries of {name}")
    });
    format!(
        "  {:13} {:>10}{measured}  reads {:>9}  writes {:>9}  {}{over}\n",
        kernel.kind,
        time(kernel.seconds),
        size(kernel.read),
        size(kernel.written),
        ops.join(", ")
    )
}

fn reason(module: &Module, edge: &Edge) -> String {
    let (a, b) = (called(module, edge.producer), called(module, edge.consumer));
    let mut text = format!("  {a} -> {b}: {}\n", edge.reason);
    if let Some((now, fused)) = edge.seconds {
        let _ = writeln!(text, "    as it is {}, fused {}", time(now), time(fused));
    }
    let _ = writeln!(text, "    to change it: {}", edge.change);
    text
}

fn find(module: &Module, parts: &[Part], a: &str, b: &str) -> Option<String> {
    let is = |op: OpId, name: &str| {
        let name = name.trim_start_matches('%');
        let own = module.results(op).get(0).and_then(|v| module.name(v));
        own == Some(name) || module.op(op).def().short_name() == name
    };
    let mut text = String::new();
    for part in parts {
        for edge in &part.explanation.edges {
            if is(edge.producer, a) && is(edge.consumer, b) {
                text += &reason(module, edge);
            }
        }
        for &(op, why) in &part.explanation.unfusable {
            let makers = module.operands(op).iter().filter_map(|&v| module.def_op(v));
            let uses = |name| makers.clone().any(|maker| is(maker, name));
            let results = module.results(op);
            let used =
                |name| results.iter().any(|v| module.uses(v).any(|(user, _)| is(user, name)));
            if is(op, b) && uses(a) || is(op, a) && used(b) {
                text += &refusal(module, op, why);
            }
        }
        for &(p, c) in &part.explanation.fused {
            if is(p, a) && is(c, b) {
                let _ = writeln!(text, "  {} -> {}: fused", called(module, p), called(module, c));
            }
        }
    }
    (!text.is_empty()).then_some(text)
}
