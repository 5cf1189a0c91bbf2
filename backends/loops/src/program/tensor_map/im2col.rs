//! The *im2col* mode of TMA loads: tiles of the matrix that a convolution multiplies by its
//! filter, without making that matrix.
//!
//! The tensor holds images: its innermost dimension is the channels of a pixel, the outermost
//! the images, and one to three *spatial* dimensions are between them (PTX ISA, "im2col mode":
//! NWC, NHWC, NDHWC). A tile is 128 bytes of the channels of N consecutive pixels. These are
//! the positions of a convolution's window: they advance by the stride along W to the end of the
//! bounding *box*, then along H, then D, then to the next image. The load reads each pixel
//! shifted by one *offset* for each spatial dimension, the same for all pixels of a tile: the
//! filter tap. So the tile's pixels are output positions, and the offsets elements of the
//! window.
//!
//! Elements outside of the tensor are zeros, whether beside an image, behind its channels or
//! behind the last image.
//!
//! Limits are those of `cuTensorMapEncodeIm2col` (CUDA driver API, "Tensor Map Object
//! Management", 12.6), which PTX ISA's tables of corner sizes and offset ranges repeat. The
//! order of spatial dimensions is CUTLASS's (`copy_traits_sm90_im2col.hpp`), the innermost first in every
//! list, as Triton's runtime has it too; the driver API's text says "{D, H, W}".

use super::TensorMapDim;

/// The im2col mode of a tensor map.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Im2col {
    /// Pixels of a tile: 1 to 1024.
    pub pixels: u32,
    /// The spatial dimensions, the innermost first: 1 to 3.
    pub spatial: Vec<SpatialDim>,
}

/// The positions of the window along a spatial dimension. A single spatial dimension has 16
/// bits for each corner and offset; of two each has 8, of three 5.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SpatialDim {
    /// The first position: the lower corner of the bounding box.
    pub lower: i32,
    /// The upper corner, relative to the last index: no position is behind it.
    pub upper: i32,
    /// The distance of positions: 1 to 8.
    pub stride: u32,
}

/// The largest number of pixels of a tile.
pub const MAX_PIXELS: u32 = 1024;
/// The largest distance of positions.
pub const MAX_SPATIAL_STRIDE: u32 = 8;

impl SpatialDim {
    /// The number of positions, in a dimension of this extent.
    pub fn positions(&self, extent: u64) -> u64 {
        let room = extent as i64 - 1 + i64::from(self.upper) - i64::from(self.lower);
        u64::try_from(room).map_or(0, |room| room / u64::from(self.stride) + 1)
    }

    /// The number of the position at an index, if one is there.
    pub(super) fn position(&self, at: i64, extent: u64) -> Option<u64> {
        let away = u64::try_from(at - i64::from(self.lower)).ok()?;
        let number = away / u64::from(self.stride);
        (away.is_multiple_of(u64::from(self.stride)) && number < self.positions(extent))
            .then_some(number)
    }
}

impl Im2col {
    /// The bits of a corner or offset, by the number of spatial dimensions.
    fn bits(spatial: usize) -> u32 {
        16 / spatial.clamp(1, 3) as u32
    }

    /// The largest offset, by the number of spatial dimensions.
    pub fn max_offset(spatial: usize) -> u64 {
        (1 << Self::bits(spatial)) - 1
    }

