//! Types of the surface language, and the sorts of terms.
//!
//! A [`Type`] has extents, for errors and for statistics. A [`Sort`] is a type without extents; the
//! terms of the e-graph have sorts, so that an equality never depends on an extent.

use std::fmt;

/// The base of a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Scalar {
    /// `false` or `true`; the sum is "or", the product is "and".
    Bool,
    /// 64 bits with wrap-around, so that the laws of a ring hold without exception.
    Int,
    /// An IEEE double.
    Real,
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scalar::Bool => "bool",
            Scalar::Int => "int",
            Scalar::Real => "real",
        })
    }
}

/// A type with extents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// A number or a truth value.
    Scalar(Scalar),
    /// `[real; 12]`: a physical array. Every position is an entry, also where the value is zero.
    Array(Scalar, Option<u64>),
    /// `{int[4] -> real}`: a dictionary. Its entries are those with a value other than zero.
    Dict(Option<u64>, Box<Type>),
}

impl Type {
    /// The type without extents.
    pub fn sort(&self) -> Sort {
        match self {
            Type::Scalar(base) => Sort::scalar(*base),
            Type::Array(base, _) => Sort { base: *base, form: Form::Array },
            Type::Dict(_, value) => value.sort().wrapped(),
        }
    }

    /// The type of the entries' values, of a dictionary or an array.
    pub fn value(&self) -> Option<Type> {
        match self {
            Type::Scalar(_) => None,
            Type::Array(base, _) => Some(Type::Scalar(*base)),
            Type::Dict(_, value) => Some((**value).clone()),
        }
    }

    /// The same form over another base.
    pub fn with_base(&self, base: Scalar) -> Type {
        match self {
            Type::Scalar(_) => Type::Scalar(base),
            Type::Array(_, extent) => Type::Array(base, *extent),
            Type::Dict(extent, value) => Type::Dict(*extent, Box::new(value.with_base(base))),
        }
    }

    /// The scalar at the innermost level.
    pub fn base(&self) -> Scalar {
        self.sort().base
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Scalar(base) => base.fmt(f),
            Type::Array(base, None) => write!(f, "[{base}]"),
            Type::Array(base, Some(n)) => write!(f, "[{base}; {n}]"),
            Type::Dict(None, value) => write!(f, "{{int -> {value}}}"),
            Type::Dict(Some(n), value) => write!(f, "{{int[{n}] -> {value}}}"),
        }
    }
}

/// The form of a sort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Form {
    /// An array or a range of positions.
    Array,
    /// Dictionaries nested so many times; a scalar if zero.
    Nested(u8),
}

/// A type without extents.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Sort {
    /// The innermost scalar.
    pub base: Scalar,
    /// The levels above it.
    pub form: Form,
}

impl Sort {
    /// `int`.
    pub const INT: Sort = Sort::scalar(Scalar::Int);
    /// `bool`.
    pub const BOOL: Sort = Sort::scalar(Scalar::Bool);
    /// `real`.
    pub const REAL: Sort = Sort::scalar(Scalar::Real);

    /// A scalar's sort.
    pub const fn scalar(base: Scalar) -> Sort {
        Sort { base, form: Form::Nested(0) }
    }

    /// An array's sort.
    pub const fn array(base: Scalar) -> Sort {
        Sort { base, form: Form::Array }
    }

    /// A dictionary of that many levels.
    pub const fn nested(base: Scalar, levels: u8) -> Sort {
        Sort { base, form: Form::Nested(levels) }
    }

    /// Whether it is a number or a truth value.
    pub fn is_scalar(self) -> bool {
        self.form == Form::Nested(0)
    }

    /// Whether it is a dictionary.
    pub fn is_dict(self) -> bool {
        matches!(self.form, Form::Nested(levels) if levels > 0)
    }

    /// The sort of the entries' values; of a scalar, itself.
    pub fn value(self) -> Sort {
        let levels = match self.form {
            Form::Array => 0,
            Form::Nested(levels) => levels.saturating_sub(1),
        };
        Sort { base: self.base, form: Form::Nested(levels) }
    }

    /// The sort of a dictionary whose values have this sort.
    pub fn wrapped(self) -> Sort {
        let levels = match self.form {
            Form::Array => 1,
            Form::Nested(levels) => levels.saturating_add(1),
        };
        Sort { base: self.base, form: Form::Nested(levels) }
    }

    /// The type without extents that has this sort.
    pub fn to_type(self) -> Type {
        match self.form {
            Form::Array => Type::Array(self.base, None),
            Form::Nested(levels) => (0..levels)
                .fold(Type::Scalar(self.base), |value, _| Type::Dict(None, Box::new(value))),
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_type().fmt(f)
    }
}
