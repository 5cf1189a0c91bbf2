//! A driver for tests: it counts its calls, refuses the one that it is told to, knows what
//! was not given back, and runs kernels in the emulator.
//!
//! It is as strict as NVIDIA's about handles, none of which is taken once it was given back,
//! and about what graphs may be; see the module [`graph`].

mod graph;
pub(crate) mod nccl;
mod streams;

use std::collections::BTreeMap;
use std::ffi::CStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hloom_ptx_emulator::TensorMap;

use super::Gpu;
use super::api::{
    Answer, Api, Condition, ConditionalKind, EncodedMap, Handle, Parameter, Refusal, Threads,
};
use crate::Target;
use crate::device::Device;
use crate::emulated::{Emulated, SharedMemory};
use crate::launch::{Launch, LaunchArg, Touched};

/// The first bytes of the fake's machine code.
const IMAGE: &[u8] = b"fake machine code\0";

/// The work on a stream, or of a node of a graph.
#[derive(Clone, Debug)]
enum Work {
    Launch(String, Threads, Vec<LaunchArg>),
    Copy(u64, u64, usize),
}

/// The object that a handle stands for.
#[derive(Debug)]
enum Thing {
    Context,
    Stream,
    Module,
    /// Its name, and the dynamic shared memory that it may have.
    Function(String, u32),
    /// When it was recorded.
    Event(Option<u32>),
    Graph(graph::Graph),
    /// One inside of a node, which goes with that.
    Body(graph::Graph),
    Ready(graph::Ready),
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
    conditions: BTreeMap<u64, graph::Owner>,
    /// Of the graph that was made ready last: how many nodes it has, and how many of them are
    /// one behind the other at most, those inside of others counted along.
    pub(crate) shape: (usize, usize),
    emulated: Option<Emulated>,
    /// The number of those that hold the context.
    retained: usize,
    /// Tensor maps that were made, by their numbers.
    pub(super) maps: Vec<TensorMap>,
    broken: Option<u32>,
    clock: u32,
    queues: streams::Queues,
    /// Work on streams, in the order in which it was asked for.
    pub(crate) log: Vec<String>,
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

    /// The objects that were not released.
    pub(crate) fn leaked(&self) -> Vec<String> {
        let state = self.state();
        let inner = |it: &&Thing| matches!(it, Thing::Function(..) | Thing::Body(_));
        let things = state.things.values().filter(|it| !inner(it));
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

    /// The GPU with the kernels of all modules; of those of one name, the newest.
    fn emulated(&mut self) -> &mut Emulated {
        self.emulated.get_or_insert_with(|| {
            let mut emulated = Emulated::on(SharedMemory::new());
            // From here on the emulator lets kernels set conditions.
            emulated.conditions();
            emulated
        })
    }

    /// Does it; the conditions that were set, and what was touched.
    fn perform(&mut self, work: &Work) -> Answer<(Vec<(u64, u32)>, Touched)> {
        self.clock += 1;
        let device = self.emulated();
        let done = match work {
            Work::Launch(kernel, threads, parameters) => {
                let Threads { grid, block, shared } = *threads;
                device.launch(&Launch {
                    kernel: kernel.clone(),
                    grid,
                    block,
                    shared: shared.into(),
                    parameters: parameters.clone(),
                    ..Launch::default()
                })
            }
            Work::Copy(to, from, bytes) => device.copy(*to, *from, *bytes as u64),
        };
        // LAUNCH_FAILED.
        done.map_err(|error| Refusal { code: 719, words: error.to_string() })?;
        let touched = match work {
            Work::Launch(..) => device.touched(),
            Work::Copy(to, from, bytes) => {
                let piece = |at: u64| std::iter::once(at..at + *bytes as u64).collect();
                Touched { reads: piece(*from), writes: piece(*to) }
            }
        };
        Ok((device.conditions(), touched))
    }

    /// Does it outside of a graph, where there are no conditions.
    fn submit(&mut self, work: &Work) -> Answer<()> {
        let (set, _) = self.perform(work)?;
        if set.is_empty() { Ok(()) } else { Err(refusal(719)) }
    }

    /// A kernel with what it is given.
    fn kernel(&self, function: Handle, threads: Threads, parameters: &[Parameter]) -> Answer<Work> {
        let Thing::Function(name, allowed) = self.get(function)? else { return Err(invalid()) };
        // INVALID_VALUE.
        if threads.shared > *allowed {
            return Err(refusal(1));
        }
        let mut given = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            given.push(match parameter {
                Parameter::Word(word) => LaunchArg::Address(*word),
                Parameter::Map(EncodedMap(words)) => {
                    let map = self.maps.get(words[0] as usize).ok_or_else(invalid)?;
                    LaunchArg::Map(map.clone())
                }
            });
        }
        Ok(Work::Launch(name.clone(), threads, given))
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
        let mut state = self.call("retain")?;
        state.retained += 1;
        let known = state.things.iter().find(|(_, thing)| matches!(thing, Thing::Context));
        match known.map(|(number, _)| Handle(*number)) {
            Some(context) => Ok(context),
            None => Ok(state.add(Thing::Context)),
        }
    }

    fn release(&self, _: i32) -> Answer<()> {
        let mut state = self.call("release")?;
        if state.broken.is_some() {
            // All goes with the context.
            state.things.clear();
            state.allocated.clear();
        }
        state.retained = state.retained.saturating_sub(1);
        if state.retained == 0 {
            state.things.retain(|_, thing| !matches!(thing, Thing::Context));
        }
        Ok(())
    }

    fn enter(&self, context: Handle) -> Answer<()> {
        let state = self.call("enter")?;
        state.get(context).map(|_| ())
    }

