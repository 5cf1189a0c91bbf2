//! The e-graph of terms, and what is known of each class.
//!
//! # Why `egg`, and how binders are done
//!
//! The e-graph is that of the `egg` crate: it has fast matching, congruence, node and time limits,
//! and proofs. Binders are De Bruijn indices whose variables carry their sort, so congruence is
//! sound under binders without more ado: an open term denotes a function of its free variables, and
//! an equality of open terms holds for all their values. Slotted e-graphs would also share terms
//! that differ in the depth of their binders; the terms of storage programs are small (100 nodes),
//! and the sharing doesn't pay for an e-graph of our own.
//!
//! De Bruijn indices need shifts and substitutions. They are done on the smallest known term of a
//! class, and the result is added to the graph. The free variables of a class are those of that
//! term: a variable that cancels out in some equal term (`x - x + 1`) is not free.
//!
//! A class without free variables is its own shift, so it occurs below other binders too, whose
//! variables have the same numbers and perhaps other sorts. Nodes with variables that their class does
//! not have are therefore no longer looked at there: `x * 0` would otherwise be read as a product with
//! whatever `%0` is where `0` occurs.

use egg::{Analysis, DidMerge, EGraph, Id, Language};
use hloom_storage::term::{Node, Term, free};
use hloom_storage::types::Sort;
use std::collections::HashMap;

/// The e-graph.
pub type Graph = EGraph<Node, Calculus>;

/// The analysis of the e-graph's classes.
#[derive(Clone, Copy, Default, Debug)]
pub struct Calculus;

/// The facts about a class.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The sort of all its terms.
    pub sort: Sort,
    /// The nodes of its smallest known term.
    pub size: u64,
    /// The root of its smallest known term.
    pub best: Node,
    /// The free variables of that term: see [`free`].
    pub free: u64,
    /// Whether it is a zero.
    pub zero: bool,
}

impl Analysis<Node> for Calculus {
    type Data = Facts;

    fn make(graph: &mut Graph, node: &Node, _: Id) -> Facts {
        let size =
            node.children().iter().fold(1, |sum: u64, id| sum.saturating_add(graph[*id].data.size));
        let zero = match node {
            Node::Zero(_) | Node::Int(0) | Node::Bool(false) => true,
            Node::Real(bits) => f64::from_bits(*bits) == 0.0,
            _ => false,
        };
        Facts {
            sort: node.sort(|id| graph[id].data.sort),
            size,
            best: *node,
            free: free(node, |id| graph[id].data.free),
            zero,
        }
    }

    fn merge(&mut self, a: &mut Facts, b: Facts) -> DidMerge {
        debug_assert_eq!(a.sort, b.sort, "equal terms have one sort: {} and {}", a.best, b.best);
        let zero = a.zero || b.zero;
        // Of two terms of one size, the one with fewer variables can be moved to more places.
        let weight = |it: &Facts| (it.size, it.free.count_ones());
        if weight(&b) < weight(a) {
            let more = zero != b.zero;
            *a = Facts { zero, ..b };
            return DidMerge(true, more);
        }
        let more = zero != a.zero;
        a.zero = zero;
        DidMerge(more, weight(&b) > weight(a) || zero != b.zero || a.best != b.best)
    }

    fn modify(graph: &mut Graph, id: Id) {
        let own = graph[id].data.free;
        let beyond = |graph: &Graph, node: &Node| free(node, |id| graph[id].data.free) & !own != 0;
        if !graph[id].nodes.iter().any(|node| beyond(graph, node)) {
            return;
        }
        let mut nodes = std::mem::take(&mut graph[id].nodes);
        nodes.retain(|node| !beyond(graph, node));
        graph[id].nodes = nodes;
    }
}

/// The smallest known term of a class.
pub fn smallest(graph: &Graph, id: Id) -> Term {
    fn build(graph: &Graph, id: Id, out: &mut Term, done: &mut HashMap<Id, Id>) -> Id {
        let id = graph.find(id);
        if let Some(at) = done.get(&id) {
            return *at;
        }
        let mut node = graph[id].data.best;
        for child in node.children_mut() {
            *child = build(graph, *child, out, done);
        }
        let at = out.add(node);
        done.insert(id, at);
        at
    }
    let mut out = Term::default();
    build(graph, id, &mut out, &mut HashMap::new());
    out
}

/// Questions about a class and one of its variables that are answered by walking the class.
struct Walk<'a> {
    graph: &'a Graph,
    /// The answers so far. A class that is being looked at has the answer "no": a cycle proves
    /// nothing.
    known: HashMap<(Id, u32), bool>,
    depth: usize,
}

/// The maximum number of nodes between a class and the proof that it vanishes or is linear.
const MAX_WALK: usize = 16;

