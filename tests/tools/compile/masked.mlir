// A short loop of elementary functions has one body, with a mask for the part of a vector that is left over.

// REQUIRES: llvm
// RUN: hloom compile %s --emit=loops --target=x86-64-v4 | hloom check %s
// RUN: hloom compile %s --emit=loops --target=x86-64-v4 --entry=long | hloom check %s --check-prefix=LONG
// RUN: hloom compile %s --emit=loops --target=x86-64-v4 --entry=cheap | hloom check %s --check-prefix=LONG
// RUN: hloom compile %s --emit=loops --target=x86-64-v3 | hloom check %s --check-prefix=LONG
// RUN: hloom run %s --random-inputs=1 --compare=interp

// CHECK:      for %i0 = 0 to 100 step 16
// CHECK-NEXT:   [[M:%[0-9]+]] : <16 x i1> = {{.*}}100
// CHECK-NEXT:   load @x[%i0] mask [[M]]
// CHECK:        store {{.*}} mask [[M]]
// CHECK-NOT:  store

// LONG: to @result[%i0
// LONG: store {{.*}} mask

func.func @main(%x: tensor<100xf32>) -> tensor<100xf32> {
  %y = stablehlo.tanh %x : tensor<100xf32>
  return %y : tensor<100xf32>
}
func.func @long(%x: tensor<5001xf32>) -> tensor<5001xf32> {
  %y = stablehlo.tanh %x : tensor<5001xf32>
  return %y : tensor<5001xf32>
}
func.func @cheap(%x: tensor<100xf32>) -> tensor<100xf32> {
  %y = stablehlo.add %x, %x : tensor<100xf32>
  return %y : tensor<100xf32>
}
