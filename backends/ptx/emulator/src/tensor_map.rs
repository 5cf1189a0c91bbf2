//! Tensor maps: what a tensor copy knows of the tensor.
//!
//! A driver encodes them into 128 bytes of its own (`cuTensorMapEncodeTiled`,
//! `cuTensorMapEncodeIm2col`); here they are made of the same arguments under the same rules, in
//! an encoding of the emulator's own.

use crate::number::little_endian;

/// The type of a tensor's elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TensorType {
    /// 8-bit whole numbers, and floats of 8 bits.
    U8,
    /// 16-bit whole numbers.
    U16,
    /// 32-bit whole numbers.
    U32,
    /// 32-bit whole numbers with a sign.
    S32,
    /// 64-bit whole numbers.
    U64,
    /// 64-bit whole numbers with a sign.
    S64,
    /// Half precision.
    F16,
    /// Single precision.
    F32,
    /// Double precision.
    F64,
    /// Brain floats.
    Bf16,
    /// Single precision, rounded to 10 bits of fraction on the way.
    Tf32,
}

impl TensorType {
    const ALL: [Self; 11] = [
        Self::U8,
        Self::U16,
        Self::U32,
        Self::S32,
        Self::U64,
        Self::S64,
        Self::F16,
        Self::F32,
        Self::F64,
        Self::Bf16,
        Self::Tf32,
    ];

    /// Bytes of an element.
    #[must_use]
    pub fn bytes(self) -> u64 {
        match self {
            Self::U8 => 1,
            Self::U16 | Self::F16 | Self::Bf16 => 2,
            Self::U32 | Self::S32 | Self::F32 | Self::Tf32 => 4,
            Self::U64 | Self::S64 | Self::F64 => 8,
        }
    }
}

/// The spreading of 16-byte pieces over shared memory, against bank conflicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Swizzle {
    /// As they come.
    #[default]
    None,
    /// Within 32 bytes, repeating after 256.
    Bytes32,
    /// Within 64 bytes, repeating after 512.
    Bytes64,
    /// Within 128 bytes, repeating after 1024.
    Bytes128,
}

impl Swizzle {
    const ALL: [Self; 4] = [Self::None, Self::Bytes32, Self::Bytes64, Self::Bytes128];

    /// The widest row: the inner extent of a box, in bytes.
    #[must_use]
    pub fn span(self) -> Option<u64> {
        match self {
            Self::None => None,
            Self::Bytes32 => Some(32),
            Self::Bytes64 => Some(64),
            Self::Bytes128 => Some(128),
        }
    }

    /// The swizzled address of a byte: bits 7 and up change bits 4 and up.
    #[must_use]
    pub fn apply(self, address: u64) -> u64 {
        let bits = match self {
            Self::None => return address,
            Self::Bytes32 => 1,
            Self::Bytes64 => 3,
            Self::Bytes128 => 7,
        };
        address ^ (address >> 7 & bits) << 4
    }
}

/// The value of elements outside of a tensor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OutOfBounds {
    /// Zeros.
    #[default]
    Zero,
    /// NaN.
    Nan,
}

/// A tensor in global memory and the box of it that one copy moves. Dimensions go from the
/// innermost out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TensorMap {
    /// The type of the elements.
    pub element: TensorType,
    /// The tensor's address, a multiple of 16.
    pub address: u64,
    /// Extents, one to five.
    pub extents: Vec<u64>,
    /// Bytes from one index to the next, of all dimensions but the innermost; multiples of 16.
    pub strides: Vec<u64>,
    /// Extents of the box; at most 256 each. In `im2col` mode, the channels of a pixel and the
    /// pixels that one copy moves.
    pub box_extents: Vec<u32>,
    /// Steps between elements taken; usually 1 each. That of the innermost dimension is not
    /// looked at.
    pub element_strides: Vec<u32>,
    /// The spreading of the box over shared memory.
    pub swizzle: Swizzle,
    /// The value of elements outside of the tensor.
    pub out_of_bounds: OutOfBounds,
    /// The bounding box of `im2col` mode.
    pub im2col: Option<Im2col>,
}

/// The bounding box of windows in images, along each side from the innermost out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Im2col {
    /// The lower corner, counted from the first index.
    pub lower: Vec<i32>,
    /// The upper corner, counted from the last index.
    pub upper: Vec<i32>,
}

/// A run of elements of a box: where it begins in the box, in bytes, and in global memory,
/// and how many bytes; nowhere in global memory if it lies outside of the tensor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    pub(crate) at: u64,
    pub(crate) global: Option<u64>,
    pub(crate) bytes: u64,
}

/// The first bytes of an encoded map.
const MAGIC: &[u8; 4] = b"tmap";

impl TensorMap {
    /// A dense row-major tensor's map, its extents and box given from the innermost out.
    #[must_use]
    pub fn dense(element: TensorType, address: u64, extents: &[u64], box_extents: &[u32]) -> Self {
        let mut strides = Vec::new();
        let mut stride = element.bytes();
        for extent in &extents[..extents.len().saturating_sub(1)] {
            stride *= extent;
            strides.push(stride);
        }
        Self {
            element,
            address,
            extents: extents.to_vec(),
            strides,
            box_extents: box_extents.to_vec(),
            element_strides: vec![1; extents.len()],
            swizzle: Swizzle::None,
            out_of_bounds: OutOfBounds::Zero,
            im2col: None,
        }
    }

