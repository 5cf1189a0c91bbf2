//! The derivative of each op.

use super::{Built, Tape};
use hloom_analysis::monoid::Monoid;
use hloom_ir::field::{Dims, ResultType};
use hloom_ir::ops::{
    Add, And, BroadcastInDim, Compare, Convert, Cosine, Direction, Divide, DotDims, DotGeneral,
    Log, Multiply, Negate, Op, Pad, Power, Reduce, Reshape, Return, Select, Sign, Sine, Slice,
    Subtract, Transpose,
};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{OpId, Region, Type, Value};

/// The share of an op's first operand in the adjoint `g` of the op's result.
enum Part {
    /// This value.
    Adjoint(Value),
    /// `g` times this value.
    Factor(Value),
    /// All operands already have their parts.
    Added,
}

impl Tape<'_, '_> {
    /// Propagates the adjoint `g` of an op's result to its operands.
    pub(super) fn op(&mut self, op: OpId, g: Value) -> Built<()> {
        let kind = self.rw.module().op(op).clone();
        let operands = self.rw.module().operands(op).to_vec();
        let out = self.rw.module().result(op, 0);
        let part = self.part(op, &kind, &operands, out, g)?;
        match (part, operands.first()) {
            (Part::Adjoint(part), Some(&x)) => self.add(x, part),
            (Part::Factor(factor), Some(&x)) => {
                let part = self.mul(g, factor)?;
                self.add(x, part)
            }
            (Part::Added, _) | (_, None) => Ok(()),
        }
    }

    fn mul(&mut self, x: Value, y: Value) -> Built<Value> {
        self.build(Multiply {}, &[x, y])
    }

    /// `a · x + b`, with numbers `a` and `b`.
    fn affine(&mut self, a: f64, x: Value, b: f64) -> Built<Value> {
        let ty = self.ty(x);
        let (a, b) = (self.number(ty, a)?, self.number(ty, b)?);
        let ax = self.mul(a, x)?;
        self.build(Add {}, &[ax, b])
    }

