//! Eigenvalues, singular values, and the reductions that lead to them.

use super::{
    C, M, Random, SHAPES, Tested, adjoint, bytes, call, for_each_type, ints, largest, matrix, near,
    numbers, orthonormal, rounded, times,
};
use num_complex::Complex;

const I32: usize = size_of::<i32>();

/// Square matrices that are hard for iterations, with numbers that every type has.
fn hard() -> Vec<M> {
    let of = |n: usize, f: &dyn Fn(usize, usize) -> f64| {
        let mut made = M::zeros(n, n);
        (0..n * n).for_each(|at| made[(at / n, at % n)] = C::from(f(at / n, at % n)));
        made
    };
    let one = |yes: bool| if yes { 1.0 } else { 0.0 };
    let jordan = |n: usize| of(n, &move |i, j| one(i == j || i + 1 == j));
    vec![
        M::zeros(6, 6),
        M::identity(7, 7),
        jordan(7),
        jordan(30),
        of(24, &|i, j| one(i + 1 == j)),
        of(6, &|i, j| one(i == (j + 1) % 6)),
        of(5, &|_, _| 1.0),
        of(12, &|i, j| 1.0 / (i + j + 1) as f64),
        of(20, &|i, j| if i == j { 10f64.powi(-(i as i32)) } else { 0.0 }),
        of(4, &|i, j| [[1.0, 2.0], [-2.0, 1.0]][i % 2][j % 2] * one(i / 2 == j / 2)),
        of(3, &|i, j| 1e-25 * (1 + i * j) as f64),
        of(3, &|i, j| 1e25 * (1 + i + 2 * j) as f64),
    ]
}

/// Random square matrices, and hard ones.
fn squares<T: Tested>(random: &mut Random) -> Vec<M> {
    let sizes = (0..41).step_by(5).chain([1, 2, 3, 4, 60, 100]);
    let mut made: Vec<M> = sizes.map(|n| random.matrix::<T>(n, n)).collect();
    made.extend(hard().iter().map(rounded::<T>));
    made
}

/// A diagonal matrix.
fn diagonal(rows: usize, columns: usize, values: &[C]) -> M {
    let mut made = M::zeros(rows, columns);
    values.iter().enumerate().for_each(|(i, &x)| made[(i, i)] = x);
    made
}

fn self_adjoint<R: Tested, T: Tested>() {
    let random = &mut Random(11);
    for b in squares::<T>(random) {
        let n = b.rows();
        for lower in [true, false] {
            let mut a = M::zeros(n, n);
            for j in 0..n {
                (0..n).for_each(|i| a[(i, j)] = b[(i, j)] + b[(j, i)].conj());
            }
            let a = rounded::<T>(&a);
            let mut given = a.clone();
            for j in 0..n {
                let outside = |i: &usize| if lower { *i < j } else { *i > j };
                (0..n).filter(outside).for_each(|i| given[(i, j)] = C::from(f64::NAN));
            }
            let (t, real, flag) = (size_of::<T>(), size_of::<R>(), usize::from(lower));
            let operand = bytes::<T>(&[&given]);
            let results = [t * n * n, real * n, I32];
            let made = call::<T>("syevd", &[1, n, flag, 1], &[&operand], &results);
            assert_eq!(ints(&made[2], 1), [0], "{n}");
            let v = matrix::<T>(&made[0], 0, n, n);
            let values = numbers::<R>(&made[1], n);
            assert!(values.windows(2).all(|w| w[0].re <= w[1].re), "ascending");
            orthonormal::<T>(&v, "eigenvectors");
            let scaled = times(&v, &diagonal(n, n, &values));
            near::<T>(&times(&a, &v), &scaled, n, n as f64 * largest(&a), "A·V");
            let other = call::<T>("eigh", &[1, n, flag], &[&operand], &results[..2]);
            assert_eq!((&other[0], &other[1]), (&made[0], &made[1]));
            let alone = call::<T>("syevd", &[1, n, flag, 0], &[&operand], &results);
            let alone = numbers::<R>(&alone[1], n);
            let (x, y) = (M::from_rows(1, n, &alone), M::from_rows(1, n, &values));
            near::<T>(&x, &y, n, n as f64 * largest(&a), "values without vectors");
        }
    }
}

