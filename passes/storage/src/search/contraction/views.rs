//! Mappings with their keys in the order of their loops.
//!
//! ```text
//! sum(<c, _> in 0:n) sum(<p, r> in idx(pos(c):pos(c + 1))) { r -> { c -> val(p) } }      by columns
//! sum(<c, _> in 0:n) { c -> sum(<p, r> in idx(pos(c):pos(c + 1))) { r -> val(p) } }      its view
//! ```
//!
//! A key moves out of the loops whose variables it does not have (rule 29), and keys that are known
//! first come first. An element of the view is the element of the tensor at the keys in another order.

use egg::Id;
use hloom_storage::term::{Node, Term, copy, shift};

/// A view of a tensor.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The dimension of each level.
    pub order: Vec<usize>,
    /// The mapping in that order; `None` if it is the tensor's own.
    pub term: Option<Term>,
    /// Whether a key is an element of an array: there are entries for some keys only.
    pub sparse: bool,
}

/// A step of a mapping.
enum Step {
    Loop(Id),
    Let(Id),
    If(Id),
}

impl View {
    /// The view of a tensor of so many dimensions in its own order.
    pub(super) fn own(dimensions: usize) -> View {
        View { order: (0..dimensions).collect(), term: None, sparse: true }
    }

    /// The view of a mapping; `None` if it is no chain of loops to one number.
    pub(super) fn of(mapping: &Term) -> Option<View> {
        let (mut steps, mut keys) = (Vec::new(), Vec::new());
        let mut at = mapping.root();
        let leaf = loop {
            match mapping[at] {
                Node::Sum([over, body]) => {
                    steps.push(Step::Loop(over));
                    at = body;
                }
                Node::Let([value, body]) => {
                    steps.push(Step::Let(value));
                    at = body;
                }
                Node::If([condition, body]) => {
                    steps.push(Step::If(condition));
                    at = body;
                }
                Node::Single([key, body]) => {
                    keys.push((key, steps.len()));
                    at = body;
                }
                _ if hloom_storage::term::sort(mapping, at).is_scalar() => break at,
                _ => return None,
            }
        };
        // The variables that are bound before each step, and after the last one.
        let mut bound = vec![0];
        for step in &steps {
            let own = match step {
                Step::Loop(_) => 2,
                Step::Let(_) => 1,
                Step::If(_) => 0,
            };
            bound.push(bound[bound.len() - 1] + own);
        }
        let mut placed = Vec::new();
        for (dimension, (key, place)) in keys.iter().enumerate() {
            let own = part(mapping, without_promise(mapping, *key));
            let outer = (0..=*place).find_map(|place_out| {
                let by = bound[*place] - bound[place_out];
                Some((place_out, shift(&own, 0, -by)?))
            });
            let (first, term) = outer?;
            placed.push((first, dimension, term));
        }
        placed.sort_by_key(|(first, dimension, _)| (*first, *dimension));
        let order: Vec<usize> = placed.iter().map(|(_, dimension, _)| *dimension).collect();
        let sparse = placed.iter().any(|(first, _, key)| {
            let over = match first.checked_sub(1).map(|step| &steps[step]) {
                Some(Step::Loop(over)) => Some(mapping[*over]),
                _ => None,
            };
            matches!(key[key.root()], Node::Var(0, _)) && !matches!(over, Some(Node::Range(_)))
        });
        if order.is_sorted() {
            return Some(View { order, term: None, sparse });
        }
        let mut out = Term::default();
        let mut inner = append(&mut out, mapping, leaf);
        for step in (0..=steps.len()).rev() {
            for (first, _, key) in placed.iter().rev() {
                if *first == step {
                    let key = append(&mut out, key, key.root());
                    inner = out.add(Node::Single([key, inner]));
                }
            }
            if let Some(before) = step.checked_sub(1) {
                let (Step::Loop(of) | Step::Let(of) | Step::If(of)) = steps[before];
                let of = append(&mut out, mapping, of);
                inner = out.add(match steps[before] {
                    Step::Loop(_) => Node::Sum([of, inner]),
                    Step::Let(_) => Node::Let([of, inner]),
                    Step::If(_) => Node::If([of, inner]),
                });
            }
        }
        Some(View { order, term: Some(out), sparse })
    }
}

/// A key without the promise that it comes once: among other keys outside it may come again.
fn without_promise(term: &Term, key: Id) -> Id {
    match term[key] {
        Node::Unique(inner) => without_promise(term, inner),
        _ => key,
    }
}

fn append(to: &mut Term, from: &Term, id: Id) -> Id {
    copy(to, from, id, 0, &mut |to, node, _| to.add(node))
}

/// A part of a term by itself.
fn part(term: &Term, id: Id) -> Term {
    let mut out = Term::default();
    append(&mut out, term, id);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_storage::{compile, formats, raise};

    #[test]
    fn keys_are_in_the_order_of_the_loops() {
        let view = |format: &str| {
            let module = compile(formats::find(format).unwrap()).unwrap();
            View::of(&module.tensor("T").unwrap().body.as_ref().unwrap().term).unwrap()
        };
        for (format, order, sparse) in [
            ("csr", &[0, 1][..], true),
            ("dcsr", &[0, 1], true),
            ("csc", &[1, 0], true),
            ("dcsc", &[1, 0], true),
            ("coo_matrix", &[0, 1], true),
            ("dense_matrix", &[0, 1], false),
            ("dense_columns", &[1, 0], false),
            ("csf", &[0, 1, 2], true),
        ] {
            let found = view(format);
            assert_eq!((&found.order[..], found.sparse), (order, sparse), "{format}");
            assert_eq!(found.term.is_some(), !order.is_sorted(), "{format}");
        }
        let text = raise::text(&view("csc").term.unwrap());
        assert!(text.contains("{ k0 -> sum(") || text.contains("{ v0 -> sum("), "{text}");
    }
}
