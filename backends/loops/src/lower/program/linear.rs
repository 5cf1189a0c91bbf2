//! Triangular systems and Cholesky factors of batches of matrices.
//!
//! Both compute in double precision and round once, as the interpreter does, and in
//! its order, so that results are the same. Numbers lie in the arena meanwhile, real
//! and imaginary parts each in a plane of their own. The innermost loop takes multiples
//! of one row from a vector of another one that stays in registers: right sides of a
//! system, or what is left of a row of the factor.

use super::Lowering;
use crate::index::Index;
use crate::lower::Unsupported;
use crate::math::{self, Emitter, Parts, apply, from_storage, to_storage};
use crate::nest::ScalarOp;
use crate::program::{
    Access, BinaryOp, BufferId, Builder, CompareOp, Facts, Inst, Lanes, LoopKind, Scalar, Space,
    Type, UnaryOp, Value, storage,
};
use hloom_ir::ops::{Cholesky, Transposition, TriangularSolve};
use hloom_ir::{Element, OpId};

/// Numbers in double precision, row-major.
#[derive(Clone, Copy)]
struct Plane {
    re: BufferId,
    /// The imaginary parts of complex numbers.
    im: Option<BufferId>,
}

impl Plane {
    fn load(&self, b: &mut Builder, ty: Type, at: &Index, mask: Option<Value>) -> Parts<Value> {
        let mut part = |buffer: BufferId| {
            let (offset, lanes) = (at.clone(), Lanes::Contiguous);
            b.inst(Inst::Load(ty, Access { buffer, offset, lanes, mask }))
        };
        let re = part(self.re);
        Parts { re, im: self.im.map_or(re, part) }
    }

    fn store(&self, b: &mut Builder, value: Parts<Value>, at: &Index, mask: Option<Value>) {
        let parts = [(Some(self.re), value.re), (self.im, value.im)];
        for (buffer, value) in parts.into_iter().filter_map(|(b, v)| Some((b?, v))) {
            let (offset, lanes) = (at.clone(), Lanes::Contiguous);
            let access = Access { buffer, offset, lanes, mask };
            b.push(crate::program::Stmt::Store(value, access));
        }
    }

    /// The element of these numbers.
    fn element(&self) -> Element {
        if self.im.is_some() { Element::C128 } else { Element::F64 }
    }

    fn conjugate(&self, b: &mut Builder, x: Parts<Value>) -> Parts<Value> {
        match self.im {
            Some(_) => Parts { im: b.unary(UnaryOp::Neg, x.im), ..x },
            None => x,
        }
    }

    /// `x - t·y`.
    fn less_product(
        &self,
        b: &mut Builder,
        x: Parts<Value>,
        t: Parts<Value>,
        y: Parts<Value>,
    ) -> Parts<Value> {
        let mut op = |op, p, q| b.binary(op, p, q);
        let product = op(BinaryOp::Mul, t.re, y.re);
        if self.im.is_none() {
            return op(BinaryOp::Sub, x.re, product).into();
        }
        let other = op(BinaryOp::Mul, t.im, y.im);
        let re = op(BinaryOp::Sub, product, other);
        let (p, q) = (op(BinaryOp::Mul, t.re, y.im), op(BinaryOp::Mul, t.im, y.re));
        let im = op(BinaryOp::Add, p, q);
        Parts { re: op(BinaryOp::Sub, x.re, re), im: op(BinaryOp::Sub, x.im, im) }
    }

    /// A number in every lane.
    fn spread(&self, b: &mut Builder, x: Parts<Value>, lanes: u16) -> Parts<Value> {
        Parts { re: b.broadcast(x.re, lanes), im: b.broadcast(x.im, lanes) }
    }
}

/// Elements of a tensor in memory as it comes.
struct Stored {
    buffer: BufferId,
    element: Element,
}

impl Stored {
    fn load(
        &self,
        b: &mut Builder,
        at: Index,
        wide: Element,
    ) -> Result<Parts<Value>, math::Unsupported> {
        let unit = storage(self.element);
        let place = at * i64::from(unit.units);
        let re = b.load(unit.scalar.ty(), self.buffer, place.clone());
        let im = match unit.units {
            2 => b.load(unit.scalar.ty(), self.buffer, place + 1),
            _ => re,
        };
        let a = &mut Emitter { builder: b, lanes: 1 };
        let value = from_storage(a, self.element, Parts { re, im });
        apply(a, ScalarOp::Convert, &[(self.element, value)], wide)
    }

