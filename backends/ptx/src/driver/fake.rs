//! A driver for tests: it counts its calls, refuses the one that it is told to, knows what
//! was not given back, and runs kernels in the emulator.
//!
//! It is as strict as NVIDIA's about the order of calls: nothing but launches and copies
//! on the device while a stream is captured, no handle that was given back.

use std::collections::BTreeMap;
use std::ffi::CStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Gpu;
use super::api::{Answer, Api, EncodedMap, Handle, Parameter, Refusal, Threads};
use crate::Target;
use crate::device::{Argument, Device, Launch};
use crate::emulated::Emulated;
use crate::emulator::TensorMap;

/// What machine code begins with here.
const IMAGE: &[u8] = b"fake machine code\0";

/// What is done on a stream, now or later.
#[derive(Clone, Debug)]
enum Work {
    Launch(String, Threads, Vec<Argument>),
    Copy(u64, u64, usize),
}

/// What a handle stands for.
#[derive(Debug)]
enum Thing {
    Context,
    Stream,
    Module,
    /// Its name, and the dynamic shared memory that it may have.
    Function(String, u32),
    /// When it was recorded.
    Event(Option<u32>),
    Graph(Vec<Work>),
}

/// The driver's state.
#[derive(Default)]
pub(crate) struct State {
    /// The calls so far.
    pub(crate) calls: Vec<&'static str>,
    /// The number of the call to refuse, and the code to refuse it with.
    pub(crate) refuse: Option<(usize, u32)>,
    /// Bytes of memory in all.
    pub(crate) memory: u64,
    /// The CUDA that it knows.
    pub(crate) version: i32,
    /// Names and compute capabilities of the GPUs.
    pub(crate) gpus: Vec<(&'static str, (i32, i32))>,
    things: BTreeMap<usize, Thing>,
    next: usize,
    allocated: BTreeMap<u64, u64>,
    capture: Option<Vec<Work>>,
    emulated: Option<Emulated>,
    /// Tensor maps that were made, by their numbers.
    pub(super) maps: Vec<TensorMap>,
    broken: Option<u32>,
    clock: u32,
}

/// A driver for tests; clones are of the same one.
#[derive(Clone)]
pub(crate) struct Fake(Arc<Mutex<State>>);

impl Fake {
    /// A driver of CUDA 12.8 with an H100.
    pub(crate) fn new() -> Fake {
        let gpus = vec![("NVIDIA H100", (9, 0))];
        let state = State { memory: 1 << 30, version: 12080, gpus, ..State::default() };
        Fake(Arc::new(Mutex::new(state)))
    }

    /// Its state.
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was not given back.
    pub(crate) fn kept(&self) -> Vec<String> {
        let state = self.state();
        let things = state.things.values().filter(|it| !matches!(it, Thing::Function(..)));
        let things = things.map(|thing| format!("{thing:?}"));
        things.chain(state.allocated.values().map(|n| format!("{n} bytes"))).collect()
    }

    /// The first GPU, compiled for by a target that needs little.
    pub(crate) fn gpu(&self) -> Gpu {
        Gpu { target: Target::Sm80, ..super::find_by(self, 0).expect("there is one") }
    }

