//! Candidates for fusion: the nodes that one fused operator covers.

use super::class::Class;
use super::cone::cones;
use super::graph::{Graph, Link, Node, Source};
use super::kind::TemplateKind;
use super::limits::Limits;
use super::machine::Machine;
use super::memo::{Entry, Memo};
use hloom_analysis::sparse::ZeroRule;
use hloom_ir::module::Module;
use smallvec::SmallVec;
use std::cell::Cell;

/// A node of a fused operator.
#[derive(Clone, PartialEq, Debug)]
pub struct Member {
    /// The node.
    pub node: usize,
    /// For each operand, whether its producer is a member too.
    pub fused: SmallVec<[bool; 4]>,
    /// The number of times that each of its elements is computed.
    pub times: f64,
}

/// A candidate operator: a root and the nodes computed with it.
#[derive(Clone, PartialEq, Debug)]
pub struct FusionCandidate {
    /// The template; `None` for a single unfused node.
    pub kind: Option<TemplateKind>,
    /// The members, the root first.
    pub members: Vec<Member>,
}

impl FusionCandidate {
    /// The root: the node whose result the operator computes.
    pub fn root(&self) -> usize {
        self.members[0].node
    }

    /// The member for a node, if it is one.
    pub fn member(&self, node: usize) -> Option<&Member> {
        self.members.iter().find(|m| m.node == node)
    }

    /// The distinct tensors that the operator reads from memory.
    pub fn reads(&self, graph: &Graph) -> SmallVec<[Source; 8]> {
        let mut found: SmallVec<[Source; 8]> = SmallVec::new();
        for m in &self.members {
            for (o, fused) in graph.nodes[m.node].operands.iter().zip(&m.fused) {
                if !fused && o.source != Source::Free && !found.contains(&o.source) {
                    found.push(o.source);
                }
            }
        }
        found
    }
}

/// Tells which edges between a node and the producer of an operand are cut. The value of a cut edge
/// is materialized in memory.
pub trait Cuts {
    /// Whether the edge at this operand position is cut.
    fn cut(&self, node: usize, position: usize) -> bool;
}

/// Cuts every edge.
pub struct AllCuts;

impl Cuts for AllCuts {
    fn cut(&self, _: usize, _: usize) -> bool {
        true
    }
}

/// Inputs of the analysis of sparse operators.
#[derive(Clone, Copy, Debug)]
pub struct Sparse<'m> {
    /// The module of the graph.
    pub module: &'m Module,
    /// The rule for products with zero.
    pub rule: ZeroRule,
}

/// The search space of fusion plans for a graph.
pub struct Space<'a> {
    /// The nodes.
    pub graph: &'a Graph,
    /// The memo table.
    pub memo: &'a Memo,
    /// The machine model.
    pub machine: &'a Machine,
    /// The maximum number of nodes in one operator, where a cone counts as one node.
    pub most: usize,
    /// For each node, the apex of its cone.
    cone: Vec<usize>,
    /// The analysis of sparse operators, if sparse inputs may drive them.
    pub sparse: Option<Sparse<'a>>,
    /// For each node, its memo entries by number of fused operands, in descending order.
    most_fused: Vec<SmallVec<[u16; 12]>>,
    /// For each node, whether it and everything that can be fused into it is elementwise.
    plain: Vec<bool>,
    /// For each node, its compute time in seconds, in general and row by row.
    pub(super) compute: Vec<(f64, f64)>,
    /// Index of each node in the candidate that is being grown, and of each input among its reads.
    /// Searches grow thousands of candidates; hashing would dominate their time.
    pub(super) places: Places,
    /// Index of each node in its partition, set when the partition is costed; a node belongs to one
    /// partition.
    pub(super) place_in_part: Vec<Cell<u32>>,
}

/// A map from nodes and inputs to indices that is cleared in constant time.
pub(super) struct Places {
    /// For each key, the generation in which it was set, and the index.
    noted: Vec<Cell<(u32, u32)>>,
    now: Cell<u32>,
}

impl Places {
    fn new(count: usize) -> Places {
        Places { noted: vec![Cell::new((0, 0)); count], now: Cell::new(0) }
    }

