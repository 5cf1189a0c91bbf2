//! Scans.

use crate::attr::Attr;
use crate::field::{Field, Style};
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::{DYNAMIC, Element, Shape, TensorType, Type, dims_agree};

op! {
    /// Runs `body` on consecutive slices of `inputs` along `dimension`, or in reverse order with
    /// `is_reverse`. The body takes a slice of each input and the carried values, at first `inits`,
    /// and returns a slice of each output and the next carried values. The results are the outputs
    /// and the final carried values. Without inputs, `scan_dim_size` is the trip count. With
    /// `is_associative`, the body may be applied in another order.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    scan: Scan = "chlo.scan" (inputs: many Tensor, inits: many Tensor) [body] {
        dimension: i64,
        scan_dim_size: Option<i64>,
        is_reverse: Option<bool>,
        is_associative: Option<bool>,
        operandSegmentSizes: Box<Segments>,
        resultSegmentSizes: Box<Segments>,
    } -> Tensors
    syntax custom
    traits [Pure, NeverFails, Foldable]
}

/// The sizes of two lists of operands or results: `array<i32: 1, 2>`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Segments(pub [i64; 2]);

impl Field for Segments {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<Segments, String> {
        let found = match &attr {
            Some(Attr::DenseArray(_, sizes)) => <[i64; 2]>::try_from(&sizes[..]).ok(),
            Some(Attr::Dense(l)) if l.element().is_integer() && l.count() == 2 => {
                let at = |i| l.get_int(i).unwrap_or(-1) as i64;
                Some([at(0), at(1)])
            }
            Some(_) => None,
            None => return Err("it is missing".into()),
        };
        let wrong = || "expected the sizes of two lists, `array<i32: 1, 1>`".to_owned();
        found.map(Segments).ok_or_else(wrong)
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::DenseArray(Element::I32, self.0.into()))
    }
}

impl Scan {
    /// The numbers of inputs, of carried values, and of outputs.
    pub fn counts(&self) -> (usize, usize, usize) {
        let size = |n: i64| usize::try_from(n).unwrap_or(0);
        let ([inputs, inits], [outputs, _]) =
            (self.operandSegmentSizes.0, self.resultSegmentSizes.0);
        (size(inputs), size(inits), size(outputs))
    }
}

impl Infer for Scan {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let ([n, c], [m, carries]) = (self.operandSegmentSizes.0, self.resultSegmentSizes.0);
        ensure!(Arity at operandSegmentSizes, n >= 0 && c >= 0 && n.checked_add(c) == Some(cx.len() as i64),
            "{n} inputs and {c} initial values are not the {} operands", cx.len());
        ensure!(Arity at resultSegmentSizes, m >= 0 && carries == c,
            "{carries} values carried at the end are not the {c} initial ones");
        let (n, m) = (n as usize, m as usize);
        let d = self.dimension;
        let mut extent = self.scan_dim_size.unwrap_or(DYNAMIC);
        ensure!(Dimension at scan_dim_size, extent >= 0 || self.scan_dim_size.is_none(),
            "scan_dim_size is {extent}; the body can't run so often");
        ensure!(Dimension at scan_dim_size, n > 0 || extent >= 0,
            "without inputs, scan_dim_size must say how often the body runs");
        let (args, yielded) = cx.signature(0)?;
        ensure!(Body in 0, args.len() == cx.len(),
            "body takes {} arguments, not one for each of {} operands", args.len(), cx.len());
        ensure!(Body in 0, yielded.len() as i64 == m as i64 + c,
            "body yields {} values, not {m} outputs and {c} carried", yielded.len());
        for (i, &arg) in args.iter().enumerate() {
            let mut expected = cx.ty(i);
            if i < n {
                let x = cx.tensor(i)?;
                ensure!(Dimension at dimension, 0 <= d && d < x.rank() as i64,
                    "dimension {d} is not a dimension of input {i}, {}", cx.ty(i));
                let mut dims = x.dims.clone();
                let found = dims.remove(d as usize);
                ensure!(Dimension at # i, dims_agree(extent, found),
                    "input {i} has {found} slices, not {extent}");
                extent = extent.max(found);
                expected = x.with_dims(&dims).into();
            }
            ensure!(Body in 0, arg.compatible(expected),
                "argument {i} of body is {arg}, not {expected}");
        }
        let mut results = Types::new();
        for (i, &ty) in yielded.iter().enumerate() {
            if i < m {
                let slice = ty.as_tensor();
                let fits = slice.is_some_and(|t| 0 <= d && d <= t.rank() as i64);
                ensure!(Body in 0, fits, "output {i} of body, {ty}, has no place for dimension {d}");
                let slice: &TensorType = slice.expect("just checked");
                let mut dims: Shape = slice.dims.clone();
                dims.insert(d as usize, extent);
                results.push(slice.with_dims(&dims).into());
            } else {
                let carried = cx.ty(n + i - m);
                ensure!(Body in 0, ty.compatible(carried),
                    "body carries on {ty}, but was given {carried}");
                results.push(carried);
            }
        }
        Ok(results)
    }
}
