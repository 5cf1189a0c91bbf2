//! Ranks of one machine that share memory.
//!
//! ```text
//!   header │ a doorbell for each rank │ positions of each ring │ bytes of each ring │ areas
//! ```
//!
//! There is a ring for each ordered pair of ranks, with one producer and one consumer, so positions
//! need no locks. A rank rings the doorbell of another one when it has written or consumed; a rank
//! that has waited for a while sleeps on its own.
//!
//! Each rank has an area, in which its large tensors lie ([`RankAllocator`]). Others read them where
//! they are.

mod memory;
mod segment;
mod transport;

pub use memory::{RankAllocator, lend};
pub use segment::{Segment, ring_bytes};
pub use transport::Shared;
