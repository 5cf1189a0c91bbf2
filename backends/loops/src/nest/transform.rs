//! Transformations of nests that preserve results: fewer dimensions, or more.

use super::{Body, Combiner, Dim, Nest, Node, NodeId, Output, Tensor, linear};
use crate::index::{Index, Range, Var};
use hloom_ir::Element;
use std::cmp::Ordering;

impl Nest {
    /// Collapses dimensions as far as the accesses allow: dimensions of extent 1 are removed, and
    /// adjacent dimensions that every access traverses contiguously are merged. An elementwise nest
    /// gets a single long dimension.
    pub fn collapsed(mut self) -> Nest {
        while let Some(dim) = self.trivial_dim() {
            self = self.without(dim, |_| Index::constant(0), None);
        }
        while let Some((outer, inner)) = self.row() {
            self = self.merged(outer, inner);
        }
        self
    }

    /// Merges two dimensions into one, which iterates over all points of `inner` for each point of
    /// `outer`.
    pub fn merged(self, outer: usize, inner: usize) -> Nest {
        // Without points nothing is computed, by whatever divisor.
        let by = (self.dims[inner].extent as i64).max(1);
        let merged = Dim {
            name: format!("{}{}", self.dims[outer].name, self.dims[inner].name),
            extent: self.dims[outer].extent * self.dims[inner].extent,
            reducing: self.dims[inner].reducing,
        };
        let range = Range::extent(merged.extent);
        let instead = move |whole: Index| whole.floor_div(by, &move |_: Var| range);
        self.without(outer, instead, Some((inner, merged, by)))
    }

    /// Splits a dimension into an outer part of `extent / by` steps and an inner part of `by`
    /// points with another name.
    ///
    /// # Panics
    /// If `by` does not divide the extent.
    pub fn split(self, dim: usize, by: u64, inner: &str) -> Nest {
        let whole = self.dims[dim].extent;
        assert!(by > 0 && whole.is_multiple_of(by), "{whole} points are no steps of {by}");
        let mut dims = self.dims.clone();
        dims[dim].extent = whole / by;
        dims.insert(dim + 1, Dim { name: inner.to_owned(), extent: by, ..dims[dim].clone() });
        let ranges = extents(&dims);
        let replace = |v: Var| {
            let at = v.0 as usize;
            match at.cmp(&dim) {
                Ordering::Less => Index::var(v),
                Ordering::Equal => Index::var(v) * by as i64 + Index::var(Var(v.0 + 1)),
                Ordering::Greater => Index::var(Var(v.0 + 1)),
            }
        };
        self.mapped(dims, &|index| index.substitute(&replace, &ranges))
    }

    /// If the nest only moves one-byte floats, moves their bits instead, which are narrower than
    /// the registers of such floats.
    pub(crate) fn of_bits(self) -> Nest {
        let narrow = |element: Element| element.is_float() && element.byte_width() == 1;
        let moves = |output: &Output| {
            let (value, plain) = (output.value, output.start.is_none() && output.when.is_none());
            let load = matches!(self.body.node(value), Node::Load { .. });
            load && plain && narrow(self.body.element(value)) && narrow(output.tensor.element)
        };
        if self.reduction.is_some() || !self.outputs.iter().all(moves) {
            return self;
        }
        let bits = |tensor: &Tensor| match narrow(tensor.element) {
            true => Tensor { element: Element::U8, ..tensor.clone() },
            false => tensor.clone(),
        };
        let mut body = Body::default();
        let mut outputs = Vec::with_capacity(self.outputs.len());
        for output in &self.outputs {
            let value = body.add(self.body.node(output.value).clone(), Element::U8);
            outputs.push(Output { tensor: bits(&output.tensor), value, ..output.clone() });
        }
        let inputs = self.inputs.iter().map(bits).collect();
        Nest { inputs, body, outputs, ..self }
    }

    /// Moves a dimension to the front.
    pub(crate) fn first(self, dim: usize) -> Nest {
        let mut dims = self.dims.clone();
        dims[..=dim].rotate_right(1);
        let place = |v: Var| match (v.0 as usize).cmp(&dim) {
            Ordering::Less => Var(v.0 + 1),
            Ordering::Equal => Var(0),
            Ordering::Greater => v,
        };
        self.mapped(dims, &|index| index.rename(&place))
    }

    /// A removable dimension of extent 1.
    fn trivial_dim(&self) -> Option<usize> {
        let reducing = self.dims_that_reduce(true).len();
        (0..self.dims.len())
            .find(|d| self.dims[*d].extent == 1 && (!self.dims[*d].reducing || reducing > 1))
    }

