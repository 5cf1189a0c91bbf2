//! A whole matrix product as fast kernels are built: tensor copies by one warp, `wgmma` by
//! four others, two stages between them, the result stored by a tensor copy.

use std::fmt::Write as _;

use hloom_ptx_emulator::{
    Device, Fault, FaultKind, Launch, Module, Options, Order, Param, Report, Swizzle, TensorMap,
    TensorType,
};

use super::common::{module, to_floats};

/// 64×64 from 64×192 and 64×192 (rows of B are columns of the product).
const DEPTH: usize = 192;

/// The parts of the kernel that a test may spoil.
struct Parts {
    /// Waits for the multiplications of a stage.
    wait: &'static str,
    /// Makes what was written visible to the copy of the result.
    proxy: &'static str,
    /// Waits until the result's tile is read.
    stored: &'static str,
    /// Whether the loader waits for room.
    room: bool,
}

const RIGHT: Parts = Parts {
    wait: "wgmma.wait_group.sync.aligned 0;",
    proxy: "fence.proxy.async.shared::cta;",
    stored: "cp.async.bulk.wait_group.read 0;",
    room: true,
};

fn text(parts: &Parts) -> String {
    let registers: Vec<String> = (0..32).map(|i| format!("%f{i}")).collect();
    let d = registers.join(", ");
    let mut multiply = String::new();
    for step in 0..4 {
        // 16 elements of 2 bytes further in rows of 128 swizzled bytes.
        let _ = write!(
            multiply,
            "add.u64 %d5, %d3, {0}; add.u64 %d6, %d4, {0};
             wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {{{d}}}, %d5, %d6, %p5, 1, 1, 0, 0;
             setp.eq.u32 %p5, 0, 0;\n",
            step * 2
        );
    }
    let mut store = String::new();
    for (i, pair) in registers.chunks(2).enumerate() {
        let at = i / 2 * 32 + i % 2 * 8 * 256;
        let _ = writeln!(store, "st.shared.v2.f32 [%r30+{at}], {{{}, {}}};", pair[0], pair[1]);
    }
    let room = if parts.room {
        "room: mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r13], %r15; @!%p3 bra room;"
    } else {
        ""
    };
    let Parts { wait, proxy, stored, .. } = parts;
    module(
        "sm_90a",
        &format!(
            ".visible .entry product(.param .align 64 .b8 ma[128], .param .align 64 .b8 mb[128], .param .align 64 .b8 md[128]) {{
             .reg .pred %p<9>; .reg .b32 %r<40>; .reg .b64 %d<12>; .reg .f32 %f<32>;
             .shared .align 1024 .b8 s[49152]; .shared .align 8 .b64 full[2]; .shared .align 8 .b64 empty[2];
             mov.u32 %r1, %tid.x; mov.u32 %r2, s; mov.u32 %r3, full; mov.u32 %r4, empty;
             setp.ne.u32 %p1, %r1, 0; @%p1 bra ready;
             mbarrier.init.shared::cta.b64 [%r3], 1; mbarrier.init.shared::cta.b64 [%r3+8], 1;
             mbarrier.init.shared::cta.b64 [%r4], 4; mbarrier.init.shared::cta.b64 [%r4+8], 4;
             fence.mbarrier_init.release.cluster;
             ready: bar.sync 0; mov.u32 %r10, 0;
             setp.ge.u32 %p2, %r1, 128; @!%p2 bra multiply;
             setp.ne.u32 %p2, %r1, 128; @%p2 bra end;
             mov.b64 %d1, ma; cvta.param.u64 %d1, %d1; mov.b64 %d2, mb; cvta.param.u64 %d2, %d2;
             load: and.b32 %r11, %r10, 1; bfe.u32 %r15, %r10, 1, 1; xor.b32 %r15, %r15, 1;
             mad.lo.u32 %r12, %r11, 8, %r3; mad.lo.u32 %r13, %r11, 8, %r4; mad.lo.u32 %r14, %r11, 16384, %r2;
             {room}
             mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r12], 16384;
             shl.b32 %r16, %r10, 6; mov.u32 %r17, 0; add.u32 %r18, %r14, 8192;
             cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r14], [%d1, {{%r16, %r17}}], [%r12];
             cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r18], [%d2, {{%r16, %r17}}], [%r12];
             add.u32 %r10, %r10, 1; setp.lt.u32 %p4, %r10, 3; @%p4 bra load; bra end;
             multiply: setp.ne.u32 %p5, 0, 0; and.b32 %r20, %r1, 31; setp.eq.u32 %p6, %r20, 0;
             next: and.b32 %r11, %r10, 1; bfe.u32 %r15, %r10, 1, 1;
             mad.lo.u32 %r12, %r11, 8, %r3; mad.lo.u32 %r13, %r11, 8, %r4; mad.lo.u32 %r14, %r11, 16384, %r2;
             filled: mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r12], %r15; @!%p3 bra filled;
             shr.u32 %r21, %r14, 4; cvt.u64.u32 %d3, %r21; or.b64 %d3, %d3, 0x4000004000010000; add.u64 %d4, %d3, 512;
             wgmma.fence.sync.aligned;
             {multiply}
             wgmma.commit_group.sync.aligned; {wait}
             @%p6 mbarrier.arrive.shared::cta.b64 _, [%r13];
             add.u32 %r10, %r10, 1; setp.lt.u32 %p4, %r10, 3; @%p4 bra next;
             wgmma.wait_group.sync.aligned 0;
             shr.u32 %r22, %r1, 5; shl.b32 %r22, %r22, 4; bfe.u32 %r23, %r1, 2, 3; add.u32 %r22, %r22, %r23;
             mad.lo.u32 %r30, %r22, 256, %r2; and.b32 %r23, %r1, 3; mad.lo.u32 %r30, %r23, 8, %r30;
             add.u32 %r30, %r30, 32768;
             {store}
             {proxy} bar.sync 1, 128; @%p1 bra end;
             mov.b64 %d7, md; cvta.param.u64 %d7, %d7; mov.u32 %r17, 0; add.u32 %r31, %r2, 32768;
             cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%d7, {{%r17, %r17}}], [%r31];
             cp.async.bulk.commit_group; {stored}
             end: ret; }}"
        ),
    )
}

