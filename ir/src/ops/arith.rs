//! Ops of upstream MLIR's `arith` and `math` dialects that occur in programs of dynamic shape, on
//! scalars or elementwise on tensors. Integer types are signless; each op defines how it interprets
//! them.

use crate::attr::Attr;
use crate::field::{Field, ResultType, Style};
use crate::op::{ConstraintError, OpPart, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::{Element, Type, TypeKind, same_shape};

/// The class of operands that an op accepts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    Integers,
    Floats,
}

/// The element type of a scalar or a tensor.
pub fn element_of(ty: Type) -> Option<Element> {
    match ty.kind() {
        TypeKind::Scalar(element) => Some(*element),
        _ => ty.element(),
    }
}

/// A scalar, or a tensor of the same shape, with another element type.
pub fn with_elements(ty: Type, element: Element) -> Type {
    match ty.kind() {
        TypeKind::Tensor(t) => t.with_element(element).into(),
        TypeKind::Unranked(_) => Type::new(TypeKind::Unranked(element)),
        _ => Type::scalar(element),
    }
}

fn broken<T>(part: OpPart, message: String) -> Result<T, ConstraintError> {
    Err(ConstraintError { label: "Type", message, part })
}

/// Checks that all operands have the same type and class; the result has that type too.
fn of_one_type(cx: &InferContext<'_>, numbers: Numbers) -> Result<Types, ConstraintError> {
    let first = cx.ty(0);
    for i in 0..cx.len() {
        let (ty, element) = (cx.ty(i), element_of(cx.ty(i)));
        let (holds, what) = match numbers {
            Numbers::Integers => {
                (element.is_some_and(|e| e.is_integer() || e.is_boolean()), "integers")
            }
            Numbers::Floats => (element.is_some_and(|e| e.is_float()), "floats"),
        };
        if !holds {
            return broken(OpPart::Operand(i), format!("operand {i} must be of {what}, not {ty}"));
        }
        if !ty.compatible(first) {
            return broken(OpPart::Operand(i), format!("operand {i} is {ty}, the first {first}"));
        }
    }
    Ok(first.into())
}

