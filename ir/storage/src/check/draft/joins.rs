//! Sums of several bindings: nested sums, with joins for names that occur again.

use super::{Draft, Typed};
use crate::check::types::{join, mismatch};
use crate::syntax::ast::{Binding, Expr, Name};
use crate::term::{Binary, Node};
use crate::types::{Scalar, Type};
use hloom_ir::diag::{Diagnostic, Span};

impl Draft<'_, '_> {
    /// The sum over the bindings that are left; `joined` are the names bound so far.
    pub(super) fn sum(
        &mut self,
        bindings: &[Binding],
        joined: &mut Vec<String>,
        body: &Expr,
        want: Option<&Type>,
        span: Span,
    ) -> Option<Typed> {
        let Some((binding, rest)) = bindings.split_first() else {
            return self.number_or_dict(body, want);
        };
        let over = self.expr(&binding.over, None)?;
        let levels = {
            let mut ty = Some(over.ty.clone());
            let mut levels = 0;
            while let Some(value) = ty.as_ref().and_then(Type::value) {
                levels += 1;
                ty = Some(value);
            }
            levels
        };
        if levels == 0 {
            let error = mismatch(binding.over.span, "an array or dictionary", &over.ty);
            return self.error(error);
        }
        if binding.keys.len() > levels {
            let (n, ty) = (binding.keys.len(), &over.ty);
            let message =
                format!("a key of {n} parts is bound in {ty}, which has {}", super::levels(levels));
            let at = binding.keys[0].span;
            return self.error(Diagnostic::error(at, message));
        }
        self.levels(over, &binding.keys, binding, rest, joined, body, want, span)
    }

    /// The sum over the levels of a binding that are left.
    #[allow(clippy::too_many_arguments)]
    fn levels(
        &mut self,
        over: Typed,
        keys: &[Name],
        binding: &Binding,
        rest: &[Binding],
        joined: &mut Vec<String>,
        body: &Expr,
        want: Option<&Type>,
        span: Span,
    ) -> Option<Typed> {
        let (key, inner) = keys.split_first()?;
        let value_type = over.ty.value()?;
        let known = joined.contains(&key.text);
        let int = Type::Scalar(Scalar::Int);
        if known && !inner.is_empty() {
            // Without an entry this is {}, over which the sum is zero too.
            let place = self.names.iter().rposition(|n| *n == key.text)?;
            let at = self.variable(place, key.span);
            let part = self.add(Node::Get([over.id, at.id]), value_type, binding.over.span);
            return self.levels(part, inner, binding, rest, joined, body, want, span);
        }
        let before = joined.len();
        let compared = known.then(|| self.names.iter().rposition(|n| *n == key.text)).flatten();
        let hidden = Name { text: "_".to_owned(), span: key.span };
        self.bind(if known { &hidden } else { key }, int);
        let key_place = self.names.len() - 1;
        if !known && !key.is_wild() {
            joined.push(key.text.clone());
        }
        let value = &binding.value;
        let value_known = inner.is_empty() && joined.contains(&value.text);
        let value_compared =
            value_known.then(|| self.names.iter().rposition(|n| *n == value.text)).flatten();
        let shown = inner.is_empty() && !value_known;
        self.bind(if shown { value } else { &hidden }, value_type.clone());
        let value_place = self.names.len() - 1;
        if shown && !value.is_wild() {
            joined.push(value.text.clone());
        }
        let made = if inner.is_empty() {
            self.sum(rest, joined, body, want, span)
        } else {
            let part = self.variable(value_place, binding.over.span);
            self.levels(part, inner, binding, rest, joined, body, want, span)
        };
        let made = made.and_then(|made| match value_compared {
            Some(place) => self.joined(made, value_place, place, value.span),
            None => Some(made),
        });
        let made = made.and_then(|made| match compared {
            Some(place) => self.joined(made, key_place, place, key.span),
            None => Some(made),
        });
        self.unbind(2);
        joined.truncate(before);
        let made = made?;
        Some(self.add(Node::Sum([over.id, made.id]), made.ty, span))
    }

    /// `if x == y then body` of two variables.
    fn joined(&mut self, body: Typed, x: usize, y: usize, span: Span) -> Option<Typed> {
        let (x, y) = (self.variable(x, span), self.variable(y, span));
        let Some(Type::Scalar(base)) = join(&x.ty, &y.ty) else {
            let error = mismatch(span, &format!("a number of type {}", y.ty), &x.ty);
            return self.error(error);
        };
        let (x, y) = (self.promote(x, base, span), self.promote(y, base, span));
        let node = Node::Binary(Binary::Eq, [x.id, y.id]);
        let equal = self.add(node, Type::Scalar(Scalar::Bool), span);
        Some(self.add(Node::If([equal.id, body.id]), body.ty, span))
    }
}
