//! Mutation primitives of a module. Only these functions change the use lists and the links between
//! ops; the verifier recounts both.

use super::{BlockData, Def, Graph, Link, LocId, NONE, OpData, Payload, RegionData, ValueData};
use crate::attr::AttrDict;
use crate::diag::Span;
use crate::id::{Block, OpId, Region, Value};
use crate::types::Type;
use smallvec::SmallVec;
use std::sync::OnceLock;

impl<O: Payload> Default for Graph<O> {
    fn default() -> Graph<O> {
        Graph::new()
    }
}

impl<O: Payload> Graph<O> {
    /// An empty module.
    pub fn new() -> Graph<O> {
        Graph::with_capacity(0, 0)
    }

    /// An empty module with space for this many ops with about one result and two operands each, and
    /// for this many locations.
    pub(crate) fn with_capacity(ops: usize, locs: usize) -> Graph<O> {
        // The root has a region and a block.
        let regions = ops / 4 + 4;
        let mut module = Graph {
            ops: Vec::with_capacity(ops + 1),
            values: Vec::with_capacity(ops),
            blocks: Vec::with_capacity(regions),
            regions: Vec::with_capacity(regions),
            operands: Vec::with_capacity(2 * ops),
            links: Vec::with_capacity(2 * ops),
            edges: Vec::new(),
            names: String::new(),
            name_ends: Vec::new(),
            loc_texts: String::new(),
            locs: Vec::with_capacity(locs),
            block_names: Default::default(),
            root: OpId(0),
            revision: 0,
            symbols: OnceLock::new(),
            explicit_root: false,
            resources: None,
        };
        let region = module.create_region();
        module.create_block(region);
        module.root = module.create_op(O::root(), &[], &[], &[region], Span::default());
        module
    }

    pub(super) fn touch(&mut self) {
        self.revision += 1;
    }

    /// Creates a region without an owner.
    pub(crate) fn create_region(&mut self) -> Region {
        self.regions.push(RegionData { owner: None, blocks: SmallVec::new() });
        Region::from_index(self.regions.len() - 1)
    }

    /// Creates a block at the end of a region.
    pub(crate) fn create_block(&mut self, region: Region) -> Block {
        let block = Block::from_index(self.blocks.len());
        self.blocks.push(BlockData {
            region,
            args: SmallVec::new(),
            first: NONE,
            last: NONE,
            first_edge: NONE,
            live: true,
        });
        self.regions[region.index()].blocks.push(block);
        self.touch();
        block
    }

    /// Adds an argument to a block.
    pub(crate) fn add_arg(&mut self, block: Block, ty: Type) -> Value {
        let position = self.blocks[block.index()].args.len() as u32;
        let value = self.create_value(ty, Def::Arg(block, position));
        self.blocks[block.index()].args.push(value);
        self.touch();
        value
    }

    /// Removes argument `i` of a block; it must not have uses.
    pub(crate) fn remove_arg(&mut self, block: Block, i: usize) {
        let value = self.blocks[block.index()].args.remove(i);
        assert!(!self.is_used(value), "an argument in use can't be removed");
        for (position, &arg) in self.blocks[block.index()].args.iter().enumerate() {
            self.values[arg.index()].def = Def::Arg(block, position as u32);
        }
        self.touch();
    }

    fn create_value(&mut self, ty: Type, def: Def) -> Value {
        self.values.push(ValueData { ty, def, first_use: NONE, name: NONE, loc: NONE });
        Value::from_index(self.values.len() - 1)
    }

    /// Creates an op without a parent block.
    pub(crate) fn create_op(
        &mut self,
        op: O,
        operands: &[Value],
        results: &[Type],
        regions: &[Region],
        span: Span,
    ) -> OpId {
        let id = OpId::from_index(self.ops.len());
        let first_operand = self.operands.len() as u32;
        for &value in operands {
            self.push_operand(id, value);
        }
        let first_result = self.values.len() as u32;
        for (i, &ty) in results.iter().enumerate() {
            self.create_value(ty, Def::Result(id, i as u32));
        }
        for &region in regions {
            self.regions[region.index()].owner = Some(id);
        }
        if op.is_symbol() {
            self.symbols = OnceLock::new();
        }
        self.ops.push(OpData {
            op,
            operands: (first_operand, operands.len() as u32),
            results: (first_result, results.len() as u32),
            regions: if regions.is_empty() { SmallVec::new() } else { regions.into() },
            parent: NONE,
            prev: NONE,
            next: NONE,
            span,
            loc: NONE,
            edges: NONE,
            discardable_attrs: None,
            live: true,
        });
        self.touch();
        id
    }

