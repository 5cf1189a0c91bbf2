//! Batching of ops that loops keep: gathers, scatters, convolutions, decompositions and transforms,
//! each as one op on tensors of all processes.

use super::batch::{behind, with};
use super::{Lane, Lanes};
use hloom_analysis::integers::splat;
use hloom_ir::field::{Dims, ResultType};
use hloom_ir::ops::{
    Cholesky, Convolution, DynamicUpdateSlice, Fft, Gather, GatherDims, Op, Scatter, ScatterDims,
    Transpose, TriangularSolve,
};
use hloom_ir::{OpId, Type, Value};

impl Lanes<'_, '_> {
    /// The results of an op of this file.
    pub(super) fn kernel(&mut self, op: OpId, kind: &Op, operands: &[Lane]) -> Option<Vec<Lane>> {
        let ty = self.module().ty(self.module().results(op).get(0)?);
        let all = ResultType(self.batched_type(ty)?);
        let value = match kind {
            Op::Gather(it) => self.gathered(it, operands)?,
            Op::DynamicSlice(it) => self.sliced(operands, &it.slice_sizes)?,
            Op::DynamicUpdateSlice(_) => self.updated(operands)?,
            Op::Scatter(it) => return self.scatter(op, it, operands),
            Op::Convolution(it) => self.convolution(it, operands, ty)?,
            Op::Cholesky(it) => {
                let value = self.each(operands[0])?;
                self.rw.value(Cholesky { lower: it.lower }, &[value]).ok()?
            }
            Op::TriangularSolve(it) => {
                let values = [self.each(operands[0])?, self.each(operands[1])?];
                self.rw.value(TriangularSolve { ..it.clone() }, &values).ok()?
            }
            Op::Fft(it) => {
                let value = self.each(operands[0])?;
                self.rw.value(Fft { ty: all, ..it.clone() }, &[value]).ok()?
            }
            // Any other op: none of this file.
            _ => return None,
        };
        (self.module().ty(value) == self.batched_type(ty)?).then_some(vec![Lane::Varying(value)])
    }

    /// A gather: from one operand for all, at one list of positions for all, or with a batching
    /// dimension.
    fn gathered(&mut self, it: &Gather, operands: &[Lane]) -> Option<Value> {
        let old = &it.dimension_numbers;
        let mut sizes = it.slice_sizes.clone();
        let (numbers, values) = match (operands[0], operands[1]) {
            (Lane::Uniform(operand), lane) => {
                let numbers = GatherDims {
                    offset_dims: behind(&old.offset_dims),
                    start_indices_batching_dims: behind(&old.start_indices_batching_dims),
                    index_vector_dim: old.index_vector_dim + 1,
                    ..old.clone()
                };
                (numbers, [operand, self.each(lane)?])
            }
            (lane, Lane::Uniform(indices)) => {
                sizes = with(self.trip_count, &sizes);
                let numbers = GatherDims {
                    offset_dims: with(0, &behind(&old.offset_dims)),
                    collapsed_slice_dims: behind(&old.collapsed_slice_dims),
                    operand_batching_dims: behind(&old.operand_batching_dims),
                    start_index_map: behind(&old.start_index_map),
                    ..old.clone()
                };
                (numbers, [self.each(lane)?, indices])
            }
            (operand, indices) => {
                sizes = with(1, &sizes);
                let numbers = GatherDims {
                    offset_dims: behind(&old.offset_dims),
                    collapsed_slice_dims: behind(&old.collapsed_slice_dims),
                    operand_batching_dims: with(0, &behind(&old.operand_batching_dims)),
                    start_indices_batching_dims: with(0, &behind(&old.start_indices_batching_dims)),
                    start_index_map: behind(&old.start_index_map),
                    index_vector_dim: old.index_vector_dim + 1,
                };
                (numbers, [self.each(operand)?, self.each(indices)?])
            }
        };
        let gather =
            Gather { dimension_numbers: numbers, indices_are_sorted: None, slice_sizes: sizes };
        self.rw.value(gather, &values).ok()
    }

