//! The loop nesting forest, and the dominator tree of each level.
//!
//! The function and the body of each loop are *levels*: acyclic graphs of items, which are blocks
//! and whole inner loops. Back edges to a loop's head leave its level, and so do its exits.

use super::graph::{Graph, Node};
use super::split::Irreducible;
use hloom_ir::Value;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

/// An acyclic graph of items in topological order; the first item is the entry.
#[derive(Debug, Default)]
pub(super) struct Level {
    /// The items.
    pub items: Vec<Item>,
    /// Items by their entry node.
    pub by_entry: FxHashMap<Node, u32>,
    /// The loop whose body it is; `None` for a function.
    pub of: Option<usize>,
}

/// A block or an inner loop.
#[derive(Debug)]
pub(super) struct Item {
    /// The entry node.
    pub entry: Node,
    /// The index of the loop; `None` for a block.
    pub inner: Option<usize>,
    /// Whether its only predecessor is a block that branches: then it is emitted in an arm of that
    /// branch.
    pub is_arm: bool,
    /// The items that it immediately dominates and that are not arms (merge points), in topological
    /// order.
    pub merges: Vec<u32>,
    /// The immediate dominator.
    pub above: u32,
    /// The item after which it is emitted, if that is not its place in the nesting, because arms
    /// would nest too deep.
    pub cut: Option<u32>,
    /// The nearest ancestor-or-self in the dominator tree that was cut.
    pub last_cut: Option<u32>,
    /// For an item that was cut: values used by it and its dominated items that are not visible at
    /// its new place. It takes them in addition to its own arguments.
    pub takes: Vec<Value>,
    /// Entry and exit times in a walk of the dominator tree.
    times: (u32, u32),
}

impl Level {
    /// Whether item `a` strictly dominates item `b`.
    pub(super) fn is_above(&self, a: u32, b: u32) -> bool {
        let (start, end) = self.items[a as usize].times;
        a != b && (start..end).contains(&self.items[b as usize].times.0)
    }

    /// Whether some item was cut.
    pub(super) fn has_cuts(&self) -> bool {
        self.items.iter().any(|item| item.cut.is_some())
    }
}

/// A loop.
#[derive(Debug)]
pub(super) struct Loop {
    /// Its head: the only entry node.
    pub head: Node,
    /// Its body.
    pub level: Level,
    /// The range of its nodes, with those of its inner loops, in nesting order.
    pub span: (u32, u32),
    /// The enclosing loop.
    pub parent: Option<usize>,
    /// Its item in the enclosing level.
    pub item: u32,
    /// For a loop that exits from its head only: the successor of the head that stays inside.
    pub inside: Option<usize>,
    /// The values that it defines and that are used after it.
    pub live_out: Vec<Value>,
}

/// The loop nesting forest of a function, and the level of the function itself.
#[derive(Debug, Default)]
pub(super) struct Nest {
    /// The function's level.
    pub level: Level,
    /// The loops, outer ones first.
    pub loops: Vec<Loop>,
    /// The innermost loop around each node.
    pub loop_of: Vec<Option<usize>>,
    /// The item of each node, in the level of the innermost loop around it.
    pub item_of: Vec<u32>,
}

impl Nest {
    /// The loop nesting forest of a graph. `may_repeat` tells whether a loop's head may be
    /// evaluated once more than the rest of the loop; arms nest at most `deepest` deep.
    ///
    /// # Errors
    /// A strongly connected region with several entries.
    pub(super) fn new(
        graph: &Graph,
        may_repeat: &dyn Fn(Node) -> bool,
        deepest: u32,
    ) -> Result<Nest, Irreducible> {
        let mut builder = Builder {
            graph,
            deepest,
            may_repeat,
            nest: Nest {
                loop_of: vec![None; graph.len()],
                item_of: vec![0; graph.len()],
                ..Nest::default()
            },
            local: vec![u32::MAX; graph.len()],
            order: 0,
        };
        // Node splitting may leave unreachable nodes.
        let mut seen = vec![false; graph.len()];
        let mut stack = vec![Graph::ENTRY];
        let mut nodes = Vec::new();
        while let Some(node) = stack.pop() {
            if !std::mem::replace(&mut seen[node as usize], true) {
                nodes.push(node);
                stack.extend(graph.to[node as usize].iter().rev());
            }
        }
        builder.nest.level = builder.level(nodes, Graph::ENTRY, None)?;
        Ok(builder.nest)
    }