#[test]
fn self_adjoint_matrices_are_diagonalized() {
    self_adjoint::<f32, f32>();
    self_adjoint::<f64, f64>();
    self_adjoint::<f32, Complex<f32>>();
    self_adjoint::<f64, C>();
}

fn singular<R: Tested, T: Tested>() {
    let random = &mut Random(12);
    let mut all: Vec<M> = SHAPES.iter().map(|&(m, n)| random.matrix::<T>(m, n)).collect();
    all.extend(hard().iter().map(rounded::<T>));
    all.push(M::zeros(9, 4));
    for a in all {
        let (m, n) = (a.rows(), a.columns());
        let (k, t) = (m.min(n), size_of::<T>());
        let operand = bytes::<T>(&[&a]);
        for (mode, left, right) in [(0, 5, 0), (1, m * k, k * n), (2, m * m, n * n)] {
            let sizes = [1, m, n, mode, left, right];
            let results = [t * m * n, size_of::<R>() * k, t * left, t * right, I32];
            let made = call::<T>("gesdd", &sizes, &[&operand], &results);
            assert_eq!(ints(&made[4], 1), [0], "{m}×{n}");
            let values = numbers::<R>(&made[1], k);
            assert!(
                values.windows(2).all(|w| w[0].re >= w[1].re) && values.iter().all(|x| x.re >= 0.0)
            );
            if mode == 0 {
                assert!(numbers::<T>(&made[2], left).iter().all(|x| *x == C::from(0.0)));
                continue;
            }
            let wide = if mode == 1 { (k, k) } else { (m, n) };
            let u = matrix::<T>(&made[2], 0, m, wide.0);
            let v = matrix::<T>(&made[3], 0, wide.1, n);
            orthonormal::<T>(&u, "left vectors");
            orthonormal::<T>(&adjoint(&v), "right vectors");
            let back = times(&times(&u, &diagonal(wide.0, wide.1, &values)), &v);
            near::<T>(&back, &a, m + n, (m + n) as f64 * largest(&a), "U·S·Vᴴ");
        }
    }
}

#[test]
fn singular_values_and_vectors_make_the_matrix() {
    singular::<f32, f32>();
    singular::<f64, f64>();
    singular::<f32, Complex<f32>>();
    singular::<f64, C>();
}

/// The eigenvalues in the results of a routine, from result `at` on, and the number of the one behind.
fn values<R: Tested, T: Tested>(made: &[Vec<u64>], at: usize, n: usize) -> (Vec<C>, usize) {
    if T::COMPLEX {
        return (numbers::<T>(&made[at], n), at + 1);
    }
    let (re, im) = (numbers::<R>(&made[at], n), numbers::<R>(&made[at + 1], n));
    (re.iter().zip(im).map(|(re, im)| C::new(re.re, im.re)).collect(), at + 2)
}

/// The sizes in bytes of the results of eigenvalues.
fn value_sizes<R: Tested, T: Tested>(n: usize) -> Vec<usize> {
    if T::COMPLEX { vec![size_of::<T>() * n] } else { vec![size_of::<R>() * n; 2] }
}

