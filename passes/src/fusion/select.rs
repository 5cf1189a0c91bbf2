//! Selection: chooses which of the explored fusions are made.
//!
//! The policy decides each partition independently. Then operators that can share a kernel without
//! recomputation are merged: an operator that another one computes as an intermediate, reductions
//! of the same elements, and small independent ops.

use super::candidate::{AllCuts, FusionCandidate, Space};
use super::class::Class;
use super::cost_model::CostModel;
use super::enumerate::{CutSet, MOST_POINTS, enumerate, local_search};
use super::graph::{Graph, Source};
use super::kind::TemplateKind;
use super::limits::Limits;
use super::partition::{Partition, order_by_cut, partitions};
use super::sparse::drive;
use rustc_hash::{FxHashMap, FxHashSet};

crate::option_values! {
    /// Policies that choose fusions.
    pub enum Policy {
        /// The plan with the least estimated time.
        Cost = "cost",
        /// Clusters grown backwards from each op, regardless of cost.
        Greedy = "greedy",
        /// As much as can be without computing anything twice.
        NoRedundancy = "no-redundancy",
        /// As much as can be, including recomputation.
        All = "all",
        /// Nothing is fused.
        None = "none",
    }
}

/// A selected operator: a kernel that computes some values.
#[derive(Clone, PartialEq, Debug)]
pub struct Operator {
    /// The template; `None` for a single unfused node.
    pub kind: Option<TemplateKind>,
    /// The nodes that it covers; the first member is the first root.
    pub cover: FusionCandidate,
    /// The nodes whose results it yields.
    pub roots: Vec<usize>,
    /// The estimated time in seconds.
    pub seconds: f64,
}

/// Figures of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// Number of explored nodes.
    pub visits: usize,
    /// Number of entries in the memo table.
    pub entries: usize,
    /// Number of partitions with a choice.
    pub partitions: usize,
    /// Number of interesting points.
    pub points: usize,
    /// Number of assignments that were costed.
    pub evaluated: u64,
    /// Number of assignments that were skipped.
    pub skipped: u64,
    /// Number of partitions with too many points, which were searched locally.
    pub local: usize,
    /// Number of pieces of partitions that were too large.
    pub split: usize,
}

/// The selected operators of a graph.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Selection {
    /// The operators, unordered.
    pub operators: Vec<Operator>,
    /// The estimated time of all operators in seconds, before kernels were shared.
    pub seconds: f64,
    /// Figures of the search.
    pub figures: Figures,
}

/// Selects operators by a policy other than [`Policy::Greedy`].
pub fn select(space: &Space<'_>, policy: Policy, limits: &Limits) -> Selection {
    let mut selection = Selection::default();
    let figures = &mut selection.figures;
    figures.visits = space.memo.visits;
    figures.entries = space.memo.entries();
    if matches!(policy, Policy::None | Policy::Greedy) {
        return selection;
    }
    let mut covers: Vec<FusionCandidate> = Vec::new();
    let mut remaining = BUDGET + BUDGET_PER_NODE * space.graph.nodes.len() as u64;
    for mut part in partitions(space.graph, space.memo, limits) {
        figures.split += usize::from(part.split);
        if part.nodes.len() == 1 {
            // The node may be a piece of a larger partition, whose other pieces compute its
            // operands.
            covers.push(space.cover(part.nodes[0], &AllCuts));
            continue;
        }
        figures.partitions += 1;
        figures.points += part.points.len();
        let plan = decide(space, &mut part, policy, limits, figures, &mut remaining);
        covers.extend(CostModel::new(space, &part).operators(&plan));
    }
    selection.operators = covers
        .into_iter()
        .map(|cover| {
            let seconds = space.cost(&cover);
            Operator { kind: cover.kind, roots: vec![cover.root()], cover, seconds }
        })
        .collect();
    selection.seconds = selection.operators.iter().map(|o| o.seconds).sum();
    share(space, &mut selection.operators);
    selection
}

/// The maximum number of node visits of all searches together, a constant plus a number per node of
/// the graph; beyond it, searches are cut short. A visit takes about ten nanoseconds.
const BUDGET: u64 = 100_000;
const BUDGET_PER_NODE: u64 = 1_000;

fn decide(
    space: &Space<'_>,
    part: &mut Partition,
    policy: Policy,
    limits: &Limits,
    figures: &mut Figures,
    remaining: &mut u64,
) -> Vec<bool> {
    let n = part.points.len();
    match policy {
        Policy::NoRedundancy => return part.points.iter().map(|p| p.shared).collect(),
        Policy::Cost if n > 0 => {}
        _ => return vec![false; n],
    }
    let each = part.nodes.len() as u64;
    let exact = n <= limits.points.min(MOST_POINTS) && (each << n) <= *remaining;
    let cut: Option<CutSet> = if exact { order_by_cut(space.graph, part) } else { None };
    let shared: Vec<bool> = part.points.iter().map(|p| p.shared).collect();
    let mut model = CostModel::new(space, part);
    let best = if exact {
        enumerate(n, &mut model, cut.as_ref())
    } else {
        figures.local += 1;
        let budget = limits.budget.min(*remaining / each.max(1)).max(4);
        local_search(n, &mut model, &[shared], budget)
    };
    figures.evaluated += best.evaluated;
    figures.skipped = figures.skipped.saturating_add(best.skipped);
    *remaining = remaining.saturating_sub(best.evaluated * each);
    best.plan
}

