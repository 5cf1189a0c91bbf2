//! Triangular and orthogonal factors, systems, and packed reflections.

use super::{
    M, Random, SHAPES, Tested, adjoint, bytes, call, for_each_type, ints, largest, matrix, near,
    numbers, orthonormal, rounded, times,
};
use crate::schur::C;

const I32: usize = size_of::<i32>();

/// A positive matrix.
fn gram<T: Tested>(random: &mut Random, n: usize) -> M {
    let b = random.matrix::<T>(n, n);
    let mut a = times(&b, &adjoint(&b));
    (0..n).for_each(|i| a[(i, i)] = C::from(a[(i, i)].re + 1.0));
    rounded::<T>(&a)
}

/// The lower or upper triangle, with zeros elsewhere.
fn triangle(a: &M, lower: bool) -> M {
    let mut made = a.clone();
    for j in 0..a.columns() {
        let outside = |i: &usize| if lower { *i < j } else { *i > j };
        (0..a.rows()).filter(outside).for_each(|i| made[(i, j)] = C::from(0.0));
    }
    made
}

fn cholesky<T: Tested>() {
    let random = &mut Random(1);
    for n in (0..41).step_by(3).chain([1, 2, 64, 127, 128, 129, 200, 300]) {
        for lower in [true, false] {
            let (a, b) = (gram::<T>(random, n), gram::<T>(random, n));
            // The other triangle is neither read nor changed.
            let mut given = a.clone();
            for i in 0..n {
                for j in 0..n {
                    if if lower { j > i } else { j < i } {
                        given[(i, j)] = C::from(7.0);
                    }
                }
            }
            let size = size_of::<T>() * n * n;
            let operand = bytes::<T>(&[&given, &b]);
            let sizes = [2, n, usize::from(lower)];
            let made = call::<T>("potrf", &sizes, &[&operand], &[2 * size, 2 * I32]);
            assert_eq!(ints(&made[1], 2), [0, 0]);
            let factor = |made: &[u64], at: usize| {
                let factor = triangle(&matrix::<T>(made, at, n, n), lower);
                if lower { factor } else { adjoint(&factor) }
            };
            for (at, a) in [&a, &b].into_iter().enumerate() {
                let lower = factor(&made[0], at);
                near::<T>(&times(&lower, &adjoint(&lower)), a, n, largest(a), "L·Lᴴ");
            }
            let kept = matrix::<T>(&made[0], 0, n, n);
            for i in 0..n {
                for j in 0..n {
                    let outside = if lower { j > i } else { j < i };
                    assert!(!outside || kept[(i, j)] == C::from(7.0));
                }
            }
            let whole = call::<T>("cholesky", &sizes, &[&operand], &[2 * size]);
            near::<T>(&factor(&whole[0], 1), &factor(&made[0], 1), n, 0.0, "the op's factor");
            let op = matrix::<T>(&whole[0], 1, n, n);
            near::<T>(&triangle(&op, lower), &op, n, 0.0, "zeros elsewhere");
        }
    }
}

fn failing_cholesky<T: Tested>() {
    let random = &mut Random(2);
    for (n, bad) in [(1, 0), (5, 2), (5, 4), (40, 39), (300, 0), (300, 130), (300, 299)] {
        for value in [-1e3, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for lower in [true, false] {
                let mut a = gram::<T>(random, n);
                a[(bad, bad)] = C::from(value);
                let operand = bytes::<T>(&[&a]);
                let sizes = [1, n, usize::from(lower)];
                let size = size_of::<T>() * n * n;
                let made = call::<T>("potrf", &sizes, &[&operand], &[size, I32]);
                let info = ints(&made[1], 1)[0];
                if value == f64::INFINITY {
                    continue;
                }
                assert_eq!(info, bad as i32 + 1, "{n} {value} {lower}");
                let made = call::<T>("cholesky", &sizes, &[&operand], &[size]);
                assert!(numbers::<T>(&made[0], n * n).iter().all(|x| x.re.is_nan()));
            }
        }
    }
}

#[test]
fn cholesky_factors_multiply_to_the_matrix() {
    for_each_type!(cholesky);
}

#[test]
fn a_matrix_that_is_not_positive_has_info() {
    for_each_type!(failing_cholesky);
}

