//! Convolutions by warpgroups compute what the nests say.

use super::gemm_tests::wgmma;
use super::matrix_tests::{BYTES, HALVES, v};
use super::tests::{Dice, bytes, check};
use super::*;
use crate::index::Index;
use crate::nest::{
    Body, Combiner, Condition, Dim, Exactness, Nest, Node, Output, Reduction, ScalarOp, Tensor,
    eval,
};
use hloom_ir::Element;

/// A convolution of `[n, y, x, c]` by `[ky, kx, c, f]`, or by `[f, ky, kx, c]`.
#[derive(Clone, Copy)]
struct Convolution {
    batch: u64,
    /// Pixels, elements of the window, steps and distances along `y` and `x`.
    sides: [u64; 2],
    window: [u64; 2],
    steps: [i64; 2],
    apart: [i64; 2],
    /// Padding before the first pixel.
    padding: [i64; 2],
    /// Places of the window.
    places: [u64; 2],
    /// Parts of the channels, each with a result of its own, and channels of a part.
    parts: u64,
    channels: u64,
    features: u64,
    elements: [Element; 2],
    by_features: bool,
    reversed: bool,
    /// Whether results have pixels side by side, and not features.
    transposed: bool,
}

const PLAIN: Convolution = Convolution {
    batch: 2,
    sides: [6, 5],
    window: [3, 3],
    steps: [1, 1],
    apart: [1, 1],
    padding: [1, 1],
    places: [6, 5],
    parts: 1,
    channels: 64,
    features: 24,
    elements: HALVES,
    by_features: false,
    reversed: false,
    transposed: false,
};

impl Convolution {
    fn nest(&self) -> Nest {
        let dim = |name: &str, extent, reducing| Dim { name: name.to_owned(), extent, reducing };
        let tensor = |name: &str, element, shape: &[u64]| Tensor {
            name: name.to_owned(),
            element,
            shape: shape.to_vec(),
        };
        let ([high, wide], [down, over]) = (self.sides, self.window);
        let (all, features) = (self.parts * self.channels, self.features);
        let sum = if self.elements == BYTES { Element::I32 } else { Element::F32 };
        let mut body = Body::default();
        let (mut at, mut guard) = (Vec::new(), Vec::new());
        for n in 0..2 {
            let index = v(2 + n) * self.steps[n as usize] + v(5 + n) * self.apart[n as usize]
                - self.padding[n as usize];
            let last = (self.places[n as usize] - 1) as i64 * self.steps[n as usize]
                + (self.window[n as usize] - 1) as i64 * self.apart[n as usize]
                - self.padding[n as usize];
            let pixels = self.sides[n as usize] as i64;
            if self.padding[n as usize] > 0 || last >= pixels {
                guard.push(Condition { index: index.clone(), low: 0, high: pixels });
            }
            at.push(index);
        }
        let channel = v(0) * self.channels as i64 + v(7);
        let coords = [v(1), at[0].clone(), at[1].clone(), channel.clone()].to_vec();
        let a = body.load(0, self.elements[0], coords, guard);
        let element = |n: u32| match self.reversed {
            true => -v(5 + n) + (self.window[n as usize] as i64 - 1),
            false => v(5 + n),
        };
        let (shape, coords): (Vec<u64>, Vec<Index>) = match self.by_features {
            true => {
                ([features, down, over, all].into(), [v(4), element(0), element(1), channel].into())
            }
            false => {
                ([down, over, all, features].into(), [element(0), element(1), channel, v(4)].into())
            }
        };
        let b = body.load(1, self.elements[1], coords, Vec::new());
        let (a, b) = (body.convert(a, sum), body.convert(b, sum));
        let values = vec![body.op(ScalarOp::Multiply, sum, &[a, b])];
        let initial = vec![body.constant(sum, 0)];
        let total = body.add(Node::Reduced(0), sum);
        let bias = body.load(2, sum, vec![v(4)], Vec::new());
        let value = body.op(ScalarOp::Add, sum, &[total, bias]);
        let [y, x] = self.places;
        let (to, places) = match self.transposed {
            true => ([self.parts, self.batch, features, y, x], [v(0), v(1), v(4), v(2), v(3)]),
            false => ([self.parts, self.batch, y, x, features], [v(0), v(1), v(2), v(3), v(4)]),
        };
        Nest {
            name: "convolution".to_owned(),
            dims: vec![
                dim("p", self.parts, false),
                dim("n", self.batch, false),
                dim("y", y, false),
                dim("x", x, false),
                dim("f", features, false),
                dim("ky", down, true),
                dim("kx", over, true),
                dim("c", self.channels, true),
            ],
            inputs: vec![
                tensor("a", self.elements[0], &[self.batch, high, wide, all]),
                tensor("b", self.elements[1], &shape),
                tensor("bias", sum, &[features]),
            ],
            body,
            reduction: Some(Reduction {
                values,
                initial,
                combiner: Combiner::Each(vec![ScalarOp::Add]),
                contract: Some(Exactness::OnePass),
            }),
            outputs: vec![Output::at(tensor("y", sum, &to), places.to_vec(), value)],
        }
    }
}

fn checked(it: &Convolution, (tile, blocks): ([u64; 2], u64)) {
    let whole = it.nest();
    let text = wgmma(tile, it.elements[0].byte_width() as u64, blocks);
    whole.verify().unwrap();
    let data: Vec<Vec<u8>> = whole.inputs.iter().map(|t| bytes(&mut Dice(3), t)).collect();
    let slices: Vec<&[u8]> = data.iter().map(Vec::as_slice).collect();
    let want = eval::run(&whole, &slices).unwrap();
    let schedule: Schedule = text.parse().unwrap();
    // The second nest has those dimensions merged that every access traverses as one.
    for nest in [whole.clone(), whole.collapsed()] {
        nest.verify().unwrap();
        for descending in [false, true] {
            check(&nest, &schedule, &data, &want, descending);
        }
    }
}

