//! `expand-random`: expands `rng_bit_generator` into the integer arithmetic of its algorithm, on a
//! tensor of block counters.
//!
//! Results are the same, bit for bit. Ops stay if no integer type holds the bits of an element, or
//! if the shape is dynamic.
//!
//! The algorithms are Threefry 2x32 with twenty rounds and Philox 4x32 with ten, as defined by
//! Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3" (2011). The order in which words
//! become elements is the interpreter's (`random.rs` there).

use crate::context::{Context, PassError};
use hloom_ir::field::{Dims, ResultType};
use hloom_ir::op::ConstraintError;
use hloom_ir::ops::{
    Add, And, BitcastConvert, BroadcastInDim, Compare, Concatenate, Convert, Direction, Iota,
    Multiply, Op, Or, Reshape, RngAlgorithm, ShiftLeft, ShiftRightLogical, Slice, Xor,
};
use hloom_ir::{Element, Literal, OpId, Rewriter, TensorType, Type, Value};

/// Runs the pass.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let (mut expanded, mut left) = (0, 0);
    let ops: Vec<OpId> = cx.module().walk(cx.scope()).collect();
    for op in ops {
        let Op::RngBitGenerator(it) = cx.module().op(op) else { continue };
        let algorithm = it.rng_algorithm;
        let state = cx.module().operand(op, 0);
        let types = cx.module().result_types(op);
        let shape = types.get(1).and_then(|ty| ty.as_tensor());
        let words = cx.module().ty(state).as_tensor();
        let words = words.filter(|t| t.is_static());
        let (Some(shape), Some(words)) = (shape.filter(|t| has_bits(t)), words) else {
            left += 1;
            continue;
        };
        let mut rewriter = cx.rewriter();
        rewriter.set_before(op);
        let mut bits = Bits { r: &mut rewriter, state, words: words.dims[0], shape };
        let results = bits.of(algorithm, words.element);
        let results = results.map_err(|broken| PassError::at(op, broken.to_string()))?;
        rewriter.replace(op, &results);
        expanded += 1;
    }
    cx.count("ops expanded", expanded);
    cx.count("ops left", left);
    Ok(())
}

/// Whether the pass can expand the op for a result of this type.
fn has_bits(t: &TensorType) -> bool {
    let known = t.is_static() && t.count().is_some_and(|n| n > 0);
    known && carrier(t.element).is_some()
}

/// The unsigned integer type with the width of an element.
fn carrier(element: Element) -> Option<Element> {
    if element.is_complex() || element.is_quantized() || element == Element::TF32 {
        return None;
    }
    match element.bit_width() {
        2 => Some(Element::U2),
        4 => Some(Element::U4),
        8 => Some(Element::U8),
        16 => Some(Element::U16),
        32 => Some(Element::U32),
        64 => Some(Element::U64),
        _ => None,
    }
}

/// The expansion of one op.
struct Bits<'r, 'm> {
    r: &'r mut Rewriter<'m>,
    state: Value,
    /// Number of words in the state.
    words: i64,
    shape: &'static TensorType,
}

type Built = Result<Value, ConstraintError>;

/// One block per element: vectors of 32-bit words.
type Block<const N: usize> = [Value; N];

impl Bits<'_, '_> {
    /// Returns the next state, as elements of the state's type, and the bits.
    fn of(
        &mut self,
        algorithm: RngAlgorithm,
        element: Element,
    ) -> Result<[Value; 2], ConstraintError> {
        let state = Type::tensor(&[self.words], element);
        let unsigned = Type::tensor(&[self.words], Element::U64);
        if state != unsigned {
            self.state = self.op(BitcastConvert { ty: ResultType(unsigned) }, &[self.state])?;
        }
        let [mut next, bits] = match algorithm {
            RngAlgorithm::ThreeFry => self.threefry()?,
            RngAlgorithm::Default | RngAlgorithm::Philox => self.philox()?,
        };
        if state != unsigned {
            next = self.op(BitcastConvert { ty: ResultType(state) }, &[next])?;
        }
        Ok([next, bits])
    }

    fn op(&mut self, op: impl Into<Op>, operands: &[Value]) -> Built {
        self.r.value(op, operands)
    }

    /// A splat constant of another value's type.
    fn like(&mut self, value: Value, number: u64) -> Value {
        let ty = self.r.module().ty(value);
        let element = ty.element().unwrap_or(Element::U64);
        let bytes = &number.to_le_bytes()[..element.byte_width()];
        let literal = Literal::splat(ty, bytes).expect("one element fits");
        self.r.constant(literal)
    }

    fn dims(&self, value: Value) -> Vec<i64> {
        self.r.module().ty(value).as_tensor().map(|t| t.dims.to_vec()).unwrap_or_default()
    }

    fn convert(&mut self, value: Value, to: Element) -> Built {
        let ty = ResultType(Type::tensor(&self.dims(value), to));
        self.op(Convert { ty }, &[value])
    }

    fn reshape(&mut self, value: Value, dims: &[i64]) -> Built {
        let element = self.r.module().ty(value).element().unwrap_or(Element::U64);
        self.op(Reshape { ty: ResultType(Type::tensor(dims, element)) }, &[value])
    }

