//! Dense constants: the elements of a tensor, row-major, in aligned memory.
//!
//! The same type holds a constant in the IR, an attribute, and a tensor that
//! the interpreter computes with.

mod bytes;
mod format;
mod physical;
pub mod sparse;

pub use bytes::Bytes;
pub(crate) use format::write_float_attr;

use crate::types::float::FloatFormat;
use crate::types::{Element, TensorType, Type};
use bytemuck::Pod;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A tensor's elements together with its type. Cloning shares the memory.
///
/// Elements are row-major and little-endian, each in
/// [`Element::byte_width`] bytes: `i1` is a byte of 0 or 1; integers narrower
/// than a byte are sign- or zero-extended to one; narrow floats stand in the low
/// bits; a complex number is its real part followed by its imaginary part. A
/// *splat* stores its one element once.
#[derive(Clone)]
pub struct Literal {
    ty: Type,
    data: Arc<Bytes>,
    splat: bool,
}

/// The error for bytes that do not fit a type.
#[derive(Debug, thiserror::Error)]
#[error("{ty} has no literal of {bytes} bytes")]
pub struct WrongSize {
    /// The type.
    pub ty: Type,
    /// The number of bytes given.
    pub bytes: usize,
}

/// The error for a failed allocation.
#[derive(Debug, thiserror::Error)]
#[error("there is no memory for the elements of {ty}")]
pub struct NoMemory {
    /// The type.
    pub ty: Type,
}

impl Literal {
    /// The literal of a static tensor type with these bytes.
    ///
    /// # Errors
    /// If `ty` is not a tensor of known size, or the number of bytes is wrong.
    pub fn new(ty: Type, data: Bytes) -> Result<Literal, WrongSize> {
        let size = ty.as_tensor().and_then(TensorType::byte_size);
        if size != Some(data.len()) {
            return Err(WrongSize { ty, bytes: data.len() });
        }
        Ok(Literal { ty, data: Arc::new(data), splat: false })
    }

    /// A splat of `element`.
    ///
    /// # Errors
    /// If `ty` is not a tensor of known size, or `element` is not one element long.
    pub fn splat(ty: Type, element: &[u8]) -> Result<Literal, WrongSize> {
        let tensor = ty.as_tensor().filter(|t| t.byte_size().is_some());
        if tensor.is_none_or(|t| t.element.byte_width() != element.len()) {
            return Err(WrongSize { ty, bytes: element.len() });
        }
        Ok(Literal { ty, data: Arc::new(element.into()), splat: true })
    }

    /// A literal of any element type from numbers: rounded to nearest for floats, saturated for
    /// integers, `!= 0` for `i1`; the imaginary part of complex numbers is 0.
    ///
    /// # Errors
    /// If `ty` is not a tensor of known size, or `numbers` holds neither one number (a splat) nor
    /// one per element.
    pub fn from_f64s(ty: Type, numbers: &[f64]) -> Result<Literal, WrongSize> {
        let wrong = WrongSize { ty, bytes: 0 };
        let Some((tensor, count)) = ty.as_tensor().and_then(|t| Some((t, t.count()?))) else {
            return Err(wrong);
        };
        let width = tensor.element.byte_width();
        let mut data = Bytes::zeros(numbers.len() * width);
        for (slot, &v) in data.as_mut_slice().chunks_exact_mut(width).zip(numbers) {
            write_f64(tensor.element, v, slot);
        }
        if numbers.len() == 1 {
            Literal::splat(ty, data.as_slice())
        } else if numbers.len() == count {
            Literal::new(ty, data)
        } else {
            Err(wrong)
        }
    }

    /// A tensor of zeros.
    ///
    /// # Errors
    /// If `ty` is not a tensor of known size, or allocation fails.
    pub fn zeros(ty: Type) -> Result<Literal, NoMemory> {
        let size = ty.as_tensor().and_then(TensorType::byte_size);
        let data = size.and_then(Bytes::try_zeros).ok_or(NoMemory { ty })?;
        Ok(Literal { ty, data: Arc::new(data), splat: false })
    }

    /// The type; always a tensor's.
    pub fn ty(&self) -> Type {
        self.ty
    }

