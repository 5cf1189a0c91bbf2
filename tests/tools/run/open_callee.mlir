// A function may leave open the extents that its caller knows: an op of it that the interpreter runs has
// its operands in memory of known sizes.

// REQUIRES: llvm
// RUN: hloom run %s --backend=cpu --passes=cse --random-inputs 1 --extent 1.0=3 --compare interp --max-ulp 0 | hloom check %s
// RUN: hloom run %s --backend=cpu --random-inputs 1 --extent 1.0=3 --compare interp --max-ulp 0 | hloom check %s

// CHECK: 0: tensor<8xf8E4M3FN>, cpu and interp: no difference

func.func private @angle(%y: tensor<?xf8E4M3FN>, %x: tensor<?xf8E4M3FN>) -> tensor<?xf8E4M3FN> {
  %a = stablehlo.atan2 %y, %x : tensor<?xf8E4M3FN>
  return %a : tensor<?xf8E4M3FN>
}

func.func @main(%y: tensor<8xf8E4M3FN>, %n: tensor<?xi8>) -> (tensor<?xf8E4M3FN>, tensor<?xi8>) {
  %x = stablehlo.constant dense<-4.0625e-01> : tensor<8xf8E4M3FN>
  %a = call @angle(%y, %x) : (tensor<8xf8E4M3FN>, tensor<8xf8E4M3FN>) -> tensor<?xf8E4M3FN>
  %m = stablehlo.xor %n, %n : tensor<?xi8>
  return %a, %m : tensor<?xf8E4M3FN>, tensor<?xi8>
}
