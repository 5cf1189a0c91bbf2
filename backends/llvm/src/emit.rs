//! Compiled programs as files: LLVM IR, assembly, objects, shared libraries.
//!
//! Before this: [`crate::compile`]. After it: whoever links the result. A shared
//! library stands alone: it holds its constants and a runtime of its own (about a
//! hundred lines of C, [`C_RUNTIME`], compiled along by the system's C compiler),
//! and exports, for a program `main` under the [`Names`] of a file `model.so`,
//!
//! ```c
//! int32_t model_main(const void *const inputs[], void *const outputs[]);
//! const char *model_main_error(int32_t status);
//! ```
//!
//! and nothing else, and the routines of linear algebra that the program calls, from
//! `libhloom_linear.a` ([`archive`](mod@crate::archive)); [`header`] declares them with the types of all inputs and
//! outputs. Both symbols carry the library's version, so that code which was linked
//! with one library never calls another one's function of the same name. An object
//! file has the bare entry of [`C_HEADER`], for those who bring their own memory
//! and threads. It does not write files; it returns their content.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

use hloom_ir::Element;
use hloom_loops::program::{Buffer, BufferId, Program, Space};
use inkwell::targets::FileType;

use crate::archive;
use crate::codegen::{ModulePlan, Part, symbol};
use crate::compile::{Lowered, lower};
use crate::constructors;
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

/// The names that a file of code has for the outside world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The exported function of a shared library; an object file's entry ends in `_entry`.
    pub function: String,
    /// The shared library's SONAME: the name under which programs look for it.
    pub library: String,
}

impl Names {
    /// The names of a program: `PREFIX_PROGRAM`, in a library of this file name. Without a
    /// prefix it is the file's name without `lib` and ending; without either, `hloom`.
    pub fn new(program: &Program, prefix: Option<&str>, file: Option<&str>) -> Names {
        let stem = file.map(|file| file.split_once('.').map_or(file, |(stem, _)| stem));
        let stem = stem.map(|stem| stem.strip_prefix("lib").unwrap_or(stem));
        let prefix = prefix.or(stem.filter(|stem| !stem.is_empty())).unwrap_or("hloom");
        let function = symbol(&format!("{prefix}_{}", program.name)).replace('.', "_");
        let library = file.map_or_else(|| format!("lib{function}.so"), str::to_owned);
        Names { function, library }
    }
}

/// Compiles a program into the content of a file, under the names that it has without one.
///
/// # Errors
/// As [`emit_as`].
pub fn emit(program: &Program, format: Format, options: &Options) -> Result<Vec<u8>, Error> {
    emit_as(program, format, options, &Names::new(program, None, None))
}

/// Compiles a program into the content of a file with these names.
///
/// # Errors
/// As [`crate::Executable::compile`], save that the target need not be this
/// machine; [`Error::Link`] where a shared library can't be linked.
pub fn emit_as(
    program: &Program,
    format: Format,
    options: &Options,
    names: &Names,
) -> Result<Vec<u8>, Error> {
    let cx = constructors::context();
    program.verify()?;
    if format == Format::SharedLibrary
        && let Some(function) = program.externs.iter().find(|e| e.host_number().is_some())
    {
        let what = format!("a shared library has no host to run `{}`", function.name);
        return Err(Error::Unsupported { function: program.name.clone(), what });
    }
    let options = &Options { profile: false, ..*options };
    let mut plan = ModulePlan::of(program, true);
    plan.function.clone_from(&names.function);
    let mut lowered = lower(&cx, &plan, &Part::Whole, options)?;
    match format {
        Format::Llvm => Ok(lowered.module.print_to_string().to_bytes().to_vec()),
        Format::Assembly => Ok(lowered.code(FileType::Assembly)?.as_slice().to_vec()),
        Format::Object => Ok(lowered.code(FileType::Object)?.as_slice().to_vec()),
        Format::SharedLibrary => link(&plan, &mut lowered, options.target, names),
    }
}

