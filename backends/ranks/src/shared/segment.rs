//! The shared segment: its memory and its layout.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64};

use hloom_interp::GRAIN;
use rustix::fs::MemfdFlags;
use rustix::mm::{MapFlags, ProtFlags};

/// The first word of a segment, so that another descriptor is not taken for one.
const MAGIC: u64 = 0x686c_6f6f_6d72_0001;

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
        // SAFETY: The range was mapped by `Segment::map`, and nobody refers to it any more.
        _ = unsafe { rustix::mm::munmap(self.start.as_ptr().cast(), self.length) };
    }
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
}

/// The offset of the positions of ring `number`, and of the bytes of the first ring.
fn offsets(count: usize) -> (usize, usize) {
    let positions = HEADER + count * APART;
    let bytes = positions + count * count * 2 * APART;
    (positions, bytes.next_multiple_of(1 << 12))
}

impl Segment {
    /// A new segment for ranks, with rings of this size, a power of two. Child processes inherit its
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
        let (_, bytes) = offsets(count as usize);
        let length = bytes + (count as usize).pow(2) * ring;
        rustix::fs::ftruncate(&file, length as u64)?;
        let segment = Segment::map(file, length, count, ring)?;
        let header = [MAGIC, u64::from(count), ring as u64];
        for (i, word) in header.into_iter().enumerate() {
            segment.word(i * 8).store(word, std::sync::atomic::Ordering::SeqCst);
        }
        Ok(segment)
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
        let whole = Segment::map(file, length, 1, GRAIN)?;
        let [magic, count, ring] =
            [0, 8, 16].map(|at| whole.word(at).load(std::sync::atomic::Ordering::SeqCst));
        let (count, ring) = (count as u32, ring as usize);
        let (_, bytes) = offsets(count as usize);
        let expected = (count as usize).pow(2).checked_mul(ring).and_then(|n| n.checked_add(bytes));
        if magic != MAGIC || expected != Some(length) || !ring.is_power_of_two() {
            return Err(wrong());
        }
        Ok(Segment { count, ring, ..whole })
    }

    fn map(file: OwnedFd, length: usize, count: u32, ring: usize) -> io::Result<Segment> {
        let access = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: A new range is mapped, which overlaps no other.
        let start = unsafe {
            rustix::mm::mmap(std::ptr::null_mut(), length, access, MapFlags::SHARED, &file, 0)
        }?;
        let none = || io::Error::from(io::ErrorKind::OutOfMemory);
        let start = NonNull::new(start.cast()).ok_or_else(none)?;
        let map = Arc::new(Map { start, length });
        Ok(Segment { map, file: Arc::new(file), count, ring })
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
}
