//! Elementwise ops.

use super::{apply, lit, of};
use hloom_ir::field::{Bits, ResultType};
use hloom_ir::ops::*;
use hloom_ir::{Element, Literal, Type};

const NAN: f64 = f64::NAN;
const INF: f64 = f64::INFINITY;

/// Asserts that both lists have the same bits, except for NaN.
fn same(found: &[f64], expected: &[f64]) {
    let equal = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
    assert!(
        found.len() == expected.len() && found.iter().zip(expected).all(equal),
        "{found:?} instead of {expected:?}"
    );
}

fn list(element: Element, numbers: &[f64]) -> Literal {
    lit(element, &[numbers.len() as i64], numbers)
}

fn convert(x: &Literal, to: Element) -> Literal {
    apply(Convert { ty: ResultType(Type::tensor(x.dims(), to)) }, std::slice::from_ref(x)).unwrap()
}

#[test]
fn integers_wrap_at_their_width() {
    for (element, low, high) in [
        (Element::I2, -2.0, 1.0),
        (Element::I4, -8.0, 7.0),
        (Element::I8, -128.0, 127.0),
        (Element::I32, -2147483648.0, 2147483647.0),
        (Element::U4, 0.0, 15.0),
        (Element::U16, 0.0, 65535.0),
    ] {
        let (x, one) = (list(element, &[low, high]), list(element, &[1.0, 1.0]));
        same(&of(Add {}, &[x.clone(), one.clone()]), &[low + 1.0, low]);
        same(&of(Subtract {}, &[x.clone(), one]), &[high, high - 1.0]);
        same(&of(Negate {}, &[list(element, &[low])]), &[low]);
    }
}

#[test]
fn division_by_zero_has_a_result() {
    let (x, y) = (
        list(Element::I32, &[7.0, -7.0, -7.0, 7.0, -2147483648.0]),
        list(Element::I32, &[0.0, 0.0, 2.0, -2.0, -1.0]),
    );
    same(&of(Divide {}, &[x.clone(), y.clone()]), &[-1.0, -1.0, -3.0, -3.0, -2147483648.0]);
    same(&of(Remainder {}, &[x, y]), &[7.0, -7.0, -1.0, 1.0, 0.0]);
    let (x, y) = (list(Element::U8, &[7.0, 200.0]), list(Element::U8, &[0.0, 7.0]));
    same(&of(Divide {}, &[x.clone(), y.clone()]), &[255.0, 28.0]);
    same(&of(Remainder {}, &[x, y]), &[7.0, 4.0]);
}

#[test]
fn float_division_follows_ieee() {
    for element in [Element::F32, Element::F64, Element::BF16, Element::F16] {
        let x = list(element, &[1.0, -1.0, 0.0, INF, 1.0]);
        let y = list(element, &[0.0, 0.0, 0.0, INF, -INF]);
        same(&of(Divide {}, &[x, y]), &[INF, -INF, NAN, NAN, -0.0]);
    }
    let (x, y) = (
        list(Element::F32, &[5.5, -5.5, 5.5, 1.0, INF]),
        list(Element::F32, &[2.0, 2.0, -2.0, INF, 2.0]),
    );
    same(&of(Remainder {}, &[x, y]), &[1.5, -1.5, 1.5, 1.0, NAN]);
}

#[test]
fn shifts_by_the_width_or_more() {
    let x = list(Element::I8, &[-128.0, -128.0, 3.0, 3.0, 64.0]);
    let y = list(Element::I8, &[7.0, 8.0, 1.0, -1.0, 100.0]);
    same(&of(ShiftLeft {}, &[x.clone(), y.clone()]), &[0.0, 0.0, 6.0, 0.0, 0.0]);
    same(&of(ShiftRightArithmetic {}, &[x.clone(), y.clone()]), &[-1.0, -1.0, 1.0, 0.0, 0.0]);
    same(&of(ShiftRightLogical {}, &[x, y]), &[1.0, 0.0, 1.0, 0.0, 0.0]);
}

