// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Ops of neighbouring dialects.

func.func @arith_addi(%x: f32) {
  // expected-error@+1 {{`arith.addi`: operand 0 must be of integers, not f32}}
  %y = arith.addi %x, %x : f32
  return
}

// -----

func.func @arith_subi(%x: f32) {
  // expected-error@+1 {{`arith.subi`: operand 0 must be of integers, not f32}}
  %y = arith.subi %x, %x : f32
  return
}

// -----

func.func @arith_muli(%x: f32) {
  // expected-error@+1 {{`arith.muli`: operand 0 must be of integers, not f32}}
  %y = arith.muli %x, %x : f32
  return
}

// -----

func.func @arith_divsi(%x: f32) {
  // expected-error@+1 {{`arith.divsi`: operand 0 must be of integers, not f32}}
  %y = arith.divsi %x, %x : f32
  return
}

// -----

func.func @arith_divui(%x: f32) {
  // expected-error@+1 {{`arith.divui`: operand 0 must be of integers, not f32}}
  %y = arith.divui %x, %x : f32
  return
}

// -----

func.func @arith_remsi(%x: f32) {
  // expected-error@+1 {{`arith.remsi`: operand 0 must be of integers, not f32}}
  %y = arith.remsi %x, %x : f32
  return
}

// -----

func.func @arith_remui(%x: f32) {
  // expected-error@+1 {{`arith.remui`: operand 0 must be of integers, not f32}}
  %y = arith.remui %x, %x : f32
  return
}

// -----

func.func @arith_andi(%x: f32) {
  // expected-error@+1 {{`arith.andi`: operand 0 must be of integers, not f32}}
  %y = arith.andi %x, %x : f32
  return
}

// -----

func.func @arith_ori(%x: f32) {
  // expected-error@+1 {{`arith.ori`: operand 0 must be of integers, not f32}}
  %y = arith.ori %x, %x : f32
  return
}

// -----

func.func @arith_xori(%x: f32) {
  // expected-error@+1 {{`arith.xori`: operand 0 must be of integers, not f32}}
  %y = arith.xori %x, %x : f32
  return
}

// -----

func.func @arith_maxsi(%x: f32) {
  // expected-error@+1 {{`arith.maxsi`: operand 0 must be of integers, not f32}}
  %y = arith.maxsi %x, %x : f32
  return
}

// -----

func.func @arith_maxui(%x: f32) {
  // expected-error@+1 {{`arith.maxui`: operand 0 must be of integers, not f32}}
  %y = arith.maxui %x, %x : f32
  return
}

// -----

func.func @arith_minsi(%x: f32) {
  // expected-error@+1 {{`arith.minsi`: operand 0 must be of integers, not f32}}
  %y = arith.minsi %x, %x : f32
  return
}

// -----

func.func @arith_minui(%x: f32) {
  // expected-error@+1 {{`arith.minui`: operand 0 must be of integers, not f32}}
  %y = arith.minui %x, %x : f32
  return
}

// -----

func.func @arith_addf(%x: i32) {
  // expected-error@+1 {{`arith.addf`: operand 0 must be of floats, not i32}}
  %y = arith.addf %x, %x : i32
  return
}

// -----

func.func @arith_subf(%x: i32) {
  // expected-error@+1 {{`arith.subf`: operand 0 must be of floats, not i32}}
  %y = arith.subf %x, %x : i32
  return
}

// -----

func.func @arith_mulf(%x: i32) {
  // expected-error@+1 {{`arith.mulf`: operand 0 must be of floats, not i32}}
  %y = arith.mulf %x, %x : i32
  return
}

// -----

func.func @arith_divf(%x: i32) {
  // expected-error@+1 {{`arith.divf`: operand 0 must be of floats, not i32}}
  %y = arith.divf %x, %x : i32
  return
}

// -----

func.func @arith_remf(%x: i32) {
  // expected-error@+1 {{`arith.remf`: operand 0 must be of floats, not i32}}
  %y = arith.remf %x, %x : i32
  return
}

// -----

func.func @arith_maximumf(%x: i32) {
  // expected-error@+1 {{`arith.maximumf`: operand 0 must be of floats, not i32}}
  %y = arith.maximumf %x, %x : i32
  return
}

