//! Chains of two products, with work by rows between them, whose middle never has to
//! be whole.
//!
//! ```text
//! s = q · kᵀ                      the scores: a product
//! x = f(s)                        elementwise: scales, masks, biases
//! m = max(x), by rows             reductions of what no other reduction is part of
//! t = g(x) · exp(x - m)           terms, which a row's number is subtracted for
//! l = sum(t), by rows             sums of terms
//! o = (t / l) · v                 a product of terms, along the rows
//! r = h(o)                        elementwise, transposed perhaps
//! ```
//!
//! All of a row's columns need not be there at once. What `max` comes to grows while
//! columns pass by; terms that were made with less are made good by `exp(old - new)`,
//! by which sums of them, and products with `v`, are multiplied: such factors come out
//! of a sum, and so does all that a row's terms are multiplied or divided by, as `l`
//! here, which then is done once for the result. That is what Milakov and Gimelshein,
//! "Online normalizer calculation for softmax" (2018), do for a row, and Dao, Fu, Ermon,
//! Rudra and Ré, "FlashAttention" (2022), for a product with it.
//!
//! Nothing here goes by names. A value between the products is what the ops that make it
//! say: a *plain* value of a row and a column, a *term*, which scales with what was
//! subtracted for it, a *difference* that is about to be one, or a number of a *row*.
//! An op that breaks that (a sum of a term and something else, say) ends the chain.
//! What is subtracted has to grow with the maximum of plain values: then what was
//! underestimated is multiplied by at most 1, and nothing overflows that would not have.
//! Terms are rounded to what the second product takes before they are multiplied and
//! divided by numbers of rows, not after; to `f16`, which ends at 65504, only those that are
//! at most 1 then.

use super::{is_unit_reshape, reduces_by_monoids};
use crate::module::Module;
use crate::ops::{DotGeneral, Op, Reduce};
use crate::{Element, OpId, Trait, Value};
use rustc_hash::FxHashMap;

/// The most elements that a row of the first product's factors, and of the second one's
/// result, may have: so many that a block of a GPU has room for a tile of them.
const LONGEST: i64 = 128;

/// The same of elements of 16 bits.
const LONGEST_NARROW: i64 = 256;

/// Fewer rows or columns are no matter of tiles.
const FEWEST: i64 = 16;

/// Two products with work by rows between them.
#[derive(Clone, PartialEq, Debug)]
pub struct Chain {
    /// The product that makes the scores.
    pub first: OpId,
    /// The product with the terms.
    pub second: OpId,
    /// Which operand of the second product the terms are.
    pub side: usize,
    /// Which operand of the first product has rows; the other has columns.
    pub row_side: usize,
    /// The dimensions of the scores that both products go through one by one.
    pub batch: Vec<usize>,
    /// The dimensions of the scores that are rows.
    pub rows: Vec<usize>,
    /// The dimension that columns are.
    pub column: usize,
    /// Reductions along columns, operands before users.
    pub folds: Vec<Fold>,
    /// What is subtracted from plain values before they are exponents.
    pub shifts: Vec<Value>,
    /// What terms are multiplied or divided by: numbers of rows.
    pub factors: Vec<Factor>,
    /// The shifts of the second product's terms.
    pub shifted: Vec<usize>,
    /// The numbers of `factors` that those are multiplied and divided by.
    pub scaled: Vec<usize>,
    /// What is handed out: what the second product makes, or what elementwise ops and
    /// transpositions make of that.
    pub result: Value,
    /// The dimension of the second product's result that each dimension of `result` is.
    pub placed: Vec<usize>,
    /// For each value of a row and a column, and for what is in `shifts` and `factors`, the
    /// dimension of the scores that each of its dimensions is.
    axes: FxHashMap<Value, Vec<usize>>,
}

/// A reduction along columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fold {
    /// The `reduce`.
    pub op: OpId,
    /// The shifts of what it adds; none of plain values.
    pub shifts: Vec<usize>,
}

/// A number of a row that terms are multiplied or divided by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Factor {
    /// The number.
    pub value: Value,
    /// Whether terms are divided by it.
    pub divides: bool,
}

