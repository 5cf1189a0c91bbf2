//! Plans of loops: applies the directives of a schedule to a nest's loops, and checks that they
//! are legal.

use super::access_pattern::{mentions, regroups};
use super::dots::{self, DotTile};
use super::gemm_plan::GemmPlan;
use super::loops::{Loop, LoopBinding, Pack};
use super::matrix::{self, MatrixTile};
use super::{Directive, Operand, Packing, Schedule, ScheduleError};
use crate::nest::Nest;

/// The refusal of a prefetch for an input that has no next tile.
pub(super) const NO_TILES: &str = "no loop over tiles of rows is around the nest";

/// The most points that are computed side by side.
const MOST_POINTS: u64 = 128;

/// The loops of a nest from the outside in, parallel dimensions before reducing
/// ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LoopPlan {
    pub(super) loops: Vec<Loop>,
    /// The number of them over parallel dimensions.
    pub(super) outer: usize,
    /// The dimension that is reduced in chunks, and their size.
    pub(super) rfactor: Option<(usize, u64)>,
    /// Copies of operands, at most one of each.
    pub(super) packs: Vec<Pack>,
    /// The register tile of the matrix unit, if that computes it.
    pub(super) matrix: Option<MatrixTile>,
    /// The tile of vectors that sum groups at once, if they do.
    pub(super) dot: Option<DotTile>,
    /// The plan of a gemm on a GPU, if it is one.
    pub(super) gemm: Option<GemmPlan>,
    /// Whether each block of a grid transposes a square.
    pub(super) transpose: bool,
    /// Whether results are written past the caches.
    pub(super) nontemporal: bool,
    /// Whether inputs are fetched a page ahead.
    pub(super) prefetch: bool,
    /// The dimension along which inputs are fetched ahead, and by how many points.
    pub(super) prefetch_ahead: Option<(usize, u64)>,
    /// Inputs that are prefetched for a later tile of the loop around the nest: their numbers, and
    /// by how many tiles.
    pub(super) prefetch_inputs: Vec<(u32, u64)>,
}

