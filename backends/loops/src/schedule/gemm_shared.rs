//! Shared-memory layouts of operands for tensor cores, swizzled or padded against bank
//! conflicts.
//!
//! A row there is a row or a column of the tile with some steps of the sum side by side
//! or, of elements of 2 bytes or more that lie the other way in memory, a step with points side by
//! side, which are transposed on the way to registers ([`Inst::Ldmatrix`]); larger elements
//! are read one by one there. Pieces of 16 bytes
//! that go there as they are have their place in a row changed by the row's number, bit by
//! bit: then neither the rows that are written at once nor those that are read at once
//! meet in a bank. Rows of what comes piece by piece are longer than they have to be
//! instead.

use super::gemm_pipeline::StagedPiece;
use super::gemm_tile::{GemmBlock, each_lane};
use super::staging::AsyncSource;
use crate::index::Index;
use crate::program::{BinaryOp, BufferId, Builder, Inst, Space, Type, Value, storage};
use hloom_ir::Element;

/// Bytes of a row along the sum that an instruction multiplies.
pub(super) const MMA_K_BYTES: u64 = 32;

/// Rows after which swizzles repeat.
const SWIZZLE_ROWS: u64 = 8;

/// The position of a thread in its block.
pub(super) struct WarpBinding {
    /// Its number in the warp.
    pub(super) lane: Index,
    /// The part of the tile's points that the warp has, and how many points that is.
    pub(super) warp: Index,
    pub(super) points: u64,
    /// Whether it has 16 of them or more.
    pub(super) twice: bool,
}

/// The layout of an operand in a stage of shared memory.
#[derive(Clone, Debug)]
pub(super) struct StageLayout {
    /// The elements of 16 bytes, or 1 where they come one by one.
    pub(super) lanes: u64,
    /// Values of a piece.
    pub(super) values: u64,
    /// Units from a row to the next.
    pub(super) stride: u64,
    /// Rows of it, and elements of a row.
    rows: u64,
    /// Steps of the sum that are here.
    depth: u64,
    points: u64,
    by_steps: bool,
    /// Whether rows are steps of the sum.
    transposed: bool,
    /// The pieces of a row, if they go there as they are.
    pieces: Option<u64>,
    /// Whether their places are changed.
    swizzled: bool,
}

impl StageLayout {
    /// The layout of an operand of so many points and steps. Threads load vectors of so many
    /// `lanes`, unless copies go on by themselves.
    pub(super) fn new(
        bytes: u64,
        source: Option<&AsyncSource>,
        (lanes, by_steps): (u64, bool),
        (points, depth): (u64, u64),
    ) -> StageLayout {
        let wide = 16 / bytes;
        let (lanes, by_steps) = source.map_or((lanes, by_steps), |it| (wide, it.by_steps));
        let transposed = bytes > 1 && !by_steps;
        let whole = lanes > 1 && (by_steps || transposed);
        let swizzled = whole && (by_steps || bytes == 2);
        let (rows, length) = if transposed { (depth, points) } else { (points, depth) };
        StageLayout {
            lanes,
            values: if whole || lanes == 1 { 1 } else { 4 / bytes },
            stride: match (swizzled, transposed, bytes) {
                (true, ..) => length,
                (_, true, 2) => length + wide,
                // Four steps are read at once, of eight or of four points.
                (_, true, _) => length + 32 / bytes,
                // Four rows of 32 bytes lie in different banks where elements of 8 bytes are
                // read one by one, eight rows of 16 bytes where smaller ones are.
                (_, _, 8) => length + 32 / bytes,
                _ => length + 16 / bytes,
            },
            rows,
            depth,
            points,
            by_steps,
            transposed,
            pieces: whole.then_some(length / wide),
            swizzled,
        }
    }

    /// Units of a stage.
    pub(super) fn size(&self) -> u64 {
        self.rows * self.stride
    }

    /// The pieces of all threads.
    fn pieces(&self) -> u64 {
        match (self.pieces, self.lanes) {
            (Some(pieces), _) => self.rows * pieces,
            (None, lanes) => self.points / lanes * (self.depth / self.values),
        }
    }
}

/// An operand in shared memory.
pub(super) struct SharedOperand {
    pub(super) buffer: BufferId,
    pub(super) layout: StageLayout,
    /// Threads of a block.
    threads: u64,
    /// The type of a thread's register of a fragment: elements of 4 bytes together, or one.
    ty: Type,
    /// The target of a thread's first piece, of such rows.
    to: Option<Value>,
    /// The start of a thread's rows of matrices: for each part of the steps or, transposed, for
    /// every 16 points.
    from: Vec<Index>,
    twice: bool,
}

