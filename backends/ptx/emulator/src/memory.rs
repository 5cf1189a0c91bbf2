//! The device's global memory, and how addresses are laid out.
//!
//! A generic address belongs to one of four windows. Allocations lie far apart in the
//! window of global memory, each exactly as aligned as was asked for, with nothing mapped
//! around them; so an access past an end is found, however far it goes.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::shadow::Shadow;

/// The first generic address of shared memory.
pub(crate) const SHARED_WINDOW: u64 = 0x7E00_0000_0000;
/// The first generic address of local memory.
pub(crate) const LOCAL_WINDOW: u64 = 0x7D00_0000_0000;
/// The first generic address of kernel parameters.
pub(crate) const PARAM_WINDOW: u64 = 0x7C00_0000_0000;
/// The size of a window.
pub(crate) const WINDOW: u64 = 1 << 40;
/// The approximate address of the first allocation.
const GLOBAL_WINDOW: u64 = 0x7F00_0000_0000;
/// Unmapped bytes between allocations, at least.
const GAP: u64 = 1 << 20;

/// Nothing is at an address; the nearest allocation before it, if any: base and size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unmapped {
    pub(crate) before: Option<(u64, u64)>,
}

/// A piece of global memory.
#[derive(Debug)]
pub(crate) struct Allocation {
    base: u64,
    pub(crate) data: Vec<u8>,
    /// One bit a byte: whether it was ever written.
    written: Vec<u64>,
    read_only: bool,
    /// The last accesses during the launch under way.
    pub(crate) shadow: Shadow,
}

/// The memory of a device: allocations that launches read and write.
#[derive(Debug, Default)]
pub struct Device {
    /// By base address.
    allocations: Vec<Allocation>,
    next: u64,
    /// The variables of loaded modules: by module and name, address and size.
    globals: HashMap<(u64, String), (u64, u64)>,
    loaded: Vec<u64>,
}

