//! Linear algebra on batches of matrices, and the Fourier transform.

use crate::field::{Dims, ResultType, Switch, word_enum};
use crate::op::{ConstraintError, OpPart, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::{DYNAMIC, Element, TensorType, Type, dims_agree};

op! {
    /// The Cholesky factor of each matrix: `L` with `L · Lᴴ = a`, or `U` with `Uᴴ · U = a` if
    /// `lower` is false. Only that triangle of `a` is read, and the other triangle of the result is
    /// zero.
    ///
    /// The specification does not define the result for a matrix that is not positive definite; as
    /// in XLA, its elements are NaN.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#cholesky>
    cholesky: Cholesky = "stablehlo.cholesky" (a: FloatOrComplex) { lower: Switch } -> Tensor
    syntax custom
    traits [Pure, NeverFails, Foldable]
}
impl Infer for Cholesky {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let a = cx.tensor(0)?;
        no_quantized(cx, 0)?;
        ensure!(C2 at #0, a.rank() >= 2, "a must have rank 2 or more, not {}", a.rank());
        let [rows, columns] = last_two(a);
        ensure!(C3 at #0, dims_agree(rows, columns),
            "a must hold square matrices, not of {rows} rows and {columns} columns");
        Ok(cx.ty(0).into()) // (C1)
    }
}

/// Checks that operand `i` is not quantized.
fn no_quantized(cx: &InferContext<'_>, i: usize) -> Result<(), ConstraintError> {
    let label = if i == 0 { "I1" } else { "I2" };
    match cx.tensor(i)?.element {
        Element::Quant(_) => {
            let message = format!("operand {i} must not be quantized, as {} is", cx.ty(i));
            Err(ConstraintError { label, message, part: OpPart::Operand(i) })
        }
        _ => Ok(()),
    }
}

/// The last two extents of a tensor of rank 2 or more.
fn last_two(x: &TensorType) -> [i64; 2] {
    [x.dims[x.rank() - 2], x.dims[x.rank() - 1]]
}

word_enum! {
    /// The transformation applied to a matrix.
    Transposition = "transpose" {
        /// No transformation.
        NoTranspose = "NO_TRANSPOSE",
        /// The transpose.
        Transpose = "TRANSPOSE",
        /// The conjugate transpose.
        Adjoint = "ADJOINT",
    }
}

op! {
    /// Solves `op(a) · x = b`, or `x · op(a) = b` if `left_side` is false, for each lower or upper
    /// triangular matrix of `a`. The other triangle of `a` is not read; with `unit_diagonal`, the
    /// diagonal is not read either and taken to be one.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#triangular_solve>
    triangular_solve: TriangularSolve = "stablehlo.triangular_solve" (a: FloatOrComplex, b: FloatOrComplex)
    {
        left_side: bool,
        lower: bool,
        unit_diagonal: bool,
        transpose_a: Transposition,
    } -> Tensor
    syntax generic
    traits [Pure, NeverFails, Foldable]
}
impl Infer for TriangularSolve {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (a, b) = (cx.tensor(0)?, cx.tensor(1)?);
        no_quantized(cx, 0)?;
        no_quantized(cx, 1)?;
        ensure!(
            C1,
            a.element.same_baseline(b.element),
            "a has elements of {}, b of {}",
            a.element,
            b.element
        );
        ensure!(
            C2,
            a.rank() >= 2 && a.rank() == b.rank(),
            "a and b must be of one rank, 2 or more; they are {} and {}",
            cx.ty(0),
            cx.ty(1)
        );
        let ([rows, columns], of_b) = (last_two(a), last_two(b));
        ensure!(
            C3,
            dims_agree(rows, columns),
            "a must hold square matrices, not of {rows} rows and {columns} columns"
        );
        let shared = of_b[usize::from(!self.left_side)];
        let (what, side) = if self.left_side { ("rows", "left") } else { ("columns", "right") };
        ensure!(
            C3,
            dims_agree(columns, shared),
            "matrices of {columns} columns on the {side} can't be solved for {shared} {what}"
        );
        let batch = a.rank() - 2;
        ensure!(
            C3,
            (0..batch).all(|d| dims_agree(a.dims[d], b.dims[d])),
            "a and b, {} and {}, hold different numbers of matrices",
            cx.ty(0),
            cx.ty(1)
        );
        Ok(cx.ty(1).into()) // (C4)
    }
}

