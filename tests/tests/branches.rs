//! Random functions of several blocks keep their results when control flow is lifted, when it is
//! lowered again, and as machine code; random loops do when they are unrolled, made canonical or
//! vectorized. A failing function is printed as a test file.

use hloom_interp::{RunError, Value};
use hloom_ir::module::Module;
use hloom_ir::text::{parse_module, print};
use hloom_ir::verify::verify;
use hloom_ir::{Element, Literal, Type};
use hloom_passes::{Options, Pipeline};
use hloom_tests::campaign::{Random, seeds};
use hloom_tests::sampling::{CfgShape, branches, counted, input};

/// Four of five functions are reducible, so the pass must not reject them.
const FORMS: [CfgShape; 5] = [
    CfgShape::Structured,
    CfgShape::Reducible,
    CfgShape::Structured,
    CfgShape::Reducible,
    CfgShape::Any,
];

fn form(seed: u64) -> CfgShape {
    FORMS[(seed % FORMS.len() as u64) as usize]
}

/// A random function, and inputs for it.
fn draw(seed: u64) -> (String, Module, Vec<Vec<Literal>>) {
    let mut random = Random::new(seed);
    let form = form(seed);
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

/// Statistics of a campaign.
#[derive(Default)]
struct Figures {
    structured: usize,
    reducible: usize,
    any: usize,
    refused: usize,
    blocks: usize,
    compared: usize,
}

impl Figures {
    fn add(&mut self, seed: u64, module: &Module) {
        match form(seed) {
            CfgShape::Structured => self.structured += 1,
            CfgShape::Reducible => self.reducible += 1,
            CfgShape::Any => self.any += 1,
        }
        let blocks = |op| module.blocks(module.regions(op)[0]).len();
        self.blocks += module.functions().map(blocks).sum::<usize>();
    }

    /// Adds the statistics of another part of the campaign.
    #[cfg(feature = "llvm")]
    fn join(&mut self, other: &Figures) {
        self.structured += other.structured;
        self.reducible += other.reducible;
        self.any += other.any;
        self.refused += other.refused;
        self.blocks += other.blocks;
        self.compared += other.compared;
    }

    /// Prints the statistics; only irreducible graphs may have been rejected.
    fn report(&self, what: &str) {
        let Figures { structured, reducible, any, refused, blocks, compared } = self;
        println!(
            "{what}: {structured} structured programs, {reducible} reducible graphs, {any} graphs \
             of any form ({refused} of them refused), {blocks} blocks, {compared} runs compared"
        );
        assert!(compared > &(10 * refused), "{refused} programs were refused");
    }
}

/// Counts a function that was rejected because its loops have too many entries.
fn refuse(seed: u64, text: &str, figures: &mut Figures) {
    assert!(form(seed) == CfgShape::Any, "// a reducible graph is refused\n{text}");
    figures.refused += 1;
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
        "lift-control-flow{split-limit=100,arm-limit=2}",
        "lift-control-flow{split-limit=100},canonicalize,cse,dce",
        "lift-control-flow{split-limit=100},canonicalize,cse,dce,hoist,vectorize-loops,unroll-loops,canonicalize,dce",
        "lift-control-flow{split-limit=100},lower-control-flow{scalars=true}",
    ];
    let mut figures = Figures::default();
    for seed in seeds(150) {
        let (text, module, inputs) = draw(seed);
        figures.add(seed, &module);
        for pipeline in pipelines {
            let Some(lifted) = after(&module, pipeline, &text) else {
                refuse(seed, &text, &mut figures);
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
                assert!(
                    want == got,
                    "// {pipeline} on {inputs:?} gives {got:?}, not {want:?}\n{text}\n{}",
                    print(&lifted, &Default::default())
                );
                figures.compared += 1;
            }
        }
    }
    figures.report("interpreted");
}

