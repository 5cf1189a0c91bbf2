// Locations, each written once, at the end.
module {
  func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.abs %x : tensor<2xf32> loc(#loc1)
    %1 = stablehlo.add %0, %x : tensor<2xf32> loc(#loc2)
    %2 = stablehlo.negate %1 : tensor<2xf32> loc(unknown)
    return %2 : tensor<2xf32> loc(#loc1)
  } loc(#loc3)
} loc(#loc4)
#loc1 = loc("file.py":3:7)
#loc2 = loc("add"(callsite("f" at "file.py":1:2 to 3:4)))
#loc3 = loc(fused<"tag">["a", "b"])
#loc4 = loc("m")
