func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %y = stablehlo.transpose %x, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %z = stablehlo.transpsoe %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %w = "stablehlo.transpose"(%x) <{permutatoin = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %a = stablehlo.add %x, %nope : tensor<2x3xf32>
  %b = stablehlo.add %x, %y : tensor<2x3xf32>
  %c = stablehlo.add %x %x : tensor<2x3xf32>
  %d = stablehlo.add %c, %c : tensor<2x3xf32>
  %e = stablehlo.add %x, %x : tensor<3x3xf32>
  %f = stablehlo.add %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  %x = stablehlo.abs %x : tensor<2x3xf32>
  %g = stablehlo.compare LTT, %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  %h = call @mian(%x) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %i:2 = stablehlo.abs %x : tensor<2x3xf32>
  %j = add %x, %x : tensor<2x3xf32>
  %k = stablehlo.constant dense<[1.0, 2.0]> : tensor<3xf32>
  %l = stablehlo.constant dense<[[1.0, 2.0], [3.0]]> : tensor<2x2xf32>
  %m = stablehlo.constant dense<1> : tensor<2x2xf32>
  %n = stablehlo.constant dense<300> : tensor<2x2xi8>
  %o = stablehlo.constant dense<"0x0000"> : tensor<2x2xf32>
  %p = stablehlo.constant dense<0.0> : tensor<99999999999999999999xf32>
  %q = stablehlo.constant dense<0.0> : tensor<100000x100000xf32>
  %r = stablehlo.constant dense_resource<__elided__> : tensor<4xf32>
  %s = "foo.bar"(%later) : (tensor<f32>) -> tensor<f32>
  %later = stablehlo.constant dense<0.0> : tensor<f32>
  return %y : tensor<3x2xf32>
}
func.func @main() { return }
func.func @f() {}
func.func @g(%a: tensor<2xf33>) { return }
// -----
module {
  func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
    %y = stablehlo.transpose %x, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    "stablehlo.case"(%x) ({
      stablehlo.return
    }) : (tensor<2x3xf32>) -> ()
    %r = stablehlo.reduce(%x init: %x) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3xf32>
    return %y : tensor<3x2xf32>
// -----
module { func.func @main() { return } }
}
// -----
func.func @main() { %0 = "stablehlo.add"(%0 return }
// -----
"test.op"() ({ ^bb0(%a: i32): "test.br"(%a)[^bb1] : (i32) -> () }) : () -> ()
