//! The families of ops in the interpreter's matches, from `hloom_ir::ops`.

pub(crate) use hloom_ir::{
    arith_op, check_op, data_op, extents_op, identity_op, pointwise_op, process_op, sized_op,
    structured_op,
};
