//! Upstream MLIR's `shape` ops. A shape is stored as a tensor of `index`, a witness as
//! a boolean.

use crate::alloc::result_type;
use crate::error::{EvalError, EvalResult};
use crate::families::{arith_op, data_op, pointwise_op, sized_op, structured_op};
use crate::operands::{index, integers, number};
use hloom_ir::ops::Op;
use hloom_ir::types::TypeKind;
use hloom_ir::{DYNAMIC, Element, Literal, Type};

/// A shape with these extents; `ty` is the declared type.
fn shape(extents: &[i64], ty: Type) -> EvalResult<Literal> {
    let dims = [extents.len() as i64];
    let ty = match ty.kind() {
        TypeKind::Tensor(_) => result_type(ty, &dims)?,
        _ => Type::tensor(&dims, Element::Index),
    };
    let mut literal = Literal::zeros(ty).map_err(|e| EvalError::limit(e.to_string()))?;
    literal.as_mut_slice::<i64>().copy_from_slice(extents);
    Ok(literal)
}

fn boolean(holds: bool) -> EvalResult<Literal> {
    Literal::splat(Type::scalar_tensor(Element::I1), &[u8::from(holds)])
        .map_err(|e| EvalError::invalid(e.to_string()))
}

/// The operands as shapes.
fn all(x: &[&Literal]) -> EvalResult<Vec<Vec<i64>>> {
    x.iter().map(|x| integers(x)).collect()
}

/// The broadcast of several shapes, if they are compatible.
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

fn witness(condition: bool, message: impl FnOnce() -> String) -> EvalResult<Literal> {
    if condition { boolean(true) } else { Err(EvalError::invalid(message())) }
}

/// Applies `f` to two extents.
fn extent_of(x: &[&Literal], f: fn(i64, i64) -> Option<i64>) -> EvalResult<i64> {
    let [a, b] = x else { return Err(EvalError::invalid("it must have two operands")) };
    let (a, b) = (number(a)?, number(b)?);
    f(a, b).ok_or_else(|| EvalError::invalid(format!("{a} and {b} do not result in an extent")))
}

/// The quotient, rounded towards negative infinity; `None` for a zero divisor.
fn floor_division(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(quotient - i64::from(a % b != 0 && (a < 0) != (b < 0)))
}

/// Applies `f` to two extents, or to each dimension of two shapes.
fn chosen(x: &[&Literal], ty: Type, f: fn(i64, i64) -> i64) -> EvalResult<Literal> {
    let [a, b] = x else { return Err(EvalError::invalid("it must have two operands")) };
    if a.dims().is_empty() && b.dims().is_empty() {
        return index(f(number(a)?, number(b)?));
    }
    let (a, b) = (integers(a)?, integers(b)?);
    if a.len() != b.len() {
        return Err(EvalError::invalid(format!("{a:?} and {b:?} are not of one rank")));
    }
    let extents: Vec<i64> = a.iter().zip(&b).map(|(&a, &b)| f(a, b)).collect();
    shape(&extents, ty)
}

/// `shape.split_at`: the extents before a dimension, and the others.
pub(crate) fn split_at(x: &[&Literal]) -> EvalResult<[Literal; 2]> {
    let [extents, at] = x else { return Err(EvalError::invalid("it must have two operands")) };
    let (extents, at) = (integers(extents)?, number(at)?);
    let from = if at < 0 { at.checked_add(extents.len() as i64) } else { Some(at) };
    let (before, behind) = from
        .and_then(|n| usize::try_from(n).ok())
        .and_then(|n| extents.split_at_checked(n))
        .ok_or_else(|| EvalError::invalid(format!("{extents:?} has no dimension {at}")))?;
    let part = |extents: &[i64]| shape(extents, Type::tensor(&[DYNAMIC], Element::Index));
    Ok([part(before)?, part(behind)?])
}

