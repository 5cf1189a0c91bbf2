//! Concurrent processes: `interpreter.run_parallel`, and the ops with which processes communicate
//! with each other and with the host.
//!
//! A program that runs by itself is a single process in a grid of one by one.

mod asynchronous;
mod collective;
mod groups;
pub(crate) mod in_place;
mod manual;
mod parts;
mod reducer;
mod streamed;
mod together;
mod transfer;
mod wait;

pub use groups::{process_groups, process_partner};

use crate::error::{EvalError, RegionError, RunError};
use crate::host::Effect;
use crate::operands::tensors;
use crate::processes::grid::Grid;
use crate::processes::shape::GridShape;
use crate::run::{Frame, OpResults, Run};
use crate::value::Value;
use hloom_ir::OpId;
use hloom_ir::ops::Op;
use std::sync::Arc;

/// Runs a function in as many processes as there are lists of inputs.
pub(crate) fn run_ranks(
    run: &mut Run<'_, '_>,
    name: &str,
    inputs: Vec<Vec<Value>>,
) -> Result<Vec<Vec<Value>>, Box<RunError>> {
    let shape = GridShape { replicas: 1, partitions: inputs.len() as u32 };
    let grid = Arc::new(Grid::new(shape, None));
    let jobs = inputs.into_iter().map(|args| together::Job::Function(name, args)).collect();
    together::together(run, &grid, jobs).map_err(|error| match error {
        RegionError::Op(error) => RunError::new(error.kind, error.message),
        RegionError::Nested(error) => error,
    })
}

/// Runs an op that communicates with other processes or the host.
pub(crate) fn op(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    operands: &[Value],
) -> Result<OpResults, RegionError> {
    let module = run.module;
    let types = module.result_types(op);
    match module.op(op) {
        Op::AfterAll(_) | Op::CreateToken(_) => Ok(OpResults::from_elem(Value::Token, 1)),
        Op::ReplicaId(_) => Ok(transfer::number(run.place()?.replica)?),
        Op::PartitionId(_) => Ok(transfer::number(run.place()?.partition)?),
        Op::RunParallel(it) => together::run_parallel(run, it, operands),
        Op::Infeed(it) => transfer::infeed(run, it, &types),
        Op::Outfeed(_) => {
            let place = run.place()?;
            let values = transfer::payload(operands)?;
            run.emit(Effect::Outfeed(place, values))?;
            Ok(OpResults::from_elem(Value::Token, 1))
        }
        Op::Send(it) => transfer::send(run, it, operands),
        Op::Recv(it) => transfer::recv(run, it, &types),
        Op::Print(_) => {
            let [x] = &tensors(operands)?[..] else {
                return Err(EvalError::invalid("it prints one tensor").into());
            };
            let name = module.operands(op).first().and_then(|&v| module.name(v));
            run.emit(Effect::Print(name.map(str::to_owned), (*x).clone()))?;
            Ok(operands.iter().cloned().collect())
        }
        Op::Probe(it) => {
            let [x] = &tensors(operands)?[..] else {
                return Err(EvalError::invalid("it keeps one tensor").into());
            };
            let id = String::from_utf8_lossy(&it.probe_id.0).into_owned();
            run.emit(Effect::Probe(id, (*x).clone()))?;
            Ok(operands.iter().cloned().collect())
        }
        Op::AsyncStart(_) => asynchronous::start(run, op, operands),
        Op::AsyncDone(_) => asynchronous::done(run, operands),
        Op::ManualComputation(it) => manual::manual_computation(run, frame, op, it, operands),
        Op::AllGather(_)
        | Op::AllReduce(_)
        | Op::AllToAll(_)
        | Op::CollectiveBroadcast(_)
        | Op::CollectivePermute(_)
        | Op::CollectiveReduce(_)
        | Op::ReduceScatter(_) => {
            let begun = collective::begin(run, op, &tensors(operands)?, false)?;
            let results = collective::finish(run, frame, op, &begun, &types, begun.start)?;
            Ok(results.into_iter().map(Value::Tensor).collect())
        }
        // Any other op: an error.
        other => Err(EvalError::invalid(format!("`{}` does not communicate", other.name())).into()),
    }
}
