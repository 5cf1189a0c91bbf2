//! Elimination of nodes into tables of several neighbours.
//!
//! A table has a cost for all choices of some nodes together. To eliminate a node, the tables that it is in are added,
//! and the cost of its best choice, for all choices of the other nodes there, becomes a new table. The tables
//! of the cheapest next node come first; a graph of small tree width has small tables throughout.
//!
//! Source: bucket elimination; Dechter, "Bucket elimination: a unifying framework for reasoning",
//! Artificial Intelligence, 1999.

use std::collections::{BTreeMap, BTreeSet};

/// The most entries of all tables together, each counted for each choice of the node that is
/// eliminated.
pub(super) const MOST: f64 = 2e7;

/// The most entries, counted like this, where choices of nodes are tried or guessed.
pub(super) const MOST_TRIED: f64 = 1e6;

/// Costs of all choices of some nodes; the choices of the last one are next to each other.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Table {
    nodes: Vec<usize>,
    costs: Vec<f64>,
}

impl Table {
    pub(super) fn new(nodes: Vec<usize>, costs: Vec<f64>) -> Table {
        Table { nodes, costs }
    }

    /// The distance between the entries of neighbouring choices of a node; 0 if it is not in the
    /// table.
    fn stride(&self, node: usize, sizes: &[usize]) -> usize {
        match self.nodes.iter().position(|&n| n == node) {
            Some(at) => self.nodes[at + 1..].iter().map(|&n| sizes[n]).product(),
            None => 0,
        }
    }
}

/// The order in which nodes are eliminated, given their neighbours and their numbers of choices;
/// `None` if the tables have more entries than `most`.
pub(super) fn order(
    mut near: BTreeMap<usize, BTreeSet<usize>>,
    sizes: &[usize],
    most: f64,
) -> Option<Vec<usize>> {
    let mut order = Vec::with_capacity(near.len());
    let mut sum = 0.0;
    let entries = |n: usize, others: &BTreeSet<usize>| -> f64 {
        others.iter().map(|&m| sizes[m] as f64).product::<f64>() * sizes[n] as f64
    };
    let mut costs: BTreeMap<usize, f64> =
        near.iter().map(|(&n, others)| (n, entries(n, others))).collect();
    while let Some((&n, &cost)) = costs.iter().min_by(|a, b| a.1.total_cmp(b.1)) {
        sum += cost;
        if sum > most {
            return None;
        }
        costs.remove(&n);
        let others = near.remove(&n).unwrap_or_default();
        for &m in &others {
            let of = near.get_mut(&m).expect("a neighbour is left");
            of.remove(&n);
            of.extend(others.iter().filter(|&&o| o != m));
            costs.insert(m, entries(m, of));
        }
        order.push(n);
    }
    Some(order)
}

/// An eliminated node: the nodes that its best choice depends on, and that choice for each of theirs.
type Eliminated = (usize, Vec<usize>, Vec<u32>);

/// Writes the cheapest choices of nodes that are eliminated in this order.
pub(super) fn solve(
    mut tables: Vec<Table>,
    order: &[usize],
    sizes: &[usize],
    choices: &mut [usize],
) {
    let mut eliminated: Vec<Eliminated> = Vec::with_capacity(order.len());
    for &n in order {
        let (own, rest): (Vec<Table>, Vec<Table>) =
            tables.into_iter().partition(|table| table.nodes.contains(&n));
        tables = rest;
        let nodes: BTreeSet<usize> = own.iter().flat_map(|table| table.nodes.clone()).collect();
        let nodes: Vec<usize> = nodes.into_iter().filter(|&m| m != n).collect();
        let count: usize = nodes.iter().map(|&m| sizes[m]).product();
        let strides: Vec<Vec<usize>> = own
            .iter()
            .map(|table| nodes.iter().map(|&m| table.stride(m, sizes)).collect())
            .collect();
        let steps: Vec<usize> = own.iter().map(|table| table.stride(n, sizes)).collect();
        let (mut costs, mut best) = (Vec::with_capacity(count), Vec::with_capacity(count));
        // The choices of the other nodes, and where they begin in each table.
        let (mut at, mut starts) = (vec![0; nodes.len()], vec![0; own.len()]);
        for _ in 0..count {
            let (mut least, mut choice) = (f64::INFINITY, 0);
            for c in 0..sizes[n] {
                let terms = own.iter().zip(&starts).zip(&steps);
                let cost: f64 =
                    terms.map(|((table, from), step)| table.costs[from + c * step]).sum();
                if cost < least {
                    (least, choice) = (cost, c);
                }
            }
            costs.push(least);
            best.push(choice as u32);
            for d in (0..nodes.len()).rev() {
                at[d] += 1;
                let turned = at[d] == sizes[nodes[d]];
                for (start, strides) in starts.iter_mut().zip(&strides) {
                    match turned {
                        true => *start -= (sizes[nodes[d]] - 1) * strides[d],
                        false => *start += strides[d],
                    }
                }
                if !turned {
                    break;
                }
                at[d] = 0;
            }
        }
        tables.push(Table::new(nodes.clone(), costs));
        eliminated.push((n, nodes, best));
    }
    for (n, nodes, best) in eliminated.into_iter().rev() {
        let at = nodes.iter().fold(0, |at, &m| at * sizes[m] + choices[m]);
        choices[n] = best[at] as usize;
    }
}
