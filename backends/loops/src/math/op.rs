//! The operations of a nest's body: one element each, named as in StableHLO.

use hloom_analysis::monoid::Monoid;
use hloom_ir::Element;
use hloom_ir::types::ElementClass;
use std::fmt;

macro_rules! scalar_ops {
    ($($(#[$doc:meta])* $Variant:ident = $text:literal / $arity:literal,)*) => {
        /// An operation on elements, with the meaning that StableHLO gives the op
        /// of the same name.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum ScalarOp {
            $($(#[$doc])* $Variant,)*
            /// Rounds to fewer exponent and mantissa bits and back.
            ReducePrecision {
                /// Bits of the exponent.
                exponent_bits: u32,
                /// Bits of the mantissa.
                mantissa_bits: u32,
            },
            /// Compares two elements; the result is `i1`.
            Compare(Direction),
            /// Compares two floats by IEEE 754's total order.
            CompareTotal(Direction),
        }

        impl ScalarOp {
            /// The operations without attributes.
            pub const PLAIN: &[ScalarOp] = &[$(ScalarOp::$Variant),*];

            /// The number of operands.
            pub fn arity(self) -> usize {
                match self {
                    $(ScalarOp::$Variant => $arity,)*
                    ScalarOp::ReducePrecision { .. } => 1,
                    ScalarOp::Compare(_) | ScalarOp::CompareTotal(_) => 2,
                }
            }
        }

        impl ScalarOp {
            /// The operation that prints as a word, unless it has parameters.
            pub(crate) fn from_name(name: &str) -> Option<ScalarOp> {
                match name {
                    $($text => Some(ScalarOp::$Variant),)*
                    _ => None,
                }
            }
        }

        impl fmt::Display for ScalarOp {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(ScalarOp::$Variant => f.write_str($text),)*
                    ScalarOp::ReducePrecision { exponent_bits, mantissa_bits } => {
                        write!(f, "reduce_precision<e{exponent_bits}m{mantissa_bits}>")
                    }
                    ScalarOp::Compare(direction) => write!(f, "compare<{direction:?}>"),
                    ScalarOp::CompareTotal(direction) => write!(f, "compare_total<{direction:?}>"),
                }
            }
        }
    };
}

scalar_ops! {
    /// Absolute value; of complex numbers the modulus, a real number.
    Abs = "abs" / 1,
    /// Cube root.
    Cbrt = "cbrt" / 1,
    /// Rounds up.
    Ceil = "ceil" / 1,
    /// Cosine.
    Cosine = "cosine" / 1,
    /// Leading zero bits, of the element's width.
    CountLeadingZeros = "count_leading_zeros" / 1,
    /// The error function.
    Erf = "erf" / 1,
    /// One minus the error function.
    Erfc = "erfc" / 1,
    /// The inverse of the error function.
    ErfInv = "erf_inv" / 1,
    /// e to the power.
    Exponential = "exponential" / 1,
    /// e to the power, minus one.
    ExponentialMinusOne = "exponential_minus_one" / 1,
    /// Rounds down.
    Floor = "floor" / 1,
    /// Imaginary part; 0 for real numbers.
    Imag = "imag" / 1,
    /// Neither infinite nor NaN.
    IsFinite = "is_finite" / 1,
    /// Natural logarithm.
    Log = "log" / 1,
    /// Natural logarithm of one more.
    LogPlusOne = "log_plus_one" / 1,
    /// `1 / (1 + exp(-x))`.
    Logistic = "logistic" / 1,
    /// Negation.
    Negate = "negate" / 1,
    /// Bitwise or logical complement.
    Not = "not" / 1,
    /// One bits.
    Popcnt = "popcnt" / 1,
    /// Real part; real numbers themselves.
    Real = "real" / 1,
    /// Rounds halves away from zero.
    RoundAfz = "round_nearest_afz" / 1,
    /// Rounds halves to even.
    RoundEven = "round_nearest_even" / 1,
    /// One over the square root.
    Rsqrt = "rsqrt" / 1,
    /// -1, 0 or 1; of complex numbers `x / |x|`.
    Sign = "sign" / 1,
    /// Sine.
    Sine = "sine" / 1,
    /// Square root.
    Sqrt = "sqrt" / 1,
    /// Tangent.
    Tan = "tan" / 1,
    /// Hyperbolic tangent.
    Tanh = "tanh" / 1,
    /// To another element type.
    Convert = "convert" / 1,
    /// The same bits as another element type of the same width.
    Bitcast = "bitcast" / 1,
    /// Sum; `or` of booleans.
    Add = "add" / 2,
    /// Bitwise and.
    And = "and" / 2,
    /// Angle of a point, `atan2(y, x)`.
    Atan2 = "atan2" / 2,
    /// A complex number from its parts.
    Complex = "complex" / 2,
    /// Quotient; of integers towards zero.
    Divide = "divide" / 2,
    /// Maximum; `or` of booleans.
    Maximum = "maximum" / 2,
    /// Minimum; `and` of booleans.
    Minimum = "minimum" / 2,
    /// Product; `and` of booleans.
    Multiply = "multiply" / 2,
    /// Bitwise or.
    Or = "or" / 2,
    /// The first to the power of the second.
    Power = "power" / 2,
    /// Remainder with the dividend's sign.
    Remainder = "remainder" / 2,
    /// Shift to the left; 0 if by the width or more.
    ShiftLeft = "shift_left" / 2,
    /// Shift to the right keeping the sign.
    ShiftRightArithmetic = "shift_right_arithmetic" / 2,
    /// Shift to the right filling with zeros.
    ShiftRightLogical = "shift_right_logical" / 2,
    /// Difference.
    Subtract = "subtract" / 2,
    /// Bitwise exclusive or.
    Xor = "xor" / 2,
    /// `min`, operand, `max`: the operand kept between the two.
    Clamp = "clamp" / 3,
    /// Condition, then, else.
    Select = "select" / 3,
}

/// The predicate of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // Their names say it.
pub enum Direction {
    Eq,
    Ne,
    Ge,
    Gt,
    Le,
    Lt,
}

/// How much one application costs, by class of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Nothing worth counting: selections of parts, bit casts.
    Free,
    /// A float addition or the like.
    Flop,
    /// A division, a root or an elementary function.
    Special,
    /// Integer or logical work.
    Integer,
}

