// RUN: hloom opt %s --split-input-file --verify-diagnostics
// RUN: not hloom opt %s --split-input-file 2>&1 | hloom check %s

// Errors of storage mappings in types, at their places in the string.

// expected-error@+2 {{there is no format `crs`}}
// expected-note@+1 {{did you mean `csr`?}}
func.func @main(%x: tensor<3x4xf64, #hloom.storage<"crs">>) { return }

// -----

// expected-error@+1 {{a storage mapping is a string: `#hloom.storage<"csr">`, or the text of a format, and `partial` after a comma if not every element has a place}}
func.func @main(%x: tensor<3x4xf64, #hloom.storage<csr>>) { return }

// -----

// expected-error@+1 {{a storage mapping is a string}}
func.func @main(%x: tensor<3x4xf64, #hloom.storage<"csr", total>>) { return }

// -----

// expected-error@+1 {{the mapping stores {int -> {int -> real}}, and a tensor of rank 1 is {int -> real}}}
func.func @main(%x: tensor<4xf64, #hloom.storage<"csr">>) { return }

// -----

// expected-error@+1 {{a storage mapping has no elements of complex<f32>}}
func.func @main(%x: tensor<4xcomplex<f32>, #hloom.storage<"dense_vector">>) { return }

// -----

// Places count the bytes of the file: escapes of the string are longer than what they stand for.
// CHECK:      error: `T_vals` is not defined
// CHECK-NEXT:  --> {{.*}}mapping_errors.mlir:{{[0-9]+}}:105
#mine = #hloom.storage<"CREATE TENSOR T_val : [real];\nCREATE TENSOR T : {int -> real} AS sum(<i, v> in T_vals) { i -> v };">
// expected-error@-1 {{`T_vals` is not defined}}
func.func @main(%x: tensor<4xf64, #mine>) { return }

// -----

// expected-error@+1 {{`T` is defined by itself}}
#mine = #hloom.storage<"CREATE TENSOR T : {int -> real} AS sum(<i, v> in T) { i -> v };">
// expected-note@-1 {{`T` is created}}
func.func @main(%x: tensor<4xf64, #mine>) { return }

// -----

// expected-error@+1 {{the mapping does not define `T`}}
func.func @main(%x: tensor<4xf64, #hloom.storage<"CREATE TENSOR T_val : [real];">>) { return }

// -----

// expected-error@+1 {{`T` has no definition by arrays}}
func.func @main(%x: tensor<4xf64, #hloom.storage<"CREATE TENSOR T : {int -> real};">>) { return }

// -----

// expected-error@+1 {{a storage mapping has no result: its tensor is `T`}}
func.func @main(%x: tensor<4xf64, #hloom.storage<"CREATE TENSOR T AS {0 -> 1.0}; T">>) { return }

// -----

// expected-error@+1 {{the names of a mapping's arrays begin with `T_`, unlike `val`}}
func.func @main(%x: tensor<4xf64, #hloom.storage<"CREATE TENSOR val : [real]; CREATE TENSOR T AS sum(<i, v> in val) { i -> v };">>) { return }

// -----

// A lower triangle has no place for the elements above the diagonal.

// expected-error@+2 {{the mapping is not total: it has no place for the element (0, 1): }}
// expected-note@+1 {{`partial` after the string promises that such elements are zero}}
func.func @main(%x: tensor<4x4xf64, #hloom.storage<"triangular">>) { return }

// -----

func.func @main(%x: tensor<4x4xf64, #hloom.storage<"triangular", partial>>) { return }

// -----

// Three elements have places, and the type has four.

// expected-error@+2 {{the mapping is not total: it has no place for the element (3): }}
// expected-note@+1 {{`partial` after}}
func.func @main(%x: tensor<4xf64, #hloom.storage<"CREATE TENSOR T_val : [real]; CREATE TENSOR T AS sum(<i, _> in 0:3) { unique(i) -> T_val(i) };">>) { return }

// -----

// Two errors of one file.

// expected-error@+1 {{there is no format `nothing_like_it`}}
func.func @f(%x: tensor<3x4xf64, #hloom.storage<"nothing_like_it">>) { return }
// expected-error@+1 {{the mapping stores}}
func.func @g(%x: tensor<3xi32, #hloom.storage<"coo_matrix">>) { return }
