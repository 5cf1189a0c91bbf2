//! The CPUs that code can be made for.
//!
//! Before this: a `--target` name. After it: LLVM's target machine, which the
//! later stages ask for code. It does not know GPU targets, which are
//! another back end's.

use std::borrow::Cow;
use std::path::Path;
use std::sync::{Once, OnceLock};

use hloom_loops::schedule::{Dots, Machine};
use inkwell::OptimizationLevel;
use inkwell::llvm_sys::support::LLVMParseCommandLineOptions;
use inkwell::targets::{
    CodeModel, InitializationConfig, RelocMode, Target as LlvmTarget, TargetMachine, TargetTriple,
};

use crate::constructors;
use crate::error::Error;
use crate::model::{self, MODELS, Model};

/// A CPU in LLVM's words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cpu {
    /// Its name, or that of one with less.
    pub(crate) name: String,
    /// Its further features, each with a `+`, and those that it shall not use, with a `-`; with commas
    /// between.
    pub(crate) features: String,
    /// The CPU whose timings count, if that is another.
    pub(crate) tuned: Option<String>,
}

/// The feature with instructions that permute single bytes of a register. LLVM 22 does not end when
/// it makes code for a permutation of 64 bytes by `vpermb` of which some lanes don't matter, behind
/// any operation of two operands: two of its rewrites undo each other. Without the feature it takes
/// `vpshufb` and a permutation of wider lanes, one instruction more.
const BYTE_PERMUTATIONS: &str = "avx512vbmi";

/// The names of architectures and levels that [`CpuTarget::parse`] knows.
pub const LEVELS: [&str; 6] =
    ["native", "x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4", "aarch64"];

/// The names [`CpuTarget::parse`] knows, in the order they are listed to users.
pub fn names() -> impl Iterator<Item = &'static str> {
    LEVELS.into_iter().chain(MODELS.iter().map(|model| model.name))
}

/// A CPU to make code for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CpuTarget {
    /// This machine with all its features.
    Native,
    /// The x86-64 psABI's microarchitecture level 1 to 4: SSE2; SSE4.2; AVX2,
    /// FMA and F16C; AVX-512 F, BW, CD, DQ and VL.
    X86_64 {
        /// 1 to 4.
        level: u8,
    },
    /// 64-bit Arm with NEON.
    Aarch64,
    /// A kind of CPU.
    Model(Model),
}

impl CpuTarget {
    /// The target of one of the [`names`].
    ///
    /// # Errors
    /// [`Error::UnknownTarget`] for any other name.
    pub fn parse(name: &str) -> Result<CpuTarget, Error> {
        Ok(match name {
            "native" => CpuTarget::Native,
            "x86-64" => CpuTarget::X86_64 { level: 1 },
            "x86-64-v2" => CpuTarget::X86_64 { level: 2 },
            "x86-64-v3" => CpuTarget::X86_64 { level: 3 },
            "x86-64-v4" => CpuTarget::X86_64 { level: 4 },
            "aarch64" => CpuTarget::Aarch64,
            _ => match Model::named(name) {
                Some(model) => CpuTarget::Model(model),
                None => {
                    return Err(Error::UnknownTarget {
                        name: name.to_owned(),
                        known: names().collect::<Vec<_>>().join(", "),
                    });
                }
            },
        })
    }

