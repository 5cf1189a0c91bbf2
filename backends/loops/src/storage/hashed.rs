//! Dictionaries in hash tables.
//!
//! ```text
//! let d = sum(<p, i> in idx) { i -> val(p) } in sum(<q, j> in col) w(q) * d(j)
//! ```
//!
//! A dictionary that a plan makes before its loops, and looks up in them, has a place for each key that
//! there may be, if these are few enough ([`workspaces`](super::workspaces)). If not, its numbers are in
//! the slots of a hash table, as those of a result are (`unordered.rs`): a key is the offset that it
//! would have among all places, and at most every other slot is taken, since there are two for each
//! addition.
//!
//! After the last addition, each slot gets the length of the *run* of taken slots that begins there. A
//! lookup is a loop over the run at the key's hash, of two slots in the mean. It writes nothing, so the
//! threads share the table.
//!
//! The entries are not found in the order of their keys: a loop over such a dictionary is refused.

use super::Ascending;
use super::emit::{
    Destination, Dict, Emitted, Emitter, Entries, Places, Slots, Variable, Workspace, unsupported,
};
use super::merges::is_segment;
use super::numbers::{both, int, load, store};
use super::unordered::{EMPTY, slot_of};
use crate::program::{BinaryOp, CompareOp, Value};
use hloom_ir::Element;
use hloom_storage::term::{Binary, Id, Node};

/// The most slots of a table.
const MAX_SLOTS: u64 = 1 << 25;

