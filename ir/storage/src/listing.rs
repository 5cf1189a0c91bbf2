//! A plan as nested loops, a line for each.
//!
//! ```text
//! for <k0, _> in 0:A_len
//!   at k0
//!     for <k2, v2> in A_idx(A_pos(k0):A_pos(k0 + 1))
//!       add A_val(k2) * x(v2)
//! ```
//!
//! `at k` says that the numbers below are added to the entry `k` of the result, `times a` that they
//! are multiplied by `a` before. The listing is for people; [`raise::text`](crate::raise::text) is the same term in the language.

use crate::syntax::ast::{Expr, ExprKind, Operator};
use crate::syntax::print_expr;
use crate::term::Term;
use std::fmt::Write as _;

/// The loops of a closed term.
pub fn listing(term: &Term) -> String {
    let mut out = String::new();
    write(&mut out, &crate::raise::raise(term), 0);
    out
}

fn line(out: &mut String, depth: usize, text: &str) {
    let _ = writeln!(out, "{:1$}{text}", "", 2 * depth);
}

/// Whether an expression has a loop, or a branch around one.
fn has_loop(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Sum(..) | ExprKind::Merge(..))
        || expr.kind.children().any(has_loop)
}

fn write(out: &mut String, expr: &Expr, depth: usize) {
    match &expr.kind {
        ExprKind::Sum(bindings, body) => {
            let mut inner = depth;
            for binding in bindings {
                let keys: Vec<&str> = binding.keys.iter().map(|key| key.text.as_str()).collect();
                let (keys, over) = (keys.join(", "), print_expr(&binding.over));
                line(out, inner, &format!("for <{keys}, {}> in {over}", binding.value.text));
                inner += 1;
            }
            write(out, body, inner);
        }
        ExprKind::Merge(names, parts) => {
            let [p, q, v] = names.each_ref().map(|name| name.text.as_str());
            let (a, b) = (print_expr(&parts[0]), print_expr(&parts[1]));
            line(out, depth, &format!("merge <{p}, {q}, {v}> in <{a}, {b}>"));
            write(out, &parts[2], depth + 1);
        }
        ExprKind::Let(name, parts) if has_loop(&parts[0]) => {
            line(out, depth, &format!("let {} =", name.text));
            write(out, &parts[0], depth + 1);
            write(out, &parts[1], depth);
        }
        ExprKind::Let(name, parts) => {
            line(out, depth, &format!("let {} = {}", name.text, print_expr(&parts[0])));
            write(out, &parts[1], depth);
        }
        // Both are added to the result.
        ExprKind::Binary(Operator::Add, parts) if has_loop(expr) => {
            parts.iter().for_each(|part| write(out, part, depth));
        }
        ExprKind::Binary(Operator::Subtract, parts) if has_loop(expr) => {
            write(out, &parts[0], depth);
            line(out, depth, "times -1");
            write(out, &parts[1], depth + 1);
        }
        ExprKind::Negate(part) if has_loop(part) => {
            line(out, depth, "times -1");
            write(out, part, depth + 1);
        }
        ExprKind::Binary(Operator::Multiply, parts)
            if has_loop(&parts[0]) != has_loop(&parts[1]) =>
        {
            let (factor, loops) = match has_loop(&parts[0]) {
                true => (&parts[1], &parts[0]),
                false => (&parts[0], &parts[1]),
            };
            line(out, depth, &format!("times {}", print_expr(factor)));
            write(out, loops, depth + 1);
        }
        ExprKind::If(parts) => {
            line(out, depth, &format!("if {}", print_expr(&parts[0])));
            write(out, &parts[1], depth + 1);
        }
        ExprKind::Dict(entries) => {
            for (keys, value) in entries {
                let keys: Vec<String> = keys.iter().map(print_expr).collect();
                line(out, depth, &format!("at {}", keys.join(", ")));
                write(out, value, depth + 1);
            }
        }
        _ => line(out, depth, &format!("add {}", print_expr(expr))),
    }
}