    fn store(
        &self,
        b: &mut Builder,
        at: Index,
        value: Parts<Value>,
        wide: Element,
    ) -> Result<(), math::Unsupported> {
        let a = &mut Emitter { builder: b, lanes: 1 };
        let value = apply(a, ScalarOp::Convert, &[(wide, value)], self.element)?;
        let value = to_storage(a, self.element, value);
        let units = i64::from(storage(self.element).units);
        b.store(value.re, self.buffer, at.clone() * units);
        if units == 2 {
            b.store(value.im, self.buffer, at * units + 1);
        }
        Ok(())
    }
}

fn var(v: Value) -> Index {
    Index::var(v)
}

fn f64s(lanes: u16) -> Type {
    Scalar::F64.vector(lanes)
}

/// Calls `body` with each row and column of a batch of matrices, rows on several
/// threads: the number of the matrix, the row, the column.
fn each<T>(
    b: &mut Builder,
    (batch, rows, columns): (i64, i64, i64),
    body: impl FnOnce(&mut Builder, Index, Index, Index) -> T,
) -> T {
    b.for_each(LoopKind::Parallel, "row", 0, batch * rows, 1, |b, row| {
        let (matrix, i) = (b.floor_div(row, rows), b.modulo(row, rows));
        b.for_each(LoopKind::Serial, "column", 0, columns, 1, |b, j| body(b, matrix, i, var(j)))
    })
}

/// Position `i` of `0..n`, counted from the end if `backward`.
fn directed(i: Index, n: i64, backward: bool) -> Index {
    if backward { i * -1 + (n - 1) } else { i }
}

