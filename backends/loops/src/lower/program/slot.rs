//! Slots: the places of values.

use crate::program::BufferId;
use hloom_ir::Value;
use hloom_ir::types::Layout;
use hloom_ir::types::sparse::SparseEncoding;
use rustc_hash::FxHashMap;

/// The place of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Slot {
    Buffer(BufferId),
    /// Memory in another order than row-major.
    Laid(BufferId, Layout),
    Tuple(Vec<Slot>),
    Token,
    /// An argument that is stored sparsely.
    Sparse(Box<SparseSlot>),
    /// The host keeps it, under this number.
    OnHost(u32),
}

impl Slot {
    /// Its buffers.
    fn each_buffer(&self, found: &mut impl FnMut(BufferId)) {
        match self {
            Slot::Buffer(b) | Slot::Laid(b, _) => found(*b),
            Slot::Tuple(parts) => parts.iter().for_each(|part| part.each_buffer(found)),
            Slot::Sparse(sparse) => sparse.buffers().for_each(found),
            Slot::Token | Slot::OnHost(_) => {}
        }
    }

    /// Whether it is, or has as a member, a buffer.
    fn mentions(&self, buffer: BufferId) -> bool {
        let mut found = false;
        self.each_buffer(&mut |b| found |= b == buffer);
        found
    }
}

/// The slots of values, and for each buffer the values whose slots mention it.
#[derive(Default)]
pub(super) struct Slots {
    slots: FxHashMap<Value, Slot>,
    /// A value may have got another slot since.
    inside: FxHashMap<BufferId, Vec<Value>>,
}

impl Slots {
    /// The slot of a value.
    pub(super) fn get(&self, v: &Value) -> Option<&Slot> {
        self.slots.get(v)
    }

    /// Whether a value has a slot.
    pub(super) fn contains_key(&self, v: &Value) -> bool {
        self.slots.contains_key(v)
    }

    /// Sets the slot of a value.
    pub(super) fn insert(&mut self, v: Value, slot: Slot) {
        slot.each_buffer(&mut |buffer| {
            let inside = self.inside.entry(buffer).or_default();
            if inside.last() != Some(&v) {
                inside.push(v);
            }
        });
        self.slots.insert(v, slot);
    }

    /// Removes the values whose slots mention a buffer.
    pub(super) fn remove_buffer(&mut self, buffer: BufferId) {
        for v in self.inside.remove(&buffer).unwrap_or_default() {
            if self.slots.get(&v).is_some_and(|slot| slot.mentions(buffer)) {
                self.slots.remove(&v);
            }
        }
    }

    /// The values whose slots mention a buffer, except for overwritten ones.
    pub(super) fn values_in(&self, buffer: BufferId) -> impl Iterator<Item = Value> + '_ {
        let values = self.inside.get(&buffer).into_iter().flatten().copied();
        #[cfg(test)]
        let values = values.inspect(|_| LOOKED_AT.set(LOOKED_AT.get() + 1));
        values.filter(move |v| self.slots.get(v).is_some_and(|slot| slot.mentions(buffer)))
    }

    /// Says that an op with these operands overwrites a buffer whose values nothing else reads any
    /// more.
    ///
    /// They have been looked at for the last time: in a long chain of ops in one buffer, each op
    /// would otherwise look at all values of the chain.
    pub(super) fn overwrite(&mut self, buffer: BufferId, operands: &[Value]) {
        if let Some(inside) = self.inside.get_mut(&buffer) {
            inside.retain(|v| operands.contains(v));
        }
    }
}

impl Extend<(Value, Slot)> for Slots {
    fn extend<I: IntoIterator<Item = (Value, Slot)>>(&mut self, slots: I) {
        slots.into_iter().for_each(|(v, slot)| self.insert(v, slot));
    }
}

impl FromIterator<(Value, Slot)> for Slots {
    fn from_iter<I: IntoIterator<Item = (Value, Slot)>>(slots: I) -> Slots {
        let mut made = Slots::default();
        made.extend(slots);
        made
    }
}

/// The buffers of a sparse argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SparseSlot {
    /// The number of the program's argument that is its first array.
    pub(super) first: u32,
    pub(super) encoding: SparseEncoding,
    pub(super) dims: Vec<u64>,
    /// Of each level, its positions and coordinates.
    pub(super) levels: Vec<(Option<BufferId>, Option<BufferId>)>,
    /// The stored elements.
    pub(super) values: BufferId,
}

impl SparseSlot {
    /// All of its buffers.
    pub(super) fn buffers(&self) -> impl Iterator<Item = BufferId> + '_ {
        let levels = self.levels.iter().flat_map(|(pos, crd)| pos.iter().chain(crd));
        levels.copied().chain([self.values])
    }
}

#[cfg(test)]
thread_local! {
    /// The number of values that were looked at, to find those in a buffer.
    pub(super) static LOOKED_AT: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}
