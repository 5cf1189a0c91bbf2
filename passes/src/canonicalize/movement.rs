//! Laws of data movement: ops that move nothing vanish, and consecutive moves are combined.

use crate::rule::condition::{holds, inner_used_once};
use crate::rule::{Match, Rule, rule};
use hloom_analysis::monoid::Monoid;
use hloom_ir::field::{Dims, ResultType};
use hloom_ir::ops::*;
use hloom_ir::pattern::AttrVar;
use hloom_ir::vars;
use hloom_ir::{Type, Value};

/// The rules.
pub(super) fn rules() -> Vec<Rule> {
    vars!(x, y, z);
    vars!(p, q: Transpose);
    vars!(r, s: Reshape);
    vars!(b, e: BroadcastInDim);
    vars!(u, v: Slice);
    vars!(f, g: Reverse);
    vars!(a: Pad);
    vars!(c: Concatenate);
    vars!(i, j: BitcastConvert);
    vars!(red: Reduce);
    vec![
        rule("transpose-identity", transpose(x, p), x).quantized().when(holds("p is the identity", move |m| m[p].permutation.is_identity())),
        rule("transpose-transpose", transpose(transpose(x, p), q), move |m: &mut Match<'_, '_>| {
            let permutation = m[p].permutation.then(&m[q].permutation);
            m.build(Transpose { permutation }, &[m[x]])
        }).gives("transpose(x, {p then q})").quantized(),
        // A transpose that moves only dimensions of extent 1 is a reshape.
        rule("transpose-reshape", transpose(x, p), move |m: &mut Match<'_, '_>| {
            let ty = ResultType(m.root_type());
            m.build(Reshape { ty }, &[m[x]])
        }).gives("reshape(x)").quantized()
        .when(holds("p moves only extents of 1", move |m| {
            let Some(t) = m.tensor(m[x]) else { return false };
            let moved: Dims =
                m[p].permutation.iter().copied().filter(|&d| t.dims[d as usize] != 1).collect();
            t.is_static() && !m[p].permutation.is_identity() && moved.is_increasing()
        })),
        rule("transpose-broadcast", transpose(broadcast_in_dim(x, b), p), move |m: &mut Match<'_, '_>| {
            let inverse = m[p].permutation.inverse();
            let dims = m[b].broadcast_dimensions.iter().map(|&d| inverse[d as usize]).collect();
            let ty = ResultType(m.root_type());
            m.build(BroadcastInDim { broadcast_dimensions: dims, ty }, &[m[x]])
        }).gives("broadcast_in_dim(x, {b then p})").quantized(),
        rule("reshape-identity", reshape(x, r), x).quantized().when(holds("x has r's type", move |m| m.ty(m[x]) == m[r].ty.0)),
        rule("reshape-reshape", reshape(reshape(x, s), r), move |m: &mut Match<'_, '_>| {
            let ty = m[r].ty;
            m.build(Reshape { ty }, &[m[x]])
        }).gives("reshape(x, {r})").quantized(),
        // A broadcast that only adds dimensions of extent 1 is a reshape.
        rule("broadcast-reshape", broadcast_in_dim(x, b), move |m: &mut Match<'_, '_>| {
            let ty = m[b].ty;
            m.build(Reshape { ty }, &[m[x]])
        }).gives("reshape(x)").quantized()
        .when(holds("b only adds extents of 1", move |m| {
            let (Some(t), Some(out)) = (m.tensor(m[x]), m.root_tensor()) else { return false };
            let same = t.is_static() && out.is_static() && t.count() == out.count();
            same && t.rank() != out.rank() && m[b].broadcast_dimensions.is_increasing()
        })),
        rule("broadcast-identity", broadcast_in_dim(x, b), x).quantized().when(holds("b is the identity", move |m| {
            m.ty(m[x]) == m[b].ty.0 && m[b].broadcast_dimensions.is_identity()
        })),
        rule("broadcast-transpose", broadcast_in_dim(x, b), move |m: &mut Match<'_, '_>| {
            let permutation = m[b].broadcast_dimensions.inverse();
            m.build(Transpose { permutation }, &[m[x]])
        }).gives("transpose(x, {b inverted})").quantized()
        .when(holds("b only permutes", move |m| {
            let (Some(t), Some(out)) = (m.tensor(m[x]), m.root_tensor()) else { return false };
            // Extents are compared one by one: tensors without elements all have the same element
            // count.
            let dims = &m[b].broadcast_dimensions;
            t.is_static() && out.is_static() && t.rank() == out.rank()
                && dims.iter().zip(&t.dims).all(|(&d, &extent)| out.dims[d as usize] == extent)
                && !dims.is_identity()
        })),
        rule("broadcast-broadcast", broadcast_in_dim(broadcast_in_dim(x, e), b), move |m: &mut Match<'_, '_>| {
            let outer = &m[b].broadcast_dimensions;
            let dims = m[e].broadcast_dimensions.iter().map(|&d| outer[d as usize]).collect();
            let ty = m[b].ty;
            m.build(BroadcastInDim { broadcast_dimensions: dims, ty }, &[m[x]])
        }).gives("broadcast_in_dim(x, {e then b})"),
        rule("slice-all", slice(x, u), x).quantized().when(holds("u takes all of x", move |m| m.ty(m[x]) == m.root_type() && m.root_tensor().is_some_and(|t| t.is_static()))),
        rule("slice-slice", slice(slice(x, v), u), move |m: &mut Match<'_, '_>| {
            let both = composed(&m[v], &m[u], &m.root_tensor()?.dims)?;
            m.build(both, &[m[x]])
        })
        .gives("slice(x, {v then u})").quantized()
        .when(holds("the result is static, and the numbers of both slices together fit 64 bits", move |m| {
            let out = m.root_tensor().filter(|t| t.is_static());
            out.is_some_and(|out| composed(&m[v], &m[u], &out.dims).is_some())
        })),
        rule("slice-concatenate", slice(concatenate_of(c), u), move |m: &mut Match<'_, '_>| {
            let (part, cut) = sliced_part(m, c, u)?;
            m.build(cut, &[part])
        }).gives("slice(an operand of c, {u less its start})").quantized()
        .when(holds("u takes some of one operand of c, and those before it are static", move |m| {
            sliced_part(m, c, u).is_some()
        }))
        .example(
            "
func.func @main(%x: tensor<2xi32>, %y: tensor<3xi32>) -> tensor<2xi32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xi32>, tensor<3xi32>) -> tensor<5xi32>
  %1 = stablehlo.slice %0 [2:4] : (tensor<5xi32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}",
        ),
        rule("pad-nothing", pad(x, y, a), x).quantized().when(holds("a adds nothing", move |m| {
            let pad = &m[a];
            [&pad.edge_padding_low, &pad.edge_padding_high, &pad.interior_padding]
                .iter()
                .all(|d| d.iter().all(|&n| n == 0))
        })),
        // Padding by negative amounts only is a slice.
        rule("pad-negative", pad(x, y, a), move |m: &mut Match<'_, '_>| {
            let t = m.tensor(m[x])?;
            let pad = m[a].clone();
            let low = pad.edge_padding_low.iter();
            let start = low.map(|&n| n.checked_neg()).collect::<Option<Vec<i64>>>()?.into();
            let limit = t.dims.iter().zip(pad.edge_padding_high.iter()).map(|(&n, &h)| n + h).collect();
            let strides = vec![1; t.rank()].into();
            m.build(Slice { start_indices: start, limit_indices: limit, strides }, &[m[x]])
        }).gives("slice(x, {a taken away})").quantized()
        .when(holds("a only takes away", move |m| {
            let pad = &m[a];
            m.tensor(m[x]).is_some_and(|t| t.is_static())
                && pad.interior_padding.iter().all(|&n| n == 0)
                && pad.edge_padding_low.iter().chain(pad.edge_padding_high.iter()).all(|&n| n <= 0)
                && pad.edge_padding_low.iter().chain(pad.edge_padding_high.iter()).any(|&n| n < 0)
        })),
        rule("concatenate-one", concatenate(vec![x.into()], c), x).quantized(),
        rule("concatenate-flatten", concatenate_of(c), move |m: &mut Match<'_, '_>| {
            let parts = flat_parts(m, c)?;
            let flat = m[c].clone();
            m.build(flat, &parts)
        })
            .when(holds("an operand of c is empty, or a concatenate of its dimension that nothing else uses, and one is left", move |m| {
                flat_parts(m, c).is_some()
            }))
            .gives("concatenate(the operands of those in c, {c})").quantized()
            .example("
func.func @main(%x: tensor<2xi32>, %y: tensor<3xi32>, %z: tensor<1xi32>) -> tensor<6xi32> {
  %0 = \"stablehlo.concatenate\"(%x, %y) {dimension = 0 : i64} : (tensor<2xi32>, tensor<3xi32>) -> tensor<5xi32>
  %1 = \"stablehlo.concatenate\"(%0, %z) {dimension = 0 : i64} : (tensor<5xi32>, tensor<1xi32>) -> tensor<6xi32>
  return %1 : tensor<6xi32>
}"),
        rule("reverse-nothing", reverse(x, f), x).quantized().when(holds("f reverses only extents of 1", move |m| {
            let Some(t) = m.tensor(m[x]) else { return false };
            m[f].dimensions.iter().all(|&d| t.dims[d as usize] == 1)
        })),
        rule("reverse-reverse", reverse(reverse(x, g), f), move |m: &mut Match<'_, '_>| {
            let (inner, outer) = (&m[g].dimensions, &m[f].dimensions);
            let once = |d: &&i64| inner.contains(d) != outer.contains(d);
            let mut dims: Vec<i64> = inner.iter().chain(outer.iter()).filter(once).copied().collect();
            dims.sort_unstable();
            m.build(Reverse { dimensions: dims.into() }, &[m[x]])
        }).gives("reverse(x, {the dimensions of f or g but not both})").quantized(),
        rule("bitcast-same", bitcast_convert(x, i), x).when(holds("x has i's type", move |m| m.ty(m[x]) == m[i].ty.0)),
        rule("bitcast-bitcast", bitcast_convert(bitcast_convert(x, j), i), move |m: &mut Match<'_, '_>| {
            let ty = m[i].ty;
            m.build(BitcastConvert { ty }, &[m[x]])
        })
        .gives("bitcast_convert(x, {i})")
        .when(holds("all bits are kept and one step does it", move |m| {
            // A boolean in between would lose bits.
            let whole = |ty: Type| ty.element().is_some_and(|e| e.bit_width() >= 8 && e.bit_width() % 8 == 0);
            whole(m.ty(m[x])) && whole(m[j].ty.0) && whole(m[i].ty.0) && m.tensor(m[x]).is_some_and(|t| t.is_static())
                && same_rank_or_one_step(m, m[x], m[i].ty.0)
        })),
        rule("reduce-nothing", reduce(vec![x.into(), y.into()], red), x)
            .when(holds("red reduces no dimension and y is neutral", move |m| m[red].dimensions.is_empty() && m.ty(m[x]) == m.root_type() && reduces_from_neutral(m, red.slot(), m[y])))
            .example("
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = \"stablehlo.reduce\"(%x, %0) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {dimensions = array<i64>} : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}"),
        // A predicate that is a broadcast scalar is used as a scalar.
        rule("select-broadcast-pred", select(broadcast_in_dim(z, b), x, y), select(z, x, y))
            .when(holds("z is a scalar", move |m| m.tensor(m[z]).is_some_and(|t| t.rank() == 0))),
    ]
    .into_iter()
    .chain(spread_later())
    .collect()
}

