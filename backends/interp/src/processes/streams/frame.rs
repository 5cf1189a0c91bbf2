//! The head of a message: its key, the op that sent it, and the shapes of its tensors.

use crate::processes::transport::GRAIN;
use hloom_ir::{Literal, Type};

/// The kinds of messages. Messages of different kinds are separate, also on the same channel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    /// The sender has ended.
    End,
    /// A contribution to a rendezvous of a group.
    Rendezvous,
    /// The second round of a rendezvous.
    SecondRound,
    /// The places of tensors in memory that all see.
    Places,
    /// The sender has read and written what belongs to others.
    Done,
    /// `send` and `recv`.
    PointToPoint,
    /// `collective_permute`.
    Permute,
    /// Values for the program around the runs: facts to agree on, and results.
    Program,
}

const KINDS: [Kind; 8] = [
    Kind::End,
    Kind::Rendezvous,
    Kind::SecondRound,
    Kind::Places,
    Kind::Done,
    Kind::PointToPoint,
    Kind::Permute,
    Kind::Program,
];

/// The identity of a message among those from one sender.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Key {
    pub(crate) kind: Kind,
    pub(crate) channel: i64,
    /// The hash of the group's members.
    pub(crate) group: u64,
    /// The number of the rendezvous among those of the group on the channel.
    pub(crate) sequence: u64,
}

/// The shape of a tensor in a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub(crate) dims: Vec<i64>,
    pub(crate) element: String,
    pub(crate) splat: bool,
    /// The number of its bytes, without padding.
    pub(crate) bytes: u64,
}

impl Shape {
    pub(crate) fn of(literal: &Literal) -> Shape {
        Shape {
            dims: literal.dims().to_vec(),
            element: literal.element().to_string(),
            splat: literal.is_splat(),
            bytes: literal.bytes().len() as u64,
        }
    }

    /// The type with these extents whose other parts are those of `like`; `None` if its elements
    /// have another type.
    pub(crate) fn typed(&self, like: Type) -> Option<Type> {
        let tensor = like.as_tensor()?;
        let same = tensor.element.to_string() == self.element;
        same.then(|| match tensor.dims[..] == self.dims[..] {
            true => like,
            false => Type::tensor(&self.dims, tensor.element),
        })
    }
}

/// The head of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Head {
    pub(crate) key: Key,
    pub(crate) op: String,
    pub(crate) shapes: Vec<Shape>,
}

/// `bytes` rounded up to whole grains.
pub(crate) fn padded(bytes: usize) -> usize {
    bytes.next_multiple_of(GRAIN)
}

/// The hash of bytes by FNV-1a with 64 bits: <http://www.isthe.com/chongo/tech/comp/fnv/>.
pub(crate) fn fnv(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

/// The length of the first part of a head: the length of the rest.
pub(super) const PREFIX: usize = GRAIN;

impl Head {
    /// The head as bytes, a whole number of grains.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![0; PREFIX];
        let mut number = |n: u64| bytes.extend_from_slice(&n.to_le_bytes());
        let kind = KINDS.iter().position(|&kind| kind == self.key.kind).unwrap_or(0);
        number(kind as u64);
        number(self.key.channel as u64);
        number(self.key.group);
        number(self.key.sequence);
        number(self.op.len() as u64);
        number(self.shapes.len() as u64);
        bytes.extend_from_slice(self.op.as_bytes());
        for shape in &self.shapes {
            let counts = [shape.dims.len() as u64, shape.element.len() as u64];
            let rest = [u64::from(shape.splat), shape.bytes];
            let numbers = counts.into_iter().chain(rest);
            let numbers = numbers.chain(shape.dims.iter().map(|&d| d as u64));
            numbers.for_each(|n| bytes.extend_from_slice(&n.to_le_bytes()));
            bytes.extend_from_slice(shape.element.as_bytes());
        }
        bytes.resize(padded(bytes.len()), 0);
        let rest = (bytes.len() - PREFIX) as u64;
        bytes[..8].copy_from_slice(&rest.to_le_bytes());
        bytes
    }

    /// The head from its bytes after the prefix; `None` if they are not a head.
    pub(super) fn decode(bytes: &[u8]) -> Option<Head> {
        let mut rest = bytes;
        let kind = *KINDS.get(usize::try_from(number(&mut rest)?).ok()?)?;
        let channel = number(&mut rest)? as i64;
        let (group, sequence) = (number(&mut rest)?, number(&mut rest)?);
        let (op, count) = (number(&mut rest)?, number(&mut rest)?);
        let op = text(&mut rest, op)?;
        let mut shapes = Vec::new();
        for _ in 0..count {
            let (rank, element) = (number(&mut rest)?, number(&mut rest)?);
            let (splat, bytes) = (number(&mut rest)? != 0, number(&mut rest)?);
            let mut dims = Vec::new();
            for _ in 0..rank {
                dims.push(number(&mut rest)? as i64);
            }
            shapes.push(Shape { dims, element: text(&mut rest, element)?, splat, bytes });
        }
        Some(Head { key: Key { kind, channel, group, sequence }, op, shapes })
    }
}

fn number(rest: &mut &[u8]) -> Option<u64> {
    let (front, behind) = rest.split_first_chunk()?;
    *rest = behind;
    Some(u64::from_le_bytes(*front))
}

fn text(rest: &mut &[u8], length: u64) -> Option<String> {
    let (front, behind) = rest.split_at_checked(usize::try_from(length).ok()?)?;
    *rest = behind;
    String::from_utf8(front.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_as_it_was_written() {
        let key = Key { kind: Kind::Permute, channel: -3, group: 7, sequence: 1 << 40 };
        let shape = Shape { dims: vec![2, 3], element: "f32".to_owned(), splat: false, bytes: 24 };
        let scalar = Shape { dims: vec![], element: "i1".to_owned(), splat: true, bytes: 1 };
        let head = Head { key, op: "stablehlo.send".to_owned(), shapes: vec![shape, scalar] };
        let bytes = head.encode();
        assert_eq!(bytes.len() % GRAIN, 0);
        assert_eq!(u64::from_le_bytes(bytes[..8].try_into().unwrap()), bytes.len() as u64 - 16);
        assert_eq!(Head::decode(&bytes[PREFIX..]), Some(head));
        assert_eq!(Head::decode(&bytes[PREFIX..PREFIX + 40]), None);
    }

    #[test]
    fn the_hash_is_that_of_its_definition() {
        assert_eq!(fnv([]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv(*b"a"), 0xaf63_dc4c_8601_ec8c);
    }
}
