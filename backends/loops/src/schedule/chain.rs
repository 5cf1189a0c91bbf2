//! Chains of two products on a GPU, with work by rows between them, in one kernel: the
//! grid, and what a block does with a tile of rows.
//!
//! A block has a tile of rows of one batch, and a warp sixteen of them. Tiles of columns
//! pass by: the factor that has columns and the second product's come to shared memory,
//! the next tile while this one is worked on, and all else stays in registers:
//!
//! ```text
//! for each tile of columns
//!   scores = rows' factor · columns' factor           a warp's sixteen rows
//!   most = max(most, scores, …)                       four threads have a row
//!   grown = exp(old shift - new shift)
//!   sums, result *= grown                             what was made with the old one
//!   terms = exp(scores - shift), sums += terms
//!   result += terms · values
//! result *= what rows are scaled by
//! ```
//!
//! So much of a warp's scores, terms and results as [`Inst::Product`] gives to each thread
//! is what it has of them: of scores the pairs of columns `8·n + 2·c` of rows `r` and
//! `r + 8`, where its number in the warp is `4·r + c`. Terms are the left factor of the
//! second product as they are, since of 16 bits two such pairs lie there as they do in
//! scores. Without units, each thread adds up those scores by itself, and has of the
//! result four columns side by side of each sixteen; the terms of the three threads that
//! it shares its rows with it gets by [`Inst::Exchange`].
//!
//! A shift is never minus infinity here ([`ChainShift::now`]): where all scores that have
//! passed are, terms are 0 and not NaN. If it still is in the end, sums and results are
//! multiplied by an infinity, and are what they would have been.
//!
//! The scheme is that of Dao, "FlashAttention-2: Faster Attention with Better Parallelism
//! and Work Partitioning" (2023), here for whatever stands between two products.

use super::chain_plan::Plan;
use super::chain_tile::Engine;
use super::contract::Roles;
use super::point::{Point, Site};
use super::product::{By, Tile};
use super::product_tile::{Factors, Threads, Tiles, each_lane};
use super::quad::{self, joined};
use super::{Factor, Machine, ScheduleError};
use crate::index::{Index, Range};
use crate::math::{Arith, Emitter, Parts, Unsupported, apply, constant, identity};
use crate::nest::{Nest, NodeId, ScalarOp};
use crate::program::{BinaryOp, BufferId, Builder, Inst, Scalar, Space, Value};
use hloom_ir::Element;

/// A chain: three nests whose first dimensions are its batches and its rows.
#[derive(Clone, Debug)]
pub struct Chained {
    /// How many dimensions batches are, and how many after them rows.
    pub batches: usize,
    /// The dimensions that rows are.
    pub row_dims: usize,
    /// The first product, along the last of its dimensions that do not reduce for columns.
    /// What it sums to is `Reduced(0)`, and shifts are those after it.
    pub scores: Nest,
    /// The factors of the first product: the one that has rows and the one with columns.
    pub factors: [NodeId; 2],
    /// The left factor of the second product, a node of `scores`.
    pub terms: NodeId,
    /// Reductions along columns.
    pub folds: Vec<ChainFold>,
    /// Numbers of rows. `Reduced` are what folds come to, and then what shifts were before.
    pub rows: Nest,
    /// What is subtracted for terms.
    pub shifts: Vec<ChainShift>,
    /// The shifts of the second product's terms.
    pub shifted: Vec<usize>,
    /// Nodes of `rows` that results are multiplied or (true) divided by.
    pub scaled: Vec<(NodeId, bool)>,
    /// The second product, of terms that are `Reduced(1)`, and its output.
    pub product: Nest,
    /// Its other factor, a node of `product`.
    pub values: NodeId,
}

/// A reduction along columns.
#[derive(Clone, PartialEq, Debug)]
pub struct ChainFold {
    /// What is reduced: a node of the scores' nest.
    pub value: NodeId,
    /// How: a sum, or the largest or the least.
    pub combiner: ScalarOp,
    /// In which type.
    pub element: Element,
    /// What it begins with, as storage bits: 0 if it is a sum.
    pub start: [u64; 2],
    /// The shifts of what it sums.
    pub shifts: Vec<usize>,
}

