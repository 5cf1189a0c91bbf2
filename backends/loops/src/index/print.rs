//! Index expressions as text: `%i*512 + %j`, `(d0 + 3) floordiv 8`, `min(%n, 16)`.

use super::{Atom, Index, Var};
use std::fmt;

pub(super) struct Shown<'a> {
    pub(super) index: &'a Index,
    pub(super) name: &'a dyn Fn(Var) -> String,
}

impl Shown<'_> {
    fn of<'b>(&'b self, index: &'b Index) -> Shown<'b> {
        Shown { index, name: self.name }
    }

    /// Prints an operand of `*`, `floordiv` or `mod`: sums and products in parentheses.
    fn tight(&self, index: &Index, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let simple = match (index.terms(), index.offset()) {
            ([], n) => n >= 0,
            ([(Atom::Var(_) | Atom::Min(..) | Atom::Max(..), 1)], 0) => true,
            _ => false,
        };
        if simple { write!(f, "{}", self.of(index)) } else { write!(f, "({})", self.of(index)) }
    }

    fn atom(&self, atom: &Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match atom {
            Atom::Var(var) => f.write_str(&(self.name)(*var)),
            Atom::FloorDiv(e, by) => {
                self.tight(e, f)?;
                write!(f, " floordiv {by}")
            }
            Atom::Mod(e, by) => {
                self.tight(e, f)?;
                write!(f, " mod {by}")
            }
            Atom::Min(a, b) => write!(f, "min({}, {})", self.of(a), self.of(b)),
            Atom::Max(a, b) => write!(f, "max({}, {})", self.of(a), self.of(b)),
        }
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for (atom, factor) in self.index.terms() {
            match (first, *factor < 0) {
                (true, true) => f.write_str("-")?,
                (true, false) => {}
                (false, true) => f.write_str(" - ")?,
                (false, false) => f.write_str(" + ")?,
            }
            first = false;
            let tall = matches!(atom, Atom::FloorDiv(..) | Atom::Mod(..));
            let size = factor.unsigned_abs();
            if size != 1 && tall {
                f.write_str("(")?;
                self.atom(atom, f)?;
                write!(f, ")*{size}")?;
            } else {
                self.atom(atom, f)?;
                if size != 1 {
                    write!(f, "*{size}")?;
                }
            }
        }
        match (first, self.index.offset()) {
            (true, n) => write!(f, "{n}"),
            (false, 0) => Ok(()),
            (false, n) if n < 0 => write!(f, " - {}", n.unsigned_abs()),
            (false, n) => write!(f, " + {n}"),
        }
    }
}
