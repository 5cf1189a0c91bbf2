//! Products that sum groups of elements at once, by [`DotOp`].
//!
//! Both factors are packed so that the elements of a group lie side by side: of the one that
//! depends on columns, a vector of groups, of the other the group of a row, which goes to all
//! lanes. Steps that reach past the end of the sum find zeros there. All else is as with
//! other packed products: a register tile of rows by vectors of columns.
//!
//! x86 multiplies unsigned bytes by signed ones. Signed bytes times signed bytes come of that
//! by an *offset*: the copy of the factor that depends on rows has 128 added to each of its
//! elements (as bytes, another sign bit), and from a column's sums the 128-fold of the other
//! factor's sum is taken away at the end. Those are sums of their own, one more row in each
//! tile. All of it wraps, and so is exact.

use super::emit::{LoopState, NestEmitter, TilePoint};
use super::emit_scope::{LANE, Point};
use super::loop_plan::Loop;
use super::pack::{Pack, mentions};
use crate::index::{Index, Unknown};
use crate::math::Parts;
use crate::nest::{Body, Nest, NodeId, ScalarOp};
use crate::program::{Access, BinaryOp, Builder, DotOp, Inst, Lanes, Scalar, Value};
use hloom_ir::Element;

/// The sign bit of a byte.
const SIGN: u64 = 0x80;

/// Which products of groups a machine has instructions for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dots {
    /// [`DotOp::S8`].
    pub s8: bool,
    /// [`DotOp::U8`].
    pub u8: bool,
    /// [`DotOp::US8`].
    pub us8: bool,
    /// [`DotOp::BF16`].
    pub bf16: bool,
    /// Whether those of bytes are single instructions: else they take as many registers again.
    pub single: bool,
}

/// How a nest's product is summed group by group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DotTile {
    /// The dimension that is summed.
    pub(super) sum: usize,
    /// The dimension that lanes are points of.
    column: usize,
    pub(super) op: DotOp,
    /// The number of the factor that depends on rows, and of the operation's left one.
    pub(super) across: usize,
    left: usize,
    /// Whether the factor that depends on rows has an offset.
    pub(super) offset: bool,
}

/// The operation for factors of these types, and the number of its left one, if they have
/// one; `offset` as of [`DotTile`], with the number of the factor that depends on rows.
fn operation(elements: [Element; 2], offset: Option<usize>) -> Option<(DotOp, usize)> {
    use Element::{BF16, I8, U8};
    Some(match (elements, offset) {
        ([I8, I8], Some(across)) => (DotOp::US8, across),
        (_, Some(_)) => return None,
        ([I8, I8], None) => (DotOp::S8, 0),
        ([U8, U8], None) => (DotOp::U8, 0),
        ([U8, I8], None) => (DotOp::US8, 0),
        ([I8, U8], None) => (DotOp::US8, 1),
        ([BF16, BF16], None) => (DotOp::BF16, 0),
        _ => return None,
    })
}

/// The types of a nest's factors as they come, with that of the sum.
fn types(nest: &Nest) -> Option<([Element; 2], Element)> {
    let (x, y) = nest.contraction()?;
    let elements = [x, y].map(|node| nest.body.element(nest.unconverted(node)));
    let reduction = nest.reduction.as_ref()?;
    Some((elements, nest.body.element(reduction.values[0])))
}

/// The step of the sum for a nest's factors on a machine, and whether there is an offset;
/// `None` where nothing is gained by groups.
pub(super) fn steps(nest: &Nest, across: usize, dots: Dots) -> Option<(u64, bool)> {
    let (elements, sum) = types(nest)?;
    let found = |offset: Option<usize>| {
        let (op, _) = operation(elements, offset)?;
        let there = match op {
            DotOp::S8 => dots.s8,
            DotOp::U8 => dots.u8,
            DotOp::US8 => dots.us8,
            DotOp::BF16 => dots.bf16,
        };
        let fits = summed_as(op) == sum && there;
        fits.then_some((u64::from(op.group()), offset.is_some()))
    };
    found(None).or_else(|| found(Some(across)))
}

fn summed_as(op: DotOp) -> Element {
    match op {
        DotOp::BF16 => Element::F32,
        _ => Element::I32,
    }
}

