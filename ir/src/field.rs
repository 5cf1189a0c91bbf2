//! Typed attributes of ops: conversion of a field of an op's struct from and to the untyped
//! [`Attr`].

use crate::attr::Attr;
use crate::literal::Literal;
use crate::types::{Element, Type};
use std::borrow::Cow;
use std::fmt;

/// The form of a field in an op's pretty form. In generic form every field is an
/// entry of the attribute dictionary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// As in generic form: `dense<…> : …`, `[a, b]`, `"text"` …
    Attr,
    /// `[1, 0]`, for `array<i64: 1, 0>`.
    Dims,
    /// `3`, for `3 : i64`.
    Int,
    /// `@name`.
    Symbol,
    /// One of these words, for an enum attribute `#stablehlo<kind WORD>`.
    Word(&'static EnumDef),
    /// One of these words, for its number: `slt`, for `2 : i64`.
    Numbered(&'static [&'static str]),
    /// `[2, 3]`, for `dense<[2, 3]> : tensor<2xindex>`.
    Extents,
    /// Not in the attribute dictionary: the op's result type after the colon.
    ResultType,
}

/// A type of fields in an `op!` block.
pub trait Field: Sized {
    /// The form in pretty text.
    const STYLE: Style;
    /// Whether it may be absent.
    const OPTIONAL: bool = false;

    /// Converts an attribute (`None` if absent), given the op's result types.
    ///
    /// # Errors
    /// A phrase that says what was expected, such as `an integer`.
    fn from_attr(attr: Option<Attr>, results: &[Type]) -> Result<Self, String>;

    /// The untyped attribute; `None` if it is not written.
    fn to_attr(&self) -> Option<Attr>;
}

/// The error for a required attribute that is absent.
fn absent<T>() -> Result<T, String> {
    Err("it is missing".into())
}

/// The error for an attribute of the wrong kind.
fn unexpected<T>(expected: &str, found: &Attr) -> Result<T, String> {
    let text = found.to_string();
    let short: String = text.chars().take(60).collect();
    let dots = if short.len() < text.len() { "…" } else { "" };
    Err(format!("expected {expected}, found `{short}{dots}`"))
}

impl Field for i64 {
    const STYLE: Style = Style::Int;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<i64, String> {
        match attr {
            Some(Attr::Int(value, _)) => Ok(value),
            Some(other) => unexpected("an integer", &other),
            None => absent(),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::i64(*self))
    }
}

impl Field for bool {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<bool, String> {
        match attr {
            Some(Attr::Bool(value)) => Ok(value),
            Some(other) => unexpected("`true` or `false`", &other),
            None => absent(),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Bool(*self))
    }
}

/// A flag that defaults to false.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Switch(pub bool);

impl Field for Switch {
    const STYLE: Style = Style::Attr;
    const OPTIONAL: bool = true;
    fn from_attr(attr: Option<Attr>, results: &[Type]) -> Result<Switch, String> {
        attr.map_or(Ok(false), |a| bool::from_attr(Some(a), results)).map(Switch)
    }
    fn to_attr(&self) -> Option<Attr> {
        self.0.then_some(Attr::Bool(true))
    }
}

impl Field for Type {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<Type, String> {
        match attr {
            Some(Attr::Type(ty)) => Ok(ty),
            Some(other) => unexpected("a type", &other),
            None => absent(),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Type(*self))
    }
}

impl Field for Literal {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, results: &[Type]) -> Result<Literal, String> {
        match attr {
            // A constant of quantized elements is written with their storage type.
            Some(Attr::Dense(literal)) => match results {
                [ty] if matches!(ty.element(), Some(Element::Quant(q)) if q.storage == literal.element())
                    && ty.as_tensor().is_some_and(|t| t.dims[..] == *literal.dims()) =>
                {
                    literal.with_type(*ty).map_err(|e| e.to_string())
                }
                _ => Ok(literal),
            },
            Some(other) => unexpected("a dense literal", &other),
            None => absent(),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Dense(self.clone()))
    }
}

/// Any attribute, kept as it is.
impl Field for Attr {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<Attr, String> {
        attr.map_or_else(absent, Ok)
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(self.clone())
    }
}

impl<T: Field> Field for Option<T> {
    const STYLE: Style = T::STYLE;
    const OPTIONAL: bool = true;
    fn from_attr(attr: Option<Attr>, results: &[Type]) -> Result<Option<T>, String> {
        attr.map(|a| T::from_attr(Some(a), results)).transpose()
    }
    fn to_attr(&self) -> Option<Attr> {
        self.as_ref()?.to_attr()
    }
}

