//! Sequences of instructions that occur several times in one block, with different operands: code that
//! is made in little time has a function for each.

use super::{Generator, InsertPoint, Known, Random};
use hloom_loops::program::{BinaryOp, CompareOp, Scalar, Type, UnaryOp, Value};

impl Generator {
    /// Two to four times the same instructions, with other instructions between at times, and stores
    /// of what they compute.
    pub(super) fn sequences(&mut self, place: &mut InsertPoint) {
        let Some(ty) = self.any(place).map(|known| known.ty) else { return };
        if !BinaryOp::Mul.accepts(ty.scalar) {
            return;
        }
        let (seed, length) = (self.random.next(), 18 + self.random.below(30));
        let constants = self.random.below(3);
        for _ in 0..2 + self.random.below(3) {
            let operands = [self.of_type(place, ty), self.of_type(place, ty)];
            let operands: Vec<Value> = operands.into_iter().flatten().map(|it| it.value).collect();
            let mask = self.of_type(place, ty.with(Scalar::I1)).map(|it| it.value);
            let made = self.sequence(Random(seed), (ty, mask), &operands, (length, constants));
            // The last one, and others at times.
            let shown = (0..made.len()).filter(|at| at + 1 == made.len() || self.random.chance(2));
            for value in shown.map(|at| made[at]).collect::<Vec<_>>() {
                let plain = ty.scalar.is_integer();
                place.known.push(Known { value, ty, plain });
                if self.random.chance(60) {
                    self.show(place);
                }
            }
            if self.random.chance(40) {
                self.define(place);
            }
        }
    }

    /// The instructions that a seed gives; all values but the mask have one type.
    fn sequence(
        &mut self,
        mut random: Random,
        (ty, mask): (Type, Option<Value>),
        operands: &[Value],
        (length, constants): (usize, usize),
    ) -> Vec<Value> {
        let float = ty.scalar.is_float();
        let mut all = operands.to_vec();
        for _ in 0..length {
            let recent = |random: &mut Random| all[all.len() - 1 - random.below(all.len().min(6))];
            let (a, mut b, c) = (recent(&mut random), recent(&mut random), all[all.len() - 1]);
            if random.below(4) < constants {
                b = self.b.number(ty, 1.0 + random.below(5) as f64);
            }
            let value = match random.below(9) {
                0 if float => self.b.fma(a, b, c),
                1 if float => self.b.unary(UnaryOp::Sqrt, c),
                2 if float => self.b.binary(BinaryOp::Div, c, b),
                0 | 1 => self.b.binary(BinaryOp::Xor, c, b),
                2 => self.b.binary(BinaryOp::ShrU, c, b),
                3 => {
                    let op = if float { CompareOp::Lt } else { CompareOp::LtS };
                    let less = self.b.compare(op, a, c);
                    self.b.select(less, b, c)
                }
                4 => self.b.unary(UnaryOp::Neg, c),
                5 => self.b.binary(BinaryOp::Sub, a, c),
                6 => self.b.binary(BinaryOp::Mul, c, b),
                7 if let Some(mask) = mask => self.b.select(mask, a, b),
                _ => self.b.binary(BinaryOp::Add, c, b),
            };
            all.push(value);
        }
        all.split_off(operands.len())
    }
}
