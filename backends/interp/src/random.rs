//! Random numbers and random bits.
//!
//! # Random bits
//!
//! Threefry 2x32 with twenty rounds and Philox 4x32 with ten, as defined by Salmon et al.,
//! "Parallel Random Numbers: As Easy as 1, 2, 3" (2011). The words of a state are a key and a
//! counter. The number of blocks per tensor and the order of words are those of XLA:
//!
//! * Philox: element `i` of at most 32 bits is the low bits of word `i`; an element of 64 bits is
//!   words `2i` (low) and `2i + 1`. Blocks have four words. The counter has 128 bits: a state of
//!   two elements provides the low ones, and its key is used for the high ones.
//! * Threefry: an element of 64 bits is a block. Two narrower elements that are adjacent along one
//!   dimension are the words of a block: along the first dimension of even extent, else along the
//!   longest, where the last pair is incomplete.
//!
//! # Random numbers
//!
//! `stablehlo.rng` draws from Philox with key 0 and a counter that starts at 0 in each run, so a
//! program gives the same numbers in each run. Floats have as many random bits as their mantissa;
//! normal ones are computed from pairs of uniform ones (Box and Muller, "A Note on the Generation
//! of Random Normal Deviates", 1958).

use crate::alloc::{checked_count, literal, result_type};
use crate::elem::{Float, Int, with_float, with_int};
use crate::error::{EvalError, EvalResult};
use crate::generator::{Philox, RandomState, halves, threefry};
use crate::strided::count;
use hloom_ir::literal::Bytes;
use hloom_ir::ops::{Rng, RngAlgorithm, RngDistribution};
use hloom_ir::{Element, Literal, Type};

/// The dimension along which Threefry pairs elements: the number of elements before it, its extent,
/// and the number after it.
fn halved(dims: &[i64]) -> (usize, usize, usize) {
    let even = dims.iter().position(|n| n % 2 == 0);
    let longest = || (0..dims.len()).rev().max_by_key(|&d| dims[d]);
    let Some(at) = even.or_else(longest) else { return (1, 1, 1) };
    let count = count;
    (count(&dims[..at]), dims[at] as usize, count(&dims[at + 1..]))
}

/// `stablehlo.rng_bit_generator`: the next state, and bits.
pub(crate) fn bits(
    algorithm: RngAlgorithm,
    state: &Literal,
    declared: Type,
    limit: u64,
) -> EvalResult<(Literal, Literal)> {
    let n = checked_count(declared, limit)?;
    let element = declared.element().unwrap_or(Element::U64);
    if element.is_complex() || element.is_quantized() {
        return Err(EvalError::unsupported(format!(
            "random bits can not be elements of {element}"
        )));
    }
    let mut words: Vec<u64> =
        (0..state.count()).map(|i| state.get_int(i).unwrap_or(0) as u64).collect();
    if !(2..=3).contains(&words.len()) {
        return Err(EvalError::invalid(format!("the state has {} elements", words.len())));
    }
    let wide = element.byte_width() == 8;
    let mut made = vec![0u64; n];
    if algorithm == RngAlgorithm::ThreeFry {
        let block = |i: usize| {
            threefry(halves(words[0]), halves(words[1].wrapping_add(i as u64))).map(u64::from)
        };
        let blocks = if wide {
            for (i, out) in made.iter_mut().enumerate() {
                let [low, high] = block(i);
                *out = low | high << 32;
            }
            n
        } else {
            let dims = declared.as_tensor().map_or(&[][..], |t| &t.dims);
            let (before, extent, behind) = halved(dims);
            let pairs = extent.div_ceil(2);
            for i in 0..if n == 0 { 0 } else { before * pairs * behind } {
                let (outer, inner) = (i / behind, i % behind);
                let first = (outer / pairs * extent + outer % pairs * 2) * behind + inner;
                let [a, b] = block(i);
                made[first] = a;
                if outer % pairs * 2 + 1 < extent {
                    made[first + behind] = b;
                }
            }
            if n == 0 { 0 } else { before * pairs * behind }
        };
        words[1] = words[1].wrapping_add(blocks as u64);
    } else {
        let upper = words.get(2).copied().unwrap_or(words[0]);
        let mut philox = Philox::new(words[0], u128::from(words[1]) | u128::from(upper) << 64);
        for out in &mut made {
            *out = if wide { philox.long() } else { philox.word().into() };
        }
        words[1] = philox.counter as u64;
        if let Some(upper) = words.get_mut(2) {
            *upper = (philox.counter >> 64) as u64;
        }
    }
    let state_bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    let state = literal(state.ty(), Bytes::from(&state_bytes[..]))?;
    let mut out = Bytes::zeros(n * element.byte_width());
    let width = element.byte_width();
    let cut = |word: u64| {
        with_int!(element, T => T::wrap(word as i64).wide() as u64, else {
            word & (u64::MAX >> (64 - element.bit_width()))
        })
    };
    for (slot, &word) in out.as_mut_slice().chunks_exact_mut(width).zip(&made) {
        slot.copy_from_slice(&cut(word).to_le_bytes()[..width]);
    }
    Ok((state, literal(declared, out)?))
}

