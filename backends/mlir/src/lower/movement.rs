//! Constants, and ops that move elements between indices known at compile time.

use super::function::{Done, Lowered, Lowering};
use super::generic::dims;
use crate::build::{IntCompare, Val};
use crate::scalar;
use hloom_ir::ops::{Iota, Pad, Slice};
use hloom_ir::{Element, Literal, OpId};
use melior::ir::{Type, ValueLike};

/// The offsets, sizes or strides of a slice: constants, and values where they are not known.
pub(super) const OPEN: i64 = i64::MIN;

impl<'c> Lowering<'_, 'c> {
    /// `stablehlo.constant`.
    pub(super) fn literal(&self, op: OpId, literal: &Literal) -> Done {
        let (b, result) = (&self.b, self.module.result(op, 0));
        let tensor = self.static_tensor(result)?;
        let element = self.element(tensor.element)?;
        let ty = b.tensor(&tensor.dims, element);
        if literal.count() == 0 {
            self.result(op, b.empty(&tensor.dims, element));
            return Ok(());
        }
        if tensor.rank() == 0 && !tensor.element.is_complex() && tensor.element.bit_width() <= 64 {
            self.set(result, Lowered::Scalar(self.scalar_literal(element, literal)));
            return Ok(());
        }
        let constant = match tensor.element {
            Element::I1 => {
                let bools: Vec<i32> = literal.bytes().iter().map(|&byte| byte.into()).collect();
                b.dense_bools(ty, &bools)
            }
            narrow if narrow.bit_width() < 8 => {
                let mask = (1u16 << narrow.bit_width()) as u8 - 1;
                let bytes: Vec<u8> = literal.bytes().iter().map(|byte| byte & mask).collect();
                b.dense(ty, &bytes)
            }
            _ => b.dense(ty, literal.bytes()),
        };
        self.result(op, constant);
        Ok(())
    }

    /// The constant of a literal's first element.
    pub(super) fn scalar_literal(&self, ty: Type<'c>, literal: &Literal) -> Val<'c> {
        let (b, element) = (&self.b, literal.element());
        let mut bytes = [0u8; 8];
        let stored = literal.element_bytes(0);
        bytes[..stored.len()].copy_from_slice(stored);
        let pattern = u64::from_le_bytes(bytes);
        let width = match element {
            Element::TF32 => 32,
            other => other.bit_width(),
        };
        let is_float = matches!(
            element,
            Element::F64 | Element::F32 | Element::TF32 | Element::F16 | Element::BF16
        );
        let extended = ((pattern << (64 - width)) as i64) >> (64 - width);
        if !is_float {
            return b.int_const(ty, extended);
        }
        // A NaN keeps its bits.
        match literal.get_f64(0) {
            value if value.is_nan() => {
                b.one("arith.bitcast", &[b.int_const(b.int(width), extended)], ty)
            }
            value => b.float_const(ty, value),
        }
    }

    /// `stablehlo.iota`.
    pub(super) fn iota(&self, op: OpId, it: &Iota) -> Done {
        let to = self.static_tensor(self.module.result(op, 0))?;
        let ty = self.element(to.element)?;
        let made = self.generate(&to.dims, ty, |indices| {
            let b = &self.b;
            let index = indices[it.iota_dimension as usize];
            let number = b.one("arith.index_cast", &[index], b.int(64));
            self.scalar_of(scalar::convert(b, number, Element::I64, to.element))
        })?;
        self.result(op, made);
        Ok(())
    }

    /// `stablehlo.broadcast_in_dim`.
    pub(super) fn broadcast(&self, op: OpId, places: &[i64]) -> Done {
        let operand = self.module.operand(op, 0);
        let from = self.static_tensor(operand)?;
        let to = self.static_tensor(self.module.result(op, 0))?;
        if from.rank() == 0 {
            if to.rank() == 0 {
                self.set(self.module.result(op, 0), self.lowered(operand)?);
                return Ok(());
            }
            let filled = self.filled(&to.dims, self.scalar(operand)?)?;
            self.result(op, filled);
            return Ok(());
        }
        let ty = self.element(to.element)?;
        let tensor = self.tensor(operand)?;
        let stretched =
            places.iter().zip(&from.dims).any(|(&d, &n)| n == 1 && to.dims[d as usize] != 1);
        let made = match stretched {
            true => self.generate(&to.dims, ty, |indices| {
                let at = places.iter().zip(&from.dims).map(|(&d, &n)| match n {
                    1 => self.b.index(0),
                    _ => indices[d as usize],
                });
                let at: Vec<_> = at.collect();
                Ok(self.b.extract(tensor, &at, ty))
            })?,
            false => {
                let input = (tensor, dims(places.iter().map(|&d| d as usize)));
                let out = (self.b.empty(&to.dims, ty), dims(0..to.rank()));
                self.generic(&[input], &[out], &vec![false; to.rank()], |x| Ok(vec![x[0]]))?[0]
            }
        };
        self.result(op, made);
        Ok(())
    }

    /// `stablehlo.transpose`.
    pub(super) fn transpose(&self, op: OpId, permutation: &[i64]) -> Done {
        let to = self.static_tensor(self.module.result(op, 0))?;
        let tensor = self.tensor(self.module.operand(op, 0))?;
        if to.rank() == 0 {
            self.result(op, tensor);
            return Ok(());
        }
        // Dimension p[i] of the operand is dimension i of the result.
        let mut places = vec![0; to.rank()];
        permutation.iter().enumerate().for_each(|(i, &p)| places[p as usize] = i);
        let out = (self.b.empty(&to.dims, self.element(to.element)?), dims(0..to.rank()));
        let input = (tensor, dims(places));
        let made = self.generic(&[input], &[out], &vec![false; to.rank()], |x| Ok(vec![x[0]]))?;
        self.result(op, made[0]);
        Ok(())
    }

    /// A tensor of the same elements in row-major order with other extents.
    pub(super) fn reshaped(&self, tensor: Val<'c>, from: &[i64], to: &[i64]) -> Done<Val<'c>> {
        let b = &self.b;
        let element = super::generic::element_of(tensor);
        if from == to {
            return Ok(tensor);
        }
        let count: i64 = to.iter().product();
        if count == 0 {
            return Ok(b.empty(to, element));
        }
        let group = |rank: usize| match rank {
            0 => b.array(&[]),
            _ => {
                let all: Vec<_> = (0..rank as i64).map(|d| b.int_attr(b.int(64), d)).collect();
                b.array(&[b.array(&all)])
            }
        };
        // By way of one dimension, or of none for a single element.
        let mut flat = tensor;
        let middle: &[i64] = if from.is_empty() || to.is_empty() { &[] } else { &[count] };
        if from != middle {
            let rank = if middle.is_empty() { 0 } else { from.len() };
            let attrs = [("reassociation", group(rank))];
            let ty = b.tensor(middle, element);
            flat = b.op("tensor.collapse_shape", &[tensor], &[ty], &attrs, Vec::new())[0];
        }
        if to == middle {
            return Ok(flat);
        }
        let rank = if middle.is_empty() { 0 } else { to.len() };
        let attrs = [("reassociation", group(rank)), ("static_output_shape", b.ints(to))];
        let ty = b.tensor(to, element);
        Ok(b.op("tensor.expand_shape", &[flat], &[ty], &attrs, Vec::new())[0])
    }

    /// `tensor.extract_slice` at constants, or values where an offset is [`OPEN`].
    pub(super) fn extract_slice(
        &self,
        tensor: Val<'c>,
        (offsets, values): (&[i64], &[Val<'c>]),
        sizes: &[i64],
        strides: &[i64],
    ) -> Val<'c> {
        let b = &self.b;
        let operands: Vec<_> = std::iter::once(tensor).chain(values.iter().copied()).collect();
        let ty = b.tensor(sizes, super::generic::element_of(tensor));
        let attrs = [
            ("static_offsets", b.ints(offsets)),
            ("static_sizes", b.ints(sizes)),
            ("static_strides", b.ints(strides)),
            ("operandSegmentSizes", b.segments(&[1, values.len() as i32, 0, 0])),
        ];
        b.op("tensor.extract_slice", &operands, &[ty], &attrs, Vec::new())[0]
    }

    /// `tensor.insert_slice` at constants, or values where an offset is [`OPEN`].
    pub(super) fn insert_slice(
        &self,
        slice: Val<'c>,
        tensor: Val<'c>,
        (offsets, values): (&[i64], &[Val<'c>]),
        sizes: &[i64],
    ) -> Val<'c> {
        let b = &self.b;
        let operands: Vec<_> = [slice, tensor].into_iter().chain(values.iter().copied()).collect();
        let attrs = [
            ("static_offsets", b.ints(offsets)),
            ("static_sizes", b.ints(sizes)),
            ("static_strides", b.ints(&vec![1; sizes.len()])),
            ("operandSegmentSizes", b.segments(&[1, 1, values.len() as i32, 0, 0])),
        ];
        b.op("tensor.insert_slice", &operands, &[tensor.r#type()], &attrs, Vec::new())[0]
    }

    /// `stablehlo.slice`.
    pub(super) fn slice(&self, op: OpId, it: &Slice) -> Done {
        let to = self.static_tensor(self.module.result(op, 0))?;
        if to.count() == Some(0) {
            self.result(op, self.b.empty(&to.dims, self.element(to.element)?));
            return Ok(());
        }
        let tensor = self.tensor(self.module.operand(op, 0))?;
        let slice = self.extract_slice(tensor, (&it.start_indices, &[]), &to.dims, &it.strides);
        self.result(op, slice);
        Ok(())
    }

    /// `stablehlo.concatenate`.
    pub(super) fn concatenate(&self, op: OpId, dimension: usize) -> Done {
        let to = self.static_tensor(self.module.result(op, 0))?;
        let mut whole = self.b.empty(&to.dims, self.element(to.element)?);
        let mut offsets = vec![0; to.rank()];
        for &operand in self.module.operands(op) {
            let from = self.static_tensor(operand)?;
            if from.count() != Some(0) {
                let part = self.tensor(operand)?;
                whole = self.insert_slice(part, whole, (&offsets, &[]), &from.dims);
            }
            offsets[dimension] += from.dims[dimension];
        }
        self.result(op, whole);
        Ok(())
    }

    /// `stablehlo.reverse`.
    pub(super) fn reverse(&self, op: OpId, dimensions: &[i64]) -> Done {
        let to = self.static_tensor(self.module.result(op, 0))?;
        let tensor = self.tensor(self.module.operand(op, 0))?;
        let ty = self.element(to.element)?;
        let made = self.generate(&to.dims, ty, |indices| {
            let b = &self.b;
            let mut at = indices.to_vec();
            for &d in dimensions {
                let last = b.index(to.dims[d as usize] - 1);
                at[d as usize] = b.subi(last, at[d as usize]);
            }
            Ok(b.extract(tensor, &at, ty))
        })?;
        self.result(op, made);
        Ok(())
    }

    /// `stablehlo.pad`: each element reads the operand at the index that it would have there, and
    /// the padding value is taken where that is outside or between two elements.
    pub(super) fn pad(&self, op: OpId, it: &Pad) -> Done {
        let from = self.static_tensor(self.module.operand(op, 0))?;
        let to = self.static_tensor(self.module.result(op, 0))?;
        let padding = self.scalar(self.module.operand(op, 1))?;
        if from.count() == Some(0) || to.rank() == 0 {
            let made = match to.rank() {
                0 => self.tensor(self.module.operand(op, 0))?,
                _ => self.filled(&to.dims, padding)?,
            };
            self.result(op, made);
            return Ok(());
        }
        let tensor = self.tensor(self.module.operand(op, 0))?;
        let ty = self.element(to.element)?;
        let made = self.generate(&to.dims, ty, |indices| {
            let (mut at, mut valid) = (Vec::new(), Vec::new());
            for (d, &index) in indices.iter().enumerate() {
                let place = self.b.add_const(index, it.edge_padding_low[d].wrapping_neg());
                let step = it.interior_padding[d] + 1;
                at.push(self.checked_index(place, step, from.dims[d], &mut valid));
            }
            let element = self.b.extract(tensor, &at, ty);
            Ok(self.b.select(self.b.all(&valid), element, padding))
        })?;
        self.result(op, made);
        Ok(())
    }

    /// The index `place / step`, clamped to an extent; adds the conditions under which the place is
    /// that of an element.
    pub(super) fn checked_index(
        &self,
        place: Val<'c>,
        step: i64,
        extent: i64,
        valid: &mut Vec<Val<'c>>,
    ) -> Val<'c> {
        let b = &self.b;
        let mut index = place;
        valid.push(b.cmpi(IntCompare::Sge, place, b.index(0)));
        if step > 1 {
            let step = b.index(step);
            index = b.same("arith.divsi", &[place, step]);
            let rest = b.same("arith.remsi", &[place, step]);
            valid.push(b.cmpi(IntCompare::Eq, rest, b.index(0)));
        }
        valid.push(b.cmpi(IntCompare::Slt, index, b.index(extent)));
        b.clamp(index, extent - 1)
    }

    /// The bits of an element as an integer.
    fn to_bits(&self, element: Element, x: Val<'c>) -> Val<'c> {
        let b = &self.b;
        if element.is_complex() {
            let (part, width) = (element.real_part(), element.bit_width());
            let float =
                if part == Element::F64 { Type::float64(b.cx) } else { Type::float32(b.cx) };
            let wide = |name: &str| {
                let part = b.one(name, &[x], float);
                let bits = b.one("arith.bitcast", &[part], b.int(width / 2));
                b.one("arith.extui", &[bits], b.int(width))
            };
            let half = b.int_const(b.int(width), i64::from(width / 2));
            return b.or(wide("complex.re"), b.same("arith.shli", &[wide("complex.im"), half]));
        }
        match element {
            Element::F64 | Element::F32 | Element::F16 | Element::BF16 => {
                b.one("arith.bitcast", &[x], b.int(element.bit_width()))
            }
            _ => x,
        }
    }

    /// The element with these bits.
    fn of_bits(&self, element: Element, ty: Type<'c>, bits: Val<'c>) -> Val<'c> {
        let b = &self.b;
        if element.is_complex() {
            let (part, width) = (element.real_part(), element.bit_width());
            let float =
                if part == Element::F64 { Type::float64(b.cx) } else { Type::float32(b.cx) };
            let half = b.int_const(b.int(width), i64::from(width / 2));
            let high = b.same("arith.shrui", &[bits, half]);
            let part = |bits: Val<'c>| {
                let low = b.one("arith.trunci", &[bits], b.int(width / 2));
                b.one("arith.bitcast", &[low], float)
            };
            return b.one("complex.create", &[part(bits), part(high)], ty);
        }
        match element {
            Element::F64 | Element::F32 | Element::F16 | Element::BF16 => {
                b.one("arith.bitcast", &[bits], ty)
            }
            _ => bits,
        }
    }

    /// `stablehlo.bitcast_convert`: a wider element is several narrower ones along a last dimension,
    /// the lowest bits first.
    pub(super) fn bitcast(&self, op: OpId) -> Done {
        let b = &self.b;
        let from = self.static_tensor(self.module.operand(op, 0))?;
        let to = self.static_tensor(self.module.result(op, 0))?;
        let tensor = self.tensor(self.module.operand(op, 0))?;
        if from.element == Element::TF32 || to.element == Element::TF32 {
            return Err(self.unsupported("bits of tf32 are those of f32"));
        }
        let (width, wanted) = (from.element.bit_width(), to.element.bit_width());
        let (source, ty) = (self.element(from.element)?, self.element(to.element)?);
        let made = self.generate(&to.dims, ty, |indices| {
            let rank = indices.len();
            if width == wanted {
                let element = b.extract(tensor, indices, source);
                return Ok(self.of_bits(to.element, ty, self.to_bits(from.element, element)));
            }
            if width > wanted {
                let element = b.extract(tensor, &indices[..rank - 1], source);
                let bits = self.to_bits(from.element, element);
                let part = b.one("arith.index_cast", &[indices[rank - 1]], b.int(width));
                let shift = b.muli(part, b.int_const(b.int(width), i64::from(wanted)));
                let shifted = b.same("arith.shrui", &[bits, shift]);
                let low = b.one("arith.trunci", &[shifted], b.int(wanted));
                return Ok(self.of_bits(to.element, ty, low));
            }
            let mut whole = b.int_const(b.int(wanted), 0);
            for part in 0..i64::from(wanted / width) {
                let at: Vec<_> = indices.iter().copied().chain([b.index(part)]).collect();
                let bits = self.to_bits(from.element, b.extract(tensor, &at, source));
                let wide = b.one("arith.extui", &[bits], b.int(wanted));
                let shift = b.int_const(b.int(wanted), part * i64::from(width));
                whole = b.or(whole, b.same("arith.shli", &[wide, shift]));
            }
            Ok(self.of_bits(to.element, ty, whole))
        })?;
        self.result(op, made);
        Ok(())
    }
}
