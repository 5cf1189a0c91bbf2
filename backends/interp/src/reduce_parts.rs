//! The preparation of inputs that reductions by bodies on scalars and on slices share.

use crate::error::EvalResult;
use crate::pointwise::Pointwise;
use crate::strided::{View, copy};
use hloom_ir::literal::Bytes;
use hloom_ir::{Element, Literal, Type};

/// The literal converted to `to`: a body may compute in a wider type than its inputs.
pub(crate) fn promoted(x: &Literal, to: Element) -> EvalResult<Literal> {
    if x.element() == to {
        return Ok(x.clone());
    }
    Pointwise::Convert.eval(&[x], Type::tensor(x.dims(), to), u64::MAX)
}

/// The elements with dimensions in this order, row-major.
pub(crate) fn arranged(x: &Literal, order: &[usize], sizes: &[i64]) -> Bytes {
    let width = x.element().byte_width();
    let mut data = Bytes::zeros(x.count() * width);
    let whole = View::of(x.dims());
    let strides = order.iter().map(|&d| if x.is_splat() { 0 } else { whole.strides[d] }).collect();
    let from = View { offset: 0, strides };
    copy(sizes, width, (x.bytes(), &from), (data.as_mut_slice(), &View::of(sizes)));
    data
}
