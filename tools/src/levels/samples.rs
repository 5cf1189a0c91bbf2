//! Samples of a tensor: parts along one dimension, taken and put together.

use hloom_ir::{Literal, Type};
use hloom_passes::levels::Part;

/// The extents before and behind a dimension of a value, and the bytes of what is behind.
fn around(value: &Literal, dimension: usize) -> (usize, usize) {
    let product = |dims: &[i64]| dims.iter().product::<i64>() as usize;
    let (before, behind) = value.dims().split_at(dimension);
    (product(before), product(&behind[1..]) * value.element().byte_width())
}

/// Some samples of a value.
pub(super) fn samples_of(
    value: &Literal,
    part: Part,
    (from, size): (usize, usize),
) -> Option<Literal> {
    let unit = part.unit as usize;
    let mut dims = value.dims().to_vec();
    let whole = dims[part.dimension] as usize;
    dims[part.dimension] = (size * unit) as i64;
    let (rows, bytes) = around(value, part.dimension);
    let mut taken = Literal::zeros(value.tensor().with_dims(&dims).into()).ok()?;
    let (from, size) = (from * unit * bytes, size * unit * bytes);
    let into = taken.as_mut_slice::<u8>();
    for row in 0..rows {
        let begin = row * whole * bytes + from;
        into[row * size..][..size].copy_from_slice(&value.bytes()[begin..][..size]);
    }
    Some(taken)
}

/// The type of samples one behind the other.
pub(super) fn joined_type(parts: &[Literal], dimension: usize) -> Option<Type> {
    let first = parts.first()?;
    let mut dims = first.dims().to_vec();
    dims[dimension] = parts.iter().map(|part| part.dims()[dimension]).sum();
    Some(first.tensor().with_dims(&dims).into())
}

/// Writes samples one behind the other.
pub(super) fn join(parts: &[Literal], dimension: usize, whole: &mut Literal) {
    let (rows, bytes) = around(whole, dimension);
    let length = whole.dims()[dimension] as usize * bytes;
    let into = whole.as_mut_slice::<u8>();
    for row in 0..rows {
        let mut at = row * length;
        for part in parts {
            let size = part.dims()[dimension] as usize * bytes;
            into[at..][..size].copy_from_slice(&part.bytes()[row * size..][..size]);
            at += size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_ir::Element;

    #[test]
    fn samples_are_taken_and_joined_along_any_dimension() {
        for dimension in 0..3 {
            let ty = Type::tensor(&[4, 6, 8], Element::F32);
            let all: Vec<f64> = (0..192).map(f64::from).collect();
            let value = Literal::from_f64s(ty, &all).unwrap();
            let part = Part { dimension, unit: 2 };
            let count = value.dims()[dimension] as usize / 2;
            let pieces: Vec<Literal> = [(0, 1), (1, count - 1)]
                .iter()
                .map(|&p| samples_of(&value, part, p).unwrap())
                .collect();
            assert_eq!(pieces[0].dims()[dimension], 2);
            let mut whole = Literal::zeros(joined_type(&pieces, dimension).unwrap()).unwrap();
            join(&pieces, dimension, &mut whole);
            assert_eq!(whole.bytes(), value.bytes());
        }
    }
}
