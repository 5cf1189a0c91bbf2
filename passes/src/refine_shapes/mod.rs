//! `refine-shapes`: replaces unknown extents in types by the extents that follow from the
//! arguments' types.
//!
//! Before: any module. An option may give the extents of the arguments of `main` (or of the only
//! public function). After: all inferred extents are in the types, computed sizes are constants,
//! ops whose sizes became constants are static, and assertions about shapes that hold are erased.
//!
//! Ops are visited in order, so that operands are refined before their users. The type of each op
//! is inferred again and joined with the declared one. Functions with dynamic types are inlined at
//! their calls, since each call may have other shapes; recursive ones are not changed. The body of
//! a loop is refined speculatively with the types at loop entry, and an extent that the body does
//! not preserve is made dynamic again (`regions.rs`).
//!
//! The pass fails only on code that always runs: the top level of the entry function, and of
//! functions that such code calls. There a shape assertion that does not hold, an extent that does
//! not fit in 64 bits, and extents that contradict an op are errors. In a branch, in a loop and in
//! every other function the assertion stays, the extent stays unknown, and an op that the extents
//! contradict gets its operands as tensors of unknown extents: the program fails when that code
//! runs, if it ever runs. Only the limit of inlined ops is an error everywhere.

mod contradiction;
mod regions;

use crate::canonicalize_dynamism::{custom_calls, make_static};
use crate::context::{Context, PassError};
use crate::fold::Folder;
use crate::inline::{LIMIT, can_inline, chain, heaviest_calls};
use hloom_ir::module::Module;
use hloom_ir::op::InferContext;
use hloom_ir::ops::{Func, FunctionType, Op};
use hloom_ir::types::{TypeKind, Types};
use hloom_ir::{Block, DYNAMIC, OpId, Rewriter, Trait, Type, Value};
use rustc_hash::FxHashSet;

/// The largest constant, in bytes, that is folded; sizes are small.
const SIZES: usize = 1 << 12;

crate::options! {
    /// Options of `refine-shapes`.
    pub struct Options {
        /// The extents of main's arguments, `3x2:_:4x_`; `_` leaves an argument, or an extent, as it is.
        arguments: Option<String> = None, "arguments";
    }
}

/// Runs the pass.
///
/// # Errors
/// If `arguments` does not match the function, or an inferred type is invalid.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let Options { arguments } = cx.options()?;
    let entry = entry(cx.module());
    if let Some(text) = arguments {
        let Some(entry) = entry else {
            return Err(PassError::new("there is no function @main to refine the arguments of"));
        };
        refine_arguments(cx.module_mut(), entry, &text)?;
    }
    let (mut refined, mut inlined) = (0, 0);
    let always = always_run(cx.module(), entry);
    for function in cx.functions() {
        let is_called = !callers(cx.module(), function).is_empty();
        let Some(body) = cx.module().entry(function, 0) else { continue };
        let mut refiner = Refiner {
            rewriter: cx.rewriter(),
            folder: Folder::new(SIZES),
            refined: 0,
            depth: 0,
            inlined,
            always_runs: always.contains(&function),
        };
        refiner.block(body)?;
        refined += refiner.refined;
        inlined = refiner.inlined;
        if !is_called {
            update_signature(cx.module_mut(), function);
        }
    }
    cx.count("types refined", refined);
    agree(cx.module())
}

/// Extents of arguments may contradict an op, or what another argument's are.
fn agree(module: &Module) -> Result<(), PassError> {
    let Err(errors) = hloom_analysis::verify::verify(module) else { return Ok(()) };
    let first = errors.into_iter().next();
    let Some(first) = first else { return Ok(()) };
    let message = format!("the extents that follow are at odds: {}", first.message);
    Err(match module.walk_all().find(|&op| module.span(op) == first.span) {
        Some(op) => PassError::at(op, message),
        None => PassError::new(message),
    })
}

/// The entry function of a module.
fn entry(module: &Module) -> Option<OpId> {
    let is_public = |&f: &OpId| {
        let visibility = module.func(f).sym_visibility.as_ref();
        visibility.is_none_or(|v| v.0.as_ref() != b"private") && module.entry(f, 0).is_some()
    };
    let mut public = module.functions().filter(is_public);
    match (module.symbol("main"), public.next(), public.next()) {
        (Some(main), ..) => Some(main),
        (None, Some(only), None) => Some(only),
        _ => None,
    }
}

