//! Functions on whole tensors, and scalar functions over their elements.

use crate::body::{Body, Closure, V, join, show};
use crate::elements::{call_of, returns_early};
use crate::program::{Lowering, binding};
use crate::ty::{Elem, Ty, unknown};
use proc_macro2::Span;
use std::collections::HashMap;
use syn::spanned::Spanned;
use syn::{Expr, Pat};

/// The functions of the library.
const FUNCTIONS: &[&str] = &[
    "all",
    "any",
    "broadcast",
    "concat",
    "conv",
    "conv_nhwc",
    "iota",
    "mapreduce",
    "matmul",
    "maximum",
    "maxpool",
    "meanpool",
    "minimum",
    "product",
    "reshape",
    "reshape_columns",
    "reverse",
    "slice",
    "sum",
    "transpose",
];

/// Scalar functions that have a name: the op of each, and how many arguments.
const SCALAR: &[(&str, &str, usize)] = &[
    ("identity", "", 1),
    ("neg", "negate", 1),
    ("not", "not", 1),
    ("abs", "abs", 1),
    ("exp", "exponential", 1),
    ("ln", "log", 1),
    ("sqrt", "sqrt", 1),
    ("tanh", "tanh", 1),
    ("sin", "sine", 1),
    ("cos", "cosine", 1),
    ("floor", "floor", 1),
    ("ceil", "ceil", 1),
    ("add", "add", 2),
    ("sub", "subtract", 2),
    ("mul", "multiply", 2),
    ("div", "divide", 2),
    ("rem", "remainder", 2),
    ("max", "maximum", 2),
    ("min", "minimum", 2),
    ("and", "and", 2),
    ("or", "or", 2),
    ("xor", "xor", 2),
    ("pow", "power", 2),
];

