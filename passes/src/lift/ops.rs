//! Copies of the ops of a block, conditions, scalars, and placeholder values.

use super::emit::{Emitter, tensor_type};
use super::graph::Node;
use super::join::text;
use super::state::Decision;
use super::{Failure, Lifted};
use hloom_ir::field::{Dims, ResultType};
use hloom_ir::ops::{
    AfterAll, Concatenate, Constant, ExpectEqConst, MakeArray, MakeStruct, Op, Reshape, Select,
    Switch, TensorExtract, TensorFromElements, Tuple,
};
use hloom_ir::types::TypeKind;
use hloom_ir::{Attr, AttrDict, Block, Element, Literal, OpId, Type, Value};

impl Emitter<'_, '_> {
    /// Copies the ops of a block except the terminator; returns the copies.
    pub(super) fn body(&mut self, block: Block) -> Lifted<Vec<OpId>> {
        let mut copies = Vec::new();
        let mut next = self.module().first_op(block);
        while let Some(op) = next {
            next = self.module().next(op);
            if next.is_some() {
                self.at = op;
                self.copy(op, &mut copies)?;
            }
        }
        Ok(copies)
    }

    fn copy(&mut self, op: OpId, copies: &mut Vec<OpId>) -> Lifted<()> {
        self.rw.set_source(op);
        let module = self.module();
        match module.op(op) {
            Op::ScalarConstant(it) => {
                let literal = it.literal().ok_or_else(|| self.unsupported(op, "no number"))?;
                let value = self.rw.constant(literal);
                self.defined(op, value);
                copies.extend(self.module().def_op(value));
                return Ok(());
            }
            Op::TensorExtract(_) => {
                let value = self.extract(op)?;
                self.defined(op, value);
                return Ok(());
            }
            Op::TensorFromElements(it) => {
                let (ty, elements) = (it.ty.0, self.module().operands(op).to_vec());
                let elements: Vec<Value> = elements.into_iter().map(|v| self.value(v)).collect();
                let value = self.collect(ty, &elements)?;
                self.defined(op, value);
                return Ok(());
            }
            Op::Assert(it) => {
                let message = it.message().into_owned();
                let condition = self.value(self.module().operand(op, 0));
                let value = self.true_literal();
                let check = self.op(ExpectEqConst { value }, &[condition])?;
                let mut extra = AttrDict::new();
                extra.set("msg", Attr::String(text(&message).0));
                self.rw.set_discardable_attrs(check, extra);
                return Ok(());
            }
            // Any other op: copied.
            _ => {}
        }
        let results: Vec<Value> = module.results(op).into_iter().collect();
        let is_scalar = |&v: &Value| matches!(self.module().ty(v).kind(), TypeKind::Scalar(_));
        if self.module().operands(op).iter().chain(&results).any(is_scalar) {
            return self.copy_with_scalars(op);
        }
        results.iter().for_each(|&result| self.env.keep(result));
        let copy = self.rw.clone_op(op, &mut self.env.map);
        copies.push(copy);
        Ok(())
    }

    fn true_literal(&self) -> Literal {
        Literal::splat(Type::scalar_tensor(Element::I1), &[1]).expect("a flag is a byte")
    }

    /// Maps the result of an op to a value.
    fn defined(&mut self, op: OpId, value: Value) {
        let old = self.module().result(op, 0);
        self.take_name(value, old);
        self.env.set(old, value);
    }

    fn unsupported(&self, op: OpId, why: &str) -> Failure {
        Failure::at(
            op,
            format!("`{}` can't be written on tensors: {why}", self.module().op(op).name()),
        )
    }

    /// Copies an unknown op with scalars outside of tensors as operands or results.
    fn copy_with_scalars(&mut self, op: OpId) -> Lifted<()> {
        let operands = self.module().operands(op).to_vec();
        let mark = self.env.mark();
        for operand in operands {
            let (value, ty) = (self.value(operand), self.module().ty(operand));
            // The same operand may occur twice.
            if tensor_type(ty) != ty && self.module().ty(value) != ty {
                let scalar = self.out_of_tensor(value, ty)?;
                self.env.set(operand, scalar);
            }
        }
        let copy = self.rw.clone_op(op, &mut self.env.map);
        self.env.undo(mark);
        let results: Vec<(Value, Value)> =
            self.module().results(op).iter().zip(self.module().results(copy)).collect();
        for (old, new) in results {
            let value = self.as_tensor(new)?;
            self.env.map.remove(&old);
            self.env.set(old, value);
        }
        Ok(())
    }

    /// The tensor of a scalar; any other value is unchanged.
    pub(super) fn as_tensor(&mut self, value: Value) -> Lifted<Value> {
        let ty = self.module().ty(value);
        let tensor = tensor_type(ty);
        if tensor == ty {
            return Ok(value);
        }
        self.build(TensorFromElements { ty: ResultType(tensor) }, &[value])
    }

    /// The scalar in a tensor, if type `ty` is a scalar.
    pub(super) fn out_of_tensor(&mut self, value: Value, ty: Type) -> Lifted<Value> {
        if tensor_type(ty) == ty {
            return Ok(value);
        }
        self.build(TensorExtract {}, &[value])
    }

