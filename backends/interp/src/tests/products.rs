//! Products and convolutions.

use super::{apply, lit, of};
use hloom_ir::field::{Dims, Flags, Padding, ResultType};
use hloom_ir::ops::*;
use hloom_ir::{Element, Literal, Type};

fn dot(batch: [&[i64]; 2], contract: [&[i64]; 2], result: Type) -> DotGeneral {
    DotGeneral {
        dot_dimension_numbers: Box::new(DotDims {
            lhs_batching_dimensions: batch[0].into(),
            rhs_batching_dimensions: batch[1].into(),
            lhs_contracting_dimensions: contract[0].into(),
            rhs_contracting_dimensions: contract[1].into(),
        }),
        precision_config: None,
        algorithm: None,
        ty: ResultType(result),
    }
}

fn counted(element: Element, dims: &[i64]) -> Literal {
    let count: i64 = dims.iter().product();
    lit(element, dims, &(1..=count).map(|i| i as f64).collect::<Vec<_>>())
}

#[test]
fn a_matrix_product() {
    let (x, y) = (counted(Element::F32, &[2, 3]), counted(Element::F32, &[3, 2]));
    let op = dot([&[], &[]], [&[1], &[0]], Type::tensor(&[2, 2], Element::F32));
    assert_eq!(of(op, &[x.clone(), y.clone()]), [22.0, 28.0, 49.0, 64.0]);
    // Contracting the other dimensions gives the transposed operands' product.
    let op = dot([&[], &[]], [&[0], &[1]], Type::tensor(&[3, 3], Element::F32));
    assert_eq!(of(op, &[x, y]), [9.0, 19.0, 29.0, 12.0, 26.0, 40.0, 15.0, 33.0, 51.0]);
}

#[test]
fn batches_and_several_contracting_dimensions() {
    let x = counted(Element::I32, &[2, 2, 3]);
    let op = dot([&[0], &[0]], [&[2, 1], &[2, 1]], Type::tensor(&[2], Element::I32));
    assert_eq!(of(op, &[x.clone(), x.clone()]), [91.0, 559.0]);
    let op = dot([&[1], &[1]], [&[0], &[0]], Type::tensor(&[2, 3, 3], Element::I32));
    let all = of(op, &[x.clone(), x]);
    assert_eq!(all[..3], [50.0, 58.0, 66.0]);
}

#[test]
fn sums_are_taken_in_a_wider_type() {
    // In bf16, 256 + 1 is rounded to 256.
    let mut numbers = vec![1.0; 9];
    numbers[0] = 256.0;
    let x = lit(Element::BF16, &[9], &numbers);
    let ones = lit(Element::BF16, &[9], &[1.0]);
    let op = dot([&[], &[]], [&[0], &[0]], Type::tensor(&[], Element::BF16));
    assert_eq!(of(op, &[x.clone(), ones.clone()]), [264.0]);
    let op = dot([&[], &[]], [&[0], &[0]], Type::tensor(&[], Element::F32));
    assert_eq!(of(op, &[x, ones]), [264.0]);
    let x = lit(Element::I8, &[2], &[100.0, 100.0]);
    let op = dot([&[], &[]], [&[0], &[0]], Type::tensor(&[], Element::I32));
    assert_eq!(of(op, &[x.clone(), x.clone()]), [20000.0]);
    let op = dot([&[], &[]], [&[0], &[0]], Type::tensor(&[], Element::I8));
    assert_eq!(of(op, &[x.clone(), x]), [f64::from(20000i32 as i8)]);
    let x = lit(Element::I1, &[3], &[0.0, 1.0, 1.0]);
    let op = dot([&[], &[]], [&[0], &[0]], Type::tensor(&[], Element::I1));
    assert_eq!(of(op, &[x.clone(), x]), [1.0]);
}

#[test]
fn products_and_sums_round_at_each_step_in_order() {
    let whole = || dot([&[], &[]], [&[0], &[0]], Type::tensor(&[], Element::F32));
    let x = lit(Element::F32, &[3], &[16_777_216.0, 1.0, 1.0]);
    let ones = lit(Element::F32, &[3], &[1.0]);
    assert_eq!(of(whole(), &[x.clone(), ones.clone()]), [16_777_216.0]);
    let reversed = lit(Element::F32, &[3], &[1.0, 1.0, 16_777_216.0]);
    assert_eq!(of(whole(), &[reversed, ones]), [16_777_218.0]);
    // (1 + 2⁻¹²)² is 1 + 2⁻¹¹ + 2⁻²⁴; the product loses the last term, a fused one would not.
    let (near, square) = (1.0 + 2f64.powi(-12), 1.0 + 2f64.powi(-11));
    let (x, y) = (lit(Element::F32, &[2], &[-square, near]), lit(Element::F32, &[2], &[1.0, near]));
    assert_eq!(of(whole(), &[x.clone(), y.clone()]), [0.0]);
    let wide = dot([&[], &[]], [&[0], &[0]], Type::tensor(&[], Element::F64));
    assert_eq!(of(wide, &[x, y]), [2f64.powi(-24)]);
}

#[test]
fn nothing_to_sum_is_zero() {
    let x = lit(Element::F32, &[2, 0], &[]);
    let op = dot([&[], &[]], [&[1], &[1]], Type::tensor(&[2, 2], Element::F32));
    assert_eq!(of(op, &[x.clone(), x]), [0.0; 4]);
}

