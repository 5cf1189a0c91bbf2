//! The memory of buffers: hloom's own, or an array of the caller's that is used where it lies.
//!
//! Programs take and give row-major elements. A framework may ask for another order of dimensions;
//! such elements are copied before and after a run.
//!
//! Elements on a GPU are copied to the host when they are first asked for there, and those of a buffer of
//! the GPU that are still on the host are copied to it when a program first runs on them; both copies
//! stay. Elements of a buffer never change, so that they are always the same. Buffers of the host's
//! memories keep no copy on a GPU.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use hloom::{Allocator, DeviceArray};
use hloom_ir::{Literal, Type};

use crate::device::Memory;
use crate::error::{Error, Outcome};
use crate::event::Signal;
use crate::layout::Order;
use crate::{layout, pool};

/// The alignment from which on a caller's array is used without a copy.
const ALIGNMENT: usize = 16;

/// The elements of a buffer.
pub(crate) struct Storage {
    elements: Elements,
    /// The order of dimensions of the elements; `None` if they are row-major.
    order: Option<Order>,
    /// The elements in a GPU's memory, if they are there.
    array: OnceLock<Arc<DeviceArray>>,
    /// Whether a copy in a GPU's memory stays.
    keeps: AtomicBool,
}

/// The elements on the host.
enum Elements {
    /// Memory of hloom's.
    Own(Literal),
    /// Memory of the caller's.
    Lent(Lent),
    /// A copy of a tensor on a GPU, when it is made.
    Away(Type, OnceLock<Literal>),
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
        match &mut self.elements {
            Elements::Own(tensor) => pool::give(tensor),
            Elements::Away(_, copy) => drop(copy.get_mut().map(pool::give)),
            Elements::Lent(_) => {}
        }
    }
}

impl Storage {
    fn new(elements: Elements, order: Option<Order>) -> Storage {
        Storage { elements, order, array: OnceLock::new(), keeps: AtomicBool::new(false) }
    }

    /// A tensor, row-major.
    pub(crate) fn own(tensor: Literal) -> Storage {
        Storage::new(Elements::Own(tensor), None)
    }

    /// A tensor on a GPU, row-major.
    pub(crate) fn away(ty: Type, array: DeviceArray) -> Storage {
        let elements = Elements::Away(ty, OnceLock::new());
        let keeps = AtomicBool::new(true);
        Storage { elements, order: None, array: Arc::new(array).into(), keeps }
    }

