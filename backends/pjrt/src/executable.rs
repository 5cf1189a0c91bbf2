//! Executables: programs that are compiled and run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

use hloom::{Options, Tiered, View};
use hloom_ir::ops::{Func, ModuleOp};
use hloom_ir::{Attr, Literal, Module, Type, bytecode};

use crate::buffer::Buffer;
use crate::callback;
use crate::described;
use crate::device::{Client, Device, MEMORY_KIND};
use crate::divided::{self, Divided};
use crate::element;
use crate::error::{Error, Outcome};
use crate::known::{Key, Known};
use crate::manual::Bodies;
use crate::memory::Storage;
use crate::mesh;
use crate::options::{self, CompileOptions};
use crate::pool;
use crate::sharding;
use crate::tokens::{self, Tokens};

/// The four bytes before a serialized executable.
const SERIALIZED: &[u8; 8] = b"hloomEX1";

/// Whether small programs are interpreted until they run again and again.
static INTERPRETS: LazyLock<bool> =
    LazyLock::new(|| std::env::var_os("HLOOM_INTERPRET").is_none_or(|value| value != "0"));

/// An executable that is loaded on devices; the framework owns it.
#[repr(C)]
pub struct LoadedExecutable {
    head: usize,
    /// The program.
    pub(crate) compiled: Arc<Compiled>,
    deleted: AtomicBool,
}

/// An executable without devices; the framework owns it.
#[repr(C)]
pub struct Executable {
    head: usize,
    /// The program.
    pub(crate) compiled: Arc<Compiled>,
}

/// A compiled program, and what a framework may ask of it.
pub(crate) struct Compiled {
    /// The module's name.
    pub(crate) name: String,
    /// The devices, and the options as they were given.
    pub(crate) options: CompileOptions,
    pub(crate) given_options: Vec<u8>,
    /// The devices.
    pub(crate) devices: Vec<&'static Device>,
    /// The program as it was given.
    source: Vec<u8>,
    program: Tiered,
    /// Whether the arguments may be donated.
    donors: Vec<bool>,
    /// The places of tokens, which the program does not have.
    tokens: Tokens,
    /// Whether the program runs on bytes; for each argument, the result that takes its memory.
    plain: bool,
    reuses: Vec<Option<usize>>,
    /// The division of arguments and results among devices.
    divided: Divided,
    /// The results.
    pub(crate) results: Results,
    text: OnceLock<String>,
    /// A name that equal programs share.
    pub(crate) fingerprint: String,
}

/// The types of results, in the form in which the API gives them.
#[derive(Default)]
pub(crate) struct Results {
    pub(crate) elements: Vec<i32>,
    pub(crate) dims: Vec<i64>,
    pub(crate) ranks: Vec<usize>,
    pub(crate) kinds: Vec<*const u8>,
    pub(crate) kind_sizes: Vec<usize>,
}

// SAFETY: the pointers are to constants.
unsafe impl Send for Results {}
// SAFETY: as above.
unsafe impl Sync for Results {}

impl Results {
    fn of(types: &[Type]) -> Outcome<Results> {
        let mut all = Results::default();
        for &ty in types {
            let tensor = ty.as_tensor();
            let tensor = tensor.ok_or_else(|| Error::invalid(format!("a result is {ty}")))?;
            all.elements.push(element::number(tensor.element)?);
            all.dims.extend_from_slice(&tensor.dims);
            all.ranks.push(tensor.dims.len());
            all.kinds.push(MEMORY_KIND.as_ptr());
            all.kind_sizes.push(MEMORY_KIND.len());
        }
        Ok(all)
    }
}

/// Reads a program: bytecode, or text.
fn read(code: &[u8], format: &str) -> Outcome<Module> {
    if format != "mlir" {
        let what = format!("hloom reads programs of the format \"mlir\", not {format:?}");
        return Err(Error::new(crate::error::Code::Unimplemented, what));
    }
    if bytecode::is_bytecode(code) {
        return bytecode::read(code)
            .map_err(|error| Error::invalid(format!("the program can't be read: {error}")));
    }
    let text = std::str::from_utf8(code)
        .map_err(|_| Error::invalid("the program is neither MLIR bytecode nor text"))?;
    let parsed = hloom_ir::text::parse_module(text);
    parsed.map_err(|found| {
        let format = hloom_ir::diag::Format::Text;
        Error::invalid(hloom_ir::diag::render(&found, "<program>", text, format))
    })
}

/// Whether each argument of a function may be donated.
fn donors(function: &Func) -> Vec<bool> {
    let marked = |i: usize| match function.arg_attrs.as_deref() {
        Some(Attr::Array(all)) => match all.get(i) {
            Some(Attr::Dict(dict)) => {
                dict.get("tf.aliasing_output").is_some() || dict.get("jax.buffer_donor").is_some()
            }
            _ => false,
        },
        _ => false,
    };
    (0..function.function_type.inputs().len()).map(marked).collect()
}