// -----

func.func @arith_minimumf(%x: i32) {
  // expected-error@+1 {{`arith.minimumf`: operand 0 must be of floats, not i32}}
  %y = arith.minimumf %x, %x : i32
  return
}

// -----

func.func @arith_negf(%x: i32) {
  // expected-error@+1 {{`arith.negf`: operand 0 must be of floats, not i32}}
  %y = arith.negf %x : i32
  return
}

// -----

func.func @math_absf(%x: i32) {
  // expected-error@+1 {{`math.absf`: operand 0 must be of floats, not i32}}
  %y = math.absf %x : i32
  return
}

// -----

func.func @math_ceil(%x: i32) {
  // expected-error@+1 {{`math.ceil`: operand 0 must be of floats, not i32}}
  %y = math.ceil %x : i32
  return
}

// -----

func.func @math_cos(%x: i32) {
  // expected-error@+1 {{`math.cos`: operand 0 must be of floats, not i32}}
  %y = math.cos %x : i32
  return
}

// -----

func.func @math_exp(%x: i32) {
  // expected-error@+1 {{`math.exp`: operand 0 must be of floats, not i32}}
  %y = math.exp %x : i32
  return
}

// -----

func.func @math_floor(%x: i32) {
  // expected-error@+1 {{`math.floor`: operand 0 must be of floats, not i32}}
  %y = math.floor %x : i32
  return
}

// -----

func.func @math_log(%x: i32) {
  // expected-error@+1 {{`math.log`: operand 0 must be of floats, not i32}}
  %y = math.log %x : i32
  return
}

// -----

func.func @math_powf(%x: i32) {
  // expected-error@+1 {{`math.powf`: operand 0 must be of floats, not i32}}
  %y = math.powf %x, %x : i32
  return
}

// -----

func.func @math_rsqrt(%x: i32) {
  // expected-error@+1 {{`math.rsqrt`: operand 0 must be of floats, not i32}}
  %y = math.rsqrt %x : i32
  return
}

// -----

func.func @math_sin(%x: i32) {
  // expected-error@+1 {{`math.sin`: operand 0 must be of floats, not i32}}
  %y = math.sin %x : i32
  return
}

// -----

func.func @math_sqrt(%x: i32) {
  // expected-error@+1 {{`math.sqrt`: operand 0 must be of floats, not i32}}
  %y = math.sqrt %x : i32
  return
}

// -----

func.func @math_tanh(%x: i32) {
  // expected-error@+1 {{`math.tanh`: operand 0 must be of floats, not i32}}
  %y = math.tanh %x : i32
  return
}

// -----

func.func @arith_index_cast(%x: i32) {
  // expected-error@+1 {{`arith.index_cast`: i32 can't become i64: one must be index, the other an integer}}
  %y = arith.index_cast %x : i32 to i64
  return
}

// -----

func.func @arith_index_castui(%x: f32) {
  // expected-error@+1 {{`arith.index_castui`: f32 can't become index: one must be index, the other an integer}}
  %y = arith.index_castui %x : f32 to index
  return
}

// -----

func.func @arith_extsi(%x: i32) {
  // expected-error@+1 {{`arith.extsi`: i32 can't become i16: it must get more bits}}
  %y = arith.extsi %x : i32 to i16
  return
}

// -----

func.func @arith_extui(%x: i32) {
  // expected-error@+1 {{`arith.extui`: i32 can't become i32: it must get more bits}}
  %y = arith.extui %x : i32 to i32
  return
}

// -----

func.func @arith_trunci(%x: i16) {
  // expected-error@+1 {{`arith.trunci`: i16 can't become i64: it must get fewer bits}}
  %y = arith.trunci %x : i16 to i64
  return
}

// -----

func.func @arith_sitofp(%x: f32) {
  // expected-error@+1 {{`arith.sitofp`: f32 can't become f64: an integer must become a float}}
  %y = arith.sitofp %x : f32 to f64
  return
}

// -----

func.func @arith_uitofp(%x: i32) {
  // expected-error@+1 {{`arith.uitofp`: i32 can't become i64: an integer must become a float}}
  %y = arith.uitofp %x : i32 to i64
  return
}

// -----