fn general<R: Tested, T: Tested, Z: Tested>() {
    let random = &mut Random(13);
    for a in squares::<T>(random) {
        let n = a.rows();
        let operand = bytes::<T>(&[&a]);
        let mut results = value_sizes::<R, T>(n);
        results.extend([size_of::<Z>() * n * n, size_of::<Z>() * n * n, I32]);
        let sizes = [1, n, 1, 1, n * n, n * n];
        let made = call::<T>("geev", &sizes, &[&operand], &results);
        let (found, next) = values::<R, T>(&made, 0, n);
        assert_eq!(ints(&made[next + 2], 1), [0], "{n}");
        let size = n as f64 * largest(&a);
        for (at, left) in [(0, true), (1, false)] {
            let v = matrix::<Z>(&made[next + at], 0, n, n);
            for j in 0..n {
                let norm = v.column(j).iter().map(|z| z.norm_sqr()).sum::<f64>().sqrt();
                assert!((norm - 1.0).abs() < 40.0 * T::epsilon() * (n as f64).sqrt(), "{norm}");
                // One of the largest components is real.
                let sizes = v.column(j).iter().map(|z| z.norm());
                let most = sizes.fold(0.0, f64::max) * (1.0 - 32.0 * T::epsilon());
                let real = |z: &&C| z.im.abs() <= 8.0 * T::epsilon() && z.norm() >= most;
                assert!(v.column(j).iter().any(|z| real(&z)), "vector {j} of {n}");
            }
            let (applied, values) = match left {
                true => (times(&adjoint(&a), &v), found.iter().map(C::conj).collect()),
                false => (times(&a, &v), found.clone()),
            };
            let scaled = times(&v, &diagonal(n, n, &values));
            near::<T>(&applied, &scaled, n, size, if left { "Aᴴ·U" } else { "A·V" });
        }
        if !T::COMPLEX {
            let mut k = 0;
            while k < n {
                if found[k].im != 0.0 {
                    assert!(found[k].im > 0.0 && found[k + 1] == found[k].conj());
                    k += 1;
                }
                k += 1;
            }
        }
        let mut results = value_sizes::<R, T>(n);
        results.extend([0, size_of::<Z>() * 3, I32]);
        let made = call::<T>("geev", &[1, n, 0, 0, 0, 3], &[&operand], &results);
        let (alone, next) = values::<R, T>(&made, 0, n);
        assert!(numbers::<Z>(&made[next + 1], 3).iter().all(|z| *z == C::from(0.0)));
        let sum = |values: &[C]| values.iter().sum::<C>();
        let bound = 100.0 * T::epsilon() * size * n.max(1) as f64;
        assert!((sum(&alone) - sum(&found)).norm() <= bound);
        schur::<R, T>(&a);
    }
}

fn schur<R: Tested, T: Tested>(a: &M) {
    let (n, t) = (a.rows(), size_of::<T>());
    let mut results = vec![t * n * n, t * n * n];
    results.extend(value_sizes::<R, T>(n));
    results.extend([I32, I32]);
    let made = call::<T>("gees", &[1, n, 1, n * n], &[&bytes::<T>(&[a])], &results);
    let (form, q) = (matrix::<T>(&made[0], 0, n, n), matrix::<T>(&made[1], 0, n, n));
    let (found, next) = values::<R, T>(&made, 2, n);
    assert_eq!([ints(&made[next], 1), ints(&made[next + 1], 1)], [[0], [0]], "{n}");
    orthonormal::<T>(&q, "Schur vectors");
    near::<T>(&times(&times(&q, &form), &adjoint(&q)), a, n, n as f64 * largest(a), "Q·T·Qᴴ");
    for j in 0..n {
        for i in j + 1..n {
            let block = !T::COMPLEX && i == j + 1;
            assert!(form[(i, j)] == C::from(0.0) || block && form[(i, i)] == form[(j, j)]);
        }
        assert!((form[(j, j)].re - found[j].re).abs() <= 8.0 * T::epsilon() * largest(a));
    }
}

#[test]
fn general_matrices_have_eigenvectors_and_a_schur_form() {
    general::<f32, f32, Complex<f32>>();
    general::<f64, f64, C>();
    general::<f32, Complex<f32>, Complex<f32>>();
    general::<f64, C, C>();
}

/// Matrices that are large enough for many shifts at a time and early deflation.
fn large<R: Tested, T: Tested>() {
    let random = &mut Random(16);
    for n in [75, 76, 77, 110, 160, 250] {
        schur::<R, T>(&random.matrix::<T>(n, n));
    }
    let n = 130;
    let of = |f: &dyn Fn(usize, usize) -> f64| {
        let mut made = M::zeros(n, n);
        (0..n * n).for_each(|at| made[(at / n, at % n)] = C::from(f(at / n, at % n)));
        rounded::<T>(&made)
    };
    let noise = random.matrix::<T>(n, n);
    // Eigenvalues on a circle; one of them many times; blocks that have nothing in common; pairs of
    // conjugate ones only; of very different sizes; a companion matrix; a triangle and a rest.
    schur::<R, T>(&of(&|i, j| if (i + 1) % n == j { 1.0 } else { 0.0 }));
    schur::<R, T>(&of(&|i, j| if i == j || i + 1 == j { 1.0 } else { 0.0 }));
    schur::<R, T>(&of(&|i, j| if i / 65 == j / 65 { noise[(i, j)].re } else { 0.0 }));
    schur::<R, T>(&of(&|i, j| noise[(i.min(j), i.max(j))].re * if i < j { 1.0 } else { -1.0 }));
    schur::<R, T>(&of(&|i, j| noise[(i, j)].re * 10f64.powi(-((i + j) as i32 / 16))));
    schur::<R, T>(&of(&|i, j| if i == 0 { 1.0 / (j + 1) as f64 } else { f64::from(i == j + 1) }));
    schur::<R, T>(&of(&|i, j| {
        if i <= j { 1.0 + noise[(i, j)].re } else { 1e-3 * noise[(i, j)].re }
    }));
    schur::<R, T>(&M::zeros(n, n));
    schur::<R, T>(&M::identity(n, n));
    schur::<R, T>(&of(&|_, _| 1.0));
}

