//! The discrete Fourier transform, of any length.
//!
//! It computes in double precision with the crate `rustfft`, and rounds once. The zero and the
//! middle frequency of the transform of real numbers are real; an `IRFFT` ignores their imaginary
//! parts.

use crate::accumulate::{Accumulator, rounded};
use crate::alloc::{checked_count, result_type};
use crate::elem::C;
use crate::error::{EvalError, EvalResult};
use crate::strided::count;
use hloom_ir::literal::Bytes;
use hloom_ir::ops::{Fft, FftType};
use hloom_ir::{Literal, Type};
use rustfft::{FftDirection, FftPlannerScalar};

/// Transforms each line along dimension `d`.
fn along(data: &mut [C], dims: &[i64], d: usize, direction: FftDirection) {
    let (extent, inner) = (dims[d] as usize, count(&dims[d + 1..]));
    if extent < 2 || data.is_empty() {
        return;
    }
    // The scalar code gives the same bits on every machine.
    let plan = FftPlannerScalar::new().plan_fft(extent, direction);
    if inner == 1 {
        return plan.process(data);
    }
    let mut line = vec![C::default(); extent];
    let mut scratch = vec![C::default(); plan.get_inplace_scratch_len()];
    for block in data.chunks_exact_mut(extent * inner) {
        for i in 0..inner {
            for (slot, &x) in line.iter_mut().zip(block[i..].iter().step_by(inner)) {
                *slot = x;
            }
            plan.process_with_scratch(&mut line, &mut scratch);
            for (slot, &x) in block[i..].iter_mut().step_by(inner).zip(&line) {
                *slot = x;
            }
        }
    }
}

/// `stablehlo.fft`.
pub(crate) fn fft(op: &Fft, x: &Literal, declared: Type, limit: u64) -> EvalResult<Literal> {
    let n = op.fft_length.len();
    if n == 0 || n > x.dims().len() {
        return Err(EvalError::invalid("fft_length does not match the operand"));
    }
    let order: Vec<i64> = (0..x.dims().len() as i64).collect();
    let bytes = Accumulator::DoubleComplex.arranged(x, &order, limit)?;
    let mut data: Vec<C> = bytemuck::cast_slice(bytes.as_slice()).to_vec();
    let mut dims = x.dims().to_vec();
    let (first, last) = (dims.len() - n, dims.len() - 1);
    let inverse = matches!(op.fft_type, FftType::Ifft | FftType::Irfft);
    let direction = if inverse { FftDirection::Inverse } else { FftDirection::Forward };
    if op.fft_type != FftType::Irfft {
        along(&mut data, &dims, last, direction);
    }
    if op.fft_type == FftType::Rfft {
        let whole = dims[last] as usize;
        dims[last] = if whole == 0 { 0 } else { whole as i64 / 2 + 1 };
        let remaining = dims[last] as usize;
        data = data.chunks(whole.max(1)).flat_map(|line| line[..remaining].to_vec()).collect();
    }
    for d in (first..last).rev() {
        along(&mut data, &dims, d, direction);
    }
    if op.fft_type == FftType::Irfft {
        let (half, whole) = (dims[last] as usize, op.fft_length[n - 1].max(0) as usize);
        if half != if whole == 0 { 0 } else { whole / 2 + 1 } {
            let message = format!("{half} complex numbers are not those of {whole} real ones");
            return Err(EvalError::invalid(message));
        }
        dims[last] = whole as i64;
        checked_count(Type::tensor(&dims, hloom_ir::Element::C128), limit.saturating_mul(8))?;
        let mut full = Vec::with_capacity(count(&dims));
        for line in data.chunks(half.max(1)) {
            full.extend_from_slice(line);
            // The omitted numbers are conjugates of the stored ones.
            full.extend((half..whole).map(|k| line[whole - k].conj()));
        }
        data = full;
        along(&mut data, &dims, last, direction);
    }
    if inverse {
        let scale = op.fft_length.iter().map(|&n| n as f64).product::<f64>();
        data.iter_mut().for_each(|z| *z = C::new(z.re / scale, z.im / scale));
    }
    let ty = result_type(declared, &dims)?;
    checked_count(ty, limit)?;
    if op.fft_type == FftType::Irfft {
        let real: Vec<f64> = data.iter().map(|z| z.re).collect();
        return rounded(&Bytes::from(bytemuck::cast_slice(&real)), Accumulator::Double, ty);
    }
    rounded(&Bytes::from(bytemuck::cast_slice(&data)), Accumulator::DoubleComplex, ty)
}
