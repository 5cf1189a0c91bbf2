//! Runs of executables: by the caller if they are quick, else on the thread of the device, whose
//! results the framework gets as promises.

use std::sync::{Arc, PoisonError};
use std::time::Instant;

use hloom::{Allocator, Program, RunArgument, Tiered, View};
use hloom_ir::{Literal, Type};

use crate::buffer::Buffer;
use crate::content::{Content, Promise};
use crate::device::Device;
use crate::divided;
use crate::error::{Error, Outcome};
use crate::event::{Event, Signal};
use crate::executable::{Compiled, LoadedExecutable, Replicas};
use crate::memory::Storage;
use crate::pool;
use crate::profile;

/// The most bytes of an argument that a GPU gets anew in each run, where the host has them.
const FEW: usize = 64;

/// A run that was begun.
pub(crate) struct Started {
    /// The results on each device.
    pub(crate) results: Vec<Vec<Buffer>>,
    /// The signal of its end; `None` if it has ended.
    done: Option<Arc<Signal>>,
}

impl Started {
    /// An event of the end.
    pub(crate) fn event(&self) -> Event {
        self.done.as_ref().map_or_else(Event::done, |done| Event::of(done.clone()))
    }
}

/// The arguments of a run, without tokens.
enum Inputs {
    /// Of one device.
    One(Vec<Content>),
    /// Of each argument, the parts on the devices.
    Parts(Vec<Vec<(Type, Content)>>),
}

impl Inputs {
    fn are_ready(&self, tokens: &[Content]) -> bool {
        tokens.iter().all(Content::is_ready)
            && match self {
                Inputs::One(all) => all.iter().all(Content::is_ready),
                Inputs::Parts(all) => all.iter().flatten().all(|(_, part)| part.is_ready()),
            }
    }
}

/// A function that takes the next result of a device.
type Sink<'s> = &'s mut dyn FnMut(usize, Arc<Storage>) -> Outcome<()>;

impl LoadedExecutable {
    /// Runs the program on the arguments of each device; `kept` are arguments that must not be
    /// donated. A program of one device may run on another one.
    ///
    /// # Errors
    /// If arguments do not fit, or the run fails before this returns.
    pub(crate) fn execute(
        &self,
        arguments: &[Vec<&Buffer>],
        kept: &[i64],
        device: Option<&'static Device>,
    ) -> Outcome<Started> {
        if self.is_deleted() {
            return Err(Error::invalid("the executable has been deleted"));
        }
        let it = &self.compiled;
        let own;
        let devices: &[&'static Device] = match (arguments, device) {
            ([_], Some(device)) => {
                own = [device];
                &own
            }
            _ => &it.devices,
        };
        let count = it.tokens.arguments.len();
        if arguments.len() != devices.len() {
            let (has, given) = (devices.len(), arguments.len());
            let what = format!("the program runs on {has} devices, but gets arguments of {given}");
            return Err(Error::invalid(what));
        }
        if let Some(list) = arguments.iter().find(|list| list.len() != count) {
            let what = format!("the program takes {count} arguments, but {} are given", list.len());
            return Err(Error::invalid(what));
        }
        let first = devices.first().copied();
        let first = first.ok_or_else(|| Error::bug("an executable has no device"))?;
        let (inputs, order) = it.take(arguments, kept)?;
        if it.pace.stays() || (it.pace.is_quick() && inputs.are_ready(&order)) {
            for token in order {
                token.wait()?;
            }
            let count = it.types.len();
            let mut results: Vec<Vec<Buffer>> =
                devices.iter().map(|_| Vec::with_capacity(count)).collect();
            it.compute(inputs, devices, &mut |at, storage| {
                let all = &mut results[at];
                let storage = it.placed(devices[at], all.len(), storage)?;
                all.push(it.buffer(devices[at], all.len(), Content::Ready(storage))?);
                Ok(())
            })?;
            return Ok(Started { results, done: None });
        }
        self.begin((inputs, order), devices, first)
    }