/// A convolution over one spatial dimension, `[b, 0, f]x[0, i, o]->[b, 0, f]`.
fn line(result: i64, features: i64, change: impl FnOnce(&mut Convolution)) -> Convolution {
    let mut op = Convolution {
        window_strides: None,
        padding: None,
        lhs_dilation: None,
        rhs_dilation: None,
        window_reversal: None,
        dimension_numbers: Box::new(ConvDims::from_text("[b, 0, f]x[0, i, o]->[b, 0, f]").unwrap()),
        feature_group_count: 1,
        batch_group_count: 1,
        precision_config: None,
        ty: ResultType(Type::tensor(&[1, result, features], Element::F32)),
    };
    change(&mut op);
    op
}

#[test]
fn windows_slide() {
    let x = counted(Element::F32, &[1, 5, 1]);
    let k = lit(Element::F32, &[2, 1, 1], &[1.0, 10.0]);
    let conv = |op: Convolution| of(op, &[x.clone(), k.clone()]);
    assert_eq!(conv(line(4, 1, |_| ())), [21.0, 32.0, 43.0, 54.0]);
    assert_eq!(conv(line(2, 1, |c| c.window_strides = Some(Dims::from([2])))), [21.0, 43.0]);
    assert_eq!(
        conv(line(4, 1, |c| c.window_reversal = Some(Flags(Box::new([true]))))),
        [12.0, 23.0, 34.0, 45.0]
    );
    assert_eq!(conv(line(3, 1, |c| c.rhs_dilation = Some(Dims::from([2])))), [31.0, 42.0, 53.0]);
    let padded = conv(line(6, 1, |c| c.padding = Some(Padding(Box::new([(1, 1)])))));
    assert_eq!(padded, [10.0, 21.0, 32.0, 43.0, 54.0, 5.0]);
    let cropped = conv(line(2, 1, |c| c.padding = Some(Padding(Box::new([(-1, -1)])))));
    assert_eq!(cropped, [32.0, 43.0]);
    let dilated = conv(line(8, 1, |c| c.lhs_dilation = Some(Dims::from([2]))));
    assert_eq!(dilated, [1.0, 20.0, 2.0, 30.0, 3.0, 40.0, 4.0, 50.0]);
}

#[test]
fn padding_is_multiplied_too() {
    let x = lit(Element::F32, &[1, 2, 1], &[1.0, 2.0]);
    let k = lit(Element::F32, &[2, 1, 1], &[f64::INFINITY, 1.0]);
    let op = line(3, 1, |c| c.padding = Some(Padding(Box::new([(1, 1)]))));
    let found = of(op, &[x, k]);
    assert!(found[0].is_nan() && found[1..] == [f64::INFINITY, f64::INFINITY], "{found:?}");
}

#[test]
fn convolutions_of_nothing() {
    let x = lit(Element::F32, &[1, 0, 1], &[]);
    let k = lit(Element::F32, &[2, 1, 1], &[1.0, 1.0]);
    let op = line(1, 1, |c| c.padding = Some(Padding(Box::new([(1, 1)]))));
    assert_eq!(of(op, &[x, k]), [0.0]);
    let x = lit(Element::F32, &[1, 2, 0], &[]);
    let k = lit(Element::F32, &[2, 0, 0], &[]);
    assert!(of(line(1, 0, |_| ()), &[x, k]).is_empty());
}

#[test]
fn features_and_batches_in_groups() {
    let x = lit(Element::F32, &[1, 1, 4], &[1.0, 2.0, 3.0, 4.0]);
    let k = lit(Element::F32, &[1, 2, 2], &[1.0, 100.0, 10.0, 1000.0]);
    let op = line(1, 2, |c| c.feature_group_count = 2);
    // The first result sums the first two features with the first kernel.
    assert_eq!(of(op, &[x, k]), [21.0, 4300.0]);
    let x = lit(Element::F32, &[2, 1, 1], &[2.0, 3.0]);
    let k = lit(Element::F32, &[1, 1, 2], &[1.0, 10.0]);
    let op = line(1, 2, |c| c.batch_group_count = 2);
    assert_eq!(of(op, &[x, k]), [2.0, 30.0]);
}

#[test]
fn dimensions_stand_in_any_order() {
    // One window over the whole image: the sum of products, whatever the order.
    let x = counted(Element::F32, &[2, 1, 3, 2]);
    let k = counted(Element::F32, &[1, 2, 3, 2]);
    let mut op = line(1, 1, |_| ());
    op.dimension_numbers =
        Box::new(ConvDims::from_text("[0, b, 1, f]x[o, 0, 1, i]->[f, 0, 1, b]").unwrap());
    op.ty = ResultType(Type::tensor(&[1, 1, 1, 1], Element::F32));
    assert_eq!(of(op, &[x, k]), [650.0]);
}

#[test]
fn a_result_too_large_is_refused() {
    let x = Literal::splat(Type::tensor(&[1 << 40], Element::F32), &[0; 4]).unwrap();
    let op = dot([&[], &[]], [&[], &[]], Type::tensor(&[1 << 40, 1 << 40], Element::F32));
    let error = apply(op, &[x.clone(), x]).unwrap_err();
    assert_eq!(error.kind, crate::ErrorKind::Limit, "{error}");
}
