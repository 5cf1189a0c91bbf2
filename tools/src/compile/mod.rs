//! `hloom compile`: one function of a program as a file of code.
//!
//! The stages are those of `hloom run` (verify, passes, loops, LLVM), up to the requested form.
//! Loop programs do not need LLVM.

mod gpu;

use std::path::{Path, PathBuf};

use anyhow::bail;
use hloom_ir::{Module, OpId, Severity};
use hloom_loops::lower::Lowered;
use hloom_loops::schedule::{Choice, Schedules};
use hloom_passes::{Observer, PassDef};

use crate::entry;
use crate::extents::{self, Extent};
use crate::fusion::FusionFlags;
use crate::prepare;
use crate::progress::Progress;
use crate::schedules::ScheduleFile;
use crate::source::{self, Format, Source};
use crate::target::{self, Forms, NotLowered};
use crate::{ExitStatus, Io, upstream};

/// Compile a function ahead of time
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  hloom compile model.mlir -o model.so --header model.h  int32_t model_main(inputs, outputs)
  hloom compile model.mlir --emit loops                  what the machine will do
  hloom compile model.mlir --emit schedules -o my.schedules
  hloom compile model.mlir --use-schedules my.schedules
  hloom compile model.mlir --emit asm --target x86-64-v4
  hloom compile model.mlir --emit obj --target aarch64 -o model.o
  hloom compile model.mlir --emit ptx --target sm_90
  hloom compile model.mlir -o model.cubin --target sm_90 --statistics")]
pub struct Args {
    /// The program to read; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The output's form (default: by the ending of the name behind -o, else asm)
    #[arg(long, value_enum)]
    emit: Option<Emit>,
    /// The machine: native, x86-64, x86-64-v2, x86-64-v3, x86-64-v4 or aarch64; a kind of CPU:
    /// alderlake, cascadelake, cooperlake, icelake-server, sapphirerapids, znver4, neoverse-n1
    /// or neoverse-v1; of GPUs sm_75, sm_80, sm_90, sm_90a, sm_100 or sm_120
    #[arg(long, value_name = "NAME", default_value = "native")]
    target: String,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write the C header of a shared library to this file
    #[arg(long, value_name = "FILE")]
    header: Option<PathBuf>,
    /// The first part of the function's name in the code: NAME_main (default: the name behind
    /// -o, without lib and ending; hloom without -o)
    #[arg(long, value_name = "NAME", value_parser = prefix)]
    prefix: Option<String>,
    /// Say on standard error what each kernel takes of a GPU
    #[arg(long)]
    statistics: bool,
    /// The function to compile (default: main, else the only public one)
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// The extent of a dimension that the type of an argument leaves open
    #[arg(long, value_name = "ARGUMENT.DIMENSION=SIZE", value_parser = extents::parse)]
    extent: Vec<Extent>,
    /// Divide the program into tasks that so many cores run side by side, where that is estimated
    /// to be faster; 1 for none
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..))]
    cores: u16,
    /// Divide ops among the cores too, where the program is estimated to be faster so
    #[arg(long, conflicts_with_all = ["passes", "use_schedules"])]
    split: bool,
    /// Run these passes instead of the backend's own
    #[arg(long, value_name = "PIPELINE")]
    passes: Option<String>,
    /// Compute nests by the schedules in this file, as --emit schedules writes them
    #[arg(long, value_name = "FILE")]
    use_schedules: Option<PathBuf>,
    /// Print every op of upstream MLIR's dialects in generic form
    #[arg(long)]
    print_generic: bool,
    #[command(flatten)]
    fusion: FusionFlags,
    /// The form of diagnostics
    #[arg(long, value_enum, default_value_t)]
    diagnostics: Format,
}

/// A kind of code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Emit {
    /// The nests, as text: what is computed
    Nests,
    /// The schedules of the nests, as text: how it is computed
    Schedules,
    /// The loop program, as text
    Loops,
    /// LLVM IR, as text
    Llvm,
    /// Assembly, as text
    Asm,
    /// A relocatable object file
    Obj,
    /// A shared library with a runtime of its own
    So,
    /// NVIDIA PTX
    Ptx,
    /// NVIDIA machine code
    Cubin,
    /// Upstream MLIR's linalg, tensor, arith, math and scf, as text
    Linalg,
    /// The same after bufferization
    Memref,
    /// Upstream MLIR's llvm dialect, as text
    LlvmDialect,
}

