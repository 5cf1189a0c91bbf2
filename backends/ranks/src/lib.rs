//! Byte streams between ranks that are operating system processes: the transports of
//! [`hloom_interp::Transport`].
//!
//! | module | ranks | bytes move |
//! |---|---|---|
//! | [`shared`] | processes of one machine | through rings in a shared segment; a rank that waits sleeps on a futex |
//! | [`mpi`] | processes that `mpirun` started | through an MPI library that is looked for when the program runs |
//!
//! The interpreter's collectives are built on these streams, so they are the same over both. The
//! crate starts no processes: `hloom run` does.

#[cfg(unix)]
pub mod mpi;
#[cfg(target_os = "linux")]
pub mod shared;
