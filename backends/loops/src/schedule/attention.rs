//! Fused attention on a GPU: two gemms with row-wise work between them, in one kernel.
//!
//! The scheme is that of Dao, "FlashAttention-2: Faster Attention with Better Parallelism and
//! Work Partitioning" (2023), for any row reductions between the gemms.
//!
//! A block has a tile of query rows of one batch, a warp sixteen of them. Tiles of keys and
//! values pass through shared memory, the next one while this one is worked on; all else
//! stays in registers:
//!
//! ```text
//! for each tile of keys and values
//!   logits = Q · Kᵀ                                   a warp's sixteen rows
//!   max = max(max, logits, …)                         four threads have a row
//!   rescale = exp(old max - new max)
//!   sums, result *= rescale
//!   probabilities = exp(logits - max), sums += probabilities
//!   result += probabilities · V
//! result *= the scales of rows
//! ```
//!
//! Each thread holds the fragment that `mma` gives it: of logits the pairs of columns
//! `8·n + 2·c` of rows `r` and `r + 8`, where its lane is `4·r + c`. Probabilities are the
//! lhs fragment of the second gemm as they are, since 16-bit pairs lie there as they do in
//! logits. Without tensor cores, each thread sums those logits itself and has four
//! neighbouring columns of each sixteen of the result; shuffles bring the probabilities of
//! the three threads that share its rows.
//!
//! The running max is never minus infinity ([`super::RunningMax::now`]): where all logits so far
//! are, probabilities are 0 and not NaN. If it still is at the end, sums and results are
//! multiplied by an infinity, and are what they would have been.

use super::ScheduleError;
use super::attention_nests::{AttentionNests, AttentionReduction};
use super::attention_tile::{AttentionTile, ProbabilityPair};
use super::attention_tiling::{AttentionTiling, THREAD_ROWS, roles};
use super::emit_scope::{EmitPoint, EmitScope};
use super::epilogue_shuffle::joined;
use super::gemm_dims::{self, BlockTile};
use super::gemm_tile::{BlockThreads, GemmBlock, GemmOperands, each_lane};
use crate::index::Index;
use crate::math::{Arith, Emitter, Parts, Unsupported, apply, constant, identity};
use crate::nest::{Nest, NodeId, ScalarOp};
use crate::program::{BinaryOp, BufferId, Builder, Inst, Scalar, Space, Value};
use hloom_ir::Element;

/// The tiling of an attention kernel ([`Scheduler::attention`](super::Scheduler::attention)
/// decides it).
#[derive(Clone, Debug)]
pub struct AttentionPlan(pub(super) AttentionTiling);

impl AttentionPlan {
    /// Adds the grid, given the buffers that the three nests read, and the one for the
    /// result.
    ///
    /// # Errors
    /// If an operation has no expansion.
    pub fn emit(
        &self,
        b: &mut Builder,
        chain: &AttentionNests,
        inputs: [&[BufferId]; 3],
        output: &[BufferId],
    ) -> Result<(), ScheduleError> {
        let plan = &self.0;
        let blocks = plan.blocks(chain);
        let threads = plan.threads();
        let made = b.grid(blocks, threads as u32, |b, block, thread| {
            let at = BlockThreads { block, thread, count: threads };
            AttentionEmitter::new(b, chain, plan, inputs, output, at).emit(b)
        });
        Ok(made?)
    }
}

/// The place of a row or a column: the index of each of its dimensions, and whether it is
/// any, where that is not certain.
type GuardedPlace = (Vec<(usize, Index)>, Option<Value>);

/// A tile of rows.
pub(super) struct AttentionEmitter<'n> {
    pub(super) chain: &'n AttentionNests,
    pub(super) plan: &'n AttentionTiling,
    pub(super) logits: GemmBlock<'n>,
    pub(super) product: GemmBlock<'n>,
    rows: EmitScope<'n>,
    pub(super) engine: AttentionTile,
    /// Nodes that reductions without running maxima need, and those that probabilities need.
    plain: Vec<bool>,
    probabilities: Vec<bool>,
    /// The places of this thread's rows, and their conditions where not all rows exist.
    places: Vec<GuardedPlace>,
    /// Shared memory for a number of each warp, where there is a mask.
    pub(super) votes: BufferId,
}

