//! Columns: slices of elements of one type, the operands of elementwise kernels and of compiled
//! regions.

use hloom_ir::literal::Bytes;
use hloom_ir::{Element, Literal};

/// Elements of one type: one for each index, or one that is broadcast.
#[derive(Clone, Copy)]
pub(crate) struct Column<'a> {
    pub(crate) element: Element,
    pub(crate) bytes: &'a [u8],
}

impl<'a> From<&'a Literal> for Column<'a> {
    fn from(literal: &'a Literal) -> Column<'a> {
        Column { element: literal.element(), bytes: literal.bytes() }
    }
}

/// Copies a column; a single element is broadcast.
pub(crate) fn spread(from: &[u8], width: usize, out: &mut [u8]) {
    if from.len() == out.len() {
        out.copy_from_slice(from);
    } else {
        out.chunks_exact_mut(width).for_each(|slot| slot.copy_from_slice(from));
    }
}

/// The index of an element that [`put`] drops.
pub(crate) const NOWHERE: usize = usize::MAX;

/// Gathers the elements of `src` at these indices into `out`.
pub(crate) fn take(width: usize, src: &[u8], places: impl Iterator<Item = usize>, out: &mut Bytes) {
    fn go<const W: usize>(src: &[u8], places: impl Iterator<Item = usize>, out: &mut [u8]) {
        let (src, out) = (src.as_chunks::<W>().0, out.as_chunks_mut::<W>().0);
        out.iter_mut().zip(places).for_each(|(slot, at)| *slot = src[at]);
    }
    match width {
        1 => go::<1>(src, places, out.as_mut_slice()),
        2 => go::<2>(src, places, out.as_mut_slice()),
        4 => go::<4>(src, places, out.as_mut_slice()),
        8 => go::<8>(src, places, out.as_mut_slice()),
        _ => go::<16>(src, places, out.as_mut_slice()),
    }
}

/// Scatters elements to these indices, except those at [`NOWHERE`].
pub(crate) fn put(width: usize, src: &[u8], places: impl Iterator<Item = usize>, dst: &mut [u8]) {
    fn go<const W: usize>(src: &[u8], places: impl Iterator<Item = usize>, dst: &mut [u8]) {
        let (src, dst) = (src.as_chunks::<W>().0, dst.as_chunks_mut::<W>().0);
        for (one, at) in src.iter().zip(places) {
            if at != NOWHERE {
                dst[at] = *one;
            }
        }
    }
    match width {
        1 => go::<1>(src, places, dst),
        2 => go::<2>(src, places, dst),
        4 => go::<4>(src, places, dst),
        8 => go::<8>(src, places, dst),
        _ => go::<16>(src, places, dst),
    }
}
