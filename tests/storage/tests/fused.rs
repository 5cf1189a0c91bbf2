//! Fusions with a storage plan: random StableHLO programs over sparse arguments have the same results
//! without the pass, with it in the interpreter, and with it on the CPU.

use hloom_interp::Value;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Element, Literal, Type, text};
use hloom_passes::{Options, Pipeline};
use hloom_storage_tests::stablehlo::RandomProgram;
use hloom_storage_tests::{Random, same, samples, several, stablehlo};

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

/// The plans that code has without a host: those that read the arrays of a mapping need one.
fn plans(module: &Module) -> usize {
    let is_plan = |op: &_| {
        let mut types = module.operands(*op).iter().map(|v| module.ty(*v));
        matches!(module.op(*op), Op::Fusion(it) if it.plan.is_some())
            && !types.any(hloom_storage::fused::is_mapped)
    };
    module.walk_all().filter(is_plan).count()
}

/// The plans of more than one result.
fn joint_plans(module: &Module) -> usize {
    let is_joint = |op: &_| {
        matches!(module.op(*op), Op::Fusion(it) if it.plan.is_some())
            && module.results(*op).len() > 1
    };
    module.walk_all().filter(is_joint).count()
}

fn interpreted(module: &Module, arguments: &[Literal]) -> Vec<Literal> {
    let given: Vec<Value> = arguments.iter().cloned().map(Value::Tensor).collect();
    let results = hloom_interp::run(module, "main", &given)
        .unwrap_or_else(|error| panic!("{error:?}\n{}", printed(module)));
    results.into_iter().map(|value| value.into_tensor().unwrap().expanded()).collect()
}

/// The results of compiled code, the number of plans in it, and of those with several results that are
/// one kernel.
#[cfg(feature = "llvm")]
fn compiled(module: &Module, arguments: &[Literal]) -> (Vec<Vec<u8>>, [usize; 2]) {
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
    let named = text.split("kernel \"storage.").skip(1);
    let named: Vec<&str> = named.filter_map(|rest| rest.split('"').next()).collect();
    let joint = named.iter().filter(|name| name.contains('.')).count();
    (results.iter().map(|bytes| bytes[..].to_vec()).collect(), [named.len(), joint])
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

/// Holds a random program against itself with plans; the number of plans, of those in compiled code, of
/// plans with several results, and of those that are one kernel.
fn random_program(seed: u64, program: RandomProgram) -> [usize; 4] {
    let mut program = program;
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
    if seed % 4 == 2 && program.arguments.iter().all(|literal| literal.count() < 256) {
        // Positions and coordinates of few bits, which hold those of small tensors.
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
    let (made, joint) = (plans(&module), joint_plans(&module));
    #[cfg(not(feature = "llvm"))]
    return [made, made, joint, joint];
    #[cfg(feature = "llvm")]
    {
        let (results, [kernels, one]) = compiled(&module, &program.arguments);
        for (found, expected) in results.iter().zip(&expected) {
            let mut literal = Literal::zeros(expected.ty()).unwrap();
            literal.as_mut_slice::<u8>().copy_from_slice(found);
            assert!(same(&literal, expected), "compiled {}\n{literal:?}\n{expected:?}", context());
        }
        [made, kernels, joint, one]
    }
}

fn any(seed: u64) -> [usize; 4] {
    random_program(seed, stablehlo::random(&mut Random::new(seed)))
}

fn of_several_results(seed: u64) -> [usize; 4] {
    random_program(seed, several::random(&mut Random::new(seed)))
}

fn sum(counts: impl Iterator<Item = [usize; 4]>) -> [usize; 4] {
    counts.fold([0; 4], |a, b| std::array::from_fn(|i| a[i] + b[i]))
}

#[test]
fn random_programs_have_the_same_results_by_plans() {
    let [made, compiled, ..] = sum((0..150).map(any));
    assert!(made > 30, "{made} plans");
    assert!(compiled * 10 > made * 8, "{compiled} of {made} plans are compiled");
}

#[test]
fn random_programs_of_several_results_have_the_same_results_by_plans() {
    let [_, _, joint, one] = sum((0..100).map(of_several_results));
    assert!(joint > 20, "{joint} plans of several results");
    // No plan is compiled that reads a matrix whose dense level is below a compressed one.
    assert!(one * 2 > joint, "{one} of {joint} such plans are one kernel");
}

/// Totals of 32 bits are made in 64 and rounded once, in a loop of their own and in one with others.
#[test]
#[cfg(feature = "llvm")]
fn totals_of_several_results_are_rounded_once() {
    let source = "func.func @main(%a: tensor<64x64xf32, #sparse_tensor.encoding<{ map = (i, j) -> \
         (i : dense, j : compressed) }>>, %Y: tensor<64x64xf32>, %Z: tensor<64x64xf32>) -> \
         (tensor<f32>, tensor<f32>) {
  %X = \"hloom.relayout\"(%a) : (tensor<64x64xf32, #sparse_tensor.encoding<{ map = (i, j) -> \
         (i : dense, j : compressed) }>>) -> tensor<64x64xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.multiply %X, %Y : tensor<64x64xf32>
  %q = stablehlo.multiply %X, %Z : tensor<64x64xf32>
  %r = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0, 1] : \
         (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
  %s = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : \
         (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
  return %r, %s : tensor<f32>, tensor<f32>
}";
    let ty = Type::tensor(&[64, 64], Element::F32);
    let ones = vec![1.0; 64 * 64];
    // One more is lost on the first number in 32 bits.
    let mut first = ones.clone();
    first[0] = f64::from(1 << 24);
    let [x, y] = [first, ones].map(|numbers| Literal::from_f64s(ty, &numbers).unwrap());
    let mut module = parse(source);
    run_passes(&mut module, "relayout-sparse,canonicalize,cse,fuse-storage{drivable=true}");
    let (results, [kernels, joint]) = compiled(&module, &[x, y.clone(), y]);
    assert_eq!([kernels, joint], [1, 1], "{}", printed(&module));
    for bytes in results {
        let total = f32::from_le_bytes(bytes[..].try_into().unwrap());
        assert!((total - 16_781_311.0).abs() <= 1.0, "{total}");
    }
}

#[test]
fn campaign_fused() {
    for seed in 0..samples(50) {
        any(1 << 34 | seed);
    }
}

#[test]
fn campaign_several() {
    for seed in 0..samples(50) {
        of_several_results(1 << 35 | seed);
    }
}
