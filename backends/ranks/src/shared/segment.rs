//! The shared segment: its memory and its layout.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64};

use hloom_interp::GRAIN;
use rustix::fs::{FallocateFlags, MemfdFlags};
use rustix::mm::{MapFlags, ProtFlags};

/// The first word of a segment, so that another descriptor is not taken for one.
const MAGIC: u64 = 0x686c_6f6f_6d72_0002;

/// The distance of words that different ranks write: two lines of a cache, which some processors
/// fetch together.
const APART: usize = 128;

/// The bytes of the header.
const HEADER: usize = APART;

/// The largest ring. Rings of this size stay in a cache of the second level.
const LARGEST_RING: usize = 1 << 19;

/// The smallest ring.
const SMALLEST_RING: usize = 1 << 14;

/// The bytes of all rings together, at most, unless the smallest rings take more.
const ALL_RINGS: usize = 1 << 28;

/// The bytes of an area for large allocations, and of all areas together, at most. They are
/// addresses, which take no memory.
const LARGEST_AREA: usize = 1 << 36;
const ALL_AREAS: usize = 1 << 43;

/// The bytes of each rank's area; none where addresses are short.
fn area_bytes(count: u32) -> usize {
    if usize::BITS < 64 {
        return 0;
    }
    let most = (ALL_AREAS / count.max(1) as usize).min(LARGEST_AREA);
    1 << most.ilog2()
}

/// The bytes of each ring for this number of ranks.
pub fn ring_bytes(count: u32) -> usize {
    let rings = (count as usize).pow(2).max(1);
    let most = (ALL_RINGS / rings).clamp(SMALLEST_RING, LARGEST_RING);
    // The largest power of two.
    1 << most.ilog2()
}

/// Memory of a segment, unmapped when dropped.
struct Map {
    start: NonNull<u8>,
    length: usize,
}

// SAFETY: The memory belongs to no thread; what threads and processes do in it is ordered by the
// atomic words of the segment.
unsafe impl Send for Map {}
// SAFETY: As above.
unsafe impl Sync for Map {}

impl Drop for Map {
    fn drop(&mut self) {
        // SAFETY: The range was mapped by `Segment::map`, and no reference to it is left.
        _ = unsafe { rustix::mm::munmap(self.start.as_ptr().cast(), self.length) };
    }
}

/// The offset of the areas.
fn areas(count: usize, ring: usize) -> usize {
    let (_, rings) = offsets(count);
    (rings + count * count * ring).next_multiple_of(1 << 21)
}

/// A doorbell: a counter on which its rank sleeps, and whether it does.
#[repr(C)]
pub(super) struct Doorbell {
    pub(super) count: AtomicU32,
    pub(super) sleeping: AtomicU32,
}

/// A segment of memory that all ranks share.
#[derive(Clone)]
pub struct Segment {
    map: Arc<Map>,
    file: Arc<OwnedFd>,
    count: u32,
    ring: usize,
    /// The bytes of each rank's area.
    area: usize,
}

/// The offset of the positions of ring `number`, and of the bytes of the first ring.
fn offsets(count: usize) -> (usize, usize) {
    let positions = HEADER + count * APART;
    let bytes = positions + count * count * 2 * APART;
    (positions, bytes.next_multiple_of(1 << 12))
}

