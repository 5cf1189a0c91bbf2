//! The cost model of a partition: the cost of assignments of its interesting points.
//!
//! A search costs thousands of assignments that differ in a few points, and most operators are the
//! same in many of them. The operator at a node depends only on the points that were queried while
//! it was grown, and each query depends on the answers before it. Operators are therefore memoized
//! at the leaves of a decision tree of queries, and most assignments are costed without growing any
//! candidate.

use super::candidate::{Cuts, FusionCandidate, Member, Space};
use super::enumerate::Judge;
use super::graph::Source;
use super::partition::{Partition, operators};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::RefCell;

/// A set of points, as bits.
type Bits = SmallVec<[u64; 2]>;

fn set(bits: &mut Bits, at: usize) {
    bits[at / 64] |= 1 << (at % 64);
}

fn has(bits: &Bits, at: usize) -> bool {
    bits[at / 64] >> (at % 64) & 1 == 1
}

/// The decision on an edge.
#[derive(Clone, Copy)]
enum Edge {
    /// It is always fused.
    Fused,
    /// It leaves the partition, so it is always materialized.
    Outside,
    /// The interesting point with this number decides.
    Point(u32),
}

/// The memoized cost of an operator, for some assignments.
struct OperatorCost {
    seconds: f64,
    /// The nodes of the partition that it reads, as indices in the partition.
    reads: SmallVec<[u32; 4]>,
    /// The nodes that it alone may compute.
    sums: SmallVec<[u32; 4]>,
}

/// A node of the decision tree: a point that was queried, and what follows either answer.
struct Fork {
    point: u32,
    next: [Next; 2],
}

/// The subtree after an answer.
#[derive(Clone, Copy)]
enum Next {
    /// Not explored yet.
    Unknown,
    /// Another query.
    Fork(u32),
    /// A memoized cost.
    Cost(u32),
}

/// The position of a [`Next`].
#[derive(Clone, Copy)]
enum Slot {
    /// The root of the tree of a node of the partition.
    First(u32),
    /// The subtree after this query and answer.
    After(u32, bool),
}

/// The points that materialize one node, and a lower bound of the cost of that.
struct Written {
    points: Bits,
    read: f64,
    write: f64,
}

/// The cost model of a partition: the cost of its assignments.
pub struct CostModel<'a> {
    space: &'a Space<'a>,
    part: &'a Partition,
    /// For each node, the edges of its operands.
    edges: Vec<SmallVec<[Edge; 4]>>,
    roots: Vec<u32>,
    costs: Vec<OperatorCost>,
    /// For each node, the root of its decision tree.
    first: Vec<Next>,
    forks: Vec<Fork>,
    /// For each node, the number of the evaluation that last visited it.
    seen: Vec<u64>,
    /// For each node, the number of the evaluation in which it was last computed.
    summed: Vec<u64>,
    evaluation: u64,
    /// Lower bounds in seconds: reading the inputs, computing every node once, writing the roots.
    fixed: (f64, f64, f64),
    written: Vec<Written>,
    words: usize,
}

/// Answers queries from an assignment, and records them.
struct Queried<'j> {
    model: &'j CostModel<'j>,
    plan: &'j Bits,
    /// The queried points, as a set and in query order.
    queried: RefCell<(Bits, SmallVec<[u32; 16]>)>,
}

impl Cuts for Queried<'_> {
    fn cut(&self, node: usize, position: usize) -> bool {
        // Candidates never leave the partition: edges that do are cut.
        let place = self.model.space.place_in_part[node].get();
        match self.model.edges[place as usize][position] {
            Edge::Fused => false,
            Edge::Outside => true,
            Edge::Point(at) => {
                let (known, order) = &mut *self.queried.borrow_mut();
                if !has(known, at as usize) {
                    set(known, at as usize);
                    order.push(at);
                }
                has(self.plan, at as usize)
            }
        }
    }
}

/// The index of a node in a partition, if it belongs to that one.
fn place_of(space: &Space<'_>, part: &Partition, node: usize) -> Option<u32> {
    let place = space.place_in_part[node].get();
    (part.nodes.get(place as usize) == Some(&node)).then_some(place)
}

