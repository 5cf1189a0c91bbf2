//! Refines ops with regions: the types of their arguments and of the values that they yield.
//!
//! A region may never run, and the types of a loop are tried: nothing in a region is an error.

use super::{Refiner, is_open, joined};
use crate::context::PassError;
use hloom_ir::{DYNAMIC, OpId, Type, Value};
use rustc_hash::FxHashMap;

/// The meet of two types: every extent in which they agree.
fn common(a: Type, b: Type) -> Type {
    let (Some(x), Some(y)) = (a.as_tensor(), b.as_tensor()) else { return a };
    if x.rank() != y.rank() {
        return a;
    }
    let same = |(&m, &n): (&i64, &i64)| if m == n { m } else { DYNAMIC };
    let dims: Vec<i64> = x.dims.iter().zip(&y.dims).map(same).collect();
    x.with_dims(&dims).into()
}

impl Refiner<'_> {
    /// A loop: a carried value has the extents on which its operand and the body's result agree. A
    /// speculative refinement that turns out too precise is discarded.
    pub(super) fn while_(&mut self, op: OpId) -> Result<(), PassError> {
        self.where_it_may_not_run(|refiner| refiner.refine_loop(op))
    }

    /// Refines code that some run of the module does not reach.
    fn where_it_may_not_run(
        &mut self,
        refine: impl FnOnce(&mut Self) -> Result<(), PassError>,
    ) -> Result<(), PassError> {
        let outer = std::mem::replace(&mut self.always_runs, false);
        let outcome = refine(self);
        self.always_runs = outer;
        outcome
    }

    fn refine_loop(&mut self, op: OpId) -> Result<(), PassError> {
        let types = |refiner: &Self, values: &[Value]| -> Vec<Type> {
            values.iter().map(|&v| refiner.module().ty(v)).collect()
        };
        let operands = self.module().operands(op).to_vec();
        let declared = self.module().result_types(op);
        let given = types(self, &operands);
        let mut carried: Vec<Type> =
            declared.iter().zip(&given).map(|(&a, &b)| joined(a, b)).collect();
        // Each iteration makes at least one extent dynamic again.
        let extents: usize = carried.iter().filter_map(|t| t.as_tensor()).map(|t| t.rank()).sum();
        for _ in 0..=extents {
            self.rewriter.set_before(op);
            let trial = self.rewriter.clone_op(op, &mut FxHashMap::default());
            let regions = self.module().regions(trial).to_vec();
            let mut yielded = carried.clone();
            for (i, &region) in regions.iter().enumerate() {
                let Some(&block) = self.module().blocks(region).first() else { continue };
                let args = self.module().args(block).to_vec();
                for (&arg, &ty) in args.iter().zip(&carried) {
                    self.rewriter.set_type(arg, ty);
                }
                self.block(block)?;
                if let (1, Some(end)) = (i, self.module().terminator(block)) {
                    let values = self.module().operands(end).to_vec();
                    yielded = types(self, &values);
                }
            }
            let next: Vec<Type> =
                carried.iter().zip(&yielded).map(|(&a, &b)| common(a, b)).collect();
            if next == carried {
                let results: Vec<Value> = self.module().results(trial).iter().collect();
                for (&value, &ty) in results.iter().zip(&carried) {
                    self.rewriter.set_type(value, ty);
                }
                self.rewriter.replace(op, &results);
                self.refined += usize::from(declared[..] != carried[..]);
                return Ok(());
            }
            self.rewriter.erase(trial);
            carried = next;
        }
        Ok(())
    }

    /// A layer: its body runs once, on the operands.
    pub(super) fn layer(&mut self, op: OpId) -> Result<(), PassError> {
        let Some(block) = self.module().entry(op, 0) else { return Ok(()) };
        let pairs: Vec<(Value, Value)> = {
            let (args, operands) = (self.module().args(block), self.module().operands(op));
            args.iter().copied().zip(operands.iter().copied()).collect()
        };
        for (arg, operand) in pairs {
            let ty = joined(self.module().ty(arg), self.module().ty(operand));
            self.rewriter.set_type(arg, ty);
        }
        self.block(block)?;
        let (declared, end) = (self.module().result_types(op), self.module().terminator(block));
        if let Some(end) = end.filter(|_| !self.always_runs) {
            self.keep_yields_valid(end, &declared);
        }
        let module = self.module();
        let yielded = end.map(|end| module.operands(end)).unwrap_or_default();
        if yielded.len() == declared.len() {
            let pairs = declared.iter().zip(yielded);
            let types: Vec<Type> = pairs.map(|(&ty, &v)| joined(ty, module.ty(v))).collect();
            self.set_types(op, &types);
        }
        Ok(())
    }

    /// Branches: each arm is refined by itself; results have the extents on which all arms agree. An arm
    /// whose extents contradict those of an earlier one yields tensors of unknown extents.
    pub(super) fn branches(&mut self, op: OpId) -> Result<(), PassError> {
        let regions = self.module().regions(op).to_vec();
        let declared = self.module().result_types(op);
        let mut yielded: Option<Vec<Type>> = None;
        let mut said = declared.clone();
        for region in regions {
            let Some(&block) = self.module().blocks(region).first() else { return Ok(()) };
            self.where_it_may_not_run(|refiner| refiner.block(block))?;
            let Some(end) = self.module().terminator(block) else { return Ok(()) };
            self.keep_yields_valid(end, &said);
            let module = self.module();
            let types: Vec<Type> = module.operands(end).iter().map(|&v| module.ty(v)).collect();
            said = said.iter().zip(&types).map(|(&a, &b)| joined(a, b)).collect();
            yielded = Some(match yielded {
                None => types,
                Some(before) => before.iter().zip(&types).map(|(&a, &b)| common(a, b)).collect(),
            });
        }
        if !declared.iter().any(|&ty| is_open(ty)) {
            return Ok(());
        }
        if let Some(yielded) = yielded.filter(|h| h.len() == declared.len()) {
            let types: Vec<Type> =
                declared.iter().zip(&yielded).map(|(&a, &b)| joined(a, b)).collect();
            self.set_types(op, &types);
        }
        Ok(())
    }
}
