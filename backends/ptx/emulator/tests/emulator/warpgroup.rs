//! `wgmma`: products of matrices in shared memory, in every layout.

use hloom_ptx_emulator::FaultKind;

use super::common::{fault, kernel, row, to_floats, words};

/// The offset of an element in shared memory, from the start of its matrix.
type Layout = fn(usize, usize) -> usize;

/// A kernel of four warps: fills shared memory from `b`, computes a 64×16 product of depth 16
/// in two halves of columns' fragments, stores `D` row-major to `a`.
fn product(a: &str, b: &str, types: &str, tail: &str, fence: &str, wait: &str) -> String {
    kernel(
        2,
        &format!(
            ".shared .align 1024 .b8 s[16384]; mov.u32 %r1, s; mov.u32 %r2, %t;
             top: shl.b32 %r3, %r2, 4; cvt.u64.u32 %d1, %r3; add.u64 %d1, %d1, %b; add.u32 %r3, %r3, %r1;
             ld.global.v4.u32 {{%r4, %r5, %r6, %r7}}, [%d1]; st.shared.v4.u32 [%r3], {{%r4, %r5, %r6, %r7}};
             add.u32 %r2, %r2, 128; setp.lt.u32 %p1, %r2, 1024; @%p1 bra top;
             {fence} bar.sync 0;
             shr.u32 %r8, %r1, 4; cvt.u64.u32 %d2, %r8; or.b64 %d3, %d2, {a};
             add.u64 %d2, %d2, 512; or.b64 %d4, %d2, {b};
             wgmma.fence.sync.aligned;
             wgmma.mma_async.sync.aligned.m64n16{types} {{%r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17}}, %d3, %d4, 0{tail};
             wgmma.mma_async.sync.aligned.m64n16{types} {{%r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17}}, %d3, %d4, 1{tail};
             wgmma.commit_group.sync.aligned; {wait}
             shr.u32 %r20, %t, 5; shl.b32 %r20, %r20, 4; bfe.u32 %r21, %t, 2, 3; add.u32 %r20, %r20, %r21;
             shl.b32 %r20, %r20, 4; and.b32 %r21, %t, 3; shl.b32 %r21, %r21, 1; add.u32 %r20, %r20, %r21;
             mad.wide.u32 %d5, %r20, 4, %a;
             st.global.v2.u32 [%d5], {{%r10, %r11}}; st.global.v2.u32 [%d5+512], {{%r12, %r13}};
             st.global.v2.u32 [%d5+32], {{%r14, %r15}}; st.global.v2.u32 [%d5+544], {{%r16, %r17}};"
        ),
    )
}

const PROXY: &str = "fence.proxy.async.shared::cta;";
const WAIT: &str = "wgmma.wait_group.sync.aligned 0;";

/// Leading and stride byte offsets and the swizzle, without the start.
fn descriptor(leading: u64, stride: u64, swizzle: u64) -> String {
    format!("{:#x}", leading >> 4 << 16 | stride >> 4 << 32 | swizzle << 62)
}

fn number(row: usize, column: usize) -> i32 {
    (row * 7 + column * 3) as i32 % 13 - 6
}

/// The bytes of shared memory with A at the beginning and B, of 16 columns, behind 8192.
fn memory(a: Layout, b: Layout, depth: usize, bytes: impl Fn(i32) -> Vec<u8>) -> Vec<u8> {
    let mut all = vec![0; 16384];
    let mut put = |at: usize, x: i32| {
        let bytes = bytes(x);
        all[at..at + bytes.len()].copy_from_slice(&bytes);
    };
    for k in 0..depth {
        (0..64).for_each(|i| put(a(i, k), number(i, k)));
        (0..16).for_each(|j| put(8192 + b(j, k), number(j + 5, k)));
    }
    all
}

fn expected(depth: usize) -> Vec<i32> {
    let sum = |i: usize, j: usize| (0..depth).map(|k| 2 * number(i, k) * number(j + 5, k)).sum();
    (0..64).flat_map(|i| (0..16).map(move |j| sum(i, j))).collect()
}

fn brain(x: i32) -> Vec<u8> {
    ((x as f32).to_bits() >> 16).to_le_bytes()[..2].to_vec()
}

/// 16-bit elements, K innermost, rows of so many bytes with pieces spread.
fn rows<const W: usize, const BITS: usize>(i: usize, k: usize) -> usize {
    let at = i * W + k * 2;
    at ^ (at >> 7 & BITS) << 4
}

/// K innermost in core matrices of 8 rows of 16 bytes; two of them side by side.
fn cores(i: usize, k: usize) -> usize {
    i / 8 * 256 + k / 8 * 128 + i % 8 * 16 + k % 8 * 2
}

/// M innermost, rows of 128 bytes, swizzled.
fn transposed(i: usize, k: usize) -> usize {
    let at = i / 64 * 2048 + k * 128 + i % 64 * 2;
    at ^ (at >> 7 & 7) << 4
}

/// N innermost, rows of 32 bytes, swizzled.
fn transposed_narrow(j: usize, k: usize) -> usize {
    let at = k * 32 + j * 2;
    at ^ (at >> 7 & 1) << 4
}

fn floats(text: &str, memory: Vec<u8>) -> Vec<i32> {
    let mut buffers = [vec![0; 4096], memory];
    words(text, row(1, 128), &mut buffers);
    to_floats(&buffers[0]).into_iter().map(|x| x as i32).collect()
}

