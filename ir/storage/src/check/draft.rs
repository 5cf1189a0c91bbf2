//! Terms of one expression while it is checked.

mod joins;

use super::types::{join, join_base, mismatch, too_many_levels};
use super::{Checked, Checker};
use crate::syntax::ast::{Expr, ExprKind, Function, Name, Operator};
use crate::term::{Binary, Node, Term, Unary, fits};
use crate::types::{Scalar, Type};
use egg::Id;
use hloom_ir::diag::{Diagnostic, Span};

/// A node with its type.
#[derive(Clone, Debug)]
pub(super) struct Typed {
    pub(super) id: Id,
    pub(super) ty: Type,
}

/// The nodes so far, and the variables in scope.
pub(super) struct Draft<'c, 'a> {
    checker: &'c mut Checker<'a>,
    nodes: Term,
    spans: Vec<Span>,
    /// Variables, the outermost first; those without a name have an empty one.
    names: Vec<String>,
    types: Vec<Type>,
}

impl<'c, 'a> Draft<'c, 'a> {
    pub(super) fn new(checker: &'c mut Checker<'a>) -> Draft<'c, 'a> {
        let (nodes, spans) = (Term::default(), Vec::new());
        Draft { checker, nodes, spans, names: Vec::new(), types: Vec::new() }
    }

    /// The term below `root`: nodes that are left from errors and second attempts are dropped.
    pub(super) fn finish(self, root: Id) -> Checked {
        let mut spans = Vec::new();
        let mut term = Term::default();
        collect(&mut term, &mut spans, &self.nodes, &self.spans, root);
        Checked { term, spans }
    }

    fn error<T>(&mut self, error: Diagnostic) -> Option<T> {
        self.checker.errors.push(error);
        None
    }

    fn add(&mut self, node: Node, ty: Type, span: Span) -> Typed {
        self.spans.push(span);
        Typed { id: self.nodes.add(node), ty }
    }

    fn bind(&mut self, name: &Name, ty: Type) {
        self.names.push(if name.is_wild() { String::new() } else { name.text.clone() });
        self.types.push(ty);
    }

    fn unbind(&mut self, n: usize) {
        let left = self.names.len() - n;
        self.names.truncate(left);
        self.types.truncate(left);
    }

    /// The variable at a place in the list.
    fn variable(&mut self, place: usize, span: Span) -> Typed {
        let ty = self.types[place].clone();
        let index = (self.types.len() - 1 - place) as u32;
        self.add(Node::Var(index, ty.sort()), ty, span)
    }

    /// Makes integers real if `base` is.
    fn promote(&mut self, typed: Typed, base: Scalar, span: Span) -> Typed {
        if typed.ty.base() == base {
            return typed;
        }
        let ty = typed.ty.with_base(base);
        match self.nodes[typed.id] {
            Node::Int(value) => self.add(Node::real(value as f64), ty, span),
            _ => self.add(Node::Unary(Unary::ToReal, typed.id), ty, span),
        }
    }

    /// Holds the type of a definition against the one that is written.
    pub(super) fn declared(
        &mut self,
        typed: Typed,
        ty: &Type,
        written: Span,
        span: Span,
    ) -> Option<Typed> {
        match join(&typed.ty, ty) {
            Some(all) if all.base() == ty.base() => {
                let promoted = self.promote(typed, ty.base(), span);
                Some(Typed { id: promoted.id, ty: all })
            }
            _ => {
                let error = mismatch(span, &ty.to_string(), &typed.ty);
                self.error(error.note(written, "the type is written"))
            }
        }
    }

