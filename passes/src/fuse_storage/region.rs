//! Regions: the ops that a storage plan computes.
//!
//! Each value of a block has a *class*:
//!
//! | class | values |
//! |---|---|
//! | stored | zero where a sparse tensor stores nothing: it, and products with it |
//! | summed | sums over stored entries, and elementwise ops of those |
//! | other | all others |
//!
//! A region ends in a *root*: a stored or summed value that an op outside reads, or a sum that several
//! ops read. It has the stored and summed values that the root needs, down to other roots, and of the
//! other values those that are read at stored entries only.
//!
//! A conversion to a stored type that the function returns is a root too: its plan makes the result with the
//! storage of that type. A region may be the conversion of a stored argument alone, to a result of another
//! storage.

use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Block, OpId, Value};
use hloom_storage::fused;
use rustc_hash::{FxHashMap, FxHashSet};

/// Ops on the numbers at each place that the calculus has.
macro_rules! elementwise {
    () => {
        Op::Add(_)
            | Op::Subtract(_)
            | Op::Multiply(_)
            | Op::Divide(_)
            | Op::Negate(_)
            | Op::Abs(_)
            | Op::Maximum(_)
            | Op::Minimum(_)
            | Op::Compare(_)
            | Op::Select(_)
            | Op::Convert(_)
            | Op::And(_)
            | Op::Or(_)
            | Op::Not(_)
    };
}
/// Ops whose result is zero where an operand is.
macro_rules! product {
    () => {
        Op::Multiply(_) | Op::And(_) | Op::Divide(_)
    };
}

/// The longest chain of ops that is looked at.
const MOST_DEPTH: usize = 16;

/// Whether an op computes numbers of its operands' elements.
fn computes(module: &Module, op: OpId) -> bool {
    !hloom_ir::ops::reduces_slices(module, op)
        && matches!(
            module.op(op),
            hloom_ir::elementwise_op!() | Op::Reduce(_) | Op::DotGeneral(_) | Op::BroadcastInDim(_)
        )
}

/// A group of ops with one result.
#[derive(Clone, Debug)]
pub(super) struct Region {
    /// The op whose result is the region's.
    pub root: OpId,
    /// All ops, operands before their users; conversions of sparse tensors may stand in an outer
    /// block.
    pub ops: Vec<OpId>,
    /// The values from outside.
    pub inputs: Vec<Value>,
}

/// The class of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Stored,
    Summed,
    Other,
}

/// The regions of a block, in the order of their roots.
pub(super) fn regions(module: &Module, block: Block, excluded: &FxHashSet<OpId>) -> Vec<Region> {
    let mut finder = Finder { module, block, excluded, classes: FxHashMap::default() };
    let ops: Vec<OpId> = module.ops(block).collect();
    for &op in &ops {
        if let Some(class) = finder.classify(op) {
            finder.classes.insert(module.result(op, 0), class);
        }
    }
    let roots = ops.iter().copied().filter(|op| finder.is_root(*op));
    roots.filter_map(|root| finder.region(root)).collect()
}

/// Whether a function returns a tensor of a stored type, and nothing else reads it.
pub(super) fn is_stored_result(module: &Module, v: Value) -> bool {
    fused::is_stored(module.ty(v))
        && module.is_used(v)
        && module.uses(v).all(|(user, _)| matches!(module.op(user), Op::FuncReturn(_)))
}

/// Whether a tensor has its entries in arrays: it is an argument of a function, or a member of one, and its type
/// says so. A tensor that an op makes, or that a loop carries, is dense in memory whatever its type says.
fn is_in_arrays(module: &Module, v: Value) -> bool {
    let mut root = v;
    while let Some(op) = module.def_op(root) {
        if !matches!(module.op(op), Op::GetTupleElement(_)) {
            return false;
        }
        root = module.operand(op, 0);
    }
    let block = module.def_block(root);
    let of_function = block.and_then(|block| module.block_owner(block));
    fused::is_stored(module.ty(v))
        && of_function.is_some_and(|op| matches!(module.op(op), Op::Func(_)))
}

struct Finder<'m> {
    module: &'m Module,
    block: Block,
    excluded: &'m FxHashSet<OpId>,
    /// The classes of the values that ops of the block make.
    classes: FxHashMap<Value, Class>,
}

