//! The border: from a C struct to a Rust function and back.

use std::ffi::{c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;

use super::args::Args;
use crate::error::{Error, Outcome};

/// Runs a function on a copy of the caller's struct, and copies its fields back.
///
/// No more bytes are read or written than the caller's `struct_size` says; fields beyond it are
/// zero. A panic becomes an error.
///
/// # Safety
/// `args` points to a struct of the API that begins with its size, for this thread alone.
pub(crate) unsafe fn enter<A: Args>(
    args: *mut A,
    run: impl FnOnce(&mut A) -> Outcome<()>,
) -> *mut Error {
    // SAFETY: as the caller promises.
    match guarded(|| unsafe { copied(args, run) }) {
        Ok(()) => null_mut(),
        Err(error) => give(error),
    }
}

/// # Safety
/// As [`enter`].
unsafe fn copied<A: Args>(args: *mut A, run: impl FnOnce(&mut A) -> Outcome<()>) -> Outcome<()> {
    if args.is_null() {
        return Err(Error::invalid("the arguments of a PJRT function are a null pointer"));
    }
    // SAFETY: every struct begins with its size, and any bytes are a value of `A`.
    let (size, mut own) = unsafe {
        (args.cast::<usize>().read(), std::mem::MaybeUninit::<A>::zeroed().assume_init())
    };
    let size = size.min(size_of::<A>());
    let copy = (&raw mut own).cast::<u8>();
    // SAFETY: both have this many bytes.
    unsafe { std::ptr::copy_nonoverlapping(args.cast::<u8>(), copy, size) };
    let outcome = run(&mut own);
    // SAFETY: as above.
    unsafe { std::ptr::copy_nonoverlapping(copy, args.cast::<u8>(), size) };
    outcome
}

/// The outcome of a function; a panic is an error.
pub(crate) fn guarded<T>(run: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(Error::bug(text.unwrap_or("a function panicked")))
    })
}

/// The object at an address.
///
/// # Errors
/// If the address is null.
///
/// # Safety
/// It is null or that of such an object, which lives long enough.
pub(crate) unsafe fn object<'a, T>(at: *const T) -> Outcome<&'a T> {
    // SAFETY: as the caller promises.
    let object = unsafe { at.as_ref() };
    object.ok_or_else(|| Error::invalid("a PJRT object is a null pointer"))
}

/// The list at an address.
///
/// # Safety
/// It is null or that of so many elements, which live long enough.
pub(crate) unsafe fn list<'a, T>(at: *const T, count: usize) -> &'a [T] {
    match at.is_null() || count == 0 {
        true => &[],
        // SAFETY: as the caller promises.
        false => unsafe { std::slice::from_raw_parts(at, count) },
    }
}

/// The bytes at an address.
///
/// # Safety
/// As [`list`].
pub(crate) unsafe fn bytes<'a>(at: *const c_char, count: usize) -> &'a [u8] {
    // SAFETY: as the caller promises.
    unsafe { list(at.cast::<u8>(), count) }
}

/// An object that the caller owns from now on.
pub(crate) fn give<T>(object: T) -> *mut T {
    Box::into_raw(Box::new(object))
}

/// Takes back an object that the caller owned; null is nothing.
///
/// # Safety
/// [`give`] made it, and it was not taken back before.
pub(crate) unsafe fn take<T>(at: *mut T) {
    if !at.is_null() {
        // A destructor may run waiters of the caller's, and a panic must not cross the border.
        // SAFETY: as the caller promises.
        let _ = guarded(|| {
            drop(unsafe { Box::from_raw(at) });
            Ok(())
        });
    }
}

/// Frees bytes that [`serialized`] gave.
///
/// # Safety
/// As [`take`].
unsafe extern "C" fn free_bytes(holder: *mut c_void) {
    // SAFETY: as the caller promises.
    unsafe { take(holder.cast::<Vec<u8>>()) }
}

/// Gives bytes to the caller, with a function that frees them.
pub(crate) fn serialized(args: &mut super::args::Serialized, bytes: Vec<u8>) {
    let holder = Box::new(bytes);
    (args.bytes, args.size) = (holder.as_ptr().cast(), holder.len());
    args.holder = Box::into_raw(holder).cast();
    args.deleter = Some(free_bytes);
}

/// A struct of the caller's, whose fields beyond its size are zero; `None` for a null pointer.
///
/// # Safety
/// It is null or that of such a struct.
pub(crate) unsafe fn structure<A: Args>(at: *const A) -> Option<A> {
    let mut own = None;
    if !at.is_null() {
        // Nothing is changed, so that nothing is written back but what was there.
        // SAFETY: every struct begins with its size, and any bytes are a value of `A`.
        let (size, mut copy) = unsafe {
            (at.cast::<usize>().read(), std::mem::MaybeUninit::<A>::zeroed().assume_init())
        };
        let size = size.min(size_of::<A>());
        // SAFETY: both have this many bytes.
        unsafe { std::ptr::copy_nonoverlapping(at.cast::<u8>(), (&raw mut copy).cast(), size) };
        own = Some(copy);
    }
    own
}

/// Defines functions of the table. Their bodies may read what the pointers of the arguments point to.
macro_rules! entries {
    ($($(#[$doc:meta])* fn $name:ident($args:ident: $ty:ty) $body:block)+) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// `args` is a struct of the API whose pointers are valid, as the API says.
        pub(crate) unsafe extern "C" fn $name(args: *mut $ty) -> *mut $crate::error::Error {
            // SAFETY: the caller keeps to the API.
            unsafe { $crate::abi::call::enter(args, |$args: &mut $ty| $body) }
        }
    )+};
}

pub(crate) use entries;
