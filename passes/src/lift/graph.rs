//! The control-flow graph of a function, on plain integers.

use super::Failure;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Block, OpId, Region, Value};
use rustc_hash::FxHashMap;

/// The number of a node.
pub(super) type Node = u32;

/// A control-flow graph: blocks, and one exit node after all returns.
///
/// A block may occur several times after node splitting made loops single-entry.
/// copying.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// The block of each node; `None` for the exit node.
    pub block: Vec<Option<Block>>,
    /// The successors of each node, in the order of its block's terminator.
    pub to: Vec<Vec<Node>>,
    /// The exit node.
    pub exit: Node,
    /// The position of each block in its region, for names such as `^bb2`.
    number: FxHashMap<Block, usize>,
}

impl Graph {
    /// The first block's node.
    pub(super) const ENTRY: Node = 0;

    /// The graph of the reachable blocks.
    ///
    /// # Errors
    /// If a block ends in an unknown op, or no path leads from a block to a return.
    pub(super) fn new(module: &Module, region: Region) -> Result<Graph, Failure> {
        let blocks = module.blocks(region);
        let number = blocks.iter().enumerate().map(|(i, &b)| (b, i)).collect();
        let mut graph = Graph { block: Vec::new(), to: Vec::new(), exit: 0, number };
        let mut node_of: FxHashMap<Block, Node> = FxHashMap::default();
        let mut stack = vec![blocks[0]];
        // Nodes are numbered in depth-first order.
        while let Some(block) = stack.pop() {
            if node_of.contains_key(&block) {
                continue;
            }
            node_of.insert(block, graph.block.len() as Node);
            graph.block.push(Some(block));
            let last = module.terminator(block).ok_or_else(|| {
                let at = module.last_op(block);
                let at = at.or(module.region_owner(region)).unwrap_or(module.root());
                let name = module.op(at).name().to_owned();
                Failure::at(at, format!("`{name}` ends a block, but hloom does not know where control goes behind it"))
            })?;
            stack.extend(module.successors(last).rev().map(|s| s.block));
        }
        graph.exit = graph.block.len() as Node;
        for node in 0..graph.exit {
            let last = graph.last_op(module, node);
            graph.to.push(match module.op(last) {
                Op::FuncReturn(_) => vec![graph.exit],
                _ => module.successors(last).map(|s| node_of[&s.block]).collect(),
            });
        }
        graph.block.push(None);
        graph.to.push(Vec::new());
        graph.all_return(module)?;
        Ok(graph)
    }

    /// Number of nodes.
    pub(super) fn len(&self) -> usize {
        self.block.len()
    }

    /// The terminator of a node's block.
    pub(super) fn last_op(&self, module: &Module, node: Node) -> OpId {
        let block = self.block[node as usize].expect("the node of a block");
        module.terminator(block).expect("a block that ends")
    }

    /// The values that are passed along edge `i` of a node.
    pub(super) fn passed<'m>(&self, module: &'m Module, node: Node, i: usize) -> &'m [Value] {
        let last = self.last_op(module, node);
        match module.op(last) {
            Op::FuncReturn(_) => module.operands(last),
            _ => module.successors(last).nth(i).map_or(&[], |s| s.args),
        }
    }

    /// The name of a block in the text, or `^bb2`.
    pub(super) fn name(&self, module: &Module, node: Node) -> String {
        let Some(block) = self.block[node as usize] else { return "the end".into() };
        match (module.block_name(block), self.number.get(&block)) {
            (Some(name), _) => format!("^{name}"),
            (None, Some(n)) => format!("^bb{n}"),
            (None, None) => "the end".into(),
        }
    }

    /// The incoming edges of each node: the predecessor and the position among its successors.
    pub(super) fn edges_in(&self) -> Vec<Vec<(Node, usize)>> {
        let mut from = vec![Vec::new(); self.len()];
        for (node, to) in self.to.iter().enumerate() {
            for (i, &target) in to.iter().enumerate() {
                from[target as usize].push((node as Node, i));
            }
        }
        from
    }

    /// Checks that a path leads from every node to a return.
    fn all_return(&self, module: &Module) -> Result<(), Failure> {
        let from = self.edges_in();
        let mut ends = vec![false; self.len()];
        let mut stack = vec![self.exit];
        while let Some(node) = stack.pop() {
            if !std::mem::replace(&mut ends[node as usize], true) {
                stack.extend(from[node as usize].iter().map(|&(n, _)| n));
            }
        }
        let Some(stuck) = ends.iter().position(|&end| !end) else { return Ok(()) };
        let within: Vec<bool> = ends.iter().map(|end| !end).collect();
        let cycle = self.cycle(stuck as Node, &within);
        let message = format!(
            "no way leads to a `return` from here: the loop {} has no exit",
            self.describe(module, &cycle)
        );
        Err(Failure::at(self.last_op(module, cycle[0]), message))
    }

    /// A cycle that is reachable from `start` among the nodes in `within`, each of which has a
    /// successor there.
    pub(super) fn cycle(&self, start: Node, within: &[bool]) -> Vec<Node> {
        let mut place = vec![usize::MAX; self.len()];
        let mut path = Vec::new();
        let mut at = start;
        loop {
            if place[at as usize] != usize::MAX {
                path.drain(..place[at as usize]);
                return path;
            }
            place[at as usize] = path.len();
            path.push(at);
            let next = self.to[at as usize].iter().find(|&&n| within[n as usize]);
            let Some(&next) = next else { return path };
            at = next;
        }
    }

    /// Formats a cycle as `^bb1 → ^bb2 → ^bb1`; of a long one, only its beginning and end.
    pub(super) fn describe(&self, module: &Module, cycle: &[Node]) -> String {
        let names: Vec<String> =
            cycle.iter().chain(cycle.first()).map(|&n| self.name(module, n)).collect();
        if names.len() <= 10 {
            return names.join(" → ");
        }
        let (head, tail) = (&names[..6], &names[names.len() - 3..]);
        format!("{} → … → {}", head.join(" → "), tail.join(" → "))
    }
}
