//! Instructions of loop programs as LLVM instructions.
//!
//! Loop instructions are defined everywhere; LLVM's are not (division by zero,
//! shifts by the width), so those few are guarded here.

use hloom_loops::program::eval::from_f64;
use hloom_loops::program::{BinaryOp, CompareOp, Scalar, Type, UnaryOp};
use inkwell::{FloatPredicate, IntPredicate};

use super::ops::{Built, Ops, Register, broken};

/// The AVX-512 instruction that chooses between two vectors of floats, if there is one
/// of their size: with a comparison and a masked addition it is half of what
/// `llvm.maximum` becomes.
pub(super) fn range_instruction(ty: Type) -> Option<String> {
    masked_instruction("range", ty)
}

/// The AVX-512 instruction that multiplies by powers of two, if there is one for
/// vectors of this size.
pub(super) fn scale_instruction(ty: Type) -> Option<String> {
    masked_instruction("scalef", ty)
}

/// The name of an AVX-512 instruction on vectors of floats of 128, 256 or 512 bits.
fn masked_instruction(name: &str, ty: Type) -> Option<String> {
    let kind = match ty.scalar {
        Scalar::F32 => "ps",
        Scalar::F64 => "pd",
        _ => return None,
    };
    let bits = ty.scalar.bits() as usize * usize::from(ty.lanes);
    matches!(bits, 128 | 256 | 512).then(|| format!("llvm.x86.avx512.mask.{name}.{kind}.{bits}"))
}

