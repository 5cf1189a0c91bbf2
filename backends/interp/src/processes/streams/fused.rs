//! `all_reduce` of one large tensor in two phases that share each stream.
//!
//! The elements are divided into a chunk for each member of the group. In the first phase, a member
//! receives its chunk from each of the others and reduces them, in the order of the group: so the
//! result is bit for bit that of reducing whole tensors in this order. In the second phase, it sends
//! its reduced chunk to the others. Each member sends and receives `2 (n - 1) / n` of the tensor,
//! the least that is possible (Patarasuk and Yuan, "Bandwidth optimal all-reduce algorithms for
//! clusters of workstations", Journal of Parallel and Distributed Computing, 2009).
//!
//! Both phases proceed in blocks, and alternate in each stream: a block is reduced while it is in
//! a cache, where the transport has it, and sent on while it is there.

use super::engine::{Streams, Waiter};
use super::frame::{Key, Kind, padded};
use super::queues::Queues;
use crate::processes::grid::WaitError;
use std::ops::Range;
use std::sync::Arc;

/// The bytes of a block, at most.
const BLOCK_BYTES: usize = 1 << 17;

/// The number of blocks by which the second phase is behind the first in a stream.
const LAG: usize = 1;

/// Chunks begin at multiples of so many elements, whose bytes are whole grains of any width.
const STEP: usize = 16;

/// The division of elements among the members of a group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chunks {
    pub(crate) elements: usize,
    pub(crate) members: usize,
}

impl Chunks {
    /// The elements that a member reduces.
    pub(crate) fn of(self, member: usize) -> Range<usize> {
        let each = self.elements.div_ceil(self.members).next_multiple_of(STEP);
        let begin = (each * member).min(self.elements);
        begin..(begin + each).min(self.elements)
    }
}

/// The elements of one block in a stream.
#[derive(Clone, PartialEq, Debug)]
struct Segment {
    /// Whether they are reduced: of the second phase.
    reduced: bool,
    elements: Range<usize>,
}

/// The segments of the stream from a member to another one, in order.
fn segments(chunks: Chunks, from: usize, to: usize, block: usize) -> Vec<Segment> {
    let blocks = |chunk: Range<usize>| {
        let end = chunk.end;
        chunk.step_by(block).map(move |at| at..(at + block).min(end)).collect::<Vec<_>>()
    };
    let (first, second) = (blocks(chunks.of(to)), blocks(chunks.of(from)));
    let steps = first.len().max(second.len() + LAG);
    let mut all = Vec::with_capacity(first.len() + second.len());
    for step in 0..steps {
        let given = first.get(step).cloned();
        all.extend(given.map(|elements| Segment { reduced: false, elements }));
        let taken = step.checked_sub(LAG).and_then(|at| second.get(at)).cloned();
        all.extend(taken.map(|elements| Segment { reduced: true, elements }));
    }
    all
}

/// Reduces elements of each member, in the group's order, into the last argument.
pub(crate) type Combine<'c, E> = dyn FnMut(&[&[u8]], &mut [u8]) -> Result<(), E> + 'c;

/// The operands of a fused all_reduce.
pub(crate) struct Fused<'f> {
    pub(crate) key: Key,
    pub(crate) op: &'static str,
    /// The members, and the position of this rank among them.
    pub(crate) group: &'f [u32],
    pub(crate) position: usize,
    pub(crate) input: &'f [u8],
    /// The bytes of an element of the input, and of the result.
    pub(crate) widths: (usize, usize),
}

/// The reason why a fused all_reduce failed.
pub(crate) enum FusedError<E> {
    Wait(WaitError),
    /// Elements can't be reduced.
    Combine(E),
}

/// The two streams with one member: their segments, the current one, and the bytes of it that have
/// moved.
struct Link {
    peer: u32,
    out: Vec<Segment>,
    out_at: (usize, usize),
    ins: Vec<Segment>,
    in_at: (usize, usize),
}