    /// Broadcasts a scalar to a vector of `count` elements.
    fn spread(&mut self, scalar: Value, count: i64) -> Built {
        let element = self.r.module().ty(scalar).element().unwrap_or(Element::U64);
        let ty = ResultType(Type::tensor(&[count], element));
        self.op(BroadcastInDim { broadcast_dimensions: Dims::from([]), ty }, &[scalar])
    }

    fn shifted(&mut self, value: Value, left: bool, by: u64) -> Built {
        let by = self.like(value, by);
        let operands = [value, by];
        if left {
            self.op(ShiftLeft {}, &operands)
        } else {
            self.op(ShiftRightLogical {}, &operands)
        }
    }

    /// Slices the elements `from..to` of one dimension.
    fn cut(&mut self, value: Value, d: usize, from: i64, to: i64) -> Built {
        let limits = self.dims(value);
        if from == 0 && to == limits[d] {
            return Ok(value);
        }
        let mut start = vec![0; limits.len()];
        let (mut end, ones) = (limits.clone(), vec![1; limits.len()]);
        (start[d], end[d]) = (from, to);
        let slice =
            Slice { start_indices: start.into(), limit_indices: end.into(), strides: ones.into() };
        self.op(slice, &[value])
    }

    /// Word `n` of the state, as a scalar.
    fn word(&mut self, n: i64) -> Built {
        let one = self.cut(self.state, 0, n, n + 1)?;
        self.reshape(one, &[])
    }

    /// Splits 64-bit words into their low and high halves.
    fn halves(&mut self, value: Value) -> Result<[Value; 2], ConstraintError> {
        let mask = self.like(value, u32::MAX.into());
        let low = self.op(And {}, &[value, mask])?;
        let high = self.shifted(value, false, 32)?;
        Ok([self.convert(low, Element::U32)?, self.convert(high, Element::U32)?])
    }

    /// Joins halves to 64-bit words.
    fn joined(&mut self, low: Value, high: Value) -> Built {
        let (low, high) = (self.convert(low, Element::U64)?, self.convert(high, Element::U64)?);
        let high = self.shifted(high, true, 32)?;
        self.op(Or {}, &[low, high])
    }

    /// A vector of block counters that starts at a word of the state.
    fn counter(&mut self, first: Value, blocks: i64) -> Built {
        let ty = ResultType(Type::tensor(&[blocks], Element::U64));
        let number = self.op(Iota { iota_dimension: 0, ty }, &[])?;
        let first = self.spread(first, blocks)?;
        self.op(Add {}, &[first, number])
    }

    /// Converts words of 32 or 64 bits to elements of the result's type.
    fn elements(&mut self, words: Value) -> Built {
        let element = self.shape.element;
        let dims = self.shape.dims.to_vec();
        let words = self.reshape(words, &dims)?;
        let carrier = carrier(element).unwrap_or(element);
        let bits = carrier.bit_width();
        let mut value = words;
        if bits < 32 {
            let mask = self.like(value, (1 << bits) - 1);
            value = self.op(And {}, &[value, mask])?;
        }
        if self.r.module().ty(value).element() != Some(carrier) {
            value = self.convert(value, carrier)?;
        }
        if carrier == element {
            return Ok(value);
        }
        let ty = ResultType(Type::tensor(&dims, element));
        self.op(BitcastConvert { ty }, &[value])
    }

    /// The state after this number of blocks: the second word counts them, and the third one where
    /// it exists.
    fn next(&mut self, blocks: i64) -> Built {
        let low = self.cut(self.state, 0, 1, 2)?;
        let count = self.like(low, blocks as u64);
        let next = self.op(Add {}, &[low, count])?;
        let mut parts = vec![self.cut(self.state, 0, 0, 1)?, next];
        if self.words > 2 {
            let carried = self.carry(next, low)?;
            let high = self.cut(self.state, 0, 2, 3)?;
            parts.push(self.op(Add {}, &[high, carried])?);
        }
        self.op(Concatenate { dimension: 0 }, &parts)
    }

    /// The carry of an addition: 1 where the sum wrapped around and so is less than the summand.
    fn carry(&mut self, sum: Value, summand: Value) -> Built {
        let less = Compare { comparison_direction: Direction::Lt, compare_type: None };
        let less = self.op(less, &[sum, summand])?;
        self.convert(less, Element::U64)
    }