impl Lowering<'_> {
    fn plane(&mut self, name: &str, count: i64, is_complex: bool) -> Plane {
        let mut part = |name: &str| {
            let shape = [count as u64];
            let buffer = self.builder.buffer(name, Element::F64, &shape, Space::Arena(0));
            self.lifetimes.define(buffer);
            buffer
        };
        let re = part(name);
        Plane { re, im: is_complex.then(|| part(&format!("{name}.im"))) }
    }

    /// The number of matrices of a tensor, and their rows and columns.
    fn matrices(&self, op: OpId, operand: usize) -> Result<(i64, i64, i64), Unsupported> {
        let v = self.module.operand(op, operand);
        let shape = self.shape(op, self.module.ty(v))?;
        match shape[..] {
            [ref batch @ .., rows, columns] => {
                let batch: u64 = batch.iter().product();
                Ok((batch as i64, rows as i64, columns as i64))
            }
            _ => Err(self.unsupported(op, "its operand holds no matrices")),
        }
    }

    /// The number of double-precision numbers that fill two registers.
    fn wide_lanes(&self) -> u16 {
        (self.machine.vector_bytes / 4).clamp(2, 32) as u16
    }

    fn linear_name(&self, op: OpId) -> String {
        let name = self.module.op(op).def().short_name();
        match self.module.results(op).get(0).and_then(|v| self.module.name(v)) {
            Some(result) => format!("{name}.{result}"),
            None => name.to_owned(),
        }
    }

    /// Lowers `triangular_solve`. Systems from the right are those of the transposed
    /// matrices.
    pub(super) fn triangular_solve(
        &mut self,
        op: OpId,
        it: &TriangularSolve,
    ) -> Result<(), Unsupported> {
        let module = self.module;
        let element_of = |i: usize| module.ty(module.operand(op, i)).element();
        let (Some(of_a), Some(of_b)) = (element_of(0), element_of(1)) else {
            return Err(self.unsupported(op, "its operands are not tensors"));
        };
        let ((batch, n, _), (_, rows, columns)) = (self.matrices(op, 0)?, self.matrices(op, 1)?);
        let a = Stored { buffer: self.buffer(op, module.operand(op, 0))?, element: of_a };
        let given = Stored { buffer: self.buffer(op, module.operand(op, 1))?, element: of_b };
        let out = self.buffer_for(op, module.result(op, 0))?;
        let out = Stored { buffer: out, element: of_b };
        let sides = if it.left_side { columns } else { rows };
        if batch * n * sides == 0 {
            return Ok(());
        }
        let (t, x) = (
            self.plane("system", batch * n * n, of_a.is_complex()),
            self.plane("sides", batch * n * sides, of_a.is_complex()),
        );
        let transposed = it.transpose_a != Transposition::NoTranspose;
        let flipped = transposed == it.left_side;
        let backward = it.lower == flipped;
        let (wide, lanes) = (t.element(), self.wide_lanes());
        // The place of an element of right-hand side `c` in the operand.
        let left = it.left_side;
        let at = |m: Index, i: Index, c: Index| {
            let within = if left { i * columns + c } else { c * columns + i };
            m * (rows * columns) + within
        };
        let adjoint = it.transpose_a == Transposition::Adjoint;
        let unit = it.unit_diagonal;
        let name = self.linear_name(op);
        let units = |buffer: BufferId| self.builder.program().buffer(buffer).bytes();
        let facts = Facts {
            bytes_read: units(a.buffer) + units(given.buffer),
            bytes_written: units(out.buffer),
            flops: (batch * sides * n * n) as u64,
            ..Facts::default()
        };
        let outcome: Result<(), math::Unsupported> = self.builder.kernel(&name, facts, |b| {
            each(b, (batch, n, n), |b, m, i, j| {
                let from = if flipped { (j.clone(), i.clone()) } else { (i.clone(), j.clone()) };
                let place = m.clone() * (n * n) + from.0 * n + from.1;
                let value = a.load(b, place, wide)?;
                let value = if adjoint { t.conjugate(b, value) } else { value };
                t.store(b, value, &(m * (n * n) + i * n + j), None);
                Ok(())
            })?;
            each(b, (batch, n, sides), |b, m, i, c| {
                let value = given.load(b, at(m.clone(), i.clone(), c.clone()), wide)?;
                x.store(b, value, &(m * (n * sides) + i * sides + c), None);
                Ok(())
            })?;
            let step = i64::from(lanes);
            let pieces = sides / step + i64::from(sides % step > 0);
            b.for_each(LoopKind::Parallel, "piece", 0, batch * pieces, 1, |b, piece| {
                let m = b.floor_div(piece, pieces);
                let first = b.modulo(piece, pieces) * step;
                let rest = first.clone() * -1 + sides;
                let mask = Some(b.inst(Inst::FirstLanes(lanes, rest)));
                let side = |i: Index| m.clone() * (n * sides) + i * sides + first.clone();
                let system = |i: Index, j: Index| m.clone() * (n * n) + i * n + j;
                b.for_each(LoopKind::Serial, "k", 0, n, 1, |b, k| {
                    let i = directed(var(k), n, backward);
                    let start = x.load(b, f64s(lanes), &side(i.clone()), mask);
                    let mut initial = vec![start.re];
                    initial.extend(x.im.map(|_| start.im));
                    let bounds = (Index::constant(0), var(k));
                    let kind = LoopKind::Serial;
                    let sum = b.for_carrying(kind, "l", bounds, 1, &initial, |b, l, now| {
                        let j = directed(var(l), n, backward);
                        let factor = t.load(b, f64s(1), &system(i.clone(), j.clone()), None);
                        let factor = t.spread(b, factor, lanes);
                        let known = x.load(b, f64s(lanes), &side(j), mask);
                        let now = Parts { re: now[0], im: now[now.len() - 1] };
                        let next = x.less_product(b, now, factor, known);
                        if x.im.is_some() { vec![next.re, next.im] } else { vec![next.re] }
                    });
                    let mut value = Parts { re: sum[0], im: sum[sum.len() - 1] };
                    if !unit {
                        let pivot = t.load(b, f64s(1), &system(i.clone(), i.clone()), None);
                        let pivot = t.spread(b, pivot, lanes);
                        let a = &mut Emitter { builder: b, lanes };
                        let operands = [(wide, value), (wide, pivot)];
                        value = apply(a, ScalarOp::Divide, &operands, wide)?;
                    }
                    x.store(b, value, &side(i), mask);
                    Ok(())
                })
            })?;
            each(b, (batch, n, sides), |b, m, i, c| {
                let from = m.clone() * (n * sides) + i.clone() * sides + c.clone();
                let value = x.load(b, f64s(1), &from, None);
                out.store(b, at(m, i, c), value, wide)
            })
        });
        outcome.map_err(|error| self.unsupported(op, error.to_string()))
    }

    /// Lowers `cholesky`: row by row of the upper factor, whose rows are the
    /// conjugates of the lower one's columns.
    pub(super) fn cholesky(&mut self, op: OpId, it: &Cholesky) -> Result<(), Unsupported> {
        let module = self.module;
        let Some(element) = module.ty(module.operand(op, 0)).element() else {
            return Err(self.unsupported(op, "its operand is not a tensor"));
        };
        let (batch, n, _) = self.matrices(op, 0)?;
        let given = Stored { buffer: self.buffer(op, module.operand(op, 0))?, element };
        let out = Stored { buffer: self.buffer_for(op, module.result(op, 0))?, element };
        if batch * n == 0 {
            return Ok(());
        }
        let u = self.plane("factor", batch * n * n, element.is_complex());
        let fine = self.plane("positive", batch, false);
        let (lower, wide, lanes) = (it.lower.0, u.element(), self.wide_lanes());
        let name = self.linear_name(op);
        let bytes = self.builder.program().buffer(given.buffer).bytes();
        let flops = (batch * n * n) as u64 * n as u64 / 3;
        let facts = Facts { bytes_read: bytes, bytes_written: bytes, flops, ..Facts::default() };
        let place = |m: &Index, i: Index, j: Index| m.clone() * (n * n) + i * n + j;
        let outcome: Result<(), math::Unsupported> = self.builder.kernel(&name, facts, |b| {
            each(b, (batch, n, n), |b, m, i, j| {
                // Of a lower triangle, the conjugates of its columns.
                let (i, j) = if lower { (j, i) } else { (i, j) };
                let from = if lower {
                    place(&m, j.clone(), i.clone())
                } else {
                    place(&m, i.clone(), j.clone())
                };
                let value = given.load(b, from, wide)?;
                let value = if lower { u.conjugate(b, value) } else { value };
                u.store(b, value, &place(&m, i, j), None);
                Ok(())
            })?;
            b.for_each(LoopKind::Parallel, "matrix", 0, batch, 1, |b, m| {
                let m = var(m);
                let one = b.number(f64s(1), 1.0);
                fine.store(b, one.into(), &m, None);
                b.for_each(LoopKind::Serial, "k", 0, n, 1, |b, k| {
                    let step = i64::from(lanes);
                    b.for_each(LoopKind::Serial, "i", var(k), n, step, |b, i| {
                        let mask = Some(b.inst(Inst::FirstLanes(lanes, var(i) * -1 + n)));
                        let start = u.load(b, f64s(lanes), &place(&m, var(k), var(i)), mask);
                        let mut initial = vec![start.re];
                        initial.extend(u.im.map(|_| start.im));
                        let bounds = (Index::constant(0), var(k));
                        let kind = LoopKind::Serial;
                        let sum = b.for_carrying(kind, "j", bounds, 1, &initial, |b, j, now| {
                            let factor = u.load(b, f64s(1), &place(&m, var(j), var(k)), None);
                            let factor = u.conjugate(b, factor);
                            let factor = u.spread(b, factor, lanes);
                            let row = u.load(b, f64s(lanes), &place(&m, var(j), var(i)), mask);
                            let now = Parts { re: now[0], im: now[now.len() - 1] };
                            let next = u.less_product(b, now, factor, row);
                            if u.im.is_some() { vec![next.re, next.im] } else { vec![next.re] }
                        });
                        let value = Parts { re: sum[0], im: sum[sum.len() - 1] };
                        u.store(b, value, &place(&m, var(k), var(i)), mask);
                    });
                    let diagonal = u.load(b, f64s(1), &place(&m, var(k), var(k)), None);
                    let zero = b.number(f64s(1), 0.0);
                    let positive = b.compare(CompareOp::Gt, diagonal.re, zero);
                    let before = fine.load(b, f64s(1), &m, None);
                    let now = b.select(positive, before.re, zero);
                    fine.store(b, now.into(), &m, None);
                    let root = b.unary(UnaryOp::Sqrt, diagonal.re);
                    let inverse = b.binary(BinaryOp::Div, one, root);
                    let scale = b.broadcast(inverse, lanes);
                    b.for_each(LoopKind::Serial, "i", var(k), n, step, |b, i| {
                        let mask = Some(b.inst(Inst::FirstLanes(lanes, var(i) * -1 + n)));
                        let at = place(&m, var(k), var(i));
                        let value = u.load(b, f64s(lanes), &at, mask);
                        let re = b.binary(BinaryOp::Mul, value.re, scale);
                        let im = match u.im {
                            Some(_) => b.binary(BinaryOp::Mul, value.im, scale),
                            None => re,
                        };
                        u.store(b, Parts { re, im }, &at, mask);
                    });
                    let corner = Parts { re: root, im: zero };
                    u.store(b, corner, &place(&m, var(k), var(k)), None);
                });
            });
            each(b, (batch, n, n), |b, m, i, j| {
                let from = if lower {
                    place(&m, j.clone(), i.clone())
                } else {
                    place(&m, i.clone(), j.clone())
                };
                let value = u.load(b, f64s(1), &from, None);
                let value = if lower { u.conjugate(b, value) } else { value };
                let zero = b.number(f64s(1), 0.0);
                let (row, column) = (b.index(i.clone()), b.index(j.clone()));
                let inside = match lower {
                    true => b.compare(CompareOp::LeS, column, row),
                    false => b.compare(CompareOp::GeS, column, row),
                };
                let flag = fine.load(b, f64s(1), &m, None);
                let positive = b.compare(CompareOp::Gt, flag.re, zero);
                let nan = b.number(f64s(1), f64::NAN);
                let (re, im) = (b.select(inside, value.re, zero), b.select(inside, value.im, zero));
                let value =
                    Parts { re: b.select(positive, re, nan), im: b.select(positive, im, zero) };
                out.store(b, place(&m, i, j), value, wide)
            })
        });
        outcome.map_err(|error| self.unsupported(op, error.to_string()))
    }
}
