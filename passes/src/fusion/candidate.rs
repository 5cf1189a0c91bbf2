//! Candidates for fusion: the nodes that one fused operator covers.

use super::class::Class;
use super::graph::{Graph, Link, Node, Source};
use super::kind::Kind;
use super::machine::Machine;
use super::memo::{Entry, Memo};
use hloom_analysis::sparse::ZeroRule;
use hloom_ir::module::Module;
use smallvec::SmallVec;
use std::cell::Cell;

/// A node in a fused operator.
#[derive(Clone, PartialEq, Debug)]
pub struct Member {
    /// The node.
    pub node: usize,
    /// For each operand, whether it is computed in the operator too.
    pub fused: SmallVec<[bool; 4]>,
    /// How many times each of its elements is computed.
    pub times: f64,
}

/// What one operator computes: a root, and nodes that are computed with it.
#[derive(Clone, PartialEq, Debug)]
pub struct FusionCandidate {
    /// The template; none for a node on its own.
    pub kind: Option<Kind>,
    /// The members, the root first.
    pub members: Vec<Member>,
}

impl FusionCandidate {
    /// The node whose result it is for.
    pub fn root(&self) -> usize {
        self.members[0].node
    }

    /// The member that is a node.
    pub fn member(&self, node: usize) -> Option<&Member> {
        self.members.iter().find(|m| m.node == node)
    }

    /// What it reads, each once.
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

/// Asks whether the edge from a node to its operand's producer is cut: what the
/// producer makes goes through memory.
pub trait Cuts {
    /// Whether it is.
    fn cut(&self, node: usize, position: usize) -> bool;
}

/// Every edge is cut.
pub struct AllCuts;

impl Cuts for AllCuts {
    fn cut(&self, _: usize, _: usize) -> bool {
        true
    }
}

/// What sparse inputs are looked at with.
#[derive(Clone, Copy, Debug)]
pub struct Sparse<'m> {
    /// The module that the graph is of.
    pub module: &'m Module,
    /// What zero does to what it is multiplied with.
    pub rule: ZeroRule,
}

/// What plans are made of.
pub struct Space<'a> {
    /// The nodes.
    pub graph: &'a Graph,
    /// Their entries.
    pub memo: &'a Memo,
    /// What time is estimated for.
    pub machine: &'a Machine,
    /// The most nodes in one operator.
    pub most: usize,
    /// What sparse inputs are looked at with, if they may drive operators.
    pub sparse: Option<Sparse<'a>>,
    /// For each node, its entries by how much they fuse, the most first.
    most_fused: Vec<SmallVec<[u16; 12]>>,
    /// For each node, whether it and all that can be fused into it work element by
    /// element.
    plain: Vec<bool>,
    /// Seconds that each node computes, and that it computes row by row.
    pub(super) compute: Vec<(f64, f64)>,
    /// Where each node stands in the cover that is grown, and after the nodes where
    /// each input stands among what is read: searches grow thousands of covers, and
    /// hashing would be most of that.
    pub(super) places: Places,
    /// The place of each node in its partition, once that is judged: a node is of one
    /// partition alone.
    pub(super) place_in_part: Vec<Cell<u32>>,
}

/// Numbers of nodes and inputs, that can be forgotten all at once.
pub(super) struct Places {
    /// For each, when its number was noted, and the number.
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
            // The count went round: what was noted long ago would be new again.
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
    /// The space of a graph's plans, of at most `most` nodes in one operator.
    pub fn new(graph: &'a Graph, memo: &'a Memo, machine: &'a Machine, most: usize) -> Space<'a> {
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
            most,
            sparse: None,
            most_fused: memo.groups.iter().map(most_fused).collect(),
            compute: graph.nodes.iter().map(compute).collect(),
            plain,
            places: Places::new(graph.nodes.len() + graph.inputs.len()),
            place_in_part: vec![Cell::new(u32::MAX); graph.nodes.len()],
        }
    }

