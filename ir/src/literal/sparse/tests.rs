//! Tests of sparse tensors in memory.

use super::*;
use crate::types::Element;

fn list(element: Element, numbers: &[f64]) -> Literal {
    Literal::from_f64s(Type::tensor(&[numbers.len() as i64], element), numbers).unwrap()
}

fn csr(pos: &[f64], crd: &[f64], values: &[f64]) -> Result<Sparse, WrongStorage> {
    let ty = TensorType::new(&[3, 4], Element::F64).stored(&SparseEncoding::csr());
    let arrays =
        LevelArrays { pos: Some(list(Element::U64, pos)), crd: Some(list(Element::U64, crd)) };
    let levels = vec![LevelArrays::default(), arrays];
    Sparse::new(ty.into(), levels, list(Element::F64, values))
}

#[test]
fn the_papers_matrix_in_every_storage_of_two_levels() {
    let x = [6.0, 0.0, 9.0, 8.0, 0.0, 0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 7.0];
    let dense = Literal::from_f64s(Type::tensor(&[3, 4], Element::F64), &x).unwrap();
    let it = csr(&[0.0, 3.0, 3.0, 5.0], &[0.0, 2.0, 3.0, 0.0, 3.0], &[6.0, 9.0, 8.0, 5.0, 7.0]);
    let it = it.unwrap();
    assert_eq!(it.to_dense().unwrap(), dense);
    assert_eq!(Sparse::from_dense(it.ty(), &dense).unwrap(), it);
    for first in ["dense", "compressed"] {
        for second in ["dense", "compressed"] {
            for order in ["d0 : A, d1 : B", "d1 : A, d0 : B"] {
                let levels = order.replace('A', first).replace('B', second);
                let text = format!(
                    "#sparse_tensor.encoding<{{ map = (d0, d1) -> ({levels}), posWidth = 32, crdWidth = 8 }}>"
                );
                let encoding = SparseEncoding::parse(&text).unwrap().unwrap();
                let ty = TensorType::new(&[3, 4], Element::F64).stored(&encoding);
                let stored = Sparse::from_dense(ty.into(), &dense).unwrap();
                assert_eq!(stored.to_dense().unwrap(), dense, "{text}");
                let again = Sparse::new(stored.ty(), stored.levels.clone(), stored.values.clone());
                assert_eq!(again.unwrap(), stored);
            }
        }
    }
    let coo = TensorType::new(&[3, 4], Element::F64).stored(&SparseEncoding::coo(2));
    let stored = Sparse::from_dense(coo.into(), &dense).unwrap();
    assert_eq!(stored.arrays().len(), 4);
    assert_eq!(stored.to_dense().unwrap(), dense);
}

#[test]
fn wrong_arrays_are_named() {
    let one =
        |pos: &[f64], crd: &[f64], values: &[f64]| csr(pos, crd, values).unwrap_err().to_string();
    let v = [1.0, 2.0];
    for (found, message) in [
        (one(&[0.0, 1.0], &[0.0], &[1.0]), "has 2 positions in level 1 instead of 4"),
        (one(&[1.0, 1.0, 1.0, 1.0], &[0.0], &[1.0]), "has positions from 1 in level 1, not from 0"),
        (one(&[0.0, 2.0, 1.0, 2.0], &[0.0, 1.0], &v), "fall, at 2: 2, 1"),
        (one(&[0.0, 1.0, 1.0, 3.0], &[0.0, 1.0], &v), "up to 3, but 2 coordinates"),
        (one(&[0.0, 1.0, 1.0, 2.0], &[0.0, 4.0], &v), "coordinate 4 at 1 of level 1, which has 4"),
        (one(&[0.0, 2.0, 2.0, 2.0], &[2.0, 1.0], &v), "coordinates in level 1 that fall: 2, 1"),
        (one(&[0.0, 2.0, 2.0, 2.0], &[2.0, 2.0], &v), "the coordinate 2 in level 1 twice"),
        (one(&[0.0, 2.0, 2.0, 2.0], &[1.0, 2.0], &[1.0]), "instead of 2 of f64"),
    ] {
        assert!(found.contains(message), "{found}");
    }
    let coo = TensorType::new(&[3, 4], Element::F64).stored(&SparseEncoding::coo(2));
    let twice = [vec![1, 2], vec![1, 2]];
    let found = Sparse::from_entries(coo.into(), &twice, &list(Element::F64, &v)).unwrap_err();
    assert_eq!(found.to_string(), "has two entries at [1, 2]");
}

#[test]
fn positions_without_memory_are_an_error() {
    // Positions of 2^47 rows: 1 PB.
    let ty = TensorType::new(&[1 << 47, 1], Element::F64).stored(&SparseEncoding::csr());
    let columns = [vec![3], vec![0]];
    let found = Sparse::from_columns(ty.into(), &columns, &list(Element::F64, &[1.0])).unwrap_err();
    let what = "has 140737488355329 positions in level 1, for which there is no memory";
    assert_eq!(found.to_string(), what);
}

#[test]
fn zeros_of_either_sign_are_not_stored() {
    let nan = f64::NAN;
    let x = [0.0, -0.0, nan, -1.0];
    for element in [Element::F64, Element::F32, Element::BF16, Element::F8E4M3FN] {
        let dense = list(element, &x);
        let ty = TensorType::new(&[4], element).stored(&SparseEncoding::coo(1));
        let stored = Sparse::from_dense(ty.into(), &dense).unwrap();
        assert_eq!(stored.values().count(), 2, "{element}");
    }
    // A complex number is zero if both parts are.
    let bytes: Vec<u8> = [0.0f32, -0.0, -0.0, -0.0, 0.0, 1.0, -0.0, 2.0]
        .iter()
        .flat_map(|part| part.to_le_bytes())
        .collect();
    let dense = Literal::new(Type::tensor(&[4], Element::C64), bytes.as_slice().into()).unwrap();
    let ty = TensorType::new(&[4], Element::C64).stored(&SparseEncoding::coo(1));
    assert_eq!(Sparse::from_dense(ty.into(), &dense).unwrap().values().count(), 2);
}
