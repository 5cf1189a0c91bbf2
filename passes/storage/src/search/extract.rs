//! The choice of a term of an e-graph.
//!
//! The estimate of a node depends on more of its operands than their totals: on their numbers of
//! entries, and on whether they are loops that become vectors. So the cheapest operand is not always
//! the one of the cheapest term, and an estimate that was made with an operand is wrong after that
//! operand gets another term. `egg`'s extractor keeps it: the term that it returns may be dearer
//! than it says, by orders of magnitude.
//!
//! A class may have terms with more variables than others: `sum {k -> 1} b`, with any `k`, is `b`. These
//! variables may be bound nowhere around the class. So only nodes are chosen whose terms have no
//! variables but those of the smallest term.
//!
//! Nor is the cheapest operand that which takes the least work once: work that depends on a variable is
//! repeated by the loop that binds it, and other work is not. So the choice is made with several
//! [weights](super::Route) of the work that depends on variables.
//!
//! Each choice is made in rounds. A round computes the estimates of the chosen nodes anew, operands
//! first, and chooses for each class the node that is cheapest with these. Of the terms of all
//! rounds, and others of the class that the caller has, the one with the lowest estimate is taken,
//! made for the whole term.

use super::cost::{Cost, Estimate};
use super::{Measure, Statistics};
use crate::graph::Graph;
use egg::{CostFunction, Id, Language};
use hloom_storage::term::{Node, Term};
use hloom_storage::types::Sort;
use std::collections::HashMap;

/// The rounds of a choice.
const ROUNDS: usize = 6;

/// The passes of the first round: with a weight above one, a loop of few steps may weigh less than its
/// body, and classes around each other might take turns.
const PASSES: usize = 64;

/// The cheapest term found of a class, and its estimate: that of `measure`. `None` if no choice makes a
/// term.
pub(super) fn cheapest(
    graph: &Graph,
    root: Id,
    statistics: &Statistics,
    measure: Measure,
    weights: &[f64],
) -> Option<(Estimate, Term)> {
    let mut best: Option<(Estimate, Term)> = None;
    for &weight in weights {
        let mut choice = Choice::new(graph, statistics, weight);
        for _ in 0..ROUNDS {
            if let Some(term) = choice.term(root) {
                let found = measure(&term, statistics);
                if best.as_ref().is_none_or(|(least, _)| found < *least) {
                    best = Some((found, term));
                }
            }
            if !choice.again(root) {
                break;
            }
        }
    }
    best
}

/// A node for each class that has one, with its estimate.
struct Choice<'a> {
    graph: &'a Graph,
    cost: Cost<'a>,
    weight: f64,
    /// By the number of a class. The last part is the pass in which the node was chosen.
    of: Vec<Option<(Estimate, Node, usize)>>,
}

impl<'a> Choice<'a> {
    /// The first choice: for each class the node that is the cheapest when its operands' are known.
    fn new(graph: &'a Graph, statistics: &'a Statistics, weight: f64) -> Choice<'a> {
        let mut sorts = vec![Sort::INT; graph.nodes().len()];
        for class in graph.classes() {
            sorts[usize::from(class.id)] = class.data.sort;
        }
        let sorts = (0..sorts.len()).map(|i| sorts[usize::from(graph.find(Id::from(i)))]).collect();
        let of = vec![None; graph.nodes().len()];
        let mut choice = Choice { graph, cost: Cost { statistics, sorts }, weight, of };
        (1..PASSES).take_while(|pass| choice.pass(*pass)).for_each(drop);
        choice
    }

    fn at(&self, class: Id) -> Option<&(Estimate, Node, usize)> {
        self.of[usize::from(self.graph.find(class))].as_ref()
    }

    /// Whether an estimate is the lower one.
    fn lighter(&self, one: &Estimate, other: &Estimate) -> bool {
        one.weighted(self.weight) < other.weighted(self.weight)
    }

    /// The estimate of a node of a class, if its operands have one, and it has no variables that the
    /// class does not have.
    fn estimate(&mut self, class: Id, node: &Node) -> Option<Estimate> {
        if !node.children().iter().all(|id| self.at(*id).is_some()) {
            return None;
        }
        let Choice { graph, cost, of, .. } = self;
        let found = cost.cost(node, |id| {
            let known = of[usize::from(graph.find(id))].as_ref();
            known.map_or_else(|| unreachable!("operands have estimates"), |known| known.0.clone())
        });
        (found.free() & !self.graph[class].data.free == 0).then_some(found)
    }

    /// Takes cheaper nodes where operands have changed in this pass or the one before. Whether there
    /// were any.
    fn pass(&mut self, number: usize) -> bool {
        let mut changed = false;
        for class in self.graph.classes() {
            for node in &class.nodes {
                let new = |id: &Id| self.at(*id).is_some_and(|(_, _, at)| at + 1 >= number);
                if number > 1 && !node.children().iter().any(new) {
                    continue;
                }
                let Some(found) = self.estimate(class.id, node) else { continue };
                if self.at(class.id).is_none_or(|(known, ..)| self.lighter(&found, known)) {
                    self.of[usize::from(class.id)] = Some((found, *node, number));
                    changed = true;
                }
            }
        }
        changed
    }

    /// The classes below a class by the chosen nodes, operands first; `None` if they are in a cycle.
    fn below(&self, root: Id) -> Option<Vec<Id>> {
        let mut order = Vec::new();
        // Whether a class is done, or its operands are being looked at.
        let mut done: HashMap<Id, bool> = HashMap::new();
        let mut open = vec![(self.graph.find(root), false)];
        while let Some((class, seen)) = open.pop() {
            if seen {
                done.insert(class, true);
                order.push(class);
                continue;
            }
            match done.get(&class) {
                Some(true) => continue,
                Some(false) => return None,
                None => {}
            }
            done.insert(class, false);
            open.push((class, true));
            let (_, node, _) = self.at(class)?;
            for child in node.children() {
                let child = self.graph.find(*child);
                match done.get(&child) {
                    Some(true) => {}
                    Some(false) => return None,
                    None => open.push((child, false)),
                }
            }
        }
        Some(order)
    }

    /// The term of the chosen nodes.
    fn term(&self, root: Id) -> Option<Term> {
        let mut term = Term::default();
        let mut placed: HashMap<Id, Id> = HashMap::new();
        for class in self.below(root)? {
            let (_, node, _) = self.at(class)?;
            let node = node.map_children(|id| placed[&self.graph.find(id)]);
            placed.insert(class, term.add(node));
        }
        Some(term)
    }

    /// Another round. Returns false if it changes nothing.
    fn again(&mut self, root: Id) -> bool {
        // The estimates of the chosen term as they are.
        let Some(order) = self.below(root) else { return false };
        for class in order {
            let Some((_, node, at)) = self.at(class).cloned() else { return false };
            let Some(found) = self.estimate(class, &node) else { return false };
            self.of[usize::from(class)] = Some((found, node, at));
        }
        let mut changed = false;
        for class in self.graph.classes() {
            for node in &class.nodes {
                let Some(found) = self.estimate(class.id, node) else { continue };
                if self.at(class.id).is_none_or(|(known, ..)| self.lighter(&found, known)) {
                    changed |= self.at(class.id).is_none_or(|(_, known, _)| known != node);
                    self.of[usize::from(class.id)] = Some((found, *node, 0));
                }
            }
        }
        changed
    }
}
