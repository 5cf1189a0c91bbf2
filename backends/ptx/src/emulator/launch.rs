//! Modules, and how their kernels are launched.

use std::collections::HashMap;

use super::decode;
use super::exec::{Machine, line_of};
use super::fault::{Fault, FaultKind};
use super::kernel::Kernel;
use super::memory::{Device, module_number};
use super::report::Report;
use super::text::syntax::{Initial, ModuleText, Space, Variable};
use super::text::{ParseError, parse};

/// A PTX module, ready to launch its kernels.
pub struct Module {
    number: u64,
    source: String,
    version: (u32, u32),
    target: String,
    variables: Vec<Variable>,
    kernels: Vec<(String, Result<Kernel, ParseError>)>,
}

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
pub struct Param(Vec<u8>);

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

/// What a launch checks, and how it runs.
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
    /// How many clusters (blocks, where there are none) run interleaved: as many as wait for
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

impl Module {
    /// Reads a module. Kernels with instructions that are not known don't make it fail; their
    /// launch does ([`Module::check`] tells beforehand).
    ///
    /// # Errors
    ///
    /// Text that is no PTX, with its line.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let module: ModuleText = parse(text)?;
        let kernels = decode::kernels(&module);
        Ok(Self {
            number: module_number(),
            source: text.to_owned(),
            version: module.version,
            target: module.target,
            variables: module.variables,
            kernels,
        })
    }

    /// The version of PTX: major and minor.
    #[must_use]
    pub fn version(&self) -> (u32, u32) {
        self.version
    }

    /// The target, `sm_90` say.
    #[must_use]
    pub fn target(&self) -> &str {
        &self.target
    }

    /// The names of the kernels, in the order of the text.
    pub fn kernels(&self) -> impl Iterator<Item = &str> {
        self.kernels.iter().map(|(name, _)| name.as_str())
    }

    /// Whether all kernels can be run.
    ///
    /// # Errors
    ///
    /// The first instruction that can't be.
    pub fn check(&self) -> Result<(), Box<Fault>> {
        for (name, _) in &self.kernels {
            self.kernel(name)?;
        }
        Ok(())
    }

    fn kernel(&self, name: &str) -> Result<&Kernel, Box<Fault>> {
        match self.kernels.iter().find(|(n, _)| n == name) {
            Some((_, Ok(kernel))) => Ok(kernel),
            Some((_, Err(error))) => {
                Err(Fault::unknown(name, error, line_of(&self.source, error.line)))
            }
            None => {
                let known = self.kernels().collect::<Vec<_>>().join(", ");
                let what = format!("the module has no kernel `{name}`; it has {known}");
                Err(Fault::launch(name, FaultKind::Launch(what)))
            }
        }
    }

    /// The address and size of a variable of the module in a device's memory, which is made
    /// and filled if it was not yet.
    #[must_use]
    pub fn variable(&self, device: &mut Device, name: &str) -> Option<(u64, u64)> {
        self.load(device);
        device.variable(self.number, name)
    }

    /// Puts the module's variables into a device's memory, once.
    fn load(&self, device: &mut Device) {
        if device.is_loaded(self.number) {
            return;
        }
        device.set_loaded(self.number);
        let visible = |v: &&Variable| matches!(v.space, Space::Global | Space::Const);
        let all: Vec<&Variable> = self.variables.iter().filter(visible).collect();
        for variable in &all {
            let align = u64::from(variable.align);
            device.define(self.number, &variable.name, variable.size, align);
        }
        for variable in all {
            let Some((address, size)) = device.variable(self.number, &variable.name) else {
                continue;
            };
            let mut bytes = Vec::new();
            for value in &variable.initial {
                let bits = match value {
                    Initial::Bits(bits) => *bits,
                    Initial::Symbol { name, offset, .. } => {
                        let base = device.variable(self.number, name).map_or(0, |v| v.0);
                        base.wrapping_add_signed(*offset)
                    }
                };
                bytes.extend_from_slice(&bits.to_le_bytes()[..(variable.element as usize).min(8)]);
            }
            bytes.resize(size as usize, 0);
            device.write(address, &bytes);
            if variable.space == Space::Const {
                device.protect(address);
            }
        }
    }

    /// Runs a kernel to its end.
    ///
    /// # Errors
    ///
    /// What is wrong with the launch, or with the kernel and where. The device's memory is
    /// then as the kernel left it.
    pub fn launch(
        &self,
        device: &mut Device,
        kernel: &str,
        launch: &Launch,
        params: &[Param],
        options: &Options,
    ) -> Result<Report, Box<Fault>> {
        let kernel = self.kernel(kernel)?;
        let fail = |what: String| Err(Fault::launch(&kernel.name, FaultKind::Launch(what)));
        if let Err(what) = check_shape(kernel, launch) {
            return fail(what);
        }
        let slots = &kernel.parameters;
        if slots.len() != params.len() {
            return fail(format!("{} parameters expected, {} given", slots.len(), params.len()));
        }
        let mut parameters = vec![0; kernel.parameter_bytes as usize];
        for (slot, Param(bytes)) in slots.iter().zip(params) {
            if bytes.len() != slot.bytes as usize {
                let (name, size) = (&slot.name, slot.bytes);
                return fail(format!("`{name}` has {size} bytes, {} given", bytes.len()));
            }
            parameters[slot.offset as usize..][..bytes.len()].copy_from_slice(bytes);
        }
        self.load(device);
        device.begin_launch();
        let symbol = |v: &Variable| {
            device.variable(self.number, &v.name).map(|(address, _)| (v.name.clone(), address))
        };
        let symbols: HashMap<_, _> = self.variables.iter().filter_map(symbol).collect();
        let machine = Machine {
            kernel,
            source: &self.source,
            device,
            launch,
            options,
            parameters,
            symbols,
            report: Report::new(),
            blocks: Vec::new(),
            current: 0,
            events: std::collections::VecDeque::new(),
            steps: 0,
            now: 0,
            progress: 0,
            released: HashMap::new(),
            template: Vec::new(),
            spare: Vec::new(),
            last: 0,
        };
        machine.run()
    }
}

