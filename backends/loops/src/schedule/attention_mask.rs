//! Masks of attention kernels: the column tiles that a row tile ([`super::attention`]) must
//! process.
//!
//! A mask that compares the row number with the column number, such as a causal one, excludes whole
//! column tiles for a row tile. Masks are recognized by their semantics: for any predicate of a
//! `select` between logits and probabilities, the analysis derives a range of columns from sums of
//! indices, comparisons, and `and`, `or` and `not` of these. Outside of that range ([`Band`]), the
//! predicate is constant for a range of rows.
//!
//! Excluded logits need not be irrelevant: minus infinity is, but a large negative number is an
//! ordinary logit, and matters in a row where all others are excluded too. Therefore the values
//! computed from an excluded logit ([`Mask::nest`]) are computed for each row after the tiles of
//! the band; the other tiles are skipped only if they would not change the result.

use super::attention_nests::AttentionNests;
use crate::index::{Atom, Index, Range, Var};
use crate::nest::{Body, Direction, Nest, Node, NodeId, ScalarOp};

/// The first and the last row of a tile, as variables in the bounds of a [`Band`].
pub(super) const ROWS: [Var; 2] = [Var(0), Var(1)];

/// The first and the last column, as expressions of [`ROWS`]; `None` if unbounded.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Band {
    pub(super) low: Option<Index>,
    pub(super) high: Option<Index>,
}

/// The effect of a mask on columns.
#[derive(Clone, Debug)]
pub(super) struct Mask {
    /// All columns outside of the band are excluded.
    pub(super) band: Band,
    /// The values computed from an excluded logit: functions of running maxima, independent of the
    /// position.
    pub(super) nest: Nest,
    /// The reduced values of it, and its probability.
    pub(super) reductions: Vec<NodeId>,
    pub(super) probabilities: NodeId,
}

impl Mask {
    /// The mask of an attention kernel whose predicate excludes whole tiles, if there is one.
    pub(super) fn of(chain: &AttentionNests) -> Option<Mask> {
        let body = &chain.logits.body;
        let roots: Vec<NodeId> =
            chain.reductions.iter().map(|f| f.value).chain([chain.probabilities]).collect();
        let needed = body.needed(&roots);
        let tests = body.ids().filter(|id| needed[id.0 as usize]).filter_map(|id| {
            let Node::Op(ScalarOp::Select, operands) = body.node(id) else { return None };
            Some(operands[0])
        });
        for test in tests {
            // Columns may be excluded where the predicate is false, or where it is true.
            for hidden in [false, true] {
                let band = Known { chain }.band(test, !hidden);
                if band == Band::default() {
                    continue;
                }
                let mut made = Body::default();
                let mut rewriting = Hiding { body, test, hidden, made: &mut made };
                let nodes: Option<Vec<NodeId>> =
                    roots.iter().map(|root| rewriting.node(*root)).collect();
                let Some(mut reductions) = nodes else { continue };
                let Some(probabilities) = reductions.pop() else { continue };
                let nest = Nest {
                    body: made,
                    inputs: Vec::new(),
                    outputs: Vec::new(),
                    reduction: None,
                    ..chain.logits.clone()
                };
                return Some(Mask { band, nest, reductions, probabilities });
            }
        }
        None
    }
}

/// Specializes a body for one value of a predicate.
struct Hiding<'b> {
    body: &'b Body,
    test: NodeId,
    hidden: bool,
    made: &'b mut Body,
}

impl Hiding<'_> {
    /// The specialized node; `None` if it still depends on the position.
    fn node(&mut self, id: NodeId) -> Option<NodeId> {
        let element = self.body.element(id);
        if id == self.test {
            return Some(self.made.add(Node::Constant([u64::from(self.hidden), 0]), element));
        }
        match self.body.node(id) {
            Node::Constant(bits) => Some(self.made.add(Node::Constant(*bits), element)),
            // Reduction 0 is the logit.
            Node::Reduced(n) if *n > 0 => Some(self.made.add(Node::Reduced(*n), element)),
            Node::Op(ScalarOp::Select, operands) if operands[0] == self.test => {
                self.node(operands[if self.hidden { 1 } else { 2 }])
            }
            Node::Op(ScalarOp::Select, operands) => {
                let (yes, no) = (self.node(operands[1])?, self.node(operands[2])?);
                if yes == no {
                    return Some(yes);
                }
                let test = self.node(operands[0])?;
                Some(self.made.op(ScalarOp::Select, element, &[test, yes, no]))
            }
            Node::Op(op, operands) => {
                let operands: Option<Vec<NodeId>> =
                    operands.iter().map(|operand| self.node(*operand)).collect();
                Some(self.made.op(*op, element, &operands?))
            }
            _ => None,
        }
    }
}

/// The known ranges of an attention kernel's indices.
struct Known<'c> {
    chain: &'c AttentionNests,
}

