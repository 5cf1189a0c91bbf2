//! Physical layouts of tensors: `tensor<8x4xf32, #hloom.layout<[0, 1]>>` is column-major.
//!
//! `[0, 1]` lists the dimensions from minor to major, as XLA does: the first one is contiguous in
//! memory. A tensor without a layout is row-major, `[rank - 1, …, 0]`. Optional entries after the
//! list are
//!
//! - `pad = [0, 3]`: for each dimension, the number of padding elements after its last index;
//! - `tile = [8, 16]`: tile sizes for the most minor dimensions, with the most minor dimension
//!   last. Tiles are contiguous; the part of a tile beyond the end of a dimension is padding.
//!
//! Layouts do not affect values: types that differ in their layout only are compatible, and the
//! interpreter ignores layouts.

use super::{Shape, TensorType, Type};
use smallvec::SmallVec;
use std::fmt;

const LAYOUT: &str = "#hloom.layout<";

/// A physical layout: the map from a tensor's indices to offsets.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    /// The dimensions from minor to major.
    pub minor_to_major: SmallVec<[u32; 4]>,
    /// Padding after each dimension, by dimension number; empty if there is none.
    pub pad: SmallVec<[i64; 4]>,
    /// Tile sizes along the most minor dimensions, the most minor one last; empty if there are no
    /// tiles.
    pub tile: SmallVec<[i64; 4]>,
}

impl Layout {
    /// The layout with these dimensions from minor to major, without padding and tiles.
    pub fn new(minor_to_major: impl IntoIterator<Item = u32>) -> Layout {
        Layout {
            minor_to_major: minor_to_major.into_iter().collect(),
            pad: SmallVec::new(),
            tile: SmallVec::new(),
        }
    }

    /// The default layout: the last dimension is the most minor.
    pub fn row_major(rank: usize) -> Layout {
        Layout::new((0..rank as u32).rev())
    }

    /// Whether this is the default layout.
    pub fn is_row_major(&self) -> bool {
        let rank = self.minor_to_major.len() as u32;
        let in_order = self.minor_to_major.iter().copied().eq((0..rank).rev());
        in_order && self.tile.is_empty() && self.pad.iter().all(|&n| n == 0)
    }

    /// The padding after dimension `d`.
    pub fn padding(&self, d: usize) -> i64 {
        self.pad.get(d).copied().unwrap_or(0)
    }

    /// The shape of the physical array: the padded dimensions from major to minor. A tiled
    /// dimension is replaced by its number of tiles, and the tile sizes follow at the end. `None`
    /// if the size exceeds 63 bits or an extent is unknown.
    pub fn memory(&self, dims: &[i64]) -> Option<Shape> {
        let mut extents = Shape::new();
        for &d in self.minor_to_major.iter().rev() {
            let extent = *dims.get(d as usize).filter(|&&n| n >= 0)?;
            extents.push(extent.checked_add(self.padding(d as usize))?);
        }
        let first = extents.len().checked_sub(self.tile.len())?;
        for (extent, &tile) in extents[first..].iter_mut().zip(&self.tile) {
            *extent = extent.checked_add(tile.checked_sub(1)?)?.checked_div(tile)?;
        }
        extents.extend_from_slice(&self.tile);
        let empty = extents.contains(&0);
        let all = extents.iter().try_fold(1i64, |n, &d| n.checked_mul(d));
        (empty || all.is_some()).then_some(extents)
    }

    /// For each dimension, the contribution of each index to an element's offset in [the physical
    /// array](Self::memory). `None` as there, or if the rank of the layout differs.
    pub fn offsets(&self, dims: &[i64]) -> Option<Vec<Vec<usize>>> {
        if dims.len() != self.minor_to_major.len() {
            return None;
        }
        let extents = self.memory(dims)?;
        let mut strides = vec![1i64; extents.len()];
        for n in (1..extents.len()).rev() {
            strides[n - 1] = strides[n].checked_mul(extents[n])?;
        }
        let whole = dims.len().checked_sub(self.tile.len())?;
        let mut offsets = vec![Vec::new(); dims.len()];
        for (place, &d) in self.minor_to_major.iter().rev().enumerate() {
            let tile = place.checked_sub(whole).map(|t| (self.tile[t], strides[dims.len() + t]));
            let offset = |i: i64| match tile {
                None => i * strides[place],
                Some((tile, inside)) => i / tile * strides[place] + i % tile * inside,
            };
            offsets[d as usize] = (0..dims[d as usize]).map(|i| offset(i) as usize).collect();
        }
        Some(offsets)
    }

