//! Pixels of images, as copies of tiles bring them one after the other: the *im2col* mode of
//! PTX's tensor copies.
//!
//! The tensor is of images: its innermost dimension is the channels of a pixel, the outermost
//! the images, and one to three between them are an image's sides (PTX ISA, "im2col mode": NWC,
//! NHWC, NDHWC). A tile has 128 bytes of the channels of so many pixels. These are not a box of
//! the tensor: they are the places of a window, from the tile's own on, along the innermost side
//! by its steps to the end of its *box*, then on from the next place of the next side, and from
//! the last place of an image to the first one of the next. What is brought is not what lies
//! there but a fixed way off, the same for all pixels of a tile: an *offset* for each side. So a
//! convolution's places are the tile's pixels, and the elements of its window the offsets.
//!
//! What lies outside of the tensor comes as zeros, be it beside an image, behind its channels or
//! behind the last image.
//!
//! Limits are those of `cuTensorMapEncodeIm2col` (CUDA driver API, "Tensor Map Object
//! Management", 12.6), which PTX ISA's tables of corner sizes and offset ranges repeat. The
//! order of sides is CUTLASS's (`copy_traits_sm90_im2col.hpp`), the innermost first in every
//! list, as Triton's runtime has it too; the driver API's text says "{D, H, W}".

use super::ViewDim;

/// How tiles go through images.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Images {
    /// Pixels of a tile: 1 to 1024.
    pub pixels: u32,
    /// The sides of an image, the innermost first: 1 to 3.
    pub sides: Vec<Side>,
}

/// The places of windows along a side of images. One side has 16 bits for each number, of two
/// or three each has 8 or 5.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Side {
    /// The first place.
    pub lower: i32,
    /// What no place is behind, counted from the side's last index.
    pub upper: i32,
    /// From one place to the next: 1 to 8.
    pub step: u32,
}

/// Pixels of a tile at most.
pub const MOST_PIXELS: u32 = 1024;
/// Steps from one place to the next at most.
pub const MOST_STEP: u32 = 8;

impl Side {
    /// How many places there are, on a side of so many pixels.
    pub fn places(&self, extent: u64) -> u64 {
        let room = extent as i64 - 1 + i64::from(self.upper) - i64::from(self.lower);
        u64::try_from(room).map_or(0, |room| room / u64::from(self.step) + 1)
    }

    /// The number of the place at an index, if one is there.
    pub(super) fn number(&self, at: i64, extent: u64) -> Option<u64> {
        let away = u64::try_from(at - i64::from(self.lower)).ok()?;
        let number = away / u64::from(self.step);
        (away.is_multiple_of(u64::from(self.step)) && number < self.places(extent))
            .then_some(number)
    }
}

impl Images {
    /// Bits of a number of a side, where there are so many.
    fn bits(sides: usize) -> u32 {
        16 / sides.clamp(1, 3) as u32
    }

    /// The largest offset along a side, where there are so many.
    pub fn furthest(sides: usize) -> u64 {
        (1 << Self::bits(sides)) - 1
    }

