//! Dominator trees of regions of several blocks.
//!
//! The semi-NCA algorithm (Georgiadis, *Linear-Time Algorithms for Dominators and
//! Related Problems*, 2005): semidominators in reverse preorder of a depth-first
//! tree, with path compression; a block's immediate dominator is then the nearest
//! common ancestor, in the dominator tree so far, of its tree parent and its
//! The running time is about linear for all practical graphs, also for a loop with thousands of
//! back edges, where the iterative algorithm takes quadratic time.

use super::{Graph, Payload};
use crate::id::{Block, Region};
use rustc_hash::FxHashMap;

/// The dominator tree of a region's blocks.
///
/// Unknown terminators are treated by their successors.
#[derive(Debug)]
pub struct Dominators {
    /// The index in `order` of each reachable block.
    number: FxHashMap<Block, u32>,
    /// The reachable blocks, in depth-first preorder.
    order: Vec<Block>,
    /// The immediate dominator of each block, by index; the entry is its own.
    idom: Vec<u32>,
    /// Entry and exit times of each block in a walk of the dominator tree.
    times: Vec<(u32, u32)>,
}

impl Dominators {
    /// The dominator tree of a region.
    pub fn new<O: Payload>(module: &Graph<O>, region: Region) -> Dominators {
        let mut tree = Dominators {
            number: FxHashMap::default(),
            order: Vec::new(),
            idom: Vec::new(),
            times: Vec::new(),
        };
        if let Some(&entry) = module.blocks(region).first() {
            let parent = tree.depth_first(module, entry);
            tree.semi_nca(module, parent);
            tree.number_tree();
        }
        tree
    }

    /// Numbers the reachable blocks; returns the parent of each in the depth-first tree.
    fn depth_first<O: Payload>(&mut self, module: &Graph<O>, entry: Block) -> Vec<u32> {
        let mut parent = Vec::new();
        let mut stack = vec![(entry, 0)];
        while let Some((block, from)) = stack.pop() {
            if self.number.contains_key(&block) {
                continue;
            }
            let n = self.order.len() as u32;
            self.number.insert(block, n);
            self.order.push(block);
            parent.push(from);
            if let Some(last) = module.last_op(block) {
                stack.extend(module.successors(last).rev().map(|s| (s.block, n)));
            }
        }
        parent
    }

    fn semi_nca<O: Payload>(&mut self, module: &Graph<O>, parent: Vec<u32>) {
        let count = self.order.len();
        let mut semi: Vec<u32> = (0..count as u32).collect();
        let mut label = semi.clone();
        let mut above = parent.clone();
        let mut path = Vec::new();
        for w in (1..count as u32).rev() {
            let mut least = parent[w as usize];
            for (op, _) in module.predecessors(self.order[w as usize]) {
                let from = module.parent(op).and_then(|b| self.number.get(&b).copied());
                let Some(from) = from else { continue };
                let best = evaluate(from, w, &mut above, &mut label, &semi, &mut path);
                least = least.min(semi[best as usize]);
            }
            semi[w as usize] = least;
        }
        self.idom = parent;
        for (w, &semi) in semi.iter().enumerate().skip(1) {
            let mut at = self.idom[w];
            while at > semi {
                at = self.idom[at as usize];
            }
            self.idom[w] = at;
        }
    }

    /// Numbers the tree so that ancestry tests are comparisons.
    fn number_tree(&mut self) {
        let count = self.order.len();
        // A dominator has a smaller number than the blocks that it dominates, so sizes are summed
        // backwards and times assigned forwards.
        let mut size = vec![1u32; count];
        for w in (1..count).rev() {
            size[self.idom[w] as usize] += size[w];
        }
        let mut next = vec![1u32; count];
        self.times = vec![(0, count as u32); count];
        for (w, &size) in size.iter().enumerate().skip(1) {
            let up = self.idom[w] as usize;
            let start = self.times[up].0 + next[up];
            next[up] += size;
            self.times[w] = (start, start + size);
        }
    }

