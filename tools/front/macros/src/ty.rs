//! Types of values: what a Rust type means in the IR.

use std::collections::HashMap;
use std::fmt;
use syn::spanned::Spanned;
use syn::{Expr, GenericArgument, Lit, PathArguments, Type};

/// The type of a scalar or of a tensor's elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Elem {
    Bool,
    Int { bits: u32, signed: bool },
    Float(u32),
}

impl Elem {
    pub(crate) const I32: Elem = Elem::Int { bits: 32, signed: true };
    pub(crate) const I64: Elem = Elem::Int { bits: 64, signed: true };
    pub(crate) const F32: Elem = Elem::Float(32);
    pub(crate) const F64: Elem = Elem::Float(64);

    /// The element type that a Rust type or a literal's suffix names. `usize` and
    /// `isize` have 64 bits.
    pub(crate) fn from_name(name: &str) -> Option<Elem> {
        Some(match name {
            "bool" => Elem::Bool,
            "f32" => Elem::F32,
            "f64" => Elem::F64,
            "isize" => Elem::I64,
            "usize" => Elem::Int { bits: 64, signed: false },
            _ => {
                let (signed, bits) = match name.split_at_checked(1)? {
                    ("i", bits) => (true, bits),
                    ("u", bits) => (false, bits),
                    _ => return None,
                };
                let bits = bits.parse().ok().filter(|b| matches!(b, 8 | 16 | 32 | 64))?;
                Elem::Int { bits, signed }
            }
        })
    }

    pub(crate) fn is_float(self) -> bool {
        matches!(self, Elem::Float(_))
    }

    pub(crate) fn is_int(self) -> bool {
        matches!(self, Elem::Int { .. })
    }

    /// The least value, as a literal: the identity of a maximum.
    pub(crate) fn least(self) -> String {
        match self {
            Elem::Bool => "false".into(),
            Elem::Float(32) => "0xFF800000".into(),
            Elem::Float(_) => "0xFFF0000000000000".into(),
            Elem::Int { bits, signed: true } => (-(1i128 << (bits - 1))).to_string(),
            Elem::Int { .. } => "0".into(),
        }
    }

    /// The greatest value, as a literal: the identity of a minimum.
    pub(crate) fn greatest(self) -> String {
        match self {
            Elem::Bool => "true".into(),
            Elem::Float(32) => "0x7F800000".into(),
            Elem::Float(_) => "0x7FF0000000000000".into(),
            Elem::Int { bits, signed } => ((1i128 << (bits - u32::from(signed))) - 1).to_string(),
        }
    }
}

impl fmt::Display for Elem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Elem::Bool => f.write_str("i1"),
            Elem::Float(bits) => write!(f, "f{bits}"),
            Elem::Int { bits, signed: true } => write!(f, "i{bits}"),
            Elem::Int { bits, signed: false } => write!(f, "ui{bits}"),
        }
    }
}

/// The type of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ty {
    /// A scalar is a tensor without dimensions.
    Tensor(Vec<i64>, Elem),
    /// A struct: its name with the values of its parameters, and its fields.
    Struct(String, Vec<(String, Ty)>),
    /// An array of structs.
    Array(Box<Ty>, i64),
    /// `(a, b)`; `()` has no members.
    Tuple(Vec<Ty>),
}

impl Ty {
    pub(crate) fn scalar(elem: Elem) -> Ty {
        Ty::Tensor(Vec::new(), elem)
    }

    pub(crate) fn unit() -> Ty {
        Ty::Tuple(Vec::new())
    }

    pub(crate) fn tensor(&self) -> Option<(&[i64], Elem)> {
        match self {
            Ty::Tensor(dims, elem) => Some((dims, *elem)),
            _ => None,
        }
    }

    /// The element type, if it is a scalar.
    pub(crate) fn as_scalar(&self) -> Option<Elem> {
        self.tensor().filter(|(dims, _)| dims.is_empty()).map(|(_, e)| e)
    }
}

