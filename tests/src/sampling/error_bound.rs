//! Bounds of rounding errors: how far a program's results may lie from those that it would
//! have without rounding.
//!
//! Rules of fast math keep a program's meaning over real numbers and not its rounding. Two
//! programs of one meaning give results that are apart by no more than both rounding
//! errors. A first-order running error analysis (Higham, "Accuracy and Stability of
//! Numerical Algorithms", section 3.3) bounds them from the values that one run has.

use hloom_interp::Value as Run;
use hloom_ir::literal::read_f64;
use hloom_ir::module::Module;
use hloom_ir::ops::{Func, FuncReturn, FunctionType};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::types::float::FloatFormat;
use hloom_ir::{Element, Literal, OpId, Rewriter, Type, Value};
use std::collections::HashMap;

/// The value of each tensor that the outermost block of `main` computes; `None` where the
/// program does not run.
pub fn all_values(module: &Module, inputs: &[Literal]) -> Option<HashMap<Value, Literal>> {
    let mut copy = module.clone();
    let main = copy.symbol("main")?;
    let block = copy.entry(main, 0)?;
    let end = copy.terminator(block)?;
    let results = copy.ops(block).flat_map(|op| copy.results(op).iter().collect::<Vec<_>>());
    let values: Vec<Value> = copy
        .args(block)
        .iter()
        .copied()
        .chain(results)
        .filter(|&v| copy.ty(v).as_tensor().is_some())
        .collect();
    let types = |of: &[Value]| of.iter().map(|&v| copy.ty(v)).collect::<Vec<Type>>();
    let ty = Type::function(&types(copy.args(block)), &types(&values));
    let func = Func { function_type: FunctionType(ty), ..copy.func(main).clone() };
    let mut rewriter = Rewriter::new(&mut copy);
    rewriter.erase(end);
    rewriter.set_point(InsertPoint::End(block));
    rewriter.build(FuncReturn {}, &values).ok()?;
    rewriter.set_op(main, func);
    let inputs: Vec<Run> = inputs.iter().cloned().map(Run::Tensor).collect();
    let outputs = hloom_interp::run(&copy, "main", &inputs).ok()?;
    let literals = outputs.into_iter().map(|v| v.tensor().cloned());
    values.into_iter().zip(literals).map(|(v, l)| Some((v, l?))).collect()
}

/// The sizes of the largest and of the least element, complex numbers by their parts; the
/// largest is infinite where an element is not finite.
fn sizes(literal: &Literal) -> (f64, f64) {
    let real = literal.element().real_part();
    let parts = literal.bytes().chunks_exact(real.byte_width());
    let sizes = parts.map(|bytes| match read_f64(real, bytes).abs() {
        finite if finite.is_finite() => finite,
        _ => f64::INFINITY,
    });
    sizes.fold((0.0, f64::INFINITY), |(most, least), n| (n.max(most), n.min(least)))
}

/// The rounding error of one operation: relative to the result, and the minimum.
fn unit(element: Element) -> (f64, f64) {
    match FloatFormat::of(element.real_part()) {
        // A `tf32` is stored with more bits than it has.
        _ if element == Element::TF32 => (2f64.powi(-10), 2f64.powi(-136)),
        Some(format) => {
            let bits = format.mantissa_bits as i32;
            (2f64.powi(-bits), 2f64.powi((1 - format.bias - bits).max(-1022)))
        }
        None => (0.0, 0.0),
    }
}

/// For each value of [`all_values`], how far rounding may have moved an element. Infinite
/// where nothing is known: behind an op that is not continuous, where a divisor may be zero,
/// or where a number is not finite.
pub fn error_bounds(module: &Module, values: &HashMap<Value, Literal>) -> HashMap<Value, f64> {
    let mut bounds = HashMap::new();
    let block = module.symbol("main").and_then(|main| module.entry(main, 0));
    let Some(block) = block else { return bounds };
    bounds.extend(module.args(block).iter().map(|&arg| (arg, 0.0)));
    for op in module.ops(block) {
        let bound = bound_of(module, op, values, &bounds);
        // Nothing is known of nothing times infinity.
        let bound = if bound.is_nan() { f64::INFINITY } else { bound };
        bounds.extend(module.results(op).iter().map(|v| (v, bound)));
    }
    bounds
}