/// The level of each operator: the length of the longest path to it from the inputs.
fn levels(graph: &Graph, operators: &[Operator]) -> Vec<usize> {
    let mut maker: FxHashMap<usize, usize> = FxHashMap::default();
    for (at, operator) in operators.iter().enumerate() {
        for &root in &operator.roots {
            maker.insert(root, at);
        }
    }
    let needs: Vec<Vec<usize>> = operators
        .iter()
        .enumerate()
        .map(|(at, operator)| {
            let reads = operator.cover.reads(graph);
            let made = reads.iter().filter_map(|source| match source {
                Source::Node(p) => maker.get(p).copied(),
                _ => None,
            });
            let mut needs: Vec<usize> = made.filter(|&m| m != at).collect();
            needs.sort_unstable();
            needs.dedup();
            needs
        })
        .collect();
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); operators.len()];
    for (at, needs) in needs.iter().enumerate() {
        for &need in needs {
            users[need].push(at);
        }
    }
    let mut waits: Vec<usize> = needs.iter().map(Vec::len).collect();
    let mut level = vec![0; operators.len()];
    let mut ready: Vec<usize> = (0..operators.len()).filter(|&i| waits[i] == 0).collect();
    while let Some(i) = ready.pop() {
        for &user in &users[i] {
            level[user] = level[user].max(level[i] + 1);
            waits[user] -= 1;
            if waits[user] == 0 {
                ready.push(user);
            }
        }
    }
    level
}

/// The epoch of an operator: the latest of its members.
fn epoch(graph: &Graph, operator: &Operator) -> usize {
    operator.cover.members.iter().map(|m| graph.nodes[m.node].epoch).max().unwrap_or(0)
}

/// Merges operators that can share a kernel.
///
/// Merged operators have to be independent, or a merged one would need itself. Operators of one
/// level do not depend on each other by operators, and those of one epoch not by other ops.
fn share(space: &Space<'_>, operators: &mut Vec<Operator>) {
    hand_out_more(space, operators);
    let level = levels(space.graph, operators);
    let mut gone = vec![false; operators.len()];
    aggregate_together(space, operators, &level, &mut gone);
    side_by_side(space, operators, &level, &mut gone);
    let mut at = 0;
    operators.retain(|_| {
        at += 1;
        !gone[at - 1]
    });
}

/// Merges an operator into another one that computes its root as an intermediate: the root becomes
/// a further result of that one.
fn hand_out_more(space: &Space<'_>, operators: &mut Vec<Operator>) {
    let graph = space.graph;
    let level = levels(graph, operators);
    let mut holders: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for (at, operator) in operators.iter().enumerate() {
        for m in &operator.cover.members[1..] {
            holders.entry(m.node).or_default().push(at);
        }
    }
    let mut gone = vec![false; operators.len()];
    let mut order: Vec<usize> = (0..operators.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(operators[i].cover.root()));
    for a in order {
        let root = operators[a].cover.root();
        let Some(candidates) = holders.get(&root) else { continue };
        let found = candidates.iter().copied().find(|&b| {
            !gone[b]
                && b != a
                && level[b] <= level[a]
                && epoch(graph, &operators[b]) == graph.nodes[root].epoch
                && may_hand_out(graph, &operators[b], root)
        });
        let Some(b) = found else { continue };
        gone[a] = true;
        operators[b].roots.push(root);
        operators[b].seconds += space.machine.writing(graph.nodes[root].bytes);
        // The merged operator no longer reads its own member from memory.
        let inside: FxHashSet<usize> = operators[b].cover.members.iter().map(|m| m.node).collect();
        for m in &mut operators[b].cover.members {
            let node = &graph.nodes[m.node];
            for (o, fused) in node.operands.iter().zip(&mut m.fused) {
                if o.source == Source::Node(root) && node.class != Class::Gather {
                    *fused |= inside.contains(&root);
                }
            }
        }
    }
    let mut at = 0;
    operators.retain(|_| {
        at += 1;
        !gone[at - 1]
    });
}

fn may_hand_out(graph: &Graph, operator: &Operator, node: usize) -> bool {
    let root = &graph.nodes[operator.cover.root()];
    match operator.kind {
        Some(TemplateKind::Cell | TemplateKind::Gather) => {
            let pointwise = |m: &super::candidate::Member| graph.nodes[m.node].class.is_pointwise();
            root.dims == graph.nodes[node].dims && operator.cover.members.iter().all(pointwise)
        }
        Some(TemplateKind::Row) => {
            let dims = &graph.nodes[node].dims;
            let by_rows = !dims.is_empty();
            by_rows
                && operator.cover.members.iter().all(|m| {
                    let other = &graph.nodes[m.node];
                    other.class == Class::Transpose || other.dims.first() == dims.first()
                })
        }
        _ => false,
    }
}

