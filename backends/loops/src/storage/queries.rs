//! Questions about a term that its bounds and its form answer.

use super::emit::Emitter;
use super::facts::{Fact, Facts};
use super::intervals::{Interval, is_within};
use super::keys::{Key, own_key};
use hloom_storage::term::{Id, Node, operands};

impl Emitter<'_> {
    /// The bounds of a term.
    pub(super) fn fact(&self, id: Id) -> Fact {
        let facts = Facts::new(self.term, self.described);
        facts.of(id, &mut self.facts.clone())
    }

    /// Whether a condition holds, if the bounds say so.
    pub(super) fn truth(&self, id: Id) -> Option<bool> {
        let facts = Facts::new(self.term, self.described);
        facts.truth(id, &mut self.facts.clone())
    }

    /// Whether a vector of these extents gets one number at each of its places: its loop is over a range
    /// of all of them or an array as long, and an iteration makes the entry of its own position.
    pub(super) fn writes_each_once(&self, root: Id, extents: &[u64]) -> bool {
        let after_lets = |mut at: Id| {
            while let Node::Let([_, body]) = self.term[at] {
                at = body;
            }
            at
        };
        let (Node::Sum([over, body]), [extent]) = (self.term[after_lets(root)], extents) else {
            return false;
        };
        let ends = |end| i64::try_from(*extent).is_ok_and(|extent| end == Some((extent, extent)));
        let whole = match self.term[over] {
            Node::Range([low, high]) => {
                self.interval(low) == Some((0, 0)) && ends(self.interval(high))
            }
            Node::Input(name, _) => {
                let array = self.inputs.get(&name);
                array.is_some_and(|(_, physical)| physical.length == Some(*extent))
            }
            _ => false,
        };
        let one_entry = matches!(self.term[after_lets(body)], Node::Single(_));
        let own = match own_key(self.term, body) {
            Some(Key::Position) => true,
            Some(Key::Value) => matches!(self.term[over], Node::Range(_)),
            None => false,
        };
        whole && one_entry && own
    }

    /// Whether a number is a position of a whole array for certain.
    pub(super) fn has_position(&self, over: Id, at: Id) -> bool {
        let Node::Input(name, _) = self.term[over] else { return false };
        let length = self.inputs.get(&name).and_then(|(_, physical)| physical.length);
        let last = length.and_then(|length| i64::try_from(length).ok());
        match (last, self.fact(at)) {
            (Some(length), Fact::Number(Some(at))) => is_within(at, (0, length - 1)),
            _ => false,
        }
    }

    /// The positions between which a slice of a whole array starts and ends.
    pub(super) fn ends(&self, over: Id) -> Option<Interval> {
        let Node::Input(name, _) = self.term[over] else { return None };
        let length = self.inputs.get(&name)?.1.length?;
        Some((0, i64::try_from(length).ok()?))
    }

    /// The bounds of a number, if they are known.
    pub(super) fn interval(&self, id: Id) -> Option<Interval> {
        match self.fact(id) {
            Fact::Number(interval) => interval,
            _ => None,
        }
    }

    /// Whether there is a loop in a term.
    pub(super) fn has_loop(&self, id: Id) -> bool {
        let node = self.term[id];
        matches!(node, Node::Sum(_) | Node::Merge(_))
            || operands(&node).iter().any(|child| self.has_loop(*child))
    }
}