    /// The entry with the most fused operands, and so on down.
    fn cover_of(&self, root: usize, cuts: &dyn Cuts, kind: Kind) -> FusionCandidate {
        let mut cover = FusionCandidate { kind: Some(kind), members: Vec::with_capacity(16) };
        let Some(entry) = self.best(root, cuts, kind) else {
            cover.kind = None;
            cover.members.push(self.bare(root));
            return cover;
        };
        let places = &self.places;
        places.forget();
        // Around a product or windows, one way leads to that; all else is elements.
        let around = matches!(kind, Kind::Dot | Kind::Window);
        let mut way: SmallVec<[usize; 8]> = SmallVec::new();
        if around {
            way.push(root);
        }
        let mut open: SmallVec<[(usize, usize, &Entry); 8]> = SmallVec::new();
        cover.members.push(self.bare(root));
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
                if cover.members.len() >= self.most {
                    continue;
                }
                let on_way = seeks && self.memo.groups[p].iter().any(|e| e.kind == kind);
                let only = match (around, on_way) {
                    (false, _) => None,
                    (true, true) => Some(kind),
                    (true, false) => Some(Kind::Cell),
                };
                let Some(next) = self.best_inner(p, cuts, kind, only) else { continue };
                if on_way {
                    seeks = false;
                    way.push(p);
                }
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

    /// The operator that makes a node, given the cuts: of the templates that can end
    /// there, the one that covers most. Rows of one stage are what that stage is.
    pub fn cover(&self, root: usize, cuts: &dyn Cuts) -> FusionCandidate {
        let mut best: Option<(usize, usize, FusionCandidate)> = None;
        let mut tried: SmallVec<[Kind; 6]> = SmallVec::new();
        for entry in &self.memo.groups[root] {
            if !entry.status.is_valid() || tried.contains(&entry.kind) {
                continue;
            }
            tried.push(entry.kind);
            let by_rows = matches!(entry.kind, Kind::Row | Kind::Outer);
            // Without anything to combine it covers no more than elementwise work does.
            if by_rows && self.plain[root] {
                continue;
            }
            let cover = self.cover_of(root, cuts, entry.kind);
            if entry.kind == Kind::Attention {
                // Nothing else does both products as fast; a part of one is nothing.
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

    /// Whether a cover is all of the chain that its root ends.
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

    /// What a node is that nothing else is fused with: a fusion if its edges stand for
    /// ops, which would else be computed into memory.
    fn kind_alone(&self, node: usize) -> Option<Kind> {
        let it = &self.graph.nodes[node];
        let kind = match it.class {
            Class::Map | Class::Move | Class::Reduce => Kind::Cell,
            Class::Window => Kind::Window,
            Class::Scatter => Kind::Scatter,
            // They read through nothing but constants.
            _ => return None,
        };
        it.operands.iter().any(|o| o.made).then_some(kind)
    }

    fn bare(&self, node: usize) -> Member {
        let count = self.graph.nodes[node].operands.len();
        Member { node, fused: SmallVec::from_elem(false, count), times: 1.0 }
    }

    /// The entries of a node of one template that hold under cuts, most fused first.
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

    /// The entry of a root that fuses most under cuts.
    fn best(&self, node: usize, cuts: &dyn Cuts, kind: Kind) -> Option<&'a Entry> {
        self.entries(node, cuts, |e| e.kind == kind && e.status.is_valid())
    }

    /// The entry that fuses most of a node inside of an operator: of `only` this
    /// template, or of the operator's own before one that it takes.
    fn best_inner(
        &self,
        node: usize,
        cuts: &dyn Cuts,
        kind: Kind,
        only: Option<Kind>,
    ) -> Option<&'a Entry> {
        let of = |k: Kind| self.entries(node, cuts, |e| e.kind == k && e.status.is_open());
        let taken = |e: &Entry| e.kind != kind && kind.takes(e.kind) && e.status.is_open();
        match only {
            Some(k) => of(k),
            None => of(kind).or_else(|| self.entries(node, cuts, taken)),
        }
    }

    /// How often an element of what makes an operand is computed.
    fn times(&self, kind: Kind, member: &Member, position: usize) -> f64 {
        let it = &self.graph.nodes[member.node];
        let operand = &it.operands[position];
        let producer = match operand.source {
            Source::Node(p) => &self.graph.nodes[p],
            Source::Input(_) | Source::Free => return 1.0,
        };
        let again = match (kind, it.class) {
            // A row's values are kept while it is worked on.
            (Kind::Row | Kind::Outer, _) => return member.times,
            // Each tile of rows makes what has columns anew.
            (Kind::Attention, Class::Dot) if producer.chain.is_none() => {
                let link = it.chain.or(it.ends).map(|number| &self.graph.chains[number as usize]);
                let rows = |l: &&Link| it.chain.is_some() && position == l.row_side;
                link.filter(|l| !rows(l)).map_or(1.0, |l| l.tiles)
            }
            (Kind::Attention, _) => return member.times,
            (_, Class::Window) => it.cells * it.depth / producer.cells.max(1.0),
            (_, Class::Convolution) => {
                (it.work.products + it.work.skinny) / 2.0 / producer.cells.max(1.0)
            }
            (_, Class::Dot) => {
                let uses = it.cells * it.depth / producer.cells.max(1.0);
                // Factors of larger products are copied, once for some columns.
                let packed = it.depth >= 16.0 && uses >= 16.0 && it.cells / uses >= 16.0;
                if packed { 1.25 } else { uses }
            }
            _ => operand.spread,
        };
        member.times * again.max(1.0)
    }

    /// The bytes that a node reads of an operand: of what it gathers from, no more than
    /// it gathers.
    pub fn read_by(&self, node: usize, position: usize) -> f64 {
        let it = &self.graph.nodes[node];
        let bytes = self.bytes(it.operands[position].source);
        if it.class == Class::Gather && position == 0 { bytes.min(it.bytes) } else { bytes }
    }

    /// The size of what is read.
    pub fn bytes(&self, source: Source) -> f64 {
        match source {
            Source::Node(n) => self.graph.nodes[n].bytes,
            Source::Input(n) => self.graph.inputs[n].bytes,
            Source::Free => 0.0,
        }
    }

    /// The least part of any operator's reading and computing that sparse inputs leave.
    pub fn least_density(&self) -> f64 {
        let densities = self.graph.inputs.iter().filter_map(|input| input.density);
        if self.sparse.is_some() { densities.fold(1.0, f64::min) } else { 1.0 }
    }

    /// The least time in which a node's work can be done.
    pub fn least_compute(&self, node: usize) -> f64 {
        let (alone, by_rows) = self.compute[node];
        alone.min(by_rows)
    }
}

/// Whether none of an entry's references is cut.
fn holds(entry: &Entry, node: usize, cuts: &dyn Cuts) -> bool {
    entry.refs.iter().enumerate().all(|(p, r)| r.is_none() || !cuts.cut(node, p))
}
