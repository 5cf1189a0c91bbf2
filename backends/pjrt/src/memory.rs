//! The memory of buffers: hloom's own, or an array of the caller's that is used where it lies.

use std::sync::Arc;

use hloom_ir::{Literal, Type};

use crate::error::{Error, Outcome};
use crate::event::Signal;
use crate::{layout, pool};

/// The alignment from which on a caller's array is used without a copy.
const ALIGNMENT: usize = 16;

/// The elements of a buffer, row-major.
pub(crate) enum Storage {
    /// Memory of hloom's.
    Own(Literal),
    /// Memory of the caller's.
    Lent(Lent),
}

/// An array of the caller's, which does not change before `done` is given.
pub(crate) struct Lent {
    pointer: *const u8,
    bytes: usize,
    done: Arc<Signal>,
}

// SAFETY: the memory is only read, and the caller promised not to change it.
unsafe impl Send for Lent {}
// SAFETY: as above.
unsafe impl Sync for Lent {}

impl Drop for Lent {
    fn drop(&mut self) {
        self.done.give(Ok(()));
    }
}

impl Drop for Storage {
    fn drop(&mut self) {
        if let Storage::Own(tensor) = self {
            pool::give(tensor);
        }
    }
}

impl Storage {
    /// New memory for a tensor, all zero.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(crate) fn zeros(ty: Type) -> Outcome<Storage> {
        let zeros = Literal::zeros(ty).map_err(|error| Error::memory(error.to_string()))?;
        Ok(Storage::Own(zeros))
    }

    /// A copy of the caller's array, which has these strides in bytes.
    ///
    /// # Errors
    /// If there is not enough memory, or the strides are not those of such an array.
    ///
    /// # Safety
    /// The array has all elements of the type.
    pub(crate) unsafe fn copied(
        ty: Type,
        pointer: *const u8,
        strides: Option<&[i64]>,
    ) -> Outcome<Storage> {
        let mut own = pool::take(ty)?;
        let to = own.as_mut_slice::<u8>();
        if layout::is_row_major(ty, strides) {
            if !to.is_empty() {
                // SAFETY: the array has this many bytes.
                unsafe { std::ptr::copy_nonoverlapping(pointer, to.as_mut_ptr(), to.len()) };
            }
        } else {
            let strides = layout::strides(ty, strides.map(|all| (all.to_vec(), 1)).as_ref())?;
            let width = ty.element().map_or(1, |element| element.byte_width());
            let mut places = to.chunks_exact_mut(width);
            layout::walk(ty, &strides, |offset| {
                let Some(place) = places.next() else { return };
                // SAFETY: the array has an element there.
                unsafe {
                    let from = pointer.offset(offset as isize);
                    std::ptr::copy_nonoverlapping(from, place.as_mut_ptr(), width);
                }
            });
        }
        layout::normalize(ty, to);
        Ok(Storage::Own(own))
    }

    /// Copies the elements to an array of the caller's, which has these strides in bytes.
    ///
    /// # Safety
    /// The array has room for all elements.
    pub(crate) unsafe fn copy_to(&self, ty: Type, to: *mut u8, strides: &[i64]) {
        let from = self.bytes();
        if layout::is_row_major(ty, Some(strides)) {
            // SAFETY: the array has this many bytes.
            unsafe { std::ptr::copy_nonoverlapping(from.as_ptr(), to, from.len()) };
            return;
        }
        let width = ty.element().map_or(1, |element| element.byte_width());
        let mut elements = from.chunks_exact(width);
        layout::walk(ty, strides, |offset| {
            let Some(element) = elements.next() else { return };
            // SAFETY: the array has an element there.
            unsafe {
                let place = to.offset(offset as isize);
                std::ptr::copy_nonoverlapping(element.as_ptr(), place, width);
            }
        });
    }

    /// The caller's array as it lies, if it is aligned; `done` is given when it is no longer used.
    ///
    /// # Safety
    /// The array has this many bytes, and nobody changes it before `done` is given.
    pub(crate) unsafe fn lent(
        pointer: *const u8,
        bytes: usize,
        done: Arc<Signal>,
    ) -> Option<Storage> {
        let fits = !pointer.is_null() && pointer.addr().is_multiple_of(ALIGNMENT);
        fits.then(|| Storage::Lent(Lent { pointer, bytes, done }))
    }

    /// The elements.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Storage::Own(literal) => literal.bytes(),
            // SAFETY: the array has this many bytes while `done` is not given.
            Storage::Lent(lent) => unsafe { std::slice::from_raw_parts(lent.pointer, lent.bytes) },
        }
    }
}
