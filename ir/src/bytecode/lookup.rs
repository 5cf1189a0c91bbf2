//! The questions that the encodings of dialects have to the file around them: for other attributes,
//! types and strings by their numbers.

use super::cursor::Cursor;
use super::error::{Read, wrong};
use crate::attr::Attr;
use crate::types::{Type, TypeKind};

/// The greatest length of a location's text that is kept.
const MAX_LOCATION: usize = 1 << 12;

/// The tables of a file.
pub(super) trait Lookup<'b> {
    /// The attribute of this number, which stands at `at`.
    fn attr_number(&mut self, at: usize, index: u64) -> Read<Attr>;

    /// The type of this number, which stands at `at`.
    fn type_number(&mut self, at: usize, index: u64) -> Read<Type>;

    /// The string whose number is next.
    fn bytes(&self, cursor: &mut Cursor<'b>) -> Read<&'b [u8]>;

    /// The bytes of a resource.
    fn resource(&self, handle: u64) -> Option<&'b [u8]>;

    /// The attribute whose number is next.
    fn attr(&mut self, cursor: &mut Cursor<'b>) -> Read<Attr> {
        let at = cursor.at();
        self.attr_number(at, cursor.number()?)
    }

    /// The attribute whose number is next, if there is one.
    fn optional_attr(&mut self, cursor: &mut Cursor<'b>) -> Read<Option<Attr>> {
        let at = cursor.at();
        match cursor.flagged()? {
            (_, false) => Ok(None),
            (index, true) => self.attr_number(at, index).map(Some),
        }
    }

    /// The type whose number is next.
    fn ty(&mut self, cursor: &mut Cursor<'b>) -> Read<Type> {
        let at = cursor.at();
        self.type_number(at, cursor.number()?)
    }

    /// A list of types.
    fn types(&mut self, cursor: &mut Cursor<'b>) -> Read<Vec<Type>> {
        (0..cursor.count()?).map(|_| self.ty(cursor)).collect()
    }

    /// A list of attributes.
    fn attrs(&mut self, cursor: &mut Cursor<'b>) -> Read<Vec<Attr>> {
        (0..cursor.count()?).map(|_| self.attr(cursor)).collect()
    }

    /// A string that is an attribute.
    fn string(&mut self, cursor: &mut Cursor<'b>) -> Read<Box<str>> {
        let at = cursor.at();
        let attr = self.attr(cursor)?;
        match attr.as_str() {
            Some(text) => Ok(text.into()),
            None => wrong(at, format!("a string was expected, not `{attr}`")),
        }
    }

    /// The text of a location without `loc(…)`; a very long one is unknown.
    fn location(&mut self, cursor: &mut Cursor<'b>) -> Read<Box<str>> {
        let at = cursor.at();
        match self.attr(cursor)? {
            Attr::Loc(text) if text.len() > MAX_LOCATION => Ok("unknown".into()),
            Attr::Loc(text) => Ok(text),
            other => wrong(at, format!("a location was expected, not `{other}`")),
        }
    }
}

/// The type that stands for none: `none`.
pub(super) fn none_type() -> Type {
    Type::new(TypeKind::Foreign("none".into()))
}
