//! Emission of loads, stores and index arithmetic at a point of a nest, scalar or vector.

use super::emit_scope::{EmitPoint, EmitScope, LANE};
use super::non_temporal::PAGE;
use crate::index::{Atom, Index, Range, Ranges, Var};
use crate::math::{Emitter, Parts, from_storage, to_storage};
use crate::nest::{Condition, Tensor, linear};
use crate::program::{
    Access, BinaryOp, BufferId, Builder, CompareOp, Inst, Lanes, Scalar, Stmt, Value, storage,
};

impl EmitScope<'_> {
    /// A nest's index expression in terms of the program's values and of [`LANE`].
    pub(super) fn resolve(&self, b: &Builder, index: &Index, point: &EmitPoint) -> Index {
        index.substitute(&|v| point.dims[v.0 as usize].clone(), &self.ranges(b))
    }

    /// Emits the value of an index expression in every lane: as `i32` if that is wide enough, else
    /// as `i64`.
    pub(super) fn vector_index(&self, b: &mut Builder, index: &Index) -> Value {
        let narrow = Range { low: i64::from(i32::MIN), high: i64::from(i32::MAX) };
        let all = extent_of(index, &self.ranges(b));
        let scalar = if narrow.contains(all) { Scalar::I32 } else { Scalar::I64 };
        self.vector_of(b, index, scalar)
    }

    fn vector_of(&self, b: &mut Builder, index: &Index, scalar: Scalar) -> Value {
        let ty = scalar.vector(self.lanes);
        // The uniform part is computed once.
        let mut uniform = Index::constant(index.offset());
        let mut sum: Option<Value> = None;
        for (atom, factor) in index.terms() {
            let varies = match atom {
                Atom::Var(v) => *v == LANE,
                Atom::FloorDiv(e, _) | Atom::Mod(e, _) => e.mentions(LANE),
                Atom::Min(x, y) | Atom::Max(x, y) => x.mentions(LANE) || y.mentions(LANE),
            };
            if !varies {
                uniform = uniform + term(atom, *factor);
                continue;
            }
            let value = match atom {
                Atom::Var(_) => b.inst(Inst::Iota(ty)),
                Atom::FloorDiv(e, by) => self.divided(b, e, *by, scalar).0,
                Atom::Mod(e, by) => self.divided(b, e, *by, scalar).1,
                Atom::Min(x, y) | Atom::Max(x, y) => {
                    let op =
                        if matches!(atom, Atom::Min(..)) { BinaryOp::MinS } else { BinaryOp::MaxS };
                    let (x, y) = (self.vector_of(b, x, scalar), self.vector_of(b, y, scalar));
                    b.binary(op, x, y)
                }
            };
            let value = if *factor == 1 {
                value
            } else {
                let factor = b.int(ty, *factor);
                b.binary(BinaryOp::Mul, value, factor)
            };
            sum = Some(match sum {
                Some(sum) => b.binary(BinaryOp::Add, sum, value),
                None => value,
            });
        }
        let base = b.index(uniform.clone());
        let base = if scalar == Scalar::I32 {
            b.convert(crate::program::ConvertOp::Truncate, base, Scalar::I32)
        } else {
            base
        };
        let base = b.broadcast(base, self.lanes);
        match sum {
            Some(sum) if uniform.as_constant() == Some(0) => sum,
            Some(sum) => b.binary(BinaryOp::Add, sum, base),
            None => base,
        }
    }

    /// Emits quotient (rounded down) and remainder by a positive constant, in every lane.
    fn divided(&self, b: &mut Builder, e: &Index, by: i64, scalar: Scalar) -> (Value, Value) {
        let ty = scalar.vector(self.lanes);
        let value = self.vector_of(b, e, scalar);
        let divisor = b.int(ty, by);
        if e.range(&self.ranges(b)).low >= 0 {
            let q = b.binary(BinaryOp::DivU, value, divisor);
            return (q, b.binary(BinaryOp::RemU, value, divisor));
        }
        // Division rounds towards zero; the result is corrected if the remainder is negative.
        let q = b.binary(BinaryOp::DivS, value, divisor);
        let r = b.binary(BinaryOp::RemS, value, divisor);
        let (zero, one) = (b.int(ty, 0), b.int(ty, 1));
        let negative = b.compare(CompareOp::LtS, r, zero);
        let (less, more) = (b.binary(BinaryOp::Sub, q, one), b.binary(BinaryOp::Add, r, divisor));
        (b.select(negative, less, q), b.select(negative, more, r))
    }

    /// Emits the conditions that are not known to hold: a vector mask if they vary with the lane,
    /// else a scalar.
    pub(super) fn holding(
        &self,
        b: &mut Builder,
        conditions: &[Condition],
        point: &EmitPoint,
    ) -> Option<Value> {
        let mut all: Option<Value> = None;
        for condition in conditions {
            let index = self.resolve(b, &condition.index, point);
            let range = index.range(&self.ranges(b));
            let bounds = [
                (condition.low, range.low < condition.low, CompareOp::GeS),
                (condition.high, range.high >= condition.high, CompareOp::LtS),
            ];
            for (bound, uncertain, op) in bounds {
                if !uncertain {
                    continue;
                }
                let test = self.bounded(b, &index, bound, op);
                all = Some(match all {
                    Some(all) => self.both(b, all, test),
                    None => test,
                });
            }
        }
        all
    }

    /// Emits `index ≥ bound` or `index < bound`.
    fn bounded(&self, b: &mut Builder, index: &Index, bound: i64, op: CompareOp) -> Value {
        if !index.mentions(LANE) {
            let value = b.index(index.clone());
            let bound = b.int(Scalar::I64.ty(), bound);
            return b.compare(op, value, bound);
        }
        if index.linear_in(LANE) == Some(1) {
            // lane < bound - base, or its negation.
            let base = index.clone() - Index::var(LANE);
            let first = b.inst(Inst::FirstLanes(self.lanes, Index::constant(bound) - base));
            return match op {
                CompareOp::LtS => first,
                _ => b.unary(crate::program::UnaryOp::Not, first),
            };
        }
        let value = self.vector_index(b, index);
        let ty = b.type_of(value);
        // A bound beyond the range of the vector's integers is beyond the values too, but then the
        // condition was known to hold.
        let limit = ty.scalar.mask() >> 1;
        let bound = b.int(ty, bound.clamp(-(limit as i64) - 1, limit as i64));
        b.compare(op, value, bound)
    }

    /// The conjunction of two masks, either of which may be uniform.
    pub(super) fn both(&self, b: &mut Builder, x: Value, y: Value) -> Value {
        let lanes = b.type_of(x).lanes.max(b.type_of(y).lanes);
        let (x, y) = (b.broadcast(x, lanes), b.broadcast(y, lanes));
        b.binary(BinaryOp::And, x, y)
    }

    /// The offset of a possibly masked-off vector, clamped to rows of the tensor. A fully masked
    /// load reads nothing, but if its address is unmapped, processors take some hundred cycles to
    /// find that out.
    fn place_inside(
        &self,
        b: &Builder,
        coords: &[Index],
        shape: &[u64],
        point: &EmitPoint,
    ) -> Index {
        let inside = coords.iter().zip(shape).map(|(coord, extent)| {
            let coord = self.resolve(b, coord, point);
            match coord.mentions(LANE) {
                true => coord,
                false => b.greatest(b.least(coord, *extent as i64 - 1), 0),
            }
        });
        linear(&inside.collect::<Vec<_>>(), shape)
    }

    /// Emits the load of an element of an input, in every lane if `varies`; zero where the guard
    /// does not hold.
    #[allow(clippy::too_many_arguments)] // They are the load.
    pub(super) fn load(
        &mut self,
        b: &mut Builder,
        point: &EmitPoint,
        input: u32,
        coords: &[Index],
        guard: &[Condition],
        varies: bool,
    ) -> Parts<Value> {
        let tensor: &Tensor = &self.nest.inputs[input as usize];
        let buffer = self.inputs[input as usize];
        let element = tensor.element;
        let empty = tensor.shape.contains(&0);
        // Where the guard does not hold, a scalar load reads unit 0. Of what this kernel has written, other
        // threads may be writing that, so it reads in the row of the point.
        let own = !varies && !guard.is_empty() && b.is_written(buffer);
        let offset = match (varies && !guard.is_empty() || own) && !empty {
            true => self.place_inside(b, coords, &tensor.shape, point),
            false => self.resolve(b, &linear(coords, &tensor.shape), point),
        };
        let mut mask = self.holding(b, guard, point);
        if varies && let Some(valid) = point.mask {
            mask = Some(match mask {
                Some(mask) => self.both(b, mask, valid),
                None => valid,
            });
        }
        let key = (input, offset.clone(), mask, varies);
        if let Some(known) = self.loads.get(&key) {
            return *known;
        }
        if varies
            && mask.is_none()
            && guard.is_empty()
            && let Some(transposed) = self.transposed_load(b, point, input, coords)
        {
            return transposed;
        }
        let unit = storage(element);
        let units = i64::from(unit.units);
        let lanes = if varies { self.lanes } else { 1 };
        let mut parts = Vec::with_capacity(2);
        for part in 0..units {
            let at = offset.clone() * units + part;
            let ty = unit.scalar.vector(lanes);
            let value = if empty {
                b.bits(ty, 0)
            } else if varies {
                let mask = mask.map(|m| b.broadcast(m, lanes));
                let access = self.vector_access(b, buffer, at, mask);
                self.fetch_ahead(b, input, coords, &access);
                b.inst(Inst::Load(ty, access))
            } else {
                scalar_load(b, buffer, unit.scalar, at, (mask, own))
            };
            parts.push(value);
        }
        let stored = Parts { re: parts[0], im: parts[parts.len() - 1] };
        let loaded = from_storage(&mut Emitter { builder: b, lanes }, element, stored);
        self.loads.insert(key, loaded);
        loaded
    }

    /// Emits a prefetch for a unit-stride load: of a page or some points ahead, or of a later tile
    /// of rows.
    fn fetch_ahead(&self, b: &mut Builder, input: u32, coords: &[Index], access: &Access) {
        if !matches!(access.lanes, Lanes::Contiguous | Lanes::Strided(1)) {
            return;
        }
        let tensor = &self.nest.inputs[input as usize];
        let (unit, units) = (storage(tensor.element).scalar.bytes(), storage(tensor.element).units);
        let points = self.prefetch_ahead.map(|(dim, by)| {
            let stride = linear(coords, &tensor.shape).linear_in(Var(dim as u32)).unwrap_or(0);
            stride.saturating_mul(by as i64).saturating_mul(units.into())
        });
        let page = self.prefetch.then_some(PAGE as i64 / unit as i64);
        let tiles = self.prefetch_inputs.iter().find(|(ahead, _)| *ahead == input);
        let tiles = self
            .tile
            .zip(tiles)
            .map(|(tile, (_, by))| access.offset.factor(Var(tile.0)).saturating_mul(*by as i64));
        let steps = page.into_iter().chain(tiles).chain(points);
        for step in steps.filter(|step| *step != 0) {
            b.push(Stmt::Prefetch(access.buffer, access.offset.clone() + step));
        }
    }

    pub(super) fn vector_access(
        &self,
        b: &mut Builder,
        buffer: BufferId,
        offset: Index,
        mask: Option<Value>,
    ) -> Access {
        let lane = Index::var(LANE);
        match offset.linear_in(LANE) {
            Some(1) => {
                let offset = offset - lane;
                Access { buffer, offset, lanes: Lanes::Contiguous, mask }
            }
            Some(stride) => {
                let offset = offset - lane * stride;
                Access { buffer, offset, lanes: Lanes::Strided(stride), mask }
            }
            None => {
                let at = self.vector_index(b, &offset);
                Access { buffer, offset: Index::constant(0), lanes: Lanes::Gather(at), mask }
            }
        }
    }

    /// Emits the load of an element of an input at `start` elements after some coordinates: in
    /// every lane, if the coordinates or `start` vary with the lane.
    pub(super) fn lookup(
        &mut self,
        b: &mut Builder,
        point: &EmitPoint,
        input: u32,
        coords: &[Index],
        start: Value,
    ) -> Parts<Value> {
        let tensor: &Tensor = &self.nest.inputs[input as usize];
        let (buffer, element) = (self.inputs[input as usize], tensor.element);
        let place = self.resolve(b, &linear(coords, &tensor.shape), point);
        let (place, lanes) = self.moved(b, place, Some(start));
        let unit = storage(element);
        let ty = unit.scalar.vector(lanes);
        let mask = point.mask.filter(|_| lanes > 1);
        let parts: Vec<Value> = (0..i64::from(unit.units))
            .map(|part| {
                if tensor.shape.contains(&0) {
                    return b.bits(ty, 0);
                }
                let access = self.moved_access(b, buffer, &place, (unit.units, part), mask);
                b.inst(Inst::Load(ty, access))
            })
            .collect();
        let stored = Parts { re: parts[0], im: parts[parts.len() - 1] };
        from_storage(&mut Emitter { builder: b, lanes }, element, stored)
    }

    /// An offset advanced by `start`, and its number of lanes.
    fn moved(&self, b: &mut Builder, place: Index, start: Option<Value>) -> (Moved, u16) {
        match start {
            Some(start) if b.type_of(start).lanes > 1 => {
                let vector = self.vector_of(b, &place, Scalar::I64);
                (Moved::Lanes(b.binary(BinaryOp::Add, vector, start)), self.lanes)
            }
            start => {
                let lanes = if place.mentions(LANE) { self.lanes } else { 1 };
                (Moved::Row(start.map_or(place.clone(), |s| place + s)), lanes)
            }
        }
    }

    /// The access to one unit of an element, or to one per lane.
    fn moved_access(
        &self,
        b: &mut Builder,
        buffer: BufferId,
        place: &Moved,
        (units, part): (u32, i64),
        mask: Option<Value>,
    ) -> Access {
        match place {
            Moved::Row(place) => {
                let at = place.clone() * i64::from(units) + part;
                if place.mentions(LANE) {
                    return self.vector_access(b, buffer, at, mask);
                }
                Access { buffer, offset: at, lanes: Lanes::Contiguous, mask: None }
            }
            Moved::Lanes(at) => {
                let ty = b.type_of(*at);
                let units = b.int(ty, units.into());
                let at = b.binary(BinaryOp::Mul, *at, units);
                Access { buffer, offset: Index::constant(part), lanes: Lanes::Gather(at), mask }
            }
        }
    }

    /// Emits the store of an element of an output, `start` elements after its coordinates,
    /// predicated by `when`.
    pub(super) fn store(
        &mut self,
        b: &mut Builder,
        point: &EmitPoint,
        output: usize,
        value: Parts<Value>,
        (start, when): (Option<Value>, Option<Value>),
    ) {
        let it = &self.nest.outputs[output];
        let buffer = self.outputs[output];
        let element = it.tensor.element;
        let place = self.resolve(b, &linear(&it.coords, &it.tensor.shape), point);
        let lanes = if self.vector_is_parallel() { self.lanes } else { 1 };
        let value = Parts { re: b.broadcast(value.re, lanes), im: b.broadcast(value.im, lanes) };
        let stored = to_storage(&mut Emitter { builder: b, lanes }, element, value);
        let units = storage(element).units;
        let (place, _) = self.moved(b, place, start);
        let parts = (0..i64::from(units)).zip([stored.re, stored.im]);
        if lanes > 1 {
            let mask = match (point.mask, when) {
                (Some(mask), Some(when)) => Some(self.both(b, mask, when)),
                (mask, when) => mask.or(when).map(|m| b.broadcast(m, lanes)),
            };
            for (part, value) in parts {
                let access = self.moved_access(b, buffer, &place, (units, part), mask);
                let row = matches!(access.lanes, Lanes::Contiguous | Lanes::Strided(1));
                b.push(match self.nontemporal && row && access.mask.is_none() {
                    true => Stmt::StoreNontemporal(value, access),
                    false => Stmt::Store(value, access),
                });
            }
            return;
        }
        let all = |b: &mut Builder| {
            for (part, value) in parts.clone() {
                let access = self.moved_access(b, buffer, &place, (units, part), None);
                b.push(match self.combined.get(output) {
                    Some(op) => Stmt::AtomicRmw(*op, value, access),
                    None => Stmt::Store(value, access),
                });
            }
        };
        match when {
            Some(when) => b.branch(when, all, |_| {}),
            None => all(b),
        }
    }
}