/// Whether a class is zero wherever `%variable` is zero.
///
/// Over the reals this takes zero times anything to be zero.
pub fn vanishes(graph: &Graph, id: Id, variable: u32) -> bool {
    Walk::new(graph).vanishes(id, variable)
}

/// Whether a class is additive in `%variable`: its value at `x + y` is the sum of its values at `x`
/// and `y`, and at zero it is zero.
pub fn is_linear(graph: &Graph, id: Id, variable: u32) -> bool {
    Walk::new(graph).linear(id, variable)
}

/// Whether `%variable` is free in a class.
pub fn has_free(graph: &Graph, id: Id, variable: u32) -> bool {
    graph[id].data.free >> variable.min(63) & 1 == 1
}

impl<'a> Walk<'a> {
    fn new(graph: &'a Graph) -> Walk<'a> {
        Walk { graph, known: HashMap::new(), depth: 0 }
    }

    fn any(
        &mut self,
        id: Id,
        variable: u32,
        mut test: impl FnMut(&mut Self, &Node) -> bool,
    ) -> bool {
        let id = self.graph.find(id);
        if let Some(found) = self.known.get(&(id, variable)) {
            return *found;
        }
        if self.depth >= MAX_WALK {
            return false;
        }
        self.known.insert((id, variable), false);
        self.depth += 1;
        let graph = self.graph;
        let found = graph[id].nodes.iter().any(|node| test(self, node));
        self.depth -= 1;
        self.known.insert((id, variable), found);
        found
    }

    fn vanishes(&mut self, id: Id, v: u32) -> bool {
        use hloom_storage::term::Binary as B;
        use hloom_storage::term::Unary as U;
        if self.graph[id].data.zero {
            return true;
        }
        let dict = |walk: &Self, id: Id| walk.graph[id].data.sort.is_dict();
        self.any(id, v, |walk, node| match *node {
            Node::Var(i, _) => i == v,
            Node::Unary(U::Neg | U::ToReal, e) => walk.vanishes(e, v),
            Node::Unary(U::Even | U::Odd, e) => walk.vanishes(e, v),
            Node::Binary(B::Mul | B::Scale | B::Hadamard, [a, b]) => {
                walk.vanishes(a, v) || walk.vanishes(b, v)
            }
            Node::Binary(B::Add | B::Sub | B::Min | B::Max, [a, b]) => {
                walk.vanishes(a, v) && walk.vanishes(b, v)
            }
            Node::If([c, e]) => walk.vanishes(c, v) || walk.vanishes(e, v),
            Node::Single([_, e]) => walk.vanishes(e, v),
            // A dictionary that is zero has no entries; an array has them all the same.
            Node::Get([d, _]) | Node::Slice([d, ..]) => dict(walk, d) && walk.vanishes(d, v),
            Node::Let([_, b]) => walk.vanishes(b, v + 1),
            Node::Sum([d, b]) => (dict(walk, d) && walk.vanishes(d, v)) || walk.vanishes(b, v + 2),
            Node::Merge([d, e, b]) => {
                (dict(walk, d) && walk.vanishes(d, v))
                    || (dict(walk, e) && walk.vanishes(e, v))
                    || walk.vanishes(b, v + 3)
            }
            _ => false,
        })
    }

    fn linear(&mut self, id: Id, v: u32) -> bool {
        use hloom_storage::term::Binary as B;
        let free = |walk: &Self, id: Id, v: u32| has_free(walk.graph, id, v);
        if self.graph[id].data.zero {
            return true;
        }
        self.any(id, v, |walk, node| match *node {
            Node::Var(i, _) => i == v,
            Node::Unary(hloom_storage::term::Unary::Neg, e) => walk.linear(e, v),
            Node::Binary(B::Mul | B::Scale | B::Hadamard, [a, b]) => {
                (!free(walk, b, v) && walk.linear(a, v)) || (!free(walk, a, v) && walk.linear(b, v))
            }
            Node::Binary(B::Add | B::Sub, [a, b]) => walk.linear(a, v) && walk.linear(b, v),
            Node::If([c, e]) => !free(walk, c, v) && walk.linear(e, v),
            Node::Single([k, e]) => !free(walk, k, v) && walk.linear(e, v),
            Node::Get([d, k]) => !free(walk, k, v) && walk.linear(d, v),
            Node::Slice([d, a, b]) => !free(walk, a, v) && !free(walk, b, v) && walk.linear(d, v),
            Node::Let([e, b]) => !free(walk, e, v) && walk.linear(b, v + 1),
            Node::Sum([d, b]) => {
                (!free(walk, d, v) && walk.linear(b, v + 2))
                    || (!free(walk, b, v + 2) && walk.linear(d, v) && walk.linear(b, 0))
            }
            Node::Merge([d, e, b]) => {
                !free(walk, d, v) && !free(walk, e, v) && walk.linear(b, v + 3)
            }
            _ => false,
        })
    }
}
