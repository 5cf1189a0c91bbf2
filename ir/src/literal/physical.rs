//! Conversion of tensors to and from physical layouts.

use super::{Bytes, Literal};
use crate::types::{Layout, TensorType, Type};

impl Literal {
    /// The physical array of the tensor in a layout, with [`Layout::memory`]'s extents and zeros as
    /// padding. `None` if the layout does not fit the tensor, or allocation fails.
    pub fn to_physical(&self, layout: &Layout) -> Option<Literal> {
        let elements = self.try_expanded()?;
        let ty = elements.tensor();
        let mut in_layout = Literal::zeros(ty.in_memory(layout)?.into()).ok()?;
        let width = ty.element.byte_width();
        let to = in_layout.as_mut_slice::<u8>();
        let from = elements.bytes().chunks_exact(width);
        for (from, at) in from.zip(places(layout, &ty.dims)?) {
            to.get_mut(at * width..(at + 1) * width)?.copy_from_slice(from);
        }
        Some(in_layout)
    }

    /// The tensor of a type from its physical array in a layout, the inverse of
    /// [`Literal::to_physical`].
    /// `None` as there, or if the array has another type.
    pub fn from_physical(&self, ty: &TensorType, layout: &Layout) -> Option<Literal> {
        let memory = self.try_expanded()?;
        let width = ty.element.byte_width();
        let mut bytes = Vec::with_capacity(ty.byte_size()?);
        for at in places(layout, &ty.dims)? {
            bytes.extend_from_slice(memory.bytes().get(at * width..(at + 1) * width)?);
        }
        Literal::new(Type::from(ty.clone()), Bytes::from(&bytes[..])).ok()
    }
}

/// The physical offsets of a tensor's elements in row-major order.
fn places(layout: &Layout, dims: &[i64]) -> Option<impl Iterator<Item = usize>> {
    let mut parts = layout.offsets(dims)?;
    let count = dims.iter().try_fold(1usize, |n, &d| n.checked_mul(usize::try_from(d).ok()?))?;
    // The last dimension varies fastest.
    parts.reverse();
    Some((0..count).map(move |n| {
        let mut rest = n;
        let mut at = 0;
        for part in &parts {
            at += part[rest % part.len()];
            rest /= part.len();
        }
        at
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Element;

    fn numbers(dims: &[i64]) -> Literal {
        let count = dims.iter().product::<i64>() as u8;
        let ty = Type::from(TensorType::new(dims, Element::U8));
        Literal::new(ty, Bytes::from(&(1..=count).collect::<Vec<u8>>()[..])).unwrap()
    }

    #[test]
    fn columns_gaps_and_blocks() {
        let x = numbers(&[2, 3]);
        let layout = |order: [u32; 2], pad: &[i64], tile: &[i64]| {
            let mut layout = Layout::new(order);
            layout.pad = pad.iter().copied().collect();
            layout.tile = tile.iter().copied().collect();
            layout
        };
        let columns = layout([0, 1], &[], &[]);
        assert_eq!(x.to_physical(&columns).unwrap().bytes(), [1, 4, 2, 5, 3, 6]);
        let padded = layout([1, 0], &[0, 1], &[]);
        assert_eq!(x.to_physical(&padded).unwrap().bytes(), [1, 2, 3, 0, 4, 5, 6, 0]);
        let blocks = layout([1, 0], &[], &[2, 2]);
        assert_eq!(x.to_physical(&blocks).unwrap().bytes(), [1, 2, 4, 5, 3, 0, 6, 0]);
        for layout in [columns, padded, blocks] {
            let back = x.to_physical(&layout).unwrap().from_physical(x.tensor(), &layout).unwrap();
            assert_eq!(back.bytes(), x.bytes(), "{layout}");
        }
    }

    #[test]
    fn nothing_and_what_does_not_fit() {
        assert_eq!(numbers(&[2, 0]).to_physical(&Layout::new([0, 1])).unwrap().bytes(), [0u8; 0]);
        assert!(numbers(&[2, 3]).to_physical(&Layout::new([0])).is_none());
    }
}
