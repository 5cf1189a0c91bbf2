//! Tensor maps (TMA descriptors): the tensors that [`TmaLoad`](super::TmaLoad)s read, and how
//! the bytes of a tile lie in shared memory.

mod im2col;

pub use im2col::{Im2col, MAX_PIXELS, MAX_SPATIAL_STRIDE, SpatialDim};

/// A tensor in a buffer and the shape of its tiles: boxes of one size (tiled mode), or a
/// number of pixels of images ([`Im2col`] mode).
///
/// In shared memory a tile lies in rows of 128 bytes, one for each point of the dimensions
/// behind the innermost, the faster ones first. Rows are swizzled by 128 bytes: of eight rows,
/// counted from a multiple of 1024 bytes, row `r` has its 16-byte chunk `p` at chunk `p xor r`
/// ([`swizzled`]), so that neither loads nor stores have bank conflicts. Elements outside of
/// the tensor are zeros.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TensorMap {
    /// The unit at which it begins: a multiple of 16 bytes.
    pub start: u64,
    /// Its dimensions, the innermost first: 2 to 5.
    pub dims: Vec<TensorMapDim>,
    /// The im2col mode, if tiles are pixels of images; otherwise they are boxes.
    pub im2col: Option<Im2col>,
    /// Whether `f32` elements are rounded to the nearest TF32, which lacks the last 13 bits.
    pub rounded: bool,
}

/// A dimension of a tensor map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TensorMapDim {
    /// The number of points: at most 2³².
    pub extent: u64,
    /// Units from one to the next: 1 for the innermost, else a multiple of 16 bytes.
    pub stride: u64,
    /// Points of a tile: at most 256, of the innermost 128 bytes.
    pub tile: u32,
}

/// Bytes of a tile's row.
pub const ROW_BYTES: u64 = 128;

/// The place of a byte of a tile, both counted from a multiple of 1024 bytes.
pub fn swizzled(byte: u64) -> u64 {
    byte ^ (byte >> 7 & 7) << 4
}

impl TensorMap {
    /// The largest number of dimensions.
    pub const MAX_DIMS: usize = 5;

    /// The elements of a tile.
    pub fn points(&self) -> u64 {
        let pixels = self.im2col.as_ref().map_or(1, |im2col| u64::from(im2col.pixels));
        self.dims.iter().map(|dim| u64::from(dim.tile)).product::<u64>() * pixels
    }

    /// The unit of an element of the tile at these coordinates, counted from the start of the
    /// buffer; `None` outside of the tensor.
    pub fn unit(&self, coords: &[i64], element: u64) -> Option<u64> {
        if let Some(im2col) = &self.im2col {
            return self.unit_of_pixel(im2col, coords, element);
        }
        let mut rest = element;
        self.dims.iter().zip(coords).try_fold(self.start, |unit, (dim, first)| {
            let at = first + (rest % u64::from(dim.tile)) as i64;
            rest /= u64::from(dim.tile);
            let at = u64::try_from(at).ok().filter(|at| *at < dim.extent)?;
            Some(unit + at * dim.stride)
        })
    }

    /// Checks it against a buffer of this many units of this many bytes.
    ///
    /// # Errors
    /// One sentence.
    pub fn check(&self, units: u64, bytes: u64) -> Result<(), String> {
        let [inner, outer @ ..] = &self.dims[..] else {
            return Err("a tensor map of no dimensions".to_owned());
        };
        if !(1..Self::MAX_DIMS).contains(&outer.len()) {
            return Err(format!("a tensor map of {} dimensions", self.dims.len()));
        }
        let sixteen = |n: u64| n.checked_mul(bytes).is_some_and(|n| n.is_multiple_of(16));
        let aligned = sixteen(self.start) && outer.iter().all(|dim| sixteen(dim.stride));
        if !aligned || inner.stride != 1 {
            return Err("a tensor map whose rows are not at multiples of 16 bytes".to_owned());
        }
        let far = |dim: &TensorMapDim| dim.stride.saturating_mul(bytes) >= 1 << 40;
        let odd = |dim: &TensorMapDim| dim.extent == 0 || dim.extent > 1 << 32 || dim.tile == 0;
        let wide = |dim: &TensorMapDim| dim.tile > 256 || odd(dim) || far(dim);
        if self.dims.iter().any(wide) || u64::from(inner.tile) * bytes != ROW_BYTES {
            return Err("a tensor map with tiles that are not possible".to_owned());
        }
        if self.rounded && bytes != 4 {
            return Err(format!("a tensor map that rounds elements of {bytes} bytes"));
        }
        if let Some(im2col) = &self.im2col {
            im2col.check(&self.dims)?;
        }
        let last = self.dims.iter().try_fold(self.start, |last, dim| {
            last.checked_add((dim.extent - 1).checked_mul(dim.stride)?)
        });
        match last {
            Some(last) if last < units => Ok(()),
            _ => Err("a tensor map that ends behind its buffer".to_owned()),
        }
    }

    /// The number of coordinates of a tile: one for each dimension, and in im2col mode an
    /// offset for each spatial dimension.
    pub fn indices(&self) -> usize {
        self.dims.len() + self.im2col.as_ref().map_or(0, |im2col| im2col.spatial.len())
    }

    /// Whether a tile can have these coordinates. In im2col mode, the first pixel has to be a
    /// position of the window, and offsets have to be in range.
    pub fn is_origin(&self, coords: &[i64]) -> bool {
        let Some(im2col) = &self.im2col else { return true };
        let (at, offsets) = coords.split_at(self.dims.len());
        let sides = im2col.spatial.iter().zip(&self.dims[1..]);
        let there = |((side, dim), at): ((&SpatialDim, &TensorMapDim), &i64)| {
            side.position(*at, dim.extent).is_some()
        };
        let max_offset = Im2col::max_offset(im2col.spatial.len()) as i64;
        sides.zip(&at[1..]).all(there) && offsets.iter().all(|o| (0..=max_offset).contains(o))
    }

    /// The unit of an element of a tile of pixels.
    pub(super) fn unit_of_pixel(
        &self,
        im2col: &Im2col,
        coords: &[i64],
        element: u64,
    ) -> Option<u64> {
        let [inner, .., last] = &self.dims[..] else { return None };
        let (at, offsets) = coords.split_at(self.dims.len());
        let (pixel, channel) = (element / u64::from(inner.tile), element % u64::from(inner.tile));
        let inside =
            |at: i64, dim: &TensorMapDim| u64::try_from(at).ok().filter(|a| *a < dim.extent);
        let channel = inside(at[0] + channel as i64, inner)?;
        let mut unit = self.start + channel;
        // Pixels left to advance by, in positions of this spatial dimension.
        let mut further = pixel;
        for (n, side) in im2col.spatial.iter().enumerate() {
            let dim = &self.dims[n + 1];
            let number = side.position(at[n + 1], dim.extent)? + further;
            let positions = side.positions(dim.extent);
            further = number / positions;
            let first =
                i64::from(side.lower) + (number % positions * u64::from(side.stride)) as i64;
            unit += inside(first + offsets[n], dim)? * dim.stride;
        }
        let image = inside(at[self.dims.len() - 1] + further as i64, last)?;
        Some(unit + image * last.stride)
    }
}
