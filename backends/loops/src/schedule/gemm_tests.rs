//! Products by warpgroups compute what the nests say, whatever order threads run in.

use super::matrix_tests::{BYTES, HALVES, Product};
use super::tests::{Dice, bytes, check};
use super::*;
use crate::nest::{Exactness, Nest, eval};
use hloom_ir::Element;

/// Signed by unsigned bytes.
const MIXED: [Element; 2] = [Element::I8, Element::U8];

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
        ([1, 64, 32, 128], BYTES, [true, true], "wgmma 64 by 32 on 132"),
        ([1, 70, 36, 144], BYTES, [true, true], "wgmma 128 by 32 on 132"),
        ([2, 40, 64, 160], MIXED, [true, true], "wgmma 64 by 64 on 132"),
        // Several tiles of each block, of as many steps as there are stages and more.
        ([3, 72, 40, 208], BYTES, [true, true], "wgmma 64 by 32 on 2"),
        ([1, 200, 72, 72], HALVES, [true, true], "wgmma 128 by 64 on 1"),
        ([1, 64, 64, 64], HALVES, [true, true], "wgmma 64 by 64 on 132"),
        ([1, 72, 72, 72], HALVES, [true, false], "wgmma 128 by 64 on 132"),
        ([1, 72, 80, 40], HALVES, [false, false], "wgmma 64 by 128 on 132"),
        ([2, 24, 32, 72], HALVES, [false, true], "wgmma 64 by 32 on 132"),
    ];
    for (sizes, elements, along, text) in all {
        let sum = if elements == HALVES { Element::F32 } else { Element::I32 };
        let product = Product { sizes, elements, sum, along };
        checked(&product.nest(), text);
    }
}

/// Operands of `f32` that are split into two numbers where they lie.
#[test]
fn warpgroups_that_split_factors() {
    for (sizes, text) in [
        ([1, 64, 32, 64], "wgmma 64 by 32 on 132"),
        ([2, 70, 40, 100], "wgmma 128 by 32 on 1"),
        ([1, 130, 72, 36], "wgmma 64 by 128 on 2"),
    ] {
        checked(&halved(sizes), text);
    }
    let schedule: Schedule = "wgmma 128 by 256 on 132".parse().unwrap();
    let error = loop_plan::plan(&halved([1, 128, 256, 32]), &schedule).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("there are no tiles of 128 by 256"), "{error}");
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
    for (nest, text, say) in [
        (&halves(64, [true, true]), "wgmma 96 by 64 on 132", "there are no tiles of 96 by 64"),
        (&halves(64, [true, false]), "wgmma 64 by 32 on 132", "there are no tiles of 64 by 32"),
        // Rows of 132 bytes.
        (&halves(66, [true, true]), "wgmma 64 by 64 on 132", "TMA does not load such operands"),
        // Columns side by side, of bytes.
        (&bytes, "wgmma 64 by 64 on 132", "TMA does not load such operands"),
        (&mixed, "wgmma 64 by 64 on 132", "tensor cores do not multiply such operands"),
        (&halves(64, [true, true]), "wgmma 64 by 64 on 132; prefetch", "it stands alone"),
    ] {
        let schedule: Schedule = text.parse().unwrap();
        let error = loop_plan::plan(nest, &schedule).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(say), "{text}: {error}");
    }
    for text in ["wgmma 64 by 64", "wgmma 64 by 64 on 0", "wgmma 64 by 64 on all", "mma 64 on 3"] {
        assert!(text.parse::<Schedule>().is_err(), "{text}");
    }
}
