// Sorts whose comparators compare numbers go by their digits, and reductions whose
// combiners have to run in order turn rows in registers; all others are as they were.

// REQUIRES: llvm
// RUN: hloom run %s --entry=long --random-inputs=5 --compare=interp --max-ulp=0
// RUN: hloom run %s --entry=rows --random-inputs=5 --compare=interp --max-ulp=0
// RUN: hloom run %s --entry=columns --random-inputs=5 --compare=interp --max-ulp=0
// RUN: hloom run %s --entry=halves --random-inputs=5 --compare=interp --max-ulp=0
// RUN: hloom run %s --entry=brains --random-inputs=5 --compare=interp --max-ulp=0
// RUN: hloom run %s --entry=signed --random-inputs=5 --compare=interp --max-ulp=0
// RUN: hloom run %s --entry=bytes --random-inputs=5 --compare=interp --max-ulp=0
// RUN: hloom run %s --entry=unsigned --random-inputs=5 --compare=interp --max-ulp=0
// RUN: hloom run %s --entry=wide --random-inputs=5 --compare=interp --max-ulp=0
// RUN: hloom run %s --entry=sizes --random-inputs=5 --compare=interp --max-ulp=0
// RUN: hloom run %s --entry=floats --random-inputs=5 --compare=interp --max-ulp=0
// RUN: hloom run %s --entry=two --random-inputs=5 --compare=interp --max-ulp=0
// RUN: hloom run %s --entry=itself --random-inputs=5 --compare=interp --max-ulp=0
// RUN: hloom run %s --entry=special --random-inputs=5 --compare=interp --max-ulp=0
// RUN: hloom run %s --entry=largest --random-inputs=5 --compare=interp --max-ulp=0
// RUN: hloom run %s --entry=folded --random-inputs=5 --compare=interp --max-ulp=0

// RUN: hloom compile %s --entry=long --emit=loops | hloom check %s --check-prefix=DIGITS
// RUN: hloom compile %s --entry=two --emit=loops | hloom check %s --check-prefix=MERGED
// RUN: hloom compile %s --entry=largest --emit=loops --target=x86-64-v4 | hloom check %s --check-prefix=TURNED

// DIGITS: temporary @counts
// MERGED-NOT: counts
// TURNED: for %k1 = 0 to 96 step 16
// TURNED-NOT: stride
// TURNED: for %k1

func.func @long(%x: tensor<40000xf32>) -> (tensor<40000xf32>, tensor<40000xi32>) {
  %place = stablehlo.iota dim = 0 : tensor<40000xi32>
  %y:2 = "stablehlo.sort"(%x, %place) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %before = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %before : tensor<i1>
  }) : (tensor<40000xf32>, tensor<40000xi32>) -> (tensor<40000xf32>, tensor<40000xi32>)
  return %y#0, %y#1 : tensor<40000xf32>, tensor<40000xi32>
}

func.func @rows(%x: tensor<9x700xf32>) -> (tensor<9x700xf32>, tensor<9x700xi32>) {
  %place = stablehlo.iota dim = 1 : tensor<9x700xi32>
  %y:2 = "stablehlo.sort"(%x, %place) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %before = stablehlo.compare GT, %b, %a, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %before : tensor<i1>
  }) : (tensor<9x700xf32>, tensor<9x700xi32>) -> (tensor<9x700xf32>, tensor<9x700xi32>)
  return %y#0, %y#1 : tensor<9x700xf32>, tensor<9x700xi32>
}

func.func @columns(%x: tensor<600x3xf64>) -> (tensor<600x3xf64>, tensor<600x3xi32>) {
  %place = stablehlo.iota dim = 0 : tensor<600x3xi32>
  %y:2 = "stablehlo.sort"(%x, %place) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>, %i: tensor<i32>, %j: tensor<i32>):
    %before = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %before : tensor<i1>
  }) : (tensor<600x3xf64>, tensor<600x3xi32>) -> (tensor<600x3xf64>, tensor<600x3xi32>)
  return %y#0, %y#1 : tensor<600x3xf64>, tensor<600x3xi32>
}

func.func @halves(%x: tensor<3x500xf16>) -> (tensor<3x500xf16>, tensor<3x500xi32>) {
  %place = stablehlo.iota dim = 1 : tensor<3x500xi32>
  %y:2 = "stablehlo.sort"(%x, %place) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>, %i: tensor<i32>, %j: tensor<i32>):
    %before = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f16>, tensor<f16>) -> tensor<i1>
    stablehlo.return %before : tensor<i1>
  }) : (tensor<3x500xf16>, tensor<3x500xi32>) -> (tensor<3x500xf16>, tensor<3x500xi32>)
  return %y#0, %y#1 : tensor<3x500xf16>, tensor<3x500xi32>
}

