//! Asynchronous copies: each with a twin that forgets something.

use hloom_ptx_emulator::{
    Device, Fault, FaultKind, Im2col, Launch, Module, Options, Order, Param, Swizzle, TensorMap,
    TensorType,
};

use super::common::{fault, from_words, kernel, row, to_words, words};

/// Copies four words a thread through shared memory; another thread reads them.
fn copied(wait: &str, barrier: &str) -> String {
    kernel(
        2,
        &format!(
            ".shared .align 16 .b8 s[1024]; mov.u32 %r1, s; shl.b32 %r2, %t, 4; add.u32 %r3, %r2, %r1;
             mad.wide.u32 %d1, %t, 16, %b; cp.async.cg.shared.global [%r3], [%d1], 16;
             cp.async.commit_group; {wait} {barrier}
             xor.b32 %r2, %r2, 16; add.u32 %r4, %r2, %r1; ld.shared.v4.u32 {{%r5, %r6, %r7, %r8}}, [%r4];
             mad.wide.u32 %d2, %t, 16, %a; st.global.v4.u32 [%d2], {{%r5, %r6, %r7, %r8}};"
        ),
    )
}

fn two_buffers() -> [Vec<u8>; 2] {
    [vec![0; 1024], from_words(&(0..256).collect::<Vec<_>>())]
}

#[test]
fn copies_in_groups() {
    let (wait, barrier) = ("cp.async.wait_group 0;", "bar.sync 0;");
    let found = words(&copied(wait, barrier), row(1, 64), &mut two_buffers());
    assert_eq!(found[..8], [4, 5, 6, 7, 0, 1, 2, 3]);
    let found = words(&copied("cp.async.wait_all;", barrier), row(1, 64), &mut two_buffers());
    assert_eq!(found[..2], [4, 5]);
    // A group too many left, or no barrier.
    for wait in ["", "cp.async.wait_group 1;"] {
        let found = fault(&copied(wait, barrier), row(1, 64), &mut two_buffers());
        assert!(matches!(found.kind, FaultKind::Pending { does: "writes", .. }), "{found}");
    }
    let found = fault(&copied(wait, ""), row(1, 64), &mut two_buffers());
    assert!(matches!(found.kind, FaultKind::Race { .. }), "{found}");
}

#[test]
fn copies_with_zeros_behind() {
    let text = copied("cp.async.wait_all;", "bar.sync 0;").replace("[%d1], 16;", "[%d1], 16, %r9;");
    let text = text.replace("mov.u32 %r1, s;", "mov.u32 %r1, s; mov.u32 %r9, 6;");
    let found = words(&text, row(1, 2), &mut two_buffers());
    assert_eq!(found[..8], [4, 5, 0, 0, 0, 1, 0, 0]);
}

/// One thread starts a bulk copy of 256 bytes; all wait for it and read it.
fn bulk(init_barrier: &str, expected: u32, wait: &str) -> String {
    kernel(
        2,
        &format!(
            ".shared .align 16 .b8 s[256]; .shared .b64 m; mov.u32 %r1, s; mov.u32 %r2, m;
             setp.ne.u32 %p1, %t, 0; @%p1 bra ready;
             mbarrier.init.shared::cta.b64 [%r2], 1; fence.mbarrier_init.release.cluster;
             ready: {init_barrier} @%p1 bra waiting;
             mbarrier.arrive.expect_tx.shared::cta.b64 %d9, [%r2], {expected};
             cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%b], 256, [%r2];
             waiting: {wait}
             shl.b32 %r3, %t, 2; add.u32 %r3, %r3, %r1; ld.shared.u32 %r4, [%r3];
             mad.wide.u32 %d1, %t, 4, %a; st.global.u32 [%d1], %r4;"
        ),
    )
}

const WAIT: &str =
    "again: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r2], 0; @!%p2 bra again;";

#[test]
fn bulk_copies() {
    let buffers = || [vec![0; 256], from_words(&(100..164).collect::<Vec<_>>())];
    let all: Vec<u32> = (100..164).collect();
    assert_eq!(words(&bulk("bar.sync 0;", 256, WAIT), row(1, 64), &mut buffers()), all);
    let test = WAIT.replace("try_wait", "test_wait");
    assert_eq!(words(&bulk("bar.sync 0;", 256, &test), row(1, 64), &mut buffers()), all);
    let found = fault(&bulk("bar.sync 0;", 256, ""), row(1, 64), &mut buffers());
    assert!(matches!(found.kind, FaultKind::Pending { does: "writes", .. }), "{found}");
    // The object's initialisation has to be known to all that use it.
    let found = fault(&bulk("", 256, WAIT), row(1, 64), &mut buffers());
    assert!(matches!(found.kind, FaultKind::Race { .. }), "{found}");
    // A byte count that is never reached.
    let found = fault(&bulk("bar.sync 0;", 512, WAIT), row(1, 64), &mut buffers());
    assert!(matches!(found.kind, FaultKind::Deadlock(_)), "{found}");
}

