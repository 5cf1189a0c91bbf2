//! Ranges of integer types, and integer constants.

use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Element, Literal, Type, Value};

/// The numbers that an integer type of whole bytes holds; `None` for other types.
pub fn range(element: Element) -> Option<std::ops::RangeInclusive<i128>> {
    if !element.is_integer() || element.bit_width() as usize != 8 * element.byte_width() {
        return None;
    }
    let one: i128 = 1;
    Some(if element.is_signed() {
        let half = one << (element.bit_width() - 1);
        -half..=half - 1
    } else {
        0..=(one << element.bit_width()) - 1
    })
}

/// A constant of type `ty` whose elements all are `number`, modulo the range of the type.
pub fn splat(ty: Type, number: i128) -> Option<Literal> {
    let element = ty.element()?;
    range(element)?;
    Literal::splat(ty, &number.to_le_bytes()[..element.byte_width()]).ok()
}

/// The integer that a scalar constant holds.
pub fn scalar(module: &Module, value: Value) -> Option<i128> {
    let literal = module.constant(value)?;
    let is_scalar = literal.dims().is_empty();
    is_scalar.then(|| literal.get_int(0))?
}

/// The number of ops that [`upper_bound`] looks through, from a value towards its operands.
const DEPTH: usize = 8;

/// A number that no element of an integer tensor exceeds, if no element is negative.
pub fn upper_bound(module: &Module, value: Value) -> Option<u128> {
    bound(module, value, DEPTH)
}

fn bound(module: &Module, value: Value, depth: usize) -> Option<u128> {
    let tensor = module.ty(value).as_tensor()?;
    let most = u128::try_from(*range(tensor.element)?.end()).ok()?;
    let unsigned = (!tensor.element.is_signed()).then_some(most);
    known_bound(module, value, depth).filter(|&n| n <= most).or(unsigned)
}

/// The bound that follows from the op, as if the type had no largest number.
fn known_bound(module: &Module, value: Value, depth: usize) -> Option<u128> {
    if let Some(literal) = module.constant(value) {
        let count = if literal.is_splat() { literal.count().min(1) } else { literal.count() };
        if count > LARGEST {
            return None;
        }
        let numbers = (0..count).map(|i| u128::try_from(literal.get_int(i)?).ok());
        return numbers.collect::<Option<Vec<u128>>>()?.into_iter().max();
    }
    let op = module.def_op(value).filter(|_| depth > 0)?;
    let of = |i: usize| bound(module, module.operand(op, i), depth - 1);
    match module.op(op) {
        Op::Iota(it) => {
            let extent = it.ty.0.as_tensor()?.dims[it.iota_dimension as usize];
            u128::try_from(extent - 1).ok()
        }
        Op::BroadcastInDim(_) | Op::Reshape(_) | Op::Slice(_) | Op::Transpose(_) => of(0),
        Op::Convert(_) if range(module.ty(module.operand(op, 0)).element()?).is_some() => of(0),
        Op::Add(_) => of(0)?.checked_add(of(1)?),
        Op::Multiply(_) => of(0)?.checked_mul(of(1)?),
        Op::And(_) => [of(0), of(1)].into_iter().flatten().min(),
        Op::ShiftRightLogical(_) => of(0),
        // Any other op: has no known bound.
        _ => None,
    }
}

/// Larger constants are not searched for their largest element.
const LARGEST: usize = 1024;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_where_nothing_wraps() {
        let text =
            "func.func @main(%x: tensor<3x5xui64>, %y: tensor<3x5xi32>) -> tensor<3x5xui64> {
  %rows = stablehlo.iota dim = 0 : tensor<3x5xui64>
  %columns = stablehlo.iota dim = 1 : tensor<3x5xui64>
  %five = stablehlo.constant dense<5> : tensor<3x5xui64>
  %start = stablehlo.multiply %rows, %five : tensor<3x5xui64>
  %place = stablehlo.add %start, %columns : tensor<3x5xui64>
  %wraps = stablehlo.add %x, %columns : tensor<3x5xui64>
  %masked = stablehlo.and %x, %five : tensor<3x5xui64>
  %same = stablehlo.convert %masked : (tensor<3x5xui64>) -> tensor<3x5xi8>
  %narrow = stablehlo.convert %x : (tensor<3x5xui64>) -> tensor<3x5xui16>
  %signed = stablehlo.convert %x : (tensor<3x5xui64>) -> tensor<3x5xi16>
  %negative = stablehlo.add %y, %y : tensor<3x5xi32>
  %long = stablehlo.iota dim = 0 : tensor<300xi8>
  return %place : tensor<3x5xui64>
}";
        let module = hloom_ir::text::parse(text).module.unwrap();
        let main = module.symbol("main").unwrap();
        let of = |name: &str| {
            let named = |&v: &Value| module.name(v) == Some(name);
            let mut all = module.walk(main).flat_map(|op| module.results(op));
            upper_bound(&module, all.find(named).unwrap())
        };
        assert_eq!(of("rows"), Some(2));
        assert_eq!(of("place"), Some(2 * 5 + 4));
        assert_eq!(of("wraps"), Some(u128::from(u64::MAX)));
        assert_eq!(of("masked"), Some(5));
        assert_eq!(of("same"), Some(5));
        assert_eq!(of("narrow"), Some(u128::from(u16::MAX)));
        assert_eq!(of("signed"), None);
        assert_eq!(of("negative"), None);
        assert_eq!(of("long"), None, "it wraps around");
    }
}
