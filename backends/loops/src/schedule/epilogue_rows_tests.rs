//! Tests of epilogues by rows, and of sums whose steps are one loop through packed operands.

use super::gpu_tests::prepared;
use super::tests::{Dice, bytes, check, convolution, product, program};
use super::*;
use crate::index::{Index, Var};
use crate::nest::{Nest, Node, NodeId, Output, ScalarOp, Tensor, eval};
use hloom_ir::Element;

/// The nest with `max((sum - b[j]) · s[j], sum)` as its result, or with more operations: exact in small integers.
fn with_epilogue(mut nest: Nest, column: u32, extent: u64, more: usize) -> Nest {
    let sum = nest.outputs[0].value;
    let mut load = |name: &str| {
        let shape = vec![extent];
        nest.inputs.push(Tensor { name: name.to_owned(), element: Element::F32, shape });
        let input = nest.inputs.len() as u32 - 1;
        nest.body.load(input, Element::F32, vec![Index::var(Var(column))], Vec::new())
    };
    let (bias, scale) = (load("bias"), load("scale"));
    let mut op = |op, operands: [NodeId; 2]| {
        nest.body.add(Node::Op(op, operands.to_vec().into()), Element::F32)
    };
    let mut value = op(ScalarOp::Subtract, [sum, bias]);
    value = op(ScalarOp::Multiply, [value, scale]);
    value = op(ScalarOp::Maximum, [value, sum]);
    for _ in 0..more {
        value = op(ScalarOp::Add, [value, bias]);
    }
    let Output { tensor, coords, .. } = nest.outputs[0].clone();
    nest.outputs = vec![Output::at(tensor, coords, value)];
    nest.verify().unwrap();
    nest
}

/// Holds a nest to its meaning, and returns its program as text.
fn held(nest: &Nest, machine: &Machine, dice: &mut Dice) -> String {
    let data: Vec<Vec<u8>> = nest.inputs.iter().map(|t| bytes(dice, t)).collect();
    let slices: Vec<&[u8]> = data.iter().map(Vec::as_slice).collect();
    let want = eval::run(nest, &slices).unwrap();
    let flat = prepared(nest, machine);
    let chosen = choose(&flat, machine);
    check(&flat, &chosen, &data, &want, false);
    program(&flat, &chosen).to_string()
}

#[test]
fn long_epilogues_go_by_rows() {
    let mut dice = Dice(7);
    for vector_bytes in [16, 64] {
        let machine = Machine { vector_bytes, ..Machine::default() };
        // Rows and columns that are left over: none, one, and parts of vectors.
        for (m, n) in [(16, 160), (25, 161), (17, 177)] {
            let nest = with_epilogue(product(m, n, 420), 1, n, 0);
            let text = held(&nest, &machine, &mut dice);
            assert!(text.contains("for %is = 0 to ") && text.contains("store %"), "{text}");
            // One row's maxima, with those of the rest of columns and of a single row.
            let most = 4 * 4;
            assert!(text.matches(" = max ").count() <= most, "{text}");
        }
        // A short epilogue, and a short sum.
        let short = held(&product(16, 160, 420), &machine, &mut dice);
        assert!(!short.contains("for %is "), "{short}");
        let few = held(&with_epilogue(product(16, 2048, 40), 1, 2048, 0), &machine, &mut dice);
        assert!(!few.contains("for %is "), "{few}");
    }
}

#[test]
fn the_steps_of_packed_operands_are_one_loop() {
    let mut dice = Dice(8);
    for vector_bytes in [16, 32, 64] {
        let machine = Machine { vector_bytes, ..Machine::default() };
        for (channels, features) in [(8, 40), (3, 130)] {
            let plain = convolution(channels, features);
            let text = held(&plain, &machine, &mut dice);
            let one = format!("for %c = 0 to {} step 1 carrying", 9 * channels);
            assert!(text.contains(&one), "{text}");
            assert_eq!(text.matches(" carrying ").count(), text.matches(&one).count(), "{text}");
            held(&with_epilogue(plain, 2, features, 2), &machine, &mut dice);
        }
    }
}
