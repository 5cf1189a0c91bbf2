//! A GPU with the kernels of one program, as a device.
//!
//! All work is on one stream, in the order in which it is asked for; the host waits for it
//! only where it reads, or hands memory of its own to the GPU. A recording is a graph
//! (`driver::graph`), which is started on the stream as one and in which kernels may
//! overtake each other. Machine code is the driver's own, made of PTX the first time and kept
//! in a folder if there is one: under the text, the driver's version, and the GPU's name and
//! compute capability.

mod enqueue;
mod session;
mod trace;

use std::collections::HashMap;
use std::ffi::CString;
use std::hash::Hash;
use std::time::Duration;

use hloom_llvm::cache::{Cache, Cached, Key};
use hloom_ptx_emulator::{Im2col, TensorMap};

use super::api::{Answer, Api, EncodedMap, Handle, Parameter, Refusal, Threads};
use super::gpu::Gpu;
use session::Session;
use trace::Trace;

use crate::Error;
use crate::collective::nccl::api::Nccl;
use crate::collective::{Collective, Joining, Peers, Team};
use crate::device::{Device, Lane, Mark, Recording, Spans};
use crate::graph_step::GraphStep;
use crate::launch::{Launch, LaunchArg};

/// From this CUDA on drivers are trusted with recordings: all that is used of them there is
/// part of it.
const RECORDS: (i32, i32) = (12, 0);

/// From this CUDA on graphs are trusted with conditions: their nodes came with 12.3, and
/// those that loop are documented from 12.4 on.
const DECIDES: (i32, i32) = (12, 4);

/// The most encoded tensor maps that are cached.
const MOST_MAPS: usize = 256;

/// CUDA_ERROR_OUT_OF_MEMORY.
const OUT_OF_MEMORY: u32 = 2;

/// A GPU with the kernels of one program.
pub(crate) struct Loaded {
    api: Box<dyn Api>,
    gpu: Gpu,
    ordinal: i32,
    pub(super) context: Handle,
    module: Option<Handle>,
    /// The module that sets conditions of graphs, and its kernel.
    pub(super) conditions: Option<(Handle, Option<Handle>)>,
    stream: Option<Handle>,
    functions: HashMap<String, Handle>,
    /// The shared memory that kernels were allowed, by their names.
    allowed: HashMap<String, u32>,
    /// Tensor maps that were made.
    maps: Vec<(TensorMap, EncodedMap)>,
    events: Vec<Handle>,
    recordings: Vec<Handle>,
    /// The failure that broke the context, if any.
    lost: Option<String>,
    /// The other ranks, if there are some.
    session: Option<Box<Session>>,
    /// The record of what ran when, if it is kept.
    trace: Option<Trace>,
}

/// The fingerprint of this crate's sources, by its build script; how the driver is asked for
/// machine code is theirs.
const SOURCES: &str = env!("HLOOM_PTX_SOURCES");

/// The key of the machine code that a GPU's driver makes of PTX text.
fn key(sources: &str, text: &str, gpu: &Gpu) -> Key {
    Key::new(|hasher| {
        ("ptx", sources, text).hash(hasher);
        (gpu.driver, &gpu.name, gpu.capability).hash(hasher);
    })
}

impl Loaded {
    /// Loads PTX.
    ///
    /// # Errors
    /// The driver is too old, or refuses.
    pub(super) fn load(
        api: Box<dyn Api>,
        gpu: &Gpu,
        text: &str,
        cache: Option<&Cache>,
    ) -> Result<(Loaded, Cached), Error> {
        new_enough(text, gpu.driver)?;
        let mut loaded = Loaded::open(api, gpu)?;
        let cached = loaded.fill(text, cache)?;
        Ok((loaded, cached))
    }

