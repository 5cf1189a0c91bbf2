//! The indices of each op: by which indices its operands and results are accessed.
//!
//! This is the one place that says how an op may be divided. Tests run every op whole and in parts,
//! for every legal cut, and compare.

use super::access::{Access, Index, OpIndices, Role, Window};
use crate::dataflow::{dims, is_elementwise};
use crate::monoid::Monoid;
use hloom_ir::module::Module;
use hloom_ir::ops::{
    self, Convolution, DotGeneral, Gather, Op, ReduceWindow, Scatter, SelectAndScatter,
    reduces_slices,
};
use hloom_ir::{
    OpId, Type, aggregate_op, arith_op, assuming_op, branch_op, call_op, check_op, chlo_data_op,
    chlo_formula_op, chlo_scalar_op, chlo_structured_op, contraction_op, control_op, definition_op,
    elements_region_op, elementwise_op, extents_op, fusion_op, identity_op, indexing_op,
    movement_op, process_op, quantize_op, random_op, return_op, scalar_op, sharding_group_op,
    sized_op, transform_op,
};

/// The indices of an op; `None` if it can only run as a whole.
///
/// So it is for ops with effects, for control flow, and where an extent is unknown or zero, a type
/// is no tensor, is stored otherwise than densely, or has scales along a dimension.
pub fn indices(module: &Module, op: OpId) -> Option<OpIndices> {
    let values = module.operands(op).iter().copied().chain(module.results(op).iter());
    for v in values {
        let tensor = module.ty(v).as_tensor()?;
        let positive = tensor.is_static() && !tensor.dims.contains(&0);
        if !positive || tensor.quantized_dimension().is_some() || tensor.storage().is_some() {
            return None;
        }
    }
    if !ops::is_pure(module, op) {
        return None;
    }
    let mut table = Builder::new(module, op);
    table.fill()?;
    Some(table.found)
}

/// The indices found so far.
struct Builder<'m> {
    module: &'m Module,
    op: OpId,
    found: OpIndices,
}

impl<'m> Builder<'m> {
    /// Every access is whole.
    fn new(module: &'m Module, op: OpId) -> Builder<'m> {
        let whole = |v| vec![Access::Whole; dims(module, v).len()];
        let operands = module.operands(op).iter().map(|&v| whole(v)).collect();
        let results = module.results(op).iter().map(whole).collect();
        let found = OpIndices { indices: Vec::new(), operands, results, combine: Vec::new() };
        Builder { module, op, found }
    }

    /// The extents of operand `i`.
    fn operand(&self, i: usize) -> &'static [i64] {
        dims(self.module, self.module.operand(self.op, i))
    }

