//! Tests of operators that share a kernel.

use super::class::Class;
use super::explain::explain;
use super::explore::explore;
use super::graph::{Graph, Input, Node, Operand, Source};
use super::group::Group;
use super::plan_file::is_orderly;
use super::select::{Policy, select};
use super::{Settings, decide};
use hloom_ir::Block;
use hloom_ir::module::Module;
use rustc_hash::FxHashSet;
use std::fmt::Write;

fn parse(text: &str) -> (Module, Block) {
    let module = hloom_ir::text::parse(text).module.expect("it is well formed");
    let main = module.symbol("main").expect("there is a main");
    let block = module.entry(main, 0).expect("it has a body");
    (module, block)
}

fn explained(module: &Module, block: Block) -> Vec<Group> {
    let kernels = explain(module, block, &Settings::default()).kernels;
    kernels.into_iter().filter_map(|kernel| kernel.group).collect()
}

/// A value that is read at other places is in memory, and is not written and read by one kernel.
#[test]
fn what_is_read_at_other_places_is_another_kernel() {
    let (module, block) = parse(
        "func.func @main(%a: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
      %e = stablehlo.sine %a : tensor<64x64xf32>
      %t = stablehlo.transpose %e, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
      %s = stablehlo.sine %t : tensor<64x64xf32>
      return %e, %s : tensor<64x64xf32>, tensor<64x64xf32>
    }",
    );
    let groups = decide(&module, block, &Settings::default()).groups;
    assert!(groups.iter().all(|group| group.results.len() == 1), "{groups:?}");
}

const LOOP: &str = "func.func @main(%x: tensor<1000xf32>, %y: tensor<1000xf32>, %n: tensor<f32>) -> (tensor<1000xf32>, tensor<1000xf32>) {
  %a = stablehlo.add %x, %y : tensor<1000xf32>
  %c = stablehlo.while(%v = %a) : tensor<1000xf32>
  cond {
    %first = stablehlo.slice %v [0:1] : (tensor<1000xf32>) -> tensor<1xf32>
    %number = stablehlo.reshape %first : (tensor<1xf32>) -> tensor<f32>
    %go = stablehlo.compare LT, %number, %n : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.exponential %v : tensor<1000xf32>
    stablehlo.return %next : tensor<1000xf32>
  }
  %b = stablehlo.multiply %c, OTHER : tensor<1000xf32>
  return %a, %b : tensor<1000xf32>, tensor<1000xf32>
}";

/// Ops in front of a loop and ops behind it look independent to the graph, which has no loops.
#[test]
fn kernels_do_not_reach_across_loops() {
    for other in ["%y", "%a"] {
        let (module, block) = parse(&LOOP.replace("OTHER", other));
        let groups = explained(&module, block);
        assert!(groups.iter().all(|group| group.results.len() == 1), "{other}: {groups:?}");
        assert!(is_orderly(&module, block, &groups));
    }
}

/// A kernel computes all parts of a concatenation for each element of the result, and so does the
/// estimate.
#[test]
fn parts_of_a_concatenation_are_computed_for_every_element() {
    let (module, block) = parse(
        "func.func @main(%x: tensor<1000xf32>, %y: tensor<3000xf32>) -> tensor<4000xf32> {
      %a = stablehlo.sine %x : tensor<1000xf32>
      %b = stablehlo.sine %y : tensor<3000xf32>
      %c = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1000xf32>, tensor<3000xf32>) -> tensor<4000xf32>
      return %c : tensor<4000xf32>
    }",
    );
    let settings = Settings::default();
    let graph = settings.graph(&module, block);
    let memo = explore(&graph);
    let space = settings.space(&module, &graph, &memo);
    let operators = select(&space, Policy::All, &settings.limits).operators;
    let [operator] = &operators[..] else { panic!("{operators:#?}") };
    let times = operator.cover.members.iter().map(|m| (m.node, m.times));
    let mut times: Vec<(usize, f64)> = times.collect();
    times.sort_by_key(|it| it.0);
    assert_eq!(times, [(0, 4.0), (1, 4000.0 / 3000.0), (2, 1.0)]);
}

/// A concatenation of many tensors has two entries of each template: all operands, and none.
#[test]
fn exploration_is_linear_in_operands() {
    for n in [40, 400, 4000] {
        let mut graph = Graph::default();
        graph.inputs.push(Input { value: None, bytes: 8e3, density: None });
        let edge = |source| Operand {
            source,
            via: Vec::new(),
            made: false,
            spread: 1.0,
            rows: 0,
            combines: 0,
        };
        for _ in 0..n {
            graph.push(Node::of_numbers(Class::Map, &[1000], vec![edge(Source::Input(0))]));
        }
        let parts = (0..n).map(|part| edge(Source::Node(part))).collect();
        graph.push(Node::of_numbers(Class::Move, &[1000 * n as i64], parts));
        let entries = &explore(&graph).groups[n];
        let kinds: FxHashSet<_> = entries.iter().map(|e| e.kind).collect();
        assert!(entries.iter().any(|e| e.fused() == n), "{n}");
        assert!(entries.len() <= 2 * kinds.len(), "{n}: {}", entries.len());
    }
}

/// Random blocks of elementwise ops and ops that are in no kernel: kernels are never in a cycle.
#[test]
fn kernels_do_not_need_each_other() {
    let (mut state, mut shared) = (7u64, 0);
    let mut below = |n: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % n
    };
    for _ in 0..300 {
        let mut text =
            "func.func @main(%v0: tensor<64xf32>, %v1: tensor<64xf32>) -> tensor<64xf32> {\n"
                .to_owned();
        let count = 4 + below(24);
        for n in 2..count {
            let mut any = || n - 1 - below(n.min(6));
            let (x, y) = (any(), any());
            let op = match below(8) {
                0 => {
                    format!("stablehlo.custom_call @f(%v{x}) : (tensor<64xf32>) -> tensor<64xf32>")
                }
                1 => format!("stablehlo.optimization_barrier %v{x} : tensor<64xf32>"),
                2 => format!("stablehlo.sine %v{x} : tensor<64xf32>"),
                3 => format!("stablehlo.reverse %v{x}, dims = [0] : tensor<64xf32>"),
                _ => format!("stablehlo.add %v{x}, %v{y} : tensor<64xf32>"),
            };
            writeln!(text, "  %v{n} = {op}").expect("a string");
        }
        writeln!(text, "  return %v{} : tensor<64xf32>\n}}", count - 1).expect("a string");
        let (module, block) = parse(&text);
        let groups = explained(&module, block);
        assert!(is_orderly(&module, block, &groups), "{text}\n{groups:#?}");
        shared += groups.iter().filter(|group| group.results.len() > 1).count();
    }
    assert!(shared > 50, "{shared} kernels with several results");
}
