//! TFRecord files of `tf.train.Example` messages.
//!
//! A record is its length (8 bytes), the masked CRC-32C of the length, the message, and the masked
//! CRC-32C of the message. The file's lengths are read once; then records are read in any order.

use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::path::Path;

use super::example::{array, features};
use super::image::ImageMode;
use crate::array::Array;
use crate::dataset::{Dataset, Field};
use crate::error::{Error, Fault};
use crate::watched::{Opened, unreadable};

/// A TFRecord file, of which the positions of the records are known.
pub(super) struct TfRecord {
    file: Opened,
    /// The position and length of each message.
    records: Vec<(u64, usize)>,
    images: ImageMode,
    fields: Vec<Field>,
}

/// The checksum as it stands in a file.
fn masked(bytes: &[u8]) -> [u8; 4] {
    crc32c::crc32c(bytes).rotate_right(15).wrapping_add(0xA282_EAD8).to_le_bytes()
}

impl TfRecord {
    pub(super) fn open(path: &Path, images: ImageMode) -> Result<TfRecord, Error> {
        let file = Opened::new(path)?;
        let end = file.watched.len();
        let mut reader = BufReader::new(File::open(path).map_err(|e| unreadable(path, e))?);
        let wrong = |number: usize, at: u64, what: &str| {
            let path = path.display();
            Err(Error::Open(format!("record {number} of `{path}`, at byte {at}, {what}")))
        };
        let (mut records, mut at) = (Vec::new(), 0);
        while at < end {
            let mut head = [0; 12];
            match reader.read_exact(&mut head) {
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                    return wrong(records.len(), at, "is cut off");
                }
                outcome => outcome.map_err(|error| unreadable(path, error))?,
            }
            let (len, sum) = head.split_at(8);
            if masked(len) != sum {
                return wrong(records.len(), at, "has a length with a wrong checksum");
            }
            let len = u64::from_le_bytes(len.try_into().unwrap_or_default());
            let next = at.checked_add(16).and_then(|n| n.checked_add(len));
            let (Some(next), Ok(size)) = (next.filter(|&next| next <= end), usize::try_from(len))
            else {
                return wrong(records.len(), at, "is cut off");
            };
            let skipped = i64::try_from(len + 4).ok().map(|n| reader.seek_relative(n));
            skipped.transpose().map_err(|error| unreadable(path, error))?;
            records.push((at + 12, size));
            at = next;
        }
        let mut it = TfRecord { file, records, images, fields: Vec::new() };
        let first = (0..it.records.len()).find_map(|i| it.decode(i).ok());
        it.fields = first.unwrap_or_default().into_iter().map(|(field, _)| field).collect();
        if it.fields.is_empty() && !it.records.is_empty() {
            let path = path.display();
            return Err(Error::Open(format!(
                "`{path}` has no record that is a `tf.train.Example`"
            )));
        }
        Ok(it)
    }

    /// The fields of a record by name, with their arrays.
    fn decode(&self, index: usize) -> Result<Vec<(Field, Array)>, Fault> {
        let (at, len) = self.records[index];
        let bytes = self.file.read(at, len + 4)?;
        let (message, sum) = bytes.split_at(len);
        if masked(message) != sum {
            return Err(Fault::Bad("has a wrong checksum".to_owned()));
        }
        let mut found = features(message).ok_or("is not a `tf.train.Example`".to_owned())?;
        found.sort_by(|a, b| a.0.cmp(&b.0));
        let each = found.into_iter().map(|(name, feature)| {
            let array = array(&feature, self.images);
            let (array, image) = array.map_err(|what| format!("has `{name}`, which {what}"))?;
            let field = Field { name, kind: array.kind, dims: array.dims.clone(), image };
            Ok((field, array))
        });
        Ok(each.collect::<Result<Vec<_>, String>>()?)
    }
}

impl Dataset for TfRecord {
    fn len(&self) -> usize {
        self.records.len()
    }

    fn fields(&self) -> &[Field] {
        &self.fields
    }

    fn place(&self, index: usize) -> String {
        format!("{}, record {index}", self.file.watched.path.display())
    }

    fn sample(&self, index: usize) -> Result<Vec<Array>, Fault> {
        let mut found = self.decode(index)?;
        let arrays = self.fields.iter().map(|field| {
            let at = found.iter().position(|(own, _)| own.name == field.name);
            let at = at.ok_or_else(|| format!("has no feature `{}`", field.name))?;
            Ok(found.swap_remove(at).1)
        });
        Ok(arrays.collect::<Result<Vec<Array>, String>>()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published check value of CRC-32C, and its mask by hand.
    #[test]
    fn the_checksum_is_castagnolis() {
        assert_eq!(crc32c::crc32c(b"123456789"), 0xE306_9283);
        let masked_by_hand = 0xE306_9283u32.rotate_right(15).wrapping_add(0xA282_EAD8);
        assert_eq!(masked(b"123456789"), masked_by_hand.to_le_bytes());
    }
}
