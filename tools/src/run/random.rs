//! Inputs made from a seed: `--random-inputs SEED`.
//!
//! Element `i` (row-major) of input `k` is a function of the seed, `k` and `i` only: the same on
//! every machine, for every number of threads, and in every version of hloom. It is computed from
//! the 64-bit word `mix(mix(mix(SEED) + k) + i)`, where `mix` is the finalizer of SplitMix64
//! (Steele, Lea, Flood: *Fast splittable pseudorandom number generators*, OOPSLA 2014) after adding
//! its golden-ratio increment:
//!
//! | element | value |
//! |---|---|
//! | float, complex | uniform in [-1, 1), a multiple of 2⁻⁵², then rounded to the type |
//! | signed integer | uniform in -100 … 100, clamped to the type |
//! | unsigned integer | uniform in 0 … 100, clamped to the type |
//! | `i1` | either, with probability ½ |
//! | quantized | stored as its storage type; in a range of fewer numbers, uniform in the 201 of them next to 0 |
//!
//! The imaginary part of a complex number is computed from the word mixed once more. Small numbers
//! keep sums and exponentials of real programs in range.

use hloom_ir::literal::{Bytes, write_f64};
use hloom_ir::{Element, Literal, TensorType, Type};

/// The tensor for input `position` under `seed`; `None` if the type's size is unknown or allocation
/// fails.
pub fn tensor(seed: u64, position: usize, ty: &TensorType) -> Option<Literal> {
    let element = ty.element;
    let width = element.byte_width();
    let mut data = Bytes::zeros(ty.byte_size().filter(|&n| n <= MAX_BYTES)?);
    let stream = mix(mix(seed).wrapping_add(position as u64));
    for (i, slot) in data.as_mut_slice().chunks_exact_mut(width).enumerate() {
        let word = mix(stream.wrapping_add(i as u64));
        if element.is_complex() {
            let (re, im) = slot.split_at_mut(width / 2);
            write_f64(element.real_part(), number(element.real_part(), word), re);
            write_f64(element.real_part(), number(element.real_part(), mix(word)), im);
        } else {
            write_f64(element, number(element, word), slot);
        }
    }
    Literal::new(ty.clone().into(), data).ok()
}

/// The same tensor with a random fraction `part` of its elements kept and the others zero. The
/// selection is a function of seed, position and index only.
pub fn thinned(mut tensor: Literal, seed: u64, position: usize, part: f64) -> Literal {
    let stream = mix(mix(mix(seed)).wrapping_add(position as u64));
    let width = tensor.element().byte_width();
    for (i, slot) in tensor.as_mut_slice::<u8>().chunks_exact_mut(width).enumerate() {
        let word = mix(stream.wrapping_add(i as u64));
        if (word >> 11) as f64 >= part * (1u64 << 53) as f64 {
            slot.fill(0);
        }
    }
    tensor
}

/// The part of the elements of a sparse tensor that are kept if the program does not say it: a tenth, and of a
/// small tensor so many that about eight are left, but no more than half.
pub fn density(ty: Type) -> f64 {
    let elements = ty.as_tensor().and_then(TensorType::count).unwrap_or(0) as f64;
    (8.0 / elements.max(1.0)).clamp(0.1, 0.5)
}

/// The same tensor with the first `n` elements other than zero of each block of `m` along a dimension;
/// the others become zero.
pub fn structured(mut tensor: Literal, dim: usize, n: usize, m: usize) -> Literal {
    let width = tensor.element().byte_width();
    let inner: i64 = tensor.dims()[dim + 1..].iter().product();
    let inner = inner as usize;
    let block = inner * m * width;
    if block == 0 {
        return tensor;
    }
    for block in tensor.as_mut_slice::<u8>().chunks_exact_mut(block) {
        for column in 0..inner {
            let places = (0..m).map(|place| (place * inner + column) * width);
            let stored = places.filter(|at| block[*at..at + width].iter().any(|byte| *byte != 0));
            let over: Vec<usize> = stored.skip(n).collect();
            over.into_iter().for_each(|at| block[at..at + width].fill(0));
        }
    }
    tensor
}

/// The maximum size of a random input in bytes: the size in a type is not trusted.
const MAX_BYTES: usize = 1 << 36;

/// The number for a random word.
fn number(element: Element, word: u64) -> f64 {
    // The high half is multiplied by the number of cases: no division, and a bias below 2⁻²⁵.
    let below = |cases: u64| (((word >> 32) * cases) >> 32) as f64;
    if let Element::Quant(q) = element
        && let Some((low, high)) = q.restricted_range()
    {
        let first = (-100).clamp(low, (high - 200).max(low));
        return first as f64 + below((high.min(first + 200) - first + 1) as u64);
    }
    let real = match element {
        Element::Quant(q) => q.storage,
        other => other,
    };
    if real.is_boolean() {
        below(2)
    } else if real.is_signed() {
        below(201) - 100.0
    } else if real.is_unsigned() {
        below(101)
    } else {
        (word >> 11) as f64 * 2f64.powi(-52) - 1.0
    }
}

