//! Facts about every op, as exhaustive matches: a new op does not compile without a decision here.
//!
//! The module follows the list of ops in [`ops`](super), so that the pattern macros of the families
//! are in scope.

use super::collective::moving;
use super::*;

/// Groups of families that a writer of another language treats alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Family {
    /// StableHLO's elementwise functions.
    Elementwise,
    /// Ops whose region is a computation on elements.
    Computation,
    /// Control flow with regions, and groups of ops.
    Control,
    /// Calls of functions, of decompositions and of foreign code.
    Call,
    /// Ops that return their operands, and annotations.
    Identity,
    /// Ops that communicate, or order effects.
    Process,
    /// Checks of values.
    Check,
    /// Terminators of regions.
    Return,
    /// Branches between blocks.
    Branch,
    /// Conversions of quantized elements.
    Quantize,
    /// Ops of CHLO.
    Chlo,
    /// Ops with extents as operands or results.
    Sized,
    /// Tuples, structs and arrays.
    Aggregate,
    /// StableHLO's other ops on tensors: data movement, products, transforms, random numbers.
    Data,
    /// Definitions, scalars, upstream dialects and foreign ops.
    Other,
}

impl Op {
    /// The op's family.
    pub(crate) fn family(&self) -> Family {
        match self {
            elementwise_op!() => Family::Elementwise,
            elements_region_op!() => Family::Computation,
            control_op!() | fusion_op!() => Family::Control,
            call_op!() => Family::Call,
            identity_op!() | sharding_group_op!() => Family::Identity,
            process_op!() => Family::Process,
            check_op!() => Family::Check,
            return_op!() => Family::Return,
            branch_op!() => Family::Branch,
            quantize_op!() => Family::Quantize,
            chlo_scalar_op!() | chlo_formula_op!() => Family::Chlo,
            chlo_data_op!() | chlo_structured_op!() => Family::Chlo,
            sized_op!() => Family::Sized,
            aggregate_op!() => Family::Aggregate,
            constant_op!() | movement_op!() | indexing_op!() | contraction_op!() => Family::Data,
            transform_op!() | batch_norm_op!() | random_op!() => Family::Data,
            definition_op!() | scalar_op!() | arith_op!() => Family::Other,
            extents_op!() | assuming_op!() | Op::Foreign(_) => Family::Other,
        }
    }

    /// Whether an op of these attributes is valid depends on the types of its operands and results
    /// only: no constant, symbol or region counts.
    pub(crate) fn is_valid_by_types(&self) -> bool {
        match self {
            elementwise_op!() | movement_op!() | contraction_op!() => true,
            chlo_scalar_op!() | chlo_formula_op!() | arith_op!() => {
                self.has(Trait::Elementwise) && self.def().attrs.is_empty()
            }
            definition_op!() | call_op!() | constant_op!() | quantize_op!() | indexing_op!() => {
                false
            }
            elements_region_op!() | sized_op!() | transform_op!() | batch_norm_op!() => false,
            random_op!() | control_op!() | identity_op!() | sharding_group_op!() => false,
            return_op!() | branch_op!() | scalar_op!() | aggregate_op!() | process_op!() => false,
            extents_op!() | assuming_op!() | fusion_op!() | chlo_data_op!() => false,
            chlo_structured_op!() | check_op!() | Op::Foreign(_) => false,
        }
    }

    /// Whether the specification defines the op on quantized elements by dequantizing the operands
    /// and quantizing the result. Other ops move stored integers, or have regions that compute.
    pub fn computes_on_expressed_type(&self) -> bool {
        match self {
            elementwise_op!() | quantize_op!() | contraction_op!() | batch_norm_op!() => true,
            Op::BatchNormInference(_) | Op::DynamicConv(_) | Op::DynamicIota(_) | Op::Iota(_) => {
                true
            }
            Op::BroadcastAdd(_)
            | Op::BroadcastAtan2(_)
            | Op::BroadcastCompare(_)
            | Op::BroadcastDivide(_)
            | Op::BroadcastMaximum(_)
            | Op::BroadcastMinimum(_)
            | Op::BroadcastMultiply(_)
            | Op::BroadcastPower(_)
            | Op::BroadcastRemainder(_)
            | Op::BroadcastSubtract(_) => true,
            // They select stored integers, or do not take quantized values.
            Op::BroadcastAnd(_)
            | Op::BroadcastComplex(_)
            | Op::BroadcastNextAfter(_)
            | Op::BroadcastOr(_)
            | Op::BroadcastPolygamma(_)
            | Op::BroadcastSelect(_)
            | Op::BroadcastShiftLeft(_)
            | Op::BroadcastShiftRightArithmetic(_)
            | Op::BroadcastShiftRightLogical(_)
            | Op::BroadcastXor(_)
            | Op::BroadcastZeta(_)
            | Op::ChloConstant(_)
            | Op::ChloDynamicReshape(_)
            | Op::ConstantLike(_)
            | Op::RaggedDot(_) => false,
            Op::Constant(_) | Op::Cholesky(_) | Op::Fft(_) | Op::TriangularSolve(_) => false,
            Op::DynamicBroadcastInDim(_)
            | Op::DynamicGather(_)
            | Op::DynamicPad(_)
            | Op::DynamicReshape(_)
            | Op::GetDimensionSize(_)
            | Op::RealDynamicSlice(_)
            | Op::SetDimensionSize(_) => false,
            chlo_scalar_op!()
            | chlo_formula_op!()
            | chlo_structured_op!()
            | movement_op!()
            | indexing_op!() => false,
            arith_op!() | extents_op!() | assuming_op!() | scalar_op!() => false,
            elements_region_op!() | random_op!() | control_op!() | identity_op!() => false,
            definition_op!() | call_op!() | aggregate_op!() | process_op!() => false,
            return_op!() | branch_op!() | sharding_group_op!() | fusion_op!() => false,
            check_op!() | Op::Foreign(_) => false,
        }
    }