#[test]
fn layouts_with_the_depth_innermost() {
    let types = "k16.f32.bf16.bf16";
    let all: [(Layout, String); 4] = [
        (cores, descriptor(128, 256, 0)),
        (rows::<128, 7>, descriptor(16, 1024, 1)),
        (rows::<64, 3>, descriptor(16, 512, 2)),
        (rows::<32, 1>, descriptor(16, 256, 3)),
    ];
    for (layout, bits) in &all {
        let text = product(bits, bits, types, ", 1, 1, 0, 0", PROXY, WAIT);
        assert_eq!(floats(&text, memory(*layout, *layout, 16, brain)), expected(16), "{bits}");
    }
    let text = product(&all[1].1, &all[1].1, types, ", 1, -1, 0, 0", PROXY, WAIT);
    let negated: Vec<i32> = expected(16).iter().map(|x| -x).collect();
    assert_eq!(floats(&text, memory(all[1].0, all[1].0, 16, brain)), negated);
}

#[test]
fn layouts_with_rows_and_columns_innermost() {
    let (a, b) = (descriptor(2048, 1024, 1), descriptor(1024, 256, 3));
    let text = product(&a, &b, "k16.f32.bf16.bf16", ", 1, 1, 1, 1", PROXY, WAIT);
    assert_eq!(floats(&text, memory(transposed, transposed_narrow, 16, brain)), expected(16));
}

#[test]
fn bytes() {
    let bits = descriptor(128, 256, 0);
    let layout: Layout = |i, k| i / 8 * 256 + k / 16 * 128 + i % 8 * 16 + k % 16;
    let text = product(&bits, &bits, "k32.s32.s8.s8", "", PROXY, WAIT);
    let mut buffers = [vec![0; 4096], memory(layout, layout, 32, |x| vec![x as u8])];
    let found = words(&text, row(1, 128), &mut buffers);
    assert_eq!(found.iter().map(|w| *w as i32).collect::<Vec<_>>(), expected(32));
}

#[test]
fn tensor_floats() {
    let bits = descriptor(128, 256, 0);
    let layout: Layout = |i, k| i / 8 * 256 + k / 4 * 128 + i % 8 * 16 + k % 4 * 4;
    let text = product(&bits, &bits, "k8.f32.tf32.tf32", ", 1, 1", PROXY, WAIT);
    let found = floats(&text, memory(layout, layout, 8, |x| (x as f32).to_le_bytes().to_vec()));
    assert_eq!(found, expected(8));
}

#[test]
fn what_has_to_be_waited_for() {
    let bits = descriptor(16, 1024, 1);
    let text = |fence: &str, wait: &str| {
        product(&bits, &bits, "k16.f32.bf16.bf16", ", 1, 1, 0, 0", fence, wait)
    };
    let layout: Layout = rows::<128, 7>;
    let memory = || memory(layout, layout, 16, brain);
    let run = |text: &str| fault(text, row(1, 128), &mut [vec![0; 4096], memory()]);
    let found = run(&text("", WAIT));
    assert!(found.to_string().contains("`fence.proxy.async`"), "{found}");
    let early = format!("st.shared.u32 [%r1], 0; {WAIT}");
    let found = run(&text(PROXY, &early));
    assert!(matches!(found.kind, FaultKind::Pending { does: "reads", .. }), "{found}");
    let found = run(&text(PROXY, WAIT).replace("wgmma.fence.sync.aligned;", ""));
    assert!(matches!(found.kind, FaultKind::Invalid(_)), "{found}");
    // A second round that begins anew, with and without a fence.
    let again = "wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 \
        {%r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17}, %d3, %d4, 1, 1, 1, 0, 0; \
        wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;";
    let tripled: Vec<i32> = expected(16).iter().map(|x| x / 2 * 3).collect();
    assert_eq!(floats(&text(PROXY, &format!("{WAIT} {again}")), memory()), tripled);
    let changed = format!("{WAIT} mov.b32 %r12, 0x40000000;");
    let found = run(&text(PROXY, &format!("{changed} {again}")));
    assert!(found.to_string().contains("`wgmma.fence`"), "{found}");
    floats(&text(PROXY, &format!("{changed} wgmma.fence.sync.aligned; {again}")), memory());
    // Registers read before the wait don't hold the result.
    for wait in ["", "wgmma.wait_group.sync.aligned 1;"] {
        assert_ne!(floats(&text(PROXY, wait), memory()), expected(16));
    }
}

#[test]
fn fragments_in_registers() {
    // A is all ones, B as ever; every row is the sums of B's columns, twice.
    let bits = descriptor(16, 1024, 1);
    let text = product(&bits, &bits, "k16.f32.bf16.bf16", ", 1, 1, 0", PROXY, WAIT)
        .replace("%d3, %d4,", "{%r30, %r30, %r30, %r30}, %d4,")
        .replace("wgmma.fence", "mov.b32 %r30, 0x3F803F80; wgmma.fence");
    let layout: Layout = rows::<128, 7>;
    let column = |j: usize| (0..16).map(|k| 2 * number(j + 5, k)).sum::<i32>();
    let expected: Vec<i32> = (0..64).flat_map(|_| (0..16).map(column)).collect();
    assert_eq!(floats(&text, memory(layout, layout, 16, brain)), expected);
}
