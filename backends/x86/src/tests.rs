//! The bytes of instructions, read by another decoder.

use hloom_ir::Element;
use hloom_loops::index::Index;
use hloom_loops::plan::ModulePlan;
use hloom_loops::program::{BinaryOp, Builder, LoopKind, Scalar, Space};
use iced_x86::{Decoder, DecoderOptions, Mnemonic, Register};

use crate::encode::{Base, Instruction, Opcode, Rm, Scheme};
use crate::opcode::{self, floats};

fn instruction(opcode: Opcode) -> Instruction {
    Instruction {
        opcode,
        length: 2,
        reg: 17,
        vvvv: 9,
        rm: Rm::Register(30),
        mask: 0,
        zero: false,
        broadcast: false,
        bytes: false,
        immediate: None,
    }
}

fn decoded(instruction: &Instruction) -> iced_x86::Instruction {
    let mut code = Vec::new();
    instruction.encode(&mut code);
    let length = code.len();
    code.extend([0x90; 16]);
    let read = Decoder::new(64, &code, DecoderOptions::NONE).decode();
    assert!(!read.is_invalid(), "{instruction:?}: {:02x?}", &code[..length]);
    assert_eq!(read.len(), length, "{instruction:?}: {read:?}");
    read
}

/// Instructions of three vector registers, or of a mask and two.
#[test]
fn instructions_of_vectors_are_what_they_are_called() {
    use Mnemonic as M;
    let float = |byte, double, packed| opcode::float(byte, double, packed);
    let three: &[(Opcode, Mnemonic)] = &[
        (float(floats::ADD, false, true), M::Vaddps),
        (float(floats::ADD, true, true), M::Vaddpd),
        (float(floats::ADD, false, false), M::Vaddss),
        (float(floats::ADD, true, false), M::Vaddsd),
        (float(floats::SUB, false, true), M::Vsubps),
        (float(floats::MUL, true, true), M::Vmulpd),
        (float(floats::DIV, false, true), M::Vdivps),
        (float(floats::MIN, false, true), M::Vminps),
        (float(floats::MAX, true, true), M::Vmaxpd),
        (opcode::float_of_map(2, opcode::FMA_213, false, true), M::Vfmadd213ps),
        (opcode::float_of_map(2, opcode::FMA_231, true, true), M::Vfmadd231pd),
        (opcode::float_of_map(2, opcode::FMA_231, false, false), M::Vfmadd231ss),
        (opcode::float_of_map(2, opcode::SCALEF, false, true), M::Vscalefps),
        (opcode::AND, M::Vpandd),
        (opcode::OR, M::Vpord),
        (opcode::XOR, M::Vpxord),
        (opcode::permute(4), M::Vpermd),
        (opcode::permute(8), M::Vpermq),
        (opcode::permute(2), M::Vpermw),
        (opcode::permute(1), M::Vpermb),
        (opcode::permute_two(4), M::Vpermt2d),
        (opcode::permute_two(8), M::Vpermt2q),
        (opcode::permute_two(2), M::Vpermt2w),
        (opcode::permute_two(1), M::Vpermt2b),
        (opcode::DOT_BYTES, M::Vpdpbusd),
        (opcode::DOT_BF16, M::Vdpbf16ps),
        (opcode::narrow(1, 0xFC, false), M::Vpaddb),
        (opcode::narrow(1, 0xFD, false), M::Vpaddw),
        (opcode::integer(1, 0xFE, false), M::Vpaddd),
        (opcode::integer(1, 0xD4, true), M::Vpaddq),
        (opcode::narrow(1, 0xD5, false), M::Vpmullw),
        (opcode::integer(2, 0x40, false), M::Vpmulld),
        (opcode::integer(2, 0x40, true), M::Vpmullq),
        (opcode::narrow(2, 0x38, false), M::Vpminsb),
        (opcode::narrow(1, 0xEA, false), M::Vpminsw),
        (opcode::integer(2, 0x39, false), M::Vpminsd),
        (opcode::integer(2, 0x39, true), M::Vpminsq),
        (opcode::narrow(1, 0xDA, false), M::Vpminub),
        (opcode::narrow(2, 0x3A, false), M::Vpminuw),
        (opcode::integer(2, 0x3F, true), M::Vpmaxuq),
        (opcode::narrow(2, 0x12, true), M::Vpsllvw),
        (opcode::narrow(2, 0x10, true), M::Vpsrlvw),
        (opcode::narrow(2, 0x11, true), M::Vpsravw),
        (opcode::integer(2, 0x47, false), M::Vpsllvd),
        (opcode::integer(2, 0x45, true), M::Vpsrlvq),
        (opcode::integer(2, 0x46, true), M::Vpsravq),
        (opcode::integer(1, 0x6C, true), M::Vpunpcklqdq),
    ];
    for (opcode, mnemonic) in three {
        let read = decoded(&instruction(*opcode));
        assert_eq!(read.mnemonic(), *mnemonic, "{opcode:?}");
        let number = |at| read.op_register(at).number();
        assert_eq!([number(0), number(1), number(2)], [17, 9, 30], "{read:?}");
    }
    let with_immediate: &[(Opcode, Mnemonic)] = &[
        (opcode::float_of_map(3, opcode::RANGE, false, true), M::Vrangeps),
        (opcode::TERNLOG, M::Vpternlogd),
        (opcode::align(4), M::Valignd),
        (opcode::align(8), M::Valignq),
        (opcode::INSERT_16, M::Vinserti32x4),
        (opcode::INSERT_32, M::Vinserti64x4),
    ];
    for (opcode, mnemonic) in with_immediate {
        let immediate = Some((1, 1));
        let read = decoded(&Instruction { immediate, ..instruction(*opcode) });
        assert_eq!(read.mnemonic(), *mnemonic, "{opcode:?}");
    }
    let masks: &[(Opcode, Mnemonic)] = &[
        (float(floats::CMP, false, true), M::Vcmpps),
        (float(floats::CMP, true, false), M::Vcmpsd),
        (opcode::compare(1, true), M::Vpcmpb),
        (opcode::compare(1, false), M::Vpcmpub),
        (opcode::compare(2, true), M::Vpcmpw),
        (opcode::compare(4, false), M::Vpcmpud),
        (opcode::compare(8, true), M::Vpcmpq),
    ];
    for (opcode, mnemonic) in masks {
        let immediate = Some((0, 1));
        let read = decoded(&Instruction { reg: 3, immediate, ..instruction(*opcode) });
        assert_eq!(read.mnemonic(), *mnemonic, "{opcode:?}");
        assert_eq!(read.op_register(0), Register::K3);
    }
}

