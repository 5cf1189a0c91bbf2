//! Tensors of numbers that find mistakes.

use crate::campaign::Random;
use hloom_ir::types::TensorType;
use hloom_ir::{Literal, Type};

/// Numbers at which laws break.
const SPECIAL: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    3.0,
    -2.5,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    1e-40,
    65504.0,
    127.0,
    -128.0,
    3.4e38,
];

/// A tensor of special and random numbers; `None` if the type is no static tensor.
pub fn input(ty: Type, random: &mut Random) -> Option<Literal> {
    let tensor: &TensorType = ty.as_tensor()?;
    let mut literal = Literal::zeros(ty).ok()?;
    let width = tensor.element.real_part().byte_width();
    let real = tensor.element.real_part();
    for slot in literal.as_mut_slice::<u8>().chunks_exact_mut(width) {
        let number = match random.below(3) {
            0 => *random.one_of(&SPECIAL),
            1 => f64::from(random.int() % 10),
            _ => f64::from(random.int()) / f64::from(1 << 20),
        };
        hloom_ir::literal::write_f64(real, number, slot);
    }
    Some(literal)
}

/// Whether two tensors hold the same numbers: bit for bit, but any NaN equals any
/// NaN.
pub fn same(a: &Literal, b: &Literal) -> bool {
    if a.ty() != b.ty() {
        return false;
    }
    let real = a.element().real_part();
    let width = real.byte_width();
    (0..a.count()).all(|i| {
        let (x, y) = (a.element_bytes(i), b.element_bytes(i));
        x.chunks(width).zip(y.chunks(width)).all(|(x, y)| {
            let nan = |bytes| real.is_float() && hloom_ir::literal::read_f64(real, bytes).is_nan();
            x == y || nan(x) && nan(y)
        })
    })
}

/// Whether two tensors hold nearly the same floats: each pair at most so many units
/// in the last place apart.
pub fn close(a: &Literal, b: &Literal, ulps: u64) -> bool {
    let real = a.element().real_part();
    if a.ty() != b.ty() || !real.is_float() {
        return same(a, b);
    }
    let width = real.byte_width();
    (0..a.count()).all(|i| {
        a.element_bytes(i).chunks(width).zip(b.element_bytes(i).chunks(width)).all(|(x, y)| {
            let nan = |bytes| hloom_ir::literal::read_f64(real, bytes).is_nan();
            nan(x) && nan(y) || hloom_interp::ulp::distance(real, x, y) <= ulps
        })
    })
}
