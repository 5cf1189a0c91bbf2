// CHLO's ops, in generic form.
"builtin.module"() ({
  "func.func"() <{sym_name = "functions", function_type = (tensor<2x?xf32>, tensor<3xcomplex<f64>>, tensor<4xui8>) -> tensor<2x?xf32>}> ({
  ^bb0(%x: tensor<2x?xf32>, %z: tensor<3xcomplex<f64>>, %i: tensor<4xui8>):
    %0 = "chlo.acos"(%x) : (tensor<2x?xf32>) -> tensor<2x?xf32>
    %1 = "chlo.acosh"(%x) : (tensor<2x?xf32>) -> tensor<2x?xf32>
    %2 = "chlo.asin"(%x) : (tensor<2x?xf32>) -> tensor<2x?xf32>
    %3 = "chlo.asinh"(%x) : (tensor<2x?xf32>) -> tensor<2x?xf32>
    %4 = "chlo.atan"(%x) : (tensor<2x?xf32>) -> tensor<2x?xf32>
    %5 = "chlo.atanh"(%x) : (tensor<2x?xf32>) -> tensor<2x?xf32>
    %6 = "chlo.bessel_i1e"(%x) : (tensor<2x?xf32>) -> tensor<2x?xf32>
    %7 = "chlo.conj"(%x) : (tensor<2x?xf32>) -> tensor<2x?xf32>
    %8 = "chlo.cosh"(%x) : (tensor<2x?xf32>) -> tensor<2x?xf32>
    %9 = "chlo.digamma"(%x) : (tensor<2x?xf32>) -> tensor<2x?xf32>
    %10 = "chlo.erf"(%x) : (tensor<2x?xf32>) -> tensor<2x?xf32>
    %11 = "chlo.erf_inv"(%x) : (tensor<2x?xf32>) -> tensor<2x?xf32>
    %12 = "chlo.erfc"(%x) : (tensor<2x?xf32>) -> tensor<2x?xf32>
    %13 = "chlo.lgamma"(%x) : (tensor<2x?xf32>) -> tensor<2x?xf32>
    %14 = "chlo.sinh"(%x) : (tensor<2x?xf32>) -> tensor<2x?xf32>
    %15 = "chlo.square"(%x) : (tensor<2x?xf32>) -> tensor<2x?xf32>
    %16 = "chlo.tan"(%x) : (tensor<2x?xf32>) -> tensor<2x?xf32>
    %17 = "chlo.acos"(%z) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %18 = "chlo.acosh"(%z) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %19 = "chlo.asin"(%z) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %20 = "chlo.asinh"(%z) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %21 = "chlo.atan"(%z) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %22 = "chlo.atanh"(%z) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %23 = "chlo.bessel_i1e"(%z) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %24 = "chlo.conj"(%z) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %25 = "chlo.cosh"(%z) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %26 = "chlo.sinh"(%z) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %27 = "chlo.square"(%z) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %28 = "chlo.tan"(%z) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %29 = "chlo._asin_acos_kernel"(%z) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %30 = "chlo.is_inf"(%x) : (tensor<2x?xf32>) -> tensor<2x?xi1>
    %31 = "chlo.is_neg_inf"(%x) : (tensor<2x?xf32>) -> tensor<2x?xi1>
    %32 = "chlo.is_pos_inf"(%x) : (tensor<2x?xf32>) -> tensor<2x?xi1>
    %33 = "chlo.next_after"(%x, %x) : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
    %34 = "chlo.polygamma"(%x, %x) : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
    %35 = "chlo.zeta"(%x, %x) : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
    %36 = "chlo.mulhi"(%i, %i) : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
    %37 = "chlo.sinh"(%z) {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    "func.return"(%0) : (tensor<2x?xf32>) -> ()
  }) : () -> ()
  "func.func"() <{sym_name = "broadcasts", function_type = (tensor<2xf32>, tensor<3x1xf32>, tensor<2x3xf32>, tensor<2xi32>, tensor<1xi32>, tensor<1x2xi1>) -> tensor<3x2xf32>}> ({
  ^bb0(%x: tensor<2xf32>, %y: tensor<3x1xf32>, %z: tensor<2x3xf32>, %i: tensor<2xi32>, %j: tensor<1xi32>, %p: tensor<1x2xi1>):
    %0 = "chlo.broadcast_add"(%x, %y) : (tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
    %1 = "chlo.broadcast_and"(%i, %j) : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
    %2 = "chlo.broadcast_atan2"(%x, %y) : (tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
    %3 = "chlo.broadcast_divide"(%x, %y) : (tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
    %4 = "chlo.broadcast_maximum"(%x, %y) : (tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
    %5 = "chlo.broadcast_minimum"(%x, %y) : (tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
    %6 = "chlo.broadcast_multiply"(%x, %y) : (tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
    %7 = "chlo.broadcast_next_after"(%x, %y) : (tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
    %8 = "chlo.broadcast_or"(%i, %j) : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
    %9 = "chlo.broadcast_polygamma"(%x, %y) : (tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
    %10 = "chlo.broadcast_power"(%x, %y) : (tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
    %11 = "chlo.broadcast_remainder"(%x, %y) : (tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
    %12 = "chlo.broadcast_shift_left"(%i, %j) : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
    %13 = "chlo.broadcast_shift_right_arithmetic"(%i, %j) : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
    %14 = "chlo.broadcast_shift_right_logical"(%i, %j) : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
    %15 = "chlo.broadcast_subtract"(%x, %y) : (tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
    %16 = "chlo.broadcast_xor"(%i, %j) : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
    %17 = "chlo.broadcast_zeta"(%x, %y) : (tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
    %18 = "chlo.broadcast_complex"(%x, %y) : (tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xcomplex<f32>>
    %19 = "chlo.broadcast_compare"(%x, %y) <{comparison_direction = #chlo<comparison_direction LT>}> : (tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xi1>
    %20 = "chlo.broadcast_compare"(%x, %z) <{broadcast_dimensions = array<i64: 0>, compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction GE>}> : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %21 = "chlo.broadcast_select"(%p, %x, %y) : (tensor<1x2xi1>, tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
    %22 = "chlo.broadcast_add"(%x, %z) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    "func.return"(%0) : (tensor<3x2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{sym_name = "others", function_type = (tensor<4x6xf32>, tensor<3x6x2xf32>, tensor<3xi32>, tensor<6xf32>, tensor<1xi64>, tensor<2xindex>) -> tensor<2xf32>}> ({
  ^bb0(%x: tensor<4x6xf32>, %y: tensor<3x6x2xf32>, %sizes: tensor<3xi32>, %zero: tensor<6xf32>, %shape: tensor<1xi64>, %list: tensor<2xindex>):
    %cst = "chlo.constant"() <{value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>}> : () -> tensor<2xf32>
    %0 = "chlo.constant_like"(%x) <{value = 1.500000e+00 : f32}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %1 = "chlo.dynamic_reshape"(%x, %shape) : (tensor<4x6xf32>, tensor<1xi64>) -> tensor<24xf32>
    %2:2 = "chlo.minimum_broadcast_shapes"(%list, %list) : (tensor<2xindex>, tensor<2xindex>) -> (tensor<?xindex>, tensor<?xindex>)
    %values, %indices = "chlo.top_k"(%x) <{k = 2 : i64}> : (tensor<4x6xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
    %values_0, %indices_1 = "chlo.top_k"(%x) <{k = 2 : i64}> {stable = true} : (tensor<4x6xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
    %3 = "chlo.ragged_dot"(%x, %y, %sizes) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x6xf32>, tensor<3x6x2xf32>, tensor<3xi32>) -> tensor<4x2xf32>
    %4:2 = "chlo.scan"(%x, %zero) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%row: tensor<6xf32>, %sum: tensor<6xf32>):
      %6 = "stablehlo.add"(%row, %sum) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
      "stablehlo.return"(%6, %6) : (tensor<6xf32>, tensor<6xf32>) -> ()
    }) : (tensor<4x6xf32>, tensor<6xf32>) -> (tensor<4x6xf32>, tensor<6xf32>)
    %5 = "chlo.scan"(%zero) <{dimension = 0 : i64, scan_dim_size = 3 : i64, is_reverse = true, is_associative = false, operandSegmentSizes = array<i32: 0, 1>, resultSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%sum: tensor<6xf32>):
      %6 = "stablehlo.add"(%sum, %sum) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
      "stablehlo.return"(%6) : (tensor<6xf32>) -> ()
    }) : (tensor<6xf32>) -> tensor<6xf32>
    "func.return"(%cst) : (tensor<2xf32>) -> ()
  }) : () -> ()
}) : () -> ()
