//! Conditions that the bounds of the data decide.
//!
//! ```text
//! sum(<j, _> in 0:n) if j < m then { j -> … }  =  sum(<j, _> in 0:n) { j -> … }    n <= m
//! ```
//!
//! The mapping of a dense tensor checks each position that is looked up. Without these conditions,
//! loops over dense rows have the form that vectors and blocks know.

use super::Physical;
use super::facts::{Fact, Facts};
use hloom_storage::term::{Id, Node, Symbol, Term, operands_mut, sorts};
use std::collections::BTreeMap;

/// The term without the conditions that hold or fail for certain.
pub(super) fn simplified(term: &Term, inputs: &BTreeMap<Symbol, Physical>) -> Term {
    let mut out = Term::default();
    let facts = Facts { term, inputs };
    let all = sorts(term);
    build(&facts, &all, term.root(), &mut Vec::new(), &mut out);
    out
}

/// Appends a part of a term under variables of these bounds.
fn build(
    facts: &Facts<'_>,
    sorts: &[hloom_storage::Sort],
    id: Id,
    variables: &mut Vec<Fact>,
    out: &mut Term,
) -> Id {
    let mut node = facts.term[id];
    if let Node::If([condition, value]) = node {
        match facts.truth(condition, variables) {
            Some(true) => return build(facts, sorts, value, variables, out),
            Some(false) => return out.add(Node::Zero(sorts[usize::from(id)])),
            None => {}
        }
    }
    for (i, child) in operands_mut(&mut node).iter_mut().enumerate() {
        let depth = variables.len();
        let bound = facts.bound(id, i, variables);
        variables.extend(bound);
        *child = build(facts, sorts, *child, variables, out);
        variables.truncate(depth);
    }
    out.add(node)
}
