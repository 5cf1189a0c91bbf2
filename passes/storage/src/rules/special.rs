//! The right sides that need a substitution, or a condition on a class.

use super::template::{MAX_SIZE, shifted};
use crate::graph::{Graph, has_free, is_linear, smallest, vanishes};
use egg::{Id, Subst, Var};
use hloom_storage::Scalar;
use hloom_storage::term::{Binary, Node, Term, copy, substitute};

fn class(subst: &Subst, name: &str) -> Id {
    let var: Var = name.parse().unwrap_or_else(|_| panic!("`{name}` is not a pattern variable"));
    subst[var]
}

/// The smallest term of a class, unless it is very large.
fn term(graph: &Graph, id: Id) -> Option<Term> {
    (graph[id].data.size <= MAX_SIZE).then(|| smallest(graph, id))
}

/// `body` with `%0`, `%1`, … replaced, and the variables above shifted down.
fn replaced(graph: &mut Graph, body: Id, by: &[Term]) -> Option<Id> {
    let body = term(graph, body)?;
    let largest = by.iter().map(|value| value.len() as u64).max().unwrap_or(0);
    let uses = body.iter().filter(|node| matches!(node, Node::Var(..))).count() as u64;
    if body.len() as u64 + uses * largest > 16 * MAX_SIZE {
        return None;
    }
    Some(graph.add_expr(&substitute(&body, by)))
}

/// A term of one node.
fn single(node: Node) -> Term {
    let mut term = Term::default();
    term.add(node);
    term
}

/// A node on top of two terms.
fn joined(a: &Term, b: &Term, node: impl Fn([Id; 2]) -> Node) -> Term {
    let mut out = Term::default();
    let left = copy(&mut out, a, a.root(), 0, &mut |out, node, _| out.add(node));
    let right = copy(&mut out, b, b.root(), 0, &mut |out, node, _| out.add(node));
    out.add(node([left, right]));
    out
}

/// `x - x` is zero, for integers: a NaN stays one, and no factor is zero here.
pub(super) fn cancel(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    let sort = graph[class(subst, "?x")].data.sort;
    (sort.base == Scalar::Int).then(|| graph.add(Node::Zero(sort)))
}

/// `x` where `z` is a zero.
pub(super) fn without_zero(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    graph[class(subst, "?z")].data.zero.then(|| class(subst, "?x"))
}

/// A zero of the sort of `x`, where `z` is a zero.
pub(super) fn annihilate(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    let sort = graph[class(subst, "?x")].data.sort;
    graph[class(subst, "?z")].data.zero.then(|| graph.add(Node::Zero(sort)))
}

/// `let %0 = e in b`: `b` with `e`.
pub(super) fn beta(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    let value = term(graph, class(subst, "?e"))?;
    replaced(graph, class(subst, "?b"), &[value])
}

/// `sum (sum r {%1 -> a}) b` where `b` vanishes with its value: `sum r b[a]`.
pub(super) fn fuse(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    fused(graph, subst, single(Node::Var(1, hloom_storage::types::Sort::INT)))
}

/// `sum (sum r {unique(e) -> a}) b` where `b` vanishes with its value: `sum r b[e, a]`.
pub(super) fn fuse_unique(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    let key = term(graph, class(subst, "?e"))?;
    fused(graph, subst, key)
}

/// The sum over a dictionary that an inner sum makes with this key, as one over what the inner one visits.
fn fused(graph: &mut Graph, subst: &Subst, key: Term) -> Option<Id> {
    let body = class(subst, "?b");
    if !vanishes(graph, body, 0) {
        return None;
    }
    let value = term(graph, class(subst, "?a"))?;
    // `b` goes inside of the inner sum: its other variables are two binders further out.
    let body = shifted(graph, body, 2, 2)?;
    let fused = replaced(graph, body, &[value, key])?;
    Some(graph.add(Node::Sum([class(subst, "?r"), fused])))
}

/// `sum {e -> a} b` where `b` vanishes with its value: `b[e, a]`.
pub(super) fn sum_single(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    let body = class(subst, "?b");
    if !vanishes(graph, body, 0) {
        return None;
    }
    let value = term(graph, class(subst, "?a"))?;
    let key = term(graph, class(subst, "?e"))?;
    replaced(graph, body, &[value, key])
}

/// `sum (sum r d) b` where `b` is additive in its value: `sum r (sum d b)`.
pub(super) fn sum_sum(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    let body = class(subst, "?b");
    if !is_linear(graph, body, 0) {
        return None;
    }
    let body = shifted(graph, body, 2, 2)?;
    let inner = graph.add(Node::Sum([class(subst, "?d"), body]));
    Some(graph.add(Node::Sum([class(subst, "?r"), inner])))
}