/// A large field on the heap, to keep ops small.
impl<T: Field> Field for Box<T> {
    const STYLE: Style = T::STYLE;
    const OPTIONAL: bool = T::OPTIONAL;
    fn from_attr(attr: Option<Attr>, results: &[Type]) -> Result<Box<T>, String> {
        T::from_attr(attr, results).map(Box::new)
    }
    fn to_attr(&self) -> Option<Attr> {
        (**self).to_attr()
    }
}

/// The type of an op's single result, if it can't be inferred.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ResultType(pub Type);

impl Field for ResultType {
    const STYLE: Style = Style::ResultType;
    fn from_attr(_: Option<Attr>, results: &[Type]) -> Result<ResultType, String> {
        match results {
            [one] => Ok(ResultType(*one)),
            many => Err(format!("one result type is needed, found {}", many.len())),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        None
    }
}

/// The types of an op's results, if they can't be inferred.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ResultTypes(pub Box<[Type]>);

impl Field for ResultTypes {
    const STYLE: Style = Style::ResultType;
    fn from_attr(_: Option<Attr>, results: &[Type]) -> Result<ResultTypes, String> {
        Ok(ResultTypes(results.into()))
    }
    fn to_attr(&self) -> Option<Attr> {
        None
    }
}

/// A small integer such as a number of bits: `5 : i32`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits(pub i64);

impl Field for Bits {
    const STYLE: Style = Style::Int;
    fn from_attr(attr: Option<Attr>, results: &[Type]) -> Result<Bits, String> {
        let value = i64::from_attr(attr, results)?;
        match i32::try_from(value) {
            Ok(_) => Ok(Bits(value)),
            Err(_) => Err(format!("{value} does not fit 32 bits")),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Int(self.0, Type::scalar(Element::I32)))
    }
}

/// The name of a symbol: `@main`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Symbol(pub Box<str>);

impl From<&str> for Symbol {
    fn from(name: &str) -> Symbol {
        Symbol(name.into())
    }
}

impl Field for Symbol {
    const STYLE: Style = Style::Symbol;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<Symbol, String> {
        match attr {
            Some(Attr::Symbol(path)) if path.len() == 1 => {
                Ok(Symbol(path.into_iter().next().unwrap_or_default()))
            }
            Some(Attr::String(bytes)) => match String::from_utf8(bytes.into_vec()) {
                // As after an `@`.
                Ok(name) if name.is_empty() => Err("a symbol's name must not be empty".into()),
                Ok(name) => Ok(Symbol(name.into())),
                Err(_) => Err("a symbol's name must be UTF-8".into()),
            },
            Some(other) => unexpected("a symbol", &other),
            None => absent(),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::symbol(&self.0))
    }
}

/// Text in quotes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Text(pub Box<[u8]>);

impl Field for Text {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<Text, String> {
        match attr {
            Some(Attr::String(bytes)) => Ok(Text(bytes)),
            Some(other) => unexpected("a string", &other),
            None => absent(),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::String(self.0.clone()))
    }
}

/// A list of integers: dimensions, sizes, strides or padding.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dims(pub Box<[i64]>);

impl Dims {
    /// Whether these are `0..rank` in any order, each once.
    pub fn is_permutation(&self, rank: usize) -> bool {
        let mut seen = vec![false; rank];
        self.len() == rank
            && self.iter().all(|&d| {
                usize::try_from(d)
                    .ok()
                    .and_then(|d| seen.get_mut(d))
                    .is_some_and(|s| !std::mem::replace(s, true))
            })
    }

    /// Whether these are `0, 1, 2, …`.
    pub fn is_identity(&self) -> bool {
        self.iter().copied().eq(0..self.len() as i64)
    }

    /// Whether no number occurs twice.
    pub fn is_unique(&self) -> bool {
        let mut sorted = self.0.to_vec();
        sorted.sort_unstable();
        sorted.windows(2).all(|w| w[0] != w[1])
    }

    /// Whether the numbers are strictly increasing.
    pub fn is_increasing(&self) -> bool {
        self.windows(2).all(|w| w[0] < w[1])
    }

    /// Whether all numbers are in `0..rank`.
    pub fn are_below(&self, rank: usize) -> bool {
        self.iter().all(|&d| 0 <= d && d < rank as i64)
    }

