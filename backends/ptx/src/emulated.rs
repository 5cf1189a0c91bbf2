//! The emulator as a device.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hloom_ptx_emulator::{self as emulator, Module, Options, Param};

use crate::collective::emulated::Peer;
use crate::collective::{Collective, Joining, Peers, Team};
use crate::device::{Device, Recording};
use crate::graph_step::{GraphStep, Test};
use crate::launch::{Launch, LaunchArg, Touched};
use crate::{Error, device};

/// The memory of an emulated GPU, which programs on it share.
#[derive(Clone, Default)]
pub(crate) struct SharedMemory(Arc<Mutex<emulator::Device>>);

impl SharedMemory {
    /// Memory with nothing allocated.
    pub(crate) fn new() -> SharedMemory {
        SharedMemory(Arc::new(Mutex::new(emulator::Device::new())))
    }

    fn lock(&self) -> MutexGuard<'_, emulator::Device> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An emulated GPU with the kernels of one program.
pub struct Emulated {
    modules: Vec<Module>,
    memory: SharedMemory,
    options: Options,
    counts: BTreeMap<String, device::Counts>,
    recordings: Vec<Vec<GraphStep>>,
    /// Conditions of graphs' nodes that kernels set, as long as nobody took them; `None` if
    /// there are no graphs, and kernels may set none.
    conditions: Option<Vec<(u64, u32)>>,
    /// The GPUs of other ranks.
    peer: Option<Peer>,
}

/// Reads PTX.
fn read(text: &str) -> Result<Module, Error> {
    let refused = |why: String| Error::Device { what: "emulating PTX".to_owned(), why };
    let module = Module::parse(text).map_err(|error| refused(error.to_string()))?;
    module.check().map_err(|fault| refused(fault.to_string()))?;
    Ok(module)
}

/// The memory that the last launch touched.
fn touched(memory: &emulator::Device) -> Touched {
    let (reads, writes) = memory.touched();
    Touched { reads, writes }
}

impl Emulated {
    /// Reads PTX.
    ///
    /// # Errors
    /// The emulator does not know an instruction.
    pub fn load(text: &str) -> Result<Emulated, Error> {
        Ok(Emulated { modules: vec![read(text)?], ..Emulated::on(SharedMemory::new()) })
    }

    /// A GPU without kernels, on memory that others may share.
    pub(crate) fn on(memory: SharedMemory) -> Emulated {
        // If a guard does not hold, a loop program reads the first element instead and
        // forgets it, written or not.
        let options = Options { uninitialised_global: false, ..Options::default() };
        Emulated {
            modules: Vec::new(),
            memory,
            options,
            counts: BTreeMap::new(),
            recordings: Vec::new(),
            conditions: None,
            peer: None,
        }
    }

    /// Reads a text, whose kernels can be launched too.
    ///
    /// # Errors
    /// The emulator does not know an instruction.
    pub fn load_also(&mut self, text: &str) -> Result<(), Error> {
        self.modules.push(read(text)?);
        Ok(())
    }

    /// The conditions of graphs' nodes that kernels set since this was asked before: handles
    /// and values. From then on kernels may set some.
    pub fn conditions(&mut self) -> Vec<(u64, u32)> {
        self.conditions.replace(Vec::new()).unwrap_or_default()
    }

    /// The memory that the last launch read, and that it wrote.
    pub fn touched(&self) -> Touched {
        touched(&self.memory.lock())
    }

    /// Does steps, whose tests the host looks at.
    fn steps(&mut self, steps: &[GraphStep]) -> Result<(), Error> {
        for step in steps {
            match step {
                GraphStep::Launch(launch) => {
                    let touched = self.launched(launch, touched)?;
                    // The order of the nodes of graphs.
                    if let Some(place) = touched.beyond(&launch.touched) {
                        let what = format!("emulating `{}`", launch.kernel);
                        let why = format!("it touches {place:x?}, which is not said of it");
                        return Err(Error::Device { what, why });
                    }
                }
                GraphStep::Copy { to, from, bytes } => self.copy(*to, *from, *bytes)?,
                GraphStep::While { test, body } => {
                    while self.holds(test) {
                        self.steps(body)?;
                    }
                }
                GraphStep::If { test, then, otherwise } => {
                    let taken = if self.holds(test) { then } else { otherwise };
                    self.steps(taken)?;
                }
            }
        }
        Ok(())
    }

    fn holds(&self, test: &Test) -> bool {
        let number = |address, bytes: usize| {
            let mut word = [0; 8];
            self.memory.lock().read(address, &mut word[..bytes]);
            u64::from_le_bytes(word)
        };
        let same = number(test.address, test.bytes.into()) == test.value;
        same == test.equal && test.intact.is_none_or(|status| number(status, 4) == 0)
    }

