//! Ops that apply a region to elements: map, reduce, reduce_window.

use crate::field::{Dims, Padding};
use crate::op::{ConstraintError, OpPart, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::describe;
use crate::types::{DYNAMIC, Element, TensorType, Type, same_shape};

op! {
    /// Applies `computation` elementwise.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#map>
    map: Map = "stablehlo.map" (inputs: many PerTensor) [computation] { dimensions: Dims } -> Tensor
    syntax generic
    traits [Pure, NeverFails, Foldable]
}
/// The first input of a map, and the types that its computation yields.
fn mapped<'c>(
    cx: &InferContext<'c>,
    dims: &Dims,
) -> Result<(&'c TensorType, Types), ConstraintError> {
    ensure!(C2, !cx.is_empty(), "there must be at least one input");
    let x = cx.tensor(0)?;
    same_shapes(cx, cx.len(), "C1")?;
    ensure!(C3 at dimensions, dims.len() == x.rank() && dims.is_identity(),
        "dimensions {dims} must be 0..{}, all dimensions of the inputs", x.rank());
    let (args, yielded) = cx.signature(0)?;
    ensure!(C4 in 0, args.len() == cx.len(),
        "computation takes {} arguments, not one for each of {} inputs", args.len(), cx.len());
    for (i, &arg) in args.iter().enumerate() {
        let expected = Type::scalar_tensor(cx.tensor(i)?.element);
        ensure!(C4 in 0, arg == expected,
            "argument {i} of computation is {arg}, not {expected}");
    }
    Ok((x, yielded))
}

impl Infer for Map {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, yielded) = mapped(cx, &self.dimensions)?;
        let element = match yielded[..] {
            [one] => scalar(one),
            _ => None,
        };
        ensure!(C4 in 0, element.is_some(),
            "computation must yield one scalar tensor, not {}", describe(&yielded));
        Ok(x.with_element(element.unwrap_or(x.element)).into())
    }
}

op! {
    /// Applies `computation` elementwise, as `stablehlo.map` does, with one result for each value
    /// that it yields, so that common subexpressions of several results are computed once.
    variadic_map: VariadicMap = "hloom.map" (inputs: many PerTensor) [computation] { dimensions: Dims } -> Tensors
    syntax generic
    traits [Pure, NeverFails, Foldable]
}
impl Infer for VariadicMap {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, yielded) = mapped(cx, &self.dimensions)?;
        let elements: Option<Vec<Element>> = yielded.iter().map(|&ty| scalar(ty)).collect();
        ensure!(C4 in 0, elements.is_some(),
            "computation must yield scalar tensors, not {}", describe(&yielded));
        Ok(elements.unwrap_or_default().into_iter().map(|e| x.with_element(e).into()).collect())
    }
}

op! {
    /// Combines the elements of each input along `dimensions`, starting from its initial value. The
    /// operands are the inputs, then as many initial values. The order of combination is
    /// implementation-defined; in hloom it is determined by the shape.
    ///
    /// The specification wants scalar initial values and a body on scalars. As upstream does, this
    /// op also takes tensors of one shape there: the body then combines slices of the inputs along
    /// the dimensions that [`slice_dimensions`] finds among those that are kept, at each index of
    /// the other kept dimensions. The results have the same shape as with a body on scalars. The
    /// pass `expand-slice-reduce` makes scalar bodies and loops of such bodies.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#reduce>
    reduce: Reduce = "stablehlo.reduce" (inputs: many PerTensor, init_values: many PerTensor) [body]
    { dimensions: Dims } -> Tensors
    syntax custom
    traits [Pure, NeverFails, Foldable]
}
impl Infer for Reduce {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        ensure!(
            C3,
            cx.len() >= 2 && cx.len().is_multiple_of(2),
            "there must be an initial value for each input, found {} operands",
            cx.len()
        );
        let n = cx.len() / 2;
        let x = cx.tensor(0)?;
        same_shapes(cx, n, "C1")?;
        initial_values(cx, "C2")?;
        ensure!(C5 at dimensions, self.dimensions.is_unique(), "dimensions {} names a dimension twice", self.dimensions);
        ensure!(C4 at dimensions, self.dimensions.are_below(x.rank()),
            "dimensions {} must be dimensions of {}", self.dimensions, cx.ty(0));
        let dims: Vec<i64> = (0..x.rank())
            .filter(|&d| !self.dimensions.contains(&(d as i64)))
            .map(|d| x.dims[d])
            .collect();
        let mut results = Types::new();
        for (i, element) in reducer(cx, "C6", &dims)?.into_iter().enumerate() {
            results.push(cx.tensor(i)?.with_element(element).with_dims(&dims).into());
        }
        Ok(results) // (C7), (C8)
    }
}

