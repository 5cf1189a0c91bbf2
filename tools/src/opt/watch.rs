//! The output of `hloom opt` while a pipeline runs: dumps, times, statistics.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

use hloom_ir::text::{PrintOptions, print};
use hloom_ir::{Module, OpId};
use hloom_passes::driver::Run;
use hloom_passes::{Observer, PassDef};

/// When to dump the module. The dumps of a run are a text of several programs, in the format of
/// `--split-input-file`.
#[derive(Clone, Default, Debug)]
pub(super) struct Dumps {
    /// Before these passes.
    pub(super) before: Vec<String>,
    /// After these passes.
    pub(super) after: Vec<String>,
    /// After every pass.
    pub(super) after_all: bool,
    /// After every pass that changed the module.
    pub(super) after_change: bool,
}

/// Observes one pipeline, and writes dumps.
pub(super) struct Watch<'a> {
    dumps: &'a Dumps,
    print: PrintOptions,
    out: &'a mut (dyn Write + Send),
    /// The runs of passes, in order.
    pub(super) runs: Vec<Run>,
    /// The error of a failed dump.
    pub(super) error: Option<std::io::Error>,
}

impl<'a> Watch<'a> {
    /// An observer that writes its dumps to `out`.
    pub(super) fn new(
        dumps: &'a Dumps,
        print: PrintOptions,
        out: &'a mut (dyn Write + Send),
    ) -> Watch<'a> {
        Watch { dumps, print, out, runs: Vec::new(), error: None }
    }

    fn dump(&mut self, when: &str, pass: &str, module: &Module, function: Option<&str>) {
        let on = function.map(|name| format!(" on @{name}")).unwrap_or_default();
        let text = print(module, &self.print);
        let written = write!(self.out, "// ----- IR {when} {pass}{on}\n{text}\n");
        self.error = self.error.take().or(written.err());
    }
}

impl Observer for Watch<'_> {
    fn before(&mut self, pass: &'static PassDef, module: &Module, scope: OpId) {
        if self.dumps.before.iter().any(|name| name == pass.name) {
            let function = (scope != module.root()).then(|| module.symbol_name(scope)).flatten();
            self.dump("before", pass.name, module, function);
        }
    }

    fn after(&mut self, run: &Run, module: &Module, _: OpId) {
        let named = self.dumps.after.iter().any(|name| name == run.pass.name);
        if named || self.dumps.after_all || (self.dumps.after_change && run.changed) {
            self.dump("after", run.pass.name, module, run.function.as_deref());
        }
        self.runs.push(run.clone());
    }
}

/// Total time and counters of all runs of one pass.
#[derive(Default)]
struct Total {
    runs: usize,
    changed: usize,
    time: Duration,
    counts: BTreeMap<&'static str, usize>,
}

/// The totals of each pass, in the order in which the passes first ran.
fn totals(runs: &[Run]) -> Vec<(&'static str, Total)> {
    let mut totals: Vec<(&'static str, Total)> = Vec::new();
    for run in runs {
        let at = totals.iter().position(|(name, _)| *name == run.pass.name).unwrap_or_else(|| {
            totals.push((run.pass.name, Total::default()));
            totals.len() - 1
        });
        let total = &mut totals[at].1;
        total.runs += 1;
        total.changed += usize::from(run.changed);
        total.time += run.time;
        for (name, count) in &run.counts {
            *total.counts.entry(name).or_default() += count;
        }
    }
    totals
}

/// The table of `--timing`, including parsing and printing.
pub(super) fn timing(read: Duration, runs: &[Run], wrote: Duration) -> String {
    let mut rows = vec![("parse and verify", 1, read)];
    rows.extend(totals(runs).into_iter().map(|(name, t)| (name, t.runs, t.time)));
    rows.push(("print", 1, wrote));
    let all: Duration = rows.iter().map(|(_, _, time)| *time).sum();
    let mut text = "  time (ms)   share  runs  what\n".to_owned();
    for (name, runs, time) in rows {
        let share = 100.0 * time.as_secs_f64() / all.as_secs_f64().max(f64::MIN_POSITIVE);
        text += &format!("{:>11.3} {share:>6.1}% {runs:>5}  {name}\n", millis(time));
    }
    text + &format!("{:>11.3} {:>6.1}%        total\n", millis(all), 100.0)
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The table of `--statistics`: the counters of each pass.
pub(super) fn statistics(runs: &[Run]) -> String {
    let mut text = String::new();
    for (name, total) in totals(runs) {
        text += &format!("{name}: {} runs, {} with changes\n", total.runs, total.changed);
        for (what, count) in total.counts {
            text += &format!("{count:>10}  {what}\n");
        }
    }
    if text.is_empty() { "no pass ran\n".to_owned() } else { text }
}
