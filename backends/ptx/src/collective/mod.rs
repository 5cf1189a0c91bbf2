//! Collectives that devices run between themselves, without the host: descriptions that are
//! resolved for one rank, and the interface to the other ranks.
//!
//! Before this: calls of the host in a loop program ([`Extern::host`]), of which a [`Plan`] says
//! that they are collectives. After it: an eager run gives them to the device
//! ([`Device::collective`]), with the addresses of their operands and results. Calls without an
//! entry in the plan are the host's, as before.
//!
//! A collective is one of a few forms ([`Kind`]) on rows of bytes ([`Rows`]), so that devices know
//! nothing of ops, shapes and dimensions:
//!
//! | op | operand | result |
//! |---|---|---|
//! | `all_reduce`, `collective_reduce` | numbers | the same numbers, reduced |
//! | `all_gather` | a part | `outer` × members × `inner` bytes |
//! | `reduce_scatter` | `outer` × members × `inner` bytes | a reduced part |
//! | `all_to_all` | `outer` × members × `inner` bytes | `outer` × members × `inner` bytes, of other rows |
//! | `collective_broadcast`, `collective_permute` | bytes | bytes; zeros without a source |
//!
//! [`Extern::host`]: hloom_loops::program::Extern::host
//! [`Device::collective`]: crate::device::Device::collective

pub mod emulated;
#[cfg(feature = "driver")]
pub mod nccl;

use std::collections::BTreeMap;
use std::time::Duration;

/// A type of numbers that devices reduce.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// 8 bits, signed.
    I8,
    /// 8 bits, unsigned; also a byte that is only moved.
    U8,
    /// 32 bits, signed.
    I32,
    /// 32 bits, unsigned.
    U32,
    /// 64 bits, signed.
    I64,
    /// 64 bits, unsigned.
    U64,
    /// IEEE half precision.
    F16,
    /// bfloat16.
    Bf16,
    /// IEEE single precision.
    F32,
    /// IEEE double precision.
    F64,
}

impl Number {
    /// Its size in bytes.
    pub fn bytes(self) -> u64 {
        match self {
            Number::I8 | Number::U8 => 1,
            Number::F16 | Number::Bf16 => 2,
            Number::I32 | Number::U32 | Number::F32 => 4,
            Number::I64 | Number::U64 | Number::F64 => 8,
        }
    }
}

/// A reduction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// The sum; of integers, modulo their range.
    Sum,
    /// The product; of integers, modulo their range.
    Product,
    /// The minimum, of integers alone.
    Min,
    /// The maximum, of integers alone.
    Max,
}

/// A tensor that is divided along a dimension: `outer` times the parts of all members, of `inner`
/// bytes each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rows {
    /// The product of the extents before the dimension.
    pub outer: u64,
    /// The bytes of a member's part behind each of them.
    pub inner: u64,
}

/// An operand of a collective with its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The type of its numbers; [`Number::U8`] if they are only moved.
    pub number: Number,
    /// The number of them in the operand.
    pub count: u64,
    /// The division of the operand, for `reduce_scatter` and `all_to_all`.
    pub split: Rows,
    /// The division of the result, for `all_gather` and `all_to_all`.
    pub concat: Rows,
}

/// The form of a collective.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Every member gets the reduction of all operands.
    AllReduce(Reduction),
    /// The first member gets the reduction of all operands, others get zeros.
    Reduce(Reduction),
    /// Every member gets its part of the reduction of all operands.
    ReduceScatter(Reduction),
    /// Every member gets the operands of all.
    AllGather,
    /// Every member gets its part of each operand.
    AllToAll,
    /// Every member gets the first one's operand. A rank in no group gets zeros.
    Broadcast,
    /// Ranks get the operand of another rank, or zeros.
    Permute {
        /// The ranks that this one sends to.
        to: Vec<u32>,
        /// The rank that this one receives from.
        from: Option<u32>,
    },
}

/// The time at which a collective is done, from the program's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Before the next statement.
    Now,
    /// At the [`When::Done`] with this number: it has operands, and no results yet.
    Start(u32),
    /// It began at the [`When::Start`] with this number: it has results, and no operands.
    Done(u32),
}

/// A collective, resolved for one rank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collective {
    /// The op, for messages: `stablehlo.all_reduce`.
    pub op: &'static str,
    /// The form.
    pub kind: Kind,
    /// The groups of all ranks, which do not overlap; the order of a group is that of its results.
    pub groups: Vec<Vec<u32>>,
    /// The operands, each with its result.
    pub parts: Vec<Part>,
    /// Whether it is overlapped.
    pub when: When,
}