impl Emit {
    /// The stage of upstream MLIR's dialects, if it is one.
    fn upstream(self) -> Option<&'static str> {
        match self {
            Emit::Linalg => Some("linalg"),
            Emit::Memref => Some("memref"),
            Emit::LlvmDialect => Some("llvm-dialect"),
            _ => None,
        }
    }

    /// The kind for a file name's extension.
    fn of(path: &Path) -> Option<Emit> {
        match path.extension()?.to_str()? {
            "ll" => Some(Emit::Llvm),
            "s" => Some(Emit::Asm),
            "o" => Some(Emit::Obj),
            "so" => Some(Emit::So),
            "ptx" => Some(Emit::Ptx),
            "cubin" => Some(Emit::Cubin),
            _ => None,
        }
    }
}

/// Takes the prefix of a C function's name.
fn prefix(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if text.is_empty() || !text.chars().all(plain) || text.starts_with(|c: char| c.is_ascii_digit())
    {
        return Err("letters, digits and _ make a name in C, and no digit comes first".to_owned());
    }
    Ok(text.to_owned())
}

/// Checks that each option has an effect on the output.
///
/// # Errors
/// If an option has no effect; the message says what it requires.
fn refuse_idle(args: &Args, emit: Emit, on_gpu: bool) -> anyhow::Result<()> {
    match emit {
        Emit::Ptx | Emit::Cubin if !on_gpu => {
            bail!("--emit ptx and cubin are for GPUs: name one with --target sm_90, say");
        }
        Emit::Asm | Emit::Obj | Emit::So if on_gpu => {
            bail!("a GPU's code is --emit ptx or cubin (or loops, or llvm)");
        }
        _ => {}
    }
    let text = matches!(emit, Emit::Nests | Emit::Schedules | Emit::Loops);
    if args.statistics && (!on_gpu || text) {
        bail!("--statistics is for a GPU's code: --emit ptx or cubin, with --target sm_90, say");
    }
    if args.print_generic && emit.upstream().is_none() {
        bail!("--print-generic goes with --emit linalg, memref and llvm-dialect");
    }
    if args.split && args.cores < 2 {
        bail!("--split divides ops among several cores: give their number with --cores");
    }
    if args.cores > 1 && on_gpu {
        bail!("--cores is for a CPU's code: a GPU runs each kernel on all of it");
    }
    if args.prefix.is_some() && (on_gpu || text) {
        bail!("--prefix names a CPU's code: it goes with --emit so, obj, asm and llvm");
    }
    if matches!(emit, Emit::Obj | Emit::So | Emit::Cubin) && args.output.is_none() {
        bail!("this is not text: name the file with -o FILE, or -o - for standard output");
    }
    if args.header.is_some() && emit != Emit::So {
        bail!("--header goes with --emit so");
    }
    Ok(())
}

/// Runs the command.
///
/// # Errors
/// If options conflict, or a file can't be read or written.
pub fn run(args: Args, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    Progress::watch(io.terminal.progress, |progress| compile(&args, progress, io))
}