    /// A GPU without kernels.
    ///
    /// # Errors
    /// The driver refuses.
    pub(super) fn open(api: Box<dyn Api>, gpu: &Gpu) -> Result<Loaded, Error> {
        let ordinal = i32::try_from(gpu.number).unwrap_or(i32::MAX);
        let what = format!("using GPU {} ({})", gpu.number, gpu.name);
        let context = api.retain(ordinal).map_err(|refusal| {
            let why = refusal.to_string();
            if refusal.is_loss() { Error::Lost { what, why } } else { Error::Device { what, why } }
        })?;
        let mut loaded = Loaded {
            api,
            gpu: gpu.clone(),
            ordinal,
            context,
            module: None,
            conditions: None,
            stream: None,
            functions: HashMap::new(),
            allowed: HashMap::new(),
            maps: Vec::new(),
            events: Vec::new(),
            recordings: Vec::new(),
            lost: None,
            session: None,
            trace: None,
        };
        loaded.stream = Some(loaded.ask(|| "making a stream".to_owned(), |api| api.stream())?);
        Ok(loaded)
    }

    /// Makes machine code, or finds it, and loads it.
    fn fill(&mut self, text: &str, cache: Option<&Cache>) -> Result<Cached, Error> {
        let what = || "loading machine code".to_owned();
        let key = key(SOURCES, text, &self.gpu);
        let mut damage = None;
        match cache.map(|cache| cache.find(key)) {
            Some(Ok(Some(images))) => {
                let image = images.into_iter().next().unwrap_or_default();
                self.enter()?;
                match self.api.load(&image) {
                    Ok(module) => {
                        self.module = Some(module);
                        return Ok(Cached::Hit);
                    }
                    Err(refusal) if refusal.is_foreign_code() => {
                        damage = Some(format!(
                            "the driver refuses machine code from the cache, which is made anew: \
                             {refusal}"
                        ));
                    }
                    Err(refusal) => return Err(self.refused(what(), &refusal)),
                }
            }
            Some(Err(damaged)) => damage = Some(damaged),
            Some(Ok(None)) | None => {}
        }
        let source = CString::new(text).map_err(|_| Error::Device {
            what: "compiling PTX".to_owned(),
            why: "it has a zero byte".to_owned(),
        })?;
        let linking = || "the driver's compiler could not make machine code of PTX".to_owned();
        let image = self.ask(linking, |api| api.link(&source))?;
        self.module = Some(self.ask(what, |api| api.load(&image))?);
        let stored = cache.map(|cache| cache.keep(key, &[image]));
        Ok(match (stored, damage) {
            (None, _) => Cached::Off,
            (Some(Ok(())), None) => Cached::Stored,
            (Some(Ok(())), Some(what)) | (Some(Err(what)), _) => Cached::Failed(what),
        })
    }

    /// Makes the context this thread's.
    fn enter(&mut self) -> Result<(), Error> {
        if let Some(why) = &self.lost {
            let what = "the GPU was lost before".to_owned();
            return Err(Error::Lost { what, why: why.clone() });
        }
        let entered = self.api.enter(self.context);
        entered.map_err(|refusal| self.refused("entering the GPU's context".to_owned(), &refusal))
    }

    /// Asks the driver for something, and looks at the answer.
    pub(super) fn ask<T>(
        &mut self,
        what: impl FnOnce() -> String,
        call: impl FnOnce(&dyn Api) -> Answer<T>,
    ) -> Result<T, Error> {
        self.enter()?;
        let answer = call(self.api.as_ref());
        answer.map_err(|refusal| self.refused(what(), &refusal))
    }

    /// A refusal as an error.
    fn refused(&mut self, what: String, refusal: &Refusal) -> Error {
        let why = refusal.to_string();
        if refusal.is_loss() {
            self.lost = Some(why.clone());
            return Error::Lost { what, why };
        }
        Error::Device { what, why }
    }

    fn stream(&self) -> Handle {
        // There is one since `load`.
        self.stream.unwrap_or(self.context)
    }

    fn wait(&mut self) -> Result<(), Error> {
        self.drain()?;
        let stream = self.stream();
        self.ask(|| "waiting for the GPU".to_owned(), |api| api.wait(stream))
    }

    /// Lends the session to a call of its own, with the stream of kernels.
    fn in_session(
        &mut self,
        call: impl FnOnce(&mut Session, &mut Loaded, Handle) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Some(mut session) = self.session.take() else { return Ok(()) };
        let stream = self.stream();
        let outcome = call(&mut session, self, stream);
        self.session = Some(session);
        outcome
    }

