//! Operands and results of the linear algebra targets: batches of matrices.

use crate::alloc::{alloc_zeroed, literal};
use crate::custom_call::Call;
use crate::error::{EvalError, EvalResult};
use crate::linalg::batch::{extents, load, store};
use crate::linalg::matrix::{Matrix, Number};
use crate::strided::count;
use crate::value::Value;
use hloom_ir::literal::Bytes;
use hloom_ir::{Element, Type};

/// Calls a generic function with the number type of the call's first operand.
macro_rules! with_number {
    ($call:expr, $f:ident($arg:expr)) => {
        match $call.tensor(0)?.element() {
            e if e.is_complex() => $f::<crate::elem::C>($arg),
            e if e.is_float() => $f::<f64>($arg),
            e => Err(crate::error::EvalError::invalid(format!(
                "@{} takes no elements of {e}",
                $call.name
            ))),
        }
    };
}
pub(super) use with_number;

/// The matrices of an operand.
pub(super) struct Batch<T> {
    pub(super) matrices: Vec<Matrix<T>>,
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl<T: Number> Batch<T> {
    /// The matrices of operand `i`.
    pub(super) fn new(call: &Call<'_>, i: usize) -> EvalResult<Batch<T>> {
        let x = call.tensor(i)?;
        let (rows, columns) = extents(x)?;
        let data: Vec<T> = load(x, call.max_tensor_bytes)?;
        let size = rows * columns;
        let number = count(&x.dims()[..x.dims().len() - 2]);
        let one = |k| Matrix::from_slice(rows, columns, &data[k * size..(k + 1) * size]);
        Ok(Batch { matrices: (0..number).map(one).collect(), rows, columns })
    }

    /// The matrices of operand 0, which must be square.
    pub(super) fn square(call: &Call<'_>) -> EvalResult<Batch<T>> {
        let batch = Batch::new(call, 0)?;
        if batch.rows != batch.columns {
            let message =
                format!("@{} takes square matrices, not {}", call.name, call.operands[0].ty());
            return Err(EvalError::invalid(message));
        }
        Ok(batch)
    }

    /// The elements of all matrices, row-major.
    pub(super) fn flat(&self) -> Vec<T> {
        self.matrices.iter().flat_map(|m| m.as_slice().iter().copied()).collect()
    }
}

/// The vectors of operand `i`; fails unless there are `number`.
pub(super) fn vectors<T: Number>(
    call: &Call<'_>,
    i: usize,
    number: usize,
) -> EvalResult<Vec<Vec<T>>> {
    let x = call.tensor(i)?;
    let data: Vec<T> = load(x, call.max_tensor_bytes)?;
    let (batch, n) = match x.dims() {
        [batch @ .., n] => (count(batch), *n as usize),
        [] => (0, 0),
    };
    if batch != number {
        let message = format!("@{} is given {batch} vectors for {number} matrices", call.name);
        return Err(EvalError::invalid(message));
    }
    Ok((0..batch).map(|k| data[k * n..(k + 1) * n].to_vec()).collect())
}

/// Builds the results of a call, in order.
pub(super) struct CallResults<'a> {
    call: Call<'a>,
    made: Vec<Value>,
}

impl<'a> CallResults<'a> {
    pub(super) fn new(call: &Call<'a>) -> CallResults<'a> {
        CallResults { call: *call, made: Vec::new() }
    }

    fn next(&self, found: usize) -> EvalResult<Type> {
        let ty = self.call.result(self.made.len())?;
        let expected = ty.as_tensor().and_then(|t| t.count());
        if expected == Some(found) {
            return Ok(ty);
        }
        let (name, i) = (self.call.name, self.made.len());
        Err(EvalError::invalid(format!(
            "result {i} of @{name} has {found} elements, not those of {ty}"
        )))
    }

    /// A result of real or complex numbers.
    pub(super) fn numbers<T: Number>(mut self, data: &[T]) -> EvalResult<Self> {
        let ty = self.next(data.len())?;
        if ty
            .element()
            .is_none_or(|e| e.is_complex() != T::COMPLEX || !e.is_complex() && !e.is_float())
        {
            let message =
                format!("result {} of @{} can't be {ty}", self.made.len(), self.call.name);
            return Err(EvalError::invalid(message));
        }
        self.made.push(store(data, ty)?.into());
        Ok(self)
    }

    /// A result of integers of 32 bits.
    pub(super) fn ints(mut self, data: &[i64]) -> EvalResult<Self> {
        let ty = self.next(data.len())?;
        if ty.element() != Some(Element::I32) {
            let message = format!(
                "result {} of @{} must be of i32, not {ty}",
                self.made.len(),
                self.call.name
            );
            return Err(EvalError::invalid(message));
        }
        let bytes: Vec<u8> = data.iter().flat_map(|&n| (n as i32).to_le_bytes()).collect();
        self.made.push(literal(ty, Bytes::from(&bytes[..]))?.into());
        Ok(self)
    }

    /// An undefined result of the routine: zeros.
    pub(super) fn nothing(mut self) -> EvalResult<Self> {
        let ty = self.call.result(self.made.len())?;
        let zero = literal(ty, alloc_zeroed(ty, self.call.max_tensor_bytes)?)?;
        self.made.push(zero.into());
        Ok(self)
    }

    /// The finished list of results.
    pub(super) fn done(self) -> EvalResult<Vec<Value>> {
        Ok(self.made)
    }
}