    pub(super) fn forget(&self) {
        self.now.set(self.now.get().wrapping_add(1));
        if self.now.get() == 0 {
            // The generation counter wrapped around: old entries would look current.
            self.noted.iter().for_each(|n| n.set((0, 0)));
            self.now.set(1);
        }
    }

    pub(super) fn get(&self, at: usize) -> Option<usize> {
        let (when, number) = self.noted[at].get();
        (when == self.now.get()).then_some(number as usize)
    }

    pub(super) fn note(&self, at: usize, number: usize) {
        self.noted[at].set((self.now.get(), number as u32));
    }
}

impl<'a> Space<'a> {
    /// The search space of a graph.
    pub fn new(
        graph: &'a Graph,
        memo: &'a Memo,
        machine: &'a Machine,
        limits: &Limits,
    ) -> Space<'a> {
        let compute = |n: &Node| (machine.compute(&n.work, false), machine.compute(&n.work, true));
        let most_fused = |group: &SmallVec<[Entry; 4]>| {
            let mut order: SmallVec<[u16; 12]> = (0..group.len() as u16).rev().collect();
            order.sort_by_key(|&at| std::cmp::Reverse(group[at as usize].fused()));
            order
        };
        let mut plain: Vec<bool> = Vec::with_capacity(graph.nodes.len());
        for (node, group) in graph.nodes.iter().zip(&memo.groups) {
            let mut fused = group.iter().flat_map(|e| e.refs.iter().flatten());
            plain.push(node.class == Class::Map && fused.all(|&r| plain[r as usize]));
        }
        Space {
            graph,
            memo,
            machine,
            most: limits.ops,
            cone: cones(graph, limits.cone),
            sparse: None,
            most_fused: memo.groups.iter().map(most_fused).collect(),
            compute: graph.nodes.iter().map(compute).collect(),
            plain,
            places: Places::new(graph.nodes.len() + graph.inputs.len()),
            place_in_part: vec![Cell::new(u32::MAX); graph.nodes.len()],
        }
    }

    /// The candidate of one template at a root: takes the entry with the most fused operands at
    /// each node, recursively.
    fn cover_of(&self, root: usize, cuts: &dyn Cuts, kind: TemplateKind) -> FusionCandidate {
        let mut cover = FusionCandidate { kind: Some(kind), members: Vec::with_capacity(16) };
        let Some(entry) = self.best(root, cuts, kind) else {
            cover.kind = None;
            cover.members.push(self.bare(root));
            return cover;
        };
        let places = &self.places;
        places.forget();
        // In `dot` and `window` operators one path of nodes leads to the product or window; all
        // other members are elementwise.
        let around = matches!(kind, TemplateKind::Dot | TemplateKind::Window);
        let mut way: SmallVec<[usize; 8]> = SmallVec::new();
        if around {
            way.push(root);
        }
        let mut open: SmallVec<[(usize, usize, &Entry); 8]> = SmallVec::new();
        cover.members.push(self.bare(root));
        let mut cones = 1;
        places.note(root, 0);
        open.push((root, 0, entry));
        while let Some((node, at, entry)) = open.pop() {
            let it = &self.graph.nodes[node];
            let mut seeks = around && it.class == Class::Map && way.contains(&node);
            for (position, r) in entry.refs.iter().enumerate() {
                let Some(p) = r.map(|r| r as usize) else { continue };
                if cuts.cut(node, position) {
                    continue;
                }
                let times = self.times(kind, &cover.members[at], position);
                if let Some(known) = places.get(p) {
                    let fits = !way.contains(&p) || (way.contains(&node) && it.class == Class::Map);
                    if fits {
                        cover.members[at].fused[position] = true;
                        let old = &mut cover.members[known].times;
                        *old = old.max(times);
                        seeks &= !way.contains(&p);
                    }
                    continue;
                }
                let within = self.cone[p] == self.cone[node];
                if !within && cones >= self.most {
                    continue;
                }
                let on_way = seeks && self.memo.groups[p].iter().any(|e| e.kind == kind);
                let only = match (around, on_way) {
                    (false, _) => None,
                    (true, true) => Some(kind),
                    (true, false) => Some(TemplateKind::Cell),
                };
                let Some(next) = self.best_inner(p, cuts, kind, only) else { continue };
                if on_way {
                    seeks = false;
                    way.push(p);
                }
                cones += usize::from(!within);
                cover.members[at].fused[position] = true;
                let place = cover.members.len();
                let mut member = self.bare(p);
                member.times = times;
                cover.members.push(member);
                places.note(p, place);
                open.push((p, place, next));
            }
        }
        if cover.members.len() == 1 {
            cover.kind = self.kind_alone(root);
        }
        cover
    }

    /// The best candidate at a root, given the cut edges: the one with the most members among the
    /// templates that may end there. A `row` candidate with fewer than two combining nodes ranks
    /// below the template of that node.
    pub fn cover(&self, root: usize, cuts: &dyn Cuts) -> FusionCandidate {
        let mut best: Option<(usize, usize, FusionCandidate)> = None;
        let mut tried: SmallVec<[TemplateKind; 6]> = SmallVec::new();
        for entry in &self.memo.groups[root] {
            if !entry.status.is_valid() || tried.contains(&entry.kind) {
                continue;
            }
            tried.push(entry.kind);
            let by_rows = matches!(entry.kind, TemplateKind::Row | TemplateKind::Outer);
            // Without a combining node, it covers no more than `cell` does.
            if by_rows && self.plain[root] {
                continue;
            }
            let cover = self.cover_of(root, cuts, entry.kind);
            if entry.kind == TemplateKind::Attention {
                // No other template computes both products as fast; an incomplete chain is not a
                // candidate.
                if self.is_whole(&cover) {
                    return cover;
                }
                continue;
            }
            let stages = || {
                let classes = cover.members.iter().map(|m| self.graph.nodes[m.node].class);
                classes.filter(|c| c.is_stage()).count()
            };
            let rank = if by_rows && stages() < 2 { 0 } else { entry.kind.rank() };
            let size = cover.members.len();
            if best.as_ref().is_none_or(|b| (size, rank) > (b.0, b.1)) {
                best = Some((size, rank, cover));
            }
        }
        match best {
            Some((_, _, cover)) => cover,
            None => FusionCandidate { kind: self.kind_alone(root), members: vec![self.bare(root)] },
        }
    }

    /// Whether a candidate covers the whole chain that its root ends.
    fn is_whole(&self, cover: &FusionCandidate) -> bool {
        let graph = self.graph;
        let Some(number) = graph.chain_of(cover.root()) else { return false };
        let link = &graph.chains[number as usize];
        let linked = |source| match source {
            Source::Node(n) => graph.nodes[n].chain.or(graph.chain_of(n)) == Some(number),
            Source::Input(_) | Source::Free => false,
        };
        let whole = |m: &Member| {
            let it = &graph.nodes[m.node];
            let inside = it.chain.or(graph.chain_of(m.node)) == Some(number);
            let mut operands = it.operands.iter().zip(&m.fused);
            !inside || operands.all(|(o, fused)| *fused || !linked(o.source))
        };
        let mut all = link.nodes.iter().chain([&link.last]);
        all.all(|n| cover.member(*n).is_some()) && cover.members.iter().all(whole)
    }

    /// The template of a node with which nothing is fused. It is a fusion if its edges stand for
    /// ops, which would otherwise be materialized.
    fn kind_alone(&self, node: usize) -> Option<TemplateKind> {
        let it = &self.graph.nodes[node];
        let kind = match it.class {
            Class::Map | Class::Move | Class::Reduce => TemplateKind::Cell,
            Class::Window => TemplateKind::Window,
            Class::Scatter => TemplateKind::Scatter,
            // Only constants are read through on their edges.
            _ => return None,
        };
        it.operands.iter().any(|o| o.made).then_some(kind)
    }

    fn bare(&self, node: usize) -> Member {
        let count = self.graph.nodes[node].operands.len();
        Member { node, fused: SmallVec::from_elem(false, count), times: 1.0 }
    }

    /// The entry of a node that fits and survives the cuts, with the most fused operands.
    fn entries(
        &self,
        node: usize,
        cuts: &dyn Cuts,
        fits: impl Fn(&Entry) -> bool,
    ) -> Option<&'a Entry> {
        let group = &self.memo.groups[node];
        let mut entries = self.most_fused[node].iter().map(|&at| &group[at as usize]);
        entries.find(|e| fits(e) && holds(e, node, cuts))
    }

    /// The entry of a root of this template that fuses the most operands under the cuts.
    fn best(&self, node: usize, cuts: &dyn Cuts, kind: TemplateKind) -> Option<&'a Entry> {
        self.entries(node, cuts, |e| e.kind == kind && e.status.is_valid())
    }

    /// The entry with the most fused operands for a node inside of an operator: of template `only`
    /// if given, else of the operator's template, else of a template that it takes.
    fn best_inner(
        &self,
        node: usize,
        cuts: &dyn Cuts,
        kind: TemplateKind,
        only: Option<TemplateKind>,
    ) -> Option<&'a Entry> {
        let of = |k: TemplateKind| self.entries(node, cuts, |e| e.kind == k && e.status.is_open());
        let taken = |e: &Entry| e.kind != kind && kind.takes(e.kind) && e.status.is_open();
        match only {
            Some(k) => of(k),
            None => of(kind).or_else(|| self.entries(node, cuts, taken)),
        }
    }

    /// The number of times that each element of an operand's producer is computed.
    fn times(&self, kind: TemplateKind, member: &Member, position: usize) -> f64 {
        let it = &self.graph.nodes[member.node];
        let operand = &it.operands[position];
        let producer = match operand.source {
            Source::Node(p) => &self.graph.nodes[p],
            Source::Input(_) | Source::Free => return 1.0,
        };
        let again = match (kind, it.class) {
            // The values of a row are kept until the row is finished.
            (TemplateKind::Row | TemplateKind::Outer, _) => return member.times,
            // Each row tile recomputes the operand that has the columns.
            (TemplateKind::Attention, Class::Dot) if producer.chain.is_none() => {
                let link = it.chain.or(it.ends).map(|number| &self.graph.chains[number as usize]);
                let rows = |l: &&Link| it.chain.is_some() && position == l.row_side;
                link.filter(|l| !rows(l)).map_or(1.0, |l| l.tiles)
            }
            (TemplateKind::Attention, _) => return member.times,
            (_, Class::Window) => it.cells * it.depth / producer.cells.max(1.0),
            (_, Class::Convolution) => {
                (it.work.products + it.work.skinny) / 2.0 / producer.cells.max(1.0)
            }
            (_, Class::Dot) => {
                let uses = it.cells * it.depth / producer.cells.max(1.0);
                // Operands of large products are packed: computed once per block of columns.
                let packed = it.depth >= 16.0 && uses >= 16.0 && it.cells / uses >= 16.0;
                if packed { 1.25 } else { uses }
            }
            _ => self.graph.repeats(member.node, position),
        };
        member.times * again.max(1.0)
    }

    /// The bytes that a node reads of an operand. A gather reads no more than the size of its
    /// result.
    pub fn read_by(&self, node: usize, position: usize) -> f64 {
        let it = &self.graph.nodes[node];
        let bytes = self.bytes(it.operands[position].source);
        if it.class == Class::Gather && position == 0 { bytes.min(it.bytes) } else { bytes }
    }

    /// The size in bytes of a source.
    pub fn bytes(&self, source: Source) -> f64 {
        match source {
            Source::Node(n) => self.graph.nodes[n].bytes,
            Source::Input(n) => self.graph.inputs[n].bytes,
            Source::Free => 0.0,
        }
    }

    /// A lower bound of the density of any operator's inputs: the fraction of work that remains in
    /// a sparse-driven operator.
    pub fn least_density(&self) -> f64 {
        let densities = self.graph.inputs.iter().filter_map(|input| input.density);
        if self.sparse.is_some() { densities.fold(1.0, f64::min) } else { 1.0 }
    }

    /// A lower bound of the compute time of a node, in seconds.
    pub fn least_compute(&self, node: usize) -> f64 {
        let (alone, by_rows) = self.compute[node];
        alone.min(by_rows)
    }
}

/// Whether none of an entry's fused edges is cut.
fn holds(entry: &Entry, node: usize, cuts: &dyn Cuts) -> bool {
    entry.refs.iter().enumerate().all(|(p, r)| r.is_none() || !cuts.cut(node, p))
}
