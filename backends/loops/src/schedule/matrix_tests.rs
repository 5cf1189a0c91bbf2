//! Tests that gemms in the matrix unit compute what their nests define.

use super::tests::{Dice, bytes, check};
use super::*;
use crate::index::{Index, Var};
use crate::nest::{
    Body, Combiner, Condition, Dim, Exactness, Nest, Node, Output, Reduction, ScalarOp, Tensor,
    eval,
};
use hloom_ir::Element;

fn machine() -> Machine {
    Machine { matrix: true, ..Machine::default() }
}

pub(super) fn v(d: u32) -> Index {
    Index::var(Var(d))
}

/// `y[b, i, j] = Σ_k a·b + bias[j]` of these element types with an accumulation type; each operand
/// is contiguous along `k` or transposed.
pub(super) struct Product {
    pub(super) sizes: [u64; 4],
    pub(super) elements: [Element; 2],
    pub(super) sum: Element,
    pub(super) along: [bool; 2],
}

impl Product {
    pub(super) fn nest(&self) -> Nest {
        let [batch, m, n, k] = self.sizes;
        let dim = |name: &str, extent, reducing| Dim { name: name.to_owned(), extent, reducing };
        let tensor = |name: &str, element, shape: &[u64]| Tensor {
            name: name.to_owned(),
            element,
            shape: shape.to_vec(),
        };
        let order = |along: bool, own: u32| if along { [v(own), v(3)] } else { [v(3), v(own)] };
        let shape = |along: bool, own| if along { [batch, own, k] } else { [batch, k, own] };
        let mut body = Body::default();
        let mut factor = |input: u32, own: u32| {
            let [x, y] = order(self.along[input as usize], own);
            let element = self.elements[input as usize];
            let load = body.load(input, element, vec![v(0), x, y], Vec::new());
            body.convert(load, self.sum)
        };
        let (a, b) = (factor(0, 1), factor(1, 2));
        let values = vec![body.op(ScalarOp::Multiply, self.sum, &[a, b])];
        let initial = vec![body.constant(self.sum, 0)];
        let total = body.add(Node::Reduced(0), self.sum);
        let bias = body.load(2, self.sum, vec![v(2)], Vec::new());
        let value = body.op(ScalarOp::Add, self.sum, &[total, bias]);
        let combiner = Combiner::Each(vec![ScalarOp::Add]);
        let y = tensor("y", self.sum, &[batch, m, n]);
        Nest {
            name: "product".to_owned(),
            dims: vec![
                dim("b", batch, false),
                dim("i", m, false),
                dim("j", n, false),
                dim("k", k, true),
            ],
            inputs: vec![
                tensor("a", self.elements[0], &shape(self.along[0], m)),
                tensor("b", self.elements[1], &shape(self.along[1], n)),
                tensor("bias", self.sum, &[n]),
            ],
            body,
            reduction: Some(Reduction {
                values,
                initial,
                combiner,
                contract: Some(Exactness::Full),
            }),
            outputs: vec![Output::at(y, vec![v(0), v(1), v(2)], value)],
        }
    }
}

/// Checks the chosen schedule, which must use the matrix unit.
fn check_chosen(nest: &Nest) -> String {
    nest.verify().unwrap();
    let data: Vec<Vec<u8>> = nest.inputs.iter().map(|t| bytes(&mut Dice(3), t)).collect();
    let slices: Vec<&[u8]> = data.iter().map(Vec::as_slice).collect();
    let want = eval::run(nest, &slices).unwrap();
    let small = prepared(nest, &machine());
    let chosen = choose(&small, &machine());
    assert!(chosen.to_string().contains("matrix "), "{chosen}");
    assert_eq!(chosen.to_string().parse::<Schedule>().unwrap(), chosen);
    check(&small, &chosen, &data, &want, false);
    check(&small, &chosen, &data, &want, true);
    chosen.to_string()
}

pub(super) const BYTES: [Element; 2] = [Element::I8, Element::I8];
pub(super) const HALVES: [Element; 2] = [Element::BF16, Element::BF16];

#[test]
fn products_of_any_size_and_order() {
    for (sizes, elements, along) in [
        ([1, 64, 64, 128], BYTES, [true, false]),
        ([1, 41, 51, 70], BYTES, [true, false]),
        ([1, 70, 33, 67], BYTES, [false, true]),
        ([1, 33, 48, 65], [Element::I8, Element::U8], [true, true]),
        ([1, 9, 130, 101], [Element::U8, Element::I8], [false, false]),
        ([3, 33, 33, 64], BYTES, [true, false]),
        ([1, 41, 51, 37], HALVES, [true, false]),
        ([1, 64, 32, 64], HALVES, [false, true]),
        ([2, 33, 47, 33], HALVES, [true, false]),
    ] {
        let sum = if elements == HALVES { Element::F32 } else { Element::I32 };
        let product = Product { sizes, elements, sum, along };
        check_chosen(&product.nest());
    }
}

