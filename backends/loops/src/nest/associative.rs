//! Proof that a combiner is associative: partial results of consecutive points, each begun with the
//! initial values, may then be combined in order.
//!
//! A combiner that only compares and selects, as one that finds the largest element and its place,
//! returns values that it was given, and which of them depends on their order alone. If it compares
//! values of one place among the results with each other only, it is enough to look at representatives:
//! for each place the initial value, three below it and three above, both zeros, infinities and NaN,
//! since three elements and the initial one have no other orders. The results of all pairs are a table,
//! by which the laws are checked for all triples.

use super::{Body, Combiner, Node, NodeId};
use crate::math::{Direct, Parts, ScalarOp, register};
use crate::program::{Scalar, eval};
use hloom_ir::Element;

/// The most representatives of all values of an element together.
const MOST: usize = 160;

/// Values of one element.
type Bits = Vec<u64>;

impl Combiner {
    /// Whether results `r` of consecutive points may be computed as `f(r₁, r₂)` of both parts, each
    /// begun with these initial values (storage bits), and whether points may be added that have the
    /// initial values.
    pub fn is_associative(&self, elements: &[Element], initial: &[u64]) -> bool {
        let Combiner::Body(body, results) = self else { return true };
        let wide = |element: &Element| {
            let width = element.byte_width();
            (element.is_float() || element.is_integer())
                && !element.is_quantized()
                && (width == 4 || width == 8)
        };
        if !elements.iter().all(wide)
            || elements.len() != initial.len()
            || !only_compares(body, results)
        {
            return false;
        }
        let scalars: Vec<Scalar> = elements.iter().map(|&element| register(element)).collect();
        let each = elements.iter().zip(&scalars).zip(initial);
        let each: Vec<Bits> =
            each.map(|((element, scalar), bits)| around(*element, *scalar, *bits)).collect();
        let count = each.iter().map(Vec::len).product::<usize>();
        if count > MOST {
            return false;
        }
        let all: Vec<Bits> = (0..count).map(|number| element_of(&each, number)).collect();
        let Some(table) = self.table(elements, &scalars, &all) else { return false };
        let Some(first) = all.iter().position(|bits| bits[..] == initial[..]) else { return false };
        let f = |a: usize, b: usize| table[a * count + b];
        (0..count).all(|a| {
            let started = f(first, a);
            f(started, first) == started
                && f(first, started) == started
                && (0..count).all(|b| (0..count).all(|c| f(f(a, b), c) == f(a, f(b, c))))
        })
    }

    /// The number of the result of each pair, the first one's number times how many there are plus the
    /// second one's; `None` if a result is none of them.
    fn table(&self, elements: &[Element], scalars: &[Scalar], all: &[Bits]) -> Option<Vec<usize>> {
        let parts = |bits: &Bits| -> Vec<Parts<(Scalar, u64)>> {
            scalars.iter().zip(bits).map(|(&scalar, &bits)| (scalar, bits).into()).collect()
        };
        let all_parts: Vec<_> = all.iter().map(parts).collect();
        let numbers: rustc_hash::FxHashMap<&Bits, usize> =
            all.iter().enumerate().map(|(number, bits)| (bits, number)).collect();
        let mut table = Vec::with_capacity(all.len() * all.len());
        for left in &all_parts {
            for right in &all_parts {
                let result = self.combine(&mut Direct, elements, left, right).ok()?;
                let bits: Bits = result.iter().map(|part| part.re.1).collect();
                table.push(*numbers.get(&bits)?);
            }
        }
        Some(table)
    }
}

/// Whether a body only compares values with such of the same place among the results, and selects each
/// result from values of its place.
fn only_compares(body: &Body, results: &[NodeId]) -> bool {
    let count = results.len();
    // The place of the values that a node may be; of truth values there is none.
    let mut places: Vec<Option<usize>> = Vec::with_capacity(body.len());
    for id in body.ids() {
        let truth = body.element(id) == Element::I1;
        let of = |operand: &NodeId| places[operand.0 as usize];
        let place = match body.node(id) {
            Node::Parameter(n) => Some(*n as usize % count),
            Node::Constant(_) if truth => None,
            Node::Op(ScalarOp::Compare(_), operands) if of(&operands[0]) == of(&operands[1]) => {
                None
            }
            Node::Op(ScalarOp::Select, operands) if of(&operands[1]) == of(&operands[2]) => {
                of(&operands[1])
            }
            Node::Op(op, operands)
                if truth
                    && matches!(
                        op,
                        ScalarOp::And | ScalarOp::Or | ScalarOp::Xor | ScalarOp::Not
                    )
                    && operands.iter().all(|operand| of(operand).is_none()) =>
            {
                None
            }
            Node::Constant(_)
            | Node::Op(..)
            | Node::Index(_)
            | Node::Holds(_)
            | Node::Load { .. }
            | Node::Lookup { .. }
            | Node::Reduced(_) => return false,
        };
        places.push(place);
    }
    results.iter().enumerate().all(|(place, result)| places[result.0 as usize] == Some(place))
}

