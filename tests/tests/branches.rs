//! Random functions of several blocks give the same as they are, without branches,
//! with branches again, and as machine code. One that does not is printed as a test
//! file.

use hloom_interp::{RunError, Value};
use hloom_ir::module::Module;
use hloom_ir::text::{parse_module, print};
use hloom_ir::verify::verify;
use hloom_ir::{Element, Literal, Type};
use hloom_passes::{Options, Pipeline};
use hloom_tests::campaign::{Random, seeds};
use hloom_tests::sampling::{Form, branches};

const FORMS: [Form; 3] = [Form::Structured, Form::Reducible, Form::Any];

/// A random function, and inputs for it.
fn draw(seed: u64) -> (String, Module, Vec<Vec<Literal>>) {
    let mut random = Random::new(seed);
    let form = *random.one_of(&FORMS);
    let size = 2 + random.below(40);
    let text = branches(&mut random, form, size);
    let inputs = (0..3)
        .map(|_| {
            let number = |random: &mut Random| {
                let ty = Type::scalar_tensor(Element::I32);
                let value = random.below(13) as f64 - 6.0;
                Literal::from_f64s(ty, &[value]).expect("a number")
            };
            (0..3).map(|_| number(&mut random)).collect()
        })
        .collect();
    let module = match parse_module(&text) {
        Ok(module) => module,
        Err(errors) => panic!("seed {seed}: {}\n{text}", errors[0].message),
    };
    if let Err(errors) = verify(&module) {
        panic!("seed {seed}: {}\n{text}", errors[0].message);
    }
    (text, module, inputs)
}

fn interpret(module: &Module, inputs: &[Literal]) -> Result<Vec<Value>, Box<RunError>> {
    let values: Vec<Value> = inputs.iter().cloned().map(Value::Tensor).collect();
    hloom_interp::run(module, "main", &values)
}

/// The module after passes; `None` if its loops have too many entries.
fn after(module: &Module, pipeline: &str, text: &str) -> Option<Module> {
    let pipeline = Pipeline::parse(pipeline).expect("a pipeline");
    let options = Options { verify_each: true, ..Options::default() };
    let mut module = module.clone();
    match hloom_passes::run(&mut module, &pipeline, &options, &mut ()) {
        Ok(()) => Some(module),
        Err(failure) if failure.to_string().contains("`split-limit`") => None,
        Err(failure) => panic!("// {failure}\n{text}"),
    }
}

#[test]
fn campaign_functions_mean_the_same_without_branches() {
    let pipelines = [
        "lift-control-flow{split-limit=100}",
        "lift-control-flow{tuples=true,split-limit=100}",
        "lift-control-flow{split-limit=100},canonicalize,cse,dce",
        "lift-control-flow{split-limit=100},lower-control-flow{scalars=true}",
    ];
    let (mut compared, mut refused) = (0, 0);
    for seed in seeds(150) {
        let (text, module, inputs) = draw(seed);
        for pipeline in pipelines {
            let Some(lifted) = after(&module, pipeline, &text) else {
                refused += 1;
                break;
            };
            let lowered = pipeline.contains("lower-control-flow");
            let is_branch = |name: &str| name.starts_with("cf.");
            let branches = lifted.walk_all().any(|op| is_branch(lifted.op(op).name()));
            assert!(lowered || !branches, "// {pipeline} leaves branches\n{text}");
            for inputs in &inputs {
                let want = interpret(&module, inputs).expect("each program ends");
                let got = interpret(&lifted, inputs)
                    .unwrap_or_else(|error| panic!("// {pipeline}: {error}\n{text}"));
                let shown = print(&lifted, &Default::default());
                assert!(
                    want == got,
                    "// {pipeline} on {inputs:?} gives {got:?}, not {want:?}\n{text}\n{shown}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 10 * refused, "{refused} programs were refused");
}

#[cfg(feature = "llvm")]
#[test]
fn campaign_machine_code_does_what_branches_do() {
    use hloom_llvm::{Executable, ThreadPool};
    let pool = ThreadPool::new(1).expect("threads");
    for seed in seeds(40) {
        let (text, module, inputs) = draw(seed);
        let pipelines = [
            "lift-control-flow{split-limit=100}",
            "lift-control-flow{split-limit=100},inline,canonicalize,cse,fuse,dce",
        ];
        for pipeline in pipelines {
            let Some(lifted) = after(&module, pipeline, &text) else { break };
            let main = lifted.symbol("main").expect("there is a main");
            let fail = |error: String| -> ! { panic!("// {pipeline}: {error}\n{text}") };
            let lowered = hloom_loops::lower_function(&lifted, main, &Default::default())
                .unwrap_or_else(|error| fail(error.to_string()));
            let code = Executable::compile(&lowered.program, &Default::default())
                .unwrap_or_else(|error| fail(error.to_string()));
            for inputs in &inputs {
                let want = interpret(&module, inputs).expect("each program ends");
                let bytes: Vec<&[u8]> = inputs.iter().map(Literal::bytes).collect();
                let out = code.call(&bytes, &pool).unwrap_or_else(|e| fail(e.to_string()));
                let got: Vec<Value> = out
                    .iter()
                    .zip(&lowered.results)
                    .map(|(bytes, &ty)| Literal::new(ty, bytes[..].into()).expect("of its size"))
                    .map(Value::Tensor)
                    .collect();
                assert!(
                    want == got,
                    "// {pipeline} on {inputs:?} gives {got:?} as machine code, not {want:?}\n{text}"
                );
            }
        }
    }
}