/// Undoes row swaps, and multiplies packed factors.
fn from_lu(packed: &M, pivots: &[i32]) -> M {
    let (m, n) = (packed.rows(), packed.columns());
    let k = m.min(n);
    let (mut l, mut u) = (M::identity(m, k), M::zeros(k, n));
    for i in 0..m {
        for j in 0..n {
            let to = if i <= j { &mut u } else { &mut l };
            to[(i, j)] = packed[(i, j)];
        }
    }
    let mut made = times(&l, &u);
    for (i, &pivot) in pivots.iter().enumerate().rev() {
        (0..n).for_each(|j| made.column_mut(j).swap(i, pivot as usize));
    }
    made
}

fn lu<T: Tested>() {
    let random = &mut Random(3);
    for &(m, n) in SHAPES {
        let k = m.min(n);
        let mut b = random.matrix::<T>(m, n);
        // Rank one less, exactly.
        let singular = k > 1;
        if singular {
            b.column_mut(k / 2).fill(C::from(0.0));
        }
        let a = random.matrix::<T>(m, n);
        let operand = bytes::<T>(&[&a, &b]);
        let size = size_of::<T>() * 2 * m * n;
        let made = call::<T>("getrf", &[2, m, n], &[&operand], &[size, 2 * I32 * k, 2 * I32]);
        let pivots: Vec<i32> = ints(&made[1], 2 * k).iter().map(|p| p - 1).collect();
        let info = ints(&made[2], 2);
        let expected = if singular { k as i32 / 2 + 1 } else { 0 };
        assert_eq!(info, [0, if k == 0 { 0 } else { expected }], "{m}×{n}");
        for (at, a) in [&a, &b].into_iter().enumerate() {
            let pivots = &pivots[at * k..(at + 1) * k];
            assert!(pivots.iter().enumerate().all(|(i, &p)| (i as i32..m as i32).contains(&p)));
            let packed = matrix::<T>(&made[0], at, m, n);
            near::<T>(&from_lu(&packed, pivots), a, k, 10.0, "P·L·U");
            let below = |(i, j): (usize, usize)| i <= j || packed[(i, j)].norm() <= 1.5;
            assert!((0..m * k).all(|at| below((at / k, at % k))), "multipliers are small");
        }
        let results = [size, 2 * I32 * k, 2 * I32 * m];
        let other = call::<T>("lu", &[2, m, n], &[&operand], &results);
        assert_eq!(other[0], made[0]);
        assert_eq!(ints(&other[1], 2 * k), pivots);
        let mut rows: Vec<i32> = (0..m as i32).collect();
        pivots[..k].iter().enumerate().for_each(|(i, &p)| rows.swap(i, p as usize));
        assert_eq!(ints(&other[2], m), rows);
    }
}

#[test]
fn lu_factors_multiply_to_the_matrix() {
    for_each_type!(lu);
}

/// The first `columns` columns of the product of packed reflections.
fn reflections<T: Tested>(packed: &M, factors: &[C], columns: usize) -> M {
    let (m, k) = (packed.rows(), factors.len());
    let mut wide = M::zeros(m, columns);
    (0..k).for_each(|j| wide.column_mut(j).copy_from_slice(packed.column(j)));
    let taus = M::from_rows(1, k, factors);
    let operands = [bytes::<T>(&[&wide]), bytes::<T>(&[&taus])];
    let operands = [&operands[0][..], &operands[1]];
    let size = size_of::<T>() * m * columns;
    let made = call::<T>("orgqr", &[1, m, columns, k], &operands, &[size]);
    matrix::<T>(&made[0], 0, m, columns)
}

fn qr<T: Tested>() {
    let random = &mut Random(4);
    for &(m, n) in SHAPES {
        let k = m.min(n);
        let mut b = random.matrix::<T>(m, n);
        if n > 2 && m > 0 {
            b.column_mut(1).fill(C::from(0.0));
        }
        let a = random.matrix::<T>(m, n);
        let t = size_of::<T>();
        let operand = bytes::<T>(&[&a, &b]);
        let made = call::<T>("geqrf", &[2, m, n], &[&operand], &[2 * t * m * n, 2 * t * k]);
        let factors = numbers::<T>(&made[1], 2 * k);
        for (at, a) in [&a, &b].into_iter().enumerate() {
            let packed = matrix::<T>(&made[0], at, m, n);
            let taus = &factors[at * k..(at + 1) * k];
            let q = reflections::<T>(&packed, taus, m);
            orthonormal::<T>(&q, "Q");
            let r = triangle(&packed, false);
            // The diagonal of R is real, with the sign that the pivot has not.
            assert!((0..k).all(|i| r[(i, i)].im == 0.0));
            near::<T>(&times(&q, &r), a, m + n, 4.0, "Q·R");
            if at == 0 {
                multiplied::<T>(random, &packed, taus, &q);
            }
        }
        pivoted::<T>(&a, random);
    }
}