    fn link(&self, text: &CStr) -> Answer<Vec<u8>> {
        drop(self.call("link")?);
        Ok([IMAGE, text.to_bytes()].concat())
    }

    fn load(&self, image: &[u8]) -> Answer<Handle> {
        let mut state = self.call("load")?;
        let text = image.strip_prefix(IMAGE).and_then(|text| std::str::from_utf8(text).ok());
        let text = text.ok_or_else(|| refusal(200))?;
        state.emulated().load_also(text).map_err(|_| refusal(200))?;
        Ok(state.add(Thing::Module))
    }

    fn load_text(&self, text: &CStr) -> Answer<Handle> {
        let mut state = self.call("load_text")?;
        let text = text.to_str().map_err(|_| refusal(218))?;
        // INVALID_PTX: the linker does not know the function.
        if text.contains("cudaGraphSetConditional") && state.version < graph::CONDITIONS {
            return Err(refusal(218));
        }
        state.emulated().load_also(text).map_err(|_| refusal(218))?;
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
        let mut state = self.call("stream")?;
        let stream = state.add(Thing::Stream);
        state.name_stream(stream);
        Ok(stream)
    }

    fn end_stream(&self, stream: Handle) -> Answer<()> {
        self.call("end_stream")?.remove(stream)
    }

    fn wait(&self, stream: Handle) -> Answer<()> {
        let mut state = self.call("wait")?;
        state.blocks("wait");
        state.get(stream).map(|_| ())
    }

    fn free_memory(&self) -> Answer<u64> {
        let state = self.call("free_memory")?;
        Ok(state.memory - state.allocated.values().sum::<u64>())
    }

    fn allocate(&self, bytes: usize) -> Answer<u64> {
        let mut state = self.call("allocate")?;
        let used = state.allocated.values().sum::<u64>();
        if used + bytes as u64 > state.memory {
            return Err(refusal(2));
        }
        let address = state.emulated().allocate(bytes as u64).map_err(|_| refusal(2))?;
        state.allocated.insert(address, bytes as u64);
        Ok(address)
    }

    fn free(&self, address: u64) -> Answer<()> {
        let mut state = self.call("free")?;
        state.blocks("free");
        state.allocated.remove(&address).ok_or_else(|| refusal(1))?;
        state.emulated().free(address).map_err(|_| refusal(1))
    }

    unsafe fn write(&self, address: u64, bytes: &[u8], stream: Handle) -> Answer<()> {
        let mut state = self.call("write")?;
        state.blocks("write");
        state.get(stream)?;
        state.emulated().write(&[(address, bytes)]).map_err(|_| refusal(1))
    }

    unsafe fn read(&self, address: u64, bytes: &mut [u8], stream: Handle) -> Answer<()> {
        let mut state = self.call("read")?;
        state.blocks("read");
        state.get(stream)?;
        state.emulated().read(&mut [(address, bytes)]).map_err(|_| refusal(1))
    }

    fn copy(&self, to: u64, from: u64, bytes: usize, stream: Handle) -> Answer<()> {
        let mut state = self.call("copy")?;
        state.get(stream)?;
        state.submit_on(stream, Work::Copy(to, from, bytes))
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
            // The limits of a block on Hopper.
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
        let work = state.kernel(function, threads, parameters)?;
        state.submit_on(stream, work)
    }

    fn event(&self) -> Answer<Handle> {
        Ok(self.call("event")?.add(Thing::Event(None)))
    }

    fn end_event(&self, event: Handle) -> Answer<()> {
        self.call("end_event")?.remove(event)
    }

    fn record(&self, event: Handle, stream: Handle) -> Answer<()> {
        let mut state = self.call("record")?;
        state.get(stream)?;
        state.record_on(event, stream)
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

    fn graph(&self) -> Answer<Handle> {
        Ok(self.call("graph")?.add(Thing::Graph(graph::Graph::default())))
    }

    fn end_graph(&self, graph: Handle) -> Answer<()> {
        self.call("end_graph")?.end_graph(graph)
    }

    fn add_launch(
        &self,
        graph: Handle,
        behind: &[Handle],
        function: Handle,
        threads: Threads,
        parameters: &[Parameter],
    ) -> Answer<Handle> {
        let mut state = self.call("add_launch")?;
        let work = state.kernel(function, threads, parameters)?;
        state.add_node(graph, behind, graph::Does::Work(work))
    }

    fn add_copy(
        &self,
        graph: Handle,
        behind: &[Handle],
        to: u64,
        from: u64,
        bytes: usize,
        context: Handle,
    ) -> Answer<Handle> {
        let mut state = self.call("add_copy")?;
        state.get(context)?;
        state.add_node(graph, behind, graph::Does::Work(Work::Copy(to, from, bytes)))
    }

    fn condition(&self, graph: Handle, context: Handle) -> Answer<Condition> {
        let mut state = self.call("condition")?;
        state.get(context)?;
        state.condition(graph)
    }

    fn add_conditional(
        &self,
        graph: Handle,
        behind: &[Handle],
        condition: Condition,
        kind: ConditionalKind,
        context: Handle,
    ) -> Answer<(Handle, Handle)> {
        let mut state = self.call("add_conditional")?;
        state.get(context)?;
        state.add_conditional(graph, behind, condition, kind)
    }

    fn instantiate(&self, graph: Handle) -> Answer<Handle> {
        self.call("instantiate")?.instantiate(graph)
    }

    fn replay(&self, ready: Handle, stream: Handle) -> Answer<()> {
        let mut state = self.call("replay")?;
        state.get(stream)?;
        state.replay(ready)
    }

    fn end_ready(&self, ready: Handle) -> Answer<()> {
        self.call("end_ready")?.remove(ready)
    }
}
