//! Launches of kernels: threads, arguments, and the memory that they touch.

use std::ops::Range;

use hloom_ptx_emulator::TensorMap;

/// The launch of a kernel.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Launch {
    /// The entry's name.
    pub kernel: String,
    /// Blocks of the grid, in x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block, in x, y and z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory of a block.
    pub shared: u64,
    /// The arguments of its parameters.
    pub parameters: Vec<LaunchArg>,
    /// Whether a failed check may store its number.
    pub checks: bool,
    /// The memory that it may touch.
    pub touched: Touched,
}

/// The argument of a kernel's parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LaunchArg {
    /// An address.
    Address(u64),
    /// A tensor map, which the device encodes.
    Map(TensorMap),
}

/// The memory that work on a device reads and writes: ranges of addresses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Touched {
    /// The ranges that are read.
    pub reads: Vec<Range<u64>>,
    /// The ranges that are written, and perhaps read.
    pub writes: Vec<Range<u64>>,
}

impl Touched {
    /// A range of this that `other` lacks, or only reads where this one writes.
    pub fn beyond(&self, other: &Touched) -> Option<Range<u64>> {
        let left = |pieces: &[Range<u64>], within: &[&Range<u64>]| {
            pieces.iter().find_map(|piece| {
                let mut at = piece.start;
                while let Some(next) = within.iter().find(|it| it.contains(&at)) {
                    at = next.end;
                }
                (at < piece.end).then_some(at..piece.end)
            })
        };
        let writes: Vec<_> = other.writes.iter().collect();
        let all: Vec<_> = other.reads.iter().chain(&other.writes).collect();
        left(&self.writes, &writes).or_else(|| left(&self.reads, &all))
    }

    /// Adds what another one touches.
    pub fn add(&mut self, other: &Touched) {
        self.reads.extend(other.reads.iter().cloned());
        self.writes.extend(other.writes.iter().cloned());
    }
}
