// Functions that several processes run become ops on tensors of all processes.

// RUN: hloom opt %s --passes='inline,vectorize-processes,dce' --split-input-file | hloom check %s
// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file --backend=cpu %}

// The parts of a tensor are a reshape of it, a sum over all processes is computed once, and a weight
// that is the same for all stays as it is.
// CHECK-LABEL: func.func @main()
// CHECK:      %[[R:.+]] = stablehlo.reshape %x : (tensor<4x2xf32>) -> tensor<2x2x2xf32>
// CHECK-NEXT: %[[X:.+]] = stablehlo.transpose %[[R]], dims = [0, 1, 2]
// CHECK-NEXT: %[[Y:.+]] = stablehlo.dot_general %[[X]], %w, contracting_dims = [2] x [0] : (tensor<2x2x2xf32>, tensor<2x3xf32>) -> tensor<2x2x3xf32>
// CHECK-NOT: run_parallel
// CHECK:      stablehlo.add {{.*}} : tensor<1x1x2x3xf32>
// CHECK-NOT: run_parallel
// CHECK: check.expect_eq_const
func.func private @layer(%x: tensor<2x2xf32>, %w: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %s = "stablehlo.all_reduce"(%y) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %s : tensor<2x3xf32>
}
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %w = stablehlo.constant dense<[[1.0, 0.0, 2.0], [0.0, 1.0, 2.0]]> : tensor<2x3xf32>
  %x0 = stablehlo.slice %x [0:2, 0:2] : (tensor<4x2xf32>) -> tensor<2x2xf32>
  %x1 = stablehlo.slice %x [2:4, 0:2] : (tensor<4x2xf32>) -> tensor<2x2xf32>
  %r:2 = "interpreter.run_parallel"(%x0, %w, %x1, %w) <{programs = [[@layer, @layer]]}> : (tensor<2x2xf32>, tensor<2x3xf32>, tensor<2x2xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  check.expect_eq_const %r#0, dense<[[6.0, 8.0, 28.0], [10.0, 12.0, 44.0]]> : tensor<2x3xf32>
  check.expect_eq_const %r#1, dense<[[6.0, 8.0, 28.0], [10.0, 12.0, 44.0]]> : tensor<2x3xf32>
  return
}

// -----

// Rings: each process passes a row on in a loop. The last two have nothing to pass the first one.
// CHECK-LABEL: func.func @main()
// CHECK-NOT: run_parallel
// CHECK: stablehlo.while
// CHECK-NOT: run_parallel
func.func private @ring(%x: tensor<2xi32>) -> tensor<2xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<2> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<2xi32>
  cond {
    %t = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %w = "stablehlo.collective_permute"(%v) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2xi32>) -> tensor<2xi32>
    %n = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %n, %w : tensor<i32>, tensor<2xi32>
  }
  return %r#1 : tensor<2xi32>
}
func.func @main() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %c = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %r:3 = "interpreter.run_parallel"(%a, %b, %c) <{programs = [[@ring, @ring, @ring]]}> : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<0> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<0> : tensor<2xi32>
  check.expect_eq_const %r#2, dense<[1, 2]> : tensor<2xi32>
  return
}

// -----

// A loop whose number of turns is the process's own has a mask. A Cholesky decomposition is one op;
// a `pad` by a number that differs, which is not batched, is copied for each process.
// CHECK-LABEL: func.func @main()
// CHECK-NOT: run_parallel
// CHECK: stablehlo.cholesky {{.*}} : tensor<2x1x1xf32>
// CHECK: stablehlo.pad
// CHECK: stablehlo.pad
// CHECK-NOT: run_parallel
func.func private @own(%x: tensor<1x1xf32>) -> (tensor<i32>, tensor<2x1xf32>) {
  %c = stablehlo.cholesky %x, lower = true : tensor<1x1xf32>
  %s = stablehlo.reshape %x : (tensor<1x1xf32>) -> tensor<f32>
  %l = stablehlo.pad %c, %s, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<1x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %id = stablehlo.partition_id : tensor<ui32>
  %end = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %v = %one) : tensor<i32>, tensor<i32>
  cond {
    %t = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %w = stablehlo.add %v, %v : tensor<i32>
    %n = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %n, %w : tensor<i32>, tensor<i32>
  }
  return %r#1, %l : tensor<i32>, tensor<2x1xf32>
}
func.func @main() {
  %a = stablehlo.constant dense<4.0> : tensor<1x1xf32>
  %b = stablehlo.constant dense<9.0> : tensor<1x1xf32>
  %r:4 = "interpreter.run_parallel"(%a, %b) <{programs = [[@own, @own]]}> : (tensor<1x1xf32>, tensor<1x1xf32>) -> (tensor<i32>, tensor<2x1xf32>, tensor<i32>, tensor<2x1xf32>)
  check.expect_eq_const %r#0, dense<1> : tensor<i32>
  check.expect_eq_const %r#1, dense<[[4.0], [2.0]]> : tensor<2x1xf32>
  check.expect_eq_const %r#2, dense<2> : tensor<i32>
  check.expect_eq_const %r#3, dense<[[9.0], [3.0]]> : tensor<2x1xf32>
  return
}