    fn level_mut(&mut self, of: Option<usize>) -> &mut Level {
        match of {
            Some(index) => &mut self.loops[index].level,
            None => &mut self.level,
        }
    }

    /// The item that contains a node, in the level of an enclosing loop or of the function.
    pub(super) fn item_at(&self, level: Option<usize>, node: Node) -> u32 {
        let mut around = self.loop_of[node as usize];
        let mut item = self.item_of[node as usize];
        while let Some(index) = around.filter(|_| around != level) {
            item = self.loops[index].item;
            around = self.loops[index].parent;
        }
        item
    }

    /// Makes the value defined by (or inside of) item `def` of a level available at item `at`. An
    /// item that was cut on the way takes the value as an argument, so the value must reach all its
    /// predecessors too. `from` are the incoming edges of each node.
    pub(super) fn bring(
        &mut self,
        of: Option<usize>,
        value: Value,
        def: u32,
        at: u32,
        from: &[Vec<(Node, usize)>],
    ) {
        let mut stack = vec![at];
        while let Some(at) = stack.pop() {
            let level = self.level_mut(of);
            let Some(i) = level.items[at as usize].last_cut.filter(|&i| level.is_above(def, i))
            else {
                continue;
            };
            let it = &level.items[i as usize];
            if !it.cut.is_some_and(|stands| level.is_above(stands, def))
                || it.takes.contains(&value)
            {
                continue;
            }
            let entry = it.entry;
            level.items[i as usize].takes.push(value);
            for &(node, _) in &from[entry as usize] {
                stack.push(self.item_at(of, node));
            }
        }
    }

    /// Whether loop `outer` contains a node.
    pub(super) fn contains(&self, outer: usize, node: Node) -> bool {
        let (start, end) = self.loops[outer].span;
        self.loop_of[node as usize]
            .is_some_and(|inner| (start..end).contains(&self.loops[inner].span.0))
    }
}

struct Builder<'g> {
    graph: &'g Graph,
    /// The maximum nesting of arms.
    deepest: u32,
    may_repeat: &'g dyn Fn(Node) -> bool,
    nest: Nest,
    /// The index of each node in the level being built, else `u32::MAX`.
    local: Vec<u32>,
    order: u32,
}