impl Finder<'_> {
    fn class(&self, v: Value) -> Class {
        if let Some(class) = self.classes.get(&v) {
            return *class;
        }
        // A sparse tensor may be converted before an enclosing loop.
        match self.module.def_op(v).and_then(|op| self.stored(op)) {
            Some(_) => Class::Stored,
            None => Class::Other,
        }
    }

    /// The sparse tensor that an op makes dense, if plans read it.
    fn stored(&self, op: OpId) -> Option<Value> {
        let module = self.module;
        if !matches!(module.op(op), Op::Relayout(_)) {
            return None;
        }
        let (from, to) = (module.operand(op, 0), module.result(op, 0));
        let makes_dense = is_in_arrays(module, from) && !fused::is_stored(module.ty(to));
        (makes_dense && fused::tensor(module.ty(from)).is_some()).then_some(from)
    }

    /// The class of an op's result; `None` if a plan can't have it.
    fn classify(&self, op: OpId) -> Option<Class> {
        let module = self.module;
        let kind = module.op(op);
        if self.excluded.contains(&op) || !fits(module, op) {
            return None;
        }
        if self.stored(op).is_some() {
            return Some(Class::Stored);
        }
        if self.stores(op) {
            let class = self.class(module.operand(op, 0));
            return (class != Class::Other).then_some(class);
        }
        let of: Vec<Class> = module.operands(op).iter().map(|v| self.class(*v)).collect();
        let any = |class| of.contains(&class);
        let all = |class| of.iter().all(|it| *it == class);
        Some(match kind {
            Op::Multiply(_) | Op::And(_) if any(Class::Stored) => Class::Stored,
            Op::Divide(_) if of[0] == Class::Stored => Class::Stored,
            Op::Add(_) | Op::Subtract(_) | Op::Or(_) | Op::Concatenate(_) if all(Class::Stored) => {
                Class::Stored
            }
            Op::Negate(_) | Op::Abs(_) | Op::Convert(_) if all(Class::Stored) => Class::Stored,
            Op::Transpose(_) | Op::Reshape(_) | Op::Slice(_) | Op::Reverse(_)
                if all(Class::Stored) =>
            {
                Class::Stored
            }
            Op::Pad(_) if of[0] == Class::Stored => Class::Stored,
            Op::DotGeneral(_) | Op::Reduce(_) if any(Class::Stored) => Class::Summed,
            Op::Reduce(_) if of[0] == Class::Summed => Class::Summed,
            elementwise!() if any(Class::Summed) => Class::Summed,
            Op::Transpose(_) if any(Class::Summed) => Class::Summed,
            // Any other op: its result has no structure of a sparse tensor.
            _ => Class::Other,
        })
    }

    /// Whether a plan may compute a value inside of the region of its user.
    fn joins(&self, v: Value, user: OpId) -> bool {
        let module = self.module;
        if module.parent(user) != Some(self.block) {
            return false;
        }
        let Some(own) = module.results(user).get(0).and_then(|v| self.classes.get(&v)) else {
            return false;
        };
        match (self.class(v), own) {
            (Class::Other, _) | (_, Class::Other) => false,
            (Class::Stored, _) => true,
            // A sum is computed where it is read once. A product of matrices would compute each of its
            // elements many times.
            (Class::Summed, _) => {
                let again = match module.op(user) {
                    Op::BroadcastInDim(_) => true,
                    Op::DotGeneral(_) => module.ty(v).as_tensor().is_none_or(|t| t.rank() > 1),
                    // Any other op: reads each element once.
                    _ => false,
                };
                module.has_one_use(v) && !again
            }
        }
    }

    /// Whether an op stores a tensor for the function to return it.
    fn stores(&self, op: OpId) -> bool {
        let module = self.module;
        matches!(module.op(op), Op::Relayout(_))
            && !self.excluded.contains(&op)
            && fits(module, op)
            && is_stored_result(module, module.result(op, 0))
    }

    /// Whether an op converts a stored tensor to another storage.
    fn converts(&self, op: OpId) -> bool {
        let module = self.module;
        self.stores(op) && {
            let from = module.operand(op, 0);
            is_in_arrays(module, from) && module.ty(from) != module.ty(module.result(op, 0))
        }
    }

    /// Whether an op's result is computed by a plan and read by others.
    fn is_root(&self, op: OpId) -> bool {
        let module = self.module;
        if self.converts(op) {
            return true;
        }
        let Some(result) = module.results(op).get(0) else { return false };
        let class = self.classes.get(&result).copied().unwrap_or(Class::Other);
        if class == Class::Other || self.stored(op).is_some() {
            return false;
        }
        let mut outside = module.uses(result).filter(|(user, _)| !self.joins(result, *user));
        match class {
            // Dense elements are made of it: ops that compute with them would better be driven by
            // the entries, as `fuse` does.
            Class::Stored => {
                let mut users = outside.map(|(user, _)| user).peekable();
                users.peek().is_some() && !users.any(|user| computes(module, user))
            }
            Class::Summed | Class::Other => outside.next().is_some(),
        }
    }

    /// Whether a value is read at stored entries only.
    fn is_sampled(&self, v: Value, depth: usize) -> bool {
        let module = self.module;
        depth > 0
            && module.is_used(v)
            && module.uses(v).all(|(user, _)| {
                let Some(result) = module.results(user).get(0) else { return false };
                let class = self.classes.get(&result).copied().unwrap_or(Class::Other);
                match module.op(user) {
                    product!() if class == Class::Stored => true,
                    hloom_ir::elementwise_op!() | Op::Transpose(_) | Op::BroadcastInDim(_)
                        if class == Class::Other && module.parent(user) == Some(self.block) =>
                    {
                        self.is_sampled(result, depth - 1)
                    }
                    // Any other op: reads all elements.
                    _ => false,
                }
            })
    }

    /// The region of a root.
    fn region(&self, root: OpId) -> Option<Region> {
        let module = self.module;
        if self.converts(root) {
            let inputs = vec![module.operand(root, 0)];
            return Some(Region { root, ops: vec![root], inputs });
        }
        let mut region = Region { root, ops: Vec::new(), inputs: Vec::new() };
        let mut known = FxHashSet::default();
        self.collect(root, false, &mut region, &mut known)?;
        let readable = |v: &Value| fused::tensor(module.ty(*v)).is_some();
        let reads = region.ops.iter().any(|op| self.stored(*op).is_some());
        (reads && region.inputs.iter().all(readable)).then_some(region)
    }

    /// Adds an op after its operands; its result may be read at stored entries only. `None` if a value
    /// that is read at stored entries only is computed by an op that plans do not have: `fuse` computes
    /// both.
    fn collect(
        &self,
        op: OpId,
        sampled: bool,
        region: &mut Region,
        known: &mut FxHashSet<OpId>,
    ) -> Option<()> {
        if !known.insert(op) {
            return Some(());
        }
        let module = self.module;
        let operands = module.operands(op).to_vec();
        let is_product = matches!(module.op(op), product!());
        let samples = is_product && operands.iter().any(|v| self.class(*v) == Class::Stored);
        let passes =
            matches!(module.op(op), elementwise!() | Op::Transpose(_) | Op::BroadcastInDim(_));
        let read_few = samples || sampled && passes;
        for &v in &operands {
            match module.def_op(v).filter(|def| self.takes(*def, v, op, read_few)) {
                Some(def) => self.collect(def, read_few, region, known)?,
                None => {
                    let made =
                        module.def_op(v).filter(|def| module.parent(*def) == Some(self.block));
                    let left = made.is_some_and(|def| computes(module, def));
                    // Kernels of `fuse` make no stored results.
                    let left = left && !is_stored_result(module, module.result(region.root, 0));
                    if left && self.class(v) == Class::Other && self.is_sampled(v, MOST_DEPTH) {
                        return None;
                    }
                    if !region.inputs.contains(&v) {
                        region.inputs.push(v);
                    }
                }
            }
        }
        region.ops.push(op);
        Some(())
    }

    /// Whether the op of an operand is part of the region.
    fn takes(&self, def: OpId, v: Value, user: OpId, read_few: bool) -> bool {
        let module = self.module;
        if self.stored(def).is_some() && !self.excluded.contains(&def) {
            return true;
        }
        if self.excluded.contains(&def)
            || module.parent(def) != Some(self.block) && !matches!(module.op(def), Op::Constant(_))
            || !fits(module, def)
        {
            return false;
        }
        if self.class(v) != Class::Other {
            return self.joins(v, user);
        }
        match module.op(def) {
            Op::Constant(it) => it.value.count() > 0 && it.value.is_uniform(),
            Op::BroadcastInDim(_) | Op::Iota(_) => true,
            Op::Transpose(_) => module.has_one_use(v),
            elementwise!() | Op::DotGeneral(_) => read_few && self.is_sampled(v, MOST_DEPTH),
            // Any other op: it is computed before.
            _ => false,
        }
    }
}

