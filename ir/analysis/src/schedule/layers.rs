//! The layers of a graph.
//!
//! A layer is a set of ops between two prefix sets. Its ops run side by side, each on one core, or
//! one by one on all cores, which is better depends on the ops: small ones gain nothing from several
//! cores, large ones leave none idle. The cost of a division is the sum of its layers (5):
//!
//! ```text
//! cost(V) = min { cost(U) + cost(V - U) : U a prefix set of V }
//! ```
//!
//! | method | layers |
//! |---|---|
//! | [`Exact`](Method::Exact) | the least cost, by dynamic programming over prefix sets, as in IOS |
//! | [`Bisection`](Method::Bisection) | Algorithm 1 of Mofang: halves of similar work (6), while that is faster |
//! | [`Greedy`](Method::Greedy) | all ops that are ready, again and again |
//! | [`Sequential`](Method::Sequential) | one op at a time, each on all cores |
//! | [`Best`](Method::Best) | the fastest of all; exact where prefix sets are few |
//!
//! A graph with more prefix sets than [`Limits::prefixes`] is cut where the fewest values cross the
//! border, until the pieces have few enough.

use super::graph::{OpGraph, ScheduleError, at_least_one};
use super::list::list_schedule;
use super::op_set::OpSet;
use super::prefixes::prefixes;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// The way in which the ops of a layer run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Side by side, each on one core.
    SideBySide,
    /// One after the other, each on all cores.
    OneByOne,
}

/// A layer.
#[derive(Clone, PartialEq, Debug)]
pub struct Layer {
    /// Its ops.
    pub ops: OpSet,
    /// The way in which they run.
    pub strategy: Strategy,
    /// The seconds that it takes.
    pub seconds: f64,
    /// The part of the time of all cores in which they compute.
    pub utilisation: f64,
}

/// Layers in the order in which they run.
#[derive(Clone, PartialEq, Debug)]
pub struct Layering {
    /// The layers.
    pub layers: Vec<Layer>,
    /// The seconds of all.
    pub seconds: f64,
    /// Whether no other layers take less time in this model.
    pub exact: bool,
}

/// The way to find layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// The fastest of the others, and exact where that is possible.
    Best,
    /// The least cost; [`Best`](Method::Best) where prefix sets are too many.
    Exact,
    /// Algorithm 1.
    Bisection,
    /// All ready ops together.
    Greedy,
    /// One op at a time.
    Sequential,
}

/// The machine, and the bounds of the search.
#[derive(Clone, PartialEq, Debug)]
pub struct Limits {
    /// The number of cores.
    pub cores: usize,
    /// The seconds that cores take to begin a layer together and to wait for its end.
    pub barrier: f64,
    /// The most prefix sets of a graph that is searched exactly.
    pub prefixes: usize,
    /// φ, the largest imbalance τ of two halves that Algorithm 1 compares.
    pub imbalance: f64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { cores: 2, barrier: 1.6e-6, prefixes: 200, imbalance: 0.8 }
    }
}

/// The most pairs of halves that Algorithm 1 compares at each step.
const MOST_HALVES: usize = 64;

/// The most ops for which Algorithm 1 runs beside the other methods.
const MOST_BISECTED: usize = 96;

/// The layers of a graph.
///
/// # Errors
/// If there are no cores.
pub fn layer(graph: &OpGraph, limits: &Limits, method: Method) -> Result<Layering, ScheduleError> {
    at_least_one("cores", limits.cores as u64)?;
    let costs = Costs { graph, limits, known: RefCell::default() };
    let all = graph.all();
    Ok(match method {
        Method::Sequential => costs.layering(&[(all, Some(Strategy::OneByOne))], false),
        Method::Greedy => costs.greedy(&all),
        Method::Bisection => costs.bisection(&all),
        Method::Exact => costs.exact(&all).unwrap_or_else(|| costs.best(&all)),
        Method::Best => costs.best(&all),
    })
}

impl Layering {
    /// Whether each op is in one layer, and no layer needs a later one.
    pub fn is_valid(&self, graph: &OpGraph) -> bool {
        let mut done = OpSet::default();
        for layer in &self.layers {
            let then = done.with(&layer.ops);
            let once = then.len() == done.len() + layer.ops.len();
            let closed =
                layer.ops.iter().all(|op| graph.before(op).iter().all(|&b| then.contains(b)));
            if !once || !closed || layer.ops.is_empty() {
                return false;
            }
            done = then;
        }
        done == graph.all()
    }
}

struct Costs<'g> {
    graph: &'g OpGraph,
    limits: &'g Limits,
    /// The cost of sets as one layer.
    known: RefCell<FxHashMap<OpSet, (f64, Strategy)>>,
}