impl SharedOperand {
    pub(super) fn new(
        b: &mut Builder,
        tiles: &mut GemmBlock<'_>,
        operand: usize,
        source: Option<&AsyncSource>,
        stand: &WarpBinding,
    ) -> SharedOperand {
        if let Some(source) = source {
            tiles.operands[operand].by_steps = source.by_steps;
        }
        let bytes = tiles.element.byte_width() as u64;
        let it = &tiles.operands[operand];
        let loaded = (u64::from(it.scope.lanes), it.by_steps);
        let layout = StageLayout::new(bytes, source, loaded, (it.points, tiles.depth));
        let scalar = storage(tiles.element).scalar;
        let mut this = SharedOperand {
            buffer: BufferId(u32::MAX),
            layout,
            threads: tiles.threads,
            ty: scalar.vector(4u64.div_ceil(bytes) as u16),
            to: None,
            from: Vec::new(),
            twice: stand.twice,
        };
        if this.chunks_share_row_offset() {
            this.to = Some(this.piece_at(b, tiles, 0));
        }
        this.from = this.begin(b, tiles, operand, stand);
        this
    }

    /// Whether pieces go there as they are, and a thread's all have the same place in their rows.
    fn chunks_share_row_offset(&self) -> bool {
        let rows = if self.layout.swizzled { SWIZZLE_ROWS } else { 1 };
        let again = |pieces: u64| self.threads.is_multiple_of(pieces * rows);
        self.layout.pieces.is_some_and(again)
    }

    /// The place of a thread's whole piece in a stage.
    fn piece_at(&self, b: &mut Builder, tiles: &mut GemmBlock<'_>, iteration: u64) -> Value {
        let (pieces, layout) = (self.layout.pieces.unwrap_or(1), &self.layout);
        let (number, _) = tiles.number(b, iteration, layout.rows * pieces);
        let row = b.floor_div(number.clone(), pieces as i64);
        let piece = b.modulo(number, pieces as i64);
        let piece = self.swizzle(b, &row, piece);
        b.index(row * layout.stride as i64 + piece * layout.lanes as i64)
    }

    /// The place of a piece in a row.
    fn swizzle(&self, b: &mut Builder, row: &Index, piece: Index) -> Index {
        let layout = &self.layout;
        let Some(pieces) = layout.pieces.filter(|_| layout.swizzled) else { return piece };
        let row = row.clone();
        let by = match pieces {
            // Two rows lie side by side in the banks; of large elements, four rows are read at
            // once, and half of each.
            ..8 if self.ty.scalar.bytes() == 8 => b.modulo(b.floor_div(row, 2), 2) * 2,
            ..8 => b.modulo(b.floor_div(row, 2), 4),
            _ => b.modulo(row, 8),
        };
        let (piece, by) = (b.index(piece), b.index(by));
        Index::var(b.binary(BinaryOp::Xor, piece, by))
    }

    /// The start of this thread's rows of matrices. Four matrices are two by two: of a left
    /// operand those of the same steps come first, of a right one those of the same points.
    fn begin(
        &self,
        b: &mut Builder,
        tiles: &mut GemmBlock<'_>,
        operand: usize,
        stand: &WarpBinding,
    ) -> Vec<Index> {
        let parts = self.parts() as i64;
        let wide = 16 / tiles.element.byte_width() as i64;
        let lane = || stand.lane.clone();
        let above = stand.warp.clone() * stand.points as i64;
        if !self.by_matrices() {
            let (point, step) = (b.floor_div(lane(), 4), b.modulo(lane(), 4));
            if self.layout.transposed {
                return vec![Index::var(b.index(step * self.layout.stride as i64 + above + point))];
            }
            let (half, one) = (b.floor_div(step.clone(), 2), b.modulo(step, 2));
            let each = (0..parts).map(|part| {
                let place = self.swizzle(b, &point, half.clone() + part * 2);
                let row = (above.clone() + point.clone()) * self.layout.stride as i64;
                Index::var(b.index(row + place * wide + one.clone()))
            });
            return each.collect();
        }
        let (low, high) = (b.modulo(lane(), 8), b.floor_div(lane(), 16));
        let middle = b.modulo(b.floor_div(lane(), 8), 2);
        let (row, half) = match (stand.twice, (operand == 0) != self.layout.transposed) {
            (true, true) => (b.modulo(lane(), 16), high),
            (true, false) => (low + high * 8, middle),
            (false, true) => (b.modulo(lane(), 16), Index::constant(0)),
            (false, false) => (low, middle),
        };
        let stride = self.layout.stride as i64;
        let (count, first) = match self.layout.transposed {
            true => (stand.points.div_ceil(16), stand.warp.clone() * (stand.points / 8) as i64),
            false => (self.parts(), Index::constant(0)),
        };
        let above = match self.layout.transposed {
            true => Index::constant(0),
            false => above,
        };
        (0..count as i64)
            .map(|n| {
                let piece = first.clone() + n * 2 + half.clone();
                let place = self.swizzle(b, &row, piece);
                let at = (above.clone() + row.clone()) * stride + place * wide;
                Index::var(b.index(at))
            })
            .collect()
    }

