//! The memory of a tensor's elements, and the reuse of large blocks of it.
//!
//! A large block that is dropped is kept for [`Bytes::recycled`], up to a limit: to map new pages,
//! which the kernel clears one by one, takes longer than most ops take to fill them. A process that
//! never asks for recycled bytes keeps none.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The least bytes of a block that is kept.
const LARGE: usize = 1 << 20;

/// The most bytes of blocks that are kept, all together.
const KEPT: usize = 256 << 20;

/// The blocks that are kept, the one dropped last at the end.
static BLOCKS: Mutex<Vec<Vec<Chunk>>> = Mutex::new(Vec::new());

/// Whether large recycled bytes were ever asked for.
static WANTED: AtomicBool = AtomicBool::new(false);

/// Memory with 64-byte alignment, so that it can be viewed as a slice of any element type and
/// loaded into vector registers.
#[derive(Default)]
pub struct Bytes {
    memory: Memory,
    len: usize,
}

enum Memory {
    /// A few bytes, from a place in words that are aligned less: allocators give out such memory
    /// several times as fast as memory of a larger alignment.
    Words(Vec<u128>, usize),
    /// At least as many as `len` needs.
    Chunks(Vec<Chunk>),
}

impl Default for Memory {
    fn default() -> Memory {
        Memory::Chunks(Vec::new())
    }
}

/// The most bytes that stand in words.
const FEW: usize = 1 << 10;

#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(64))]
struct Chunk([u8; 64]);

const CHUNK: usize = size_of::<Chunk>();
const WORD: usize = size_of::<u128>();
// So a place of a chunk's alignment is less than a chunk behind the first word.
const _: () = assert!(align_of::<u128>() == WORD);

impl Clone for Bytes {
    fn clone(&self) -> Bytes {
        match &self.memory {
            // The copy's place in its words is another.
            Memory::Words(..) => Bytes::from(self.as_slice()),
            Memory::Chunks(chunks) => {
                Bytes { memory: Memory::Chunks(chunks.clone()), len: self.len }
            }
        }
    }
}

impl Bytes {
    /// This many bytes, all zero.
    pub fn zeros(len: usize) -> Bytes {
        if len <= FEW {
            return Bytes::few(len);
        }
        let chunks = bytemuck::allocation::zeroed_vec(len.div_ceil(CHUNK));
        Bytes { memory: Memory::Chunks(chunks), len }
    }

    /// This many bytes, all zero; `None` if allocation fails.
    pub fn try_zeros(len: usize) -> Option<Bytes> {
        if len <= FEW {
            return Some(Bytes::few(len));
        }
        let chunks = bytemuck::allocation::try_zeroed_vec(len.div_ceil(CHUNK)).ok()?;
        Some(Bytes { memory: Memory::Chunks(chunks), len })
    }

    /// This many bytes, all zero, which are few.
    fn few(len: usize) -> Bytes {
        if len == 0 {
            return Bytes::default();
        }
        let count = len.div_ceil(WORD) + CHUNK / WORD - 1;
        // Memory that the allocator clears is given out by a slow way too.
        let mut words = Vec::with_capacity(count);
        words.extend(std::iter::repeat_n(0, count));
        let start = words.as_ptr().addr().wrapping_neg() % CHUNK;
        Bytes { memory: Memory::Words(words, start), len }
    }

    /// This many bytes of any value, for a caller that writes all of them: the memory of bytes that
    /// were dropped, if there is some of about the size, else zeros. `None` if allocation fails.
    pub fn recycled(len: usize) -> Option<Bytes> {
        if len >= LARGE {
            WANTED.store(true, Ordering::Relaxed);
            let count = len.div_ceil(CHUNK);
            let mut blocks = BLOCKS.lock().unwrap_or_else(PoisonError::into_inner);
            let fits = |block: &Vec<Chunk>| (count..=count + count / 4).contains(&block.len());
            if let Some(at) = blocks.iter().rposition(fits) {
                return Some(Bytes { memory: Memory::Chunks(blocks.remove(at)), len });
            }
        }
        Bytes::try_zeros(len)
    }

