//! Dot products of groups of elements that lie side by side, lane by lane of their sums.
//!
//! CPUs multiply vectors of narrow numbers and add up what falls into the width of a sum in
//! one instruction: x86's `VPDPBUSD` and `VDPBF16PS`, Arm's `SDOT`, `UDOT`, `USDOT` and
//! `BFDOT`. A code generator has other instructions for CPUs without them, so every program
//! may use these operations; what pays is the schedules' matter.

use super::{Scalar, Type};

/// The type of the factors' elements. Sums of integers wrap and are exact otherwise. Of
/// `bf16`, products are exact; in what order they and the sum are added, what is rounded in
/// between, and whether subnormal numbers are zeros, is left open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum DotOp {
    /// Signed bytes; sums are `i32`.
    S8,
    /// Unsigned bytes; sums are `i32`.
    U8,
    /// Unsigned bytes by signed ones; sums are `i32`.
    US8,
    /// Pairs of `bf16`; sums are `f32`.
    BF16,
}

impl DotOp {
    /// Every operation, in declaration order.
    pub const ALL: &'static [DotOp] = &[DotOp::S8, DotOp::U8, DotOp::US8, DotOp::BF16];

    /// The name in text.
    pub fn name(self) -> &'static str {
        match self {
            DotOp::S8 => "dot.s8",
            DotOp::U8 => "dot.u8",
            DotOp::US8 => "dot.us8",
            DotOp::BF16 => "dot.bf16",
        }
    }

    /// The operation with this name in text.
    pub fn from_name(name: &str) -> Option<DotOp> {
        DotOp::ALL.iter().copied().find(|op| op.name() == name)
    }

    /// The number of elements of each factor in a sum.
    pub fn group(self) -> u16 {
        match self {
            DotOp::BF16 => 2,
            _ => 4,
        }
    }

    /// The types of the factors for so many sums, and that of the sums.
    pub fn types(self, lanes: u16) -> (Type, Type) {
        let (factor, sum) = match self {
            DotOp::BF16 => (Scalar::BF16, Scalar::F32),
            _ => (Scalar::I8, Scalar::I32),
        };
        (factor.vector(lanes * self.group()), sum.vector(lanes))
    }

    /// The bits of a sum, given those of the elements of a group and of the sum before.
    pub fn evaluate(self, left: &[u64], right: &[u64], sum: u64) -> u64 {
        let pairs = left.iter().zip(right);
        let signed = |bits: u64| i32::from(bits as u8 as i8);
        let unsigned = |bits: u64| i32::from(bits as u8);
        let integers = |x: &dyn Fn(u64) -> i32, y: &dyn Fn(u64) -> i32| {
            let products = pairs.clone().map(|(a, b)| x(*a) * y(*b));
            u64::from(products.fold(sum as u32 as i32, i32::wrapping_add) as u32)
        };
        match self {
            DotOp::S8 => integers(&signed, &signed),
            DotOp::U8 => integers(&unsigned, &unsigned),
            DotOp::US8 => integers(&unsigned, &signed),
            DotOp::BF16 => {
                let wide = |bits: u64| f32::from_bits((bits as u32) << 16);
                let add = |sum: f32, (a, b): (&u64, &u64)| wide(*a).mul_add(wide(*b), sum);
                u64::from(pairs.fold(f32::from_bits(sum as u32), add).to_bits())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_summed_with_their_signs() {
        let x = [0xff, 1, 2, 0x80];
        let y = [2, 3, 0xfe, 0x80];
        let sum = |op: DotOp| op.evaluate(&x, &y, 10) as u32 as i32;
        assert_eq!(sum(DotOp::S8), 10 - 2 + 3 - 4 + 16384);
        assert_eq!(sum(DotOp::U8), 10 + 510 + 3 + 508 + 16384);
        assert_eq!(sum(DotOp::US8), 10 + 510 + 3 - 4 - 16384);
        assert_eq!(DotOp::S8.evaluate(&x, &y, u64::from(u32::MAX)) as u32, 16380);
        let pairs = DotOp::BF16.evaluate(&[0x4000, 0xbf80], &[0x3f80, 0x4040], 0x3f00_0000);
        assert_eq!(f32::from_bits(pairs as u32), 0.5 + 2.0 - 3.0);
    }

    #[test]
    fn names_and_types() {
        for op in DotOp::ALL {
            assert_eq!(DotOp::from_name(op.name()), Some(*op));
            let (factor, sum) = op.types(16);
            assert_eq!(factor.scalar.bytes() * usize::from(factor.lanes), 64);
            assert_eq!(sum.scalar.bytes() * usize::from(sum.lanes), 64);
        }
    }
}