    /// Whether the block is reachable from the entry.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.number.contains_key(&block)
    }

    /// Whether `a` dominates `b`; a block dominates itself, and all blocks dominate an unreachable
    /// one.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        let Some(&b) = self.number.get(&b) else { return true };
        let Some(&a) = self.number.get(&a) else { return false };
        let (start, end) = self.times[a as usize];
        (start..end).contains(&self.times[b as usize].0)
    }

    /// The immediate dominator of a block; `None` for the entry and unreachable blocks.
    pub fn immediate(&self, block: Block) -> Option<Block> {
        let &n = self.number.get(&block)?;
        (n > 0).then(|| self.order[self.idom[n as usize] as usize])
    }

    /// The reachable blocks, each after its immediate dominator.
    pub fn reachable(&self) -> &[Block] {
        &self.order
    }
}

/// Among the ancestors of `v` numbered `last` and above, the block with the least semidominator;
/// compresses the path.
fn evaluate(
    v: u32,
    last: u32,
    above: &mut [u32],
    label: &mut [u32],
    semi: &[u32],
    path: &mut Vec<u32>,
) -> u32 {
    let mut at = v;
    while at > last && above[at as usize] > last {
        path.push(at);
        at = above[at as usize];
    }
    while let Some(below) = path.pop() {
        let (i, up) = (below as usize, at as usize);
        above[i] = above[up];
        if semi[label[up] as usize] < semi[label[i] as usize] {
            label[i] = label[up];
        }
        at = below;
    }
    label[v as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Module;
    use std::fmt::Write as _;

    /// A function whose blocks branch as `edges` say: two successors, one, or none.
    fn module(edges: &[Vec<usize>]) -> Module {
        let mut text = String::from("func.func @f(%c: tensor<i1>) {\ncf.br ^b0\n");
        for (i, to) in edges.iter().enumerate() {
            let _ = writeln!(text, "^b{i}:");
            let _ = match to[..] {
                [] => writeln!(text, "return"),
                [one] => writeln!(text, "cf.br ^b{one}"),
                [one, two, ..] => writeln!(text, "cf.cond_br %c, ^b{one}, ^b{two}"),
            };
        }
        crate::text::parse_module(&(text + "}")).expect("a valid module")
    }

    /// The blocks reachable from the first one when `without` is removed.
    fn reached(edges: &[Vec<usize>], without: usize) -> Vec<bool> {
        let mut seen = vec![false; edges.len()];
        let mut stack = vec![0];
        while let Some(at) = stack.pop() {
            if at != without && !std::mem::replace(&mut seen[at], true) {
                stack.extend(edges[at].iter().take(2));
            }
        }
        seen
    }

    #[test]
    fn blocks_dominate_what_can_only_be_reached_through_them() {
        let mut state = 7u64;
        let mut random = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % n
        };
        for round in 0..300 {
            let n = 1 + random(12);
            let edges: Vec<Vec<usize>> =
                (0..n).map(|_| (0..random(3)).map(|_| random(n)).collect()).collect();
            let module = module(&edges);
            let function = module.functions().next().expect("a function");
            let region = module.regions(function)[0];
            let tree = Dominators::new(&module, region);
            let blocks = &module.blocks(region)[1..];
            let all = reached(&edges, n);
            for a in 0..n {
                assert_eq!(tree.is_reachable(blocks[a]), all[a], "round {round}: {edges:?}");
                let without = reached(&edges, a);
                for b in 0..n {
                    let expected = !all[b] || all[a] && (a == b || !without[b]);
                    let found = tree.dominates(blocks[a], blocks[b]);
                    assert_eq!(found, expected, "round {round}: {a} and {b} of {edges:?}");
                }
            }
            for &block in tree.reachable() {
                if let Some(up) = tree.immediate(block) {
                    assert!(up != block && tree.dominates(up, block));
                }
            }
        }
    }
}