/// Applies directives to the loops of a nest.
pub(super) fn plan(nest: &Nest, schedule: &Schedule) -> Result<LoopPlan, ScheduleError> {
    let mut order = nest.dims_that_reduce(false);
    order.extend(nest.dims_that_reduce(true));
    let mut loops: Vec<Loop> = order
        .into_iter()
        .map(|dim| Loop {
            name: nest.dims[dim].name.clone(),
            dim,
            step: 1,
            lanes: 1,
            unroll: 1,
            parallel: false,
            binding: None,
            split: false,
            dot_group: false,
            reduces: nest.dims[dim].reducing,
        })
        .collect();
    let mut rfactor = None;
    let illegal =
        |directive: &Directive, reason: String| ScheduleError::illegal(directive, nest, reason);
    let gemm = GemmPlan::of(schedule).and_then(|found| {
        found.as_ref().map_or(Ok(()), |plan| plan.check(nest))?;
        Ok(found)
    });
    let gemm = gemm.map_err(|(directive, why)| illegal(&directive, why))?;
    for directive in schedule.directives.iter().filter(|_| gemm.is_none()) {
        apply(nest, &mut loops, &mut rfactor, directive).map_err(|e| illegal(directive, e))?;
    }
    // A chunk's partial result is one number, not a vector of lanes past the only point.
    for directive in &schedule.directives {
        let Directive::Rfactor(..) = directive else { continue };
        let alone = loops.iter().all(|l| nest.dims[l.dim].reducing || l.split || l.step == 1);
        require(alone, "a loop that does not reduce is vectorized or unrolled")
            .map_err(|e| illegal(directive, e))?;
        // Chunks are parallel loops of their own; nothing says which thread has which.
        require(loops.iter().all(|l| l.binding.is_none()), "a loop is bound to threads or blocks")
            .map_err(|e| illegal(directive, e))?;
    }
    // Copies are of what the loops have become.
    let mut packs: Vec<Pack> = Vec::new();
    for directive in &schedule.directives {
        let Directive::Pack(packing) = directive else { continue };
        let pack = pack(nest, &loops, packing).and_then(|pack| {
            require(rfactor.is_none(), "chunks of a reduction are not packed")?;
            let first = packs.iter().all(|p| p.operand != pack.operand);
            require(first, "the operand is packed already")?;
            Ok(pack)
        });
        packs.push(pack.map_err(|e| illegal(directive, e))?);
    }
    let (mut tile, mut dot) = (None, None);
    for directive in &schedule.directives {
        let (Directive::Matrix(name, _) | Directive::Dot(name, ..)) = directive else { continue };
        let found = find(&loops, name).and_then(|at| match directive {
            Directive::Dot(_, _, offset) => {
                dots::tile(nest, &loops, at, &packs, *offset).map(|found| dot = Some(found))
            }
            _ => matrix::tile(nest, &loops, at, &packs).map(|found| tile = Some(found)),
        });
        found.map_err(|e| illegal(directive, e))?;
    }
    number_bindings(nest, &mut loops);
    let outer = loops.iter().filter(|l| !nest.dims[l.dim].reducing).count();
    let transpose = schedule.directives.contains(&Directive::Transpose);
    if transpose {
        let alone = require(schedule.directives.len() == 1, "it stands alone");
        let across = || match super::transposed_dims::transposed(nest) {
            Some(_) => Ok(()),
            None => Err("nothing is read along one dimension and written along another".to_owned()),
        };
        alone.and_then(|()| across()).map_err(|e| illegal(&Directive::Transpose, e))?;
    }
    let nontemporal = schedule.directives.contains(&Directive::Nontemporal);
    let prefetch = schedule.directives.contains(&Directive::Prefetch);
    let mut prefetch_ahead = None;
    for directive in &schedule.directives {
        let Directive::PrefetchAhead(name, by) = directive else { continue };
        let found = find(&loops, name).and_then(|at| {
            require(prefetch_ahead.is_none(), "another dimension is prefetched already")?;
            require(i64::try_from(*by).is_ok(), "it is too many points")?;
            Ok((loops[at].dim, *by))
        });
        prefetch_ahead = Some(found.map_err(|e| illegal(directive, e))?);
    }
    let prefetch_inputs = prefetched_inputs(nest, schedule)?;
    Ok(LoopPlan {
        loops,
        outer,
        rfactor,
        packs,
        matrix: tile,
        dot,
        gemm,
        transpose,
        nontemporal,
        prefetch,
        prefetch_ahead,
        prefetch_inputs,
    })
}

/// The inputs that are prefetched for a later tile, and by how many tiles.
fn prefetched_inputs(nest: &Nest, schedule: &Schedule) -> Result<Vec<(u32, u64)>, ScheduleError> {
    let mut all: Vec<(u32, u64)> = Vec::new();
    let names = nest.input_names();
    for directive in &schedule.directives {
        let Directive::PrefetchInput(name, by) = directive else { continue };
        let found = (0..).zip(&names).find(|(_, input)| *input == name);
        let found = found.map(|(input, _)| input).ok_or_else(|| match &names[..] {
            [] => "the nest has no inputs".to_owned(),
            names => format!("there is no input {name}, only {}", names.join(", ")),
        });
        let found = found.and_then(|input| {
            require(all.iter().all(|(other, _)| *other != input), "it is prefetched already")?;
            require(i64::try_from(*by).is_ok(), "it is too many tiles")?;
            Ok((input, *by))
        });
        all.push(found.map_err(|reason| ScheduleError::illegal(directive, nest, reason))?);
    }
    Ok(all)
}

