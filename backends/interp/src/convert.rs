//! Conversion between element types.
//!
//! If the specification leaves a result open, it is that of XLA on a CPU:
//!
//! * integer to integer keeps the low bits;
//! * float to integer truncates towards zero and saturates, and NaN becomes 0;
//! * integer to float and float to narrower float round to nearest, ties to
//!   even, once;
//! * conversion to `i1` tests for a difference from zero (true for NaN);
//! * complex to real, and to `i1`, drops the imaginary part first.

use crate::column::Column;
use crate::elem::{C, Cplx, Float, Int, map1, with_complex, with_float, with_int};
use crate::scales::Scales;
use hloom_ir::Element;
use hloom_ir::literal::{Bytes, read_f64, write_f64};

/// Elements that are converted at a time.
const BLOCK: usize = 512;

/// Converts each element to type `to`. Returns false if `to` is quantized with another expressed
/// type.
pub(crate) fn apply(x: Column<'_>, to: Element, out: &mut [u8]) -> bool {
    let from = x.element;
    if from == to {
        match x.bytes.len() == from.byte_width() {
            true => {
                out.chunks_exact_mut(from.byte_width()).for_each(|o| o.copy_from_slice(x.bytes))
            }
            false => out.copy_from_slice(x.bytes),
        }
        return true;
    }
    if from.is_quantized() || to.is_quantized() {
        return quantized(x, to, out);
    }
    let (from_width, to_width) = (from.byte_width(), to.byte_width());
    if x.bytes.len() == from_width {
        let mut one = [0u64; 2];
        let one: &mut [u8] = &mut bytemuck::cast_slice_mut(&mut one)[..to_width];
        block(x, to, one);
        out.chunks_exact_mut(to_width).for_each(|o| o.copy_from_slice(one));
        return true;
    }
    let ins = x.bytes.chunks(BLOCK * from_width);
    for (bytes, out) in ins.zip(out.chunks_mut(BLOCK * to_width)) {
        block(Column { element: from, bytes }, to, out);
    }
    true
}

/// Converts a column if one of both element types is per-tensor quantized. Returns false if the
/// types can't be converted.
fn quantized(x: Column<'_>, to: Element, out: &mut [u8]) -> bool {
    let floats: Bytes;
    let mut column = x;
    if let Element::Quant(q) = x.element {
        let scales = Scales::of(q);
        let (from, width) = (q.storage.byte_width(), q.expressed.byte_width());
        let mut data = Bytes::zeros(x.bytes.len() / from * width);
        let slots = data.as_mut_slice().chunks_exact_mut(width);
        for (bytes, slot) in x.bytes.chunks_exact(from).zip(slots) {
            write_f64(q.expressed, scales.expressed(bytes, 0), slot);
        }
        floats = data;
        column = Column { element: q.expressed, bytes: floats.as_slice() };
    }
    let Element::Quant(q) = to else { return apply(column, to, out) };
    if column.element != q.expressed {
        return false;
    }
    let scales = Scales::of(q);
    let width = q.expressed.byte_width();
    let step = if column.bytes.len() == width { 0 } else { width };
    for (i, slot) in out.chunks_exact_mut(q.storage.byte_width()).enumerate() {
        let value = read_f64(q.expressed, &column.bytes[i * step..i * step + width]);
        scales.store(value, 0, slot);
    }
    true
}

/// Converts at most [`BLOCK`] elements by way of 64-bit integers, `f64` or
/// complex numbers.
fn block(x: Column<'_>, to: Element, out: &mut [u8]) {
    let n = out.len() / to.byte_width();
    if x.element.is_boolean() || x.element.is_integer() {
        let mut wide = [0i64; BLOCK];
        let wide = &mut wide[..n];
        with_int! { x.element, T =>
        map1(x.bytes, bytemuck::cast_slice_mut(wide), |a: T| a.wide()), else () };
        from_int(wide, x.element == Element::U64, to, out);
    } else if x.element.is_float() {
        let mut wide = [0f64; BLOCK];
        let wide = &mut wide[..n];
        with_float! { x.element, T =>
        map1(x.bytes, bytemuck::cast_slice_mut(wide), |a: T| a.get()), else () };
        from_float(wide, to, out);
    } else {
        let mut wide = [C::default(); BLOCK];
        let wide = &mut wide[..n];
        with_complex! { x.element, T =>
        map1(x.bytes, bytemuck::cast_slice_mut(wide), |a: T| a.get()), else () };
        if to.is_complex() {
            with_complex! { to, T => each(wide, out, T::put), else () };
        } else {
            let mut parts = [0f64; BLOCK];
            parts.iter_mut().zip(wide.iter()).for_each(|(p, z)| *p = z.re);
            from_float(&parts[..n], to, out);
        }
    }
}

/// Applies `f` to each wide element.
fn each<A: Copy, R: bytemuck::Pod>(wide: &[A], out: &mut [u8], f: impl Fn(A) -> R) {
    let out: &mut [R] = bytemuck::cast_slice_mut(out);
    out.iter_mut().zip(wide).for_each(|(o, &a)| *o = f(a));
}

/// Rounds a 64-bit integer to odd in `f64`: rounding the result to fewer bits is the same as
/// rounding the integer once.
fn to_odd(v: i64, unsigned: bool) -> f64 {
    let (negative, magnitude) =
        if unsigned { (false, v as u64) } else { (v < 0, v.unsigned_abs()) };
    let extra = (64 - magnitude.leading_zeros()).saturating_sub(53);
    let lost = magnitude & ((1u64 << extra) - 1) != 0;
    let truncated = ((magnitude >> extra) | u64::from(lost)) << extra;
    // At most 53 bits remain, so this is exact.
    let value = truncated as f64;
    if negative { -value } else { value }
}

fn from_int(wide: &[i64], unsigned: bool, to: Element, out: &mut [u8]) {
    match to {
        Element::I1 => each(wide, out, |v| u8::from(v != 0)),
        Element::F64 if unsigned => each(wide, out, |v| v as u64 as f64),
        Element::F64 => each(wide, out, |v| v as f64),
        Element::C128 => {
            each(wide, out, |v| C::new(if unsigned { v as u64 as f64 } else { v as f64 }, 0.0));
        }
        Element::C64 => each(wide, out, |v| {
            num_complex::Complex::new(if unsigned { v as u64 as f32 } else { v as f32 }, 0.0)
        }),
        _ => with_int! { to, T => each(wide, out, T::wrap), else with_float! {
            to, T => each(wide, out, |v| T::put(to_odd(v, unsigned))), else ()
        } },
    }
}

/// Truncates a float to the nearest integer of this type.
fn saturate<T: Int>(v: f64) -> T {
    if T::SIGNED {
        let limit = i64::MAX >> (64 - T::BITS);
        T::wrap((v as i64).clamp(!limit, limit))
    } else {
        let limit = u64::MAX >> (64 - T::BITS);
        T::wrap((v as u64).min(limit) as i64)
    }
}

fn from_float(wide: &[f64], to: Element, out: &mut [u8]) {
    match to {
        Element::I1 => each(wide, out, |v| u8::from(v != 0.0)),
        _ => with_int! { to, T => each(wide, out, saturate::<T>), else with_float! {
            to, T => each(wide, out, T::put), else with_complex! {
                to, T => each(wide, out, |v| T::put(C::new(v, 0.0))), else ()
            }
        } },
    }
}