impl Known<'_> {
    fn column(&self) -> Var {
        Var((self.chain.batches + self.chain.row_dims) as u32)
    }

    /// The columns outside of which a predicate never has this value.
    fn band(&self, test: NodeId, sense: bool) -> Band {
        let nest = &self.chain.logits;
        match nest.body.node(test) {
            Node::Op(ScalarOp::Not, operands) => self.band(operands[0], !sense),
            Node::Op(op @ (ScalarOp::And | ScalarOp::Or), operands) => {
                let (a, b) = (self.band(operands[0], sense), self.band(operands[1], sense));
                if (*op == ScalarOp::And) == sense { both(a, b) } else { either(a, b) }
            }
            Node::Op(ScalarOp::Compare(direction), operands) => {
                let (left, right) = (self.sum(operands[0]), self.sum(operands[1]));
                match (left, right) {
                    (Some(left), Some(right)) => self.compared(*direction, left - right, sense),
                    _ => Band::default(),
                }
            }
            Node::Holds(conditions) if sense => {
                conditions.iter().fold(Band::default(), |all, it| {
                    let low = self.at_least(it.index.clone() - it.low);
                    let high = self.at_least(-it.index.clone() + (it.high - 1));
                    both(all, both(low, high))
                })
            }
            _ => Band::default(),
        }
    }

    /// The columns where the comparison of a number with 0 has this result.
    fn compared(&self, direction: Direction, number: Index, sense: bool) -> Band {
        let direction = match (direction, sense) {
            (it, true) => it,
            (Direction::Ge, false) => Direction::Lt,
            (Direction::Gt, false) => Direction::Le,
            (Direction::Le, false) => Direction::Gt,
            (Direction::Lt, false) => Direction::Ge,
            (Direction::Eq, false) => Direction::Ne,
            (Direction::Ne, false) => Direction::Eq,
        };
        match direction {
            Direction::Ge => self.at_least(number),
            Direction::Gt => self.at_least(number - 1),
            Direction::Le => self.at_least(-number),
            Direction::Lt => self.at_least(-number - 1),
            Direction::Eq => both(self.at_least(number.clone()), self.at_least(-number)),
            Direction::Ne => Band::default(),
        }
    }

    /// The columns where a number is nonnegative for some row.
    fn at_least(&self, number: Index) -> Band {
        let (row, column) = (Var(self.column().0 - 1), self.column());
        let known =
            |(atom, _): &(Atom, i64)| matches!(atom, Atom::Var(v) if [row, column].contains(v));
        if !number.terms().iter().all(known) {
            return Band::default();
        }
        let by = number.factor(column);
        let rows = number.factor(row);
        // The row for which it is largest.
        let best = Index::var(ROWS[usize::from(rows > 0)]) * rows + number.offset();
        let bounded = |_: Var| Range::extent(1 << 31);
        match by {
            0 => Band::default(),
            1.. => {
                let low = (-best + (by - 1)).floor_div(by, &bounded);
                Band { low: Some(low), high: None }
            }
            _ => Band { low: None, high: Some(best.floor_div(-by, &bounded)) },
        }
    }

    /// An integer as a sum of indices, if it does not overflow its type.
    fn sum(&self, id: NodeId) -> Option<Index> {
        let nest = &self.chain.logits;
        let element = nest.body.element(id);
        if !element.is_integer() {
            return None;
        }
        let sum = match nest.body.node(id) {
            Node::Index(index) => index.clone(),
            Node::Constant([bits, _]) => {
                let unused = 64 - element.bit_width();
                let signed = ((bits << unused) as i64) >> unused;
                Index::constant(if element.is_signed() {
                    signed
                } else {
                    i64::try_from(*bits).ok()?
                })
            }
            Node::Op(ScalarOp::Convert, operands) => self.sum(operands[0])?,
            Node::Op(ScalarOp::Add, operands) => self.sum(operands[0])? + self.sum(operands[1])?,
            Node::Op(ScalarOp::Subtract, operands) => {
                self.sum(operands[0])? - self.sum(operands[1])?
            }
            Node::Op(ScalarOp::Negate, operands) => -self.sum(operands[0])?,
            Node::Op(ScalarOp::Multiply, operands) => {
                let (a, b) = (self.sum(operands[0])?, self.sum(operands[1])?);
                match (a.as_constant(), b.as_constant()) {
                    (Some(by), _) => b * by,
                    (_, Some(by)) => a * by,
                    _ => return None,
                }
            }
            _ => return None,
        };
        let bits = element.bit_width();
        let (least, most) = match element.is_signed() {
            true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
            false => (0, (1i128 << bits) - 1),
        };
        // Small enough that sums of a few numbers do not overflow 64 bits.
        let (least, most) = (least.max(-LARGEST), most.min(LARGEST));
        let range = sum.range(&|v: Var| nest.range(v));
        let fits = i128::from(range.low) >= least && i128::from(range.high) <= most;
        fits.then_some(sum)
    }
}

/// The maximum magnitude of an index.
const LARGEST: i128 = 1 << 40;

/// The band in which both may hold.
fn both(a: Band, b: Band) -> Band {
    let ranges = |_: Var| Range::ALL;
    let join = |a: Option<Index>, b: Option<Index>, low: bool| match (a, b) {
        (Some(a), Some(b)) if low => Some(a.max(b, &ranges)),
        (Some(a), Some(b)) => Some(a.min(b, &ranges)),
        (a, b) => a.or(b),
    };
    Band { low: join(a.low, b.low, true), high: join(a.high, b.high, false) }
}

/// The smallest band that contains both.
fn either(a: Band, b: Band) -> Band {
    let ranges = |_: Var| Range::ALL;
    Band {
        low: a.low.zip(b.low).map(|(a, b)| a.min(b, &ranges)),
        high: a.high.zip(b.high).map(|(a, b)| a.max(b, &ranges)),
    }
}
