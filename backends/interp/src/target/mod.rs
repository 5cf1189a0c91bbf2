//! Targets of custom calls.
//!
//! The interpreter knows those that JAX's programs call on a CPU, and some that
//! are common elsewhere:
//!
//! * `check.*`: the check ops in their older form ([`crate::check`]);
//! * `lapack_*_ffi`, and `Qr`, `ProductOfElementaryHouseholderReflectors`, `Eigh`,
//!   `LuDecomposition`: linear algebra (`lapack.rs`, `spectral.rs`, `decompositions.rs`);
//! * `Sharding`, `xla.sdy.*` and other marks on values, which change none
//!   (`markers.rs`);
//! * `mhlo.topk`, `ApproxTopK`, `cu_threefry2x32_ffi`, `shape_assertion` and the
//!   like (`others.rs`);
//! * `mhlo.erf` and other functions of CHLO under their older names (`chlo.rs`).
//!
//! More are added by [`Options::targets`](crate::Options::targets): a [`Targets`]
//! is a table of functions by name, which are asked first.

mod chlo;
mod decompositions;
mod lapack;
mod markers;
mod others;
mod spectral;

use crate::body::Stop;
use crate::check;
use crate::error::{Eval, Trouble};
use crate::run::{Outs, Run};
use crate::value::Value;
use hloom_ir::ops::CustomCall;
use hloom_ir::suggest::nearest;
use hloom_ir::{Attr, AttrDict, Literal, OpId, Type};
use std::collections::BTreeMap;

/// A custom call, as its target sees it.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The name that was called.
    pub name: &'a str,
    /// The values it is called with.
    pub operands: &'a [Value],
    /// The types that its results must have.
    pub results: &'a [Type],
    /// What the call tells its target: `backend_config`, a string or a dictionary.
    pub config: Option<&'a Attr>,
    /// Names of functions of the module that the target may call.
    pub computations: &'a [Box<str>],
    /// The call's other attributes, `mhlo.frontend_attributes` say.
    pub attrs: Option<&'a AttrDict>,
    /// The largest tensor that may be made, in bytes.
    pub max_tensor_bytes: u64,
}

impl<'a> Call<'a> {
    /// The tensor that operand `i` is.
    ///
    /// # Errors
    /// If there is none, or it is something else.
    pub fn tensor(&self, i: usize) -> Result<&'a Literal, Box<Trouble>> {
        let found = self.operands.get(i).and_then(Value::tensor);
        found.ok_or_else(|| {
            Trouble::invalid(format!("@{} takes a tensor as operand {i}", self.name))
        })
    }

    /// The type that result `i` must have.
    ///
    /// # Errors
    /// If there is no such result.
    pub fn result(&self, i: usize) -> Result<Type, Box<Trouble>> {
        let found = self.results.get(i).copied();
        found.ok_or_else(|| Trouble::invalid(format!("@{} has more than {i} results", self.name)))
    }

    /// The option `name`, from the dictionary that the call tells its target.
    pub fn option(&self, name: &str) -> Option<&'a Attr> {
        let older = self.attrs.and_then(|attrs| attrs.get("mhlo.backend_config"));
        [self.config, older].into_iter().flatten().find_map(|config| match config {
            Attr::Dict(dict) => dict.get(name),
            _ => None,
        })
    }

    /// The option `name`, an integer or a flag.
    ///
    /// # Errors
    /// If it is absent or something else.
    pub fn int(&self, name: &str) -> Result<i64, Box<Trouble>> {
        match self.option(name) {
            Some(Attr::Int(n, _)) => Ok(*n),
            Some(Attr::Bool(b)) => Ok(i64::from(*b)),
            Some(other) => Err(Trouble::invalid(format!(
                "option {name} of @{} must be an integer, not `{other}`",
                self.name
            ))),
            None => Err(Trouble::invalid(format!("@{} needs the option {name}", self.name))),
        }
    }

    /// The option `name`, a letter: its code, as LAPACK's options are passed.
    ///
    /// # Errors
    /// If it is absent, something else, or none of `allowed`.
    pub fn letter(&self, name: &str, allowed: &str) -> Result<char, Box<Trouble>> {
        let code = self.int(name)?;
        let letter = u8::try_from(code).ok().map(char::from).filter(|&c| allowed.contains(c));
        letter.ok_or_else(|| {
            let known: Vec<String> =
                allowed.chars().map(|c| format!("{} ({c})", c as u8)).collect();
            Trouble::invalid(format!(
                "option {name} of @{} is {code}; known are {}",
                self.name,
                known.join(", ")
            ))
        })
    }

    /// Checks that there are so many operands and results.
    fn takes(&self, operands: usize, results: usize) -> Eval<()> {
        if self.operands.len() == operands && self.results.len() == results {
            return Ok(());
        }
        Err(Trouble::invalid(format!(
            "@{} takes {operands} operands and gives {results} results, not {} and {}",
            self.name,
            self.operands.len(),
            self.results.len()
        )))
    }
}

