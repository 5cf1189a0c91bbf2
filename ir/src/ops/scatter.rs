//! Updates of a tensor at computed positions: scatter and select_and_scatter.

use super::gather::without;
use super::numbers::dimension_numbers;
use super::reduce::{is_promotable, scalar, window_count};
use crate::field::{Dims, Padding};
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::describe;
use crate::types::{DYNAMIC, Element, Type, dims_agree, same_shape};

dimension_numbers! {
    /// The dimension numbers of a scatter: the positions of update windows.
    ScatterDims = "scatter" {
        /// The window dimensions of the updates.
        update_window_dims,
        /// The inputs' dimensions that windows lack; the window size there is 1.
        inserted_window_dims,
        /// The inputs' batching dimensions.
        input_batching_dims,
        /// The corresponding dimensions of the indices.
        scatter_indices_batching_dims,
        /// The inputs' dimension that each component of an index vector refers to.
        scatter_dims_to_operand_dims,
    }
}

op! {
    /// Combines windows of the inputs, at the positions in `scatter_indices`, with those of
    /// `updates` by `update_computation`, whose arguments are an element of each input and then one
    /// of each update. Elements out of bounds are skipped. hloom applies updates in index order.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#scatter>
    scatter: Scatter = "stablehlo.scatter"
    (inputs: many PerTensor, scatter_indices: Integer, updates: many PerTensor) [update_computation]
    {
        indices_are_sorted: Option<bool>,
        scatter_dimension_numbers: ScatterDims,
        unique_indices: Option<bool>,
    } -> Tensors
    syntax generic
    traits [Pure, NeverFails, Foldable]
}

impl Infer for Scatter {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        ensure!(
            C5,
            cx.len() >= 3 && cx.len() % 2 == 1,
            "there must be an update for each input, and the indices between them; found {} operands",
            cx.len()
        );
        let n = cx.len() / 2;
        let (x, indices, updates) = (cx.tensor(0)?, cx.tensor(n)?, cx.tensor(n + 1)?);
        for i in 0..n {
            let (input, update) = (cx.tensor(i)?, cx.tensor(n + 1 + i)?);
            ensure!(C1 at # i, same_shape(x, input), "input {i} is {}, but the first {}", cx.ty(i), cx.ty(0));
            ensure!(C3 at # n + 1 + i, same_shape(updates, update),
                "update {i} is {}, but the first {}", cx.ty(n + 1 + i), cx.ty(n + 1));
            ensure!(C6 at # n + 1 + i, update.element == input.element,
                "update {i} is {}, but its input {}", cx.ty(n + 1 + i), cx.ty(i));
        }
        ensure!(I2 at # n, indices.element.is_integer() || indices.element == Element::Index,
            "scatter_indices must be a tensor of integers, not {}", cx.ty(n));
        let d = &self.scatter_dimension_numbers;
        let (rank, vector) = (x.rank(), d.index_vector_dim);
        let (window, inserted) = (&d.update_window_dims, &d.inserted_window_dims);
        let (batching, partners) = (&d.input_batching_dims, &d.scatter_indices_batching_dims);
        let map = &d.scatter_dims_to_operand_dims;
        let unique =
            |a: &Dims, b: &Dims| a.iter().chain(b.iter()).copied().collect::<Dims>().is_unique();
        ensure!(C2 at scatter_dimension_numbers, rank == window.len() + inserted.len() + batching.len(),
            "update_window_dims, inserted_window_dims and input_batching_dims name {} dimensions; the inputs have rank {rank}",
            window.len() + inserted.len() + batching.len());
        ensure!(C7 at scatter_dimension_numbers, window.is_increasing(),
            "update_window_dims {window} must increase");
        ensure!(C8 at scatter_dimension_numbers, window.are_below(updates.rank()),
            "update_window_dims {window} must be dimensions of the updates, which have rank {}", updates.rank());
        ensure!(C9 at scatter_dimension_numbers, unique(inserted, batching),
            "a dimension stands twice in {inserted} and {batching}");
        ensure!(C10 at scatter_dimension_numbers, inserted.is_increasing(),
            "inserted_window_dims {inserted} must increase");
        ensure!(C11 at scatter_dimension_numbers, inserted.are_below(rank),
            "inserted_window_dims {inserted} must be dimensions of the inputs, which have rank {rank}");
        ensure!(C12 at scatter_dimension_numbers, batching.is_increasing(),
            "input_batching_dims {batching} must increase");
        ensure!(C13 at scatter_dimension_numbers, batching.are_below(rank),
            "input_batching_dims {batching} must be dimensions of the inputs, which have rank {rank}");
        ensure!(C22 at scatter_dimension_numbers, 0 <= vector && vector <= indices.rank() as i64,
            "index_vector_dim {vector} is not in 0..={}, the rank of scatter_indices", indices.rank());
        ensure!(C14 at scatter_dimension_numbers, partners.is_unique(),
            "scatter_indices_batching_dims {partners} names a dimension twice");
        ensure!(C15 at scatter_dimension_numbers, partners.are_below(indices.rank()),
            "scatter_indices_batching_dims {partners} must be dimensions of scatter_indices, which has rank {}",
            indices.rank());
        ensure!(C16 at scatter_dimension_numbers, !partners.contains(&vector),
            "index_vector_dim {vector} stands in scatter_indices_batching_dims {partners}");
        ensure!(C17 at scatter_dimension_numbers, batching.len() == partners.len(),
            "input_batching_dims {batching} and scatter_indices_batching_dims {partners} must pair up");
        for (&b, &p) in batching.iter().zip(partners.iter()) {
            let (a, c) = (x.dims[b as usize], indices.dims[p as usize]);
            ensure!(C18 at scatter_dimension_numbers, dims_agree(a, c),
                "batching dimension {b} of the inputs has extent {a}, its partner {p} of scatter_indices {c}");
        }
        let numbers = indices.dims.get(vector as usize).copied().unwrap_or(1);
        ensure!(C19 at scatter_dimension_numbers, dims_agree(numbers, map.len() as i64),
            "scatter_dims_to_operand_dims {map} must have an entry for each of the {numbers} numbers of an index");
        ensure!(C20 at scatter_dimension_numbers, unique(map, batching),
            "a dimension stands twice in scatter_dims_to_operand_dims {map} and input_batching_dims {batching}");
        ensure!(C21 at scatter_dimension_numbers, map.are_below(rank),
            "scatter_dims_to_operand_dims {map} must be dimensions of the inputs, which have rank {rank}");
        self.check_updates(&x.dims, &indices.dims, &updates.dims)?;
        let mut results = Types::new();
        for (i, element) in self.check_body(cx, n)?.into_iter().enumerate() {
            results.push(cx.tensor(i)?.with_element(element).into());
        }
        Ok(results) // (C24), (C25)
    }
}

