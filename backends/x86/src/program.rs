//! The functions of a program: its entry, and one for each kernel. Those of parallel loops and tasks
//! come up on the way.

use crate::select::Selector;
use crate::unit::Unit;
use crate::{Built, Compiled};

/// Writes all functions of a program.
pub(crate) fn program(mut unit: Unit<'_>) -> Built<Compiled> {
    let plan = unit.plan;
    let mut entry = Selector::new(&mut unit);
    entry.count_uses(&plan.program.body);
    entry.statements(&plan.program.body)?;
    entry.end_with_zero();
    let (code, stack) = entry.finish();
    unit.emit(0, code, stack)?;
    for (number, kernel) in (1..).zip(&plan.kernels) {
        let mut function = Selector::new(&mut unit);
        function.table = Some(&kernel.table);
        function.kernel = Some(kernel);
        function.count_uses(kernel.body);
        function.statements(kernel.body)?;
        function.end_with_zero();
        let (code, stack) = function.finish();
        unit.emit(number, code, stack)?;
    }
    Ok(unit.link())
}
