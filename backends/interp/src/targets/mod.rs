//! Targets of custom calls.
//!
//! The built-in targets are those that JAX programs call on a CPU, and some that are common
//! elsewhere:
//!
//! * `check.*`: the check ops in their legacy form ([`crate::check`]);
//! * `lapack_*_ffi`, and `Qr`, `ProductOfElementaryHouseholderReflectors`, `Eigh`,
//!   `LuDecomposition`: linear algebra (`lapack.rs`, `spectral.rs`, `decompositions.rs`);
//! * `Sharding`, `xla.sdy.*` and other annotations, which do not change values (`markers.rs`);
//! * `mhlo.topk`, `ApproxTopK`, `cu_threefry2x32_ffi`, `shape_assertion` and the
//!   like (`others.rs`);
//! * `stablehlo.dynamic_*`, for which StableHLO has no ops (`dynamic.rs`);
//! * `mhlo.erf` and other functions of CHLO with their legacy names (`chlo.rs`).
//!
//! [`Options::targets`](crate::Options::targets) adds more: a [`Targets`] is a table of functions
//! by name, which take precedence.

mod builtin;
mod chlo;
mod decompositions;
mod dynamic;
mod lapack;
mod markers;
mod matrices;
mod others;
mod spectral;

use crate::check;
use crate::custom_call::{Call, Targets};
use crate::error::{EvalError, RegionError};
use crate::run::{OpResults, Run};
use crate::targets::builtin::Builtin;
use crate::value::Value;
use hloom_ir::ops::CustomCall;
use hloom_ir::suggest::nearest;
use hloom_ir::{Element, Literal, OpId, Type};

/// The built-in target of this name.
fn known(name: &str) -> Option<Builtin> {
    lapack::lookup(name)
        .or_else(|| markers::is_one(name).then_some(markers::pass as Builtin))
        .or_else(|| others::TABLE.iter().find(|(n, _)| *n == name).map(|(_, f)| *f))
        .or_else(|| chlo::TABLE.iter().find(|(n, _)| *n == name).map(|(_, f)| *f))
        .or_else(|| decompositions::TABLE.iter().find(|(n, _)| *n == name).map(|(_, f)| *f))
        .or_else(|| dynamic::TABLE.iter().find(|(n, _)| *n == name).map(|(_, f)| *f))
}

/// The names of all built-in targets.
fn names() -> Vec<String> {
    let listed = [others::TABLE, chlo::TABLE, decompositions::TABLE, dynamic::TABLE];
    let listed = listed.into_iter().flatten().map(|(name, _)| *name);
    let marks = markers::NAMES.iter().chain(check::TARGETS).copied();
    listed.chain(marks).map(str::to_owned).chain(lapack::names()).collect()
}

/// Runs a custom call.
pub(crate) fn custom_call(
    run: &mut Run<'_, '_>,
    op: OpId,
    call: &CustomCall,
    operands: &[Value],
) -> Result<OpResults, RegionError> {
    let module = run.module;
    let (target, results) = (call.target(), module.result_types(op));
    let written = Call {
        name: &target,
        operands,
        results: &results,
        config: call.backend_config.as_ref().map(|config| &config.0),
        computations: &call.called_computations.0,
        attrs: module.discardable_attrs(op),
        max_tensor_bytes: run.options.max_tensor_bytes,
    };
    let sized = dynamic::sized(&written)?;
    let seen = sized.as_ref().map_or(written, |sized| Call {
        operands: &sized.operands,
        results: &sized.results,
        ..written
    });
    let (operands, results) = (seen.operands, seen.results);
    let outs = if let Some(given) = run.options.targets.and_then(|targets| targets.get(&target)) {
        given(&seen)?
    } else if let Some(name) = target.strip_prefix("check.") {
        let tensors = operands
            .iter()
            .map(Value::tensor)
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| EvalError::invalid("a check takes tensors"))?;
        check::custom(
            name,
            &|name| seen.option(name).or_else(|| seen.attrs?.get(name)),
            &tensors,
            run.options,
        )?;
        // `check.eq` results in the fact that it holds.
        let holds = |&ty: &Type| {
            let literal = Literal::splat(ty, &[1]).ok().filter(|l| l.element() == Element::I1);
            literal.map(Value::Tensor).ok_or_else(|| {
                EvalError::invalid(format!("@{target} results in booleans, not {ty}"))
            })
        };
        results.iter().map(holds).collect::<Result<_, _>>()?
    } else if let Some(known) = known(&target) {
        known(run, &seen)?
    } else {
        return Err(unknown(run, &target).into());
    };
    if outs.len() != results.len() || outs.iter().zip(results).any(|(v, &ty)| !v.fits(ty)) {
        let made: Vec<String> = outs.iter().map(|v| v.ty().to_string()).collect();
        return Err(
            EvalError::invalid(format!("@{target} results in ({})", made.join(", "))).into()
        );
    }
    Ok(outs.into())
}

/// The error for an unknown target, which suggests a similar name.
fn unknown(run: &Run<'_, '_>, name: &str) -> Box<EvalError> {
    // `jax.pure_callback` and its kin; the function itself is in no program.
    if name.contains("python") && name.contains("callback") {
        return EvalError::unsupported(format!(
            "@{name} calls a function of the Python process that made the program \
             (jax.pure_callback, io_callback or debug.callback); export the program without it"
        ));
    }
    let own = names();
    let given = run.options.targets.into_iter().flat_map(Targets::names);
    let near = nearest(name, own.iter().map(String::as_str).chain(given));
    let help = near.map_or(String::new(), |near| format!("; did you mean @{near}?"));
    EvalError::unsupported(format!("the interpreter knows no custom call target @{name}{help}"))
}
