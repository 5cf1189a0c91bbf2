//! The operations of instructions: their names, what they compute and on which types.
//!
//! None traps or is undefined: each says what it gives at its edges.

use super::types::Scalar;

/// Declares an enum of operations with their names in text.
macro_rules! operations {
    ($(#[$meta:meta])* $Name:ident { $($(#[$doc:meta])* $Variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum $Name { $($(#[$doc])* $Variant,)* }

        impl $Name {
            /// Every operation, in declaration order.
            pub const ALL: &'static [$Name] = &[$($Name::$Variant),*];

            /// The name in text.
            pub fn name(self) -> &'static str {
                match self { $($Name::$Variant => $text),* }
            }

            /// The operation with this name in text.
            pub fn from_name(name: &str) -> Option<$Name> {
                $Name::ALL.iter().copied().find(|op| op.name() == name)
            }
        }
    };
}

operations! {
    /// Operations of one operand, whose type is the result's.
    UnaryOp {
        /// Wrapping integer negation; for floats, flips the sign bit of anything.
        Neg = "neg",
        /// Bitwise complement of integers.
        Not = "not",
        /// Floats: clears the sign bit. Integers: wrapping absolute value.
        Abs = "abs",
        /// Correctly rounded square root; NaN for negatives, `-0` for `-0`.
        Sqrt = "sqrt",
        /// Rounds towards minus infinity.
        Floor = "floor",
        /// Rounds towards plus infinity.
        Ceil = "ceil",
        /// Rounds towards zero.
        Trunc = "trunc",
        /// Rounds to nearest, halves to even.
        RoundEven = "round_even",
        /// Rounds to nearest, halves away from zero.
        RoundAway = "round_away",
        /// `2ᵃ` of a float in single precision, with a relative error of 2⁻²² at most; results below
        /// the least normal number may be zero. An instruction of GPUs.
        Exp2 = "exp2",
        /// Number of one bits of an integer.
        Popcount = "popcount",
        /// Number of leading zero bits of an integer; its width for 0.
        CountLeadingZeros = "clz",
        /// The bits of an integer of 64 at even places, packed: half of a Morton code.
        EvenBits = "even_bits",
    }
}

operations! {
    /// Operations of two operands of the same type, which is the result's.
    /// A `.s` reads integers as signed, a `.u` as unsigned.
    BinaryOp {
        /// Integers wrap.
        Add = "add",
        /// Integers wrap.
        Sub = "sub",
        /// Integers wrap; on `i1` it is `and`.
        Mul = "mul",
        /// Float division.
        Div = "div",
        /// Towards zero. By zero: -1. The least integer by -1: itself.
        DivS = "div.s",
        /// By zero: all ones.
        DivU = "div.u",
        /// Float remainder of division towards zero (C's `fmod`), with the sign
        /// of the dividend.
        Rem = "rem",
        /// With the sign of the dividend. By zero: the dividend. By -1: 0.
        RemS = "rem.s",
        /// By zero: the dividend.
        RemU = "rem.u",
        /// Bitwise.
        And = "and",
        /// Bitwise.
        Or = "or",
        /// Bitwise.
        Xor = "xor",
        /// Amounts are unsigned; by the width or more gives 0.
        Shl = "shl",
        /// Arithmetic. Amounts are unsigned; by the width or more gives the sign.
        ShrS = "shr.s",
        /// Logical. Amounts are unsigned; by the width or more gives 0.
        ShrU = "shr.u",
        /// Floats: NaN if either is NaN, and `-0 < +0`.
        Min = "min",
        /// Signed minimum.
        MinS = "min.s",
        /// Unsigned minimum.
        MinU = "min.u",
        /// Floats: NaN if either is NaN, and `-0 < +0`.
        Max = "max",
        /// Signed maximum.
        MaxS = "max.s",
        /// Unsigned maximum.
        MaxU = "max.u",
        /// The first float with the sign of the second.
        CopySign = "copysign",
        /// `a·2ᵇ`, rounded once, of a float of size ½ to 2 (or NaN, with a NaN as the
        /// result) and a whole number as a float, -151 to 128 in single and -1082 to
        /// 1026 in double precision. Results for others are unspecified.
        Scale = "scale",
    }
}

