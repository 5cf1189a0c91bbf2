//! Random loop programs and inputs for them.

#[path = "sequences.rs"]
mod sequences;

use hloom_ir::Element;
use hloom_loops::index::{Index, Unknown};
use hloom_loops::program::{
    Access, BinaryOp, BufferId, Builder, CompareOp, ConvertOp, Facts, Inst, Lanes, LoopKind,
    Program, Scalar, Space, Stmt, Type, UnaryOp, Value,
};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// An available value; `plain` if its bits are copied from an input without arithmetic.
#[derive(Clone, Copy)]
struct Known {
    value: Value,
    ty: Type,
    plain: bool,
}

/// The insertion point: values and buffers in scope.
struct InsertPoint {
    known: Vec<Known>,
    /// Loop variables and other `i64` values to index with.
    indices: Vec<Value>,
    /// Buffers in scope that may be stored to, and loaded from afterwards.
    scratch: Vec<BufferId>,
    /// The induction variable of the enclosing parallel loop. Each iteration owns a part of the
    /// outputs.
    mine: Option<Value>,
    depth: usize,
}

/// Units of every buffer, and of the part that a parallel iteration owns.
const UNITS: u64 = 512;
const PART: i64 = 64;
/// The most lanes of a program's vectors times the largest stride.
const REACH: i64 = 48;

const MEMORY: [Scalar; 8] = [
    Scalar::I8,
    Scalar::I16,
    Scalar::I32,
    Scalar::I64,
    Scalar::F16,
    Scalar::BF16,
    Scalar::F32,
    Scalar::F64,
];

fn element(scalar: Scalar) -> Element {
    match scalar {
        Scalar::I1 | Scalar::I8 => Element::I8,
        Scalar::I16 => Element::I16,
        Scalar::I32 => Element::I32,
        Scalar::I64 => Element::I64,
        Scalar::F16 => Element::F16,
        Scalar::BF16 => Element::BF16,
        Scalar::F32 => Element::F32,
        Scalar::F64 => Element::F64,
    }
}

/// Makes a loop's body from its variable and what it carries.
type LoopBody<'a> = dyn FnMut(&mut Generator, Value, &[Value]) -> Vec<Value> + 'a;

struct Generator {
    random: Random,
    b: Builder,
    /// One input per scalar of [`MEMORY`], in its order.
    inputs: Vec<BufferId>,
    outputs: Vec<BufferId>,
    arena: Vec<BufferId>,
    lanes: u16,
    left: usize,
}

/// A random program, and bytes for its inputs.
pub(crate) fn generate(seed: u64) -> (Program, Vec<Vec<u8>>) {
    let mut random = Random(seed);
    let mut b = Builder::new("random");
    let buffers = |b: &mut Builder, name: &str, space: &dyn Fn(u64) -> Space| -> Vec<BufferId> {
        let all = (0..).zip(MEMORY);
        all.map(|(n, scalar)| {
            b.buffer(&format!("{name}_{scalar}"), element(scalar), &[UNITS], space(n))
        })
        .collect()
    };
    let inputs = buffers(&mut b, "in", &|n| Space::Argument(n as u32));
    let outputs = buffers(&mut b, "out", &|n| Space::Result(n as u32));
    let arena = buffers(&mut b, "arena", &|n| Space::Arena(n * UNITS * 8));
    let data = MEMORY.map(|scalar| {
        let unit = |random: &mut Random| {
            // Mostly numbers of moderate size, some of any bits.
            let bits = match random.below(4) {
                0 => random.next(),
                1 => random.next() % 5,
                _ if scalar.is_float() => hloom_loops::program::eval::from_f64(
                    scalar,
                    random.below(2000) as f64 / 16.0 - 60.0,
                ),
                _ => (random.below(200) as i64 - 100) as u64,
            };
            bits.to_le_bytes()[..scalar.bytes()].to_vec()
        };
        (0..UNITS).flat_map(|_| unit(&mut random)).collect::<Vec<u8>>()
    });
    let lanes = random.pick(&[2, 4, 8, 16]);
    let mut g = Generator { random, b, inputs, outputs, arena, lanes, left: 90 };
    let mut place =
        InsertPoint { known: vec![], indices: vec![], scratch: vec![], mine: None, depth: 0 };
    // Every buffer is initialized before anything else.
    for (n, (output, arena)) in g.outputs.clone().into_iter().zip(g.arena.clone()).enumerate() {
        for to in [output, arena] {
            let (to, from) = ((to, 0.into()), (g.inputs[n], 0.into()));
            g.b.push(Stmt::Copy { to, from, units: Index::constant(UNITS as i64) });
        }
    }
    while g.left > 0 {
        if g.random.chance(40) {
            g.kernel();
        } else {
            g.statement(&mut place);
        }
    }
    g.show(&place);
    (g.b.finish(), data.into())
}