#[test]
fn campaign_loops_that_count_mean_the_same_without() {
    let pipelines = [
        "vectorize-loops",
        "vectorize-loops,canonicalize,cse,dce",
        "unroll-loops{budget=24}",
        "unroll-loops{budget=0},canonicalize,cse,dce",
        "hoist,canonicalize,dce,vectorize-loops,unroll-loops",
    ];
    let (mut programs, mut replaced) = (0, 0);
    for seed in seeds(300) {
        let mut random = Random::new(seed);
        let text = counted(&mut random);
        let module = match parse_module(&text) {
            Ok(module) => module,
            Err(errors) => panic!("seed {seed}: {}\n{text}", errors[0].message),
        };
        if let Err(errors) = verify(&module) {
            panic!("seed {seed}: {}\n{text}", errors[0].message);
        }
        let main = module.symbol("main").expect("there is a main");
        let types = module.func(main).function_type.inputs();
        let draw = |&ty: &Type| input(ty, &mut random).expect("a static tensor");
        let inputs: Vec<Literal> = types.iter().map(draw).collect();
        let want = interpret(&module, &inputs).expect("each loop ends");
        programs += 1;
        for pipeline in pipelines {
            let simpler = after(&module, pipeline, &text).expect("no pass refuses a loop");
            let got = interpret(&simpler, &inputs)
                .unwrap_or_else(|error| panic!("// {pipeline}: {error}\n{text}"));
            assert!(
                want == got,
                "// {pipeline} on {inputs:?} gives {got:?}, not {want:?}\n{text}\n{}",
                print(&simpler, &Default::default())
            );
            let is_loop = |op| simpler.op(op).name() == "stablehlo.while";
            replaced +=
                usize::from(pipeline == "vectorize-loops" && !simpler.walk_all().any(is_loop));
        }
    }
    println!("{programs} loops, of which {replaced} became tensor ops");
    assert!(8 * replaced > programs, "of {programs} loops only {replaced} became tensor ops");
}

#[cfg(feature = "llvm")]
#[test]
fn campaign_machine_code_does_what_branches_do() {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get()) as u64;
    let mut figures = Figures::default();
    // Compilation dominates the time, so programs are distributed over threads.
    std::thread::scope(|scope| {
        let parts: Vec<_> = (0..threads)
            .map(|k| scope.spawn(move || compiled(seeds(40).filter(|seed| seed % threads == k))))
            .collect();
        for part in parts {
            match part.join() {
                Ok(part) => figures.join(&part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    figures.report("as machine code");
}

/// Checks functions as machine code against their interpreted results.
#[cfg(feature = "llvm")]
fn compiled(seeds: impl Iterator<Item = u64>) -> Figures {
    use hloom_llvm::{Effort, Executable, ThreadPool};
    const EFFORTS: [Effort; 4] = [Effort::Full, Effort::Full, Effort::Quick, Effort::None];
    let pool = ThreadPool::new(1).expect("threads");
    let mut figures = Figures::default();
    for seed in seeds {
        let (text, module, inputs) = draw(seed);
        figures.add(seed, &module);
        let pipelines = [
            "lift-control-flow{split-limit=100}",
            "lift-control-flow{split-limit=100},inline,canonicalize,cse,fuse,dce",
        ];
        // Each function is compiled with another effort of LLVM, at random.
        let round = seed / FORMS.len() as u64;
        let pipeline = pipelines[(round % 2) as usize];
        let options =
            hloom_llvm::Options { effort: EFFORTS[round as usize % 4], ..Default::default() };
        let Some(lifted) = after(&module, pipeline, &text) else {
            refuse(seed, &text, &mut figures);
            continue;
        };
        let main = lifted.symbol("main").expect("there is a main");
        let fail = |error: String| -> ! { panic!("// {pipeline}: {error}\n{text}") };
        let lowered = hloom_loops::lower_function(&lifted, main, &Default::default())
            .unwrap_or_else(|error| fail(error.to_string()));
        let code = Executable::compile(&lowered.program, &options)
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
            figures.compared += 1;
        }
    }
    figures
}