func.func @brains(%x: tensor<20x400xbf16>) -> (tensor<20x400xbf16>, tensor<20x400xi32>) {
  %place = stablehlo.iota dim = 1 : tensor<20x400xi32>
  %y:2 = "stablehlo.sort"(%x, %place) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>, %i: tensor<i32>, %j: tensor<i32>):
    %before = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %before : tensor<i1>
  }) : (tensor<20x400xbf16>, tensor<20x400xi32>) -> (tensor<20x400xbf16>, tensor<20x400xi32>)
  return %y#0, %y#1 : tensor<20x400xbf16>, tensor<20x400xi32>
}

func.func @signed(%x: tensor<30000xi32>) -> (tensor<30000xi32>, tensor<30000xi32>) {
  %seven = stablehlo.constant dense<9> : tensor<30000xi32>
  %few = stablehlo.remainder %x, %seven : tensor<30000xi32>
  %place = stablehlo.iota dim = 0 : tensor<30000xi32>
  %y:2 = "stablehlo.sort"(%few, %place) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %i: tensor<i32>, %j: tensor<i32>):
    %before = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %before : tensor<i1>
  }) : (tensor<30000xi32>, tensor<30000xi32>) -> (tensor<30000xi32>, tensor<30000xi32>)
  return %y#0, %y#1 : tensor<30000xi32>, tensor<30000xi32>
}

func.func @bytes(%x: tensor<2x300xi8>) -> (tensor<2x300xi8>, tensor<2x300xi32>) {
  %place = stablehlo.iota dim = 1 : tensor<2x300xi32>
  %y:2 = "stablehlo.sort"(%x, %place) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>, %i: tensor<i32>, %j: tensor<i32>):
    %before = stablehlo.compare GT, %a, %b, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %before : tensor<i1>
  }) : (tensor<2x300xi8>, tensor<2x300xi32>) -> (tensor<2x300xi8>, tensor<2x300xi32>)
  return %y#0, %y#1 : tensor<2x300xi8>, tensor<2x300xi32>
}

func.func @unsigned(%x: tensor<5x300xui8>) -> (tensor<5x300xui8>, tensor<5x300xi32>) {
  %seven = stablehlo.constant dense<5> : tensor<5x300xui8>
  %few = stablehlo.remainder %x, %seven : tensor<5x300xui8>
  %place = stablehlo.iota dim = 1 : tensor<5x300xi32>
  %y:2 = "stablehlo.sort"(%few, %place) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>, %i: tensor<i32>, %j: tensor<i32>):
    %before = stablehlo.compare LT, %a, %b, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %before : tensor<i1>
  }) : (tensor<5x300xui8>, tensor<5x300xi32>) -> (tensor<5x300xui8>, tensor<5x300xi32>)
  return %y#0, %y#1 : tensor<5x300xui8>, tensor<5x300xi32>
}

func.func @wide(%x: tensor<1000xi64>) -> (tensor<1000xi64>, tensor<1000xi32>) {
  %place = stablehlo.iota dim = 0 : tensor<1000xi32>
  %y:2 = "stablehlo.sort"(%x, %place) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>, %i: tensor<i32>, %j: tensor<i32>):
    %before = stablehlo.compare LT, %b, %a, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %before : tensor<i1>
  }) : (tensor<1000xi64>, tensor<1000xi32>) -> (tensor<1000xi64>, tensor<1000xi32>)
  return %y#0, %y#1 : tensor<1000xi64>, tensor<1000xi32>
}

func.func @sizes(%x: tensor<900xi32>) -> (tensor<900xi32>, tensor<900xi32>) {
  %seven = stablehlo.constant dense<6> : tensor<900xi32>
  %few = stablehlo.remainder %x, %seven : tensor<900xi32>
  %place = stablehlo.iota dim = 0 : tensor<900xi32>
  %y:2 = "stablehlo.sort"(%few, %place) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %i: tensor<i32>, %j: tensor<i32>):
    %na = stablehlo.abs %a : tensor<i32>
    %nb = stablehlo.abs %b : tensor<i32>
    %before = stablehlo.compare GT, %na, %nb, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %before : tensor<i1>
  }) : (tensor<900xi32>, tensor<900xi32>) -> (tensor<900xi32>, tensor<900xi32>)
  return %y#0, %y#1 : tensor<900xi32>, tensor<900xi32>
}