#[test]
fn integer_powers() {
    let x = list(Element::I32, &[2.0, -3.0, 1.0, -1.0, -1.0, 2.0, 0.0, 0.0, 3.0]);
    let y = list(Element::I32, &[10.0, 3.0, -5.0, -5.0, -4.0, -1.0, 0.0, -1.0, 21.0]);
    let wrapped = f64::from(3i32.wrapping_pow(21));
    same(&of(Power {}, &[x, y]), &[1024.0, -27.0, 1.0, -1.0, 1.0, 0.0, 1.0, 0.0, wrapped]);
}

#[test]
fn bits_are_counted_in_the_element_width() {
    let x = list(Element::I4, &[-1.0, 1.0, 0.0, 7.0]);
    same(&of(Popcnt {}, std::slice::from_ref(&x)), &[4.0, 1.0, 0.0, 3.0]);
    same(&of(CountLeadingZeros {}, std::slice::from_ref(&x)), &[0.0, 3.0, 4.0, 1.0]);
    same(&of(Not {}, &[x]), &[0.0, -2.0, -1.0, -8.0]);
    let x = list(Element::U64, &[1.0, 0.0]);
    same(&of(CountLeadingZeros {}, &[x]), &[63.0, 64.0]);
}

#[test]
fn booleans_add_by_or_and_multiply_by_and() {
    let (x, y) =
        (list(Element::I1, &[0.0, 0.0, 1.0, 1.0]), list(Element::I1, &[0.0, 1.0, 0.0, 1.0]));
    let both = [x, y];
    same(&of(Add {}, &both), &[0.0, 1.0, 1.0, 1.0]);
    same(&of(Multiply {}, &both), &[0.0, 0.0, 0.0, 1.0]);
    same(&of(Xor {}, &both), &[0.0, 1.0, 1.0, 0.0]);
    same(&of(Maximum {}, &both), &[0.0, 1.0, 1.0, 1.0]);
    same(&of(Not {}, &both[..1]), &[1.0, 1.0, 0.0, 0.0]);
}

#[test]
fn extremes_see_nan_and_the_sign_of_zero() {
    for element in [Element::F32, Element::F64, Element::F16, Element::BF16, Element::TF32] {
        let x = list(element, &[NAN, 1.0, -0.0, 0.0, 3.0]);
        let y = list(element, &[1.0, NAN, 0.0, -0.0, -4.0]);
        same(&of(Maximum {}, &[x.clone(), y.clone()]), &[NAN, NAN, 0.0, 0.0, 3.0]);
        same(&of(Minimum {}, &[x, y]), &[NAN, NAN, -0.0, -0.0, -4.0]);
    }
}

#[test]
fn rounding_and_signs() {
    let x = list(Element::F32, &[2.5, -2.5, 0.5, -0.5, 1.4, NAN, -0.0]);
    same(
        &of(RoundNearestEven {}, std::slice::from_ref(&x)),
        &[2.0, -2.0, 0.0, -0.0, 1.0, NAN, -0.0],
    );
    same(
        &of(RoundNearestAfz {}, std::slice::from_ref(&x)),
        &[3.0, -3.0, 1.0, -1.0, 1.0, NAN, -0.0],
    );
    same(&of(Floor {}, std::slice::from_ref(&x)), &[2.0, -3.0, 0.0, -1.0, 1.0, NAN, -0.0]);
    same(&of(Ceil {}, std::slice::from_ref(&x)), &[3.0, -2.0, 1.0, -0.0, 2.0, NAN, -0.0]);
    same(&of(Sign {}, std::slice::from_ref(&x)), &[1.0, -1.0, 1.0, -1.0, 1.0, NAN, -0.0]);
    same(&of(IsFinite {}, &[list(Element::F32, &[1.0, INF, -INF, NAN])]), &[1.0, 0.0, 0.0, 0.0]);
    same(&of(Sign {}, &[list(Element::I8, &[-5.0, 0.0, 9.0])]), &[-1.0, 0.0, 1.0]);
    same(&of(Abs {}, &[list(Element::I8, &[-5.0, -128.0])]), &[5.0, -128.0]);
}

