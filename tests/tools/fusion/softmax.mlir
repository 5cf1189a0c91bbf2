// The kernels of a program, its plan, and the plan again.
//
// RUN: hloom opt %s --passes=fuse --emit-plan %t | hloom check %s
// RUN: hloom check %s --check-prefix=PLAN --input-file=%t
// RUN: hloom opt %s --passes=fuse --use-plan %t | hloom check %s
// RUN: hloom explain fusion %s | hloom check %s --check-prefix=WHY
// RUN: hloom explain fusion %s --edge e total | hloom check %s --check-prefix=EDGE
// RUN: hloom explain fusion %s %s | hloom check %s --check-prefix=TWICE
// RUN: not hloom explain fusion %s %s --html %t 2>&1 | hloom check %s --check-prefix=PAGES
// RUN: hloom explain fusion %s --html %t
// RUN: hloom check %s --check-prefix=PAGE --input-file=%t
// RUN: not hloom explain fusion %s --edge e nothing 2>&1 | hloom check %s --check-prefix=NONE
// RUN: hloom opt %s --passes=fuse{max-points=0} --emit-plan %t | hloom check %s
// RUN: hloom check %s --check-prefix=LOCAL --input-file=%t
// RUN: hloom opt %s --passes=fuse,unfuse | hloom check %s --check-prefix=PLAIN
//
// CHECK: "hloom.fusion"(%x) <{kind = "row"}>
// CHECK-COUNT-2: stablehlo.reduce
// CHECK: stablehlo.divide
// CHECK-NOT: hloom.fusion
// CHECK: return
//
// PLAN: // hloom fusion plan 1
// PLAN: row @main/0 = {{.*}}%e exponential#0 : tensor<64x200xf32> ; {{.*}} -> divide#0
//
// LOCAL: // @main/0: 1 of 1 partitions had too many points for the exact search and were searched locally
// LOCAL: row @main/0
//
// WHY: @main: 1 kernel, {{.*}} in all
// WHY: row {{.*}}reads 51.20 kB writes 51.20 kB{{$}}
// WHY-NEXT: %least (constant), {{.*}},{{$}}
// WHY-NEXT: %less (subtract), %e (exponential),
//
// EDGE: %e (exponential) -> %total (reduce): fused
//
// PAGE: <!doctype html>
// PAGE: <h1>Fusion of {{.*}}softmax.mlir</h1>
// PAGE: row · 7 ops
//
// TWICE-COUNT-2: @main: 1 kernel, {{.*}} in all
// PAGES: error: --edge and --html are about one program, not 2
//
// NONE: error: no value `nothing` is made of a value `e`
//
// PLAIN-NOT: hloom.fusion
// PLAIN: stablehlo.divide
func.func @main(%x: tensor<64x200xf32>) -> tensor<64x200xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %most = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<64x200xf32>, tensor<f32>) -> tensor<64xf32>
  %most_wide = stablehlo.broadcast_in_dim %most, dims = [0] : (tensor<64xf32>) -> tensor<64x200xf32>
  %less = stablehlo.subtract %x, %most_wide : tensor<64x200xf32>
  %e = stablehlo.exponential %less : tensor<64x200xf32>
  %total = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x200xf32>, tensor<f32>) -> tensor<64xf32>
  %total_wide = stablehlo.broadcast_in_dim %total, dims = [0] : (tensor<64xf32>) -> tensor<64x200xf32>
  %y = stablehlo.divide %e, %total_wide : tensor<64x200xf32>
  return %y : tensor<64x200xf32>
}
