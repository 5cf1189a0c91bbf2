//! If, case and while.

use crate::error::{EvalError, RegionError};
use crate::operands::scalar;
use crate::run::{Frame, OpResults, Run};
use crate::value::Value;
use hloom_ir::{Block, OpId};

fn branch(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    region: usize,
) -> Result<OpResults, RegionError> {
    let block = run
        .module
        .entry(op, region)
        .ok_or_else(|| EvalError::invalid(format!("region {region} is empty")))?;
    Ok(run.block(frame, block, Vec::new())?.into())
}

pub(crate) fn if_(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    operands: &[Value],
) -> Result<OpResults, RegionError> {
    let pred = scalar(operands.first())? != 0;
    branch(run, frame, op, usize::from(!pred))
}

/// `case`. An index out of range selects the last branch.
pub(crate) fn case(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    operands: &[Value],
) -> Result<OpResults, RegionError> {
    let index = scalar(operands.first())?;
    let last = run.module.regions(op).len().saturating_sub(1);
    let region = usize::try_from(index).map_or(last, |i| i.min(last));
    branch(run, frame, op, region)
}

/// `while`. Each iteration consumes fuel, because a region may be empty.
pub(crate) fn while_(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    [cond, body]: [Block; 2],
    operands: &[Value],
) -> Result<OpResults, RegionError> {
    let mut carried = operands.to_vec();
    loop {
        run.consume_fuel(1)?;
        let go_on = run.block(frame, cond, carried.clone())?;
        if scalar(go_on.first())? == 0 {
            return Ok(carried.into());
        }
        carried = run.block(frame, body, carried)?;
    }
}
