//! Compiled programs as files: LLVM IR, assembly, objects, shared libraries.
//!
//! Before this: [`crate::compile`]. After it: whoever links the result. A shared
//! library stands alone: it holds its constants and a runtime of its own (about a
//! hundred lines of C, [`C_RUNTIME`], compiled along by the system's C compiler),
//! and exports for a program `main`
//!
//! ```c
//! int32_t hloom_main(const void *const inputs[], void *const outputs[]);
//! const char *hloom_main_error(int32_t status);
//! ```
//!
//! which [`header`] declares with the types of all inputs and outputs. An object
//! file has the bare entry of [`C_HEADER`], for those who bring their own memory
//! and threads. It does not write files; it returns their content.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

use hloom_loops::program::{Buffer, BufferId, Program, Space};
use inkwell::context::Context;
use inkwell::targets::FileType;

use crate::codegen::{ModulePlan, Part, entry_symbol, exported_symbol, symbol};
use crate::compile::{Lowered, lower};
use crate::error::Error;
use crate::options::Options;
use crate::target::CpuTarget;

/// The interface between an object file and its runtime, in C.
pub const C_HEADER: &str = include_str!("runtime/c/hloom.h");
/// The runtime that is compiled into shared libraries.
pub const C_RUNTIME: &str = include_str!("runtime/c/hloom.c");

/// A kind of file that a program can become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// LLVM IR as text; what the code generator printed, unless optimised.
    Llvm,
    /// Assembly as text.
    Assembly,
    /// A relocatable object file.
    Object,
    /// A shared library with a runtime of its own.
    SharedLibrary,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 4] =
        [Format::Llvm, Format::Assembly, Format::Object, Format::SharedLibrary];

    /// The name on command lines.
    pub fn name(self) -> &'static str {
        match self {
            Format::Llvm => "llvm",
            Format::Assembly => "asm",
            Format::Object => "obj",
            Format::SharedLibrary => "so",
        }
    }

    /// The format of this [`name`](Format::name).
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Whether the content is text.
    pub fn is_text(self) -> bool {
        matches!(self, Format::Llvm | Format::Assembly)
    }
}

/// Compiles a program into the content of a file.
///
/// # Errors
/// As [`crate::Executable::compile`], save that the target need not be this
/// machine; [`Error::Link`] where a shared library can't be linked.
pub fn emit(program: &Program, format: Format, options: &Options) -> Result<Vec<u8>, Error> {
    let cx = Context::create();
    program.verify()?;
    if format == Format::SharedLibrary
        && let Some(function) = program.externs.iter().find(|e| e.host_number().is_some())
    {
        let what = format!("a shared library has no host to run `{}`", function.name);
        return Err(Error::Unsupported { function: program.name.clone(), what });
    }
    let options = &Options { profile: false, ..*options };
    let plan = ModulePlan::of(program, true);
    let mut lowered = lower(&cx, &plan, &Part::Whole, options)?;
    match format {
        Format::Llvm => Ok(lowered.module.print_to_string().to_bytes().to_vec()),
        Format::Assembly => Ok(lowered.code(FileType::Assembly)?.as_slice().to_vec()),
        Format::Object => Ok(lowered.code(FileType::Object)?.as_slice().to_vec()),
        Format::SharedLibrary => link(&plan, &mut lowered, options.target),
    }
}

