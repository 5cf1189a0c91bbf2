//! The bits at even places: `pext` where the CPU has it, and five steps that halve the gaps elsewhere.

use hloom_loops::program::Type;

use super::function::Function;
use super::ops::{Built, Register};

/// The bits that are kept at first, and after each step (Warren, Hacker's Delight, 7-2).
const MASKS: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

impl<'c> Function<'_, '_, 'c> {
    /// The bits of integers of 64 at even places, packed.
    pub(super) fn even_bits(&self, x: Register<'c>, ty: Type) -> Built<Register<'c>> {
        // AVX2 and BMI2 came together; both are of the psABI's level 3.
        let has_pext =
            self.unit.target.cpu().is_some_and(|cpu| cpu.is_x86() && cpu.vector_bytes() >= 32);
        if has_pext && ty.lanes == 1 {
            let mask = self.ops.splat(ty, MASKS[0])?;
            let call = self.ops.intrinsic("llvm.x86.bmi.pext.64", &[], &[x, mask])?;
            return self.ops.result(call);
        }
        let mut bits = self.ops.and(x, self.ops.splat(ty, MASKS[0])?)?;
        for (step, mask) in MASKS.iter().enumerate().skip(1) {
            let by = self.ops.splat(ty, 1 << (step - 1))?;
            let merged = self.ops.or(bits, self.ops.lshr(bits, by)?)?;
            bits = self.ops.and(merged, self.ops.splat(ty, *mask)?)?;
        }
        Ok(bits)
    }
}