fn bound_of(
    module: &Module,
    op: OpId,
    values: &HashMap<Value, Literal>,
    known: &HashMap<Value, f64>,
) -> f64 {
    let operands = module.operands(op);
    let errors: Vec<f64> =
        operands.iter().map(|v| known.get(v).copied().unwrap_or(f64::INFINITY)).collect();
    let ranges: Vec<(f64, f64)> =
        operands.iter().map(|v| values.get(v).map_or((f64::INFINITY, 0.0), sizes)).collect();
    let result = module.results(op).iter().next();
    let Some(result) = result.and_then(|v| values.get(&v)) else { return f64::INFINITY };
    let (most, _) = sizes(result);
    let is_exact = errors.iter().all(|&e| e == 0.0);
    if !most.is_finite() || ranges.iter().any(|r| !r.0.is_finite()) {
        return f64::INFINITY;
    }
    let (relative, least) = unit(result.element());
    let round = |size: f64| relative * size + if relative > 0.0 { least } else { 0.0 };
    let worst = errors.iter().copied().fold(0.0, f64::max);
    let complex = result.element().is_complex();
    let product = |i: usize, j: usize| {
        let sum = errors[i] * ranges[j].0 + errors[j] * (ranges[i].0 + errors[i]);
        let terms = if complex { 2.0 } else { 1.0 };
        terms * (sum + round(ranges[i].0 * ranges[j].0))
    };
    match module.op(op).name() {
        "stablehlo.constant" => 0.0,
        "stablehlo.add" | "stablehlo.subtract" => {
            errors[0] + errors[1] + round(ranges[0].0 + ranges[1].0)
        }
        "stablehlo.multiply" => product(0, 1),
        "stablehlo.divide" if !complex => {
            let divisor = ranges[1].1 - errors[1];
            if divisor <= errors[1] {
                return f64::INFINITY;
            }
            (errors[0] + ranges[0].0 / ranges[1].1 * errors[1]) / divisor + round(most)
        }
        "stablehlo.dot_general" => {
            let (x, y) = (&values[&operands[0]], &values[&operands[1]]);
            let terms = x.count().max(1).min(y.count().max(1)) as f64;
            terms * (product(0, 1) + round(terms * ranges[0].0 * ranges[1].0))
        }
        "stablehlo.select" if errors[0] > 0.0 => f64::INFINITY,
        "stablehlo.negate"
        | "stablehlo.select"
        | "stablehlo.transpose"
        | "stablehlo.reshape"
        | "stablehlo.broadcast_in_dim"
        | "stablehlo.slice"
        | "stablehlo.reverse"
        | "stablehlo.pad"
        | "stablehlo.concatenate"
        | "stablehlo.real"
        | "stablehlo.imag"
        | "stablehlo.complex" => worst,
        "stablehlo.abs" | "stablehlo.maximum" | "stablehlo.minimum" if !complex => worst,
        // Its condition grows with the exponent.
        "stablehlo.power" | "chlo.broadcast_power" if complex => f64::INFINITY,
        // A cut goes through where one operand is too small to change the other.
        "stablehlo.atan2" | "chlo.broadcast_atan2" if complex => f64::INFINITY,
        "stablehlo.convert" if relative > 0.0 => worst + round(most),
        // Of the same operands, rounded once.
        _ if is_exact && module.regions(op).is_empty() => {
            if relative > 0.0 {
                round(most)
            } else {
                0.0
            }
        }
        _ => f64::INFINITY,
    }
}

/// Whether a program multiplies `bf16` and has such a number below the least normal one, which the
/// instructions of x86 for that take for zero (see [`COMPILED_ULPS`]).
///
/// [`COMPILED_ULPS`]: hloom_interp::ulp::COMPILED_ULPS
pub fn multiplies_subnormal_bf16(module: &Module, values: &HashMap<Value, Literal>) -> bool {
    let is_bf16 = |v: &Value| module.ty(*v).element() == Some(Element::BF16);
    let multiplies = module.walk_all().any(|op| {
        let is_product = ["dot_general", "dot", "convolution", "dynamic_conv"]
            .iter()
            .any(|name| module.op(op).name().strip_prefix("stablehlo.") == Some(name));
        is_product && module.operands(op).iter().any(is_bf16)
    });
    let subnormal = |bytes: &[u8]| {
        let size = read_f64(Element::BF16, bytes).abs();
        size > 0.0 && size < 2f64.powi(-126)
    };
    multiplies
        && values.iter().any(|(v, literal)| {
            is_bf16(v) && literal.expanded().bytes().chunks_exact(2).any(subnormal)
        })
}

/// Whether two tensors are apart by no more than `bound`, where both are finite; numbers
/// that are not floats must be equal.
pub fn within(a: &Literal, b: &Literal, bound: f64) -> bool {
    let real = a.element().real_part();
    if !real.is_float() {
        return super::same(a, b);
    }
    let parts = |l: &Literal| -> Vec<f64> {
        let all = l.expanded();
        all.bytes().chunks(real.byte_width()).map(|e| read_f64(real, e)).collect()
    };
    let close = |(x, y): (&f64, f64)| !x.is_finite() || !y.is_finite() || (x - y).abs() <= bound;
    a.ty() == b.ty() && parts(a).iter().zip(parts(b)).all(close)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(text: &str, inputs: &[Literal]) -> Vec<f64> {
        let module = crate::parse(text);
        let values = all_values(&module, inputs).expect("it runs");
        let bounds = error_bounds(&module, &values);
        let block = module.entry(module.symbol("main").unwrap(), 0).unwrap();
        module.operands(module.terminator(block).unwrap()).iter().map(|v| bounds[v]).collect()
    }

    #[test]
    fn products_of_subnormal_numbers_are_found() {
        let module = crate::parse(
            "func.func @main(%x: tensor<2xbf16>) -> tensor<bf16> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<bf16>
  return %0 : tensor<bf16>
}",
        );
        for (least, found) in [(2f64.powi(-126), false), (2f64.powi(-127), true), (0.0, false)] {
            let x = Literal::from_f64s(Type::tensor(&[2], Element::BF16), &[1.0, least]).unwrap();
            let values = all_values(&module, &[x]).expect("it runs");
            assert_eq!(multiplies_subnormal_bf16(&module, &values), found, "{least}");
        }
    }

    #[test]
    fn errors_grow_with_what_is_cancelled_and_are_unknown_behind_jumps() {
        let ty = Type::tensor(&[2], Element::F32);
        let x = Literal::from_f64s(ty, &[3.0, 5.0]).unwrap();
        let found = bounds(
            "func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.multiply %x, %x : tensor<2xf32>
  %1 = stablehlo.subtract %0, %0 : tensor<2xf32>
  %2 = stablehlo.divide %x, %1 : tensor<2xf32>
  %3 = stablehlo.floor %0 : tensor<2xf32>
  return %x, %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}",
            &[x],
        );
        assert_eq!(found[0], 0.0);
        assert!(found[1] > 50.0 * f64::from(f32::EPSILON) && found[1] < 1e-4, "{found:?}");
        assert!(found[2].is_infinite() && found[3].is_infinite(), "{found:?}");
    }
}