impl Generator {
    fn kernel(&mut self) {
        let mut place =
            InsertPoint { known: vec![], indices: vec![], scratch: vec![], mine: None, depth: 0 };
        let (count, parallel) = (1 + self.random.below(8), self.random.chance(50));
        self.within(|g, b_kernel| {
            b_kernel(g, &mut |g| {
                if parallel {
                    g.parallel(&mut place);
                }
                for _ in 0..count {
                    g.statement(&mut place);
                }
                g.show(&place);
            });
        });
    }

    /// Opens a kernel; a closure passed to the builder could not borrow `self`.
    fn within(
        &mut self,
        body: impl FnOnce(&mut Generator, &dyn Fn(&mut Generator, &mut dyn FnMut(&mut Generator))),
    ) {
        body(self, &|g, inner| {
            g.nested(|b, run| b.kernel("work", Facts::default(), run), inner);
        });
    }

    /// Builds a block through a method of the builder.
    fn nested<T>(
        &mut self,
        open: impl FnOnce(&mut Builder, &mut dyn FnMut(&mut Builder)) -> T,
        inner: &mut dyn FnMut(&mut Generator),
    ) -> T {
        let mut b = std::mem::replace(&mut self.b, Builder::new(""));
        let result = open(&mut b, &mut |lent| {
            std::mem::swap(lent, &mut self.b);
            inner(self);
            std::mem::swap(lent, &mut self.b);
        });
        self.b = b;
        result
    }

    fn parallel(&mut self, place: &mut InsertPoint) {
        let count = self.random.below(UNITS as usize / PART as usize + 1) as i64;
        let statements = 1 + self.random.below(6);
        self.nested(
            |b, run| {
                let mut var = None;
                b.for_each(LoopKind::Parallel, "p", 0, count * 3, 3, |b, i| {
                    var = Some(i);
                    b.name(i, "p");
                    run(b);
                });
                var
            },
            &mut |g| {
                // The variable is the newest value there is.
                let var = Value(g.b.program().values.len() as u32 - 1);
                let mut inner = place.inside();
                inner.indices.push(var);
                inner.mine = Some(var);
                for _ in 0..statements {
                    g.statement(&mut inner);
                }
                g.show(&inner);
            },
        );
    }

    fn statement(&mut self, place: &mut InsertPoint) {
        self.left = self.left.saturating_sub(1);
        if self.random.chance(8) {
            return self.sequences(place);
        }
        match self.random.below(if place.depth < 3 { 20 } else { 12 }) {
            0..=8 => self.define(place),
            9..=11 => self.store(place),
            12..=14 => self.serial(place),
            15 | 16 => self.branch(place),
            17 => self.scratch(place),
            18 => self.copy(place),
            _ if place.mine.is_none() => self.parallel(place),
            _ => self.define(place),
        }
    }

    fn serial(&mut self, place: &mut InsertPoint) {
        let from = self.random.below(9) as i64 - 4;
        let (to, step) = (from + self.random.below(7) as i64, 1 + self.random.below(3) as i64);
        let carried: Vec<Known> =
            (0..self.random.below(3)).filter_map(|_| self.any(place)).collect();
        let initial: Vec<Value> = carried.iter().map(|known| known.value).collect();
        let count = 1 + self.random.below(4);
        let mut yielded = Vec::new();
        let after = self.nested_loop((from, to, step), &initial, &mut |g, var, inside| {
            let mut inner = place.inside();
            inner.indices.push(var);
            for (known, value) in carried.iter().zip(inside) {
                inner.known.push(Known { value: *value, ty: known.ty, plain: false });
            }
            for _ in 0..count {
                g.statement(&mut inner);
            }
            g.show(&inner);
            yielded = carried
                .iter()
                .zip(inside)
                .map(|(known, inside)| {
                    g.of_type(&inner, known.ty).map_or(*inside, |known| known.value)
                })
                .collect();
            yielded.clone()
        });
        for (known, value) in carried.iter().zip(after) {
            place.known.push(Known { value, ty: known.ty, plain: false });
        }
    }

