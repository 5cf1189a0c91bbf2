//! The queues of a rank: outgoing messages for each peer, the message that arrives from each, and
//! the mailbox of messages that have arrived.

use super::frame::{Head, Key, Kind, PREFIX, Shape, padded};
use crate::processes::transport::{GRAIN, Transport};
use hloom_ir::Literal;
use hloom_ir::literal::Bytes;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::Arc;

/// The payload of an outgoing message.
enum Payload {
    /// The elements of tensors, one after the other, each padded to whole grains.
    Values(Arc<[Literal]>),
    /// Bytes that the owner of the key writes itself, in [`Queues::write_direct`].
    Direct(Key),
}

/// An outgoing message, and the position to which it is written.
struct Outgoing {
    head: Vec<u8>,
    head_at: usize,
    payload: Payload,
    /// The tensor, and the bytes of it that are written.
    at: (usize, usize),
}

/// The message that arrives from a peer.
enum Incoming {
    /// The next bytes begin a head.
    Start,
    /// A head with so many bytes, of which these have arrived.
    Head(usize, Vec<u8>),
    /// The payload of the last message with this key in the mailbox; bytes that are left of it.
    Payload(Key, usize),
}

/// A message in the mailbox.
pub(super) struct Parcel {
    pub(super) op: String,
    pub(super) shapes: Vec<Shape>,
    /// The bytes of each tensor; allocated when the first of them arrive.
    pub(super) data: Vec<Bytes>,
    /// The tensor that arrives, and the padded bytes of it that have arrived.
    at: (usize, usize),
    /// The bytes of the first tensor that a reader of [`Queues::stream`] has consumed.
    read: usize,
}

impl Parcel {
    pub(super) fn is_complete(&self) -> bool {
        self.at.0 == self.shapes.len()
    }

    /// Skips tensors without elements, and those that are complete.
    fn settle(&mut self) {
        while let Some(shape) = self.shapes.get(self.at.0) {
            let whole = padded(shape.bytes as usize);
            if self.at.1 < whole {
                return;
            }
            if self.data.len() == self.at.0 {
                self.data.push(Bytes::default());
            }
            self.at = (self.at.0 + 1, 0);
        }
    }

    /// Takes bytes that have arrived; returns their number.
    fn fill(&mut self, bytes: &[u8]) -> usize {
        let (i, at) = self.at;
        let Some(shape) = self.shapes.get(i) else { return 0 };
        let size = shape.bytes as usize;
        if self.data.len() == i {
            self.data.push(Bytes::recycled(size).unwrap_or_else(|| Bytes::zeros(size)));
        }
        let taken = bytes.len().min(padded(size) - at);
        let real = taken.min(size - at);
        self.data[i].as_mut_slice()[at..at + real].copy_from_slice(&bytes[..real]);
        self.at.1 += taken;
        self.settle();
        taken
    }
}

/// Appends `bytes[at..]`, padded to whole grains, to a stream; returns the new position, the length
/// of `bytes` at the end.
fn write_padded(transport: &mut dyn Transport, to: u32, bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    let whole = rest.len() / GRAIN * GRAIN;
    let written = if whole > 0 { transport.write(to, &rest[..whole]) } else { 0 };
    let tail = &rest[whole..];
    if written < whole || tail.is_empty() {
        return at + written;
    }
    let mut last = [0; GRAIN];
    last[..tail.len()].copy_from_slice(tail);
    at + written + if transport.write(to, &last) == GRAIN { tail.len() } else { 0 }
}

/// The queues of one rank.
pub(super) struct Queues {
    pub(super) transport: Box<dyn Transport>,
    outgoing: Vec<VecDeque<Outgoing>>,
    incoming: Vec<Incoming>,
    mailbox: FxHashMap<(u32, Key), VecDeque<Parcel>>,
    /// The peers that have ended.
    pub(super) ended: Vec<bool>,
    /// The key whose payloads a fused all_reduce reads by [`Queues::stream`].
    pub(super) claimed: Option<Key>,
    /// The bytes of payloads that were queued, and that have arrived.
    pub(super) sent: u64,
    pub(super) received: u64,
}

impl Queues {
    pub(super) fn new(transport: Box<dyn Transport>) -> Queues {
        let count = transport.count() as usize;
        Queues {
            transport,
            outgoing: (0..count).map(|_| VecDeque::new()).collect(),
            incoming: (0..count).map(|_| Incoming::Start).collect(),
            mailbox: FxHashMap::default(),
            ended: vec![false; count],
            claimed: None,
            sent: 0,
            received: 0,
        }
    }

