//! Memory of buffers that are gone, for the results of later runs.
//!
//! A training step makes tensors of the same sizes over and over. Taking their memory from the system
//! each time, which gives it as zeros, page by page, costs as much as many a program.

use std::sync::{Mutex, PoisonError};

use hloom_ir::{Element, Literal, Type};

use crate::error::{Error, Outcome};

/// The size in bytes from which memory is kept.
const SMALLEST: usize = 1 << 14;

/// The most bytes that are kept.
const MOST_BYTES: usize = 1 << 26;

/// The most pieces of memory that are kept.
const MOST: usize = 256;

/// Pieces of memory, of which the oldest gives way to a new one.
#[derive(Default)]
struct Pool {
    free: Vec<Literal>,
    bytes: usize,
}

impl Pool {
    /// Memory of this size, the newest first.
    fn take(&mut self, size: usize) -> Option<Literal> {
        let at = self.free.iter().rposition(|free| free.bytes().len() == size)?;
        self.bytes -= size;
        Some(self.free.remove(at))
    }

    /// Keeps memory; returns the pieces that give way.
    fn give(&mut self, memory: Literal) -> Vec<Literal> {
        self.bytes += memory.bytes().len();
        self.free.push(memory);
        let mut surplus = 0;
        while self.bytes > MOST_BYTES || self.free.len() - surplus > MOST {
            self.bytes -= self.free[surplus].bytes().len();
            surplus += 1;
        }
        self.free.drain(..surplus).collect()
    }
}

static POOL: Mutex<Pool> = Mutex::new(Pool { free: Vec::new(), bytes: 0 });

/// Memory for a result of this type; its elements may be anything.
///
/// # Errors
/// If there is not enough memory.
pub(crate) fn take(ty: Type) -> Outcome<Literal> {
    let size = ty.as_tensor().and_then(|tensor| tensor.byte_size()).unwrap_or(0);
    if size >= SMALLEST {
        let free = POOL.lock().unwrap_or_else(PoisonError::into_inner).take(size);
        if let Some(memory) = free.and_then(|free| free.with_type(ty).ok()) {
            return Ok(memory);
        }
    }
    Literal::zeros(ty).map_err(|error| Error::memory(error.to_string()))
}

/// Keeps the memory of a tensor that nobody needs.
pub(crate) fn give(tensor: &mut Literal) {
    let size = tensor.bytes().len();
    let whole = tensor.tensor().byte_size() == Some(size);
    if !(SMALLEST..=MOST_BYTES).contains(&size) || !whole {
        return;
    }
    if let Ok(nothing) = Literal::zeros(Type::tensor(&[0], Element::I1)) {
        let memory = std::mem::replace(tensor, nothing);
        let surplus = POOL.lock().unwrap_or_else(PoisonError::into_inner).give(memory);
        // Pages go back to the system without the lock.
        drop(surplus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tensor(bytes: usize) -> Literal {
        Literal::zeros(Type::tensor(&[bytes as i64], Element::I8)).unwrap()
    }

    #[test]
    fn memory_of_the_same_size_is_used_again() {
        let mut pool = Pool::default();
        assert!(pool.take(SMALLEST).is_none());
        let memory = tensor(SMALLEST);
        let at = memory.bytes().as_ptr();
        assert!(pool.give(memory).is_empty());
        assert!(pool.take(SMALLEST + 64).is_none());
        let again = pool.take(SMALLEST).unwrap();
        assert_eq!(again.bytes().as_ptr(), at);
        let numbers = again.with_type(Type::tensor(&[64, 64], Element::F32)).unwrap();
        assert_eq!((numbers.bytes().as_ptr(), pool.bytes), (at, 0));
    }

    #[test]
    fn no_more_is_kept_than_the_limits_say() {
        let mut pool = Pool::default();
        let gone: usize = (0..MOST + 3).map(|_| pool.give(tensor(SMALLEST)).len()).sum();
        assert_eq!((gone, pool.free.len(), pool.bytes), (3, MOST, MOST * SMALLEST));
        assert_eq!(pool.give(tensor(MOST_BYTES)).len(), MOST);
        assert_eq!((pool.free.len(), pool.bytes), (1, MOST_BYTES));
    }
}
