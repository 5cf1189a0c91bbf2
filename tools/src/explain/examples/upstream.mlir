// Examples of the ops of neighbouring dialects.
// `hloom explain` shows what stands below an op's name, and runs it.

// ----- arith.addf
func.func @addf(%x: f32, %y: f32) -> f32 {
  %z = arith.addf %x, %y : f32
  return %z : f32
}

// ----- arith.divf
func.func @divf(%x: f32, %y: f32) -> f32 {
  %z = arith.divf %x, %y : f32
  return %z : f32
}

// ----- arith.maximumf
func.func @maximumf(%x: f32, %y: f32) -> f32 {
  %z = arith.maximumf %x, %y : f32
  return %z : f32
}

// ----- arith.minimumf
func.func @minimumf(%x: f32, %y: f32) -> f32 {
  %z = arith.minimumf %x, %y : f32
  return %z : f32
}

// ----- arith.mulf
func.func @mulf(%x: f32, %y: f32) -> f32 {
  %z = arith.mulf %x, %y : f32
  return %z : f32
}

// ----- arith.remf
func.func @remf(%x: f32, %y: f32) -> f32 {
  %z = arith.remf %x, %y : f32
  return %z : f32
}

// ----- arith.subf
func.func @subf(%x: f32, %y: f32) -> f32 {
  %z = arith.subf %x, %y : f32
  return %z : f32
}

// ----- arith.addi
func.func @addi(%x: i32, %y: i32) -> i32 {
  %z = arith.addi %x, %y : i32
  return %z : i32
}

// ----- arith.andi
func.func @andi(%x: i32, %y: i32) -> i32 {
  %z = arith.andi %x, %y : i32
  return %z : i32
}

// ----- arith.divsi
func.func @divsi(%x: i32, %y: i32) -> i32 {
  %z = arith.divsi %x, %y : i32
  return %z : i32
}

// ----- arith.divui
func.func @divui(%x: i32, %y: i32) -> i32 {
  %z = arith.divui %x, %y : i32
  return %z : i32
}

// ----- arith.maxsi
func.func @maxsi(%x: i32, %y: i32) -> i32 {
  %z = arith.maxsi %x, %y : i32
  return %z : i32
}

// ----- arith.maxui
func.func @maxui(%x: i32, %y: i32) -> i32 {
  %z = arith.maxui %x, %y : i32
  return %z : i32
}

// ----- arith.minsi
func.func @minsi(%x: i32, %y: i32) -> i32 {
  %z = arith.minsi %x, %y : i32
  return %z : i32
}

// ----- arith.minui
func.func @minui(%x: i32, %y: i32) -> i32 {
  %z = arith.minui %x, %y : i32
  return %z : i32
}

// ----- arith.muli
func.func @muli(%x: i32, %y: i32) -> i32 {
  %z = arith.muli %x, %y : i32
  return %z : i32
}

// ----- arith.ori
func.func @ori(%x: i32, %y: i32) -> i32 {
  %z = arith.ori %x, %y : i32
  return %z : i32
}

// ----- arith.remsi
func.func @remsi(%x: i32, %y: i32) -> i32 {
  %z = arith.remsi %x, %y : i32
  return %z : i32
}

// ----- arith.remui
func.func @remui(%x: i32, %y: i32) -> i32 {
  %z = arith.remui %x, %y : i32
  return %z : i32
}

// ----- arith.subi
func.func @subi(%x: i32, %y: i32) -> i32 {
  %z = arith.subi %x, %y : i32
  return %z : i32
}

// ----- arith.xori
func.func @xori(%x: i32, %y: i32) -> i32 {
  %z = arith.xori %x, %y : i32
  return %z : i32
}

// ----- arith.negf
func.func @negf(%x: f32) -> f32 {
  %y = arith.negf %x : f32
  return %y : f32
}

// ----- arith.extf
func.func @extf(%x: f32) -> f64 {
  %y = arith.extf %x : f32 to f64
  return %y : f64
}

// ----- arith.extsi
func.func @extsi(%x: i32) -> i64 {
  %y = arith.extsi %x : i32 to i64
  return %y : i64
}

// ----- arith.extui
func.func @extui(%x: i32) -> i64 {
  %y = arith.extui %x : i32 to i64
  return %y : i64
}

// ----- arith.fptosi
func.func @fptosi(%x: f32) -> i32 {
  %y = arith.fptosi %x : f32 to i32
  return %y : i32
}

// ----- arith.fptoui
func.func @fptoui(%x: f32) -> i32 {
  %y = arith.fptoui %x : f32 to i32
  return %y : i32
}

