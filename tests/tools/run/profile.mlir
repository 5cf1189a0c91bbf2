// What each kernel did, and when: a table, and trace events.

// REQUIRES: llvm
// RUN: hloom run %s --random-inputs=7 --threads=2 --warmup=2 --repeat=3 --profile --trace=%t.json | hloom check %s
// RUN: hloom check %s --check-prefix=TRACE --input-file=%t.json
// RUN: not hloom run %s --backend=interp --random-inputs=7 --profile 2>&1 | hloom check %s --check-prefix=INTERP
// RUN: not hloom run %s --random-inputs=7 --trace=%t/no/such/folder.json 2>&1 | hloom check %s --check-prefix=FOLDER

// INTERP: error: --profile is for the backend cpu, not interp
// FOLDER: error: can't write `{{.*}}folder.json`: No such file or directory

// The runs before the timed ones are left out, and each kernel ran once in a run.
// CHECK:      3 runs on 2 threads, {{[0-9.]+}} {{us|ms|s}} each; this machine: {{[0-9]+}} GB/s from memory, {{[0-9]+}} from caches, {{[0-9]+}} Gop/s in vectors
// CHECK-NEXT: {{ *time +part +times +bytes +operations +GB/s +Gop/s +of roof +kernel$}}
// CHECK-DAG:  {{[0-9.]+ (us|ms|s) +[0-9.]+ % +1 +[0-9.]+ [kM] +[0-9.]+ M +[0-9.]+ +[0-9.]+ +[0-9]+ %  .*dot_general.*$}}
// CHECK:      outside of kernels

// TRACE-DAG: "args":{"name":"caller"}
// TRACE-DAG: "cat":"kernel",{{.*}}"name":"dot_general{{[^"]*}}","ph":"X","pid":1,"tid":0,"ts":{{[0-9.]+}}
func.func @main(%x: tensor<256x256xf32>, %y: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %product = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %sorted = "stablehlo.sort"(%product) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<256x256xf32>) -> tensor<256x256xf32>
  return %sorted : tensor<256x256xf32>
}