/// The type as the IR writes it.
impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Tensor(dims, elem) => {
                f.write_str("tensor<")?;
                dims.iter().try_for_each(|d| write!(f, "{d}x"))?;
                write!(f, "{elem}>")
            }
            Ty::Struct(name, fields) => {
                write!(f, "!hloom.struct<\"{name}\"")?;
                fields.iter().try_for_each(|(name, ty)| write!(f, ", {name}: {ty}"))?;
                f.write_str(">")
            }
            Ty::Array(of, count) => write!(f, "!hloom.array<{count} x {of}>"),
            Ty::Tuple(members) => {
                f.write_str("tuple<")?;
                for (i, member) in members.iter().enumerate() {
                    write!(f, "{}{member}", if i > 0 { ", " } else { "" })?;
                }
                f.write_str(">")
            }
        }
    }
}

/// The meaning of names of types and constants at a place.
#[derive(Clone, Default)]
pub(crate) struct Names {
    /// Structs of the program.
    pub(crate) structs: HashMap<String, syn::ItemStruct>,
    /// Constants: those of the program, and parameters of what is translated.
    pub(crate) consts: HashMap<String, i64>,
}

impl Names {
    /// The type that a Rust type means.
    pub(crate) fn ty(&self, ty: &Type) -> syn::Result<Ty> {
        match ty {
            Type::Paren(inner) => self.ty(&inner.elem),
            Type::Group(inner) => self.ty(&inner.elem),
            Type::Reference(it) if it.mutability.is_none() => self.ty(&it.elem),
            Type::Reference(it) => Err(syn::Error::new(
                it.span(),
                "`&mut` lets a mutation escape from the function; take the value and return the new one",
            )),
            Type::Tuple(it) => {
                Ok(Ty::Tuple(it.elems.iter().map(|t| self.ty(t)).collect::<Result<_, _>>()?))
            }
            Type::Array(it) => {
                let count = self.size(&it.len)?;
                Ok(match self.ty(&it.elem)? {
                    Ty::Tensor(mut dims, elem) => {
                        dims.insert(0, count);
                        Ty::Tensor(dims, elem)
                    }
                    other => Ty::Array(Box::new(other), count),
                })
            }
            Type::Path(it) if it.qself.is_none() && it.path.segments.len() == 1 => {
                let segment = &it.path.segments[0];
                let name = segment.ident.to_string();
                if let (Some(elem), PathArguments::None) =
                    (Elem::from_name(&name), &segment.arguments)
                {
                    return Ok(Ty::scalar(elem));
                }
                let Some(item) = self.structs.get(&name) else {
                    let known = self
                        .structs
                        .keys()
                        .map(String::as_str)
                        .chain(["f32", "f64", "i32", "i64", "usize", "bool"]);
                    return Err(unknown(it.span(), "type", &name, known));
                };
                let args = match &segment.arguments {
                    PathArguments::None => Vec::new(),
                    PathArguments::AngleBracketed(list) => {
                        list.args.iter().map(|arg| self.generic(arg)).collect::<Result<_, _>>()?
                    }
                    PathArguments::Parenthesized(list) => {
                        return Err(syn::Error::new(list.span(), "this is not a type of a value"));
                    }
                };
                self.structure(item, &args, it.span())
            }
            other => Err(syn::Error::new(
                other.span(),
                "values are scalars (`f32`, `i32`, `bool`, …), arrays, tuples and structs of the program; this type is none of them",
            )),
        }
    }

    /// An instance of a struct.
    pub(crate) fn structure(
        &self,
        item: &syn::ItemStruct,
        args: &[i64],
        span: proc_macro2::Span,
    ) -> syn::Result<Ty> {
        let params = const_params(&item.generics)?;
        if params.len() != args.len() {
            let message = format!(
                "`{}` has {} parameters, {} are given",
                item.ident,
                params.len(),
                args.len()
            );
            return Err(syn::Error::new(span, message));
        }
        let mut inner = self.clone();
        inner.consts.extend(params.into_iter().zip(args.iter().copied()));
        let mut name = item.ident.to_string();
        if !args.is_empty() {
            let args: Vec<String> = args.iter().map(i64::to_string).collect();
            name += &format!("<{}>", args.join(", "));
        }
        let mut fields = Vec::new();
        for (i, field) in item.fields.iter().enumerate() {
            let called = field.ident.as_ref().map_or_else(|| format!("_{i}"), ToString::to_string);
            fields.push((called, inner.ty(&field.ty)?));
        }
        Ok(Ty::Struct(name, fields))
    }

