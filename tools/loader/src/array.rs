//! Arrays in memory: one field of a sample or of a batch.

use std::fmt;

use half::f16;

/// The element type of an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F16,
    F32,
    F64,
}

impl Kind {
    /// The bytes of an element.
    pub fn width(self) -> usize {
        match self {
            Kind::Bool | Kind::I8 | Kind::U8 => 1,
            Kind::I16 | Kind::U16 | Kind::F16 => 2,
            Kind::I32 | Kind::U32 | Kind::F32 => 4,
            Kind::I64 | Kind::U64 | Kind::F64 => 8,
        }
    }

    /// Whether elements are floats.
    pub fn is_float(self) -> bool {
        matches!(self, Kind::F16 | Kind::F32 | Kind::F64)
    }

    /// The least and the greatest integer of the type.
    fn range(self) -> Option<(i128, i128)> {
        let bits = 8 * self.width() as u32;
        match self {
            Kind::Bool => Some((0, 1)),
            Kind::U8 | Kind::U16 | Kind::U32 | Kind::U64 => Some((0, (1 << bits) - 1)),
            Kind::I8 | Kind::I16 | Kind::I32 | Kind::I64 => {
                Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1))
            }
            Kind::F16 | Kind::F32 | Kind::F64 => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Bool => "bool",
            Kind::I8 => "int8",
            Kind::I16 => "int16",
            Kind::I32 => "int32",
            Kind::I64 => "int64",
            Kind::U8 => "uint8",
            Kind::U16 => "uint16",
            Kind::U32 => "uint32",
            Kind::U64 => "uint64",
            Kind::F16 => "float16",
            Kind::F32 => "float32",
            Kind::F64 => "float64",
        })
    }
}

/// An array, row-major, little-endian.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Array {
    /// The element type.
    pub kind: Kind,
    /// The extents.
    pub dims: Vec<usize>,
    /// The elements.
    pub bytes: Vec<u8>,
}

macro_rules! read {
    ($bytes:expr, $($kind:ident = $ty:ty),+ ; $of:expr) => {
        match $of {
            Kind::Bool => i128::from($bytes[0] != 0),
            $(Kind::$kind => i128::from(<$ty>::from_le_bytes($bytes.try_into().unwrap_or_default())),)+
            Kind::F16 | Kind::F32 | Kind::F64 => 0,
        }
    };
}

impl Array {
    /// An array of these bytes.
    ///
    /// # Errors
    /// If their number does not fit; a clause.
    pub fn new(kind: Kind, dims: &[usize], bytes: Vec<u8>) -> Result<Array, String> {
        let size = dims.iter().try_fold(kind.width(), |size, &n| size.checked_mul(n));
        if size != Some(bytes.len()) {
            return Err(format!("has {} bytes for {kind}{dims:?}", bytes.len()));
        }
        Ok(Array { kind, dims: dims.to_vec(), bytes })
    }

    /// An array of numbers of 32-bit floats.
    pub fn floats(dims: &[usize], numbers: &[f32]) -> Array {
        debug_assert_eq!(dims.iter().product::<usize>(), numbers.len());
        let bytes = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
        Array { kind: Kind::F32, dims: dims.to_vec(), bytes }
    }

    /// An array of 64-bit integers.
    pub fn integers(dims: &[usize], numbers: &[i64]) -> Array {
        debug_assert_eq!(dims.iter().product::<usize>(), numbers.len());
        let bytes = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
        Array { kind: Kind::I64, dims: dims.to_vec(), bytes }
    }

    /// The number of elements.
    pub fn count(&self) -> usize {
        self.dims.iter().product()
    }

    /// The element at a place of the row-major order, which is an integer.
    pub(crate) fn integer(&self, at: usize) -> i128 {
        let width = self.kind.width();
        let bytes = &self.bytes[at * width..][..width];
        read!(bytes, I8 = i8, I16 = i16, I32 = i32, I64 = i64, U8 = u8, U16 = u16, U32 = u32, U64 = u64; self.kind)
    }