    /// Bytes of a box in shared memory.
    #[must_use]
    pub fn box_bytes(&self) -> u64 {
        (0..self.box_extents.len()).map(|d| self.taken(d)).product::<u64>() * self.element.bytes()
    }

    /// Elements of a box that are taken along a dimension: of boxes, whose extents count those
    /// in between too, every so-many-th; of pixels all. The innermost dimension has no strides
    /// (CUDA driver API, `elementStrides`).
    pub(crate) fn taken(&self, dim: usize) -> u64 {
        let extent = u64::from(self.box_extents[dim]);
        match (dim, &self.im2col) {
            (1.., None) => extent.div_ceil(self.element_strides[dim].into()),
            _ => extent,
        }
    }

    /// The map's bytes, to be passed to a kernel.
    ///
    /// # Errors
    ///
    /// The rule that the map breaks (CUDA driver API, `cuTensorMapEncodeTiled` and
    /// `cuTensorMapEncodeIm2col`).
    pub fn encode(&self) -> Result<[u8; 128], String> {
        let rank = self.extents.len();
        if !(1..=5).contains(&rank) {
            return Err(format!("a tensor map has one to five dimensions, not {rank}"));
        }
        let box_rank = if self.im2col.is_some() { 2 } else { rank };
        if self.strides.len() + 1 != rank
            || self.box_extents.len() != box_rank
            || self.element_strides.len() != rank
        {
            return Err(format!("a tensor map of rank {rank} has {rank} extents of each kind"));
        }
        if !self.address.is_multiple_of(16) {
            return Err("the tensor's address is no multiple of 16".into());
        }
        if let Some(extent) = self.extents.iter().find(|e| **e == 0 || **e > 1 << 32) {
            return Err(format!("an extent of {extent} is not possible"));
        }
        if let Some(stride) = self.strides.iter().find(|s| **s % 16 != 0 || **s >= 1 << 40) {
            return Err(format!("a stride of {stride} bytes is no multiple of 16 below 2^40"));
        }
        let most =
            |dim: usize| if self.im2col.is_some() && dim == 1 { Im2col::MOST_PIXELS } else { 256 };
        for (dim, extent) in self.box_extents.iter().enumerate() {
            if !(1..=most(dim)).contains(extent) {
                return Err(format!("a box of {extent} elements in a dimension is not possible"));
            }
        }
        if let Some(stride) = self.element_strides.iter().find(|s| **s == 0 || **s > 8) {
            return Err(format!("an element stride of {stride} is not possible"));
        }
        let inner = u64::from(self.box_extents[0]) * self.element.bytes();
        if !inner.is_multiple_of(16) {
            return Err(format!("the box's rows of {inner} bytes are no multiple of 16"));
        }
        if let Some(span) = self.swizzle.span()
            && inner > span
        {
            return Err(format!(
                "the box's rows of {inner} bytes are more than the swizzle's {span}"
            ));
        }
        if let Some(im2col) = &self.im2col {
            im2col.check(self)?;
        }
        let mut bytes = Vec::with_capacity(128);
        bytes.extend_from_slice(MAGIC);
        let element = TensorType::ALL.iter().position(|t| *t == self.element).unwrap_or(0) as u8;
        let swizzle = Swizzle::ALL.iter().position(|s| *s == self.swizzle).unwrap_or(0) as u8;
        let nan = u8::from(self.out_of_bounds == OutOfBounds::Nan);
        bytes.extend_from_slice(&[rank as u8, element, swizzle, nan]);
        bytes.extend_from_slice(&self.address.to_le_bytes());
        for d in 0..5 {
            // 2³² does not fit: extents are kept less one.
            let extent = self.extents.get(d).map_or(0, |e| (e - 1) as u32);
            bytes.extend_from_slice(&extent.to_le_bytes());
        }
        for d in 0..4 {
            bytes.extend_from_slice(&self.strides.get(d).unwrap_or(&0).to_le_bytes());
        }
        for d in 0..5 {
            let extent = self.box_extents.get(d).map_or(0, |e| *e as u16);
            bytes.extend_from_slice(&extent.to_le_bytes());
        }
        for d in 0..5 {
            bytes.push(self.element_strides.get(d).map_or(1, |s| *s as u8));
        }
        if let Some(im2col) = &self.im2col {
            im2col.encode(&mut bytes);
        }
        let mut all = [0; 128];
        all[..bytes.len()].copy_from_slice(&bytes);
        Ok(all)
    }

    /// The map that some bytes are.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let number = |at: usize, size: usize| little_endian(&bytes[at..at + size]);
        if bytes.len() < 128 || &bytes[..4] != MAGIC || bytes[4] > 5 {
            return None;
        }
        let rank = usize::from(bytes[4]);
        let im2col = Im2col::decode(&bytes[83..], rank);
        let box_rank = if im2col.is_some() { 2 } else { rank };
        Some(Self {
            element: *TensorType::ALL.get(usize::from(bytes[5]))?,
            swizzle: *Swizzle::ALL.get(usize::from(bytes[6]))?,
            out_of_bounds: if bytes[7] == 1 { OutOfBounds::Nan } else { OutOfBounds::Zero },
            address: number(8, 8),
            extents: (0..rank).map(|d| number(16 + 4 * d, 4) + 1).collect(),
            strides: (0..rank.checked_sub(1)?).map(|d| number(36 + 8 * d, 8)).collect(),
            box_extents: (0..box_rank).map(|d| number(68 + 2 * d, 2) as u32).collect(),
            element_strides: (0..rank).map(|d| bytes[78 + d].into()).collect(),
            im2col,
        })
    }
}
