//! Scalar functions with loops, `match`, or calls of the program's functions, which can't be
//! applied to whole tensors at once: a loop over the elements applies them. Passes vectorize it
//! where possible (`vectorize-loops`).

use crate::body::{Body, V, Var};
use crate::ty::{Elem, Ty};
use crate::walk::Part;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, Pat};

impl Body<'_> {
    /// Whether what is translated is applied to every element at once, so that all arms
    /// of its branches are computed and there is no control flow.
    pub(crate) fn is_elementwise(&self) -> bool {
        self.closures.last().is_some_and(|c| c.elementwise)
    }

    /// Whether a scalar function has to be applied to one element after the other.
    pub(crate) fn wants_elements(&self, body: &Expr) -> bool {
        let mut found = false;
        Part::Expr(body).walk(&mut |e| {
            found |=
                match e {
                    Expr::While(_) | Expr::ForLoop(_) | Expr::Loop(_) | Expr::Match(_) => true,
                    Expr::Call(it) => match &*it.func {
                        Expr::Path(path) => path.path.segments.last().is_some_and(|s| {
                            self.program.functions.contains_key(&s.ident.to_string())
                        }),
                        _ => false,
                    },
                    _ => false,
                }
        });
        found
    }

    /// A scalar function over tensors of one shape, element by element.
    pub(crate) fn by_elements(
        &mut self,
        params: &[Pat],
        body: &Expr,
        args: Vec<(String, Elem)>,
        dims: &[i64],
        span: Span,
    ) -> syn::Result<V> {
        let count: i64 = dims.iter().product();
        let mut flat = Vec::with_capacity(args.len());
        for (x, elem) in args {
            let value = V::Ssa(x, Ty::Tensor(dims.to_vec(), elem));
            let value = self.reshape(value, &[count], span)?;
            flat.push((self.materialize(value, span)?.0, elem));
        }
        let elem = self.result_of(params, body, &flat, span)?;
        let index = Ty::scalar(Elem::Int { bits: 64, signed: false });
        let whole = Ty::Tensor(vec![count], elem);
        let number = |body: &mut Self, n: i64| -> syn::Result<String> {
            let value = body.coerce(V::Int(n.into()), &index, span)?;
            Ok(body.materialize(value, span)?.0)
        };
        let (zero, one, end) = (number(self, 0)?, number(self, 1)?, number(self, count)?);
        let nothing = if elem == Elem::Bool {
            self.op(&format!("stablehlo.constant dense<false> : {whole}"), whole.clone(), span)
        } else {
            let zero = if elem.is_float() { V::Float(0.0) } else { V::Int(0) };
            self.coerce(zero, &whole, span)?
        };
        let outer = self.vars.len();
        let hidden = |name: &str, value: V, ty: &Ty| Var {
            name: name.into(),
            mutable: true,
            value,
            ty: Some(ty.clone()),
            literal: None,
        };
        self.vars.push(hidden("made", nothing, &whole));
        self.vars.push(hidden("at", V::Ssa(zero, index.clone()), &index));
        let slots = [outer, outer + 1];
        let (header, inside, exit) = (self.new_block(), self.new_block(), self.new_block());
        self.go(header, &slots, None, span)?;
        self.enter(header);
        self.take_slots(header, &slots);
        let (at, _) = self.materialize(self.vars[outer + 1].value.clone(), span)?;
        let test = format!("stablehlo.compare LT, {at}, {end} : ({index}, {index}) -> tensor<i1>");
        let test = self.op(&test, Ty::scalar(Elem::Bool), span);
        let (test, _) = self.materialize(test, span)?;
        let out = self.target(exit, &slots[..1], None, span)?;
        self.terminate(&format!("cf.cond_br {test}, ^bb{inside}, {out}"), span);
        self.enter(inside);
        let mut values = Vec::with_capacity(flat.len());
        for (x, elem) in &flat {
            let (from, slice) = (Ty::Tensor(vec![count], *elem), Ty::Tensor(vec![1], *elem));
            let text = format!(
                "stablehlo.dynamic_slice {x}, {at}, sizes = [1] : ({from}, {index}) -> {slice}"
            );
            let one = self.op(&text, slice, span);
            values.push(self.reshape(one, &[], span)?);
        }
        let value = self.one_element(params, body, values)?;
        let value = self.coerce(value, &Ty::scalar(elem), span)?;
        let value = self.reshape(value, &[1], span)?;
        let (value, slice) = self.materialize(value, span)?;
        let (made, _) = self.materialize(self.vars[outer].value.clone(), span)?;
        let text = format!(
            "stablehlo.dynamic_update_slice {made}, {value}, {at} : ({whole}, {slice}, {index}) -> {whole}"
        );
        self.vars[outer].value = self.op(&text, whole.clone(), span);
        let next = self.op(&format!("stablehlo.add {at}, {one} : {index}"), index, span);
        self.vars[outer + 1].value = next;
        self.go(header, &slots, None, span)?;
        self.enter(exit);
        self.take_slots(exit, &slots[..1]);
        let value = self.vars[outer].value.clone();
        self.vars.truncate(outer);
        self.reshape(value, dims, span)
    }

    /// The result of a scalar function for these scalars, with all its control flow.
    fn one_element(&mut self, params: &[Pat], body: &Expr, values: Vec<V>) -> syn::Result<V> {
        let loops = std::mem::take(&mut self.loops);
        let result = self.written(params, body, values, false);
        self.loops = loops;
        result
    }

    /// The element type of what a scalar function gives: it is translated once to see,
    /// and what was written is dropped.
    fn result_of(
        &mut self,
        params: &[Pat],
        body: &Expr,
        args: &[(String, Elem)],
        span: Span,
    ) -> syn::Result<Elem> {
        let (at, next) = (self.current, self.next);
        let values = args.iter().map(|(x, e)| V::Ssa(x.clone(), Ty::scalar(*e))).collect();
        let first = self.new_block();
        self.enter(first);
        let value = self.one_element(params, body, values);
        self.drop_blocks(first);
        (self.current, self.next) = (at, next);
        let ty = self.ty(&value?);
        ty.as_scalar().ok_or_else(|| syn::Error::new(span, "the function must give a scalar"))
    }
}

/// Whether a `return` stands in a function's body.
pub(crate) fn returns_early(body: &Expr) -> bool {
    let mut found = false;
    Part::Expr(body).walk(&mut |e| found |= matches!(e, Expr::Return(_)));
    found
}

/// A closure that calls a function: its parameters and its body.
pub(crate) fn call_of(function: &syn::ExprPath, arity: usize) -> (Vec<Pat>, Expr) {
    let span = function.span();
    let names: Vec<syn::Ident> =
        (0..arity).map(|i| syn::Ident::new(&format!("argument_{i}"), span)).collect();
    let pattern = |name: &syn::Ident| -> Pat {
        syn::parse_quote_spanned! { span => #name }
    };
    let params = names.iter().map(pattern).collect();
    (params, syn::parse_quote_spanned! { span => #function(#(#names),*) })
}