    pub(super) fn allocate(&mut self, b: &mut Builder, element: Element, stages: u64) {
        let shape = [stages, self.layout.rows, self.layout.stride];
        self.buffer = b.buffer("operand", element, &shape, Space::Shared);
    }

    /// The pieces of a thread.
    pub(super) fn iterations(&self) -> u64 {
        self.layout.pieces().div_ceil(self.threads)
    }

    /// The place of a thread's piece of an iteration, as a point and a step of these, and whether
    /// it
    /// has one, where not all do.
    fn piece(
        &self,
        b: &mut Builder,
        tiles: &GemmBlock<'_>,
        iteration: u64,
    ) -> (Index, Index, Option<Value>) {
        let (number, mine) = tiles.number(b, iteration, self.layout.pieces());
        if let Some(pieces) = self.layout.pieces {
            let row = b.floor_div(number.clone(), pieces as i64);
            let along = b.modulo(number, pieces as i64) * self.layout.lanes as i64;
            return if self.layout.transposed { (along, row, mine) } else { (row, along, mine) };
        }
        if !self.layout.by_steps && self.layout.lanes == 1 {
            let point = b.modulo(number.clone(), self.layout.points as i64);
            return (point, b.floor_div(number, self.layout.points as i64), mine);
        }
        // Steps of the sum first: what lies side by side in shared memory.
        let steps = (self.layout.depth / self.layout.values) as i64;
        let step = b.modulo(number.clone(), steps) * self.layout.values as i64;
        let group = b.floor_div(number, steps);
        if self.layout.lanes > 1 || self.ty.lanes > 1 {
            return (group * self.layout.lanes as i64, step, mine);
        }
        // Of large elements two rows are written at once: such whose banks differ.
        let apart = 16 / self.ty.scalar.bytes() as i64;
        let (pair, second) = (b.floor_div(group.clone(), 2), b.modulo(group, 2));
        let (high, low) = (b.floor_div(pair.clone(), apart), b.modulo(pair, apart));
        (high * (2 * apart) + second * apart + low, step, mine)
    }

    /// The same, as a point of the operand's side and a step of the whole sum, with how many
    /// of each are read at once.
    pub(super) fn place(
        &self,
        b: &mut Builder,
        tiles: &GemmBlock<'_>,
        (operand, iteration): (usize, u64),
        step: Value,
    ) -> StagedPiece {
        let (point, depth, mine) = self.piece(b, tiles, iteration);
        let own = tiles.operands[operand].at.clone() + point;
        let sum = Index::var(step) * self.layout.depth as i64 + depth;
        let wide =
            if self.layout.by_steps { (1, self.layout.lanes) } else { (self.layout.lanes, 1) };
        StagedPiece { at: (own, sum), wide, mine }
    }

    fn slot(&self, slot: Value) -> Index {
        Index::var(slot) * self.layout.size() as i64
    }

    /// Parts of a stage along the sum, as instructions multiply them.
    pub(super) fn parts(&self) -> u64 {
        self.layout.depth * self.bytes() / MMA_K_BYTES
    }

    fn bytes(&self) -> u64 {
        self.ty.scalar.bytes() as u64
    }

    /// The place of a whole piece.
    pub(super) fn place_of_whole_piece(
        &self,
        b: &mut Builder,
        tiles: &mut GemmBlock<'_>,
        slot: Value,
        iteration: u64,
    ) -> Index {
        let Some(pieces) = self.layout.pieces else { return self.slot(slot) };
        match self.to {
            // So many rows further on places are changed in the same way.
            Some(to) => {
                let further = iteration * (self.threads / pieces) * self.layout.stride;
                self.slot(slot) + Index::var(to) + further as i64
            }
            None => {
                let to = self.piece_at(b, tiles, iteration);
                self.slot(slot) + Index::var(to)
            }
        }
    }

    /// The place of a piece that was loaded, and whether there is one.
    pub(super) fn place_of_piece(
        &self,
        b: &mut Builder,
        tiles: &mut GemmBlock<'_>,
        iteration: u64,
        slot: Value,
    ) -> (Index, Option<Value>) {
        let (point, step, mine) = self.piece(b, tiles, iteration);
        match self.layout.pieces {
            Some(_) => (self.place_of_whole_piece(b, tiles, slot, iteration), mine),
            None => {
                let (row, along) =
                    if self.layout.transposed { (step, point) } else { (point, step) };
                (self.slot(slot) + row * self.layout.stride as i64 + along, mine)
            }
        }
    }

