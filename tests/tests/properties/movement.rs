//! Ops that move elements.

use crate::{Tensor, USUAL, extents, list, run, shuffled, ty};
use hloom_tests::campaign::{Random, seeds};

#[test]
fn campaign_transposes_compose() {
    for seed in seeds(USUAL) {
        let random = &mut Random::new(seed);
        let rank = random.below(5);
        let x = Tensor::random(&extents(rank, 4, random), random);
        let (p, q) = (shuffled(rank, random), shuffled(rank, random));
        let through =
            |dims: &[usize], p: &[usize]| -> Vec<usize> { p.iter().map(|&d| dims[d]).collect() };
        let first = through(&x.dims, &p);
        let second = through(&first, &q);
        let both: Vec<usize> = q.iter().map(|&d| p[d]).collect();
        let one = |name: &str, of: &str, p: &[usize], from: &[usize], to: &[usize]| {
            let (p, from, to) = (list(p), ty(from, "i32"), ty(to, "i32"));
            format!("  %{name} = stablehlo.transpose %{of}, dims = [{p}] : ({from}) -> {to}\n")
        };
        let twice = one("t", "a0", &p, &x.dims, &first) + &one("y", "t", &q, &first, &second);
        let once = one("y", "a0", &both, &x.dims, &second);
        let result = ty(&second, "i32");
        assert_eq!(run(&twice, &[&x], &result), run(&once, &[&x], &result), "seed {seed}");
        // And back by the inverse.
        let mut inverse = vec![0; rank];
        p.iter().enumerate().for_each(|(i, &d)| inverse[d] = i);
        let back = one("t", "a0", &p, &x.dims, &first) + &one("y", "t", &inverse, &first, &x.dims);
        assert_eq!(run(&back, &[&x], &x.ty("i32")), x, "seed {seed}");
    }
}

#[test]
fn campaign_slices_undo_pads() {
    for seed in seeds(USUAL) {
        let random = &mut Random::new(seed);
        let rank = random.below(4);
        let x = Tensor::random(&extents(rank, 4, random), random);
        let low: Vec<usize> = (0..rank).map(|_| random.below(3)).collect();
        let high: Vec<usize> = (0..rank).map(|_| random.below(3)).collect();
        let between: Vec<usize> = (0..rank).map(|_| random.below(3)).collect();
        let wide: Vec<usize> = (0..rank)
            .map(|d| low[d] + x.dims[d] + (x.dims[d] - 1) * between[d] + high[d])
            .collect();
        let padded = ty(&wide, "i32");
        let slices: Vec<String> = (0..rank)
            .map(|d| format!("{}:{}:{}", low[d], wide[d] - high[d], between[d] + 1))
            .collect();
        let pad = format!(
            "  %c = stablehlo.constant dense<77> : tensor<i32>\n  %p = stablehlo.pad %a0, %c, low = [{}], high = [{}], interior = [{}] : ({}, tensor<i32>) -> {padded}\n",
            list(&low),
            list(&high),
            list(&between),
            x.ty("i32"),
        );
        let body = format!(
            "{pad}  %y = stablehlo.slice %p [{}] : ({padded}) -> {}",
            slices.join(", "),
            x.ty("i32")
        );
        assert_eq!(run(&body, &[&x], &x.ty("i32")), x, "seed {seed}");
        // All other elements are padding.
        let y = run(&pad.replace("%p", "%y"), &[&x], &padded);
        let want = Tensor::of(&wide, |index| {
            let from = (0..rank).map(|d| {
                let (i, step) = (index[d] as i64 - low[d] as i64, between[d] as i64 + 1);
                if i.rem_euclid(step) == 0 { i / step } else { -1 }
            });
            x.get(&from.collect::<Vec<_>>()).unwrap_or(77)
        });
        assert_eq!(y, want, "seed {seed}");
        // Negative padding removes elements.
        let narrow: Vec<i64> = low.iter().map(|&n| -(n as i64)).collect();
        let off: Vec<i64> = high.iter().map(|&n| -(n as i64)).collect();
        let whole: Vec<usize> = (0..rank).map(|d| wide[d] - low[d] - high[d]).collect();
        let zeros = vec![0; rank];
        let body = format!(
            "{pad}  %y = stablehlo.pad %p, %c, low = [{}], high = [{}], interior = [{}] : ({padded}, tensor<i32>) -> {}",
            list(&narrow),
            list(&off),
            list(&zeros),
            ty(&whole, "i32"),
        );
        let got = run(&body, &[&x], &ty(&whole, "i32"));
        let inside = |i: &[usize]| i.iter().zip(&low).map(|(a, b)| a + b).collect::<Vec<_>>();
        assert_eq!(got, Tensor::of(&whole, |i| want.at(&inside(i))), "seed {seed}");
    }
}

