//! Random programs give the same results in the interpreter, after passes, and as machine code. A
//! failing program is printed as a test file.

#[cfg(feature = "llvm")]
#[path = "diff/layers.rs"]
mod layers;
#[cfg(feature = "llvm")]
#[path = "diff/layouts.rs"]
mod layouts;
#[cfg(feature = "llvm")]
#[path = "diff/rows.rs"]
mod rows;
#[cfg(feature = "llvm")]
#[path = "diff/sweep.rs"]
mod sweep;
#[cfg(feature = "llvm")]
#[path = "diff/tasks.rs"]
mod tasks;
#[cfg(feature = "llvm")]
#[path = "diff/tiers.rs"]
mod tiers;
#[cfg(feature = "llvm")]
#[path = "diff/voices.rs"]
mod voices;

use hloom_interp::Value;
use hloom_ir::module::Module;
use hloom_ir::{Literal, Type};
use hloom_passes::{Options, Pipeline};
use hloom_tests::campaign::{Random, seeds};
use hloom_tests::sampling::{Sample, close, input, program, same};

/// The pipeline of every CPU program.
const PIPELINE: &str = "inline,canonicalize,cse,fuse,dce";

fn interpret(module: &Module, inputs: &[Literal]) -> Result<Vec<Literal>, String> {
    let values: Vec<Value> = inputs.iter().cloned().map(Value::Tensor).collect();
    let results = hloom_interp::run(module, "main", &values).map_err(|e| e.to_string())?;
    results.into_iter().map(|v| v.into_tensor().ok_or_else(|| "no tensor".to_owned())).collect()
}

/// The program as a test file that reproduces the difference.
fn as_file(sample: &Sample, inputs: &[Literal], what: &str) -> String {
    let mut file = format!("// {what}\n");
    for (i, x) in inputs.iter().enumerate() {
        file.push_str(&format!("// input {i}: {x}\n"));
    }
    file.push_str(&hloom_ir::text::print(&sample.module, &Default::default()));
    file
}

fn compare(sample: &Sample, inputs: &[Literal], want: &[Literal], got: &[Literal], how: &str) {
    for (i, (a, b)) in want.iter().zip(got).enumerate() {
        let agrees = same(a, b) || sample.ulps[i] > 0 && close(a, b, sample.ulps[i]);
        if !agrees {
            let at = (0..a.count()).find(|&k| a.element_bytes(k) != b.element_bytes(k));
            let at = at.unwrap_or(0);
            let what = format!(
                "element {at} of result {i}, {}, {how} is {} instead of {}",
                a.ty(),
                b.get_f64(at),
                a.get_f64(at)
            );
            panic!("{}", as_file(sample, inputs, &what));
        }
    }
}

fn inputs_of(module: &Module, random: &mut Random) -> Vec<Literal> {
    let function = module.symbol("main").expect("there is a main");
    let types: &[Type] = module.func(function).function_type.inputs();
    types.iter().map(|&ty| input(ty, random).expect("a static tensor")).collect()
}

#[test]
fn campaign_passes_keep_the_meaning_of_random_programs() {
    let pipeline = Pipeline::parse(PIPELINE).expect("a pipeline");
    let options = Options { verify_each: true, ..Options::default() };
    for seed in seeds(300) {
        let mut random = Random::new(seed);
        let sample = program(&mut random, 30);
        let inputs = inputs_of(&sample.module, &mut random);
        let want = interpret(&sample.module, &inputs)
            .unwrap_or_else(|e| panic!("{}", as_file(&sample, &inputs, &e)));
        let mut module = sample.module.clone();
        if let Err(e) = hloom_passes::run(&mut module, &pipeline, &options, &mut ()) {
            panic!("{}", as_file(&sample, &inputs, &e.to_string()));
        }
        let got = interpret(&module, &inputs)
            .unwrap_or_else(|e| panic!("{}", as_file(&sample, &inputs, &e)));
        compare(&sample, &inputs, &want, &got, "after passes");
    }
}

#[cfg(feature = "llvm")]
fn by_machine_code(
    module: &Module,
    inputs: &[Literal],
    pool: &hloom_llvm::ThreadPool,
) -> Result<Vec<Literal>, String> {
    let main = module.symbol("main").expect("there is a main");
    let lowered = hloom_loops::lower_function(module, main, &Default::default())
        .map_err(|e| e.to_string())?;
    let code = hloom_llvm::Executable::compile(&lowered.program, &Default::default())
        .map_err(|e| e.to_string())?;
    let expanded: Vec<Literal> = inputs.iter().map(Literal::expanded).collect();
    let bytes: Vec<&[u8]> = expanded.iter().map(Literal::bytes).collect();
    let out = code.call(&bytes, pool).map_err(|e| e.to_string())?;
    let results = out.iter().zip(&lowered.results);
    Ok(results
        .map(|(bytes, &ty)| Literal::new(ty, bytes[..].into()).expect("of its size"))
        .collect())
}

#[cfg(feature = "llvm")]
#[test]
fn campaign_machine_code_does_what_the_interpreter_does() {
    let pipeline = Pipeline::parse(PIPELINE).expect("a pipeline");
    let pool = hloom_llvm::ThreadPool::new(2).expect("threads");
    for seed in seeds(80) {
        let mut random = Random::new(seed);
        let sample = program(&mut random, 30);
        let inputs = inputs_of(&sample.module, &mut random);
        let want = interpret(&sample.module, &inputs).expect("ran before");
        for passes in [false, true] {
            let mut module = sample.module.clone();
            if passes {
                hloom_passes::run(&mut module, &pipeline, &Options::default(), &mut ())
                    .expect("ran before");
            }
            let got = by_machine_code(&module, &inputs, &pool)
                .unwrap_or_else(|e| panic!("{}", as_file(&sample, &inputs, &e)));
            let how = if passes { "as fused machine code" } else { "as machine code" };
            compare(&sample, &inputs, &want, &got, how);
        }
    }
}
