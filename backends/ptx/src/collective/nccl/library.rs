//! NCCL's library, which is looked for when it is asked for.
//!
//! Values of enums and the layout of structs are those of NCCL's header
//! (<https://github.com/NVIDIA/nccl>, `src/nccl.h.in`), which no version has changed since 2.18.

use std::ffi::{CStr, OsString, c_char, c_int, c_uint, c_void};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

use libloading::Library as Dynamic;

use super::super::{Number, Reduction};
use super::api::{Buffers, Comm, ID_BYTES, Nccl, NcclError, Slot, State, Stream, Told, UniqueId};

/// The names under which the library is looked for. `HLOOM_NCCL` in the environment names another.
const NAMES: [&str; 2] = ["libnccl.so.2", "libnccl.so"];

/// `ncclSuccess` and `ncclInProgress`.
const SUCCESS: c_int = 0;
const IN_PROGRESS: c_int = 7;

/// `NCCL_SPLIT_NOCOLOR`.
const NO_COLOR: c_int = -1;

/// The oldest version whose communicators are split.
const OLDEST: c_int = 21800;

/// `ncclUniqueId`.
#[derive(Clone, Copy)]
#[repr(C)]
struct Id([c_char; ID_BYTES]);

/// `ncclConfig_t` as version 2.18 has it, and the field that later versions have in its padding.
/// Later versions give fields beyond `size` their defaults.
#[repr(C)]
struct Config {
    size: usize,
    magic: c_uint,
    version: c_uint,
    blocking: c_int,
    cluster: c_int,
    least_blocks: c_int,
    most_blocks: c_int,
    network: *const c_char,
    shares: c_int,
    traffic: c_int,
}

/// `NCCL_API_MAGIC` and `NCCL_CONFIG_UNDEF_INT`.
const MAGIC: c_uint = 0xcafe_beef;
const UNDEFINED: c_int = c_int::MIN;

impl Config {
    /// Communicators whose calls do not block: each can then be given up.
    fn unblocking() -> Config {
        Config {
            size: size_of::<Config>(),
            magic: MAGIC,
            version: OLDEST as c_uint + 1,
            blocking: 0,
            cluster: UNDEFINED,
            least_blocks: UNDEFINED,
            most_blocks: UNDEFINED,
            network: ptr::null(),
            shares: UNDEFINED,
            traffic: UNDEFINED,
        }
    }
}

type CommPtr = *mut c_void;
type StreamPtr = *mut c_void;
type Memory = *mut c_void;

/// NCCL's functions.
#[derive(Clone, Copy)]
struct Functions {
    version: unsafe extern "C" fn(*mut c_int) -> c_int,
    unique_id: unsafe extern "C" fn(*mut Id) -> c_int,
    init: unsafe extern "C" fn(*mut CommPtr, c_int, Id, c_int, *mut Config) -> c_int,
    split: unsafe extern "C" fn(CommPtr, c_int, c_int, *mut CommPtr, *mut Config) -> c_int,
    state: unsafe extern "C" fn(CommPtr, *mut c_int) -> c_int,
    group: [unsafe extern "C" fn() -> c_int; 2],
    all_reduce:
        unsafe extern "C" fn(Memory, Memory, usize, c_int, c_int, CommPtr, StreamPtr) -> c_int,
    reduce: unsafe extern "C" fn(
        Memory,
        Memory,
        usize,
        c_int,
        c_int,
        c_int,
        CommPtr,
        StreamPtr,
    ) -> c_int,
    reduce_scatter:
        unsafe extern "C" fn(Memory, Memory, usize, c_int, c_int, CommPtr, StreamPtr) -> c_int,
    all_gather: unsafe extern "C" fn(Memory, Memory, usize, c_int, CommPtr, StreamPtr) -> c_int,
    broadcast:
        unsafe extern "C" fn(Memory, Memory, usize, c_int, c_int, CommPtr, StreamPtr) -> c_int,
    send: unsafe extern "C" fn(Memory, usize, c_int, c_int, CommPtr, StreamPtr) -> c_int,
    receive: unsafe extern "C" fn(Memory, usize, c_int, c_int, CommPtr, StreamPtr) -> c_int,
    /// `ncclCommFinalize`, `ncclCommDestroy` and `ncclCommAbort`.
    end: [unsafe extern "C" fn(CommPtr) -> c_int; 3],
    error: unsafe extern "C" fn(c_int) -> *const c_char,
    last_error: unsafe extern "C" fn(CommPtr) -> *const c_char,
}