    /// The required number of successors; `None` for foreign ops.
    pub fn successor_count(&self) -> Option<usize> {
        match self {
            Op::Br(_) => Some(1),
            Op::CondBr(_) => Some(2),
            Op::Switch(it) => Some(1 + it.case_count()),
            Op::Foreign(_) => None,
            Op::Assert(_) => Some(0),
            elementwise_op!()
            | quantize_op!()
            | chlo_scalar_op!()
            | chlo_formula_op!()
            | constant_op!()
            | movement_op!()
            | indexing_op!()
            | contraction_op!()
            | transform_op!()
            | chlo_data_op!()
            | arith_op!()
            | extents_op!()
            | assuming_op!()
            | sized_op!()
            | chlo_structured_op!() => Some(0),
            elements_region_op!() | batch_norm_op!() | random_op!() | control_op!() => Some(0),
            definition_op!() | call_op!() | identity_op!() | sharding_group_op!() => Some(0),
            return_op!() | scalar_op!() | aggregate_op!() | process_op!() => Some(0),
            fusion_op!() | check_op!() => Some(0),
        }
    }
}

/// The groups of a collective; `collective_permute` has pairs instead.
pub fn replica_groups(op: &Op) -> Option<Groups<'_>> {
    let (ids, channel, global) = match op {
        Op::AllGather(it) => (&it.replica_groups, it.channel_handle, it.use_global_device_ids),
        Op::AllReduce(it) => (&it.replica_groups, it.channel_handle, it.use_global_device_ids),
        Op::CollectiveReduce(it) => {
            (&it.replica_groups, it.channel_handle, it.use_global_device_ids)
        }
        Op::ReduceScatter(it) => (&it.replica_groups, it.channel_handle, it.use_global_device_ids),
        Op::AllToAll(it) => return Some(moving(&it.replica_groups, it.channel_handle)),
        Op::CollectiveBroadcast(it) => return Some(moving(&it.replica_groups, it.channel_handle)),
        // They name one partner for each process, or nobody.
        Op::CollectivePermute(_) | Op::PartitionId(_) | Op::ReplicaId(_) => return None,
        Op::AsyncDone(_) | Op::AsyncStart(_) | Op::AfterAll(_) | Op::CreateToken(_) => return None,
        Op::Infeed(_) | Op::Outfeed(_) | Op::Recv(_) | Op::Send(_) => return None,
        Op::Print(_) | Op::Probe(_) | Op::RunParallel(_) => return None,
        Op::ManualComputation(_) | Op::NamedComputation(_) => return None,
        elementwise_op!()
        | quantize_op!()
        | chlo_scalar_op!()
        | chlo_formula_op!()
        | constant_op!()
        | movement_op!()
        | indexing_op!()
        | contraction_op!()
        | transform_op!()
        | chlo_data_op!()
        | arith_op!()
        | extents_op!()
        | assuming_op!()
        | sized_op!() => return None,
        elements_region_op!() | batch_norm_op!() | random_op!() | control_op!() => return None,
        definition_op!() | call_op!() | identity_op!() | sharding_group_op!() => return None,
        return_op!() | branch_op!() | scalar_op!() | aggregate_op!() => return None,
        chlo_structured_op!() | fusion_op!() | check_op!() | Op::Foreign(_) => return None,
    };
    Some(Groups { strategy: Strategy::of(channel, global), ..moving(ids, channel) })
}
