//! Explains why edges were not fused.

use super::Settings;
use super::candidate::Space;
use super::class::{Class, Unfusable, class};
use super::cost_model::CostModel;
use super::enumerate::Judge;
use super::explore::explore;
use super::graph::{Graph, Source};
use super::group::Group;
use super::legalize::legalize_selection;
use super::memo::Memo;
use super::partition::{Partition, partitions};
use super::select::{Operator, Policy};
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Block, OpId, Trait};

/// A kernel of a plan.
#[derive(Clone, PartialEq, Debug)]
pub struct Kernel {
    /// The template; `op` for an unfused op.
    pub kind: &'static str,
    /// Its ops, in order.
    pub ops: Vec<OpId>,
    /// Bytes read, each tensor once.
    pub read: f64,
    /// Bytes written.
    pub written: f64,
    /// The estimated seconds.
    pub seconds: f64,
    /// The fused group; `None` for an unfused op.
    pub group: Option<Group>,
}

/// An edge between two ops that a plan does not fuse.
#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    /// The op that defines the value.
    pub producer: OpId,
    /// The op that uses it.
    pub consumer: OpId,
    /// The reason why it is not fused, as a sentence.
    pub reason: String,
    /// Estimated seconds of the kernels that the choice touches, which may be some of the
    /// block's: as they are, and fused.
    pub seconds: Option<(f64, f64)>,
    /// The change that would allow or favour fusion.
    pub change: String,
}

/// A fusion plan with its reasons.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Explanation {
    /// The kernels, in the order of their last ops.
    pub kernels: Vec<Kernel>,
    /// Edges between kernels.
    pub edges: Vec<Edge>,
    /// Edges inside of kernels: producer and consumer.
    pub fused: Vec<(OpId, OpId)>,
    /// Ops that can't be fused, each with its reason.
    pub unfusable: Vec<(OpId, Unfusable)>,
}

/// Explains the fusion decisions for a block.
pub fn explain(module: &Module, block: Block, settings: &Settings) -> Explanation {
    let graph = settings.graph(module, block);
    let mut memo = explore(&graph);
    let policy = match settings.policy {
        Policy::Greedy => Policy::Cost,
        other => other,
    };
    let legalized = legalize_selection(module, &graph, &mut memo, settings, policy);
    let space = settings.space(module, &graph, &memo);
    let mut order: Vec<usize> = (0..legalized.groups.len()).collect();
    let operators = legalized.selection.operators;
    order.sort_by_key(|&at| operators[at].roots.iter().copied().max());
    let kernels = order.iter().map(|&at| kernel(&space, &operators[at], &legalized.groups[at]));
    let kernels = kernels.collect();
    let parts = partitions(&graph, &memo, &settings.limits);
    let mut found = Explanation { kernels, ..Explanation::default() };
    found.unfusable = unfusable(module, block, &found.kernels);
    for (consumer, node) in graph.nodes.iter().enumerate() {
        for (position, producer) in node.producers() {
            let (Some(c), Some(p)) = (node.op, graph.nodes[producer].op) else { continue };
            let fused = operators
                .iter()
                .any(|o| o.cover.member(consumer).is_some_and(|m| m.fused[position]));
            if fused {
                found.fused.push((p, c));
                continue;
            }
            let (reason, change) = reason(&graph, &memo, consumer, position, producer);
            let mut edge = Edge { producer: p, consumer: c, reason, seconds: None, change };
            if let Some(part) = parts.iter().find(|q| q.nodes.contains(&consumer)) {
                weigh(&space, part, &operators, (consumer, producer), &mut edge);
            }
            found.edges.push(edge);
        }
    }
    found
}

/// The ops of a block that can't be fused. Constants and terminators are left out, since they take
/// no time.
fn unfusable(module: &Module, block: Block, kernels: &[Kernel]) -> Vec<(OpId, Unfusable)> {
    let counts = |&op: &OpId| {
        let it = module.op(op);
        !matches!(it, Op::Constant(_))
            && !it.has(Trait::Terminator)
            && !kernels.iter().any(|kernel| kernel.ops.contains(&op))
    };
    let reason = |op| Some((op, class(module, op).err()?));
    module.ops(block).filter(counts).filter_map(reason).collect()
}

fn kernel(space: &Space<'_>, operator: &Operator, group: &Option<Group>) -> Kernel {
    let ops = match group {
        Some(group) => group.ops.iter().map(|(op, _)| *op).collect(),
        None => space.graph.nodes[operator.cover.root()].op.into_iter().collect(),
    };
    let reads = operator.cover.reads(space.graph);
    Kernel {
        kind: group.as_ref().map_or("op", |g| g.kind),
        ops,
        read: reads.iter().map(|&s| space.bytes(s)).fold(0.0, |sum, n| sum + n),
        written: operator.roots.iter().map(|&r| space.graph.nodes[r].bytes).sum(),
        seconds: operator.seconds,
        group: group.clone(),
    }
}

