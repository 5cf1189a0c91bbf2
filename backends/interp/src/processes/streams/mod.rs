//! Messages and collectives over the byte streams of a [`Transport`](super::transport::Transport).
//!
//! ```text
//!   fused      all_reduce of one large tensor: streams that carry both of its phases
//!   in_place   the same of tensors in memory that all members see
//!   engine     receiving with deadlines, numbering of rendezvous, a thread for overlapped ops
//!   queues     outgoing messages, arriving messages, the mailbox
//!   frame      the head of a message as bytes
//! ```
//!
//! A message that nobody awaits yet is kept in the mailbox, so that a rank never blocks another one
//! that is ahead of it in a different op. Bytes that a fused all_reduce awaits are not: they are
//! reduced where the transport has them, and the sender waits for room.

pub(crate) mod engine;
pub(crate) mod frame;
pub(crate) mod fused;
mod in_place;
mod queues;
