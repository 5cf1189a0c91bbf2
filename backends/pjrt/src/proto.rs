//! Reading and writing of protocol buffers, as far as options need it.
//!
//! <https://protobuf.dev/programming-guides/encoding/>

/// The value of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Field<'b> {
    /// A number.
    Number(u64),
    /// Bytes: a message, a string, or packed numbers.
    Bytes(&'b [u8]),
}

/// The fields of a message, with their numbers; it ends at the first byte that is not of the format.
pub(crate) struct Fields<'b>(pub(crate) &'b [u8]);

/// Reads a number of variable length.
pub(crate) fn number(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

/// The numbers of a packed field.
pub(crate) fn packed(mut bytes: &[u8]) -> Vec<i64> {
    let mut numbers = Vec::new();
    while let Some(n) = number(&mut bytes) {
        numbers.push(n as i64);
    }
    numbers
}

impl<'b> Iterator for Fields<'b> {
    type Item = (u64, Field<'b>);

    fn next(&mut self) -> Option<(u64, Field<'b>)> {
        let key = number(&mut self.0)?;
        let take = |bytes: &mut &'b [u8], n: usize| {
            let (taken, rest) = bytes.split_at_checked(n)?;
            *bytes = rest;
            Some(taken)
        };
        let value = match key & 7 {
            0 => Field::Number(number(&mut self.0)?),
            1 => Field::Bytes(take(&mut self.0, 8)?),
            2 => {
                let n = usize::try_from(number(&mut self.0)?).ok()?;
                Field::Bytes(take(&mut self.0, n)?)
            }
            5 => Field::Bytes(take(&mut self.0, 4)?),
            _ => return None,
        };
        Some((key >> 3, value))
    }
}

/// Appends a number of variable length.
pub(crate) fn write_number(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a field that is a number.
pub(crate) fn write_field(out: &mut Vec<u8>, field: u64, value: u64) {
    write_number(out, field << 3);
    write_number(out, value);
}

/// Appends a field that is bytes.
pub(crate) fn write_bytes(out: &mut Vec<u8>, field: u64, bytes: &[u8]) {
    write_number(out, field << 3 | 2);
    write_number(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_as_they_were_written() {
        let mut out = Vec::new();
        write_field(&mut out, 1, 300);
        write_bytes(&mut out, 3, b"abc");
        let all: Vec<_> = Fields(&out).collect();
        assert_eq!(all, [(1, Field::Number(300)), (3, Field::Bytes(b"abc"))]);
        assert_eq!(packed(&[0xac, 0x02, 0x05]), [300, 5]);
    }

    #[test]
    fn a_message_that_breaks_off_ends_there() {
        assert_eq!(Fields(&[0x0a, 0xff, 0xff, 0x01]).count(), 0);
        assert_eq!(Fields(&[0x08, 0x05, 0x0a, 0x09, 0x00]).count(), 1);
        assert_eq!(Fields(&[0xff; 11]).count(), 0);
    }
}
