//! One choice for each of several nodes, at the least cost: costs of choices, and costs of pairs of
//! choices of neighbours.
//!
//! A node with one choice is eliminated first: its costs become its neighbours'. A node with at most two
//! neighbours is eliminated, too: the cost of its best choice, for every choice
//! of its neighbours, becomes theirs. That is dynamic programming on chains, trees and
//! series-parallel graphs, and exact. Where every node has three neighbours or more, nodes are eliminated
//! into tables of all their neighbours (`tables`), exact too, if these are small: a training
//! step is such a graph, whose backward pass follows the forward pass. Else the choices of
//! one node are tried one after another while the budget lasts; after that, the node takes the
//! choice that looks best, and the result is improved node by node until nothing changes.
//!
//! Source: the reductions of partitioned Boolean quadratic programming; Scholz and Eckstein,
//! "Register allocation for irregular architectures", LCTES 2002.

use super::tables::{self, Table};
use std::collections::{BTreeMap, BTreeSet};

/// Costs of pairs of choices: `costs[i * columns + j]`.
#[derive(Clone, PartialEq, Debug)]
pub struct Matrix {
    columns: usize,
    costs: Vec<f64>,
}

impl Matrix {
    /// The matrix of a function of row and column.
    pub fn new(rows: usize, columns: usize, cost: impl Fn(usize, usize) -> f64) -> Matrix {
        let costs = (0..rows * columns).map(|at| cost(at / columns, at % columns)).collect();
        Matrix { columns, costs }
    }

    /// The cost of a pair.
    pub fn at(&self, i: usize, j: usize) -> f64 {
        self.costs[i * self.columns + j]
    }
}

/// Nodes with choices, and edges between them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Choices {
    nodes: Vec<Vec<f64>>,
    /// The smaller node's choices are the rows.
    edges: BTreeMap<(usize, usize), Matrix>,
    /// The neighbours of each node.
    near: Vec<BTreeSet<usize>>,
}

/// A choice for each node.
#[derive(Clone, PartialEq, Debug)]
pub struct Chosen {
    /// The number of the choice of each node.
    pub choices: Vec<usize>,
    /// The sum of all costs.
    pub cost: f64,
    /// Whether no other choices cost less.
    pub exact: bool,
}

impl Choices {
    /// Adds a node with the costs of its choices; returns its number.
    ///
    /// # Panics
    /// If there is no choice.
    pub fn node(&mut self, costs: Vec<f64>) -> usize {
        assert!(!costs.is_empty(), "a node has a choice");
        self.nodes.push(costs);
        self.near.push(BTreeSet::new());
        self.nodes.len() - 1
    }

    /// Adds to the costs of a node's choices.
    pub fn add(&mut self, node: usize, costs: impl Iterator<Item = f64>) {
        self.nodes[node].iter_mut().zip(costs).for_each(|(known, cost)| *known += cost);
    }

    /// Adds the costs of pairs of choices of two nodes, `from`'s in rows.
    ///
    /// # Panics
    /// If the nodes are the same.
    pub fn edge(&mut self, from: usize, to: usize, costs: &Matrix) {
        assert_ne!(from, to, "an edge joins two nodes");
        let (a, b) = (from.min(to), from.max(to));
        let (rows, columns) = (self.nodes[a].len(), self.nodes[b].len());
        let turned = |i, j| if from < to { costs.at(i, j) } else { costs.at(j, i) };
        let sum = match self.edges.get(&(a, b)) {
            Some(old) => Matrix::new(rows, columns, |i, j| old.at(i, j) + turned(i, j)),
            None => Matrix::new(rows, columns, turned),
        };
        self.edges.insert((a, b), sum);
        self.near[a].insert(b);
        self.near[b].insert(a);
    }

    /// The cost of these choices.
    pub fn cost(&self, choices: &[usize]) -> f64 {
        let nodes: f64 = self.nodes.iter().zip(choices).map(|(costs, &c)| costs[c]).sum();
        let edges = self.edges.iter().map(|(&(a, b), m)| m.at(choices[a], choices[b]));
        nodes + edges.sum::<f64>()
    }

    /// The cheapest choices. At most about `budget` graphs are solved where trying is needed.
    pub fn solve(&self, budget: usize) -> Chosen {
        self.solve_within(budget, tables::MOST)
    }

    /// The same with tables of so many entries at most.
    fn solve_within(&self, budget: usize, entries: f64) -> Chosen {
        let live = (0..self.nodes.len()).collect();
        let mut work = Reduced { graph: self.clone(), live, entries };
        let mut choices = vec![0; self.nodes.len()];
        let exact = work.solve(budget.max(1), &mut choices);
        if !exact {
            self.descend(&mut choices);
        }
        Chosen { cost: self.cost(&choices), choices, exact }
    }