/// NCCL's library. Clones are of the same one, which stays loaded.
#[derive(Clone)]
pub struct Library {
    functions: Functions,
    version: c_int,
}

impl Library {
    /// Looks for the library.
    ///
    /// # Errors
    /// A sentence if there is none, which names those that were looked for; or if it is too old.
    pub fn find() -> Result<Library, String> {
        let names: Vec<OsString> =
            match std::env::var_os("HLOOM_NCCL").filter(|name| !name.is_empty()) {
                Some(name) => vec![name],
                None => NAMES.map(OsString::from).to_vec(),
            };
        Library::find_among(&names)
    }

    /// The first library of these names that can be loaded.
    pub(super) fn find_among(names: &[OsString]) -> Result<Library, String> {
        for name in names {
            // SAFETY: loading runs the library's constructors, as starting a program of NCCL does.
            if let Ok(library) = unsafe { Dynamic::new(name) } {
                return Library::of(library, &name.display().to_string());
            }
        }
        let names: Vec<String> = names.iter().map(|name| name.display().to_string()).collect();
        let none = if names.len() == 1 { "" } else { "none of " };
        let verb = if names.len() == 1 { "can't be loaded" } else { "can be loaded" };
        Err(format!(
            "there is no NCCL library: {none}{} {verb}; install NCCL (package libnccl2), or name a \
             library with HLOOM_NCCL",
            names.join(", ")
        ))
    }

    fn of(library: Dynamic, name: &str) -> Result<Library, String> {
        // The library is never unloaded: it has threads of its own.
        let library: &'static Dynamic = Box::leak(Box::new(library));
        macro_rules! function {
            ($symbol:literal) => {{
                // SAFETY: the type is that of the function in NCCL's header.
                let found = unsafe { library.get($symbol.as_bytes()) };
                *found.map_err(|_| {
                    format!(
                        "`{name}` is not an NCCL library of version 2.18 or newer: it has no {}",
                        $symbol
                    )
                })?
            }};
        }
        let functions = Functions {
            version: function!("ncclGetVersion"),
            unique_id: function!("ncclGetUniqueId"),
            init: function!("ncclCommInitRankConfig"),
            split: function!("ncclCommSplit"),
            state: function!("ncclCommGetAsyncError"),
            group: [function!("ncclGroupStart"), function!("ncclGroupEnd")],
            all_reduce: function!("ncclAllReduce"),
            reduce: function!("ncclReduce"),
            reduce_scatter: function!("ncclReduceScatter"),
            all_gather: function!("ncclAllGather"),
            broadcast: function!("ncclBroadcast"),
            send: function!("ncclSend"),
            receive: function!("ncclRecv"),
            end: [
                function!("ncclCommFinalize"),
                function!("ncclCommDestroy"),
                function!("ncclCommAbort"),
            ],
            error: function!("ncclGetErrorString"),
            last_error: function!("ncclGetLastError"),
        };
        let mut found = Library { functions, version: 0 };
        let version = found.version();
        found.version =
            version.map_err(|error| format!("`{name}` does not tell its version: {error}"))?;
        if found.version < OLDEST {
            return Err(format!(
                "`{name}` is NCCL {}; version 2.18 is the oldest that can be used",
                version_text(found.version)
            ));
        }
        Ok(found)
    }

    /// The version in words: `2.18.5`.
    pub fn version_text(&self) -> String {
        version_text(self.version)
    }

    /// A result code as an error, unless it says that a call has succeeded or goes on.
    fn told(&self, code: c_int, comm: CommPtr) -> Told<()> {
        if code == SUCCESS || code == IN_PROGRESS {
            return Ok(());
        }
        let text = |start: *const c_char| {
            if start.is_null() {
                return String::new();
            }
            // SAFETY: NCCL's texts end with a zero, and are read before the next call.
            unsafe { CStr::from_ptr(start) }.to_string_lossy().trim().to_owned()
        };
        // SAFETY: any code has a text, and a null communicator stands for the thread's last error.
        let (error, last) =
            unsafe { ((self.functions.error)(code), (self.functions.last_error)(comm)) };
        let (mut words, last) = (text(error), text(last));
        if words.is_empty() {
            words = format!("NCCL error {code}");
        }
        if !last.is_empty() {
            words += &format!(": {last}");
        }
        Err(NcclError { code, words })
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "NCCL {}", self.version_text())
    }
}