    /// The number of bytes.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The bytes.
    pub fn as_slice(&self) -> &[u8] {
        match &self.memory {
            Memory::Words(words, start) => &bytemuck::cast_slice(words)[*start..][..self.len],
            Memory::Chunks(chunks) => &bytemuck::cast_slice(chunks)[..self.len],
        }
    }

    /// The bytes, mutable.
    pub fn as_mut_slice(&mut self) -> &mut [u8] {
        match &mut self.memory {
            Memory::Words(words, start) => {
                &mut bytemuck::cast_slice_mut(words)[*start..][..self.len]
            }
            Memory::Chunks(chunks) => &mut bytemuck::cast_slice_mut(chunks)[..self.len],
        }
    }
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Bytes {
        if bytes.len() <= FEW {
            let mut few = Bytes::few(bytes.len());
            few.as_mut_slice().copy_from_slice(bytes);
            return few;
        }
        let (whole, rest) = bytes.as_chunks::<CHUNK>();
        let mut chunks = Vec::with_capacity(bytes.len().div_ceil(CHUNK));
        chunks.extend(whole.iter().copied().map(Chunk));
        if !rest.is_empty() {
            let mut last = [0; CHUNK];
            last[..rest.len()].copy_from_slice(rest);
            chunks.push(Chunk(last));
        }
        Bytes { memory: Memory::Chunks(chunks), len: bytes.len() }
    }
}

impl Drop for Bytes {
    fn drop(&mut self) {
        let chunks = match &mut self.memory {
            Memory::Chunks(chunks) if chunks.len() >= LARGE / CHUNK => chunks,
            Memory::Chunks(_) | Memory::Words(..) => return,
        };
        if !WANTED.load(Ordering::Relaxed) {
            return;
        }
        let chunks = std::mem::take(chunks);
        let mut blocks = BLOCKS.lock().unwrap_or_else(PoisonError::into_inner);
        blocks.push(chunks);
        let mut bytes: usize = blocks.iter().map(|block| block.len() * CHUNK).sum();
        // The oldest ones are freed first.
        let mut freed = 0;
        while bytes > KEPT {
            bytes -= blocks[freed].len() * CHUNK;
            freed += 1;
        }
        drop(blocks.drain(..freed).collect::<Vec<_>>());
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_have_all_bytes() {
        for len in [0, 1, 63, 64, 65, 200, FEW, FEW + 1] {
            let from: Vec<u8> = (0..len).map(|i| i as u8).collect();
            let bytes = Bytes::from(&from[..]);
            let copies = [bytes.clone(), bytes.clone(), bytes];
            assert!(copies.iter().all(|copy| copy.as_slice() == from));
        }
    }

    #[test]
    fn bytes_are_aligned() {
        for len in (1..200).chain([FEW, FEW + 1]) {
            let (some, zeros) = (Bytes::from(&vec![1; len][..]), Bytes::zeros(len));
            for bytes in [some.clone(), some, zeros] {
                assert_eq!(bytes.as_slice().as_ptr().addr() % CHUNK, 0, "{len} bytes");
            }
        }
    }

    #[test]
    fn the_memory_of_large_bytes_is_used_again() {
        let mut first = Bytes::zeros(3 << 20);
        first.as_mut_slice()[0] = 7;
        drop(first);
        // Other tests may take it first; what is got has the length that was asked for.
        let second = Bytes::recycled((3 << 20) - 5).expect("memory");
        assert_eq!(second.as_slice().len(), (3 << 20) - 5);
        let small = Bytes::recycled(1 << 10).expect("memory");
        assert!(small.as_slice().iter().all(|&byte| byte == 0));
        let kept = || -> usize {
            let blocks = BLOCKS.lock().expect("no panic");
            blocks.iter().map(|block| block.len() * CHUNK).sum()
        };
        (0..6).for_each(|_| drop(Bytes::zeros(100 << 20)));
        assert!(kept() <= KEPT, "{}", kept());
        drop(Bytes::zeros(KEPT + CHUNK));
        assert!(kept() <= KEPT, "{}", kept());
    }
}