impl Costs<'_> {
    /// The seconds of ops one by one.
    fn one_by_one(&self, set: &OpSet) -> f64 {
        set.iter().map(|op| self.graph.times(op).all_cores).sum()
    }

    /// The seconds of ops side by side.
    fn side_by_side(&self, set: &OpSet) -> f64 {
        let schedule = list_schedule(self.graph, set, self.limits.cores);
        let alone = schedule.ops.iter().all(|it| it.1 == schedule.ops[0].1);
        schedule.seconds + if alone { 0.0 } else { self.limits.barrier }
    }

    /// The seconds of a set as one layer.
    fn one(&self, set: &OpSet) -> (f64, Strategy) {
        if let Some(&known) = self.known.borrow().get(set) {
            return known;
        }
        let (serial, parallel) = (self.one_by_one(set), self.side_by_side(set));
        let it = match parallel < serial {
            true => (parallel, Strategy::SideBySide),
            false => (serial, Strategy::OneByOne),
        };
        self.known.borrow_mut().insert(set.clone(), it);
        it
    }

    fn layering(&self, sets: &[(OpSet, Option<Strategy>)], exact: bool) -> Layering {
        let each = sets.iter().map(|(ops, strategy)| {
            let (seconds, strategy) = match strategy {
                None => self.one(ops),
                Some(Strategy::OneByOne) => (self.one_by_one(ops), Strategy::OneByOne),
                Some(Strategy::SideBySide) => (self.side_by_side(ops), Strategy::SideBySide),
            };
            let work: f64 = ops.iter().map(|op| self.graph.times(op).one_core).sum();
            let utilisation = (work / (self.limits.cores as f64 * seconds)).min(1.0);
            Layer { ops: ops.clone(), strategy, seconds, utilisation }
        });
        let layers: Vec<Layer> = each.collect();
        let seconds = layers.iter().map(|layer| layer.seconds).sum();
        Layering { layers, seconds, exact }
    }

    fn greedy(&self, set: &OpSet) -> Layering {
        let mut done = OpSet::default();
        let mut sets = Vec::new();
        loop {
            let ready: OpSet = self.graph.ready(set, &done).collect();
            if ready.is_empty() {
                return self.layering(&sets, false);
            }
            done = done.with(&ready);
            sets.push((ready, Some(Strategy::SideBySide)));
        }
    }

    /// A set without further division: one layer, or as the greedy baseline.
    fn base(&self, set: &OpSet) -> Layering {
        let (one, greedy) = (self.layering(&[(set.clone(), None)], false), self.greedy(set));
        if greedy.seconds < one.seconds { greedy } else { one }
    }

    /// Algorithm 1.
    fn bisection(&self, set: &OpSet) -> Layering {
        let base = self.base(set);
        if set.len() == 1 {
            return base;
        }
        let halves = self.halves(set);
        let costs = halves.into_iter().map(|first| {
            let rest = set.without(&first);
            (self.base(&first).seconds + self.base(&rest).seconds, first, rest)
        });
        let Some((seconds, first, rest)) = costs.min_by(|a, b| a.0.total_cmp(&b.0)) else {
            return base;
        };
        if seconds >= base.seconds {
            return base;
        }
        self.joined(self.bisection(&first), self.bisection(&rest))
    }

    fn joined(&self, mut first: Layering, rest: Layering) -> Layering {
        first.layers.extend(rest.layers);
        first.seconds = first.layers.iter().map(|layer| layer.seconds).sum();
        first.exact = false;
        first
    }

    /// First halves of a set, those of similar work as the rest first, with τ ≤ φ (6).
    fn halves(&self, set: &OpSet) -> Vec<OpSet> {
        let candidates = prefixes(self.graph, set, self.limits.prefixes).unwrap_or_else(|| {
            let order = self.graph.in_order(set);
            (1..order.len()).map(|n| order[..n].iter().copied().collect()).collect()
        });
        let work = |ops: &OpSet| ops.iter().map(|op| self.graph.times(op).one_core).sum::<f64>();
        let all = work(set);
        let mut ranked: Vec<(f64, OpSet)> = candidates
            .into_iter()
            .filter(|first| !first.is_empty() && first.len() < set.len())
            .map(|first| ((2.0 * work(&first) - all).abs() / all, first))
            .filter(|(imbalance, _)| *imbalance <= self.limits.imbalance)
            .collect();
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
        ranked.truncate(MOST_HALVES);
        ranked.into_iter().map(|(_, first)| first).collect()
    }

    /// The least cost; `None` if there are too many prefix sets.
    fn exact(&self, set: &OpSet) -> Option<Layering> {
        let prefixes = prefixes(self.graph, set, self.limits.prefixes)?;
        // The least cost up to each prefix set, and the one before its last layer.
        let mut best: Vec<(f64, usize)> = vec![(0.0, 0)];
        for (at, prefix) in prefixes.iter().enumerate().skip(1) {
            let mut least = (f64::INFINITY, 0);
            for (from, before) in prefixes[..at].iter().enumerate() {
                if best[from].0 < least.0 && before.is_within(prefix) {
                    let seconds = best[from].0 + self.one(&prefix.without(before)).0;
                    if seconds < least.0 {
                        least = (seconds, from);
                    }
                }
            }
            best.push(least);
        }
        let mut at = prefixes.len() - 1;
        let mut sets = Vec::new();
        while at > 0 {
            let from = best[at].1;
            sets.push((prefixes[at].without(&prefixes[from]), None));
            at = from;
        }
        sets.reverse();
        Some(self.layering(&sets, true))
    }

    fn best(&self, set: &OpSet) -> Layering {
        let pieces = self.pieces(set);
        if pieces.exact {
            return pieces;
        }
        let mut all = vec![pieces, self.base(set)];
        if set.len() <= MOST_BISECTED {
            all.push(self.bisection(set));
        }
        let sequential = self.layering(&[(set.clone(), Some(Strategy::OneByOne))], false);
        // The first of several is kept.
        all.into_iter().fold(sequential, |a, b| if b.seconds < a.seconds { b } else { a })
    }

    /// The exact layers of pieces that have few enough prefix sets.
    fn pieces(&self, set: &OpSet) -> Layering {
        if let Some(exact) = self.exact(set) {
            return exact;
        }
        // A limit of 1 leaves no set of prefixes even for one op.
        if set.len() < 2 {
            return self.layering(&[(set.clone(), Some(Strategy::OneByOne))], false);
        }
        let first = self.waist(set);
        let rest = set.without(&first);
        self.joined(self.pieces(&first), self.pieces(&rest))
    }

    /// Of the borders in the middle half of an order, the first half before the one that the fewest
    /// dependences cross.
    fn waist(&self, set: &OpSet) -> OpSet {
        let order = self.graph.in_order(set);
        let (low, high) = (order.len() / 4, order.len() - order.len() / 4);
        let mut crossing = 0isize;
        let mut least = (isize::MAX, 0, 0);
        for (at, &op) in order.iter().enumerate().take(high) {
            let inside =
                |list: &[usize]| list.iter().filter(|&&o| set.contains(o)).count() as isize;
            crossing += inside(self.graph.after(op)) - inside(self.graph.before(op));
            let border = at + 1;
            if (low.max(1)..order.len()).contains(&border) {
                least = least.min((crossing, border.abs_diff(order.len() / 2), border));
            }
        }
        order[..least.2].iter().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::OpTimes;
    use super::super::testing::{Numbers, random};
    use super::*;

    fn limits(cores: usize, barrier: f64) -> Limits {
        Limits { cores, barrier, ..Limits::default() }
    }

    /// The least cost of all ordered partitions, tried one by one.
    fn exhaustive(costs: &Costs<'_>, set: &OpSet) -> f64 {
        if set.is_empty() {
            return 0.0;
        }
        let firsts = prefixes(costs.graph, set, usize::MAX).unwrap();
        let each = firsts
            .iter()
            .filter(|first| !first.is_empty())
            .map(|first| costs.one(first).0 + exhaustive(costs, &set.without(first)));
        each.fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn the_exact_method_equals_exhaustive_search() {
        let mut numbers = Numbers(5);
        let mut mixed = 0;
        for round in 0..90 {
            // Seven independent ops have 47,293 ordered partitions.
            let graph = random(&mut numbers, 1 + round % 6);
            let limits = limits(1 + round % 3, (round % 4) as f64 / 3.0);
            let costs = Costs { graph: &graph, limits: &limits, known: RefCell::default() };
            let exact = layer(&graph, &limits, Method::Exact).unwrap();
            assert!(exact.exact && exact.is_valid(&graph));
            let least = exhaustive(&costs, &graph.all());
            assert!((exact.seconds - least).abs() < 1e-9, "{graph:?}: {exact:?}, {least}");
            mixed += usize::from(exact.layers.len() > 1);
        }
        // Often, one layer is not the best.
        assert!(mixed > 15, "{mixed}");
    }

    #[test]
    fn graphs_of_eight_ops_too() {
        let mut numbers = Numbers(9);
        for round in 0..8 {
            let mut graph = random(&mut numbers, 8);
            // Sparse graphs take long to search.
            while prefixes(&graph, &graph.all(), 40).is_none() {
                graph = random(&mut numbers, 8);
            }
            let limits = limits(2, f64::from(round % 3) / 2.0);
            let costs = Costs { graph: &graph, limits: &limits, known: RefCell::default() };
            let exact = layer(&graph, &limits, Method::Exact).unwrap();
            assert!((exact.seconds - exhaustive(&costs, &graph.all())).abs() < 1e-9);
        }
    }

    #[test]
    fn every_method_gives_an_ordered_partition_and_the_best_is_never_slower() {
        let mut numbers = Numbers(21);
        let mut cut = 0;
        for round in 0..90 {
            let graph = random(&mut numbers, 1 + round % 18);
            let mut limits = limits(1 + round % 4, 0.2);
            limits.prefixes = [3, 20, 200][round % 3];
            let of = |method| {
                let it = layer(&graph, &limits, method).unwrap();
                assert!(it.is_valid(&graph), "{method:?}: {it:?}");
                let sum: f64 = it.layers.iter().map(|layer| layer.seconds).sum();
                assert!((sum - it.seconds).abs() < 1e-9);
                assert!(it.layers.iter().all(|l| l.utilisation > 0.0 && l.utilisation <= 1.0));
                it
            };
            let best = of(Method::Best);
            cut += usize::from(!best.exact);
            for method in [Method::Bisection, Method::Greedy, Method::Sequential] {
                assert!(best.seconds <= of(method).seconds + 1e-9, "{method:?}");
            }
            assert!(best.seconds <= of(Method::Exact).seconds + 1e-9);
        }
        assert!(cut > 20, "{cut}");
    }

    #[test]
    fn bisection_is_between_the_baselines_and_the_exact_method() {
        let mut numbers = Numbers(33);
        let (mut equal, mut above) = (0, 0);
        for _ in 0..80 {
            let graph = random(&mut numbers, 7);
            let limits = limits(2, 0.3);
            let of = |method| layer(&graph, &limits, method).unwrap().seconds;
            let (bisection, exact) = (of(Method::Bisection), of(Method::Exact));
            assert!(exact <= bisection + 1e-9);
            assert!(bisection <= of(Method::Greedy).min(of(Method::Sequential)) + 1e-9);
            if bisection > exact + 1e-9 { above += 1 } else { equal += 1 }
        }
        assert!(equal > 0 && above > 0, "{equal} {above}");
    }

    #[test]
    fn long_graphs_are_cut() {
        let mut numbers = Numbers(3);
        let graph = random(&mut numbers, 120);
        let it = layer(&graph, &limits(4, 0.1), Method::Best).unwrap();
        assert!(it.is_valid(&graph));
        let chain = vec![OpTimes::indivisible(1.0); 250];
        let before = (0..250).map(|op: usize| op.checked_sub(1).into_iter().collect());
        let chain = OpGraph::new(chain, before.collect()).unwrap();
        assert_eq!(layer(&chain, &limits(4, 0.1), Method::Best).unwrap().seconds, 250.0);
    }

    /// The example of the papers: `a` and `d` side by side, then `b` and `c`, which needs `a`. A
    /// device whose greedy first layer of `a`, `b` and `d` is overfull is modelled by two cores.
    #[test]
    fn the_sample_network_of_ios() {
        // Multiplications in units of 15·15·375·375·9: a and d of 375 channels, b of 750, and c of
        // 750 on those of a.
        let times = [1.0, 2.0, 2.0, 1.0].map(OpTimes::indivisible).to_vec();
        let graph = OpGraph::new(times, vec![vec![], vec![], vec![0], vec![]]).unwrap();
        assert_eq!(prefixes(&graph, &graph.all(), 100).unwrap().len(), 12);
        let of = |method| layer(&graph, &limits(2, 0.01), method).unwrap();
        // {a, b, d}, then {c}: the second layer leaves a core idle.
        assert!((of(Method::Greedy).seconds - 4.02).abs() < 0.02);
        assert_eq!(of(Method::Greedy).layers.len(), 2);
        assert_eq!(of(Method::Sequential).seconds, 6.0);
        let best = of(Method::Exact);
        assert!((best.seconds - 3.01).abs() < 0.02, "{best:?}");
        // Layers alone, without list scheduling inside of them: {a, d}, then {b, c}.
        let sets: Vec<OpSet> = [[0, 3], [1, 2]].map(|ops| ops.into_iter().collect()).to_vec();
        let limits = limits(2, 0.01);
        let costs = Costs { graph: &graph, limits: &limits, known: RefCell::default() };
        let layered: f64 = sets.iter().map(|set| costs.side_by_side(set)).sum();
        assert!((layered - 3.02).abs() < 1e-9);
        assert!(layered < of(Method::Greedy).seconds);
    }

    #[test]
    fn no_cores_are_an_error() {
        let graph = random(&mut Numbers(1), 3);
        let error = layer(&graph, &limits(0, 0.0), Method::Best).unwrap_err();
        assert_eq!(error.to_string(), "the number of cores must be 1 or more, not 0");
    }
}
