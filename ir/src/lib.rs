//! The typed SSA tensor IR.
