//! Tests of column reductions of far memory on a CPU, in chunks of rows.

use super::gpu_tests::check_choice;
use super::tests::{Dice, bytes};
use super::*;
use crate::index::{Index, Var};
use crate::nest::{
    Body, Combiner, Dim, Exactness, Nest, Node, Output, Reduction, ScalarOp, Tensor, eval,
};
use hloom_ir::Element;

/// Column sums, or matrix-vector products if `product`.
fn columns(rows: u64, columns: u64, product: bool) -> Nest {
    let dim = |name: &str, extent, reducing| Dim { name: name.to_owned(), extent, reducing };
    let v = |d: u32| Index::var(Var(d));
    let tensor = |name: &str, shape: &[u64]| Tensor {
        name: name.to_owned(),
        element: Element::F32,
        shape: shape.to_vec(),
    };
    let mut body = Body::default();
    let mut value = body.load(0, Element::F32, vec![v(1), v(0)], Vec::new());
    let mut inputs = vec![tensor("x", &[rows, columns])];
    if product {
        let factor = body.load(1, Element::F32, vec![v(1)], Vec::new());
        value = body.add(Node::Op(ScalarOp::Multiply, vec![factor, value].into()), Element::F32);
        inputs.push(tensor("v", &[rows]));
    }
    let initial = vec![body.constant(Element::F32, 0)];
    let reduced = body.add(Node::Reduced(0), Element::F32);
    let combiner = Combiner::Each(vec![ScalarOp::Add]);
    Nest {
        name: "columns".to_owned(),
        dims: vec![dim("i", columns, false), dim("k", rows, true)],
        inputs,
        body,
        reduction: Some(Reduction {
            values: vec![value],
            initial,
            combiner,
            contract: product.then_some(Exactness::Full),
        }),
        outputs: vec![Output::at(tensor("y", &[columns]), vec![v(0)], reduced)],
    }
}

#[test]
fn far_columns_are_reduced_in_chunks_of_rows() {
    for (rows, width, product) in [(640, 1700, false), (800, 1400, true)] {
        let nest = columns(rows, width, product);
        let machine = Machine::default();
        let choice = decide(&nest, &machine, Placement::Kernel);
        let [first, second] = &choice.steps[..] else { panic!("{choice:?}") };
        assert_eq!(second.rewrites, ["two-pass k by 32".parse().unwrap()]);
        assert_eq!(choice.scratch[0].tensor.shape, [rows / 32, width]);
        assert!(!first.nest.dims[0].reducing && first.nest.dims[0].extent == rows / 32);
        let schedule = &first.schedule;
        assert!(schedule.to_string().starts_with("parallel k"), "{schedule}");
        let mut dice = Dice(rows);
        let data: Vec<Vec<u8>> = nest.inputs.iter().map(|x| bytes(&mut dice, x)).collect();
        let slices: Vec<&[u8]> = data.iter().map(|x| &x[..]).collect();
        let want = eval::run(&nest, &slices).unwrap();
        check_choice(&nest, &choice, &data, &want);
    }
}

#[test]
fn near_columns_and_rows_are_reduced_as_they_are() {
    let machine = Machine::default();
    let whole = |nest: &Nest| decide(nest, &machine, Placement::Kernel).steps.len() == 1;
    assert!(whole(&columns(256, 256, false)), "near");
    assert!(whole(&columns(100, 20_000, false)), "few rows");
    let mut rows = columns(2048, 2048, false);
    rows.body = rows.body.with_coords(0, &|at| vec![at[1].clone(), at[0].clone()]);
    assert!(whole(&rows), "along rows");
}

#[test]
fn gemms_of_long_sums_are_computed_in_chunks_of_steps() {
    let machine = Machine::default();
    let nest = super::tests::product(24, 48, 7168);
    let choice = decide(&nest, &machine, Placement::Kernel);
    let [first, second] = &choice.steps[..] else { panic!("{choice:?}") };
    assert_eq!(second.rewrites, ["two-pass k by 1792".parse().unwrap()]);
    assert!(first.schedule.to_string().contains("pack"), "{}", first.schedule);
    let mut dice = Dice(1);
    let data: Vec<Vec<u8>> = nest.inputs.iter().map(|x| bytes(&mut dice, x)).collect();
    let slices: Vec<&[u8]> = data.iter().map(|x| &x[..]).collect();
    let want = eval::run(&nest, &slices).unwrap();
    check_choice(&nest, &choice, &data, &want);
    // Shorter sums, sums of a prime number of steps, few rows, and results beyond the bound stay whole.
    for [m, n, k] in [[24, 32, 6144], [24, 32, 7177], [12, 32, 7168], [4096, 4096, 1 << 16]] {
        let nest = super::tests::product(m, n, k);
        assert_eq!(decide(&nest, &machine, Placement::Kernel).steps.len(), 1, "{m} {n} {k}");
    }
}
