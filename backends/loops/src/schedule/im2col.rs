//! im2col: a convolution as an implicit gemm with TMA loads ([`super::gemm_wgmma`]).
//!
//! A convolution is the product of its im2col matrix, with a row for each output pixel and a column
//! for each filter tap and channel, and the matrix of its weights. The im2col matrix is never
//! materialized: a tile of it, N output pixels by one filter tap by some channels, is loaded by the
//! *im2col* mode of TMA ([`Im2col`]), if channels are innermost:
//!
//! ```text
//! coordinate of a side = lower + step · pixel + dilation · tap (+ a batch offset)
//!                        └─ of the tile's first pixel ─┘   └── the offset ──┘
//! ```
//!
//! The sum iterates over filter taps, and for each over its channels, 128 bytes at a time: a step
//! consists of channels of one tap. If the number of channels is not a multiple of that, the
//! remaining ones are zero-filled in both operands: the weights have a channel dimension of their
//! own, so that loads beyond its end do not reach the next tap. The padding thus adds zero times
//! zero, for all weights. If the channels are a part of a larger dimension (a slice or a group),
//! their number must be a multiple. Zeros around an image are different: they are padding and are
//! multiplied by the weights like any pixel, as specified, and give NaN for an infinity or NaN of
//! the weights. Pixels after the last image and features after the last one give rows and columns
//! whose results are not stored.

use super::gemm_dims::{GemmDims, digits, extent};
use super::tensor_map::{Axis, OperandLayout, in_a_row, operand_layout};
use crate::index::{Atom, Index, Ranges, Var};
use crate::nest::{Condition, Nest, Node, NodeId, linear, strides};
use crate::program::{Im2col, ROW_BYTES, SpatialDim, TensorMap, TensorMapDim};
use hloom_ir::Element;

/// An operand that TMA loads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TmaOperand {
    /// A matrix in memory.
    Plain(OperandLayout),
    /// The im2col matrix of images.
    Pixels(Pixels),
    /// The weights.
    Weights(Weights),
}

/// The iteration order of a convolution's sum: the channels of a filter tap, then the next tap.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Sum {
    /// The channel dimension of the nest.
    channel: usize,
    channels: u64,
    /// The window dimensions, the fastest last.
    window: Vec<usize>,
    /// Number of channels per step.
    depth: u64,
}

/// A dimension of the nest and its stride.
type Term = (usize, i64);

/// The im2col matrix of images with innermost channels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pixels {
    input: u32,
    sum: Sum,
    /// The number of channels of the tensor, and the start of those in the sum.
    channels: (u64, Vec<Term>),
    /// The spatial dimensions, innermost first.
    sides: Vec<ImageDim>,
    batch: ImageDim,
    /// The dimensions of the nest that number pixels, the fastest last.
    own: Vec<usize>,
}

/// A dimension of the images.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ImageDim {
    extent: u64,
    stride: u64,
    /// The dimension of the nest for its pixels, with their number and stride.
    own: Option<(usize, u64, u64)>,
    first: i64,
    /// Dimensions of the sum, and batch dimensions.
    offsets: Vec<Term>,
}

/// The weights of a convolution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Weights {
    input: u32,
    start: u64,
    sum: Sum,
    /// The number of features, and their stride in units.
    side: (u64, u64),
    channels: u64,
    /// The taps of the window: in one row, or with a row per window dimension; reversed if the flag
    /// is true.
    window: Vec<(u64, u64, bool)>,
    batch: Vec<(usize, u64, u64)>,
    transposed: bool,
}

/// The position of a TMA load.
pub(super) struct At<'a> {
    pub(super) nest: &'a Nest,
    /// The first row or column.
    pub(super) own: Index,
    pub(super) step: Index,
    /// Number of steps of the sum per load.
    pub(super) depth: u64,
    pub(super) batch: &'a dyn Fn(usize) -> Index,
    pub(super) ranges: &'a dyn Ranges,
}

