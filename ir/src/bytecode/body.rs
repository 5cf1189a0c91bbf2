//! The ops of a file.
//!
//! Values are numbered by region: each region reserves as many numbers as it defines, and ops of
//! regions that are isolated from above count from zero. An operand may be defined further on; a
//! placeholder stands for it until then.

use super::cursor::Cursor;
use super::entries::Entries;
use super::error::{Read, wrong};
use super::lookup::Lookup;
use super::make::{Made, OpMaker, OpParts};
use super::sections::since;
use crate::attr::{Attr, AttrDict};
use crate::diag::Span;
use crate::id::{Block, OpId, Region, Value};
use crate::module::{LocId, Module};
use crate::ops::{Foreign, Op};
use crate::types::{Type, TypeKind};
use smallvec::SmallVec;

/// The greatest depth of regions in each other.
const MAX_DEPTH: u32 = 256;

/// About the least number of bytes that an op takes in a file.
const BYTES_OF_OP: usize = 8;

/// The bits of an op's mask, one for each part that follows.
pub(super) mod mask {
    pub(crate) const ATTRS: u8 = 1;
    pub(crate) const RESULTS: u8 = 2;
    pub(crate) const OPERANDS: u8 = 4;
    pub(crate) const SUCCESSORS: u8 = 8;
    pub(crate) const REGIONS: u8 = 16;
    pub(crate) const USE_ORDERS: u8 = 32;
    pub(crate) const PROPERTIES: u8 = 64;
}

/// A numbered value.
#[derive(Clone, Copy, Debug)]
enum Slot {
    /// Neither used nor defined so far.
    Free,
    /// Used, but not defined yet.
    Placeholder(Value),
    Defined(Value),
}

/// The values that ops can see, by number.
#[derive(Default, Debug)]
struct Scope {
    values: Vec<Slot>,
    /// The next number that a region defines, innermost last.
    next: SmallVec<[usize; 4]>,
}

/// Around an op: its block, the blocks that it may branch to, and the name of the op that owns them.
#[derive(Clone, Copy)]
struct Around<'a> {
    block: Block,
    blocks: &'a [Block],
    parent: &'a str,
}

/// The attributes that divide the operands of a branch; none for other ops.
type Segments = Vec<Option<Attr>>;

/// A module that is being built.
pub(super) struct Body<'b> {
    ops: OpMaker<'b>,
    module: Module,
    scopes: SmallVec<[Scope; 4]>,
    /// The types of the results and the operands of the op that is read; kept for their memory.
    results: Vec<Type>,
    operands: Vec<Value>,
    /// Scopes that ended, kept for their memory.
    spare: SmallVec<[Scope; 2]>,
    depth: u32,
    /// The number of values that are used but not defined yet.
    open: usize,
    /// The most regions, blocks and values that may follow: each takes a byte of the file at least.
    left: usize,
    /// By the number of each op, the earlier one that it is a copy of. Ops after the end are not copies.
    copies: Vec<Option<OpId>>,
}

impl<'b> Body<'b> {
    /// Reads all ops of a file. The second result is for [`verify_copies`].
    ///
    /// [`verify_copies`]: crate::verify::verify_copies
    pub(super) fn read(entries: Entries<'b>) -> Read<(Module, Vec<Option<OpId>>)> {
        let left = entries.file.bytes.len();
        let mut cursor = entries.file.ir.clone();
        let count = cursor.left() / BYTES_OF_OP;
        let locs = if entries.attrs.is_empty() { 0 } else { count };
        let mut body = Body {
            ops: OpMaker::new(entries),
            module: Module::with_capacity(count, locs),
            scopes: SmallVec::new(),
            results: Vec::with_capacity(8),
            operands: Vec::with_capacity(8),
            spare: SmallVec::new(),
            depth: 0,
            open: 0,
            left,
            copies: Vec::with_capacity(count),
        };
        body.scopes.push(Scope { values: Vec::new(), next: SmallVec::from_slice(&[0]) });
        let block = body.module.body();
        let blocks = [block];
        let around = Around { block, blocks: &blocks, parent: "builtin.module" };
        body.block(&mut cursor, around)?;
        cursor.finish("the ops")?;
        if body.open > 0 {
            return wrong(
                cursor.at(),
                format_args!("{} values are used, but never defined", body.open),
            );
        }
        if let (Some(first), last) = (body.module.first_op(block), body.module.last_op(block))
            && Some(first) == last
            && matches!(body.module.op(first), Op::ModuleOp(_))
        {
            body.module.make_root(first);
        }
        body.module.set_loc_texts(body.ops.entries.texts);
        Ok((body.module, body.copies))
    }