    /// Adds a slot to the operand pool and to the uses of its value.
    fn push_operand(&mut self, owner: OpId, value: Value) {
        let slot = self.operands.len() as u32;
        self.operands.push(value);
        self.links.push(Link { owner, prev: NONE, next: NONE });
        self.link_use(slot, value);
    }

    fn link_use(&mut self, slot: u32, value: Value) {
        let first = std::mem::replace(&mut self.values[value.index()].first_use, slot);
        let link = &mut self.links[slot as usize];
        link.prev = NONE;
        link.next = first;
        if first != NONE {
            self.links[first as usize].prev = slot;
        }
    }

    fn unlink_use(&mut self, slot: u32) {
        let Link { prev, next, .. } = self.links[slot as usize];
        if prev == NONE {
            let value = self.operands[slot as usize];
            self.values[value.index()].first_use = next;
        } else {
            self.links[prev as usize].next = next;
        }
        if next != NONE {
            self.links[next as usize].prev = prev;
        }
    }

    /// Sets operand `i` of an op.
    pub(crate) fn set_operand(&mut self, op: OpId, i: usize, value: Value) {
        let (start, count) = self.ops[op.index()].operands;
        assert!((i as u32) < count, "the op has so many operands");
        let slot = start + i as u32;
        self.unlink_use(slot);
        self.operands[slot as usize] = value;
        self.link_use(slot, value);
        self.touch();
    }

    /// Replaces the operands of an op. This does not tell which of them are passed to successors;
    /// see [`set_successors`](Self::set_successors).
    pub(crate) fn set_operands(&mut self, op: OpId, operands: &[Value]) {
        assert!(!self.has_successors(op), "operands of a branch are set with its successors");
        self.replace_operands(op, operands);
    }

    pub(super) fn replace_operands(&mut self, op: OpId, operands: &[Value]) {
        let (start, count) = self.ops[op.index()].operands;
        for slot in start..start + count {
            self.unlink_use(slot);
        }
        let first = self.operands.len() as u32;
        for &value in operands {
            self.push_operand(op, value);
        }
        self.ops[op.index()].operands = (first, operands.len() as u32);
        self.touch();
    }

    /// Replaces all uses of `old` by `new`.
    pub(crate) fn replace_uses(&mut self, old: Value, new: Value) {
        if old == new {
            return;
        }
        let mut slot = self.values[old.index()].first_use;
        while slot != NONE {
            let next = self.links[slot as usize].next;
            self.operands[slot as usize] = new;
            self.link_use(slot, new);
            slot = next;
        }
        self.values[old.index()].first_use = NONE;
        self.touch();
    }

    /// Appends a detached op to a block.
    pub(crate) fn append(&mut self, block: Block, op: OpId) {
        let last = std::mem::replace(&mut self.blocks[block.index()].last, op.0);
        let data = &mut self.ops[op.index()];
        debug_assert!(data.parent == NONE, "an op stands in one block");
        data.parent = block.0;
        data.prev = last;
        data.next = NONE;
        if last == NONE {
            self.blocks[block.index()].first = op.0;
        } else {
            self.ops[last as usize].next = op.0;
        }
        self.placed(op);
    }

    /// Inserts a detached op before another.
    pub(crate) fn insert_before(&mut self, op: OpId, before: OpId) {
        let prev = self.ops[before.index()].prev;
        let block = self.parent(before).expect("the op to insert before stands in a block");
        let data = &mut self.ops[op.index()];
        debug_assert!(data.parent == NONE, "an op stands in one block");
        data.parent = block.0;
        data.prev = prev;
        data.next = before.0;
        self.ops[before.index()].prev = op.0;
        if prev == NONE {
            self.blocks[block.index()].first = op.0;
        } else {
            self.ops[prev as usize].next = op.0;
        }
        self.placed(op);
    }

    fn placed(&mut self, op: OpId) {
        if self.ops[op.index()].op.is_symbol() {
            self.symbols = OnceLock::new();
        }
        self.touch();
    }

