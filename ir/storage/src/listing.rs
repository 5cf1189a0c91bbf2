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

/// The kind of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineKind {
    /// A loop over integers.
    Range,
    /// A loop over a part of an array.
    Positions,
    /// A loop over a whole array or dictionary.
    Entries,
    /// A loop over the equal values of two arrays.
    Merge,
    /// A value that is computed once, with its lines below if it has loops.
    Let,
    /// A condition of the lines below.
    If,
    /// The key of the result that the lines below add to.
    At,
    /// A factor of the numbers that the lines below add.
    Times,
    /// A number that is added.
    Add,
}

impl LineKind {
    /// Whether it is a loop.
    pub fn is_loop(self) -> bool {
        matches!(self, LineKind::Range | LineKind::Positions | LineKind::Entries | LineKind::Merge)
    }
}

/// A line of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The lines around it.
    pub depth: usize,
    /// Its kind.
    pub kind: LineKind,
    /// Its text, without indentation.
    pub text: String,
}

/// The loops of a closed term, as a text.
pub fn listing(term: &Term) -> String {
    let mut out = String::new();
    for Line { depth, text, .. } in lines(term) {
        let _ = writeln!(out, "{:1$}{text}", "", 2 * depth);
    }
    out
}

/// The loops of a closed term, line by line.
pub fn lines(term: &Term) -> Vec<Line> {
    let mut out = Vec::new();
    write(&mut out, &crate::raise::raise(term), 0);
    out
}

fn line(out: &mut Vec<Line>, depth: usize, kind: LineKind, text: &str) {
    out.push(Line { depth, kind, text: text.to_owned() });
}

/// The kind of a loop over this collection.
fn over(collection: &Expr) -> LineKind {
    match collection.kind {
        ExprKind::Range(..) => LineKind::Range,
        ExprKind::Slice(..) => LineKind::Positions,
        _ => LineKind::Entries,
    }
}

/// Whether an expression has a loop, or a branch around one.
fn has_loop(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Sum(..) | ExprKind::Merge(..))
        || expr.kind.children().any(has_loop)
}

fn write(out: &mut Vec<Line>, expr: &Expr, depth: usize) {
    match &expr.kind {
        ExprKind::Sum(bindings, body) => {
            let mut inner = depth;
            for binding in bindings {
                let keys: Vec<&str> = binding.keys.iter().map(|key| key.text.as_str()).collect();
                let (keys, all) = (keys.join(", "), print_expr(&binding.over));
                let text = format!("for <{keys}, {}> in {all}", binding.value.text);
                line(out, inner, over(&binding.over), &text);
                inner += 1;
            }
            write(out, body, inner);
        }
        ExprKind::Merge(names, parts) => {
            let [p, q, v] = names.each_ref().map(|name| name.text.as_str());
            let (a, b) = (print_expr(&parts[0]), print_expr(&parts[1]));
            let text = format!("merge <{p}, {q}, {v}> in <{a}, {b}>");
            line(out, depth, LineKind::Merge, &text);
            write(out, &parts[2], depth + 1);
        }
        ExprKind::Let(name, parts) if has_loop(&parts[0]) => {
            line(out, depth, LineKind::Let, &format!("let {} =", name.text));
            write(out, &parts[0], depth + 1);
            write(out, &parts[1], depth);
        }
        ExprKind::Let(name, parts) => {
            let text = format!("let {} = {}", name.text, print_expr(&parts[0]));
            line(out, depth, LineKind::Let, &text);
            write(out, &parts[1], depth);
        }
        // Both are added to the result.
        ExprKind::Binary(Operator::Add, parts) if has_loop(expr) => {
            parts.iter().for_each(|part| write(out, part, depth));
        }
        ExprKind::Binary(Operator::Subtract, parts) if has_loop(expr) => {
            write(out, &parts[0], depth);
            line(out, depth, LineKind::Times, "times -1");
            write(out, &parts[1], depth + 1);
        }
        ExprKind::Negate(part) if has_loop(part) => {
            line(out, depth, LineKind::Times, "times -1");
            write(out, part, depth + 1);
        }
        ExprKind::Binary(Operator::Multiply, parts)
            if has_loop(&parts[0]) != has_loop(&parts[1]) =>
        {
            let (factor, loops) = match has_loop(&parts[0]) {
                true => (&parts[1], &parts[0]),
                false => (&parts[0], &parts[1]),
            };
            line(out, depth, LineKind::Times, &format!("times {}", print_expr(factor)));
            write(out, loops, depth + 1);
        }
        ExprKind::If(parts) => {
            line(out, depth, LineKind::If, &format!("if {}", print_expr(&parts[0])));
            write(out, &parts[1], depth + 1);
        }
        ExprKind::Dict(entries) => {
            for (keys, value) in entries {
                let keys: Vec<String> = keys.iter().map(print_expr).collect();
                line(out, depth, LineKind::At, &format!("at {}", keys.join(", ")));
                write(out, value, depth + 1);
            }
        }
        _ => line(out, depth, LineKind::Add, &format!("add {}", print_expr(expr))),
    }
}
