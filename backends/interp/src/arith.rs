//! Upstream MLIR's `arith`, `math` and `tensor` ops. Scalars outside of tensors are
//! stored as tensors of rank 0, so one kernel computes both.

use crate::alloc;
use crate::alloc::result_type;
use crate::error::{EvalError, EvalResult};
use crate::families::{data_op, extents_op, pointwise_op, sized_op, structured_op};
use crate::function::{Binary, Special, Unary};
use crate::operands::{index, integers, number};
use crate::pointwise::Pointwise;
use crate::shape::bitcast_convert;
use hloom_ir::ops::{CompareType, Direction, FloatPredicate, IntPredicate, Op};
use hloom_ir::types::TypeKind;
use hloom_ir::{DYNAMIC, Element, Literal, Type};

/// The type of the tensor that holds a value of this type.
pub(crate) fn as_tensor_type(ty: Type) -> Type {
    match ty.kind() {
        TypeKind::Scalar(element) => Type::scalar_tensor(*element),
        _ => ty,
    }
}

/// The integer type that reads the same bits without a sign.
fn unsigned(element: Element) -> Element {
    match element {
        Element::I2 => Element::U2,
        Element::I4 => Element::U4,
        Element::I8 => Element::U8,
        Element::I16 => Element::U16,
        Element::I32 => Element::U32,
        Element::I64 | Element::Index => Element::U64,
        other => other,
    }
}

/// The bits under another element type.
fn bitcast_to(x: &Literal, element: Element, limit: u64) -> EvalResult<Literal> {
    if x.element() == element {
        return Ok(x.clone());
    }
    bitcast_convert(x, Type::tensor(x.dims(), element), limit)
}

/// The operands, the declared type and the limit of an op.
struct Cx<'a> {
    x: &'a [&'a Literal],
    ty: Type,
    limit: u64,
}

