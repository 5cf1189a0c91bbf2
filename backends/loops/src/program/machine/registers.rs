//! The values of a run: the lanes of each value at a fixed place of one array.

use super::super::{Program, Value};
use std::rc::Rc;

/// The lanes of all values of a program. An assignment copies lanes and allocates nothing.
#[derive(Clone)]
pub(super) struct Registers {
    lanes: Vec<u64>,
    /// The first lane of each value, and the end of the last value's lanes.
    starts: Rc<[u32]>,
    defined: Vec<bool>,
}

impl Registers {
    /// The values of a program, all undefined.
    pub(super) fn new(program: &Program) -> Registers {
        let mut end = 0;
        let mut starts = Vec::with_capacity(program.values.len() + 1);
        for value in &program.values {
            starts.push(end);
            end += u32::from(value.ty.lanes);
        }
        starts.push(end);
        Registers {
            lanes: vec![0; end as usize],
            starts: starts.into(),
            defined: vec![false; program.values.len()],
        }
    }

    /// The lanes of a value; empty before it is defined.
    pub(super) fn get(&self, value: Value) -> &[u64] {
        if self.defined[value.0 as usize] { self.lanes(value) } else { &[] }
    }

    /// The lanes of a defined value.
    pub(super) fn lanes(&self, value: Value) -> &[u64] {
        let at = value.0 as usize;
        &self.lanes[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The first lane of a defined value.
    pub(super) fn first(&self, value: Value) -> u64 {
        self.lanes[self.starts[value.0 as usize] as usize]
    }

    /// Defines a value.
    pub(super) fn set(&mut self, value: Value, bits: &[u64]) {
        let at = value.0 as usize;
        self.defined[at] = true;
        match (&mut self.lanes[self.starts[at] as usize..self.starts[at + 1] as usize], bits) {
            // Most values are scalars.
            ([to], [from]) => *to = *from,
            (to, from) => to.copy_from_slice(from),
        }
    }

    /// Defines a value as a copy of another one of the same type.
    pub(super) fn copy(&mut self, to: Value, from: Value) {
        let (to, from) = (to.0 as usize, from.0 as usize);
        self.defined[to] = true;
        let source = self.starts[from] as usize..self.starts[from + 1] as usize;
        self.lanes.copy_within(source, self.starts[to] as usize);
    }

    /// Defines a value by the first of some lanes; returns the others.
    pub(super) fn take<'b>(&mut self, value: Value, bits: &'b [u64]) -> &'b [u64] {
        let at = value.0 as usize;
        let (own, rest) = bits.split_at((self.starts[at + 1] - self.starts[at]) as usize);
        self.set(value, own);
        rest
    }
}
