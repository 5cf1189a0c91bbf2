//! Conditions and numbers that the bounds of the data decide, merges that are loops, and sums that are one.
//!
//! ```text
//! sum(<j, _> in 0:n) if j < m then { j -> … }  =  sum(<j, _> in 0:n) { j -> … }    n <= m
//! val(p) * x                                   =  x                                all of val are 1
//! merge(<p, q, v> in <a, a>) … p … q …         =  sum(<p, v> in a) … p … p …       a ascends
//! sum(<i, _> in 0:n) { i -> x } + sum(<i, _> in 0:m) { i -> y }
//!                                              =  sum(<i, _> in 0:n) { i -> x + y } n = m
//! ```
//!
//! The mapping of a dense tensor checks each position that is looked up. Without these conditions,
//! loops over dense rows have the form that vectors and blocks know. The edges of a graph without
//! weights are ones, which no loop has to read. Each entry of a part without equal values meets itself
//! alone: the square of a sparse tensor is a loop over its entries. Two dictionaries with an entry for each
//! number of the same range, as the vectors of a step of PageRank, are made in one loop, which writes each
//! number once.

use super::Physical;
use super::facts::{Fact, Facts};
use super::intervals::is_within;
use super::merges::meets_itself;
use super::row_and_column::row_and_column;
use hloom_storage::term::{Binary, Id, Node, Symbol, Term, copy, operands_mut, same, sorts};
use hloom_storage::{Scalar, Sort};
use std::collections::BTreeMap;

/// The term without the conditions that hold or fail for certain, and without factors that are one.
pub(super) fn simplified(term: &Term, inputs: &BTreeMap<Symbol, Physical>) -> Term {
    let mut out = Term::default();
    let term = &with_loops_fused(term, inputs);
    let facts = Facts::new(term, inputs);
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

/// The term with loops in place of merges of a part with itself, and with one loop in place of two whose
/// dictionaries are added.
fn with_loops_fused(term: &Term, inputs: &BTreeMap<Symbol, Physical>) -> Term {
    rebuilt(term, |out, node| match node {
        Node::Merge([x, y, body]) if meets_itself(out, [x, y], inputs) => {
            Some(self_merge_as_loop(out, x, body))
        }
        Node::Binary(op @ (Binary::Add | Binary::Sub), [x, y]) => {
            fused_over_range(out, op, [x, y], inputs).or_else(|| rows_with_columns(out, op, [x, y]))
        }
        _ => None,
    })
}

/// The term with other nodes in place of some, operands first: `other` appends what stands for a node.
pub(super) fn rebuilt(term: &Term, mut other: impl FnMut(&mut Term, Node) -> Option<Id>) -> Term {
    let mut out = Term::default();
    let mut copies: Vec<Id> = Vec::with_capacity(term.len());
    for node in term {
        let mut copied = *node;
        for child in operands_mut(&mut copied) {
            *child = copies[usize::from(*child)];
        }
        copies.push(other(&mut out, copied).unwrap_or_else(|| out.add(copied)));
    }
    out
}

/// The merge of a part with itself, as a loop over it.
fn self_merge_as_loop(out: &mut Term, over: Id, body: Id) -> Id {
    let of = out.clone();
    let body = copy(out, &of, body, 0, &mut |out, node, inside| {
        out.add(match node {
            // The position in the second part is that in the first.
            Node::Var(i, sort) if i >= inside + 2 => Node::Var(i - 1, sort),
            node => node,
        })
    });
    out.add(Node::Sum([over, body]))
}

/// The sum or difference of two dictionaries with one entry for each number from 0 to the same end, made in
/// one loop; `None` if they are others. A loop may be over an array of that length.
fn fused_over_range(
    out: &mut Term,
    op: Binary,
    [x, y]: [Id; 2],
    inputs: &BTreeMap<Symbol, Physical>,
) -> Option<Id> {
    let (x, end) = entry_per_key(out, x, inputs)?;
    let (y, _) = entry_per_key(out, y, inputs).filter(|(_, other)| *other == end)?;
    let array = |of: &EntryPerKey| matches!(out[of.over], Node::Input(..)).then_some(of.over);
    // The loop over an array binds its numbers.
    let (x_array, y_array) = (array(&x), array(&y));
    let over = x_array.or(y_array).unwrap_or(x.over);
    let of = out.clone();
    let mut value = |part: EntryPerKey, array: Option<Id>| match (array, of[part.over] == of[over])
    {
        (_, true) => part.value,
        (None, _) if x_array.or(y_array).is_none() => part.value,
        (array, _) => copy(out, &of, part.value, 0, &mut |out, node, inside| match (node, array) {
            (Node::Var(i, _), None) if i == inside => out.add(Node::Var(i + 1, Sort::INT)),
            (Node::Var(i, _), Some(array)) if i == inside => {
                let key = out.add(Node::Var(i + 1, Sort::INT));
                let array = out.add(of[array]);
                out.add(Node::Get([array, key]))
            }
            (node, _) => out.add(node),
        }),
    };
    let both = [value(x, x_array), value(y, y_array)];
    let joined = fused_over_range(out, op, both, inputs);
    let value = joined.unwrap_or_else(|| out.add(Node::Binary(op, both)));
    let key = out.add(Node::Var(1, Sort::INT));
    let entry = out.add(Node::Single([key, value]));
    Some(out.add(Node::Sum([over, entry])))
}

/// The sum of two loops over the same rows in one, if a [row is a column too](super::row_and_column).
fn rows_with_columns(out: &mut Term, op: Binary, [x, y]: [Id; 2]) -> Option<Id> {
    let (Node::Sum([over, a]), Node::Sum([other, b])) = (out[x], out[y]) else { return None };
    let fits = op == Binary::Add && same(out, over, other) && row_and_column(out, [a, b]).is_some();
    fits.then(|| {
        let body = out.add(Node::Binary(op, [a, b]));
        out.add(Node::Sum([over, body]))
    })
}

/// A loop that makes one entry for each key.
struct EntryPerKey {
    over: Id,
    value: Id,
}

/// The loop that a term is, if its keys are the numbers from 0 to an end that is known, and that end.
fn entry_per_key(
    term: &Term,
    id: Id,
    inputs: &BTreeMap<Symbol, Physical>,
) -> Option<(EntryPerKey, i64)> {
    let Node::Sum([over, body]) = term[id] else { return None };
    let Node::Single([key, value]) = term[body] else { return None };
    let key = match term[key] {
        Node::Unique(key) => term[key],
        other => other,
    };
    let end = match term[over] {
        Node::Range([low, high]) if matches!(key, Node::Var(0 | 1, _)) => {
            let low = known(term, low, inputs)?;
            known(term, high, inputs).filter(|_| low == 0)?
        }
        Node::Input(name, sort) if !sort.is_dict() && matches!(key, Node::Var(1, _)) => {
            i64::try_from(inputs.get(&name)?.length?).ok()?
        }
        _ => return None,
    };
    Some((EntryPerKey { over, value }, end))
}

/// The integer that a term without variables is for certain.
fn known(term: &Term, id: Id, inputs: &BTreeMap<Symbol, Physical>) -> Option<i64> {
    match term[id] {
        Node::Int(value) => Some(value),
        Node::Input(name, sort) if sort.is_scalar() => {
            let (low, high) = inputs.get(&name)?.within?;
            (low == high).then_some(low)
        }
        _ => None,
    }
}

/// Appends a part of a term under variables of these bounds.
fn build(
    facts: &Facts<'_>,
    sorts: &[Sort],
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
