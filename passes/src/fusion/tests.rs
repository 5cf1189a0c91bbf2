//! Tests of exploration and selection against known results.

use super::candidate::Space;
use super::class::Class;
use super::cone::cones;
use super::cost_model::CostModel;
use super::enumerate::{Judge, enumerate, exhaustive};
use super::explore::explore;
use super::graph::{Graph, Input, Node, Operand, Source};
use super::group::Group;
use super::legalize::legalize_selection;
use super::limits::Limits;
use super::machine::Machine;
use super::partition::{order_by_cut, partitions};
use super::rewrite::{group_of, is_kernel};
use super::select::{Operator, Policy, select};
use super::{Settings, decide};
use hloom_ir::module::Module;

fn parse(text: &str) -> Module {
    hloom_ir::text::parse(text).module.expect("it is well formed")
}

fn graph_of_main(module: &Module) -> Graph {
    let main = module.symbol("main").expect("there is a main");
    Graph::of(module, module.entry(main, 0).expect("it has a body"))
}

/// Multinomial logistic regression: `Q = P[, 1:k] ⊙ (X v)`,
/// `H = t(X) (Q - P[, 1:k] ⊙ rowSums(Q))`.
const MULTINOMIAL: &str = r#"
func.func @main(%X: tensor<10000x200xf64>, %P: tensor<10000x5xf64>, %v: tensor<200x4xf64>) -> tensor<200x4xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %p = stablehlo.slice %P [0:10000, 0:4] : (tensor<10000x5xf64>) -> tensor<10000x4xf64>
  %xv = stablehlo.dot_general %X, %v, contracting_dims = [1] x [0] : (tensor<10000x200xf64>, tensor<200x4xf64>) -> tensor<10000x4xf64>
  %q = stablehlo.multiply %p, %xv : tensor<10000x4xf64>
  %s = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<10000x4xf64>, tensor<f64>) -> tensor<10000xf64>
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<10000xf64>) -> tensor<10000x4xf64>
  %ps = stablehlo.multiply %p, %sb : tensor<10000x4xf64>
  %d = stablehlo.subtract %q, %ps : tensor<10000x4xf64>
  %xt = stablehlo.transpose %X, dims = [1, 0] : (tensor<10000x200xf64>) -> tensor<200x10000xf64>
  %h = stablehlo.dot_general %xt, %d, contracting_dims = [1] x [0] : (tensor<200x10000xf64>, tensor<10000x4xf64>) -> tensor<200x4xf64>
  return %h : tensor<200x4xf64>
}
"#;

/// The memo table of the paper; its groups 4 to 11 are groups 0 to 7 here.
#[test]
fn memo_table_of_multinomial_logistic_regression() {
    let module = parse(MULTINOMIAL);
    let graph = graph_of_main(&module);
    assert_eq!(graph.nodes.len(), 8);
    let memo = explore(&graph);
    assert_eq!(memo.visits, 8, "every op is looked at once");
    let rows = |n: usize| -> Vec<String> {
        let of_rows = memo.groups[n].iter().map(|e| e.to_string());
        let mut of_rows: Vec<String> = of_rows.filter(|e| e.starts_with('R')).collect();
        of_rows.sort();
        of_rows
    };
    assert_eq!(rows(7), ["R(-1,5)", "R(6,-1)", "R(6,5)"], "the last product\n{memo}");
    assert!(memo.groups[3].iter().all(|e| e.to_string() != "C(-1)"), "rowSums\n{memo}");
    // Group 6 of the paper has several consumers: R(6, 8) leaves R(-1, 8).
    assert!(rows(5).contains(&"R(2,4)".to_owned()) && rows(5).contains(&"R(-1,4)".to_owned()));
    let only: Vec<String> = memo.groups[6].iter().map(|e| e.to_string()).collect();
    assert_eq!(only, ["R(-1)"], "t(X) alone is nothing");
    assert!(!memo.groups[6][0].status.is_valid());
}

#[test]
fn exploration_is_linear_in_chains() {
    for n in [10, 100, 1000, 10_000] {
        let mut graph = Graph::default();
        graph.inputs.push(Input { value: None, bytes: 8e6, density: None });
        for i in 0..n {
            let source = if i == 0 { Source::Input(0) } else { Source::Node(i - 1) };
            graph.push(Node::of_numbers(Class::Map, &[1000, 1000], vec![edge(source)]));
        }
        let memo = explore(&graph);
        assert_eq!(memo.visits, n);
        assert!(memo.entries() <= 4 * n, "{} entries for {n} ops", memo.entries());
    }
}

fn edge(source: Source) -> Operand {
    Operand { source, via: Vec::new(), made: false, spread: 1.0, rows: 2, combines: 0 }
}