impl Fused<'_> {
    fn width(&self, segment: &Segment) -> usize {
        if segment.reduced { self.widths.1 } else { self.widths.0 }
    }

    fn bytes(&self, segments: &[Segment]) -> usize {
        segments.iter().map(|s| padded(s.elements.len() * self.width(s))).sum()
    }

    /// Runs the collective; `result` has the elements of `input`.
    ///
    /// # Errors
    /// If others do not come, or run another op, or an element can't be reduced.
    pub(crate) fn run<E>(
        &self,
        streams: &Arc<Streams>,
        result: &mut [u8],
        combine: &mut Combine<'_, E>,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<(), FusedError<E>> {
        if self.run_in_place(streams, result, combine, interrupted)? {
            return Ok(());
        }
        let (elements, members) = (self.input.len() / self.widths.0, self.group.len());
        let chunks = Chunks { elements, members };
        let own = chunks.of(self.position);
        let block = BLOCK_BYTES / self.widths.0.max(self.widths.1) / STEP * STEP;
        let others = (0..members).filter(|&member| member != self.position);
        let mut links: Vec<Link> = others
            .map(|member| Link {
                peer: self.group[member],
                out: segments(chunks, self.position, member, block),
                out_at: (0, 0),
                ins: segments(chunks, member, self.position, block),
                in_at: (0, 0),
            })
            .collect();
        let mut state = streams.lock();
        state.queues.claimed = Some(self.key);
        for link in &links {
            state.queues.post_direct(link.peer, self.key, self.op, self.bytes(&link.out));
        }
        let peers: Vec<u32> = links.iter().map(|link| link.peer).collect();
        let mut waiter = Waiter::new(streams, interrupted);
        // The elements that are reduced: a prefix of the own chunk.
        let mut reduced = own.start;
        let ended = loop {
            let mut moved = match state.queues.pump() {
                Ok(moved) => moved,
                Err(lost) => break Err(FusedError::Wait(WaitError::Deadlock(lost))),
            };
            for link in &mut links {
                moved |= self.write(&mut state.queues, link, result, reduced);
                moved |= self.gather(&mut state.queues, link, result);
            }
            match self.reduce(&mut state.queues, &mut links, result, combine) {
                Ok(count) => {
                    reduced += count;
                    moved |= count > 0;
                }
                Err(error) => break Err(FusedError::Combine(error)),
            }
            if let Err(lost) = state.queues.transport.flush() {
                break Err(FusedError::Wait(WaitError::Deadlock(lost)));
            }
            if links.iter().all(|it| it.out_at.0 == it.out.len() && it.in_at.0 == it.ins.len()) {
                break Ok(());
            }
            if moved {
                waiter.moved();
                continue;
            }
            let other = streams.disagreement(&state.queues, &peers, self.key, self.op);
            if let Some(other) = other {
                break Err(FusedError::Wait(WaitError::Disagreement(other)));
            }
            if let Some(other) = self.mismatch(&state.queues, &links) {
                break Err(FusedError::Wait(WaitError::Disagreement(other)));
            }
            if let Err(error) = waiter.idle(&mut state, &|queues| self.missing(queues, &links)) {
                break Err(FusedError::Wait(error));
            }
        };
        state.queues.claimed = None;
        if ended.is_ok() {
            for link in &links {
                state.queues.finish_direct(link.peer, self.key);
                state.queues.discard(link.peer, self.key);
            }
        }
        ended
    }

    /// Writes segments as far as they are known and there is room.
    fn write(&self, queues: &mut Queues, link: &mut Link, result: &[u8], reduced: usize) -> bool {
        let mut moved = false;
        while let Some(segment) = link.out.get(link.out_at.0) {
            let Range { start, end } = segment.elements;
            if segment.reduced && reduced < end {
                break;
            }
            let width = self.width(segment);
            let source = if segment.reduced { result } else { self.input };
            let bytes = &source[start * width..end * width];
            let reached = queues.write_direct(link.peer, self.key, bytes, link.out_at.1);
            moved |= reached > link.out_at.1;
            link.out_at.1 = reached;
            if reached < bytes.len() {
                break;
            }
            link.out_at = (link.out_at.0 + 1, 0);
            if link.out_at.0 == link.out.len() {
                queues.finish_direct(link.peer, self.key);
            }
        }
        moved
    }

    /// Copies reduced elements that have arrived from a member.
    fn gather(&self, queues: &mut Queues, link: &mut Link, result: &mut [u8]) -> bool {
        let mut moved = false;
        while let Some(segment) = link.ins.get(link.in_at.0).filter(|segment| segment.reduced) {
            let begin = segment.elements.start * self.widths.1;
            let size = segment.elements.len() * self.widths.1;
            let arrived = queues.stream(link.peer, self.key);
            let taken = arrived.len().min(padded(size) - link.in_at.1);
            if taken == 0 {
                break;
            }
            let real = taken.min(size - link.in_at.1);
            let at = begin + link.in_at.1;
            result[at..at + real].copy_from_slice(&arrived[..real]);
            queues.advance(link.peer, self.key, taken);
            moved = true;
            link.in_at.1 += taken;
            if link.in_at.1 < padded(size) {
                break;
            }
            link.in_at = (link.in_at.0 + 1, 0);
        }
        moved
    }

    /// Reduces elements of the own chunk that have arrived from every member; returns their number.
    fn reduce<E>(
        &self,
        queues: &mut Queues,
        links: &mut [Link],
        result: &mut [u8],
        combine: &mut Combine<'_, E>,
    ) -> Result<usize, E> {
        let (width, out) = self.widths;
        // All members are in the same block, with the same number of bytes consumed.
        let mut front: Option<(Range<usize>, usize)> = None;
        for link in links.iter() {
            match link.ins.get(link.in_at.0) {
                Some(segment) if !segment.reduced => {
                    let this = (segment.elements.clone(), link.in_at.1);
                    if front.get_or_insert(this.clone()) != &this {
                        return Ok(0);
                    }
                }
                _ => return Ok(0),
            }
        }
        let Some((elements, at)) = front else { return Ok(0) };
        let size = elements.len() * width;
        let mut arrived: Vec<&[u8]> =
            links.iter().map(|link| queues.stream(link.peer, self.key)).collect();
        let taken = arrived.iter().map(|bytes| bytes.len()).min().unwrap_or(0);
        let taken = taken.min(padded(size) - at);
        if taken == 0 {
            return Ok(0);
        }
        let real = taken.min(size - at);
        let begin = elements.start * width + at;
        arrived.iter_mut().for_each(|bytes| *bytes = &bytes[..real]);
        arrived.insert(self.position, &self.input[begin..begin + real]);
        let (first, count) = (begin / width, real / width);
        combine(&arrived, &mut result[first * out..(first + count) * out])?;
        for link in links {
            queues.advance(link.peer, self.key, taken);
            link.in_at.1 += taken;
            if link.in_at.1 == padded(size) {
                link.in_at = (link.in_at.0 + 1, 0);
            }
        }
        Ok(count)
    }

    /// The sentence for a member whose tensor has another size.
    fn mismatch(&self, queues: &Queues, links: &[Link]) -> Option<String> {
        links.iter().find_map(|link| {
            if queues.parcel(link.peer, Key { kind: Kind::Places, ..self.key }).is_some() {
                return Some(format!("rank {} brings a larger tensor", link.peer));
            }
            let parcel = queues.parcel(link.peer, self.key)?;
            let announced: u64 = parcel.shapes.iter().map(|shape| shape.bytes).sum();
            let expected = self.bytes(&link.ins) as u64;
            let fits = parcel.shapes.len() == 1 && announced == expected;
            (!fits).then(|| {
                let peer = link.peer;
                format!("rank {peer} sends {announced} bytes where {expected} are expected")
            })
        })
    }

    /// The members that are waited for: those whose elements are to be reduced, else all that have
    /// not sent their reduced ones.
    fn missing(&self, queues: &Queues, links: &[Link]) -> Vec<u32> {
        let silent = |link: &&Link| queues.stream(link.peer, self.key).is_empty();
        let at = |link: &Link| link.ins.get(link.in_at.0).map(|segment| segment.reduced);
        let of = |reduced: bool| {
            let waiting = links.iter().filter(|link| at(link) == Some(reduced)).filter(silent);
            waiting.map(|link| link.peer).collect::<Vec<u32>>()
        };
        let unread: Vec<u32> = of(false);
        if !unread.is_empty() {
            return unread;
        }
        let ungathered = of(true);
        if !ungathered.is_empty() {
            return ungathered;
        }
        links.iter().filter(|link| link.out_at.0 < link.out.len()).map(|link| link.peer).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_cover_all_elements_once() {
        for (elements, members) in [(1, 4), (16, 2), (100, 3), (1 << 12, 7), (33, 1)] {
            let chunks = Chunks { elements, members };
            let mut reached = 0;
            for member in 0..members {
                let chunk = chunks.of(member);
                assert_eq!(chunk.start, reached);
                assert!(chunk.start.is_multiple_of(STEP) || chunk.is_empty());
                reached = chunk.end;
            }
            assert_eq!(reached, elements);
        }
    }

    #[test]
    fn both_ends_of_a_stream_agree_on_its_segments() {
        let chunks = Chunks { elements: 100, members: 2 };
        let segments = segments(chunks, 0, 1, 32);
        let of = |reduced: bool| segments.iter().filter(move |s| s.reduced == reduced);
        assert_eq!(of(false).map(|s| s.elements.len()).sum::<usize>(), chunks.of(1).len());
        assert_eq!(of(true).map(|s| s.elements.len()).sum::<usize>(), chunks.of(0).len());
        assert!(!segments[0].reduced && segments.iter().any(|s| s.reduced));
    }
}
