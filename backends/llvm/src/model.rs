//! Kinds of CPUs by name: what each has beyond its architecture's levels.
//!
//! For code that is to run elsewhere than where it is made. The names are LLVM's and GCC's,
//! and what a kind has is LLVM's list of it, as far as LLVM makes code of it by itself.

use hloom_loops::schedule::Dots;

/// A kind of CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Model {
    /// Its name.
    pub name: &'static str,
    /// The x86-64 level that it has, 1 to 4; `None` for a 64-bit Arm CPU.
    pub level: Option<u8>,
    /// Its features beyond the level, by Rust's names.
    features: &'static [&'static str],
}

/// The features of Intel's servers since Ice Lake.
const ICELAKE: [&str; 10] = [
    "avx512vnni",
    "avx512vbmi",
    "avx512vbmi2",
    "avx512bitalg",
    "avx512vpopcntdq",
    "avx512ifma",
    "gfni",
    "vaes",
    "vpclmulqdq",
    "sha",
];

const fn x86(name: &'static str, level: u8, features: &'static [&'static str]) -> Model {
    Model { name, level: Some(level), features }
}

const fn arm(name: &'static str, features: &'static [&'static str]) -> Model {
    Model { name, level: None, features }
}

/// The kinds, in the order that they are listed to users.
pub(crate) const MODELS: [Model; 8] = [
    x86("alderlake", 3, &["avxvnni", "gfni", "vaes", "vpclmulqdq", "sha"]),
    x86("cascadelake", 4, &["avx512vnni"]),
    x86("cooperlake", 4, &["avx512vnni", "avx512bf16"]),
    x86("icelake-server", 4, &ICELAKE),
    x86("sapphirerapids", 4, &concat(&ICELAKE, ["avx512bf16", "avx512fp16", "amx-bf16"])),
    x86("znver4", 4, &concat(&ICELAKE, ["avx512bf16", "sse4a", "sha"])),
    arm("neoverse-n1", &["dotprod"]),
    arm("neoverse-v1", &["dotprod", "bf16", "i8mm", "sve"]),
];

const fn concat(some: &[&'static str; 10], more: [&'static str; 3]) -> [&'static str; 13] {
    let mut all = [""; 13];
    let mut n = 0;
    while n < 13 {
        all[n] = if n < 10 { some[n] } else { more[n - 10] };
        n += 1;
    }
    all
}

impl Model {
    /// The kind with this name.
    pub(crate) fn named(name: &str) -> Option<Model> {
        MODELS.iter().copied().find(|model| model.name == name)
    }

    /// Whether it has a feature beyond its level.
    pub(crate) fn has(self, feature: &str) -> bool {
        self.features.contains(&feature)
    }

    /// A feature beyond the level that this machine lacks.
    pub(crate) fn missing_here(self) -> Option<&'static str> {
        self.features.iter().copied().find(|feature| !has(feature))
    }

    /// Which products of groups it has instructions for.
    pub(crate) fn dots(self) -> Dots {
        dots(self.level, &|feature| self.features.contains(&feature))
    }
}

/// Which products of groups a CPU of this level (`None`: Arm) has instructions for, given
/// what else it has.
pub(crate) fn dots(level: Option<u8>, has: &dyn Fn(&str) -> bool) -> Dots {
    let Some(level) = level else {
        let dot = has("dotprod");
        return Dots { s8: dot, u8: dot, us8: has("i8mm"), bf16: has("bf16"), single: true };
    };
    let vnni = level >= 4 && has("avx512vnni") || has("avxvnni");
    // If a matrix unit does products of bf16, the vectors' instruction comes out every two
    // cycles, half as often as a fused multiply-add of as many sums: a product of 1024 square
    // took 38 ms by it and 34 in singles, on a Sapphire Rapids.
    let bf16 = level >= 4 && has("avx512bf16") && !has("amx-bf16");
    // Pairs of 16 bits, which every x86 has, take any signs.
    Dots { s8: !vnni, u8: true, us8: true, bf16, single: vnni }
}

/// Which products of groups this machine has instructions for; the level as of [`dots`].
pub(crate) fn native_dots(level: Option<u8>) -> Dots {
    dots(level, &has)
}

#[cfg(target_arch = "x86_64")]
fn has(feature: &str) -> bool {
    use std::arch::is_x86_feature_detected as detected;
    match feature {
        "avx512vnni" => detected!("avx512vnni"),
        "amx-bf16" => {
            let leaves = std::arch::x86_64::__cpuid(0).eax;
            // Bit 22 of EDX in leaf 7.
            leaves >= 7 && std::arch::x86_64::__cpuid_count(7, 0).edx & 1 << 22 != 0
        }
        "avx512bf16" => detected!("avx512bf16"),
        "avx512fp16" => detected!("avx512fp16"),
        "avx512vbmi" => detected!("avx512vbmi"),
        "avx512vbmi2" => detected!("avx512vbmi2"),
        "avx512bitalg" => detected!("avx512bitalg"),
        "avx512vpopcntdq" => detected!("avx512vpopcntdq"),
        "avx512ifma" => detected!("avx512ifma"),
        "avxvnni" => detected!("avxvnni"),
        "gfni" => detected!("gfni"),
        "vaes" => detected!("vaes"),
        "vpclmulqdq" => detected!("vpclmulqdq"),
        "sha" => detected!("sha"),
        "sse4a" => detected!("sse4a"),
        _ => false,
    }
}

#[cfg(target_arch = "aarch64")]
fn has(feature: &str) -> bool {
    use std::arch::is_aarch64_feature_detected as detected;
    match feature {
        "dotprod" => detected!("dotprod"),
        "bf16" => detected!("bf16"),
        "i8mm" => detected!("i8mm"),
        "sve" => detected!("sve"),
        _ => false,
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn has(_: &str) -> bool {
    false
}
