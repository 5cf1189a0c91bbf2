//! Loop-invariant code: work that is the same in each step of a loop is done before it, and a number that
//! several loops read is computed once.
//!
//! The e-graph has no rule for this: `b = let x = e in b[x]` has an instance for each `e` in each
//! term. It is done on the plan instead, and the [cost](super::cost) of a plan knows it.

use super::arena::{Arena, Facts};
use super::equal::equal;
use super::guards::simplify;
use egg::{Id, Language};
use hloom_storage::term::{Binary, Node, Term, copy};
use hloom_storage::types::{Form, Sort};
use std::collections::{HashMap, HashSet};

/// The same term with invariant work of each loop in a `let` outside of it, and with its conditions
/// [simplified](super::guards).
pub fn hoist(term: &Term) -> Term {
    let mut arena = Arena::default();
    let root = arena.add_term(&simplify(term));
    let root = arena.bind_shared(root);
    let placed = arena.place(root, &mut HashMap::new());
    arena.term(placed)
}

/// The same term with its shared numbers in `let`s, as [`hoist`] has them, and each loop as it is: a plan as
/// written.
pub fn bind_shared(term: &Term) -> Term {
    let mut arena = Arena::default();
    let root = arena.add_term(term);
    let root = arena.bind_shared(root);
    arena.term(root)
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

/// The most shared parts that are bound: passes go down the `let`s of a term by recursion.
const SHARED: usize = 2048;
/// A number without loops is bound if it is reached in more ways than this: a program of definitions that
/// each have the one before twice has 2^k copies of the first.
const WAYS: u64 = 64;

impl Arena {
    /// Adds the term with the numbers in `let`s around it that loops compute, that have no variables and that it
    /// has several times, as definitions that several loops read. Those that are behind conditions alone stay
    /// where they are: they may never be computed. Other numbers are bound if it has them very often.
    fn bind_shared(&mut self, root: Id) -> Id {
        if self.facts.free[usize::from(root)] != 0 {
            return root;
        }
        let mut shared = self.shared(root);
        shared.truncate(SHARED);
        let mut values = Vec::new();
        for (level, id) in shared.iter().enumerate() {
            let mut node = self.nodes[usize::from(*id)];
            let binders = node;
            let mut done = HashMap::new();
            for (i, child) in node.children_mut().iter_mut().enumerate() {
                *child = self.bound(*child, binders.binds(i), &shared[..level], &mut done);
            }
            values.push(self.add(node));
        }
        let mut rest = self.bound(root, 0, &shared, &mut HashMap::new());
        for value in values.into_iter().rev() {
            rest = self.add(Node::Let([value, rest]));
        }
        rest
    }

    /// The parts that [`bind_shared`](Self::bind_shared) binds, each after those that it has.
    fn shared(&self, root: Id) -> Vec<Id> {
        let end = usize::from(root) + 1;
        // How often a part is reached from above: by all ways on which no part is bound, and by nodes.
        let (mut ways, mut reads) = (vec![0u64; end], vec![0; end]);
        let mut several = vec![false; end];
        // Whether a part is reached without going behind a condition.
        let mut always = vec![false; end];
        (ways[end - 1], reads[end - 1], always[end - 1]) = (1, 1, true);
        let mut found = Vec::new();
        // A node comes after its operands.
        for at in (0..end).rev() {
            if reads[at] == 0 {
                continue;
            }
            let node = &self.nodes[at];
            let is_number = self.facts.sorts[at].is_scalar() && self.facts.free[at] == 0;
            let is_loop = matches!(node, Node::Sum(_) | Node::Merge(_));
            several[at] |= reads[at] > 1;
            let by_loop = several[at] && always[at] && is_loop;
            let is_compound = !node.children().is_empty();
            let by_ways = ways[at] > WAYS && is_compound && !self.facts.costly[at];
            let is_bound = is_number && (by_loop || by_ways);
            if is_bound {
                found.push(Id::from(at));
            }
            for (i, child) in node.children().iter().enumerate() {
                let child = usize::from(*child);
                reads[child] += 1;
                let own = if is_bound { 1 } else { ways[at] };
                ways[child] = ways[child].saturating_add(own);
                several[child] |= several[at] && !is_bound;
                always[child] |= always[at] && !(matches!(node, Node::If(_)) && i == 1);
            }
        }
        found.reverse();
        found
    }

    /// Adds a part below so many binders and a `let` for each of these parts, whose variables it then has.
    fn bound(
        &mut self,
        id: Id,
        crossed: u32,
        shared: &[Id],
        done: &mut HashMap<(Id, u32), Id>,
    ) -> Id {
        if let Some(level) = shared.iter().position(|it| *it == id) {
            let sort = self.facts.sorts[usize::from(id)];
            return self.add(Node::Var(crossed + (shared.len() - 1 - level) as u32, sort));
        }
        // An operand is before what has it.
        if shared.first().is_none_or(|first| id < *first) {
            return id;
        }
        if let Some(known) = done.get(&(id, crossed)) {
            return *known;
        }
        let mut node = self.nodes[usize::from(id)];
        let binders = node;
        for (i, child) in node.children_mut().iter_mut().enumerate() {
            *child = self.bound(*child, crossed + binders.binds(i), shared, done);
        }
        let placed = self.add(node);
        done.insert((id, crossed), placed);
        placed
    }

    /// Adds the hoisted form of a part. Returns its root.
    fn place(&mut self, root: Id, done: &mut HashMap<Id, Id>) -> Id {
        if let Some(placed) = done.get(&root) {
            return *placed;
        }
        let mut node = self.nodes[usize::from(root)];
        let body = match node {
            Node::Sum([_, body]) => Some((body, 2)),
            Node::Merge([_, _, body]) => Some((body, 3)),
            _ => None,
        };
        let found = body.and_then(|(body, bound)| {
            invariant(&self.nodes, &self.facts, body, (bound, false), &mut HashSet::new())
        });
        let placed = match found {
            Some(found) => self.place_let(root, found, done),
            None => {
                for child in node.children_mut() {
                    *child = self.place(*child, done);
                }
                self.add(node)
            }
        };
        done.insert(root, placed);
        placed
    }

    /// Adds `let %0 = e in loop[e := %0]`, where `e` is below `bound` binders and more in the loop.
    fn place_let(&mut self, root: Id, found: Invariant, done: &mut HashMap<Id, Id>) -> Id {
        // The value, with the variables as they are outside of the loop.
        let mut value = Term::default();
        copy(&mut value, &self.nodes, found.id, 0, &mut |to, node, inner| {
            to.add(match node {
                Node::Var(i, sort) if i >= inner => Node::Var(i - found.crossed, sort),
                node => node,
            })
        });
        let sort = hloom_storage::term::sorts(&value)[usize::from(value.root())];
        let mut rest = Term::default();
        replace(&mut rest, &self.nodes, root, 0, &value, sort, &mut HashMap::new());
        let (value, rest) = (self.add_term(&value), self.add_term(&rest));
        let value = self.place(value, done);
        let rest = self.place(rest, done);
        self.add(Node::Let([value, rest]))
    }
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
    let taken = !behind || facts.sorts[usize::from(id)].is_dict();
    if taken && facts.free[usize::from(id)] & ((1 << crossed.min(63)) - 1) == 0 && crossed < 63 {
        return Some(Invariant { id, crossed });
    }
    let node = &term[usize::from(id)];
    node.children().iter().enumerate().find_map(|(i, child)| {
        let behind = behind || matches!(node, Node::If(_)) && i == 1;
        invariant(term, facts, *child, (crossed + node.binds(i), behind), searched)
    })
}

#[cfg(test)]
mod tests {
    use super::{bind_shared, hoist};
    use hloom_storage::term::Term;
    use hloom_storage::{Inputs, Value, compile, evaluate};

    /// A number that two loops of the next definition read is computed once, whatever loops they are.
    #[test]
    fn numbers_that_several_loops_read_are_computed_once() {
        let program = |depth: usize| {
            let mut text = "CREATE TENSOR v : [real]; CREATE TENSOR w : [real]; CREATE TENSOR n : int; CREATE TENSOR a0 AS sum(<i, x> in v) x;".to_owned();
            for k in 1..=depth {
                let of = k - 1;
                text += &format!(
                    "CREATE TENSOR a{k} AS max((sum(<i, x> in v) max(a{of}, x)), (sum(<i, x> in w) min(a{of}, x)));"
                );
            }
            let both = format!("{{ 0 -> a{depth} }} + (sum(<i, x> in w) {{ i -> x * a{depth} }})");
            compile(&format!("{text} {both}")).unwrap().composed().unwrap()
        };
        let inputs = Inputs::from([
            ("v".into(), Value::reals([1.0, 0.25, -2.0])),
            ("w".into(), Value::reals([0.5, 3.0])),
        ]);
        let steps = |term: &Term| evaluate(term, &inputs, 1_000_000).unwrap();
        let (small, large, longer) = (program(6), program(60), program(300));
        let (written, planned) = (steps(&small), steps(&hoist(&small)));
        assert_eq!(written.0, planned.0);
        // Each definition has five iterations.
        let (_, counts) = steps(&hoist(&large));
        assert_eq!(counts.bodies, 3 + 60 * 5 + 2, "{counts:?}");
        let (_, counts) = steps(&hoist(&longer));
        assert_eq!(counts.bodies, 3 + 300 * 5 + 2, "{counts:?}");
    }

    /// Numbers without loops that the next definition has twice: there are 2^60 copies of the first.
    #[test]
    fn numbers_without_loops_are_computed_once() {
        let program = |depth: usize, result: &str| {
            let mut text = "CREATE TENSOR a0 : real; CREATE TENSOR v : [real];".to_owned();
            for k in 1..=depth {
                let of = k - 1;
                text += &format!("CREATE TENSOR a{k} AS (a{of} + 1.0) * a{of};");
            }
            compile(&format!("{text} {result}")).unwrap().composed().unwrap()
        };
        let inputs = Inputs::from([
            ("a0".into(), Value::Real(-1.0)),
            ("v".into(), Value::reals([1.0, 2.0])),
        ]);
        for result in ["a60", "sum(<i, x> in v) a60 * x", "if a0 < a60 then { 1 -> a60 + 2.0 }"] {
            let term = program(60, result);
            for bound in [hoist(&term), bind_shared(&term)] {
                let (value, _) = evaluate(&bound, &inputs, 100).unwrap();
                let text = hloom_storage::raise::text(&bound);
                assert!(text.len() < 50_000, "{text}");
                // -1 becomes 0, and stays.
                let zero = matches!(&value, Value::Real(x) if *x == 0.0);
                assert!(zero || value == Value::dict([(1, Value::Real(2.0))]), "{value:?}");
            }
        }
        // A few copies are left where they are.
        let small = program(3, "a3");
        let text = hloom_storage::raise::text;
        assert_eq!(text(&bind_shared(&small)), text(&small));
    }

    /// A number behind a condition may never be needed.
    #[test]
    fn numbers_behind_conditions_stay_there() {
        let text = "CREATE TENSOR v : [real]; CREATE TENSOR n : int; CREATE TENSOR a AS sum(<i, x> in v) x;
            (if n < 0 then a) + (if n < 1 then a * 2.0)";
        let term = compile(text).unwrap().composed().unwrap();
        let inputs =
            Inputs::from([("v".into(), Value::reals([1.0; 9])), ("n".into(), Value::Int(5))]);
        let (_, counts) = evaluate(&hoist(&term), &inputs, 1000).unwrap();
        assert_eq!(counts.bodies, 0);
    }

    /// Definitions that two loops of the next one have: their number of paths doubles with each.
    #[test]
    fn parts_that_are_shared_are_hoisted_once() {
        let program = |depth: usize| {
            let mut text =
                "CREATE TENSOR v : [real]; CREATE TENSOR a0 AS sum(<i, x> in v) x;".to_owned();
            for k in 1..=depth {
                let of = k - 1;
                text += &format!(
                    "CREATE TENSOR a{k} AS (sum(<i, x> in v) max(a{of}, x)) + (sum(<i, x> in v) min(a{of}, x * x));"
                );
            }
            compile(&format!("{text} a{depth}")).unwrap().composed().unwrap()
        };
        let large = program(40);
        let found = hoist(&large);
        assert!(found.len() < 10 * large.len(), "{} nodes of {}", found.len(), large.len());
        let small = program(5);
        let inputs = Inputs::from([("v".into(), Value::reals([1.0, 0.25, -2.0]))]);
        let [a, b] =
            [&small, &hoist(&small)].map(|term| evaluate(term, &inputs, 100_000).unwrap().0);
        assert_eq!(a, b);
    }
}