    fn nested_loop(
        &mut self,
        (from, to, step): (i64, i64, i64),
        initial: &[Value],
        body: &mut LoopBody<'_>,
    ) -> Vec<Value> {
        let mut b = std::mem::replace(&mut self.b, Builder::new(""));
        let bounds = (Index::constant(from), Index::constant(to));
        let after =
            b.for_carrying(LoopKind::Serial, "s", bounds, step, initial, |lent, var, inside| {
                std::mem::swap(lent, &mut self.b);
                let next = body(self, var, inside);
                std::mem::swap(lent, &mut self.b);
                next
            });
        self.b = b;
        after
    }

    fn branch(&mut self, place: &mut InsertPoint) {
        let Some(test) = self.of_type(place, Scalar::I1.ty()) else { return self.define(place) };
        let counts = [self.random.below(4), self.random.below(3)];
        let mut b = std::mem::replace(&mut self.b, Builder::new(""));
        let this = std::cell::RefCell::new(self);
        let side = |lent: &mut Builder, count: usize| {
            let g = &mut **this.borrow_mut();
            std::mem::swap(lent, &mut g.b);
            let mut inner = place.inside();
            for _ in 0..count {
                g.statement(&mut inner);
            }
            std::mem::swap(lent, &mut g.b);
        };
        b.branch(test.value, |b| side(b, counts[0]), |b| side(b, counts[1]));
        this.into_inner().b = b;
    }

    fn scratch(&mut self, place: &mut InsertPoint) {
        let scalar = self.random.pick(&MEMORY);
        // Sometimes too large for the stack.
        let units = if self.random.chance(30) { 8192 } else { UNITS };
        let buffer = self.b.buffer("temporary", element(scalar), &[units], Space::Scratch);
        let n = MEMORY.iter().position(|other| *other == scalar).unwrap_or(0);
        let count = 1 + self.random.below(5);
        self.nested(|b, run| b.scratch(&[buffer], run), &mut |g| {
            let (to, from) = ((buffer, 0.into()), (g.inputs[n], 0.into()));
            g.b.push(Stmt::Copy { to, from, units: Index::constant(UNITS as i64) });
            let mut inner = place.inside();
            inner.scratch.push(buffer);
            for _ in 0..count {
                g.statement(&mut inner);
            }
        });
    }

    fn copy(&mut self, place: &mut InsertPoint) {
        let n = self.random.below(MEMORY.len());
        let to = self.target(place, n);
        let units = self.index(place).modulo(PART / 2, &Unknown);
        let from = self.index(place).modulo(UNITS as i64 - PART, &Unknown);
        let base = self.part(place, to, PART / 2);
        self.b.push(Stmt::Copy { to: (to, base), from: (self.inputs[n], from), units });
    }

    /// An index expression of any value.
    fn index(&mut self, place: &InsertPoint) -> Index {
        let mut index = Index::constant(self.random.below(40) as i64 - 20);
        for _ in 0..self.random.below(3) {
            if let Some(var) = (!place.indices.is_empty()).then(|| self.random.pick(&place.indices))
            {
                let var = Index::var(var);
                let factor = self.random.below(9) as i64 - 4;
                index = match self.random.below(4) {
                    0 => index + var * factor,
                    1 => index + var.floor_div(3, &Unknown) * factor,
                    2 => index.min(var * factor, &Unknown),
                    _ => index.max(var.modulo(5, &Unknown) * factor, &Unknown),
                };
            }
        }
        index
    }

    /// A buffer of this scalar that may be stored to here.
    fn target(&mut self, place: &InsertPoint, n: usize) -> BufferId {
        let mut here = place
            .scratch
            .iter()
            .copied()
            .rev()
            .filter(|buffer| self.b.program().buffer(*buffer).storage().scalar == MEMORY[n]);
        match here.next() {
            Some(buffer) if self.random.chance(60) => buffer,
            _ if self.random.chance(40) => self.arena[n],
            _ => self.outputs[n],
        }
    }