    /// The name that [`CpuTarget::parse`] takes.
    pub fn name(self) -> &'static str {
        match self {
            CpuTarget::Native => "native",
            CpuTarget::X86_64 { level: 2 } => "x86-64-v2",
            CpuTarget::X86_64 { level: 3 } => "x86-64-v3",
            CpuTarget::X86_64 { level: 4 } => "x86-64-v4",
            CpuTarget::X86_64 { .. } => "x86-64",
            CpuTarget::Aarch64 => "aarch64",
            CpuTarget::Model(model) => model.name,
        }
    }

    /// Bytes of the widest vector register, which schedules vectorize by.
    pub fn vector_bytes(self) -> usize {
        match (self, self.level()) {
            (CpuTarget::Native, _) => native_vector_bytes(),
            (_, Some(4)) => 64,
            (_, Some(3)) => 32,
            _ => 16,
        }
    }

    /// The x86-64 level; `None` of other architectures.
    fn level(self) -> Option<u8> {
        match self {
            CpuTarget::Native => native_level(),
            CpuTarget::X86_64 { level } => Some(level),
            CpuTarget::Aarch64 => None,
            CpuTarget::Model(model) => model.level,
        }
    }

    /// Whether it is an x86-64.
    pub(crate) fn is_x86(self) -> bool {
        self.level().is_some()
    }

    /// Which products of groups the CPU has instructions for.
    pub fn dots(self) -> Dots {
        static HERE: OnceLock<Dots> = OnceLock::new();
        match self {
            CpuTarget::Native => *HERE.get_or_init(|| model::native_dots(native_level())),
            CpuTarget::Model(model) => model.dots(),
            _ => model::dots(self.level(), &|_| false),
        }
    }

    /// The machine model that schedules for the target depend on.
    pub fn schedule_machine(self) -> Machine {
        let vector_bytes = self.vector_bytes() as u32;
        let default = Machine::default();
        let (largest, core) = match self {
            CpuTarget::Native => native_cache_bytes(),
            _ => (None, None),
        };
        let cache_bytes = largest.unwrap_or(default.cache_bytes);
        let core_bytes = core.unwrap_or(default.core_bytes);
        let (matrix, dots) = (self.has_matrix_unit(), self.dots());
        Machine { vector_bytes, cache_bytes, core_bytes, matrix, dots, ..default }
    }

    /// Whether the CPU has a matrix unit of which programs may use the registers:
    /// AMX for 8-bit integers and `bf16`, which the system has to grant. Only code for
    /// this very machine counts on it.
    pub fn has_matrix_unit(self) -> bool {
        static GRANTED: OnceLock<bool> = OnceLock::new();
        self == CpuTarget::Native && *GRANTED.get_or_init(native_matrix_unit)
    }

    /// Whether single instructions convert between half and single precision;
    /// LLVM calls a library that may not be there where they don't.
    pub(crate) fn converts_halves(self) -> bool {
        match self {
            CpuTarget::Native => native_converts_halves(),
            _ => self.level().is_none_or(|level| level >= 3),
        }
    }

    /// Whether this machine can run the target's code.
    ///
    /// # Errors
    /// [`Error::ForeignTarget`] naming what this machine lacks.
    pub fn runs_here(self) -> Result<(), Error> {
        match missing_here(self) {
            None => Ok(()),
            Some(missing) => Err(Error::ForeignTarget { target: self.name(), missing }),
        }
    }

    /// Whether it is of this machine's architecture.
    pub(crate) fn is_of_this_architecture(self) -> bool {
        let here = if self.is_x86() { "x86_64" } else { "aarch64" };
        self == CpuTarget::Native || std::env::consts::ARCH == here
    }

    /// LLVM's triple: the architecture with this machine's system.
    pub(crate) fn triple(self) -> TargetTriple {
        constructors::run();
        match self {
            CpuTarget::Native => TargetMachine::get_default_triple(),
            _ if self.is_of_this_architecture() => TargetMachine::get_default_triple(),
            _ if self.is_x86() => TargetTriple::create("x86_64-unknown-linux-gnu"),
            _ => TargetTriple::create("aarch64-unknown-linux-gnu"),
        }
    }

    /// LLVM's target machine for position independent code.
    ///
    /// # Errors
    /// [`Error::NoCodeGenerator`] where LLVM lacks the target.
    pub(crate) fn machine(self, level: OptimizationLevel) -> Result<TargetMachine, Error> {
        self.initialize();
        let triple = self.triple();
        let refused = |reason: String| Error::NoCodeGenerator {
            triple: triple.as_str().to_string_lossy().into_owned(),
            reason,
        };
        let target =
            LlvmTarget::from_triple(&triple).map_err(|message| refused(message.to_string()))?;
        let cpu = self.cpu();
        target
            .create_target_machine(
                &triple,
                &cpu.name,
                &cpu.features,
                level,
                RelocMode::PIC,
                CodeModel::Default,
            )
            .ok_or_else(|| refused(format!("no target machine for CPU `{}`", cpu.name)))
    }

    /// The CPU in LLVM's words.
    pub(crate) fn cpu(self) -> Cow<'static, Cpu> {
        static NATIVE: OnceLock<Cpu> = OnceLock::new();
        let named = |name: &str| Cpu { name: name.to_owned(), ..Cpu::default() };
        Cow::Owned(match self {
            CpuTarget::Native => return Cow::Borrowed(NATIVE.get_or_init(native_cpu)),
            CpuTarget::Model(model) if model.has(BYTE_PERMUTATIONS) => {
                Cpu { features: format!("-{BYTE_PERMUTATIONS}"), ..named(self.name()) }
            }
            CpuTarget::X86_64 { .. } | CpuTarget::Model(_) => named(self.name()),
            CpuTarget::Aarch64 => named("generic"),
        })
    }

    /// Registers the one code generator that this target needs; a process that
    /// only makes code for itself never pays for the others.
    fn initialize(self) {
        static X86: Once = Once::new();
        static AARCH64: Once = Once::new();
        let config = InitializationConfig {
            asm_parser: false,
            disassembler: false,
            ..InitializationConfig::default()
        };
        configure();
        if self.is_x86() {
            X86.call_once(|| LlvmTarget::initialize_x86(&config));
        } else {
            AARCH64.call_once(|| LlvmTarget::initialize_aarch64(&config));
        }
    }
}