    /// Launches a kernel, and asks the memory for something before it is anybody else's again.
    fn launched<T>(
        &mut self,
        launch: &Launch,
        ask: impl FnOnce(&emulator::Device) -> T,
    ) -> Result<T, Error> {
        let refused =
            |why: String| Error::Device { what: format!("emulating `{}`", launch.kernel), why };
        let parameters = launch.parameters.iter().map(|given| match given {
            LaunchArg::Address(address) => Ok(Param::from(*address)),
            LaunchArg::Map(map) => map.encode().map(|bytes| Param::bytes(&bytes)).map_err(refused),
        });
        let parameters = parameters.collect::<Result<Vec<Param>, Error>>()?;
        let threads = emulator::Launch {
            grid: launch.grid,
            block: launch.block,
            dynamic_shared: u32::try_from(launch.shared).unwrap_or(u32::MAX),
            ..emulator::Launch::default()
        };
        let named = |module: &&Module| module.kernels().any(|name| name == launch.kernel);
        let Some(module) = self.modules.iter().rev().find(named).or(self.modules.first()) else {
            return Err(refused("there are no kernels".to_owned()));
        };
        let mut memory = self.memory.lock();
        let report =
            module.launch(&mut memory, &launch.kernel, &threads, &parameters, &self.options);
        let report = report.map_err(|fault| refused(fault.to_string()))?;
        let answer = ask(&memory);
        drop(memory);
        match &mut self.conditions {
            Some(all) => all.extend(&report.conditions),
            None if report.conditions.is_empty() => {}
            None => return Err(refused("it sets a condition, and there is no graph".to_owned())),
        }
        let counts = self.counts.entry(launch.kernel.clone()).or_default();
        counts.launches += 1;
        counts.instructions += report.instructions().warps;
        counts.read += report.loads.sectors;
        counts.written += report.stores.sectors;
        counts.shared_passes += report.shared_passes;
        counts.bank_conflicts += report.bank_conflicts;
        counts.matrix += report.count(emulator::Class::Matrix).warps;
        Ok(answer)
    }

    /// The options of launches.
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
        Ok(self.memory.lock().allocate(bytes, 256))
    }

    fn free(&mut self, address: u64) -> Result<(), Error> {
        self.memory.lock().free(address);
        Ok(())
    }

    fn write(&mut self, parts: &[(u64, &[u8])]) -> Result<(), Error> {
        for (address, bytes) in parts.iter().filter(|(_, bytes)| !bytes.is_empty()) {
            self.memory.lock().write(*address, bytes);
        }
        Ok(())
    }

    fn read(&mut self, parts: &mut [(u64, &mut [u8])]) -> Result<(), Error> {
        for (address, bytes) in parts.iter_mut().filter(|(_, bytes)| !bytes.is_empty()) {
            self.memory.lock().read(*address, bytes);
        }
        Ok(())
    }

    fn copy(&mut self, to: u64, from: u64, bytes: u64) -> Result<(), Error> {
        if bytes > 0 {
            let mut memory = self.memory.lock();
            let content = memory.download(from, bytes);
            memory.write(to, &content);
        }
        Ok(())
    }

    fn launch(&mut self, launch: &Launch) -> Result<(), Error> {
        self.launched(launch, |_| ())
    }

    fn decides(&self) -> bool {
        true
    }

    fn record(&mut self, steps: &[GraphStep]) -> Result<Option<Recording>, Error> {
        self.recordings.push(steps.to_vec());
        Ok(Some(Recording(self.recordings.len() - 1)))
    }

    fn replay(&mut self, recording: Recording) -> Result<(), Error> {
        let Some(steps) = self.recordings.get(recording.0).cloned() else {
            let why = format!("recording {} is not this device's", recording.0);
            return Err(Error::Device { what: "replaying kernels".to_owned(), why });
        };
        self.steps(&steps)
    }

    fn join(&mut self, peers: &Peers, joining: Joining<'_>) -> Result<(), Error> {
        match peers {
            Peers::Emulated(world) => {
                self.peer = Some(Peer::new(world.clone(), joining.team, joining.patience));
                Ok(())
            }
            #[cfg(feature = "driver")]
            Peers::Nccl(_) => {
                let why = "emulated GPUs have no NCCL".to_owned();
                Err(Error::Device { what: "joining other ranks".to_owned(), why })
            }
        }
    }

    fn set_team(&mut self, team: Box<dyn Team>) {
        if let Some(peer) = &mut self.peer {
            peer.team = team;
        }
    }

    fn collective(
        &mut self,
        it: &Collective,
        operands: &[u64],
        results: &[u64],
    ) -> Result<(), Error> {
        let bytes = |address: u64, bytes: u64| match bytes {
            0 => Vec::new(),
            bytes => self.memory.lock().download(address, bytes),
        };
        let pairs = it.parts.iter().zip(operands);
        let brought = pairs.map(|(part, &at)| bytes(at, it.operand_bytes(part))).collect();
        let Some(peer) = &mut self.peer else {
            let why = "this device has not joined others".to_owned();
            return Err(Error::Device { what: format!("running `{}`", it.op), why });
        };
        let got = peer.run(it, brought)?;
        for (&at, bytes) in results.iter().zip(&got).filter(|(_, bytes)| !bytes.is_empty()) {
            self.memory.lock().write(at, bytes);
        }
        Ok(())
    }

    fn counts(&self, kernel: &str) -> Option<device::Counts> {
        self.counts.get(kernel).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_set_where_there_are_graphs() {
        let text = "
            .version 7.0
            .target sm_75
            .address_size 64
            .extern .func cudaGraphSetConditional(.param .b64 handle, .param .b32 value);
            .visible .entry set(.param .u64 handle) {
                .reg .b64 %rd<2>;
                .param .b64 a;
                .param .b32 b;
                ld.param.u64 %rd1, [handle];
                st.param.b64 [a], %rd1;
                st.param.b32 [b], 3;
                call.uni cudaGraphSetConditional, (a, b);
                ret;
            }";
        let mut device = Emulated::load(text).expect("it is known");
        let parameters = vec![LaunchArg::Address(77)];
        let (grid, block) = ([1; 3], [1; 3]);
        let kernel = "set".to_owned();
        let launch = Launch { kernel, grid, block, parameters, ..Launch::default() };
        let error = device.launch(&launch).expect_err("there is no graph").to_string();
        assert!(error.contains("it sets a condition, and there is no graph"), "{error}");
        assert_eq!(device.conditions(), []);
        device.launch(&launch).expect("somebody asks for them");
        assert_eq!(device.conditions(), [(77, 3)]);
        assert_eq!(device.conditions(), []);
    }
}