    /// Queues a message of tensors, and writes as much as there is room for. One to this rank
    /// itself is put into its mailbox.
    pub(super) fn post(&mut self, to: u32, key: Key, op: &str, values: Arc<[Literal]>) {
        let shapes: Vec<Shape> = values.iter().map(Shape::of).collect();
        if to == self.transport.rank() {
            let data = values.iter().map(|value| value.bytes().into()).collect();
            let at = (shapes.len(), 0);
            let parcel = Parcel { op: op.to_owned(), shapes, data, at, read: 0 };
            self.mailbox.entry((to, key)).or_default().push_back(parcel);
            return;
        }
        self.sent += shapes.iter().map(|shape| shape.bytes).sum::<u64>();
        let head = Head { key, op: op.to_owned(), shapes };
        self.queue(to, &head, Payload::Values(values));
    }

    /// Queues a message of `bytes` bytes, which [`Queues::write_direct`] writes.
    pub(super) fn post_direct(&mut self, to: u32, key: Key, op: &str, bytes: usize) {
        self.sent += bytes as u64;
        let bytes = bytes as u64;
        let shape = Shape { dims: Vec::new(), element: String::new(), splat: false, bytes };
        let head = Head { key, op: op.to_owned(), shapes: vec![shape] };
        self.queue(to, &head, Payload::Direct(key));
    }

    fn queue(&mut self, to: u32, head: &Head, payload: Payload) {
        let message = Outgoing { head: head.encode(), head_at: 0, payload, at: (0, 0) };
        self.outgoing[to as usize].push_back(message);
        self.pump_out(to);
    }

    /// Whether messages wait for room.
    pub(super) fn is_sending(&self) -> bool {
        self.outgoing.iter().any(|queue| !queue.is_empty())
    }

    /// Moves bytes in both directions as far as possible; returns whether any moved.
    pub(super) fn pump(&mut self) -> Result<bool, String> {
        self.transport.poll()?;
        let mut moved = false;
        for peer in 0..self.transport.count() {
            if peer != self.transport.rank() {
                moved |= self.pump_out(peer);
                moved |= self.pump_in(peer)?;
            }
        }
        self.transport.flush()?;
        Ok(moved)
    }

    fn pump_out(&mut self, to: u32) -> bool {
        let mut moved = false;
        while let Some(front) = self.outgoing[to as usize].front_mut() {
            if front.head_at < front.head.len() {
                let written = self.transport.write(to, &front.head[front.head_at..]);
                moved |= written > 0;
                front.head_at += written;
                if front.head_at < front.head.len() {
                    break;
                }
            }
            let Payload::Values(values) = &front.payload else { break };
            while let Some(value) = values.get(front.at.0) {
                let bytes = value.bytes();
                let reached = write_padded(&mut *self.transport, to, bytes, front.at.1);
                moved |= reached > front.at.1;
                front.at.1 = reached;
                if reached < bytes.len() {
                    return moved;
                }
                front.at = (front.at.0 + 1, 0);
            }
            self.outgoing[to as usize].pop_front();
        }
        moved
    }

    /// Appends `bytes[at..]` to the message that the owner of `key` writes; returns the position
    /// that is reached. Nothing is written before the message is the first of its queue.
    pub(super) fn write_direct(&mut self, to: u32, key: Key, bytes: &[u8], at: usize) -> usize {
        match self.outgoing[to as usize].front() {
            Some(front) if front.head_at == front.head.len() => match front.payload {
                Payload::Direct(owner) if owner == key => {
                    write_padded(&mut *self.transport, to, bytes, at)
                }
                _ => at,
            },
            _ => at,
        }
    }

    /// Ends the message that the owner of `key` has written, if it is the first of its queue.
    pub(super) fn finish_direct(&mut self, to: u32, key: Key) {
        let queue = &mut self.outgoing[to as usize];
        if queue.front().is_some_and(|it| matches!(it.payload, Payload::Direct(k) if k == key)) {
            queue.pop_front();
        }
    }

