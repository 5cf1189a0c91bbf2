// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Functions, calls, terminators, and ops with too few or too many parts.

// expected-error@+1 {{the body of `func.func` does not end in `return`}}
func.func @no_terminator(%x: tensor<f32>) -> tensor<f32> {
  %y = stablehlo.abs %x : tensor<f32>
}

// -----

func.func @too_early(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{`func.return` must be the last op of its block}}
  return %x : tensor<f32>
  %y = stablehlo.abs %x : tensor<f32>
  return %y : tensor<f32>
}

// -----

func.func @return_type(%x: tensor<f32>) -> tensor<f64> {
  // expected-error@+1 {{@return_type results in tensor<f64>, but tensor<f32> is returned}}
  return %x : tensor<f32>
}

// -----

func.func @return_count(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // expected-error@+1 {{@return_count results in (tensor<f32>, tensor<f32>), but nothing is returned}}
  return
}

// -----

func.func @wrong_return(%x: tensor<f32>) -> tensor<f64> {
  // expected-error@+1 {{@wrong_return results in tensor<f64>, but tensor<f32> is returned}}
  stablehlo.return %x : tensor<f32>
}

// -----

func.func @wrong_return_in_region(%p: tensor<i1>, %x: tensor<f32>) {
  %y = "stablehlo.if"(%p) ({
    // expected-error@+2 {{`return` ends functions, not `stablehlo.if`}}
    // expected-note@+1 {{did you mean `stablehlo.return`?}}
    func.return %x : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

func.func @twice() {
  return
}
// expected-error@+1 {{`@twice` is defined twice}}
func.func @twice() {
  return
}

// -----

func.func @call_nothing(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+2 {{there is no function `@softmacks`}}
  // expected-note@+1 {{did you mean `@softmax`?}}
  %y = call @softmacks(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}
func.func private @softmax(tensor<f32>) -> tensor<f32>

// -----

func.func private @f(tensor<f32>) -> tensor<f32>
func.func @call_types(%x: tensor<f64>) -> tensor<f32> {
  // expected-error@+1 {{`func.call`: @f is (tensor<f32>) -> tensor<f32>; it can't be called with tensor<f64>}}
  %y = call @f(%x) : (tensor<f64>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

func.func private @f(tensor<f32>) -> tensor<f32>
func.func @call_result(%x: tensor<f32>) -> tensor<f64> {
  // expected-error@+1 {{`func.call`: the result is tensor<f32>, but tensor<f64> is declared}}
  %y = call @f(%x) : (tensor<f32>) -> tensor<f64>
  return %y : tensor<f64>
}

// -----

func.func @operand_count(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{`stablehlo.add` takes 2 operands, not 1}}
  %y = "stablehlo.add"(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

func.func @result_count(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{`stablehlo.add` has 1 results here, but 2 are declared}}
  %y:2 = "stablehlo.add"(%x, %x) : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %y#0 : tensor<f32>
}

// -----

func.func @region_count(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{`stablehlo.add` has 0 regions, not 1}}
  %y = "stablehlo.add"(%x, %x) ({
    stablehlo.return
  }) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

func.func @empty_region(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  // expected-error@+3 {{`stablehlo.if`: region 1 is empty}}
  %y = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
  }) : (tensor<i1>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

func.func @region_without_end(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{`stablehlo.if`: region 0 does not end in a terminator}}
  %y = "stablehlo.if"(%p) ({
    %z = stablehlo.abs %x : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

// expected-error@+1 {{arg_attrs must be a list of 1 dictionaries}}
"func.func"() <{sym_name = "f", function_type = (tensor<f32>) -> (), arg_attrs = [1 : i64]}> ({
^bb0(%x: tensor<f32>):
  "func.return"() : () -> ()
}) : () -> ()

// -----

// expected-error@+1 {{the body takes tensor<f64>, the function's type is (tensor<f32>) -> ()}}
"func.func"() <{sym_name = "f", function_type = (tensor<f32>) -> ()}> ({
^bb0(%x: tensor<f64>):
  "func.return"() : () -> ()
}) : () -> ()

// -----

func.func @every_error_is_told(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{`stablehlo.add` breaks (C1): lhs is tensor<2xf32> but rhs is tensor<3xf32>}}
  %a = stablehlo.add %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  // expected-error@+1 {{`stablehlo.transpose` breaks (C2)}}
  %b = stablehlo.transpose %a, dims = [1] : (tensor<3xf32>) -> tensor<3xf32>
  // expected-error@+1 {{`stablehlo.reverse` breaks (C3)}}
  %c = stablehlo.reverse %b, dims = [7] : tensor<3xf32>
  return %c : tensor<3xf32>
}