/// A scalar function.
enum Function {
    /// A named one; the empty name is the identity.
    Named(&'static str),
    /// A closure, or a function of the program, by its parameters and its body.
    Written(Vec<Pat>, Box<Expr>),
}

impl Body<'_> {
    /// A call of a function that is not the program's own.
    pub(crate) fn library(
        &mut self,
        name: &str,
        it: &syn::ExprCall,
        want: Option<&Ty>,
    ) -> syn::Result<V> {
        let span = it.span();
        let args: Vec<&Expr> = it.args.iter().collect();
        if let Some(&(_, op, arity)) = SCALAR.iter().find(|s| s.0 == name)
            && arity == args.len()
        {
            let values =
                args.iter().map(|e| self.expr(e, want)).collect::<syn::Result<Vec<V>>>()?;
            return self.named(op, values, span);
        }
        if !self.closures.is_empty() {
            return Err(syn::Error::new(
                span,
                format!(
                    "`{name}` works on whole tensors, not on their elements, so it has no place in a closure"
                ),
            ));
        }
        match (name, &args[..]) {
            ("broadcast", [f, rest @ ..]) if !rest.is_empty() => {
                let f = self.function(f, rest.len())?;
                let values =
                    rest.iter().map(|e| self.expr(e, None)).collect::<syn::Result<Vec<V>>>()?;
                self.broadcast(&f, values, span)
            }
            ("mapreduce", [f, op, x]) => self.mapreduce(f, op, x, None, span),
            ("mapreduce", [f, op, x, dims]) => self.mapreduce(f, op, x, Some(dims), span),
            ("sum" | "product" | "maximum" | "minimum" | "any" | "all", [x, dims @ ..])
                if dims.len() < 2 =>
            {
                let op = match name {
                    "sum" => "add",
                    "product" => "multiply",
                    "any" => "or",
                    "all" => "and",
                    "maximum" => "maximum",
                    _ => "minimum",
                };
                let x = self.expr(x, None)?;
                let dims = dims.first().map(|d| self.list(d)).transpose()?;
                self.reduce(&Function::Named(""), op, x, dims.as_deref(), span)
            }
            ("matmul", [a, b]) => {
                let (a, b) = (self.expr(a, None)?, self.expr(b, None)?);
                self.matmul(a, b, span)
            }
            ("transpose", [x]) => {
                let x = self.expr(x, None)?;
                let rank = self.rank(&x, span)?;
                self.transpose(x, &(0..rank as i64).rev().collect::<Vec<_>>(), span)
            }
            ("transpose", [x, dims]) => {
                let x = self.expr(x, None)?;
                let dims = self.list(dims)?;
                self.transpose(x, &dims, span)
            }
            ("reshape", [x, dims]) => {
                let x = self.expr(x, None)?;
                let dims = self.list(dims)?;
                self.reshape(x, &dims, span)
            }
            ("reshape_columns", [x, dims]) => {
                let x = self.expr(x, None)?;
                let dims = self.list(dims)?;
                self.reshape_columns(x, &dims, span)
            }
            ("iota", [n]) => {
                let n = self.names.size(n)?;
                let elem = want.and_then(Ty::tensor).map_or(Elem::I32, |(_, e)| e);
                let ty = Ty::Tensor(vec![n], elem);
                Ok(self.op(&format!("stablehlo.iota dim = 0 : {ty}"), ty, span))
            }
            ("slice", [x, from, to]) => {
                let x = self.expr(x, None)?;
                let (from, to) = (self.list(from)?, self.list(to)?);
                self.slice(x, &from, &to, span)
            }
            ("reverse", [x, dims]) => {
                let x = self.expr(x, None)?;
                let dims = self.list(dims)?;
                let (x, ty) = self.materialize(x, span)?;
                Ok(self.op(&format!("stablehlo.reverse {x}, dims = {dims:?} : {ty}"), ty, span))
            }
            ("concat", [a, b, dim]) => {
                let (a, b) = (self.expr(a, None)?, self.expr(b, None)?);
                let dim = self.names.size(dim)?;
                self.concat(a, b, dim, span)
            }
            ("conv" | "conv_nhwc" | "maxpool" | "meanpool", args) => self.window(name, args, span),
            (known, args) if FUNCTIONS.contains(&known) => {
                let message = format!("`{known}` does not take {} arguments", args.len());
                Err(syn::Error::new(span, message))
            }
            _ => {
                let known: Vec<String> = self.program.functions.keys().cloned().collect();
                let known = known.iter().map(String::as_str).chain(FUNCTIONS.iter().copied());
                let known = known.chain(SCALAR.iter().map(|s| s.0));
                Err(unknown(it.func.span(), "function", name, known))
            }
        }
    }

    /// A constant list of integers.
    pub(crate) fn list(&self, e: &Expr) -> syn::Result<Vec<i64>> {
        match e {
            Expr::Array(it) => it.elems.iter().map(|e| self.names.size(e)).collect(),
            Expr::Reference(it) => self.list(&it.expr),
            other => Ok(vec![self.names.size(other)?]),
        }
    }

    fn rank(&self, v: &V, span: Span) -> syn::Result<usize> {
        match self.ty(v).tensor() {
            Some((dims, _)) => Ok(dims.len()),
            None => Err(syn::Error::new(span, format!("{} is no tensor", show(&self.ty(v))))),
        }
    }

    /// A tensor's name, its dimensions and its element type.
    pub(crate) fn tensor(&mut self, v: V, span: Span) -> syn::Result<(String, Vec<i64>, Elem)> {
        let (x, ty) = self.materialize(v, span)?;
        match ty {
            Ty::Tensor(dims, elem) => Ok((x, dims, elem)),
            other => Err(syn::Error::new(span, format!("{} is no tensor", show(&other)))),
        }
    }

