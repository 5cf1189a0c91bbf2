//! Reading arrays that NumPy or `hloom run --output` wrote, as far as the demo meets them.
//!
//! The format: <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.
//! Little-endian floats and integers in C order; every element becomes an f64,
//! which holds all of them exactly but integers beyond 2^53, and those are refused.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail, ensure};

/// An array in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Array {
    pub(crate) shape: Vec<usize>,
    pub(crate) data: Vec<f64>,
}

impl Array {
    /// Reads a file.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Array> {
        let bytes = fs::read(path).with_context(|| format!("can't read {}", path.display()))?;
        Array::parse(&bytes).with_context(|| format!("{} is no array to use here", path.display()))
    }

    /// The rows along the first dimension; a scalar is one row.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[f64]> {
        let width: usize = self.shape.iter().skip(1).product();
        self.data.chunks(width.max(1))
    }

    fn parse(bytes: &[u8]) -> anyhow::Result<Array> {
        let rest = bytes.strip_prefix(b"\x93NUMPY").context("it lacks NumPy's first six bytes")?;
        let (length, start) = match rest {
            [1, _, a, b, ..] => (u16::from_le_bytes([*a, *b]) as usize, 4),
            [2 | 3, _, a, b, c, d, ..] => (u32::from_le_bytes([*a, *b, *c, *d]) as usize, 6),
            _ => bail!("its format version is unknown"),
        };
        let header = rest.get(start..).and_then(|r| r.get(..length)).context("it is cut off")?;
        let data = &rest[start + length..];
        let header = std::str::from_utf8(header).context("its header is not text")?;

        ensure!(field(header, "fortran_order")?.starts_with("False"), "it is in Fortran order");
        let shape = shape(field(header, "shape")?)?;
        let descr = field(header, "descr")?;
        let descr = descr.trim_start_matches(['\'', '"']);
        let descr = descr.split(['\'', '"']).next().unwrap_or_default();
        let count = shape.iter().try_fold(1usize, |n, &d| n.checked_mul(d));
        let count = count.context("its shape overflows")?;
        Ok(Array { shape, data: elements(descr, data, count)? })
    }
}

/// The text after `'name':` in the header, which is a Python dictionary.
fn field<'a>(header: &'a str, name: &str) -> anyhow::Result<&'a str> {
    let key = format!("'{name}':");
    let at = header.find(&key).with_context(|| format!("its header lacks {name}"))?;
    Ok(header[at + key.len()..].trim_start())
}

/// The dimensions of a tuple such as `(360, 8, 8), }`.
fn shape(text: &str) -> anyhow::Result<Vec<usize>> {
    let inner = text.strip_prefix('(').and_then(|t| t.split_once(')'));
    let (inner, _) = inner.context("its shape is not a tuple")?;
    let dims = inner.split(',').map(str::trim).filter(|d| !d.is_empty());
    dims.map(|d| d.parse().with_context(|| format!("its shape holds `{d}`"))).collect()
}

fn elements(descr: &str, data: &[u8], count: usize) -> anyhow::Result<Vec<f64>> {
    /// Splits `data` into elements of `N` bytes.
    fn each<const N: usize>(
        data: &[u8],
        count: usize,
        f: fn([u8; N]) -> f64,
    ) -> anyhow::Result<Vec<f64>> {
        let (elements, []) = data.as_chunks::<N>() else { bail!("its last element is cut off") };
        ensure!(elements.len() == count, "it holds {} elements, not {count}", elements.len());
        Ok(elements.iter().map(|&e| f(e)).collect())
    }
    match descr {
        "<f4" => each(data, count, |b| f32::from_le_bytes(b).into()),
        "<f8" => each(data, count, f64::from_le_bytes),
        "<i4" => each(data, count, |b| i32::from_le_bytes(b).into()),
        "<i8" => {
            let values = each(data, count, |b| i64::from_le_bytes(b) as f64)?;
            let exact = values.iter().all(|v| v.abs() < (1u64 << 53) as f64);
            ensure!(exact, "an integer in it is beyond 2^53");
            Ok(values)
        }
        "|u1" => each(data, count, |[b]| b.into()),
        other => bail!("its elements are of type `{other}`"),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A file of version 1 with this header and data.
    pub(crate) fn file(descr: &str, order: &str, shape: &str, data: &[u8]) -> Vec<u8> {
        let mut header =
            format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}");
        while (header.len() + 11) % 64 != 0 {
            header.push(' ');
        }
        header.push('\n');
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.as_bytes());
        bytes.extend(data);
        bytes
    }

    fn floats(values: &[f32]) -> Vec<u8> {
        values.iter().flat_map(|v| v.to_le_bytes()).collect()
    }

    #[test]
    fn a_matrix_is_read_row_by_row() {
        let bytes = file("<f4", "False", "(2, 3)", &floats(&[1., 2., 3., 4., 5., -0.5]));
        let array = Array::parse(&bytes).unwrap();
        assert_eq!(array.shape, [2, 3]);
        let rows: Vec<&[f64]> = array.rows().collect();
        assert_eq!(rows, [&[1., 2., 3.], &[4., 5., -0.5]]);
    }

    #[test]
    fn scalars_and_vectors_have_rows_too() {
        let scalar = Array::parse(&file("<f4", "False", "()", &floats(&[7.]))).unwrap();
        assert_eq!((scalar.shape.as_slice(), scalar.data.as_slice()), (&[][..], &[7.0][..]));
        assert_eq!(scalar.rows().count(), 1);
        let vector = Array::parse(&file("<i4", "False", "(2,)", &[1, 0, 0, 0, 255, 255, 255, 255]));
        let vector = vector.unwrap();
        assert_eq!(vector.data, [1.0, -1.0]);
        assert_eq!(vector.rows().count(), 2);
    }

    #[test]
    fn what_is_no_array_is_refused() {
        let good = file("<f4", "False", "(2,)", &floats(&[1., 2.]));
        let refused = |bytes: &[u8]| Array::parse(bytes).unwrap_err().to_string();
        assert!(refused(b"PK").contains("first six bytes"));
        assert!(refused(&good[..7]).contains("version"));
        assert!(refused(&good[..40]).contains("cut off"));
        assert!(refused(&good[..good.len() - 1]).contains("last element"));
        assert!(refused(&good[..good.len() - 4]).contains("1 elements, not 2"));
        assert!(refused(&file("<f4", "True", "(1,)", &[0; 4])).contains("Fortran"));
        assert!(refused(&file("<c8", "False", "(1,)", &[0; 8])).contains("`<c8`"));
        assert!(refused(&file("<f4", "False", "(x,)", &[0; 4])).contains("`x`"));
        assert!(
            refused(&file("<f4", "False", "(9999999999, 9999999999)", &[])).contains("overflows")
        );
        assert!(refused(&file("<i8", "False", "(1,)", &i64::MAX.to_le_bytes())).contains("2^53"));
    }
}
