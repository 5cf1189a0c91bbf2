//! The part that each op of a step has in the loops over micro-batches.

use super::exchange;
use crate::layer_graph::plan::{captured, uses};
use crate::split::part::part;
use hloom_analysis::monoid::Monoid;
use hloom_analysis::split::{Access, OpIndices, Range, Role, indices};
use hloom_ir::module::Module;
use hloom_ir::op::is_pure;
use hloom_ir::ops::Op;
use hloom_ir::{Block, Element, Literal, OpId, Trait, Type, Value};
use rustc_hash::FxHashMap;

/// The samples whose sums other samples depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statistics {
    /// Those of the whole batch.
    Whole,
    /// Those of each micro-batch.
    MicroBatch,
}

/// The arguments that hold a batch.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch {
    /// The arguments.
    pub arguments: Vec<Value>,
    /// The dimension that counts samples.
    pub dimension: usize,
    /// The number of samples.
    pub samples: i64,
    /// Whether ops that exchange data between ranks may run for each micro-batch. Their order is that
    /// of the ops, so all that a rank runs must stay in order.
    pub exchanges: bool,
}

/// The batch that these arguments of a function hold.
///
/// # Errors
/// A sentence, if an argument does not exist or has no such dimension, or if they differ.
pub fn batch(
    module: &Module,
    block: Block,
    numbers: &[usize],
    dimension: usize,
) -> Result<Batch, String> {
    let args = module.args(block);
    let mut batch: Option<Batch> = None;
    for &number in numbers {
        let Some(&arg) = args.get(number) else {
            return Err(format!("there is no argument {number}; there are {}", args.len()));
        };
        let ty = module.ty(arg);
        let tensor = ty.as_tensor();
        if tensor.is_some_and(|t| !t.is_static()) {
            return Err(format!("argument {number} is {ty}, whose extents are not all known"));
        }
        let Some(&samples) = tensor.and_then(|t| t.dims.get(dimension)) else {
            return Err(format!("argument {number} is {ty}, which has no dimension {dimension}"));
        };
        match &mut batch {
            None => {
                let (arguments, exchanges) = (vec![arg], false);
                batch = Some(Batch { arguments, dimension, samples, exchanges });
            }
            Some(batch) if batch.samples != samples => {
                let first = batch.samples;
                let first = format!("argument {} has {first} samples", numbers[0]);
                return Err(format!("{first}, argument {number} has {samples}"));
            }
            Some(batch) => batch.arguments.push(arg),
        }
    }
    batch.ok_or_else(|| "no argument holds a batch".to_owned())
}

/// The dimension of a value that counts samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Samples {
    /// The dimension.
    pub dimension: usize,
    /// Its positions for each sample.
    pub unit: i64,
}

/// The role of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueRole {
    /// It has a place for each sample, and loop number `from` computes it; arguments, and what is
    /// kept of an earlier loop, come from outside of loops (`None`).
    PerSample {
        /// Its dimension of samples.
        samples: Samples,
        /// The loop.
        from: Option<usize>,
    },
    /// It is there before the loop of this number.
    Whole(usize),
}

/// An op inside of a loop.
#[derive(Clone, PartialEq, Debug)]
pub struct Inner {
    /// The op.
    pub op: OpId,
    /// The number of the loop.
    pub in_loop: usize,
    /// Its indices; `None` if it is repeated as a whole, for statistics of micro-batches.
    pub indices: Option<OpIndices>,
    /// The index over samples, and its positions for each sample.
    pub index: (usize, i64),
    /// The operations that combine its results, if they are terms of sums.
    pub sums: Vec<Monoid>,
}

/// The roles of a function's ops and values.
#[derive(Clone, PartialEq, Debug)]
pub struct Roles {
    /// The number of samples.
    pub samples: i64,
    /// The number of loops.
    pub loops: usize,
    /// The ops in loops, in order.
    pub inner: Vec<Inner>,
    /// The ops outside of loops in order, each with the number of the loop that it precedes.
    pub outer: Vec<(OpId, usize)>,
    /// The roles of values.
    pub values: FxHashMap<Value, ValueRole>,
    /// The number of ops outside of loops that use values of samples.
    mixed: usize,
    /// Whether exchanges may be in loops.
    exchanges: bool,
}

