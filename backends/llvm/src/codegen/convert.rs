//! Conversions between scalar types, where single instructions are not enough.
//!
//! The loop level defines half and bfloat16 conversions as rounding to nearest
//! even with subnormals kept. LLVM's own instruction for bfloat16 flushes
//! subnormals on CPUs that have AVX512-BF16 and calls a library elsewhere, and so
//! does the one for halves on CPUs without F16C; so these are integer arithmetic
//! here. Narrowing from double goes through single precision rounded to odd,
//! after which the second rounding is right (Boldo and Melquiond, "When double
//! rounding is odd", 2005).

use hloom_loops::program::{ConvertOp, Scalar, Type};
use inkwell::types::BasicTypeEnum;
use inkwell::{FloatPredicate, IntPredicate};

use super::function::Function;
use super::ops::{Built, Ops, Register, broken, widen};
use super::target::Target;

/// Conversions that a machine has instructions for, which keep subnormal numbers.
#[derive(Clone, Copy)]
pub(super) struct Native {
    /// Between half and single precision.
    f16: bool,
    /// From single precision to bfloat16: PTX has `cvt.rn.bf16x2.f32` from 8.0 on.
    bf16: bool,
}

impl<'c> Function<'_, '_, 'c> {
    /// A conversion, by the machine's own instructions where it has them.
    pub(super) fn converted(
        &self,
        op: ConvertOp,
        a: Register<'c>,
        from: Type,
        to: Scalar,
    ) -> Built<Register<'c>> {
        let (f16, bf16) = match &self.unit.target {
            Target::Cpu(options) => (options.cpu.converts_halves(), false),
            Target::Nvptx(options) => (true, options.capability >= 80),
        };
        self.ops.convert(op, a, from, to, Native { f16, bf16 })
    }
}

