//! Ops with index operands: gather, scatter, dynamic slices, sort.

use crate::{Tensor, USUAL, extents, indices, list, run, run_literals, shuffled, ty};
use hloom_ir::Element;
use hloom_tests::campaign::{Random, seeds};

/// Dimension numbers of a gather or a scatter: windows of an operand at positions from an index
/// tensor.
struct Windows {
    /// The operand's extents.
    operand: Vec<usize>,
    /// The window sizes, 1 for dropped dimensions.
    sizes: Vec<usize>,
    /// The operand's dimensions that windows drop.
    collapsed: Vec<usize>,
    /// The operand's dimensions that index components refer to.
    map: Vec<usize>,
    /// The batch extents of the indices.
    batch: Vec<usize>,
    /// The dimension of the index tensor that holds the index vector.
    vector: usize,
    /// The result's window dimensions.
    offset: Vec<usize>,
}

impl Windows {
    fn random(random: &mut Random) -> Windows {
        let rank = 1 + random.below(3);
        let operand = extents(rank, 5, random);
        let mut collapsed: Vec<usize> = (0..rank).filter(|_| random.chance(3)).collect();
        collapsed.sort_unstable();
        let sizes: Vec<usize> = (0..rank)
            .map(|d| if collapsed.contains(&d) { 1 } else { 1 + random.below(operand[d]) })
            .collect();
        let mut map = shuffled(rank, random);
        map.truncate(1 + random.below(rank));
        let batch_rank = random.below(3);
        let batch = extents(batch_rank, 3, random);
        let vector = random.below(batch.len() + 1);
        let windows = rank - collapsed.len();
        let mut offset = shuffled(batch.len() + windows, random);
        offset.truncate(windows);
        offset.sort_unstable();
        Windows { operand, sizes, collapsed, map, batch, vector, offset }
    }

    /// The shape of the index tensor.
    fn index_dims(&self) -> Vec<usize> {
        let mut dims = self.batch.clone();
        dims.insert(self.vector, self.map.len());
        dims
    }

    /// The shape of the gathered result, or of the updates.
    fn result_dims(&self) -> Vec<usize> {
        let mut batch = self.batch.iter();
        let mut window =
            (0..self.operand.len()).filter(|d| !self.collapsed.contains(d)).map(|d| self.sizes[d]);
        (0..self.batch.len() + self.offset.len())
            .map(|r| {
                if self.offset.contains(&r) { window.next() } else { batch.next().copied() }
                    .expect("as many as there are")
            })
            .collect()
    }

    /// The start of the window of a result index, and the offset in it.
    fn place(&self, index: &[usize], indices: &Tensor) -> (Vec<i64>, Vec<i64>) {
        let batch: Vec<usize> =
            (0..index.len()).filter(|r| !self.offset.contains(r)).map(|r| index[r]).collect();
        let mut start = vec![0; self.operand.len()];
        for (k, &d) in self.map.iter().enumerate() {
            let mut at = batch.clone();
            at.insert(self.vector, k);
            start[d] = indices.at(&at);
        }
        let mut inside = self.offset.iter().map(|&r| index[r] as i64);
        let within = (0..self.operand.len())
            .map(|d| if self.collapsed.contains(&d) { 0 } else { inside.next().unwrap_or(0) })
            .collect();
        (start, within)
    }

    fn gather_numbers(&self) -> String {
        format!(
            "offset_dims = [{}], collapsed_slice_dims = [{}], start_index_map = [{}], index_vector_dim = {}",
            list(&self.offset),
            list(&self.collapsed),
            list(&self.map),
            self.vector
        )
    }

    fn scatter_numbers(&self) -> String {
        format!(
            "update_window_dims = [{}], inserted_window_dims = [{}], scatter_dims_to_operand_dims = [{}], index_vector_dim = {}",
            list(&self.offset),
            list(&self.collapsed),
            list(&self.map),
            self.vector
        )
    }
}

