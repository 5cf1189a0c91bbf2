//! The numbers of the kernels: `f32`, `f64`, and complex numbers of both.

use faer::traits::ComplexField;
use num_complex::Complex;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A real number.
pub(crate) trait Real: Number<Part = Self> + num_traits::Float + rustfft::FftNum {
    /// The nearest number of this type.
    fn near(value: f64) -> Self;
    /// The same number, or nearly so.
    fn wide(self) -> f64;
}

/// A real or complex number.
pub(crate) trait Number:
    ComplexField<Real = Self::Part>
    + bytemuck::Pod
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
{
    /// The type of the parts.
    type Part: Real;
    /// Whether it has an imaginary part.
    const COMPLEX: bool;
    /// The number with these parts; a real type ignores `im`.
    fn of_parts(re: Self::Part, im: Self::Part) -> Self;
    /// The real part.
    fn re(self) -> Self::Part;
    /// The imaginary part.
    fn im(self) -> Self::Part;
    /// The complex conjugate.
    fn conjugate(self) -> Self;
    /// The absolute value, without intermediate overflow.
    fn size(self) -> Self::Part;
    /// The quotient, without intermediate overflow.
    fn over(self, divisor: Self) -> Self;

    /// A real number as a number of this type.
    fn of(re: Self::Part) -> Self {
        Self::of_parts(re, zero())
    }
    /// The nearest number of this type.
    fn from_f64(value: f64) -> Self {
        Self::of(Self::Part::near(value))
    }
    /// The product with a real number.
    fn scaled(self, factor: Self::Part) -> Self {
        Self::of_parts(self.re() * factor, self.im() * factor)
    }
    /// The square of the absolute value.
    fn norm_squared(self) -> Self::Part {
        self.re() * self.re() + self.im() * self.im()
    }
    /// `|re| + |im|`: LAPACK selects pivots by it.
    fn taxicab(self) -> Self::Part {
        num_traits::Float::abs(self.re()) + num_traits::Float::abs(self.im())
    }
    /// Whether both parts are finite.
    fn finite(self) -> bool {
        num_traits::Float::is_finite(self.re()) && num_traits::Float::is_finite(self.im())
    }
}

/// Zero.
pub(crate) fn zero<T: Number>() -> T {
    bytemuck::Zeroable::zeroed()
}

/// One.
pub(crate) fn one<T: Number>() -> T {
    T::from_f64(1.0)
}

/// NaN; of a complex number, both parts are NaN.
pub(crate) fn nan<T: Number>() -> T {
    T::of_parts(T::Part::near(f64::NAN), T::Part::near(f64::NAN))
}

macro_rules! numbers {
    ($($float:ident)*) => {$(
        impl Real for $float {
            fn near(value: f64) -> $float {
                value as $float
            }
            fn wide(self) -> f64 {
                f64::from(self)
            }
        }

        impl Number for $float {
            type Part = $float;
            const COMPLEX: bool = false;
            fn of_parts(re: $float, _: $float) -> $float {
                re
            }
            fn re(self) -> $float {
                self
            }
            fn im(self) -> $float {
                0.0
            }
            fn conjugate(self) -> $float {
                self
            }
            fn size(self) -> $float {
                $float::abs(self)
            }
            fn over(self, divisor: $float) -> $float {
                self / divisor
            }
        }

        impl Number for Complex<$float> {
            type Part = $float;
            const COMPLEX: bool = true;
            fn of_parts(re: $float, im: $float) -> Self {
                Complex::new(re, im)
            }
            fn re(self) -> $float {
                self.re
            }
            fn im(self) -> $float {
                self.im
            }
            fn conjugate(self) -> Self {
                Complex::new(self.re, -self.im)
            }
            fn size(self) -> $float {
                self.re.hypot(self.im)
            }
            // Smith, "Algorithm 116: Complex division" (1962).
            fn over(self, divisor: Self) -> Self {
                let (a, b, c, d) = (self.re, self.im, divisor.re, divisor.im);
                if c.abs() >= d.abs() {
                    let ratio = if c == 0.0 { c } else { d / c };
                    let whole = c + d * ratio;
                    Complex::new((a + b * ratio) / whole, (b - a * ratio) / whole)
                } else {
                    let ratio = c / d;
                    let whole = c * ratio + d;
                    Complex::new((a * ratio + b) / whole, (b * ratio - a) / whole)
                }
            }
        }
    )*};
}

numbers! { f32 f64 }