/// Figures about roles.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RoleCounts {
    /// Ops in loops.
    pub on_micro_batches: usize,
    /// Ops outside of loops that use values of samples.
    pub on_whole_batches: usize,
    /// Sums over samples.
    pub accumulated: usize,
}

impl Roles {
    /// The roles of the ops of a block.
    pub fn of(module: &Module, block: Block, batch: &Batch, statistics: Statistics) -> Roles {
        let mut roles = Roles {
            samples: batch.samples,
            loops: 0,
            inner: Vec::new(),
            outer: Vec::new(),
            values: FxHashMap::default(),
            mixed: 0,
            exchanges: batch.exchanges,
        };
        let samples = Samples { dimension: batch.dimension, unit: 1 };
        for &arg in module.args(block) {
            let role = match batch.arguments.contains(&arg) {
                true => ValueRole::PerSample { samples, from: None },
                false => ValueRole::Whole(0),
            };
            roles.values.insert(arg, role);
        }
        let mut last_effect = 0;
        for op in module.ops(block) {
            if !module.op(op).has(Trait::Terminator) {
                roles.add(module, op, statistics, &mut last_effect);
            }
        }
        roles
    }

    fn add(&mut self, module: &Module, op: OpId, statistics: Statistics, last_effect: &mut usize) {
        let used: Vec<Value> = uses(module, op);
        let role = |v: &Value| self.values.get(v).copied().unwrap_or(ValueRole::Whole(0));
        // The first loop in which all values are there.
        let earliest = |v: &Value| match role(v) {
            ValueRole::PerSample { from, .. } => from.unwrap_or(0),
            ValueRole::Whole(before) => before,
        };
        let per_sample = |v: &Value| matches!(role(v), ValueRole::PerSample { .. });
        if used.iter().any(per_sample)
            && let Some(mut inner) = self.divide(module, op)
        {
            let whole = used.iter().filter(|&v| !per_sample(v));
            let own = used.iter().filter(|&v| per_sample(v)).map(earliest).max().unwrap_or(0);
            let late = whole.map(earliest).max().unwrap_or(0);
            inner.in_loop = own.max(late);
            if late > own && statistics == Statistics::MicroBatch {
                let repeated = self.repeated(module, &used, own);
                if let Some(repeated) = repeated {
                    inner.in_loop = own;
                    for op in repeated {
                        let known = self.inner.iter().any(|i| i.op == op && i.in_loop == own);
                        if !known {
                            self.inner.push(Inner {
                                op,
                                in_loop: own,
                                indices: None,
                                index: (0, 1),
                                sums: Vec::new(),
                            });
                        }
                    }
                }
            }
            self.note(module, inner);
            return;
        }
        let mut before = used
            .iter()
            .map(|v| match role(v) {
                ValueRole::PerSample { from, .. } => from.map_or(0, |from| from + 1),
                ValueRole::Whole(before) => before,
            })
            .max()
            .unwrap_or(0);
        if !is_pure(module, op) {
            // Effects keep their order.
            before = before.max(*last_effect);
            *last_effect = before;
        }
        self.mixed += usize::from(used.iter().any(per_sample));
        for value in module.results(op) {
            self.values.insert(value, ValueRole::Whole(before));
        }
        self.outer.push((op, before));
    }

    /// Adds an op to its loop.
    fn note(&mut self, module: &Module, inner: Inner) {
        self.loops = self.loops.max(inner.in_loop + 1);
        let indices = inner.indices.as_ref().expect("a divided op has indices");
        for (value, accesses) in module.results(inner.op).iter().zip(&indices.results) {
            let at = accesses.iter().position(|a| a.index() == Some(inner.index.0));
            let role = match at {
                Some(dimension) => {
                    let scale = direct(accesses[dimension]).unwrap_or(1);
                    let samples = Samples { dimension, unit: inner.index.1 * scale };
                    ValueRole::PerSample { samples, from: Some(inner.in_loop) }
                }
                None => ValueRole::Whole(inner.in_loop + 1),
            };
            self.values.insert(value, role);
        }
        self.inner.push(inner);
    }

