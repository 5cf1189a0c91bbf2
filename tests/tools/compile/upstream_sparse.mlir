// An argument that is stored by levels has the type that upstream's `sparse_tensor` has for it. An op
// that computes with it takes it dense: a zero that is not stored counts as one. After bufferization its
// levels are buffers of positions, coordinates and elements.

// REQUIRES: mlir
// RUN: hloom compile %s --entry=rows --emit=linalg | hloom check %s --check-prefix=ROWS
// RUN: hloom compile %s --entry=rows --emit=memref | hloom check %s --check-prefix=BUFFERS
// RUN: hloom compile %s --entry=rows --emit=llvm-dialect | hloom check %s --check-prefix=LLVM
// RUN: hloom compile %s --entry=places --emit=linalg | hloom check %s --check-prefix=PLACES
// RUN: hloom compile %s --entry=rows --emit=linalg --print-generic | hloom opt --raise-linalg=strict=true | hloom check %s --check-prefix=RAISED
// RUN: hloom run %s --entry=rows --backend=mlir --compare=interp --max-ulp=0 --input 0=tests/tools/run/Inputs/rows.npz --print | hloom check %s --check-prefix=RAN
// RUN: hloom run %s --entry=places --backend=mlir --compare=interp --max-ulp=0 --input 0=tests/tools/run/Inputs/places.npz --print | hloom check %s --check-prefix=RAN
// RUN: hloom run %s --entry=columns --backend=mlir --compare=interp --max-ulp=0 --input 0=tests/tools/run/Inputs/places.npz --print | hloom check %s --check-prefix=RAN
// RUN: hloom run %s --entry=rows --backend=mlir --compare=cpu --max-ulp=0 --random-inputs=5
// RUN: hloom run %s --entry=restored --backend=mlir --compare=interp --max-ulp=0 --random-inputs=5
// RUN: hloom run %s --entry=special --backend=mlir --compare=interp --max-ulp=0 --random-inputs=5 --print | hloom check %s --check-prefix=SPECIAL

#rows = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 16 }>
#columns = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
#places = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>

// ROWS: #[[ROWS:.*]] = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 16 }>
// ROWS: func.func @rows(%[[X:.*]]: tensor<3x4xf32, #[[ROWS]]> loc("x"{{.*}})) -> tensor<3xf32>
// ROWS: sparse_tensor.convert %[[X]] : tensor<3x4xf32, #[[ROWS]]> to tensor<3x4xf32>
// ROWS: linalg.generic
// BUFFERS: func.func @rows(%{{.*}}: memref<?xi32>{{.*}}, %{{.*}}: memref<?xi16>{{.*}}, %{{.*}}: memref<?xf32>{{.*}}, %{{.*}}: !sparse_tensor.storage_specifier
// LLVM: llvm.func @rows(
// LLVM-NOT: sparse_tensor.{{convert|storage_specifier}}
// PLACES: #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
// RAISED: func.func @rows(%[[X:.*]]: tensor<3x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 16 }>>)
// RAISED: hloom.relayout %[[X]]
// RAN: 0: tensor<3xf32> = [23.0, 0.0, 12.0]
// RAN: 0: tensor<3xf32>, mlir and interp: no difference
// SPECIAL: nan

func.func public @rows(%x: tensor<3x4xf32, #rows>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf32, #rows>, tensor<f32>) -> tensor<3xf32>
  return %s : tensor<3xf32>
}

func.func public @places(%x: tensor<3x4xf32, #places>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf32, #places>, tensor<f32>) -> tensor<3xf32>
  return %s : tensor<3xf32>
}

func.func public @columns(%x: tensor<3x4xf32, #columns>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf32, #columns>, tensor<f32>) -> tensor<3xf32>
  return %s : tensor<3xf32>
}

// Dense values become sparse, change their storage, cross a loop, and become dense again.
func.func public @restored(%x: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %rows = hloom.relayout %x : (tensor<3x4xi32>) -> tensor<3x4xi32, #rows>
  %columns = hloom.relayout %rows : (tensor<3x4xi32, #rows>) -> tensor<3x4xi32, #columns>
  %i, %kept = stablehlo.while(%k = %c, %y = %columns) : tensor<i32>, tensor<3x4xi32, #columns>
  cond {
    %more = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %next, %y : tensor<i32>, tensor<3x4xi32, #columns>
  }
  %z = hloom.relayout %kept : (tensor<3x4xi32, #columns>) -> tensor<3x4xi32>
  return %z : tensor<3x4xi32>
}

// Zero times infinity is no number, whether the zero is stored or not.
func.func public @special(%x: tensor<3x4xf32, #rows>) -> tensor<3x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<3x4xf32>
  %dense = hloom.relayout %x : (tensor<3x4xf32, #rows>) -> tensor<3x4xf32>
  %none = stablehlo.multiply %dense, %zero : tensor<3x4xf32>
  %rows = hloom.relayout %none : (tensor<3x4xf32>) -> tensor<3x4xf32, #rows>
  %inf = stablehlo.constant dense<0x7F800000> : tensor<3x4xf32>
  %y = stablehlo.multiply %rows, %inf : (tensor<3x4xf32, #rows>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}