#[test]
fn elementary_functions_at_their_ends() {
    let exact = |op: Op, ins: &[f64], outs: &[f64]| {
        for element in [Element::F32, Element::F64] {
            same(&of(op.clone(), &[list(element, ins)]), outs);
        }
    };
    let accuracy = || None;
    exact(
        Sqrt { result_accuracy: accuracy() }.into(),
        &[4.0, -0.0, -1.0, INF],
        &[2.0, -0.0, NAN, INF],
    );
    exact(
        Rsqrt { result_accuracy: accuracy() }.into(),
        &[4.0, 0.0, -0.0, INF],
        &[0.5, INF, -INF, 0.0],
    );
    exact(
        Log { result_accuracy: accuracy() }.into(),
        &[1.0, 0.0, -1.0, INF],
        &[0.0, -INF, NAN, INF],
    );
    exact(
        LogPlusOne { result_accuracy: accuracy() }.into(),
        &[0.0, -0.0, -1.0, -2.0],
        &[0.0, -0.0, -INF, NAN],
    );
    exact(
        Exponential { result_accuracy: accuracy() }.into(),
        &[0.0, -INF, INF, NAN],
        &[1.0, 0.0, INF, NAN],
    );
    exact(ExponentialMinusOne { result_accuracy: accuracy() }.into(), &[-0.0, -INF], &[-0.0, -1.0]);
    exact(Tanh { result_accuracy: accuracy() }.into(), &[-0.0, INF, -INF], &[-0.0, 1.0, -1.0]);
    exact(Cbrt { result_accuracy: accuracy() }.into(), &[-27.0, 8.0, -0.0], &[-3.0, 2.0, -0.0]);
    exact(Logistic { result_accuracy: accuracy() }.into(), &[0.0, INF, -INF], &[0.5, 1.0, 0.0]);
    exact(Sine { result_accuracy: accuracy() }.into(), &[-0.0, INF], &[-0.0, NAN]);
}

#[test]
fn powers_and_angles_follow_ieee() {
    let x = list(Element::F32, &[1.0, NAN, 0.0, -0.0, -8.0, 2.0, -1.0]);
    let y = list(Element::F32, &[NAN, 0.0, -1.0, -3.0, 1.0 / 3.0, 0.5, INF]);
    let sqrt2 = f64::from(2f32.sqrt());
    same(&of(Power {}, &[x, y]), &[1.0, 1.0, INF, -INF, NAN, sqrt2, 1.0]);
    let y = list(Element::F64, &[0.0, -0.0, 1.0, -1.0]);
    let x = list(Element::F64, &[-1.0, -1.0, 0.0, 0.0]);
    let pi = std::f64::consts::PI;
    same(&of(Atan2 {}, &[y, x]), &[pi, -pi, pi / 2.0, -pi / 2.0]);
}

#[test]
fn comparisons() {
    let x = list(Element::F32, &[NAN, -0.0, 1.0, 2.0]);
    let y = list(Element::F32, &[NAN, 0.0, 2.0, 1.0]);
    let compare = |direction, kind, x: &Literal, y: &Literal| {
        of(Compare { comparison_direction: direction, compare_type: kind }, &[x.clone(), y.clone()])
    };
    same(&compare(Direction::Eq, None, &x, &y), &[0.0, 1.0, 0.0, 0.0]);
    same(&compare(Direction::Ne, None, &x, &y), &[1.0, 0.0, 1.0, 1.0]);
    same(&compare(Direction::Le, None, &x, &y), &[0.0, 1.0, 1.0, 0.0]);
    let total = Some(CompareType::TotalOrder);
    let x = list(Element::F32, &[NAN, -0.0, 0.0, INF, -INF]);
    let y = list(Element::F32, &[NAN, 0.0, -0.0, NAN, -1.0]);
    same(&compare(Direction::Eq, total, &x, &y), &[1.0, 0.0, 0.0, 0.0, 0.0]);
    same(&compare(Direction::Lt, total, &x, &y), &[0.0, 1.0, 0.0, 1.0, 1.0]);
    let (x, y) = (list(Element::U64, &[1.8e19]), list(Element::U64, &[1.0]));
    same(&compare(Direction::Gt, None, &x, &y), &[1.0]);
    let (x, y) = (list(Element::F8E5M2, &[-1.0, 0.5]), list(Element::F8E5M2, &[-2.0, 1.0]));
    same(&compare(Direction::Lt, total, &x, &y), &[0.0, 1.0]);
}

