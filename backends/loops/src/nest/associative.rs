//! Proof that a combiner is associative: partial results of consecutive points, each begun with the
//! initial values, may then be combined in order.
//!
//! A combiner that only compares and selects, as one that finds the largest element and its place,
//! returns values that it was given, and which of them depends on their order alone. It is therefore
//! enough to look at representatives: for each value the initial one, three below it and three above,
//! both zeros and NaN, since three elements and the initial ones have no other orders among them.
//! The results of all pairs are a table, by which the laws are checked for all triples.

use super::{Body, Combiner, Node};
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
        let Combiner::Body(body, _) = self else { return true };
        let wide = |element: &Element| {
            let width = element.byte_width();
            (element.is_float() || element.is_integer())
                && !element.is_quantized()
                && (width == 4 || width == 8)
        };
        if !elements.iter().all(wide) || elements.len() != initial.len() || !only_compares(body) {
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
            let begun = f(first, a);
            f(begun, first) == begun
                && (0..count).all(|b| {
                    f(begun, f(first, b)) == f(begun, b)
                        && (0..count).all(|c| f(f(a, b), c) == f(a, f(b, c)))
                })
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

/// Whether a body has no other operations than comparisons, selections and logic.
fn only_compares(body: &Body) -> bool {
    let compares = |op: ScalarOp| {
        matches!(op, ScalarOp::Compare(_) | ScalarOp::CompareTotal(_) | ScalarOp::Select)
    };
    let logic =
        |op: ScalarOp| matches!(op, ScalarOp::And | ScalarOp::Or | ScalarOp::Xor | ScalarOp::Not);
    body.ids().all(|id| {
        let truth = body.element(id) == Element::I1;
        match body.node(id) {
            Node::Parameter(_) => true,
            Node::Constant(_) => truth,
            Node::Op(op, _) => compares(*op) || truth && logic(*op),
            Node::Index(_)
            | Node::Holds(_)
            | Node::Load { .. }
            | Node::Lookup { .. }
            | Node::Reduced(_) => false,
        }
    })
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
        let zero = eval::from_f64(scalar, 0.0);
        let minus = eval::from_f64(scalar, -0.0);
        let one = eval::to_f64(scalar, initial);
        // Steps of which single precision sees each.
        let step = if one.is_finite() { one.abs().max(1.0) * 0.25 } else { 1.0 };
        let base = if one.is_finite() { one } else { 0.0 };
        let nearby = (-3i32..=3).map(|n| eval::from_f64(scalar, base + f64::from(n) * step));
        let nearby: Bits = nearby.filter(|bits| eval::to_f64(scalar, *bits).is_finite()).collect();
        nearby.into_iter().for_each(&mut add);
        let ends = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        ends.map(|value| eval::from_f64(scalar, value)).into_iter().for_each(&mut add);
        [zero, minus].into_iter().for_each(&mut add);
        return found;
    }
    for n in 1..=3u64 {
        // Past the ends numbers wrap, and are others all the same.
        add(initial.wrapping_add(n) & scalar.mask());
        add(initial.wrapping_sub(n) & scalar.mask());
    }
    found
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
    use crate::nest::NodeId;

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
