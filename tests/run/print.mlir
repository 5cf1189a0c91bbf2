// RUN: hloom run %s --backend=interp --probes %t.folder | hloom check %s
// RUN: hloom run %s --backend=interp --probes %t.all --probe all
// RUN: not hloom run %s --backend=interp 2>&1 | hloom check %s --check-prefix=NOWHERE

// What is printed has the form of StableHLO's reference interpreter; what processes
// print comes in their order. What is probed can be read again.

// NOWHERE: error: `interpreter.probe`: there is no folder for probes; give --probes DIR

// CHECK:      %row = tensor<4xi8> {
// CHECK-NEXT:   [1, 2, -3, -4]
// CHECK-NEXT: }
// CHECK-NEXT: %scalar = tensor<ui8> {1}
// CHECK-NEXT: %none = tensor<0xf32> {
// CHECK-NEXT:   []
// CHECK-NEXT: }
// CHECK-NEXT: %deep = tensor<2x1x2xf16> {
// CHECK-NEXT:   [
// CHECK-NEXT:     [
// CHECK-NEXT:       [1.500000e+00, -1.999512e-01]
// CHECK-NEXT:     ],
// CHECK-NEXT:     [
// CHECK-NEXT:       [nan, 4.096000e+03]
// CHECK-NEXT:     ]
// CHECK-NEXT:   ]
// CHECK-NEXT: }
// CHECK-NEXT: %who = tensor<ui32> {0}
// CHECK-NEXT: %who = tensor<ui32> {1}
// CHECK-NEXT: %who = tensor<ui32> {2}

func.func private @says() {
  %who = stablehlo.replica_id : tensor<ui32>
  %same = interpreter.print %who : tensor<ui32>
  return
}

func.func @main() {
  %row = stablehlo.constant dense<[1, 2, -3, -4]> : tensor<4xi8>
  %scalar = stablehlo.constant dense<1> : tensor<ui8>
  %none = stablehlo.constant dense<> : tensor<0xf32>
  %deep = stablehlo.constant dense<[[[1.5, -0.2]], [[0x7E00, 4096.0]]]> : tensor<2x1x2xf16>
  %0 = interpreter.print %row : tensor<4xi8>
  %1 = interpreter.print %scalar : tensor<ui8>
  %2 = interpreter.print %none : tensor<0xf32>
  %3 = interpreter.print %deep : tensor<2x1x2xf16>
  "interpreter.run_parallel"() <{programs = [[@says], [@says], [@says]]}> : () -> ()
  check.expect_eq %0, %row : tensor<4xi8>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %two = stablehlo.constant dense<2> : tensor<i64>
  %sums:2 = stablehlo.while(%i = %zero, %sum = %zero) : tensor<i64>, tensor<i64>
  cond {
    %go = stablehlo.compare LT, %i, %two : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.add %sum, %one : tensor<i64>
    %seen = interpreter.probe %next, probe_id = "loop/sum" : tensor<i64>
    stablehlo.return %seen, %seen : tensor<i64>, tensor<i64>
  }
  check.expect_serialized_eq %one, probe_id = "loop/sum" : tensor<i64>
  check.expect_serialized_eq %one, probe_id = "loop/sum", iter = 0 : tensor<i64>
  check.expect_serialized_eq %two, probe_id = "loop/sum", iter = 1 : tensor<i64>
  return
}