#[test]
fn one_try_is_no_wait() {
    let once = "mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r2], 0;";
    let mut buffers = [vec![0; 256], from_words(&(100..164).collect::<Vec<_>>())];
    let found = fault(&bulk("bar.sync 0;", 256, once), row(1, 64), &mut buffers);
    assert!(matches!(found.kind, FaultKind::Pending { .. }), "{found}");
}

/// A pipeline of two stages: one warp loads, another adds up.
fn pipeline(release: &str) -> String {
    kernel(
        2,
        &format!(
            ".shared .align 16 .b8 s[512]; .shared .b64 full[2]; .shared .b64 empty[2];
             mov.u32 %r1, s; mov.u32 %r2, full; mov.u32 %r3, empty;
             setp.ne.u32 %p1, %t, 0; @%p1 bra ready;
             mbarrier.init.shared::cta.b64 [%r2], 1; mbarrier.init.shared::cta.b64 [%r2+8], 1;
             mbarrier.init.shared::cta.b64 [%r3], 32; mbarrier.init.shared::cta.b64 [%r3+8], 32;
             fence.mbarrier_init.release.cluster;
             ready: bar.sync 0;
             mov.u32 %r4, 0; mov.u32 %r20, 0; setp.lt.u32 %p2, %t, 32; @!%p2 bra loader;
             top: and.b32 %r5, %r4, 1; bfe.u32 %r6, %r4, 1, 1; mad.lo.u32 %r7, %r5, 8, %r2;
             full_wait: mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r7], %r6; @!%p3 bra full_wait;
             shl.b32 %r8, %r5, 8; add.u32 %r8, %r8, %r1; shl.b32 %r9, %t, 2; add.u32 %r8, %r8, %r9;
             ld.shared.u32 %r10, [%r8]; add.u32 %r20, %r20, %r10;
             mad.lo.u32 %r11, %r5, 8, %r3; {release}
             add.u32 %r4, %r4, 1; setp.lt.u32 %p4, %r4, 6; @%p4 bra top;
             mad.wide.u32 %d1, %t, 4, %a; st.global.u32 [%d1], %r20; bra end;
             loader: setp.ne.u32 %p5, %t, 32; @%p5 bra end;
             next: and.b32 %r5, %r4, 1; bfe.u32 %r6, %r4, 1, 1; xor.b32 %r6, %r6, 1;
             mad.lo.u32 %r7, %r5, 8, %r2; mad.lo.u32 %r11, %r5, 8, %r3;
             empty_wait: mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r11], %r6; @!%p3 bra empty_wait;
             mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r7], 128;
             shl.b32 %r8, %r5, 8; add.u32 %r8, %r8, %r1; mad.wide.u32 %d2, %r4, 128, %b;
             cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r8], [%d2], 128, [%r7];
             add.u32 %r4, %r4, 1; setp.lt.u32 %p4, %r4, 6; @%p4 bra next;
             end:"
        ),
    )
}

#[test]
fn a_pipeline_with_a_loader() {
    let buffers = || [vec![0; 128], from_words(&(0..192).collect::<Vec<_>>())];
    let arrive = "mbarrier.arrive.shared::cta.b64 _, [%r11];";
    let expected: Vec<u32> = (0..32).map(|t| (0..6).map(|s| 32 * s + t).sum()).collect();
    assert_eq!(words(&pipeline(arrive), row(1, 64), &mut buffers()), expected);
    for order in [Order::Reverse, Order::Seeded(7)] {
        let options = Options { order, ..Options::default() };
        let mut buffers = buffers();
        super::common::run_with(&pipeline(arrive), row(1, 64), &mut buffers, &options).unwrap();
        assert_eq!(to_words(&buffers[0]), expected);
    }
    // One lane that arrives for all, before they have read.
    let early = "setp.eq.u32 %p6, %t, 0; @%p6 mbarrier.arrive.shared::cta.b64 _, [%r11], 32;";
    let found = fault(&pipeline(early), row(1, 64), &mut buffers());
    assert!(matches!(found.kind, FaultKind::Race { this: "write", other: "read", .. }), "{found}");
    let met = format!("bar.warp.sync -1; {early}");
    assert_eq!(words(&pipeline(&met), row(1, 64), &mut buffers()), expected);
    // Nobody ever makes room.
    let found = fault(&pipeline(""), row(1, 64), &mut buffers());
    assert!(matches!(found.kind, FaultKind::Deadlock(_)), "{found}");
}