    /// The part of `g`, the adjoint of an op's result `out`, that its first operand gets; or adds
    /// its parts to all operands.
    fn part(
        &mut self,
        op: OpId,
        kind: &Op,
        operands: &[Value],
        out: Value,
        g: Value,
    ) -> Built<Part> {
        let &[x, ..] = operands else { return Err(no_rule(kind)) };
        let ty = self.ty(x);
        let adjoint = |made: Built<Value>| made.map(Part::Adjoint);
        let factor = |made: Built<Value>| made.map(Part::Factor);
        let added = |made: Built<()>| made.map(|()| Part::Added);
        match kind {
            Op::Negate(_) => adjoint(self.build(Negate {}, &[g])),
            Op::Convert(_) => adjoint(self.build(Convert { ty: ResultType(ty) }, &[g])),
            Op::Reshape(_) => adjoint(self.build(Reshape { ty: ResultType(ty) }, &[g])),
            Op::Transpose(it) => {
                let permutation = it.permutation.inverse();
                adjoint(self.build(Transpose { permutation }, &[g]))
            }
            Op::Reverse(it) => adjoint(self.build(it.clone(), &[g])),
            Op::BroadcastInDim(it) => adjoint(self.summed(&it.broadcast_dimensions, x, g)),
            Op::Slice(it) => adjoint(self.slice(it, x, g)),
            Op::Log(_) => adjoint(self.build(Divide {}, &[g, x])),
            Op::LogPlusOne(_) => {
                let next = self.affine(1.0, x, 1.0)?;
                adjoint(self.build(Divide {}, &[g, next]))
            }
            Op::Sqrt(_) => {
                let twice = self.affine(2.0, out, 0.0)?;
                adjoint(self.build(Divide {}, &[g, twice]))
            }
            Op::Exponential(_) => Ok(Part::Factor(out)),
            Op::ExponentialMinusOne(_) => factor(self.affine(1.0, out, 1.0)),
            Op::Tanh(_) => {
                let square = self.mul(out, out)?;
                factor(self.affine(-1.0, square, 1.0))
            }
            Op::Logistic(_) => {
                let rest = self.affine(-1.0, out, 1.0)?;
                factor(self.mul(out, rest))
            }
            Op::Rsqrt(_) => {
                let half = self.affine(-0.5, out, 0.0)?;
                factor(self.build(Divide {}, &[half, x]))
            }
            Op::Sine(_) => factor(self.build(Cosine { result_accuracy: None }, &[x])),
            Op::Cosine(_) => {
                let sine = self.build(Sine { result_accuracy: None }, &[x])?;
                factor(self.build(Negate {}, &[sine]))
            }
            Op::Abs(_) => factor(self.build(Sign {}, &[x])),
            Op::Add(_) => added(self.both(x, operands[1], g)),
            Op::Subtract(_) => added(self.difference(x, operands[1], g)),
            Op::Multiply(_) => added(self.product(x, operands[1], g)),
            Op::Divide(_) => added(self.quotient(x, operands[1], out, g)),
            Op::Maximum(_) => {
                let first = self.compare(Direction::Ge, x, operands[1])?;
                added(self.select(first, x, operands[1], g))
            }
            Op::Minimum(_) => {
                let first = self.compare(Direction::Le, x, operands[1])?;
                added(self.select(first, x, operands[1], g))
            }
            Op::Power(_) => added(self.power(x, operands[1], out, g)),
            Op::Select(_) => added(self.select(x, operands[1], operands[2], g)),
            Op::Clamp(_) => added(self.clamp(x, operands[1], operands[2], g)),
            Op::DotGeneral(it) => added(self.dot(it, x, operands[1], g)),
            Op::Convolution(it) => added(self.convolution(it, x, operands[1], g)),
            Op::Reduce(it) if operands.len() == 2 => {
                added(self.reduce(op, it, x, operands[1], out, g))
            }
            Op::ReduceWindow(it) if operands.len() == 2 => {
                added(self.reduce_window(op, it, x, operands[1], g))
            }
            Op::Pad(it) => added(self.pad(it, x, operands[1], g)),
            Op::Map(it) => added(self.map(op, &it.dimensions, operands, g)),
            Op::Concatenate(it) => added(self.concatenate(it.dimension, operands, g)),
            Op::Reduce(_) | Op::ReduceWindow(_) => Err(no_rule(kind)),
            // Functions that hloom does not differentiate.
            Op::Atan2(_)
            | Op::Cbrt(_)
            | Op::Complex(_)
            | Op::Imag(_)
            | Op::Real(_)
            | Op::ReducePrecision(_)
            | Op::Remainder(_)
            | Op::Tan(_)
            | hloom_ir::chlo_op!() => Err(no_rule(kind)),
            // Steps and bits.
            Op::And(_)
            | Op::Ceil(_)
            | Op::Compare(_)
            | Op::CountLeadingZeros(_)
            | Op::Floor(_)
            | Op::IsFinite(_)
            | Op::Not(_)
            | Op::Or(_)
            | Op::Popcnt(_)
            | Op::RoundNearestAfz(_)
            | Op::RoundNearestEven(_)
            | Op::ShiftLeft(_)
            | Op::ShiftRightArithmetic(_)
            | Op::ShiftRightLogical(_)
            | Op::Sign(_)
            | Op::Xor(_) => Err(no_rule(kind)),
            Op::BitcastConvert(_) | Op::Relayout(_) | Op::Halo(_) | hloom_ir::indexing_op!() => {
                Err(no_rule(kind))
            }
            Op::Scatter(_) | Op::SelectAndScatter(_) | Op::Sort(_) | Op::VariadicMap(_) => {
                Err(no_rule(kind))
            }
            hloom_ir::quantize_op!()
            | hloom_ir::constant_op!()
            | hloom_ir::transform_op!()
            | hloom_ir::batch_norm_op!()
            | hloom_ir::random_op!() => Err(no_rule(kind)),
            hloom_ir::sized_op!()
            | hloom_ir::scalar_op!()
            | hloom_ir::aggregate_op!()
            | hloom_ir::upstream_op!() => Err(no_rule(kind)),
            hloom_ir::definition_op!()
            | hloom_ir::call_op!()
            | hloom_ir::control_op!()
            | hloom_ir::identity_op!() => Err(no_rule(kind)),
            hloom_ir::sharding_group_op!()
            | hloom_ir::return_op!()
            | hloom_ir::branch_op!()
            | hloom_ir::process_op!() => Err(no_rule(kind)),
            hloom_ir::fusion_op!() | hloom_ir::check_op!() | Op::Foreign(_) => Err(no_rule(kind)),
        }
    }

