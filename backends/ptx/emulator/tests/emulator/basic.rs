//! Arithmetic, control flow, calls and memory, on kernels as LLVM writes them.

use hloom_ptx_emulator::{Class, Device, Launch, Module, Options, Param};

use super::common::{apply, from_floats, kernel, module, row, run, to_floats, words};

#[test]
fn a_kernel_as_llvm_writes_it() {
    let text = include_str!("llvm.ptx");
    let module = Module::parse(text).unwrap();
    assert_eq!(module.target(), "sm_90");
    assert_eq!(module.version(), (7, 8));
    let mut device = Device::new();
    let input = device.upload(&from_floats(&[1.0, 2.0, 3.0]));
    let output = device.allocate(12, 4);
    let params = [
        Param::from(input),
        Param::from(output),
        Param::from(3_i32),
        Param::bytes(&0x3C00_u16.to_le_bytes()),
    ];
    let launch = Launch { block: [256, 1, 1], ..Launch::default() };
    let report = module.launch(&mut device, "k", &launch, &params, &Options::default()).unwrap();
    // (x² + 1) + table[i]
    assert_eq!(to_floats(&device.download(output, 12)), [3.0, 7.0, 13.0]);
    assert_eq!(report.barriers, 1);
    assert_eq!(report.count(Class::LoadGlobal).threads, 6);
}

#[test]
fn whole_numbers() {
    let one = |text: &str, a: u32, b: u32, c: u32| apply(text, &[[a, b, c]])[0];
    assert_eq!(one("add.s32 %r0, %r1, %r2;", 5, u32::MAX, 0), 4);
    assert_eq!(one("mul.hi.s32 %r0, %r1, %r2;", 0x8000_0000, 2, 0), u32::MAX);
    assert_eq!(one("mul.hi.u32 %r0, %r1, %r2;", 0x8000_0000, 2, 0), 1);
    assert_eq!(one("mad.lo.s32 %r0, %r1, %r2, %r3;", 7, 6, u32::MAX), 41);
    assert_eq!(one("div.s32 %r0, %r1, %r2;", -7_i32 as u32, 2, 0), -3_i32 as u32);
    assert_eq!(one("rem.s32 %r0, %r1, %r2;", -7_i32 as u32, 2, 0), -1_i32 as u32);
    assert_eq!(one("shr.s32 %r0, %r1, %r2;", 0x8000_0000, 40, 0), u32::MAX);
    assert_eq!(one("shl.b32 %r0, %r1, %r2;", 1, 32, 0), 0);
    assert_eq!(one("bfe.s32 %r0, %r1, %r2, %r3;", 0xF0, 4, 4), u32::MAX);
    assert_eq!(one("bfe.u32 %r0, %r1, %r2, %r3;", 0xF0, 4, 4), 0xF);
    assert_eq!(one("bfi.b32 %r0, %r1, %r2, 8, 4;", 0xAB, 0xFFFF_FFFF, 0), 0xFFFF_FBFF);
    assert_eq!(one("bfind.u32 %r0, %r1;", 0x100, 0, 0), 8);
    assert_eq!(one("bfind.s32 %r0, %r1;", 0xFFFF_FFFF, 0, 0), u32::MAX);
    assert_eq!(one("clz.b32 %r0, %r1;", 1, 0, 0), 31);
    assert_eq!(one("brev.b32 %r0, %r1;", 1, 0, 0), 0x8000_0000);
    assert_eq!(one("prmt.b32 %r0, %r1, %r2, 0x5410;", 0x1234_5678, 0xABCD_EF01, 0), 0xEF01_5678);
    assert_eq!(one("prmt.b32 %r0, %r1, %r2, 0x8888;", 0x80, 0, 0), u32::MAX);
    assert_eq!(one("shf.l.wrap.b32 %r0, %r1, %r2, 8;", 0x1234_5678, 0xABCD_EF01, 0), 0xCDEF_0112);
    assert_eq!(one("shf.r.clamp.b32 %r0, %r1, %r2, 40;", 1, 7, 0), 7);
    assert_eq!(one("lop3.b32 %r0, %r1, %r2, %r3, 0xE8;", 0b1100, 0b1010, 0b0110), 0b1110);
    assert_eq!(one("dp4a.s32.s32 %r0, %r1, %r2, %r3;", 0xFF02_0304, 0x0101_0101, 10), 18);
    assert_eq!(one("dp2a.lo.u32.u32 %r0, %r1, %r2, 1;", 0x0002_0003, 0x0405_0607, 0), 1 + 21 + 12);
    assert_eq!(one("sad.s32 %r0, %r1, %r2, %r3;", -3_i32 as u32, 4, 1), 8);
    assert_eq!(one("min.s32 %r0, %r1, %r2;", u32::MAX, 4, 1), u32::MAX);
    assert_eq!(one("add.cc.u32 %r0, %r1, %r2; addc.u32 %r0, %r3, 0;", u32::MAX, 1, 5), 6);
    assert_eq!(one("sub.cc.u32 %r0, %r1, %r2; subc.u32 %r0, %r3, 0;", 0, 1, 5), 4);
    assert_eq!(one("add.sat.s32 %r0, %r1, %r2;", i32::MAX as u32, 1, 0), i32::MAX as u32);
}

