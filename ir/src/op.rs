//! The op table's mechanism: what an op's definition consists of, and the `op!`
//! macro that derives everything that follows from it.
//!
//! # How to add an op
//!
//! Write one `op!` block and one `impl Infer` in a file of [`crate::ops`], and
//! add the name to the `ops!` list there. The compiler then names every match
//! that wants a new arm: interpretation, lowering, and so on.
//!
//! ```text
//! op! {
//!     /// Permutes dimensions: result dimension `i` is `operand` dimension `permutation[i]`.
//!     ///
//!     /// Spec: <https://openxla.org/stablehlo/spec#transpose>
//!     transpose: Transpose = "stablehlo.transpose" (operand: Tensor) { permutation: Dims } -> Tensor
//!     syntax "$operand, dims = $permutation : signature"
//!     traits [Pure, NeverFails, Foldable]
//! }
//! ```
//!
//! Operands are `name: Kind` or `name: many Kind`; regions, if any, stand in
//! brackets behind them: `[cond, body]`. The `syntax` is the pretty form: words
//! and punctuation as they are, `$name` for an operand or attribute, and behind
//! ` : ` one of `same` (one type if all are the same, else the signature),
//! `signature` (`(operands) -> results`), `result` (the result type alone) and
//! `operands`; or the word `generic` (no pretty form) or `custom` (written by
//! hand, in `text::custom`).

use crate::attr::AttrDict;
use crate::field::{Field, Style};
use crate::id::{OpId, Region, Value};
use crate::literal::Literal;
use crate::module::Module;
use crate::ops::Op;
use crate::types::{TensorType, Type, TypeKind};
use smallvec::SmallVec;
use std::fmt;

/// Types of an op's results.
pub type Types = SmallVec<[Type; 2]>;

impl From<Type> for Types {
    fn from(one: Type) -> Types {
        smallvec::smallvec![one]
    }
}
impl From<TensorType> for Types {
    fn from(one: TensorType) -> Types {
        Type::from(one).into()
    }
}

/// Everything that is true of an op by definition.
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
    /// How many results there are, in a word: `Tensor`, `Tensors`, `None` …
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
    pub fn has(&self, wanted: Trait) -> bool {
        self.traits.contains(&wanted)
    }

    /// The name without its dialect: `transpose`.
    pub fn short_name(&self) -> &'static str {
        self.name.split_once('.').map_or(self.name, |(_, short)| short)
    }
}

/// An operand, or a list of operands, in an op's definition.
#[derive(Debug)]
pub struct OperandDef {
    /// The name.
    pub name: &'static str,
    /// Whether it is a list.
    pub many: bool,
    /// What it must be.
    pub kind: OperandKind,
}

/// An attribute in an op's definition.
#[derive(Debug)]
pub struct AttrDef {
    /// The name, in text and in the struct.
    pub name: &'static str,
    /// How it looks in the pretty form.
    pub style: Style,
    /// Whether it may be absent.
    pub optional: bool,
}

/// The pretty form of an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Syntax {
    /// None: the op is always written in generic form.
    Generic,
    /// Written by hand, in `text::custom`.
    Custom,
    /// Words, holes and a type suffix.
    Pieces(&'static str),
}

/// A property of an op that passes rely on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trait {
    /// No side effect, and the same results for the same operands: it may be
    /// removed, merged and moved. Ops with regions are pure if what their
    /// regions hold is.
    Pure,
    /// Running it is never an error if the extents of its operands and results are
    /// static: it may run where the program would not run it. An op that states
    /// neither this nor [`MayFail`](Trait::MayFail) may fail.
    NeverFails,
    /// Running it may be an error: a division by zero, extents that do not fit.
    MayFail,
    /// The interpreter may replace it by constants if its operands are constants:
    /// its results are tensors.
    Foldable,
    /// Not replaced by constants: it is a constant itself, its results are no
    /// tensors, or it may not end.
    NotFoldable,
    /// Its two operands may be exchanged.
    Commutative,
    /// Each result element depends on the operands' elements at the same index
    /// alone. A scalar operand may stand for every index (`clamp`, `select`).
    Elementwise,
    /// Ends a block.
    Terminator,
    /// Its regions use no value from outside.
    IsolatedFromAbove,
    /// Its one region's block needs no terminator.
    NoTerminator,
    /// Its name is a symbol that others refer to.
    Symbol,
}

/// What an operand must be. The names are those of the spec's tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandKind {
    /// Anything.
    Any,
    /// A tensor, quantized or not.
    Tensor,
    /// A tensor that is not quantized, or with one scale for all of it.
    PerTensor,
    /// What [`PerTensor`](OperandKind::PerTensor) is, or a token.
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
    /// Whether a value of this type may stand there. Elements quantized with one
    /// scale for all are accepted wherever floats are.
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

    /// What it must be, in words.
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

/// The part of an op that an error speaks of.
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
    /// The spec's label, `C2`; or a word of ours where the spec has none
    /// (`Arity`).
    pub label: &'static str,
    /// Expected and found.
    pub message: String,
    /// Where in the op.
    pub part: OpPart,
}

