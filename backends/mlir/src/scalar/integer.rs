//! Integers and booleans.

use super::function::Function;
use crate::build::{Builder, IntCompare, Val};
use hloom_ir::Element;
use melior::ir::ValueLike;

/// A function of booleans: sum and maximum are "or", product and minimum are "and".
pub(super) fn boolean<'c>(b: &Builder<'c>, f: Function, x: &[Val<'c>]) -> Option<Val<'c>> {
    Some(match f {
        Function::Add | Function::Or => b.or(x[0], x[1]),
        Function::Multiply | Function::And => b.and(x[0], x[1]),
        Function::Xor => b.same("arith.xori", x),
        Function::Not => not(b, x[0]),
        // the specification does not define it on booleans.
        _ => return None,
    })
}

fn not<'c>(b: &Builder<'c>, x: Val<'c>) -> Val<'c> {
    b.same("arith.xori", &[x, b.int_const(x.r#type(), -1)])
}

/// A function of integers; arithmetic is modulo 2ⁿ.
pub(super) fn apply<'c>(
    b: &Builder<'c>,
    f: Function,
    x: &[Val<'c>],
    element: Element,
) -> Option<Val<'c>> {
    let (ty, signed, bits) = (x[0].r#type(), element.is_signed(), element.bit_width());
    let number = |value: i64| b.int_const(ty, value);
    Some(match f {
        Function::Add => b.addi(x[0], x[1]),
        Function::Subtract => b.subi(x[0], x[1]),
        Function::Multiply => b.muli(x[0], x[1]),
        Function::And => b.and(x[0], x[1]),
        Function::Or => b.or(x[0], x[1]),
        Function::Xor => b.same("arith.xori", x),
        Function::Not => not(b, x[0]),
        Function::Negate => b.subi(number(0), x[0]),
        Function::Abs if signed => {
            let negative = b.cmpi(IntCompare::Slt, x[0], number(0));
            b.select(negative, b.subi(number(0), x[0]), x[0])
        }
        Function::Abs => x[0],
        Function::Popcnt => set_bits(b, x[0], bits),
        Function::CountLeadingZeros => {
            // All bits below the highest one are set; the others are zeros.
            let mut all = x[0];
            let mut shift = 1;
            while shift < bits {
                let moved = b.same("arith.shrui", &[all, number(i64::from(shift))]);
                all = b.or(all, moved);
                shift *= 2;
            }
            set_bits(b, not(b, all), bits)
        }
        Function::Sign => {
            let nonzero = b.cmpi(IntCompare::Ne, x[0], number(0));
            let positive = b.select(nonzero, number(1), number(0));
            match signed {
                true => {
                    let negative = b.cmpi(IntCompare::Slt, x[0], number(0));
                    b.select(negative, number(-1), positive)
                }
                false => positive,
            }
        }
        Function::Divide | Function::Remainder => {
            divide(b, x, signed, bits, matches!(f, Function::Divide))
        }
        Function::ShiftLeft | Function::ShiftRightLogical | Function::ShiftRightArithmetic => {
            // An amount beyond the width shifts all bits out; upstream leaves that open.
            let far = b.cmpi(IntCompare::Ugt, x[1], number(i64::from(bits) - 1));
            let most = number(i64::from(bits) - 1);
            let amount = b.select(far, most, x[1]);
            match f {
                Function::ShiftRightArithmetic => b.same("arith.shrsi", &[x[0], amount]),
                // one of the two other shifts.
                _ => {
                    let left = matches!(f, Function::ShiftLeft);
                    let name = if left { "arith.shli" } else { "arith.shrui" };
                    b.select(far, number(0), b.same(name, &[x[0], amount]))
                }
            }
        }
        Function::Power => power(b, x, signed, bits),
        // the specification does not define it on integers.
        _ => return None,
    })
}

/// The number of ones among an integer's bits: sums of pairs, of fours and of bytes. Upstream's pass to
/// the C library refuses modules with `math.ctpop`.
fn set_bits<'c>(b: &Builder<'c>, x: Val<'c>, bits: u32) -> Val<'c> {
    let wide = b.int(64);
    let number = |value: u64| b.int_const(wide, value as i64);
    let shifted = |v: Val<'c>, by: u64| b.same("arith.shrui", &[v, number(by)]);
    let mut v = if bits < 64 { b.one("arith.extui", &[x], wide) } else { x };
    v = b.subi(v, b.and(shifted(v, 1), number(0x5555_5555_5555_5555)));
    let twos = number(0x3333_3333_3333_3333);
    v = b.addi(b.and(v, twos), b.and(shifted(v, 2), twos));
    v = b.and(b.addi(v, shifted(v, 4)), number(0x0f0f_0f0f_0f0f_0f0f));
    v = shifted(b.muli(v, number(0x0101_0101_0101_0101)), 56);
    if bits < 64 { b.one("arith.trunci", &[v], x.r#type()) } else { v }
}

/// A quotient by zero is -1, all ones, and a remainder by zero the dividend. The lowest number
/// divided by -1 wraps to itself.
fn divide<'c>(b: &Builder<'c>, x: &[Val<'c>], signed: bool, bits: u32, quotient: bool) -> Val<'c> {
    let number = |value: i64| b.int_const(x[0].r#type(), value);
    let by_zero = b.cmpi(IntCompare::Eq, x[1], number(0));
    let mut special = by_zero;
    if signed {
        let lowest = b.cmpi(IntCompare::Eq, x[0], number(i64::MIN >> (64 - bits)));
        let by_minus_one = b.cmpi(IntCompare::Eq, x[1], number(-1));
        special = b.or(special, b.and(lowest, by_minus_one));
    }
    // Divided by 1 instead, the lowest number is itself, and leaves 0.
    let divisor = b.select(special, number(1), x[1]);
    let name = match (quotient, signed) {
        (true, true) => "arith.divsi",
        (true, false) => "arith.divui",
        (false, true) => "arith.remsi",
        (false, false) => "arith.remui",
    };
    let result = b.same(name, &[x[0], divisor]);
    b.select(by_zero, if quotient { number(-1) } else { x[0] }, result)
}

/// The power by squaring; a negative exponent keeps 1 and -1, and makes all else 0.
fn power<'c>(b: &Builder<'c>, x: &[Val<'c>], signed: bool, bits: u32) -> Val<'c> {
    let ty = x[0].r#type();
    let number = |value: i64| b.int_const(ty, value);
    let one = number(1);
    let bounds = (b.index(0), b.index(i64::from(bits)));
    let powers = b.for_::<()>(bounds, &[one, x[0], x[1]], |_, carried| {
        let (result, base, exponent) = (carried[0], carried[1], carried[2]);
        let one = b.int_const(ty, 1);
        let odd = b.cmpi(IntCompare::Eq, b.and(exponent, one), one);
        let result = b.select(odd, b.muli(result, base), result);
        // A shift by the width of one bit is undefined; two bits are the narrowest.
        let rest = b.same("arith.shrui", &[exponent, one]);
        Ok(vec![result, b.muli(base, base), rest])
    });
    let result = powers.map(|all| all[0]).unwrap_or(one);
    if !signed {
        return result;
    }
    let is_negative = b.cmpi(IntCompare::Slt, x[1], number(0));
    let is_odd = b.cmpi(IntCompare::Eq, b.and(x[1], one), one);
    let minus = b.select(is_odd, number(-1), one);
    let is_one = b.cmpi(IntCompare::Eq, x[0], one);
    let is_minus = b.cmpi(IntCompare::Eq, x[0], number(-1));
    let kept = b.select(is_one, one, b.select(is_minus, minus, number(0)));
    b.select(is_negative, kept, result)
}
