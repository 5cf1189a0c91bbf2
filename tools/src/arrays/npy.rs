//! NumPy's `.npy` files, from and to [`Literal`]s.
//!
//! The format: <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>. A file has
//! a *descr* (`<f4`), a shape and an order; [`decode`] converts it to a literal of the program's
//! type, or reports the difference. Row-major and Fortran order are supported, and both byte
//! orders.
//!
//! Types that NumPy lacks are written like `ml_dtypes` arrays: bf16 as `<V2`, the narrow floats and
//! integers as `|V1`, one element per byte, in the low bits. NumPy loads those as raw bytes, and
//! `a.view(ml_dtypes.bfloat16)` restores the type. An unsigned integer of the same width is
//! accepted as raw bits for any type.
//!
//! The header is parsed here and not by a crate, because `ml_dtypes` writes `float8_e5m2` as `<f1`,
//! which the crates reject, and because files are untrusted: no memory is allocated based on the
//! header alone, and nesting is not followed. This module does not open files.

use std::fmt;

use hloom_ir::literal::Bytes;
use hloom_ir::{Element, Literal, TensorType};

/// The six bytes that every file starts with.
pub const MAGIC: &[u8] = b"\x93NUMPY";

/// The maximum length of a header, as in NumPy's own reader; real headers are at most a tenth of
/// that.
const MAX_HEADER: usize = 10_000;

/// The reason why an array can't be used, as a clause that follows the file's name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unusable(pub String);

macro_rules! unusable {
    ($($message:tt)+) => { Unusable(format!($($message)+)) };
}

/// The spelling of a file's elements: `<f4` is little-endian, `f`, 4 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Descr {
    big_endian: bool,
    /// NumPy's letter for the class of number.
    kind: char,
    /// Bytes of one element.
    width: usize,
}

impl Descr {
    /// Parses `<f4`; `None` for other types, such as `<U7` or `|O`.
    fn parse(text: &str) -> Option<Descr> {
        let mut chars = text.chars();
        let big_endian = match chars.next()? {
            '<' | '|' | '=' => false,
            '>' => true,
            _ => return None,
        };
        let kind = chars.next().filter(|c| "biufcV".contains(*c))?;
        let width = chars.as_str().parse().ok().filter(|w| (1..=16).contains(w))?;
        Some(Descr { big_endian, kind, width })
    }

    /// The spelling for an element type.
    fn of(element: Element) -> Descr {
        use Element::*;
        let kind = match element {
            I1 => 'b',
            I8 | I16 | I32 | I64 | Index => 'i',
            U8 | U16 | U32 | U64 => 'u',
            F16 | F32 | TF32 | F64 => 'f',
            C64 | C128 => 'c',
            Quant(q) => return Descr::of(q.storage),
            I2 | I4 | U2 | U4 | F4E2M1FN | F6E2M3FN | F6E3M2FN | F8E3M4 | F8E4M3 | F8E4M3FN
            | F8E4M3FNUZ | F8E4M3B11FNUZ | F8E5M2 | F8E5M2FNUZ | F8E8M0FNU | BF16 => 'V',
        };
        Descr { big_endian: false, kind, width: element.byte_width() }
    }

    /// Whether a file with this spelling can be read as an element type.
    fn fits(self, element: Element) -> bool {
        let expected = Descr::of(element);
        let raw_bits = self.kind == 'u';
        let void = self.kind == 'V' && expected.kind == 'V';
        // `ml_dtypes` registers this type as a one-byte float.
        let e5m2 = self.kind == 'f' && element == Element::F8E5M2;
        self.width == expected.width && (self.kind == expected.kind || raw_bits || void || e5m2)
    }
}

impl fmt::Display for Descr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = match (self.width, self.big_endian) {
            (1, _) => '|',
            (_, false) => '<',
            (_, true) => '>',
        };
        write!(f, "{order}{}{}", self.kind, self.width)
    }
}

/// The header before the elements.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Header {
    descr: Descr,
    fortran_order: bool,
    shape: Vec<u64>,
}

