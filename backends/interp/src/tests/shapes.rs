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
        of(Transpose { permutation: Dims::from([1, 0]) }, std::slice::from_ref(&x)),
        [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]
    );
    assert_eq!(
        of(Reverse { dimensions: Dims::from([1]) }, std::slice::from_ref(&x)),
        [3.0, 2.0, 1.0, 6.0, 5.0, 4.0]
    );
    assert_eq!(
        of(Reverse { dimensions: Dims::from([0, 1]) }, std::slice::from_ref(&x)),
        [6.0, 5.0, 4.0, 3.0, 2.0, 1.0]
    );
    let slice = Slice {
        start_indices: Dims::from([0, 0]),
        limit_indices: Dims::from([2, 3]),
        strides: Dims::from([1, 2]),
    };
    assert_eq!(of(slice, std::slice::from_ref(&x)), [1.0, 3.0, 4.0, 6.0]);
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
    assert_eq!(of(op, std::slice::from_ref(&x)), [f64::from(0x3f80_0000)]);
    let op = BitcastConvert { ty: to(&[1, 2], Element::U16) };
    let halves = apply(op, std::slice::from_ref(&x)).unwrap();
    assert_eq!(super::numbers(&halves), [0.0, f64::from(0x3f80)]);
    let op = BitcastConvert { ty: to(&[1], Element::F32) };
    assert_eq!(apply(op, &[halves]).unwrap(), x);
    // Two nibbles of a byte, the low one first.
    let x = lit(Element::U8, &[2], &[f64::from(0x8f), 0x12 as f64]);
    let nibbles =
        apply(BitcastConvert { ty: to(&[2, 2], Element::I4) }, std::slice::from_ref(&x)).unwrap();
    assert_eq!(super::numbers(&nibbles), [-1.0, -8.0, 2.0, 1.0]);
    assert_eq!(
        apply(BitcastConvert { ty: to(&[2], Element::U8) }, std::slice::from_ref(&nibbles))
            .unwrap(),
        x
    );
    let unsigned = apply(BitcastConvert { ty: to(&[2, 2], Element::U4) }, &[nibbles]).unwrap();
    assert_eq!(super::numbers(&unsigned), [15.0, 8.0, 2.0, 1.0]);
}

/// A module whose `@main` is a single op on arguments of unknown extents.
fn open(op: impl Into<Op>, ranks: &[usize], inputs: &[Literal]) -> Result<Literal, String> {
    let types: Vec<Type> = inputs
        .iter()
        .zip(ranks)
        .map(|(x, &rank)| Type::tensor(&vec![hloom_ir::DYNAMIC; rank], x.element()))
        .collect();
    let module = super::main_of(&types, |r, args| vec![r.value(op, args).expect("a valid op")]);
    match super::run_main(&module, inputs) {
        Ok(mut results) => Ok(results.remove(0).into_tensor().expect("a tensor")),
        Err(error) => Err(error.message),
    }
}

#[test]
fn open_extents_follow_from_the_operands() {
    let x = matrix();
    let t = open(Transpose { permutation: Dims::from([1, 0]) }, &[2], std::slice::from_ref(&x));
    assert_eq!(t.unwrap().dims(), [3, 2]);
    let c = open(Concatenate { dimension: 0 }, &[2, 2], &[x.clone(), x.clone()]).unwrap();
    assert_eq!(c.dims(), [4, 3]);
    assert_eq!(open(Add {}, &[2, 2], &[x.clone(), x]).unwrap().dims(), [2, 3]);
}

#[test]
fn operands_that_do_not_fit_are_an_error() {
    let (x, y) = (matrix(), lit(Element::I32, &[3], &[1.0]));
    assert!(open(Add {}, &[1, 1], &[lit(Element::I32, &[2], &[1.0]), y.clone()]).is_err());
    let z = lit(Element::I32, &[1, 4], &[1.0]);
    assert!(open(Concatenate { dimension: 0 }, &[2, 2], &[x, z]).is_err());
    let op = BroadcastInDim { broadcast_dimensions: Dims::from([0]), ty: to(&[4], Element::I32) };
    let message = open(op, &[1], std::slice::from_ref(&y)).unwrap_err();
    assert!(message.contains("can't become dimension 0 of tensor<4xi32>"), "{message}");
    let slice = Slice {
        start_indices: Dims::from([2]),
        limit_indices: Dims::from([4]),
        strides: Dims::from([1]),
    };
    assert!(open(slice, &[1], &[y]).is_err());
}

#[test]
fn huge_extents_without_elements_do_not_overflow() {
    let huge = 1i64 << 62;
    let x = lit(Element::I32, &[0, huge, 4], &[]);
    let all = Dims::from([0, 1, 2]);
    assert_eq!(apply(Reverse { dimensions: all }, std::slice::from_ref(&x)).unwrap().count(), 0);
    let twice = apply(Concatenate { dimension: 2 }, &[x.clone(), x.clone()]).unwrap();
    assert_eq!(twice.dims(), [0, huge, 8]);
    let slice = Slice {
        start_indices: Dims::from([0, 5, 1]),
        limit_indices: Dims::from([0, huge, 4]),
        strides: Dims::from([1, huge, 3]),
    };
    assert_eq!(apply(slice, std::slice::from_ref(&x)).unwrap().dims(), [0, 1, 1]);
    let iota = Iota { iota_dimension: 0, ty: to(&[0, huge, huge], Element::I32) };
    assert_eq!(apply(iota, &[]).unwrap().count(), 0);
}
