//! LAPACK's eigenvalue routines for general matrices: `geev` and `gees`.

use crate::custom_call::Call;
use crate::elem::C;
use crate::error::EvalResult;
use crate::linalg::eigen::eigenvectors;
use crate::linalg::matrix::{Matrix, Number};
use crate::linalg::schur::{Schur, schur_complex, schur_real};
use crate::targets::matrices::{Batch, CallResults};
use crate::value::Value;

/// The results of `geev`.
#[derive(Default)]
struct Eigen {
    values: Vec<C>,
    left: Vec<C>,
    right: Vec<C>,
    info: Vec<i64>,
}

impl Eigen {
    /// Adds the eigenvalues and vectors of a matrix, given by its triangular Schur form.
    fn add(&mut self, schur: Schur<C>, finite: bool) {
        let n = schur.values.len();
        self.info.push(if finite { schur.info as i64 } else { -4 });
        if schur.info > 0 {
            let nan = C::new(f64::NAN, f64::NAN);
            self.values.extend(vec![nan; n]);
            self.left.extend(vec![nan; n * n]);
            self.right.extend(vec![nan; n * n]);
            return;
        }
        let of_side = |left: bool| {
            let mut v = eigenvectors(&schur.form, &schur.vectors, left);
            // Conjugate pairs of a real matrix are made exact conjugates.
            for j in 1..n {
                let (a, b) = (schur.values[j - 1], schur.values[j]);
                if a.im > 0.0 && a == b.conj() && schur.form[(j, j - 1)] == C::of(0.0) {
                    (0..n).for_each(|i| v[(i, j)] = v[(i, j - 1)].conj());
                }
            }
            v
        };
        self.left.extend_from_slice(of_side(true).as_slice());
        self.right.extend_from_slice(of_side(false).as_slice());
        self.values.extend(schur.values);
    }

    fn results<'a>(self, made: CallResults<'a>, call: &Call<'_>) -> EvalResult<Vec<Value>> {
        let [left, right] = [("compute_left", self.left), ("compute_right", self.right)];
        let side = |made: CallResults<'a>, (name, vectors): (&str, Vec<C>)| {
            if call.letter(name, "NV")? == 'V' { made.numbers(&vectors) } else { made.nothing() }
        };
        side(side(made, left)?, right)?.ints(&self.info)?.done()
    }
}

/// Eigenvalues of real matrices: their real parts, their imaginary parts, the left and the right
/// vectors, and `info`.
pub(super) fn geev_real(call: &Call<'_>) -> EvalResult<Vec<Value>> {
    call.takes(1, 5)?;
    let mut found = Eigen::default();
    for a in &Batch::<f64>::square(call)?.matrices {
        found.add(schur_real(a).to_complex(), a.is_finite());
    }
    let part = |f: fn(&C) -> f64| found.values.iter().map(f).collect::<Vec<f64>>();
    let (re, im) = (part(|z| z.re), part(|z| z.im));
    let made = CallResults::new(call).numbers(&re)?.numbers(&im)?;
    found.results(made, call)
}

/// Eigenvalues of complex matrices: the values, the left and the right vectors,
/// `info`.
pub(super) fn geev_complex(call: &Call<'_>) -> EvalResult<Vec<Value>> {
    call.takes(1, 4)?;
    let mut found = Eigen::default();
    for a in &Batch::<C>::square(call)?.matrices {
        found.add(schur_complex(a), a.is_finite());
    }
    let made = CallResults::new(call).numbers(&found.values)?;
    found.results(made, call)
}

/// The results of `gees`: the Schur forms, the vectors, and the values.
struct Forms<T> {
    forms: Vec<T>,
    vectors: Vec<T>,
    values: Vec<C>,
    info: Vec<i64>,
}

fn forms<T: Number>(call: &Call<'_>, schur: fn(&Matrix<T>) -> Schur<T>) -> EvalResult<Forms<T>> {
    call.letter("sort", "N")?;
    let mut all =
        Forms { forms: Vec::new(), vectors: Vec::new(), values: Vec::new(), info: Vec::new() };
    for a in &Batch::<T>::square(call)?.matrices {
        let found = schur(a);
        all.info.push(found.info as i64);
        all.forms.extend_from_slice(found.form.as_slice());
        all.vectors.extend_from_slice(found.vectors.as_slice());
        all.values.extend(found.values);
    }
    Ok(all)
}

/// Adds the vectors if requested.
fn schur_vectors<'a, T: Number>(
    made: CallResults<'a>,
    call: &Call<'_>,
    vectors: &[T],
) -> EvalResult<CallResults<'a>> {
    if call.letter("mode", "NV")? == 'V' { made.numbers(vectors) } else { made.nothing() }
}

/// Schur forms of real matrices: the form, the vectors, the real and imaginary parts of the
/// eigenvalues, the number of selected ones, and `info`.
pub(super) fn gees_real(call: &Call<'_>) -> EvalResult<Vec<Value>> {
    call.takes(1, 6)?;
    let all = forms(call, schur_real)?;
    let part = |f: fn(&C) -> f64| all.values.iter().map(f).collect::<Vec<f64>>();
    let made = CallResults::new(call).numbers(&all.forms)?;
    schur_vectors(made, call, &all.vectors)?
        .numbers(&part(|z| z.re))?
        .numbers(&part(|z| z.im))?
        .nothing()?
        .ints(&all.info)?
        .done()
}

/// Schur forms of complex matrices: the form, the vectors, the eigenvalues, the number of selected
/// ones, and `info`.
pub(super) fn gees_complex(call: &Call<'_>) -> EvalResult<Vec<Value>> {
    call.takes(1, 5)?;
    let all = forms(call, schur_complex)?;
    let made = CallResults::new(call).numbers(&all.forms)?;
    schur_vectors(made, call, &all.vectors)?
        .numbers(&all.values)?
        .nothing()?
        .ints(&all.info)?
        .done()
}
