//! Products in which zero times anything is zero.
//!
//! The rules take zero times anything to be zero. As long as all numbers are finite, each plan has the value of
//! the program. A plan may multiply an infinity or NaN by a missing entry, which is a zero by then, where the
//! program does not: the plan has a NaN where the program has nothing, maybe at a key outside of the result. So
//! the products of a plan look at their factors if there are such numbers in the data or in the program. Those
//! that finite numbers make, by a division by zero or a product that overflows, are not foreseen.

use super::arena::Arena;
use super::statistics::Statistics;
use egg::{Id, Language};
use hloom_storage::Scalar;
use hloom_storage::term::{Binary, Node, Term};
use std::collections::HashMap;

/// Whether the products of a plan have to be [`annihilating`]: the data or the program's own numbers have an
/// infinity or NaN.
pub fn has_special_values(plan: &Term, statistics: &Statistics) -> bool {
    let is_special =
        |node: &Node| matches!(node, Node::Real(bits) if !f64::from_bits(*bits).is_finite());
    statistics.has_special_values || plan.iter().any(is_special)
}

/// The same term with products of reals that are zero if a factor is: `x * y` becomes
/// `if x != 0 then if y != 0 then x * y`.
pub fn annihilating(term: &Term) -> Term {
    let mut arena = Arena::default();
    // Each part is done once, however many others have it.
    let mut done: Vec<Id> = Vec::with_capacity(term.len());
    for node in term {
        let node = node.map_children(|child| done[usize::from(child)]);
        done.push(match node {
            Node::Binary(op @ (Binary::Mul | Binary::Scale), factors)
                if arena.facts.sorts[usize::from(factors[0])].base == Scalar::Real =>
            {
                product(&mut arena, op, factors)
            }
            node => arena.add(node),
        });
    }
    arena.term(done[usize::from(term.root())])
}

/// Adds a part with its free variables shifted by one; those below `crossed` are bound in it.
fn shifted(arena: &mut Arena, id: Id, crossed: u32, done: &mut HashMap<(Id, u32), Id>) -> Id {
    let free = arena.facts.free[usize::from(id)];
    if free.checked_shr(crossed).unwrap_or(free >> 63) == 0 {
        return id;
    }
    if let Some(known) = done.get(&(id, crossed)) {
        return *known;
    }
    let mut node = arena.nodes[usize::from(id)];
    let binders = node;
    if let Node::Var(i, _) = &mut node {
        *i += u32::from(*i >= crossed);
    }
    for (i, child) in node.children_mut().iter_mut().enumerate() {
        *child = shifted(arena, *child, crossed + binders.binds(i), done);
    }
    let placed = arena.add(node);
    done.insert((id, crossed), placed);
    placed
}

/// Adds the product of two factors. Numbers that are not leaves are computed once.
fn product(arena: &mut Arena, op: Binary, mut factors: [Id; 2]) -> Id {
    let mut values = Vec::new();
    for i in 0..2 {
        let (node, sort) =
            (arena.nodes[usize::from(factors[i])], arena.facts.sorts[usize::from(factors[i])]);
        if node.children().is_empty() || !sort.is_scalar() {
            continue;
        }
        values.push(factors[i]);
        factors[i] = arena.add(Node::Var(0, sort));
        // The other factor is below one more binder.
        factors[1 - i] = shifted(arena, factors[1 - i], 0, &mut HashMap::new());
    }
    let mut found = arena.add(Node::Binary(op, factors));
    for factor in factors.into_iter().rev() {
        let node = arena.nodes[usize::from(factor)];
        let is_other = matches!(node, Node::Real(bits) if f64::from_bits(bits) != 0.0);
        if is_other || !arena.facts.sorts[usize::from(factor)].is_scalar() {
            continue;
        }
        let zero = arena.add(Node::real(0.0));
        let test = arena.add(Node::Binary(Binary::Ne, [factor, zero]));
        found = arena.add(Node::If([test, found]));
    }
    for value in values.into_iter().rev() {
        found = arena.add(Node::Let([value, found]));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_storage::{Inputs, Value, compile, evaluate, raise};

    /// A literal that is no finite number is as one of the data.
    #[test]
    fn numbers_of_the_program_are_looked_at() {
        let of = |text: &str| {
            let term = compile(&format!("CREATE TENSOR a : real; {text}")).unwrap().composed();
            has_special_values(&term.unwrap(), &Statistics::default())
        };
        assert_eq!([of("a * inf"), of("a + nan"), of("a * 1e308")], [true, true, false]);
    }

    /// Each factor has the one before twice.
    #[test]
    fn shared_factors_are_done_once() {
        let program = |depth: usize| {
            let mut text = "CREATE TENSOR a0 : real; ".to_owned();
            for k in 1..=depth {
                let of = k - 1;
                text += &format!("CREATE TENSOR a{k} AS (a{of} + 1.0) * a{of}; ");
            }
            compile(&format!("{text} a{depth}")).unwrap().composed().unwrap()
        };
        let term = program(60);
        let found = annihilating(&term);
        assert!(found.len() < 20 * term.len(), "{} nodes of {}", found.len(), term.len());
        for (number, value) in [(0.0, 0.0), (1.0, 42.0)] {
            let inputs = Inputs::from([("a0".into(), Value::Real(number))]);
            let (found, _) = evaluate(&annihilating(&program(3)), &inputs, 1000).unwrap();
            assert_eq!(found, Value::Real(value));
        }
    }

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