impl Header {
    /// Parses the header, and returns it with the remaining bytes.
    fn parse(bytes: &[u8]) -> Result<(Header, &[u8]), Unusable> {
        let rest = bytes
            .strip_prefix(MAGIC)
            .ok_or_else(|| unusable!("is no .npy file: it does not start with \\x93NUMPY"))?;
        let (length, rest) = match *rest {
            [1, _, a, b, ref rest @ ..] => (usize::from(u16::from_le_bytes([a, b])), rest),
            [2 | 3, _, a, b, c, d, ref rest @ ..] => {
                (u32::from_le_bytes([a, b, c, d]) as usize, rest)
            }
            [] | [1..=3, ..] => return Err(unusable!("is cut off within its header")),
            [major, ..] => {
                return Err(unusable!("is of version {major} of the format; 1 to 3 are known"));
            }
        };
        if length > MAX_HEADER {
            return Err(unusable!("has a header of {length} bytes; at most {MAX_HEADER} are read"));
        }
        let (header, data) = rest
            .split_at_checked(length)
            .ok_or_else(|| unusable!("is cut off within its header"))?;
        let header = std::str::from_utf8(header)
            .map_err(|_| unusable!("has a header that is not UTF-8 text"))?;
        Ok((Header::parse_dict(header)?, data))
    }

    /// Parses `{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }`.
    fn parse_dict(text: &str) -> Result<Header, Unusable> {
        let mut descr = None;
        let mut fortran_order = None;
        let mut shape = None;
        let malformed = || unusable!("has a header that can't be read: {}", excerpt(text));
        let mut rest = text.trim().strip_prefix('{').ok_or_else(malformed)?.trim_start();
        while !rest.starts_with('}') {
            let (key, after) = quoted(rest).ok_or_else(malformed)?;
            let after = after.trim_start().strip_prefix(':').ok_or_else(malformed)?.trim_start();
            rest = match key {
                "descr" => {
                    let Some((spelling, after)) = quoted(after) else {
                        return Err(unusable!(
                            "holds records ({}), not one number an element",
                            excerpt(after)
                        ));
                    };
                    descr = Some(Descr::parse(spelling).ok_or_else(|| {
                        unusable!(
                            "holds elements of type `{}`, which are no numbers",
                            excerpt(spelling)
                        )
                    })?);
                    after
                }
                "fortran_order" => {
                    let yes = after.strip_prefix("True");
                    fortran_order = Some(yes.is_some());
                    yes.or_else(|| after.strip_prefix("False")).ok_or_else(malformed)?
                }
                "shape" => {
                    let (list, after) = after
                        .strip_prefix('(')
                        .and_then(|t| t.split_once(')'))
                        .ok_or_else(malformed)?;
                    shape = Some(extents(list).ok_or_else(malformed)?);
                    after
                }
                _ => return Err(malformed()),
            };
            rest = rest.trim_start();
            rest = match rest.strip_prefix(',') {
                Some(after) => after.trim_start(),
                None if rest.starts_with('}') => rest,
                None => return Err(malformed()),
            };
        }
        match (descr, fortran_order, shape) {
            (Some(descr), Some(fortran_order), Some(shape)) => {
                Ok(Header { descr, fortran_order, shape })
            }
            _ => Err(malformed()),
        }
    }

    /// The shape and spelling for diagnostics.
    fn describe(&self) -> String {
        let shape: Vec<String> = self.shape.iter().map(u64::to_string).collect();
        let shape = match &shape[..] {
            [one] => format!("({one},)"),
            many => format!("({})", many.join(", ")),
        };
        format!("{shape} of `{}`", self.descr)
    }
}

/// The quoted text at the start of `text`, and the remaining text.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    text[1..].split_once(quote)
}

