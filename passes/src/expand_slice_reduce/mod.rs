//! `expand-slice-reduce`: turns reductions whose bodies combine slices into reductions by bodies on
//! scalars and loops, which are all that other passes and code generators know.
//!
//! - An elementwise body on slices does to each element what the same ops do to scalars. If the
//!   initial values are splats too, the reduction becomes one by that body on scalars.
//! - A body of sums, products, minima or the like whose initial values vary gets the initial values
//!   as a first row of its input, and starts from the element that changes nothing.
//! - Any other body runs in a loop over all slices, in the order of the interpreter.
//!
//! Results are the same, bit for bit. Reductions with unknown extents that need a loop or a first row,
//! of inputs with initial values of different shapes, of quantized inputs in a wider type, and those
//! of windows are left alone.

mod looped;
mod scalars;

use crate::context::{Context, PassError};
use hloom_analysis::monoid::Monoid;
use hloom_ir::field::{Dims, ResultType};
use hloom_ir::op::ConstraintError;
use hloom_ir::ops::{
    BroadcastInDim, Concatenate, Convert, Op, Reduce, Return, reduces_slices, slice_dimensions,
};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Block, Literal, Module, OpId, Region, Rewriter, Type, Value};
use rustc_hash::FxHashSet;

/// Runs the pass.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let mut left: FxHashSet<OpId> = FxHashSet::default();
    let mut expanded = 0;
    loop {
        let module = cx.module();
        let mut ops = module.walk(cx.scope());
        let Some(op) = ops.find(|&op| !left.contains(&op) && reduces_slices(module, op)) else {
            break;
        };
        drop(ops);
        match expand(&mut cx.rewriter(), op) {
            Ok(true) => expanded += 1,
            Ok(false) => drop(left.insert(op)),
            Err(broken) => return Err(PassError::at(op, broken.to_string())),
        }
    }
    cx.count("ops expanded", expanded);
    cx.count("ops left", left.len());
    Ok(())
}

/// Rewrites a reduction of slices; `false` if it is left.
fn expand(r: &mut Rewriter<'_>, op: OpId) -> Result<bool, ConstraintError> {
    let module = r.module();
    let Op::Reduce(it) = module.op(op) else { return Ok(false) };
    let dimensions = it.dimensions.clone();
    let operands = module.operands(op).to_vec();
    let Some(body) = module.entry(op, 0) else { return Ok(false) };
    let (inputs, inits) = operands.split_at(operands.len() / 2);
    // The shape of slices must be known to be one, or that the interpreter accepts it is not.
    let Some(shape) = Shape::of(module, inputs[0], inits, &dimensions) else { return Ok(false) };
    let types = module.result_types(op);
    r.set_before(op);
    let scalar = scalars::is_elementwise(r.module(), body);
    let splats: Option<Vec<Value>> = inits.iter().map(|&v| scalars::scalar(r, v)).collect();
    let results = match splats {
        Some(starts) if scalar => reduce(r, body, inputs, &starts, dimensions)?,
        _ => {
            let fixed = types.iter().all(|ty| ty.as_tensor().is_some_and(|t| t.is_static()));
            let fixed = fixed && !widens_quantized(r.module(), body, &operands);
            let Some(shape) = shape.fixed().filter(|_| fixed) else { return Ok(false) };
            match with_first_row(r, body, inputs, inits, &shape)? {
                Some(results) => results,
                None if looped::fits(r.module(), body, &shape) => {
                    looped::reduce(r, body, inputs, inits, &shape)?
                }
                None => return Ok(false),
            }
        }
    };
    for (&result, &ty) in results.iter().zip(&types) {
        // An extent may be declared as unknown that is known.
        if r.module().ty(result) != ty {
            r.set_type(result, ty);
        }
    }
    r.replace(op, &results);
    Ok(true)
}

/// The dimensions of a reduction of slices.
struct Shape {
    /// The extents of the inputs.
    dims: Vec<i64>,
    /// Kept dimensions at each index of which slices are combined on their own.
    outer: Vec<usize>,
    /// Dimensions that are reduced.
    reduced: Vec<usize>,
    /// Kept dimensions of a slice.
    slice: Vec<usize>,
    /// Whether the extents of slices are known: an unknown one may equal that of another dimension.
    certain: bool,
}

impl Shape {
    /// The dimensions, if the initial values have one shape.
    fn of(module: &Module, input: Value, inits: &[Value], dimensions: &Dims) -> Option<Shape> {
        let dims = module.ty(input).as_tensor()?.dims.to_vec();
        let slice = module.ty(*inits.first()?).as_tensor()?;
        let (certain, slice) = (slice.is_static(), slice.dims.to_vec());
        let same = |&v: &Value| module.ty(v).as_tensor().is_some_and(|t| t.dims[..] == slice[..]);
        if !inits.iter().all(same) {
            return None;
        }
        let (reduced, kept): (Vec<usize>, Vec<usize>) =
            (0..dims.len()).partition(|&d| dimensions.contains(&(d as i64)));
        let extents: Vec<i64> = kept.iter().map(|&d| dims[d]).collect();
        let slice: Vec<usize> =
            slice_dimensions(&extents, &slice)?.into_iter().map(|i| kept[i]).collect();
        let outer = kept.into_iter().filter(|d| !slice.contains(d)).collect();
        Some(Shape { dims, outer, reduced, slice, certain })
    }