impl Segment {
    /// A new segment for ranks, with rings of this size, a power of two, and an area for the large
    /// allocations of each rank, if there are addresses for them. Child processes inherit its
    /// descriptor.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn create(count: u32, ring: usize) -> io::Result<Segment> {
        if !ring.is_power_of_two() || ring < GRAIN || count == 0 {
            let what = format!("{count} ranks with rings of {ring} bytes are not possible");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        }
        let file = rustix::fs::memfd_create("hloom-ranks", MemfdFlags::empty())?;
        let file = Arc::new(file);
        // Where addresses are limited, there are no areas.
        let segment = match Segment::sized(&file, count, ring, area_bytes(count)) {
            Ok(segment) => segment,
            Err(_) => Segment::sized(&file, count, ring, 0)?,
        };
        let header = [MAGIC, u64::from(count), ring as u64, segment.area as u64];
        for (i, word) in header.into_iter().enumerate() {
            segment.word(i * 8).store(word, std::sync::atomic::Ordering::SeqCst);
        }
        Ok(segment)
    }

    fn sized(file: &Arc<OwnedFd>, count: u32, ring: usize, area: usize) -> io::Result<Segment> {
        let length = areas(count as usize, ring) + count as usize * area;
        // A file beyond the limit of the process would not be an error: it would end it.
        let most = rustix::process::getrlimit(rustix::process::Resource::Fsize).current;
        if most.is_some_and(|most| length as u64 > most) {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        rustix::fs::ftruncate(file, length as u64)?;
        Segment::map(file.clone(), length, (count, ring, area))
    }

    /// The segment behind a descriptor that this process has inherited, and owns from now on.
    ///
    /// # Errors
    /// If the descriptor is not one of a segment.
    pub fn inherited(descriptor: RawFd) -> io::Result<Segment> {
        let wrong = || io::Error::new(io::ErrorKind::InvalidInput, "it is not a segment of ranks");
        if descriptor < 3 {
            return Err(wrong());
        }
        // SAFETY: The process was started with this descriptor for this purpose alone; `fstat`
        // fails if it is not open.
        let file = unsafe { OwnedFd::from_raw_fd(descriptor) };
        let length = usize::try_from(rustix::fs::fstat(&file)?.st_size).unwrap_or(0);
        if length < HEADER {
            return Err(wrong());
        }
        let whole = Segment::map(Arc::new(file), length, (1, GRAIN, 0))?;
        let [magic, count, ring, area] =
            [0, 8, 16, 24].map(|at| whole.word(at).load(std::sync::atomic::Ordering::SeqCst));
        let (count, ring, area) = (count as u32, ring as usize, area as usize);
        let is_possible = count > 0 && ring.is_power_of_two() && ring <= LARGEST_RING;
        if magic != MAGIC || !is_possible || area > LARGEST_AREA {
            return Err(wrong());
        }
        if areas(count as usize, ring) + count as usize * area != length {
            return Err(wrong());
        }
        Ok(Segment { count, ring, area, ..whole })
    }

    /// Maps `length` bytes of a file; the numbers are those of ranks, and the bytes of rings and of
    /// areas.
    fn map(
        file: Arc<OwnedFd>,
        length: usize,
        (count, ring, area): (u32, usize, usize),
    ) -> io::Result<Segment> {
        let access = ProtFlags::READ | ProtFlags::WRITE;
        let flags = MapFlags::SHARED | MapFlags::NORESERVE;
        // SAFETY: A new range is mapped, which overlaps no other.
        let start =
            unsafe { rustix::mm::mmap(std::ptr::null_mut(), length, access, flags, &file, 0) }?;
        let none = || io::Error::from(io::ErrorKind::OutOfMemory);
        let start = NonNull::new(start.cast()).ok_or_else(none)?;
        let map = Arc::new(Map { start, length });
        Ok(Segment { map, file, count, ring, area })
    }

    /// The number of ranks.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The descriptor of the segment, which child processes inherit under the same number.
    pub fn descriptor(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }

    /// The bytes of a ring.
    pub(super) fn ring(&self) -> usize {
        self.ring
    }

    fn at<T>(&self, offset: usize) -> &T {
        assert!(
            offset + size_of::<T>() <= self.map.length && offset.is_multiple_of(align_of::<T>())
        );
        // SAFETY: The place is within the mapped range and aligned, and `T` is made of atomic
        // integers, for which any bits are valid.
        unsafe { self.map.start.add(offset).cast().as_ref() }
    }

    fn word(&self, offset: usize) -> &AtomicU64 {
        self.at(offset)
    }

    /// The doorbell of a rank.
    pub(super) fn doorbell(&self, rank: u32) -> &Doorbell {
        self.at(HEADER + rank as usize * APART)
    }

    /// The positions of the ring from one rank to another: of consumed bytes, and of written ones.
    pub(super) fn positions(&self, from: u32, to: u32) -> [&AtomicU64; 2] {
        let (positions, _) = offsets(self.count as usize);
        let ring = from as usize * self.count as usize + to as usize;
        [0, 1].map(|i| self.word(positions + (2 * ring + i) * APART))
    }

    /// The bytes of the ring from one rank to another.
    pub(super) fn bytes(&self, from: u32, to: u32) -> NonNull<u8> {
        let (_, bytes) = offsets(self.count as usize);
        let offset = bytes + (from as usize * self.count as usize + to as usize) * self.ring;
        assert!(offset + self.ring <= self.map.length);
        // SAFETY: The ring is within the mapped range.
        unsafe { self.map.start.add(offset) }
    }

    /// The area of a rank for large allocations, and its bytes; `None` if it has none.
    pub(super) fn area(&self, rank: u32) -> Option<(NonNull<u8>, usize)> {
        assert!(rank < self.count, "rank {rank} is beyond the segment");
        let begin = areas(self.count as usize, self.ring) + rank as usize * self.area;
        assert!(begin + self.area <= self.map.length);
        // SAFETY: the area is within the mapped range.
        (self.area > 0).then(|| (unsafe { self.map.start.add(begin) }, self.area))
    }

    /// Gives the pages of a part of an area back to the system, so that they are zero; returns
    /// whether it took them.
    pub(super) fn give_back(&self, area: NonNull<u8>, at: usize, bytes: usize) -> bool {
        let begin = area.as_ptr() as usize - self.map.start.as_ptr() as usize + at;
        let flags = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
        rustix::fs::fallocate(&self.file, flags, begin as u64, bytes as u64).is_ok()
    }

    /// The place of bytes that lie in an area: their offset in the areas of all ranks.
    pub(super) fn place(&self, bytes: &[u8]) -> Option<u64> {
        let first = self.map.start.as_ptr() as usize + areas(self.count as usize, self.ring);
        let place = (bytes.as_ptr() as usize).checked_sub(first)?;
        let end = place.checked_add(bytes.len())?;
        (end <= self.count as usize * self.area).then_some(place as u64)
    }

    /// The address of a place of the areas that has so many bytes.
    fn address(&self, place: u64, bytes: usize) -> Option<NonNull<u8>> {
        let place = usize::try_from(place).ok()?;
        if place.checked_add(bytes)? > self.count as usize * self.area {
            return None;
        }
        let begin = areas(self.count as usize, self.ring) + place;
        // SAFETY: the bytes are within the mapped range.
        Some(unsafe { self.map.start.add(begin) })
    }

    /// The bytes at a place of the areas.
    pub(super) fn shared(&self, place: u64, bytes: usize) -> Option<&[u8]> {
        let start = self.address(place, bytes)?;
        // SAFETY: The bytes are within the mapped range. A rank that names a place to others does
        // not write there until they have read it: see `Transport::shared`.
        Some(unsafe { std::slice::from_raw_parts(start.as_ptr(), bytes) })
    }

    /// Writes bytes to a place of the areas, past the caches if they are not read soon.
    pub(super) fn store(&self, place: u64, bytes: &[u8], uncached: bool) -> bool {
        let Some(start) = self.address(place, bytes.len()) else { return false };
        // SAFETY: The bytes are within the mapped range. The rank whose place this is has given it
        // to this one, and does not touch it until it is told: see `Transport::place_to_write`.
        unsafe {
            match uncached {
                true => copy_past_caches(bytes, start.as_ptr()),
                false => start.copy_from_nonoverlapping(NonNull::from(bytes).cast(), bytes.len()),
            }
        }
        true
    }
}

