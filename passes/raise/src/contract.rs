//! Sums of products, as `dot_general`.

use crate::structured::Structured;
use crate::{Raiser, Try};
use hloom_ir::field::{Dims, ResultType};
use hloom_ir::ops::{Add, DotDims, DotGeneral};
use hloom_ir::{Def, Element, OpId, Type, Value};

/// One side of a product: the operand that it is, and the casts from its element.
struct Side {
    operand: usize,
    casts: Vec<OpId>,
}

impl Raiser<'_> {
    /// The name of the op that defines a value of a body, and its operands.
    fn defined(&self, value: Value) -> Option<(OpId, &str)> {
        let Def::Result(op, _) = self.module().def(value) else { return None };
        Some((op, self.module().op(op).name()))
    }

    /// The side that a value of the body is.
    fn side(&self, it: &Structured, value: Value) -> Option<Side> {
        let mut casts = Vec::new();
        let mut value = value;
        loop {
            if let Def::Arg(block, i) = self.module().def(value) {
                let operand = i as usize;
                let inside = block == it.body && operand < it.inputs;
                return inside.then_some(Side { operand, casts });
            }
            let (op, name) = self.defined(value)?;
            if !matches!(name, "arith.extf" | "arith.extsi" | "arith.extui" | "arith.sitofp") {
                return None;
            }
            casts.push(op);
            value = self.module().operand(op, 0);
        }
    }

    /// The sides of the product whose sum the body yields.
    fn sides(&self, it: &Structured) -> Option<(Side, Side)> {
        let module = self.module();
        let end = module.last_op(it.body)?;
        let &[yielded] = module.operands(end) else { return None };
        let accumulator = *module.args(it.body).get(it.inputs)?;
        let (add, name) = self.defined(yielded)?;
        if !matches!(name, "arith.addf" | "arith.addi" | "complex.add") {
            return None;
        }
        let product = match *module.operands(add) {
            [a, b] if a == accumulator => b,
            [a, b] if b == accumulator => a,
            _ => return None,
        };
        let (mul, name) = self.defined(product)?;
        if !matches!(name, "arith.mulf" | "arith.muli" | "complex.mul")
            || module.uses(accumulator).count() != 1
        {
            return None;
        }
        let &[a, b] = module.operands(mul) else { return None };
        Some((self.side(it, a)?, self.side(it, b)?))
    }

    /// The op as a product, if it is one.
    pub(crate) fn contraction(&mut self, it: &Structured) -> Try<Option<Value>> {
        if it.outputs() != 1 || !it.reduces.contains(&true) {
            return Ok(None);
        }
        let element = self.output_element(it, 0);
        if element == Element::I1 {
            return Ok(None);
        }
        let Some((left, right)) = self.sides(it) else { return Ok(None) };
        let out = it.maps[it.inputs].projection();
        let maps = (it.maps[left.operand].projection(), it.maps[right.operand].projection());
        let (Some(out), (Some(x), Some(y))) = (out, maps) else { return Ok(None) };
        // Each dimension has to be one of a batch, free on one side, or contracted.
        let batch: Vec<usize> =
            out.iter().copied().filter(|d| x.contains(d) && y.contains(d)).collect();
        let contracted: Vec<usize> = (0..it.reduces.len()).filter(|&d| it.reduces[d]).collect();
        let known = contracted.iter().all(|d| x.contains(d) && y.contains(d) && !out.contains(d))
            && out.iter().all(|d| x.contains(d) || y.contains(d))
            && x.iter().chain(&y).all(|d| out.contains(d) || contracted.contains(d));
        if !known {
            return Ok(None);
        }
        let mut operands = Vec::new();
        for side in [&left, &right] {
            let mut value = it.operands[side.operand];
            for &cast in side.casts.iter().rev() {
                let arg = self.module().operand(cast, 0);
                self.values.insert(arg, value);
                value = self.emit(cast)?[0];
            }
            if self.element(value) != element {
                return Ok(None);
            }
            operands.push(value);
        }
        let places = |dims: &[usize], of: &[usize]| -> Dims {
            dims.iter().filter_map(|d| of.iter().position(|p| p == d)).map(|at| at as i64).collect()
        };
        let dims = DotDims {
            lhs_batching_dimensions: places(&batch, &x),
            rhs_batching_dimensions: places(&batch, &y),
            lhs_contracting_dimensions: places(&contracted, &x),
            rhs_contracting_dimensions: places(&contracted, &y),
        };
        let free = |of: &[usize]| -> Vec<usize> {
            let is_free = |d: &usize| !batch.contains(d) && !contracted.contains(d);
            of.iter().copied().filter(is_free).collect()
        };
        let made: Vec<usize> = batch.iter().copied().chain(free(&x)).chain(free(&y)).collect();
        let extents: Vec<i64> = made.iter().map(|&d| it.extents[d]).collect();
        let dot = DotGeneral {
            dot_dimension_numbers: Box::new(dims),
            precision_config: None,
            algorithm: None,
            ty: ResultType(Type::tensor(&extents, element)),
        };
        let product = self.build(dot, &operands)?;
        let order: Option<Vec<i64>> =
            out.iter().map(|d| made.iter().position(|m| m == d).map(|at| at as i64)).collect();
        let order = order.ok_or("a dimension of the product is missing")?;
        let product = self.transpose(product, order)?;
        let init = it.operands[it.inputs];
        match self.uniform(init).is_some_and(|scalar| self.is_zero(scalar)) {
            true => Ok(Some(product)),
            false => Ok(Some(self.build(Add {}, &[init, product])?)),
        }
    }

    /// Whether a raised tensor is zero.
    fn is_zero(&self, value: Value) -> bool {
        self.module().constant(value).is_some_and(|literal| literal.bytes().iter().all(|&b| b == 0))
    }
}