    /// The values of a piece as they are stored, a row after the other.
    pub(super) fn stored(&self, b: &mut Builder, parts: &[Value]) -> Vec<Value> {
        match parts {
            [one] if self.layout.pieces.is_some() => vec![*one],
            [one] => each_lane(b, *one),
            // Of each point, the steps that lie side by side.
            parts => (0..self.layout.lanes as u16).map(|lane| taken(b, parts, lane)).collect(),
        }
    }

    fn matrices(&self, b: &mut Builder, slot: Value, (n, part): (u64, u64), count: u16) -> Value {
        let stride = 16 * self.layout.stride as i64;
        let from = match self.layout.transposed {
            true => self.from[n as usize].clone() + part as i64 * stride,
            false => self.from[part as usize].clone() + n as i64 * stride,
        };
        let ty = self.ty.scalar.vector(self.ty.lanes * count);
        let from = (self.buffer, self.slot(slot) + from);
        b.inst(Inst::Ldmatrix { ty, from, transposed: self.layout.transposed })
    }

    /// Whether threads get parts of matrices from each other's rows.
    fn by_matrices(&self) -> bool {
        match self.ty.scalar.bytes() {
            8 => false,
            4 => !self.layout.transposed,
            _ => true,
        }
    }

    /// A thread's elements, read one by one, at such points and steps further on.
    fn elements(&self, b: &mut Builder, slot: Value, part: u64, at: &[(u64, u64)]) -> Value {
        let each = at.iter().map(|(point, step)| {
            let from = match self.layout.transposed {
                true => {
                    let step = part * MMA_K_BYTES / self.bytes() + step;
                    self.from[0].clone() + (step * self.layout.stride + point) as i64
                }
                false => {
                    self.from[part as usize].clone() + (point * self.layout.stride + step) as i64
                }
            };
            b.load(self.ty, self.buffer, self.slot(slot) + from)
        });
        let each: Vec<Value> = each.collect();
        match &each[..] {
            [one] => *one,
            several => {
                let wide = b.broadcast(several[0], several.len() as u16);
                let rest = (1..).zip(&several[1..]);
                rest.fold(wide, |all, (lane, one)| b.inst(Inst::Insert(all, *one, lane)))
            }
        }
    }

    /// The rows of a lhs that are multiplied at once, at one part of the steps.
    pub(super) fn rows(&self, b: &mut Builder, slot: Value, n: u64, part: u64) -> Value {
        match (self.by_matrices(), self.ty.scalar.bytes()) {
            (true, _) => self.matrices(b, slot, (n, part), 4),
            (false, 8) => self.elements(b, slot, part, &[(8 * n, 0)]),
            (false, _) => {
                let n = 16 * n;
                self.elements(b, slot, part, &[(n, 0), (n + 8, 0), (n, 4), (n + 8, 4)])
            }
        }
    }

    /// 8 columns of a rhs, or twice as many, at one part of the steps.
    pub(super) fn columns(&self, b: &mut Builder, slot: Value, n: u64, part: u64) -> Vec<Value> {
        if !self.by_matrices() {
            let count = if self.twice { 2 } else { 1 };
            let first = (0..count).map(|m| 16 * n + 8 * m);
            let each = first.map(|point| match self.ty.scalar.bytes() {
                8 => self.elements(b, slot, part, &[(point, 0)]),
                _ => self.elements(b, slot, part, &[(point, 0), (point, 4)]),
            });
            return each.collect();
        }
        if !self.twice {
            return vec![self.matrices(b, slot, (n, part), 2)];
        }
        let both = self.matrices(b, slot, (n, part), 4);
        let lanes = 2 * self.ty.lanes;
        let one = |from: u16| Inst::Shuffle(both, both, (from..from + lanes).collect());
        [0, lanes].map(|from| b.inst(one(from))).to_vec()
    }
}

/// A lane of each of several vectors, two or four.
fn taken(b: &mut Builder, vectors: &[Value], lane: u16) -> Value {
    let lanes = b.type_of(vectors[0]).lanes;
    match vectors {
        [x, y] => b.inst(Inst::Shuffle(*x, *y, [lane, lanes + lane].into())),
        vectors => {
            let (left, right) = vectors.split_at(vectors.len() / 2);
            let (left, right) = (taken(b, left, lane), taken(b, right, lane));
            let lanes = b.type_of(left).lanes;
            b.inst(Inst::Shuffle(left, right, (0..2 * lanes).collect()))
        }
    }
}