/// Matrices of low rank: what is left of their columns after a few reflections is subnormal.
fn low_rank<T: Tested>() {
    let whole = if T::COMPLEX { C::new(1.0, 1.0) } else { C::from(1.0) };
    for (m, n) in [(16, 16), (80, 80), (144, 48), (60, 200)] {
        for unit in [1.0, 0.1, 1e-3] {
            let k = m.min(n);
            let mut a = M::zeros(m, n);
            a.data_mut().fill(whole * unit);
            let a = rounded::<T>(&a);
            let t = size_of::<T>();
            let made = call::<T>("geqrf", &[1, m, n], &[&bytes::<T>(&[&a])], &[t * m * n, t * k]);
            let packed = matrix::<T>(&made[0], 0, m, n);
            let q = reflections::<T>(&packed, &numbers::<T>(&made[1], k), m);
            orthonormal::<T>(&q, "Q");
            let r = triangle(&packed, false);
            near::<T>(&times(&q, &r), &a, m + n, unit * (m + n) as f64, "Q·R");
        }
    }
}

#[test]
fn matrices_of_low_rank_have_orthonormal_factors() {
    low_rank::<f32>();
    low_rank::<f64>();
    low_rank::<num_complex::Complex<f32>>();
    low_rank::<C>();
}

/// Products with packed reflections from both sides.
fn multiplied<T: Tested>(random: &mut Random, packed: &M, factors: &[C], q: &M) {
    let (m, k) = (packed.rows(), factors.len());
    let mut used = M::zeros(m, k);
    (0..k).for_each(|j| used.column_mut(j).copy_from_slice(packed.column(j)));
    let taus = M::from_rows(1, k, factors);
    for (left, adjoined) in [(true, true), (true, false), (false, true), (false, false)] {
        let (rows, columns) = if left { (m, 6) } else { (6, m) };
        let c = random.matrix::<T>(rows, columns);
        let operands = [bytes::<T>(&[&used]), bytes::<T>(&[&taus]), bytes::<T>(&[&c])];
        let operands = [&operands[0][..], &operands[1], &operands[2]];
        let flags = [usize::from(left), usize::from(adjoined)];
        let sizes = [1, m, k, k, rows, columns, flags[0], flags[1]];
        let size = size_of::<T>() * rows * columns;
        let made = call::<T>("ormqr", &sizes, &operands, &[size]);
        let turned = if adjoined { adjoint(q) } else { q.clone() };
        let expected = if left { times(&turned, &c) } else { times(&c, &turned) };
        near::<T>(&matrix::<T>(&made[0], 0, rows, columns), &expected, m, 4.0, "a product with Q");
    }
}

/// QR with column pivoting; the last column goes first.
fn pivoted<T: Tested>(a: &M, random: &mut Random) {
    let (m, n) = (a.rows(), a.columns());
    let (k, t) = (m.min(n), size_of::<T>());
    let mut a = a.clone();
    if n > 4 {
        // A column that depends on others, and one that is almost nothing.
        let first = a.column(0).to_vec();
        a.column_mut(3).copy_from_slice(&first);
        a.column_mut(2).iter_mut().for_each(|x| *x *= 1e-3 * random.next());
        a = rounded::<T>(&a);
    }
    let mut order = vec![0i32; n];
    if let Some(last) = order.last_mut() {
        *last = 1;
    }
    let operand = bytes::<T>(&[&a]);
    let operands = [&operand[..], bytemuck::cast_slice(&order)];
    let made = call::<T>("geqp3", &[1, m, n], &operands, &[t * m * n, I32 * n, t * k]);
    let packed = matrix::<T>(&made[0], 0, m, n);
    let order = ints(&made[1], n);
    assert!(n == 0 || order[0] == n as i32);
    let r = triangle(&packed, false);
    let mut moved = M::zeros(m, n);
    for (j, &from) in order.iter().enumerate() {
        moved.column_mut(j).copy_from_slice(a.column(from as usize - 1));
    }
    let q = reflections::<T>(&packed, &numbers::<T>(&made[2], k), m);
    near::<T>(&times(&q, &r), &moved, m + n, 4.0, "Q·R of pivoted columns");
    let falls = |i: usize| r[(i + 1, i + 1)].norm() <= r[(i, i)].norm() * 1.001 + 1e-5;
    assert!((1..k.saturating_sub(1)).all(falls), "the diagonal of R falls");
}