/// The calls of a function.
fn callers(module: &Module, function: OpId) -> Vec<OpId> {
    let name = &module.func(function).sym_name.0;
    let calls = |op: &OpId| matches!(module.op(*op), Op::Call(it) if it.callee.0 == *name);
    module.walk_all().filter(calls).collect()
}

/// The functions whose top level runs whenever the module does: the entry function, and those that
/// the top level of one of them calls.
fn always_run(module: &Module, entry: Option<OpId>) -> FxHashSet<OpId> {
    let mut found: FxHashSet<OpId> = entry.into_iter().collect();
    let mut pending: Vec<OpId> = entry.into_iter().collect();
    while let Some(function) = pending.pop() {
        // Only the first block of several is sure to run.
        let Some(body) = module.entry(function, 0) else { continue };
        for op in module.ops(body) {
            let Op::Call(it) = module.op(op) else { continue };
            let Some(callee) = module.symbol(&it.callee.0) else { continue };
            if found.insert(callee) {
                pending.push(callee);
            }
        }
    }
    found
}

/// Sets the extents of a function's arguments to those in `3x2:_:4`: one item per argument,
/// separated by colons; `_` leaves an argument unchanged.
fn refine_arguments(module: &mut Module, function: OpId, text: &str) -> Result<(), PassError> {
    let Some(body) = module.entry(function, 0) else {
        return Err(PassError::at(function, "the function has no body"));
    };
    let args = module.args(body).to_vec();
    let words: Vec<&str> = text.split(':').collect();
    if words.len() != args.len() {
        let message = format!(
            "`{text}` gives the extents of {} arguments, but there are {}",
            words.len(),
            args.len()
        );
        return Err(PassError::at(function, message));
    }
    for (&arg, word) in args.iter().zip(words) {
        if word == "_" {
            continue;
        }
        let ty = module.ty(arg);
        let extent = |(d, n): (usize, &str)| match n {
            "_" => ty.as_tensor()?.dims.get(d).copied(),
            n => n.parse().ok().filter(|&n: &i64| n >= 0),
        };
        let extents: Option<Vec<i64>> = word.split('x').enumerate().map(extent).collect();
        let refined_type = match (extents, ty.as_tensor()) {
            (Some(dims), Some(old)) if dims.len() == old.rank() => {
                old.with_known_dims(&dims).map(Type::from)
            }
            _ => None,
        };
        let fits = |&new: &Type| {
            let (Some(old), Some(new)) = (ty.as_tensor(), new.as_tensor()) else { return false };
            let within = |d: usize| old.bound(d).is_none_or(|bound| new.dims[d] <= bound);
            ty.compatible(Type::from(new.clone())) && (0..new.rank()).all(within)
        };
        let Some(refined_type) = refined_type.filter(fits) else {
            let message = format!("an argument of type {ty} can't have the extents `{word}`");
            return Err(PassError::at(function, message));
        };
        Rewriter::new(module).set_type(arg, refined_type);
    }
    update_signature(module, function);
    Ok(())
}

/// Updates a function's type from its arguments and returned values.
fn update_signature(module: &mut Module, function: OpId) {
    let Some(body) = module.entry(function, 0) else { return };
    let types = |values: &[Value]| values.iter().map(|&v| module.ty(v)).collect::<Vec<_>>();
    let inputs = types(module.args(body));
    let old = module.func(function).function_type;
    let returned = module.terminator(body).filter(|&t| matches!(module.op(t), Op::FuncReturn(_)));
    let single = module.regions(function).first().is_some_and(|&r| module.blocks(r).len() == 1);
    let results = match returned.filter(|_| single) {
        Some(end) => types(module.operands(end)),
        None => old.results().to_vec(),
    };
    let new = FunctionType(Type::function(&inputs, &results));
    if new != old {
        let func = Func { function_type: new, ..module.func(function).clone() };
        Rewriter::new(module).set_op(function, func);
    }
}

/// The join of two compatible types: every extent that either type knows.
fn joined(declared: Type, inferred: Type) -> Type {
    let (Some(a), Some(b)) = (declared.as_tensor(), inferred.as_tensor()) else { return declared };
    if !declared.compatible(inferred) {
        return declared;
    }
    let known = |(&x, &y): (&i64, &i64)| if x == DYNAMIC { y } else { x };
    let dims: Vec<i64> = a.dims.iter().zip(&b.dims).map(known).collect();
    let Some(mut ty) = a.with_known_dims(&dims) else {
        return declared; // No tensor of these extents is stored like this.
    };
    if ty.encoding.is_none() && !ty.is_static() && b.bounds().is_some() {
        ty.encoding = b.with_dims(&dims).encoding;
    }
    ty.into()
}