/// The TMA operands of a gemm, and the number of loads; `depth` elements are 128 bytes.
pub(super) fn sources(
    nest: &Nest,
    nodes: [NodeId; 2],
    sides: &GemmDims,
    depth: u64,
) -> Option<([TmaOperand; 2], u64)> {
    let own = [&sides.m[..], &sides.n[..]];
    if let (Some(left), Some(right)) = (
        operand_layout(nest, nodes[0], own[0], sides),
        operand_layout(nest, nodes[1], own[1], sides),
    ) {
        let steps = extent(nest, &sides.k).div_ceil(depth);
        return Some(([TmaOperand::Plain(left), TmaOperand::Plain(right)], steps));
    }
    // Weights may match the pattern of pixels, but pixels never match that of weights.
    (0..2).find_map(|image| {
        let other = 1 - image;
        let pixels = Pixels::of(nest, nodes[image], own[image], sides, depth)?;
        let weights = Weights::of(nest, nodes[other], own[other], sides, &pixels.sum)?;
        let steps = pixels.sum.steps(nest);
        let (pixels, weights) = (TmaOperand::Pixels(pixels), TmaOperand::Weights(weights));
        Some((if image == 0 { [pixels, weights] } else { [weights, pixels] }, steps))
    })
}

/// The same nest with a dimension split that the nest traverses contiguously but an operand does
/// not, such as taps and channels of a window without padding.
pub(super) fn apart(nest: &Nest, nodes: [NodeId; 2]) -> Option<Nest> {
    let (dim, by, inner) = apart_at(nest, nodes)?;
    Some(nest.clone().split(dim, by, &inner))
}

/// Returns that dimension, the extent of its inner part, and the name of that.
pub(super) fn apart_at(nest: &Nest, nodes: [NodeId; 2]) -> Option<(usize, u64, String)> {
    let index = nodes.into_iter().find_map(|node| {
        let Node::Load { coords, guard, .. } = nest.body.node(node) else { return None };
        let all = coords.iter().chain(guard.iter().map(|c| &c.index));
        all.flat_map(Index::terms).find_map(|(atom, _)| match atom {
            Atom::FloorDiv(e, by) | Atom::Mod(e, by) => Some((e.as_var()?.0 as usize, *by as u64)),
            _ => None,
        })
    });
    let (dim, by) = index?;
    let whole = nest.dims.get(dim)?.extent;
    (whole.is_multiple_of(by) && whole > by).then(|| (dim, by, format!("{}i", nest.dims[dim].name)))
}

impl Sum {
    /// Number of steps.
    fn steps(&self, nest: &Nest) -> u64 {
        extent(nest, &self.window) * self.channels.div_ceil(self.depth)
    }

    /// The first channel of a step, and the number of its filter tap.
    fn at(&self, step: &Index, ranges: &dyn Ranges) -> (Index, Index) {
        let iterations = self.channels.div_ceil(self.depth) as i64;
        let channel = step.clone().modulo(iterations, ranges) * self.depth as i64;
        (channel, step.clone().floor_div(iterations, ranges))
    }
}

impl TmaOperand {
    /// The nest's input.
    pub(super) fn input(&self) -> u32 {
        match self {
            TmaOperand::Plain(it) => it.input,
            TmaOperand::Pixels(it) => it.input,
            TmaOperand::Weights(it) => it.input,
        }
    }

    /// Whether rows or columns are contiguous, instead of steps.
    pub(super) fn transposed(&self) -> bool {
        match self {
            TmaOperand::Plain(it) => it.transposed,
            TmaOperand::Pixels(_) => false,
            TmaOperand::Weights(it) => it.transposed,
        }
    }

    /// The tensor map for loads of `points` rows or columns each.
    pub(super) fn tensor_map(&self, points: u64, bytes: u64, rounded: bool) -> TensorMap {
        match self {
            TmaOperand::Plain(it) => it.tensor_map(points, bytes, rounded),
            TmaOperand::Pixels(it) => it.tensor_map(points, rounded),
            TmaOperand::Weights(it) => it.tensor_map(points, bytes, rounded),
        }
    }

    /// The coordinates of a TMA load.
    pub(super) fn coords(&self, at: &At<'_>) -> Vec<Index> {
        match self {
            TmaOperand::Plain(it) => {
                let sum = at.step.clone() * at.depth as i64;
                let place = it.axes().into_iter().map(|(axis, ..)| match axis {
                    Axis::Side => at.own.clone(),
                    Axis::Steps => sum.clone(),
                    Axis::Batch(dim) => (at.batch)(dim),
                });
                place.collect()
            }
            TmaOperand::Pixels(it) => it.coords(at),
            TmaOperand::Weights(it) => it.coords(at),
        }
    }
}