/// Moves unary elementwise ops in front of a broadcast, where there are fewer elements.
fn spread_later() -> Vec<Rule> {
    vars!(x);
    vars!(b: BroadcastInDim);
    macro_rules! before_broadcast {
        ($($name:literal: $make:ident $Op:ident),* $(,)?) => {
            vec![$(rule($name, $make(broadcast_in_dim(x, b)), move |m: &mut Match<'_, '_>| {
                let mut spread = m[b].clone();
                spread.ty = ResultType(m.root_type());
                let inner = m.build($Op {}, &[m[x]])?;
                m.build(spread, &[inner])
            })
            .gives(concat!("broadcast_in_dim(", stringify!($make), "(x), {b})"))
            .when(inner_used_once())
            .when(holds("x has fewer elements than the result", move |m| {
                let count = |v: Value| m.tensor(v).and_then(|t| t.count());
                let result = m.module().result(m.root(), 0);
                count(m[x]).zip(count(result)).is_some_and(|(x, all)| x < all)
            }))),*]
        };
    }
    before_broadcast! {
        "abs-broadcast": abs Abs,
        "negate-broadcast": negate Negate,
        "floor-broadcast": floor Floor,
        "not-broadcast": not Not,
    }
}

/// The pattern of a concatenate of any number of operands.
fn concatenate_of(c: AttrVar<Concatenate>) -> hloom_ir::pattern::Pat {
    hloom_ir::pattern::Pat::any_operands::<Concatenate>(c.slot())
}

