//! Terms in which equal nodes are one.

use egg::{Id, Language};
use hloom_storage::term::{Node, Term, free};
use hloom_storage::types::Sort;
use std::collections::HashMap;

/// Terms in which equal nodes are one: a part that several loops have is hoisted once. Each node comes after its
/// operands.
#[derive(Default)]
pub(super) struct Arena {
    pub(super) nodes: Vec<Node>,
    ids: HashMap<Node, Id>,
    pub(super) facts: Facts,
}

impl Arena {
    /// Adds a node; returns the one that is equal, if there is one.
    pub(super) fn add(&mut self, node: Node) -> Id {
        if let Some(known) = self.ids.get(&node) {
            return *known;
        }
        let id = Id::from(self.nodes.len());
        self.facts.add(&node);
        self.nodes.push(node);
        self.ids.insert(node, id);
        id
    }

    /// Adds a whole term; returns its root.
    pub(super) fn add_term(&mut self, term: &Term) -> Id {
        let mut ids: Vec<Id> = Vec::with_capacity(term.len());
        for node in term {
            let node = node.map_children(|child| ids[usize::from(child)]);
            ids.push(self.add(node));
        }
        ids[usize::from(term.root())]
    }

    /// The part below a node as a term of its own.
    pub(super) fn term(&self, root: Id) -> Term {
        let mut needed = vec![false; usize::from(root) + 1];
        needed[usize::from(root)] = true;
        for at in (0..needed.len()).rev() {
            if needed[at] {
                self.nodes[at].children().iter().for_each(|id| needed[usize::from(*id)] = true);
            }
        }
        let mut out = Term::default();
        let mut ids = vec![None; needed.len()];
        for at in (0..needed.len()).filter(|at| needed[*at]) {
            let node =
                self.nodes[at].map_children(|child| ids[usize::from(child)].unwrap_or(child));
            ids[at] = Some(out.add(node));
        }
        out
    }
}

/// The free variables of each node, whether it has a loop or an operator on a dictionary, and its sort.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) free: Vec<u64>,
    pub(super) costly: Vec<bool>,
    pub(super) sorts: Vec<Sort>,
}

impl Facts {
    /// Adds those of the next node.
    fn add(&mut self, node: &Node) {
        let sort = node.sort(|id| self.sorts[usize::from(id)]);
        let own = match node {
            Node::Sum(_) | Node::Merge(_) => true,
            Node::Unary(..) | Node::Binary(..) => sort.is_dict(),
            _ => false,
        };
        let inner = node.children().iter().any(|id| self.costly[usize::from(*id)]);
        self.costly.push(own || inner);
        self.free.push(free(node, |id| self.free[usize::from(id)]));
        self.sorts.push(sort);
    }
}
