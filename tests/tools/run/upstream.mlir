// Running by upstream MLIR: its passes between `linalg` and buffers as text, tiling and vectorization
// among them, and every way in which they fail. Passes of upstream stand in the pipelines of `run` and
// `compile` too.

// REQUIRES: mlir
// RUN: hloom run %s --random-inputs=1 --backend=mlir --compare=interp --max-ulp=0 | hloom check %s --check-prefix=SAME
// RUN: hloom run %s --random-inputs=1 --backend=interp --compare=mlir --max-ulp=0
// RUN: hloom run %s --random-inputs=1 --backend=mlir --compare=interp --max-ulp=0 \
// RUN:   --mlir-pipeline="builtin.module(one-shot-bufferize{bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map},func.func(convert-linalg-to-affine-loops,affine-loop-tile{tile-sizes=2,4,4},affine-super-vectorize{virtual-vector-size=4}))" | hloom check %s --check-prefix=SAME
// RUN: not hloom run %s --random-inputs=1 --backend=mlir --mlir-pipeline="builtin.module(one-shot-bufferise)" 2>&1 | hloom check %s --check-prefix=UNKNOWN
// RUN: not hloom run %s --random-inputs=1 --backend=mlir --mlir-pipeline="builtin.module(cse" 2>&1 | hloom check %s --check-prefix=OPEN
// RUN: not hloom run %s --random-inputs=1 --backend=mlir --mlir-pipeline="builtin.module(canonicalize)" 2>&1 | hloom check %s --check-prefix=TENSORS
// RUN: not hloom run %s --random-inputs=1 --backend=mlir --mlir-pipeline="builtin.module(canonicalize,cse,convert-linalg-to-std,cse)" 2>&1 | hloom check %s --check-prefix=MIDDLE
// RUN: hloom run %s --random-inputs=1 --backend=interp --compare=interp --passes="canonicalize,mlir{pipeline='builtin.module(cse)'},cse"
// RUN: %if llvm %{ hloom run %s --random-inputs=1 --backend=cpu --compare=interp --passes="mlir{pipeline='builtin.module(canonicalize,cse)'},inline,canonicalize,fuse,dce" %}
// RUN: hloom compile %s --emit=loops --passes="mlir{pipeline='builtin.module(cse)'},inline,dce" | hloom check %s --check-prefix=LOOPS
// RUN: not hloom compile %s --emit=loops --passes="mlir{pipeline='builtin.module(frob)'}" 2>&1 | hloom check %s --check-prefix=FROB
// RUN: not hloom run %s --random-inputs=1 --backend=interp --passes="mlir{pipeline='builtin.module(frob)'}" 2>&1 | hloom check %s --check-prefix=FROB
// RUN: not hloom run %s --random-inputs=1 --backend=interp --passes="mlir{pipeline='builtin.module(one-shot-bufferize)'}" 2>&1 | hloom check %s --check-prefix=PLACE

// SAME: 0: tensor<4x8xf32>, {{.*}}: no difference
// UNKNOWN: error: the pipeline `builtin.module(one-shot-bufferise)` is not one of upstream MLIR: {{.*}}'one-shot-bufferise' does not refer to a registered pass
// OPEN: error: the pipeline `builtin.module(cse` is not one of upstream MLIR:
// TENSORS: error: upstream MLIR reports:
// MIDDLE: error: upstream MLIR reports: failed to legalize operation 'tensor.empty' at loc("p")
// MIDDLE-NEXT: upstream.mlir:[[# @LINE + 7]]:3
// LOOPS: program @main
// FROB: error: pass `mlir`: the pipeline `builtin.module(frob)` is not one of upstream MLIR: {{.*}}'frob' does not refer to a registered pass
// PLACE: error: pass `mlir`: {{.*}}bufferiz
// PLACE-NEXT: upstream.mlir:[[# @LINE + 3]]

func.func @main(%x: tensor<4x6xf32>, %y: tensor<6x8xf32>) -> tensor<4x8xf32> {
  %p = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
  %t = stablehlo.abs %p : tensor<4x8xf32>
  %s = stablehlo.add %t, %t : tensor<4x8xf32>
  return %s : tensor<4x8xf32>
}
