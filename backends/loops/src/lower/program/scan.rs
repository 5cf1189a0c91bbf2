//! Running reductions: a `reduce_window` whose windows reach from each element to
//! one end of its dimension, as cumulative sums are written.
//!
//! As windows they would take the square of the dimension's length. One window's
//! result begins the next one's, so one pass over the line suffices, with the running result
//! in registers. Windows may be
//! reduced in any order of their elements' pairs, as a reducer is associative; the order here is that of the elements. On a GPU the
//! threads of a grid share a line ([`super::device`]).

use super::Lowering;
use super::lines::elements_at;
use crate::index::Index;
use crate::lower::Unsupported;
use crate::lower::nests::region_of;
use crate::math::{Emitter, Parts, register, to_storage};
use crate::nest::{Body, Combiner, Node};
use crate::program::{BufferId, Builder, Facts, LoopKind, Value, storage};
use hloom_analysis::monoid::Monoid;
use hloom_ir::literal::read_f64;
use hloom_ir::ops::ReduceWindow;
use hloom_ir::{Element, Literal, OpId, Type};

/// Lines that are gone through side by side, so that one's operation need not wait
/// for the last one's result.
const LINES: i64 = 4;

/// Elements that are worth a piece of work for a thread.
const GRAIN: i64 = 1 << 14;

/// The operands of a scan, and their buffers.
pub(super) struct Scan {
    pub(super) elements: Vec<Element>,
    pub(super) combiner: Combiner,
    pub(super) inputs: Vec<BufferId>,
    pub(super) initial: Vec<BufferId>,
    pub(super) outputs: Vec<BufferId>,
    /// Elements of a line, and the distance of neighbours in it.
    pub(super) length: i64,
    pub(super) step: i64,
    /// From the last element to the first.
    pub(super) backwards: bool,
}

/// The dimension along which every window reaches to one end, and whether that is
/// the far one.
fn axis(it: &ReduceWindow, shape: &[u64]) -> Option<(usize, bool)> {
    let ones = [&it.window_strides, &it.base_dilations, &it.window_dilations];
    if ones.into_iter().flatten().any(|all| all.iter().any(|&n| n != 1)) {
        return None;
    }
    let mut wide = (0..shape.len()).filter(|&d| it.window_dimensions[d] != 1);
    let (axis, None) = (wide.next()?, wide.next()) else { return None };
    let padding = &it.padding.as_ref()?.0;
    let still = |d: usize| d == axis || padding[d] == (0, 0);
    let length = shape[axis] as i64;
    let whole = it.window_dimensions[axis] == length && (0..shape.len()).all(still);
    match padding[axis] {
        (before, 0) if whole && before == length - 1 => Some((axis, false)),
        (0, after) if whole && after == length - 1 => Some((axis, true)),
        _ => None,
    }
}