/// The copy that a directive asks for.
fn pack(nest: &Nest, loops: &[Loop], packing: &Packing) -> Result<Pack, String> {
    let (left, right) = nest
        .contraction()
        .ok_or_else(|| "only the operands of a product that is summed are packed".to_owned())?;
    let factor = match packing.operand {
        Operand::Lhs => left,
        Operand::Rhs => right,
    };
    // Dot groups take operands before their conversion.
    let units = loops.iter().any(|l| l.dot_group);
    let factor = if units { nest.unconverted(factor) } else { factor };
    let at = match &packing.inside {
        None => 0,
        Some(name) => find(loops, name)? + 1,
    };
    let outside = &loops[..at];
    let parallel = outside.iter().all(|l| !nest.dims[l.dim].reducing);
    require(parallel, "copies are made outside of reducing loops")?;
    require(!packing.over.is_empty(), "there is nothing to copy over")?;
    let mut over = Vec::new();
    for (name, panel) in &packing.over {
        let place = find(loops, name)?;
        let dim = loops[place].dim;
        let first = place >= at && loops[at..place].iter().all(|l| l.dim != dim);
        require(first, &format!("{name} is not the outermost loop of its kind in there"))?;
        require(panel.is_none_or(|by| by > 1), "panels have at least 2 points")?;
        // A vector's lanes lie side by side in one panel, those past the end too.
        let lanes = loops.iter().filter(|l| l.dim == dim).map(|l| u64::from(l.lanes)).max();
        let lanes = lanes.unwrap_or(1);
        let whole = lanes == 1 || panel.is_some_and(|by| by.is_multiple_of(lanes));
        require(whole, &format!("panels of {name} do not hold whole vectors"))?;
        over.push((dim, *panel));
    }
    let needed = mentions(nest, factor);
    // Points computed side by side around the copy would need one copy each.
    let apart = outside.iter().all(|l| l.split || l.step == 1 || !needed[l.dim]);
    require(apart, "a loop around it computes several points, and each needs a copy of its own")?;
    for (dim, needed) in needed.iter().enumerate() {
        let inside = loops[at..].iter().any(|l| l.dim == dim);
        let times = over.iter().filter(|(d, _)| *d == dim).count();
        let name = &nest.dims[dim].name;
        if *needed && inside && nest.dims[dim].extent == 1 {
            require(times <= 1, &format!("the copy has to be over {name} once"))?;
        } else if *needed && inside {
            require(times == 1, &format!("the copy has to be over {name} once"))?;
        } else {
            require(times == 0, &format!("the operand does not depend on {name} in there"))?;
        }
    }
    Ok(Pack { operand: packing.operand, node: factor, over, at })
}

fn find(loops: &[Loop], name: &str) -> Result<usize, String> {
    loops.iter().position(|l| l.name == name).ok_or_else(|| {
        let names: Vec<&str> = loops.iter().map(|l| l.name.as_str()).collect();
        format!("there is no loop {name}, only {}", names.join(", "))
    })
}

fn require(holds: bool, reason: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(reason.to_owned()) }
}

