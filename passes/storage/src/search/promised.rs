//! Sums over dictionaries whose keys are promised to be unique, on whole terms: rule 37.
//!
//! `sum(<k, v> in X) v * v` is not a sum over the positions of `X`, unless no two of them have one key: equal
//! keys would add up first. A mapping promises it by `unique`. The promise is about the sum in which it
//! stands, and an e-graph knows a term without its surroundings. So the rule is applied to the composed
//! term, where each `unique` is in its sum, before that goes into an e-graph. Bodies that are additive in
//! the value need no promise and are left to the rule "sum-sum", which the search may apply or not.

use super::Options;
use crate::graph::{Calculus, Graph, is_linear, smallest};
use crate::rules::{FUSE_UNIQUE, Rule, all};
use egg::{Id, Language, Pattern, Searcher, Var};
use hloom_storage::term::{Node, Term, copy};
use std::collections::HashMap;

/// The most nodes of a term that grows by copies of values.
const MOST_NODES: usize = 4000;

/// The term with sums over dictionaries of promised keys as sums over what makes them; `None` if there are
/// none, or if the options forbid the rule.
pub fn fuse_promised(term: &Term, options: &Options) -> Option<Term> {
    if options.strict || options.disabled.contains(FUSE_UNIQUE) {
        return None;
    }
    // Most terms have none, and the table of rules is long.
    if !term.iter().any(|node| matches!(node, Node::Unique(_))) {
        return None;
    }
    let rule = all().into_iter().find(|rule| rule.name == FUSE_UNIQUE)?;
    let mut found: Option<Term> = None;
    loop {
        let now = found.as_ref().unwrap_or(term);
        let next = (0..now.len()).rev().find_map(|at| fused(now, Id::from(at), &rule));
        match next {
            Some(next) if next.len() <= MOST_NODES => found = Some(next),
            _ => return found,
        }
    }
}

/// The term with the rule applied to a node.
fn fused(term: &Term, at: Id, rule: &Rule) -> Option<Term> {
    let Node::Sum([over, _]) = term[at] else { return None };
    let Node::Sum([_, entry]) = term[over] else { return None };
    let Node::Single([key, _]) = term[entry] else { return None };
    let Node::Unique(_) = term[key] else { return None };
    let mut sum = Term::default();
    copy(&mut sum, term, at, 0, &mut |out, node, _| out.add(node));
    let mut graph = Graph::new(Calculus);
    let root = graph.add_expr(&sum);
    graph.rebuild();
    let pattern = Pattern::new(rule.left.pattern());
    let matches = pattern.search_eclass(&graph, root)?;
    let subst = matches.substs.first()?;
    let body: Var = "?b".parse().ok()?;
    if is_linear(&graph, subst[body], 0) {
        return None;
    }
    let built = rule.build(&mut graph, subst)?;
    graph.rebuild();
    let by = smallest(&graph, built);
    let mut out = Term::default();
    let mut known = HashMap::new();
    replaced(&mut out, term, term.root(), (at, &by), &mut known);
    Some(out)
}

/// Appends a term with another one in the place of a node; returns its root.
fn replaced(
    out: &mut Term,
    term: &Term,
    id: Id,
    (at, by): (Id, &Term),
    known: &mut HashMap<Id, Id>,
) -> Id {
    if let Some(found) = known.get(&id) {
        return *found;
    }
    let new = if id == at {
        copy(out, by, by.root(), 0, &mut |out, node, _| out.add(node))
    } else {
        let node = term[id].map_children(|child| replaced(out, term, child, (at, by), known));
        out.add(node)
    };
    known.insert(id, new);
    new
}
