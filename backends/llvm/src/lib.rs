//! CPU code generation through LLVM.