    /// The scalar function that an expression names or writes.
    fn function(&self, e: &Expr, arity: usize) -> syn::Result<Function> {
        let wrong = |found: usize| {
            syn::Error::new(
                e.span(),
                format!("this function takes {found} arguments, {arity} are given"),
            )
        };
        match e {
            Expr::Closure(it) => {
                if it.inputs.len() != arity {
                    return Err(wrong(it.inputs.len()));
                }
                Ok(Function::Written(it.inputs.iter().cloned().collect(), it.body.clone()))
            }
            Expr::Path(it) => {
                let name = it.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
                if let Some(f) = self.program.functions.get(&name) {
                    let params: Vec<Pat> = f
                        .sig
                        .inputs
                        .iter()
                        .filter_map(|i| {
                            if let syn::FnArg::Typed(t) = i { Some((*t.pat).clone()) } else { None }
                        })
                        .collect();
                    if params.len() != arity {
                        return Err(wrong(params.len()));
                    }
                    let body = Expr::Block(syn::ExprBlock {
                        attrs: Vec::new(),
                        label: None,
                        block: (*f.block).clone(),
                    });
                    if self.wants_elements(&body) || returns_early(&body) {
                        let (params, call) = call_of(it, arity);
                        return Ok(Function::Written(params, Box::new(call)));
                    }
                    return Ok(Function::Written(params, Box::new(body)));
                }
                match SCALAR.iter().find(|s| s.0 == name) {
                    Some(&(_, op, n)) if n == arity => Ok(Function::Named(op)),
                    Some(&(_, _, n)) => Err(wrong(n)),
                    None if self.find(&name).is_some() => Err(syn::Error::new(
                        e.span(),
                        format!(
                            "this call is dynamic: `{name}` is a variable, and which function it holds is not known when the program is translated"
                        ),
                    )),
                    None => {
                        let known = self
                            .program
                            .functions
                            .keys()
                            .map(String::as_str)
                            .chain(SCALAR.iter().map(|s| s.0));
                        Err(unknown(e.span(), "function", &name, known))
                    }
                }
            }
            other => Err(syn::Error::new(other.span(), "expected a closure or a function's name")),
        }
    }

    /// A named scalar function, on scalars or elementwise.
    fn named(&mut self, op: &str, mut values: Vec<V>, span: Span) -> syn::Result<V> {
        match (values.pop(), values.pop()) {
            (Some(x), None) if op.is_empty() => Ok(x),
            (Some(x), None) => self.unary(op, x, span),
            (Some(b), Some(a)) => self.binary(op, a, b, span),
            _ => Err(syn::Error::new(span, "a function has arguments")),
        }
    }

    /// The result of a function for these values, all scalars or all of one shape.
    fn apply(&mut self, f: &Function, values: Vec<V>, span: Span) -> syn::Result<V> {
        let (params, body) = match f {
            Function::Named(op) => return self.named(op, values, span),
            Function::Written(params, body) => (params, &**body),
        };
        self.written(params, body, values, true)
    }

    /// The result of a written function for these values: its body, with its parameters
    /// in a scope of their own.
    pub(crate) fn written(
        &mut self,
        params: &[Pat],
        body: &Expr,
        values: Vec<V>,
        elementwise: bool,
    ) -> syn::Result<V> {
        let count = self.vars.len();
        self.closures.push(Closure { depth: self.scopes.len(), elementwise });
        self.scopes.push(HashMap::new());
        for (pat, value) in params.iter().zip(values) {
            let (name, mutable) = binding(pat)?;
            let ty = self.ty(&value);
            self.declare(&name, mutable, value, Some(ty));
        }
        let result = self.expr(body, None);
        self.scopes.pop();
        self.closures.pop();
        self.vars.truncate(count);
        result
    }