/// Instructions of two vector registers.
#[test]
fn conversions_and_moves_are_what_they_are_called() {
    use Mnemonic as M;
    let two: &[(Opcode, Mnemonic)] = &[
        (opcode::float(floats::SQRT, false, true), M::Vsqrtps),
        (opcode::MOVUPS, M::Vmovups),
        (opcode::MOVUPD, M::Vmovupd),
        (opcode::MOVDQU8, M::Vmovdqu8),
        (opcode::MOVDQU8.wide(true), M::Vmovdqu16),
        (opcode::broadcast(1), M::Vpbroadcastb),
        (opcode::broadcast(2), M::Vpbroadcastw),
        (opcode::broadcast(4), M::Vpbroadcastd),
        (opcode::broadcast(8), M::Vpbroadcastq),
        (opcode::extend(1, 2, true), M::Vpmovsxbw),
        (opcode::extend(1, 4, false), M::Vpmovzxbd),
        (opcode::extend(1, 8, true), M::Vpmovsxbq),
        (opcode::extend(2, 4, true), M::Vpmovsxwd),
        (opcode::extend(2, 8, false), M::Vpmovzxwq),
        (opcode::extend(4, 8, true), M::Vpmovsxdq),
        (opcode::FROM_HALF, M::Vcvtph2ps),
        (opcode::PS_TO_PD, M::Vcvtps2pd),
        (opcode::PD_TO_PS, M::Vcvtpd2ps),
        (opcode::to_float(4, true, false), M::Vcvtdq2ps),
        (opcode::to_float(4, false, false), M::Vcvtudq2ps),
        (opcode::to_float(4, true, true), M::Vcvtdq2pd),
        (opcode::to_float(4, false, true), M::Vcvtudq2pd),
        (opcode::to_float(8, true, false), M::Vcvtqq2ps),
        (opcode::to_float(8, false, false), M::Vcvtuqq2ps),
        (opcode::to_float(8, true, true), M::Vcvtqq2pd),
        (opcode::to_float(8, false, true), M::Vcvtuqq2pd),
        (opcode::from_float(4, true, false), M::Vcvttps2dq),
        (opcode::from_float(4, false, false), M::Vcvttps2udq),
        (opcode::from_float(4, true, true), M::Vcvttpd2dq),
        (opcode::from_float(4, false, true), M::Vcvttpd2udq),
        (opcode::from_float(8, true, false), M::Vcvttps2qq),
        (opcode::from_float(8, false, false), M::Vcvttps2uqq),
        (opcode::from_float(8, true, true), M::Vcvttpd2qq),
        (opcode::from_float(8, false, true), M::Vcvttpd2uqq),
        (opcode::integer(2, 0x44, false), M::Vplzcntd),
        (opcode::narrow(2, 0x1C, false), M::Vpabsb),
        (opcode::integer(2, 0x1F, true), M::Vpabsq),
    ];
    for (opcode, mnemonic) in two {
        let read = decoded(&Instruction { vvvv: 0, ..instruction(*opcode) });
        assert_eq!(read.mnemonic(), *mnemonic, "{opcode:?}");
        assert_eq!([read.op_register(0).number(), read.op_register(1).number()], [17, 30]);
    }
    // Those that write to `rm`.
    let turned: &[(Opcode, Mnemonic)] = &[
        (opcode::truncate(2, 1), M::Vpmovwb),
        (opcode::truncate(4, 1), M::Vpmovdb),
        (opcode::truncate(8, 1), M::Vpmovqb),
        (opcode::truncate(4, 2), M::Vpmovdw),
        (opcode::truncate(8, 2), M::Vpmovqw),
        (opcode::truncate(8, 4), M::Vpmovqd),
        (opcode::STORE_UPS, M::Vmovups),
    ];
    for (opcode, mnemonic) in turned {
        let read = decoded(&Instruction { vvvv: 0, ..instruction(*opcode) });
        assert_eq!(read.mnemonic(), *mnemonic, "{opcode:?}");
        assert_eq!([read.op_register(0).number(), read.op_register(1).number()], [30, 17]);
    }
}

