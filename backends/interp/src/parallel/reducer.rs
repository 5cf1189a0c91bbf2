//! The reduction of a collective: combines the members' elements in the order of the group.

use crate::body::Body;
use crate::column::Column;
use crate::convert;
use crate::error::{EvalError, EvalResult, RegionError};
use crate::pointwise::Pointwise;
use crate::run::{Frame, Run};
use hloom_ir::literal::Bytes;
use hloom_ir::{Element, OpId};

/// Elements that are combined at a time by [`Reducer::combine`], so that they stay in a cache.
const BLOCK: usize = 1 << 14;

/// A reduction by the region of an op.
pub(super) struct Reducer {
    body: Body,
    /// The op of the region, and whether its operands are swapped, if it is a single elementwise op
    /// of its two arguments: its kernel is called without the region's registers.
    single: Option<(Pointwise, bool)>,
    from: Element,
    to: Element,
    scratch: Bytes,
}

impl Reducer {
    /// The reduction by the first region of `op`, of elements of type `from` to elements of type
    /// `to`.
    pub(super) fn new(
        run: &Run<'_, '_>,
        frame: &Frame,
        op: OpId,
        (from, to): (Element, Element),
    ) -> EvalResult<Reducer> {
        let block = run.module.entry(op, 0);
        let block = block.ok_or_else(|| EvalError::invalid("its region is empty"))?;
        let body = Body::new(run, frame, block);
        let single = body.single(to).filter(|_| from == to);
        Ok(Reducer { body, single, from, to, scratch: Bytes::default() })
    }

    /// Combines `members`, slices of elements of the same number, into `out`.
    pub(super) fn combine(
        &mut self,
        run: &mut Run<'_, '_>,
        frame: &mut Frame,
        members: &[&[u8]],
        out: &mut [u8],
    ) -> Result<(), RegionError> {
        let (from, to) = (self.from.byte_width(), self.to.byte_width());
        let count = out.len() / to;
        let mut begin = 0;
        while begin < count {
            let end = (begin + BLOCK).min(count);
            let block: Vec<&[u8]> = members.iter().map(|m| &m[begin * from..end * from]).collect();
            self.block(run, frame, &block, &mut out[begin * to..end * to])?;
            begin = end;
        }
        Ok(())
    }

    fn block(
        &mut self,
        run: &mut Run<'_, '_>,
        frame: &mut Frame,
        members: &[&[u8]],
        out: &mut [u8],
    ) -> Result<(), RegionError> {
        let [first, rest @ ..] = members else { return Ok(()) };
        let element = self.to;
        if let (Some((op, swapped)), false) = (self.single, rest.is_empty()) {
            run.consume_fuel(rest.len() as u64)?;
            if self.scratch.as_slice().len() < out.len() {
                self.scratch = Bytes::zeros(out.len());
            }
            let scratch = &mut self.scratch.as_mut_slice()[..out.len()];
            // Sums alternate between both, so that the last one is in `out`.
            let (mut to, mut other) =
                if rest.len() % 2 == 1 { (out, scratch) } else { (scratch, out) };
            for (i, next) in rest.iter().enumerate() {
                let sum = if i == 0 { first } else { &*other };
                let pair = [sum, next].map(|bytes| Column { element, bytes });
                let [a, b] = pair;
                op.apply(&if swapped { [b, a] } else { [a, b] }, element, to)?;
                std::mem::swap(&mut to, &mut other);
            }
            return Ok(());
        }
        let (from, count) = (self.from, out.len() / element.byte_width());
        let widened = |bytes: &[u8]| -> EvalResult<Bytes> {
            let mut wide = Bytes::zeros(count * element.byte_width());
            if !convert::apply(Column { element: from, bytes }, element, wide.as_mut_slice()) {
                return Err(EvalError::unsupported(format!("{from} can't become {element}")));
            }
            Ok(wide)
        };
        let mut sum = widened(first)?;
        for next in rest {
            let next = widened(next)?;
            let ins = [&sum, &next].map(|bytes| Column { element, bytes: bytes.as_slice() });
            let mut outs = [Bytes::default()];
            self.body.apply(run, frame, count, &ins, &mut outs)?;
            let [next] = outs;
            sum = next;
        }
        if sum.as_slice().len() != out.len() {
            return Err(EvalError::invalid(format!("its region does not yield {element}")).into());
        }
        out.copy_from_slice(sum.as_slice());
        Ok(())
    }
}