    /// The cheapest choices that are found if the edges of some nodes are left out first: those of a value
    /// that many ops use and that is cheap to make again, such as a broadcast of a scalar. Without them
    /// the others often are series-parallel. The choices are improved with all edges then; they
    /// are exact if they cost no more than the least without these edges.
    pub fn solve_without(&self, loose: &[usize], budget: usize) -> Chosen {
        let mut rest = Reduced { graph: self.clone(), live: Vec::new(), entries: tables::MOST };
        loose.iter().for_each(|&n| _ = rest.take_edges(n));
        let first = rest.graph.solve(budget);
        let mut choices = first.choices;
        self.descend(&mut choices);
        let cost = self.cost(&choices);
        Chosen { cost, choices, exact: first.exact && cost <= first.cost * (1.0 + 1e-12) }
    }

    /// The graphs that can be solved in about this many steps.
    pub fn affordable(&self, steps: f64) -> usize {
        let most = self.nodes.iter().map(|costs| costs.len() as f64).fold(1.0, f64::max);
        let one = self.nodes.len() as f64 * most.powi(3);
        (steps / one.max(1.0)) as usize
    }

    /// Improves the choices of single nodes until none helps.
    fn descend(&self, choices: &mut [usize]) {
        loop {
            let mut better = false;
            for n in 0..self.nodes.len() {
                let cost = |c: usize| {
                    let edges = self.near[n].iter().map(|&m| match n < m {
                        true => self.edges[&(n, m)].at(c, choices[m]),
                        false => self.edges[&(m, n)].at(choices[m], c),
                    });
                    self.nodes[n][c] + edges.sum::<f64>()
                };
                let best = (0..self.nodes[n].len()).min_by(|&x, &y| cost(x).total_cmp(&cost(y)));
                let best = best.expect("a node has a choice");
                if cost(best) < cost(choices[n]) {
                    choices[n] = best;
                    better = true;
                }
            }
            if !better {
                return;
            }
        }
    }
}

/// A graph of which some nodes are eliminated.
#[derive(Clone)]
struct Reduced {
    graph: Choices,
    live: Vec<usize>,
    /// The most entries of tables.
    entries: f64,
}

/// An eliminated node: its costs, and the edges that it had, its own choices in rows.
type Eliminated = (usize, Vec<f64>, Vec<(usize, Matrix)>);

impl Reduced {
    /// Removes the edges of a node, and returns them with its choices in rows.
    fn take_edges(&mut self, n: usize) -> Vec<(usize, Matrix)> {
        let mut taken = Vec::new();
        for m in std::mem::take(&mut self.graph.near[n]) {
            self.graph.near[m].remove(&n);
            let key = (n.min(m), n.max(m));
            let Some(it) = self.graph.edges.remove(&key) else { continue };
            let (rows, columns) = (self.graph.nodes[n].len(), self.graph.nodes[m].len());
            let turned =
                Matrix::new(rows, columns, |i, j| if n < m { it.at(i, j) } else { it.at(j, i) });
            taken.push((m, turned));
        }
        taken
    }

    /// Solves the live nodes, and writes their choices; says whether that is exact.
    fn solve(&mut self, budget: usize, choices: &mut [usize]) -> bool {
        let mut eliminated: Vec<Eliminated> = Vec::new();
        let mut exact = true;
        // A constant that half of the program uses has one choice and joins all that uses it.
        let single = |n: &usize| self.graph.nodes[*n].len() == 1;
        for n in self.live.iter().copied().filter(single).collect::<Vec<_>>() {
            let edges = self.take_edges(n);
            for (m, edge) in &edges {
                let costs = self.graph.nodes[*m].iter_mut().enumerate();
                costs.for_each(|(j, cost)| *cost += edge.at(0, j));
            }
            eliminated.push((n, self.graph.nodes[n].clone(), edges));
        }
        self.live.retain(|n| self.graph.nodes[*n].len() > 1);
        loop {
            let degrees = self.live.iter().map(|&n| (self.graph.near[n].len(), n));
            let Some((degree, n)) = degrees.min() else { break };
            if degree > 2 {
                exact = match self.by_tables(choices) {
                    true => true,
                    false => self.branch(budget, choices),
                };
                break;
            }
            let edges = self.take_edges(n);
            let costs = self.graph.nodes[n].clone();
            self.live.retain(|&m| m != n);
            let least =
                |of: &dyn Fn(usize) -> f64| (0..costs.len()).map(of).fold(f64::INFINITY, f64::min);
            match &edges[..] {
                [] => {}
                [(m, edge)] => {
                    for j in 0..self.graph.nodes[*m].len() {
                        self.graph.nodes[*m][j] += least(&|i| costs[i] + edge.at(i, j));
                    }
                }
                [(m, first), (o, second), ..] => {
                    let (rows, columns) = (self.graph.nodes[*m].len(), self.graph.nodes[*o].len());
                    let joint = Matrix::new(rows, columns, |j, k| {
                        least(&|i| costs[i] + first.at(i, j) + second.at(i, k))
                    });
                    self.graph.edge(*m, *o, &joint);
                }
            }
            eliminated.push((n, costs, edges));
        }
        for (n, costs, edges) in eliminated.into_iter().rev() {
            let cost = |i: usize| {
                costs[i] + edges.iter().map(|(m, edge)| edge.at(i, choices[*m])).sum::<f64>()
            };
            let best = (0..costs.len()).min_by(|&x, &y| cost(x).total_cmp(&cost(y)));
            choices[n] = best.expect("a node has a choice");
        }
        exact
    }