// ----- arith.index_cast
func.func @index_cast(%x: i32) -> index {
  %y = arith.index_cast %x : i32 to index
  return %y : index
}

// ----- arith.index_castui
func.func @index_castui(%x: i32) -> index {
  %y = arith.index_castui %x : i32 to index
  return %y : index
}

// ----- arith.sitofp
func.func @sitofp(%x: i32) -> f32 {
  %y = arith.sitofp %x : i32 to f32
  return %y : f32
}

// ----- arith.truncf
func.func @truncf(%x: f64) -> f32 {
  %y = arith.truncf %x : f64 to f32
  return %y : f32
}

// ----- arith.trunci
func.func @trunci(%x: i64) -> i32 {
  %y = arith.trunci %x : i64 to i32
  return %y : i32
}

// ----- arith.uitofp
func.func @uitofp(%x: i32) -> f32 {
  %y = arith.uitofp %x : i32 to f32
  return %y : f32
}

// ----- arith.cmpf
func.func @less(%x: f32, %y: f32) -> i1 {
  %p = arith.cmpf olt, %x, %y : f32
  return %p : i1
}

// ----- arith.cmpi
func.func @less(%x: i32, %y: i32) -> i1 {
  %p = arith.cmpi slt, %x, %y : i32
  return %p : i1
}

// ----- arith.select
func.func @choose(%p: i1, %x: i32, %y: i32) -> i32 {
  %z = arith.select %p, %x, %y : i32
  return %z : i32
}

// ----- math.absf
func.func @absf(%x: f32) -> f32 {
  %y = math.absf %x : f32
  return %y : f32
}

// ----- math.ceil
func.func @ceil(%x: f32) -> f32 {
  %y = math.ceil %x : f32
  return %y : f32
}

// ----- math.cos
func.func @cos(%x: f32) -> f32 {
  %y = math.cos %x : f32
  return %y : f32
}

// ----- math.exp
func.func @exp(%x: f32) -> f32 {
  %y = math.exp %x : f32
  return %y : f32
}

// ----- math.floor
func.func @floor(%x: f32) -> f32 {
  %y = math.floor %x : f32
  return %y : f32
}

// ----- math.log
func.func @log(%x: f32) -> f32 {
  %y = math.log %x : f32
  return %y : f32
}

// ----- math.rsqrt
func.func @rsqrt(%x: f32) -> f32 {
  %y = math.rsqrt %x : f32
  return %y : f32
}

// ----- math.sin
func.func @sin(%x: f32) -> f32 {
  %y = math.sin %x : f32
  return %y : f32
}

// ----- math.sqrt
func.func @sqrt(%x: f32) -> f32 {
  %y = math.sqrt %x : f32
  return %y : f32
}

// ----- math.tanh
func.func @tanh(%x: f32) -> f32 {
  %y = math.tanh %x : f32
  return %y : f32
}

// ----- math.powf
func.func @powf(%x: f32, %y: f32) -> f32 {
  %z = math.powf %x, %y : f32
  return %z : f32
}

// ----- shape.shape_of
func.func @extents(%x: tensor<?x3xf32>) -> tensor<2xindex> {
  %s = shape.shape_of %x : tensor<?x3xf32> -> tensor<2xindex>
  return %s : tensor<2xindex>
}

// ----- shape.const_shape
func.func @known() -> tensor<2xindex> {
  %s = shape.const_shape [2, 3] : tensor<2xindex>
  return %s : tensor<2xindex>
}

// ----- shape.broadcast
func.func @common(%a: tensor<2xindex>, %b: tensor<2xindex>) -> tensor<2xindex> {
  %s = shape.broadcast %a, %b : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  return %s : tensor<2xindex>
}

// ----- shape.concat
func.func @both(%a: tensor<2xindex>, %b: tensor<2xindex>) -> tensor<4xindex> {
  %s = shape.concat %a, %b : tensor<2xindex>, tensor<2xindex> -> tensor<4xindex>
  return %s : tensor<4xindex>
}

// ----- shape.num_elements
func.func @count(%s: tensor<2xindex>) -> index {
  %n = shape.num_elements %s : tensor<2xindex> -> index
  return %n : index
}

// ----- shape.rank
func.func @rank(%s: tensor<2xindex>) -> index {
  %n = shape.rank %s : tensor<2xindex> -> index
  return %n : index
}

// ----- shape.get_extent
func.func @first(%s: tensor<2xindex>) -> index {
  %zero = arith.constant 0 : index
  %n = shape.get_extent %s, %zero : tensor<2xindex>, index -> index
  return %n : index
}

