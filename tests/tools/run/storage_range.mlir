// The stored integers of an argument lie in the storage range of its type.

// RUN: hloom run %s --backend=interp --entry=make --output %t
// RUN: hloom run %s --backend=interp --entry=take --input %t/0.npy --print | hloom check %s
// RUN: not hloom run %s --backend=interp --entry=take --input %t/1.npy 2>&1 | hloom check %s --check-prefix=BELOW
// RUN: hloom run %s --backend=interp --entry=take --random-inputs 1 --print | hloom check %s --check-prefix=RANDOM

// CHECK: 0: tensor<2x!quant.uniform<u8<127:254>:f32, 1.0:127>> = [127, 254]
// BELOW: error: argument 0 (%x): element 1 of `{{.*}}/1.npy` is stored as 126, outside of the range of tensor<2x!quant.uniform<u8<127:254>:f32, 1.0:127>>
// RANDOM: = [{{(12[7-9]|1[3-9].|2[0-4].|25[0-4]), (12[7-9]|1[3-9].|2[0-4].|25[0-4])}}]

func.func @make() -> (tensor<2xui8>, tensor<2xui8>) {
  %inside = stablehlo.constant dense<[127, 254]> : tensor<2xui8>
  %below = stablehlo.constant dense<[127, 126]> : tensor<2xui8>
  return %inside, %below : tensor<2xui8>, tensor<2xui8>
}

func.func @take(%x: tensor<2x!quant.uniform<u8<127:254>:f32, 1.0:127>>) -> tensor<2x!quant.uniform<u8<127:254>:f32, 1.0:127>> {
  return %x : tensor<2x!quant.uniform<u8<127:254>:f32, 1.0:127>>
}
