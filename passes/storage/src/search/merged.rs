//! Searches in loops that become merges.
//!
//! ```text
//! sum(<k, v> in r) if c then a * (sum(<l, w> in s) if w == v then b)
//! merge(<k, l, v> in <r, s>) if c then a * b
//! ```
//!
//! The rule for merges (39) has one loop directly inside of the other. A condition between them that depends on
//! the outer one, such as that a column is inside of a dense matrix, can't leave it. As a rule of the e-graph, the
//! law above makes many merges in the way of better ones; it is tried on the cheapest plan instead.

use super::{planned, statistics::Statistics};
use egg::{Id, Language};
use hloom_storage::term::{Binary, Node, Term, all_free, copy, sort};
use hloom_storage::types::Sort;

/// The most loops that are tried.
const TRIED: usize = 16;

/// The same term with merges in place of searches in loops, where it is cheaper.
pub(super) fn merged(term: &Term, statistics: &Statistics) -> Term {
    let mut best = term.clone();
    let mut cost = planned(&best, statistics).total();
    let mut skipped = 0;
    for _ in 0..TRIED {
        let Some(other) = sites(&best).nth(skipped) else { break };
        let found = planned(&other, statistics).total();
        if found < cost {
            (best, cost) = (other, found);
        } else {
            skipped += 1;
        }
    }
    best
}

/// Whether a loop goes through a part of an array for each entry of another one, and looks for one value in it: the
/// time depends on the length of rows, which few entries do not make long.
pub fn searches_rows(term: &Term) -> bool {
    let free = all_free(term);
    term.iter().any(|node| {
        let Node::Sum([over, mut body]) = *node else { return false };
        if !matches!(term[over], Node::Slice(_)) || free[usize::from(over)] == 0 {
            return false;
        }
        while let Node::If([condition, inner]) = term[body] {
            if let Node::Binary(Binary::Eq, both) = term[condition] {
                let is_value = |id: Id| matches!(term[id], Node::Var(0, _));
                let is_outside = |id: Id| free[usize::from(id)] & 0b11 == 0;
                if both.iter().any(|id| is_value(*id)) && both.iter().any(|id| is_outside(*id)) {
                    return true;
                }
            }
            body = inner;
        }
        false
    })
}

/// The terms with one merge more.
fn sites(term: &Term) -> impl Iterator<Item = Term> + '_ {
    let free = all_free(term);
    (0..term.len()).map(Id::from).filter_map(move |id| {
        let site = Site::of(term, &free, id)?;
        let mut out = Term::default();
        let mut ids: Vec<Id> = Vec::with_capacity(term.len());
        for at in 0..term.len() {
            let node = term[Id::from(at)].map_children(|child| ids[usize::from(child)]);
            let own =
                if Id::from(at) == id { site.merge(term, &mut out, &ids) } else { out.add(node) };
            ids.push(own);
        }
        let root = *ids.last()?;
        let mut whole = Term::default();
        copy(&mut whole, &out, root, 0, &mut |to, node, _| to.add(node));
        Some(whole)
    })
}

/// A loop with a search in it.
struct Site {
    /// Both collections; the second one is below the two variables of the first.
    sides: [Id; 2],
    /// The conditions and factors between the loops, the outermost first.
    between: Vec<Step>,
    /// The conditions inside of the inner loop other than that the values are equal, and its number.
    inner: (Vec<Id>, Id),
}

#[derive(Clone, Copy)]
enum Step {
    If(Id),
    Times(Id),
}

impl Site {
    fn of(term: &Term, free: &[u64], id: Id) -> Option<Site> {
        let Node::Sum([first, mut at]) = term[id] else { return None };
        let integers = |id: Id| sort(term, id) == Sort::array(hloom_storage::Scalar::Int);
        if !integers(first) || !sort(term, at).is_scalar() {
            return None;
        }
        let mut between = Vec::new();
        let is_sum = |id: Id| -> bool {
            let mut at = id;
            loop {
                match term[at] {
                    Node::Sum(_) => return true,
                    Node::If([_, inner]) => at = inner,
                    _ => return false,
                }
            }
        };
        let (second, body) = loop {
            match term[at] {
                Node::If([condition, inner]) => {
                    between.push(Step::If(condition));
                    at = inner;
                }
                Node::Binary(Binary::Mul, [a, b]) if is_sum(b) => {
                    between.push(Step::Times(a));
                    at = b;
                }
                Node::Binary(Binary::Mul, [a, b]) if is_sum(a) => {
                    between.push(Step::Times(b));
                    at = a;
                }
                Node::Binary(Binary::Mul, [a, b]) => {
                    between.push(Step::Times(a));
                    at = b;
                }
                Node::Sum([second, body]) => break (second, body),
                _ => return None,
            }
        };
        if !integers(second) || free[usize::from(second)] & 0b11 != 0 {
            return None;
        }
        let (mut conditions, mut at, mut found) = (Vec::new(), body, false);
        while let Node::If([condition, inner]) = term[at] {
            let is = |id: Id, index: u32| matches!(term[id], Node::Var(own, _) if own == index);
            match term[condition] {
                Node::Binary(Binary::Eq, [a, b])
                    if !found && (is(a, 0) && is(b, 2) || is(a, 2) && is(b, 0)) =>
                {
                    found = true;
                }
                _ => conditions.push(condition),
            }
            at = inner;
        }
        found.then_some(Site { sides: [first, second], between, inner: (conditions, at) })
    }