/// The range of all intermediate values of an index expression.
fn extent_of(index: &Index, ranges: &dyn Ranges) -> Range {
    let join = |a: Range, b: Range| Range { low: a.low.min(b.low), high: a.high.max(b.high) };
    let mut all = index.range(ranges);
    let mut partial = Range::point(index.offset());
    for (atom, factor) in index.terms() {
        let inner = match atom {
            Atom::Var(v) => ranges.of(*v),
            Atom::FloorDiv(e, _) | Atom::Mod(e, _) => extent_of(e, ranges),
            Atom::Min(x, y) | Atom::Max(x, y) => join(extent_of(x, ranges), extent_of(y, ranges)),
        };
        all = join(all, inner);
        all = join(all, inner.times(*factor));
        partial = partial.plus(inner.times(*factor));
        all = join(all, partial);
    }
    join(all, Range::point(index.offset()))
}

/// The location of an element: an offset that may contain the lane, or one offset per lane.
enum Moved {
    Row(Index),
    Lanes(Value),
}

fn term(atom: &Atom, factor: i64) -> Index {
    let plain = match atom {
        Atom::Var(v) => Index::var(*v),
        Atom::FloorDiv(e, by) => e.clone().floor_div(*by, &crate::index::Unknown),
        Atom::Mod(e, by) => e.clone().modulo(*by, &crate::index::Unknown),
        Atom::Min(x, y) => x.clone().min(y.clone(), &crate::index::Unknown),
        Atom::Max(x, y) => x.clone().max(y.clone(), &crate::index::Unknown),
    };
    plain * factor
}

/// Emits a scalar load of one unit. If the mask is false, unit 0 is read and replaced by zero; or that at
/// the offset, if that is `inside` even then.
fn scalar_load(
    b: &mut Builder,
    buffer: BufferId,
    scalar: Scalar,
    offset: Index,
    (mask, inside): (Option<Value>, bool),
) -> Value {
    let Some(mask) = mask else { return b.load(scalar.ty(), buffer, offset) };
    let mut at = b.index(offset);
    if !inside {
        let first = b.int(Scalar::I64.ty(), 0);
        at = b.select(mask, at, first);
    }
    let value = b.load(scalar.ty(), buffer, at);
    let zero = b.bits(scalar.ty(), 0);
    b.select(mask, value, zero)
}