/// How a nest's product is summed, given its loops, the one that is summed in steps, and
/// the copies.
pub(super) fn tile(
    nest: &Nest,
    loops: &[Loop],
    at: usize,
    packs: &[Pack],
    offset: bool,
) -> Result<DotTile, String> {
    let no = |reason: &str| Err(reason.to_owned());
    let Some((x, y)) = nest.contraction() else { return no("nothing is multiplied and summed") };
    let Some((elements, summed)) = types(nest) else { return no("nothing is summed") };
    let mut vectors = loops.iter().filter(|l| l.lanes > 1);
    let Some(column) = vectors.next().filter(|l| !nest.dims[l.dim].reducing) else {
        return no("lanes are to be columns");
    };
    let depends = [x, y].map(|node| mentions(nest, nest.unconverted(node))[column.dim]);
    let across = match depends {
        [true, false] => 1,
        [false, true] => 0,
        _ => return no("one factor has the columns, the other has not"),
    };
    let found = operation(elements, offset.then_some(across));
    let Some((op, left)) = found.filter(|(op, _)| summed_as(*op) == summed) else {
        let [x, y] = elements;
        return Err(format!("there are no such products of {x} and {y}, summed as {summed}"));
    };
    let (sum, by) = (loops[at].dim, loops[at].step);
    if by != u64::from(op.group()) {
        return Err(format!("{} are summed at once", op.group()));
    }
    for factor in 0..2 {
        let pack = packs.iter().find(|p| p.operand as usize == factor);
        let last = pack.and_then(|p| p.over.last());
        if last != Some(&(sum, Some(by))) {
            let sum = &nest.dims[sum].name;
            return Err(format!("a factor is not packed over {sum} by {by} last"));
        }
    }
    Ok(DotTile { sum, column: column.dim, op, across, left, offset })
}

impl DotTile {
    /// What goes to the copy of a factor, whose value this is: with the offset, if it has
    /// one.
    pub(super) fn copied(&self, factor: usize, body: &mut Body, value: NodeId) -> NodeId {
        if !self.offset || factor != self.across {
            return value;
        }
        let sign = body.constant(Element::I8, SIGN);
        body.op(ScalarOp::Xor, Element::I8, &[value, sign])
    }
}

impl NestEmitter<'_> {
    /// How many sums there are besides those of the places: of the offset, one for each
    /// vector of columns.
    pub(super) fn extra_sums(&self, state: &LoopState) -> usize {
        let Some(dot) = self.plan.dot.filter(|dot| dot.offset) else { return 0 };
        state.spans[dot.column].div_ceil(u64::from(self.scope.lanes)) as usize
    }

    /// One step at all places: the sums with a group's products added.
    pub(super) fn dot_step(
        &mut self,
        b: &mut Builder,
        state: &LoopState,
        places: &[TilePoint],
        dot: DotTile,
        sums: &[Parts<Value>],
    ) -> Vec<Parts<Value>> {
        let mut sums = sums.to_vec();
        let columns = sums.len() - places.len();
        for (n, place) in places.iter().enumerate() {
            let point = self.point(b, state, &[place]);
            let factors = [0, 1].map(|factor| self.groups(b, &point, dot, factor));
            let [Some(x), Some(y)] = factors else { continue };
            let (left, right) = if dot.left == 0 { (x, y) } else { (y, x) };
            sums[n] = b.inst(Inst::Dot(dot.op, left, right, sums[n].re)).into();
            // Vectors of a row come one after the other, those of the first row first.
            if n < columns {
                let offset = b.inst(Inst::Const(b.type_of(left), SIGN));
                let sum = &mut sums[places.len() + n];
                *sum = b.inst(Inst::Dot(dot.op, offset, right, sum.re)).into();
            }
        }
        sums
    }

    /// A place's sum without what the offset added to it.
    pub(super) fn without_offset(
        &self,
        b: &mut Builder,
        (place, sum): (usize, Parts<Value>),
        extra: &[Parts<Value>],
    ) -> Parts<Value> {
        match extra {
            [] => sum,
            _ => b.binary(BinaryOp::Sub, sum.re, extra[place % extra.len()].re).into(),
        }
    }

    /// The groups of a factor at a point, from its copy: those of each lane, or the row's in
    /// all lanes.
    fn groups(
        &mut self,
        b: &mut Builder,
        point: &Point,
        dot: DotTile,
        factor: usize,
    ) -> Option<Value> {
        let packed = self.packed[factor].as_ref()?;
        let first = |v| if v == LANE { Index::constant(0) } else { Index::var(v) };
        let dims: Vec<Index> =
            point.dims.iter().map(|index| index.substitute(&first, &Unknown)).collect();
        let offset = packed.offset_at(&dims, &self.scope);
        let key = (u32::MAX - factor as u32, offset.clone(), None, true);
        if let Some(known) = self.scope.loads.get(&key) {
            return Some(known.re);
        }
        let group = dot.op.group();
        let (all, _) = dot.op.types(self.scope.lanes);
        let access = Access { buffer: packed.buffer, offset, lanes: Lanes::Contiguous, mask: None };
        let value = if factor == dot.across {
            let one = b.inst(Inst::Load(Scalar::vector(all.scalar, group), access));
            let order = (0..all.lanes).map(|lane| lane % group).collect();
            b.inst(Inst::Shuffle(one, one, order))
        } else {
            b.inst(Inst::Load(all, access))
        };
        self.scope.loads.insert(key, value.into());
        Some(value)
    }
}
