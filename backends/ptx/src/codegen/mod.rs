//! Loop programs as PTX text.
//!
//! Before this: a loop program. First its kernels are cut so that each is one grid
//! ([`hloom_loops::program::grids`]), and loops on little data become kernels that stay on
//! the device (the module `persistent`); then they are printed as LLVM IR by the code that
//! prints those of CPUs ([`hloom_llvm::nvptx`]); LLVM's NVPTX code generator makes PTX of
//! that. Floats are exact IEEE: no contraction but the program's own `fma`, subnormal
//! numbers kept, division and square root rounded to nearest.
//!
//! The text says in a comment ahead of each kernel what it computes, what its parameters
//! are, and how many threads it wants.

use std::fmt::Write as _;
use std::sync::Once;

use hloom_llvm::nvptx::{KernelModule, LaunchParam, NvptxCall, TensorMapParam};
use hloom_loops::program::{
    Block, BufferId, Facts, For, Inst, MmaOp, Program, Shape, Stmt, grids, shape, together,
};
use inkwell::OptimizationLevel;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{
    CodeModel, FileType, InitializationConfig, RelocMode, Target as LlvmTarget, TargetMachine,
    TargetTriple,
};

use crate::{Error, Target};

/// The options of compilation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The GPU.
    pub target: Target,
    /// Whether LLVM optimises.
    pub optimize: bool,
    /// Whether all constants are part of the text, which then stands for itself; else
    /// large ones are parameters of the kernels that read them.
    pub embed: bool,
    /// Whether LLVM's text is kept too.
    pub keep_llvm: bool,
}

impl Options {
    /// Optimised code for a GPU.
    pub fn new(target: Target) -> Options {
        Options { target, optimize: true, embed: false, keep_llvm: false }
    }
}

/// A program whose kernels are PTX.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The program, each kernel of which is one grid.
    pub program: Program,
    /// The GPU.
    pub target: Target,
    /// PTX with an entry for each kernel that differs from the others.
    pub text: String,
    /// The LLVM module that it was made of, as text; empty if that was not to be kept.
    pub llvm: String,
    /// The entries.
    pub kernels: Vec<PtxKernel>,
    /// The places where kernels run, in the order of the program's text.
    pub calls: Vec<NvptxCall>,
    /// The messages of checks, by the number of the check less one.
    pub messages: Vec<String>,
}

/// An entry of the PTX.
#[derive(Clone, PartialEq, Debug)]
pub struct PtxKernel {
    /// Its name in the text.
    pub symbol: String,
    /// The name of the first kernel that it serves.
    pub name: String,
    /// The work of a launch.
    pub facts: Facts,
    /// The parameters, in order.
    pub params: Vec<LaunchParam>,
    /// The tensor maps among these.
    pub maps: Vec<TensorMapParam>,
    /// The bytes of scratch memory that a thread needs.
    pub scratch_bytes: u64,
    /// The bytes of shared memory that a block is launched with, beside what the entry says
    /// itself.
    pub shared_bytes: u64,
    /// The threads that it is launched with.
    pub threads: Threads,
}

/// The threads of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threads {
    /// Blocks of the grid, in x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block, in x, y and z.
    pub block: [u32; 3],
}

/// Threads of a block whose kernel does not say otherwise.
const BLOCK: u64 = 128;

/// More threads than fill any GPU: a loop with more iterations gives each several.
const MOST_THREADS: u64 = 1 << 20;

/// Scratch memory of all threads of a launch together, in bytes, at most.
const MOST_SCRATCH: u64 = 1 << 28;

/// LLVM's passes over a module: as for CPUs, whose schedule has decided too. Addresses
/// of buffers are found to be global. GPUs' addresses have no room for products, so counting
/// in loops is LLVM's to choose here, where the CPU's code generator is told not to.
const PASSES: &str = "always-inline,function(\
    sroa,early-cse<memssa>,instsimplify,\
    loop-mssa(loop-rotate,licm),\
    early-cse<memssa>,instcombine<no-verify-fixpoint;max-iterations=1>,\
    infer-address-spaces,infer-alignment,loop-mssa(licm),simplifycfg,loop(loop-reduce))";