impl From<hloom::Error> for Error {
    fn from(error: hloom::Error) -> Error {
        match &error {
            hloom::Error::Bug(_) => Error::new(crate::error::Code::Internal, error.to_string()),
            _ => Error::invalid(error.to_string()),
        }
    }
}

impl LoadedExecutable {
    /// Compiles a program for devices of a client.
    ///
    /// # Errors
    /// If the program can't be read or compiled, or a device does not exist.
    pub(crate) fn compile(
        client: &Client,
        source: &[u8],
        format: &str,
        given_options: &[u8],
    ) -> Outcome<LoadedExecutable> {
        static KNOWN: LazyLock<Known<Compiled>> = LazyLock::new(Known::default);
        options::check_names(given_options)?;
        let module = read(source, format)?;
        let place = std::ptr::from_ref(client).addr();
        let key = Key::of(place, given_options, &module, source.len());
        if let Some(known) = key.as_ref().and_then(|key| KNOWN.get(key)) {
            return Ok(LoadedExecutable::of(known));
        }
        client.warm();
        let compiled = Arc::new(Compiled::new(client, module, source, given_options)?);
        if let Some(key) = key {
            KNOWN.keep(key, &compiled);
        }
        Ok(LoadedExecutable::of(compiled))
    }

    fn of(compiled: Arc<Compiled>) -> LoadedExecutable {
        LoadedExecutable { head: 0, compiled, deleted: AtomicBool::new(false) }
    }

    /// Loads an executable that [`Compiled::serialize`] wrote; other options may take the place of
    /// its own.
    ///
    /// # Errors
    /// If the bytes are not such an executable; and as [`LoadedExecutable::compile`].
    pub(crate) fn deserialize(
        client: &Client,
        bytes: &[u8],
        options: Option<&[u8]>,
    ) -> Outcome<LoadedExecutable> {
        let parts = || {
            let rest = bytes.strip_prefix(SERIALIZED)?;
            let (length, rest) = rest.split_first_chunk::<8>()?;
            rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)
        };
        let wrong = || Error::invalid("the bytes are not an executable that hloom has serialized");
        let (own, source) = parts().ok_or_else(wrong)?;
        LoadedExecutable::compile(client, source, "mlir", options.unwrap_or(own))
    }

    /// The executable without its devices.
    pub(crate) fn executable(&self) -> Executable {
        Executable { head: 0, compiled: self.compiled.clone() }
    }

    /// Forbids further runs.
    pub(crate) fn delete(&self) {
        self.deleted.store(true, Ordering::Relaxed);
    }

    /// Whether runs are forbidden.
    pub(crate) fn is_deleted(&self) -> bool {
        self.deleted.load(Ordering::Relaxed)
    }

    /// Runs the program on the arguments of each device; `kept` are arguments that must not be
    /// donated. Returns the results of each device.
    ///
    /// # Errors
    /// If arguments do not fit, or the run fails.
    pub(crate) fn execute(
        &self,
        arguments: &[Vec<&Buffer>],
        kept: &[i64],
        device: Option<&'static Device>,
    ) -> Outcome<Vec<Vec<Buffer>>> {
        if self.is_deleted() {
            return Err(Error::invalid("the executable has been deleted"));
        }
        let it = &self.compiled;
        let [arguments] = arguments else { return it.run_divided(arguments, kept) };
        let device = device.or(it.devices.first().copied());
        let device = device.ok_or_else(|| Error::bug("an executable has no device"))?;
        if arguments.len() != it.tokens.arguments.len() {
            let (takes, given) = (it.tokens.arguments.len(), arguments.len());
            let what = format!("the program takes {takes} arguments, but {given} are given");
            return Err(Error::invalid(what));
        }
        let places = arguments.iter().zip(&it.tokens.arguments).enumerate();
        let places = places.filter(|(_, (_, token))| !**token);
        let (numbers, tensors): (Vec<usize>, Vec<&Buffer>) =
            places.map(|(i, (buffer, _))| (i, *buffer)).unzip();
        it.check(&tensors)?;
        let donated = |i: usize| !kept.contains(&(numbers[i] as i64));
        let inputs = it.take(&tensors, donated)?;
        let mut outputs = it.run(inputs)?.into_iter().zip(it.program.outputs());
        let buffer = |token: &bool| {
            let (storage, ty) = match (*token, tokens::stand_in()) {
                (true, ty) => (Storage::zeros(ty)?, ty),
                (false, _) => {
                    let next = outputs.next().map(|(output, &ty)| (output, ty));
                    next.ok_or_else(|| Error::bug("a result is missing"))?
                }
            };
            Buffer::new(device, ty, Arc::new(storage))
        };
        Ok(vec![it.tokens.results.iter().map(buffer).collect::<Outcome<_>>()?])
    }
}

