//! The questions that the encodings of dialects have to the file around them: for other attributes,
//! types and strings by their numbers.

use super::cursor::Cursor;
use super::error::Read;
use crate::attr::Attr;
use crate::types::{Type, TypeKind, Types};
use std::borrow::Cow;

/// The tables of a file.
pub(super) trait Lookup<'b> {
    /// The attribute of this number, which stands at `at`.
    fn attr_number(&mut self, at: usize, index: u64) -> Read<Cow<'_, Attr>>;

    /// The type of this number, which stands at `at`.
    fn type_number(&mut self, at: usize, index: u64) -> Read<Type>;

    /// The string that is the attribute of this number, which stands at `at`.
    fn string_number(&mut self, at: usize, index: u64) -> Read<Cow<'b, str>>;

    /// The string whose number is next.
    fn bytes(&self, cursor: &mut Cursor<'b>) -> Read<&'b [u8]>;

    /// The bytes of a resource.
    fn resource(&self, handle: u64) -> Option<&'b [u8]>;

    /// The attribute whose number is next.
    fn attr_ref(&mut self, cursor: &mut Cursor<'b>) -> Read<Cow<'_, Attr>> {
        let at = cursor.at();
        self.attr_number(at, cursor.number()?)
    }

    /// The attribute whose number is next, as a copy.
    fn attr(&mut self, cursor: &mut Cursor<'b>) -> Read<Attr> {
        self.attr_ref(cursor).map(Cow::into_owned)
    }

    /// The attribute whose number is next, if there is one.
    fn optional_attr(&mut self, cursor: &mut Cursor<'b>) -> Read<Option<Attr>> {
        let at = cursor.at();
        match cursor.flagged()? {
            (_, false) => Ok(None),
            (index, true) => self.attr_number(at, index).map(|attr| Some(attr.into_owned())),
        }
    }

    /// The type whose number is next.
    fn ty(&mut self, cursor: &mut Cursor<'b>) -> Read<Type> {
        let at = cursor.at();
        self.type_number(at, cursor.number()?)
    }

    /// A list of types.
    fn types(&mut self, cursor: &mut Cursor<'b>) -> Read<Types> {
        let count = cursor.count()?;
        let mut all = Types::with_capacity(count);
        for _ in 0..count {
            all.push(self.ty(cursor)?);
        }
        Ok(all)
    }

    /// A list of attributes.
    fn attrs(&mut self, cursor: &mut Cursor<'b>) -> Read<Vec<Attr>> {
        let count = cursor.count()?;
        let mut all = Vec::with_capacity(count);
        for _ in 0..count {
            all.push(self.attr(cursor)?);
        }
        Ok(all)
    }

    /// A string that is an attribute.
    fn string(&mut self, cursor: &mut Cursor<'b>) -> Read<Cow<'b, str>> {
        let at = cursor.at();
        let index = cursor.number()?;
        self.string_number(at, index)
    }
}

/// The type that stands for none: `none`.
pub(super) fn none_type() -> Type {
    Type::new(TypeKind::Foreign("none".into()))
}
