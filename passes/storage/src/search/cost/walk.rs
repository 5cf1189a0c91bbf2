//! The estimate of one term, in which more is known of variables than in an e-graph.

use super::super::statistics::{LEVELS, Statistics};
use super::{Cost, Estimate};
use egg::{CostFunction, Id};
use hloom_storage::term::{Node, Term};
use hloom_storage::types::Form;
use std::collections::HashMap;

/// The estimate for a term. The entries of what a `let` binds are known where it is used.
pub fn estimate(term: &Term, statistics: &Statistics) -> Estimate {
    let sorts = hloom_storage::term::sorts(term);
    let cost = Cost { statistics, sorts };
    let free = hloom_storage::term::all_free(term);
    Walk { cost, term, free, bound: Vec::new(), known: HashMap::new(), scopes: 0 }.of(term.root())
}

/// The estimate of one term, part by part.
struct Walk<'a> {
    cost: Cost<'a>,
    term: &'a Term,
    /// The free variables of each part.
    free: Vec<u64>,
    /// The variables around: the number of the place that binds it, the value of a `let`, and the extents.
    bound: Vec<(usize, Option<Estimate>, [f64; LEVELS])>,
    /// The estimates of parts, by the innermost place that binds one of its variables: it is inside of the
    /// places that bind the others. A definition that several loops read is estimated once.
    known: HashMap<(Id, usize), Estimate>,
    scopes: usize,
}

impl Walk<'_> {
    fn of(&mut self, id: Id) -> Estimate {
        let scope = self.scope(id);
        if let Some(known) = self.known.get(&(id, scope)) {
            return known.clone();
        }
        let node = self.term[id];
        let mut operands: Vec<Estimate> = Vec::new();
        for (i, child) in egg::Language::children(&node).iter().enumerate() {
            let outside = self.bound.len();
            if node.binds(i) > 0 {
                self.scopes += 1;
                let value = if let Node::Let(_) = node { operands.first().cloned() } else { None };
                for extent in self.extents(&node, &operands) {
                    self.bound.push((self.scopes, value.clone(), extent));
                }
            }
            operands.push(self.of(*child));
            self.bound.truncate(outside);
        }
        let mut operands = operands.into_iter();
        let mut found = self.cost.cost(&node, |_| {
            operands.next().unwrap_or_else(|| unreachable!("each operand is asked for once"))
        });
        if let Node::Var(i, _) = node
            && let Some((_, value, extent)) = self.bound.iter().rev().nth(i as usize)
        {
            found.extents = *extent;
            if let Some(value) = value {
                found.levels = value.levels;
                found.value = value.value;
                found.element = value.element;
                found.repeats = value.repeats;
            }
        }
        self.known.insert((id, scope), found.clone());
        found
    }

    /// The innermost place that binds a variable of a part; 0 if it has none.
    fn scope(&self, id: Id) -> usize {
        let free = self.free[usize::from(id)];
        let nearest = free.trailing_zeros() as usize;
        let at = self.bound.iter().rev().nth(nearest).filter(|_| free != 0);
        at.map_or(0, |(scope, ..)| *scope)
    }

    /// The extents of the variables that a node binds, the outermost first.
    fn extents(&self, node: &Node, operands: &[Estimate]) -> Vec<[f64; LEVELS]> {
        let of_integer = |extent: f64| std::array::from_fn(|i| if i == 0 { extent } else { 0.0 });
        match *node {
            Node::Let(_) => vec![operands[0].extents],
            Node::Sum([over, _]) => {
                let collection = &operands[0];
                let is_array = self.cost.sort(over).form == Form::Array;
                // The keys of an array are positions, and the values of a dictionary any numbers.
                let keys = !is_array || collection.range;
                let outer = collection.extents[0];
                let key = of_integer(if keys { outer } else { 0.0 });
                let value = if is_array { of_integer(outer) } else { collection.inner_extents() };
                vec![key, value]
            }
            Node::Merge(_) => vec![of_integer(0.0), of_integer(0.0), operands[0].extents],
            // Any other node binds nothing.
            _ => Vec::new(),
        }
    }
}