#[test]
fn campaign_reverses_undo_themselves() {
    for seed in seeds(USUAL) {
        let random = &mut Random::new(seed);
        let rank = random.below(4);
        let x = Tensor::random(&extents(rank, 4, random), random);
        let mut dims = shuffled(rank, random);
        dims.truncate(random.below(rank + 1));
        let one = |y: &str, x_name: &str| {
            let dims = list(&dims);
            format!("  %{y} = stablehlo.reverse %{x_name}, dims = [{dims}] : {}\n", x.ty("i32"))
        };
        let twice = one("t", "a0") + &one("y", "t");
        assert_eq!(run(&twice, &[&x], &x.ty("i32")), x, "seed {seed}");
        let want = Tensor::of(&x.dims, |i| {
            let from =
                (0..rank).map(|d| if dims.contains(&d) { x.dims[d] - 1 - i[d] } else { i[d] });
            x.at(&from.collect::<Vec<_>>())
        });
        assert_eq!(run(&one("y", "a0"), &[&x], &x.ty("i32")), want, "seed {seed}");
    }
}

#[test]
fn campaign_slices_undo_concatenations() {
    for seed in seeds(USUAL) {
        let random = &mut Random::new(seed);
        let rank = 1 + random.below(3);
        let (d, dims) = (random.below(rank), extents(rank, 3, random));
        let parts: Vec<Tensor> = (0..1 + random.below(3))
            .map(|_| {
                let mut dims = dims.clone();
                dims[d] = random.below(4);
                Tensor::random(&dims, random)
            })
            .collect();
        let mut whole = dims.clone();
        whole[d] = parts.iter().map(|p| p.dims[d]).sum();
        let names: Vec<String> = (0..parts.len()).map(|i| format!("%a{i}")).collect();
        let types: Vec<String> = parts.iter().map(|p| p.ty("i32")).collect();
        let to = ty(&whole, "i32");
        let concatenate = |y: &str| {
            let (names, types) = (names.join(", "), types.join(", "));
            format!("  %{y} = stablehlo.concatenate {names}, dim = {d} : ({types}) -> {to}\n")
        };
        let inputs: Vec<&Tensor> = parts.iter().collect();
        let mut start = 0;
        for part in &parts {
            let ranges: Vec<String> = (0..rank)
                .map(|i| {
                    if i == d {
                        format!("{start}:{}", start + part.dims[d])
                    } else {
                        format!("0:{}", dims[i])
                    }
                })
                .collect();
            let body = concatenate("t")
                + &format!(
                    "  %y = stablehlo.slice %t [{}] : ({to}) -> {}",
                    ranges.join(", "),
                    part.ty("i32")
                );
            assert_eq!(&run(&body, &inputs, &part.ty("i32")), part, "seed {seed}");
            start += part.dims[d];
        }
    }
}

#[test]
fn campaign_broadcasts_repeat() {
    for seed in seeds(USUAL) {
        let random = &mut Random::new(seed);
        let rank = 1 + random.below(4);
        let to = extents(rank, 4, random);
        let mut dims = shuffled(rank, random);
        dims.truncate(random.below(rank + 1));
        let from: Vec<usize> =
            dims.iter().map(|&d| if random.chance(3) { 1 } else { to[d] }).collect();
        let x = Tensor::random(&from, random);
        let body = format!(
            "  %y = stablehlo.broadcast_in_dim %a0, dims = [{}] : ({}) -> {}",
            list(&dims),
            x.ty("i32"),
            ty(&to, "i32")
        );
        let want = Tensor::of(&to, |i| {
            let at = dims.iter().zip(&from).map(|(&d, &n)| if n == 1 { 0 } else { i[d] });
            x.at(&at.collect::<Vec<_>>())
        });
        assert_eq!(run(&body, &[&x], &ty(&to, "i32")), want, "seed {seed}");
    }
}