    /// The extents of result `i`.
    fn result(&self, i: usize) -> &'static [i64] {
        dims(self.module, self.module.result(self.op, i))
    }

    fn index(&mut self, extent: i64, role: Role) -> usize {
        self.found.indices.push(Index { extent, role });
        self.found.indices.len() - 1
    }

    /// An index over dimension `d` of every result.
    fn parallel(&mut self, d: usize) -> usize {
        let index = self.index(self.result(0)[d], Role::Parallel);
        for result in &mut self.found.results {
            result[d] = Access::direct(index);
        }
        index
    }

    /// An index over dimension `d` of the results, which is dimension `from` of operand `i`.
    fn same(&mut self, d: usize, i: usize, from: usize) {
        let index = self.parallel(d);
        self.found.operands[i][from] = Access::direct(index);
    }

    /// An index over dimension `d` of all results and of all operands of the same rank.
    fn everywhere(&mut self, d: usize) {
        let index = self.parallel(d);
        let rank = self.result(0).len();
        for operand in self.found.operands.iter_mut().filter(|o| o.len() == rank) {
            operand[d] = Access::direct(index);
        }
    }

    /// Finds the indices; `None` if the op can't be divided.
    fn fill(&mut self) -> Option<()> {
        let (module, op) = (self.module, self.op);
        if is_elementwise(module, op) {
            (0..self.result(0).len()).for_each(|d| self.everywhere(d));
            return Some(());
        }
        match module.op(op) {
            Op::BitcastConvert(_) => {
                let shared = self.operand(0).len().min(self.result(0).len());
                (0..shared).for_each(|d| self.same(d, 0, d));
            }
            Op::BroadcastInDim(it) => {
                let (from, to) = (self.operand(0), self.result(0));
                for (d, &extent) in to.iter().enumerate() {
                    let source = it.broadcast_dimensions.iter().position(|&b| b as usize == d);
                    match source.filter(|&s| from[s] == extent) {
                        Some(s) => self.same(d, 0, s),
                        None => _ = self.parallel(d),
                    }
                }
            }
            Op::Transpose(it) => {
                let sources = it.permutation.iter().enumerate();
                sources.for_each(|(d, &from)| self.same(d, 0, from as usize));
            }
            Op::Reshape(_) => self.reshape(),
            Op::Slice(it) => {
                for d in 0..self.result(0).len() {
                    let (low, stride) = (-it.start_indices[d], it.strides[d]);
                    self.window(d, &[(0, d)], Window { stride, low, span: 1, dilation: 1 });
                }
            }
            Op::Pad(it) => {
                for d in 0..self.result(0).len() {
                    let low = it.edge_padding_low[d];
                    // Padding as large as this is between no elements.
                    let dilation = it.interior_padding[d].saturating_add(1);
                    self.window(d, &[(0, d)], Window { stride: 1, low, span: 1, dilation });
                }
            }
            Op::Reverse(it) => {
                for d in 0..self.result(0).len() {
                    let index = self.parallel(d);
                    let reversed = it.dimensions.contains(&(d as i64));
                    self.found.operands[0][d] =
                        if reversed { Access::Reversed { index } } else { Access::direct(index) };
                }
            }
            Op::Concatenate(it) => {
                let along = it.dimension as usize;
                for d in (0..self.result(0).len()).filter(|&d| d != along) {
                    self.everywhere(d);
                }
                let index = self.parallel(along);
                let mut low = 0;
                for i in 0..self.found.operands.len() {
                    let window = Window { stride: 1, low, span: 1, dilation: 1 };
                    self.found.operands[i][along] = Access::Window { index, window };
                    low += self.operand(i)[along];
                }
            }
            Op::Iota(it) => {
                let others = (0..self.result(0).len()).filter(|&d| d as i64 != it.iota_dimension);
                others.for_each(|d| _ = self.parallel(d));
            }
            Op::Constant(it) => {
                it.value.is_splat().then_some(())?;
                (0..self.result(0).len()).for_each(|d| _ = self.parallel(d));
            }
            Op::Map(_) | Op::VariadicMap(_) => {
                (0..self.result(0).len()).for_each(|d| self.everywhere(d));
            }
            Op::Reduce(_) | Op::ReduceWindow(_) if reduces_slices(self.module, self.op) => {
                return None;
            }
            Op::Reduce(it) => self.reduce(&it.dimensions)?,
            Op::ReduceWindow(it) => self.reduce_window(it),
            Op::SelectAndScatter(it) => self.select_and_scatter(it),
            Op::Sort(it) => {
                let rank = self.result(0).len() as i64;
                let sorted = it.dimension.unwrap_or(-1);
                let sorted = if sorted < 0 { sorted + rank } else { sorted };
                (0..rank).filter(|&d| d != sorted).for_each(|d| self.everywhere(d as usize));
            }
            Op::DotGeneral(it) => self.dot_general(it),
            Op::Convolution(it) => self.convolution(it),
            Op::Gather(it) => self.gather(it),
            Op::Scatter(it) => self.scatter(it),
            // A slice of the whole extent begins at 0, and so does its part.
            Op::DynamicSlice(_) => self.untouched(0),
            Op::DynamicUpdateSlice(_) => self.untouched(1),
            Op::BatchNormInference(it) => {
                for d in 0..self.result(0).len() {
                    self.same(d, 0, d);
                }
                let feature = Access::direct(it.feature_index as usize);
                self.found.operands[1..].iter_mut().for_each(|o| o[0] = feature);
            }
            Op::BatchNormTraining(it) => self.features(it.feature_index as usize),
            Op::BatchNormGrad(it) => self.features(it.feature_index as usize),
            Op::Cholesky(_) => self.leading(2),
            Op::Fft(it) => self.leading(it.fft_length.len()),
            Op::TriangularSolve(it) => {
                self.leading(2);
                // Columns of the right side, or rows if the unknown stands on the left.
                let d = self.result(0).len() - if it.left_side { 1 } else { 2 };
                self.same(d, 1, d);
            }
            Op::TopK(_) => self.leading(1),
            // Elementwise functions were divided above; these have operands of other shapes.
            elementwise_op!() | quantize_op!() | chlo_scalar_op!() | chlo_formula_op!() => {
                return None;
            }
            // Rows of a layout, and formats of storage, are not divided.
            movement_op!() | indexing_op!() | contraction_op!() | elements_region_op!() => {
                return None;
            }
            transform_op!() => return None,
            // Elements depend on all elements before them, or on a state.
            random_op!() => return None,
            // Regions and calls are divided inside, if at all.
            control_op!() | call_op!() | fusion_op!() | assuming_op!() => return None,
            // Extents that are values.
            sized_op!() | extents_op!() => return None,
            // No tensors, or no results.
            definition_op!() | return_op!() | branch_op!() | scalar_op!() | aggregate_op!() => {
                return None;
            }
            // Other processes, effects, annotations.
            process_op!() | check_op!() | identity_op!() | sharding_group_op!() => return None,
            // Expanded to simpler ops before.
            chlo_data_op!() | chlo_structured_op!() | arith_op!() => return None,
            Op::Foreign(_) => return None,
        }
        Some(())
    }

    /// An index over dimension `d` of the results, at which windows of operands' dimensions stand.
    fn window(&mut self, d: usize, of: &[(usize, usize)], window: Window) {
        let index = self.parallel(d);
        let plain = window == Window { stride: 1, low: 0, span: 1, dilation: 1 };
        for &(i, from) in of {
            let same = plain && self.operand(i)[from] == self.result(0)[d];
            self.found.operands[i][from] =
                if same { Access::direct(index) } else { Access::Window { index, window } };
        }
    }

    /// All dimensions but the last `n`, of all operands and results.
    fn leading(&mut self, n: usize) {
        (0..self.result(0).len() - n).for_each(|d| self.everywhere(d));
    }

    /// Dimensions along which the operand and what is read or written of it (result or operand
    /// `part`) have the same extent.
    fn untouched(&mut self, part: usize) {
        let all = self.operand(0);
        let some = if part == 0 { self.result(0) } else { self.operand(part) };
        for d in (0..all.len()).filter(|&d| all[d] == some[d]) {
            let index = self.parallel(d);
            self.found.operands[0][d] = Access::direct(index);
            self.found.operands[part][d] = Access::direct(index);
        }
    }

    /// The feature dimension of a batch normalization, alone in vectors.
    fn features(&mut self, feature: usize) {
        let index = self.index(self.operand(0)[feature], Role::Parallel);
        let all = self.found.operands.iter_mut().chain(&mut self.found.results);
        for tensor in all {
            let d = if tensor.len() == 1 { 0 } else { feature };
            tensor[d] = Access::direct(index);
        }
    }

    /// Runs of dimensions that hold the same elements: the outermost of them that is longer than 1
    /// is divided where both sides have a border.
    fn reshape(&mut self) {
        let (from, to) = (self.operand(0), self.result(0));
        let (mut i, mut j) = (0, 0);
        while i < from.len() && j < to.len() {
            let (mut a, mut b) = (from[i], to[j]);
            let (mut next_i, mut next_j) = (i + 1, j + 1);
            while a != b {
                if a < b {
                    a *= from[next_i];
                    next_i += 1;
                } else {
                    b *= to[next_j];
                    next_j += 1;
                }
            }
            let long = |dims: &[i64], range: std::ops::Range<usize>| {
                range.into_iter().find(|&d| dims[d] > 1)
            };
            if let (Some(p), Some(q)) = (long(from, i..next_i), long(to, j..next_j)) {
                let shared = greatest_common_divisor(from[p], to[q]);
                if shared > 1 {
                    let index = self.index(shared, Role::Parallel);
                    self.found.operands[0][p] = Access::Direct { index, scale: from[p] / shared };
                    self.found.results[0][q] = Access::Direct { index, scale: to[q] / shared };
                }
            }
            (i, j) = (next_i, next_j);
        }
    }

    /// The operation that combines terms of each result: that of the op's region, if it has a neutral
    /// element.
    fn monoids(&self) -> Option<Vec<Monoid>> {
        let (module, op) = (self.module, self.op);
        let monoids = Monoid::of_region(module, op)?;
        let neutral = monoids.iter().zip(module.results(op).iter()).all(|(m, v)| {
            let element = module.ty(v).element();
            element.is_some_and(|e| m.identity(Type::scalar_tensor(e)).is_some())
        });
        neutral.then_some(monoids)
    }

    fn reduce(&mut self, dimensions: &[i64]) -> Option<()> {
        let n = self.found.operands.len() / 2;
        let monoids = self.monoids();
        let mut kept = 0;
        for d in 0..self.operand(0).len() {
            let index = if dimensions.contains(&(d as i64)) {
                let Some(monoids) = &monoids else { continue };
                self.found.combine = monoids.clone();
                self.index(self.operand(0)[d], Role::Combined)
            } else {
                kept += 1;
                self.parallel(kept - 1)
            };
            self.found.operands[..n].iter_mut().for_each(|o| o[d] = Access::direct(index));
        }
        Some(())
    }

    fn reduce_window(&mut self, it: &ReduceWindow) {
        let inputs = self.found.operands.len() / 2;
        for d in 0..self.result(0).len() {
            let or_one = |list: &Option<hloom_ir::field::Dims>| list.as_ref().map_or(1, |l| l[d]);
            let window = Window {
                stride: or_one(&it.window_strides),
                low: it.padding.as_ref().map_or(0, |p| p.0[d].0),
                span: (it.window_dimensions[d] - 1) * or_one(&it.window_dilations) + 1,
                dilation: or_one(&it.base_dilations),
            };
            let of: Vec<(usize, usize)> = (0..inputs).map(|i| (i, d)).collect();
            self.window(d, &of, window);
        }
    }

    /// Dimensions whose windows are single elements.
    fn select_and_scatter(&mut self, it: &SelectAndScatter) {
        for d in 0..self.result(0).len() {
            let or_one = |list: &Option<hloom_ir::field::Dims>| list.as_ref().map_or(1, |l| l[d]);
            let padded = it.padding.as_ref().is_some_and(|p| p.0[d] != (0, 0));
            if or_one(&it.window_dimensions) == 1 && or_one(&it.window_strides) == 1 && !padded {
                self.everywhere(d);
            }
        }
    }

    fn dot_general(&mut self, it: &DotGeneral) {
        let d = &it.dot_dimension_numbers;
        let (lhs, rhs) = (self.operand(0), self.operand(1));
        let mut at = 0;
        let pairs = d.lhs_batching_dimensions.iter().zip(d.rhs_batching_dimensions.iter());
        for (&l, &r) in pairs {
            let index = self.parallel(at);
            self.found.operands[0][l as usize] = Access::direct(index);
            self.found.operands[1][r as usize] = Access::direct(index);
            at += 1;
        }
        for l in d.lhs_free(lhs.len()) {
            self.same(at, 0, l as usize);
            at += 1;
        }
        for r in d.rhs_free(rhs.len()) {
            self.same(at, 1, r as usize);
            at += 1;
        }
        if self.adds() {
            let pairs =
                d.lhs_contracting_dimensions.iter().zip(d.rhs_contracting_dimensions.iter());
            for (&l, &r) in pairs {
                let index = self.index(lhs[l as usize], Role::Combined);
                self.found.operands[0][l as usize] = Access::direct(index);
                self.found.operands[1][r as usize] = Access::direct(index);
                self.found.combine = vec![Monoid::Add];
            }
        }
    }

    /// Whether terms of the result may be added: not if they are quantized.
    fn adds(&self) -> bool {
        let values = self.module.operands(self.op).iter().copied();
        let all = values.chain(self.module.results(self.op).iter());
        all.into_iter()
            .all(|v| self.module.ty(v).element().is_some_and(|e| Monoid::Add.neutral(e).is_some()))
    }

    fn convolution(&mut self, it: &Convolution) {
        let d = &it.dimension_numbers;
        let at = |d: i64| d as usize;
        let (lhs, rhs) = (self.operand(0), self.operand(1));
        let (features, out) = (at(d.input_feature_dimension), at(d.output_feature_dimension));
        let filters = at(d.kernel_output_feature_dimension);
        let (groups, batches) = (it.feature_group_count, it.batch_group_count);
        if batches == 1 {
            self.same(at(d.output_batch_dimension), 0, at(d.input_batch_dimension));
        }
        if groups == 1 && batches == 1 {
            self.same(out, 1, filters);
        } else if batches == 1 {
            let index = self.index(groups, Role::Parallel);
            let direct = |n: i64| Access::Direct { index, scale: n / groups };
            self.found.operands[0][features] = direct(lhs[features]);
            self.found.operands[1][filters] = direct(rhs[filters]);
            self.found.results[0][out] = direct(rhs[filters]);
        }
        let (strides, paddings) = (it.strides(), it.paddings());
        let (dilations, spread) = (it.lhs_dilations(), it.rhs_dilations());
        for (i, &to) in d.output_spatial_dimensions.iter().enumerate() {
            let kernel = rhs[at(d.kernel_spatial_dimensions[i])];
            let window = Window {
                stride: strides[i],
                low: paddings.0[i].0,
                span: (kernel - 1) * spread[i] + 1,
                dilation: dilations[i],
            };
            self.window(at(to), &[(0, at(d.input_spatial_dimensions[i]))], window);
        }
        if groups == 1 && batches == 1 && self.adds() {
            let index = self.index(lhs[features], Role::Combined);
            self.found.operands[0][features] = Access::direct(index);
            self.found.operands[1][at(d.kernel_input_feature_dimension)] = Access::direct(index);
            self.found.combine = vec![Monoid::Add];
        }
    }

    fn gather(&mut self, it: &Gather) {
        let d = &it.dimension_numbers;
        let operand = self.operand(0);
        let removed = |o: usize| {
            let o = o as i64;
            d.collapsed_slice_dims.contains(&o) || d.operand_batching_dims.contains(&o)
        };
        let rank = self.result(0).len();
        let batches = (0..rank as i64).filter(|r| !d.offset_dims.contains(r));
        let indices = self.operand(1).len() as i64;
        let sources = (0..indices).filter(|&s| s != d.index_vector_dim);
        for (to, from) in batches.zip(sources) {
            self.same(to as usize, 1, from as usize);
            let batch = d.start_indices_batching_dims.iter().position(|&s| s == from);
            if let Some(batch) = batch {
                let o = d.operand_batching_dims[batch] as usize;
                self.found.operands[0][o] = self.found.operands[1][from as usize];
            }
        }
        let kept = (0..operand.len()).filter(|&o| !removed(o));
        for (o, &to) in kept.zip(d.offset_dims.iter()) {
            // A slice of the whole extent begins at 0, wherever the index says.
            if it.slice_sizes[o] == operand[o] {
                self.same(to as usize, 0, o);
            }
        }
    }

    fn scatter(&mut self, it: &Scatter) {
        let d = &it.scatter_dimension_numbers;
        let n = (self.found.operands.len() - 1) / 2;
        let (input, updates) = (self.operand(0), self.operand(n + 1));
        let removed = |o: usize| {
            let o = o as i64;
            d.inserted_window_dims.contains(&o) || d.input_batching_dims.contains(&o)
        };
        let kept: Vec<usize> = (0..input.len()).filter(|&o| !removed(o)).collect();
        for (&o, &u) in kept.iter().zip(d.update_window_dims.iter()) {
            // Where no index moves the window, it begins at 0, and so does its part.
            let moves = d.scatter_dims_to_operand_dims.contains(&(o as i64));
            if !moves && updates[u as usize] == input[o] {
                let index = self.parallel(o);
                self.found.operands[..n].iter_mut().for_each(|x| x[o] = Access::direct(index));
                let updates = &mut self.found.operands[n + 1..];
                updates.iter_mut().for_each(|x| x[u as usize] = Access::direct(index));
            }
        }
        let indices = self.operand(n).len() as i64;
        let places = (0..updates.len() as i64).filter(|u| !d.update_window_dims.contains(u));
        let sources = (0..indices).filter(|&s| s != d.index_vector_dim);
        // Updates that are combined with the input by a monoid are terms of the result.
        let monoids = self.monoids();
        for (u, s) in places.zip(sources) {
            let batch = d.scatter_indices_batching_dims.iter().position(|&b| b == s);
            let index = match (batch, &monoids) {
                (Some(batch), _) => {
                    let o = d.input_batching_dims[batch] as usize;
                    let index = self.parallel(o);
                    self.found.operands[..n].iter_mut().for_each(|x| x[o] = Access::direct(index));
                    index
                }
                (None, Some(monoids)) => {
                    self.found.combine = monoids.clone();
                    self.index(updates[u as usize], Role::Combined)
                }
                (None, None) => continue,
            };
            self.found.operands[n][s as usize] = Access::direct(index);
            let updates = &mut self.found.operands[n + 1..];
            updates.iter_mut().for_each(|x| x[u as usize] = Access::direct(index));
        }
    }
}

fn greatest_common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
