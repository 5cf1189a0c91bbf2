//! Loops whose iterations make entries with keys of their own.

use hloom_storage::term::{Binary, Id, Node, Term, Unary};

/// The variable of a loop that is the key of what an iteration makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Key {
    /// The position.
    Position,
    /// The value.
    Value,
}

/// The key of a loop's iterations, if the body is one entry with a variable of the loop as its key.
pub(super) fn own_key(term: &Term, body: Id) -> Option<Key> {
    let (mut at, mut bound) = (body, 0);
    loop {
        match term[at] {
            Node::Let([_, inner]) => (at, bound) = (inner, bound + 1),
            Node::If([_, inner]) | Node::Unary(Unary::Neg, inner) => at = inner,
            Node::Binary(Binary::Scale, [_, inner]) => at = inner,
            Node::Single([key, _]) => {
                let key = match term[key] {
                    Node::Unique(inner) => inner,
                    _ => key,
                };
                return match term[key] {
                    Node::Var(i, _) if i == bound + 1 => Some(Key::Position),
                    Node::Var(i, _) if i == bound => Some(Key::Value),
                    _ => None,
                };
            }
            _ => return None,
        }
    }
}
