//! Loop programs over buffers.