#[test]
fn campaign_gathers_are_slices() {
    for seed in seeds(USUAL) {
        let random = &mut Random::new(seed);
        let w = Windows::random(random);
        let x = Tensor::random(&w.operand, random);
        let at = Tensor::of(&w.index_dims(), |_| random.below(9) as i64 - 2);
        let to = ty(&w.result_dims(), "i32");
        let body = format!(
            "  %y = \"stablehlo.gather\"(%a0, %a1) <{{dimension_numbers = #stablehlo.gather<{}>, slice_sizes = array<i64: {}>}}> : ({}, {}) -> {to}",
            w.gather_numbers(),
            list(&w.sizes),
            x.ty("i32"),
            at.ty("i32"),
        );
        let want = Tensor::of(&w.result_dims(), |index| {
            let (start, within) = w.place(index, &at);
            let from: Vec<i64> = (0..w.operand.len())
                .map(|d| start[d].clamp(0, (w.operand[d] - w.sizes[d]) as i64) + within[d])
                .collect();
            x.get(&from).expect("clamped")
        });
        assert_eq!(run(&body, &[&x, &at], &to), want, "seed {seed}\n{body}");
    }
}

#[test]
fn campaign_scatters_are_loops() {
    for seed in seeds(USUAL) {
        let random = &mut Random::new(seed);
        let w = Windows::random(random);
        let x = Tensor::random(&w.operand, random);
        let at = Tensor::of(&w.index_dims(), |_| random.below(9) as i64 - 2);
        let updates = Tensor::random(&w.result_dims(), random);
        let (name, f): (&str, fn(i64, i64) -> i64) = *random.one_of(&[
            ("add", (|a, b| a + b) as fn(i64, i64) -> i64),
            ("maximum", |a, b| a.max(b)),
            ("subtract", |a, b| a - b),
        ]);
        let to = x.ty("i32");
        let body = format!(
            "  %y = \"stablehlo.scatter\"(%a0, %a1, %a2) <{{scatter_dimension_numbers = #stablehlo.scatter<{}>}}> ({{\n  ^bb0(%old: tensor<i32>, %new: tensor<i32>):\n    %z = stablehlo.{name} %old, %new : tensor<i32>\n    stablehlo.return %z : tensor<i32>\n  }}) : ({to}, {}, {}) -> {to}",
            w.scatter_numbers(),
            at.ty("i32"),
            updates.ty("i32"),
        );
        let mut want = x.clone();
        for index in indices(&updates.dims) {
            let (start, within) = w.place(&index, &at);
            let to: Vec<i64> = start.iter().zip(&within).map(|(a, b)| a + b).collect();
            // Elements out of bounds are skipped one by one.
            if let Some(old) = want.get(&to) {
                let to: Vec<usize> = to.iter().map(|&i| i as usize).collect();
                want.set(&to, f(old, updates.at(&index)));
            }
        }
        assert_eq!(run(&body, &[&x, &at, &updates], &to), want, "seed {seed}\n{body}");
    }
}

#[test]
fn campaign_dynamic_slices_are_slices() {
    for seed in seeds(USUAL) {
        let random = &mut Random::new(seed);
        let rank = 1 + random.below(3);
        let x = Tensor::random(&extents(rank, 5, random), random);
        let sizes: Vec<usize> = x.dims.iter().map(|&d| random.below(d + 1)).collect();
        let starts: Vec<Tensor> =
            (0..rank).map(|_| Tensor::of(&[], |_| random.below(12) as i64 - 4)).collect();
        let begin: Vec<usize> = (0..rank)
            .map(|d| starts[d].data[0].clamp(0, (x.dims[d] - sizes[d]) as i64) as usize)
            .collect();
        let names: Vec<String> = (0..rank).map(|i| format!("%a{}", i + 1)).collect();
        let scalars = vec!["tensor<i32>"; rank].join(", ");
        let to = ty(&sizes, "i32");
        let body = format!(
            "  %y = stablehlo.dynamic_slice %a0, {}, sizes = [{}] : ({}, {scalars}) -> {to}",
            names.join(", "),
            list(&sizes),
            x.ty("i32"),
        );
        let inputs: Vec<&Tensor> = std::iter::once(&x).chain(&starts).collect();
        let shift = |i: &[usize]| i.iter().zip(&begin).map(|(a, b)| a + b).collect::<Vec<_>>();
        let want = Tensor::of(&sizes, |i| x.at(&shift(i)));
        assert_eq!(run(&body, &inputs, &to), want, "seed {seed}");
        // Writing the slice back changes this part only.
        let part = Tensor::random(&sizes, random);
        let names: Vec<String> = (0..rank).map(|i| format!("%a{}", i + 2)).collect();
        let body = format!(
            "  %y = stablehlo.dynamic_update_slice %a0, %a1, {} : ({}, {to}, {scalars}) -> {}",
            names.join(", "),
            x.ty("i32"),
            x.ty("i32"),
        );
        let mut want = x.clone();
        indices(&sizes).iter().for_each(|i| want.set(&shift(i), part.at(i)));
        let inputs: Vec<&Tensor> = [&x, &part].into_iter().chain(&starts).collect();
        assert_eq!(run(&body, &inputs, &x.ty("i32")), want, "seed {seed}");
    }
}