operations! {
    /// Comparisons of two operands of the same type; the result is `i1` lanes.
    /// Those without a suffix are for floats, except `eq` and `ne`, which
    /// compare bits of integers and values of floats (`-0 = +0`, NaN is unequal
    /// to everything).
    CompareOp {
        /// Equal.
        Eq = "eq",
        /// Not equal.
        Ne = "ne",
        /// Less, of floats; false for NaN.
        Lt = "lt",
        /// Less or equal, of floats; false for NaN.
        Le = "le",
        /// Greater, of floats; false for NaN.
        Gt = "gt",
        /// Greater or equal, of floats; false for NaN.
        Ge = "ge",
        /// Less, signed.
        LtS = "lt.s",
        /// Less or equal, signed.
        LeS = "le.s",
        /// Greater, signed.
        GtS = "gt.s",
        /// Greater or equal, signed.
        GeS = "ge.s",
        /// Less, unsigned.
        LtU = "lt.u",
        /// Less or equal, unsigned.
        LeU = "le.u",
        /// Greater, unsigned.
        GtU = "gt.u",
        /// Greater or equal, unsigned.
        GeU = "ge.u",
    }
}

operations! {
    /// Conversions to another scalar type.
    ConvertOp {
        /// Integer to a narrower one: drops high bits.
        Truncate = "truncate",
        /// Integer to a wider one, filled with the sign.
        ExtendS = "extend.s",
        /// Integer to a wider one, filled with zeros.
        ExtendU = "extend.u",
        /// Signed integer to float, rounded to nearest even.
        SignedToFloat = "float.s",
        /// Unsigned integer to float, rounded to nearest even.
        UnsignedToFloat = "float.u",
        /// Float to signed integer, towards zero; saturates, NaN gives 0.
        FloatToSigned = "int.s",
        /// Float to unsigned integer, towards zero; saturates, NaN gives 0.
        FloatToUnsigned = "int.u",
        /// Float to a wider or narrower one, rounded to nearest even; subnormals
        /// are kept, NaN stays NaN.
        Float = "float",
        /// The same bits as another type of the same width.
        Bitcast = "bitcast",
    }
}

operations! {
    /// Matrix multiply-accumulates by the threads of a warp ([`Inst::Mma`](super::Inst::Mma))
    /// or a warpgroup ([`Wgmma`](super::Wgmma)), by the operands' element types. Products are
    /// exact, sums of integers wrap, and the order in which floats are added is unspecified.
    MmaOp {
        /// `bf16`, accumulated in `f32`.
        BF16 = "mma.bf16",
        /// `f16`, accumulated in `f32`.
        F16 = "mma.f16",
        /// Signed bytes, accumulated in `i32`.
        S8 = "mma.s8",
        /// Unsigned bytes, accumulated in `i32`.
        U8 = "mma.u8",
        /// Signed bytes by unsigned bytes, accumulated in `i32`.
        S8U8 = "mma.s8.u8",
        /// Unsigned bytes by signed bytes, accumulated in `i32`.
        U8S8 = "mma.u8.s8",
        /// TF32, `f32` without the last 13 bits, accumulated in `f32`.
        TF32 = "mma.tf32",
        /// `f64`, accumulated in `f64`.
        F64 = "mma.f64",
        /// `f8E4M3FN`, accumulated in `f32`.
        E4M3 = "mma.e4m3",
        /// `f8E5M2`, accumulated in `f32`.
        E5M2 = "mma.e5m2",
        /// `f8E4M3FN` by `f8E5M2`, accumulated in `f32`.
        E4M3E5M2 = "mma.e4m3.e5m2",
        /// `f8E5M2` by `f8E4M3FN`, accumulated in `f32`.
        E5M2E4M3 = "mma.e5m2.e4m3",
    }
}

impl MmaOp {
    /// The element type of the operands, and that of the accumulator.
    pub fn scalars(self) -> (Scalar, Scalar) {
        match self {
            MmaOp::BF16 => (Scalar::BF16, Scalar::F32),
            MmaOp::F16 => (Scalar::F16, Scalar::F32),
            MmaOp::S8 | MmaOp::U8 | MmaOp::S8U8 | MmaOp::U8S8 => (Scalar::I8, Scalar::I32),
            MmaOp::TF32 => (Scalar::F32, Scalar::F32),
            MmaOp::F64 => (Scalar::F64, Scalar::F64),
            MmaOp::E4M3 | MmaOp::E5M2 | MmaOp::E4M3E5M2 | MmaOp::E5M2E4M3 => {
                (Scalar::I8, Scalar::F32)
            }
        }
    }

