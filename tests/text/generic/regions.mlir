// Ops with regions, in generic form.
"builtin.module"() ({
  "func.func"() <{sym_name = "reductions", function_type = (tensor<4x5xf32>, tensor<4x5xi32>, tensor<f32>, tensor<i32>) -> tensor<5xf32>}> ({
  ^bb0(%x: tensor<4x5xf32>, %i: tensor<4x5xi32>, %z: tensor<f32>, %n: tensor<i32>):
    %0 = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %5 = "stablehlo.add"(%arg0, %arg1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%5) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<5xf32>
    %1 = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %5 = "stablehlo.maximum"(%arg0, %arg1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%5) : (tensor<f32>) -> ()
    }) {note = 1 : i32} : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %2 = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %5 = "stablehlo.subtract"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%5) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
    %3:2 = "stablehlo.reduce"(%x, %i, %z, %n) <{dimensions = array<i64: 0>}> ({
    ^bb0(%a: tensor<f32>, %c: tensor<i32>, %b: tensor<f32>, %d: tensor<i32>):
      %5 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%5, %d) : (tensor<f32>, tensor<i32>) -> ()
    }) : (tensor<4x5xf32>, tensor<4x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
    %4 = "stablehlo.map"(%3#0) <{dimensions = array<i64: 0>}> ({
    ^bb0(%a: tensor<f32>):
      %5 = "stablehlo.negate"(%a) : (tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%5) : (tensor<f32>) -> ()
    }) : (tensor<5xf32>) -> tensor<5xf32>
    "func.return"(%4) : (tensor<5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{sym_name = "control", function_type = (tensor<4xf32>, tensor<i32>, tensor<i1>) -> (tensor<4xf32>, tensor<i32>)}> ({
  ^bb0(%x: tensor<4xf32>, %i: tensor<i32>, %p: tensor<i1>):
    %sum, %count = "stablehlo.while"(%x, %i) ({
    ^bb0(%acc: tensor<4xf32>, %k: tensor<i32>):
      %c = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
      %4 = "stablehlo.compare"(%k, %c) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%4) : (tensor<i1>) -> ()
    }, {
    ^bb0(%acc: tensor<4xf32>, %k: tensor<i32>):
      %4 = "stablehlo.add"(%acc, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %5 = "func.call"(%k) <{callee = @next}> : (tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%4, %5) : (tensor<4xf32>, tensor<i32>) -> ()
    }) {note = 1 : i32} : (tensor<4xf32>, tensor<i32>) -> (tensor<4xf32>, tensor<i32>)
    "stablehlo.while"() ({
      "stablehlo.return"(%p) : (tensor<i1>) -> ()
    }, {
      "stablehlo.return"() : () -> ()
    }) : () -> ()
    %0 = "stablehlo.if"(%p) ({
      "stablehlo.return"(%sum) : (tensor<4xf32>) -> ()
    }, {
      %4 = "stablehlo.if"(%p) ({
        "stablehlo.return"(%x) : (tensor<4xf32>) -> ()
      }, {
        "stablehlo.return"(%sum) : (tensor<4xf32>) -> ()
      }) : (tensor<i1>) -> tensor<4xf32>
      "stablehlo.return"(%4) : (tensor<4xf32>) -> ()
    }) : (tensor<i1>) -> tensor<4xf32>
    %1:2 = "stablehlo.case"(%i) ({
      "stablehlo.return"(%0, %count) : (tensor<4xf32>, tensor<i32>) -> ()
    }) {note} : (tensor<i32>) -> (tensor<4xf32>, tensor<i32>)
    %2:2 = "stablehlo.optimization_barrier"(%1#0, %1#1) : (tensor<4xf32>, tensor<i32>) -> (tensor<4xf32>, tensor<i32>)
    %3 = "hloom.fusion"(%2#0) ({
    ^bb0(%a: tensor<4xf32>):
      %4 = "stablehlo.abs"(%a) : (tensor<4xf32>) -> tensor<4xf32>
      "stablehlo.return"(%4) : (tensor<4xf32>) -> ()
    }) {kind = "loop"} : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%3, %2#1) : (tensor<4xf32>, tensor<i32>) -> ()
  }) : () -> ()
  "func.func"() <{sym_name = "layers", function_type = (tensor<4xf32>) -> tensor<4xf32>}> ({
  ^bb0(%x: tensor<4xf32>):
    %0 = "hloom.layer"(%x) ({
    ^bb0(%a: tensor<4xf32>):
      %1 = "stablehlo.abs"(%a) : (tensor<4xf32>) -> tensor<4xf32>
      "stablehlo.return"(%1) : (tensor<4xf32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%0) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{sym_name = "next", function_type = (tensor<i32>) -> tensor<i32>, sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()