fn compile(args: &Args, progress: &Progress, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    let by_name = args.output.as_deref().map(Emit::of);
    if let (Some(None), None, Some(path)) = (by_name, args.emit, args.output.as_deref())
        && !is_stream(path)
    {
        bail!(
            "the name `{}` does not say what is to be written: say it with --emit, or end it in \
             .ll, .s, .o, .so, .ptx or .cubin",
            path.display()
        );
    }
    let on_gpu = args.target.starts_with("sm_");
    let usual = if on_gpu { Emit::Ptx } else { Emit::Asm };
    let emit = args.emit.or(by_name.flatten()).unwrap_or(usual);
    refuse_idle(args, emit, on_gpu)?;
    let mut machine = match on_gpu {
        true => gpu::machine(&args.target)?,
        false => code::machine(&args.target)?,
    };
    // The program that links an object file may not have requested the matrix unit from the system.
    machine.matrix &= emit != Emit::Obj;
    machine.cores = u32::from(args.cores);
    let pipeline = args.passes.as_deref().map(crate::opt::pipeline).transpose()?;
    let upstream = emit.upstream();
    args.fusion.check(Some(pipeline.as_ref().unwrap_or(&target::cpu_pipeline())), true)?;
    let source = Source::read(&args.file, io)?;
    progress.step("reading");
    let whole = &source.chunks(false)[0];
    let (module, diagnostics) = upstream::read_for(whole, pipeline.as_ref());
    source.show(&diagnostics, args.diagnostics, io)?;
    let Some(mut module) = module else { return Ok(ExitStatus::Wrong) };
    let name = match entry::choose(&module, args.entry.as_deref(), "choose one with --entry") {
        Ok(entry) => module.func(entry).sym_name.0.to_string(),
        Err(what) if args.entry.is_some() => bail!(what),
        Err(what) => return wrong(&what, &source, args, io),
    };
    let fusion = args.fusion.control_for(Some(&args.target), io)?;
    if !args.extent.is_empty() {
        let Some(entry) = module.symbol(&name) else { bail!("there is no function @{name}") };
        let refine = match extents::pipeline(&module, entry, &args.extent) {
            Ok(refine) => refine,
            Err(what) => bail!(what),
        };
        if let Err(failure) = target::optimize(&mut module, &refine, &fusion) {
            return failed(&module, &failure, &source, args, io);
        }
    }
    if let Some(stage) = upstream {
        return emit_upstream(&module, &name, stage, pipeline.as_ref(), &source, args, io);
    }
    let schedules = args.use_schedules.as_deref().map(ScheduleFile::read).transpose()?;
    let observer = &mut Steps(progress);
    let forms = match &pipeline {
        Some(pipeline) => {
            match target::optimize_watched(&mut module, pipeline, &fusion, observer) {
                Ok(()) => Ok(Forms::whole(module)),
                Err(failure) => return failed(&module, &failure, &source, args, io),
            }
        }
        None => {
            prepare::lift(&mut module);
            // Schedules in files are those of undivided ops.
            let in_file = schedules.is_some() || emit == Emit::Schedules;
            let cores = if args.split && !in_file { machine.cores } else { 1 };
            target::optimize_for_cores(module, cores, &fusion, observer)
        }
    };
    let forms = match forms {
        Ok(forms) => forms,
        Err(failure) => return failed(&Module::new(), &failure, &source, args, io),
    };
    progress.step("loops");
    args.fusion.finish(&fusion, io)?;
    let lowered = forms.lower(&name, &machine, (false, &[]), schedules.as_ref());
    let (module, lowered, choices) = match lowered {
        Ok(made) => made,
        Err((_, NotLowered::Removed)) => bail!("the passes removed the function @{name}"),
        Err((module, NotLowered::Program(mut diagnostic))) => {
            if let Some(entry) = module.symbol(&name)
                && let Some(flags) = extents::proposal(&module, entry)
            {
                let help = format!("name the open extents of the arguments, for example: {flags}");
                diagnostic.help.get_or_insert(help);
            }
            source.show(&[*diagnostic], args.diagnostics, io)?;
            return Ok(ExitStatus::Wrong);
        }
        Err((_, NotLowered::Schedules(what))) => return wrong(&what, &source, args, io),
    };
    if matches!(emit, Emit::Nests | Emit::Schedules) {
        let text = match emit {
            Emit::Nests => nests(&choices),
            _ => Schedules(&choices).to_string(),
        };
        io.write_result(args.output.as_deref(), text.as_bytes())?;
        return Ok(ExitStatus::Success);
    }
    if emit == Emit::Loops {
        let program = match on_gpu {
            true => &hloom_loops::program::grids(&lowered.program),
            false => &lowered.program,
        };
        let text = program.to_string();
        io.write_result(args.output.as_deref(), text.as_bytes())?;
        return Ok(ExitStatus::Success);
    }
    if let Some(check) = first_check(&module, &lowered) {
        return wrong(
            &format!("`{check}` tests a program that hloom runs; a compiled one can't hold it"),
            &source,
            args,
            io,
        );
    }
    progress.step("machine code");
    let made = match on_gpu {
        true => gpu::emit(&lowered.program, emit, args, io)?,
        false => code::emit(&lowered.program, emit, args)?,
    };
    match made {
        Ok(code) => {
            io.write_result(args.output.as_deref(), &code)?;
            if let Some(path) = &args.header {
                let header = code::header(&lowered.program, args);
                io.write_result(Some(path), header.as_bytes())?;
            }
            Ok(ExitStatus::Success)
        }
        Err(what) => wrong(&what, &source, args, io),
    }
}

/// Shows each pass as a step of the work.
struct Steps<'a>(&'a Progress);

impl Observer for Steps<'_> {
    fn before(&mut self, pass: &'static PassDef, _: &Module, _: OpId) {
        self.0.step(format!("pass {}", pass.name));
    }
}

/// Whether a path is standard output, a device or a pipe, so that its name carries no information.
fn is_stream(path: &Path) -> bool {
    path == Path::new("-") || std::fs::metadata(path).is_ok_and(|it| !it.is_file())
}

/// The concatenated nests of choices.
fn nests(choices: &[Choice]) -> String {
    let steps = choices.iter().flat_map(|choice| &choice.steps);
    steps.map(|step| step.nest.to_string()).collect()
}

/// Reports in which pass a pipeline stopped.
fn failed(
    module: &Module,
    failure: &hloom_passes::Failure,
    source: &Source,
    args: &Args,
    io: &mut Io<'_>,
) -> anyhow::Result<ExitStatus> {
    if failure.is_bug() {
        source::say(Severity::Error, &failure.to_string(), &source.name, args.diagnostics, io)?;
        return Ok(ExitStatus::Bug);
    }
    source.show(&[target::diagnostic_of(module, failure)], args.diagnostics, io)?;
    Ok(ExitStatus::Wrong)
}

