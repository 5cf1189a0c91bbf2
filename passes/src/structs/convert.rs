//! The type conversion that both passes share: each value of a converted type becomes several
//! values of other types, or none, across functions, calls, branches and loops.

use super::names::join;
use crate::context::{Context, PassError};
use hloom_ir::attr::{Attr, AttrDict};
use hloom_ir::field::{Bits, ResultTypes, Text};
use hloom_ir::ops::{
    Call, Func, FunctionType, GetElement, GetField, GetTupleElement, MakeArray, MakeStruct, Op,
    OptimizationBarrier, Tuple, member_index,
};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::types::TypeKind;
use hloom_ir::{Block, ConstraintError, OpId, Region, Rewriter, Type, Value};
use rustc_hash::FxHashMap;

/// A type converter.
pub(super) trait Scheme {
    /// The types that replace this one; `None` if it is not converted.
    fn parts(&self, ty: Type) -> Option<Vec<Type>>;
    /// The parts of a value of type `ty`, from the parts of its members.
    fn make(
        &self,
        cx: &mut Converter<'_>,
        ty: Type,
        parts: &[Value],
    ) -> Result<Vec<Value>, ConstraintError>;
    /// The parts of member `i` of a value.
    fn get(
        &self,
        cx: &mut Converter<'_>,
        of: Type,
        parts: &[Value],
        i: usize,
    ) -> Result<Vec<Value>, ConstraintError>;
    /// The parts of a value with member `i` replaced.
    fn with(
        &self,
        cx: &mut Converter<'_>,
        of: Type,
        parts: &[Value],
        i: usize,
        new: &[Value],
    ) -> Result<Vec<Value>, ConstraintError>;
    /// Assembles a value of type `ty` for an op that is not converted.
    fn pack(
        &self,
        cx: &mut Converter<'_>,
        ty: Type,
        parts: &[Value],
    ) -> Result<Value, ConstraintError>;
    /// Splits a result of an op that is not converted into its parts.
    fn unpack(
        &self,
        cx: &mut Converter<'_>,
        ty: Type,
        whole: Value,
    ) -> Result<Vec<Value>, ConstraintError>;
    /// The replacement for the result (of original type `of`) of an op without a conversion of its
    /// own, if it can be computed from the parts of its operands; `None` if the operands have to be
    /// assembled.
    fn compute(
        &self,
        _cx: &mut Converter<'_>,
        _kind: &Op,
        _operands: &[Value],
        _of: Type,
    ) -> Result<Option<Value>, ConstraintError> {
        Ok(None)
    }
    /// The suffixes of the parts' names.
    fn part_names(&self, ty: Type, dict: &AttrDict) -> Vec<String>;
    /// The attribute dictionaries of the parts of a function's argument or result.
    fn attributes(&self, ty: Type, old: &AttrDict) -> Vec<AttrDict>;
}

/// The state of a pass.
pub(super) struct Converter<'m> {
    pub(super) r: Rewriter<'m>,
    /// The parts of converted values.
    parts: FxHashMap<Value, Vec<Value>>,
    /// The path to a value from a named one: `model.layer1.weight`.
    paths: FxHashMap<Value, String>,
    /// Replaced ops, in order.
    dead: Vec<OpId>,
    /// Blocks with the number of their leading arguments that were replaced.
    stale: Vec<(Block, usize)>,
    count: usize,
}

/// Runs a pass.
pub(super) fn run(cx: &mut Context<'_>, scheme: &mut impl Scheme) -> Result<(), PassError> {
    let functions: Vec<OpId> = cx.module().functions().collect();
    for &function in &functions {
        let blocks =
            cx.module().regions(function).first().map_or(0, |&r| cx.module().blocks(r).len());
        if blocks > 1 {
            let name = &cx.module().func(function).sym_name.0;
            let message = format!(
                "@{name} has {blocks} blocks with branches between them; run `lift-control-flow` first"
            );
            return Err(PassError::at(function, message));
        }
    }
    let mut converter = Converter {
        r: cx.rewriter(),
        parts: FxHashMap::default(),
        paths: FxHashMap::default(),
        dead: Vec::new(),
        stale: Vec::new(),
        count: 0,
    };
    let dicts: Vec<Vec<AttrDict>> =
        functions.iter().map(|&f| converter.signature(scheme, f)).collect();
    for (&function, dicts) in functions.iter().zip(&dicts) {
        if let Some(block) = converter.r.module().entry(function, 0) {
            converter.block(scheme, block, dicts)?;
        }
    }
    let count = converter.finish();
    cx.count("values mapped", count);
    Ok(())
}

