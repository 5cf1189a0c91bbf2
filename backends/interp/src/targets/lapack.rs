//! LAPACK routines with the names that XLA registers: `lapack_`, a letter for the element type
//! (`s`, `d`, `c`, `z`), the routine, `_ffi`.
//!
//! Operands and results are batches: the last two dimensions are those of a matrix, the last one
//! that of a vector. Options are in the configuration, letters as character codes. Results that a
//! routine leaves undefined, such as workspace, are zero.

use super::spectral::{gees_complex, gees_real, geev_complex, geev_real};
use crate::custom_call::Call;
use crate::elem::C;
use crate::error::{EvalError, EvalResult};
use crate::linalg::batch::solve_triangular;
use crate::linalg::eigen::self_adjoint;
use crate::linalg::factor::{System, cholesky, lu, qr, qr_pivoted, tridiagonal_solve};
use crate::linalg::matrix::{Matrix, Number};
use crate::linalg::reflect::{apply_reflectors, hessenberg, product_of_reflectors, tridiagonal};
use crate::linalg::svd::svd;
use crate::targets::builtin::Builtin;
use crate::targets::matrices::{Batch, CallResults, vectors};
use crate::value::Value;
use hloom_ir::Element;
use hloom_ir::ops::Transposition;

/// Evaluates a routine on a call.
type Run = fn(&Call<'_>) -> EvalResult<Vec<Value>>;

/// A routine for real and one for complex matrices, which may have different names.
struct Routine {
    real: &'static str,
    complex: &'static str,
    call: [Run; 2],
}

macro_rules! routines {
    ($($real:literal $complex:literal $real_f:expr, $complex_f:expr;)*) => {
        const ROUTINES: &[Routine] = &[$(Routine {
            real: $real,
            complex: $complex,
            call: [$real_f, $complex_f],
        }),*];
    };
}

routines! {
    "gees" "gees" gees_real, gees_complex;
    "geev" "geev" geev_real, geev_complex;
    "gehrd" "gehrd" gehrd::<f64>, gehrd::<C>;
    "geqp3" "geqp3" geqp3::<f64>, geqp3::<C>;
    "geqrf" "geqrf" geqrf::<f64>, geqrf::<C>;
    "gesdd" "gesdd" gesdd::<f64>, gesdd::<C>;
    "gesvd" "gesvd" gesdd::<f64>, gesdd::<C>;
    "getrf" "getrf" getrf::<f64>, getrf::<C>;
    "gtsv" "gtsv" gtsv::<f64>, gtsv::<C>;
    "orgqr" "ungqr" orgqr::<f64>, orgqr::<C>;
    "ormqr" "unmqr" ormqr::<f64>, ormqr::<C>;
    "potrf" "potrf" potrf::<f64>, potrf::<C>;
    "syevd" "heevd" syevd::<f64>, syevd::<C>;
    "sytrd" "hetrd" sytrd::<f64>, sytrd::<C>;
    "trsm" "trsm" trsm, trsm;
}

/// The letter of each element type, in a routine's name.
const LETTERS: [(char, Element); 4] =
    [('s', Element::F32), ('d', Element::F64), ('c', Element::C64), ('z', Element::C128)];

/// The routine with a target's name.
fn routine(name: &str) -> Option<(&'static Routine, Element)> {
    let inner = name.strip_prefix("lapack_")?.strip_suffix("_ffi")?;
    let element = LETTERS.iter().find(|(c, _)| inner.starts_with(*c))?.1;
    let rest = inner.get(1..)?;
    let named = |r: &&Routine| rest == if element.is_complex() { r.complex } else { r.real };
    ROUTINES.iter().find(named).map(|r| (r, element))
}

/// JAX's own routine for tridiagonal systems, of all element types.
const PERTURBED: &str = "tridiagonal_solve_perturbed_ffi";

/// The target of this name, if it is a LAPACK routine, or JAX's own one.
pub(super) fn lookup(name: &str) -> Option<Builtin> {
    if name == PERTURBED {
        return Some(|_, call| match call.tensor(0)?.element() {
            Element::F32 => Ok(gtsv_perturbed::<f64>(call, f32::EPSILON.into())?),
            Element::F64 => Ok(gtsv_perturbed::<f64>(call, f64::EPSILON)?),
            Element::C64 => Ok(gtsv_perturbed::<C>(call, f32::EPSILON.into())?),
            Element::C128 => Ok(gtsv_perturbed::<C>(call, f64::EPSILON)?),
            other => {
                let message = format!("@{PERTURBED} can't take elements of {other}");
                Err(EvalError::invalid(message).into())
            }
        });
    }
    routine(name).map(|_| -> Builtin {
        |_, call| {
            let Some((routine, element)) = routine(call.name) else {
                return Err(EvalError::invalid("no routine of LAPACK").into());
            };
            let found = call.tensor(0)?.element();
            if found != element {
                let message = format!("@{} takes elements of {element}, not {found}", call.name);
                return Err(EvalError::invalid(message).into());
            }
            Ok(routine.call[usize::from(element.is_complex())](call)?)
        }
    })
}

/// The names of all targets in this file.
pub(super) fn names() -> impl Iterator<Item = String> {
    let of_lapack = LETTERS.iter().flat_map(|&(letter, element)| {
        ROUTINES.iter().map(move |r| {
            let name = if element.is_complex() { r.complex } else { r.real };
            format!("lapack_{letter}{name}_ffi")
        })
    });
    of_lapack.chain([PERTURBED.to_owned()])
}

fn ints(data: impl IntoIterator<Item = usize>) -> Vec<i64> {
    data.into_iter().map(|n| n as i64).collect()
}

/// LU: the packed factors, the pivot rows, counted from 1, and `info`.
fn getrf<T: Number>(call: &Call<'_>) -> EvalResult<Vec<Value>> {
    call.takes(1, 3)?;
    let mut batch = Batch::<T>::new(call, 0)?;
    let (pivots, info): (Vec<_>, Vec<_>) = batch.matrices.iter_mut().map(lu).unzip();
    let pivots = ints(pivots.concat().into_iter().map(|p| p + 1));
    CallResults::new(call).numbers(&batch.flat())?.ints(&pivots)?.ints(&ints(info))?.done()
}

/// QR: the packed reflections with R, and the reflections' factors.
pub(super) fn geqrf<T: Number>(call: &Call<'_>) -> EvalResult<Vec<Value>> {
    call.takes(1, 2)?;
    let mut batch = Batch::<T>::new(call, 0)?;
    let factors: Vec<T> = batch.matrices.iter_mut().flat_map(qr).collect();
    CallResults::new(call).numbers(&batch.flat())?.numbers(&factors)?.done()
}

/// QR with column pivoting: the packed reflections, the column permutation, and the factors.
fn geqp3<T: Number>(call: &Call<'_>) -> EvalResult<Vec<Value>> {
    call.takes(2, 3)?;
    let mut batch = Batch::<T>::new(call, 0)?;
    let given = call.tensor(1)?;
    let mut order: Vec<i64> =
        (0..given.count()).map(|i| given.get_int(i).unwrap_or(0) as i64).collect();
    if order.len() != batch.matrices.len() * batch.columns {
        return Err(EvalError::invalid("there must be a pivot for each column"));
    }
    let mut factors = Vec::new();
    for (i, a) in batch.matrices.iter_mut().enumerate() {
        let columns = i * batch.columns..(i + 1) * batch.columns;
        factors.extend(qr_pivoted(a, &mut order[columns]));
    }
    CallResults::new(call).numbers(&batch.flat())?.ints(&order)?.numbers(&factors)?.done()
}

/// The matrix of packed reflections.
pub(super) fn orgqr<T: Number>(call: &Call<'_>) -> EvalResult<Vec<Value>> {
    call.takes(2, 1)?;
    let batch = Batch::<T>::new(call, 0)?;
    let factors = vectors::<T>(call, 1, batch.matrices.len())?;
    let mut made = Vec::new();
    for (a, factors) in batch.matrices.iter().zip(&factors) {
        fits(call, a, factors)?;
        made.extend_from_slice(product_of_reflectors(a, factors).as_slice());
    }
    CallResults::new(call).numbers(&made)?.done()
}

/// The number of reflections is at most the number of rows and of columns.
fn fits<T: Number>(call: &Call<'_>, packed: &Matrix<T>, factors: &[T]) -> EvalResult<()> {
    if factors.len() <= packed.rows().min(packed.columns()) {
        return Ok(());
    }
    let message = format!(
        "@{} is given {} factors for matrices of {}",
        call.name,
        factors.len(),
        call.operands[0].ty()
    );
    Err(EvalError::invalid(message))
}

/// The product of a matrix and packed reflections.
fn ormqr<T: Number>(call: &Call<'_>) -> EvalResult<Vec<Value>> {
    call.takes(3, 1)?;
    let (left, transpose) = (call.int("left")? != 0, call.int("transpose")? != 0);
    let packed = Batch::<T>::new(call, 0)?;
    let factors = vectors::<T>(call, 1, packed.matrices.len())?;
    let mut batch = Batch::<T>::new(call, 2)?;
    let shared = if left { batch.rows } else { batch.columns };
    if batch.matrices.len() != packed.matrices.len() || shared != packed.rows {
        let message = format!(
            "{} does not match the reflections in {}",
            call.operands[2].ty(),
            call.operands[0].ty()
        );
        return Err(EvalError::invalid(message));
    }
    let all = batch.matrices.iter_mut().zip(&packed.matrices).zip(&factors);
    for ((c, packed), factors) in all {
        fits(call, packed, factors)?;
        apply_reflectors(packed, factors, c, left, transpose);
    }
    CallResults::new(call).numbers(&batch.flat())?.done()
}

/// Cholesky: the factor in its triangle, `info`.
fn potrf<T: Number>(call: &Call<'_>) -> EvalResult<Vec<Value>> {
    call.takes(1, 2)?;
    let lower = call.letter("uplo", "LU")? == 'L';
    let mut batch = Batch::<T>::square(call)?;
    let info = batch.matrices.iter_mut().map(|a| cholesky(a, lower)).collect::<Vec<_>>();
    CallResults::new(call).numbers(&batch.flat())?.ints(&ints(info))?.done()
}

/// Singular values: the overwritten matrix, the values, the vectors of both sides, and `info`. If
/// an element is not finite, `info` is -4.
fn gesdd<T: Number>(call: &Call<'_>) -> EvalResult<Vec<Value>> {
    call.takes(1, 5)?;
    let mode = call.letter("mode", "ANS")?;
    let batch = Batch::<T>::new(call, 0)?;
    let (m, n, k) = (batch.rows, batch.columns, batch.rows.min(batch.columns));
    let (mut left, mut values, mut right) = (Vec::new(), Vec::new(), Vec::new());
    let mut info = Vec::new();
    let wide = if mode == 'A' { (m, n) } else { (k, k) };
    for a in &batch.matrices {
        let found = svd(a);
        info.push(match (&found, a.is_finite()) {
            (Some(_), _) => 0,
            (None, true) => k.max(1) as i64,
            (None, false) => -4,
        });
        let none = || {
            let nan = |rows, columns| {
                Matrix::from_slice(rows, columns, &vec![T::of(f64::NAN); rows * columns])
            };
            (nan(m, m), vec![f64::NAN; k], nan(n, n))
        };
        let (u, s, v) = found.unwrap_or_else(none);
        values.extend(s);
        (0..m).for_each(|i| left.extend((0..wide.0).map(|j| u[(i, j)])));
        right.extend_from_slice(&v.as_slice()[..wide.1 * n]);
    }
    let made = CallResults::new(call).numbers(&batch.flat())?.numbers(&values)?;
    let made = if mode == 'N' {
        made.nothing()?.nothing()?
    } else {
        made.numbers(&left)?.numbers(&right)?
    };
    made.ints(&info)?.done()
}

/// Eigenvalues of self-adjoint matrices: the vectors, the values, `info`.
fn syevd<T: Number>(call: &Call<'_>) -> EvalResult<Vec<Value>> {
    call.takes(1, 3)?;
    let lower = call.letter("uplo", "LU")? == 'L';
    let with_vectors = call.letter("mode", "NV")? == 'V';
    let batch = Batch::<T>::square(call)?;
    let (mut vectors, mut values, mut info) = (Vec::new(), Vec::new(), Vec::new());
    for a in &batch.matrices {
        let n = a.rows();
        let found = self_adjoint(a, lower);
        info.push(if found.is_some() { 0 } else { n as i64 });
        let nan = || (vec![f64::NAN; n], Matrix::from_slice(n, n, &vec![T::of(f64::NAN); n * n]));
        let (found, v) = found.unwrap_or_else(nan);
        values.extend(found);
        vectors.extend_from_slice(if with_vectors { v.as_slice() } else { a.as_slice() });
    }
    CallResults::new(call).numbers(&vectors)?.numbers(&values)?.ints(&info)?.done()
}

/// Hessenberg forms: packed with the reflections, their factors, `info`.
fn gehrd<T: Number>(call: &Call<'_>) -> EvalResult<Vec<Value>> {
    call.takes(1, 3)?;
    let mut batch = Batch::<T>::square(call)?;
    let n = batch.rows as i64;
    let (low, high) = (call.int("low")?, call.int("high")?);
    if !(1 <= low && low <= high.max(1) && high <= n.max(1)) {
        let message = format!("low {low} and high {high} must be rows of matrices of {n}");
        return Err(EvalError::invalid(message));
    }
    let mut factors = Vec::new();
    for a in &mut batch.matrices {
        factors.extend(hessenberg(a, low as usize - 1, (high as usize).min(a.rows())));
    }
    let info = vec![0; batch.matrices.len()];
    CallResults::new(call).numbers(&batch.flat())?.numbers(&factors)?.ints(&info)?.done()
}

/// Tridiagonal forms of self-adjoint matrices: packed with the reflections, the diagonal, the
/// off-diagonal, the reflections' factors, and `info`.
fn sytrd<T: Number>(call: &Call<'_>) -> EvalResult<Vec<Value>> {
    call.takes(1, 5)?;
    let lower = call.letter("uplo", "LU")? == 'L';
    let mut batch = Batch::<T>::square(call)?;
    let (mut diagonal, mut beside, mut factors) = (Vec::new(), Vec::new(), Vec::new());
    for a in &mut batch.matrices {
        let found = tridiagonal(a, lower);
        diagonal.extend(found.diagonal);
        beside.extend(found.beside);
        factors.extend(found.factors);
    }
    let info = vec![0; batch.matrices.len()];
    let made = CallResults::new(call).numbers(&batch.flat())?.numbers(&diagonal)?;
    made.numbers(&beside)?.numbers(&factors)?.ints(&info)?.done()
}

/// Triangular systems.
fn trsm(call: &Call<'_>) -> EvalResult<Vec<Value>> {
    call.takes(2, 1)?;
    let system = System {
        left: call.letter("side", "LR")? == 'L',
        lower: call.letter("uplo", "LU")? == 'L',
        unit_diagonal: call.letter("diag", "NU")? == 'U',
        transpose: match call.letter("trans_x", "NTC")? {
            'N' => Transposition::NoTranspose,
            'T' => Transposition::Transpose,
            _ => Transposition::Adjoint,
        },
    };
    let (a, b, ty) = (call.tensor(0)?, call.tensor(1)?, call.result(0)?);
    if ty.as_tensor().is_none_or(|t| t.dims[..] != *b.dims()) || a.element() != b.element() {
        return Err(EvalError::invalid(format!("@{} gives {}, not {ty}", call.name, b.ty())));
    }
    Ok(vec![solve_triangular(system, a, b, ty, call.max_tensor_bytes)?.into()])
}

/// The three diagonals of each system of a batch.
type Diagonals<T> = [Vec<Vec<T>>; 3];

/// Tridiagonal systems: the diagonals below, on and above, and the right-hand sides.
fn systems<T: Number>(call: &Call<'_>) -> EvalResult<(Diagonals<T>, Batch<T>)> {
    let batch = Batch::<T>::new(call, 3)?;
    let mut diagonals = [Vec::new(), Vec::new(), Vec::new()];
    for (i, all) in diagonals.iter_mut().enumerate() {
        *all = vectors::<T>(call, i, batch.matrices.len())?;
        // All diagonals of XLA have the same length: the first element of the lower one and the
        // last element of the upper one are not in the matrix.
        if all.iter().any(|d| d.len() != batch.rows) {
            return Err(EvalError::invalid(format!(
                "a diagonal must have {} elements",
                batch.rows
            )));
        }
    }
    Ok((diagonals, batch))
}

/// Solves tridiagonal systems in place; see [`tridiagonal_solve`].
fn solve<T: Number>(
    [lower, diagonal, upper]: &mut [Vec<Vec<T>>; 3],
    batch: &mut Batch<T>,
    epsilon: Option<f64>,
) -> Vec<usize> {
    let each = batch.matrices.iter_mut().enumerate().map(|(i, b)| {
        let below = lower[i].get_mut(1..).unwrap_or_default();
        let last = upper[i].len().saturating_sub(1);
        tridiagonal_solve(below, &mut diagonal[i], &mut upper[i][..last], b, epsilon)
    });
    each.collect()
}

/// Tridiagonal systems with pivots that are never too small: the solutions.
fn gtsv_perturbed<T: Number>(call: &Call<'_>, epsilon: f64) -> EvalResult<Vec<Value>> {
    call.takes(4, 1)?;
    let (mut diagonals, mut batch) = systems::<T>(call)?;
    solve(&mut diagonals, &mut batch, Some(epsilon));
    CallResults::new(call).numbers(&batch.flat())?.done()
}

/// Tridiagonal systems: the overwritten diagonals, the solutions, and `info`.
fn gtsv<T: Number>(call: &Call<'_>) -> EvalResult<Vec<Value>> {
    call.takes(4, 5)?;
    let (mut diagonals, mut batch) = systems::<T>(call)?;
    let info = solve(&mut diagonals, &mut batch, None);
    let [lower, diagonal, upper] = diagonals;
    CallResults::new(call)
        .numbers(&lower.concat())?
        .numbers(&diagonal.concat())?
        .numbers(&upper.concat())?
        .numbers(&batch.flat())?
        .ints(&ints(info))?
        .done()
}
