// RUN: hloom opt %s --passes=canonicalize --split-input-file | hloom check %s

// Two transposes become one: p then q is p[q].
// CHECK-LABEL: func.func @transposes(%image: tensor<2x3x4xf32>)
// CHECK-NEXT: %flipped = stablehlo.transpose %image, dims = [2, 1, 0]
// CHECK-NEXT: return %flipped
func.func @transposes(%image: tensor<2x3x4xf32>) -> tensor<4x3x2xf32> {
  %turned = stablehlo.transpose %image, dims = [1, 2, 0] : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  %flipped = stablehlo.transpose %turned, dims = [1, 0, 2] : (tensor<3x4x2xf32>) -> tensor<4x3x2xf32>
  return %flipped : tensor<4x3x2xf32>
}

// -----

// Zero is the neutral element of integers' sums; of floats' it is -0.0.
// CHECK-LABEL: func.func @zeros
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00>
// CHECK-NEXT: %kept = stablehlo.add %x, %zero
// CHECK-NEXT: return %i, %kept, %x
func.func @zeros(%i: tensor<4xi32>, %x: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>, tensor<4xf32>) {
  %none = stablehlo.constant dense<0> : tensor<4xi32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %negative = stablehlo.constant dense<-0.0> : tensor<4xf32>
  %a = stablehlo.add %i, %none : tensor<4xi32>
  %kept = stablehlo.add %x, %zero : tensor<4xf32>
  %b = stablehlo.add %x, %negative : tensor<4xf32>
  return %a, %kept, %b : tensor<4xi32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// A branch that is known is taken.
// CHECK-LABEL: func.func @known
// CHECK-NEXT: stablehlo.negate %x
// CHECK-NEXT: return
func.func @known(%x: tensor<4xi32>) -> tensor<4xi32> {
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %r = "stablehlo.if"(%yes) ({
    %a = stablehlo.negate %x : tensor<4xi32>
    stablehlo.return %a : tensor<4xi32>
  }, {
    stablehlo.return %x : tensor<4xi32>
  }) : (tensor<i1>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// -----

// Division by a power of two is a multiplication; by another number it is not.
// CHECK-LABEL: func.func @divisions
// CHECK-DAG: dense<2.500000e-01>
// CHECK-DAG: dense<3.000000e+00>
// CHECK: stablehlo.multiply %x
// CHECK: stablehlo.divide %x
func.func @divisions(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %four = stablehlo.constant dense<4.0> : tensor<4xf32>
  %three = stablehlo.constant dense<3.0> : tensor<4xf32>
  %a = stablehlo.divide %x, %four : tensor<4xf32>
  %b = stablehlo.divide %x, %three : tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// -----

// A broadcast is no transpose where there are no elements, and any count is equal.
// CHECK-LABEL: func.func @empty_broadcast
// CHECK-NOT: stablehlo.transpose
func.func @empty_broadcast(%x: tensor<1x0x1xi1>) -> tensor<3x0x3xi1> {
  %y = stablehlo.broadcast_in_dim %x, dims = [2, 1, 0] : (tensor<1x0x1xi1>) -> tensor<3x0x3xi1>
  return %y : tensor<3x0x3xi1>
}

// -----

// The body of an asynchronous op stays the one op that it starts, also where that changes nothing.
// CHECK-LABEL: func.func @asynchronous
// CHECK:       stablehlo.slice %{{.*}} [0:4]
// CHECK-NEXT:  stablehlo.return
func.func @asynchronous(%x: tensor<4xf32>) -> tensor<4xf32> {
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    %s = stablehlo.slice %a [0:4] : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %s : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  %y = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// A relayout or a halo that says an extent, which a run checks, stays; so do two that contradict one another.
// CHECK-LABEL: func.func @extents_of_relayouts
// CHECK-NEXT: %a = hloom.relayout %x : (tensor<?xi32>) -> tensor<4xi32>
// CHECK-NEXT: %b = hloom.relayout %a : (tensor<4xi32>) -> tensor<?xi32>
// CHECK-NEXT: %c = hloom.relayout %x : (tensor<?xi32>) -> tensor<4xi32>
// CHECK-NEXT: %d = hloom.relayout %y : (tensor<5xi32>) -> tensor<?xi32>
// CHECK-NEXT: %e = hloom.relayout %d : (tensor<?xi32>) -> tensor<6xi32>
// CHECK-NEXT: return %b, %c, %e
func.func @extents_of_relayouts(%x: tensor<?xi32>, %y: tensor<5xi32>) -> (tensor<?xi32>, tensor<4xi32>, tensor<6xi32>) {
  %a = hloom.relayout %x : (tensor<?xi32>) -> tensor<4xi32>
  %b = hloom.relayout %a : (tensor<4xi32>) -> tensor<?xi32>
  %u = hloom.relayout %x : (tensor<?xi32>) -> tensor<?xi32, #hloom.layout<[0]>>
  %c = hloom.relayout %u : (tensor<?xi32, #hloom.layout<[0]>>) -> tensor<4xi32>
  %d = hloom.relayout %y : (tensor<5xi32>) -> tensor<?xi32>
  %e = hloom.relayout %d : (tensor<?xi32>) -> tensor<6xi32>
  return %b, %c, %e : tensor<?xi32>, tensor<4xi32>, tensor<6xi32>
}

// -----

// CHECK-LABEL: func.func @extents_of_halos
// CHECK: %a = hloom.halo %x, %f
// CHECK-NEXT: %b = hloom.relayout %a
func.func @extents_of_halos(%x: tensor<?x4xi32, #hloom.split<[1, 2 over cores]>>) -> tensor<?x4xi32> {
  %f = stablehlo.constant dense<0> : tensor<i32>
  %a = hloom.halo %x, %f : (tensor<?x4xi32, #hloom.split<[1, 2 over cores]>>, tensor<i32>) -> tensor<3x4xi32, #hloom.split<[1, 2 over cores halo (1, 0)]>>
  %b = hloom.relayout %a : (tensor<3x4xi32, #hloom.split<[1, 2 over cores halo (1, 0)]>>) -> tensor<?x4xi32>
  return %b : tensor<?x4xi32>
}
