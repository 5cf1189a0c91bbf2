//! 64-byte aligned byte buffers, for vector instructions.
//!
//! Before this: nothing. After it: [`super::arena`] recycles such buffers, and callers store
//! tensors in them. A buffer does not have a shape or an element type; [`AlignedBuffer::as_slice`]
//! views its bytes as numbers.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::fmt;
use std::ptr::NonNull;

use bytemuck::Pod;

/// Alignment of every buffer in bytes: one cache line, one AVX-512 register.
pub const ALIGNMENT: usize = 64;

/// An allocation failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot allocate {bytes} bytes of memory")]
pub struct AllocationFailed {
    /// The bytes requested.
    pub bytes: usize,
}

/// From this size on, memory is requested in pages of 2 MiB if the system has them, because the TLB
/// of small pages overflows. A streaming kernel over 64 MiB gains a third, and first-touch costs
/// half.
const HUGE: usize = 4 << 20;
/// The size of a large page.
const HUGE_PAGE: usize = 2 << 20;

/// A fixed-size byte buffer, aligned to [`ALIGNMENT`] and initially zero.
///
/// In contrast to a `Vec<u8>`, its alignment is guaranteed, and in contrast to `vec!`, a failed
/// allocation is an error and not an abort. Large buffers take no physical memory before they are
/// touched.
pub struct AlignedBuffer {
    pointer: NonNull<u8>,
    bytes: usize,
    /// The owned allocation, if any.
    block: Option<(NonNull<u8>, Layout)>,
}

// SAFETY: the buffer owns its memory alone, as a `Box<[u8]>` does.
unsafe impl Send for AlignedBuffer {}
// SAFETY: shared access only reads.
unsafe impl Sync for AlignedBuffer {}

impl AlignedBuffer {
    /// A buffer of `bytes` zero bytes.
    ///
    /// # Errors
    /// [`AllocationFailed`] if the allocation fails or the size exceeds the address space.
    pub fn zeroed(bytes: usize) -> Result<AlignedBuffer, AllocationFailed> {
        if bytes == 0 {
            return Ok(AlignedBuffer::empty());
        }
        let failed = AllocationFailed { bytes };
        let alignment = if bytes >= HUGE { HUGE_PAGE } else { ALIGNMENT };
        // Rust zeroes memory of a large alignment itself, which touches all of it; memory of
        // default alignment comes zeroed from the system. Therefore the alignment is done here.
        let size = bytes.checked_add(alignment).ok_or(failed)?;
        let layout = Layout::from_size_align(size, align_of::<u64>()).map_err(|_| failed)?;
        // SAFETY: the layout's size is not zero.
        let block = NonNull::new(unsafe { alloc_zeroed(layout) }).ok_or(failed)?;
        let skipped = block.as_ptr().align_offset(alignment).min(alignment);
        // SAFETY: at most `alignment` bytes into a block that is larger by that much.
        let pointer = unsafe { block.add(skipped) };
        if bytes >= HUGE {
            ask_for_huge_pages(pointer, bytes);
        }
        Ok(AlignedBuffer { pointer, bytes, block: Some((block, layout)) })
    }

    /// A buffer of no bytes and without an allocation.
    pub const fn empty() -> AlignedBuffer {
        // An aligned address that is not null, as zero-sized accesses need.
        let pointer = match NonNull::new(std::ptr::without_provenance_mut(ALIGNMENT)) {
            Some(pointer) => pointer,
            None => NonNull::dangling(),
        };
        AlignedBuffer { pointer, bytes: 0, block: None }
    }

    /// A copy of `values`.
    ///
    /// # Errors
    /// As [`AlignedBuffer::zeroed`].
    pub fn copy_of<T: Pod>(values: &[T]) -> Result<AlignedBuffer, AllocationFailed> {
        let bytes: &[u8] = bytemuck::cast_slice(values);
        let mut buffer = AlignedBuffer::zeroed(bytes.len())?;
        buffer.copy_from_slice(bytes);
        Ok(buffer)
    }

    /// The bytes as numbers, without an incomplete number at the end.
    pub fn as_slice<T: Pod>(&self) -> &[T] {
        let size = size_of::<T>().max(1);
        bytemuck::try_cast_slice(&self[..self.bytes / size * size]).unwrap_or(&[])
    }

    /// The mutable form of [`AlignedBuffer::as_slice`].
    pub fn as_mut_slice<T: Pod>(&mut self) -> &mut [T] {
        let size = size_of::<T>().max(1);
        let whole = self.bytes / size * size;
        bytemuck::try_cast_slice_mut(&mut self[..whole]).unwrap_or(&mut [])
    }

    /// Address of the first byte.
    pub fn as_mut_ptr(&mut self) -> *mut u8 {
        self.pointer.as_ptr()
    }
}

impl std::ops::Deref for AlignedBuffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: `pointer` is valid for `bytes` initialised bytes while self lives.
        unsafe { std::slice::from_raw_parts(self.pointer.as_ptr(), self.bytes) }
    }
}

impl std::ops::DerefMut for AlignedBuffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        // SAFETY: as in `deref`, and `&mut self` makes the access the only one.
        unsafe { std::slice::from_raw_parts_mut(self.pointer.as_ptr(), self.bytes) }
    }
}

impl Drop for AlignedBuffer {
    fn drop(&mut self) {
        if let Some((block, layout)) = self.block {
            // SAFETY: allocated in `zeroed` with this layout.
            unsafe { dealloc(block.as_ptr(), layout) };
        }
    }
}

/// Requests large pages from the system; this affects only the speed.
#[cfg(target_os = "linux")]
fn ask_for_huge_pages(pointer: NonNull<u8>, bytes: usize) {
    // SAFETY: the range is inside of our allocation, and the advice does not change memory
    // contents.
    unsafe { libc::madvise(pointer.as_ptr().cast(), bytes, libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_huge_pages(_: NonNull<u8>, _: usize) {}

impl fmt::Debug for AlignedBuffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AlignedBuffer({} bytes)", self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_aligned_and_zero() {
        for bytes in [0, 1, 3, 64, 1000, 1 << 20, HUGE, HUGE + 12_345] {
            let mut buffer = AlignedBuffer::zeroed(bytes).unwrap();
            assert_eq!(buffer.as_mut_ptr() as usize % ALIGNMENT, 0);
            assert_eq!(buffer.len(), bytes);
            assert!(buffer.iter().all(|&b| b == 0));
            buffer.fill(7);
            assert!(buffer.iter().all(|&b| b == 7));
        }
    }

    #[test]
    fn views_whole_numbers_only() {
        let mut buffer = AlignedBuffer::zeroed(10).unwrap();
        buffer.as_mut_slice::<f32>()[1] = 2.0;
        assert_eq!(buffer.as_slice::<f32>(), [0.0, 2.0]);
        assert_eq!(AlignedBuffer::empty().as_slice::<f64>(), []);
    }

    #[test]
    fn impossible_sizes_are_errors() {
        for bytes in [usize::MAX, usize::MAX - 64, isize::MAX as usize, 1 << 60] {
            assert_eq!(AlignedBuffer::zeroed(bytes).unwrap_err(), AllocationFailed { bytes });
        }
    }
}