// ----- shape.is_broadcastable
func.func @fits(%a: tensor<2xindex>, %b: tensor<2xindex>) -> i1 {
  %p = shape.is_broadcastable %a, %b : tensor<2xindex>, tensor<2xindex>
  return %p : i1
}

// ----- shape.shape_eq
func.func @same(%a: tensor<2xindex>, %b: tensor<2xindex>) -> i1 {
  %p = shape.shape_eq %a, %b : tensor<2xindex>, tensor<2xindex>
  return %p : i1
}

// ----- shape.from_extents
func.func @made(%n: index, %m: index) -> !shape.shape {
  %s = shape.from_extents %n, %m : index, index
  return %s : !shape.shape
}

// ----- shape.from_extent_tensor
func.func @made_of(%t: tensor<2xindex>) -> !shape.shape {
  %s = shape.from_extent_tensor %t : tensor<2xindex>
  return %s : !shape.shape
}

// ----- shape.to_extent_tensor
func.func @listed(%n: index, %m: index) -> tensor<2xindex> {
  %s = shape.from_extents %n, %m : index, index
  %t = shape.to_extent_tensor %s : !shape.shape -> tensor<2xindex>
  return %t : tensor<2xindex>
}

// ----- shape.const_witness
func.func @sure() -> !shape.witness {
  %w = shape.const_witness true
  return %w : !shape.witness
}

// ----- shape.cstr_broadcastable
func.func @must_fit(%a: tensor<2xindex>, %b: tensor<2xindex>) -> !shape.witness {
  %w = shape.cstr_broadcastable %a, %b : tensor<2xindex>, tensor<2xindex>
  return %w : !shape.witness
}

// ----- shape.cstr_eq
func.func @must_agree(%a: tensor<2xindex>, %b: tensor<2xindex>) -> !shape.witness {
  %w = shape.cstr_eq %a, %b : tensor<2xindex>, tensor<2xindex>
  return %w : !shape.witness
}

// ----- shape.cstr_require
func.func @must_hold() -> !shape.witness {
  %p = arith.constant true
  %w = shape.cstr_require %p, "it holds"
  return %w : !shape.witness
}

// ----- shape.assuming_all
func.func @all() -> !shape.witness {
  %a = shape.const_witness true
  %w = shape.assuming_all %a, %a
  return %w : !shape.witness
}

// ----- tensor.cast
func.func @as_known(%x: tensor<4xf32>) -> tensor<?xf32> {
  %y = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  return %y : tensor<?xf32>
}

// ----- tensor.dim
func.func @rows(%x: tensor<?x3xf32>) -> index {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?x3xf32>
  return %n : index
}

// ----- tensor.rank
func.func @rank(%x: tensor<?x3xf32>) -> index {
  %n = tensor.rank %x : tensor<?x3xf32>
  return %n : index
}

// ----- tensor.empty
func.func @unset() -> tensor<4xf32> {
  %x = tensor.empty() : tensor<4xf32>
  return %x : tensor<4xf32>
}

