//! Upstream MLIR's `shape` ops. A shape is held as a tensor of `index`, a witness as
//! a boolean.

use crate::arith::{index, number};
use crate::error::{Eval, Trouble};
use crate::families::{arith_op, data_op, pointwise_op, sized_op, structured_op};
use crate::gather::integers;
use crate::shape::result_type;
use hloom_ir::ops::Op;
use hloom_ir::types::TypeKind;
use hloom_ir::{Element, Literal, Type};

/// A shape with these extents, which the program declares to be of type `ty`.
fn shape(extents: &[i64], ty: Type) -> Eval<Literal> {
    let dims = [extents.len() as i64];
    let ty = match ty.kind() {
        TypeKind::Tensor(_) => result_type(ty, &dims)?,
        _ => Type::tensor(&dims, Element::Index),
    };
    let mut literal = Literal::zeros(ty).map_err(|e| Trouble::limit(e.to_string()))?;
    literal.as_mut_slice::<i64>().copy_from_slice(extents);
    Ok(literal)
}

fn boolean(holds: bool) -> Eval<Literal> {
    Literal::splat(Type::scalar_tensor(Element::I1), &[u8::from(holds)])
        .map_err(|e| Trouble::invalid(e.to_string()))
}

/// The shapes that operands are.
fn all(x: &[&Literal]) -> Eval<Vec<Vec<i64>>> {
    x.iter().map(|x| integers(x)).collect()
}

/// The shape that shapes are broadcast to, if there is one.
fn broadcast(shapes: &[Vec<i64>]) -> Option<Vec<i64>> {
    let rank = shapes.iter().map(Vec::len).max().unwrap_or(0);
    let mut result = vec![1; rank];
    for one in shapes {
        for (to, &n) in result.iter_mut().rev().zip(one.iter().rev()) {
            match (*to, n) {
                (1, n) => *to = n,
                (_, 1) => {}
                (a, b) if a == b => {}
                _ => return None,
            }
        }
    }
    Some(result)
}

fn held(condition: bool, message: impl FnOnce() -> String) -> Eval<Literal> {
    if condition { boolean(true) } else { Err(Trouble::invalid(message())) }
}

/// The result of one of these ops, which the program declares to be of type `ty`.
pub(crate) fn eval(op: &Op, x: &[&Literal], ty: Type) -> Eval<Literal> {
    let one = || match x {
        [x] => integers(x),
        _ => Err(Trouble::invalid("it must have one operand")),
    };
    let alike = |shapes: &[Vec<i64>]| shapes.windows(2).all(|w| w[0] == w[1]);
    let refused = |shapes: &[Vec<i64>]| format!("{shapes:?} can't be broadcast to one shape");
    match op {
        Op::ConstShape(it) => shape(&it.shape.0, ty),
        Op::ShapeOf(_) => match x {
            [x] => shape(x.dims(), ty),
            _ => Err(Trouble::invalid("it must have one operand")),
        },
        Op::ShapeBroadcast(_) => all(x).and_then(|shapes| match broadcast(&shapes) {
            Some(result) => shape(&result, ty),
            None => Err(Trouble::invalid(refused(&shapes))),
        }),
        Op::ShapeNumElements(_) => one().and_then(|extents| {
            let product = if extents.contains(&0) {
                Some(0)
            } else {
                extents.iter().try_fold(1i64, |all, &n| all.checked_mul(n))
            };
            index(product.ok_or_else(|| Trouble::invalid("there are more than 2^63 elements"))?)
        }),
        Op::ShapeRank(_) => one().and_then(|extents| index(extents.len() as i64)),
        Op::ShapeGetExtent(_) => match x {
            [extents, at] => integers(extents).and_then(|extents| {
                let at = number(at)?;
                let found = usize::try_from(at).ok().and_then(|d| extents.get(d));
                let missing = || Trouble::invalid(format!("{extents:?} has no dimension {at}"));
                index(*found.ok_or_else(missing)?)
            }),
            _ => Err(Trouble::invalid("it must have two operands")),
        },
        Op::ShapeConcat(_) => all(x).and_then(|shapes| shape(&shapes.concat(), ty)),
        Op::ShapeToExtentTensor(_) | Op::ShapeFromExtentTensor(_) => {
            one().and_then(|extents| shape(&extents, ty))
        }
        Op::ShapeFromExtents(_) => {
            let extents = x.iter().map(|x| number(x)).collect::<Eval<Vec<_>>>();
            extents.and_then(|extents| shape(&extents, ty))
        }
        Op::ShapeIsBroadcastable(_) => {
            all(x).and_then(|shapes| boolean(broadcast(&shapes).is_some()))
        }
        Op::ShapeEq(_) => all(x).and_then(|shapes| boolean(alike(&shapes))),
        Op::CstrBroadcastable(_) => {
            all(x).and_then(|shapes| held(broadcast(&shapes).is_some(), || refused(&shapes)))
        }
        Op::CstrEq(_) => all(x).and_then(|shapes| {
            held(alike(&shapes), || format!("the shapes {shapes:?} are not the same"))
        }),
        Op::CstrRequire(it) => match x {
            [x] => {
                held(x.get_int(0) == Some(1), || String::from_utf8_lossy(&it.msg.0).into_owned())
            }
            _ => Err(Trouble::invalid("it must have one operand")),
        },
        Op::ConstWitness(it) => boolean(it.passing),
        Op::AssumingAll(_) => boolean(x.iter().all(|x| x.get_int(0) == Some(1))),
        arith_op!() | data_op!() | pointwise_op!() | sized_op!() | structured_op!() => {
            Err(Trouble::invalid(format!("`{}` is no op on shapes", op.name())))
        }
    }
}
