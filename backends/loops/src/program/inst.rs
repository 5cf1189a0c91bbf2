//! Instructions: what can stand on the right of `%x =`, and the types they give.
//!
//! Everything works on scalars and on vectors alike, lane by lane, unless said
//! otherwise. Nothing here traps or is undefined: each operation says what it
//! gives at its edges, and code generators and [`super::eval`] agree on it.

use super::{Access, BufferId, DotOp, Scalar, Type, Value, Warpgroup};
use crate::index::Index;

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
        /// Number of one bits of an integer.
        Popcount = "popcount",
        /// Number of leading zero bits of an integer; its width for 0.
        CountLeadingZeros = "clz",
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
        /// 1026 in double precision. What comes of others is not said.
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
    /// Products of small matrices by the threads of a warp ([`Inst::Product`]), by the
    /// type of the factors' elements. Products are exact, sums of integers wrap, and in
    /// which order floats are added is left open.
    ProductOp {
        /// Of `bf16`; sums are `f32`.
        BF16 = "mma.bf16",
        /// Of `f16`; sums are `f32`.
        F16 = "mma.f16",
        /// Of signed bytes; sums are `i32`.
        S8 = "mma.s8",
        /// Of unsigned bytes; sums are `i32`.
        U8 = "mma.u8",
        /// The left factor's signed bytes, the right one's unsigned; sums are `i32`.
        S8U8 = "mma.s8.u8",
        /// The left factor's unsigned bytes, the right one's signed; sums are `i32`.
        U8S8 = "mma.u8.s8",
        /// Of `f32` without their last 13 bits; sums are `f32`.
        TF32 = "mma.tf32",
        /// Of `f64`, and so are sums.
        F64 = "mma.f64",
        /// Of floats of 8 bits, `f8E4M3FN`; sums are `f32`.
        E4M3 = "mma.e4m3",
        /// Of floats of 8 bits, `f8E5M2`; sums are `f32`.
        E5M2 = "mma.e5m2",
        /// The left factor's `f8E4M3FN`, the right one's `f8E5M2`; sums are `f32`.
        E4M3E5M2 = "mma.e4m3.e5m2",
        /// The left factor's `f8E5M2`, the right one's `f8E4M3FN`; sums are `f32`.
        E5M2E4M3 = "mma.e5m2.e4m3",
    }
}

impl ProductOp {
    /// The type of a factor's elements, and of a sum.
    pub fn scalars(self) -> (Scalar, Scalar) {
        match self {
            ProductOp::BF16 => (Scalar::BF16, Scalar::F32),
            ProductOp::F16 => (Scalar::F16, Scalar::F32),
            ProductOp::S8 | ProductOp::U8 | ProductOp::S8U8 | ProductOp::U8S8 => {
                (Scalar::I8, Scalar::I32)
            }
            ProductOp::TF32 => (Scalar::F32, Scalar::F32),
            ProductOp::F64 => (Scalar::F64, Scalar::F64),
            ProductOp::E4M3 | ProductOp::E5M2 | ProductOp::E4M3E5M2 | ProductOp::E5M2E4M3 => {
                (Scalar::I8, Scalar::F32)
            }
        }
    }

    /// Whether factors are floats of 8 bits.
    pub fn is_narrow_float(self) -> bool {
        self.scalars() == (Scalar::I8, Scalar::F32)
    }

    /// How many elements 4 bytes hold, which lie side by side in the sum.
    pub fn group(self) -> usize {
        4usize.div_ceil(self.scalars().0.bytes())
    }

    /// Rows of the left factor and steps of the sum.
    pub fn shape(self) -> (usize, usize) {
        match self {
            ProductOp::F64 => (8, 4),
            _ => (16, 8 * self.group()),
        }
    }

    /// What a thread has of the left factor, of the right one and of the sums.
    pub fn lanes(self) -> [u16; 3] {
        let group = self.group() as u16;
        match self {
            ProductOp::F64 => [1, 1, 2],
            _ => [4 * group, 2 * group, 4],
        }
    }
}

