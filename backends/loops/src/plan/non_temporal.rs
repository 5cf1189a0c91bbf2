//! Facts for non-temporal stores, which go past the caches.
//!
//! A vector goes past them where its address is a multiple of its size. Offsets tell whether they
//! are multiples of whole vectors; where a buffer starts is known at run time alone.

use crate::index::{Atom, Index};
use crate::program::{Block, BufferId, LoopKind, Stmt, Value};

/// The alignment in bytes of a buffer with non-temporal stores: the longest vector of any machine.
pub const ALIGNMENT: u64 = 64;

/// The buffers that a loop's body has non-temporal stores to, in inner loops too if so asked.
/// Kernels and parallel loops inside are left out: they are functions of their own.
pub fn buffers(body: &Block, in_loops: bool) -> Vec<BufferId> {
    let inside = |statement: &Stmt| match statement {
        Stmt::For(it) => in_loops && it.kind != LoopKind::Parallel,
        statement => matches!(statement, Stmt::If { .. } | Stmt::Scratch { .. }),
    };
    let mut found = Vec::new();
    for statement in body.walk_into(inside) {
        if let Stmt::StoreNontemporal(_, access) = statement
            && !found.contains(&access.buffer)
        {
            found.push(access.buffer);
        }
    }
    found
}

/// The greatest common divisor; 0 is a multiple of everything.
pub fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A number that divides all values of an index expression, given those of values; 0 if they are 0.
pub fn multiple(index: &Index, of: &dyn Fn(Value) -> u64) -> u64 {
    index.terms().iter().fold(index.offset().unsigned_abs(), |so_far, (atom, factor)| {
        let of_atom = match atom {
            Atom::Var(var) => of(Value(var.0)),
            Atom::FloorDiv(e, by) => {
                let (inner, by) = (multiple(e, of), by.unsigned_abs());
                if inner.is_multiple_of(by) { inner / by } else { 1 }
            }
            Atom::Mod(e, by) => gcd(multiple(e, of), by.unsigned_abs()),
            Atom::Min(x, y) | Atom::Max(x, y) => gcd(multiple(x, of), multiple(y, of)),
        };
        gcd(so_far, of_atom.checked_mul(factor.unsigned_abs()).unwrap_or(1))
    })
}