/// All threads write shared memory, one stores it in bulk.
fn bulk_store(fence: &str, wait: &str) -> String {
    kernel(
        1,
        &format!(
            ".shared .align 16 .b8 s[256]; mov.u32 %r1, s; shl.b32 %r2, %t, 2; add.u32 %r2, %r2, %r1;
             st.shared.u32 [%r2], %t; {fence} bar.sync 0; setp.ne.u32 %p1, %t, 0; @%p1 bra end;
             cp.async.bulk.global.shared::cta.bulk_group [%a], [%r1], 256; cp.async.bulk.commit_group;
             {wait} end:"
        ),
    )
}

#[test]
fn bulk_stores() {
    let (fence, wait) = ("fence.proxy.async.shared::cta;", "cp.async.bulk.wait_group.read 0;");
    let all: Vec<u32> = (0..64).collect();
    assert_eq!(words(&bulk_store(fence, wait), row(1, 64), &mut [vec![0; 256]]), all);
    let full = "cp.async.bulk.wait_group 0;";
    assert_eq!(words(&bulk_store(fence, full), row(1, 64), &mut [vec![0; 256]]), all);
    let found = fault(&bulk_store("", wait), row(1, 64), &mut [vec![0; 256]]);
    assert!(found.to_string().contains("`fence.proxy.async`"), "{found}");
    let found = fault(&bulk_store(fence, ""), row(1, 64), &mut [vec![0; 256]]);
    assert!(found.to_string().contains("nothing waits"), "{found}");
    let early = "st.shared.u32 [%r1], 0;".to_owned() + wait;
    let found = fault(&bulk_store(fence, &early), row(1, 64), &mut [vec![0; 256]]);
    assert!(matches!(found.kind, FaultKind::Pending { does: "reads", .. }), "{found}");
    let adds = bulk_store(fence, wait).replace(
        "cp.async.bulk.global.shared::cta.bulk_group",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32",
    );
    let mut buffers = [from_words(&[1; 64])];
    assert_eq!(words(&adds, row(1, 64), &mut buffers)[63], 64);
}

/// Loads a box of a tensor by a map, and copies shared memory out as it lies there.
fn tensor(map: &TensorMap, device: &mut Device, at: [i32; 2], out: u64) -> Result<(), Box<Fault>> {
    let bytes = map.box_bytes();
    let text = kernel(
        2,
        &format!(
            ".shared .align 1024 .b8 s[4096]; .shared .b64 m; mov.u32 %r1, s; mov.u32 %r2, m;
             mbarrier.init.shared::cta.b64 [%r2], 1; fence.proxy.async;
             ld.param.b32 %r10, [x]; ld.param.b32 %r11, [y]; mov.b64 %d3, map; cvta.param.u64 %d3, %d3;
             mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], {bytes};
             cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%d3, {{%r10, %r11}}], [%r2];
             {WAIT}
             mov.u32 %r3, 0;
             top: add.u32 %r4, %r3, %r1; ld.shared.u32 %r5, [%r4]; cvt.u64.u32 %d1, %r3; add.u64 %d1, %d1, %a;
             st.global.u32 [%d1], %r5; add.u32 %r3, %r3, 4; setp.lt.u32 %p3, %r3, {bytes}; @%p3 bra top;"
        ),
    );
    let text = text.replace(
        ".param .u64 b)",
        ".param .u64 b, .param .align 64 .b8 map[128], .param .b32 x, .param .b32 y)",
    );
    let module = Module::parse(&text).unwrap_or_else(|e| panic!("{e}"));
    let params = [
        Param::from(out),
        Param::from(out),
        Param::bytes(&map.encode().expect("a map")),
        Param::from(at[0]),
        Param::from(at[1]),
    ];
    module.launch(device, "k", &Launch::default(), &params, &Options::default()).map(|_| ())
}

