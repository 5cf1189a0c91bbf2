//! select_and_scatter: a nest that chooses an element of each window, and one that
//! adds to what was chosen.

use super::super::Unsupported;
use super::element::Elements;
use super::{Lowered, Lowering, scalar, tensor_of};
use crate::index::{Index, Var};
use crate::nest::{
    Body, Combiner, Direction, Node, NodeId, Output, Reduction, ScalarOp, Tensor, linear,
};
use hloom_ir::module::Module;
use hloom_ir::ops::SelectAndScatter;
use hloom_ir::{Element, OpId};

/// The nests of a `select_and_scatter`.
pub struct SelectNests {
    /// Gives every element of the result its first value.
    pub fill: Lowered,
    /// For each window, the offset in the operand of the element that it chooses,
    /// an `i64`; -1 if all of it is padding.
    pub choose: Lowered,
    /// Combines the source with what was chosen, in order. Its last input is what
    /// `choose` gives, no value of the module.
    pub apply: Lowered,
}

fn begin(module: &Module, op: OpId) -> Lowering<'_> {
    Lowering::new(module, op)
}

fn dims(cx: &mut Lowering<'_>, shape: &[i64], reducing: bool) -> Vec<Index> {
    shape.iter().map(|&n| Index::var(Var(cx.dim(n, reducing)))).collect()
}

/// The nests of a `select_and_scatter`.
///
/// # Errors
/// If a region does anything but compute with single elements.
pub fn select_of(
    module: &Module,
    op: OpId,
    it: &SelectAndScatter,
) -> Result<SelectNests, Unsupported> {
    let operands = module.operands(op);
    let result = module.result(op, 0);
    let shape = tensor_of(module, op, operands[0])?.dims.to_vec();
    let counts = tensor_of(module, op, operands[1])?.dims.to_vec();
    let (own, out) = (tensor_of(module, op, operands[0])?, tensor_of(module, op, result)?);

    let mut cx = begin(module, op);
    let coords = dims(&mut cx, &shape, false);
    let value = Elements::new(&mut cx).at(operands[2], Vec::new(), &[])?;
    let value = cx.body.convert(value, out.element);
    let output = Output::at(cx.tensor(result), coords, value);
    cx.name_part(result, ".fill");
    let fill = cx.finish(None, vec![output]);

    let mut cx = begin(module, op);
    let outer = dims(&mut cx, &counts, false);
    let windows = it.windows(shape.len());
    let sizes: Vec<i64> = windows.iter().map(|w| w.0).collect();
    let mut inner = dims(&mut cx, &sizes, true);
    if inner.is_empty() {
        inner = dims(&mut cx, &[1], true);
    }
    let mut ask = Elements::new(&mut cx);
    let (mut coords, mut guard) = (Vec::new(), Vec::new());
    for (d, &(_, stride, (low, _))) in windows.iter().enumerate() {
        let at = outer[d].clone() * stride + inner[d].clone() - low;
        ask.require(&mut guard, at.clone(), 0, shape[d]);
        coords.push(at);
    }
    let extents: Vec<u64> = shape.iter().map(|&n| n as u64).collect();
    let value = ask.at(operands[0], coords.clone(), &guard)?;
    let body = ask.body();
    let place = body.index(linear(&coords, &extents), Element::I64);
    let nowhere = body.constant(Element::I64, u64::MAX);
    let place = ask.choose(guard, place, nowhere);
    let zero = ask.zero(own.element);
    let combiner = choice(module, op, own.element)?;
    let reduced = cx.body.add(Node::Reduced(1), Element::I64);
    let places: Vec<u64> = counts.iter().map(|&n| n as u64).collect();
    let tensor = Tensor { name: "chosen".to_owned(), element: Element::I64, shape: places };
    let output = Output::at(tensor.clone(), outer, reduced);
    let reduction = Reduction {
        values: vec![value, place],
        initial: vec![zero, nowhere],
        combiner,
        contract: None,
    };
    cx.name_part(result, ".choose");
    let choose = cx.finish(Some(reduction), vec![output]);

    let mut cx = begin(module, op);
    let coords = dims(&mut cx, &counts, false);
    let block = module.entry(op, 1).ok_or_else(|| cx.unsupported("its region is empty"))?;
    let mut ask = Elements::new(&mut cx);
    let (current, element) = ask.in_memory(result)?;
    let update = ask.at(operands[1], coords.clone(), &[])?;
    let last = cx.inputs.len() as u32;
    let chosen = cx.body.load(last, Element::I64, coords, Vec::new());
    let zero = cx.body.constant(Element::I64, 0);
    let some = ScalarOp::Compare(Direction::Ge);
    let some = cx.body.op(some, Element::I1, &[chosen, zero]);
    let start = cx.body.op(ScalarOp::Select, Element::I64, &[some, chosen, zero]);
    let first = vec![Index::constant(0); shape.len()];
    let current = cx.body.lookup(current, element, first.clone(), start);
    let update = cx.body.convert(update, element);
    let yielded = scalar::region(module, op, block, &mut cx.body, &[current, update])?;
    let value = cx.body.convert(yielded[0], element);
    let at = Output::at(cx.tensor(result), first, value);
    let mut apply = cx.finish(None, vec![Output { start: Some(start), when: Some(some), ..at }]);
    apply.nest.inputs.push(tensor);
    Ok(SelectNests { fill, choose, apply })
}

/// Of two elements and their places, the first unless it is none or the region
/// prefers the second.
fn choice(module: &Module, op: OpId, element: Element) -> Result<Combiner, Unsupported> {
    let mut body = Body::default();
    let parameter = |body: &mut Body, n: u32, e: Element| body.add(Node::Parameter(n), e);
    let left = (parameter(&mut body, 0, element), parameter(&mut body, 1, Element::I64));
    let right = (parameter(&mut body, 2, element), parameter(&mut body, 3, Element::I64));
    let left_wins: NodeId = super::region_of(module, op, &mut body, &[left.0, right.0])?[0];
    let zero = body.constant(Element::I64, 0);
    let some = |body: &mut Body, place: NodeId| {
        body.op(ScalarOp::Compare(Direction::Ge), Element::I1, &[place, zero])
    };
    let (some_left, some_right) = (some(&mut body, left.1), some(&mut body, right.1));
    let none_right = body.op(ScalarOp::Not, Element::I1, &[some_right]);
    let stays = body.op(ScalarOp::Or, Element::I1, &[none_right, left_wins]);
    let stays = body.op(ScalarOp::And, Element::I1, &[some_left, stays]);
    let value = body.op(ScalarOp::Select, element, &[stays, left.0, right.0]);
    let place = body.op(ScalarOp::Select, Element::I64, &[stays, left.1, right.1]);
    Ok(Combiner::Body(body, vec![value, place]))
}
