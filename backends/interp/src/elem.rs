//! Element types as Rust types, for generic kernels, and the macros that choose a kernel's instance
//! by an [`Element`].
//!
//! Integers of every width compute in 64 bits and wrap; floats narrower than `f32` compute in
//! `f64`, in which they are exact, and round once. This file is independent of ops.

use bytemuck::{Pod, Zeroable};
use half::{bf16, f16};
use hloom_ir::Element;
use hloom_ir::types::float::FloatFormat;
use num_complex::Complex;
use std::sync::LazyLock;

/// An integer element, or a boolean as an unsigned integer of one bit.
pub(crate) trait Int: Pod + PartialEq {
    /// The number of bits.
    const BITS: u32;
    /// Whether it has a sign.
    const SIGNED: bool;

    /// Extended to 64 bits by its sign or by zeros.
    fn wide(self) -> i64;

    /// The number modulo 2ⁿ.
    fn wrap(wide: i64) -> Self;

    /// Whether `self < other` in its own order.
    fn less(self, other: Self) -> bool {
        if Self::SIGNED {
            self.wide() < other.wide()
        } else {
            (self.wide() as u64) < other.wide() as u64
        }
    }
}

macro_rules! int {
    ($($T:ty: $bits:literal $signed:literal;)*) => {$(
        impl Int for $T {
            const BITS: u32 = $bits;
            const SIGNED: bool = $signed;
            fn wide(self) -> i64 {
                self as i64
            }
            fn wrap(wide: i64) -> Self {
                wide as $T
            }
        }
    )*};
}
int! {
    i8: 8 true; i16: 16 true; i32: 32 true; i64: 64 true;
    u8: 8 false; u16: 16 false; u32: 32 false; u64: 64 false;
}