    /// Detaches an op from its block without erasing it.
    pub(crate) fn detach(&mut self, op: OpId) {
        let OpData { prev, next, .. } = self.ops[op.index()];
        let Some(block) = self.parent(op) else { return };
        if prev == NONE {
            self.blocks[block.index()].first = next;
        } else {
            self.ops[prev as usize].next = next;
        }
        if next == NONE {
            self.blocks[block.index()].last = prev;
        } else {
            self.ops[next as usize].prev = prev;
        }
        let data = &mut self.ops[op.index()];
        (data.parent, data.prev, data.next) = (NONE, NONE, NONE);
        self.placed(op);
    }

    /// Erases an op with its regions. Its results must not have uses outside of it.
    pub(crate) fn erase(&mut self, op: OpId) {
        let inside: Vec<OpId> = self.walk(op).collect();
        self.detach(op);
        // Users come after definitions, so ops are erased in reverse order.
        for &dead in inside.iter().rev().chain(std::iter::once(&op)) {
            let (start, count) = self.ops[dead.index()].operands;
            for slot in start..start + count {
                self.unlink_use(slot);
            }
            self.ops[dead.index()].operands = (start, 0);
            self.drop_edges(dead);
            self.ops[dead.index()].live = false;
        }
        for &dead in inside.iter().chain(std::iter::once(&op)) {
            for region in std::mem::take(&mut self.ops[dead.index()].regions) {
                for block in std::mem::take(&mut self.regions[region.index()].blocks) {
                    self.blocks[block.index()].live = false;
                }
            }
        }
        debug_assert!(
            self.results(op).iter().all(|v| !self.is_used(v)),
            "an erased op's results have no uses"
        );
    }

    /// Moves all ops of a block before another op, in order.
    pub(crate) fn splice_before(&mut self, from: Block, before: OpId) {
        while let Some(op) = self.first_op(from) {
            self.detach(op);
            self.insert_before(op, before);
        }
    }

    /// Moves a region's blocks to the end of another region.
    pub(crate) fn move_blocks(&mut self, from: Region, to: Region) {
        let moved = std::mem::take(&mut self.regions[from.index()].blocks);
        for &block in &moved {
            self.blocks[block.index()].region = to;
        }
        self.regions[to.index()].blocks.extend(moved);
        self.touch();
    }

    /// Erases a block with its ops. Its values must not have uses elsewhere, and no other block may
    /// branch to it.
    pub(crate) fn erase_block(&mut self, block: Block) {
        while let Some(op) = self.last_op(block) {
            self.erase(op);
        }
        assert!(self.predecessors(block).next().is_none(), "an erased block has no predecessors");
        let region = self.block_region(block);
        self.regions[region.index()].blocks.retain(|b| *b != block);
        self.blocks[block.index()].live = false;
        self.touch();
    }

    /// Replaces an op's kind and attributes.
    pub(crate) fn set_op(&mut self, id: OpId, op: O) {
        self.ops[id.index()].op = op;
        self.placed(id);
    }

    /// Sets a value's type.
    pub(crate) fn set_type(&mut self, value: Value, ty: Type) {
        self.values[value.index()].ty = ty;
        self.touch();
    }

    /// Sets the discardable attributes: those that the op's definition does not declare.
    pub(crate) fn set_discardable_attrs(&mut self, op: OpId, attrs: AttrDict) {
        self.ops[op.index()].discardable_attrs = (!attrs.is_empty()).then(|| Box::new(attrs));
        self.touch();
    }

    /// Names a value.
    pub(crate) fn set_name(&mut self, value: Value, name: &str) {
        self.names.push_str(name);
        self.name_ends.push(self.names.len() as u32);
        self.values[value.index()].name = self.name_ends.len() as u32 - 1;
    }

    /// Gives a value the name of another, unless it has one.
    pub(crate) fn inherit_name(&mut self, value: Value, from: Value) {
        if self.values[value.index()].name == NONE {
            self.values[value.index()].name = self.values[from.index()].name;
        }
    }

    /// Adds a location: the text between the parentheses of `loc(…)`.
    pub(crate) fn add_loc(&mut self, text: &str) -> LocId {
        let start = self.loc_texts.len();
        self.loc_texts.push_str(text);
        self.locs.push((start, self.loc_texts.len()));
        LocId(self.locs.len() as u32 - 1)
    }