    fn both(&mut self, x: Value, y: Value, g: Value) -> Built<()> {
        self.add(x, g)?;
        self.add(y, g)
    }

    fn difference(&mut self, x: Value, y: Value, g: Value) -> Built<()> {
        self.add(x, g)?;
        let less = self.build(Negate {}, &[g])?;
        self.add(y, less)
    }

    fn product(&mut self, x: Value, y: Value, g: Value) -> Built<()> {
        let (to_x, to_y) = (self.mul(g, y)?, self.mul(g, x)?);
        self.add(x, to_x)?;
        self.add(y, to_y)
    }

    fn quotient(&mut self, x: Value, y: Value, out: Value, g: Value) -> Built<()> {
        let to_x = self.build(Divide {}, &[g, y])?;
        self.add(x, to_x)?;
        let more = self.mul(to_x, out)?;
        let to_y = self.build(Negate {}, &[more])?;
        self.add(y, to_y)
    }

    fn power(&mut self, x: Value, y: Value, out: Value, g: Value) -> Built<()> {
        let less = self.affine(1.0, y, -1.0)?;
        let power = self.build(Power {}, &[x, less])?;
        let factor = self.mul(y, power)?;
        let to_x = self.mul(g, factor)?;
        self.add(x, to_x)?;
        let log = self.build(Log { result_accuracy: None }, &[x])?;
        let factor = self.mul(out, log)?;
        let to_y = self.mul(g, factor)?;
        self.add(y, to_y)
    }

    fn compare(&mut self, comparison_direction: Direction, x: Value, y: Value) -> Built<Value> {
        self.build(Compare { comparison_direction, compare_type: None }, &[x, y])
    }

    /// Adds `g` to the adjoint of `x` where `p` holds, else to that of `y`.
    fn select(&mut self, p: Value, x: Value, y: Value, g: Value) -> Built<()> {
        let zero = self.number(self.ty(g), 0.0)?;
        let to_x = self.build(Select {}, &[p, g, zero])?;
        let to_y = self.build(Select {}, &[p, zero, g])?;
        self.add(x, to_x)?;
        self.add(y, to_y)
    }

    fn clamp(&mut self, low: Value, x: Value, high: Value, g: Value) -> Built<()> {
        if self.active.contains(&low) || self.active.contains(&high) {
            return Err("hloom has no derivative of `stablehlo.clamp` by its bounds".into());
        }
        let ty = self.ty(x);
        let mut bound = |v: Value| {
            let broadcast_dimensions: Dims = vec![].into();
            match self.ty(v) == ty {
                true => Ok(v),
                false => {
                    self.build(BroadcastInDim { broadcast_dimensions, ty: ResultType(ty) }, &[v])
                }
            }
        };
        let (low, high) = (bound(low)?, bound(high)?);
        let above = self.compare(Direction::Ge, x, low)?;
        let below = self.compare(Direction::Le, x, high)?;
        let inside = self.build(And {}, &[above, below])?;
        let zero = self.number(ty, 0.0)?;
        let part = self.build(Select {}, &[inside, g, zero])?;
        self.add(x, part)
    }

    /// The body of a reduction that adds.
    pub(super) fn adding(&mut self, element: Type) -> Built<Region> {
        let here = self.rw.point();
        let (region, block) = self.rw.region(&[element, element]);
        self.rw.set_point(InsertPoint::End(block));
        let args = self.rw.module().args(block).to_vec();
        let sum = self.build(Add {}, &args);
        let done = sum.and_then(|v| {
            self.rw.build(Return {}, &[v]).map_err(|broken| format!("the derivative: {broken}"))
        });
        self.rw.set_point(here);
        done.map(|_| region)
    }

    /// Sums over dimensions.
    fn sum(&mut self, x: Value, dimensions: Vec<i64>) -> Built<Value> {
        if dimensions.is_empty() {
            return Ok(x);
        }
        let scalar = Type::scalar_tensor(self.ty(x).element().ok_or("there is no tensor")?);
        let region = self.adding(scalar)?;
        let zero = self.number(scalar, 0.0)?;
        let built = self.rw.build_with_regions(
            Reduce { dimensions: dimensions.into() },
            &[x, zero],
            &[region],
        );
        let op = built.map_err(|broken| format!("the derivative: {broken}"))?;
        Ok(self.rw.module().result(op, 0))
    }

