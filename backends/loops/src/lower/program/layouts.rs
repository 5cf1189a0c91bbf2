//! Values in layouts of their own.
//!
//! A value whose type states a layout lies in memory that way where a nest makes it, and
//! nests read it there: their maps follow the layout. What else reads it, and what leaves
//! the function, gets a row-major copy. A nest that would put each element where it lies
//! already is none: its result is its operand's memory, seen anew. So a transposition is
//! free whose result has the layout of the same memory.

use super::{Lowering, Slot};
use crate::index::{Index, Var};
use crate::lower::Unsupported;
use crate::lower::nests::Lowered;
use crate::nest::{Body, Dim, Nest, Output, Tensor};
use crate::program::{BufferId, Space};
use hloom_ir::types::Layout;
use hloom_ir::{OpId, Value};

impl Lowering<'_> {
    /// The memory that a nest reads its input number `n` from, and the nest that does.
    pub(super) fn nest_input(
        &mut self,
        op: OpId,
        v: Value,
        (nest, n): (&mut Nest, usize),
    ) -> Result<BufferId, Unsupported> {
        if let Some(Slot::Laid(buffer, layout)) = self.slots.get(&v)
            && nest.takes_layouts(n)
            && let Some(changed) = nest.clone().with_input_in(n, layout)
        {
            *nest = changed;
            let buffer = *buffer;
            self.lifetimes.touch(buffer);
            return Ok(buffer);
        }
        self.buffer(op, v)
    }

    /// The layout that a result of a nest is made in, and the nest that does, if the
    /// result's type states one and its memory is not given.
    pub(super) fn nest_output(&self, v: Value, (nest, n): (&mut Nest, usize)) -> Option<Layout> {
        let layout = self.module.ty(v).as_tensor()?.layout().filter(|l| !l.is_row_major())?;
        let given = self.wanted.contains_key(&v) || self.carried.contains_key(&v);
        if given || !nest.makes_layouts(n) {
            return None;
        }
        *nest = nest.clone().with_output_in(n, &layout)?;
        Some(layout)
    }

    /// The input of a nest whose memory is the result's already, where layouts are in
    /// play and the result's memory is not given.
    pub(super) fn moves_nothing(&self, result: Value, lowered: &Lowered) -> Option<usize> {
        let laid = |v: &Value| matches!(self.slots.get(v), Some(Slot::Laid(..)));
        let stated = self.module.ty(result).as_tensor().is_some_and(|t| t.layout().is_some());
        let given = self.wanted.contains_key(&result) || self.carried.contains_key(&result);
        if given || !stated && !lowered.inputs.iter().any(laid) {
            return None;
        }
        lowered.nest.same_memory()
    }

    /// Says that a value lies in a buffer, in its layout if it has one.
    pub(super) fn lies_in(&mut self, v: Value, buffer: BufferId, layout: Option<Layout>) {
        self.lifetimes.touch(buffer);
        let slot = match layout {
            Some(layout) => Slot::Laid(buffer, layout),
            None => Slot::Buffer(buffer),
        };
        self.slots.insert(v, slot);
    }

    /// New memory for a nest's output.
    pub(super) fn output_memory(&mut self, v: Value, tensor: &Tensor) -> BufferId {
        let name = self.module.name(v).unwrap_or("t");
        let buffer = self.builder.buffer(name, tensor.element, &tensor.shape, Space::Arena(0));
        self.lifetimes.define(buffer);
        buffer
    }

    /// A row-major copy of a value in a layout. It stands for the value from here on,
    /// where it is made whenever the value is.
    pub(super) fn row_major(
        &mut self,
        op: OpId,
        v: Value,
        (buffer, layout): (BufferId, Layout),
    ) -> Result<Slot, Unsupported> {
        self.lifetimes.touch(buffer);
        let ty = self.module.ty(v);
        let shape = self.shape(op, ty)?;
        let element = self.builder.program().buffer(buffer).element;
        let tensor = Tensor { name: "x".to_owned(), element, shape };
        let dims = tensor.shape.iter().enumerate().map(|(n, &extent)| Dim {
            name: format!("i{n}"),
            extent,
            reducing: false,
        });
        let coords: Vec<Index> =
            (0..tensor.shape.len()).map(|n| Index::var(Var(n as u32))).collect();
        let mut body = Body::default();
        let value = body.load(0, element, coords.clone(), Vec::new());
        let nest = Nest {
            name: "row_major".to_owned(),
            dims: dims.collect(),
            inputs: vec![tensor.clone()],
            body,
            reduction: None,
            outputs: vec![Output::at(tensor, coords, value)],
        };
        let to = self.temporary(op, ty, self.module.name(v).unwrap_or("t"))?;
        let points = nest.parallel_points();
        let nest = nest
            .with_input_in(0, &layout)
            .ok_or_else(|| self.unsupported(op, format!("{ty} does not fit memory")))?;
        if points > 0 {
            let nest = crate::schedule::prepared(&nest, self.machine);
            let schedule = crate::schedule::choose(&nest, self.machine);
            self.emit_scheduled(op, &nest, &schedule, &[buffer], &[to])?;
        }
        let slot = Slot::Buffer(to);
        if self.module.def_block(v) == self.module.parent(op) {
            self.slots.insert(v, slot.clone());
        }
        Ok(slot)
    }
}
