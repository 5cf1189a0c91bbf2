//! Products of groups as LLVM has them: instructions where the CPU has one, pairs of 16
//! bits on other x86s, and shifts and products of sums' width elsewhere.

use hloom_loops::program::{DotOp, Scalar};

use super::function::Function;
use super::ops::{Built, Register, widen};

impl<'c> Function<'_, '_, 'c> {
    /// Of each sum, its group's products and itself; `lanes` is how many sums there are.
    pub(super) fn dot(
        &self,
        op: DotOp,
        [left, right, sum]: [Register<'c>; 3],
        lanes: u16,
    ) -> Built<Register<'c>> {
        if let Some((name, overloads)) = self.dot_instruction(op, lanes) {
            let (factor, total) = op.types(lanes);
            // Registers carry halves as their bits.
            let lane = match factor.scalar {
                Scalar::BF16 => self.unit.cx.bf16_type().into(),
                other => self.ops.lane_type(other),
            };
            let factor = widen(lane, factor.lanes);
            let types = [self.ops.register_type(total), factor];
            let types = if overloads { &types[..] } else { &[] };
            let [left, right] = [left, right].map(|x| self.ops.bitcast_to(x, factor));
            return self.ops.result(self.ops.intrinsic(&name, types, &[sum, left?, right?])?);
        }
        match op {
            DotOp::BF16 => self.pairs_of_halves([left, right, sum], lanes),
            _ => match self.pairs_instruction(lanes) {
                Some(name) => self.bytes_by_pairs(op, &name, [left, right, sum], lanes),
                None => self.bytes_one_by_one(op, [left, right, sum], lanes),
            },
        }
    }

    /// The intrinsic for a product of groups, and whether it is overloaded on the types of
    /// sums and factors.
    fn dot_instruction(&self, op: DotOp, lanes: u16) -> Option<(String, bool)> {
        let cpu = self.unit.target.cpu()?;
        let (dots, bits) = (cpu.dots(), 32 * lanes);
        let fits = usize::from(bits) / 8 <= cpu.vector_bytes();
        if cpu.is_x86() {
            let name = match op {
                DotOp::US8 if dots.single => "avx512.vpdpbusd",
                DotOp::BF16 if dots.bf16 => "avx512bf16.dpbf16ps",
                _ => return None,
            };
            let fits = fits && matches!(bits, 128 | 256 | 512);
            return fits.then(|| (format!("llvm.x86.{name}.{bits}"), false));
        }
        let name = match op {
            DotOp::S8 if dots.s8 => "sdot",
            DotOp::U8 if dots.u8 => "udot",
            DotOp::US8 if dots.us8 => "usdot",
            DotOp::BF16 if dots.bf16 => "bfdot",
            _ => return None,
        };
        (bits == 128).then(|| (format!("llvm.aarch64.neon.{name}"), true))
    }

    /// x86's product of signed 16-bit numbers with the sums of pairs, for vectors of so many
    /// sums.
    fn pairs_instruction(&self, lanes: u16) -> Option<String> {
        let cpu = self.unit.target.cpu()?;
        let bytes = cpu.vector_bytes();
        let name = match lanes {
            4 => "sse2.pmadd.wd",
            8 if bytes >= 32 => "avx2.pmadd.wd",
            16 if bytes >= 64 => "avx512.pmaddw.d.512",
            _ => return None,
        };
        cpu.is_x86().then(|| format!("llvm.x86.{name}"))
    }

    /// Bytes as the even and the odd ones of each pair, widened to 16 bits.
    fn bytes_by_pairs(
        &self,
        op: DotOp,
        name: &str,
        [left, right, sum]: [Register<'c>; 3],
        lanes: u16,
    ) -> Built<Register<'c>> {
        let ops = &self.ops;
        let pairs = Scalar::I16.vector(2 * lanes);
        let eight = ops.splat(pairs, 8)?;
        let halves = |bytes: Register<'c>, signed: bool| -> Built<[Register<'c>; 2]> {
            let bytes = ops.bitcast(bytes, pairs)?;
            Ok(match signed {
                true => [ops.ashr(ops.shl(bytes, eight)?, eight)?, ops.ashr(bytes, eight)?],
                false => [ops.and(bytes, ops.splat(pairs, 0xff)?)?, ops.lshr(bytes, eight)?],
            })
        };
        let (of_left, of_right) = signs(op);
        let (x, y) = (halves(left, of_left)?, halves(right, of_right)?);
        let mut sum = sum;
        for (x, y) in x.into_iter().zip(y) {
            let products = ops.result(ops.intrinsic(name, &[], &[x, y])?)?;
            sum = ops.add(sum, products)?;
        }
        Ok(sum)
    }

    /// Each of a group's bytes, widened to the sum's width.
    fn bytes_one_by_one(
        &self,
        op: DotOp,
        [left, right, mut sum]: [Register<'c>; 3],
        lanes: u16,
    ) -> Built<Register<'c>> {
        let ops = &self.ops;
        let ty = Scalar::I32.vector(lanes);
        let high = ops.splat(ty, 24)?;
        let byte = |bytes: Register<'c>, n: u64, signed: bool| {
            let top = ops.shl(ops.bitcast(bytes, ty)?, ops.splat(ty, 24 - 8 * n)?)?;
            if signed { ops.ashr(top, high) } else { ops.lshr(top, high) }
        };
        let (of_left, of_right) = signs(op);
        for n in 0..4 {
            let product = ops.mul(byte(left, n, of_left)?, byte(right, n, of_right)?)?;
            sum = ops.add(sum, product)?;
        }
        Ok(sum)
    }

    /// Halves are the upper bits of singles.
    fn pairs_of_halves(
        &self,
        [left, right, sum]: [Register<'c>; 3],
        lanes: u16,
    ) -> Built<Register<'c>> {
        let ops = &self.ops;
        let (bits, float) = (Scalar::I32.vector(lanes), Scalar::F32.vector(lanes));
        let singles = |halves: Register<'c>| -> Built<[Register<'c>; 2]> {
            let pairs = ops.bitcast(halves, bits)?;
            let low = ops.shl(pairs, ops.splat(bits, 16)?)?;
            let high = ops.and(pairs, ops.splat(bits, 0xffff_0000)?)?;
            Ok([ops.bitcast(low, float)?, ops.bitcast(high, float)?])
        };
        let (x, y) = (singles(left)?, singles(right)?);
        let mut sum = sum;
        for (x, y) in x.into_iter().zip(y) {
            sum = ops.math("llvm.fma", &[x, y, sum])?;
        }
        Ok(sum)
    }
}

/// Whether the left and the right factor's bytes are signed.
fn signs(op: DotOp) -> (bool, bool) {
    (op == DotOp::S8, op != DotOp::U8)
}