#[test]
fn boxes_of_tensors() {
    let mut device = Device::new();
    // 8 rows of 64 words.
    let address = device.upload(&from_words(&(0..512).collect::<Vec<_>>()));
    let out = device.upload(&[0; 4096]);
    let mut map = TensorMap::dense(TensorType::U32, address, &[64, 8], &[8, 4]);
    tensor(&map, &mut device, [60, 6], out).unwrap();
    let found = to_words(&device.download(out, 128));
    let expected = |i: u32, j: u32| if i < 2 && j < 4 { 64 * (i + 6) + 60 + j } else { 0 };
    let all: Vec<u32> = (0..4).flat_map(|i| (0..8).map(move |j| expected(i, j))).collect();
    assert_eq!(found, all);
    // With rows of 128 bytes swizzled, 16-byte piece p of row r lies at piece p ^ (r mod 8).
    map = TensorMap::dense(TensorType::U32, address, &[64, 8], &[32, 8]);
    map.swizzle = Swizzle::Bytes128;
    tensor(&map, &mut device, [32, 0], out).unwrap();
    let found = to_words(&device.download(out, 1024));
    for row in 0..8 {
        for word in 0..32 {
            let at = 32 * row + ((word / 4) ^ row) * 4 + word % 4;
            assert_eq!(found[at], (64 * row + 32 + word) as u32);
        }
    }
    // Of a box of 7 rows every second, which are four, and of a row all.
    let mut apart = TensorMap::dense(TensorType::U32, address, &[64, 8], &[8, 7]);
    apart.element_strides = vec![2, 2];
    assert_eq!(apart.box_bytes(), 128);
    tensor(&apart, &mut device, [56, 3], out).unwrap();
    let found = to_words(&device.download(out, 128));
    let expected = |i: u32, j: u32| if i < 3 { 64 * (2 * i + 3) + 56 + j } else { 0 };
    let all: Vec<u32> = (0..4).flat_map(|i| (0..8).map(move |j| expected(i, j))).collect();
    assert_eq!(found, all);
    map.strides[0] = 24;
    assert!(map.encode().unwrap_err().contains("multiple of 16"));
    map.strides[0] = 1 << 16;
    let found = tensor(&map, &mut device, [0, 0], out).unwrap_err();
    assert!(matches!(found.kind, FaultKind::OutOfBounds { space: "global", .. }), "{found}");
}

/// Loads four pixels of an image by a map, with the channels of each, and adds them up.
fn pixels(
    map: &TensorMap,
    device: &mut Device,
    copy: &str,
    at: [i32; 2],
) -> Result<u32, Box<Fault>> {
    let bytes = map.box_bytes();
    let text = kernel(
        2,
        &format!(
            ".shared .align 128 .b8 s[4096]; .shared .b64 m; mov.u32 %r1, s; mov.u32 %r2, m;
             mbarrier.init.shared::cta.b64 [%r2], 1; fence.proxy.async; .reg .b16 %h<2>;
             ld.param.b32 %r10, [x]; ld.param.b32 %r11, [o]; cvt.u16.u32 %h1, %r11; mov.u32 %r12, 0;
             mov.b64 %d3, map; cvta.param.u64 %d3, %d3;
             mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], {bytes};
             {copy}
             {WAIT}
             mov.u32 %r3, 0; mov.u32 %r6, 0;
             top: add.u32 %r4, %r3, %r1; ld.shared.u32 %r5, [%r4]; add.u32 %r6, %r6, %r5;
             add.u32 %r3, %r3, 4; setp.lt.u32 %p3, %r3, {bytes}; @%p3 bra top; st.global.u32 [%a], %r6;"
        ),
    );
    let text = text.replace(
        ".param .u64 b)",
        ".param .u64 b, .param .align 64 .b8 map[128], .param .b32 x, .param .b32 o)",
    );
    let module = Module::parse(&text).unwrap_or_else(|e| panic!("{e}"));
    let out = device.upload(&[0; 4]);
    let params = [
        Param::from(out),
        Param::from(out),
        Param::bytes(&map.encode().expect("a map")),
        Param::from(at[0]),
        Param::from(at[1]),
    ];
    module.launch(device, "k", &Launch::default(), &params, &Options::default())?;
    Ok(to_words(&device.download(out, 4))[0])
}

/// The copy of [`pixels`], with offsets.
const PIXELS: &str = "cp.async.bulk.tensor.3d.shared::cluster.global.im2col\
    .mbarrier::complete_tx::bytes [%r1], [%d3, {%r12, %r10, %r12}], [%r2], {%h1};";

