//! Code that is made without LLVM, in the memory of this process.
//!
//! Before this: `hloom_x86`, which makes position-independent bytes. After it:
//! [`crate::executable`] calls them. It does not compile for other machines, nor into files.

use std::ffi::CString;
use std::ptr::null_mut;

use hloom_loops::plan::ModulePlan;
use hloom_x86::{Compiled, Features, Refused};

use crate::jit::HostSymbol;
use crate::options::{Effort, Generator, Options};
use crate::target::CpuTarget;

/// Memory with code in it, which nobody writes to.
pub(crate) struct Mapped {
    memory: *mut libc::c_void,
    bytes: usize,
    entry: usize,
}

// SAFETY: the memory is only read and executed until it is given back.
unsafe impl Send for Mapped {}
// SAFETY: as above.
unsafe impl Sync for Mapped {}

/// Compiles a program without LLVM, if that is asked for and can be done.
pub(crate) fn compile(
    plan: &ModulePlan<'_>,
    options: &Options,
    symbols: &[HostSymbol<'_>],
) -> Result<Mapped, Refused> {
    let here = options.target == CpuTarget::Native && can_run();
    let asked = options.generator == Generator::Direct && options.effort != Effort::None;
    if !asked || !here {
        return Err(Refused::Unsupported("this machine"));
    }
    let outside = |name: &str| {
        let given = symbols.iter().find(|symbol| symbol.name == name);
        given.map(|symbol| symbol.address as u64).or_else(|| of_process(name))
    };
    let options = hloom_x86::Options { features: features(), profile: options.profile };
    let compiled = hloom_x86::compile(plan, &options, &outside)?;
    Mapped::new(&compiled)
}

/// The address of a function of this process.
fn of_process(name: &str) -> Option<u64> {
    let name = CString::new(name).ok()?;
    // SAFETY: the name ends with a zero byte; the handle means all of the process.
    let address = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    (!address.is_null()).then_some(address as u64)
}

/// Whether this machine runs direct code ([`Generator::Direct`]).
pub fn can_run() -> bool {
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    {
        use std::arch::is_x86_feature_detected as has;
        has!("avx512f")
            && has!("avx512bw")
            && has!("avx512cd")
            && has!("avx512dq")
            && has!("avx512vl")
            && has!("bmi2")
            && has!("lzcnt")
            && has!("popcnt")
    }
    #[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
    false
}

/// Instructions of this machine that not all with AVX-512 have.
fn features() -> Features {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as has;
        Features {
            dot_bytes: has!("avx512vnni"),
            dot_bf16: has!("avx512bf16"),
            byte_permutations: has!("avx512vbmi"),
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    Features::default()
}

impl Mapped {
    fn new(compiled: &Compiled) -> Result<Mapped, Refused> {
        let bytes = compiled.code.len();
        // SAFETY: new memory of this size is asked for, and nothing else changes; the copy goes to
        // memory that was just made and nobody knows.
        unsafe {
            let memory = libc::mmap(
                null_mut(),
                bytes,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            );
            if memory == libc::MAP_FAILED {
                return Err(Refused::Unsupported("the memory that is left"));
            }
            let mapped = Mapped { memory, bytes, entry: compiled.entry };
            std::ptr::copy_nonoverlapping(compiled.code.as_ptr(), memory.cast(), bytes);
            if libc::mprotect(memory, bytes, libc::PROT_READ | libc::PROT_EXEC) != 0 {
                return Err(Refused::Unsupported("a process that may not run new code"));
            }
            Ok(mapped)
        }
    }

    /// The address of the entry.
    pub(crate) fn entry(&self) -> usize {
        self.memory as usize + self.entry
    }
}

impl Drop for Mapped {
    fn drop(&mut self) {
        // SAFETY: the memory is this one's, and its owner calls it no more.
        unsafe {
            libc::munmap(self.memory, self.bytes);
        }
    }
}
