//! Communication between lanes of a warp (shuffles, votes) and warps of a block (barriers, locks).

use hloom_ptx_emulator::{FaultKind, Launch, Options, Order};

use super::common::{fault, kernel, row, run_with, to_words, words};

/// Computes `%r0` in each of 32 lanes and gives all of them.
fn lanes(body: &str) -> Vec<u32> {
    let store = "mad.wide.u32 %d1, %t, 4, %a; st.global.u32 [%d1], %r0;";
    words(&kernel(1, &format!("{body} {store}")), row(1, 32), &mut [vec![0; 128]])
}

#[test]
fn shuffles() {
    let each = |f: fn(u32) -> u32| (0..32).map(f).collect::<Vec<_>>();
    assert_eq!(lanes("shfl.sync.up.b32 %r0, %t, 1, 0, -1;"), each(|l| l.saturating_sub(1)));
    assert_eq!(
        lanes("shfl.sync.down.b32 %r0, %t, 3, 31, -1;"),
        each(|l| if l < 29 { l + 3 } else { l })
    );
    assert_eq!(lanes("shfl.sync.bfly.b32 %r0, %t, 5, 31, -1;"), each(|l| l ^ 5));
    assert_eq!(lanes("shfl.sync.idx.b32 %r0, %t, 9, 31, -1;"), each(|_| 9));
    // Segments of 8 lanes: the mask of segments is 0b11000 in bits 8 to 12.
    assert_eq!(lanes("shfl.sync.idx.b32 %r0, %t, 2, 0x181F, -1;"), each(|l| l / 8 * 8 + 2));
    assert_eq!(
        lanes("shfl.sync.up.b32 %r0, %t, 2, 0x1800, -1;"),
        each(|l| if l % 8 < 2 { l } else { l - 2 })
    );
    let valid = "shfl.sync.down.b32 %r1|%p1, %t, 16, 31, -1; selp.u32 %r0, 1, 0, %p1;";
    assert_eq!(lanes(valid), each(|l| u32::from(l < 16)));
}

#[test]
fn votes_and_matches() {
    let all = |x: u32| vec![x; 32];
    assert_eq!(
        lanes("setp.gt.u32 %p1, %t, 29; vote.sync.ballot.b32 %r0, %p1, -1;"),
        all(0xC000_0000)
    );
    let vote = |how: &str, bound: u32| {
        lanes(&format!(
            "setp.lt.u32 %p1, %t, {bound}; vote.sync.{how}.pred %p2, %p1, -1; selp.u32 %r0, 1, 0, %p2;"
        ))[0]
    };
    assert_eq!([vote("all", 32), vote("all", 31), vote("any", 1), vote("any", 0)], [1, 0, 1, 0]);
    assert_eq!([vote("uni", 32), vote("uni", 0), vote("uni", 5)], [1, 1, 0]);
    let found = lanes("and.b32 %r1, %t, 3; match.sync.any.b32 %r0, %r1, -1;");
    assert_eq!(found[..5], [0x1111_1111, 0x2222_2222, 0x4444_4444, 0x8888_8888, 0x1111_1111]);
    assert_eq!(lanes("match.sync.all.b32 %r0|%p1, 7, -1;"), all(u32::MAX));
    assert_eq!(lanes("match.sync.all.b32 %r0, %t, -1;"), all(0));
    assert_eq!(lanes("redux.sync.add.u32 %r0, %t, -1;"), all(496));
    assert_eq!(lanes("sub.s32 %r1, %t, 5; redux.sync.min.s32 %r0, %r1, -1;"), all(-5_i32 as u32));
    assert_eq!(lanes("redux.sync.or.b32 %r0, %t, -1;"), all(31));
    assert_eq!(lanes("mov.u32 %r0, 0; elect.sync %r1|%p1, -1; @%p1 mov.u32 %r0, 1;"), {
        let mut first = vec![0; 32];
        first[0] = 1;
        first
    });
    let active = "mov.u32 %r0, 0; setp.lt.u32 %p1, %t, 4; @!%p1 bra end; activemask.b32 %r0; end:";
    assert_eq!(lanes(active)[..5], [15, 15, 15, 15, 0]);
}

