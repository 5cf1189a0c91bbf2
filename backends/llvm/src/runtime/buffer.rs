//! Memory that vector instructions like: 64-byte aligned byte buffers.
//!
//! Before this: nothing. After it: [`super::arena`] recycles such buffers, and
//! callers keep tensors in them. What it does not do: shapes or element types;
//! a buffer is bytes, and [`AlignedBuffer::as_slice`] views them as numbers.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::fmt;
use std::ptr::NonNull;

use bytemuck::Pod;

/// Alignment of every buffer in bytes: one cache line, one AVX-512 register.
pub const ALIGNMENT: usize = 64;

/// Memory could not be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot allocate {bytes} bytes of memory")]
pub struct AllocationFailed {
    /// How many bytes were asked for.
    pub bytes: usize,
}

/// A fixed-size run of bytes, aligned to [`ALIGNMENT`], zero at first.
///
/// Unlike a `Vec<u8>` its alignment does not depend on luck, and unlike `vec!`
/// a size that can't be had is an error and not an abort.
pub struct AlignedBuffer {
    pointer: NonNull<u8>,
    bytes: usize,
}

// SAFETY: the buffer owns its memory alone, as a `Box<[u8]>` does.
unsafe impl Send for AlignedBuffer {}
// SAFETY: shared access only reads.
unsafe impl Sync for AlignedBuffer {}

impl AlignedBuffer {
    /// `bytes` zero bytes.
    ///
    /// # Errors
    /// [`AllocationFailed`] where the system has no such memory or the size
    /// passes the address space.
    pub fn zeroed(bytes: usize) -> Result<AlignedBuffer, AllocationFailed> {
        if bytes == 0 {
            return Ok(AlignedBuffer::empty());
        }
        let layout =
            Layout::from_size_align(bytes, ALIGNMENT).map_err(|_| AllocationFailed { bytes })?;
        // SAFETY: the layout's size is not zero.
        let pointer = unsafe { alloc_zeroed(layout) };
        match NonNull::new(pointer) {
            Some(pointer) => Ok(AlignedBuffer { pointer, bytes }),
            None => Err(AllocationFailed { bytes }),
        }
    }

    /// A buffer of no bytes, which owns nothing.
    pub const fn empty() -> AlignedBuffer {
        // An address that is aligned and not null, as zero-sized accesses need.
        let pointer = match NonNull::new(std::ptr::without_provenance_mut(ALIGNMENT)) {
            Some(pointer) => pointer,
            None => NonNull::dangling(),
        };
        AlignedBuffer { pointer, bytes: 0 }
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

    /// The bytes as numbers; those past the last whole number are left out.
    pub fn as_slice<T: Pod>(&self) -> &[T] {
        let size = size_of::<T>().max(1);
        bytemuck::try_cast_slice(&self[..self.bytes / size * size]).unwrap_or(&[])
    }

    /// As [`AlignedBuffer::as_slice`], to write.
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
        if self.bytes != 0 {
            // SAFETY: allocated in `zeroed` with this very layout, which was checked there.
            unsafe {
                dealloc(
                    self.pointer.as_ptr(),
                    Layout::from_size_align_unchecked(self.bytes, ALIGNMENT),
                );
            }
        }
    }
}

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
        for bytes in [0, 1, 3, 64, 1000, 1 << 20] {
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
        for bytes in [usize::MAX, isize::MAX as usize, 1 << 60] {
            assert_eq!(AlignedBuffer::zeroed(bytes).unwrap_err(), AllocationFailed { bytes });
        }
    }
}