    fn pump_in(&mut self, from: u32) -> Result<bool, String> {
        let mut moved = false;
        loop {
            let arrived = self.transport.arrived(from);
            let incoming = &mut self.incoming[from as usize];
            let taken = match incoming {
                Incoming::Payload(key, _) if self.claimed == Some(*key) => break,
                _ if arrived.is_empty() => break,
                Incoming::Start => {
                    let (length, _) = arrived.split_first_chunk().unwrap_or((&[0; 8], &[]));
                    let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(0);
                    *incoming = Incoming::Head(length, Vec::new());
                    PREFIX
                }
                Incoming::Head(length, head) => {
                    let taken = arrived.len().min(*length - head.len());
                    head.extend_from_slice(&arrived[..taken]);
                    if head.len() == *length {
                        let broken = || format!("rank {from} sent a message that is not one");
                        let head = Head::decode(head).ok_or_else(broken)?;
                        self.begin(from, head);
                    }
                    taken
                }
                Incoming::Payload(key, left) => {
                    let queue = self.mailbox.get_mut(&(from, *key));
                    let lost = || format!("rank {from} sent more than it announced");
                    let parcel = queue.and_then(VecDeque::back_mut).ok_or_else(lost)?;
                    let taken = parcel.fill(&arrived[..arrived.len().min(*left)]);
                    if taken == 0 {
                        return Err(lost());
                    }
                    *left -= taken;
                    if *left == 0 {
                        *incoming = Incoming::Start;
                    }
                    taken
                }
            };
            self.transport.consume(from, taken);
            moved = true;
        }
        Ok(moved)
    }

    /// Puts a message whose head has arrived into the mailbox.
    fn begin(&mut self, from: u32, head: Head) {
        let Head { key, op, shapes } = head;
        let left: usize = shapes.iter().map(|shape| padded(shape.bytes as usize)).sum();
        self.received += shapes.iter().map(|shape| shape.bytes).sum::<u64>();
        self.incoming[from as usize] = match left {
            0 => Incoming::Start,
            left => Incoming::Payload(key, left),
        };
        if key.kind == Kind::End {
            self.ended[from as usize] = true;
            return;
        }
        let mut parcel = Parcel { op, shapes, data: Vec::new(), at: (0, 0), read: 0 };
        parcel.settle();
        self.mailbox.entry((from, key)).or_default().push_back(parcel);
    }

    /// The first message with this key from a peer, also if it is not complete.
    pub(super) fn parcel(&self, from: u32, key: Key) -> Option<&Parcel> {
        self.mailbox.get(&(from, key))?.front()
    }

    /// Removes the first message with this key from a peer, if it is complete.
    pub(super) fn take(&mut self, from: u32, key: Key) -> Option<Parcel> {
        let queue = self.mailbox.get_mut(&(from, key))?;
        let complete = queue.front().is_some_and(Parcel::is_complete);
        let parcel = if complete { queue.pop_front() } else { None };
        if queue.is_empty() {
            self.mailbox.remove(&(from, key));
        }
        parcel
    }

    /// The bytes of a claimed message that have arrived and were not consumed, as far as they are
    /// contiguous. A claim holds for keys with at most one message.
    pub(super) fn stream(&self, from: u32, key: Key) -> &[u8] {
        let Some(parcel) = self.parcel(from, key) else { return &[] };
        // The part that arrived before the claim is padded as the stream is.
        let kept = match parcel.is_complete() {
            true => parcel.data.first().map_or(0, |data| data.as_slice().len()),
            false => parcel.at.1,
        };
        if parcel.read < kept {
            return &parcel.data[0].as_slice()[parcel.read..kept];
        }
        match self.incoming[from as usize] {
            Incoming::Payload(k, left) if k == key => {
                let arrived = self.transport.arrived(from);
                &arrived[..arrived.len().min(left)]
            }
            _ => &[],
        }
    }

    /// Removes the first `bytes` of [`Queues::stream`].
    pub(super) fn advance(&mut self, from: u32, key: Key, bytes: usize) {
        let Some(parcel) = self.mailbox.get_mut(&(from, key)).and_then(VecDeque::front_mut) else {
            return;
        };
        let kept = match parcel.is_complete() {
            true => parcel.data.first().map_or(0, |data| data.as_slice().len()),
            false => parcel.at.1,
        };
        if parcel.read < kept {
            parcel.read += bytes;
            return;
        }
        self.transport.consume(from, bytes);
        if let Incoming::Payload(_, left) = &mut self.incoming[from as usize] {
            *left -= bytes;
            if *left == 0 {
                self.incoming[from as usize] = Incoming::Start;
            }
        }
    }

    /// Removes a claimed message that was read to its end.
    pub(super) fn discard(&mut self, from: u32, key: Key) {
        self.mailbox.remove(&(from, key));
    }
}