#[test]
fn a_shuffle_from_a_lane_that_takes_no_part() {
    let text = "mov.u32 %r0, 0; setp.lt.u32 %p1, %t, 16; @!%p1 bra end;
        shfl.sync.idx.b32 %r0, %t, 20, 31, 0xFFFF; end:";
    // It is undefined: neither lane 20's value nor the own.
    let found = lanes(text);
    assert!(found[..16].iter().all(|x| *x != 20 && *x > 31), "{found:?}");
}

#[test]
fn block_reductions() {
    let body = |how: &str| {
        kernel(
            1,
            &format!(
                "setp.lt.u32 %p1, %t, 40; {how} mad.wide.u32 %d1, %t, 4, %a; st.global.u32 [%d1], %r0;"
            ),
        )
    };
    let count = body("bar.red.popc.u32 %r0, 0, %p1;");
    assert_eq!(words(&count, row(1, 64), &mut [vec![0; 256]]), vec![40; 64]);
    let any = body("barrier.cta.red.or.pred %p2, 0, %p1; selp.u32 %r0, 1, 0, %p2;");
    assert_eq!(words(&any, row(1, 64), &mut [vec![0; 256]]), vec![1; 64]);
    let all = body("barrier.cta.red.and.pred %p2, 0, %p1; selp.u32 %r0, 1, 0, %p2;");
    assert_eq!(words(&all, row(1, 64), &mut [vec![0; 256]]), vec![0; 64]);
}

#[test]
fn named_barriers_of_some_warps() {
    // Warp 1 arrives and goes on; warp 0 waits for it and reads what it wrote.
    let body = |arrive: &str| {
        kernel(
            1,
            &format!(
                ".shared .b32 s[32]; mov.u32 %r1, s; and.b32 %r2, %t, 31; mad.lo.u32 %r1, %r2, 4, %r1;
                 setp.lt.u32 %p1, %t, 32; @%p1 bra reader;
                 st.shared.u32 [%r1], %t; {arrive} bra end;
                 reader: bar.sync 1, 64; ld.shared.u32 %r3, [%r1];
                 mad.wide.u32 %d1, %t, 4, %a; st.global.u32 [%d1], %r3; end:"
            ),
        )
    };
    let found = words(&body("bar.arrive 1, 64;"), row(1, 64), &mut [vec![0; 128]]);
    assert_eq!(found, (32..64).collect::<Vec<_>>());
    let found = fault(&body("bar.arrive 2, 64;"), row(1, 64), &mut [vec![0; 128]]);
    assert!(matches!(found.kind, FaultKind::Deadlock(_)), "{found}");
}

#[test]
fn atomics() {
    let each = |op: &str, before: u32, value: u32| {
        let body = format!("mov.u32 %r1, {value}; atom.global.{op} %r0, [%a], %r1;");
        let mut buffers = [before.to_le_bytes().to_vec()];
        words(&kernel(1, &body), row(1, 1), &mut buffers)[0]
    };
    assert_eq!(each("add.u32", 5, 6), 11);
    assert_eq!(each("min.s32", 5, u32::MAX), u32::MAX);
    assert_eq!(each("max.u32", 5, 7), 7);
    assert_eq!(each("inc.u32", 5, 5), 0);
    assert_eq!(each("dec.u32", 0, 5), 5);
    assert_eq!(each("and.b32", 6, 3), 2);
    assert_eq!(each("xor.b32", 6, 3), 5);
    assert_eq!(each("exch.b32", 6, 3), 3);
    assert_eq!(each("add.f32", 1.5_f32.to_bits(), 2.25_f32.to_bits()), 3.75_f32.to_bits());
    assert_eq!(each("add.noftz.f16x2", 0x3C00_3C00, 0x3C00_4000), 0x4000_4200);
    let cas = kernel(1, "atom.global.cas.b32 %r0, [%a], 7, 9; st.global.u32 [%a+4], %r0;");
    let mut buffers = [[7_u32.to_le_bytes(), [0; 4]].concat()];
    assert_eq!(words(&cas, row(1, 1), &mut buffers), [9, 7]);
}

