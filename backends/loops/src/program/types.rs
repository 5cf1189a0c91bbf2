//! Machine types: what a register holds, and how tensor elements are stored.

use hloom_ir::Element;
use std::fmt;

/// The type of one lane of a register. Integers have no sign of their own: the
/// instructions say how they read them.
///
/// `f16` and `bf16` can be moved and converted but not computed with; narrower
/// floats are bytes (`i8`) that the lowering converts by integer arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Scalar {
    /// A truth value. In registers only: in memory it is a byte, 0 or 1.
    I1,
    /// 8-bit integer.
    I8,
    /// 16-bit integer.
    I16,
    /// 32-bit integer.
    I32,
    /// 64-bit integer.
    I64,
    /// IEEE half precision.
    F16,
    /// bfloat16.
    BF16,
    /// IEEE single precision.
    F32,
    /// IEEE double precision.
    F64,
}

impl Scalar {
    /// Every scalar, in declaration order.
    pub const ALL: [Scalar; 9] = {
        use Scalar::*;
        [I1, I8, I16, I32, I64, F16, BF16, F32, F64]
    };

    /// The spelling in text.
    pub fn name(self) -> &'static str {
        match self {
            Scalar::I1 => "i1",
            Scalar::I8 => "i8",
            Scalar::I16 => "i16",
            Scalar::I32 => "i32",
            Scalar::I64 => "i64",
            Scalar::F16 => "f16",
            Scalar::BF16 => "bf16",
            Scalar::F32 => "f32",
            Scalar::F64 => "f64",
        }
    }

    /// The scalar with this [`name`](Self::name).
    pub fn from_name(name: &str) -> Option<Scalar> {
        Scalar::ALL.into_iter().find(|s| s.name() == name)
    }

    /// Bits.
    pub fn bits(self) -> u32 {
        match self {
            Scalar::I1 => 1,
            Scalar::I8 => 8,
            Scalar::I16 | Scalar::F16 | Scalar::BF16 => 16,
            Scalar::I32 | Scalar::F32 => 32,
            Scalar::I64 | Scalar::F64 => 64,
        }
    }

    /// Bytes in memory. `i1` is never in memory; it counts as one byte.
    pub fn bytes(self) -> usize {
        self.bits().div_ceil(8) as usize
    }

    /// The low bits that mean something.
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// An integer, `i1` included.
    pub fn is_integer(self) -> bool {
        matches!(self, Scalar::I1 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64)
    }

    /// A float that can be computed with: `f32` or `f64`.
    pub fn is_arithmetic_float(self) -> bool {
        matches!(self, Scalar::F32 | Scalar::F64)
    }

    /// A float of any width.
    pub fn is_float(self) -> bool {
        !self.is_integer()
    }

    /// The integer of the same width.
    pub fn as_integer(self) -> Scalar {
        match self {
            Scalar::F16 | Scalar::BF16 => Scalar::I16,
            Scalar::F32 => Scalar::I32,
            Scalar::F64 => Scalar::I64,
            integer => integer,
        }
    }

    /// One vector lane's or one scalar's type.
    pub fn ty(self) -> Type {
        Type { scalar: self, lanes: 1 }
    }

    /// A vector of this many lanes; the scalar itself for 1.
    pub fn vector(self, lanes: u16) -> Type {
        Type { scalar: self, lanes }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A register: a scalar, or a vector of a power of two of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Type {
    /// The type of each lane.
    pub scalar: Scalar,
    /// The number of lanes; 1 for a scalar.
    pub lanes: u16,
}

impl Type {
    /// The greatest number of lanes.
    pub const MAX_LANES: u16 = 256;

    /// Whether the number of lanes is one a register can have.
    pub fn is_valid(self) -> bool {
        self.lanes.is_power_of_two() && self.lanes <= Type::MAX_LANES
    }

    /// The same number of lanes of another scalar.
    pub fn with(self, scalar: Scalar) -> Type {
        Type { scalar, lanes: self.lanes }
    }
}

impl fmt::Display for Type {
    /// `f32`, or `<16 x f32>`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lanes {
            1 => self.scalar.fmt(f),
            n => write!(f, "<{n} x {}>", self.scalar),
        }
    }
}

/// The storage of an element type: `units` machine scalars in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Storage {
    /// One unit.
    pub scalar: Scalar,
    /// Units an element: 2 for complex numbers (real, then imaginary), else 1.
    pub units: u32,
}

/// The storage of elements of this type. Everything narrower than a byte takes
/// one, `i1` as 0 or 1; `tf32` is an `f32`; quantized elements are their storage
/// integers.
pub fn storage(element: Element) -> Storage {
    use Element as E;
    let (scalar, units) = match element {
        E::I1 | E::I2 | E::I4 | E::I8 | E::U2 | E::U4 | E::U8 => (Scalar::I8, 1),
        E::F4E2M1FN | E::F6E2M3FN | E::F6E3M2FN => (Scalar::I8, 1),
        E::F8E3M4 | E::F8E4M3 | E::F8E4M3FN | E::F8E4M3FNUZ => (Scalar::I8, 1),
        E::F8E4M3B11FNUZ | E::F8E5M2 | E::F8E5M2FNUZ | E::F8E8M0FNU => (Scalar::I8, 1),
        E::I16 | E::U16 => (Scalar::I16, 1),
        E::I32 | E::U32 => (Scalar::I32, 1),
        E::I64 | E::U64 | E::Index => (Scalar::I64, 1),
        E::BF16 => (Scalar::BF16, 1),
        E::F16 => (Scalar::F16, 1),
        E::F32 | E::TF32 => (Scalar::F32, 1),
        E::F64 => (Scalar::F64, 1),
        E::C64 => (Scalar::F32, 2),
        E::C128 => (Scalar::F64, 2),
        E::Quant(_) => match element.byte_width() {
            1 => (Scalar::I8, 1),
            2 => (Scalar::I16, 1),
            4 => (Scalar::I32, 1),
            _ => (Scalar::I64, 1),
        },
    };
    Storage { scalar, units }
}

/// A type rule that an instruction breaks: one sentence without an end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistyped(pub String);

pub(super) fn require(holds: bool, what: impl FnOnce() -> String) -> Result<(), Mistyped> {
    if holds { Ok(()) } else { Err(Mistyped(what())) }
}
