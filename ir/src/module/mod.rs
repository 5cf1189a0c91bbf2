//! A module: the arenas of ops, values, blocks and regions, and their accessors.
//!
//! Reading is public; mutation is in [`edit`](self) primitives that are private to the crate, and
//! available to other crates through the [`Rewriter`](crate::Rewriter). Ids are never reused.

mod dominators;
mod edges;
mod edit;
mod payload;
#[cfg(test)]
mod tests;
mod walk;

pub use dominators::Dominators;
pub use edges::Successor;
pub use payload::Payload;
pub use walk::Walk;

pub use crate::ops::Module;

use crate::attr::AttrDict;
use crate::diag::Span;
use crate::id::{Block, OpId, Region, Value};
use crate::literal::Literal;
use crate::types::{Type, Types};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::OnceLock;

/// The null index in the links between ops of a block and between uses of a value.
const NONE: u32 = u32::MAX;

/// The definition of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Def {
    /// The result at this position of an op.
    Result(OpId, u32),
    /// The argument at this position of a block.
    Arg(Block, u32),
}

/// A source location, as `loc(…)` gives it: the text between the parentheses,
/// aliases resolved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LocId(u32);

#[derive(Clone, Debug)]
struct OpData<O> {
    op: O,
    /// The start of its operands in the pool, and their number.
    operands: (u32, u32),
    /// The first result, and the number of results.
    results: (u32, u32),
    regions: SmallVec<[Region; 2]>,
    /// The parent block, if any.
    parent: u32,
    prev: u32,
    next: u32,
    span: Span,
    loc: u32,
    /// The index of its first edge among all edges; few ops have any.
    edges: u32,
    discardable_attrs: Option<Box<AttrDict>>,
    live: bool,
}

#[derive(Clone, Copy, Debug)]
struct ValueData {
    ty: Type,
    def: Def,
    first_use: u32,
    name: u32,
    /// The location of a block argument; results have that of their op.
    loc: u32,
}

/// An operand slot's place in the list of uses of its value.
#[derive(Clone, Copy, Debug)]
struct Link {
    owner: OpId,
    prev: u32,
    next: u32,
}

#[derive(Clone, Debug)]
struct BlockData {
    region: Region,
    args: SmallVec<[Value; 4]>,
    first: u32,
    last: u32,
    /// The newest edge to it.
    first_edge: u32,
    live: bool,
}

#[derive(Clone, Debug)]
struct RegionData {
    owner: Option<OpId>,
    blocks: SmallVec<[Block; 4]>,
}

/// A program over ops `O`: a root op with its regions. A [`Module`] is a graph over the ops of the
/// table; the graph itself needs only the [`Payload`] interface of an op.
#[derive(Clone)]
pub struct Graph<O> {
    ops: Vec<OpData<O>>,
    values: Vec<ValueData>,
    blocks: Vec<BlockData>,
    regions: Vec<RegionData>,
    /// The operands of all ops, contiguous for each op.
    operands: Vec<Value>,
    /// For each operand slot, its links in the use list.
    links: Vec<Link>,
    /// The successors of all ops, contiguous for each op.
    edges: Vec<edges::Edge>,
    /// The concatenated names of values, and the end of each.
    names: String,
    name_ends: Vec<u32>,
    /// The concatenated texts of locations, and the start and the end of each.
    loc_texts: String,
    locs: Vec<(usize, usize)>,
    /// The labels of blocks in text, without `^`, unless they are only numbers.
    pub(crate) block_names: FxHashMap<Block, Box<str>>,
    root: OpId,
    revision: u64,
    symbols: OnceLock<FxHashMap<Box<str>, OpId>>,
    /// Whether the text had an explicit `module { … }`, so that it is printed again.
    pub(crate) explicit_root: bool,
    /// `{-# … #-}` at the end of the text: resources not converted to literals.
    pub(crate) resources: Option<Box<str>>,
}

impl<O> std::fmt::Debug for Graph<O> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Module of {} ops", self.ops.len())
    }
}

/// The results of an op: consecutive values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Results {
    first: u32,
    count: u32,
}

impl Results {
    /// The number of results.
    pub fn len(self) -> usize {
        self.count as usize
    }

    /// Whether there are no results.
    pub fn is_empty(self) -> bool {
        self.count == 0
    }

    /// Result `i`, if it exists.
    pub fn get(self, i: usize) -> Option<Value> {
        (i < self.len()).then(|| Value(self.first + i as u32))
    }

    /// All of them, in order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + Clone {
        (self.first..self.first + self.count).map(Value)
    }
}

impl IntoIterator for Results {
    type Item = Value;
    type IntoIter = std::iter::Map<std::ops::Range<u32>, fn(u32) -> Value>;
    fn into_iter(self) -> Self::IntoIter {
        (self.first..self.first + self.count).map(Value)
    }
}