    /// What keeps tiles from going so through a tensor of these dimensions.
    pub(super) fn check(&self, dims: &[ViewDim]) -> Result<(), String> {
        let [channels, sides @ .., _] = dims else {
            return Err("images of no dimensions".to_owned());
        };
        if !(1..=3).contains(&sides.len()) || sides.len() != self.sides.len() {
            let (have, want) = (self.sides.len(), sides.len());
            return Err(format!("images of {want} sides that are gone through along {have}"));
        }
        if !(1..=MOST_PIXELS).contains(&self.pixels) {
            return Err(format!("a tile of {} pixels", self.pixels));
        }
        let half = 1i32 << (Self::bits(sides.len()) - 1);
        for (side, dim) in self.sides.iter().zip(sides) {
            let Side { lower, upper, step } = *side;
            if !(1..=MOST_STEP).contains(&step) {
                return Err(format!("steps of {step} pixels"));
            }
            let far = |corner: i32| !(-half..half).contains(&corner);
            if far(lower) || far(upper) || side.places(dim.extent) == 0 {
                return Err(format!("places from {lower} to {upper} behind the last pixel"));
            }
        }
        if dims[1..].iter().any(|dim| dim.tile != 1) {
            return Err("tiles of pixels that are boxes of several".to_owned());
        }
        // Pixels, rows and images lie one behind the other.
        let mut end = channels.extent;
        for dim in &dims[1..] {
            if dim.stride < end {
                return Err("images that lie in one another".to_owned());
            }
            end = dim.stride.saturating_mul(dim.extent);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::View;
    use super::*;

    /// 8 channels of two images of 5 by 7 pixels, through which windows go from `lower` on.
    fn view(sides: [Side; 2], pixels: u32) -> View {
        let dim = |extent, stride, tile| ViewDim { extent, stride, tile };
        View {
            start: 0,
            dims: vec![dim(8, 1, 8), dim(7, 8, 1), dim(5, 56, 1), dim(2, 280, 1)],
            images: Some(Images { pixels, sides: sides.to_vec() }),
            rounded: false,
        }
    }

    #[test]
    fn pixels_are_those_of_a_plain_loop() {
        for (step, lower, upper) in [(1, -1, -1), (2, -1, -1), (3, 0, -2), (1, 0, 0)] {
            let side = Side { lower, upper, step };
            let view = view([side; 2], 40);
            // The places of windows in order, for an offset of (1, 2).
            let along = |extent: i64| {
                let last = extent - 1 + i64::from(upper);
                (i64::from(lower)..=last).step_by(step as usize)
            };
            let mut places = Vec::new();
            for n in 0..2 {
                for y in along(5) {
                    places.extend(along(7).map(|x| (n, y, x)));
                }
            }
            for (first, (n, y, x)) in places.iter().enumerate() {
                let place = [0, *x, *y, *n, 2, 1];
                assert!(view.begins(&place));
                for element in 0..320 {
                    let (pixel, c) = (first + element as usize / 8, element as i64 % 8);
                    let want = places.get(pixel).and_then(|(n, y, x)| {
                        let (y, x) = (y + 1, x + 2);
                        let inside = (0..5).contains(&y) && (0..7).contains(&x);
                        inside.then_some((n * 280 + y * 56 + x * 8 + c) as u64)
                    });
                    assert_eq!(view.unit(&place, element), want, "{place:?} {element}");
                }
            }
        }
    }

    #[test]
    fn a_tile_begins_where_a_window_is() {
        let view =
            view([Side { lower: -1, upper: -1, step: 2 }, Side { lower: 0, upper: 0, step: 1 }], 4);
        assert!(view.begins(&[0, -1, 0, 0, 0, 255]));
        // Between two places, before the first, behind the last, too far off.
        assert!(!view.begins(&[0, 0, 0, 0, 0, 0]));
        assert!(!view.begins(&[0, -3, 0, 0, 0, 0]));
        assert!(!view.begins(&[0, 7, 0, 0, 0, 0]));
        assert!(!view.begins(&[0, -1, 5, 0, 0, 0]));
        assert!(!view.begins(&[0, -1, 0, 0, 256, 0]));
        assert!(!view.begins(&[0, -1, 0, 0, 0, -1]));
    }

    #[test]
    fn what_drivers_refuse_is_refused() {
        let side = Side { lower: -128, upper: 127, step: 8 };
        let wide = |sides: [Side; 2], pixels| {
            let mut view = view(sides, pixels);
            (view.dims[0].extent, view.dims[0].tile) = (128, 64);
            (view.dims[1].stride, view.dims[2].stride, view.dims[3].stride) = (128, 896, 4480);
            view
        };
        let check = |view: &View| view.check(8960, 2);
        assert_eq!(check(&wide([side; 2], 1024)), Ok(()));
        assert_eq!(check(&wide([side; 2], 1025)), Err("a tile of 1025 pixels".to_owned()));
        assert_eq!(check(&wide([side; 2], 0)), Err("a tile of 0 pixels".to_owned()));
        let with = |other: Side| check(&wide([side, other], 64));
        assert!(with(Side { lower: -129, ..side }).is_err());
        assert!(with(Side { upper: 128, ..side }).is_err());
        assert!(with(Side { step: 9, ..side }).is_err());
        assert!(with(Side { step: 0, ..side }).is_err());
        // No place is left.
        assert!(with(Side { lower: 0, upper: -5, step: 1 }).is_err());
        assert!(with(Side { lower: 0, upper: -4, step: 1 }).is_ok());
        let mut inside = wide([side; 2], 64);
        inside.dims[1].stride = 64;
        assert_eq!(check(&inside), Err("images that lie in one another".to_owned()));
        let mut long = wide([side; 2], 64);
        long.images = Some(Images { pixels: 64, sides: vec![side] });
        assert!(check(&long).is_err());
        long.dims.remove(2);
        assert_eq!(check(&long), Ok(()));
        long.images = Some(Images { pixels: 64, sides: vec![Side { lower: -1 << 15, ..side }] });
        assert_eq!(check(&long), Ok(()));
        // Three sides have five bits each.
        let mut deep = wide([Side { lower: -16, upper: 15, step: 1 }; 2], 64);
        deep.dims.insert(3, ViewDim { extent: 1, stride: 4480, tile: 1 });
        let sides = |lower| vec![Side { lower, upper: 15, step: 1 }; 3];
        deep.images = Some(Images { pixels: 64, sides: sides(-16) });
        assert_eq!(check(&deep), Ok(()));
        deep.images = Some(Images { pixels: 64, sides: sides(-17) });
        assert!(check(&deep).is_err());
    }
}