impl<'a> CostModel<'a> {
    /// The cost model of a partition.
    pub fn new(space: &'a Space<'a>, part: &'a Partition) -> CostModel<'a> {
        let graph = space.graph;
        let words = part.points.len().div_ceil(64).max(1);
        let places = &space.place_in_part;
        part.nodes.iter().zip(0..).for_each(|(&n, place)| places[n].set(place));
        let inside = |n: usize| place_of(space, part, n).is_some();
        let points: FxHashMap<(usize, usize), u32> =
            part.points.iter().map(|p| (p.consumer, p.producer)).zip(0..).collect();
        let edge = |node: usize, source: Source| match source {
            Source::Node(p) => match points.get(&(node, p)) {
                Some(point) => Edge::Point(*point),
                None if inside(p) => Edge::Fused,
                None => Edge::Outside,
            },
            _ => Edge::Fused,
        };
        let of_node =
            |n: &usize| graph.nodes[*n].operands.iter().map(|o| edge(*n, o.source)).collect();
        let edges = part.nodes.iter().map(of_node).collect();
        // Of each input, the largest read by any node.
        let mut inputs: FxHashMap<Source, f64> = FxHashMap::default();
        let (mut compute, mut write) = (0.0, 0.0);
        for &n in &part.nodes {
            compute += space.least_compute(n);
            for (position, o) in graph.nodes[n].operands.iter().enumerate() {
                let outside = match o.source {
                    Source::Node(p) => !inside(p),
                    Source::Input(_) => true,
                    Source::Free => false,
                };
                if outside {
                    let most = inputs.entry(o.source).or_default();
                    *most = most.max(space.read_by(n, position));
                }
            }
        }
        // Sparse-driven operators read and compute only this fraction.
        let least = space.least_density();
        let read = inputs.values().map(|bytes| least * space.machine.reading(*bytes)).sum();
        compute *= least;
        for &n in &part.roots {
            write += space.machine.writing(graph.nodes[n].bytes) + space.machine.launch;
        }
        let mut written: Vec<Written> = Vec::new();
        let mut producers: FxHashMap<usize, usize> = FxHashMap::default();
        for (at, point) in part.points.iter().enumerate() {
            let number = *producers.entry(point.producer).or_insert_with(|| {
                let bytes = graph.nodes[point.producer].bytes;
                let is_root = part.roots.contains(&point.producer);
                let write = space.machine.writing(bytes) + space.machine.launch;
                written.push(Written {
                    points: SmallVec::from_elem(0, words),
                    read: f64::INFINITY,
                    write: if is_root { 0.0 } else { write },
                });
                written.len() - 1
            });
            let it = &mut written[number];
            set(&mut it.points, at);
            // A consumer reads each operand that is materialized.
            let operands = graph.nodes[point.consumer].operands.iter().enumerate();
            for (position, _) in operands.filter(|(_, o)| o.source == Source::Node(point.producer))
            {
                let bytes = space.read_by(point.consumer, position);
                it.read = it.read.min(least * space.machine.reading(bytes));
            }
        }
        CostModel {
            space,
            part,
            roots: part.roots.iter().filter_map(|&n| place_of(space, part, n)).collect(),
            edges,
            costs: Vec::new(),
            first: vec![Next::Unknown; part.nodes.len()],
            forks: Vec::new(),
            seen: vec![0; part.nodes.len()],
            summed: vec![0; part.nodes.len()],
            evaluation: 0,
            fixed: (read, compute, write),
            written,
            words,
        }
    }

    fn place(&self, node: usize) -> Option<u32> {
        place_of(self.space, self.part, node)
    }

    /// The operators of an assignment, those of the roots first.
    pub fn operators(&self, plan: &[bool]) -> Vec<FusionCandidate> {
        let plan = self.bits(plan);
        let inside = |n| self.place(n).is_some();
        operators(self.space, &self.part.roots, &self.queried(&plan), &inside)
    }

    /// A query answerer for an assignment, with an empty record.
    fn queried<'j>(&'j self, plan: &'j Bits) -> Queried<'j> {
        let queried = (SmallVec::from_elem(0, self.words), SmallVec::new());
        Queried { model: self, plan, queried: RefCell::new(queried) }
    }

    fn bits(&self, plan: &[bool]) -> Bits {
        let mut bits = SmallVec::from_elem(0, self.words);
        plan.iter().enumerate().filter(|(_, cut)| **cut).for_each(|(at, _)| set(&mut bits, at));
        bits
    }

    /// The number of the cost of the operator that computes a node under an assignment.
    fn cost_number(&mut self, root: u32, plan: &Bits) -> usize {
        let mut next = self.first[root as usize];
        loop {
            match next {
                Next::Cost(number) => return number as usize,
                Next::Fork(at) => {
                    let fork = &self.forks[at as usize];
                    next = fork.next[usize::from(has(plan, fork.point as usize))];
                }
                Next::Unknown => break,
            }
        }
        let cuts = self.queried(plan);
        let cover = self.space.cover(self.part.nodes[root as usize], &cuts);
        let (_, queried) = cuts.queried.into_inner();
        let reads = cover.reads(self.space.graph).into_iter().filter_map(|source| match source {
            Source::Node(p) => self.place(p),
            _ => None,
        });
        // Kernels of different kinds on a GPU sum in different orders. If two of them recomputed
        // one sum, the results would differ, and comparisons of one with the other would be
        // useless.
        let once = |m: &&Member| {
            self.space.machine.has_chains() && self.space.graph.nodes[m.node].order_matters
        };
        let sums = cover.members.iter().filter(once).filter_map(|m| self.place(m.node)).collect();
        let cost = OperatorCost { seconds: self.space.cost(&cover), reads: reads.collect(), sums };
        let number = self.costs.len();
        self.costs.push(cost);
        let mut slot = Slot::First(root);
        for point in queried {
            let fork = match *self.slot(slot) {
                Next::Fork(fork) => fork,
                _ => {
                    let fork = self.forks.len() as u32;
                    self.forks.push(Fork { point, next: [Next::Unknown; 2] });
                    *self.slot(slot) = Next::Fork(fork);
                    fork
                }
            };
            slot = Slot::After(fork, has(plan, point as usize));
        }
        *self.slot(slot) = Next::Cost(number as u32);
        number
    }

    fn slot(&mut self, slot: Slot) -> &mut Next {
        match slot {
            Slot::First(root) => &mut self.first[root as usize],
            Slot::After(fork, answer) => &mut self.forks[fork as usize].next[usize::from(answer)],
        }
    }
}

impl Judge for CostModel<'_> {
    fn cost(&mut self, plan: &[bool], bound: f64) -> Option<f64> {
        let plan = self.bits(plan);
        self.evaluation += 1;
        let mut open: SmallVec<[u32; 32]> = SmallVec::from_slice(&self.roots);
        open.iter().for_each(|root| self.seen[*root as usize] = self.evaluation);
        let mut total = 0.0;
        while let Some(node) = open.pop() {
            let number = self.cost_number(node, &plan);
            let cost = &self.costs[number];
            total += cost.seconds;
            if total >= bound {
                return None;
            }
            for &sum in &cost.sums {
                let last = std::mem::replace(&mut self.summed[sum as usize], self.evaluation);
                if last == self.evaluation {
                    return None;
                }
            }
            for &read in &cost.reads {
                if std::mem::replace(&mut self.seen[read as usize], self.evaluation)
                    != self.evaluation
                {
                    open.push(read);
                }
            }
        }
        Some(total)
    }

    fn bound(&self, plan: &[bool]) -> f64 {
        let plan = self.bits(plan);
        let (mut read, compute, mut write) = self.fixed;
        for it in &self.written {
            if it.points.iter().zip(&plan).any(|(a, b)| a & b != 0) {
                read += it.read;
                write += it.write;
            }
        }
        // Sums in another order differ in the last bits.
        (f64::max(read, compute) + write) * (1.0 - 1e-12)
    }
}
