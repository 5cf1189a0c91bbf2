// Programs in upstream MLIR's dialects: `linalg`, buffers, and the `llvm` dialect, each as its dialect
// prints it and in generic form. Ops and arguments keep their locations; an op without one has the name
// of its result.

// REQUIRES: mlir
// RUN: hloom compile %s --entry=main --emit=linalg | hloom check %s --check-prefix=LINALG
// RUN: hloom compile %s --entry=main --emit=linalg --print-generic | hloom check %s --check-prefix=GENERIC
// RUN: hloom compile %s --entry=main --emit=memref | hloom check %s --check-prefix=MEMREF
// RUN: hloom compile %s --entry=main --emit=memref --print-generic | hloom check %s --check-prefix=BUFFERS
// RUN: hloom compile %s --entry=main --emit=llvm-dialect | hloom check %s --check-prefix=LLVM
// RUN: hloom compile %s --entry=main --emit=llvm-dialect --print-generic | hloom check %s --check-prefix=CODE
// RUN: hloom compile %s --entry=main --emit=linalg --print-generic | hloom opt --raise-linalg=strict=true | hloom check %s --check-prefix=RAISED
// RUN: not hloom compile %s --entry=spectrum --emit=linalg 2>&1 | hloom check %s --check-prefix=FORM
// RUN: not hloom compile %s --entry=unknown --emit=memref 2>&1 | hloom check %s --check-prefix=FOREIGN
// RUN: not hloom compile %s --entry=main --emit=asm --print-generic 2>&1 | hloom check %s --check-prefix=IDLE

// LINALG: #[[SUM:loc[0-9]+]] = loc("model.py":7:11)
// LINALG: #[[TANH:loc[0-9]+]] = loc("squashed")
// LINALG: func.func @main(%{{.*}}: tensor<4x8xf32> loc("image"), %{{.*}}: tensor<f32> loc("model.py":3:5)
// LINALG: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
// LINALG: arith.addf {{.*}} loc(#[[SUM]])
// LINALG: math.tanh {{.*}} loc(#[[TANH]])

// GENERIC: loc("model.py":7:11)
// GENERIC: "func.func"() <{function_type = (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>, sym_name = "main"}>
// GENERIC: "linalg.generic"(%{{.*}}operandSegmentSizes = array<i32: 1, 1>
// GENERIC: "arith.addf"(%
// GENERIC: "linalg.yield"(%
// GENERIC: "math.tanh"(%
// GENERIC: "func.return"(%

// MEMREF: func.func @main(%{{.*}}: memref<4x8xf32>
// MEMREF: memref.alloc() {{.*}}: memref<4xf32>
// MEMREF: linalg.generic
// BUFFERS: "memref.alloc"()
// BUFFERS: "linalg.generic"(%
// LLVM: #[[ADD:loc[0-9]+]] = loc("model.py":7:11)
// LLVM: llvm.func @main(
// LLVM: llvm.fadd {{.*}} loc(#[[ADD]])
// CODE: "llvm.func"() <{
// CODE: "llvm.fadd"(%

// RAISED: func.func @main(%{{.*}}: tensor<4x8xf32>, %{{.*}}: tensor<f32>) -> tensor<4xf32>
// RAISED: stablehlo.reduce
// RAISED: stablehlo.tanh

// FORM: error: `stablehlo.fft` has no form in upstream MLIR's dialects: upstream has no op for transforms
// FORM-NEXT: upstream.mlir:[[# @LINE + 15]]:
// FOREIGN: error: `other.op` has no form in upstream MLIR's dialects: it is of a dialect that hloom does not know
// FOREIGN-NEXT: upstream.mlir:[[# @LINE + 18]]:
// IDLE: error: --print-generic goes with --emit linalg, memref and llvm-dialect

func.func public @main(%image: tensor<4x8xf32>, %start: tensor<f32> loc("model.py":3:5)) -> tensor<4xf32> {
  %sum = stablehlo.reduce(%image init: %start) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32> loc("model.py":7:11)
  %squashed = stablehlo.tanh %sum : tensor<4xf32>
  return %squashed : tensor<4xf32>
}

func.func public @spectrum(%x: tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>> {

  // The op that has no form is named, at its place.

  %y = stablehlo.fft %x, type = FFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return %y : tensor<8xcomplex<f32>>
}

func.func public @unknown(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = "other.op"(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