    /// An offset with room for `room` units, in the iteration's part of a buffer.
    fn part(&mut self, place: &InsertPoint, buffer: BufferId, room: i64) -> Index {
        let shared =
            !matches!(self.b.program().buffer(buffer).space, Space::Scratch | Space::Argument(_));
        let index = self.index(place);
        match place.mine {
            // The loop's step is 3.
            Some(mine) if shared => {
                Index::var(mine).floor_div(3, &Unknown) * PART
                    + index.modulo(PART - room + 1, &Unknown)
            }
            _ => index.modulo(UNITS as i64 - room + 1, &Unknown),
        }
    }

    /// A memory access of a register of this type.
    fn access(&mut self, place: &InsertPoint, buffer: BufferId, ty: Type) -> Access {
        let offset = self.part(place, buffer, REACH);
        if ty.lanes == 1 {
            let mask = self.of_type(place, Scalar::I1.ty()).filter(|_| self.random.chance(20));
            return Access {
                buffer,
                offset,
                lanes: Lanes::Contiguous,
                mask: mask.map(|m| m.value),
            };
        }
        let mask = self.of_type(place, ty.with(Scalar::I1)).filter(|_| self.random.chance(40));
        let last = i64::from(ty.lanes) - 1;
        let (lanes, offset) = match self.random.below(6) {
            0 => (Lanes::Strided(2), offset),
            1 => (Lanes::Strided(-1), offset + last),
            2 => (Lanes::Strided(0), offset),
            3 => {
                // Offsets from arbitrary values, reduced to a small range.
                let offsets = match self.of_type(place, ty.with(Scalar::I32)) {
                    Some(known) => {
                        let limit = self.b.int(known.ty, 31);
                        self.b.binary(BinaryOp::And, known.value, limit)
                    }
                    None => self.b.inst(Inst::Iota(ty.with(Scalar::I64))),
                };
                (Lanes::Gather(offsets), offset)
            }
            _ => (Lanes::Contiguous, offset),
        };
        Access { buffer, offset, lanes, mask: mask.map(|m| m.value) }
    }

    fn store(&mut self, place: &mut InsertPoint) {
        let Some(known) = self.any(place).filter(|known| known.ty.scalar != Scalar::I1) else {
            return self.define(place);
        };
        let n = MEMORY.iter().position(|scalar| *scalar == known.ty.scalar).unwrap_or(0);
        let to = self.target(place, n);
        let access = self.access(place, to, known.ty);
        self.b.push(Stmt::Store(known.value, access));
    }

    /// Stores the newest values, because only values that reach an output are tested.
    fn show(&mut self, place: &InsertPoint) {
        let newest = place.known.iter().rev().filter(|known| known.ty.scalar != Scalar::I1).take(3);
        for known in newest.copied().collect::<Vec<_>>() {
            let n = MEMORY.iter().position(|scalar| *scalar == known.ty.scalar).unwrap_or(0);
            let to = self.target(place, n);
            let access = self.access(place, to, known.ty);
            self.b.push(Stmt::Store(known.value, access));
        }
    }

    fn any(&mut self, place: &InsertPoint) -> Option<Known> {
        // Recent values are likelier, so that chains grow.
        let count = place.known.len();
        let at = self.random.below(count.clamp(1, 12));
        place.known.get(count.checked_sub(1 + at)?).copied()
    }

    fn of_type(&mut self, place: &InsertPoint, ty: Type) -> Option<Known> {
        let fitting: Vec<Known> =
            place.known.iter().copied().filter(|known| known.ty == ty).collect();
        if fitting.is_empty() { None } else { Some(self.random.pick(&fitting)) }
    }