    /// A scalar function over the elements of tensors. Dimensions agree from the first
    /// on; where one has extent 1, or is missing at the end, the tensor is repeated.
    fn broadcast(&mut self, f: &Function, values: Vec<V>, span: Span) -> syn::Result<V> {
        let mut dims: Vec<i64> = Vec::new();
        for value in &values {
            let Ty::Tensor(of, _) = self.ty(value) else {
                return Err(syn::Error::new(
                    span,
                    format!("{} is no tensor", show(&self.ty(value))),
                ));
            };
            for (i, &n) in of.iter().enumerate() {
                match dims.get_mut(i) {
                    None => dims.push(n),
                    Some(d) if *d == n || n == 1 => {}
                    Some(d) if *d == 1 => *d = n,
                    Some(d) => {
                        let message = format!(
                            "`broadcast` of {}: dimension {i} has extents {d} and {n}",
                            values
                                .iter()
                                .map(|v| show(&self.ty(v)))
                                .collect::<Vec<_>>()
                                .join(" and ")
                        );
                        return Err(syn::Error::new(span, message));
                    }
                }
            }
        }
        let typed = values.iter().find(|v| matches!(v, V::Ssa(..))).map(|v| self.ty(v));
        let mut args = Vec::new();
        for value in values {
            let value = match (&value, typed.as_ref().and_then(Ty::tensor)) {
                (V::Int(_), Some((_, e))) if e.is_int() => {
                    self.coerce(value, &Ty::Tensor(dims.clone(), e), span)?
                }
                (V::Float(_), Some((_, e))) if e.is_float() => {
                    self.coerce(value, &Ty::Tensor(dims.clone(), e), span)?
                }
                _ => value,
            };
            args.push(self.widen(value, &dims, span)?);
        }
        self.map(f, args, &dims, span)
    }

    /// A tensor repeated to these dimensions.
    fn widen(&mut self, v: V, dims: &[i64], span: Span) -> syn::Result<(String, Elem)> {
        let (mut x, mut of, elem) = self.tensor(v, span)?;
        if of == dims {
            return Ok((x, elem));
        }
        let map: Vec<usize> = (0..of.len()).filter(|&i| of[i] != 1).collect();
        if map.len() < of.len() {
            let dims: Vec<i64> = map.iter().map(|&i| of[i]).collect();
            let value = self.reshape(V::Ssa(x, Ty::Tensor(of, elem)), &dims, span)?;
            (x, of, _) = self.tensor(value, span)?;
        }
        let (from, to) = (Ty::Tensor(of, elem), Ty::Tensor(dims.to_vec(), elem));
        let text = format!("stablehlo.broadcast_in_dim {x}, dims = {map:?} : ({from}) -> {to}");
        let wide = self.op(&text, to, span);
        Ok((self.materialize(wide, span)?.0, elem))
    }