/// The running results of rows, tile of columns by tile of columns.
#[derive(Clone)]
pub(super) struct AttentionState {
    /// The second gemm's sums.
    result: Vec<Value>,
    /// For each row, what reductions come to, and the running maxima.
    pub(super) reductions: Vec<Vec<Value>>,
    pub(super) maxima: Vec<Vec<Value>>,
}

impl AttentionState {
    pub(super) fn flat(&self) -> Vec<Value> {
        let rows = self.reductions.iter().chain(&self.maxima).flatten();
        self.result.iter().chain(rows).copied().collect()
    }

    /// The same with other values.
    pub(super) fn with(&self, values: &[Value]) -> AttentionState {
        let mut values = values.iter().copied();
        let mut take = |of: &[Value]| values.by_ref().take(of.len()).collect::<Vec<Value>>();
        let result = take(&self.result);
        let reductions = self.reductions.iter().map(|row| take(row)).collect();
        let maxima = self.maxima.iter().map(|row| take(row)).collect();
        AttentionState { result, reductions, maxima }
    }
}

impl<'n> AttentionEmitter<'n> {
    fn new(
        b: &mut Builder,
        chain: &'n AttentionNests,
        plan: &'n AttentionTiling,
        [logits, rows, product]: [&'n [BufferId]; 3],
        output: &'n [BufferId],
        at: BlockThreads,
    ) -> AttentionEmitter<'n> {
        let lanes = 16 / plan.element.byte_width() as u64;
        let operands = |nodes| GemmOperands { nodes, element: plan.element, lanes };
        let pairs =
            |nest: &Nest, dim: usize| nest.dims[dim].extent.is_multiple_of(2).then_some((dim, 2));
        // A block has all columns of both gemms.
        let nest = &chain.logits;
        let own = roles(chain, nest, chain.operands);
        let columns = nest.dims[own.column].extent;
        let all = columns.next_multiple_of(plan.columns);
        let down: u64 = own.rows.iter().chain([&own.row]).map(|d| nest.dims[*d].extent).product();
        let raster = gemm_dims::raster(down.div_ceil(plan.rows()));
        let tile = BlockTile { m: plan.rows(), n: all, raster };
        let nodes = plan.operands;
        let wide = pairs(nest, own.column);
        let ends = (logits, &[][..]);
        let mut logits =
            GemmBlock::new(b, nest, &own, tile, (operands(nodes), plan.depth), ends, at, wide);
        logits.operands[1].points = plan.columns;
        let nest = &chain.product;
        let probabilities = chain.product.reduction.as_ref().map_or(chain.values, |r| r.values[0]);
        let own = roles(chain, nest, [probabilities, plan.values]);
        let tile = BlockTile { n: plan.wide, ..tile };
        let wide = (plan.vector > 1).then_some((own.column, plan.vector));
        let made = (operands([probabilities, plan.values]), plan.columns);
        let product = GemmBlock::new(b, nest, &own, tile, made, (product, output), at, wide);
        let votes = match plan.mask {
            Some(_) => b.buffer("votes", Element::F32, &[plan.warps()], Space::Shared),
            None => BufferId(u32::MAX),
        };
        let body = &chain.logits.body;
        let plain = chain.reductions.iter().filter(|f| f.maxima.is_empty()).map(|f| f.value);
        let rescaled = chain.reductions.iter().filter(|f| !f.maxima.is_empty()).map(|f| f.value);
        let (plain, rescaled): (Vec<_>, Vec<_>) =
            (plain.collect(), rescaled.chain([chain.probabilities]).collect());
        let mut scope = EmitScope::new(&chain.rows, rows, &[], None);
        if plan.rounds_to_16_bits() {
            (logits.out.approximate, scope.approximate) = chain.weights();
        }
        let mut engine = AttentionTile::new(plan, &logits, &product);
        engine.buffer = b.buffer("operands", plan.element, &[engine.units], Space::Shared);
        AttentionEmitter {
            chain,
            plan,
            logits,
            product,
            rows: scope,
            engine,
            plain: body.needed(&plain),
            probabilities: body.needed(&rescaled),
            places: Vec::new(),
            votes,
        }
    }