/// The slice `outer` of the slice `inner` as one slice, whose result has these extents; `None` if a
/// number overflows.
fn composed(inner: &Slice, outer: &Slice, extents: &[i64]) -> Option<Slice> {
    let (mut start, mut limit, mut strides) = (Vec::new(), Vec::new(), Vec::new());
    for (d, &extent) in extents.iter().enumerate() {
        if extent == 0 {
            // The outer slice may start beyond the end of x.
            start.push(inner.start_indices[d]);
            limit.push(inner.start_indices[d]);
            strides.push(1);
            continue;
        }
        let first = outer.start_indices[d].checked_mul(inner.strides[d])?;
        let first = first.checked_add(inner.start_indices[d])?;
        // The stride of a single element does not matter.
        let step = match extent {
            1 => 1,
            _ => inner.strides[d].checked_mul(outer.strides[d])?,
        };
        let last = (extent - 1).checked_mul(step)?.checked_add(first)?;
        start.push(first);
        limit.push(last.checked_add(1)?);
        strides.push(step);
    }
    let (start, limit, strides) = (start.into(), limit.into(), strides.into());
    Some(Slice { start_indices: start, limit_indices: limit, strides })
}

/// The operand of a concatenate in which a slice of it lies, and the slice of that operand.
fn sliced_part(
    m: &Match<'_, '_>,
    c: AttrVar<Concatenate>,
    u: AttrVar<Slice>,
) -> Option<(Value, Slice)> {
    let d = m[c].dimension as usize;
    let mut cut = m[u].clone();
    let (start, limit) = (cut.start_indices[d], cut.limit_indices[d]);
    let mut at = 0;
    for &part in m.module().operands(m.bound_id(c.slot())) {
        let n = m.tensor(part).filter(|t| t.is_static())?.dims[d];
        if at <= start && limit <= at + n && start < limit {
            cut.start_indices.0[d] = start - at;
            cut.limit_indices.0[d] = limit - at;
            return Some((part, cut));
        }
        at += n;
    }
    None
}