/// Sets what LLVM has no function for, once for the process and all of its targets.
///
/// LLVM's loop strength reduction takes a fifth to a third of the time of a compilation:
/// it looks for the best of all ways to count in each loop, and loop programs come with
/// addresses that are good enough once what does not change in a loop is outside of it,
/// which [`crate::compile`]'s passes see to last.
///
/// The two schedulers of machine instructions, before and after registers are allocated, take
/// a tenth. Loop programs come in an order that leaves few values alive, and the processors
/// that hloom makes code for reorder some hundred instructions by themselves.
pub fn configure() {
    static DONE: Once = Once::new();
    constructors::run();
    DONE.call_once(|| {
        let arguments = [c"hloom", c"-disable-lsr", c"-enable-misched=0", c"-disable-post-ra"]
            .map(|argument| argument.as_ptr());
        // SAFETY: as many strings as said, which are constants; LLVM keeps no reference to
        // them, and the call is made once, before anything is compiled.
        unsafe {
            LLVMParseCommandLineOptions(arguments.len() as i32, arguments.as_ptr(), c"".as_ptr());
        }
    });
}

/// Registers this machine's code generator, as the linker of loaded code needs.
pub(crate) fn initialize_native() {
    CpuTarget::Native.initialize();
}

impl std::fmt::Display for CpuTarget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(target_arch = "x86_64")]
fn native_vector_bytes() -> usize {
    if x86_64_level() >= 4 {
        64
    } else if x86_64_level() >= 3 {
        32
    } else {
        16
    }
}

/// Bytes of this machine's largest cache and of the second-level one, where the system says
/// them.
fn native_cache_bytes() -> (Option<u64>, Option<u64>) {
    static BYTES: OnceLock<(Option<u64>, Option<u64>)> = OnceLock::new();
    *BYTES.get_or_init(|| {
        let folder = Path::new("/sys/devices/system/cpu/cpu0/cache");
        let caches = std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| {
            let entry = entry.ok()?.path();
            let text = std::fs::read_to_string(entry.join("size")).ok()?;
            let level = std::fs::read_to_string(entry.join("level")).ok()?;
            Some((level.trim().parse::<u32>().ok()?, cache_size(text.trim())?))
        });
        let caches: Vec<(u32, u64)> = caches.collect();
        let second = caches.iter().find(|(level, _)| *level == 2);
        (caches.iter().map(|(_, bytes)| *bytes).max(), second.map(|(_, bytes)| *bytes))
    })
}

