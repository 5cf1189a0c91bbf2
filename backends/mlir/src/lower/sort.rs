//! `stablehlo.sort` as a stable merge sort: each level is a loop that merges neighbouring runs of a
//! tensor into a new one.

use super::function::{Done, Lowered, Lowering};
use crate::build::{IntCompare, Val};
use hloom_ir::OpId;
use hloom_ir::ops::Sort;

impl<'c> Lowering<'_, 'c> {
    /// `stablehlo.sort`.
    pub(super) fn sort(&self, op: OpId, it: &Sort) -> Done {
        let b = &self.b;
        let body = self.body(0)?;
        let operands = self.module.operands(op);
        let extents = &self.static_tensor(operands[0])?.dims;
        let axis = it.axis(extents.len());
        let mut tensors = Vec::new();
        let mut types = Vec::new();
        for &operand in operands {
            tensors.push(self.tensor(operand)?);
            types.push(self.element(self.static_tensor(operand)?.element)?);
        }
        let count = extents.get(axis).copied().unwrap_or(1);
        let lines: Vec<i64> =
            (0..extents.len()).filter(|&d| d != axis).map(|d| extents[d]).collect();
        let mut width = 1;
        while width < count && !extents.contains(&0) {
            let out: Vec<_> = types.iter().map(|&ty| b.empty(extents, ty)).collect();
            tensors = self.nest(&lines, &out, &mut |line, out| {
                let at = |index: Val<'c>| {
                    let mut all = line.to_vec();
                    all.insert(axis, index);
                    all
                };
                let zero = b.index(0);
                let mut state = vec![zero, zero];
                state.extend_from_slice(out);
                let bounds = (zero, b.index(count));
                let merged = b.for_(bounds, &state, |k, state| {
                    // The run of the left half begins anew every two widths.
                    let pair = b.index(2 * width);
                    let into = b.same("arith.remui", &[k, pair]);
                    let begins = b.cmpi(IntCompare::Eq, into, b.index(0));
                    let low = b.subi(k, into);
                    let most = b.index(count);
                    let least = |v: Val<'c>| b.same("arith.minsi", &[v, most]);
                    let (middle, high) =
                        (least(b.add_const(low, width)), least(b.add_const(low, 2 * width)));
                    let left = b.select(begins, low, state[0]);
                    let right = b.select(begins, middle, state[1]);
                    let has_left = b.cmpi(IntCompare::Slt, left, middle);
                    let has_right = b.cmpi(IntCompare::Slt, right, high);
                    let mut args = Vec::new();
                    let (p, q) = (at(b.clamp(right, count - 1)), at(b.clamp(left, count - 1)));
                    for (&tensor, &ty) in tensors.iter().zip(&types) {
                        args.extend([b.extract(tensor, &p, ty), b.extract(tensor, &q, ty)]);
                    }
                    // The right one goes first only if it is strictly before the left one.
                    let before = self.scalars(body, &args)?[0];
                    let none = b.same("arith.xori", &[has_left, b.int_const(b.int(1), 1)]);
                    let takes_right = b.and(has_right, b.or(none, before));
                    let one = b.index(1);
                    let next_left = b.select(takes_right, left, b.addi(left, one));
                    let next_right = b.select(takes_right, b.addi(right, one), right);
                    let mut next = vec![next_left, next_right];
                    let to = at(k);
                    for (i, pair) in args.chunks(2).enumerate() {
                        let element = b.select(takes_right, pair[0], pair[1]);
                        next.push(b.insert(element, state[2 + i], &to));
                    }
                    Done::Ok(next)
                })?;
                Ok(merged[2..].to_vec())
            })?;
            width *= 2;
        }
        for (result, tensor) in self.module.results(op).iter().zip(tensors) {
            self.set(result, Lowered::Tensor(tensor));
        }
        Ok(())
    }
}