/// The input that an operand loads directly: its number, the coordinates, and the guard.
fn loaded(nest: &Nest, node: NodeId) -> Option<(u32, &[Index], &[Condition])> {
    let Node::Load { input, coords, guard } = nest.body.node(node) else { return None };
    let tensor = &nest.inputs[*input as usize];
    let plain = tensor.element == nest.body.element(node) && tensor.element != Element::I1;
    (plain && !tensor.shape.contains(&0)).then_some((*input, &coords[..], &guard[..]))
}

/// An expression as a sum of multiples of the nest's dimensions, without those of extent 1.
fn terms(nest: &Nest, index: &Index) -> Option<Vec<Term>> {
    let mut all = Vec::new();
    for (atom, factor) in index.terms() {
        let Atom::Var(Var(dim)) = atom else { return None };
        let dim = *dim as usize;
        if nest.dims.get(dim)?.extent > 1 {
            all.push((dim, *factor));
        }
    }
    Some(all)
}

impl Pixels {
    fn of(
        nest: &Nest,
        node: NodeId,
        own: &[usize],
        sides: &GemmDims,
        depth: u64,
    ) -> Option<Pixels> {
        let (input, coords, guard) = loaded(nest, node)?;
        let tensor = &nest.inputs[input as usize];
        let bytes = tensor.element.byte_width() as u64;
        // Elements within the tensor must be loaded; elements outside of it, where the guard is
        // false, are zero-filled.
        let spare = |condition: &Condition| {
            coords.iter().zip(&tensor.shape).any(|(coord, extent)| {
                let away = (condition.index.clone() - coord.clone()).as_constant();
                away.is_some_and(|away| {
                    condition.low <= away && away + (*extent as i64) <= condition.high
                })
            })
        };
        if !guard.iter().all(spare) {
            return None;
        }
        let many = |dim: &usize| nest.dims[*dim].extent > 1;
        let own: Vec<usize> = own.iter().copied().filter(many).collect();
        let (inner, outer) = coords.split_last()?;
        let all = *tensor.shape.last()?;
        let (sums, bases): (Vec<Term>, Vec<Term>) =
            terms(nest, inner)?.into_iter().partition(|(dim, _)| sides.k.contains(dim));
        let &[(channel, 1)] = &sums[..] else { return None };
        let among = bases.iter().all(|(dim, by)| sides.batch.contains(dim) && *by > 0);
        let channels = nest.dims[channel].extent;
        // Elements after the last channel are zero, or are not loaded at all.
        let ends = bases.is_empty() && channels == all || channels.is_multiple_of(depth);
        if !among || !ends || inner.offset() != 0 {
            return None;
        }
        let window = sides.k.iter().copied().filter(|d| many(d) && *d != channel).collect();
        let sum = Sum { channel, channels, window, depth };

        let along = |(coord, (extent, stride)): (&Index, (&u64, i64))| {
            let (own, offsets): (Vec<Term>, Vec<Term>) =
                terms(nest, coord)?.into_iter().partition(|(dim, _)| own.contains(dim));
            let own = match own[..] {
                [] => None,
                [(dim, by)] => Some((dim, nest.dims[dim].extent, u64::try_from(by).ok()?)),
                _ => return None,
            };
            let (extent, stride) = (*extent, u64::try_from(stride).ok()?);
            let known = |dim: &usize| sum.window.contains(dim) || sides.batch.contains(dim);
            let fine = offsets.iter().all(|(dim, by)| *by > 0 && known(dim));
            fine.then_some(ImageDim { extent, stride, own, first: coord.offset(), offsets })
        };
        let steps = strides(&tensor.shape);
        let each = outer.iter().zip(tensor.shape.iter().zip(steps)).rev();
        let mut axes = each.map(along).collect::<Option<Vec<ImageDim>>>()?;
        let still = |it: &ImageDim| {
            it.extent == 1 && it.first == 0 && it.own.is_none() && it.offsets.is_empty()
        };
        axes.retain(|it| !still(it));
        let is_batch = |it: &ImageDim| {
            let batch = it.offsets.iter().all(|(dim, _)| sides.batch.contains(dim));
            it.first == 0
                && batch
                && it.own.is_none_or(|(.., step)| step == 1)
                && it.is_inside(nest)
        };
        let batch = match axes.len() {
            0 => return None,
            1 => None,
            _ => axes.pop_if(|it| is_batch(it)),
        };
        let end = axes.last().map(|it| it.stride * it.extent)?;
        let batch = batch.unwrap_or_else(|| ImageDim {
            extent: 1,
            stride: end,
            own: None,
            first: 0,
            offsets: Vec::new(),
        });
        let numbered = [&batch].into_iter().chain(axes.iter().rev()).filter_map(|it| it.own);
        if !numbered.map(|(dim, ..)| dim).eq(own.iter().copied()) {
            return None;
        }
        let furthest = Im2col::max_offset(axes.len());
        let near = axes.iter().all(|it| it.reach(nest) <= furthest && it.side().is_some());
        let pixels = Pixels { input, sum, channels: (all, bases), sides: axes, batch, own };
        let units = tensor.shape.iter().product();
        let legal = || pixels.tensor_map(1, false).check(units, bytes).is_ok();
        (near && depth * bytes == ROW_BYTES && legal()).then_some(pixels)
    }