impl ScalarOp {
    /// The class of work on elements of this type.
    pub fn cost(self, element: Element) -> Cost {
        use ScalarOp::*;
        let float = matches!(element.class(), ElementClass::Float | ElementClass::Complex);
        match self {
            Real | Imag | Complex | Bitcast => Cost::Free,
            Cbrt | Cosine | Erf | Erfc | ErfInv | Exponential | ExponentialMinusOne | Log
            | LogPlusOne | Logistic | Rsqrt | Sine | Sqrt | Tan | Tanh | Atan2 | Power
            | Remainder | Divide => Cost::Special,
            Abs
            | Ceil
            | CountLeadingZeros
            | Floor
            | IsFinite
            | Negate
            | Not
            | Popcnt
            | RoundAfz
            | RoundEven
            | Sign
            | Convert
            | Add
            | And
            | Maximum
            | Minimum
            | Multiply
            | Or
            | ShiftLeft
            | ShiftRightArithmetic
            | ShiftRightLogical
            | Subtract
            | Xor
            | Clamp
            | Select
            | ReducePrecision { .. }
            | Compare(_)
            | CompareTotal(_) => {
                if float {
                    Cost::Flop
                } else {
                    Cost::Integer
                }
            }
        }
    }

    /// The monoid that it combines elements of this type by: associative and commutative up
    /// to rounding, so that a reduction may take partial results in any fixed order.
    pub fn monoid(self, element: Element) -> Option<Monoid> {
        use ScalarOp::*;
        let bits = !element.is_float() && !element.is_complex();
        match self {
            Add => Some(Monoid::Add),
            Multiply => Some(Monoid::Multiply),
            Maximum => (!element.is_complex()).then_some(Monoid::Maximum),
            Minimum => (!element.is_complex()).then_some(Monoid::Minimum),
            And => bits.then_some(Monoid::And),
            Or => bits.then_some(Monoid::Or),
            Xor => bits.then_some(Monoid::Xor),
            Abs
            | Cbrt
            | Ceil
            | Cosine
            | CountLeadingZeros
            | Erf
            | Erfc
            | ErfInv
            | Exponential
            | ExponentialMinusOne
            | Floor
            | Imag
            | IsFinite
            | Log
            | LogPlusOne
            | Logistic
            | Negate
            | Not
            | Popcnt
            | Real
            | RoundAfz
            | RoundEven
            | Rsqrt
            | Sign
            | Sine
            | Sqrt
            | Tan
            | Tanh
            | Convert
            | Bitcast
            | Atan2
            | Complex
            | Divide
            | Power
            | Remainder
            | ShiftLeft
            | ShiftRightArithmetic
            | ShiftRightLogical
            | Subtract
            | Clamp
            | Select
            | ReducePrecision { .. }
            | Compare(_)
            | CompareTotal(_) => None,
        }
    }

    /// The operation of a monoid.
    pub fn of_monoid(monoid: Monoid) -> ScalarOp {
        match monoid {
            Monoid::Add => ScalarOp::Add,
            Monoid::Multiply => ScalarOp::Multiply,
            Monoid::Maximum => ScalarOp::Maximum,
            Monoid::Minimum => ScalarOp::Minimum,
            Monoid::And => ScalarOp::And,
            Monoid::Or => ScalarOp::Or,
            Monoid::Xor => ScalarOp::Xor,
        }
    }

    /// Whether it is a [monoid](ScalarOp::monoid) on this type.
    pub fn is_monoid(self, element: Element) -> bool {
        self.monoid(element).is_some()
    }
}

/// Why an operation has no expansion for an element type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoExpansion {
    /// StableHLO does not define the operation on these elements.
    Undefined,
    /// StableHLO accepts the operation on these elements and leaves its result open: the
    /// remainder of complex numbers. The interpreter refuses it too.
    Open,
    /// The expansion does not depend on the element's class and stands ahead of the tables by
    /// class.
    AnyClass,
    /// Arithmetic of quantized elements depends on their scales; a pass turns it into
    /// arithmetic of integers and floats first.
    Quantized,
    /// A pass writes the operation on these elements out by a formula first: the error
    /// function of `f64`.
    Formula,
    /// A bit cast between elements of different widths: it changes the shape, so it is no
    /// operation on single elements.
    Width,
}

impl fmt::Display for NoExpansion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoExpansion::Undefined => "the operation is not defined on these elements",
            NoExpansion::Open => "the specification leaves the result open",
            NoExpansion::AnyClass => "the operation is expanded for all elements alike",
            NoExpansion::Quantized => "quantized arithmetic has to be lowered first",
            NoExpansion::Formula => "`legalize-chlo` has to write it out first",
            NoExpansion::Width => "the elements have different widths",
        })
    }
}