/// Whether a type has an unknown extent.
fn is_open(ty: Type) -> bool {
    match ty.kind() {
        TypeKind::Tensor(t) => !t.is_static(),
        TypeKind::Unranked(_) => true,
        _ => false,
    }
}

struct Refiner<'m> {
    rewriter: Rewriter<'m>,
    folder: Folder,
    /// Number of changed types.
    refined: usize,
    /// The current nesting depth of regions and inlined calls.
    depth: usize,
    /// The number of ops that replaced calls.
    inlined: usize,
    /// Whether the ops that are visited run in every run of the module.
    always_runs: bool,
}

/// The maximum nesting depth; deeper nests are not changed.
const DEEPEST: usize = 64;

impl Refiner<'_> {
    fn module(&self) -> &Module {
        self.rewriter.module()
    }

    /// Refines the ops of a block, in order.
    fn block(&mut self, block: Block) -> Result<(), PassError> {
        if self.depth > DEEPEST {
            return Ok(());
        }
        self.depth += 1;
        let mut next = self.module().first_op(block);
        while let Some(op) = next {
            // Ops that replaced this one are visited next.
            let (before, after) = (self.module().prev(op), self.module().next(op));
            next = match (self.op(op)?, before) {
                (false, _) => after,
                (true, Some(before)) => self.module().next(before),
                (true, None) => self.module().first_op(block),
            };
        }
        self.depth -= 1;
        Ok(())
    }

    /// Refines one op; returns whether it was replaced by other ops, which must be refined too.
    fn op(&mut self, op: OpId) -> Result<bool, PassError> {
        if !self.always_runs && (self.must_forget_extents(op) || self.keep_valid(op)) {
            return Ok(false);
        }
        match self.module().op(op) {
            Op::Call(_) => return self.inline(op),
            Op::CustomCall(it) if it.target() == "shape_assertion" => {
                return self.assertion(op).map(|()| false);
            }
            Op::While(_) => return self.while_(op).map(|()| false),
            Op::Case(_) | Op::If(_) => return self.branches(op).map(|()| false),
            Op::Layer(_) | Op::NamedComputation(_) => return self.layer(op).map(|()| false),
            Op::Relayout(_) | Op::Halo(_) => {
                self.relayout(op);
                return Ok(false);
            }
            Op::Foreign(_) => return Ok(false),
            // Any other op: its type is inferred again.
            _ => {}
        }
        let results = self.module().results(op);
        let small = |ty: Type| {
            ty.as_tensor().is_some_and(|t| {
                t.count().is_none_or(|n| n.saturating_mul(t.element.byte_width()) <= SIZES)
            })
        };
        let is_size = results.iter().all(|v| {
            let ty = self.module().ty(v);
            small(ty) && ty.element().is_some_and(|e| e.is_integer() || e.is_boolean())
        });
        let (kind, declared) = (self.module().op(op).clone(), self.module().result_types(op));
        self.infer(op)?;
        if !self.always_runs && self.is_contradicted(op) {
            // The sizes contradict the operands.
            let results: Vec<Value> = self.module().results(op).iter().collect();
            self.rewriter.set_op(op, kind);
            for (value, ty) in results.into_iter().zip(declared) {
                self.rewriter.set_type(value, ty);
            }
            return Ok(false);
        }
        let is_call = matches!(self.module().op(op), Op::CustomCall(_));
        if is_call && custom_calls::make_static(&mut self.rewriter, op, true)
            || !is_call && make_static(&mut self.rewriter, op)
        {
            self.refined += 1;
            return Ok(true);
        }
        if is_size {
            self.folder.fold(&mut self.rewriter, op);
        }
        Ok(false)
    }

    /// Infers the result types of an op from its operands.
    ///
    /// # Errors
    /// If an inferred extent does not fit in 64 bits.
    fn infer(&mut self, op: OpId) -> Result<(), PassError> {
        let module = self.module();
        let declared = module.result_types(op);
        if !declared.iter().any(|&ty| is_open(ty)) {
            return Ok(());
        }
        let kind = module.op(op);
        if let Op::CustomCall(_) = kind {
            if let Some(types) = custom_calls::result_types(module, op) {
                let types: Vec<Type> =
                    declared.iter().zip(types).map(|(&a, b)| joined(a, b)).collect();
                self.set_types(op, &types);
            }
            return Ok(());
        }
        let Some(inferred) = inferred(module, op) else { return Ok(()) };
        let mut types: Vec<Type> =
            declared.iter().zip(&inferred).map(|(&a, &b)| joined(a, b)).collect();
        if let [one] = types[..] {
            match of_sizes(module, op, declared[0]) {
                Some(Ok(better)) => types = vec![joined(one, better)],
                Some(Err(overflow)) if self.always_runs => return Err(overflow),
                Some(Err(_)) | None => {}
            }
        }
        self.set_types(op, &types);
        Ok(())
    }

    /// Sets the result types of an op, and its own type attributes.
    fn set_types(&mut self, op: OpId, types: &[Type]) {
        let module = self.module();
        if module.result_types(op)[..] == *types {
            return;
        }
        let kind = module.op(op).clone();
        let results: Vec<Value> = module.results(op).iter().collect();
        match kind.with_result_types(types) {
            Ok(new) if new != kind => self.rewriter.set_op(op, new),
            Ok(_) => {}
            Err(_) => return,
        }
        for (value, &ty) in results.into_iter().zip(types) {
            self.rewriter.set_type(value, ty);
        }
        self.refined += 1;
    }

    /// Gives the result of a relayout, whose type the op states, the extents of its operand.
    fn relayout(&mut self, op: OpId) {
        let module = self.module();
        let (from, ty) = (module.ty(module.operand(op, 0)), module.ty(module.result(op, 0)));
        if is_open(ty) {
            self.set_types(op, &[joined(ty, from)]);
        }
    }

    /// Inlines a call of a function with dynamic types; returns whether it did.
    ///
    /// # Errors
    /// If that makes more ops than inlining may.
    fn inline(&mut self, call: OpId) -> Result<bool, PassError> {
        let module = self.module();
        let Op::Call(it) = module.op(call) else { return Ok(false) };
        let Some(callee) = module.symbol(&it.callee.0) else { return Ok(false) };
        if !can_inline(module, callee) || is_recursive(module, callee) {
            return Ok(false);
        }
        let ty = module.func(callee).function_type;
        if !ty.inputs().iter().chain(ty.results()).any(|&t| is_open(t))
            && !self.is_about_sizes(callee)
        {
            return Ok(false);
        }
        let Some(body) = module.entry(callee, 0) else { return Ok(false) };
        let made = self.inlined + module.walk(callee).count();
        if made > LIMIT {
            let calls = chain(module, callee, &heaviest_calls(module));
            let message = format!("inlining makes more than {LIMIT} ops: {calls}");
            return Err(PassError::at(call, message));
        }
        let args = module.operands(call).to_vec();
        self.inlined = made;
        self.rewriter.set_before(call);
        let values = self.rewriter.clone_block(body, &args);
        self.rewriter.replace(call, &values);
        Ok(true)
    }

    /// Whether a function's body has dynamic types.
    fn is_about_sizes(&self, function: OpId) -> bool {
        let module = self.module();
        module.walk(function).any(|op| module.result_types(op).iter().any(|&ty| is_open(ty)))
    }

    /// Erases an assertion about shapes that holds.
    ///
    /// # Errors
    /// If it does not hold and always runs.
    fn assertion(&mut self, op: OpId) -> Result<(), PassError> {
        let module = self.module();
        let Some(&condition) = module.operands(op).first() else { return Ok(()) };
        match module.constant(condition).and_then(|l| l.get_int(0)) {
            Some(0) if self.always_runs => {
                let text =
                    module.discardable_attrs(op).and_then(|extra| extra.get("error_message"));
                let mut message =
                    text.and_then(|a| a.as_str()).unwrap_or("a shape is wrong").to_owned();
                for (i, &value) in module.operands(op).iter().skip(1).enumerate() {
                    if let Some(n) = module.constant(value).and_then(|l| l.get_int(0)) {
                        message = message.replace(&format!("{{{i}}}"), &n.to_string());
                    }
                }
                Err(PassError::at(op, message))
            }
            Some(0) | None => Ok(()),
            Some(_) => {
                self.rewriter.erase(op);
                Ok(())
            }
        }
    }
}