    /// Slices of different tensors at positions of their own.
    fn sliced(&mut self, operands: &[Lane], sizes: &Dims) -> Option<Value> {
        let (&of, starts) = operands.split_first()?;
        let rank = starts.len() as i64;
        let indices = self.start_vectors(starts)?;
        let numbers = GatherDims {
            offset_dims: (1..=rank).collect(),
            collapsed_slice_dims: vec![].into(),
            operand_batching_dims: vec![0].into(),
            start_indices_batching_dims: vec![0].into(),
            start_index_map: (1..=rank).collect(),
            index_vector_dim: 1,
        };
        let gather = Gather {
            dimension_numbers: numbers,
            indices_are_sorted: None,
            slice_sizes: with(1, sizes),
        };
        let tensor = self.each(of)?;
        self.rw.value(gather, &[tensor, indices]).ok()
    }

    /// Updates of different tensors at positions of their own: of the tensor of all, one after the other,
    /// which may happen in place.
    fn updated(&mut self, operands: &[Lane]) -> Option<Value> {
        let (of, update, starts) = (operands[0], operands[1], &operands[2..]);
        let (mut all, updates) = (self.each(of)?, self.each(update)?);
        let ty = self.start_type(starts)?;
        self.spend(self.trip_count as usize * (3 + 2 * starts.len()))?;
        for process in 0..self.trip_count {
            let mut values = vec![all, self.iterations(updates, process, process + 1)?];
            values.push(self.rw.constant(splat(ty, process.into())?));
            for &lane in starts {
                values.push(self.part_of(lane, process)?);
            }
            all = self.rw.value(DynamicUpdateSlice {}, &values).ok()?;
        }
        Some(all)
    }

    /// A scatter with a batching dimension.
    fn scatter(&mut self, op: OpId, it: &Scatter, operands: &[Lane]) -> Option<Vec<Lane>> {
        let old = &it.scatter_dimension_numbers;
        let numbers = ScatterDims {
            update_window_dims: behind(&old.update_window_dims),
            inserted_window_dims: behind(&old.inserted_window_dims),
            input_batching_dims: with(0, &behind(&old.input_batching_dims)),
            scatter_indices_batching_dims: with(0, &behind(&old.scatter_indices_batching_dims)),
            scatter_dims_to_operand_dims: behind(&old.scatter_dims_to_operand_dims),
            index_vector_dim: old.index_vector_dim + 1,
        };
        let values: Vec<Value> = operands.iter().map(|&l| self.each(l)).collect::<Option<_>>()?;
        let block = self.module().entry(op, 0)?;
        let region = self.copy_of(block)?;
        let scatter = Scatter {
            scatter_dimension_numbers: numbers,
            indices_are_sorted: None,
            unique_indices: it.unique_indices,
        };
        let built = self.rw.build_with_regions(scatter, &values, &[region]).ok()?;
        Some(self.module().results(built).iter().map(Lane::Varying).collect())
    }

    /// A convolution of different images by one kernel: processes become part of the batch.
    fn convolution(&mut self, it: &Convolution, operands: &[Lane], ty: Type) -> Option<Value> {
        let &Lane::Uniform(kernel) = &operands[1] else { return None };
        if it.batch_group_count != 1 {
            return None;
        }
        let numbers = &it.dimension_numbers;
        let images = self.each(operands[0])?;
        let images = self.merged(images, numbers.input_batch_dimension as usize)?;
        let at = numbers.output_batch_dimension as usize;
        let mut dims = ty.as_tensor()?.dims.to_vec();
        let batch = std::mem::replace(&mut dims[at], 0);
        dims[at] = batch * self.trip_count;
        let whole = ResultType(ty.as_tensor()?.with_dims(&dims).into());
        let convolution = Convolution { ty: whole, ..it.clone() };
        let result = self.rw.value(convolution, &[images, kernel]).ok()?;
        dims[at] = batch;
        dims.insert(at, self.trip_count);
        let apart = self.reshaped(result, &dims)?;
        let mut order: Vec<i64> = (0..dims.len() as i64).collect();
        let processes = order.remove(at);
        order.insert(0, processes);
        self.rw.value(Transpose { permutation: order.into() }, &[apart]).ok()
    }

    /// The leading dimension as the outer part of dimension `at` of each process.
    fn merged(&mut self, value: Value, at: usize) -> Option<Value> {
        let mut dims = self.module().ty(value).as_tensor()?.dims[1..].to_vec();
        let mut order: Vec<i64> = (1..=dims.len() as i64).collect();
        order.insert(at, 0);
        let transposed = self.rw.value(Transpose { permutation: order.into() }, &[value]).ok()?;
        dims[at] *= self.trip_count;
        self.reshaped(transposed, &dims)
    }
}
