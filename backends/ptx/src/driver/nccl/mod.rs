//! Ranks that are GPUs: their collectives, by NCCL.
//!
//! ```text
//!   rank's thread ── Loaded ── stream ─────── kernels ──●───────────●── kernels
//!                      │                        record  │           ▲  follow
//!                      └── Session ── stream ───────────▼── NCCL ───●
//! ```
//!
//! **Threads.** A rank is one thread, or one process, with a GPU of its own. All calls for it come
//! from that thread, in the order of its program. NCCL's own threads finish calls in the background;
//! nobody else touches a communicator.
//!
//! **Communicators.** A session owns those of its rank, and ends them when it is dropped. One joins
//! all ranks; its name, made by rank 0, travels over
//! [`Team::exchange`](crate::collective::Team::exchange). For each distinct list of
//! groups in the program one more is split off. All of them are made when the rank joins, in the
//! order of the program's text, which is the same on all ranks. So no rank waits in a split for
//! another one that took another branch.
//!
//! **Streams.** A rank's collectives are all on one stream of their own, so that two communicators
//! never run at once on a GPU, where they could wait for each other. The stream waits for the
//! kernels ahead of a collective by an event, and kernels wait for its results by another one. The
//! host waits for neither. Between `async_start` and `async_done` the kernels do not wait: the
//! operand is copied to memory of the session first, and the result comes from there, since the
//! program may use the memory of both in between.
//!
//! **Waiting.** Calls of NCCL do not block, and neither does the host wait for a stream that may
//! wait for another rank: it looks at an event, at the states of the communicators, and at the
//! clock. If one has failed, or the time is up, all communicators are aborted, so that their kernels
//! end, and the session is of no use from then on. The rank's error names the op, and the ranks that
//! have not come, as far as the team knows.
//!
//! **Graphs.** A run with collectives is eager, and no part of it is recorded as a graph. All ranks
//! would have to record and replay the same collectives in the same run, but each rank decides by
//! the values that it knows; and a recorded collective can't be told apart when it hangs.

mod api;
mod enqueue;
#[cfg(test)]
mod fake;
mod library;
mod session;
#[cfg(test)]
mod tests;

pub(crate) use api::Nccl;
pub use library::Library;
pub(crate) use session::Session;
