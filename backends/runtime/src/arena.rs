//! The memory of a compiled function's temporaries.
//!
//! Before this: [`super::buffer`]. After it: each run of an executable borrows one [`Arena`] and
//! returns it, so that a second run allocates nothing and touches pages that are already mapped.
//! The loop program decides the layout of the arena.

use std::sync::{Mutex, PoisonError};

use crate::buffer::{AlignedBuffer, AllocationFailed};

/// Arenas of one size, lent to runs. Two concurrent runs get two arenas.
pub struct ArenaPool {
    bytes: usize,
    idle: Mutex<Vec<AlignedBuffer>>,
}

/// The maximum number of idle arenas. More exist only if more threads ran the same executable
/// concurrently.
const KEPT: usize = 16;

impl ArenaPool {
    /// A pool of arenas of `bytes` bytes each; none is allocated yet.
    pub fn new(bytes: usize) -> ArenaPool {
        ArenaPool { bytes, idle: Mutex::new(Vec::new()) }
    }

    /// Size of each arena in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Lends an arena for one run. Its content is unspecified.
    ///
    /// # Errors
    /// [`AllocationFailed`] if there is no idle arena and no memory for a new one.
    pub fn take(&self) -> Result<Arena<'_>, AllocationFailed> {
        if self.bytes == 0 {
            return Ok(Arena { memory: AlignedBuffer::empty(), home: None });
        }
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let memory = match idle {
            Some(memory) => memory,
            None => AlignedBuffer::zeroed(self.bytes)?,
        };
        Ok(Arena { memory, home: Some(self) })
    }
}

/// The temporaries of one run; returned to the pool when dropped.
pub struct Arena<'p> {
    memory: AlignedBuffer,
    home: Option<&'p ArenaPool>,
}

impl Arena<'_> {
    /// Address of the first byte, aligned to [`super::buffer::ALIGNMENT`].
    pub fn as_mut_ptr(&mut self) -> *mut u8 {
        self.memory.as_mut_ptr()
    }
}

impl Drop for Arena<'_> {
    fn drop(&mut self) {
        if let Some(home) = self.home {
            let mut idle = home.idle.lock().unwrap_or_else(PoisonError::into_inner);
            if idle.len() < KEPT {
                idle.push(std::mem::replace(&mut self.memory, AlignedBuffer::empty()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_run_reuses_the_memory() {
        let pool = ArenaPool::new(128);
        let first = pool.take().unwrap().as_mut_ptr();
        assert_eq!(pool.take().unwrap().as_mut_ptr(), first);
        let (mut a, mut b) = (pool.take().unwrap(), pool.take().unwrap());
        assert_ne!(a.as_mut_ptr(), b.as_mut_ptr());
    }

    #[test]
    fn no_memory_is_an_error() {
        assert!(ArenaPool::new(1 << 60).take().is_err());
        assert!(ArenaPool::new(0).take().is_ok());
    }
}
