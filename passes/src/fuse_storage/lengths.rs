//! The expected lengths of a mapping's arrays, from the extents of its tensor.
//!
//! ```text
//! sum(<i, c> in T_code) { unique(i) -> sum(<q, j> in T_col) { unique(j) -> T_val(c * T_w + q) } }
//! ```
//!
//! goes over all of `T_code` for the keys of one dimension, and over all of `T_col` for those of another one: each has
//! as many elements as its dimension has keys. An array whose elements make the keys of several dimensions, as a list
//! of entries does, has as many as there are entries.

use hloom_storage::Module;
use hloom_storage::term::{Id, Node, Symbol, Term, all_free};
use rustc_hash::FxHashMap;

/// The arrays of the mapping of `T` that have an element for each key of a dimension, with its extent.
pub(super) fn lengths(module: &Module, extents: &[i64]) -> FxHashMap<Symbol, f64> {
    let mut found = FxHashMap::default();
    let Some(body) = module.tensor("T").and_then(|tensor| tensor.body.as_ref()) else {
        return found;
    };
    let term = module.inlined(&body.term);
    let mut walk = Walk { term: &term, free: all_free(&term), loops: Vec::new(), keys: Vec::new() };
    if walk.chain(term.root()).is_none() {
        return found;
    }
    for (number, array) in walk.loops.iter().enumerate() {
        // The dimensions whose keys depend on the loop, and those that depend on no other one.
        let of = walk.keys.iter().zip(extents).filter(|(key, _)| key.contains(&number));
        let own: Vec<_> = of.collect();
        if let (Some(array), [(key, extent)]) = (array, &own[..])
            && key.len() == 1
        {
            found.insert(*array, **extent as f64);
        }
    }
    found
}

struct Walk<'t> {
    term: &'t Term,
    /// The free variables of each part.
    free: Vec<u64>,
    /// The loops, the outermost first, each with the array that it goes over as a whole.
    loops: Vec<Option<Symbol>>,
    /// Of each key the loops whose variables it has.
    keys: Vec<Vec<usize>>,
}

impl Walk<'_> {
    /// Goes down loops and entries to the numbers; `None` if there is something else.
    fn chain(&mut self, id: Id) -> Option<()> {
        match self.term[id] {
            Node::Sum([over, body]) => {
                self.loops.push(match self.term[over] {
                    Node::Input(name, _) => Some(name),
                    _ => None,
                });
                self.chain(body)
            }
            Node::Single([key, value]) => {
                let free = self.free[usize::from(key)];
                // Each loop binds two variables, the innermost first.
                let own = (0..self.loops.len()).filter(|number| {
                    let index = 2 * (self.loops.len() - 1 - number);
                    index < 63 && free >> index & 0b11 != 0
                });
                let own = own.collect();
                self.keys.push(own);
                self.chain(value)
            }
            Node::If([_, value]) => self.chain(value),
            Node::Let(_) | Node::Merge(_) => None,
            // Any other node: the number of an entry.
            _ => Some(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_storage::{compile, formats};

    #[test]
    fn arrays_of_one_dimension_have_its_extent() {
        let of = |format: &str| {
            let module = compile(formats::find(format).unwrap()).unwrap();
            let mut all: Vec<(String, f64)> = lengths(&module, &[20, 3])
                .into_iter()
                .map(|(name, length)| (name.to_string(), length))
                .collect();
            all.sort_by(|a, b| a.0.cmp(&b.0));
            all
        };
        let named = |all: &[(&str, f64)]| -> Vec<(String, f64)> {
            all.iter().map(|(name, length)| ((*name).to_owned(), *length)).collect()
        };
        assert_eq!(of("ddc"), named(&[("T_code", 20.0), ("T_col", 3.0)]));
        for format in ["coo_matrix", "csr", "dense_matrix", "bsr"] {
            assert_eq!(of(format), [], "{format}");
        }
    }
}
