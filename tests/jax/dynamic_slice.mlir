// RUN: hloom run %s --split-input-file --backend=interp
// Written by make.py (indexing.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0], [10.0, 11.0, 12.0, 13.0, 14.0], [15.0, 16.0, 17.0, 18.0, 19.0]]> : tensor<4x5xf32>
  %1 = stablehlo.constant dense<1> : tensor<i32>
  %2 = stablehlo.constant dense<2> : tensor<i32>
  %got = call @inside(%0, %1, %2) : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %want = stablehlo.constant dense<[[7.0, 8.0, 9.0], [12.0, 13.0, 14.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}
func.func private @inside(%arg0: tensor<4x5xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> (tensor<2x3xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.compare LT, %arg1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<4> : tensor<i32>
  %1 = stablehlo.add %arg1, %c_0 : tensor<i32>
  %2 = stablehlo.select %0, %1, %arg1 : tensor<i1>, tensor<i32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.compare LT, %arg2, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_2 = stablehlo.constant dense<5> : tensor<i32>
  %4 = stablehlo.add %arg2, %c_2 : tensor<i32>
  %5 = stablehlo.select %3, %4, %arg2 : tensor<i1>, tensor<i32>
  %6 = stablehlo.dynamic_slice %arg0, %2, %5, sizes = [2, 3] : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return %6 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0], [10.0, 11.0, 12.0, 13.0, 14.0], [15.0, 16.0, 17.0, 18.0, 19.0]]> : tensor<4x5xf32>
  %1 = stablehlo.constant dense<[[-1.0, -2.0, -3.0], [-4.0, -5.0, -6.0]]> : tensor<2x3xf32>
  %2 = stablehlo.constant dense<1> : tensor<i32>
  %3 = stablehlo.constant dense<2> : tensor<i32>
  %got = call @update_inside(%0, %1, %2, %3) : (tensor<4x5xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>
  %want = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, -1.0, -2.0, -3.0], [10.0, 11.0, -4.0, -5.0, -6.0], [15.0, 16.0, 17.0, 18.0, 19.0]]> : tensor<4x5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x5xf32>, tensor<4x5xf32>) -> ()
  return
}
func.func private @update_inside(%arg0: tensor<4x5xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> (tensor<4x5xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.compare LT, %arg2, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<4> : tensor<i32>
  %1 = stablehlo.add %arg2, %c_0 : tensor<i32>
  %2 = stablehlo.select %0, %1, %arg2 : tensor<i1>, tensor<i32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.compare LT, %arg3, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_2 = stablehlo.constant dense<5> : tensor<i32>
  %4 = stablehlo.add %arg3, %c_2 : tensor<i32>
  %5 = stablehlo.select %3, %4, %arg3 : tensor<i1>, tensor<i32>
  %6 = stablehlo.dynamic_update_slice %arg0, %arg1, %2, %5 : (tensor<4x5xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>
  return %6 : tensor<4x5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0], [10.0, 11.0, 12.0, 13.0, 14.0], [15.0, 16.0, 17.0, 18.0, 19.0]]> : tensor<4x5xf32>
  %1 = stablehlo.constant dense<3> : tensor<i32>
  %2 = stablehlo.constant dense<9> : tensor<i32>
  %got = call @clamped_high(%0, %1, %2) : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %want = stablehlo.constant dense<[[12.0, 13.0, 14.0], [17.0, 18.0, 19.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}
func.func private @clamped_high(%arg0: tensor<4x5xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> (tensor<2x3xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.compare LT, %arg1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<4> : tensor<i32>
  %1 = stablehlo.add %arg1, %c_0 : tensor<i32>
  %2 = stablehlo.select %0, %1, %arg1 : tensor<i1>, tensor<i32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.compare LT, %arg2, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_2 = stablehlo.constant dense<5> : tensor<i32>
  %4 = stablehlo.add %arg2, %c_2 : tensor<i32>
  %5 = stablehlo.select %3, %4, %arg2 : tensor<i1>, tensor<i32>
  %6 = stablehlo.dynamic_slice %arg0, %2, %5, sizes = [2, 3] : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return %6 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0], [10.0, 11.0, 12.0, 13.0, 14.0], [15.0, 16.0, 17.0, 18.0, 19.0]]> : tensor<4x5xf32>
  %1 = stablehlo.constant dense<[[-1.0, -2.0, -3.0], [-4.0, -5.0, -6.0]]> : tensor<2x3xf32>
  %2 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.constant dense<9> : tensor<i32>
  %got = call @update_clamped_high(%0, %1, %2, %3) : (tensor<4x5xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>
  %want = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0], [10.0, 11.0, -1.0, -2.0, -3.0], [15.0, 16.0, -4.0, -5.0, -6.0]]> : tensor<4x5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x5xf32>, tensor<4x5xf32>) -> ()
  return
}
func.func private @update_clamped_high(%arg0: tensor<4x5xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> (tensor<4x5xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.compare LT, %arg2, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<4> : tensor<i32>
  %1 = stablehlo.add %arg2, %c_0 : tensor<i32>
  %2 = stablehlo.select %0, %1, %arg2 : tensor<i1>, tensor<i32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.compare LT, %arg3, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_2 = stablehlo.constant dense<5> : tensor<i32>
  %4 = stablehlo.add %arg3, %c_2 : tensor<i32>
  %5 = stablehlo.select %3, %4, %arg3 : tensor<i1>, tensor<i32>
  %6 = stablehlo.dynamic_update_slice %arg0, %arg1, %2, %5 : (tensor<4x5xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>
  return %6 : tensor<4x5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0], [10.0, 11.0, 12.0, 13.0, 14.0], [15.0, 16.0, 17.0, 18.0, 19.0]]> : tensor<4x5xf32>
  %1 = stablehlo.constant dense<-2> : tensor<i32>
  %2 = stablehlo.constant dense<-7> : tensor<i32>
  %got = call @clamped_low(%0, %1, %2) : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %want = stablehlo.constant dense<[[10.0, 11.0, 12.0], [15.0, 16.0, 17.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}
func.func private @clamped_low(%arg0: tensor<4x5xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> (tensor<2x3xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.compare LT, %arg1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<4> : tensor<i32>
  %1 = stablehlo.add %arg1, %c_0 : tensor<i32>
  %2 = stablehlo.select %0, %1, %arg1 : tensor<i1>, tensor<i32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.compare LT, %arg2, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_2 = stablehlo.constant dense<5> : tensor<i32>
  %4 = stablehlo.add %arg2, %c_2 : tensor<i32>
  %5 = stablehlo.select %3, %4, %arg2 : tensor<i1>, tensor<i32>
  %6 = stablehlo.dynamic_slice %arg0, %2, %5, sizes = [2, 3] : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return %6 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0], [10.0, 11.0, 12.0, 13.0, 14.0], [15.0, 16.0, 17.0, 18.0, 19.0]]> : tensor<4x5xf32>
  %1 = stablehlo.constant dense<[[-1.0, -2.0, -3.0], [-4.0, -5.0, -6.0]]> : tensor<2x3xf32>
  %2 = stablehlo.constant dense<-2> : tensor<i32>
  %3 = stablehlo.constant dense<-7> : tensor<i32>
  %got = call @update_clamped_low(%0, %1, %2, %3) : (tensor<4x5xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>
  %want = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0], [-1.0, -2.0, -3.0, 13.0, 14.0], [-4.0, -5.0, -6.0, 18.0, 19.0]]> : tensor<4x5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x5xf32>, tensor<4x5xf32>) -> ()
  return
}
func.func private @update_clamped_low(%arg0: tensor<4x5xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> (tensor<4x5xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.compare LT, %arg2, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<4> : tensor<i32>
  %1 = stablehlo.add %arg2, %c_0 : tensor<i32>
  %2 = stablehlo.select %0, %1, %arg2 : tensor<i1>, tensor<i32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.compare LT, %arg3, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_2 = stablehlo.constant dense<5> : tensor<i32>
  %4 = stablehlo.add %arg3, %c_2 : tensor<i32>
  %5 = stablehlo.select %3, %4, %arg3 : tensor<i1>, tensor<i32>
  %6 = stablehlo.dynamic_update_slice %arg0, %arg1, %2, %5 : (tensor<4x5xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>
  return %6 : tensor<4x5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui8>
  %1 = stablehlo.constant dense<3> : tensor<i64>
  %got = call @whole(%0, %1) : (tensor<4xui8>, tensor<i64>) -> tensor<4xui8>
  %want = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()
  return
}
func.func private @whole(%arg0: tensor<4xui8>, %arg1: tensor<i64>) -> (tensor<4xui8> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i64>
  %0 = stablehlo.compare LT, %arg1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<4> : tensor<i64>
  %1 = stablehlo.add %arg1, %c_0 : tensor<i64>
  %2 = stablehlo.select %0, %1, %arg1 : tensor<i1>, tensor<i64>
  %3 = stablehlo.dynamic_slice %arg0, %2, sizes = [4] : (tensor<4xui8>, tensor<i64>) -> tensor<4xui8>
  return %3 : tensor<4xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xbf16>
  %1 = stablehlo.constant dense<3> : tensor<i64>
  %got = call @nothing(%0, %1) : (tensor<4xbf16>, tensor<i64>) -> tensor<0xbf16>
  %want = stablehlo.constant dense<> : tensor<0xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<0xbf16>, tensor<0xbf16>) -> ()
  return
}
func.func private @nothing(%arg0: tensor<4xbf16>, %arg1: tensor<i64>) -> (tensor<0xbf16> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i64>
  %0 = stablehlo.compare LT, %arg1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<4> : tensor<i64>
  %1 = stablehlo.add %arg1, %c_0 : tensor<i64>
  %2 = stablehlo.select %0, %1, %arg1 : tensor<i1>, tensor<i64>
  %3 = stablehlo.dynamic_slice %arg0, %2, sizes = [0] : (tensor<4xbf16>, tensor<i64>) -> tensor<0xbf16>
  return %3 : tensor<0xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf32>
  %1 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %got = call @start_beyond_i64(%0, %1) : (tensor<5xf32>, tensor<ui64>) -> tensor<2xf32>
  %want = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
func.func private @start_beyond_i64(%arg0: tensor<5xf32>, %arg1: tensor<ui64>) -> (tensor<2xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [2] : (tensor<5xf32>, tensor<ui64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0, 33.0, 34.0, 35.0, 36.0, 37.0, 38.0, 39.0, 40.0, 41.0, 42.0, 43.0, 44.0, 45.0, 46.0, 47.0, 48.0, 49.0, 50.0, 51.0, 52.0, 53.0, 54.0, 55.0, 56.0, 57.0, 58.0, 59.0, 60.0, 61.0, 62.0, 63.0, 64.0, 65.0, 66.0, 67.0, 68.0, 69.0, 70.0, 71.0, 72.0, 73.0, 74.0, 75.0, 76.0, 77.0, 78.0, 79.0, 80.0, 81.0, 82.0, 83.0, 84.0, 85.0, 86.0, 87.0, 88.0, 89.0, 90.0, 91.0, 92.0, 93.0, 94.0, 95.0, 96.0, 97.0, 98.0, 99.0, 100.0, 101.0, 102.0, 103.0, 104.0, 105.0, 106.0, 107.0, 108.0, 109.0, 110.0, 111.0, 112.0, 113.0, 114.0, 115.0, 116.0, 117.0, 118.0, 119.0, 120.0, 121.0, 122.0, 123.0, 124.0, 125.0, 126.0, 127.0, 128.0, 129.0, 130.0, 131.0, 132.0, 133.0, 134.0, 135.0, 136.0, 137.0, 138.0, 139.0, 140.0, 141.0, 142.0, 143.0, 144.0, 145.0, 146.0, 147.0, 148.0, 149.0, 150.0, 151.0, 152.0, 153.0, 154.0, 155.0, 156.0, 157.0, 158.0, 159.0, 160.0, 161.0, 162.0, 163.0, 164.0, 165.0, 166.0, 167.0, 168.0, 169.0, 170.0, 171.0, 172.0, 173.0, 174.0, 175.0, 176.0, 177.0, 178.0, 179.0, 180.0, 181.0, 182.0, 183.0, 184.0, 185.0, 186.0, 187.0, 188.0, 189.0, 190.0, 191.0, 192.0, 193.0, 194.0, 195.0, 196.0, 197.0, 198.0, 199.0, 200.0, 201.0, 202.0, 203.0, 204.0, 205.0, 206.0, 207.0, 208.0, 209.0, 210.0, 211.0, 212.0, 213.0, 214.0, 215.0, 216.0, 217.0, 218.0, 219.0, 220.0, 221.0, 222.0, 223.0, 224.0, 225.0, 226.0, 227.0, 228.0, 229.0, 230.0, 231.0, 232.0, 233.0, 234.0, 235.0, 236.0, 237.0, 238.0, 239.0, 240.0, 241.0, 242.0, 243.0, 244.0, 245.0, 246.0, 247.0, 248.0, 249.0, 250.0, 251.0, 252.0, 253.0, 254.0, 255.0, 256.0, 257.0, 258.0, 259.0, 260.0, 261.0, 262.0, 263.0, 264.0, 265.0, 266.0, 267.0, 268.0, 269.0, 270.0, 271.0, 272.0, 273.0, 274.0, 275.0, 276.0, 277.0, 278.0, 279.0, 280.0, 281.0, 282.0, 283.0, 284.0, 285.0, 286.0, 287.0, 288.0, 289.0, 290.0, 291.0, 292.0, 293.0, 294.0, 295.0, 296.0, 297.0, 298.0, 299.0]> : tensor<300xf32>
  %1 = stablehlo.constant dense<-3> : tensor<i8>
  %got = call @start_i8(%0, %1) : (tensor<300xf32>, tensor<i8>) -> tensor<2xf32>
  %want = stablehlo.constant dense<[41.0, 42.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
func.func private @start_i8(%arg0: tensor<300xf32>, %arg1: tensor<i8>) -> (tensor<2xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i8>
  %0 = stablehlo.compare LT, %arg1, %c, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<44> : tensor<i8>
  %1 = stablehlo.add %arg1, %c_0 : tensor<i8>
  %2 = stablehlo.select %0, %1, %arg1 : tensor<i1>, tensor<i8>
  %3 = stablehlo.dynamic_slice %arg0, %2, sizes = [2] : (tensor<300xf32>, tensor<i8>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0, 33.0, 34.0, 35.0, 36.0, 37.0, 38.0, 39.0, 40.0, 41.0, 42.0, 43.0, 44.0, 45.0, 46.0, 47.0, 48.0, 49.0, 50.0, 51.0, 52.0, 53.0, 54.0, 55.0, 56.0, 57.0, 58.0, 59.0, 60.0, 61.0, 62.0, 63.0, 64.0, 65.0, 66.0, 67.0, 68.0, 69.0, 70.0, 71.0, 72.0, 73.0, 74.0, 75.0, 76.0, 77.0, 78.0, 79.0, 80.0, 81.0, 82.0, 83.0, 84.0, 85.0, 86.0, 87.0, 88.0, 89.0, 90.0, 91.0, 92.0, 93.0, 94.0, 95.0, 96.0, 97.0, 98.0, 99.0, 100.0, 101.0, 102.0, 103.0, 104.0, 105.0, 106.0, 107.0, 108.0, 109.0, 110.0, 111.0, 112.0, 113.0, 114.0, 115.0, 116.0, 117.0, 118.0, 119.0, 120.0, 121.0, 122.0, 123.0, 124.0, 125.0, 126.0, 127.0, 128.0, 129.0, 130.0, 131.0, 132.0, 133.0, 134.0, 135.0, 136.0, 137.0, 138.0, 139.0, 140.0, 141.0, 142.0, 143.0, 144.0, 145.0, 146.0, 147.0, 148.0, 149.0, 150.0, 151.0, 152.0, 153.0, 154.0, 155.0, 156.0, 157.0, 158.0, 159.0, 160.0, 161.0, 162.0, 163.0, 164.0, 165.0, 166.0, 167.0, 168.0, 169.0, 170.0, 171.0, 172.0, 173.0, 174.0, 175.0, 176.0, 177.0, 178.0, 179.0, 180.0, 181.0, 182.0, 183.0, 184.0, 185.0, 186.0, 187.0, 188.0, 189.0, 190.0, 191.0, 192.0, 193.0, 194.0, 195.0, 196.0, 197.0, 198.0, 199.0, 200.0, 201.0, 202.0, 203.0, 204.0, 205.0, 206.0, 207.0, 208.0, 209.0, 210.0, 211.0, 212.0, 213.0, 214.0, 215.0, 216.0, 217.0, 218.0, 219.0, 220.0, 221.0, 222.0, 223.0, 224.0, 225.0, 226.0, 227.0, 228.0, 229.0, 230.0, 231.0, 232.0, 233.0, 234.0, 235.0, 236.0, 237.0, 238.0, 239.0, 240.0, 241.0, 242.0, 243.0, 244.0, 245.0, 246.0, 247.0, 248.0, 249.0, 250.0, 251.0, 252.0, 253.0, 254.0, 255.0, 256.0, 257.0, 258.0, 259.0, 260.0, 261.0, 262.0, 263.0, 264.0, 265.0, 266.0, 267.0, 268.0, 269.0, 270.0, 271.0, 272.0, 273.0, 274.0, 275.0, 276.0, 277.0, 278.0, 279.0, 280.0, 281.0, 282.0, 283.0, 284.0, 285.0, 286.0, 287.0, 288.0, 289.0, 290.0, 291.0, 292.0, 293.0, 294.0, 295.0, 296.0, 297.0, 298.0, 299.0]> : tensor<300xf32>
  %1 = stablehlo.constant dense<250> : tensor<ui8>
  %got = call @start_u8(%0, %1) : (tensor<300xf32>, tensor<ui8>) -> tensor<2xf32>
  %want = stablehlo.constant dense<[250.0, 251.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
func.func private @start_u8(%arg0: tensor<300xf32>, %arg1: tensor<ui8>) -> (tensor<2xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [2] : (tensor<300xf32>, tensor<ui8>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  %1 = stablehlo.constant dense<> : tensor<0xf32>
  %2 = stablehlo.constant dense<2> : tensor<i32>
  %got = call @update_nothing(%0, %1, %2) : (tensor<3xf32>, tensor<0xf32>, tensor<i32>) -> tensor<3xf32>
  %want = stablehlo.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @update_nothing(%arg0: tensor<3xf32>, %arg1: tensor<0xf32>, %arg2: tensor<i32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.compare LT, %arg2, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %1 = stablehlo.add %arg2, %c_0 : tensor<i32>
  %2 = stablehlo.select %0, %1, %arg2 : tensor<i1>, tensor<i32>
  %3 = stablehlo.dynamic_update_slice %arg0, %arg1, %2 : (tensor<3xf32>, tensor<0xf32>, tensor<i32>) -> tensor<3xf32>
  return %3 : tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  %1 = stablehlo.constant dense<[-0.0, -1.0, -2.0]> : tensor<3xf32>
  %2 = stablehlo.constant dense<2> : tensor<i32>
  %got = call @update_whole(%0, %1, %2) : (tensor<3xf32>, tensor<3xf32>, tensor<i32>) -> tensor<3xf32>
  %want = stablehlo.constant dense<[-0.0, -1.0, -2.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @update_whole(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<i32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.compare LT, %arg2, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %1 = stablehlo.add %arg2, %c_0 : tensor<i32>
  %2 = stablehlo.select %0, %1, %arg2 : tensor<i1>, tensor<i32>
  %3 = stablehlo.dynamic_update_slice %arg0, %arg1, %2 : (tensor<3xf32>, tensor<3xf32>, tensor<i32>) -> tensor<3xf32>
  return %3 : tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %1 = stablehlo.constant dense<true> : tensor<1xi1>
  %2 = stablehlo.constant dense<1> : tensor<i32>
  %got = call @update_i1(%0, %1, %2) : (tensor<3xi1>, tensor<1xi1>, tensor<i32>) -> tensor<3xi1>
  %want = stablehlo.constant dense<true> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}
func.func private @update_i1(%arg0: tensor<3xi1>, %arg1: tensor<1xi1>, %arg2: tensor<i32>) -> (tensor<3xi1> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.compare LT, %arg2, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %1 = stablehlo.add %arg2, %c_0 : tensor<i32>
  %2 = stablehlo.select %0, %1, %arg2 : tensor<i1>, tensor<i32>
  %3 = stablehlo.dynamic_update_slice %arg0, %arg1, %2 : (tensor<3xi1>, tensor<1xi1>, tensor<i32>) -> tensor<3xi1>
  return %3 : tensor<3xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(0.0, 1.0), (2.0, 0.0), (3.0, 0.0)]> : tensor<3xcomplex<f32>>
  %1 = stablehlo.constant dense<(4.0, 5.0)> : tensor<1xcomplex<f32>>
  %2 = stablehlo.constant dense<1> : tensor<i32>
  %got = call @update_complex64(%0, %1, %2) : (tensor<3xcomplex<f32>>, tensor<1xcomplex<f32>>, tensor<i32>) -> tensor<3xcomplex<f32>>
  %want = stablehlo.constant dense<[(0.0, 1.0), (4.0, 5.0), (3.0, 0.0)]> : tensor<3xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> ()
  return
}
func.func private @update_complex64(%arg0: tensor<3xcomplex<f32>>, %arg1: tensor<1xcomplex<f32>>, %arg2: tensor<i32>) -> (tensor<3xcomplex<f32>> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.compare LT, %arg2, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %1 = stablehlo.add %arg2, %c_0 : tensor<i32>
  %2 = stablehlo.select %0, %1, %arg2 : tensor<i1>, tensor<i32>
  %3 = stablehlo.dynamic_update_slice %arg0, %arg1, %2 : (tensor<3xcomplex<f32>>, tensor<1xcomplex<f32>>, tensor<i32>) -> tensor<3xcomplex<f32>>
  return %3 : tensor<3xcomplex<f32>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  %got = call @in_a_loop(%0) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %want = stablehlo.constant dense<[[0.0, 4.0, 8.0], [12.0, 16.0, 20.0], [6.0, 8.0, 10.0], [0.0, 2.0, 4.0]]> : tensor<4x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x3xf32>, tensor<4x3xf32>) -> ()
  return
}
func.func private @in_a_loop(%arg0: tensor<4x3xf32>) -> (tensor<4x3xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %0:3 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %c, %iterArg_2 = %arg0) : tensor<i64>, tensor<i64>, tensor<4x3xf32>
  cond {
    %c_3 = stablehlo.constant dense<4> : tensor<i64>
    %1 = stablehlo.compare LT, %iterArg, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1:2 = func.call @closed_call(%iterArg_1, %iterArg_2) : (tensor<i64>, tensor<4x3xf32>) -> (tensor<i64>, tensor<4x3xf32>)
    %c_3 = stablehlo.constant dense<1> : tensor<i64>
    %2 = stablehlo.add %iterArg, %c_3 : tensor<i64>
    stablehlo.return %2, %1#0, %1#1 : tensor<i64>, tensor<i64>, tensor<4x3xf32>
  }
  return %0#2 : tensor<4x3xf32>
}
func.func private @closed_call(%arg0: tensor<i64>, %arg1: tensor<4x3xf32>) -> (tensor<i64>, tensor<4x3xf32>) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.add %arg0, %c : tensor<i64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %1 = stablehlo.compare LT, %arg0, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %2 = stablehlo.convert %arg0 : tensor<i64>
  %c_1 = stablehlo.constant dense<4> : tensor<i64>
  %3 = stablehlo.add %2, %c_1 : tensor<i64>
  %4 = stablehlo.select %1, %3, %arg0 : tensor<i1>, tensor<i64>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %5 = stablehlo.dynamic_slice %arg1, %4, %c_2, sizes = [1, 3] : (tensor<4x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x3xf32>
  %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x3xf32>
  %7 = stablehlo.multiply %5, %6 : tensor<1x3xf32>
  %c_3 = stablehlo.constant dense<3> : tensor<i64>
  %8 = stablehlo.subtract %c_3, %arg0 : tensor<i64>
  %c_4 = stablehlo.constant dense<0> : tensor<i64>
  %9 = stablehlo.compare LT, %8, %c_4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %10 = stablehlo.convert %8 : tensor<i64>
  %c_5 = stablehlo.constant dense<4> : tensor<i64>
  %11 = stablehlo.add %10, %c_5 : tensor<i64>
  %12 = stablehlo.select %9, %11, %8 : tensor<i1>, tensor<i64>
  %c_6 = stablehlo.constant dense<0> : tensor<i64>
  %13 = stablehlo.dynamic_update_slice %arg1, %7, %12, %c_6 : (tensor<4x3xf32>, tensor<1x3xf32>, tensor<i64>, tensor<i64>) -> tensor<4x3xf32>
  return %0, %13 : tensor<i64>, tensor<4x3xf32>
}
