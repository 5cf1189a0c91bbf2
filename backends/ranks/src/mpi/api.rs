//! The functions of an MPI library, and the constants of its binary interface.
//!
//! There are two interfaces. In Open MPI's, handles are pointers to objects that the library exports.
//! In MPICH's, which Intel MPI and others share, handles are integers with fixed values:
//! <https://www.mpich.org/abi/>.

use std::ffi::{OsStr, OsString, c_char, c_int, c_void};

use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};

/// A handle of MPI: of a communicator, a type or a request.
pub(super) trait Handle: Copy + Send + 'static {}

/// A handle of Open MPI.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Pointer(pub(super) *mut c_void);

// SAFETY: It names an object of the library, which may be called from any thread, by one at a time:
// it is initialized with `MPI_THREAD_SERIALIZED`.
unsafe impl Send for Pointer {}
impl Handle for Pointer {}
impl Handle for c_int {}

/// `MPI_THREAD_SERIALIZED`, the same in both interfaces: any thread may call, one at a time.
const SERIALIZED: c_int = 2;

/// The longest names and versions, beyond the limits of both interfaces.
const LONGEST: usize = 1 << 14;

/// The functions and constants of a library whose handles are of type `H`.
pub(super) struct Api<H> {
    /// The library stays loaded: it has threads and handlers of its own.
    world: H,
    byte: H,
    ignore: *mut c_void,
    init: unsafe extern "C" fn(*mut c_int, *mut c_void, c_int, *mut c_int) -> c_int,
    comm: [unsafe extern "C" fn(H, *mut c_int) -> c_int; 2],
    isend: unsafe extern "C" fn(*const c_void, c_int, H, c_int, c_int, H, *mut H) -> c_int,
    irecv: unsafe extern "C" fn(*mut c_void, c_int, H, c_int, c_int, H, *mut H) -> c_int,
    test: unsafe extern "C" fn(*mut H, *mut c_int, *mut c_void) -> c_int,
    cancel: unsafe extern "C" fn(*mut H) -> c_int,
    abort: unsafe extern "C" fn(H, c_int) -> c_int,
    finalize: unsafe extern "C" fn() -> c_int,
    text: [unsafe extern "C" fn(*mut c_char, *mut c_int) -> c_int; 2],
}

// SAFETY: The pointers are to functions and constants of a library that stays loaded.
unsafe impl<H: Handle> Send for Api<H> {}
// SAFETY: As above; callers are one at a time, by the transport's `&mut`.
unsafe impl<H: Handle> Sync for Api<H> {}

/// A library of either interface.
pub(super) enum Found {
    OpenMpi(Api<Pointer>),
    Mpich(Api<c_int>),
}

/// The names under which libraries are looked for: of Open MPI, and of MPICH and its relatives.
const OPEN_MPI: [&str; 2] = ["libmpi.so.40", "libmpi.so.20"];
const MPICH: [&str; 3] = ["libmpich.so.12", "libmpi.so.12", "libmpich.so"];

/// The names to look for, the likely ones first: those of the `mpirun` that started this process.
/// `HLOOM_MPI` in the environment names a library instead.
fn names() -> Vec<OsString> {
    let set = |name: &str| std::env::var_os(name).is_some();
    if let Some(name) = std::env::var_os("HLOOM_MPI").filter(|name| !name.is_empty()) {
        return vec![name];
    }
    let open = set("OMPI_COMM_WORLD_SIZE") || !set("PMI_SIZE");
    let (first, second) =
        if open { (&OPEN_MPI[..], &MPICH[..]) } else { (&MPICH[..], &OPEN_MPI[..]) };
    let all = first.iter().chain(second).chain(&["libmpi.so"]);
    all.map(OsString::from).collect()
}