    /// The op as one of a loop, if its parts are samples, or terms of sums over them.
    fn divide(&self, module: &Module, op: OpId) -> Option<Inner> {
        let operands = module.operands(op);
        // Regions use arguments of their own, and what is there before all loops.
        let early = |v: &Value| matches!(self.values.get(v), None | Some(ValueRole::Whole(0)));
        let exchanged = self.exchanges.then(|| exchange::indices_of(module, op)).flatten();
        if exchanged.is_none() && !is_pure(module, op) || !captured(module, op).iter().all(early) {
            return None;
        }
        let indices = match exchanged {
            Some(indices) => indices,
            None => indices(module, op)?,
        };
        let mut index: Option<(usize, i64)> = None;
        for (i, v) in operands.iter().enumerate() {
            let Some(ValueRole::PerSample { samples, .. }) = self.values.get(v) else { continue };
            let access = indices.operands[i][samples.dimension];
            let scale = direct(access)?;
            if samples.unit % scale != 0 {
                return None;
            }
            let own = (access.index()?, samples.unit / scale);
            if *index.get_or_insert(own) != own {
                return None;
            }
        }
        let (at, positions) = index?;
        if indices.indices[at].extent != self.samples * positions {
            return None;
        }
        let mine = |accesses: &[Access]| {
            let of: Vec<Access> =
                accesses.iter().copied().filter(|a| a.index() == Some(at)).collect();
            (of.len(), of.iter().all(|&a| direct(a).is_some()))
        };
        let operands_fit = indices.operands.iter().all(|a| {
            let (count, direct) = mine(a);
            count <= 1 && direct
        });
        let mut results = indices.results.iter().map(|a| mine(a));
        let combined = indices.indices[at].role == Role::Combined;
        let wanted = (usize::from(!combined), true);
        let results_fit = results.all(|found| found == wanted);
        if !operands_fit || !results_fit || !is_shiftable(module, op, &indices, at, positions) {
            return None;
        }
        let sums = if combined { indices.combine.clone() } else { Vec::new() };
        if combined && !self.sums_fit(module, op, &sums) {
            return None;
        }
        Some(Inner { op, in_loop: 0, indices: Some(indices), index: (at, positions), sums })
    }

    /// Whether the terms of an op can begin with neutral elements.
    fn sums_fit(&self, module: &Module, op: OpId, sums: &[Monoid]) -> bool {
        let identities = module.results(op).iter().zip(sums);
        let all = identities.into_iter().all(|(v, m)| m.identity(module.ty(v)).is_some());
        let initial = match module.op(op) {
            Op::Reduce(_) => {
                let operands = module.operands(op);
                let initial = operands[operands.len() / 2..].iter().zip(sums);
                initial.into_iter().all(|(&v, monoid)| {
                    // Sums may begin with 0, which they do in most programs; see [`start`].
                    let zero = |literal: &Literal| {
                        let bytes = (literal.count() > 0).then(|| literal.element_bytes(0));
                        let zero = bytes.is_some_and(|all| all.iter().all(|&byte| byte == 0));
                        *monoid == Monoid::Add && zero
                    };
                    let known = module.constant(v);
                    known.is_some_and(|literal| monoid.is_neutral(literal) || zero(literal))
                })
            }
            // Each micro-batch would begin with the input.
            Op::Scatter(_) => false,
            // Any other op: its sums begin with nothing.
            _ => true,
        };
        all && initial && sums.len() == module.results(op).len()
    }