impl Compiled {
    /// Compiles a module for devices of a client.
    fn new(
        client: &Client,
        mut module: Module,
        source: &[u8],
        given_options: &[u8],
    ) -> Outcome<Compiled> {
        let options = CompileOptions::read(given_options);
        let count = options.devices.len();
        if options.replicas > 1 && count > 1 {
            let what = "hloom runs programs on several partitions, not on several replicas";
            return Err(Error::new(crate::error::Code::Unimplemented, what));
        }
        if count > 1 {
            sharding::inline(&mut module)?;
        }
        let meshes = mesh::meshes(&module);
        let devices = options.devices.iter().map(|&id| client.device(id));
        let devices = devices.collect::<Outcome<Vec<_>>>()?;
        let name = module.get::<ModuleOp>(module.root()).and_then(|root| root.sym_name.as_ref());
        let name = name.map_or_else(|| "main".to_owned(), |name| name.0.to_string());
        let main = module.symbol("main").filter(|&at| module.get::<Func>(at).is_some());
        let main = main.ok_or_else(|| Error::invalid("the program has no function @main"))?;
        let tokens = tokens::remove(&mut module, main)?;
        let donors = donors(module.func(main));
        let divided = Divided::of(&module, main, &meshes, count)?;
        sharding::remove(&mut module, &meshes, count as i64, Bodies::Run)?;
        let types = module.func(main).function_type.results();
        let mut types = types.iter().zip(&divided.results).map(|(&ty, sharding)| match sharding {
            Some(sharding) => divided::local(ty, sharding, 0),
            None => Ok(ty),
        });
        let all = tokens.results.iter().map(|token| match token {
            true => Ok(tokens::stand_in()),
            false => types.next().unwrap_or_else(|| Err(Error::bug("a result is missing"))),
        });
        let results = Results::of(&all.collect::<Outcome<Vec<Type>>>()?)?;
        let how = Options {
            entry: Some("main".to_owned()),
            cache: std::env::var_os("HLOOM_CACHE").map(Into::into),
            targets: Some(callback::targets()),
            ..Options::default()
        };
        let program = Tiered::new(module, how, *INTERPRETS && !donors.contains(&true))?;
        let fingerprint = format!("{:016x}", fingerprint(&[source, given_options]));
        Ok(Compiled {
            name,
            options,
            given_options: given_options.to_vec(),
            devices,
            source: source.to_vec(),
            plain: program.is_plain(),
            reuses: program.donated(),
            program,
            donors,
            tokens,
            divided,
            results,
            text: OnceLock::new(),
            fingerprint,
        })
    }

    fn check(&self, arguments: &[&Buffer]) -> Outcome<()> {
        let types = self.program.inputs();
        for (i, (argument, &ty)) in arguments.iter().zip(types).enumerate() {
            if argument.ty != ty && !same(argument.ty, ty) {
                let what = format!("argument {i} must be {ty}, but is {}", argument.ty);
                return Err(Error::invalid(what));
            }
        }
        Ok(())
    }

    /// The elements of the arguments; those that may be donated are taken from their buffers.
    fn take(
        &self,
        arguments: &[&Buffer],
        allowed: impl Fn(usize) -> bool,
    ) -> Outcome<Vec<Arc<Storage>>> {
        let donates = |i: usize| self.donors.get(i) == Some(&true) && allowed(i);
        let contents = arguments
            .iter()
            .enumerate()
            .map(|(i, buffer)| if donates(i) { buffer.take() } else { buffer.content() });
        contents.collect()
    }