#[test]
fn pixels_of_images() {
    let mut device = Device::new();
    // Two images of a line of five pixels, of four channels each: ten pixels that are powers of
    // ten, the channels beside the first zero.
    let mut data = vec![0; 40];
    (0..10).for_each(|pixel| data[4 * pixel] = 10u32.pow(pixel as u32));
    let address = device.upload(&from_words(&data));
    let mut map = TensorMap::dense(TensorType::U32, address, &[4, 5, 2], &[4, 4]);
    map.im2col = Some(Im2col { lower: vec![-1], upper: vec![-1] });
    map.element_strides[1] = 2;
    // Positions are at -1, 1 and 3 of each image. Elements outside of their image are zero, and so are
    // those after the second image.
    for (count, position, offset, want) in [
        (4, -1, 0, 1_010),
        (4, -1, 1, 110_101),
        (4, -1, 2, 1_001_010),
        (4, 3, 0, 101_001_000),
        (4, 3, 3, 1_010_000_000),
        (8, -1, 1, 1_010_110_101),
    ] {
        map.box_extents[1] = count;
        let got = pixels(&map, &mut device, PIXELS, [position, offset]);
        let got = got.unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(got, want, "{count} from {position} on, {offset} off");
    }
    // Between two positions, behind the last, in another mode.
    for position in [0, 5] {
        let found = pixels(&map, &mut device, PIXELS, [position, 0]).unwrap_err();
        assert!(found.to_string().contains("the box has positions from -1 to 3 by 2"), "{found}");
    }
    let boxes = PIXELS.replace("im2col", "tile").replace(", {%h1};", ";");
    let found = pixels(&map, &mut device, &boxes, [-1, 0]).unwrap_err();
    assert!(found.to_string().contains("for `.im2col` mode, the copy is in `.tile`"), "{found}");
    let plain = TensorMap::dense(TensorType::U32, address, &[4, 5, 2], &[4, 4, 1]);
    let found = pixels(&plain, &mut device, PIXELS, [-1, 0]).unwrap_err();
    assert!(found.to_string().contains("for `.tile` mode, the copy is in `.im2col`"), "{found}");
    // As many offsets as sides.
    map.box_extents[1] = 4;
    for wrong in [PIXELS.replace("{%h1}", "{%h1, %h1}"), PIXELS.replace(", {%h1};", ";")] {
        let found = pixels(&map, &mut device, &wrong, [-1, 0]).unwrap_err();
        assert!(found.to_string().contains("an offset for each side of images"), "{found}");
    }
}

/// Two blocks of a cluster exchange their numbers.
fn cluster(before: &str, after: &str) -> String {
    kernel(
        1,
        &format!(
            ".shared .b32 s; mov.u32 %r1, s; add.u32 %r2, %c, 10; st.shared.u32 [%r1], %r2; {before}
             mov.u32 %r3, %cluster_ctarank; xor.b32 %r3, %r3, 1; mapa.shared::cluster.u32 %r4, %r1, %r3;
             ld.shared::cluster.u32 %r5, [%r4]; {after}
             mad.wide.u32 %d1, %c, 4, %a; st.global.u32 [%d1], %r5;"
        ),
    )
}

#[test]
fn clusters() {
    let sync = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;";
    let launch = Launch { cluster: [2, 1, 1], ..row(4, 1) };
    assert_eq!(words(&cluster(sync, sync), launch, &mut [vec![0; 16]]), [11, 10, 13, 12]);
    let found = fault(&cluster("", ""), launch, &mut [vec![0; 16]]);
    assert!(
        matches!(found.kind, FaultKind::Uninitialised { .. } | FaultKind::Race { .. }),
        "{found}"
    );
    let relaxed = sync.replace("arrive", "arrive.relaxed");
    let found = fault(&cluster(&relaxed, sync), launch, &mut [vec![0; 16]]);
    assert!(matches!(found.kind, FaultKind::Race { other_block: 0 | 1, .. }), "{found}");
}

#[test]
fn copies_that_arrive() {
    let text = kernel(
        2,
        &format!(
            ".shared .align 16 .b8 s[512]; .shared .b64 m; mov.u32 %r1, s; mov.u32 %r2, m;
             setp.ne.u32 %p1, %t, 0; @!%p1 mbarrier.init.shared::cta.b64 [%r2], 32; bar.sync 0;
             shl.b32 %r3, %t, 4; add.u32 %r3, %r3, %r1; mad.wide.u32 %d1, %t, 16, %b;
             cp.async.ca.shared.global [%r3], [%d1], 16;
             cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%r2];
             {WAIT}
             xor.b32 %r4, %t, 1; shl.b32 %r4, %r4, 4; add.u32 %r4, %r4, %r1; ld.shared.u32 %r5, [%r4];
             mad.wide.u32 %d2, %t, 4, %a; st.global.u32 [%d2], %r5;"
        ),
    );
    let mut buffers = [vec![0; 128], from_words(&(0..128).collect::<Vec<_>>())];
    assert_eq!(words(&text, row(1, 32), &mut buffers)[..4], [4, 0, 12, 8]);
}