#[test]
fn large_matrices_have_a_schur_form() {
    large::<f32, f32>();
    large::<f64, f64>();
    large::<f32, Complex<f32>>();
    large::<f64, C>();
}

/// The orthonormal matrix of the packed reflections of a reduced matrix.
fn turned(packed: &M, factors: &[C], n: usize, upper: bool) -> M {
    let mut q = M::identity(n, n);
    let k = factors.len();
    if n < 2 {
        return q;
    }
    // Reflections one by one, in the order of LAPACK's documentation.
    let mut order: Vec<usize> = (0..k).collect();
    if upper {
        order.reverse();
    }
    for j in order {
        let mut v = vec![C::from(0.0); n];
        if upper {
            (0..j).for_each(|i| v[i] = packed[(i, j + 1)]);
            v[j] = C::from(1.0);
        } else {
            v[j + 1] = C::from(1.0);
            (j + 2..n).for_each(|i| v[i] = packed[(i, j)]);
        }
        let v = M::from_rows(n, 1, &v);
        let mut product = times(&times(&q, &v), &adjoint(&v));
        product.data_mut().iter_mut().for_each(|x| *x *= factors[j]);
        q.data_mut().iter_mut().zip(product.data()).for_each(|(x, y)| *x -= y);
    }
    q
}

fn reduced<R: Tested, T: Tested>() {
    let random = &mut Random(14);
    for n in (0..41).step_by(6).chain([1, 2, 3, 4, 129, 150]) {
        let (t, between) = (size_of::<T>(), usize::saturating_sub(n, 1));
        let a = random.matrix::<T>(n, n);
        let results = [t * n * n, t * between, I32];
        let made = call::<T>("gehrd", &[1, n, 1, n.max(1)], &[&bytes::<T>(&[&a])], &results);
        let packed = matrix::<T>(&made[0], 0, n, n);
        let q = turned(&packed, &numbers::<T>(&made[1], between), n, false);
        orthonormal::<T>(&q, "the transformation");
        let mut h = packed.clone();
        (0..n).for_each(|j| h.column_mut(j)[(j + 2).min(n)..].fill(C::from(0.0)));
        near::<T>(&times(&times(&q, &h), &adjoint(&q)), &a, n, 8.0, "Q·H·Qᴴ");

        for lower in [true, false] {
            let mut a = M::zeros(n, n);
            let b = random.matrix::<T>(n, n);
            for j in 0..n {
                (0..n).for_each(|i| a[(i, j)] = b[(i, j)] + b[(j, i)].conj());
            }
            let a = rounded::<T>(&a);
            let r = size_of::<R>();
            let results = [t * n * n, r * n, r * between, t * between, I32];
            let sizes = [1, n, usize::from(lower)];
            let made = call::<T>("sytrd", &sizes, &[&bytes::<T>(&[&a])], &results);
            let packed = matrix::<T>(&made[0], 0, n, n);
            let (d, e) = (numbers::<R>(&made[1], n), numbers::<R>(&made[2], between));
            let q = turned(&packed, &numbers::<T>(&made[3], between), n, !lower);
            let mut form = diagonal(n, n, &d);
            for (i, &x) in e.iter().enumerate() {
                form[(i, i + 1)] = x;
                form[(i + 1, i)] = x;
            }
            orthonormal::<T>(&q, "the transformation");
            let back = times(&times(&q, &form), &adjoint(&q));
            near::<T>(&back, &a, n, 16.0, if lower { "lower" } else { "upper" });
        }
    }
}