    fn emit(mut self, b: &mut Builder) -> Result<(), Unsupported> {
        let mut scratch = vec![self.engine.buffer];
        scratch.extend(self.plan.mask.is_some().then_some(self.votes));
        b.scratch(&scratch, |b| {
            for half in 0..THREAD_ROWS {
                let row = self.engine.row(b, half);
                let row = self.logits.operands[0].at.clone() + row;
                let place = self.logits.along(b, (0, &row), 1, None);
                self.places.push(place);
            }
            self.engine.rows_in(b, &mut self.logits)?;
            let start = self.start(b)?;
            let after = self.tiles(b, start)?;
            self.finish(b, after)
        })
    }

    /// The initial results of rows.
    fn start(&mut self, b: &mut Builder) -> Result<AttentionState, Unsupported> {
        let result = self.engine.zeros(b);
        let (mut reductions, mut maxima) = (Vec::new(), Vec::new());
        for half in 0..THREAD_ROWS {
            let a = &mut Emitter { builder: b, lanes: 1 };
            let each = self.chain.reductions.iter().map(|f| constant(a, f.element, f.start).re);
            let own: Vec<Value> = each.collect();
            let count = self.chain.maxima.len();
            let zero = b.number(Scalar::F32.ty(), 0.0);
            let now: Vec<NodeId> = self.chain.maxima.iter().map(|s| s.now).collect();
            maxima.push(self.of_row(b, half, (&own, &vec![zero; count]), &now)?);
            reductions.push(own);
        }
        Ok(AttentionState { result, reductions, maxima })
    }

    /// Numbers of one of the thread's rows.
    fn of_row(
        &mut self,
        b: &mut Builder,
        half: usize,
        (reductions, maxima): (&[Value], &[Value]),
        nodes: &[NodeId],
    ) -> Result<Vec<Value>, Unsupported> {
        let full = self.logits.result(&self.places[half].0, &[]);
        let dims = full.dims[..self.chain.rows.dims.len()].to_vec();
        let point = EmitPoint { dims, mask: None, transpose: None };
        let reduced: Vec<Parts<Value>> =
            reductions.iter().chain(maxima).map(|v| Parts::from(*v)).collect();
        self.rows.loads.clear();
        let needed = self.chain.rows.body.needed(nodes);
        let values = self.rows.compute(b, &point, &needed, Some(&reduced))?;
        Ok(nodes.iter().map(|node| values[node].re).collect())
    }

    /// One tile of columns.
    pub(super) fn tile(
        &mut self,
        b: &mut Builder,
        step: Value,
        slot: Value,
        mut state: AttentionState,
    ) -> Result<AttentionState, Unsupported> {
        let logits = self.engine.logits(b, slot);
        self.logits.out.loads.clear();
        let columns = self.columns(b, step);
        self.accumulate(b, &logits, &columns, &mut state, None)?;
        // Shifts are made of what rows' threads have together.
        for half in 0..THREAD_ROWS {
            for (n, reduction) in self.chain.reductions.iter().enumerate() {
                if reduction.combiner != ScalarOp::Add {
                    state.reductions[half][n] = together(b, reduction, state.reductions[half][n])?;
                }
            }
            let nodes: Vec<NodeId> =
                self.chain.maxima.iter().flat_map(|s| [s.now, s.rescale]).collect();
            let (reductions, maxima) = (state.reductions[half].clone(), state.maxima[half].clone());
            let made = self.of_row(b, half, (&reductions, &maxima), &nodes)?;
            let (now, rescale): (Vec<Value>, Vec<Value>) =
                made.chunks(2).map(|pair| (pair[0], pair[1])).unzip();
            state.maxima[half] = now;
            self.scale(b, half, &mut state, &rescale);
        }
        let mut probabilities = Vec::new();
        self.accumulate(b, &logits, &columns, &mut state, Some(&mut probabilities))?;
        state.result = self.engine.multiply(b, slot, &probabilities, state.result);
        Ok(state)
    }

