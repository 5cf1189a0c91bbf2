//! Fusions with a storage plan: random StableHLO programs over sparse arguments have the same results
//! without the pass, with it in the interpreter, and with it on the CPU.

use hloom_interp::Value;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Element, Literal, Type, text};
use hloom_passes::{Options, Pipeline};
use hloom_storage_tests::stablehlo::RandomProgram;
use hloom_storage_tests::{Random, samples, stablehlo};

fn parse(source: &str) -> Module {
    text::parse_module(source).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"))
}

fn printed(module: &Module) -> String {
    text::print(module, &text::PrintOptions::default())
}

fn run_passes(module: &mut Module, pipeline: &str) {
    let pipeline = Pipeline::parse(pipeline).unwrap();
    let options = Options { verify_each: true, ..Options::default() };
    hloom_passes::run(module, &pipeline, &options, &mut ()).unwrap();
}

fn plans(module: &Module) -> usize {
    let is_plan = |op: &_| matches!(module.op(*op), Op::Fusion(it) if it.plan.is_some());
    module.walk_all().filter(is_plan).count()
}

fn interpreted(module: &Module, arguments: &[Literal]) -> Vec<Literal> {
    let given: Vec<Value> = arguments.iter().cloned().map(Value::Tensor).collect();
    let results = hloom_interp::run(module, "main", &given)
        .unwrap_or_else(|error| panic!("{error:?}\n{}", printed(module)));
    results.into_iter().map(|value| value.into_tensor().unwrap().expanded()).collect()
}

/// The results of compiled code, and the number of plans in it.
#[cfg(feature = "llvm")]
fn compiled(module: &Module, arguments: &[Literal]) -> (Vec<Vec<u8>>, usize) {
    let main = module.symbol("main").unwrap();
    let types = module.func(main).function_type.inputs();
    let lowered = hloom_loops::lower_function(module, main, &Default::default())
        .unwrap_or_else(|error| panic!("{error}\n{}", printed(module)));
    let code = hloom_llvm::Executable::compile(&lowered.program, &Default::default()).unwrap();
    let arrays: Vec<Literal> = (types.iter().zip(arguments))
        .flat_map(|(&ty, literal)| match ty.as_tensor().and_then(|t| t.sparse()) {
            None => vec![literal.expanded()],
            Some(_) => {
                let sparse = hloom_ir::literal::sparse::Sparse::from_dense(ty, literal).unwrap();
                sparse.arrays().into_iter().cloned().collect()
            }
        })
        .collect();
    let bytes: Vec<&[u8]> = arrays.iter().map(Literal::bytes).collect();
    let pool = hloom_llvm::ThreadPool::new(2).unwrap();
    let results = code.call(&bytes, &pool).unwrap_or_else(|e| panic!("{e}\n{}", printed(module)));
    let text = lowered.program.to_string();
    let kernels = text.matches("kernel \"storage.").count();
    (results.iter().map(|bytes| bytes[..].to_vec()).collect(), kernels)
}

/// Whether numbers are the same, zeros of either sign included.
fn same(a: &Literal, b: &Literal) -> bool {
    let number = |x: f64, y: f64| x == y || x.is_nan() && y.is_nan();
    a.dims() == b.dims()
        && (0..a.count()).all(|i| match a.element().is_float() {
            true => number(a.get_f64(i), b.get_f64(i)),
            false => a.get_int(i) == b.get_int(i),
        })
}

/// The same program with floats of 32 bits; `None` if it rounds any.
fn narrowed(program: &RandomProgram, expected: &[Literal]) -> Option<RandomProgram> {
    let narrow = |text: &str| text.replace("f64", "f32");
    let arguments = program.arguments.iter().map(|literal| match literal.element() {
        Element::F64 => {
            let numbers: Vec<f64> = (0..literal.count()).map(|i| literal.get_f64(i)).collect();
            let ty = Type::tensor(literal.dims(), Element::F32);
            Literal::from_f64s(ty, &numbers).unwrap()
        }
        _ => literal.clone(),
    });
    let (encoded, plain) = (narrow(&program.encoded), narrow(&program.plain));
    let narrow = RandomProgram { encoded, plain, arguments: arguments.collect() };
    let found = interpreted(&parse(&narrow.plain), &narrow.arguments);
    found.iter().zip(expected).all(|(a, b)| same(a, b)).then_some(narrow)
}

/// The same program with integers of 8 bits in place of those of 32.
fn bytes(program: &RandomProgram) -> RandomProgram {
    let narrow = |text: &str| text.replace("i32", "i8");
    let arguments = program.arguments.iter().map(|literal| match literal.element() {
        Element::I32 => {
            let numbers: Vec<f64> = (0..literal.count()).map(|i| literal.get_f64(i)).collect();
            Literal::from_f64s(Type::tensor(literal.dims(), Element::I8), &numbers).unwrap()
        }
        _ => literal.clone(),
    });
    let (encoded, plain) = (narrow(&program.encoded), narrow(&program.plain));
    RandomProgram { encoded, plain, arguments: arguments.collect() }
}

/// Holds a random program against itself with plans; the number of plans, and of those in compiled
/// code.
fn random_program(seed: u64) -> [usize; 2] {
    let mut program = stablehlo::random(&mut Random::new(seed));
    let mut expected = interpreted(&parse(&program.plain), &program.arguments);
    if seed.is_multiple_of(3)
        && let Some(narrow) = narrowed(&program, &expected)
    {
        program = narrow;
        expected = interpreted(&parse(&program.plain), &program.arguments);
    }
    if seed % 3 == 1 {
        program = bytes(&program);
        expected = interpreted(&parse(&program.plain), &program.arguments);
    }
    if seed % 4 == 2 {
        // Positions and coordinates of few bits.
        program.encoded = program.encoded.replace(") }>", "), posWidth = 16, crdWidth = 8 }>");
    }
    let mut module = parse(&program.encoded);
    run_passes(
        &mut module,
        "relayout-sparse,canonicalize,cse,fuse-storage{nodes=4000,iterations=8,drivable=true}",
    );
    let shown = printed(&module);
    let context = || format!("seed {seed}\n{}\n{shown}", program.encoded);
    // Plans are found again in the text.
    let again = parse(&shown);
    assert_eq!(printed(&again), shown);
    assert_eq!(hloom_storage::fused::verify(&again, &shown), Ok(()), "{shown}");
    for (found, expected) in interpreted(&module, &program.arguments).iter().zip(&expected) {
        assert!(same(found, expected), "{}\n{found:?}\n{expected:?}", context());
    }
    let made = plans(&module);
    #[cfg(not(feature = "llvm"))]
    return [made, made];
    #[cfg(feature = "llvm")]
    {
        let (results, kernels) = compiled(&module, &program.arguments);
        for (found, expected) in results.iter().zip(&expected) {
            let mut literal = Literal::zeros(expected.ty()).unwrap();
            literal.as_mut_slice::<u8>().copy_from_slice(found);
            assert!(same(&literal, expected), "compiled {}\n{literal:?}\n{expected:?}", context());
        }
        [made, kernels]
    }
}

#[test]
fn random_programs_have_the_same_results_by_plans() {
    let counts = (0..150).map(random_program);
    let [made, compiled] = counts.fold([0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
    assert!(made > 30, "{made} plans");
    assert!(compiled * 10 > made * 8, "{compiled} of {made} plans are compiled");
}

#[test]
fn campaign_fused() {
    for seed in 0..samples(50) {
        random_program(1 << 34 | seed);
    }
}