    fn threefry(&mut self) -> Result<[Value; 2], ConstraintError> {
        let dims = self.shape.dims.to_vec();
        let count: i64 = dims.iter().product();
        let wide = self.shape.element.byte_width() == 8;
        // Two narrow elements that are adjacent along one dimension share a block.
        let even = dims.iter().position(|n| n % 2 == 0);
        let longest = (0..dims.len()).rev().max_by_key(|&d| dims[d]);
        let (before, extent, behind) = match even.or(longest) {
            None => (1, 1, 1),
            Some(d) => (dims[..d].iter().product(), dims[d], dims[d + 1..].iter().product()),
        };
        let pairs = extent / 2 + extent % 2;
        let blocks = if wide { count } else { before * pairs * behind };
        let (key, first) = (self.word(0)?, self.word(1)?);
        let key = self.halves(key)?;
        let counter = self.counter(first, blocks)?;
        let counter = self.halves(counter)?;
        let [a, b] = self.threefry_block(key, counter, blocks)?;
        let words = if wide {
            self.joined(a, b)?
        } else {
            let shape = [before, pairs, 1, behind];
            let (a, b) = (self.reshape(a, &shape)?, self.reshape(b, &shape)?);
            let both = self.op(Concatenate { dimension: 2 }, &[a, b])?;
            let row = self.reshape(both, &[before, 2 * pairs, behind])?;
            self.cut(row, 1, 0, extent)?
        };
        Ok([self.next(blocks)?, self.elements(words)?])
    }

    fn threefry_block(
        &mut self,
        [k0, k1]: Block<2>,
        [mut x, mut y]: Block<2>,
        blocks: i64,
    ) -> Result<Block<2>, ConstraintError> {
        const ROTATIONS: [[u64; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];
        let parity = self.like(k0, 0x1BD1_1BDA);
        let k2 = self.op(Xor {}, &[k0, k1])?;
        let k2 = self.op(Xor {}, &[k2, parity])?;
        let keys = [k0, k1, k2];
        let inject = |cx: &mut Self, x: Value, key: usize, round: u64| -> Built {
            let mut key = keys[key];
            if round > 0 {
                let number = cx.like(key, round);
                key = cx.op(Add {}, &[key, number])?;
            }
            let key = cx.spread(key, blocks)?;
            cx.op(Add {}, &[x, key])
        };
        (x, y) = (inject(self, x, 0, 0)?, inject(self, y, 1, 0)?);
        for round in 0..5 {
            for rotation in ROTATIONS[round % 2] {
                x = self.op(Add {}, &[x, y])?;
                let left = self.shifted(y, true, rotation)?;
                let right = self.shifted(y, false, 32 - rotation)?;
                let rotated = self.op(Or {}, &[left, right])?;
                y = self.op(Xor {}, &[rotated, x])?;
            }
            x = inject(self, x, (round + 1) % 3, 0)?;
            y = inject(self, y, (round + 2) % 3, round as u64 + 1)?;
        }
        Ok([x, y])
    }

    fn philox(&mut self) -> Result<[Value; 2], ConstraintError> {
        let count: i64 = self.shape.dims.iter().product();
        let wide = self.shape.element.byte_width() == 8;
        let words = if wide { 2 * count } else { count };
        let blocks = words / 4 + i64::from(words % 4 > 0);
        let (key, first) = (self.word(0)?, self.word(1)?);
        let high = if self.words > 2 { self.word(2)? } else { key };
        let low = self.counter(first, blocks)?;
        let first = self.spread(first, blocks)?;
        let carried = self.carry(low, first)?;
        let high = self.spread(high, blocks)?;
        let high = self.op(Add {}, &[high, carried])?;
        let ([a, b], [c, d]) = (self.halves(low)?, self.halves(high)?);
        let key = self.halves(key)?;
        let made = self.philox_block(key, [a, b, c, d], blocks)?;
        let parts = if wide {
            vec![self.joined(made[0], made[1])?, self.joined(made[2], made[3])?]
        } else {
            made.to_vec()
        };
        let mut columns = Vec::new();
        for part in parts {
            columns.push(self.reshape(part, &[blocks, 1])?);
        }
        let each = columns.len() as i64;
        let rows = self.op(Concatenate { dimension: 1 }, &columns)?;
        let row = self.reshape(rows, &[blocks * each])?;
        let row = self.cut(row, 0, 0, count)?;
        Ok([self.next(blocks)?, self.elements(row)?])
    }

    fn philox_block(
        &mut self,
        mut key: Block<2>,
        mut x: Block<4>,
        blocks: i64,
    ) -> Result<Block<4>, ConstraintError> {
        for round in 0..10 {
            if round > 0 {
                for (half, by) in key.iter_mut().zip([0x9E37_79B9, 0xBB67_AE85]) {
                    let by = self.like(*half, by);
                    *half = self.op(Add {}, &[*half, by])?;
                }
            }
            let mut products = Vec::new();
            for (word, by) in [(x[0], 0xD251_1F53), (x[2], 0xCD9E_8D57)] {
                let word = self.convert(word, Element::U64)?;
                let by = self.like(word, by);
                let product = self.op(Multiply {}, &[word, by])?;
                products.push(self.halves(product)?);
            }
            let mixed = |cx: &mut Self, high: Value, word: Value, key: Value| -> Built {
                let mixed = cx.op(Xor {}, &[high, word])?;
                let key = cx.spread(key, blocks)?;
                cx.op(Xor {}, &[mixed, key])
            };
            let first = mixed(self, products[1][1], x[1], key[0])?;
            let third = mixed(self, products[0][1], x[3], key[1])?;
            x = [first, products[1][0], third, products[0][0]];
        }
        Ok(x)
    }
}
