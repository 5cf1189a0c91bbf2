//! The context in which a pass runs, and its error.

use crate::options::PassOptions;
use hloom_ir::module::Module;
use hloom_ir::{OpId, Rewriter};
use std::any::Any;
use std::collections::{BTreeMap, HashSet};

/// The error of a pass.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct PassError {
    /// What is wrong.
    pub message: String,
    /// The op that it concerns.
    pub op: Option<OpId>,
}

impl PassError {
    /// An error of the pass as a whole.
    pub fn new(message: impl Into<String>) -> PassError {
        PassError { message: message.into(), op: None }
    }

    /// An error about an op.
    pub fn at(op: OpId, message: impl Into<String>) -> PassError {
        PassError { message: message.into(), op: Some(op) }
    }
}

/// The arguments of a pass: the module, the part of it that it may change, and its
/// options.
pub struct Context<'m> {
    module: &'m mut Module,
    scope: OpId,
    options: &'m [(String, String)],
    disabled: &'m HashSet<String>,
    input: &'m dyn Any,
    counts: BTreeMap<&'static str, usize>,
}

impl<'m> Context<'m> {
    /// A pass's view of `module` below `scope`. `input` is what [`Context::input`] gives.
    pub fn new(
        module: &'m mut Module,
        scope: OpId,
        options: &'m [(String, String)],
        disabled: &'m HashSet<String>,
        input: &'m dyn Any,
    ) -> Context<'m> {
        Context { module, scope, options, disabled, input, counts: BTreeMap::new() }
    }

    /// The module.
    pub fn module(&self) -> &Module {
        self.module
    }

    /// The module, to be given to a [`Rewriter`].
    pub fn module_mut(&mut self) -> &mut Module {
        self.module
    }

    /// A rewriter of the module.
    pub fn rewriter(&mut self) -> Rewriter<'_> {
        Rewriter::new(self.module)
    }

    /// The op below which the pass works: the module, or one function.
    pub fn scope(&self) -> OpId {
        self.scope
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

    /// The input of this type that the caller of the pipeline gave, besides options.
    pub fn input<T: Any>(&self) -> Option<&'m T> {
        self.input.downcast_ref()
    }

    /// Names of rules that are switched off.
    pub fn disabled_rules(&self) -> &HashSet<String> {
        self.disabled
    }

    /// The options of the pass, with their defaults where none are given.
    ///
    /// # Errors
    /// If an option does not exist or can't have its value.
    pub fn options<T: PassOptions>(&self) -> Result<T, PassError> {
        let mut options = T::default();
        for (name, text) in self.options {
            options.set(name, text).map_err(PassError::new)?;
        }
        Ok(options)
    }

    /// Adds to a figure that `--statistics` shows.
    pub fn count(&mut self, what: &'static str, n: usize) {
        if n > 0 {
            *self.counts.entry(what).or_default() += n;
        }
    }

    /// The figures so far.
    pub fn into_counts(self) -> BTreeMap<&'static str, usize> {
        self.counts
    }
}
