//! Builds bodies.

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

    /// The node that is this, added if there is none yet.
    pub fn add(&mut self, node: Node, element: Element) -> NodeId {
        let next = NodeId(self.nodes.len() as u32);
        let id = *self.known.entry((node.clone(), element)).or_insert(next);
        if id == next {
            self.nodes.push((node, element));
        }
        id
    }

    /// A real constant by its storage bits.
    pub fn constant(&mut self, element: Element, bits: u64) -> NodeId {
        self.add(Node::Constant([bits, 0]), element)
    }

    /// An index expression as an element.
    pub fn index(&mut self, index: Index, element: Element) -> NodeId {
        self.add(Node::Index(index), element)
    }

    /// Whether conditions hold.
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

    /// An operation with a result of this type.
    pub fn op(&mut self, op: ScalarOp, element: Element, operands: &[NodeId]) -> NodeId {
        self.add(Node::Op(op, operands.into()), element)
    }

    /// A conversion, where one is needed.
    pub fn convert(&mut self, value: NodeId, to: Element) -> NodeId {
        if self.element(value) == to { value } else { self.op(ScalarOp::Convert, to, &[value]) }
    }

    /// The nodes that some roots need, themselves included; what is under
    /// [`Node::Reduced`] is not looked at.
    pub fn needed(&self, roots: &[NodeId]) -> Vec<bool> {
        let mut needed = vec![false; self.nodes.len()];
        for root in roots {
            needed[root.0 as usize] = true;
        }
        for id in (0..self.nodes.len()).rev() {
            if let (true, Node::Op(_, operands)) = (needed[id], &self.nodes[id].0) {
                operands.iter().for_each(|o| needed[o.0 as usize] = true);
            }
        }
        needed
    }
}
