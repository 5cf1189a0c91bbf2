//! Runs a pipeline over a module.

use crate::context::{Context, PassError, Upstream};
use crate::fusion::Control;
use crate::pipeline::{Pipeline, Step};
use crate::table::PassDef;
use hloom_ir::module::Module;
use hloom_ir::{Diagnostic, OpId};
use std::collections::{BTreeMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Options of a pipeline run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Verify what each pass changed, so that no pass hands out what the verifier refuses.
    pub verify_each: bool,
    /// Names of disabled rewrite rules.
    pub disabled_rules: HashSet<String>,
    /// The inputs of `fuse`, and its report.
    pub fusion: Arc<Control>,
    /// The runner of upstream MLIR's passes.
    pub upstream: Option<Arc<dyn Upstream>>,
    /// The texts of the files that options of passes name.
    pub files: BTreeMap<String, String>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            verify_each: true,
            disabled_rules: HashSet::new(),
            fusion: Arc::new(Control::default()),
            upstream: None,
            files: BTreeMap::new(),
        }
    }
}

/// A record of one run of a pass.
#[derive(Clone, Debug)]
pub struct Run {
    /// The pass.
    pub pass: &'static PassDef,
    /// The function that it ran on; `None` for the module.
    pub function: Option<String>,
    /// The run time, without verification.
    pub time: Duration,
    /// Whether it changed the module.
    pub changed: bool,
    /// Counters by name.
    pub counts: BTreeMap<&'static str, usize>,
}

/// Observes the run of a pipeline: prints dumps, collects times.
pub trait Observer {
    /// Called before a pass runs.
    fn before(&mut self, pass: &'static PassDef, module: &Module, scope: OpId) {
        let _ = (pass, module, scope);
    }

    /// Called after a pass has run.
    fn after(&mut self, run: &Run, module: &Module, scope: OpId) {
        let _ = (run, module, scope);
    }
}

/// An observer that does nothing.
impl Observer for () {}

/// The failure of a pipeline.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The pass that failed.
    pub pass: &'static str,
    /// The function it ran on.
    pub function: Option<String>,
    /// The reason.
    pub reason: Reason,
}

/// The reason for a failure.
#[derive(Clone, Debug)]
pub enum Reason {
    /// The pass returned an error.
    Error(PassError),
    /// The pass left an invalid module, which is a bug.
    Invalid(Vec<Diagnostic>),
    /// The pass panicked, which is a bug.
    Panic(String),
}

impl Failure {
    /// Whether the failure is a bug in the pass, not an error in its input.
    pub fn is_bug(&self) -> bool {
        !matches!(self.reason, Reason::Error(_))
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "pass `{}`", self.pass)?;
        if let Some(function) = &self.function {
            write!(f, " on @{function}")?;
        }
        match &self.reason {
            Reason::Error(e) => write!(f, ": {e}"),
            Reason::Invalid(diagnostics) => {
                f.write_str(" left an invalid module")?;
                for d in diagnostics.iter().take(3) {
                    write!(f, "; {}", d.message)?;
                }
                Ok(())
            }
            Reason::Panic(message) => write!(f, " panicked: {message}"),
        }
    }
}
impl std::error::Error for Failure {}

/// Runs a pipeline over a module.
///
/// # Errors
/// If a pass fails, panics, or (with `verify_each`) leaves an invalid module. The module is then in
/// an unspecified state and must not be used.
pub fn run(
    module: &mut Module,
    pipeline: &Pipeline,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<(), Failure> {
    run_steps(module, None, &pipeline.steps, options, observer)
}

/// Runs steps on a function, or on the module. A pass may put another module in its place, with
/// another root.
fn run_steps(
    module: &mut Module,
    function: Option<OpId>,
    steps: &[Step],
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<(), Failure> {
    for step in steps {
        match step {
            Step::Pass { def, options: settings } => {
                run_pass(module, function, def, settings, options, observer)?;
            }
            Step::Functions(inner) => {
                let functions: Vec<OpId> = match function {
                    None => module.functions().filter(|&f| module.entry(f, 0).is_some()).collect(),
                    Some(function) => vec![function],
                };
                let revision = module.revision();
                for function in functions {
                    run_steps(module, Some(function), inner, options, observer)?;
                }
                // Each pass was verified in its function; this is what they share.
                if function.is_none() && options.verify_each && module.revision() != revision {
                    let failed = |errors| Failure {
                        pass: last_pass(inner).unwrap_or("func"),
                        function: None,
                        reason: Reason::Invalid(errors),
                    };
                    hloom_analysis::verify::verify(module).map_err(failed)?;
                }
            }
        }
    }
    Ok(())
}

/// The name of the last pass of some steps.
fn last_pass(steps: &[Step]) -> Option<&'static str> {
    steps.iter().rev().find_map(|step| match step {
        Step::Pass { def, .. } => Some(def.name),
        Step::Functions(inner) => last_pass(inner),
    })
}

fn run_pass(
    module: &mut Module,
    of: Option<OpId>,
    pass: &'static PassDef,
    settings: &[(String, String)],
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<(), Failure> {
    let scope = of.unwrap_or_else(|| module.root());
    observer.before(pass, module, scope);
    let function = of.map(|function| module.func(function).sym_name.0.to_string());
    let failure = |reason| Failure { pass: pass.name, function: function.clone(), reason };
    let revision = module.revision();
    let start = Instant::now();
    let mut cx = Context::new(module, scope, settings, &options.disabled_rules, &*options.fusion)
        .with_upstream(options.upstream.as_deref())
        .with_files(&options.files);
    // A panic is a bug. It is caught, so that the report can name the pass and reproduce it.
    let result = catch_unwind(AssertUnwindSafe(|| (pass.run)(&mut cx)));
    let time = start.elapsed();
    match result {
        Err(payload) => return Err(failure(Reason::Panic(panic_message(&*payload)))),
        Ok(Err(error)) => return Err(failure(Reason::Error(error))),
        Ok(Ok(())) => {}
    }
    let counts = cx.into_counts();
    let changed = module.revision() != revision;
    let scope = of.unwrap_or_else(|| module.root());
    if options.verify_each && changed {
        let verified = match of {
            None => hloom_analysis::verify::verify(module),
            Some(function) => hloom_analysis::verify::verify_within(module, function),
        };
        verified.map_err(|errors| failure(Reason::Invalid(errors)))?;
    }
    observer.after(&Run { pass, function, time, changed, counts }, module, scope);
    Ok(())
}

fn panic_message(payload: &(dyn std::any::Any + Send)) -> String {
    payload
        .downcast_ref::<&str>()
        .map(|s| (*s).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned())
}