    fn tensor_map(&self, points: u64, rounded: bool) -> TensorMap {
        let one = |it: &ImageDim| TensorMapDim { extent: it.extent, stride: it.stride, tile: 1 };
        let channels =
            TensorMapDim { extent: self.channels.0, stride: 1, tile: self.sum.depth as u32 };
        let others = self.sides.iter().chain([&self.batch]).map(one);
        let spatial = self.sides.iter().filter_map(ImageDim::side).collect();
        TensorMap {
            start: 0,
            dims: [channels].into_iter().chain(others).collect(),
            im2col: Some(Im2col { pixels: points as u32, spatial }),
            rounded,
        }
    }

    fn coords(&self, at: &At<'_>) -> Vec<Index> {
        let (channel, element) = self.sum.at(&at.step, at.ranges);
        let mut known = digits(at.nest, &self.sum.window, element, at.ranges);
        known.extend(digits(at.nest, &self.own, at.own.clone(), at.ranges));
        let index = |dim: usize| {
            let found = known.iter().find(|(of, _)| *of == dim);
            found.map_or_else(|| (at.batch)(dim), |(_, index)| index.clone())
        };
        let sum = |of: &[Term]| {
            of.iter().fold(Index::constant(0), |sum, (dim, by)| sum + index(*dim) * *by)
        };
        let first = |it: &ImageDim| {
            let own = it.own.map(|(dim, _, step)| index(dim) * step as i64);
            own.unwrap_or_else(|| Index::constant(0)) + it.first
        };
        let mut place = vec![channel + sum(&self.channels.1)];
        place.extend(self.sides.iter().map(first));
        // Offsets do not cross images.
        place.push(first(&self.batch) + sum(&self.batch.offsets));
        place.extend(self.sides.iter().map(|it| sum(&it.offsets)));
        place
    }
}

impl ImageDim {
    /// The maximum offset.
    fn reach(&self, nest: &Nest) -> u64 {
        let far = |(dim, by): &Term| {
            u64::try_from(*by).unwrap_or(u64::MAX).saturating_mul(nest.dims[*dim].extent - 1)
        };
        self.offsets.iter().map(far).fold(0, u64::saturating_add)
    }

    /// Whether all accesses are within the tensor.
    fn is_inside(&self, nest: &Nest) -> bool {
        let own = self.own.map_or(0, |(_, points, step)| (points - 1).saturating_mul(step));
        self.first >= 0
            && own.saturating_add(self.reach(nest)).saturating_add(self.first as u64) < self.extent
    }

    /// The number of pixels along it: at most the number of results.
    fn side(&self) -> Option<SpatialDim> {
        let (points, step) = self.own.map_or((1, 1), |(_, points, step)| (points, step));
        let last = i64::try_from((points - 1).checked_mul(step)?).ok()?.checked_add(self.first)?;
        let upper = last.checked_sub(i64::try_from(self.extent).ok()? - 1)?;
        Some(SpatialDim {
            lower: i32::try_from(self.first).ok()?,
            upper: i32::try_from(upper).ok()?,
            stride: u32::try_from(step).ok()?,
        })
    }
}

