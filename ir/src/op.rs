//! The parts of an op's definition: operands, attributes, traits, constraints.
//!
//! The ops themselves are in [`crate::ops`], which describes how to add one.

use crate::attr::AttrDict;
use crate::field::{Field, Style};
use crate::types::{Type, TypeKind};
use std::fmt;

pub use crate::ops::{Infer, InferContext, OpEntry, OpStruct, is_pure, may_fail};
pub use crate::types::Types;

/// A struct with an entry in the op table.
pub trait Defined: 'static {
    /// The op's definition.
    const DEF: OpDef;
}

/// The definition of an op.
#[derive(Debug)]
pub struct OpDef {
    /// The name in text, `stablehlo.transpose`.
    pub name: &'static str,
    /// The operands, in order.
    pub operands: &'static [OperandDef],
    /// The names of the regions, in order.
    pub regions: &'static [&'static str],
    /// The attributes, in order.
    pub attrs: &'static [AttrDef],
    /// The kind of its results: `Tensor`, `Tensors`, `None` …
    pub results: &'static str,
    /// The pretty form.
    pub syntax: Syntax,
    /// Properties that passes rely on.
    pub traits: &'static [Trait],
    /// The documentation, in Markdown.
    pub doc: &'static str,
}

impl OpDef {
    /// Whether the op has this property.
    pub fn has(&self, of: Trait) -> bool {
        self.traits.contains(&of)
    }

    /// The name without its dialect prefix: `transpose`.
    pub fn short_name(&self) -> &'static str {
        self.name.split_once('.').map_or(self.name, |(_, short)| short)
    }
}

/// An operand, or a list of operands, in an op's definition.
#[derive(Debug)]
pub struct OperandDef {
    /// The name.
    pub name: &'static str,
    /// Whether it is variadic.
    pub many: bool,
    /// The values that it accepts.
    pub kind: OperandKind,
}

/// An attribute in an op's definition.
#[derive(Debug)]
pub struct AttrDef {
    /// The name, in text and in the struct.
    pub name: &'static str,
    /// The form in pretty text.
    pub style: Style,
    /// Whether it may be absent.
    pub optional: bool,
}

/// The pretty form of an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Syntax {
    /// None: the op is always printed in generic form.
    Generic,
    /// Hand-written, in `text::custom`.
    Custom,
    /// Words, holes and a type suffix.
    Pieces(&'static str),
}

/// A property of an op that passes rely on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trait {
    /// No side effects, and the same results for the same operands: it may be erased, merged and
    /// moved. An op with regions is pure if all ops in them are.
    Pure,
    /// Running it never fails if its operands and results have static shapes, so it may be
    /// speculated. An op that states neither this nor [`MayFail`](Trait::MayFail) may fail.
    NeverFails,
    /// Running it may fail: a division by zero, extents that do not fit.
    MayFail,
    /// The interpreter may replace it by constants if its operands are constants. Its results are
    /// tensors.
    Foldable,
    /// Not folded: it is a constant itself, its results are not tensors, or it may not terminate.
    NotFoldable,
    /// Its two operands may be swapped.
    Commutative,
    /// Each result element depends only on the operands' elements at the same index. A scalar
    /// operand may be broadcast to all indices (`clamp`, `select`).
    Elementwise,
    /// Ends a block.
    Terminator,
    /// Its regions do not capture values from outside.
    IsolatedFromAbove,
    /// The block of its only region does not need a terminator.
    NoTerminator,
    /// It defines a symbol that other ops refer to.
    Symbol,
}

/// The values that an operand accepts, named as in the specification's tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandKind {
    /// Anything.
    Any,
    /// A tensor, quantized or not.
    Tensor,
    /// A tensor that is not quantized, or quantized per tensor.
    PerTensor,
    /// A [`PerTensor`](OperandKind::PerTensor) value, or a token.
    PerTensorOrToken,
    /// A tensor of booleans.
    Boolean,
    /// A tensor of integers.
    Integer,
    /// A tensor of booleans or integers.
    BooleanOrInteger,
    /// A tensor of floats.
    Float,
    /// A tensor of floats or complex numbers.
    FloatOrComplex,
    /// A tensor of signed integers, floats or complex numbers.
    SignedFloatOrComplex,
    /// A tensor of integers, floats or complex numbers.
    IntegerFloatOrComplex,
    /// A tensor of complex numbers.
    Complex,
    /// A tuple.
    Tuple,
    /// A token.
    Token,
}