/// A number of a row that is subtracted for terms: nodes of the rows' nest.
#[derive(Clone, PartialEq, Debug)]
pub struct ChainShift {
    /// The number, or the least there is where it is minus infinity.
    pub now: NodeId,
    /// By what terms are multiplied that were made with what it was before.
    pub growth: NodeId,
    /// By what they are multiplied because it may have been minus infinity.
    pub last: NodeId,
}

/// How a chain's kernel goes about it; `None` if it does not fit a GPU's block.
pub fn plan_chain(chain: &Chained, machine: &Machine) -> Option<ChainPlan> {
    Plan::new(chain, machine.gpu.as_ref()?).map(ChainPlan)
}

/// How a chain's kernel goes about it.
#[derive(Clone, Debug)]
pub struct ChainPlan(Plan);

impl ChainPlan {
    /// Adds the grid, given the buffers that the three nests read, and the one for the
    /// result.
    ///
    /// # Errors
    /// If an operation has no expansion.
    pub fn emit(
        &self,
        b: &mut Builder,
        chain: &Chained,
        inputs: [&[BufferId]; 3],
        output: &[BufferId],
    ) -> Result<(), ScheduleError> {
        let plan = &self.0;
        let blocks = plan.blocks(chain);
        let threads = plan.threads();
        let made = b.grid(blocks, threads as u32, |b, block, thread| {
            let at = Threads { block, blocks, thread, count: threads };
            Work::new(b, chain, plan, inputs, output, at).emit(b)
        });
        Ok(made?)
    }
}

/// The place of a row or a column: the index of each of its dimensions, and whether it is
/// any, where that is not certain.
type Place = (Vec<(usize, Index)>, Option<Value>);

/// The two rows that a thread has parts of.
pub(super) const HALVES: usize = 2;

/// A tile of rows.
pub(super) struct Work<'n> {
    pub(super) chain: &'n Chained,
    pub(super) plan: &'n Plan,
    pub(super) scores: Tiles<'n>,
    pub(super) product: Tiles<'n>,
    rows: Site<'n>,
    pub(super) engine: Engine,
    /// Nodes that reductions without shifts need, and those that terms need.
    plain: Vec<bool>,
    terms: Vec<bool>,
    /// Where this thread's rows are, and whether they are any, where that is not certain.
    places: Vec<Place>,
    /// Shared memory for a number of each warp, where there is a mask.
    pub(super) votes: BufferId,
}

/// What rows come to as tiles of columns pass by.
#[derive(Clone)]
pub(super) struct State {
    /// The second product's sums.
    result: Vec<Value>,
    /// For each row, what folds come to, and the shifts.
    pub(super) folds: Vec<Vec<Value>>,
    pub(super) shifts: Vec<Vec<Value>>,
}

impl State {
    pub(super) fn flat(&self) -> Vec<Value> {
        let rows = self.folds.iter().chain(&self.shifts).flatten();
        self.result.iter().chain(rows).copied().collect()
    }

    /// The same with other values.
    pub(super) fn with(&self, values: &[Value]) -> State {
        let mut values = values.iter().copied();
        let mut take = |of: &[Value]| values.by_ref().take(of.len()).collect::<Vec<Value>>();
        let result = take(&self.result);
        let folds = self.folds.iter().map(|row| take(row)).collect();
        let shifts = self.shifts.iter().map(|row| take(row)).collect();
        State { result, folds, shifts }
    }
}

/// The roles of the dimensions of one of a chain's products: so many batches, then rows,
/// then columns.
fn roles(chain: &Chained, nest: &Nest, factors: [NodeId; 2]) -> Roles {
    let (b, r) = (chain.batches, chain.row_dims);
    let reducing = nest.dims_that_reduce(true);
    let all = nest.dims.len() - reducing.len();
    Roles {
        column: all - 1,
        row: b + r - 1,
        rows: (b..b + r - 1).collect(),
        columns: (b + r..all - 1).collect(),
        batch: (0..b).collect(),
        reducing,
        along: (Factor::Right, factors[1]),
        across: (Factor::Left, factors[0]),
    }
}