#[test]
fn clamp_and_select_take_scalars() {
    let x = list(Element::I32, &[-5.0, 0.0, 5.0]);
    let (low, high) = (lit(Element::I32, &[], &[-1.0]), lit(Element::I32, &[], &[3.0]));
    same(&of(Clamp {}, &[low, x.clone(), high]), &[-1.0, 0.0, 3.0]);
    let pred = lit(Element::I1, &[], &[0.0]);
    let y = list(Element::I32, &[1.0, 2.0, 3.0]);
    same(&of(Select {}, &[pred, x.clone(), y.clone()]), &[1.0, 2.0, 3.0]);
    let pred = list(Element::I1, &[1.0, 0.0, 1.0]);
    same(&of(Select {}, &[pred, x, y]), &[-5.0, 2.0, 5.0]);
    // The operand is clamped by `min` first: crossed bounds give `max`.
    let crossed = [
        lit(Element::F32, &[], &[2.0]),
        list(Element::F32, &[0.0]),
        lit(Element::F32, &[], &[1.0]),
    ];
    same(&of(Clamp {}, &crossed), &[1.0]);
}

#[test]
fn conversions_round_once_and_saturate() {
    let x = list(Element::F32, &[1.9, -1.9, 300.0, -300.0, NAN, INF]);
    let to = |e| super::numbers(&convert(&x, e));
    same(&to(Element::I8), &[1.0, -1.0, 127.0, -128.0, 0.0, 127.0]);
    same(&to(Element::U8), &[1.0, 0.0, 255.0, 0.0, 0.0, 255.0]);
    same(&to(Element::I4), &[1.0, -1.0, 7.0, -8.0, 0.0, 7.0]);
    same(&to(Element::I1), &[1.0; 6]);
    let x = list(Element::I32, &[300.0, -1.0, 0.0]);
    same(&super::numbers(&convert(&x, Element::I8)), &[44.0, -1.0, 0.0]);
    same(&super::numbers(&convert(&x, Element::U8)), &[44.0, 255.0, 0.0]);
    same(&super::numbers(&convert(&x, Element::I1)), &[1.0, 1.0, 0.0]);
    // Just above a tie of f32, by less than the precision of f64.
    let mut x = lit(Element::I64, &[2], &[0.0, 0.0]);
    x.as_mut_slice::<i64>()
        .copy_from_slice(&[(1 << 62) + (1 << 38) + 1, -((1 << 62) + (1 << 38) + 1)]);
    let above = (2f64.powi(62)) + 2f64.powi(39);
    same(&super::numbers(&convert(&x, Element::F32)), &[above, -above]);
    let mut x = lit(Element::U64, &[1], &[0.0]);
    x.as_mut_slice::<u64>()[0] = u64::MAX;
    same(&super::numbers(&convert(&x, Element::F32)), &[2f64.powi(64)]);
    same(&super::numbers(&convert(&x, Element::F16)), &[INF]);
    // From f64 to f16 in one step: rounding twice would hit a tie that rounds down.
    let x = list(Element::F64, &[1.0 + 2f64.powi(-11) + 2f64.powi(-30)]);
    same(&super::numbers(&convert(&x, Element::F16)), &[1.0 + 2f64.powi(-10)]);
}

