//! Gemms with dot-product instructions, which sum groups of elements ([`DotOp`]).
//!
//! Both operands are packed so that the elements of a dot group are contiguous: vectors of groups
//! for the operand with the columns, and the group of a row, broadcast to all lanes, for the other
//! one. Steps beyond the end of the sum are padded with zeros. Everything else is as in other
//! packed gemms: a register tile of rows by vectors of columns.
//!
//! x86 multiplies unsigned bytes by signed ones. For s8 × s8, the copy of the operand with the rows
//! holds `A + 128` as u8 (the sign bit is flipped), and `128·ΣB` is subtracted from a column's sums
//! at the end. The sums `ΣB` are one more row of each tile. All operations wrap, so the result is
//! exact.

use super::Dots;
use super::access_pattern::mentions;
use super::loops::{Loop, Pack};
use crate::nest::{Body, Nest, NodeId, ScalarOp};
use crate::program::DotOp;
use hloom_ir::Element;

/// The sign bit of a byte.
pub(super) const SIGN: u64 = 0x80;

/// The dot-product tile of a nest's gemm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DotTile {
    /// The reduced dimension.
    pub(super) sum: usize,
    /// The dimension of the lanes.
    pub(super) column: usize,
    pub(super) op: DotOp,
    /// The number of the operand with the rows, and of the instruction's left operand.
    pub(super) across: usize,
    pub(super) left: usize,
    /// Whether the operand with the rows has an offset.
    pub(super) offset: bool,
}

/// The instruction for these operand types, and the number of its left operand, if it distinguishes
/// them; `offset` as in [`DotTile`], with the number of the operand with the rows.
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

/// The types of a nest's operands before conversion, and the accumulation type.
fn types(nest: &Nest) -> Option<([Element; 2], Element)> {
    let (x, y) = nest.contraction()?;
    let elements = [x, y].map(|node| nest.body.element(nest.unconverted(node)));
    let reduction = nest.reduction.as_ref()?;
    Some((elements, nest.body.element(reduction.values[0])))
}

/// The step of the sum for a nest's operands on a machine, and whether there is an offset; `None`
/// if dot-product instructions do not pay.
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

/// The tile of a nest's gemm, given its loops, the one over the sum, and the copies.
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
        _ => return no("one operand has the columns, the other does not"),
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
            return Err(format!("an operand is not packed over {sum} by {by} last"));
        }
    }
    Ok(DotTile { sum, column: column.dim, op, across, left, offset })
}

impl DotTile {
    /// The value to pack for an operand: with the offset, if it has one.
    pub(super) fn copied(&self, factor: usize, body: &mut Body, value: NodeId) -> NodeId {
        if !self.offset || factor != self.across {
            return value;
        }
        let sign = body.constant(Element::I8, SIGN);
        body.op(ScalarOp::Xor, Element::I8, &[value, sign])
    }
}