#[test]
fn pixels_under_a_window() {
    let (few, many) = (([64, 64], 132), ([64, 64], 1));
    let strided = Convolution { steps: [2, 3], places: [3, 2], ..PLAIN };
    let apart = Convolution { apart: [2, 3], padding: [2, 3], ..PLAIN };
    let inside = Convolution { padding: [0, 0], places: [4, 3], ..PLAIN };
    checked(&PLAIN, few);
    checked(&PLAIN, ([128, 64], 132));
    checked(&strided, few);
    checked(&Convolution { by_features: true, ..strided }, many);
    checked(&apart, few);
    // No guards: the window and channels are one dimension, collapsed.
    checked(&inside, many);
    checked(&Convolution { by_features: true, ..inside }, few);
    // Along one side alone, and single pixels.
    checked(&Convolution { window: [3, 1], padding: [1, 0], ..PLAIN }, few);
    checked(&Convolution { window: [3, 1], padding: [0, 0], places: [4, 5], ..PLAIN }, few);
    checked(&Convolution { window: [1, 3], padding: [0, 0], places: [6, 3], ..PLAIN }, few);
    let single = Convolution { window: [1, 1], padding: [0, 0], ..PLAIN };
    checked(&Convolution { steps: [2, 2], places: [3, 3], ..single }, few);
    checked(&Convolution { batch: 1, ..PLAIN }, many);
    // Elements of the window that go back.
    checked(&Convolution { reversed: true, ..strided }, few);
    checked(&Convolution { reversed: true, by_features: true, ..PLAIN }, many);
}

#[test]
fn channels_that_fill_no_row() {
    for channels in [8, 40, 72, 136] {
        let it = Convolution { channels, batch: 1, sides: [5, 4], places: [5, 4], ..PLAIN };
        checked(&it, ([64, 64], 132));
        checked(&Convolution { by_features: true, ..it }, ([64, 32], 132));
    }
}

#[test]
fn elements_of_every_size() {
    let it = Convolution { batch: 1, sides: [5, 4], places: [5, 4], by_features: true, ..PLAIN };
    for channels in [128, 144] {
        let it = Convolution { elements: BYTES, channels, ..it };
        checked(&it, ([64, 32], 132));
    }
    for channels in [32, 36] {
        let it = Convolution { elements: [Element::F32; 2], channels, ..it };
        checked(&it, ([64, 64], 132));
    }
}

#[test]
fn parts_of_channels_and_pixels_side_by_side() {
    let it = Convolution { batch: 1, sides: [5, 4], places: [5, 4], ..PLAIN };
    checked(&Convolution { parts: 3, ..it }, ([64, 64], 2));
    checked(&Convolution { parts: 2, channels: 128, by_features: true, ..it }, ([64, 64], 132));
    checked(&Convolution { transposed: true, ..PLAIN }, ([64, 64], 132));
    checked(
        &Convolution { transposed: true, batch: 1, by_features: true, ..PLAIN },
        ([64, 128], 1),
    );
}

#[test]
fn what_copies_of_pixels_do_not_bring() {
    let wide = Convolution { batch: 1, padding: [1, 0], ..PLAIN };
    let padded = PLAIN.nest();
    let mut less = padded.clone();
    // Pixels that are there are not read.
    let Node::Load { input, coords, mut guard } = padded.body.node(crate::nest::NodeId(0)).clone()
    else {
        panic!("it loads first")
    };
    guard[0].high -= 1;
    let body = padded.body.clone();
    let mut other = Body::default();
    for id in body.ids() {
        let node = match body.node(id) {
            Node::Load { input: 0, .. } => {
                Node::Load { input, coords: coords.clone(), guard: guard.clone() }
            }
            node => node.clone(),
        };
        other.add(node, body.element(id));
    }
    less.body = other;
    for (nest, why) in [
        (less, "a guard that is not the image's end"),
        // A part's channels go on in the next part's, and weights there are other ones.
        (Convolution { parts: 2, channels: 72, ..PLAIN }.nest(), "parts that are no rows"),
        // Channels of 132 bytes.
        (Convolution { channels: 66, ..PLAIN }.nest(), "pixels at any place"),
        (Convolution { steps: [1, 9], places: [6, 1], window: [3, 1], ..PLAIN }.nest(), ""),
        (Convolution { steps: [9, 1], sides: [19, 5], places: [3, 5], ..PLAIN }.nest(), "steps"),
        // The last element of the window is 256 pixels away.
        (
            Convolution { sides: [4, 300], apart: [1, 128], places: [4, 44], ..wide }.nest(),
            "offsets",
        ),
        (Convolution { elements: BYTES, channels: 128, ..PLAIN }.nest(), "turned bytes"),
    ] {
        let element = nest.inputs[0].element;
        let text = wgmma([64, 64], element.byte_width() as u64, 132);
        let schedule: Schedule = text.parse().unwrap();
        let legal =
            loop_plan::plan(&nest, &schedule).map(|_| ()).map_err(|error| error.to_string());
        match why {
            // A side of one place has no steps.
            "" => assert_eq!(legal, Ok(())),
            _ => {
                let said = legal.expect_err(why);
                assert!(
                    said.contains("TMA does not load an operand of this layout or type"),
                    "{said}"
                );
            }
        }
    }
}
