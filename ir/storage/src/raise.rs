//! From terms back to the syntax tree, with names for the variables.
//!
//! The names say how deep a binder is: key `k0` and value `v0` of the outermost sum. A variable
//! that does not occur is `_`. The text parses to the same term.

use crate::syntax::ast::{Binding, Expr, ExprKind, Function, Name, Operator};
use crate::term::{Binary, Node, Term, Unary};
use egg::Id;
use hloom_ir::diag::Span;
use std::collections::HashSet;

/// The text of a closed term.
pub fn text(term: &Term) -> String {
    crate::syntax::print_expr(&raise(term))
}

/// The syntax tree of a closed term.
pub fn raise(term: &Term) -> Expr {
    let named = |node: &Node| match node {
        Node::Input(name, _) => Some(name.to_string()),
        _ => None,
    };
    let inputs = term.iter().filter_map(named).collect();
    let free = crate::term::all_free(term);
    let mut raiser = Raiser { term, free, inputs, scope: Vec::new() };
    raiser.expr(term.root())
}

struct Raiser<'a> {
    term: &'a Term,
    free: Vec<u64>,
    inputs: HashSet<String>,
    scope: Vec<String>,
}

impl Raiser<'_> {
    /// A fresh name for `%index` in `body`, or `_`.
    fn name(&self, prefix: &str, body: Id, index: u32) -> Name {
        let used = self.free[usize::from(body)] >> index & 1 == 1;
        let text = if used { format!("{prefix}{}", self.scope.len()) } else { "_".to_owned() };
        let mut name = Name { text, span: Span::default() };
        self.rename(&mut name);
        name
    }

    /// Changes a name that a tensor has.
    fn rename(&self, name: &mut Name) {
        while self.inputs.contains(&name.text) {
            name.text.push('_');
        }
    }

    /// The body under binders of these names.
    fn under(&mut self, names: &[&Name], body: Id) -> Expr {
        let depth = self.scope.len();
        self.scope.extend(names.iter().map(|name| name.text.clone()));
        let expr = self.expr(body);
        self.scope.truncate(depth);
        expr
    }

    fn boxed<const N: usize>(&mut self, ids: [Id; N]) -> Box<[Expr; N]> {
        Box::new(ids.map(|id| self.expr(id)))
    }

    fn expr(&mut self, id: Id) -> Expr {
        let kind = match self.term[id] {
            Node::Var(index, _) => {
                let place = self.scope.len().checked_sub(1 + index as usize);
                let name = place.map_or_else(|| format!("free_{index}"), |i| self.scope[i].clone());
                ExprKind::Name(name)
            }
            Node::Input(name, _) => ExprKind::Name(name.to_string()),
            Node::Int(value) => integer(value),
            Node::Real(bits) => {
                let value = f64::from_bits(bits);
                let shown = make(ExprKind::Real(value.abs()));
                if value.is_sign_negative() {
                    ExprKind::Negate(Box::new(shown))
                } else {
                    shown.kind
                }
            }
            Node::Bool(value) => ExprKind::Bool(value),
            Node::Zero(sort) => ExprKind::Zero(sort.to_type()),
            Node::Unary(op, e) => {
                let inner = self.expr(e);
                match op {
                    Unary::Neg => ExprKind::Negate(Box::new(inner)),
                    Unary::ToReal => ExprKind::Call(Function::Real, vec![inner]),
                    Unary::Even => ExprKind::Call(Function::Even, vec![inner]),
                    Unary::Odd => ExprKind::Call(Function::Odd, vec![inner]),
                }
            }
            Node::Binary(op, ids) => {
                let pair = self.boxed(ids);
                match op {
                    Binary::Add => ExprKind::Binary(Operator::Add, pair),
                    Binary::Sub => ExprKind::Binary(Operator::Subtract, pair),
                    Binary::Mul | Binary::Scale | Binary::Hadamard => {
                        ExprKind::Binary(Operator::Multiply, pair)
                    }
                    Binary::Div => ExprKind::Binary(Operator::Divide, pair),
                    Binary::Mod => ExprKind::Binary(Operator::Remainder, pair),
                    Binary::Min => ExprKind::Call(Function::Min, pair.to_vec()),
                    Binary::Max => ExprKind::Call(Function::Max, pair.to_vec()),
                    Binary::Eq => ExprKind::Binary(Operator::Equal, pair),
                    Binary::Ne => ExprKind::Binary(Operator::NotEqual, pair),
                    Binary::Lt => ExprKind::Binary(Operator::Less, pair),
                    Binary::Le => ExprKind::Binary(Operator::LessEqual, pair),
                }
            }
            Node::If(ids) => ExprKind::If(self.boxed(ids)),
            Node::Single([key, value]) => {
                ExprKind::Dict(vec![(vec![self.expr(key)], self.expr(value))])
            }
            Node::Get([over, key]) => {
                let over = self.expr(over);
                let key = self.expr(key);
                // `(d(i))(j)` is written `d(i, j)`.
                match over.kind {
                    ExprKind::Lookup(over, mut keys) => {
                        keys.push(key);
                        ExprKind::Lookup(over, keys)
                    }
                    kind => ExprKind::Lookup(Box::new(make(kind)), vec![key]),
                }
            }
            Node::Range(ids) => ExprKind::Range(self.boxed(ids)),
            Node::Slice(ids) => ExprKind::Slice(self.boxed(ids)),
            Node::Unique(e) => ExprKind::Unique(Box::new(self.expr(e))),
            Node::Let([value, body]) => {
                let value = self.expr(value);
                let mut name = self.name("x", body, 0);
                if name.is_wild() {
                    // `_` is a pattern, and `let` binds a name.
                    name.text = format!("x{}_", self.scope.len());
                    self.rename(&mut name);
                }
                let body = self.under(&[&name], body);
                ExprKind::Let(name, Box::new([value, body]))
            }
            Node::Sum([over, body]) => {
                let over = self.expr(over);
                let key = self.name("k", body, 1);
                let value = self.name("v", body, 0);
                let body = self.under(&[&key, &value], body);
                ExprKind::Sum(vec![Binding { keys: vec![key], value, over }], Box::new(body))
            }
            Node::Merge([a, b, body]) => {
                let (a, b) = (self.expr(a), self.expr(b));
                let names =
                    [self.name("p", body, 2), self.name("q", body, 1), self.name("v", body, 0)];
                let body = self.under(&[&names[0], &names[1], &names[2]], body);
                ExprKind::Merge(Box::new(names), Box::new([a, b, body]))
            }
        };
        make(kind)
    }
}

fn integer(value: i64) -> ExprKind {
    if value >= 0 {
        return ExprKind::Int(value);
    }
    match value.checked_neg() {
        Some(positive) => ExprKind::Negate(Box::new(make(ExprKind::Int(positive)))),
        None => {
            let near = make(integer(value + 1));
            ExprKind::Binary(Operator::Subtract, Box::new([near, make(ExprKind::Int(1))]))
        }
    }
}

fn make(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default(), depth: 1 }
}