/// Whether an op's regions have the op's operands or results as arguments or yielded values,
/// whatever the type.
fn hands_on(kind: &Op) -> bool {
    matches!(kind, Op::If(_) | Op::Case(_) | Op::While(_) | Op::Fusion(_) | Op::Layer(_))
}

impl Converter<'_> {
    /// Converts a function's type; returns the old attribute dictionaries of its arguments.
    fn signature(&mut self, scheme: &impl Scheme, function: OpId) -> Vec<AttrDict> {
        let func = self.r.module().func(function).clone();
        let (inputs, results) = (func.function_type.inputs(), func.function_type.results());
        let dicts = |attrs: &Option<Box<Attr>>, count: usize| -> Vec<AttrDict> {
            match attrs.as_deref() {
                Some(Attr::Array(list)) => list
                    .iter()
                    .map(|a| if let Attr::Dict(d) = a { d.clone() } else { AttrDict::new() })
                    .collect(),
                _ => vec![AttrDict::new(); count],
            }
        };
        let old = (dicts(&func.arg_attrs, inputs.len()), dicts(&func.res_attrs, results.len()));
        let map = |types: &[Type], dicts: &[AttrDict]| {
            let (mut new, mut attrs) = (Vec::new(), Vec::new());
            for (&ty, dict) in types.iter().zip(dicts) {
                match scheme.parts(ty) {
                    None => {
                        new.push(ty);
                        attrs.push(dict.clone());
                    }
                    Some(parts) => {
                        attrs.extend(scheme.attributes(ty, dict).into_iter().take(parts.len()));
                        new.extend(parts);
                    }
                }
            }
            let said = attrs.iter().any(|d| !d.is_empty());
            let attrs = attrs.into_iter().map(Attr::Dict).collect();
            (new, said.then(|| Box::new(Attr::Array(attrs))))
        };
        let (from, arg_attrs) = map(inputs, &old.0);
        let (to, res_attrs) = map(results, &old.1);
        if from != inputs || to != results {
            let function_type = FunctionType(Type::function(&from, &to));
            self.r.set_op(function, Func { function_type, arg_attrs, res_attrs, ..func });
        }
        old.0
    }

    /// Converts a block: its arguments, then its ops. `dicts` are the dictionaries of a function's
    /// arguments.
    fn block(
        &mut self,
        scheme: &impl Scheme,
        block: Block,
        dicts: &[AttrDict],
    ) -> Result<(), PassError> {
        let args = self.r.module().args(block).to_vec();
        let ops: Vec<OpId> = self.r.module().ops(block).collect();
        let mapped = |cx: &Self, v: Value| scheme.parts(cx.r.module().ty(v));
        if args.iter().any(|&a| mapped(self, a).is_some()) {
            let none = AttrDict::new();
            for (i, &old) in args.iter().enumerate() {
                let ty = self.r.module().ty(old);
                let Some(types) = scheme.parts(ty) else {
                    let new = self.r.add_arg(block, ty);
                    self.r.replace_uses(old, new);
                    continue;
                };
                let base = self.r.module().name(old).unwrap_or_default().to_owned();
                let names = scheme.part_names(ty, dicts.get(i).unwrap_or(&none));
                let mut parts = Vec::new();
                for (ty, name) in types.into_iter().zip(names) {
                    let new = self.r.add_arg(block, ty);
                    self.name(new, join(&base, &name), !base.is_empty());
                    if !base.is_empty() && !name.is_empty() {
                        let path = join(&base, &name);
                        self.r.name_arg_source(new, &path);
                    }
                    parts.push(new);
                }
                self.parts.insert(old, parts);
                self.count += 1;
            }
            self.stale.push((block, args.len()));
        }
        for op in ops {
            self.op(scheme, op)?;
        }
        Ok(())
    }

    /// Sets the path of a part, and its name unless it has one.
    fn name(&mut self, value: Value, path: String, set: bool) {
        if set && !path.is_empty() && self.r.module().name(value).is_none() {
            self.r.set_name(value, &path);
        }
        self.paths.insert(value, path);
    }

    /// The path to a value.
    fn path(&self, value: Value) -> String {
        if let Some(path) = self.paths.get(&value) {
            return path.clone();
        }
        self.r.module().name(value).unwrap_or_default().to_owned()
    }

    /// The parts of a value, or the value itself.
    fn parts_of(&self, value: Value) -> Vec<Value> {
        self.parts.get(&value).cloned().unwrap_or_else(|| vec![value])
    }

    fn all_parts(&self, values: &[Value]) -> Vec<Value> {
        values.iter().flat_map(|&v| self.parts_of(v)).collect()
    }

    fn op(&mut self, scheme: &impl Scheme, op: OpId) -> Result<(), PassError> {
        let m = self.r.module();
        let operands = m.operands(op).to_vec();
        let results: Vec<Value> = m.results(op).iter().collect();
        let kind = m.op(op).clone();
        // Regions come first, since the types that they yield determine the op's results.
        let regions = m.regions(op).to_vec();
        let enters = regions.is_empty() || hands_on(&kind) || self.is_closed(scheme, &regions);
        let mut captured = Vec::new();
        if enters {
            for region in regions {
                for block in self.r.module().blocks(region).to_vec() {
                    self.block(scheme, block, &[])?;
                }
            }
        } else {
            let inside = |inner| self.r.module().operands(inner).to_vec();
            captured = self.r.module().walk(op).flat_map(inside).collect();
            captured.retain(|v| self.parts.contains_key(v));
        }
        let touched = !captured.is_empty()
            || operands.iter().any(|v| self.parts.contains_key(v))
            || results.iter().any(|&v| scheme.parts(self.r.module().ty(v)).is_some());
        if !touched {
            return Ok(());
        }
        let at = |broken: ConstraintError| PassError::at(op, broken.message);
        self.r.set_before(op);
        match &kind {
            Op::Tuple(_) | Op::MakeStruct(_) | Op::MakeArray(_) => {
                let ty = self.r.module().ty(results[0]);
                let parts = self.all_parts(&operands);
                let made = scheme.make(self, ty, &parts).map_err(at)?;
                self.result(scheme, results[0], made);
            }
            Op::GetTupleElement(_) | Op::GetField(_) | Op::GetElement(_) => {
                self.read(scheme, op, operands[0], results[0]).map_err(at)?;
            }
            Op::WithField(_) | Op::WithElement(_) => {
                let of = self.r.module().ty(operands[0]);
                let i = member_index(&kind, of).expect("the verifier saw the member");
                let (parts, new) = (self.parts_of(operands[0]), self.parts_of(operands[1]));
                let made = scheme.with(self, of, &parts, i, &new).map_err(at)?;
                self.result(scheme, results[0], made);
            }
            Op::FuncReturn(_) | Op::Return(_) => {
                let parts = self.all_parts(&operands);
                self.r.set_operands(op, &parts);
                return Ok(());
            }
            Op::OptimizationBarrier(_) => {
                self.barrier(scheme, op, &operands, &results).map_err(at)?;
            }
            Op::Call(_) => {
                self.structural(scheme, op, kind, &operands, &results).map_err(at)?;
            }
            _ if hands_on(&kind) => {
                self.structural(scheme, op, kind, &operands, &results).map_err(at)?;
            }
            // Any other op: the scheme computes it, or its operands are assembled.
            _ => {
                let mut made = None;
                if let ([result], true) = (&results[..], captured.is_empty()) {
                    let of = self.r.module().ty(*result);
                    let parts = self.all_parts(&operands);
                    made = scheme.compute(self, &kind, &parts, of).map_err(at)?;
                }
                match made {
                    Some(value) => self.result(scheme, results[0], vec![value]),
                    None => {
                        captured.extend(&operands);
                        self.unknown(scheme, op, &captured, &results).map_err(at)?;
                    }
                }
            }
        }
        self.dead.push(op);
        Ok(())
    }

    /// Whether no converted value enters these regions or leaves them, as an argument or as a
    /// yielded value, so that the op keeps its types.
    fn is_closed(&self, scheme: &impl Scheme, regions: &[Region]) -> bool {
        let m = self.r.module();
        let stays = |&v: &Value| scheme.parts(m.ty(v)).is_none();
        regions.iter().flat_map(|&r| m.blocks(r)).all(|&block| {
            let end = m.terminator(block).map_or(&[][..], |end| m.operands(end));
            m.args(block).iter().chain(end).all(stays)
        })
    }

    /// Converts the read of a member.
    fn read(
        &mut self,
        scheme: &impl Scheme,
        op: OpId,
        from: Value,
        result: Value,
    ) -> Result<(), ConstraintError> {
        let of = self.r.module().ty(from);
        let i = member_index(self.r.module().op(op), of).expect("the verifier saw the member");
        let parts = self.parts_of(from);
        let base = match parts.as_slice() {
            [one] if !self.path(*one).is_empty() => self.path(*one),
            _ => self.r.module().name(from).unwrap_or_default().to_owned(),
        };
        let member = of.member_name(i);
        let path = if base.is_empty() { String::new() } else { join(&base, &member) };
        if !path.is_empty() {
            self.r.name_source(&path);
        }
        let made = scheme.get(self, of, &parts, i)?;
        let own = self.r.module().name(result).map(str::to_owned);
        if let [one] = &made[..] {
            if !self.paths.contains_key(one) && !path.is_empty() {
                self.paths.insert(*one, path.clone());
            }
            let name = own.unwrap_or(path);
            if !name.is_empty() && self.r.module().name(*one).is_none() {
                self.r.set_name(*one, &name);
            }
        }
        self.result(scheme, result, made);
        Ok(())
    }

    /// Maps a result to `parts`.
    fn result(&mut self, scheme: &impl Scheme, result: Value, parts: Vec<Value>) {
        if scheme.parts(self.r.module().ty(result)).is_none() {
            self.r.replace_uses(result, parts[0]);
            return;
        }
        self.count += 1;
        if let [one] = parts[..]
            && let Some(name) = self.r.module().name(result).map(str::to_owned)
            && self.r.module().name(one).is_none()
        {
            self.r.set_name(one, &name);
        }
        self.parts.insert(result, parts);
    }

    /// Converts an op that passes values through its regions: its operands and results are replaced
    /// by their parts.
    fn structural(
        &mut self,
        scheme: &impl Scheme,
        op: OpId,
        kind: Op,
        operands: &[Value],
        results: &[Value],
    ) -> Result<(), ConstraintError> {
        let mut regions: Vec<Region> = Vec::new();
        for old in self.r.module().regions(op).to_vec() {
            let (new, empty) = self.r.region(&[]);
            self.r.erase_block(empty);
            self.r.move_blocks(old, new);
            regions.push(new);
        }
        // Inference reads the block arguments, so the old ones are removed first.
        self.drop_arguments(&regions);
        let operands = self.all_parts(operands);
        let m = self.r.module();
        let kind = match kind {
            Op::Call(call) => {
                let types = results.iter().flat_map(|&v| {
                    let ty = m.ty(v);
                    scheme.parts(ty).unwrap_or_else(|| vec![ty])
                });
                Call { results: ResultTypes(types.collect()), ..call }.into()
            }
            kind => kind,
        };
        let extra = m.discardable_attrs(op).cloned();
        let new = self.r.build_with_regions(kind, &operands, &regions)?;
        if let Some(extra) = extra {
            self.r.set_discardable_attrs(new, extra);
        }
        let mut values = self.r.module().results(new).iter();
        for &result in results {
            let ty = self.r.module().ty(result);
            let Some(types) = scheme.parts(ty) else {
                let value = values.next().expect("one result for each type");
                self.r.replace_uses(result, value);
                continue;
            };
            let parts: Vec<Value> = values.by_ref().take(types.len()).collect();
            let base = self.r.module().name(result).unwrap_or_default().to_owned();
            if !base.is_empty() {
                for (&part, name) in parts.iter().zip(scheme.part_names(ty, &AttrDict::new())) {
                    self.name(part, join(&base, &name), true);
                }
            }
            self.result(scheme, result, parts);
        }
        Ok(())
    }

    /// Converts an `optimization_barrier`, which takes only tensors and tokens: a part that is a tuple
    /// passes it member by member.
    fn barrier(
        &mut self,
        scheme: &impl Scheme,
        op: OpId,
        operands: &[Value],
        results: &[Value],
    ) -> Result<(), ConstraintError> {
        let mut passed = Vec::new();
        for part in self.all_parts(operands) {
            match self.r.module().ty(part).as_tuple().map(<[Type]>::len) {
                Some(members) => {
                    for i in 0..members {
                        passed.push(self.take(part, i)?);
                    }
                }
                None => passed.push(part),
            }
        }
        let new = self.r.build(OptimizationBarrier {}, &passed)?;
        if let Some(extra) = self.r.module().discardable_attrs(op).cloned() {
            self.r.set_discardable_attrs(new, extra);
        }
        let passed: Vec<Value> = self.r.module().results(new).iter().collect();
        let mut passed = passed.into_iter();
        for &result in results {
            let ty = self.r.module().ty(result);
            let types = scheme.parts(ty).unwrap_or_else(|| vec![ty]);
            let mut parts = Vec::with_capacity(types.len());
            for part in types {
                let count = part.as_tuple().map_or(1, <[Type]>::len);
                let values: Vec<Value> = passed.by_ref().take(count).collect();
                parts.push(match part.as_tuple() {
                    Some(_) => self.assemble(part, &values)?,
                    None => values[0],
                });
            }
            self.result(scheme, result, parts);
        }
        Ok(())
    }

    /// Keeps the types of an op that is not converted.
    fn unknown(
        &mut self,
        scheme: &impl Scheme,
        op: OpId,
        operands: &[Value],
        results: &[Value],
    ) -> Result<(), ConstraintError> {
        let mut map: FxHashMap<Value, Value> = FxHashMap::default();
        for &operand in operands {
            let ty = self.r.module().ty(operand);
            if scheme.parts(ty).is_some() && !map.contains_key(&operand) {
                let parts = self.parts_of(operand);
                let whole = scheme.pack(self, ty, &parts)?;
                map.insert(operand, whole);
            }
        }
        let copy = self.r.clone_op(op, &mut map);
        let point = self.r.point();
        self.r.set_after(copy);
        for (i, &result) in results.iter().enumerate() {
            let (ty, whole) = (self.r.module().ty(result), self.r.module().result(copy, i));
            let parts = scheme.unpack(self, ty, whole)?;
            self.result(scheme, result, parts);
        }
        self.r.set_point(point);
        Ok(())
    }

    /// Assembles a value of type `ty`.
    pub(super) fn assemble(
        &mut self,
        ty: Type,
        members: &[Value],
    ) -> Result<Value, ConstraintError> {
        self.r.value(maker(ty), members)
    }

    /// Reads member `i` of a value whose type is not converted.
    pub(super) fn take(&mut self, whole: Value, i: usize) -> Result<Value, ConstraintError> {
        let ty = self.r.module().ty(whole);
        let index = Bits(i as i64);
        let op: Op = match (ty.as_struct(), ty.as_array()) {
            (Some(it), _) => GetField { field: Text(it.fields[i].0.as_bytes().into()) }.into(),
            (_, Some(_)) => GetElement { index }.into(),
            _ => GetTupleElement { index }.into(),
        };
        self.r.value(op, &[whole])
    }

    /// Removes the replaced arguments of these regions' blocks. The replaced ops that used them are
    /// erased first.
    fn drop_arguments(&mut self, regions: &[Region]) {
        let inside = |cx: &Self, block: Block| regions.contains(&cx.r.module().block_region(block));
        let (now, later): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.stale).into_iter().partition(|&(b, _)| inside(self, b));
        self.stale = later;
        if now.is_empty() {
            return;
        }
        self.bury();
        for (block, count) in now {
            for i in (0..count).rev() {
                self.r.remove_arg(block, i);
            }
        }
    }

    /// Erases the replaced ops.
    fn bury(&mut self) {
        let mut still_used = Vec::new();
        for op in std::mem::take(&mut self.dead).into_iter().rev() {
            let used = self.r.module().results(op).iter().any(|v| self.r.module().is_used(v));
            if used {
                still_used.push(op);
            } else {
                self.r.erase(op);
            }
        }
        still_used.reverse();
        self.dead = still_used;
    }

    fn finish(mut self) -> usize {
        self.bury();
        for (block, count) in std::mem::take(&mut self.stale) {
            for i in (0..count).rev() {
                self.r.remove_arg(block, i);
            }
        }
        self.r.set_point(InsertPoint::End(self.r.module().body()));
        self.count
    }
}

/// Reads member `place` of a tuple.
pub(super) fn read(
    cx: &mut Converter<'_>,
    tuple: Value,
    place: usize,
) -> Result<Value, ConstraintError> {
    cx.r.value(GetTupleElement { index: Bits(place as i64) }, &[tuple])
}

/// The op that assembles a struct, an array or a tuple.
fn maker(ty: Type) -> hloom_ir::Op {
    let result = hloom_ir::field::ResultType(ty);
    match ty.kind() {
        TypeKind::Struct(_) => MakeStruct { ty: result }.into(),
        TypeKind::Array(..) => MakeArray { ty: result }.into(),
        _ => Tuple {}.into(),
    }
}