/// Writes a stage of upstream MLIR's dialects.
fn emit_upstream(
    module: &Module,
    name: &str,
    stage: &str,
    pipeline: Option<&hloom_passes::Pipeline>,
    source: &Source,
    args: &Args,
    io: &mut Io<'_>,
) -> anyhow::Result<ExitStatus> {
    let prepared = match pipeline {
        None => upstream::prepare(module, name, &[]),
        Some(pipeline) => {
            let mut module = module.clone();
            match target::optimize(&mut module, pipeline, &Default::default()) {
                Ok(()) => Ok(module),
                Err(failure) => return failed(&module, &failure, source, args, io),
            }
        }
    };
    let text = prepared.and_then(|module| {
        upstream::Worker::start()?.emit(&module, name, stage, args.print_generic)
    });
    match text {
        Ok(text) => {
            io.write_result(args.output.as_deref(), text.as_bytes())?;
            Ok(ExitStatus::Success)
        }
        Err(upstream::Error::Missing(what)) => bail!(what),
        Err(upstream::Error::Program(found)) => {
            source.show(&found, args.diagnostics, io)?;
            Ok(ExitStatus::Wrong)
        }
        Err(error) => wrong(&error.to_string(), source, args, io),
    }
}

/// Reports an error in the program.
fn wrong(what: &str, source: &Source, args: &Args, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    source::say(Severity::Error, what, &source.name, args.diagnostics, io)?;
    Ok(ExitStatus::Wrong)
}

/// The name of the first check op; the loop program does not compare its operands.
fn first_check<'m>(module: &'m Module, lowered: &Lowered) -> Option<&'m str> {
    lowered.checks.first().map(|check| module.op(check.op).name())
}

/// The forms that need LLVM.
#[cfg(feature = "llvm")]
mod code {
    use super::{Args, Emit};
    use hloom_llvm::CpuTarget;
    use hloom_llvm::Options;
    use hloom_llvm::emit;
    use hloom_loops::program::Program;
    use hloom_loops::schedule::Machine;

    /// The machine description that schedules for a target are based on.
    pub(super) fn machine(target: &str) -> anyhow::Result<Machine> {
        Ok(CpuTarget::parse(target)?.schedule_machine())
    }

    /// Generates code for a program; the inner error is about the program.
    pub(super) fn emit(
        program: &Program,
        kind: Emit,
        args: &Args,
    ) -> anyhow::Result<Result<Vec<u8>, String>> {
        let format = match kind {
            Emit::Llvm => emit::Format::Llvm,
            Emit::Asm => emit::Format::Assembly,
            Emit::Obj => emit::Format::Object,
            Emit::So => emit::Format::SharedLibrary,
            Emit::Nests
            | Emit::Schedules
            | Emit::Loops
            | Emit::Ptx
            | Emit::Cubin
            | Emit::Linalg
            | Emit::Memref
            | Emit::LlvmDialect => {
                anyhow::bail!("LLVM has no such format")
            }
        };
        let options = Options { target: CpuTarget::parse(&args.target)?, ..Options::default() };
        let made = emit::emit_as(program, format, &options, &names(program, args));
        Ok(made.map_err(|error| error.to_string()))
    }

    /// The C header of a program's shared library.
    pub(super) fn header(program: &Program, args: &Args) -> String {
        emit::header(program, &names(program, args))
    }

    /// The names that the command line gives the code.
    fn names(program: &Program, args: &Args) -> emit::Names {
        let file = args.output.as_deref().filter(|path| !super::is_stream(path));
        let file = file.and_then(|path| path.file_name()).map(|name| name.to_string_lossy());
        emit::Names::new(program, args.prefix.as_deref(), file.as_deref())
    }
}

/// The replacement in a build without LLVM.
#[cfg(not(feature = "llvm"))]
mod code {
    use super::{Args, Emit};
    use hloom_loops::program::Program;
    use hloom_loops::schedule::Machine;

    const ABSENT: &str = "this hloom was built without LLVM, so it makes no code but \
                          --emit loops; build it with --features llvm";

    pub(super) fn machine(target: &str) -> anyhow::Result<Machine> {
        anyhow::ensure!(target == "native", "{ABSENT}, and no target but native is known");
        Ok(Machine::default())
    }

    pub(super) fn emit(_: &Program, _: Emit, _: &Args) -> anyhow::Result<Result<Vec<u8>, String>> {
        anyhow::bail!(ABSENT)
    }

    pub(super) fn header(_: &Program, _: &Args) -> String {
        String::new()
    }
}
