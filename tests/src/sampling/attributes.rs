//! Random attributes of ops for given operand types.

use super::numbers::any_number;
use super::{ELEMENTS, plain};
use crate::campaign::Random;
use hloom_ir::field::{Dims, ResultType};
use hloom_ir::ops::{self, Op};
use hloom_ir::types::TensorType;
use hloom_ir::types::split::{Division, Split, SplitSpace};
use hloom_ir::{Attr, DYNAMIC, Type};

/// An op of this name with random attributes that are likely to be valid for the operands.
pub(super) fn draw(name: &str, operands: &[Type], random: &mut Random) -> Option<Op> {
    let x = operands.first()?.as_tensor()?;
    let rank = x.rank();
    let each = |random: &mut Random, f: &mut dyn FnMut(&mut Random, usize) -> i64| -> Dims {
        (0..rank).map(|d| f(random, d)).collect()
    };
    Some(match name {
        "stablehlo.transpose" => ops::Transpose { permutation: permutation(rank, random) }.into(),
        "stablehlo.reshape" => {
            ops::Reshape { ty: ResultType(Type::tensor(&reshaped(x, random), x.element)) }.into()
        }
        "hloom.relayout" => {
            let split = split(x, random);
            ops::Relayout { ty: ResultType(x.with_split(&split).into()) }.into()
        }
        "stablehlo.broadcast_in_dim" => broadcast(x, random).into(),
        "stablehlo.slice" => {
            let mut start = Vec::new();
            let mut limit = Vec::new();
            for &n in &x.dims {
                // An unknown extent may be as small as this.
                let n = if n == DYNAMIC { 2 } else { n };
                let whole = random.chance(3);
                let s = if whole { 0 } else { random.below(n as usize + 1) as i64 };
                start.push(s);
                limit.push(if whole { n } else { s + random.below((n - s) as usize + 1) as i64 });
            }
            let strides = each(random, &mut |r, _| match r.below(12) {
                0 => i64::MAX,
                1..5 => 2 + r.below(3) as i64,
                _ => 1,
            });
            ops::Slice { start_indices: start.into(), limit_indices: limit.into(), strides }.into()
        }
        "stablehlo.reverse" => {
            let dims: Vec<i64> = (0..rank as i64).filter(|_| random.chance(2)).collect();
            ops::Reverse { dimensions: dims.into() }.into()
        }
        "stablehlo.pad" => {
            let (least, none) = (random.below(3) as i64 - 1, random.chance(3));
            // Negative padding may take all elements away.
            let all = random.chance(4);
            let edge = |r: &mut Random, d: usize| {
                let extent = x.dims[d].max(0);
                match (none, all) {
                    (true, _) => 0,
                    (_, true) => -(r.below(extent as usize / 2 + 1) as i64),
                    _ => (least * r.below(2) as i64).max(-(extent / 2)),
                }
            };
            let low = each(random, &mut |r, d| edge(r, d));
            let high = each(random, &mut |r, d| edge(r, d));
            let between = random.chance(3) && !none;
            let interior_padding =
                each(random, &mut |r, _| if between { r.below(4) as i64 } else { 0 });
            ops::Pad { edge_padding_low: low, edge_padding_high: high, interior_padding }.into()
        }
        "stablehlo.concatenate" => {
            ops::Concatenate { dimension: random.below(rank.max(1)) as i64 }.into()
        }
        "stablehlo.convert" => {
            let to = *random.one_of(&ELEMENTS);
            ops::Convert { ty: ResultType(x.with_element(to).into()) }.into()
        }
        "stablehlo.bitcast_convert" => {
            let to = *random.one_of(&ELEMENTS);
            let mut dims = x.dims.to_vec();
            let (a, b) = (x.element.bit_width(), to.bit_width());
            if a > b {
                dims.push(i64::from(a / b));
            } else if a < b {
                dims.pop();
            }
            ops::BitcastConvert { ty: ResultType(Type::tensor(&dims, to)) }.into()
        }
        "stablehlo.dot_general" => product(x, operands.get(1)?.as_tensor()?, random).into(),
        "stablehlo.compare" => ops::Compare {
            comparison_direction: *random.one_of(ops::Direction::ALL),
            compare_type: None,
        }
        .into(),
        "chlo.broadcast_compare" => ops::BroadcastCompare {
            broadcast_dimensions: None,
            comparison_direction: ops::Chlo(*random.one_of(ops::Direction::ALL)),
            compare_type: None,
        }
        .into(),
        "chlo.constant_like" if !x.element.is_quantized() => {
            let number = any_number(Type::scalar_tensor(x.element), false, random)?;
            ops::ConstantLike { value: Box::new(Attr::Dense(number)) }.into()
        }
        _ => plain(name, &[*operands.last()?])?,
    })
}