impl<O: Payload> Graph<O> {
    /// The `builtin.module` op at the root.
    pub fn root(&self) -> OpId {
        self.root
    }

    /// The block that holds the module's functions.
    pub fn body(&self) -> Block {
        self.blocks(self.regions(self.root)[0])[0]
    }

    /// The number of changes to the module: analyses computed at one revision are valid while it is
    /// current.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The number of op ids ever created: an upper bound of every op's [`OpId::index`].
    pub fn op_count(&self) -> usize {
        self.ops.len()
    }

    /// The number of value ids ever created: an upper bound of every value's [`Value::index`].
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// The op's kind and attributes.
    pub fn op(&self, id: OpId) -> &O {
        &self.ops[id.index()].op
    }

    /// Whether the op has not been erased.
    pub fn is_live(&self, id: OpId) -> bool {
        self.ops[id.index()].live
    }

    /// The op's operands.
    pub fn operands(&self, id: OpId) -> &[Value] {
        let (start, count) = self.ops[id.index()].operands;
        &self.operands[start as usize..(start + count) as usize]
    }

    /// Operand `i` of the op.
    ///
    /// # Panics
    /// If the op has fewer operands.
    pub fn operand(&self, id: OpId, i: usize) -> Value {
        self.operands(id)[i]
    }

    /// The op's results.
    pub fn results(&self, id: OpId) -> Results {
        let (first, count) = self.ops[id.index()].results;
        Results { first, count }
    }

    /// Result `i` of the op.
    ///
    /// # Panics
    /// If the op has fewer results.
    pub fn result(&self, id: OpId, i: usize) -> Value {
        self.results(id).get(i).expect("the op has so many results")
    }

    /// The types of the op's results.
    pub fn result_types(&self, id: OpId) -> Types {
        let mut types = Types::new();
        self.results(id).iter().for_each(|v| types.push(self.ty(v)));
        types
    }

    /// The op's regions.
    pub fn regions(&self, id: OpId) -> &[Region] {
        &self.ops[id.index()].regions
    }

    /// The discardable attributes: those that the op's definition does not declare.
    pub fn discardable_attrs(&self, id: OpId) -> Option<&AttrDict> {
        self.ops[id.index()].discardable_attrs.as_deref()
    }

    /// The op's span in the source text; empty if it has none.
    pub fn span(&self, id: OpId) -> Span {
        self.ops[id.index()].span
    }

    /// The op's location, as `loc(…)` gave it.
    pub fn loc(&self, id: OpId) -> Option<&str> {
        self.loc_text(LocId(self.ops[id.index()].loc))
    }

    /// A block argument's location, as `loc(…)` gave it.
    pub fn arg_loc(&self, arg: Value) -> Option<&str> {
        self.loc_text(LocId(self.values[arg.index()].loc))
    }

    /// The text of a location.
    pub(crate) fn loc_text(&self, loc: LocId) -> Option<&str> {
        self.locs.get(loc.0 as usize).map(|&(start, end)| &self.loc_texts[start..end])
    }

    /// The op's location as an id, which can be given to another op.
    pub fn loc_id(&self, id: OpId) -> LocId {
        LocId(self.ops[id.index()].loc)
    }

    /// The parent block of the op; `None` for the root and for detached ops.
    pub fn parent(&self, id: OpId) -> Option<Block> {
        Some(self.ops[id.index()].parent).filter(|&b| b != NONE).map(Block)
    }

    /// The op whose region contains the op.
    pub fn parent_op(&self, id: OpId) -> Option<OpId> {
        self.block_owner(self.parent(id)?)
    }

    /// The nearest enclosing `func.func`, or the op itself if it is one.
    pub fn enclosing_function(&self, id: OpId) -> Option<OpId> {
        let mut at = Some(id);
        while let Some(op) = at {
            if self.op(op).is_function() {
                return Some(op);
            }
            at = self.parent_op(op);
        }
        None
    }

    /// The op before this one in its block.
    pub fn prev(&self, id: OpId) -> Option<OpId> {
        Some(self.ops[id.index()].prev).filter(|&i| i != NONE).map(OpId)
    }

    /// The op after this one in its block.
    pub fn next(&self, id: OpId) -> Option<OpId> {
        Some(self.ops[id.index()].next).filter(|&i| i != NONE).map(OpId)
    }

