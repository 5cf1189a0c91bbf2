//! Short forms for the ops that every part builds.

use crate::{Raiser, Try};
use hloom_ir::field::{Dims, ResultType};
use hloom_ir::ops::{
    self, And, BitcastConvert, BroadcastInDim, Compare, Convert, Direction, Gather, GatherDims,
    Iota, Multiply, Op, Reshape, Return, Select, Transpose,
};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Element, Literal, Region, TensorType, Type, TypeKind, Value};

/// The largest number of elements of a tensor over an iteration space.
const LIMIT: i64 = 1 << 26;

/// The type of the tensor for a value: itself, or rank 0 for a scalar. An `index` is an `i64`.
pub(crate) fn lifted(ty: Type) -> Option<Type> {
    match ty.kind() {
        TypeKind::Scalar(Element::Index) => Some(Type::scalar_tensor(Element::I64)),
        TypeKind::Scalar(element) => Some(Type::scalar_tensor(*element)),
        TypeKind::Tensor(t) if t.count().is_some() && t.element != Element::Index => Some(ty),
        _ => None,
    }
}

/// The unsigned element of the same width; booleans are their own.
pub(crate) fn unsigned(element: Element) -> Option<Element> {
    Some(match element {
        Element::I1 => Element::I1,
        Element::I2 => Element::U2,
        Element::I4 => Element::U4,
        Element::I8 => Element::U8,
        Element::I16 => Element::U16,
        Element::I32 => Element::U32,
        Element::I64 | Element::Index => Element::U64,
        _ => return None,
    })
}

