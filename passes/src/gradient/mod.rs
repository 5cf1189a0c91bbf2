//! `gradient`: reverse-mode automatic differentiation.
//!
//! Before: a function `@f` with one block of ops on static tensors, without calls (see `inline`)
//! and loops (see `unroll-loops`). After: the module also contains `@f_gradient`. It takes the same
//! arguments and returns the results of `@f` and then, for each argument of real floats, the
//! gradient of the sum of all elements of all real float results.
//!
//! Ops are visited in reverse order. Each op propagates the adjoint of its result, the derivative
//! of the sum by it, to its operands ([`rules`] says how, op by op; [`windows`] for convolutions
//! and windows, [`maps`] for maps). Adjoints from several users are added. Integers and booleans do
//! not have a derivative, nor do ops on complex or quantized numbers. An active op without a rule
//! is an error that names the op.
//!
//! Source: Griewank and Walther, *Evaluating Derivatives* (SIAM 2008), chapter 3. Where a function
//! does not have a derivative, for example at equal operands of a maximum, the derivative by the
//! first operand is used.

mod maps;
mod rules;
#[cfg(test)]
mod tests;
mod windows;

use crate::context::{Context, PassError};
use hloom_ir::field::Symbol;
use hloom_ir::module::Module;
use hloom_ir::ops::{Add, Func, FuncReturn, FunctionType, Op};
use hloom_ir::{Block, Literal, OpId, Rewriter, Trait, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

crate::option_values! {
    /// The form of the derivatives of `map` ops.
    pub enum Maps {
        /// One map with several results.
        Variadic = "variadic",
        /// A map for each derivative.
        Single = "single",
    }
}

crate::options! {
    /// Options of `gradient`.
    pub struct Options {
        /// The function; its gradient `@NAME_gradient` is put after it.
        of: String = "main".to_owned(), "of";
        /// The derivatives of a map: one `variadic` map, or a `single` map each.
        maps: Maps = Maps::Variadic, "maps";
    }
}

/// Runs the pass.
///
/// # Errors
/// If the function does not exist or holds an op without a rule. The module is then unchanged.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let Options { of: name, maps } = cx.options()?;
    let Some(function) = cx.module().symbol(&name) else {
        return Err(PassError::new(format!(
            "there is no function `@{name}` to take a gradient of"
        )));
    };
    if !matches!(cx.module().op(function), Op::Func(_)) {
        let kind = cx.module().op(function).name();
        let message = format!("`@{name}` is a `{kind}`, not a function to take a gradient of");
        return Err(PassError::at(function, message));
    }
    let blocks = cx.module().regions(function).first().map(|&body| cx.module().blocks(body));
    let block = match blocks.unwrap_or_default() {
        [] => {
            let message = format!("@{name} is a declaration; a gradient needs the function's body");
            return Err(PassError::at(function, message));
        }
        [block] => *block,
        [_, _, ..] => {
            let message = format!("@{name} has several blocks; `lift-control-flow` makes it one");
            return Err(PassError::at(function, message));
        }
    };
    let fresh = format!("{name}_gradient");
    if cx.module().symbol(&fresh).is_some() {
        return Err(PassError::at(function, format!("there is a function `@{fresh}` already")));
    }
    check(cx.module(), block)?;
    let mut rw = cx.rewriter();
    rw.set_after(function);
    let copy = rw.clone_op(function, &mut FxHashMap::default());
    let made = reverse(&mut rw, copy, &fresh, maps == Maps::Single);
    rw.take_changes();
    match made {
        Ok(ops) => {
            cx.count("ops of the gradient", ops);
            Ok(())
        }
        Err(failure) => {
            rw.erase(copy);
            rw.take_changes();
            // The copy is erased; the error names the corresponding op of the original function.
            let ops: Vec<OpId> = cx.module().ops(block).collect();
            Err(PassError::at(ops[failure.at], failure.message))
        }
    }
}

/// The reason why there is no gradient.
struct Failure {
    /// The index of the op in its block.
    at: usize,
    message: String,
}

/// Rejects functions that are outside of the pass's scope.
fn check(module: &Module, block: Block) -> Result<(), PassError> {
    for op in module.ops(block) {
        let open = |v: &Value| module.ty(*v).as_tensor().is_none_or(|t| !t.is_static());
        if let Some(v) = module.operands(op).iter().find(|v| open(v)) {
            let ty = module.ty(*v);
            let message = format!("a gradient is of static tensors, but there is {ty} here");
            return Err(PassError::at(op, message));
        }
    }
    Ok(())
}

/// Whether values of a type have a derivative.
fn is_real(ty: Type) -> bool {
    ty.element().is_some_and(|e| e.is_float())
}

