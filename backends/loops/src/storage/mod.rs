//! Storage terms as loop programs: every bound variable becomes a loop.
//!
//! ```text
//! Term over arrays and numbers ──lower──► Program: arguments are the arrays, the result is dense
//! ```
//!
//! # Method
//!
//! A term is lowered in one of three ways, by what its surroundings need of it:
//!
//! - a **number**: an expression in registers. A `sum` is a loop that carries its
//!   total, in the order of the evaluator, so that floats are the same to the last bit;
//! - a **collection** that a loop goes over: a range, or a part of an array between two positions;
//! - a **dictionary** that is added into a buffer: the destination is passed down, a key becomes an
//!   offset, and only numbers are added. No dictionary is made in between.
//!
//! A dictionary that the term makes and then goes over, looks up or multiplies entry by entry is
//! added into a *workspace*, a dense buffer over the bounds of its keys (`facts.rs`). Its entries are
//! the numbers other than zero.
//!
//! | term | loops |
//! |---|---|
//! | `sum(<k, v> in lo:hi) …`, over an array or a slice | `for`, with a load of the value |
//! | `sum(<_, j> in lo:hi) { j -> … }` into the last level | `for` of vectors (`vectors.rs`) |
//! | such a loop that reads outside of arrays at its ends | three loops, the middle one of vectors (`edges.rs`) |
//! | loops around such rows, into the same places | vectors that the loops carry (`blocks.rs`) |
//! | a row's total, and its numbers as entries | one `for` of vectors for both (`row_and_column.rs`) |
//! | the outermost loop, into the same places or one number | parts for the threads (`parts.rs`, `shares.rs`) |
//! | the same, rows or long runs into the same places | ranges of keys (`ranges.rs`) |
//! | `merge(<p, q, v> in <a, b>) …` | a loop over one, and a search in the other (`merges.rs`, `searches.rs`) |
//! | loops that jump from row to row | prefetches (`prefetch.rs`) |
//! | loops along the Z-order curve | loops over squares of it (`curves.rs`) |
//! | loops around such merges | tables of positions before the loop (`tables.rs`, `buckets.rs`) |
//! | `{ k -> b }` into a destination | an offset; the keys are checked before a number is added |
//! | `d(k)` of an array | a load that is masked where the position is outside |
//! | `if c then b` | a branch |
//! | `let x = e in b` | a register, the bounds of a part of an array, or a workspace |
//!
//! # Meaning
//!
//! The evaluator ([`hloom_storage::evaluate`]) is the law. A read outside of an array is zero. A key
//! outside of the result's extents ends the program with an error: nothing is dropped silently. All
//! numbers are `i64`, `f64` and `i1`; narrower elements of arrays are extended as they are loaded, and
//! the result is stored in the type that is asked for, `f32` sums too are made in that buffer.
//!
//! A matrix or tensor whose rows are made one by one is also made as compressed rows
//! ([`lower_rows`], `rows.rs`), and a sum of sparse tensors as one pass over the union of their sorted
//! coordinates ([`lower_union`], `unions.rs`). One whose entries come in any order is sorted
//! by rows, or made in hash tables ([`lower_unordered`], `unordered.rs`).
//!
//! Several results of loops over the same collection are made in one loop (`joint.rs`).
//!
//! A term that is none of these (a dictionary that is given, one whose keys have no known bounds) is
//! refused with an [`Unsupported`] reason; the evaluator runs it.

mod accumulators;
mod arrays;
mod block_rows;
mod blocks;
mod buckets;
mod collections;
mod curves;
mod edges;
mod embed;
mod emit;
mod facts;
mod hashed;
mod intervals;
mod iteration;
mod joint;
mod keys;
mod linear;
mod merges;
mod numbers;
mod parts;
mod prefetch;
mod queries;
mod ranges;
mod row_and_column;
mod rows;
mod runs;
mod searches;
mod shares;
mod simplify;
mod streams;
mod tables;
mod union_blocks;
mod union_rows;
mod unions;
mod unordered;
mod vectors;
mod workspaces;

pub(crate) use embed::{Output, Target, kernel, kernel_of_all};
pub use rows::{LoweredRows, Phase, lower_rows};
pub use streams::{ascend_together, listed_coordinates};
pub use unions::{LoweredUnion, lower_union};
pub use unordered::{EMPTY, LoweredUnordered, MAX_COUNTS, MAX_SLOTS, Unordered, lower_unordered};

pub use hloom_storage::fused::scalar;

use crate::program::Program;
use hloom_ir::Element;
use hloom_storage::Sort;
use hloom_storage::term::{Node, Symbol, Term};
use std::collections::BTreeMap;

