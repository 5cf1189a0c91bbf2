//! Values in layouts of their own.
//!
//! A value whose type states a layout lies in memory that way where a nest makes it, and
//! nests read it there: their maps follow the layout. Other readers get a row-major
//! copy. Arguments and results lie as the function's type says: row-major if that states
//! nothing. A nest that would put each element where it lies
//! already is none: its result is its operand's memory, seen anew. So a transposition is
//! free whose result has the layout of the same memory.

use super::{Lowering, Slot};
use crate::index::{Index, Var};
use crate::lower::Unsupported;
use crate::lower::nests::Lowered;
use crate::nest::{Body, Dim, Nest, Output, Tensor};
use crate::program::{BufferId, Space};
use crate::schedule::Placement;
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
        let layout = self.module.ty(v).as_tensor()?.own_layout()?;
        let given = self.destinations.contains_key(&v) || self.carried.contains_key(&v);
        if given || !nest.makes_layouts(n) {
            return None;
        }
        *nest = nest.clone().with_output_in(n, &layout)?;
        Some(layout)
    }

    /// The input of a nest whose memory is the result's already, where layouts are in
    /// play and the result's memory is not given.
    pub(super) fn moves_nothing(&self, result: Value, lowered: &Lowered) -> Option<usize> {
        let in_layout = |v: &Value| matches!(self.slots.get(v), Some(Slot::Laid(..)));
        let stated = self.module.ty(result).as_tensor().is_some_and(|t| t.layout().is_some());
        let given = self.destinations.contains_key(&result) || self.carried.contains_key(&result);
        if given || !stated && !lowered.inputs.iter().any(in_layout) {
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

    /// Memory for a nest's output: the result's where the function returns the value in
    /// this layout, else new.
    pub(super) fn output_memory(
        &mut self,
        v: Value,
        (tensor, layout): (&Tensor, Option<&Layout>),
    ) -> BufferId {
        if let Some((buffer, declared)) = self.destinations_in_layout.get(&v)
            && layout == Some(declared)
        {
            return *buffer;
        }
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
        let to = self.temporary(op, ty, self.module.name(v).unwrap_or("t"))?;
        let slot = Slot::Buffer(to);
        self.relay(op, ty, [&Slot::Laid(buffer, layout), &slot])?;
        if self.module.def_block(v) == self.module.parent(op) {
            self.slots.insert(v, slot.clone());
        }
        Ok(slot)
    }

    /// The slot of a value that is to be copied to a place: in its layout, if that place has
    /// it too.
    pub(super) fn slot_for(&mut self, op: OpId, v: Value, to: &Slot) -> Result<Slot, Unsupported> {
        match (self.slots.get(&v), to) {
            (Some(in_layout @ Slot::Laid(..)), Slot::Laid(..)) => Ok(in_layout.clone()),
            _ => self.slot(op, v),
        }
    }

    /// Moves a tensor to the memory of a result of the function, in its layout.
    pub(super) fn move_laid(
        &mut self,
        op: OpId,
        from: &Slot,
        to: &Slot,
    ) -> Result<(), Unsupported> {
        let Slot::Laid(buffer, layout) = to else { return Ok(()) };
        if from == to {
            return Ok(());
        }
        self.lifetimes.step();
        if let Slot::Laid(other, same) = from
            && same == layout
        {
            return self.copy(op, &Slot::Buffer(*other), &Slot::Buffer(*buffer));
        }
        let Space::Result(number) = self.builder.program().buffer(*buffer).space else {
            return Err(self.unsupported(op, "only results are made in layouts"));
        };
        self.relay(op, self.results[number as usize], [from, to])
    }

    /// Copies a tensor from one order to another one.
    fn relay(
        &mut self,
        op: OpId,
        ty: hloom_ir::Type,
        [from, to]: [&Slot; 2],
    ) -> Result<(), Unsupported> {
        let side = |slot: &Slot| match slot {
            Slot::Laid(buffer, layout) => Some((*buffer, Some(layout.clone()))),
            Slot::Buffer(buffer) => Some((*buffer, None)),
            _ => None,
        };
        let (Some((buffer, from)), Some((made, to))) = (side(from), side(to)) else {
            return Err(self.unsupported(op, format!("{ty} is not a tensor")));
        };
        self.lifetimes.touch(buffer);
        self.lifetimes.touch(made);
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
            name: if to.is_none() { "row_major" } else { "relay" }.to_owned(),
            dims: dims.collect(),
            inputs: vec![tensor.clone()],
            body,
            reduction: None,
            outputs: vec![Output::at(tensor, coords, value)],
        };
        if nest.parallel_points() == 0 {
            return Ok(());
        }
        let mut in_layout = Some(nest);
        if let Some(layout) = from {
            in_layout = in_layout.and_then(|nest| nest.with_input_in(0, &layout));
        }
        if let Some(layout) = to {
            in_layout = in_layout.and_then(|nest| nest.with_output_in(0, &layout));
        }
        let in_layout =
            in_layout.ok_or_else(|| self.unsupported(op, format!("{ty} does not fit memory")))?;
        self.emit(op, &in_layout, Placement::Kernel, &[buffer], &[made])
    }
}
