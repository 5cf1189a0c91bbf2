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

use super::gemm_tile::GemmBlock;
use crate::index::{Index, Var};
use crate::math::Unsupported;
use crate::nest::{Nest, Node, linear};
use crate::program::{Builder, ConvertOp, Inst, Scalar, Value};

/// The most results that a thread stores at once: 16 bytes of those of 16 bits.
pub(super) const MOST: u16 = 8;

/// As many as make whole sectors of them: where there are few registers left, that is enough.
pub(super) const SECTORS: u16 = 4;

/// Bytes of an element of which two for each of four threads fill a sector.
const WHOLE: usize = 4;

/// Returns how many results side by side a thread best stores at once, at most so many, along a
/// dimension of which a warp has pieces of so many rows, and so many groups of eight columns.
pub(super) fn lanes(nest: &Nest, column: usize, shape: (u64, u64), most: u16) -> u16 {
    let pays = smallest(nest, Var(column as u32)) < WHOLE;
    let most = if pays { most } else { 2 };
    let fits = |lanes: &u16| *lanes <= most && check(nest, column, shape, *lanes).is_ok();
    [MOST, SECTORS, 2].into_iter().find(fits).unwrap_or(1)
}

/// Returns whether a thread can store so many results side by side at once, along a dimension of
/// which a warp has pieces of so many rows, and so many groups of eight columns.
///
/// # Errors
/// One sentence that says why not.
pub(super) fn check(
    nest: &Nest,
    column: usize,
    (rows, groups): (u64, u64),
    lanes: u16,
) -> Result<(), String> {
    let extent = nest.dims[column].extent;
    if !matches!(lanes, 1 | 2 | 4 | 8) {
        return Err("a thread stores 2, 4 or 8 columns of results at once".to_owned());
    }
    if !extent.is_multiple_of(lanes.into()) {
        return Err(format!("{} has {extent} points", nest.dims[column].name));
    }
    if lanes <= 2 {
        return Ok(());
    }
    // Eight are those of two threads' rows, or of four groups.
    let exchanged = groups.is_multiple_of(if lanes == 8 && rows < 16 { 4 } else { 2 });
    if !exchanged {
        return Err(format!("threads have {groups} groups of eight columns, too few to exchange"));
    }
    match in_a_row(nest, Var(column as u32)) {
        true => Ok(()),
        false => Err("results do not lie side by side".to_owned()),
    }
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
        // An operand that does not depend on the row is loaded once for many rows, and does not
        // count.
        let each = place.linear_in(var) == Some(1) && place.terms().len() > 1;
        each.then(|| tensor.element.byte_width())
    });
    let stored = nest.outputs.iter().map(|output| output.tensor.element.byte_width());
    stored.chain(read).min().unwrap_or(WHOLE)
}

/// The exchange of accumulators between the four threads that share rows of an MMA result, so that
/// each thread stores several adjacent results at once.
pub(super) struct EpilogueShuffle {
    /// The number of adjacent results that a thread stores at once.
    lanes: u16,
    /// The number of groups of eight columns that are exchanged at once.
    pub(super) groups: u64,
    /// The number of rows, of the two, that are exchanged at once.
    pub(super) rows: u64,
    /// For each exchange, with the neighbour first and then with the thread two further on:
    /// whether this thread is the later one of the two.
    receives: Vec<Value>,
    /// The row of this thread's results, from its first row on.
    pub(super) row: Index,
    /// The column of this thread's results, from the first column of the groups on.
    pub(super) column: Index,
}

impl EpilogueShuffle {
    /// The exchange of thread `number` of the four, which stores `lanes` results at once; a warp
    /// has `all` groups of eight columns.
    pub(super) fn new(b: &mut Builder, number: &Index, lanes: u16, all: u64) -> EpilogueShuffle {
        let low = b.modulo(number.clone(), 2);
        let high = b.floor_div(number.clone(), 2);
        let demanded: &[&Index] = match lanes {
            8 => &[&low, &high],
            4 => &[&low],
            _ => &[],
        };
        // The bit itself: of a comparison with zero, LLVM would ask at each of the selects what
        // it says of the numbers there, which took a seventh of all of its time.
        let receives = demanded.iter().map(|bit| {
            let bit = b.index((*bit).clone());
            b.convert(ConvertOp::Truncate, bit, Scalar::I1)
        });
        let receives = receives.collect();
        let none = Index::constant(0);
        let (groups, rows, row, column) = match lanes {
            8 if all.is_multiple_of(4) => (4, 1, none, number.clone() * 8),
            8 => (2, 2, high * 8, low * 8),
            4 => (2, 1, none, low * 8 + high * 4),
            _ => (1, 1, none, number.clone() * 2),
        };
        EpilogueShuffle { lanes, groups, rows, receives, row, column }
    }

    /// The results that this thread stores at once, with how many columns further on they
    /// are, given its pairs of the groups of one row, then of the other one.
    pub(super) fn results(&self, b: &mut Builder, pairs: &[[Value; 2]]) -> Vec<(i64, Value)> {
        let (mut pairs, count) = (pairs.to_vec(), pairs.len());
        for (step, after) in [1, 2].into_iter().zip(&self.receives) {
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

/// The pieces of a tile of results that a warp has: of so many rows and eight columns each, down
/// and over. A thread has two results of each eight rows of a piece.
pub(super) struct Fragments {
    pub(super) down: u64,
    pub(super) rows: u64,
    pub(super) over: u64,
    /// The row of the thread's first results after the exchange.
    pub(super) row: Index,
    pub(super) column: Index,
}

/// A thread's pair of sums, by the piece down, its eight rows, and the piece over.
type PairOf<'a> = dyn Fn(&mut Builder, (u64, u64, u64)) -> [Value; 2] + 'a;

impl Fragments {
    /// The epilogue: hands round a thread's pairs of sums, by piece and eight rows, and stores what
    /// the nest makes of them.
    pub(super) fn store(
        &self,
        b: &mut Builder,
        tiles: &mut GemmBlock<'_>,
        shuffle: &EpilogueShuffle,
        pair: &PairOf<'_>,
    ) -> Result<(), Unsupported> {
        let (_, after) = tiles.nest.needed();
        let wide = u64::from(tiles.out.lanes);
        let rows = (0..self.down).flat_map(|m| (0..self.rows / 8).map(move |half| (m, half)));
        for (m, half) in rows.step_by(shuffle.rows as usize) {
            let row = self.row.clone() + (m * self.rows + half * 8) as i64;
            let (row, in_rows) = tiles.along(b, (0, &row), 1, None);
            for n in (0..self.over).step_by(shuffle.groups as usize) {
                let own = (0..shuffle.rows).flat_map(|h| (0..shuffle.groups).map(move |g| (h, g)));
                let own = own.map(|(h, g)| pair(b, (m, half + h, n + g)));
                let pairs: Vec<[Value; 2]> = own.collect();
                for (further, sum) in shuffle.results(b, &pairs) {
                    let column = self.column.clone() + (n * 8) as i64 + further;
                    let (column, inside) = tiles.along(b, (1, &column), wide, in_rows);
                    let point = tiles.result(&row, &column);
                    tiles.finish(b, (&point, inside), sum, &after)?;
                }
            }
        }
        Ok(())
    }
}

/// Numbers as a vector.
pub(super) fn joined(b: &mut Builder, values: &[Value]) -> Value {
    let all = b.broadcast(values[0], values.len() as u16);
    let rest = (1..).zip(&values[1..]);
    rest.fold(all, |all, (lane, value)| b.inst(Inst::Insert(all, *value, lane)))
}
