//! Finds the values that are live out of loops, and the values that cut items take.

use super::graph::{Graph, Node};
use super::levels::Nest;
use hloom_ir::module::Module;
use hloom_ir::{Block, Value};
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};

/// The nodes of blocks.
struct Places {
    nodes: FxHashMap<Block, Node>,
    /// The dominator tree, if blocks were copied.
    tree: Option<Dominators<NodeIndex>>,
}

impl Places {
    fn new(graph: &Graph) -> Places {
        let blocks = graph.block.iter().enumerate();
        let nodes: FxHashMap<Block, Node> =
            blocks.filter_map(|(n, b)| Some(((*b)?, n as Node))).collect();
        let copied = nodes.len() < graph.len() - 1;
        let tree = copied.then(|| {
            let mut whole = DiGraph::<(), ()>::new();
            for _ in 0..graph.len() {
                whole.add_node(());
            }
            for (node, to) in graph.to.iter().enumerate() {
                for &target in to {
                    whole.add_edge(NodeIndex::new(node), NodeIndex::new(target as usize), ());
                }
            }
            simple_fast(&whole, NodeIndex::new(Graph::ENTRY as usize))
        });
        Places { nodes, tree }
    }

    /// The node of `block` that dominates `node`.
    fn definition(&self, graph: &Graph, block: Block, node: Node) -> Option<Node> {
        let Some(tree) = &self.tree else { return self.nodes.get(&block).copied() };
        let mut above = tree.dominators(NodeIndex::new(node as usize))?;
        above.find(|n| graph.block[n.index()] == Some(block)).map(|n| n.index() as Node)
    }
}

/// Computes the live-out values of each loop, and the values that each cut item takes.
pub(super) fn find(module: &Module, graph: &Graph, nest: &mut Nest) {
    let cuts = nest.level.has_cuts() || nest.loops.iter().any(|it| it.level.has_cuts());
    if nest.loops.is_empty() && !cuts {
        return;
    }
    let places = Places::new(graph);
    let from = if cuts { graph.edges_in() } else { Vec::new() };
    let mut known: FxHashSet<(usize, Value)> = FxHashSet::default();
    for (node, block) in graph.block.iter().enumerate() {
        let Some(block) = *block else { continue };
        let node = node as Node;
        for op in module.ops(block).flat_map(|op| module.walk(op).chain([op])) {
            for &value in module.operands(op) {
                let Some(def) = module.def_block(value).filter(|&def| def != block) else {
                    continue;
                };
                let Some(at) = places.definition(graph, def, node) else { continue };
                let mut around = nest.loop_of[at as usize];
                while let Some(index) = around.filter(|&index| !nest.contains(index, node)) {
                    if known.insert((index, value)) {
                        nest.loops[index].live_out.push(value);
                    }
                    around = nest.loops[index].parent;
                }
                // `around` is now the innermost loop around both.
                if cuts {
                    let (def, to) = (nest.item_at(around, at), nest.item_at(around, node));
                    nest.bring(around, value, def, to, &from);
                }
            }
        }
    }
    if cuts {
        exits(module, graph, nest, &places, &from);
    }
}

/// Makes values that leave a loop available at its exits.
fn exits(
    module: &Module,
    graph: &Graph,
    nest: &mut Nest,
    places: &Places,
    from: &[Vec<(Node, usize)>],
) {
    for index in 0..nest.loops.len() {
        if !nest.loops[index].level.has_cuts() {
            continue;
        }
        let live_out = nest.loops[index].live_out.clone();
        for node in 0..graph.len() as Node {
            if !nest.contains(index, node)
                || graph.to[node as usize].iter().all(|&t| nest.contains(index, t))
            {
                continue;
            }
            for &value in &live_out {
                let Some(block) = module.def_block(value) else { continue };
                let Some(def) = places.definition(graph, block, node) else { continue };
                if nest.contains(index, def) {
                    let at = nest.item_at(Some(index), node);
                    let def = nest.item_at(Some(index), def);
                    nest.bring(Some(index), value, def, at, from);
                }
            }
        }
    }
}