impl Weights {
    fn of(
        nest: &Nest,
        node: NodeId,
        own: &[usize],
        sides: &GemmDims,
        sum: &Sum,
    ) -> Option<Weights> {
        let (input, coords, guard) = loaded(nest, node)?;
        let tensor = &nest.inputs[input as usize];
        let bytes = tensor.element.byte_width() as u64;
        let place = linear(coords, &tensor.shape);
        let mut start = place.offset();
        let found = terms(nest, &place)?;
        let known = |dim: &usize| {
            let few = [&sum.window[..], own, &sides.batch].iter().any(|dims| dims.contains(dim));
            few || *dim == sum.channel
        };
        if !guard.is_empty() || !found.iter().all(|(dim, _)| known(dim)) {
            return None;
        }
        let by = |dim: usize| found.iter().find(|(of, _)| *of == dim).map_or(0, |(_, by)| *by);
        let stride = |dim: usize| u64::try_from(by(dim)).ok();
        let side = in_a_row(nest, own, &stride)?;
        let channels = stride(sum.channel)?;
        let transposed = match (side.1, channels) {
            (_, 1) => false,
            (1, _) if bytes == 2 => true,
            _ => return None,
        };
        // The taps of a reversed window are numbered from the last one.
        let mut window = Vec::new();
        for &dim in &sum.window {
            let (extent, by) = (nest.dims[dim].extent, by(dim));
            if by < 0 {
                start += by * (extent as i64 - 1);
            }
            window.push((extent, by.unsigned_abs(), by < 0));
        }
        let way = window.first().is_some_and(|first| first.2);
        let apart = |dim: usize| {
            let at = sum.window.iter().position(|of| *of == dim)?;
            (window[at].2 == way).then_some(window[at].1)
        };
        if let Some((points, stride)) = in_a_row(nest, &sum.window, &apart) {
            window = vec![(points, stride, way)];
        }
        let mut batch = Vec::new();
        for &dim in sides.batch.iter().filter(|d| nest.dims[**d].extent > 1) {
            batch.push((dim, nest.dims[dim].extent, stride(dim)?));
        }
        let start = u64::try_from(start).ok()?;
        let sum = sum.clone();
        let weights = Weights { input, start, sum, side, channels, window, batch, transposed };
        let units = tensor.shape.iter().product();
        let apart = weights.axes().iter().skip(1).all(|(_, _, stride)| *stride > 0);
        let legal = || weights.tensor_map(1, bytes, false).check(units, bytes).is_ok();
        (apart && weights.axes().len() <= TensorMap::MAX_DIMS && legal()).then_some(weights)
    }

    /// Its dimensions with extents and strides in units, in the form of [`OperandLayout::axes`].
    fn axes(&self) -> Vec<(Part, u64, u64)> {
        let side = (Part::Side, self.side.0, self.side.1);
        let channels = (Part::Channels, self.sum.channels, self.channels);
        let (inner, outer) = if self.transposed { (side, channels) } else { (channels, side) };
        let window = self.window.iter().enumerate();
        let window = window.map(|(n, &(points, stride, _))| (Part::Window(n), points, stride));
        let batch = self.batch.iter().map(|&(dim, points, by)| (Part::Batch(dim), points, by));
        let mut axes: Vec<_> = window.chain(batch).chain([outer]).collect();
        axes.sort_by_key(|(.., stride)| *stride);
        axes.insert(0, inner);
        axes
    }

    fn tensor_map(&self, points: u64, bytes: u64, rounded: bool) -> TensorMap {
        let inner = ROW_BYTES / bytes;
        let dims = self.axes().into_iter().map(|(part, extent, stride)| {
            let tile = match part {
                Part::Channels => inner,
                Part::Side if self.transposed => inner,
                Part::Side => points,
                Part::Window(_) | Part::Batch(_) => 1,
            };
            TensorMapDim { extent, stride, tile: tile as u32 }
        });
        TensorMap { start: self.start, dims: dims.collect(), im2col: None, rounded }
    }

    fn coords(&self, at: &At<'_>) -> Vec<Index> {
        let (channel, element) = self.sum.at(&at.step, at.ranges);
        let elements = match self.window.len() {
            1 => vec![element],
            _ => {
                let all = digits(at.nest, &self.sum.window, element, at.ranges);
                let one = |dim: &usize| {
                    let found = all.iter().find(|(of, _)| of == dim);
                    found.map_or(Index::constant(0), |(_, index)| index.clone())
                };
                self.sum.window.iter().map(one).collect()
            }
        };
        let place = self.axes().into_iter().map(|(part, points, _)| match part {
            Part::Side => at.own.clone(),
            Part::Channels => channel.clone(),
            Part::Window(n) if self.window[n].2 => -elements[n].clone() + (points as i64 - 1),
            Part::Window(n) => elements[n].clone(),
            Part::Batch(dim) => (at.batch)(dim),
        });
        place.collect()
    }
}

/// The meaning of a dimension of the weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// Features.
    Side,
    Channels,
    /// A row of window taps.
    Window(usize),
    /// A batch dimension of the nest.
    Batch(usize),
}
