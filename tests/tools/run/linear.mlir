// Decompositions and Fourier transforms in compiled code: the factors make the matrix.

// REQUIRES: llvm
// RUN: hloom run %s --entry=cholesky --random-inputs 1 --statistics | hloom check %s
// RUN: hloom run %s --entry=orthogonal --random-inputs 2 --statistics | hloom check %s
// RUN: hloom run %s --entry=symmetric --random-inputs 3 --statistics | hloom check %s
// RUN: hloom run %s --entry=singular --random-inputs 4 --statistics | hloom check %s
// RUN: hloom run %s --entry=general --random-inputs 5 --statistics | hloom check %s
// RUN: hloom run %s --entry=schur --random-inputs 6 --statistics | hloom check %s
// RUN: hloom run %s --entry=solved --random-inputs 7 --statistics | hloom check %s
// RUN: hloom run %s --entry=transforms --random-inputs 8 --statistics | hloom check %s
// RUN: hloom run %s --entry=indefinite --random-inputs 9 --statistics | hloom check %s

// CHECK: left to the interpreter: nothing
// CHECK-NOT: left to the interpreter

func.func @cholesky(%x: tensor<2x100x100xf64>) {
  %xt = stablehlo.transpose %x, dims = [0, 2, 1] : (tensor<2x100x100xf64>) -> tensor<2x100x100xf64>
  %gram = stablehlo.dot_general %x, %xt, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x100x100xf64>, tensor<2x100x100xf64>) -> tensor<2x100x100xf64>
  %i = stablehlo.iota dim = 1 : tensor<2x100x100xi32>
  %j = stablehlo.iota dim = 2 : tensor<2x100x100xi32>
  %diagonal = stablehlo.compare EQ, %i, %j : (tensor<2x100x100xi32>, tensor<2x100x100xi32>) -> tensor<2x100x100xi1>
  %one = stablehlo.convert %diagonal : (tensor<2x100x100xi1>) -> tensor<2x100x100xf64>
  %a = stablehlo.add %gram, %one : tensor<2x100x100xf64>
  %l = stablehlo.cholesky %a, lower = true : tensor<2x100x100xf64>
  %lt = stablehlo.transpose %l, dims = [0, 2, 1] : (tensor<2x100x100xf64>) -> tensor<2x100x100xf64>
  %back = stablehlo.dot_general %l, %lt, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x100x100xf64>, tensor<2x100x100xf64>) -> tensor<2x100x100xf64>
  check.expect_almost_eq %back, %a : tensor<2x100x100xf64>
  %u, %info = stablehlo.custom_call @lapack_dpotrf_ffi(%a) {mhlo.backend_config = {uplo = 85 : ui8}} : (tensor<2x100x100xf64>) -> (tensor<2x100x100xf64>, tensor<2xi32>)
  check.expect_eq_const %info, dense<0> : tensor<2xi32>
  %above = stablehlo.compare LE, %i, %j : (tensor<2x100x100xi32>, tensor<2x100x100xi32>) -> tensor<2x100x100xi1>
  %zero = stablehlo.constant dense<0.0> : tensor<2x100x100xf64>
  %upper = stablehlo.select %above, %u, %zero : tensor<2x100x100xi1>, tensor<2x100x100xf64>
  check.expect_almost_eq %upper, %lt : tensor<2x100x100xf64>
  return
}