/// A deterministic random number generator (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    }
}

fn random_graph(numbers: &mut Numbers) -> Graph {
    let mut graph = Graph::default();
    for _ in 0..2 {
        let bytes = 8.0 * (1 << numbers.below(24)) as f64;
        graph.inputs.push(Input { value: None, bytes, density: None });
    }
    let rows = 1 << numbers.below(12);
    let columns = 1 << numbers.below(11);
    for n in 0..4 + numbers.below(14) as usize {
        let mut operands = Vec::new();
        for _ in 0..1 + numbers.below(2) {
            let source = match numbers.below(4) {
                0 => Source::Input(numbers.below(2) as usize),
                _ if n == 0 => Source::Input(0),
                _ => {
                    let back = numbers.below(4) as usize;
                    Source::Node(n - 1 - back.min(n - 1))
                }
            };
            operands.push(edge(source));
        }
        let reduces = numbers.below(6) == 0;
        let dims: &[i64] = if reduces { &[rows, 1] } else { &[rows, columns] };
        let class = match numbers.below(12) {
            _ if reduces => Class::Reduce,
            0 => Class::Gather,
            _ => Class::Map,
        };
        if reduces {
            operands.truncate(1);
            operands.push(Operand { source: Source::Free, ..operands[0].clone() });
        }
        let mut node = Node::of_numbers(class, dims, operands);
        node.work.flops = (rows * columns) as f64 * (1 << numbers.below(8)) as f64;
        node.escapes = numbers.below(8) == 0;
        graph.push(node);
    }
    graph
}

#[test]
fn enumeration_finds_what_trying_all_finds() {
    let mut numbers = Numbers(1);
    let machine = Machine::default();
    let limits = Limits { partition: 1000, points: usize::MAX, ..Limits::default() };
    let (mut compared, mut evaluated, mut all, mut cuts) = (0, 0, 0, 0);
    while compared < 600 {
        let graph = random_graph(&mut numbers);
        let memo = explore(&graph);
        let space = Space::new(&graph, &memo, &machine, &limits);
        for mut part in partitions(&graph, &memo, &limits) {
            let n = part.points.len();
            if !(1..=12).contains(&n) {
                continue;
            }
            let cut = order_by_cut(&graph, &mut part);
            cuts += usize::from(cut.is_some());
            let mut model = CostModel::new(&space, &part);
            let best = enumerate(n, &mut model, cut.as_ref());
            let truth = exhaustive(n, &mut model);
            assert_eq!(best.cost, truth.cost, "{n} points, {cut:?}\n{graph:#?}");
            assert!(best.evaluated <= truth.evaluated, "{} of {}", best.evaluated, truth.evaluated);
            for extreme in [vec![false; n], vec![true; n]] {
                assert!(model.cost(&extreme, f64::INFINITY).is_some_and(|c| best.cost <= c));
            }
            compared += 1;
            evaluated += best.evaluated;
            all += truth.evaluated;
        }
    }
    assert!(cuts > 10, "only {cuts} graphs had points that separate others");
    assert!(evaluated < all, "{evaluated} of {all} plans were costed");
}

#[test]
fn many_points_are_searched_locally() {
    let mut graph = Graph::default();
    graph.inputs.push(Input { value: None, bytes: 8e6, density: None });
    for n in 0..200usize {
        let back = |k: usize| if n < k { Source::Input(0) } else { Source::Node(n - k) };
        let operands = vec![edge(back(1)), edge(back(2))];
        graph.push(Node::of_numbers(Class::Map, &[1000, 1000], operands));
    }
    let memo = explore(&graph);
    let machine = Machine::default();
    let limits = Limits { cone: 1, ..Limits::default() };
    let space = Space::new(&graph, &memo, &machine, &limits);
    let selection = select(&space, Policy::Cost, &limits);
    assert_eq!(selection.figures.local, 1);
    assert!(selection.figures.points > 63);
    let cost = |policy| -> f64 { select(&space, policy, &limits).seconds };
    let chosen = cost(Policy::Cost);
    let limit = 1.0 + 1e-9;
    assert!(chosen <= limit * cost(Policy::All) && chosen <= limit * cost(Policy::NoRedundancy));
}

