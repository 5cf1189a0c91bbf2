//! Templates as grids of threads: what is no nest, on a GPU.
//!
//! A CPU goes through a line of a scan, a row of a sort or the updates of a scatter one
//! after the other; a GPU would have one thread doing so. Here the threads of a grid share
//! that work: [`sort`] by exchanges in tiles and merges of those, [`scan`] by trees of
//! partial results, [`scatter`] by sorting first what may meet. Each is
//! deterministic: what is combined with what follows from the shape alone.
//!
//! Intermediate results of several passes lie in scratch memory, and each pass is a grid
//! of its own ([`crate::program::grids`]), since blocks of a grid never wait for others.

mod merge;
mod scan;
mod scatter;
mod sort;

use crate::index::Index;
use crate::program::{BinaryOp, Builder, CompareOp, Scalar, Value};

/// An integer.
fn number(b: &mut Builder, value: i64) -> Value {
    b.int(Scalar::I64.ty(), value)
}

/// An operation of two indices.
fn of(b: &mut Builder, op: BinaryOp, left: impl Into<Index>, right: impl Into<Index>) -> Value {
    let (left, right) = (b.index(left), b.index(right));
    b.binary(op, left, right)
}

/// A comparison of two indices.
fn compare(
    b: &mut Builder,
    op: CompareOp,
    left: impl Into<Index>,
    right: impl Into<Index>,
) -> Value {
    let (left, right) = (b.index(left), b.index(right));
    b.compare(op, left, right)
}

/// One of two indices.
fn choice(
    b: &mut Builder,
    test: Value,
    then: impl Into<Index>,
    otherwise: impl Into<Index>,
) -> Value {
    let (then, otherwise) = (b.index(then), b.index(otherwise));
    b.select(test, then, otherwise)
}

/// The smaller of two indices.
fn least(b: &mut Builder, left: impl Into<Index>, right: impl Into<Index>) -> Value {
    of(b, BinaryOp::MinS, left, right)
}

/// Runs `body` where each of these numbers is below its limit; numbers whose range is below it
/// are not tested.
fn where_below<E>(
    b: &mut Builder,
    tests: &[(Index, i64)],
    body: impl FnOnce(&mut Builder) -> Result<(), E>,
) -> Result<(), E> {
    let mut all = None;
    for (number, limit) in tests {
        if number.range(b).high < *limit {
            continue;
        }
        let test = compare(b, CompareOp::LtS, number.clone(), Index::constant(*limit));
        all = Some(all.map_or(test, |all| b.binary(BinaryOp::And, all, test)));
    }
    match all {
        Some(test) => b.try_branch(test, body, |_| Ok(())),
        None => body(b),
    }
}