fn number(row: usize, column: usize) -> f32 {
    ((row * 7 + column * 3) as i32 % 13 - 6) as f32
}

/// Runs the kernel, and gives the product.
fn run(parts: &Parts, order: Order) -> Result<(Vec<f32>, Report), Box<Fault>> {
    let matrix = |first: usize| -> Vec<u8> {
        let all = (0..64).flat_map(|i| (0..DEPTH).map(move |k| number(i + first, k)));
        all.flat_map(|x| (x.to_bits() >> 16).to_le_bytes()[..2].to_vec()).collect()
    };
    let mut device = Device::new();
    let (a, b, d) =
        (device.upload(&matrix(0)), device.upload(&matrix(5)), device.allocate(64 * 64 * 4, 256));
    let input = |address: u64| {
        let mut map = TensorMap::dense(TensorType::Bf16, address, &[DEPTH as u64, 64], &[64, 64]);
        map.swizzle = Swizzle::Bytes128;
        Param::bytes(&map.encode().expect("a map"))
    };
    let output =
        TensorMap::dense(TensorType::F32, d, &[64, 64], &[64, 64]).encode().expect("a map");
    let params = [input(a), input(b), Param::bytes(&output)];
    let module = Module::parse(&text(parts)).unwrap_or_else(|e| panic!("{e}"));
    let launch = Launch { block: [160, 1, 1], ..Launch::default() };
    let options = Options { order, ..Options::default() };
    let report = module.launch(&mut device, "product", &launch, &params, &options)?;
    Ok((to_floats(&device.download(d, 64 * 64 * 4)), report))
}

#[test]
fn a_product_by_copies_and_warpgroups() {
    let sum = |i: usize, j: usize| (0..DEPTH).map(|k| number(i, k) * number(j + 5, k)).sum();
    let expected: Vec<f32> = (0..64).flat_map(|i| (0..64).map(move |j| sum(i, j))).collect();
    for order in [Order::Forward, Order::Reverse, Order::Seeded(1), Order::Seeded(2)] {
        let (found, report) = run(&RIGHT, order).unwrap_or_else(|f| panic!("{f}"));
        assert_eq!(found, expected);
        assert_eq!(report.flops, 2 * 64 * 64 * DEPTH as u64);
        assert_eq!(report.loads.bytes, 2 * 64 * DEPTH as u64 * 2);
        assert_eq!(report.stores.sectors, 64 * 64 * 4 / 32);
    }
}

#[test]
fn what_such_a_kernel_may_forget() {
    let spoilt = |parts: Parts| run(&parts, Order::Forward).expect_err("a fault");
    // A stage given back while it is still read.
    let found = spoilt(Parts { wait: "", ..RIGHT });
    assert!(matches!(found.kind, FaultKind::Pending { does: "reads", .. }), "{found}");
    // A stage filled again before its first copy is even there: one arrival too many.
    let found = spoilt(Parts { room: false, ..RIGHT });
    assert!(found.text.contains("expect_tx"), "{found}");
    let found = spoilt(Parts { proxy: "", ..RIGHT });
    assert!(found.to_string().contains("`fence.proxy.async`"), "{found}");
    let found = spoilt(Parts { stored: "", ..RIGHT });
    assert!(found.to_string().contains("nothing waits"), "{found}");
}
