//! Row access of tensors: rows selected by induction variables, and rows that each iteration
//! writes.

use super::{Affine, Lane, Lanes};
use hloom_analysis::integers::{scalar, splat};
use hloom_ir::field::Dims;
use hloom_ir::module::Module;
use hloom_ir::ops::{
    Concatenate, DynamicSlice, DynamicUpdateSlice, Gather, GatherDims, Op, Reverse, Slice,
    Transpose,
};
use hloom_ir::{OpId, Type, Value};

/// The row (or block of rows) of a carried tensor that each iteration writes.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) update: Value,
    starts: Vec<Value>,
    sizes: Vec<i64>,
    /// Other reads of the tensor. A read of the row that the iteration before wrote makes a
    /// recurrence.
    pub(super) reads: Vec<OpId>,
}

/// The positions of slices that an induction variable selects: at a constant stride along one
/// dimension, all within the tensor.
#[derive(Clone, Copy, Debug)]
struct StridedAccess {
    dimension: usize,
    /// The start of the slice with the lowest address.
    low: i64,
    /// The distance between the starts of consecutive slices.
    stride: i64,
    /// Whether the last iteration accesses the lowest slice.
    reversed: bool,
}

/// The row of a carried tensor that each iteration writes, if all other uses of the tensor read
/// slices.
pub(super) fn find(module: &Module, arg: Value, next: Value) -> Option<Row> {
    let op = module.def_op(next)?;
    let operands = module.operands(op);
    if !matches!(module.op(op), Op::DynamicUpdateSlice(_))
        || operands[0] != arg
        || !module.has_one_use(next)
    {
        return None;
    }
    let starts = operands[2..].to_vec();
    let sizes = module.ty(operands[1]).as_tensor().filter(|t| t.is_static())?.dims.to_vec();
    let mut reads = Vec::new();
    let reads_row = |(user, at): (OpId, usize)| match module.op(user) {
        Op::DynamicUpdateSlice(_) => user == op && at == 0,
        Op::DynamicSlice(_) => {
            if module.operands(user)[1..] != starts[..] {
                reads.push(user);
            }
            at == 0
        }
        // Any other op: reads other rows.
        _ => false,
    };
    let alone = module.uses(arg).all(reads_row);
    alone.then_some(Row { update: operands[1], starts, sizes, reads })
}

impl Lanes<'_, '_> {
    /// The result of a read within the rows that the iteration itself writes, at any position in
    /// them. The read sees the initial tensor, because no other iteration writes these rows.
    pub(super) fn own_row(&mut self, op: OpId, operands: &[Value]) -> Option<Lane> {
        let Op::DynamicSlice(it) = self.module().op(op) else { return None };
        let sizes = it.slice_sizes.clone();
        let row = self.rows.get(&operands[0])?.clone();
        let index = self.module().args(self.body).iter().position(|&v| v == operands[0])?;
        let init = self.module().operand(self.op, index);
        let dims = &self.module().ty(init).as_tensor().filter(|t| t.is_static())?.dims;
        let written = self.lanes(&row.starts)?;
        let access = self.strided_access(&written, &row.sizes, dims)?;
        let d = access.dimension;
        if access.stride != row.sizes[d] || sizes[d] != row.sizes[d] {
            return None;
        }
        let mut lanes = vec![Lane::Uniform(init)];
        lanes.extend(self.lanes(&operands[1..])?);
        match (written[d], lanes[1 + d]) {
            (Lane::Affine(a), Lane::Affine(b)) if (a.start, a.step) == (b.start, b.step) => {}
            _ => return None,
        }
        Some(Lane::Varying(self.dynamic_slice(&lanes, &sizes)?))
    }

    fn lanes(&self, values: &[Value]) -> Option<Vec<Lane>> {
        values.iter().map(|&v| self.lane(v)).collect()
    }

