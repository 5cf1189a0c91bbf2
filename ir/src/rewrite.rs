//! The rewriter: the only way to change a module from outside of this crate.
//!
//! It builds ops with inferred result types, replaces values, moves and erases ops, and records the
//! changes, so that a worklist driver can revisit the affected ops.

use crate::attr::AttrDict;
use crate::diag::Span;
use crate::id::{Block, OpId, Region, Value};
use crate::literal::Literal;
use crate::module::{LocId, Module, Results};
use crate::op::{ConstraintError, InferContext};
use crate::ops::{Constant, Op};
use crate::types::Type;
use rustc_hash::FxHashMap;

/// The position at which new ops are inserted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InsertPoint {
    /// In front of an op.
    Before(OpId),
    /// At a block's end.
    End(Block),
}

/// The changes since the last [`Rewriter::take_changes`].
#[derive(Default, Debug)]
pub struct Changes {
    /// Ops that were created, or whose operands, attributes or uses changed.
    pub touched: Vec<OpId>,
    /// Ops that were erased.
    pub erased: Vec<OpId>,
}

/// The handle through which a pass changes a module.
pub struct Rewriter<'m> {
    module: &'m mut Module,
    point: InsertPoint,
    loc: Option<LocId>,
    span: Span,
    changes: Changes,
}

