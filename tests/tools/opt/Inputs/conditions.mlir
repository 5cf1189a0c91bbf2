func.func @main(%x: i32) -> i32 {
%r0 = scf.while (%a0 = %x) : (i32) -> i32 {
%r1 = scf.while (%a1 = %a0) : (i32) -> i32 {
%r2 = scf.while (%a2 = %a1) : (i32) -> i32 {
%r3 = scf.while (%a3 = %a2) : (i32) -> i32 {
%r4 = scf.while (%a4 = %a3) : (i32) -> i32 {
%r5 = scf.while (%a5 = %a4) : (i32) -> i32 {
%r6 = scf.while (%a6 = %a5) : (i32) -> i32 {
%r7 = scf.while (%a7 = %a6) : (i32) -> i32 {
%s8 = arith.addi %a7, %a7 : i32
%p7 = arith.cmpi slt, %s8, %a7 : i32
scf.condition(%p7) %s8 : i32
} do {
^bb0(%b7: i32):
scf.yield %b7 : i32
}
%p6 = arith.cmpi slt, %r7, %a6 : i32
scf.condition(%p6) %r7 : i32
} do {
^bb0(%b6: i32):
scf.yield %b6 : i32
}
%p5 = arith.cmpi slt, %r6, %a5 : i32
scf.condition(%p5) %r6 : i32
} do {
^bb0(%b5: i32):
scf.yield %b5 : i32
}
%p4 = arith.cmpi slt, %r5, %a4 : i32
scf.condition(%p4) %r5 : i32
} do {
^bb0(%b4: i32):
scf.yield %b4 : i32
}
%p3 = arith.cmpi slt, %r4, %a3 : i32
scf.condition(%p3) %r4 : i32
} do {
^bb0(%b3: i32):
scf.yield %b3 : i32
}
%p2 = arith.cmpi slt, %r3, %a2 : i32
scf.condition(%p2) %r3 : i32
} do {
^bb0(%b2: i32):
scf.yield %b2 : i32
}
%p1 = arith.cmpi slt, %r2, %a1 : i32
scf.condition(%p1) %r2 : i32
} do {
^bb0(%b1: i32):
scf.yield %b1 : i32
}
%p0 = arith.cmpi slt, %r1, %a0 : i32
scf.condition(%p0) %r1 : i32
} do {
^bb0(%b0: i32):
scf.yield %b0 : i32
}
return %r0 : i32
}