#[test]
fn floats() {
    let one = |text: &str, a: f32, b: f32, c: f32| {
        f32::from_bits(apply(text, &[[a.to_bits(), b.to_bits(), c.to_bits()]])[0])
    };
    assert_eq!(one("fma.rn.f32 %r0, %r1, %r2, %r3;", 3.0, 4.0, 0.5), 12.5);
    let up = one("add.rp.f32 %r0, %r1, %r2;", 1.0, 1e-20, 0.0);
    assert_eq!(up, 1.0_f32.next_up());
    assert_eq!(one("add.rm.f32 %r0, %r1, %r2;", 1.0, -1e-20, 0.0), 1.0_f32.next_down());
    assert_eq!(one("add.rz.f32 %r0, %r1, %r2;", 1.0, -1e-20, 0.0), 1.0_f32.next_down());
    assert_eq!(one("add.rz.f32 %r0, %r1, %r2;", 1.0, 1e-20, 0.0), 1.0);
    let third = (-1.0_f32 / 3.0).next_up();
    assert_eq!(one("div.rp.f32 %r0, %r1, %r2;", 1.0, -3.0, 0.0), third);
    assert_eq!(one("mul.rn.ftz.f32 %r0, %r1, %r2;", 1e-38, 0.5, 0.0), 0.0);
    assert_eq!(one("add.sat.f32 %r0, %r1, %r2;", f32::NAN, 0.5, 0.0), 0.0);
    assert_eq!(one("min.f32 %r0, %r1, %r2;", f32::NAN, 0.5, 0.0), 0.5);
    assert!(one("min.NaN.f32 %r0, %r1, %r2;", f32::NAN, 0.5, 0.0).is_nan());
    assert_eq!(one("min.f32 %r0, %r1, %r2;", 0.0, -0.0, 0.0).to_bits(), (-0.0_f32).to_bits());
    assert_eq!(one("ex2.approx.ftz.f32 %r0, %r1;", 3.0, 0.0, 0.0), 8.0);
    assert_eq!(one("copysign.f32 %r0, %r1, %r2;", -1.0, 2.5, 0.0), -2.5);
    assert_eq!(one("slct.f32.s32 %r0, %r1, %r2, %r3;", 1.0, 2.0, -0.0), 2.0);
    let nan = apply("mul.f32 %r0, %r1, %r2;", &[[0x7F80_0000, 0, 0]])[0];
    assert_eq!(nan, 0x7FFF_FFFF);
}

#[test]
fn narrow_floats() {
    let one = |text: &str, a: u32, b: u32, c: u32| apply(text, &[[a, b, c]])[0];
    // 1 + 2^-11 is a tie in half precision, and rounds to even.
    assert_eq!(one("add.f16x2 %r0, %r1, %r2;", 0x3C00_3C00, 0x1000_1001, 0), 0x3C00_3C01);
    assert_eq!(
        one("fma.rn.bf16x2 %r0, %r1, %r2, %r3;", 0x3F80_4000, 0x4000_4000, 0xBF80_0000),
        0x3F80_4080
    );
    assert_eq!(
        one("cvt.rn.f16x2.f32 %r0, %r1, %r2;", 1.0_f32.to_bits(), 65520.0_f32.to_bits(), 0),
        0x3C00_7C00
    );
    assert_eq!(
        one("cvt.rz.f16x2.f32 %r0, %r1, %r2;", 1.0_f32.to_bits(), 1e9_f32.to_bits(), 0),
        0x3C00_7BFF
    );
    assert_eq!(
        one("cvt.rn.bf16x2.relu.f32 %r0, %r1, %r2;", (-1.0_f32).to_bits(), 3.0_f32.to_bits(), 0),
        0x0000_4040
    );
    assert_eq!(
        one(
            "cvt.rn.satfinite.e4m3x2.f32 %h0, %r1, %r2; cvt.u32.u16 %r0, %h0;",
            1000.0_f32.to_bits(),
            1.5_f32.to_bits(),
            0
        ),
        0x7E3C
    );
    assert_eq!(
        one(
            "cvt.rn.satfinite.e5m2x2.f32 %h0, %r1, %r2; cvt.rn.f16x2.e5m2x2 %r0, %h0;",
            1e9_f32.to_bits(),
            (-0.5_f32).to_bits(),
            0
        ),
        0x7B00_B800
    );
    assert_eq!(one("cvt.rna.tf32.f32 %r0, %r1;", 0x3F80_1000, 0, 0), 0x3F80_2000);
    assert_eq!(one("cvt.rzi.s32.f32 %r0, %r1;", (-1e20_f32).to_bits(), 0, 0), 0x8000_0000);
    assert_eq!(one("cvt.rni.s32.f32 %r0, %r1;", 2.5_f32.to_bits(), 0, 0), 2);
    assert_eq!(one("cvt.rpi.u32.f32 %r0, %r1;", (-2.5_f32).to_bits(), 0, 0), 0);
    assert_eq!(one("cvt.rmi.f32.f32 %r0, %r1;", (-2.5_f32).to_bits(), 0, 0), (-3.0_f32).to_bits());
    assert_eq!(one("cvt.rn.f32.u32 %r0, %r1;", 0x0100_0001, 0, 0), 16_777_216.0_f32.to_bits());
    assert_eq!(one("cvt.rp.f32.u32 %r0, %r1;", 0x0100_0001, 0, 0), 16_777_218.0_f32.to_bits());
    assert_eq!(one("cvt.sat.s8.s32 %r0, %r1;", 1000, 0, 0), 127);
    assert_eq!(one("cvt.s32.s8 %r0, %r1;", 0x80, 0, 0), 0xFFFF_FF80);
    assert_eq!(
        one("cvt.pack.sat.u8.s32.b32 %r0, %r1, %r2, %r3;", 300, -3_i32 as u32, 0xABCD),
        0xABCD_FF00
    );
}

