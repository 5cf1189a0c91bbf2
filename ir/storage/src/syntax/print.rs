//! The printer: the text of a syntax tree, with as few parentheses as the grammar needs.

use super::ast::{Expr, ExprKind, Program};
use std::fmt::Write as _;

/// The text of a program: a statement a line, ended by `;`.
pub fn print(program: &Program) -> String {
    let mut out = String::new();
    for tensor in &program.tensors {
        let _ = write!(out, "CREATE TENSOR {}", tensor.name.text);
        if let Some((ty, _)) = &tensor.ty {
            let _ = write!(out, " : {ty}");
        }
        if let Some(body) = &tensor.body {
            out.push_str(" AS\n  ");
            write_expr(&mut out, body, 0, false);
        }
        out.push_str(";\n");
    }
    if let Some(result) = &program.result {
        write_expr(&mut out, result, 0, false);
        out.push_str(";\n");
    }
    out
}

/// The text of an expression.
pub fn print_expr(expr: &Expr) -> String {
    let mut out = String::new();
    write_expr(&mut out, expr, 0, false);
    out
}

/// The precedence of what the grammar writes at this node: comparisons 1, ranges 2, sums 3,
/// products 4, negation 5, the rest 6; bodies that extend to the right are 0.
fn precedence(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::Let(..) | ExprKind::If(_) | ExprKind::Sum(..) | ExprKind::Merge(..) => 0,
        ExprKind::Binary(operator, _) => operator.precedence(),
        ExprKind::Range(_) => 2,
        ExprKind::Negate(_) => 5,
        ExprKind::Int(value) if *value < 0 => 5,
        ExprKind::Real(value) if value.is_sign_negative() => 5,
        _ => 6,
    }
}

/// Writes an expression where the grammar wants at least the precedence `least`. In `angles`, a
/// comparison needs parentheses.
fn write_expr(out: &mut String, expr: &Expr, least: u8, angles: bool) {
    let own = precedence(expr);
    if own < least || (angles && own <= 1) {
        out.push('(');
        write_kind(out, expr);
        out.push(')');
    } else {
        write_kind(out, expr);
    }
}

fn write_list(out: &mut String, all: &[Expr]) {
    for (i, expr) in all.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        write_expr(out, expr, 0, false);
    }
}

fn write_kind(out: &mut String, expr: &Expr) {
    match &expr.kind {
        ExprKind::Int(value) => {
            let _ = write!(out, "{value}");
        }
        ExprKind::Real(value) if value.is_nan() => out.push_str("nan"),
        ExprKind::Real(value) => {
            let _ = write!(out, "{value:?}");
        }
        ExprKind::Bool(value) => {
            let _ = write!(out, "{value}");
        }
        ExprKind::Empty => out.push_str("{}"),
        ExprKind::Zero(ty) => {
            let _ = write!(out, "zero({ty})");
        }
        ExprKind::Name(name) => out.push_str(name),
        ExprKind::Negate(inner) => {
            out.push('-');
            write_expr(out, inner, 5, false);
        }
        ExprKind::Binary(operator, pair) => {
            let own = operator.precedence();
            // Operators associate to the left; comparisons don't associate.
            let left = if own == 1 { 2 } else { own };
            write_expr(out, &pair[0], left, false);
            let _ = write!(out, " {} ", operator.symbol());
            write_expr(out, &pair[1], own + 1, false);
        }
        ExprKind::Range(bounds) => {
            write_expr(out, &bounds[0], 3, false);
            out.push(':');
            write_expr(out, &bounds[1], 3, false);
        }
        ExprKind::Call(function, arguments) => {
            out.push_str(function.name());
            out.push('(');
            write_list(out, arguments);
            out.push(')');
        }
        ExprKind::Lookup(over, keys) => {
            write_expr(out, over, 6, false);
            out.push('(');
            write_list(out, keys);
            out.push(')');
        }
        ExprKind::Slice(parts) => {
            write_expr(out, &parts[0], 6, false);
            out.push('(');
            write_expr(out, &parts[1], 3, false);
            out.push(':');
            write_expr(out, &parts[2], 3, false);
            out.push(')');
        }
        ExprKind::Dict(entries) => {
            out.push('{');
            for (i, (keys, value)) in entries.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { " " });
                match keys.as_slice() {
                    [key] => write_expr(out, key, 0, false),
                    keys => {
                        out.push('(');
                        write_list(out, keys);
                        out.push(')');
                    }
                }
                out.push_str(" -> ");
                write_expr(out, value, 0, false);
            }
            out.push_str(" }");
        }
        ExprKind::Unique(inner) => {
            out.push_str("unique(");
            write_expr(out, inner, 0, false);
            out.push(')');
        }
        ExprKind::If(pair) => {
            out.push_str("if ");
            write_expr(out, &pair[0], 0, false);
            out.push_str(" then ");
            write_expr(out, &pair[1], 0, false);
        }
        ExprKind::Let(name, pair) => {
            let _ = write!(out, "let {} = ", name.text);
            write_expr(out, &pair[0], 0, false);
            out.push_str(" in ");
            write_expr(out, &pair[1], 0, false);
        }
        ExprKind::Sum(bindings, body) => {
            out.push_str("sum(");
            for (i, binding) in bindings.iter().enumerate() {
                out.push_str(if i > 0 { ", <" } else { "<" });
                match binding.keys.as_slice() {
                    [key] => out.push_str(&key.text),
                    keys => {
                        let keys: Vec<&str> = keys.iter().map(|k| k.text.as_str()).collect();
                        let _ = write!(out, "({})", keys.join(", "));
                    }
                }
                let _ = write!(out, ", {}> in ", binding.value.text);
                write_expr(out, &binding.over, 0, false);
            }
            out.push_str(") ");
            write_expr(out, body, 0, false);
        }
        ExprKind::Merge(names, parts) => {
            let [a, b, v] = &**names;
            let _ = write!(out, "merge(<{}, {}, {}> in <", a.text, b.text, v.text);
            write_expr(out, &parts[0], 2, true);
            out.push_str(", ");
            write_expr(out, &parts[1], 2, true);
            out.push_str(">) ");
            write_expr(out, &parts[2], 0, false);
        }
    }
}
