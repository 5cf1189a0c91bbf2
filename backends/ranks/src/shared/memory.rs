//! Large allocations of a rank in memory that the other ranks see.
//!
//! A program that may be a rank has [`RankAllocator`] as its global allocator. It is the system's
//! allocator until the process joins a segment by [`lend`]; from then on, large allocations lie in
//! the area of the segment that belongs to the rank. The others read tensors there, instead of
//! having them copied into a ring and out of it.
//!
//! An area is reserved, not occupied: pages take memory when they are first written. Freed ranges
//! are kept for the next allocation up to a limit, and are given back to the system beyond it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::collections::BTreeMap;
use std::ptr::{NonNull, null_mut};
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, PoisonError};

use super::segment::Segment;

/// The least bytes of an allocation in the area. Smaller ones are copied through rings faster than
/// ranks can agree to read them, and the map of free ranges is made of them.
const LARGE: usize = 1 << 20;

/// Ranges begin at multiples of so many bytes: pages of the system, so that they can be given back.
const UNIT: usize = 1 << 16;

/// The most bytes of free ranges that keep their pages.
const KEPT: usize = 1 << 30;

/// The system's allocator, with large allocations in a rank's area of a segment after [`lend`].
#[derive(Clone, Copy, Debug, Default)]
pub struct RankAllocator;

/// The area of this process; null before [`lend`].
static AREA: AtomicPtr<Area> = AtomicPtr::new(null_mut());

/// The area of a rank.
struct Area {
    segment: Segment,
    start: NonNull<u8>,
    bytes: usize,
    ranges: Mutex<Ranges>,
}

// SAFETY: `start` is an address of the segment's memory, which belongs to no thread.
unsafe impl Send for Area {}
// SAFETY: As above; ranges are handed out once, under a lock.
unsafe impl Sync for Area {}

/// The free ranges of an area.
#[derive(Default)]
struct Ranges {
    /// Offsets and lengths of free ranges with pages, and of those whose pages were given back; no
    /// two of a kind touch.
    used: BTreeMap<usize, usize>,
    clean: BTreeMap<usize, usize>,
    /// The offset of the bytes that were never used.
    fresh: usize,
    /// The bytes of the ranges with pages.
    kept: usize,
}

/// Takes bytes from the smallest of these ranges that has them.
fn take_from(free: &mut BTreeMap<usize, usize>, bytes: usize) -> Option<usize> {
    let fits = free.iter().filter(|(_, length)| **length >= bytes);
    let (at, length) = fits.min_by_key(|(_, length)| **length).map(|(&at, &n)| (at, n))?;
    free.remove(&at);
    if length > bytes {
        free.insert(at + bytes, length - bytes);
    }
    Some(at)
}

/// Adds a range, joined with those that it touches.
fn add_to(free: &mut BTreeMap<usize, usize>, at: usize, bytes: usize) {
    let (mut begin, mut end) = (at, at + bytes);
    if let Some((&before, &length)) = free.range(..at).next_back()
        && before + length == at
    {
        begin = before;
    }
    if let Some(length) = free.remove(&end) {
        end += length;
    }
    free.insert(begin, end - begin);
}

impl Ranges {
    /// A range of `bytes` bytes below `end`, and whether it is zero.
    fn take(&mut self, bytes: usize, end: usize) -> Option<(usize, bool)> {
        if let Some(at) = take_from(&mut self.used, bytes) {
            self.kept -= bytes;
            return Some((at, false));
        }
        if let Some(at) = take_from(&mut self.clean, bytes) {
            return Some((at, true));
        }
        let at = self.fresh;
        self.fresh = at.checked_add(bytes).filter(|&next| next <= end)?;
        Some((at, true))
    }

    /// Returns a range. If too many bytes keep their pages, `give_back` gets the ranges whose pages
    /// the system is to have, and says whether it took them.
    fn give(&mut self, at: usize, bytes: usize, give_back: impl Fn(usize, usize) -> bool) {
        add_to(&mut self.used, at, bytes);
        self.kept += bytes;
        if self.kept <= KEPT {
            return;
        }
        for (at, bytes) in std::mem::take(&mut self.used) {
            if give_back(at, bytes) {
                self.kept -= bytes;
                add_to(&mut self.clean, at, bytes);
            } else {
                self.used.insert(at, bytes);
            }
        }
    }
}

impl Area {
    fn ranges(&self) -> std::sync::MutexGuard<'_, Ranges> {
        self.ranges.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The offset of an allocation of this area.
    fn offset(&self, address: *mut u8) -> Option<usize> {
        let offset = (address as usize).checked_sub(self.start.as_ptr() as usize)?;
        (offset < self.bytes).then_some(offset)
    }

    /// An allocation, and whether it is zero; `None` if the area is full.
    fn allocate(&self, bytes: usize) -> Option<(*mut u8, bool)> {
        let (at, zero) = self.ranges().take(bytes.next_multiple_of(UNIT), self.bytes)?;
        // SAFETY: the range lies within the area.
        Some((unsafe { self.start.add(at) }.as_ptr(), zero))
    }

    fn free(&self, at: usize, bytes: usize) {
        let give_back = |at, bytes| self.segment.give_back(self.start, at, bytes);
        self.ranges().give(at, bytes.next_multiple_of(UNIT), give_back);
    }
}

