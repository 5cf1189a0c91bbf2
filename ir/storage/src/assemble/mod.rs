//! Fills the physical arrays of a storage mapping from the entries of a tensor.
//!
//! A mapping says which tensor given arrays stand for. Here the arrays are found that stand for a
//! given tensor, so a format needs no code of its own: files are read into any format, results are
//! written in any, and two formats make a conversion.
//!
//! # Method
//!
//! The mapping is read as branches: chains of loops, keys and conditions down to one stored number
//! (`branch.rs`). Each entry is taken by the first branch that can store it.
//!
//! 1. **Scalars** that are not given are found: a number of rows is the least one that lets the key
//!    reach the tensor's extent; a bandwidth is the least one that has room for the entries.
//! 2. **Keys are solved** for the variables of the loops: `b * h + i = 7` with `i` in `0:h` has one
//!    solution. Keys are sums of multiples of variables, where `even(z)` and `odd(z)` count as two
//!    (Morton order); a chain without index arrays may have keys of any form (`p / n`), and its
//!    positions are tried one by one.
//! 3. **Guards** decide elements (`guards.rs`): conditions about stored numbers that no key determines
//!    (`if bit(p) then …`), and factors (`real(bit(p)) * val(p)`). The elements of the entries
//!    fulfil them, and all others do not.
//! 4. **Loops over arrays** are filled from the outermost inwards. Between fixed bounds (ELL, 2:4)
//!    each entry gets a free position, as in a range that tells where keys are read (`room.rs`).
//!    Between stored bounds (`idx(pos(i):pos(i + 1))`, or two for each slice,
//!    `idx(pos(2 * i):pos(2 * i + 1))`), or from end to end, positions are appended in the order of
//!    the bounds; entries that the array can't tell apart share one (a row of DCSR, a block of BSR).
//! 5. **Numbers** are written at the places that the mapping reads. A code that no key depends on is
//!    the number of the value in a dictionary of the values, or of the row in one of rows (`rows.rs`).
//! 6. **Check**: the arrays are read back through the mapping, and give exactly the entries.
//!
//! This is the assembly of Chou, Kjolstad and Amarasinghe, "Automatic Generation of Efficient Sparse
//! Tensor Format Conversion Routines" (PLDI 2020, arXiv 2001.02609), whose formats are lists of
//! levels with code for each kind of level; here the kinds follow from the mapping's text.

mod bounds;
mod branch;
mod demands;
mod fill;
mod filling;
mod guards;
mod positions;
mod room;
mod rows;
mod runs;
mod scalars;
mod solve;
mod store;
mod verify;

#[cfg(test)]
mod tests;

use crate::check::Module;
use crate::coordinates::{Coordinates, Tuple};
use crate::eval::Inputs;
use crate::types::{Form, Scalar};
use std::fmt;

/// The most elements of an array.
pub const MAX_ELEMENTS: u64 = 1 << 31;

/// A failure to fill the arrays of a mapping.
#[derive(Clone, PartialEq, Debug)]
pub enum AssembleError {
    /// There is no tensor of this name that is defined by arrays.
    NoMapping(String),
    /// The tensor has another number of dimensions, or another element type, than the mapping's.
    WrongTensor(String),
    /// The mapping is of a form that this module does not read backwards.
    Unsupported(String),
    /// The entries do not determine these scalars.
    Undetermined(Vec<String>),
    /// The format can't hold the entry at these coordinates.
    DoesNotFit {
        /// The coordinates.
        keys: Vec<i64>,
        /// Why.
        reason: String,
    },
    /// An array would have more elements than allowed.
    TooLarge {
        /// The array's name.
        array: String,
        /// Its elements.
        elements: u64,
        /// The most that are allowed.
        most: u64,
    },
}

impl fmt::Display for AssembleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AssembleError::NoMapping(name) => {
                write!(f, "`{name}` has no storage mapping: it is not defined by arrays")
            }
            AssembleError::WrongTensor(what) => f.write_str(what),
            AssembleError::Unsupported(what) => {
                write!(f, "the mapping can't be filled from entries: it has {what}")
            }
            AssembleError::Undetermined(names) => {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                write!(f, "the entries do not determine {}: give a value", names.join(" and "))
            }
            AssembleError::DoesNotFit { keys, reason } => {
                write!(f, "the format can't hold the entry at {}: {reason}", Tuple(keys))
            }
            AssembleError::TooLarge { array, elements, most } => {
                write!(f, "`{array}` would have {elements} elements; at most {most} are held")
            }
        }
    }
}

impl std::error::Error for AssembleError {}

/// The arrays and scalars for which the mapping of `tensor` is the tensor `of`.
///
/// `given` has values of scalars (`A_h` of a block format); all others are found. Of arrays it may have
/// the coordinates of a loop from end to end (`A_col` of a group of columns): entries with others are
/// left to the next branch.
///
/// # Errors
/// If the mapping can't be read backwards, or the format can't hold the entries.
///
/// # Example
///
/// ```
/// use hloom_storage::{Coordinates, Duplicates, Inputs, Value, assemble, compile, formats};
///
/// let module = compile(&formats::named(formats::find("csr").unwrap(), "A")).unwrap();
/// // 6 0 9 8
/// // 0 0 0 0
/// // 5 0 0 7
/// let keys = vec![vec![0, 0, 0, 2, 2], vec![0, 2, 3, 0, 3]];
/// let values = vec![6.0, 9.0, 8.0, 5.0, 7.0].into();
/// let of = Coordinates::new(vec![3, 4], keys, values, Duplicates::Reject).unwrap();
/// let arrays = assemble(&module, "A", &of, &Inputs::new()).unwrap();
/// assert_eq!(arrays[&"A_pos".into()], Value::ints([0, 3, 3, 5]));
/// ```
pub fn assemble(
    module: &Module,
    tensor: &str,
    of: &Coordinates,
    given: &Inputs,
) -> Result<Inputs, AssembleError> {
    assemble_within(module, tensor, of, given, MAX_ELEMENTS)
}

/// As [`assemble`], with so many elements of an array at most.
///
/// # Errors
/// As [`assemble`].
pub fn assemble_within(
    module: &Module,
    tensor: &str,
    of: &Coordinates,
    given: &Inputs,
    most: u64,
) -> Result<Inputs, AssembleError> {
    let no_mapping = || AssembleError::NoMapping(tensor.to_owned());
    let definition = module.tensor(tensor).ok_or_else(no_mapping)?;
    let body = definition.body.as_ref().ok_or_else(no_mapping)?;
    let term = module.inlined(&body.term);
    let sort = definition.ty.sort();
    let order = match sort.form {
        Form::Nested(levels) => usize::from(levels),
        Form::Array => return Err(no_mapping()),
    };
    if order != of.extents().len() {
        return Err(AssembleError::WrongTensor(format!(
            "`{tensor}` has {order} dimensions, the data {}",
            of.extents().len()
        )));
    }
    if sort.base != of.base() {
        return Err(AssembleError::WrongTensor(format!(
            "the elements of `{tensor}` are {}, those of the data {}",
            named(sort.base),
            named(of.base())
        )));
    }
    let branches = branch::branches(&term)?;
    let mut filler = fill::Filler::new(&term, of, given, most);
    for branch in &branches {
        filler.branch(branch)?;
    }
    let arrays = filler.finish(&branches)?;
    verify::verify(&term, &branches, &arrays, of)?;
    Ok(arrays)
}

fn named(base: Scalar) -> &'static str {
    match base {
        Scalar::Bool => "truth values",
        Scalar::Int => "integers",
        Scalar::Real => "reals",
    }
}