/// The reason why no template fuses an edge, or a note that one does.
fn reason(
    graph: &Graph,
    memo: &Memo,
    consumer: usize,
    position: usize,
    producer: usize,
) -> (String, String) {
    let refers = memo.groups[consumer].iter().any(|e| e.refs.contains(&Some(producer as u32)));
    if refers {
        return (
            "fusing it was estimated to take longer".to_owned(),
            "the time estimates".to_owned(),
        );
    }
    let (from, to) = (&graph.nodes[producer], &graph.nodes[consumer]);
    let by_rows = to.operands[position].rows > 0;
    let (reason, change) = match (from.class, to.class) {
        (_, Class::Gather) if position == 0 => {
            ("elements at computed places are looked up in memory", "the places known beforehand")
        }
        (_, Class::Scatter) if to.changes(position) => {
            ("elements are changed in memory", "elements at places known beforehand")
        }
        (Class::Scatter, _) => (
            "an element may be changed until the last update was made",
            "a gather instead of the scatter",
        ),
        (Class::Dot | Class::Convolution, Class::Dot | Class::Convolution) => (
            "a product whose factor is a product is two loops over different elements",
            "a right factor small enough that rows go through both",
        ),
        (Class::Reduce, _) if !by_rows => (
            "a reduction is known only after its last element, and this use needs other rows",
            "a use that needs the sum of its own row only",
        ),
        (Class::Window, _) => (
            "a result of windows is used at other places than where it is made",
            "an elementwise use of the same shape",
        ),
        (_, Class::Window | Class::Convolution | Class::Dot) => (
            "this operand of a product or of windows is no elementwise expression",
            "an elementwise operand",
        ),
        (Class::Dot | Class::Convolution, _) => (
            "what a product makes is used at other places than where it is made",
            "an elementwise use of the same shape",
        ),
        _ => ("no template computes these two together", "a template for the pair"),
    };
    (reason.to_owned(), change.to_owned())
}

/// Estimates that differ by less, in seconds, are the same sum added up in another order.
const SAME: f64 = 1e-10;

/// Adds the estimated time with and without fusing the edge.
fn weigh(
    space: &Space<'_>,
    part: &Partition,
    operators: &[Operator],
    (consumer, producer): (usize, usize),
    edge: &mut Edge,
) {
    let at = part.points.iter().position(|p| p.consumer == consumer && p.producer == producer);
    let Some(at) = at else { return };
    // The chosen assignment, derived from the operators.
    let plan: Vec<bool> = part
        .points
        .iter()
        .map(|p| {
            !operators.iter().any(|o| {
                o.cover.member(p.consumer).is_some_and(|m| {
                    let operands = &space.graph.nodes[p.consumer].operands;
                    operands
                        .iter()
                        .zip(&m.fused)
                        .any(|(o, f)| *f && o.source == Source::Node(p.producer))
                })
            })
        })
        .collect();
    let mut model = CostModel::new(space, part);
    let mut other = plan.clone();
    other[at] = false;
    let (Some(now), Some(fused)) =
        (model.cost(&plan, f64::INFINITY), model.cost(&other, f64::INFINITY))
    else {
        return;
    };
    edge.seconds = Some((now, fused));
    if fused > now && fused - now < SAME {
        edge.reason = "fusing it was estimated to take just as long".to_owned();
        edge.change = "the time estimates".to_owned();
        return;
    }
    let product = matches!(space.graph.nodes[consumer].class, Class::Dot);
    if fused > now && product {
        edge.reason = format!(
            "fusing it would take {} more: a product is slower with what is made for it on the way",
            difference(fused - now)
        );
        edge.change =
            format!("the product would have to lose {} less by it", difference(fused - now));
    } else if fused > now {
        edge.reason = format!(
            "fusing it would take {} more: what makes it would be computed again",
            difference(fused - now)
        );
        edge.change =
            format!("computing it again would have to take {} less", difference(fused - now));
    } else {
        edge.reason = "it makes no difference: it has to be in memory anyway".to_owned();
        edge.change = "nothing else using it".to_owned();
    }
}

/// Formats a difference of estimates, which may be far smaller than both.
fn difference(seconds: f64) -> String {
    match seconds {
        s if s >= 1e-7 => time(s),
        s => format!("{:.1} ns", s * 1e9),
    }
}

/// Formats seconds for people.
pub fn time(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.2} s"),
        s if s >= 1e-3 => format!("{:.2} ms", s * 1e3),
        s => format!("{:.2} µs", s * 1e6),
    }
}