/// Displacements of one byte count in the size of the operand.
#[test]
fn addresses_are_read_as_they_were_written() {
    let add = opcode::float(floats::ADD, false, true);
    let store = opcode::STORE_UPS;
    for displacement in [0, 1, 4, 60, 64, -64, 127, 128, 8128, 8192, -8192, 1 << 20] {
        for base in [0, 4, 5, 11, 12, 13] {
            for index in [None, Some(0), Some(5), Some(12), Some(13)] {
                for (opcode, broadcast) in [(add, false), (add, true), (store, false)] {
                    let rm =
                        Rm::Memory { base: Base::Register(base), index, scale: 2, displacement };
                    let vvvv = if opcode == add { 9 } else { 0 };
                    let one = Instruction { rm, broadcast, vvvv, ..instruction(opcode) };
                    let read = decoded(&one);
                    assert_eq!(read.memory_displacement64() as i64, i64::from(displacement));
                    assert_eq!(read.memory_base().number(), usize::from(base), "{read:?}");
                    match index {
                        Some(index) => {
                            assert_eq!(read.memory_index().number(), usize::from(index));
                            assert_eq!(read.memory_index_scale(), 4);
                        }
                        None => assert_eq!(read.memory_index(), Register::None),
                    }
                    assert_eq!(read.is_broadcast(), broadcast);
                }
            }
        }
    }
    // A vector of indices has a number of five bits.
    for index in [3, 13, 19, 31] {
        let rm =
            Rm::Memory { base: Base::Register(7), index: Some(index), scale: 3, displacement: 8 };
        let one = Instruction { rm, vvvv: 0, mask: 2, ..instruction(opcode::gather(8, 8)) };
        let read = decoded(&one);
        assert_eq!(read.mnemonic(), Mnemonic::Vgatherqpd);
        assert_eq!(read.memory_index().number(), usize::from(index));
        assert_eq!(read.op_mask(), Register::K2);
    }
}