    /// Runs once on arguments that are divided among several devices.
    fn run_divided(&self, lists: &[Vec<&Buffer>], kept: &[i64]) -> Outcome<Vec<Vec<Buffer>>> {
        let (devices, tokens) = (&self.devices, &self.tokens);
        if lists.len() != devices.len() {
            let (has, given) = (devices.len(), lists.len());
            let what = format!("the program runs on {has} devices, but gets arguments of {given}");
            return Err(Error::invalid(what));
        }
        let count = tokens.arguments.len();
        if let Some(list) = lists.iter().find(|list| list.len() != count) {
            let what = format!("the program takes {count} arguments, but {} are given", list.len());
            return Err(Error::invalid(what));
        }
        let mut inputs = Vec::new();
        for i in (0..count).filter(|&i| !tokens.arguments[i]) {
            let k = inputs.len();
            let donates = self.donors.get(k) == Some(&true) && !kept.contains(&(i as i64));
            let parts = lists.iter().map(|list| {
                let buffer = list[i];
                let content = if donates { buffer.take() } else { buffer.content() };
                Ok((buffer.ty, content?))
            });
            let mut parts = parts.collect::<Outcome<Vec<(Type, Arc<Storage>)>>>()?;
            let ty = self.program.inputs()[k];
            inputs.push(match self.divided.arguments.get(k).and_then(Option::as_ref) {
                Some(sharding) => divided::gather(ty, sharding, parts)?,
                None if same(parts[0].0, ty) => parts.swap_remove(0).1,
                None => {
                    let what = format!("argument {i} must be {ty}, but is {}", parts[0].0);
                    return Err(Error::invalid(what));
                }
            });
        }
        let mut outputs = self.run(inputs)?.into_iter().zip(self.program.outputs()).enumerate();
        let mut all: Vec<Vec<Buffer>> = devices.iter().map(|_| Vec::new()).collect();
        for token in &tokens.results {
            let buffers = match *token {
                true => {
                    let ty = tokens::stand_in();
                    divided::scatter(ty, None, Arc::new(Storage::zeros(ty)?), devices)?
                }
                false => {
                    let next = outputs.next();
                    let (k, (output, &ty)) =
                        next.ok_or_else(|| Error::bug("a result is missing"))?;
                    let sharding = self.divided.results.get(k).and_then(Option::as_ref);
                    divided::scatter(ty, sharding, Arc::new(output), devices)?
                }
            };
            for (list, buffer) in all.iter_mut().zip(buffers) {
                list.push(buffer);
            }
        }
        Ok(all)
    }

    /// Runs once.
    fn run(&self, mut inputs: Vec<Arc<Storage>>) -> Outcome<Vec<Storage>> {
        let results = self.program.outputs();
        if !self.plain {
            let types = self.program.inputs();
            let dims: Vec<Vec<usize>> = types.iter().map(|&ty| extents(ty)).collect();
            let views = inputs.iter().zip(types).zip(&dims).map(|((input, ty), dims)| {
                let element = ty.element().ok_or_else(|| Error::bug("an argument is no tensor"))?;
                Ok(View::of(dims, element, input.bytes()))
            });
            let views = views.collect::<Outcome<Vec<_>>>()?;
            let literals = self.program.run(&views)?;
            return Ok(literals.iter().map(|x| Storage::Own(x.expanded())).collect());
        }
        // The memory of a donated argument becomes that of its result.
        let mut outputs: Vec<Option<Literal>> = vec![None; results.len()];
        let mut given = vec![false; inputs.len()];
        for (i, result) in self.reuses.iter().enumerate() {
            let Some(k) = *result else { continue };
            let Some(input) = inputs.get_mut(i) else { continue };
            if let Some(Storage::Own(own)) = Arc::get_mut(input)
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
        let bytes: Vec<&[u8]> = inputs
            .iter()
            .zip(&given)
            .map(|(input, &given)| if given { &[][..] } else { input.bytes() })
            .collect();
        let mut slices: Vec<&mut [u8]> =
            outputs.iter_mut().map(|output| output.as_mut_slice::<u8>()).collect();
        self.program.run_bytes(&bytes, &mut slices)?;
        Ok(outputs.into_iter().map(Storage::Own).collect())
    }

    /// The program as text.
    pub(crate) fn text(&self) -> &str {
        let made = || {
            let module = read(&self.source, "mlir");
            // It was read when it was compiled.
            let text = module.and_then(|module| described::text(module, self.devices.len()));
            text.unwrap_or_else(|error| error.message)
        };
        self.text.get_or_init(made)
    }

    /// The executable as bytes: the program and its options. Machine code is in the cache.
    pub(crate) fn serialize(&self) -> Vec<u8> {
        let options = &self.given_options;
        let length = (options.len() as u64).to_le_bytes();
        [SERIALIZED.as_slice(), &length, options, &self.source].concat()
    }

    /// The bytes of all arguments, of all results, and of the arguments that become results.
    pub(crate) fn sizes(&self) -> (usize, usize, usize) {
        let size = |ty: &Type| ty.as_tensor().and_then(|t| t.byte_size()).unwrap_or(0);
        let (inputs, outputs) = (self.program.inputs(), self.program.outputs());
        let reused = inputs.iter().zip(&self.reuses).filter(|(_, result)| result.is_some());
        (
            inputs.iter().map(size).sum(),
            outputs.iter().map(size).sum(),
            reused.map(|(ty, _)| size(ty)).sum(),
        )
    }

    /// The number of results.
    pub(crate) fn outputs(&self) -> usize {
        self.results.ranks.len()
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

/// A number that equal inputs share, in every process (FNV-1a).
fn fingerprint(parts: &[&[u8]]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.iter());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, &b| {
        (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
    })
}
