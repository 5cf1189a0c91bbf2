//! Emission of dot groups ([`super::dots`]).

use super::dots::{DotTile, SIGN};
use super::emit_scope::{EmitPoint, LANE};
use super::emitter::{LoopState, NestEmitter, TilePoint};
use crate::index::{Index, Unknown};
use crate::math::Parts;
use crate::program::{Access, BinaryOp, Builder, Inst, Lanes, Scalar, Value};

impl NestEmitter<'_> {
    /// Number of additional sums: for the offset, one per vector of columns.
    pub(super) fn extra_sums(&self, state: &LoopState) -> usize {
        let Some(dot) = self.plan.dot.filter(|dot| dot.offset) else { return 0 };
        state.spans[dot.column].div_ceil(u64::from(self.scope.lanes)) as usize
    }

    /// One step at all points: adds the products of a dot group to the sums.
    pub(super) fn dot_step(
        &mut self,
        b: &mut Builder,
        state: &LoopState,
        places: &[TilePoint],
        dot: DotTile,
        sums: &[Parts<Value>],
    ) -> Vec<Parts<Value>> {
        let mut sums = sums.to_vec();
        let columns = sums.len() - places.len();
        for (n, place) in places.iter().enumerate() {
            let point = self.point(b, state, &[place]);
            let factors = [0, 1].map(|factor| self.groups(b, &point, dot, factor));
            let [Some(x), Some(y)] = factors else { continue };
            let (left, right) = if dot.left == 0 { (x, y) } else { (y, x) };
            sums[n] = b.inst(Inst::Dot(dot.op, left, right, sums[n].re)).into();
            // Vectors are ordered by row, those of the first row first.
            if n < columns {
                let offset = b.inst(Inst::Const(b.type_of(left), SIGN));
                let sum = &mut sums[places.len() + n];
                *sum = b.inst(Inst::Dot(dot.op, offset, right, sum.re)).into();
            }
        }
        sums
    }

    /// The sum of a point without the contribution of the offset.
    pub(super) fn without_offset(
        &self,
        b: &mut Builder,
        (place, sum): (usize, Parts<Value>),
        extra: &[Parts<Value>],
    ) -> Parts<Value> {
        match extra {
            [] => sum,
            _ => b.binary(BinaryOp::Sub, sum.re, extra[place % extra.len()].re).into(),
        }
    }

    /// The dot groups of an operand at a point, from its copy: one per lane, or the row's group in
    /// all lanes.
    fn groups(
        &mut self,
        b: &mut Builder,
        point: &EmitPoint,
        dot: DotTile,
        factor: usize,
    ) -> Option<Value> {
        let packed = self.packed[factor].as_ref()?;
        let first = |v| if v == LANE { Index::constant(0) } else { Index::var(v) };
        let dims: Vec<Index> =
            point.dims.iter().map(|index| index.substitute(&first, &Unknown)).collect();
        let offset = packed.offset_at(&dims, &*b);
        let key = (u32::MAX - factor as u32, offset.clone(), None, true);
        if let Some(known) = self.scope.loads.get(&key) {
            return Some(known.re);
        }
        let group = dot.op.group();
        let (all, _) = dot.op.types(self.scope.lanes);
        let access = Access { buffer: packed.buffer, offset, lanes: Lanes::Contiguous, mask: None };
        let value = if factor == dot.across {
            let one = b.inst(Inst::Load(Scalar::vector(all.scalar, group), access));
            let order = (0..all.lanes).map(|lane| lane % group).collect();
            b.inst(Inst::Shuffle(one, one, order))
        } else {
            b.inst(Inst::Load(all, access))
        };
        self.scope.loads.insert(key, value.into());
        Some(value)
    }
}
