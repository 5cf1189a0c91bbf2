//! Fourier transforms beside their definition.

use super::{C, Random, numbers};
use super::{M, Tested, bytes, near};
use crate::exports::run;
use num_complex::Complex;

/// The transform of a tensor along dimension `d`, by the definition.
fn along(data: &[C], dims: &[usize], d: usize, sign: f64) -> Vec<C> {
    let (n, inner) = (dims[d], dims[d + 1..].iter().product::<usize>());
    let mut made = vec![C::from(0.0); data.len()];
    for (at, to) in made.iter_mut().enumerate() {
        let (block, k, line) = (at / (n * inner), at / inner % n, at % inner);
        for i in 0..n {
            let angle = sign * std::f64::consts::TAU * ((i * k) % n) as f64 / n as f64;
            *to += data[block * n * inner + i * inner + line] * C::from_polar(1.0, angle);
        }
    }
    made
}

/// The transform of complex numbers along the last dimensions.
fn whole(data: &[C], dims: &[usize], rank: usize, sign: f64) -> Vec<C> {
    (dims.len() - rank..dims.len()).fold(data.to_vec(), |data, d| along(&data, dims, d, sign))
}

fn column(data: &[C]) -> M {
    M::from_rows(1, data.len(), data)
}

/// Runs a transform with and without threads.
fn transform<T: Tested>(sizes: [usize; 5], operand: &[u8], bytes: usize) -> Vec<u64> {
    let mut all = vec![1];
    all.extend(sizes.map(|n| n as i64));
    let name = format!("hloom_fft_{}", T::NAME);
    let made = [false, true].map(|threads| run(&name, &all, &[operand], &[bytes], threads));
    assert_eq!(made[0], made[1]);
    let [mut made, _] = made;
    made.swap_remove(0)
}

fn transforms<R: Tested, Z: Tested>() {
    let random = &mut Random(8);
    let shapes: &[(usize, &[usize])] = &[
        (1, &[1]),
        (1, &[2]),
        (3, &[5]),
        (2, &[7]),
        (1, &[16]),
        (5, &[30]),
        (1, &[37]),
        (2, &[40]),
        (1, &[1, 1]),
        (2, &[3, 4]),
        (1, &[5, 1]),
        (1, &[1, 6]),
        (3, &[17, 9]),
        (1, &[2, 3, 4]),
        (2, &[5, 1, 7]),
        (1, &[9, 8, 10]),
        (0, &[4]),
        (1, &[128]),
        (700, &[8]),
        (1, &[6, 90]),
    ];
    for &(batch, lengths) in shapes {
        let rank = lengths.len();
        let dims: Vec<usize> = [batch].iter().chain(lengths).copied().collect();
        let count: usize = dims.iter().product();
        let mut padded = [1; 3];
        padded[3 - rank..].copy_from_slice(lengths);
        let sizes = |kind: usize| [kind, batch, padded[0], padded[1], padded[2]];
        let scale = 1.0 / lengths.iter().product::<usize>() as f64;
        let (n, size) = (count, count as f64);

        let x = random.matrix::<Z>(1, count);
        let operand = bytes::<Z>(&[&x]);
        for (kind, sign, scale) in [(0, -1.0, 1.0), (1, 1.0, scale)] {
            let made = transform::<R>(sizes(kind), &operand, size_of::<Z>() * count);
            let mut want = whole(x.data(), &dims, rank, sign);
            want.iter_mut().for_each(|z| *z *= scale);
            near::<R>(&column(&numbers::<Z>(&made, count)), &column(&want), 8, size * scale, "FFT");
        }

        let last = dims[rank];
        let half = count / last * (last / 2 + 1);
        let x = random.matrix::<R>(1, count);
        let all = whole(x.data(), &dims, rank, -1.0);
        let lines = all.chunks(last).flat_map(|line| line[..last / 2 + 1].to_vec());
        let want: Vec<C> = lines.collect();
        let made = transform::<R>(sizes(2), &bytes::<R>(&[&x]), size_of::<Z>() * half);
        near::<R>(&column(&numbers::<Z>(&made, half)), &column(&want), 8, size, "RFFT");

        // Arbitrary numbers: imaginary parts that real numbers would not give don't count.
        let x = random.matrix::<Z>(1, half);
        let made = transform::<R>(sizes(3), &bytes::<Z>(&[&x]), size_of::<R>() * count);
        let mut half_dims = dims.clone();
        half_dims[rank] = last / 2 + 1;
        let outer = (1..rank).fold(x.data().to_vec(), |data, d| along(&data, &half_dims, d, 1.0));
        let mut full = Vec::new();
        for line in outer.chunks(last / 2 + 1) {
            full.extend_from_slice(line);
            full.extend((last / 2 + 1..last).map(|k| line[last - k].conj()));
        }
        // Imaginary parts at both ends of a line make imaginary numbers.
        let want = along(&full, &dims, rank, 1.0);
        let want: Vec<C> = want.iter().map(|z| C::from(z.re * scale)).collect();
        near::<R>(&column(&numbers::<R>(&made, count)), &column(&want), n, 1.0, "IRFFT");
    }
}

#[test]
fn transforms_are_those_of_the_definition() {
    transforms::<f32, Complex<f32>>();
    transforms::<f64, Complex<f64>>();
}

#[test]
fn a_nan_is_in_every_frequency_of_its_line() {
    let mut x = M::zeros(1, 32);
    x[(0, 3)] = C::from(f64::NAN);
    let made = transform::<f32>([2, 2, 1, 1, 16], &bytes::<f32>(&[&x]), 2 * 9 * 8);
    let found = numbers::<Complex<f32>>(&made, 18);
    assert!(found[..9].iter().all(|z| z.re.is_nan() || z.im.is_nan()));
    assert!(found[9..].iter().all(|z| *z == C::from(0.0)));
}
