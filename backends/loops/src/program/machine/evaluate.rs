//! Instructions that compute lanes from lanes.

use super::super::{Inst, Program, Value, eval};
use super::Bits;
use crate::index::Index;

/// The lanes of an instruction's result, given those of all values so far; empty for instructions
/// that depend on memory or on other threads.
pub fn evaluate(program: &Program, inst: &Inst, values: &[Bits]) -> Bits {
    let mut out = Vec::new();
    evaluate_into(program, inst, |value| values[value.0 as usize].as_slice(), &mut out);
    Bits::from_slice(&out)
}

/// Appends the lanes of an instruction's result, given those of each value.
pub(super) fn evaluate_into<'v>(
    program: &Program,
    inst: &Inst,
    lanes: impl Fn(Value) -> &'v [u64],
    out: &mut Vec<u64>,
) {
    let ty = |v: &Value| program.type_of(*v);
    let of = |v: &Value| lanes(*v);
    let index = |e: &Index| e.eval(&|v| lanes(Value(v.0))[0] as i64);
    let mut splat = |lanes: u16, bits: u64| out.resize(out.len() + usize::from(lanes), bits);
    match inst {
        Inst::Const(ty, bits) => splat(ty.lanes, *bits),
        Inst::Iota(ty) => out.extend((0..u64::from(ty.lanes)).map(|l| l & ty.scalar.mask())),
        Inst::Index(e) => splat(1, index(e) as u64),
        Inst::FirstLanes(lanes, e) => {
            let count = index(e);
            out.extend((0..i64::from(*lanes)).map(|l| u64::from(l < count)));
        }
        Inst::Unary(op, a) => {
            let scalar = ty(a).scalar;
            out.extend(of(a).iter().map(|x| eval::unary(*op, scalar, *x)));
        }
        Inst::Binary(op, a, b) => eval::binary_lanes(*op, ty(a).scalar, of(a), of(b), out),
        Inst::Compare(op, a, b) => {
            let scalar = ty(a).scalar;
            let pairs = of(a).iter().zip(of(b));
            out.extend(pairs.map(|(x, y)| u64::from(eval::compare(*op, scalar, *x, *y))));
        }
        Inst::Select(mask, a, b) => {
            let choices = of(a).iter().zip(of(b)).zip(of(mask));
            out.extend(choices.map(|((x, y), m)| if *m != 0 { *x } else { *y }));
        }
        Inst::Fma(a, b, c) => eval::fma_lanes(ty(a).scalar, [of(a), of(b), of(c)], out),
        Inst::Dot(op, a, b, c) => {
            let by = usize::from(op.group());
            let groups = of(a).chunks(by).zip(of(b).chunks(by)).zip(of(c));
            out.extend(groups.map(|((x, y), sum)| op.evaluate(x, y, *sum)));
        }
        Inst::Convert(op, a, to) => {
            let scalar = ty(a).scalar;
            out.extend(of(a).iter().map(|x| eval::convert(*op, scalar, *to, *x)));
        }
        Inst::Broadcast(a, lanes) => splat(*lanes, of(a)[0]),
        Inst::Extract(a, lane) => splat(1, of(a)[usize::from(*lane)]),
        Inst::Insert(a, b, lane) => {
            let start = out.len();
            out.extend_from_slice(of(a));
            out[start + usize::from(*lane)] = of(b)[0];
        }
        Inst::Shuffle(a, b, lanes) => {
            let (a, b) = (of(a), of(b));
            let pick =
                |l: &u16| *a.get(usize::from(*l)).unwrap_or_else(|| &b[usize::from(*l) - a.len()]);
            out.extend(lanes.iter().map(pick));
        }
        Inst::WgmmaWait(a, _) => out.extend_from_slice(of(a)),
        Inst::Load(..)
        | Inst::Ldmatrix { .. }
        | Inst::ShuffleXor(..)
        | Inst::Mma(..)
        | Inst::Wgmma(_) => {}
    }
}
