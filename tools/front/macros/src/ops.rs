//! Operators, methods and conversions.

use crate::body::{Body, V, join, leaves, show};
use crate::ty::{Elem, Ty, unknown};
use proc_macro2::Span;
use syn::Expr;
use syn::spanned::Spanned;

/// Methods without arguments, and the op that each is. Those of the second column
/// are for floats alone.
const METHODS: &[(&str, &str, bool)] = &[
    ("abs", "abs", false),
    ("wrapping_abs", "abs", false),
    ("wrapping_neg", "negate", false),
    ("exp", "exponential", true),
    ("exp_m1", "exponential_minus_one", true),
    ("ln", "log", true),
    ("ln_1p", "log_plus_one", true),
    ("sqrt", "sqrt", true),
    ("cbrt", "cbrt", true),
    ("sin", "sine", true),
    ("cos", "cosine", true),
    ("tan", "tan", true),
    ("tanh", "tanh", true),
    ("floor", "floor", true),
    ("ceil", "ceil", true),
    ("round", "round_nearest_afz", true),
    ("round_ties_even", "round_nearest_even", true),
    ("count_ones", "popcnt", false),
    ("leading_zeros", "count_leading_zeros", false),
];

/// Methods with one argument, and the op that each is.
const METHODS2: &[(&str, &str)] = &[
    ("max", "maximum"),
    ("min", "minimum"),
    ("powf", "power"),
    ("atan2", "atan2"),
    ("wrapping_add", "add"),
    ("wrapping_sub", "subtract"),
    ("wrapping_mul", "multiply"),
    ("wrapping_div", "divide"),
    ("wrapping_rem", "remainder"),
];

