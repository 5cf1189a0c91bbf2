//! Conditions and numbers that the bounds of the data decide, and merges that are loops.
//!
//! ```text
//! sum(<j, _> in 0:n) if j < m then { j -> … }  =  sum(<j, _> in 0:n) { j -> … }    n <= m
//! val(p) * x                                   =  x                                all of val are 1
//! merge(<p, q, v> in <a, a>) … p … q …         =  sum(<p, v> in a) … p … p …       a ascends
//! ```
//!
//! The mapping of a dense tensor checks each position that is looked up. Without these conditions,
//! loops over dense rows have the form that vectors and blocks know. The edges of a graph without
//! weights are ones, which no loop has to read. Each entry of a part without equal values meets itself
//! alone: the square of a sparse tensor is a loop over its entries.

use super::Physical;
use super::facts::{Fact, Facts, is_within};
use super::merges::meets_itself;
use hloom_storage::Scalar;
use hloom_storage::term::{Binary, Id, Node, Symbol, Term, copy, operands_mut, sorts};
use std::collections::BTreeMap;

/// The term without the conditions that hold or fail for certain, and without factors that are one.
pub(super) fn simplified(term: &Term, inputs: &BTreeMap<Symbol, Physical>) -> Term {
    let mut out = Term::default();
    let term = &without_own_merges(term, inputs);
    let facts = Facts { term, inputs };
    let all = sorts(term);
    let root = build(&facts, &all, term.root(), &mut Vec::new(), &mut out);
    if root == out.root() {
        return out;
    }
    // The root of a term is its last node.
    let mut rest = Term::default();
    copy(&mut rest, &out, root, 0, &mut |rest, node, _| rest.add(node));
    rest
}

/// The term with loops in place of merges of a part with itself.
fn without_own_merges(term: &Term, inputs: &BTreeMap<Symbol, Physical>) -> Term {
    let mut out = Term::default();
    let mut copies: Vec<Id> = Vec::with_capacity(term.len());
    for node in term {
        let mut copied = *node;
        for child in operands_mut(&mut copied) {
            *child = copies[usize::from(*child)];
        }
        let own = match copied {
            Node::Merge([x, y, body]) if meets_itself(&out, [x, y], inputs) => Some((x, body)),
            _ => None,
        };
        copies.push(match own {
            Some((over, body)) => {
                let of = out.clone();
                let body = copy(&mut out, &of, body, 0, &mut |out, node, inside| {
                    out.add(match node {
                        // The position in the second part is that in the first.
                        Node::Var(i, sort) if i >= inside + 2 => Node::Var(i - 1, sort),
                        node => node,
                    })
                });
                out.add(Node::Sum([over, body]))
            }
            None => out.add(copied),
        });
    }
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
    if let Node::Binary(Binary::Mul | Binary::Scale, [x, y]) = node {
        match (facts.only_number(x, variables), facts.only_number(y, variables)) {
            (Some(x), Some(y)) => return out.add(Node::Int(x.wrapping_mul(y))),
            (Some(1), None) => return build(facts, sorts, y, variables, out),
            (None, Some(1)) => return build(facts, sorts, x, variables, out),
            _ => {}
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

impl Facts<'_> {
    /// The integer that a factor is: all elements of its array are the same, and the position is inside
    /// of the array for certain.
    fn only_number(&self, id: Id, variables: &mut Vec<Fact>) -> Option<i64> {
        let (over, key) = match self.term[id] {
            Node::Int(value) => return Some(value),
            Node::Get([over, key]) => (over, key),
            _ => return None,
        };
        let Node::Input(name, sort) = self.term[over] else { return None };
        let physical = self.inputs.get(&name)?;
        let (length, (low, high)) = (physical.length?, physical.within?);
        let last = i64::try_from(length).ok()?.checked_sub(1)?;
        let Fact::Number(Some(at)) = self.of(key, variables) else { return None };
        let constant = sort.base == Scalar::Int && !sort.is_dict() && low == high;
        (constant && is_within(at, (0, last))).then_some(low)
    }
}