impl Scatter {
    /// Checks the shape of the updates against windows and indices.
    fn check_updates(
        &self,
        x: &[i64],
        indices: &[i64],
        updates: &[i64],
    ) -> Result<(), ConstraintError> {
        let d = &self.scatter_dimension_numbers;
        let mut scatter = without(indices, d.index_vector_dim).into_iter();
        let mut windows = (0..x.len() as i64)
            .filter(|i| !d.inserted_window_dims.contains(i) && !d.input_batching_dims.contains(i));
        let found = updates.len() - d.update_window_dims.len();
        ensure!(
            C4,
            found == scatter.len(),
            "the updates have {found} dimensions that are not update_window_dims, the indices {} beside index_vector_dim",
            scatter.len()
        );
        for (u, &extent) in updates.iter().enumerate() {
            if d.update_window_dims.contains(&(u as i64)) {
                let i = windows.next().unwrap_or(0) as usize;
                ensure!(
                    C4,
                    extent <= x[i] || x[i] == DYNAMIC,
                    "windows have extent {extent} in dimension {i}, the inputs {}",
                    x[i]
                );
            } else {
                let expected = scatter.next().unwrap_or(DYNAMIC);
                ensure!(
                    C4,
                    dims_agree(extent, expected),
                    "dimension {u} of the updates has extent {extent}, but there are {expected} indices"
                );
            }
        }
        Ok(())
    }

    /// The element types that the body computes in.
    fn check_body(&self, cx: &InferContext<'_>, n: usize) -> Result<Vec<Element>, ConstraintError> {
        let (args, yielded) = cx.signature(0)?;
        ensure!(C23 in 0, args.len() == 2 * n && yielded.len() == n,
            "update_computation takes {} and yields {} values; for {n} inputs these must be {} and {n}",
            args.len(), yielded.len(), 2 * n);
        let mut elements = Vec::with_capacity(n);
        for (i, &out) in yielded.iter().enumerate() {
            let element = scalar(out);
            ensure!(C23 in 0, element.is_some(),
                "update_computation must yield scalar tensors, not {out}");
            for arg in [args[i], args[n + i]] {
                ensure!(C23 in 0, arg == out, "update_computation takes {arg} where it yields {out}");
            }
            let (from, to) = (cx.tensor(i)?.element, element.unwrap_or(Element::I1));
            ensure!(C23 in 0, is_promotable(from, to),
                "update_computation computes in {to}, which can't hold {from}");
            elements.push(to);
        }
        Ok(elements)
    }
}

