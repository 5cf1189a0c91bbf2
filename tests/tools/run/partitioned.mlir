// Ranks of a program that was partitioned before get their parts of whole inputs.
//
// RUN: hloom opt %s --passes=partition -o %t.mlir
// RUN: hloom run %t.mlir --ranks 2 --backend interp --random-inputs 1 --print > %t.parts
// RUN: hloom run %s --backend interp --random-inputs 1 --print > %t.whole
// RUN: diff %t.parts %t.whole
sdy.mesh @m = <["d"=2]>
func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"d"}]>}) -> tensor<4xf32> {
  %y = stablehlo.abs %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
