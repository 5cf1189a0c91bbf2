//! The matrix instructions.

use super::types::{Address, Guard};
use crate::number::Format;

/// The type of a matrix's elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Element {
    Float(Format),
    Signed(u32),
    Unsigned(u32),
    Bit,
}

impl Element {
    /// The type `text` names.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "f16" => Self::Float(Format::F16),
            "bf16" => Self::Float(Format::Bf16),
            "tf32" => Self::Float(Format::Tf32),
            "f32" => Self::Float(Format::F32),
            "f64" => Self::Float(Format::F64),
            "e4m3" => Self::Float(Format::E4m3),
            "e5m2" => Self::Float(Format::E5m2),
            "s32" => Self::Signed(32),
            "s8" => Self::Signed(8),
            "u8" => Self::Unsigned(8),
            "s4" => Self::Signed(4),
            "u4" => Self::Unsigned(4),
            "b1" => Self::Bit,
            _ => return None,
        })
    }

    /// Bits of an element.
    pub(crate) fn bits(self) -> u32 {
        match self {
            Self::Float(Format::F64) => 64,
            Self::Float(Format::F32 | Format::Tf32) => 32,
            Self::Float(Format::F16 | Format::Bf16) => 16,
            Self::Float(_) => 8,
            Self::Signed(bits) | Self::Unsigned(bits) => bits,
            Self::Bit => 1,
        }
    }
}

/// `mma.sync`.
#[derive(Debug)]
pub(crate) struct Mma {
    /// Rows, columns, and the contracted extent.
    pub(crate) shape: [usize; 3],
    pub(crate) a: Element,
    pub(crate) b: Element,
    pub(crate) c: Element,
    pub(crate) d: Element,
    pub(crate) registers_a: Vec<u32>,
    pub(crate) registers_b: Vec<u32>,
    pub(crate) registers_c: Vec<u32>,
    pub(crate) registers_d: Vec<u32>,
    /// Whether sums of whole numbers stop at the ends.
    pub(crate) saturate: bool,
    /// Of bits: whether they are combined by `xor`, not `and`.
    pub(crate) exclusive: bool,
}

/// A matrix instruction.
pub(crate) enum Matrix {
    Mma(Mma),
    /// `ldmatrix` and `stmatrix` of 8×8 matrices of 16 bits.
    Transfer {
        address: Address,
        registers: Vec<u32>,
        transposed: bool,
        store: bool,
    },
    /// `movmatrix`
    Transpose {
        to: u32,
        from: u32,
    },
    /// `wgmma.mma_async`
    Multiply(Multiply),
    /// `wgmma.fence`
    MultiplyFence,
    /// `wgmma.commit_group`
    MultiplyCommit,
    /// `wgmma.wait_group`, with the groups that may be left.
    MultiplyWait(usize),
}

impl Matrix {
    pub(crate) fn registers(&mut self, mut visit: impl FnMut(&mut u32)) {
        match self {
            Self::Mma(mma) => {
                let all = [
                    &mut mma.registers_a,
                    &mut mma.registers_b,
                    &mut mma.registers_c,
                    &mut mma.registers_d,
                ];
                all.into_iter().flatten().for_each(visit);
            }
            Self::Transfer { address, registers, .. } => {
                visit(&mut address.base);
                registers.iter_mut().for_each(visit);
            }
            Self::Multiply(multiply) => multiply.registers(visit),
            Self::MultiplyFence | Self::MultiplyCommit | Self::MultiplyWait(_) => {}
            Self::Transpose { to, from } => {
                visit(to);
                visit(from);
            }
        }
    }
}

/// A multiplicand: fragments in registers, or a descriptor.
#[derive(Debug)]
pub(crate) enum Source {
    Registers(Vec<u32>),
    Descriptor(u32),
}

/// Whether `D` is added: always, never, or where a predicate holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Accumulate {
    Fixed(bool),
    Where(Guard),
}

/// `wgmma.mma_async`
#[derive(Debug)]
pub(crate) struct Multiply {
    /// Columns, and the contracted extent; the rows are 64.
    pub(crate) columns: usize,
    pub(crate) depth: usize,
    pub(crate) a_type: Element,
    pub(crate) b_type: Element,
    pub(crate) d_type: Element,
    pub(crate) d: Vec<u32>,
    pub(crate) a: Source,
    pub(crate) b: u32,
    pub(crate) accumulate: Accumulate,
    /// Whether A and B are negated.
    pub(crate) negated: [bool; 2],
    /// Whether A and B lie with M and N innermost.
    pub(crate) transposed: [bool; 2],
    pub(crate) saturate: bool,
}

impl Multiply {
    /// Visits every register.
    fn registers(&mut self, mut visit: impl FnMut(&mut u32)) {
        self.d.iter_mut().for_each(&mut visit);
        match &mut self.a {
            Source::Registers(all) => all.iter_mut().for_each(&mut visit),
            Source::Descriptor(register) => visit(register),
        }
        visit(&mut self.b);
    }
}