word_enum! {
    /// A kind of Fourier transform.
    FftType = "fft_type" {
        /// Complex to complex.
        Fft = "FFT",
        /// The inverse of `FFT`.
        Ifft = "IFFT",
        /// Real to complex, without the redundant half.
        Rfft = "RFFT",
        /// The inverse of `RFFT`.
        Irfft = "IRFFT",
    }
}

op! {
    /// The discrete Fourier transform of the last `fft_length` dimensions, or its
    /// inverse, of complex numbers (`FFT`, `IFFT`) or of real ones (`RFFT`,
    /// `IRFFT`). The inverse divides by the number of elements.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#fft>
    fft: Fft = "stablehlo.fft" (operand: FloatOrComplex)
    {
        fft_type: FftType,
        fft_length: Dims,
        ty: ResultType,
    } -> Tensor
    syntax "$operand, type = $fft_type, length = $fft_length : signature"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for Fft {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let x = cx.tensor(0)?;
        no_quantized(cx, 0)?;
        let (length, n) = (&self.fft_length, self.fft_length.len());
        ensure!(C3 at fft_length, (1..=3).contains(&n),
            "fft_length has {n} entries, not 1 to 3");
        ensure!(C1 at fft_length, n <= x.rank(),
            "fft_length has {n} entries, the operand has rank {}", x.rank());
        let declared = self.ty.0.element();
        let element = match self.fft_type {
            FftType::Fft | FftType::Ifft => Some(x.element).filter(|e| e.is_complex()),
            FftType::Rfft => x.element.complex_of(),
            FftType::Irfft => Some(x.element.real_part()).filter(|_| x.element.is_complex()),
        };
        let Some(element) = element else {
            let message = format!("{} does not take elements of {}", self.fft_type, x.element);
            return Err(ConstraintError { label: "C2", message, part: OpPart::Operand(0) });
        };
        ensure!(
            C2,
            declared == Some(element),
            "{} gives elements of {element}, but {} is declared",
            self.fft_type,
            self.ty.0
        );
        let mut dims = x.dims.to_vec();
        let last = dims.len() - 1;
        match self.fft_type {
            FftType::Fft | FftType::Ifft => {}
            FftType::Rfft => {
                self.real_shape(x)?;
                dims[last] = half(dims[last]);
            }
            FftType::Irfft => {
                let whole = length[n - 1];
                ensure!(C5 at #0, dims_agree(dims[last], half(whole)),
                    "{} numbers are needed for {whole} real ones, not {}", half(whole), dims[last]);
                dims[last] = whole;
                self.real_shape(&TensorType::new(&dims, element))?;
            }
        }
        Ok(x.with_element(element).with_dims(&dims).into()) // (C5)
    }
}
impl Fft {
    /// Checks that the real dimensions match `fft_length`.
    fn real_shape(&self, real: &TensorType) -> Result<(), ConstraintError> {
        let length = &self.fft_length;
        let tail = &real.dims[real.rank() - length.len()..];
        ensure!(C4 at fft_length, tail.iter().zip(length.iter()).all(|(&a, &b)| dims_agree(a, b)),
            "fft_length is {length}, but the real numbers are {}", Type::from(real.clone()));
        Ok(())
    }
}

/// Number of complex elements in the transform of `n` real ones.
fn half(n: i64) -> i64 {
    match n {
        DYNAMIC | 0 => n,
        _ => n / 2 + 1,
    }
}