#[test]
fn reductions_are_similar_to_the_matrix() {
    reduced::<f32, f32>();
    reduced::<f64, f64>();
    reduced::<f32, Complex<f32>>();
    reduced::<f64, C>();
}

fn not_finite<R: Tested, T: Tested, Z: Tested>() {
    for n in [1, 2, 5, 40] {
        for value in [f64::NAN, f64::INFINITY] {
            let mut a = Random(15).matrix::<T>(n, n);
            a[(n - 1, 0)] = C::from(value);
            let (t, r) = (size_of::<T>(), size_of::<R>());
            let operand = bytes::<T>(&[&a]);
            let results = [t * n * n, r * n, I32];
            let made = call::<T>("syevd", &[1, n, 1, 1], &[&operand], &results);
            assert_eq!(ints(&made[2], 1), [n as i32]);
            assert!(numbers::<R>(&made[1], n).iter().all(|x| x.re.is_nan()));
            let results = [t * n * n, r * n, t * n * n, t * n * n, I32];
            let made = call::<T>("gesdd", &[1, n, n, 1, n * n, n * n], &[&operand], &results);
            assert_eq!(ints(&made[4], 1), [-4]);
            assert!(numbers::<R>(&made[1], n).iter().all(|x| x.re.is_nan()));
            let mut results = value_sizes::<R, T>(n);
            results.extend([size_of::<Z>() * n * n, size_of::<Z>() * n * n, I32]);
            let sizes = [1, n, 1, 1, n * n, n * n];
            let made = call::<T>("geev", &sizes, &[&operand], &results);
            let (found, next) = values::<R, T>(&made, 0, n);
            assert_eq!(ints(&made[next + 2], 1), [-4]);
            assert!(found.iter().all(|x| x.re.is_nan()));
            let mut results = vec![t * n * n, t * n * n];
            results.extend(value_sizes::<R, T>(n));
            results.extend([I32, I32]);
            call::<T>("gees", &[1, n, 1, n * n], &[&operand], &results);
            call::<T>("getrf", &[1, n, n], &[&operand], &[t * n * n, I32 * n, I32]);
            call::<T>("geqrf", &[1, n, n], &[&operand], &[t * n * n, t * n]);
            let order = vec![0u8; I32 * n];
            let results = [t * n * n, I32 * n, t * n];
            call::<T>("geqp3", &[1, n, n], &[&operand, &order], &results);
            call::<T>("gehrd", &[1, n, 1, n], &[&operand], &[t * n * n, t * (n - 1), I32]);
        }
    }
}

#[test]
fn numbers_that_are_not_finite_end_with_info() {
    not_finite::<f32, f32, Complex<f32>>();
    not_finite::<f64, f64, C>();
    not_finite::<f32, Complex<f32>, Complex<f32>>();
    not_finite::<f64, C, C>();
}

fn one_by_one<T: Tested>() {
    let made = call::<T>("eigh", &[0, 3, 1], &[&[]], &[0, 0]);
    assert_eq!(made.len(), 2, "an empty batch");
}

#[test]
fn a_batch_may_be_empty() {
    for_each_type!(one_by_one);
}

/// Matrices of low rank: what is left of their columns after a few reflections is subnormal, and has few
/// digits.
fn low_rank<R: Tested, T: Tested>() {
    let of = |n: usize, f: &dyn Fn(usize, usize) -> C| {
        let mut made = M::zeros(n, n);
        (0..n * n).for_each(|at| made[(at / n, at % n)] = f(at / n, at % n));
        rounded::<T>(&made)
    };
    let whole = if T::COMPLEX { C::new(1.0, 1.0) } else { C::from(1.0) };
    for n in [16, 40, 64, 100, 150] {
        let half = |i: usize, j: usize| whole * f64::from(u8::from(2 * i / n == 2 * j / n));
        for a in [of(n, &|_, _| whole), of(n, &|_, _| whole * 0.1), of(n, &half)] {
            let (t, between) = (size_of::<T>(), n - 1);
            let results = [t * n * n, t * between, I32];
            let made = call::<T>("gehrd", &[1, n, 1, n], &[&bytes::<T>(&[&a])], &results);
            let mut h = matrix::<T>(&made[0], 0, n, n);
            let q = turned(&h, &numbers::<T>(&made[1], between), n, false);
            orthonormal::<T>(&q, "the transformation");
            (0..n).for_each(|j| h.column_mut(j)[(j + 2).min(n)..].fill(C::from(0.0)));
            let size = 8.0 * largest(&a) * n as f64;
            near::<T>(&times(&times(&q, &h), &adjoint(&q)), &a, n, size, "Q·H·Qᴴ");
            schur::<R, T>(&a);
        }
    }
}

