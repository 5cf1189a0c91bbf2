//! Recognition of comparators that compare keys: `f(a) < f(b)`, and if these are equal `g(a) <
//! g(b)`, and so on. Such inputs are sorted by keys that are computed once.

use crate::body::program::{ScalarProgram, Source};
use crate::column::Column;
use crate::elem::{Float, Int, with_float, with_int};
use crate::error::EvalResult;
use crate::function::Binary;
use crate::pointwise::Pointwise;
use hloom_ir::Element;
use hloom_ir::literal::Bytes;
use hloom_ir::ops::{CompareType, Direction};
use rustc_hash::FxHashMap;

/// A key: how it is computed and compared.
pub(crate) struct Key {
    program: ScalarProgram,
    element: Element,
    kind: Option<CompareType>,
    descending: bool,
}

/// The two operands of a comparison.
type Compared = [Source; 2];

impl ScalarProgram {
    /// The keys that this comparator compares, the most significant first; `None` if it is of
    /// another form. Argument 2i is the left element of input i, 2i + 1 the right one.
    pub(super) fn sort_keys(&self) -> Option<Vec<Key>> {
        let [(source, Element::I1)] = self.results[..] else { return None };
        let mut keys = Vec::new();
        self.collect(source, &mut keys)?;
        Some(keys)
    }

    /// Collects the keys of `less(k0) or equal(k0) and (less(k1) or …)`.
    fn collect(&self, source: Source, keys: &mut Vec<Key>) -> Option<()> {
        let Source::Register(at) = source else { return None };
        let ins = &self.steps[at].ins;
        match self.steps[at].op {
            Pointwise::Compare(..) => {
                keys.push(self.key(source)?.1);
                Some(())
            }
            Pointwise::Binary(Binary::Or) => {
                let (less, both) = match self.key(ins[0]) {
                    Some(key) => (key, ins[1]),
                    None => (self.key(ins[1])?, ins[0]),
                };
                let Source::Register(both) = both else { return None };
                let Pointwise::Binary(Binary::And) = self.steps[both].op else { return None };
                let pair = &self.steps[both].ins;
                let rest = match self.equates(pair[0], &less) {
                    true => pair[1],
                    false if self.equates(pair[1], &less) => pair[0],
                    false => return None,
                };
                keys.push(less.1);
                self.collect(rest, keys)
            }
            Pointwise::Select => {
                let less = self.key(ins[2])?;
                if !self.equates(ins[0], &less) {
                    return None;
                }
                keys.push(less.1);
                self.collect(ins[1], keys)
            }
            _ => None,
        }
    }

    /// The comparison of keys `f(a) < f(b)`, or a similar one, that defines a value.
    fn key(&self, source: Source) -> Option<(Compared, Key)> {
        let Source::Register(at) = source else { return None };
        let Pointwise::Compare(direction, kind) = self.steps[at].op else { return None };
        let [x, y] = self.steps[at].ins[..] else { return None };
        let greater = match direction {
            Direction::Lt => false,
            Direction::Gt => true,
            _ => return None,
        };
        let (left, descending) = match (self.mirrored(x, y), self.mirrored(y, x)) {
            (true, _) => (x, greater),
            (_, true) => (y, !greater),
            _ => return None,
        };
        let element = match left {
            Source::Arg(i) => self.args[i],
            Source::Register(i) => self.steps[i].element,
            Source::Constant(_) => return None,
        };
        let steps = match left {
            Source::Register(i) => self.steps[..=i].to_vec(),
            _ => Vec::new(),
        };
        let program = ScalarProgram {
            args: self.args.clone(),
            constants: self.constants.clone(),
            steps,
            registers: Vec::new(),
            results: vec![(left, element)],
        };
        Some(([x, y], Key { program, element, kind, descending }))
    }

    /// Whether a value is the equality of the two sides of a key, in the key's own order: total
    /// order distinguishes zeros of different signs.
    fn equates(&self, source: Source, ([x, y], key): &(Compared, Key)) -> bool {
        let (x, y) = (*x, *y);
        let Source::Register(at) = source else { return false };
        let step = &self.steps[at];
        let total = |kind| kind == Some(CompareType::TotalOrder) && key.element.is_float();
        let equal = matches!(step.op, Pointwise::Compare(Direction::Eq, kind)
            if total(kind) == total(key.kind));
        let same = |a: &[Source], b: [Source; 2]| {
            a.len() == 2 && self.alike(a[0], b[0]) && self.alike(a[1], b[1])
        };
        equal && (same(&step.ins, [x, y]) || same(&step.ins, [y, x]))
    }