/// A product that contracts some of the dimensions with equal extents on both sides.
fn product(x: &TensorType, y: &TensorType, random: &mut Random) -> ops::DotGeneral {
    let none = || Dims::from(Vec::new());
    let mut dims = ops::DotDims {
        lhs_batching_dimensions: none(),
        rhs_batching_dimensions: none(),
        lhs_contracting_dimensions: none(),
        rhs_contracting_dimensions: none(),
    };
    let mut partners: Vec<usize> = (0..y.rank()).collect();
    for (d, n) in x.dims.iter().enumerate() {
        let fits = partners.iter().position(|&e| y.dims[e] == *n);
        let Some(at) = fits.filter(|_| random.chance(2)) else { continue };
        let partner = partners.swap_remove(at) as i64;
        let (left, right) = if random.chance(3) {
            (&mut dims.lhs_batching_dimensions, &mut dims.rhs_batching_dimensions)
        } else {
            (&mut dims.lhs_contracting_dimensions, &mut dims.rhs_contracting_dimensions)
        };
        *left = left.iter().copied().chain([d as i64]).collect();
        *right = right.iter().copied().chain([partner]).collect();
    }
    let batch = dims.lhs_batching_dimensions.iter().copied();
    let rows = dims.lhs_free(x.rank());
    let columns = dims.rhs_free(y.rank());
    let shape: Vec<i64> = batch.chain(rows).map(|d| x.dims[d as usize]).collect();
    let shape: Vec<i64> =
        shape.into_iter().chain(columns.into_iter().map(|d| y.dims[d as usize])).collect();
    ops::DotGeneral {
        dot_dimension_numbers: Box::new(dims),
        precision_config: None,
        algorithm: None,
        ty: ResultType(Type::tensor(&shape, x.element)),
    }
}

fn permutation(rank: usize, random: &mut Random) -> Dims {
    let mut dims: Vec<i64> = (0..rank as i64).collect();
    for i in (1..rank).rev() {
        dims.swap(i, random.below(i + 1));
    }
    dims.into()
}

/// A reshape to a random shape with the same number of elements.
fn reshaped(x: &TensorType, random: &mut Random) -> Vec<i64> {
    let mut dims = x.dims.to_vec();
    match random.below(4) {
        0 => {}
        1 => dims = vec![x.count().unwrap_or(1) as i64],
        2 => dims.insert(random.below(dims.len() + 1), 1),
        _ => dims.reverse(),
    }
    dims.into_iter().map(|n| if n == DYNAMIC { 2 } else { n }).collect()
}

/// A broadcast to a shape with up to two more dimensions.
fn broadcast(x: &TensorType, random: &mut Random) -> ops::BroadcastInDim {
    let new = random.below(3);
    let rank = x.rank() + new;
    let places = permutation(rank, random);
    let mut places: Vec<i64> = places[..x.rank()].to_vec();
    if random.chance(2) {
        places.sort_unstable();
    }
    let mut dims: Vec<i64> = (0..rank).map(|_| *random.one_of(&[1, 1, 2, 2, 3, 3, 5, 0])).collect();
    if random.chance(3) {
        dims.fill(1);
    }
    for (&d, &n) in places.iter().zip(&x.dims) {
        if n != 1 || random.chance(2) {
            dims[d as usize] = n.max(0);
        }
    }
    ops::BroadcastInDim {
        broadcast_dimensions: places.into(),
        ty: ResultType(Type::tensor(&dims, x.element)),
    }
}

/// A split of a tensor over cores and time.
fn split(x: &TensorType, random: &mut Random) -> Split {
    let mut split = Split::whole(x.rank());
    for (dim, &n) in split.dims.iter_mut().zip(&x.dims) {
        if n > 1 && random.chance(2) {
            let over = if random.chance(4) { SplitSpace::Time } else { SplitSpace::Cores };
            let parts = random.below(n as usize) as i64 + 1;
            dim.divisions = [Division { parts, boundaries: None, over }].into_iter().collect();
        }
    }
    split
}
