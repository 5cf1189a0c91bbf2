// RUN: hloom opt %s --partition | hloom check %s
//
// The first argument and its result are divided alike, so the memory of one is that of the other. The
// second argument is divided by rows and its result by columns: a device holds other elements of it.
//
// CHECK: func.func @main(%x: tensor<2x8xf32> {tf.aliasing_output = 0 : i32, hloom.sharding =
// CHECK-SAME: %y: tensor<2x8xf32> {hloom.sharding =
sdy.mesh @m = <["x"=4]>
func.func @main(
    %x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>, tf.aliasing_output = 0 : i32},
    %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>, tf.aliasing_output = 1 : i32})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>},
        tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}) {
  %a = stablehlo.tanh %x : tensor<8x8xf32>
  %b = stablehlo.transpose %y, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %a, %b : tensor<8x8xf32>, tensor<8x8xf32>
}
