//! Tasks do not change results: random programs whose kernels are dealt to cores, in the order of
//! the tasks, in the opposite one, and on threads.
//!
//! Cores are dealt round robin, so that tasks wait for each other as often as they can. Values of
//! the arena share memory as the order of tasks allows, so a wait that is missing shows as a
//! difference, or as an error of the verifier.

use super::{PIPELINE, as_file, compare, inputs_of, interpret};
use hloom_ir::Literal;
use hloom_llvm::{Executable, ThreadPool};
use hloom_loops::program::Stmt;
use hloom_loops::program::machine::Machine as Interpreter;
use hloom_loops::schedule::{Machine, TaskPolicy};
use hloom_passes::{Options, Pipeline};
use hloom_tests::campaign::{Random, seeds};
use hloom_tests::sampling::{program, same};

/// A bound on the statements of one run.
const STEPS: u64 = 1 << 26;

#[test]
fn campaign_tasks_do_what_their_kernels_do_in_order() {
    let pools: Vec<ThreadPool> = (1..=4).map(|n| ThreadPool::new(n).expect("threads")).collect();
    let (mut tasks, mut waits, mut cores) = (0, 0, [0; 5]);
    for seed in seeds(120) {
        let mut random = Random::new(seed);
        let sample = program(&mut random, 30);
        let inputs = inputs_of(&sample.module, &mut random);
        let fail = |why: &str| -> ! { panic!("{}", as_file(&sample, &inputs, why)) };
        let want = interpret(&sample.module, &inputs).unwrap_or_else(|e| fail(&e));
        let mut module = sample.module.clone();
        // Parts of ops are what tasks are for.
        let parts = 1 + random.below(4);
        let split = format!("inline,split{{policy=even cores={parts}}},{PIPELINE}");
        let pipeline = if random.below(2) == 0 { PIPELINE } else { &split };
        let pipeline = Pipeline::parse(pipeline).expect("a pipeline");
        hloom_passes::run(&mut module, &pipeline, &Options::default(), &mut ())
            .unwrap_or_else(|e| fail(&e.to_string()));
        let machine = Machine {
            cores: 2 + random.below(3) as u32,
            task_policy: TaskPolicy::RoundRobin(1 + random.below(3) as u32),
            ..Machine::default()
        };
        let main = module.symbol("main").expect("there is a main");
        let lowered = hloom_loops::lower_function(&module, main, &machine);
        let lowered = lowered.unwrap_or_else(|e| fail(&e.to_string()));
        lowered.program.verify().unwrap_or_else(|e| fail(&format!("{e}\n{}", lowered.program)));
        let text = lowered.program.to_string();
        let again = hloom_loops::text::parse(&text).unwrap_or_else(|e| fail(&format!("{e:?}")));
        assert_eq!(again.to_string(), text, "seed {seed}");
        for statement in lowered.program.body.walk() {
            if let Stmt::Tasks(all) = statement {
                tasks += all.len();
                waits += all.iter().map(|task| task.after.len()).sum::<usize>();
                cores[all.iter().map(|task| task.core as usize + 1).max().unwrap_or(0)] += 1;
            }
        }

        let expanded: Vec<Literal> = inputs.iter().map(Literal::expanded).collect();
        let bytes: Vec<&[u8]> = expanded.iter().map(Literal::bytes).collect();
        let literals = |out: Vec<Vec<u8>>| -> Vec<Literal> {
            let results = out.iter().zip(&lowered.results);
            results.map(|(b, &ty)| Literal::new(ty, b[..].into()).expect("of its size")).collect()
        };
        for descending in [false, true] {
            let mut it =
                Interpreter::new(&lowered.program, &bytes).unwrap_or_else(|e| fail(&e.to_string()));
            it.descending = descending;
            let got = it.run(STEPS).unwrap_or_else(|e| fail(&e.to_string()));
            let how = if descending { "of tasks in opposite order" } else { "of tasks in order" };
            compare(&sample, &inputs, &want, &literals(got), how);
        }
        let code = Executable::compile(&lowered.program, &Default::default())
            .unwrap_or_else(|e| fail(&e.to_string()));
        for pool in &pools {
            for _ in 0..3 {
                let out = code.call(&bytes, pool).unwrap_or_else(|e| fail(&e.to_string()));
                let out = out.iter().map(|bytes| bytes.to_vec()).collect();
                let how = format!("of tasks on {} threads", pool.threads());
                compare(&sample, &inputs, &want, &literals(out), &how);
            }
        }
    }
    assert!(tasks > 1_000 && waits > 500, "only {tasks} tasks that wait {waits} times");
    assert!(cores[2] > 10 && cores[3] > 10 && cores[4] > 10, "cores that were used: {cores:?}");
}

/// Parts of a matrix product may get other kernels than the whole has, but add each element's terms
/// in the same order: the results are equal bit for bit.
#[test]
fn parts_of_products_are_rounded_as_the_whole() {
    let mut random = Random::new(5);
    let pool = ThreadPool::new(2).expect("threads");
    for case in 0..60 {
        let [m, k, n] = [40, 300, 100].map(|most| 1 + random.below(most));
        let (x, w, v) = (format!("{m}x{k}"), format!("{k}x{n}"), format!("{n}x{k}"));
        let (y, z) = (format!("{m}x{n}"), format!("{m}x{k}"));
        let dot = "stablehlo.dot_general";
        let dims = "contracting_dims = [1] x [0]";
        let module = hloom_tests::parse(&format!(
            "func.func @main(%x: tensor<{x}xf32>, %w: tensor<{w}xf32>, %v: tensor<{v}xf32>) -> tensor<{z}xf32> {{
               %y = {dot} %x, %w, {dims} : (tensor<{x}xf32>, tensor<{w}xf32>) -> tensor<{y}xf32>
               %t = stablehlo.tanh %y : tensor<{y}xf32>
               %z = {dot} %t, %v, {dims} : (tensor<{y}xf32>, tensor<{v}xf32>) -> tensor<{z}xf32>
               return %z : tensor<{z}xf32>
             }}"
        ));
        let inputs = inputs_of(&module, &mut random);
        let run = |passes: &str| {
            let mut module = module.clone();
            let pipeline = Pipeline::parse(passes).expect("a pipeline");
            hloom_passes::run(&mut module, &pipeline, &Options::default(), &mut ())
                .expect("the passes run");
            super::by_machine_code(&module, &inputs, &pool).expect("it runs")
        };
        let whole = run(PIPELINE);
        for cores in [2, 4] {
            let parts = run(&format!("split{{policy=even cores={cores}}},{PIPELINE}"));
            assert!(same(&whole[0], &parts[0]), "case {case}: {m} x {k} x {n} on {cores} cores");
        }
    }
}
