//! Functions of elements: `arith`, `math` and `complex`, on tensors of any one shape.

use crate::emit::unsigned;
use crate::{Raiser, Try};
use hloom_ir::ops::{
    self, Add, And, Direction, Divide, FloatPredicate, IntPredicate, Maximum, Minimum, Multiply,
    Op, Or, Power, Remainder, ShiftLeft, ShiftRightArithmetic, ShiftRightLogical, Subtract, Xor,
};
use hloom_ir::{Attr, Element, Literal, OpId, Type, Value};

/// Builds the op of a function of one operand that has no attributes but an accuracy.
macro_rules! function {
    ($($name:literal => $Op:ident $({ $($field:ident),* })?;)*) => {
        /// The op of a function of one operand.
        fn function(name: &str) -> Option<Op> {
            match name {
                $($name => Some(ops::$Op { $($($field: None),*)? }.into()),)*
                _ => None,
            }
        }
    };
}
function! {
    "absf" => Abs;
    "absi" => Abs;
    "abs" => Abs;
    "cbrt" => Cbrt { result_accuracy };
    "ceil" => Ceil;
    "cos" => Cosine { result_accuracy };
    "ctlz" => CountLeadingZeros;
    "ctpop" => Popcnt;
    "erf" => Erf;
    "exp" => Exponential { result_accuracy };
    "expm1" => ExponentialMinusOne { result_accuracy };
    "floor" => Floor;
    "im" => Imag;
    "isfinite" => IsFinite;
    "log" => Log { result_accuracy };
    "log1p" => LogPlusOne { result_accuracy };
    "neg" => Negate;
    "negf" => Negate;
    "re" => Real;
    "round" => RoundNearestAfz;
    "roundeven" => RoundNearestEven;
    "rsqrt" => Rsqrt { result_accuracy };
    "sin" => Sine { result_accuracy };
    "sqrt" => Sqrt { result_accuracy };
    "tan" => Tan { result_accuracy };
    "tanh" => Tanh { result_accuracy };
}

