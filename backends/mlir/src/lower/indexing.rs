//! Slices at computed positions, and elements of tensors.

use super::function::{Done, Lowered, Lowering};
use super::movement::OPEN;
use crate::build::Val;
use hloom_ir::ops::Gather;
use hloom_ir::{Element, OpId, Value};

impl<'c> Lowering<'_, 'c> {
    /// A start index: signed or unsigned, and as large as an index can be.
    pub(super) fn start(&self, element: Element, x: Val<'c>) -> Val<'c> {
        let b = &self.b;
        if element == Element::U64 {
            let most = b.int_const(b.int(64), i64::MAX);
            let low = b.same("arith.minui", &[x, most]);
            return b.one("arith.index_cast", &[low], b.index_type());
        }
        let name = if element.is_signed() { "arith.index_cast" } else { "arith.index_castui" };
        b.one(name, &[x], b.index_type())
    }

    /// The starts of a slice of these sizes, clamped to extents.
    fn starts(&self, values: &[Value], sizes: &[i64], extents: &[i64]) -> Done<Vec<Val<'c>>> {
        let starts =
            values.iter().zip(sizes.iter().zip(extents)).map(|(&value, (&size, &extent))| {
                let element = self.static_tensor(value)?.element;
                let start = self.start(element, self.scalar(value)?);
                Ok(self.b.clamp(start, extent - size))
            });
        starts.collect()
    }

    /// `stablehlo.dynamic_slice`.
    pub(super) fn dynamic_slice(&self, op: OpId, sizes: &[i64]) -> Done {
        let operands = self.module.operands(op);
        let (tensor, from) = (self.tensor(operands[0])?, self.static_tensor(operands[0])?);
        if sizes.contains(&0) {
            self.result(op, self.b.empty(sizes, self.element(from.element)?));
            return Ok(());
        }
        let starts = self.starts(&operands[1..], sizes, &from.dims)?;
        let offsets = (&vec![OPEN; sizes.len()][..], &starts[..]);
        let slice = self.extract_slice(tensor, offsets, sizes, &vec![1; sizes.len()]);
        self.result(op, slice);
        Ok(())
    }

    /// `stablehlo.dynamic_update_slice`.
    pub(super) fn dynamic_update_slice(&self, op: OpId) -> Done {
        let operands = self.module.operands(op);
        let from = self.static_tensor(operands[0])?;
        let sizes = &self.static_tensor(operands[1])?.dims;
        let tensor = self.tensor(operands[0])?;
        if sizes.contains(&0) {
            self.result(op, tensor);
            return Ok(());
        }
        let starts = self.starts(&operands[2..], sizes, &from.dims)?;
        let offsets = (&vec![OPEN; sizes.len()][..], &starts[..]);
        let update = self.tensor(operands[1])?;
        self.result(op, self.insert_slice(update, tensor, offsets, sizes));
        Ok(())
    }

    /// `stablehlo.gather`.
    pub(super) fn gather(&self, op: OpId, it: &Gather) -> Done {
        let b = &self.b;
        let operands = self.module.operands(op);
        let (from, at) = (self.static_tensor(operands[0])?, self.static_tensor(operands[1])?);
        let to = self.static_tensor(self.module.result(op, 0))?;
        let ty = self.element(to.element)?;
        if from.count() == Some(0) || to.count() == Some(0) {
            self.result(op, b.empty(&to.dims, ty));
            return Ok(());
        }
        let (tensor, indices) = (self.tensor(operands[0])?, self.tensor(operands[1])?);
        let index_type = self.element(at.element)?;
        let d = &it.dimension_numbers;
        let vector = d.index_vector_dim as usize;
        let made = self.generate(&to.dims, ty, |result| {
            let is_offset = |i: &usize| d.offset_dims.contains(&(*i as i64));
            let batch: Vec<Val<'c>> =
                (0..result.len()).filter(|i| !is_offset(i)).map(|i| result[i]).collect();
            let offsets: Vec<Val<'c>> =
                (0..result.len()).filter(is_offset).map(|i| result[i]).collect();
            let mut offsets = offsets.into_iter();
            let mut place = Vec::with_capacity(from.rank());
            for (dim, &extent) in from.dims.iter().enumerate() {
                let dim = dim as i64;
                let mut index = b.index(0);
                if let Some(k) = d.start_index_map.iter().position(|&m| m == dim) {
                    let mut component = batch.clone();
                    if vector < at.rank() {
                        component.insert(vector, b.index(k as i64));
                    }
                    let start = b.extract(indices, &component, index_type);
                    let size = it.slice_sizes[dim as usize];
                    index = b.clamp(self.start(at.element, start), extent - size);
                }
                if let Some(k) = d.operand_batching_dims.iter().position(|&m| m == dim) {
                    let partner = d.start_indices_batching_dims[k] as usize;
                    // A dimension of the indices is one of the batch, without the vector's.
                    index = batch[partner - usize::from(partner > vector)];
                } else if !d.collapsed_slice_dims.contains(&dim)
                    && let Some(offset) = offsets.next()
                {
                    index = b.addi(index, offset);
                }
                place.push(index);
            }
            Ok(b.extract(tensor, &place, ty))
        })?;
        self.result(op, made);
        Ok(())
    }

    /// `tensor.extract`.
    pub(super) fn tensor_extract(&self, op: OpId) -> Done {
        let operands = self.module.operands(op);
        let from = self.static_tensor(operands[0])?;
        let tensor = self.tensor(operands[0])?;
        let indices: Done<Vec<_>> = operands[1..]
            .iter()
            .map(|&v| Ok(self.b.one("arith.index_cast", &[self.scalar(v)?], self.b.index_type())))
            .collect();
        let element = self.b.extract(tensor, &indices?, self.element(from.element)?);
        self.set(self.module.result(op, 0), Lowered::Scalar(element));
        Ok(())
    }

    /// `tensor.from_elements`.
    pub(super) fn tensor_of_elements(&self, op: OpId) -> Done {
        let ty = self.type_of(self.module.ty(self.module.result(op, 0)))?;
        let elements: Done<Vec<_>> =
            self.module.operands(op).iter().map(|&v| self.scalar(v)).collect();
        self.result(op, self.b.one("tensor.from_elements", &elements?, ty));
        Ok(())
    }
}