/// Lets large allocations of this process lie in the rank's area of the segment, until the process
/// ends; returns whether it has one. Only the first call of a process has an effect.
///
/// # Panics
/// If the segment does not have such a rank.
pub fn lend(segment: &Segment, rank: u32) -> bool {
    let Some((start, bytes)) = segment.area(rank) else { return false };
    let ranges = Mutex::new(Ranges::default());
    let area = Box::into_raw(Box::new(Area { segment: segment.clone(), start, bytes, ranges }));
    // The area is never freed: allocations may lie in it until the process ends.
    AREA.compare_exchange(null_mut(), area, Ordering::Release, Ordering::Relaxed).is_ok()
}

/// The area of this process, for allocations of this layout.
fn area_for(layout: Layout) -> Option<&'static Area> {
    if layout.size() < LARGE || layout.align() > UNIT {
        return None;
    }
    area()
}

fn area() -> Option<&'static Area> {
    // SAFETY: the pointer is null, or that of a box which is never freed.
    unsafe { AREA.load(Ordering::Acquire).as_ref() }
}

// SAFETY: Each address is of a range of one allocation only: the system's, or a range of the area that
// is handed out once until it is returned. Which of both it is follows from the address alone.
unsafe impl GlobalAlloc for RankAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match area_for(layout).and_then(|area| area.allocate(layout.size())) {
            Some((address, _)) => address,
            // SAFETY: the caller's promise.
            None => unsafe { System.alloc(layout) },
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        match area_for(layout).and_then(|area| area.allocate(layout.size())) {
            Some((address, true)) => address,
            Some((address, false)) => {
                // SAFETY: the range is as long as the layout, and ours.
                unsafe { address.write_bytes(0, layout.size()) };
                address
            }
            // SAFETY: the caller's promise.
            None => unsafe { System.alloc_zeroed(layout) },
        }
    }

    unsafe fn dealloc(&self, address: *mut u8, layout: Layout) {
        let place = area_for(layout).and_then(|area| Some((area, area.offset(address)?)));
        match place {
            Some((area, at)) => area.free(at, layout.size()),
            // SAFETY: the caller's promise; the address is the system's.
            None => unsafe { System.dealloc(address, layout) },
        }
    }

    unsafe fn realloc(&self, address: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let is_ours = area_for(layout).is_some_and(|area| area.offset(address).is_some());
        if !is_ours && (size < LARGE || area().is_none()) {
            // SAFETY: the caller's promise; the address is the system's.
            return unsafe { System.realloc(address, layout, size) };
        }
        // SAFETY: the caller promises that the size is possible for this alignment.
        let new = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        // SAFETY: the size is not zero, by the caller's promise.
        let copy = unsafe { self.alloc(new) };
        if !copy.is_null() {
            // SAFETY: both are as long, and do not overlap; the old one is returned once.
            unsafe {
                address.copy_to_nonoverlapping(copy, layout.size().min(size));
                self.dealloc(address, layout);
            }
        }
        copy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_divided_and_joined() {
        let mut ranges = Ranges::default();
        let kept = |_, _| false;
        assert_eq!(ranges.take(10, 100), Some((0, true)));
        assert_eq!(ranges.take(20, 100), Some((10, true)));
        assert_eq!(ranges.take(30, 100), Some((30, true)));
        assert_eq!(ranges.take(50, 100), None);
        ranges.give(0, 10, kept);
        ranges.give(30, 30, kept);
        // The smallest that is large enough.
        assert_eq!(ranges.take(8, 100), Some((0, false)));
        ranges.give(10, 20, kept);
        // The rest of the first range, the second, and the third are one.
        assert_eq!(ranges.used, BTreeMap::from([(8, 52)]));
        assert_eq!(ranges.kept, 52);
        assert_eq!(ranges.take(52, 100), Some((8, false)));
        assert_eq!(ranges.take(40, 100), Some((60, true)));
        assert_eq!(ranges.take(1, 100), None);
        assert_eq!((ranges.fresh, ranges.kept), (100, 0));
    }

    #[test]
    fn pages_beyond_the_limit_are_given_back() {
        let segment = Segment::create(1, 256).expect("a segment");
        let (start, bytes) = segment.area(0).expect("an area");
        let ranges = Mutex::new(Ranges::default());
        let area = Area { segment, start, bytes, ranges };
        let (address, zero) = area.allocate(UNIT).expect("room");
        assert!(zero);
        // SAFETY: the range is ours.
        unsafe { address.write(5) };
        // As many as are kept, of which nothing is written.
        let (_, zero) = area.allocate(KEPT).expect("room");
        assert!(zero);
        area.free(UNIT, KEPT);
        assert_eq!(area.ranges().kept, KEPT);
        area.free(0, UNIT);
        assert_eq!(area.ranges().kept, 0);
        let (again, zero) = area.allocate(UNIT).expect("room");
        assert!(again == address && zero);
        // SAFETY: as above.
        assert_eq!(unsafe { again.read() }, 0);
        // A range without pages does not count as one with pages when it is taken.
        area.free(0, UNIT);
        let before = area.ranges().kept;
        let (_, zero) = area.allocate(2 * UNIT).expect("room");
        assert!(zero && area.ranges().kept == before);
    }
}
