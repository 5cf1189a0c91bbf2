//! Random programs of many ops, for comparing backends.
//!
//! A program grows op by op from its arguments. An op is *exact* if every backend must give the
//! same bits. Elementary functions and float sums may round differently, so their results are
//! *inexact*: programs move and return them but do not compute with them, because a comparison or a
//! difference would magnify rounding errors without bound.

mod shaped;

use super::{attributes, plain};
use crate::campaign::Random;
use hloom_ir::field::Symbol;
use hloom_ir::module::Module;
use hloom_ir::ops::{self, DotDims, Func, FuncReturn, FunctionType, Op, Return};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::types::float::FloatFormat;
use hloom_ir::{Element, Literal, Rewriter, Type, Value};

/// Element types of arguments and conversions.
const ELEMENTS: [Element; 13] = [
    Element::I1,
    Element::I8,
    Element::I16,
    Element::I32,
    Element::I64,
    Element::U8,
    Element::U32,
    Element::BF16,
    Element::F16,
    Element::F32,
    Element::F32,
    Element::F64,
    Element::C64,
];

/// Ops of the table that are exact for all element types.
const EXACT: [&str; 38] = [
    "add",
    "subtract",
    "multiply",
    "divide",
    "remainder",
    "maximum",
    "minimum",
    "and",
    "or",
    "xor",
    "not",
    "negate",
    "abs",
    "sign",
    "floor",
    "ceil",
    "round_nearest_even",
    "round_nearest_afz",
    "is_finite",
    "popcnt",
    "count_leading_zeros",
    "shift_left",
    "shift_right_logical",
    "shift_right_arithmetic",
    "compare",
    "select",
    "clamp",
    "convert",
    "transpose",
    "reshape",
    "broadcast_in_dim",
    "slice",
    "reverse",
    "pad",
    "concatenate",
    "complex",
    "real",
    "imag",
];

/// Ops whose results may differ by a few units in the last place.
const INEXACT: [&str; 17] = [
    "exponential",
    "exponential_minus_one",
    "log",
    "log_plus_one",
    "logistic",
    "tanh",
    "sine",
    "cosine",
    "tan",
    "cbrt",
    "rsqrt",
    "atan2",
    "power",
    "sqrt",
    "exponential",
    "tanh",
    "logistic",
];

/// Ops that only move elements.
const MOVEMENT: [&str; 6] =
    ["transpose", "reshape", "broadcast_in_dim", "slice", "reverse", "concatenate"];

/// A random program.
pub struct Sample {
    /// The module, with a function `main`.
    pub module: Module,
    /// For each result, the allowed error in units in the last place; zero if it is exact.
    pub ulps: Vec<u64>,
}

/// Draws a program of at most `max_ops` ops.
pub fn program(random: &mut Random, max_ops: usize) -> Sample {
    draw(random, max_ops, false)
}

/// Draws a program of at most `max_ops` ops, of all element types and more ops: indexed ones, sorts,
/// windows, convolutions, and tensors without elements.
pub fn wide_program(random: &mut Random, max_ops: usize) -> Sample {
    draw(random, max_ops, true)
}

fn draw(random: &mut Random, max_ops: usize, wide: bool) -> Sample {
    let mut module = Module::new();
    let mut rewriter = Rewriter::new(&mut module);
    let arguments: Vec<Type> = (0..1 + random.below(3))
        .map(|_| {
            let dims: Vec<i64> = (0..random.below(4)).map(|_| extent(random, wide)).collect();
            Type::tensor(&dims, element(random, wide))
        })
        .collect();
    let (region, block) = rewriter.region(&arguments);
    rewriter.set_point(InsertPoint::End(block));
    let known = rewriter.module().args(block).iter().map(|&v| (v, 0)).collect();
    // Most wide programs are small, so that many can be emulated.
    let largest = if wide && !random.chance(16) { 600 } else { 20_000 };
    let mut grower = Grower { rewriter, random, known, wide, largest };
    let op_count = 1 + grower.random.below(max_ops);
    let mut made = 0;
    // Most draws fit none of the available operands.
    for _ in 0..40 * max_ops {
        if made >= op_count {
            break;
        }
        made += usize::from(grower.grow().is_some());
    }
    let Grower { mut rewriter, known, .. } = grower;
    // All unused values are results; at least the last value is one.
    let last = known.len() - 1;
    let results: Vec<(Value, u64)> = known
        .iter()
        .enumerate()
        .filter(|&(i, &(v, _))| i == last || !rewriter.module().is_used(v))
        .map(|(_, &r)| r)
        .collect();
    let values: Vec<Value> = results.iter().map(|r| r.0).collect();
    rewriter.build(FuncReturn {}, &values).expect("a return takes anything");
    let types: Vec<Type> = values.iter().map(|&v| rewriter.module().ty(v)).collect();
    let func = Func {
        sym_name: Symbol::from("main"),
        function_type: FunctionType(Type::function(&arguments, &types)),
        sym_visibility: None,
        arg_attrs: None,
        res_attrs: None,
    };
    let body = rewriter.module().body();
    rewriter.set_point(InsertPoint::End(body));
    rewriter.build_with_regions(func, &[], &[region]).expect("the function is valid");
    Sample { module, ulps: results.iter().map(|r| r.1).collect() }
}

