//! Types of values: tensors, tuples, structs, arrays, tokens, functions, and types of other
//! dialects, which are kept as text.
//!
//! A [`Type`] is one word, interned for the life of the process: cheap to copy, compare and hash,
//! and readable without a context.

mod aggregate;
pub(crate) mod bounds;
mod element;
pub mod float;
pub mod intern;
pub(crate) mod layout;
pub mod levels;
pub mod sparse;
pub mod split;

pub use aggregate::StructType;
pub use element::{Element, ElementClass, Quant, QuantType};
pub use layout::Layout;
pub use split::Split;

pub(crate) use crate::quote::comma_separated;
use intern::Interned;
use smallvec::SmallVec;
use std::fmt;

/// The extent of an unknown dimension: `?` in text. The value is the same as in upstream MLIR.
pub const DYNAMIC: i64 = i64::MIN;

/// Extents of dimensions, outermost first; [`DYNAMIC`] where unknown.
pub type Shape = SmallVec<[i64; 4]>;

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

/// A tensor's type: extents, element type and an optional encoding.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TensorType {
    /// Extents, outermost first; [`DYNAMIC`] where unknown, else ≥ 0.
    pub dims: Shape,
    /// The type of each element.
    pub element: Element,
    /// The encoding attribute as canonical text: `#stablehlo.bounds<…>`, a layout, a split …
    pub encoding: Option<Box<str>>,
}

impl TensorType {
    /// A tensor without encoding.
    pub fn new(dims: &[i64], element: Element) -> TensorType {
        TensorType { dims: dims.into(), element, encoding: None }
    }

    /// The canonical spelling of an encoding, for comparison of types.
    pub(crate) fn canonical_encoding(text: &str) -> Box<str> {
        bounds::canonical(text)
            .or_else(|| layout::canonical(text))
            .or_else(|| sparse::canonical(text))
            .or_else(|| split::canonical(text))
            .unwrap_or_else(|| text.into())
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.dims.len()
    }

    /// Whether all extents are known.
    pub fn is_static(&self) -> bool {
        !self.dims.contains(&DYNAMIC)
    }

    /// The number of elements; `None` if an extent is unknown or the product does not fit 63 bits.
    pub fn count(&self) -> Option<usize> {
        if !self.is_static() {
            return None;
        }
        // A zero extent makes the product zero, even if the others overflow.
        if self.dims.contains(&0) {
            return Some(0);
        }
        let n = self.dims.iter().try_fold(1i64, |n, &d| n.checked_mul(d))?;
        usize::try_from(n).ok()
    }

    /// The size in memory, in bytes; `None` as in [`count`](Self::count).
    pub fn byte_size(&self) -> Option<usize> {
        self.count()?.checked_mul(self.element.byte_width()).filter(|&n| n <= i64::MAX as usize)
    }

    /// As [`byte_size`](Self::byte_size), for a buffer of code that computes positions: `None` also if a
    /// tensor without elements has extents whose product does not fit.
    pub fn buffer_size(&self) -> Option<usize> {
        let mut widest = self.dims.iter().map(|&n| n.max(1));
        let places = widest.try_fold(1i64, |n, d| n.checked_mul(d))?;
        places.checked_mul(self.element.byte_width() as i64)?;
        self.byte_size()
    }

    /// The quantized dimension of a tensor with per-axis quantized elements.
    pub fn quantized_dimension(&self) -> Option<usize> {
        match self.element {
            Element::Quant(q) => q.axis.map(|d| d as usize).filter(|&d| d < self.rank()),
            _ => None,
        }
    }

    /// The same element type and storage with other extents. A change of rank drops the storage,
    /// because it refers to dimensions, and so do extents that are not made of its blocks; a split
    /// refers to extents, and is always dropped.
    pub fn with_dims(&self, dims: &[i64]) -> TensorType {
        let fits = |storage: &&str| dims.len() == self.rank() && levels::fit(storage, dims);
        let storage = self.storage().filter(fits);
        let encoding = storage.map(Into::into);
        TensorType { dims: dims.into(), element: self.element, encoding }.without_idle_bounds()
    }

    /// The same type with these extents in place of the open ones, its split too; `None` if its storage
    /// has blocks that they are not made of.
    pub fn with_known_dims(&self, dims: &[i64]) -> Option<TensorType> {
        let known = self.with_dims(dims);
        let is_lost = self.storage().is_some() && self.bounds().is_none();
        if is_lost && known.storage().is_none() {
            return None;
        }
        // The extents of divided dimensions were known before.
        Some(self.split().map(|split| known.with_split(&split)).unwrap_or(known))
    }

