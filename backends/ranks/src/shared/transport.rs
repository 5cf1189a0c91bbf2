//! The byte streams of one rank through the rings of a segment.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::thread;

use hloom_interp::Transport;
use rustix::thread::futex;

use super::segment::Segment;

/// The bytes after which a long write is published, so that the reader works at the same time.
const PIECE: usize = 1 << 15;

/// The rounds of waiting in which a rank spins, if there is a core for each, and those in which it
/// yields to others. Spinning is short, because the scheduler may have put both on one core.
const SPINS: u32 = 100;
const YIELDS: u32 = 8;

/// The longest sleep of a round, in nanoseconds. A rank is woken earlier by its doorbell.
const SLEEP: i64 = 20_000_000;

/// The positions of a ring, as far as this rank moves them.
#[derive(Clone, Copy, Default)]
struct Ends {
    written: u64,
    consumed: u64,
}

/// A rank's streams to and from the others.
pub struct Shared {
    segment: Segment,
    rank: u32,
    /// Bytes written to each rank, and consumed of those from each.
    ends: Vec<Ends>,
    /// The count of the doorbell before the last look at the rings.
    seen: u32,
    spins: u32,
}

impl Shared {
    /// The streams of a rank. Each rank of a segment has one.
    ///
    /// # Panics
    /// If the segment does not have such a rank.
    pub fn new(segment: Segment, rank: u32) -> Shared {
        assert!(rank < segment.count(), "rank {rank} is beyond the segment");
        let ends = vec![Ends::default(); segment.count() as usize];
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let spins = if segment.count() as usize <= cores { SPINS } else { 0 };
        Shared { segment, rank, ends, seen: 0, spins }
    }

    /// Tells a rank that bytes were written or consumed.
    fn ring_bell(&self, rank: u32) {
        let bell = self.segment.doorbell(rank);
        // The order of this and of the load after it is that of the sleeper's store and wait.
        bell.count.fetch_add(1, SeqCst);
        if bell.sleeping.load(SeqCst) != 0 {
            _ = futex::wake(&bell.count, futex::Flags::empty(), 1);
        }
    }
}

impl Transport for Shared {
    fn rank(&self) -> u32 {
        self.rank
    }

    fn count(&self) -> u32 {
        self.segment.count()
    }

    fn write(&mut self, to: u32, bytes: &[u8]) -> usize {
        let size = self.segment.ring();
        let [consumed, published] = self.segment.positions(self.rank, to);
        let start = self.segment.bytes(self.rank, to);
        let begin = self.ends[to as usize].written;
        let mut written = begin;
        let room = size - (written - consumed.load(Acquire)) as usize;
        let mut rest = &bytes[..bytes.len().min(room)];
        while !rest.is_empty() {
            let at = written as usize & (size - 1);
            let piece = rest.len().min(size - at).min(PIECE);
            // SAFETY: The piece lies within the ring, in bytes that the reader has consumed and
            // does not touch until they are published.
            unsafe { std::ptr::copy_nonoverlapping(rest.as_ptr(), start.add(at).as_ptr(), piece) };
            written += piece as u64;
            published.store(written, Release);
            rest = &rest[piece..];
            if !rest.is_empty() {
                self.ring_bell(to);
            }
        }
        self.ends[to as usize].written = written;
        if written > begin {
            self.ring_bell(to);
        }
        (written - begin) as usize
    }

    fn arrived(&self, from: u32) -> &[u8] {
        let size = self.segment.ring();
        let [_, published] = self.segment.positions(from, self.rank);
        let consumed = self.ends[from as usize].consumed;
        let arrived = (published.load(Acquire) - consumed) as usize;
        let at = consumed as usize & (size - 1);
        let start = self.segment.bytes(from, self.rank);
        // SAFETY: The bytes lie within the ring and are published, and the writer does not touch
        // them until they are consumed, which needs `self` to be borrowed mutably.
        unsafe { std::slice::from_raw_parts(start.add(at).as_ptr(), arrived.min(size - at)) }
    }

    fn consume(&mut self, from: u32, bytes: usize) {
        let [consumed, _] = self.segment.positions(from, self.rank);
        let ends = &mut self.ends[from as usize];
        ends.consumed += bytes as u64;
        consumed.store(ends.consumed, Release);
        self.ring_bell(from);
    }

