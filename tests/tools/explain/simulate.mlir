// A step on all ranks of a mesh: times, links, memory and bubbles.

// RUN: hloom explain splits %s --mesh 2x4 --link 50GBps,2us | hloom check %s
// RUN: hloom explain splits %s --mesh 2x4 --link 50GBps,2us,torus --link 10GBps,1us --rank-memory 1MB --html %t.html | hloom check %s --check-prefix=AXES
// RUN: hloom check %s --check-prefix=PAGE --input-file %t.html
// RUN: hloom explain splits %s --mesh 64x128 --link 50GBps,2us,torus | hloom check %s --check-prefix=MANY
// RUN: hloom explain splits %s --mesh 2x4 --machine sm_90 --link 400GBps,1us | hloom check %s --check-prefix=GPU
// RUN: not hloom explain splits %s --mesh 2x4 --link 1GBps,2us --link 1GBps,2us --link 1GBps,2us 2>&1 | hloom check %s --check-prefix=LINKS
// RUN: not hloom explain splits %s --mesh 2x4 --link 1GBps,2us,bus 2>&1 | hloom check %s --check-prefix=BUS
// RUN: not hloom explain splits %s --mesh 2x4 --html %t.html 2>&1 | hloom check %s --check-prefix=HTML

// The all_reduce of 1024 x 1024 floats of a half of the batch: 2 * 2 rounds of 2 µs, 6 MiB sent at
// 50 GB/s, and 3 MiB combined at 10 GB/s.
// CHECK:      @main: 8 devices; each receives 3145728 bytes for 1 ops, 64.91 µs
// CHECK:        a step on 8 ranks: {{.*}}, bubbles 0.0 %, all ranks alike
// CHECK-NEXT:   phase                    times  of a rank   share  waits  critical path
// CHECK-NEXT:   dot_general                  2   {{.*}} ms
// CHECK-NEXT:   tanh                         1
// CHECK-NEXT:   all_reduce over "model"      1  {{.*}}  Rabenseifner
// CHECK-NEXT:   "data" (2 ranks, switch): no traffic
// CHECK-NEXT:   "model" (4 ranks, switch): 3.15 MB sent by a rank, 25.17 MB in all; a link carries 3.15 MB up and 3.15 MB down, in use
// CHECK-NEXT:   memory of a rank: {{.*}} MB at most, {{.*}} MB of it arguments, most at

// AXES: "data" (2 ranks, torus): no traffic
// AXES: "model" (4 ranks, switch)
// AXES: warning: a rank has 1.00 MB of memory, which is {{.*}} MB too little
// PAGE: <h2>@main on 8 ranks</h2>
// PAGE: rank 0 + 7
// PAGE: <code>%h</code> tensor&lt;1024x4096xf32&gt;<br/>[{&quot;data&quot;}, {&quot;model&quot;}]<br/>8 blocks on one rank each
// MANY: a step on 8192 ranks: {{.*}}, all ranks alike
// MANY: "model" (128 ranks, torus)
// GPU: a step on 8 ranks: {{.*}} µs
// LINKS: error: --link gives 3 links, but the mesh has 2 axes; give one for all or one for each
// BUS: `bus` of the link `1GBps,2us,bus` is none of switch, torus and memory
// HTML: error: --html is about a simulated step: give --link, or --measure

sdy.mesh @mesh = <["data"=2, "model"=2]>
func.func @main(%x: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %w: tensor<1024x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %v: tensor<4096x1024xf32>) -> (tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x4096xf32>) -> tensor<1024x4096xf32>
  %a = stablehlo.tanh %h : tensor<1024x4096xf32>
  %y = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (tensor<1024x4096xf32>, tensor<4096x1024xf32>) -> tensor<1024x1024xf32>
  return %y : tensor<1024x1024xf32>
}