/// Compiles a program.
///
/// # Errors
/// LLVM does not know the target, or the program asks for what a GPU can't do.
pub fn compile(program: &Program, options: &Options) -> Result<Compiled, Error> {
    let program = crate::persistent::persistent(grids(program));
    let planned = KernelModule::of(&program, options.embed)?;
    let cx = hloom_llvm::constructors::context();
    let machine = machine(options, late_products(&program.body))?;
    let module = planned.module(&cx, options.target.nvptx(), &machine)?;
    let failed =
        |stage, message: String| Error::Llvm { stage, function: program.name.clone(), message };
    if cfg!(debug_assertions) {
        module.verify().map_err(|message| failed("verify", message.to_string()))?;
    }
    if options.optimize {
        let run = module.run_passes(PASSES, &machine, PassBuilderOptions::create());
        run.map_err(|message| failed("optimise", message.to_string()))?;
    }
    let text = machine.write_to_memory_buffer(&module, FileType::Assembly);
    let text = text.map_err(|message| failed("make PTX of", message.to_string()))?;
    let text = String::from_utf8_lossy(text.as_slice()).trim_end_matches('\0').to_owned();
    is_for(&text, options.target)?;
    let calls = planned.calls();
    let kernels: Vec<PtxKernel> = planned
        .kernels()
        .into_iter()
        .map(|kernel| PtxKernel {
            threads: threads(kernel.body, kernel.scratch_bytes),
            symbol: kernel.symbol,
            name: kernel.name.to_owned(),
            facts: kernel.facts,
            params: kernel.params,
            maps: kernel.maps,
            scratch_bytes: kernel.scratch_bytes,
            shared_bytes: kernel.shared_bytes,
        })
        .collect();
    let text = described(&text, &program, &kernels, &calls);
    let messages = planned.messages().iter().map(|&message| message.to_owned()).collect();
    let llvm = options.keep_llvm.then(|| module.print_to_string().to_string());
    let llvm = llvm.unwrap_or_default();
    drop(planned);
    Ok(Compiled { target: options.target, text, llvm, kernels, calls, messages, program })
}

/// Checks that a text is for a target: LLVM, asked for a GPU that it does not know, makes
/// code for the oldest that it does.
fn is_for(text: &str, target: Target) -> Result<(), Error> {
    let line = text.lines().find_map(|line| line.trim().strip_prefix(".target"));
    let made = line.and_then(|line| line.split([',', ' ']).find(|word| !word.is_empty()));
    if made == Some(target.name()) {
        return Ok(());
    }
    let reason = match made {
        Some(other) => format!("it does not know this GPU, and made code for {other}"),
        None => "its code is not for a GPU".to_owned(),
    };
    Err(Error::NoCodeGenerator { target: target.name(), reason })
}

/// Whether a block has products that came with PTX 8.4: of 8-bit floats, and `wgmma` of signed
/// by unsigned bytes.
fn late_products(block: &Block) -> bool {
    block.walk().any(|statement| match statement {
        Stmt::Let(_, Inst::Mma(op, ..)) => op.is_narrow_float(),
        Stmt::Let(_, Inst::Wgmma(it)) => {
            matches!(it.op, MmaOp::S8U8 | MmaOp::U8S8) || it.op.is_narrow_float()
        }
        _ => false,
    })
}

/// LLVM's machine for a target.
fn machine(options: &Options, late_products: bool) -> Result<TargetMachine, Error> {
    static NVPTX: Once = Once::new();
    NVPTX.call_once(|| {
        hloom_llvm::target::configure();
        LlvmTarget::initialize_nvptx(&InitializationConfig {
            asm_parser: false,
            disassembler: false,
            ..InitializationConfig::default()
        });
    });
    let triple = TargetTriple::create("nvptx64-nvidia-cuda");
    let refused = |reason: String| Error::NoCodeGenerator { target: options.target.name(), reason };
    let target = LlvmTarget::from_triple(&triple).map_err(|e| refused(e.to_string()))?;
    let level = if options.optimize { OptimizationLevel::Default } else { OptimizationLevel::None };
    let (cpu, features) = (options.target.name(), options.target.ptx(late_products));
    let (reloc, model) = (RelocMode::Default, CodeModel::Default);
    let machine = target.create_target_machine(&triple, cpu, features, level, reloc, model);
    machine.ok_or_else(|| refused(format!("no target machine for `{cpu}`")))
}

/// The threads that run a kernel.
fn threads(body: &Block, scratch: u64) -> Threads {
    let one = Threads { grid: [1; 3], block: [1; 3] };
    if let (Shape::Grid, Some(Stmt::Grid(it))) = (shape(body), body.statements.last()) {
        return Threads { grid: [it.blocks.max(1) as u32, 1, 1], block: [it.threads, 1, 1] };
    }
    let (Shape::Loop, Some(Stmt::For(it))) = (shape(body), body.statements.last()) else {
        return one;
    };
    let each = together(it).into_iter().map(iterations);
    let all = each.reduce(|a, b| a?.checked_mul(b?)).flatten();
    let preferred = all.unwrap_or(BLOCK).min(MOST_THREADS);
    let room = MOST_SCRATCH.checked_div(scratch).map_or(u64::MAX, |threads| threads.max(1));
    let preferred = preferred.min(room).max(1);
    // A warp is 32 threads, whether all are used or not.
    let block = preferred.next_multiple_of(32).min(BLOCK).min(room);
    let grid = if room < BLOCK { preferred / block } else { preferred.div_ceil(block) };
    Threads { grid: [grid.max(1) as u32, 1, 1], block: [block as u32, 1, 1] }
}