    /// Waits for collectives, which may wait for other ranks, ahead of calls that block.
    fn drain(&mut self) -> Result<(), Error> {
        self.in_session(|session, gpu, stream| session.drain(gpu, stream))
    }

    /// Joins other ranks by a library, or by what stands for it in tests.
    pub(super) fn join_by(
        &mut self,
        nccl: Box<dyn Nccl>,
        joining: Joining<'_>,
    ) -> Result<(), Error> {
        self.session = Some(Box::new(Session::join(self, nccl, joining)?));
        Ok(())
    }

    fn function(&mut self, name: &str) -> Result<Handle, Error> {
        if let Some(known) = self.functions.get(name) {
            return Ok(*known);
        }
        let missing = || format!("finding the kernel `{name}`");
        let none = || Error::Device { what: missing(), why: "there is none".to_owned() };
        let symbol = CString::new(name).map_err(|_| none())?;
        let module = self.module.ok_or_else(none)?;
        let found = self.ask(missing, |api| api.function(module, &symbol))?;
        self.functions.insert(name.to_owned(), found);
        Ok(found)
    }

    /// The kernel, the threads and the parameters of a launch as the driver takes them.
    pub(super) fn launch_params(
        &mut self,
        launch: &Launch,
    ) -> Result<(Handle, Threads, Vec<Parameter>), Error> {
        let function = self.function(&launch.kernel)?;
        let shared = u32::try_from(launch.shared).unwrap_or(u32::MAX);
        if shared > 0 && self.allowed.get(&launch.kernel) != Some(&shared) {
            self.ask(
                || format!("giving the kernel `{}` {shared} bytes of shared memory", launch.kernel),
                |api| api.allow_shared(function, shared),
            )?;
            self.allowed.insert(launch.kernel.clone(), shared);
        }
        let mut parameters = Vec::with_capacity(launch.parameters.len());
        for given in &launch.parameters {
            parameters.push(match given {
                LaunchArg::Address(address) => Parameter::Word(*address),
                LaunchArg::Map(map) => Parameter::Map(self.encoded(&launch.kernel, map)?),
            });
        }
        let threads = Threads { grid: launch.grid, block: launch.block, shared };
        Ok((function, threads, parameters))
    }

    /// A tensor map as the driver makes it, which a kernel is given in every run.
    fn encoded(&mut self, kernel: &str, map: &TensorMap) -> Result<EncodedMap, Error> {
        if let Some((_, known)) = self.maps.iter().find(|(of, _)| of == map) {
            return Ok(*known);
        }
        let what = || {
            let TensorMap { element, extents, strides, box_extents, .. } = map;
            let window = map.im2col.as_ref().map_or(String::new(), |it| {
                let (Im2col { lower, upper }, steps) = (it, &map.element_strides);
                format!(", windows from {lower:?} to {upper:?} behind the last by {steps:?}")
            });
            format!(
                "making a tensor map for the kernel `{kernel}` ({extents:?} of {element:?}, \
                 {strides:?} bytes apart, {box_extents:?} at a time{window})"
            )
        };
        let made = self.ask(what, |api| api.tensor_map(map))?;
        if self.maps.len() >= MOST_MAPS {
            self.maps.clear();
        }
        self.maps.push((map.clone(), made));
        Ok(made)
    }
}

/// Whether a driver that knows CUDA up to this version reads a text.
fn new_enough(text: &str, driver: (i32, i32)) -> Result<(), Error> {
    let Some(ptx) = version(text) else { return Ok(()) };
    let needed = cuda_of(ptx);
    match driver < needed {
        true => Err(Error::OldDriver { ptx, needed, driver }),
        false => Ok(()),
    }
}

