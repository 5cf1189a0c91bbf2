//! `cse`: common subexpression elimination.
//!
//! Two pure ops are equal if their kinds, attributes, operands, result types and regions are equal.
//! A later op is replaced by an earlier one that dominates it: in the same block or in an enclosing
//! one. Operands of commutative ops are compared in either order.
//!
//! The table of available ops is scoped like the regions: the ops of a region are dropped when the
//! walk leaves it.

use crate::context::{Context, PassError};
use hloom_ir::module::Module;
use hloom_ir::op::is_pure;
use hloom_ir::ops::commutes;
use hloom_ir::{Block, OpId, Region, Rewriter, Trait, Value};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Runs the pass.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let mut merged = 0;
    for function in cx.functions() {
        let mut rewriter = cx.rewriter();
        for region in rewriter.module().regions(function).to_vec() {
            Scopes::default().region(&mut rewriter, region, &mut merged);
        }
    }
    cx.count("merged", merged);
    Ok(())
}

/// Available ops by hash, and a log of insertions so that a scope can be left.
#[derive(Default)]
struct Scopes {
    seen: FxHashMap<u64, Vec<OpId>>,
    added: Vec<u64>,
}

impl Scopes {
    fn region(&mut self, rewriter: &mut Rewriter<'_>, region: Region, merged: &mut usize) {
        for block in rewriter.module().blocks(region).to_vec() {
            let mark = self.added.len();
            self.block(rewriter, block, merged);
            for hash in self.added.drain(mark..) {
                self.seen.get_mut(&hash).and_then(Vec::pop);
            }
        }
    }

    fn block(&mut self, rewriter: &mut Rewriter<'_>, block: Block, merged: &mut usize) {
        let mut at = rewriter.module().first_op(block);
        while let Some(op) = at {
            at = rewriter.module().next(op);
            let module = rewriter.module();
            if is_pure(module, op) && !module.results(op).is_empty() {
                let hash = hash_op(module, op);
                let twin = self.seen.get(&hash).and_then(|candidates| {
                    candidates.iter().copied().find(|&c| equal_ops(module, c, op))
                });
                if let Some(twin) = twin {
                    let values: Vec<Value> = module.results(twin).into_iter().collect();
                    rewriter.replace(op, &values);
                    *merged += 1;
                    continue;
                }
                self.seen.entry(hash).or_default().push(op);
                self.added.push(hash);
            }
            let isolated = rewriter.module().op(op).has(Trait::IsolatedFromAbove);
            for region in rewriter.module().regions(op).to_vec() {
                if isolated {
                    Scopes::default().region(rewriter, region, merged);
                } else {
                    self.region(rewriter, region, merged);
                }
            }
        }
        // The rewriter records changes for worklist drivers; this pass has none.
        rewriter.take_changes();
    }
}

/// A hash that is the same for equal ops. Only the shape of regions is hashed.
fn hash_op(module: &Module, op: OpId) -> u64 {
    let mut hasher = FxHasher::default();
    let kind = module.op(op);
    kind.index().hash(&mut hasher);
    // Most ops do not have attributes; hashing their struct costs nothing.
    kind.hash(&mut hasher);
    let operands = module.operands(op);
    match operands {
        &[a, b] if commutes(module, op) => {
            (a.min(b), a.max(b)).hash(&mut hasher);
        }
        _ => operands.hash(&mut hasher),
    }
    for &region in module.regions(op) {
        for &block in module.blocks(region) {
            module.ops(block).for_each(|o| module.op(o).index().hash(&mut hasher));
        }
    }
    hasher.finish()
}

/// Whether two ops compute the same results.
pub(crate) fn equal_ops(module: &Module, a: OpId, b: OpId) -> bool {
    Correspondence::default().ops(module, a, b)
}

/// The values of the second op's regions that correspond to those of the first op's.
#[derive(Default)]
struct Correspondence {
    values: FxHashMap<Value, Value>,
}

impl Correspondence {
    fn value(&self, a: Value) -> Value {
        *self.values.get(&a).unwrap_or(&a)
    }

    fn ops(&mut self, module: &Module, a: OpId, b: OpId) -> bool {
        let kind = module.op(a);
        if kind != module.op(b) || module.discardable_attrs(a) != module.discardable_attrs(b) {
            return false;
        }
        let (xs, ys) = (module.operands(a), module.operands(b));
        let straight = xs.len() == ys.len() && xs.iter().zip(ys).all(|(&x, &y)| self.value(x) == y);
        let crossed = || match (xs, ys) {
            (&[x, y], &[z, w]) if commutes(module, a) => self.value(x) == w && self.value(y) == z,
            _ => false,
        };
        if !straight && !crossed() {
            return false;
        }
        let (rs, ss) = (module.results(a), module.results(b));
        if rs.len() != ss.len() || rs.iter().zip(ss).any(|(r, s)| module.ty(r) != module.ty(s)) {
            return false;
        }
        let regions = module.regions(a).iter().zip(module.regions(b));
        if module.regions(a).len() != module.regions(b).len()
            || !regions.into_iter().all(|(&r, &s)| self.regions(module, r, s))
        {
            return false;
        }
        self.values.extend(rs.iter().zip(ss));
        true
    }

    fn regions(&mut self, module: &Module, a: Region, b: Region) -> bool {
        let (xs, ys) = (module.blocks(a), module.blocks(b));
        xs.len() == ys.len()
            && xs.iter().zip(ys).all(|(&x, &y)| {
                let (p, q) = (module.args(x), module.args(y));
                if p.len() != q.len()
                    || p.iter().zip(q).any(|(&v, &w)| module.ty(v) != module.ty(w))
                {
                    return false;
                }
                self.values.extend(p.iter().copied().zip(q.iter().copied()));
                let (mut left, mut right) = (module.ops(x), module.ops(y));
                loop {
                    match (left.next(), right.next()) {
                        (None, None) => return true,
                        (Some(l), Some(r)) if self.ops(module, l, r) => {}
                        _ => return false,
                    }
                }
            })
    }
}
