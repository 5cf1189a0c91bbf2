//! Upstream's passes in pipelines of ours, and texts in the pretty forms of its dialects.
//!
//! A module goes to the server as text in generic form. Upstream gives each op without a location the
//! line that it was on, by which ops that come back, and errors, are traced to the program.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use hloom_ir::text::{PrintOptions, parse, print};
use hloom_ir::{Attr, AttrDict, Diagnostic, Module, OpId, Rewriter, Span, Value};
use hloom_passes::pipeline::Step;
use hloom_passes::{PassError, Pipeline, Upstream};

use super::{Error, Worker};
use crate::source::Chunk;

/// Upstream's passes, by a server that is started when it is needed.
#[derive(Default)]
pub struct Passes {
    worker: Mutex<Option<Worker>>,
}

impl fmt::Debug for Passes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Passes").finish_non_exhaustive()
    }
}

impl Passes {
    /// A text after a pipeline.
    fn on_text(&self, text: &str, pipeline: &str) -> Result<String, Error> {
        let mut worker = self.worker.lock().unwrap_or_else(PoisonError::into_inner);
        let mut running = match worker.take() {
            Some(running) => running,
            None => Worker::start()?,
        };
        let result = running.passes(text, pipeline);
        if !running.is_dead() {
            *worker = Some(running);
        }
        result
    }
}

impl Upstream for Passes {
    fn run(&self, module: &Module, pipeline: &str) -> Result<Module, PassError> {
        let options = PrintOptions { generic: true, locations: true, ..PrintOptions::default() };
        let text = print(module, &options);
        let lines = Lines::of(module, &text);
        match self.on_text(&text, pipeline) {
            Ok(result) => {
                let result = read(&result, "the result of upstream MLIR can't be read")
                    .map_err(PassError::new)?;
                Ok(lines.traced(module, result))
            }
            Err(Error::Reports(reports)) => {
                let mut all = reports.iter().map(|report| {
                    let (message, at) = located(report);
                    (at.and_then(|(line, _)| lines.op(line)), message.to_owned())
                });
                let (op, message) = all.next().unwrap_or_default();
                Err(PassError { message, op, more: all.collect() })
            }
            Err(error) => Err(PassError::new(error.to_string())),
        }
    }
}

/// Parses text of upstream.
fn read(text: &str, failure: &str) -> Result<Module, String> {
    let parsed = parse(text);
    parsed.module.ok_or_else(|| {
        let first = parsed.diagnostics.first().map_or("", |d| &d.message);
        format!("{failure}: {first}")
    })
}

/// The message of a report, and the line and column of the text that it is about.
fn located(report: &str) -> (&str, Option<(usize, usize)>) {
    match report.rsplit_once(" at loc(") {
        Some((message, at)) => (message, position(at)),
        None => (report, None),
    }
}

/// The place of the op that a sentence of upstream names by its location: the location that the op
/// states, or the name of its result.
pub(super) fn place_named(module: &Module, said: &str) -> Option<Span> {
    let (_, loc) = said.split_once(" at loc(")?;
    let loc = &loc[..loc.find(')').unwrap_or(loc.len())];
    let name = loc.trim_matches('"');
    let is_it = |&op: &OpId| {
        module.loc(op) == Some(loc)
            || module.results(op).iter().any(|value| module.name(value) == Some(name))
    };
    let op = module.walk_all().find(is_it)?;
    Some(module.span(op)).filter(|span| *span != Span::default())
}

/// The file name that upstream gives texts.
const FILE: &str = "\"-\":";

/// The first line and column of the text in a location.
fn position(loc: &str) -> Option<(usize, usize)> {
    let at = &loc[loc.find(FILE)? + FILE.len()..];
    let number = |text: &str| {
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        text[..end].parse::<usize>().ok()
    };
    let (line, column) = at.split_once(':')?;
    Some((number(line)?, number(column)?))
}

/// The ops on the lines of a text.
struct Lines {
    ops: Vec<Option<OpId>>,
}