#[test]
fn loops_and_branches() {
    // The number of Collatz steps of each thread's number.
    let text = kernel(
        1,
        "add.u32 %r1, %t, 1; mov.u32 %r2, 0;
         top: setp.eq.u32 %p1, %r1, 1; @%p1 bra done;
         and.b32 %r3, %r1, 1; setp.eq.u32 %p2, %r3, 0; @%p2 bra even;
         mad.lo.u32 %r1, %r1, 3, 1; bra next;
         even: shr.u32 %r1, %r1, 1;
         next: add.u32 %r2, %r2, 1; bra top;
         done: mad.wide.u32 %d1, %t, 4, %a; st.global.u32 [%d1], %r2;",
    );
    let steps = |n: u32| {
        let (mut n, mut count) = (n, 0);
        while n != 1 {
            n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
            count += 1;
        }
        count
    };
    let expected: Vec<u32> = (1..=40).map(steps).collect();
    assert_eq!(words(&text, row(1, 40), &mut [vec![0; 160]]), expected);
}

#[test]
fn indexed_branches_and_calls() {
    let text = module(
        "sm_80",
        ".func (.reg .b32 out) twice(.reg .b32 in) { add.u32 out, in, in; ret; }
         .func (.param .b32 out) thrice(.param .b32 in) {
           .reg .b32 %r<4>; ld.param.b32 %r1, [in]; mul.lo.u32 %r2, %r1, 3;
           st.param.b32 [out], %r2; ret; }
         .visible .entry k(.param .u64 a) {
           .reg .b32 %r<9>; .reg .b64 %rd<4>;
           mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 1; mov.u32 %r3, 1000;
           list: .branchtargets first, second;
           brx.idx %r2, list;
           first: call (%r3), twice, (%r1); bra end;
           second: { .param .b32 x; .param .b32 y; st.param.b32 [x], %r1;
             call.uni (y), thrice, (x); ld.param.b32 %r3, [y]; }
           end: ld.param.u64 %rd1, [a]; mad.wide.u32 %rd2, %r1, 4, %rd1;
           st.global.u32 [%rd2], %r3; ret; }",
    );
    assert_eq!(words(&text, row(1, 4), &mut [vec![0; 16]]), [0, 3, 4, 9]);
}

#[test]
fn local_memory_is_each_threads_own() {
    let text = kernel(
        1,
        ".local .align 8 .b8 stack[16]; .reg .b64 %SP;
         mov.b64 %d1, stack; cvta.local.u64 %SP, %d1;
         st.u32 [%SP+4], %t; ld.local.u32 %r1, [%d1+4];
         mad.wide.u32 %d2, %t, 4, %a; st.global.u32 [%d2], %r1;",
    );
    assert_eq!(words(&text, row(1, 5), &mut [vec![0; 20]]), [0, 1, 2, 3, 4]);
}

