//! Kernels with something wrong, each with a twin that is right.

use hloom_ptx_emulator::{FaultKind, Launch, Module};

use super::common::{fault, kernel, module, row, run, words};

#[test]
fn out_of_bounds() {
    let body = |count: u32| {
        format!(
            "setp.ge.u32 %p1, %t, {count}; @%p1 bra end;
             mad.wide.u32 %d1, %t, 4, %a; st.global.u32 [%d1], %t; end:"
        )
    };
    let found = fault(&kernel(1, &body(32)), row(1, 32), &mut [vec![0; 40]]);
    assert!(
        matches!(found.kind, FaultKind::OutOfBounds { space: "global", bytes: 4, .. }),
        "{found}"
    );
    assert_eq!(found.thread, [10, 0, 0]);
    assert!(found.text.contains("st.global.u32 [%d1], %t;"), "{found}");
    assert!(found.registers.iter().any(|r| *r == ("%t".into(), 10)), "{found}");
    run(&kernel(1, &body(10)), row(1, 32), &mut [vec![0; 40]]).unwrap();
}

/// The vectors that LLVM joins of loads may have a part that nothing uses behind the end of memory: it
/// is there, as the vector is aligned, but holds no value that a program may count on.
#[test]
fn part_of_a_vector_out_of_bounds() {
    let kept = |load: &str, kept: &str| {
        let body = format!("{load} {{%r1, %r2}}, [%b+8]; st.global.u32 [%a], {kept};");
        let mut memory = [vec![0; 4], [1u32, 2, 3].map(u32::to_le_bytes).concat()];
        words(&kernel(2, &body), row(1, 1), &mut memory)
    };
    assert_eq!(kept("ld.global.v2.u32", "%r1"), [3]);
    assert_eq!(kept("ld.global.v2.u32", "%r2"), [0xDBDB_DBDB]);
    // Another thread may see a volatile access, and a vector behind the end has no part in memory.
    for (load, bytes) in [("ld.volatile.global.v2.u32", 12), ("ld.global.v2.u32", 8)] {
        let body = format!("{load} {{%r1, %r2}}, [%a+8];");
        let found = fault(&kernel(1, &body), row(1, 1), &mut [vec![0; bytes]]);
        assert!(matches!(found.kind, FaultKind::OutOfBounds { bytes: 8, .. }), "{found}");
    }
}

#[test]
fn out_of_shared_memory() {
    let body =
        |at: u32| format!(".shared .b32 s[8]; mov.u32 %r1, s; st.shared.u32 [%r1+{at}], %t;");
    let found = fault(&kernel(0, &body(32)), row(1, 1), &mut []);
    assert!(matches!(found.kind, FaultKind::OutOfBounds { space: "shared", .. }), "{found}");
    run(&kernel(0, &body(28)), row(1, 1), &mut []).unwrap();
}

#[test]
fn misaligned() {
    let body = |at: u32| format!("ld.global.v2.u32 {{%r1, %r2}}, [%a+{at}];");
    let found = fault(&kernel(1, &body(4)), row(1, 1), &mut [vec![0; 16]]);
    assert!(matches!(found.kind, FaultKind::Misaligned { align: 8, .. }), "{found}");
    run(&kernel(1, &body(8)), row(1, 1), &mut [vec![0; 16]]).unwrap();
}

#[test]
fn uninitialised_shared() {
    let body = |written: &str| {
        format!(
            ".shared .b32 s[32]; shl.b32 %r1, %t, 2; mov.u32 %r2, s; add.u32 %r1, %r1, %r2;
          {written} bar.sync 0; ld.shared.u32 %r3, [%r1];"
        )
    };
    let found = fault(&kernel(0, &body("")), row(1, 32), &mut []);
    assert!(matches!(found.kind, FaultKind::Uninitialised { space: "shared", .. }), "{found}");
    run(&kernel(0, &body("st.shared.u32 [%r1], %t;")), row(1, 32), &mut []).unwrap();
}

/// Threads write their own word and read their neighbour's.
fn neighbour(between: &str) -> String {
    kernel(
        1,
        &format!(
            ".shared .b32 s[64]; shl.b32 %r1, %t, 2; mov.u32 %r2, s; add.u32 %r1, %r1, %r2;
             xor.b32 %r3, %t, 1; shl.b32 %r3, %r3, 2; add.u32 %r3, %r3, %r2;
             st.shared.u32 [%r1], %t; {between} ld.shared.u32 %r4, [%r3];
             mad.wide.u32 %d1, %t, 4, %a; st.global.u32 [%d1], %r4;"
        ),
    )
}