    fn has_places(&self) -> bool {
        self.segment.area(self.rank).is_some()
    }

    fn place(&self, bytes: &[u8]) -> Option<u64> {
        self.segment.place(bytes)
    }

    fn place_to_write(&self, bytes: &mut [u8]) -> Option<u64> {
        self.segment.place(bytes)
    }

    fn shared(&self, place: u64, bytes: usize) -> Option<&[u8]> {
        self.segment.shared(place, bytes)
    }

    fn store(&self, place: u64, bytes: &[u8], uncached: bool) -> bool {
        self.segment.store(place, bytes, uncached)
    }

    fn poll(&mut self) -> Result<(), String> {
        self.seen = self.segment.doorbell(self.rank).count.load(SeqCst);
        Ok(())
    }

    fn idle(&mut self, rounds: u32) {
        if rounds < self.spins {
            (0..8).for_each(|_| std::hint::spin_loop());
            return;
        }
        if rounds < self.spins + YIELDS {
            thread::yield_now();
            return;
        }
        let bell = self.segment.doorbell(self.rank);
        bell.sleeping.store(1, SeqCst);
        let longest = futex::Timespec { tv_sec: 0, tv_nsec: SLEEP };
        // If the bell has rung since the last look, this returns at once.
        _ = futex::wait(&bell.count, futex::Flags::empty(), self.seen, Some(&longest));
        bell.sleeping.store(0, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::{AsRawFd, IntoRawFd};

    fn pair(ring: usize) -> [Shared; 2] {
        let segment = Segment::create(2, ring).expect("a segment");
        [0, 1].map(|rank| Shared::new(segment.clone(), rank))
    }

    #[test]
    fn bytes_arrive_in_order_around_the_end_of_a_ring() {
        let [mut a, mut b] = pair(64);
        let bytes: Vec<u8> = (0..=255).collect();
        let (mut sent, mut got) = (0, Vec::new());
        while got.len() < bytes.len() {
            sent += a.write(1, &bytes[sent..]);
            assert!(sent - got.len() <= 64);
            let arrived = b.arrived(0).to_vec();
            assert!(!arrived.is_empty() && arrived.len() % 16 == 0);
            // One grain at a time, so that the positions wrap at different places.
            got.extend_from_slice(&arrived[..16]);
            b.consume(0, 16);
        }
        assert_eq!(got, bytes);
        assert_eq!(b.arrived(0), [0u8; 0]);
    }

    #[test]
    fn a_full_ring_takes_nothing() {
        let [mut a, mut b] = pair(32);
        assert_eq!(a.write(1, &[7; 48]), 32);
        assert_eq!(a.write(1, &[7; 16]), 0);
        b.consume(0, 16);
        assert_eq!(a.write(1, &[8; 32]), 16);
    }

    #[test]
    fn a_sleeper_is_woken() {
        let [mut a, mut b] = pair(1 << 12);
        let writer = thread::spawn(move || {
            thread::sleep(std::time::Duration::from_millis(30));
            a.write(1, &[1; 16]);
            a
        });
        let mut rounds = 0;
        while b.arrived(0).is_empty() {
            b.poll().expect("nothing fails");
            b.idle(rounds);
            rounds += 1;
            assert!(rounds < 1_000_000, "nothing came");
        }
        assert_eq!(b.arrived(0), [1; 16]);
        writer.join().expect("it wrote");
    }

    #[test]
    fn a_segment_is_found_by_its_descriptor() {
        let segment = Segment::create(3, 256).expect("a segment");
        let copy = rustix::io::dup(segment.descriptor()).expect("a second descriptor");
        let other = Segment::inherited(copy.into_raw_fd()).expect("the same segment");
        assert_eq!((other.count(), other.ring()), (3, 256));
        let mut a = Shared::new(segment, 2);
        let b = Shared::new(other, 0);
        assert_eq!(a.write(0, &[5; 16]), 16);
        assert_eq!(b.arrived(2), [5; 16]);
        let file = std::fs::File::open("/dev/null").expect("a file");
        assert!(Segment::inherited(file.as_raw_fd().max(3)).is_err());
        std::mem::forget(file);
    }
}