    /// The result of `read` in the first iteration, if `read` accesses the row of `arg` that the
    /// iteration before wrote.
    pub(super) fn row_before(&mut self, arg: Value, read: OpId, init: Value) -> Option<Value> {
        let row = self.rows.get(&arg)?.clone();
        let dims = self.module().ty(init).as_tensor().filter(|t| t.is_static())?.dims.to_vec();
        let Op::DynamicSlice(it) = self.module().op(read) else { return None };
        if it.slice_sizes[..] != row.sizes[..] {
            return None;
        }
        let starts = self.lanes(&row.starts)?;
        let access = self.strided_access(&starts, &row.sizes, &dims)?;
        if access.stride != row.sizes[access.dimension] {
            return None;
        }
        let read_starts = self.module().operands(read)[1..].to_vec();
        let from = self.lanes(&read_starts)?;
        let mut values = vec![init];
        for (d, (&written, &read)) in starts.iter().zip(&from).enumerate() {
            values.push(match (written, read) {
                (Lane::Uniform(a), Lane::Uniform(b)) if d != access.dimension => {
                    let number = |v| scalar(self.module(), v);
                    if a != b && (number(a).is_none() || number(a) != number(b)) {
                        return None;
                    }
                    b
                }
                (Lane::Affine(a), Lane::Affine(b))
                    if d == access.dimension
                        && a.step == b.step
                        && b.start.checked_add(b.step) == Some(a.start) =>
                {
                    // Start indices are clamped: beyond the end this is the outermost row, which no
                    // iteration has written yet.
                    self.rw.constant(splat(Type::scalar_tensor(b.element), b.start)?)
                }
                _ => return None,
            });
        }
        self.rw.value(DynamicSlice { slice_sizes: row.sizes.into() }, &values).ok()
    }

    /// The positions of slices of these sizes in a tensor of these dimensions.
    fn strided_access(
        &self,
        starts: &[Lane],
        sizes: &[i64],
        dims: &[i64],
    ) -> Option<StridedAccess> {
        let moves = |lane: &Lane| matches!(lane, Lane::Affine(Affine { step, .. }) if *step != 0);
        let dimension = starts.iter().position(moves)?;
        let Lane::Affine(Affine { start, step, .. }) = starts[dimension] else { return None };
        let fixed = |(i, lane): (usize, &Lane)| i == dimension || matches!(lane, Lane::Uniform(_));
        let end = start + step * i128::from(self.trip_count - 1);
        let (low, high) = (start.min(end), start.max(end));
        let fits = 0 <= low && high + i128::from(sizes[dimension]) <= i128::from(dims[dimension]);
        let stride = i64::try_from(step.abs()).ok()?;
        let access = StridedAccess { dimension, low: low as i64, stride, reversed: step < 0 };
        (fits && starts.iter().enumerate().all(fixed)).then_some(access)
    }

    /// The slices of all iterations; `operands` are those of a `dynamic_slice`.
    pub(super) fn dynamic_slice(&mut self, operands: &[Lane], sizes: &Dims) -> Option<Value> {
        let (&of, starts) = operands.split_first()?;
        let x = match of {
            Lane::Uniform(x) => x,
            Lane::Varying(x) => return self.slice_of_each(x, starts, sizes),
            Lane::Affine(_) => return None,
        };
        let tensor = self.module().ty(x).as_tensor().filter(|t| t.is_static())?;
        match self.strided_access(starts, sizes, &tensor.dims) {
            Some(access)
                if access.stride == sizes[access.dimension] || sizes[access.dimension] == 1 =>
            {
                self.slice_of_all(x, starts, sizes, access)
            }
            _ => self.gather(x, starts, sizes),
        }
    }

    /// Slices a tensor that varies with the iteration at the same position in each.
    fn slice_of_each(&mut self, x: Value, starts: &[Lane], sizes: &Dims) -> Option<Value> {
        let mut values = vec![x];
        for lane in starts {
            let &Lane::Uniform(start) = lane else { return None };
            values.push(start);
        }
        let ty = self.module().ty(*values.get(1)?);
        let zero = self.rw.constant(splat(ty, 0)?);
        values.insert(1, zero);
        let slice_sizes = std::iter::once(self.trip_count).chain(sizes.iter().copied()).collect();
        self.rw.value(DynamicSlice { slice_sizes }, &values).ok()
    }

