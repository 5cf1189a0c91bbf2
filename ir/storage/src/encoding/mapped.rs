//! Tensors in the arrays of a mapping that is the encoding of their type.

use super::{StorageMapping, scalar};
use crate::check::Module;
use crate::coordinates::Tuple;
use crate::elements::{number_at, write_number};
use crate::eval::evaluate;
use crate::term::{Node, Symbol, Term};
use crate::types::{Scalar, Sort};
use crate::value::Value;
use crate::{AssembleError, Coordinates, Duplicates, Inputs, Numbers, assemble};
use hloom_ir::literal::Literal;
use hloom_ir::{Element, TensorType, Type};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The most loop steps of a mapping that is read: its loops are over arrays, so it ends.
const STEPS: u64 = 1 << 40;

/// The mapping of a type: the tensor `T` of its extents, and the arrays that it reads.
#[derive(Debug)]
pub struct MappedFormat {
    module: Module,
    term: Term,
    arrays: Vec<(Symbol, Sort)>,
}

impl MappedFormat {
    /// The mapping of a type; `None` if its encoding is none, or wrong, or the calculus does not have
    /// its elements. Formats are kept: the mapping of a type is read once.
    pub fn of(ty: &TensorType) -> Option<Arc<MappedFormat>> {
        type Known = HashMap<(String, Vec<i64>, Element), Option<Arc<MappedFormat>>>;
        static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);
        let encoding = ty.encoding.as_deref()?;
        if !encoding.starts_with(super::HEAD) && ty.mapped_levels().is_none() {
            return None;
        }
        if !ty.is_static() || ty.byte_size().is_none() {
            return None;
        }
        let key = (encoding.to_owned(), ty.dims.to_vec(), ty.element);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(key).or_insert_with(|| MappedFormat::read(ty).map(Arc::new)).clone()
    }

    fn read(ty: &TensorType) -> Option<MappedFormat> {
        let base = scalar(ty.element)?;
        let module = StorageMapping::of(ty)?.module(&ty.dims, base).ok()?;
        let body = module.tensor("T")?.body.as_ref()?;
        let term = module.inlined(&body.term);
        let mut arrays: Vec<(Symbol, Sort)> = Vec::new();
        for node in &term {
            if let Node::Input(name, sort) = node
                && !arrays.iter().any(|(known, _)| known == name)
            {
                arrays.push((*name, *sort));
            }
        }
        Some(MappedFormat { module, term, arrays })
    }

    /// The program that defines `T`.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The tensor `T` over its arrays.
    pub fn term(&self) -> &Term {
        &self.term
    }

    /// The arrays and numbers `T_…` that the mapping reads.
    pub fn arrays(&self) -> &[(Symbol, Sort)] {
        &self.arrays
    }
}

/// A tensor in the arrays of its type's mapping.
#[derive(Clone, PartialEq, Debug)]
pub struct Mapped {
    ty: Type,
    arrays: Inputs,
}

/// The tensor type and the mapping of a type.
fn parts(ty: Type) -> Result<(&'static TensorType, Arc<MappedFormat>), String> {
    let tensor = ty.as_tensor();
    let found = tensor.and_then(|tensor| Some((tensor, MappedFormat::of(tensor)?)));
    found.ok_or_else(|| format!("is {ty}, which has no storage mapping"))
}

impl Mapped {
    /// The tensor of these arrays, by the names `T_…`. Nothing is checked but that they are there and of the
    /// sorts that the mapping reads.
    ///
    /// # Errors
    /// The end of a sentence that begins with the tensor's name.
    pub fn new(ty: Type, arrays: Inputs) -> Result<Mapped, String> {
        let (_, format) = parts(ty)?;
        for (name, sort) in format.arrays() {
            match arrays.get(name) {
                Some(value) if value.has_sort(*sort) => {}
                Some(_) => return Err(format!("has `{name}` of another type than {sort}")),
                None => return Err(format!("has no `{name}`")),
            }
        }
        Ok(Mapped { ty, arrays })
    }