/// The element type of a rank-0 tensor.
pub(super) fn scalar(ty: Type) -> Option<Element> {
    ty.as_tensor().filter(|t| t.rank() == 0).map(|t| t.element)
}

fn broken<T>(label: &'static str, part: OpPart, message: String) -> Result<T, ConstraintError> {
    Err(ConstraintError { label, message, part })
}

/// Checks that the first `n` operands have the same shape.
pub(super) fn same_shapes(
    cx: &InferContext<'_>,
    n: usize,
    label: &'static str,
) -> Result<(), ConstraintError> {
    let first = cx.tensor(0)?;
    for i in 1..n {
        if !same_shape(first, cx.tensor(i)?) {
            let message = format!("input {i} is {}, but the first {}", cx.ty(i), cx.ty(0));
            return broken(label, OpPart::Operand(i), message);
        }
    }
    Ok(())
}

/// Checks that the second half of the operands have the element types of the first half.
fn initial_values(cx: &InferContext<'_>, label: &'static str) -> Result<(), ConstraintError> {
    let n = cx.len() / 2;
    for i in 0..n {
        let (element, init) = (cx.tensor(i)?.element, cx.ty(n + i));
        if init.as_tensor().is_none_or(|t| !t.element.same_baseline(element)) {
            let message = format!("initial value {i} is {init}, not a tensor of {element}");
            return broken(label, OpPart::Operand(n + i), message);
        }
    }
    Ok(())
}

/// The dimensions of `dims` along which slices of extents `slice` lie: for each extent of the
/// slice, the first dimension behind those before that has it. `None` if there are too few. An
/// unknown extent equals any.
///
/// Source: the check of upstream's `verifyReducerShape`.
pub fn slice_dimensions(dims: &[i64], slice: &[i64]) -> Option<Vec<usize>> {
    let mut rest = dims.iter().enumerate();
    let equal = |a: i64, b: i64| a == b || a == DYNAMIC || b == DYNAMIC;
    slice.iter().map(|&n| rest.find(|&(_, &d)| equal(d, n)).map(|(at, _)| at)).collect()
}

/// Whether elements of `from` may be accumulated in `to`: the same class, and at least as wide.
///
/// Spec: `is_promotable`.
pub(super) fn is_promotable(from: Element, to: Element) -> bool {
    match (from, to) {
        (Element::Quant(a), Element::Quant(b)) => {
            a.expressed == b.expressed && a.storage.bit_width() <= b.storage.bit_width()
        }
        _ => from.class() == to.class() && from.bit_width() <= to.bit_width(),
    }
}

/// Checks that the body takes two tensors per input, of the types that it yields, whose elements
/// must be wide enough for the inputs' and whose shapes must be those of the initial values and of
/// slices along some of the dimensions `over`. Returns the element types.
fn reducer(
    cx: &InferContext<'_>,
    label: &'static str,
    over: &[i64],
) -> Result<Vec<Element>, ConstraintError> {
    let n = cx.len() / 2;
    let (args, yielded) = cx.signature(0)?;
    let part = OpPart::Region(0);
    if args.len() != 2 * n || yielded.len() != n {
        let message = format!(
            "body takes {} and yields {} values; for {n} inputs these must be {} and {n}",
            args.len(),
            yielded.len(),
            2 * n
        );
        return broken(label, part, message);
    }
    let mut elements = Vec::with_capacity(n);
    for (i, &out) in yielded.iter().enumerate() {
        let Some(tensor) = out.as_tensor() else {
            return broken(label, part, format!("body must yield tensors, not {out}"));
        };
        for arg in [args[i], args[n + i]] {
            if !arg.compatible(out) {
                let message = format!("body takes {arg} where it yields {out}");
                return broken(label, part, message);
            }
        }
        let from = cx.tensor(i)?.element;
        if !is_promotable(from, tensor.element) {
            let message = format!("body computes in {}, which can't hold {from}", tensor.element);
            return broken(label, part, message);
        }
        if !same_shape(cx.tensor(n + i)?, tensor) {
            let message = format!("body yields {out}; initial value {i} is {}", cx.ty(n + i));
            let scalar_init = scalar(cx.ty(n + i)).is_some();
            let part = if scalar_init { part } else { OpPart::Operand(n + i) };
            return broken(label, part, message);
        }
        if args[n + i].as_tensor().is_some_and(|t| slice_dimensions(over, &t.dims).is_none()) {
            let (arg, over) = (args[n + i], Dims::from(over));
            let message =
                format!("body takes {arg}, which is no slice along dimensions of extents {over}");
            return broken(label, part, message);
        }
        elements.push(tensor.element);
    }
    Ok(elements)
}