    /// Adds the merge, beside parts of the term that are there already.
    fn merge(&self, term: &Term, out: &mut Term, ids: &[Id]) -> Id {
        let second = moved(out, term, self.sides[1], (&[0, 0], -2));
        // The value and the position of the second side, then those of the first.
        let both = (&[0, 1, 0, 2][..], -1);
        let (conditions, number) = &self.inner;
        let mut body = moved(out, term, *number, both);
        for condition in conditions.iter().rev() {
            let condition = moved(out, term, *condition, both);
            body = out.add(Node::If([condition, body]));
        }
        for step in self.between.iter().rev() {
            let (Step::If(of) | Step::Times(of)) = *step;
            let of = moved(out, term, of, (&[0, 2], 1));
            body = out.add(match step {
                Step::If(_) => Node::If([of, body]),
                Step::Times(_) => Node::Binary(Binary::Mul, [of, body]),
            });
        }
        out.add(Node::Merge([ids[usize::from(self.sides[0])], second, body]))
    }
}

/// Adds a part of a term with other variables: the innermost ones are `to`, and those outside of them are shifted.
fn moved(out: &mut Term, term: &Term, id: Id, (to, others): (&[u32], i32)) -> Id {
    copy(out, term, id, 0, &mut |out, node, crossed| {
        out.add(match node {
            Node::Var(index, sort) if index >= crossed => {
                let own = index - crossed;
                let moved = match to.get(own as usize) {
                    Some(variable) => *variable,
                    None => own.saturating_add_signed(others),
                };
                Node::Var(moved + crossed, sort)
            }
            node => node,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_storage::{Inputs, Value, compile, evaluate};

    #[test]
    fn a_search_behind_a_condition_is_a_merge() {
        let declared = "CREATE TENSOR n : int; CREATE TENSOR a : [int]; CREATE TENSOR b : [int];
            CREATE TENSOR u : [real]; CREATE TENSOR v : [real]; CREATE TENSOR pos : [int];";
        let inputs = Inputs::from([
            ("n".into(), Value::Int(6)),
            ("pos".into(), Value::ints([0, 3, 7])),
            ("a".into(), Value::ints([1, 4, 9, 0, 2, 4, 5])),
            ("b".into(), Value::ints([0, 1, 4, 5, 9])),
            ("u".into(), Value::reals([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])),
            ("v".into(), Value::reals([10.0, 20.0, 30.0, 40.0, 50.0])),
        ]);
        for (text, merges) in [
            ("sum(<k, i> in a) if i < n then u(k) * (sum(<l, j> in b) if j == i then v(l) * real(i))", 1),
            ("sum(<k, i> in a) u(k) * (if i < n then (sum(<l, j> in b) if i == j then if l < i then v(l)))", 1),
            (
                "sum(<r, _> in 0:2) real(r) * (sum(<k, i> in a(pos(r):pos(r + 1))) if i < n - r then
                 (sum(<l, j> in b(r:4)) if j == i then v(l)) * u(k))",
                1,
            ),
            // Another number is compared, or the inner loop changes with the outer one.
            ("sum(<k, i> in a) if i < n then u(k) * (sum(<l, j> in b) if j == k then v(l))", 0),
            ("sum(<k, i> in a) if i < n then u(k) * (sum(<l, j> in b(0:k)) if j == i then v(l))", 0),
        ] {
            let term = compile(&format!("{declared} {text}")).unwrap().composed().unwrap();
            let (expected, _) = evaluate(&term, &inputs, 10_000).unwrap();
            let all: Vec<Term> = sites(&term).collect();
            assert_eq!(all.len(), merges, "{text}");
            for other in all {
                let (found, _) = evaluate(&other, &inputs, 10_000).unwrap();
                assert_eq!(found, expected, "{text}: {}", hloom_storage::raise::text(&other));
                assert!(other.iter().any(|node| matches!(node, Node::Merge(_))));
            }
        }
    }
}
