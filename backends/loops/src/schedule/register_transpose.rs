//! Register transposes: strided loads become rows and shuffles.
//!
//! A load that is strided along the vectorized dimension but has unit stride along an unrolled one
//! is done as rows, for as many points of the unrolled dimension as a vector has lanes, and the
//! square is transposed by shuffles. `n` vectors of `n` lanes take `n·log₂ n` shuffles instead of
//! `n²` strided accesses.

use super::emit_scope::{EmitPoint, EmitScope, LANE};
use crate::index::{Index, Var};
use crate::math::{Emitter, Parts, from_storage};
use crate::nest::linear;
use crate::program::{Access, Builder, Inst, Lanes, Value, storage};

impl EmitScope<'_> {
    /// The load at this point by a register transpose, if possible; the loads of the other points
    /// of the square are cached.
    pub(super) fn transposed_load(
        &mut self,
        b: &mut Builder,
        point: &EmitPoint,
        input: u32,
        coords: &[Index],
    ) -> Option<Parts<Value>> {
        let transposed = point.transpose?;
        let lanes = i64::from(self.lanes);
        let tensor = &self.nest.inputs[input as usize];
        let place = linear(coords, &tensor.shape);
        let scattered = !matches!(place.linear_in(Var(self.vector? as u32))?, 0 | 1);
        if !scattered
            || point.mask.is_some()
            || tensor.element.is_complex()
            || place.linear_in(Var(transposed.dim as u32)) != Some(1)
        {
            return None;
        }
        let here = self.resolve(b, &place, point);
        let first = here - (transposed.number as i64 % lanes);
        let stride = first.linear_in(LANE)?;
        let base = first.clone() - Index::var(LANE) * stride;
        let ty = storage(tensor.element).scalar.vector(self.lanes);
        let mut rows: Vec<Value> = (0..lanes)
            .map(|row| {
                let offset = base.clone() + row * stride;
                let buffer = self.inputs[input as usize];
                let access = Access { buffer, offset, lanes: Lanes::Contiguous, mask: None };
                b.inst(Inst::Load(ty, access))
            })
            .collect();
        transpose(b, &mut rows);
        for (row, stored) in (0..lanes).zip(rows) {
            let a = &mut Emitter { builder: b, lanes: self.lanes };
            let value = from_storage(a, tensor.element, stored.into());
            self.loads.insert((input, first.clone() + row, None, true), value);
        }
        let here = first + (transposed.number as i64 % lanes);
        self.loads.get(&(input, here, None, true)).copied()
    }
}

/// Transposes a square: lane `i` of row `j` becomes lane `j` of row `i`. Blocks of half the size
/// are swapped, then the blocks in them, and so on.
fn transpose(b: &mut Builder, rows: &mut [Value]) {
    let lanes = rows.len() as u16;
    let mut half = lanes / 2;
    while half > 0 {
        // The lower row keeps its lanes where the bit is clear and gets the upper row's where it is
        // set; vice versa for the upper row.
        let low: Box<[u16]> =
            (0..lanes).map(|l| if l & half == 0 { l } else { lanes + l - half }).collect();
        let high: Box<[u16]> =
            (0..lanes).map(|l| if l & half == 0 { l + half } else { lanes + l }).collect();
        for at in (0..lanes).filter(|r| r & half == 0) {
            let (x, y) = (rows[usize::from(at)], rows[usize::from(at + half)]);
            rows[usize::from(at)] = b.inst(Inst::Shuffle(x, y, low.clone()));
            rows[usize::from(at + half)] = b.inst(Inst::Shuffle(x, y, high.clone()));
        }
        half /= 2;
    }
}
