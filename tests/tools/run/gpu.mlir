// Programs on an emulated GPU, and what is said where there is none.

// REQUIRES: ptx
// RUN: cat %S/Inputs/two_lines.txt >%t.lines
// RUN: hloom run %s --backend=ptx-emulator --entry=loop --print | hloom check %s
// RUN: hloom run %s --backend=ptx-emulator --target=sm_120 --entry=loop --print --compare=interp | hloom check %s --check-prefix=SAME
// RUN: hloom run %s --backend=ptx-emulator --entry=host --random-inputs=1 2>&1 | hloom check %s --check-prefix=NOTICE
// RUN: not hloom run %s --backend=ptx-emulator --entry=host --random-inputs=1 --strict 2>&1 | hloom check %s --check-prefix=STRICT
// RUN: hloom run %s --backend=ptx-emulator --entry=host --random-inputs=1 --compare=interp --max-ulp=0 2>&1 | hloom check %s --check-prefix=NOTICE
// RUN: hloom run %s --backend=interp --entry=host --random-inputs=1 --compare=ptx-emulator 2>&1 | hloom check %s --check-prefix=NOTICE
// RUN: not hloom run %s --backend=interp --entry=host --random-inputs=1 --compare=ptx-emulator --strict 2>&1 | hloom check %s --check-prefix=STRICT
// RUN: hloom run %s --backend=ptx-emulator --entry=rounds --random-inputs=1 --compare=interp 2>&1 | hloom check %s --check-prefix=ROUNDS
// RUN: hloom run %s --backend=ptx-emulator --entry=loop --strict
// RUN: hloom run %s --backend=ptx-emulator --entry=twice --random-inputs=1 --statistics | hloom check %s --check-prefix=STATISTICS
// RUN: hloom run %s --backend=ptx-emulator --entry=twice --random-inputs=1 --time --repeat=2 --input-sets=3 | hloom check %s --check-prefix=TIME
// RUN: hloom run %s --backend=ptx-emulator --entry=twice --random-inputs=1 --time --turns <%t.lines | hloom check %s --check-prefix=TURNS
// RUN: not hloom run - --time --turns <%s 2>&1 | hloom check %s --check-prefix=STANDARD
// RUN: not hloom run %s --backend=ptx-emulator --entry=wrong 2>&1 | hloom check %s --check-prefix=WRONG
// RUN: not hloom run %s --backend=ptx-emulator --target=sm_1 --entry=loop 2>&1 | hloom check %s --check-prefix=TARGET

// The host looks at the condition; what is doubled stays on the device.
// CHECK: [256.0, 512.0, 768.0
// SAME: ptx-emulator and interp: no difference
func.func @loop() -> tensor<5xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %i, %r = stablehlo.while(%n = %zero, %y = %x) : tensor<i32>, tensor<5xf32>
  cond {
    %limit = stablehlo.constant dense<200.0> : tensor<f32>
    %first = stablehlo.slice %y [0:1] : (tensor<5xf32>) -> tensor<1xf32>
    %f = stablehlo.reshape %first : (tensor<1xf32>) -> tensor<f32>
    %c = stablehlo.compare LT, %f, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %m = stablehlo.add %n, %one : tensor<i32>
    %twice = stablehlo.add %y, %y : tensor<5xf32>
    stablehlo.return %m, %twice : tensor<i32>, tensor<5xf32>
  }
  return %r : tensor<5xf32>
}

// NOTICE: notice: the host runs `stablehlo.fft`, for which no GPU has code
// NOTICE-NEXT: {{^}}  `stablehlo.fft`: no code is generated yet for `stablehlo.fft` with the result tensor<5xcomplex<f32>>
// STRICT: error: --strict: no GPU runs `stablehlo.fft`
func.func @host(%x: tensor<8xf32>) -> tensor<5xcomplex<f32>> {
  %there = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<8xf32>) -> tensor<5xcomplex<f32>>
  return %there : tensor<5xcomplex<f32>>
}

// An op on the host in every round, besides those on the device.
// ROUNDS: notice: the host runs `stablehlo.fft`, for which no GPU has code
// ROUNDS: ptx-emulator and interp: {{no difference|.* ULP}}
func.func @rounds(%x: tensor<8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %i, %r = stablehlo.while(%n = %zero, %y = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %n, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %m = stablehlo.add %n, %one : tensor<i32>
    %there = stablehlo.fft %y, type = RFFT, length = [8] : (tensor<8xf32>) -> tensor<5xcomplex<f32>>
    %back = stablehlo.fft %there, type = IRFFT, length = [8] : (tensor<5xcomplex<f32>>) -> tensor<8xf32>
    %z = stablehlo.add %back, %y : tensor<8xf32>
    stablehlo.return %m, %z : tensor<i32>, tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// STATISTICS: grid 1x1x1, block 32x1x1; 1 launches, {{[1-9][0-9]*}} instructions of warps, 13 sectors read, 13 written, 0 passes over shared memory, 0 of them for conflicts, 0 instructions of matrix units
// STATISTICS: counted by the emulator of sm_80; no time is measured
// The emulator has no clock of its own.
// TIME: "runs":2}
// TURNS-COUNT-3: "runs":1}
// TURNS-NOT: runs
// STANDARD: error: --turns goes with one program alone, in a file
func.func @twice(%x: tensor<100xf32>) -> tensor<100xf32> {
  %y = stablehlo.add %x, %x : tensor<100xf32>
  return %y : tensor<100xf32>
}

// TARGET: error: unknown GPU target `sm_1`

// WRONG: error
func.func @wrong() {
  %x = stablehlo.constant dense<1.0> : tensor<2xf32>
  %y = stablehlo.add %x, %x : tensor<2xf32>
  check.expect_eq %y, %x : tensor<2xf32>
  return
}