/// Extents up to and around vector widths; zero too, rarely, in a wide program.
fn extent(random: &mut Random, wide: bool) -> i64 {
    match random.below(if wide { 24 } else { 8 }) {
        8 => 0,
        9 => 16,
        10 => 64,
        11 => 100,
        usual => [1, 2, 3, 4, 5, 8, 17, 33][usual % 8],
    }
}

/// An element type: any, once in three times, in a wide program.
fn element(random: &mut Random, wide: bool) -> Element {
    // An index has no fixed width.
    let any: &[Element] = &Element::ALL[..Element::ALL.len() - 1];
    let from = if wide && random.chance(3) { any } else { &ELEMENTS };
    *random.one_of(from)
}

/// Whether sums of this type are near in every order: those of a few digits stop to grow in one order, and
/// overflow in another.
fn sums_are_near(element: Element) -> bool {
    FloatFormat::of(element).is_none_or(|format| format.mantissa_bits >= 7)
}

struct Grower<'m, 'r> {
    rewriter: Rewriter<'m>,
    random: &'r mut Random,
    /// Available values with their allowed errors in units in the last place.
    known: Vec<(Value, u64)>,
    /// Whether the program is of all element types and more ops.
    wide: bool,
    /// The most elements of a value.
    largest: usize,
}

impl Grower<'_, '_> {
    fn ty(&self, v: Value) -> Type {
        self.rewriter.module().ty(v)
    }

    /// A random value; an exact one if requested.
    fn any(&mut self, exact: bool) -> Option<(Value, u64)> {
        let fits: Vec<_> = self.known.iter().copied().filter(|k| k.1 == 0 || !exact).collect();
        if fits.is_empty() { None } else { Some(*self.random.one_of(&fits)) }
    }

    /// An exact value of this type: an available one, or a constant.
    fn of_type(&mut self, ty: Type) -> Option<Value> {
        let fits: Vec<Value> =
            self.known.iter().filter(|k| k.1 == 0 && self.ty(k.0) == ty).map(|k| k.0).collect();
        if !fits.is_empty() && !self.random.chance(4) {
            return Some(*self.random.one_of(&fits));
        }
        let literal = if self.random.chance(2) {
            Literal::from_f64s(ty, &[f64::from(self.random.int() % 5)]).ok()?
        } else {
            super::input(ty, self.random)?
        };
        Some(self.rewriter.constant(literal))
    }

    /// The absolute values of floats. Their sums do not cancel, so relative rounding errors stay
    /// small.
    fn without_signs(&mut self, x: Value) -> Option<Value> {
        let float = self.ty(x).element().is_some_and(Element::is_float);
        if float { self.rewriter.value(ops::Abs {}, &[x]).ok() } else { Some(x) }
    }

    /// Floats whose products of `factors` factors are normal numbers; zeros, infinities and NaNs
    /// are kept. Each backend multiplies in its own order, which the specification leaves open. If
    /// partial products overflow or underflow in one order only, the results differ completely:
    /// `(65504 · 2) · 0` is NaN in `f16`, and `65504 · (2 · 0)` is 0. With bounded factors, all
    /// orders agree on zeros, infinities and NaNs, and up to rounding on other numbers.
    fn multipliable(&mut self, x: Value, factors: i64) -> Option<Value> {
        let ty = self.ty(x).as_tensor()?;
        if !ty.element.is_float() {
            return Some(x);
        }
        // Normal numbers of every type include 2^-14 to 2^15.
        let scalar = Type::scalar_tensor(ty.element);
        let bound = |number: f64| {
            let rounded = Literal::from_f64s(scalar, &[number]).ok()?;
            let powers = rounded.get_f64(0).log2().abs() * factors as f64;
            if powers <= 14.0 { Some(rounded) } else { Literal::from_f64s(scalar, &[1.0]).ok() }
        };
        let most = (12.0 / factors as f64).exp2();
        let (low, high) = (bound(1.0 / most)?, bound(most)?);
        let (low, high) = (self.rewriter.constant(low), self.rewriter.constant(high));
        let inside = self.rewriter.value(ops::Clamp {}, &[low, x, high]).ok()?;
        // x / x is NaN for zeros, infinities and NaNs only.
        let one = self.rewriter.value(ops::Divide {}, &[x, x]).ok()?;
        let number = self.rewriter.value(ops::IsFinite {}, &[one]).ok()?;
        self.rewriter.value(ops::Select {}, &[number, inside, x]).ok()
    }

