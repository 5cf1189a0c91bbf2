//! Loop-invariant code: work that is the same in each step of a loop is done before it.
//!
//! The e-graph has no rule for this: `b = let x = e in b[x]` has an instance for each `e` in each
//! term. It is done on the plan instead, and the [cost](super::cost) of a plan knows it.

use super::equal::equal;
use super::guards::simplify;
use egg::{Id, Language};
use hloom_storage::term::{Binary, Node, Term, copy, free};
use hloom_storage::types::{Form, Sort};
use std::collections::{HashMap, HashSet};

/// The same term with invariant work of each loop in a `let` outside of it, and with its conditions
/// [simplified](super::guards).
pub fn hoist(term: &Term) -> Term {
    let term = simplify(term);
    let mut out = Term::default();
    place(&mut out, &term, term.root(), &mut HashMap::new());
    out
}

/// Whether a loop builds a dictionary in each of its steps to look something up in it, after [`hoist`]: its
/// work is then that of the steps times that of the dictionary.
pub fn builds_in_loops(term: &Term) -> bool {
    /// Whether a node makes a dictionary by a loop.
    fn is_built(term: &[Node], sorts: &[Sort], id: Id) -> bool {
        match term[usize::from(id)] {
            Node::Sum(_) | Node::Merge(_) => sorts[usize::from(id)].is_dict(),
            Node::Get([d, _]) => is_built(term, sorts, d),
            Node::If([_, e]) | Node::Single([_, e]) => is_built(term, sorts, e),
            Node::Let([_, e]) => is_built(term, sorts, e),
            Node::Unary(_, e) => is_built(term, sorts, e),
            Node::Binary(_, [a, b]) => is_built(term, sorts, a) || is_built(term, sorts, b),
            _ => false,
        }
    }
    fn inside(
        term: &[Node],
        sorts: &[Sort],
        seen: &mut HashSet<(Id, bool)>,
        at: (Id, bool),
    ) -> bool {
        let (id, in_loop) = at;
        if !seen.insert(at) {
            return false;
        }
        let node = &term[usize::from(id)];
        if let Node::Get([d, _]) = node
            && in_loop
            && is_built(term, sorts, *d)
        {
            return true;
        }
        let looped = |i: usize| match node {
            Node::Sum(_) => i == 1,
            Node::Merge(_) => i == 2,
            _ => false,
        };
        let mut children = node.children().iter().enumerate();
        children.any(|(i, child)| inside(term, sorts, seen, (*child, in_loop || looped(i))))
    }
    let sorts = hloom_storage::term::sorts(term);
    inside(term, &sorts, &mut HashSet::new(), (term.root(), false))
}

/// Whether a term puts a whole matrix in a dictionary that is not the result: one of dictionaries, which is
/// built entry by entry and read again.
pub fn builds_matrices(term: &Term) -> bool {
    fn built(
        term: &[Node],
        sorts: &[Sort],
        seen: &mut HashSet<(Id, bool)>,
        at: (Id, bool),
    ) -> bool {
        let (id, is_result) = at;
        if !seen.insert(at) {
            return false;
        }
        let node = &term[usize::from(id)];
        let is_loop = matches!(node, Node::Sum(_) | Node::Merge(_));
        let nested = matches!(sorts[usize::from(id)].form, Form::Nested(2..));
        if is_loop && nested && !is_result {
            return true;
        }
        let gives = |i: usize| match node {
            Node::Sum(_) | Node::Let(_) | Node::If(_) | Node::Single(_) => i == 1,
            Node::Merge(_) => i == 2,
            Node::Unary(..) => true,
            Node::Binary(op, _) => matches!(op, Binary::Add | Binary::Sub),
            _ => false,
        };
        let mut children = node.children().iter().enumerate();
        children.any(|(i, child)| built(term, sorts, seen, (*child, is_result && gives(i))))
    }
    let sorts = hloom_storage::term::sorts(term);
    built(term, &sorts, &mut HashSet::new(), (term.root(), true))
}

/// Appends the hoisted form of a part of a term. Returns its root.
fn place(out: &mut Term, term: &[Node], root: Id, done: &mut HashMap<Id, Id>) -> Id {
    if let Some(placed) = done.get(&root) {
        return *placed;
    }
    let mut node = term[usize::from(root)];
    let body = match node {
        Node::Sum([_, body]) => Some((body, 2)),
        Node::Merge([_, _, body]) => Some((body, 3)),
        _ => None,
    };
    if let Some((body, bound)) = body {
        let facts = Facts::of(term);
        if let Some(invariant) = invariant(term, &facts, body, (bound, false), &mut HashSet::new())
        {
            let placed = place_let(out, term, root, invariant);
            done.insert(root, placed);
            return placed;
        }
    }
    for child in node.children_mut() {
        *child = place(out, term, *child, done);
    }
    let placed = out.add(node);
    done.insert(root, placed);
    placed
}