impl Raiser<'_> {
    /// `arith.constant` and `complex.constant`.
    pub(crate) fn constant(&mut self, op: OpId) -> Try<Value> {
        if let Some(it) = self.module().get::<ops::ScalarConstant>(op) {
            let attr = (*it.value).clone();
            if let Attr::Int(value, ty) = attr
                && ty == Type::scalar(Element::Index)
            {
                return self.number(value);
            }
            let literal = it.literal().ok_or_else(|| format!("its value is `{attr}`"))?;
            let literal = match literal.ty().element() {
                Some(Element::Index) => return Err("it is a tensor of index".to_owned()),
                _ => literal,
            };
            let constant = self.rw.constant(literal.clone());
            if literal.is_uniform() && !literal.dims().is_empty() {
                let ty = Type::scalar_tensor(literal.element());
                let scalar = Literal::new(ty, literal.element_bytes(0).into());
                let scalar = self.rw.constant(scalar.map_err(|e| e.to_string())?);
                self.fills.insert(constant, scalar);
            }
            return Ok(constant);
        }
        let Some(Attr::Array(parts)) = self.attr(op, "value") else {
            return Err("its value is unknown".to_owned());
        };
        let ty = self.module().ty(self.module().result(op, 0));
        let ty = crate::emit::lifted(ty).ok_or("its type is unknown")?;
        let numbers: Vec<f64> = parts
            .iter()
            .filter_map(|part| match part {
                Attr::Float(bits, _) => Some(f64::from_bits(*bits)),
                _ => None,
            })
            .collect();
        let (&[re, im], Some(element)) = (&numbers[..], ty.element()) else {
            return Err("its value is no pair of numbers".to_owned());
        };
        let mut bytes = vec![0u8; element.byte_width()];
        let (low, high) = bytes.split_at_mut(element.byte_width() / 2);
        hloom_ir::literal::write_f64(element.real_part(), re, low);
        hloom_ir::literal::write_f64(element.real_part(), im, high);
        let literal = Literal::new(ty, bytes[..].into()).map_err(|e| e.to_string())?;
        Ok(self.rw.constant(literal))
    }

    /// A function of elements.
    pub(crate) fn scalar(&mut self, op: OpId, name: &str) -> Try<Value> {
        let mut x = self.operands(op)?;
        if x.is_empty() || self.module().results(op).len() != 1 {
            return Err("it has no form".to_owned());
        }
        self.together(&mut x)?;
        let element = self.element(x[0]);
        let is_bool = element == Element::I1;
        if let Some(direct) = function(name) {
            return self.build(direct, &x);
        }
        let result = self.module().ty(self.module().result(op, 0));
        let to = match ops::element_of(result) {
            Some(Element::Index) => Element::I64,
            Some(element) => element,
            None => return Err(format!("a result of {result} has no form")),
        };
        match name {
            // Sums of booleans are modulo two.
            "addi" | "subi" if is_bool => self.build(Xor {}, &x),
            "muli" if is_bool => self.build(And {}, &x),
            "addi" | "addf" | "add" => self.build(Add {}, &x),
            "subi" | "subf" | "sub" => self.build(Subtract {}, &x),
            "muli" | "mulf" | "mul" => self.build(Multiply {}, &x),
            "divf" | "div" => self.build(Divide {}, &x),
            "remf" => self.build(Remainder {}, &x),
            "divsi" if !is_bool => self.build(Divide {}, &x),
            "remsi" if !is_bool => self.build(Remainder {}, &x),
            "divui" if !is_bool => self.on_unsigned(Divide {}, &x),
            "remui" if !is_bool => self.on_unsigned(Remainder {}, &x),
            "floordivsi" | "ceildivsi" if !is_bool => self.rounded_quotient(name, &x),
            "andi" => self.build(And {}, &x),
            "ori" => self.build(Or {}, &x),
            "xori" => self.build(Xor {}, &x),
            "maximumf" => self.build(Maximum {}, &x),
            "minimumf" => self.build(Minimum {}, &x),
            // True is -1.
            "maxsi" if is_bool => self.build(And {}, &x),
            "minsi" if is_bool => self.build(Or {}, &x),
            "maxsi" => self.build(Maximum {}, &x),
            "minsi" => self.build(Minimum {}, &x),
            "maxui" => self.on_unsigned(Maximum {}, &x),
            "minui" => self.on_unsigned(Minimum {}, &x),
            "maxnumf" => self.number_of(Maximum {}.into(), &x),
            "minnumf" => self.number_of(Minimum {}.into(), &x),
            "shli" if !is_bool => self.build(ShiftLeft {}, &x),
            "shrsi" if !is_bool => self.build(ShiftRightArithmetic {}, &x),
            "shrui" if !is_bool => self.build(ShiftRightLogical {}, &x),
            "powf" | "ipowi" | "pow" => self.build(Power {}, &x),
            "atan2" => self.build(ops::Atan2 {}, &x),
            "create" => self.build(ops::Complex {}, &x),
            "select" => self.select(x[0], x[1], x[2]),
            "cmpi" => self.compare_integers(op, &x),
            "cmpf" => self.compare_floats(op, x[0], x[1]),
            "eq" => self.compare(Direction::Eq, x[0], x[1]),
            "neq" => self.compare(Direction::Ne, x[0], x[1]),
            "extf" | "truncf" => match self.attr(op, "roundingmode") {
                // `to_nearest_even`, which `convert` does too.
                None | Some(Attr::Int(0, _)) => self.convert(x[0], to),
                Some(other) => Err(format!("it rounds by {other}, which no op of StableHLO does")),
            },
            "bitcast" => self.bits(x[0], to),
            "extsi" | "sitofp" | "index_cast" | "trunci" => self.signed_cast(x[0], to),
            "extui" | "uitofp" | "index_castui" => self.unsigned_cast(x[0], to),
            "fptosi" if to != Element::I1 => self.convert(x[0], to),
            "fptoui" if to != Element::I1 => {
                let wide = unsigned(to).ok_or("its result is no integer")?;
                let number = self.convert(x[0], wide)?;
                self.bits(number, to)
            }
            "trunc" => {
                let zero = self.like(x[0], 0.0)?;
                let negative = self.compare(Direction::Lt, x[0], zero)?;
                let up = self.build(ops::Ceil {}, &x)?;
                let down = self.build(ops::Floor {}, &x)?;
                self.select(negative, up, down)
            }
            "isnan" => self.compare(Direction::Ne, x[0], x[0]),
            "isinf" => {
                let size = self.build(ops::Abs {}, &x)?;
                let infinity = self.like(x[0], f64::INFINITY)?;
                self.compare(Direction::Eq, size, infinity)
            }
            "copysign" => self.with_sign(x[0], x[1]),
            "atan" => {
                let one = self.like(x[0], 1.0)?;
                self.build(ops::Atan2 {}, &[x[0], one])
            }
            "fma" => Err("it rounds a product and a sum at once".to_owned()),
            _ => Err("its function has no form".to_owned()),
        }
    }

    /// A constant of a tensor's type.
    fn like(&mut self, x: Value, number: f64) -> Try<Value> {
        self.splat(self.element(x), number, &self.dims(x))
    }

    /// A function of unsigned integers on signed ones.
    fn on_unsigned(&mut self, op: impl Into<Op>, x: &[Value]) -> Try<Value> {
        let element = self.element(x[0]);
        let wide = unsigned(element).ok_or("its operands are no integers")?;
        let x: Try<Vec<Value>> = x.iter().map(|&v| self.bits(v, wide)).collect();
        let made = self.build(op, &x?)?;
        self.bits(made, element)
    }

    /// The quotient towards negative or positive infinity.
    fn rounded_quotient(&mut self, name: &str, x: &[Value]) -> Try<Value> {
        let quotient = self.build(Divide {}, x)?;
        let rest = self.build(Remainder {}, x)?;
        let zero = self.like(x[0], 0.0)?;
        let one = self.like(x[0], 1.0)?;
        let inexact = self.compare(Direction::Ne, rest, zero)?;
        let signs = self.build(Xor {}, &[rest, x[1]])?;
        let (how, op): (_, Op) = match name {
            "floordivsi" => (Direction::Lt, Subtract {}.into()),
            _ => (Direction::Ge, Add {}.into()),
        };
        let side = self.compare(how, signs, zero)?;
        let off = self.both(inexact, side)?;
        let next = self.build(op, &[quotient, one])?;
        self.select(off, next, quotient)
    }

    /// The larger or smaller number, where a NaN loses to a number.
    fn number_of(&mut self, op: Op, x: &[Value]) -> Try<Value> {
        let both = self.build(op, x)?;
        let (a, b) = (self.ordered(x[0])?, self.ordered(x[1])?);
        let left = self.select(b, both, x[0])?;
        self.select(a, left, x[1])
    }

    /// The size of `a` with the sign of `b`.
    fn with_sign(&mut self, a: Value, b: Value) -> Try<Value> {
        let element = self.element(a);
        let integer = match element {
            Element::F16 | Element::BF16 => Element::I16,
            Element::F32 => Element::I32,
            Element::F64 => Element::I64,
            _ => return Err(format!("elements of {element} have no sign bit here")),
        };
        let size = self.build(ops::Abs {}, &[a])?;
        let (size, sign) = (self.bits(size, integer)?, self.bits(b, integer)?);
        let last = self.like(sign, f64::from(integer.bit_width() - 1))?;
        let sign = self.build(ShiftRightLogical {}, &[sign, last])?;
        let sign = self.build(ShiftLeft {}, &[sign, last])?;
        let both = self.build(Or {}, &[size, sign])?;
        self.bits(both, element)
    }

    /// An integer as one of another width, or as a float.
    fn signed_cast(&mut self, x: Value, to: Element) -> Try<Value> {
        if self.element(x) == Element::I1 {
            if to == Element::I1 {
                return Ok(x);
            }
            let number = self.convert(x, to)?;
            // Not by `negate`, which makes -0 of 0.
            let zero = self.like(number, 0.0)?;
            return self.build(ops::Subtract {}, &[zero, number]);
        }
        if to == Element::I1 {
            let one = self.like(x, 1.0)?;
            let low = self.build(And {}, &[x, one])?;
            return self.compare(Direction::Eq, low, one);
        }
        self.convert(x, to)
    }

    /// An unsigned integer as one of another width, or as a float.
    fn unsigned_cast(&mut self, x: Value, to: Element) -> Try<Value> {
        let from = self.element(x);
        if from == Element::I1 {
            return self.convert(x, to);
        }
        if to == Element::I1 || to.is_integer() && to.bit_width() <= from.bit_width() {
            return self.signed_cast(x, to);
        }
        let natural = unsigned(from).ok_or("its operand is no integer")?;
        let x = self.bits(x, natural)?;
        match unsigned(to) {
            Some(wide) => {
                let wide = self.convert(x, wide)?;
                self.bits(wide, to)
            }
            None => self.convert(x, to),
        }
    }

    fn compare_integers(&mut self, op: OpId, x: &[Value]) -> Try<Value> {
        use IntPredicate as P;
        let it = self.module().get::<ops::Cmpi>(op).ok_or("it is no comparison")?;
        let (how, is_unsigned) = match it.predicate {
            P::Eq => (Direction::Eq, false),
            P::Ne => (Direction::Ne, false),
            P::Slt => (Direction::Lt, false),
            P::Sle => (Direction::Le, false),
            P::Sgt => (Direction::Gt, false),
            P::Sge => (Direction::Ge, false),
            P::Ult => (Direction::Lt, true),
            P::Ule => (Direction::Le, true),
            P::Ugt => (Direction::Gt, true),
            P::Uge => (Direction::Ge, true),
        };
        let element = self.element(x[0]);
        if element == Element::I1 {
            // As a signed number, true is less than false.
            return match is_unsigned {
                true => self.compare(how, x[0], x[1]),
                false => self.compare(how, x[1], x[0]),
            };
        }
        if !is_unsigned {
            return self.compare(how, x[0], x[1]);
        }
        let natural = unsigned(element).ok_or("its operands are no integers")?;
        let (a, b) = (self.bits(x[0], natural)?, self.bits(x[1], natural)?);
        self.compare(how, a, b)
    }

    fn compare_floats(&mut self, op: OpId, a: Value, b: Value) -> Try<Value> {
        use FloatPredicate as P;
        let it = self.module().get::<ops::Cmpf>(op).ok_or("it is no comparison")?;
        // A comparison of StableHLO is false for NaN, but for "not equal".
        let (how, negated) = match it.predicate {
            P::Oeq => (Direction::Eq, false),
            P::Ogt => (Direction::Gt, false),
            P::Oge => (Direction::Ge, false),
            P::Olt => (Direction::Lt, false),
            P::Ole => (Direction::Le, false),
            P::Une => (Direction::Ne, false),
            P::Ugt => (Direction::Le, true),
            P::Uge => (Direction::Lt, true),
            P::Ult => (Direction::Ge, true),
            P::Ule => (Direction::Gt, true),
            P::False | P::True => {
                let value = f64::from(it.predicate == P::True);
                return self.splat(Element::I1, value, &self.dims(a));
            }
            P::One | P::Ueq | P::Ord | P::Uno => {
                let negated = matches!(it.predicate, P::Ueq | P::Uno);
                let differ = matches!(it.predicate, P::One | P::Ueq);
                let (left, right) = (self.ordered(a)?, self.ordered(b)?);
                let mut all = self.both(left, right)?;
                if differ {
                    let unequal = self.compare(Direction::Ne, a, b)?;
                    all = self.both(all, unequal)?;
                }
                return if negated { self.build(ops::Not {}, &[all]) } else { Ok(all) };
            }
        };
        let holds = self.compare(how, a, b)?;
        if negated { self.build(ops::Not {}, &[holds]) } else { Ok(holds) }
    }
}
