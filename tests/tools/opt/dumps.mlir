// Dumps go to standard error, say when they were made, and parse.

// RUN: hloom opt %s --passes=cse,dce --print-ir-before=dce >%t.out 2>%t
// RUN: cat %t | hloom check %s --check-prefix=BEFORE
// RUN: hloom opt %s --passes=cse,dce --print-ir-after-all 2>%t | hloom check %s
// RUN: cat %t | hloom check %s --check-prefix=ALL
// RUN: hloom opt %t --split-input-file >%t.out
// RUN: hloom opt %s --passes=cse,dce --print-ir-after-change 2>%t >%t.out
// RUN: cat %t | hloom check %s --check-prefix=CHANGE
// RUN: hloom opt %s --passes='func(dce)' --print-ir-after=dce 2>%t >%t.out
// RUN: cat %t | hloom check %s --check-prefix=FUNCTION

// BEFORE:       // ----- IR before dce
// BEFORE-NEXT:  func.func @f
// ALL:          // ----- IR after cse
// ALL:          func.func @f
// ALL:          // ----- IR after dce
// ALL:          func.func @f
// CHANGE-NOT:   after cse
// CHANGE:       // ----- IR after dce
// FUNCTION:     // ----- IR after dce on @f
// CHECK-NOT:    stablehlo.negate
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %unused = stablehlo.negate %x : tensor<4xf32>
  return %x : tensor<4xf32>
}
