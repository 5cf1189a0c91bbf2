//! Edges of control-flow graphs: successors of terminators, the values passed to them, and
//! predecessors of blocks.
//!
//! Few ops have successors. An op stores one word for them, the index of its first edge in the
//! module's edge list. The edges to one block are linked like the uses of one value. The values
//! passed to successors are the last operands of the op, those for the first successor first.

use super::{Graph, NONE, Payload};
use crate::id::{Block, OpId, Value};
use smallvec::SmallVec;

/// A successor of an op.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    owner: OpId,
    to: Block,
    /// The owner's operands that it passes: the first one and their number.
    args: (u32, u32),
    /// The next newer and older edge to the same block.
    prev: u32,
    next: u32,
    /// Number of edges of the owner from this one on.
    left: u32,
}

/// A successor of an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Successor<'m> {
    /// The block that control goes to.
    pub block: Block,
    /// The values of the block's arguments; empty for a foreign op, whose passed operands are
    /// unknown.
    pub args: &'m [Value],
}

impl<O: Payload> Graph<O> {
    /// The range of an op's edges.
    fn edge_range(&self, op: OpId) -> std::ops::Range<usize> {
        match self.ops[op.index()].edges {
            NONE => 0..0,
            first => {
                let first = first as usize;
                first..first + self.edges[first].left as usize
            }
        }
    }

    /// Whether the op has successors: blocks that it may branch to.
    pub fn has_successors(&self, op: OpId) -> bool {
        self.ops[op.index()].edges != NONE
    }