impl Collective {
    /// The group of a rank. Permutations have one of all ranks.
    pub fn group(&self, rank: u32) -> Option<&[u32]> {
        self.groups.iter().find(|group| group.contains(&rank)).map(Vec::as_slice)
    }

    /// The bytes of an operand.
    pub fn operand_bytes(&self, part: &Part) -> u64 {
        part.count.saturating_mul(part.number.bytes())
    }

    /// The bytes of a result, for a group of this many members.
    pub fn result_bytes(&self, part: &Part, members: u64) -> u64 {
        let operand = self.operand_bytes(part);
        match self.kind {
            Kind::AllReduce(_) | Kind::Reduce(_) | Kind::Broadcast | Kind::Permute { .. } => {
                operand
            }
            Kind::ReduceScatter(_) => operand / members.max(1),
            Kind::AllGather => operand.saturating_mul(members),
            Kind::AllToAll => operand,
        }
    }

    /// Whether the parts of an operand are apart in memory, and have to be put one behind the other
    /// before they are sent.
    pub fn is_packed(&self, part: &Part) -> bool {
        matches!(self.kind, Kind::ReduceScatter(_) | Kind::AllToAll) && part.split.outer > 1
    }

    /// Whether the members' parts are apart in the result, and come from memory where they are one
    /// behind the other.
    pub fn is_unpacked(&self, part: &Part) -> bool {
        matches!(self.kind, Kind::AllGather | Kind::AllToAll) && part.concat.outer > 1
    }
}

/// The collectives of a program for one rank, by the numbers of the host's functions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan(pub BTreeMap<u32, Collective>);

/// The other ranks, as far as they can be reached without their devices.
pub trait Team: Send {
    /// The number of this rank.
    fn rank(&self) -> u32;

    /// The number of ranks.
    fn count(&self) -> u32;

    /// Sends bytes to all ranks and returns those of each, this one included; all ranks call it.
    ///
    /// # Errors
    /// A sentence if a rank does not come.
    fn exchange(&self, own: &[u8]) -> Result<Vec<Vec<u8>>, String>;

    /// Notes that this rank has begun a collective with its group.
    ///
    /// # Errors
    /// A sentence that names a rank which runs another op.
    fn begins(&self, group: &[u32], op: &'static str) -> Result<(), String>;

    /// Notes that all collectives that this rank has begun are done.
    fn all_done(&self);

    /// The reason why a rank for which others have waited so long will not come, if it is known: a
    /// sentence. `None` if waiting may go on.
    ///
    /// The collective is the last one that this rank has begun, and may still be running.
    fn overdue(&self, group: &[u32], waited: Duration) -> Option<String>;
}

/// The way between the devices of ranks.
#[derive(Clone, Debug)]
pub enum Peers {
    /// GPUs, by NCCL.
    #[cfg(feature = "driver")]
    Nccl(nccl::Library),
    /// Emulated GPUs of one process.
    Emulated(emulated::World),
}

/// The contribution of a rank that joins the others.
pub struct Joining<'p> {
    /// The collectives of its program.
    pub plan: &'p Plan,
    /// The other ranks.
    pub team: Box<dyn Team>,
    /// The longest time that it waits for others.
    pub patience: Duration,
}

/// The part of each row that belongs to one member, one behind the other.
pub(crate) fn taken(bytes: &[u8], rows: Rows, members: usize, member: usize) -> Vec<u8> {
    let inner = rows.inner as usize;
    let each = (0..rows.outer as usize).map(|row| {
        let start = (row * members + member) * inner;
        bytes.get(start..start + inner).unwrap_or_default()
    });
    each.collect::<Vec<_>>().concat()
}

/// Rows of the members' parts.
pub(crate) fn interleaved(parts: &[Vec<u8>], rows: Rows) -> Vec<u8> {
    let inner = rows.inner as usize;
    let mut bytes = Vec::with_capacity(parts.iter().map(Vec::len).sum());
    for row in 0..rows.outer as usize {
        for part in parts {
            bytes.extend_from_slice(part.get(row * inner..(row + 1) * inner).unwrap_or_default());
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_taken_from_rows_and_put_back() {
        let rows = Rows { outer: 2, inner: 2 };
        let bytes = [0, 1, 10, 11, 20, 21, 2, 3, 12, 13, 22, 23];
        let parts: Vec<Vec<u8>> = (0..3).map(|member| taken(&bytes, rows, 3, member)).collect();
        assert_eq!(parts, [[0, 1, 2, 3], [10, 11, 12, 13], [20, 21, 22, 23]]);
        assert_eq!(interleaved(&parts, rows), bytes);
    }
}
