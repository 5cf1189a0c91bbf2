//! If, case and while.

use crate::body::Stop;
use crate::error::{Eval, Trouble};
use crate::run::{Frame, Outs, Run};
use crate::value::Value;
use hloom_ir::{Block, OpId};

/// The one number that an operand is.
pub(crate) fn scalar(value: Option<&Value>) -> Eval<i128> {
    value
        .and_then(Value::tensor)
        .filter(|t| t.count() == 1)
        .and_then(|t| t.get_int(0))
        .ok_or_else(|| Trouble::invalid("a branch is chosen by something else than a scalar"))
}

fn branch(run: &mut Run<'_, '_>, frame: &mut Frame, op: OpId, region: usize) -> Result<Outs, Stop> {
    let block = run
        .module
        .entry(op, region)
        .ok_or_else(|| Trouble::invalid(format!("region {region} is empty")))?;
    Ok(run.block(frame, block, Vec::new())?.into())
}

pub(crate) fn if_(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    operands: &[Value],
) -> Result<Outs, Stop> {
    let pred = scalar(operands.first())? != 0;
    branch(run, frame, op, usize::from(!pred))
}

/// An index that names no branch chooses the last.
pub(crate) fn case(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    operands: &[Value],
) -> Result<Outs, Stop> {
    let index = scalar(operands.first())?;
    let last = run.module.regions(op).len().saturating_sub(1);
    let region = usize::try_from(index).map_or(last, |i| i.min(last));
    branch(run, frame, op, region)
}

/// A cheap body may run for ever: each round counts as a step, and looks at the
/// interrupt flag.
pub(crate) fn while_(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    [cond, body]: [Block; 2],
    operands: &[Value],
) -> Result<Outs, Stop> {
    let mut carried = operands.to_vec();
    loop {
        run.tick(1)?;
        let go_on = run.block(frame, cond, carried.clone())?;
        if scalar(go_on.first())? == 0 {
            return Ok(carried.into());
        }
        carried = run.block(frame, body, carried)?;
    }
}
