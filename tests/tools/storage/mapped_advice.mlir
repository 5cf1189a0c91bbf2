// Data of types with a mapping that lack numbers or arrays: advice for the type, not for a storage program.

// RUN: not hloom run %s --backend=interp --input 0=%S/Inputs/general.mtx 2>&1 | hloom check %s --check-prefix=SIZE
// RUN: not hloom run %s --backend=interp --input 0=%S/Inputs/twice_list.npz 2>&1 | hloom check %s --check-prefix=ARRAY

// SIZE:  error: {{.*}}the entries do not determine `T_h` and `T_w`: give a value in the type, as `bsr:h=2,w=2` does
// ARRAY: error: {{.*}}twice_list.npz` has `row`, which is not an array of its storage: these are len, h, w, pos, idx, val
func.func @main(%A: tensor<3x4xf64, #hloom.storage<"bsr">>) -> tensor<3xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %y = stablehlo.reduce(%A init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf64, #hloom.storage<"bsr">>, tensor<f64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
