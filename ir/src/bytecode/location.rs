//! Locations of ops in their sources, as text.
//!
//! The texts of a file lie in one string, since most locations are parts of others.

use super::cursor::Cursor;
use super::entries::Entries;
use super::error::{Read, wrong};
use super::lookup::Lookup;
use super::table::Value;
use crate::attr::Attr;
use crate::quote::{is_plain, write_quoted};
use smallvec::SmallVec;
use std::fmt::Write;

/// The greatest length of a location's text that is kept.
const MAX_LOCATION: usize = 1 << 12;

/// The greatest length of all locations' texts that are kept.
const MAX_TEXTS: usize = 1 << 28;

/// The text of a location that is not known, or not kept.
const UNKNOWN: &str = "unknown";

/// The end of a text, which takes no more than is kept of a location.
struct Limited<'t> {
    text: &'t mut String,
    left: usize,
}

impl Write for Limited<'_> {
    fn write_str(&mut self, more: &str) -> std::fmt::Result {
        self.text.push_str(more.get(..self.left).unwrap_or(more));
        self.left = self.left.checked_sub(more.len()).ok_or(std::fmt::Error)?;
        Ok(())
    }
}

impl<'b> Entries<'b> {
    /// The start and the end, among the texts of the file, of the text of the location whose number
    /// is next; `None` for one that is not known, or very long.
    pub(super) fn location(&mut self, cursor: &mut Cursor<'b>) -> Read<Option<(usize, usize)>> {
        let place = self.place(cursor)?;
        if self.text(place) == UNKNOWN {
            return Ok(None);
        }
        if let Some(Value::Location(start, end)) = self.attrs[place].value {
            return Ok(Some((start, end)));
        }
        let start = self.texts.len();
        self.append(place, start);
        Ok(Some((start, self.texts.len())))
    }

    /// The place of the location whose number is next.
    fn place(&mut self, cursor: &mut Cursor<'b>) -> Read<usize> {
        let at = cursor.at();
        let place = self.ensure(at, cursor.number()?)?;
        match &self.attrs[place].value {
            Some(Value::Location(..) | Value::Attr(Attr::Loc(_))) => Ok(place),
            _ => {
                let other = self.done(at, place)?;
                wrong(at, format_args!("a location was expected, not `{other}`"))
            }
        }
    }

    /// The text of the location at a place.
    fn text(&self, place: usize) -> &str {
        let text = match &self.attrs[place].value {
            Some(Value::Location(start, end)) => &self.texts[*start..*end],
            Some(Value::Attr(Attr::Loc(text))) => text,
            _ => UNKNOWN,
        };
        if text.len() > MAX_LOCATION { UNKNOWN } else { text }
    }

    /// Appends the text of a location to that of the one around it, unless that is too long already.
    fn append(&mut self, place: usize, start: usize) {
        if self.texts.len() - start > MAX_LOCATION {
            return;
        }
        match self.attrs[place].value {
            Some(Value::Location(from, to)) if to - from <= MAX_LOCATION => {
                self.texts.extend_from_within(from..to);
            }
            Some(Value::Attr(Attr::Loc(ref text))) if text.len() <= MAX_LOCATION => {
                self.texts += text;
            }
            _ => self.texts += UNKNOWN,
        }
    }

    /// Appends a string in quotes, or the beginning of a very long one.
    fn quote(&mut self, text: &str) {
        if text.len() < MAX_LOCATION && is_plain(text.as_bytes()) {
            self.texts.push('"');
            self.texts.push_str(text);
            self.texts.push('"');
            return;
        }
        let mut limited = Limited { text: &mut self.texts, left: MAX_LOCATION };
        let _ = write_quoted(&mut limited, text.as_bytes());
    }

    /// Appends the quoted name of the file whose number is next; returns the place where it begins. Most
    /// locations of a module are in one file, whose name is copied.
    fn file(&mut self, data: &mut Cursor<'b>) -> Read<usize> {
        let (at, index) = (data.at(), data.number()?);
        if let Some((_, from, to)) = self.last_file.filter(|(known, ..)| *known == index) {
            let start = self.texts.len();
            self.texts.extend_from_within(from..to);
            return Ok(start);
        }
        let name = self.string_number(at, index)?;
        let start = self.texts.len();
        self.quote(&name);
        if name.len() <= MAX_LOCATION {
            self.last_file = Some((index, start, self.texts.len()));
        }
        Ok(start)
    }

    /// Appends the digits of a number.
    fn digits(&mut self, n: u64) {
        if n >= 10 {
            self.digits(n / 10);
        }
        self.texts.push(char::from(b'0' + (n % 10) as u8));
    }

    /// Reads a location, of which `code` tells the kind; returns the start and the end of its text.
    pub(super) fn read_location(
        &mut self,
        code: u64,
        mut data: Cursor<'b>,
    ) -> Read<(usize, usize)> {
        let data = &mut data;
        // Parts are read first: they are texts of their own.
        let start;
        match code {
            10 => {
                let (callee, caller) = (self.place(data)?, self.place(data)?);
                start = self.texts.len();
                self.texts += "callsite(";
                self.append(callee, start);
                self.texts += " at ";
                self.append(caller, start);
                self.texts += ")";
            }
            12 | 13 => {
                let mut parts: SmallVec<[usize; 8]> = SmallVec::new();
                for _ in 0..data.count()? {
                    parts.push(self.place(data)?);
                }
                let metadata = if code == 13 { Some(self.attr(data)?) } else { None };
                start = self.texts.len();
                self.texts += "fused";
                if let Some(attr) = metadata {
                    let mut limited = Limited { text: &mut self.texts, left: MAX_LOCATION };
                    let _ = write!(limited, "<{attr}>");
                }
                self.texts += "[";
                for (i, &part) in parts.iter().enumerate() {
                    // A text that is too long is not kept.
                    if self.texts.len() - start > MAX_LOCATION {
                        break;
                    }
                    self.texts += if i > 0 { ", " } else { "" };
                    self.append(part, start);
                }
                self.texts += "]";
            }
            14 => {
                let name = self.string(data)?;
                let child = self.place(data)?;
                start = self.texts.len();
                self.quote(&name);
                if self.text(child) != UNKNOWN {
                    self.texts += "(";
                    self.append(child, start);
                    self.texts += ")";
                }
            }
            15 => {
                start = self.texts.len();
                self.texts += UNKNOWN;
            }
            _ => {
                start = self.file(data)?;
                let at = data.at();
                // A range: how many numbers follow, then lines and columns.
                let count = if code == 11 { 2 } else { data.number()? };
                let count = data.at_most(at, count)?;
                let mut numbers: SmallVec<[u64; 4]> = SmallVec::new();
                for _ in 0..count {
                    numbers.push(data.number()?);
                }
                if count > 4 {
                    return wrong(at, format_args!("a range of {count} numbers"));
                }
                for i in 0..2 {
                    self.texts.push(':');
                    self.digits(numbers.get(i).copied().unwrap_or(0));
                }
                // Writing to a string can't fail.
                let _ = match numbers[..] {
                    [_, _, to] => write!(self.texts, " to :{to}"),
                    [_, _, end, to] => write!(self.texts, " to {end}:{to}"),
                    _ => Ok(()),
                };
            }
        }
        data.finish("an attribute")?;
        let end = self.texts.len();
        if end - start > MAX_LOCATION || end > MAX_TEXTS {
            self.texts.truncate(start);
            self.last_file = None;
            self.texts += UNKNOWN;
        }
        Ok((start, self.texts.len()))
    }
}
