//! `all_reduce` of a large tensor whose members' tensors lie in memory that all of them see.
//!
//! The members tell each other the places of their operands and results. Each reduces its chunk, in
//! the order of the group, where the operands are; block by block, it says so to the others, who
//! copy the block from its result into theirs while it is in a cache that they share. At the end,
//! each waits until the others have read its operand and its result.
//!
//! No byte is copied into a stream, so that a member reads its chunk of each operand and the other
//! chunks of the results, and writes its result: less than twice what a copy of the tensor moves.

use super::engine::{Streams, Waiter};
use super::frame::{Key, Kind};
use super::fused::{Chunks, Combine, Fused, FusedError};
use super::queues::Queues;
use crate::processes::grid::{Message, WaitError};
use hloom_ir::{Element, Literal, Type};
use std::ops::Range;
use std::sync::Arc;

/// The least bytes of a tensor for which its members exchange places: it takes longer to move them.
const LARGE: usize = 1 << 20;

/// The bytes of a block, at most.
const BLOCK_BYTES: usize = 1 << 19;

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

/// The elements of block `round` of a chunk.
fn block_of(chunk: &Range<usize>, block: usize, round: usize) -> Range<usize> {
    let begin = (chunk.start + round * block).min(chunk.end);
    begin..(begin + block).min(chunk.end)
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
        result: &[u8],
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Places>>, WaitError> {
        let own = {
            let transport = &streams.lock().queues.transport;
            if self.input.len() < LARGE || !transport.has_places() {
                return Ok(None);
            }
            let place = |bytes| transport.place(bytes).unwrap_or(NOWHERE);
            [place(self.input), place(result), self.input.len() as u64]
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
        let block = BLOCK_BYTES / width.max(out);
        // The first chunk is not shorter than another one.
        let rounds = chunks.of(0).len().div_ceil(block);
        let (peers, nothing) = (self.others(), Message::from(Vec::new()));
        let key = self.of_kind(Kind::Progress);
        let lost = || FusedError::Wait(WaitError::Deadlock("a rank's memory is gone".to_owned()));
        for round in 0..=rounds {
            if round < rounds {
                let own = block_of(&chunks.of(self.position), block, round);
                let state = streams.lock();
                let transport = &state.queues.transport;
                let (at, bytes) = (own.start * width, own.len() * width);
                let members = places.iter().enumerate().map(|(member, place)| {
                    match member == self.position {
                        true => Some(&self.input[at..at + bytes]),
                        false => transport.shared(place.input + at as u64, bytes),
                    }
                });
                let members: Vec<&[u8]> = members.collect::<Option<_>>().ok_or_else(lost)?;
                combine(&members, &mut result[own.start * out..own.end * out])
                    .map_err(FusedError::Combine)?;
            }
            // After the last round, this says that everything was read.
            if round > 0 {
                streams
                    .receive(&peers, key, self.op, &[], interrupted)
                    .map_err(FusedError::Wait)?;
            }
            if round < rounds {
                for &peer in &peers {
                    streams.send(peer, key, self.op, nothing.clone());
                }
            }
            if round > 0 {
                self.copy(streams, &places, result, |member| {
                    block_of(&chunks.of(member), block, round - 1)
                })
                .ok_or_else(lost)?;
            }
        }
        for &peer in &peers {
            streams.send(peer, key, self.op, nothing.clone());
        }
        streams.receive(&peers, key, self.op, &[], interrupted).map_err(FusedError::Wait)?;
        let mut state = streams.lock();
        state.queues.sent += (peers.len() * chunks.of(0).len() * (width + out)) as u64;
        state.queues.received += (peers.len() * chunks.of(self.position).len() * width) as u64;
        state.queues.received += (result.len() - chunks.of(self.position).len() * out) as u64;
        Ok(true)
    }

    /// Copies elements of the other members' results.
    fn copy(
        &self,
        streams: &Streams,
        places: &[Places],
        result: &mut [u8],
        elements: impl Fn(usize) -> Range<usize>,
    ) -> Option<()> {
        let out = self.widths.1;
        let state = streams.lock();
        for (member, place) in places.iter().enumerate() {
            if member == self.position {
                continue;
            }
            let elements = elements(member);
            let (at, bytes) = (elements.start * out, elements.len() * out);
            let theirs = state.queues.transport.shared(place.result + at as u64, bytes)?;
            result[at..at + bytes].copy_from_slice(theirs);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_cover_a_chunk() {
        let chunk = 32..75;
        let blocks: Vec<_> = (0..4).map(|round| block_of(&chunk, 20, round)).collect();
        assert_eq!(blocks, [32..52, 52..72, 72..75, 75..75]);
    }
}