    /// For permutations: `transpose(transpose(x, self), next)` is
    /// `transpose(x, self.then(next))`.
    pub fn then(&self, next: &Dims) -> Dims {
        next.iter().map(|&i| self[i as usize]).collect()
    }

    /// For permutations: `shape`, permuted. Result dimension `i` is dimension
    /// `self[i]` of `shape`.
    pub fn apply(&self, shape: &[i64]) -> Vec<i64> {
        self.iter().map(|&i| shape[i as usize]).collect()
    }

    /// For permutations: the inverse.
    pub fn inverse(&self) -> Dims {
        let mut inverse = vec![0; self.len()];
        for (i, &d) in self.iter().enumerate() {
            inverse[d as usize] = i as i64;
        }
        inverse.into()
    }
}

impl std::ops::Deref for Dims {
    type Target = [i64];
    fn deref(&self) -> &[i64] {
        &self.0
    }
}
impl From<Vec<i64>> for Dims {
    fn from(dims: Vec<i64>) -> Dims {
        Dims(dims.into())
    }
}
impl From<&[i64]> for Dims {
    fn from(dims: &[i64]) -> Dims {
        Dims(dims.into())
    }
}
impl<const N: usize> From<[i64; N]> for Dims {
    fn from(dims: [i64; N]) -> Dims {
        Dims(dims.into())
    }
}
impl FromIterator<i64> for Dims {
    fn from_iter<I: IntoIterator<Item = i64>>(dims: I) -> Dims {
        Dims(dims.into_iter().collect())
    }
}
impl fmt::Display for Dims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        crate::types::comma_separated(f, &self.0)?;
        f.write_str("]")
    }
}
impl fmt::Debug for Dims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Field for Dims {
    const STYLE: Style = Style::Dims;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<Dims, String> {
        match attr {
            Some(Attr::DenseArray(Element::I64, values)) => Ok(Dims(values)),
            // The legacy syntax: `dense<[1, 0]> : tensor<2xi64>`.
            Some(Attr::Dense(l)) if l.dims().len() == 1 && l.element().is_integer() => {
                Ok((0..l.count()).map(|i| l.get_int(i).unwrap_or(0) as i64).collect())
            }
            Some(other) => unexpected("a list of integers `array<i64: …>`", &other),
            None => absent(),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::DenseArray(Element::I64, self.0.clone()))
    }
}

/// A list of booleans: `array<i1: true, false>`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Flags(pub Box<[bool]>);

impl Field for Flags {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<Flags, String> {
        match attr {
            Some(Attr::DenseArray(Element::I1, values)) => {
                Ok(Flags(values.iter().map(|&v| v != 0).collect()))
            }
            Some(Attr::Dense(l)) if l.element() == Element::I1 => {
                Ok(Flags((0..l.count()).map(|i| l.get_int(i) == Some(1)).collect()))
            }
            Some(other) => unexpected("a list of booleans `array<i1: …>`", &other),
            None => absent(),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::DenseArray(Element::I1, self.0.iter().map(|&b| i64::from(b)).collect()))
    }
}

/// Pairs of paddings, low and high, one for each dimension:
/// `dense<[[1, 1], [0, 2]]> : tensor<2x2xi64>`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Padding(pub Box<[(i64, i64)]>);

impl Field for Padding {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<Padding, String> {
        match attr {
            Some(Attr::Dense(l))
                if l.element().is_integer()
                    && (l.dims().len() == 2 && l.dims()[1] == 2 || l.count() == 0) =>
            {
                let at = |i| l.get_int(i).unwrap_or(0) as i64;
                Ok(Padding((0..l.count() / 2).map(|i| (at(2 * i), at(2 * i + 1))).collect()))
            }
            Some(other) => unexpected("pairs of paddings `dense<…> : tensor<Nx2xi64>`", &other),
            None => absent(),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        let ty = Type::tensor(&[self.0.len() as i64, 2], Element::I64);
        let mut literal = Literal::zeros(ty).ok()?;
        for (slot, &(low, high)) in
            literal.as_mut_slice::<i64>().chunks_exact_mut(2).zip(self.0.iter())
        {
            slot.copy_from_slice(&[low, high]);
        }
        let flat: Vec<i64> = self.0.iter().flat_map(|&(low, high)| [low, high]).collect();
        if flat.windows(2).all(|w| w[0] == w[1]) && !flat.is_empty() {
            literal = Literal::splat(ty, &flat[0].to_le_bytes()).ok()?;
        }
        Some(Attr::Dense(literal))
    }
}

/// An enum attribute of StableHLO: its name in text and its words.
#[derive(PartialEq, Eq, Debug)]
pub struct EnumDef {
    /// `comparison_direction` in `#stablehlo<comparison_direction EQ>`.
    pub mnemonic: &'static str,
    /// `EQ`, `NE` …
    pub words: &'static [&'static str],
}

