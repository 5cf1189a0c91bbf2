// Neighbouring dialects: arith and math, tensor, shape.
module {
  func.func @main(%i: i32, %j: i64, %k: i8, %d: index, %f: f32, %g: f64, %b: i1, %t: tensor<?x4xi32>, %x: tensor<?x4xf32>, %s: tensor<2xindex>, %c: tensor<?x4xi1>) {
    %0 = arith.addi %i, %i : i32
    %1 = arith.subi %i, %i : i32
    %2 = arith.muli %i, %i : i32
    %3 = arith.divsi %i, %i : i32
    %4 = arith.divui %i, %i : i32
    %5 = arith.remsi %i, %i : i32
    %6 = arith.remui %i, %i : i32
    %7 = arith.andi %i, %i : i32
    %8 = arith.ori %i, %i : i32
    %9 = arith.xori %i, %i : i32
    %10 = arith.maxsi %i, %i : i32
    %11 = arith.maxui %i, %i : i32
    %12 = arith.minsi %i, %i : i32
    %13 = arith.minui %i, %i : i32
    %14 = arith.addf %f, %f : f32
    %15 = arith.subf %f, %f : f32
    %16 = arith.mulf %f, %f : f32
    %17 = arith.divf %f, %f : f32
    %18 = arith.remf %f, %f : f32
    %19 = arith.maximumf %f, %f : f32
    %20 = arith.minimumf %f, %f : f32
    %21 = arith.negf %f : f32
    %22 = math.absf %f : f32
    %23 = math.ceil %f : f32
    %24 = math.cos %f : f32
    %25 = math.exp %f : f32
    %26 = math.floor %f : f32
    %27 = math.log %f : f32
    %28 = math.powf %f, %f : f32
    %29 = math.rsqrt %f : f32
    %30 = math.sin %f : f32
    %31 = math.sqrt %f : f32
    %32 = math.tanh %f : f32
    %33 = arith.addi %t, %t : tensor<?x4xi32>
    %34 = arith.index_cast %i : i32 to index
    %35 = arith.index_castui %d : index to i64
    %36 = arith.extsi %i : i32 to i64
    %37 = arith.extui %k : i8 to i32
    %38 = arith.trunci %j : i64 to i16
    %39 = arith.sitofp %i : i32 to f32
    %40 = arith.uitofp %i : i32 to f64
    %41 = arith.fptosi %f : f32 to i32
    %42 = arith.fptoui %f : f32 to i8
    %43 = arith.extf %f : f32 to f64
    %44 = arith.truncf %g : f64 to f32
    %45 = arith.index_cast %s : tensor<2xindex> to tensor<2xi32>
    %46 = arith.cmpi slt, %i, %i : i32
    %47 = arith.cmpi ne, %t, %t : tensor<?x4xi32>
    %48 = arith.cmpf ult, %f, %f : f32
    %49 = arith.select %b, %i, %i : i32
    %50 = arith.select %b, %t, %t : tensor<?x4xi32>
    %51 = arith.select %c, %t, %t : tensor<?x4xi1>, tensor<?x4xi32>
    %52 = tensor.dim %x, %d : tensor<?x4xf32>
    %53 = tensor.rank %x : tensor<?x4xf32>
    %54 = tensor.cast %x : tensor<?x4xf32> to tensor<2x4xf32>
    %55 = tensor.empty(%d) : tensor<?x4xf32>
    %56 = tensor.empty() : tensor<4xf32>
    %57 = tensor.splat %f : tensor<2xf32>
    %58 = tensor.splat %f[%d] : tensor<?xf32>
    %59 = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>
    %60 = shape.shape_of %x : tensor<?x4xf32> -> !shape.shape
    %61 = shape.broadcast %59, %60 : tensor<2xindex>, !shape.shape -> !shape.shape
    %62 = shape.num_elements %59 : tensor<2xindex> -> index
    %63 = shape.rank %59 : tensor<2xindex> -> index
    %64 = shape.get_extent %59, %d : tensor<2xindex>, index -> index
    %65 = shape.concat %59, %59 : tensor<2xindex>, tensor<2xindex> -> tensor<?xindex>
    %66 = shape.to_extent_tensor %60 : !shape.shape -> tensor<?xindex>
    %67 = shape.from_extents %d, %d : index, index
    %68 = shape.from_extent_tensor %59 : tensor<2xindex>
    %69 = shape.is_broadcastable %59, %59 : tensor<2xindex>, tensor<2xindex>
    %70 = shape.shape_eq %59, %59 : tensor<2xindex>, tensor<2xindex>
    %71 = shape.const_shape [1, 2] : tensor<2xindex>
    %72 = shape.cstr_broadcastable %59, %60 : tensor<2xindex>, !shape.shape
    %73 = shape.cstr_eq %59, %59 : tensor<2xindex>, tensor<2xindex>
    %74 = shape.cstr_require %b, "no"
    %75 = shape.const_witness true
    %76 = shape.assuming_all %72, %73
    %77 = shape.assuming %72 -> (tensor<?x4xf32>) {
      shape.assuming_yield %x : tensor<?x4xf32>
    }
    shape.assuming %72 {
      shape.assuming_yield
    }
    return
  }
}
