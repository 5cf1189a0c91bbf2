//! Walks over expressions, without translating them.

use syn::{BinOp, Block, Expr, Stmt};

/// The operator of `a += b`.
pub(crate) fn compound(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::AddAssign(_) => "add",
        BinOp::SubAssign(_) => "subtract",
        BinOp::MulAssign(_) => "multiply",
        BinOp::DivAssign(_) => "divide",
        BinOp::RemAssign(_) => "remainder",
        BinOp::BitAndAssign(_) => "and",
        BinOp::BitOrAssign(_) => "or",
        BinOp::BitXorAssign(_) => "xor",
        BinOp::ShlAssign(_) => "shift_left",
        BinOp::ShrAssign(_) => "shift_right",
        _ => return None,
    })
}

/// A part of the source.
pub(crate) enum Part<'a> {
    Block(&'a Block),
    Expr(&'a Expr),
    None,
}

impl Part<'_> {
    /// Shows every expression in it, outer ones first.
    pub(crate) fn walk(&self, seen: &mut dyn FnMut(&Expr)) {
        match self {
            Part::Block(block) => walk_statements(&block.stmts, seen),
            Part::Expr(e) => walk(e, seen),
            Part::None => {}
        }
    }
}

fn walk_statements(statements: &[Stmt], seen: &mut dyn FnMut(&Expr)) {
    for statement in statements {
        match statement {
            Stmt::Local(it) => it.init.iter().for_each(|init| walk(&init.expr, seen)),
            Stmt::Expr(e, _) => walk(e, seen),
            Stmt::Item(_) | Stmt::Macro(_) => {}
        }
    }
}

/// Shows an expression and those in it, as far as they can be translated.
fn walk(e: &Expr, seen: &mut dyn FnMut(&Expr)) {
    seen(e);
    match e {
        Expr::Array(it) => it.elems.iter().for_each(|e| walk(e, seen)),
        Expr::Assign(it) => [&it.left, &it.right].into_iter().for_each(|e| walk(e, seen)),
        Expr::Binary(it) => [&it.left, &it.right].into_iter().for_each(|e| walk(e, seen)),
        Expr::Block(it) => walk_statements(&it.block.stmts, seen),
        Expr::Break(it) => it.expr.iter().for_each(|e| walk(e, seen)),
        Expr::Call(it) => it.args.iter().for_each(|e| walk(e, seen)),
        Expr::Cast(it) => walk(&it.expr, seen),
        Expr::Closure(it) => walk(&it.body, seen),
        Expr::Field(it) => walk(&it.base, seen),
        Expr::ForLoop(it) => {
            walk(&it.expr, seen);
            walk_statements(&it.body.stmts, seen);
        }
        Expr::Group(it) => walk(&it.expr, seen),
        Expr::If(it) => {
            walk(&it.cond, seen);
            walk_statements(&it.then_branch.stmts, seen);
            it.else_branch.iter().for_each(|(_, e)| walk(e, seen));
        }
        Expr::Index(it) => [&it.expr, &it.index].into_iter().for_each(|e| walk(e, seen)),
        Expr::Loop(it) => walk_statements(&it.body.stmts, seen),
        Expr::Match(it) => {
            walk(&it.expr, seen);
            for arm in &it.arms {
                arm.guard.iter().for_each(|(_, e)| walk(e, seen));
                walk(&arm.body, seen);
            }
        }
        Expr::MethodCall(it) => {
            walk(&it.receiver, seen);
            it.args.iter().for_each(|e| walk(e, seen));
        }
        Expr::Paren(it) => walk(&it.expr, seen),
        Expr::Range(it) => it.start.iter().chain(&it.end).for_each(|e| walk(e, seen)),
        Expr::Reference(it) => walk(&it.expr, seen),
        Expr::Repeat(it) => walk(&it.expr, seen),
        Expr::Return(it) => it.expr.iter().for_each(|e| walk(e, seen)),
        Expr::Struct(it) => {
            it.fields.iter().for_each(|f| walk(&f.expr, seen));
            it.rest.iter().for_each(|e| walk(e, seen));
        }
        Expr::Tuple(it) => it.elems.iter().for_each(|e| walk(e, seen)),
        Expr::Unary(it) => walk(&it.expr, seen),
        Expr::While(it) => {
            walk(&it.cond, seen);
            walk_statements(&it.body.stmts, seen);
        }
        _ => {}
    }
}

/// The names of variables that are assigned.
#[derive(Default)]
pub(crate) struct Assigned(pub(crate) Vec<String>);

impl Assigned {
    /// Notes what an expression itself assigns.
    pub(crate) fn expr(&mut self, e: &Expr) {
        match e {
            Expr::Assign(it) => self.place(&it.left),
            Expr::Binary(it) if compound(&it.op).is_some() => self.place(&it.left),
            Expr::MethodCall(it) if it.method == "swap" => self.place(&it.receiver),
            _ => {}
        }
    }

    fn place(&mut self, e: &Expr) {
        match e {
            Expr::Path(it) => self.0.extend(it.path.get_ident().map(ToString::to_string)),
            Expr::Field(it) => self.place(&it.base),
            Expr::Index(it) => self.place(&it.expr),
            Expr::Paren(it) => self.place(&it.expr),
            Expr::Tuple(it) => it.elems.iter().for_each(|e| self.place(e)),
            _ => {}
        }
    }
}

/// Whether a name stands as an index in these statements, so that it counts in
/// `usize`.
pub(crate) fn indexes(name: &str, statements: &[Stmt]) -> bool {
    let mut found = false;
    walk_statements(statements, &mut |e| {
        if let Expr::Index(it) = e {
            found |= mentions(&it.index, name);
        }
    });
    found
}

/// Whether an index is made of a name by arithmetic alone.
fn mentions(e: &Expr, name: &str) -> bool {
    match e {
        Expr::Path(p) => p.path.is_ident(name),
        Expr::Binary(it) => mentions(&it.left, name) || mentions(&it.right, name),
        Expr::Paren(it) => mentions(&it.expr, name),
        _ => false,
    }
}