/// Parses the extents in `2, 3`, `2,` or an empty list; Python 2 wrote `2L`.
fn extents(list: &str) -> Option<Vec<u64>> {
    let list = list.trim();
    if list.is_empty() {
        return Some(Vec::new());
    }
    let list = list.strip_suffix(',').unwrap_or(list);
    list.split(',')
        .map(|extent| {
            let extent = extent.trim();
            extent.strip_suffix('L').unwrap_or(extent).parse().ok()
        })
        .collect()
}

/// The start of a text, short enough for a diagnostic.
fn excerpt(text: &str) -> String {
    let text = text.trim_end();
    let short: String = text.chars().take(60).flat_map(char::escape_default).collect();
    if text.chars().nth(60).is_some() { short + "…" } else { short }
}

/// Decodes a file's bytes as a tensor of type `expected`; unknown extents are those of the file.
///
/// # Errors
/// If the bytes are not an `.npy` file, or have another type or shape; the message gives the
/// expected and the actual one.
pub fn decode(bytes: &[u8], expected: &TensorType) -> Result<Literal, Unusable> {
    let (header, data) = Header::parse(bytes)?;
    let mismatch =
        || unusable!("holds {}; expected {expected}{}", header.describe(), hint(expected));
    let shape_fits = header.shape.len() == expected.rank()
        && header
            .shape
            .iter()
            .zip(&expected.dims)
            .all(|(&have, &want)| want == hloom_ir::DYNAMIC || u64::try_from(want) == Ok(have));
    if !shape_fits || !header.descr.fits(expected.element) {
        return Err(mismatch());
    }
    let dims: Vec<i64> = header
        .shape
        .iter()
        .map(|&d| i64::try_from(d).ok())
        .collect::<Option<_>>()
        .ok_or_else(mismatch)?;
    let tensor = expected.with_dims(&dims);
    let size = tensor
        .byte_size()
        .ok_or_else(|| unusable!("has a shape that overflows: {}", header.describe()))?;
    if data.len() != size {
        return Err(unusable!(
            "announces {}, which is {size} bytes, but holds {}",
            header.describe(),
            data.len()
        ));
    }
    // From here on, the size is that of the bytes that were read.
    let mut elements = Bytes::from(data);
    let storage = match tensor.element {
        Element::Quant(q) => q.storage,
        other => other,
    };
    if header.descr.big_endian {
        let part = storage.real_part().byte_width();
        elements.as_mut_slice().chunks_exact_mut(part).for_each(<[u8]>::reverse);
    }
    if header.fortran_order {
        elements = row_major(elements.as_slice(), &header.shape, storage.byte_width());
    }
    into_memory_form(elements.as_mut_slice(), storage)?;
    Literal::new(tensor.into(), elements).map_err(|error| Unusable(error.to_string()))
}

/// Decodes a file's bytes as a tensor of the written type.
///
/// # Errors
/// As [`decode`]; or if the spelling is ambiguous, such as `|V1`, which any narrow type may have.
pub fn decode_as_written(bytes: &[u8]) -> Result<Literal, Unusable> {
    let (header, _) = Header::parse(bytes)?;
    let spelling = Descr { big_endian: false, ..header.descr };
    let mut fitting = Element::ALL
        .into_iter()
        .filter(|&e| Descr::of(e) == spelling && !matches!(e, Element::TF32 | Element::Index));
    let (Some(element), None) = (fitting.next(), fitting.next()) else {
        return Err(unusable!("holds elements of `{}`, which may mean any type", header.descr));
    };
    let dims: Option<Vec<i64>> = header.shape.iter().map(|&d| i64::try_from(d).ok()).collect();
    let dims = dims.ok_or_else(|| unusable!("has a shape that overflows"))?;
    decode(bytes, &TensorType::new(&dims, element))
}

/// A hint about types that NumPy lacks.
fn hint(expected: &TensorType) -> String {
    let descr = Descr::of(expected.element);
    let raw = Descr { kind: 'u', ..descr };
    if descr.kind == 'V' {
        format!(" (elements as `{descr}` or, as raw bits, `{raw}`)")
    } else {
        format!(" (elements as `{descr}`)")
    }
}

