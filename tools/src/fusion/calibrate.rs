//! Measures the rates of this machine with small programs, each limited by one rate.

use std::time::Instant;

use anyhow::anyhow;
use hloom_ir::{Element, Literal, Module, OpId};
use hloom_llvm::CpuTarget;
use hloom_llvm::Options;
use hloom_llvm::executable::Executable;
use hloom_llvm::runtime::pool::ThreadPool;
use hloom_loops::Lowered;
use hloom_passes::Pipeline;
use hloom_passes::fusion::machine::Machine;

use crate::target;

/// Number of elements of a tensor that fits only in memory, and of one that fits in a core's
/// private cache.
const LARGE: usize = 1 << 24;
const SMALL: usize = 1 << 12;

/// The machine model of this machine on one thread.
///
/// # Errors
/// If a program can't be compiled or run.
pub(super) fn calibrate() -> anyhow::Result<Machine> {
    let mut machine = Machine { name: "measured".to_owned(), ..Machine::default() };
    machine.launch = seconds(&elementwise("negate", 1, "f32"))?.max(1e-8);
    let launch = machine.launch;
    let net = |time: f64| (time - launch).max(1e-9);
    let sum = net(seconds(&total(LARGE))?);
    machine.read = 4.0 * LARGE as f64 / sum;
    let both = net(seconds(&elementwise("negate", LARGE, "f32"))?);
    machine.write = 4.0 * LARGE as f64 / (both - 0.5 * sum).max(0.25 * both);
    let cached = 1 << 18;
    let sum = net(seconds(&total(cached))?);
    machine.cache_read = 4.0 * cached as f64 / sum;
    let both = net(seconds(&elementwise("negate", cached, "f32"))?);
    machine.cache_write = 4.0 * cached as f64 / (both - 0.5 * sum).max(0.25 * both);
    let near = net(seconds(&total(SMALL))?);
    machine.flops = (SMALL as f64 / near).max(machine.cache_read / 4.0);
    machine.flops_f64 = 0.5 * machine.flops;
    let special =
        |ty| anyhow::Ok(cached as f64 / net(seconds(&elementwise("exponential", cached, ty))?));
    machine.special = special("f32")?;
    machine.special_f64 = special("f64")?;
    let moved = net(seconds(&transpose(512))?);
    machine.moved = 512.0 * 512.0 / moved;
    let square = |ty, sum| {
        let time = net(seconds(&product([512, 512, 512], ty, sum))?);
        anyhow::Ok(2.0 * 512f64.powi(3) / time)
    };
    machine.products = square("f32", "f32")?;
    machine.products_f64 = square("f64", "f64")?;
    machine.products_f16 = square("bf16", "f32")?;
    machine.products_i8 = square("i8", "i32")?;
    let skinny = net(seconds(&product([2048, 128, 1], "f32", "f32"))?);
    machine.row_products = 2.0 * 2048.0 * 128.0 / skinny;
    Ok(machine)
}

fn elementwise(op: &str, n: usize, ty: &str) -> String {
    format!(
        "func.func @main(%x: tensor<{n}x{ty}>) -> tensor<{n}x{ty}> {{
  %y = stablehlo.{op} %x : tensor<{n}x{ty}>
  return %y : tensor<{n}x{ty}>
}}"
    )
}

fn total(n: usize) -> String {
    format!(
        "func.func @main(%x: tensor<{n}xf32>) -> tensor<f32> {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<{n}xf32>, tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}}"
    )
}

fn transpose(n: usize) -> String {
    format!(
        "func.func @main(%x: tensor<{n}x{n}xf32>) -> tensor<{n}x{n}xf32> {{
  %y = stablehlo.transpose %x, dims = [1, 0] : (tensor<{n}x{n}xf32>) -> tensor<{n}x{n}xf32>
  return %y : tensor<{n}x{n}xf32>
}}"
    )
}

fn product([m, k, n]: [usize; 3], ty: &str, sum: &str) -> String {
    let (x, y) = (format!("tensor<{m}x{k}x{ty}>"), format!("tensor<{k}x{n}x{ty}>"));
    let z = format!("tensor<{m}x{n}x{sum}>");
    format!(
        "func.func @main(%x: {x}, %y: {y}) -> {z} {{
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : ({x}, {y}) -> {z}
  return %z : {z}
}}"
    )
}