/// The order of an array's integers, which the caller promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ascending {
    /// Nothing is known.
    #[default]
    Unknown,
    /// Each is at least the one before.
    Weakly,
    /// Each is larger than the one before.
    Everywhere,
    /// Each is larger than the one before between the positions `p(k)` and `p(k + 1)` that this array
    /// has, for each `k`.
    Between(Symbol),
    /// Each is at least the one before between such positions.
    WeaklyBetween(Symbol),
}

/// The data of a physical array or number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Physical {
    /// The element type in memory.
    pub element: Element,
    /// The number of elements of an array; `None` for a number.
    pub length: Option<u64>,
    /// Bounds of its integers, both included, if they are known: the caller promises them. They say
    /// how large a dictionary that the term makes may be, and which positions are inside of arrays.
    pub within: Option<(i64, i64)>,
    /// The order of its integers: two parts of arrays that ascend are merged without comparing all
    /// pairs.
    pub ascending: Ascending,
    /// Whether none of its reals is an infinity or NaN, so that zero times each is zero: the caller promises it.
    pub finite: bool,
}

/// The bounds of the integers of an element type, if plans can use them.
pub fn bounds(element: Element) -> Option<(i64, i64)> {
    Some(match element {
        Element::I8 => (i8::MIN.into(), i8::MAX.into()),
        Element::I16 => (i16::MIN.into(), i16::MAX.into()),
        Element::I32 => (i32::MIN.into(), i32::MAX.into()),
        Element::U8 => (0, u8::MAX.into()),
        Element::U16 => (0, u16::MAX.into()),
        Element::U32 => (0, u32::MAX.into()),
        _ => return None,
    })
}

/// The order of an array's integers, and the array of positions that a term takes its parts by.
pub fn ascending(numbers: &[i64], positions: Option<(Symbol, &[i64])>) -> Ascending {
    let falls: Vec<usize> =
        (1..numbers.len()).filter(|&at| numbers[at - 1] >= numbers[at]).collect();
    if falls.is_empty() {
        return Ascending::Everywhere;
    }
    let weakly = match numbers.is_sorted() {
        true => Ascending::Weakly,
        false => Ascending::Unknown,
    };
    let Some((name, positions)) = positions else { return weakly };
    // Parts that begin below zero or overlap may have a fall inside.
    let mut ends = positions.to_vec();
    let orderly = ends.is_sorted() && ends.first().is_some_and(|first| *first >= 0);
    ends.dedup();
    let starts = |at: &usize| ends.binary_search(&(*at as i64)).is_ok();
    if orderly && falls.iter().all(starts) { Ascending::Between(name) } else { weakly }
}

/// The array of positions by whose elements a term takes parts of an array: `p` of `a(p(k):…)`.
pub fn positions_of(term: &Term, array: Symbol) -> Option<Symbol> {
    term.iter().find_map(|node| {
        let Node::Slice([over, low, _]) = node else { return None };
        let Node::Input(name, _) = term[*over] else { return None };
        let Node::Get([positions, _]) = term[*low] else { return None };
        let Node::Input(positions, _) = term[positions] else { return None };
        (name == array).then_some(positions)
    })
}

/// A lowered term.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The program.
    pub program: Program,
    /// The inputs in the order of the program's arguments.
    pub arguments: Vec<Symbol>,
}

/// The reason for which a term is not lowered: a sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unsupported(pub String);

/// Lowers a closed term over these inputs; `extents` are those of the result, none for a number,
/// and `element` is its element type.
///
/// # Errors
/// If the term is not one of loops over arrays into a dense result.
pub fn lower(
    name: &str,
    term: &Term,
    inputs: &BTreeMap<Symbol, Physical>,
    element: Element,
    extents: &[u64],
) -> Result<Lowered, Unsupported> {
    lower_for(1, name, term, inputs, element, extents)
}

/// As [`lower`], for so many threads: they share loops whose iterations add to the same numbers, and
/// round floats by their number.
///
/// # Errors
/// As [`lower`].
pub fn lower_for(
    threads: u64,
    name: &str,
    term: &Term,
    inputs: &BTreeMap<Symbol, Physical>,
    element: Element,
    extents: &[u64],
) -> Result<Lowered, Unsupported> {
    let term = curves::in_squares(&simplify::simplified(term, inputs), inputs);
    emit::program(name, &term, inputs, element, extents, threads.max(1))
}

/// Whether a sort's numbers may be stored as this element.
fn fits(sort: Sort, element: Element) -> bool {
    scalar(element) == Some(sort.base)
}
