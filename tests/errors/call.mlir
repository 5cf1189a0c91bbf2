// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Composites, and calls of what a backend knows by name.

func.func @case1(%x: tensor<f32>, %m: tensor<2x3xf32>, %t: tuple<tensor<f32>, tensor<2xf32>>) {
  // expected-error@+1 {{`stablehlo.composite` breaks (C1): name "op" is not of the form `namespace.op`}}
  %y = stablehlo.composite "op" %x {decomposition = @g} : (tensor<f32>) -> tensor<f32>
  return
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

func.func @case2(%x: tensor<f32>, %m: tensor<2x3xf32>, %t: tuple<tensor<f32>, tensor<2xf32>>) {
  // expected-error@+1 {{`stablehlo.composite` breaks (C2): there is no function `@gg`}}
  %y = stablehlo.composite "my.op" %x {decomposition = @gg} : (tensor<f32>) -> tensor<f32>
  return
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

func.func @case3(%x: tensor<f32>, %m: tensor<2x3xf32>, %t: tuple<tensor<f32>, tensor<2xf32>>) {
  // expected-error@+1 {{`stablehlo.composite` breaks (C3): @g is (tensor<f32>) -> tensor<f32>; it can't take tensor<2x3xf32>}}
  %y = stablehlo.composite "my.op" %m {decomposition = @g} : (tensor<2x3xf32>) -> tensor<f32>
  return
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

func.func @case4(%x: tensor<f32>, %m: tensor<2x3xf32>, %t: tuple<tensor<f32>, tensor<2xf32>>) {
  // expected-error@+1 {{`stablehlo.composite` breaks (C4): @g is (tensor<f32>) -> tensor<f32>; it can't result in tensor<f64>}}
  %y = stablehlo.composite "my.op" %x {decomposition = @g} : (tensor<f32>) -> tensor<f64>
  return
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

func.func @case5(%x: tensor<f32>, %m: tensor<2x3xf32>, %t: tuple<tensor<f32>, tensor<2xf32>>) {
  // expected-error@+1 {{`stablehlo.composite` needs the attribute `decomposition`}}
  %y = stablehlo.composite "my.op" %x : (tensor<f32>) -> tensor<f32>
  return
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

func.func @case6(%x: tensor<f32>, %m: tensor<2x3xf32>, %t: tuple<tensor<f32>, tensor<2xf32>>) {
  // expected-error@+1 {{the attribute `composite_attributes` of `stablehlo.composite`: expected a dictionary, found `3 : i64`}}
  %y = stablehlo.composite "my.op" %x {composite_attributes = 3 : i64, decomposition = @g} : (tensor<f32>) -> tensor<f32>
  return
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

func.func @case7(%x: tensor<f32>, %m: tensor<2x3xf32>, %t: tuple<tensor<f32>, tensor<2xf32>>) {
  // expected-error@+1 {{`stablehlo.custom_call`: with api_version 4, backend_config must be a dictionary, not a string}}
  %y = stablehlo.custom_call @f(%x) {api_version = 4 : i32, backend_config = "a"} : (tensor<f32>) -> tensor<f32>
  return
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

func.func @case8(%x: tensor<f32>, %m: tensor<2x3xf32>, %t: tuple<tensor<f32>, tensor<2xf32>>) {
  // expected-error@+1 {{`stablehlo.custom_call`: backend_config is a dictionary, which takes api_version 4, not 1}}
  %y = stablehlo.custom_call @f(%x) {backend_config = {a = 1 : i64}} : (tensor<f32>) -> tensor<f32>
  return
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

func.func @case9(%x: tensor<f32>, %m: tensor<2x3xf32>, %t: tuple<tensor<f32>, tensor<2xf32>>) {
  // expected-error@+1 {{expected a version from 0 to 4, found `5`}}
  %y = stablehlo.custom_call @f(%x) {api_version = 5 : i32} : (tensor<f32>) -> tensor<f32>
  return
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

func.func @case10(%x: tensor<f32>, %m: tensor<2x3xf32>, %t: tuple<tensor<f32>, tensor<2xf32>>) {
  // expected-error@+1 {{expected a string or a dictionary, found `3 : i64`}}
  %y = stablehlo.custom_call @f(%x) {backend_config = 3 : i64} : (tensor<f32>) -> tensor<f32>
  return
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

func.func @case11(%x: tensor<f32>, %m: tensor<2x3xf32>, %t: tuple<tensor<f32>, tensor<2xf32>>) {
  // expected-error@+1 {{`stablehlo.custom_call`: layouts must be given for both operands and results, or for neither}}
  %y = stablehlo.custom_call @f(%x) {operand_layouts = [dense<> : tensor<0xindex>]} : (tensor<f32>) -> tensor<f32>
  return
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

func.func @case12(%x: tensor<f32>, %m: tensor<2x3xf32>, %t: tuple<tensor<f32>, tensor<2xf32>>) {
  // expected-error@+1 {{`stablehlo.custom_call`: there are 2 layouts for 1 operands}}
  %y = stablehlo.custom_call @f(%m) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<> : tensor<0xindex>]} : (tensor<2x3xf32>) -> tensor<f32>
  return
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

func.func @case13(%x: tensor<f32>, %m: tensor<2x3xf32>, %t: tuple<tensor<f32>, tensor<2xf32>>) {
  // expected-error@+1 {{`stablehlo.custom_call`: layout [0, 0] of operand 0, tensor<2x3xf32>, is not a permutation of 0..2}}
  %y = stablehlo.custom_call @f(%m) {operand_layouts = [dense<0> : tensor<2xindex>], result_layouts = [dense<> : tensor<0xindex>]} : (tensor<2x3xf32>) -> tensor<f32>
  return
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

func.func @case14(%x: tensor<f32>, %m: tensor<2x3xf32>, %t: tuple<tensor<f32>, tensor<2xf32>>) {
  // expected-error@+1 {{`stablehlo.custom_call`: there are 0 layouts for 1 results}}
  %y = stablehlo.custom_call @f(%m) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = []} : (tensor<2x3xf32>) -> tensor<f32>
  return
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

func.func @case15(%x: tensor<f32>, %m: tensor<2x3xf32>, %t: tuple<tensor<f32>, tensor<2xf32>>) {
  // expected-error@+1 {{`stablehlo.custom_call`: operand 0 is tuple<tensor<f32>, tensor<2xf32>>; only tensors have a layout}}
  %y = stablehlo.custom_call @f(%t) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<> : tensor<0xindex>]} : (tuple<tensor<f32>, tensor<2xf32>>) -> tensor<f32>
  return
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

func.func @case17(%x: tensor<f32>, %m: tensor<2x3xf32>, %t: tuple<tensor<f32>, tensor<2xf32>>) {
  // expected-error@+1 {{expected names `[@f, …]`, found `[1]`}}
  %y = stablehlo.custom_call @f(%x) {called_computations = [1 : i64]} : (tensor<f32>) -> tensor<f32>
  return
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

func.func @case18(%x: tensor<f32>, %m: tensor<2x3xf32>, %t: tuple<tensor<f32>, tensor<2xf32>>) {
  // expected-error@+1 {{`stablehlo.custom_call`: there is no operand 1}}
  %y = stablehlo.custom_call @f(%x) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<f32>) -> tensor<f32>
  return
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

func.func @case19(%x: tensor<f32>, %m: tensor<2x3xf32>, %t: tuple<tensor<f32>, tensor<2xf32>>) {
  // expected-error@+1 {{`stablehlo.custom_call`: the results have no member [0]}}
  %y = stablehlo.custom_call @f(%x) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (tensor<f32>) -> tensor<f32>
  return
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

func.func @case20(%x: tensor<f32>, %m: tensor<2x3xf32>, %t: tuple<tensor<f32>, tensor<2xf32>>) {
  // expected-error@+1 {{`stablehlo.custom_call`: operand 0 has no member [0]}}
  %y = stablehlo.custom_call @f(%x) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [0]>]} : (tensor<f32>) -> tensor<f32>
  return
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

func.func @case21(%x: tensor<f32>, %m: tensor<2x3xf32>, %t: tuple<tensor<f32>, tensor<2xf32>>) {
  // expected-error@+1 {{`stablehlo.custom_call`: tensor<f32> can't take the place of tensor<2x3xf32>}}
  %y = stablehlo.custom_call @f(%m) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<f32>
  return
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

func.func @case22(%x: tensor<f32>, %m: tensor<2x3xf32>, %t: tuple<tensor<f32>, tensor<2xf32>>) {
  // expected-error@+1 {{expected `[#stablehlo.output_operand_alias<…>, …]`, found `[0]`}}
  %y = stablehlo.custom_call @f(%x) {output_operand_aliases = [0]} : (tensor<f32>) -> tensor<f32>
  return
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}
