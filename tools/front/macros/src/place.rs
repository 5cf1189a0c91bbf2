//! Places: what stands left of `=`, indices, and arrays.

use crate::body::{Body, V, show};
use crate::expr::member_name;
use crate::ty::{Elem, Ty};
use proc_macro2::Span;
use syn::Expr;
use syn::spanned::Spanned;

impl Body<'_> {
    /// The type of a place, where it is known without evaluating anything.
    pub(crate) fn type_of_place(&self, e: &Expr) -> Option<Ty> {
        match e {
            Expr::Path(it) => {
                let (at, _) = self.find(&it.path.get_ident()?.to_string())?;
                self.vars[at].ty.clone()
            }
            Expr::Paren(it) => self.type_of_place(&it.expr),
            Expr::Field(it) => match self.type_of_place(&it.base)? {
                Ty::Struct(_, fields) => {
                    let name = member_name(&it.member);
                    fields.into_iter().find(|(n, _)| *n == name).map(|(_, ty)| ty)
                }
                _ => None,
            },
            Expr::Index(it) => match self.type_of_place(&it.expr)? {
                Ty::Tensor(dims, elem) => Some(Ty::Tensor(dims.get(1..)?.to_vec(), elem)),
                Ty::Array(of, _) => Some(*of),
                _ => None,
            },
            Expr::Tuple(it) => Some(Ty::Tuple(
                it.elems.iter().map(|e| self.type_of_place(e)).collect::<Option<_>>()?,
            )),
            _ => None,
        }
    }

    /// Gives a place another value.
    pub(crate) fn assign(&mut self, place: &Expr, value: V) -> syn::Result<()> {
        let span = place.span();
        match place {
            Expr::Paren(it) => self.assign(&it.expr, value),
            Expr::Infer(_) => Ok(()),
            Expr::Path(it) => {
                let name = it.path.get_ident().map(ToString::to_string).unwrap_or_default();
                let Some((at, captured)) = self.find(&name) else {
                    return Err(syn::Error::new(span, format!("there is no variable `{name}`")));
                };
                if captured {
                    return Err(syn::Error::new(
                        span,
                        format!(
                            "the closure changes `{name}`, which lives outside of it; that mutation would escape"
                        ),
                    ));
                }
                let var = self.vars[at].clone();
                if !var.mutable && var.value != V::Nothing {
                    return Err(syn::Error::new(span, format!("`{name}` is not `mut`")));
                }
                let ty = var.ty.unwrap_or_else(|| self.ty(&value));
                self.vars[at].value = self.coerce(value, &ty, span)?;
                self.vars[at].ty = Some(ty);
                Ok(())
            }
            Expr::Tuple(it) => match value {
                V::Tuple(values) if values.len() == it.elems.len() => {
                    it.elems.iter().zip(values).try_for_each(|(place, v)| self.assign(place, v))
                }
                _ => Err(syn::Error::new(
                    span,
                    "this takes a tuple apart, but the value is none of that length",
                )),
            },
            Expr::Field(it) => {
                let base = self.expr(&it.base, None)?;
                if let V::Tuple(mut members) = base {
                    let at = member_name(&it.member).trim_start_matches('_').parse::<usize>();
                    match at.ok().and_then(|at| members.get_mut(at)) {
                        Some(member) => *member = value,
                        None => return Err(syn::Error::new(span, "the tuple has no such member")),
                    }
                    return self.assign(&it.base, V::Tuple(members));
                }
                let (whole, ty) = self.materialize(base, span)?;
                // Reading it first says what is wrong about the name.
                let field = match &ty {
                    Ty::Struct(_, fields) => {
                        let name = member_name(&it.member);
                        fields.iter().find(|(n, _)| *n == name).map(|(_, ty)| ty.clone())
                    }
                    _ => None,
                };
                let Some(field) = field else {
                    return self.field(V::Ssa(whole, ty), &it.member, span).map(|_| ());
                };
                let value = self.coerce(value, &field, span)?;
                let new = self.with_field(&whole, &ty, &member_name(&it.member), value, span)?;
                self.assign(&it.base, V::Ssa(new, ty))
            }
            Expr::Index(_) => {
                let (base, indices) = chain(place);
                let whole = self.expr(base, None)?;
                let (whole, ty) = self.materialize(whole, base.span())?;
                let new = self.with_indices(whole, &ty, &indices, value, span)?;
                self.assign(base, new)
            }
            Expr::Unary(it) if matches!(it.op, syn::UnOp::Deref(_)) => Err(syn::Error::new(
                span,
                "a mutation through a reference escapes; assign to a variable and return it",
            )),
            other => Err(syn::Error::new(other.span(), "this is not a place that can be assigned")),
        }
    }

    /// The value with one of its members, to any depth, replaced.
    fn with_indices(
        &mut self,
        whole: String,
        ty: &Ty,
        indices: &[&Expr],
        value: V,
        span: Span,
    ) -> syn::Result<V> {
        match ty {
            Ty::Array(of, count) => {
                let at = self.constant_index(indices[0], *count)?;
                let value = if indices.len() > 1 {
                    let text = format!("hloom.element {whole}, {at} : ({ty}) -> {of}");
                    let inner = self.op(&text, (**of).clone(), span);
                    let (inner, of) = self.materialize(inner, span)?;
                    self.with_indices(inner, &of, &indices[1..], value, span)?
                } else {
                    value
                };
                let value = self.coerce(value, of, span)?;
                let (value, _) = self.materialize(value, span)?;
                let text =
                    format!("hloom.with_element {whole}, {at} = {value} : ({ty}, {of}) -> {ty}");
                Ok(self.op(&text, ty.clone(), span))
            }
            Ty::Tensor(dims, elem) if indices.len() <= dims.len() => {
                let inner = Ty::Tensor(dims[indices.len()..].to_vec(), *elem);
                let value = self.coerce(value, &inner, span)?;
                let (value, _) = self.materialize(value, span)?;
                let mut sizes = vec![1; indices.len()];
                sizes.extend_from_slice(&dims[indices.len()..]);
                let part = Ty::Tensor(sizes, *elem);
                let starts = self.starts(indices, dims, span)?;
                let update = self.op(
                    &format!("stablehlo.reshape {value} : ({inner}) -> {part}"),
                    part.clone(),
                    span,
                );
                let (update, _) = self.materialize(update, span)?;
                let types = vec!["tensor<i64>"; dims.len()].join(", ");
                let text = format!(
                    "stablehlo.dynamic_update_slice {whole}, {update}, {} : ({ty}, {part}, {types}) -> {ty}",
                    starts.join(", ")
                );
                Ok(self.op(&text, ty.clone(), span))
            }
            other => {
                Err(syn::Error::new(span, format!("{} has not so many dimensions", show(other))))
            }
        }
    }

    /// `a[i][j]`.
    pub(crate) fn index_expr(&mut self, e: &Expr) -> syn::Result<V> {
        let span = e.span();
        let (base, indices) = chain(e);
        let whole = self.expr(base, None)?;
        let (mut whole, mut ty) = self.materialize(whole, base.span())?;
        let mut indices = &indices[..];
        while let Ty::Array(of, count) = &ty {
            let Some((first, rest)) = indices.split_first() else { break };
            let at = self.constant_index(first, *count)?;
            let text = format!("hloom.element {whole}, {at} : ({ty}) -> {of}");
            let member = self.op(&text, (**of).clone(), span);
            (whole, ty) = self.materialize(member, span)?;
            indices = rest;
        }
        if indices.is_empty() {
            return Ok(V::Ssa(whole, ty));
        }
        match &ty {
            Ty::Tensor(dims, elem) if indices.len() <= dims.len() => {
                let starts = self.starts(indices, dims, span)?;
                let mut sizes = vec![1; indices.len()];
                sizes.extend_from_slice(&dims[indices.len()..]);
                let part = Ty::Tensor(sizes.clone(), *elem);
                let types = vec!["tensor<i64>"; dims.len()].join(", ");
                let text = format!(
                    "stablehlo.dynamic_slice {whole}, {}, sizes = {sizes:?} : ({ty}, {types}) -> {part}",
                    starts.join(", ")
                );
                let slice = self.op(&text, part.clone(), span);
                let (slice, _) = self.materialize(slice, span)?;
                let inner = Ty::Tensor(dims[indices.len()..].to_vec(), *elem);
                Ok(self.op(
                    &format!("stablehlo.reshape {slice} : ({part}) -> {inner}"),
                    inner,
                    span,
                ))
            }
            other => {
                Err(syn::Error::new(span, format!("{} has not so many dimensions", show(other))))
            }
        }
    }

    /// The start of a slice in every dimension.
    fn starts(&mut self, indices: &[&Expr], dims: &[i64], span: Span) -> syn::Result<Vec<String>> {
        let index = Ty::scalar(Elem::I64);
        let mut starts = Vec::new();
        for (i, &extent) in dims.iter().enumerate() {
            let value = match indices.get(i) {
                Some(e) => {
                    if matches!(e, Expr::Range(_)) {
                        return Err(syn::Error::new(
                            e.span(),
                            "slices by ranges have no translation; use `slice(x, [from, …], [to, …])`",
                        ));
                    }
                    let value = self.expr(e, None)?;
                    if let V::Int(n) = value
                        && !(0..i128::from(extent)).contains(&n)
                    {
                        return Err(syn::Error::new(
                            e.span(),
                            format!("index {n} is not below {extent}"),
                        ));
                    }
                    self.cast(value, &index, e.span())?
                }
                None => V::Int(0),
            };
            let value = self.coerce(value, &index, span)?;
            starts.push(self.materialize(value, span)?.0);
        }
        Ok(starts)
    }

    /// An index into an array of structs, which is known at translation.
    fn constant_index(&mut self, e: &Expr, count: i64) -> syn::Result<i64> {
        let V::Int(at) = self.expr(e, None)? else {
            return Err(syn::Error::new(
                e.span(),
                "an index into an array of structs must be a constant: which member it is depends on data here; use `for x in …`",
            ));
        };
        match i64::try_from(at) {
            Ok(at) if (0..count).contains(&at) => Ok(at),
            _ => Err(syn::Error::new(e.span(), format!("index {at} is not below {count}"))),
        }
    }

    /// `[a, b, c]`.
    pub(crate) fn array(&mut self, it: &syn::ExprArray, want: Option<&Ty>) -> syn::Result<V> {
        let span = it.span();
        let want = match want {
            Some(Ty::Tensor(dims, elem)) if !dims.is_empty() => {
                Some(Ty::Tensor(dims[1..].to_vec(), *elem))
            }
            Some(Ty::Array(of, _)) => Some((**of).clone()),
            _ => None,
        };
        let mut values = Vec::new();
        for e in &it.elems {
            values.push(self.expr(e, want.as_ref())?);
        }
        let typed = values.iter().find(|v| matches!(v, V::Ssa(..)));
        let ty = match (typed.or(values.first()), want) {
            (Some(V::Ssa(_, ty)), _) => ty.clone(),
            (_, Some(ty)) => ty,
            (Some(v), None) => self.ty(v),
            (None, None) => {
                return Err(syn::Error::new(span, "the type of an empty array is not known"));
            }
        };
        let mut members = Vec::new();
        for (value, e) in values.into_iter().zip(&it.elems) {
            let value = self.coerce(value, &ty, e.span())?;
            members.push(self.materialize(value, e.span())?.0);
        }
        let count = members.len() as i64;
        let Ty::Tensor(dims, elem) = &ty else {
            let whole = Ty::Array(Box::new(ty.clone()), count);
            let types = vec![ty.to_string(); members.len()].join(", ");
            let text = format!("\"hloom.array\"({}) : ({types}) -> {whole}", members.join(", "));
            return Ok(self.op(&text, whole, span));
        };
        let (mut row, mut all) = (vec![1], vec![count]);
        row.extend_from_slice(dims);
        all.extend_from_slice(dims);
        let (row, all) = (Ty::Tensor(row, *elem), Ty::Tensor(all, *elem));
        let mut rows = Vec::new();
        for member in members {
            let value = self.op(
                &format!("stablehlo.reshape {member} : ({ty}) -> {row}"),
                row.clone(),
                span,
            );
            rows.push(self.materialize(value, span)?.0);
        }
        let types = vec![row.to_string(); rows.len()].join(", ");
        let text =
            format!("stablehlo.concatenate {}, dim = 0 : ({types}) -> {all}", rows.join(", "));
        Ok(self.op(&text, all, span))
    }

    /// `[a; N]`.
    pub(crate) fn repeat(&mut self, it: &syn::ExprRepeat, want: Option<&Ty>) -> syn::Result<V> {
        let span = it.span();
        let count = self.names.size(&it.len)?;
        let inner = match want {
            Some(Ty::Tensor(dims, elem)) if !dims.is_empty() => {
                Some(Ty::Tensor(dims[1..].to_vec(), *elem))
            }
            Some(Ty::Array(of, _)) => Some((**of).clone()),
            _ => None,
        };
        let value = self.expr(&it.expr, inner.as_ref())?;
        if let (V::Int(_) | V::Float(_), Some(Ty::Tensor(dims, elem))) = (&value, want) {
            let mut dims = dims.clone();
            dims[0] = count;
            return self.coerce(value, &Ty::Tensor(dims, *elem), span);
        }
        let (value, ty) = self.materialize(value, span)?;
        let Ty::Tensor(dims, elem) = &ty else {
            let whole = Ty::Array(Box::new(ty.clone()), count);
            let members = vec![value; count as usize].join(", ");
            let types = vec![ty.to_string(); count as usize].join(", ");
            return Ok(self.op(
                &format!("\"hloom.array\"({members}) : ({types}) -> {whole}"),
                whole,
                span,
            ));
        };
        let mut all = vec![count];
        all.extend_from_slice(dims);
        let map: Vec<usize> = (1..=dims.len()).collect();
        let all = Ty::Tensor(all, *elem);
        let text = format!("stablehlo.broadcast_in_dim {value}, dims = {map:?} : ({ty}) -> {all}");
        Ok(self.op(&text, all, span))
    }
}

/// `a[i][j]` as `a` and `[i, j]`.
fn chain(e: &Expr) -> (&Expr, Vec<&Expr>) {
    match e {
        Expr::Index(it) => {
            let (base, mut indices) = chain(&it.expr);
            indices.push(&it.index);
            (base, indices)
        }
        Expr::Paren(it) => chain(&it.expr),
        other => (other, Vec::new()),
    }
}
