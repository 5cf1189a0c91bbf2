//! Reductions, over dimensions and over windows, against folds.

use crate::{Tensor, USUAL, extents, indices, list, run, shuffled, ty};
use hloom_tests::campaign::{Random, seeds};

/// A reduction body on `%p` and `%q`, and its meaning. The last one is not a single op and does not
/// commute.
type Fold = (&'static str, i64, fn(i64, i64) -> i64);

const FOLDS: [Fold; 5] = [
    ("%z = stablehlo.add %p, %q : tensor<i32>", 0, |a, b| a + b),
    ("%z = stablehlo.maximum %p, %q : tensor<i32>", -100, |a, b| a.max(b)),
    ("%z = stablehlo.minimum %p, %q : tensor<i32>", 100, |a, b| a.min(b)),
    ("%z = stablehlo.xor %p, %q : tensor<i32>", 0, |a, b| a ^ b),
    (
        "%t = stablehlo.subtract %q, %p : tensor<i32>\n    %z = stablehlo.maximum %t, %q : tensor<i32>",
        3,
        |a, b| (b - a).max(b),
    ),
];

fn region(body: &str) -> String {
    format!(
        "({{\n  ^bb0(%p: tensor<i32>, %q: tensor<i32>):\n    {body}\n    stablehlo.return %z : tensor<i32>\n  }})"
    )
}

#[test]
fn campaign_reductions_are_folds() {
    for seed in seeds(USUAL) {
        let random = &mut Random::new(seed);
        let rank = random.below(4);
        let x = Tensor::random(&extents(rank, 6, random), random);
        let mut over = shuffled(rank, random);
        over.truncate(random.below(rank + 1));
        over.sort_unstable();
        let remaining: Vec<usize> = (0..rank).filter(|d| !over.contains(d)).collect();
        let to_dims: Vec<usize> = remaining.iter().map(|&d| x.dims[d]).collect();
        let (body, init, f) = *random.one_of(&FOLDS);
        let to = ty(&to_dims, "i32");
        let text = format!(
            "  %c = stablehlo.constant dense<{init}> : tensor<i32>\n  %y = \"stablehlo.reduce\"(%a0, %c) <{{dimensions = array<i64{}{}>}}> {} : ({}, tensor<i32>) -> {to}",
            if over.is_empty() { "" } else { ": " },
            list(&over),
            region(body),
            x.ty("i32"),
        );
        let inner: Vec<usize> = over.iter().map(|&d| x.dims[d]).collect();
        let want = Tensor::of(&to_dims, |index| {
            indices(&inner).iter().fold(init, |sum, inside| {
                let mut at = vec![0; rank];
                remaining.iter().zip(index).for_each(|(&d, &i)| at[d] = i);
                over.iter().zip(inside).for_each(|(&d, &i)| at[d] = i);
                f(sum, x.at(&at))
            })
        });
        assert_eq!(run(&text, &[&x], &to), want, "seed {seed}\n{text}");
    }
}

#[test]
fn campaign_windows_are_folds() {
    for seed in seeds(USUAL) {
        let random = &mut Random::new(seed);
        let rank = 1 + random.below(2);
        let x = Tensor::random(&extents(rank, 6, random), random);
        let draw = |most: usize, random: &mut Random| extents(rank, most, random);
        let (size, stride) = (draw(3, random), draw(2, random));
        let (base, apart) = (draw(2, random), draw(2, random));
        let pads: Vec<[i64; 2]> =
            (0..rank).map(|_| [random.below(4) as i64 - 1, random.below(4) as i64 - 1]).collect();
        let dilated: Vec<i64> =
            (0..rank).map(|d| (x.dims[d] as i64 - 1) * base[d] as i64 + 1).collect();
        let count: Vec<usize> = (0..rank)
            .map(|d| {
                let all = pads[d][0] + dilated[d] + pads[d][1];
                let window = ((size[d] - 1) * apart[d] + 1) as i64;
                if all <= 0 || window > all { 0 } else { ((all - window) as usize) / stride[d] + 1 }
            })
            .collect();
        let (body, init, f) = *random.one_of(&FOLDS);
        let to = ty(&count, "i32");
        let pad: Vec<String> = pads.iter().map(|p| format!("[{}, {}]", p[0], p[1])).collect();
        let text = format!(
            "  %c = stablehlo.constant dense<{init}> : tensor<i32>\n  %y = \"stablehlo.reduce_window\"(%a0, %c) <{{window_dimensions = array<i64: {}>, window_strides = array<i64: {}>, base_dilations = array<i64: {}>, window_dilations = array<i64: {}>, padding = dense<[{}]> : tensor<{rank}x2xi64>}}> {} : ({}, tensor<i32>) -> {to}",
            list(&size),
            list(&stride),
            list(&base),
            list(&apart),
            pad.join(", "),
            region(body),
            x.ty("i32"),
        );
        let want = Tensor::of(&count, |index| {
            indices(&size).iter().fold(init, |sum, inside| {
                let at: Vec<i64> = (0..rank)
                    .map(|d| {
                        let i = (index[d] * stride[d] + inside[d] * apart[d]) as i64 - pads[d][0];
                        let step = base[d] as i64;
                        if i.rem_euclid(step) == 0 { i.div_euclid(step) } else { -1 }
                    })
                    .collect();
                // Padding is the initial value.
                f(sum, x.get(&at).unwrap_or(init))
            })
        });
        assert_eq!(run(&text, &[&x], &to), want, "seed {seed}\n{text}");
    }
}

#[test]
fn campaign_select_and_scatter_is_a_loop() {
    for seed in seeds(USUAL) {
        let random = &mut Random::new(seed);
        let rank = 1 + random.below(2);
        let dims: Vec<usize> = (0..rank).map(|_| 2 + random.below(5)).collect();
        let x = Tensor::random(&dims, random);
        let size: Vec<usize> = dims.iter().map(|&d| 1 + random.below(d.min(3))).collect();
        let stride = extents(rank, 2, random);
        let count: Vec<usize> = (0..rank).map(|d| (dims[d] - size[d]) / stride[d] + 1).collect();
        let source = Tensor::random(&count, random);
        let to = x.ty("i32");
        let text = format!(
            "  %c = stablehlo.constant dense<0> : tensor<i32>\n  %y = \"stablehlo.select_and_scatter\"(%a0, %a1, %c) <{{window_dimensions = array<i64: {}>, window_strides = array<i64: {}>}}> ({{\n  ^bb0(%p: tensor<i32>, %q: tensor<i32>):\n    %z = stablehlo.compare GE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    stablehlo.return %z : tensor<i1>\n  }}, {{\n  ^bb0(%p: tensor<i32>, %q: tensor<i32>):\n    %z = stablehlo.add %p, %q : tensor<i32>\n    stablehlo.return %z : tensor<i32>\n  }}) : ({to}, {}, tensor<i32>) -> {to}",
            list(&size),
            list(&stride),
            source.ty("i32"),
        );
        let mut want = Tensor::of(&dims, |_| 0);
        for index in indices(&count) {
            let place = |inside: &[usize]| -> Vec<usize> {
                (0..rank).map(|d| index[d] * stride[d] + inside[d]).collect()
            };
            let windows = indices(&size);
            // The first of several maxima.
            let mut best = place(&windows[0]);
            for inside in &windows[1..] {
                let other = place(inside);
                if x.at(&best) < x.at(&other) {
                    best = other;
                }
            }
            let sum = want.at(&best) + source.at(&index);
            want.set(&best, sum);
        }
        assert_eq!(run(&text, &[&x, &source], &to), want, "seed {seed}\n{text}");
    }
}