    /// The tensor type.
    pub fn tensor(&self) -> &'static TensorType {
        self.ty.as_tensor().expect("a literal's type is a tensor's")
    }

    /// The element type.
    pub fn element(&self) -> Element {
        self.tensor().element
    }

    /// The extents.
    pub fn dims(&self) -> &'static [i64] {
        &self.tensor().dims
    }

    /// The number of elements.
    pub fn count(&self) -> usize {
        self.tensor().count().expect("a literal's type is static")
    }

    /// Whether one element is stored for all (splat).
    pub fn is_splat(&self) -> bool {
        self.splat
    }

    /// Whether there are elements and all are equal, bit for bit, stored as a splat or not.
    pub fn is_uniform(&self) -> bool {
        let width = self.element().byte_width();
        let bytes = self.bytes();
        self.splat || !bytes.is_empty() && bytes.iter().zip(&bytes[width..]).all(|(a, b)| a == b)
    }

    /// The stored bytes: all elements, or one for a splat.
    pub fn bytes(&self) -> &[u8] {
        self.data.as_slice()
    }

    /// The bytes of element `i`, counted row-major.
    pub fn element_bytes(&self, i: usize) -> &[u8] {
        let width = self.element().byte_width();
        let at = if self.splat { 0 } else { i * width };
        &self.bytes()[at..at + width]
    }

    /// The same tensor with every element stored; `None` if allocation fails.
    pub fn try_expanded(&self) -> Option<Literal> {
        if !self.splat {
            return Some(self.clone());
        }
        let size = self.ty.as_tensor().and_then(TensorType::byte_size);
        let mut data = size.and_then(Bytes::try_zeros)?;
        let one = self.bytes();
        if one.iter().any(|&b| b != 0) {
            for slot in data.as_mut_slice().chunks_exact_mut(one.len()) {
                slot.copy_from_slice(one);
            }
        }
        Some(Literal { ty: self.ty, data: Arc::new(data), splat: false })
    }

    /// The same tensor with every element stored.
    ///
    /// # Panics
    /// If allocation fails.
    pub fn expanded(&self) -> Literal {
        self.try_expanded().unwrap_or_else(|| panic!("{}", NoMemory { ty: self.ty }))
    }

    /// The same bytes with another type of the same size, as a reshape or bitcast.
    ///
    /// # Errors
    /// If the sizes differ.
    pub fn with_type(&self, ty: Type) -> Result<Literal, WrongSize> {
        let bytes = self.count() * self.element().byte_width();
        match ty.as_tensor() {
            Some(t)
                if t.byte_size() == Some(bytes)
                    && (!self.splat || t.element.byte_width() == self.bytes().len()) =>
            {
                Ok(Literal { ty, data: self.data.clone(), splat: self.splat })
            }
            _ => Err(WrongSize { ty, bytes }),
        }
    }

    /// A literal of quantized elements as one of their storage type: upstream MLIR does not have
    /// literals of quantized types.
    pub(crate) fn stored(&self) -> Option<Literal> {
        let Element::Quant(q) = self.element() else { return None };
        self.with_type(Type::tensor(&self.tensor().dims, q.storage)).ok()
    }

    /// The first quantized element that is outside of the storage range of its type: its row-major
    /// index and its stored integer.
    pub fn outside_storage(&self) -> Option<(usize, i128)> {
        let Element::Quant(q) = self.element() else { return None };
        let (low, high) = q.restricted_range()?;
        let stored = self.stored()?;
        let elements = self.tensor().count().unwrap_or(0);
        let count = if self.splat { elements.min(1) } else { elements };
        let outside = |n: &i128| *n < low.into() || *n > high.into();
        (0..count).find_map(|i| stored.get_int(i).filter(outside).map(|n| (i, n)))
    }

    /// The stored elements as numbers of type `T`: all of them, or one for a
    /// splat.
    ///
    /// # Panics
    /// If `T` is not as wide as the element type (half as wide for complex).
    pub fn as_slice<T: Pod>(&self) -> &[T] {
        bytemuck::cast_slice(self.bytes())
    }

    /// The elements, mutable. Shared memory is copied first, and a splat is expanded.
    ///
    /// # Panics
    /// As [`as_slice`](Self::as_slice).
    pub fn as_mut_slice<T: Pod>(&mut self) -> &mut [T] {
        if self.splat {
            *self = self.expanded();
        }
        bytemuck::cast_slice_mut(Arc::make_mut(&mut self.data).as_mut_slice())
    }

    /// Whether another literal has the same memory, which is copied before one of them is changed.
    pub fn is_shared(&self) -> bool {
        Arc::strong_count(&self.data) > 1
    }

    /// Element `i`, counted row-major, as the nearest `f64`; the real part of a
    /// complex number.
    pub fn get_f64(&self, i: usize) -> f64 {
        read_f64(self.element(), self.element_bytes(i))
    }

    /// Whether element `i` is zero, of either sign. Elements whose bits are all zero are zero too, whatever
    /// their type says.
    pub fn is_zero(&self, i: usize) -> bool {
        let bytes = self.element_bytes(i);
        let part = self.element().real_part();
        bytes.iter().all(|byte| *byte == 0)
            || part.is_float()
                && bytes.chunks(part.byte_width()).all(|bytes| read_f64(part, bytes) == 0.0)
    }

    /// Element `i` as an integer, if the element type is an integer or `i1`.
    pub fn get_int(&self, i: usize) -> Option<i128> {
        let element = self.element();
        let bits = read_bits(self.element_bytes(i));
        if element.is_boolean() || element.is_unsigned() {
            Some(bits.into())
        } else if element.is_signed() {
            let shift = 64 - 8 * element.byte_width() as u32;
            Some((((bits << shift) as i64) >> shift).into())
        } else {
            None
        }
    }
}