impl Lowering<'_> {
    /// Lowers a `reduce_window` that is a running reduction; `false` where it is none.
    pub(super) fn scan(&mut self, op: OpId, it: &ReduceWindow) -> Result<bool, Unsupported> {
        let module = self.module;
        let n = module.results(op).len();
        let shape = self.shape(op, module.ty(module.operand(op, 0)))?;
        let Some((axis, backwards)) = axis(it, &shape) else { return Ok(false) };
        let element = |v| module.ty(v).element();
        let of_results: Option<Vec<Element>> =
            module.results(op).into_iter().map(element).collect();
        let of_operands = module.operands(op).iter().map(|&v| element(v));
        let Some(elements) = of_results else { return Ok(false) };
        if !of_operands.eq(elements.iter().chain(&elements).map(|&e| Some(e))) {
            return Ok(false);
        }
        if !self.pads_with_nothing(op) {
            return Ok(false);
        }
        let mut body = Body::default();
        let parameter = |i: usize| (Node::Parameter(i as u32), elements[i % n]);
        let arguments: Vec<_> = (0..2 * n).map(parameter).collect();
        let arguments: Vec<_> = arguments.into_iter().map(|(p, e)| body.add(p, e)).collect();
        let results = match region_of(module, op, &mut body, &arguments) {
            Ok(results) => results,
            // A window by itself would need the same region.
            Err(why) => return self.host_or(op, why).map(|()| true),
        };
        let mut operands = Vec::new();
        for &v in module.operands(op) {
            operands.push(self.buffer(op, v)?);
        }
        let mut outputs = Vec::new();
        for result in module.results(op) {
            outputs.push(self.buffer_for(op, result)?);
        }
        let initial = operands.split_off(n);
        let points = shape.iter().product::<u64>();
        if points == 0 {
            return Ok(true);
        }
        let (length, step) = (shape[axis] as i64, shape[axis + 1..].iter().product::<u64>() as i64);
        let bytes = |buffers: &[BufferId]| -> u64 {
            buffers.iter().map(|&b| self.builder.program().buffer(b).bytes()).sum()
        };
        let facts = Facts {
            bytes_read: bytes(&operands),
            bytes_written: bytes(&outputs),
            flops: points * body.len() as u64,
            ..Facts::default()
        };
        let name = match module.results(op).get(0).and_then(|v| module.name(v)) {
            Some(name) => format!("scan.{name}"),
            None => "scan".to_owned(),
        };
        let combiner = Combiner::Body(body, results);
        let inputs = operands;
        let it = Scan { elements, combiner, inputs, initial, outputs, length, step, backwards };
        let lanes = it.lanes(self.machine.vector_bytes);
        let outer = points as i64 / (length * step);
        let outcome = self.builder.kernel(&name, facts, |b| match &self.machine.gpu {
            Some(gpu) => it.by_grids(b, gpu, outer),
            None => it.emit(b, outer, lanes),
        });
        outcome.map_err(|e| self.unsupported(op, e.to_string()))?;
        Ok(true)
    }
}

impl Lowering<'_> {
    /// Whether padding changes no window, though each of its positions is the initial value once more:
    /// the value is neutral, or repeating it changes nothing. Of reducers that are no known monoid, the
    /// specification asks for a neutral value.
    fn pads_with_nothing(&self, op: OpId) -> bool {
        let module = self.module;
        let Some(monoids) = Monoid::of_region(module, op) else { return true };
        let initial = &module.operands(op)[monoids.len()..];
        monoids.iter().zip(initial).all(|(monoid, &value)| match monoid {
            Monoid::Maximum | Monoid::Minimum | Monoid::And | Monoid::Or => true,
            Monoid::Add | Monoid::Multiply | Monoid::Xor => {
                module.constant(value).is_some_and(|known| is_neutral(*monoid, known))
            }
        })
    }
}

/// Whether a number is the neutral one; zeros of either sign are, as adding one twice is adding it
/// once.
fn is_neutral(monoid: Monoid, known: &Literal) -> bool {
    let element = known.element();
    let Some(neutral) = monoid.identity(Type::scalar_tensor(element)) else { return false };
    let part = element.real_part();
    let (a, b) = (known.element_bytes(0), neutral.element_bytes(0));
    match part.is_float() {
        true => {
            let numbers = |bytes: &[u8]| -> Vec<f64> {
                bytes.chunks(part.byte_width()).map(|bytes| read_f64(part, bytes)).collect()
            };
            numbers(a) == numbers(b)
        }
        false => a == b,
    }
}

impl Scan {
    /// The lanes of vectors across lines that lie side by side.
    fn lanes(&self, vector_bytes: u32) -> i64 {
        let widest = self.elements.iter().map(|e| register(*e).bytes()).max();
        let parts = self.elements.iter().any(|e| storage(*e).units > 1);
        let lanes = i64::from(vector_bytes) / widest.unwrap_or(1).max(1) as i64;
        if parts || self.step < lanes { 1 } else { lanes }
    }