    fn generic(&self, arg: &GenericArgument) -> syn::Result<i64> {
        match arg {
            GenericArgument::Const(e) => self.size(e),
            // A parameter's name looks like a type.
            GenericArgument::Type(Type::Path(p)) => match p.path.get_ident() {
                Some(ident) => self.named(ident),
                None => Err(syn::Error::new(p.span(), "expected a size")),
            },
            other => Err(syn::Error::new(other.span(), "parameters of structs are sizes")),
        }
    }

    fn named(&self, ident: &syn::Ident) -> syn::Result<i64> {
        let name = ident.to_string();
        self.consts.get(&name).copied().ok_or_else(|| {
            unknown(ident.span(), "constant", &name, self.consts.keys().map(String::as_str))
        })
    }

    /// The value of a constant integer expression.
    pub(crate) fn size(&self, e: &Expr) -> syn::Result<i64> {
        let at = |message: &str| syn::Error::new(e.span(), message);
        match e {
            Expr::Lit(it) => match &it.lit {
                Lit::Int(n) => n.base10_parse(),
                _ => Err(at("expected an integer")),
            },
            Expr::Path(it) if it.path.get_ident().is_some() => {
                self.named(it.path.get_ident().expect("just asked"))
            }
            Expr::Paren(it) => self.size(&it.expr),
            Expr::Group(it) => self.size(&it.expr),
            Expr::Cast(it) => self.size(&it.expr),
            Expr::Block(it) if it.block.stmts.len() == 1 => match &it.block.stmts[0] {
                syn::Stmt::Expr(e, None) => self.size(e),
                _ => Err(at("this must be known when the program is translated")),
            },
            Expr::Unary(it) if matches!(it.op, syn::UnOp::Neg(_)) => Ok(-self.size(&it.expr)?),
            Expr::Binary(it) => {
                let (a, b) = (self.size(&it.left)?, self.size(&it.right)?);
                let value = match it.op {
                    syn::BinOp::Add(_) => a.checked_add(b),
                    syn::BinOp::Sub(_) => a.checked_sub(b),
                    syn::BinOp::Mul(_) => a.checked_mul(b),
                    syn::BinOp::Div(_) => a.checked_div(b),
                    syn::BinOp::Rem(_) => a.checked_rem(b),
                    _ => None,
                };
                value.ok_or_else(|| {
                    at("this must be a size that is known when the program is translated")
                })
            }
            _ => Err(at("this must be known when the program is translated")),
        }
    }
}

/// The names of constant parameters.
pub(crate) fn const_params(generics: &syn::Generics) -> syn::Result<Vec<String>> {
    let name = |p: &syn::GenericParam| match p {
        syn::GenericParam::Const(it) => Ok(it.ident.to_string()),
        other => Err(syn::Error::new(
            other.span(),
            "parameters are constants (`const N: usize`): every type and shape is known when the program is translated",
        )),
    };
    generics.params.iter().map(name).collect()
}

/// An error about a name, with the one that comes nearest.
pub(crate) fn unknown<'a>(
    span: proc_macro2::Span,
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'a str>,
) -> syn::Error {
    let near = known
        .map(|k| (distance(name, k), k))
        .filter(|&(d, k)| d <= (name.len().max(k.len()) / 3).max(1))
        .min();
    let help = near.map_or(String::new(), |(_, k)| format!("; did you mean `{k}`?"));
    syn::Error::new(span, format!("there is no {what} `{name}`{help}"))
}

/// The number of letters to insert, delete or replace to get from `a` to `b`
/// (Wagner and Fischer 1974).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}