/// `sum r (sum s b)`: `sum s (sum r b)`, where `s` has no variable of `r`.
pub(super) fn sum_swap(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    use hloom_storage::types::Sort;
    let (outer, inner, body) = (class(subst, "?r"), class(subst, "?s"), class(subst, "?b"));
    // A loop over what the other loop's body has for its own: nothing to gain.
    if outer == inner {
        return None;
    }
    let swapped = shifted(graph, inner, 0, -2)?;
    let value = |id: Id, graph: &Graph| graph[id].data.sort.value();
    let (first, second) = (value(outer, graph), value(inner, graph));
    let body = shifted(graph, body, 4, 4)?;
    let variables = [(2, second), (3, Sort::INT), (0, first), (1, Sort::INT)];
    let body = replaced(graph, body, &variables.map(|(i, sort)| single(Node::Var(i, sort))))?;
    let outer = shifted(graph, outer, 0, 2)?;
    let inside = graph.add(Node::Sum([outer, body]));
    Some(graph.add(Node::Sum([swapped, inside])))
}

/// `sum (x + y) b` where `b` is additive in its value: `sum x b + sum y b`.
pub(super) fn sum_add(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    let body = class(subst, "?b");
    if !is_linear(graph, body, 0) {
        return None;
    }
    let left = graph.add(Node::Sum([class(subst, "?x"), body]));
    let right = graph.add(Node::Sum([class(subst, "?y"), body]));
    Some(graph.add(Node::Binary(Binary::Add, [left, right])))
}

/// `sum (s * d) b` where `b` vanishes with its value: `sum d b[s * v]`.
pub(super) fn sum_scale(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    let body = class(subst, "?b");
    if !vanishes(graph, body, 0) {
        return None;
    }
    let (factor, over) = (class(subst, "?s"), class(subst, "?d"));
    let factor = shifted(graph, factor, 0, 2)?;
    let sort = graph[over].data.sort.value();
    let value = single(Node::Var(0, sort));
    let op = if sort.is_scalar() { Binary::Mul } else { Binary::Scale };
    let product = joined(&term(graph, factor)?, &value, |ids| Node::Binary(op, ids));
    let body = shifted(graph, body, 2, 2)?;
    let key = single(Node::Var(1, hloom_storage::types::Sort::INT));
    let body = replaced(graph, body, &[product, key])?;
    Some(graph.add(Node::Sum([over, body])))
}

/// The entries of `a * b`: those of `a`, each times what `b` has there.
pub(super) fn hadamard(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    let (left, right) = (class(subst, "?a"), class(subst, "?b"));
    let sort = graph[left].data.sort.value();
    let right = shifted(graph, right, 0, 2)?;
    let key = graph.add(Node::Var(1, hloom_storage::types::Sort::INT));
    let value = graph.add(Node::Var(0, sort));
    let found = graph.add(Node::Get([right, key]));
    let op = if sort.is_scalar() { Binary::Mul } else { Binary::Hadamard };
    let product = graph.add(Node::Binary(op, [value, found]));
    let entry = graph.add(Node::Single([key, product]));
    Some(graph.add(Node::Sum([left, entry])))
}

/// The entries of `a * a`: those of `a`, each times itself. Without it, `a` meets itself in a merge.
pub(super) fn square(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    let of = class(subst, "?a");
    let sort = graph[of].data.sort.value();
    let key = graph.add(Node::Var(1, hloom_storage::types::Sort::INT));
    let value = graph.add(Node::Var(0, sort));
    let op = if sort.is_scalar() { Binary::Mul } else { Binary::Hadamard };
    let product = graph.add(Node::Binary(op, [value, value]));
    let entry = graph.add(Node::Single([key, product]));
    Some(graph.add(Node::Sum([of, entry])))
}

/// The value of an entry of `lo:hi` is `lo + %1`.
pub(super) fn range_value(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    let (low, high, body) = (class(subst, "?l"), class(subst, "?h"), class(subst, "?b"));
    if !has_free(graph, body, 0) {
        return None;
    }
    let key = single(Node::Var(1, hloom_storage::types::Sort::INT));
    let value = if graph[low].data.zero {
        key.clone()
    } else {
        let low = shifted(graph, low, 0, 2)?;
        joined(&term(graph, low)?, &key, |ids| Node::Binary(Binary::Add, ids))
    };
    let body = shifted(graph, body, 2, 2)?;
    let body = replaced(graph, body, &[value, key])?;
    let range = graph.add(Node::Range([low, high]));
    Some(graph.add(Node::Sum([range, body])))
}

