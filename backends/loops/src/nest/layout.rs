//! Tensors of a nest in other layouts: the indexing maps of accesses are adapted.

use super::{Index, Nest, Node, Tensor, linear};
use crate::index::{Range, Var};
use hloom_ir::types::Layout;

/// The physical coordinates of an element of a tensor with a layout.
fn in_memory(coords: &[Index], layout: &Layout, ranges: &dyn Fn(Var) -> Range) -> Vec<Index> {
    let mut outer: Vec<Index> =
        layout.minor_to_major.iter().rev().map(|&d| coords[d as usize].clone()).collect();
    let first = outer.len() - layout.tile.len();
    let mut inner = Vec::new();
    for (at, &tile) in outer[first..].iter_mut().zip(&layout.tile) {
        inner.push(at.clone().modulo(tile, &ranges));
        *at = at.clone().floor_div(tile, &ranges);
    }
    outer.extend(inner);
    outer
}

/// The physical tensor of a tensor with a layout.
fn memory(tensor: &Tensor, layout: &Layout) -> Option<Tensor> {
    let dims: Vec<i64> = tensor.shape.iter().map(|&n| n as i64).collect();
    let shape = layout.memory(&dims)?.iter().map(|&n| n as u64).collect();
    Some(Tensor { shape, ..tensor.clone() })
}

impl Nest {
    /// Whether all accesses to an input use coordinates only, so that it may have any layout.
    pub(crate) fn takes_layouts(&self, input: usize) -> bool {
        let looked_up = |id| matches!(self.body.node(id), Node::Lookup { input: n, .. } if *n as usize == input);
        !self.body.ids().any(looked_up)
    }

    /// Whether an output is written at coordinates only, so that it may have any layout.
    pub(crate) fn makes_layouts(&self, output: usize) -> bool {
        let output = &self.outputs[output];
        output.start.is_none() && output.when.is_none()
    }

    /// The same nest with an input in a physical layout. `None` if the layout does not fit.
    pub(crate) fn with_input_in(mut self, input: usize, layout: &Layout) -> Option<Nest> {
        self.inputs[input] = memory(&self.inputs[input], layout)?;
        let dims = self.dims.clone();
        let ranges = move |v: Var| {
            dims.get(v.0 as usize).map_or(Range::ALL, |dim| Range::extent(dim.extent))
        };
        self.body =
            self.body.with_coords(input as u32, &|coords| in_memory(coords, layout, &ranges));
        Some(self)
    }

    /// The same nest with an output in a physical layout.
    pub(crate) fn with_output_in(mut self, output: usize, layout: &Layout) -> Option<Nest> {
        let dims = self.dims.clone();
        let ranges = move |v: Var| {
            dims.get(v.0 as usize).map_or(Range::ALL, |dim| Range::extent(dim.extent))
        };
        let output = &mut self.outputs[output];
        output.tensor = memory(&output.tensor, layout)?;
        output.coords = in_memory(&output.coords, layout, &ranges);
        Some(self)
    }

    /// The input that has the same memory contents as the only output: the nest computes nothing,
    /// and padding is never read.
    pub(crate) fn same_memory(&self) -> Option<usize> {
        let nest = self.clone().collapsed();
        let [output] = &nest.outputs[..] else { return None };
        let Node::Load { input, coords, guard } = nest.body.node(output.value) else { return None };
        let from = &nest.inputs[*input as usize];
        let places = |tensor: &Tensor| tensor.shape.iter().product::<u64>();
        let same = from.element == output.tensor.element
            && places(from) == places(&output.tensor)
            && nest.reduction.is_none()
            && guard.is_empty()
            && nest.makes_layouts(0)
            && linear(coords, &from.shape) == linear(&output.coords, &output.tensor.shape);
        same.then_some(*input as usize)
    }
}