    /// The same extents and encoding with another element type.
    pub fn with_element(&self, element: Element) -> TensorType {
        TensorType { dims: self.dims.clone(), element, encoding: self.encoding.clone() }
    }
}

/// The structure behind a [`Type`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// `tensor<2x?xf32, #encoding>`.
    Tensor(TensorType),
    /// `tensor<*xf32>`: a tensor of unknown rank.
    Unranked(Element),
    /// `tuple<…>`.
    Tuple(Box<[Type]>),
    /// `!hloom.struct<"Name", field: …>`.
    Struct(Box<StructType>),
    /// `!hloom.array<3 x …>`.
    Array(Type, u64),
    /// `!stablehlo.token`.
    Token,
    /// `!stablehlo.future<…>`: the future results of an asynchronous op.
    Future(Box<[Type]>),
    /// `(…) -> (…)`.
    Function(Box<[Type]>, Box<[Type]>),
    /// A scalar outside of tensors, such as `i1` or `index`.
    Scalar(Element),
    /// A type that hloom does not know, as written: `!dialect.name<…>`,
    /// `memref<…>`, `vector<…>`, `none`.
    Foreign(Box<str>),
}

/// A type of a value: one word, compared by address.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type(Interned<TypeKind>);

impl Type {
    /// The type of this kind.
    pub fn new(kind: TypeKind) -> Type {
        Type(Interned::new(kind))
    }

    /// A tensor with these extents and element type.
    pub fn tensor(dims: &[i64], element: Element) -> Type {
        TensorType::new(dims, element).into()
    }

    /// A tensor without dimensions.
    pub fn scalar_tensor(element: Element) -> Type {
        Type::tensor(&[], element)
    }

    /// A scalar outside of tensors.
    pub fn scalar(element: Element) -> Type {
        Type::new(TypeKind::Scalar(element))
    }

    /// A tuple of these types.
    pub fn tuple(of: &[Type]) -> Type {
        Type::new(TypeKind::Tuple(of.into()))
    }

    /// A function type.
    pub fn function(from: &[Type], to: &[Type]) -> Type {
        Type::new(TypeKind::Function(from.into(), to.into()))
    }

    /// `!stablehlo.token`.
    pub fn token() -> Type {
        Type::new(TypeKind::Token)
    }

    /// `!stablehlo.future<of>`.
    pub fn future(of: &[Type]) -> Type {
        Type::new(TypeKind::Future(of.into()))
    }

    /// The type's structure.
    pub fn kind(self) -> &'static TypeKind {
        self.0.get()
    }

    /// The tensor type, if it is a ranked one.
    pub fn as_tensor(self) -> Option<&'static TensorType> {
        match self.kind() {
            TypeKind::Tensor(t) => Some(t),
            _ => None,
        }
    }

    /// The members, if it is a tuple.
    pub fn as_tuple(self) -> Option<&'static [Type]> {
        match self.kind() {
            TypeKind::Tuple(members) => Some(members),
            _ => None,
        }
    }

    /// The element type of a tensor, ranked or not.
    pub fn element(self) -> Option<Element> {
        match self.kind() {
            TypeKind::Tensor(t) => Some(t.element),
            TypeKind::Unranked(e) => Some(*e),
            _ => None,
        }
    }

    /// Whether values of both types can replace each other: the specification's compatibility. An
    /// unknown extent is compatible with any, and encodings are ignored.
    pub fn compatible(self, other: Type) -> bool {
        if self == other {
            return true;
        }
        match (self.kind(), other.kind()) {
            (TypeKind::Tensor(a), TypeKind::Tensor(b)) => {
                a.element == b.element && same_shape(a, b)
            }
            (TypeKind::Unranked(a), _) => other.element() == Some(*a),
            (_, TypeKind::Unranked(b)) => self.element() == Some(*b),
            (TypeKind::Tuple(a), TypeKind::Tuple(b)) => all_compatible(a, b),
            (TypeKind::Struct(a), TypeKind::Struct(b)) => {
                a.name == b.name
                    && a.fields.len() == b.fields.len()
                    && a.fields
                        .iter()
                        .zip(&b.fields)
                        .all(|(x, y)| x.0 == y.0 && x.1.compatible(y.1))
            }
            (TypeKind::Array(a, n), TypeKind::Array(b, m)) => n == m && a.compatible(*b),
            (TypeKind::Future(a), TypeKind::Future(b)) => all_compatible(a, b),
            (TypeKind::Function(a, b), TypeKind::Function(c, d)) => {
                all_compatible(a, c) && all_compatible(b, d)
            }
            _ => false,
        }
    }
}