/// The C header of a program's shared library.
pub fn header(program: &Program, names: &Names) -> String {
    let name = &names.function;
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
         * call it; HLOOM_THREADS in the environment says how many it uses itself.\n",
    );
    let mut buffers = program.arguments();
    buffers.extend(program.results());
    let mut said: Vec<&str> = Vec::new();
    for buffer in buffers {
        let words = representation(program.buffer(buffer).element);
        if !words.is_empty() && !said.contains(&words) {
            let _ = writeln!(text, " * {words}");
            said.push(words);
        }
    }
    text.push_str(" */\n");
    let _ = writeln!(text, "int32_t {name}(const void *const inputs[], void *const outputs[]);");
    let _ = writeln!(text, "const char *{name}_error(int32_t status);");
    text.push_str("\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
    text
}

/// A sentence on how an element lies in memory, for those that C has no type of; else empty.
fn representation(element: Element) -> &'static str {
    let bits = element.bit_width();
    if element == Element::I1 {
        "i1 is a byte, 0 or 1."
    } else if element.is_integer() && bits < 8 && element.is_unsigned() {
        "ui2 and ui4 lie in a byte each, zero-extended: 14 is 0x0E."
    } else if element.is_integer() && bits < 8 {
        "i2 and i4 lie in a byte each, sign-extended: -2 is 0xFE, and 0x0E is no i4."
    } else if element.is_complex() {
        "A complex number is its real part, then its imaginary part."
    } else if element.is_float() && bits < 8 {
        "f4 and f6 lie in the low bits of a byte each; the other bits are 0."
    } else if element.is_float() && bits == 8 {
        "f8 lies in a byte, as its bits."
    } else if element.is_float() && bits == 16 {
        "f16 and bf16 lie in a uint16_t, as their bits."
    } else {
        ""
    }
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
    let (name, entry) = (&plan.function, plan.entry());
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
  static const hloom_runtime runtime = {{hloom_parallel_for, 0, hloom_run_tasks}};
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
    names: &Names,
) -> Result<Vec<u8>, Error> {
    let folder = Folder::create().map_err(|error| unlinked("a temporary folder", error))?;
    let (object, source) = (folder.path("code.o"), folder.path("runtime.c"));
    let library = folder.path("library.so");
    let code = lowered.code(FileType::Object)?;
    let mut text = C_RUNTIME.to_owned();
    text.push('\n');
    text.push_str(&wrapper(plan));
    // Nothing of one model is ever resolved by another: the two functions of the header are
    // all that is seen from outside, and they carry the version of this library.
    let (version, function) = (symbol(&names.library), &names.function);
    let exports = folder.path("exports.map");
    let map = format!("{version} {{ global: {function}; {function}_error; local: *; }};\n");
    let files: [(&Path, &[u8]); 4] = [
        (&object, code.as_slice()),
        (&source, text.as_bytes()),
        (&exports, map.as_bytes()),
        (&folder.path("hloom.h"), C_HEADER.as_bytes()),
    ];
    for (path, content) in files {
        std::fs::write(path, content).map_err(|error| unlinked("a temporary file", error))?;
    }
    let mut command = Command::new(compiler(target));
    // The library's threads outlive any dlclose, so its code has to stay.
    command.args(["-shared", "-fPIC", "-O2", "-std=c11", "-pthread", "-Wl,-z,nodelete"]);
    command.arg("-Wl,--no-undefined");
    command.arg("-Xlinker").arg("-soname").arg("-Xlinker").arg(&names.library);
    let mut script = OsString::from("-Wl,--version-script,");
    script.push(&exports);
    command.arg(script);
    command.arg(OsStr::new("-o")).arg(&library).args([&object, &source]);
    if plan.program.externs.iter().any(|function| function.is_routine()) {
        // Each routine is a section of its own, so only those that are called remain.
        command
            .arg(archive::find(target)?)
            .args(["-Wl,--gc-sections", "-s"])
            .args(archive::LIBRARIES);
    }
    command.arg("-lm");
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