impl Raiser<'_> {
    /// Builds an op with one result.
    pub(crate) fn build(&mut self, op: impl Into<Op>, operands: &[Value]) -> Try<Value> {
        self.rw.value(op, operands).map_err(|error| error.to_string())
    }

    /// The tensor type of a raised value.
    pub(crate) fn tensor_of(&self, value: Value) -> Try<&'static TensorType> {
        let ty = self.module().ty(value);
        ty.as_tensor().ok_or_else(|| format!("{ty} is no tensor"))
    }

    /// The extents of a raised value.
    pub(crate) fn dims(&self, value: Value) -> Vec<i64> {
        self.module().ty(value).as_tensor().map_or_else(Vec::new, |t| t.dims.to_vec())
    }

    /// The element type of a raised value.
    pub(crate) fn element(&self, value: Value) -> Element {
        self.module().ty(value).element().unwrap_or(Element::I1)
    }

    /// A scalar beside tensors as a tensor.
    pub(crate) fn lift(&mut self, scalar: Value) -> Try<Value> {
        let ty = self.module().ty(scalar);
        let lifted = lifted(ty).ok_or_else(|| format!("a value of {ty} has no form"))?;
        let mut scalar = scalar;
        if ty == Type::scalar(Element::Index) {
            let ty = ResultType(Type::scalar(Element::I64));
            scalar = self.build(ops::IndexCast { ty }, &[scalar])?;
        }
        self.build(ops::TensorFromElements { ty: ResultType(lifted) }, &[scalar])
    }

    /// The element of a tensor of rank 0 as a scalar of this type.
    pub(crate) fn lowered(&mut self, tensor: Value, ty: Type) -> Try<Value> {
        let scalar = self.build(ops::TensorExtract {}, &[tensor])?;
        match ty == Type::scalar(Element::Index) {
            true => self.build(ops::IndexCast { ty: ResultType(ty) }, &[scalar]),
            false => Ok(scalar),
        }
    }

    /// A tensor of equal numbers.
    pub(crate) fn splat(&mut self, element: Element, number: f64, dims: &[i64]) -> Try<Value> {
        let parts: &[f64] = if element.is_complex() { &[number, 0.0] } else { &[number] };
        let part = element.real_part();
        let mut bytes = vec![0u8; element.byte_width()];
        for (slot, &number) in bytes.chunks_exact_mut(part.byte_width()).zip(parts) {
            match part.is_float() {
                true => hloom_ir::literal::write_f64(part, number, slot),
                false => {
                    let width = slot.len();
                    slot.copy_from_slice(&(number as i64).to_le_bytes()[..width]);
                }
            }
        }
        let literal = Literal::splat(Type::tensor(dims, element), &bytes);
        Ok(self.rw.constant(literal.map_err(|e| e.to_string())?))
    }

    /// An `i64` of rank 0.
    pub(crate) fn number(&mut self, number: i64) -> Try<Value> {
        let ty = Type::scalar_tensor(Element::I64);
        let literal = Literal::splat(ty, &number.to_le_bytes()).map_err(|e| e.to_string())?;
        Ok(self.rw.constant(literal))
    }

    /// A tensor along other dimensions of these extents.
    pub(crate) fn broadcast(&mut self, value: Value, places: &[usize], to: &[i64]) -> Try<Value> {
        let from = self.dims(value);
        if from == to && places.iter().copied().eq(0..from.len()) {
            return Ok(value);
        }
        let element = self.element(value);
        if places.len() == to.len() && from.iter().zip(places).all(|(&n, &d)| to[d] == n) {
            let mut permutation = vec![0; places.len()];
            places.iter().enumerate().for_each(|(i, &d)| permutation[d] = i as i64);
            return self.transpose(value, permutation);
        }
        let dims: Dims = places.iter().map(|&d| d as i64).collect();
        let ty = ResultType(Type::tensor(to, element));
        let made = self.build(BroadcastInDim { broadcast_dimensions: dims, ty }, &[value])?;
        if let Some(scalar) = self.uniform(value) {
            self.fills.insert(made, scalar);
        }
        Ok(made)
    }

    /// A tensor with its dimensions in another order.
    pub(crate) fn transpose(&mut self, value: Value, permutation: Vec<i64>) -> Try<Value> {
        if permutation.iter().copied().eq(0..permutation.len() as i64) {
            return Ok(value);
        }
        self.build(Transpose { permutation: permutation.into() }, &[value])
    }

    /// The element that all elements of a tensor are equal to.
    pub(crate) fn uniform(&self, value: Value) -> Option<Value> {
        match self.dims(value).is_empty() {
            true => Some(value),
            false => self.fills.get(&value).copied(),
        }
    }

    /// A tensor of other extents.
    pub(crate) fn reshape(&mut self, value: Value, dims: &[i64]) -> Try<Value> {
        if self.dims(value) == dims {
            return Ok(value);
        }
        let ty = Type::tensor(dims, self.element(value));
        self.build(Reshape { ty: ResultType(ty) }, &[value])
    }

    /// A tensor of another element type.
    pub(crate) fn convert(&mut self, value: Value, to: Element) -> Try<Value> {
        if self.element(value) == to {
            return Ok(value);
        }
        let ty = self.tensor_of(value)?.with_element(to);
        self.build(Convert { ty: ResultType(ty.into()) }, &[value])
    }

    /// The same bits as another element type.
    pub(crate) fn bits(&mut self, value: Value, to: Element) -> Try<Value> {
        if self.element(value) == to {
            return Ok(value);
        }
        let ty = self.tensor_of(value)?.with_element(to);
        self.build(BitcastConvert { ty: ResultType(ty.into()) }, &[value])
    }

    /// A comparison.
    pub(crate) fn compare(&mut self, how: Direction, a: Value, b: Value) -> Try<Value> {
        self.build(Compare { comparison_direction: how, compare_type: None }, &[a, b])
    }

    /// Whether elements are not NaN.
    pub(crate) fn ordered(&mut self, a: Value) -> Try<Value> {
        self.compare(Direction::Eq, a, a)
    }

    /// The choice between two tensors.
    pub(crate) fn select(&mut self, p: Value, a: Value, b: Value) -> Try<Value> {
        let mut all = [p, a, b];
        self.together(&mut all)?;
        self.build(Select {}, &all)
    }

    /// Both truth values.
    pub(crate) fn both(&mut self, a: Value, b: Value) -> Try<Value> {
        let mut all = [a, b];
        self.together(&mut all)?;
        self.build(And {}, &all)
    }

    /// Broadcasts tensors of rank 0 to the extents of the others.
    pub(crate) fn together(&mut self, all: &mut [Value]) -> Try<()> {
        let to = all.iter().map(|&v| self.dims(v)).max_by_key(Vec::len).unwrap_or_default();
        for value in all {
            if self.dims(*value).is_empty() {
                *value = self.broadcast(*value, &[], &to)?;
            } else if self.dims(*value) != to {
                return Err("its operands have different extents".to_owned());
            }
        }
        Ok(())
    }

    /// The index along a dimension of these extents.
    pub(crate) fn iota(&mut self, dims: &[i64], dimension: usize) -> Try<Value> {
        if dims[dimension] == 1 {
            return self.number(0);
        }
        self.within_limit(dims)?;
        let ty = ResultType(Type::tensor(dims, Element::I64));
        self.build(Iota { iota_dimension: dimension as i64, ty }, &[])
    }

    /// Checks that a tensor over a space is not too large.
    pub(crate) fn within_limit(&self, dims: &[i64]) -> Try<()> {
        let count = dims.iter().try_fold(1i64, |n, &d| n.checked_mul(d));
        match count {
            Some(n) if n <= LIMIT => Ok(()),
            _ => Err(format!("its iteration space has more than {LIMIT} points")),
        }
    }

    /// The elements of a tensor at an index in each dimension: tensors of rank 0, or of the extents
    /// of a space.
    pub(crate) fn elements_at(&mut self, tensor: Value, at: &[Value]) -> Try<Value> {
        let from = self.dims(tensor);
        if from.is_empty() {
            return Ok(tensor);
        }
        if from.contains(&0) {
            // No index is in bounds, so the op runs nowhere, and may give anything.
            let element = self.tensor_of(tensor)?.element;
            return self.splat(element, 0.0, &[]);
        }
        let ones: Dims = vec![1; from.len()].into();
        if at.iter().all(|&v| self.dims(v).is_empty()) {
            let operands: Vec<Value> = std::iter::once(tensor).chain(at.iter().copied()).collect();
            let slice = self.build(ops::DynamicSlice { slice_sizes: ones }, &operands)?;
            return self.reshape(slice, &[]);
        }
        let mut at = at.to_vec();
        self.together(&mut at)?;
        let space = self.dims(at[0]);
        let vector: Vec<i64> = space.iter().copied().chain([1]).collect();
        let parts: Try<Vec<Value>> = at.iter().map(|&v| self.reshape(v, &vector)).collect();
        let dimension = space.len() as i64;
        let indices = match &parts?[..] {
            [one] => *one,
            parts => self.build(ops::Concatenate { dimension }, parts)?,
        };
        let all: Dims = (0..from.len() as i64).collect();
        let none = || Dims::from(Vec::new());
        let gather = Gather {
            dimension_numbers: GatherDims {
                offset_dims: none(),
                collapsed_slice_dims: all.clone(),
                operand_batching_dims: none(),
                start_indices_batching_dims: none(),
                start_index_map: all,
                index_vector_dim: dimension,
            },
            indices_are_sorted: None,
            slice_sizes: ones,
        };
        self.build(gather, &[tensor, indices])
    }

    /// A value times a constant, plus another value.
    pub(crate) fn scaled(&mut self, value: Value, by: i64) -> Try<Value> {
        if by == 1 {
            return Ok(value);
        }
        let mut both = [value, self.number(by)?];
        self.together(&mut both)?;
        self.build(Multiply {}, &both)
    }

    /// A region of one block, filled by a function of its arguments that returns what it yields.
    pub(crate) fn region(
        &mut self,
        args: &[Type],
        fill: impl FnOnce(&mut Self, &[Value]) -> Try<Vec<Value>>,
    ) -> Try<Region> {
        let here = self.rw.point();
        let (region, block) = self.rw.region(args);
        self.loose.push(block);
        self.rw.set_point(InsertPoint::End(block));
        let args = self.module().args(block).to_vec();
        let yielded = fill(self, &args);
        let ended = yielded.and_then(|values| {
            self.rw.set_point(InsertPoint::End(block));
            self.rw.build(Return {}, &values).map_err(|e| e.to_string())
        });
        self.rw.set_point(here);
        ended.map(|_| region)
    }

    /// Builds an op with regions.
    pub(crate) fn build_with(
        &mut self,
        op: impl Into<Op>,
        operands: &[Value],
        regions: &[Region],
    ) -> Try<Vec<Value>> {
        let op = self.rw.build_with_regions(op, operands, regions).map_err(|e| e.to_string())?;
        Ok(self.module().results(op).iter().collect())
    }
}
