//! Groups of op families, as pattern macros.
//!
//! The families themselves are in the `ops!` list of [`crate::ops`]; each op belongs to exactly
//! one. A match that handles one family in detail lists the others by these patterns. It stays
//! exhaustive, so the compiler reports every match that needs an arm for a new op.

/// Elementwise ops, those of CHLO included.
#[macro_export]
macro_rules! pointwise_op {
    () => {
        $crate::elementwise_op!() | $crate::quantize_op!() | $crate::chlo_pointwise_op!()
    };
}

/// CHLO's elementwise functions.
#[macro_export]
macro_rules! chlo_pointwise_op {
    () => {
        $crate::chlo_scalar_op!() | $crate::chlo_formula_op!()
    };
}

/// All other ops from static tensors to one tensor, without regions and effects: data movement,
/// contractions and transforms.
#[macro_export]
macro_rules! data_op {
    () => {
        $crate::constant_op!()
            | $crate::movement_op!()
            | $crate::indexing_op!()
            | $crate::contraction_op!()
            | $crate::transform_op!()
            | $crate::chlo_data_op!()
    };
}

/// Ops with regions, effects or several results, ops on values that are not tensors, and foreign
/// ops.
#[macro_export]
macro_rules! structured_op {
    () => {
        $crate::definition_op!()
            | $crate::call_op!()
            | $crate::elements_region_op!()
            | $crate::batch_norm_op!()
            | $crate::random_op!()
            | $crate::control_op!()
            | $crate::identity_op!()
            | $crate::sharding_group_op!()
            | $crate::return_op!()
            | $crate::branch_op!()
            | $crate::scalar_op!()
            | $crate::aggregate_op!()
            | $crate::process_op!()
            | $crate::assuming_op!()
            | $crate::fusion_op!()
            | $crate::chlo_structured_op!()
            | $crate::check_op!()
            | $crate::ops::Op::Foreign(_)
    };
}

/// Every op of CHLO.
#[macro_export]
macro_rules! chlo_op {
    () => {
        $crate::chlo_pointwise_op!() | $crate::chlo_data_op!() | $crate::chlo_structured_op!()
    };
}

/// The ops of the upstream dialects `arith`, `math`, `tensor` and `shape`, except constants and
/// accesses to single elements.
#[macro_export]
macro_rules! upstream_op {
    () => {
        $crate::arith_op!() | $crate::extents_op!() | $crate::assuming_op!()
    };
}
