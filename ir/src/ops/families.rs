//! Families of families of ops, as patterns.
//!
//! The families themselves stand in the `ops!` list of [`crate::ops`]; each op is in
//! exactly one. A match that treats one family in detail names the others by these
//! patterns, so that it stays exhaustive: an op that is added is missed by the compiler
//! until somebody says what it means there.

/// Every op whose result at an index depends on the operands' elements at that index
/// alone, those of CHLO included.
#[macro_export]
macro_rules! pointwise_op {
    () => {
        $crate::elementwise_op!() | $crate::quantize_op!() | $crate::chlo_pointwise_op!()
    };
}

/// Every function of CHLO of the elements at each index.
#[macro_export]
macro_rules! chlo_pointwise_op {
    () => {
        $crate::chlo_scalar_op!() | $crate::chlo_formula_op!()
    };
}

/// Every other op from tensors of known extents to one tensor, without regions or
/// effects: those that make and move elements, contractions and transforms.
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

/// Every op with regions, effects or several results, every op on values that are not
/// tensors, and foreign ops.
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

/// Every op of the upstream dialects `arith`, `math`, `tensor` and `shape`, constants
/// and single elements aside.
#[macro_export]
macro_rules! upstream_op {
    () => {
        $crate::arith_op!() | $crate::extents_op!() | $crate::assuming_op!()
    };
}