/// Appends `let %0 = e in loop[e := %0]`, where `e` is below `bound` binders and more in the loop.
fn place_let(out: &mut Term, term: &[Node], root: Id, found: Invariant) -> Id {
    // The value, with the variables as they are outside of the loop.
    let mut value = Term::default();
    copy(&mut value, term, found.id, 0, &mut |to, node, inner| {
        to.add(match node {
            Node::Var(i, sort) if i >= inner => Node::Var(i - found.crossed, sort),
            node => node,
        })
    });
    let sort = hloom_storage::term::sorts(&value)[usize::from(value.root())];
    let mut rest = Term::default();
    replace(&mut rest, term, root, 0, &value, sort, &mut HashMap::new());
    let value_at = place(out, &value, value.root(), &mut HashMap::new());
    let rest_at = place(out, &rest, rest.root(), &mut HashMap::new());
    out.add(Node::Let([value_at, rest_at]))
}

/// Copies a term into a `let` of `value`: equal parts become its variable.
fn replace(
    to: &mut Term,
    from: &[Node],
    id: Id,
    crossed: u32,
    value: &Term,
    sort: Sort,
    done: &mut HashMap<(Id, u32), Id>,
) -> Id {
    if let Some(copied) = done.get(&(id, crossed)) {
        return *copied;
    }
    if equal(from, id, value, value.root(), crossed, 0, &mut HashMap::new()) {
        return to.add(Node::Var(crossed, sort));
    }
    let mut node = from[usize::from(id)];
    if let Node::Var(i, sort) = node {
        return to.add(Node::Var(if i >= crossed { i + 1 } else { i }, sort));
    }
    let binders = node;
    for (i, child) in node.children_mut().iter_mut().enumerate() {
        *child = replace(to, from, *child, crossed + binders.binds(i), value, sort, done);
    }
    let copied = to.add(node);
    done.insert((id, crossed), copied);
    copied
}

/// A part of a loop's body that does not depend on the loop.
struct Invariant {
    id: Id,
    /// The binders around it, from the loop's on.
    crossed: u32,
}

/// The free variables of each node, whether it has a loop or an operator on a dictionary, and whether it is
/// a dictionary.
struct Facts {
    free: Vec<u64>,
    costly: Vec<bool>,
    dict: Vec<bool>,
}

impl Facts {
    fn of(term: &[Node]) -> Facts {
        let (mut all, mut costly) = (Vec::new(), Vec::new());
        let mut sorts: Vec<Sort> = Vec::new();
        for node in term {
            let sort = node.sort(|id| sorts[usize::from(id)]);
            let own = match node {
                Node::Sum(_) | Node::Merge(_) => true,
                Node::Unary(..) | Node::Binary(..) => sort.is_dict(),
                _ => false,
            };
            costly.push(own || node.children().iter().any(|id| costly[usize::from(*id)]));
            all.push(free(node, |id| all[usize::from(id)]));
            sorts.push(sort);
        }
        let dict = sorts.iter().map(|sort| sort.is_dict()).collect();
        Facts { free: all, costly, dict }
    }
}

/// The first largest part of a loop's body that is costly and needs none of the variables that are
/// bound around it. `let`s of a loop's body go out with their bodies or not at all. Of the work behind a
/// condition that depends on the loop, dictionaries go out: if the condition never holds, one is built in
/// vain, but else it would be built as often as the condition holds, to look up one entry. Other work
/// stays, for it may be of any size.
fn invariant(
    term: &[Node],
    facts: &Facts,
    id: Id,
    (crossed, behind): (u32, bool),
    searched: &mut HashSet<(Id, u32, bool)>,
) -> Option<Invariant> {
    if !facts.costly[usize::from(id)] || !searched.insert((id, crossed, behind)) {
        return None;
    }
    let taken = !behind || facts.dict[usize::from(id)];
    if taken && facts.free[usize::from(id)] & ((1 << crossed.min(63)) - 1) == 0 && crossed < 63 {
        return Some(Invariant { id, crossed });
    }
    let node = &term[usize::from(id)];
    node.children().iter().enumerate().find_map(|(i, child)| {
        let behind = behind || matches!(node, Node::If(_)) && i == 1;
        invariant(term, facts, *child, (crossed + node.binds(i), behind), searched)
    })
}