fn apply(
    nest: &Nest,
    loops: &mut Vec<Loop>,
    rfactor: &mut Option<(usize, u64)>,
    directive: &Directive,
) -> Result<(), String> {
    let reducing = |l: &Loop| nest.dims[l.dim].reducing;
    match directive {
        Directive::Tile(tiles) => {
            let mut last = 0;
            let mut inner = Vec::new();
            for (name, by) in tiles {
                let at = find(loops, name)?;
                let outer = &mut loops[at];
                require(!outer.split, "it is split already; split its inner half")?;
                require(outer.step == 1, "it is vectorized or unrolled already")?;
                require(*by > 1 && i64::try_from(*by).is_ok(), "tiles have at least 2 points")?;
                let name = format!("{}'", outer.name);
                inner.push(Loop { name, parallel: false, binding: None, ..outer.clone() });
                outer.step = *by;
                outer.split = true;
                last = last.max(at);
            }
            let mixed = inner.iter().any(|l| reducing(l) != reducing(&loops[last]));
            require(!mixed, "parallel and reducing loops are tiled by directives of their own")?;
            loops.splice(last + 1..last + 1, inner);
        }
        Directive::Interchange(order) => {
            let from: Vec<usize> =
                order.iter().map(|n| find(loops, n)).collect::<Result<_, _>>()?;
            let mut places = from.clone();
            places.sort_unstable();
            places.dedup();
            require(places.len() == from.len(), "a loop is named twice")?;
            let before = loops.clone();
            for (place, from) in places.iter().zip(&from) {
                loops[*place] = before[*from].clone();
            }
            let first_reducing = loops.iter().position(reducing).unwrap_or(loops.len());
            require(
                loops[first_reducing..].iter().all(reducing),
                "reducing loops have to stay inside parallel ones",
            )?;
            for (at, l) in loops.iter().enumerate() {
                let inside = loops[..at].iter().any(|o| o.dim == l.dim && !o.split);
                require(!inside, "the inner half of a split loop has to stay inside the outer")?;
                let splits = loops[..at].iter().filter(|o| o.dim == l.dim);
                let deeper = splits.map(|o| o.name.len()).all(|n| n < l.name.len());
                require(deeper, "the inner half of a split loop has to stay inside the outer")?;
            }
            require(
                parallel_outside(nest, loops),
                "parallel loops have to stay outside serial ones",
            )?;
        }
        Directive::Vectorize(name, lanes) => {
            let at = find(loops, name)?;
            let valid = lanes.is_power_of_two() && (2..=256).contains(lanes);
            require(valid, "vectors have a power of two of lanes, 2 to 256")?;
            require(loops.iter().all(|l| l.lanes == 1), "another loop is vectorized already")?;
            let l = &mut loops[at];
            require(!l.split, "it is split; vectorize its inner half")?;
            require(!l.parallel, "it is parallel; split it first")?;
            require(!reducing(l) || regroups(nest), "its combiner has to run in order")?;
            require(!l.dot_group, "it is summed in groups")?;
            l.lanes = *lanes;
            l.step *= u64::from(*lanes);
        }
        Directive::Unroll(name, by) => {
            let at = find(loops, name)?;
            let l = &loops[at];
            require(!l.split, "it is split; unroll its inner half")?;
            require(!l.parallel, "it is parallel; split it first")?;
            require(l.unroll == 1, "it is unrolled already")?;
            require(!l.dot_group, "it is summed in groups")?;
            // Points that are combined in order are those of one loop, the innermost.
            let last = loops.len() - 1 == at;
            require(!reducing(l) || regroups(nest) || last, "its combiner has to run in order")?;
            require(*by <= MOST_POINTS, "too many points at once")?;
            let l = &mut loops[at];
            l.unroll = *by;
            l.step *= by;
            let points: u64 = loops.iter().map(|l| l.unroll).product();
            require(points <= MOST_POINTS, "too many points at once")?;
        }
        Directive::Matrix(name, by) | Directive::Dot(name, by, _) => {
            let at = find(loops, name)?;
            require(rfactor.is_none(), "the reduction is in chunks")?;
            require(loops.iter().all(|l| !l.dot_group), "a loop is summed in groups already")?;
            let l = &mut loops[at];
            require(reducing(l), "it does not reduce")?;
            require(!l.split && l.step == 1, "it is split, vectorized or unrolled already")?;
            let factors = nest.contraction().map(|(x, _)| nest.body.element(nest.unconverted(x)));
            let bytes = factors.map_or(1, |element| element.byte_width() as u64);
            let row = crate::program::matrix::ROW_BYTES;
            let unit = matches!(directive, Directive::Matrix(..));
            let fits = !unit || *by * bytes == row;
            require(fits, &format!("rows of operands have {row} bytes"))?;
            l.dot_group = true;
            l.step = *by;
        }
        Directive::Rfactor(name, by) => {
            let l = &loops[find(loops, name)?];
            require(rfactor.is_none(), "a reduction is in chunks already")?;
            require(reducing(l), "it does not reduce")?;
            require(regroups(nest), "its combiner has to run in order")?;
            require(nest.parallel_points() == 1, "it reduces to more than one point")?;
            require(loops.iter().all(|l| !l.parallel), "another loop is parallel")?;
            require(l.name == nest.dims[l.dim].name, "chunks are of the whole loop")?;
            let fits = *by < nest.dims[l.dim].extent && i64::try_from(*by).is_ok();
            require(*by > 1 && fits, "chunks have at least 2 points, and fewer than all")?;
            *rfactor = Some((l.dim, *by));
        }
        Directive::Merge(..)
        | Directive::Split(..)
        | Directive::Relayout(_)
        | Directive::TwoPass(..) => {
            return Err("it rewrites the nest, and is applied before".to_owned());
        }
        // Its place among the directives does not matter.
        Directive::Pack(_)
        | Directive::Nontemporal
        | Directive::Prefetch
        | Directive::PrefetchAhead(..)
        | Directive::PrefetchInput(..)
        | Directive::BlockTile(..)
        | Directive::Raster(_)
        | Directive::Stage(..)
        | Directive::Pipeline(..)
        | Directive::Share(..)
        | Directive::Math(_)
        | Directive::SkipMasked
        | Directive::Transpose => {}
        Directive::Blocks(name) => {
            let at = find(loops, name)?;
            let first = loops[..at].iter().all(|l| l.dim != loops[at].dim);
            let l = &mut loops[at];
            require(!reducing(l), "it reduces; threads of a block can share that")?;
            require(first, "blocks take whole loops, or the outer halves")?;
            require(l.split || l.step == 1, "it is vectorized or unrolled; split it first")?;
            require(!l.parallel && l.binding.is_none(), "it is shared already")?;
            l.binding = Some(LoopBinding { threads: false, count: 0, stride: 1 });
        }
        Directive::Threads(name, by) => {
            let at = find(loops, name)?;
            let regrouping = regroups(nest);
            let vector = loops.iter().find(|l| l.lanes > 1).map(|l| nest.dims[l.dim].reducing);
            let l = &mut loops[at];
            require(!reducing(l) || regrouping, "its combiner has to run in order")?;
            require(!l.parallel && l.binding.is_none(), "it is shared already")?;
            require(by.is_power_of_two() && *by > 1, "threads are a power of two, 2 to 1024")?;
            let scalars = !nest.dims[l.dim].reducing || vector != Some(false);
            require(scalars, "what threads put together are numbers, not vectors")?;
            l.binding = Some(LoopBinding { threads: true, count: *by, stride: 1 });
            let threads = loops.iter().filter_map(|l| l.binding).filter(|t| t.threads);
            let all = threads.map(|t| t.count).try_fold(1u64, |all, n| all.checked_mul(n));
            require(all.is_some_and(|all| all <= 1024), "a block has at most 1024 threads")?;
            let of = |over_reduced: bool| -> u64 {
                let some = loops.iter().filter(|l| nest.dims[l.dim].reducing == over_reduced);
                some.filter_map(|l| l.binding).filter(|t| t.threads).map(|t| t.count).product()
            };
            let (rows, sums) = (of(false), of(true));
            // Warps put results together as a whole, and blocks do.
            let whole = sums == 1 || sums.is_multiple_of(32);
            require(whole, "threads that reduce are whole warps")?;
            require(sums <= 32 || rows == 1, "a block that reduces together does nothing else")?;
        }
        Directive::Parallel(name) => {
            require(rfactor.is_none(), "chunks of the reduction are parallel")?;
            let at = find(loops, name)?;
            let l = &mut loops[at];
            require(!reducing(l), "it reduces: split the reduction into partial results first")?;
            let leaf = !l.split && l.step > 1;
            require(!leaf, "it is vectorized or unrolled; split it first")?;
            l.parallel = true;
            require(
                parallel_outside(nest, loops),
                "parallel loops have to be outside serial ones",
            )?;
        }
    }
    Ok(())
}

