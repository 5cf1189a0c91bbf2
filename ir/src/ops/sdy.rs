//! The ops of Shardy, the `sdy` dialect: how tensors are laid out over a mesh of
//! devices.
//!
//! Source: <https://openxla.org/shardy/sdy_dialect>

use super::mesh::Mesh;
use super::sharding::{ManualAxes, SdyMesh, Sharding, Shardings};
use crate::field::{Bits, ResultTypes, Symbol, Text};
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::all_compatible;
use crate::types::describe;

op! {
    /// Names a mesh of devices. Without axes it is one device, the one in
    /// `device_ids` or any.
    ///
    /// Docs: <https://openxla.org/shardy/sdy_dialect#sdymesh_sdymeshop>
    device_mesh: DeviceMesh = "sdy.mesh" () { mesh: SdyMesh, sym_name: Symbol } -> None
    syntax custom
    traits [Symbol]
}
impl Infer for DeviceMesh {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let Mesh { axes, device_ids } = &self.mesh.0;
        // One device of a larger machine may have any number.
        let one = axes.is_empty() && device_ids.as_ref().is_some_and(|ids| ids.len() == 1);
        let complaint = self.mesh.0.complaint().filter(|_| !one);
        ensure!(Mesh at mesh, complaint.is_none(), "{}", complaint.unwrap_or_default());
        Ok(Types::new())
    }
}

/// Checks that a sharding speaks of as many dimensions as a value has. Values that
/// are not tensors have none.
fn fits(sharding: &Sharding, cx: &InferContext<'_>, operand: usize) -> Result<(), ConstraintError> {
    let rank = cx.ty(operand).as_tensor().map_or(0, |t| t.rank());
    ensure!(Sharding at sharding, sharding.dims.len() == rank,
        "the sharding has {} dimensions, but {} has {rank}", sharding.dims.len(), cx.ty(operand));
    Ok(())
}

op! {
    /// Says how a tensor is to be laid out; its value is the operand's.
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
    /// Lays a tensor out anew; its value is the operand's.
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
    /// Says in which directions shardings go no further than here: `NONE` (in none),
    /// `FORWARD`, `BACKWARD` or `BOTH` are let through.
    ///
    /// Docs: <https://openxla.org/shardy/sdy_dialect#sdypropagation_barrier_sdypropagationbarrierop>
    propagation_barrier: PropagationBarrier = "sdy.propagation_barrier" (input: Any) { allowed_direction: Bits } -> Any
    syntax custom
    traits []
}
impl PropagationBarrier {
    /// The directions, as text has them, by their number.
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
    /// Puts a tensor into a group of those that are laid out alike.
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
    /// Marks a value through which shardings flow, a loop's result say; its value is
    /// the operand's.
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

/// Checks that there is a sharding for each operand and for each result.
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
    /// Runs its body on each device of a mesh, on the part of each operand that
    /// `in_shardings` gives it along `manual_axes`; the results are put together from
    /// the devices' parts, which `out_shardings` says.
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
    /// Runs its body, which has a name, on the operands.
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
    /// Hands the results of an `sdy` op's body out.
    sdy_return: SdyReturn = "sdy.return" (results: many Any) {} -> None
    syntax custom
    traits [Terminator, NeverFails]
}
impl Infer for SdyReturn {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(Types::new())
    }
}
