//! The memory of buffers: hloom's own, or an array of the caller's that is used where it lies.
//!
//! Programs take and give row-major elements. A framework may ask for another order of dimensions;
//! such elements are copied before and after a run.

use std::sync::Arc;

use hloom_ir::{Element, Literal, Type};

use crate::error::{Error, Outcome};
use crate::event::Signal;
use crate::layout::Order;
use crate::{layout, pool};

/// The alignment from which on a caller's array is used without a copy.
const ALIGNMENT: usize = 16;

/// The elements of a buffer, row-major unless it says otherwise.
pub(crate) enum Storage {
    /// Memory of hloom's.
    Own(Literal),
    /// Memory of hloom's, with elements in another order of dimensions.
    Laid(Literal, Order),
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
        match self {
            Storage::Own(tensor) | Storage::Laid(tensor, _) => pool::give(tensor),
            Storage::Lent(_) => {}
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

    /// A copy of elements that have this order, whatever the storage says.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(crate) fn copied_as(&self, ty: Type, order: Order) -> Outcome<Storage> {
        let mut own = pool::take(ty)?;
        own.as_mut_slice::<u8>().copy_from_slice(self.bytes());
        Ok(Storage::Laid(own, order))
    }

    /// The same elements, which are known to have this order.
    pub(crate) fn laid(mut self, order: Order) -> Storage {
        if let Storage::Own(own) = &mut self
            && let Ok(none) = Literal::zeros(Type::tensor(&[0], Element::I8))
        {
            return Storage::Laid(std::mem::replace(own, none), order);
        }
        self
    }

    /// The order of the elements; `None` if they are row-major.
    pub(crate) fn order(&self) -> Option<Order> {
        match self {
            Storage::Laid(_, order) => Some(order),
            Storage::Own(_) | Storage::Lent(_) => None,
        }
    }

    /// The elements of a tensor of this type in this order; the same ones if they are.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(crate) fn ordered(
        self: Arc<Storage>,
        ty: Type,
        order: Option<Order>,
    ) -> Outcome<Arc<Storage>> {
        if self.order() == order {
            return Ok(self);
        }
        let from = layout::strides_of(ty, self.order());
        let to = layout::strides_of(ty, order);
        let mut own = pool::take(ty)?;
        layout::relay(ty, (self.bytes(), &from), (own.as_mut_slice::<u8>(), &to));
        Ok(Arc::new(match order {
            Some(order) => Storage::Laid(own, order),
            None => Storage::Own(own),
        }))
    }

    /// Copies the elements to an array of the caller's, which has these strides in bytes.
    ///
    /// # Errors
    /// If the elements have another order, and there is not enough memory for a copy.
    ///
    /// # Safety
    /// The array has room for all elements.
    pub(crate) unsafe fn copy_to(
        self: Arc<Storage>,
        ty: Type,
        to: *mut u8,
        strides: &[i64],
    ) -> Outcome<()> {
        let rows = self.ordered(ty, None)?;
        let from = rows.bytes();
        if layout::is_row_major(ty, Some(strides)) {
            // SAFETY: the array has this many bytes.
            unsafe { std::ptr::copy_nonoverlapping(from.as_ptr(), to, from.len()) };
            return Ok(());
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
        Ok(())
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
            Storage::Own(literal) | Storage::Laid(literal, _) => literal.bytes(),
            // SAFETY: the array has this many bytes while `done` is not given.
            Storage::Lent(lent) => unsafe { std::slice::from_raw_parts(lent.pointer, lent.bytes) },
        }
    }
}