/// The trip count of a loop, where that is known.
fn iterations(it: &For) -> Option<u64> {
    let (from, to) = (it.from.as_constant()?, it.to.as_constant()?);
    let span = u64::try_from(to.checked_sub(from)?).unwrap_or(0);
    Some(span.div_ceil(it.step.unsigned_abs()))
}

/// The text with a comment ahead of each entry.
fn described(text: &str, program: &Program, kernels: &[PtxKernel], calls: &[NvptxCall]) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let kernel = kernels.iter().enumerate().find(|(_, kernel)| {
            let begins = line.starts_with(".visible .entry ");
            begins && line.trim_end_matches('(').ends_with(&format!(" {}", kernel.symbol))
        });
        if let Some((number, kernel)) = kernel {
            let buffers = calls.iter().find(|call| call.function.index() == number);
            let buffers = buffers.map_or(&[][..], |call| &call.buffers);
            describe(&mut out, program, kernel, buffers);
        }
        out.push_str(line);
        out.push('\n');
    }
    out
}

fn describe(out: &mut String, program: &Program, kernel: &PtxKernel, buffers: &[BufferId]) {
    let facts = &kernel.facts;
    let [x, y, z] = kernel.threads.grid;
    let [bx, by, bz] = kernel.threads.block;
    let _ = writeln!(
        out,
        "// {}: reads {} bytes, writes {}, {} flops\n// grid {x}x{y}x{z}, block {bx}x{by}x{bz}",
        kernel.name.replace('\n', " "),
        facts.bytes_read,
        facts.bytes_written,
        facts.flops
    );
    if kernel.shared_bytes > 0 {
        let _ = writeln!(out, "// {} bytes of dynamic shared memory", kernel.shared_bytes);
    }
    let name = |number: usize| {
        buffers.get(number).map_or("a buffer", |buffer| &program.buffer(*buffer).name)
    };
    for (at, parameter) in kernel.params.iter().enumerate() {
        let what = match parameter {
            LaunchParam::Map(number) => match kernel.maps.get(*number) {
                Some(map) => format!("a tensor map of @{}: {}", name(map.buffer), mapped(map)),
                None => "a tensor map".to_owned(),
            },
            LaunchParam::Status => "where a check that fails leaves its number, an i32".to_owned(),
            LaunchParam::Scratch => {
                format!("{} bytes of scratch memory for each thread", kernel.scratch_bytes)
            }
            LaunchParam::Buffer(number) => match buffers.get(*number) {
                Some(buffer) => {
                    let it = program.buffer(*buffer);
                    let dims: Vec<String> = it.shape.iter().map(u64::to_string).collect();
                    format!("@{} : {}[{}]", it.name, it.element, dims.join(", "))
                }
                None => "a buffer".to_owned(),
            },
        };
        let _ = writeln!(out, "// param {at}: {what}");
    }
}

/// The description of a tensor map, the innermost dimension first.
fn mapped(map: &TensorMapParam) -> String {
    let dims = map.tensor.dims.iter().map(|dim| {
        format!("{} of {} elements apart, {} at a time", dim.extent, dim.stride, dim.tile)
    });
    let dims: Vec<String> = dims.collect();
    let im2col = map.tensor.im2col.as_ref().map_or(String::new(), |im2col| {
        let spatial = im2col
            .spatial
            .iter()
            .map(|dim| format!("{} to {} behind the last by {}", dim.lower, dim.upper, dim.stride));
        let spatial: Vec<String> = spatial.collect();
        format!(", im2col, {} pixels from {}", im2col.pixels, spatial.join(" and "))
    });
    let rounded = if map.tensor.rounded { ", rounded to tf32" } else { "" };
    let start = map.tensor.start;
    format!(
        "{} from element {start} on, {}{im2col}, swizzled by 128 bytes{rounded}",
        map.element,
        dims.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_for_another_gpu_is_no_code() {
        let text = "//\n.version 8.7\n.target sm_120, debug\n.address_size 64\n";
        assert!(is_for(text, Target::Sm120).is_ok());
        let error = is_for(&text.replace("sm_120", "sm_30"), Target::Sm120).unwrap_err();
        assert_eq!(
            error.to_string(),
            "LLVM has no code generator for sm_120: it does not know this GPU, and made code for \
             sm_30"
        );
        assert!(is_for(&text.replace("sm_120", "sm_120a"), Target::Sm120).is_err());
        assert!(is_for("", Target::Sm75).is_err());
    }
}