/// `sum r (sum s (if %2 == %0 then b))`: a merge of `r` and `s`.
pub(super) fn merge(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    use hloom_storage::types::Sort;
    let (left, right, body) = (class(subst, "?r"), class(subst, "?s"), class(subst, "?b"));
    let right = shifted(graph, right, 0, -2)?;
    // In the body: %3 and %2 are key and value of `r`, %1 and %0 those of `s`. In the merge's: %2
    // and %1 are the positions, %0 the value.
    let body = shifted(graph, body, 4, 3)?;
    let variable = |index| single(Node::Var(index, Sort::INT));
    let body = replaced(graph, body, &[variable(0), variable(1), variable(0), variable(2)])?;
    Some(graph.add(Node::Merge([left, right, body])))
}

/// `sum d (if %1 == e then b)` where `b` vanishes with its value: `b[e, d(e)]`.
pub(super) fn lookup(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    let (over, body) = (class(subst, "?d"), class(subst, "?b"));
    if !vanishes(graph, body, 0) {
        return None;
    }
    let key = shifted(graph, class(subst, "?e"), 0, -2)?;
    let key = term(graph, key)?;
    let found = joined(&term(graph, over)?, &key, Node::Get);
    replaced(graph, body, &[found, key])
}

/// `if 0 <= e * lo <= lo + e * lo + e < hi then value`: position `e` is in `lo:hi`.
fn checked_position(graph: &mut Graph, low: Id, high: Id, at: Id, value: Id) -> Id {
    let zero = graph.add(Node::Int(0));
    let from_zero = graph[low].data.zero;
    let sum = if from_zero { at } else { graph.add(Node::Binary(Binary::Add, [low, at])) };
    let mut test = graph.add(Node::Binary(Binary::Le, [zero, at]));
    if !from_zero {
        // The sum has not wrapped around.
        let fits = graph.add(Node::Binary(Binary::Le, [low, sum]));
        test = graph.add(Node::Binary(Binary::Mul, [test, fits]));
    }
    let below = graph.add(Node::Binary(Binary::Lt, [sum, high]));
    let test = graph.add(Node::Binary(Binary::Mul, [test, below]));
    graph.add(Node::If([test, value]))
}

/// `sum (lo:hi) (if %1 == e then b)`: `b[e]` if `e` is a position.
pub(super) fn range_lookup(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    let (low, high) = (class(subst, "?l"), class(subst, "?h"));
    let at = shifted(graph, class(subst, "?e"), 0, -2)?;
    let key = term(graph, at)?;
    let value = joined(&term(graph, low)?, &key, |ids| Node::Binary(Binary::Add, ids));
    let body = replaced(graph, class(subst, "?b"), &[value, key])?;
    Some(checked_position(graph, low, high, at, body))
}

/// `(lo:hi)(e)` is `lo + e` if `e` is a position.
pub(super) fn range_get(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    let (low, high, at) = (class(subst, "?l"), class(subst, "?h"), class(subst, "?e"));
    let value = graph.add(Node::Binary(Binary::Add, [low, at]));
    Some(checked_position(graph, low, high, at, value))
}

/// `sum d {%1 -> %0}` of a dictionary is the dictionary.
pub(super) fn identity(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    let (over, value) = (class(subst, "?d"), class(subst, "?v"));
    let sort = graph[over].data.sort;
    let variable = graph.lookup(Node::Var(0, sort.value()))?;
    (sort.is_dict() && graph.find(value) == graph.find(variable)).then_some(over)
}

/// `d(e)` with the operator on the values: `(s * d)(e)` is `s * d(e)`.
pub(super) fn get_scale(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    let (factor, over, at) = (class(subst, "?s"), class(subst, "?d"), class(subst, "?e"));
    let found = graph.add(Node::Get([over, at]));
    let scalar = graph[found].data.sort.is_scalar();
    let op = if scalar { Binary::Mul } else { Binary::Scale };
    Some(graph.add(Node::Binary(op, [factor, found])))
}

/// `(a * b)(e)` is `a(e) * b(e)`.
pub(super) fn get_hadamard(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    let (a, b, at) = (class(subst, "?a"), class(subst, "?b"), class(subst, "?e"));
    let left = graph.add(Node::Get([a, at]));
    let right = graph.add(Node::Get([b, at]));
    let scalar = graph[left].data.sort.is_scalar();
    let op = if scalar { Binary::Mul } else { Binary::Hadamard };
    Some(graph.add(Node::Binary(op, [left, right])))
}