/// Turns a copy of a function into its gradient; returns the number of added ops.
fn reverse(
    rw: &mut Rewriter<'_>,
    function: OpId,
    name: &str,
    single_maps: bool,
) -> Result<usize, Failure> {
    let module = rw.module();
    let block = module.entry(function, 0).expect("the function has a block");
    let ops: Vec<OpId> = module.ops(block).collect();
    let args: Vec<Value> =
        module.args(block).iter().copied().filter(|&v| is_real(module.ty(v))).collect();
    // Active values: those that depend on arguments with a derivative.
    let mut active: FxHashSet<Value> = args.iter().copied().collect();
    for &op in &ops {
        let inner = module.walk(op).flat_map(|o| module.operands(o).to_vec());
        let mut used = module.operands(op).iter().copied().chain(inner);
        if used.any(|v| active.contains(&v)) {
            active.extend(module.results(op).iter().filter(|&v| is_real(module.ty(v))));
        }
    }
    let end = ops[ops.len() - 1];
    let results = module.operands(end).to_vec();
    rw.set_before(end);
    let mut tape = Tape { rw, active, adjoint: FxHashMap::default(), single_maps };
    let fail = |at: usize| move |message: String| Failure { at, message };
    for &result in &results {
        if tape.active.contains(&result) {
            let seed = tape.number(tape.ty(result), 1.0).map_err(fail(ops.len() - 1))?;
            tape.add(result, seed).map_err(fail(ops.len() - 1))?;
        }
    }
    for (at, &op) in ops.iter().enumerate().rev() {
        let module = tape.rw.module();
        if module.op(op).has(Trait::Terminator) {
            continue;
        }
        let received: Vec<Option<Value>> =
            module.results(op).iter().map(|v| tape.adjoint.get(&v).copied()).collect();
        if received.iter().all(Option::is_none) {
            continue;
        }
        tape.rw.set_source(op);
        tape.rw.set_before(end);
        match received[..] {
            [Some(received)] => tape.op(op, received).map_err(fail(at))?,
            _ => {
                let name = tape.rw.module().op(op).name();
                let message = format!("hloom has no derivative of `{name}` with several results");
                return Err(Failure { at, message });
            }
        }
    }
    let mut all = results.clone();
    for &arg in &args {
        all.push(match tape.adjoint.get(&arg) {
            Some(&value) => value,
            None => tape.number(tape.ty(arg), 0.0).map_err(fail(0))?,
        });
    }
    let module = rw.module();
    let types: Vec<Type> = all.iter().map(|&v| module.ty(v)).collect();
    let mut func: Func = module.func(function).clone();
    func.function_type = FunctionType(Type::function(func.function_type.inputs(), &types));
    func.sym_name = Symbol(name.into());
    func.res_attrs = None;
    rw.set_before(end);
    rw.build(FuncReturn {}, &all).map_err(|broken| fail(ops.len() - 1)(broken.to_string()))?;
    rw.erase(end);
    rw.set_op(function, func);
    Ok(rw.module().ops(block).count() - ops.len())
}

/// The state of reverse accumulation.
struct Tape<'r, 'm> {
    rw: &'r mut Rewriter<'m>,
    /// The active values.
    active: FxHashSet<Value>,
    /// The adjoint of each value, as accumulated so far.
    adjoint: FxHashMap<Value, Value>,
    /// Whether a map returns one tensor, so that each derivative is a map of its own.
    single_maps: bool,
}

type Built<T> = Result<T, String>;

impl Tape<'_, '_> {
    fn build(&mut self, op: impl Into<Op>, operands: &[Value]) -> Built<Value> {
        self.rw.value(op, operands).map_err(|broken| format!("the derivative: {broken}"))
    }

    fn ty(&self, value: Value) -> Type {
        self.rw.module().ty(value)
    }

    fn dims(&self, value: Value) -> Vec<i64> {
        self.ty(value).as_tensor().map(|t| t.dims.to_vec()).unwrap_or_default()
    }

    /// A splat constant.
    fn number(&mut self, ty: Type, number: f64) -> Built<Value> {
        let literal = Literal::from_f64s(ty, &[number]);
        literal.map(|l| self.rw.constant(l)).map_err(|e| e.to_string())
    }

    /// Adds to the adjoint of a value.
    fn add(&mut self, value: Value, part: Value) -> Built<()> {
        if !self.active.contains(&value) {
            return Ok(());
        }
        let sum = match self.adjoint.get(&value) {
            Some(&other) => self.build(Add {}, &[other, part])?,
            None => part,
        };
        self.adjoint.insert(value, sum);
        Ok(())
    }
}
