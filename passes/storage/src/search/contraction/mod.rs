//! The loops of a contraction in another order.
//!
//! ```text
//! sum(<(i, j), a> in M, <(i, k), b> in M) { j -> a * b * x(k) }      M stored by columns
//!
//! let y = sum(<k, col> in M') sum(<i, b> in col) { i -> b * x(k) } in
//!         sum(<j, col> in M') { j -> sum(<i, a> in col) a * y(i) }   M' is M with its columns outside
//! ```
//!
//! The logical stage knows nothing of storage: its loops go over the rows of `M`. Over a matrix that is
//! stored by columns, a plan then puts the whole matrix in order by rows each time it runs. The rules of
//! the later stages do not find the loops above: that would take many steps, each of which is worse than
//! the one before.
//!
//! Most programs of tensor algebra are *contractions* ([`form`]): a sum, over index variables, of a
//! product of elements of tensors. Its loops may be in any order of the variables that has the dimensions
//! of each stored tensor in the order of its storage ([`views`], [`nest`]), as TACO's index notation has
//! it (Kjolstad et al., "The Tensor Algebra Compiler", OOPSLA 2017). A variable whose factors have one
//! other variable may also be summed first, into a vector: variable elimination (Abo Khamis, Ngo, Rudra,
//! "FAQ: Questions Asked Frequently", PODS 2016). That is `y` above.
//!
//! A search whose plan makes a whole matrix goes on with these terms, and the cheapest plan counts. Those
//! with vectors are tried for any program that has them: the rules do not make such a vector of a matrix
//! whose rows are looked up.

mod form;
mod nest;
mod views;

use form::Contraction;
use hloom_storage::check::Module;
use hloom_storage::term::Term;
use nest::Nest;

/// The most index variables of a contraction.
const MAX_VARIABLES: usize = 6;
/// The most orders that are tried of the loops, with tables and without.
const ORDERS: usize = 2;

/// The terms of [`contractions`] with the mappings inlined.
pub fn composed(module: &Module, which: Reorderings) -> Vec<Term> {
    contractions(module, which).iter().map(|term| module.inlined(term)).collect()
}

/// The terms of a contraction that are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reorderings {
    /// Those in which a variable is summed first.
    SummedFirst,
    /// And those with the loops in another order.
    All,
}

/// Terms that are equal to a program's result, with loops in the order in which its tensors are stored, over the
/// tensors by name or by their mappings. There are none if the program is no contraction.
pub fn contractions(module: &Module, which: Reorderings) -> Vec<Term> {
    let Some(form) = module.logical().and_then(|term| Contraction::of(&term)) else {
        return Vec::new();
    };
    if form.variables > MAX_VARIABLES {
        return Vec::new();
    }
    let nest = Nest::new(module, &form);
    let mut found: Vec<Term> = Vec::new();
    for tables in [true, false] {
        if !tables && which == Reorderings::SummedFirst {
            continue;
        }
        for term in nest.terms(tables, ORDERS) {
            if !found.contains(&term) {
                found.push(term);
            }
        }
    }
    found
}