macro_rules! of_one_type {
    ($($make:ident: $Name:ident = $text:literal ($($operand:ident),*) $syntax:literal $fails:ident $numbers:ident, $doc:literal;)*) => {$(
        op! {
            #[doc = $doc]
            #[doc = ""]
            #[doc = "Docs: <https://mlir.llvm.org/docs/Dialects/>"]
            $make: $Name = $text ($($operand: Any),*) {} -> Any
            syntax $syntax
            traits [Pure, $fails, Foldable]
        }
        impl Infer for $Name {
            fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
                of_one_type(cx, Numbers::$numbers)
            }
        }
    )*};
}
of_one_type! {
    addi: Addi = "arith.addi" (lhs, rhs) "$lhs, $rhs : same" NeverFails Integers, "The sum, modulo 2ⁿ.";
    subi: Subi = "arith.subi" (lhs, rhs) "$lhs, $rhs : same" NeverFails Integers, "The difference, modulo 2ⁿ.";
    muli: Muli = "arith.muli" (lhs, rhs) "$lhs, $rhs : same" NeverFails Integers, "The product, modulo 2ⁿ.";
    divsi: Divsi = "arith.divsi" (lhs, rhs) "$lhs, $rhs : same" MayFail Integers, "The quotient of signed integers, towards zero. By zero it is an error.";
    divui: Divui = "arith.divui" (lhs, rhs) "$lhs, $rhs : same" MayFail Integers, "The quotient of unsigned integers. By zero it is an error.";
    remsi: Remsi = "arith.remsi" (lhs, rhs) "$lhs, $rhs : same" MayFail Integers, "The remainder of signed integers, with the sign of `lhs`. By zero it is an error.";
    remui: Remui = "arith.remui" (lhs, rhs) "$lhs, $rhs : same" MayFail Integers, "The remainder of unsigned integers. By zero it is an error.";
    andi: Andi = "arith.andi" (lhs, rhs) "$lhs, $rhs : same" NeverFails Integers, "Bitwise and.";
    ori: Ori = "arith.ori" (lhs, rhs) "$lhs, $rhs : same" NeverFails Integers, "Bitwise or.";
    xori: Xori = "arith.xori" (lhs, rhs) "$lhs, $rhs : same" NeverFails Integers, "Bitwise exclusive or.";
    maxsi: Maxsi = "arith.maxsi" (lhs, rhs) "$lhs, $rhs : same" NeverFails Integers, "The larger of signed integers.";
    maxui: Maxui = "arith.maxui" (lhs, rhs) "$lhs, $rhs : same" NeverFails Integers, "The larger of unsigned integers.";
    minsi: Minsi = "arith.minsi" (lhs, rhs) "$lhs, $rhs : same" NeverFails Integers, "The smaller of signed integers.";
    minui: Minui = "arith.minui" (lhs, rhs) "$lhs, $rhs : same" NeverFails Integers, "The smaller of unsigned integers.";
    shli: Shli = "arith.shli" (lhs, rhs) "$lhs, $rhs : same" MayFail Integers, "The bits moved up, zeros behind them. By the width or more it is an error.";
    shrsi: Shrsi = "arith.shrsi" (lhs, rhs) "$lhs, $rhs : same" MayFail Integers, "The bits moved down, the sign in front of them. By the width or more it is an error.";
    shrui: Shrui = "arith.shrui" (lhs, rhs) "$lhs, $rhs : same" MayFail Integers, "The bits moved down, zeros in front of them. By the width or more it is an error.";
    ceildivsi: Ceildivsi = "arith.ceildivsi" (lhs, rhs) "$lhs, $rhs : same" MayFail Integers, "The quotient of signed integers, towards positive infinity. By zero it is an error.";
    ceildivui: Ceildivui = "arith.ceildivui" (lhs, rhs) "$lhs, $rhs : same" MayFail Integers, "The quotient of unsigned integers, rounded up. By zero it is an error.";
    floordivsi: Floordivsi = "arith.floordivsi" (lhs, rhs) "$lhs, $rhs : same" MayFail Integers, "The quotient of signed integers, towards negative infinity. By zero it is an error.";
    math_absi: MathAbsi = "math.absi" (operand) "$operand : same" NeverFails Integers, "The signed integer without its sign, modulo 2ⁿ.";
    addf: Addf = "arith.addf" (lhs, rhs) "$lhs, $rhs : same" NeverFails Floats, "The sum.";
    subf: Subf = "arith.subf" (lhs, rhs) "$lhs, $rhs : same" NeverFails Floats, "The difference.";
    mulf: Mulf = "arith.mulf" (lhs, rhs) "$lhs, $rhs : same" NeverFails Floats, "The product.";
    divf: Divf = "arith.divf" (lhs, rhs) "$lhs, $rhs : same" NeverFails Floats, "The quotient.";
    remf: Remf = "arith.remf" (lhs, rhs) "$lhs, $rhs : same" NeverFails Floats, "The remainder, with the sign of `lhs`.";
    maximumf: Maximumf = "arith.maximumf" (lhs, rhs) "$lhs, $rhs : same" NeverFails Floats, "The larger number, NaN if either is.";
    minimumf: Minimumf = "arith.minimumf" (lhs, rhs) "$lhs, $rhs : same" NeverFails Floats, "The smaller number, NaN if either is.";
    maxnumf: Maxnumf = "arith.maxnumf" (lhs, rhs) "$lhs, $rhs : same" NeverFails Floats, "The larger number; of a number and NaN, the number.";
    minnumf: Minnumf = "arith.minnumf" (lhs, rhs) "$lhs, $rhs : same" NeverFails Floats, "The smaller number; of a number and NaN, the number.";
    negf: Negf = "arith.negf" (operand) "$operand : same" NeverFails Floats, "The number with the other sign.";
    math_absf: MathAbsf = "math.absf" (operand) "$operand : same" NeverFails Floats, "The number without its sign.";
    math_ceil: MathCeil = "math.ceil" (operand) "$operand : same" NeverFails Floats, "The next whole number above.";
    math_cos: MathCos = "math.cos" (operand) "$operand : same" NeverFails Floats, "The cosine.";
    math_exp: MathExp = "math.exp" (operand) "$operand : same" NeverFails Floats, "The exponential.";
    math_floor: MathFloor = "math.floor" (operand) "$operand : same" NeverFails Floats, "The next whole number below.";
    math_log: MathLog = "math.log" (operand) "$operand : same" NeverFails Floats, "The natural logarithm.";
    math_powf: MathPowf = "math.powf" (lhs, rhs) "$lhs, $rhs : same" NeverFails Floats, "The power.";
    math_rsqrt: MathRsqrt = "math.rsqrt" (operand) "$operand : same" NeverFails Floats, "One over the square root.";
    math_sin: MathSin = "math.sin" (operand) "$operand : same" NeverFails Floats, "The sine.";
    math_sqrt: MathSqrt = "math.sqrt" (operand) "$operand : same" NeverFails Floats, "The square root.";
    math_tanh: MathTanh = "math.tanh" (operand) "$operand : same" NeverFails Floats, "The hyperbolic tangent.";
    math_atan2: MathAtan2 = "math.atan2" (lhs, rhs) "$lhs, $rhs : same" NeverFails Floats, "The angle of the point with `lhs` up and `rhs` to the right.";
    math_cbrt: MathCbrt = "math.cbrt" (operand) "$operand : same" NeverFails Floats, "The cube root.";
    math_erf: MathErf = "math.erf" (operand) "$operand : same" NeverFails Floats, "The error function.";
    math_expm1: MathExpm1 = "math.expm1" (operand) "$operand : same" NeverFails Floats, "The exponential less one, accurate near zero.";
    math_log1p: MathLog1p = "math.log1p" (operand) "$operand : same" NeverFails Floats, "The logarithm of one more, accurate near zero.";
    math_round: MathRound = "math.round" (operand) "$operand : same" NeverFails Floats, "The nearest whole number, halves away from zero.";
    math_roundeven: MathRoundeven = "math.roundeven" (operand) "$operand : same" NeverFails Floats, "The nearest whole number, halves to the even one.";
    math_tan: MathTan = "math.tan" (operand) "$operand : same" NeverFails Floats, "The tangent.";
}