    /// Leaves a run to the thread of a device.
    fn begin(
        &self,
        (inputs, order): (Inputs, Vec<Content>),
        devices: &[&'static Device],
        first: &'static Device,
    ) -> Outcome<Started> {
        let it = &self.compiled;
        let promise = |_| Arc::new(Promise::default());
        let of_device = |_| (0..it.types.len()).map(promise).collect::<Vec<Arc<Promise>>>();
        let promises: Vec<Vec<Arc<Promise>>> = (0..devices.len()).map(of_device).collect();
        let of_device = |(&device, promises): (&&'static Device, &Vec<Arc<Promise>>)| {
            let each = promises.iter().enumerate();
            let each = each.map(|(k, it)| (k, Content::Promised(it.clone())));
            each.map(|(k, content)| self.compiled.buffer(device, k, content)).collect()
        };
        let results = devices.iter().zip(&promises).map(of_device).collect::<Outcome<_>>()?;
        let done = Arc::new(Signal::default());
        let (compiled, signal, devices) = (it.clone(), done.clone(), devices.to_vec());
        let job = move || {
            let run = || {
                order.into_iter().try_for_each(|token| token.wait().map(|_| ()))?;
                let mut outputs: Vec<Vec<Arc<Storage>>> = vec![Vec::new(); devices.len()];
                compiled.compute(inputs, &devices, &mut |at, storage| {
                    let all = &mut outputs[at];
                    all.push(compiled.placed(devices[at], all.len(), storage)?);
                    Ok(())
                })?;
                Ok(outputs)
            };
            let outcome = guarded(run);
            let failure = outcome.as_ref().map(|_| ()).map_err(Clone::clone);
            match outcome {
                Ok(outputs) => {
                    let pairs = promises.into_iter().flatten().zip(outputs.into_iter().flatten());
                    pairs.for_each(|(promise, output)| promise.keep(Ok(output)));
                }
                Err(error) => {
                    promises.into_iter().flatten().for_each(|it| it.keep(Err(error.clone())));
                }
            }
            signal.give(failure);
        };
        if let Err(job) = first.queue.submit(Box::new(job)) {
            job();
            // An error is the caller's at once, as that of other runs that the caller does.
            if let Some(Err(error)) = done.peek() {
                return Err(error.clone());
            }
        }
        Ok(Started { results, done: Some(done) })
    }
}

/// A program on a device.
enum OnDevice<'a> {
    First(&'a Tiered),
    Other(Arc<Tiered>),
}

impl std::ops::Deref for OnDevice<'_> {
    type Target = Tiered;

    fn deref(&self) -> &Tiered {
        match self {
            OnDevice::First(program) => program,
            OnDevice::Other(program) => program,
        }
    }
}

/// Runs a function; a panic is an error.
fn guarded<T>(run: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
    caught.unwrap_or_else(|_| Err(Error::bug("a run panicked")))
}

impl Compiled {
    /// The elements of the arguments, and the tokens, which are waited for; those that may be donated
    /// are taken from their buffers.
    fn take(&self, lists: &[Vec<&Buffer>], kept: &[i64]) -> Outcome<(Inputs, Vec<Content>)> {
        let tokens = &self.tokens.arguments;
        let places = tokens.iter().enumerate().filter(|(_, token)| !**token);
        let mut order = Vec::new();
        for (i, _) in tokens.iter().enumerate().filter(|(_, token)| **token) {
            for list in lists {
                order.push(list[i].content()?);
            }
        }
        // Nothing is donated to a run that is refused.
        if self.donors.contains(&true) {
            for (list, (i, _)) in
                lists.iter().flat_map(|list| places.clone().map(move |at| (list, at)))
            {
                list[i].content()?;
            }
        }
        for (k, (i, _)) in places.clone().enumerate() {
            let whole = self.divided.arguments.get(k).is_none_or(Option::is_none);
            let ty = self.program.inputs()[k];
            let mut given = lists.iter().map(|list| list[i].ty);
            let fits = |given: Type| given == ty || same(given, ty);
            let checked = lists.len() == 1 || whole;
            if let Some(given) = given.find(|&given| checked && !fits(given)) {
                return Err(Error::invalid(format!("argument {i} must be {ty}, but is {given}")));
            }
        }
        let content = |(k, i): (usize, usize), buffer: &Buffer| {
            let donates = self.donors.get(k) == Some(&true) && !kept.contains(&(i as i64));
            if donates { buffer.take() } else { buffer.content() }
        };
        if let [list] = lists {
            let contents = places.enumerate().map(|(k, (i, _))| content((k, i), list[i]));
            return Ok((Inputs::One(contents.collect::<Outcome<_>>()?), order));
        }
        let parts = places.enumerate().map(|(k, (i, _))| {
            let parts = lists.iter().map(|list| Ok((list[i].ty, content((k, i), list[i])?)));
            parts.collect::<Outcome<Vec<(Type, Content)>>>()
        });
        Ok((Inputs::Parts(parts.collect::<Outcome<_>>()?), order))
    }