op! {
    /// Selects one element of each window of `operand` by `select`; adds the window's element of
    /// `source` at the selected position, with `scatter` as the combiner and `init_value` as the
    /// initial value.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#select_and_scatter>
    select_and_scatter: SelectAndScatter = "stablehlo.select_and_scatter"
    (operand: PerTensor, source: PerTensor, init_value: PerTensor) [select, scatter]
    {
        padding: Option<Padding>,
        window_dimensions: Option<Dims>,
        window_strides: Option<Dims>,
    } -> Tensor
    syntax generic
    traits [Pure, NeverFails, Foldable]
}

impl Infer for SelectAndScatter {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, source) = (cx.tensor(0)?, cx.tensor(1)?);
        let rank = x.rank();
        ensure!(C1 at #1, source.element == x.element,
            "source is {}, the operand {}", cx.ty(1), cx.ty(0));
        ensure!(I3 at #2, scalar(cx.ty(2)).is_some(),
            "init_value must be a scalar tensor, not {}", cx.ty(2));
        ensure!(C3 at #2, scalar(cx.ty(2)) == Some(x.element),
            "init_value is {}, not tensor<{}>", cx.ty(2), x.element);
        let (none, ones) = (Dims::from([]), Dims::from(vec![1; rank]));
        let window = self.window_dimensions.as_ref().unwrap_or(&none);
        ensure!(C4 at window_dimensions, window.len() == rank,
            "window_dimensions has {} entries, the operand has rank {rank}", window.len());
        ensure!(C5 at window_dimensions, window.iter().all(|&w| w > 0),
            "window_dimensions {window} must be positive");
        let strides = self.window_strides.as_ref().unwrap_or(&ones);
        ensure!(C6 at window_strides, strides.len() == rank,
            "window_strides has {} entries, the operand has rank {rank}", strides.len());
        ensure!(C7 at window_strides, strides.iter().all(|&s| s > 0),
            "window_strides {strides} must be positive");
        let none = Padding(vec![(0, 0); rank].into());
        let padding = self.padding.as_ref().unwrap_or(&none);
        ensure!(C8 at padding, padding.0.len() == rank,
            "padding has {} pairs, the operand has rank {rank}", padding.0.len());
        ensure!(C2 at #1, source.rank() == rank,
            "source is {}, but the operand has rank {rank}", cx.ty(1));
        for d in 0..rank {
            let count = window_count(x.dims[d], 1, padding.0[d], window[d], 1, strides[d]);
            ensure!(C2 at #1, count.is_some_and(|n| dims_agree(n, source.dims[d])),
                "dimension {d} of source has extent {}, but there are {} windows",
                source.dims[d], count.unwrap_or(i64::MAX));
        }
        let element = Type::scalar_tensor(x.element);
        let (args, yielded) = cx.signature(0)?;
        ensure!(C9 in 0, args[..] == [element, element] && yielded[..] == [Type::scalar_tensor(Element::I1)],
            "select must be a function of {element} and {element} to tensor<i1>, not of {} to {}",
            describe(&args), describe(&yielded));
        let (args, yielded) = cx.signature(1)?;
        let out = match yielded[..] {
            [one] => scalar(one),
            _ => None,
        };
        ensure!(C10 in 1, out.is_some(), "scatter must yield one scalar tensor, not {}", describe(&yielded));
        let out = out.unwrap_or(x.element);
        let taken = Type::scalar_tensor(out);
        ensure!(C10 in 1, args[..] == [taken, taken],
            "scatter yields {taken}, but takes {}", describe(&args));
        ensure!(C10 in 1, is_promotable(x.element, out),
            "scatter computes in {out}, which can't hold {}", x.element);
        Ok(x.with_element(out).into()) // (C11), (C12)
    }
}

impl SelectAndScatter {
    /// For each dimension of an operand of this rank: the window's extent, its stride, and the low
    /// and high padding. The attributes must be valid.
    pub fn windows(&self, rank: usize) -> Vec<(i64, i64, (i64, i64))> {
        let or_one = |dims: &Option<Dims>, d: usize| dims.as_ref().map_or(1, |v| v[d]);
        (0..rank)
            .map(|d| {
                let padding = self.padding.as_ref().map_or((0, 0), |p| p.0[d]);
                (or_one(&self.window_dimensions, d), or_one(&self.window_strides, d), padding)
            })
            .collect()
    }
}