/// Whether a loop over a class is one over an array of integers that is data, and whether its body `b`
/// computes the same for equal integers, by a loop of its own. Then it may be done once for each of
/// them.
fn repeats(graph: &Graph, over: Id, body: Id) -> bool {
    use hloom_storage::types::Sort;
    let data =
        |node: &Node| matches!(node, Node::Input(_, sort) if *sort == Sort::array(Scalar::Int));
    let is_loop = |node: &Node| matches!(node, Node::Sum(_) | Node::Merge(_));
    // A table is not made of another one.
    let found =
        |node: &Node| matches!(node, Node::Get([from, _]) if graph[*from].data.sort.is_dict());
    graph[over].nodes.iter().any(data)
        && !graph[body].nodes.iter().any(found)
        && !has_free(graph, body, 1)
        && has_free(graph, body, 0)
        && term(graph, body).is_some_and(|body| body.iter().any(is_loop))
}

/// `sum (sum r {%0 -> a}) (%0 * b[%1])`.
fn grouped(graph: &mut Graph, over: Id, number: Id, body: Id) -> Option<Id> {
    use hloom_storage::types::Sort;
    let key = graph.add(Node::Var(0, Sort::INT));
    let sort = graph[number].data.sort;
    let entry = graph.add(Node::Single([key, number]));
    let groups = graph.add(Node::Sum([over, entry]));
    // The integer is the key of a group; its value is the sum.
    let key = single(Node::Var(1, Sort::INT));
    let body = shifted(graph, body, 2, 2)?;
    let body = replaced(graph, body, &[key.clone(), key])?;
    let total = graph.add(Node::Var(0, sort));
    let op = if graph[body].data.sort.is_scalar() { Binary::Mul } else { Binary::Scale };
    let product = graph.add(Node::Binary(op, [total, body]));
    Some(graph.add(Node::Sum([groups, product])))
}

/// `sum r b`, where `b` depends on the value only: as often as each value occurs.
pub(super) fn group(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    let (over, body) = (class(subst, "?r"), class(subst, "?b"));
    let one = match graph[body].data.sort.base {
        Scalar::Int => Node::Int(1),
        Scalar::Real => Node::real(1.0),
        Scalar::Bool => return None,
    };
    if !repeats(graph, over, body) {
        return None;
    }
    let one = graph.add(one);
    grouped(graph, over, one, body)
}

/// `sum r (a * b)`, where `b` depends on the value only: the sum of `a` for each value, times `b`.
pub(super) fn group_factor(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    let (over, factor, body) = (class(subst, "?r"), class(subst, "?a"), class(subst, "?b"));
    if graph[factor].data.sort.base == Scalar::Bool || !repeats(graph, over, body) {
        return None;
    }
    grouped(graph, over, factor, body)
}

/// `sum r {%1 -> b}`, where `b` depends on the value only: `b` is looked up in a table of all values.
pub(super) fn table(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    use hloom_storage::types::Sort;
    let (over, body) = (class(subst, "?r"), class(subst, "?b"));
    if !repeats(graph, over, body) {
        return None;
    }
    let (value, key) = (graph.add(Node::Var(0, Sort::INT)), graph.add(Node::Var(1, Sort::INT)));
    let one = graph.add(Node::Int(1));
    let entry = graph.add(Node::Single([value, one]));
    let values = graph.add(Node::Sum([over, entry]));
    // Two more binders are around the table's entries.
    let own = single(Node::Var(1, Sort::INT));
    let body = shifted(graph, body, 2, 4)?;
    let body = replaced(graph, body, &[own.clone(), own])?;
    let entry = graph.add(Node::Single([key, body]));
    let all = graph.add(Node::Sum([values, entry]));
    let found = graph.add(Node::Get([all, value]));
    let entry = graph.add(Node::Single([key, found]));
    Some(graph.add(Node::Sum([over, entry])))
}

/// `sum (lo:hi) b` of a `b` without the loop's variables: as often as there are integers.
pub(super) fn constant(graph: &mut Graph, subst: &Subst) -> Option<Id> {
    let (low, high, body) = (class(subst, "?l"), class(subst, "?h"), class(subst, "?b"));
    let sort = graph[body].data.sort;
    if sort.base == Scalar::Bool || has_free(graph, body, 0) || has_free(graph, body, 1) {
        return None;
    }
    let body = shifted(graph, body, 0, -2)?;
    // A difference that wraps around is one of a range that no machine counts to its end.
    let test = graph.add(Node::Binary(Binary::Lt, [low, high]));
    let length = graph.add(Node::Binary(Binary::Sub, [high, low]));
    let times = match sort.base {
        Scalar::Real => graph.add(Node::Unary(hloom_storage::term::Unary::ToReal, length)),
        _ => length,
    };
    let op = if sort.is_scalar() { Binary::Mul } else { Binary::Scale };
    let product = graph.add(Node::Binary(op, [times, body]));
    Some(graph.add(Node::If([test, product])))
}