#[test]
fn matrices_of_low_rank_have_orthonormal_transformations() {
    low_rank::<f32, f32>();
    low_rank::<f64, f64>();
    low_rank::<f32, Complex<f32>>();
    low_rank::<f64, C>();
}

/// Matrices of subnormal numbers: the forms have as many digits as such numbers have.
fn subnormal<R: Tested, T: Tested>(unit: f64) {
    for n in [2, 5, 30, 90] {
        let mut a = Random(21).matrix::<T>(n, n);
        a.data_mut().iter_mut().for_each(|x| *x *= unit);
        let a = rounded::<T>(&a);
        let t = size_of::<T>();
        let mut results = vec![t * n * n, t * n * n];
        results.extend(value_sizes::<R, T>(n));
        results.extend([I32, I32]);
        let made = call::<T>("gees", &[1, n, 1, n * n], &[&bytes::<T>(&[&a])], &results);
        let (form, q) = (matrix::<T>(&made[0], 0, n, n), matrix::<T>(&made[1], 0, n, n));
        orthonormal::<T>(&q, "Schur vectors");
        // In units, since a product of such numbers is zero.
        let [mut form, mut a] = [form, a];
        for x in form.data_mut().iter_mut().chain(a.data_mut()) {
            *x /= unit;
        }
        let back = times(&times(&q, &form), &adjoint(&q));
        let off = back.data().iter().zip(a.data()).map(|(x, y)| (x - y).norm());
        assert!(off.fold(0.0, f64::max) <= 1e-3 * n as f64, "{n}");
    }
}

#[test]
fn matrices_of_subnormal_numbers_have_a_schur_form() {
    subnormal::<f32, f32>(1e-41);
    subnormal::<f64, f64>(1e-310);
    subnormal::<f32, Complex<f32>>(1e-41);
    subnormal::<f64, C>(1e-310);
}

/// The decompositions of a matrix in any unit are those of the matrix itself: some thresholds of `faer` are
/// absolute, and eigenvalues near them were wrong in the second digit.
fn units<R: Tested, T: Tested>(n: usize) {
    let b = Random(31).matrix::<T>(n, n);
    let mut a = M::zeros(n, n);
    for j in 0..n {
        (0..n).for_each(|i| a[(i, j)] = b[(i, j)] + b[(j, i)].conj());
    }
    let a = rounded::<T>(&a);
    let (t, real) = (size_of::<T>(), size_of::<R>());
    let found = |exponent: i32| {
        let unit = 2f64.powi(exponent);
        let mut scaled = a.clone();
        scaled.data_mut().iter_mut().for_each(|x| *x *= unit);
        let operand = bytes::<T>(&[&scaled]);
        let self_adjoint = call::<T>("eigh", &[1, n, 1], &[&operand], &[t * n * n, real * n]);
        let results = [t * n * n, real * n, t * n * n, t * n * n, I32];
        let singular = call::<T>("gesdd", &[1, n, n, 1, n * n, n * n], &[&operand], &results);
        [&self_adjoint[1], &singular[1]].map(|values| {
            numbers::<R>(values, n).into_iter().map(|x| x.re / unit).collect::<Vec<f64>>()
        })
    };
    let expected = found(0);
    for exponent in [-100, -52, -40, -30, -24, -20, -10, 10, 30, 60, 100] {
        assert!(found(exponent) == expected, "{}: 2^{exponent}", T::NAME);
    }
}