    /// Checks that so many regions, blocks or values can follow, before memory is taken for them:
    /// nested regions could promise the same bytes many times.
    fn expect(&mut self, at: usize, count: u64) -> Read<usize> {
        match usize::try_from(count).ok().filter(|&n| n <= self.left) {
            Some(n) => {
                self.left -= n;
                Ok(n)
            }
            None => wrong(at, format_args!("{count} more regions, blocks or values can't follow")),
        }
    }

    fn version(&self) -> u64 {
        self.ops.entries.file.version
    }

    /// The header of a block, and its ops.
    fn block(&mut self, cursor: &mut Cursor<'b>, around: Around<'_>) -> Read<()> {
        let (ops, has_args) = cursor.flagged()?;
        if has_args {
            self.args(cursor, around.block)?;
        }
        for _ in 0..ops {
            self.op(cursor, around)?;
        }
        Ok(())
    }

    fn args(&mut self, cursor: &mut Cursor<'b>, block: Block) -> Read<()> {
        let count = cursor.count()?;
        for _ in 0..count {
            let at = cursor.at();
            let (ty, located) = match self.version() >= since::OPTIONAL_LOCATIONS {
                true => cursor.flagged()?,
                false => (cursor.number()?, true),
            };
            let ty = self.ops.entries.type_number(at, ty)?;
            let loc = if located { self.loc(cursor)? } else { None };
            let arg = self.module.add_arg(block, ty);
            if let Some(loc) = loc {
                self.module.set_arg_loc(arg, loc);
            }
            self.define(at, arg)?;
        }
        if self.version() >= since::USE_ORDERS && cursor.byte()? != 0 {
            use_orders(cursor, count)?;
        }
        Ok(())
    }

    fn loc(&mut self, cursor: &mut Cursor<'b>) -> Read<Option<LocId>> {
        let mut after = cursor.clone();
        let index = usize::try_from(after.number()?).unwrap_or(usize::MAX);
        if let Some(known) = self.ops.entries.attrs.get(index).and_then(|entry| entry.loc) {
            *cursor = after;
            return Ok(known);
        }
        let text = self.ops.entries.location(cursor)?;
        let loc = text.map(|(start, end)| self.module.add_loc_at(start, end));
        self.ops.entries.attrs[index].loc = Some(loc);
        Ok(loc)
    }

