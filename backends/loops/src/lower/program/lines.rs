//! Rows of elements that are compared and moved together: what sorts, merges and scans share.

use crate::index::Index;
use crate::math::{Emitter, Parts, Unsupported, from_storage};
use crate::nest::Combiner;
use crate::program::{BufferId, Builder, Value, storage};
use hloom_ir::Element;

/// One row of every input, for what compares and moves its elements.
pub(super) struct Rows<'c> {
    pub(super) elements: Vec<Element>,
    pub(super) length: i64,
    comparator: &'c Combiner,
}

impl<'c> Rows<'c> {
    /// Rows of such elements, in which a comparator, whose parameters are the left
    /// element's parts and then the right one's, says what stands in front.
    pub(super) fn new(elements: Vec<Element>, length: i64, comparator: &'c Combiner) -> Rows<'c> {
        Rows { elements, length, comparator }
    }

    /// The types of the operands.
    pub(super) fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// Whether the comparator puts `x` in front of `y`.
    pub(super) fn before(
        &self,
        b: &mut Builder,
        x: &[Parts<Value>],
        y: &[Parts<Value>],
    ) -> Result<Value, Unsupported> {
        let a = &mut Emitter { builder: b, lanes: 1 };
        Ok(self.comparator.combine(a, &self.elements, x, y)?[0].re)
    }

    /// The elements of all inputs at a place, in registers.
    pub(super) fn elements_at(
        &self,
        b: &mut Builder,
        from: &[BufferId],
        at: &Index,
    ) -> Vec<Parts<Value>> {
        elements_at(b, &self.elements, from, at, 1)
    }
}

/// The places of the elements of rows.
pub(super) struct Lines<'a> {
    /// A buffer for each operand.
    pub(super) buffers: &'a [BufferId],
    /// The place of an element, by the numbers of its row and in it. The row's is a value: what is known
    /// of it are the bounds of all rows, which do not hold for what it was computed of.
    pub(super) place: &'a dyn Fn(Value, Index) -> Index,
}

/// Elements of each buffer at a place, in registers: one, or so many neighbours.
pub(super) fn elements_at(
    b: &mut Builder,
    elements: &[Element],
    from: &[BufferId],
    at: &Index,
    lanes: u16,
) -> Vec<Parts<Value>> {
    let each = from.iter().zip(elements).map(|(&buffer, &element)| {
        let unit = storage(element);
        let units = i64::from(unit.units);
        let ty = if lanes > 1 { unit.scalar.vector(lanes) } else { unit.scalar.ty() };
        let re = b.load(ty, buffer, at.clone() * units);
        let im = if units == 2 { b.load(ty, buffer, at.clone() * units + 1) } else { re };
        from_storage(&mut Emitter { builder: b, lanes }, element, Parts { re, im })
    });
    each.collect()
}
