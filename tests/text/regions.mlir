// Ops with regions.
module {
  func.func @reductions(%x: tensor<4x5xf32>, %i: tensor<4x5xi32>, %z: tensor<f32>, %n: tensor<i32>) -> tensor<5xf32> {
    %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4x5xf32>, tensor<f32>) -> tensor<5xf32>
    %1 = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [0, 1] {note = 1 : i32} : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %2 = stablehlo.reduce(%x init: %z) across dimensions = [] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
     reducer(%a: tensor<f32>, %b: tensor<f32>) {
      %6 = stablehlo.subtract %a, %b : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }
    %3:2 = stablehlo.reduce(%x init: %z), (%i init: %n) across dimensions = [0] : (tensor<4x5xf32>, tensor<4x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
     reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
      %6 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %6, %d : tensor<f32>, tensor<i32>
    }
    %4 = "stablehlo.map"(%3#0) <{dimensions = array<i64: 0>}> ({
    ^bb0(%a: tensor<f32>):
      %6 = stablehlo.negate %a : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }) : (tensor<5xf32>) -> tensor<5xf32>
    %5:2 = "hloom.map"(%4, %3#1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<i32>):
      %6 = stablehlo.negate %a : tensor<f32>
      stablehlo.return %6, %b : tensor<f32>, tensor<i32>
    }) : (tensor<5xf32>, tensor<5xi32>) -> (tensor<5xf32>, tensor<5xi32>)
    return %5#0 : tensor<5xf32>
  }
  func.func @control(%x: tensor<4xf32>, %i: tensor<i32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<i32>) {
    %sum, %count = stablehlo.while(%acc = %x, %k = %i) : tensor<4xf32>, tensor<i32> attributes {note = 1 : i32}
    cond {
      %c = stablehlo.constant dense<3> : tensor<i32>
      %4 = stablehlo.compare LT, %k, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = stablehlo.add %acc, %x : tensor<4xf32>
      %5 = func.call @next(%k) : (tensor<i32>) -> tensor<i32>
      stablehlo.return %4, %5 : tensor<4xf32>, tensor<i32>
    }
    stablehlo.while()
    cond {
      stablehlo.return %p : tensor<i1>
    } do {
      stablehlo.return
    }
    %0 = "stablehlo.if"(%p) ({
      stablehlo.return %sum : tensor<4xf32>
    }, {
      %4 = "stablehlo.if"(%p) ({
        stablehlo.return %x : tensor<4xf32>
      }, {
        stablehlo.return %sum : tensor<4xf32>
      }) : (tensor<i1>) -> tensor<4xf32>
      stablehlo.return %4 : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    %1:2 = "stablehlo.case"(%i) ({
      stablehlo.return %0, %count : tensor<4xf32>, tensor<i32>
    }) {note} : (tensor<i32>) -> (tensor<4xf32>, tensor<i32>)
    %2:2 = stablehlo.optimization_barrier %1#0, %1#1 : tensor<4xf32>, tensor<i32>
    %3 = "hloom.fusion"(%2#0) <{kind = "loop"}> ({
    ^bb0(%a: tensor<4xf32>):
      %4 = stablehlo.abs %a : tensor<4xf32>
      stablehlo.return %4 : tensor<4xf32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    return %3, %2#1 : tensor<4xf32>, tensor<i32>
  }
  func.func @layers(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = "hloom.layer"(%x) ({
    ^bb0(%a: tensor<4xf32>):
      %1 = stablehlo.abs %a : tensor<4xf32>
      stablehlo.return %1 : tensor<4xf32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @next(tensor<i32>) -> tensor<i32>
}
