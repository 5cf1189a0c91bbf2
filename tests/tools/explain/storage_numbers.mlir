// Data of a StableHLO program's arguments are given by their numbers, as in a run; each result takes those that
// it needs.

// RUN: hloom explain storage %s --statistics-of 0=%S/../storage/Inputs/general.mtx --statistics-of 1=%S/../storage/Inputs/x.npy | hloom check %s
// RUN: hloom explain storage %s --statistics-of x=%S/../storage/Inputs/general.mtx --statistics-of y=%S/../storage/Inputs/x.npy | hloom check %s

// RUN: hloom explain storage %s --statistics-of 0=%S/../storage/Inputs/general.mtx --statistics-of 1=%S/../storage/Inputs/x.npy --assign-storage=1000 | hloom check %s --check-prefix=TYPES
// RUN: not hloom explain storage %s --statistics-of 2=%S/../storage/Inputs/x.npy 2>&1 | hloom check %s --check-prefix=NUMBER

// TYPES:      argument {{[01]}}: #hloom.storage<"{{[a-z_]+}}">
// NUMBER:     error: --statistics-of 2={{.*}}x.npy: the function has 2 arguments, from 0 to 1

// CHECK:      result 0 of
// CHECK:        x {{.*}}(x_pos1, x_crd1, x_val)  about 3 x 1.667 entries
// CHECK:        y {{.*}}(y_val) {{ *}}about 4 entries
// CHECK:        loop bodies: 8, as written 55; products: 5, as written 5
// CHECK:      Estimated cost with `x` in each format
// CHECK:        csr {{ *[0-9]+}}
// CHECK:      result 1 of
// CHECK:      Estimated cost with `y` in each format
// CHECK:        coo_vector {{ *[0-9]+}}
#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func public @main(%x: tensor<3x4xf64, #csr>, %y: tensor<4xf64>) -> (tensor<3xf64>, tensor<f64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<3x4xf64, #csr>, tensor<4xf64>) -> tensor<3xf64>
  %t = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
  return %s, %t : tensor<3xf64>, tensor<f64>
}