    /// Solves the live nodes by tables, if these are small; says whether it did.
    fn by_tables(&self, choices: &mut [usize]) -> bool {
        let sizes: Vec<usize> = self.graph.nodes.iter().map(Vec::len).collect();
        let near = self.live.iter().map(|&n| (n, self.graph.near[n].clone())).collect();
        let Some(order) = tables::order(near, &sizes, self.entries) else { return false };
        let alone = self.live.iter().map(|&n| Table::new(vec![n], self.graph.nodes[n].clone()));
        let pairs = self.graph.edges.iter();
        let pairs = pairs.map(|(&(a, b), it)| Table::new(vec![a, b], it.costs.clone()));
        tables::solve(alone.chain(pairs).collect(), &order, &sizes, choices);
        true
    }

    /// Removes a node that takes this choice.
    fn fix(&mut self, n: usize, choice: usize) {
        for (m, edge) in self.take_edges(n) {
            for j in 0..self.graph.nodes[m].len() {
                self.graph.nodes[m][j] += edge.at(choice, j);
            }
        }
        self.live.retain(|&m| m != n);
    }

    /// Tries the choices of the node with the most neighbours.
    fn branch(&mut self, budget: usize, choices: &mut [usize]) -> bool {
        // A graph that is too large for tables is solved many times, or by a guess: in less time each.
        self.entries = self.entries.min(tables::MOST_TRIED);
        let most = self.live.iter().copied().max_by_key(|&n| (self.graph.near[n].len(), n));
        let n = most.expect("a live node");
        let count = self.graph.nodes[n].len();
        if budget < count {
            let looks = |i: usize| {
                let near = self.graph.near[n].iter().map(|&m| {
                    let edge = &self.graph.edges[&(n.min(m), n.max(m))];
                    let at = |j| if n < m { edge.at(i, j) } else { edge.at(j, i) };
                    let costs = self.graph.nodes[m].iter().enumerate();
                    costs.map(|(j, cost)| cost + at(j)).fold(f64::INFINITY, f64::min)
                });
                self.graph.nodes[n][i] + near.sum::<f64>()
            };
            let best = (0..count).min_by(|&x, &y| looks(x).total_cmp(&looks(y)));
            choices[n] = best.expect("a node has a choice");
            self.fix(n, choices[n]);
            self.solve(1, choices);
            return false;
        }
        let mut exact = true;
        let mut best: Option<(f64, Vec<usize>)> = None;
        for choice in 0..count {
            let mut rest = self.clone();
            rest.fix(n, choice);
            // All tables of what is tried have as many entries together as those of one solution.
            rest.entries /= count as f64;
            let mut tried = choices.to_vec();
            tried[n] = choice;
            exact &= rest.clone().solve(budget / count, &mut tried);
            let live = rest.live.iter().map(|&m| rest.graph.nodes[m][tried[m]]).sum::<f64>();
            let edges = rest.graph.edges.iter().map(|(&(a, b), m)| m.at(tried[a], tried[b]));
            let cost = self.graph.nodes[n][choice] + live + edges.sum::<f64>();
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, tried));
            }
        }
        choices.copy_from_slice(&best.expect("a node has a choice").1);
        exact
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small generator of numbers (xorshift).
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, n: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 % n as u64) as usize
        }
    }

    fn random(numbers: &mut Numbers, nodes: usize, chain: bool) -> Choices {
        let mut graph = Choices::default();
        for n in 0..nodes {
            let count = 1 + numbers.below(4);
            graph.node((0..count).map(|_| numbers.below(20) as f64).collect());
            for m in 0..n {
                if (chain && m + 1 == n) || (!chain && numbers.below(2) == 0) {
                    let costs: Vec<f64> = (0..16).map(|_| numbers.below(20) as f64).collect();
                    let columns = graph.nodes[m].len();
                    graph.edge(n, m, &Matrix::new(count, columns, |i, j| costs[4 * i + j]));
                }
            }
        }
        graph
    }

    fn brute_force(graph: &Choices) -> f64 {
        let mut best = f64::INFINITY;
        let mut choices = vec![0; graph.nodes.len()];
        loop {
            best = best.min(graph.cost(&choices));
            let Some(n) = (0..choices.len()).find(|&n| choices[n] + 1 < graph.nodes[n].len())
            else {
                return best;
            };
            choices[..n].fill(0);
            choices[n] += 1;
        }
    }

    #[test]
    fn nothing_costs_less_than_what_is_chosen() {
        let mut numbers = Numbers(7);
        let mut branched = 0;
        for round in 0..600 {
            let graph = random(&mut numbers, 1 + round % 7, round % 3 == 0);
            let chosen = graph.solve(100_000);
            assert!(chosen.exact);
            assert_eq!(chosen.cost, brute_force(&graph), "{graph:?}");
            // By trying, where tables are too large.
            let tried = graph.solve_within(100_000, 0.0);
            assert!(tried.exact && tried.cost == chosen.cost, "{graph:?}");
            // Without a budget the choices are legal, and at most as good.
            let quick = graph.solve_within(1, 0.0);
            assert!(quick.cost >= chosen.cost);
            assert!(!quick.exact || quick.cost == chosen.cost);
            branched += usize::from(!quick.exact);
        }
        // Nodes of one choice never need it.
        assert!(branched > 20, "{branched}");
    }

    #[test]
    fn values_that_many_ops_share_are_left_out_first() {
        let mut numbers = Numbers(11);
        let mut exact = 0;
        for round in 0..200 {
            let mut graph = random(&mut numbers, 3 + round % 4, true);
            // One node more that all others use.
            let shared = graph.node((0..2).map(|_| numbers.below(3) as f64).collect());
            for n in 0..shared {
                let columns = graph.nodes[n].len();
                let rarely = |_| f64::from(numbers.below(9) == 0);
                let costs: Vec<f64> = (0..8).map(rarely).collect();
                graph.edge(shared, n, &Matrix::new(2, columns, |i, j| costs[4 * i + j]));
            }
            let chosen = graph.solve_without(&[shared], 1);
            let least = brute_force(&graph);
            assert!(chosen.cost >= least);
            assert!(!chosen.exact || chosen.cost == least, "{graph:?}");
            exact += usize::from(chosen.exact);
        }
        assert!(exact > 20, "{exact}");
    }

    /// A forward pass, a backward pass that uses its values, and weights that both use.
    #[test]
    fn training_steps_are_solved_by_tables() {
        let mut numbers = Numbers(5);
        for layers in [2, 3, 200] {
            let mut graph = Choices::default();
            let mut node = |numbers: &mut Numbers| {
                let count = 2 + numbers.below(2);
                graph.node((0..count).map(|_| numbers.below(20) as f64).collect())
            };
            let ways: Vec<[usize; 3]> =
                (0..layers).map(|_| std::array::from_fn(|_| node(&mut numbers))).collect();
            let mut join = |a: usize, b: usize| {
                let costs: Vec<f64> = (0..9).map(|_| numbers.below(20) as f64).collect();
                let (rows, columns) = (graph.nodes[a].len(), graph.nodes[b].len());
                graph.edge(a, b, &Matrix::new(rows, columns, |i, j| costs[3 * i + j]));
            };
            for (i, &[forward, backward, weight]) in ways.iter().enumerate() {
                join(forward, weight);
                join(backward, weight);
                join(forward, backward);
                if i > 0 {
                    join(ways[i - 1][0], forward);
                    join(ways[i - 1][0], backward);
                    join(backward, ways[i - 1][1]);
                }
            }
            let chosen = graph.solve(1);
            assert!(chosen.exact);
            if layers < 4 {
                assert_eq!(chosen.cost, brute_force(&graph));
            }
            let quick = graph.solve_within(1, 0.0);
            assert!(quick.cost >= chosen.cost);
        }
    }

    #[test]
    fn long_chains_are_solved_at_once() {
        let mut numbers = Numbers(3);
        let graph = random(&mut numbers, 2_000, true);
        let chosen = graph.solve(1);
        assert!(chosen.exact);
        // The same by dynamic programming along the chain.
        let mut best = graph.nodes[0].clone();
        for n in 1..graph.nodes.len() {
            let edge = &graph.edges[&(n - 1, n)];
            best = (0..graph.nodes[n].len())
                .map(|j| {
                    let from = best.iter().enumerate().map(|(i, b)| b + edge.at(i, j));
                    graph.nodes[n][j] + from.fold(f64::INFINITY, f64::min)
                })
                .collect();
        }
        assert_eq!(chosen.cost, best.into_iter().fold(f64::INFINITY, f64::min));
    }
}