    fn keep(&mut self, v: Value, ulps: u64) -> Option<()> {
        // Large broadcasts are rejected, so that programs stay small.
        let small = self.ty(v).as_tensor()?.count()? <= self.largest;
        if small {
            self.known.push((v, ulps));
        }
        small.then_some(())
    }

    fn grow(&mut self) -> Option<()> {
        if self.wide && self.random.chance(3) {
            return self.shaped();
        }
        match self.random.below(12) {
            0 => self.reduce(),
            1 => self.dot(),
            2 => self.branch(),
            3 => self.repeat(),
            4 => {
                let (x, _) = self.any(true)?;
                // Backends differ in complex functions at infinities.
                let complex = self.ty(x).element().is_some_and(Element::is_complex);
                let name = *self.random.one_of(&INEXACT);
                if complex { None } else { self.apply(name, x, 8) }
            }
            5 => {
                let (x, ulps) = self.any(false)?;
                let name = *self.random.one_of(&MOVEMENT);
                self.apply(name, x, ulps)
            }
            _ => {
                let (x, _) = self.any(true)?;
                let name = *self.random.one_of(&EXACT);
                self.apply(name, x, 0)
            }
        }
    }

    /// An op of the table on `x` and, if it takes more operands, other suitable values.
    fn apply(&mut self, short: &str, x: Value, ulps: u64) -> Option<()> {
        let name = format!("stablehlo.{short}");
        let def = ops::lookup(&name)?.def;
        let ty = self.ty(x);
        let t = ty.as_tensor()?;
        // Complex numbers have no order, and their products and quotients are sums of products.
        const REAL_ONLY: [&str; 9] = [
            "multiply",
            "divide",
            "abs",
            "sign",
            "remainder",
            "power",
            "maximum",
            "minimum",
            "clamp",
        ];
        if t.element.is_complex() && REAL_ONLY.contains(&short) {
            return None;
        }
        let operands: Vec<Value> = match short {
            "select" => {
                let pred = Type::tensor(&t.dims, Element::I1);
                vec![self.of_type(pred)?, x, self.of_type(ty)?]
            }
            "clamp" => vec![self.of_type(ty)?, x, self.of_type(ty)?],
            "pad" => vec![x, self.of_type(Type::scalar_tensor(t.element))?],
            "concatenate" if ulps == 0 => vec![x, self.of_type(ty)?, x],
            "concatenate" => vec![x, x],
            _ if def.operands.len() == 2 => vec![x, self.of_type(ty)?],
            _ => vec![x],
        };
        let types: Vec<Type> = operands.iter().map(|&v| self.ty(v)).collect();
        let op = attributes::draw(&name, &types, self.random)?;
        let op = match op {
            Op::Convert(_) => {
                let to = element(self.random, self.wide);
                ops::Convert { ty: hloom_ir::field::ResultType(t.with_element(to).into()) }.into()
            }
            other => other,
        };
        let v = self.rewriter.value(op, &operands).ok()?;
        self.keep(v, ulps)
    }

    /// A reduction over some dimensions: exact, except sums and products of floats.
    fn reduce(&mut self) -> Option<()> {
        let (x, _) = self.any(true)?;
        let t = self.ty(x).as_tensor()?;
        if t.element.is_complex() {
            return None;
        }
        let combine = *self.random.one_of(&["add", "maximum", "minimum", "multiply", "add"]);
        if !sums_are_near(t.element) && matches!(combine, "add" | "multiply") {
            return None;
        }
        let mut x = self.without_signs(x)?;
        let dims: Vec<i64> = (0..t.rank() as i64).filter(|_| self.random.chance(2)).collect();
        let scalar = Type::scalar_tensor(t.element);
        let init = self.of_type(scalar)?;
        let mut init = self.without_signs(init)?;
        let count: i64 = dims.iter().map(|&d| t.dims[d as usize]).product();
        if combine == "multiply" {
            (x, init) = (self.multipliable(x, count + 1)?, self.multipliable(init, count + 1)?);
        }
        let outer = self.rewriter.point();
        let (region, block) = self.rewriter.region(&[scalar, scalar]);
        self.rewriter.set_point(InsertPoint::End(block));
        let args = self.rewriter.module().args(block).to_vec();
        let op = plain(&format!("stablehlo.{combine}"), &[scalar])?;
        let combined = self.rewriter.value(op, &args);
        let ended = combined.and_then(|v| self.rewriter.build(Return {}, &[v]));
        self.rewriter.set_point(outer);
        ended.ok()?;
        let exact = !t.element.is_float() || matches!(combine, "maximum" | "minimum");
        let reduce = ops::Reduce { dimensions: dims.into() };
        let op = self.rewriter.build_with_regions(reduce, &[x, init], &[region]).ok()?;
        let v = self.rewriter.module().result(op, 0);
        self.keep(v, if exact { 0 } else { 8 + 2 * count as u64 })
    }

