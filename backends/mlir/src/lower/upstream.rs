//! Ops of upstream's `arith`, `math` and `tensor` in programs of ours: scalars beside tensors, and
//! tensors of them. They become the same ops; an `index` is an integer of 64 bits here.

use super::function::{Done, Lowered, Lowering};
use super::generic::dims;
use crate::build::Val;
use crate::scalar;
use hloom_ir::ops::{Op, ScalarConstant};
use hloom_ir::{Element, Literal, OpId, Type, TypeKind, Value};

/// The element type of a scalar or a tensor.
fn element_of(ty: Type) -> Option<Element> {
    match ty.kind() {
        TypeKind::Scalar(element) => Some(*element),
        _ => ty.element(),
    }
}

/// Whether upstream's ops compute with an element as it is.
fn is_native(element: Element) -> bool {
    let floats = [Element::F64, Element::F32, Element::F16, Element::BF16];
    !element.is_float() || floats.contains(&element)
}

impl<'c> Lowering<'_, 'c> {
    /// `arith.constant`.
    pub(super) fn scalar_constant(&self, op: OpId, it: &ScalarConstant) -> Done {
        let result = self.module.result(op, 0);
        let literal = it.literal();
        let literal =
            literal.ok_or_else(|| self.unsupported(format!("its value is `{}`", it.value)))?;
        if self.module.ty(result).as_tensor().is_some() {
            return self.literal(op, &literal);
        }
        let ty = self.element(literal.element())?;
        self.set(result, Lowered::Scalar(self.scalar_literal(ty, &literal)));
        Ok(())
    }

    /// The constant that a value is.
    fn known(&self, value: Value) -> Option<Literal> {
        match self.module.op(self.module.def_op(value)?) {
            Op::ScalarConstant(it) => it.literal(),
            // Any other op: a constant of ours, or none.
            _ => self.module.constant(value).cloned(),
        }
    }

    /// Checks that an op that fails for some operands does not fail here.
    fn checked(&self, op: OpId) -> Done {
        // Dividends may be the lowest number, so divisors of -1 are not safe either.
        let kind = self.module.op(op);
        let signed =
            matches!(kind, Op::Divsi(_) | Op::Remsi(_) | Op::Ceildivsi(_) | Op::Floordivsi(_));
        let safe: fn(i128, u32) -> bool =
            if matches!(kind, Op::Shli(_) | Op::Shrsi(_) | Op::Shrui(_)) {
                |by, width| (0..width.into()).contains(&by)
            } else if matches!(kind, Op::Divui(_) | Op::Remui(_) | Op::Ceildivui(_)) {
                |by, _| by != 0
            } else if signed {
                |by, _| by != 0 && by != -1
            } else {
                return Ok(());
            };
        let known = self.known(self.module.operand(op, 1));
        let all = known.is_some_and(|literal| {
            let width = literal.element().bit_width();
            let number = |i| literal.get_int(i);
            (0..literal.count()).all(|i| number(i).is_some_and(|by| safe(by, width)))
        });
        match all {
            true => Ok(()),
            false => Err(self.unsupported("it fails for some operands")),
        }
    }

    /// The op on elements.
    fn upstream_element(
        &self,
        op: OpId,
        x: &[Val<'c>],
        from: Element,
        to: Element,
    ) -> Done<Val<'c>> {
        let b = &self.b;
        let ty = self.element(to)?;
        let number = |n: i64| b.int_attr(b.int(64), n);
        let kind = self.module.op(op);
        if matches!(kind, Op::IndexCast(_) | Op::IndexCastui(_)) {
            let signed = matches!(kind, Op::IndexCast(_));
            let wider = if signed { "arith.extsi" } else { "arith.extui" };
            return Ok(match from.bit_width().cmp(&to.bit_width()) {
                std::cmp::Ordering::Less => b.one(wider, x, ty),
                std::cmp::Ordering::Equal => x[0],
                std::cmp::Ordering::Greater => b.one("arith.trunci", x, ty),
            });
        }
        if matches!(kind, Op::MathRsqrt(_)) {
            // Upstream lowers it to a function that C does not have.
            let root = b.one("math.sqrt", x, ty);
            return Ok(b.one("arith.divf", &[b.float_const(ty, 1.0), root], ty));
        }
        let attrs = if let Op::Cmpi(it) = kind {
            vec![("predicate", number(it.predicate as i64))]
        } else if let Op::Cmpf(it) = kind {
            vec![("predicate", number(it.predicate as i64))]
        } else {
            Vec::new()
        };
        Ok(b.op(kind.name(), x, &[ty], &attrs, Vec::new())[0])
    }

    /// An op of `arith`, `math` or `tensor`.
    pub(super) fn upstream_op(&self, op: OpId) -> Done {
        let (module, b) = (self.module, &self.b);
        let (operands, result) = (module.operands(op), module.result(op, 0));
        let extents = match module.ty(result).as_tensor() {
            Some(_) => &self.static_tensor(result)?.dims[..],
            None => &[],
        };
        let none = || self.unsupported("its type is not of elements");
        let to = element_of(module.ty(result)).ok_or_else(none)?;
        let kind = module.op(op);
        if matches!(kind, Op::TensorRank(_)) {
            let rank = self.static_tensor(operands[0])?.rank() as i64;
            self.set(result, Lowered::Scalar(b.int_const(self.element(to)?, rank)));
            return Ok(());
        }
        if matches!(kind, Op::TensorDim(_)) {
            let dims = &self.static_tensor(operands[0])?.dims;
            let known = self.known(operands[1]).and_then(|it| it.get_int(0));
            let extent = known.and_then(|d| dims.get(usize::try_from(d).ok()?).copied());
            let extent =
                extent.ok_or_else(|| self.unsupported("its dimension is not a constant"))?;
            self.set(result, Lowered::Scalar(b.int_const(self.element(to)?, extent)));
            return Ok(());
        }
        let made = if matches!(kind, Op::TensorCast(_)) {
            self.static_tensor(operands[0])?;
            self.tensor(operands[0])?
        } else if matches!(kind, Op::TensorEmpty(_)) {
            let zero = self.scalar_of(scalar::zero(b, to))?;
            self.filled(extents, zero)?
        } else if matches!(kind, Op::TensorSplat(_)) {
            self.filled(extents, self.scalar(operands[0])?)?
        } else {
            return self.upstream_elementwise(op, extents, to);
        };
        self.result(op, made);
        Ok(())
    }

    fn upstream_elementwise(&self, op: OpId, extents: &[i64], to: Element) -> Done {
        let module = self.module;
        let result = module.result(op, 0);
        self.checked(op)?;
        let elements: Option<Vec<Element>> =
            module.operands(op).iter().map(|&v| element_of(module.ty(v))).collect();
        let elements = elements.unwrap_or_default();
        if !elements.iter().copied().chain([to]).all(is_native) {
            return Err(self.unsupported("upstream has no such op on floats of this type"));
        }
        let from = elements.first().copied().unwrap_or(to);
        // Scalars beside tensors, as of `select`, are read once, outside.
        let (mut inputs, mut outside) = (Vec::new(), Vec::new());
        for &operand in module.operands(op) {
            match module.ty(operand).as_tensor().is_some_and(|t| t.rank() > 0) {
                true => {
                    outside.push(None);
                    inputs.push((self.tensor(operand)?, dims(0..extents.len())));
                }
                false => outside.push(Some(self.scalar(operand)?)),
            }
        }
        if inputs.is_empty() {
            let x: Vec<_> = outside.into_iter().flatten().collect();
            let made = self.upstream_element(op, &x, from, to)?;
            self.set(result, Lowered::Scalar(made));
            return Ok(());
        }
        let out = (self.b.empty(extents, self.element(to)?), dims(0..extents.len()));
        let made = self.generic(&inputs, &[out], &vec![false; extents.len()], |elements| {
            let mut elements = elements.iter().copied();
            let x: Vec<_> = outside.iter().filter_map(|&o| o.or_else(|| elements.next())).collect();
            Ok(vec![self.upstream_element(op, &x, from, to)?])
        })?;
        self.result(op, made[0]);
        Ok(())
    }
}