    /// New memory for a tensor, all zero.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(crate) fn zeros(ty: Type) -> Outcome<Storage> {
        let zeros = Literal::zeros(ty).map_err(|error| Error::memory(error.to_string()))?;
        Ok(Storage::own(zeros))
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
        Ok(Storage::own(own))
    }

    /// A copy on the host.
    ///
    /// # Errors
    /// If there is not enough memory, or the elements are on a GPU and can't be copied.
    pub(crate) fn on_host(&self, ty: Type) -> Outcome<Storage> {
        let mut own = pool::take(ty)?;
        own.as_mut_slice::<u8>().copy_from_slice(self.bytes()?);
        Ok(Storage::new(Elements::Own(own), self.order))
    }

    /// A copy of elements that have this order, whatever the storage says.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(crate) fn copied_as(&self, ty: Type, order: Order) -> Outcome<Storage> {
        let mut own = pool::take(ty)?;
        own.as_mut_slice::<u8>().copy_from_slice(self.bytes()?);
        Ok(Storage::new(Elements::Own(own), Some(order)))
    }

    /// The same elements, which are known to have this order.
    pub(crate) fn laid(self, order: Order) -> Storage {
        let mut own = self;
        own.order = Some(order);
        own
    }

    /// The order of the elements; `None` if they are row-major.
    pub(crate) fn order(&self) -> Option<Order> {
        self.order
    }

    /// The tensor, if it is hloom's, row-major and on the host alone.
    pub(crate) fn tensor_mut(&mut self) -> Option<&mut Literal> {
        match &mut self.elements {
            Elements::Own(tensor) if self.order.is_none() && self.array.get().is_none() => {
                Some(tensor)
            }
            _ => None,
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
        layout::relay(ty, (self.bytes()?, &from), (own.as_mut_slice::<u8>(), &to));
        Ok(Arc::new(Storage::new(Elements::Own(own), order)))
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
        let from = rows.bytes()?;
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
        fits.then(|| Storage::new(Elements::Lent(Lent { pointer, bytes, done }), None))
    }

    /// The elements on the host.
    ///
    /// # Errors
    /// If they are on a GPU and can't be copied.
    pub(crate) fn bytes(&self) -> Outcome<&[u8]> {
        match &self.elements {
            Elements::Own(tensor) => Ok(tensor.bytes()),
            Elements::Lent(lent) => {
                // SAFETY: the array has this many bytes while `done` is not given.
                Ok(unsafe { std::slice::from_raw_parts(lent.pointer, lent.bytes) })
            }
            Elements::Away(ty, copy) => {
                if let Some(tensor) = copy.get() {
                    return Ok(tensor.bytes());
                }
                let array = self.array.get();
                let array = array.ok_or_else(|| Error::bug("a buffer has no elements"))?;
                let mut own = pool::take(*ty)?;
                array.read(own.as_mut_slice::<u8>()).map_err(hloom::Error::from)?;
                // Another thread's copy is the same.
                Ok(copy.get_or_init(|| own).bytes())
            }
        }
    }

    /// The elements on the host, if they are there.
    pub(crate) fn bytes_here(&self) -> Option<&[u8]> {
        match &self.elements {
            Elements::Away(_, copy) => copy.get().map(Literal::bytes),
            _ => self.bytes().ok(),
        }
    }

    /// The elements in a GPU's memory, which are copied there if need be.
    ///
    /// # Errors
    /// If there is not enough memory, or the GPU refuses.
    pub(crate) fn array(&self, memory: &Arc<Allocator>) -> Outcome<Arc<DeviceArray>> {
        let known = self.array.get().filter(|array| Arc::ptr_eq(array.allocator(), memory));
        if let Some(array) = known {
            return Ok(array.clone());
        }
        let array = Arc::new(memory.upload(self.bytes()?).map_err(hloom::Error::from)?);
        // Only one GPU's copy is kept; another thread's is the same.
        match self.array.get().is_none() && self.keeps.load(Ordering::Relaxed) {
            true => Ok(self.array.get_or_init(|| array.clone()).clone()),
            false => Ok(array),
        }
    }

    /// Whether the elements are in this memory of a GPU.
    pub(crate) fn is_on(&self, memory: &Arc<Allocator>) -> bool {
        self.array.get().is_some_and(|array| Arc::ptr_eq(array.allocator(), memory))
    }

    /// Keeps the copy in a GPU's memory that a run makes.
    pub(crate) fn keep_array(&self) {
        self.keeps.store(true, Ordering::Relaxed);
    }

    /// The elements for a buffer of this memory: on the host if it is the host's.
    ///
    /// # Errors
    /// As [`Storage::on_host`].
    pub(crate) fn in_memory(
        self: Arc<Storage>,
        ty: Type,
        memory: &'static Memory,
    ) -> Outcome<Arc<Storage>> {
        if memory.gpu().is_some() {
            self.keep_array();
        } else if matches!(self.elements, Elements::Away(..)) {
            return Ok(Arc::new(self.on_host(ty)?));
        }
        Ok(self)
    }

    /// The same array as [`Storage::array`], which is the caller's alone if nobody else holds the
    /// storage.
    ///
    /// # Errors
    /// As [`Storage::array`].
    pub(crate) fn into_array(
        self: Arc<Storage>,
        memory: &Arc<Allocator>,
    ) -> Outcome<Arc<DeviceArray>> {
        let array = self.array(memory)?;
        if let Ok(mut own) = Arc::try_unwrap(self) {
            drop(own.array.take());
        }
        Ok(array)
    }
}
