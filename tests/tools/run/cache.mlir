// Machine code that is kept for the next time.

// REQUIRES: llvm
// RUN: hloom run %s --generator=llvm --random-inputs=7 --cache=%t
// RUN: hloom run %s --generator=llvm --random-inputs=7 --cache=%t --statistics --print | hloom check %s --check-prefixes=FOUND,CHECK
// RUN: hloom run %s --random-inputs=7 --statistics | hloom check %s --check-prefix=NONE
// RUN: hloom run %s --generator=llvm --random-inputs=7 --cache=%s 2>&1 | hloom check %s --check-prefix=WARNING

// FOUND: code in the cache: found
// NONE: code in the cache: no cache
// WARNING: warning: code can't be kept in `{{.*}}cache.mlir`:
// CHECK: 0: tensor<4xf32> = [
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.add %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