impl EnumDef {
    /// The word in an attribute of this enum: from `#stablehlo<mnemonic WORD>` or a plain string.
    fn word<'a>(&self, attr: Option<&'a Attr>) -> Result<Cow<'a, str>, String> {
        let expected = || format!("`#stablehlo<{} …>`", self.mnemonic);
        match attr {
            Some(opaque @ Attr::Opaque(text)) => {
                let inner = text
                    .strip_prefix("#stablehlo<")
                    .or_else(|| text.strip_prefix("#chlo<"))
                    .and_then(|t| t.strip_suffix('>'))
                    .and_then(|t| t.trim().strip_prefix(self.mnemonic));
                match inner {
                    Some(word) => Ok(word.trim().into()),
                    None => unexpected(&expected(), opaque),
                }
            }
            Some(Attr::String(bytes)) => Ok(String::from_utf8_lossy(bytes)),
            Some(other) => unexpected(&expected(), other),
            None => absent(),
        }
    }
}

/// Finds an enum's case by its word; used by `word_enum!`.
pub fn word_of(def: &EnumDef, attr: Option<Attr>) -> Result<usize, String> {
    let word = def.word(attr.as_ref())?;
    def.words
        .iter()
        .position(|w| *w == word)
        .ok_or_else(|| format!("`{word}` is not one of {}", def.words.join(", ")))
}

/// An enum whose cases are words in text.
macro_rules! word_enum {
    ($(#[doc = $doc:literal])* $Name:ident = $mnemonic:literal {
        $($(#[doc = $case_doc:literal])* $Case:ident = $word:literal),* $(,)?
    }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $Name { $($(#[doc = $case_doc])* $Case),* }

        impl $Name {
            /// The enum's name and words in text.
            pub const DEF: $crate::field::EnumDef =
                $crate::field::EnumDef { mnemonic: $mnemonic, words: &[$($word),*] };
            /// Every case, in order.
            pub const ALL: &'static [$Name] = &[$($Name::$Case),*];

            /// The word in text.
            pub fn word(self) -> &'static str {
                match self { $($Name::$Case => $word),* }
            }
        }

        impl $crate::field::Field for $Name {
            const STYLE: $crate::field::Style = $crate::field::Style::Word(&$Name::DEF);
            fn from_attr(
                attr: Option<$crate::attr::Attr>,
                _: &[$crate::types::Type],
            ) -> Result<$Name, String> {
                $crate::field::word_of(&$Name::DEF, attr).map(|i| $Name::ALL[i])
            }
            fn to_attr(&self) -> Option<$crate::attr::Attr> {
                let text = format!("#stablehlo<{} {}>", $mnemonic, self.word());
                Some($crate::attr::Attr::Opaque(text.into()))
            }
        }

        impl std::fmt::Display for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}
pub(crate) use word_enum;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_compose() {
        let p = Dims::from([1, 2, 0]);
        let q = Dims::from([1, 0, 2]);
        let shape = [2, 3, 4];
        assert_eq!(p.then(&q).apply(&shape), q.apply(&p.apply(&shape)));
        assert!(p.then(&p.inverse()).is_identity());
        assert!(p.is_permutation(3) && !Dims::from([0, 0]).is_permutation(2));
        assert!(!Dims::from([0, -1]).is_permutation(2));
    }

    #[test]
    fn a_wrong_attribute_says_what_was_expected() {
        let e = Dims::from_attr(Some(Attr::i64(3)), &[]).unwrap_err();
        assert_eq!(e, "expected a list of integers `array<i64: …>`, found `3 : i64`");
    }

    #[test]
    fn paddings_become_pairs() {
        let p = Padding(Box::new([(1, 2), (0, 0)]));
        let attr = p.to_attr().unwrap();
        assert_eq!(attr.to_string(), "dense<[[1, 2], [0, 0]]> : tensor<2x2xi64>");
        assert_eq!(Padding::from_attr(Some(attr), &[]), Ok(p));
    }
}
