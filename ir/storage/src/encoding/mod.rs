//! Storage mappings as encodings of tensor types: `tensor<3x4xf64, #hloom.storage<"csr">>`.
//!
//! The string is the name of a format of the library, with numbers of its own (`bsr:h=2,w=2`) or without, or
//! the text of one: a program that defines the tensor `T` by arrays `T_…`. Reals of the text stand for the elements of the type.
//!
//! ```text
//! #hloom.storage<"csr">
//! #hloom.storage<"CREATE TENSOR T_n : int; CREATE TENSOR T_val : [real];
//!                 CREATE TENSOR T : {int -> {int -> real}} AS
//!                   sum(<i, _> in 0:T_n) sum(<j, _> in 0:i + 1) { (i, j) -> T_val(i * (i + 1) / 2 + j) };",
//!                partial>
//! ```
//!
//! Upstream's `#sparse_tensor.encoding` with blocks, or with levels that are loosely compressed or
//! structured, is a mapping too, whose text follows from the levels (`levels.rs`). It is `partial`.
//!
//! # Meaning
//!
//! The type is that of the tensor that the mapping stands for; the encoding does not change its
//! values. So a mapping is *total*: each element has a place, which is checked on the type's keys,
//! or on those of a small tensor if the type has more than [`MOST_KEYS`]. `partial` after the string
//! promises that the elements without a place are zero (triangles, bands), or that elements that
//! share a place are equal (symmetric matrices).
//!
//! [`verify()`](crate::encoding::verify()) finds errors in the strings of a module's types, with
//! their places in its text.

mod levels;
mod mapped;
mod total;
mod verify;

use crate::check::Module;
use crate::syntax::ast::Program;
use crate::types::{Scalar, Type};
use crate::{check, formats, syntax};
use hloom_ir::diag::{Diagnostic, Span};
use hloom_ir::suggest::nearest;
use hloom_ir::types::DYNAMIC;
use hloom_ir::types::levels::LevelMap;
use hloom_ir::{Element, TensorType};

pub use mapped::{Mapped, MappedFormat};
pub use total::MOST_KEYS;
pub use verify::verify;

const HEAD: &str = "#hloom.storage<";

/// A storage mapping that is the encoding of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StorageMapping {
    /// The text of the format, whose tensor is `T`.
    text: String,
    /// The place in the encoding of each byte of the text, and of its end; `None` for a format of
    /// the library.
    places: Option<Vec<u32>>,
    /// The place of the string's contents in the encoding.
    string: Span,
    /// Whether elements without a place are promised to be zero.
    partial: bool,
}

impl StorageMapping {
    /// Reads an encoding; `None` if it is of another kind.
    ///
    /// # Errors
    /// An error of its form, or an unknown name; spans count from the beginning of the encoding.
    pub fn parse(encoding: &str) -> Option<Result<StorageMapping, Box<Diagnostic>>> {
        let inner = encoding.strip_prefix(HEAD)?;
        Some(read(inner.strip_suffix('>').unwrap_or(inner)))
    }

    /// The mapping of a type; `None` if its encoding is of another kind or wrong.
    pub fn of(ty: &TensorType) -> Option<StorageMapping> {
        StorageMapping::read(ty)?.ok()
    }

    /// Reads the encoding of a type, by its text or by levels; `None` if it is of another kind.
    ///
    /// # Errors
    /// As [`parse`](Self::parse). Levels have none: those that are wrong for a type are of no kind here.
    pub fn read(ty: &TensorType) -> Option<Result<StorageMapping, Box<Diagnostic>>> {
        let encoding = ty.encoding.as_deref()?;
        match ty.mapped_levels() {
            Some(map) => Some(Ok(StorageMapping {
                text: levels::text(&map, &ty.dims),
                places: None,
                string: Span::new(0, encoding.len()),
                partial: true,
            })),
            None => StorageMapping::parse(encoding),
        }
    }

    /// The program that defines the tensor `name` of these extents and numbers by its arrays.
    ///
    /// # Errors
    /// All errors of the mapping.
    pub fn program(
        &self,
        name: &str,
        dims: &[i64],
        base: Scalar,
    ) -> Result<String, Vec<Diagnostic>> {
        let mut tree = self.tree(dims, base)?;
        tree.result = None;
        Ok(formats::named(&syntax::print(&tree), name))
    }

    /// The syntax tree, with the extents and numbers of a type.
    fn tree(&self, dims: &[i64], base: Scalar) -> Result<Program, Vec<Diagnostic>> {
        let mut tree = syntax::parse(&self.text)?;
        formats::retype(&mut tree, base);
        if let Some(tensor) = tree.tensors.iter_mut().find(|tensor| tensor.name.text == "T") {
            // A type of another rank is an error that names the ranks.
            let levels = |ty: &Type| crate::types::Form::Nested(dims.len() as u8) == ty.sort().form;
            let fits = tensor.ty.as_ref().is_none_or(|(ty, _)| levels(ty));
            if fits && tensor.body.is_some() {
                let span = tensor.ty.as_ref().map_or(tensor.name.span, |(_, span)| *span);
                tensor.ty = Some((type_of(dims, base), span));
            }
        }
        Ok(tree)
    }