#[test]
fn a_race_in_a_warp() {
    let found = fault(&neighbour(""), row(1, 32), &mut [vec![0; 128]]);
    let FaultKind::Race { this: "read", other: "write", other_thread: Some(1), other_line, .. } =
        found.kind
    else {
        panic!("{found}")
    };
    assert_eq!(other_line, found.line);
    // A shuffle orders nothing.
    let shuffle = "shfl.sync.bfly.b32 %r9, %t, 1, 31, -1;";
    assert!(matches!(
        fault(&neighbour(shuffle), row(1, 32), &mut [vec![0; 128]]).kind,
        FaultKind::Race { .. }
    ));
    let fine = neighbour("bar.warp.sync -1;");
    assert_eq!(words(&fine, row(1, 4), &mut [vec![0; 16]]), [1, 0, 3, 2]);
}

#[test]
fn a_race_between_warps() {
    let shift =
        |between: &str| neighbour(between).replace("xor.b32 %r3, %t, 1", "xor.b32 %r3, %t, 32");
    let found = fault(&shift("bar.warp.sync -1;"), row(1, 64), &mut [vec![0; 256]]);
    // The other warp has not written yet.
    assert!(matches!(found.kind, FaultKind::Uninitialised { .. }), "{found}");
    let all = words(&shift("bar.sync 0;"), row(1, 64), &mut [vec![0; 256]]);
    assert_eq!((all[0], all[63]), (32, 31));
}

#[test]
fn a_write_before_others_have_read() {
    let body = |between: &str| {
        neighbour("bar.sync 0;").replace("ret;", &format!("{between} st.shared.u32 [%r1], 0; ret;"))
    };
    let found = fault(&body(""), row(1, 64), &mut [vec![0; 256]]);
    assert!(matches!(found.kind, FaultKind::Race { this: "write", other: "read", .. }), "{found}");
    run(&body("bar.sync 0;"), row(1, 64), &mut [vec![0; 256]]).unwrap();
}

#[test]
fn a_race_between_blocks() {
    let body = |index: &str| format!("mad.wide.u32 %d1, {index}, 4, %a; st.global.u32 [%d1], %c;");
    let found = fault(&kernel(1, &body("%t")), row(2, 1), &mut [vec![0; 8]]);
    assert!(
        matches!(found.kind, FaultKind::Race { space: "global", other_block: 0, .. }),
        "{found}"
    );
    assert_eq!(found.block, [1, 0, 0]);
    run(&kernel(1, &body("%c")), row(2, 1), &mut [vec![0; 8]]).unwrap();
    // Atomics may meet.
    let atomic = kernel(1, "red.global.add.u32 [%a], 1;");
    assert_eq!(words(&atomic, row(3, 40), &mut [vec![0; 4]]), [120]);
}

/// Each block writes a number; the one that finishes last adds them up.
fn last_block(fence: &str, again: &str) -> String {
    kernel(
        2,
        &format!(
            "mad.wide.u32 %d1, %c, 4, %b; add.u32 %r1, %c, 1; st.global.u32 [%d1+4], %r1;
             {fence} atom.global.add.u32 %r2, [%b], 1; setp.ne.u32 %p1, %r2, 3; @%p1 bra end;
             {again} ld.global.v4.u32 {{%r3, %r4, %r5, %r6}}, [%b+16]; ld.global.u32 %r3, [%b+4];
             ld.global.u32 %r4, [%b+8]; ld.global.u32 %r5, [%b+12]; ld.global.u32 %r6, [%b+16];
             add.u32 %r3, %r3, %r4; add.u32 %r3, %r3, %r5; add.u32 %r3, %r3, %r6;
             st.global.u32 [%a], %r3; end:"
        ),
    )
}

#[test]
fn fences_and_atomics_order_blocks() {
    let buffers = || [vec![0; 4], vec![0; 32]];
    let fence = "membar.gl;";
    assert_eq!(words(&last_block(fence, fence), row(4, 1), &mut buffers()), [10]);
    for (first, second) in [("", fence), (fence, "")] {
        let found = fault(&last_block(first, second), row(4, 1), &mut buffers());
        assert!(matches!(found.kind, FaultKind::Race { this: "read", .. }), "{found}");
    }
    let ordered = last_block("", "").replace("atom.global", "atom.acq_rel.gpu.global");
    assert_eq!(words(&ordered, row(4, 1), &mut buffers()), [10]);
}

