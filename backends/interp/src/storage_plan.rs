//! Fusions with a storage plan: the evaluator of the storage calculus runs them.

use crate::error::{EvalError, EvalResult};
use crate::operands::tensors;
use crate::value::Value;
use hloom_ir::literal::Literal;
use hloom_ir::literal::sparse::Sparse;
use hloom_ir::module::Module;
use hloom_ir::{OpId, Type};
use hloom_storage::encoding::Mapped;
use hloom_storage::fused::{self, FusedPlan};

/// The results of a fusion with a plan; `None` if an operand is not what its type can store, so that the
/// body is to be run.
///
/// # Errors
/// If the plan is wrong, or an entry of a result is outside of the extents.
pub(crate) fn run(
    module: &Module,
    op: OpId,
    operands: &[Value],
) -> EvalResult<Option<Vec<Literal>>> {
    let plan = match FusedPlan::of(module, op) {
        Some(Ok(plan)) => plan,
        Some(Err(errors)) => {
            let first = errors.first().map_or("it is wrong", |error| &error.message);
            return Err(EvalError::invalid(format!("its plan: {first}")));
        }
        None => return Err(EvalError::invalid("it has no plan")),
    };
    let types: Vec<Type> = module.operands(op).iter().map(|v| module.ty(*v)).collect();
    let operands = tensors(operands)?;
    let holds = |(ty, literal): (&Type, &&Literal)| {
        let by_levels = ty.as_tensor().is_some_and(|tensor| tensor.sparse().is_some());
        match by_levels {
            true => Sparse::from_dense(*ty, literal).is_ok(),
            false => !fused::is_mapped(*ty) || Mapped::from_dense(*ty, literal).is_ok(),
        }
    };
    if !types.iter().zip(&operands).all(holds) {
        return Ok(None);
    }
    let results = plan.evaluate(&operands, &types, u64::MAX);
    results.map(Some).map_err(|error| EvalError::invalid(error.to_string()))
}