func.func @floats(%x: tensor<700xf32>) -> (tensor<700xf32>, tensor<700xi32>) {
  %place = stablehlo.iota dim = 0 : tensor<700xi32>
  %y:2 = "stablehlo.sort"(%x, %place) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %before = stablehlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %before : tensor<i1>
  }) : (tensor<700xf32>, tensor<700xi32>) -> (tensor<700xf32>, tensor<700xi32>)
  return %y#0, %y#1 : tensor<700xf32>, tensor<700xi32>
}

// What else than one number is compared is merged: two numbers, one after the other.
func.func @two(%x: tensor<800xi32>, %y: tensor<800xi32>) -> (tensor<800xi32>, tensor<800xi32>) {
  %three = stablehlo.constant dense<3> : tensor<800xi32>
  %few = stablehlo.remainder %x, %three : tensor<800xi32>
  %z:2 = "stablehlo.sort"(%few, %y) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %i: tensor<i32>, %j: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %same = stablehlo.compare EQ, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %then = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = stablehlo.and %same, %then : tensor<i1>
    %before = stablehlo.or %less, %both : tensor<i1>
    stablehlo.return %before : tensor<i1>
  }) : (tensor<800xi32>, tensor<800xi32>) -> (tensor<800xi32>, tensor<800xi32>)
  return %z#0, %z#1 : tensor<800xi32>, tensor<800xi32>
}

// No order at all: the left element is compared with itself.
func.func @itself(%x: tensor<600xi32>) -> tensor<600xi32> {
  %y = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %one = stablehlo.constant dense<1> : tensor<i32>
    %more = stablehlo.add %a, %one : tensor<i32>
    %before = stablehlo.compare LT, %a, %more, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %before : tensor<i1>
  }) : (tensor<600xi32>) -> tensor<600xi32>
  return %y : tensor<600xi32>
}

// Zeros of both signs and NaNs have their places in the total order.
func.func @special(%x: tensor<512xi32>) -> tensor<512xf32> {
  %bits = stablehlo.constant dense<[0, -2147483648, 2143289344, -4194304, 2139095040, -8388608, 1, -2147483647]> : tensor<8xi32>
  %eight = stablehlo.constant dense<8> : tensor<512xi32>
  %all = stablehlo.remainder %x, %eight : tensor<512xi32>
  %which = stablehlo.abs %all : tensor<512xi32>
  %columns = stablehlo.reshape %which : (tensor<512xi32>) -> tensor<512x1xi32>
  %some = "stablehlo.gather"(%bits, %columns) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<8xi32>, tensor<512x1xi32>) -> tensor<512xi32>
  %floats = stablehlo.bitcast_convert %some : (tensor<512xi32>) -> tensor<512xf32>
  %y = "stablehlo.sort"(%floats) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %before = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %before : tensor<i1>
  }) : (tensor<512xf32>) -> tensor<512xf32>
  return %y : tensor<512xf32>
}

// The place of the largest, of rows that end in the middle of a square, with NaNs among them.
func.func @largest(%x: tensor<83x101xf32>) -> (tensor<83xf32>, tensor<83xi32>) {
  %low = stablehlo.constant dense<-0.98> : tensor<83x101xf32>
  %less = stablehlo.subtract %x, %low : tensor<83x101xf32>
  %some = stablehlo.log %less : tensor<83x101xf32>
  %place = stablehlo.iota dim = 1 : tensor<83x101xi32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %y:2 = stablehlo.reduce(%some init: %least), (%place init: %zero) across dimensions = [1] : (tensor<83x101xf32>, tensor<83x101xi32>, tensor<f32>, tensor<i32>) -> (tensor<83xf32>, tensor<83xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %more = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %left = stablehlo.or %more, %nan : tensor<i1>
    %value = stablehlo.select %left, %a, %b : tensor<i1>, tensor<f32>
    %index = stablehlo.select %left, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %value, %index : tensor<f32>, tensor<i32>
  }
  return %y#0, %y#1 : tensor<83xf32>, tensor<83xi32>
}

// A combiner that neither may be regrouped nor turned round.
func.func @folded(%x: tensor<50x70xi32>) -> tensor<50xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %y = stablehlo.reduce(%x init: %zero) across dimensions = [1] : (tensor<50x70xi32>, tensor<i32>) -> tensor<50xi32>
   reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %thrice = stablehlo.multiply %a, %three : tensor<i32>
    %next = stablehlo.add %thrice, %b : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }
  return %y : tensor<50xi32>
}
