//! Matching the ops of an attention pattern, one after the other.

use super::pattern::{AttentionPattern, RowReduction, RowScale};
use crate::dataflow::{dims, is_stage, is_unit_reshape};
use crate::monoid::Monoid;
use hloom_ir::module::Module;
use hloom_ir::ops::{DotGeneral, Op, Reduce};
use hloom_ir::{Block, Element, Literal, OpId, Trait, Value};
use rustc_hash::FxHashMap;

/// The most elements that a row of the first product's operands, and of the second one's
/// result, may have: a thread block of a GPU has shared memory for tiles of so many.
const MAX_HEAD: i64 = 128;

/// [`MAX_HEAD`] of 16-bit elements.
const MAX_HEAD_NARROW: i64 = 256;

/// The least rows and columns: fewer do not fill a tile.
const MIN_TILE: i64 = 16;

impl AttentionPattern {
    /// The pattern that the body of a fusion is.
    pub fn of_block(module: &Module, block: Block) -> Option<AttentionPattern> {
        let end = module.terminator(block)?;
        let ops: Vec<OpId> = module.ops(block).filter(|&op| op != end).collect();
        AttentionPattern::of(module, &ops, module.operands(end))
    }

    /// The pattern that ops are, given in a topological order, if they yield the result of
    /// the second product or of its epilogue, and nothing else.
    pub fn of(module: &Module, ops: &[OpId], results: &[Value]) -> Option<AttentionPattern> {
        let mut matcher =
            Matcher { module, known: FxHashMap::default(), pattern: None, column: None };
        let mut found: Option<AttentionPattern> = None;
        // The second product and its epilogue, with the result axes of each.
        let mut made: FxHashMap<Value, Vec<usize>> = FxHashMap::default();
        for &op in ops {
            let operands = module.operands(op);
            let of = |known: &dyn Fn(&Value) -> bool| operands.iter().any(known);
            let between = of(&|v| matcher.known.contains_key(v));
            let after = of(&|v| made.contains_key(v));
            match (module.op(op), between, after) {
                (_, true, true) => return None,
                (_, true, false) if found.is_some() => return None,
                (Op::DotGeneral(it), true, false) => {
                    let pattern = matcher.end(op, it)?;
                    made.insert(pattern.result, pattern.result_axes.clone());
                    found = Some(pattern);
                }
                (_, true, false) => matcher.pass(op)?,
                (_, false, true) => {
                    let result_axes = result_axes(module, op, &made)?;
                    made.insert(module.result(op, 0), result_axes);
                }
                (Op::DotGeneral(it), false, false) => matcher.begin(op, it)?,
                (known, false, false) if is_stage(known) => return None,
                // Any other op: it has nothing to do with the pattern, and does not combine elements.
                (_, false, false) => {}
            }
        }
        let [result] = *results else { return None };
        let result_axes = made.remove(&result)?;
        found.map(|pattern| AttentionPattern { result, result_axes, ..pattern })
    }
}

/// The class of a value between the products.
#[derive(Clone, Debug)]
enum ValueClass {
    /// An element for each row and column: a term or, with neither shifts nor scales, a
    /// plain value.
    PerElement(PerElement),
    /// A plain value minus a shift; `bounded` if the shift is at least as large.
    Difference { axes: Vec<usize>, shift: usize, bounded: bool },
    /// A number for each row, with the dimension of the logits that each of its
    /// dimensions is; `None` for dimensions along which it is constant.
    PerRow(Vec<Option<usize>>),
}

/// See [`ValueClass::PerElement`].
#[derive(Clone, Debug)]
struct PerElement {
    axes: Vec<usize>,
    shifts: Vec<usize>,
    scales: Vec<usize>,
    /// Whether it is at most 1 before its scales are applied.
    bounded: bool,
}

impl PerElement {
    fn plain(axes: Vec<usize>) -> PerElement {
        PerElement { axes, shifts: Vec::new(), scales: Vec::new(), bounded: false }
    }

    fn is_plain(&self) -> bool {
        self.shifts.is_empty() && self.scales.is_empty()
    }
}

/// The state of a match.
struct Matcher<'m> {
    module: &'m Module,
    /// The classes of values between the products.
    known: FxHashMap<Value, ValueClass>,
    pattern: Option<AttentionPattern>,
    column: Option<usize>,
}

