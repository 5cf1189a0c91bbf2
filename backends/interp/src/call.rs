//! Calls of functions of the module.

use crate::alloc::checked_count;
use crate::error::{ErrorKind, RunError};
use crate::run::{Frame, Run};
use crate::value::Value;
use hloom_ir::Block;
use hloom_ir::module::Module;
use hloom_ir::ops::{Func, FunctionType};

fn invalid(message: String) -> Box<RunError> {
    RunError::new(ErrorKind::Invalid, message)
}

/// The type and the entry block of the function of this name.
///
/// # Errors
/// If the module has no such function, or only its declaration.
pub(crate) fn body<'m>(
    module: &'m Module,
    name: &str,
) -> Result<(&'m FunctionType, Block), Box<RunError>> {
    let Some(op) = module.symbol(name) else {
        return Err(invalid(format!("the module has no function @{name}")));
    };
    let Some(func) = module.get::<Func>(op) else {
        return Err(invalid(format!("@{name} is not a function")));
    };
    match module.entry(op, 0) {
        Some(entry) => Ok((&func.function_type, entry)),
        None => Err(invalid(format!("@{name} is declared but has no body"))),
    }
}

/// Runs the function of this name.
pub(crate) fn call(
    run: &mut Run<'_, '_>,
    name: &str,
    args: Vec<Value>,
) -> Result<Vec<Value>, Box<RunError>> {
    let (ty, entry) = body(run.module, name)?;
    let inputs = ty.inputs();
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
    let args = densify(run, args)?;
    run.block(&mut Frame::default(), entry, args)
}

/// Values with dense tensors, as all values of a run are: those that come from outside may be sparse
/// or mapped.
///
/// # Errors
/// A dense tensor has more bytes than the options allow, or there is no memory for it.
pub(crate) fn densify(run: &Run<'_, '_>, values: Vec<Value>) -> Result<Vec<Value>, Box<RunError>> {
    for value in &values {
        if let Value::Sparse(_) | Value::Mapped(_) = value {
            let limit = run.options.max_tensor_bytes;
            let counted = checked_count(value.ty(), limit);
            counted.map_err(|error| RunError::new(error.kind, error.message))?;
        }
    }
    let dense = values.into_iter().map(Value::dense).collect::<Result<Vec<_>, _>>();
    dense.map_err(|error| RunError::new(ErrorKind::Limit, error))
}