/// Up to eight little-endian bytes as a number.
fn read_bits(bytes: &[u8]) -> u64 {
    let mut wide = [0; 8];
    wide[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(wide)
}

/// The value of one element as the nearest `f64`; the real part of a complex
/// number, the storage of a quantized one.
pub fn read_f64(element: Element, bytes: &[u8]) -> f64 {
    let real = match element {
        Element::Quant(q) => q.storage,
        other => other.real_part(),
    };
    let bytes = &bytes[..real.byte_width()];
    match real {
        Element::F64 => f64::from_bits(read_bits(bytes)),
        Element::F32 | Element::TF32 => f32::from_bits(read_bits(bytes) as u32).into(),
        _ => match FloatFormat::of(real) {
            Some(format) => format.decode(read_bits(bytes)),
            None if real.is_signed() => {
                let shift = 64 - 8 * bytes.len() as u32;
                (((read_bits(bytes) << shift) as i64) >> shift) as f64
            }
            None => read_bits(bytes) as f64,
        },
    }
}

/// Writes the element nearest to `value`: rounded for floats, truncated and
/// saturated for integers, `!= 0` for `i1`. The imaginary part becomes 0.
pub fn write_f64(element: Element, value: f64, out: &mut [u8]) {
    let real = match element {
        Element::Quant(q) => q.storage,
        other => other.real_part(),
    };
    out.fill(0);
    let bits = if let Some(format) = FloatFormat::of(real) {
        match real {
            Element::F64 => value.to_bits(),
            Element::F32 => (value as f32).to_bits().into(),
            // It is stored with the bits of an `f32`, of which the last 13 are zero.
            Element::TF32 => FloatFormat { mantissa_bits: 10, ..format }.encode(value) << 13,
            _ => format.encode(value),
        }
    } else if real.is_boolean() {
        u64::from(value != 0.0)
    } else if real.is_unsigned() {
        (value as u64).min(u64::MAX >> (64 - real.bit_width()))
    } else {
        let shift = 64 - real.bit_width();
        (value as i64).clamp(i64::MIN >> shift, i64::MAX >> shift) as u64
    };
    let width = real.byte_width();
    out[..width].copy_from_slice(&bits.to_le_bytes()[..width]);
}

impl PartialEq for Literal {
    /// Equal types and equal bits of all elements: NaN equals itself, `0.0` is not `-0.0`, and a
    /// splat equals its expanded form.
    fn eq(&self, other: &Literal) -> bool {
        if self.ty != other.ty {
            return false;
        }
        if self.splat == other.splat {
            return self.bytes() == other.bytes();
        }
        let (one, all) = if self.splat { (self, other) } else { (other, self) };
        all.bytes().chunks_exact(one.bytes().len()).all(|e| e == one.bytes())
    }
}
impl Eq for Literal {}

impl Hash for Literal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.ty.hash(state);
        // Only the first element is hashed, because a splat equals its expanded form.
        if self.count() > 0 {
            self.element_bytes(0).hash(state);
        }
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
