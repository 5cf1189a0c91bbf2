// Storage encodings are kept where the format has them, and never dropped without being asked.

// RUN: hloom translate %s - | hloom check %s --check-prefix=KEPT
// RUN: hloom translate %s - --encodings dense | hloom check %s --check-prefix=DENSE
// RUN: hloom translate %s %t.mlirbc --to bytecode
// RUN: hloom translate %t.mlirbc - | hloom check %s --check-prefix=KEPT
// RUN: not hloom translate %s - --to hlo 2>&1 | hloom check %s --check-prefix=HLO
// RUN: not hloom translate %S/Inputs/stored_member.mlir - --to hlo 2>&1 | hloom check %s --check-prefix=MEMBER
// RUN: hloom translate %s - --to hlo --encodings dense | hloom check %s --check-prefix=TEXT
// RUN: not hloom translate %s %t.mlirbc --to artifact 2>&1 | hloom check %s --check-prefix=ARTIFACT
// RUN: hloom translate %s %t.mlirbc --to artifact --encodings dense
// RUN: hloom translate %t.mlirbc - | hloom check %s --check-prefix=DENSE

#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// KEPT: func.func @main(%{{.*}}: tensor<3x4xf32, #sparse_tensor.encoding<{{.*}}>>) -> tensor<3x4xf32>
// DENSE: func.func @main(%{{.*}}: tensor<3x4xf32>) -> tensor<3x4xf32>
// HLO: error: HLO text has no storage encodings, and `func.func` has tensor<3x4xf32, #sparse_tensor.encoding<{{.*}}>>; --encodings dense writes dense tensors in their place
// HLO-NEXT: encodings.mlir:[[# @LINE + 4]]:1
// MEMBER: error: HLO text has no storage encodings, and `func.func` has tuple<tensor<2x2xf32, #sparse_tensor
// TEXT: parameter(0)
// ARTIFACT: error: an artifact has no storage encodings
func.func @main(%x: tensor<3x4xf32, #csr>) -> tensor<3x4xf32> {
  %y = stablehlo.negate %x : (tensor<3x4xf32, #csr>) -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}