    /// Multiplies what was made with a row's running maxima.
    fn scale(&mut self, b: &mut Builder, half: usize, state: &mut AttentionState, by: &[Value]) {
        let product = |b: &mut Builder, maxima: &[usize]| {
            let mut each = maxima.iter().map(|s| by[*s]);
            let first = each.next()?;
            Some(each.fold(first, |all, one| b.binary(BinaryOp::Mul, all, one)))
        };
        for (n, reduction) in self.chain.reductions.iter().enumerate() {
            if let Some(by) = product(b, &reduction.maxima) {
                let old = &mut state.reductions[half][n];
                *old = b.binary(BinaryOp::Mul, *old, by);
            }
        }
        if let Some(by) = product(b, &self.chain.rescaled) {
            self.engine.scale(b, &mut state.result, half, by);
        }
    }

    /// The places of this thread's pairs of columns, and whether they are any, where that
    /// is not certain: as many places as a vector of a pair needs.
    fn columns(&mut self, b: &mut Builder, step: Value) -> Vec<Vec<GuardedPlace>> {
        let wide = u64::from(self.logits.out.lanes);
        let count = self.plan.columns / 8;
        let first = Index::var(step) * self.plan.columns as i64 + self.engine.column(b) * 2;
        let mut all = Vec::new();
        for n in 0..count {
            let at = |part: u64| first.clone() + (8 * n + part) as i64;
            let parts = (0..2 / wide).map(|part| at(part * wide));
            let parts: Vec<Index> = parts.collect();
            let each = parts.iter().map(|at| self.logits.along(b, (1, at), wide, None));
            all.push(each.collect());
        }
        all
    }

    /// Adds a tile's logits to what reductions come to: to those without running maxima or, for
    /// `probabilities`, to the others; pairs of probabilities, those of both rows for each eight columns,
    /// are added to these.
    fn accumulate(
        &mut self,
        b: &mut Builder,
        logits: &[Value],
        columns: &[Vec<GuardedPlace>],
        state: &mut AttentionState,
        mut probabilities: Option<&mut Vec<ProbabilityPair>>,
    ) -> Result<(), Unsupported> {
        let rescaled = probabilities.is_some();
        let chain = self.chain;
        let of = |f: &AttentionReduction| f.maxima.is_empty() != rescaled;
        if probabilities.is_none() && !chain.reductions.iter().any(of) {
            return Ok(());
        }
        let needed = if rescaled { self.probabilities.clone() } else { self.plain.clone() };
        let lanes = self.logits.out.lanes;
        for (n, places) in columns.iter().enumerate() {
            for half in 0..THREAD_ROWS {
                let own = &logits[4 * n + 2 * half..][..2];
                let (mut pair, mut both) = (Vec::new(), None);
                for (part, (column, inside)) in places.iter().enumerate() {
                    let point = self.logits.result(&self.places[half].0, column);
                    let score = match lanes {
                        2 => joined(b, own),
                        _ => own[part],
                    };
                    let maxima = state.maxima[half].iter().map(|s| b.broadcast(*s, lanes));
                    let reduced: Vec<Parts<Value>> =
                        std::iter::once(score).chain(maxima).map(Parts::from).collect();
                    let scope = &mut self.logits.out;
                    let values = scope.compute(b, &point, &needed, Some(&reduced))?;
                    let inside = inside.map(|it| b.broadcast(it, lanes));
                    for (f, reduction) in chain.reductions.iter().enumerate().filter(|(_, f)| of(f))
                    {
                        let a = &mut Emitter { builder: b, lanes };
                        let nothing = identity(a, reduction.combiner, reduction.element);
                        let value = scope.widen(b, values[&reduction.value]).re;
                        let value = match inside.zip(nothing) {
                            Some((inside, nothing)) => b.select(inside, value, nothing.re),
                            None => value,
                        };
                        for one in each_lane(b, value) {
                            let old = state.reductions[half][f];
                            state.reductions[half][f] = combined(b, reduction, old, one)?;
                        }
                    }
                    if probabilities.is_some() {
                        let value = scope.widen(b, values[&chain.probabilities]).re;
                        let value = match inside {
                            Some(inside) => {
                                let zero = b.bits(b.type_of(value), 0);
                                b.select(inside, value, zero)
                            }
                            None => value,
                        };
                        both = (lanes == 2).then_some(value);
                        pair.extend(each_lane(b, value));
                    }
                }
                if let (Some(probabilities), [x, y]) = (&mut probabilities, &pair[..]) {
                    probabilities.push(ProbabilityPair { each: [*x, *y], both });
                }
            }
        }
        Ok(())
    }