    fn op(&mut self, cursor: &mut Cursor<'b>, around: Around<'_>) -> Read<()> {
        let at = cursor.at();
        let index = cursor.number()?;
        let kind = self.ops.kind(at, index, around.parent)?;
        let own_name = kind.newer.unwrap_or(&kind.name);
        let has = cursor.byte()?;
        let loc = self.loc(cursor)?;
        let mut number = |part: u8| -> Read<Option<(usize, u64)>> {
            let at = cursor.at();
            if has & part != 0 { Ok(Some((at, cursor.number()?))) } else { Ok(None) }
        };
        let (attrs, properties) = (number(mask::ATTRS)?, number(mask::PROPERTIES)?);
        let mut results = std::mem::take(&mut self.results);
        results.clear();
        if has & mask::RESULTS != 0 {
            for _ in 0..cursor.count()? {
                results.push(self.ops.entries.ty(cursor)?);
            }
        }
        let mut operands = std::mem::take(&mut self.operands);
        operands.clear();
        if has & mask::OPERANDS != 0 {
            for _ in 0..cursor.count()? {
                operands.push(self.operand(cursor)?);
            }
        }
        let mut successors: SmallVec<[Block; 2]> = SmallVec::new();
        if has & mask::SUCCESSORS != 0 {
            for _ in 0..cursor.count()? {
                let (at, index) = (cursor.at(), cursor.number()?);
                match usize::try_from(index).ok().and_then(|i| around.blocks.get(i)) {
                    Some(&block) => successors.push(block),
                    None => return wrong(at, format_args!("there is no block {index}")),
                }
            }
        }
        if self.version() >= since::USE_ORDERS && has & mask::USE_ORDERS != 0 {
            use_orders(cursor, results.len())?;
        }
        let (mut regions, mut isolated): (SmallVec<[Region; 2]>, bool) = (SmallVec::new(), false);
        if has & mask::REGIONS != 0 {
            let at = cursor.at();
            let (count, flag) = cursor.flagged()?;
            isolated = flag;
            cursor.at_most(at, count)?;
            for _ in 0..self.expect(at, count)? {
                regions.push(self.module.create_region());
            }
        }
        if let (true, [operand], [ty], []) =
            (kind.is_cast, &operands[..], &results[..], &regions[..])
            && self.module.ty(*operand) == *ty
        {
            // Between VHLO's type and the builtin one, around ops of other dialects: both are the same
            // here.
            let same = *operand;
            (self.results, self.operands) = (results, operands);
            return self.define(at, same);
        }
        let first = operands.first().map(|&value| self.module.ty(value));
        let edges = !successors.is_empty();
        let in_function = around.parent == "func.func";
        let parts = OpParts {
            kind: 2 * index + u64::from(in_function),
            attrs,
            properties,
            results: &results,
            first,
            edges,
        };
        let Made { op, mut attrs, copied } = self.ops.made(at, &kind, &parts, &self.module)?;
        let mut segments = Segments::new();
        if edges && !matches!(op, Op::Foreign(_)) {
            let names = ["operandSegmentSizes", "case_operand_segments"];
            segments = names.map(|name| attrs.remove(name)).into();
        }
        let span = Span::new(at, cursor.at());
        let id = self.module.create_op(op, &operands, &results, &regions, span);
        if copied.is_some() {
            self.copies.resize(id.index() + 1, None);
            self.copies[id.index()] = copied;
        }
        if !attrs.is_empty() {
            self.module.set_discardable_attrs(id, attrs);
        }
        if let Some(loc) = loc {
            self.module.set_loc(id, loc);
        }
        self.module.append(around.block, id);
        if !successors.is_empty() {
            self.branch(at, id, own_name, &successors, &segments)?;
        }
        // Ops of the file itself belong to no region, and nothing can use them.
        if self.scopes.len() > 1 {
            for i in 0..results.len() {
                self.define(at, self.module.result(id, i))?;
            }
        }
        (self.results, self.operands) = (results, operands);
        self.regions(cursor, &regions, isolated, own_name)
    }

    /// Connects a branch to its blocks.
    fn branch(
        &mut self,
        at: usize,
        op: OpId,
        name: &str,
        to: &[Block],
        segments: &[Option<Attr>],
    ) -> Read<()> {
        let operands = self.module.operands(op).len();
        let count = |n: &i64| usize::try_from(*n).unwrap_or(usize::MAX);
        let counts: Vec<usize> = match (name, segments) {
            ("cf.br", _) => vec![0, operands],
            // The last of three segments is divided by the cases.
            ("cf.switch", [Some(Attr::DenseArray(_, all)), Some(Attr::DenseArray(_, cases))]) => {
                all.iter().take(2).chain(cases.iter()).map(count).collect()
            }
            (_, [Some(Attr::DenseArray(_, sizes)), ..]) => sizes.iter().map(count).collect(),
            // As in text, an op that is not known passes nothing to its blocks.
            _ if matches!(self.module.op(op), Op::Foreign(_)) => {
                let passed = to.iter().map(|_| 0);
                [operands].into_iter().chain(passed).collect()
            }
            _ => {
                return wrong(
                    at,
                    format_args!("`{name}` doesn't say which operands its blocks get"),
                );
            }
        };
        let sum = counts.iter().try_fold(0usize, |sum, &n| sum.checked_add(n));
        if sum != Some(operands) || counts.len() != to.len() + 1 {
            return wrong(
                at,
                format_args!("`{name}` divides its {operands} operands into {counts:?}"),
            );
        }
        if self.module.op(op).successor_count().is_some_and(|n| n != to.len()) {
            return wrong(at, format_args!("`{name}` can't have {} successors", to.len()));
        }
        let blocks = to.iter().zip(&counts[1..]).map(|(&block, &n)| (block, n as u32)).collect();
        self.module.connect(op, counts[0] as u32, blocks);
        Ok(())
    }

