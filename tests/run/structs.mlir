// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file --backend=cpu %}

// A struct of an array of structs, changed in a loop: each pass adds the step to
// both points and counts.
!Point = !hloom.struct<"Point", x: tensor<i32>, y: tensor<i32>>
!Path = !hloom.struct<"Path", points: !hloom.array<2 x !Point>, length: tensor<i32>, tag: !hloom.struct<"Tag">>
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %a = hloom.struct %zero, %one : !Point
  %b = hloom.struct %one, %ten : !Point
  %both = hloom.array %a, %b : !hloom.array<2 x !Point>
  %tag = hloom.struct : !hloom.struct<"Tag">
  %start = hloom.struct %both, %zero, %tag : !Path
  %end = stablehlo.while(%path = %start) : !Path
  cond {
    %n = hloom.field "length" of %path : (!Path) -> tensor<i32>
    %go = stablehlo.compare LT, %n, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %n = hloom.field "length" of %path : (!Path) -> tensor<i32>
    %points = hloom.field "points" of %path : (!Path) -> !hloom.array<2 x !Point>
    %p = hloom.element %points, 0 : (!hloom.array<2 x !Point>) -> !Point
    %q = hloom.element %points, 1 : (!hloom.array<2 x !Point>) -> !Point
    %px = hloom.field "x" of %p : (!Point) -> tensor<i32>
    %qy = hloom.field "y" of %q : (!Point) -> tensor<i32>
    %px1 = stablehlo.add %px, %one : tensor<i32>
    %qy1 = stablehlo.add %qy, %px : tensor<i32>
    %p1 = hloom.with_field %p, "x" = %px1 : (!Point, tensor<i32>) -> !Point
    %q1 = hloom.with_field %q, "y" = %qy1 : (!Point, tensor<i32>) -> !Point
    %points1 = hloom.with_element %points, 0 = %p1 : (!hloom.array<2 x !Point>, !Point) -> !hloom.array<2 x !Point>
    %points2 = hloom.with_element %points1, 1 = %q1 : (!hloom.array<2 x !Point>, !Point) -> !hloom.array<2 x !Point>
    %n1 = stablehlo.add %n, %one : tensor<i32>
    %path1 = hloom.with_field %path, "points" = %points2 : (!Path, !hloom.array<2 x !Point>) -> !Path
    %path2 = hloom.with_field %path1, "length" = %n1 : (!Path, tensor<i32>) -> !Path
    stablehlo.return %path2 : !Path
  }
  %points = hloom.field "points" of %end : (!Path) -> !hloom.array<2 x !Point>
  %p = hloom.element %points, 0 : (!hloom.array<2 x !Point>) -> !Point
  %q = hloom.element %points, 1 : (!hloom.array<2 x !Point>) -> !Point
  %px = hloom.field "x" of %p : (!Point) -> tensor<i32>
  %qx = hloom.field "x" of %q : (!Point) -> tensor<i32>
  %qy = hloom.field "y" of %q : (!Point) -> tensor<i32>
  check.expect_eq_const %px, dense<10> : tensor<i32>
  check.expect_eq_const %qx, dense<1> : tensor<i32>
  check.expect_eq_const %qy, dense<55> : tensor<i32>
  return
}
