//! Tests that gemms with dot-product instructions compute what their nests define.

use super::matrix_tests::{BYTES, HALVES, Product, convolution};
use super::tests::{Dice, bytes, check};
use super::*;
use crate::nest::{Nest, eval};
use hloom_ir::Element;

/// x86: unsigned by signed bytes, and pairs of bf16.
const X86: Dots = Dots { s8: false, u8: false, us8: true, bf16: true, single: true };
/// All signednesses, but no bf16.
const SIGNS: Dots = Dots { s8: true, u8: true, us8: true, bf16: false, single: false };

fn machines() -> Vec<Machine> {
    let of = |dots, vector_bytes| Machine { dots, vector_bytes, ..Machine::default() };
    vec![of(X86, 64), of(X86, 32), of(SIGNS, 64), of(SIGNS, 16)]
}

/// The chosen schedule, checked, if it uses dot-product instructions.
fn chosen(nest: &Nest, machine: &Machine) -> Option<String> {
    nest.verify().unwrap();
    let data: Vec<Vec<u8>> = nest.inputs.iter().map(|t| bytes(&mut Dice(3), t)).collect();
    let slices: Vec<&[u8]> = data.iter().map(Vec::as_slice).collect();
    let want = eval::run(nest, &slices).unwrap();
    let nest = prepared(nest, machine);
    let chosen = choose(&nest, machine);
    assert_eq!(chosen.to_string().parse::<Schedule>().unwrap(), chosen);
    let grouped = chosen.to_string().contains("dot ");
    grouped.then(|| {
        check(&nest, &chosen, &data, &want, false);
        check(&nest, &chosen, &data, &want, true);
        chosen.to_string()
    })
}

#[test]
fn products_of_any_size_and_order() {
    let mixed = [Element::I8, Element::U8];
    let all = [
        ([1, 64, 64, 128], BYTES, [true, false]),
        ([1, 41, 51, 70], BYTES, [true, false]),
        ([1, 70, 33, 67], BYTES, [false, true]),
        ([1, 33, 48, 65], mixed, [true, true]),
        ([1, 18, 130, 101], [Element::U8, Element::I8], [false, false]),
        ([1, 33, 64, 67], [Element::U8, Element::U8], [false, false]),
        ([3, 33, 33, 64], BYTES, [true, false]),
        ([1, 41, 51, 37], HALVES, [true, false]),
        ([1, 64, 32, 64], HALVES, [false, true]),
        ([2, 33, 47, 33], HALVES, [true, false]),
    ];
    for machine in machines() {
        for (sizes, elements, along) in all {
            let sum = if elements == HALVES { Element::F32 } else { Element::I32 };
            let nest = Product { sizes, elements, sum, along }.nest();
            let dots = machine.dots;
            let there = match elements {
                HALVES => dots.bf16,
                [Element::U8, Element::U8] => dots.u8,
                _ => true,
            };
            assert_eq!(chosen(&nest, &machine).is_some(), there, "{elements:?} {dots:?}");
        }
    }
}

#[test]
fn signed_bytes_have_an_offset_where_one_factor_is_unsigned() {
    let product = Product {
        sizes: [1, 128, 128, 128],
        elements: BYTES,
        sum: Element::I32,
        along: [true, false],
    };
    let text = |dots| {
        let machine = Machine { dots, ..Machine::default() };
        choose(&prepared(&product.nest(), &machine), &machine).to_string()
    };
    assert_eq!(
        text(X86),
        "interchange j, i; vectorize j by 16; unroll i by 8; unroll j by 2; \
         dot k by 4 offset; pack rhs over j by 32, k by 4; pack lhs over i by 8, k by 4"
    );
    assert!(text(SIGNS).contains("dot k by 4; "), "{}", text(SIGNS));
    assert!(!text(Dots::default()).contains("dot"));
}

#[test]
fn a_convolution_is_a_product_of_its_pixels() {
    for machine in machines() {
        assert!(chosen(&convolution(), &machine).is_some());
    }
}

#[test]
fn illegal_uses_say_why() {
    let sizes = [1, 64, 64, 128];
    let product = |elements, sum| Product { sizes, elements, sum, along: [true, false] }.nest();
    let bytes = product(BYTES, Element::I32);
    let halves = product(HALVES, Element::F32);
    let reason = |nest: &Nest, text: &str| {
        let schedule: Schedule = text.parse().unwrap();
        loop_plan::plan(nest, &schedule).map(|_| ()).map_err(|e| e.to_string())
    };
    let packs = |by| format!("pack rhs over j by 16, k by {by}; pack lhs over i by 8, k by {by}");
    let tile = "vectorize j by 16; unroll i by 8";
    for text in ["dot k by 4", "dot k by 4 offset"] {
        assert_eq!(reason(&bytes, &format!("{tile}; {text}; {}", packs(4))), Ok(()));
    }
    assert_eq!(reason(&halves, &format!("{tile}; dot k by 2; {}", packs(2))), Ok(()));
    for (nest, text, say) in [
        (&bytes, format!("{tile}; dot k by 4"), "is not packed over k by 4 last"),
        (&bytes, format!("{tile}; dot k by 2; {}", packs(2)), "4 are summed at once"),
        (&bytes, format!("dot k by 4; {}", packs(4)), "lanes are to be columns"),
        (&bytes, "dot i by 4".to_owned(), "it does not reduce"),
        (&bytes, "unroll k by 2; dot k by 4".to_owned(), "unrolled already"),
        (&bytes, "dot k by 4; matrix k by 64".to_owned(), "in groups already"),
        (&halves, format!("{tile}; dot k by 2 offset; {}", packs(2)), "no such products of bf16"),
    ] {
        let reason = reason(nest, &text).unwrap_err();
        assert!(reason.contains(say), "{text}: {reason}");
    }
}