#[test]
fn every_element_type_converts_to_every_other() {
    let plain = Element::ALL.into_iter().filter(|&e| e != Element::F8E8M0FNU);
    for from in plain.clone() {
        for to in plain.clone() {
            // More than one block of elements.
            let x = lit(from, &[1300], &vec![1.0; 1300]);
            let y = convert(&x, to);
            assert!(super::numbers(&y).iter().all(|&v| v == 1.0), "{from} to {to}");
            assert_eq!(convert(&lit(from, &[3], &[1.0]), to), lit(to, &[3], &[1.0]));
        }
    }
}

#[test]
fn arithmetic_in_every_float_type() {
    for element in Element::ALL.into_iter().filter(|e| e.is_float()) {
        let (x, y) = (list(element, &[2.0, 4.0]), list(element, &[2.0, 2.0]));
        let both = [x, y];
        let twos = [both[1].clone(), both[1].clone()];
        same(&of(Multiply {}, &twos), &[4.0, 4.0]);
        same(&of(Divide {}, &both), &[1.0, 2.0]);
        if element != Element::F8E8M0FNU {
            same(&of(Subtract {}, &both), &[0.0, 2.0]);
            same(&of(Negate {}, &both[..1]), &[-2.0, -4.0]);
        }
    }
}

#[test]
fn tf32_rounds_to_ten_bits() {
    let one = list(Element::TF32, &[1.0]);
    let small = list(Element::TF32, &[2f64.powi(-11)]);
    same(&of(Add {}, &[one, small]), &[1.0]);
    let (x, y) =
        (list(Element::TF32, &[1.0 + 2f64.powi(-10)]), list(Element::TF32, &[2f64.powi(-11)]));
    same(&of(Add {}, &[x, y]), &[1.0 + 2f64.powi(-9)]);
}

#[test]
fn complex_numbers() {
    let parts = |re: &[f64], im: &[f64]| {
        apply(Complex {}, &[list(Element::F32, re), list(Element::F32, im)]).unwrap()
    };
    let (x, y) = (parts(&[3.0, 0.0], &[4.0, 1.0]), parts(&[1.0, 0.0], &[0.0, 1.0]));
    same(&of(Abs {}, std::slice::from_ref(&x)), &[5.0, 1.0]);
    let product = apply(Multiply {}, &[x.clone(), y.clone()]).unwrap();
    same(&of(Real {}, std::slice::from_ref(&product)), &[3.0, -1.0]);
    same(&of(Imag {}, &[product]), &[4.0, 0.0]);
    let eq = Compare { comparison_direction: Direction::Eq, compare_type: None };
    same(&of(eq, &[x, y]), &[0.0, 1.0]);
    same(&of(Imag {}, &[list(Element::F32, &[7.0])]), &[0.0]);
}

#[test]
fn precision_is_reduced() {
    let to_f16 = ReducePrecision { exponent_bits: Bits(5), mantissa_bits: Bits(10) };
    let x = list(Element::F32, &[65520.0, 1.0 + 2f64.powi(-11), -1e-6, NAN]);
    same(&of(to_f16, &[x]), &[INF, 1.0, -0.0, NAN]);
}

#[test]
fn splats_stay_splats() {
    let x = lit(Element::F32, &[1 << 20], &[2.0]);
    let y = apply(Multiply {}, &[x.clone(), x]).unwrap();
    assert!(y.is_splat() && y.get_f64(12345) == 4.0);
}

#[test]
fn empty_tensors_are_no_exception() {
    let x = lit(Element::F32, &[0, 3], &[]);
    assert_eq!(apply(Add {}, &[x.clone(), x.clone()]).unwrap().count(), 0);
    let splat = Literal::splat(x.ty(), &[0; 4]).unwrap();
    assert_eq!(apply(Add {}, &[splat, x]).unwrap().count(), 0);
}