#[test]
fn campaign_sorts_are_stable() {
    for seed in seeds(USUAL) {
        let random = &mut Random::new(seed);
        let rank = 1 + random.below(3);
        let dims = extents(rank, 12, random);
        let d = random.below(rank);
        // Few distinct keys, so that many are equal; the positions show whether the sort is stable.
        let keys = Tensor::of(&dims, |_| random.below(4) as i64);
        let places = Tensor::of(&dims, |i| i[d] as i64);
        let (direction, down) = *random.one_of(&[("LT", false), ("GT", true)]);
        let to = keys.ty("i32");
        let body = format!(
            "  %k, %y = \"stablehlo.sort\"(%a0, %a1) <{{dimension = {d} : i64, is_stable = true}}> ({{\n  ^bb0(%x: tensor<i32>, %z: tensor<i32>, %p: tensor<i32>, %q: tensor<i32>):\n    %c = stablehlo.compare {direction}, %x, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    stablehlo.return %c : tensor<i1>\n  }}) : ({to}, {to}) -> ({to}, {to})"
        );
        let got = run(&body, &[&keys, &places], &to);
        let mut others = dims.clone();
        others[d] = 1;
        let mut want = places.clone();
        for line in indices(&others) {
            let on = |k: usize| {
                let mut index = line.clone();
                index[d] = k;
                index
            };
            let mut order: Vec<usize> = (0..dims[d]).collect();
            let key = |k: &usize| keys.at(&on(*k)) * if down { -1 } else { 1 };
            order.sort_by_key(key);
            order.iter().enumerate().for_each(|(i, &k)| want.set(&on(i), k as i64));
        }
        assert_eq!(got, want, "seed {seed}");
    }
}

#[test]
fn campaign_total_order_sorts_every_float() {
    for seed in seeds(USUAL) {
        let random = &mut Random::new(seed);
        let special = [
            0x7fc0_0001u32,
            0xffc0_0000,
            0x7f80_0000,
            0xff80_0000,
            0,
            0x8000_0000,
            1,
            0x8000_0001,
            0x3f80_0000,
            0xbf80_0000,
        ];
        let n = 1 + random.below(40);
        let bits: Vec<u32> = (0..n)
            .map(|_| if random.chance(2) { *random.one_of(&special) } else { random.bits() as u32 })
            .collect();
        let x = Tensor { dims: vec![n], data: bits.iter().map(|&b| i64::from(b)).collect() };
        let (to, floats) = (ty(&[n], "ui32"), ty(&[n], "f32"));
        let body = format!(
            "  %f = stablehlo.bitcast_convert %a0 : ({to}) -> {floats}\n  %s = \"stablehlo.sort\"(%f) <{{dimension = 0 : i64, is_stable = true}}> ({{\n  ^bb0(%x: tensor<f32>, %z: tensor<f32>):\n    %c = stablehlo.compare LT, %x, %z, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>\n    stablehlo.return %c : tensor<i1>\n  }}) : ({floats}) -> {floats}\n  %y = stablehlo.bitcast_convert %s : ({floats}) -> {to}"
        );
        let got = crate::numbers(&run_literals(&body, &[x.literal(Element::U32)], &to));
        let mut want = bits;
        want.sort_by(|a, b| f32::from_bits(*a).total_cmp(&f32::from_bits(*b)));
        let want: Vec<i64> = want.into_iter().map(i64::from).collect();
        assert_eq!(got.data, want, "seed {seed}");
    }
}
