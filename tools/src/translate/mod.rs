//! `hloom translate`: a program in another format.
//!
//! ```text
//! .mlir, .mlirbc, .hlo, jax.export ─► module ─► StableHLO text · MLIR bytecode · portable artifact · HLO text
//! ```
//!
//! With `--emit irdl` there is no input: the definition of hloom's own dialect is written.
//!
//! The format of the input is judged by its content, that of the output by `--to` or the file's
//! ending.

mod irdl;

use std::path::{Path, PathBuf};

use anyhow::bail;
use hloom_ir::bytecode::{self, Encoding, Options, Version};
use hloom_ir::diag::Diagnostic;
use hloom_ir::text::{PrintOptions, print, slots};
use hloom_ir::{Module, OpId, Span, Type};
use hloom_passes::Pipeline;
use hloom_passes::drop_encodings::has_storage;

use crate::source::{Format, Source};
use crate::{ExitStatus, Io};

/// Write a program in another format
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  hloom translate model.mlir model.mlirbc                        a portable artifact of StableHLO
  hloom translate model.mlir model.mlirbc --target-version 1.0.0  for older readers
  hloom translate model.mlirbc -                                 its text
  hloom translate exported.bin model.mlir                        what jax.export has serialized
  hloom translate model.mlir model.mlirbc --to bytecode          MLIR bytecode, any dialect
  hloom translate model.mlir model.hlo                           HLO text, which XLA reads
  hloom translate dump.before_optimizations.txt model.mlir       what --xla_dump_to has written
  hloom translate sparse.mlir model.hlo --encodings dense        sparse tensors as dense ones
  hloom translate --emit irdl -o hloom.irdl                      hloom's dialect, for mlir-opt
  hloom translate fused.mlir - --to irdl                         a program that uses it, for mlir-opt")]
pub struct Args {
    /// The program in any format that hloom reads; `-` is standard input
    #[arg(value_name = "IN", required_unless_present = "emit")]
    file: Option<PathBuf>,
    /// The file to write, whose ending tells the format: .mlir, .mlirbc or .hlo; `-` is standard output
    #[arg(value_name = "OUT")]
    out: Option<PathBuf>,
    /// The file to write, as OUT
    #[arg(short, long, value_name = "OUT", conflicts_with = "out")]
    output: Option<PathBuf>,
    /// The format that the input must have; by default any
    #[arg(long, value_name = "FORMAT")]
    from: Option<Language>,
    /// The format of the output; by default that of the file's ending, else text
    #[arg(long, value_name = "FORMAT")]
    to: Option<Language>,
    /// Write a definition instead of a program
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["file", "from", "to"])]
    emit: Option<Emit>,
    /// The version of StableHLO whose readers can read the artifact
    #[arg(long, value_name = "VERSION", default_value_t = Version::PORTABLE)]
    target_version: Version,
    /// The version of MLIR bytecode, with --to bytecode
    #[arg(long, value_name = "NUMBER", default_value_t = 6)]
    bytecode_version: u64,
    /// The storage encodings of types: kept as they are, or none, with dense tensors in their place
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Encodings::Keep)]
    encodings: Encodings,
    /// Leave out the locations of ops in their source
    #[arg(long)]
    strip_locations: bool,
}

/// Storage encodings of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Encodings {
    /// Those of the input; an error for formats that have none
    Keep,
    /// None: arguments and results are dense
    Dense,
}

/// An output that needs no program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Emit {
    /// hloom's own dialect in IRDL, which mlir-opt reads by --irdl-file
    Irdl,
}

/// A format of programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Language {
    /// Text of MLIR
    Stablehlo,
    /// MLIR bytecode with all dialects as they are
    Bytecode,
    /// A portable artifact of StableHLO: VHLO in MLIR bytecode
    Artifact,
    /// HLO text, as XLA writes and reads it
    Hlo,
    /// Text of MLIR in generic form, with hloom's own dialect as --emit irdl defines it
    Irdl,
}

impl Language {
    /// The format of a file by its ending; text for standard output.
    fn of(path: &Path) -> anyhow::Result<Language> {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        Ok(match &*ending {
            "mlir" | "txt" => Language::Stablehlo,
            "mlirbc" | "bc" => Language::Artifact,
            "hlo" => Language::Hlo,
            "" if path == Path::new("-") => Language::Stablehlo,
            _ => bail!("`{}`: give --to FORMAT for this ending", path.display()),
        })
    }
}

