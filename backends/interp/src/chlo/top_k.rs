//! The largest elements of rows.

use crate::alloc;
use crate::body::keys::{own_order, total_order};
use crate::error::{EvalError, EvalResult};
use hloom_ir::{Element, Literal, Type};

/// The `k` largest elements of each row and their indices.
pub(crate) fn top_k(x: &Literal, k: usize, limit: u64) -> EvalResult<[Literal; 2]> {
    let Some((&row, before)) = x.dims().split_last() else {
        return Err(EvalError::invalid("the operand has no dimension"));
    };
    if k as i64 > row {
        return Err(EvalError::invalid(format!("rows of {row} elements have no {k} largest")));
    }
    let x = x.expanded();
    let mut dims = before.to_vec();
    dims.push(k as i64);
    let (values, places) = (Type::tensor(&dims, x.element()), Type::tensor(&dims, Element::I32));
    let (mut largest, mut at) =
        (alloc::alloc_zeroed(values, limit)?, alloc::alloc_zeroed(places, limit)?);
    let width = x.element().byte_width();
    let keys = keys(&x)?;
    let row = row as usize;
    let indices: &mut [i32] = bytemuck::cast_slice_mut(at.as_mut_slice());
    if k > 0 {
        for (r, chosen) in indices.chunks_exact_mut(k).enumerate() {
            let keys = &keys[r * row..(r + 1) * row];
            let mut order: Vec<u32> = (0..row as u32).collect();
            let before =
                |&a: &u32, &b: &u32| keys[b as usize].cmp(&keys[a as usize]).then(a.cmp(&b));
            if k < row {
                order.select_nth_unstable_by(k - 1, before);
                order.truncate(k);
            }
            order.sort_unstable_by(before);
            for (j, (slot, &i)) in chosen.iter_mut().zip(&order).enumerate() {
                *slot = i as i32;
                let from = (r * row + i as usize) * width;
                let to = (r * k + j) * width;
                largest.as_mut_slice()[to..to + width]
                    .copy_from_slice(&x.bytes()[from..from + width]);
            }
        }
    }
    Ok([alloc::literal(values, largest)?, alloc::literal(places, at)?])
}

/// An integer for each element in the same order; floats by total order, as in
/// `stablehlo.sort`.
fn keys(x: &Literal) -> EvalResult<Vec<u64>> {
    let (element, bytes) = (x.element(), x.bytes());
    let keys = match element.is_float() {
        true => Some(total_order(element, bytes)),
        false => own_order(element, bytes),
    };
    keys.ok_or_else(|| EvalError::unsupported(format!("elements of {element} have no order")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_elements_stay_in_order_and_nan_comes_first() {
        let ty = Type::tensor(&[6], Element::F32);
        let x = Literal::from_f64s(ty, &[1.0, f64::NAN, 3.0, 1.0, -0.0, 0.0]).unwrap();
        let [values, places] = top_k(&x, 6, u64::MAX).unwrap();
        assert_eq!(places.as_slice::<i32>(), [1, 2, 0, 3, 5, 4]);
        assert_eq!(values.get_f64(1), 3.0);
    }
}