func.func @orthogonal(%a: tensor<3x12x5xcomplex<f64>>, %square: tensor<6x6xf64>) {
  %packed, %factors = stablehlo.custom_call @lapack_zgeqrf_ffi(%a) : (tensor<3x12x5xcomplex<f64>>) -> (tensor<3x12x5xcomplex<f64>>, tensor<3x5xcomplex<f64>>)
  %q = stablehlo.custom_call @lapack_zungqr_ffi(%packed, %factors) : (tensor<3x12x5xcomplex<f64>>, tensor<3x5xcomplex<f64>>) -> tensor<3x12x5xcomplex<f64>>
  %turned = stablehlo.custom_call @lapack_zunmqr_ffi(%packed, %factors, %a) {mhlo.backend_config = {left = true, transpose = true}} : (tensor<3x12x5xcomplex<f64>>, tensor<3x5xcomplex<f64>>, tensor<3x12x5xcomplex<f64>>) -> tensor<3x12x5xcomplex<f64>>
  %r = stablehlo.slice %turned [0:3, 0:5, 0:5] : (tensor<3x12x5xcomplex<f64>>) -> tensor<3x5x5xcomplex<f64>>
  %back = stablehlo.dot_general %q, %r, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x12x5xcomplex<f64>>, tensor<3x5x5xcomplex<f64>>) -> tensor<3x12x5xcomplex<f64>>
  check.expect_almost_eq %back, %a : tensor<3x12x5xcomplex<f64>>
  %none = stablehlo.constant dense<0> : tensor<6xi32>
  %pivoted, %order, %taus = stablehlo.custom_call @lapack_dgeqp3_ffi(%square, %none) : (tensor<6x6xf64>, tensor<6xi32>) -> (tensor<6x6xf64>, tensor<6xi32>, tensor<6xf64>)
  %p = stablehlo.custom_call @lapack_dorgqr_ffi(%pivoted, %taus) : (tensor<6x6xf64>, tensor<6xf64>) -> tensor<6x6xf64>
  %pp = stablehlo.dot_general %p, %p, contracting_dims = [0] x [0] : (tensor<6x6xf64>, tensor<6x6xf64>) -> tensor<6x6xf64>
  %i = stablehlo.iota dim = 0 : tensor<6x6xi32>
  %j = stablehlo.iota dim = 1 : tensor<6x6xi32>
  %diagonal = stablehlo.compare EQ, %i, %j : (tensor<6x6xi32>, tensor<6x6xi32>) -> tensor<6x6xi1>
  %identity = stablehlo.convert %diagonal : (tensor<6x6xi1>) -> tensor<6x6xf64>
  check.expect_almost_eq %pp, %identity : tensor<6x6xf64>
  return
}

func.func @symmetric(%x: tensor<9x9xf64>) {
  %xt = stablehlo.transpose %x, dims = [1, 0] : (tensor<9x9xf64>) -> tensor<9x9xf64>
  %a = stablehlo.add %x, %xt : tensor<9x9xf64>
  %v, %w, %info = stablehlo.custom_call @lapack_dsyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<9x9xf64>) -> (tensor<9x9xf64>, tensor<9xf64>, tensor<i32>)
  check.expect_eq_const %info, dense<0> : tensor<i32>
  %av = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (tensor<9x9xf64>, tensor<9x9xf64>) -> tensor<9x9xf64>
  %wide = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<9xf64>) -> tensor<9x9xf64>
  %vw = stablehlo.multiply %v, %wide : tensor<9x9xf64>
  check.expect_almost_eq %av, %vw : tensor<9x9xf64>
  %packed, %d, %e, %taus, %fine = stablehlo.custom_call @lapack_dsytrd_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<9x9xf64>) -> (tensor<9x9xf64>, tensor<9xf64>, tensor<8xf64>, tensor<8xf64>, tensor<i32>)
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %trace = stablehlo.reduce(%d init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<9xf64>, tensor<f64>) -> tensor<f64>
  %sum = stablehlo.reduce(%w init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<9xf64>, tensor<f64>) -> tensor<f64>
  check.expect_almost_eq %trace, %sum : tensor<f64>
  return
}