/// What a value between the products is.
#[derive(Clone, Debug)]
enum What {
    /// An element for each row and column: a term or, with neither shifts nor factors, a
    /// plain value.
    Wide(Wide),
    /// A plain value less a shift, and whether that is at least as large.
    Difference { axes: Vec<usize>, shift: usize, bounded: bool },
    /// A number for each row, with the dimension of the scores that each of its
    /// dimensions is, none where it is the same all along one.
    Row(Vec<Option<usize>>),
}

/// See [`What::Wide`].
#[derive(Clone, Debug)]
struct Wide {
    axes: Vec<usize>,
    shifts: Vec<usize>,
    factors: Vec<usize>,
    /// Whether it is at most 1 without its factors.
    bounded: bool,
}

impl Wide {
    fn plain(axes: Vec<usize>) -> Wide {
        Wide { axes, shifts: Vec::new(), factors: Vec::new(), bounded: false }
    }

    fn is_plain(&self) -> bool {
        self.shifts.is_empty() && self.factors.is_empty()
    }
}

impl Chain {
    /// The chain that ops are, given in an order in which they can be computed, if they
    /// hand out what its second product makes, or what that becomes element by element,
    /// and nothing else.
    pub fn of(module: &Module, ops: &[OpId], results: &[Value]) -> Option<Chain> {
        let mut finder = Finder { module, known: FxHashMap::default(), chain: None, column: None };
        let mut found: Option<Chain> = None;
        // What the second product becomes.
        let mut made: FxHashMap<Value, Vec<usize>> = FxHashMap::default();
        for &op in ops {
            let operands = module.operands(op);
            let of = |known: &dyn Fn(&Value) -> bool| operands.iter().any(known);
            let between = of(&|v| finder.known.contains_key(v));
            let after = of(&|v| made.contains_key(v));
            match (module.op(op), between, after) {
                (_, true, true) => return None,
                (_, true, false) if found.is_some() => return None,
                (Op::DotGeneral(it), true, false) => {
                    let chain = finder.end(op, it)?;
                    made.insert(chain.result, chain.placed.clone());
                    found = Some(chain);
                }
                (_, true, false) => finder.pass(op)?,
                (_, false, true) => {
                    let placed = placed(module, op, &made)?;
                    made.insert(module.result(op, 0), placed);
                }
                (Op::DotGeneral(it), false, false) => finder.begin(op, it)?,
                (known, false, false) if super::is_stage(known) => return None,
                (_, false, false) => {}
            }
        }
        let [result] = *results else { return None };
        let placed = made.remove(&result)?;
        found.map(|chain| Chain { result, placed, ..chain })
    }

    /// The dimension of the scores that each dimension of a value is.
    pub fn axes(&self, value: Value) -> &[usize] {
        self.axes.get(&value).map_or(&[], |axes| axes)
    }
}

struct Finder<'m> {
    module: &'m Module,
    known: FxHashMap<Value, What>,
    chain: Option<Chain>,
    column: Option<usize>,
}