/// Runs the command.
///
/// # Errors
/// If an option is wrong, or a file can't be read or written.
pub fn run(args: &Args, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    let stdout = PathBuf::from("-");
    let out = args.output.as_ref().or(args.out.as_ref()).unwrap_or(&stdout);
    let Some(file) = args.file.as_ref().filter(|_| args.emit.is_none()) else {
        io.write_result(Some(out), irdl::dialect().as_bytes())?;
        return Ok(ExitStatus::Success);
    };
    let to = args.to.map_or_else(|| Language::of(out), Ok)?;
    let bytes = io.read_bytes(file)?;
    let name = crate::display_name(file);
    let is_text = !bytecode::is_bytecode(&bytes);
    match args.from {
        Some(Language::Stablehlo | Language::Hlo | Language::Irdl) if !is_text => {
            bail!("`{name}` is bytecode, not text")
        }
        Some(Language::Bytecode | Language::Artifact) if is_text => {
            bail!("`{name}` is text, not bytecode")
        }
        _ => {}
    }
    let source = match is_text {
        true => Source { name, text: crate::io::text_of(bytes, file)? },
        false => {
            let module = bytecode::read(&bytes)
                .map_err(|error| anyhow::anyhow!("`{name}` can't be read: {error}"))?;
            let source = Source { name, text: String::new() };
            return written(args, to, out, module, &source, io);
        }
    };
    let is_hlo = source.chunks(false)[0].is_hlo();
    match args.from {
        Some(Language::Stablehlo | Language::Irdl) if is_hlo => {
            bail!("`{}` is HLO text, not MLIR", source.name)
        }
        Some(Language::Hlo) if !is_hlo => bail!("`{}` is not HLO text", source.name),
        _ => {}
    }
    let (module, diagnostics) = source.chunks(false)[0].read();
    source.show(&diagnostics, Format::Text, io)?;
    match module {
        Some(module) => written(args, to, out, module, &source, io),
        None => Ok(ExitStatus::Wrong),
    }
}

/// Writes the module.
fn written(
    args: &Args,
    to: Language,
    out: &Path,
    mut module: Module,
    source: &Source,
    io: &mut Io<'_>,
) -> anyhow::Result<ExitStatus> {
    let locations = !args.strip_locations;
    if args.encodings == Encodings::Dense {
        run_passes(&mut module, "drop-encodings")?;
    } else if matches!(to, Language::Artifact | Language::Hlo)
        && let Some((op, ty)) = stored(&module)
    {
        let format = if to == Language::Hlo { "HLO text" } else { "an artifact" };
        let message = format!(
            "{format} has no storage encodings, and `{}` has {ty}; \
             --encodings dense writes dense tensors in their place",
            module.op(op).name()
        );
        show(&module, op, message, source, io)?;
        return Ok(ExitStatus::Wrong);
    }
    let encoding = match to {
        Language::Stablehlo => {
            let text = print(&module, &PrintOptions { locations, ..PrintOptions::default() });
            io.write_result(Some(out), text.as_bytes())?;
            return Ok(ExitStatus::Success);
        }
        Language::Irdl => return for_irdl(&module, locations, out, source, io),
        Language::Hlo => return hlo(module, locations, out, source, io),
        Language::Bytecode => Encoding::Bytecode(args.bytecode_version),
        Language::Artifact => {
            // Artifacts have no ops of CHLO.
            let chlo = module.walk_all().any(|op| module.op(op).name().starts_with("chlo."));
            if chlo {
                run_passes(&mut module, "legalize-chlo")?;
            }
            Encoding::Artifact(args.target_version)
        }
    };
    match bytecode::write(&module, &Options { encoding, locations }) {
        Ok(bytes) => {
            io.write_result(Some(out), &bytes)?;
            Ok(ExitStatus::Success)
        }
        Err(error) if source.text.is_empty() || error.span == Span::default() => {
            io.error(format_args!("{error}"))?;
            Ok(ExitStatus::Wrong)
        }
        Err(error) => {
            let diagnostic = Diagnostic::error(error.span, error.message).label("in this op");
            source.show(&[diagnostic], Format::Text, io)?;
            Ok(ExitStatus::Wrong)
        }
    }
}

