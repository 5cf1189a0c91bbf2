//! [`Context`], the arguments of a pass, and [`PassError`].

use crate::options::PassOptions;
use hloom_ir::module::Module;
use hloom_ir::{OpId, Rewriter};
use std::any::Any;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Debug;

/// The error of a pass.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct PassError {
    /// The error message.
    pub message: String,
    /// The op that the error is about.
    pub op: Option<OpId>,
    /// Further errors, each with the op that it is about.
    pub more: Vec<(Option<OpId>, String)>,
}

impl PassError {
    /// An error that concerns no single op.
    pub fn new(message: impl Into<String>) -> PassError {
        PassError { message: message.into(), op: None, more: Vec::new() }
    }

    /// An error about an op.
    pub fn at(op: OpId, message: impl Into<String>) -> PassError {
        PassError { message: message.into(), op: Some(op), more: Vec::new() }
    }
}

/// A runner of upstream MLIR's passes.
pub trait Upstream: Debug + Send + Sync {
    /// The module after a pipeline of upstream's passes. Ops that it does not know are kept.
    ///
    /// # Errors
    /// If the pipeline has a mistake, a pass fails, or upstream's verifier rejects the module.
    fn run(&self, module: &Module, pipeline: &str) -> Result<Module, PassError>;
}

/// The arguments of a pass: the module, the scope that it may change, and its options.
pub struct Context<'m> {
    module: &'m mut Module,
    scope: OpId,
    options: &'m [(String, String)],
    disabled: &'m HashSet<String>,
    input: &'m dyn Any,
    upstream: Option<&'m dyn Upstream>,
    files: Option<&'m BTreeMap<String, String>>,
    counts: BTreeMap<&'static str, usize>,
}

impl<'m> Context<'m> {
    /// A context for a pass over `module` below `scope`. [`Context::input`] returns `input`.
    pub fn new(
        module: &'m mut Module,
        scope: OpId,
        options: &'m [(String, String)],
        disabled: &'m HashSet<String>,
        input: &'m dyn Any,
    ) -> Context<'m> {
        let counts = BTreeMap::new();
        let (upstream, files) = (None, None);
        Context { module, scope, options, disabled, input, upstream, files, counts }
    }

    /// Sets the runner of upstream MLIR's passes.
    pub fn with_upstream(mut self, upstream: Option<&'m dyn Upstream>) -> Context<'m> {
        self.upstream = upstream;
        self
    }

    /// Sets the texts of the files that options name.
    pub fn with_files(mut self, files: &'m BTreeMap<String, String>) -> Context<'m> {
        self.files = Some(files);
        self
    }

    /// The text of a file that an option names: a pass reads no files itself.
    ///
    /// # Errors
    /// If the pipeline's caller has not read the file.
    pub fn file(&self, name: &str) -> Result<&'m str, PassError> {
        let known = self.files.and_then(|files| files.get(name));
        known.map(String::as_str).ok_or_else(|| {
            PassError::new(format!("this command does not read the file `{name}` for a pass"))
        })
    }

    /// The runner of upstream MLIR's passes, if the command has one.
    pub fn upstream(&self) -> Option<&'m dyn Upstream> {
        self.upstream
    }

    /// The module.
    pub fn module(&self) -> &Module {
        self.module
    }

    /// The module, for a [`Rewriter`].
    pub fn module_mut(&mut self) -> &mut Module {
        self.module
    }

    /// A rewriter of the module.
    pub fn rewriter(&mut self) -> Rewriter<'_> {
        Rewriter::new(self.module)
    }

    /// The op below which the pass works: the module op or one function.
    pub fn scope(&self) -> OpId {
        self.scope
    }

    /// The function of this name in the scope, which has a body.
    ///
    /// # Errors
    /// If there is none.
    pub fn function_with_body(&self, name: &str) -> Result<OpId, PassError> {
        let op = self.module.symbol(name).filter(|op| self.functions().contains(op));
        op.ok_or_else(|| PassError::new(format!("there is no function `@{name}` with a body")))
    }

    /// The functions with a body in the scope.
    pub fn functions(&self) -> Vec<OpId> {
        let has_body = |&f: &OpId| self.module.entry(f, 0).is_some();
        if matches!(self.module.op(self.scope), hloom_ir::Op::Func(_)) {
            [self.scope].into_iter().filter(has_body).collect()
        } else {
            self.module
                .walk(self.scope)
                .filter(|&op| matches!(self.module.op(op), hloom_ir::Op::Func(_)))
                .filter(has_body)
                .collect()
        }
    }

    /// The input of this type that the pipeline's caller gave in addition to options.
    pub fn input<T: Any>(&self) -> Option<&'m T> {
        self.input.downcast_ref()
    }

    /// Names of disabled rules.
    pub fn disabled_rules(&self) -> &HashSet<String> {
        self.disabled
    }

    /// The options of the pass, with defaults for those not given.
    ///
    /// # Errors
    /// If an option does not exist or has an invalid value.
    pub fn options<T: PassOptions>(&self) -> Result<T, PassError> {
        let mut options = T::default();
        for (name, text) in self.options {
            options.set(name, text).map_err(PassError::new)?;
        }
        Ok(options)
    }

    /// Adds to a counter that `--statistics` shows.
    pub fn count(&mut self, what: &'static str, n: usize) {
        if n > 0 {
            *self.counts.entry(what).or_default() += n;
        }
    }

    /// The counters so far.
    pub fn into_counts(self) -> BTreeMap<&'static str, usize> {
        self.counts
    }
}