    /// The layout with which a transposed tensor has the same memory. Dimension `i` of the
    /// transposed tensor is dimension `permutation[i]` of this one, as in `stablehlo.transpose`.
    pub fn transposed(&self, permutation: &[i64]) -> Layout {
        let place = |d: u32| permutation.iter().position(|&p| p == i64::from(d));
        let minor_to_major =
            self.minor_to_major.iter().map(|&d| place(d).map_or(d, |at| at as u32)).collect();
        let pad = match self.pad.is_empty() {
            true => SmallVec::new(),
            false => permutation.iter().map(|&p| self.padding(p as usize)).collect(),
        };
        Layout { minor_to_major, pad, tile: self.tile.clone() }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, numbers: &mut dyn Iterator<Item = i64>| {
            f.write_str("[")?;
            for (n, number) in numbers.enumerate() {
                write!(f, "{}{number}", if n > 0 { ", " } else { "" })?;
            }
            f.write_str("]")
        };
        f.write_str(LAYOUT)?;
        list(f, &mut self.minor_to_major.iter().map(|&d| d.into()))?;
        for (name, numbers) in [("pad", &self.pad), ("tile", &self.tile)] {
            if !numbers.is_empty() {
                write!(f, ", {name} = ")?;
                list(f, &mut numbers.iter().copied())?;
            }
        }
        f.write_str(">")
    }
}

/// Parses an attribute's text: `None` if it is not a layout, and `Some(None)` if it is a malformed
/// one.
fn read(text: &str) -> Option<Option<Layout>> {
    let body = text.strip_prefix(LAYOUT)?;
    Some(body.strip_suffix('>').and_then(read_body))
}

fn read_body(body: &str) -> Option<Layout> {
    let (order, mut rest) = read_list(body)?;
    let minor_to_major =
        order.iter().map(|&d| u32::try_from(d).ok()).collect::<Option<SmallVec<[u32; 4]>>>()?;
    let mut layout = Layout::new(minor_to_major);
    while !rest.is_empty() {
        let (name, list) = rest.strip_prefix(',')?.split_once('=')?;
        let (numbers, after) = read_list(list)?;
        let part = match name.trim() {
            "pad" => &mut layout.pad,
            "tile" => &mut layout.tile,
            _ => return None,
        };
        if !part.is_empty() || numbers.is_empty() {
            return None;
        }
        *part = numbers;
        rest = after;
    }
    Some(layout)
}

/// Parses `[1, 2]`; returns the remaining text.
fn read_list(text: &str) -> Option<(SmallVec<[i64; 4]>, &str)> {
    let (list, rest) = text.trim_start().strip_prefix('[')?.split_once(']')?;
    let words = list.split(',').map(str::trim);
    let numbers = match list.trim().is_empty() {
        true => SmallVec::new(),
        false => words.map(|word| word.parse().ok()).collect::<Option<_>>()?,
    };
    Some((numbers, rest.trim()))
}

/// The canonical spelling of a layout encoding; `None` for other encodings.
pub(super) fn canonical(encoding: &str) -> Option<Box<str>> {
    Some(read(encoding)??.to_string().into())
}

impl Type {
    /// This tensor type with the layout of another one, or row-major if that has none. Sparse
    /// tensors and other types are returned unchanged.
    pub fn laid_as(self, other: Type) -> Type {
        let (Some(tensor), Some(other)) = (self.as_tensor(), other.as_tensor()) else {
            return self;
        };
        let row_major = || Layout::row_major(tensor.rank());
        match (tensor.own_layout(), other.own_layout()) {
            (from, to) if from == to => self,
            (_, to) => tensor.clone().with_layout(&to.unwrap_or_else(row_major)).into(),
        }
    }

    /// The type of the physical array of an entry function's argument or result of this type.
    pub fn in_memory(self) -> Type {
        let memory = self.as_tensor().and_then(|t| t.in_memory(&t.own_layout()?));
        memory.map_or(self, Type::from)
    }
}

impl TensorType {
    /// The layout that the type states, if it states one.
    pub fn layout(&self) -> Option<Layout> {
        read(self.storage()?)?
    }

    /// The layout of the type, unless it is row-major.
    pub fn own_layout(&self) -> Option<Layout> {
        self.layout().filter(|layout| !layout.is_row_major())
    }

