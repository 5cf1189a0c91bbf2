// Splits of tensors, and the ops that change them.
module {
  func.func @halo(%x: tensor<4x2xf64, #hloom.split<[2 over cores, 1]>>, %zero: tensor<f64>) -> tensor<4x2xf64> {
    %near = hloom.halo %x, %zero : (tensor<4x2xf64, #hloom.split<[2 over cores, 1]>>, tensor<f64>) -> tensor<4x2xf64, #hloom.split<[2 over cores halo (1, 0), 1]>>
    %all = hloom.relayout %near : (tensor<4x2xf64, #hloom.split<[2 over cores halo (1, 0), 1]>>) -> tensor<4x2xf64>
    return %all : tensor<4x2xf64>
  }
}
