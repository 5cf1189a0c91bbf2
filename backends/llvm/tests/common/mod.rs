//! Runs loop programs compiled and interpreted, and compares the results bit for bit.
#![allow(dead_code, reason = "each test file uses its own part")]

use hloom_llvm::CpuTarget;
use hloom_llvm::executable::Executable;
use hloom_llvm::runtime::buffer::AlignedBuffer;
use hloom_llvm::runtime::pool::ThreadPool;
use hloom_llvm::{Effort, Generator, Options};
use hloom_loops::program::machine::{Machine, MachineError};
use hloom_loops::program::{Program, Scalar, eval};

/// The byte with which the interpreter fills uninitialized memory. Outputs are filled with it
/// before compiled code runs, so that unwritten parts compare equal.
pub(crate) const POISON: u8 = 0xb5;

/// Step limit of the interpreter: more than any test program takes.
pub(crate) const STEPS: u64 = 50_000_000;

/// Parses and verifies a program.
pub(crate) fn parse(text: &str) -> Program {
    let program = match hloom_loops::text::parse(text) {
        Ok(program) => program,
        Err(error) => panic!("{:?}: {error}\n{text}", error.position(text)),
    };
    if let Err(error) = program.verify() {
        panic!("{error}\n{program}");
    }
    program
}

/// Pseudorandom bytes.
pub(crate) fn noise(count: usize, seed: u64) -> Vec<u8> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as u8
    };
    (0..count).map(|_| next()).collect()
}

/// Compilation targets that this machine can run.
pub(crate) fn targets() -> Vec<CpuTarget> {
    let all = hloom_llvm::target::LEVELS.map(|name| CpuTarget::parse(name).unwrap());
    all.into_iter().filter(|target| target.runs_here().is_ok()).collect()
}

pub(crate) fn compile(program: &Program) -> Executable {
    compile_for(program, &Options::default())
}

pub(crate) fn compile_for(program: &Program, options: &Options) -> Executable {
    match Executable::compile(program, options) {
        Ok(executable) => executable,
        Err(error) => panic!("{error}\n{program}"),
    }
}

/// Runs compiled code. Returns its results, or its error's message.
pub(crate) fn run(
    executable: &Executable,
    inputs: &[Vec<u8>],
    pool: &ThreadPool,
) -> Result<Vec<Vec<u8>>, String> {
    let inputs: Vec<AlignedBuffer> =
        inputs.iter().map(|input| AlignedBuffer::copy_of(input).unwrap()).collect();
    let mut outputs: Vec<AlignedBuffer> = executable
        .outputs()
        .iter()
        .map(|output| AlignedBuffer::copy_of(&vec![POISON; output.bytes]).unwrap())
        .collect();
    let inputs: Vec<&[u8]> = inputs.iter().map(|input| &input[..]).collect();
    let mut slices: Vec<&mut [u8]> = outputs.iter_mut().map(|output| &mut output[..]).collect();
    executable.run(&inputs, &mut slices, pool).map_err(|error| error.to_string())?;
    Ok(outputs.iter().map(|output| output.to_vec()).collect())
}

/// Runs a program interpreted and compiled for every target of this machine, and compares the
/// results bit for bit; all NaNs are equal.
pub(crate) fn check(program: &Program, inputs: &[Vec<u8>]) {
    for target in targets() {
        check_for(program, inputs, &Options { target, effort: Effort::Full, ..Options::default() });
    }
    for effort in [Effort::None, Effort::Quick, Effort::Full] {
        let generator = Generator::Llvm;
        check_for(program, inputs, &Options { effort, generator, ..Options::default() });
    }
}

/// Same as [`check`], for one set of compilation options.
pub(crate) fn check_for(program: &Program, inputs: &[Vec<u8>], options: &Options) {
    compare_runs(program, inputs, options, &compile_for(program, options));
}

/// Compares a run of compiled code with the interpreter's.
pub(crate) fn compare_runs(
    program: &Program,
    inputs: &[Vec<u8>],
    options: &Options,
    executable: &Executable,
) {
    let slices: Vec<&[u8]> = inputs.iter().map(|input| &input[..]).collect();
    let expected = Machine::new(program, &slices).and_then(|machine| machine.run(STEPS));
    let found = run(executable, inputs, ThreadPool::serial());
    match (expected, found) {
        (Ok(expected), Ok(found)) => {
            for ((id, expected), found) in program.results().iter().zip(&expected).zip(&found) {
                let buffer = program.buffer(*id);
                compare(program, options, &buffer.name, buffer.storage().scalar, expected, found);
            }
        }
        (Err(MachineError::Assertion(expected)), Err(found)) => {
            assert_eq!(found, format!("`{}` stopped: {expected}", program.name));
        }
        (expected, found) => panic!("expected {expected:?}, found {found:?}\n{program}"),
    }
}

fn compare(
    program: &Program,
    options: &Options,
    name: &str,
    scalar: Scalar,
    expected: &[u8],
    found: &[u8],
) {
    assert_eq!(expected.len(), found.len());
    let width = scalar.bytes();
    for (at, (expected, found)) in expected.chunks(width).zip(found.chunks(width)).enumerate() {
        if expected == found {
            continue;
        }
        let number = |bytes: &[u8]| {
            let mut wide = [0; 8];
            wide[..width].copy_from_slice(bytes);
            let bits = u64::from_le_bytes(wide);
            if scalar.is_float() { (bits, eval::to_f64(scalar, bits)) } else { (bits, bits as f64) }
        };
        let (expected, found) = (number(expected), number(found));
        assert!(
            scalar.is_float() && expected.1.is_nan() && found.1.is_nan(),
            "unit {at} of @{name} ({}, {:?}): expected {:#x} ({}), found {:#x} ({})\n{program}",
            options.target,
            options.effort,
            expected.0,
            expected.1,
            found.0,
            found.1,
        );
    }
}

/// The little-endian bytes of numbers.
pub(crate) fn bytes<T: bytemuck::NoUninit>(values: &[T]) -> Vec<u8> {
    bytemuck::cast_slice(values).to_vec()
}