#[test]
fn units_of_matrices_do_not_matter() {
    units::<f32, f32>(140);
    units::<f64, f64>(140);
    units::<f32, Complex<f32>>(140);
    units::<f64, C>(140);
}

/// Eigenvalues and singular values of a random matrix are those in double precision up to the distance of
/// one to the next number, times the largest one, and so are the products of vectors. LAPACK's errors in
/// `f32` are 2 to 8 times that for the larger sizes; those of `faer` are up to 100 times that.
fn exact<R: Tested, T: Tested, D: Tested>(n: usize) {
    let b = Random(37).matrix::<T>(n, n);
    let mut a = M::zeros(n, n);
    for j in 0..n {
        (0..n).for_each(|i| a[(i, j)] = b[(i, j)] + b[(j, i)].conj());
    }
    let a = rounded::<T>(&a);
    let (t, real, d) = (size_of::<T>(), size_of::<R>(), size_of::<D>());
    let found =
        call::<T>("syevd", &[1, n, 1, 1], &[&bytes::<T>(&[&a])], &[t * n * n, real * n, I32]);
    let wide = call::<D>("syevd", &[1, n, 1, 1], &[&bytes::<D>(&[&a])], &[d * n * n, 8 * n, I32]);
    let (values, wide) = (numbers::<R>(&found[1], n), numbers::<f64>(&wide[1], n));
    compared::<R>(&values, &wide, "eigenvalues");
    let v = matrix::<T>(&found[0], 0, n, n);
    let rest = minus(&times(&a, &v), &times(&v, &diagonal(n, n, &wide)));
    small::<R>(&rest, wide.iter().fold(0.0, |max: f64, x| max.max(x.norm())), "A·V - V·Λ");
    small::<R>(&minus(&times(&adjoint(&v), &v), &M::identity(n, n)), 1.0, "Vᴴ·V - 1");

    let sizes = [1, n, n, 1, n * n, n * n];
    let results = |t, real| [t * n * n, real * n, t * n * n, t * n * n, I32];
    let found = call::<T>("gesdd", &sizes, &[&bytes::<T>(&[&b])], &results(t, real));
    let wide = call::<D>("gesdd", &sizes, &[&bytes::<D>(&[&b])], &results(d, 8));
    let (values, wide) = (numbers::<R>(&found[1], n), numbers::<f64>(&wide[1], n));
    compared::<R>(&values, &wide, "singular values");
    let (u, v) = (matrix::<T>(&found[2], 0, n, n), matrix::<T>(&found[3], 0, n, n));
    let rest = minus(&b, &times(&times(&u, &diagonal(n, n, &wide)), &v));
    small::<R>(&rest, wide[0].re, "A - U·Σ·Vᴴ");
    small::<R>(&minus(&times(&adjoint(&u), &u), &M::identity(n, n)), 1.0, "Uᴴ·U - 1");
}

/// The difference of matrices.
fn minus(a: &M, b: &M) -> M {
    let mut made = a.clone();
    made.data_mut().iter_mut().zip(b.data()).for_each(|(x, y)| *x -= y);
    made
}

/// Fails unless values are the same but for rounding.
#[track_caller]
fn compared<R: Tested>(found: &[C], wide: &[C], what: &str) {
    let largest = wide.iter().fold(0.0, |max: f64, x| max.max(x.norm()));
    let error = found.iter().zip(wide).fold(0.0, |max: f64, (x, y)| max.max((x - y).norm()));
    let n = found.len();
    assert!(error <= R::epsilon() * largest, "{n} {what}: {}", error / largest / R::epsilon());
}

/// Fails unless the columns of a matrix have norms like those of rounded numbers.
#[track_caller]
fn small<R: Tested>(rest: &M, size: f64, what: &str) {
    let norm = rest.data().iter().map(|x| x.norm_sqr()).sum::<f64>().sqrt();
    let error = norm / (rest.rows() as f64).sqrt() / size / R::epsilon();
    assert!(error <= 1.0, "{} {what}: {error}", rest.rows());
}

#[test]
fn numbers_in_single_precision_are_decomposed_exactly() {
    for n in [4, 20, 50, 100, 200] {
        exact::<f32, f32, f64>(n);
        exact::<f32, Complex<f32>, C>(n);
    }
}