func.func @arith_fptosi(%x: i32) {
  // expected-error@+1 {{`arith.fptosi`: i32 can't become f32: a float must become an integer}}
  %y = arith.fptosi %x : i32 to f32
  return
}

// -----

func.func @arith_fptoui(%x: f32) {
  // expected-error@+1 {{`arith.fptoui`: f32 can't become f64: a float must become an integer}}
  %y = arith.fptoui %x : f32 to f64
  return
}

// -----

func.func @arith_extf(%x: f64) {
  // expected-error@+1 {{`arith.extf`: f64 can't become f32: it must get more bits}}
  %y = arith.extf %x : f64 to f32
  return
}

// -----

func.func @arith_truncf(%x: f32) {
  // expected-error@+1 {{`arith.truncf`: f32 can't become f64: it must get fewer bits}}
  %y = arith.truncf %x : f32 to f64
  return
}

// -----

func.func @cmpi(%x: f32) {
  // expected-error@+1 {{`arith.cmpi`: operand 0 must be of integers, not f32}}
  %y = arith.cmpi slt, %x, %x : f32
  return
}

// -----

func.func @cmpf(%x: i32) {
  // expected-error@+1 {{`arith.cmpf`: operand 0 must be of floats, not i32}}
  %y = arith.cmpf olt, %x, %x : i32
  return
}

// -----

func.func @select_values(%c: i1, %x: i32, %y: i64) {
  // expected-error@+1 {{`arith.select`: the values are i32 and i64}}
  %z = "arith.select"(%c, %x, %y) : (i1, i32, i64) -> i32
  return
}

// -----

func.func @select_condition(%c: i32, %x: i32) {
  // expected-error@+1 {{`arith.select`: condition must be i1, or a tensor of booleans of the values' shape, not i32}}
  %z = "arith.select"(%c, %x, %x) : (i32, i32, i32) -> i32
  return
}

// -----

func.func @add_types(%x: i32, %y: i64) {
  // expected-error@+1 {{`arith.addi`: operand 1 is i64, the first i32}}
  %z = "arith.addi"(%x, %y) : (i32, i64) -> i32
  return
}

// -----

func.func @dim(%x: tensor<2xf32>, %i: i32) {
  // expected-error@+1 {{`tensor.dim`: the dimension must be of type index, not i32}}
  %d = "tensor.dim"(%x, %i) : (tensor<2xf32>, i32) -> index
  return
}

// -----

func.func @rank(%x: tensor<2xf32>) {
  // expected-error@+1 {{`tensor.rank`: the result is index, but i32 is declared}}
  %d = "tensor.rank"(%x) : (tensor<2xf32>) -> i32
  return
}

// -----

func.func @cast(%x: tensor<?xf32>) {
  // expected-error@+1 {{`tensor.cast`: tensor<?xf32> can't be tensor<2xi32>}}
  %y = tensor.cast %x : tensor<?xf32> to tensor<2xi32>
  return
}

// -----

func.func @empty() {
  // expected-error@+1 {{`tensor.empty`: tensor<?xf32> leaves 1 extents open, but 0 are given}}
  %y = tensor.empty() : tensor<?xf32>
  return
}

// -----

func.func @splat(%x: f32) {
  // expected-error@+1 {{`tensor.splat`: f32 is not an element of tensor<2xf64>}}
  %y = "tensor.splat"(%x) : (f32) -> tensor<2xf64>
  return
}

// -----

func.func @shape_of(%x: tensor<2xf32>) {
  // expected-error@+1 {{`shape.shape_of`: the result must be a shape, not tensor<1xi32>}}
  %y = shape.shape_of %x : tensor<2xf32> -> tensor<1xi32>
  return
}

// -----

func.func @broadcast(%x: tensor<2xi32>) {
  // expected-error@+1 {{`shape.broadcast`: operand 0 must be a shape, not tensor<2xi32>}}
  %y = shape.broadcast %x, %x : tensor<2xi32>, tensor<2xi32> -> tensor<2xindex>
  return
}

// -----

func.func @num_elements(%x: tensor<2xindex>) {
  // expected-error@+1 {{`shape.num_elements`: the result must be an extent, not i32}}
  %y = shape.num_elements %x : tensor<2xindex> -> i32
  return
}

