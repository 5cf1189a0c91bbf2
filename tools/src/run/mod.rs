//! `hloom run`.
pub mod npy;
pub mod npz;
pub mod random;