    /// Makes the results.
    fn finish(&mut self, b: &mut Builder, mut state: AttentionState) -> Result<(), Unsupported> {
        for half in 0..THREAD_ROWS {
            for (n, reduction) in self.chain.reductions.iter().enumerate() {
                if reduction.combiner == ScalarOp::Add {
                    state.reductions[half][n] = together(b, reduction, state.reductions[half][n])?;
                }
            }
            let nodes: Vec<NodeId> = self.chain.maxima.iter().map(|s| s.last).collect();
            let (reductions, maxima) = (state.reductions[half].clone(), state.maxima[half].clone());
            let last = self.of_row(b, half, (&reductions, &maxima), &nodes)?;
            self.scale(b, half, &mut state, &last);
            let nodes: Vec<NodeId> = self.chain.scaled.iter().map(|s| s.0).collect();
            let (reductions, maxima) = (state.reductions[half].clone(), state.maxima[half].clone());
            let by = self.of_row(b, half, (&reductions, &maxima), &nodes)?;
            for (by, (_, divides)) in by.into_iter().zip(&self.chain.scaled) {
                // One quotient for each number of the result is more exact than a product.
                self.engine.each(b, &mut state.result, half, |b, value| {
                    let a = &mut Emitter { builder: b, lanes: 1 };
                    if *divides { a.div(value, by) } else { a.mul(value, by) }
                });
            }
        }
        let (_, after) = self.chain.product.needed();
        let wide = self.product.out.lanes;
        let (engine, product) = (&self.engine, &mut self.product);
        let first = self.logits.operands[0].at.clone();
        engine.results(b, &state.result, wide, &mut |b, (row, column), sum| {
            let row = first.clone() + row;
            let (row, in_rows) = product.along(b, (0, &row), 1, None);
            let (column, inside) = product.along(b, (1, &column), wide.into(), in_rows);
            let point = product.result(&row, &column);
            product.finish(b, (&point, inside), sum, &after)
        })
    }
}

pub(super) fn combined(
    b: &mut Builder,
    reduction: &AttentionReduction,
    x: Value,
    y: Value,
) -> Result<Value, Unsupported> {
    let a = &mut Emitter { builder: b, lanes: 1 };
    let operands = [(reduction.element, Parts::from(x)), (reduction.element, Parts::from(y))];
    Ok(apply(a, reduction.combiner, &operands, reduction.element)?.re)
}

/// Combines the partial results of the four threads that share a row.
fn together(
    b: &mut Builder,
    reduction: &AttentionReduction,
    own: Value,
) -> Result<Value, Unsupported> {
    let mut all = own;
    for by in [1, 2] {
        let other = b.inst(Inst::ShuffleXor(all, by));
        all = combined(b, reduction, all, other)?;
    }
    Ok(all)
}