/// A predicate on the element types of a cast.
type Casts = fn(Element, Element) -> bool;

/// The result has the operand's shape and an element type that the cast allows.
fn cast(
    cx: &InferContext<'_>,
    to: Type,
    casts: Casts,
    what: &str,
) -> Result<Types, ConstraintError> {
    let from = cx.ty(0);
    let shapes = match (from.as_tensor(), to.as_tensor()) {
        (Some(a), Some(b)) => same_shape(a, b),
        _ => from.element().is_none() && to.element().is_none(),
    };
    match (element_of(from), element_of(to)) {
        (Some(a), Some(b)) if shapes && casts(a, b) => Ok(to.into()),
        _ => broken(OpPart::Op, format!("{from} can't become {to}: {what}")),
    }
}

macro_rules! casts {
    ($($make:ident: $Name:ident = $text:literal, $doc:literal, $what:literal, $casts:expr;)*) => {$(
        op! {
            #[doc = $doc]
            #[doc = ""]
            #[doc = "Docs: <https://mlir.llvm.org/docs/Dialects/ArithOps/>"]
            $make: $Name = $text (operand: Any) { ty: ResultType } -> Any
            syntax "$operand : to"
            traits [Pure, NeverFails, Foldable]
        }
        impl Infer for $Name {
            fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
                cast(cx, self.ty.0, $casts, $what)
            }
        }
    )*};
}
/// Whether an element is a boolean or an integer other than `index`.
fn of_width(e: Element) -> bool {
    (e.is_integer() || e.is_boolean()) && e != Element::Index
}
casts! {
    index_cast: IndexCast = "arith.index_cast", "An `index` as an integer of a width, or the other way; wider ones by their sign.", "one must be index, the other an integer", |a, b| a == Element::Index && of_width(b) || of_width(a) && b == Element::Index;
    index_castui: IndexCastui = "arith.index_castui", "An `index` as an integer of a width, or the other way; wider ones by zeros.", "one must be index, the other an integer", |a, b| a == Element::Index && of_width(b) || of_width(a) && b == Element::Index;
    extsi: Extsi = "arith.extsi", "The integer with more bits, by its sign.", "it must get more bits", |a, b| of_width(a) && of_width(b) && a.bit_width() < b.bit_width();
    extui: Extui = "arith.extui", "The integer with more bits, by zeros.", "it must get more bits", |a, b| of_width(a) && of_width(b) && a.bit_width() < b.bit_width();
    trunci: Trunci = "arith.trunci", "The integer with fewer bits.", "it must get fewer bits", |a, b| of_width(a) && of_width(b) && a.bit_width() > b.bit_width();
    sitofp: Sitofp = "arith.sitofp", "A signed integer as a float, rounded.", "an integer must become a float", |a, b| of_width(a) && b.is_float();
    uitofp: Uitofp = "arith.uitofp", "An unsigned integer as a float, rounded.", "an integer must become a float", |a, b| of_width(a) && b.is_float();
    fptosi: Fptosi = "arith.fptosi", "A float as a signed integer, towards zero.", "a float must become an integer", |a, b| a.is_float() && of_width(b);
    fptoui: Fptoui = "arith.fptoui", "A float as an unsigned integer, towards zero.", "a float must become an integer", |a, b| a.is_float() && of_width(b);
    extf: Extf = "arith.extf", "The float with more bits.", "it must get more bits", |a, b| a.is_float() && b.is_float() && a.bit_width() < b.bit_width();
    arith_bitcast: ArithBitcast = "arith.bitcast", "The same bits, read as another type of that width.", "both must have the same number of bits", |a, b| a != Element::Index && b != Element::Index && a.bit_width() == b.bit_width();
    truncf: Truncf = "arith.truncf", "The float with fewer bits, rounded.", "it must get fewer bits", |a, b| a.is_float() && b.is_float() && a.bit_width() > b.bit_width();
}

