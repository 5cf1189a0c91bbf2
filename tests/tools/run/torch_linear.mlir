// A layer as torch-mlir prints it, in the pretty forms of upstream's dialects: the passes that raise it
// make a program that every backend runs. An op of a dialect that hloom does not know is kept.

// REQUIRES: mlir
// RUN: hloom opt %s --raise-linalg | hloom check %s
// RUN: hloom run %s --passes=raise-linalg,canonicalize,fuse,dce --random-inputs=1 --backend=cpu --compare=interp
// RUN: hloom run %s --passes=raise-linalg --random-inputs=1 --backend=mlir --compare=cpu
// RUN: hloom compile %s --passes=raise-linalg,canonicalize,fuse,dce --emit=loops | hloom check %s --check-prefix=LOOPS

// CHECK: "ml_program.global"()
// CHECK: stablehlo.dot_general
// CHECK-NOT: linalg
// CHECK: stablehlo.select
// LOOPS: program @forward

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module attributes {torch.debug_module_name = "Linear"} {
  ml_program.global private mutable @global_seed(dense<0> : tensor<i64>) : tensor<i64>
  func.func @forward(%arg0: tensor<4x8xf32>) -> tensor<4x16xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<1.0> : tensor<16xf32>
    %cst_1 = arith.constant dense<0.5> : tensor<16x8xf32>
    %0 = tensor.empty() : tensor<8x16xf32>
    %transposed = linalg.transpose ins(%cst_1 : tensor<16x8xf32>) outs(%0 : tensor<8x16xf32>) permutation = [1, 0]
    %1 = tensor.empty() : tensor<4x16xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<4x16xf32>) -> tensor<4x16xf32>
    %3 = linalg.matmul ins(%arg0, %transposed : tensor<4x8xf32>, tensor<8x16xf32>) outs(%2 : tensor<4x16xf32>) -> tensor<4x16xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %cst_0 : tensor<4x16xf32>, tensor<16xf32>) outs(%1 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %6 = arith.addf %in, %in_2 : f32
      linalg.yield %6 : f32
    } -> tensor<4x16xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<4x16xf32>) outs(%1 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = arith.cmpf ugt, %in, %cst : f32
      %7 = arith.select %6, %in, %cst : f32
      linalg.yield %7 : f32
    } -> tensor<4x16xf32>
    return %5 : tensor<4x16xf32>
  }
}