macro_rules! narrow_int {
    ($($(#[doc = $doc:literal])* $T:ident($inner:ty): $bits:literal $signed:literal;)*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, PartialEq, Pod, Zeroable)]
        #[repr(transparent)]
        pub(crate) struct $T($inner);

        impl Int for $T {
            const BITS: u32 = $bits;
            const SIGNED: bool = $signed;
            fn wide(self) -> i64 {
                self.0 as i64
            }
            fn wrap(wide: i64) -> Self {
                let shift = 64 - $bits;
                $T(if $signed { (wide << shift) >> shift } else {
                    ((wide as u64) << shift >> shift) as i64
                } as $inner)
            }
        }
    )*};
}
narrow_int! {
    /// `i1`: 0 or 1.
    Bool(u8): 1 false;
    /// A 2-bit integer in the low bits of a byte, sign extended.
    I2(i8): 2 true;
    /// A 4-bit integer in the low bits of a byte, sign extended.
    I4(i8): 4 true;
    /// A 2-bit unsigned integer.
    U2(u8): 2 false;
    /// A 4-bit unsigned integer.
    U4(u8): 4 false;
}

/// A real float element; exact in `f64`.
pub(crate) trait Float: Pod {
    /// The number.
    fn get(self) -> f64;
    /// The nearest element, ties to even, rounded once.
    fn put(value: f64) -> Self;
}

impl Float for f64 {
    fn get(self) -> f64 {
        self
    }
    fn put(value: f64) -> f64 {
        value
    }
}
impl Float for f32 {
    fn get(self) -> f64 {
        self.into()
    }
    fn put(value: f64) -> f32 {
        value as f32
    }
}

/// Rounds `value` to odd in `f32`: rounding the result to fewer than 23 bits is the same as
/// rounding `value` once.
fn to_odd(value: f64) -> f32 {
    let near = value as f32;
    let back = f64::from(near);
    if back == value || value.is_nan() || near.is_infinite() && value.is_infinite() {
        return near;
    }
    let bits = near.to_bits();
    let towards_zero = if back.abs() > value.abs() { bits - 1 } else { bits };
    f32::from_bits(towards_zero | 1)
}

impl Float for bf16 {
    fn get(self) -> f64 {
        f32::from(self).into()
    }
    fn put(value: f64) -> bf16 {
        bf16::from_f32(to_odd(value))
    }
}
impl Float for f16 {
    fn get(self) -> f64 {
        f32::from(self).into()
    }
    fn put(value: f64) -> f16 {
        f16::from_f32(to_odd(value))
    }
}

/// `tf32`: an `f32` whose last 13 mantissa bits are zero.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(transparent)]
pub(crate) struct Tf32(f32);

impl Float for Tf32 {
    fn get(self) -> f64 {
        self.0.into()
    }
    fn put(value: f64) -> Tf32 {
        let odd = to_odd(value);
        if odd.is_nan() {
            return Tf32(odd);
        }
        let bits = odd.to_bits();
        // Half a unit of the last kept bit, minus one if that bit is even.
        let half = 0xfff + ((bits >> 13) & 1);
        Tf32(f32::from_bits((bits + half) & !0x1fff))
    }
}

/// The floats of at most one byte; [`Tiny`]'s parameter is an index here.
const TINY: [Element; 11] = [
    Element::F4E2M1FN,
    Element::F6E2M3FN,
    Element::F6E3M2FN,
    Element::F8E3M4,
    Element::F8E4M3,
    Element::F8E4M3FN,
    Element::F8E4M3FNUZ,
    Element::F8E4M3B11FNUZ,
    Element::F8E5M2,
    Element::F8E5M2FNUZ,
    Element::F8E8M0FNU,
];

static TINY_FORMATS: LazyLock<[FloatFormat; 11]> =
    LazyLock::new(|| TINY.map(|e| FloatFormat::of(e).expect("these are floats")));

static TINY_VALUES: LazyLock<Vec<[f64; 256]>> = LazyLock::new(|| {
    TINY_FORMATS.iter().map(|f| std::array::from_fn(|bits| f.decode(bits as u64))).collect()
});

/// A float of at most one byte.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(transparent)]
pub(crate) struct Tiny<const FORMAT: usize>(u8);

impl<const FORMAT: usize> Float for Tiny<FORMAT> {
    fn get(self) -> f64 {
        TINY_VALUES[FORMAT][usize::from(self.0)]
    }
    fn put(value: f64) -> Self {
        Tiny(TINY_FORMATS[FORMAT].encode(value) as u8)
    }
}

/// A complex number in double precision, the type of all complex computations.
pub(crate) type C = Complex<f64>;

/// A complex element.
pub(crate) trait Cplx: Pod {
    /// The number.
    fn get(self) -> C;
    /// The nearest element, both parts rounded.
    fn put(value: C) -> Self;
}
impl Cplx for Complex<f64> {
    fn get(self) -> C {
        self
    }
    fn put(value: C) -> Self {
        value
    }
}
impl Cplx for Complex<f32> {
    fn get(self) -> C {
        C::new(self.re.into(), self.im.into())
    }
    fn put(value: C) -> Self {
        Complex::new(value.re as f32, value.im as f32)
    }
}

/// Evaluates an expression with `$T` the Rust type of an integer or boolean
/// element, or another one for any other element.
macro_rules! with_int {
    ($element:expr, $T:ident => $body:expr, else $other:expr) => {
        $crate::elem::choose! { $element, $T => $body, else $other;
        I1: $crate::elem::Bool, I2: $crate::elem::I2, I4: $crate::elem::I4, I8: i8, I16: i16,
        I32: i32, I64: i64, Index: i64, U2: $crate::elem::U2, U4: $crate::elem::U4, U8: u8,
        U16: u16, U32: u32, U64: u64 }
    };
}

/// Evaluates an expression with `$T` the Rust type of a real float element.
macro_rules! with_float {
    ($element:expr, $T:ident => $body:expr, else $other:expr) => {
        $crate::elem::choose! { $element, $T => $body, else $other;
        F64: f64, F32: f32, TF32: $crate::elem::Tf32, F16: half::f16, BF16: half::bf16,
        F4E2M1FN: $crate::elem::Tiny<0>, F6E2M3FN: $crate::elem::Tiny<1>,
        F6E3M2FN: $crate::elem::Tiny<2>, F8E3M4: $crate::elem::Tiny<3>,
        F8E4M3: $crate::elem::Tiny<4>, F8E4M3FN: $crate::elem::Tiny<5>,
        F8E4M3FNUZ: $crate::elem::Tiny<6>, F8E4M3B11FNUZ: $crate::elem::Tiny<7>,
        F8E5M2: $crate::elem::Tiny<8>, F8E5M2FNUZ: $crate::elem::Tiny<9>,
        F8E8M0FNU: $crate::elem::Tiny<10> }
    };
}

/// Evaluates an expression with `$T` the Rust type of a complex element.
macro_rules! with_complex {
    ($element:expr, $T:ident => $body:expr, else $other:expr) => {
        $crate::elem::choose! { $element, $T => $body, else $other;
        C64: num_complex::Complex<f32>, C128: num_complex::Complex<f64> }
    };
}

macro_rules! choose {
    ($element:expr, $T:ident => $body:expr, else $other:expr; $($Case:ident: $Type:ty),*) => {
        match $element {
            $(hloom_ir::Element::$Case => {
                type $T = $Type;
                $body
            })*
            _ => $other,
        }
    };
}
pub(crate) use {choose, with_complex, with_float, with_int};

/// Applies `f` to each element of `x`; an `x` of one element is broadcast.
pub(crate) fn map1<A: Pod, R: Pod>(x: &[u8], out: &mut [u8], f: impl Fn(A) -> R) {
    let (x, out): (&[A], &mut [R]) = (bytemuck::cast_slice(x), bytemuck::cast_slice_mut(out));
    match x {
        [one] => out.fill(f(*one)),
        _ => out.iter_mut().zip(x).for_each(|(o, &a)| *o = f(a)),
    }
}

/// Applies `f` to each pair of elements; an operand of one element is broadcast.
pub(crate) fn map2<A: Pod, B: Pod, R: Pod>(
    x: &[u8],
    y: &[u8],
    out: &mut [u8],
    f: impl Fn(A, B) -> R,
) {
    let (x, y): (&[A], &[B]) = (bytemuck::cast_slice(x), bytemuck::cast_slice(y));
    let out: &mut [R] = bytemuck::cast_slice_mut(out);
    match (x, y) {
        ([a], [b]) => out.fill(f(*a, *b)),
        (_, [b]) => out.iter_mut().zip(x).for_each(|(o, &a)| *o = f(a, *b)),
        ([a], _) => out.iter_mut().zip(y).for_each(|(o, &b)| *o = f(*a, b)),
        _ => out.iter_mut().zip(x.iter().zip(y)).for_each(|(o, (&a, &b))| *o = f(a, b)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap_at_their_own_width() {
        assert_eq!(I4::wrap(8).wide(), -8);
        assert_eq!(I2::wrap(-3).wide(), 1);
        assert_eq!(U4::wrap(-1).wide(), 15);
        assert_eq!(u64::wrap(-1), u64::MAX);
        assert!(1u64.less(u64::MAX) && !1i64.less(-1));
    }

    #[test]
    fn narrow_floats_round_once() {
        // Slightly above a tie of bf16 and of f16, by less than the precision of f32.
        let above = 1.0 + 2f64.powi(-8) + 2f64.powi(-40);
        assert_eq!(bf16::put(above).get(), 1.0 + 2f64.powi(-7));
        assert_eq!(bf16::put(1.0 + 2f64.powi(-8)).get(), 1.0);
        let above = 1.0 + 2f64.powi(-11) + 2f64.powi(-40);
        assert_eq!(f16::put(above).get(), 1.0 + 2f64.powi(-10));
        assert_eq!(Tf32::put(above).get(), 1.0 + 2f64.powi(-10));
        assert_eq!(Tf32::put(1.0 + 2f64.powi(-11)).get(), 1.0);
        assert_eq!(f16::put(1e30).get(), f64::INFINITY);
        assert_eq!(bf16::put(-1e300).get(), f64::NEG_INFINITY);
        assert_eq!(bf16::put(f64::MIN_POSITIVE).get(), 0.0);
        assert!(Tf32::put(f64::NAN).get().is_nan());
    }

    #[test]
    fn half_agrees_with_the_formats() {
        let f16s = FloatFormat::of(Element::F16).unwrap();
        let bf16s = FloatFormat::of(Element::BF16).unwrap();
        let mut seed = 7u64;
        for _ in 0..100_000 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let mantissa = f64::from_bits((seed >> 12) | 0x3ff0_0000_0000_0000);
            let value = mantissa * 2f64.powi((seed % 300) as i32 - 150);
            assert_eq!(u64::from(f16::put(value).to_bits()), f16s.encode(value), "{value:e}");
            assert_eq!(u64::from(bf16::put(value).to_bits()), bf16s.encode(value), "{value:e}");
        }
    }
}