    /// A product of two tensors with one contracting dimension.
    fn dot(&mut self) -> Option<()> {
        let (x, _) = self.any(true)?;
        let t = self.ty(x).as_tensor()?;
        let fits = !t.element.is_boolean() && !t.element.is_complex() && sums_are_near(t.element);
        if t.rank() == 0 || !fits {
            return None;
        }
        let at = self.random.below(t.rank());
        let mut dims = vec![t.dims[at]];
        dims.extend((0..self.random.below(2)).map(|_| extent(self.random, self.wide)));
        let y = self.of_type(Type::tensor(&dims, t.element))?;
        let (x, y) = (self.without_signs(x)?, self.without_signs(y)?);
        let numbers = DotDims {
            lhs_batching_dimensions: [].into(),
            rhs_batching_dimensions: [].into(),
            lhs_contracting_dimensions: [at as i64].into(),
            rhs_contracting_dimensions: [0].into(),
        };
        let shape: Vec<i64> = numbers
            .lhs_free(t.rank())
            .iter()
            .map(|&d| t.dims[d as usize])
            .chain(dims[1..].iter().copied())
            .collect();
        let op = ops::DotGeneral {
            dot_dimension_numbers: Box::new(numbers),
            precision_config: None,
            algorithm: None,
            ty: hloom_ir::field::ResultType(Type::tensor(&shape, t.element)),
        };
        let v = self.rewriter.value(op, &[x, y]).ok()?;
        let ulps = if t.element.is_float() { 8 + 2 * t.dims[at] as u64 } else { 0 };
        self.keep(v, ulps)
    }

    /// A choice between two values by a boolean.
    fn branch(&mut self) -> Option<()> {
        let pred = self.of_type(Type::scalar_tensor(Element::I1))?;
        let (x, _) = self.any(true)?;
        let y = self.of_type(self.ty(x))?;
        let outer = self.rewriter.point();
        let mut regions = Vec::new();
        for v in [x, y] {
            let (region, block) = self.rewriter.region(&[]);
            self.rewriter.set_point(InsertPoint::End(block));
            // Both branches compute something.
            let made = self.rewriter.value(ops::Negate {}, &[v]).unwrap_or(v);
            self.rewriter.build(Return {}, &[made]).ok();
            regions.push(region);
        }
        self.rewriter.set_point(outer);
        let op = self.rewriter.build_with_regions(ops::If {}, &[pred], &regions).ok()?;
        let v = self.rewriter.module().result(op, 0);
        self.keep(v, 0)
    }

    /// A loop of a few iterations that carries a counter and two values, which it swaps.
    fn repeat(&mut self) -> Option<()> {
        let (x, _) = self.any(true)?;
        let ty = self.ty(x);
        let y = self.of_type(ty)?;
        let counter = Type::scalar_tensor(Element::I32);
        let number = |n: f64| Literal::from_f64s(counter, &[n]).ok();
        let trip_count = self.random.below(4) as f64;
        let zero = self.rewriter.constant(number(0.0)?);
        let outer = self.rewriter.point();
        let carried = [counter, ty, ty];
        let (cond, block) = self.rewriter.region(&carried);
        self.rewriter.set_point(InsertPoint::End(block));
        let args = self.rewriter.module().args(block).to_vec();
        let end = self.rewriter.constant(number(trip_count)?);
        let less = ops::Compare { comparison_direction: ops::Direction::Lt, compare_type: None };
        let test = self.rewriter.value(less, &[args[0], end]).ok()?;
        self.rewriter.build(Return {}, &[test]).ok()?;
        let (body, block) = self.rewriter.region(&carried);
        self.rewriter.set_point(InsertPoint::End(block));
        let args = self.rewriter.module().args(block).to_vec();
        let one = self.rewriter.constant(number(1.0)?);
        let next = self.rewriter.value(ops::Add {}, &[args[0], one]).ok()?;
        let sum = self.rewriter.value(ops::Add {}, &[args[1], args[2]]).ok()?;
        let yielded =
            if self.random.chance(2) { [next, args[2], args[1]] } else { [next, sum, args[1]] };
        self.rewriter.build(Return {}, &yielded).ok()?;
        self.rewriter.set_point(outer);
        let op =
            self.rewriter.build_with_regions(ops::While {}, &[zero, x, y], &[cond, body]).ok()?;
        let (a, b) = (self.rewriter.module().result(op, 1), self.rewriter.module().result(op, 2));
        self.keep(a, 0)?;
        self.keep(b, 0)
    }
}