    /// Adjacent slices become one slice, reshaped.
    fn slice_of_all(
        &mut self,
        mut x: Value,
        starts: &[Lane],
        sizes: &Dims,
        access: StridedAccess,
    ) -> Option<Value> {
        let StridedAccess { dimension: d, low, stride, reversed } = access;
        let dims = self.module().ty(x).as_tensor()?.dims.to_vec();
        let whole = |i: usize| i == d || sizes[i] == dims[i];
        let mut cut = dims.clone();
        if !(0..dims.len()).all(whole) {
            let mut values = vec![x];
            let ty = self.start_type(starts);
            for (i, lane) in starts.iter().enumerate() {
                values.push(match *lane {
                    Lane::Uniform(start) if i != d => start,
                    _ => self.rw.constant(splat(ty?, 0)?),
                });
                if i != d {
                    cut[i] = sizes[i];
                }
            }
            x = self.rw.value(DynamicSlice { slice_sizes: cut.clone().into() }, &values).ok()?;
        }
        let mut from = vec![0; dims.len()];
        let mut to = cut.clone();
        let mut by = vec![1; dims.len()];
        from[d] = low;
        to[d] = low + stride * (self.trip_count - 1) + sizes[d];
        if sizes[d] == 1 {
            by[d] = stride;
        }
        let slice =
            Slice { start_indices: from.into(), limit_indices: to.into(), strides: by.into() };
        x = self.rw.value(slice, &[x]).ok()?;
        // The iteration dimension is split off and moved to the front.
        cut[d] = sizes[d];
        cut.insert(d, self.trip_count);
        x = self.reshaped(x, &cut)?;
        if d > 0 {
            let rank = cut.len() as i64;
            let d = d as i64;
            let permutation = std::iter::once(d).chain(0..d).chain(d + 1..rank).collect();
            x = self.rw.value(Transpose { permutation }, &[x]).ok()?;
        }
        self.in_order(x, reversed)
    }

    /// Reverses the order of iterations if `reversed`.
    fn in_order(&mut self, x: Value, reversed: bool) -> Option<Value> {
        if !reversed {
            return Some(x);
        }
        self.rw.value(Reverse { dimensions: vec![0].into() }, &[x]).ok()
    }

    /// The element type of start indices.
    pub(super) fn start_type(&self, starts: &[Lane]) -> Option<Type> {
        Some(match *starts.first()? {
            Lane::Uniform(value) => self.module().ty(value),
            Lane::Affine(line) => Type::scalar_tensor(line.element),
            Lane::Varying(value) => Type::scalar_tensor(self.module().ty(value).element()?),
        })
    }

    /// The start indices of each iteration as a row, for a `gather`.
    pub(super) fn start_vectors(&mut self, starts: &[Lane]) -> Option<Value> {
        let mut columns = Vec::new();
        for &lane in starts {
            let column = self.each(lane)?;
            columns.push(self.reshaped(column, &[self.trip_count, 1])?);
        }
        match columns[..] {
            [one] => Some(one),
            _ => self.rw.value(Concatenate { dimension: 1 }, &columns).ok(),
        }
    }

    /// Slices at arbitrary positions. `gather` clamps start indices like `dynamic_slice`.
    fn gather(&mut self, x: Value, starts: &[Lane], sizes: &Dims) -> Option<Value> {
        let rank = starts.len() as i64;
        let indices = self.start_vectors(starts)?;
        let dimension_numbers = GatherDims {
            offset_dims: (1..=rank).collect(),
            collapsed_slice_dims: vec![].into(),
            operand_batching_dims: vec![].into(),
            start_indices_batching_dims: vec![].into(),
            start_index_map: (0..rank).collect(),
            index_vector_dim: 1,
        };
        let gather =
            Gather { dimension_numbers, indices_are_sorted: None, slice_sizes: sizes.clone() };
        self.rw.value(gather, &[x, indices]).ok()
    }

    /// A carried tensor after the writes of all iterations; `None` unless the written rows are
    /// disjoint.
    pub(super) fn written(&mut self, arg: Value, init: Value) -> Option<Value> {
        let row = self.rows.get(&arg)?.clone();
        let dims = self.module().ty(init).as_tensor().filter(|t| t.is_static())?.dims.to_vec();
        let starts = self.lanes(&row.starts)?;
        let access = self.strided_access(&starts, &row.sizes, &dims)?;
        let StridedAccess { dimension: d, low, stride, reversed } = access;
        if stride != row.sizes[d] {
            return None;
        }
        let update = self.lane(row.update)?;
        let each = self.each(update)?;
        let mut x = self.in_order(each, reversed)?;
        if d > 0 {
            let rank = dims.len() as i64 + 1;
            let d = d as i64;
            let permutation = (1..=d).chain(std::iter::once(0)).chain(d + 1..rank).collect();
            x = self.rw.value(Transpose { permutation }, &[x]).ok()?;
        }
        let mut together = row.sizes.clone();
        together[d] *= self.trip_count;
        x = self.reshaped(x, &together)?;
        if together == dims {
            return Some(x);
        }
        let ty = self.start_type(&starts)?;
        let mut values = vec![init, x];
        for (i, lane) in starts.into_iter().enumerate() {
            values.push(match lane {
                Lane::Uniform(start) if i != d => start,
                _ => self.rw.constant(splat(ty, low.into())?),
            });
        }
        self.rw.value(DynamicUpdateSlice {}, &values).ok()
    }
}
