//! Control flow and calls, as `scf` and `func`. Tokens have no form: they are dropped at the borders
//! of regions.

use super::function::{Done, Lowering};
use crate::build::{IntCompare, Val};
use hloom_ir::{Block, OpId};
use melior::ir::{Region, ValueLike};

impl<'c> Lowering<'_, 'c> {
    /// A region without arguments that yields by `scf.yield`.
    fn branch(&self, op: OpId, region: usize) -> Done<Region<'c>> {
        self.op.set(op);
        let body = self.body(region)?;
        self.b.region(&[], |_| self.yielding(body, "scf.yield", &[]))
    }

    /// A block's ops, ended by a terminator that takes `first` and the block's values.
    fn yielding(&self, body: Block, name: &str, first: &[Val<'c>]) -> Done {
        self.block(body, &|values| {
            let mut operands = first.to_vec();
            operands.extend(self.crossing(values)?);
            self.b.end(name, &operands);
            Ok(())
        })
    }

    /// `stablehlo.if`.
    pub(super) fn if_op(&self, op: OpId) -> Done {
        let condition = self.scalar(self.module.operand(op, 0))?;
        let types = self.types_of(self.module.result_types(op))?;
        let regions = vec![self.branch(op, 0)?, self.branch(op, 1)?];
        let made = self.b.op("scf.if", &[condition], &types, &[], regions);
        self.arrive(self.module.results(op), &made);
        Ok(())
    }

    /// `stablehlo.case`: any index out of range is the last branch.
    pub(super) fn case(&self, op: OpId) -> Done {
        let b = &self.b;
        let index = self.scalar(self.module.operand(op, 0))?;
        let types = self.types_of(self.module.result_types(op))?;
        let last = self.module.regions(op).len() - 1;
        let index = b.one("arith.index_cast", &[index], b.index_type());
        let outside = b.cmpi(IntCompare::Ugt, index, b.index(last as i64));
        let index = b.select(outside, b.index(last as i64), index);
        let mut regions = vec![self.branch(op, last)?];
        for region in 0..last {
            regions.push(self.branch(op, region)?);
        }
        let cases: Vec<i64> = (0..last as i64).collect();
        let attrs = [("cases", b.ints(&cases))];
        let made = b.op("scf.index_switch", &[index], &types, &attrs, regions);
        self.arrive(self.module.results(op), &made);
        Ok(())
    }

    /// `stablehlo.while`.
    pub(super) fn while_op(&self, op: OpId) -> Done {
        let b = &self.b;
        let (before, after) = (self.body(0)?, self.body(1)?);
        let inits = self.crossing(self.module.operands(op))?;
        let types: Vec<_> = inits.iter().map(|v| v.r#type()).collect();
        let condition = b.region_of(&self.arguments(before)?, |args| {
            self.arrive(self.module.args(before).iter().copied(), args);
            self.block(before, &|values| {
                let holds = match values {
                    [condition] => self.scalar(*condition)?,
                    _ => return Err(self.unsupported("its condition yields no truth value")),
                };
                let mut operands = vec![holds];
                operands.extend_from_slice(args);
                b.end("scf.condition", &operands);
                Ok(())
            })
        })?;
        let body = b.region_of(&self.arguments(after)?, |args| {
            self.arrive(self.module.args(after).iter().copied(), args);
            self.yielding(after, "scf.yield", &[])
        })?;
        let made = b.op("scf.while", &inits, &types, &[], vec![condition, body]);
        self.arrive(self.module.results(op), &made);
        Ok(())
    }

    /// `func.call`, and the decomposition of a composite.
    pub(super) fn call(&self, op: OpId) -> Done {
        let callee = super::function::callee(self.module.op(op)).unwrap_or_default();
        let operands = self.crossing(self.module.operands(op))?;
        let types = self.types_of(self.module.result_types(op))?;
        let attrs = [("callee", self.b.symbol(callee))];
        let made = self.b.op("func.call", &operands, &types, &attrs, Vec::new());
        self.arrive(self.module.results(op), &made);
        Ok(())
    }

    /// A region that runs once, in place of its op.
    pub(super) fn inline_region(&self, op: OpId) -> Done {
        let body = self.body(0)?;
        for (&arg, &operand) in self.module.args(body).iter().zip(self.module.operands(op)) {
            self.set(arg, self.lowered(operand)?);
        }
        self.block(body, &|values| {
            for (result, &value) in self.module.results(op).iter().zip(values) {
                self.set(result, self.lowered(value)?);
            }
            Ok(())
        })
    }
}