/// A value with two users inside of a cone stays in registers, however many such values there are.
#[test]
fn a_cone_of_elementwise_ops_is_one_kernel() {
    let mut graph = Graph::default();
    graph.inputs.push(Input { value: None, bytes: 8e6, density: None });
    for n in 0..300usize {
        let back = |k: usize| if n < k { Source::Input(0) } else { Source::Node(n - k) };
        let operands = vec![edge(back(1)), edge(back(2))];
        graph.push(Node::of_numbers(Class::Map, &[1000, 1000], operands));
    }
    let memo = explore(&graph);
    let machine = Machine::default();
    let kernels = |graph: &Graph, limits: &Limits| {
        let space = Space::new(graph, &memo, &machine, limits);
        select(&space, Policy::Cost, limits).operators
    };
    let limits = Limits::default();
    assert_eq!(cones(&graph, limits.cone), vec![299; 300]);
    let whole = kernels(&graph, &limits);
    assert_eq!(whole.len(), 1);
    assert_eq!(whole[0].cover.members.len(), 300);
    assert!(kernels(&graph, &Limits { cone: 1, ..limits }).len() > 4);
    // A value that the block yields is another result of the same kernel.
    graph.nodes[150].escapes = true;
    assert_eq!(cones(&graph, limits.cone), vec![299; 300]);
    // A value that a loop uses is the apex of its own cone: what it needs is not in the other one.
    graph.nodes[150].leaves = true;
    let apexes = cones(&graph, limits.cone);
    assert!(apexes[151..].iter().all(|&apex| apex == 299), "{apexes:?}");
    assert!(apexes[..150].iter().all(|&apex| apex < 151), "{apexes:?}");
}

#[test]
fn what_is_cut_off_alone_is_not_computed_again() {
    let mut graph = Graph::default();
    graph.inputs.push(Input { value: None, bytes: 8e6, density: None });
    for n in 0..10usize {
        let source = if n == 0 { Source::Input(0) } else { Source::Node(n - 1) };
        graph.push(Node::of_numbers(Class::Map, &[1000, 1000], vec![edge(source)]));
    }
    let memo = explore(&graph);
    let machine = Machine::default();
    let limits = Limits { partition: 3, cone: 1, ..Limits::default() };
    let space = Space::new(&graph, &memo, &machine, &limits);
    let parts = partitions(&graph, &memo, &limits);
    assert!(parts.iter().any(|part| part.nodes.len() == 1 && part.split));
    for policy in [Policy::All, Policy::NoRedundancy, Policy::Cost] {
        let operators = select(&space, policy, &limits).operators;
        let members: usize = operators.iter().map(|o| o.cover.members.len()).sum();
        assert_eq!(members, graph.nodes.len(), "{policy:?}: {operators:#?}");
    }
}

/// Attention, with a query of normalized rows, by heads.
const HEADS: &str = r#"
func.func @main(%x: tensor<12x16xf32>, %w: tensor<16x16xf32>, %k: tensor<1x2x12x8xf32>, %v: tensor<1x2x12x8xf32>) -> tensor<1x2x12x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<12x16xf32>, tensor<f32>) -> tensor<12xf32>
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<12xf32>) -> tensor<12x16xf32>
  %n = stablehlo.divide %x, %sb : tensor<12x16xf32>
  %q = stablehlo.dot_general %n, %w, contracting_dims = [1] x [0] : (tensor<12x16xf32>, tensor<16x16xf32>) -> tensor<12x16xf32>
  %h = stablehlo.reshape %q : (tensor<12x16xf32>) -> tensor<12x2x8xf32>
  %t = stablehlo.transpose %h, dims = [1, 0, 2] : (tensor<12x2x8xf32>) -> tensor<2x12x8xf32>
  %r = stablehlo.reshape %t : (tensor<2x12x8xf32>) -> tensor<1x2x12x8xf32>
  %l = stablehlo.dot_general %r, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<1x2x12x8xf32>, tensor<1x2x12x8xf32>) -> tensor<1x2x12x12xf32>
  %m = stablehlo.reduce(%l init: %least) applies stablehlo.maximum across dimensions = [3] : (tensor<1x2x12x12xf32>, tensor<f32>) -> tensor<1x2x12xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1, 2] : (tensor<1x2x12xf32>) -> tensor<1x2x12x12xf32>
  %d = stablehlo.subtract %l, %mb : tensor<1x2x12x12xf32>
  %e = stablehlo.exponential %d : tensor<1x2x12x12xf32>
  %es = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<1x2x12x12xf32>, tensor<f32>) -> tensor<1x2x12xf32>
  %eb = stablehlo.broadcast_in_dim %es, dims = [0, 1, 2] : (tensor<1x2x12xf32>) -> tensor<1x2x12x12xf32>
  %p = stablehlo.divide %e, %eb : tensor<1x2x12x12xf32>
  %o = stablehlo.dot_general %p, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<1x2x12x12xf32>, tensor<1x2x12x8xf32>) -> tensor<1x2x12x8xf32>
  return %o : tensor<1x2x12x8xf32>
}
"#;