#[test]
fn reflections_multiply_to_the_matrix() {
    for_each_type!(qr);
}

fn systems<T: Tested>() {
    let random = &mut Random(5);
    for n in [0, 1, 2, 3, 5, 17, 40, 70] {
        for sides in [0, 1, 4, 90] {
            for bits in 0..24 {
                let (left, lower, unit) = (bits & 1 != 0, bits & 2 != 0, bits & 4 != 0);
                let transform = bits / 8;
                let mut a = random.matrix::<T>(n, n);
                a.data_mut().iter_mut().for_each(|x| *x /= (n as f64).max(1.0));
                (0..n).for_each(|i| a[(i, i)] += C::from(1.5));
                let a = rounded::<T>(&a);
                let (rows, columns) = if left { (n, sides) } else { (sides, n) };
                let b = random.matrix::<T>(rows, columns);
                let operands = [bytes::<T>(&[&a]), bytes::<T>(&[&b])];
                let flags = [left, lower, unit].map(usize::from);
                let sizes = [1, n, rows, columns, flags[0], flags[1], flags[2], transform];
                let size = size_of::<T>() * rows * columns;
                let made = call::<T>("trsm", &sizes, &[&operands[0], &operands[1]], &[size]);
                let x = matrix::<T>(&made[0], 0, rows, columns);
                let mut used = triangle(&a, lower);
                if unit {
                    (0..n).for_each(|i| used[(i, i)] = C::from(1.0));
                }
                let mut turned = if transform > 0 { adjoint(&used) } else { used };
                if transform == 1 {
                    turned.data_mut().iter_mut().for_each(|x| *x = x.conj());
                }
                let back = if left { times(&turned, &x) } else { times(&x, &turned) };
                near::<T>(&back, &b, n, 4.0 * largest(&x), "a system's sides");
            }
        }
    }
}

#[test]
fn triangular_systems_are_solved_with_all_options() {
    for_each_type!(systems);
}