impl Finder<'_> {
    fn dims(&self, v: Value) -> &'static [i64] {
        super::dims(self.module, v)
    }

    fn element(&self, v: Value) -> Option<Element> {
        self.module.ty(v).element()
    }

    /// Whether a product is of floats, in at most `f32`.
    fn is_narrow(&self, op: OpId) -> bool {
        let operands = self.module.operands(op).iter().copied();
        let mut all = operands.chain(self.module.results(op));
        all.all(|v| self.element(v).is_some_and(|e| e.is_float() && e.bit_width() <= 32))
    }

    /// The most elements that a row of a product's factors may have.
    fn longest(&self, op: OpId) -> i64 {
        let bits = |v: &Value| self.element(*v).is_some_and(|e| e.bit_width() <= 16);
        if self.module.operands(op).iter().all(bits) { LONGEST_NARROW } else { LONGEST }
    }

    /// The scores.
    fn begin(&mut self, op: OpId, it: &DotGeneral) -> Option<()> {
        let v = self.module.result(op, 0);
        let d = &it.dot_dimension_numbers;
        let own = self.dims(self.module.operand(op, 0));
        let depth = d.lhs_contracting_dimensions.iter().map(|d| own[*d as usize]);
        if self.chain.is_some() || !self.is_narrow(op) || depth.product::<i64>() > self.longest(op)
        {
            return None;
        }
        let axes: Vec<usize> = (0..self.dims(v).len()).collect();
        self.chain = Some(Chain {
            first: op,
            second: op,
            side: 0,
            row_side: 0,
            batch: Vec::new(),
            rows: Vec::new(),
            column: 0,
            folds: Vec::new(),
            shifts: Vec::new(),
            factors: Vec::new(),
            shifted: Vec::new(),
            scaled: Vec::new(),
            result: v,
            placed: Vec::new(),
            axes: FxHashMap::default(),
        });
        self.wide(v, Wide::plain(axes))
    }

    fn wide(&mut self, v: Value, it: Wide) -> Option<()> {
        self.chain.as_mut()?.axes.insert(v, it.axes.clone());
        self.known.insert(v, What::Wide(it));
        Some(())
    }

    /// An op between the products.
    fn pass(&mut self, op: OpId) -> Option<()> {
        let module = self.module;
        let v = module.result(op, 0);
        let what = |i: usize| self.known.get(module.operands(op).get(i)?).cloned();
        match (module.op(op), what(0)) {
            (Op::Transpose(it), Some(What::Wide(wide))) => {
                let axes = it.permutation.iter().map(|d| wide.axes[*d as usize]).collect();
                self.wide(v, Wide { axes, ..wide })
            }
            (Op::Transpose(it), Some(What::Row(axes))) => {
                let axes = it.permutation.iter().map(|d| axes[*d as usize]).collect();
                self.known.insert(v, What::Row(axes));
                Some(())
            }
            (Op::BroadcastInDim(it), Some(What::Row(axes))) => {
                let mut wide = vec![None; self.dims(v).len()];
                let narrow = self.dims(module.operand(op, 0));
                for ((d, axis), extent) in it.broadcast_dimensions.iter().zip(axes).zip(narrow) {
                    wide[*d as usize] = axis.filter(|_| *extent != 1);
                }
                self.known.insert(v, What::Row(wide));
                Some(())
            }
            (Op::Reshape(_), Some(What::Row(axes))) if is_unit_reshape(module, op) => {
                let old = self.dims(module.operand(op, 0));
                let mut long = axes.iter().zip(old).filter(|(_, n)| **n != 1).map(|(a, _)| *a);
                let one = |n: &i64| if *n == 1 { None } else { long.next().flatten() };
                let axes = self.dims(v).iter().map(one).collect();
                self.known.insert(v, What::Row(axes));
                Some(())
            }
            (Op::Reduce(it), Some(What::Wide(wide))) => self.fold(op, it, wide),
            (known, _) if known.has(Trait::Elementwise) => self.elementwise(op),
            _ => None,
        }
    }

    fn fold(&mut self, op: OpId, it: &Reduce, of: Wide) -> Option<()> {
        let Wide { axes, shifts, factors, .. } = of;
        let module = self.module;
        let [_, initial] = *module.operands(op) else { return None };
        let [d] = it.dimensions[..] else { return None };
        let start = module.constant(initial)?;
        let float = self.element(module.result(op, 0))?;
        let known = float.is_float() && float.bit_width() <= 32 && reduces_by_monoids(module, op);
        let column = axes[d as usize];
        let same = *self.column.get_or_insert(column) == column;
        let sums = combines_by(module, op, |op| matches!(op, Op::Add(_)));
        let most = combines_by(module, op, |op| matches!(op, Op::Maximum(_) | Op::Minimum(_)));
        let fits = match shifts.is_empty() {
            true => sums && is_zero(start) || most,
            false => sums && is_zero(start),
        };
        if !known || !same || !fits || !factors.is_empty() {
            return None;
        }
        let rows = axes.iter().enumerate().filter(|(at, _)| *at != d as usize);
        let rows = rows.map(|(_, axis)| Some(*axis)).collect();
        self.known.insert(module.result(op, 0), What::Row(rows));
        self.chain.as_mut()?.folds.push(Fold { op, shifts });
        Some(())
    }

    fn elementwise(&mut self, op: OpId) -> Option<()> {
        let module = self.module;
        let operands = module.operands(op).to_vec();
        let v = module.result(op, 0);
        let whats: Vec<Option<What>> =
            operands.iter().map(|o| self.known.get(o).cloned()).collect();
        let of = |i: usize| whats.get(i).and_then(Option::as_ref);
        // What is about to be a term.
        if let Some(What::Difference { axes, shift, bounded }) =
            of(0).filter(|_| operands.len() == 1)
        {
            let term =
                Wide { shifts: vec![*shift], bounded: *bounded, ..Wide::plain(axes.clone()) };
            return match module.op(op) {
                Op::Exponential(_) => self.wide(v, term),
                Op::Convert(_) if self.element(v)?.is_float() => {
                    self.known.insert(v, whats[0].clone()?);
                    Some(())
                }
                _ => None,
            };
        }
        let mut rows: Vec<(usize, Vec<Option<usize>>)> = Vec::new();
        let mut wide: Vec<(usize, &Wide)> = Vec::new();
        for (i, what) in whats.iter().enumerate() {
            match what {
                Some(What::Difference { .. }) => return None,
                Some(What::Row(axes)) => rows.push((i, axes.clone())),
                Some(What::Wide(it)) => wide.push((i, it)),
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
            // A row's number goes into a difference, or out of the sums.
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
                    let chain = self.chain.as_mut()?;
                    let at = chain.shifts.iter().position(|s| *s == value);
                    let shift = at.unwrap_or_else(|| {
                        chain.shifts.push(value);
                        chain.shifts.len() - 1
                    });
                    chain.axes.insert(value, axes.clone());
                    self.known.insert(v, What::Difference { axes, shift, bounded });
                    Some(())
                }
                Op::Multiply(_) | Op::Divide(_)
                    if first || matches!(module.op(op), Op::Multiply(_)) =>
                {
                    let divides = matches!(module.op(op), Op::Divide(_));
                    let chain = self.chain.as_mut()?;
                    term.factors.push(chain.factors.len());
                    chain.factors.push(Factor { value, divides });
                    chain.axes.insert(value, axes);
                    self.wide(v, term)
                }
                _ => None,
            };
        }
        if !rows.is_empty() {
            return None;
        }
        if terms.is_empty() {
            return self.wide(v, Wide::plain(axes));
        }
        let ((at, first), others) = (terms[0], &terms[1..]);
        let mut term = (*first).clone();
        let to = self.element(v)?;
        let scales = match module.op(op) {
            Op::Multiply(_) => true,
            Op::Divide(_) => *at == 0 && others.is_empty(),
            Op::Negate(_) => true,
            // What comes before its factors may be larger than what comes after.
            Op::Convert(_) => {
                let as_large = matches!(to, Element::F32 | Element::BF16);
                as_large || to.is_float() && (term.bounded || term.factors.is_empty())
            }
            // Zeros stay zeros.
            Op::Select(_) if others.is_empty() && *at > 0 => {
                module.constant(operands[3 - at]).is_some_and(is_zero)
            }
            _ => false,
        };
        term.bounded &= !matches!(module.op(op), Op::Multiply(_) | Op::Divide(_));
        for (_, other) in others {
            term.shifts.extend(&other.shifts);
            term.factors.extend(&other.factors);
        }
        if scales { self.wide(v, term) } else { None }
    }

    /// What a value is converted from, or the value itself.
    fn unconverted(&self, v: Value) -> Value {
        match self.module.def_op(v) {
            Some(op) if matches!(self.module.op(op), Op::Convert(_)) => {
                self.unconverted(self.module.operand(op, 0))
            }
            _ => v,
        }
    }

    /// An elementwise op on numbers of rows.
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
        // What comes from elsewhere might differ along it.
        if along && operands.iter().any(|o| !known(o) && !is_uniform(self.module, *o)) {
            return None;
        }
        self.known.insert(v, What::Row(axes));
        Some(())
    }

    /// The plain value whose maximum a row's number is, or does not fall while that grows.
    fn grows(&self, v: Value) -> Option<Value> {
        let module = self.module;
        let op = module.def_op(v).filter(|_| self.known.contains_key(&v))?;
        let operand = |i: usize| module.operand(op, i);
        let uniform = |i: usize| is_uniform(module, operand(i));
        match module.op(op) {
            Op::Reduce(_) => {
                let plain = |f: &Fold| f.op == op && f.shifts.is_empty();
                let fold = self.chain.as_ref()?.folds.iter().any(plain);
                let most = combines_by(module, op, |op| matches!(op, Op::Maximum(_)));
                (fold && most).then(|| operand(0))
            }
            Op::BroadcastInDim(_) | Op::Reshape(_) | Op::Transpose(_) => self.grows(operand(0)),
            Op::Convert(_) if self.element(v)?.is_float() => self.grows(operand(0)),
            Op::Maximum(_) if uniform(1) => self.grows(operand(0)),
            Op::Maximum(_) if uniform(0) => self.grows(operand(1)),
            // Another number where it is infinite.
            Op::Select(_) if uniform(2) => {
                let test = module.def_op(operand(0))?;
                let finite = matches!(module.op(test), Op::IsFinite(_));
                let same = finite && self.grows(module.operand(test, 0)).is_some();
                self.grows(operand(1)).filter(|_| same)
            }
            _ => None,
        }
    }

    /// The product with the terms.
    fn end(&mut self, op: OpId, it: &DotGeneral) -> Option<Chain> {
        let module = self.module;
        let d = &it.dot_dimension_numbers;
        let operands = module.operands(op);
        let side = operands.iter().position(|v| self.known.contains_key(v))?;
        let What::Wide(Wide { axes, shifts, factors, .. }) =
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
        let mut chain = self.chain.take()?;
        // The scores have batches first, then what one factor has, then what the other has.
        let Op::DotGeneral(first) = module.op(chain.first) else { return None };
        let d = &first.dot_dimension_numbers;
        let batches = d.lhs_batching_dimensions.len();
        let left = self.dims(module.operand(chain.first, 0)).len();
        let left = batches + d.lhs_free(left).len();
        let row_side = usize::from(column < left);
        let of_column = if row_side == 0 { left..axes.len() } else { batches..left };
        let own = |row: &usize| *row >= batches && !of_column.contains(row);
        let extent = |dims: &[i64]| dims.iter().product::<i64>();
        let scores = self.dims(module.result(chain.first, 0));
        let other = self.dims(operands[1 - side]);
        let batched: i64 = batch.iter().map(|d| scores[*d]).product();
        let wide = extent(other) / (batched * scores[column]).max(1);
        let many: i64 = rows.iter().map(|d| scores[*d]).product();
        let fits = of_column.len() == 1
            && self.column.is_none_or(|c| c == column)
            && batch.iter().all(|d| *d < batches)
            && rows.iter().all(own)
            && !rows.is_empty()
            && (1..=self.longest(op)).contains(&wide)
            && scores[column] >= FEWEST
            && many >= FEWEST;
        // Something can't be both: it would have to be there before it is known.
        let both = |f: &Factor| chain.shifts.contains(&f.value);
        if !fits || chain.factors.iter().any(both) {
            return None;
        }
        chain.second = op;
        chain.result = module.result(op, 0);
        chain.placed = (0..self.dims(chain.result).len()).collect();
        (chain.side, chain.row_side) = (side, row_side);
        (chain.batch, chain.rows, chain.column) = (batch, rows, column);
        (chain.shifted, chain.scaled) = (shifts, factors);
        Some(chain)
    }
}

/// The dimension of the second product's result that each dimension of what an op makes of
/// it is.
fn placed(module: &Module, op: OpId, made: &FxHashMap<Value, Vec<usize>>) -> Option<Vec<usize>> {
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

/// Whether a reduction combines by one op of a kind.
fn combines_by(module: &Module, op: OpId, is: impl Fn(&Op) -> bool) -> bool {
    let end = module.entry(op, 0).and_then(|block| module.terminator(block));
    let made = end.and_then(|end| module.def_op(module.operand(end, 0)));
    made.is_some_and(|made| is(module.op(made)))
}

fn is_zero(literal: &crate::Literal) -> bool {
    let splat = literal.is_splat() || literal.count() == 1;
    splat && literal.get_f64(0) == 0.0
}

/// Whether all elements of a value from outside are one number.
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