/// Whether two lists of types have equal lengths and pairwise compatible types.
pub fn all_compatible(a: &[Type], b: &[Type]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.compatible(*y))
}

/// Whether two extents may be equal: they are, or one is unknown.
pub fn dims_agree(a: i64, b: i64) -> bool {
    a == b || a == DYNAMIC || b == DYNAMIC
}

/// An extent as printed in types: `?` if unknown.
pub fn show_dim(dim: i64) -> String {
    if dim == DYNAMIC { "?".to_owned() } else { dim.to_string() }
}

/// Whether two tensors may have the same shape: equal ranks, and extents that
/// [agree](dims_agree), none of them above the other's bound.
pub fn same_shape(a: &TensorType, b: &TensorType) -> bool {
    let below = |n: i64, t: &TensorType, d: usize| t.bound(d).is_none_or(|most| n <= most);
    a.rank() == b.rank()
        && a.dims.iter().zip(&b.dims).enumerate().all(|(d, (&x, &y))| match (x, y) {
            (DYNAMIC, DYNAMIC) => true,
            (DYNAMIC, n) => below(n, a, d),
            (n, DYNAMIC) => below(n, b, d),
            (m, n) => m == n,
        })
}

impl From<TensorType> for Type {
    fn from(t: TensorType) -> Type {
        Type::new(TypeKind::Tensor(t))
    }
}

impl fmt::Display for TensorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tensor<")?;
        for &d in &self.dims {
            // Types are printed often, so extents are written without allocation.
            if d == DYNAMIC {
                f.write_str("?x")?;
            } else {
                write!(f, "{d}x")?;
            }
        }
        self.element.fmt(f)?;
        if let Some(encoding) = &self.encoding {
            write!(f, ", {encoding}")?;
        }
        f.write_str(">")
    }
}

/// Types in words: `nothing`, `tensor<f32>`, or `(tensor<f32>, tensor<i1>)`.
pub fn describe(types: &[Type]) -> String {
    match types {
        [] => "nothing".into(),
        [one] => one.to_string(),
        many => format!("({})", many.iter().map(Type::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// The type's text; with `{:#}` structs and arrays as upstream's extensible types have them.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            TypeKind::Tensor(t) => t.fmt(f),
            TypeKind::Unranked(e) => write!(f, "tensor<*x{e}>"),
            TypeKind::Tuple(members) => {
                f.write_str("tuple<")?;
                comma_separated(f, members)?;
                f.write_str(">")
            }
            TypeKind::Struct(it) => it.fmt(f),
            TypeKind::Array(of, count) => match f.alternate() {
                true => write!(f, "!hloom.array_type<{count} : i64, {of:#}>"),
                false => write!(f, "!hloom.array<{count} x {of}>"),
            },
            TypeKind::Token => f.write_str("!stablehlo.token"),
            TypeKind::Future(of) => {
                f.write_str("!stablehlo.future<")?;
                comma_separated(f, of)?;
                f.write_str(">")
            }
            TypeKind::Function(from, to) => {
                f.write_str("(")?;
                comma_separated(f, from)?;
                f.write_str(") -> ")?;
                match &**to {
                    [one] if !matches!(one.kind(), TypeKind::Function(..)) => one.fmt(f),
                    many => {
                        f.write_str("(")?;
                        comma_separated(f, many)?;
                        f.write_str(")")
                    }
                }
            }
            TypeKind::Scalar(e) => e.fmt(f),
            TypeKind::Foreign(text) => f.write_str(text),
        }
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_types_are_one() {
        let a = Type::tensor(&[2, 3], Element::F32);
        let b = Type::tensor(&[2, 3], Element::F32);
        assert!(a == b && a != Type::tensor(&[3, 2], Element::F32));
        assert_eq!(a.to_string(), "tensor<2x3xf32>");
    }

    #[test]
    fn unknown_extents_agree_with_any() {
        let known = Type::tensor(&[2, 3], Element::F32);
        let open = Type::tensor(&[2, DYNAMIC], Element::F32);
        assert!(known.compatible(open) && open.compatible(known));
        assert!(!known.compatible(Type::tensor(&[2, DYNAMIC], Element::F64)));
        assert_eq!(open.to_string(), "tensor<2x?xf32>");
    }

    #[test]
    fn sizes_do_not_overflow() {
        let huge = TensorType::new(&[i64::MAX, 4], Element::F32);
        assert_eq!(huge.count(), None);
        assert_eq!(TensorType::new(&[i64::MAX, 4, 0], Element::F32).count(), Some(0));
        assert_eq!(TensorType::new(&[], Element::F64).byte_size(), Some(8));
    }
}