    /// The op's successors, in order.
    pub fn successors(
        &self,
        op: OpId,
    ) -> impl DoubleEndedIterator<Item = Successor<'_>> + ExactSizeIterator + Clone {
        let operands = self.operands(op);
        self.edges[self.edge_range(op)].iter().map(move |edge| {
            let (start, count) = edge.args;
            Successor { block: edge.to, args: &operands[start as usize..(start + count) as usize] }
        })
    }

    /// Successor `i` of the op.
    ///
    /// # Panics
    /// If the op has fewer successors.
    pub fn successor(&self, op: OpId, i: usize) -> Successor<'_> {
        self.successors(op).nth(i).expect("the op has so many successors")
    }

    /// The op's operands without those that it passes to its successors.
    pub fn own_operands(&self, op: OpId) -> &[Value] {
        let all = self.operands(op);
        match self.edges[self.edge_range(op)].first() {
            Some(edge) => &all[..edge.args.0 as usize],
            None => all,
        }
    }

    /// The edges to a block: the branching op and the index among its successors. One op may occur
    /// more than once. Latest first.
    pub fn predecessors(&self, block: Block) -> impl Iterator<Item = (OpId, usize)> + '_ {
        let first = Some(self.blocks[block.index()].first_edge).filter(|&e| e != NONE);
        std::iter::successors(first, |&e| Some(self.edges[e as usize].next).filter(|&n| n != NONE))
            .map(|e| {
                let owner = self.edges[e as usize].owner;
                (owner, (e - self.ops[owner.index()].edges) as usize)
            })
    }

    fn link_edge(&mut self, e: u32) {
        let to = self.edges[e as usize].to;
        let first = std::mem::replace(&mut self.blocks[to.index()].first_edge, e);
        (self.edges[e as usize].prev, self.edges[e as usize].next) = (NONE, first);
        if first != NONE {
            self.edges[first as usize].prev = e;
        }
    }

    fn unlink_edge(&mut self, e: u32) {
        let Edge { to, prev, next, .. } = self.edges[e as usize];
        if prev == NONE {
            self.blocks[to.index()].first_edge = next;
        } else {
            self.edges[prev as usize].next = next;
        }
        if next != NONE {
            self.edges[next as usize].prev = prev;
        }
    }

    /// Removes an op's successors; its operands remain.
    pub(super) fn drop_edges(&mut self, op: OpId) {
        for e in self.edge_range(op) {
            self.unlink_edge(e as u32);
        }
        self.ops[op.index()].edges = NONE;
    }

    /// Sets the own operands and the successors of an op.
    pub(crate) fn set_successors(
        &mut self,
        op: OpId,
        own: &[Value],
        successors: &[(Block, &[Value])],
    ) {
        let mut operands: SmallVec<[Value; 8]> = SmallVec::from_slice(own);
        for (_, args) in successors {
            operands.extend_from_slice(args);
        }
        if self.operands(op) != &operands[..] {
            self.replace_operands(op, &operands);
        }
        let counts = successors.iter().map(|(block, args)| (*block, args.len() as u32));
        self.connect(op, own.len() as u32, counts.collect());
    }

    /// Sets the successors of an op. The passed values are existing operands, after the first
    /// `own`; each successor gets the given number of them.
    pub(crate) fn connect(&mut self, op: OpId, own: u32, to: SmallVec<[(Block, u32); 4]>) {
        // The old slots are reused if the number of edges is the same.
        let old = self.edge_range(op);
        for e in old.clone() {
            self.unlink_edge(e as u32);
        }
        let first = if old.len() == to.len() { old.start } else { self.edges.len() };
        self.ops[op.index()].edges = if to.is_empty() { NONE } else { first as u32 };
        let mut start = own;
        for (i, &(block, count)) in to.iter().enumerate() {
            let edge = Edge {
                owner: op,
                to: block,
                args: (start, count),
                prev: NONE,
                next: NONE,
                left: (to.len() - i) as u32,
            };
            start += count;
            match self.edges.get_mut(first + i) {
                Some(place) => *place = edge,
                None => self.edges.push(edge),
            }
            self.link_edge((first + i) as u32);
        }
        self.touch();
    }

    /// Redirects successor `i` of an op to another block, with the same passed values.
    pub(crate) fn redirect(&mut self, op: OpId, i: usize, to: Block) {
        let e = self.edge_range(op).nth(i).expect("the op has so many successors") as u32;
        self.unlink_edge(e);
        self.edges[e as usize].to = to;
        self.link_edge(e);
        self.touch();
    }

    /// Erases blocks of one region with their ops, which may use each other's values and branch to
    /// each other.
    pub(crate) fn erase_blocks(&mut self, blocks: &[Block]) {
        let Some(&first) = blocks.first() else { return };
        let all: Vec<OpId> = blocks
            .iter()
            .flat_map(|&block| self.ops(block))
            .flat_map(|op| self.walk(op).chain([op]))
            .collect();
        for &op in &all {
            self.drop_edges(op);
            self.replace_operands(op, &[]);
        }
        for &block in blocks {
            while let Some(op) = self.last_op(block) {
                self.erase(op);
            }
            self.blocks[block.index()].live = false;
        }
        let region = self.block_region(first);
        let mut left = std::mem::take(&mut self.regions[region.index()].blocks);
        left.retain(|block| self.blocks[block.index()].live);
        self.regions[region.index()].blocks = left;
        debug_assert!(
            blocks.iter().all(|&block| self.predecessors(block).next().is_none()),
            "erased blocks have no predecessors"
        );
        self.touch();
    }

    /// Recounts the edges.
    ///
    /// # Errors
    /// A sentence about the first inconsistency.
    pub(super) fn recount_edges(&self) -> Result<(), String> {
        if self.edges.is_empty() {
            return Ok(());
        }
        let mut expected = vec![0u32; self.blocks.len()];
        for (i, _) in self.ops.iter().enumerate().filter(|(_, data)| data.live) {
            let op = OpId(i as u32);
            let range = self.edge_range(op);
            let mut at = self.edges.get(range.start).map_or(0, |edge| edge.args.0);
            for edge in &self.edges[range.clone()] {
                if edge.owner != op || edge.args.0 != at {
                    return Err(format!("an edge of op{i} does not know its owner or operands"));
                }
                at += edge.args.1;
                expected[edge.to.index()] += 1;
                if !self.blocks[edge.to.index()].live {
                    return Err(format!("op{i} branches to a block that was erased"));
                }
            }
            if !range.is_empty() && at as usize != self.operands(op).len() {
                return Err(format!("op{i} has operands that belong to none of its successors"));
            }
        }
        for (i, &expected) in expected.iter().enumerate() {
            let (mut found, mut before, mut e) = (0, NONE, self.blocks[i].first_edge);
            while e != NONE && found <= expected {
                let edge = &self.edges[e as usize];
                if edge.to.index() != i || edge.prev != before {
                    return Err(format!("the list of predecessors of ^{i} is wrong"));
                }
                found += 1;
                (before, e) = (e, edge.next);
            }
            if found != expected {
                return Err(format!("^{i} has {expected} predecessors, its list {found}"));
            }
        }
        Ok(())
    }
}
