//! The tensor-core gemms of an attention kernel's block ([`super::attention_tile`]): loads of
//! operands from shared memory to registers, and the `f32` gemms.
//!
//! For `f32`, a thread holds steps `c` and `c + 4` of eight of the lhs, but of the logits columns
//! `2·c` and `2·c + 1`. The second gemm processes its steps in that order, which needs no exchange
//! between threads, since its other operand is read in the same order. [`Inst::Ldmatrix`] supports
//! neither this order nor transposed steps; for these, threads load elements individually, from
//! rows whose length differs from eight banks by a multiple of sixteen. If an operand is split
//! ([`tf32x3`]), the accumulators of the smaller gemms are reset for each tile.

use super::attention_tile::{AttentionTile, Region};
use super::attention_tiling::{HiLo, ROWS};
use super::epilogue_shuffle::joined;
use super::tf32x3;
use crate::index::Index;
use crate::program::{Builder, Inst, MmaOp, Scalar, Value};

impl AttentionTile {
    /// The K step of one tensor-core instruction.
    pub(super) fn depth(&self) -> u64 {
        self.op.map_or(ROWS, |op| op.shape().1 as u64)
    }

    /// Whether operands are loaded by `ldmatrix`.
    pub(super) fn by_matrices(&self, region: &Region) -> bool {
        self.op != Some(MmaOp::TF32) || !(region.transposed || region.paired)
    }

    /// The offset of this thread's row of the first of four matrices, ordered in pairs: those of
    /// the same steps first for an lhs, those of the same points first for an rhs. For individual
    /// loads, the offset of the thread's first element.
    pub(super) fn first_of(&self, b: &Builder, region: &Region, point: Index, left: bool) -> Index {
        if !self.by_matrices(region) {
            let step = self.column(b) * if region.paired { 2 } else { 1 };
            let point = point + b.floor_div(self.lane(b), 4);
            return region.place(point, step) - region.at as i64;
        }
        let lane = self.lane(b);
        let (low, high) = (b.modulo(lane.clone(), 8), b.floor_div(lane.clone(), 16));
        let (row, piece) = match left != region.transposed {
            true => (b.modulo(lane, 16), high),
            false => (low + high * 8, b.modulo(b.floor_div(lane, 8), 2)),
        };
        let own = region.place(point, Index::constant(0)) - region.at as i64;
        own + row * region.stride as i64 + piece * self.plan.lanes() as i64
    }

    pub(super) fn matrices(&self, b: &mut Builder, from: Index, transposed: bool) -> Value {
        let ty = self.scalar.vector(self.plan.lanes() as u16);
        b.inst(Inst::Ldmatrix { ty, from: (self.buffer, from), transposed })
    }

    /// Loads a thread's elements individually, at these points and steps.
    pub(super) fn elements(
        &self,
        b: &mut Builder,
        region: &Region,
        at: &Index,
        each: &[(u64, u64)],
    ) -> Value {
        let further = each.iter().map(|(point, step)| {
            let [point, step] = [point, step].map(|n| Index::constant(*n as i64));
            at.clone() + region.place(point, step) - region.at as i64
        });
        let each: Vec<Value> =
            further.map(|at| b.load(self.scalar.ty(), self.buffer, at)).collect();
        joined(b, &each)
    }

    /// The rhs of sixteen points at one step, as fragments of eight points each.
    pub(super) fn right(
        &self,
        b: &mut Builder,
        (region, first): (&Region, Value),
        (point, step): (u64, u64),
        slot: Value,
    ) -> [Value; 2] {
        let (point, step) = (point * ROWS, step * self.depth());
        let at = region.place(Index::constant(point as i64), Index::constant(step as i64));
        let at = Index::var(first) + at + Index::var(slot) * self.slot as i64;
        if self.by_matrices(region) {
            let half = self.plan.lanes() as u16 / 2;
            let both = self.matrices(b, at, region.transposed);
            let of = |from: u16| Inst::Shuffle(both, both, (from..from + half).collect());
            return [0, half].map(|from| b.inst(of(from)));
        }
        [0, 8].map(|further| match (region.paired, region.transposed) {
            (true, false) => {
                let at = at.clone() + (further * region.stride) as i64;
                b.load(self.scalar.vector(2), self.buffer, at)
            }
            (true, true) => self.elements(b, region, &at, &[(further, 0), (further, 1)]),
            (false, _) => self.elements(b, region, &at, &[(further, 0), (further, 4)]),
        })
    }

    /// Converts an operand of the first or second gemm to the fragment type.
    pub(super) fn taken(&self, b: &mut Builder, product: usize, value: Value) -> HiLo {
        if self.op != Some(MmaOp::TF32) {
            return (value, None);
        }
        let near = tf32x3::hi(b, value);
        (near, self.plan.tf32x3[product].then(|| tf32x3::lo(b, value, near)))
    }

    /// Adds a tensor-core product to the accumulators of eight columns each, point by point, so
    /// that few accumulators of smaller gemms are live at a time.
    pub(super) fn by_points(
        &self,
        b: &mut Builder,
        product: usize,
        (left, first): (&[HiLo], Value),
        slot: Value,
        sums: Vec<Value>,
    ) -> Vec<Value> {
        let (mut sums, region) = (sums, &self.columns[product]);
        for point in 0..sums.len() as u64 / 2 {
            let own = 2 * point as usize;
            let zero = b.number(Scalar::F32.vector(4), 0.0);
            let mut lesser = [zero; 2];
            for (step, (near, rest)) in (0..).zip(left) {
                let right = self.right(b, (region, first), (point, step), slot);
                for (n, right) in right.into_iter().enumerate() {
                    let (right, less) = self.taken(b, product, right);
                    let mut add = |left, right, sum: &mut Value| {
                        *sum = b.inst(Inst::Mma(MmaOp::TF32, left, right, *sum));
                    };
                    if let (Some(rest), Some(less)) = (rest, less) {
                        add(*rest, right, &mut lesser[n]);
                        add(*near, less, &mut lesser[n]);
                    }
                    add(*near, right, &mut sums[own + n]);
                }
            }
            if self.plan.tf32x3[product] {
                let all = tf32x3::combined(b, &[sums[own], sums[own + 1], lesser[0], lesser[1]]);
                sums[own..own + 2].copy_from_slice(&all);
            }
        }
        sums
    }
}