    /// Whether two values are computed in the same way from the same arguments.
    fn alike(&self, a: Source, b: Source) -> bool {
        self.matches(a, b, &|i, j| i == j, &mut FxHashMap::default())
    }

    /// Whether `b` is computed from the right elements as `a` is from the left.
    fn mirrored(&self, a: Source, b: Source) -> bool {
        self.matches(a, b, &|i, j| i % 2 == 0 && j == i + 1, &mut FxHashMap::default())
    }

    /// Whether two values are computed by the same steps from arguments that correspond.
    /// `known` holds the answers for pairs of registers: steps share operands, so without
    /// it their number would grow exponentially.
    fn matches(
        &self,
        a: Source,
        b: Source,
        args: &dyn Fn(usize, usize) -> bool,
        known: &mut FxHashMap<(usize, usize), bool>,
    ) -> bool {
        match (a, b) {
            (Source::Arg(i), Source::Arg(j)) => args(i, j),
            (Source::Constant(i), Source::Constant(j)) => self.constants[i] == self.constants[j],
            (Source::Register(i), Source::Register(j)) => {
                if let Some(&answer) = known.get(&(i, j)) {
                    return answer;
                }
                let (s, t) = (&self.steps[i], &self.steps[j]);
                let answer = s.op == t.op
                    && s.element == t.element
                    && s.ins.len() == t.ins.len()
                    && s.ins.iter().zip(&t.ins).all(|(&p, &q)| self.matches(p, q, args, known));
                known.insert((i, j), answer);
                answer
            }
            _ => false,
        }
    }
}

impl Key {
    /// The keys of `n` elements as integers of the same order; `None` if some are unordered.
    pub(crate) fn numbers(
        &mut self,
        n: usize,
        inputs: &[Column<'_>],
    ) -> EvalResult<Option<Vec<u64>>> {
        let args: Vec<Column<'_>> = inputs.iter().flat_map(|&c| [c, c]).collect();
        let mut out = [Bytes::default()];
        self.program.apply(n, &args, &mut out)?;
        let bytes = out[0].as_slice();
        let total = self.kind == Some(CompareType::TotalOrder) && self.element.is_float();
        let mut numbers = if total {
            total_order(self.element, bytes)
        } else {
            match own_order(self.element, bytes) {
                Some(numbers) => numbers,
                None => return Ok(None),
            }
        };
        if self.descending {
            numbers.iter_mut().for_each(|n| *n = !*n);
        }
        Ok(Some(numbers))
    }
}

/// Integers in the order of integers, or of floats without NaN.
pub(crate) fn own_order(element: Element, bytes: &[u8]) -> Option<Vec<u64>> {
    with_int! { element, T => {
        let all: &[T] = bytemuck::cast_slice(bytes);
        let sign = if T::SIGNED { 1 << 63 } else { 0 };
        Some(all.iter().map(|n| n.wide() as u64 ^ sign).collect())
    }, else with_float! { element, T => {
        let all: &[T] = bytemuck::cast_slice(bytes);
        all.iter().map(|n| {
            let n = n.get();
            // Both zeros are equal.
            (!n.is_nan()).then(|| by_sign(if n == 0.0 { 0 } else { n.to_bits() }))
        }).collect()
    }, else None } }
}

/// Integers in the total order of floats by IEEE 754, from their bits.
pub(crate) fn total_order(element: Element, bytes: &[u8]) -> Vec<u64> {
    let width = element.byte_width();
    let bits = if element == Element::TF32 { 32 } else { element.bit_width() };
    let unsigned = element == Element::F8E8M0FNU;
    bytes
        .chunks_exact(width)
        .map(|one| {
            let mut wide = [0; 8];
            wide[..width].copy_from_slice(one);
            let pattern = u64::from_le_bytes(wide);
            if unsigned { pattern } else { by_sign(pattern << (64 - bits)) }
        })
        .collect()
}

/// Maps the bit pattern of a signed number to an integer of the same order.
fn by_sign(pattern: u64) -> u64 {
    if pattern >> 63 == 1 { !pattern } else { pattern | 1 << 63 }
}