    /// Adds a location: the start and the end of its text in that which
    /// [`set_loc_texts`](Self::set_loc_texts) gets.
    pub(crate) fn add_loc_at(&mut self, start: usize, end: usize) -> LocId {
        self.locs.push((start, end));
        LocId(self.locs.len() as u32 - 1)
    }

    /// Sets the texts of all locations, each of which was added by its place in them.
    pub(crate) fn set_loc_texts(&mut self, texts: String) {
        self.loc_texts = texts;
    }

    /// Sets a block argument's location.
    pub(crate) fn set_arg_loc(&mut self, arg: Value, loc: LocId) {
        self.values[arg.index()].loc = loc.0;
    }

    /// Replaces a location's text.
    pub(crate) fn set_loc_text(&mut self, loc: LocId, text: &str) {
        let start = self.loc_texts.len();
        self.loc_texts.push_str(text);
        self.locs[loc.0 as usize] = (start, self.loc_texts.len());
    }

    /// Makes an op of the root's body the root; it must be the only op there and a module.
    pub(crate) fn make_root(&mut self, op: OpId) {
        self.detach(op);
        debug_assert!(self.first_op(self.body()).is_none(), "ops stay in the old root");
        let old = std::mem::replace(&mut self.root, op);
        for region in std::mem::take(&mut self.ops[old.index()].regions) {
            for block in std::mem::take(&mut self.regions[region.index()].blocks) {
                self.blocks[block.index()].live = false;
            }
        }
        self.ops[old.index()].live = false;
        self.explicit_root = true;
        self.symbols = OnceLock::new();
        self.touch();
    }

    /// Sets an op's location.
    pub(crate) fn set_loc(&mut self, op: OpId, loc: LocId) {
        self.ops[op.index()].loc = loc.0;
    }

    /// Sets an op's source span and location.
    pub(crate) fn set_origin(&mut self, op: OpId, span: Span, loc: Option<LocId>) {
        let data = &mut self.ops[op.index()];
        data.span = span;
        data.loc = loc.map_or(NONE, |loc| loc.0);
        self.touch();
    }

    /// Recounts the use lists and the links between ops.
    ///
    /// # Errors
    /// A sentence about the first inconsistency, which is a bug in this crate and not in the
    /// program.
    pub(crate) fn recount(&self) -> Result<(), String> {
        let mut uses: SmallVec<[u32; 64]> = SmallVec::from_elem(0, self.values.len());
        // Released slots remain allocated.
        let in_use = |slot: u32, owner: OpId| {
            let OpData { operands: (start, count), live, .. } = self.ops[owner.index()];
            live && (start..start + count).contains(&slot)
        };
        for (i, data) in self.ops.iter().enumerate().filter(|(_, d)| d.live) {
            let op = OpId(i as u32);
            let (start, count) = data.operands;
            for slot in start as usize..(start + count) as usize {
                uses[self.operands[slot].index()] += 1;
                if self.links[slot].owner != op {
                    return Err(format!("operand slot {slot} does not know that op{i} owns it"));
                }
            }
            for (j, v) in self.results(op).into_iter().enumerate() {
                if self.def(v) != Def::Result(op, j as u32) {
                    return Err(format!("{v:?} does not know that op{i} defines it"));
                }
            }
            if data.next != NONE && self.ops[data.next as usize].prev != i as u32 {
                return Err(format!("op{i} and its successor are not linked both ways"));
            }
        }
        for (i, (data, &expected)) in self.values.iter().zip(&uses).enumerate() {
            let v = Value(i as u32);
            let (mut found, mut before, mut slot) = (0, NONE, data.first_use);
            while slot != NONE && found <= expected {
                let link = &self.links[slot as usize];
                if self.operands[slot as usize] != v
                    || !in_use(slot, link.owner)
                    || link.prev != before
                {
                    return Err(format!("the list of uses of {v:?} names slot {slot}, wrongly"));
                }
                found += 1;
                (before, slot) = (slot, link.next);
            }
            if found != expected {
                return Err(format!("{v:?} has {expected} uses, its list {found}"));
            }
        }
        self.recount_edges()
    }
}