impl Emitter<'_> {
    /// A dictionary in a hash table; `None` if it is not known how many numbers are added to it, or if
    /// these are too many, or if a loop would make it again and again.
    pub(super) fn materialize_hashed(
        &mut self,
        id: Id,
        element: Element,
        low: &[i64],
        extents: &[u128],
    ) -> Emitted<Option<Dict>> {
        let size = extents.iter().try_fold(1u128, |all, extent| all.checked_mul(*extent));
        let offsets = size.is_some_and(|size| size <= 1 << 62);
        let slots = self.additions(id).and_then(|all| all.max(1).checked_mul(2));
        let slots = slots.and_then(u64::checked_next_power_of_two);
        let Some(slots) = slots.filter(|slots| *slots <= MAX_SLOTS) else { return Ok(None) };
        if !self.erases || !offsets || self.depth > 0 {
            return Ok(None);
        }
        let buffer = self.arena(element, slots);
        let keys = self.arena(Element::I64, slots);
        let runs = self.arena(Element::I32, slots);
        let cell = self.arena(Element::I64, 1);
        let b = &mut self.b;
        let (none, end, mask) = (int(b, 0), int(b, slots as i64), int(b, slots as i64 - 1));
        let table = Slots { keys, first: none, mask };
        let extents = extents.iter().map(|extent| *extent as u64).collect();
        let listed = Some(Entries::Unordered(Places::Table(table, (cell, none))));
        let space = self.workspaces.len();
        self.workspaces.push(Workspace { buffer, element, low: low.to_vec(), extents, listed });
        // No other thread may add to it.
        self.shared_workspaces += 1;
        self.count(none, end, |e, at| {
            let empty = int(&mut e.b, EMPTY);
            store(&mut e.b, keys, Element::I64, at, empty);
            Ok(())
        })?;
        let (inside, negated, factor, once, erase) = (None, false, None, false, false);
        let to =
            Destination { space, offset: none, level: 0, inside, negated, factor, once, erase };
        self.add_into(id, to)?;
        // From the last slot to the first one. The last run goes on at the first slot: a first pass
        // finds the length there.
        let mut after = none;
        for stores in [false, true] {
            after = self.total(none, end, after, |e, step, after| {
                let b = &mut e.b;
                let at = b.binary(BinaryOp::Sub, mask, step);
                let key = load(b, keys, Element::I64, at, None);
                let (empty, one) = (int(b, EMPTY), int(b, 1));
                let taken = b.compare(CompareOp::Ne, key, empty);
                let longer = b.binary(BinaryOp::Add, after, one);
                let run = b.select(taken, longer, none);
                if stores {
                    store(b, runs, Element::I32, at, run);
                }
                Ok(run)
            })?;
        }
        self.workspaces[space].listed = Some(Entries::Hashed(table, runs));
        Ok(Some(Dict { space, level: 0, offset: none }))
    }

    /// The number at a key of a hash table, its offset; zero if there is none, or where `mask` is false.
    pub(super) fn hashed_number(&mut self, dict: Dict, mask: Option<Value>) -> Emitted<Value> {
        let workspace = &self.workspaces[dict.space];
        let (values, element) = (workspace.buffer, workspace.element);
        let Some(Entries::Hashed(Slots { keys, mask: last, .. }, runs)) = workspace.listed else {
            return unsupported("a hash table that is not there");
        };
        let b = &mut self.b;
        let first = slot_of(b, dict.offset, last);
        let length = load(b, runs, Element::I32, first, mask);
        let (none, missing) = (int(b, 0), int(b, -1));
        let found = self.total(none, length, missing, |e, step, found| {
            let b = &mut e.b;
            let at = b.binary(BinaryOp::Add, first, step);
            let at = b.binary(BinaryOp::And, at, last);
            let key = load(b, keys, Element::I64, at, None);
            let same = b.compare(CompareOp::Eq, key, dict.offset);
            Ok(b.select(same, at, found))
        })?;
        let b = &mut self.b;
        let there = b.compare(CompareOp::GeS, found, none);
        Ok(load(b, values, element, found, Some(there)))
    }

    /// Whether a dictionary is in a hash table, whose entries no loop goes over.
    pub(super) fn is_hashed(&self, dict: Dict) -> bool {
        matches!(self.workspaces[dict.space].listed, Some(Entries::Hashed(..)))
    }

    /// The part of a variable that keys lead to, as `d(i)(j)`, and whether they are inside of its
    /// bounds; `None` of any other dictionary.
    pub(super) fn variable_part(&mut self, id: Id) -> Emitted<Option<(Dict, Option<Value>)>> {
        match self.term[id] {
            Node::Var(i, _) => match self.variable(i)? {
                Variable::Dict(dict) => Ok(Some((dict, None))),
                Variable::Number(_) | Variable::Array(_) => Ok(None),
            },
            Node::Get([over, key]) if self.sort(over).is_dict() => {
                let Some((dict, outer)) = self.variable_part(over)? else { return Ok(None) };
                let key = self.number(key)?;
                let (dict, inside) = self.part(dict, key);
                let inside = outer.map_or(inside, |outer| both(&mut self.b, outer, inside));
                Ok(Some((dict, Some(inside))))
            }
            _ => Ok(None),
        }
    }

    /// The most numbers that a term adds to a destination; `None` if that is not known.
    fn additions(&self, id: Id) -> Option<u64> {
        if self.sort(id).is_scalar() {
            return Some(1);
        }
        match self.term[id] {
            Node::Zero(_) => Some(0),
            Node::Single([_, of]) | Node::If([_, of]) | Node::Let([_, of]) | Node::Unary(_, of) => {
                self.additions(of)
            }
            Node::Binary(Binary::Scale, [_, of]) => self.additions(of),
            Node::Binary(Binary::Add | Binary::Sub, [x, y]) => {
                self.additions(x)?.checked_add(self.additions(y)?)
            }
            Node::Sum([over, body]) => {
                let each = self.additions(body)?;
                match self.goes_through_segments(over, body) {
                    true => Some(each),
                    false => each.checked_mul(self.iterations(over)?),
                }
            }
            Node::Merge([x, y, body]) => {
                let pairs = match self.part_ascends(y) {
                    true => self.iterations(x)?,
                    false => self.iterations(x)?.checked_mul(self.iterations(y)?)?,
                };
                pairs.checked_mul(self.additions(body)?)
            }
            // Any other dictionary: its entries are not counted.
            _ => None,
        }
    }

    /// The most iterations of a loop over a collection; `None` if that is not known.
    fn iterations(&self, over: Id) -> Option<u64> {
        match self.term[over] {
            Node::Range([low, high]) if self.free_of(over) == 0 => {
                let (low, high) = (self.interval(low)?, self.interval(high)?);
                u64::try_from(i128::from(high.1) - i128::from(low.0)).ok().or(Some(0))
            }
            Node::Slice([array, ..]) => self.array_length(array),
            Node::Input(..) => self.array_length(over),
            _ => None,
        }
    }

    /// Whether a loop over numbers without gaps goes through the segments of an array in the loop inside of it, one
    /// after the other: both have as many iterations as the array has elements at most.
    fn goes_through_segments(&self, over: Id, mut body: Id) -> bool {
        while let Node::Single([_, of]) | Node::If([_, of]) | Node::Binary(Binary::Scale, [_, of]) =
            self.term[body]
        {
            body = of;
        }
        let Node::Sum([inner, _]) = self.term[body] else { return false };
        let Node::Slice([array, low, high]) = self.term[inner] else { return false };
        let Node::Input(name, _) = self.term[array] else { return false };
        let Some((_, physical)) = self.inputs.get(&name) else { return false };
        let (Ascending::Between(positions) | Ascending::WeaklyBetween(positions)) =
            physical.ascending
        else {
            return false;
        };
        let Node::Get([_, at]) = self.term[low] else { return false };
        // Of a range the values are distinct, of anything the positions are.
        let distinct = match self.term[at] {
            Node::Var(0, _) => matches!(self.term[over], Node::Range(_)),
            Node::Var(1, _) => true,
            _ => false,
        };
        distinct && is_segment(self.term, positions, low, high)
    }
}