// ----- tensor.splat
func.func @alike(%x: f32) -> tensor<4xf32> {
  %y = tensor.splat %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- interpreter.print
func.func @shown(%x: tensor<4xf32>) {
  interpreter.print %x : tensor<4xf32>
  return
}

// ----- check.expect_eq
func.func @holds(%x: tensor<4xf32>) {
  check.expect_eq %x, %x : tensor<4xf32>
  return
}

// ----- check.expect_almost_eq
func.func @holds(%x: tensor<4xf32>) {
  check.expect_almost_eq %x, %x : tensor<4xf32>
  return
}

// ----- check.expect_eq_const
func.func @holds() {
  %x = stablehlo.iota dim = 0 : tensor<2xi32>
  check.expect_eq_const %x, dense<[0, 1]> : tensor<2xi32>
  return
}

// ----- check.expect_almost_eq_const
func.func @holds() {
  %x = stablehlo.iota dim = 0 : tensor<2xf32>
  check.expect_almost_eq_const %x, dense<[0.0, 1.0]> : tensor<2xf32>
  return
}

// ----- arith.ceildivsi
func.func @ceildivsi(%x: i32, %y: i32) -> i32 {
  %z = arith.ceildivsi %x, %y : i32
  return %z : i32
}

// ----- arith.ceildivui
func.func @ceildivui(%x: i32, %y: i32) -> i32 {
  %z = arith.ceildivui %x, %y : i32
  return %z : i32
}

// ----- arith.floordivsi
func.func @floordivsi(%x: i32, %y: i32) -> i32 {
  %z = arith.floordivsi %x, %y : i32
  return %z : i32
}

// ----- arith.shli
func.func @shli(%x: i32, %y: i32) -> i32 {
  %z = arith.shli %x, %y : i32
  return %z : i32
}

// ----- arith.shrsi
func.func @shrsi(%x: i32, %y: i32) -> i32 {
  %z = arith.shrsi %x, %y : i32
  return %z : i32
}

// ----- arith.shrui
func.func @shrui(%x: i32, %y: i32) -> i32 {
  %z = arith.shrui %x, %y : i32
  return %z : i32
}

// ----- arith.maxnumf
func.func @maxnumf(%x: f32, %y: f32) -> f32 {
  %z = arith.maxnumf %x, %y : f32
  return %z : f32
}

// ----- arith.minnumf
func.func @minnumf(%x: f32, %y: f32) -> f32 {
  %z = arith.minnumf %x, %y : f32
  return %z : f32
}

// ----- arith.bitcast
func.func @bits(%x: f32) -> i32 {
  %y = arith.bitcast %x : f32 to i32
  return %y : i32
}

// ----- math.absi
func.func @absi(%x: i32) -> i32 {
  %y = math.absi %x : i32
  return %y : i32
}

// ----- math.atan2
func.func @atan2(%x: f32, %y: f32) -> f32 {
  %z = math.atan2 %x, %y : f32
  return %z : f32
}

// ----- math.cbrt
func.func @cbrt(%x: f32) -> f32 {
  %y = math.cbrt %x : f32
  return %y : f32
}

// ----- math.erf
func.func @erf(%x: f32) -> f32 {
  %y = math.erf %x : f32
  return %y : f32
}

// ----- math.expm1
func.func @expm1(%x: f32) -> f32 {
  %y = math.expm1 %x : f32
  return %y : f32
}

// ----- math.log1p
func.func @log1p(%x: f32) -> f32 {
  %y = math.log1p %x : f32
  return %y : f32
}

// ----- math.round
func.func @round(%x: f32) -> f32 {
  %y = math.round %x : f32
  return %y : f32
}

// ----- math.roundeven
func.func @roundeven(%x: f32) -> f32 {
  %y = math.roundeven %x : f32
  return %y : f32
}

// ----- math.tan
func.func @tan(%x: f32) -> f32 {
  %y = math.tan %x : f32
  return %y : f32
}

// ----- shape.add
func.func @add(%m: index, %n: index) -> index {
  %y = shape.add %m, %n : index, index -> index
  return %y : index
}

// ----- shape.mul
func.func @mul(%m: index, %n: index) -> index {
  %y = shape.mul %m, %n : index, index -> index
  return %y : index
}

// ----- shape.div
func.func @div(%m: index, %n: index) -> index {
  %y = shape.div %m, %n : index, index -> index
  return %y : index
}

// ----- shape.max
func.func @max(%i: index, %j: index) -> index {
  %m = shape.index_to_size %i
  %n = shape.index_to_size %j
  %z = shape.max %m, %n : !shape.size, !shape.size -> !shape.size
  %y = shape.size_to_index %z : !shape.size
  return %y : index
}

// ----- shape.min
func.func @min(%i: index, %j: index) -> index {
  %m = shape.index_to_size %i
  %n = shape.index_to_size %j
  %z = shape.min %m, %n : !shape.size, !shape.size -> !shape.size
  %y = shape.size_to_index %z : !shape.size
  return %y : index
}

// ----- shape.any
func.func @any(%s: tensor<2xindex>) -> tensor<2xindex> {
  %y = shape.any %s, %s : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  return %y : tensor<2xindex>
}

// ----- shape.dim
func.func @rows(%x: tensor<?x3xf32>) -> index {
  %zero = arith.constant 0 : index
  %n = shape.dim %x, %zero : tensor<?x3xf32>, index -> index
  return %n : index
}

// ----- shape.index_to_size
func.func @there(%n: index) -> index {
  %size = shape.index_to_size %n
  %y = shape.size_to_index %size : !shape.size
  return %y : index
}

// ----- shape.size_to_index
func.func @back(%n: index) -> index {
  %size = shape.index_to_size %n
  %y = shape.size_to_index %size : !shape.size
  return %y : index
}

// ----- shape.split_at
func.func @parts(%s: tensor<2xindex>) -> (tensor<?xindex>, tensor<?xindex>) {
  %one = arith.constant 1 : index
  %y:2 = "shape.split_at"(%s, %one) : (tensor<2xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  return %y#0, %y#1 : tensor<?xindex>, tensor<?xindex>
}
