//! The missing packages, found by looking at files alone: no process is started.
//!
//! One row a package, each with files that only that package (or one that it
//! depends on) brings. The rows are the packages of Debian, and where the files
//! lie is the same wherever LLVM is installed under one prefix.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::process::find;

/// The release of LLVM and MLIR that the bindings are made for.
pub(crate) const LLVM: u32 = 22;

/// The folder of LLVM in Debian's packages.
pub(crate) const DEFAULT_PREFIX: &str = "/usr/lib/llvm-22";

/// The variables by which the bindings find LLVM; `.cargo/config.toml` sets them.
pub(crate) const PREFIX_VARIABLES: [&str; 3] =
    ["LLVM_SYS_221_PREFIX", "MLIR_SYS_220_PREFIX", "TABLEGEN_220_PREFIX"];

/// The evidence that a package is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Probe {
    /// One of these files under LLVM's prefix; the first is Debian's.
    Prefix(&'static [&'static str]),
    /// A C header of the system, under one of the usual folders.
    Header(&'static str),
    /// A program in `PATH`.
    Program(&'static str),
}

/// A package of Debian, and how one sees that it is there.
#[derive(Debug)]
pub(crate) struct Package {
    /// Debian's name of it.
    pub(crate) name: &'static str,
    /// Whether nothing can be built without it. Only these are looked for in a
    /// prefix set by hand, where the rest may lie elsewhere.
    essential: bool,
    /// Its probes: each has to succeed.
    probes: &'static [Probe],
}

use Probe::{Header, Prefix, Program};

/// Everything that a build, the tests and the benchmarks need beside Rust and a linker.
pub(crate) const PACKAGES: &[Package] = &[
    Package {
        name: "llvm-22-dev",
        essential: true,
        probes: &[
            Prefix(&["bin/llvm-config"]),
            Prefix(&["include/llvm-c/Core.h"]),
            Prefix(&["lib/libLLVMCore.a", "lib/libLLVM.so", "lib/libLLVM.dylib"]),
        ],
    },
    Package {
        name: "libmlir-22-dev",
        essential: true,
        probes: &[
            Prefix(&["include/mlir-c/IR.h"]),
            Prefix(&["lib/libMLIRCAPIIR.a", "lib/libMLIR-C.so", "lib/libMLIR-C.dylib"]),
        ],
    },
    Package { name: "mlir-22-tools", essential: false, probes: &[Prefix(&["bin/mlir-opt"])] },
    Package { name: "llvm-22-tools", essential: false, probes: &[Prefix(&["bin/FileCheck"])] },
    Package {
        name: "clang-22",
        essential: false,
        probes: &[Prefix(&["bin/clang"]), Prefix(&["lib/clang/22/include/stddef.h"])],
    },
    Package { name: "libclang-22-dev", essential: false, probes: &[Prefix(&["lib/libclang.so"])] },
    Package { name: "libpolly-22-dev", essential: false, probes: &[Prefix(&["lib/libPolly.a"])] },
    Package { name: "libzstd-dev", essential: false, probes: &[Header("zstd.h")] },
    Package { name: "libz3-dev", essential: false, probes: &[Header("z3.h")] },
    Package { name: "zlib1g-dev", essential: false, probes: &[Header("zlib.h")] },
    Package { name: "libxml2-dev", essential: false, probes: &[Header("libxml2/libxml/parser.h")] },
    // Part of a C toolchain on most machines, but one can have gcc alone.
    Package { name: "g++", essential: true, probes: &[Program("c++")] },
];

/// A package that is missing, and what of it was not found.
#[derive(Debug)]
pub(crate) struct Missing {
    pub(crate) package: &'static Package,
    /// The first probe that failed, with the place where it looked.
    pub(crate) probe: Probe,
    pub(crate) place: PathBuf,
}

impl Missing {
    /// The thing that was looked for, in words.
    pub(crate) fn why(&self) -> String {
        match self.probe {
            Probe::Prefix(_) => format!("no {}", self.place.display()),
            Probe::Header(header) => format!("no <{header}>"),
            Probe::Program(name) => format!("no {name} in PATH"),
        }
    }

    /// Whether it should lie under LLVM's prefix.
    pub(crate) fn in_prefix(&self) -> bool {
        matches!(self.probe, Probe::Prefix(_))
    }
}

/// The machine, as far as the set-up looks at it.
#[derive(Debug)]
pub(crate) struct System {
    /// Files are looked up under this folder: `/`, or a made-up machine.
    pub(crate) root: PathBuf,
    /// LLVM's prefix, absolute.
    pub(crate) prefix: PathBuf,
    /// The folders of `PATH`.
    pub(crate) path: Vec<PathBuf>,
    /// Whether this process is root's.
    pub(crate) superuser: bool,
    /// Whether system headers lie where Linux has them.
    pub(crate) linux: bool,
}

impl System {
    /// This machine.
    ///
    /// # Errors
    ///
    /// The disagreement of the three variables for LLVM's prefix, if any: the program would
    /// be linked from two LLVMs.
    pub(crate) fn here() -> anyhow::Result<System> {
        let prefix = common_prefix(PREFIX_VARIABLES.map(|name| (name, env::var_os(name))))?;
        Ok(System {
            root: PathBuf::from("/"),
            prefix: prefix.unwrap_or_else(|| PathBuf::from(DEFAULT_PREFIX)),
            path: env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect(),
            superuser: superuser(),
            linux: cfg!(target_os = "linux"),
        })
    }

    /// Whether LLVM's prefix is the one that Debian's packages fill.
    pub(crate) fn is_default(&self) -> bool {
        self.prefix == Path::new(DEFAULT_PREFIX)
    }

    /// The packages that are not there, in the table's order.
    pub(crate) fn missing(&self) -> Vec<Missing> {
        PACKAGES
            .iter()
            .filter(|package| package.essential || self.is_default())
            .filter_map(|package| {
                package.probes.iter().find_map(|&probe| {
                    self.absent(probe).map(|place| Missing { package, probe, place })
                })
            })
            .collect()
    }

    /// Fails where another release of LLVM lies under the prefix.
    pub(crate) fn check_version(&self) -> anyhow::Result<()> {
        let file = self.rooted(&self.prefix.join("include/llvm/Config/llvm-config.h"));
        let Ok(text) = fs::read_to_string(&file) else { return Ok(()) };
        match major_version(&text) {
            Some(LLVM) | None => Ok(()),
            Some(other) => bail!(
                "{} holds LLVM {other}, and hloom needs LLVM {LLVM}: set {} to its folder",
                self.prefix.display(),
                PREFIX_VARIABLES.join(", ")
            ),
        }
    }

    /// The places at which `probe` looked in vain, or nothing if it succeeds.
    fn absent(&self, probe: Probe) -> Option<PathBuf> {
        match probe {
            Probe::Prefix(files) => {
                let places = files.iter().map(|file| self.rooted(&self.prefix.join(file)));
                let first = places.clone().next()?;
                (!places.into_iter().any(|place| place.exists())).then_some(first)
            }
            // Elsewhere they come with the system's own compiler, in places that it knows.
            Probe::Header(_) if !self.linux => None,
            Probe::Header(header) => {
                let folders = ["/usr/include", "/usr/local/include"].map(Path::new);
                let found = folders.iter().any(|f| self.rooted(&f.join(header)).exists());
                (!found).then(|| PathBuf::from(header))
            }
            Probe::Program(name) => {
                let path: Vec<PathBuf> = self.path.iter().map(|dir| self.rooted(dir)).collect();
                find(name, &path).is_none().then(|| PathBuf::from(name))
            }
        }
    }

    /// `path` on the machine that `root` stands for.
    fn rooted(&self, path: &Path) -> PathBuf {
        self.root.join(path.strip_prefix("/").unwrap_or(path))
    }
}

/// The one prefix that all set variables name.
fn common_prefix(values: [(&'static str, Option<OsString>); 3]) -> anyhow::Result<Option<PathBuf>> {
    let mut first: Option<(&str, PathBuf)> = None;
    for (name, value) in values {
        let Some(value) = value.filter(|v| !v.is_empty()) else { continue };
        let value = PathBuf::from(value);
        match &first {
            None => first = Some((name, value)),
            Some((other, prefix)) if *prefix != value => bail!(
                "{other} is {} but {name} is {}: set {} to the same folder",
                prefix.display(),
                value.display(),
                PREFIX_VARIABLES.join(", ")
            ),
            Some(_) => {}
        }
    }
    Ok(first.map(|(_, prefix)| prefix))
}

/// `LLVM_VERSION_MAJOR` in the text of LLVM's `llvm-config.h`.
fn major_version(header: &str) -> Option<u32> {
    header.lines().find_map(|l| {
        l.strip_prefix("#define LLVM_VERSION_MAJOR").and_then(|rest| rest.trim().parse().ok())
    })
}

/// Whether this process may install packages: `/proc/self` belongs to its user.
#[cfg(unix)]
fn superuser() -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata("/proc/self").is_ok_and(|m| m.uid() == 0)
}

#[cfg(not(unix))]
fn superuser() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// A made-up machine in a folder of its own, removed when dropped.
    struct Machine(System);

    impl Machine {
        fn new(files: &[&str]) -> Machine {
            static NEXT: AtomicU32 = AtomicU32::new(0);
            let id = NEXT.fetch_add(1, Ordering::Relaxed);
            let root = env::temp_dir().join(format!("hloom-setup-{}-{id}", std::process::id()));
            for file in files {
                let file = root.join(file);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, "#define LLVM_VERSION_MAJOR 21\n").unwrap();
            }
            Machine(System {
                root,
                prefix: PathBuf::from(DEFAULT_PREFIX),
                path: vec![PathBuf::from("/usr/bin")],
                superuser: true,
                linux: true,
            })
        }

        fn names(&self) -> Vec<&str> {
            self.0.missing().iter().map(|m| m.package.name).collect()
        }
    }

    impl Drop for Machine {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0.root);
        }
    }

    /// The files that satisfy every probe.
    fn everything() -> Vec<String> {
        let probes = PACKAGES.iter().flat_map(|p| p.probes);
        probes
            .map(|probe| match probe {
                Probe::Prefix(files) => format!("usr/lib/llvm-22/{}", files[0]),
                Probe::Header(file) => format!("usr/include/{file}"),
                Probe::Program(name) => format!("usr/bin/{name}"),
            })
            .collect()
    }

    #[test]
    fn an_empty_machine_lacks_every_package() {
        let machine = Machine::new(&[]);
        assert_eq!(machine.names(), PACKAGES.iter().map(|p| p.name).collect::<Vec<_>>());
    }

    #[test]
    fn a_full_machine_lacks_nothing() {
        let files = everything();
        let machine = Machine::new(&files.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(machine.0.missing().is_empty(), "{:?}", machine.0.missing());
    }

    #[test]
    fn each_file_is_missed() {
        let files = everything();
        for absent in &files {
            let present: Vec<&str> =
                files.iter().filter(|f| *f != absent).map(String::as_str).collect();
            let machine = Machine::new(&present);
            assert_eq!(machine.names().len(), 1, "without {absent}");
        }
    }

    #[test]
    fn a_prefix_set_by_hand_may_hold_shared_libraries_only() {
        let mut machine = Machine::new(&[
            "opt/bin/llvm-config",
            "opt/include/llvm-c/Core.h",
            "opt/include/mlir-c/IR.h",
            "opt/lib/libLLVM.so",
            "usr/bin/c++",
        ]);
        machine.0.prefix = PathBuf::from("/opt");
        assert_eq!(machine.names(), ["libmlir-22-dev"]);
        fs::write(machine.0.root.join("opt/lib/libMLIR-C.so"), "").unwrap();
        assert!(machine.0.missing().is_empty(), "{:?}", machine.0.missing());
    }

    #[test]
    fn another_release_is_refused() {
        let machine = Machine::new(&["usr/lib/llvm-22/include/llvm/Config/llvm-config.h"]);
        let error = machine.0.check_version().unwrap_err().to_string();
        assert!(error.contains("holds LLVM 21, and hloom needs LLVM 22"), "{error}");
    }

    #[test]
    fn versions_are_read_from_the_header() {
        let header = "/* x */\n#define LLVM_VERSION_MAJOR 22\n#define LLVM_VERSION_MINOR 1\n";
        assert_eq!(major_version(header), Some(22));
        assert_eq!(major_version("#define LLVM_VERSION_MAJOR twenty"), None);
        assert_eq!(major_version(""), None);
    }

    #[test]
    fn prefixes_have_to_agree() {
        let of = |a: Option<&str>, b: Option<&str>| {
            common_prefix([("A", a.map(OsString::from)), ("B", b.map(OsString::from)), ("C", None)])
        };
        assert_eq!(of(None, None).unwrap(), None);
        assert_eq!(of(Some(""), Some("/x")).unwrap(), Some(PathBuf::from("/x")));
        assert_eq!(of(Some("/x"), Some("/x")).unwrap(), Some(PathBuf::from("/x")));
        let error = of(Some("/x"), Some("/y")).unwrap_err().to_string();
        assert!(error.starts_with("A is /x but B is /y: set LLVM_SYS_221_PREFIX"), "{error}");
    }
}
