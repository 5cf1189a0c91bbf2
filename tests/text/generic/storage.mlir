// Sparse storage: encodings, and what makes another one of them.
"builtin.module"() ({
  "func.func"() <{sym_name = "relayout", function_type = (tensor<4x5xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> (tensor<4x5xf64>, tensor<4x5xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton), posWidth = 32, crdWidth = 32 }>>), arg_attrs = [{hloom.stored_entries = 3 : i64}]}> ({
  ^bb0(%x: tensor<4x5xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>):
    %dense = "hloom.relayout"(%x) : (tensor<4x5xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> tensor<4x5xf64>
    %coo = "hloom.relayout"(%dense) : (tensor<4x5xf64>) -> tensor<4x5xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton), posWidth = 32, crdWidth = 32 }>>
    "func.return"(%dense, %coo) : (tensor<4x5xf64>, tensor<4x5xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton), posWidth = 32, crdWidth = 32 }>>) -> ()
  }) : () -> ()
}) : () -> ()