fn tridiagonal<T: Tested>() {
    let random = &mut Random(6);
    for n in (0..41).step_by(4).chain([1, 2, 3]) {
        let t = size_of::<T>();
        let rows: Vec<M> = (0..3).map(|_| random.matrix::<T>(1, n)).collect();
        let b = random.matrix::<T>(n, 3);
        let operands: Vec<Vec<u8>> = rows.iter().chain([&b]).map(|m| bytes::<T>(&[m])).collect();
        let operands: Vec<&[u8]> = operands.iter().map(|bytes| &bytes[..]).collect();
        let results = [t * n, t * n, t * n, t * 3 * n, I32];
        let made = call::<T>("gtsv", &[1, n, 3], &operands, &results);
        assert_eq!(ints(&made[4], 1), [0]);
        let mut a = M::zeros(n, n);
        for i in 0..n {
            a[(i, i)] = rows[1][(0, i)];
            if i > 0 {
                a[(i, i - 1)] = rows[0][(0, i)];
                a[(i - 1, i)] = rows[2][(0, i - 1)];
            }
        }
        let x = matrix::<T>(&made[3], 0, n, 3);
        near::<T>(&times(&a, &x), &b, 10, 4.0 * largest(&x), "a tridiagonal system's sides");
        let other = call::<T>("gtsv_perturbed", &[1, n, 3], &operands, &results[3..4]);
        assert_eq!(other[0], made[3], "no pivot is tiny");
    }
    // The matrix of second differences with a row of zeros, in its middle and at its ends: of a solution,
    // the direction is that of the vector that the matrix maps to zero.
    for (n, singular) in [(1, 0), (4, 0), (5, 2), (6, 5)] {
        let row = |at: fn(usize, usize) -> f64| {
            let value = |i: usize| if i == singular { 0.0 } else { at(i, n) };
            M::from_rows(1, n, &(0..n).map(|i| C::from(value(i))).collect::<Vec<_>>())
        };
        let lower = row(|i, _| if i > 0 { 1.0 } else { 0.0 });
        let (diagonal, upper) = (row(|_, _| -2.0), row(|i, n| if i + 1 < n { 1.0 } else { 0.0 }));
        let b = M::from_rows(n, 1, &vec![C::from(1.0); n]);
        let operands = [&lower, &diagonal, &upper, &b].map(|m| bytes::<T>(&[m]));
        let operands: Vec<&[u8]> = operands.iter().map(|bytes| &bytes[..]).collect();
        let made = call::<T>("gtsv_perturbed", &[1, n, 1], &operands, &[size_of::<T>() * n]);
        let x = matrix::<T>(&made[0], 0, n, 1);
        let size = largest(&x);
        assert!(size.is_finite() && size > 1e3, "{n}: {size}");
        for i in 0..n {
            let at = |j: usize| if j < n { x[(j, 0)] / size } else { C::from(0.0) };
            let before = if i > 0 { at(i - 1) } else { C::from(0.0) };
            let image = before - at(i) * 2.0 + at(i + 1);
            assert!(i == singular || image.norm() < 1e-3, "{n}: row {i} gives {image}");
        }
    }
    let zeros = vec![0u8; 4 * 16];
    let operands = [&zeros[..], &zeros, &zeros, &zeros];
    let t = size_of::<T>();
    let made = call::<T>("gtsv", &[1, 4, 1], &operands, &[4 * t, 4 * t, 4 * t, 4 * t, I32]);
    assert_eq!(ints(&made[4], 1), [1], "a pivot of zero");
}

#[test]
fn tridiagonal_systems_are_solved() {
    for_each_type!(tridiagonal);
}

fn edges<T: Tested>() {
    let of = |rows: usize, columns: usize, values: &[f64]| {
        let values: Vec<C> = values.iter().map(|&x| C::from(x)).collect();
        M::from_rows(rows, columns, &values)
    };
    let potrf = |a: &M, n: usize| {
        let size = size_of::<T>() * n * n;
        let made = call::<T>("potrf", &[1, n, 1], &[&bytes::<T>(&[a])], &[size, I32]);
        (matrix::<T>(&made[0], 0, n, n), ints(&made[1], 1)[0])
    };
    // The columns before the pivot that is not positive are those of the factor, as LAPACK has it.
    let (factor, info) = potrf(&of(2, 2, &[4.0, 2.0, 2.0, -1.0]), 2);
    let expected = of(2, 2, &[2.0, 2.0, 1.0, -2.0]);
    assert_eq!((factor.data(), info), (expected.data(), 2));
    // An infinite pivot is positive.
    let inf = f64::INFINITY;
    let (factor, info) = potrf(&of(3, 3, &[1.0, 0.0, 0.0, 0.0, inf, 0.0, 0.0, 0.0, 4.0]), 3);
    assert_eq!((factor[(1, 1)].re, factor[(2, 2)].re, info), (inf, 2.0, 0));
    let (_, info) = potrf(&of(2, 2, &[f64::NAN, 0.0, 0.0, 1.0]), 2);
    assert_eq!(info, 1);
    // Squares of these overflow, or underflow, in `f32`.
    for unit in [1e20, 1e-25] {
        let a = of(2, 2, &[unit, 3.0 * unit, unit, 4.0 * unit]);
        let free = bytemuck::cast_slice::<i32, u8>(&[0, 0]).to_vec();
        let t = size_of::<T>();
        let operands = [&bytes::<T>(&[&a])[..], &free];
        let made = call::<T>("geqp3", &[1, 2, 2], &operands, &[4 * t, 2 * I32, 2 * t]);
        assert_eq!(ints(&made[1], 2), [2, 1], "the longer column of {unit} goes first");
    }
}

#[test]
fn edges_are_those_of_lapack() {
    for_each_type!(edges);
}
