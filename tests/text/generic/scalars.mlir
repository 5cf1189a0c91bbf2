"builtin.module"() ({
  "func.func"() <{sym_name = "scalars", function_type = (i32, index, f32, tensor<?x4xi32>, tensor<2xindex>, tensor<?x4xf32>) -> ()}> ({
  ^bb0(%i: i32, %d: index, %f: f32, %t: tensor<?x4xi32>, %s: tensor<2xindex>, %x: tensor<?x4xf32>):
    %0 = "arith.shli"(%i, %i) : (i32, i32) -> i32
    %1 = "arith.shrsi"(%i, %i) : (i32, i32) -> i32
    %2 = "arith.shrui"(%t, %t) : (tensor<?x4xi32>, tensor<?x4xi32>) -> tensor<?x4xi32>
    %3 = "arith.ceildivsi"(%d, %d) : (index, index) -> index
    %4 = "arith.ceildivui"(%i, %i) : (i32, i32) -> i32
    %5 = "arith.floordivsi"(%i, %i) : (i32, i32) -> i32
    %6 = "math.absi"(%i) : (i32) -> i32
    %7 = "arith.maxnumf"(%f, %f) : (f32, f32) -> f32
    %8 = "arith.minnumf"(%f, %f) : (f32, f32) -> f32
    %9 = "arith.bitcast"(%f) : (f32) -> i32
    %10 = "math.atan2"(%f, %f) : (f32, f32) -> f32
    %11 = "math.cbrt"(%f) : (f32) -> f32
    %12 = "math.erf"(%f) : (f32) -> f32
    %13 = "math.expm1"(%f) : (f32) -> f32
    %14 = "math.log1p"(%f) : (f32) -> f32
    %15 = "math.round"(%f) : (f32) -> f32
    %16 = "math.roundeven"(%f) : (f32) -> f32
    %17 = "math.tan"(%f) : (f32) -> f32
    %18 = "shape.index_to_size"(%d) : (index) -> !shape.size
    %19 = "shape.size_to_index"(%18) : (!shape.size) -> index
    %20 = "shape.add"(%d, %d) : (index, index) -> index
    %21 = "shape.mul"(%18, %d) : (!shape.size, index) -> !shape.size
    %22 = "shape.div"(%d, %d) : (index, index) -> index
    %23 = "shape.max"(%18, %18) : (!shape.size, !shape.size) -> !shape.size
    %24 = "shape.min"(%18, %18) : (!shape.size, !shape.size) -> !shape.size
    %25 = "shape.from_extents"(%d, %d) : (index, index) -> !shape.shape
    %26 = "shape.max"(%25, %25) : (!shape.shape, !shape.shape) -> !shape.shape
    %27 = "shape.any"(%s, %s) : (tensor<2xindex>, tensor<2xindex>) -> tensor<?xindex>
    %28 = "shape.dim"(%x, %d) : (tensor<?x4xf32>, index) -> index
    %29:2 = "shape.split_at"(%s, %d) : (tensor<2xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
    %30:2 = "shape.split_at"(%25, %d) : (!shape.shape, index) -> (!shape.shape, !shape.shape)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