impl Matcher<'_> {
    fn dims(&self, v: Value) -> &'static [i64] {
        dims(self.module, v)
    }

    fn element(&self, v: Value) -> Option<Element> {
        self.module.ty(v).element()
    }

    /// Whether a product is of floats of at most 32 bits.
    fn is_narrow(&self, op: OpId) -> bool {
        let operands = self.module.operands(op).iter().copied();
        let mut all = operands.chain(self.module.results(op));
        all.all(|v| self.element(v).is_some_and(|e| e.is_float() && e.bit_width() <= 32))
    }

    /// The most elements that a row of a product's operands may have.
    fn longest(&self, op: OpId) -> i64 {
        let bits = |v: &Value| self.element(*v).is_some_and(|e| e.bit_width() <= 16);
        if self.module.operands(op).iter().all(bits) { MAX_HEAD_NARROW } else { MAX_HEAD }
    }

    /// Starts a match at the product that computes the logits.
    fn begin(&mut self, op: OpId, it: &DotGeneral) -> Option<()> {
        let v = self.module.result(op, 0);
        let d = &it.dot_dimension_numbers;
        let own = self.dims(self.module.operand(op, 0));
        let depth = d.lhs_contracting_dimensions.iter().map(|d| own[*d as usize]);
        if self.pattern.is_some()
            || !self.is_narrow(op)
            || depth.product::<i64>() > self.longest(op)
        {
            return None;
        }
        let axes: Vec<usize> = (0..self.dims(v).len()).collect();
        self.pattern = Some(AttentionPattern {
            first: op,
            second: op,
            side: 0,
            row_side: 0,
            batch: Vec::new(),
            rows: Vec::new(),
            column: 0,
            reductions: Vec::new(),
            shifts: Vec::new(),
            scales: Vec::new(),
            term_shifts: Vec::new(),
            term_scales: Vec::new(),
            result: v,
            result_axes: Vec::new(),
            axes: FxHashMap::default(),
        });
        self.wide(v, PerElement::plain(axes))
    }

    fn wide(&mut self, v: Value, it: PerElement) -> Option<()> {
        self.pattern.as_mut()?.axes.insert(v, it.axes.clone());
        self.known.insert(v, ValueClass::PerElement(it));
        Some(())
    }

    /// Matches an op between the products.
    fn pass(&mut self, op: OpId) -> Option<()> {
        let module = self.module;
        let v = module.result(op, 0);
        let what = |i: usize| self.known.get(module.operands(op).get(i)?).cloned();
        match (module.op(op), what(0)) {
            (Op::Transpose(it), Some(ValueClass::PerElement(wide))) => {
                let axes = it.permutation.iter().map(|d| wide.axes[*d as usize]).collect();
                self.wide(v, PerElement { axes, ..wide })
            }
            (Op::Transpose(it), Some(ValueClass::PerRow(axes))) => {
                let axes = it.permutation.iter().map(|d| axes[*d as usize]).collect();
                self.known.insert(v, ValueClass::PerRow(axes));
                Some(())
            }
            (Op::BroadcastInDim(it), Some(ValueClass::PerRow(axes))) => {
                let mut wide = vec![None; self.dims(v).len()];
                let narrow = self.dims(module.operand(op, 0));
                for ((d, axis), extent) in it.broadcast_dimensions.iter().zip(axes).zip(narrow) {
                    wide[*d as usize] = axis.filter(|_| *extent != 1);
                }
                self.known.insert(v, ValueClass::PerRow(wide));
                Some(())
            }
            (Op::Reshape(_), Some(ValueClass::PerRow(axes))) if is_unit_reshape(module, op) => {
                let old = self.dims(module.operand(op, 0));
                let mut long = axes.iter().zip(old).filter(|(_, n)| **n != 1).map(|(a, _)| *a);
                let one = |n: &i64| if *n == 1 { None } else { long.next().flatten() };
                let axes = self.dims(v).iter().map(one).collect();
                self.known.insert(v, ValueClass::PerRow(axes));
                Some(())
            }
            (Op::Reduce(it), Some(ValueClass::PerElement(wide))) => self.reduction(op, it, wide),
            (known, _) if known.has(Trait::Elementwise) => self.elementwise(op),
            // Any other op: not part of the pattern.
            _ => None,
        }
    }

    fn reduction(&mut self, op: OpId, it: &Reduce, of: PerElement) -> Option<()> {
        let PerElement { axes, shifts, scales, .. } = of;
        let module = self.module;
        let [_, initial] = *module.operands(op) else { return None };
        let [d] = it.dimensions[..] else { return None };
        let start = module.constant(initial)?;
        let float = self.element(module.result(op, 0))?;
        let known = float.is_float() && float.bit_width() <= 32;
        let column = axes[d as usize];
        let same = *self.column.get_or_insert(column) == column;
        let monoid = Monoid::of_single(module, op);
        let sums = monoid == Some(Monoid::Add);
        let most = matches!(monoid, Some(Monoid::Maximum | Monoid::Minimum));
        let fits = match shifts.is_empty() {
            true => sums && is_zero(start) || most,
            false => sums && is_zero(start),
        };
        if !known || !same || !fits || !scales.is_empty() {
            return None;
        }
        let rows = axes.iter().enumerate().filter(|(at, _)| *at != d as usize);
        let rows = rows.map(|(_, axis)| Some(*axis)).collect();
        self.known.insert(module.result(op, 0), ValueClass::PerRow(rows));
        self.pattern.as_mut()?.reductions.push(RowReduction { op, shifts });
        Some(())
    }

    fn elementwise(&mut self, op: OpId) -> Option<()> {
        let module = self.module;
        let operands = module.operands(op).to_vec();
        let v = module.result(op, 0);
        let whats: Vec<Option<ValueClass>> =
            operands.iter().map(|o| self.known.get(o).cloned()).collect();
        let of = |i: usize| whats.get(i).and_then(Option::as_ref);
        // `exponential` makes a term of a difference.
        if let Some(ValueClass::Difference { axes, shift, bounded }) =
            of(0).filter(|_| operands.len() == 1)
        {
            let term = PerElement {
                shifts: vec![*shift],
                bounded: *bounded,
                ..PerElement::plain(axes.clone())
            };
            return match module.op(op) {
                Op::Exponential(_) => self.wide(v, term),
                Op::Convert(_) if self.element(v)?.is_float() => {
                    self.known.insert(v, whats[0].clone()?);
                    Some(())
                }
                // Any other op: not part of the pattern.
                _ => None,
            };
        }
        let mut rows: Vec<(usize, Vec<Option<usize>>)> = Vec::new();
        let mut wide: Vec<(usize, &PerElement)> = Vec::new();
        for (i, what) in whats.iter().enumerate() {
            match what {
                Some(ValueClass::Difference { .. }) => return None,
                Some(ValueClass::PerRow(axes)) => rows.push((i, axes.clone())),
                Some(ValueClass::PerElement(it)) => wide.push((i, it)),
                None => {}
            }
        }
        if wide.is_empty() {
            return self.by_rows(v, &operands, &rows);
        }
        let axes = wide[0].1.axes.clone();
        if wide.iter().any(|w| w.1.axes != axes) {
            return None;
        }
        let terms: Vec<_> = wide.iter().filter(|w| !w.1.is_plain()).collect();
        if let [(row, of_row)] = &rows[..] {
            // A number of a row becomes a shift, or a scale applied after the sums.
            let fits = of_row.iter().zip(&axes).all(|(row, axis)| row.is_none_or(|r| r == *axis));
            if operands.len() != 2 || wide.len() != 1 || !fits {
                return None;
            }
            let (value, first) = (operands[*row], *row == 1);
            let mut term = wide[0].1.clone();
            return match module.op(op) {
                Op::Subtract(_) if first && terms.is_empty() => {
                    let bounded =
                        self.unconverted(self.grows(value)?) == self.unconverted(operands[0]);
                    let pattern = self.pattern.as_mut()?;
                    let at = pattern.shifts.iter().position(|s| *s == value);
                    let shift = at.unwrap_or_else(|| {
                        pattern.shifts.push(value);
                        pattern.shifts.len() - 1
                    });
                    pattern.axes.insert(value, axes.clone());
                    self.known.insert(v, ValueClass::Difference { axes, shift, bounded });
                    Some(())
                }
                Op::Multiply(_) | Op::Divide(_)
                    if first || matches!(module.op(op), Op::Multiply(_)) =>
                {
                    let divides = matches!(module.op(op), Op::Divide(_));
                    let pattern = self.pattern.as_mut()?;
                    term.scales.push(pattern.scales.len());
                    pattern.scales.push(RowScale { value, divides });
                    pattern.axes.insert(value, axes);
                    self.wide(v, term)
                }
                // Any other op: not part of the pattern.
                _ => None,
            };
        }
        if !rows.is_empty() {
            return None;
        }
        if terms.is_empty() {
            return self.wide(v, PerElement::plain(axes));
        }
        let ((at, first), others) = (terms[0], &terms[1..]);
        let mut term = (*first).clone();
        let to = self.element(v)?;
        let scales = match module.op(op) {
            Op::Multiply(_) => true,
            Op::Divide(_) => *at == 0 && others.is_empty(),
            Op::Negate(_) => true,
            // Before its scales are applied, a term may be larger than after.
            Op::Convert(_) => {
                let as_large = matches!(to, Element::F32 | Element::BF16);
                as_large || to.is_float() && (term.bounded || term.scales.is_empty())
            }
            // Zeros stay zeros.
            Op::Select(_) if others.is_empty() && *at > 0 => {
                module.constant(operands[3 - at]).is_some_and(is_zero)
            }
            // Any other op: may not be applied before the scales.
            _ => false,
        };
        term.bounded &= !matches!(module.op(op), Op::Multiply(_) | Op::Divide(_));
        for (_, other) in others {
            term.shifts.extend(&other.shifts);
            term.scales.extend(&other.scales);
        }
        if scales { self.wide(v, term) } else { None }
    }

    /// The value that a value is converted from, or the value itself.
    fn unconverted(&self, v: Value) -> Value {
        match self.module.def_op(v) {
            Some(op) if matches!(self.module.op(op), Op::Convert(_)) => {
                self.unconverted(self.module.operand(op, 0))
            }
            _ => v,
        }
    }

    /// Matches an elementwise op on numbers of rows.
    fn by_rows(
        &mut self,
        v: Value,
        operands: &[Value],
        rows: &[(usize, Vec<Option<usize>>)],
    ) -> Option<()> {
        let (_, first) = rows.first()?;
        let mut axes = first.clone();
        for (_, other) in &rows[1..] {
            for (axis, other) in axes.iter_mut().zip(other) {
                match (*axis, other) {
                    (Some(a), Some(b)) if a != *b => return None,
                    (None, Some(b)) => *axis = Some(*b),
                    _ => {}
                }
            }
        }
        let along = axes.iter().zip(self.dims(v)).any(|(axis, n)| axis.is_none() && *n != 1);
        let known = |o: &Value| self.known.contains_key(o);
        // Values from elsewhere might vary along such a dimension.
        if along && operands.iter().any(|o| !known(o) && !is_uniform(self.module, *o)) {
            return None;
        }
        self.known.insert(v, ValueClass::PerRow(axes));
        Some(())
    }

    /// The plain value in whose maximum a number of a row is monotonic.
    fn grows(&self, v: Value) -> Option<Value> {
        let module = self.module;
        let op = module.def_op(v).filter(|_| self.known.contains_key(&v))?;
        let operand = |i: usize| module.operand(op, i);
        let uniform = |i: usize| is_uniform(module, operand(i));
        match module.op(op) {
            Op::Reduce(_) => {
                let plain = |f: &RowReduction| f.op == op && f.shifts.is_empty();
                let matched = self.pattern.as_ref()?.reductions.iter().any(plain);
                let most = Monoid::of_single(module, op) == Some(Monoid::Maximum);
                (matched && most).then(|| operand(0))
            }
            Op::BroadcastInDim(_) | Op::Reshape(_) | Op::Transpose(_) => self.grows(operand(0)),
            Op::Convert(_) if self.element(v)?.is_float() => self.grows(operand(0)),
            Op::Maximum(_) if uniform(1) => self.grows(operand(0)),
            Op::Maximum(_) if uniform(0) => self.grows(operand(1)),
            // Replaces an infinite maximum by another number.
            Op::Select(_) if uniform(2) => {
                let test = module.def_op(operand(0))?;
                let finite = matches!(module.op(test), Op::IsFinite(_));
                let same = finite && self.grows(module.operand(test, 0)).is_some();
                self.grows(operand(1)).filter(|_| same)
            }
            // Any other op: not known to grow.
            _ => None,
        }
    }

    /// Ends a match at the second product.
    fn end(&mut self, op: OpId, it: &DotGeneral) -> Option<AttentionPattern> {
        let module = self.module;
        let d = &it.dot_dimension_numbers;
        let operands = module.operands(op);
        let side = operands.iter().position(|v| self.known.contains_key(v))?;
        let ValueClass::PerElement(PerElement { axes, shifts, scales, .. }) =
            self.known.get(&operands[side])?.clone()
        else {
            return None;
        };
        if self.known.contains_key(&operands[1 - side]) || !self.is_narrow(op) {
            return None;
        }
        let (terms, others) = match side {
            0 => (&d.lhs_contracting_dimensions, &d.rhs_contracting_dimensions),
            _ => (&d.rhs_contracting_dimensions, &d.lhs_contracting_dimensions),
        };
        let ([along], [_]) = (&terms[..], &others[..]) else { return None };
        let column = axes[*along as usize];
        let batching =
            if side == 0 { &d.lhs_batching_dimensions } else { &d.rhs_batching_dimensions };
        let batch: Vec<usize> = batching.iter().map(|d| axes[*d as usize]).collect();
        let free = match side {
            0 => d.lhs_free(axes.len()),
            _ => d.rhs_free(axes.len()),
        };
        let rows: Vec<usize> = free.into_iter().map(|d| axes[d as usize]).collect();
        let mut pattern = self.pattern.take()?;
        // The dimensions of the logits: batches, then those of lhs, then those of rhs.
        let Op::DotGeneral(first) = module.op(pattern.first) else { return None };
        let d = &first.dot_dimension_numbers;
        let batches = d.lhs_batching_dimensions.len();
        let left = self.dims(module.operand(pattern.first, 0)).len();
        let left = batches + d.lhs_free(left).len();
        let row_side = usize::from(column < left);
        let of_column = if row_side == 0 { left..axes.len() } else { batches..left };
        let own = |row: &usize| *row >= batches && !of_column.contains(row);
        let extent = |dims: &[i64]| dims.iter().product::<i64>();
        let logits = self.dims(module.result(pattern.first, 0));
        let other = self.dims(operands[1 - side]);
        let batched: i64 = batch.iter().map(|d| logits[*d]).product();
        let wide = extent(other) / (batched * logits[column]).max(1);
        let many: i64 = rows.iter().map(|d| logits[*d]).product();
        let fits = of_column.len() == 1
            && self.column.is_none_or(|c| c == column)
            && batch.iter().all(|d| *d < batches)
            && rows.iter().all(own)
            && !rows.is_empty()
            && (1..=self.longest(op)).contains(&wide)
            && logits[column] >= MIN_TILE
            && many >= MIN_TILE;
        // A shift that is also a scale would be needed before it is known.
        let both = |f: &RowScale| pattern.shifts.contains(&f.value);
        if !fits || pattern.scales.iter().any(both) {
            return None;
        }
        pattern.second = op;
        pattern.result = module.result(op, 0);
        pattern.result_axes = (0..self.dims(pattern.result).len()).collect();
        (pattern.side, pattern.row_side) = (side, row_side);
        (pattern.batch, pattern.rows, pattern.column) = (batch, rows, column);
        (pattern.term_shifts, pattern.term_scales) = (shifts, scales);
        Some(pattern)
    }
}

/// The dimension of the second product's result that each dimension of an epilogue op's
/// result is.
fn result_axes(
    module: &Module,
    op: OpId,
    made: &FxHashMap<Value, Vec<usize>>,
) -> Option<Vec<usize>> {
    let operands = module.operands(op);
    let mut known = operands.iter().filter_map(|v| made.get(v));
    let first = known.next()?;
    match module.op(op) {
        Op::Transpose(it) => Some(it.permutation.iter().map(|d| first[*d as usize]).collect()),
        it if it.has(Trait::Elementwise) && known.all(|other| other == first) => {
            Some(first.clone())
        }
        _ => None,
    }
}

fn is_zero(literal: &Literal) -> bool {
    let splat = literal.is_splat() || literal.count() == 1;
    splat && literal.get_f64(0) == 0.0
}

/// Whether all elements of a value from outside are the same.
fn is_uniform(module: &Module, v: Value) -> bool {
    if let Some(literal) = module.constant(v) {
        return literal.is_splat() || literal.count() == 1;
    }
    match module.def_op(v) {
        Some(op) if matches!(module.op(op), Op::BroadcastInDim(_) | Op::Reshape(_)) => {
            is_uniform(module, module.operand(op, 0))
        }
        _ => false,
    }
}
