//! Data movement, products, convolutions and pooling.

use crate::body::{Body, V, show};
use crate::ty::Ty;
use proc_macro2::Span;
use syn::Expr;

impl Body<'_> {
    pub(crate) fn transpose(&mut self, x: V, dims: &[i64], span: Span) -> syn::Result<V> {
        let (x, shape, elem) = self.tensor(x, span)?;
        let mut sorted = dims.to_vec();
        sorted.sort_unstable();
        if sorted != (0..shape.len() as i64).collect::<Vec<_>>() {
            let message = format!(
                "{dims:?} is no permutation of the dimensions of {}",
                show(&Ty::Tensor(shape, elem))
            );
            return Err(syn::Error::new(span, message));
        }
        let to = dims.iter().map(|&d| shape[d as usize]).collect();
        let (from, to) = (Ty::Tensor(shape, elem), Ty::Tensor(to, elem));
        Ok(self.op(
            &format!("stablehlo.transpose {x}, dims = {dims:?} : ({from}) -> {to}"),
            to,
            span,
        ))
    }

    pub(crate) fn reshape(&mut self, x: V, dims: &[i64], span: Span) -> syn::Result<V> {
        let (x, shape, elem) = self.tensor(x, span)?;
        if shape.iter().product::<i64>() != dims.iter().product::<i64>() {
            let (from, to) = (Ty::Tensor(shape, elem), Ty::Tensor(dims.to_vec(), elem));
            let message = format!(
                "{} can't be reshaped to {}: other numbers of elements",
                show(&from),
                show(&to)
            );
            return Err(syn::Error::new(span, message));
        }
        let (from, to) = (Ty::Tensor(shape, elem), Ty::Tensor(dims.to_vec(), elem));
        Ok(self.op(&format!("stablehlo.reshape {x} : ({from}) -> {to}"), to, span))
    }

    /// Reshapes in column-major order, the first index running fastest, as Julia and
    /// Fortran do. Dimensions at the end that stay are left where they are.
    pub(crate) fn reshape_columns(&mut self, x: V, dims: &[i64], span: Span) -> syn::Result<V> {
        let (x, shape, elem) = self.tensor(x, span)?;
        let same = shape.iter().rev().zip(dims.iter().rev()).take_while(|(a, b)| a == b).count();
        // At least one dimension on either side is not of those that stay.
        let same = same.min(shape.len().saturating_sub(1)).min(dims.len().saturating_sub(1));
        let (head, front) = (shape.len() - same, dims.len() - same);
        let mut permutation: Vec<i64> = (0..head as i64).rev().collect();
        permutation.extend(head as i64..shape.len() as i64);
        let x = self.transpose(V::Ssa(x, Ty::Tensor(shape, elem)), &permutation, span)?;
        let mut reversed: Vec<i64> = dims[..front].iter().rev().copied().collect();
        reversed.extend_from_slice(&dims[front..]);
        // With one long dimension alone, turning back is a reshape too.
        if dims[..front].iter().filter(|&&n| n != 1).count() <= 1 {
            return self.reshape(x, dims, span);
        }
        let x = self.reshape(x, &reversed, span)?;
        let mut back: Vec<i64> = (0..front as i64).rev().collect();
        back.extend(front as i64..dims.len() as i64);
        self.transpose(x, &back, span)
    }

    pub(crate) fn slice(&mut self, x: V, from: &[i64], to: &[i64], span: Span) -> syn::Result<V> {
        let (x, shape, elem) = self.tensor(x, span)?;
        let fits = from.len() == shape.len()
            && to.len() == shape.len()
            && (0..shape.len()).all(|i| 0 <= from[i] && from[i] <= to[i] && to[i] <= shape[i]);
        if !fits {
            let message =
                format!("{from:?} to {to:?} is no part of {}", show(&Ty::Tensor(shape, elem)));
            return Err(syn::Error::new(span, message));
        }
        let ranges: Vec<String> = from.iter().zip(to).map(|(a, b)| format!("{a}:{b}")).collect();
        let part = from.iter().zip(to).map(|(a, b)| b - a).collect();
        let (whole, part) = (Ty::Tensor(shape, elem), Ty::Tensor(part, elem));
        Ok(self.op(
            &format!("stablehlo.slice {x} [{}] : ({whole}) -> {part}", ranges.join(", ")),
            part,
            span,
        ))
    }

    pub(crate) fn concat(&mut self, a: V, b: V, dim: i64, span: Span) -> syn::Result<V> {
        let (a, x, elem) = self.tensor(a, span)?;
        let (b, y, other) = self.tensor(b, span)?;
        let (from, with) = (Ty::Tensor(x.clone(), elem), Ty::Tensor(y.clone(), other));
        let at = dim as usize;
        let fits = elem == other
            && x.len() == y.len()
            && at < x.len()
            && (0..x.len()).all(|i| i == at || x[i] == y[i]);
        if !fits {
            let message = format!(
                "{} and {} can't stand behind one another along dimension {dim}",
                show(&from),
                show(&with)
            );
            return Err(syn::Error::new(span, message));
        }
        let mut dims = x;
        dims[at] += y[at];
        let to = Ty::Tensor(dims, elem);
        Ok(self.op(
            &format!("stablehlo.concatenate {a}, {b}, dim = {dim} : ({from}, {with}) -> {to}"),
            to,
            span,
        ))
    }

    /// The product of matrices, of a matrix and a vector, or of vectors.
    pub(crate) fn matmul(&mut self, a: V, b: V, span: Span) -> syn::Result<V> {
        let (a, x, elem) = self.tensor(a, span)?;
        let (b, y, other) = self.tensor(b, span)?;
        let (left, right) = (Ty::Tensor(x.clone(), elem), Ty::Tensor(y.clone(), other));
        let fits = elem == other
            && (1..=2).contains(&x.len())
            && (1..=2).contains(&y.len())
            && x[x.len() - 1] == y[0];
        if !fits {
            return Err(syn::Error::new(
                span,
                format!("`matmul` of {} and {}: the shapes do not fit", show(&left), show(&right)),
            ));
        }
        let mut dims = x[..x.len() - 1].to_vec();
        dims.extend_from_slice(&y[1..]);
        let to = Ty::Tensor(dims, elem);
        let text = format!(
            "stablehlo.dot_general {a}, {b}, contracting_dims = [{}] x [0] : ({left}, {right}) -> {to}",
            x.len() - 1
        );
        Ok(self.op(&text, to, span))
    }

    /// Convolutions and pooling over two spatial dimensions, which are the first two
    /// (`conv`, `maxpool`, `meanpool`) or the middle ones (`conv_nhwc`).
    pub(crate) fn window(&mut self, name: &str, args: &[&Expr], span: Span) -> syn::Result<V> {
        let takes = |what: &str| syn::Error::new(span, format!("`{name}` takes {what}"));
        let pair = |body: &Self, e: Option<&&Expr>, usual: i64| -> syn::Result<[i64; 2]> {
            match e {
                None => Ok([usual; 2]),
                Some(e) => {
                    body.list(e)?.try_into().map_err(|_| takes("pairs for both spatial dimensions"))
                }
            }
        };
        match (name, args) {
            ("conv" | "conv_nhwc", [x, w, more @ ..]) => {
                let (x, w) = (self.expr(x, None)?, self.expr(w, None)?);
                let stride = pair(self, more.first(), 1)?;
                let pad = pair(self, more.get(1), 0)?;
                self.conv(name == "conv_nhwc", x, w, stride, pad, span)
            }
            ("maxpool" | "meanpool", [x, size, more @ ..]) => {
                let x = self.expr(x, None)?;
                let size = pair(self, Some(size), 1)?;
                let stride = match more.first() {
                    None => size,
                    some => pair(self, some, 1)?,
                };
                self.pool(name == "maxpool", x, size, stride, span)
            }
            _ => Err(takes("an array, and weights or the size of its window")),
        }
    }

    fn conv(
        &mut self,
        nhwc: bool,
        x: V,
        w: V,
        stride: [i64; 2],
        pad: [i64; 2],
        span: Span,
    ) -> syn::Result<V> {
        let (x, xs, elem) = self.tensor(x, span)?;
        let (w, ws, other) = self.tensor(w, span)?;
        let (image, kernel) = (Ty::Tensor(xs.clone(), elem), Ty::Tensor(ws.clone(), other));
        // The first spatial dimension, the features, and the batch.
        let (at, f, n) = if nhwc { (1, 3, 0) } else { (0, 2, 3) };
        if elem != other || xs.len() != 4 || ws.len() != 4 || xs[f] != ws[2] {
            return Err(syn::Error::new(
                span,
                format!("`conv` of {} and {}: the shapes do not fit", show(&image), show(&kernel)),
            ));
        }
        let mut dims = vec![0; 4];
        for i in 0..2 {
            dims[at + i] = (xs[at + i] + 2 * pad[i] - ws[i]).div_euclid(stride[i].max(1)) + 1;
        }
        (dims[f], dims[n]) = (ws[3], xs[n]);
        let to = Ty::Tensor(dims, elem);
        let order = if nhwc {
            "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"
        } else {
            "[0, 1, f, b]x[0, 1, i, o]->[0, 1, f, b]"
        };
        let text = format!(
            "stablehlo.convolution({x}, {w}) dim_numbers = {order}, window = {{stride = {stride:?}, pad = [[{0}, {0}], [{1}, {1}]]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({image}, {kernel}) -> {to}",
            pad[0], pad[1]
        );
        Ok(self.op(&text, to, span))
    }

    fn pool(
        &mut self,
        max: bool,
        x: V,
        size: [i64; 2],
        stride: [i64; 2],
        span: Span,
    ) -> syn::Result<V> {
        let (x, shape, elem) = self.tensor(x, span)?;
        let from = Ty::Tensor(shape.clone(), elem);
        if shape.len() != 4
            || !elem.is_float()
            || (0..2).any(|i| size[i] < 1 || stride[i] < 1 || shape[i] < size[i])
        {
            return Err(syn::Error::new(
                span,
                format!("a window of {size:?} does not fit {}", show(&from)),
            ));
        }
        let mut dims = shape;
        for i in 0..2 {
            dims[i] = (dims[i] - size[i]) / stride[i] + 1;
        }
        let (scalar, to) = (Ty::scalar(elem), Ty::Tensor(dims, elem));
        let start = if max { elem.least() } else { "0.0".to_owned() };
        let init =
            self.op(&format!("stablehlo.constant dense<{start}> : {scalar}"), scalar.clone(), span);
        let (init, _) = self.materialize(init, span)?;
        let op = if max { "maximum" } else { "add" };
        let (a, b, c) = (self.fresh("a"), self.fresh("b"), self.fresh("c"));
        let text = format!(
            "\"stablehlo.reduce_window\"({x}, {init}) <{{window_dimensions = array<i64: {}, {}, 1, 1>, window_strides = array<i64: {}, {}, 1, 1>}}> ({{\n  ^bb0({a}: {scalar}, {b}: {scalar}):\n  {c} = stablehlo.{op} {a}, {b} : {scalar}\n  stablehlo.return {c} : {scalar}\n  }}) : ({from}, {scalar}) -> {to}",
            size[0], size[1], stride[0], stride[1]
        );
        let pooled = self.op(&text, to.clone(), span);
        if max {
            return Ok(pooled);
        }
        let count = V::Float((size[0] * size[1]) as f64);
        self.binary("divide", pooled, count, span)
    }
}