    fn regions(
        &mut self,
        cursor: &mut Cursor<'b>,
        regions: &[Region],
        isolated: bool,
        parent: &str,
    ) -> Read<()> {
        if regions.is_empty() {
            return Ok(());
        }
        let at = cursor.at();
        if self.depth == MAX_DEPTH {
            return wrong(at, format_args!("regions lie deeper than {MAX_DEPTH}"));
        }
        self.depth += 1;
        if isolated {
            self.scopes.push(self.spare.pop().unwrap_or_default());
        }
        if isolated && self.version() >= since::ISOLATED_SECTIONS {
            let (id, mut section) = cursor.section()?;
            if usize::from(id) != super::sections::IR {
                return wrong(at, "the ops of a region were expected");
            }
            self.each_region(&mut section, regions, parent)?;
            section.finish("a region")?;
        } else {
            self.each_region(cursor, regions, parent)?;
        }
        if isolated && let Some(scope) = self.scopes.pop() {
            self.spare.push(scope);
        }
        self.depth -= 1;
        Ok(())
    }

    fn each_region(
        &mut self,
        cursor: &mut Cursor<'b>,
        regions: &[Region],
        parent: &str,
    ) -> Read<()> {
        for &region in regions {
            let at = cursor.at();
            let count = cursor.count()?;
            if count == 0 {
                // A module's region always has a block.
                if parent == "builtin.module" {
                    self.module.create_block(region);
                }
                continue;
            }
            self.expect(at, count as u64)?;
            let values = cursor.number()?;
            cursor.at_most(at, values)?;
            let values = self.expect(at, values)?;
            let mut blocks: SmallVec<[Block; 4]> = SmallVec::new();
            for _ in 0..count {
                blocks.push(self.module.create_block(region));
            }
            if let Some(scope) = self.scopes.last_mut() {
                let before = scope.values.len();
                scope.next.push(before);
                scope.values.resize(before + values, Slot::Free);
            }
            for &block in &blocks {
                self.block(cursor, Around { block, blocks: &blocks, parent })?;
            }
            if let Some(scope) = self.scopes.last_mut() {
                scope.next.pop();
                scope.values.truncate(scope.values.len() - values);
            }
        }
        Ok(())
    }

    fn operand(&mut self, cursor: &mut Cursor<'b>) -> Read<Value> {
        let (at, index) = (cursor.at(), cursor.number()?);
        let Some(scope) = self.scopes.last_mut() else {
            return wrong(at, "a value outside of all regions");
        };
        let count = scope.values.len();
        let Some(slot) = usize::try_from(index).ok().and_then(|i| scope.values.get_mut(i)) else {
            return wrong(at, format_args!("there is no value {index}: there are {count}"));
        };
        match *slot {
            Slot::Defined(value) | Slot::Placeholder(value) => Ok(value),
            Slot::Free => {
                let ty = Type::new(TypeKind::Foreign("?".into()));
                let op = Foreign {
                    name: "hloom.placeholder".into(),
                    attrs: AttrDict::new(),
                    properties: AttrDict::new(),
                    results: [ty].into(),
                };
                let op = self.module.create_op(op.into(), &[], &[ty], &[], Span::new(at, at));
                let value = self.module.result(op, 0);
                *slot = Slot::Placeholder(value);
                self.open += 1;
                Ok(value)
            }
        }
    }

    /// Gives a value the next number.
    fn define(&mut self, at: usize, value: Value) -> Read<()> {
        let slot = self.scopes.last_mut().and_then(|scope| {
            let next = scope.next.last_mut()?;
            let slot = scope.values.get_mut(*next)?;
            *next += 1;
            Some(slot)
        });
        let Some(slot) = slot else {
            return wrong(at, "the region defines more values than it says");
        };
        if let Slot::Placeholder(old) = std::mem::replace(slot, Slot::Defined(value)) {
            self.open -= 1;
            self.module.replace_uses(old, value);
            if let Some(op) = self.module.def_op(old) {
                self.module.erase(op);
            }
        }
        Ok(())
    }
}

/// Skips the orders of the uses of `values` values: uses have no order here.
fn use_orders(cursor: &mut Cursor<'_>, values: usize) -> Read<()> {
    let count = if values > 1 { cursor.count()? } else { 1 };
    for _ in 0..count {
        if values > 1 {
            cursor.number()?;
        }
        let at = cursor.at();
        let (indices, _) = cursor.flagged()?;
        for _ in 0..cursor.at_most(at, indices)? {
            cursor.number()?;
        }
    }
    Ok(())
}