impl fmt::Display for ConstraintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}) {}", self.label, self.message)
    }
}
impl std::error::Error for ConstraintError {}

/// Returns a [`ConstraintError`] unless a condition holds:
/// `ensure!(C2 at permutation, cond, "message {}", x)`. The part is an
/// attribute's name, `#0` for an operand, or left out for the op.
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

/// What an op's inference sees: its operands, its regions, and the module they
/// stand in.
pub struct InferContext<'m> {
    /// The module.
    pub module: &'m Module,
    /// The operands.
    pub values: &'m [Value],
    /// The regions.
    pub regions: &'m [Region],
}

impl<'m> InferContext<'m> {
    /// The number of operands.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no operands.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The type of operand `i`.
    pub fn ty(&self, i: usize) -> Type {
        self.module.ty(self.values[i])
    }

    /// The types of all operands.
    pub fn types(&self) -> Types {
        self.values.iter().map(|&v| self.module.ty(v)).collect()
    }

    /// The tensor type of operand `i`.
    ///
    /// # Errors
    /// If it is no ranked tensor.
    pub fn tensor(&self, i: usize) -> Result<&'static TensorType, ConstraintError> {
        let ty = self.ty(i);
        let tensor = ty.as_tensor();
        ensure!(I at # i, tensor.is_some(), "operand {i} must be a ranked tensor, not {ty}");
        Ok(tensor.expect("just checked"))
    }

    /// The literal that operand `i` is, if it is a constant.
    pub fn constant(&self, i: usize) -> Option<&'m Literal> {
        self.module.constant(self.values[i])
    }

    /// The types of region `i`'s arguments and of the values that its (first)
    /// block's terminator hands out.
    ///
    /// # Errors
    /// If the region is empty or its block does not end in a terminator.
    pub fn signature(&self, i: usize) -> Result<(Types, Types), ConstraintError> {
        let block = self.module.blocks(self.regions[i]).first().copied();
        ensure!(Region in i, block.is_some(), "region {i} is empty");
        let block = block.expect("just checked");
        let terminator = self.module.terminator(block);
        ensure!(Region in i, terminator.is_some(), "region {i} does not end in a terminator");
        let types = |values: &[Value]| values.iter().map(|&v| self.module.ty(v)).collect();
        let handed = terminator.map_or(&[][..], |t| self.module.operands(t));
        Ok((types(self.module.args(block)), types(handed)))
    }
}

/// An op's constraints and result types: verification and the builder's typing
/// in one.
pub trait Infer {
    /// The types of the results. Where an operand's extent is unknown, so may be
    /// a result's; a declared type that is [compatible](Type::compatible) with
    /// the inferred one is valid.
    ///
    /// # Errors
    /// The first of the spec's constraints that does not hold.
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError>;
}

/// The connection from an op's struct to its entry in the table.
pub trait OpStruct: Sized + Into<Op> + 'static {
    /// The op's definition.
    const DEF: OpDef;
    /// The struct inside an [`Op`], if that is of this kind.
    fn get(op: &Op) -> Option<&Self>;
}

/// An attribute that is missing or of the wrong kind.
#[derive(Debug)]
pub struct WrongField {
    /// The attribute's name.
    pub name: &'static str,
    /// A phrase that says what is wrong.
    pub why: String,
}

/// Reads the fields of an op's struct from a dictionary, taking out what it
/// uses.
pub struct FieldReader<'a> {
    /// The attributes that were written.
    pub dict: &'a mut AttrDict,
    /// The result types that were written.
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