    pub(super) fn expr(&mut self, expr: &Expr, want: Option<&Type>) -> Option<Typed> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Int(value) => {
                Some(self.add(Node::Int(*value), Type::Scalar(Scalar::Int), span))
            }
            ExprKind::Real(value) => {
                Some(self.add(Node::real(*value), Type::Scalar(Scalar::Real), span))
            }
            ExprKind::Bool(value) => {
                Some(self.add(Node::Bool(*value), Type::Scalar(Scalar::Bool), span))
            }
            ExprKind::Empty => match want {
                Some(ty @ Type::Dict(..)) => {
                    Some(self.add(Node::Zero(ty.sort()), ty.clone(), span))
                }
                Some(ty) => self.error(
                    mismatch(span, &ty.to_string(), &Type::Dict(None, Box::new(ty.clone())))
                        .help("`{}` is the empty dictionary"),
                ),
                None => self.error(
                    Diagnostic::error(span, "the type of `{}` is not known here")
                        .help("write the type: `zero({int -> real})`"),
                ),
            },
            ExprKind::Zero(ty) => match (ty, fits(ty.sort())) {
                (Type::Array(..), _) => self.error(mismatch(span, "a number or dictionary", ty)),
                (_, false) => self.error(too_many_levels(span)),
                _ => Some(self.add(Node::Zero(ty.sort()), ty.clone(), span)),
            },
            ExprKind::Name(name) => match self.names.iter().rposition(|n| n == name) {
                Some(place) => Some(self.variable(place, span)),
                None => {
                    let ty = self.checker.used(name, span, &self.names)?;
                    Some(self.add(Node::Input(name.as_str().into(), ty.sort()), ty, span))
                }
            },
            ExprKind::Negate(inner) => {
                let typed = self.expr(inner, want)?;
                match (&inner.kind, &typed.ty) {
                    (ExprKind::Int(value), ty) if *value != 0 => {
                        Some(self.add(Node::Int(value.wrapping_neg()), ty.clone(), span))
                    }
                    (ExprKind::Real(value), ty) => {
                        Some(self.add(Node::real(-value), ty.clone(), span))
                    }
                    (_, ty) if matches!(ty, Type::Array(..)) || ty.base() == Scalar::Bool => {
                        self.error(mismatch(inner.span, "numbers", &typed.ty))
                    }
                    (_, ty) => Some(self.add(Node::Unary(Unary::Neg, typed.id), ty.clone(), span)),
                }
            }
            ExprKind::Binary(operator, pair) => self.binary(*operator, pair, want, span),
            ExprKind::Call(function, arguments) => self.call(*function, arguments, span),
            ExprKind::Lookup(over, keys) => self.lookup(over, keys, span),
            ExprKind::Slice(parts) => {
                let [over, low, high] = &**parts;
                let over_typed = self.expr(over, None);
                let low = self.int(low);
                let high = self.int(high);
                let (over_typed, low, high) = (over_typed?, low?, high?);
                if let Type::Scalar(_) = over_typed.ty {
                    let expected = "an array or dictionary";
                    return self.error(mismatch(over.span, expected, &over_typed.ty));
                }
                let node = Node::Slice([over_typed.id, low.id, high.id]);
                // A part of an array has another length; a dictionary's keys have the same bound.
                let ty = match over_typed.ty {
                    Type::Array(base, _) => Type::Array(base, None),
                    ty => ty,
                };
                Some(self.add(node, ty, span))
            }
            ExprKind::Range(bounds) => {
                let (low, high) = (self.int(&bounds[0]), self.int(&bounds[1]));
                let (low, high) = (low?, high?);
                let extent = match (self.nodes[low.id], self.nodes[high.id]) {
                    (Node::Int(low), Node::Int(high)) => Some(high.abs_diff(low.min(high))),
                    _ => None,
                };
                let ty = Type::Array(Scalar::Int, extent);
                Some(self.add(Node::Range([low.id, high.id]), ty, span))
            }
            ExprKind::Dict(entries) => self.dictionary(entries, want, span),
            ExprKind::Unique(inner) => {
                let key = self.int(inner)?;
                Some(self.add(Node::Unique(key.id), key.ty, span))
            }
            ExprKind::If(pair) => {
                let condition = self.condition(&pair[0]);
                let value = self.number_or_dict(&pair[1], want);
                let (condition, value) = (condition?, value?);
                Some(self.add(Node::If([condition.id, value.id]), value.ty, span))
            }
            ExprKind::Let(name, pair) => {
                let value = self.expr(&pair[0], None)?;
                self.bind(name, value.ty.clone());
                let body = self.expr(&pair[1], want);
                self.unbind(1);
                let body = body?;
                Some(self.add(Node::Let([value.id, body.id]), body.ty, span))
            }
            ExprKind::Sum(bindings, body) => self.sum(bindings, &mut Vec::new(), body, want, span),
            ExprKind::Merge(names, parts) => {
                let (left, right) = (self.index(&parts[0]), self.index(&parts[1]));
                let (left, right) = (left?, right?);
                for name in names.iter() {
                    self.bind(name, Type::Scalar(Scalar::Int));
                }
                let body = self.number_or_dict(&parts[2], want);
                self.unbind(3);
                let body = body?;
                Some(self.add(Node::Merge([left.id, right.id, body.id]), body.ty, span))
            }
        }
    }

    /// An integer.
    fn int(&mut self, expr: &Expr) -> Option<Typed> {
        let typed = self.expr(expr, None)?;
        match typed.ty {
            Type::Scalar(Scalar::Int) => Some(typed),
            ty => self.error(mismatch(expr.span, "int", &ty)),
        }
    }

    fn condition(&mut self, expr: &Expr) -> Option<Typed> {
        let typed = self.expr(expr, None)?;
        match typed.ty {
            Type::Scalar(Scalar::Bool) => Some(typed),
            ty => self.error(mismatch(expr.span, "a condition of type bool", &ty)),
        }
    }

    /// An operand of `merge`: integers by position.
    fn index(&mut self, expr: &Expr) -> Option<Typed> {
        let typed = self.expr(expr, None)?;
        match typed.ty.value() {
            Some(Type::Scalar(Scalar::Int)) => Some(typed),
            _ => self.error(mismatch(expr.span, "an array or dictionary of int", &typed.ty)),
        }
    }

    /// An expression that can be added up: anything but an array.
    fn number_or_dict(&mut self, expr: &Expr, want: Option<&Type>) -> Option<Typed> {
        let typed = self.expr(expr, want)?;
        match typed.ty {
            Type::Array(..) => self.error(
                mismatch(expr.span, "a number or dictionary", &typed.ty)
                    .help("read an array by `sum(<position, value> in array) …` or a lookup"),
            ),
            _ => Some(typed),
        }
    }

    fn binary(
        &mut self,
        operator: Operator,
        pair: &[Expr; 2],
        want: Option<&Type>,
        span: Span,
    ) -> Option<Typed> {
        let additive = matches!(operator, Operator::Add | Operator::Subtract);
        let want = want.filter(|_| additive);
        // `{}` takes its type from the other operand.
        let (a, b) = if additive && want.is_none() && untyped(&pair[0]) {
            let b = self.number_or_dict(&pair[1], None);
            let ty = b.as_ref().map(|b| b.ty.clone());
            (ty.and_then(|ty| self.number_or_dict(&pair[0], Some(&ty))), b)
        } else {
            let a = self.number_or_dict(&pair[0], want);
            let ty = a.as_ref().map(|a| a.ty.clone()).filter(|_| additive);
            if additive && ty.is_none() && untyped(&pair[1]) {
                return None;
            }
            (a, self.number_or_dict(&pair[1], ty.as_ref().or(want)))
        };
        let (a, b) = (a?, b?);
        let dislike = |what: &str| {
            let message = format!("`{}` {what}: {} and {}", operator.symbol(), a.ty, b.ty);
            Diagnostic::error(span, message)
        };
        let both_scalar = matches!((&a.ty, &b.ty), (Type::Scalar(_), Type::Scalar(_)));
        match operator {
            Operator::Add | Operator::Subtract => {
                let Some(ty) = join(&a.ty, &b.ty) else {
                    return self.error(dislike("has operands of different types"));
                };
                if operator == Operator::Subtract && ty.base() == Scalar::Bool {
                    return self.error(dislike("is not defined on bool"));
                }
                let op = if operator == Operator::Add { Binary::Add } else { Binary::Sub };
                Some(self.promoted(op, [a, b], pair, ty, span))
            }
            Operator::Multiply => self.product(a, b, pair, span),
            Operator::Divide | Operator::Remainder => {
                let ty = join(&a.ty, &b.ty).filter(|ty| both_scalar && ty.base() != Scalar::Bool);
                let remainder = operator == Operator::Remainder;
                let Some(ty) = ty.filter(|ty| !remainder || ty.base() == Scalar::Int) else {
                    let what = if remainder { "has integers" } else { "has numbers" };
                    return self.error(dislike(&format!("{what} as operands")));
                };
                let op = if remainder { Binary::Mod } else { Binary::Div };
                Some(self.promoted(op, [a, b], pair, ty, span))
            }
            Operator::Equal
            | Operator::NotEqual
            | Operator::Less
            | Operator::LessEqual
            | Operator::Greater
            | Operator::GreaterEqual => {
                let Some(ty) = join(&a.ty, &b.ty).filter(|_| both_scalar) else {
                    return self.error(dislike("compares two numbers"));
                };
                let order = !matches!(operator, Operator::Equal | Operator::NotEqual);
                if order && ty.base() == Scalar::Bool {
                    return self.error(dislike("is not defined on bool"));
                }
                let base = ty.base();
                let (a, b) =
                    (self.promote(a, base, pair[0].span), self.promote(b, base, pair[1].span));
                let (op, ids) = match operator {
                    Operator::Equal => (Binary::Eq, [a.id, b.id]),
                    Operator::NotEqual => (Binary::Ne, [a.id, b.id]),
                    Operator::Less => (Binary::Lt, [a.id, b.id]),
                    Operator::LessEqual => (Binary::Le, [a.id, b.id]),
                    Operator::Greater => (Binary::Lt, [b.id, a.id]),
                    _ => (Binary::Le, [b.id, a.id]),
                };
                Some(self.add(Node::Binary(op, ids), Type::Scalar(Scalar::Bool), span))
            }
        }
    }

    /// An operator on operands of the same base.
    fn promoted(
        &mut self,
        op: Binary,
        [a, b]: [Typed; 2],
        pair: &[Expr],
        ty: Type,
        span: Span,
    ) -> Typed {
        let a = self.promote(a, ty.base(), pair[0].span);
        let b = self.promote(b, ty.base(), pair[1].span);
        self.add(Node::Binary(op, [a.id, b.id]), ty, span)
    }

    /// `*`, told apart by the types.
    fn product(&mut self, a: Typed, b: Typed, pair: &[Expr; 2], span: Span) -> Option<Typed> {
        const BOOL: Type = Type::Scalar(Scalar::Bool);
        match (&a.ty, &b.ty) {
            (x, y) if *x == BOOL && *y != BOOL => {
                return Some(self.add(Node::If([a.id, b.id]), b.ty, span));
            }
            (x, y) if *x != BOOL && *y == BOOL => {
                return Some(self.add(Node::If([b.id, a.id]), a.ty, span));
            }
            _ => {}
        }
        let message = format!("`*` has operands that don't fit: {} and {}", a.ty, b.ty);
        let Some(base) = join_base(a.ty.base(), b.ty.base()) else {
            return self.error(Diagnostic::error(span, message));
        };
        let (a, b) = (self.promote(a, base, pair[0].span), self.promote(b, base, pair[1].span));
        let (op, ids, ty) = match (&a.ty, &b.ty) {
            (Type::Scalar(_), Type::Scalar(_)) => (Binary::Mul, [a.id, b.id], a.ty),
            (Type::Scalar(_), Type::Dict(..)) => (Binary::Scale, [a.id, b.id], b.ty),
            (Type::Dict(..), Type::Scalar(_)) => (Binary::Scale, [b.id, a.id], a.ty),
            (x, y) => match join(x, y) {
                Some(ty) => (Binary::Hadamard, [a.id, b.id], ty),
                None => {
                    let help = "dictionaries are multiplied entry by entry, at the same levels";
                    return self.error(Diagnostic::error(span, message).help(help));
                }
            },
        };
        Some(self.add(Node::Binary(op, ids), ty, span))
    }

    fn call(&mut self, function: Function, arguments: &[Expr], span: Span) -> Option<Typed> {
        let typed: Vec<Option<Typed>> = arguments
            .iter()
            .map(|argument| {
                let typed = self.expr(argument, None)?;
                let exact = matches!(function, Function::Min | Function::Max | Function::Real);
                match &typed.ty {
                    Type::Scalar(Scalar::Int) => Some(typed),
                    Type::Scalar(Scalar::Real) if exact => Some(typed),
                    Type::Dict(..)
                        if function == Function::Real && typed.ty.base() != Scalar::Bool =>
                    {
                        Some(typed)
                    }
                    ty => {
                        let expected = if exact { "a number" } else { "int" };
                        let error = mismatch(argument.span, expected, ty);
                        self.error(error)
                    }
                }
            })
            .collect();
        let typed: Vec<Typed> = typed.into_iter().collect::<Option<_>>()?;
        let op = match (function, typed.as_slice()) {
            (Function::Min, _) => Binary::Min,
            (Function::Max, _) => Binary::Max,
            (Function::Div, _) => Binary::Div,
            (Function::Mod, _) => Binary::Mod,
            (Function::Real, [e]) => {
                if e.ty.base() == Scalar::Real {
                    return Some(e.clone());
                }
                let ty = e.ty.with_base(Scalar::Real);
                return Some(self.add(Node::Unary(Unary::ToReal, e.id), ty, span));
            }
            (Function::Even | Function::Odd | Function::Real, es) => {
                let op = if function == Function::Even { Unary::Even } else { Unary::Odd };
                return Some(self.add(Node::Unary(op, es[0].id), es[0].ty.clone(), span));
            }
        };
        let ty = join(&typed[0].ty, &typed[1].ty)?;
        let pair = [typed[0].clone(), typed[1].clone()];
        Some(self.promoted(op, pair, arguments, ty, span))
    }

    fn lookup(&mut self, over: &Expr, keys: &[Expr], span: Span) -> Option<Typed> {
        let collection = self.expr(over, None);
        let keys: Vec<Option<Typed>> = keys.iter().map(|key| self.int(key)).collect();
        let collection = collection?;
        let whole = collection.ty.clone();
        let count = keys.len();
        let mut found = collection;
        for (i, key) in keys.into_iter().enumerate() {
            let Some(ty) = found.ty.value() else {
                let message = match i {
                    0 => format!("expected an array or dictionary, found {whole}"),
                    _ => {
                        format!("a key of {count} parts looks up {whole}, which has {}", levels(i))
                    }
                };
                return self.error(Diagnostic::error(span, message));
            };
            let key = key?;
            found = self.add(Node::Get([found.id, key.id]), ty, span);
        }
        Some(found)
    }

    fn dictionary(
        &mut self,
        entries: &[(Vec<Expr>, Expr)],
        want: Option<&Type>,
        span: Span,
    ) -> Option<Typed> {
        let mut all = Vec::with_capacity(entries.len());
        for (keys, value) in entries {
            let keys_typed: Vec<Option<Typed>> = keys.iter().map(|key| self.int(key)).collect();
            let mut expected = want.cloned();
            for _ in keys {
                expected = expected.and_then(|ty| ty.value());
            }
            let value_typed = self.number_or_dict(value, expected.as_ref());
            let keys_typed: Vec<Typed> = keys_typed.into_iter().collect::<Option<_>>()?;
            let mut entry = value_typed?;
            for key in keys_typed.into_iter().rev() {
                let ty = Type::Dict(None, Box::new(entry.ty));
                entry = self.add(Node::Single([key.id, entry.id]), ty, span);
            }
            if !fits(entry.ty.sort()) {
                return self.error(too_many_levels(span));
            }
            all.push((entry, value.span));
        }
        self.sum_of_entries(all, span)
    }

    /// The sum of the entries of a literal: of its halves, so that a long literal is not deep.
    fn sum_of_entries(&mut self, mut all: Vec<(Typed, Span)>, span: Span) -> Option<Typed> {
        if all.len() < 2 {
            return all.pop().map(|(entry, _)| entry);
        }
        let second = all.split_off(all.len() / 2);
        let at = second[0].1;
        let before = self.sum_of_entries(all, span)?;
        let entry = self.sum_of_entries(second, span)?;
        let Some(ty) = join(&before.ty, &entry.ty) else {
            return self.error(mismatch(at, &before.ty.to_string(), &entry.ty));
        };
        let before = self.promote(before, ty.base(), span);
        let entry = self.promote(entry, ty.base(), span);
        Some(self.add(Node::Binary(Binary::Add, [before.id, entry.id]), ty, span))
    }
}

/// `1 level`, `2 levels`.
pub(super) fn levels(count: usize) -> String {
    format!("{count} level{}", if count == 1 { "" } else { "s" })
}

/// Whether an expression is `{}` in all places that would tell its type.
fn untyped(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Empty => true,
        ExprKind::Negate(e) => untyped(e),
        ExprKind::Binary(Operator::Add | Operator::Subtract, es) => es.iter().all(untyped),
        ExprKind::If(es) | ExprKind::Let(_, es) => untyped(&es[1]),
        ExprKind::Sum(_, e) => untyped(e),
        ExprKind::Merge(_, es) => untyped(&es[2]),
        ExprKind::Dict(entries) => entries.iter().all(|(_, value)| untyped(value)),
        _ => false,
    }
}

/// Copies the nodes below `root`, with their spans.
fn collect(to: &mut Term, spans: &mut Vec<Span>, from: &Term, old: &[Span], root: Id) -> Id {
    let mut node = from[root];
    for child in egg::Language::children_mut(&mut node) {
        *child = collect(to, spans, from, old, *child);
    }
    spans.push(old[usize::from(root)]);
    to.add(node)
}