    /// `tensor.extract`: the tensor itself, or one element of it.
    fn extract(&mut self, op: OpId) -> Lifted<Value> {
        let operands = self.module().operands(op).to_vec();
        let values: Vec<Value> = operands.into_iter().map(|v| self.value(v)).collect();
        if values.len() == 1 {
            return Ok(values[0]);
        }
        let tensor = self.module().ty(values[0]).as_tensor().expect("a tensor").clone();
        let mut starts = Vec::new();
        for (&index, &extent) in values[1..].iter().zip(&tensor.dims) {
            let index = self.module().constant(index).and_then(|c| c.get_int(0));
            match index.and_then(|i| i64::try_from(i).ok()) {
                Some(index) if (0..extent).contains(&index) => starts.push(index),
                Some(index) => {
                    let why = format!("index {index} is not in 0..{extent}");
                    return Err(self.unsupported(op, &why));
                }
                None => return Err(self.unsupported(op, "its indices are not constants")),
            }
        }
        let slice = hloom_ir::ops::Slice {
            limit_indices: Dims(starts.iter().map(|i| i + 1).collect()),
            strides: Dims(starts.iter().map(|_| 1).collect()),
            start_indices: Dims(starts.into()),
        };
        let element = self.build(slice, &values[..1])?;
        let ty = ResultType(Type::scalar_tensor(tensor.element));
        self.build(Reshape { ty }, &[element])
    }

    /// The tensor of these elements, each a tensor of rank 0.
    fn collect(&mut self, ty: Type, elements: &[Value]) -> Lifted<Value> {
        let tensor = ty.as_tensor().expect("a tensor");
        if tensor.rank() == 0 {
            return Ok(elements[0]);
        }
        if elements.is_empty() {
            return self.any(ty);
        }
        let one = ResultType(Type::tensor(&[1], tensor.element));
        let mut ones = Vec::new();
        for &element in elements {
            ones.push(self.build(Reshape { ty: one }, &[element])?);
        }
        let line = self.build(Concatenate { dimension: 0 }, &ones)?;
        if self.module().ty(line) == ty {
            return Ok(line);
        }
        self.build(Reshape { ty: ResultType(ty) }, &[line])
    }

    /// The condition of a branch.
    pub(super) fn decision(&mut self, last: OpId) -> Lifted<Decision> {
        let flag = self.value(self.module().operand(last, 0));
        let Op::Switch(it) = self.module().op(last) else {
            return Ok(Decision::Condition(flag));
        };
        let it: Switch = it.clone();
        let element = self.module().ty(flag).element().unwrap_or(Element::I32);
        let count = it.case_count() as u32;
        let in_order = (0..it.case_count()).all(|i| it.case_value(i) == Some(i as i128));
        if in_order && element == Element::I32 {
            return Ok(Decision::Index(flag));
        }
        // The number of the arm, or that of the default arm, which is the last.
        let mut index = self.number(count);
        for i in (0..it.case_count()).rev() {
            let bytes = it.case_values.as_ref().expect("there are cases").element_bytes(i);
            let ty = Type::scalar_tensor(element);
            let literal =
                Literal::splat(ty, bytes).map_err(|_| self.unsupported(last, "its cases"))?;
            let case = self.rw.constant(literal);
            let equal = self.equal(flag, case)?;
            let number = self.number(i as u32);
            index = self.build(Select {}, &[equal, number, index])?;
        }
        Ok(Decision::Index(index))
    }

    /// The successors of a branch in arm order: the default of a switch is last.
    pub(super) fn arm_order(&self, last: OpId) -> Vec<usize> {
        match self.module().op(last) {
            Op::Switch(it) => (1..=it.case_count()).chain([0]).collect(),
            _ => vec![0, 1],
        }
    }

    /// A placeholder for argument `j` of a node where control does not go: the carried value, if
    /// the node is the head of an enclosing loop, or any value.
    pub(super) fn any_argument(&mut self, node: Node, j: usize, ty: Type) -> Lifted<Value> {
        match self.carried.iter().rev().find(|c| c.head == node) {
            Some(carried) => Ok(carried.args[j]),
            None => self.any(ty),
        }
    }

    /// A placeholder of a type; its value is never used.
    pub(super) fn any(&mut self, ty: Type) -> Lifted<Value> {
        match ty.kind() {
            TypeKind::Tensor(t) if t.byte_size().is_some() => {
                let zero = vec![0; t.element.byte_width()];
                if let Ok(literal) = Literal::splat(ty, &zero) {
                    return Ok(self.rw.constant(literal));
                }
            }
            TypeKind::Token => return self.build(AfterAll {}, &[]),
            TypeKind::Tuple(members) => {
                let members = self.any_of(members)?;
                return self.build(Tuple {}, &members);
            }
            TypeKind::Struct(_) => {
                let members = self.any_of(&ty.members().unwrap_or_default())?;
                return self.build(MakeStruct { ty: ResultType(ty) }, &members);
            }
            TypeKind::Array(of, count) => {
                let members = self.any_of(&vec![*of; *count as usize])?;
                return self.build(MakeArray { ty: ResultType(ty) }, &members);
            }
            _ => {}
        }
        let message = format!(
            "a value of type {ty} is needed where control may also come without one, and hloom can make none"
        );
        Err(Failure { op: self.at, message })
    }

    fn any_of(&mut self, types: &[Type]) -> Lifted<Vec<Value>> {
        types.iter().map(|&ty| self.any(ty)).collect()
    }

    /// Whether a block may be evaluated once more than the program says: its ops are pure and
    /// cheap.
    pub(super) fn is_cheap(module: &hloom_ir::Module, block: Block) -> bool {
        const BYTES: usize = 256;
        const OPS: usize = 64;
        module.ops(block).nth(OPS).is_none()
            && module.ops(block).all(|op| {
                let kind = module.op(op);
                let small = module.results(op).iter().all(|v| {
                    let tensor = module.ty(v).as_tensor();
                    tensor.is_none_or(|t| t.byte_size().is_some_and(|n| n <= BYTES))
                });
                let pure = kind.has(hloom_ir::Trait::Pure) || kind.has(hloom_ir::Trait::Terminator);
                pure && module.regions(op).is_empty()
                    && (small || matches!(kind, Op::Constant(Constant { .. })))
            })
    }
}
