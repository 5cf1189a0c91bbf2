//! Updates at computed positions, in index order, as loops over tensors that are carried.

use super::function::{Done, Lowered, Lowering};
use crate::build::{IntCompare, Val};
use hloom_ir::OpId;
use hloom_ir::ops::{Scatter, SelectAndScatter};
use melior::ir::ValueLike;

impl<'c> Lowering<'_, 'c> {
    /// `stablehlo.scatter`.
    pub(super) fn scatter(&self, op: OpId, it: &Scatter) -> Done {
        let b = &self.b;
        let body = self.body(0)?;
        let operands = self.module.operands(op);
        let n = operands.len() / 2;
        let inputs = self.static_tensor(operands[0])?;
        let (at, updates) =
            (self.static_tensor(operands[n])?, self.static_tensor(operands[n + 1])?);
        let results: Vec<_> = self.module.results(op).iter().collect();
        let to = self.elements(results.iter().copied())?;
        let from = self.elements(operands[..n].iter().copied())?;
        let update_from = self.elements(operands[n + 1..].iter().copied())?;
        let takes = self.argument_elements(body)?;
        let indices = self.tensor(operands[n])?;
        let index_type = self.element(at.element)?;
        let mut carried = Vec::new();
        let mut given = Vec::new();
        for i in 0..n {
            let tensor = self.tensor(operands[i])?;
            carried.push(match from[i] == to[i] {
                true => tensor,
                false => {
                    let ty = self.element(to[i])?;
                    self.elementwise(&inputs.dims, &[tensor], &[ty], |x| {
                        self.converted(x, &from[i..], &to[i..])
                    })?[0]
                }
            });
            given.push(self.tensor(operands[n + 1 + i])?);
        }
        let d = &it.scatter_dimension_numbers;
        let vector = d.index_vector_dim as usize;
        let result_types: Done<Vec<_>> = to.iter().map(|&e| self.element(e)).collect();
        let result_types = result_types?;
        let update_types: Done<Vec<_>> = update_from.iter().map(|&e| self.element(e)).collect();
        let update_types = update_types?;
        let made = self.nest(&updates.dims, &carried, &mut |place, carried| {
            let is_window = |i: &usize| d.update_window_dims.contains(&(*i as i64));
            let batch: Vec<Val<'c>> =
                (0..place.len()).filter(|i| !is_window(i)).map(|i| place[i]).collect();
            let mut offsets = (0..place.len()).filter(is_window).map(|i| place[i]);
            let (mut target, mut valid) = (Vec::new(), Vec::new());
            for (dim, &extent) in inputs.dims.iter().enumerate() {
                let dim = dim as i64;
                let mut index = b.index(0);
                if let Some(k) = d.scatter_dims_to_operand_dims.iter().position(|&m| m == dim) {
                    let mut component = batch.clone();
                    if vector < at.rank() {
                        component.insert(vector, b.index(k as i64));
                    }
                    index = self.start(at.element, b.extract(indices, &component, index_type));
                }
                if let Some(k) = d.input_batching_dims.iter().position(|&m| m == dim) {
                    let partner = d.scatter_indices_batching_dims[k] as usize;
                    index = batch[partner - usize::from(partner > vector)];
                } else if !d.inserted_window_dims.contains(&dim)
                    && let Some(offset) = offsets.next()
                {
                    // A start near the largest number is out of bounds with any offset.
                    valid.push(b.cmpi(IntCompare::Sle, index, b.index(extent)));
                    index = b.addi(index, offset);
                }
                valid.push(b.cmpi(IntCompare::Sge, index, b.index(0)));
                valid.push(b.cmpi(IntCompare::Slt, index, b.index(extent)));
                target.push(index);
            }
            let types: Vec<_> = carried.iter().map(|v| v.r#type()).collect();
            let updated = || {
                let mut args = Vec::new();
                for (i, &tensor) in carried.iter().enumerate() {
                    args.push(b.extract(tensor, &target, result_types[i]));
                }
                for (i, &update) in given.iter().enumerate() {
                    let element = b.extract(update, place, update_types[i]);
                    args.extend(self.converted(&[element], &update_from[i..], &takes[n + i..])?);
                }
                let yielded = self.scalars(body, &args)?;
                let pairs = carried.iter().zip(yielded);
                Ok(pairs.map(|(&tensor, new)| b.insert(new, tensor, &target)).collect())
            };
            b.if_(b.all(&valid), &types, updated, || Ok(carried.to_vec()))
        })?;
        results.iter().zip(made).for_each(|(&v, t)| self.set(v, Lowered::Tensor(t)));
        Ok(())
    }

    /// `stablehlo.select_and_scatter`: each window selects one of its elements, in order and without
    /// padding; the source is combined with the result there.
    pub(super) fn select_and_scatter(&self, op: OpId, it: &SelectAndScatter) -> Done {
        let b = &self.b;
        let (select, combine) = (self.body(0)?, self.body(1)?);
        let operands = self.module.operands(op);
        let (x, source) = (self.static_tensor(operands[0])?, self.static_tensor(operands[1])?);
        let init_element = self.static_tensor(operands[2])?.element;
        let to = self.static_tensor(self.module.result(op, 0))?;
        let takes = self.argument_elements(combine)?;
        let windows = it.windows(x.rank());
        let (tensor, given) = (self.tensor(operands[0])?, self.tensor(operands[1])?);
        let (ty, source_type) = (self.element(x.element)?, self.element(source.element)?);
        let to_type = self.element(to.element)?;
        let init = self.scalar(operands[2])?;
        let init = self.converted(&[init], &[init_element], &[to.element])?[0];
        let result = self.filled(&to.dims, init)?;
        let no = b.int_const(b.int(1), 0);
        let sizes: Vec<i64> = windows.iter().map(|w| w.0).collect();
        let made = self.nest(&source.dims, &[result], &mut |place, carried| {
            // Whether an element is selected, the element, and its index.
            let mut best = vec![no, b.extract(tensor, &vec![b.index(0); x.rank()], ty)];
            best.extend(vec![b.index(0); x.rank()]);
            let best = self.nest(&sizes, &best, &mut |step, best| {
                let (mut at, mut valid) = (Vec::new(), Vec::new());
                for (d, &(_, stride, (low, _))) in windows.iter().enumerate() {
                    let first = b.mul_const(place[d], stride);
                    let index = b.add_const(b.addi(first, step[d]), -low);
                    at.push(self.checked_index(index, 1, x.dims[d], &mut valid));
                }
                let candidate = b.extract(tensor, &at, ty);
                let keeps = self.scalars(select, &[best[1], candidate])?[0];
                let keeps = b.and(best[0], keeps);
                let changes = b.same("arith.xori", &[keeps, b.int_const(b.int(1), 1)]);
                let changes = b.and(b.all(&valid), changes);
                let mut next = vec![b.or(best[0], changes), b.select(changes, candidate, best[1])];
                for (d, &index) in at.iter().enumerate() {
                    next.push(b.select(changes, index, best[2 + d]));
                }
                Ok(next)
            })?;
            let types = [carried[0].r#type()];
            let updated = || {
                let old = b.extract(carried[0], &best[2..], to_type);
                let update = b.extract(given, place, source_type);
                let update = self.converted(&[update], &[source.element], &takes[1..])?[0];
                let new = self.scalars(combine, &[old, update])?[0];
                Ok(vec![b.insert(new, carried[0], &best[2..])])
            };
            b.if_(best[0], &types, updated, || Ok(carried.to_vec()))
        })?;
        self.result(op, made[0]);
        Ok(())
    }
}