/// A version in words.
pub(crate) fn version_text(version: i32) -> String {
    format!("{}.{}.{}", version / 10000, version / 100 % 100, version % 100)
}

/// The `ncclDataType_t` of a number.
fn data_type(number: Number) -> c_int {
    match number {
        Number::I8 => 0,
        Number::U8 => 1,
        Number::I32 => 2,
        Number::U32 => 3,
        Number::I64 => 4,
        Number::U64 => 5,
        Number::F16 => 6,
        Number::F32 => 7,
        Number::F64 => 8,
        Number::Bf16 => 9,
    }
}

/// The `ncclRedOp_t` of a reduction.
fn operation(reduction: Reduction) -> c_int {
    match reduction {
        Reduction::Sum => 0,
        Reduction::Product => 1,
        Reduction::Max => 2,
        Reduction::Min => 3,
    }
}

fn memory(address: u64) -> Memory {
    ptr::with_exposed_provenance_mut(address as usize)
}

impl Comm {
    fn pointer(self) -> CommPtr {
        ptr::with_exposed_provenance_mut(self.0)
    }
}

impl Stream {
    fn pointer(self) -> StreamPtr {
        ptr::with_exposed_provenance_mut(self.0)
    }
}

// SAFETY of every `unsafe` below: communicators come from `init` and `made`, and the session of a rank
// uses none after it ended it; addresses lie on the GPU whose context is this thread's, and stay
// allocated until the stream has passed the call; streams are the driver's own. Pointers to the
// host's memory are used during the call alone, but for a slot, which its owner keeps.
impl Nccl for Library {
    fn version(&self) -> Told<i32> {
        let mut version = 0;
        // SAFETY: as above.
        let code = unsafe { (self.functions.version)(&raw mut version) };
        self.told(code, ptr::null_mut())?;
        Ok(version)
    }

    fn unique_id(&self) -> Told<UniqueId> {
        let mut id = MaybeUninit::<Id>::zeroed();
        // SAFETY: as above.
        let code = unsafe { (self.functions.unique_id)(id.as_mut_ptr()) };
        self.told(code, ptr::null_mut())?;
        // SAFETY: bytes, which were zero before the library wrote them.
        Ok(unsafe { id.assume_init() }.0.map(|byte| byte as u8))
    }

    fn init(&self, id: &UniqueId, count: i32, rank: i32) -> Told<Comm> {
        let mut comm = ptr::null_mut();
        let (id, mut config) = (Id(id.map(|byte| byte as c_char)), Config::unblocking());
        // SAFETY: as above; the library copies the configuration, and stores the communicator
        // before it returns.
        let code =
            unsafe { (self.functions.init)(&raw mut comm, count, id, rank, &raw mut config) };
        self.told(code, ptr::null_mut())?;
        Ok(Comm(comm.expose_provenance()))
    }

    fn split(&self, comm: Comm, color: Option<i32>, key: i32, slot: &Slot) -> Told<()> {
        let (color, to) = (color.unwrap_or(NO_COLOR), AtomicUsize::as_ptr(&slot.0));
        // SAFETY: as above; a slot is as wide as a pointer.
        let code = unsafe {
            (self.functions.split)(comm.pointer(), color, key, to.cast(), ptr::null_mut())
        };
        self.told(code, comm.pointer())
    }

    fn made(&self, slot: &Slot) -> Option<Comm> {
        let address = slot.0.load(Ordering::Acquire);
        (address != 0).then_some(Comm(address))
    }

    fn state(&self, comm: Comm) -> Told<State> {
        let mut state = SUCCESS;
        // SAFETY: as above.
        let code = unsafe { (self.functions.state)(comm.pointer(), &raw mut state) };
        self.told(code, comm.pointer())?;
        self.told(state, comm.pointer())?;
        Ok(if state == IN_PROGRESS { State::InProgress } else { State::Ready })
    }

    fn group_start(&self) -> Told<()> {
        // SAFETY: as above.
        let code = unsafe { (self.functions.group[0])() };
        self.told(code, ptr::null_mut())
    }

