//! Implicitly broadcasting CHLO ops become explicit broadcasts and the StableHLO op.

use crate::rule::condition::integer;
use crate::rule::{Match, Rule, rule};
use hloom_ir::field::{Dims, ResultType};
use hloom_ir::op::OpStruct;
use hloom_ir::ops::{self, Op, broadcast_places};
use hloom_ir::pattern::Pat;
use hloom_ir::types::TensorType;
use hloom_ir::vars;
use hloom_ir::{DYNAMIC, Element, Type, Value};

/// The rules, one for each op.
pub(super) fn rules() -> Vec<Rule> {
    vec![
        plain::<ops::BroadcastAdd>("broadcast-add", |b| {
            (ops::Add {}.into(), dims(&b.broadcast_dimensions))
        }),
        plain::<ops::BroadcastAnd>("broadcast-and", |b| {
            (ops::And {}.into(), dims(&b.broadcast_dimensions))
        }),
        plain::<ops::BroadcastAtan2>("broadcast-atan2", |b| {
            (ops::Atan2 {}.into(), dims(&b.broadcast_dimensions))
        }),
        plain::<ops::BroadcastCompare>("broadcast-compare", |b| {
            let op = ops::Compare {
                comparison_direction: b.comparison_direction.0,
                compare_type: b.compare_type.map(|t| t.0),
            };
            (op.into(), dims(&b.broadcast_dimensions))
        }),
        plain::<ops::BroadcastComplex>("broadcast-complex", |b| {
            (ops::Complex {}.into(), dims(&b.broadcast_dimensions))
        }),
        plain::<ops::BroadcastDivide>("broadcast-divide", |b| {
            (ops::Divide {}.into(), dims(&b.broadcast_dimensions))
        }),
        plain::<ops::BroadcastMaximum>("broadcast-maximum", |b| {
            (ops::Maximum {}.into(), dims(&b.broadcast_dimensions))
        }),
        plain::<ops::BroadcastMinimum>("broadcast-minimum", |b| {
            (ops::Minimum {}.into(), dims(&b.broadcast_dimensions))
        }),
        plain::<ops::BroadcastMultiply>("broadcast-multiply", |b| {
            (ops::Multiply {}.into(), dims(&b.broadcast_dimensions))
        }),
        plain::<ops::BroadcastNextAfter>("broadcast-next-after", |b| {
            (ops::NextAfter {}.into(), dims(&b.broadcast_dimensions))
        }),
        plain::<ops::BroadcastOr>("broadcast-or", |b| {
            (ops::Or {}.into(), dims(&b.broadcast_dimensions))
        }),
        plain::<ops::BroadcastPolygamma>("broadcast-polygamma", |b| {
            (ops::Polygamma {}.into(), dims(&b.broadcast_dimensions))
        }),
        plain::<ops::BroadcastPower>("broadcast-power", |b| {
            (ops::Power {}.into(), dims(&b.broadcast_dimensions))
        }),
        plain::<ops::BroadcastRemainder>("broadcast-remainder", |b| {
            (ops::Remainder {}.into(), dims(&b.broadcast_dimensions))
        }),
        shift::<ops::BroadcastShiftLeft>("broadcast-shift-left", |b| {
            (ops::ShiftLeft {}.into(), dims(&b.broadcast_dimensions))
        }),
        shift::<ops::BroadcastShiftRightArithmetic>("broadcast-shift-right-arithmetic", |b| {
            (ops::ShiftRightArithmetic {}.into(), dims(&b.broadcast_dimensions))
        }),
        shift::<ops::BroadcastShiftRightLogical>("broadcast-shift-right-logical", |b| {
            (ops::ShiftRightLogical {}.into(), dims(&b.broadcast_dimensions))
        }),
        plain::<ops::BroadcastSubtract>("broadcast-subtract", |b| {
            (ops::Subtract {}.into(), dims(&b.broadcast_dimensions))
        }),
        plain::<ops::BroadcastXor>("broadcast-xor", |b| {
            (ops::Xor {}.into(), dims(&b.broadcast_dimensions))
        }),
        plain::<ops::BroadcastZeta>("broadcast-zeta", |b| {
            (ops::Zeta {}.into(), dims(&b.broadcast_dimensions))
        }),
        rule(
            "broadcast-select",
            Pat::any_operands::<ops::BroadcastSelect>("b"),
            |m: &mut Match<'_, '_>| {
                let operands = m.operands().to_vec();
                let all = spread(m, &operands, None)?;
                m.build(ops::Select {}, &all)
            },
        )
        .quantized(),
    ]
}

fn dims(dims: &Option<Dims>) -> Option<Dims> {
    dims.clone()
}

