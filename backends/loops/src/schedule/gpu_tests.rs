//! Tests that GPU schedules preserve the results of nests.

use super::tests::{Dice, bytes, check};
use super::*;
use crate::index::{Index, Var};
use crate::nest::{Body, Combiner, Dim, Nest, Output, Reduction, ScalarOp, Tensor, eval};
use crate::program::machine::Machine as Runner;
use crate::program::{BufferId, Builder, Program, Space};
use hloom_ir::Element;

/// A program with the buffers of a nest.
pub(super) fn with_buffers(
    nest: &Nest,
    body: impl FnOnce(&mut Builder, &[BufferId], &[BufferId]),
) -> Program {
    let mut b = Builder::new("test");
    let inputs: Vec<BufferId> = (0..)
        .zip(&nest.inputs)
        .map(|(n, t)| b.buffer(&t.name, t.element, &t.shape, Space::Argument(n)))
        .collect();
    let outputs: Vec<BufferId> = (0..)
        .zip(&nest.outputs)
        .map(|(n, o)| b.buffer(&o.tensor.name, o.tensor.element, &o.tensor.shape, Space::Result(n)))
        .collect();
    body(&mut b, &inputs, &outputs);
    b.finish()
}

pub(super) fn run_checked(nest: &Nest, program: &Program, data: &[Vec<u8>], want: &[Vec<u8>]) {
    if let Err(error) = program.verify() {
        panic!("{error}\n{program}");
    }
    run_in(nest, program, data, want, true);
}

pub(super) fn run_in(
    nest: &Nest,
    program: &Program,
    data: &[Vec<u8>],
    want: &[Vec<u8>],
    descending: bool,
) {
    let shown = || format!("{nest}\n{program}");
    let text = program.to_string();
    assert_eq!(crate::text::parse(&text).unwrap().to_string(), text);
    let slices: Vec<&[u8]> = data.iter().map(Vec::as_slice).collect();
    let mut runner = Runner::new(program, &slices).unwrap();
    runner.descending = descending;
    match runner.run(10_000_000) {
        Ok(have) => assert!(have == want, "results differ\n{}\n{have:?}\n{want:?}", shown()),
        Err(fault) => panic!("{fault}\n{}", shown()),
    }
}

/// A nest with the dimensions for which schedules are chosen.
pub(super) fn prepared(nest: &Nest, machine: &Machine) -> Nest {
    let nest = rewrite::canonical(nest);
    let rewrites = rewrite::of_dims(&nest, machine);
    rewrites
        .iter()
        .fold(nest, |nest, directive| rewrite::apply(&nest, directive, machine).unwrap().nest)
}

/// Checks the results of a choice.
pub(super) fn check_choice(nest: &Nest, choice: &Choice, data: &[Vec<u8>], want: &[Vec<u8>]) {
    let made = |b: &mut _, inputs: &[_], outputs: &[_]| choice.emit(b, inputs, outputs).unwrap();
    run_checked(nest, &with_buffers(nest, made), data, want);
}

pub(super) fn gpu() -> Machine {
    let gpu =
        Gpu { capability: 90, multiprocessors: 132, warpgroups: false, shared_bytes: 48 << 10 };
    Machine { vector_bytes: 16, cache_bytes: 50 << 20, gpu: Some(gpu), ..Machine::default() }
}

/// A program in which the threads of one block compute a nest.
pub(super) fn of_a_block(nest: &Nest, threads: u32, machine: &Machine) -> Program {
    let schedule = choose_in_block(nest, machine, threads, None);
    with_buffers(nest, |b, inputs, outputs| {
        b.kernel("block", facts(nest), |b| {
            b.grid(1, threads, |b, _, thread| {
                let context =
                    EmitContext { thread: Some((thread, threads)), ..EmitContext::default() };
                emit_inside(b, nest, &schedule, inputs, outputs, &context).unwrap();
            });
        });
    })
}

#[test]
fn a_gpu_reduces_by_warps_by_blocks_and_in_halves() {
    let mut seen = [0; 3];
    for (rows, columns, along) in [
        (3, 100, true),
        (37, 256, true),
        (16, 1024, true),
        (5, 1500, true),
        (2, 9000, true),
        (1, 20_000, true),
        (1, 1 << 18, true),
        (4, 1 << 16, true),
        (3, 2048, false),
        (40, 5000, false),
    ] {
        let dim = |name: &str, extent, reducing| Dim { name: name.to_owned(), extent, reducing };
        let v = |d: u32| Index::var(Var(d));
        let shape = if along { vec![rows, columns] } else { vec![columns, rows] };
        let at = if along { vec![v(0), v(1)] } else { vec![v(1), v(0)] };
        let mut body = Body::default();
        let x = body.load(0, Element::F32, at, Vec::new());
        let initial = vec![body.constant(Element::F32, 0x4000_0000)];
        let reduced = body.add(crate::nest::Node::Reduced(0), Element::F32);
        let combiner = Combiner::Each(vec![ScalarOp::Add]);
        let tensor = |name: &str, shape: &[u64]| Tensor {
            name: name.to_owned(),
            element: Element::F32,
            shape: shape.to_vec(),
        };
        let nest = Nest {
            name: "sums".to_owned(),
            dims: vec![dim("i", rows, false), dim("k", columns, true)],
            inputs: vec![tensor("x", &shape)],
            body,
            reduction: Some(Reduction { values: vec![x], initial, combiner, contract: None }),
            outputs: vec![Output::at(tensor("y", &[rows]), vec![v(0)], reduced)],
        };
        let mut dice = Dice(rows * columns);
        let data = vec![bytes(&mut dice, &nest.inputs[0])];
        let want = eval::run(&nest, &[&data[0]]).unwrap();
        let machine = gpu();
        let choice = decide(&nest, &machine, Placement::Kernel);
        check_choice(&nest, &choice, &data, &want);
        if let [_, second] = &choice.steps[..] {
            seen[2] += 1;
            assert!(second.rewrites[0].to_string().starts_with("two-pass k by "));
            assert_eq!(choice.scratch.len(), 1);
            continue;
        }
        let schedule = choose(&nest, &machine);
        let text = schedule.to_string();
        seen[0] += usize::from(text.contains("threads k by 32"));
        seen[1] += usize::from(text.contains("threads k by") && !text.contains("by 32"));
        check(&nest, &schedule, &data, &want, true);
    }
    assert!(seen.iter().all(|n| *n > 0), "{seen:?}");
}

