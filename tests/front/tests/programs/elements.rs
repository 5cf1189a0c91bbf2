//! Scalar functions with control flow, mapped over the elements of tensors, and loops over elements
//! that become tensor ops.

use crate::machine::{expect, inputs, simplified};
use hloom_front::program;

#[program(translate_only)]
mod over {
    /// The number of iterations before a point escapes, with one loop per point.
    fn escape(re: f32, im: f32) -> i32 {
        let mut x: f32 = 0.0;
        let mut y: f32 = 0.0;
        let mut round = 0;
        while round < 40 {
            let (xx, yy) = (x * x, y * y);
            if xx + yy > 4.0 {
                return round;
            }
            y = 2.0 * x * y + im;
            x = xx - yy + re;
            round += 1;
        }
        round
    }

    /// The Mandelbrot set, with a loop for each pixel.
    pub fn mandelbrot(re: [[f32; 8]; 6], im: [[f32; 8]; 6]) -> [[i32; 8]; 6] {
        broadcast(escape, re, im)
    }

    /// The same as three nested loops.
    pub fn pixels(re: [[f32; 8]; 6], im: [[f32; 8]; 6]) -> [[i32; 8]; 6] {
        let mut out: [[i32; 8]; 6] = [[0; 8]; 6];
        for i in 0..6 {
            for j in 0..8 {
                out[i][j] = escape(re[i][j], im[i][j]);
            }
        }
        out
    }

    /// A closure with `match`, loops with `break` and `continue`, and a call.
    pub fn closures(n: [i32; 9]) -> ([i32; 9], i32) {
        let steps = broadcast(
            |start| {
                let mut m = start;
                let mut count = 0;
                loop {
                    if m <= 1 || count == 100 {
                        break;
                    }
                    count += 1;
                    if m % 2 == 0 {
                        m /= 2;
                        continue;
                    }
                    m = 3 * m + 1;
                }
                match count {
                    0 => -1,
                    1..=9 => count,
                    _ => 10 * half(count),
                }
            },
            n,
        );
        (steps, mapreduce(half, xor, n))
    }

    fn half(n: i32) -> i32 {
        let mut left = n;
        for _k in 0..1 {
            left /= 2;
        }
        left
    }

    /// Prefix sums along rows and then columns; the running maximum from the end.
    pub fn running(x: [[i32; 5]; 4]) -> ([[i32; 5]; 4], [i32; 5]) {
        let mut sums = x;
        for i in 0..4 {
            for j in 1..5 {
                sums[i][j] += sums[i][j - 1];
            }
        }
        for i in 1..4 {
            for j in 0..5 {
                sums[i][j] += sums[i - 1][j];
            }
        }
        let mut largest = [0; 5];
        let mut top = i32::MIN;
        for j in (0..5).rev() {
            top = top.max(sums[3][j]);
            largest[j] = top;
        }
        (sums, largest)
    }
}

fn escape(re: f32, im: f32) -> f64 {
    let (mut x, mut y) = (0.0f32, 0.0f32);
    for round in 0..40 {
        let (xx, yy) = (x * x, y * y);
        if xx + yy > 4.0 {
            return round.into();
        }
        y = 2.0 * x * y + im;
        x = xx - yy + re;
    }
    40.0
}

#[test]
fn mandelbrot_has_a_loop_for_each_pixel() {
    let re: [[f32; 8]; 6] =
        std::array::from_fn(|_| std::array::from_fn(|j| -2.0 + 0.35 * j as f32));
    let im: [[f32; 8]; 6] = std::array::from_fn(|i| [-1.0 + 0.3 * i as f32; 8]);
    let rust: Vec<f64> = (0..48).map(|k| escape(re[k / 8][k % 8], im[k / 8][k % 8])).collect();
    for name in ["mandelbrot", "pixels"] {
        expect(over::TEXT, name, inputs![re, im], 0.0, vec![rust.clone()]);
        // All pixels at once: one loop remains, and selects replace its branches.
        let text = simplified(over::TEXT, name);
        assert_eq!(text.matches("stablehlo.while").count(), 1, "{text}");
        assert!(text.contains("stablehlo.select"), "{text}");
        assert!(!text.contains("stablehlo.if"), "{text}");
    }
    expect(over::TEXT_XLA_2018, "mandelbrot", inputs![re, im], 0.0, vec![rust]);
}

#[test]
fn closures_hold_loops() {
    let n = [1, 2, 3, 6, 7, 27, 0, -5, 97];
    let half = |n: i32| n / 2;
    let steps = |start: i32| {
        let (mut m, mut count) = (start, 0);
        while m > 1 && count < 100 {
            m = if m % 2 == 0 { m / 2 } else { 3 * m + 1 };
            count += 1;
        }
        match count {
            0 => -1,
            1..=9 => count,
            _ => 10 * half(count),
        }
    };
    let rust = vec![
        n.iter().map(|&v| steps(v).into()).collect(),
        vec![n.iter().fold(0, |a, &b| a ^ half(b)).into()],
    ];
    expect(over::TEXT, "closures", inputs![n], 0.0, rust.clone());
    expect(over::TEXT_XLA_2018, "closures", inputs![n], 0.0, rust);
}

#[test]
fn sums_so_far_are_scans() {
    let x: [[i32; 5]; 4] =
        std::array::from_fn(|i| std::array::from_fn(|j| (7 * i as i32 - 3 * j as i32) % 5));
    let mut sums = x;
    (0..4).for_each(|i| (1..5).for_each(|j| sums[i][j] += sums[i][j - 1]));
    (1..4).for_each(|i| (0..5).for_each(|j| sums[i][j] += sums[i - 1][j]));
    let mut largest = [i32::MIN; 6];
    (0..5).rev().for_each(|j| largest[j] = largest[j + 1].max(sums[3][j]));
    let all = |row: &[i32]| row.iter().map(|&v| f64::from(v)).collect::<Vec<f64>>();
    let rust = vec![sums.iter().flat_map(|row| all(row)).collect(), all(&largest[..5])];
    expect(over::TEXT, "running", inputs![x], 0.0, rust);
    let text = simplified(over::TEXT, "running");
    assert!(!text.contains("stablehlo.while"), "{text}");
    assert_eq!(text.matches("stablehlo.reduce_window").count(), 3, "{text}");
}