/// The minimum time of several runs of a program on ones.
fn seconds(text: &str) -> anyhow::Result<f64> {
    let module = hloom_ir::text::parse(text).module;
    let mut module = module.ok_or_else(|| anyhow!("a program that measures can't be read"))?;
    let pipeline = Pipeline::parse("canonicalize").map_err(|e| anyhow!("{e:?}"))?;
    target::optimize(&mut module, &pipeline, &Default::default()).map_err(|e| anyhow!("{e}"))?;
    seconds_of(&module, 0.15, 1)
}

/// The minimum time of several runs of a module's main on ones, within a time budget, on so many
/// threads.
///
/// # Errors
/// If it can't be compiled or run.
pub(crate) fn seconds_of(module: &Module, budget: f64, threads: usize) -> anyhow::Result<f64> {
    let mut trial = Trial::on(&lowered(module, threads)?, threads)?;
    let mut best = f64::INFINITY;
    let begin = Instant::now();
    for run in 0..200 {
        best = best.min(trial.run()?);
        if run >= 3 && begin.elapsed().as_secs_f64() > budget {
            break;
        }
    }
    Ok(best)
}

/// The loops of a module's main for so many threads.
///
/// # Errors
/// If it can't be lowered.
pub(crate) fn lowered(module: &Module, threads: usize) -> anyhow::Result<Lowered> {
    let entry = module.symbol("main").ok_or_else(|| anyhow!("it has no main"))?;
    lowered_function(module, entry, threads)
}

/// The loops of a function with tasks for so many cores; none for one core.
///
/// # Errors
/// If it can't be lowered.
pub(crate) fn lowered_function(
    module: &Module,
    entry: OpId,
    cores: usize,
) -> anyhow::Result<Lowered> {
    let mut machine = CpuTarget::Native.schedule_machine();
    if cores > 1 {
        machine.cores = u32::try_from(cores)?;
    }
    target::lower(module, entry, &machine).map_err(|d| anyhow!("{}", d.message))
}

/// A compiled function with inputs.
pub(crate) struct Trial {
    executable: Executable,
    pool: ThreadPool,
    inputs: Vec<Literal>,
    outputs: Vec<Literal>,
}

impl Trial {
    /// Compiles a function for runs on ones (zeros for types other than floats) on one thread.
    ///
    /// # Errors
    /// If compilation or allocation fails.
    pub(crate) fn of(lowered: &Lowered) -> anyhow::Result<Trial> {
        Trial::on(lowered, 1)
    }

    /// As [`Trial::of`], on so many threads.
    ///
    /// # Errors
    /// If compilation or allocation fails.
    pub(crate) fn on(lowered: &Lowered, threads: usize) -> anyhow::Result<Trial> {
        let zeros =
            |&ty: &hloom_ir::Type| Literal::zeros(ty.in_memory()).map_err(|e| anyhow!("{e}"));
        Ok(Trial {
            executable: Executable::compile(&lowered.program, &Options::default())?,
            pool: ThreadPool::new(threads)?,
            inputs: lowered.arguments.iter().map(|&ty| ones(ty)).collect::<Result<_, _>>()?,
            outputs: lowered.results.iter().map(zeros).collect::<Result<_, _>>()?,
        })
    }

    /// Runs it; returns the time in seconds.
    ///
    /// # Errors
    /// If the run fails.
    pub(crate) fn run(&mut self) -> anyhow::Result<f64> {
        run(&self.executable, &self.inputs, &mut self.outputs, &self.pool)
    }

    /// As [`Trial::run`], on other threads than its own.
    ///
    /// # Errors
    /// If the run fails.
    pub(crate) fn run_on(&mut self, pool: &ThreadPool) -> anyhow::Result<f64> {
        run(&self.executable, &self.inputs, &mut self.outputs, pool)
    }
}

fn run(
    executable: &Executable,
    inputs: &[Literal],
    outputs: &mut [Literal],
    pool: &ThreadPool,
) -> anyhow::Result<f64> {
    let bytes: Vec<&[u8]> = inputs.iter().map(Literal::bytes).collect();
    let mut out: Vec<&mut [u8]> = outputs.iter_mut().map(|o| o.as_mut_slice::<u8>()).collect();
    let clock = Instant::now();
    executable.run(&bytes, &mut out, pool)?;
    Ok(clock.elapsed().as_secs_f64())
}

fn ones(ty: hloom_ir::Type) -> anyhow::Result<Literal> {
    let mut literal = Literal::zeros(ty.in_memory()).map_err(|e| anyhow!("{e}"))?;
    match ty.element() {
        Some(Element::F32) => literal.as_mut_slice::<f32>().fill(1.0),
        Some(Element::F64) => literal.as_mut_slice::<f64>().fill(1.0),
        // Zeros suffice for other types.
        _ => {}
    }
    Ok(literal)
}
