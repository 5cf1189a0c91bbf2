//! Copies an op, its regions and the functions that it calls from one module to another under type
//! substitutions.

use super::change::{Swap, swapped, swapped_attr};
use super::{Draft, Instance};
use hloom_ir::attr::{Attr, AttrDict};
use hloom_ir::op::FieldReader;
use hloom_ir::ops::{self, Op};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Module, OpId, Region, Type, Value};
use std::collections::HashMap;

/// The maximum depth of calls.
const DEEPEST: usize = 8;

/// Builds the instance on these operands at the draft's insertion point. Returns `None` if it is
/// invalid.
pub(super) fn plant(
    instance: &Instance,
    draft: &mut Draft<'_>,
    operands: &[Value],
) -> Option<OpId> {
    let mut planter = Planter {
        from: &instance.source,
        swaps: &instance.swaps,
        draft,
        values: HashMap::new(),
        callees: HashMap::new(),
        depth: 0,
    };
    let regions = planter.regions(instance.id)?;
    let mut attrs = instance.attrs.clone();
    planter.rename(&mut attrs)?;
    let read = ops::TABLE[instance.index].read;
    let op = read(&mut FieldReader { dict: &mut attrs, results: &instance.results }).ok()?;
    planter.build(op, attrs, operands, &regions)
}

struct Planter<'p, 'm> {
    from: &'p Module,
    swaps: &'p [Swap],
    draft: &'p mut Draft<'m>,
    values: HashMap<Value, Value>,
    /// New names of copied functions.
    callees: HashMap<String, String>,
    depth: usize,
}

impl Planter<'_, '_> {
    fn build(
        &mut self,
        op: Op,
        extra: AttrDict,
        operands: &[Value],
        regions: &[Region],
    ) -> Option<OpId> {
        let id = self.draft.rewriter.build_with_regions(op, operands, regions).ok()?;
        if !extra.is_empty() {
            self.draft.rewriter.set_discardable_attrs(id, extra);
        }
        Some(id)
    }

    fn regions(&mut self, op: OpId) -> Option<Vec<Region>> {
        let from = self.from;
        from.regions(op).iter().map(|&r| self.region(r)).collect()
    }

    /// Copies a region of one block.
    fn region(&mut self, region: Region) -> Option<Region> {
        let [block] = *self.from.blocks(region) else { return None };
        let args = self.from.args(block);
        let types: Vec<Type> = args.iter().map(|&v| swapped(self.from.ty(v), self.swaps)).collect();
        let outer = self.draft.rewriter.point();
        let (copy, entry) = self.draft.rewriter.region(&types);
        let fresh = self.draft.rewriter.module().args(entry).to_vec();
        self.values.extend(args.iter().copied().zip(fresh));
        self.draft.rewriter.set_point(InsertPoint::End(entry));
        let ops: Vec<OpId> = self.from.ops(block).collect();
        let done = ops.into_iter().try_for_each(|op| self.op(op));
        self.draft.rewriter.set_point(outer);
        done.map(|()| copy)
    }

    fn op(&mut self, id: OpId) -> Option<()> {
        let operands: Vec<Value> = self.from.operands(id).iter().map(|&v| self.value(v)).collect();
        let regions = self.regions(id)?;
        let types: Vec<Type> =
            self.from.result_types(id).iter().map(|&ty| swapped(ty, self.swaps)).collect();
        let (op, extra) = match self.from.op(id) {
            Op::Foreign(op) => (Op::Foreign(op.clone()), AttrDict::new()),
            op => {
                let known = op.attrs();
                let extra = self.from.discardable_attrs(id);
                let mut attrs: AttrDict = known
                    .iter()
                    .chain(extra.into_iter().flat_map(AttrDict::iter))
                    .map(|(name, attr)| (name.into(), swapped_attr(attr, self.swaps)))
                    .collect();
                self.rename(&mut attrs)?;
                let read = ops::TABLE[op.index()].read;
                let op = read(&mut FieldReader { dict: &mut attrs, results: &types }).ok()?;
                (op, attrs)
            }
        };
        let copy = self.build(op, extra, &operands, &regions)?;
        let results = self.draft.rewriter.module().results(copy);
        self.values.extend(self.from.results(id).iter().zip(results.iter()));
        Some(())
    }

    /// The copy of a value; a value from outside becomes an argument.
    fn value(&mut self, value: Value) -> Value {
        if let Some(&copy) = self.values.get(&value) {
            return copy;
        }
        let copy = match self.from.constant(value) {
            Some(literal) if self.swaps.is_empty() && self.depth == 0 => {
                // In front of the outermost op around the use.
                let point = self.draft.rewriter.point();
                let first = self.draft.rewriter.module().first_op(self.draft.body);
                let front = first.map_or(InsertPoint::End(self.draft.body), InsertPoint::Before);
                self.draft.rewriter.set_point(front);
                let copy = self.draft.rewriter.constant(literal.clone());
                self.draft.rewriter.set_point(point);
                copy
            }
            _ => self.draft.argument(swapped(self.from.ty(value), self.swaps)),
        };
        self.values.insert(value, copy);
        copy
    }

    /// Copies the functions that attributes refer to, and updates the references.
    fn rename(&mut self, attrs: &mut AttrDict) -> Option<()> {
        let names: Vec<String> = attrs.iter().map(|(name, _)| name.to_owned()).collect();
        for name in names {
            let mut attr = attrs.get(&name)?.clone();
            if self.rename_in(&mut attr)? {
                attrs.set(&name, attr);
            }
        }
        Some(())
    }

    fn rename_in(&mut self, attr: &mut Attr) -> Option<bool> {
        match attr {
            Attr::Symbol(path) if path.len() == 1 => {
                let name = self.function(&path[0])?;
                *attr = Attr::symbol(&name);
                Some(true)
            }
            Attr::Array(items) => {
                let mut any = false;
                for item in items.iter_mut() {
                    any |= self.rename_in(item)?;
                }
                Some(any)
            }
            Attr::Dict(dict) => self.rename(dict).map(|()| true),
            _ => Some(false),
        }
    }

    /// The new name of a copied function.
    fn function(&mut self, name: &str) -> Option<String> {
        if let Some(known) = self.callees.get(name) {
            return Some(known.clone());
        }
        if self.depth == DEEPEST {
            return None;
        }
        let id = self.from.symbol(name)?;
        let Op::Func(func) = self.from.op(id) else { return None };
        let outer = self.draft.rewriter.point();
        let fresh = format!("callee{}", *self.draft.functions);
        *self.draft.functions += 1;
        // A function captures no values, and its callees are placed in front of it.
        self.depth += 1;
        let region = self.regions(id);
        self.depth -= 1;
        let mut func = (**func).clone();
        func.sym_name = hloom_ir::field::Symbol::from(fresh.as_str());
        func.function_type = ops::FunctionType(swapped(func.function_type.0, self.swaps));
        let root = self.draft.rewriter.module().body();
        self.draft.rewriter.set_point(InsertPoint::End(root));
        let built = region.and_then(|r| self.build(func.into(), AttrDict::new(), &[], &r));
        self.draft.rewriter.set_point(outer);
        built?;
        self.callees.insert(name.to_owned(), fresh.clone());
        Some(fresh)
    }
}