impl Lines {
    /// The lines of a module's text.
    fn of(module: &Module, text: &str) -> Lines {
        let mut ops = vec![None; text.lines().count() + 1];
        // The same ops in the same order, with their places in this text.
        let again = parse(text).module;
        if let Some(again) = again.filter(|again| again.op_count() == module.op_count()) {
            let starts: Vec<usize> =
                text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i).collect();
            for (op, copy) in module.walk_all().zip(again.walk_all()) {
                let start = again.span(copy).start as usize;
                let line = starts.partition_point(|&end| end < start);
                if let Some(slot) = ops.get_mut(line) {
                    slot.get_or_insert(op);
                }
            }
        }
        Lines { ops }
    }

    /// The op on a line, counted from 1.
    fn op(&self, line: usize) -> Option<OpId> {
        self.ops.get(line.checked_sub(1)?).copied().flatten()
    }

    /// The module that came back, with the places and names of the ops that its ops come from.
    fn traced(&self, from: &Module, mut to: Module) -> Module {
        let ops: Vec<OpId> = to.walk_all().collect();
        let root = to.root();
        let mut rewriter = Rewriter::new(&mut to);
        for op in ops.into_iter().chain([root]) {
            let loc = rewriter.module().loc(op).map(str::to_owned);
            let line = loc.as_deref().and_then(position);
            let source = line.and_then(|(line, _)| self.op(line));
            let span = source.map(|source| from.span(source)).unwrap_or_default();
            let own = loc.filter(|_| line.is_none()).filter(|loc| loc != "unknown");
            rewriter.set_origin(op, span, own.as_deref());
            without_defaults(&mut rewriter, op);
            if let Some(source) = source {
                named(&mut rewriter, from, source, op);
            }
        }
        to
    }
}

/// Removes the flags that upstream prints where none are set.
fn without_defaults(rewriter: &mut Rewriter<'_>, op: OpId) {
    let Some(attrs) = rewriter.module().discardable_attrs(op) else { return };
    let is_default = |name: &str, value: &Attr| {
        let none = ["#arith.fastmath<none>", "#arith.overflow<none>"];
        matches!(name, "fastmath" | "overflowFlags") && none.contains(&value.to_string().as_str())
    };
    if !attrs.iter().any(|(name, value)| is_default(name, value)) {
        return;
    }
    let kept = attrs.iter().filter(|(name, value)| !is_default(name, value));
    let kept: AttrDict = kept.map(|(name, value)| (name.into(), value.clone())).collect();
    rewriter.set_discardable_attrs(op, kept);
}

/// Names the results and the arguments of an op as those of its source.
fn named(rewriter: &mut Rewriter<'_>, from: &Module, source: OpId, op: OpId) {
    if from.op(source).name() != rewriter.module().op(op).name() {
        return;
    }
    let mut pairs: Vec<(Value, Value)> =
        from.results(source).iter().zip(rewriter.module().results(op).iter()).collect();
    for region in 0..from.regions(source).len().min(rewriter.module().regions(op).len()) {
        let entries = from.entry(source, region).zip(rewriter.module().entry(op, region));
        if let Some((old, new)) = entries {
            let args = from.args(old).iter().zip(rewriter.module().args(new));
            pairs.extend(args.map(|(&old, &new)| (old, new)));
        }
    }
    for (old, new) in pairs {
        let Some(name) = from.name(old) else { continue };
        rewriter.set_name(new, name);
        // An argument's location is a line of the text between, too.
        if rewriter.module().arg_loc(new).and_then(position).is_some() {
            rewriter.name_arg_source(new, name);
        }
    }
}

/// Reads a program for a pipeline. Before passes of upstream MLIR, and before its dialects are raised,
/// a text that only upstream can read is read by upstream.
pub(crate) fn read_for(
    chunk: &Chunk<'_>,
    pipeline: Option<&Pipeline>,
) -> (Option<Module>, Vec<Diagnostic>) {
    let (module, diagnostics) = chunk.read();
    let first = pipeline.and_then(|pipeline| pipeline.steps.first());
    let is_upstream = matches!(first, Some(Step::Pass { def, .. })
        if matches!(def.name, "mlir" | "raise-linalg"));
    if module.is_some() || !is_upstream {
        return (module, diagnostics);
    }
    let verified = |module: Module| {
        let found = hloom_analysis::verify::verify(&module);
        found.map(|()| module)
    };
    match as_generic(chunk.text).and_then(verified) {
        Ok(module) => (Some(module), Vec::new()),
        Err(found) => (None, found),
    }
}

