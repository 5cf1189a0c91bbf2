//! The emulator as a device.

use std::collections::BTreeMap;

use crate::device::{Argument, Device, Launch};
use crate::emulator::{self, Module, Options, Param};
use crate::{Error, device};

/// An emulated GPU with the kernels of one program.
pub struct Emulated {
    module: Module,
    memory: emulator::Device,
    options: Options,
    counts: BTreeMap<String, device::Counts>,
}

impl Emulated {
    /// Reads PTX.
    ///
    /// # Errors
    /// The emulator does not know an instruction.
    pub fn load(text: &str) -> Result<Emulated, Error> {
        let refused = |why: String| Error::Device { what: "emulating PTX".to_owned(), why };
        let module = Module::parse(text).map_err(|error| refused(error.to_string()))?;
        module.check().map_err(|fault| refused(fault.to_string()))?;
        // Where a guard does not hold, a loop program reads the first element instead and
        // forgets it, written or not.
        let options = Options { uninitialised_global: false, ..Options::default() };
        let memory = emulator::Device::new();
        Ok(Emulated { module, memory, options, counts: BTreeMap::new() })
    }

    /// What launches check, and how they run.
    pub fn options(&mut self) -> &mut Options {
        &mut self.options
    }
}

impl Device for Emulated {
    fn allocate(&mut self, bytes: u64) -> Result<u64, Error> {
        // The host's memory has to hold it.
        if bytes > isize::MAX as u64 / 2 {
            return Err(Error::TooLarge { needed: bytes, available: isize::MAX as u64 / 2 });
        }
        Ok(self.memory.allocate(bytes, 256))
    }

    fn free(&mut self, address: u64) -> Result<(), Error> {
        self.memory.free(address);
        Ok(())
    }

    fn write(&mut self, parts: &[(u64, &[u8])]) -> Result<(), Error> {
        for (address, bytes) in parts.iter().filter(|(_, bytes)| !bytes.is_empty()) {
            self.memory.write(*address, bytes);
        }
        Ok(())
    }

    fn read(&mut self, parts: &mut [(u64, &mut [u8])]) -> Result<(), Error> {
        for (address, bytes) in parts.iter_mut().filter(|(_, bytes)| !bytes.is_empty()) {
            self.memory.read(*address, bytes);
        }
        Ok(())
    }

    fn copy(&mut self, to: u64, from: u64, bytes: u64) -> Result<(), Error> {
        if bytes > 0 {
            let content = self.memory.download(from, bytes);
            self.memory.write(to, &content);
        }
        Ok(())
    }

    fn launch(&mut self, launch: &Launch<'_>) -> Result<(), Error> {
        let refused =
            |why: String| Error::Device { what: format!("emulating `{}`", launch.kernel), why };
        let parameters = launch.parameters.iter().map(|given| match given {
            Argument::Address(address) => Ok(Param::from(*address)),
            Argument::Map(map) => map.encode().map(|bytes| Param::bytes(&bytes)).map_err(refused),
        });
        let parameters = parameters.collect::<Result<Vec<Param>, Error>>()?;
        let threads = emulator::Launch {
            grid: launch.grid,
            block: launch.block,
            dynamic_shared: u32::try_from(launch.shared).unwrap_or(u32::MAX),
            ..emulator::Launch::default()
        };
        let report = self.module.launch(
            &mut self.memory,
            launch.kernel,
            &threads,
            &parameters,
            &self.options,
        );
        let report = report.map_err(|fault| refused(fault.to_string()))?;
        let counts = self.counts.entry(launch.kernel.to_owned()).or_default();
        counts.launches += 1;
        counts.instructions += report.instructions().warps;
        counts.read += report.loads.sectors;
        counts.written += report.stores.sectors;
        counts.shared_passes += report.shared_passes;
        counts.bank_conflicts += report.bank_conflicts;
        counts.matrix += report.count(emulator::Class::Matrix).warps;
        Ok(())
    }

    fn counts(&self, kernel: &str) -> Option<device::Counts> {
        self.counts.get(kernel).copied()
    }
}