    /// The adjoint of `x` from that of its broadcast along these dimensions.
    fn summed(&mut self, to: &Dims, x: Value, g: Value) -> Built<Value> {
        let (small, large) = (self.dims(x), self.dims(g));
        let remains =
            |d: i64| to.iter().position(|&t| t == d).is_some_and(|i| small[i] == large[d as usize]);
        let gone: Vec<i64> = (0..large.len() as i64).filter(|&d| !remains(d)).collect();
        let mut sum = self.sum(g, gone)?;
        // The remaining dimensions are in the order of the result's dimensions.
        let left: Vec<usize> = (0..small.len()).filter(|&i| remains(to[i])).collect();
        let mut order = left.clone();
        order.sort_by_key(|&i| to[i]);
        if order != left {
            let place = |i: &usize| order.iter().position(|o| o == i).unwrap_or(0) as i64;
            let permutation: Dims = left.iter().map(place).collect();
            sum = self.build(Transpose { permutation }, &[sum])?;
        }
        let ty = self.ty(x);
        if self.ty(sum) != ty {
            sum = self.build(Reshape { ty: ResultType(ty) }, &[sum])?;
        }
        Ok(sum)
    }

    fn slice(&mut self, it: &Slice, x: Value, g: Value) -> Built<Value> {
        let (dims, taken) = (self.dims(x), self.dims(g));
        let high: Dims = (0..dims.len())
            .map(|d| match taken[d] {
                0 => dims[d] - it.start_indices[d],
                n => dims[d] - it.start_indices[d] - (n - 1) * it.strides[d] - 1,
            })
            .collect();
        let scalar = Type::scalar_tensor(self.ty(x).element().ok_or("there is no tensor")?);
        let zero = self.number(scalar, 0.0)?;
        let pad = Pad {
            edge_padding_low: it.start_indices.clone(),
            edge_padding_high: high,
            interior_padding: it.strides.iter().map(|s| s - 1).collect(),
        };
        self.build(pad, &[g, zero])
    }

    fn pad(&mut self, it: &Pad, x: Value, value: Value, g: Value) -> Built<()> {
        let negative = |d: &Dims| d.iter().any(|&n| n < 0);
        if negative(&it.edge_padding_low) || negative(&it.edge_padding_high) {
            return Err("hloom has no derivative of a negative padding".into());
        }
        let dims = self.dims(x);
        let span = |d: usize| {
            (dims[d] - 1).max(-1).saturating_mul(it.interior_padding[d].saturating_add(1)) + 1
        };
        let limit_indices: Dims =
            (0..dims.len()).map(|d| it.edge_padding_low[d] + span(d).max(0)).collect();
        let slice = Slice {
            start_indices: it.edge_padding_low.clone(),
            limit_indices,
            strides: it.interior_padding.iter().map(|n| n.saturating_add(1)).collect(),
        };
        let part = self.build(slice, &[g])?;
        self.add(x, part)?;
        if self.active.contains(&value) {
            let all = |n: usize| (0..n as i64).collect::<Vec<i64>>();
            let (whole, own) = (self.sum(g, all(dims.len()))?, self.sum(part, all(dims.len()))?);
            let rest = self.build(Subtract {}, &[whole, own])?;
            self.add(value, rest)?;
        }
        Ok(())
    }

    fn concatenate(&mut self, dimension: i64, parts: &[Value], g: Value) -> Built<()> {
        let d = dimension as usize;
        let mut from = 0;
        for &part in parts {
            let mut limits = self.dims(g);
            let mut starts = vec![0; limits.len()];
            starts[d] = from;
            from += self.dims(part)[d];
            limits[d] = from;
            let strides: Dims = vec![1; starts.len()].into();
            let slice =
                Slice { start_indices: starts.into(), limit_indices: limits.into(), strides };
            let piece = self.build(slice, &[g])?;
            self.add(part, piece)?;
        }
        Ok(())
    }

    /// Broadcasts a reduction's result along its reduced dimensions.
    fn spread(&mut self, dimensions: &Dims, like: Value, value: Value) -> Built<Value> {
        let ty = self.ty(like);
        let rank = self.dims(like).len() as i64;
        let broadcast_dimensions = (0..rank).filter(|d| !dimensions.contains(d)).collect();
        self.build(BroadcastInDim { broadcast_dimensions, ty: ResultType(ty) }, &[value])
    }