impl Builder<'_> {
    fn level(
        &mut self,
        nodes: Vec<Node>,
        entry: Node,
        of: Option<usize>,
    ) -> Result<Level, Irreducible> {
        let graph = self.graph;
        let mut local = DiGraph::<Node, ()>::with_capacity(nodes.len(), 2 * nodes.len());
        for &node in &nodes {
            self.local[node as usize] = local.add_node(node).index() as u32;
        }
        for &node in &nodes {
            for &to in &graph.to[node as usize] {
                let target = self.local[to as usize];
                // A back edge to the loop's head leaves its level.
                if target != u32::MAX && !(of.is_some() && to == entry) {
                    let from = NodeIndex::new(self.local[node as usize] as usize);
                    local.add_edge(from, NodeIndex::new(target as usize), ());
                }
            }
        }
        for &node in &nodes {
            self.local[node as usize] = u32::MAX;
        }
        let mut regions = kosaraju_scc(&local);
        regions.reverse(); // Kosaraju's algorithm gives the last regions first.
        let mut item_of = vec![0u32; nodes.len()];
        for (i, region) in regions.iter().enumerate() {
            region.iter().for_each(|n| item_of[n.index()] = i as u32);
        }
        let mut level = Level { of, ..Level::default() };
        for (i, region) in regions.iter().enumerate() {
            let cyclic = region.len() > 1 || local.contains_edge(region[0], region[0]);
            let (head, inner) = if cyclic {
                let members: Vec<Node> = region.iter().map(|&n| local[n]).collect();
                let mut entries: Vec<Node> = region
                    .iter()
                    .filter(|&&n| {
                        local[n] == entry
                            || local
                                .neighbors_directed(n, petgraph::Incoming)
                                .any(|p| item_of[p.index()] != i as u32)
                    })
                    .map(|&n| local[n])
                    .collect();
                entries.sort_unstable();
                if entries.len() > 1 {
                    return Err(Irreducible { nodes: members, entries });
                }
                (entries[0], Some(self.inner(members, entries[0], of)?))
            } else {
                (local[region[0]], None)
            };
            level.by_entry.insert(head, i as u32);
            match inner {
                Some(index) => self.nest.loops[index].item = i as u32,
                None => self.nest.item_of[head as usize] = i as u32,
            }
            level.items.push(Item {
                entry: head,
                inner,
                is_arm: false,
                merges: Vec::new(),
                above: 0,
                cut: None,
                last_cut: None,
                takes: Vec::new(),
                times: (0, 0),
            });
        }
        self.dominance(&mut level, &local, &item_of);
        Ok(level)
    }

    /// Adds a loop of these nodes.
    fn inner(
        &mut self,
        nodes: Vec<Node>,
        head: Node,
        parent: Option<usize>,
    ) -> Result<usize, Irreducible> {
        let graph = self.graph;
        let index = self.nest.loops.len();
        nodes.iter().for_each(|&n| self.nest.loop_of[n as usize] = Some(index));
        let start = self.order;
        self.order += 1;
        nodes.iter().for_each(|&n| self.local[n as usize] = 0);
        let leaves = |&n: &Node| {
            graph.to[n as usize].iter().filter(|&&t| self.local[t as usize] == u32::MAX).count()
        };
        let exits: usize = nodes.iter().map(leaves).sum();
        let inside = match graph.to[head as usize][..] {
            [_, _] if exits == 1 && leaves(&head) == 1 && (self.may_repeat)(head) => {
                graph.to[head as usize].iter().position(|&t| self.local[t as usize] == 0)
            }
            _ => None,
        };
        nodes.iter().for_each(|&n| self.local[n as usize] = u32::MAX);
        let level = Level::default();
        let live_out = Vec::new();
        self.nest.loops.push(Loop {
            head,
            level,
            span: (start, start),
            parent,
            item: 0,
            inside,
            live_out,
        });
        let level = self.level(nodes, head, Some(index))?;
        self.nest.loops[index].level = level;
        self.nest.loops[index].span.1 = self.order;
        Ok(index)
    }

    /// Computes the dominator tree of a level and which items are arms.
    fn dominance(&self, level: &mut Level, local: &DiGraph<Node, ()>, item_of: &[u32]) {
        let mut from: Vec<Vec<u32>> = vec![Vec::new(); level.items.len()];
        for edge in local.raw_edges() {
            let (a, b) = (item_of[edge.source().index()], item_of[edge.target().index()]);
            if a != b {
                from[b as usize].push(a);
            }
        }
        let count = level.items.len();
        let mut tree = Tree::default();
        tree.add(None);
        // For each item, its depth in arms, its nearest ancestor outside of all arms, and whether a
        // descendant was cut.
        let mut deep = vec![0u32; count];
        let mut top: Vec<u32> = (0..count as u32).collect();
        let mut cut_below = vec![false; count];
        for (i, from) in from.iter().enumerate().skip(1) {
            let above = from.iter().copied().reduce(|a, b| tree.common(a, b));
            let above = above.expect("every item but the first is reached from another");
            tree.add(Some(above));
            let up = above as usize;
            let is_arm = from.len() == 1 && self.branches(level, above);
            deep[i] = deep[up] + u32::from(is_arm);
            level.items[i].above = above;
            // The merge points after an item that was cut are moved with it.
            if is_arm && deep[i] > self.deepest || !is_arm && cut_below[up] {
                let stands = top[up];
                (deep[i], top[i]) = (1, stands);
                level.items[i].cut = Some(stands);
                level.items[i].last_cut = Some(i as u32);
                level.items[stands as usize].merges.push(i as u32);
                let mut at = above;
                while at != stands && !std::mem::replace(&mut cut_below[at as usize], true) {
                    at = level.items[at as usize].above;
                }
                continue;
            }
            if deep[i] > 0 {
                top[i] = top[up];
            }
            level.items[i].is_arm = is_arm;
            level.items[i].last_cut = level.items[up].last_cut;
            if !is_arm {
                level.items[up].merges.push(i as u32);
            }
        }
        number_tree(level);
    }

    /// Whether an item is a block with several successors.
    fn branches(&self, level: &Level, item: u32) -> bool {
        let it = &level.items[item as usize];
        let head_of_while =
            item == 0 && level.of.is_some_and(|index| self.nest.loops[index].inside.is_some());
        it.inner.is_none() && !head_of_while && self.graph.to[it.entry as usize].len() > 1
    }
}

