// Plans that do not fit: a warning for each line, and the same results. A plan that can't be
// read is refused.
//
// RUN: hloom opt %s --passes=fuse --use-plan %S/Inputs/strange.plan 2>&1 | hloom check %s
// RUN: hloom run %s --backend=interp --random-inputs 1 --passes=fuse --use-plan %S/Inputs/strange.plan --compare interp --max-ulp 0
// RUN: not hloom opt %s --passes=fuse --machine %S/Inputs/strange.machine 2>&1 | hloom check %s --check-prefix=MACHINE
// RUN: not hloom opt %s --passes='fuse{policy=best}' 2>&1 | hloom check %s --check-prefix=POLICY
// RUN: not hloom opt %s --passes='fuse{machine=sm_1}' 2>&1 | hloom check %s --check-prefix=KNOWN
// RUN: hloom opt %s --passes=fuse --machine sm_90 --emit-plan - -o %t | hloom check %s --check-prefix=GPU
// RUN: not hloom opt %s --passes=fuse --use-plan %S/Inputs/unread.plan 2>&1 | hloom check %s --check-prefix=UNREAD
// RUN: not hloom opt %s --passes=fuse --use-plan %S/Inputs/strange.machine 2>&1 | hloom check %s --check-prefix=NO-PLAN
// RUN: not hloom opt %s --passes=fuse --use-plan %S/Inputs/none.plan 2>&1 | hloom check %s --check-prefix=FILE
//
// CHECK: strange.plan: line 2: there is no `tanh#0`
// CHECK: strange.plan: line 3: `add#0` is tensor<4xf32>, not tensor<5xf32>
// CHECK: strange.plan: line 4: fusions would need each other
// CHECK: strange.plan: line 5: the result `add#0` is none of its ops
// CHECK: strange.plan: line 7: another line hands out the same value
// CHECK: strange.plan: line 8: there is no block 0 in @other
// CHECK: "hloom.fusion"
// CHECK: stablehlo.sine
// CHECK: stablehlo.cosine
// CHECK-NOT: "hloom.fusion"
//
// MACHINE: strange.machine`: line 3 of the machine description: `read` must be more than 0, not -5
//
// POLICY: option `policy` must be cost, greedy, no-redundancy, all or none, not `best`
//
// KNOWN: option `machine` must be cpu, or a GPU such as sm_90, not `sm_1`
//
// GPU: // machine sm_90
//
// FILE: can't read
//
// UNREAD: error: {{.*}}unread.plan:3: expected `KIND @FUNCTION/BLOCK = OP : TYPE ; … -> OP, …` (and one more line can't be read)
//
// NO-PLAN: error: {{.*}}strange.machine:1: this is not a plan: it does not begin with `// hloom fusion plan 1`
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = stablehlo.exponential %x : tensor<4xf32>
  %s = stablehlo.sine %a : tensor<4xf32>
  %c = stablehlo.cosine %s : tensor<4xf32>
  %y = stablehlo.add %c, %a : tensor<4xf32>
  %z = stablehlo.multiply %s, %x : tensor<4xf32>
  return %y, %z : tensor<4xf32>, tensor<4xf32>
}
