//! Products and convolutions of integers; Fourier transforms and linear solves of floats.

use crate::{Tensor, USUAL, extents, indices, list, run, run_literals, ty};
use hloom_ir::{Element, Literal, Type};
use hloom_tests::campaign::{Random, seeds};

#[test]
fn campaign_products_are_loops() {
    for seed in seeds(USUAL) {
        let random = &mut Random::new(seed);
        // Batch dimensions b, contracting dimensions c, and free dimensions of each operand, in any
        // order.
        let (nb, nc) = (random.below(3), random.below(3));
        let (nl, nr) = (random.below(2), random.below(2));
        let shared = extents(nb + nc, 4, random);
        let (free_l, free_r) = (extents(nl, 3, random), extents(nr, 3, random));
        let side = |free: &[usize], random: &mut Random| {
            let all: Vec<usize> = shared.iter().chain(free).copied().collect();
            let order = crate::shuffled(all.len(), random);
            let dims: Vec<usize> = order.iter().map(|&k| all[k]).collect();
            let place = |k: usize| order.iter().position(|&o| o == k).expect("it is there");
            let places: Vec<usize> = (0..all.len()).map(place).collect();
            (dims, places)
        };
        let (l_dims, l) = side(&free_l, random);
        let (r_dims, r) = side(&free_r, random);
        let (x, z) = (Tensor::random(&l_dims, random), Tensor::random(&r_dims, random));
        let n = nb + nc;
        // The free dimensions of the result are in the operand's order.
        let order = |places: &[usize]| {
            let mut free: Vec<usize> = (n..places.len()).collect();
            free.sort_by_key(|&k| places[k]);
            free
        };
        let (free_of_l, free_of_r) = (order(&l), order(&r));
        let to_dims: Vec<usize> = shared[..nb]
            .iter()
            .copied()
            .chain(free_of_l.iter().map(|&k| l_dims[l[k]]))
            .chain(free_of_r.iter().map(|&k| r_dims[r[k]]))
            .collect();
        let to = ty(&to_dims, "i32");
        let text = format!(
            "  %y = \"stablehlo.dot_general\"(%a0, %a1) <{{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [{}], rhs_batching_dimensions = [{}], lhs_contracting_dimensions = [{}], rhs_contracting_dimensions = [{}]>}}> : ({}, {}) -> {to}",
            list(&l[..nb]),
            list(&r[..nb]),
            list(&l[nb..n]),
            list(&r[nb..n]),
            x.ty("i32"),
            z.ty("i32"),
        );
        let want = Tensor::of(&to_dims, |index| {
            indices(&shared[nb..])
                .iter()
                .map(|inside| {
                    let (mut i, mut j) = (vec![0; l.len()], vec![0; r.len()]);
                    for k in 0..n {
                        let value = if k < nb { index[k] } else { inside[k - nb] };
                        (i[l[k]], j[r[k]]) = (value, value);
                    }
                    free_of_l.iter().enumerate().for_each(|(p, &k)| i[l[k]] = index[nb + p]);
                    let first = nb + free_of_l.len();
                    free_of_r.iter().enumerate().for_each(|(p, &k)| j[r[k]] = index[first + p]);
                    x.at(&i) * z.at(&j)
                })
                .sum()
        });
        assert_eq!(run(&text, &[&x, &z], &to), want, "seed {seed}\n{text}");
    }
}

