//! Sizes that are constant.

use hloom_ir::Value;
use hloom_ir::module::Module;

/// The numbers of a constant list.
pub(crate) fn numbers(module: &Module, value: Value) -> Option<Vec<i64>> {
    let literal = module.constant(value).filter(|l| l.count() <= 1 << 16)?;
    (0..literal.count()).map(|i| i64::try_from(literal.get_int(i)?).ok()).collect()
}