/// What stands behind the name of a target.
pub type Target = dyn Fn(&Call<'_>) -> Result<Vec<Value>, Box<Trouble>> + Send + Sync;

/// Functions by the names that custom calls call them by.
#[derive(Default)]
pub struct Targets {
    table: BTreeMap<String, Box<Target>>,
}

impl Targets {
    /// None.
    pub fn new() -> Targets {
        Targets::default()
    }

    /// Adds a function; a name that is there already now means the new one. What
    /// it results in must be of the types that the call wants.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        target: impl Fn(&Call<'_>) -> Result<Vec<Value>, Box<Trouble>> + Send + Sync + 'static,
    ) -> &mut Targets {
        self.table.insert(name.into(), Box::new(target));
        self
    }

    /// The function of this name.
    pub fn get(&self, name: &str) -> Option<&Target> {
        self.table.get(name).map(|target| &**target)
    }

    /// All names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.table.keys().map(String::as_str)
    }
}

impl std::fmt::Debug for Targets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}

/// A target that the interpreter knows.
type Known = fn(&mut Run<'_, '_>, &Call<'_>) -> Result<Vec<Value>, Stop>;

/// The interpreter's own targets of this name.
fn known(name: &str) -> Option<Known> {
    lapack::lookup(name)
        .or_else(|| markers::is_one(name).then_some(markers::pass as Known))
        .or_else(|| others::TABLE.iter().find(|(n, _)| *n == name).map(|(_, f)| *f))
        .or_else(|| chlo::TABLE.iter().find(|(n, _)| *n == name).map(|(_, f)| *f))
        .or_else(|| decompositions::TABLE.iter().find(|(n, _)| *n == name).map(|(_, f)| *f))
}

/// The names of all targets that the interpreter knows by itself.
fn names() -> Vec<String> {
    let listed =
        others::TABLE.iter().chain(chlo::TABLE).chain(decompositions::TABLE).map(|(name, _)| *name);
    let marks = markers::NAMES.iter().chain(check::TARGETS).copied();
    listed.chain(marks).map(str::to_owned).chain(lapack::names()).collect()
}

/// Runs a custom call.
pub(crate) fn custom_call(
    run: &mut Run<'_, '_>,
    op: OpId,
    call: &CustomCall,
    operands: &[Value],
) -> Result<Outs, Stop> {
    let module = run.module;
    let (target, results) = (call.target(), module.result_types(op));
    let seen = Call {
        name: &target,
        operands,
        results: &results,
        config: call.backend_config.as_ref().map(|config| &config.0),
        computations: &call.called_computations.0,
        attrs: module.discardable_attrs(op),
        max_tensor_bytes: run.options.max_tensor_bytes,
    };
    let outs = if let Some(given) = run.options.targets.and_then(|targets| targets.get(&target)) {
        given(&seen)?
    } else if let Some(name) = target.strip_prefix("check.") {
        let tensors = operands
            .iter()
            .map(Value::tensor)
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| Trouble::invalid("a check takes tensors"))?;
        check::custom(
            name,
            &|name| seen.option(name).or_else(|| seen.attrs?.get(name)),
            &tensors,
            run.options,
        )?;
        Vec::new()
    } else if let Some(known) = known(&target) {
        known(run, &seen)?
    } else {
        return Err(unknown(run, &target).into());
    };
    if outs.len() != results.len() || outs.iter().zip(&results).any(|(v, &ty)| !v.fits(ty)) {
        let made: Vec<String> = outs.iter().map(|v| v.ty().to_string()).collect();
        return Err(Trouble::invalid(format!("@{target} results in ({})", made.join(", "))).into());
    }
    Ok(outs.into())
}

/// What is said of a target that is not known.
fn unknown(run: &Run<'_, '_>, name: &str) -> Box<Trouble> {
    let own = names();
    let given = run.options.targets.into_iter().flat_map(Targets::names);
    let near = nearest(name, own.iter().map(String::as_str).chain(given));
    let help = near.map_or(String::new(), |near| format!("; did you mean @{near}?"));
    Trouble::unsupported(format!("the interpreter knows no custom call target @{name}{help}"))
}
