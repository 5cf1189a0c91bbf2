//! Calls of functions of the module.

use crate::alloc::checked_count;
use crate::error::{ErrorKind, RunError};
use crate::run::{Frame, Run};
use crate::value::Value;
use hloom_ir::ops::Func;

/// Runs the function of this name.
pub(crate) fn call(
    run: &mut Run<'_, '_>,
    name: &str,
    args: Vec<Value>,
) -> Result<Vec<Value>, Box<RunError>> {
    let module = run.module;
    let invalid = |message: String| RunError::new(ErrorKind::Invalid, message);
    let Some(op) = module.symbol(name) else {
        return Err(invalid(format!("the module has no function @{name}")));
    };
    let Some(func) = module.get::<Func>(op) else {
        return Err(invalid(format!("@{name} is not a function")));
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
    for arg in &args {
        if let Value::Sparse(sparse) = arg {
            let limit = run.options.max_tensor_bytes;
            let counted = checked_count(sparse.ty(), limit);
            counted.map_err(|error| RunError::new(error.kind, error.message))?;
        }
    }
    let dense = args.into_iter().map(Value::dense).collect::<Result<Vec<_>, _>>();
    let args = dense.map_err(|error| RunError::new(ErrorKind::Limit, error.to_string()))?;
    run.block(&mut Frame::default(), entry, args)
}
