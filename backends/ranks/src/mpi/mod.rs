//! Ranks that `mpirun` started, through the MPI library of the machine.
//!
//! The library is loaded when it is asked for, so one `hloom` runs on machines with Open MPI, with
//! MPICH, and without MPI. A binding that links MPI, such as rsmpi, would not start without the
//! library that it was built with.
//!
//! Only a few functions are used, which are in every version of the standard since MPI-2: sending
//! and receiving of bytes without waiting. Collectives are the interpreter's, so that sums are added
//! in its order.

mod api;
mod session;
mod transport;

pub use session::{Session, start, started_by_mpirun};
