// How tensors are sharded over a mesh, and what devices exchange.

// RUN: hloom explain splits %s --mesh 2x4 | hloom check %s
// RUN: hloom explain splits %s --mesh 2x4 --link 50GBps,2us | hloom check %s --check-prefix=LINK
// RUN: not hloom explain splits %s --mesh 3x4 2>&1 | hloom check %s --check-prefix=UNEVEN
// RUN: not hloom explain splits %s --mesh 2 2>&1 | hloom check %s --check-prefix=AXES
// RUN: not hloom explain splits %s --mesh two 2>&1 | hloom check %s --check-prefix=SIZES

// CHECK:      @main: 8 devices; each receives 384 bytes for 1 ops
// CHECK-NEXT:   %h  dot_general  [{"data"}, {"model"}]  dim 0 over "data", dim 1 over "model"
// CHECK-NEXT:   %a  tanh         [{"data"}, {"model"}]  dim 0 over "data", dim 1 over "model"
// CHECK-NEXT:   %y  dot_general  [{"data"}, {}]         dim 0 over "data", terms over "model"    384 bytes
// LINK: each receives 384 bytes for 1 ops, 2.01 µs
// UNEVEN: error: the sharding of %x: dimension 0 of extent 16 can't be divided evenly by 3, the size of "data"
// AXES: error: --mesh gives 1 sizes, but the mesh @mesh has 2 axes
// SIZES: error: invalid value 'two' for '--mesh <SIZES>'

sdy.mesh @mesh = <["data"=2, "model"=2]>
func.func @main(%x: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %w: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %v: tensor<16x8xf32>) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
  %a = stablehlo.tanh %h : tensor<16x16xf32>
  %y = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %y : tensor<16x8xf32>
}