/// The first op that has a value in a storage other than dense, and its type.
fn stored(module: &Module) -> Option<(OpId, Type)> {
    module.walk_all().find_map(|op| {
        let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region));
        let args = blocks.flat_map(|&block| module.args(block).iter()).copied();
        let types = args.chain(module.results(op).iter()).map(|value| module.ty(value));
        let mut found = types.filter(|&ty| has_storage(ty));
        found.next().map(|ty| (op, ty))
    })
}

/// Shows an error at an op, with its place if the program is text.
fn show(
    module: &Module,
    op: OpId,
    message: String,
    source: &Source,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    match module.span(op) {
        span if source.text.is_empty() || span == Span::default() => {
            Ok(io.error(format_args!("{message}"))?)
        }
        span => source.show(&[Diagnostic::error(span, message)], Format::Text, io),
    }
}

/// Writes generic form that the definition in IRDL verifies.
fn for_irdl(
    module: &Module,
    locations: bool,
    out: &Path,
    source: &Source,
    io: &mut Io<'_>,
) -> anyhow::Result<ExitStatus> {
    if let Some((op, runs)) = slots::too_long(module) {
        let message = format!(
            "the operands or results of `{}` are {runs} runs of one type; its definition in IRDL has {}",
            module.op(op).name(),
            slots::SLOTS
        );
        show(module, op, message, source, io)?;
        return Ok(ExitStatus::Wrong);
    }
    let text = print(module, &PrintOptions { locations, irdl: true, ..PrintOptions::default() });
    io.write_result(Some(out), text.as_bytes())?;
    Ok(ExitStatus::Success)
}

/// Runs passes on a module.
fn run_passes(module: &mut Module, pipeline: &str) -> anyhow::Result<()> {
    let pipeline = Pipeline::parse(pipeline)?;
    hloom_passes::run(module, &pipeline, &Default::default(), &mut ())
        .map_err(|failure| anyhow::anyhow!("{failure}"))?;
    Ok(())
}

/// Writes HLO text, for which ops that HLO lacks are expanded first.
fn hlo(
    mut module: Module,
    locations: bool,
    out: &Path,
    source: &Source,
    io: &mut Io<'_>,
) -> anyhow::Result<ExitStatus> {
    for pipeline in expansions(&module) {
        run_passes(&mut module, pipeline)?;
    }
    match hloom_ir::hlo::write(&module, &hloom_ir::hlo::Options { entry: None, locations }) {
        Ok(text) => {
            io.write_result(Some(out), text.as_bytes())?;
            Ok(ExitStatus::Success)
        }
        Err(diagnostic) if source.text.is_empty() || diagnostic.span == Span::default() => {
            io.error(format_args!("{}", diagnostic.message))?;
            Ok(ExitStatus::Wrong)
        }
        Err(diagnostic) => {
            source.show(&[*diagnostic], Format::Text, io)?;
            Ok(ExitStatus::Wrong)
        }
    }
}

/// The passes that a module needs before it can be written as HLO text, in order.
fn expansions(module: &Module) -> Vec<&'static str> {
    use hloom_ir::ops::Op;
    let any = |is: &dyn Fn(&Op) -> bool| module.walk_all().any(|op| is(module.op(op)));
    let written = |op: &Op| {
        matches!(op, Op::Erf(_) | Op::TopK(_) | Op::RaggedDot(_)) || !op.name().starts_with("chlo.")
    };
    let quantized = module.walk_all().any(|op| {
        let types = module.result_types(op);
        types.iter().any(|ty| ty.element().is_some_and(|element| element.is_quantized()))
    });
    let structs = |op: &Op| {
        matches!(
            op,
            Op::GetElement(_)
                | Op::GetField(_)
                | Op::MakeArray(_)
                | Op::MakeStruct(_)
                | Op::WithElement(_)
                | Op::WithField(_)
        )
    };
    let mut all = Vec::new();
    if any(&|op| matches!(op, hloom_ir::branch_op!())) {
        all.push("lift-control-flow");
    }
    if any(&structs) {
        all.push("structs-to-tuples");
    }
    if module.walk_all().any(|op| hloom_ir::ops::reduces_slices(module, op)) {
        all.push("expand-slice-reduce");
    }
    if any(&|op| !written(op)) {
        all.push("legalize-chlo");
    }
    if quantized {
        all.push("expand-quantized");
    }
    if any(&|op| matches!(op, hloom_ir::sized_op!())) {
        all.push("refine-shapes,canonicalize-dynamism,dce");
    }
    all
}
