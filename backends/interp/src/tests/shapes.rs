//! Data movement.

use super::{apply, lit, of};
use hloom_ir::field::{Dims, ResultType};
use hloom_ir::ops::*;
use hloom_ir::{Element, Literal, Type};

fn matrix() -> Literal {
    lit(Element::I32, &[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
}

fn to(dims: &[i64], element: Element) -> ResultType {
    ResultType(Type::tensor(dims, element))
}

#[test]
fn moves() {
    let x = matrix();
    assert_eq!(
        of(Transpose { permutation: Dims::from([1, 0]) }, &[x.clone()]),
        [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]
    );
    assert_eq!(
        of(Reverse { dimensions: Dims::from([1]) }, &[x.clone()]),
        [3.0, 2.0, 1.0, 6.0, 5.0, 4.0]
    );
    assert_eq!(
        of(Reverse { dimensions: Dims::from([0, 1]) }, &[x.clone()]),
        [6.0, 5.0, 4.0, 3.0, 2.0, 1.0]
    );
    let slice = Slice {
        start_indices: Dims::from([0, 0]),
        limit_indices: Dims::from([2, 3]),
        strides: Dims::from([1, 2]),
    };
    assert_eq!(of(slice, &[x.clone()]), [1.0, 3.0, 4.0, 6.0]);
    let x2 = x.clone();
    assert_eq!(
        of(Concatenate { dimension: 1 }, &[x.clone(), x2]),
        [1.0, 2.0, 3.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 4.0, 5.0, 6.0]
    );
    assert_eq!(of(Reshape { ty: to(&[3, 2], Element::I32) }, &[x]), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
}

#[test]
fn broadcasts_repeat_extents_of_one() {
    let x = lit(Element::F32, &[1, 2], &[1.0, 2.0]);
    let op = BroadcastInDim {
        broadcast_dimensions: Dims::from([2, 1]),
        ty: to(&[2, 2, 2], Element::F32),
    };
    assert_eq!(of(op, &[x]), [1.0, 1.0, 2.0, 2.0, 1.0, 1.0, 2.0, 2.0]);
    let op = BroadcastInDim { broadcast_dimensions: Dims::from([]), ty: to(&[3], Element::F32) };
    assert_eq!(of(op, &[lit(Element::F32, &[], &[7.0])]), [7.0; 3]);
}

fn pad(x: Literal, low: i64, high: i64, interior: i64) -> Vec<f64> {
    let op = Pad {
        edge_padding_low: Dims::from([low]),
        edge_padding_high: Dims::from([high]),
        interior_padding: Dims::from([interior]),
    };
    of(op, &[x, lit(Element::I32, &[], &[9.0])])
}

#[test]
fn pads_on_all_sides_and_takes_away() {
    let x = lit(Element::I32, &[3], &[1.0, 2.0, 3.0]);
    assert_eq!(pad(x.clone(), 1, 2, 0), [9.0, 1.0, 2.0, 3.0, 9.0, 9.0]);
    assert_eq!(pad(x.clone(), 0, 0, 2), [1.0, 9.0, 9.0, 2.0, 9.0, 9.0, 3.0]);
    assert_eq!(pad(x.clone(), -1, -1, 2), [9.0, 9.0, 2.0, 9.0, 9.0]);
    assert_eq!(pad(x.clone(), -2, 1, 1), [2.0, 9.0, 3.0, 9.0]);
    assert_eq!(pad(x.clone(), -3, 0, 1), [9.0, 3.0]);
    assert_eq!(pad(x.clone(), 2, -4, 0), [9.0]);
    assert_eq!(pad(x, -5, 3, 0), [9.0]);
    assert_eq!(pad(lit(Element::I32, &[0], &[]), 1, 1, 5), [9.0, 9.0]);
}

#[test]
fn iota_counts_along_one_dimension() {
    let iota = |element, d| of(Iota { iota_dimension: d, ty: to(&[2, 3], element) }, &[]);
    assert_eq!(iota(Element::I32, 1), [0.0, 1.0, 2.0, 0.0, 1.0, 2.0]);
    assert_eq!(iota(Element::BF16, 0), [0.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
    assert_eq!(iota(Element::C64, 1), [0.0, 1.0, 2.0, 0.0, 1.0, 2.0]);
    let op = Iota { iota_dimension: 0, ty: to(&[6], Element::U2) };
    assert_eq!(of(op, &[]), [0.0, 1.0, 2.0, 3.0, 0.0, 1.0]);
}

#[test]
fn bitcasts_change_width_in_both_directions() {
    let x = lit(Element::F32, &[1], &[1.0]);
    let op = BitcastConvert { ty: to(&[1], Element::I32) };
    assert_eq!(of(op, &[x.clone()]), [f64::from(0x3f80_0000)]);
    let op = BitcastConvert { ty: to(&[1, 2], Element::U16) };
    let halves = apply(op, &[x.clone()]).unwrap();
    assert_eq!(super::numbers(&halves), [0.0, f64::from(0x3f80)]);
    let op = BitcastConvert { ty: to(&[1], Element::F32) };
    assert_eq!(apply(op, &[halves]).unwrap(), x);
    // Two nibbles of a byte, the low one first.
    let x = lit(Element::U8, &[2], &[f64::from(0x8f), 0x12 as f64]);
    let nibbles = apply(BitcastConvert { ty: to(&[2, 2], Element::I4) }, &[x.clone()]).unwrap();
    assert_eq!(super::numbers(&nibbles), [-1.0, -8.0, 2.0, 1.0]);
    assert_eq!(apply(BitcastConvert { ty: to(&[2], Element::U8) }, &[nibbles.clone()]).unwrap(), x);
    let unsigned = apply(BitcastConvert { ty: to(&[2, 2], Element::U4) }, &[nibbles]).unwrap();
    assert_eq!(super::numbers(&unsigned), [15.0, 8.0, 2.0, 1.0]);
}
