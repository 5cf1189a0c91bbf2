// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Scalars and extents of neighbouring dialects.

func.func @arith_shli(%x: f32) {
  // expected-error@+1 {{`arith.shli`: operand 0 must be of integers, not f32}}
  %y = arith.shli %x, %x : f32
  return
}

// -----

func.func @arith_shrsi(%x: f32) {
  // expected-error@+1 {{`arith.shrsi`: operand 0 must be of integers, not f32}}
  %y = arith.shrsi %x, %x : f32
  return
}

// -----

func.func @arith_shrui(%x: f32) {
  // expected-error@+1 {{`arith.shrui`: operand 0 must be of integers, not f32}}
  %y = arith.shrui %x, %x : f32
  return
}

// -----

func.func @arith_ceildivsi(%x: f32) {
  // expected-error@+1 {{`arith.ceildivsi`: operand 0 must be of integers, not f32}}
  %y = arith.ceildivsi %x, %x : f32
  return
}

// -----

func.func @arith_ceildivui(%x: f32) {
  // expected-error@+1 {{`arith.ceildivui`: operand 0 must be of integers, not f32}}
  %y = arith.ceildivui %x, %x : f32
  return
}

// -----

func.func @arith_floordivsi(%x: f32) {
  // expected-error@+1 {{`arith.floordivsi`: operand 0 must be of integers, not f32}}
  %y = arith.floordivsi %x, %x : f32
  return
}

// -----

func.func @math_absi(%x: f32) {
  // expected-error@+1 {{`math.absi`: operand 0 must be of integers, not f32}}
  %y = math.absi %x : f32
  return
}

// -----

func.func @arith_maxnumf(%x: i32) {
  // expected-error@+1 {{`arith.maxnumf`: operand 0 must be of floats, not i32}}
  %y = arith.maxnumf %x, %x : i32
  return
}

// -----

func.func @arith_minnumf(%x: i32) {
  // expected-error@+1 {{`arith.minnumf`: operand 0 must be of floats, not i32}}
  %y = arith.minnumf %x, %x : i32
  return
}

// -----

func.func @math_atan2(%x: i32) {
  // expected-error@+1 {{`math.atan2`: operand 0 must be of floats, not i32}}
  %y = math.atan2 %x, %x : i32
  return
}

// -----

func.func @math_cbrt(%x: i32) {
  // expected-error@+1 {{`math.cbrt`: operand 0 must be of floats, not i32}}
  %y = math.cbrt %x : i32
  return
}

// -----

func.func @math_erf(%x: i32) {
  // expected-error@+1 {{`math.erf`: operand 0 must be of floats, not i32}}
  %y = math.erf %x : i32
  return
}

// -----

func.func @math_expm1(%x: i32) {
  // expected-error@+1 {{`math.expm1`: operand 0 must be of floats, not i32}}
  %y = math.expm1 %x : i32
  return
}

// -----

func.func @math_log1p(%x: i32) {
  // expected-error@+1 {{`math.log1p`: operand 0 must be of floats, not i32}}
  %y = math.log1p %x : i32
  return
}

// -----

func.func @math_round(%x: i32) {
  // expected-error@+1 {{`math.round`: operand 0 must be of floats, not i32}}
  %y = math.round %x : i32
  return
}

// -----

func.func @math_roundeven(%x: i32) {
  // expected-error@+1 {{`math.roundeven`: operand 0 must be of floats, not i32}}
  %y = math.roundeven %x : i32
  return
}

// -----

func.func @math_tan(%x: i32) {
  // expected-error@+1 {{`math.tan`: operand 0 must be of floats, not i32}}
  %y = math.tan %x : i32
  return
}

// -----

func.func @arith_bitcast(%x: f32) {
  // expected-error@+1 {{`arith.bitcast`: f32 can't become i64: both must have the same number of bits}}
  %y = arith.bitcast %x : f32 to i64
  return
}

// -----

func.func @shape_add(%x: i32) {
  // expected-error@+1 {{`shape.add`: operand 0 must be an extent, not i32}}
  %y = shape.add %x, %x : i32, i32 -> index
  return
}

// -----

func.func @shape_mul(%x: i32) {
  // expected-error@+1 {{`shape.mul`: operand 0 must be an extent, not i32}}
  %y = shape.mul %x, %x : i32, i32 -> index
  return
}

// -----

func.func @shape_div(%x: i32) {
  // expected-error@+1 {{`shape.div`: operand 0 must be an extent, not i32}}
  %y = shape.div %x, %x : i32, i32 -> index
  return
}

// -----

func.func @shape_max(%x: tensor<2xindex>, %i: index) {
  // expected-error@+1 {{`shape.max`: operand 0 must be a !shape.size or a !shape.shape, not tensor<2xindex>}}
  %y = shape.max %x, %i : tensor<2xindex>, index -> index
  return
}

// -----

func.func @shape_min(%x: !shape.size) {
  // expected-error@+1 {{`shape.min`: the result must be !shape.size, not tensor<2xindex>}}
  %y = shape.min %x, %x : !shape.size, !shape.size -> tensor<2xindex>
  return
}

// -----

func.func @shape_any(%x: index) {
  // expected-error@+1 {{`shape.any`: operand 0 must be a shape, not index}}
  %y = shape.any %x : index -> tensor<2xindex>
  return
}

// -----

func.func @shape_dim(%x: tensor<2xf32>, %i: i32) {
  // expected-error@+1 {{`shape.dim`: the dimension must be of type index, not i32}}
  %y = shape.dim %x, %i : tensor<2xf32>, i32 -> index
  return
}

// -----

func.func @shape_index_to_size(%x: i32) {
  // expected-error@+1 {{`shape.index_to_size`: arg must be of type index, not i32}}
  %y = "shape.index_to_size"(%x) : (i32) -> !shape.size
  return
}

// -----

func.func @shape_size_to_index(%x: i32) {
  // expected-error@+1 {{`shape.size_to_index`: operand 0 must be an extent, not i32}}
  %y = shape.size_to_index %x : i32
  return
}

// -----

func.func @shape_split_at(%x: tensor<2xindex>, %i: i32) {
  // expected-error@+1 {{`shape.split_at`: the dimension must be of type index, not i32}}
  %y:2 = "shape.split_at"(%x, %i) : (tensor<2xindex>, i32) -> (tensor<?xindex>, tensor<?xindex>)
  return
}
