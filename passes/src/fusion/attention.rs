//! Finds attention chains in a graph: two products with row-wise ops between them
//! ([`hloom_analysis::attention::AttentionPattern`]).
//!
//! A chain can't be recognized from an op and its operands alone, so chains are found before
//! templates match: backwards from each product to the only other product that it depends on,
//! if nothing else uses the ops between them.

use super::class::Class;
use super::graph::{Graph, Link, Node, Source};
use hloom_analysis::attention::AttentionPattern;
use hloom_ir::OpId;
use hloom_ir::module::Module;
use rustc_hash::FxHashSet;

/// The maximum number of nodes between the two products.
const MOST: usize = 64;

/// Rows of a GPU block's tile while it iterates over the columns.
const ROWS: f64 = 64.0;

/// The elementwise nodes that follow a chain one after the other and can be its epilogue.
fn after(module: &Module, graph: &Graph, last: usize, ops: &mut Vec<OpId>) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    loop {
        let n = found.last().copied().unwrap_or(last);
        let node = &graph.nodes[n];
        let [(next, _)] = node.users[..] else { return found };
        let user = &graph.nodes[next];
        let fits = matches!(user.class, Class::Map | Class::Transpose) && user.chain.is_none();
        let Some(op) = user.op.filter(|_| fits && !node.escapes) else { return found };
        ops.push(op);
        ops.extend(user.operands.iter().flat_map(|o| o.via.iter().copied()));
        ops.sort_by_key(|op| graph.place.get(op));
        ops.dedup();
        if AttentionPattern::of(module, ops, &[module.result(op, 0)]).is_none() {
            return found;
        }
        found.push(next);
    }
}

/// Finds the chains of a graph.
pub fn find(module: &Module, graph: &mut Graph) {
    for last in 0..graph.nodes.len() {
        if graph.nodes[last].class != Class::Dot {
            continue;
        }
        let sides: Vec<usize> = graph.nodes[last].producers().map(|(_, p)| p).collect();
        for producer in sides {
            let Some(link) = link(module, graph, last, producer) else { continue };
            let number = graph.chains.len() as u32;
            for &n in &link.nodes {
                graph.nodes[n].chain = Some(number);
            }
            graph.nodes[last].ends = Some(number);
            let mut ops = link.ops.clone();
            for n in after(module, graph, last, &mut ops) {
                graph.nodes[n].after = Some(number);
            }
            graph.chains.push(link);
            break;
        }
    }
}

/// The chain that ends in product `last` through its operand from `producer`, if there is one.
fn link(module: &Module, graph: &Graph, last: usize, producer: usize) -> Option<Link> {
    let mut above: FxHashSet<usize> = FxHashSet::default();
    let mut open = vec![producer];
    let mut first = None;
    while let Some(n) = open.pop() {
        let node = &graph.nodes[n];
        if node.class == Class::Dot {
            if first.is_some_and(|f| f != n) {
                return None;
            }
            first = Some(n);
        }
        if !above.insert(n) || above.len() > MOST || node.chain.is_some() {
            continue;
        }
        if matches!(node.class, Class::Map | Class::Reduce | Class::Transpose | Class::Move) {
            open.extend(node.producers().map(|(_, p)| p));
        }
    }
    let first = first?;
    // The nodes that depend on the first product.
    let mut candidates: Vec<usize> = above.into_iter().filter(|n| *n >= first).collect();
    candidates.sort_unstable();
    let mut nodes: Vec<usize> = Vec::new();
    for n in candidates {
        let depends = graph.nodes[n].producers().any(|(_, p)| nodes.contains(&p));
        if n == first || depends {
            nodes.push(n);
        }
    }
    let inside = |node: &Node| node.users.iter().all(|&(u, _)| u == last || nodes.contains(&u));
    let alone = nodes
        .iter()
        .map(|n| &graph.nodes[*n])
        .all(|it| !it.escapes && it.chain.is_none() && inside(it));
    if !alone {
        return None;
    }
    let mut ops: Vec<OpId> = Vec::new();
    for n in nodes.iter().chain([&last]) {
        let node = &graph.nodes[*n];
        ops.push(node.op?);
        ops.extend(node.operands.iter().flat_map(|o| o.via.iter().copied()));
    }
    ops.sort_by_key(|op| graph.place.get(op));
    ops.dedup();
    let end = module.result(graph.nodes[last].op?, 0);
    let chain = AttentionPattern::of(module, &ops, &[end])?;
    let extents = module.ty(module.result(chain.first, 0)).as_tensor()?;
    let rows: f64 = chain.rows.iter().map(|d| extents.dims[*d] as f64).product();
    // The operand of the first product that has the columns, and that of the second product.
    let bytes = |op: OpId, side: usize| {
        let node = [first, last].into_iter().find(|n| graph.nodes[*n].op == Some(op));
        let source = node.map(|n| graph.nodes[n].operands[side].source);
        match source {
            Some(Source::Node(n)) => graph.nodes[n].bytes,
            Some(Source::Input(n)) => graph.inputs[n].bytes,
            Some(Source::Free) | None => 0.0,
        }
    };
    let once = bytes(chain.first, 1 - chain.row_side) + bytes(chain.second, 1 - chain.side);
    let tiles = (rows / ROWS).ceil().max(1.0);
    Some(Link { last, nodes, again: once * (tiles - 1.0), tiles, row_side: chain.row_side, ops })
}