/// A number for each module, so that its variables are found again.
pub(crate) fn module_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Device {
    /// A device with nothing allocated.
    #[must_use]
    pub fn new() -> Self {
        Self { next: GLOBAL_WINDOW, ..Self::default() }
    }

    /// Allocates `bytes` at a multiple of `align`, a power of two, and of no higher power:
    /// a kernel that relies on more alignment than it asked for is found out. The bytes are
    /// uninitialised; they hold a pattern.
    ///
    /// # Panics
    ///
    /// If `align` is not a power of two.
    pub fn allocate(&mut self, bytes: u64, align: u64) -> u64 {
        assert!(align.is_power_of_two(), "an alignment of {align} is not a power of two");
        let base = self.next.next_multiple_of(align * 2) + align;
        self.next = base + bytes + GAP;
        let pattern = [0xCB, 0x7A, 0xF1, 0x7F];
        self.allocations.push(Allocation {
            base,
            data: pattern.into_iter().cycle().take(bytes as usize).collect(),
            written: vec![0; bytes.div_ceil(64) as usize],
            read_only: false,
            shadow: Shadow::default(),
        });
        base
    }

    /// Allocates and fills memory, aligned to 256 bytes as the driver does.
    pub fn upload(&mut self, bytes: &[u8]) -> u64 {
        let address = self.allocate(bytes.len() as u64, 256);
        self.write(address, bytes);
        address
    }

    /// Gives an allocation back; its addresses are invalid from then on.
    ///
    /// # Panics
    ///
    /// If `address` is not the beginning of an allocation.
    pub fn free(&mut self, address: u64) {
        let index = self.allocations.iter().position(|a| a.base == address);
        self.allocations.remove(index.expect("an allocation begins at the address"));
    }

    /// Writes bytes from the host. No bytes can be written anywhere.
    ///
    /// # Panics
    ///
    /// If the bytes don't lie in one allocation.
    pub fn write(&mut self, address: u64, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let (index, at) = self.find(address, bytes.len() as u64).expect("bytes of an allocation");
        let allocation = &mut self.allocations[index];
        allocation.data[at..at + bytes.len()].copy_from_slice(bytes);
        allocation.mark(at, bytes.len());
    }

    /// Reads bytes to the host. No bytes can be read anywhere.
    ///
    /// # Panics
    ///
    /// If the bytes don't lie in one allocation.
    pub fn read(&self, address: u64, bytes: &mut [u8]) {
        if bytes.is_empty() {
            return;
        }
        let (index, at) = self.find(address, bytes.len() as u64).expect("bytes of an allocation");
        bytes.copy_from_slice(&self.allocations[index].data[at..at + bytes.len()]);
    }

    /// Bytes read to the host.
    ///
    /// # Panics
    ///
    /// If the bytes don't lie in one allocation.
    #[must_use]
    pub fn download(&self, address: u64, bytes: u64) -> Vec<u8> {
        let mut all = vec![0; bytes as usize];
        self.read(address, &mut all);
        all
    }

    /// Whether every one of the bytes was written, by the host or a kernel.
    ///
    /// # Panics
    ///
    /// If the bytes don't lie in one allocation.
    #[must_use]
    pub fn is_written(&self, address: u64, bytes: u64) -> bool {
        let (index, at) = self.find(address, bytes).expect("bytes of an allocation");
        self.allocations[index].is_written(at, bytes as usize)
    }

    /// The allocation that holds all of the bytes, and the offset in it.
    pub(crate) fn find(&self, address: u64, bytes: u64) -> Result<(usize, usize), Unmapped> {
        let after = self.allocations.partition_point(|a| a.base <= address);
        let Some(index) = after.checked_sub(1) else {
            return Err(Unmapped { before: None });
        };
        self.at(index, address, bytes).map(|at| (index, at)).ok_or_else(|| {
            let before = &self.allocations[index];
            Unmapped { before: Some((before.base, before.data.len() as u64)) }
        })
    }

    /// The number of bytes from an address on to the end of the allocation that holds it.
    pub(crate) fn bytes_from(&self, address: u64) -> Option<usize> {
        let (index, at) = self.find(address, 1).ok()?;
        Some(self.allocations[index].data.len() - at)
    }

    /// The offset of the bytes in an allocation, if they lie in it.
    pub(crate) fn at(&self, index: usize, address: u64, bytes: u64) -> Option<usize> {
        let allocation = self.allocations.get(index)?;
        let at = address.checked_sub(allocation.base)?;
        let end = at.checked_add(bytes)?;
        (end <= allocation.data.len() as u64).then_some(at as usize)
    }

    pub(crate) fn allocation(&mut self, index: usize) -> &mut Allocation {
        &mut self.allocations[index]
    }

    /// The global memory that the last launch read, and that it wrote (and perhaps read), as
    /// ranges of addresses, but for variables of modules; known if the launch looked for races
    /// there.
    #[must_use]
    pub fn touched(&self) -> (Vec<Range<u64>>, Vec<Range<u64>>) {
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        let own: HashSet<u64> = self.globals.values().map(|(address, _)| *address).collect();
        for allocation in self.allocations.iter().filter(|it| !own.contains(&it.base)) {
            allocation.shadow.each_access(&mut |at, bytes, written| {
                let start = allocation.base + at as u64;
                let end = start + bytes as u64;
                let to: &mut Vec<Range<u64>> = if written { &mut writes } else { &mut reads };
                match to.last_mut() {
                    Some(last) if last.end == start => last.end = end,
                    _ => to.push(start..end),
                }
            });
        }
        (reads, writes)
    }

    /// Forgets who touched what: a launch begins.
    pub(crate) fn begin_launch(&mut self) {
        for allocation in &mut self.allocations {
            allocation.shadow.clear();
        }
    }

    /// Whether a module's variables are there.
    pub(crate) fn is_loaded(&self, module: u64) -> bool {
        self.loaded.contains(&module)
    }

    /// Notes that a module's variables are there.
    pub(crate) fn set_loaded(&mut self, module: u64) {
        self.loaded.push(module);
    }

    /// Makes a module's variable known; what a `const` one holds can't be written by kernels.
    pub(crate) fn define(&mut self, module: u64, name: &str, bytes: u64, align: u64) -> u64 {
        let address = self.allocate(bytes, align.max(1));
        self.globals.insert((module, name.to_owned()), (address, bytes));
        address
    }

    /// Makes memory read-only for kernels.
    pub(crate) fn protect(&mut self, address: u64) {
        if let Ok((index, _)) = self.find(address, 0) {
            self.allocations[index].read_only = true;
        }
    }

    /// A module's variable: its address and size.
    pub(crate) fn variable(&self, module: u64, name: &str) -> Option<(u64, u64)> {
        self.globals.get(&(module, name.to_owned())).copied()
    }
}

impl Allocation {
    /// Notes bytes as written.
    pub(crate) fn mark(&mut self, at: usize, bytes: usize) {
        mark(&mut self.written, at, bytes);
    }

    /// Whether all of the bytes were written.
    pub(crate) fn is_written(&self, at: usize, bytes: usize) -> bool {
        unmarked(&self.written, at, bytes).is_none()
    }

    /// Whether kernels may only read it.
    pub(crate) fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// Its first address.
    pub(crate) fn base(&self) -> u64 {
        self.base
    }
}

/// The bits of a word of a bit set, for the bytes from `at` on that it has: which word, and
/// how many bytes.
fn bits_at(at: usize, end: usize) -> (usize, u64, usize) {
    let (word, bit) = (at / 64, at % 64);
    let count = (64 - bit).min(end - at);
    (word, (u64::MAX >> (64 - count)) << bit, count)
}

/// Sets one bit a byte.
pub(crate) fn mark(set: &mut [u64], at: usize, bytes: usize) {
    let (mut byte, end) = (at, at + bytes);
    while byte < end {
        let (word, bits, count) = bits_at(byte, end);
        set[word] |= bits;
        byte += count;
    }
}

/// The first of some bytes whose bit is not set.
pub(crate) fn unmarked(set: &[u64], at: usize, bytes: usize) -> Option<usize> {
    let (mut byte, end) = (at, at + bytes);
    while byte < end {
        let (word, bits, count) = bits_at(byte, end);
        let missing = !set[word] & bits;
        if missing != 0 {
            return Some(word * 64 + missing.trailing_zeros() as usize);
        }
        byte += count;
    }
    None
}
