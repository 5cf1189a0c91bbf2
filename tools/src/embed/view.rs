//! Tensors in memory that somebody else owns: the arguments of compiled programs.

use bytemuck::Pod;
use half::{bf16, f16};
use hloom_ir::{Element, Type};
use num_complex::Complex;

/// A number of Rust's that is an element of tensors, or an array of such.
///
/// Elements that Rust has no type of are [`View::of`] bytes, but for the integers of less than
/// a byte: `i2` and `i4` are taken from `i8`, sign-extended; `ui2`, `ui4` and `i1` from `u8`.
pub trait Number: Pod {
    /// The element type.
    const ELEMENT: Element;
}

macro_rules! numbers {
    ($($number:ty = $element:ident),+ $(,)?) => {
        $(impl Number for $number {
            const ELEMENT: Element = Element::$element;
        })+
    };
}

numbers! {
    i8 = I8, i16 = I16, i32 = I32, i64 = I64, u8 = U8, u16 = U16, u32 = U32, u64 = U64,
    f16 = F16, bf16 = BF16, f32 = F32, f64 = F64, Complex<f32> = C64, Complex<f64> = C128,
}

impl<T: Number, const N: usize> Number for [T; N] {
    const ELEMENT: Element = T::ELEMENT;
}

/// A tensor in memory that somebody else owns, row-major.
#[derive(Clone, Copy, Debug)]
pub struct View<'d> {
    dims: &'d [usize],
    pub(super) bytes: &'d [u8],
    element: Element,
    /// Whether the element is that of a Rust type, which may stand for narrower ones.
    number: bool,
}

impl<'d> View<'d> {
    /// Numbers as a tensor of these extents. Real numbers are the parts of complex ones too,
    /// each real part followed by its imaginary part.
    pub fn new<T: Number>(dims: &'d [usize], data: &'d [T]) -> View<'d> {
        View { dims, bytes: bytemuck::cast_slice(data), element: T::ELEMENT, number: true }
    }

    /// Bytes as a tensor of these extents and elements, stored as a
    /// [`Literal`](hloom_ir::Literal) stores them.
    pub fn of(dims: &'d [usize], element: Element, bytes: &'d [u8]) -> View<'d> {
        View { dims, bytes, element, number: false }
    }

    /// The type that the view has as an argument of a type.
    ///
    /// # Errors
    /// It has none; the end of a sentence that says what the view is.
    pub(super) fn ty(&self, declared: Type) -> Result<Type, String> {
        let dims: Vec<i64> = self.dims.iter().map(|&n| n as i64).collect();
        let own = Type::tensor(&dims, self.element);
        let tensor = declared.as_tensor().ok_or_else(|| format!("a view is {own}"))?;
        let ty = Type::from(tensor.with_dims(&dims));
        if !(self.stands_for(tensor.element) && ty.compatible(declared)) {
            return Err(format!("the view is {own}"));
        }
        let expected = ty.as_tensor().and_then(|t| t.byte_size());
        if expected != Some(self.bytes.len()) {
            let wants = expected.map_or_else(|| "more".to_owned(), |bytes| bytes.to_string());
            return Err(format!(
                "the view with the extents {:?} has {} bytes rather than {wants}",
                self.dims,
                self.bytes.len(),
            ));
        }
        Ok(ty)
    }

    /// Whether the view's elements can be those of a tensor of this element type.
    fn stands_for(&self, element: Element) -> bool {
        if self.element == element {
            return true;
        }
        match (self.number, self.element) {
            (false, _) => false,
            (true, Element::I8) => {
                matches!(element, Element::I2 | Element::I4)
                    || stored(element) == Some(self.element)
            }
            (true, Element::U8) => {
                matches!(element, Element::I1 | Element::U2 | Element::U4)
                    || stored(element) == Some(self.element)
            }
            (true, Element::I64) => {
                element == Element::Index || stored(element) == Some(self.element)
            }
            (true, Element::F32) => matches!(element, Element::C64 | Element::TF32),
            (true, Element::F64) => element == Element::C128,
            (true, own) => stored(element) == Some(own),
        }
    }
}

/// The integers in which a quantized element is stored.
fn stored(element: Element) -> Option<Element> {
    match element {
        Element::Quant(quantized) => Some(quantized.storage),
        _ => None,
    }
}
