//! The interface of custom call targets, and tables of targets.

use crate::error::{EvalError, EvalResult};
use crate::value::Value;
use hloom_ir::{Attr, AttrDict, Literal, Type};
use std::collections::BTreeMap;

/// A custom call, as passed to its target.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The target's name.
    pub name: &'a str,
    /// The operands.
    pub operands: &'a [Value],
    /// The types of the results.
    pub results: &'a [Type],
    /// The configuration, `backend_config`: a string or a dictionary.
    pub config: Option<&'a Attr>,
    /// Names of functions of the module that the target may call.
    pub computations: &'a [Box<str>],
    /// The call's other attributes, such as `mhlo.frontend_attributes`.
    pub attrs: Option<&'a AttrDict>,
    /// The largest tensor that may be made, in bytes.
    pub max_tensor_bytes: u64,
}

impl<'a> Call<'a> {
    /// The tensor that operand `i` is.
    ///
    /// # Errors
    /// If the operand is missing or not a tensor.
    pub fn tensor(&self, i: usize) -> Result<&'a Literal, Box<EvalError>> {
        let found = self.operands.get(i).and_then(Value::tensor);
        found.ok_or_else(|| {
            EvalError::invalid(format!("@{} takes a tensor as operand {i}", self.name))
        })
    }

    /// The type that result `i` must have.
    ///
    /// # Errors
    /// If the call does not have that many results.
    pub fn result(&self, i: usize) -> Result<Type, Box<EvalError>> {
        let found = self.results.get(i).copied();
        found.ok_or_else(|| EvalError::invalid(format!("@{} has more than {i} results", self.name)))
    }

    /// The option `name` of the configuration dictionary.
    pub fn option(&self, name: &str) -> Option<&'a Attr> {
        let legacy = self.attrs.and_then(|attrs| attrs.get("mhlo.backend_config"));
        [self.config, legacy].into_iter().flatten().find_map(|config| match config {
            Attr::Dict(dict) => dict.get(name),
            _ => None,
        })
    }

    /// The option `name`, an integer or a flag.
    ///
    /// # Errors
    /// If it is absent or not an integer.
    pub fn int(&self, name: &str) -> Result<i64, Box<EvalError>> {
        match self.option(name) {
            Some(Attr::Int(n, _)) => Ok(*n),
            Some(Attr::Bool(b)) => Ok(i64::from(*b)),
            Some(other) => Err(EvalError::invalid(format!(
                "option {name} of @{} must be an integer, not `{other}`",
                self.name
            ))),
            None => Err(EvalError::invalid(format!("@{} needs the option {name}", self.name))),
        }
    }

    /// The option `name`, a letter given by its character code, as LAPACK's options are.
    ///
    /// # Errors
    /// If it is absent or not one of `allowed`.
    pub fn letter(&self, name: &str, allowed: &str) -> Result<char, Box<EvalError>> {
        let code = self.int(name)?;
        let letter = u8::try_from(code).ok().map(char::from).filter(|&c| allowed.contains(c));
        letter.ok_or_else(|| {
            let known: Vec<String> =
                allowed.chars().map(|c| format!("{} ({c})", c as u8)).collect();
            EvalError::invalid(format!(
                "option {name} of @{} is {code}; known are {}",
                self.name,
                known.join(", ")
            ))
        })
    }

    /// Checks the number of operands and results.
    pub(crate) fn takes(&self, operands: usize, results: usize) -> EvalResult<()> {
        if self.operands.len() == operands && self.results.len() == results {
            return Ok(());
        }
        Err(EvalError::invalid(format!(
            "@{} takes {operands} operands and gives {results} results, not {} and {}",
            self.name,
            self.operands.len(),
            self.results.len()
        )))
    }
}

/// The function of a target.
pub type Target = dyn Fn(&Call<'_>) -> Result<Vec<Value>, Box<EvalError>> + Send + Sync;

/// Functions by their target names.
#[derive(Default)]
pub struct Targets {
    table: BTreeMap<String, Box<Target>>,
}

impl Targets {
    /// An empty table.
    pub fn new() -> Targets {
        Targets::default()
    }

    /// Adds a function, replacing one of the same name. Its results must have the types
    /// that the call declares.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        target: impl Fn(&Call<'_>) -> Result<Vec<Value>, Box<EvalError>> + Send + Sync + 'static,
    ) -> &mut Targets {
        self.table.insert(name.into(), Box::new(target));
        self
    }

    /// The function of this name.
    pub fn get(&self, name: &str) -> Option<&Target> {
        self.table.get(name).map(|target| &**target)
    }

    /// All names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.table.keys().map(String::as_str)
    }
}

impl std::fmt::Debug for Targets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}
