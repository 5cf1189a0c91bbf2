// Computations inside of other processes are not replaced: their processes are those of the outer one.

// RUN: hloom opt %s --passes='inline,vectorize-processes' --split-input-file | hloom check %s

// CHECK-LABEL: func.func @nested
// CHECK-COUNT-2: sdy.manual_computation
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @nested(%x: tensor<4x2xi32>) -> tensor<4x2xi32> {
  %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<2x2xi32>) {
    %s = sdy.manual_computation(%p) in_shardings=[<@mesh, [{}, {"b"}]>] out_shardings=[<@mesh, [{}, {"b"}]>] manual_axes={"b"} (%q: tensor<2x1xi32>) {
      %t = stablehlo.add %q, %q : tensor<2x1xi32>
      sdy.return %t : tensor<2x1xi32>
    } : (tensor<2x2xi32>) -> tensor<2x2xi32>
    sdy.return %s : tensor<2x2xi32>
  } : (tensor<4x2xi32>) -> tensor<4x2xi32>
  return %r : tensor<4x2xi32>
}

// -----

// CHECK-LABEL: func.func @one
// CHECK: sdy.manual_computation
// CHECK-LABEL: func.func @run
// CHECK: run_parallel
sdy.mesh @mesh = <["a"=2]>
func.func @one(%x: tensor<2xi32>) -> tensor<2xi32> {
  %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%p: tensor<1xi32>) {
    %t = stablehlo.add %p, %p : tensor<1xi32>
    sdy.return %t : tensor<1xi32>
  } : (tensor<2xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
func.func @two(%x: tensor<2xi32>) -> tensor<2xi32> {
  return %x : tensor<2xi32>
}
func.func @run(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %r:2 = "interpreter.run_parallel"(%x, %x) <{programs = [[@one, @two]]}> : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  return %r#0, %r#1 : tensor<2xi32>, tensor<2xi32>
}

// -----

// A call that fails does so though nothing uses its result.
// CHECK-LABEL: func.func @main
// CHECK: custom_call @foo
func.func private @calls(%x: tensor<2xi32>) -> tensor<2xi32> {
  %y = stablehlo.custom_call @foo(%x) : (tensor<2xi32>) -> tensor<2xi32>
  return %x : tensor<2xi32>
}
func.func @main(%x: tensor<2xi32>, %y: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %r:2 = "interpreter.run_parallel"(%x, %y) <{programs = [[@calls, @calls]]}> : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  return %r#0, %r#1 : tensor<2xi32>, tensor<2xi32>
}