/// The rule of a binary op: `of` gives the StableHLO op and the broadcast dimensions.
fn plain<K: OpStruct>(name: &'static str, of: fn(&K) -> (Op, Option<Dims>)) -> Rule {
    vars!(x, y);
    let left = Pat::op::<K>(vec![x.into(), y.into()], None);
    rule(name, left, move |m: &mut Match<'_, '_>| explicit(m, of)).quantized()
}

/// The rule of a shift, which StableHLO has for integers only.
fn shift<K: OpStruct>(name: &'static str, of: fn(&K) -> (Op, Option<Dims>)) -> Rule {
    vars!(x, y);
    let left = Pat::op::<K>(vec![x.into(), y.into()], None);
    rule(name, left, move |m: &mut Match<'_, '_>| explicit(m, of)).when(integer(x))
}

/// The op of the operands in one shape.
fn explicit<K: OpStruct>(m: &mut Match<'_, '_>, of: fn(&K) -> (Op, Option<Dims>)) -> Option<Value> {
    let (op, dims) = of(m.module().get::<K>(m.root())?);
    let operands = m.operands().to_vec();
    let all = spread(m, &operands, dims.as_ref())?;
    m.build(op, &all)
}

/// The operands in one shape: as they are, broadcast, or broadcast to extents that are
/// computed. An extent that is not known may be 1, so equal types are not enough.
fn spread(m: &mut Match<'_, '_>, operands: &[Value], dims: Option<&Dims>) -> Option<Vec<Value>> {
    let types: Vec<&'static TensorType> =
        operands.iter().map(|&v| m.tensor(v)).collect::<Option<_>>()?;
    let is_static = types.iter().all(|t| t.is_static());
    let same_dims = types.windows(2).all(|w| w[0].dims == w[1].dims);
    let same_value = operands.windows(2).all(|w| w[0] == w[1]);
    if same_value || same_dims && is_static {
        return Some(operands.to_vec());
    }
    let to = m.root_tensor()?;
    if !is_static || !to.is_static() {
        return spread_to_computed(m, operands, &types, dims);
    }
    let mut all = Vec::new();
    for (&value, t) in operands.iter().zip(types) {
        if t.dims == to.dims {
            all.push(value);
            continue;
        }
        let ty = ResultType(Type::from(TensorType::new(&to.dims, t.element)));
        let broadcast_dimensions = broadcast_places(dims, t.rank(), to.rank());
        all.push(m.build(ops::BroadcastInDim { broadcast_dimensions, ty }, &[value])?);
    }
    Some(all)
}

/// The operands broadcast to extents that the program computes: of each dimension the one
/// that is not 1.
fn spread_to_computed(
    m: &mut Match<'_, '_>,
    operands: &[Value],
    types: &[&'static TensorType],
    dims: Option<&Dims>,
) -> Option<Vec<Value>> {
    // A bound of an extent would have to be that of the result.
    if types.iter().any(|t| t.encoding.is_some()) {
        return None;
    }
    let to = m.root_tensor()?;
    let rank = to.rank();
    let places: Vec<Dims> = types.iter().map(|t| broadcast_places(dims, t.rank(), rank)).collect();
    let mut extents = Vec::new();
    for (d, &known) in to.dims.iter().enumerate() {
        let mut extent = None;
        for ((&value, t), places) in operands.iter().zip(types).zip(&places) {
            let Some(at) = places.iter().position(|&p| p == d as i64) else { continue };
            if known != DYNAMIC || t.dims[at] == 1 {
                continue;
            }
            let size = ops::GetDimensionSize { dimension: at as i64 };
            let size = m.build(size, &[value])?;
            extent = Some(match extent {
                None => size,
                Some(other) => {
                    let one = m.splat(Type::scalar_tensor(Element::I32), 1.0)?;
                    let eq = ops::Compare {
                        comparison_direction: ops::Direction::Eq,
                        compare_type: None,
                    };
                    let is_one = m.build(eq, &[other, one])?;
                    m.build(ops::Select {}, &[is_one, size, other])?
                }
            });
        }
        let extent = match extent {
            Some(extent) => extent,
            // All operands have extent 1 there, or the extent is known.
            None => {
                let known = if known == DYNAMIC { 1 } else { known };
                m.splat(Type::scalar_tensor(Element::I32), known as f64)?
            }
        };
        let list = ResultType(Type::tensor(&[1], Element::I32));
        extents.push(m.build(ops::Reshape { ty: list }, &[extent])?);
    }
    let list = m.build(ops::Concatenate { dimension: 0 }, &extents)?;
    let mut all = Vec::new();
    for ((&value, t), broadcast_dimensions) in operands.iter().zip(types).zip(places) {
        let op = ops::DynamicBroadcastInDim {
            broadcast_dimensions,
            known_expanding_dimensions: None,
            known_nonexpanding_dimensions: None,
            ty: ResultType(TensorType::new(&to.dims, t.element).into()),
        };
        all.push(m.build(op, &[value, list])?);
    }
    Some(all)
}
