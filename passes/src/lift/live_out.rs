//! Which values leave the loops that define them.

use super::graph::{Graph, Node};
use super::levels::Nest;
use hloom_ir::module::Module;
use hloom_ir::{Block, Value};
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where the blocks of a graph stand.
struct Places {
    nodes: FxHashMap<Block, Node>,
    /// Where blocks were copied: who dominates whom.
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

/// Says of each loop which values it defines that are used behind it.
pub(super) fn find(module: &Module, graph: &Graph, nest: &mut Nest) {
    if nest.loops.is_empty() {
        return;
    }
    let places = Places::new(graph);
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
            }
        }
    }
}