    fn reduce(
        &mut self,
        op: OpId,
        it: &Reduce,
        x: Value,
        init: Value,
        out: Value,
        g: Value,
    ) -> Built<()> {
        let module = self.rw.module();
        let body = Monoid::of_single(module, op);
        if self.active.contains(&init) {
            return Err("hloom has no derivative of a reduction by its initial value".into());
        }
        match body {
            Some(Monoid::Add) => {
                let part = self.spread(&it.dimensions, x, g)?;
                self.add(x, part)
            }
            // All elements that equal the extremum get the same share.
            Some(Monoid::Maximum | Monoid::Minimum) => {
                let best = self.spread(&it.dimensions, x, out)?;
                let is_best = self.compare(Direction::Eq, x, best)?;
                let flag = self.build(Convert { ty: ResultType(self.ty(x)) }, &[is_best])?;
                let count = self.sum(flag, it.dimensions.to_vec())?;
                let share = self.build(Divide {}, &[g, count])?;
                let share = self.spread(&it.dimensions, x, share)?;
                let part = self.mul(flag, share)?;
                self.add(x, part)
            }
            _ => Err("hloom has derivatives of reductions that add, or take the largest or smallest alone".into()),
        }
    }

    /// A product: the adjoint of each operand is that of the result times the other operand,
    /// contracted over the dimensions that only the other operand has.
    fn dot(&mut self, it: &DotGeneral, x: Value, y: Value, g: Value) -> Built<()> {
        let d = &it.dot_dimension_numbers;
        let side = |tape: &Self, value: Value, batch: &Dims, contracted: &Dims, first: usize| {
            let own = |i: &i64| !batch.contains(i) && !contracted.contains(i);
            let free: Vec<i64> = (0..tape.dims(value).len() as i64).filter(own).collect();
            let in_g = (first as i64..(first + free.len()) as i64).collect();
            Side { value, batch: batch.clone(), contracted: contracted.clone(), free, in_g }
        };
        let batch = d.lhs_batching_dimensions.len();
        let lhs = side(self, x, &d.lhs_batching_dimensions, &d.lhs_contracting_dimensions, batch);
        let first = batch + lhs.free.len();
        let rhs = side(self, y, &d.rhs_batching_dimensions, &d.rhs_contracting_dimensions, first);
        for (own, other) in [(&lhs, &rhs), (&rhs, &lhs)] {
            if self.active.contains(&own.value) {
                let part = self.dot_part(it, own, other, g)?;
                self.add(own.value, part)?;
            }
        }
        Ok(())
    }

    /// The adjoint of one operand of a product.
    fn dot_part(&mut self, it: &DotGeneral, own: &Side, other: &Side, g: Value) -> Built<Value> {
        let numbers = DotDims {
            lhs_batching_dimensions: (0..own.batch.len() as i64).collect(),
            rhs_batching_dimensions: other.batch.clone(),
            lhs_contracting_dimensions: other.in_g.clone(),
            rhs_contracting_dimensions: other.free.iter().copied().collect(),
        };
        // The dimensions of this result: batch, own free ones, and the contracted ones in the order
        // of the other operand.
        let mut shared: Vec<usize> = (0..own.contracted.len()).collect();
        shared.sort_by_key(|&i| other.contracted[i]);
        let shared = shared.iter().map(|&i| own.contracted[i]);
        let made: Dims =
            own.batch.iter().copied().chain(own.free.iter().copied()).chain(shared).collect();
        let tensor = self.ty(own.value).as_tensor().ok_or("there is no tensor")?;
        let ty = ResultType(tensor.with_dims(&made.apply(&tensor.dims)).into());
        let dot = DotGeneral {
            dot_dimension_numbers: Box::new(numbers),
            precision_config: it.precision_config.clone(),
            algorithm: None,
            ty,
        };
        let product = self.build(dot, &[g, other.value])?;
        self.build(Transpose { permutation: made.inverse() }, &[product])
    }
}

/// An operand of a product.
struct Side {
    value: Value,
    batch: Dims,
    contracted: Dims,
    /// Its free dimensions: neither batching nor contracting.
    free: Vec<i64>,
    /// Their positions in the result.
    in_g: Dims,
}

/// The error message for an op without a rule.
fn no_rule(kind: &Op) -> String {
    format!("hloom has no derivative of `{}`", kind.name())
}