    /// The checked program of the tensor `T`.
    fn module(&self, dims: &[i64], base: Scalar) -> Result<Module, Vec<Diagnostic>> {
        check(&self.tree(dims, base)?)
    }

    /// The place in the encoding of a span of the text.
    fn place(&self, span: Span) -> Span {
        let Some(places) = &self.places else { return self.string };
        let at = |byte: u32| places.get(byte as usize).copied().unwrap_or(self.string.end);
        let (start, end) = (at(span.start), at(span.end));
        if span.is_none() || start >= end { self.string } else { Span { start, end } }
    }
}

/// The text of a format of levels, `(d0, d1, d2) -> (d2 : compressed, d0 : compressed, d1 : dense)` as in upstream's
/// encodings, for any extents; `None` if it is none.
///
/// # Errors
/// A sentence about the levels.
pub fn of_levels(map: &str) -> Option<Result<String, String>> {
    if !map.trim_start().starts_with('(') {
        return None;
    }
    let encoding = format!("#sparse_tensor.encoding<{{ map = {map} }}>");
    let found = LevelMap::parse(&encoding)?.and_then(|levels| {
        let open = vec![DYNAMIC; levels.rank];
        match levels.wrong_for(&open) {
            Some(why) => Err(why),
            None => Ok(levels::text(&levels, &open)),
        }
    });
    Some(found.map_err(|why| format!("the storage `{map}` {why}")))
}

/// Reads the text between the angle brackets.
fn read(inner: &str) -> Result<StorageMapping, Box<Diagnostic>> {
    let all = Span::new(0, HEAD.len() + inner.len() + 1);
    let wrong = || {
        let what = "a storage mapping is a string: `#hloom.storage<\"csr\">`, or the text of a \
                    format, and `partial` after a comma if not every element has a place";
        Box::new(Diagnostic::error(all, what))
    };
    let open = inner.find('"').ok_or_else(wrong)?;
    let rest = &inner[open + 1..];
    let close = closing(rest).ok_or_else(wrong)?;
    let partial = match rest[close + 1..].trim() {
        "" => false,
        more => match more.strip_prefix(',').map(str::trim) {
            Some("partial") => true,
            _ => return Err(wrong()),
        },
    };
    if !inner[..open].trim().is_empty() {
        return Err(wrong());
    }
    let first = HEAD.len() + open + 1;
    let string = Span::new(first, first + close);
    let (text, places) = unescaped(&rest[..close], first).ok_or_else(wrong)?;
    let name = text.trim();
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.split_once(':').map_or(name, |(name, _)| name).chars().all(word) && !name.is_empty() {
        let library = |name: &str| formats::find(name).map(str::to_owned);
        let Some(text) = formats::sized(name, library) else {
            let mut error = Diagnostic::error(string, format!("there is no format `{name}`"));
            let names = || formats::ALL.iter().map(|(name, _)| *name);
            error = match nearest(name, names()) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error
                    .help(format!("the library has {}", names().collect::<Vec<_>>().join(", "))),
            };
            return Err(Box::new(error));
        };
        let text = text.map_err(|what| Box::new(Diagnostic::error(string, what)))?;
        return Ok(StorageMapping { text, places: None, string, partial });
    }
    Ok(StorageMapping { text, places: Some(places), string, partial })
}

/// The place of the quotation mark that ends a string.
fn closing(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })
}

/// The text that a string stands for, and the place of each of its bytes and of its end; `None` if
/// it is not UTF-8, or an escape is wrong.
fn unescaped(raw: &str, first: usize) -> Option<(String, Vec<u32>)> {
    let bytes = raw.as_bytes();
    let (mut text, mut places) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        places.push((first + at) as u32);
        let (byte, length) = match (byte, bytes.get(at + 1)) {
            (b'\\', Some(b'n')) => (b'\n', 2),
            (b'\\', Some(b't')) => (b'\t', 2),
            (b'\\', Some(quoted @ (b'\\' | b'"'))) => (*quoted, 2),
            (b'\\', _) => (u8::from_str_radix(raw.get(at + 1..at + 3)?, 16).ok()?, 3),
            (byte, _) => (byte, 1),
        };
        text.push(byte);
        at += length;
    }
    places.push((first + at) as u32);
    Some((String::from_utf8(text).ok()?, places))
}

/// The scalar type of an element type; `None` if the calculus has none.
pub fn scalar(element: Element) -> Option<Scalar> {
    if element.is_boolean() {
        Some(Scalar::Bool)
    } else if element.is_integer() {
        Some(Scalar::Int)
    } else if element.is_float() {
        Some(Scalar::Real)
    } else {
        None
    }
}

/// The type of a tensor of these extents.
pub fn type_of(dims: &[i64], base: Scalar) -> Type {
    dims.iter().rev().fold(Type::Scalar(base), |value, extent| {
        Type::Dict(u64::try_from(*extent).ok(), Box::new(value))
    })
}
