//! The `op!` macro, which derives the struct, parser, printer and table entry of an op.

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

/// Defines an op; see the documentation of [`crate::ops`].
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
        #[allow(missing_docs)] // The op's own documentation describes its attributes.
        #[allow(non_snake_case)] // Attributes are spelt as in text.
        pub struct $Name { $($(#[doc = $attr_doc])* pub $attr: $ty),* }

        impl $crate::op::Defined for $Name {
            const DEF: $crate::op::OpDef = $crate::op::OpDef {
                name: $text,
                operands: &[$($crate::ops::define::operand_def!($operand $($kind)+)),*],
                regions: &[$($(stringify!($region)),*)?],
                attrs: &[$($crate::op::AttrDef {
                    name: stringify!($attr),
                    style: <$ty as $crate::field::Field>::STYLE,
                    optional: <$ty as $crate::field::Field>::OPTIONAL,
                }),*],
                results: stringify!($results),
                syntax: $crate::ops::define::op_syntax!($syntax),
                traits: &[$($crate::op::Trait::$tr),*],
                doc: concat!($($doc, "\n"),*),
            };
        }

        impl $crate::ops::OpStruct for $Name {
            fn get(op: &$crate::ops::Op) -> Option<&Self> {
                match op {
                    $crate::ops::Op::$Name(it) => Some(std::borrow::Borrow::<$Name>::borrow(it)),
                    _ => None,
                }
            }
        }

        impl $Name {
            /// Makes the op from its attributes.
            #[allow(unused_variables)]
            pub(crate) fn read(
                reader: &mut $crate::op::FieldReader<'_>,
            ) -> Result<$crate::ops::Op, $crate::op::WrongField> {
                Ok($Name { $($attr: reader.field(stringify!($attr))?),* }.into())
            }

            /// Visits each attribute by its name in text.
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

        $crate::ops::define::op_pattern! { $make $Name ($($operand : $($kind)+),*) $($attr)* }
    };
}
pub(crate) use op;

/// The constructor of an op's pattern in rewrite rules: one argument per operand, and one for the
/// attributes if it has any. Variadic ops have a constructor that takes a list of patterns.
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
