//! Plans of fusions: a storage program in place of a region of StableHLO.
//!
//! A `hloom.fusion` with a `plan` has its results by storage programs over the arrays of its inputs.
//! Their text is the attribute: the arrays, and an expression for each result, with `;` between two:
//!
//! ```text
//! %y = "hloom.fusion"(%A, %x) ({ … the same in StableHLO … })
//!   {kind = "storage", plan = "CREATE TENSOR a0_pos1 : [int]; CREATE TENSOR a0_crd1 : [int]; … sum(…) …"}
//! ```
//!
//! | input `n` of the fusion | its arrays |
//! |---|---|
//! | a tensor of rank 0 | the number `an` |
//! | a dense tensor | `an_val`: the elements in row-major order |
//! | a tensor stored by levels | `an_pos1`, `an_crd1` of level 1 …, as far as it has them, and `an_val` |
//! | a tensor with a mapping (`#hloom.storage`) | the arrays and numbers `T_…` of the mapping, as `an_…` |
//!
//! The result of a plan is a number, or dictionaries by the dimensions of the tensor, whatever the storage of
//! the type: entries that a type stored by levels has are those of the dictionaries.
//!
//! # Meaning
//!
//! The law is the evaluator of this crate: [`FusedPlan::evaluate`] converts the inputs to the numbers
//! of the calculus, and the result to the elements of the type.
//!
//! - Floats of 32 bits are doubles inside of a plan. The result is rounded as it is stored; code that
//!   adds up a dense result in memory rounds each addition.
//! - Narrow integers are computed with 64 bits, and the result is reduced modulo its width.
//! - Zero times anything is zero, and an element that is not stored divided by anything is zero. So a
//!   result differs from that of the body where a zero meets an infinity or NaN, or is divided by zero.

mod data;
mod verify;

pub use data::{DataError, part_of, value_of};
pub use verify::verify;

use crate::encoding::MappedFormat;
use crate::term::{Node, Symbol, Term};
use crate::types::{Form, Scalar, Sort};
use crate::{check, syntax};
use hloom_ir::diag::{Diagnostic, Span};
use hloom_ir::types::sparse::{LevelKind, SparseEncoding};
use hloom_ir::{Element, TensorType, Type};

/// The kind of fusions that have a plan.
pub const KIND: &str = "storage";

/// The contents of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArrayPart {
    /// The element of a tensor of rank 0.
    Number,
    /// The elements, or the stored ones.
    Values,
    /// The positions of a level.
    Positions(usize),
    /// The coordinates of a level.
    Coordinates(usize),
    /// An array `T_…` of a mapping.
    Mapped(Symbol),
    /// A number `T_…` of a mapping.
    MappedNumber(Symbol),
}

/// An array of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FusedArray {
    /// Its name in the plan.
    pub name: Symbol,
    /// The number of the input.
    pub input: usize,
    /// Its contents.
    pub part: ArrayPart,
    /// The type of its elements in memory.
    pub element: Element,
}

impl FusedArray {
    /// Its sort in the plan.
    pub fn sort(&self) -> Sort {
        let base = scalar(self.element).unwrap_or(Scalar::Int);
        match self.part {
            ArrayPart::Number | ArrayPart::MappedNumber(_) => Sort::scalar(base),
            _ => Sort::array(base),
        }
    }
}

/// The numbers that elements of a type are in a plan; `None` if plans have no such elements.
pub fn scalar(element: Element) -> Option<Scalar> {
    match element {
        Element::I1 => Some(Scalar::Bool),
        Element::I8 | Element::I16 | Element::I32 | Element::I64 => Some(Scalar::Int),
        Element::U8 | Element::U16 | Element::U32 => Some(Scalar::Int),
        Element::F32 | Element::F64 => Some(Scalar::Real),
        // Any other element: complex, quantized, a float of less than 32 bits, an integer of less than 8,
        // or an unsigned one of 64.
        _ => None,
    }
}

/// The tensor that a plan may read or make: of known extents and of elements that plans have, dense
/// in row-major order, stored by levels, or in the arrays of a mapping.
pub fn tensor(ty: Type) -> Option<&'static TensorType> {
    let tensor = ty.as_tensor().filter(|it| it.is_static() && it.byte_size().is_some())?;
    scalar(tensor.element)?;
    let known = tensor.encoding.is_none() || tensor.sparse().is_some() || is_mapped(ty);
    known.then_some(tensor)
}

/// Whether a type has a mapping whose arrays plans read: none is a dictionary.
pub fn is_mapped(ty: Type) -> bool {
    let tensor = ty.as_tensor().filter(|tensor| scalar(tensor.element).is_some());
    let format = tensor.and_then(MappedFormat::of);
    format.is_some_and(|format| format.arrays().iter().all(|(_, sort)| !sort.is_dict()))
}

/// Whether a tensor has its entries in arrays: by levels, or those of a mapping.
pub fn is_stored(ty: Type) -> bool {
    ty.as_tensor().is_some_and(|tensor| tensor.sparse().is_some()) || is_mapped(ty)
}

