//! Properties of machines that schedules depend on.

/// The properties of a machine that schedules depend on. Results do not depend on the number of
/// cores, and programs run on any number of threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Machine {
    /// The cores that a program is divided into tasks for; 1 for none.
    pub cores: u32,
    /// Which statements become tasks, and on which core.
    pub task_policy: TaskPolicy,
    /// Bytes of a vector register.
    pub vector_bytes: u32,
    /// Bytes of the largest cache.
    pub cache_bytes: u64,
    /// Bytes of the second-level cache, which each core has to itself.
    pub core_bytes: u64,
    /// Whether there is a unit for products of small matrices
    /// ([`crate::program::matrix`]).
    pub matrix: bool,
    /// Which products of groups of elements pay.
    pub dots: Dots,
    /// The GPU's properties; none for a CPU.
    pub gpu: Option<Gpu>,
}

/// The rule by which statements become tasks of cores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TaskPolicy {
    /// By estimated time: statements stay as they are where tasks would be slower.
    #[default]
    Cost,
    /// All statements that may be tasks, so many in a row on each core, whatever it costs; for tests.
    RoundRobin(u32),
}

/// The properties of a GPU that schedules depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gpu {
    /// The compute capability: 80, 90, 100 …
    pub capability: u32,
    /// The number of multiprocessors.
    pub multiprocessors: u32,
    /// Whether warpgroups multiply matrices, and copies bring them whole tiles (`wgmma` and
    /// `cp.async.bulk.tensor`).
    pub warpgroups: bool,
    /// Bytes of shared memory that a block may have without asking for more.
    pub shared_bytes: u64,
}

impl Gpu {
    /// Bytes of shared memory that a block may have if it asks for them (CUDA C Programming Guide,
    /// "Technical Specifications per Compute Capability").
    pub fn most_shared_bytes(&self) -> u64 {
        let kib = match self.capability {
            ..70 => 48,
            70..75 => 96,
            75..80 => 64,
            80 | 87 => 163,
            81..90 => 99,
            90..120 => 227,
            120.. => 99,
        };
        kib << 10
    }
}

/// Which products of groups a machine has instructions for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dots {
    /// [`DotOp::S8`](crate::program::DotOp::S8).
    pub s8: bool,
    /// [`DotOp::U8`](crate::program::DotOp::U8).
    pub u8: bool,
    /// [`DotOp::US8`](crate::program::DotOp::US8).
    pub us8: bool,
    /// [`DotOp::BF16`](crate::program::DotOp::BF16).
    pub bf16: bool,
    /// Whether those of bytes are single instructions: else they take as many registers again.
    pub single: bool,
}

impl Default for Machine {
    /// Vectors of 64 bytes: on machines with shorter ones, code generators split
    /// them. Caches of 32 MiB, and of 2 MiB for each core, and no matrix unit.
    fn default() -> Machine {
        let dots = Dots::default();
        let (cache_bytes, core_bytes) = (32 << 20, 2 << 20);
        Machine {
            cores: 1,
            task_policy: TaskPolicy::Cost,
            vector_bytes: 64,
            cache_bytes,
            core_bytes,
            matrix: false,
            dots,
            gpu: None,
        }
    }
}
