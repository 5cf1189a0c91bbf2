//! `tf.train.Example` messages: named lists of bytes, floats or integers.
//!
//! Four message types of protobuf, of which only two wire types occur, are less than the code that
//! a generator would bring. The messages: tensorflow/core/example/feature.proto.

use super::image::{self, ImageMode};
use crate::array::{Array, Kind};

/// A value of a feature.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Feature<'b> {
    Bytes(Vec<&'b [u8]>),
    Floats(Vec<f32>),
    Integers(Vec<i64>),
}

/// The fields of a message, one after the other.
struct Message<'b>(&'b [u8]);

/// The value of a field.
enum Wire<'b> {
    Number(u64),
    Bytes(&'b [u8]),
    Four([u8; 4]),
    Eight,
}

impl<'b> Message<'b> {
    fn varint(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..70).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7F).checked_shl(shift).unwrap_or(0);
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn take(&mut self, len: u64) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(usize::try_from(len).ok()?)?;
        self.0 = rest;
        Some(taken)
    }

    /// The next field's number and value; `Some(None)` at the end.
    fn next(&mut self) -> Option<Option<(u64, Wire<'b>)>> {
        if self.0.is_empty() {
            return Some(None);
        }
        let key = self.varint()?;
        let value = match key & 7 {
            0 => Wire::Number(self.varint()?),
            1 => self.take(8).map(|_| Wire::Eight)?,
            2 => {
                let len = self.varint()?;
                Wire::Bytes(self.take(len)?)
            }
            5 => Wire::Four(self.take(4)?.try_into().ok()?),
            _ => return None,
        };
        Some(Some((key >> 3, value)))
    }
}

/// The features of an example, in the message's order; `None` if it is damaged.
pub(super) fn features(bytes: &[u8]) -> Option<Vec<(String, Feature<'_>)>> {
    let mut all = Vec::new();
    let mut example = Message(bytes);
    while let Some((number, value)) = example.next()? {
        let (1, Wire::Bytes(features)) = (number, value) else { continue };
        let mut map = Message(features);
        while let Some((number, value)) = map.next()? {
            let (1, Wire::Bytes(entry)) = (number, value) else { continue };
            let (mut name, mut feature) = (String::new(), None);
            let mut entry = Message(entry);
            while let Some((number, value)) = entry.next()? {
                match (number, value) {
                    (1, Wire::Bytes(text)) => name = std::str::from_utf8(text).ok()?.to_owned(),
                    (2, Wire::Bytes(bytes)) => feature = list(bytes)?,
                    _ => {}
                }
            }
            if let Some(feature) = feature {
                all.push((name, feature));
            }
        }
    }
    Some(all)
}

/// The list of a `Feature`; `Some(None)` for an empty one.
fn list(bytes: &[u8]) -> Option<Option<Feature<'_>>> {
    let Some((number, Wire::Bytes(bytes))) = Message(bytes).next()? else { return Some(None) };
    let mut values = Message(bytes);
    let mut found = match number {
        1 => Feature::Bytes(Vec::new()),
        2 => Feature::Floats(Vec::new()),
        3 => Feature::Integers(Vec::new()),
        _ => return None,
    };
    while let Some((number, value)) = values.next()? {
        if number != 1 {
            continue;
        }
        match (&mut found, value) {
            (Feature::Bytes(all), Wire::Bytes(bytes)) => all.push(bytes),
            (Feature::Floats(all), Wire::Four(bytes)) => all.push(f32::from_le_bytes(bytes)),
            (Feature::Floats(all), Wire::Bytes(packed)) => {
                let (numbers, rest) = packed.as_chunks::<4>();
                all.extend(numbers.iter().map(|&bytes| f32::from_le_bytes(bytes)));
                if !rest.is_empty() {
                    return None;
                }
            }
            (Feature::Integers(all), Wire::Number(number)) => all.push(number as i64),
            (Feature::Integers(all), Wire::Bytes(packed)) => {
                let mut packed = Message(packed);
                while !packed.0.is_empty() {
                    all.push(packed.varint()? as i64);
                }
            }
            _ => return None,
        }
    }
    Some(Some(found))
}

/// The array of a feature, and whether it is an image. A list of one number is a scalar.
///
/// # Errors
/// A clause.
pub(super) fn array(feature: &Feature<'_>, images: ImageMode) -> Result<(Array, bool), String> {
    let dims = |n: usize| if n == 1 { Vec::new() } else { vec![n] };
    Ok(match feature {
        Feature::Floats(numbers) => (Array::floats(&dims(numbers.len()), numbers), false),
        Feature::Integers(numbers) => (Array::integers(&dims(numbers.len()), numbers), false),
        Feature::Bytes(all) => match all[..] {
            [bytes] if image::format_of(bytes).is_some() => (image::decode(bytes, images)?, true),
            [bytes] => (Array::new(Kind::U8, &[bytes.len()], bytes.to_vec())?, false),
            _ => return Err(format!("holds {} strings; expected one", all.len())),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn varint(mut n: u64, out: &mut Vec<u8>) {
        while n >= 0x80 {
            out.push(n as u8 | 0x80);
            n >>= 7;
        }
        out.push(n as u8);
    }

    fn bytes(number: u64, content: &[u8], out: &mut Vec<u8>) {
        varint(number << 3 | 2, out);
        varint(content.len() as u64, out);
        out.extend(content);
    }

    /// An example as TensorFlow writes it: numbers are packed.
    fn encode(features: &[(&str, Feature<'_>)]) -> Vec<u8> {
        let mut map = Vec::new();
        for (name, feature) in features {
            let (mut list, mut entry, mut it) = (Vec::new(), Vec::new(), Vec::new());
            let kind = match feature {
                Feature::Bytes(all) => {
                    all.iter().for_each(|b| bytes(1, b, &mut list));
                    1
                }
                Feature::Floats(all) => {
                    let packed: Vec<u8> = all.iter().flat_map(|x| x.to_le_bytes()).collect();
                    bytes(1, &packed, &mut list);
                    2
                }
                Feature::Integers(all) => {
                    let mut packed = Vec::new();
                    all.iter().for_each(|&n| varint(n as u64, &mut packed));
                    bytes(1, &packed, &mut list);
                    3
                }
            };
            bytes(kind, &list, &mut it);
            bytes(1, name.as_bytes(), &mut entry);
            bytes(2, &it, &mut entry);
            bytes(1, &entry, &mut map);
        }
        let mut example = Vec::new();
        bytes(1, &map, &mut example);
        example
    }

    #[test]
    fn examples_are_read_whole_or_not_at_all() {
        let all = [
            ("x", Feature::Floats(vec![1.5, -2.0])),
            ("label", Feature::Integers(vec![-3, 300])),
            ("name", Feature::Bytes(vec![b"abc"])),
        ];
        let encoded = encode(&all);
        let expected: Vec<(String, Feature<'_>)> =
            all.iter().map(|(name, f)| ((*name).to_owned(), f.clone())).collect();
        assert_eq!(features(&encoded), Some(expected));
        // A message that is cut off within is damaged.
        assert!((1..encoded.len()).all(|end| features(&encoded[..end]).is_none()));
        assert_eq!(features(&[]), Some(Vec::new()));
        // `feature { float_list { value: 1 } }` without packing.
        assert_eq!(
            list(&[0x12, 5, 0x0D, 0, 0, 0x80, 0x3F]),
            Some(Some(Feature::Floats(vec![1.0])))
        );
    }
}
