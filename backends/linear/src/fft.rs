//! Fourier transforms of `stablehlo.fft`, in the precision of their numbers.
//!
//! Lines along the last dimension are transformed where they lie; those along another one are
//! brought into a buffer of their own and back. Both are divided among the threads. The transform of
//! one line is rustfft's, or realfft's where one side is real.

use crate::abi::{Call, Pool};
use crate::number::Real;
use num_complex::Complex;
use num_traits::Zero;
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
use rustfft::{Fft, FftDirection, FftPlanner};
use std::sync::{Arc, Mutex, PoisonError};

/// Numbers whose plans are kept.
pub(crate) trait Planned: Real {
    /// The planners, which keep the plans of all lengths that they were asked for.
    fn with_planners<R>(
        run: impl FnOnce(&mut FftPlanner<Self>, &mut RealFftPlanner<Self>) -> R,
    ) -> R;
}

macro_rules! planned {
    ($($float:ident)*) => {$(
        impl Planned for $float {
            fn with_planners<R>(
                run: impl FnOnce(&mut FftPlanner<$float>, &mut RealFftPlanner<$float>) -> R,
            ) -> R {
                type Planners = (FftPlanner<$float>, RealFftPlanner<$float>);
                static PLANNERS: Mutex<Option<Planners>> = Mutex::new(None);
                let mut planners = PLANNERS.lock().unwrap_or_else(PoisonError::into_inner);
                let (complex, real) = planners
                    .get_or_insert_with(|| (FftPlanner::new(), RealFftPlanner::new()));
                run(complex, real)
            }
        }
    )*};
}

planned! { f32 f64 }

/// Lines that a thread takes at a time when it brings them together.
const LINES: usize = 8;
/// The numbers that make a chunk of lines worth a thread.
const CHUNK: usize = 1 << 12;

/// Transforms all lines of the last dimension, `n` numbers each.
fn rows<R: Planned>(plan: &Arc<dyn Fft<R>>, data: &mut [Complex<R>], n: usize, pool: &Pool<'_>) {
    let lines = CHUNK.div_ceil(n).max(1);
    pool.chunks(data, n * lines, |_, chunk| {
        let mut scratch = vec![Complex::zero(); plan.get_inplace_scratch_len()];
        plan.process_with_scratch(chunk, &mut scratch);
    });
}

/// Transforms all lines along a dimension of `n` numbers, `inner` apart.
fn lines<R: Planned>(
    direction: FftDirection,
    data: &mut [Complex<R>],
    (n, inner): (usize, usize),
    pool: &Pool<'_>,
) {
    if n < 2 || data.is_empty() {
        return;
    }
    let plan = R::with_planners(|complex, _| complex.plan_fft(n, direction));
    if inner == 1 {
        return rows(&plan, data, n, pool);
    }
    // Groups of lines that lie beside each other in one block of n·inner numbers.
    let (block, groups) = (n * inner, inner.div_ceil(LINES));
    let mut brought = vec![Complex::zero(); data.len()];
    let from = &*data;
    let blocks = data.len() / block;
    // A chunk has room for a whole group; the last group of a block may be smaller.
    let mut parts: Vec<&mut [Complex<R>]> = Vec::with_capacity(blocks * groups);
    let mut rest = &mut brought[..];
    for _ in 0..blocks {
        for group in 0..groups {
            let width = LINES.min(inner - group * LINES);
            let (part, behind) = rest.split_at_mut(width * n);
            parts.push(part);
            rest = behind;
        }
    }
    pool.chunks(&mut parts, 1, |at, part| {
        let (base, first) = (at / groups * block, at % groups * LINES);
        for part in part {
            let width = part.len() / n;
            for i in 0..n {
                let row = &from[base + i * inner + first..][..width];
                (0..width).for_each(|line| part[line * n + i] = row[line]);
            }
            let mut scratch = vec![Complex::zero(); plan.get_inplace_scratch_len()];
            plan.process_with_scratch(part, &mut scratch);
        }
    });
    pool.chunks(data, inner, |at, row| {
        let (base, i) = (at / n * block, at % n);
        for (group, numbers) in row.chunks_mut(LINES).enumerate() {
            let part = &brought[base + group * LINES * n..];
            numbers.iter_mut().enumerate().for_each(|(line, x)| *x = part[line * n + i]);
        }
    });
}

