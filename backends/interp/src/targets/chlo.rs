//! CHLO ops as custom calls, `mhlo.erf` for `chlo.erf`: their form in programs exported before CHLO
//! was.

use crate::custom_call::Call;
use crate::error::{EvalError, RegionError};
use crate::run::Run;
use crate::targets::builtin::Builtin;
use crate::value::Value;
use hloom_ir::op::FieldReader;
use hloom_ir::{AttrDict, Literal, ops};

/// The targets.
pub(super) const TABLE: &[(&str, Builtin)] = &[
    ("mhlo.acos", function),
    ("mhlo.acosh", function),
    ("mhlo.asin", function),
    ("mhlo.asinh", function),
    ("mhlo.atan", function),
    ("mhlo.atanh", function),
    ("mhlo.bessel_i1e", function),
    ("mhlo.cosh", function),
    ("mhlo.digamma", function),
    ("mhlo.erf", function),
    ("mhlo.erf_inv", function),
    ("mhlo.erfc", function),
    ("mhlo.lgamma", function),
    ("mhlo.next_after", function),
    ("mhlo.polygamma", function),
    ("mhlo.sinh", function),
    ("mhlo.square", function),
    ("mhlo.tan", function),
    ("mhlo.zeta", function),
];

/// Evaluates the CHLO op with the target's name.
fn function(run: &mut Run<'_, '_>, call: &Call<'_>) -> Result<Vec<Value>, RegionError> {
    let name = call.name.replacen("mhlo.", "chlo.", 1);
    let Some(entry) = ops::lookup(&name) else {
        return Err(EvalError::unsupported(format!("there is no op `{name}`")).into());
    };
    call.takes(entry.def.operands.len(), 1)?;
    let ty = call.result(0)?;
    let mut none = AttrDict::new();
    let mut reader = FieldReader { dict: &mut none, results: &[ty] };
    let Ok(op) = (entry.read)(&mut reader) else {
        return Err(EvalError::invalid(format!("`{name}` needs attributes")).into());
    };
    let operands: Vec<&Literal> =
        (0..call.operands.len()).map(|i| call.tensor(i)).collect::<Result<_, _>>()?;
    Ok(vec![run.eval(&op, &operands, ty)?.into()])
}
