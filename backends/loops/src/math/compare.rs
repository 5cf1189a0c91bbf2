//! Comparisons of elements.

use super::arith::Arith;
use super::complex;
use super::element::Parts;
use super::op::Direction;
use crate::program::{BinaryOp, CompareOp, ConvertOp, Scalar};
use hloom_ir::Element;
use hloom_ir::types::ElementClass;

/// A comparison, as an `i1`.
pub(super) fn compare<A: Arith>(
    a: &mut A,
    direction: Direction,
    element: Element,
    x: Parts<A::V>,
    y: Parts<A::V>,
) -> Parts<A::V> {
    use Direction::{Eq, Ge, Gt, Le, Lt, Ne};
    match element.class() {
        ElementClass::Complex => {
            let (op, join) = match direction {
                Eq => (CompareOp::Eq, BinaryOp::And),
                Ne => (CompareOp::Ne, BinaryOp::Or),
                Ge => return complex::ordered(a, CompareOp::Gt, CompareOp::Ge, x, y).into(),
                Gt => return complex::ordered(a, CompareOp::Gt, CompareOp::Gt, x, y).into(),
                Le => return complex::ordered(a, CompareOp::Lt, CompareOp::Le, x, y).into(),
                Lt => return complex::ordered(a, CompareOp::Lt, CompareOp::Lt, x, y).into(),
            };
            let re = a.compare(op, x.re, y.re);
            let im = a.compare(op, x.im, y.im);
            a.binary(join, re, im).into()
        }
        ElementClass::Float => {
            let op = match direction {
                Eq => CompareOp::Eq,
                Ne => CompareOp::Ne,
                Ge => CompareOp::Ge,
                Gt => CompareOp::Gt,
                Le => CompareOp::Le,
                Lt => CompareOp::Lt,
            };
            a.compare(op, x.re, y.re).into()
        }
        ElementClass::Boolean => {
            let x = a.convert(ConvertOp::ExtendU, x.re, Scalar::I8);
            let y = a.convert(ConvertOp::ExtendU, y.re, Scalar::I8);
            integers(a, direction, false, x, y).into()
        }
        ElementClass::Signed => integers(a, direction, true, x.re, y.re).into(),
        // Quantized elements are compared by their stored integers.
        ElementClass::Unsigned | ElementClass::Quantized => {
            integers(a, direction, false, x.re, y.re).into()
        }
    }
}

fn integers<A: Arith>(a: &mut A, direction: Direction, signed: bool, x: A::V, y: A::V) -> A::V {
    let pick = |s, u| if signed { s } else { u };
    let op = match direction {
        Direction::Eq => CompareOp::Eq,
        Direction::Ne => CompareOp::Ne,
        Direction::Ge => pick(CompareOp::GeS, CompareOp::GeU),
        Direction::Gt => pick(CompareOp::GtS, CompareOp::GtU),
        Direction::Le => pick(CompareOp::LeS, CompareOp::LeU),
        Direction::Lt => pick(CompareOp::LtS, CompareOp::LtU),
    };
    a.compare(op, x, y)
}

/// A comparison by IEEE 754's `totalOrder`.
pub(super) fn compare_total<A: Arith>(a: &mut A, direction: Direction, x: A::V, y: A::V) -> A::V {
    let (x, y) = (total_order(a, x), total_order(a, y));
    integers(a, direction, true, x, y)
}

/// The signed integer with a float's order in IEEE 754's `totalOrder`: its bits, with the magnitude
/// inverted for negative numbers.
pub(crate) fn total_order<A: Arith>(a: &mut A, float: A::V) -> A::V {
    let integer = a.scalar(float).as_integer();
    let bits = a.to_bits(float);
    let (last, one) = (a.int(integer, i64::from(integer.bits()) - 1), a.int(integer, 1));
    let sign = a.binary(BinaryOp::ShrS, bits, last);
    let flip = a.binary(BinaryOp::ShrU, sign, one);
    a.binary(BinaryOp::Xor, bits, flip)
}