/// The result of one of these ops; `ty` is its declared type.
pub(crate) fn eval(op: &Op, x: &[&Literal], ty: Type) -> EvalResult<Literal> {
    let one = || match x {
        [x] => integers(x),
        _ => Err(EvalError::invalid("it must have one operand")),
    };
    let all_equal = |shapes: &[Vec<i64>]| shapes.windows(2).all(|w| w[0] == w[1]);
    let refused = |shapes: &[Vec<i64>]| format!("{shapes:?} can't be broadcast to one shape");
    match op {
        Op::ConstShape(it) => shape(&it.shape.0, ty),
        Op::ShapeOf(_) => match x {
            [x] => shape(x.dims(), ty),
            _ => Err(EvalError::invalid("it must have one operand")),
        },
        Op::ShapeBroadcast(_) => all(x).and_then(|shapes| match broadcast(&shapes) {
            Some(result) => shape(&result, ty),
            None => Err(EvalError::invalid(refused(&shapes))),
        }),
        Op::ShapeNumElements(_) => one().and_then(|extents| {
            let product = if extents.contains(&0) {
                Some(0)
            } else {
                extents.iter().try_fold(1i64, |all, &n| all.checked_mul(n))
            };
            index(product.ok_or_else(|| EvalError::invalid("there are more than 2^63 elements"))?)
        }),
        Op::ShapeRank(_) => one().and_then(|extents| index(extents.len() as i64)),
        Op::ShapeGetExtent(_) => match x {
            [extents, at] => integers(extents).and_then(|extents| {
                let at = number(at)?;
                let found = usize::try_from(at).ok().and_then(|d| extents.get(d));
                let missing = || EvalError::invalid(format!("{extents:?} has no dimension {at}"));
                index(*found.ok_or_else(missing)?)
            }),
            _ => Err(EvalError::invalid("it must have two operands")),
        },
        Op::ShapeConcat(_) => all(x).and_then(|shapes| shape(&shapes.concat(), ty)),
        Op::ShapeToExtentTensor(_) | Op::ShapeFromExtentTensor(_) => {
            one().and_then(|extents| shape(&extents, ty))
        }
        Op::ShapeFromExtents(_) => {
            let extents = x.iter().map(|x| number(x)).collect::<EvalResult<Vec<_>>>();
            extents.and_then(|extents| shape(&extents, ty))
        }
        Op::ShapeIsBroadcastable(_) => {
            all(x).and_then(|shapes| boolean(broadcast(&shapes).is_some()))
        }
        Op::ShapeEq(_) => all(x).and_then(|shapes| boolean(all_equal(&shapes))),
        Op::CstrBroadcastable(_) => {
            all(x).and_then(|shapes| witness(broadcast(&shapes).is_some(), || refused(&shapes)))
        }
        Op::CstrEq(_) => all(x).and_then(|shapes| {
            witness(all_equal(&shapes), || format!("the shapes {shapes:?} are not the same"))
        }),
        Op::CstrRequire(it) => match x {
            [x] => {
                witness(x.get_int(0) == Some(1), || String::from_utf8_lossy(&it.msg.0).into_owned())
            }
            _ => Err(EvalError::invalid("it must have one operand")),
        },
        Op::ShapeAdd(_) => extent_of(x, i64::checked_add).and_then(index),
        Op::ShapeMul(_) => extent_of(x, i64::checked_mul).and_then(index),
        Op::ShapeDiv(_) => extent_of(x, floor_division).and_then(index),
        Op::ShapeMax(_) => chosen(x, ty, i64::max),
        Op::ShapeMin(_) => chosen(x, ty, i64::min),
        Op::ShapeAny(_) => all(x).and_then(|shapes| match shapes.first() {
            Some(first) if all_equal(&shapes) => shape(first, ty),
            _ => Err(EvalError::invalid(format!("the shapes {shapes:?} are not the same"))),
        }),
        Op::ShapeDim(_) => match x {
            [x, at] => number(at).and_then(|at| {
                let found = usize::try_from(at).ok().and_then(|d| x.dims().get(d));
                let missing = || EvalError::invalid(format!("{} has no dimension {at}", x.ty()));
                index(*found.ok_or_else(missing)?)
            }),
            _ => Err(EvalError::invalid("it must have two operands")),
        },
        Op::IndexToSize(_) | Op::SizeToIndex(_) => match x {
            [x] => number(x).and_then(index),
            _ => Err(EvalError::invalid("it must have one operand")),
        },
        Op::ConstWitness(it) => boolean(it.passing),
        Op::AssumingAll(_) => boolean(x.iter().all(|x| x.get_int(0) == Some(1))),
        arith_op!() | data_op!() | pointwise_op!() | sized_op!() | structured_op!() => {
            Err(EvalError::invalid(format!("`{}` is not an op on shapes", op.name())))
        }
    }
}