/// SplitMix64: adds the increment, then mixes all bits.
fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(seed: u64, position: usize, element: Element) -> Vec<f64> {
        let literal = tensor(seed, position, &TensorType::new(&[500], element)).unwrap();
        (0..500).map(|i| literal.get_f64(i)).collect()
    }

    /// A comparison of results on sparse tensors is one of other numbers than zeros.
    #[test]
    fn small_sparse_tensors_keep_entries() {
        for (dims, least) in [([3, 4], 1), ([5, 7], 3), ([20, 30], 30)] {
            let ty = TensorType::new(&dims, Element::F64);
            let part = density(Type::from(ty.clone()));
            for seed in 0..20 {
                let thinned = thinned(tensor(seed, 0, &ty).unwrap(), seed, 0, part);
                let kept = thinned.as_slice::<f64>().iter().filter(|x| **x != 0.0).count();
                assert!(kept >= least, "{kept} of {dims:?} with seed {seed}");
            }
        }
    }

    /// The published first outputs of SplitMix64 from state 0.
    #[test]
    fn the_generator_is_splitmix64() {
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix(0x9e37_79b9_7f4a_7c15), 0x6e78_9e6a_a1b9_65f4);
    }

    #[test]
    fn values_stay_the_same_for_ever() {
        let first: Vec<f64> = values(1, 0, Element::F64)[..2].to_vec();
        // Computed independently, from the module's documentation.
        assert_eq!(first, [0.38702427802045847, -0.15357710360834553]);
    }

    #[test]
    fn blocks_keep_their_first_elements() {
        let ty = Type::tensor(&[4, 2], Element::F32);
        let all: Vec<f32> = vec![1.0, 0.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
        let bytes: Vec<u8> = all.iter().flat_map(|value| value.to_ne_bytes()).collect();
        let all = Literal::new(ty, bytes.as_slice().into()).unwrap();
        let columns = structured(all.clone(), 0, 2, 4);
        assert_eq!(columns.as_slice::<f32>(), [1.0, 0.0, 2.0, 3.0, 0.0, 5.0, 0.0, 0.0]);
        let rows = structured(all, 1, 1, 2);
        assert_eq!(rows.as_slice::<f32>(), [1.0, 0.0, 2.0, 0.0, 4.0, 0.0, 6.0, 0.0]);
    }

    #[test]
    fn ranges_are_used_and_kept() {
        for element in Element::ALL {
            let values = values(7, 3, element);
            let (low, high) =
                values.iter().fold((f64::MAX, f64::MIN), |(l, h), &v| (l.min(v), h.max(v)));
            let (lowest, highest) = match element {
                Element::I1 => (0.0, 1.0),
                Element::I2 => (-2.0, 1.0),
                Element::I4 => (-8.0, 7.0),
                Element::U2 => (0.0, 3.0),
                Element::U4 => (0.0, 15.0),
                e if e.is_signed() => (-100.0, 100.0),
                e if e.is_unsigned() => (0.0, 100.0),
                // An exponent-only format has no sign and no zero: negative numbers become NaN.
                Element::F8E8M0FNU => (0.0, 1.0),
                _ => (-1.0, 1.0),
            };
            assert!(low >= lowest && high <= highest, "{element}: {low} … {high}");
            assert!(high - low > (highest - lowest) * 0.9, "{element}: {low} … {high}");
        }
    }

    #[test]
    fn storage_ranges_are_kept() {
        for (text, range) in [
            ("u8<127:254>", (127, 254)),
            ("i8<-20:-10>", (-20, -10)),
            ("i16<-1000:1000>", (-100, 100)),
            ("i32<70000:90000>", (70_000, 70_200)),
            ("i16<-900:-50>", (-250, -50)),
        ] {
            let ty = format!("tensor<5000x!quant.uniform<{text}:f32, 0.5>>");
            let text = format!("func.func @main(%x: {ty}) -> {ty} {{ return %x : {ty} }}");
            let module = hloom_ir::text::parse_module(&text).expect("a program");
            let main = module.functions().next().expect("a function");
            let argument = module.args(module.entry(main, 0).expect("a body"))[0];
            let ty = module.ty(argument);
            let literal = tensor(3, 0, ty.as_tensor().expect("a tensor")).expect("a value");
            assert_eq!(literal.outside_storage(), None);
            let stored: Vec<i64> = (0..5000).map(|i| literal.get_f64(i) as i64).collect();
            let least = *stored.iter().min().expect("numbers");
            let greatest = *stored.iter().max().expect("numbers");
            assert_eq!((least, greatest), range, "{text}");
        }
    }

    #[test]
    fn seeds_and_positions_differ() {
        let base = values(1, 0, Element::F32);
        assert_ne!(base, values(2, 0, Element::F32));
        assert_ne!(base, values(1, 1, Element::F32));
        assert_eq!(base, values(1, 0, Element::F32));
    }

    #[test]
    fn announced_sizes_are_not_believed() {
        assert!(tensor(0, 0, &TensorType::new(&[1 << 60], Element::F32)).is_none());
        assert!(tensor(0, 0, &TensorType::new(&[hloom_ir::DYNAMIC], Element::F32)).is_none());
    }
}
