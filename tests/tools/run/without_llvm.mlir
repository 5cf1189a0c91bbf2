// A build without LLVM says so, and what to do.

// REQUIRES: !llvm
// RUN: not hloom run %s 2>&1 | hloom check %s
// RUN: not hloom run %s --backend=interp --compare=cpu 2>&1 | hloom check %s

// CHECK: error: this hloom was built without LLVM, so it has no backend `cpu`; build it with --features llvm, or use --backend interp
func.func @main() {
  return
}