// -----

func.func @shape_rank(%x: tensor<2xi32>) {
  // expected-error@+1 {{`shape.rank`: operand 0 must be a shape, not tensor<2xi32>}}
  %y = shape.rank %x : tensor<2xi32> -> index
  return
}

// -----

func.func @get_extent(%x: tensor<2xindex>, %i: i32) {
  // expected-error@+1 {{`shape.get_extent`: the dimension must be of type index, not i32}}
  %y = shape.get_extent %x, %i : tensor<2xindex>, i32 -> index
  return
}

// -----

func.func @concat(%x: tensor<2xindex>) {
  // expected-error@+1 {{`shape.concat`: the result must be a shape, not tensor<4xi32>}}
  %y = shape.concat %x, %x : tensor<2xindex>, tensor<2xindex> -> tensor<4xi32>
  return
}

// -----

func.func @to_extent_tensor(%x: !shape.shape) {
  // expected-error@+1 {{`shape.to_extent_tensor`: the result must be a tensor of extents, not !shape.shape}}
  %y = shape.to_extent_tensor %x : !shape.shape -> !shape.shape
  return
}

// -----

func.func @from_extents(%i: i32) {
  // expected-error@+1 {{`shape.from_extents`: an extent must be of type index, not i32}}
  %y = shape.from_extents %i : i32
  return
}

// -----

func.func @from_extent_tensor(%x: tensor<2xi32>) {
  // expected-error@+1 {{`shape.from_extent_tensor`: operand 0 must be a shape, not tensor<2xi32>}}
  %y = shape.from_extent_tensor %x : tensor<2xi32>
  return
}

// -----

func.func @is_broadcastable(%x: tensor<2xi32>) {
  // expected-error@+1 {{`shape.is_broadcastable`: operand 0 must be a shape, not tensor<2xi32>}}
  %y = shape.is_broadcastable %x, %x : tensor<2xi32>, tensor<2xi32>
  return
}

// -----

func.func @shape_eq(%x: tensor<2xi32>) {
  // expected-error@+1 {{`shape.shape_eq`: operand 0 must be a shape, not tensor<2xi32>}}
  %y = shape.shape_eq %x, %x : tensor<2xi32>, tensor<2xi32>
  return
}

// -----

func.func @cstr_broadcastable(%x: tensor<2xi32>) {
  // expected-error@+1 {{`shape.cstr_broadcastable`: operand 0 must be a shape, not tensor<2xi32>}}
  %y = shape.cstr_broadcastable %x, %x : tensor<2xi32>, tensor<2xi32>
  return
}

// -----

func.func @cstr_eq(%x: tensor<2xi32>) {
  // expected-error@+1 {{`shape.cstr_eq`: operand 0 must be a shape, not tensor<2xi32>}}
  %y = shape.cstr_eq %x, %x : tensor<2xi32>, tensor<2xi32>
  return
}

// -----

func.func @cstr_require(%x: i32) {
  // expected-error@+1 {{`shape.cstr_require`: pred must be i1, not i32}}
  %y = "shape.cstr_require"(%x) <{msg = "no"}> : (i32) -> !shape.witness
  return
}

// -----

func.func @const_witness() {
  // expected-error@+1 {{`shape.const_witness`: the result is !shape.witness, but i1 is declared}}
  %y = "shape.const_witness"() <{passing = true}> : () -> i1
  return
}

// -----

func.func @assuming_all(%x: i1) {
  // expected-error@+1 {{`shape.assuming_all`: operand 0 must be a !shape.witness, not i1}}
  %y = "shape.assuming_all"(%x) : (i1) -> !shape.witness
  return
}

// -----

func.func @assuming(%x: i1) {
  // expected-error@+1 {{`shape.assuming`: operand 0 must be a !shape.witness, not i1}}
  "shape.assuming"(%x) ({
    shape.assuming_yield
  }) : (i1) -> ()
  return
}

// -----

func.func @const_shape() {
  // expected-error@+1 {{`shape.const_shape`: the result tensor<3xindex> does not hold 2 extents}}
  %y = "shape.const_shape"() <{shape = dense<[1, 2]> : tensor<2xindex>}> : () -> tensor<3xindex>
  return
}