/// The arrays of an input; `None` if plans do not read such a type.
pub fn arrays(input: usize, ty: Type) -> Option<Vec<FusedArray>> {
    let tensor = tensor(ty)?;
    let array = |what: &str, part, element| {
        let name = Symbol::from(format!("a{input}{what}").as_str());
        FusedArray { name, input, part, element }
    };
    if let Some(format) = MappedFormat::of(tensor) {
        let all = format.arrays().iter().map(|(name, sort)| {
            let own = name.as_str().strip_prefix('T').unwrap_or(name.as_str());
            let element = match sort.base {
                Scalar::Bool => Element::I1,
                // Positions and coordinates are not told from elements.
                Scalar::Int => Element::I64,
                Scalar::Real => tensor.element,
            };
            let part = match sort.is_scalar() {
                true => ArrayPart::MappedNumber(*name),
                false => ArrayPart::Mapped(*name),
            };
            array(own, part, element)
        });
        return Some(all.collect());
    }
    let Some(encoding) = tensor.sparse() else {
        return Some(vec![match tensor.rank() {
            0 => array("", ArrayPart::Number, tensor.element),
            _ => array("_val", ArrayPart::Values, tensor.element),
        }]);
    };
    let mut all = Vec::new();
    for (l, level) in encoding.levels.iter().enumerate() {
        if level.kind == LevelKind::Compressed {
            let part = ArrayPart::Positions(l);
            all.push(array(&format!("_pos{l}"), part, encoding.pos_element()));
        }
        if level.kind != LevelKind::Dense {
            let part = ArrayPart::Coordinates(l);
            all.push(array(&format!("_crd{l}"), part, encoding.crd_element()));
        }
    }
    all.push(array("_val", ArrayPart::Values, tensor.element));
    Some(all)
}

/// The order of the coordinates in each segment of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// There are no segments, or their coordinates are in any order.
    Unknown,
    /// Each is at least the one before.
    Weak,
    /// Each is larger than the one before.
    Strict,
}

/// The order of the coordinates in each segment of a level.
pub fn order(encoding: &SparseEncoding, level: usize) -> Order {
    match encoding.levels.get(level) {
        Some(it) if it.kind == LevelKind::Compressed && it.ordered => {
            if it.unique {
                Order::Strict
            } else {
                Order::Weak
            }
        }
        _ => Order::Unknown,
    }
}

/// The plan of one result.
#[derive(Clone, Debug)]
pub struct FusedResult {
    /// The term over the arrays.
    pub term: Term,
    /// The type of the result.
    pub ty: Type,
}

/// A plan that was read and checked.
#[derive(Clone, Debug)]
pub struct FusedPlan {
    /// The results, at least one.
    pub results: Vec<FusedResult>,
    /// The arrays that their terms read.
    pub arrays: Vec<FusedArray>,
}

impl FusedPlan {
    /// Reads the plan of a fusion with these inputs and results.
    ///
    /// # Errors
    /// All errors of the text, with their places in it; the first array that no input has or that is
    /// of another sort; another number of results, or a result of another sort.
    pub fn read(
        text: &str,
        inputs: &[Type],
        results: &[Type],
    ) -> Result<FusedPlan, Vec<Diagnostic>> {
        let (tensors, written) = syntax::parse_results(text)?;
        if written.len() != results.len() {
            let what = match written.len() {
                0 => "the plan has no result".to_owned(),
                1 => format!("the plan has one result, and the fusion has {}", results.len()),
                n => format!("the plan has {n} results, and the fusion has {}", results.len()),
            };
            let span = written.get(results.len()).map_or(Span::default(), |it| it.span);
            return Err(vec![Diagnostic::error(span, what)]);
        }
        let known: Vec<FusedArray> = (inputs.iter().enumerate())
            .filter_map(|(input, ty)| arrays(input, *ty))
            .flatten()
            .collect();
        let mut plan = FusedPlan { results: Vec::new(), arrays: Vec::new() };
        let mut program = syntax::ast::Program { tensors, result: None };
        for (expr, &ty) in written.into_iter().zip(results) {
            program.result = Some(expr);
            plan.add(&program, ty, &known)?;
        }
        Ok(plan)
    }

    /// Adds a result of this type, that of a program over `known` arrays.
    fn add(
        &mut self,
        program: &syntax::ast::Program,
        ty: Type,
        known: &[FusedArray],
    ) -> Result<(), Vec<Diagnostic>> {
        let wrong = |span: Span, what: String| Err(vec![Diagnostic::error(span, what)]);
        let Some(term) = check(program)?.composed() else {
            return wrong(Span::default(), "the plan has no result".to_owned());
        };
        for node in &term {
            let Node::Input(name, sort) = node else { continue };
            let created = program.tensors.iter().find(|it| it.name.text == name.as_str());
            let span = created.map_or(Span::default(), |it| it.name.span);
            match known.iter().find(|it| it.name == *name) {
                Some(array) if array.sort() == *sort => {
                    if !self.arrays.contains(array) {
                        self.arrays.push(array.clone());
                    }
                }
                Some(array) => {
                    return wrong(span, format!("`{name}` is {}, not {sort}", array.sort()));
                }
                None => {
                    let names = || known.iter().map(|it| it.name.as_str());
                    let mut error = Diagnostic::error(
                        span,
                        format!("the inputs of the fusion have no array `{name}`"),
                    );
                    if let Some(near) = hloom_ir::suggest::nearest(name.as_str(), names()) {
                        error = error.help(format!("did you mean `{near}`?"));
                    }
                    return Err(vec![error]);
                }
            }
        }
        let sort = crate::term::sort(&term, term.root());
        let fits = tensor(ty).is_some_and(|it| {
            let form = Form::Nested(it.rank() as u8);
            scalar(it.element) == Some(sort.base) && sort.form == form
        });
        if !fits {
            let span = program.result.as_ref().map_or(Span::default(), |it| it.span);
            return wrong(span, format!("the plan makes {sort}, and the fusion's result is {ty}"));
        }
        self.results.push(FusedResult { term, ty });
        Ok(())
    }
}