impl<'n> Work<'n> {
    fn new(
        b: &mut Builder,
        chain: &'n Chained,
        plan: &'n Plan,
        [scores, rows, product]: [&'n [BufferId]; 3],
        output: &'n [BufferId],
        at: Threads,
    ) -> Work<'n> {
        let lanes = 16 / plan.element.byte_width() as u64;
        let factors = |nodes| Factors { nodes, element: plan.element, lanes };
        let pairs =
            |nest: &Nest, dim: usize| nest.dims[dim].extent.is_multiple_of(2).then_some((dim, 2));
        // A block has all columns of both products.
        let nest = &chain.scores;
        let own = roles(chain, nest, chain.factors);
        let columns = nest.dims[own.column].extent;
        let all = columns.next_multiple_of(plan.columns);
        let tile = Tile {
            rows: plan.rows(),
            columns: all,
            by: if plan.op.is_some() { By::Warps } else { By::Threads },
        };
        let nodes = plan.factors;
        let wide = pairs(nest, own.column);
        let ends = (scores, &[][..]);
        let mut scores =
            Tiles::new(b, nest, &own, tile, (factors(nodes), plan.depth), ends, at, wide);
        scores.factors[1].points = plan.columns;
        let nest = &chain.product;
        let terms = chain.product.reduction.as_ref().map_or(chain.values, |r| r.values[0]);
        let own = roles(chain, nest, [terms, plan.values]);
        let tile = Tile { columns: plan.wide, ..tile };
        let wide = match nest.dims[own.column].extent.is_multiple_of(4) {
            _ if plan.op.is_some() => {
                quad::lanes(nest, own.column, plan.own_wide() / 8, quad::SECTORS)
            }
            true => Some((own.column, 4)),
            false => pairs(nest, own.column),
        };
        let made = (factors([terms, plan.values]), plan.columns);
        let product = Tiles::new(b, nest, &own, tile, made, (product, output), at, wide);
        let votes = match plan.mask {
            Some(_) => b.buffer("votes", Element::F32, &[plan.warps()], Space::Shared),
            None => BufferId(u32::MAX),
        };
        let body = &chain.scores.body;
        let plain = chain.folds.iter().filter(|f| f.shifts.is_empty()).map(|f| f.value);
        let shifted = chain.folds.iter().filter(|f| !f.shifts.is_empty()).map(|f| f.value);
        let (plain, shifted): (Vec<_>, Vec<_>) =
            (plain.collect(), shifted.chain([chain.terms]).collect());
        let mut site = Site::new(&chain.rows, rows, &[], None);
        site.ranges.clone_from(&scores.out.ranges);
        let mut engine = Engine::new(plan, &scores, &product);
        engine.buffer = b.buffer("factors", plan.element, &[engine.units], Space::Shared);
        Work {
            chain,
            plan,
            scores,
            product,
            rows: site,
            engine,
            plain: body.needed(&plain),
            terms: body.needed(&shifted),
            places: Vec::new(),
            votes,
        }
    }

    fn emit(mut self, b: &mut Builder) -> Result<(), Unsupported> {
        let mut scratch = vec![self.engine.buffer];
        scratch.extend(self.plan.mask.is_some().then_some(self.votes));
        b.scratch(&scratch, |b| {
            for half in 0..HALVES {
                let row = self.engine.row(half);
                let row = self.scores.factors[0].at.clone() + row;
                let place = self.scores.along(b, (0, &row), 1, None);
                self.places.push(place);
            }
            self.engine.rows_in(b, &mut self.scores)?;
            let start = self.start(b)?;
            let after = self.tiles(b, start)?;
            self.finish(b, after)
        })
    }

    pub(super) fn know(&mut self, value: Value, last: u64) {
        self.scores.know(value, last);
        self.product.know(value, last);
        self.rows.ranges.insert(value.into(), Range::extent(last + 1));
    }

    /// What rows begin with.
    fn start(&mut self, b: &mut Builder) -> Result<State, Unsupported> {
        let result = self.engine.zeros(b);
        let (mut folds, mut shifts) = (Vec::new(), Vec::new());
        for half in 0..HALVES {
            let a = &mut Emitter { builder: b, lanes: 1 };
            let each = self.chain.folds.iter().map(|f| constant(a, f.element, f.start).re);
            let own: Vec<Value> = each.collect();
            let count = self.chain.shifts.len();
            let zero = b.number(Scalar::F32.ty(), 0.0);
            let now: Vec<NodeId> = self.chain.shifts.iter().map(|s| s.now).collect();
            shifts.push(self.of_row(b, half, (&own, &vec![zero; count]), &now)?);
            folds.push(own);
        }
        Ok(State { result, folds, shifts })
    }