/// `stablehlo.rng`.
pub(crate) fn rng(
    op: &Rng,
    numbers: &mut RandomState,
    (a, b, shape): (&Literal, &Literal, &Literal),
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    let dims: Vec<i64> = (0..shape.count())
        .map(|i| shape.get_int(i).and_then(|n| i64::try_from(n).ok()).filter(|&n| n >= 0))
        .collect::<Option<_>>()
        .ok_or_else(|| EvalError::invalid("shape has a negative extent"))?;
    let ty = result_type(declared, &dims)?;
    let n = checked_count(ty, limit)?;
    let element = a.element();
    let mut out = Bytes::zeros(n * element.byte_width());
    let normal = op.rng_distribution == RngDistribution::Normal;
    let unsupported =
        || EvalError::unsupported(format!("random numbers of {element} are not made"));
    with_int!(element, T => {
        let (low, high) = (a.as_slice::<T>()[0], b.as_slice::<T>()[0]);
        let range = (high.wide() as u64).wrapping_sub(low.wide() as u64);
        for slot in bytemuck::cast_slice_mut::<u8, T>(out.as_mut_slice()) {
            // An empty range contains no numbers; its lower bound is returned.
            let offset = if low.less(high) { numbers.0.long() % range } else { 0 };
            *slot = T::wrap((low.wide() as u64).wrapping_add(offset) as i64);
        }
    }, else {
        with_float!(element, T => {
            let (a, b) = (a.as_slice::<T>()[0].get(), b.as_slice::<T>()[0].get());
            let bits = mantissa_bits(element);
            for slot in bytemuck::cast_slice_mut::<u8, T>(out.as_mut_slice()) {
                *slot = T::put(if normal {
                    a + b * numbers.normal()
                } else {
                    uniform::<T>(numbers, a, b, bits)
                });
            }
        }, else { return Err(unsupported()) })
    });
    literal(ty, out)
}

/// A number from `a` up to but excluding `b`, also after rounding.
fn uniform<T: Float>(numbers: &mut RandomState, a: f64, b: f64, bits: u32) -> f64 {
    for _ in 0..64 {
        let u = numbers.unit(bits);
        // Written so that differences of the largest numbers do not overflow.
        let number = T::put(a * (1.0 - u) + b * u).get();
        // An empty or unbounded range contains no such number.
        if number < b || a >= b || a.is_nan() || b.is_nan() {
            return number;
        }
    }
    a
}

/// The number of mantissa bits of an element, including the implied one, and at least four.
fn mantissa_bits(element: Element) -> u32 {
    match element {
        Element::F64 => 53,
        Element::F32 => 24,
        Element::F16 | Element::TF32 => 11,
        Element::BF16 => 8,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::philox;

    /// The test vectors of the authors' library, Random123.
    #[test]
    fn blocks_are_those_of_the_paper() {
        assert_eq!(threefry([0, 0], [0, 0]), [0x6b20_0159, 0x99ba_4efe]);
        assert_eq!(threefry([u32::MAX; 2], [u32::MAX; 2]), [0x1cb9_96fc, 0xbb00_2be7]);
        assert_eq!(philox([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        assert_eq!(
            philox([u32::MAX; 4], [u32::MAX; 2]),
            [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]
        );
    }

    #[test]
    fn the_longest_dimension_is_halved_where_none_is_even() {
        assert_eq!(halved(&[3, 4, 2]), (3, 4, 2));
        assert_eq!(halved(&[1, 5, 7, 3]), (5, 7, 3));
        assert_eq!(halved(&[5, 5]), (1, 5, 5));
        assert_eq!(halved(&[]), (1, 1, 1));
    }

    #[test]
    fn uniform_numbers_stay_below_the_bound() {
        let mut numbers = RandomState::new(1);
        let mut mean = 0.0;
        for _ in 0..10_000 {
            let x = uniform::<f32>(&mut numbers, -1.0, 3.0, 24);
            assert!((-1.0..3.0).contains(&x));
            mean += x / 10_000.0;
        }
        assert!((mean - 1.0).abs() < 0.05, "{mean}");
    }

    #[test]
    fn normal_numbers_have_the_moments_of_their_distribution() {
        let mut numbers = RandomState::new(2);
        let all: Vec<f64> = (0..20_000).map(|_| numbers.normal()).collect();
        let moment = |k: i32| all.iter().map(|x| x.powi(k)).sum::<f64>() / all.len() as f64;
        assert!(moment(1).abs() < 0.03, "{}", moment(1));
        assert!((moment(2) - 1.0).abs() < 0.04, "{}", moment(2));
        assert!((moment(4) - 3.0).abs() < 0.3, "{}", moment(4));
    }
}
