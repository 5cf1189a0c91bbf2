//! Node splitting: makes multiple-entry loops single-entry by copying blocks.
//!
//! If a strongly connected region has several entries, one of them remains its entry. For each
//! other entry, edges from outside are redirected to a copy of it and of everything that is
//! reachable only through it. No value defined in such a block is used elsewhere, so values do not
//! have to be merged.
//!
//! Copying may create new entries, and the graph may grow exponentially, so the number of copies is
//! bounded.

use super::Failure;
use super::graph::{Graph, Node};
use hloom_ir::module::Module;

/// A strongly connected region with several entries.
#[derive(Debug)]
pub(super) struct Irreducible {
    /// Its nodes.
    pub nodes: Vec<Node>,
    /// Its entry nodes.
    pub entries: Vec<Node>,
}

/// Removes one entry of a region. `copied` counts the copied nodes.
///
/// # Errors
/// If more than `bound` nodes would be copied.
pub(super) fn split(
    graph: &mut Graph,
    module: &Module,
    region: &Irreducible,
    copied: &mut usize,
    bound: usize,
) -> Result<(), Failure> {
    let owned = region.entries.iter().map(|&entry| only_through(graph, entry));
    let (entry, owned) = region
        .entries
        .iter()
        .copied()
        .zip(owned)
        .min_by_key(|(_, owned)| owned.len())
        .expect("a region with several entries");
    if *copied + owned.len() > bound {
        let mut within = vec![false; graph.len()];
        region.nodes.iter().for_each(|&n| within[n as usize] = true);
        let cycle = graph.cycle(region.entries[0], &within);
        let entries: Vec<String> = region.entries.iter().map(|&n| graph.name(module, n)).collect();
        let message = format!(
            "the loop {} is entered at {}; to give it one entry, more than {bound} blocks would \
             have to be copied (option `split-limit`)",
            graph.describe(module, &cycle),
            entries.join(" and at "),
        );
        return Err(Failure::at(graph.last_op(module, region.entries[0]), message));
    }
    *copied += owned.len();
    let mut copy_of = vec![Node::MAX; graph.len()];
    for &node in &owned {
        copy_of[node as usize] = graph.block.len() as Node;
        graph.block.push(graph.block[node as usize]);
    }
    for &node in &owned {
        let to = graph.to[node as usize].iter().map(|&n| match copy_of[n as usize] {
            Node::MAX => n,
            copy => copy,
        });
        let to = to.collect();
        graph.to.push(to);
    }
    let mut within = vec![false; graph.len()];
    region.nodes.iter().for_each(|&n| within[n as usize] = true);
    let first_copy = graph.len() - owned.len();
    for (node, to) in graph.to.iter_mut().enumerate().take(first_copy) {
        if !within[node] {
            for target in to.iter_mut().filter(|t| **t == entry) {
                *target = copy_of[entry as usize];
            }
        }
    }
    Ok(())
}

/// The nodes that are reachable only through `entry`, including itself; without the exit node,
/// which defines no values.
fn only_through(graph: &Graph, entry: Node) -> Vec<Node> {
    let reached = |without: Option<Node>| {
        let mut seen = vec![false; graph.len()];
        let mut stack = vec![Graph::ENTRY];
        while let Some(node) = stack.pop() {
            if Some(node) != without && !std::mem::replace(&mut seen[node as usize], true) {
                stack.extend(&graph.to[node as usize]);
            }
        }
        seen
    };
    let (all, without) = (reached(None), reached(Some(entry)));
    (0..graph.len() as Node)
        .filter(|&n| n != graph.exit && all[n as usize] && !without[n as usize])
        .collect()
}
