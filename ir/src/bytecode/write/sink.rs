//! Writing of the numbers and parts that bytecode is made of.

/// Bytes of a part of a file.
#[derive(Clone, Default, Debug)]
pub(super) struct Sink {
    pub(super) bytes: Vec<u8>,
}

impl Sink {
    /// One byte.
    pub(super) fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// A number of variable length: the zeros at the end of the first byte tell how many bytes
    /// follow.
    pub(super) fn number(&mut self, n: u64) {
        let bits = 64 - n.leading_zeros();
        // Each byte but the ninth holds seven bits.
        let length = bits.div_ceil(7).max(1);
        if length > 8 {
            self.byte(0);
            self.bytes.extend_from_slice(&n.to_le_bytes());
            return;
        }
        let coded = (n << 1 | 1) << (length - 1);
        self.bytes.extend_from_slice(&coded.to_le_bytes()[..length as usize]);
    }

    /// A number of things that follow.
    pub(super) fn count(&mut self, n: usize) {
        self.number(n as u64);
    }

    /// A number with a sign: zigzag.
    pub(super) fn signed(&mut self, n: i64) {
        self.number((n << 1) as u64 ^ (n >> 63) as u64);
    }

    /// A number, and a flag in its lowest bit.
    pub(super) fn flagged(&mut self, n: u64, flag: bool) {
        self.number(n << 1 | u64::from(flag));
    }

    /// A list of numbers with signs.
    pub(super) fn signed_list(&mut self, all: &[i64]) {
        self.count(all.len());
        for &n in all {
            self.signed(n);
        }
    }

    /// The bits of a number of `width` bits, at most 64: one byte up to 8, else zigzag.
    pub(super) fn bits(&mut self, width: u32, bits: u64) {
        let bits = if width < 64 { bits & ((1 << width) - 1) } else { bits };
        match width {
            0..=8 => self.byte(bits as u8),
            _ => self.signed(bits as i64),
        }
    }

    /// Bytes behind their number.
    pub(super) fn blob(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.bytes.extend_from_slice(bytes);
    }

    /// A section.
    pub(super) fn section(&mut self, id: usize, data: &Sink) {
        self.byte(id as u8);
        self.blob(&data.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::cursor::Cursor;
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let mut numbers = vec![0, 1, 127, 128, u64::MAX, u64::MAX - 1];
        numbers.extend((0..64).flat_map(|shift| [1 << shift, (1 << shift) - 1]));
        for n in numbers {
            let mut sink = Sink::default();
            sink.number(n);
            sink.signed(n as i64);
            sink.signed((n as i64).wrapping_neg());
            let mut cursor = Cursor::new(&sink.bytes);
            assert_eq!(cursor.number().ok(), Some(n));
            assert_eq!(cursor.signed().ok(), Some(n as i64));
            assert_eq!(cursor.signed().ok(), Some((n as i64).wrapping_neg()));
            assert!(cursor.is_empty());
        }
    }
}
