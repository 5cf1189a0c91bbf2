//! The options of compiling a program.

use std::path::PathBuf;
use std::sync::Arc;

use hloom_llvm::Generator;

#[cfg(feature = "ptx")]
use super::Allocator;
#[cfg(doc)]
use super::Program;

/// The options of compiling a program.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// The function to run; by default `main`, or else the only public one.
    pub entry: Option<String>,
    /// The passes to run instead of the backend's own, in the syntax of `--passes`.
    pub passes: Option<String>,
    /// The number of threads of a run; the number of cores by default.
    pub threads: Option<usize>,
    /// The number of cores to divide a program into tasks for, which run side by side where that is
    /// estimated to be faster; the number of threads by default, and 1 for no tasks.
    pub cores: Option<usize>,
    /// Whether to divide ops among the cores too (pass `split`), where the whole program is
    /// estimated to be faster so.
    pub split: bool,
    /// Whether code of a program that has little to compute is made in about half the time, by LLVM's
    /// code generator without optimization. Results are the same, but for the sign of a NaN; a run takes
    /// up to some times as long.
    pub quick: bool,
    /// The code generator for CPUs.
    pub generator: Generator,
    /// Arguments whose memory may be reused for a result of the same type, in addition to those
    /// that the program marks (`tf.aliasing_output`, `jax.buffer_donor`). [`Program::run_owned`]
    /// reuses it; other runs copy such arguments.
    pub donate: Vec<usize>,
    /// A folder that caches machine code.
    pub cache: Option<PathBuf>,
    /// Custom call targets in addition to the interpreter's own.
    pub targets: Option<Arc<hloom_interp::Targets>>,
    /// Whether to record the times of kernels, for [`Program::take_spans`].
    pub profile: bool,
    /// The GPU to compile for, with execution in the emulator; `None` for the CPU.
    #[cfg(feature = "ptx")]
    pub emulate: Option<hloom_ptx::Target>,
    /// The number of the GPU to run on; `None` for the CPU.
    #[cfg(feature = "ptx")]
    pub gpu: Option<usize>,
    /// The GPU whose memory holds arrays between runs ([`Program::run_arrays`]), in place of
    /// [`emulate`](Options::emulate) and [`gpu`](Options::gpu).
    #[cfg(feature = "ptx")]
    pub arrays: Option<Arc<Allocator>>,
    /// Whether to fill GPU memory, except inputs and constants, with a pattern before each run, so
    /// that tests detect results that are never written.
    #[cfg(feature = "ptx")]
    pub poison: bool,
}
