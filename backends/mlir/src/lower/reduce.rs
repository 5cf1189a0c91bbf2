//! Maps, reductions and windows.

use super::function::{Done, Lowered, Lowering};
use super::generic::dims;
use crate::build::Val;
use crate::scalar;
use hloom_ir::field::Dims;
use hloom_ir::ops::ReduceWindow;
use hloom_ir::{Element, OpId};

impl<'c> Lowering<'_, 'c> {
    /// Scalars converted from element types to others.
    pub(super) fn converted(
        &self,
        x: &[Val<'c>],
        from: &[Element],
        to: &[Element],
    ) -> Done<Vec<Val<'c>>> {
        let pairs = x.iter().zip(from.iter().zip(to));
        pairs
            .map(|(&x, (&from, &to))| self.scalar_of(scalar::convert(&self.b, x, from, to)))
            .collect()
    }

    /// The element types of values.
    pub(super) fn elements(
        &self,
        values: impl IntoIterator<Item = hloom_ir::Value>,
    ) -> Done<Vec<Element>> {
        values.into_iter().map(|v| Ok(self.static_tensor(v)?.element)).collect()
    }

    /// `stablehlo.map` and `hloom.map`.
    pub(super) fn map_op(&self, op: OpId) -> Done {
        let body = self.body(0)?;
        let results: Vec<_> = self.module.results(op).iter().collect();
        let extents = &self.static_tensor(results[0])?.dims;
        if extents.is_empty() {
            let x: Done<Vec<_>> =
                self.module.operands(op).iter().map(|&v| self.scalar(v)).collect();
            let yielded = self.scalars(body, &x?)?;
            results.iter().zip(yielded).for_each(|(&v, s)| self.set(v, Lowered::Scalar(s)));
            return Ok(());
        }
        let inputs: Done<Vec<_>> =
            self.module.operands(op).iter().map(|&v| self.tensor(v)).collect();
        let elements = self.elements(results.iter().copied())?;
        let types: Done<Vec<_>> = elements.iter().map(|&e| self.element(e)).collect();
        let made = self.elementwise(extents, &inputs?, &types?, |x| self.scalars(body, x))?;
        results.iter().zip(made).for_each(|(&v, t)| self.set(v, Lowered::Tensor(t)));
        Ok(())
    }

    /// `stablehlo.reduce`.
    pub(super) fn reduce(&self, op: OpId, dimensions: &[i64]) -> Done {
        let body = self.body(0)?;
        let operands = self.module.operands(op);
        let n = operands.len() / 2;
        let extents = &self.static_tensor(operands[0])?.dims;
        let rank = extents.len();
        let reduces: Vec<bool> = (0..rank).map(|d| dimensions.contains(&(d as i64))).collect();
        let kept: Vec<usize> = (0..rank).filter(|&d| !reduces[d]).collect();
        let results: Vec<_> = self.module.results(op).iter().collect();
        let to = self.elements(results.iter().copied())?;
        let from = self.elements(operands[..n].iter().copied())?;
        let init_from = self.elements(operands[n..].iter().copied())?;
        let takes = self.argument_elements(body)?;
        let mut inits = Vec::new();
        for &init in &operands[n..] {
            inits.push(self.scalar(init)?);
        }
        let inits = self.converted(&inits, &init_from, &to)?;
        let out_extents: Vec<i64> = kept.iter().map(|&d| extents[d]).collect();
        let outs: Done<Vec<_>> = inits
            .iter()
            .map(|&init| Ok((self.filled(&out_extents, init)?, dims(kept.iter().copied()))))
            .collect();
        let inputs: Done<Vec<_>> =
            operands[..n].iter().map(|&v| Ok((self.tensor(v)?, dims(0..rank)))).collect();
        let made = self.accumulate(&inputs?, &outs?, &reduces, |x| {
            let (elements, sums) = x.split_at(n);
            let mut args = sums.to_vec();
            args.extend(self.converted(elements, &from, &takes[n..])?);
            self.scalars(body, &args)
        })?;
        results.iter().zip(made).for_each(|(&v, t)| self.set(v, Lowered::Tensor(t)));
        Ok(())
    }

    /// `stablehlo.reduce_window`: padding has the initial value, and counts as an element.
    pub(super) fn reduce_window(&self, op: OpId, it: &ReduceWindow) -> Done {
        let b = &self.b;
        let body = self.body(0)?;
        let operands = self.module.operands(op);
        let n = operands.len() / 2;
        let extents = &self.static_tensor(operands[0])?.dims;
        let rank = extents.len();
        let results: Vec<_> = self.module.results(op).iter().collect();
        let counts = &self.static_tensor(results[0])?.dims;
        let to = self.elements(results.iter().copied())?;
        let from = self.elements(operands[..n].iter().copied())?;
        let init_from = self.elements(operands[n..].iter().copied())?;
        let takes = self.argument_elements(body)?;
        let or_one = |dims: &Option<Dims>, d: usize| dims.as_ref().map_or(1, |v| v[d]);
        let mut inits = Vec::new();
        let mut inputs = Vec::new();
        for i in 0..n {
            inputs.push(self.tensor(operands[i])?);
            inits.push(self.scalar(operands[n + i])?);
        }
        let padding = self.converted(&inits, &init_from, &takes[n..])?;
        let inits = self.converted(&inits, &init_from, &to)?;
        let types: Done<Vec<_>> = from.iter().map(|&e| self.element(e)).collect();
        let types = types?;
        let outs: Done<Vec<_>> =
            inits.iter().map(|&init| Ok((self.filled(counts, init)?, dims(0..rank)))).collect();
        // The extents of the loops over windows come from a tensor that nobody reads.
        let window = (b.empty(&it.window_dimensions, b.int(1)), dims(rank..2 * rank));
        let reduces: Vec<bool> = (0..2 * rank).map(|d| d >= rank).collect();
        let is_empty = extents.contains(&0);
        let made = self.accumulate(&[window], &outs?, &reduces, |x| {
            let (mut at, mut valid) = (Vec::new(), Vec::new());
            for (d, &extent) in extents.iter().enumerate() {
                let out = b.mul_const(self.loop_index(d), or_one(&it.window_strides, d));
                let step = b.mul_const(self.loop_index(rank + d), or_one(&it.window_dilations, d));
                let low = it.padding.as_ref().map_or(0, |p| p.0[d].0);
                let place = b.add_const(b.addi(out, step), low.wrapping_neg());
                let base = or_one(&it.base_dilations, d);
                at.push(self.checked_index(place, base, extent, &mut valid));
            }
            let valid = b.all(&valid);
            let mut args = x[1..].to_vec();
            for (i, &input) in inputs.iter().enumerate() {
                if is_empty {
                    args.push(padding[i]);
                    continue;
                }
                let element = b.extract(input, &at, types[i]);
                let element = self.converted(&[element], &from[i..], &takes[n + i..])?[0];
                args.push(b.select(valid, element, padding[i]));
            }
            self.scalars(body, &args)
        })?;
        results.iter().zip(made).for_each(|(&v, t)| self.set(v, Lowered::Tensor(t)));
        Ok(())
    }
}
