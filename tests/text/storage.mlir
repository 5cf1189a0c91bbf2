// Sparse storage: encodings, and what makes another one of them.
module {
  func.func @relayout(%x: tensor<4x5xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>> {hloom.stored_entries = 3 : i64}) -> (tensor<4x5xf64>, tensor<4x5xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton), posWidth = 32, crdWidth = 32 }>>) {
    %dense = hloom.relayout %x : (tensor<4x5xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> tensor<4x5xf64>
    %coo = hloom.relayout %dense : (tensor<4x5xf64>) -> tensor<4x5xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton), posWidth = 32, crdWidth = 32 }>>
    return %dense, %coo : tensor<4x5xf64>, tensor<4x5xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton), posWidth = 32, crdWidth = 32 }>>
  }
}