    /// A scalar function over tensors of one shape.
    fn map(
        &mut self,
        f: &Function,
        args: Vec<(String, Elem)>,
        dims: &[i64],
        span: Span,
    ) -> syn::Result<V> {
        if let Function::Written(params, body) = f
            && self.wants_elements(body)
        {
            return self.by_elements(params, body, args, dims, span);
        }
        if self.program.lowering == Lowering::Native {
            let values =
                args.into_iter().map(|(x, e)| V::Ssa(x, Ty::Tensor(dims.to_vec(), e))).collect();
            let value = self.apply(f, values, span)?;
            // A function that looks at none of its arguments gives one number.
            return match self.ty(&value) {
                Ty::Tensor(of, elem) if of.is_empty() && !dims.is_empty() => {
                    self.spread(value, &Ty::Tensor(dims.to_vec(), elem), span)
                }
                _ => Ok(value),
            };
        }
        let types: Vec<Ty> = args.iter().map(|(_, e)| Ty::Tensor(dims.to_vec(), *e)).collect();
        let params: Vec<(String, Ty)> =
            args.iter().map(|(_, e)| (self.fresh("p"), Ty::scalar(*e))).collect();
        self.begin_region();
        let mut inner: Vec<V> = params.iter().map(|(n, t)| V::Ssa(n.clone(), t.clone())).collect();
        if inner.len() > 1 && matches!(f, Function::Written(..)) {
            // A fused computation takes its arguments in one tuple.
            let of: Vec<Ty> = params.iter().map(|(_, t)| t.clone()).collect();
            let names: Vec<&str> = params.iter().map(|(n, _)| n.as_str()).collect();
            let tuple = Ty::Tuple(of.clone());
            let text =
                format!("\"stablehlo.tuple\"({}) : ({}) -> {tuple}", names.join(", "), join(&of));
            let packed = self.fresh("t");
            self.line(&format!("{packed} = {text}"), span);
            inner = Vec::new();
            for (i, ty) in of.into_iter().enumerate() {
                let text = format!("stablehlo.get_tuple_element {packed}[{i}] : ({tuple}) -> {ty}");
                inner.push(self.op(&text, ty, span));
            }
        }
        let value = self.apply(f, inner, span);
        let result = value.and_then(|v| self.materialize(v, span));
        let (result, of) = match result {
            Ok((result, of)) => (result, of),
            Err(e) => {
                self.end_region();
                return Err(e);
            }
        };
        self.line(&format!("stablehlo.return {result} : {of}"), span);
        let region = self.end_region();
        let Some(elem) = of.as_scalar() else {
            return Err(syn::Error::new(span, "the function must give a scalar"));
        };
        let ty = Ty::Tensor(dims.to_vec(), elem);
        let head: Vec<String> = params.iter().map(|(n, t)| format!("{n}: {t}")).collect();
        let names: Vec<&str> = args.iter().map(|(n, _)| n.as_str()).collect();
        let along: Vec<String> = (0..dims.len()).map(|d| d.to_string()).collect();
        let along =
            if along.is_empty() { String::new() } else { format!(": {}", along.join(", ")) };
        let text = format!(
            "\"stablehlo.map\"({}) <{{dimensions = array<i64{along}>}}> ({{\n  ^bb0({}):\n{region}  }}) : ({}) -> {ty}",
            names.join(", "),
            head.join(", "),
            join(&types)
        );
        Ok(self.op(&text, ty, span))
    }

    /// `mapreduce(f, op, x, dims)`.
    fn mapreduce(
        &mut self,
        f: &Expr,
        op: &Expr,
        x: &Expr,
        dims: Option<&Expr>,
        span: Span,
    ) -> syn::Result<V> {
        let f = self.function(f, 1)?;
        let op = reducer(op)?;
        let x = self.expr(x, None)?;
        let dims = dims.map(|d| self.list(d)).transpose()?;
        self.reduce(&f, op, x, dims.as_deref(), span)
    }

