//! Registers, addresses and types: what all instructions are made of.

use crate::number::Format;
use crate::text::syntax::Space;

/// Threads of a warp.
pub(crate) const WARP: usize = 32;
/// A value for each lane of a warp.
pub(crate) type Lanes = [u64; WARP];
/// A bit for each lane of a warp.
pub(crate) type Mask = u32;

/// A function of up to four registers, lane by lane.
pub(crate) type Map = Box<dyn Fn(&[Lanes], [u32; 4], &mut Lanes) + Send + Sync>;
/// A condition on two registers, lane by lane.
pub(crate) type Condition = Box<dyn Fn(&[Lanes], [u32; 2]) -> Mask + Send + Sync>;

/// The kinds of instruction that a report counts apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// Whole-number and bit arithmetic.
    Integer,
    /// Float arithmetic, of any width.
    Float,
    /// The approximations of the special-function unit.
    Special,
    /// Conversions.
    Convert,
    /// Moves, selections, comparisons and logic of predicates.
    Move,
    /// Branches, exits and calls.
    Control,
    /// Loads from global memory.
    LoadGlobal,
    /// Stores to global memory.
    StoreGlobal,
    /// Loads from shared memory.
    LoadShared,
    /// Stores to shared memory.
    StoreShared,
    /// Accesses of local memory: spills and stack arrays.
    Local,
    /// Loads of parameters.
    Param,
    /// Atomic operations.
    Atomic,
    /// Barriers and fences.
    Barrier,
    /// Shuffles, votes and other exchanges in a warp.
    Shuffle,
    /// Matrix instructions, and loads of their fragments.
    Matrix,
    /// Asynchronous copies.
    Copy,
    /// Nothing that runs on a device: part of another instruction.
    Hidden,
}

impl Class {
    /// Those that run on a device.
    pub const ALL: [Self; 17] = [
        Self::Integer,
        Self::Float,
        Self::Special,
        Self::Convert,
        Self::Move,
        Self::Control,
        Self::LoadGlobal,
        Self::StoreGlobal,
        Self::LoadShared,
        Self::StoreShared,
        Self::Local,
        Self::Param,
        Self::Atomic,
        Self::Barrier,
        Self::Shuffle,
        Self::Matrix,
        Self::Copy,
    ];

    /// The number of them.
    pub(crate) const COUNT: usize = Self::Hidden as usize + 1;
}

/// A predicate with its sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Guard {
    pub(crate) predicate: u32,
    pub(crate) negated: bool,
}

/// An operation on two predicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Logic {
    And,
    Or,
    Xor,
    /// The first alone.
    First,
    /// The first, negated.
    Not,
}

/// An address: a register, an offset, and in which space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address {
    pub(crate) space: Space,
    /// For `.shared`: whether it may name another block of the cluster.
    pub(crate) cluster: bool,
    pub(crate) base: u32,
    pub(crate) offset: i64,
}

/// The strength of an access, for finding races.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strength {
    /// An ordinary access.
    Weak,
    /// Volatile or relaxed: never itself a race with another strong one.
    Strong,
    /// Strong, and what others released is seen behind it.
    Acquire,
    /// Strong, and what came before it is released.
    Release,
    /// Both.
    AcquireRelease,
}

impl Strength {
    pub(crate) fn acquires(self) -> bool {
        matches!(self, Self::Acquire | Self::AcquireRelease)
    }

    pub(crate) fn releases(self) -> bool {
        matches!(self, Self::Release | Self::AcquireRelease)
    }
}

/// The new value of an atomic, of the old value, its operand, and the value that `cas` swaps in.
pub(crate) type Update = Box<dyn Fn(u64, u64, u64) -> u64 + Send + Sync>;

/// The address of the first variable of shared memory; the driver reserves a kilobyte.
pub(crate) const SHARED_BEGIN: u32 = 1024;
/// The address where a thread's local memory begins, so that address 0 is invalid.
pub(crate) const LOCAL_BEGIN: u32 = 64;

/// The type of an instruction or operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Unsigned(u32),
    Signed(u32),
    Bits(u32),
    Float(Format),
    /// Two floats of 16 or 32 bits, or two of 8, side by side.
    Packed(Format),
    Predicate,
}

impl Type {
    /// The type `text` names.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "pred" => Self::Predicate,
            "f16" => Self::Float(Format::F16),
            "bf16" => Self::Float(Format::Bf16),
            "tf32" => Self::Float(Format::Tf32),
            "f32" => Self::Float(Format::F32),
            "f64" => Self::Float(Format::F64),
            "f16x2" => Self::Packed(Format::F16),
            "bf16x2" => Self::Packed(Format::Bf16),
            "f32x2" => Self::Packed(Format::F32),
            "e4m3" => Self::Float(Format::E4m3),
            "e5m2" => Self::Float(Format::E5m2),
            "e4m3x2" => Self::Packed(Format::E4m3),
            "e5m2x2" => Self::Packed(Format::E5m2),
            "e2m3x2" => Self::Packed(Format::E2m3),
            "e3m2x2" => Self::Packed(Format::E3m2),
            "e2m1x2" => Self::Packed(Format::E2m1),
            _ => {
                let bits = |t: &str| t.parse().ok().filter(|b| matches!(b, 8 | 16 | 32 | 64 | 128));
                match text.as_bytes().first()? {
                    b'u' => Self::Unsigned(bits(&text[1..])?),
                    b's' => Self::Signed(bits(&text[1..])?),
                    b'b' => Self::Bits(bits(&text[1..])?),
                    _ => return None,
                }
            }
        })
    }

    /// Bits of a value.
    pub(crate) fn bits(self) -> u32 {
        match self {
            Self::Unsigned(bits) | Self::Signed(bits) | Self::Bits(bits) => bits,
            Self::Predicate => 1,
            Self::Float(format) | Self::Packed(format) => {
                let one = match format {
                    Format::F64 => 64,
                    Format::F32 | Format::Tf32 => 32,
                    Format::F16 | Format::Bf16 => 16,
                    Format::E2m1 => 4,
                    _ => 8,
                };
                if matches!(self, Self::Packed(_)) { one * 2 } else { one }
            }
        }
    }

    /// Whether it is a whole number with a sign.
    pub(crate) fn signed(self) -> bool {
        matches!(self, Self::Signed(_))
    }
}

/// The low `bits` of a value.
pub(crate) fn truncate(value: u64, bits: u32) -> u64 {
    if bits >= 64 { value } else { value & ((1 << bits) - 1) }
}

/// A value of so many bits with its sign.
pub(crate) fn signed(value: u64, bits: u32) -> i64 {
    let shift = 64 - bits.min(64);
    (value << shift) as i64 >> shift
}