/// A text in upstream's pretty forms as a module, with places in that text.
///
/// # Errors
/// Upstream's reports of the text, or the reason why it can't be asked.
pub fn as_generic(text: &str) -> Result<Module, Vec<Diagnostic>> {
    let starts: Vec<usize> = std::iter::once(0)
        .chain(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1))
        .collect();
    let place = |at: Option<(usize, usize)>| {
        let (line, column) = at?;
        let start = starts.get(line.checked_sub(1)?)? + column.saturating_sub(1);
        let rest = text.get(start..)?;
        let end = rest.find(|c: char| c.is_whitespace() || c == '(').unwrap_or(rest.len());
        Some(Span::new(start, start + end.max(1).min(rest.len())))
    };
    let whole = |message: String| vec![Diagnostic::error(Span::default(), message)];
    let generic = match Passes::default().on_text(text, "") {
        Ok(generic) => generic,
        Err(Error::Reports(reports)) => {
            let each = reports.iter().map(|report| {
                let (message, at) = located(report);
                let error = Diagnostic::error(place(at).unwrap_or_default(), message);
                error.label("upstream MLIR reports this")
            });
            return Err(each.collect());
        }
        Err(error) => return Err(whole(error.to_string())),
    };
    let mut module =
        read(&generic, "the generic form of upstream MLIR can't be read").map_err(whole)?;
    let ops: Vec<OpId> = module.walk_all().chain([module.root()]).collect();
    let mut rewriter = Rewriter::new(&mut module);
    for op in ops {
        let loc = rewriter.module().loc(op).map(str::to_owned);
        let at = loc.as_deref().and_then(position);
        let own = loc.filter(|_| at.is_none()).filter(|loc| loc != "unknown");
        rewriter.set_origin(op, place(at).unwrap_or_default(), own.as_deref());
        without_defaults(&mut rewriter, op);
    }
    Ok(module)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_have_places() {
        let report = "op is odd at loc(\"-\":5:10)";
        assert_eq!(located(report), ("op is odd", Some((5, 10))));
        assert_eq!(located("odd"), ("odd", None));
        assert_eq!(position("fused[\"f.py\":1:2, \"-\":7:3]"), Some((7, 3)));
        assert_eq!(position("\"f.py\":1:2"), None);
    }

    #[test]
    fn ops_are_found_by_their_locations() {
        let text = "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
            %twice = stablehlo.add %x, %x : tensor<2xf32>
            %more = stablehlo.add %twice, %x : tensor<2xf32> loc(\"f.py\":1:2)
            return %more : tensor<2xf32>
        }";
        let module = hloom_ir::text::parse_module(text).unwrap();
        let place =
            |said: &str| place_named(&module, said).map(|span| &text[span.start as usize..]);
        assert!(place("it is odd at loc(\"twice\")").is_some_and(|t| t.starts_with("%twice =")));
        assert!(place("odd at loc(\"f.py\":1:2)").is_some_and(|t| t.starts_with("%more =")));
        assert_eq!(place("it is odd at loc(\"other\")"), None);
        assert_eq!(place("it is odd"), None);
    }

    #[test]
    fn ops_are_found_by_their_lines() {
        let text = "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
            %twice = stablehlo.add %x, %x : tensor<2xf32>
            return %twice : tensor<2xf32>
        }";
        let module = hloom_ir::text::parse_module(text).unwrap();
        let options = PrintOptions { generic: true, ..PrintOptions::default() };
        let printed = print(&module, &options);
        let lines = Lines::of(&module, &printed);
        for (i, line) in printed.lines().enumerate().filter(|(_, line)| line.contains(".add\"")) {
            let op = lines.op(i + 1).unwrap();
            assert_eq!(module.op(op).name(), "stablehlo.add", "{line}");
        }
        assert_eq!(lines.op(0), None);
        assert_eq!(lines.op(100), None);
    }
}
