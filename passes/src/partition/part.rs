//! The part of one op that a device computes.

use super::exchange::Exchange;
use crate::split::apply::{build_part, neutral_starts};
use crate::split::part::part;
use hloom_analysis::shard::plan::{combined, halo};
use hloom_analysis::shard::rule::dims;
use hloom_analysis::split::{Access, OpIndices, Range};
use hloom_ir::field::Padding;
use hloom_ir::op::ConstraintError;
use hloom_ir::ops::{Compare, Direction, Op, Select};
use hloom_ir::{Element, Literal, OpId, Type, Value};
use rustc_hash::FxHashMap;

/// An op that is divided: its indices, and the atoms that divide each.
pub struct Divided<'a> {
    /// The op in the program of the whole.
    pub op: OpId,
    /// Its indices.
    pub table: &'a OpIndices,
    /// The atoms that divide each index.
    pub axes: &'a [Vec<usize>],
}

impl Divided<'_> {
    /// Builds the op's part on operands that are placed as the division wants them, with halos. The
    /// results are those of the part: terms, if an index is divided whose terms are combined.
    ///
    /// # Errors
    /// If an op can't be built.
    pub fn build(
        &self,
        x: &mut Exchange<'_, '_>,
        mut operands: Vec<Value>,
        captured: &FxHashMap<Value, Value>,
    ) -> Result<Vec<Value>, ConstraintError> {
        let whole = x.r.module().operands(self.op).to_vec();
        for i in 0..operands.len() {
            let extents = dims(x.r.module(), whole[i]);
            for (d, access) in self.table.operands[i].iter().enumerate() {
                operands[i] = match *access {
                    Access::Reversed { index } if !self.axes[index].is_empty() => {
                        let axes = &self.axes[index];
                        let last = x.grid.parts(axes) - 1;
                        let pairs = x.pairs(axes, |part| Some(last - part));
                        x.permute(operands[i], &pairs)?
                    }
                    Access::Window { index, window } if self.axes[index].is_empty() => {
                        let all = Range::new(0, self.table.indices[index].extent);
                        let (read, _, _) = window.read(all, extents[d]);
                        match read == Range::new(0, extents[d]) {
                            true => operands[i],
                            false => x.slice(operands[i], d, read.start, read.end)?,
                        }
                    }
                    Access::Window { index, window } => {
                        // Elements of the shard that no window reads.
                        let own = extents[d] / x.grid.parts(&self.axes[index]);
                        let (before, after) = halo(window, own);
                        let n = x.dims(operands[i])[d];
                        let (start, end) = ((-before).max(0), n + after.min(0));
                        match (start, end) == (0, n) {
                            true => operands[i],
                            false => x.slice(operands[i], d, start, end)?,
                        }
                    }
                    Access::Whole | Access::Direct { .. } | Access::Reversed { .. } => operands[i],
                };
            }
        }
        let ranges: Vec<Range> = (self.table.indices.iter().zip(self.axes))
            .map(|(index, axes)| Range::new(0, index.extent / x.grid.parts(axes)))
            .collect();
        let mut kind = part(x.r.module(), self.op, self.table, &ranges);
        self.unpad(&mut kind);
        let terms = combined(self.table, self.axes);
        if !terms.is_empty() {
            self.start_once(x, &kind, &mut operands, &terms)?;
        }
        build_part(x.r, self.op, kind, operands, captured)
    }

    /// Leaves the initial values of a reduction, or the input of a scatter, to the first term: the
    /// others begin with the neutral element.
    fn start_once(
        &self,
        x: &mut Exchange<'_, '_>,
        kind: &Op,
        operands: &mut [Value],
        terms: &[usize],
    ) -> Result<(), ConstraintError> {
        for (i, identity) in neutral_starts(x.r.module(), kind, self.table, operands) {
            let neutral = x.r.constant(identity);
            let number = x.number(terms, 1)?;
            let zero = Literal::zeros(Type::scalar_tensor(Element::I32)).expect("a scalar");
            let zero = x.r.constant(zero);
            let compare = Compare { comparison_direction: Direction::Eq, compare_type: None };
            let first = x.r.value(compare, &[number, zero])?;
            operands[i] = x.r.value(Select {}, &[first, operands[i], neutral])?;
        }
        Ok(())
    }

    /// Takes away the padding along divided dimensions: the halo stands for it.
    fn unpad(&self, kind: &mut Op) {
        let divided = |d: usize| {
            let access = self.table.operands[0][d];
            matches!(access, Access::Window { index, .. } if !self.axes[index].is_empty())
        };
        match kind {
            Op::Pad(it) => {
                let without = |old: &[i64]| {
                    old.iter().enumerate().map(|(d, &n)| if divided(d) { 0 } else { n }).collect()
                };
                it.edge_padding_low = without(&it.edge_padding_low.0);
                it.edge_padding_high = without(&it.edge_padding_high.0);
            }
            Op::ReduceWindow(it) => {
                if let Some(Padding(all)) = &mut it.padding {
                    let all = all.iter_mut().enumerate();
                    all.filter(|(d, _)| divided(*d)).for_each(|(_, p)| *p = (0, 0));
                }
            }
            Op::Convolution(it) => {
                let spatial = it.dimension_numbers.input_spatial_dimensions.clone();
                if let Some(Padding(all)) = &mut it.padding {
                    let all = all.iter_mut().zip(spatial.iter());
                    all.filter(|(_, d)| divided(**d as usize)).for_each(|(p, _)| *p = (0, 0));
                }
            }
            // Any other op: it has no padding.
            _ => {}
        }
    }
}
