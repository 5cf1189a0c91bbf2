//! The launch options of a kernel, and the checks while it runs.

/// The shape of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Launch {
    /// Blocks of the grid.
    pub grid: [u32; 3],
    /// Threads of a block.
    pub block: [u32; 3],
    /// Blocks of a cluster; the grid is a multiple of it.
    pub cluster: [u32; 3],
    /// Bytes of dynamic shared memory a block.
    pub dynamic_shared: u32,
}

impl Default for Launch {
    fn default() -> Self {
        Self { grid: [1; 3], block: [1; 3], cluster: [1; 3], dynamic_shared: 0 }
    }
}

/// The bytes of a kernel's parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param(pub(crate) Vec<u8>);

impl Param {
    /// A parameter of any size: a structure, a tensor map.
    #[must_use]
    pub fn bytes(bytes: &[u8]) -> Self {
        Self(bytes.to_vec())
    }
}

/// Parameters from numbers.
macro_rules! params {
    ($($number:ty),*) => {$(
        impl From<$number> for Param {
            fn from(value: $number) -> Self {
                Self(value.to_le_bytes().to_vec())
            }
        }
    )*};
}
params!(u8, i8, u16, i16, u32, i32, u64, i64, f32, f64);

/// In which order blocks, and the warps of a block, have their turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// By index.
    #[default]
    Forward,
    /// The last first.
    Reverse,
    /// Shuffled, by a seed.
    Seeded(u64),
}

impl Order {
    /// The numbers below `count`, in this order.
    pub(crate) fn of(self, count: u32) -> Vec<u32> {
        let mut all: Vec<u32> = (0..count).collect();
        match self {
            Self::Forward => {}
            Self::Reverse => all.reverse(),
            Self::Seeded(seed) => {
                // Fisher and Yates' shuffle with the splitmix64 generator.
                let mut state = seed;
                for last in (1..all.len()).rev() {
                    state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
                    let mut z = state;
                    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
                    all.swap(last, ((z ^ z >> 31) % (last as u64 + 1)) as usize);
                }
            }
        }
        all
    }
}

/// The checks and the order of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The most steps (instructions of a warp) of all blocks together.
    pub step_limit: u64,
    /// Whether races on shared memory are faults.
    pub races: bool,
    /// Whether races on global memory are faults.
    pub global_races: bool,
    /// Whether reads of global memory that nothing wrote are faults.
    pub uninitialised_global: bool,
    /// Whether `shfl`, `vote`, `match` and `redux` order accesses of memory, as
    /// `bar.warp.sync` does. NVIDIA's documents say that they don't.
    pub shuffles_order: bool,
    /// The number of clusters (blocks, where there are none) that run interleaved: as many as wait
    /// for
    /// each other, for grids that do.
    pub resident: u32,
    /// The order of blocks and warps.
    pub order: Order,
}

impl Default for Options {
    /// Everything is checked; 2³⁰ steps, one cluster at a time, in order.
    fn default() -> Self {
        Self {
            step_limit: 1 << 30,
            races: true,
            global_races: true,
            uninitialised_global: true,
            shuffles_order: false,
            resident: 1,
            order: Order::Forward,
        }
    }
}