impl OperandKind {
    /// Whether a value of this type is accepted. Per-tensor quantized elements are accepted
    /// wherever floats are.
    pub fn accepts(self, ty: Type) -> bool {
        use OperandKind::*;
        let element = match (self, ty.kind()) {
            (Any, _)
            | (Tuple, TypeKind::Tuple(_))
            | (Token | PerTensorOrToken, TypeKind::Token) => {
                return true;
            }
            (Tuple | Token, _) => return false,
            _ => match ty.element() {
                Some(element) => element,
                None => return false,
            },
        };
        let floats =
            element.is_float() || element.is_quantized() && !element.is_per_axis_quantized();
        match self {
            Any | Tensor => true,
            PerTensor | PerTensorOrToken => !element.is_per_axis_quantized(),
            Boolean => element.is_boolean(),
            Integer => element.is_integer(),
            BooleanOrInteger => element.is_boolean() || element.is_integer(),
            Float => floats,
            FloatOrComplex => floats || element.is_complex(),
            SignedFloatOrComplex => floats || element.is_complex() || element.is_signed(),
            IntegerFloatOrComplex => floats || element.is_complex() || element.is_integer(),
            Complex => element.is_complex(),
            Tuple | Token => false,
        }
    }

    /// Describes the values in words.
    pub fn describe(self) -> &'static str {
        use OperandKind::*;
        match self {
            Any => "a value",
            Tensor => "a tensor",
            PerTensor => "a tensor with at most one scale",
            PerTensorOrToken => "a tensor with at most one scale, or a token",
            Boolean => "a tensor of booleans",
            Integer => "a tensor of integers",
            BooleanOrInteger => "a tensor of booleans or integers",
            Float => "a tensor of floats",
            FloatOrComplex => "a tensor of floats or complex numbers",
            SignedFloatOrComplex => "a tensor of signed integers, floats or complex numbers",
            IntegerFloatOrComplex => "a tensor of integers, floats or complex numbers",
            Complex => "a tensor of complex numbers",
            Tuple => "a tuple",
            Token => "a token",
        }
    }
}

/// The part of an op that an error is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpPart {
    /// The op as a whole.
    Op,
    /// The operand at this position.
    Operand(usize),
    /// The attribute of this name.
    Attr(&'static str),
    /// The result at this position.
    Result(usize),
    /// The region at this position.
    Region(usize),
    /// The successor at this position.
    Successor(usize),
}

/// A broken constraint: `(C2) permutation [0, 0] is not a permutation of 0..2`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConstraintError {
    /// The specification's label, such as `C2`, or a word of ours for a constraint without a label
    /// (`Arity`).
    pub label: &'static str,
    /// Expected and found.
    pub message: String,
    /// The part of the op that violates it.
    pub part: OpPart,
}

impl fmt::Display for ConstraintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}) {}", self.label, self.message)
    }
}
impl std::error::Error for ConstraintError {}

/// Returns a [`ConstraintError`] unless a condition holds: `ensure!(C2 at permutation, cond,
/// "message {}", x)`. The part is an attribute's name, `#0` for an operand, or omitted for the
/// whole op.
macro_rules! ensure {
    ($label:ident at # $operand:expr, $cond:expr, $($message:tt)+) => {
        $crate::op::ensure!(@ $label, $crate::op::OpPart::Operand($operand), $cond, $($message)+)
    };
    ($label:ident at $attr:ident, $cond:expr, $($message:tt)+) => {
        $crate::op::ensure!(@ $label, $crate::op::OpPart::Attr(stringify!($attr)), $cond, $($message)+)
    };
    ($label:ident in $region:expr, $cond:expr, $($message:tt)+) => {
        $crate::op::ensure!(@ $label, $crate::op::OpPart::Region($region), $cond, $($message)+)
    };
    ($label:ident, $cond:expr, $($message:tt)+) => {
        $crate::op::ensure!(@ $label, $crate::op::OpPart::Op, $cond, $($message)+)
    };
    (@ $label:ident, $part:expr, $cond:expr, $($message:tt)+) => {
        if !$cond {
            return Err($crate::op::ConstraintError {
                label: stringify!($label),
                message: format!($($message)+),
                part: $part,
            });
        }
    };
}
pub(crate) use ensure;

/// An attribute that is missing or of the wrong kind.
#[derive(Debug)]
pub struct WrongField {
    /// The attribute's name.
    pub name: &'static str,
    /// A phrase that describes the error.
    pub why: String,
}

/// Reads the fields of an op's struct from a dictionary, and removes those that it reads.
pub struct FieldReader<'a> {
    /// The remaining attributes.
    pub dict: &'a mut AttrDict,
    /// The op's result types.
    pub results: &'a [Type],
}

impl FieldReader<'_> {
    /// The field `name`.
    ///
    /// # Errors
    /// If it is missing or of the wrong kind.
    pub fn field<T: Field>(&mut self, name: &'static str) -> Result<T, WrongField> {
        let attr = if self.dict.is_empty() { None } else { self.dict.remove(name) };
        T::from_attr(attr, self.results).map_err(|why| WrongField { name, why })
    }
}