/// Copies bytes past the caches, where the processor can: their lines are not read before they are
/// written.
///
/// # Safety
/// There are as many bytes at `to`, and no other thread or process reads or writes them meanwhile.
unsafe fn copy_past_caches(from: &[u8], to: *mut u8) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_sfence, _mm_stream_si128};
        const LINE: usize = 64;
        let first = to.align_offset(LINE).min(from.len());
        let (head, rest) = from.split_at(first);
        let (lines, tail) = rest.as_chunks::<LINE>();
        // SAFETY: head, lines and tail make up the bytes. A line of the target is aligned.
        unsafe {
            to.copy_from_nonoverlapping(head.as_ptr(), head.len());
            let mut next = to.add(first);
            for line in lines {
                for part in (0..LINE).step_by(size_of::<__m128i>()) {
                    let value = _mm_loadu_si128(line.as_ptr().add(part).cast());
                    _mm_stream_si128(next.add(part).cast(), value);
                }
                next = next.add(LINE);
            }
            next.copy_from_nonoverlapping(tail.as_ptr(), tail.len());
            // Others learn of the bytes by stores after these.
            _mm_sfence();
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    // SAFETY: the caller's promise.
    unsafe {
        to.copy_from_nonoverlapping(from.as_ptr(), from.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_reach_all_bytes_and_no_other() {
        let segment = Segment::create(2, 256).expect("a segment");
        let (area, _) = segment.area(1).expect("an area");
        let base =
            (area.as_ptr() as usize - segment.area(0).expect("an area").0.as_ptr() as usize) as u64;
        for uncached in [false, true] {
            for (at, length) in [(0, 0), (3, 5), (64, 64), (61, 200), (1, 1000)] {
                assert!(segment.store(base, &[9; 2000], false));
                let bytes: Vec<u8> = (0..length).map(|i| i as u8).collect();
                assert!(segment.store(base + at as u64, &bytes, uncached));
                let all = segment.shared(base, 2000).expect("within the area");
                assert_eq!(all[at..at + length], bytes);
                assert!(all[..at].iter().chain(&all[at + length..]).all(|&byte| byte == 9));
            }
        }
        let end = 2 * segment.area as u64;
        assert!(!segment.store(end - 1, &[0; 2], true) && segment.shared(end, 1).is_none());
        assert!(segment.shared(u64::MAX, 1).is_none());
    }
}