/// Numbers the dominator tree of a level, so that ancestry tests are comparisons.
fn number_tree(level: &mut Level) {
    let count = level.items.len();
    let mut size = vec![1u32; count];
    for i in (1..count).rev() {
        size[level.items[i].above as usize] += size[i];
    }
    let mut next = vec![1u32; count];
    for (i, &size) in size.iter().enumerate() {
        let up = level.items[i].above as usize;
        let start = if i == 0 { 0 } else { level.items[up].times.0 + next[up] };
        if i > 0 {
            next[up] += size;
        }
        level.items[i].times = (start, start + size);
    }
}

/// A tree that grows at its leaves, with nearest common ancestors in logarithmic time.
///
/// Source: jump pointers of skew-binary lengths (Myers, *An applicative
/// random-access stack*, 1983).
#[derive(Default)]
struct Tree {
    /// For each node its depth, its parent and its jump pointer, an ancestor further up.
    nodes: Vec<(u32, u32, u32)>,
}

impl Tree {
    fn add(&mut self, parent: Option<u32>) {
        let Some(p) = parent else { return self.nodes.push((0, 0, 0)) };
        let (depth, _, jump) = self.nodes[p as usize];
        let (jump_depth, _, far) = self.nodes[jump as usize];
        let even = depth - jump_depth == jump_depth - self.nodes[far as usize].0;
        self.nodes.push((depth + 1, p, if even { far } else { p }));
    }

    /// The nearest common ancestor.
    fn common(&self, a: u32, b: u32) -> u32 {
        let depth = |n: u32| self.nodes[n as usize].0;
        let (mut a, mut b) = if depth(a) < depth(b) { (b, a) } else { (a, b) };
        while depth(a) > depth(b) {
            let (_, parent, jump) = self.nodes[a as usize];
            a = if depth(jump) >= depth(b) { jump } else { parent };
        }
        while a != b {
            let ((_, p, far_a), (_, q, far_b)) = (self.nodes[a as usize], self.nodes[b as usize]);
            (a, b) = if far_a == far_b { (p, q) } else { (far_a, far_b) };
        }
        a
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_ancestors_are_found() {
        let mut state = 1u64;
        let mut random = |n: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as u32 % n
        };
        let mut tree = Tree::default();
        tree.add(None);
        let mut parent = vec![0u32];
        for i in 1..400u32 {
            // A random tree that is deep as well as broad.
            let p = if random(3) == 0 { random(i) } else { i - 1 };
            tree.add(Some(p));
            parent.push(p);
        }
        let up = |mut n: u32| {
            let mut all = vec![n];
            while n != 0 {
                n = parent[n as usize];
                all.push(n);
            }
            all
        };
        for _ in 0..4000 {
            let (a, b) = (random(400), random(400));
            let above = up(b);
            let expected = up(a).into_iter().find(|n| above.contains(n)).expect("the root");
            assert_eq!(tree.common(a, b), expected, "{a} and {b}");
        }
    }
}
