//! Products in which zero times anything is zero.
//!
//! The rules take zero times anything to be zero. Over finite numbers each plan has the value of the
//! program, if the program does not divide by zero. With an infinity or NaN in the data, a plan may multiply it by a missing entry, which is a
//! zero by then, and the program does not: the plan has a NaN where the program has nothing, maybe at
//! a key outside of the result. So the products of a plan for such data look at their factors.

use egg::{Id, Language};
use hloom_storage::Scalar;
use hloom_storage::term::{Binary, Node, Term, copy, shift, sort};
use hloom_storage::types::Sort;

/// The same term with products of reals that are zero if a factor is: `x * y` becomes
/// `if x != 0 then if y != 0 then x * y`.
pub fn annihilating(term: &Term) -> Term {
    part(term, term.root())
}

/// Appends a whole term to another one.
fn insert(out: &mut Term, term: &Term) -> Id {
    copy(out, term, term.root(), 0, &mut |out, node, _| out.add(node))
}

/// A number that is not zero.
fn is_other_than_zero(term: &Term) -> bool {
    match term[term.root()] {
        Node::Real(bits) => term.len() == 1 && f64::from_bits(bits) != 0.0,
        _ => false,
    }
}

fn part(term: &Term, id: Id) -> Term {
    let node = term[id];
    let mut parts: Vec<Term> = node.children().iter().map(|child| part(term, *child)).collect();
    let real = |id: Id| sort(term, id).base == Scalar::Real;
    match node {
        Node::Binary(op @ (Binary::Mul | Binary::Scale), [x, _]) if real(x) => {
            let sorts = node.children().iter().map(|child| sort(term, *child)).collect::<Vec<_>>();
            product(op, &mut parts, &sorts)
        }
        _ => {
            let mut out = Term::default();
            let ids: Vec<Id> = parts.iter().map(|part| insert(&mut out, part)).collect();
            let mut ids = ids.into_iter();
            out.add(node.map_children(|id| ids.next().unwrap_or(id)));
            out
        }
    }
}

/// The product of two terms. Numbers that are not leaves are computed once.
fn product(op: Binary, parts: &mut [Term], sorts: &[Sort]) -> Term {
    let mut lets = Vec::new();
    for i in 0..parts.len() {
        if parts[i].len() == 1 || !sorts[i].is_scalar() {
            continue;
        }
        let mut variable = Term::default();
        variable.add(Node::Var(0, sorts[i]));
        let value = std::mem::replace(&mut parts[i], variable);
        lets.push(value);
        // The other parts are below one more binder.
        for (j, part) in parts.iter_mut().enumerate() {
            if j != i
                && let Some(shifted) = shift(part, 0, 1)
            {
                *part = shifted;
            }
        }
    }
    let mut out = Term::default();
    let values: Vec<Id> = lets.iter().map(|value| insert(&mut out, value)).collect();
    let ids: Vec<Id> = parts.iter().map(|part| insert(&mut out, part)).collect();
    let mut found = out.add(Node::Binary(op, [ids[0], ids[1]]));
    for i in (0..parts.len()).rev() {
        if !sorts[i].is_scalar() || is_other_than_zero(&parts[i]) {
            continue;
        }
        let zero = out.add(Node::real(0.0));
        let test = out.add(Node::Binary(Binary::Ne, [ids[i], zero]));
        found = out.add(Node::If([test, found]));
    }
    for value in values.into_iter().rev() {
        found = out.add(Node::Let([value, found]));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_storage::{Inputs, Value, compile, evaluate, raise};

    #[test]
    fn zero_times_infinity_is_zero() {
        let declared = "CREATE TENSOR a : real; CREATE TENSOR b : real; ";
        for (body, finite) in
            [("a * b", 0.0), ("(a + 0.0) * (b + b)", 0.0), ("2.0 * (a * (b + b)) + 1.0", 1.0)]
        {
            let term = compile(&format!("{declared}{body}")).unwrap().composed().unwrap();
            for [a, b] in [[0.0, f64::INFINITY], [f64::NAN, 0.0]] {
                let inputs =
                    Inputs::from([("a".into(), Value::Real(a)), ("b".into(), Value::Real(b))]);
                let (found, _) = evaluate(&annihilating(&term), &inputs, 100).unwrap();
                assert_eq!(found, Value::Real(finite), "{}", raise::text(&annihilating(&term)));
            }
            let inputs =
                Inputs::from([("a".into(), Value::Real(3.0)), ("b".into(), Value::Real(-2.0))]);
            let value = |term: &Term| evaluate(term, &inputs, 100).unwrap().0;
            assert_eq!(value(&annihilating(&term)), value(&term));
        }
    }
}
