//! Loops.

use crate::body::{Body, Loop, V, Var};
use crate::program::binding;
use crate::ty::{Elem, Ty, unknown};
use crate::walk::{Assigned, Part, indexes};
use proc_macro2::Span;
use std::collections::HashMap;
use syn::spanned::Spanned;
use syn::{Block, Expr, RangeLimits};

impl Body<'_> {
    /// The variables that a loop's parts assign, of those that there are now.
    fn assigned(&self, parts: &[&Part<'_>]) -> Vec<usize> {
        let mut names = Assigned::default();
        parts.iter().for_each(|part| part.walk(&mut |e| names.expr(e)));
        let mut slots: Vec<usize> =
            names.0.iter().filter_map(|n| self.find(n)).map(|(at, _)| at).collect();
        slots.retain(|&s| self.vars[s].mutable && self.vars[s].ty.is_some());
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    fn refuse_loops_in_closures(&self, span: Span) -> syn::Result<()> {
        if !self.is_elementwise() {
            return Ok(());
        }
        Err(syn::Error::new(
            span,
            "a loop has no translation where a function is applied to every element at once; choose with `if`",
        ))
    }

    /// `while` and `loop`.
    pub(crate) fn loop_(
        &mut self,
        condition: Option<&Expr>,
        body: &Block,
        label: Option<&syn::Label>,
        span: Span,
    ) -> syn::Result<V> {
        self.refuse_loops_in_closures(span)?;
        let slots = self.assigned(&[&Part::Block(body), &condition.map_or(Part::None, Part::Expr)]);
        let count = self.vars.len();
        let (header, exit) = (self.new_block(), self.new_block());
        self.go(header, &slots, None, span)?;
        self.enter(header);
        self.take_slots(header, &slots);
        if let Some(condition) = condition {
            let test = self.condition(condition)?;
            let inside = self.new_block();
            let out = self.target(exit, &slots, None, span)?;
            self.terminate(&format!("cf.cond_br {test}, ^bb{inside}, {out}"), span);
            self.enter(inside);
        }
        let label = label.map(|l| l.name.ident.to_string());
        self.loops.push(Loop {
            label,
            again: header,
            exit,
            slots: slots.clone(),
            value: None,
            broken: condition.is_some(),
            left: false,
        });
        self.block(body)?;
        self.go(header, &slots, None, span)?;
        self.leave_loop(count, exit, &slots, span)
    }

    fn leave_loop(
        &mut self,
        count: usize,
        exit: usize,
        slots: &[usize],
        span: Span,
    ) -> syn::Result<V> {
        let Some(done) = self.loops.pop() else { return Ok(V::unit()) };
        self.vars.truncate(count);
        if !done.broken && !done.left {
            return Err(syn::Error::new(span, "this loop has no exit"));
        }
        if !done.broken {
            return Ok(V::unit());
        }
        self.enter(exit);
        self.take_slots(exit, slots);
        match done.value {
            Some(ty) => Ok(self.block_argument(exit, &ty, "value")),
            None => Ok(V::unit()),
        }
    }

    /// `for`.
    pub(crate) fn for_(&mut self, it: &syn::ExprForLoop) -> syn::Result<V> {
        let span = it.for_token.span;
        self.refuse_loops_in_closures(span)?;
        let (range, reversed, step) = self.range(&it.expr)?;
        let Some(range) = range else { return self.for_each(it) };
        let (name, _) = binding(&it.pat)?;
        let missing = || syn::Error::new(range.span(), "the range must have a start and an end");
        let (start, end) =
            (range.start.as_ref().ok_or_else(missing)?, range.end.as_ref().ok_or_else(missing)?);
        let (low, high) = (self.expr(start, None)?, self.expr(end, None)?);
        let index = Ty::scalar(Elem::Int { bits: 64, signed: false });
        let ty = match (&low, &high) {
            (V::Ssa(_, ty), _) | (_, V::Ssa(_, ty)) => ty.clone(),
            _ if indexes(&name, &it.body.stmts) => index,
            _ => self.ty(&low),
        };
        if !ty.as_scalar().is_some_and(Elem::is_int) {
            return Err(syn::Error::new(range.span(), "a range counts integers"));
        }
        let low = self.coerce(low, &ty, start.span())?;
        let high = self.coerce(high, &ty, end.span())?;
        let (low, high) = (self.materialize(low, span)?.0, self.materialize(high, span)?.0);
        let closed = matches!(range.limits, RangeLimits::Closed(_));
        let one = self.coerce(V::Int(1), &ty, span)?;
        let (one, _) = self.materialize(one, span)?;
        let by = match step {
            Some(e) => {
                let by = self.expr(&e, Some(&ty))?;
                let by = self.coerce(by, &ty, e.span())?;
                self.materialize(by, e.span())?.0
            }
            None => one.clone(),
        };
        // Downwards, what is counted is one above the value.
        let mut first = low.clone();
        let mut top = high.clone();
        if reversed {
            first = high.clone();
            if closed {
                first = self.arith("add", &high, &one, &ty, span)?;
            }
            top = low.clone();
        }
        let counter = self.vars.len();
        self.vars.push(Var {
            name: name.clone(),
            mutable: true,
            value: V::Ssa(first, ty.clone()),
            ty: Some(ty.clone()),
            literal: None,
        });
        let mut slots = self.assigned(&[&Part::Block(&it.body)]);
        slots.push(counter);
        let (header, step, exit) = (self.new_block(), self.new_block(), self.new_block());
        self.go(header, &slots, None, span)?;
        self.enter(header);
        self.take_slots(header, &slots);
        let (now, _) = self.materialize(self.vars[counter].value.clone(), span)?;
        let direction = match (reversed, closed) {
            (true, _) => "GT",
            (false, true) => "LE",
            (false, false) => "LT",
        };
        let test =
            format!("stablehlo.compare {direction}, {now}, {top} : ({ty}, {ty}) -> tensor<i1>");
        let test = self.op(&test, Ty::scalar(Elem::Bool), span);
        let (test, _) = self.materialize(test, span)?;
        let inside = self.new_block();
        let outer: Vec<usize> = slots[..slots.len() - 1].to_vec();
        let out = self.target(exit, &outer, None, span)?;
        self.terminate(&format!("cf.cond_br {test}, ^bb{inside}, {out}"), span);
        self.enter(inside);
        let value =
            if reversed { self.arith("subtract", &now, &one, &ty, span)? } else { now.clone() };
        self.scopes.push(HashMap::new());
        self.declare(&name, false, V::Ssa(value, ty.clone()), Some(ty.clone()));
        let label = it.label.as_ref().map(|l| l.name.ident.to_string());
        self.loops.push(Loop {
            label,
            again: step,
            exit,
            slots: outer.clone(),
            value: None,
            broken: true,
            left: false,
        });
        self.block(&it.body)?;
        self.scopes.pop();
        self.go(step, &outer, None, span)?;
        self.enter(step);
        self.vars.truncate(counter + 1);
        self.take_slots(step, &outer);
        let next = self.arith(if reversed { "subtract" } else { "add" }, &now, &by, &ty, span)?;
        self.vars[counter].value = V::Ssa(next, ty);
        self.go(header, &slots, None, span)?;
        self.leave_loop(counter, exit, &outer, span)
    }

    fn arith(&mut self, op: &str, a: &str, b: &str, ty: &Ty, span: Span) -> syn::Result<String> {
        let value = self.op(&format!("stablehlo.{op} {a}, {b} : {ty}"), ty.clone(), span);
        Ok(self.materialize(value, span)?.0)
    }

    /// The range of a loop, whether it is run through backwards, and its step.
    fn range(&self, e: &Expr) -> syn::Result<(Option<syn::ExprRange>, bool, Option<Expr>)> {
        match e {
            Expr::Paren(it) => self.range(&it.expr),
            Expr::Range(it) => Ok((Some(it.clone()), false, None)),
            Expr::MethodCall(it) if it.method == "rev" && it.args.is_empty() => {
                let (range, reversed, step) = self.range(&it.receiver)?;
                if step.is_some() {
                    return Err(syn::Error::new(
                        it.span(),
                        "`step_by` before `rev` has no translation",
                    ));
                }
                Ok((range, !reversed, None))
            }
            Expr::MethodCall(it) if it.method == "step_by" && it.args.len() == 1 => {
                let (range, reversed, _) = self.range(&it.receiver)?;
                Ok((range, reversed, Some(it.args[0].clone())))
            }
            Expr::MethodCall(it) if it.method == "iter" || it.method == "into_iter" => {
                self.range(&it.receiver)
            }
            _ => Ok((None, false, None)),
        }
    }

    /// `for` over an array: of structs, each member by itself; of numbers, by a range.
    fn for_each(&mut self, it: &syn::ExprForLoop) -> syn::Result<V> {
        let span = it.for_token.span;
        let mut over = &*it.expr;
        while let Expr::MethodCall(call) = over
            && matches!(call.method.to_string().as_str(), "iter" | "into_iter")
        {
            over = &call.receiver;
        }
        let value = self.expr(over, None)?;
        let (whole, ty) = self.materialize(value, over.span())?;
        if let Ty::Tensor(dims, _) = &ty
            && let Some(&count) = dims.first()
        {
            let hidden = self.vars.len();
            let array = syn::Ident::new(&format!("array_of_for_{hidden}"), span);
            let index = syn::Ident::new(&format!("index_of_for_{hidden}"), span);
            let count = syn::LitInt::new(&format!("{count}usize"), span);
            let (pat, body, label) = (&it.pat, &it.body, &it.label);
            let rewritten: syn::ExprForLoop = syn::parse_quote_spanned! { span =>
                #label for #index in 0usize..#count { let #pat = #array[#index]; #body }
            };
            self.scopes.push(HashMap::new());
            self.declare(&array.to_string(), false, V::Ssa(whole, ty.clone()), Some(ty));
            let value = self.for_(&rewritten);
            self.scopes.pop();
            return value;
        }
        let Ty::Array(of, count) = ty else {
            return Err(syn::Error::new(over.span(), "`for` runs over a range or an array"));
        };
        let slots = self.assigned(&[&Part::Block(&it.body)]);
        let exit = self.new_block();
        let outer = self.vars.len();
        for i in 0..count {
            if !self.is_reachable() {
                break;
            }
            let again = self.new_block();
            let text =
                format!("hloom.element {whole}, {i} : (!hloom.array<{count} x {of}>) -> {of}");
            let member = self.op(&text, (*of).clone(), span);
            self.scopes.push(HashMap::new());
            self.bind(&it.pat, member, None, &[])?;
            let label = it.label.as_ref().map(|l| l.name.ident.to_string());
            self.loops.push(Loop {
                label,
                again,
                exit,
                slots: slots.clone(),
                value: None,
                broken: true,
                left: false,
            });
            self.block(&it.body)?;
            self.loops.pop();
            self.scopes.pop();
            self.go(again, &slots, None, span)?;
            self.vars.truncate(outer);
            self.enter(again);
            self.take_slots(again, &slots);
        }
        self.go(exit, &slots, None, span)?;
        self.enter(exit);
        self.take_slots(exit, &slots);
        Ok(V::unit())
    }

    fn find_loop(&self, label: Option<&syn::Lifetime>, span: Span) -> syn::Result<usize> {
        let target = label.map(|l| l.ident.to_string());
        let fits = |l: &Loop| target.is_none() || l.label == target;
        self.loops.iter().rposition(fits).ok_or_else(|| match &target {
            Some(name) => {
                let known = self.loops.iter().filter_map(|l| l.label.as_deref());
                unknown(span, "loop", name, known)
            }
            None => syn::Error::new(span, "there is no loop around this"),
        })
    }

    /// `break`.
    pub(crate) fn break_(&mut self, it: &syn::ExprBreak) -> syn::Result<V> {
        let span = it.span();
        let at = self.find_loop(it.label.as_ref(), span)?;
        let value = match &it.expr {
            Some(e) => {
                let target = self.loops[at].value.clone();
                let value = self.expr(e, target.as_ref())?;
                let ty = target.unwrap_or_else(|| self.ty(&value));
                let value = self.coerce(value, &ty, e.span())?;
                self.loops[at].value = Some(ty);
                Some(value)
            }
            None => None,
        };
        self.loops[at].broken = true;
        self.loops[at + 1..].iter_mut().for_each(|l| l.left = true);
        let (exit, slots) = (self.loops[at].exit, self.loops[at].slots.clone());
        self.go(exit, &slots, value, span)?;
        Ok(V::unit())
    }

    /// `continue`.
    pub(crate) fn continue_(&mut self, it: &syn::ExprContinue) -> syn::Result<V> {
        let at = self.find_loop(it.label.as_ref(), it.span())?;
        self.loops[at + 1..].iter_mut().for_each(|l| l.left = true);
        let (again, slots) = (self.loops[at].again, self.loops[at].slots.clone());
        self.go(again, &slots, None, it.span())?;
        Ok(V::unit())
    }
}