    /// Numbers of one of the thread's rows.
    fn of_row(
        &mut self,
        b: &mut Builder,
        half: usize,
        (folds, shifts): (&[Value], &[Value]),
        nodes: &[NodeId],
    ) -> Result<Vec<Value>, Unsupported> {
        let full = self.scores.result(&self.places[half].0, &[]);
        let dims = full.dims[..self.chain.rows.dims.len()].to_vec();
        let point = Point { dims, mask: None, turn: None };
        let reduced: Vec<Parts<Value>> =
            folds.iter().chain(shifts).map(|v| Parts::from(*v)).collect();
        self.rows.loads.clear();
        let known = self.scores.out.ranges.iter().map(|(v, range)| (*v, *range));
        self.rows.ranges.extend(known);
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
        mut state: State,
    ) -> Result<State, Unsupported> {
        let scores = self.engine.scores(b, slot);
        self.scores.out.loads.clear();
        let columns = self.columns(b, step);
        self.fold(b, &scores, &columns, &mut state, None)?;
        // Shifts are made of what rows' threads have together.
        for half in 0..HALVES {
            for (n, fold) in self.chain.folds.iter().enumerate() {
                if fold.combiner != ScalarOp::Add {
                    state.folds[half][n] = together(b, fold, state.folds[half][n])?;
                }
            }
            let nodes: Vec<NodeId> =
                self.chain.shifts.iter().flat_map(|s| [s.now, s.growth]).collect();
            let (folds, shifts) = (state.folds[half].clone(), state.shifts[half].clone());
            let made = self.of_row(b, half, (&folds, &shifts), &nodes)?;
            let (now, growth): (Vec<Value>, Vec<Value>) =
                made.chunks(2).map(|pair| (pair[0], pair[1])).unzip();
            state.shifts[half] = now;
            self.scale(b, half, &mut state, &growth);
        }
        let mut terms = Vec::new();
        self.fold(b, &scores, &columns, &mut state, Some(&mut terms))?;
        state.result = self.engine.multiply(b, slot, &terms, state.result);
        Ok(state)
    }

    /// Multiplies what was made with a row's shifts.
    fn scale(&mut self, b: &mut Builder, half: usize, state: &mut State, by: &[Value]) {
        let product = |b: &mut Builder, shifts: &[usize]| {
            let mut each = shifts.iter().map(|s| by[*s]);
            let first = each.next()?;
            Some(each.fold(first, |all, one| b.binary(BinaryOp::Mul, all, one)))
        };
        for (n, fold) in self.chain.folds.iter().enumerate() {
            if let Some(by) = product(b, &fold.shifts) {
                let old = &mut state.folds[half][n];
                *old = b.binary(BinaryOp::Mul, *old, by);
            }
        }
        if let Some(by) = product(b, &self.chain.shifted) {
            self.engine.scale(b, &mut state.result, half, by);
        }
    }

    /// The places of this thread's pairs of columns, and whether they are any, where that
    /// is not certain: as many places as a vector of a pair needs.
    fn columns(&mut self, b: &mut Builder, step: Value) -> Vec<Vec<Place>> {
        let wide = u64::from(self.scores.out.lanes);
        let count = self.plan.columns / 8;
        let first = Index::var(step) * self.plan.columns as i64 + self.engine.column() * 2;
        let mut all = Vec::new();
        for n in 0..count {
            let at = |part: u64| first.clone() + (8 * n + part) as i64;
            let parts = (0..2 / wide).map(|part| at(part * wide));
            let parts: Vec<Index> = parts.collect();
            let each = parts.iter().map(|at| self.scores.along(b, (1, at), wide, None));
            all.push(each.collect());
        }
        all
    }