/// The numbers of blocks or threads inside of each shared loop, and the number of
/// blocks it takes.
fn number_bindings(nest: &Nest, loops: &mut [Loop]) {
    let (mut blocks, mut threads) = (1, 1);
    for l in loops.iter_mut().rev() {
        let Some(bound) = &mut l.binding else { continue };
        if bound.threads {
            bound.stride = threads;
            threads *= bound.count;
        } else {
            bound.count = nest.dims[l.dim].extent.div_ceil(l.step).max(1);
            bound.stride = blocks;
            blocks *= bound.count;
        }
    }
}

impl LoopPlan {
    /// The dimension of which groups are summed at once, and how many elements those have.
    pub(super) fn group(&self) -> Option<(usize, u64)> {
        let unit = self.matrix.map(|tile| (tile.sum, tile.group));
        unit.or_else(|| self.dot.map(|dot| (dot.sum, u64::from(dot.op.group()))))
    }

    /// The blocks of the grid and the threads of each, if it is one.
    pub(super) fn grid(&self) -> Option<(u64, u64)> {
        let bound: Vec<LoopBinding> = self.loops.iter().filter_map(|l| l.binding).collect();
        let of = |threads| bound.iter().filter(|t| t.threads == threads).map(|t| t.count).product();
        (!bound.is_empty()).then(|| (of(false), of(true)))
    }