    /// Checks the mode against a tensor of these dimensions.
    pub(super) fn check(&self, dims: &[TensorMapDim]) -> Result<(), String> {
        let [channels, sides @ .., _] = dims else {
            return Err("an im2col map of no dimensions".to_owned());
        };
        if !(1..=3).contains(&sides.len()) || sides.len() != self.spatial.len() {
            let (have, want) = (self.spatial.len(), sides.len());
            return Err(format!("an im2col map of {have} spatial dimensions, not {want}"));
        }
        if !(1..=MAX_PIXELS).contains(&self.pixels) {
            return Err(format!("a tile of {} pixels", self.pixels));
        }
        let half = 1i32 << (Self::bits(sides.len()) - 1);
        for (side, dim) in self.spatial.iter().zip(sides) {
            let SpatialDim { lower, upper, stride } = *side;
            if !(1..=MAX_SPATIAL_STRIDE).contains(&stride) {
                return Err(format!("a stride of {stride} pixels"));
            }
            let far = |corner: i32| !(-half..half).contains(&corner);
            if far(lower) || far(upper) || side.positions(dim.extent) == 0 {
                return Err(format!("corners {lower} and {upper}"));
            }
        }
        if dims[1..].iter().any(|dim| dim.tile != 1) {
            return Err("an im2col map with boxes of several pixels".to_owned());
        }
        // Pixels, rows and images do not overlap.
        let mut end = channels.extent;
        for dim in &dims[1..] {
            if dim.stride < end {
                return Err("images that overlap".to_owned());
            }
            end = dim.stride.saturating_mul(dim.extent);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::TensorMap;
    use super::*;

    /// 8 channels of two images of 5 by 7 pixels, with windows from `lower` on.
    fn map(sides: [SpatialDim; 2], pixels: u32) -> TensorMap {
        let dim = |extent, stride, tile| TensorMapDim { extent, stride, tile };
        TensorMap {
            start: 0,
            dims: vec![dim(8, 1, 8), dim(7, 8, 1), dim(5, 56, 1), dim(2, 280, 1)],
            im2col: Some(Im2col { pixels, spatial: sides.to_vec() }),
            rounded: false,
        }
    }

    #[test]
    fn pixels_are_those_of_a_plain_loop() {
        for (stride, lower, upper) in [(1, -1, -1), (2, -1, -1), (3, 0, -2), (1, 0, 0)] {
            let side = SpatialDim { lower, upper, stride };
            let map = map([side; 2], 40);
            // The positions of the window in order, for an offset of (1, 2).
            let along = |extent: i64| {
                let last = extent - 1 + i64::from(upper);
                (i64::from(lower)..=last).step_by(stride as usize)
            };
            let mut places = Vec::new();
            for n in 0..2 {
                for y in along(5) {
                    places.extend(along(7).map(|x| (n, y, x)));
                }
            }
            for (first, (n, y, x)) in places.iter().enumerate() {
                let coords = [0, *x, *y, *n, 2, 1];
                assert!(map.is_origin(&coords));
                for element in 0..320 {
                    let (pixel, c) = (first + element as usize / 8, element as i64 % 8);
                    let want = places.get(pixel).and_then(|(n, y, x)| {
                        let (y, x) = (y + 1, x + 2);
                        let inside = (0..5).contains(&y) && (0..7).contains(&x);
                        inside.then_some((n * 280 + y * 56 + x * 8 + c) as u64)
                    });
                    assert_eq!(map.unit(&coords, element), want, "{coords:?} {element}");
                }
            }
        }
    }

    #[test]
    fn a_tile_begins_at_a_position_of_the_window() {
        let map = map(
            [
                SpatialDim { lower: -1, upper: -1, stride: 2 },
                SpatialDim { lower: 0, upper: 0, stride: 1 },
            ],
            4,
        );
        assert!(map.is_origin(&[0, -1, 0, 0, 0, 255]));
        // Between two positions, before the first, behind the last, too far off.
        assert!(!map.is_origin(&[0, 0, 0, 0, 0, 0]));
        assert!(!map.is_origin(&[0, -3, 0, 0, 0, 0]));
        assert!(!map.is_origin(&[0, 7, 0, 0, 0, 0]));
        assert!(!map.is_origin(&[0, -1, 5, 0, 0, 0]));
        assert!(!map.is_origin(&[0, -1, 0, 0, 256, 0]));
        assert!(!map.is_origin(&[0, -1, 0, 0, 0, -1]));
    }

    #[test]
    fn maps_that_drivers_refuse_are_refused() {
        let side = SpatialDim { lower: -128, upper: 127, stride: 8 };
        let wide = |sides: [SpatialDim; 2], pixels| {
            let mut map = map(sides, pixels);
            (map.dims[0].extent, map.dims[0].tile) = (128, 64);
            (map.dims[1].stride, map.dims[2].stride, map.dims[3].stride) = (128, 896, 4480);
            map
        };
        let check = |map: &TensorMap| map.check(8960, 2);
        assert_eq!(check(&wide([side; 2], 1024)), Ok(()));
        assert_eq!(check(&wide([side; 2], 1025)), Err("a tile of 1025 pixels".to_owned()));
        assert_eq!(check(&wide([side; 2], 0)), Err("a tile of 0 pixels".to_owned()));
        let with = |other: SpatialDim| check(&wide([side, other], 64));
        assert!(with(SpatialDim { lower: -129, ..side }).is_err());
        assert!(with(SpatialDim { upper: 128, ..side }).is_err());
        assert!(with(SpatialDim { stride: 9, ..side }).is_err());
        assert!(with(SpatialDim { stride: 0, ..side }).is_err());
        // No position is left.
        assert!(with(SpatialDim { lower: 0, upper: -5, stride: 1 }).is_err());
        assert!(with(SpatialDim { lower: 0, upper: -4, stride: 1 }).is_ok());
        let mut inside = wide([side; 2], 64);
        inside.dims[1].stride = 64;
        assert_eq!(check(&inside), Err("images that overlap".to_owned()));
        let mut long = wide([side; 2], 64);
        long.im2col = Some(Im2col { pixels: 64, spatial: vec![side] });
        assert!(check(&long).is_err());
        long.dims.remove(2);
        assert_eq!(check(&long), Ok(()));
        long.im2col =
            Some(Im2col { pixels: 64, spatial: vec![SpatialDim { lower: -1 << 15, ..side }] });
        assert_eq!(check(&long), Ok(()));
        // Three spatial dimensions have five bits each.
        let mut deep = wide([SpatialDim { lower: -16, upper: 15, stride: 1 }; 2], 64);
        deep.dims.insert(3, TensorMapDim { extent: 1, stride: 4480, tile: 1 });
        let sides = |lower| vec![SpatialDim { lower, upper: 15, stride: 1 }; 3];
        deep.im2col = Some(Im2col { pixels: 64, spatial: sides(-16) });
        assert_eq!(check(&deep), Ok(()));
        deep.im2col = Some(Im2col { pixels: 64, spatial: sides(-17) });
        assert!(check(&deep).is_err());
    }
}
