//! Matrix instructions, with fragments loaded by `ldmatrix`.

use super::common::{from_words, kernel, row, to_floats, words};

/// A kernel that loads `A` (16 rows of 32 bytes) and `B` (8 columns of 32 bytes, each
/// contiguous) into shared memory and fragments, multiplies with `mma`, and stores what
/// `registers` of `D` hold to row-major `D` of 32-bit elements.
fn multiply(instruction: &str) -> String {
    kernel(
        3,
        &format!(
            ".shared .align 16 .b8 s[768];
             mov.u32 %r1, s; mad.lo.u32 %r2, %t, 16, %r1; mad.wide.u32 %d1, %t, 16, %b;
             ld.global.v4.u32 {{%r3, %r4, %r5, %r6}}, [%d1]; st.shared.v4.u32 [%r2], {{%r3, %r4, %r5, %r6}};
             setp.ge.u32 %p1, %t, 16; mad.wide.u32 %d2, %t, 16, %c0;
             @!%p1 ld.global.v4.u32 {{%r3, %r4, %r5, %r6}}, [%d2]; @!%p1 st.shared.v4.u32 [%r2+512], {{%r3, %r4, %r5, %r6}};
             bar.sync 0;
             and.b32 %r7, %t, 15; shr.u32 %r8, %t, 4; shl.b32 %r7, %r7, 5; shl.b32 %r8, %r8, 4;
             add.u32 %r7, %r7, %r8; add.u32 %r7, %r7, %r1;
             ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{%r10, %r11, %r12, %r13}}, [%r7];
             and.b32 %r7, %t, 7; bfe.u32 %r8, %t, 3, 1; shl.b32 %r7, %r7, 5; shl.b32 %r8, %r8, 4;
             add.u32 %r7, %r7, %r8; add.u32 %r7, %r7, %r1;
             ldmatrix.sync.aligned.m8n8.x2.shared.b16 {{%r14, %r15}}, [%r7+512];
             mov.u32 %r20, 0; mov.u32 %r21, 0; mov.u32 %r22, 0; mov.u32 %r23, 0;
             {instruction}
             shr.u32 %r7, %t, 2; shl.b32 %r7, %r7, 3; and.b32 %r8, %t, 3; shl.b32 %r8, %r8, 1;
             add.u32 %r7, %r7, %r8; mad.wide.u32 %d3, %r7, 4, %a;
             st.global.v2.u32 [%d3], {{%r20, %r21}}; st.global.v2.u32 [%d3+256], {{%r22, %r23}};"
        )
        .replace("%c0", "%cc"),
    )
    .replace(".reg .b64 %c;", ".reg .b64 %cc;")
    .replace("ld.param.u64 %c,", "ld.param.u64 %cc,")
}

const OPERANDS: &str =
    "{%r20, %r21, %r22, %r23}, {%r10, %r11, %r12, %r13}, {%r14, %r15}, {%r20, %r21, %r22, %r23};";

/// Numbers that are exact in every format: small, different, of both signs.
fn number(row: usize, column: usize) -> i32 {
    (row * 7 + column * 3) as i32 % 13 - 6
}

/// The product of 16×k and k×8, in whole numbers.
fn expected(k: usize) -> Vec<i32> {
    let sum = |i: usize, j: usize| (0..k).map(|l| number(i, l) * number(j + 5, l)).sum();
    (0..16).flat_map(|i| (0..8).map(move |j| sum(i, j))).collect()
}

/// Runs a multiplication of elements that `bytes` encodes.
fn product(instruction: &str, k: usize, bytes: impl Fn(i32) -> Vec<u8>) -> Vec<u32> {
    let matrix = |rows: usize, first: usize| -> Vec<u8> {
        (0..rows).flat_map(|i| (0..k).map(move |l| number(i + first, l))).flat_map(&bytes).collect()
    };
    let mut buffers = [vec![0; 512], matrix(16, 0), matrix(8, 5)];
    words(&multiply(&format!("{instruction} {OPERANDS}")), row(1, 32), &mut buffers)
}

fn floats(words: &[u32]) -> Vec<i32> {
    words.iter().map(|w| f32::from_bits(*w) as i32).collect()
}

#[test]
fn half_precision() {
    let half = |x: i32| {
        let bits = (x as f32).to_bits();
        let exponent = (bits >> 23 & 0xFF) as i32 - 127 + 15;
        let magnitude = if x == 0 { 0 } else { exponent << 10 | (bits >> 13 & 0x3FF) as i32 };
        (((bits >> 31) as u16) << 15 | magnitude as u16).to_le_bytes().to_vec()
    };
    let found = product("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", 16, half);
    assert_eq!(floats(&found), expected(16));
}