    /// The linear offsets of the outputs and of the accesses among these nodes, and all other index
    /// expressions of these nodes.
    fn indices(&self, among: &[bool]) -> (Vec<Index>, Vec<&Index>) {
        let mut offsets = Vec::new();
        let mut others = Vec::new();
        for id in self.body.ids().filter(|id| among[id.0 as usize]) {
            match self.body.node(id) {
                Node::Index(index) => others.push(index),
                Node::Holds(conditions) => others.extend(conditions.iter().map(|c| &c.index)),
                Node::Load { input, coords, guard } => {
                    offsets.push(linear(coords, &self.inputs[*input as usize].shape));
                    others.extend(guard.iter().map(|c| &c.index));
                }
                Node::Lookup { input, coords, .. } => {
                    offsets.push(linear(coords, &self.inputs[*input as usize].shape));
                }
                Node::Constant(_) | Node::Op(..) | Node::Reduced(_) | Node::Parameter(_) => {}
            }
        }
        offsets.extend(self.outputs.iter().map(|o| linear(&o.coords, &o.tensor.shape)));
        (offsets, others)
    }

    /// Tests whether the outputs and the accesses among these nodes traverse two dimensions, outer
    /// and inner, contiguously.
    pub fn rows<'n>(&'n self, among: &[bool]) -> impl Fn(usize, usize) -> bool + use<'n> {
        let (offsets, others) = self.indices(among);
        move |outer: usize, inner: usize| {
            let extent = self.dims[inner].extent as i64;
            let plain = |d: usize| !others.iter().any(|e| e.mentions(Var(d as u32)));
            self.dims[outer].reducing == self.dims[inner].reducing
                && plain(outer)
                && plain(inner)
                && offsets.iter().all(|e| {
                    let step = |d: usize| e.linear_in(Var(d as u32));
                    match (step(outer), step(inner)) {
                        (Some(o), Some(i)) => i.checked_mul(extent) == Some(o),
                        _ => false,
                    }
                })
        }
    }

    /// Two dimensions, outer and inner, that every access traverses contiguously.
    fn row(&self) -> Option<(usize, usize)> {
        let fits = self.rows(&vec![true; self.body.len()]);
        let any_order = match &self.reduction {
            Some(reduction) => matches!(reduction.combiner, Combiner::Each(_)),
            None => true,
        };
        for reducing in [false, true] {
            let dims = self.dims_that_reduce(reducing);
            for (at, outer) in dims.iter().enumerate() {
                for (other, inner) in dims.iter().enumerate() {
                    // A combiner that depends on the order keeps it.
                    let ordered = !reducing || any_order || other == at + 1;
                    if outer != inner && ordered && fits(*outer, *inner) {
                        return Some((*outer, *inner));
                    }
                }
            }
        }
        None
    }

    /// Removes a dimension: it becomes an expression of the dimension that it is merged with, if
    /// any (that dimension, the expression, and the old extent).
    fn without(
        self,
        gone: usize,
        instead: impl Fn(Index) -> Index,
        merged: Option<(usize, Dim, i64)>,
    ) -> Nest {
        let after = |d: usize| Var((d - usize::from(d > gone)) as u32);
        let mut dims = self.dims.clone();
        if let Some((with, dim, _)) = &merged {
            dims[*with] = dim.clone();
        }
        dims.remove(gone);
        let ranges = extents(&dims);
        let map = |index: &Index| {
            let replace = |v: Var| {
                let d = v.0 as usize;
                match &merged {
                    _ if d == gone => match &merged {
                        Some((with, _, _)) => instead(Index::var(after(*with))),
                        None => instead(Index::constant(0)),
                    },
                    Some((with, _, by)) if d == *with => Index::var(after(d)).modulo(*by, &ranges),
                    _ => Index::var(after(d)),
                }
            };
            index.substitute(&replace, &ranges)
        };
        self.mapped(dims, &map)
    }

    /// The nest over other dimensions, with mapped index expressions.
    fn mapped(self, dims: Vec<Dim>, map: &dyn Fn(&Index) -> Index) -> Nest {
        let all = vec![true; self.body.len()];
        let (body, names) = self.body.mapped(&all, map);
        let renamed = |id: NodeId| names[id.0 as usize];
        let mut nest = Nest { dims, body, ..self };
        for output in &mut nest.outputs {
            output.value = renamed(output.value);
            output.start = output.start.map(renamed);
            output.when = output.when.map(renamed);
            output.coords = output.coords.iter().map(map).collect();
        }
        if let Some(reduction) = &mut nest.reduction {
            reduction.values.iter_mut().for_each(|v| *v = renamed(*v));
            reduction.initial.iter_mut().for_each(|v| *v = renamed(*v));
        }
        nest
    }
}

/// The ranges of dimensions.
fn extents(dims: &[Dim]) -> impl Fn(Var) -> Range + use<> {
    let extents: Vec<u64> = dims.iter().map(|d| d.extent).collect();
    move |v: Var| extents.get(v.0 as usize).map_or(Range::ALL, |e| Range::extent(*e))
}