/// The right side of a definition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Inst {
    /// These bits, in every lane.
    Const(Type, u64),
    /// The lane number, an integer vector.
    Iota(Type),
    /// An index expression over scalar `i64` values, as a scalar `i64`.
    Index(Index),
    /// `i1` lanes: the first so many (all if more, none if negative) are true.
    FirstLanes(u16, Index),
    /// One operand.
    Unary(UnaryOp, Value),
    /// Two operands.
    Binary(BinaryOp, Value, Value),
    /// A comparison.
    Compare(CompareOp, Value, Value),
    /// Lane by lane, the second operand where the first (`i1`) is true, else the
    /// third.
    Select(Value, Value, Value),
    /// `a·b + c` of floats, rounded once.
    Fma(Value, Value, Value),
    /// Of each sum, its group of the left factor's elements by that of the right one's, and
    /// the sum that was there: vectors of as many groups as there are sums.
    Dot(DotOp, Value, Value, Value),
    /// A conversion to this scalar type.
    Convert(ConvertOp, Value, Scalar),
    /// A scalar in every lane of a vector.
    Broadcast(Value, u16),
    /// A lane of a vector.
    Extract(Value, u16),
    /// The first operand (a vector) with this lane replaced by the second.
    Insert(Value, Value, u16),
    /// A vector (a scalar, if one lane) whose lanes are lanes of the first and
    /// the second operand, counted through from the first's lane 0.
    Shuffle(Value, Value, Box<[u16]>),
    /// The value, a scalar, that another thread of the warp has: the one whose number
    /// differs in these bits, 1 to 31. Only in grids, where all threads of a warp come to
    /// it together.
    Exchange(Value, u16),
    /// The product of a matrix of 16 rows and one of 8 columns, added to a third, each
    /// of which the threads of a warp hold a part of. With `g` elements to 4 bytes, the
    /// sum is over `8·g`. Thread `t` of the warp, `r = t / 4` and `c = t mod 4`, has of
    /// the left factor `g` elements from `(r, g·c)`, `(r + 8, g·c)`, `(r, g·c + 4·g)` and
    /// `(r + 8, g·c + 4·g)` on along the sum; of the right one `g` from `(g·c, r)` and
    /// `(g·c + 4·g, r)` on; of the sums `(r, 2·c)`, `(r, 2·c + 1)`, `(r + 8, 2·c)` and
    /// `(r + 8, 2·c + 1)`: PTX's `mma.m16n8k16` and its like. Of `f64` there are 8 rows,
    /// and the sum is over 4: the thread has `(r, c)`, `(c, r)`, `(r, 2·c)` and
    /// `(r, 2·c + 1)`. Only in grids, where all threads of a warp come to it together.
    Product(ProductOp, Value, Value, Value),
    /// One, 2 or 4 matrices of 8 rows of 16 bytes from shared memory, each thread of the
    /// warp a part of each: thread `8·m + r` names where row `r` of matrix `m` begins, at
    /// a multiple of 16 bytes. Of each matrix, thread `t` gets 4 bytes: those from byte
    /// `4·(t mod 4)` of row `t / 4` on or, if matrices of units of 2 bytes are to be
    /// turned, unit `t / 4` of rows `2·(t mod 4)` and the one after it: PTX's `ldmatrix`.
    /// Only in grids, where all threads of a warp come to it together.
    Matrices {
        /// A vector of 4 bytes for each matrix.
        ty: Type,
        /// Where this thread's row begins.
        from: (BufferId, Index),
        /// Whether they are turned.
        turned: bool,
    },
    /// A product by the threads of a warpgroup, which begins. Only in grids, where all
    /// threads of a warpgroup come to it together.
    Warpgroup(Box<Warpgroup>),
    /// Sums of such products, which are there once all but the last so many products that
    /// the warpgroup began are done. Only in grids, where all threads of a warpgroup come to
    /// it together.
    Settle(Value, u32),
    /// A load of this type.
    Load(Type, Access),
}

