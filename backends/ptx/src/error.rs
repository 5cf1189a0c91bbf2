//! Everything that can go wrong between a loop program and a result.

/// A failure to compile or run a program.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A `--target` that is not a GPU this crate knows.
    #[error("unknown GPU target `{name}`; the targets are {known}")]
    UnknownTarget {
        /// The name as given.
        name: String,
        /// The names that are known, with commas between.
        known: String,
    },
    /// LLVM was built without NVPTX, or knows no such GPU.
    #[error("LLVM has no code generator for {target}: {reason}")]
    NoCodeGenerator {
        /// The target's name.
        target: &'static str,
        /// LLVM's own words.
        reason: String,
    },
    /// No code could be made.
    #[error(transparent)]
    Code(#[from] hloom_llvm::Error),
    /// LLVM refused what this crate made: a defect of this crate.
    #[error("LLVM failed to {stage} `{function}`: {message}")]
    Llvm {
        /// The task that LLVM failed at.
        stage: &'static str,
        /// The loop program's name.
        function: String,
        /// LLVM's own words.
        message: String,
    },
    /// A check of the program does not hold, or the host could not do its part.
    #[error("`{function}` stopped: {message}")]
    Stopped {
        /// The function.
        function: String,
        /// The check's own words.
        message: String,
    },
    /// The program needs a host, and runs without one.
    #[error("`{function}` leaves work to its host, and has none")]
    Unattended {
        /// The function.
        function: String,
    },
    /// A call passed more or fewer buffers than the function has, or of other sizes.
    #[error("`{function}` {what}")]
    Mismatch {
        /// The function.
        function: String,
        /// The mismatch.
        what: String,
    },
    /// The program needs more memory than the device has.
    #[error(
        "the program is too large for the device: it needs {needed} bytes of its memory, of which \
         {available} are free"
    )]
    TooLarge {
        /// The bytes that it needs.
        needed: u64,
        /// The bytes that are free.
        available: u64,
    },
    /// The device refused a request.
    #[error("{what}: {why}")]
    Device {
        /// The request.
        what: String,
        /// Its own words.
        why: String,
    },
    /// The device does nothing any more in this process: it is gone, or a kernel broke it.
    #[error("the GPU was lost: {what}: {why}; nothing more can be run on it in this process")]
    Lost {
        /// The request that found it out.
        what: String,
        /// The driver's own words.
        why: String,
    },
    /// The driver does not know the version of PTX that the program's code is in.
    #[error(
        "the program is PTX {}.{}, which NVIDIA's drivers know from CUDA {}.{} on; this machine's \
         knows CUDA {}.{}: install a newer driver, or run with --backend ptx-emulator or cpu",
        .ptx.0, .ptx.1, .needed.0, .needed.1, .driver.0, .driver.1
    )]
    OldDriver {
        /// The version of PTX.
        ptx: (i32, i32),
        /// The CUDA that first had it.
        needed: (i32, i32),
        /// The CUDA that the driver has.
        driver: (i32, i32),
    },
    /// There is no driver, or no device.
    #[error("{0}")]
    NoDevice(String),
    /// `ptxas` is not there, or failed.
    #[error("{0}")]
    Assembler(String),
}
