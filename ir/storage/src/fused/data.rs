//! The data of a plan, and its results.

use super::{ArrayPart, FusedArray, FusedPlan, FusedResult};
use crate::elements::{number_at, write_number};
use crate::encoding::Mapped;
use crate::eval::{EvalError, Inputs, evaluate};
use crate::types::Scalar;
use crate::value::{Array, Items, Value};
use hloom_ir::Element;
use hloom_ir::literal::Literal;
use hloom_ir::literal::sparse::{Sparse, WrongStorage};
use std::fmt;

/// A failure to evaluate a plan: a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataError(pub String);

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DataError {}

impl From<EvalError> for DataError {
    fn from(error: EvalError) -> DataError {
        DataError(error.to_string())
    }
}

impl From<WrongStorage> for DataError {
    fn from(error: WrongStorage) -> DataError {
        DataError(format!("an input {error}"))
    }
}

impl FusedPlan {
    /// The results for inputs that are dense, whatever their types: those stored by levels, or in the arrays
    /// of a mapping, are stored so first.
    ///
    /// # Errors
    /// If evaluation of a result takes more than `most` loop steps, an entry of a result is outside of
    /// its extents, or there is not enough memory.
    pub fn evaluate(
        &self,
        inputs: &[&Literal],
        types: &[hloom_ir::Type],
        most: u64,
    ) -> Result<Vec<Literal>, DataError> {
        let mut data = Inputs::new();
        let mut stored: Vec<Option<Sparse>> = vec![None; inputs.len()];
        let mut mapped: Vec<Option<Mapped>> = vec![None; inputs.len()];
        for array in &self.arrays {
            let given = inputs.get(array.input).zip(types.get(array.input));
            let (literal, ty) = given.ok_or_else(|| missing(array))?;
            let is_sparse = ty.as_tensor().is_some_and(|it| it.sparse().is_some());
            let value = if let ArrayPart::Mapped(name) | ArrayPart::MappedNumber(name) = array.part
            {
                let of = &mut mapped[array.input];
                let known = match of.take() {
                    Some(known) => known,
                    None => Mapped::from_dense(*ty, literal)
                        .map_err(|what| DataError(format!("an input {what}")))?,
                };
                let value = of.insert(known).arrays().get(&name).cloned();
                value.ok_or_else(|| missing(array))?
            } else if is_sparse {
                let of = &mut stored[array.input];
                let sparse = match of.take() {
                    Some(known) => known,
                    None => Sparse::from_dense(*ty, literal)?,
                };
                let literal = part_of(of.insert(sparse), array.part);
                value_of(literal.ok_or_else(|| missing(array))?, false)
            } else {
                value_of(literal, array.part == ArrayPart::Number)
            };
            data.insert(array.name, value);
        }
        self.results.iter().map(|result| result.evaluate(&data, most)).collect()
    }
}

impl FusedResult {
    fn evaluate(&self, data: &Inputs, most: u64) -> Result<Literal, DataError> {
        let (value, _) = evaluate(&self.term, data, most)?;
        let mut literal = Literal::zeros(self.ty).map_err(|error| DataError(error.to_string()))?;
        let dims = literal.dims();
        let element = literal.element();
        write(&value, dims, 0, element, literal.as_mut_slice::<u8>())?;
        Ok(literal)
    }
}

fn missing(array: &FusedArray) -> DataError {
    DataError(format!("there is no data for `{}`", array.name))
}

/// An array of a tensor stored by levels; `None` if it has no such array.
pub fn part_of(sparse: &Sparse, part: ArrayPart) -> Option<&Literal> {
    match part {
        ArrayPart::Number | ArrayPart::Mapped(_) | ArrayPart::MappedNumber(_) => None,
        ArrayPart::Values => Some(sparse.values()),
        ArrayPart::Positions(l) => sparse.levels().get(l)?.pos.as_ref(),
        ArrayPart::Coordinates(l) => sparse.levels().get(l)?.crd.as_ref(),
    }
}

/// The elements of a literal as an array, or its element as a number. Those that the calculus does not
/// have are zeros.
pub fn value_of(literal: &Literal, number: bool) -> Value {
    let base = super::scalar(literal.element()).unwrap_or(Scalar::Int);
    if number {
        return number_at(literal, base, 0);
    }
    let int = |i: usize| literal.get_int(i).unwrap_or(0) as i64;
    let count = 0..literal.count();
    match base {
        Scalar::Bool => {
            Value::Array(Array::new(Items::Bools(count.map(|i| int(i) != 0).collect())))
        }
        Scalar::Int => Value::Array(Array::new(Items::Ints(count.map(int).collect()))),
        Scalar::Real => {
            Value::Array(Array::new(Items::Reals(count.map(|i| literal.get_f64(i)).collect())))
        }
    }
}

/// Writes the numbers of a dictionary, or a number, into elements that are zero.
fn write(
    value: &Value,
    dims: &[i64],
    place: usize,
    element: Element,
    bytes: &mut [u8],
) -> Result<(), DataError> {
    let width = element.byte_width();
    let out = bytes.get_mut(place * width..).and_then(|rest| rest.get_mut(..width));
    match (value, dims) {
        (Value::Dict(entries), [extent, inner @ ..]) => {
            for (key, value) in entries.iter() {
                if !(0..*extent).contains(key) {
                    let what =
                        format!("an entry at key {key} is outside of the result's extent {extent}");
                    return Err(DataError(what));
                }
                write(value, inner, place * *extent as usize + *key as usize, element, bytes)?;
            }
        }
        (Value::Bool(_) | Value::Int(_) | Value::Real(_), []) => {
            out.into_iter().for_each(|out| write_number(value, element, out));
        }
        _ => return Err(DataError("the result is of another sort".to_owned())),
    }
    Ok(())
}