impl<'c> Ops<'_, 'c> {
    /// A conversion between types that it accepts; `native` says what the machine does itself.
    pub(super) fn convert(
        &self,
        op: ConvertOp,
        a: Register<'c>,
        from: Type,
        to: Scalar,
        native: Native,
    ) -> Built<Register<'c>> {
        let to = from.with(to);
        match op {
            ConvertOp::Truncate => self.truncate(a, to),
            ConvertOp::ExtendS => self.sign_extend(a, to),
            ConvertOp::ExtendU => self.zero_extend(a, to),
            ConvertOp::SignedToFloat => self.signed_to_float(a, to),
            ConvertOp::UnsignedToFloat => self.unsigned_to_float(a, to),
            ConvertOp::FloatToSigned => self.saturate("llvm.fptosi.sat", a, to),
            ConvertOp::FloatToUnsigned => self.saturate("llvm.fptoui.sat", a, to),
            ConvertOp::Bitcast => self.bitcast(a, to),
            ConvertOp::Float => self.float(a, from, to, native),
        }
    }

    fn saturate(&self, intrinsic: &str, a: Register<'c>, to: Type) -> Built<Register<'c>> {
        let call = self.intrinsic(intrinsic, &[self.register_type(to), a.get_type()], &[a])?;
        self.result(call)
    }

    fn float(&self, a: Register<'c>, from: Type, to: Type, native: Native) -> Built<Register<'c>> {
        let single = from.with(Scalar::F32);
        match (from.scalar, to.scalar) {
            (Scalar::F32, Scalar::F64) => self.float_extend(a, to),
            (Scalar::F64, Scalar::F32) => self.float_truncate(a, to),
            (Scalar::F16, Scalar::F32) => self.half_to_single(a, single, native.f16),
            (Scalar::BF16, Scalar::F32) => self.bfloat_to_single(a, single),
            (Scalar::F32, Scalar::F16) => self.single_to_half(a, single, native.f16),
            (Scalar::F32, Scalar::BF16) if native.bf16 => self.rounded_to_bfloat(a, single),
            (Scalar::F32, Scalar::BF16) => self.single_to_bfloat(a, single),
            (Scalar::F16 | Scalar::BF16, Scalar::F64) => {
                let a = self.float(a, from, single, native)?;
                self.float_extend(a, to)
            }
            (Scalar::F64, Scalar::F16 | Scalar::BF16) => {
                let a = self.round_to_odd(a, single)?;
                self.float(a, single, to, native)
            }
            _ => broken("a conversion between floats that are the same or narrow"),
        }
    }

    /// Double to single precision, towards whichever neighbour is odd unless exact.
    fn round_to_odd(&self, a: Register<'c>, single: Type) -> Built<Register<'c>> {
        let bits = single.with(Scalar::I32);
        let near = self.float_truncate(a, single)?;
        let back = self.float_extend(near, single.with(Scalar::F64))?;
        let away = self.fcmp(
            FloatPredicate::OGT,
            self.math("llvm.fabs", &[back])?,
            self.math("llvm.fabs", &[a])?,
        )?;
        let inexact = self.fcmp(FloatPredicate::ONE, back, a)?;
        let rounded = self.bitcast(near, bits)?;
        let cut = self.sub(rounded, self.zero_extend(away, bits)?)?;
        let odd = self.or(cut, self.zero_extend(inexact, bits)?)?;
        self.bitcast(odd, single)
    }

    fn bfloat_to_single(&self, a: Register<'c>, single: Type) -> Built<Register<'c>> {
        let bits = single.with(Scalar::I32);
        let wide = self.zero_extend(a, bits)?;
        self.bitcast(self.shl(wide, self.splat(bits, 16)?)?, single)
    }

    fn single_to_bfloat(&self, a: Register<'c>, single: Type) -> Built<Register<'c>> {
        let word = single.with(Scalar::I32);
        let bits = self.bitcast(a, word)?;
        let high = self.lshr(bits, self.splat(word, 16)?)?;
        // Adding just under half, and the last kept bit, rounds ties to even.
        let odd = self.and(high, self.splat(word, 1)?)?;
        let bias = self.add(odd, self.splat(word, 0x7fff)?)?;
        let rounded = self.lshr(self.add(bits, bias)?, self.splat(word, 16)?)?;
        let quiet = self.or(high, self.splat(word, 0x40)?)?;
        let nan = self.fcmp(FloatPredicate::UNO, a, a)?;
        let chosen = self.select(nan, quiet, rounded)?;
        self.truncate(chosen, single.with(Scalar::I16))
    }

    /// The same by instructions of PTX, which round two numbers at once.
    fn rounded_to_bfloat(&self, a: Register<'c>, single: Type) -> Built<Register<'c>> {
        let short = single.with(Scalar::I16);
        let Register::VectorValue(vector) = a else {
            let rounded = self.result(self.intrinsic("llvm.nvvm.f2bf16.rn", &[], &[a])?)?;
            return self.bitcast(rounded, short);
        };
        let number = |n: u16| self.cx.i32_type().const_int(n.into(), false);
        let lane = |n: u16| self.builder.build_extract_element(vector, number(n), "");
        let words = Scalar::I32.vector(single.lanes / 2);
        let mut all = None;
        for word in 0..single.lanes / 2 {
            // The first operand goes to the upper half.
            let pair = [lane(2 * word + 1)?, lane(2 * word)?];
            let rounded = self.result(self.intrinsic("llvm.nvvm.ff2bf16x2.rn", &[], &pair)?)?;
            if single.lanes == 2 {
                return self.bitcast(rounded, short);
            }
            let rounded = self.bitcast(rounded, Scalar::I32.ty())?;
            let before = match (all, self.register_type(words)) {
                (Some(before), _) => before,
                (None, BasicTypeEnum::VectorType(ty)) => ty.get_undef(),
                _ => return broken("words that are no vector"),
            };
            all = Some(self.builder.build_insert_element(before, rounded, number(word), "")?);
        }
        match all {
            Some(all) => self.bitcast(all.into(), short),
            None => broken("a vector of no lanes"),
        }
    }

    fn half_type(&self, lanes: u16) -> BasicTypeEnum<'c> {
        widen(self.cx.f16_type().into(), lanes)
    }

    fn half_to_single(&self, a: Register<'c>, single: Type, native: bool) -> Built<Register<'c>> {
        if native {
            let half = self.bitcast_to(a, self.half_type(single.lanes))?;
            return self.float_extend(half, single);
        }
        let word = single.with(Scalar::I32);
        let constant = |bits: u64| self.splat(word, bits);
        let wide = self.zero_extend(a, word)?;
        let sign = self.shl(self.and(wide, constant(0x8000)?)?, constant(16)?)?;
        let shifted = self.shl(self.and(wide, constant(0x7fff)?)?, constant(13)?)?;
        let exponent = self.and(shifted, constant(0x7c00 << 13)?)?;
        // From the bias 15 to the bias 127.
        let normal = self.add(shifted, constant(112 << 23)?)?;
        let special = self.add(normal, constant(112 << 23)?)?;
        // A subnormal's bits are those of 2^-14·(1 + mantissa) less its leading one.
        let lifted = self.bitcast(self.add(normal, constant(1 << 23)?)?, single)?;
        let subnormal = self.fsub(lifted, self.splat(single, 113 << 23)?)?;
        let subnormal = self.bitcast(subnormal, word)?;
        let is_special = self.icmp(IntPredicate::EQ, exponent, constant(0x7c00 << 13)?)?;
        let is_subnormal = self.icmp(IntPredicate::EQ, exponent, constant(0)?)?;
        let small = self.select(is_subnormal, subnormal, normal)?;
        let magnitude = self.select(is_special, special, small)?;
        self.bitcast(self.or(magnitude, sign)?, single)
    }

    fn single_to_half(&self, a: Register<'c>, single: Type, native: bool) -> Built<Register<'c>> {
        let short = single.with(Scalar::I16);
        if native {
            let to = self.half_type(single.lanes);
            let half: Register<'c> = match (a, to) {
                (Register::FloatValue(a), BasicTypeEnum::FloatType(to)) => {
                    self.builder.build_float_trunc(a, to, "")?.into()
                }
                (Register::VectorValue(a), BasicTypeEnum::VectorType(to)) => {
                    self.builder.build_float_trunc(a, to, "")?.into()
                }
                _ => return broken("operand of a conversion to half"),
            };
            return self.bitcast(half, short);
        }
        let word = single.with(Scalar::I32);
        let constant = |bits: u64| self.splat(word, bits);
        let bits = self.bitcast(a, word)?;
        let sign = self.and(bits, constant(1 << 31)?)?;
        let magnitude = self.xor(bits, sign)?;
        // Infinity from 2^16 on; what rounds up to it below carries there by itself.
        let is_nan = self.icmp(IntPredicate::UGT, magnitude, constant(0x7f80_0000)?)?;
        let special = self.select(is_nan, constant(0x7e00)?, constant(0x7c00)?)?;
        let is_special = self.icmp(IntPredicate::UGE, magnitude, constant(143 << 23)?)?;
        // Below 2^-14: adding 1/2 lets the float adder shift and round the mantissa.
        let lifted = self.fadd(self.bitcast(magnitude, single)?, self.splat(single, 126 << 23)?)?;
        let subnormal = self.sub(self.bitcast(lifted, word)?, constant(126 << 23)?)?;
        let is_subnormal = self.icmp(IntPredicate::ULT, magnitude, constant(113 << 23)?)?;
        // From the bias 127 to the bias 15, and round to nearest even.
        let odd = self.and(self.lshr(magnitude, constant(13)?)?, constant(1)?)?;
        let biased = self.sub(magnitude, constant((112 << 23) - 0xfff)?)?;
        let normal = self.lshr(self.add(biased, odd)?, constant(13)?)?;
        let small = self.select(is_subnormal, subnormal, normal)?;
        let half = self.select(is_special, special, small)?;
        let half = self.or(half, self.lshr(sign, constant(16)?)?)?;
        self.truncate(half, short)
    }
}
