//! The arrays of a matrix in compressed rows or columns, from rows in memory.

use hloom_storage::{Inputs, Scalar, Value};

use super::backend::MatrixRows;

/// The arrays `len`, `pos`, `idx` and `val` of a tensor of this name (the formats `csr` and `csc`) with so many
/// rows at the outer level: those that code left in memory. Entries are sorted inside of each row, and zeros are none.
/// `None` if there are more rows, or a key is negative.
pub(crate) fn compressed(
    rows: &MatrixRows<'_>,
    outer: u64,
    (tensor, base): (&str, Scalar),
) -> Option<Inputs> {
    let MatrixRows { first, keys, low, values } = rows;
    let count = usize::try_from(outer).ok()?;
    if first.len() > count + 1 || *low < 0 {
        return None;
    }
    let mut pos = Vec::with_capacity(count + 1);
    let (mut idx, mut bits) = (Vec::with_capacity(keys.len()), Vec::with_capacity(keys.len()));
    let mut row: Vec<(u64, u64)> = Vec::new();
    let is_entry = |bits: u64| match base {
        Scalar::Real => f64::from_bits(bits) != 0.0,
        Scalar::Int | Scalar::Bool => bits != 0,
    };
    pos.push(0);
    for ends in first.windows(2) {
        let own = ends[0] as usize..ends[1] as usize;
        let (own_keys, own_values) = (&keys[own.clone()], &values[own]);
        let mut push = |(key, value): (u64, u64)| {
            if is_entry(value) {
                idx.push(low + key as i64);
                bits.push(value);
            }
        };
        let entries = own_keys.iter().copied().zip(own_values.iter().copied());
        if own_keys.is_sorted() {
            entries.for_each(push);
        } else {
            row.clear();
            row.extend(entries);
            row.sort_unstable_by_key(|entry| entry.0);
            row.drain(..).for_each(&mut push);
        }
        pos.push(idx.len() as i64);
    }
    pos.resize(count + 1, idx.len() as i64);
    let val = match base {
        Scalar::Real => Value::reals(bits.into_iter().map(f64::from_bits).collect::<Vec<_>>()),
        Scalar::Int => Value::ints(bits.into_iter().map(|it| it as i64).collect::<Vec<_>>()),
        Scalar::Bool => return None,
    };
    let parts = [
        ("len", Value::Int(count as i64)),
        ("pos", Value::ints(pos)),
        ("idx", Value::ints(idx)),
        ("val", val),
    ];
    Some(
        parts.into_iter().map(|(part, value)| (format!("{tensor}_{part}").into(), value)).collect(),
    )
}

/// As [`compressed`], from a dense result of so many rows and columns.
pub(crate) fn compressed_dense(
    elements: &[u8],
    [outer, inner]: [u64; 2],
    of: (&str, Scalar),
) -> Option<Inputs> {
    let width = usize::try_from(inner).ok().filter(|width| *width > 0)?;
    if of.1 == Scalar::Bool {
        return None;
    }
    let (mut first, mut keys, mut values) = (vec![0], Vec::new(), Vec::new());
    for row in elements.chunks_exact(8 * width) {
        for (key, bytes) in (0..).zip(row.chunks_exact(8)) {
            let bits = u64::from_le_bytes(bytes.try_into().unwrap_or_default());
            if bits != 0 {
                keys.push(key);
                values.push(bits);
            }
        }
        first.push(keys.len() as u64);
    }
    let rows = MatrixRows { first: first.into(), keys: keys.into(), low: 0, values: values.into() };
    compressed(&rows, outer, of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::borrow::Cow;

    #[test]
    fn dense_rows_have_no_zeros() {
        let elements = [0.0, 2.0, -0.0, 0.0, 0.0, 0.0, 7.0, 0.0, f64::INFINITY];
        let bytes: Vec<u8> = elements.iter().flat_map(|it| f64::to_le_bytes(*it)).collect();
        let found = compressed_dense(&bytes, [3, 3], ("A", Scalar::Real)).unwrap();
        let of = |part: &str| &found[&format!("A_{part}").as_str().into()];
        assert_eq!(*of("len"), Value::Int(3));
        assert_eq!(*of("pos"), Value::ints([0, 1, 1, 3]));
        assert_eq!(*of("idx"), Value::ints([1, 0, 2]));
        assert_eq!(*of("val"), Value::reals([2.0, 7.0, f64::INFINITY]));
        assert_eq!(compressed_dense(&[], [3, 0], ("A", Scalar::Real)), None);
    }

    #[test]
    fn rows_are_sorted_and_have_no_zeros() {
        let values = [4.0, 3.0, 0.0, -0.0, f64::NAN].map(f64::to_bits);
        let first = Cow::Owned(vec![0, 3, 3, 5]);
        let keys = Cow::Owned(vec![5, 1, 2, 0, 3]);
        let rows = MatrixRows { first, keys, low: 1, values: Cow::Borrowed(&values) };
        let found = compressed(&rows, 5, ("A", Scalar::Real)).unwrap();
        let of = |part: &str| &found[&format!("A_{part}").as_str().into()];
        assert_eq!(*of("len"), Value::Int(5));
        assert_eq!(*of("pos"), Value::ints([0, 2, 2, 3, 3, 3]));
        assert_eq!(*of("idx"), Value::ints([2, 6, 4]));
        let Value::Array(val) = of("val") else { panic!() };
        let val = val.reals().unwrap();
        assert!(val[..2] == [3.0, 4.0] && val[2].is_nan());
        // More rows than there may be, and columns below zero.
        assert_eq!(compressed(&rows, 2, ("A", Scalar::Real)), None);
        let rows = MatrixRows { low: -1, ..rows };
        assert_eq!(compressed(&rows, 5, ("A", Scalar::Real)), None);
    }
}