/// A size as Linux writes it: `48K`, `105M`.
fn cache_size(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(['K', 'M', 'G']);
    let unit = match &text[digits.len()..] {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(unit).filter(|bytes| *bytes > 0)
}

/// Asks Linux for the registers of AMX, for all threads of this process: they are
/// large, so a thread's memory for them is not set aside unasked.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn native_matrix_unit() -> bool {
    /// `ARCH_REQ_XCOMP_PERM` and `XFEATURE_XTILEDATA` of Linux's `asm/prctl.h`.
    const REQUEST: libc::c_long = 0x1023;
    const TILE_DATA: libc::c_long = 18;
    // CPUID leaf 7: bf16, tiles and 8-bit integers are bits 22, 24 and 25 of EDX.
    const WANTED: u32 = 1 << 22 | 1 << 24 | 1 << 25;
    let leaves = std::arch::x86_64::__cpuid(0).eax;
    if leaves < 7 || std::arch::x86_64::__cpuid_count(7, 0).edx & WANTED != WANTED {
        return false;
    }
    // SAFETY: the call takes two numbers and changes nothing but what the process may
    // use; an older system refuses it.
    unsafe { libc::syscall(libc::SYS_arch_prctl, REQUEST, TILE_DATA) == 0 }
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn native_matrix_unit() -> bool {
    false
}

#[cfg(target_arch = "x86_64")]
fn native_converts_halves() -> bool {
    std::arch::is_x86_feature_detected!("f16c")
}

#[cfg(not(target_arch = "x86_64"))]
fn native_converts_halves() -> bool {
    cfg!(target_arch = "aarch64")
}

/// This machine's CPU. LLVM goes through the list of features several times for each
/// module and each function. Its list names all that the CPU has and all that it lacks;
/// beside the oldest CPU of the architecture, which lacks everything, half of that will do.
fn native_cpu() -> Cpu {
    constructors::run();
    let name = TargetMachine::get_host_cpu_name().to_string_lossy().into_owned();
    let features = TargetMachine::get_host_cpu_features().to_string_lossy().into_owned();
    if !cfg!(target_arch = "x86_64") {
        return Cpu { name, features, tuned: None };
    }
    Cpu { name: "x86-64".to_owned(), features: present(&features), tuned: Some(name) }
}

/// The features that LLVM's list says are there, without permutations of bytes, which others such
/// as `avx10.1` imply.
fn present(features: &str) -> String {
    let is_there = |one: &&str| one.starts_with('+') && !one.ends_with(BYTE_PERMUTATIONS);
    let mut there: Vec<&str> = features.split(',').filter(is_there).collect();
    let not = format!("-{BYTE_PERMUTATIONS}");
    if there.iter().any(|one| one.contains("avx512") || one.contains("avx10")) {
        there.push(&not);
    }
    there.join(",")
}

#[cfg(not(target_arch = "x86_64"))]
fn native_vector_bytes() -> usize {
    16
}

/// This machine's x86-64 level; `None` of other architectures.
fn native_level() -> Option<u8> {
    #[cfg(target_arch = "x86_64")]
    return Some(x86_64_level());
    #[cfg(not(target_arch = "x86_64"))]
    None
}

/// The highest level of the x86-64 psABI that this machine has.
#[cfg(target_arch = "x86_64")]
fn x86_64_level() -> u8 {
    use std::arch::is_x86_feature_detected as has;
    if !(has!("sse4.2") && has!("popcnt") && has!("ssse3")) {
        1
    } else if !(has!("avx2")
        && has!("fma")
        && has!("f16c")
        && has!("bmi2")
        && has!("lzcnt")
        && has!("movbe"))
    {
        2
    } else if !(has!("avx512f")
        && has!("avx512bw")
        && has!("avx512cd")
        && has!("avx512dq")
        && has!("avx512vl"))
    {
        3
    } else {
        4
    }
}

fn missing_here(target: CpuTarget) -> Option<String> {
    if !target.is_of_this_architecture() {
        let other = if target.is_x86() { "an x86-64 CPU" } else { "a 64-bit Arm CPU" };
        return Some(other.to_owned());
    }
    if let Some(level) = target.level().filter(|level| native_level().is_none_or(|n| n < *level)) {
        return Some(format!("a CPU of x86-64 level {level}"));
    }
    match target {
        CpuTarget::Model(model) => model.missing_here().map(|name| format!("a CPU with {name}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_have_machines() {
        for name in names() {
            let target = CpuTarget::parse(name).unwrap();
            assert_eq!(target.name(), name);
            assert!([16, 32, 64].contains(&target.vector_bytes()));
            assert!(target.machine(OptimizationLevel::Default).is_ok(), "{name}");
        }
    }

    #[test]
    fn unknown_names_list_the_known() {
        let error = CpuTarget::parse("x86-64-v5").unwrap_err().to_string();
        assert_eq!(
            error,
            "unknown CPU target `x86-64-v5`; the targets are native, x86-64, x86-64-v2, x86-64-v3, x86-64-v4, aarch64, alderlake, cascadelake, cooperlake, icelake-server, sapphirerapids, znver4, neoverse-n1, neoverse-v1"
        );
    }

    #[test]
    fn no_feature_brings_permutations_of_bytes() {
        assert_eq!(present("+sse2,-avx2,+gfni"), "+sse2,+gfni");
        assert_eq!(
            present("+avx512f,+avx512vbmi,+avx512vbmi2"),
            "+avx512f,+avx512vbmi2,-avx512vbmi"
        );
        assert_eq!(present("+avx10.1,-avx10.2"), "+avx10.1,-avx512vbmi");
        for target in [CpuTarget::Native].into_iter().chain(MODELS.map(CpuTarget::Model)) {
            assert!(!target.cpu().features.contains("+avx512vbmi,"), "{target:?}");
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn arm_code_does_not_run_on_x86() {
        assert!(CpuTarget::Native.runs_here().is_ok());
        assert!(CpuTarget::parse("x86-64").unwrap().runs_here().is_ok());
        let error = CpuTarget::Aarch64.runs_here().unwrap_err().to_string();
        assert_eq!(error, "code for aarch64 can't run on this machine: it needs a 64-bit Arm CPU");
    }
}
