//! NVIDIA's assembler, which makes machine code of PTX.
//!
//! It comes with the CUDA toolkit and with PyPI's wheel `nvidia-cuda-nvcc`. It is looked
//! for where `HLOOM_PTXAS` says, then on `PATH`, then in the toolkit (`CUDA_HOME`,
//! `CUDA_PATH`, `/usr/local/cuda`).

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::{Error, Target};

/// The assembler of this machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ptxas {
    path: PathBuf,
}

/// The resources of a kernel, by the assembler.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// The entry's name.
    pub symbol: String,
    /// 32-bit registers of a thread.
    pub registers: u32,
    /// Bytes of a thread's stack frame.
    pub stack: u64,
    /// Bytes that registers are saved to, and read back, for want of registers.
    pub spill_stores: u64,
    /// See `spill_stores`.
    pub spill_loads: u64,
    /// Bytes of shared memory of a block, known when compiled.
    pub shared: u64,
}

/// Machine code and what is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cubin {
    /// The ELF file.
    pub bytes: Vec<u8>,
    /// Each kernel's use of the machine.
    pub usage: Vec<Usage>,
    /// The assembler's warning of a slow kernel, whose `wgmma` it has to run one after the
    /// other say, and what else it warns of.
    pub warnings: Vec<String>,
}

impl Ptxas {
    /// Looks for it.
    ///
    /// # Errors
    /// It is nowhere.
    pub fn find() -> Result<Ptxas, Error> {
        let name = format!("ptxas{}", std::env::consts::EXE_SUFFIX);
        if let Some(path) = std::env::var_os("HLOOM_PTXAS").filter(|path| !path.is_empty()) {
            let path = PathBuf::from(path);
            if path.is_file() {
                return Ok(Ptxas { path });
            }
            let shown = path.display();
            return Err(Error::Assembler(format!(
                "HLOOM_PTXAS names `{shown}`, which is not a file"
            )));
        }
        let mut folders: Vec<PathBuf> = std::env::var_os("PATH")
            .map(|p| std::env::split_paths(&p).collect())
            .unwrap_or_default();
        for toolkit in ["CUDA_HOME", "CUDA_PATH"] {
            folders.extend(std::env::var_os(toolkit).map(|home| Path::new(&home).join("bin")));
        }
        folders.push(PathBuf::from("/usr/local/cuda/bin"));
        let found =
            folders.into_iter().map(|folder| folder.join(&name)).find(|path| path.is_file());
        found.map(|path| Ptxas { path }).ok_or_else(|| {
            Error::Assembler(
                "there is no ptxas, which makes machine code of PTX: install the CUDA toolkit or \
                 PyPI's nvidia-cuda-nvcc, and name it in HLOOM_PTXAS or PATH"
                    .to_owned(),
            )
        })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes machine code of PTX.
    ///
    /// # Errors
    /// The assembler can't be run, or refuses the text.
    pub fn assemble(&self, text: &str, target: Target) -> Result<Cubin, Error> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("hloom-{}-{number}", std::process::id());
        let file = |end: &str| Temporary(std::env::temp_dir().join(format!("{name}.{end}")));
        let (source, result) = (file("ptx"), file("cubin"));
        let failed = |what: &dyn std::fmt::Display| {
            Error::Assembler(format!("`{}` failed: {what}", self.path.display()))
        };
        std::fs::write(&source.0, text).map_err(|error| failed(&error))?;
        let mut arch = OsString::from("-arch=");
        arch.push(target.name());
        let output = Command::new(&self.path)
            .args(["-v", "-O3"])
            .arg(arch)
            .arg("-o")
            .args([&result.0, &source.0])
            .output()
            .map_err(|error| failed(&error))?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned()
            + &String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            return Err(failed(&said.trim()));
        }
        let bytes = std::fs::read(&result.0).map_err(|error| failed(&error))?;
        Ok(Cubin { bytes, usage: usage(&said), warnings: warnings(&said) })
    }
}

/// A file that is removed when dropped.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        // The system cleans up files that can't be removed.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Reads what `ptxas -v` says.
fn usage(said: &str) -> Vec<Usage> {
    let mut all: Vec<Usage> = Vec::new();
    // The number in front of some words.
    let before = |line: &str, words: &str| -> Option<u64> {
        let end = line.find(words)?;
        line[..end].split_whitespace().next_back()?.parse().ok()
    };
    for line in said.lines() {
        if let Some(start) = line.find("Compiling entry function '") {
            let rest = &line[start + "Compiling entry function '".len()..];
            let symbol = rest.split('\'').next().unwrap_or_default().to_owned();
            all.push(Usage { symbol, ..Usage::default() });
        }
        let Some(usage) = all.last_mut() else { continue };
        if let Some(stack) = before(line, " bytes stack frame") {
            usage.stack = stack;
            usage.spill_stores = before(line, " bytes spill stores").unwrap_or(0);
            usage.spill_loads = before(line, " bytes spill loads").unwrap_or(0);
        }
        if line.contains("Used ") && line.contains(" registers") {
            usage.registers = before(line, " registers").unwrap_or(0) as u32;
            usage.shared = before(line, " bytes smem").unwrap_or(0);
        }
    }
    all
}

/// The lines of what `ptxas -v` says that warn of something.
fn warnings(said: &str) -> Vec<String> {
    let warns = |line: &&str| {
        line.contains("Potential Performance Loss") || line.starts_with("ptxas warning")
    };
    said.lines().filter(warns).map(|line| line.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_are_read() {
        let loss = "ptxas info    : (C7510) Potential Performance Loss: wgmma.mma_async \
                    instructions are serialized due to insufficient register resources for the \
                    wgmma pipeline in the function 'product_0'";
        let said = format!("ptxas info    : 0 bytes gmem\n{loss}\nptxas warning : odd\n");
        assert_eq!(warnings(&said), [loss, "ptxas warning : odd"]);
        assert_eq!(warnings("ptxas info    : Used 10 registers, used 0 barriers\n"), [""; 0]);
    }

    #[test]
    fn the_assemblers_figures_are_read() {
        let said = "\
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'softmax_0' for 'sm_90'
ptxas info    : Function properties for softmax_0
    16 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads
ptxas info    : Used 24 registers, used 1 barriers, 16 bytes cumulative stack size, 128 bytes smem
ptxas info    : Compile time = 1.000 ms
ptxas info    : Compiling entry function 'add_1' for 'sm_90'
ptxas info    : Function properties for add_1
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 10 registers, used 0 barriers
";
        let softmax = Usage {
            symbol: "softmax_0".to_owned(),
            registers: 24,
            stack: 16,
            spill_stores: 8,
            spill_loads: 4,
            shared: 128,
        };
        let add = Usage { symbol: "add_1".to_owned(), registers: 10, ..Usage::default() };
        assert_eq!(usage(said), [softmax, add]);
    }
}