/// General registers and masks, of all numbers.
#[test]
fn general_instructions_are_what_they_are_called() {
    use Mnemonic as M;
    let two: &[(Opcode, Mnemonic)] = &[
        (opcode::MOV, M::Mov),
        (opcode::MOV.wide(true), M::Mov),
        (opcode::ADD.wide(true), M::Add),
        (opcode::SUB.wide(true), M::Sub),
        (opcode::GENERAL_AND, M::And),
        (opcode::GENERAL_OR, M::Or),
        (opcode::GENERAL_XOR, M::Xor),
        (opcode::CMP.wide(true), M::Cmp),
        (opcode::IMUL.wide(true), M::Imul),
        (opcode::MOVZX_8, M::Movzx),
        (opcode::MOVSX_16.wide(true), M::Movsx),
        (opcode::MOVSXD, M::Movsxd),
        (opcode::POPCNT, M::Popcnt),
        (opcode::LZCNT.wide(true), M::Lzcnt),
        (opcode::cmov(opcode::condition::G), M::Cmovg),
    ];
    for (opcode, mnemonic) in two {
        for (reg, rm) in [(0, 15), (4, 6), (13, 7), (9, 12)] {
            let one = Instruction {
                reg,
                vvvv: 0,
                rm: Rm::Register(rm),
                length: 0,
                bytes: *opcode == opcode::MOVZX_8,
                ..instruction(*opcode)
            };
            let read = decoded(&one);
            assert_eq!(read.mnemonic(), *mnemonic);
            let number = |at| read.op_register(at).full_register().number();
            assert_eq!([number(0), number(1)], [usize::from(reg), usize::from(rm)], "{read:?}");
        }
    }
    for (opcode, mnemonic) in
        [(opcode::SHLX, M::Shlx), (opcode::SARX, M::Sarx), (opcode::SHRX, M::Shrx)]
    {
        let one = Instruction {
            reg: 13,
            vvvv: 9,
            rm: Rm::Register(2),
            length: 0,
            ..instruction(opcode.wide(true))
        };
        let read = decoded(&one);
        assert_eq!(read.mnemonic(), mnemonic);
        let number = |at: u32| read.op_register(at).number();
        assert_eq!([number(0), number(1), number(2)], [13, 2, 9]);
    }
    let masks: &[(Opcode, Mnemonic, u8)] = &[
        (opcode::KAND, M::Kandq, 1),
        (opcode::KOR, M::Korq, 1),
        (opcode::KXOR, M::Kxorq, 1),
        (opcode::KXNOR, M::Kxnorq, 1),
        (opcode::KUNPACK_8, M::Kunpckbw, 1),
        (opcode::KUNPACK_16, M::Kunpckwd, 1),
        (opcode::KUNPACK_32, M::Kunpckdq, 1),
        (opcode::KNOT, M::Knotq, 0),
        (opcode::KMOV, M::Kmovq, 0),
        (opcode::KMOV_FROM, M::Kmovq, 0),
        (opcode::KMOV_TO, M::Kmovq, 0),
        (opcode::KSHIFTR, M::Kshiftrq, 0),
    ];
    for (opcode, mnemonic, length) in masks {
        let one = Instruction {
            reg: 3,
            vvvv: if *length == 1 { 2 } else { 0 },
            rm: Rm::Register(5),
            length: *length,
            immediate: (*mnemonic == M::Kshiftrq).then_some((8, 1)),
            ..instruction(*opcode)
        };
        assert_eq!(decoded(&one).mnemonic(), *mnemonic);
    }
    assert_eq!(opcode::KMOV.scheme, Scheme::Vex);
}

/// The code of a program whose inner loops add up `loads` elements of a vector for each position.
fn rows(loads: u64) -> Vec<u8> {
    let f64s = Scalar::F64.ty();
    let mut b = Builder::new("rows");
    let length = 1000;
    let x = b.buffer("x", Element::F64, &[length + loads], Space::Argument(0));
    let out = b.buffer("out", Element::F64, &[length], Space::Result(0));
    b.for_each(LoopKind::Serial, "row", 0, length as i64, 1, |b, row| {
        let start = b.number(f64s, 0.0);
        // As many as the row's number: the compiler of loops does not know how many.
        let steps = (Index::constant(0), Index::var(row));
        let sums = b.for_carrying(LoopKind::Serial, "i", steps, 1, &[start], |b, i, sums| {
            let all =
                (0..loads).map(|k| b.load(f64s, x, Index::var(i) + k as i64)).collect::<Vec<_>>();
            vec![all.into_iter().fold(sums[0], |sum, it| b.binary(BinaryOp::Add, sum, it))]
        });
        b.store(sums[0], out, Index::var(row));
    });
    let program = b.finish();
    let plan = ModulePlan::of(&program, true);
    crate::compile(&plan, &crate::Options::default(), &|_| Some(1))
        .expect("it has instructions")
        .code
}

#[test]
fn short_loops_stand_in_one_line() {
    let mut short = 0;
    for loads in 1..8 {
        let code = rows(loads);
        let mut decoder = Decoder::with_ip(64, &code, 0, DecoderOptions::NONE);
        while decoder.can_decode() {
            let it = decoder.decode();
            let (start, end) = (it.near_branch_target(), it.next_ip());
            if it.is_jcc_near() && start < end && end - start <= 64 {
                short += u64::from(end - start > 32);
                assert_eq!(start / 64, (end - 1) / 64, "{loads} loads: {start} to {end}");
            }
        }
    }
    // Longer than half of a line: others stand in one wherever they begin.
    assert!(short > 2, "{short}");
}