    /// The number of threads of a block that have work of their own.
    pub(super) fn threads(&self) -> u64 {
        let bound = self.loops.iter().filter_map(|l| l.binding);
        bound.filter(|t| t.threads).map(|t| t.count).product()
    }

    /// The number of threads that reduce together.
    pub(super) fn reducers(&self) -> u64 {
        self.loops[self.outer..].iter().filter_map(|l| l.binding).map(|t| t.count).product()
    }
}

/// A dimension of one point becomes no loop, and so is in no loop's way.
fn parallel_outside(nest: &Nest, loops: &[Loop]) -> bool {
    let mut loops = loops.iter().filter(|l| nest.dims[l.dim].extent > 1);
    loops.by_ref().find(|l| !l.parallel);
    loops.all(|l| !l.parallel)
}

/// A stretch of a loop: so many steps of the same width.
pub(super) struct Segment {
    pub(super) start: u64,
    pub(super) count: u64,
    pub(super) step: u64,
}

impl LoopPlan {
    /// The segments of a loop over a span. If operands of a register tile are packed, the remainder
    /// after full steps is a smaller tile.
    pub(super) fn segments(&self, l: &Loop, span: u64) -> Vec<Segment> {
        if l.dot_group {
            return vec![Segment { start: 0, count: span.div_ceil(l.step), step: l.step }];
        }
        let tile = !self.packs.is_empty() && l.lanes == 1;
        segments(l, span, if l.split || tile { l.step } else { u64::from(l.lanes) })
    }
}

/// The segments that cover the span of a loop: full steps, then `single` ones, at last what is
/// left over. Of a loop whose points are unrolled, that is not unrolled once more:
/// it is single vectors or points, and at last part of a vector. Where threads share
/// a loop whose points are unrolled, a full step is one of each of them.
fn segments(l: &Loop, span: u64, single: u64) -> Vec<Segment> {
    let mut start = 0;
    let mut parts = Vec::new();
    for step in [l.step * l.apart(), single] {
        let count = (span - start) / step;
        if count > 0 {
            parts.push(Segment { start, count, step });
            start += count * step;
        }
    }
    if start < span {
        parts.push(Segment { start, count: 1, step: span - start });
    }
    parts
}