/// Each thread adds one under a lock.
fn locked(unlock: &str) -> String {
    kernel(
        1,
        &format!(
            "again: atom.acquire.gpu.global.cas.b32 %r1, [%a], 0, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra again;
             ld.global.u32 %r2, [%a+4]; add.u32 %r2, %r2, 1; st.global.u32 [%a+4], %r2;
             {unlock}"
        ),
    )
}

#[test]
fn locks_of_threads_of_one_warp() {
    let release = "atom.release.gpu.global.exch.b32 %r3, [%a], 0;";
    let found = words(&locked(release), row(2, 40), &mut [vec![0; 8]]);
    assert_eq!(found, [0, 80]);
    let relaxed = "atom.relaxed.gpu.global.exch.b32 %r3, [%a], 0;";
    let found = fault(&locked(relaxed), row(2, 40), &mut [vec![0; 8]]);
    assert!(matches!(found.kind, FaultKind::Race { .. }), "{found}");
}

#[test]
fn grids_that_wait_for_each_other() {
    let text = kernel(
        1,
        "red.release.gpu.global.add.u32 [%a], 1;
         again: ld.acquire.gpu.global.u32 %r1, [%a]; setp.lt.u32 %p1, %r1, 4; @%p1 bra again;",
    );
    let together = Options { resident: 4, step_limit: 1_000_000, ..Options::default() };
    let mut buffers = [vec![0; 4]];
    run_with(&text, row(4, 1), &mut buffers, &together).unwrap();
    assert_eq!(to_words(&buffers[0]), [4]);
    let apart = Options { resident: 1, ..together };
    let found = run_with(&text, row(4, 1), &mut [vec![0; 4]], &apart).unwrap_err();
    assert_eq!(found.kind, FaultKind::StepLimit(1_000_000));
}

#[test]
fn orders_of_blocks_and_warps() {
    // The order in which blocks take a number shows the order they run in.
    let text = kernel(
        1,
        "atom.global.add.u32 %r1, [%a], 1; mad.wide.u32 %d1, %c, 4, %a; st.global.u32 [%d1+4], %r1;",
    );
    let run = |order: Order| {
        let mut buffers = [vec![0; 4 * 9]];
        let options = Options { order, ..Options::default() };
        run_with(&text, Launch { grid: [8, 1, 1], ..Launch::default() }, &mut buffers, &options)
            .unwrap();
        to_words(&buffers[0])[1..].to_vec()
    };
    assert_eq!(run(Order::Forward), (0..8).collect::<Vec<_>>());
    assert_eq!(run(Order::Reverse), (0..8).rev().collect::<Vec<_>>());
    let shuffled = run(Order::Seeded(3));
    assert_ne!(shuffled, run(Order::Forward));
    assert_eq!(shuffled, run(Order::Seeded(3)));
}

/// Some lanes wait where a block of instructions begins, and others jump to there later.
#[test]
fn lanes_meet_where_they_jump_to() {
    let late = "mov.u32 %r0, 0; setp.lt.u32 %p1, %t, 5; @!%p1 bra meet;
        bra.uni far; meet: bar.sync 0; bra.uni end;
        far: mov.u32 %r0, 7; bra.uni meet; end:";
    let want: Vec<u32> = (0..32).map(|l| if l < 5 { 7 } else { 0 }).collect();
    assert_eq!(lanes(late), want);
}