    /// The element at a place of the row-major order, as a float.
    pub(crate) fn float(&self, at: usize) -> f64 {
        let width = self.kind.width();
        let bytes = &self.bytes[at * width..][..width];
        match (self.kind, bytes) {
            (Kind::F16, &[a, b]) => f16::from_le_bytes([a, b]).to_f64(),
            (Kind::F32, &[a, b, c, d]) => f64::from(f32::from_le_bytes([a, b, c, d])),
            (Kind::F64, _) => f64::from_le_bytes(bytes.try_into().unwrap_or_default()),
            _ => self.integer(at) as f64,
        }
    }

    /// The same numbers as elements of another type. Integers become any type that holds them, and
    /// floats any float.
    ///
    /// # Errors
    /// If a number is outside of the type, or would be rounded to an integer; a clause.
    pub fn cast(&self, kind: Kind) -> Result<Array, String> {
        if kind == self.kind {
            return Ok(self.clone());
        }
        let mut bytes = Vec::with_capacity(self.count() * kind.width());
        let numbers = 0..self.count();
        match (kind, self.kind) {
            (Kind::F16, _) => {
                numbers.for_each(|i| bytes.extend(f16::from_f64(self.float(i)).to_le_bytes()))
            }
            (Kind::F32, Kind::U8) => {
                self.bytes.iter().for_each(|&x| bytes.extend(f32::from(x).to_le_bytes()));
            }
            (Kind::F32, _) => {
                numbers.for_each(|i| bytes.extend((self.float(i) as f32).to_le_bytes()));
            }
            (Kind::F64, _) => numbers.for_each(|i| bytes.extend(self.float(i).to_le_bytes())),
            (_, from) if from.is_float() => {
                return Err(format!("holds {from}, which does not become {kind}"));
            }
            _ => {
                let (least, most) = kind.range().unwrap_or_default();
                for i in numbers {
                    let number = self.integer(i);
                    if number < least || number > most {
                        return Err(format!("holds {number}, which is outside of {kind}"));
                    }
                    bytes.extend(&number.to_le_bytes()[..kind.width()]);
                }
            }
        }
        Ok(Array { kind, dims: self.dims.clone(), bytes })
    }

    /// The same elements with dimensions in another order: dimension `i` is that of `order[i]`.
    pub fn transpose(&self, order: &[usize]) -> Array {
        let width = self.kind.width();
        let mut strides = vec![width; self.dims.len()];
        for i in (1..self.dims.len()).rev() {
            strides[i - 1] = strides[i] * self.dims[i];
        }
        let dims: Vec<usize> = order.iter().map(|&i| self.dims[i]).collect();
        let mut at = vec![0; dims.len()];
        let mut bytes = Vec::with_capacity(self.bytes.len());
        for _ in 0..self.count() {
            let from: usize = at.iter().zip(order).map(|(&n, &i)| n * strides[i]).sum();
            bytes.extend_from_slice(&self.bytes[from..from + width]);
            for i in (0..dims.len()).rev() {
                at[i] += 1;
                if at[i] < dims[i] {
                    break;
                }
                at[i] = 0;
            }
        }
        Array { kind: self.kind, dims, bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_or_refused() {
        let x = Array::integers(&[3], &[-1, 0, 127]);
        assert_eq!(x.cast(Kind::I8).unwrap().bytes, [255, 0, 127]);
        assert_eq!(x.cast(Kind::U8).unwrap_err(), "holds -1, which is outside of uint8");
        let y = x.cast(Kind::F32).unwrap();
        assert_eq!(y, Array::floats(&[3], &[-1.0, 0.0, 127.0]));
        assert_eq!(y.cast(Kind::F16).unwrap().cast(Kind::F64).unwrap().float(2), 127.0);
        assert!(y.cast(Kind::I32).unwrap_err().contains("does not become int32"));
        let bits = Array::new(Kind::Bool, &[2], vec![0, 1]).unwrap();
        assert_eq!(bits.cast(Kind::I16).unwrap().bytes, [0, 0, 1, 0]);
        assert!(Array::new(Kind::I16, &[2], vec![0]).is_err());
        assert!(Array::new(Kind::I16, &[usize::MAX, 4], vec![0]).is_err());
    }

    #[test]
    fn channels_move() {
        let image = Array::new(Kind::U8, &[2, 2, 3], (0..12).collect()).unwrap();
        let first = image.transpose(&[2, 0, 1]);
        assert_eq!(first.dims, [3, 2, 2]);
        assert_eq!(first.bytes, [0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11]);
    }
}
