//! The parameters of generic functions and structs, from the types of arguments.

use crate::ty::{Names, Ty, const_params};
use proc_macro2::Span;
use std::collections::HashMap;
use syn::{Expr, FnArg, GenericArgument, ItemFn, ItemStruct, PathArguments, Type};

impl Names {
    /// The parameters of a function that is called with values of these types.
    pub(crate) fn infer_call(
        &self,
        function: &ItemFn,
        types: &[Ty],
        span: Span,
    ) -> syn::Result<Vec<i64>> {
        let patterns = function.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(it) => Some(&*it.ty),
            FnArg::Receiver(_) => None,
        });
        let pairs: Vec<(&Type, &Ty)> = patterns.zip(types).collect();
        let what = format!("the function `{}`", function.sig.ident);
        self.infer(&const_params(&function.sig.generics)?, &pairs, &what, span)
    }

    /// The parameters of a struct whose fields have values of these types.
    pub(crate) fn infer_struct(
        &self,
        item: &ItemStruct,
        fields: &[(String, Ty)],
        span: Span,
    ) -> syn::Result<Vec<i64>> {
        let mut pairs = Vec::new();
        for (i, field) in item.fields.iter().enumerate() {
            let called = field.ident.as_ref().map_or_else(|| format!("_{i}"), ToString::to_string);
            if let Some((_, ty)) = fields.iter().find(|(n, _)| *n == called) {
                pairs.push((&field.ty, ty));
            }
        }
        let what = format!("the struct `{}`", item.ident);
        self.infer(&const_params(&item.generics)?, &pairs, &what, span)
    }

    fn infer(
        &self,
        params: &[String],
        pairs: &[(&Type, &Ty)],
        what: &str,
        span: Span,
    ) -> syn::Result<Vec<i64>> {
        let mut found = HashMap::new();
        for (pattern, ty) in pairs {
            self.unify(pattern, ty, params, &mut found);
        }
        let known = |p: &String| {
            found.get(p).copied().ok_or_else(|| {
                syn::Error::new(span, format!("the parameter `{p}` of {what} does not follow from the types of what it is given"))
            })
        };
        params.iter().map(known).collect()
    }

    /// Finds what parameters stand for where a type matches a pattern; that it does
    /// match is checked later, when they are known.
    fn unify(&self, pattern: &Type, ty: &Ty, params: &[String], found: &mut HashMap<String, i64>) {
        match (pattern, ty) {
            (Type::Paren(it), _) => self.unify(&it.elem, ty, params, found),
            (Type::Group(it), _) => self.unify(&it.elem, ty, params, found),
            (Type::Reference(it), _) => self.unify(&it.elem, ty, params, found),
            (Type::Array(it), Ty::Tensor(dims, elem)) if !dims.is_empty() => {
                bind(&it.len, dims[0], params, found);
                self.unify(&it.elem, &Ty::Tensor(dims[1..].to_vec(), *elem), params, found);
            }
            (Type::Array(it), Ty::Array(of, count)) => {
                bind(&it.len, *count, params, found);
                self.unify(&it.elem, of, params, found);
            }
            (Type::Tuple(it), Ty::Tuple(types)) => {
                it.elems.iter().zip(types).for_each(|(p, t)| self.unify(p, t, params, found));
            }
            (Type::Path(it), Ty::Struct(name, _)) => {
                let Some(segment) = it.path.segments.last() else { return };
                let PathArguments::AngleBracketed(list) = &segment.arguments else { return };
                let values = name.split_once('<').map_or("", |(_, v)| v.trim_end_matches('>'));
                let values = values.split(',').filter_map(|v| v.trim().parse::<i64>().ok());
                for (arg, value) in list.args.iter().zip(values) {
                    match arg {
                        GenericArgument::Const(e) => bind(e, value, params, found),
                        GenericArgument::Type(Type::Path(p)) => {
                            if let Some(ident) = p.path.get_ident() {
                                bind_name(&ident.to_string(), value, params, found);
                            }
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
}

fn bind(e: &Expr, value: i64, params: &[String], found: &mut HashMap<String, i64>) {
    match e {
        Expr::Path(it) => {
            if let Some(ident) = it.path.get_ident() {
                bind_name(&ident.to_string(), value, params, found);
            }
        }
        Expr::Paren(it) => bind(&it.expr, value, params, found),
        Expr::Block(it) => {
            if let [syn::Stmt::Expr(e, None)] = &it.block.stmts[..] {
                bind(e, value, params, found);
            }
        }
        _ => {}
    }
}

fn bind_name(name: &str, value: i64, params: &[String], found: &mut HashMap<String, i64>) {
    if params.iter().any(|p| p == name) {
        found.entry(name.to_owned()).or_insert(value);
    }
}