    /// Adds a tile's scores to what folds come to: to those without shifts or, for
    /// `terms`, to the others; pairs of terms, those of both rows for each eight columns,
    /// are added to these.
    fn fold(
        &mut self,
        b: &mut Builder,
        scores: &[Value],
        columns: &[Vec<Place>],
        state: &mut State,
        mut terms: Option<&mut Vec<[Value; 2]>>,
    ) -> Result<(), Unsupported> {
        let shifted = terms.is_some();
        let chain = self.chain;
        let of = |f: &ChainFold| f.shifts.is_empty() != shifted;
        if terms.is_none() && !chain.folds.iter().any(of) {
            return Ok(());
        }
        let needed = if shifted { self.terms.clone() } else { self.plain.clone() };
        let lanes = self.scores.out.lanes;
        for (n, places) in columns.iter().enumerate() {
            for half in 0..HALVES {
                let own = &scores[4 * n + 2 * half..][..2];
                let mut pair = Vec::new();
                for (part, (column, inside)) in places.iter().enumerate() {
                    let point = self.scores.result(&self.places[half].0, column);
                    let score = match lanes {
                        2 => joined(b, own),
                        _ => own[part],
                    };
                    let shifts = state.shifts[half].iter().map(|s| b.broadcast(*s, lanes));
                    let reduced: Vec<Parts<Value>> =
                        std::iter::once(score).chain(shifts).map(Parts::from).collect();
                    let site = &mut self.scores.out;
                    let values = site.compute(b, &point, &needed, Some(&reduced))?;
                    let inside = inside.map(|it| b.broadcast(it, lanes));
                    for (f, fold) in chain.folds.iter().enumerate().filter(|(_, f)| of(f)) {
                        let a = &mut Emitter { builder: b, lanes };
                        let nothing = identity(a, fold.combiner, fold.element);
                        let value = site.widen(b, values[&fold.value]).re;
                        let value = match inside.zip(nothing) {
                            Some((inside, nothing)) => b.select(inside, value, nothing.re),
                            None => value,
                        };
                        for one in each_lane(b, value) {
                            let old = state.folds[half][f];
                            state.folds[half][f] = combined(b, fold, old, one)?;
                        }
                    }
                    if terms.is_some() {
                        let value = site.widen(b, values[&chain.terms]).re;
                        let value = match inside {
                            Some(inside) => {
                                let zero = b.bits(b.type_of(value), 0);
                                b.select(inside, value, zero)
                            }
                            None => value,
                        };
                        pair.extend(each_lane(b, value));
                    }
                }
                if let (Some(terms), [x, y]) = (&mut terms, &pair[..]) {
                    terms.push([*x, *y]);
                }
            }
        }
        Ok(())
    }

    /// Makes the results.
    fn finish(&mut self, b: &mut Builder, mut state: State) -> Result<(), Unsupported> {
        for half in 0..HALVES {
            for (n, fold) in self.chain.folds.iter().enumerate() {
                if fold.combiner == ScalarOp::Add {
                    state.folds[half][n] = together(b, fold, state.folds[half][n])?;
                }
            }
            let nodes: Vec<NodeId> = self.chain.shifts.iter().map(|s| s.last).collect();
            let (folds, shifts) = (state.folds[half].clone(), state.shifts[half].clone());
            let last = self.of_row(b, half, (&folds, &shifts), &nodes)?;
            self.scale(b, half, &mut state, &last);
            let nodes: Vec<NodeId> = self.chain.scaled.iter().map(|s| s.0).collect();
            let (folds, shifts) = (state.folds[half].clone(), state.shifts[half].clone());
            let by = self.of_row(b, half, (&folds, &shifts), &nodes)?;
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
        let first = self.scores.factors[0].at.clone();
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
    fold: &ChainFold,
    x: Value,
    y: Value,
) -> Result<Value, Unsupported> {
    let a = &mut Emitter { builder: b, lanes: 1 };
    let operands = [(fold.element, Parts::from(x)), (fold.element, Parts::from(y))];
    Ok(apply(a, fold.combiner, &operands, fold.element)?.re)
}

/// What the four threads that have a row come to together.
fn together(b: &mut Builder, fold: &ChainFold, own: Value) -> Result<Value, Unsupported> {
    let mut all = own;
    for by in [1, 2] {
        let other = b.inst(Inst::Exchange(all, by));
        all = combined(b, fold, all, other)?;
    }
    Ok(all)
}
