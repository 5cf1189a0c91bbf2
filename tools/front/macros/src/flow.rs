//! Statements and control flow: blocks, branches, loops.

use crate::body::{Body, End, V};
use crate::program::binding;
use crate::ty::{Elem, Ty};
use crate::walk::indexes;
use proc_macro2::Span;
use std::collections::HashMap;
use syn::spanned::Spanned;
use syn::{Block, Expr, Pat, RangeLimits, Stmt};

impl Body<'_> {
    /// A block: a scope of its own.
    pub(crate) fn block(&mut self, block: &Block) -> syn::Result<V> {
        self.scopes.push(HashMap::new());
        let value = self.statements(&block.stmts);
        self.scopes.pop();
        value
    }

    fn statements(&mut self, statements: &[Stmt]) -> syn::Result<V> {
        for (i, statement) in statements.iter().enumerate() {
            if !self.is_reachable() {
                break;
            }
            match statement {
                Stmt::Local(local) => {
                    let annotated = match &local.pat {
                        Pat::Type(it) => Some(self.names.ty(&it.ty)?),
                        _ => None,
                    };
                    let value = match &local.init {
                        None => V::Nothing,
                        Some(init) if init.diverge.is_some() => {
                            return Err(syn::Error::new(
                                local.span(),
                                "`let … else` has no translation",
                            ));
                        }
                        Some(init) => self.expr(&init.expr, annotated.as_ref())?,
                    };
                    if !self.is_reachable() {
                        break;
                    }
                    let pat = if let Pat::Type(it) = &local.pat { &*it.pat } else { &local.pat };
                    self.bind(pat, value, annotated, &statements[i + 1..])?;
                }
                Stmt::Expr(e, semicolon) => {
                    let last = i + 1 == statements.len();
                    let want = None;
                    let value = self.expr(e, want)?;
                    if last && semicolon.is_none() {
                        return Ok(value);
                    }
                }
                Stmt::Item(item) => {
                    return Err(syn::Error::new(
                        item.span(),
                        "items belong at the top of the program, beside the functions",
                    ));
                }
                Stmt::Macro(it) => return Err(macro_error(&it.mac)),
            }
        }
        Ok(V::unit())
    }

    /// Binds a pattern to a value. `rest` is where the names are used.
    pub(crate) fn bind(
        &mut self,
        pat: &Pat,
        value: V,
        ty: Option<Ty>,
        rest: &[Stmt],
    ) -> syn::Result<()> {
        if let Pat::Tuple(it) = pat {
            let V::Tuple(members) = value else {
                return Err(syn::Error::new(
                    pat.span(),
                    "this pattern takes a tuple apart, but the value is none",
                ));
            };
            if members.len() != it.elems.len() {
                let message = format!(
                    "this pattern has {} parts, but the tuple {}",
                    it.elems.len(),
                    members.len()
                );
                return Err(syn::Error::new(pat.span(), message));
            }
            for (pat, member) in it.elems.iter().zip(members) {
                self.bind(pat, member, None, rest)?;
            }
            return Ok(());
        }
        let (name, mutable) = binding(pat)?;
        let literal = match (&value, &ty) {
            (V::Int(n), None) => Some(n.to_string()),
            (V::Float(x), None) => Some(format!("{x:?}")),
            _ => None,
        };
        let (value, ty) = match (value, ty) {
            (V::Nothing, ty) => (V::Nothing, ty),
            (value, Some(ty)) => (self.coerce(value, &ty, pat.span())?, Some(ty)),
            // A variable that changes has a type from the start.
            (value @ (V::Int(_) | V::Float(_)), None) if mutable => {
                let ty = match value {
                    V::Int(_) if indexes(&name, rest) => {
                        Ty::scalar(Elem::Int { bits: 64, signed: false })
                    }
                    _ => self.ty(&value),
                };
                (self.coerce(value, &ty, pat.span())?, Some(ty))
            }
            (value @ (V::Int(_) | V::Float(_)), None) => (value, None),
            (value, None) => {
                let ty = self.ty(&value);
                let value = if mutable { self.coerce(value, &ty, pat.span())? } else { value };
                (value, Some(ty))
            }
        };
        self.declare(&name, mutable, value, ty);
        if let Some(var) = self.vars.last_mut().filter(|var| mutable && var.ty.is_some()) {
            var.literal = literal;
        }
        Ok(())
    }

    /// The condition of a branch or a loop.
    pub(crate) fn condition(&mut self, e: &Expr) -> syn::Result<String> {
        if let Expr::Let(it) = e {
            return Err(syn::Error::new(
                it.span(),
                "`let` in a condition has no translation; values have no variants",
            ));
        }
        let value = self.expr(e, Some(&Ty::scalar(Elem::Bool)))?;
        let value = self.coerce(value, &Ty::scalar(Elem::Bool), e.span())?;
        Ok(self.materialize(value, e.span())?.0)
    }

    /// `if`.
    pub(crate) fn if_(&mut self, it: &syn::ExprIf, want: Option<&Ty>) -> syn::Result<V> {
        if self.is_elementwise() {
            return self.select(it, want);
        }
        let condition = self.condition(&it.cond)?;
        let (then, other) = (self.new_block(), self.new_block());
        self.terminate(&format!("cf.cond_br {condition}, ^bb{then}, ^bb{other}"), it.if_token.span);
        let before = self.snapshot();
        let mut ends: Vec<End> = Vec::new();
        self.enter(then);
        let value = self.block_with(&it.then_branch, want)?;
        self.end(&mut ends, value, it.then_branch.span());
        self.restore(&before);
        self.enter(other);
        let (value, span) = match &it.else_branch {
            Some((_, e)) => (self.expr(e, want)?, e.span()),
            None => (V::unit(), it.if_token.span),
        };
        self.end(&mut ends, value, span);
        self.meet(ends, before.len())
    }

    /// A block whose value must have a type.
    pub(crate) fn block_with(&mut self, block: &Block, want: Option<&Ty>) -> syn::Result<V> {
        let value = self.block(block)?;
        match (value, want) {
            (value @ (V::Int(_) | V::Float(_)), Some(ty)) if self.is_reachable() => {
                self.coerce(value, ty, block.span())
            }
            (value, _) => Ok(value),
        }
    }

    /// `match` on an integer or a truth value.
    pub(crate) fn match_(&mut self, it: &syn::ExprMatch, want: Option<&Ty>) -> syn::Result<V> {
        let scrutinee = self.expr(&it.expr, None)?;
        let (flag, ty) = self.materialize(scrutinee, it.expr.span())?;
        let Some(elem) = ty.as_scalar().filter(|e| !e.is_float()) else {
            return Err(syn::Error::new(
                it.expr.span(),
                "`match` chooses by an integer; this is none",
            ));
        };
        let before = self.snapshot();
        let mut ends = Vec::new();
        let mut covered = elem == Elem::Bool && it.arms.len() == 2;
        for (i, arm) in it.arms.iter().enumerate() {
            let last = i + 1 == it.arms.len();
            self.scopes.push(HashMap::new());
            let test = self.pattern(&arm.pat, &flag, &ty)?;
            if let Pat::Ident(name) = &arm.pat {
                self.declare(
                    &name.ident.to_string(),
                    false,
                    V::Ssa(flag.clone(), ty.clone()),
                    Some(ty.clone()),
                );
            }
            let guard = match &arm.guard {
                Some((_, guard)) => {
                    let value = self.expr(guard, None)?;
                    Some(self.materialize(value, guard.span())?.0)
                }
                None => None,
            };
            let bool_ty = Ty::scalar(Elem::Bool);
            let test = match (test, guard) {
                (Some(a), Some(b)) => Some(self.op(
                    &format!("stablehlo.and {a}, {b} : tensor<i1>"),
                    bool_ty,
                    arm.span(),
                )),
                (Some(a), None) => Some(V::Ssa(a, bool_ty)),
                (None, Some(b)) => Some(V::Ssa(b, bool_ty)),
                (None, None) => None,
            };
            // The last arm is taken where the others are not, if they cover everything.
            let always = test.is_none() || last && covered;
            covered |= test.is_none();
            let next = if let (Some(V::Ssa(test, _)), false) = (test, always) {
                let (then, next) = (self.new_block(), self.new_block());
                self.terminate(&format!("cf.cond_br {test}, ^bb{then}, ^bb{next}"), arm.span());
                self.enter(then);
                Some(next)
            } else {
                None
            };
            let count = before.len();
            let value = self.expr(&arm.body, want)?;
            self.scopes.pop();
            self.end(&mut ends, value, arm.body.span());
            self.vars.truncate(count);
            self.restore(&before);
            match next {
                Some(next) => self.enter(next),
                None => break,
            }
        }
        if !covered {
            return Err(syn::Error::new(
                it.match_token.span,
                "not every integer has an arm; add `_ => …`",
            ));
        }
        self.meet(ends, before.len())
    }

    /// Whether a value matches a pattern; `None` where it always does.
    fn pattern(&mut self, pat: &Pat, flag: &str, ty: &Ty) -> syn::Result<Option<String>> {
        let span = pat.span();
        let bool_ty = Ty::scalar(Elem::Bool);
        let compare = |body: &mut Self, direction: &str, e: &Expr| -> syn::Result<String> {
            let value = body.expr(e, Some(ty))?;
            let value = body.coerce(value, ty, e.span())?;
            let (value, _) = body.materialize(value, e.span())?;
            let text = format!(
                "stablehlo.compare {direction}, {flag}, {value} : ({ty}, {ty}) -> tensor<i1>"
            );
            let found = body.op(&text, bool_ty.clone(), span);
            Ok(body.materialize(found, span)?.0)
        };
        match pat {
            Pat::Wild(_) | Pat::Ident(_) => Ok(None),
            Pat::Lit(it) => compare(self, "EQ", &Expr::Lit(it.clone())).map(Some),
            Pat::Path(it) => compare(self, "EQ", &Expr::Path(it.clone())).map(Some),
            Pat::Range(it) => {
                let mut tests = Vec::new();
                if let Some(start) = &it.start {
                    tests.push(compare(self, "GE", start)?);
                }
                if let Some(end) = &it.end {
                    let closed = matches!(it.limits, RangeLimits::Closed(_));
                    tests.push(compare(self, if closed { "LE" } else { "LT" }, end)?);
                }
                self.all(tests, "and", span).map(Some)
            }
            Pat::Or(it) => {
                let mut tests = Vec::new();
                for case in &it.cases {
                    match self.pattern(case, flag, ty)? {
                        Some(test) => tests.push(test),
                        None => return Ok(None),
                    }
                }
                self.all(tests, "or", span).map(Some)
            }
            other => Err(syn::Error::new(
                other.span(),
                "a pattern is an integer, a range, `a | b`, a name or `_`",
            )),
        }
    }

    fn all(&mut self, tests: Vec<String>, with: &str, span: Span) -> syn::Result<String> {
        let mut tests = tests.into_iter();
        let Some(mut all) = tests.next() else {
            return Err(syn::Error::new(span, "this pattern says nothing"));
        };
        for test in tests {
            let text = format!("stablehlo.{with} {all}, {test} : tensor<i1>");
            let both = self.op(&text, Ty::scalar(Elem::Bool), span);
            all = self.materialize(both, span)?.0;
        }
        Ok(all)
    }

    /// `return`.
    pub(crate) fn return_(&mut self, it: &syn::ExprReturn) -> syn::Result<V> {
        let ty = self.result.clone();
        let value = match &it.expr {
            Some(e) => self.expr(e, Some(&ty))?,
            None => V::unit(),
        };
        if self.is_reachable() {
            self.finish(value, it.span())?;
            self.loops.iter_mut().for_each(|l| l.left = true);
        }
        Ok(V::unit())
    }
}

/// The error of a macro call.
pub(crate) fn macro_error(it: &syn::Macro) -> syn::Error {
    let name = it.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
    let why = match name.as_str() {
        "panic" | "todo" | "unimplemented" | "unreachable" => {
            "a way that always ends in a panic has no translation; return a value instead".into()
        }
        "println" | "print" | "eprintln" | "eprint" | "dbg" => {
            format!("`{name}!` has an effect outside of the program; return what is to be shown")
        }
        _ => format!("the macro `{name}!` has no translation"),
    };
    syn::Error::new(it.span(), why)
}
