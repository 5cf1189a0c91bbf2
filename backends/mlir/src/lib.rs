//! Upstream MLIR through melior.
