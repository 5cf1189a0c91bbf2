// Results go to files, and files are arguments.

// RUN: hloom run %s --backend=interp --entry=make --output %t
// RUN: hloom run %s --backend=interp --entry=take --input 0=%t/0.npy --input 1=%t/1.npy --print | hloom check %s
// RUN: not hloom run %s --backend=interp --entry=take --input 1=%t/0.npy 2>&1 | hloom check %s --check-prefix=SHAPE
// RUN: not hloom run %s --backend=interp --entry=take --input %t/0.npy 2>&1 | hloom check %s --check-prefix=WHICH
// RUN: not hloom run %s --backend=interp --entry=take --input 5=%t/0.npy 2>&1 | hloom check %s --check-prefix=NUMBER
// RUN: not hloom run %s --backend=interp --entry=take --input 0=%t/0.npy --input 0=%t/0.npy 2>&1 | hloom check %s --check-prefix=TWICE
// RUN: not hloom run %s --backend=interp --entry=take --input 0=%t/0.npy 2>&1 | hloom check %s --check-prefix=LACKS
// RUN: not hloom run %s --backend=interp --entry=take --input 0=%t/9.npy 2>&1 | hloom check %s --check-prefix=FILE
// RUN: not hloom run %s --backend=interp --entry=take --input 0=%s 2>&1 | hloom check %s --check-prefix=FORMAT
// RUN: not hloom run %s --backend=interp --entry=take --input %s 2>&1 | hloom check %s --check-prefix=EITHER

// CHECK:      0: tensor<2xbf16> = [2.0, -3.0]
// CHECK-NEXT: 1: tensor<3xi4> = [-8, 7, -1]
// SHAPE:  error: argument 1 (%y): `{{.*}}/0.npy` holds (2,) of `<V2`; expected tensor<3xi4> (elements as `|V1` or, as raw bits, `|u1`)
// WHICH:  error: `{{.*}}/0.npy` could be any of 2 arguments: say which with --input N={{.*}}
// NUMBER: error: --input 5=…: the function takes 2 arguments, 0 to 1
// TWICE:  error: argument 0 (%x) is given twice
// LACKS:  error: argument 1 (%y) of 2 has no value: give --input 1=FILE.npy with tensor<3xi4>, or --random-inputs SEED
// FILE:   error: can't read `{{.*}}/9.npy`
// FORMAT: error: argument 0 (%x): `{{.*}}arrays.mlir` is no .npy file: it does not start with \x93NUMPY
// EITHER: error: `{{.*}}arrays.mlir` is neither an .npy nor an .npz file

func.func @make() -> (tensor<2xbf16>, tensor<3xi4>) {
  %x = stablehlo.constant dense<[1.0, -1.5]> : tensor<2xbf16>
  %y = stablehlo.constant dense<[-8, 7, -1]> : tensor<3xi4>
  return %x, %y : tensor<2xbf16>, tensor<3xi4>
}

func.func @take(%x: tensor<2xbf16>, %y: tensor<3xi4>) -> (tensor<2xbf16>, tensor<3xi4>) {
  %twice = stablehlo.add %x, %x : tensor<2xbf16>
  return %twice, %y : tensor<2xbf16>, tensor<3xi4>
}
