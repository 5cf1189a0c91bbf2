//! Modules of PTX: parsed, decoded, and their kernels launched.

use std::collections::HashMap;

use crate::decode;
use crate::exec::{Machine, line_of};
use crate::fault::{Fault, FaultKind};
use crate::kernel::KernelCode;
use crate::memory::{Device, module_number};
use crate::options::{Launch, Options, Param};
use crate::report::Report;
use crate::text::syntax::{Initial, ModuleText, Space, Variable};
use crate::text::{ParseError, parse};

/// A PTX module, ready to launch its kernels.
pub struct Module {
    number: u64,
    source: String,
    version: (u32, u32),
    target: String,
    variables: Vec<Variable>,
    kernels: Vec<(String, Result<KernelCode, ParseError>)>,
}

impl Module {
    /// Reads a module. Kernels with instructions that are not known don't make it fail; their
    /// launch does ([`Module::check`] tells beforehand).
    ///
    /// # Errors
    ///
    /// The text is not PTX; the error has the line.
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

    fn kernel(&self, name: &str) -> Result<&KernelCode, Box<Fault>> {
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
    /// An impossible launch, or a located fault of the kernel. The device's memory is
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

/// Checks a launch's shape as the driver does.
fn check_shape(kernel: &KernelCode, launch: &Launch) -> Result<(), String> {
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