    /// The ops of a block, in order.
    pub fn ops(&self, block: Block) -> impl Iterator<Item = OpId> + '_ {
        let first = Some(self.blocks[block.index()].first).filter(|&i| i != NONE).map(OpId);
        std::iter::successors(first, |&op| self.next(op))
    }

    /// The ops of a block in reverse order.
    pub fn ops_rev(&self, block: Block) -> impl Iterator<Item = OpId> + '_ {
        std::iter::successors(self.last_op(block), |&op| self.prev(op))
    }

    /// The first op of a block.
    pub fn first_op(&self, block: Block) -> Option<OpId> {
        Some(self.blocks[block.index()].first).filter(|&i| i != NONE).map(OpId)
    }

    /// The last op of a block.
    pub fn last_op(&self, block: Block) -> Option<OpId> {
        Some(self.blocks[block.index()].last).filter(|&i| i != NONE).map(OpId)
    }

    /// The op that ends a block, if its last op is a terminator.
    pub fn terminator(&self, block: Block) -> Option<OpId> {
        self.last_op(block).filter(|&op| self.op(op).is_terminator())
    }

    /// A block's arguments.
    pub fn args(&self, block: Block) -> &[Value] {
        &self.blocks[block.index()].args
    }

    /// The region that contains a block.
    pub fn block_region(&self, block: Block) -> Region {
        self.blocks[block.index()].region
    }

    /// The op whose region contains a block.
    pub fn block_owner(&self, block: Block) -> Option<OpId> {
        self.region_owner(self.block_region(block))
    }

    /// A region's blocks, the entry first.
    pub fn blocks(&self, region: Region) -> &[Block] {
        &self.regions[region.index()].blocks
    }

    /// The first block of region `i` of an op, if there is one.
    pub fn entry(&self, op: OpId, i: usize) -> Option<Block> {
        self.blocks(*self.regions(op).get(i)?).first().copied()
    }

    /// The op that a region belongs to.
    pub fn region_owner(&self, region: Region) -> Option<OpId> {
        self.regions[region.index()].owner
    }

    /// A value's type.
    pub fn ty(&self, value: Value) -> Type {
        self.values[value.index()].ty
    }

    /// The definition of a value.
    pub fn def(&self, value: Value) -> Def {
        self.values[value.index()].def
    }

    /// The op that defines a value, if it is an op's result.
    pub fn def_op(&self, value: Value) -> Option<OpId> {
        match self.def(value) {
            Def::Result(op, _) => Some(op),
            Def::Arg(..) => None,
        }
    }

    /// The block in which a value is defined.
    pub fn def_block(&self, value: Value) -> Option<Block> {
        match self.def(value) {
            Def::Result(op, _) => self.parent(op),
            Def::Arg(block, _) => Some(block),
        }
    }

    /// The literal of a value, if `stablehlo.constant` defines it.
    pub fn constant(&self, value: Value) -> Option<&Literal> {
        self.op(self.def_op(value)?).constant()
    }

    /// A value's name in text without `%`; numbers are not names.
    pub fn name(&self, value: Value) -> Option<&str> {
        let i = self.values[value.index()].name;
        if i == NONE {
            return None;
        }
        let start = if i == 0 { 0 } else { self.name_ends[i as usize - 1] };
        Some(&self.names[start as usize..self.name_ends[i as usize] as usize])
    }

    /// The label of a block in the parsed text, without `^`; `None` for a new block or one with a
    /// number.
    pub fn block_name(&self, block: Block) -> Option<&str> {
        self.block_names.get(&block).map(|name| &**name)
    }

    /// The uses of a value: the op and the operand's position, newest use first.
    pub fn uses(&self, value: Value) -> impl Iterator<Item = (OpId, usize)> + '_ {
        let first = Some(self.values[value.index()].first_use).filter(|&i| i != NONE);
        std::iter::successors(first, |&i| Some(self.links[i as usize].next).filter(|&n| n != NONE))
            .map(|i| {
                let owner = self.links[i as usize].owner;
                (owner, (i - self.ops[owner.index()].operands.0) as usize)
            })
    }

    /// Whether a value is used at all.
    pub fn is_used(&self, value: Value) -> bool {
        self.values[value.index()].first_use != NONE
    }

    /// Whether a value is used exactly once.
    pub fn has_one_use(&self, value: Value) -> bool {
        let first = self.values[value.index()].first_use;
        first != NONE && self.links[first as usize].next == NONE
    }

    /// The symbol (function) of this name in the module's body.
    pub fn symbol(&self, name: &str) -> Option<OpId> {
        /// The number of ops that are searched one by one: small modules need no table.
        const FEW: usize = 8;
        let mut ops = self.ops(self.body());
        let few = ops.by_ref().take(FEW).find(|&op| self.symbol_name(op) == Some(name));
        if few.is_some() || ops.next().is_none() {
            return few;
        }
        let table = self.symbols.get_or_init(|| {
            let mut table = FxHashMap::default();
            for op in self.ops(self.body()) {
                if let Some(symbol) = self.symbol_name(op) {
                    table.entry(symbol.into()).or_insert(op);
                }
            }
            table
        });
        table.get(name).copied()
    }

    /// The name of the symbol that an op defines.
    pub fn symbol_name(&self, op: OpId) -> Option<&str> {
        self.op(op).symbol_name()
    }

    /// The functions of the module's body, in order.
    pub fn functions(&self) -> impl Iterator<Item = OpId> + '_ {
        self.ops(self.body()).filter(|&op| self.op(op).is_function())
    }
}