/// Loads the machine's MPI library.
///
/// # Errors
/// If there is none; the sentence names those that were looked for.
pub(super) fn load() -> Result<Found, String> {
    let names = names();
    for name in &names {
        // SAFETY: Loading runs the library's constructors, as starting a program of MPI does. Its
        // own plugins look for its symbols among those of the process.
        if let Ok(library) = unsafe { Library::open(Some(name), RTLD_NOW | RTLD_GLOBAL) } {
            return functions(library, name);
        }
    }
    let names: Vec<String> = names.iter().map(|name| name.display().to_string()).collect();
    Err(format!(
        "there is no MPI library: none of {} can be loaded; install Open MPI (`apt-get install \
         openmpi-bin libopenmpi3`, `dnf install openmpi`) or MPICH, or name a library with HLOOM_MPI",
        names.join(", ")
    ))
}

/// The functions of a library.
fn functions(library: Library, name: &OsStr) -> Result<Found, String> {
    // The library is never unloaded.
    let library: &'static Library = Box::leak(Box::new(library));
    let object = |symbol: &str| {
        // SAFETY: The address of the object alone is used, as a handle.
        let found = unsafe { library.get::<*mut c_void>(symbol.as_bytes()) };
        found.ok().map(|it| Pointer(it.as_raw_ptr()))
    };
    match (object("ompi_mpi_comm_world"), object("ompi_mpi_byte")) {
        (Some(world), Some(byte)) => {
            api(library, name, world, byte, std::ptr::null_mut()).map(Found::OpenMpi)
        }
        // `MPI_COMM_WORLD`, `MPI_BYTE` and `MPI_STATUS_IGNORE` of MPICH.
        _ => {
            let ignore = std::ptr::without_provenance_mut(1);
            api(library, name, 0x4400_0000, 0x4c00_010d, ignore).map(Found::Mpich)
        }
    }
}

fn api<H: Handle>(
    library: &'static Library,
    name: &OsStr,
    world: H,
    byte: H,
    ignore: *mut c_void,
) -> Result<Api<H>, String> {
    macro_rules! function {
        ($symbol:literal) => {{
            // SAFETY: The type is that of the standard's function in the library's interface.
            let found = unsafe { library.get($symbol.as_bytes()) };
            *found.map_err(|_| {
                format!("`{}` is not an MPI library: it has no {}", name.display(), $symbol)
            })?
        }};
    }
    Ok(Api {
        world,
        byte,
        ignore,
        init: function!("MPI_Init_thread"),
        comm: [function!("MPI_Comm_rank"), function!("MPI_Comm_size")],
        isend: function!("MPI_Isend"),
        irecv: function!("MPI_Irecv"),
        test: function!("MPI_Test"),
        cancel: function!("MPI_Cancel"),
        abort: function!("MPI_Abort"),
        finalize: function!("MPI_Finalize"),
        text: [function!("MPI_Get_library_version"), function!("MPI_Get_processor_name")],
    })
}

/// A request in progress.
pub(super) type Request<H> = Option<H>;

impl<H: Handle> Api<H> {
    /// Initializes MPI; returns the rank and the number of ranks.
    pub(super) fn init(&self) -> Result<(u32, u32), String> {
        let mut provided = 0;
        // SAFETY: Arguments may be null since MPI-2.
        let failed = unsafe {
            (self.init)(std::ptr::null_mut(), std::ptr::null_mut(), SERIALIZED, &mut provided)
        };
        if failed != 0 {
            return Err(format!("MPI_Init_thread failed with error {failed}"));
        }
        if provided < SERIALIZED {
            return Err(format!(
                "this MPI library allows one thread alone: it provides level {provided}, not \
                 {SERIALIZED}"
            ));
        }
        let mut numbers = [0; 2];
        for (function, number) in self.comm.iter().zip(&mut numbers) {
            // SAFETY: MPI is initialized, and the communicator is its own.
            let failed = unsafe { function(self.world, number) };
            if failed != 0 {
                return Err(format!("MPI does not tell the ranks: error {failed}"));
            }
        }
        let [rank, count] = numbers.map(|n| u32::try_from(n).unwrap_or(0));
        if rank < count { Ok((rank, count)) } else { Err("MPI started no ranks".to_owned()) }
    }