/// A convolution is the product of the im2col matrix with the kernel.
#[test]
fn campaign_convolutions_are_products_of_windows() {
    for seed in seeds(USUAL) {
        let random = &mut Random::new(seed);
        let rank = 1 + random.below(2);
        let groups = 1 + random.below(2);
        let (batch, ins, outs) = (1 + random.below(2), 1 + random.below(2), 1 + random.below(2));
        let space = extents(rank, 6, random);
        let kernel = extents(rank, 3, random);
        let (stride, spread) = (extents(rank, 2, random), extents(rank, 2, random));
        let apart = extents(rank, 2, random);
        let pads: Vec<[i64; 2]> =
            (0..rank).map(|_| [random.below(4) as i64 - 1, random.below(4) as i64 - 1]).collect();
        let reversed: Vec<bool> = (0..rank).map(|_| random.chance(3)).collect();
        let count: Vec<usize> = (0..rank)
            .map(|d| {
                let all = pads[d][0] + ((space[d] - 1) * spread[d] + 1) as i64 + pads[d][1];
                let window = ((kernel[d] - 1) * apart[d] + 1) as i64;
                if all <= 0 || window > all { 0 } else { ((all - window) as usize) / stride[d] + 1 }
            })
            .collect();
        let join = |parts: &[&[usize]]| parts.concat();
        let x = Tensor::random(&join(&[&[batch], &space, &[ins * groups]]), random);
        let k = Tensor::random(&join(&[&kernel, &[ins, outs * groups]]), random);
        let to_dims = join(&[&[batch], &count, &[outs * groups]]);
        let to = ty(&to_dims, "i32");
        let spatial = list(&(0..rank).collect::<Vec<_>>());
        let pad: Vec<String> = pads.iter().map(|p| format!("[{}, {}]", p[0], p[1])).collect();
        let text = format!(
            "  %y = \"stablehlo.convolution\"(%a0, %a1) <{{window_strides = array<i64: {}>, padding = dense<[{}]> : tensor<{rank}x2xi64>, lhs_dilation = array<i64: {}>, rhs_dilation = array<i64: {}>, window_reversal = array<i1: {}>, dimension_numbers = #stablehlo.conv<[b, {spatial}, f]x[{spatial}, i, o]->[b, {spatial}, f]>, feature_group_count = {groups} : i64, batch_group_count = 1 : i64}}> : ({}, {}) -> {to}",
            list(&stride),
            pad.join(", "),
            list(&spread),
            list(&apart),
            list(&reversed),
            x.ty("i32"),
            k.ty("i32"),
        );
        // One row per window position, one column per element of the window.
        let window = |n: usize, place: &[usize], group: usize| -> Vec<i64> {
            let mut row = Vec::new();
            for inside in indices(&kernel) {
                for f in 0..ins {
                    let mut at = vec![n as i64];
                    for d in 0..rank {
                        let i = (place[d] * stride[d] + inside[d] * apart[d]) as i64 - pads[d][0];
                        let step = spread[d] as i64;
                        at.push(if i.rem_euclid(step) == 0 { i.div_euclid(step) } else { -1 });
                    }
                    at.push((group * ins + f) as i64);
                    row.push(x.get(&at).unwrap_or(0));
                }
            }
            row
        };
        let column = |o: usize| -> Vec<i64> {
            let mut numbers = Vec::new();
            for inside in indices(&kernel) {
                for f in 0..ins {
                    let mut at: Vec<usize> = (0..rank)
                        .map(|d| if reversed[d] { kernel[d] - 1 - inside[d] } else { inside[d] })
                        .collect();
                    at.extend([f, o]);
                    numbers.push(k.at(&at));
                }
            }
            numbers
        };
        let want = Tensor::of(&to_dims, |index| {
            let o = index[rank + 1];
            let row = window(index[0], &index[1..=rank], o / outs);
            row.iter().zip(column(o)).map(|(a, b)| a * b).sum()
        });
        assert_eq!(run(&text, &[&x, &k], &to), want, "seed {seed}\n{text}");
    }
}

/// Random numbers between -1 and 1, as a literal of `f64` or `complex<f64>`.
fn reals(dims: &[usize], element: Element, random: &mut Random) -> Literal {
    let dims: Vec<i64> = dims.iter().map(|&d| d as i64).collect();
    let mut x = Literal::zeros(Type::tensor(&dims, element)).expect("a static type").expanded();
    for number in x.as_mut_slice::<f64>() {
        *number = f64::from(random.int()) / 2f64.powi(31);
    }
    x
}

