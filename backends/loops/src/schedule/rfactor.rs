//! rfactor: a reduction to one point in chunks. Partial results go to scratch memory, in
//! parallel, and are combined in order.

use super::emitter::{LoopState, NestEmitter};
use super::partials::{load, partial_element, store};
use super::reduce::{flatten, unflatten};
use crate::index::{Index, Range, Unknown};
use crate::math::{Emitter, Parts, Unsupported};
use crate::nest::Reduction;
use crate::program::{BufferId, Builder, CompareOp, LoopKind, Scalar, Space, Value};
use hloom_ir::Element;

impl NestEmitter<'_> {
    /// Emits a nest whose reduction over one dimension is computed in chunks.
    pub(super) fn rfactor(
        &mut self,
        b: &mut Builder,
        state: &LoopState,
        reduction: &Reduction,
        (dim, chunk): (usize, u64),
    ) -> Result<(), Unsupported> {
        let body = &self.nest.body;
        let elements: Vec<Element> = reduction.values.iter().map(|v| body.element(*v)).collect();
        let extent = state.spans[dim];
        let chunks = extent.div_ceil(chunk);
        let name = self.nest.dims[dim].name.clone();
        let scratch: Vec<BufferId> = elements
            .iter()
            .map(|e| b.buffer("partial", partial_element(*e), &[chunks], Space::Scratch))
            .collect();
        b.scratch(&scratch, |b| {
            b.for_each(LoopKind::Parallel, &name, 0, extent as i64, chunk as i64, |b, var| {
                let one = |this: &mut Self, b: &mut Builder, state: &LoopState| {
                    let places = this.places(state, false);
                    let totals = this.reduction(b, state, reduction, &places, false)?;
                    let at = Index::var(var).floor_div(chunk as i64, &Unknown);
                    for (n, part) in totals.iter().flatten().enumerate() {
                        store(b, scratch[n], elements[n], &at, *part);
                    }
                    Ok(())
                };
                let (full, rest) = (extent / chunk * chunk, extent % chunk);
                if rest == 0 {
                    return one(self, b, &state.at(dim, var, chunk));
                }
                let limit = b.int(Scalar::I64.ty(), full as i64);
                let whole = b.compare(CompareOp::LtS, var, limit);
                b.try_branch_with(
                    self,
                    whole,
                    |this, b| {
                        let before = Range::extent(full);
                        b.assuming(var, before, |b| one(this, b, &state.at(dim, var, chunk)))
                    },
                    |this, b| one(this, b, &state.at(dim, full as i64, rest)),
                )
            })?;
            self.put_together(b, state, reduction, &elements, &scratch, chunks)
        })
    }

    /// Combines the initial values with all partial results, in order.
    fn put_together(
        &mut self,
        b: &mut Builder,
        state: &LoopState,
        reduction: &Reduction,
        elements: &[Element],
        scratch: &[BufferId],
        chunks: u64,
    ) -> Result<(), Unsupported> {
        let places = self.places(state, false);
        let mut all = Vec::new();
        for place in &places {
            let point = self.point(b, state, &[place]);
            self.scope.loads.clear();
            let before = self.nest.body.needed(&reduction.initial);
            let values = self.scope.compute(b, &point, &before, None)?;
            let start: Vec<Parts<Value>> = reduction.initial.iter().map(|v| values[v]).collect();
            let flat = flatten(&start, elements);
            let bounds = (Index::constant(0), Index::constant(chunks as i64));
            let kind = LoopKind::Serial;
            let after = b.try_for_carrying(kind, "chunk", bounds, 1, &flat, |b, chunk, sums| {
                let left = unflatten(sums, elements);
                let right: Vec<Parts<Value>> = (0..elements.len())
                    .map(|n| load(b, scratch[n], elements[n], &Index::var(chunk)))
                    .collect();
                let a = &mut Emitter { builder: b, lanes: 1 };
                let sums = reduction.combiner.combine(a, elements, &left, &right)?;
                Ok(flatten(&sums, elements))
            })?;
            all.push(Some(unflatten(&after, elements)));
        }
        self.finish(b, state, &places, &all)
    }
}