    /// The arrays that hold these entries; `given` has numbers that they do not determine.
    ///
    /// # Errors
    /// The end of a sentence that begins with the tensor's name: the mapping has no place for an
    /// entry, or can't be read backwards.
    pub fn of_entries(ty: Type, of: &Coordinates, given: &Inputs) -> Result<Mapped, String> {
        let (_, format) = parts(ty)?;
        let arrays = assemble(format.module(), "T", of, given).map_err(|error| match error {
            AssembleError::Undetermined(_) => {
                format!("can't be stored as {ty}: {error} in the type, as `bsr:h=2,w=2` does")
            }
            error => format!("can't be stored as {ty}: {error}; give its arrays"),
        })?;
        Ok(Mapped { ty, arrays })
    }

    /// The arrays that hold the elements of a dense tensor other than zero.
    ///
    /// # Errors
    /// As [`of_entries`](Self::of_entries).
    pub fn from_dense(ty: Type, dense: &Literal) -> Result<Mapped, String> {
        let (tensor, _) = parts(ty)?;
        if dense.dims() != &tensor.dims[..] || dense.element() != tensor.element {
            return Err(format!("can't be made of {}: it is {ty}", dense.ty()));
        }
        let mut keys: Vec<Vec<i64>> = vec![Vec::new(); tensor.rank()];
        let base = scalar(tensor.element).ok_or("has no such elements")?;
        let mut numbers = Numbers::empty(base);
        for at in 0..dense.count() {
            let number = number_at(dense, base, at);
            if number.is_zero() {
                continue;
            }
            let mut rest = at as i64;
            for (column, extent) in keys.iter_mut().zip(&tensor.dims).rev() {
                column.push(rest % extent);
                rest /= extent;
            }
            numbers.push(&number);
        }
        let extents = tensor.dims.iter().map(|n| *n as u64).collect();
        let of = Coordinates::new(extents, keys, numbers, Duplicates::Reject);
        Mapped::of_entries(ty, &of.map_err(|error| error.to_string())?, &Inputs::new())
    }

    /// Its type.
    pub fn ty(&self) -> Type {
        self.ty
    }

    /// The arrays and numbers, by the names `T_…`.
    pub fn arrays(&self) -> &Inputs {
        &self.arrays
    }

    /// The dense form of the tensor; its type has no encoding.
    ///
    /// # Errors
    /// A sentence: there is not enough memory, or an entry is outside of the extents.
    pub fn to_dense(&self) -> Result<Literal, String> {
        let (tensor, format) = parts(self.ty)?;
        let mut dense = Literal::zeros(Type::tensor(&tensor.dims, tensor.element))
            .map_err(|e| e.to_string())?;
        let all = self.entries(tensor, &format)?;
        let width = tensor.element.byte_width();
        let bytes = dense.as_mut_slice::<u8>();
        for entry in 0..all.len() {
            let key = all.key(entry);
            let place = key.iter().zip(&tensor.dims).fold(0, |at, (k, n)| at * n + k) as usize;
            write_number(
                &all.value_at(entry),
                tensor.element,
                &mut bytes[place * width..][..width],
            );
        }
        Ok(dense)
    }

    /// Checks that each entry is inside of the extents, and that its number is one of the element type: the
    /// arrays have integers of 64 bits.
    ///
    /// # Errors
    /// A sentence about the first entry that is not.
    pub fn check(&self) -> Result<(), String> {
        let (tensor, format) = parts(self.ty)?;
        let all = self.entries(tensor, &format)?;
        let mut own = vec![0; tensor.element.byte_width()];
        for entry in 0..all.len() {
            let Value::Int(number) = all.value_at(entry) else { break };
            write_number(&Value::Int(number), tensor.element, &mut own);
            let element = Literal::new(Type::tensor(&[], tensor.element), own.as_slice().into());
            let element = element.map_err(|error| error.to_string())?;
            if number_at(&element, Scalar::Int, 0) != Value::Int(number) {
                let (at, ty) = (all.key(entry), tensor.element);
                return Err(format!(
                    "the entry at {} is {number}, which is not a value of {ty}",
                    Tuple(&at)
                ));
            }
        }
        Ok(())
    }

    /// The entries.
    fn entries(&self, tensor: &TensorType, format: &MappedFormat) -> Result<Coordinates, String> {
        let (value, _) =
            evaluate(&format.term, &self.arrays, STEPS).map_err(|error| error.to_string())?;
        let sort = crate::term::sort(&format.term, format.term.root());
        let extents: Vec<u64> = tensor.dims.iter().map(|n| *n as u64).collect();
        Coordinates::of_value(&value, sort, extents).map_err(|e| e.to_string())
    }
}