#[test]
fn brain_floats() {
    let bytes = |x: i32| ((x as f32).to_bits() >> 16).to_le_bytes()[..2].to_vec();
    let found = product("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", 16, bytes);
    assert_eq!(floats(&found), expected(16));
}

#[test]
fn tensor_floats() {
    let bytes = |x: i32| (x as f32).to_le_bytes().to_vec();
    let found = product("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", 8, bytes);
    assert_eq!(floats(&found), expected(8));
}

#[test]
fn bytes() {
    let found = product("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", 32, |x| vec![x as u8]);
    assert_eq!(found.iter().map(|w| *w as i32).collect::<Vec<_>>(), expected(32));
}

#[test]
fn floats_of_eight_bits() {
    // 4 bits of exponent with bias 7, 3 of fraction.
    let bytes = |x: i32| {
        let bits = (x as f32).to_bits();
        let exponent = (bits >> 23 & 0xFF) as i32 - 127 + 7;
        let magnitude = if x == 0 { 0 } else { exponent << 3 | (bits >> 20 & 7) as i32 };
        vec![((bits >> 31) as u8) << 7 | magnitude as u8]
    };
    let found = product("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32", 32, bytes);
    assert_eq!(floats(&found), expected(32));
}

#[test]
fn double_precision() {
    // m8n8k4: A and B one register a lane, row (column) lane / 4, k lane mod 4.
    let text = kernel(
        1,
        "cvt.rn.f64.u32 %g1, %t; mov.f64 %g2, 0d3FF0000000000000; mov.f64 %g3, 0d0000000000000000;
         mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%g4, %g5}, {%g1}, {%g2}, {%g3, %g3};
         cvt.rn.f32.f64 %f1, %g4; cvt.rn.f32.f64 %f2, %g5; mad.wide.u32 %d1, %t, 8, %a;
         st.global.v2.f32 [%d1], {%f1, %f2};",
    );
    let mut buffers = [vec![0; 256]];
    words(&text, row(1, 32), &mut buffers);
    // Row i of A is 4i … 4i + 3, and B is all ones.
    let expected: Vec<f32> = (0..8).flat_map(|i| [16.0 * i as f32 + 6.0; 8]).collect();
    assert_eq!(to_floats(&buffers[0]), expected);
}

#[test]
fn transposed_fragments() {
    // Element (i, j) of an 8×8 matrix is 8i + j; loaded transposed, stored transposed, and once
    // by `movmatrix`.
    let text = kernel(
        1,
        ".shared .align 16 .b8 s[128]; mov.u32 %r1, s; shl.b32 %r2, %t, 2; add.u32 %r2, %r2, %r1;
         shl.b32 %r3, %t, 1; add.u32 %r4, %r3, 1; shl.b32 %r4, %r4, 16; or.b32 %r3, %r3, %r4;
         st.shared.u32 [%r2], %r3; bar.sync 0;
         and.b32 %r5, %t, 7; shl.b32 %r5, %r5, 4; add.u32 %r5, %r5, %r1;
         ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r6}, [%r5];
         ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r7}, [%r5];
         movmatrix.sync.aligned.m8n8.trans.b16 %r8, %r7;
         bar.sync 0; stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%r5], {%r7}; bar.sync 0;
         ld.shared.u32 %r9, [%r2];
         mad.wide.u32 %d1, %t, 16, %a; st.global.v4.u32 [%d1], {%r6, %r7, %r8, %r9};",
    );
    let found = words(&text, row(1, 32), &mut [vec![0; 512]]);
    for lane in 0..32_u32 {
        let (i, j) = (lane / 4, lane % 4 * 2);
        let plain = (8 * i + j) | (8 * i + j + 1) << 16;
        let transposed = (8 * j + i) | (8 * (j + 1) + i) << 16;
        assert_eq!(found[4 * lane as usize..][..4], [transposed, plain, transposed, transposed]);
    }
}

#[test]
fn whole_numbers_saturate() {
    let text = |saturate: &str| {
        kernel(
            1,
            &format!(
                "mov.u32 %r1, 0x7F7F7F7F; mov.u32 %r2, 0x7FFFFFFF;
                 mma.sync.aligned.m8n8k16.row.col{saturate}.s32.s8.s8.s32 {{%r3, %r4}}, {{%r1}}, {{%r1}}, {{%r2, %r2}};
                 setp.eq.u32 %p1, %t, 0; @%p1 st.global.u32 [%a], %r3;"
            ),
        )
    };
    let last = |text: &str| {
        let mut buffers = [from_words(&[0])];
        words(text, row(1, 32), &mut buffers)[0]
    };
    assert_eq!(last(&text(".satfinite")), 0x7FFF_FFFF);
    assert_eq!(last(&text("")), 0x7FFF_FFFF_u32.wrapping_add(16 * 127 * 127));
}
