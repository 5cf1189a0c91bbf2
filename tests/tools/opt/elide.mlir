// Constants without their elements: for people, not for reading again.
//
// RUN: hloom opt %s --elide-constants 3 | hloom check %s
// RUN: hloom opt %s --mlir-elide-elementsattrs-if-larger=3 | hloom check %s
// RUN: hloom opt %s --elide-constants 3 --print-generic | hloom check %s --check-prefix=GENERIC
// RUN: hloom opt %s --elide-constants 4 | hloom check %s --check-prefix=WHOLE
// RUN: hloom opt %s --elide-constants 3 -o %t
// RUN: not hloom opt %t 2>&1 | hloom check %s --check-prefix=AGAIN
//
// CHECK: %few = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
// CHECK-NEXT: %many = stablehlo.constant dense_resource<__elided__> : tensor<4xi32>
// CHECK-NEXT: %same = stablehlo.constant dense<7> : tensor<9xi32>
//
// GENERIC: %many = "stablehlo.constant"() <{value = dense_resource<__elided__> : tensor<4xi32>}>
//
// WHOLE: %many = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
//
// AGAIN-COUNT-1: error: the elements of this constant were left out when it was printed
// AGAIN-NOT: error:
// AGAIN: help: print the program again without --elide-constants
func.func @main() -> (tensor<3xi32>, tensor<4xi32>, tensor<9xi32>) {
  %few = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %many = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %same = stablehlo.constant dense<7> : tensor<9xi32>
  return %few, %many, %same : tensor<3xi32>, tensor<4xi32>, tensor<9xi32>
}