/// The version of a PTX text.
fn version(text: &str) -> Option<(i32, i32)> {
    let line = text.lines().find_map(|line| line.trim().strip_prefix(".version"))?;
    let (major, minor) = line.trim().split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// The CUDA that first had a version of PTX, as the release notes of the PTX ISA have it.
fn cuda_of((major, minor): (i32, i32)) -> (i32, i32) {
    match (major, minor) {
        (..=7, minor) => (11, minor),
        (8, 6..) => (12, minor + 1),
        (8, minor) => (12, minor),
        (9.., minor) => (major + 4, minor),
    }
}

impl Drop for Loaded {
    fn drop(&mut self) {
        // A refusal has no remedy here. After a loss the driver would
        // refuse everything but to give the context back.
        if let Some(mut session) = self.session.take() {
            session.release(self);
        }
        self.end_trace();
        if self.lost.is_none() && self.api.enter(self.context).is_ok() {
            for ready in self.recordings.drain(..) {
                let _ = self.api.end_ready(ready);
            }
            for event in self.events.drain(..) {
                let _ = self.api.end_event(event);
            }
            if let Some(stream) = self.stream.take() {
                let _ = self.api.end_stream(stream);
            }
            let conditions = self.conditions.take().map(|(module, _)| module);
            for module in self.module.take().into_iter().chain(conditions) {
                let _ = self.api.unload(module);
            }
        }
        let _ = self.api.release(self.ordinal);
    }
}

impl Device for Loaded {
    fn room(&mut self) -> Result<Option<u64>, Error> {
        let free = self.ask(|| "asking for free memory".to_owned(), |api| api.free_memory())?;
        Ok(Some(free))
    }

    fn allocate(&mut self, bytes: u64) -> Result<u64, Error> {
        let size = usize::try_from(bytes).unwrap_or(usize::MAX);
        self.enter()?;
        match self.api.allocate(size) {
            Ok(address) => Ok(address),
            Err(refusal) if refusal.code == OUT_OF_MEMORY => {
                let available = self.room()?.unwrap_or(0);
                Err(Error::TooLarge { needed: bytes, available })
            }
            Err(refusal) => Err(self.refused(format!("allocating {bytes} bytes"), &refusal)),
        }
    }

    fn free(&mut self, address: u64) -> Result<(), Error> {
        // The driver waits for all streams; where collectives have failed, they have ended.
        let _ = self.drain();
        self.ask(|| "giving memory back".to_owned(), |api| api.free(address))
    }

    fn write(&mut self, parts: &[(u64, &[u8])]) -> Result<(), Error> {
        self.drain()?;
        let stream = self.stream();
        let parts = parts.iter().filter(|(_, bytes)| !bytes.is_empty());
        let mut began = false;
        let mut outcome = Ok(());
        for &(address, bytes) in parts {
            began = true;
            outcome = self.ask(
                || format!("copying {} bytes to the GPU", bytes.len()),
                // SAFETY: the bytes are borrowed until the wait below.
                |api| unsafe { api.write(address, bytes, stream) },
            );
            if outcome.is_err() {
                break;
            }
        }
        // Also after a refusal: copies that did begin read the host's memory.
        if began { outcome.and(self.wait()) } else { outcome }
    }

    fn read(&mut self, parts: &mut [(u64, &mut [u8])]) -> Result<(), Error> {
        self.drain()?;
        let stream = self.stream();
        let mut outcome = Ok(());
        for (address, bytes) in parts.iter_mut().filter(|(_, bytes)| !bytes.is_empty()) {
            let count = bytes.len();
            outcome = self.ask(
                || format!("copying {count} bytes from the GPU"),
                // SAFETY: the bytes are borrowed until the wait below.
                |api| unsafe { api.read(*address, bytes, stream) },
            );
            if outcome.is_err() {
                break;
            }
        }
        let waited = self.wait();
        outcome.and(waited)
    }

    fn copy(&mut self, to: u64, from: u64, bytes: u64) -> Result<(), Error> {
        if bytes == 0 {
            return Ok(());
        }
        let stream = self.stream();
        let size = usize::try_from(bytes).unwrap_or(usize::MAX);
        self.ask(|| "copying on the GPU".to_owned(), |api| api.copy(to, from, size, stream))
    }

    fn launch(&mut self, launch: &Launch) -> Result<(), Error> {
        let (function, threads, parameters) = self.launch_params(launch)?;
        let stream = self.stream();
        let name = || launch.kernel.clone();
        self.traced(name, (Lane::Kernels, stream), |gpu| {
            gpu.ask(
                || format!("starting the kernel `{}`", launch.kernel),
                |api| api.launch(function, threads, &parameters, stream),
            )
        })
    }

    fn mark(&mut self) -> Result<Option<Mark>, Error> {
        let event = self.ask(|| "making an event".to_owned(), |api| api.event())?;
        self.events.push(event);
        let stream = self.stream();
        self.ask(|| "taking the time".to_owned(), |api| api.record(event, stream))?;
        Ok(Some(Mark(self.events.len() - 1)))
    }

    fn between(&mut self, marks: &[Mark]) -> Result<Vec<Duration>, Error> {
        self.wait()?;
        let what = || "reading times".to_owned();
        let mut times = Vec::new();
        for pair in marks.windows(2) {
            let event = |mark: Mark| self.events.get(mark.0).copied();
            let (Some(from), Some(to)) = (event(pair[0]), event(pair[1])) else { continue };
            let milliseconds = self.ask(what, |api| api.elapsed(from, to))?;
            times.push(Duration::from_secs_f64(f64::from(milliseconds.max(0.0)) / 1e3));
        }
        for event in std::mem::take(&mut self.events) {
            self.ask(|| "giving an event back".to_owned(), |api| api.end_event(event))?;
        }
        Ok(times)
    }

    fn decides(&self) -> bool {
        self.gpu.driver >= DECIDES
    }

    fn record(&mut self, steps: &[GraphStep]) -> Result<Option<Recording>, Error> {
        if self.gpu.driver < RECORDS {
            return Ok(None);
        }
        match self.made_ready(steps) {
            Ok(ready) => {
                self.recordings.push(ready);
                Ok(Some(Recording(self.recordings.len() - 1)))
            }
            Err(error @ Error::Lost { .. }) => Err(error),
            // It goes without.
            Err(_) => Ok(None),
        }
    }

    fn replay(&mut self, recording: Recording) -> Result<(), Error> {
        let stream = self.stream();
        let what = || "starting recorded kernels".to_owned();
        let Some(&ready) = self.recordings.get(recording.0) else {
            return Err(Error::Device { what: what(), why: "there are none".to_owned() });
        };
        self.traced(
            || "recorded kernels".to_owned(),
            (Lane::Kernels, stream),
            |gpu| gpu.ask(what, |api| api.replay(ready, stream)),
        )
    }

    fn trace(&mut self) -> Result<(), Error> {
        self.begin_trace()
    }

    fn spans(&mut self) -> Result<Option<Spans>, Error> {
        self.take_spans()
    }

    fn join(&mut self, peers: &Peers, joining: Joining<'_>) -> Result<(), Error> {
        match peers {
            Peers::Nccl(library) => self.join_by(Box::new(library.clone()), joining),
            Peers::Emulated(_) => {
                let why = "a GPU can't reach emulated ones".to_owned();
                Err(Error::Device { what: "joining other ranks".to_owned(), why })
            }
        }
    }

    fn set_team(&mut self, team: Box<dyn Team>) {
        if let Some(session) = &mut self.session {
            session.set_team(team);
        }
    }

    fn collective(
        &mut self,
        it: &Collective,
        operands: &[u64],
        results: &[u64],
    ) -> Result<(), Error> {
        if self.session.is_none() {
            let why = "this GPU has not joined others".to_owned();
            return Err(Error::Device { what: format!("running `{}`", it.op), why });
        }
        self.in_session(|session, gpu, stream| session.run(gpu, stream, it, (operands, results)))
    }
}

#[cfg(test)]
mod key_tests {
    use super::*;
    use crate::Target;

    #[test]
    fn other_sources_make_other_keys() {
        let gpu = Gpu {
            number: 0,
            name: "NVIDIA H200".to_owned(),
            capability: (9, 0),
            memory: 0,
            driver: (12, 8),
            target: Target::Sm90a,
        };
        assert_eq!(key("0001", "text", &gpu), key("0001", "text", &gpu));
        assert_ne!(key("0001", "text", &gpu), key("0002", "text", &gpu));
        assert_ne!(key(SOURCES, "text", &gpu), key(SOURCES, "other", &gpu));
    }
}