/// An initial value and those around it, so that three more may have any order with it.
fn around(element: Element, scalar: Scalar, initial: u64) -> Bits {
    let mut found = vec![initial];
    let mut add = |bits: u64| {
        if !found.contains(&bits) {
            found.push(bits);
        }
    };
    if element.is_float() {
        let (mut above, mut below) = (initial, initial);
        for _ in 0..3 {
            (above, below) = (neighbour(scalar, above, true), neighbour(scalar, below, false));
            add(above);
            add(below);
        }
        let others = [0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        others.map(|value| eval::from_f64(scalar, value)).into_iter().for_each(&mut add);
        return found;
    }
    for n in 1..=3u64 {
        // At the ends numbers wrap; they are still other values.
        add(initial.wrapping_add(n) & scalar.mask());
        add(initial.wrapping_sub(n) & scalar.mask());
    }
    found
}

/// The next float above or below; NaN and the infinity of that side are their own.
fn neighbour(scalar: Scalar, bits: u64, above: bool) -> u64 {
    match (scalar, above) {
        (Scalar::F32, true) => f32::from_bits(bits as u32).next_up().to_bits().into(),
        (Scalar::F32, false) => f32::from_bits(bits as u32).next_down().to_bits().into(),
        (_, true) => f64::from_bits(bits).next_up().to_bits(),
        (_, false) => f64::from_bits(bits).next_down().to_bits(),
    }
}

/// The values of an element by its number.
fn element_of(each: &[Bits], mut number: usize) -> Bits {
    let value = |values: &Bits| {
        let at = number % values.len();
        number /= values.len();
        values[at]
    };
    each.iter().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Direction;

    /// The combiner of JAX's `argmax`: the larger value, NaN before all, of equal ones the first.
    fn largest(ties: Direction) -> Combiner {
        let mut body = Body::default();
        let (f, i, t) = (Element::F32, Element::I32, Element::I1);
        let [x, n, y, m] =
            [(0, f), (1, i), (2, f), (3, i)].map(|(p, e)| body.add(Node::Parameter(p), e));
        let above = body.op(ScalarOp::Compare(Direction::Gt), t, &[x, y]);
        let nan = body.op(ScalarOp::Compare(Direction::Ne), t, &[x, x]);
        let value = body.op(ScalarOp::Or, t, &[above, nan]);
        let equal = body.op(ScalarOp::Compare(Direction::Eq), t, &[x, y]);
        let before = body.op(ScalarOp::Compare(ties), t, &[n, m]);
        let tie = body.op(ScalarOp::And, t, &[equal, before]);
        let place = body.op(ScalarOp::Or, t, &[value, tie]);
        let results: Vec<NodeId> = vec![
            body.op(ScalarOp::Select, f, &[value, x, y]),
            body.op(ScalarOp::Select, i, &[place, n, m]),
        ];
        Combiner::Body(body, results)
    }

    #[test]
    fn the_largest_element_and_its_place_are_associative() {
        let elements = [Element::F32, Element::I32];
        let infinity = u64::from(f32::NEG_INFINITY.to_bits());
        assert!(largest(Direction::Lt).is_associative(&elements, &[infinity, 0]));
        // Of equal ones the last: also one rule.
        assert!(largest(Direction::Gt).is_associative(&elements, &[infinity, 0]));
    }

    #[test]
    fn other_bodies_are_not() {
        let f = Element::F32;
        let parameters = |body: &mut Body| [0, 1].map(|p| body.add(Node::Parameter(p), f));
        let mut body = Body::default();
        let [x, y] = parameters(&mut body);
        let difference = body.op(ScalarOp::Subtract, f, &[x, y]);
        assert!(!Combiner::Body(body, vec![difference]).is_associative(&[f], &[0]));
        // The last one is, but points that are added would be the last.
        let mut body = Body::default();
        let [_, y] = parameters(&mut body);
        assert!(!Combiner::Body(body, vec![y]).is_associative(&[f], &[0]));
        // The first one is, which is the initial value.
        let mut body = Body::default();
        let [x, _] = parameters(&mut body);
        assert!(Combiner::Body(body, vec![x]).is_associative(&[f], &[0]));
        // Values of different places are compared.
        let mut body = Body::default();
        let n = Element::I32;
        let [a, b, c, d] = [0, 1, 2, 3].map(|p| body.add(Node::Parameter(p), n));
        let less = body.op(ScalarOp::Compare(Direction::Lt), Element::I1, &[a, d]);
        let results = [(a, c), (b, d)].map(|(x, y)| body.op(ScalarOp::Select, n, &[less, x, y]));
        assert!(!Combiner::Body(body, results.to_vec()).is_associative(&[n, n], &[0, 100]));
        // The larger value with the place of the smaller one.
        let mut body = Body::default();
        let i = Element::I32;
        let [x, n, y, m] =
            [(0, f), (1, i), (2, f), (3, i)].map(|(p, e)| body.add(Node::Parameter(p), e));
        let above = body.op(ScalarOp::Compare(Direction::Gt), Element::I1, &[x, y]);
        let value = body.op(ScalarOp::Select, f, &[above, x, y]);
        let place = body.op(ScalarOp::Select, i, &[above, m, n]);
        assert!(!Combiner::Body(body, vec![value, place]).is_associative(&[f, i], &[0, 0]));
    }
}
