//! Expressions.

use crate::body::{Body, V, show};
use crate::flow::macro_error;
use crate::ty::{Elem, Ty, unknown};
use crate::walk::compound;
use proc_macro2::Span;
use std::collections::HashMap;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Lit, Member, UnOp};

/// The op that an operator stands for.
pub(crate) fn operator(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Add(_) => "add",
        BinOp::Sub(_) => "subtract",
        BinOp::Mul(_) => "multiply",
        BinOp::Div(_) => "divide",
        BinOp::Rem(_) => "remainder",
        BinOp::BitAnd(_) | BinOp::And(_) => "and",
        BinOp::BitOr(_) | BinOp::Or(_) => "or",
        BinOp::BitXor(_) => "xor",
        BinOp::Shl(_) => "shift_left",
        BinOp::Shr(_) => "shift_right",
        BinOp::Eq(_) => "EQ",
        BinOp::Ne(_) => "NE",
        BinOp::Lt(_) => "LT",
        BinOp::Le(_) => "LE",
        BinOp::Gt(_) => "GT",
        BinOp::Ge(_) => "GE",
        _ => return None,
    })
}

impl Body<'_> {
    /// Translates an expression. `want` is the type that a literal in it takes where
    /// nothing else says one.
    pub(crate) fn expr(&mut self, e: &Expr, want: Option<&Ty>) -> syn::Result<V> {
        match e {
            Expr::Lit(it) => self.literal(&it.lit, want, it.span()),
            Expr::Path(it) => self.path(it),
            Expr::Paren(it) => self.expr(&it.expr, want),
            Expr::Group(it) => self.expr(&it.expr, want),
            Expr::Block(it) if it.label.is_none() => self.block_with(&it.block, want),
            Expr::Const(it) => self.block_with(&it.block, want),
            Expr::If(it) => self.if_(it, want),
            Expr::Match(it) => {
                self.refuse_in_elements(e, "`match`")?;
                self.match_(it, want)
            }
            Expr::While(it) => {
                self.loop_(Some(&it.cond), &it.body, it.label.as_ref(), it.while_token.span)
            }
            Expr::Loop(it) => self.loop_(None, &it.body, it.label.as_ref(), it.loop_token.span),
            Expr::ForLoop(it) => self.for_(it),
            Expr::Break(it) => self.break_(it),
            Expr::Continue(it) => self.continue_(it),
            Expr::Return(it) => {
                self.refuse_in_closure(e, "`return`")?;
                self.return_(it)
            }
            Expr::Assign(it) => {
                let want = self.type_of_place(&it.left);
                let value = self.expr(&it.right, want.as_ref())?;
                if self.is_reachable() {
                    self.assign(&it.left, value)?;
                }
                Ok(V::unit())
            }
            Expr::Binary(it) => match compound(&it.op) {
                Some(op) => {
                    let value = self.expr(&it.right, None)?;
                    let old = self.expr(&it.left, None)?;
                    let value = self.binary(op, old, value, it.span())?;
                    self.assign(&it.left, value)?;
                    Ok(V::unit())
                }
                None => self.binary_expr(it, want),
            },
            Expr::Unary(it) => self.unary_expr(it, want),
            Expr::Cast(it) => {
                let value = self.expr(&it.expr, None)?;
                let to = self.names.ty(&it.ty)?;
                self.cast(value, &to, it.span())
            }
            Expr::Tuple(it) => {
                let wants: Vec<Ty> = match want {
                    Some(Ty::Tuple(types)) if types.len() == it.elems.len() => types.clone(),
                    _ => Vec::new(),
                };
                let members = it.elems.iter().enumerate().map(|(i, e)| self.expr(e, wants.get(i)));
                Ok(V::Tuple(members.collect::<Result<_, _>>()?))
            }
            Expr::Array(it) => self.array(it, want),
            Expr::Repeat(it) => self.repeat(it, want),
            Expr::Struct(it) => self.structure(it),
            Expr::Field(it) => {
                let base = self.expr(&it.base, None)?;
                self.field(base, &it.member, it.span())
            }
            Expr::Index(_) => self.index_expr(e),
            Expr::Call(it) => self.call(it, want),
            Expr::MethodCall(it) => self.method(it, want),
            Expr::Reference(it) if it.mutability.is_none() => self.expr(&it.expr, want),
            Expr::Reference(it) => Err(syn::Error::new(
                it.span(),
                "`&mut` lets a mutation escape; assign the new value",
            )),
            Expr::Macro(it) => Err(macro_error(&it.mac)),
            Expr::Closure(it) => Err(syn::Error::new(
                it.span(),
                "a closure is no value; it stands in `broadcast(|a, b| …, x, y)` or `mapreduce(|a| …, add, x)`",
            )),
            Expr::Let(it) => Err(syn::Error::new(
                it.span(),
                "`let` in a condition has no translation; values have no variants",
            )),
            Expr::Unsafe(_) | Expr::Async(_) | Expr::Await(_) | Expr::Try(_) | Expr::Yield(_) => {
                Err(syn::Error::new(
                    e.span(),
                    "this has an effect outside of the program, and no translation",
                ))
            }
            _ => Err(syn::Error::new(e.span(), "this expression has no translation")),
        }
    }

    fn refuse_in_closure(&self, e: &Expr, what: &str) -> syn::Result<()> {
        if self.closures.is_empty() {
            return Ok(());
        }
        Err(syn::Error::new(e.span(), format!("{what} in a closure has no translation")))
    }

    fn refuse_in_elements(&self, e: &Expr, what: &str) -> syn::Result<()> {
        if !self.is_elementwise() {
            return Ok(());
        }
        Err(syn::Error::new(
            e.span(),
            format!(
                "{what} has no translation where a function is applied to every element at once; choose with `if`"
            ),
        ))
    }

    fn literal(&mut self, lit: &Lit, want: Option<&Ty>, span: Span) -> syn::Result<V> {
        let suffixed = |suffix: &str| match (suffix, Elem::from_name(suffix)) {
            ("", _) => Ok(None),
            (_, Some(elem)) => Ok(Some(Ty::scalar(elem))),
            (other, None) => {
                Err(syn::Error::new(span, format!("there is no element type `{other}`")))
            }
        };
        let (value, ty) = match lit {
            Lit::Int(n) => {
                let ty = suffixed(n.suffix())?;
                match ty.as_ref().and_then(Ty::as_scalar) {
                    Some(e) if e.is_float() => (V::Float(n.base10_parse()?), ty),
                    _ => (V::Int(n.base10_parse()?), ty),
                }
            }
            Lit::Float(x) => (V::Float(x.base10_parse()?), suffixed(x.suffix())?),
            Lit::Bool(b) => {
                let text = format!("stablehlo.constant dense<{}> : tensor<i1>", b.value);
                return Ok(self.op(&text, Ty::scalar(Elem::Bool), span));
            }
            _ => return Err(syn::Error::new(span, "a literal is a number or a truth value")),
        };
        let fits = |ty: &&Ty| match (&value, ty.as_scalar()) {
            (V::Int(_), Some(e)) => e.is_int(),
            (V::Float(_), Some(e)) => e.is_float(),
            _ => false,
        };
        match ty.as_ref().or(want.filter(fits)) {
            Some(ty) => self.coerce(value, &ty.clone(), span),
            None => Ok(value),
        }
    }

    fn path(&mut self, it: &syn::ExprPath) -> syn::Result<V> {
        let span = it.span();
        let Some(ident) = it.path.get_ident() else {
            return self.associated(it);
        };
        let name = ident.to_string();
        if let Some((at, captured)) = self.find(&name) {
            let value = self.vars[at].value.clone();
            if captured && !matches!(value, V::Int(_) | V::Float(_)) {
                return Err(syn::Error::new(
                    span,
                    format!(
                        "the closure captures `{name}`, which is no constant; pass it as one more argument"
                    ),
                ));
            }
            if value == V::Nothing {
                return Err(syn::Error::new(span, format!("`{name}` has no value here")));
            }
            return Ok(value);
        }
        if let Some(&value) = self.names.consts.get(&name) {
            return Ok(V::Int(value.into()));
        }
        if self.program.functions.contains_key(&name) {
            return Err(syn::Error::new(
                span,
                format!("the function `{name}` is not a value; call it"),
            ));
        }
        let known: Vec<String> = self
            .scopes
            .iter()
            .flat_map(HashMap::keys)
            .chain(self.names.consts.keys())
            .cloned()
            .collect();
        Err(unknown(span, "variable or constant", &name, known.iter().map(String::as_str)))
    }

    /// `f32::MAX` and the like.
    fn associated(&mut self, it: &syn::ExprPath) -> syn::Result<V> {
        let words: Vec<String> = it.path.segments.iter().map(|s| s.ident.to_string()).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let span = it.span();
        if let [.., "consts", name] = words[..] {
            let value = match name {
                "PI" => std::f64::consts::PI,
                "E" => std::f64::consts::E,
                "LN_2" => std::f64::consts::LN_2,
                "SQRT_2" => std::f64::consts::SQRT_2,
                _ => {
                    return Err(syn::Error::new(
                        span,
                        format!("the constant `{name}` is not known"),
                    ));
                }
            };
            return Ok(V::Float(value));
        }
        if let [.., ty, name] = words[..]
            && let Some(elem) = Elem::from_name(ty)
        {
            let text = match (name, elem) {
                ("INFINITY", _) if elem.is_float() => Some(elem.greatest()),
                ("NEG_INFINITY", _) if elem.is_float() => Some(elem.least()),
                ("MAX", Elem::Int { .. }) => Some(elem.greatest()),
                ("MIN", Elem::Int { .. }) => Some(elem.least()),
                ("MAX", Elem::Float(32)) => Some("0x7F7FFFFF".into()),
                ("MIN", Elem::Float(32)) => Some("0xFF7FFFFF".into()),
                ("EPSILON", Elem::Float(32)) => Some("0x34000000".into()),
                ("EPSILON", Elem::Float(_)) => Some("0x3CB0000000000000".into()),
                _ => None,
            };
            if let Some(text) = text {
                let ty = Ty::scalar(elem);
                return Ok(self.op(&format!("stablehlo.constant dense<{text}> : {ty}"), ty, span));
            }
        }
        Err(syn::Error::new(span, format!("`{}` is not known", words.join("::"))))
    }

    fn binary_expr(&mut self, it: &syn::ExprBinary, want: Option<&Ty>) -> syn::Result<V> {
        let Some(op) = operator(&it.op) else {
            return Err(syn::Error::new(it.span(), "this operator has no translation"));
        };
        let lazy = matches!(it.op, BinOp::And(_) | BinOp::Or(_));
        if lazy && !self.is_elementwise() && !is_simple(&it.right) {
            let (left, right) = (&it.left, &it.right);
            let rewritten: syn::ExprIf = if matches!(it.op, BinOp::And(_)) {
                syn::parse_quote_spanned! { it.span() => if #left { #right } else { false } }
            } else {
                syn::parse_quote_spanned! { it.span() => if #left { true } else { #right } }
            };
            return self.if_(&rewritten, None);
        }
        let compares = matches!(op, "EQ" | "NE" | "LT" | "LE" | "GT" | "GE");
        let want = if compares || lazy { None } else { want };
        let a = self.expr(&it.left, want)?;
        let b = self.expr(&it.right, want)?;
        self.binary(op, a, b, it.span())
    }

    fn unary_expr(&mut self, it: &syn::ExprUnary, want: Option<&Ty>) -> syn::Result<V> {
        let value = self.expr(&it.expr, want)?;
        match (&it.op, value) {
            (UnOp::Neg(_), V::Int(n)) => Ok(V::Int(-n)),
            (UnOp::Neg(_), V::Float(x)) => Ok(V::Float(-x)),
            (UnOp::Neg(_), value) => self.unary("negate", value, it.span()),
            (UnOp::Not(_), value) => self.unary("not", value, it.span()),
            (UnOp::Deref(_), value) => Ok(value),
            _ => Err(syn::Error::new(it.span(), "this operator has no translation")),
        }
    }

    // Structs.

    fn structure(&mut self, it: &syn::ExprStruct) -> syn::Result<V> {
        let span = it.span();
        let Some(segment) = it.path.segments.last() else {
            return Err(syn::Error::new(span, "expected the name of a struct"));
        };
        let name = segment.ident.to_string();
        let Some(item) = self.names.structs.get(&name).cloned() else {
            let known: Vec<String> = self.names.structs.keys().cloned().collect();
            return Err(unknown(span, "struct", &name, known.iter().map(String::as_str)));
        };
        let rest = match &it.rest {
            Some(e) => Some(self.expr(e, None)?),
            None => None,
        };
        // Parameters that are not written follow from the fields' values.
        let generic = !item.generics.params.is_empty();
        let explicit = match (&rest, generic) {
            (Some(rest), _) => Some(self.ty(rest)),
            (None, false) => Some(self.names.structure(&item, &[], span)?),
            (None, true) => None,
        };
        let mut given: Vec<(String, V, Span)> = Vec::new();
        for field in &it.fields {
            let called = member_name(&field.member);
            let want = match &explicit {
                Some(Ty::Struct(_, fields)) => match fields.iter().find(|(n, _)| *n == called) {
                    Some((_, ty)) => Some(ty.clone()),
                    None => {
                        let known = fields.iter().map(|(n, _)| n.as_str());
                        return Err(unknown(
                            field.member.span(),
                            &format!("field of `{name}`"),
                            &called,
                            known,
                        ));
                    }
                },
                _ => None,
            };
            let value = self.expr(&field.expr, want.as_ref())?;
            given.push((called, value, field.expr.span()));
        }
        let ty = match explicit {
            Some(ty) => ty,
            None => {
                let types: Vec<(String, Ty)> =
                    given.iter().map(|(n, v, _)| (n.clone(), self.ty(v))).collect();
                let args = self.names.clone().infer_struct(&item, &types, span)?;
                self.names.structure(&item, &args, span)?
            }
        };
        let Ty::Struct(_, fields) = &ty else {
            return Err(syn::Error::new(span, "this is not a struct"));
        };
        if let Some(rest) = rest {
            let (mut whole, _) = self.materialize(rest, span)?;
            for (called, value, at) in given {
                let Some((_, field)) = fields.iter().find(|(n, _)| *n == called) else { continue };
                let value = self.coerce(value, field, at)?;
                whole = self.with_field(&whole, &ty, &called, value, at)?;
            }
            return Ok(V::Ssa(whole, ty));
        }
        let mut values = Vec::new();
        for (called, field) in fields {
            let Some((_, value, at)) = given.iter().find(|(n, ..)| n == called) else {
                return Err(syn::Error::new(
                    span,
                    format!("the field `{called}` of `{name}` is missing"),
                ));
            };
            let value = self.coerce(value.clone(), field, *at)?;
            values.push(self.materialize(value, *at)?);
        }
        let names: Vec<&str> = values.iter().map(|(n, _)| n.as_str()).collect();
        let types: Vec<String> = values.iter().map(|(_, t)| t.to_string()).collect();
        let text =
            format!("\"hloom.struct\"({}) : ({}) -> {ty}", names.join(", "), types.join(", "));
        Ok(self.op(&text, ty.clone(), span))
    }

    /// Reads a field, or a tuple's member.
    pub(crate) fn field(&mut self, base: V, member: &Member, span: Span) -> syn::Result<V> {
        let name = member_name(member);
        if let (V::Tuple(members), Member::Unnamed(index)) = (&base, member) {
            let found = members.get(index.index as usize).cloned();
            return found.ok_or_else(|| {
                syn::Error::new(span, format!("the tuple has {} members", members.len()))
            });
        }
        let (value, ty) = self.materialize(base, span)?;
        let Ty::Struct(of, fields) = &ty else {
            return Err(syn::Error::new(span, format!("{} has no fields", show(&ty))));
        };
        let Some((_, field)) = fields.iter().find(|(n, _)| *n == name) else {
            let known = fields.iter().map(|(n, _)| n.as_str());
            return Err(unknown(member.span(), &format!("field of `{of}`"), &name, known));
        };
        let text = format!("hloom.field \"{name}\" of {value} : ({ty}) -> {field}");
        Ok(self.op(&text, field.clone(), span))
    }

    pub(crate) fn with_field(
        &mut self,
        whole: &str,
        ty: &Ty,
        name: &str,
        value: V,
        span: Span,
    ) -> syn::Result<String> {
        let (value, of) = self.materialize(value, span)?;
        let text = format!("hloom.with_field {whole}, \"{name}\" = {value} : ({ty}, {of}) -> {ty}");
        let new = self.op(&text, ty.clone(), span);
        Ok(self.materialize(new, span)?.0)
    }

    /// A call of a function of the program, or of the library.
    fn call(&mut self, it: &syn::ExprCall, want: Option<&Ty>) -> syn::Result<V> {
        let span = it.span();
        let Expr::Path(path) = &*it.func else {
            return Err(syn::Error::new(
                it.func.span(),
                "this call is dynamic: which function it calls is not known when the program is translated",
            ));
        };
        let Some(segment) = path.path.segments.last() else {
            return Err(syn::Error::new(span, "expected a function's name"));
        };
        let name = segment.ident.to_string();
        if path.path.segments.len() == 1 && self.find(&name).is_some() {
            return Err(syn::Error::new(
                it.func.span(),
                format!(
                    "this call is dynamic: `{name}` is a variable, and which function it holds is not known when the program is translated"
                ),
            ));
        }
        let Some(function) = self.program.functions.get(&name).cloned() else {
            return self.library(&name, it, want);
        };
        self.refuse_in_elements(&it.func, "a call of a function of the program")?;
        let count = function.sig.inputs.len();
        if it.args.len() != count {
            let message = format!("`{name}` takes {count} arguments, {} are given", it.args.len());
            return Err(syn::Error::new(span, message));
        }
        let plain = function.sig.generics.params.is_empty();
        let wants =
            if plain { self.program.signature(&function, &[])?.1.params } else { Vec::new() };
        let mut values = Vec::new();
        for (i, arg) in it.args.iter().enumerate() {
            values.push(self.expr(arg, wants.get(i))?);
        }
        let params = if plain {
            Vec::new()
        } else {
            let types: Vec<Ty> = values.iter().map(|v| self.ty(v)).collect();
            self.program.names.infer_call(&function, &types, span)?
        };
        let signature = self.program.instance(&name, &params, path.span())?;
        let mut args = Vec::new();
        for ((value, ty), arg) in values.into_iter().zip(&signature.params).zip(&it.args) {
            let value = self.coerce(value, ty, arg.span())?;
            self.flat(&value, &mut args);
        }
        self.emit_call(&signature.symbol, &args, &signature.result, span)
    }
}

/// Whether evaluating an expression early has no effect and takes no time to speak of.
fn is_simple(e: &Expr) -> bool {
    match e {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Paren(it) => is_simple(&it.expr),
        Expr::Unary(it) => is_simple(&it.expr),
        Expr::Binary(it) => {
            compound(&it.op).is_none() && is_simple(&it.left) && is_simple(&it.right)
        }
        Expr::Field(it) => is_simple(&it.base),
        Expr::Index(it) => is_simple(&it.expr) && is_simple(&it.index),
        Expr::Cast(it) => is_simple(&it.expr),
        Expr::MethodCall(it) => is_simple(&it.receiver) && it.args.iter().all(is_simple),
        _ => false,
    }
}

/// A field's name; that of a tuple struct's field is `_0`.
pub(crate) fn member_name(member: &Member) -> String {
    match member {
        Member::Named(ident) => ident.to_string(),
        Member::Unnamed(index) => format!("_{}", index.index),
    }
}
