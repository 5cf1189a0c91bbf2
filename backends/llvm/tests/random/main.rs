//! Random loop programs: nested loops, branches, scratch memory, kernels and
//! parallel loops around random arithmetic, compiled and interpreted.
//!
//! A failure prints the program's seed and text. Programs never inspect the sign or payload of a
//! computed NaN, which IEEE 754 leaves open.

#[path = "../common/mod.rs"]
mod common;
mod generate;

use common::{STEPS, check_for, compile, run};
use generate::generate;
use hloom_llvm::{CpuTarget, Effort, Executable, Generator, Options, ThreadPool};
use hloom_loops::program::Program;
use hloom_loops::program::machine::Machine;

const EFFORTS: [Effort; 5] =
    [Effort::Full, Effort::Quick, Effort::Full, Effort::Quick, Effort::None];

#[test]
fn random_programs_mean_the_same() {
    let pool = ThreadPool::new(3).unwrap();
    for seed in 0..150 {
        let (program, inputs) = generate(seed);
        if let Err(error) = program.verify() {
            panic!("seed {seed}: {error}\n{program}");
        }
        let target = match seed % 4 {
            1 => CpuTarget::X86_64 { level: 3 },
            3 => CpuTarget::X86_64 { level: 2 },
            _ => CpuTarget::Native,
        };
        let target = if target.runs_here().is_ok() { target } else { CpuTarget::Native };
        let effort = EFFORTS[seed as usize % 5];
        let generator = Generator::Llvm;
        check_for(&program, &inputs, &Options { target, effort, generator, ..Options::default() });
        if seed % 7 == 0 {
            same_on_threads(seed, &program, &inputs, &pool);
        }
    }
}

/// Also checks that iterations of the generated parallel loops are independent: the results are the
/// same in descending order and on several threads.
fn same_on_threads(seed: u64, program: &Program, inputs: &[Vec<u8>], pool: &ThreadPool) {
    let slices: Vec<&[u8]> = inputs.iter().map(|input| &input[..]).collect();
    let forwards = Machine::new(program, &slices).unwrap().run(STEPS).unwrap();
    let mut machine = Machine::new(program, &slices).unwrap();
    machine.descending = true;
    assert_eq!(
        forwards,
        machine.run(STEPS).unwrap(),
        "seed {seed}: dependent iterations\n{program}"
    );
    let executable = compile(program);
    let alone = run(&executable, inputs, ThreadPool::serial()).unwrap();
    for _ in 0..5 {
        assert_eq!(run(&executable, inputs, pool).unwrap(), alone, "seed {seed}\n{program}");
    }
}

/// The direct generator has instructions for nearly all programs. `HLOOM_LOOP_PROGRAMS=N` checks N.
#[test]
fn direct_code_means_the_same() {
    let count = std::env::var("HLOOM_LOOP_PROGRAMS").map_or(150, |n| n.parse().expect("a number"));
    let options = Options { generator: Generator::Direct, ..Options::default() };
    let mut direct = 0;
    for seed in 1000..1000 + count {
        let (program, inputs) = generate(seed);
        check_for(&program, &inputs, &options);
        let executable = Executable::compile(&program, &options).unwrap();
        direct += u64::from(executable.generator() == Generator::Direct);
    }
    eprintln!("{direct} of {count} programs have direct code");
    let can = hloom_llvm::runs_direct_code();
    assert!(!can || direct * 10 >= count * 9, "{direct} of {count}");
}