#[test]
fn divergent_barriers() {
    // Half a warp goes around what is for all of it.
    let body = |inside: &str, behind: &str| {
        kernel(0, &format!("setp.lt.u32 %p1, %t, 16; @%p1 bra skip; {inside} skip: {behind}"))
    };
    let (barrier, shuffle) = ("bar.sync 0;", "shfl.sync.idx.b32 %r1, %t, 0, 31, -1;");
    for inside in [barrier, shuffle] {
        let found = fault(&body(inside, "bar.sync 1;"), row(1, 32), &mut []);
        assert!(matches!(found.kind, FaultKind::Divergent { needed: u32::MAX, .. }), "{found}");
        assert_eq!(found.thread, [16, 0, 0]);
    }
    run(&body("", barrier), row(1, 32), &mut []).unwrap();
    // Barriers and shuffles do not wait for threads that have exited.
    run(&body(barrier, ""), row(1, 32), &mut []).unwrap();
    let half = "shfl.sync.idx.b32 %r1, %t, 0, 31, 0xFFFF0000;";
    run(&body(half, barrier), row(1, 32), &mut []).unwrap();
    let found =
        fault(&body("shfl.sync.idx.b32 %r1, %t, 0, 31, 0xFF000000;", ""), row(1, 32), &mut []);
    assert!(matches!(found.kind, FaultKind::Invalid(_)), "{found}");
}

#[test]
fn a_barrier_that_a_warp_never_comes_to() {
    let body =
        |count: u32| format!("setp.lt.u32 %p1, %t, 32; @%p1 bra skip; bar.sync 1, {count}; skip:");
    let found = fault(&kernel(0, &body(64)), row(1, 64), &mut []);
    assert!(matches!(found.kind, FaultKind::Deadlock(_)), "{found}");
    run(&kernel(0, &body(32)), row(1, 64), &mut []).unwrap();
}

#[test]
fn unknown_instructions_are_named() {
    let text = kernel(0, "frobnicate.b32 %r1, %r2;");
    let found = fault(&text, row(1, 1), &mut []);
    assert_eq!(
        found.kind,
        FaultKind::Unknown("the instruction `frobnicate.b32` is not known to the emulator".into())
    );
    let found = fault(&kernel(0, "add.odd.u32 %r1, %r2, %r3;"), row(1, 1), &mut []);
    assert!(found.to_string().contains("`.odd`"), "{found}");
}

#[test]
fn texts_that_are_no_ptx() {
    let error =
        |text: &str| Module::parse(&module("sm_80", text)).err().expect("an error").to_string();
    assert_eq!(
        error(".visible .entry k() { mov.u32 %r1 %r2; }"),
        "PTX line 4: `;` expected, `%r2` found"
    );
    assert_eq!(error("mov.u32 %r1, 0;"), "PTX line 4: `mov` begins nothing in a module");
    assert_eq!(
        error(".entry k() { ret;"),
        "PTX line 4: the text ends in the middle of a statement"
    );
}

#[test]
fn endless_loops_end() {
    let text = kernel(0, "top: bra top;");
    let options = hloom_ptx_emulator::Options { step_limit: 1000, ..Default::default() };
    let found = super::common::run_with(&text, row(1, 1), &mut [], &options).unwrap_err();
    assert_eq!(found.kind, FaultKind::StepLimit(1000));
}

#[test]
fn wrong_launches() {
    let text = kernel(1, "");
    let found = fault(&text, row(1, 2000), &mut [vec![0; 4]]);
    assert!(matches!(found.kind, FaultKind::Launch(_)), "{found}");
    let found = fault(&text, row(1, 1), &mut []);
    assert_eq!(found.kind, FaultKind::Launch("1 parameters expected, 0 given".into()));
    let launch = Launch { dynamic_shared: 1 << 20, ..row(1, 1) };
    assert!(matches!(fault(&text, launch, &mut [vec![0; 4]]).kind, FaultKind::Launch(_)));
}

#[test]
fn odd_texts_are_errors() {
    let bodies = [
        "mov.b64 {}, %d1;",
        "mov.b64 %d1, {};",
        ".reg .b32 %x<4000000000>;",
        ".local .b8 big[4000000000];",
        "atom.global.add.u32 {}, [%d1], {};",
        "ld.global.v2.u32 %r1, [%d1];",
        "createpolicy.fractional.L2::evict_last.b64;",
        "wgmma.mma_async.sync.aligned.m64n8k4.f64.f64.f64 {%d1}, %d1, %d1, 1;",
        "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%f1}, {%r1}, {%r1}, {%f1};",
        "shfl.sync.idx.b32;",
        "setp.eq.u32 %p1;",
        "bra nowhere;",
        "call nothing, (%r1);",
    ];
    for body in bodies {
        let found = fault(&kernel(0, body), row(1, 1), &mut []);
        assert!(matches!(found.kind, FaultKind::Unknown(_)), "{body}: {found}");
        assert!(found.line > 0, "{body}: {found}");
    }
    // A far block of a cluster that there is none of.
    let far = kernel(0, "mov.u64 %d1, 0xFFFFFFFFFFFF0000; ld.shared.u32 %r1, [%d1];");
    let found = fault(&far, row(1, 1), &mut []);
    assert!(matches!(found.kind, FaultKind::OutOfBounds { space: "shared", .. }), "{found}");
}