    fn define(&mut self, place: &mut InsertPoint) {
        let lanes = if self.random.chance(60) { self.lanes } else { 1 };
        if place.known.len() < 3 || self.random.chance(15) {
            return self.load(place, lanes);
        }
        let Some(a) = self.any(place) else { return };
        let ty = a.ty;
        let mut plain = false;
        let value = match self.random.below(13) {
            0 | 1 => {
                // `exp2` is for GPUs.
                let of_cpus = |op: &UnaryOp| op.accepts(ty.scalar) && *op != UnaryOp::Exp2;
                let ops: Vec<_> = UnaryOp::ALL.iter().copied().filter(of_cpus).collect();
                if ops.is_empty() {
                    return;
                }
                let op = self.random.pick(&ops);
                self.b.unary(op, a.value)
            }
            2..=5 => {
                let Some(other) = self.of_type(place, ty) else { return };
                let accepts = |op: &BinaryOp| {
                    let fits = *op != BinaryOp::Scale && (*op != BinaryOp::CopySign || other.plain);
                    op.accepts(ty.scalar) && fits
                };
                let ops: Vec<_> = BinaryOp::ALL.iter().copied().filter(accepts).collect();
                if ops.is_empty() {
                    return;
                }
                let op = self.random.pick(&ops);
                self.b.binary(op, a.value, other.value)
            }
            6 => {
                let ops: Vec<_> =
                    CompareOp::ALL.iter().copied().filter(|op| op.accepts(ty.scalar)).collect();
                let Some(other) = self.of_type(place, ty) else { return };
                if ops.is_empty() {
                    return;
                }
                let op = self.random.pick(&ops);
                self.b.compare(op, a.value, other.value)
            }
            7 => {
                let (Some(other), Some(mask)) =
                    (self.of_type(place, ty), self.of_type(place, ty.with(Scalar::I1)))
                else {
                    return;
                };
                plain = a.plain && other.plain;
                self.b.select(mask.value, a.value, other.value)
            }
            8 => {
                let (Some(x), Some(y)) = (self.of_type(place, ty), self.of_type(place, ty)) else {
                    return;
                };
                if !ty.scalar.is_arithmetic_float() {
                    return;
                }
                self.b.fma(a.value, x.value, y.value)
            }
            9 | 10 => {
                let mut ways = Vec::new();
                for op in ConvertOp::ALL {
                    let targets = Scalar::ALL.into_iter().filter(|to| op.accepts(ty.scalar, *to));
                    // The sign and payload of a computed NaN are unspecified.
                    let hidden = *op == ConvertOp::Bitcast && ty.scalar.is_float() && !a.plain;
                    ways.extend(targets.filter(|_| !hidden).map(|to| (*op, to)));
                }
                if ways.is_empty() {
                    return;
                }
                let (op, to) = self.random.pick(&ways);
                plain = to.is_integer() || op == ConvertOp::Bitcast;
                self.b.convert(op, a.value, to)
            }
            11 if ty.lanes > 1 => {
                let Some(other) = self.of_type(place, ty) else { return };
                plain = a.plain && other.plain;
                let count = if self.random.chance(30) { 1 } else { usize::from(ty.lanes) };
                let order: Box<[u16]> = (0..count)
                    .map(|_| self.random.below(2 * usize::from(ty.lanes)) as u16)
                    .collect();
                self.b.inst(Inst::Shuffle(a.value, other.value, order))
            }
            11 => {
                plain = a.plain;
                self.b.broadcast(a.value, self.lanes)
            }
            _ => {
                let index = self.index(place);
                if lanes > 1 {
                    self.b.inst(Inst::FirstLanes(lanes, index))
                } else {
                    let value = self.b.index(index);
                    place.indices.push(value);
                    plain = true;
                    value
                }
            }
        };
        let ty = self.b.type_of(value);
        place.known.push(Known { value, ty, plain: plain || ty.scalar.is_integer() });
    }

    fn load(&mut self, place: &mut InsertPoint, lanes: u16) {
        let n = self.random.below(MEMORY.len());
        let own = self.random.chance(30);
        let from = if own { self.target(place, n) } else { self.inputs[n] };
        let ty = MEMORY[n].vector(lanes);
        let access = self.access(place, from, ty);
        let value = self.b.inst(Inst::Load(ty, access));
        place.known.push(Known { value, ty, plain: !own || ty.scalar.is_integer() });
    }
}

impl InsertPoint {
    /// A copy of the scope for a nested block.
    fn inside(&self) -> InsertPoint {
        InsertPoint {
            known: self.known.clone(),
            indices: self.indices.clone(),
            scratch: self.scratch.clone(),
            mine: self.mine,
            depth: self.depth + 1,
        }
    }
}