    /// A reduction by one of the ops that have an identity. With `dims`, the rank stays.
    fn reduce(
        &mut self,
        f: &Function,
        op: &'static str,
        x: V,
        dims: Option<&[i64]>,
        span: Span,
    ) -> syn::Result<V> {
        let (x, shape, elem) = self.tensor(x, span)?;
        let mut mapped = V::Ssa(x.clone(), Ty::Tensor(shape.clone(), elem));
        let native = self.program.lowering == Lowering::Native;
        if !(native && matches!(f, Function::Named(""))) {
            mapped = self.map(f, vec![(x, elem)], &shape, span)?;
        }
        let (x, shape, elem) = self.tensor(mapped, span)?;
        let all: Vec<i64> = (0..shape.len() as i64).collect();
        let along = dims.unwrap_or(&all);
        if let Some(bad) = along.iter().find(|d| !all.contains(d)) {
            return Err(syn::Error::new(
                span,
                format!("there is no dimension {bad} in {}", show(&Ty::Tensor(shape, elem))),
            ));
        }
        let float = elem.is_float();
        let start = match op {
            "add" if elem != Elem::Bool => {
                if float {
                    "0.0".into()
                } else {
                    "0".into()
                }
            }
            "multiply" if elem != Elem::Bool => {
                if float {
                    "1.0".into()
                } else {
                    "1".into()
                }
            }
            "maximum" => elem.least(),
            "minimum" => elem.greatest(),
            "and" if elem == Elem::Bool => "true".into(),
            "or" | "xor" if elem == Elem::Bool => "false".into(),
            "and" if elem.is_int() => "-1".into(),
            "or" | "xor" if elem.is_int() => "0".into(),
            _ => {
                return Err(syn::Error::new(
                    span,
                    format!("`{op}` of {} has no identity to begin with", show(&Ty::scalar(elem))),
                ));
            }
        };
        let scalar = Ty::scalar(elem);
        let start = if matches!((op, elem), ("and", Elem::Int { signed: false, .. })) {
            elem.greatest()
        } else {
            start
        };
        let init =
            self.op(&format!("stablehlo.constant dense<{start}> : {scalar}"), scalar.clone(), span);
        let (init, _) = self.materialize(init, span)?;
        let remaining: Vec<i64> =
            (0..shape.len()).filter(|&i| !along.contains(&(i as i64))).map(|i| shape[i]).collect();
        let (from, to) = (Ty::Tensor(shape.clone(), elem), Ty::Tensor(remaining, elem));
        let text = format!(
            "stablehlo.reduce({x} init: {init}) applies stablehlo.{op} across dimensions = {along:?} : ({from}, {scalar}) -> {to}"
        );
        let reduced = self.op(&text, to, span);
        if dims.is_none() {
            return Ok(reduced);
        }
        let rank: Vec<i64> = shape
            .iter()
            .enumerate()
            .map(|(i, &n)| if along.contains(&(i as i64)) { 1 } else { n })
            .collect();
        let (y, of, _) = self.tensor(reduced, span)?;
        let (from, to) = (Ty::Tensor(of, elem), Ty::Tensor(rank, elem));
        Ok(self.op(&format!("stablehlo.reshape {y} : ({from}) -> {to}"), to, span))
    }
}

/// The op that a reduction's operator is, if it is one that has an identity.
fn reducer(e: &Expr) -> syn::Result<&'static str> {
    let unknown = || {
        syn::Error::new(
            e.span(),
            "no identity is known for this operator; there is one for `add`, `mul`, `max`, `min`, `and`, `or` and `xor`, as names or as closures `|a, b| a + b`",
        )
    };
    match e {
        Expr::Path(it) => match it.path.segments.last().map(|s| s.ident.to_string()).as_deref() {
            Some("add") => Ok("add"),
            Some("mul") => Ok("multiply"),
            Some("max") => Ok("maximum"),
            Some("min") => Ok("minimum"),
            Some("and") => Ok("and"),
            Some("or") => Ok("or"),
            Some("xor") => Ok("xor"),
            _ => Err(unknown()),
        },
        Expr::Closure(it) if it.inputs.len() == 2 => {
            let a = binding(&it.inputs[0])?.0;
            let b = binding(&it.inputs[1])?.0;
            let is = |e: &Expr, name: &str| matches!(e, Expr::Path(p) if p.path.is_ident(name));
            let both = |x: &Expr, y: &Expr| is(x, &a) && is(y, &b) || is(x, &b) && is(y, &a);
            match &*it.body {
                Expr::Binary(op) if both(&op.left, &op.right) => match op.op {
                    syn::BinOp::Add(_) => Ok("add"),
                    syn::BinOp::Mul(_) => Ok("multiply"),
                    syn::BinOp::And(_) | syn::BinOp::BitAnd(_) => Ok("and"),
                    syn::BinOp::Or(_) | syn::BinOp::BitOr(_) => Ok("or"),
                    syn::BinOp::BitXor(_) => Ok("xor"),
                    _ => Err(unknown()),
                },
                Expr::MethodCall(call)
                    if call.args.len() == 1 && both(&call.receiver, &call.args[0]) =>
                {
                    match call.method.to_string().as_str() {
                        "max" => Ok("maximum"),
                        "min" => Ok("minimum"),
                        "wrapping_add" => Ok("add"),
                        "wrapping_mul" => Ok("multiply"),
                        _ => Err(unknown()),
                    }
                }
                _ => Err(unknown()),
            }
        }
        _ => Err(unknown()),
    }
}