/// The elementwise ops on one dense value, and the `root` that adds them up; `None` if it needs others.
pub(super) fn of_one(module: &Module, block: Block, root: OpId, dense: Value) -> Option<Region> {
    fn collect(
        module: &Module,
        block: Block,
        op: OpId,
        region: &mut Region,
        depth: usize,
    ) -> Option<()> {
        if region.ops.contains(&op) {
            return Some(());
        }
        let known = match module.op(op) {
            Op::Constant(it) => it.value.count() > 0 && it.value.is_uniform(),
            Op::Reduce(_) => op == region.root,
            Op::BroadcastInDim(_) | elementwise!() => true,
            // Any other op: it is no op on each element.
            _ => false,
        };
        let inside = module.parent(op) == Some(block) || matches!(module.op(op), Op::Constant(_));
        if !known || !inside || !fits(module, op) || depth == 0 {
            return None;
        }
        for &v in module.operands(op) {
            if !region.inputs.contains(&v) {
                collect(module, block, module.def_op(v)?, region, depth - 1)?;
            }
        }
        region.ops.push(op);
        Some(())
    }
    let mut region = Region { root, ops: Vec::new(), inputs: vec![dense] };
    collect(module, block, root, &mut region, MOST_DEPTH)?;
    let reads = |op: &OpId| module.operands(*op).contains(&dense);
    region.ops.iter().any(reads).then_some(region)
}

/// Whether a plan can have an op: it has one result, and tensors that plans have.
fn fits(module: &Module, op: OpId) -> bool {
    let results = module.results(op);
    results.len() == 1
        && fused::tensor(module.ty(module.result(op, 0))).is_some()
        && module.operands(op).iter().all(|v| fused::tensor(module.ty(*v)).is_some())
}