    fn emit(
        &self,
        b: &mut Builder,
        outer: i64,
        lanes: i64,
    ) -> Result<(), crate::math::Unsupported> {
        let whole = self.length * self.step;
        // Lines that lie apart go side by side in groups, those that lie side by side
        // in vectors; what is left over goes alone.
        if self.step == 1 {
            let groups = outer / LINES;
            let chunk = (GRAIN / (whole * LINES)).max(1);
            let group =
                |b: &mut Builder, first: Index, lines: i64| self.lines(b, first, lines, whole, 1);
            chunked(b, groups, chunk, |b, at| group(b, at * (LINES * whole), LINES))?;
            for line in groups * LINES..outer {
                group(b, Index::constant(line * whole), 1)?;
            }
            return Ok(());
        }
        let vectors = self.step / lanes;
        let chunk = (GRAIN / (self.length * lanes)).max(1);
        chunked(b, outer * vectors, chunk, |b, at| {
            let line = b.floor_div(at.clone(), vectors) * whole;
            let first = line + b.modulo(at, vectors) * lanes;
            self.lines(b, first, 1, 0, lanes as u16)
        })?;
        let rest = self.step - vectors * lanes;
        if rest > 0 {
            chunked(b, outer * rest, chunk, |b, at| {
                let line = b.floor_div(at.clone(), rest) * whole;
                let first = line + b.modulo(at, rest) + vectors * lanes;
                self.lines(b, first, 1, 0, 1)
            })?;
        }
        Ok(())
    }

    /// Goes through lines that begin `apart` elements apart.
    fn lines(
        &self,
        b: &mut Builder,
        first: Index,
        lines: i64,
        apart: i64,
        lanes: u16,
    ) -> Result<(), crate::math::Unsupported> {
        let mut sums = Vec::new();
        for _ in 0..lines {
            let start = elements_at(b, &self.elements, &self.initial, &Index::constant(0), 1);
            for (part, element) in start.iter().zip(&self.elements) {
                let both =
                    if element.is_complex() { vec![part.re, part.im] } else { vec![part.re] };
                sums.extend(both.into_iter().map(|v| b.broadcast(v, lanes)));
            }
        }
        let bounds = (Index::constant(0), Index::constant(self.length));
        b.try_for_carrying(LoopKind::Serial, "t", bounds, 1, &sums, |b, t, sums| {
            let t = Index::var(t);
            let t = if self.backwards { -t + (self.length - 1) } else { t };
            let mut next = Vec::new();
            let each = sums.len() / lines as usize;
            for (line, sums) in (0..lines).zip(sums.chunks(each)) {
                let at = first.clone() + t.clone() * self.step + line * apart;
                let mut sums = sums.iter().copied();
                let so_far: Vec<Parts<Value>> = self
                    .elements
                    .iter()
                    .filter_map(|e| {
                        let re = sums.next()?;
                        Some(Parts { re, im: if e.is_complex() { sums.next()? } else { re } })
                    })
                    .collect();
                let here = elements_at(b, &self.elements, &self.inputs, &at, lanes);
                let (left, right) =
                    if self.backwards { (&here, &so_far) } else { (&so_far, &here) };
                let a = &mut Emitter { builder: b, lanes };
                let results = self.combiner.combine(a, &self.elements, left, right)?;
                self.store(b, &results, &at, lanes);
                next.extend(sums_of(&results, &self.elements));
            }
            Ok(next)
        })?;
        Ok(())
    }

    fn store(&self, b: &mut Builder, values: &[Parts<Value>], at: &Index, lanes: u16) {
        for ((&buffer, &element), &value) in self.outputs.iter().zip(&self.elements).zip(values) {
            let units = i64::from(storage(element).units);
            let stored = to_storage(&mut Emitter { builder: b, lanes }, element, value);
            b.store(stored.re, buffer, at.clone() * units);
            if units == 2 {
                b.store(stored.im, buffer, at.clone() * units + 1);
            }
        }
    }
}

/// The registers of values: two of a complex number.
pub(super) fn sums_of(values: &[Parts<Value>], elements: &[Element]) -> Vec<Value> {
    let each = values.iter().zip(elements);
    each.flat_map(|(v, e)| if e.is_complex() { vec![v.re, v.im] } else { vec![v.re] }).collect()
}

/// A loop whose iterations go to threads, so many at a time.
fn chunked<T>(
    b: &mut Builder,
    iterations: i64,
    chunk: i64,
    body: impl FnOnce(&mut Builder, Index) -> T,
) -> T {
    if iterations <= chunk {
        return b
            .for_each(LoopKind::Serial, "line", 0, iterations, 1, |b, at| body(b, Index::var(at)));
    }
    b.for_each(LoopKind::Parallel, "lines", 0, iterations, chunk, |b, from| {
        let (start, end) = (Index::var(from), Index::var(from) + chunk);
        let end = b.least(end, iterations);
        b.for_each(LoopKind::Serial, "line", start, end, 1, |b, at| body(b, Index::var(at)))
    })
}
