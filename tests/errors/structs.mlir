// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Structs and arrays.

func.func @unknown_field(%s: !hloom.struct<"Dense", weight: tensor<2xf32>, bias: tensor<f32>>) {
  // expected-error@+1 {{`hloom.field`: the struct "Dense" has no field `wieght`; did you mean `weight`?}}
  %w = hloom.field "wieght" of %s : (!hloom.struct<"Dense", weight: tensor<2xf32>, bias: tensor<f32>>) -> tensor<2xf32>
  return
}

// -----

func.func @far_field(%s: !hloom.struct<"Dense", weight: tensor<2xf32>, bias: tensor<f32>>, %x: tensor<f32>) {
  // expected-error@+1 {{`hloom.with_field`: the struct "Dense" has no field `gradient`; its fields are weight, bias}}
  %w = hloom.with_field %s, "gradient" = %x : (!hloom.struct<"Dense", weight: tensor<2xf32>, bias: tensor<f32>>, tensor<f32>) -> !hloom.struct<"Dense", weight: tensor<2xf32>, bias: tensor<f32>>
  return
}

// -----

func.func @field_of_tensor(%x: tensor<2xf32>) {
  // expected-error@+1 {{`hloom.field`: the operand must be a struct, not tensor<2xf32>}}
  %w = hloom.field "weight" of %x : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @field_type(%s: !hloom.struct<"S", a: tensor<2xf32>>) {
  // expected-error@+1 {{the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %w = hloom.field "a" of %s : (!hloom.struct<"S", a: tensor<2xf32>>) -> tensor<3xf32>
  return
}

// -----

func.func @wrong_value(%s: !hloom.struct<"S", a: tensor<2xf32>>, %x: tensor<3xf32>) {
  // expected-error@+1 {{`hloom.with_field`: field `a` is tensor<2xf32>, not tensor<3xf32>}}
  %w = hloom.with_field %s, "a" = %x : (!hloom.struct<"S", a: tensor<2xf32>>, tensor<3xf32>) -> !hloom.struct<"S", a: tensor<2xf32>>
  return
}

// -----

func.func @too_few(%x: tensor<f32>) {
  // expected-error@+1 {{has 2 fields, but 1 values are given}}
  %w = "hloom.struct"(%x) : (tensor<f32>) -> !hloom.struct<"S", a: tensor<f32>, b: tensor<f32>>
  return
}

// -----

func.func @wrong_field(%x: tensor<f32>) {
  // expected-error@+1 {{`hloom.struct`: field `a` is tensor<2xf32>, not tensor<f32>}}
  %w = "hloom.struct"(%x) : (tensor<f32>) -> !hloom.struct<"S", a: tensor<2xf32>>
  return
}

// -----

func.func @no_struct(%x: tensor<f32>) {
  // expected-error@+1 {{`hloom.struct`: tensor<f32> is not a struct}}
  %w = "hloom.struct"(%x) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @no_array(%x: tensor<f32>) {
  // expected-error@+1 {{`hloom.array`: tensor<f32> is not an array}}
  %w = "hloom.array"(%x) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @array_length(%x: tensor<f32>) {
  // expected-error@+1 {{has 2 members, but 1 values are given}}
  %w = "hloom.array"(%x) : (tensor<f32>) -> !hloom.array<2 x tensor<f32>>
  return
}

// -----

func.func @array_members(%x: tensor<f32>) {
  // expected-error@+1 {{`hloom.array`: the members are tensor<i32>, not tensor<f32>}}
  %w = "hloom.array"(%x) : (tensor<f32>) -> !hloom.array<1 x tensor<i32>>
  return
}

// -----

func.func @out_of_range(%x: !hloom.array<2 x tensor<f32>>) {
  // expected-error@+1 {{`hloom.element`: index 2 is not below the array's 2 members}}
  %w = hloom.element %x, 2 : (!hloom.array<2 x tensor<f32>>) -> tensor<f32>
  return
}

// -----

func.func @negative(%x: !hloom.array<2 x tensor<f32>>, %y: tensor<f32>) {
  // expected-error@+1 {{`hloom.with_element`: index -1 is not below the array's 2 members}}
  %w = hloom.with_element %x, -1 = %y : (!hloom.array<2 x tensor<f32>>, tensor<f32>) -> !hloom.array<2 x tensor<f32>>
  return
}

// -----

func.func @wrong_member(%x: !hloom.array<2 x tensor<f32>>, %y: tensor<i32>) {
  // expected-error@+1 {{`hloom.with_element`: the members are tensor<f32>, not tensor<i32>}}
  %w = hloom.with_element %x, 0 = %y : (!hloom.array<2 x tensor<f32>>, tensor<i32>) -> !hloom.array<2 x tensor<f32>>
  return
}

// -----

func.func @element_of_struct(%x: !hloom.struct<"S">) {
  // expected-error@+1 {{`hloom.element`: the operand must be an array, not !hloom.struct<"S">}}
  %w = hloom.element %x, 0 : (!hloom.struct<"S">) -> tensor<f32>
  return
}

// -----

// A name stands for one list of fields in a module.
func.func @first(%x: !hloom.struct<"S", a: tensor<f32>>) {
  return
}
// expected-error@+1 {{the struct "S" is defined twice, and differently: as !hloom.struct<"S", a: tensor<f32>> before, and as !hloom.struct<"S", b: tensor<f32>> here}}
func.func @second(%x: !hloom.array<2 x !hloom.struct<"S", b: tensor<f32>>>) {
  return
}

// -----

// expected-error@+1 {{the field `a` stands twice}}
func.func @twice(%x: !hloom.struct<"S", a: tensor<f32>, a: tensor<f32>>) {
  return
}

// -----

// expected-error@+1 {{expected the struct's name in quotes, found `>`}}
func.func @nameless(%x: !hloom.struct<>) {
  return
}

// -----

// expected-error@+1 {{an array has 0 to 65536 members}}
func.func @endless(%x: !hloom.array<-1 x tensor<f32>>) {
  return
}

// -----

// expected-error@+1 {{these are 2 names of fields and 1 types}}
func.func @f(%x: !hloom.struct_type<"A", ["a", "b"], [tensor<f32>]>) {
  return
}

// -----

// expected-error@+1 {{the field `a` stands twice}}
func.func @f(%x: !hloom.struct_type<"A", ["a", "a"], [tensor<f32>, tensor<f32>]>) {
  return
}

// -----

// expected-error@+1 {{expected `[`, found `x`}}
func.func @f(%x: !hloom.struct_type<"A", x: tensor<f32>>) {
  return
}

// -----

// expected-error@+1 {{expected `:`, found `x`}}
func.func @f(%x: !hloom.array_type<2 x tensor<f32>>) {
  return
}

// -----

func.func @f(%x: tensor<f32>, %y: tensor<i1>) {
  "hloom.layer"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<i1>):
    stablehlo.return
  // expected-error@+1 {{`operandSegmentSizes` must be sizes `array<i32: …>` that add up to 2}}
  }) {operandSegmentSizes = array<i32: 1, 0>} : (tensor<f32>, tensor<i1>) -> ()
  return
}