    /// Itself, if all extents are known.
    fn fixed(self) -> Option<Shape> {
        (self.certain && self.dims.iter().all(|&n| n >= 0)).then_some(self)
    }

    fn extents(&self, of: &[usize]) -> Vec<i64> {
        of.iter().map(|&d| self.dims[d]).collect()
    }
}

/// The reduction by the body on scalars.
fn reduce(
    r: &mut Rewriter<'_>,
    body: Block,
    inputs: &[Value],
    starts: &[Value],
    dimensions: Dims,
) -> Result<Vec<Value>, ConstraintError> {
    let region = scalar_region(r, body)?;
    let operands = [inputs, starts].concat();
    let made = r.build_with_regions(Reduce { dimensions }, &operands, &[region])?;
    Ok(r.module().results(made).iter().collect())
}

/// The body on scalars.
fn scalar_region(r: &mut Rewriter<'_>, body: Block) -> Result<Region, ConstraintError> {
    let here = r.point();
    let args = r.module().args(body).to_vec();
    let types: Vec<Type> = args
        .iter()
        .filter_map(|&arg| r.module().ty(arg).element())
        .map(Type::scalar_tensor)
        .collect();
    let (region, block) = r.region(&types);
    r.set_point(InsertPoint::End(block));
    let yielded = scalars::copy(r, body, block)?;
    r.build(Return {}, &yielded)?;
    r.set_point(here);
    Ok(region)
}

/// The reduction of inputs that have the initial values as a first row, by a body of monoids.
fn with_first_row(
    r: &mut Rewriter<'_>,
    body: Block,
    inputs: &[Value],
    inits: &[Value],
    shape: &Shape,
) -> Result<Option<Vec<Value>>, ConstraintError> {
    let &[row] = &shape.reduced[..] else { return Ok(None) };
    let module = r.module();
    let Some(monoids) = Monoid::of_block(module, body) else { return Ok(None) };
    let yielded: Vec<Value> =
        module.terminator(body).map(|t| module.operands(t).to_vec()).unwrap_or_default();
    let mut neutrals: Vec<Literal> = Vec::new();
    for ((monoid, &out), &input) in monoids.iter().zip(&yielded).zip(inputs) {
        let (from, to) = (module.ty(input).element(), module.ty(out).element());
        let Some(element) = to.filter(|&e| from == to && !e.is_complex()) else { return Ok(None) };
        let Some(neutral) = monoid.identity(Type::scalar_tensor(element)) else { return Ok(None) };
        neutrals.push(neutral);
    }
    if !scalars::is_elementwise(module, body) {
        return Ok(None);
    }
    let mut first = shape.dims.clone();
    first[row] = 1;
    let (mut tall, mut starts) = (Vec::new(), Vec::new());
    for ((&input, &init), neutral) in inputs.iter().zip(inits).zip(neutrals) {
        let broadcast_dimensions = shape.slice.iter().map(|&d| d as i64).collect();
        let ty = ResultType(Type::tensor(&first, neutral.element()));
        let top = r.value(BroadcastInDim { broadcast_dimensions, ty }, &[init])?;
        tall.push(r.value(Concatenate { dimension: row as i64 }, &[top, input])?);
        starts.push(r.constant(neutral));
    }
    reduce(r, body, &tall, &starts, [row as i64].into()).map(Some)
}

/// Whether the body accumulates quantized operands in a wider type, to which no op converts them.
fn widens_quantized(module: &Module, body: Block, operands: &[Value]) -> bool {
    let element = |v: Value| module.ty(v).element();
    let (args, n) = (module.args(body), operands.len() / 2);
    let pairs = operands.iter().zip(args[n..].iter().chain(&args[..n]));
    pairs.into_iter().any(|(&operand, &arg)| {
        element(operand) != element(arg) && element(arg).is_some_and(|e| e.is_quantized())
    })
}

/// A value in another element type.
fn converted(r: &mut Rewriter<'_>, value: Value, like: Type) -> Result<Value, ConstraintError> {
    let module = r.module();
    let (Some(from), Some(to)) = (module.ty(value).as_tensor(), like.element()) else {
        return Ok(value);
    };
    if from.element == to {
        return Ok(value);
    }
    let ty = ResultType(from.with_element(to).into());
    r.value(Convert { ty }, &[value])
}
