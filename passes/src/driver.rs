//! Runs a pipeline over a module.

use crate::context::{Context, PassError};
use crate::fusion::Control;
use crate::pipeline::{Pipeline, Step};
use crate::table::PassDef;
use hloom_ir::module::Module;
use hloom_ir::{Diagnostic, OpId};
use std::collections::{BTreeMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How to run a pipeline.
#[derive(Clone, Debug)]
pub struct Options {
    /// Verify what each pass changed, so that no pass hands out what the verifier refuses.
    pub verify_each: bool,
    /// Rewrite rules that are switched off, by name.
    pub disabled_rules: HashSet<String>,
    /// What `fuse` is to go by, and what it says.
    pub fusion: Arc<Control>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            verify_each: true,
            disabled_rules: HashSet::new(),
            fusion: Arc::new(Control::default()),
        }
    }
}

/// What one run of a pass did.
#[derive(Clone, Debug)]
pub struct Run {
    /// The pass.
    pub pass: &'static PassDef,
    /// The function it ran on; `None` for the module.
    pub function: Option<String>,
    /// How long it took, verification not counted.
    pub time: Duration,
    /// Whether it changed the module.
    pub changed: bool,
    /// Figures, by name.
    pub counts: BTreeMap<&'static str, usize>,
}

/// Someone who watches a pipeline run: prints dumps, collects times.
pub trait Observer {
    /// A pass is about to run.
    fn before(&mut self, pass: &'static PassDef, module: &Module, scope: OpId) {
        let _ = (pass, module, scope);
    }

    /// A pass has run.
    fn after(&mut self, run: &Run, module: &Module, scope: OpId) {
        let _ = (run, module, scope);
    }
}

/// Watches nothing.
impl Observer for () {}

/// A pipeline that stopped.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The pass in which it stopped.
    pub pass: &'static str,
    /// The function it ran on.
    pub function: Option<String>,
    /// Why.
    pub reason: Reason,
}

/// Why a pipeline stopped.
#[derive(Clone, Debug)]
pub enum Reason {
    /// The pass could not do its work.
    Error(PassError),
    /// The pass left an invalid module: a bug.
    Invalid(Vec<Diagnostic>),
    /// The pass panicked: a bug.
    Panic(String),
}

impl Failure {
    /// Whether the pass is to blame and not its input.
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
/// If a pass fails, panics, or (with `verify_each`) leaves an invalid module. The
/// module is then as the pass left it, not to be used any more.
pub fn run(
    module: &mut Module,
    pipeline: &Pipeline,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<(), Failure> {
    let root = module.root();
    run_steps(module, root, &pipeline.steps, options, observer)
}

fn run_steps(
    module: &mut Module,
    scope: OpId,
    steps: &[Step],
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<(), Failure> {
    for step in steps {
        match step {
            Step::Pass { def, options: settings } => {
                run_pass(module, scope, def, settings, options, observer)?;
            }
            Step::Functions(inner) => {
                let functions: Vec<OpId> = if scope == module.root() {
                    module.functions().filter(|&f| module.entry(f, 0).is_some()).collect()
                } else {
                    vec![scope]
                };
                let revision = module.revision();
                for function in functions {
                    run_steps(module, function, inner, options, observer)?;
                }
                // Each pass was verified in its function; this is what they share.
                if scope == module.root() && options.verify_each && module.revision() != revision {
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
    scope: OpId,
    pass: &'static PassDef,
    settings: &[(String, String)],
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<(), Failure> {
    observer.before(pass, module, scope);
    let function = (scope != module.root()).then(|| module.func(scope).sym_name.0.to_string());
    let failure = |reason| Failure { pass: pass.name, function: function.clone(), reason };
    let revision = module.revision();
    let start = Instant::now();
    let mut cx = Context::new(module, scope, settings, &options.disabled_rules, &*options.fusion);
    // A panic is a bug; it is caught so that it can be named and reproduced.
    let result = catch_unwind(AssertUnwindSafe(|| (pass.run)(&mut cx)));
    let time = start.elapsed();
    match result {
        Err(payload) => return Err(failure(Reason::Panic(panic_message(&*payload)))),
        Ok(Err(error)) => return Err(failure(Reason::Error(error))),
        Ok(Ok(())) => {}
    }
    let counts = cx.into_counts();
    let changed = module.revision() != revision;
    if options.verify_each && changed {
        let verified = match scope == module.root() {
            true => hloom_analysis::verify::verify(module),
            false => hloom_analysis::verify::verify_within(module, scope),
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
