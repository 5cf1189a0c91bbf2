//! Loops over numbers.

use crate::machine::{expect, inputs};
use hloom_front::program;

#[program]
mod numbers {
    /// The square root by Newton's method, to a tolerance.
    pub fn newton(a: f32, tolerance: f32) -> f32 {
        let mut x = a;
        while (x * x - a).abs() > tolerance {
            x = 0.5 * (x + a / x);
        }
        x
    }

    /// The number of steps to 1.
    pub fn collatz(start: i64) -> i32 {
        let mut n = start;
        let mut steps = 0;
        loop {
            if n == 1 {
                return steps;
            }
            n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
            steps += 1;
        }
    }

    /// Nested loops with `continue` and `break` out of both.
    pub fn nested(n: i32, most: i32) -> (i32, i32, i32) {
        let mut sum = 0;
        let mut skipped = 0;
        let mut last = -1;
        'rows: for i in 0..n {
            if i % 3 == 1 {
                skipped += 1;
                continue;
            }
            let mut j = 0;
            while j < i {
                j += 1;
                if j % 2 == 0 {
                    continue;
                }
                if j * i > 40 {
                    break;
                }
                sum += i * j;
                if sum > most {
                    last = i;
                    break 'rows;
                }
                if j == 7 {
                    continue 'rows;
                }
            }
            last = i;
        }
        (sum, skipped, last)
    }

    /// A sum downwards and in steps, and a value that a loop returns.
    pub fn ranges(n: i32) -> (i32, i32) {
        let mut weighted = 0;
        let mut weight = 1;
        for i in (0..n).rev() {
            weighted += weight * i;
            weight = -weight;
        }
        for i in (1..=n).step_by(3) {
            weighted += 100 * i;
        }
        let mut k = 0;
        let found = loop {
            k += 1;
            if k * k >= n {
                break k;
            }
        };
        (weighted, found)
    }

    /// `match` on an integer: literals, alternatives, ranges, a guard, a name.
    pub fn classify(n: i32) -> i32 {
        let small = match n {
            0 => 1,
            1 | 2 => 10,
            3..=9 => 100 + n,
            m if m < 0 => -m,
            _ => {
                if n == 77 {
                    return 7;
                }
                1000
            }
        };
        small * 2
    }

    /// `if` with no, one and several results, in a loop.
    pub fn branches(n: i32) -> (i32, i32, i32) {
        let (mut a, mut b, mut c) = (0, 1, 2);
        for i in 0..n {
            if i % 2 == 0 {
                a += b;
            }
            if i % 3 == 0 {
                (a, b) = (b, a);
                c += a;
            } else if i % 5 == 0 && a > b || c < 0 {
                c = a - c;
            }
            if a > 1000 {
                let _seen = a;
            }
        }
        (a, b, c)
    }

    /// One step of a Runge-Kutta method of second and third order (Bogacki and
    /// Shampine) for y' = y·(1 - y)·cos t; the new value and the error.
    fn step(t: f64, y: f64, h: f64) -> (f64, f64) {
        let k1 = slope(t, y);
        let k2 = slope(t + 0.5 * h, y + 0.5 * h * k1);
        let k3 = slope(t + 0.75 * h, y + 0.75 * h * k2);
        let new = y + h * (2.0 * k1 + 3.0 * k2 + 4.0 * k3) / 9.0;
        let k4 = slope(t + h, new);
        let low = y + h * (7.0 * k1 + 6.0 * k2 + 8.0 * k3 + 3.0 * k4) / 24.0;
        (new, (new - low).abs())
    }

    fn slope(t: f64, y: f64) -> f64 {
        y * (1.0 - y) * t.cos()
    }

    /// Runge–Kutta with adaptive step size.
    pub fn runge_kutta(y0: f64, end: f64, tolerance: f64) -> (f64, i32, i32) {
        let mut t = 0.0;
        let mut y = y0;
        let mut h = 0.1;
        let (mut taken, mut refused) = (0, 0);
        while t < end {
            if t + h > end {
                h = end - t;
            }
            let (new, error) = step(t, y, h);
            if error <= tolerance {
                t += h;
                y = new;
                taken += 1;
                if error < 0.1 * tolerance {
                    h *= 2.0;
                }
            } else {
                h *= 0.5;
                refused += 1;
                if h < 1e-12 {
                    return (y, taken, -1);
                }
            }
        }
        (y, taken, refused)
    }

    /// Integers of all widths, and pure arithmetic.
    pub fn bits(seed: u32) -> (u32, i64, i32) {
        let mut x = seed;
        let mut sum: i64 = 0;
        let mut ones = 0;
        for _ in 0..20 {
            x ^= x << 13;
            x ^= x >> 17;
            x ^= x << 5;
            sum += (x & 0xffff) as i64 - 0x8000;
            ones += (x >> 31) as i32;
        }
        (x, sum, ones)
    }
}

use numbers::TEXT;

#[test]
fn newton() {
    for a in [2.0f32, 0.5, 9.0, 12345.0] {
        let tolerance = a * 1e-5;
        expect(
            TEXT,
            "newton",
            inputs![a, tolerance],
            1e-5,
            vec![vec![numbers::newton(a, tolerance).into()]],
        );
    }
}

#[test]
fn collatz() {
    for n in [1i64, 2, 7, 27, 97] {
        expect(TEXT, "collatz", inputs![n], 0.0, vec![vec![numbers::collatz(n).into()]]);
    }
}

fn three((a, b, c): (i32, i32, i32)) -> Vec<Vec<f64>> {
    vec![vec![a.into()], vec![b.into()], vec![c.into()]]
}

#[test]
fn nested_loops() {
    for (n, most) in [(0, 10), (5, 1000), (12, 1000), (30, 100_000), (30, 150)] {
        expect(TEXT, "nested", inputs![n, most], 0.0, three(numbers::nested(n, most)));
    }
}

#[test]
fn ranges_and_breaks_with_values() {
    for n in [0, 1, 2, 10, 17] {
        let (a, b) = numbers::ranges(n);
        expect(TEXT, "ranges", inputs![n], 0.0, vec![vec![a.into()], vec![b.into()]]);
    }
}

#[test]
fn matches() {
    for n in [-5, 0, 1, 2, 3, 9, 10, 77, 1000] {
        expect(TEXT, "classify", inputs![n], 0.0, vec![vec![numbers::classify(n).into()]]);
    }
}

#[test]
fn branches_with_any_number_of_values() {
    for n in [0, 1, 7, 40] {
        expect(TEXT, "branches", inputs![n], 0.0, three(numbers::branches(n)));
    }
}

#[test]
fn adaptive_steps() {
    for tolerance in [1e-3, 1e-5, 1e-7] {
        let (y, taken, refused) = numbers::runge_kutta(0.1, 5.0, tolerance);
        let rust = vec![vec![y], vec![taken.into()], vec![refused.into()]];
        expect(TEXT, "runge_kutta", inputs![0.1f64, 5.0f64, tolerance], 1e-9, rust);
    }
}

#[test]
fn integers_of_every_width() {
    for seed in [1u32, 12345, 0xdead_beef] {
        let (x, sum, ones) = numbers::bits(seed);
        let rust = vec![vec![x.into()], vec![sum as f64], vec![ones.into()]];
        expect(TEXT, "bits", inputs![seed], 0.0, rust);
    }
}