/// The result types that follow from an op's operands; `None` if it breaks a constraint.
fn inferred(module: &Module, op: OpId) -> Option<Types> {
    let cx = InferContext { module, values: module.operands(op), regions: module.regions(op) };
    module.op(op).infer(&cx).ok()
}

/// Whether a function may call itself, directly or through others.
fn is_recursive(module: &Module, function: OpId) -> bool {
    let mut seen = FxHashSet::default();
    let mut pending = vec![function];
    while let Some(at) = pending.pop() {
        for op in module.walk(at) {
            let Op::Call(it) = module.op(op) else { continue };
            let Some(callee) = module.symbol(&it.callee.0) else { continue };
            if callee == function {
                return true;
            }
            if seen.insert(callee) {
                pending.push(callee);
            }
        }
    }
    false
}

/// The result type of an op as its constant operands determine it; `declared` is the known type.
///
/// # Errors
/// If an extent does not fit in 64 bits.
fn of_sizes(module: &Module, op: OpId, declared: Type) -> Option<Result<Type, PassError>> {
    let overflow = || {
        let name = module.op(op).name();
        PassError::at(op, format!("an extent of the result of `{name}` does not fit in 64 bits"))
    };
    // Sums and products of a few extents fit in 128 bits.
    let extent = |n: i128| i64::try_from(n).ok().filter(|&n| n != DYNAMIC);
    let tensor = declared.as_tensor()?;
    let list = |i: usize| {
        let operands = module.operands(op);
        operands.get(i).and_then(|&v| crate::canonicalize_dynamism::sizes::numbers(module, v))
    };
    let operand = || module.operands(op).first().and_then(|&v| module.ty(v).as_tensor());
    let dims: Vec<i64> = match module.op(op) {
        Op::DynamicIota(_) => list(0)?,
        Op::DynamicBroadcastInDim(_) | Op::DynamicReshape(_) => list(1)?,
        Op::DynamicPad(_) => {
            let (x, low, high, inner) = (operand()?, list(2)?, list(3)?, list(4)?);
            let padded = |d: usize| match x.dims[d] {
                DYNAMIC => Some(DYNAMIC),
                n => {
                    let [n, low, high, inner] = [n, low[d], high[d], inner[d]].map(i128::from);
                    extent(n + low + high + inner * (n - 1).max(0))
                }
            };
            match (0..x.rank()).map(padded).collect() {
                Some(dims) => dims,
                None => return Some(Err(overflow())),
            }
        }
        Op::RealDynamicSlice(_) => {
            let (starts, ends, steps) = (list(1)?, list(2)?, list(3)?);
            let ranges = starts.iter().zip(&ends).zip(&steps);
            let taken = ranges.map(|((&start, &end), &step)| {
                let [start, end, step] = [start, end, step.max(1)].map(i128::from);
                extent((end - start - 1).div_euclid(step) + 1)
            });
            match taken.collect() {
                Some(dims) => dims,
                None => return Some(Err(overflow())),
            }
        }
        // The one unknown extent is the element count divided by the others.
        Op::Reshape(_) => {
            let count = operand()?.count()?;
            let known: Vec<i64> = tensor.dims.iter().copied().filter(|&n| n != DYNAMIC).collect();
            let product = known.iter().try_fold(1i64, |all, &n| all.checked_mul(n))?;
            if known.len() + 1 != tensor.rank() || product == 0 {
                return None;
            }
            let rest = count as i64 / product;
            tensor.dims.iter().map(|&n| if n == DYNAMIC { rest } else { n }).collect()
        }
        Op::BroadcastInDim(it) => {
            let x = operand()?;
            let mut dims = tensor.dims.to_vec();
            for (i, &d) in it.broadcast_dimensions.iter().enumerate() {
                if dims[d as usize] == DYNAMIC && x.dims[i] != 1 {
                    dims[d as usize] = x.dims[i];
                }
            }
            dims
        }
        // The dimensions in front of the one that holds an element's parts.
        Op::BitcastConvert(_) => {
            let mut dims = tensor.dims.to_vec();
            let pairs = dims.iter_mut().zip(&operand()?.dims);
            pairs.filter(|(n, _)| **n == DYNAMIC).for_each(|(n, &m)| *n = m);
            dims
        }
        // All operands have one shape, except scalars that are broadcast implicitly.
        kind if kind.has(Trait::Elementwise) => {
            let mut dims = tensor.dims.to_vec();
            let types = module.operands(op).iter().filter_map(|&v| module.ty(v).as_tensor());
            for other in types.filter(|t| t.rank() == tensor.rank()) {
                let pairs = dims.iter_mut().zip(&other.dims);
                pairs.filter(|(n, _)| **n == DYNAMIC).for_each(|(n, &m)| *n = m);
            }
            dims
        }
        // Any other op: nothing is known of its extents.
        _ => return None,
    };
    let fits = dims.len() == tensor.rank() && dims.iter().all(|&n| n >= 0 || n == DYNAMIC);
    fits.then(|| Ok(tensor.with_dims(&dims).into()))
}