impl Cx<'_> {
    fn apply(&self, f: Pointwise) -> EvalResult<Literal> {
        f.eval(self.x, self.ty, self.limit)
    }

    fn binary(&self, f: Binary) -> EvalResult<Literal> {
        self.apply(Pointwise::Binary(f))
    }

    /// A function of integers; `of_bits` is the same function on booleans, which are one-bit
    /// integers.
    fn integer(&self, f: Binary, of_bits: Binary) -> EvalResult<Literal> {
        let boolean = self.x.iter().any(|x| x.element().is_boolean());
        self.binary(if boolean { of_bits } else { f })
    }

    /// Integers read without a sign.
    fn unsigned(&self, f: Binary) -> EvalResult<Literal> {
        let Some(first) = self.x.first() else {
            return Err(EvalError::invalid("it has no operands"));
        };
        let element = unsigned(first.element());
        let ins = self
            .x
            .iter()
            .map(|x| bitcast_to(x, element, self.limit))
            .collect::<EvalResult<Vec<_>>>()?;
        let ins: Vec<&Literal> = ins.iter().collect();
        let ty = Type::tensor(first.dims(), element);
        let out = Pointwise::Binary(f).eval(&ins, ty, self.limit)?;
        self.declared(&bitcast_to(&out, first.element(), self.limit)?)
    }

    /// The literal under the type that the program declares.
    fn declared(&self, x: &Literal) -> EvalResult<Literal> {
        let ty = result_type(self.ty, x.dims())?;
        x.with_type(ty).map_err(|e| EvalError::invalid(e.to_string()))
    }

    /// A division; fails if the divisor has a zero.
    fn division(&self, f: Binary, signed: bool) -> EvalResult<Literal> {
        if let Some(divisor) = self.x.get(1)
            && integers(divisor)?.contains(&0)
        {
            return Err(EvalError::invalid("it divides by zero"));
        }
        // The only one-bit divisor is 1: the quotient is the dividend, the remainder 0.
        match self.x {
            [x, _] if x.element().is_boolean() && f == Binary::Remainder => {
                Pointwise::Binary(Binary::Xor).eval(&[x, x], self.ty, self.limit)
            }
            [x, _] if x.element().is_boolean() => self.declared(x),
            _ if signed => self.binary(f),
            _ => self.unsigned(f),
        }
    }

    /// A division that rounds up or down: the truncated quotient is adjusted by one if the
    /// remainder is not zero and truncation went the other way.
    fn rounded_division(&self, signed: bool, up: bool) -> EvalResult<Literal> {
        let [x, y] = self.x else { return Err(EvalError::invalid("it must have two operands")) };
        let (quotient, rest) =
            (self.division(Binary::Divide, signed)?, self.division(Binary::Remainder, signed)?);
        let eval = |f: Pointwise, ins: &[&Literal], ty| f.eval(ins, ty, self.limit);
        let truths = Type::tensor(x.dims(), Element::I1);
        let zeros =
            Literal::from_f64s(x.ty(), &[0.0]).map_err(|e| EvalError::invalid(e.to_string()))?;
        let negative =
            |x: &Literal| eval(Pointwise::Compare(Direction::Lt, None), &[x, &zeros], truths);
        let left = eval(Pointwise::Compare(Direction::Ne, None), &[&rest, &zeros], truths)?;
        // The quotient was rounded up if the signs differ, else down.
        let moves = if signed {
            let alike = Pointwise::Compare(if up { Direction::Eq } else { Direction::Ne }, None);
            eval(alike, &[&negative(x)?, &negative(y)?], truths)?
        } else {
            Literal::from_f64s(truths, &[1.0]).map_err(|e| EvalError::invalid(e.to_string()))?
        };
        let moves = eval(Pointwise::Binary(Binary::And), &[&left, &moves], truths)?;
        let step = Pointwise::Convert.eval(&[&moves], x.ty(), self.limit)?;
        let f = if up { Binary::Add } else { Binary::Subtract };
        self.declared(&eval(Pointwise::Binary(f), &[&quotient, &step], x.ty())?)
    }

    /// A shift, by less than the width.
    fn shift(&self, f: Binary) -> EvalResult<Literal> {
        if let [x, by] = self.x {
            let width = i64::from(x.element().bit_width());
            let far = integers(by)?.into_iter().find(|n| !(0..width).contains(n));
            if let Some(far) = far {
                return Err(EvalError::invalid(format!("{far} is not a shift of {width} bits")));
            }
            if x.element().is_boolean() {
                return self.declared(x);
            }
        }
        self.binary(f)
    }

    /// The maximum or minimum; if one operand is NaN, the other operand.
    fn ordered(&self, f: Binary) -> EvalResult<Literal> {
        let [x, y] = self.x else { return Err(EvalError::invalid("it must have two operands")) };
        let truths = Type::tensor(x.dims(), Element::I1);
        let is_nan = |x: &Literal| {
            let unequal = Pointwise::Compare(Direction::Ne, Some(CompareType::Float));
            unequal.eval(&[x, x], truths, self.limit)
        };
        let both = self.binary(f)?;
        let chosen = Pointwise::Select.eval(&[&is_nan(x)?, y, &both], self.ty, self.limit)?;
        Pointwise::Select.eval(&[&is_nan(y)?, x, &chosen], self.ty, self.limit)
    }

    /// The operand converted to the declared element type, with integers read as signed or
    /// unsigned.
    fn converted(&self, signed: bool) -> EvalResult<Literal> {
        let [x] = self.x else { return Err(EvalError::invalid("it must have one operand")) };
        let to = self.ty.element().unwrap_or(x.element());
        let from = if signed { x.element() } else { unsigned(x.element()) };
        let x = bitcast_to(x, from, self.limit)?;
        // Conversion to a boolean keeps the lowest bit.
        let x = if to.is_boolean() && from.is_integer() {
            let ones = Literal::from_f64s(x.ty(), &[1.0])
                .map_err(|e| EvalError::invalid(e.to_string()))?;
            Pointwise::Binary(Binary::And).eval(&[&x, &ones], x.ty(), self.limit)?
        } else {
            x
        };
        let target = if signed { to } else { unsigned(to) };
        let ty = Type::tensor(x.dims(), target);
        let out = Pointwise::Convert.eval(&[&x], ty, self.limit)?;
        // The only bit of a boolean is its sign.
        let out = if signed && from.is_boolean() && !to.is_boolean() {
            Pointwise::Unary(Unary::Negate).eval(&[&out], ty, self.limit)?
        } else {
            out
        };
        self.declared(&bitcast_to(&out, to, self.limit)?)
    }

    fn compare_integers(&self, predicate: IntPredicate) -> EvalResult<Literal> {
        use IntPredicate as P;
        let (direction, signed) = match predicate {
            P::Eq => (Direction::Eq, true),
            P::Ne => (Direction::Ne, true),
            P::Slt => (Direction::Lt, true),
            P::Sle => (Direction::Le, true),
            P::Sgt => (Direction::Gt, true),
            P::Sge => (Direction::Ge, true),
            P::Ult => (Direction::Lt, false),
            P::Ule => (Direction::Le, false),
            P::Ugt => (Direction::Gt, false),
            P::Uge => (Direction::Ge, false),
        };
        let [x, y] = self.x else { return Err(EvalError::invalid("it must have two operands")) };
        // As a signed one-bit integer, true is -1 and so less than 0.
        let swapped = signed && x.element().is_boolean();
        let [x, y] = if swapped { [y, x] } else { [x, y] };
        let element = if signed { x.element() } else { unsigned(x.element()) };
        let (x, y) = (bitcast_to(x, element, self.limit)?, bitcast_to(y, element, self.limit)?);
        Pointwise::Compare(direction, None).eval(&[&x, &y], self.ty, self.limit)
    }

    fn compare_floats(&self, predicate: FloatPredicate) -> EvalResult<Literal> {
        use FloatPredicate as P;
        let [x, y] = self.x else { return Err(EvalError::invalid("it must have two operands")) };
        let compare = |d, ins: [&Literal; 2]| {
            Pointwise::Compare(d, Some(CompareType::Float)).eval(&ins, self.ty, self.limit)
        };
        let unordered = || {
            let (a, b) = (compare(Direction::Ne, [x, x])?, compare(Direction::Ne, [y, y])?);
            Pointwise::Binary(Binary::Or).eval(&[&a, &b], self.ty, self.limit)
        };
        let not = |x: Literal| Pointwise::Unary(Unary::Not).eval(&[&x], self.ty, self.limit);
        let or_unordered = |d| {
            let (a, b) = (compare(d, [x, y])?, unordered()?);
            Pointwise::Binary(Binary::Or).eval(&[&a, &b], self.ty, self.limit)
        };
        let constant = |value: f64| {
            let ty = result_type(self.ty, x.dims())?;
            Literal::from_f64s(ty, &[value]).map_err(|e| EvalError::invalid(e.to_string()))
        };
        match predicate {
            P::False => constant(0.0),
            P::True => constant(1.0),
            P::Oeq => compare(Direction::Eq, [x, y]),
            P::Ogt => compare(Direction::Gt, [x, y]),
            P::Oge => compare(Direction::Ge, [x, y]),
            P::Olt => compare(Direction::Lt, [x, y]),
            P::Ole => compare(Direction::Le, [x, y]),
            P::One => not(or_unordered(Direction::Eq)?),
            P::Ord => not(unordered()?),
            P::Ueq => or_unordered(Direction::Eq),
            P::Ugt => or_unordered(Direction::Gt),
            P::Uge => or_unordered(Direction::Ge),
            P::Ult => or_unordered(Direction::Lt),
            P::Ule => or_unordered(Direction::Le),
            P::Une => compare(Direction::Ne, [x, y]),
            P::Uno => unordered(),
        }
    }

    /// The declared type with these extents in place of unknown ones.
    fn sized(&self, sizes: &[&Literal]) -> EvalResult<Type> {
        let mut given = sizes.iter();
        let mut dims = self.ty.as_tensor().map(|t| t.dims.to_vec()).unwrap_or_default();
        for n in dims.iter_mut().filter(|n| **n == DYNAMIC) {
            let size = given.next().map_or(Ok(-1), |x| number(x))?;
            if size < 0 {
                return Err(EvalError::invalid(format!("{size} is not an extent")));
            }
            *n = size;
        }
        result_type(self.ty, &dims)
    }
}