/// The operands of a concatenate with those of nested concatenates along the same dimension, and
/// without empty ones; `None` if these are its operands, or none is left.
fn flat_parts(m: &Match<'_, '_>, c: AttrVar<Concatenate>) -> Option<Vec<Value>> {
    let kind = &m[c];
    let mut parts = Vec::new();
    let mut changed = false;
    for &part in m.module().operands(m.bound_id(c.slot())) {
        let empty = m.tensor(part)?.dims[kind.dimension as usize] == 0;
        if empty {
            changed = true;
            continue;
        }
        match m.module().def_op(part) {
            Some(inner)
                if m.module().get::<Concatenate>(inner) == Some(kind) && m.used_once(part) =>
            {
                parts.extend_from_slice(m.module().operands(inner));
                changed = true;
            }
            _ => parts.push(part),
        }
    }
    (changed && !parts.is_empty()).then_some(parts)
}

/// Whether a bitcast from `x` to `ty` is possible in one step.
fn same_rank_or_one_step(m: &Match<'_, '_>, x: Value, ty: Type) -> bool {
    let (Some(from), Some(to)) = (m.tensor(x), ty.as_tensor()) else { return false };
    let (a, b) = (from.element.bit_width(), to.element.bit_width());
    match a.cmp(&b) {
        std::cmp::Ordering::Equal => from.dims == to.dims,
        std::cmp::Ordering::Less => {
            from.rank() == to.rank() + 1 && i64::from(b / a) == from.dims[to.rank()]
        }
        std::cmp::Ordering::Greater => {
            from.rank() + 1 == to.rank() && i64::from(a / b) == to.dims[from.rank()]
        }
    }
}

/// Whether the initial value of a reduction is its neutral element, so that a reduction over no
/// dimensions returns its input.
fn reduces_from_neutral(m: &Match<'_, '_>, reduce: &str, init: Value) -> bool {
    let monoid = Monoid::of_single(m.module(), m.bound_id(reduce));
    let init = m.module().constant(init);
    monoid.zip(init).is_some_and(|(monoid, init)| monoid.is_neutral(init))
}
