//! NumPy's arrays and archives: `.npy`, and `.npz` unless it is a sparse matrix of SciPy's.

use hloom_ir::{Element, Literal};

use super::entries::{Dense, Numbers};
use super::scipy::{self, Member};
use super::{Data, FileError, MOST};
use crate::arrays::npy;
use crate::arrays::npz::Archive;

/// The most bytes of a member of an archive: [`MOST`] numbers.
const MOST_BYTES: u64 = 8 * MOST;

/// Reads an array or an archive; `None` if the bytes are neither.
pub(super) fn read(bytes: &[u8]) -> Option<Result<Data, FileError>> {
    if bytes.starts_with(npy::MAGIC) {
        return Some(dense(bytes).map(Data::Dense).map_err(FileError::new));
    }
    if !bytes.starts_with(b"PK") {
        return None;
    }
    Some(archive(bytes))
}

fn archive(bytes: &[u8]) -> Result<Data, FileError> {
    let mut archive = Archive::open(bytes).map_err(|error| FileError::new(error.to_string()))?;
    let sparse = archive.sparse_members().is_some();
    let mut members = Vec::new();
    for (index, name) in archive.names().into_iter().enumerate() {
        let wrong = |what: &str| FileError::new(format!("`{name}` {what}"));
        let bytes = archive.bytes(index, MOST_BYTES).map_err(|error| wrong(&error.0))?;
        // The name of the format is a text, and a flag says which class of SciPy's it was.
        if sparse && ["format", "_is_array"].contains(&name.as_str()) {
            members.push((name, Member::Text(bytes)));
            continue;
        }
        let array = dense(&bytes).map_err(|what| wrong(&what))?;
        members.push((name, Member::Array(array)));
    }
    if sparse {
        return scipy::read(members).map(Data::Entries);
    }
    let arrays = members.into_iter().filter_map(|(name, member)| match member {
        Member::Array(array) => Some((name, array)),
        Member::Text(_) => None,
    });
    Ok(Data::Archive(arrays.collect()))
}

/// An array of numbers.
fn dense(bytes: &[u8]) -> Result<Dense, String> {
    let literal = npy::decode_as_written(bytes).map_err(|error| error.to_string())?;
    let shape: Vec<u64> = literal.dims().iter().map(|extent| *extent as u64).collect();
    if literal.count() as u64 > MOST {
        return Err(format!("holds {} numbers, more than 2^31", literal.count()));
    }
    Ok(Dense { shape, numbers: numbers(&literal)? })
}

fn numbers(literal: &Literal) -> Result<Numbers, String> {
    let element = literal.element();
    let all = 0..literal.count();
    if element.is_boolean() {
        return Ok(Numbers::Bools(all.map(|i| literal.get_f64(i) != 0.0).collect()));
    }
    if element == Element::F32 {
        return Ok(Numbers::Singles(all.map(|i| literal.get_f64(i) as f32).collect()));
    }
    if element.is_float() {
        return Ok(Numbers::Reals(all.map(|i| literal.get_f64(i)).collect()));
    }
    if !element.is_integer() {
        return Err(format!("holds numbers of {element}, which the calculus does not have"));
    }
    let int = |i: usize| {
        let wide = literal.get_int(i).unwrap_or_default();
        i64::try_from(wide).map_err(|_| format!("holds {wide} at {i}, which is beyond 64 bits"))
    };
    Ok(Numbers::Ints(all.map(int).collect::<Result<_, _>>()?))
}

/// The `.npy` file of an array.
pub(super) fn encode(array: &Dense) -> Vec<u8> {
    use hloom_ir::TensorType;
    use hloom_ir::literal::Bytes;
    let (element, bytes): (Element, Vec<u8>) = match &array.numbers {
        Numbers::Bools(all) => (Element::I1, all.iter().map(|v| u8::from(*v)).collect()),
        Numbers::Ints(all) => (Element::I64, all.iter().flat_map(|v| v.to_le_bytes()).collect()),
        Numbers::Reals(all) => (Element::F64, all.iter().flat_map(|v| v.to_le_bytes()).collect()),
        Numbers::Singles(all) => (Element::F32, all.iter().flat_map(|v| v.to_le_bytes()).collect()),
    };
    let dims: Vec<i64> = array.shape.iter().map(|extent| *extent as i64).collect();
    let literal = Literal::new(TensorType::new(&dims, element).into(), Bytes::from(&bytes[..]));
    npy::encode(&literal.expect("the shape is that of the numbers"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_come_back() {
        let arrays = [
            Dense { shape: vec![2, 1], numbers: Numbers::Reals(vec![1.5, -0.0]) },
            Dense { shape: vec![], numbers: Numbers::Ints(vec![i64::MIN]) },
            Dense { shape: vec![3], numbers: Numbers::Bools(vec![true, false, true]) },
            Dense { shape: vec![0, 3], numbers: Numbers::Reals(vec![]) },
            Dense { shape: vec![2], numbers: Numbers::Singles(vec![0.1, f32::INFINITY]) },
        ];
        for array in arrays {
            assert_eq!(read(&encode(&array)).unwrap(), Ok(Data::Dense(array)));
        }
    }

    #[test]
    fn numbers_that_the_calculus_lacks_are_refused() {
        use hloom_ir::{Element, Type};
        let of = |element, values: &[f64]| {
            let ty = Type::tensor(&[values.len() as i64], element);
            read(&npy::encode(&Literal::from_f64s(ty, values).unwrap())).unwrap()
        };
        assert_eq!(of(Element::F32, &[0.5]).map(|_| ()), Ok(()));
        let error = of(Element::C64, &[1.0]).unwrap_err();
        assert_eq!(error.what, "holds numbers of complex<f32>, which the calculus does not have");
        let error = of(Element::U64, &[1.0, 1.8e19]).unwrap_err();
        assert!(error.what.ends_with(" at 1, which is beyond 64 bits"), "{error:?}");
        assert_eq!(read(b"1 1 5\n"), None);
        assert!(read(b"PK\x03\x04").unwrap().is_err());
    }
}
