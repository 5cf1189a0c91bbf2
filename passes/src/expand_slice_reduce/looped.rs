//! A loop over the slices of a reduction.

use super::{Shape, converted};
use hloom_ir::field::ResultType;
use hloom_ir::op::ConstraintError;
use hloom_ir::ops::{
    Add, BroadcastInDim, Compare, Direction, Divide, DynamicSlice, DynamicUpdateSlice, Op, Reshape,
    Return, Transpose, While,
};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Block, Element, Literal, Module, Rewriter, Type, Value};

/// Whether the body takes and yields slices of known extents.
pub(super) fn fits(module: &Module, body: Block, shape: &Shape) -> bool {
    let slice = shape.extents(&shape.slice);
    let like = |&v: &Value| {
        module.ty(v).as_tensor().is_some_and(|t| t.dims[..] == slice[..] && t.is_static())
    };
    let yielded = module.terminator(body).map_or(&[][..], |t| module.operands(t));
    module.args(body).iter().chain(yielded).all(like)
}

/// State of building a loop.
struct Loop<'r, 'm> {
    r: &'r mut Rewriter<'m>,
    slice: Vec<i64>,
    zero: Value,
}

impl Loop<'_, '_> {
    fn op(&mut self, op: impl Into<Op>, operands: &[Value]) -> Result<Value, ConstraintError> {
        self.r.value(op, operands)
    }

    fn number(&mut self, n: i64) -> Value {
        let ty = Type::scalar_tensor(Element::I64);
        self.r.constant(Literal::splat(ty, &n.to_le_bytes()).expect("eight bytes are an i64"))
    }

    fn element(&self, v: Value) -> Element {
        self.r.module().ty(v).element().expect("it is a tensor")
    }

    fn reshaped(&mut self, v: Value, dims: &[i64]) -> Result<Value, ConstraintError> {
        let ty = ResultType(Type::tensor(dims, self.element(v)));
        self.op(Reshape { ty }, &[v])
    }

    /// The start of slice `at` in a stack of slices.
    fn start(&self, at: Value) -> Vec<Value> {
        let mut start = vec![self.zero; self.slice.len() + 1];
        start[0] = at;
        start
    }

    /// Slice `at` of a stack of slices.
    fn slice(&mut self, stack: Value, at: Value) -> Result<Value, ConstraintError> {
        let slice_sizes = [&[1], &self.slice[..]].concat().into();
        let operands = [&[stack], &self.start(at)[..]].concat();
        let one = self.op(DynamicSlice { slice_sizes }, &operands)?;
        let dims = self.slice.clone();
        self.reshaped(one, &dims)
    }

    /// A stack of slices with slice `at` replaced.
    fn put(&mut self, stack: Value, at: Value, slice: Value) -> Result<Value, ConstraintError> {
        let dims = [&[1], &self.slice[..]].concat();
        let one = self.reshaped(slice, &dims)?;
        let operands = [&[stack, one], &self.start(at)[..]].concat();
        self.op(DynamicUpdateSlice {}, &operands)
    }
}

/// The reduction as a loop: iteration `i` combines slice `i` of a stack of all slices, in the order
/// of the outer, then of the reduced dimensions, with its entry of a stack of results.
pub(super) fn reduce(
    r: &mut Rewriter<'_>,
    body: Block,
    inputs: &[Value],
    inits: &[Value],
    shape: &Shape,
) -> Result<Vec<Value>, ConstraintError> {
    let args: Vec<Type> = r.module().args(body).iter().map(|&v| r.module().ty(v)).collect();
    let n = inputs.len();
    let product = |dims: &[i64]| dims.iter().product::<i64>();
    let outer = product(&shape.extents(&shape.outer));
    let rows = product(&shape.extents(&shape.reduced));
    let slice = shape.extents(&shape.slice);
    let zero = r.constant(
        Literal::splat(Type::scalar_tensor(Element::I64), &[0; 8]).expect("eight bytes are an i64"),
    );
    let mut this = Loop { r, slice: slice.clone(), zero };

    let order = [&shape.outer[..], &shape.reduced, &shape.slice].concat();
    let stacked = [&[outer * rows], &slice[..]].concat();
    let (mut stacks, mut carried) = (Vec::new(), vec![zero]);
    for i in 0..n {
        let x = converted(this.r, inputs[i], args[n + i])?;
        let permutation = order.iter().map(|&d| d as i64).collect();
        let x = this.op(Transpose { permutation }, &[x])?;
        stacks.push(this.reshaped(x, &stacked)?);
        let init = converted(this.r, inits[i], args[i])?;
        let broadcast_dimensions = (1..=slice.len() as i64).collect();
        let dims = [&[outer], &slice[..]].concat();
        let ty = ResultType(Type::tensor(&dims, this.element(init)));
        carried.push(this.op(BroadcastInDim { broadcast_dimensions, ty }, &[init])?);
    }
    // A slice of nothing does not exist.
    let made = match product(&stacked) {
        0 => carried[1..].to_vec(),
        _ => iterations(&mut this, body, &stacks, &carried, (outer, rows))?,
    };

    // Dimensions as results have them, from outer dimensions followed by those of the slice.
    let from = [&shape.outer[..], &shape.slice].concat();
    let mut kept = from.clone();
    kept.sort_unstable();
    let permutation: Vec<i64> = kept
        .iter()
        .map(|d| from.iter().position(|f| f == d).expect("each is kept") as i64)
        .collect();
    let mut results = Vec::with_capacity(n);
    for stack in made {
        let apart = this.reshaped(stack, &shape.extents(&from))?;
        let permutation = permutation.clone().into();
        results.push(this.op(Transpose { permutation }, &[apart])?);
    }
    Ok(results)
}

/// The loop; returns the stacks of results.
fn iterations(
    this: &mut Loop<'_, '_>,
    body: Block,
    stacks: &[Value],
    carried: &[Value],
    (outer, rows): (i64, i64),
) -> Result<Vec<Value>, ConstraintError> {
    let types: Vec<Type> = carried.iter().map(|&v| this.r.module().ty(v)).collect();
    let here = this.r.point();

    let (more, block) = this.r.region(&types);
    this.r.set_point(InsertPoint::End(block));
    let i = this.r.module().args(block)[0];
    let end = this.number(outer * rows);
    let compare = Compare { comparison_direction: Direction::Lt, compare_type: None };
    let goes_on = this.op(compare, &[i, end])?;
    this.r.build(Return {}, &[goes_on])?;

    let (step, block) = this.r.region(&types);
    this.r.set_point(InsertPoint::End(block));
    let state = this.r.module().args(block).to_vec();
    let i = state[0];
    let at = if outer == 1 {
        this.zero
    } else {
        let rows = this.number(rows);
        this.op(Divide {}, &[i, rows])?
    };
    let mut given = Vec::new();
    for &stack in &state[1..] {
        given.push(this.slice(stack, at)?);
    }
    for &stack in stacks {
        given.push(this.slice(stack, i)?);
    }
    let combined = this.r.clone_block(body, &given);
    let one = this.number(1);
    let mut next = vec![this.op(Add {}, &[i, one])?];
    for (&stack, slice) in state[1..].iter().zip(combined) {
        next.push(this.put(stack, at, slice)?);
    }
    this.r.build(Return {}, &next)?;

    this.r.set_point(here);
    let op = this.r.build_with_regions(While {}, carried, &[more, step])?;
    Ok(this.r.module().results(op).iter().skip(1).collect())
}
