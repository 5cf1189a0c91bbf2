//! The matrix unit: registers that hold small matrices, and their products.
//!
//! A matrix register is a buffer in the space [`Space::Matrix`] that a
//! [`Stmt::Scratch`](super::Stmt::Scratch) makes; nothing but the operations here
//! touches it. Operands hold *groups* of elements that are summed at once, as many as
//! fit the bits of a sum: 4 of 8 bits, 2 of 16. Of a product of `m×k` by `k×n`
//! elements, with `g` to a group, the left operand is a register `[m, k]`, the right
//! one a register `[k/g, n·g]` whose row `r` has, column by column, the elements
//! `g·r … g·r + g-1` of that column, and the accumulator is `[m, n]`. On x86-64 the
//! registers are AMX's tiles.
//!
//! Sums of integers wrap and are exact otherwise. Those of `bf16` are computed as
//! x86's `TDPBF16PS` does: within a group each place is summed by itself, from zero,
//! by fused multiply-adds in `f32`; the sums of the places are added, and that to the
//! sum that was there. Every step is rounded to nearest even, and subnormal numbers,
//! given or made, are zeros.

use super::{Buffer, BufferId, Scalar, Space};
use crate::index::Index;
use hloom_ir::Element;

/// The most rows a matrix register has.
pub const ROWS: u64 = 16;

/// The most bytes a row of a matrix register has.
pub const ROW_BYTES: u64 = 64;

/// The most matrix registers there are at a time.
pub const REGISTERS: usize = 8;

/// An operation on matrix registers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MatrixOp {
    /// Makes every element zero.
    Zero(BufferId),
    /// Loads rows: row `r` is at `offset + stride·r`, in units of the buffer, whose
    /// elements are the register's.
    Load {
        /// The register.
        to: BufferId,
        /// Memory, at an offset.
        from: (BufferId, Index),
        /// From row to row.
        stride: u64,
    },
    /// Stores rows, where `Load` would read them.
    Store {
        /// The register.
        from: BufferId,
        /// Memory, at an offset.
        to: (BufferId, Index),
        /// From row to row.
        stride: u64,
    },
    /// Adds the product of two registers to a third.
    Multiply {
        /// The accumulator.
        acc: BufferId,
        /// The left operand.
        lhs: BufferId,
        /// The right operand.
        rhs: BufferId,
    },
}

/// The number of elements of a type that are summed at once, and the type of the sums; `None` for
/// types that the matrix unit does not multiply.
pub fn group(element: Element) -> Option<(u64, Element)> {
    match element {
        Element::I8 | Element::U8 => Some((4, Element::I32)),
        Element::BF16 => Some((2, Element::F32)),
        _ => None,
    }
}

impl MatrixOp {
    /// The registers that it touches.
    pub fn registers(&self) -> Vec<BufferId> {
        match self {
            MatrixOp::Zero(register) => vec![*register],
            MatrixOp::Load { to: register, .. } | MatrixOp::Store { from: register, .. } => {
                vec![*register]
            }
            MatrixOp::Multiply { acc, lhs, rhs } => vec![*acc, *lhs, *rhs],
        }
    }

    /// The memory that it touches, and the place.
    pub fn memory(&self) -> Option<&(BufferId, Index)> {
        match self {
            MatrixOp::Load { from: memory, .. } | MatrixOp::Store { to: memory, .. } => {
                Some(memory)
            }
            MatrixOp::Zero(_) | MatrixOp::Multiply { .. } => None,
        }
    }

