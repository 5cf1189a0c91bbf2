//! The builder of bodies.

use super::{Body, Condition, Node, NodeId, ScalarOp};
use crate::index::Index;
use hloom_ir::Element;

impl Body {
    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize].0
    }

    /// The element type of a node.
    pub fn element(&self, id: NodeId) -> Element {
        self.nodes[id.0 as usize].1
    }

    /// Every node in order.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The node with this content, added if there is none.
    pub fn add(&mut self, node: Node, element: Element) -> NodeId {
        let next = NodeId(self.nodes.len() as u32);
        let id = *self.known.entry((node.clone(), element)).or_insert(next);
        if id == next {
            self.nodes.push((node, element));
        }
        id
    }

    /// Appends a node, even if there is an equal one.
    pub(crate) fn append(&mut self, node: Node, element: Element) {
        let next = NodeId(self.nodes.len() as u32);
        self.known.entry((node.clone(), element)).or_insert(next);
        self.nodes.push((node, element));
    }

    /// A real constant by its storage bits.
    pub fn constant(&mut self, element: Element, bits: u64) -> NodeId {
        self.add(Node::Constant([bits, 0]), element)
    }

    /// An index expression as an element.
    pub fn index(&mut self, index: Index, element: Element) -> NodeId {
        self.add(Node::Index(index), element)
    }

    /// A node that tests whether conditions hold.
    pub fn holds(&mut self, mut conditions: Vec<Condition>) -> NodeId {
        conditions.sort_unstable();
        conditions.dedup();
        self.add(Node::Holds(conditions), Element::I1)
    }

    /// An element of an input.
    pub fn load(
        &mut self,
        input: u32,
        element: Element,
        coords: Vec<Index>,
        mut guard: Vec<Condition>,
    ) -> NodeId {
        guard.sort_unstable();
        guard.dedup();
        self.add(Node::Load { input, coords, guard }, element)
    }

    /// An element of an input at a computed position.
    pub fn lookup(
        &mut self,
        input: u32,
        element: Element,
        coords: Vec<Index>,
        start: NodeId,
    ) -> NodeId {
        self.add(Node::Lookup { input, coords, start }, element)
    }

    /// An operation with a result of this type.
    pub fn op(&mut self, op: ScalarOp, element: Element, operands: &[NodeId]) -> NodeId {
        self.add(Node::Op(op, operands.into()), element)
    }

    /// A conversion, if the types differ.
    pub fn convert(&mut self, value: NodeId, to: Element) -> NodeId {
        if self.element(value) == to { value } else { self.op(ScalarOp::Convert, to, &[value]) }
    }

    /// The nodes that `roots` depend on, including themselves; operands of [`Node::Reduced`] are
    /// not visited.
    pub fn needed(&self, roots: &[NodeId]) -> Vec<bool> {
        let mut needed = vec![false; self.nodes.len()];
        for root in roots {
            needed[root.0 as usize] = true;
        }
        for id in (0..self.nodes.len()).rev() {
            match &self.nodes[id].0 {
                Node::Op(_, operands) if needed[id] => {
                    operands.iter().for_each(|o| needed[o.0 as usize] = true);
                }
                Node::Lookup { start, .. } if needed[id] => needed[start.0 as usize] = true,
                _ => {}
            }
        }
        needed
    }

    /// Maps the coordinates of an input's loads; `map` must be injective.
    pub(crate) fn with_coords(mut self, input: u32, map: &dyn Fn(&[Index]) -> Vec<Index>) -> Body {
        for (node, _) in &mut self.nodes {
            match node {
                Node::Load { input: from, coords, .. } if *from == input => *coords = map(coords),
                _ => {}
            }
        }
        self.known_again()
    }

    /// Replaces a node by another one of the same element type, of which the body has no copy.
    pub(crate) fn instead(mut self, id: NodeId, node: Node) -> Body {
        self.nodes[id.0 as usize].0 = node;
        self.known_again()
    }

    /// Merges nodes that have become equal.
    fn known_again(mut self) -> Body {
        let numbered = (0..).map(NodeId).zip(&self.nodes);
        self.known = numbered.map(|(id, node)| (node.clone(), id)).collect();
        self
    }

    /// Maps the index expressions of the needed nodes (with their operands); returns the new body
    /// and the new id of each old node. The id of an unneeded node is unspecified.
    pub(crate) fn mapped(
        &self,
        needed: &[bool],
        map: &dyn Fn(&Index) -> Index,
    ) -> (Body, Vec<NodeId>) {
        let conditions = |all: &[Condition]| -> Vec<Condition> {
            all.iter().map(|c| Condition { index: map(&c.index), ..c.clone() }).collect()
        };
        let mut body = Body::default();
        let mut names: Vec<NodeId> = Vec::with_capacity(self.len());
        for id in self.ids() {
            if !needed[id.0 as usize] {
                names.push(NodeId(0));
                continue;
            }
            let node = match self.node(id) {
                Node::Index(index) => Node::Index(map(index)),
                Node::Holds(c) => Node::Holds(conditions(c)),
                Node::Load { input, coords, guard } => Node::Load {
                    input: *input,
                    coords: coords.iter().map(map).collect(),
                    guard: conditions(guard),
                },
                Node::Lookup { input, coords, start } => Node::Lookup {
                    input: *input,
                    coords: coords.iter().map(map).collect(),
                    start: names[start.0 as usize],
                },
                Node::Op(op, operands) => {
                    Node::Op(*op, operands.iter().map(|o| names[o.0 as usize]).collect())
                }
                plain @ (Node::Constant(_) | Node::Reduced(_) | Node::Parameter(_)) => {
                    plain.clone()
                }
            };
            names.push(body.add(node, self.element(id)));
        }
        (body, names)
    }
}
