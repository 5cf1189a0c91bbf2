//! Reading of the numbers and strings that bytecode is made of. No length is trusted.

use super::error::{Read, wrong};
use smallvec::SmallVec;

/// A position in a part of a file.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'b> {
    /// The file up to the end of the part: positions and alignments are those of the file.
    file: &'b [u8],
    at: usize,
}

impl<'b> Cursor<'b> {
    /// A cursor at the beginning of a file.
    pub(super) fn new(file: &'b [u8]) -> Cursor<'b> {
        Cursor { file, at: 0 }
    }

    /// A cursor at the beginning of a part of a file, by the place of its first byte and of the one
    /// behind it.
    pub(super) fn within(file: &'b [u8], start: usize, end: usize) -> Cursor<'b> {
        Cursor { file: &file[..end], at: start }
    }

    /// The offset in the file.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Whether nothing is left.
    pub(super) fn is_empty(&self) -> bool {
        self.at >= self.file.len()
    }

    /// The number of bytes that are left.
    pub(super) fn left(&self) -> usize {
        self.file.len().saturating_sub(self.at)
    }

    /// One byte.
    #[inline]
    pub(super) fn byte(&mut self) -> Read<u8> {
        let Some(&byte) = self.file.get(self.at) else {
            return wrong(self.at, "the file, or a part of it, ends too early");
        };
        self.at += 1;
        Ok(byte)
    }

    /// The next `length` bytes, as a part of their own.
    pub(super) fn part(&mut self, length: u64) -> Read<Cursor<'b>> {
        match usize::try_from(length).ok().filter(|&n| n <= self.left()) {
            Some(length) => {
                let part = Cursor { file: &self.file[..self.at + length], at: self.at };
                self.at += length;
                Ok(part)
            }
            None => {
                wrong(self.at, format_args!("{length} bytes should follow, but {} do", self.left()))
            }
        }
    }

    /// Skips the next `length` bytes.
    #[inline]
    pub(super) fn skip(&mut self, length: u64) -> Read<()> {
        match length <= self.left() as u64 {
            true => self.at += length as usize,
            false => return self.part(length).map(drop),
        }
        Ok(())
    }

    /// The next `length` bytes.
    pub(super) fn bytes(&mut self, length: u64) -> Read<&'b [u8]> {
        let part = self.part(length)?;
        Ok(&part.file[part.at..])
    }

    /// All bytes that are left.
    pub(super) fn rest(&mut self) -> &'b [u8] {
        let rest = &self.file[self.at..];
        self.at = self.file.len();
        rest
    }

    /// A number of variable length: the zeros at the end of the first byte tell how many bytes
    /// follow; eight zeros, that the eight bytes behind it are the number.
    #[inline]
    pub(super) fn number(&mut self) -> Read<u64> {
        match self.file.get(self.at) {
            Some(&first) if first & 1 == 1 => {
                self.at += 1;
                Ok(u64::from(first >> 1))
            }
            _ => self.long_number(),
        }
    }

    /// A number of more than one byte.
    fn long_number(&mut self) -> Read<u64> {
        if let Some(word) = self.file.get(self.at..).and_then(|rest| rest.first_chunk())
            && word[0] != 0
        {
            let word = u64::from_le_bytes(*word);
            let following = word.trailing_zeros();
            self.at += following as usize + 1;
            let unused = 56 - 8 * following;
            return Ok(word << unused >> (unused + following + 1));
        }
        let first = self.byte()?;
        let following = first.trailing_zeros() as usize;
        let mut bytes = [0; 8];
        if following == 8 {
            bytes.copy_from_slice(self.bytes(8)?);
            return Ok(u64::from_le_bytes(bytes));
        }
        let more = self.bytes(following as u64)?;
        bytes[0] = first;
        bytes[1..=following].copy_from_slice(more);
        Ok(u64::from_le_bytes(bytes) >> (following + 1))
    }

    /// A number with a sign: zigzag.
    pub(super) fn signed(&mut self) -> Read<i64> {
        let n = self.number()?;
        Ok((n >> 1) as i64 ^ -((n & 1) as i64))
    }

    /// A number, and a flag in its lowest bit.
    #[inline]
    pub(super) fn flagged(&mut self) -> Read<(u64, bool)> {
        let n = self.number()?;
        Ok((n >> 1, n & 1 == 1))
    }

    /// The number of things that follow, each of at least one byte, so that no memory is taken for
    /// more than there can be.
    pub(super) fn count(&mut self) -> Read<usize> {
        let at = self.at;
        let n = self.number()?;
        self.at_most(at, n)
    }

    /// `n`, if as many bytes are left.
    pub(super) fn at_most(&self, at: usize, n: u64) -> Read<usize> {
        match usize::try_from(n).ok().filter(|&n| n <= self.left()) {
            Some(n) => Ok(n),
            None => wrong(at, format_args!("{n} items should follow in {} bytes", self.left())),
        }
    }

    /// A list of numbers with signs.
    pub(super) fn signed_list(&mut self) -> Read<SmallVec<[i64; 6]>> {
        let count = self.count()?;
        let mut all = SmallVec::with_capacity(count);
        for _ in 0..count {
            all.push(self.signed()?);
        }
        Ok(all)
    }

    /// The bits of a number of `width` bits: one byte up to 8, zigzag up to 64, else words.
    pub(super) fn bits(&mut self, width: u32) -> Read<u128> {
        if width <= 8 {
            return Ok(u128::from(self.byte()?));
        }
        if width <= 64 {
            return Ok(u128::from(self.signed()? as u64));
        }
        let (at, words) = (self.at, self.count()?);
        if words > 2 {
            return wrong(at, format_args!("{words} words in a number of {width} bits"));
        }
        let mut bits = 0;
        for word in 0..words {
            bits |= u128::from(self.signed()? as u64) << (64 * word);
        }
        Ok(bits)
    }

    /// The bytes before the next zero, which is consumed too.
    pub(super) fn zero_terminated(&mut self) -> Read<&'b [u8]> {
        let rest = &self.file[self.at..];
        let Some(length) = rest.iter().position(|&b| b == 0) else {
            return wrong(self.at, "this text has no end");
        };
        self.at += length + 1;
        Ok(&rest[..length])
    }

    /// Skips the padding before a multiple of `alignment`.
    fn align(&mut self, alignment: u64) -> Read<()> {
        let at = self.at;
        let Some(alignment) = usize::try_from(alignment).ok().filter(|n| n.is_power_of_two())
        else {
            return wrong(at, format_args!("{alignment} is not a power of two"));
        };
        while !self.at.is_multiple_of(alignment) {
            let at = self.at;
            if self.byte()? != super::PADDING {
                return wrong(at, "padding was expected");
            }
        }
        Ok(())
    }

    /// A section: its number, and its bytes.
    pub(super) fn section(&mut self) -> Read<(u8, Cursor<'b>)> {
        let head = self.byte()?;
        let length = self.number()?;
        if head & 0x80 != 0 {
            let alignment = self.number()?;
            self.align(alignment)?;
        }
        Ok((head & 0x7f, self.part(length)?))
    }

    /// A resource: its alignment, its length, and its bytes.
    pub(super) fn aligned_blob(&mut self) -> Read<&'b [u8]> {
        let (alignment, length) = (self.number()?, self.number()?);
        self.align(alignment)?;
        self.bytes(length)
    }

    /// Fails if something is left.
    #[inline]
    pub(super) fn finish(&self, what: impl std::fmt::Display) -> Read<()> {
        if self.is_empty() {
            return Ok(());
        }
        wrong(self.at, format_args!("{} bytes are left behind {what}", self.left()))
    }
}
