//! Sums of products. As in the interpreter, floats narrower than 32 bits are summed in `f32`, and
//! integers modulo 2ⁿ of the result. Products and sums of complex numbers are those of `multiply` and
//! `add`, whose parts upstream computes in `f64`.

use super::function::{Done, Lowering};
use super::generic::{Exprs, dims};
use crate::build::Val;
use crate::scalar;
use hloom_ir::ops::DotGeneral;
use hloom_ir::{Element, OpId};

/// The type that products of a result are summed in.
pub(super) fn accumulator(result: Element) -> Element {
    match result {
        Element::F64 => Element::F64,
        float if float.is_float() => Element::F32,
        other => other,
    }
}

/// The op of `linalg` with a name that computes a product of these elements. There are so many batching
/// dimensions, free dimensions of lhs, and of rhs; and each operand has a map from loops to its dimensions.
fn op_with_name(
    wide: Element,
    elements: (Element, Element),
    [batch, lhs, rhs]: [usize; 3],
    maps: [&Exprs; 2],
) -> Option<&'static str> {
    // Ops with names compute in the elements' type, and multiply `i1` in another way.
    if elements != (wide, wide) || !(wide.is_float() || wide.is_integer()) || wide == Element::I1 {
        return None;
    }
    let name = match [batch, lhs, rhs] {
        [0, 0, 0] => "linalg.dot",
        [0, 1, 0] => "linalg.matvec",
        [0, 0, 1] => "linalg.vecmat",
        [0, 1, 1] => "linalg.matmul",
        [1, 1, 1] => "linalg.batch_matmul",
        _ => return None,
    };
    // The loops: batch, rows, columns, and the sum.
    let free = batch + lhs;
    let summed = free + rhs;
    let expected =
        [dims((0..free).chain([summed])), dims((0..batch).chain([summed]).chain(free..summed))];
    (*maps[0] == expected[0] && *maps[1] == expected[1]).then_some(name)
}

impl<'c> Lowering<'_, 'c> {
    /// `sum + x · y`, in the accumulation type.
    pub(super) fn multiply_add(
        &self,
        wide: Element,
        sum: Val<'c>,
        (x, y): (Val<'c>, Val<'c>),
        (from_x, from_y): (Element, Element),
    ) -> Done<Val<'c>> {
        let b = &self.b;
        let x = self.scalar_of(scalar::convert(b, x, from_x, wide))?;
        let y = self.scalar_of(scalar::convert(b, y, from_y, wide))?;
        let product = self.scalar_of(scalar::product(b, wide, x, y))?;
        self.scalar_of(scalar::sum(b, wide, sum, product))
    }

    /// Sums in the accumulation type as the op's result.
    pub(super) fn summed(&self, op: OpId, sums: Val<'c>, wide: Element) -> Done {
        let to = self.static_tensor(self.module.result(op, 0))?;
        if wide == to.element {
            self.result(op, sums);
            return Ok(());
        }
        let ty = self.element(to.element)?;
        let made = self.elementwise(&to.dims, &[sums], &[ty], |x| {
            Ok(vec![self.scalar_of(scalar::convert(&self.b, x[0], wide, to.element))?])
        })?;
        self.result(op, made[0]);
        Ok(())
    }

    /// `stablehlo.dot_general`.
    pub(super) fn dot_general(&self, op: OpId, it: &DotGeneral) -> Done {
        let operands = self.module.operands(op);
        let (x, y) = (self.static_tensor(operands[0])?, self.static_tensor(operands[1])?);
        let to = self.static_tensor(self.module.result(op, 0))?;
        let d = &it.dot_dimension_numbers;
        let (batch, contracted) = (&d.lhs_batching_dimensions, &d.lhs_contracting_dimensions);
        let (free_x, free_y) = (d.lhs_free(x.rank()), d.rhs_free(y.rank()));
        // The loops: batch, free dimensions of both sides, contracted ones.
        let place = |list: &[i64], from: usize, dim: i64| {
            list.iter().position(|&m| m == dim).map(|i| from + i)
        };
        let ends = [batch.len(), batch.len() + free_x.len(), to.rank()];
        let side = |rank: usize, lists: [&[i64]; 3], free_from: usize| {
            dims((0..rank as i64).filter_map(|dim| {
                place(lists[0], 0, dim)
                    .or_else(|| place(lists[1], free_from, dim))
                    .or_else(|| place(lists[2], ends[2], dim))
            }))
        };
        let lhs = side(x.rank(), [batch, &free_x, contracted], ends[0]);
        let (rhs_batch, rhs_contracted) =
            (&d.rhs_batching_dimensions, &d.rhs_contracting_dimensions);
        let rhs = side(y.rank(), [rhs_batch, &free_y, rhs_contracted], ends[1]);
        let wide = accumulator(to.element);
        let zero = self.scalar_of(scalar::zero(&self.b, wide))?;
        let sums = self.filled(&to.dims, zero)?;
        let loops = to.rank() + contracted.len();
        let reduces: Vec<bool> = (0..loops).map(|d| d >= to.rank()).collect();
        let elements = (x.element, y.element);
        let name =
            op_with_name(wide, elements, [batch.len(), free_x.len(), free_y.len()], [&lhs, &rhs]);
        let (left, right) = (self.tensor(operands[0])?, self.tensor(operands[1])?);
        if let Some(name) = name {
            let made = self.named(name, &[left, right], sums, |v| {
                self.multiply_add(wide, v[2], (v[0], v[1]), elements)
            })?;
            return self.summed(op, made, wide);
        }
        let inputs = [(left, lhs), (right, rhs)];
        let made = self.accumulate(&inputs, &[(sums, dims(0..to.rank()))], &reduces, |v| {
            Ok(vec![self.multiply_add(wide, v[2], (v[0], v[1]), elements)?])
        })?;
        self.summed(op, made[0], wide)
    }
}