// -----

// A collective that only one process reaches, effects, and different functions: these runs stay.
// CHECK-LABEL: func.func @main()
// CHECK: run_parallel
func.func private @some(%x: tensor<i32>) -> tensor<i32> {
  %id = stablehlo.partition_id : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %first = stablehlo.compare EQ, %id, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %y = "stablehlo.if"(%first) ({
    %a = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %a : tensor<i32>
  }, {
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %y : tensor<i32>
}
func.func @main() {
  %a = stablehlo.constant dense<4> : tensor<i32>
  %r:2 = "interpreter.run_parallel"(%a, %a) <{programs = [[@some, @some]]}> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %r#0, dense<4> : tensor<i32>
  check.expect_eq_const %r#1, dense<4> : tensor<i32>
  return
}

// -----

// A manual computation is one too. Its columns are divided along one axis, and whole along the other.
// CHECK-LABEL: func.func @main()
// CHECK-NOT: manual_computation
// CHECK: return
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi32>
  %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}, {"a"}]>] out_shardings=[<@mesh, [{"b"}, {}]>] manual_axes={"a", "b"} (%p: tensor<2x2xi32>) {
    %s = "stablehlo.all_reduce"(%p) <{replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
    }) : (tensor<2x2xi32>) -> tensor<2x2xi32>
    %id = stablehlo.partition_id : tensor<ui32>
    %i = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %all = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
    %t = stablehlo.add %s, %all : tensor<2x2xi32>
    sdy.return %t : tensor<2x2xi32>
  } : (tensor<2x4xi32>) -> tensor<4x2xi32>
  check.expect_eq_const %r, dense<[[6, 8], [14, 16], [7, 9], [15, 17]]> : tensor<4x2xi32>
  return
}

// -----

// The gradient of a weight, a sum over processes of products, is one product.
// CHECK-LABEL: func.func @main()
// CHECK: %[[G:.+]] = stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [0, 1] x [0, 1] : (tensor<2x3x2xf32>, tensor<2x3x1xf32>) -> tensor<2x1xf32>
// CHECK-NOT: stablehlo.add
// CHECK: check.expect_eq_const
func.func private @gradient(%x: tensor<3x2xf32>, %g: tensor<3x1xf32>) -> tensor<2x1xf32> {
  %w = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<3x2xf32>, tensor<3x1xf32>) -> tensor<2x1xf32>
  %s = "stablehlo.all_reduce"(%w) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<2x1xf32>) -> tensor<2x1xf32>
  return %s : tensor<2x1xf32>
}
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %y = stablehlo.constant dense<[[6.0, 5.0], [4.0, 3.0], [2.0, 1.0]]> : tensor<3x2xf32>
  %g = stablehlo.constant dense<[[1.0], [0.0], [2.0]]> : tensor<3x1xf32>
  %h = stablehlo.constant dense<[[0.0], [1.0], [1.0]]> : tensor<3x1xf32>
  %r:2 = "interpreter.run_parallel"(%x, %g, %y, %h) <{programs = [[@gradient, @gradient]]}> : (tensor<3x2xf32>, tensor<3x1xf32>, tensor<3x2xf32>, tensor<3x1xf32>) -> (tensor<2x1xf32>, tensor<2x1xf32>)
  check.expect_eq_const %r#0, dense<[[17.0], [18.0]]> : tensor<2x1xf32>
  check.expect_eq_const %r#1, dense<[[17.0], [18.0]]> : tensor<2x1xf32>
  return
}

// -----

// A branch that all processes take the same arm of stays a branch.
// CHECK-LABEL: func.func @main(
// CHECK: stablehlo.if
// CHECK-NOT: run_parallel
// CHECK: return
func.func private @arms(%x: tensor<2xi32>, %c: tensor<i1>) -> tensor<2xi32> {
  %r = "stablehlo.if"(%c) ({
    %s = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %d = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %d : tensor<i32>
    }) : (tensor<2xi32>) -> tensor<2xi32>
    stablehlo.return %s : tensor<2xi32>
  }, {
    %n = stablehlo.negate %x : tensor<2xi32>
    stablehlo.return %n : tensor<2xi32>
  }) : (tensor<i1>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %r:2 = "interpreter.run_parallel"(%x, %yes, %y, %yes) <{programs = [[@arms, @arms]]}> : (tensor<2xi32>, tensor<i1>, tensor<2xi32>, tensor<i1>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[11, 22]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[11, 22]> : tensor<2xi32>
  %s:2 = "interpreter.run_parallel"(%x, %no, %y, %no) <{programs = [[@arms, @arms]]}> : (tensor<2xi32>, tensor<i1>, tensor<2xi32>, tensor<i1>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %s#0, dense<[-1, -2]> : tensor<2xi32>
  check.expect_eq_const %s#1, dense<[-10, -20]> : tensor<2xi32>
  return
}