func.func @singular(%a: tensor<4x7x5xf64>) {
  %same, %s, %u, %vt, %info = stablehlo.custom_call @lapack_dgesdd_ffi(%a) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<4x7x5xf64>) -> (tensor<4x7x5xf64>, tensor<4x5xf64>, tensor<4x7x5xf64>, tensor<4x5x5xf64>, tensor<4xi32>)
  check.expect_eq_const %info, dense<0> : tensor<4xi32>
  %wide = stablehlo.broadcast_in_dim %s, dims = [0, 2] : (tensor<4x5xf64>) -> tensor<4x7x5xf64>
  %us = stablehlo.multiply %u, %wide : tensor<4x7x5xf64>
  %back = stablehlo.dot_general %us, %vt, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x7x5xf64>, tensor<4x5x5xf64>) -> tensor<4x7x5xf64>
  check.expect_almost_eq %back, %a : tensor<4x7x5xf64>
  return
}

func.func @general(%a: tensor<8x8xf64>) {
  %re, %im, %left, %right, %info = stablehlo.custom_call @lapack_dgeev_ffi(%a) {mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}} : (tensor<8x8xf64>) -> (tensor<8xf64>, tensor<8xf64>, tensor<8x8xcomplex<f64>>, tensor<8x8xcomplex<f64>>, tensor<i32>)
  check.expect_eq_const %info, dense<0> : tensor<i32>
  %w = stablehlo.complex %re, %im : tensor<8xcomplex<f64>>
  %zero = stablehlo.constant dense<0.0> : tensor<8x8xf64>
  %c = stablehlo.complex %a, %zero : tensor<8x8xcomplex<f64>>
  %av = stablehlo.dot_general %c, %right, contracting_dims = [1] x [0] : (tensor<8x8xcomplex<f64>>, tensor<8x8xcomplex<f64>>) -> tensor<8x8xcomplex<f64>>
  %wide = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<8xcomplex<f64>>) -> tensor<8x8xcomplex<f64>>
  %vw = stablehlo.multiply %right, %wide : tensor<8x8xcomplex<f64>>
  check.expect_almost_eq %av, %vw : tensor<8x8xcomplex<f64>>
  return
}

func.func @schur(%a: tensor<8x8xf64>, %b: tensor<3x6x6xcomplex<f64>>) {
  %t, %q, %re, %im, %selected, %info = stablehlo.custom_call @lapack_dgees_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}} : (tensor<8x8xf64>) -> (tensor<8x8xf64>, tensor<8x8xf64>, tensor<8xf64>, tensor<8xf64>, tensor<i32>, tensor<i32>)
  %qt = stablehlo.dot_general %q, %t, contracting_dims = [1] x [0] : (tensor<8x8xf64>, tensor<8x8xf64>) -> tensor<8x8xf64>
  %back = stablehlo.dot_general %qt, %q, contracting_dims = [1] x [1] : (tensor<8x8xf64>, tensor<8x8xf64>) -> tensor<8x8xf64>
  check.expect_almost_eq %back, %a : tensor<8x8xf64>
  %packed, %factors, %fine = stablehlo.custom_call @lapack_zgehrd_ffi(%b) {mhlo.backend_config = {low = 1 : i32, high = 6 : i32}} : (tensor<3x6x6xcomplex<f64>>) -> (tensor<3x6x6xcomplex<f64>>, tensor<3x5xcomplex<f64>>, tensor<3xi32>)
  check.expect_eq_const %fine, dense<0> : tensor<3xi32>
  return
}

