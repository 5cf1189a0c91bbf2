//! `all_reduce` of a large tensor whose members' tensors lie in memory that all of them see.
//!
//! The members tell each other the places of their operands and results. Each reduces its chunk, in
//! the order of the group, where the operands are, block by block, and writes each block to the
//! results of all members while it is in its cache. Then each says that it is done.
//!
//! A member that fails in between ends the run, and does not use its memory again: others may still
//! write there.
//!
//! So a member reads as many bytes as the tensor has, and writes as many, whatever the number of
//! members: not more than a copy of the tensor moves.

use super::engine::{Streams, Waiter};
use super::frame::{Key, Kind};
use super::fused::{Chunks, Combine, Fused, FusedError};
use super::queues::Queues;
use crate::processes::grid::{Message, WaitError};
use hloom_ir::literal::Bytes;
use hloom_ir::{Element, Literal, Type};
use std::sync::Arc;

/// The least bytes of a tensor for which its members exchange places: it takes longer to move them.
const LARGE: usize = 1 << 20;

/// The bytes of a result from which on it is written past the caches: they would not hold it until
/// it is used.
const UNCACHED: usize = 16 << 20;

/// The bytes of a block, at most: it stays in a core's own cache.
const BLOCK_BYTES: usize = 1 << 16;

/// The places of a member's operand and result.
#[derive(Clone, Copy)]
struct Places {
    input: u64,
    result: u64,
}

/// The number that stands for no place.
const NOWHERE: u64 = u64::MAX;

/// The type of the message of places: of the operand and the result, and the bytes of the operand.
fn places_type() -> Type {
    Type::tensor(&[3], Element::U64)
}

impl Fused<'_> {
    fn others(&self) -> Vec<u32> {
        let others = (0..self.group.len()).filter(|&member| member != self.position);
        others.map(|member| self.group[member]).collect()
    }

    fn of_kind(&self, kind: Kind) -> Key {
        Key { kind, ..self.key }
    }

    /// The places of all members' tensors, this one's among them; `None` if a tensor lies where
    /// others do not see it, or the transport has no such memory.
    fn places(
        &self,
        streams: &Arc<Streams>,
        result: &mut [u8],
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Places>>, WaitError> {
        let own = {
            let transport = &streams.lock().queues.transport;
            if self.input.len() < LARGE || !transport.has_places() {
                return Ok(None);
            }
            let places = [transport.place(self.input), transport.place_to_write(result)];
            let [input, result] = places.map(|place| place.unwrap_or(NOWHERE));
            [input, result, self.input.len() as u64]
        };
        let (key, peers) = (self.of_kind(Kind::Places), self.others());
        let bytes: Vec<u8> = own.iter().flat_map(|n| n.to_le_bytes()).collect();
        let message = Literal::new(places_type(), bytes[..].into());
        let message: Message = message.into_iter().collect();
        for &peer in &peers {
            streams.send(peer, key, self.op, message.clone());
        }
        let missing = |queues: &Queues| {
            let silent = |&peer: &u32| queues.parcel(peer, key).is_none();
            peers.iter().copied().filter(silent).collect::<Vec<u32>>()
        };
        let waiter = Waiter::new(streams, interrupted);
        streams.wait(waiter, &missing, |queues| {
            if let Some(wrong) = streams.disagreement(queues, &peers, key, self.op) {
                return Some(Err(WaitError::Disagreement(wrong)));
            }
            // A member whose tensor is small sends it at once; others send their places first.
            let other = missing(queues).into_iter().find_map(|peer| {
                let parcel = queues.parcel(peer, self.key)?;
                let theirs: u64 = parcel.shapes.iter().map(|shape| shape.bytes).sum();
                Some(self.wrong_size(peer, theirs))
            });
            if let Some(wrong) = other {
                return Some(Err(WaitError::Disagreement(wrong)));
            }
            missing(queues).is_empty().then_some(Ok(()))
        })??;
        let theirs = streams.receive(&peers, key, self.op, &[places_type()], interrupted)?;
        let mut theirs = theirs.iter();
        let mut all = Vec::with_capacity(self.group.len());
        for (member, &peer) in self.group.iter().enumerate() {
            let [input, result, bytes] = match member == self.position {
                true => own,
                false => {
                    let words = theirs.next().and_then(|message| message.first());
                    let bytes = words.map_or(&[][..], Literal::bytes).as_chunks().0;
                    std::array::from_fn(|i| bytes.get(i).map_or(0, |b| u64::from_le_bytes(*b)))
                }
            };
            if bytes != self.input.len() as u64 {
                return Err(WaitError::Disagreement(self.wrong_size(peer, bytes)));
            }
            all.push(Places { input, result });
        }
        let everywhere = |it: &Places| it.input != NOWHERE && it.result != NOWHERE;
        Ok(all.iter().all(everywhere).then_some(all))
    }

    fn wrong_size(&self, peer: u32, bytes: u64) -> String {
        let expected = self.input.len();
        format!("rank {peer} sends {bytes} bytes where {expected} are expected")
    }

    /// Runs the collective if the tensors of all members lie in memory that they see; returns
    /// whether they do. `result` has the elements of `input`.
    ///
    /// # Errors
    /// As [`Fused::run`].
    pub(crate) fn run_in_place<E>(
        &self,
        streams: &Arc<Streams>,
        result: &mut [u8],
        combine: &mut Combine<'_, E>,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<bool, FusedError<E>> {
        let places = self.places(streams, result, interrupted).map_err(FusedError::Wait)?;
        let Some(places) = places else { return Ok(false) };
        let (width, out) = self.widths;
        let chunks = Chunks { elements: self.input.len() / width, members: self.group.len() };
        let own = chunks.of(self.position);
        let block = BLOCK_BYTES / width.max(out);
        let (peers, uncached) = (self.others(), result.len() >= UNCACHED);
        let lost = || FusedError::Wait(WaitError::Deadlock("a rank's memory is gone".to_owned()));
        let mut reduced = Bytes::zeros(block * out);
        for begin in own.clone().step_by(block) {
            let count = block.min(own.end - begin);
            let reduced = &mut reduced.as_mut_slice()[..count * out];
            let state = streams.lock();
            let transport = &state.queues.transport;
            let of = |place: &Places| {
                transport.shared(place.input + (begin * width) as u64, count * width)
            };
            let members: Option<Vec<&[u8]>> = places.iter().map(of).collect();
            combine(&members.ok_or_else(lost)?, reduced).map_err(FusedError::Combine)?;
            for place in &places {
                let place = place.result + (begin * out) as u64;
                transport.store(place, reduced, uncached).then_some(()).ok_or_else(lost)?;
            }
            drop(state);
            if interrupted() {
                return Err(FusedError::Wait(WaitError::Interrupted));
            }
        }
        let (key, nothing) = (self.of_kind(Kind::Done), Message::from(Vec::new()));
        for &peer in &peers {
            streams.send(peer, key, self.op, nothing.clone());
        }
        streams.receive(&peers, key, self.op, &[], interrupted).map_err(FusedError::Wait)?;
        let mut state = streams.lock();
        state.queues.sent += (peers.len() * own.len() * out) as u64;
        state.queues.received += (peers.len() * own.len() * width) as u64;
        Ok(true)
    }
}
