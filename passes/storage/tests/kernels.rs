//! The five kernels: plans are correct, their counts at most those of the loops by hand.

mod common;

use common::Random;
use common::data::Tensor;
use hloom_storage::search::{Options, Statistics, optimize};
use hloom_storage::{Counts, Inputs, Value, compile, evaluate, formats};

fn program(file: &str, stored: &[(&str, &str)]) -> String {
    let mut text = String::new();
    for (name, format) in stored {
        text.push_str(&formats::named(formats::find(format).unwrap(), name));
    }
    text + file
}

fn run(name: &str, file: &str, stored: &[(&str, &str, &Tensor)]) {
    let mut inputs = Inputs::new();
    inputs.insert("beta".into(), Value::Real(3.0));
    for (name, format, tensor) in stored {
        tensor.store(format, name, &mut inputs);
    }
    let list: Vec<(&str, &str)> = stored.iter().map(|(n, f, _)| (*n, *f)).collect();
    let module = compile(&program(file, &list)).unwrap_or_else(|e| panic!("{e:?}"));
    let options = Options { statistics: Statistics::of(&inputs), ..Options::default() };
    let plan = optimize(&module, &options).unwrap();
    let most = 10_000_000;
    let (value, before): (Value, Counts) =
        evaluate(&module.composed().unwrap(), &inputs, most).unwrap();
    let (found, after) = evaluate(&plan.term, &inputs, most).unwrap();
    println!("== {name}");
    for stage in &plan.stages {
        println!("{stage}");
        let mut all: Vec<_> = stage.applied.iter().collect();
        all.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
        println!("   {:?}", &all[..all.len().min(25)]);
    }
    println!("logical: {}", hloom_storage::raise::text(&plan.logical));
    println!("plan: {}", hloom_storage::raise::text(&plan.term));
    println!("{before:?} -> {after:?}");
    assert_eq!(value, found);
}

#[test]
fn explore() {
    let r = &mut Random::new(1);
    let b = Tensor::random(r, &[30, 40], 17);
    let c = Tensor::random(r, &[40, 25], 17);
    let x = Tensor::random(r, &[40], 100);
    run("summm", include_str!("programs/summm.sdql"), &[("B", "csc", &b), ("C", "csr", &c)]);
    run(
        "batax",
        include_str!("programs/batax.sdql"),
        &[("M", "csr", &b), ("x", "dense_vector", &x)],
    );
    run("mmm", include_str!("programs/mmm.sdql"), &[("B", "csr", &b), ("C", "csr", &c)]);
    let b = Tensor::random(r, &[8, 9, 10], 17);
    let c = Tensor::random(r, &[9, 7], 20);
    let d = Tensor::random(r, &[10, 7], 20);
    run(
        "mttkrp",
        include_str!("programs/mttkrp.sdql"),
        &[("B", "csf", &b), ("C", "csr", &c), ("D", "csr", &d)],
    );
    let c = Tensor::random(r, &[7, 10], 20);
    run("ttm", include_str!("programs/ttm.sdql"), &[("B", "csf", &b), ("C", "csr", &c)]);
}