op! {
    /// Combines the elements of each window of the inputs. The operands are the inputs, then as
    /// many initial values, which are also the padding.
    ///
    /// As upstream does, this op also takes initial values and bodies whose shapes are slices of a
    /// window. One result per window cannot hold such slices, so these ops are read, verified and
    /// written, but never run.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#reduce_window>
    reduce_window: ReduceWindow = "stablehlo.reduce_window" (inputs: many PerTensor, init_values: many PerTensor) [body]
    {
        window_dimensions: Dims,
        window_strides: Option<Dims>,
        base_dilations: Option<Dims>,
        window_dilations: Option<Dims>,
        padding: Option<Padding>,
    } -> Tensors
    syntax generic
    traits [Pure, NeverFails, Foldable]
}

/// The number of windows along a dimension: of `extent`, dilated and padded. `None` if it does not
/// fit 63 bits.
///
/// Spec: the formulas of C15 of reduce_window and of convolution.
pub fn window_count(
    extent: i64,
    dilation: i64,
    padding: (i64, i64),
    window: i64,
    window_dilation: i64,
    stride: i64,
) -> Option<i64> {
    if extent == DYNAMIC || window == DYNAMIC {
        return Some(DYNAMIC);
    }
    let dilate = |n: i64, d: i64| if n == 0 { 0 } else { (i128::from(n) - 1) * i128::from(d) + 1 };
    let padded = i128::from(padding.0) + dilate(extent, dilation) + i128::from(padding.1);
    let wide = dilate(window, window_dilation);
    let count = if padded == 0 || wide > padded {
        0
    } else {
        (padded - wide).div_euclid(i128::from(stride)) + 1
    };
    i64::try_from(count).ok()
}

impl Infer for ReduceWindow {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        ensure!(
            C1,
            cx.len() >= 2 && cx.len().is_multiple_of(2),
            "there must be an initial value for each input, found {} operands",
            cx.len()
        );
        let n = cx.len() / 2;
        same_shapes(cx, n, "C2")?;
        initial_values(cx, "C3")?;
        let rank = cx.tensor(0)?.rank();
        let ones: Dims = vec![1; rank].into();
        let or_ones = |d: &Option<Dims>| d.clone().unwrap_or_else(|| ones.clone());
        let window = &self.window_dimensions;
        ensure!(C4 at window_dimensions, window.len() == rank,
            "window_dimensions has {} entries, the inputs have rank {rank}", window.len());
        ensure!(C5 at window_dimensions, window.iter().all(|&w| w > 0), "window_dimensions {window} must be positive");
        let strides = or_ones(&self.window_strides);
        ensure!(C6 at window_strides, strides.len() == rank,
            "window_strides has {} entries, the inputs have rank {rank}", strides.len());
        ensure!(C7 at window_strides, strides.iter().all(|&s| s > 0), "window_strides {strides} must be positive");
        let base = or_ones(&self.base_dilations);
        ensure!(C8 at base_dilations, base.len() == rank,
            "base_dilations has {} entries, the inputs have rank {rank}", base.len());
        ensure!(C9 at base_dilations, base.iter().all(|&s| s > 0), "base_dilations {base} must be positive");
        let dilations = or_ones(&self.window_dilations);
        ensure!(C10 at window_dilations, dilations.len() == rank,
            "window_dilations has {} entries, the inputs have rank {rank}", dilations.len());
        ensure!(C11 at window_dilations, dilations.iter().all(|&s| s > 0), "window_dilations {dilations} must be positive");
        let zeros = Padding(vec![(0, 0); rank].into());
        let padding = self.padding.as_ref().unwrap_or(&zeros);
        ensure!(C12 at padding, padding.0.len() == rank,
            "padding has {} pairs, the inputs have rank {rank}", padding.0.len());
        let mut results = Types::new();
        for (i, element) in reducer(cx, "C13", window)?.into_iter().enumerate() {
            let x = cx.tensor(i)?;
            let mut dims = Vec::with_capacity(rank);
            for d in 0..rank {
                let count = window_count(
                    x.dims[d],
                    base[d],
                    padding.0[d],
                    window[d],
                    dilations[d],
                    strides[d],
                );
                ensure!(C15, count.is_some(), "dimension {d} of the result would be too large");
                dims.push(count.unwrap_or(0));
            }
            results.push(x.with_element(element).with_dims(&dims).into());
        }
        Ok(results) // (C14), (C16)
    }
}