#[test]
fn campaign_transforms_are_sums_of_waves() {
    for seed in seeds(USUAL) {
        let random = &mut Random::new(seed);
        let n = 1 + random.below(24);
        let x = reals(&[n], Element::C128, random);
        let to = ty(&[n], "complex<f64>");
        let fft = |kind: &str, y: &str, of: &str| {
            format!(
                "  %{y} = stablehlo.fft %{of}, type = {kind}, length = [{n}] : ({to}) -> {to}\n"
            )
        };
        let there = run_literals(&fft("FFT", "y", "a0"), std::slice::from_ref(&x), &to);
        let (signal, spectrum) = (x.as_slice::<f64>(), there.as_slice::<f64>());
        for k in 0..n {
            let (mut re, mut im) = (0.0, 0.0);
            for j in 0..n {
                let angle = -2.0 * std::f64::consts::PI * ((j * k) % n) as f64 / n as f64;
                let (a, b) = (signal[2 * j], signal[2 * j + 1]);
                re += a * angle.cos() - b * angle.sin();
                im += a * angle.sin() + b * angle.cos();
            }
            let far = (spectrum[2 * k] - re).abs().max((spectrum[2 * k + 1] - im).abs());
            assert!(far < 1e-13 * n as f64, "seed {seed}: number {k} of {n} is off by {far}");
        }
        let both = fft("FFT", "t", "a0") + &fft("IFFT", "y", "t");
        let back = run_literals(&both, std::slice::from_ref(&x), &to);
        for (a, b) in back.as_slice::<f64>().iter().zip(signal) {
            assert!((a - b).abs() < 1e-14 * n as f64, "seed {seed}: {a} is not {b}");
        }
    }
}

#[test]
fn campaign_factors_and_solutions_multiply_back() {
    for seed in seeds(USUAL) {
        let random = &mut Random::new(seed);
        let (n, m) = (1 + random.below(6), 1 + random.below(4));
        let (b, c) = (reals(&[n, n], Element::F64, random), reals(&[n, m], Element::F64, random));
        let (square, right) = (ty(&[n, n], "f64"), ty(&[n, m], "f64"));
        // A positive definite matrix: b bᵀ + n.
        let diagonal: Vec<String> = (0..n)
            .map(|i| {
                let row: Vec<String> =
                    (0..n).map(|j| format!("{}.0", if i == j { n } else { 0 })).collect();
                format!("[{}]", row.join(", "))
            })
            .collect();
        let body = format!(
            "  %bt = stablehlo.transpose %a0, dims = [1, 0] : ({square}) -> {square}\n  %bb = stablehlo.dot_general %a0, %bt, contracting_dims = [1] x [0] : ({square}, {square}) -> {square}\n  %d = stablehlo.constant dense<[{}]> : {square}\n  %a = stablehlo.add %bb, %d : {square}\n  %l = \"stablehlo.cholesky\"(%a) <{{lower = true}}> : ({square}) -> {square}\n  %u = stablehlo.transpose %l, dims = [1, 0] : ({square}) -> {square}\n",
            diagonal.join(", ")
        );
        let product = body.clone()
            + &format!(
                "  %p = stablehlo.dot_general %l, %u, contracting_dims = [1] x [0] : ({square}, {square}) -> {square}\n  %y = stablehlo.subtract %p, %a : {square}"
            );
        let inputs = [b, c];
        let rest = run_literals(&product, &inputs, &square);
        let largest = rest.as_slice::<f64>().iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        assert!(largest < 1e-13, "seed {seed}: the factors are off by {largest}");
        let solved = body
            + &format!(
                "  %s = \"stablehlo.triangular_solve\"(%l, %a1) <{{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}}> : ({square}, {right}) -> {right}\n  %p = stablehlo.dot_general %l, %s, contracting_dims = [1] x [0] : ({square}, {right}) -> {right}\n  %y = stablehlo.subtract %p, %a1 : {right}"
            );
        let rest = run_literals(&solved, &inputs, &right);
        let largest = rest.as_slice::<f64>().iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        assert!(largest < 1e-13, "seed {seed}: the solution is off by {largest}");
    }
}
