// RUN: not hloom run %s --backend=interp --entry=apart 2>&1 | hloom check %s --check-prefix=APART
// RUN: not hloom run %s --backend=interp --entry=missing 2>&1 | hloom check %s --check-prefix=MISSING
// RUN: not hloom run %s --backend=interp --entry=failed 2>&1 | hloom check %s --check-prefix=FAILED
// RUN: not hloom run %s --backend=interp --entry=alone 2>&1 | hloom check %s --check-prefix=ALONE
// RUN: not hloom run %s --backend=interp --entry=turns --max-steps 1000 2>&1 | hloom check %s --check-prefix=STEPS
// RUN: not hloom run %s --backend=interp --entry=large 2>&1 | hloom check %s --check-prefix=LARGE

// Processes that wait for ever are told so, and a run that asks too much ends.

func.func private @replicas(%x: tensor<i32>) -> tensor<i32> {
  %y = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<i32>) -> tensor<i32>
  return %y : tensor<i32>
}
func.func private @channel(%x: tensor<i32>) -> tensor<i32> {
  %y = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %p : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %y : tensor<i32>
}
func.func private @nothing(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
func.func private @fails(%x: tensor<i32>) -> tensor<i32> {
  check.expect_eq_const %x, dense<0> : tensor<i32>
  return %x : tensor<i32>
}

// APART: error: `stablehlo.collective_broadcast`: in process (0, 0): no process can go on: (0, 0) waits for (1, 0), (1, 0) waits for (0, 0)
// APART: this waits for ever
func.func @apart() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = "interpreter.run_parallel"(%x, %x) <{programs = [[@replicas], [@channel]]}> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return
}

// MISSING: error: `stablehlo.collective_broadcast`: in process (0, 0): no process can go on: (0, 0) waits for (1, 0), (1, 0) has ended
func.func @missing() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = "interpreter.run_parallel"(%x, %x) <{programs = [[@replicas], [@nothing]]}> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return
}

// FAILED: error: `check.expect_eq_const`: in process (1, 0): 1 of 1 elements differ
func.func @failed() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = "interpreter.run_parallel"(%x, %x) <{programs = [[@replicas], [@fails]]}> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return
}

// ALONE: error: `stablehlo.collective_broadcast`: replica_groups names 1, but there are 1 replicas here
func.func @alone() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %r = call @replicas(%x) : (tensor<i32>) -> tensor<i32>
  return
}

// STEPS: more than 1000 ops were run, which is the limit
func.func private @loops() {
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %r = stablehlo.while(%go = %yes) : tensor<i1>
  cond {
    stablehlo.return %go : tensor<i1>
  } do {
    stablehlo.return %go : tensor<i1>
  }
  return
}
func.func @turns() {
  "interpreter.run_parallel"() <{programs = [[@loops, @loops]]}> : () -> ()
  return
}

// LARGE: error: `stablehlo.iota`: it needs 4503599627370496 bytes of memory; there are {{[0-9]+}} left
// LARGE: while running this
func.func @large() {
  %x = stablehlo.iota dim = 0 : tensor<1125899906842624xf32>
  return
}
