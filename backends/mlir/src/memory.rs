//! The buffers of running programs.
//!
//! Upstream's passes free the buffers that they can follow. Those of a run that are left at its end
//! are freed here, so that no run leaks.

use rustc_hash::FxHashMap;
use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::cell::RefCell;
use std::ffi::c_void;

thread_local! {
    /// The buffers of this thread's run.
    static BUFFERS: RefCell<FxHashMap<usize, Layout>> = RefCell::default();
}

/// A function that generated code calls: its name, and a function that returns its address.
type Symbol = (&'static str, fn() -> *mut c_void);

/// The functions that generated code calls.
pub(crate) const FUNCTIONS: [Symbol; 4] = [
    ("_mlir_memref_to_llvm_alloc", || allocate as *mut c_void),
    ("_mlir_memref_to_llvm_free", || free as *mut c_void),
    ("memrefCopy", || copy as *mut c_void),
    ("__truncsfbf2", || crate::host::truncate as *mut c_void),
];

extern "C" fn allocate(size: u64) -> *mut c_void {
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let Ok(layout) = Layout::from_size_align(size.max(1), 64) else {
        handle_alloc_error(Layout::new::<u8>())
    };
    // SAFETY: the size is not zero.
    let at = unsafe { alloc(layout) };
    if at.is_null() {
        handle_alloc_error(layout);
    }
    BUFFERS.with_borrow_mut(|all| all.insert(at.addr(), layout));
    at.cast()
}

extern "C" fn free(at: *mut c_void) {
    // A buffer of the caller is not in the table, and is not freed.
    if let Some(layout) = BUFFERS.with_borrow_mut(|all| all.remove(&at.addr())) {
        // SAFETY: `allocate` made it with this layout, and it was not freed since.
        unsafe { dealloc(at.cast(), layout) }
    }
}

/// A buffer of any rank: the rank, and a descriptor of two pointers, an offset, sizes and strides.
#[repr(C)]
struct Unranked {
    rank: i64,
    descriptor: *const i64,
}

/// Copies a buffer to one of the same sizes, both with strides of their own.
unsafe extern "C" fn copy(width: i64, from: *const Unranked, to: *const Unranked) {
    // SAFETY: upstream's lowering of `memref.copy` passes two buffers of the same sizes.
    unsafe {
        let (from, to) = (&*from, &*to);
        let (rank, width) = (from.rank as usize, width as usize);
        let parts = |of: &Unranked| std::slice::from_raw_parts(of.descriptor, 3 + 2 * rank);
        let (source, target) = (parts(from), parts(to));
        let sizes = &source[3..3 + rank];
        if sizes.contains(&0) {
            return;
        }
        let pointer = |parts: &[i64]| {
            let at = std::ptr::with_exposed_provenance_mut::<u8>(parts[1] as usize);
            at.offset(parts[2] as isize * width as isize)
        };
        let (mut read, mut write) = (pointer(source), pointer(target));
        let mut index = vec![0; rank];
        loop {
            std::ptr::copy_nonoverlapping(read, write, width);
            let mut d = rank;
            loop {
                if d == 0 {
                    return;
                }
                d -= 1;
                let step =
                    |parts: &[i64]| (parts[3 + rank + d] as isize).wrapping_mul(width as isize);
                index[d] += 1;
                read = read.wrapping_offset(step(source));
                write = write.wrapping_offset(step(target));
                if index[d] < sizes[d] {
                    break;
                }
                read = read.wrapping_offset(step(source).wrapping_mul(-index[d] as isize));
                write = write.wrapping_offset(step(target).wrapping_mul(-index[d] as isize));
                index[d] = 0;
            }
        }
    }
}

/// A run: its buffers are freed when it is dropped.
pub(crate) struct Run;

impl Run {
    pub(crate) fn begin() -> Run {
        Run
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        let left = BUFFERS.with_borrow_mut(std::mem::take);
        for (at, layout) in left {
            let at = std::ptr::with_exposed_provenance_mut::<u8>(at);
            // SAFETY: as in `free`.
            unsafe { dealloc(at, layout) }
        }
    }
}