    /// The ops outside of loops between the sums of a loop and these values, in order; `None` if
    /// they need more than sums of this loop and what is there before it.
    fn repeated(&self, module: &Module, used: &[Value], in_loop: usize) -> Option<Vec<OpId>> {
        let mut found: Vec<OpId> = Vec::new();
        let mut waiting: Vec<Value> = used.to_vec();
        let mut seen: rustc_hash::FxHashSet<Value> = rustc_hash::FxHashSet::default();
        while let Some(value) = waiting.pop() {
            let needs = match self.values.get(&value) {
                Some(ValueRole::Whole(before)) => *before > in_loop,
                Some(ValueRole::PerSample { .. }) | None => false,
            };
            if !needs || !seen.insert(value) {
                continue;
            }
            let def = module.def_op(value)?;
            if let Some(inner) = self.inner.iter().find(|i| i.op == def && i.indices.is_some()) {
                // A mean is scaled, a largest element is not; other operations have no meaning.
                let known =
                    |m: &Monoid| matches!(m, Monoid::Add | Monoid::Maximum | Monoid::Minimum);
                // The mean of a micro-batch times its share of the batch is rarely an integer.
                let scales = |v: Value| {
                    let element = module.ty(v).element();
                    element.is_some_and(|e| e.is_float() || e.is_complex())
                };
                let scaled = inner.sums.iter().zip(module.results(def).iter());
                let fits = |(m, v): (&Monoid, Value)| known(m) && (*m != Monoid::Add || scales(v));
                if inner.in_loop != in_loop || !scaled.into_iter().all(fits) {
                    return None;
                }
                continue;
            }
            let all = uses(module, def);
            let per_sample =
                |v: &Value| matches!(self.values.get(v), Some(ValueRole::PerSample { .. }));
            if all.iter().any(per_sample) || !is_pure(module, def) {
                return None;
            }
            if !found.contains(&def) {
                found.push(def);
            }
            waiting.extend(all);
        }
        let order: FxHashMap<OpId, usize> =
            self.outer.iter().enumerate().map(|(i, &(op, _))| (op, i)).collect();
        found.sort_by_key(|op| order.get(op).copied());
        Some(found)
    }

    /// Figures about the roles.
    pub fn counts(&self) -> RoleCounts {
        let divided = self.inner.iter().filter(|inner| inner.indices.is_some());
        RoleCounts {
            on_micro_batches: divided.clone().count(),
            on_whole_batches: self.mixed,
            accumulated: divided.map(|inner| inner.sums.len()).sum(),
        }
    }
}

/// The type in which terms of type `ty` of micro-batches are combined. Sums and products of floats of
/// fewer than 32 bits have 32: else each micro-batch would round what came before it once more, and
/// many small terms would be lost beside a large sum. The result is converted once, at the end.
pub fn accumulator(ty: Type, monoid: Monoid) -> Type {
    let rounds = matches!(monoid, Monoid::Add | Monoid::Multiply);
    match ty.as_tensor() {
        Some(tensor) if rounds && tensor.element.is_float() && tensor.element.bit_width() < 32 => {
            tensor.with_element(Element::F32).into()
        }
        _ => ty,
    }
}

/// The value that a sum over micro-batches begins with, in its [`accumulator`]'s type: that of the op
/// if it has one, since 0 is not neutral where all terms are -0.
pub fn start(module: &Module, sum: Value, monoid: Monoid) -> Literal {
    let own = own_start(module, sum, monoid);
    let ty = accumulator(own.ty(), monoid);
    if ty == own.ty() {
        return own;
    }
    Literal::from_f64s(ty, &[own.get_f64(0)]).expect("one number")
}

fn own_start(module: &Module, sum: Value, monoid: Monoid) -> Literal {
    let ty = module.ty(sum);
    let own = module.def_op(sum).filter(|&op| matches!(module.op(op), Op::Reduce(_)));
    let own = own.and_then(|op| {
        let at = module.results(op).iter().position(|v| v == sum)?;
        let operands = module.operands(op);
        let literal = module.constant(operands[operands.len() / 2 + at])?;
        Literal::splat(ty, literal.element_bytes(0)).ok()
    });
    own.or_else(|| monoid.identity(ty)).expect("sums have neutral elements")
}

/// The scale of a direct access.
fn direct(access: Access) -> Option<i64> {
    match access {
        Access::Direct { scale, .. } => Some(scale),
        Access::Whole | Access::Reversed { .. } | Access::Window { .. } => None,
    }
}

/// Whether the parts of an op for the first sample and for the second one are the same op.
fn is_shiftable(module: &Module, op: OpId, indices: &OpIndices, at: usize, unit: i64) -> bool {
    let ranges = |from: i64| -> Vec<Range> {
        let each = indices.indices.iter().enumerate().map(|(i, index)| match i == at {
            true => Range::new(from, from + unit),
            false => Range::new(0, index.extent),
        });
        each.collect()
    };
    if indices.indices[at].extent < 2 * unit {
        return false;
    }
    let starts = [0, unit];
    let [a, b] = starts.map(|from| part(module, op, indices, &ranges(from)));
    a == b
}