/// The result of one of these ops; `ty` is its declared type.
pub(crate) fn eval(op: &Op, x: &[&Literal], ty: Type, limit: u64) -> EvalResult<Literal> {
    let cx = Cx { x, ty: as_tensor_type(ty), limit };
    let unary = |f| cx.apply(Pointwise::Unary(f));
    match op {
        Op::Addi(_) => cx.integer(Binary::Add, Binary::Xor),
        Op::Subi(_) => cx.integer(Binary::Subtract, Binary::Xor),
        Op::Muli(_) => cx.integer(Binary::Multiply, Binary::And),
        Op::Divsi(_) => cx.division(Binary::Divide, true),
        Op::Divui(_) => cx.division(Binary::Divide, false),
        Op::Remsi(_) => cx.division(Binary::Remainder, true),
        Op::Remui(_) => cx.division(Binary::Remainder, false),
        Op::Ceildivsi(_) => cx.rounded_division(true, true),
        Op::Ceildivui(_) => cx.rounded_division(false, true),
        Op::Floordivsi(_) => cx.rounded_division(true, false),
        Op::Shli(_) => cx.shift(Binary::ShiftLeft),
        Op::Shrsi(_) => cx.shift(Binary::ShiftRightArithmetic),
        Op::Shrui(_) => cx.shift(Binary::ShiftRightLogical),
        Op::MathAbsi(_) => match x {
            // The only bit of a boolean is its sign: |-1| wraps to -1.
            [x] if x.element().is_boolean() => cx.declared(x),
            _ => unary(Unary::Abs),
        },
        Op::Andi(_) => cx.binary(Binary::And),
        Op::Ori(_) => cx.binary(Binary::Or),
        Op::Xori(_) => cx.binary(Binary::Xor),
        Op::Maxsi(_) => cx.integer(Binary::Maximum, Binary::And),
        Op::Minsi(_) => cx.integer(Binary::Minimum, Binary::Or),
        Op::Maxui(_) => cx.unsigned(Binary::Maximum),
        Op::Minui(_) => cx.unsigned(Binary::Minimum),
        Op::Addf(_) => cx.binary(Binary::Add),
        Op::Subf(_) => cx.binary(Binary::Subtract),
        Op::Mulf(_) => cx.binary(Binary::Multiply),
        Op::Divf(_) => cx.binary(Binary::Divide),
        Op::Remf(_) => cx.binary(Binary::Remainder),
        Op::Maximumf(_) => cx.binary(Binary::Maximum),
        Op::Minimumf(_) => cx.binary(Binary::Minimum),
        Op::Maxnumf(_) => cx.ordered(Binary::Maximum),
        Op::Minnumf(_) => cx.ordered(Binary::Minimum),
        Op::Negf(_) => unary(Unary::Negate),
        Op::MathAbsf(_) => unary(Unary::Abs),
        Op::MathCeil(_) => unary(Unary::Ceil),
        Op::MathCos(_) => unary(Unary::Cosine),
        Op::MathExp(_) => unary(Unary::Exponential),
        Op::MathFloor(_) => unary(Unary::Floor),
        Op::MathLog(_) => unary(Unary::Log),
        Op::MathPowf(_) => cx.binary(Binary::Power),
        Op::MathRsqrt(_) => unary(Unary::Rsqrt),
        Op::MathSin(_) => unary(Unary::Sine),
        Op::MathSqrt(_) => unary(Unary::Sqrt),
        Op::MathTanh(_) => unary(Unary::Tanh),
        Op::MathAtan2(_) => cx.binary(Binary::Atan2),
        Op::MathCbrt(_) => unary(Unary::Cbrt),
        Op::MathErf(_) => cx.apply(Pointwise::Special(Special::Erf)),
        Op::MathExpm1(_) => unary(Unary::ExponentialMinusOne),
        Op::MathLog1p(_) => unary(Unary::LogPlusOne),
        Op::MathRound(_) => unary(Unary::RoundNearestAfz),
        Op::MathRoundeven(_) => unary(Unary::RoundNearestEven),
        Op::MathTan(_) => unary(Unary::Tan),
        Op::ArithBitcast(_) => match x {
            [x] => cx.declared(&bitcast_to(x, cx.ty.element().unwrap_or(x.element()), limit)?),
            _ => Err(EvalError::invalid("it must have one operand")),
        },
        Op::IndexCast(_)
        | Op::Extsi(_)
        | Op::Sitofp(_)
        | Op::Fptosi(_)
        | Op::Trunci(_)
        | Op::Extf(_)
        | Op::Truncf(_) => cx.converted(true),
        Op::IndexCastui(_) | Op::Extui(_) | Op::Uitofp(_) | Op::Fptoui(_) => cx.converted(false),
        Op::Cmpi(it) => cx.compare_integers(it.predicate),
        Op::Cmpf(it) => cx.compare_floats(it.predicate),
        Op::ArithSelect(_) => cx.apply(Pointwise::Select),
        Op::TensorDim(_) => match x {
            [x, at] => number(at).and_then(|d| {
                let extent = usize::try_from(d).ok().and_then(|d| x.dims().get(d));
                let missing = || EvalError::invalid(format!("{} has no dimension {d}", x.ty()));
                index(*extent.ok_or_else(missing)?)
            }),
            _ => Err(EvalError::invalid("it must have two operands")),
        },
        Op::TensorRank(_) => index(x.first().map_or(0, |x| x.dims().len() as i64)),
        Op::TensorCast(_) => match x {
            [x] => cx.declared(x),
            _ => Err(EvalError::invalid("it must have one operand")),
        },
        Op::TensorEmpty(_) => cx.sized(x).and_then(|ty| {
            alloc::checked_count(ty, limit)?;
            let width = ty.element().map_or(1, Element::byte_width);
            Literal::splat(ty, &vec![0; width]).map_err(|e| EvalError::invalid(e.to_string()))
        }),
        Op::TensorSplat(_) => match x {
            [one, sizes @ ..] => cx.sized(sizes).and_then(|ty| {
                alloc::checked_count(ty, limit)?;
                Literal::splat(ty, one.element_bytes(0))
                    .map_err(|e| EvalError::invalid(e.to_string()))
            }),
            [] => Err(EvalError::invalid("it must have an operand")),
        },
        data_op!() | extents_op!() | pointwise_op!() | sized_op!() | structured_op!() => {
            Err(EvalError::invalid(format!("`{}` is not an op on scalars", op.name())))
        }
    }
}