/// What is wrong with a launch's shape, as the driver would see it.
fn check_shape(kernel: &Kernel, launch: &Launch) -> Result<(), String> {
    let product = |sizes: [u32; 3]| sizes.iter().map(|s| u64::from(*s)).product::<u64>();
    let threads = product(launch.block);
    if threads == 0 || threads > 1024 || launch.block[2] > 64 {
        return Err(format!("a block of {:?} threads is not possible", launch.block));
    }
    if product(launch.grid) == 0 || launch.grid[1] > 65_535 || launch.grid[2] > 65_535 {
        return Err(format!("a grid of {:?} blocks is not possible", launch.grid));
    }
    if kernel.max_threads.is_some_and(|max| threads > max.into()) {
        return Err(format!("{threads} threads are more than the kernel's `.maxntid` allows"));
    }
    if kernel.required_block.is_some_and(|block| block != launch.block) {
        return Err("the block is not as the kernel's `.reqntid` says".into());
    }
    if product(launch.cluster) == 0 || product(launch.cluster) > 16 {
        return Err(format!("a cluster of {:?} blocks is not possible", launch.cluster));
    }
    if kernel.required_cluster.is_some_and(|cluster| cluster != launch.cluster) {
        return Err("the cluster is not as the kernel's `.reqnctapercluster` says".into());
    }
    if (0..3).any(|a| !launch.grid[a].is_multiple_of(launch.cluster[a])) {
        return Err("the grid is no multiple of the cluster".into());
    }
    let local = u64::from(kernel.local_bytes) * threads;
    if kernel.local_bytes > 512 << 10 || local > 1 << 30 {
        return Err(format!(
            "{} bytes of local memory are more than a thread can have",
            kernel.local_bytes
        ));
    }
    let shared = kernel
        .shared_end
        .next_multiple_of(kernel.dynamic_align)
        .saturating_add(launch.dynamic_shared);
    if shared > 228 << 10 {
        return Err(format!(
            "{} bytes of shared memory are more than a block can have",
            shared - 1024
        ));
    }
    Ok(())
}