/// The C header of a program's shared library.
pub fn header(program: &Program) -> String {
    let name = exported_symbol(program);
    let guard = format!("{}_H", name.to_uppercase());
    let mut text = format!("#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n\n");
    text.push_str("#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n/* Inputs:\n");
    describe(&mut text, program, &program.arguments());
    text.push_str(" * Outputs:\n");
    describe(&mut text, program, &program.results());
    text.push_str(
        " * Tensors are row-major; no output may overlap another buffer, but that it may be\n \
         * the input that is donated to it. Returns 0, or a\n \
         * status that the function below puts into words. Any number of threads may\n \
         * call it; HLOOM_THREADS in the environment says how many it uses itself. */\n",
    );
    let _ = writeln!(text, "int32_t {name}(const void *const inputs[], void *const outputs[]);");
    let _ = writeln!(text, "const char *{name}_error(int32_t status);");
    text.push_str("\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
    text
}

fn describe(text: &mut String, program: &Program, buffers: &[BufferId]) {
    for (at, id) in buffers.iter().enumerate() {
        let buffer = program.buffer(*id);
        // Names are arbitrary text, which must not end the comment.
        let name = symbol(&buffer.name);
        let (element, shape) = (buffer.element, &buffer.shape);
        let donated = match buffer.space {
            Space::Donated(n, m) => format!(", input {n} donated to output {m}"),
            _ => String::new(),
        };
        let bytes = buffer.bytes();
        let _ = writeln!(text, " *   {at} {name}: {element}{shape:?}, {bytes} bytes{donated}");
    }
}

/// The C source that wraps a program's entry.
fn wrapper(plan: &ModulePlan<'_>) -> String {
    let (program, layout) = (plan.program, &plan.layout);
    let (name, entry) = (exported_symbol(program), entry_symbol(program));
    let (inputs, outputs) = (layout.inputs, layout.outputs);
    let (arena, scratch) = (layout.arena_bytes, layout.scratch_bytes);
    let slots = layout.slots();
    let donated = donations(program);
    let matrix = program.buffers.iter().any(|buffer| buffer.space == Space::Matrix);
    let granted = if matrix { "arena && scratch && !hloom_matrix_unit()" } else { "0" };
    let mut text = if matrix { MATRIX_UNIT.to_owned() } else { String::new() };
    let _ = writeln!(text, "int32_t {entry}(const hloom_runtime *, void *const *);");
    let _ = writeln!(
        text,
        r#"
int32_t {name}(const void *const inputs[], void *const outputs[]) {{
  static const hloom_runtime runtime = {{hloom_parallel_for, 0}};
  void *frame[{slots}];
  void *arena = hloom_allocate({arena}u);
  void *scratch = hloom_allocate((uint64_t){scratch}u * (uint64_t)hloom_threads());
  int32_t status = -1;
  frame[0] = arena;
  frame[1] = scratch;
  for (int i = 0; i < {inputs}; i++)
    frame[2 + i] = (void *)inputs[i];
  for (int i = 0; i < {outputs}; i++)
    frame[2 + {inputs} + i] = outputs[i];
{donated}  if ({granted})
    status = -2;
  else if (arena && scratch)
    status = {entry}(&runtime, frame);
  free(arena);
  free(scratch);
  return status;
}}

const char *{name}_error(int32_t status) {{
  switch (status) {{
  case 0: return "";
  case -1: return "out of memory";
  case -2: return "the system does not grant this process the matrix unit";"#
    );
    for (status, message) in (1..).zip(&plan.messages) {
        let _ = writeln!(text, "  case {status}: return \"{}\";", c_string(message));
    }
    text.push_str("  default: return \"unknown status\";\n  }\n}\n");
    text
}

/// Asks Linux for the registers of AMX, as `CpuTarget::has_matrix_unit` does.
const MATRIX_UNIT: &str = r"
#include <sys/syscall.h>

long syscall(long number, ...);

static int hloom_matrix_unit(void) {
  static _Atomic int granted;
  /* ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA */
  if (!granted)
    granted = syscall(SYS_arch_prctl, 0x1023L, 18L) == 0;
  return granted;
}
";

/// Lines of C that put donated inputs into the memory of their outputs.
fn donations(program: &Program) -> String {
    let line = |buffer: &Buffer| match buffer.space {
        Space::Donated(n, m) => Some(format!(
            "  if (outputs[{m}] != inputs[{n}])\n    memcpy(outputs[{m}], inputs[{n}], {}u);\n",
            buffer.bytes()
        )),
        _ => None,
    };
    program.buffers.iter().filter_map(line).collect()
}

/// Text inside a C string literal, bytes that are special in octal.
fn c_string(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b' '
            | b'.'
            | b','
            | b'_'
            | b'-'
            | b'%'
            | b':' => {
                escaped.push(char::from(byte));
            }
            _ => {
                let _ = write!(escaped, "\\{byte:03o}");
            }
        }
    }
    escaped
}

/// Links a shared library: the object, its wrapper and the runtime.
fn link(
    plan: &ModulePlan<'_>,
    lowered: &mut Lowered<'_>,
    target: CpuTarget,
) -> Result<Vec<u8>, Error> {
    let folder = Folder::create().map_err(|error| unlinked("a temporary folder", error))?;
    let (object, source) = (folder.path("code.o"), folder.path("runtime.c"));
    let library = folder.path("library.so");
    let code = lowered.code(FileType::Object)?;
    let mut text = C_RUNTIME.to_owned();
    text.push('\n');
    text.push_str(&wrapper(plan));
    let files: [(&Path, &[u8]); 3] = [
        (&object, code.as_slice()),
        (&source, text.as_bytes()),
        (&folder.path("hloom.h"), C_HEADER.as_bytes()),
    ];
    for (path, content) in files {
        std::fs::write(path, content).map_err(|error| unlinked("a temporary file", error))?;
    }
    let mut command = Command::new(compiler(target));
    // The library's threads outlive any dlclose, so its code has to stay.
    command.args(["-shared", "-fPIC", "-O2", "-std=c11", "-pthread", "-Wl,-z,nodelete"]);
    command.arg("-Wl,--no-undefined");
    command.arg(format!("-Wl,-soname,lib{}.so", exported_symbol(plan.program)));
    command.arg(OsStr::new("-o")).arg(&library).args([&object, &source]).arg("-lm");
    let shown = format!("{command:?}");
    let output = command.output().map_err(|error| unlinked(&shown, error))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(Error::Link { command: shown, message });
    }
    std::fs::read(&library).map_err(|error| unlinked(&shown, error))
}

fn unlinked(command: &str, error: std::io::Error) -> Error {
    Error::Link { command: command.to_owned(), message: error.to_string() }
}

/// The C compiler for a target: `CC` or `cc` for this architecture, the usual
/// cross compiler's name for another.
fn compiler(target: CpuTarget) -> OsString {
    match (target.is_of_this_architecture(), target.is_x86()) {
        (true, _) => {
            std::env::var_os("CC").filter(|cc| !cc.is_empty()).unwrap_or_else(|| "cc".into())
        }
        (false, false) => "aarch64-linux-gnu-gcc".into(),
        (false, true) => "x86_64-linux-gnu-gcc".into(),
    }
}

/// A temporary folder, removed when dropped.
struct Folder(PathBuf);

impl Folder {
    fn create() -> std::io::Result<Folder> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = std::env::temp_dir().join(format!("hloom-{}-{number}", std::process::id()));
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Folder(path)),
                // Left behind by a process of the same number.
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The system cleans up files that can't be removed.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