#[test]
fn vectors_and_signs() {
    let text = kernel(
        2,
        "ld.global.v2.s8 {%r1, %r2}, [%b]; ld.global.nc.L1::no_allocate.v4.u16 {%h1, %h2, %h3, %h4}, [%b];
         cvt.u32.u16 %r3, %h4; mov.b32 {%h5, %h6}, %r2; cvt.u32.u16 %r4, %h6;
         st.global.v4.b32 [%a], {%r1, %r2, %r3, %r4};",
    );
    let mut buffers = [vec![0; 16], vec![0xFF, 0x80, 1, 0, 2, 0, 3, 4]];
    assert_eq!(words(&text, row(1, 1), &mut buffers), [u32::MAX, 0xFFFF_FF80, 0x0403, 0xFFFF]);
}

#[test]
fn transactions_are_counted() {
    let each = |stride: u32| {
        let body = format!(
            "mul.lo.u32 %r1, %t, {stride}; mad.wide.u32 %d1, %r1, 4, %a; ld.global.u32 %r2, [%d1];"
        );
        let report = run(&kernel(1, &body), row(1, 32), &mut [vec![0; 4096]]).unwrap();
        (report.loads.sectors, report.loads.requests)
    };
    assert_eq!(each(1), (4, 1));
    assert_eq!(each(8), (32, 8));
    assert_eq!(each(0), (1, 1));
}

#[test]
fn bank_conflicts_are_counted() {
    let each = |stride: u32| {
        let body = format!(
            ".shared .b32 s[1056]; mul.lo.u32 %r1, %t, {stride}; shl.b32 %r1, %r1, 2;
            mov.u32 %r2, s; add.u32 %r1, %r1, %r2; st.shared.u32 [%r1], %t;"
        );
        let report = run(&kernel(0, &body), row(1, 32), &mut []).unwrap();
        report.bank_conflicts
    };
    assert_eq!(each(1), 0);
    assert_eq!(each(32), 31);
    assert_eq!(each(33), 0);
    assert_eq!(each(2), 1);
}

#[test]
fn arithmetic_as_a_compiler_writes_it() {
    // `arithmetic.c` says how these were made; the results are a CPU's.
    let module = Module::parse(include_str!("arithmetic/arithmetic.ptx")).unwrap();
    let (input, output) =
        (include_bytes!("arithmetic/in.bin"), include_bytes!("arithmetic/out.bin"));
    let mut device = Device::new();
    let from = device.upload(input);
    let to = device.upload(&vec![0; output.len()]);
    let params = [Param::from(from), Param::from(to)];
    module.launch(&mut device, "k", &row(1, 16), &params, &Options::default()).unwrap();
    let found = device.download(to, output.len() as u64);
    let size = output.len() / 16;
    let wrong: Vec<(usize, usize)> = (0..output.len())
        .filter(|at| found[*at] != output[*at])
        .map(|at| (at / size, at % size))
        .collect();
    assert!(wrong.is_empty(), "items and bytes that differ: {wrong:?}");
}

#[test]
fn reports_are_text() {
    let text = kernel(1, "mad.wide.u32 %d1, %t, 4, %a; ld.global.u32 %r1, [%d1];");
    let report = run(&text, row(2, 32), &mut [vec![0; 128]]).unwrap().to_string();
    assert!(report.starts_with("2 blocks, 12 instructions of warps, 384 of threads\n"), "{report}");
    assert!(
        report.contains("global memory read: 256 bytes in 8 sectors, 2 requests\n"),
        "{report}"
    );
    assert!(report.contains("  LoadGlobal: 2 of warps, 64 of threads\n"), "{report}");
}

#[test]
fn conditions_of_graphs_are_told() {
    let text = "
        .version 7.0
        .target sm_75
        .address_size 64
        .extern .func cudaGraphSetConditional(.param .b64 handle, .param .b32 value);
        .visible .entry set(.param .u64 handle) {
            .reg .b64 %rd<2>;
            .reg .b32 %r<2>;
            .param .b64 a;
            .param .b32 b;
            ld.param.u64 %rd1, [handle];
            mov.u32 %r1, %tid.x;
            st.param.b64 [a], %rd1;
            st.param.b32 [b], %r1;
            call.uni cudaGraphSetConditional, (a, b);
            ret;
        }";
    let module = Module::parse(text).expect("it is PTX");
    module.check().expect("it is known");
    let mut device = Device::new();
    let launch = Launch { block: [2, 1, 1], ..Launch::default() };
    let handle = Param::from(77u64);
    let report = module.launch(&mut device, "set", &launch, &[handle], &Options::default());
    assert_eq!(report.expect("it runs").conditions, [(77, 0), (77, 1)]);
    // Nobody knows others, or that one with other parameters.
    let faults = [
        text.replace("cudaGraphSetConditional", "cudaGraphSomething"),
        text.replace("handle, .param .b32 value", "handle, .param .b64 value"),
    ];
    for text in faults {
        let fault = Module::parse(&text).expect("it is PTX").check().expect_err("who is that?");
        assert!(fault.to_string().contains("is not defined in the module"), "{fault}");
    }
}