    fn group_end(&self) -> Told<()> {
        // SAFETY: as above.
        let code = unsafe { (self.functions.group[1])() };
        self.told(code, ptr::null_mut())
    }

    fn all_reduce(
        &self,
        at: Buffers,
        (number, count): (Number, usize),
        reduction: Reduction,
        (comm, stream): (Comm, Stream),
    ) -> Told<()> {
        let (number, op, comm) = (data_type(number), operation(reduction), comm.pointer());
        let (from, to, stream) = (memory(at.from), memory(at.to), stream.pointer());
        // SAFETY: as above.
        let code =
            unsafe { (self.functions.all_reduce)(from, to, count, number, op, comm, stream) };
        self.told(code, comm)
    }

    fn reduce(
        &self,
        at: Buffers,
        (number, count): (Number, usize),
        reduction: Reduction,
        root: i32,
        (comm, stream): (Comm, Stream),
    ) -> Told<()> {
        let (number, op, comm) = (data_type(number), operation(reduction), comm.pointer());
        let (from, to, stream) = (memory(at.from), memory(at.to), stream.pointer());
        // SAFETY: as above.
        let code =
            unsafe { (self.functions.reduce)(from, to, count, number, op, root, comm, stream) };
        self.told(code, comm)
    }

    fn reduce_scatter(
        &self,
        at: Buffers,
        (number, count): (Number, usize),
        reduction: Reduction,
        (comm, stream): (Comm, Stream),
    ) -> Told<()> {
        let (number, op, comm) = (data_type(number), operation(reduction), comm.pointer());
        let (from, to, stream) = (memory(at.from), memory(at.to), stream.pointer());
        // SAFETY: as above.
        let code =
            unsafe { (self.functions.reduce_scatter)(from, to, count, number, op, comm, stream) };
        self.told(code, comm)
    }

    fn all_gather(&self, at: Buffers, bytes: usize, (comm, stream): (Comm, Stream)) -> Told<()> {
        let (number, comm) = (data_type(Number::U8), comm.pointer());
        let (from, to, stream) = (memory(at.from), memory(at.to), stream.pointer());
        // SAFETY: as above.
        let code = unsafe { (self.functions.all_gather)(from, to, bytes, number, comm, stream) };
        self.told(code, comm)
    }

    fn broadcast(
        &self,
        at: Buffers,
        bytes: usize,
        root: i32,
        (comm, stream): (Comm, Stream),
    ) -> Told<()> {
        let (number, comm) = (data_type(Number::U8), comm.pointer());
        let (from, to, stream) = (memory(at.from), memory(at.to), stream.pointer());
        // SAFETY: as above.
        let code =
            unsafe { (self.functions.broadcast)(from, to, bytes, number, root, comm, stream) };
        self.told(code, comm)
    }

    fn send(&self, from: u64, bytes: usize, peer: i32, (comm, stream): (Comm, Stream)) -> Told<()> {
        let (number, comm) = (data_type(Number::U8), comm.pointer());
        let (from, stream) = (memory(from), stream.pointer());
        // SAFETY: as above.
        let code = unsafe { (self.functions.send)(from, bytes, number, peer, comm, stream) };
        self.told(code, comm)
    }

    fn receive(
        &self,
        to: u64,
        bytes: usize,
        peer: i32,
        (comm, stream): (Comm, Stream),
    ) -> Told<()> {
        let (number, comm) = (data_type(Number::U8), comm.pointer());
        let (to, stream) = (memory(to), stream.pointer());
        // SAFETY: as above.
        let code = unsafe { (self.functions.receive)(to, bytes, number, peer, comm, stream) };
        self.told(code, comm)
    }

    fn finalize(&self, comm: Comm) -> Told<()> {
        // SAFETY: as above.
        let code = unsafe { (self.functions.end[0])(comm.pointer()) };
        self.told(code, comm.pointer())
    }

    fn destroy(&self, comm: Comm) -> Told<()> {
        // SAFETY: as above.
        let code = unsafe { (self.functions.end[1])(comm.pointer()) };
        self.told(code, ptr::null_mut())
    }

    fn abort(&self, comm: Comm) -> Told<()> {
        // SAFETY: as above.
        let code = unsafe { (self.functions.end[2])(comm.pointer()) };
        self.told(code, ptr::null_mut())
    }
}
