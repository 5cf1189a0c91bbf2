//! Products by warpgroups compute what the nests say, whatever order threads run in.

use super::matrix_tests::{BYTES, HALVES, Product};
use super::tests::{Dice, bytes, check};
use super::*;
use crate::nest::{Exactness, Nest, eval};
use hloom_ir::Element;

/// Signed by unsigned bytes.
const MIXED: [Element; 2] = [Element::I8, Element::U8];

/// A schedule of warpgroups: a tile, the bytes of an operand's elements, and how many blocks.
pub(super) fn wgmma([m, n]: [u64; 2], bytes: u64, blocks: u64) -> String {
    format!(
        "blocks m by {m}, n by {n} on {blocks}; stage lhs in shared by tma; \
         stage rhs in shared by tma; pipeline k by {} in 3 stages; warpgroups {} by 1; \
         wgmma m64n{n}k{}",
        128 / bytes,
        m / 64,
        32 / bytes
    )
}

/// A schedule of eight warps, of a tile and the bytes of an operand's elements.
pub(super) fn mma([m, n]: [u64; 2], bytes: u64) -> String {
    format!(
        "blocks m by {m}, n by {n}; stage lhs in shared by registers; \
         stage rhs in shared by registers; pipeline k by {} in 2 stages; warps 2 by 4; \
         mma m16n8k{}",
        64 / bytes,
        32 / bytes
    )
}

/// A schedule of 256 threads, of a tile.
pub(super) fn fma([m, n]: [u64; 2]) -> String {
    format!(
        "blocks m by {m}, n by {n}; stage lhs in shared by registers; \
         stage rhs in shared by registers; pipeline k by 8 in 2 stages; threads 16 by 16; \
         fma {} by {}",
        m / 16,
        n / 16
    )
}

fn checked(nest: &Nest, text: &str) {
    nest.verify().unwrap();
    let data: Vec<Vec<u8>> = nest.inputs.iter().map(|t| bytes(&mut Dice(3), t)).collect();
    let slices: Vec<&[u8]> = data.iter().map(Vec::as_slice).collect();
    let want = eval::run(nest, &slices).unwrap();
    let schedule: Schedule = text.parse().unwrap();
    assert_eq!(schedule.to_string(), text);
    for descending in [false, true] {
        check(nest, &schedule, &data, &want, descending);
    }
}

#[test]
fn warpgroups_of_any_size_and_order() {
    let all = [
        ([1, 64, 32, 128], BYTES, [true, true], [64, 32], 132),
        ([1, 70, 36, 144], BYTES, [true, true], [128, 32], 132),
        ([2, 40, 64, 160], MIXED, [true, true], [64, 64], 132),
        // Several tiles of each block, of as many steps as there are stages and more.
        ([3, 72, 40, 208], BYTES, [true, true], [64, 32], 2),
        ([1, 200, 72, 72], HALVES, [true, true], [128, 64], 1),
        ([1, 64, 64, 64], HALVES, [true, true], [64, 64], 132),
        ([1, 72, 72, 72], HALVES, [true, false], [128, 64], 132),
        ([1, 72, 80, 40], HALVES, [false, false], [64, 128], 132),
        ([2, 24, 32, 72], HALVES, [false, true], [64, 32], 132),
    ];
    for (sizes, elements, along, tile, blocks) in all {
        let sum = if elements == HALVES { Element::F32 } else { Element::I32 };
        let product = Product { sizes, elements, sum, along };
        let bytes = elements[0].byte_width() as u64;
        checked(&product.nest(), &wgmma(tile, bytes, blocks));
    }
}

/// Operands of `f32` that are split into two numbers where they lie.
#[test]
fn warpgroups_that_split_factors() {
    for (sizes, tile, blocks) in [
        ([1, 64, 32, 64], [64, 32], 132),
        ([2, 70, 40, 100], [128, 32], 1),
        ([1, 130, 72, 36], [64, 128], 2),
    ] {
        checked(&halved(sizes), &wgmma(tile, 4, blocks));
    }
    let schedule: Schedule = wgmma([128, 256], 4, 132).parse().unwrap();
    let error = loop_plan::plan(&halved([1, 128, 256, 32]), &schedule).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("at most 128 columns of tf32x3 sums"), "{error}");
}

/// A product of operands that are split.
fn halved(sizes: [u64; 4]) -> Nest {
    let (elements, sum) = ([Element::F32; 2], Element::F32);
    let mut nest = Product { sizes, elements, sum, along: [true, true] }.nest();
    nest.reduction.as_mut().unwrap().contract = Some(Exactness::ThreePasses);
    nest
}

#[test]
fn illegal_uses_say_why() {
    let product = |sizes, elements, sum, along| Product { sizes, elements, sum, along }.nest();
    let halves = |k, along| product([1, 64, 64, k], HALVES, Element::F32, along);
    let bytes = product([1, 64, 64, 128], BYTES, Element::I32, [true, false]);
    let mixed =
        product([1, 64, 64, 128], [Element::F16, Element::BF16], Element::F32, [true, true]);
    let narrow = wgmma([64, 32], 2, 132);
    let tile = || wgmma([64, 64], 2, 132);
    for (nest, text, say) in [
        (
            &halves(64, [true, true]),
            wgmma([96, 64], 2, 132),
            "block M must be 64 rows for each of 1 warpgroups, not 96",
        ),
        (&halves(64, [true, false]), narrow, "contiguous along n needs 64 columns, not 32"),
        // Rows of 132 bytes.
        (&halves(66, [true, true]), tile(), "TMA does not load an operand of this layout or type"),
        // Columns side by side, of bytes.
        (&bytes, wgmma([64, 64], 1, 132), "TMA does not load an operand of this layout or type"),
        (&mixed, tile(), "tensor cores do not multiply operands of these types"),
        (
            &halves(64, [true, true]),
            format!("{}; prefetch", tile()),
            "it does not go with the directives of a GPU's gemm",
        ),
    ] {
        let schedule: Schedule = text.parse().unwrap();
        let error = loop_plan::plan(nest, &schedule).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(say), "{text}: {error}");
    }
}
