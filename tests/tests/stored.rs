//! Results and arguments of stored types: random programs over sparse arguments and those with mappings,
//! whose results are stored so too, have the interpreter's values when they are compiled, in the first run and
//! in those that use its code again.
#![cfg(feature = "llvm")]

use hloom::Options;
use hloom_interp::Value;
use hloom_ir::Literal;
use hloom_ir::literal::sparse::Sparse;
use hloom_storage_tests::stablehlo::{RandomProgram, random_stored};
use hloom_storage_tests::{Random, same, samples};
use std::sync::Arc;

/// The numbers of programs' results that were given by levels, and by mappings, and of fusions that the
/// interpreter ran.
type Counts = [usize; 3];

fn interpreted(text: &str, arguments: &[Literal]) -> Vec<Literal> {
    let module = hloom_ir::text::parse_module(text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    let given: Vec<Value> = arguments.iter().cloned().map(Value::Tensor).collect();
    let results =
        hloom_interp::run(&module, "main", &given).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    results.into_iter().map(|value| value.into_tensor().expect("a tensor").expanded()).collect()
}

/// The arguments as values: some as the arrays of their levels, others dense.
fn values(program: &hloom::Program, arguments: &[Literal], r: &mut Random) -> Vec<Value> {
    let each = program.inputs().iter().zip(arguments).map(|(&ty, literal)| {
        let sparse = ty.as_tensor().is_some_and(|tensor| tensor.sparse().is_some());
        match sparse && r.chance(2) {
            true => Value::Sparse(Arc::new(Sparse::from_dense(ty, literal).expect("it fits"))),
            false => Value::Tensor(literal.clone()),
        }
    });
    each.collect()
}

fn check(seed: u64) -> Counts {
    let mut r = Random::new(seed);
    let RandomProgram { encoded, plain, arguments } = random_stored(&mut r);
    let threads = 1 + r.below(3);
    let options = Options { threads: Some(threads), ..Options::default() };
    let program = hloom::compile(&encoded, options).unwrap_or_else(|e| panic!("{e}\n{encoded}"));
    let mut counts = [0; 3];
    // Dense arguments change from run to run, as the program's own code takes them; others stay.
    let mut given = values(&program, &arguments, &mut r);
    let mut dense = arguments.clone();
    for round in 0..3 {
        if round == 2 {
            for (value, literal) in given.iter_mut().zip(&mut dense) {
                if let Value::Tensor(old) = value
                    && old.element().is_float()
                {
                    let numbers: Vec<f64> = (0..old.count()).map(|i| -old.get_f64(i)).collect();
                    *literal = Literal::from_f64s(old.ty(), &numbers).expect("it fits");
                    *value = Value::Tensor(literal.clone());
                }
            }
        }
        let expected = interpreted(&plain, &dense);
        let found = program.run_values(given.clone()).unwrap_or_else(|e| panic!("{e}\n{encoded}"));
        assert_eq!(found.len(), expected.len());
        for (i, (value, expected)) in found.into_iter().zip(&expected).enumerate() {
            match &value {
                Value::Sparse(_) => counts[0] += 1,
                Value::Mapped(_) => counts[1] += 1,
                _ => {}
            }
            let found = value.dense().unwrap_or_else(|e| panic!("seed {seed}: {e}\n{encoded}"));
            let found = found.into_tensor().expect("a tensor");
            assert!(
                same(&found, expected),
                "seed {seed}, run {round}, result {i}\n{encoded}\n{found:?}\n{expected:?}"
            );
        }
    }
    counts[2] = program.interpreted().iter().filter(|name| name.contains("fusion")).count();
    counts
}

fn sum(counts: impl Iterator<Item = Counts>) -> Counts {
    counts.fold([0; 3], |a, b| std::array::from_fn(|i| a[i] + b[i]))
}

#[test]
fn random_programs_with_stored_results_agree() {
    let [levels, mappings, refused] = sum((0..60).map(check));
    assert!(levels > 20 && mappings > 10, "{levels} by levels, {mappings} by mappings");
    assert!(refused * 5 < levels + mappings, "the interpreter ran {refused} plans");
}

#[test]
fn campaign_stored_results() {
    let [levels, mappings, refused] = sum((0..samples(10)).map(|seed| check(1 << 36 | seed)));
    println!("{levels} results by levels, {mappings} by mappings; {refused} plans interpreted");
}