/// A random dot_general, sum or elementwise program, of tensors that need not fit a test.
fn large_program(dice: &mut Dice) -> String {
    let extents: Vec<u64> =
        (0..6).map(|_| dice.one_of(&[1, 2, 3, 4, 5, 8, 32, 100, 300, 1000])).collect();
    let ty = |dims: &[u64], element: &str| {
        let dims: String = dims.iter().map(|n| format!("{n}x")).collect();
        format!("tensor<{dims}{element}>")
    };
    let element = dice.one_of(&["f32", "f64", "i32", "bf16", "i8"]);
    let mut order: Vec<usize> = (0..4).collect();
    order.sort_by_key(|_| dice.below(1000));
    match dice.below(3) {
        // The dimensions 0 (batch), 1 and 2 (rows), 3 (sums) in any order, by 0, 3 and a fourth.
        0 => {
            let a: Vec<u64> = order.iter().map(|d| extents[*d]).collect();
            let place = |d: usize| order.iter().position(|at| *at == d).unwrap();
            let rows: Vec<u64> =
                order.iter().filter(|d| [1, 2].contains(d)).map(|d| extents[*d]).collect();
            let (ka, b) = (place(3), vec![extents[0], extents[3], extents[4]]);
            let result = vec![extents[0], rows[0], rows[1], extents[4]];
            format!(
                "func.func @main(%a: {0}, %b: {1}) -> {2} {{
                  %r = stablehlo.dot_general %a, %b, batching_dims = [{3}] x [0], contracting_dims = [{ka}] x [1] : ({0}, {1}) -> {2}
                  return %r : {2} }}",
                ty(&a, element),
                ty(&b, element),
                ty(&result, element),
                place(0),
            )
        }
        1 => {
            let over = 1 + dice.below(2) as usize;
            let mut dims: Vec<usize> = order[..over].to_vec();
            dims.sort_unstable();
            let kept: Vec<u64> = (0..4).filter(|d| !dims.contains(d)).map(|d| extents[d]).collect();
            let (from, to) = (ty(&extents[..4], element), ty(&kept, element));
            format!(
                "func.func @main(%a: {from}, %z: tensor<{element}>) -> {to} {{
                  %r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = {dims:?} : ({from}, tensor<{element}>) -> {to}
                  return %r : {to} }}"
            )
        }
        _ => {
            let moved: Vec<u64> = order.iter().map(|d| extents[*d]).collect();
            let few = vec![extents[order[1]], extents[order[3]]];
            let (from, to, few) =
                (ty(&extents[..4], element), ty(&moved, element), ty(&few, element));
            format!(
                "func.func @main(%a: {from}, %b: {few}) -> {to} {{
                  %t = stablehlo.transpose %a, dims = {order:?} : ({from}) -> {to}
                  %s = stablehlo.broadcast_in_dim %b, dims = [1, 3] : ({few}) -> {to}
                  %r = stablehlo.multiply %t, %s : {to}
                  return %r : {to} }}"
            )
        }
    }
}

/// Results of small nests are checked elsewhere. Some schedules are for more threads than those have.
#[test]
fn large_nests_have_schedules_that_fit_them() {
    let mut dice = Dice(7);
    let machines = [gpu(), Machine::default()];
    let batch = "func.func @main(%a: tensor<300x100x3x1xf32>, %b: tensor<100x1x3xf32>) -> tensor<100x300x3x3xf32> {
      %r = stablehlo.dot_general %a, %b, batching_dims = [1] x [0], contracting_dims = [3] x [1] : (tensor<300x100x3x1xf32>, tensor<100x1x3xf32>) -> tensor<100x300x3x3xf32>
      return %r : tensor<100x300x3x3xf32> }";
    for turn in 0..400 {
        let text = if turn == 0 { batch.to_owned() } else { large_program(&mut dice) };
        let module = hloom_ir::text::parse_module(&text).unwrap();
        let main = module.symbol("main").unwrap();
        for machine in &machines {
            let lowered = crate::lower_function(&module, main, machine);
            let lowered = lowered.unwrap_or_else(|why| panic!("{why}\n{text}"));
            lowered.program.verify().unwrap_or_else(|error| panic!("{error}\n{text}"));
        }
    }
}
