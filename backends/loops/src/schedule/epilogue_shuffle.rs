//! The epilogue shuffle: threads exchange a tensor core's sums so that each stores neighbours.
//!
//! Four threads of a warp share the rows `r` and `r + 8` of a product's sums: of each eight
//! columns, thread `c` of them has `2·c` and `2·c + 1` ([`Inst::Mma`],
//! [`crate::program::Wgmma`]). Stored so, a thread has 4 bytes of results of 16 bits, and the
//! four of them half a sector. Instead they hand pairs round until each has all of some columns,
//! 16 bytes at most: what else is loaded or stored for these results comes in as large pieces.
//!
//! Of as many *parts* as threads, two or four, each thread gets one: part `p` of its pairs goes
//! to thread `p`, as a matrix of pairs is transposed, by one exchange with the neighbour and
//! one with the thread two further on:
//!
//! ```text
//!          part 0  1  2  3                     part 0  1  2  3
//! thread 0   a0   b0   c0   d0       thread 0   a0   a1   a2   a3
//! thread 1   a1   b1   c1   d1   →   thread 1   b0   b1   b2   b3
//! thread 2   a2   b2   c2   d2       thread 2   c0   c1   c2   c3
//! thread 3   a3   b3   c3   d3       thread 3   d0   d1   d2   d3
//! ```
//!
//! This takes no shared memory and no barrier: an exchange and three selects for each
//! number and step. Parts are groups of eight columns that follow each other; where a warp
//! has but two of these, those of two rows. Results of 4 bytes fill sectors as they are, and
//! stay where they are unless something smaller is read for them.

use crate::index::{Index, Ranges, Var};
use crate::nest::{Nest, Node, linear};
use crate::program::{Builder, ConvertOp, Inst, Scalar, Value};

/// The most results that a thread stores at once: 16 bytes of those of 16 bits.
pub(super) const MOST: u16 = 8;

/// As many as make whole sectors of them: where there are few registers left, that is enough.
pub(super) const SECTORS: u16 = 4;

/// Bytes of an element of which two for each of four threads fill a sector.
const WHOLE: usize = 4;

/// How many results side by side a thread stores at once, along a dimension of which a warp has
/// so many groups of eight, at most so many.
pub(super) fn lanes(nest: &Nest, column: usize, groups: u64, most: u16) -> Option<(usize, u16)> {
    let var = Var(column as u32);
    let handed = groups.is_multiple_of(2) && in_a_row(nest, var) && smallest(nest, var) < WHOLE;
    let most = if handed { most } else { 2 };
    let whole =
        |lanes: &u16| *lanes <= most && nest.dims[column].extent.is_multiple_of(u64::from(*lanes));
    [MOST, SECTORS, 2].into_iter().find(whole).map(|lanes| (column, lanes))
}

/// Whether results lie side by side along a dimension.
fn in_a_row(nest: &Nest, var: Var) -> bool {
    nest.outputs.iter().all(|output| {
        let place = linear(&output.coords, &output.tensor.shape);
        output.start.is_none() && place.linear_in(var) == Some(1)
    })
}

/// The bytes of the smallest elements that are stored, or read for each result along a dimension.
fn smallest(nest: &Nest, var: Var) -> usize {
    let (_, after) = nest.needed();
    let read = nest.body.ids().filter(|id| after[id.0 as usize]).filter_map(|id| {
        let Node::Load { input, coords, .. } = nest.body.node(id) else { return None };
        let tensor = &nest.inputs[*input as usize];
        let place = linear(coords, &tensor.shape);
        // What is the same for all rows is read once for many.
        let each = place.linear_in(var) == Some(1) && place.terms().len() > 1;
        each.then(|| tensor.element.byte_width())
    });
    let stored = nest.outputs.iter().map(|output| output.tensor.element.byte_width());
    stored.chain(read).min().unwrap_or(WHOLE)
}

/// What the four threads that share rows hand round.
pub(super) struct EpilogueShuffle {
    /// Results side by side that a thread stores at once.
    lanes: u16,
    /// Of how many groups of eight columns, and of how many of the two rows, it is handed round
    /// at once.
    pub(super) groups: u64,
    pub(super) rows: u64,
    /// Whether this thread comes after its neighbour, and after the one two further on, where
    /// it hands them any.
    after: Vec<Value>,
    /// Where it has its results, from its first row and the first column of the groups on.
    pub(super) row: Index,
    pub(super) column: Index,
}

impl EpilogueShuffle {
    /// For the thread with this number of the four, which stores so many results at once;
    /// a warp has so many groups of eight columns.
    pub(super) fn new(
        b: &mut Builder,
        number: &Index,
        ranges: &dyn Ranges,
        lanes: u16,
        all: u64,
    ) -> EpilogueShuffle {
        let low = number.clone().modulo(2, ranges);
        let high = number.clone().floor_div(2, ranges);
        let asked: &[&Index] = match lanes {
            8 => &[&low, &high],
            4 => &[&low],
            _ => &[],
        };
        // The bit itself: of a comparison with zero, LLVM would ask at each of the selects what
        // it says of the numbers there, which took a seventh of all of its time.
        let after = asked.iter().map(|bit| {
            let bit = b.index((*bit).clone());
            b.convert(ConvertOp::Truncate, bit, Scalar::I1)
        });
        let after = after.collect();
        let none = Index::constant(0);
        let (groups, rows, row, column) = match lanes {
            8 if all.is_multiple_of(4) => (4, 1, none, number.clone() * 8),
            8 => (2, 2, high * 8, low * 8),
            4 => (2, 1, none, low * 8 + high * 4),
            _ => (1, 1, none, number.clone() * 2),
        };
        EpilogueShuffle { lanes, groups, rows, after, row, column }
    }

    /// The results that this thread stores at once, with how many columns further on they
    /// are, given its pairs of the groups of one row, then of the other one.
    pub(super) fn results(&self, b: &mut Builder, pairs: &[[Value; 2]]) -> Vec<(i64, Value)> {
        let (mut pairs, count) = (pairs.to_vec(), pairs.len());
        for (step, after) in [1, 2].into_iter().zip(&self.after) {
            for n in (0..count).filter(|n| n & step == 0 && n + step < count) {
                let (first, second) = (pairs[n], pairs[n + step]);
                for e in 0..2 {
                    let given = b.select(*after, first[e], second[e]);
                    let got = b.inst(Inst::ShuffleXor(given, step as u16));
                    pairs[n][e] = b.select(*after, got, first[e]);
                    pairs[n + step][e] = b.select(*after, second[e], got);
                }
            }
        }
        let all: Vec<Value> = pairs.into_iter().flatten().collect();
        match self.lanes {
            1 => (0..).zip(all).collect(),
            _ => vec![(0, joined(b, &all))],
        }
    }
}

/// Numbers as a vector.
pub(super) fn joined(b: &mut Builder, values: &[Value]) -> Value {
    let all = b.broadcast(values[0], values.len() as u16);
    let rest = (1..).zip(&values[1..]);
    rest.fold(all, |all, (lane, value)| b.inst(Inst::Insert(all, *value, lane)))
}
