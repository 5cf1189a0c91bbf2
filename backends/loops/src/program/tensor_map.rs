//! Tensor maps: the tensors that asynchronous copies of tiles read (TMA), and how the bytes of
//! a tile lie in shared memory.

mod im2col;

pub use im2col::{Images, MOST_PIXELS, MOST_STEP, Side};

/// What copies of tiles see of a buffer: a tensor, of which every tile is a box of one size,
/// or so many pixels of images ([`Images`]).
///
/// In shared memory a tile lies in rows of 128 bytes, one for each point of the dimensions
/// behind the innermost, the faster ones first; and of eight rows, counted from a multiple
/// of 1024 bytes, row `r` has its piece of 16 bytes `p` at place `p xor r` ([`swizzled`]):
/// neither what comes nor what goes meets in a bank then. What lies outside of the tensor
/// comes as zeros.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// The unit at which it begins: a multiple of 16 bytes.
    pub start: u64,
    /// Its dimensions, the innermost first: 2 to 5.
    pub dims: Vec<ViewDim>,
    /// How tiles go through it, if it is one of images; they are boxes else.
    pub images: Option<Images>,
    /// Whether floats of 32 bits are rounded to the nearest without the last 13 bits on
    /// their way.
    pub rounded: bool,
}

/// A dimension of a view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ViewDim {
    /// How many points it has: at most 2³².
    pub extent: u64,
    /// Units from one to the next: 1 for the innermost, else a multiple of 16 bytes.
    pub stride: u64,
    /// Points of a tile: at most 256, of the innermost 128 bytes.
    pub tile: u32,
}

/// Bytes of a tile's row.
pub const ROW_BYTES: u64 = 128;

/// Where a byte of a tile lies, both counted from a multiple of 1024 bytes.
pub fn swizzled(byte: u64) -> u64 {
    byte ^ (byte >> 7 & 7) << 4
}

impl View {
    /// How many dimensions it may have.
    pub const MOST_DIMS: usize = 5;

    /// The elements of a tile.
    pub fn points(&self) -> u64 {
        let pixels = self.images.as_ref().map_or(1, |images| u64::from(images.pixels));
        self.dims.iter().map(|dim| u64::from(dim.tile)).product::<u64>() * pixels
    }

    /// The unit of an element of the tile at a place, counted from the start of the buffer;
    /// `None` outside of the tensor.
    pub fn unit(&self, place: &[i64], element: u64) -> Option<u64> {
        if let Some(images) = &self.images {
            return self.unit_of_pixel(images, place, element);
        }
        let mut rest = element;
        self.dims.iter().zip(place).try_fold(self.start, |unit, (dim, first)| {
            let at = first + (rest % u64::from(dim.tile)) as i64;
            rest /= u64::from(dim.tile);
            let at = u64::try_from(at).ok().filter(|at| *at < dim.extent)?;
            Some(unit + at * dim.stride)
        })
    }

    /// What keeps it from being a view of a buffer of so many units of so many bytes.
    ///
    /// # Errors
    /// One sentence.
    pub fn check(&self, units: u64, bytes: u64) -> Result<(), String> {
        let [inner, outer @ ..] = &self.dims[..] else {
            return Err("a view of no dimensions".to_owned());
        };
        if !(1..Self::MOST_DIMS).contains(&outer.len()) {
            return Err(format!("a view of {} dimensions", self.dims.len()));
        }
        let sixteen = |n: u64| n.checked_mul(bytes).is_some_and(|n| n.is_multiple_of(16));
        let aligned = sixteen(self.start) && outer.iter().all(|dim| sixteen(dim.stride));
        if !aligned || inner.stride != 1 {
            return Err("a view whose rows are not at multiples of 16 bytes".to_owned());
        }
        let far = |dim: &ViewDim| dim.stride.saturating_mul(bytes) >= 1 << 40;
        let odd = |dim: &ViewDim| dim.extent == 0 || dim.extent > 1 << 32 || dim.tile == 0;
        let wide = |dim: &ViewDim| dim.tile > 256 || odd(dim) || far(dim);
        if self.dims.iter().any(wide) || u64::from(inner.tile) * bytes != ROW_BYTES {
            return Err("a view with tiles that are not possible".to_owned());
        }
        if self.rounded && bytes != 4 {
            return Err(format!("a view that rounds elements of {bytes} bytes"));
        }
        if let Some(images) = &self.images {
            images.check(&self.dims)?;
        }
        let last = self.dims.iter().try_fold(self.start, |last, dim| {
            last.checked_add((dim.extent - 1).checked_mul(dim.stride)?)
        });
        match last {
            Some(last) if last < units => Ok(()),
            _ => Err("a view that ends behind its buffer".to_owned()),
        }
    }

    /// The indices that a tile is at: one for each dimension, and of images an offset for each
    /// side.
    pub fn indices(&self) -> usize {
        self.dims.len() + self.images.as_ref().map_or(0, |images| images.sides.len())
    }

    /// Whether a tile can be at a place: of images, the first pixel has to be one that windows
    /// are at, and offsets in their range.
    pub fn begins(&self, place: &[i64]) -> bool {
        let Some(images) = &self.images else { return true };
        let (at, offsets) = place.split_at(self.dims.len());
        let sides = images.sides.iter().zip(&self.dims[1..]);
        let there =
            |((side, dim), at): ((&Side, &ViewDim), &i64)| side.number(*at, dim.extent).is_some();
        let furthest = Images::furthest(images.sides.len()) as i64;
        sides.zip(&at[1..]).all(there) && offsets.iter().all(|o| (0..=furthest).contains(o))
    }

    /// The unit of an element of a tile of pixels.
    pub(super) fn unit_of_pixel(
        &self,
        images: &Images,
        place: &[i64],
        element: u64,
    ) -> Option<u64> {
        let [inner, .., last] = &self.dims[..] else { return None };
        let (at, offsets) = place.split_at(self.dims.len());
        let (pixel, channel) = (element / u64::from(inner.tile), element % u64::from(inner.tile));
        let inside = |at: i64, dim: &ViewDim| u64::try_from(at).ok().filter(|a| *a < dim.extent);
        let channel = inside(at[0] + channel as i64, inner)?;
        let mut unit = self.start + channel;
        // Pixels that are still to be gone past, in places of the side at hand.
        let mut further = pixel;
        for (n, side) in images.sides.iter().enumerate() {
            let dim = &self.dims[n + 1];
            let number = side.number(at[n + 1], dim.extent)? + further;
            let places = side.places(dim.extent);
            further = number / places;
            let first = i64::from(side.lower) + (number % places * u64::from(side.step)) as i64;
            unit += inside(first + offsets[n], dim)? * dim.stride;
        }
        let image = inside(at[self.dims.len() - 1] + further as i64, last)?;
        Some(unit + image * last.stride)
    }
}
