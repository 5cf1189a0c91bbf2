//! Training data: datasets, augmentation, and threads that decode samples in time.
//!
//! ```text
//!  order ──► decode and augment ──► assemble ──► the training step
//!  (T1)      (T2, n threads)        (1 thread)    (T3, the caller)
//!          bounded window of samples   bounded queue of batches
//! ```
//!
//! - [`Dataset`]: samples by index; [`open`] reads folders of images, `.npy`, `.npz`, CSV, TFRecord and
//!   WebDataset files.
//! - [`order`]: the order of an epoch, by seed, with shuffling and shards.
//! - [`Transform`]: augmentation, seeded by (seed, epoch, index).
//! - [`Loader`]: the threads and queues. Batches depend on the seed alone, never on the number of
//!   threads.
//! - [`tune`]: the number of threads, by formulas and measured speed-ups; [`climb`]: by the throughput
//!   of a run; [`Balance`]: both, in this order.
//!
//! The crate does not know tensor programs: a sample is a list of [`Array`]s.

mod array;
mod augment;
mod balance;
mod batch;
mod caught;
pub mod climb;
mod dataset;
mod error;
mod formats;
mod loader;
pub mod order;
mod random;
mod shared;
pub mod tune;
mod watched;

pub use array::{Array, Kind};
pub use augment::Transform;
pub use balance::Balance;
pub use batch::{Batch, Tail};
pub use dataset::{Dataset, Field};
pub use error::{Error, Fault};
pub use formats::{ImageMode, OpenOptions, open};
pub use loader::{Loader, measure};
pub use random::Random;
pub use shared::{OnBad, Options, Statistics};

/// The CRC-32C checksum of bytes, as TFRecord files have it (there masked).
pub fn checksum(bytes: &[u8]) -> u32 {
    crc32c::crc32c(bytes)
}

/// The CRC-32C checksum of bytes that follow others with the checksum `before`.
pub fn checksum_append(before: u32, bytes: &[u8]) -> u32 {
    crc32c::crc32c_append(before, bytes)
}