/// Merges reductions over the same elements with a common input. Reductions over the stored entries of a
/// sparse input are merged with others over those entries only: for another one, the input would be dense.
fn aggregate_together(
    space: &Space<'_>,
    operators: &mut [Operator],
    level: &[usize],
    gone: &mut [bool],
) {
    let graph = space.graph;
    let mut alike: FxHashMap<_, Vec<usize>> = FxHashMap::default();
    for (i, operator) in operators.iter().enumerate() {
        let root = &graph.nodes[operator.cover.root()];
        let fits = matches!(operator.kind, None | Some(TemplateKind::Cell))
            && operator.roots.len() == 1
            && root.class == Class::Reduce
            && root.monoid;
        if !fits {
            continue;
        }
        let mut reduced = root.reduced.clone();
        reduced.sort_unstable();
        let stage = [level[i], epoch(graph, operator)];
        let driver = drive(space, &operator.cover)
            .filter(|it| it.seconds < space.dense_cost(&operator.cover))
            .map(|it| it.input);
        let key = (operand_dims(graph, operator), reduced, stage, driver);
        alike.entry(key).or_default().push(i);
    }
    let mut groups: Vec<Vec<usize>> = alike.into_values().filter(|g| g.len() > 1).collect();
    groups.sort();
    for group in groups {
        let mut rest = group;
        while let Some(first) = rest.first().copied() {
            let mut reads: FxHashSet<Source> =
                operators[first].cover.reads(graph).into_iter().collect();
            let mut taken = vec![first];
            for &other in &rest[1..] {
                let own = operators[other].cover.reads(graph);
                if taken.len() < MOST_AGGREGATES && own.iter().any(|s| reads.contains(s)) {
                    reads.extend(own);
                    taken.push(other);
                }
            }
            rest.retain(|i| !taken.contains(i));
            if taken.len() > 1 {
                unite(space, operators, &taken, gone, TemplateKind::MultiAgg);
            }
        }
    }
}

/// The maximum number of reductions in one kernel: their partial results stay in registers.
const MOST_AGGREGATES: usize = 4;

/// The key of reductions over the same elements: the remaining extents and the number of reduced
/// elements.
fn operand_dims(graph: &Graph, operator: &Operator) -> Vec<i64> {
    let root = &graph.nodes[operator.cover.root()];
    let mut dims = root.dims.clone();
    dims.push((root.work.flops + root.work.special) as i64);
    dims
}

/// Merges small independent ops of one shape (horizontal fusion).
fn side_by_side(space: &Space<'_>, operators: &mut [Operator], level: &[usize], gone: &mut [bool]) {
    let graph = space.graph;
    let mut alike: FxHashMap<(Vec<i64>, [usize; 2]), Vec<usize>> = FxHashMap::default();
    for (i, operator) in operators.iter().enumerate() {
        let root = &graph.nodes[operator.cover.root()];
        let pointwise =
            operator.cover.members.iter().all(|m| graph.nodes[m.node].class == Class::Map);
        let same = operator.roots.iter().all(|&r| graph.nodes[r].dims == root.dims);
        let small = operator.seconds < 3.0 * space.machine.launch;
        if !gone[i] && pointwise && small && same {
            let stage = [level[i], epoch(graph, operator)];
            alike.entry((root.dims.clone(), stage)).or_default().push(i);
        }
    }
    let mut groups: Vec<Vec<usize>> = alike.into_values().filter(|g| g.len() > 1).collect();
    groups.sort();
    for group in groups {
        for some in group.chunks(MOST_SIDE_BY_SIDE) {
            if some.len() > 1 {
                unite(space, operators, some, gone, TemplateKind::Horizontal);
            }
        }
    }
}

/// The maximum number of operators in one horizontal fusion.
const MOST_SIDE_BY_SIDE: usize = 16;

fn unite(
    space: &Space<'_>,
    operators: &mut [Operator],
    group: &[usize],
    gone: &mut [bool],
    kind: TemplateKind,
) {
    let (first, others) = (group[0], &group[1..]);
    for &other in others {
        gone[other] = true;
        let it = operators[other].clone();
        let into = &mut operators[first];
        into.roots.extend(it.roots);
        for member in it.cover.members {
            match into.cover.members.iter_mut().find(|m| m.node == member.node) {
                Some(known) => {
                    for (a, b) in known.fused.iter_mut().zip(member.fused) {
                        *a |= b;
                    }
                }
                None => into.cover.members.push(member),
            }
        }
    }
    let into = &mut operators[first];
    into.kind = Some(kind);
    into.cover.kind = Some(kind);
    let writes = into.roots[1..].iter().map(|&r| space.machine.writing(space.graph.nodes[r].bytes));
    into.seconds = space.cost(&into.cover) + writes.sum::<f64>();
}