/// The entry of an op in the table of [`crate::ops::lookup`]: its definition,
/// and the way from a dictionary to the op.
pub struct OpEntry {
    /// The definition.
    pub def: &'static OpDef,
    /// Makes the op from its attributes.
    pub read: fn(&mut FieldReader<'_>) -> Result<Op, WrongField>,
}

/// Whether an op is one that a pass may delete when its results are unused,
/// merge with an equal one, or move: its trait says so, and everything inside
/// its regions is too.
pub fn is_pure(module: &Module, op: OpId) -> bool {
    let traits_say = module.op(op).has(Trait::Pure);
    traits_say
        && module.regions(op).iter().all(|&r| {
            module.blocks(r).iter().all(|&b| {
                module.ops(b).all(|o| module.op(o).has(Trait::Terminator) || is_pure(module, o))
            })
        })
}

/// Whether running an op, or an op in its regions, may be an error: its definition
/// does not say [`Trait::NeverFails`], or an extent that is known only at run time may
/// not fit. Such an op must not run where the program would not run it.
pub fn may_fail(module: &Module, op: OpId) -> bool {
    let open = |v: Value| module.ty(v).as_tensor().is_some_and(|t| !t.is_static());
    module.walk(op).chain([op]).any(|o| {
        !module.op(o).has(Trait::NeverFails)
            || module.operands(o).iter().any(|&v| open(v))
            || module.results(o).iter().any(open)
    })
}

macro_rules! op_syntax {
    (generic) => {
        $crate::op::Syntax::Generic
    };
    (custom) => {
        $crate::op::Syntax::Custom
    };
    ($pieces:literal) => {
        $crate::op::Syntax::Pieces($pieces)
    };
}
pub(crate) use op_syntax;

macro_rules! operand_def {
    ($name:ident many $kind:ident) => {
        $crate::op::OperandDef {
            name: stringify!($name),
            many: true,
            kind: $crate::op::OperandKind::$kind,
        }
    };
    ($name:ident $kind:ident) => {
        $crate::op::OperandDef {
            name: stringify!($name),
            many: false,
            kind: $crate::op::OperandKind::$kind,
        }
    };
}
pub(crate) use operand_def;

/// Defines an op; see the module's documentation.
macro_rules! op {
    (
        $(#[doc = $doc:literal])*
        $make:ident: $Name:ident = $text:literal
        ( $($operand:ident : $($kind:ident)+),* $(,)? )
        $([ $($region:ident),* $(,)? ])?
        { $($(#[doc = $attr_doc:literal])* $attr:ident : $ty:ty),* $(,)? }
        -> $results:ident
        syntax $syntax:tt
        traits [$($tr:ident),* $(,)?]
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)] // The op's own documentation speaks of its attributes.
        #[allow(non_snake_case)] // Attributes are called as text has them.
        pub struct $Name { $($(#[doc = $attr_doc])* pub $attr: $ty),* }

        impl $crate::op::OpStruct for $Name {
            const DEF: $crate::op::OpDef = $crate::op::OpDef {
                name: $text,
                operands: &[$($crate::op::operand_def!($operand $($kind)+)),*],
                regions: &[$($(stringify!($region)),*)?],
                attrs: &[$($crate::op::AttrDef {
                    name: stringify!($attr),
                    style: <$ty as $crate::field::Field>::STYLE,
                    optional: <$ty as $crate::field::Field>::OPTIONAL,
                }),*],
                results: stringify!($results),
                syntax: $crate::op::op_syntax!($syntax),
                traits: &[$($crate::op::Trait::$tr),*],
                doc: concat!($($doc, "\n"),*),
            };
            fn get(op: &$crate::ops::Op) -> Option<&Self> {
                match op {
                    $crate::ops::Op::$Name(it) => Some(std::borrow::Borrow::<$Name>::borrow(it)),
                    _ => None,
                }
            }
        }

        impl $Name {
            /// Makes the op from attributes as text has them.
            #[allow(unused_variables)]
            pub(crate) fn read(
                reader: &mut $crate::op::FieldReader<'_>,
            ) -> Result<$crate::ops::Op, $crate::op::WrongField> {
                Ok($Name { $($attr: reader.field(stringify!($attr))?),* }.into())
            }

            /// Hands over each attribute as text has it.
            #[allow(unused_variables)]
            pub(crate) fn write(&self, out: &mut dyn FnMut(&'static str, $crate::attr::Attr)) {
                $(if let Some(attr) = $crate::field::Field::to_attr(&self.$attr) {
                    out(stringify!($attr), attr);
                })*
            }
        }

        impl From<$Name> for $crate::ops::Op {
            fn from(it: $Name) -> $crate::ops::Op {
                $crate::ops::Op::$Name(it.into())
            }
        }

        $crate::op::op_pattern! { $make $Name ($($operand : $($kind)+),*) $($attr)* }
    };
}
pub(crate) use op;

/// The left-hand-side constructor of an op in rewrite rules: one argument an
/// operand, and one for the attributes if it has any. Ops with lists of operands
/// have a constructor that takes a list of patterns.
macro_rules! op_pattern {
    ($make:ident $Name:ident ($($operand:ident : $kind:ident),*)) => {
        #[doc = concat!("Matches `", stringify!($make), "`.")]
        pub fn $make($($operand: impl Into<$crate::pattern::Pat>),*) -> $crate::pattern::Pat {
            $crate::pattern::Pat::op::<$Name>(vec![$($operand.into()),*], None)
        }
    };
    ($make:ident $Name:ident ($($operand:ident : $kind:ident),*) $($attr:ident)+) => {
        #[doc = concat!("Matches `", stringify!($make), "`, whose attributes `attrs` stands for.")]
        pub fn $make(
            $($operand: impl Into<$crate::pattern::Pat>,)*
            attrs: $crate::pattern::AttrVar<$Name>,
        ) -> $crate::pattern::Pat {
            $crate::pattern::Pat::op::<$Name>(vec![$($operand.into()),*], Some(attrs.slot()))
        }
    };
    ($make:ident $Name:ident ($($operand:ident : $($kind:ident)+),*) $($attr:ident)*) => {
        #[doc = concat!("Matches `", stringify!($make), "` with this many operands.")]
        pub fn $make(
            operands: Vec<$crate::pattern::Pat>,
            attrs: $crate::pattern::AttrVar<$Name>,
        ) -> $crate::pattern::Pat {
            $crate::pattern::Pat::op::<$Name>(operands, Some(attrs.slot()))
        }
    };
}
pub(crate) use op_pattern;