impl<'m> Rewriter<'m> {
    /// A rewriter that inserts at the end of the module's body.
    pub fn new(module: &'m mut Module) -> Rewriter<'m> {
        let point = InsertPoint::End(module.body());
        Rewriter { module, point, loc: None, span: Span::default(), changes: Changes::default() }
    }

    /// The module.
    pub fn module(&self) -> &Module {
        self.module
    }

    /// The position at which new ops are inserted.
    pub fn point(&self) -> InsertPoint {
        self.point
    }

    /// Sets the insertion point.
    pub fn set_point(&mut self, point: InsertPoint) {
        self.point = point;
    }

    /// Inserts new ops before `op`, with its source span and location.
    pub fn set_before(&mut self, op: OpId) {
        self.point = InsertPoint::Before(op);
        self.set_source(op);
    }

    /// Inserts new ops after `op`, with its source span and location.
    pub fn set_after(&mut self, op: OpId) {
        self.point = match (self.module.next(op), self.module.parent(op)) {
            (Some(next), _) => InsertPoint::Before(next),
            (None, Some(block)) => InsertPoint::End(block),
            (None, None) => self.point,
        };
        self.set_source(op);
    }

    /// Gives new ops the source span and location of `op`.
    pub fn set_source(&mut self, op: OpId) {
        self.span = self.module.span(op);
        self.loc = Some(self.module.loc_id(op));
    }

    /// Wraps the location of new ops in a name: `loc("name"(…))`. Returns the old location, to be
    /// restored later.
    pub fn name_source(&mut self, name: &str) -> Option<LocId> {
        let before = self.loc;
        let inner = before.and_then(|loc| self.module.loc_text(loc));
        let mut text = String::new();
        let _ = crate::quote::write_quoted(&mut text, name.as_bytes());
        if let Some(inner) = inner {
            text = format!("{text}({inner})");
        }
        self.loc = Some(self.module.add_loc(&text));
        before
    }

    /// Sets the location of new ops.
    pub fn set_loc(&mut self, loc: Option<LocId>) {
        self.loc = loc;
    }

    /// Sets an op's source span and location, as if it came from there.
    pub fn set_origin(&mut self, op: OpId, span: Span, loc: Option<&str>) {
        let loc = loc.map(|text| self.module.add_loc(text));
        self.module.set_origin(op, span, loc);
        self.touch(op);
    }

    /// Sets a block argument's location to `loc("name")`.
    pub fn name_arg_source(&mut self, arg: Value, name: &str) {
        let mut text = String::new();
        let _ = crate::quote::write_quoted(&mut text, name.as_bytes());
        let loc = self.module.add_loc(&text);
        self.module.set_arg_loc(arg, loc);
    }

    /// Returns the changes since the last call.
    pub fn take_changes(&mut self) -> Changes {
        std::mem::take(&mut self.changes)
    }

    /// Builds an op without regions; its result types are inferred.
    ///
    /// # Errors
    /// The constraint that the op would violate; nothing is built then.
    pub fn build(
        &mut self,
        op: impl Into<Op>,
        operands: &[Value],
    ) -> Result<OpId, ConstraintError> {
        self.build_with_regions(op, operands, &[])
    }

    /// Builds an op with one result and without regions, and returns the result.
    ///
    /// # Errors
    /// The constraint that the op would violate.
    pub fn value(
        &mut self,
        op: impl Into<Op>,
        operands: &[Value],
    ) -> Result<Value, ConstraintError> {
        let id = self.build(op, operands)?;
        Ok(self.module.result(id, 0))
    }

    /// Builds an op with regions created by [`region`](Self::region).
    ///
    /// # Errors
    /// The constraint that the op would violate.
    pub fn build_with_regions(
        &mut self,
        op: impl Into<Op>,
        operands: &[Value],
        regions: &[Region],
    ) -> Result<OpId, ConstraintError> {
        let op = op.into();
        let types = op.infer(&InferContext { module: self.module, values: operands, regions })?;
        let id = self.module.create_op(op, operands, &types, regions, self.span);
        if let Some(loc) = self.loc {
            self.module.set_loc(id, loc);
        }
        self.place(id);
        Ok(id)
    }

    /// Builds a terminator with its own operands and, for each successor, the values of that
    /// block's arguments.
    ///
    /// # Errors
    /// The constraint that the op would violate; nothing is built then. The verifier checks the
    /// values against the block arguments, since those may be added later.
    pub fn build_branch(
        &mut self,
        op: impl Into<Op>,
        own: &[Value],
        successors: &[(Block, &[Value])],
    ) -> Result<OpId, ConstraintError> {
        let mut all = own.to_vec();
        successors.iter().for_each(|(_, args)| all.extend_from_slice(args));
        let id = self.build(op, &all)?;
        self.module.set_successors(id, own, successors);
        Ok(id)
    }

    /// Replaces a terminator's own operands and its successors.
    pub fn set_successors(&mut self, op: OpId, own: &[Value], successors: &[(Block, &[Value])]) {
        self.touch_operands(op);
        self.module.set_successors(op, own, successors);
        self.touch(op);
    }

    /// Redirects successor `i` of an op to another block, with the same passed values.
    ///
    /// # Panics
    /// If the op has fewer successors.
    pub fn redirect(&mut self, op: OpId, i: usize, to: Block) {
        self.module.redirect(op, i, to);
        self.touch(op);
    }

    /// Builds a constant.
    pub fn constant(&mut self, value: Literal) -> Value {
        let ty = value.ty();
        let op = Constant { value }.into();
        let id = self.module.create_op(op, &[], &[ty], &[], self.span);
        if let Some(loc) = self.loc {
            self.module.set_loc(id, loc);
        }
        self.place(id);
        self.module.result(id, 0)
    }

    fn place(&mut self, id: OpId) {
        match self.point {
            InsertPoint::Before(op) => self.module.insert_before(id, op),
            InsertPoint::End(block) => self.module.append(block, id),
        }
        self.touch(id);
    }

    fn touch(&mut self, op: OpId) {
        self.changes.touched.push(op);
    }

    fn touch_operands(&mut self, op: OpId) {
        for i in 0..self.module.operands(op).len() {
            if let Some(def) = self.module.def_op(self.module.operand(op, i)) {
                self.changes.touched.push(def);
            }
        }
    }

    /// Creates a region with an entry block that has these argument types. The region does not have
    /// an owner until an op is built with it.
    pub fn region(&mut self, args: &[Type]) -> (Region, Block) {
        let region = self.module.create_region();
        let block = self.add_block(region, args);
        (region, block)
    }

    /// Adds a block to a region's end.
    pub fn add_block(&mut self, region: Region, args: &[Type]) -> Block {
        let block = self.module.create_block(region);
        for &ty in args {
            self.module.add_arg(block, ty);
        }
        block
    }

    /// Adds an argument to a block.
    pub fn add_arg(&mut self, block: Block, ty: Type) -> Value {
        self.module.add_arg(block, ty)
    }

    /// Removes a block argument without uses, and the values that branches pass for it.
    pub fn remove_arg(&mut self, block: Block, i: usize) {
        let edges: Vec<(OpId, usize)> = self.module.predecessors(block).collect();
        for (op, at) in edges {
            let own = self.module.own_operands(op).to_vec();
            let mut to: Vec<(Block, Vec<Value>)> =
                self.module.successors(op).map(|s| (s.block, s.args.to_vec())).collect();
            if i < to[at].1.len() {
                to[at].1.remove(i);
            }
            let to: Vec<(Block, &[Value])> = to.iter().map(|(b, args)| (*b, &args[..])).collect();
            self.set_successors(op, &own, &to);
        }
        self.module.remove_arg(block, i);
    }

    /// Replaces all uses of `old` by `new`, which inherits its name if it does not have one.
    ///
    /// # Panics
    /// If their types are not compatible.
    pub fn replace_uses(&mut self, old: Value, new: Value) {
        let (from, to) = (self.module.ty(old), self.module.ty(new));
        assert!(from.compatible(to), "a value of {from} can't be replaced by one of {to}");
        let users: Vec<OpId> = self.module.uses(old).map(|(op, _)| op).collect();
        self.changes.touched.extend(users);
        self.changes.touched.extend(self.module.def_op(old));
        self.module.replace_uses(old, new);
        self.module.inherit_name(new, old);
    }

    /// Replaces all results of an op by these values, and erases the op.
    ///
    /// # Panics
    /// If the number of values differs from the number of results, or types are not compatible.
    pub fn replace(&mut self, op: OpId, values: &[Value]) {
        let results: Results = self.module.results(op);
        assert_eq!(results.len(), values.len(), "each result is replaced by one value");
        for (old, &new) in results.iter().zip(values) {
            self.replace_uses(old, new);
        }
        self.erase(op);
    }

    /// Erases an op with its regions; its results must not have uses.
    ///
    /// # Panics
    /// If a result has uses.
    pub fn erase(&mut self, op: OpId) {
        assert!(
            self.module.results(op).iter().all(|v| !self.module.is_used(v)),
            "an op in use can't be erased"
        );
        let inside: Vec<OpId> = self.module.walk(op).collect();
        for &o in inside.iter().chain([&op]) {
            self.touch_operands(o);
        }
        if self.point == InsertPoint::Before(op) {
            self.set_after(op);
        }
        self.module.erase(op);
        self.changes.erased.extend(inside);
        self.changes.erased.push(op);
    }

    /// Erases a block and its ops. Their values must not have uses elsewhere, and no other block
    /// may branch to it.
    pub fn erase_block(&mut self, block: Block) {
        self.module.erase_block(block);
    }

    /// Erases blocks of one region and their ops, which may use each other's values and branch to
    /// each other; nothing else may.
    pub fn erase_blocks(&mut self, blocks: &[Block]) {
        for &block in blocks {
            let inside: Vec<OpId> =
                self.module.ops(block).flat_map(|op| self.module.walk(op).chain([op])).collect();
            self.changes.erased.extend(inside);
        }
        self.module.erase_blocks(blocks);
    }

    /// Sets operand `i` of an op.
    pub fn set_operand(&mut self, op: OpId, i: usize, value: Value) {
        if let Some(def) = self.module.def_op(self.module.operand(op, i)) {
            self.touch(def);
        }
        self.module.set_operand(op, i, value);
        self.touch(op);
    }

    /// Replaces the operands of an op.
    ///
    /// # Panics
    /// If the op has successors; see [`set_successors`](Self::set_successors).
    pub fn set_operands(&mut self, op: OpId, operands: &[Value]) {
        self.touch_operands(op);
        self.module.set_operands(op, operands);
        self.touch(op);
    }

    /// Replaces an op's kind and attributes; its results keep their types.
    pub fn set_op(&mut self, id: OpId, op: impl Into<Op>) {
        self.module.set_op(id, op.into());
        self.touch(id);
    }

    /// Sets a value's type. The caller is responsible for the validity of all uses.
    pub fn set_type(&mut self, value: Value, ty: Type) {
        self.module.set_type(value, ty);
    }

    /// Sets the discardable attributes: those that the op's definition does not declare.
    pub fn set_discardable_attrs(&mut self, op: OpId, attrs: AttrDict) {
        self.module.set_discardable_attrs(op, attrs);
    }

    /// Names a value, without `%`. The printer makes names unique.
    pub fn set_name(&mut self, value: Value, name: &str) {
        self.module.set_name(value, name);
    }

    /// Moves an op in front of another.
    pub fn move_before(&mut self, op: OpId, before: OpId) {
        if op != before {
            self.module.detach(op);
            self.module.insert_before(op, before);
        }
    }

    /// Moves an op to a block's end.
    pub fn move_to_end(&mut self, op: OpId, block: Block) {
        self.module.detach(op);
        self.module.append(block, op);
    }

    /// Moves all blocks of a region to the end of another.
    pub fn move_blocks(&mut self, from: Region, to: Region) {
        self.module.move_blocks(from, to);
    }

    /// Moves the ops of `block` before `before`, with its arguments replaced by `args`, and erases
    /// the terminator. Returns the yielded values.
    ///
    /// # Panics
    /// If the number of arguments differs or the block does not have a terminator.
    pub fn inline_block(&mut self, block: Block, args: &[Value], before: OpId) -> Vec<Value> {
        let params = self.module.args(block).to_vec();
        assert_eq!(params.len(), args.len(), "each argument has a value");
        for (&param, &arg) in params.iter().zip(args) {
            self.replace_uses(param, arg);
        }
        let terminator = self.module.terminator(block).expect("the block has a terminator");
        let yielded = self.module.operands(terminator).to_vec();
        self.erase(terminator);
        let moved: Vec<OpId> = self.module.ops(block).collect();
        self.module.splice_before(block, before);
        self.changes.touched.extend(moved);
        yielded
    }

    /// Copies the ops of `block` except the terminator to the insertion point, with its arguments
    /// replaced by `args`. Returns the copies of the yielded values.
    ///
    /// # Panics
    /// If the number of arguments differs or the block does not have a terminator.
    pub fn clone_block(&mut self, block: Block, args: &[Value]) -> Vec<Value> {
        let mut map: FxHashMap<Value, Value> =
            self.module.args(block).iter().copied().zip(args.iter().copied()).collect();
        assert_eq!(self.module.args(block).len(), args.len(), "each argument has a value");
        let terminator = self.module.terminator(block).expect("the block has a terminator");
        let ops: Vec<OpId> = self.module.ops(block).filter(|&op| op != terminator).collect();
        for op in ops {
            let copy = self.clone_detached(op, &mut map);
            self.place(copy);
        }
        self.module.operands(terminator).iter().map(|v| *map.get(v).unwrap_or(v)).collect()
    }

    /// Copies an op with its regions to the insertion point. Operands are mapped through `map`, and
    /// the new results are added to it.
    pub fn clone_op(&mut self, op: OpId, map: &mut FxHashMap<Value, Value>) -> OpId {
        let copy = self.clone_detached(op, map);
        self.place(copy);
        copy
    }

    fn clone_detached(&mut self, op: OpId, map: &mut FxHashMap<Value, Value>) -> OpId {
        let regions: Vec<Region> = self.module.regions(op).to_vec();
        let copies: Vec<Region> = regions.iter().map(|&r| self.clone_region(r, map)).collect();
        let module = &mut *self.module;
        let operands: Vec<Value> =
            module.operands(op).iter().map(|v| *map.get(v).unwrap_or(v)).collect();
        let (kind, types, span) = (module.op(op).clone(), module.result_types(op), module.span(op));
        let copy = module.create_op(kind, &operands, &types, &copies, span);
        let loc = module.loc_id(op);
        module.set_loc(copy, loc);
        if let Some(attrs) = module.discardable_attrs(op).cloned() {
            module.set_discardable_attrs(copy, attrs);
        }
        if module.has_successors(op) {
            let own = module.own_operands(op).len() as u32;
            let to = module.successors(op).map(|s| (s.block, s.args.len() as u32)).collect();
            module.connect(copy, own, to);
        }
        for (old, new) in module.results(op).iter().zip(module.results(copy)) {
            module.inherit_name(new, old);
            map.insert(old, new);
        }
        copy
    }

    /// Copies a region; the copy does not have an owner yet.
    fn clone_region(&mut self, region: Region, map: &mut FxHashMap<Value, Value>) -> Region {
        let copy = self.module.create_region();
        let blocks = self.module.blocks(region).to_vec();
        let mut fresh = Vec::with_capacity(blocks.len());
        for &block in &blocks {
            let new = self.module.create_block(copy);
            for arg in self.module.args(block).to_vec() {
                let value = self.module.add_arg(new, self.module.ty(arg));
                self.module.inherit_name(value, arg);
                map.insert(arg, value);
            }
            fresh.push(new);
        }
        for (&block, &new) in blocks.iter().zip(&fresh) {
            for op in self.module.ops(block).collect::<Vec<_>>() {
                let inner = self.clone_detached(op, map);
                self.module.append(new, inner);
            }
        }
        if blocks.len() > 1 {
            self.mend_copies(&blocks, &fresh, map);
        }
        copy
    }

    /// Connects the copies of several blocks: branches between them, and uses of values that are
    /// defined later.
    fn mend_copies(&mut self, old: &[Block], new: &[Block], map: &FxHashMap<Value, Value>) {
        let copies: FxHashMap<Block, Block> =
            old.iter().copied().zip(new.iter().copied()).collect();
        for (&block, &copy) in old.iter().zip(new) {
            let ends = self.module.last_op(block).zip(self.module.last_op(copy));
            if let Some((end, copied)) = ends.filter(|(end, _)| self.module.has_successors(*end)) {
                let own = self.module.own_operands(end).len() as u32;
                let to = self
                    .module
                    .successors(end)
                    .map(|s| (*copies.get(&s.block).unwrap_or(&s.block), s.args.len() as u32));
                let to = to.collect();
                self.module.connect(copied, own, to);
            }
            let tops: Vec<OpId> = self.module.ops(copy).collect();
            for top in tops {
                let all: Vec<OpId> = self.module.walk(top).chain([top]).collect();
                for op in all {
                    for i in 0..self.module.operands(op).len() {
                        if let Some(&value) = map.get(&self.module.operand(op, i)) {
                            self.module.set_operand(op, i, value);
                        }
                    }
                }
            }
        }
    }
}
