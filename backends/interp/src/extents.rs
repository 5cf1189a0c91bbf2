//! Upstream MLIR's `shape` ops. A shape is held as a tensor of `index`, a witness as
//! a boolean.

use crate::arith::{index, number};
use crate::error::{Eval, Trouble};
use crate::families::{arith_op, data_op, pointwise_op, sized_op, structured_op};
use crate::gather::integers;
use crate::shape::result_type;
use hloom_ir::ops::Op;
use hloom_ir::types::TypeKind;
use hloom_ir::{DYNAMIC, Element, Literal, Type};

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

/// Of two extents.
fn sized(x: &[&Literal], f: fn(i64, i64) -> Option<i64>) -> Eval<i64> {
    let [a, b] = x else { return Err(Trouble::invalid("it must have two operands")) };
    let (a, b) = (number(a)?, number(b)?);
    f(a, b).ok_or_else(|| Trouble::invalid(format!("of {a} and {b} there is no such extent")))
}

/// The quotient, towards negative infinity; none by zero.
fn floor_division(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(quotient - i64::from(a % b != 0 && (a < 0) != (b < 0)))
}

/// Of two extents, or of each dimension of two shapes.
fn chosen(x: &[&Literal], ty: Type, f: fn(i64, i64) -> i64) -> Eval<Literal> {
    let [a, b] = x else { return Err(Trouble::invalid("it must have two operands")) };
    if a.dims().is_empty() && b.dims().is_empty() {
        return index(f(number(a)?, number(b)?));
    }
    let (a, b) = (integers(a)?, integers(b)?);
    if a.len() != b.len() {
        return Err(Trouble::invalid(format!("{a:?} and {b:?} are not of one rank")));
    }
    let extents: Vec<i64> = a.iter().zip(&b).map(|(&a, &b)| f(a, b)).collect();
    shape(&extents, ty)
}

/// `shape.split_at`: the extents before a dimension, and the others.
pub(crate) fn split_at(x: &[&Literal]) -> Eval<[Literal; 2]> {
    let [extents, at] = x else { return Err(Trouble::invalid("it must have two operands")) };
    let (extents, at) = (integers(extents)?, number(at)?);
    let from = if at < 0 { at.checked_add(extents.len() as i64) } else { Some(at) };
    let (before, behind) = from
        .and_then(|n| usize::try_from(n).ok())
        .and_then(|n| extents.split_at_checked(n))
        .ok_or_else(|| Trouble::invalid(format!("{extents:?} has no dimension {at}")))?;
    let part = |extents: &[i64]| shape(extents, Type::tensor(&[DYNAMIC], Element::Index));
    Ok([part(before)?, part(behind)?])
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
        Op::ShapeAdd(_) => sized(x, i64::checked_add).and_then(index),
        Op::ShapeMul(_) => sized(x, i64::checked_mul).and_then(index),
        Op::ShapeDiv(_) => sized(x, floor_division).and_then(index),
        Op::ShapeMax(_) => chosen(x, ty, i64::max),
        Op::ShapeMin(_) => chosen(x, ty, i64::min),
        Op::ShapeAny(_) => all(x).and_then(|shapes| match shapes.first() {
            Some(first) if alike(&shapes) => shape(first, ty),
            _ => Err(Trouble::invalid(format!("the shapes {shapes:?} are not the same"))),
        }),
        Op::ShapeDim(_) => match x {
            [x, at] => number(at).and_then(|at| {
                let found = usize::try_from(at).ok().and_then(|d| x.dims().get(d));
                let missing = || Trouble::invalid(format!("{} has no dimension {at}", x.ty()));
                index(*found.ok_or_else(missing)?)
            }),
            _ => Err(Trouble::invalid("it must have two operands")),
        },
        Op::IndexToSize(_) | Op::SizeToIndex(_) => match x {
            [x] => number(x).and_then(index),
            _ => Err(Trouble::invalid("it must have one operand")),
        },
        Op::ConstWitness(it) => boolean(it.passing),
        Op::AssumingAll(_) => boolean(x.iter().all(|x| x.get_int(0) == Some(1))),
        arith_op!() | data_op!() | pointwise_op!() | sized_op!() | structured_op!() => {
            Err(Trouble::invalid(format!("`{}` is no op on shapes", op.name())))
        }
    }
}
