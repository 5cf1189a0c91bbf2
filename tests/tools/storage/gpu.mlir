// A GPU has no code for tensors in the arrays of a mapping: the host makes them dense, and says so.

// REQUIRES: ptx
// RUN: hloom run %s --backend=ptx-emulator --random-inputs=1 --compare=interp 2>&1 | hloom check %s
// RUN: not hloom run %s --backend=ptx-emulator --random-inputs=1 --strict 2>&1 | hloom check %s --check-prefix=STRICT
// CHECK:  notice: the host makes argument 0, result 0 dense: no GPU has code for their storage
// CHECK:  ptx-emulator and interp: no difference
// STRICT: error: --strict: no GPU has code for the storage of argument 0, result 0

func.func @main(%A: tensor<3x4xi32, #hloom.storage<"csr">>, %x: tensor<3x4xi32>) -> tensor<3x4xi32, #hloom.storage<"csr">> {
  %dense = hloom.relayout %A : (tensor<3x4xi32, #hloom.storage<"csr">>) -> tensor<3x4xi32>
  %sum = stablehlo.multiply %dense, %x : tensor<3x4xi32>
  %stored = hloom.relayout %sum : (tensor<3x4xi32>) -> tensor<3x4xi32, #hloom.storage<"csr">>
  return %stored : tensor<3x4xi32, #hloom.storage<"csr">>
}