/// An enum whose cases are words in pretty form and numbers in generic form.
macro_rules! predicate {
    ($(#[doc = $doc:literal])* $Name:ident { $($Case:ident = $word:literal),* $(,)? }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)] // The words say it.
        pub enum $Name { $($Case),* }

        impl $Name {
            /// Every case, in the order of their numbers.
            pub const ALL: &'static [$Name] = &[$($Name::$Case),*];
            /// The words, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word),*];
        }

        impl Field for $Name {
            const STYLE: Style = Style::Numbered($Name::WORDS);
            fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<$Name, String> {
                match attr {
                    Some(Attr::Int(n, _)) => usize::try_from(n)
                        .ok()
                        .and_then(|n| $Name::ALL.get(n).copied())
                        .ok_or_else(|| format!("{n} is not a comparison")),
                    Some(other) => Err(format!("expected the number of a comparison, found `{other}`")),
                    None => Err("it is missing".into()),
                }
            }
            fn to_attr(&self) -> Option<Attr> {
                Some(Attr::i64(*self as i64))
            }
        }
    };
}
predicate! {
    /// Comparisons of integers: `s` signed, `u` unsigned.
    IntPredicate {
        Eq = "eq", Ne = "ne", Slt = "slt", Sle = "sle", Sgt = "sgt", Sge = "sge",
        Ult = "ult", Ule = "ule", Ugt = "ugt", Uge = "uge",
    }
}
predicate! {
    /// Comparisons of floats: if an operand is NaN, `o` is false and `u` is true.
    FloatPredicate {
        False = "false", Oeq = "oeq", Ogt = "ogt", Oge = "oge", Olt = "olt", Ole = "ole", One = "one",
        Ord = "ord", Ueq = "ueq", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule", Une = "une",
        Uno = "uno", True = "true",
    }
}

op! {
    /// Compares integers.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ArithOps/#arithcmpi-arithcmpiop>
    cmpi: Cmpi = "arith.cmpi" (lhs: Any, rhs: Any) { predicate: IntPredicate } -> Any
    syntax "$predicate, $lhs, $rhs : compared"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for Cmpi {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let types = of_one_type(cx, Numbers::Integers)?;
        Ok(with_elements(types[0], Element::I1).into())
    }
}

op! {
    /// Compares floats.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ArithOps/#arithcmpf-arithcmpfop>
    cmpf: Cmpf = "arith.cmpf" (lhs: Any, rhs: Any) { predicate: FloatPredicate } -> Any
    syntax "$predicate, $lhs, $rhs : compared"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for Cmpf {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let types = of_one_type(cx, Numbers::Floats)?;
        Ok(with_elements(types[0], Element::I1).into())
    }
}

op! {
    /// Selects `true_value` where `condition` is true, else `false_value`. For tensors, the
    /// condition is a scalar or elementwise.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ArithOps/#arithselect-arithselectop>
    arith_select: ArithSelect = "arith.select" (condition: Any, true_value: Any, false_value: Any) {} -> Any
    syntax "$condition, $true_value, $false_value : chosen"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for ArithSelect {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (p, a, b) = (cx.ty(0), cx.ty(1), cx.ty(2));
        ensure!(Type at #2, a.compatible(b), "the values are {a} and {b}");
        let each = match (p.as_tensor(), a.as_tensor()) {
            (Some(p), Some(a)) => p.element.is_boolean() && same_shape(p, a),
            _ => p == Type::scalar(Element::I1),
        };
        ensure!(Type at #0, each, "condition must be i1, or a tensor of booleans of the values' shape, not {p}");
        Ok(a.into())
    }
}