/// Reorders elements from Fortran order (first dimension fastest) to row-major.
fn row_major(data: &[u8], shape: &[u64], width: usize) -> Bytes {
    let mut out = Bytes::zeros(data.len());
    // Byte strides of the source, first dimension first.
    let mut strides = Vec::with_capacity(shape.len());
    let mut stride = width;
    for &extent in shape {
        strides.push(stride);
        stride = stride.saturating_mul(extent as usize);
    }
    let mut index = vec![0u64; shape.len()];
    let mut at = 0;
    for slot in out.as_mut_slice().chunks_exact_mut(width) {
        slot.copy_from_slice(&data[at..at + width]);
        // Increments the index, last dimension first, and updates the source offset.
        for d in (0..shape.len()).rev() {
            index[d] += 1;
            at += strides[d];
            if index[d] < shape[d] {
                break;
            }
            at -= strides[d] * shape[d] as usize;
            index[d] = 0;
        }
    }
    out
}

/// Converts elements from NumPy's format to that of [`Literal`] where they differ, and rejects
/// invalid patterns.
fn into_memory_form(data: &mut [u8], element: Element) -> Result<(), Unusable> {
    let bits = element.bit_width();
    if element == Element::TF32 {
        for word in data.chunks_exact_mut(4) {
            let rounded = round_to_tf32(u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
            word.copy_from_slice(&rounded.to_le_bytes());
        }
    } else if bits < 8 {
        let mask = (1u8 << bits) - 1;
        for byte in data {
            let (low, high) = (*byte & mask, *byte & !mask);
            let negative = element.is_signed() && low >> (bits - 1) == 1;
            if high != 0 && !(negative && high == !mask) {
                return Err(unusable!("holds {byte:#04x}, which is no pattern of {element}"));
            }
            *byte = if negative { low | !mask } else { low };
        }
    }
    Ok(())
}

/// The nearest number with 10 mantissa bits to an `f32`, ties to even.
fn round_to_tf32(bits: u32) -> u32 {
    const DROPPED: u32 = 13;
    if f32::from_bits(bits).is_nan() {
        // The quiet bit is kept, so a NaN remains a NaN.
        return (bits | 1 << 22) & !((1 << DROPPED) - 1);
    }
    let odd = (bits >> DROPPED) & 1;
    let up = bits.wrapping_add((1 << (DROPPED - 1)) - 1 + odd);
    up & !((1 << DROPPED) - 1)
}

/// The `.npy` file of a tensor: format version 1, little-endian, row-major.
pub fn encode(literal: &Literal) -> Vec<u8> {
    let literal = literal.expanded();
    let storage = match literal.element() {
        Element::Quant(q) => q.storage,
        other => other,
    };
    let shape: Vec<String> = literal.dims().iter().map(i64::to_string).collect();
    let shape = match &shape[..] {
        [one] => format!("({one},)"),
        many => format!("({})", many.join(", ")),
    };
    let descr = Descr::of(storage);
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
    // The elements are 64-byte aligned, for memory-mapped files.
    let fixed = MAGIC.len() + 4 + 1;
    let padding = (fixed + header.len()).next_multiple_of(64) - fixed - header.len();
    header.extend(std::iter::repeat_n(' ', padding));
    header.push('\n');

    let elements = literal.bytes();
    let mut file = Vec::with_capacity(fixed + header.len() + elements.len());
    file.extend_from_slice(MAGIC);
    // A header whose length exceeds 16 bits needs version 2.
    match u16::try_from(header.len()) {
        Ok(length) => {
            file.extend_from_slice(&[1, 0]);
            file.extend_from_slice(&length.to_le_bytes());
        }
        Err(_) => {
            file.extend_from_slice(&[2, 0]);
            file.extend_from_slice(&(header.len() as u32).to_le_bytes());
        }
    }
    file.extend_from_slice(header.as_bytes());
    let start = file.len();
    file.extend_from_slice(elements);
    // Narrow signed integers are sign-extended in memory, but not in the file.
    if storage.bit_width() < 8 {
        let mask = (1u8 << storage.bit_width()) - 1;
        file[start..].iter_mut().for_each(|byte| *byte &= mask);
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_ir::Type;

    fn file(descr: &str, order: &str, shape: &str, data: &[u8]) -> Vec<u8> {
        let header =
            format!("{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}\n");
        let mut bytes = MAGIC.to_vec();
        bytes.extend([1, 0]);
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.as_bytes());
        bytes.extend(data);
        bytes
    }

    fn tensor(dims: &[i64], element: Element) -> TensorType {
        TensorType::new(dims, element)
    }

    fn refusal(bytes: &[u8], expected: &TensorType) -> String {
        decode(bytes, expected).unwrap_err().to_string()
    }

    #[test]
    fn every_element_type_comes_back() {
        for element in Element::ALL {
            let ty = Type::tensor(&[2, 3], element);
            let literal = Literal::from_f64s(ty, &[0.0, 1.0, -1.0, 0.5, 2.0, -2.0]).unwrap();
            let bytes = encode(&literal);
            assert_eq!(decode(&bytes, literal.tensor()).unwrap(), literal, "{element}");
            assert!(bytes.len() % 64 == literal.bytes().len() % 64, "{element} is not aligned");
        }
    }

    /// The output of `np.save` for `ml_dtypes` arrays (NumPy 2.4, ml_dtypes 0.6).
    #[test]
    fn spellings_of_ml_dtypes_are_read() {
        let bf16 = file("'<V2'", "False", "(2,)", &[0x80, 0x3f, 0x00, 0xc0]);
        let literal = decode(&bf16, &tensor(&[2], Element::BF16)).unwrap();
        assert_eq!([literal.get_f64(0), literal.get_f64(1)], [1.0, -2.0]);
        let e5m2 = file("'<f1'", "False", "(1,)", &[0x3c]);
        assert_eq!(decode(&e5m2, &tensor(&[1], Element::F8E5M2)).unwrap().get_f64(0), 1.0);
        let int4 = file("'<V1'", "False", "(3,)", &[15, 7, 8]);
        let literal = decode(&int4, &tensor(&[3], Element::I4)).unwrap();
        assert_eq!([0, 1, 2].map(|i| literal.get_int(i).unwrap()), [-1, 7, -8]);
        assert_eq!(&encode(&literal)[128..], [15, 7, 8]);
    }

    #[test]
    fn unsigned_integers_are_raw_bits() {
        let bits = file("'<u4'", "False", "()", &1.5f32.to_bits().to_le_bytes());
        assert_eq!(decode(&bits, &tensor(&[], Element::F32)).unwrap().get_f64(0), 1.5);
        let byte = file("'|u1'", "False", "()", &[2]);
        let text = refusal(&byte, &tensor(&[], Element::I1));
        assert_eq!(text, "holds 0x02, which is no pattern of i1");
        let signed = file("'<i4'", "False", "()", &[0; 4]);
        assert!(refusal(&signed, &tensor(&[], Element::F32)).contains("holds () of `<i4`"));
    }

    #[test]
    fn other_orders_are_read() {
        let columns: Vec<u8> =
            [1f32, 4., 2., 5., 3., 6.].iter().flat_map(|v| v.to_be_bytes()).collect();
        let bytes = file("'>f4'", "True", "(2, 3)", &columns);
        let literal = decode(&bytes, &tensor(&[2, 3], Element::F32)).unwrap();
        assert_eq!(literal.as_slice::<f32>(), [1., 2., 3., 4., 5., 6.]);
        let complex: Vec<u8> = [1f32, 2.].iter().flat_map(|v| v.to_be_bytes()).collect();
        let literal =
            decode(&file("'>c8'", "False", "()", &complex), &tensor(&[], Element::C64)).unwrap();
        assert_eq!(literal.as_slice::<f32>(), [1., 2.]);
    }

    #[test]
    fn a_spelling_says_its_type() {
        let literal = Literal::from_f64s(Type::tensor(&[2], Element::BF16), &[1.0, 2.0]).unwrap();
        assert_eq!(decode_as_written(&encode(&literal)).unwrap(), literal);
        let literal = Literal::from_f64s(Type::tensor(&[], Element::F32), &[1.0]).unwrap();
        assert_eq!(decode_as_written(&encode(&literal)).unwrap(), literal);
        let literal = Literal::from_f64s(Type::tensor(&[], Element::I4), &[1.0]).unwrap();
        assert!(decode_as_written(&encode(&literal)).is_err());
    }

    #[test]
    fn unknown_extents_are_filled_in() {
        let bytes = file("'<i4'", "False", "(2, 1)", &[0; 8]);
        let open = tensor(&[hloom_ir::DYNAMIC, 1], Element::I32);
        assert_eq!(decode(&bytes, &open).unwrap().dims(), [2, 1]);
    }

    #[test]
    fn what_differs_is_said() {
        let bytes = file("'<f4'", "False", "(2, 3)", &[0; 24]);
        assert_eq!(
            refusal(&bytes, &tensor(&[3, 2], Element::F32)),
            "holds (2, 3) of `<f4`; expected tensor<3x2xf32> (elements as `<f4`)"
        );
        assert_eq!(
            refusal(&bytes, &tensor(&[2, 3], Element::BF16)),
            "holds (2, 3) of `<f4`; expected tensor<2x3xbf16> \
             (elements as `<V2` or, as raw bits, `<u2`)"
        );
    }

    #[test]
    fn hostile_files_are_refused() {
        let expected = tensor(&[hloom_ir::DYNAMIC], Element::F64);
        let good = file("'<f8'", "False", "(2,)", &[0; 16]);
        assert!(decode(&good, &expected).is_ok());
        for end in 0..good.len() {
            assert!(decode(&good[..end], &expected).is_err(), "cut at {end}");
        }
        let longer = [good.as_slice(), &[0]].concat();
        assert!(refusal(&longer, &expected).contains("16 bytes, but holds 17"));
        let huge = file("'<f8'", "False", "(4611686018427387904,)", &[]);
        assert!(refusal(&huge, &expected).contains("overflows"));
        let huge = file("'<f8'", "False", "(1099511627776,)", &[]);
        assert!(refusal(&huge, &expected).contains("but holds 0"));
        let beyond = file("'<f8'", "False", "(99999999999999999999999,)", &[]);
        assert!(refusal(&beyond, &expected).contains("can't be read"));
        let nested = file("'<f8'", "False", &"(".repeat(9_000), &[]);
        assert!(refusal(&nested, &expected).contains("can't be read"));
        let long = [MAGIC, &[2, 0], &u32::MAX.to_le_bytes()].concat();
        assert!(refusal(&long, &expected).contains("header of 4294967295 bytes"));
        let records = file("[('a', '<f4')]", "False", "(2,)", &[0; 8]);
        assert!(refusal(&records, &expected).contains("holds records"));
        let objects = file("'|O'", "False", "(2,)", &[0; 8]);
        assert!(refusal(&objects, &expected).contains("`|O`, which are no numbers"));
        assert!(refusal(b"PK\x03\x04", &expected).contains("is no .npy file"));
        assert!(refusal(b"\x93NUMPY\x09\x00", &expected).contains("version 9"));
    }

    #[test]
    fn tf32_is_rounded_to_even() {
        let below = f32::from_bits(0x3f80_1000); // halfway between 1 and the next
        assert_eq!(f32::from_bits(round_to_tf32(below.to_bits())), 1.0);
        assert_eq!(round_to_tf32(0x3f80_3000), 0x3f80_4000);
        assert!(f32::from_bits(round_to_tf32(0x7f80_0001)).is_nan());
        assert_eq!(round_to_tf32(f32::INFINITY.to_bits()), f32::INFINITY.to_bits());
    }
}
