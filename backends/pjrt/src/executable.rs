//! Executables: programs that are compiled and run.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use hloom::{Options, Tiered};
use hloom_ir::ops::{Func, ModuleOp, Op};
use hloom_ir::{Attr, Module, OpId, Type, bytecode};

use crate::callback;
use crate::described;
use crate::device::{Client, Device, MEMORY_KINDS};
use crate::divided::{self, Divided};
use crate::element;
use crate::error::{Error, Outcome};
use crate::inspect;
use crate::known::{Key, Known};
use crate::layout::Layout;
use crate::manual::Bodies;
use crate::mesh;
use crate::options::{self, CompileOptions};
use crate::pace::Pace;
use crate::places::{Place, Places};
use crate::replicas;
use crate::sharding;
use crate::terms::Terms;
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
    pub(crate) program: Tiered,
    /// The program on other GPUs than the first device, by the devices' numbers.
    pub(crate) elsewhere: Mutex<BTreeMap<i32, Arc<Tiered>>>,
    /// Whether the arguments may be donated.
    pub(crate) donors: Vec<bool>,
    /// The places of tokens, which the program does not have.
    pub(crate) tokens: Tokens,
    /// Whether the program runs on bytes; for each argument, the result that takes its memory.
    pub(crate) plain: bool,
    pub(crate) reuses: Vec<Option<usize>>,
    /// The division of arguments and results among devices.
    pub(crate) divided: Divided,
    /// The replicas.
    pub(crate) replicas: Replicas,
    /// The types of the results on each device, tokens included, and their places.
    pub(crate) types: Vec<Type>,
    pub(crate) places: Vec<Place>,
    /// For each result of the program, whether it comes in the order of its place.
    pub(crate) laid: Vec<bool>,
    /// The layouts of the arguments, tokens included, and of the results.
    pub(crate) layouts: (Vec<&'static Layout>, Vec<&'static Layout>),
    /// The question who runs it.
    pub(crate) pace: Pace,
    /// The results, in the form of the API.
    pub(crate) results: Results,
    text: OnceLock<String>,
    /// A name that equal programs share.
    pub(crate) fingerprint: String,
}

/// The replicas of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Replicas {
    /// There is one.
    One,
    /// Each runs the program by itself.
    Alone,
    /// The program is that of all of them: its arguments and results are those of the first one, then
    /// those of the second, and so on.
    Together,
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
    fn of(types: &[Type], places: &[Place]) -> Outcome<Results> {
        let mut all = Results::default();
        for (&ty, place) in types.iter().zip(places) {
            let tensor = ty.as_tensor();
            let tensor = tensor.ok_or_else(|| Error::invalid(format!("a result is {ty}")))?;
            all.elements.push(element::number(tensor.element)?);
            all.dims.extend_from_slice(&tensor.dims);
            all.ranks.push(tensor.dims.len());
            let kind = MEMORY_KINDS[place.kind];
            all.kinds.push(kind.as_ptr());
            all.kind_sizes.push(kind.len());
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
            error if error.is_out_of_memory() => Error::memory(error.to_string()),
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
        options::check_names(given_options)?;
        LoadedExecutable::of_module(client, read(source, format)?, source, given_options)
    }

    fn of_module(
        client: &Client,
        module: Module,
        source: &[u8],
        given_options: &[u8],
    ) -> Outcome<LoadedExecutable> {
        static KNOWN: LazyLock<Known<Compiled>> = LazyLock::new(Known::default);
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
        let options = options.unwrap_or(own);
        options::check_names(options)?;
        let mut module = read(source, "mlir")?;
        // The functions that were told shardings may be gone.
        inspect::remove(&mut module);
        LoadedExecutable::of_module(client, module, source, options)
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
        let replicas = options.replicas;
        let manual = |op: OpId| matches!(module.op(op), Op::ManualComputation(_));
        if replicas > 1 && options.partitions > 1 && module.walk_all().any(manual) {
            let what =
                "hloom runs `shard_map` on several partitions or on several replicas, not on both";
            return Err(Error::new(crate::error::Code::Unimplemented, what));
        }
        // A replica has whole tensors, which its partitions divide.
        let count = options.devices.len() / replicas.max(1);
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
        let pace = Pace::of(&module);
        let places = Places::of(&module, main)?;
        let donors = donors(module.func(main));
        let (mut divided, states) = Divided::of(&module, main, &meshes, count)?;
        let signature = module.func(main).function_type;
        inspect::tell(&module, main, states.as_ref(), &meshes, count)?;
        inspect::remove(&mut module);
        let mut terms = Terms::new(states.filter(|it| it.over_one_mesh));
        terms.stack_arguments(&mut module, main, &divided.arguments)?;
        sharding::remove(&mut module, &meshes, count as i64, Bodies::Run, Some(&mut terms))?;
        terms.stack_results(&mut module, main, &divided.results)?;
        let types = signature.results();
        let mut types = types.iter().zip(&divided.results).map(|(&ty, sharding)| match sharding {
            Some(sharding) => divided::local(ty, sharding, 0),
            None => Ok(ty),
        });
        let all = tokens.results.iter().map(|token| match token {
            true => Ok(tokens::stand_in()),
            false => types.next().unwrap_or_else(|| Err(Error::bug("a result is missing"))),
        });
        let types = all.collect::<Outcome<Vec<Type>>>()?;
        let laid = match replicas > 1 {
            true => Vec::new(),
            false => places.lay_results(&mut module, main, &mut divided.results)?,
        };
        // A token has a place too.
        let with_tokens = |tokens: &[bool], places: Vec<Place>| -> Vec<Place> {
            let mut places = places.into_iter();
            let place = |token: &bool| if *token { None } else { places.next() };
            tokens.iter().map(place).map(Option::unwrap_or_default).collect()
        };
        let mut ranks =
            signature.inputs().iter().map(|ty| ty.as_tensor().map_or(0, |it| it.dims.len()));
        let arguments = with_tokens(&tokens.arguments, places.arguments);
        let arguments = arguments.iter().zip(&tokens.arguments).map(|(place, token)| {
            let rank = if *token { Some(1) } else { ranks.next() };
            Layout::of(place.order, place.tiles, rank.unwrap_or_default())
        });
        let arguments = arguments.collect();
        let places = with_tokens(&tokens.results, places.results);
        let ranked = types.iter().map(|ty| ty.as_tensor().map_or(0, |it| it.dims.len()));
        let of_results = places.iter().zip(ranked);
        let of_results = of_results.map(|(place, rank)| Layout::of(place.order, place.tiles, rank));
        let layouts = (arguments, of_results.collect());
        let results = Results::of(&types, &places)?;
        let together = replicas > 1 && replicas::together(&mut module, main, replicas, count)?;
        let replicas = match (replicas > 1, together) {
            (false, _) => Replicas::One,
            (true, false) => Replicas::Alone,
            (true, true) => Replicas::Together,
        };
        let how = Options {
            entry: Some("main".to_owned()),
            arrays: devices.first().and_then(|device| device.gpu.clone()),
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
            elsewhere: Mutex::default(),
            donors,
            tokens,
            divided,
            replicas,
            types,
            places,
            laid,
            layouts,
            pace,
            results,
            text: OnceLock::new(),
            fingerprint,
        })
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

/// A number that equal inputs share, in every process (FNV-1a).
fn fingerprint(parts: &[&[u8]]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.iter());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, &b| {
        (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
    })
}
