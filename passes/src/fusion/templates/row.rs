//! `row`: ops that work row by row and read each row once, however often it is used: softmax, layer
//! norm, log-sum-exp, `x · rsqrt(mean(x²))`, a matrix-vector product and the ops after it. Leading
//! dimensions count the rows, as many as all ops of the fusion agree on. It ends in ops that
//! combine rows: column sums, full sums, `Xᵀ(…)`.

use super::{is_reduced, producer};
use crate::fusion::class::Class;
use crate::fusion::graph::Graph;
use crate::fusion::kind::TemplateKind;
use crate::fusion::memo::{Entry, Status};
use crate::fusion::template::Template;

/// The template.
pub struct Row;

/// The maximum size in bytes of a product's rhs, which is read once for every few rows: it must fit
/// in the core's private cache.
const RIGHT_BYTES: f64 = 1048576.0;
/// The maximum number of elements in a row.
const LONGEST_ROW: f64 = 1048576.0;
/// The maximum size in bytes of a result that combines rows.
const SUM_BYTES: f64 = 1048576.0;

/// Whether a product works row by row on its lhs.
fn is_row_product(graph: &Graph, node: usize) -> bool {
    let it = &graph.nodes[node];
    let batch: i64 = it.dims[..it.operands[0].rows.min(it.dims.len())].iter().product();
    let columns = it.cells / batch.max(1) as f64;
    let right = columns * it.depth * 8.0;
    it.class == Class::Dot
        && it.operands[0].rows > 0
        && right <= RIGHT_BYTES
        && producer(graph, node, 0).is_none_or(|p| p.class != Class::Transpose)
}

/// Whether the node combines the rows of an operand.
fn combines(graph: &Graph, node: usize, position: usize) -> bool {
    let it = &graph.nodes[node];
    let operand = &it.operands[position];
    let small = it.bytes <= SUM_BYTES;
    match it.class {
        Class::Reduce => {
            is_reduced(it, position) && it.monoid && operand.rows == 0 && operand.combines > 0
        }
        Class::Dot => small && operand.rows == 0 && operand.combines > 0,
        _ => false,
    }
}

fn turns_into_product(graph: &Graph, node: usize) -> bool {
    let it = &graph.nodes[node];
    it.class == Class::Transpose
        && it.users.iter().any(|&(u, _)| graph.nodes[u].class == Class::Dot)
}

impl Template for Row {
    fn kind(&self) -> TemplateKind {
        TemplateKind::Row
    }

    fn open(&self, graph: &Graph, node: usize) -> bool {
        let it = &graph.nodes[node];
        let columns = it.dims.last().copied().unwrap_or(1);
        let matrix = it.dims.len() > 1 && columns > 1 && it.cells > columns as f64;
        match it.class {
            Class::Map => matrix,
            Class::Move => matrix && it.operands.iter().any(|o| o.rows > 0),
            Class::Reduce => {
                let rows: i64 = it.dims[..it.operands[0].rows.min(it.dims.len())].iter().product();
                let row = (it.work.flops + it.work.special) / rows.max(1) as f64;
                it.operands[0].rows > 0 && rows > 1 && row <= LONGEST_ROW
            }
            Class::Dot => is_row_product(graph, node),
            Class::Transpose => turns_into_product(graph, node),
            _ => false,
        }
    }

    fn fuse(&self, graph: &Graph, node: usize, position: usize) -> bool {
        let it = &graph.nodes[node];
        let by_rows = it.operands[position].rows > 0;
        match it.class {
            Class::Map | Class::Move => by_rows,
            Class::Reduce => is_reduced(it, position) && by_rows || combines(graph, node, position),
            Class::Dot => {
                let transposed =
                    producer(graph, node, position).is_some_and(|p| p.class == Class::Transpose);
                let rows = position == 0 && is_row_product(graph, node);
                transposed && it.bytes <= SUM_BYTES || rows || combines(graph, node, position)
            }
            _ => false,
        }
    }

    fn merge(&self, graph: &Graph, node: usize, position: usize) -> bool {
        self.fuse(graph, node, position)
    }

    fn close(&self, graph: &Graph, node: usize, entry: &Entry) -> Status {
        let it = &graph.nodes[node];
        let fused = |p: &usize| entry.refs[*p].is_some();
        match it.class {
            Class::Transpose => Status::OpenInvalid,
            Class::Reduce | Class::Dot => {
                let transposed = |p: &usize| {
                    producer(graph, node, *p).is_some_and(|n| n.class == Class::Transpose)
                };
                let mut all = (0..it.operands.len()).filter(fused).peekable();
                if all.peek().is_none() {
                    return Status::OpenValid;
                }
                // All fused operands are accessed row by row, or all are combined.
                let positions: Vec<usize> = all.collect();
                if positions.iter().any(|p| transposed(p) || combines(graph, node, *p)) {
                    let fits = |p: &usize| transposed(p) || combines(graph, node, *p);
                    return if positions.iter().all(fits) {
                        Status::ClosedValid
                    } else {
                        Status::ClosedInvalid
                    };
                }
                Status::OpenValid
            }
            _ => Status::OpenValid,
        }
    }
}
