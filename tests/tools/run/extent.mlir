// Open extents of arguments, as the command line gives them.

// REQUIRES: llvm
// RUN: hloom run %s --backend=interp --random-inputs=1 --extent 0.0=2 --print | hloom check %s
// RUN: hloom run %s --random-inputs=1 --extent 0.0=2 --print | hloom check %s
// RUN: not hloom run %s --backend=interp --random-inputs=1 2>&1 | hloom check %s --check-prefix=OPEN
// RUN: not hloom run %s --backend=interp --random-inputs=1 --extent 1.0=2 2>&1 | hloom check %s --check-prefix=NONE
// RUN: not hloom run %s --backend=interp --random-inputs=1 --extent 0.1=2 2>&1 | hloom check %s --check-prefix=DIMENSION
// RUN: not hloom run %s --backend=interp --random-inputs=1 --extent 0=2 2>&1 | hloom check %s --check-prefix=FORM
// RUN: hloom compile %s --emit loops --extent 0.0=2 | hloom check %s --check-prefix=LOOPS
// RUN: not hloom compile %s --emit loops --extent 0.0=2 --extent 0.0=3 2>&1 | hloom check %s --check-prefix=TWICE

// RUN: not hloom compile %s --emit loops 2>&1 | hloom check %s --check-prefix=PROPOSED
// RUN: not hloom compile %s --emit loops --entry several 2>&1 | hloom check %s --check-prefix=SEVERAL

// CHECK: 0: tensor<2xf64> = [0.7740485560409169, -0.30715420721669107]
// OPEN: error: argument 0 (%x) is tensor<?xf64>, of which no random value can be made; say --extent 0.0=16, for example
// NONE: --extent 1.0=2: there is no argument 1, there are 1
// DIMENSION: --extent 0.1=2: argument 0, tensor<?xf64>, has no dimension 1
// FORM: expected ARGUMENT.DIMENSION=SIZE, such as 0.0=16
// LOOPS: [2
// PROPOSED: error: `func.func` can't be lowered to loops: tensor<?xf64> is not a tensor of known size
// PROPOSED: = help: name the open extents of the arguments, for example: --extent 0.0=16{{$}}
// SEVERAL: = help: name the open extents of the arguments, for example: --extent 0.1=16 --extent 2.0=16 --extent 2.1=16{{$}}
// TWICE: --extent 0.0=3: the extent of argument 0, tensor<2xf64>, is 2
func.func @main(%x: tensor<?xf64>) -> tensor<?xf64> {
  %y = stablehlo.add %x, %x : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @several(%x: tensor<3x?xf64>, %y: tensor<3xf64>, %z: tensor<?x?xf64>) -> tensor<3x?xf64> {
  return %x : tensor<3x?xf64>
}
