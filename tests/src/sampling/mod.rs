//! Random instances of the left-hand sides of rewrite rules, random programs of one or several
//! blocks, and random inputs.

mod attributes;
mod branches;
mod counted;
mod error_bound;
mod instances;
mod language;
mod numbers;
mod program;

pub use branches::{CfgShape, branches};
pub use counted::counted;
pub use error_bound::{all_values, error_bounds, multiplies_subnormal_bf16, within};
pub use instances::{Draw, Instance, any_element, instance};
pub use language::Language;
pub use numbers::{any_number, close, far_apart, input, same};
pub use program::{Sample, program, wide_program};

use hloom_ir::ops;
use hloom_ir::{Element, Type};

/// The most common element types.
const ELEMENTS: [Element; 8] = [
    Element::I1,
    Element::I8,
    Element::I32,
    Element::U8,
    Element::F16,
    Element::F32,
    Element::F64,
    Element::C64,
];

/// The entry of the op with this name, without attributes.
fn plain(name: &str, root: &[Type]) -> Option<ops::Op> {
    let mut dict = hloom_ir::AttrDict::new();
    let mut reader = hloom_ir::op::FieldReader { dict: &mut dict, results: root };
    (ops::lookup(name)?.read)(&mut reader).ok()
}