    /// The elements of a result, by its number, in the memory that it is to have.
    fn placed(
        &self,
        device: &'static Device,
        k: usize,
        storage: Arc<Storage>,
    ) -> Outcome<Arc<Storage>> {
        storage.in_memory(self.types[k], device.memory(self.places[k].kind)?)
    }

    /// The buffer of a result, by its number, on a device.
    fn buffer(&self, device: &'static Device, k: usize, content: Content) -> Outcome<Buffer> {
        let place = self.places[k];
        let memory = device.memory(place.kind)?;
        Ok(Buffer::new(memory, self.types[k], place.order, content)?.tiled(place.tiles))
    }

    /// Runs once, when the arguments are there, and gives the results of each device in order.
    fn compute(&self, inputs: Inputs, devices: &[&'static Device], sink: Sink<'_>) -> Outcome<()> {
        let inputs: Vec<Arc<Storage>> = match inputs {
            Inputs::One(all) => {
                let all = all.into_iter().zip(self.program.inputs());
                all.map(|(content, &ty)| content.wait()?.ordered(ty, None))
                    .collect::<Outcome<_>>()?
            }
            Inputs::Parts(all) if self.replicas != Replicas::One => {
                return self.compute_replicas(all, devices, sink);
            }
            Inputs::Parts(all) => {
                let all = all.into_iter().enumerate();
                all.map(|(k, parts)| self.gathered(k, parts)).collect::<Outcome<_>>()?
            }
        };
        let mut outputs = self.run_timed(inputs, devices)?.into_iter();
        self.hand_out(&mut outputs, (0, devices.len()), sink)
    }

    /// Gives `count` devices from `first` on the results of one run, divided among them.
    fn hand_out(
        &self,
        outputs: &mut dyn Iterator<Item = Storage>,
        (first, count): (usize, usize),
        sink: Sink<'_>,
    ) -> Outcome<()> {
        let mut types = self.program.outputs().iter().enumerate();
        for ((token, place), &local) in
            self.tokens.results.iter().zip(&self.places).zip(&self.types)
        {
            let (whole, ty, sharding, laid) = match *token {
                true => (Storage::zeros(local)?, local, None, false),
                false => {
                    let Some((output, (k, &ty))) = outputs.next().zip(types.next()) else {
                        return Err(Error::bug("a result is missing"));
                    };
                    let sharding = self.divided.results.get(k).and_then(Option::as_ref);
                    (output, ty, sharding, self.laid.get(k) == Some(&true))
                }
            };
            let order = place.order.filter(|_| laid);
            let Some(sharding) = sharding else {
                let whole = Arc::new(match order {
                    Some(order) => whole.laid(order),
                    None => whole,
                });
                for at in first..first + count {
                    sink(at, whole.clone().ordered(local, place.order)?)?;
                }
                continue;
            };
            let parts = divided::scatter(ty, sharding, &whole, count)?;
            for (at, part) in (first..).zip(parts) {
                let part = match order {
                    Some(order) => Arc::new(part.laid(order)),
                    None => Arc::new(part).ordered(local, place.order)?,
                };
                sink(at, part)?;
            }
        }
        Ok(())
    }

    /// Runs each replica on its own arguments, which its partitions divide. `all` has the parts of each
    /// argument, replica by replica.
    fn compute_replicas(
        &self,
        all: Vec<Vec<(Type, Content)>>,
        devices: &[&'static Device],
        sink: Sink<'_>,
    ) -> Outcome<()> {
        let partitions = (devices.len() / self.options.replicas.max(1)).max(1);
        let groups = devices.chunks(partitions);
        let mut inputs: Vec<Vec<Arc<Storage>>> = groups.clone().map(|_| Vec::new()).collect();
        for (k, parts) in all.into_iter().enumerate() {
            let mut parts = parts.into_iter();
            for own in &mut inputs {
                own.push(self.gathered(k, parts.by_ref().take(partitions).collect())?);
            }
        }
        let mut outputs = Vec::new();
        if self.replicas == Replicas::Together {
            outputs = self.run_timed(inputs.into_iter().flatten().collect(), devices)?;
        } else {
            for (own, group) in inputs.into_iter().zip(groups) {
                outputs.extend(self.run_timed(own, group)?);
            }
        }
        let mut outputs = outputs.into_iter();
        for first in (0..devices.len()).step_by(partitions) {
            self.hand_out(&mut outputs, (first, partitions), &mut *sink)?;
        }
        Ok(())
    }

    /// Runs once, with the time taken, or a record of it where a profiler asks for one.
    fn run_timed(
        &self,
        inputs: Vec<Arc<Storage>>,
        devices: &[&'static Device],
    ) -> Outcome<Vec<Storage>> {
        match (profile::is_on(), devices.first()) {
            (true, Some(device)) => self.run_recorded(inputs, device),
            (_, device) => self.pace.timed(|| self.run(inputs, None, device.copied())),
        }
    }

    /// An argument whose parts are on several devices.
    fn gathered(&self, k: usize, parts: Vec<(Type, Content)>) -> Outcome<Arc<Storage>> {
        let rows = |(ty, content): (Type, Content)| Ok((ty, content.wait()?.ordered(ty, None)?));
        let mut parts = parts.into_iter().map(rows).collect::<Outcome<Vec<_>>>()?;
        match self.divided.arguments.get(k).and_then(Option::as_ref) {
            Some(sharding) => divided::gather(self.program.inputs()[k], sharding, parts),
            None => Ok(parts.swap_remove(0).1),
        }
    }

    /// Runs once, and records the run and its kernels for a profiler.
    fn run_recorded(
        &self,
        inputs: Vec<Arc<Storage>>,
        device: &'static Device,
    ) -> Outcome<Vec<Storage>> {
        // Code that records is made before the run begins.
        let program = self.on(Some(device))?;
        let code = program.profiled();
        let begin = Instant::now();
        let outputs = self.run(inputs, code, Some(device));
        let kernels = code.map(Program::take_spans).unwrap_or_default();
        profile::record(device.id, &self.name, begin, kernels);
        outputs
    }

    /// The program on a device: GPUs have code of their own.
    fn on(&self, device: Option<&'static Device>) -> Outcome<OnDevice<'_>> {
        let first = self.devices.first().map(|device| device.id);
        let Some((device, memory)) = device.and_then(|it| Some((it, it.gpu.as_ref()?))) else {
            return Ok(OnDevice::First(&self.program));
        };
        if Some(device.id) == first {
            return Ok(OnDevice::First(&self.program));
        }
        let mut known = self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(program) = known.get(&device.id) {
            return Ok(OnDevice::Other(program.clone()));
        }
        let program = Arc::new(self.program.on_gpu(memory.clone())?);
        known.insert(device.id, program.clone());
        Ok(OnDevice::Other(program))
    }

    /// Runs once on a GPU, where results stay.
    fn run_on_gpu(
        &self,
        inputs: Vec<Arc<Storage>>,
        program: &Program,
        memory: &Arc<Allocator>,
    ) -> Outcome<Vec<Storage>> {
        // The host knows the values of a few bytes, which may be trip counts.
        let few: Vec<Option<Vec<u8>>> = inputs
            .iter()
            .map(|input| input.bytes_here().filter(|it| it.len() <= FEW).map(<[u8]>::to_vec))
            .collect();
        let arguments = inputs.into_iter().zip(&few).map(|(input, few)| match few {
            Some(bytes) => Ok(RunArgument::Host(bytes)),
            None => Ok(RunArgument::Array(input.into_array(memory)?)),
        });
        let results = program.run_arrays(arguments.collect::<Outcome<Vec<_>>>()?)?;
        let results = results.into_iter().zip(self.program.outputs());
        Ok(results.map(|(array, &ty)| Storage::away(ty, array)).collect())
    }

    /// Runs once on a device, as other code if it is given.
    fn run(
        &self,
        mut inputs: Vec<Arc<Storage>>,
        code: Option<&Program>,
        device: Option<&'static Device>,
    ) -> Outcome<Vec<Storage>> {
        let program = self.on(device)?;
        if let Some(memory) = device.and_then(|device| device.gpu.as_ref())
            && let Some(on_arrays) =
                code.filter(|code| code.takes_arrays()).or_else(|| program.on_arrays())
        {
            return self.run_on_gpu(inputs, on_arrays, memory);
        }
        let results = self.program.outputs();
        if !self.plain {
            let types = self.program.inputs();
            let dims: Vec<Vec<usize>> = types.iter().map(|&ty| extents(ty)).collect();
            let views = inputs.iter().zip(types).zip(&dims).map(|((input, ty), dims)| {
                let element = ty.element().ok_or_else(|| Error::bug("an argument is no tensor"))?;
                Ok(View::of(dims, element, input.bytes()?))
            });
            let views = views.collect::<Outcome<Vec<_>>>()?;
            let literals = match code {
                Some(code) => code.run(&views)?,
                None => program.run(&views)?,
            };
            return Ok(literals.iter().map(|x| Storage::own(x.expanded())).collect());
        }
        // The memory of a donated argument becomes that of its result.
        let mut outputs: Vec<Option<Literal>> = vec![None; results.len()];
        let mut given = vec![false; inputs.len()];
        for (i, result) in self.reuses.iter().enumerate() {
            let Some(k) = *result else { continue };
            let Some(input) = inputs.get_mut(i) else { continue };
            if let Some(own) = Arc::get_mut(input).and_then(Storage::tensor_mut)
                && let Some(output) = outputs.get_mut(k)
                && own.ty() == results[k]
            {
                let empty = Type::from(own.tensor().with_dims(&[0]));
                let empty = Literal::zeros(empty).map_err(|e| Error::memory(e.to_string()))?;
                *output = Some(std::mem::replace(own, empty));
                given[i] = true;
            }
        }
        let made = outputs.into_iter().zip(results);
        let made = made.map(|(output, &ty)| output.map_or_else(|| pool::take(ty), Ok));
        let mut outputs = made.collect::<Outcome<Vec<Literal>>>()?;
        let bytes = inputs.iter().zip(&given);
        let bytes = bytes.map(|(input, &given)| if given { Ok(&[][..]) } else { input.bytes() });
        let bytes = bytes.collect::<Outcome<Vec<&[u8]>>>()?;
        let mut slices: Vec<&mut [u8]> =
            outputs.iter_mut().map(|output| output.as_mut_slice::<u8>()).collect();
        match code {
            Some(code) => code.run_bytes(&bytes, &mut slices)?,
            None => program.run_bytes(&bytes, &mut slices)?,
        }
        Ok(outputs.into_iter().map(Storage::own).collect())
    }
}

/// Whether tensors have the same extents and elements, whatever their encodings.
fn same(a: Type, b: Type) -> bool {
    match (a.as_tensor(), b.as_tensor()) {
        (Some(a), Some(b)) => a.dims == b.dims && a.element == b.element,
        _ => false,
    }
}

fn extents(ty: Type) -> Vec<usize> {
    let dims = ty.as_tensor().map_or(&[][..], |tensor| &tensor.dims);
    dims.iter().map(|&n| usize::try_from(n).unwrap_or(0)).collect()
}