    /// Whether the operands are 8-bit floats.
    pub fn is_narrow_float(self) -> bool {
        self.scalars() == (Scalar::I8, Scalar::F32)
    }

    /// The number of operand elements in 4 bytes; they are neighbours along K.
    pub fn group(self) -> usize {
        4usize.div_ceil(self.scalars().0.bytes())
    }

    /// M and K.
    pub fn shape(self) -> (usize, usize) {
        match self {
            MmaOp::F64 => (8, 4),
            _ => (16, 8 * self.group()),
        }
    }

    /// The lanes of a thread's fragments: of the left operand, the right one, the accumulator.
    pub fn lanes(self) -> [u16; 3] {
        let group = self.group() as u16;
        match self {
            MmaOp::F64 => [1, 1, 2],
            _ => [4 * group, 2 * group, 4],
        }
    }
}

impl UnaryOp {
    /// Whether the operation is defined on lanes of this type.
    pub fn accepts(self, scalar: Scalar) -> bool {
        match self {
            UnaryOp::Neg | UnaryOp::Abs => {
                scalar.is_arithmetic_float() || (scalar.is_integer() && scalar != Scalar::I1)
            }
            UnaryOp::Not => scalar.is_integer(),
            UnaryOp::Popcount | UnaryOp::CountLeadingZeros => {
                scalar.is_integer() && scalar != Scalar::I1
            }
            UnaryOp::Exp2 => scalar == Scalar::F32,
            UnaryOp::EvenBits => scalar == Scalar::I64,
            UnaryOp::Sqrt
            | UnaryOp::Floor
            | UnaryOp::Ceil
            | UnaryOp::Trunc
            | UnaryOp::RoundEven
            | UnaryOp::RoundAway => scalar.is_arithmetic_float(),
        }
    }
}

impl BinaryOp {
    /// Whether it is an associative and commutative operation of integers, as
    /// [`Stmt::AtomicRmw`](super::Stmt::AtomicRmw) needs it.
    pub fn is_atomic(self) -> bool {
        use BinaryOp::*;
        matches!(self, Add | And | Or | Xor | MinS | MinU | MaxS | MaxU)
    }

    /// Whether the operation is defined on lanes of this type.
    pub fn accepts(self, scalar: Scalar) -> bool {
        use BinaryOp::*;
        let float = scalar.is_arithmetic_float();
        match self {
            Add | Sub | Mul => float || (scalar.is_integer() && scalar != Scalar::I1),
            And | Or | Xor => scalar.is_integer(),
            DivS | DivU | RemS | RemU | Shl | ShrS | ShrU | MinS | MinU | MaxS | MaxU => {
                scalar.is_integer() && scalar != Scalar::I1
            }
            Div | Rem | Min | Max | CopySign | Scale => float,
        }
    }
}

impl CompareOp {
    /// Whether the comparison is defined on lanes of this type.
    pub fn accepts(self, scalar: Scalar) -> bool {
        use CompareOp::*;
        match self {
            Eq | Ne => scalar.is_integer() || scalar.is_arithmetic_float(),
            Lt | Le | Gt | Ge => scalar.is_arithmetic_float(),
            LtS | LeS | GtS | GeS | LtU | LeU | GtU | GeU => {
                scalar.is_integer() && scalar != Scalar::I1
            }
        }
    }
}

impl ConvertOp {
    /// Whether the conversion is defined between these types.
    pub fn accepts(self, from: Scalar, to: Scalar) -> bool {
        let float = |s: Scalar| s.is_arithmetic_float();
        match self {
            ConvertOp::Truncate => from.is_integer() && to.is_integer() && from.bits() > to.bits(),
            ConvertOp::ExtendS | ConvertOp::ExtendU => {
                from.is_integer() && to.is_integer() && from.bits() < to.bits()
            }
            ConvertOp::SignedToFloat | ConvertOp::UnsignedToFloat => {
                from.is_integer() && from != Scalar::I1 && float(to)
            }
            ConvertOp::FloatToSigned | ConvertOp::FloatToUnsigned => {
                float(from) && to.is_integer() && to != Scalar::I1
            }
            ConvertOp::Float => {
                from.is_float() && to.is_float() && from != to && (float(from) || float(to))
            }
            ConvertOp::Bitcast => {
                from.bits() == to.bits() && from.is_integer() != to.is_integer()
                    || (from, to) == (Scalar::F16, Scalar::BF16)
                    || (from, to) == (Scalar::BF16, Scalar::F16)
            }
        }
    }
}