impl<'c> Ops<'_, 'c> {
    pub(super) fn unary(&self, op: UnaryOp, a: Register<'c>, ty: Type) -> Built<Register<'c>> {
        let float = ty.scalar.is_float();
        // For `llvm.abs` and `llvm.ctlz`: the edge case is defined.
        let defined = || self.cx.bool_type().const_zero().into();
        match op {
            UnaryOp::Neg if float => self.fneg(a),
            UnaryOp::Neg => self.sub(self.splat(ty, 0)?, a),
            UnaryOp::Not => self.not(a),
            UnaryOp::Abs if float => self.math("llvm.fabs", &[a]),
            UnaryOp::Abs => self.math("llvm.abs", &[a, defined()]),
            UnaryOp::Sqrt => self.math("llvm.sqrt", &[a]),
            UnaryOp::Floor => self.math("llvm.floor", &[a]),
            UnaryOp::Ceil => self.math("llvm.ceil", &[a]),
            UnaryOp::Trunc => self.math("llvm.trunc", &[a]),
            UnaryOp::RoundEven => self.math("llvm.roundeven", &[a]),
            UnaryOp::RoundAway => self.math("llvm.round", &[a]),
            UnaryOp::Exp2 => self.math("llvm.exp2", &[a]),
            UnaryOp::Popcount => self.math("llvm.ctpop", &[a]),
            UnaryOp::CountLeadingZeros => self.math("llvm.ctlz", &[a, defined()]),
            UnaryOp::EvenBits => broken("bits that depend on the CPU"),
        }
    }

    pub(super) fn binary(
        &self,
        op: BinaryOp,
        a: Register<'c>,
        b: Register<'c>,
        ty: Type,
    ) -> Built<Register<'c>> {
        let float = ty.scalar.is_float();
        match op {
            BinaryOp::Add if float => self.fadd(a, b),
            BinaryOp::Add => self.add(a, b),
            BinaryOp::Sub if float => self.fsub(a, b),
            BinaryOp::Sub => self.sub(a, b),
            BinaryOp::Mul if float => self.fmul(a, b),
            BinaryOp::Mul => self.mul(a, b),
            BinaryOp::Div => self.fdiv(a, b),
            BinaryOp::Rem => self.frem(a, b),
            BinaryOp::DivS | BinaryOp::DivU | BinaryOp::RemS | BinaryOp::RemU => {
                self.divide(op, a, b, ty)
            }
            BinaryOp::And => self.and(a, b),
            BinaryOp::Or => self.or(a, b),
            BinaryOp::Xor => self.xor(a, b),
            BinaryOp::Shl | BinaryOp::ShrU => self.shift(op, a, (b, b), ty),
            BinaryOp::ShrS => {
                let most = self.splat(ty, u64::from(ty.scalar.bits() - 1))?;
                let by = self.math("llvm.umin", &[b, most])?;
                self.ashr(a, by)
            }
            BinaryOp::Min => self.math("llvm.minimum", &[a, b]),
            BinaryOp::Max => self.math("llvm.maximum", &[a, b]),
            BinaryOp::MinS => self.math("llvm.smin", &[a, b]),
            BinaryOp::MinU => self.math("llvm.umin", &[a, b]),
            BinaryOp::MaxS => self.math("llvm.smax", &[a, b]),
            BinaryOp::MaxU => self.math("llvm.umax", &[a, b]),
            BinaryOp::CopySign => self.math("llvm.copysign", &[a, b]),
            BinaryOp::Scale => self.scale(a, b, ty),
        }
    }

    /// A shift of 64 bits to the left, or to the right of an unsigned number, for PTX.
    ///
    /// PTX has amounts of 32 bits and clamps them. LLVM 22 omits the test of an amount that is
    /// large for the same reason, but cuts the amount to 32 bits before: 2³² + 1 would be 1.
    pub(super) fn shift_of_ptx(
        &self,
        op: BinaryOp,
        a: Register<'c>,
        b: Register<'c>,
        ty: Type,
    ) -> Built<Register<'c>> {
        let by = self.and(b, self.splat(ty, u64::from(ty.scalar.bits() - 1))?)?;
        self.shift(op, a, (b, by), ty)
    }

    /// A shift to the left, or to the right of an unsigned number, by `by` where `amount` is less than
    /// the width; else zero.
    fn shift(
        &self,
        op: BinaryOp,
        a: Register<'c>,
        (amount, by): (Register<'c>, Register<'c>),
        ty: Type,
    ) -> Built<Register<'c>> {
        let width = self.splat(ty, u64::from(ty.scalar.bits()))?;
        let inside = self.icmp(IntPredicate::ULT, amount, width)?;
        let shifted = if op == BinaryOp::Shl { self.shl(a, by)? } else { self.lshr(a, by)? };
        self.select(inside, shifted, self.splat(ty, 0)?)
    }

    /// The lesser or the greater of two floats, lane by lane, by [`range_instruction`].
    /// That orders zeros by their signs, as it should, but prefers numbers to NaN.
    pub(super) fn minmax(
        &self,
        name: &str,
        op: BinaryOp,
        (a, b): (Register<'c>, Register<'c>),
        ty: Type,
    ) -> Built<Register<'c>> {
        // Bits 0 and 1: which one; bits 2 and 3: with its own sign.
        let which = if op == BinaryOp::Max { 0b0101 } else { 0b0100 };
        let which = self.cx.i32_type().const_int(which, false).into();
        let found = self.masked(name, vec![a, b, which, a], ty)?;
        let unordered = self.fcmp(FloatPredicate::UNO, a, b)?;
        self.select(unordered, self.fadd(a, b)?, found)
    }

    /// `a·2ᵇ` in one instruction, by [`scale_instruction`].
    pub(super) fn scale_by(
        &self,
        name: &str,
        (a, b): (Register<'c>, Register<'c>),
        ty: Type,
    ) -> Built<Register<'c>> {
        self.masked(name, vec![a, b, a], ty)
    }

    /// A [masked instruction](masked_instruction) on all lanes: its operands, the last
    /// what lanes that are left out would keep, then the mask and, of the widest, how to
    /// round: as the current mode does.
    fn masked(&self, name: &str, mut operands: Vec<Register<'c>>, ty: Type) -> Built<Register<'c>> {
        let mask = match ty.lanes {
            16 => self.cx.i16_type(),
            _ => self.cx.i8_type(),
        };
        operands.push(mask.const_all_ones().into());
        if ty.scalar.bytes() * usize::from(ty.lanes) == 64 {
            operands.push(self.cx.i32_type().const_int(4, false).into());
        }
        self.result(self.intrinsic(name, &[], &operands)?)
    }

    /// `a·2ᵇ` by two products, of which the first leaves a normal number, or one whose
    /// result is zero anyway. Multiplied, not moved in place, since `a` may be NaN.
    fn scale(&self, a: Register<'c>, b: Register<'c>, ty: Type) -> Built<Register<'c>> {
        let float = |x: f64| self.splat(ty, from_f64(ty.scalar, x));
        let integers = ty.with(ty.scalar.as_integer());
        let int = |n: i64| self.splat(integers, n as u64 & integers.scalar.mask());
        if ty.scalar == Scalar::F32 {
            // 1.5·2²³ leaves whole numbers in the low bits; 127 is the exponents' bias.
            // The first power takes what is fixed from the second.
            let positive = self.fcmp(FloatPredicate::OGT, b, float(0.0)?)?;
            let base = 12582912.0 + 127.0;
            let base = self.select(positive, float(base - 1.0)?, float(base + 25.0)?)?;
            let bits = self.bitcast(self.fadd(b, base)?, integers)?;
            let power = self.bitcast(self.shl(bits, int(23)?)?, ty)?;
            let fixed = self.select(positive, float(2.0)?, float(0.5f64.powi(25))?)?;
            return self.fmul(self.fmul(a, power)?, fixed);
        }
        let magic = float(6755399441055744.0)?;
        let bits = |x| self.bitcast(x, integers);
        let n = self.sub(bits(self.fadd(b, magic)?)?, bits(magic)?)?;
        let half = self.ashr(n, int(1)?)?;
        let rest = self.sub(n, half)?;
        let power = |n| self.bitcast(self.shl(self.add(n, int(1023)?)?, int(52)?)?, ty);
        self.fmul(self.fmul(a, power(half)?)?, power(rest)?)
    }

    /// Integer division and remainder: a divisor that LLVM leaves undefined is
    /// replaced by 1, and the result by what the loop level says.
    fn divide(
        &self,
        op: BinaryOp,
        a: Register<'c>,
        b: Register<'c>,
        ty: Type,
    ) -> Built<Register<'c>> {
        let (zero, one, ones) =
            (self.splat(ty, 0)?, self.splat(ty, 1)?, self.splat(ty, ty.scalar.mask())?);
        let by_zero = self.icmp(IntPredicate::EQ, b, zero)?;
        let unfit = match op {
            BinaryOp::DivS | BinaryOp::RemS => {
                // The least integer has no counterpart to be divided into.
                let least = self.splat(ty, 1 << (ty.scalar.bits() - 1))?;
                let overflows = self.and(
                    self.icmp(IntPredicate::EQ, a, least)?,
                    self.icmp(IntPredicate::EQ, b, ones)?,
                )?;
                self.or(by_zero, overflows)?
            }
            _ => by_zero,
        };
        let divisor = self.select(unfit, one, b)?;
        match op {
            // The least integer by 1 is itself, which is what it is by -1.
            BinaryOp::DivS => self.select(by_zero, ones, self.sdiv(a, divisor)?),
            BinaryOp::DivU => self.select(by_zero, ones, self.udiv(a, divisor)?),
            BinaryOp::RemS => self.select(by_zero, a, self.srem(a, divisor)?),
            _ => self.select(by_zero, a, self.urem(a, divisor)?),
        }
    }

    pub(super) fn compare(
        &self,
        op: CompareOp,
        a: Register<'c>,
        b: Register<'c>,
        scalar: Scalar,
    ) -> Built<Register<'c>> {
        use {FloatPredicate as F, IntPredicate as I};
        let integer = |p| self.icmp(p, a, b);
        let float = |p| self.fcmp(p, a, b);
        match op {
            CompareOp::Eq if scalar.is_float() => float(F::OEQ),
            CompareOp::Ne if scalar.is_float() => float(F::UNE),
            CompareOp::Eq => integer(I::EQ),
            CompareOp::Ne => integer(I::NE),
            CompareOp::Lt => float(F::OLT),
            CompareOp::Le => float(F::OLE),
            CompareOp::Gt => float(F::OGT),
            CompareOp::Ge => float(F::OGE),
            CompareOp::LtS => integer(I::SLT),
            CompareOp::LeS => integer(I::SLE),
            CompareOp::GtS => integer(I::SGT),
            CompareOp::GeS => integer(I::SGE),
            CompareOp::LtU => integer(I::ULT),
            CompareOp::LeU => integer(I::ULE),
            CompareOp::GtU => integer(I::UGT),
            CompareOp::GeU => integer(I::UGE),
        }
    }
}
