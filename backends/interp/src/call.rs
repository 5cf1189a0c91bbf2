//! Calls of functions of the module, and of targets that the interpreter knows.

use crate::body::Stop;
use crate::check;
use crate::error::{Fault, RunError, Trouble};
use crate::run::{Frame, Outs, Run};
use crate::value::Value;
use hloom_ir::OpId;
use hloom_ir::ops::{CustomCall, Func};

/// Runs the function of this name.
pub(crate) fn call(
    run: &mut Run<'_, '_>,
    name: &str,
    args: Vec<Value>,
) -> Result<Vec<Value>, Box<RunError>> {
    let module = run.module;
    let invalid = |message: String| RunError::new(Fault::Invalid, message);
    let Some(op) = module.symbol(name) else {
        return Err(invalid(format!("the module has no function @{name}")));
    };
    let Some(func) = module.get::<Func>(op) else {
        return Err(invalid(format!("@{name} is no function")));
    };
    let Some(entry) = module.entry(op, 0) else {
        return Err(invalid(format!("@{name} is declared but has no body")));
    };
    let inputs = func.function_type.inputs();
    if inputs.len() != args.len() {
        return Err(invalid(format!(
            "@{name} takes {} arguments but is given {}",
            inputs.len(),
            args.len()
        )));
    }
    for (i, (arg, &ty)) in args.iter().zip(inputs).enumerate() {
        if !arg.fits(ty) {
            return Err(invalid(format!(
                "argument {i} of @{name} must be {ty}, but is {}",
                arg.ty()
            )));
        }
    }
    run.block(&mut Frame::default(), entry, args)
}

/// Runs a target that the interpreter knows: the checks.
pub(crate) fn custom_call(
    run: &mut Run<'_, '_>,
    op: OpId,
    call: &CustomCall,
    operands: &[Value],
) -> Result<Outs, Stop> {
    let target = call.target();
    let Some(name) = target.strip_prefix("check.") else {
        return Err(Trouble::unsupported(format!(
            "the interpreter knows no custom call target @{target}"
        ))
        .into());
    };
    let tensors = operands
        .iter()
        .map(Value::tensor)
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| Trouble::invalid("a check takes tensors"))?;
    check::custom(name, run.module.extra(op), &tensors, run.options)?;
    Ok(Outs::new())
}