    /// The version of the library, and the name of this machine.
    pub(super) fn texts(&self) -> [String; 2] {
        self.text.map(|function| {
            let mut text = vec![0u8; LONGEST];
            let mut length = 0;
            // SAFETY: The buffer is longer than either interface allows texts to be.
            let failed = unsafe { function(text.as_mut_ptr().cast(), &mut length) };
            text.truncate(if failed == 0 { length.max(0) as usize } else { 0 });
            let text = String::from_utf8_lossy(&text);
            text.trim_end_matches('\0').lines().next().unwrap_or_default().to_owned()
        })
    }

    /// Begins to send bytes.
    ///
    /// # Safety
    /// They stay in place, unchanged, until [`Api::is_done`] says so.
    pub(super) unsafe fn send(&self, bytes: &[u8], to: u32) -> Result<Request<H>, String> {
        let mut request = std::mem::MaybeUninit::<H>::uninit();
        let (start, length) = (bytes.as_ptr().cast(), bytes.len() as c_int);
        // SAFETY: The caller keeps the bytes; the library writes the request.
        let failed = unsafe {
            (self.isend)(
                start,
                length,
                self.byte,
                to as c_int,
                TAG,
                self.world,
                request.as_mut_ptr(),
            )
        };
        match failed {
            // SAFETY: As above.
            0 => Ok(Some(unsafe { request.assume_init() })),
            error => Err(format!("MPI can't send to rank {to}: error {error}")),
        }
    }

    /// Begins to receive bytes.
    ///
    /// # Safety
    /// They stay in place, and nobody looks at them, until [`Api::is_done`] says so.
    pub(super) unsafe fn receive(&self, bytes: &mut [u8], from: u32) -> Result<Request<H>, String> {
        let mut request = std::mem::MaybeUninit::<H>::uninit();
        let (start, length) = (bytes.as_mut_ptr().cast(), bytes.len() as c_int);
        // SAFETY: The caller keeps the bytes; the library writes the request.
        let failed = unsafe {
            (self.irecv)(
                start,
                length,
                self.byte,
                from as c_int,
                TAG,
                self.world,
                request.as_mut_ptr(),
            )
        };
        match failed {
            // SAFETY: As above.
            0 => Ok(Some(unsafe { request.assume_init() })),
            error => Err(format!("MPI can't receive from rank {from}: error {error}")),
        }
    }

    /// Whether a request is done; it is forgotten then.
    pub(super) fn is_done(&self, request: &mut Request<H>) -> Result<bool, String> {
        let Some(handle) = request else { return Ok(true) };
        let mut done = 0;
        // SAFETY: The request is in progress.
        let failed = unsafe { (self.test)(handle, &mut done, self.ignore) };
        match failed {
            0 if done != 0 => {
                *request = None;
                Ok(true)
            }
            0 => Ok(false),
            error => Err(format!("MPI lost a message: error {error}")),
        }
    }

    /// Asks for the end of a request to receive. It is done later, with or without a message.
    pub(super) fn cancel(&self, request: &mut Request<H>) {
        if let Some(handle) = request {
            // SAFETY: The request is in progress.
            unsafe { (self.cancel)(handle) };
        }
    }

    /// Ends all ranks.
    pub(super) fn abort(&self, status: u8) {
        // SAFETY: MPI is initialized.
        unsafe { (self.abort)(self.world, status.into()) };
    }

    /// Ends MPI; all ranks have to.
    pub(super) fn finalize(&self) {
        // SAFETY: MPI is initialized, and all requests are done or cancelled.
        unsafe { (self.finalize)() };
    }
}

/// The tag of all messages.
const TAG: c_int = 7;