#[test]
fn operators_that_are_no_kernels_are_taken_apart() {
    let module = parse(HEADS);
    let graph = graph_of_main(&module);
    let settings = Settings { policy: Policy::All, ..Settings::default() };
    let mut memo = explore(&graph);
    let space = settings.space(&module, &graph, &memo);
    let whole = select(&space, Policy::All, &settings.limits).operators;
    let groups = |operators: &[Operator]| -> Vec<Group> {
        operators.iter().filter_map(|o| group_of(&module, &space, o)).collect()
    };
    assert!(groups(&whole).iter().any(|group| !is_kernel(&module, group)));
    let legalized = legalize_selection(&module, &graph, &mut memo, &settings, Policy::All);
    let groups: Vec<&Group> = legalized.groups.iter().flatten().collect();
    assert!(groups.iter().all(|group| is_kernel(&module, group)));
    let fused = |name: &str| {
        let named = |group: &&&Group| group.ops.iter().any(|(op, _)| module.op(*op).name() == name);
        groups.iter().find(named).map(|group| group.kind)
    };
    assert_eq!(fused("stablehlo.exponential"), Some("row"), "the softmax is a row kernel still");
}

#[test]
fn machine_descriptions_are_read_and_refused() {
    let machine = Machine { name: "this one".to_owned(), read: 3.5e10, ..Machine::default() };
    assert_eq!(Machine::parse(&machine.to_string()), Ok(machine));
    for (text, expected) in [
        ("read = fast", "line 1 of the machine description: `fast` is not a number"),
        ("\nwrite = -1", "line 2 of the machine description: `write` must be more than 0, not -1"),
        ("speed", "line 1 of the machine description: expected `name = number`, found `speed`"),
    ] {
        assert_eq!(Machine::parse(text).map_err(|e| e.to_string()), Err(expected.to_owned()));
    }
    for name in ["cpu", "gpu", "sm_75", "sm_80", "sm_90", "sm_90a", "sm_100", "sm_120"] {
        let machine = Machine::named(name).expect("it is known");
        assert_eq!(Machine::parse(&machine.to_string()), Ok(machine));
    }
    assert_eq!(Machine::named("sm_10"), None);
    let unknown = Machine::parse("speed = 1").map_err(|e| e.to_string());
    assert!(unknown.is_err_and(|e| e.contains("there is no rate `speed`; there are read,")));
}

/// Distances of points, and comparisons with the least one of each point. If two kernels of
/// different kinds recomputed the product, no distance might equal the least one.
#[test]
fn gpus_sum_no_product_twice() {
    let text = "func.func @main(%x: tensor<400x10xf32>, %c: tensor<10x5xf32>) -> (tensor<5x10xf32>, tensor<5xf32>, tensor<400xf32>) {
      %inf = stablehlo.constant dense<0x7F800000> : tensor<f32>
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %d = stablehlo.dot_general %x, %c, contracting_dims = [1] x [0] : (tensor<400x10xf32>, tensor<10x5xf32>) -> tensor<400x5xf32>
      %e = stablehlo.add %d, %d : tensor<400x5xf32>
      %m = stablehlo.reduce(%e init: %inf) applies stablehlo.minimum across dimensions = [1] : (tensor<400x5xf32>, tensor<f32>) -> tensor<400xf32>
      %n = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<400xf32>) -> tensor<400x5xf32>
      %b = stablehlo.compare LE, %e, %n, FLOAT : (tensor<400x5xf32>, tensor<400x5xf32>) -> tensor<400x5xi1>
      %p = stablehlo.convert %b : (tensor<400x5xi1>) -> tensor<400x5xf32>
      %t = stablehlo.transpose %p, dims = [1, 0] : (tensor<400x5xf32>) -> tensor<5x400xf32>
      %g = stablehlo.dot_general %t, %x, contracting_dims = [1] x [0] : (tensor<5x400xf32>, tensor<400x10xf32>) -> tensor<5x10xf32>
      %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<400x5xf32>, tensor<f32>) -> tensor<5xf32>
      return %g, %s, %m : tensor<5x10xf32>, tensor<5xf32>, tensor<400xf32>
    }";
    let module = parse(text);
    let main = module.symbol("main").expect("there is a main");
    let block = module.entry(main, 0).expect("it has a body");
    for name in ["sm_75", "sm_80", "sm_90", "sm_100", "sm_120"] {
        let machine = Machine::named(name).expect("it is known");
        let settings = Settings { machine, ..Settings::default() };
        let groups = decide(&module, block, &settings).groups;
        let mut seen = Vec::new();
        for (op, _) in groups.iter().flat_map(|group| &group.ops) {
            let product = matches!(module.op(*op), hloom_ir::ops::Op::DotGeneral(_));
            assert!(!product || !seen.contains(op), "{name}: {groups:?}");
            seen.push(*op);
        }
        assert!(!groups.is_empty(), "{name}");
    }
}
