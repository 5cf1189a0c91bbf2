//! Factorizations of matrices as loops: `cholesky` and `triangular_solve`. They compute in double
//! precision and round once, as the interpreter does.

use super::function::{Done, Lowering};
use crate::build::{FloatCompare, Val};
use crate::scalar;
use hloom_ir::ops::{Divide, Multiply, Op, Subtract, Transposition, TriangularSolve};
use hloom_ir::{Element, OpId};
use melior::ir::{Type, ValueLike};

/// The type that a factorization computes in.
fn wide(element: Element) -> Element {
    if element.is_complex() { Element::C128 } else { Element::F64 }
}

impl<'c> Lowering<'_, 'c> {
    /// A tensor with elements of another type.
    fn with_elements(
        &self,
        tensor: Val<'c>,
        extents: &[i64],
        from: Element,
        to: Element,
    ) -> Done<Val<'c>> {
        if from == to {
            return Ok(tensor);
        }
        let ty = self.element(to)?;
        Ok(self.elementwise(extents, &[tensor], &[ty], |x| self.converted(x, &[from], &[to]))?[0])
    }

    /// The complex conjugate; a real number as it is.
    fn conjugate(&self, x: Val<'c>, number: Element) -> Val<'c> {
        let b = &self.b;
        if !number.is_complex() {
            return x;
        }
        let float = Type::float64(b.cx);
        let (re, im) = (b.one("complex.re", &[x], float), b.one("complex.im", &[x], float));
        b.one("complex.create", &[re, b.same("arith.negf", &[im])], x.r#type())
    }

    /// A real number as one of the type that a factorization computes in.
    fn of_real(&self, x: Val<'c>, number: Element) -> Done<Val<'c>> {
        Ok(self.converted(&[x], &[Element::F64], &[number])?[0])
    }

    /// `stablehlo.cholesky`: column by column; a matrix that is not positive definite gives NaN.
    pub(super) fn cholesky(&self, op: OpId, lower: bool) -> Done {
        let b = &self.b;
        let to = self.static_tensor(self.module.result(op, 0))?;
        let rank = to.rank();
        let (n, batch) = (to.dims[rank - 1], &to.dims[..rank - 2]);
        let number = wide(to.element);
        let tensor = self.tensor(self.module.operand(op, 0))?;
        let source = self.with_elements(tensor, &to.dims, to.element, number)?;
        let (ty, float, truth) = (self.element(number)?, Type::float64(b.cx), b.int(1));
        let out = self.filled(&to.dims, self.of_real(b.float_const(float, 0.0), number)?)?;
        let flags = self.filled(batch, b.int_const(truth, 0))?;
        let apply = |op: Op, x: Val<'c>, y: Val<'c>| {
            self.scalar_of(scalar::apply(b, &op, &[x, y], &[number; 2], number))
        };
        let made = self.nest(batch, &[out, flags], &mut |at, carried| {
            let place = |i: Val<'c>, j: Val<'c>| {
                let (i, j) = if lower { (i, j) } else { (j, i) };
                at.iter().copied().chain([i, j]).collect::<Vec<_>>()
            };
            let state = [carried[0], b.int_const(truth, 0)];
            let done = b.for_((b.index(0), b.index(n)), &state, |j, state| {
                // An element of the source without the products of the columns before.
                let rest = |out: Val<'c>, i: Val<'c>| {
                    let first = b.extract(source, &place(i, j), ty);
                    b.for_((b.index(0), j), &[first], |k, sum| {
                        let x = b.extract(out, &place(i, k), ty);
                        let y = self.conjugate(b.extract(out, &place(j, k), ty), number);
                        let product = apply(Multiply {}.into(), x, y)?;
                        Done::Ok(vec![apply(Subtract {}.into(), sum[0], product)?])
                    })
                };
                let pivot = rest(state[0], j)?[0];
                let pivot = match number.is_complex() {
                    true => b.one("complex.re", &[pivot], float),
                    false => pivot,
                };
                let positive = b.cmpf(FloatCompare::Gt, pivot, b.float_const(float, 0.0));
                let failed = b.same("arith.xori", &[positive, b.int_const(truth, 1)]);
                let failed = b.or(state[1], failed);
                let root = b.same("math.sqrt", &[pivot]);
                let out = b.insert(self.of_real(root, number)?, state[0], &place(j, j));
                let inverse = b.same("arith.divf", &[b.float_const(float, 1.0), root]);
                let inverse = self.of_real(inverse, number)?;
                let next = b.addi(j, b.index(1));
                let rows = b.for_((next, b.index(n)), &[out], |i, out| {
                    let sum = rest(out[0], i)?[0];
                    let scaled = apply(Multiply {}.into(), sum, inverse)?;
                    Done::Ok(vec![b.insert(scaled, out[0], &place(i, j))])
                })?;
                Done::Ok(vec![rows[0], failed])
            })?;
            Ok(vec![done[0], b.insert(done[1], carried[1], at)])
        })?;
        let (factor, flags) = (made[0], made[1]);
        let nan = self.of_real(b.float_const(float, f64::NAN), number)?;
        let made = self.generate(&to.dims, self.element(to.element)?, |at| {
            let value = b.extract(factor, at, ty);
            let failed = b.extract(flags, &at[..rank - 2], truth);
            let value = b.select(failed, nan, value);
            Ok(self.converted(&[value], &[number], &[to.element])?[0])
        })?;
        self.result(op, made);
        Ok(())
    }

    /// `stablehlo.triangular_solve` by substitution, for each column or row of the right side.
    pub(super) fn triangular_solve(&self, op: OpId, it: &TriangularSolve) -> Done {
        let b = &self.b;
        let operands = self.module.operands(op);
        let a = self.static_tensor(operands[0])?;
        let to = self.static_tensor(self.module.result(op, 0))?;
        let rank = to.rank();
        let n = a.dims[rank - 1];
        let number = wide(to.element);
        let ty = self.element(number)?;
        let matrix = self.tensor(operands[0])?;
        let matrix = self.with_elements(matrix, &a.dims, a.element, number)?;
        let right = self.tensor(operands[1])?;
        let right = self.with_elements(right, &to.dims, to.element, number)?;
        let transposed = it.transpose_a != Transposition::NoTranspose;
        let flipped = transposed == it.left_side;
        let forward = it.lower != flipped;
        let sides = if it.left_side { to.dims[rank - 1] } else { to.dims[rank - 2] };
        let apply = |op: Op, x: Val<'c>, y: Val<'c>| {
            self.scalar_of(scalar::apply(b, &op, &[x, y], &[number; 2], number))
        };
        let extents: Vec<i64> = to.dims[..rank - 2].iter().copied().chain([sides]).collect();
        let made = self.nest(&extents, &[right], &mut |at, carried| {
            let (batch, side) = (&at[..rank - 2], at[rank - 2]);
            let of_right = |i: Val<'c>| {
                let pair = if it.left_side { [i, side] } else { [side, i] };
                batch.iter().copied().chain(pair).collect::<Vec<_>>()
            };
            let of_matrix = |i: Val<'c>, j: Val<'c>| {
                let pair = if flipped { [j, i] } else { [i, j] };
                let at: Vec<_> = batch.iter().copied().chain(pair).collect();
                let value = b.extract(matrix, &at, ty);
                match it.transpose_a == Transposition::Adjoint {
                    true => self.conjugate(value, number),
                    false => value,
                }
            };
            let turned = |k: Val<'c>| match forward {
                true => k,
                false => b.subi(b.index(n - 1), k),
            };
            b.for_((b.index(0), b.index(n)), carried, |k, x| {
                let i = turned(k);
                let first = b.extract(x[0], &of_right(i), ty);
                let sum = b.for_((b.index(0), k), &[first], |l, sum| {
                    let j = turned(l);
                    let known = b.extract(x[0], &of_right(j), ty);
                    let product = apply(Multiply {}.into(), of_matrix(i, j), known)?;
                    Done::Ok(vec![apply(Subtract {}.into(), sum[0], product)?])
                })?[0];
                let solved = match it.unit_diagonal {
                    true => sum,
                    false => apply(Divide {}.into(), sum, of_matrix(i, i))?,
                };
                Ok(vec![b.insert(solved, x[0], &of_right(i))])
            })
        })?;
        let made = self.with_elements(made[0], &to.dims, number, to.element)?;
        self.result(op, made);
        Ok(())
    }
}