func.func @solved(%x: tensor<100x100xf32>, %b: tensor<100x3xf32>, %d: tensor<4xf64>, %sides: tensor<4x2xf64>) {
  %i = stablehlo.iota dim = 0 : tensor<100x100xi32>
  %j = stablehlo.iota dim = 1 : tensor<100x100xi32>
  %diagonal = stablehlo.compare EQ, %i, %j : (tensor<100x100xi32>, tensor<100x100xi32>) -> tensor<100x100xi1>
  %below = stablehlo.compare GT, %i, %j : (tensor<100x100xi32>, tensor<100x100xi32>) -> tensor<100x100xi1>
  %one = stablehlo.convert %diagonal : (tensor<100x100xi1>) -> tensor<100x100xf32>
  %small = stablehlo.constant dense<0.01> : tensor<100x100xf32>
  %scaled = stablehlo.multiply %x, %small : tensor<100x100xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<100x100xf32>
  %strict = stablehlo.select %below, %scaled, %zero : tensor<100x100xi1>, tensor<100x100xf32>
  %l = stablehlo.add %strict, %one : tensor<100x100xf32>
  %y = "stablehlo.triangular_solve"(%l, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<100x100xf32>, tensor<100x3xf32>) -> tensor<100x3xf32>
  %back = stablehlo.dot_general %l, %y, contracting_dims = [1] x [0] : (tensor<100x100xf32>, tensor<100x3xf32>) -> tensor<100x3xf32>
  check.expect_almost_eq %back, %b : tensor<100x3xf32>
  %z = stablehlo.custom_call @lapack_strsm_ffi(%l, %b) {mhlo.backend_config = {side = 76 : ui8, uplo = 76 : ui8, diag = 85 : ui8, trans_x = 78 : ui8}} : (tensor<100x100xf32>, tensor<100x3xf32>) -> tensor<100x3xf32>
  check.expect_almost_eq %z, %y : tensor<100x3xf32>
  %lu, %pivots, %info = stablehlo.custom_call @lapack_sgetrf_ffi(%l) : (tensor<100x100xf32>) -> (tensor<100x100xf32>, tensor<100xi32>, tensor<i32>)
  check.expect_eq_const %info, dense<0> : tensor<i32>
  %four = stablehlo.constant dense<4.0> : tensor<4xf64>
  %none = stablehlo.constant dense<0.0> : tensor<4xf64>
  %dl, %dd, %du, %solution, %fine = stablehlo.custom_call @lapack_dgtsv_ffi(%none, %four, %none, %sides) : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4x2xf64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4x2xf64>, tensor<i32>)
  %fours = stablehlo.constant dense<4.0> : tensor<4x2xf64>
  %again = stablehlo.multiply %solution, %fours : tensor<4x2xf64>
  check.expect_almost_eq %again, %sides : tensor<4x2xf64>
  %same = stablehlo.custom_call @tridiagonal_solve_perturbed_ffi(%none, %four, %none, %sides) : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4x2xf64>) -> tensor<4x2xf64>
  check.expect_eq %same, %solution : tensor<4x2xf64>
  return
}

func.func @transforms(%x: tensor<3x17x20xf32>, %z: tensor<2x3x4x5xcomplex<f64>>) {
  %there = stablehlo.fft %x, type = RFFT, length = [17, 20] : (tensor<3x17x20xf32>) -> tensor<3x17x11xcomplex<f32>>
  %back = stablehlo.fft %there, type = IRFFT, length = [17, 20] : (tensor<3x17x11xcomplex<f32>>) -> tensor<3x17x20xf32>
  check.expect_almost_eq %back, %x : tensor<3x17x20xf32>
  %whole = stablehlo.fft %z, type = FFT, length = [3, 4, 5] : (tensor<2x3x4x5xcomplex<f64>>) -> tensor<2x3x4x5xcomplex<f64>>
  %again = stablehlo.fft %whole, type = IFFT, length = [3, 4, 5] : (tensor<2x3x4x5xcomplex<f64>>) -> tensor<2x3x4x5xcomplex<f64>>
  check.expect_almost_eq %again, %z : tensor<2x3x4x5xcomplex<f64>>
  return
}

// The leading minor of order 1 is not positive.
func.func @indefinite(%x: tensor<5x5xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<5x5xf32>
  %positive = stablehlo.abs %x : tensor<5x5xf32>
  %more = stablehlo.add %positive, %one : tensor<5x5xf32>
  %a = stablehlo.negate %more : tensor<5x5xf32>
  %l, %info = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<i32>)
  check.expect_eq_const %info, dense<1> : tensor<i32>
  return
}