/// Transforms real lines of `whole` numbers to `whole/2 + 1` complex ones each.
fn real_lines<R: Planned>(from: &[R], to: &mut [Complex<R>], whole: usize, pool: &Pool<'_>) {
    let half = whole / 2 + 1;
    let plan: Arc<dyn RealToComplex<R>> = R::with_planners(|_, real| real.plan_fft_forward(whole));
    let lines = CHUNK.div_ceil(whole);
    pool.chunks(to, half * lines, |at, chunk| {
        let mut line = vec![R::zero(); whole];
        let mut scratch = plan.make_scratch_vec();
        let given = from[at * lines * whole..].chunks_exact(whole);
        for (to, from) in chunk.chunks_exact_mut(half).zip(given) {
            line.copy_from_slice(from);
            // The lengths are the plan's, so this can't fail.
            let done = plan.process_with_scratch(&mut line, to, &mut scratch);
            debug_assert!(done.is_ok(), "the lengths are the plan's");
        }
    });
}

/// Transforms complex lines of `whole/2 + 1` numbers to `whole` real ones each, times `scale`. The
/// imaginary parts of the zero and the middle frequency don't count.
fn complex_lines<R: Planned>(
    from: &[Complex<R>],
    to: &mut [R],
    (whole, scale): (usize, R),
    pool: &Pool<'_>,
) {
    let half = whole / 2 + 1;
    let plan: Arc<dyn ComplexToReal<R>> = R::with_planners(|_, real| real.plan_fft_inverse(whole));
    let lines = CHUNK.div_ceil(whole);
    pool.chunks(to, whole * lines, |at, chunk| {
        let mut line = vec![Complex::zero(); half];
        let mut scratch = plan.make_scratch_vec();
        let given = from[at * lines * half..].chunks_exact(half);
        for (to, from) in chunk.chunks_exact_mut(whole).zip(given) {
            line.copy_from_slice(from);
            line[0].im = R::zero();
            if whole.is_multiple_of(2) {
                line[half - 1].im = R::zero();
            }
            let done = plan.process_with_scratch(&mut line, to, &mut scratch);
            debug_assert!(done.is_ok(), "the lengths are the plan's");
            to.iter_mut().for_each(|x| *x *= scale);
        }
    });
}

/// The dimensions of a transform: how many there are of the others together, then those that are
/// transformed.
struct Shape<'s> {
    batch: usize,
    lengths: &'s [usize],
}

impl Shape<'_> {
    /// Transforms complex numbers along all but the last dimension, which has `last` numbers.
    fn outer<R: Planned>(
        &self,
        direction: FftDirection,
        data: &mut [Complex<R>],
        last: usize,
        pool: &Pool<'_>,
    ) {
        let mut inner = last;
        for &n in self.lengths.iter().rev().skip(1) {
            lines(direction, data, (n, inner), pool);
            inner *= n;
        }
    }
}

/// `fft` of numbers with parts `R`. Sizes: 1, the kind (0 FFT, 1 IFFT, 2 RFFT, 3 IRFFT), the product of
/// the dimensions that are not transformed, and the lengths of those that are, in real numbers, with
/// ones in front if there are fewer than three. Buffers: the operand; the result.
pub(crate) fn fft<R: Planned>(call: &Call<'_>) {
    let (kind, batch) = (call.size(1), call.size(2));
    let lengths = [call.size(3), call.size(4), call.size(5)];
    let shape = Shape { batch, lengths: &lengths };
    let (it, pool, whole) = (call.whole(), &call.pool, lengths[2]);
    let real = shape.batch * lengths.iter().product::<usize>();
    if real == 0 {
        return;
    }
    let half = real / whole * (whole / 2 + 1);
    let direction = if kind % 2 == 1 { FftDirection::Inverse } else { FftDirection::Forward };
    let scale = R::near(lengths.iter().map(|&n| 1.0 / n as f64).product());
    match kind {
        2 => {
            let to = it.result::<Complex<R>>(1, half);
            real_lines(it.operand(0, real), to, whole, pool);
            shape.outer(direction, to, whole / 2 + 1, pool);
        }
        3 => {
            let mut middle = it.operand::<Complex<R>>(0, half).to_vec();
            shape.outer(direction, &mut middle, whole / 2 + 1, pool);
            complex_lines(&middle, it.result(1, real), (whole, scale), pool);
        }
        _ => {
            let to = it.result::<Complex<R>>(1, real);
            to.copy_from_slice(it.operand(0, real));
            lines(direction, to, (whole, 1), pool);
            shape.outer(direction, to, whole, pool);
            if kind == 1 {
                to.iter_mut().for_each(|x| *x = *x * scale);
            }
        }
    }
}