#[test]
fn a_large_product_is_cut_for_threads_and_packed_for_the_unit() {
    let product = Product {
        sizes: [1, 1024, 1024, 1024],
        elements: BYTES,
        sum: Element::I32,
        along: [true, false],
    };
    let chosen = choose(&prepared(&product.nest(), &machine()), &machine());
    assert_eq!(
        chosen.to_string(),
        "tile i by 128; interchange i, j, i'; parallel i; vectorize j by 16; unroll i' by 32; \
         unroll j by 2; matrix k by 64; pack rhs over j by 16, k by 4; \
         pack lhs over i' by 16, k by 64 in i"
    );
}

#[test]
fn what_the_unit_does_not_multiply_goes_to_vectors() {
    for (elements, sum, sizes) in [
        // Another accumulation type, operands of different types, and few rows, columns or steps.
        (HALVES, Element::F64, [1, 64, 64, 64]),
        ([Element::I8, Element::I16], Element::I32, [1, 64, 64, 64]),
        (BYTES, Element::I32, [1, 4, 256, 256]),
        (BYTES, Element::I32, [1, 256, 256, 8]),
    ] {
        let product = Product { sizes, elements, sum, along: [true, false] };
        let nest = prepared(&product.nest(), &machine());
        let chosen = choose(&nest, &machine()).to_string();
        assert!(!chosen.contains("matrix"), "{chosen}");
    }
}

/// A 3 by 3 convolution of a 9 by 9 image of `c` channels with zero padding, as a contraction:
/// several reducing dimensions, and guards in one operand.
pub(super) fn convolution() -> Nest {
    let (channels, features) = (40, 20);
    let mut nest = Product {
        sizes: [1, 9, features, channels],
        elements: BYTES,
        sum: Element::I32,
        along: [true, false],
    }
    .nest();
    let dim = |name: &str, extent, reducing| Dim { name: name.to_owned(), extent, reducing };
    nest.dims = vec![
        dim("y", 9, false),
        dim("x", 9, false),
        dim("f", features, false),
        dim("ky", 3, true),
        dim("kx", 3, true),
        dim("c", channels, true),
    ];
    nest.inputs[0].shape = vec![9, 9, channels];
    nest.inputs[1].shape = vec![3, 3, channels, features];
    nest.inputs.truncate(2);
    let mut body = Body::default();
    let at = [v(0) + v(3) - 1, v(1) + v(4) - 1];
    let inside =
        at.iter().map(|index| Condition { index: index.clone(), low: 0, high: 9 }).collect();
    let a = body.load(0, Element::I8, at.iter().cloned().chain([v(5)]).collect(), inside);
    let b = body.load(1, Element::I8, vec![v(3), v(4), v(5), v(2)], Vec::new());
    let (a, b) = (body.convert(a, Element::I32), body.convert(b, Element::I32));
    let values = vec![body.op(ScalarOp::Multiply, Element::I32, &[a, b])];
    let initial = vec![body.constant(Element::I32, 0)];
    let value = body.add(Node::Reduced(0), Element::I32);
    nest.body = body;
    if let Some(reduction) = &mut nest.reduction {
        (reduction.values, reduction.initial) = (values, initial);
    }
    let y = Tensor { name: "y".to_owned(), element: Element::I32, shape: vec![9, 9, features] };
    nest.outputs = vec![Output::at(y, vec![v(0), v(1), v(2)], value)];
    nest
}

#[test]
fn a_convolution_is_a_product_of_its_pixels() {
    check_chosen(&convolution());
}

#[test]
fn illegal_uses_of_the_unit_say_why() {
    let sizes = [1, 64, 64, 128];
    let product = |elements, sum| Product { sizes, elements, sum, along: [true, false] }.nest();
    let bytes = product(BYTES, Element::I32);
    let tile = "vectorize j by 16; unroll i by 32; unroll j by 2; matrix k by 64";
    let packs = "pack rhs over j by 16, k by 4; pack lhs over i by 16, k by 64";
    let reason = |nest: &Nest, text: &str| {
        let schedule: Schedule = text.parse().unwrap();
        loop_plan::plan(nest, &schedule).map(|_| ()).map_err(|e| e.to_string())
    };
    assert_eq!(reason(&bytes, &format!("{tile}; {packs}")), Ok(()));
    let floats = product([Element::F32, Element::F32], Element::F32);
    for (nest, text, say) in [
        (&bytes, tile.to_owned(), "is not packed over i by 16, k by 64"),
        (&bytes, "matrix k by 32".to_owned(), "rows of operands have 64 bytes"),
        (&bytes, "matrix i by 64".to_owned(), "it does not reduce"),
        (&bytes, "unroll k by 2; matrix k by 64".to_owned(), "unrolled already"),
        (&bytes, "matrix k by 64; vectorize k by 16".to_owned(), "summed in groups"),
        (&bytes, format!("matrix k by 64; {packs}"), "columns are vectors of 16"),
        (&bytes, format!("vectorize j by 16; matrix k by 64; {packs}"), "that of rows"),
        (
            &bytes,
            format!("vectorize j by 16; unroll i by 8; matrix k by 64; {packs}"),
            "a multiple of 16",
        ),
        (
            &bytes,
            format!("vectorize j by 16; unroll i by 64; unroll j by 2; matrix k by 64; {packs}"),
            "not so many registers",
        ),
        (&floats, "matrix k by 16".to_owned(), "there are no products of f32"),
    ] {
        let reason = reason(nest, &text).unwrap_err();
        assert!(reason.contains(say), "{text}: {reason}");
    }
}