impl Body<'_> {
    /// `a op b`, a literal or a scalar taking the other's shape.
    pub(crate) fn binary(&mut self, op: &str, a: V, b: V, span: Span) -> syn::Result<V> {
        if let Some(value) = fold(op, &a, &b) {
            return Ok(value);
        }
        let (a, b) = self.alike(a, b, span)?;
        let shift = op.starts_with("shift");
        let b = match (&a, b) {
            // Rust shifts by any integer.
            (V::Ssa(_, ty), b) if shift && self.ty(&b) != *ty => self.cast(b, &ty.clone(), span)?,
            (_, b) => b,
        };
        let (x, ty) = self.materialize(a, span)?;
        let (y, other) = self.materialize(b, span)?;
        let (Some((dims, elem)), true) = (ty.tensor(), ty == other) else {
            return Err(syn::Error::new(
                span,
                format!(
                    "`{op}` has operands {} and {}; they must be of one type{}",
                    show(&ty),
                    show(&other),
                    self.literal_hint(&[ty, other])
                ),
            ));
        };
        let logic = matches!(op, "and" | "or" | "xor" | "EQ" | "NE");
        if elem == Elem::Bool && !logic
            || elem.is_float() && (shift || matches!(op, "and" | "or" | "xor"))
        {
            return Err(syn::Error::new(span, format!("`{op}` is not defined on {}", show(&ty))));
        }
        if matches!(op, "EQ" | "NE" | "LT" | "LE" | "GT" | "GE") {
            let mask = Ty::Tensor(dims.to_vec(), Elem::Bool);
            let text = format!("stablehlo.compare {op}, {x}, {y} : ({ty}, {ty}) -> {mask}");
            return Ok(self.op(&text, mask, span));
        }
        let op = match (op, elem) {
            ("shift_right", Elem::Int { signed: true, .. }) => "shift_right_arithmetic",
            ("shift_right", _) => "shift_right_logical",
            (op, _) => op,
        };
        Ok(self.op(&format!("stablehlo.{op} {x}, {y} : {ty}"), ty, span))
    }

    /// Two values of one type, as far as that can be had: literals take theirs from the
    /// other, and scalars are repeated.
    pub(crate) fn alike(&mut self, a: V, b: V, span: Span) -> syn::Result<(V, V)> {
        let literal = |v: &V| matches!(v, V::Int(_) | V::Float(_));
        match (literal(&a), literal(&b)) {
            (true, false) => {
                let ty = self.ty(&b);
                return Ok((self.coerce(a, &ty, span)?, b));
            }
            (false, true) => {
                let ty = self.ty(&a);
                let b = self.coerce(b, &ty, span)?;
                return Ok((a, b));
            }
            _ => {}
        }
        let (left, right) = (self.ty(&a), self.ty(&b));
        match (left.tensor(), right.tensor()) {
            (Some((x, _)), Some((y, f))) if !x.is_empty() && y.is_empty() => {
                let b = self.spread(b, &Ty::Tensor(x.to_vec(), f), span)?;
                Ok((a, b))
            }
            (Some((x, e)), Some((y, _))) if x.is_empty() && !y.is_empty() => {
                let a = self.spread(a, &Ty::Tensor(y.to_vec(), e), span)?;
                Ok((a, b))
            }
            _ => Ok((a, b)),
        }
    }

    /// A scalar, everywhere in a tensor.
    pub(crate) fn spread(&mut self, v: V, ty: &Ty, span: Span) -> syn::Result<V> {
        let (x, from) = self.materialize(v, span)?;
        let text = format!("stablehlo.broadcast_in_dim {x}, dims = [] : ({from}) -> {ty}");
        Ok(self.op(&text, ty.clone(), span))
    }

    pub(crate) fn unary(&mut self, op: &str, v: V, span: Span) -> syn::Result<V> {
        let (x, ty) = self.materialize(v, span)?;
        if ty.tensor().is_none() {
            return Err(syn::Error::new(span, format!("`{op}` is not defined on {}", show(&ty))));
        }
        Ok(self.op(&format!("stablehlo.{op} {x} : {ty}"), ty, span))
    }

    /// `v as T`, element by element.
    pub(crate) fn cast(&mut self, v: V, to: &Ty, span: Span) -> syn::Result<V> {
        let Some(elem) = to.tensor().map(|(_, e)| e) else {
            return Err(syn::Error::new(span, "`as` converts numbers"));
        };
        match v {
            V::Int(n) if elem.is_float() => return self.coerce(V::Float(n as f64), to, span),
            V::Int(_) if elem.is_int() => return self.coerce(v, to, span),
            V::Float(x) if elem.is_int() => return self.coerce(V::Int(x as i128), to, span),
            V::Float(_) if elem.is_float() => return self.coerce(v, to, span),
            _ => {}
        }
        let (x, from) = self.materialize(v, span)?;
        let Some((dims, old)) = from.tensor() else {
            return Err(syn::Error::new(span, format!("{} is no number", show(&from))));
        };
        if old == elem {
            return Ok(V::Ssa(x, from));
        }
        let ty = Ty::Tensor(dims.to_vec(), elem);
        Ok(self.op(&format!("stablehlo.convert {x} : ({from}) -> {ty}"), ty, span))
    }

    /// `if` in a closure: both ways are computed, and one is chosen.
    pub(crate) fn select(&mut self, it: &syn::ExprIf, want: Option<&Ty>) -> syn::Result<V> {
        let span = it.if_token.span;
        let condition = self.expr(&it.cond, None)?;
        let (condition, mask) = self.materialize(condition, it.cond.span())?;
        let Some((_, other)) = &it.else_branch else {
            return Err(syn::Error::new(
                span,
                "`if` in a closure chooses between two values; add `else`",
            ));
        };
        let a = self.block_with(&it.then_branch, want)?;
        let b = self.expr(other, want)?;
        let (a, b) = self.alike(a, b, span)?;
        let (a, mut ty) = self.materialize(a, span)?;
        let (b, found) = self.materialize(b, span)?;
        if ty != found {
            return Err(syn::Error::new(
                span,
                format!("one way gives {}, the other {}", show(&ty), show(&found)),
            ));
        }
        let (mut a, mut b) = (a, b);
        if let (Some((dims, _)), Some((&[], elem))) = (mask.tensor(), ty.tensor())
            && !dims.is_empty()
        {
            let whole = Ty::Tensor(dims.to_vec(), elem);
            for side in [&mut a, &mut b] {
                let value = self.spread(V::Ssa(side.clone(), ty.clone()), &whole, span)?;
                *side = self.materialize(value, span)?.0;
            }
            ty = whole;
        }
        let text = format!("stablehlo.select {condition}, {a}, {b} : {mask}, {ty}");
        Ok(self.op(&text, ty, span))
    }

    /// Calls a function of the program.
    pub(crate) fn emit_call(
        &mut self,
        symbol: &str,
        args: &[(String, Ty)],
        result: &Ty,
        span: Span,
    ) -> syn::Result<V> {
        let (names, types): (Vec<String>, Vec<Ty>) = args.iter().cloned().unzip();
        let results = leaves(result);
        let text = match &results[..] {
            [one] => one.to_string(),
            many => format!("({})", join(many)),
        };
        let call = format!("call @{symbol}({}) : ({}) -> {text}", names.join(", "), join(&types));
        let mut values = Vec::new();
        match results.len() {
            0 => self.line(&call, span),
            1 => match self.op(&call, results[0].clone(), span) {
                V::Ssa(name, _) => values.push(name),
                _ => unreachable!("an op gives a value of the IR"),
            },
            n => {
                let name = self.fresh("r");
                self.line(&format!("{name}:{n} = {call}"), span);
                values.extend((0..n).map(|i| format!("{name}#{i}")));
            }
        }
        let mut values = values.into_iter();
        Ok(rebuild(result, &mut values))
    }

    /// A method of a number or a tensor.
    pub(crate) fn method(&mut self, it: &syn::ExprMethodCall, want: Option<&Ty>) -> syn::Result<V> {
        let span = it.span();
        let name = it.method.to_string();
        if name == "swap" && it.args.len() == 2 {
            return self.swap(it);
        }
        let want = want.filter(|ty| ty.as_scalar().is_some());
        let receiver = self.expr(&it.receiver, want)?;
        let args: Vec<&Expr> = it.args.iter().collect();
        match (name.as_str(), &args[..]) {
            ("clone" | "to_owned" | "iter" | "into_iter", []) => return Ok(receiver),
            ("len", []) => {
                return match self.ty(&receiver) {
                    Ty::Tensor(dims, _) if !dims.is_empty() => Ok(V::Int(dims[0].into())),
                    Ty::Array(_, count) => Ok(V::Int(count.into())),
                    other => Err(syn::Error::new(span, format!("{} has no length", show(&other)))),
                };
            }
            ("recip", []) => return self.binary("divide", V::Float(1.0), receiver, span),
            ("is_nan", []) => return self.binary("NE", receiver.clone(), receiver, span),
            ("is_finite", []) => {
                let (x, ty) = self.materialize(receiver, span)?;
                let Some((dims, _)) = ty.tensor() else {
                    return Err(syn::Error::new(span, "`is_finite` is a method of floats"));
                };
                let mask = Ty::Tensor(dims.to_vec(), Elem::Bool);
                return Ok(self.op(
                    &format!("stablehlo.is_finite {x} : ({ty}) -> {mask}"),
                    mask,
                    span,
                ));
            }
            ("signum", []) if self.ty(&receiver).tensor().is_some_and(|(_, e)| e.is_int()) => {
                return self.unary("sign", receiver, span);
            }
            ("signum", []) => {
                // Rust's sign of zero is the zero's.
                return Err(syn::Error::new(
                    span,
                    "`signum` of floats differs at zero; compare with 0.0 instead",
                ));
            }
            ("powi" | "pow", [exponent]) => {
                let V::Int(n) = self.expr(exponent, None)? else {
                    return Err(syn::Error::new(
                        exponent.span(),
                        "the exponent must be a constant; use `powf` or a loop",
                    ));
                };
                return self.power(receiver, n, span);
            }
            ("clamp", [low, high]) => {
                let low = self.expr(low, None)?;
                let high = self.expr(high, None)?;
                let raised = self.binary("maximum", receiver, low, span)?;
                return self.binary("minimum", raised, high, span);
            }
            _ => {}
        }
        if let ([], Some(&(_, op, floats))) = (&args[..], METHODS.iter().find(|m| m.0 == name)) {
            if floats && !self.ty(&receiver).tensor().is_some_and(|(_, e)| e.is_float()) {
                return Err(syn::Error::new(
                    span,
                    format!("`{name}` is a method of floats, not of {}", show(&self.ty(&receiver))),
                ));
            }
            return self.unary(op, receiver, span);
        }
        if let ([arg], Some((_, op))) = (&args[..], METHODS2.iter().find(|m| m.0 == name)) {
            let arg = self.expr(arg, None)?;
            return self.binary(op, receiver, arg, span);
        }
        let known = METHODS.iter().map(|m| m.0).chain(METHODS2.iter().map(|m| m.0));
        let mut error = unknown(it.method.span(), "translation of a method", &name, known);
        if self.program.functions.contains_key(&name) {
            error = syn::Error::new(
                it.method.span(),
                format!("`{name}` is a function; write `{name}(…)`"),
            );
        }
        Err(error)
    }

    /// An integer power, by squaring.
    fn power(&mut self, base: V, n: i128, span: Span) -> syn::Result<V> {
        if n == 0 {
            let ty = self.ty(&base);
            let one = if ty.tensor().is_some_and(|(_, e)| e.is_float()) {
                V::Float(1.0)
            } else {
                V::Int(1)
            };
            return self.coerce(one, &ty, span);
        }
        let (mut square, mut left, mut product) = (base, n.unsigned_abs(), None);
        loop {
            if left % 2 == 1 {
                product = Some(match product {
                    None => square.clone(),
                    Some(p) => self.binary("multiply", p, square.clone(), span)?,
                });
            }
            left /= 2;
            if left == 0 {
                break;
            }
            square = self.binary("multiply", square.clone(), square, span)?;
        }
        let product = product.unwrap_or(V::Int(1));
        if n < 0 { self.binary("divide", V::Float(1.0), product, span) } else { Ok(product) }
    }

    /// `a.swap(i, j)`.
    fn swap(&mut self, it: &syn::ExprMethodCall) -> syn::Result<V> {
        let (array, i, j) = (&it.receiver, &it.args[0], &it.args[1]);
        let first: Expr = syn::parse_quote_spanned! { it.span() => #array[#i] };
        let second: Expr = syn::parse_quote_spanned! { it.span() => #array[#j] };
        let (a, b) = (self.expr(&first, None)?, self.expr(&second, None)?);
        self.assign(&first, b)?;
        self.assign(&second, a)?;
        Ok(V::unit())
    }
}

/// A value of type `ty` out of values of the IR.
fn rebuild(ty: &Ty, values: &mut impl Iterator<Item = String>) -> V {
    match ty {
        Ty::Tuple(members) => V::Tuple(members.iter().map(|m| rebuild(m, values)).collect()),
        ty => V::Ssa(values.next().unwrap_or_default(), ty.clone()),
    }
}

/// Arithmetic of integer literals.
fn fold(op: &str, a: &V, b: &V) -> Option<V> {
    let (V::Int(a), V::Int(b)) = (a, b) else { return None };
    Some(V::Int(match op {
        "add" => a.checked_add(*b)?,
        "subtract" => a.checked_sub(*b)?,
        "multiply" => a.checked_mul(*b)?,
        "divide" => a.checked_div(*b)?,
        "remainder" => a.checked_rem(*b)?,
        _ => return None,
    }))
}
