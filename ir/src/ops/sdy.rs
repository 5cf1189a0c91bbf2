//! The ops of Shardy, the `sdy` dialect: sharding of tensors over a mesh of devices.
//!
//! Source: <https://openxla.org/shardy/sdy_dialect>

use super::sharding::{ManualAxes, Sharding, Shardings};
use crate::field::{Bits, ResultTypes, Symbol, Text};
use crate::mesh::{Mesh, SdyMesh};
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::all_compatible;
use crate::types::describe;

op! {
    /// Defines a mesh of devices. Without axes it is a single device: the one in `device_ids`, or
    /// any.
    ///
    /// Docs: <https://openxla.org/shardy/sdy_dialect#sdymesh_sdymeshop>
    device_mesh: DeviceMesh = "sdy.mesh" () { mesh: SdyMesh, sym_name: Symbol } -> None
    syntax custom
    traits [Symbol]
}
impl Infer for DeviceMesh {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let Mesh { axes, device_ids } = &self.mesh.0;
        // A single device of a larger machine may have any id.
        let one = axes.is_empty() && device_ids.as_ref().is_some_and(|ids| ids.len() == 1);
        let complaint = self.mesh.0.complaint().filter(|_| !one);
        ensure!(Mesh at mesh, complaint.is_none(), "{}", complaint.unwrap_or_default());
        Ok(Types::new())
    }
}

/// Checks that the rank of a sharding matches that of a value. Values that are not tensors have
/// rank 0.
fn fits(sharding: &Sharding, cx: &InferContext<'_>, operand: usize) -> Result<(), ConstraintError> {
    let rank = cx.ty(operand).as_tensor().map_or(0, |t| t.rank());
    ensure!(Sharding at sharding, sharding.dims.len() == rank,
        "the sharding has {} dimensions, but {} has {rank}", sharding.dims.len(), cx.ty(operand));
    Ok(())
}

op! {
    /// Constrains the sharding of a tensor; returns the operand.
    ///
    /// Docs: <https://openxla.org/shardy/sdy_dialect#sdysharding_constraint_sdyshardingconstraintop>
    sharding_constraint: ShardingConstraint = "sdy.sharding_constraint" (input: Any) { sharding: Box<Sharding> } -> Any
    syntax custom
    traits []
}
impl Infer for ShardingConstraint {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        fits(&self.sharding, cx, 0)?;
        Ok(cx.types())
    }
}

op! {
    /// Reshards a tensor; returns the operand.
    ///
    /// Docs: <https://openxla.org/shardy/sdy_dialect#sdyreshard_sdyreshardop>
    reshard: Reshard = "sdy.reshard" (input: Any) { sharding: Box<Sharding> } -> Any
    syntax custom
    traits []
}
impl Infer for Reshard {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        fits(&self.sharding, cx, 0)?;
        Ok(cx.types())
    }
}

op! {
    /// Blocks the propagation of shardings, except in the given directions: `NONE`, `FORWARD`,
    /// `BACKWARD` or `BOTH`.
    ///
    /// Docs: <https://openxla.org/shardy/sdy_dialect#sdypropagation_barrier_sdypropagationbarrierop>
    propagation_barrier: PropagationBarrier = "sdy.propagation_barrier" (input: Any) { allowed_direction: Bits } -> Any
    syntax custom
    traits []
}
impl PropagationBarrier {
    /// The names of the directions, by number.
    pub const DIRECTIONS: [&str; 4] = ["NONE", "FORWARD", "BACKWARD", "BOTH"];
}
impl Infer for PropagationBarrier {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let known = (0..Self::DIRECTIONS.len() as i64).contains(&self.allowed_direction.0);
        ensure!(Direction at allowed_direction, known,
            "allowed_direction must be 0 to 3, not {}", self.allowed_direction.0);
        Ok(cx.types())
    }
}

op! {
    /// Adds a tensor to a group with a common sharding.
    ///
    /// Docs: <https://openxla.org/shardy/sdy_dialect#sdysharding_group_sdyshardinggroupop>
    sharding_group: ShardingGroup = "sdy.sharding_group" (input: Any) { group_id: i64 } -> None
    syntax custom
    traits []
}
impl Infer for ShardingGroup {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(Types::new())
    }
}

op! {
    /// Marks a value, such as a loop's result, through which shardings propagate; returns the
    /// operand.
    ///
    /// Docs: <https://openxla.org/shardy/sdy_dialect#sdydata_flow_edge_sdydataflowedgeop>
    data_flow_edge: DataFlowEdge = "sdy.data_flow_edge" (input: Any) { sharding: Option<Box<Sharding>> } -> Any
    syntax custom
    traits []
}
impl Infer for DataFlowEdge {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        if let Some(sharding) = &self.sharding {
            fits(sharding, cx, 0)?;
        }
        Ok(cx.types())
    }
}

/// Checks that there is one sharding per operand and per result.
fn one_each(
    cx: &InferContext<'_>,
    results: &ResultTypes,
    shardings: (&Shardings, &Shardings),
) -> Result<(), ConstraintError> {
    ensure!(Sharding at in_shardings, shardings.0.0.len() == cx.len(),
        "there are {} in_shardings for {} operands", shardings.0.0.len(), cx.len());
    ensure!(Sharding at out_shardings, shardings.1.0.len() == results.0.len(),
        "there are {} out_shardings for {} results", shardings.1.0.len(), results.0.len());
    Ok(())
}

op! {
    /// Runs its body on each device of a mesh, on the operands' shards along `manual_axes` by
    /// `in_shardings`. The results are assembled from the devices' shards by `out_shardings`.
    ///
    /// Docs: <https://openxla.org/shardy/sdy_dialect#sdymanual_computation_sdymanualcomputationop>
    manual_computation: ManualComputation = "sdy.manual_computation" (tensors: many Any) [body]
    {
        in_shardings: Box<Shardings>,
        manual_axes: Box<ManualAxes>,
        out_shardings: Box<Shardings>,
        results: ResultTypes,
    } -> Any
    syntax custom
    traits []
}
impl Infer for ManualComputation {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        one_each(cx, &self.results, (&self.in_shardings, &self.out_shardings))?;
        let (args, yielded) = cx.signature(0)?;
        ensure!(Body in 0, args.len() == cx.len(),
            "the body takes {} values, not one for each of {} operands", args.len(), cx.len());
        ensure!(Body in 0, yielded.len() == self.results.0.len(),
            "the body yields {} values for {} results", yielded.len(), self.results.0.len());
        Ok(self.results.0.iter().copied().collect())
    }
}

op! {
    /// Runs its body, a named computation, on the operands.
    ///
    /// Docs: <https://openxla.org/shardy/sdy_dialect#sdynamed_computation_sdynamedcomputationop>
    named_computation: NamedComputation = "sdy.named_computation" (operands: many Any) [body]
    {
        in_shardings: Option<Box<Shardings>>,
        name: Text,
        out_shardings: Option<Box<Shardings>>,
        results: ResultTypes,
    } -> Any
    syntax custom
    traits []
}
impl Infer for NamedComputation {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (args, yielded) = cx.signature(0)?;
        ensure!(Body in 0, all_compatible(&args, &cx.types()),
            "the body takes {}, the operands are {}", describe(&args), describe(&cx.types()));
        Ok(yielded)
    }
}

op! {
    /// Yields the results of an `sdy` op's body.
    sdy_return: SdyReturn = "sdy.return" (results: many Any) {} -> None
    syntax custom
    traits [Terminator, NeverFails]
}
impl Infer for SdyReturn {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(Types::new())
    }
}