    /// The type of the physical array in a layout; `None` as in [`Layout::memory`].
    pub fn in_memory(&self, layout: &Layout) -> Option<TensorType> {
        Some(TensorType::new(&layout.memory(&self.dims)?, self.element))
    }

    /// The same type with this layout as its storage; a row-major one is omitted.
    pub fn with_layout(self, layout: &Layout) -> TensorType {
        let stated = !layout.is_row_major();
        self.with_storage(stated.then(|| layout.to_string().into()))
    }

    /// Returns why the layout of this type is invalid, if it is.
    pub(crate) fn wrong_layout(&self) -> Option<String> {
        let Some(layout) = read(self.storage()?)? else {
            return Some(format!(
                "has no layout that can be read; one is `{LAYOUT}[1, 0], pad = [0, 0], tile = [8, 16]>`"
            ));
        };
        let rank = self.rank();
        let order = &layout.minor_to_major;
        if order.len() != rank {
            return Some(format!("has {} dimensions in its layout, not {rank}", order.len()));
        }
        let missing = (0..rank as u32).find(|d| !order.contains(d));
        if let Some(d) = missing {
            return Some(format!("has a layout that does not name dimension {d}"));
        }
        if !layout.pad.is_empty() && layout.pad.len() != rank {
            let count = layout.pad.len();
            return Some(format!("has {count} paddings in its layout for {rank} dimensions"));
        }
        if let Some(n) = layout.pad.iter().find(|&&n| n < 0) {
            return Some(format!("has a padding of {n} in its layout; it must not be negative"));
        }
        if layout.tile.len() > rank {
            let count = layout.tile.len();
            return Some(format!(
                "has tiles of {count} dimensions in its layout, and {rank} itself"
            ));
        }
        if let Some(n) = layout.tile.iter().find(|&&n| n < 1) {
            return Some(format!("has tiles with an extent of {n} in its layout"));
        }
        let fits = !self.is_static() || layout.memory(&self.dims).is_some();
        (!fits).then(|| "takes more memory in its layout than there are addresses".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Element;

    fn layout(text: &str) -> Layout {
        read(text).flatten().unwrap_or_else(|| panic!("{text} is read"))
    }

    #[test]
    fn one_spelling_is_written() {
        let loose = "#hloom.layout<[1,0] , tile=[ 8,16 ],pad = [0, 3]>";
        let tidy = "#hloom.layout<[1, 0], pad = [0, 3], tile = [8, 16]>";
        assert_eq!(&*TensorType::canonical_encoding(loose), tidy);
        for wrong in ["#hloom.layout<>", "#hloom.layout<[-1]>", "#hloom.layout<[0], pat = [1]>"] {
            assert_eq!(read(wrong), Some(None), "{wrong}");
        }
        assert_eq!(read("#stablehlo.bounds<8>"), None);
    }

    #[test]
    fn memory_is_a_row_major_array() {
        let memory = |text: &str, dims: &[i64]| layout(text).memory(dims).map(|s| s.to_vec());
        assert_eq!(memory("#hloom.layout<[0, 1]>", &[2, 3]), Some(vec![3, 2]));
        assert_eq!(memory("#hloom.layout<[1, 0], pad = [0, 5]>", &[2, 3]), Some(vec![2, 8]));
        let tiled = "#hloom.layout<[1, 0, 2], tile = [8, 16]>";
        assert_eq!(memory(tiled, &[20, 17, 3]), Some(vec![3, 3, 2, 8, 16]));
        assert_eq!(memory("#hloom.layout<[0], pad = [9223372036854775807]>", &[2]), None);
    }

    #[test]
    fn a_transposition_of_the_same_memory() {
        // The rows of a 2x3x5 tensor, transposed to 5x2x3.
        let transposed = Layout::row_major(3).transposed(&[2, 0, 1]);
        assert_eq!(transposed, layout("#hloom.layout<[0, 2, 1]>"));
        assert_eq!(transposed.memory(&[5, 2, 3]), Layout::row_major(3).memory(&[2, 3, 5]));
    }

    #[test]
    fn row_major_is_not_written() {
        let x = TensorType::new(&[8, 4], Element::F32);
        let columns = x.clone().with_layout(&Layout::new([0, 1]));
        assert_eq!(columns.to_string(), "tensor<8x4xf32, #hloom.layout<[0, 1]>>");
        assert_eq!(columns.layout(), Some(Layout::new([0, 1])));
        assert_eq!(columns.with_layout(&Layout::row_major(2)), x);
    }
}