    /// Notes a call, which may be one to refuse.
    fn call(&self, name: &'static str) -> Answer<MutexGuard<'_, State>> {
        let mut state = self.state();
        state.calls.push(name);
        let number = state.calls.len() - 1;
        if let Some((at, code)) = state.refuse
            && at == number
        {
            let refusal = refusal(code);
            if refusal.is_loss() {
                state.broken = Some(code);
            }
            return Err(refusal);
        }
        // Nothing but giving back works on a broken context.
        match state.broken.filter(|_| name != "release") {
            Some(code) => Err(refusal(code)),
            None => Ok(state),
        }
    }

    /// The same of one that a capture does not allow.
    fn call_outside(&self, name: &'static str) -> Answer<MutexGuard<'_, State>> {
        let state = self.call(name)?;
        // STREAM_CAPTURE_UNSUPPORTED.
        if state.capture.is_some() { Err(refusal(900)) } else { Ok(state) }
    }
}

/// A refusal of this code.
pub(crate) fn refusal(code: u32) -> Refusal {
    Refusal { code, words: format!("fake refusal {code}") }
}

/// CUDA_ERROR_INVALID_HANDLE.
fn invalid() -> Refusal {
    refusal(400)
}

impl State {
    fn add(&mut self, thing: Thing) -> Handle {
        self.next += 1;
        self.things.insert(self.next, thing);
        Handle(self.next)
    }

    fn remove(&mut self, handle: Handle) -> Answer<()> {
        self.things.remove(&handle.0).map(|_| ()).ok_or_else(invalid)
    }

    fn get(&self, handle: Handle) -> Answer<&Thing> {
        self.things.get(&handle.0).ok_or_else(invalid)
    }

    fn emulated(&mut self) -> Answer<&mut Emulated> {
        self.emulated.as_mut().ok_or_else(invalid)
    }

    /// Does it, or takes it down.
    fn submit(&mut self, work: Work) -> Answer<()> {
        match &mut self.capture {
            Some(taken) => taken.push(work),
            None => self.perform(&work)?,
        }
        Ok(())
    }

    fn perform(&mut self, work: &Work) -> Answer<()> {
        self.clock += 1;
        let device = self.emulated()?;
        let done = match work {
            Work::Launch(kernel, threads, parameters) => {
                let Threads { grid, block, shared } = *threads;
                device.launch(&Launch { kernel, grid, block, shared: shared.into(), parameters })
            }
            Work::Copy(to, from, bytes) => device.copy(*to, *from, *bytes as u64),
        };
        // LAUNCH_FAILED.
        done.map_err(|error| Refusal { code: 719, words: error.to_string() })
    }
}

impl Api for Fake {
    fn version(&self) -> Answer<i32> {
        Ok(self.call("version")?.version)
    }

    fn count(&self) -> Answer<i32> {
        Ok(self.call("count")?.gpus.len() as i32)
    }

    fn name(&self, number: i32) -> Answer<String> {
        Ok(self.call("name")?.gpus[number as usize].0.to_owned())
    }

    fn capability(&self, number: i32) -> Answer<(i32, i32)> {
        Ok(self.call("capability")?.gpus[number as usize].1)
    }

    fn memory(&self, _: i32) -> Answer<u64> {
        Ok(self.call("memory")?.memory)
    }

    fn retain(&self, _: i32) -> Answer<Handle> {
        Ok(self.call("retain")?.add(Thing::Context))
    }

    fn release(&self, _: i32) -> Answer<()> {
        let mut state = self.call("release")?;
        if state.broken.is_some() {
            // All goes with the context.
            state.things.clear();
            state.allocated.clear();
        }
        state.things.retain(|_, thing| !matches!(thing, Thing::Context));
        Ok(())
    }

    fn enter(&self, context: Handle) -> Answer<()> {
        let state = self.call("enter")?;
        state.get(context).map(|_| ())
    }

    fn link(&self, text: &CStr) -> Answer<Vec<u8>> {
        drop(self.call_outside("link")?);
        Ok([IMAGE, text.to_bytes()].concat())
    }

    fn load(&self, image: &[u8]) -> Answer<Handle> {
        let mut state = self.call_outside("load")?;
        let text = image.strip_prefix(IMAGE).and_then(|text| std::str::from_utf8(text).ok());
        let text = text.ok_or_else(|| refusal(200))?;
        state.emulated = Some(Emulated::load(text).map_err(|_| refusal(200))?);
        Ok(state.add(Thing::Module))
    }

    fn unload(&self, module: Handle) -> Answer<()> {
        self.call("unload")?.remove(module)
    }

    fn function(&self, module: Handle, name: &CStr) -> Answer<Handle> {
        let mut state = self.call("function")?;
        state.get(module)?;
        Ok(state.add(Thing::Function(name.to_string_lossy().into_owned(), 48 << 10)))
    }

    fn stream(&self) -> Answer<Handle> {
        Ok(self.call_outside("stream")?.add(Thing::Stream))
    }

    fn end_stream(&self, stream: Handle) -> Answer<()> {
        self.call("end_stream")?.remove(stream)
    }

    fn wait(&self, stream: Handle) -> Answer<()> {
        self.call_outside("wait")?.get(stream).map(|_| ())
    }

    fn free_memory(&self) -> Answer<u64> {
        let state = self.call_outside("free_memory")?;
        Ok(state.memory - state.allocated.values().sum::<u64>())
    }

    fn allocate(&self, bytes: usize) -> Answer<u64> {
        let mut state = self.call_outside("allocate")?;
        let used = state.allocated.values().sum::<u64>();
        if used + bytes as u64 > state.memory {
            return Err(refusal(2));
        }
        let address = state.emulated()?.allocate(bytes as u64).map_err(|_| refusal(2))?;
        state.allocated.insert(address, bytes as u64);
        Ok(address)
    }

    fn free(&self, address: u64) -> Answer<()> {
        let mut state = self.call_outside("free")?;
        state.allocated.remove(&address).ok_or_else(|| refusal(1))?;
        state.emulated()?.free(address).map_err(|_| refusal(1))
    }

    unsafe fn write(&self, address: u64, bytes: &[u8], stream: Handle) -> Answer<()> {
        let mut state = self.call_outside("write")?;
        state.get(stream)?;
        state.emulated()?.write(&[(address, bytes)]).map_err(|_| refusal(1))
    }

    unsafe fn read(&self, address: u64, bytes: &mut [u8], stream: Handle) -> Answer<()> {
        let mut state = self.call_outside("read")?;
        state.get(stream)?;
        state.emulated()?.read(&mut [(address, bytes)]).map_err(|_| refusal(1))
    }

    fn copy(&self, to: u64, from: u64, bytes: usize, stream: Handle) -> Answer<()> {
        let mut state = self.call("copy")?;
        state.get(stream)?;
        state.submit(Work::Copy(to, from, bytes))
    }

    fn tensor_map(&self, map: &TensorMap) -> Answer<EncodedMap> {
        let mut state = self.call("tensor_map")?;
        // INVALID_VALUE.
        map.encode().map_err(|_| refusal(1))?;
        state.maps.push(map.clone());
        let mut words = [0; 16];
        words[0] = state.maps.len() as u64 - 1;
        Ok(EncodedMap(words))
    }

    fn allow_shared(&self, function: Handle, bytes: u32) -> Answer<()> {
        let mut state = self.call("allow_shared")?;
        match state.things.get_mut(&function.0) {
            // What a block of Hopper may have.
            Some(Thing::Function(_, allowed)) if bytes <= 227 << 10 => *allowed = bytes,
            _ => return Err(invalid()),
        }
        Ok(())
    }

    fn launch(
        &self,
        function: Handle,
        threads: Threads,
        parameters: &[Parameter],
        stream: Handle,
    ) -> Answer<()> {
        let mut state = self.call("launch")?;
        state.get(stream)?;
        let Thing::Function(name, allowed) = state.get(function)? else { return Err(invalid()) };
        // INVALID_VALUE.
        if threads.shared > *allowed {
            return Err(refusal(1));
        }
        let name = name.clone();
        let mut given = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            given.push(match parameter {
                Parameter::Word(word) => Argument::Address(*word),
                Parameter::Map(EncodedMap(words)) => {
                    let map = state.maps.get(words[0] as usize).ok_or_else(invalid)?;
                    Argument::Map(map.clone())
                }
            });
        }
        state.submit(Work::Launch(name, threads, given))
    }

    fn event(&self) -> Answer<Handle> {
        Ok(self.call("event")?.add(Thing::Event(None)))
    }

    fn end_event(&self, event: Handle) -> Answer<()> {
        self.call("end_event")?.remove(event)
    }

    fn record(&self, event: Handle, stream: Handle) -> Answer<()> {
        let mut state = self.call_outside("record")?;
        state.get(stream)?;
        let clock = state.clock;
        match state.things.get_mut(&event.0) {
            Some(Thing::Event(at)) => *at = Some(clock),
            _ => return Err(invalid()),
        }
        Ok(())
    }

    fn elapsed(&self, from: Handle, to: Handle) -> Answer<f32> {
        let state = self.call("elapsed")?;
        let at = |handle| match state.get(handle)? {
            Thing::Event(Some(at)) => Ok(*at),
            // NOT_READY.
            _ => Err(refusal(600)),
        };
        // Each launch or copy takes a millisecond.
        Ok((at(to)? - at(from)?) as f32)
    }

    fn begin_capture(&self, stream: Handle) -> Answer<()> {
        let mut state = self.call_outside("begin_capture")?;
        state.get(stream)?;
        state.capture = Some(Vec::new());
        Ok(())
    }

    fn end_capture(&self, stream: Handle) -> Answer<Handle> {
        // A capture ends whatever the answer is.
        let taken = self.state().capture.take();
        let mut state = self.call("end_capture")?;
        state.get(stream)?;
        let taken = taken.ok_or_else(invalid)?;
        Ok(state.add(Thing::Graph(taken)))
    }

    fn replay(&self, graph: Handle, stream: Handle) -> Answer<()> {
        let mut state = self.call_outside("replay")?;
        state.get(stream)?;
        let Thing::Graph(work) = state.get(graph)? else { return Err(invalid()) };
        let work = work.clone();
        work.iter().try_for_each(|work| state.perform(work))
    }

    fn end_graph(&self, graph: Handle) -> Answer<()> {
        self.call("end_graph")?.remove(graph)
    }
}
