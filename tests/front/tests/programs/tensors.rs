//! Linear algebra, and functions on whole arrays.

use crate::machine::{expect, inputs};
use hloom_front::program;

#[program]
mod loops {
    fn product(a: [[f64; 4]; 4], b: [[f64; 4]; 4]) -> [[f64; 4]; 4] {
        let mut c: [[f64; 4]; 4] = [[0.0; 4]; 4];
        for i in 0..4 {
            for j in 0..4 {
                for k in 0..4 {
                    c[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        c
    }

    /// A matrix power, by squaring.
    pub fn power(a: [[f64; 4]; 4], n: i32) -> [[f64; 4]; 4] {
        let mut result: [[f64; 4]; 4] = [[0.0; 4]; 4];
        for i in 0..4 {
            result[i][i] = 1.0;
        }
        let mut square = a;
        let mut left = n;
        while left > 0 {
            if left & 1 == 1 {
                result = product(result, square);
            }
            left >>= 1;
            if left == 0 {
                break;
            }
            square = product(square, square);
        }
        result
    }

    fn times<const N: usize>(a: [[f64; N]; N], x: [f64; N]) -> [f64; N] {
        let mut y: [f64; N] = [0.0; N];
        for i in 0..N {
            for j in 0..N {
                y[i] += a[i][j] * x[j];
            }
        }
        y
    }

    fn dot<const N: usize>(x: [f64; N], y: [f64; N]) -> f64 {
        let mut sum = 0.0;
        for i in 0..N {
            sum += x[i] * y[i];
        }
        sum
    }

    /// The largest eigenvalue by power iteration, with an early exit on convergence.
    pub fn power_iteration(a: [[f64; 5]; 5], tolerance: f64) -> (f64, i32) {
        let mut x: [f64; 5] = [1.0; 5];
        let mut value = 0.0;
        for round in 0..200 {
            let y = times(a, x);
            let norm = dot(y, y).sqrt();
            for i in 0..5 {
                x[i] = y[i] / norm;
            }
            let new = dot(x, times(a, x));
            if (new - value).abs() < tolerance {
                return (new, round);
            }
            value = new;
        }
        (value, -1)
    }

    /// Conjugate gradients.
    pub fn conjugate_gradient(a: [[f64; 6]; 6], b: [f64; 6], tolerance: f64) -> ([f64; 6], i32) {
        let mut x: [f64; 6] = [0.0; 6];
        let mut r = b;
        let mut p = b;
        let mut old = dot(r, r);
        let mut trip_count = 0;
        while old > tolerance && trip_count < 50 {
            let q = times(a, p);
            let alpha = old / dot(p, q);
            for i in 0..6 {
                x[i] += alpha * p[i];
                r[i] -= alpha * q[i];
            }
            let new = dot(r, r);
            let beta = new / old;
            for i in 0..6 {
                p[i] = r[i] + beta * p[i];
            }
            old = new;
            trip_count += 1;
        }
        (x, trip_count)
    }

    /// The number of iterations before a point escapes from the Mandelbrot set.
    pub fn escape(re: f32, im: f32) -> i32 {
        let mut x = 0.0_f32;
        let mut y = 0.0_f32;
        for n in 0..40 {
            if x * x + y * y > 4.0 {
                return n;
            }
            let t = x * x - y * y + re;
            y = 2.0 * x * y + im;
            x = t;
        }
        40
    }
}

/// The same on whole arrays: escaped points keep their values.
#[program(translate_only)]
mod arrays {
    pub fn mandelbrot(re: [[f32; 8]; 6], im: [[f32; 8]; 6]) -> [[i32; 8]; 6] {
        let mut x: [[f32; 8]; 6] = [[0.0; 8]; 6];
        let mut y: [[f32; 8]; 6] = [[0.0; 8]; 6];
        let mut count: [[i32; 8]; 6] = [[0; 8]; 6];
        let mut round = 0;
        let mut inside = broadcast(|a, b| a * a + b * b <= 4.0, x, y);
        while round < 40 && any(inside) {
            let t = x * x - y * y + re;
            let u = 2.0 * x * y + im;
            x = broadcast(|go, new, old| if go { new } else { old }, inside, t, x);
            y = broadcast(|go, new, old| if go { new } else { old }, inside, u, y);
            count = broadcast(|go, n| if go { n + 1 } else { n }, inside, count);
            inside = broadcast(|a, b| a * a + b * b <= 4.0, x, y);
            round += 1;
        }
        count
    }

    fn hinge(x: f32) -> f32 {
        max(x - 0.25, 0.0)
    }

    /// Reductions by every operator with its identity, over numbers that are all negative, all
    /// small, or none.
    pub fn reductions(
        x: [[f32; 4]; 3],
        n: [i32; 5],
    ) -> (f32, f32, f32, [[f32; 1]; 3], i32, i32, bool, f32) {
        let below = broadcast(|a| -a * a - 1.0, x);
        (
            maximum(below),
            minimum(mapreduce(exp, |a, b| a + b, x, [0])),
            mapreduce(|a| a * 0.5, mul, x),
            mapreduce(identity, max, below, [1]),
            mapreduce(identity, |a, b| a.min(b), n),
            mapreduce(|a| a & 12, or, n),
            all(broadcast(|a| a > 2, n)),
            sum(broadcast(hinge, x)),
        )
    }

    /// Dimensions of extent 1 are broadcast, and shapes are aligned at the first dimension.
    pub fn outer(x: [f32; 3], y: [[f32; 4]; 1]) -> [[f32; 4]; 3] {
        broadcast(|a, b, c| a * b + c, x, y, 0.5)
    }
}

fn flat<const N: usize, const M: usize>(rows: [[f64; N]; M]) -> Vec<f64> {
    rows.iter().flatten().copied().collect()
}

fn matrix<const N: usize>() -> [[f64; N]; N] {
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let near = ((i * 3 + j * 5) % 7 + (j * 3 + i * 5) % 7) as f64 * 0.1;
            if i == j { near + 4.0 } else { near }
        })
    })
}