/// A type rule that an instruction breaks: one sentence without an end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistyped(pub String);

pub(super) fn require(holds: bool, what: impl FnOnce() -> String) -> Result<(), Mistyped> {
    if holds { Ok(()) } else { Err(Mistyped(what())) }
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
    /// Whether it is one of integers for which it does not matter in which order, and in
    /// which groups, many are combined: what [`Stmt::Combine`](super::Stmt::Combine) does.
    pub fn is_shared(self) -> bool {
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

impl Inst {
    /// The result's type. `of` gives the type of an operand.
    ///
    /// # Errors
    /// If an operand has a type the instruction doesn't take.
    pub fn infer(&self, of: &dyn Fn(Value) -> Type) -> Result<Type, Mistyped> {
        let same = |a: Value, b: Value| {
            let (a, b) = (of(a), of(b));
            require(a == b, || format!("operands have different types, {a} and {b}")).map(|()| a)
        };
        let ty = match self {
            Inst::Const(ty, bits) => {
                require(bits & !ty.scalar.mask() == 0, || {
                    format!("the constant has more bits than {}", ty.scalar)
                })?;
                *ty
            }
            Inst::Iota(ty) => {
                require(ty.scalar.is_integer() && ty.scalar != Scalar::I1, || {
                    format!("lane numbers are integers, not {}", ty.scalar)
                })?;
                *ty
            }
            Inst::Index(_) => Scalar::I64.ty(),
            Inst::FirstLanes(lanes, _) => Scalar::I1.vector(*lanes),
            Inst::Unary(op, a) => {
                let ty = of(*a);
                require(op.accepts(ty.scalar), || format!("{} of {}", op.name(), ty.scalar))?;
                ty
            }
            Inst::Binary(op, a, b) => {
                let ty = same(*a, *b)?;
                require(op.accepts(ty.scalar), || format!("{} of {}", op.name(), ty.scalar))?;
                ty
            }
            Inst::Compare(op, a, b) => {
                let ty = same(*a, *b)?;
                require(op.accepts(ty.scalar), || format!("{} of {}", op.name(), ty.scalar))?;
                ty.with(Scalar::I1)
            }
            Inst::Select(mask, a, b) => {
                let (mask, ty) = (of(*mask), same(*a, *b)?);
                require(mask == ty.with(Scalar::I1), || {
                    format!("the condition is {mask}, not {}", ty.with(Scalar::I1))
                })?;
                ty
            }
            Inst::Fma(a, b, c) => {
                let ty = same(*a, *b).and_then(|_| same(*b, *c))?;
                require(ty.scalar.is_arithmetic_float(), || format!("fma of {}", ty.scalar))?;
                ty
            }
            Inst::Dot(op, left, right, sum) => {
                let (factor, total) = op.types(of(*sum).lanes);
                for (value, want) in [(left, factor), (right, factor), (sum, total)] {
                    require(of(*value) == want, || {
                        format!("{} of {}, not {want}", op.name(), of(*value))
                    })?;
                }
                total
            }
            Inst::Convert(op, a, to) => {
                let ty = of(*a);
                require(op.accepts(ty.scalar, *to), || {
                    format!("{} from {} to {to}", op.name(), ty.scalar)
                })?;
                ty.with(*to)
            }
            Inst::Broadcast(a, lanes) => {
                let ty = of(*a);
                require(ty.lanes == 1 && *lanes > 1, || {
                    format!("a broadcast of {ty} to {lanes} lanes")
                })?;
                ty.scalar.vector(*lanes)
            }
            Inst::Extract(a, lane) => {
                let ty = of(*a);
                require(ty.lanes > 1 && *lane < ty.lanes, || format!("lane {lane} of {ty}"))?;
                ty.scalar.ty()
            }
            Inst::Insert(a, b, lane) => {
                let (ty, part) = (of(*a), of(*b));
                require(ty.lanes > 1 && *lane < ty.lanes && part == ty.scalar.ty(), || {
                    format!("{part} as lane {lane} of {ty}")
                })?;
                ty
            }
            Inst::Shuffle(a, b, lanes) => {
                let ty = same(*a, *b)?;
                let out = lanes.iter().find(|l| u32::from(**l) >= 2 * u32::from(ty.lanes));
                require(ty.lanes > 1 && out.is_none(), || {
                    format!("lane {} of two {ty}", out.unwrap_or(&0))
                })?;
                ty.scalar.vector(u16::try_from(lanes.len()).unwrap_or(u16::MAX))
            }
            Inst::Exchange(a, by) => {
                let ty = of(*a);
                require(ty.lanes == 1 && (1..32).contains(by), || {
                    format!("an exchange of {ty} by {by}")
                })?;
                ty
            }
            Inst::Product(op, left, right, sum) => {
                let (factor, total) = op.scalars();
                let [rows, columns, sums] = op.lanes();
                let want = [factor.vector(rows), factor.vector(columns), total.vector(sums)];
                for (value, want) in [left, right, sum].into_iter().zip(want) {
                    require(of(*value) == want, || {
                        format!("{} of {}, not {want}", op.name(), of(*value))
                    })?;
                }
                want[2]
            }
            Inst::Matrices { ty, turned, .. } => {
                let bytes = usize::from(ty.lanes) * ty.scalar.bytes();
                let fits = ty.scalar != Scalar::I1 && matches!(bytes, 4 | 8 | 16);
                require(fits && (!turned || ty.scalar.bytes() == 2), || {
                    format!("{} matrices as {ty}", if *turned { "turned" } else { "plain" })
                })?;
                *ty
            }
            Inst::Warpgroup(product) => product.infer(of)?,
            Inst::Settle(sums, _) => of(*sums),
            Inst::Load(ty, access) => {
                access.check(*ty, of)?;
                *ty
            }
        };
        require(ty.is_valid(), || format!("a vector of {} lanes", ty.lanes))?;
        Ok(ty)
    }

    /// Calls `visit` with every operand, those in index expressions included.
    pub fn each_operand(&self, visit: &mut dyn FnMut(Value)) {
        match self {
            Inst::Const(..) | Inst::Iota(_) => {}
            Inst::Index(e) | Inst::FirstLanes(_, e) => e.each_var(&mut |v| visit(Value(v.0))),
            Inst::Unary(_, a) | Inst::Convert(_, a, _) | Inst::Settle(a, _) => visit(*a),
            Inst::Warpgroup(product) => product.each_operand(visit),
            Inst::Broadcast(a, _) | Inst::Extract(a, _) | Inst::Exchange(a, _) => visit(*a),
            Inst::Binary(_, a, b) | Inst::Compare(_, a, b) => [*a, *b].into_iter().for_each(visit),
            Inst::Insert(a, b, _) | Inst::Shuffle(a, b, _) => [*a, *b].into_iter().for_each(visit),
            Inst::Select(a, b, c)
            | Inst::Fma(a, b, c)
            | Inst::Dot(_, a, b, c)
            | Inst::Product(_, a, b, c) => {
                [*a, *b, *c].into_iter().for_each(visit);
            }
            Inst::Matrices { from: (_, at), .. } => at.each_var(&mut |v| visit(Value(v.0))),
            Inst::Load(_, access) => access.each_operand(visit),
        }
    }

    /// Whether the result depends on nothing but the operands.
    pub fn is_pure(&self) -> bool {
        !matches!(
            self,
            Inst::Load(..)
                | Inst::Matrices { .. }
                | Inst::Exchange(..)
                | Inst::Product(..)
                | Inst::Warpgroup(_)
                | Inst::Settle(..)
        )
    }
}
