// HLO text: functions and regions become computations, and what hloom writes it reads again.
//
// RUN: hloom translate %s - --to hlo | hloom check %s
// RUN: hloom translate %s %t.hlo
// RUN: hloom run %t.hlo --backend interp --print | hloom check %s --check-prefix=VALUE
// RUN: hloom translate %t.hlo - --from hlo --to hlo | hloom check %s --check-prefix=AGAIN
// RUN: hloom translate %t.hlo - --to stablehlo | hloom check %s --check-prefix=BACK
// RUN: not hloom translate %s - --from hlo 2>&1 | hloom check %s --check-prefix=FROM
// RUN: not hloom translate %t.hlo - --from stablehlo 2>&1 | hloom check %s --check-prefix=HLO
//
// CHECK: HloModule jit_f, entry_computation_layout={()->(f32[2,3]{1,0}, s32[], c64[2]{0}, f32[2,3]{1,0}, bf16[3]{0})}
// CHECK-EMPTY:
// CHECK-NEXT: condition.[[#]] {
// CHECK-NEXT: arg.[[#]] = (s32[], f32[2,3]{1,0}, s32[]) parameter(0)
// CHECK-NEXT: i.[[#]] = s32[] get-tuple-element(arg.[[#]]), index=0
// CHECK-NEXT: n.[[#]] = s32[] get-tuple-element(arg.[[#]]), index=2
// CHECK-NEXT: ROOT more.[[#]] = pred[] compare(i.[[#]], n.[[#]]), direction=LT
// CHECK-NEXT: }
// CHECK: body.[[#]] {
// CHECK: ROOT tuple.[[#]] = (s32[], f32[2,3]{1,0}, s32[]) tuple(
// CHECK: branch.[[#]] {
// CHECK: branch.[[#]] {
// CHECK: reduce.[[#]] {
// CHECK-NEXT: a.[[#]] = f32[] parameter(0)
// CHECK-NEXT: b.[[#]] = f32[] parameter(1)
// CHECK-NEXT: ROOT sum.[[#]] = f32[] add(a.[[#]], b.[[#]])
// CHECK-NEXT: }
// CHECK: twice.[[#]] {
// CHECK: ENTRY main.[[#]] {
// CHECK: constant({-0.0, nan, inf})
// CHECK: complex.[[#]] = c64[2]{0} complex(
// CHECK: while(tuple.[[#]]), condition=condition.[[#]], body=body.[[#]]
// CHECK: = f32[2,3]{1,0} conditional(small.[[#]], {{.*}}, {{.*}}), true_computation=branch.[[#]], false_computation=branch.[[#]]
// CHECK: = f32[2]{0} reduce({{.*}}), dimensions={1}, to_apply=reduce.[[#]]
// CHECK: broadcast({{.*}}), dimensions={0}
// CHECK: call({{.*}}), to_apply=twice.[[#]], sharding={replicated}, frontend_attributes={a="b\"c"}
// CHECK: ROOT tuple.[[#]] = (f32[2,3]{1,0}, s32[], c64[2]{0}, f32[2,3]{1,0}, bf16[3]{0}) tuple(
//
// VALUE: tensor<2x3xf32> = {{\[\[}}0.0, 8.0, 16.0], [24.0, 32.0, 40.0]]
// VALUE: tensor<i32> = 3
// VALUE: tensor<2xcomplex<f32>> = [{{.*}}1.0{{.*}}2.0{{.*}}]
// VALUE: tensor<2x3xf32> = {{\[\[}}96.0, 96.0, 96.0], [384.0, 384.0, 384.0]]
// VALUE: tensor<3xbf16> = [-0.0,{{.*}}]
//
// AGAIN: HloModule jit_f, entry_computation_layout={()->(f32[2,3]{1,0}, s32[], c64[2]{0}, f32[2,3]{1,0}, bf16[3]{0})}
// BACK: func.func @main()
// BACK: stablehlo.while(
// FROM: error: `{{.*}}to-hlo.mlir` is not HLO text
// HLO: error: `{{.*}}.hlo` is HLO text, not MLIR
module @jit_f {
  func.func @main() -> (tensor<2x3xf32>, tensor<i32>, tensor<2xcomplex<f32>>, tensor<2x3xf32>, tensor<3xbf16>) {
    %special = stablehlo.constant dense<[-0.0, 0x7FC0, 0x7F80]> : tensor<3xbf16>
    %nan = stablehlo.constant dense<[(1.0, 0x7FC00000), (2.0, -0.0)]> : tensor<2xcomplex<f32>>
    %flat = stablehlo.iota dim = 0 : tensor<6xf32>
    %x = stablehlo.reshape %flat : (tensor<6xf32>) -> tensor<2x3xf32>
    %three = stablehlo.constant dense<[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]> : tensor<17xi32>
    %sliced = stablehlo.slice %three [2:3] : (tensor<17xi32>) -> tensor<1xi32>
    %n = stablehlo.reshape %sliced : (tensor<1xi32>) -> tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %loop:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<2x3xf32>
    cond {
      %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %sum = stablehlo.add %y, %y : tensor<2x3xf32>
      stablehlo.return %next, %sum : tensor<i32>, tensor<2x3xf32>
    }
    %small = stablehlo.compare LT, %loop#0, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %chosen = "stablehlo.if"(%small) ({
      %minus = stablehlo.negate %x : tensor<2x3xf32>
      stablehlo.return %minus : tensor<2x3xf32>
    }, {
      %more = stablehlo.add %loop#1, %loop#1 : tensor<2x3xf32>
      stablehlo.return %more : tensor<2x3xf32>
    }) : (tensor<i1>) -> tensor<2x3xf32>
    %none = stablehlo.constant dense<0.0> : tensor<f32>
    %sums = stablehlo.reduce(%chosen init: %none) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
      reducer(%a: tensor<f32>, %b: tensor<f32>) {
      %sum = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }
    %column = stablehlo.reshape %sums : (tensor<2xf32>) -> tensor<2x1xf32>
    %wide = stablehlo.broadcast_in_dim %column, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
    %four = func.call @twice(%wide) {mhlo.sharding = "{replicated}", mhlo.frontend_attributes = {a = "b\22c"}} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return %loop#1, %loop#0, %nan, %four, %special : tensor<2x3xf32>, tensor<i32>, tensor<2xcomplex<f32>>, tensor<2x3xf32>, tensor<3xbf16>
  }
  func.func private @twice(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %sum = stablehlo.add %x, %x : tensor<2x3xf32>
    return %sum : tensor<2x3xf32>
  }
}