#[test]
fn matrix_power_by_squaring() {
    let a = matrix::<4>();
    for n in [0, 1, 2, 5, 13] {
        expect(loops::TEXT, "power", inputs![a, n], 1e-9, vec![flat(loops::power(a, n))]);
    }
}

#[test]
fn power_iteration_leaves_early() {
    let (value, trip_count) = loops::power_iteration(matrix(), 1e-9);
    assert!(trip_count > 2, "the example must go round a few times");
    let rust = vec![vec![value], vec![trip_count.into()]];
    expect(loops::TEXT, "power_iteration", inputs![matrix::<5>(), 1e-9f64], 1e-9, rust);
}

#[test]
fn conjugate_gradient() {
    let b = [1.0f64, -2.0, 0.5, 3.0, 0.0, 1.5];
    let (x, trip_count) = loops::conjugate_gradient(matrix(), b, 1e-16);
    let rust = vec![x.to_vec(), vec![trip_count.into()]];
    expect(loops::TEXT, "conjugate_gradient", inputs![matrix::<6>(), b, 1e-16f64], 1e-9, rust);
}

#[test]
fn mandelbrot() {
    let re: [[f32; 8]; 6] =
        std::array::from_fn(|_| std::array::from_fn(|j| -2.0 + 0.35 * j as f32));
    let im: [[f32; 8]; 6] = std::array::from_fn(|i| [-1.0 + 0.3 * i as f32; 8]);
    let rust = (0..48).map(|k| loops::escape(re[k / 8][k % 8], im[k / 8][k % 8]).into()).collect();
    expect(arrays::TEXT, "mandelbrot", inputs![re, im], 0.0, vec![rust]);
    expect(
        arrays::TEXT_XLA_2018,
        "mandelbrot",
        inputs![re, im],
        0.0,
        vec![(0..48).map(|k| loops::escape(re[k / 8][k % 8], im[k / 8][k % 8]).into()).collect()],
    );
}

#[test]
fn reductions_have_their_identities() {
    let x: [[f32; 4]; 3] =
        std::array::from_fn(|i| std::array::from_fn(|j| 0.3 * (i as f32) - 0.2 * j as f32));
    let n = [12i32, 5, 9, 3, 7];
    let below = |v: f32| -v * v - 1.0;
    let all: Vec<f32> = x.iter().flatten().copied().collect();
    let column = |j: usize| (0..3).map(|i| x[i][j].exp()).sum::<f32>();
    let largest = |row: &[f32]| row.iter().copied().map(below).fold(f32::NEG_INFINITY, f32::max);
    let rust = vec![
        vec![largest(&all).into()],
        vec![(0..4).map(column).fold(f32::INFINITY, f32::min).into()],
        vec![all.iter().map(|v| v * 0.5).product::<f32>().into()],
        x.iter().map(|row| largest(row).into()).collect(),
        vec![3.0],
        vec![n.iter().fold(0, |a, b| a | (b & 12)).into()],
        vec![1.0],
        vec![all.iter().map(|v| (v - 0.25).max(0.0)).sum::<f32>().into()],
    ];
    expect(arrays::TEXT, "reductions", inputs![x, n], 1e-6, rust.clone());
    expect(arrays::TEXT_XLA_2018, "reductions", inputs![x, n], 1e-6, rust);
}

#[test]
fn broadcasting_repeats_what_is_one() {
    let (x, y) = ([1.0f32, 2.0, 3.0], [[0.5f32, 1.5, -1.0, 4.0]]);
    let rust = vec![(0..12).map(|k| (x[k / 4] * y[0][k % 4] + 0.5).into()).collect()];
    expect(arrays::TEXT, "outer", inputs![x, y], 0.0, rust);
}
