//! Loops whose iterations make entries with keys of their own.

use super::emit::Emitter;
use super::facts::{Fact, Facts};
use super::intervals::is_within;
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

impl Emitter<'_> {
    /// Whether iterations of a loop over an array make entries with keys that no other one makes: the
    /// position or the value, or a block of keys, `i * c` to `i * c + c - 1`.
    pub(super) fn has_own_keys(&self, over: Id, body: Id) -> bool {
        let range = matches!(self.term[over], Node::Range(_));
        let ascends = range || self.part_ascends(over);
        let facts = Facts::new(self.term, self.described);
        // Which variable of the loop is different in each iteration.
        [(1, true), (0, ascends)].into_iter().any(|(variable, distinct)| {
            let mut variables = self.facts.clone();
            // The body is the operand of a sum whose facts are those of the collection.
            variables.extend(match self.fact(over) {
                Fact::Array { positions, values } => {
                    vec![Fact::Number(positions), Fact::Number(values)]
                }
                _ => return false,
            });
            distinct && facts.block_of_keys(body, variable, &mut variables).is_some()
        })
    }
}

impl Facts<'_> {
    /// The number `c` if each entry of a term has a key from `v * c` to `v * c + c - 1`, where `v` is
    /// this variable.
    fn block_of_keys(&self, id: Id, variable: u32, variables: &mut Vec<Fact>) -> Option<i64> {
        let below = |operand: usize, child: Id, variables: &mut Vec<Fact>| {
            let bound = self.bound(id, operand, variables);
            let (depth, more) = (variables.len(), bound.len() as u32);
            variables.extend(bound);
            let found = self.block_of_keys(child, variable + more, variables);
            variables.truncate(depth);
            found
        };
        match self.term[id] {
            Node::Let([_, body]) | Node::Sum([_, body]) => below(1, body, variables),
            Node::Merge([.., body]) => below(2, body, variables),
            Node::If([_, inner]) | Node::Unary(Unary::Neg, inner) => below(0, inner, variables),
            Node::Binary(Binary::Scale, [_, inner]) => below(0, inner, variables),
            Node::Binary(Binary::Add | Binary::Sub, [x, y]) => {
                let first = below(0, x, variables)?;
                (below(0, y, variables)? == first).then_some(first)
            }
            Node::Single([key, _]) => self.block_of(key, variable, variables),
            _ => None,
        }
    }

    /// The number `c` if a key is from `v * c` to `v * c + c - 1`.
    fn block_of(&self, key: Id, variable: u32, variables: &mut Vec<Fact>) -> Option<i64> {
        match self.term[key] {
            Node::Unique(inner) => return self.block_of(inner, variable, variables),
            Node::Var(i, _) if i == variable => return Some(1),
            _ => {}
        }
        // A key that wraps around may be one of another block.
        if !matches!(self.of(key, variables), Fact::Number(Some(_))) {
            return None;
        }
        let is_variable = |id: Id| matches!(self.term[id], Node::Var(i, _) if i == variable);
        let mut constant = |id: Id| match self.of(id, variables) {
            Fact::Number(Some((low, high))) if low == high && low > 0 => Some(low),
            _ => None,
        };
        let mut product = |id: Id| match self.term[id] {
            Node::Binary(Binary::Mul, [a, b]) if is_variable(a) => constant(b),
            Node::Binary(Binary::Mul, [a, b]) if is_variable(b) => constant(a),
            _ => None,
        };
        let (times, rest) = match self.term[key] {
            Node::Binary(Binary::Add, [a, b]) => match (product(a), product(b)) {
                (Some(times), _) => (times, b),
                (None, times) => (times?, a),
            },
            _ => return product(key),
        };
        match self.of(rest, variables) {
            Fact::Number(Some(rest)) if is_within(rest, (0, times - 1)) => Some(times),
            _ => None,
        }
    }
}