    /// Checks the registers' types; `of` gives a buffer.
    ///
    /// # Errors
    /// One sentence.
    pub fn check<'p>(&self, of: &dyn Fn(BufferId) -> &'p Buffer) -> Result<(), String> {
        for register in self.registers() {
            let register = of(register);
            if register.space != Space::Matrix {
                return Err(format!("@{} is not a matrix register", register.name));
            }
        }
        match self {
            MatrixOp::Zero(_) => Ok(()),
            MatrixOp::Load { to: register, from: (memory, _), .. }
            | MatrixOp::Store { from: register, to: (memory, _), .. } => {
                let (register, memory) = (of(*register), of(*memory));
                let same = register.storage() == memory.storage();
                let memory_is = memory.space != Space::Matrix;
                match same && memory_is {
                    true => Ok(()),
                    false => Err(format!(
                        "rows of @{} are moved between it and @{}, which is another type or a register",
                        register.name, memory.name
                    )),
                }
            }
            MatrixOp::Multiply { acc, lhs, rhs } => {
                let (acc, lhs, rhs) = (of(*acc), of(*lhs), of(*rhs));
                let groups = (group(lhs.element), group(rhs.element));
                let (Some((g, sum)), Some(other)) = groups else {
                    return Err(format!("there are no products of {}", lhs.element));
                };
                let fits = (g, sum) == other && sum == acc.element;
                let fits = fits
                    && acc.shape[0] == lhs.shape[0]
                    && acc.shape[1] * g == rhs.shape[1]
                    && rhs.shape[0] * g == lhs.shape[1];
                let show = |b: &Buffer| format!("{}[{}, {}]", b.element, b.shape[0], b.shape[1]);
                match fits {
                    true => Ok(()),
                    false => {
                        Err(format!("{} by {} does not add to {}", show(lhs), show(rhs), show(acc)))
                    }
                }
            }
        }
    }
}

/// Checks the shape and type of a matrix register.
pub(super) fn check_register(buffer: &Buffer) -> Result<(), String> {
    let unit = buffer.storage().scalar.bytes() as u64;
    let fits = match buffer.shape[..] {
        [rows, columns] => {
            let bytes = columns.saturating_mul(unit);
            (1..=ROWS).contains(&rows)
                && (4..=ROW_BYTES).contains(&bytes)
                && bytes.is_multiple_of(4)
        }
        _ => false,
    };
    let multiplied =
        group(buffer.element).is_some() || matches!(buffer.element, Element::I32 | Element::F32);
    match fits && multiplied {
        true => Ok(()),
        false => Err(format!(
            "@{} is not a matrix register: these have up to {ROWS} rows of up to {ROW_BYTES} bytes of i8, ui8, bf16, i32 or f32",
            buffer.name
        )),
    }
}

/// Adds the product of two registers' bytes to a third's.
pub(super) fn multiply(
    (acc, sums): (&Buffer, &mut [u8]),
    (lhs, x): (&Buffer, &[u8]),
    (rhs, y): (&Buffer, &[u8]),
) {
    let Some((g, _)) = group(lhs.element) else { return };
    let (m, k, n) = (lhs.shape[0] as usize, lhs.shape[1] as usize, acc.shape[1] as usize);
    let g = g as usize;
    for i in 0..m {
        for j in 0..n {
            let at = (i * n + j) * 4;
            let mut sum = [0; 4];
            sum.copy_from_slice(&sums[at..at + 4]);
            let pairs = (0..k).map(|l| (i * k + l, (l / g) * n * g + j * g + l % g));
            let sum = match lhs.element {
                Element::BF16 => {
                    let mut places = [0.0f32; 2];
                    for (l, (a, b)) in pairs.enumerate() {
                        let (a, b) = (bf16(x, a), bf16(y, b));
                        places[l % g] = flushed(a.mul_add(b, places[l % g]));
                    }
                    let product = flushed(places[0] + places[1]);
                    flushed(flushed(f32::from_le_bytes(sum)) + product).to_le_bytes()
                }
                _ => {
                    let wide = |element: Element, byte: u8| match element {
                        Element::I8 => i32::from(byte.cast_signed()),
                        _ => i32::from(byte),
                    };
                    let product = pairs
                        .map(|(a, b)| wide(lhs.element, x[a]) * wide(rhs.element, y[b]))
                        .fold(i32::from_le_bytes(sum), i32::wrapping_add);
                    product.to_le_bytes()
                }
            };
            sums[at..at + 4].copy_from_slice(&sum);
        }
    }
}

/// An element, zero if it is subnormal.
fn bf16(bytes: &[u8], at: usize) -> f32 {
    let bits = u16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]);
    let bits =
        super::eval::convert(super::ConvertOp::Float, Scalar::BF16, Scalar::F32, u64::from(bits));
    flushed(f32::from_bits(bits as u32))
}

/// The number, but for subnormal ones, which are zeros of their sign.
fn flushed(x: f32) -> f32 {
    if x.is_subnormal() { 0f32.copysign(x) } else { x }
}
