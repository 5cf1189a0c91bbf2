//! Augmentation of images, seeded by (seed, epoch, index).

use std::str::FromStr;

use crate::array::{Array, Kind};
use crate::random::Random;

/// A change of an image (height, width, channels).
#[derive(Clone, PartialEq, Debug)]
pub enum Transform {
    /// Scales to this height and width, bilinearly; of bytes only.
    Resize(usize, usize),
    /// A box of this height and width at a random place of the image, around which this many rows
    /// and columns of zeros lie on each side.
    Crop(usize, usize, usize),
    /// The box of this height and width in the middle.
    CenterCrop(usize, usize),
    /// Exchanges left and right in half of all samples.
    Flip,
    /// Exchanges top and bottom in half of all samples.
    FlipVertical,
    /// Floats `(x / 255 - mean) / deviation` of bytes, and `(x - mean) / deviation` of floats, for each
    /// channel.
    Normalize(Vec<f32>, Vec<f32>),
    /// Any array as elements of this type with these extents; an image of bytes becomes floats from
    /// 0 to 1 if `scaled`, and has its channels first if `turned`.
    Convert {
        /// The element type.
        kind: Kind,
        /// The extents.
        dims: Vec<usize>,
        /// Whether bytes are divided by 255.
        scaled: bool,
        /// Whether the last dimension becomes the first.
        turned: bool,
    },
}

impl FromStr for Transform {
    type Err = String;

    fn from_str(text: &str) -> Result<Transform, String> {
        let expected = "expected `crop=H×W+PADDING`, `center=H×W`, `resize=H×W`, `flip`, \
                        `flip-vertical` or `normalize=MEAN,…/DEVIATION,…`";
        let wrong = || format!("`{text}` is not a transform: {expected}");
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let size = |text: &str| -> Option<(usize, usize)> {
            let (h, w) = text.split_once(['x', '×']).unwrap_or((text, text));
            let pair = (h.trim().parse().ok()?, w.trim().parse().ok()?);
            (pair.0 > 0 && pair.1 > 0).then_some(pair)
        };
        let numbers = |text: &str| -> Option<Vec<f32>> {
            text.split(',').map(|part| part.trim().parse::<f32>().ok()).collect()
        };
        match name {
            "flip" if value.is_empty() => Ok(Transform::Flip),
            "flip-vertical" if value.is_empty() => Ok(Transform::FlipVertical),
            "resize" => size(value).map(|(h, w)| Transform::Resize(h, w)).ok_or_else(wrong),
            "center" => size(value).map(|(h, w)| Transform::CenterCrop(h, w)).ok_or_else(wrong),
            "crop" => {
                let (box_, padding) = value.split_once('+').unwrap_or((value, "0"));
                let (h, w) = size(box_).ok_or_else(wrong)?;
                Ok(Transform::Crop(h, w, padding.trim().parse().map_err(|_| wrong())?))
            }
            "normalize" => {
                let (mean, deviation) = value.split_once('/').ok_or_else(wrong)?;
                let (mean, deviation) = numbers(mean).zip(numbers(deviation)).ok_or_else(wrong)?;
                if deviation.contains(&0.0) {
                    return Err(format!("`{text}` divides by zero"));
                }
                Ok(Transform::Normalize(mean, deviation))
            }
            _ => Err(wrong()),
        }
    }
}

impl Transform {
    /// Changes an image.
    ///
    /// # Errors
    /// If it is none, or is too small; a clause.
    pub fn apply(&self, image: Array, random: &mut Random) -> Result<Array, String> {
        if let Transform::Convert { kind, dims, scaled, turned } = self {
            return convert(image, (*kind, dims), *scaled, *turned);
        }
        let &[height, width, channels] = &image.dims[..] else {
            return Err(format!("is an array {:?}, not an image", image.dims));
        };
        let pixel = channels * image.kind.width();
        match self {
            &Transform::Resize(h, w) => resize(&image, h, w),
            &Transform::Crop(h, w, padding) => {
                let room = (height + 2 * padding + 1).checked_sub(h);
                let room = room.zip((width + 2 * padding + 1).checked_sub(w));
                let (down, across) = room.filter(|&(a, b)| a > 0 && b > 0).ok_or_else(|| {
                    format!("has {height}×{width} pixels, too few for a box of {h}×{w}")
                })?;
                let (top, left) = (random.below(down), random.below(across));
                Ok(window(&image, (h, w), (top, left), padding))
            }
            &Transform::CenterCrop(h, w) => {
                if h > height || w > width {
                    let what = format!("has {height}×{width} pixels, too few for a box of {h}×{w}");
                    return Err(what);
                }
                Ok(window(&image, (h, w), ((height - h) / 2, (width - w) / 2), 0))
            }
            Transform::Flip => {
                let mut image = image;
                if random.below(2) == 1 && pixel > 0 {
                    for row in image.bytes.chunks_exact_mut((width * pixel).max(1)) {
                        reverse(row, pixel);
                    }
                }
                Ok(image)
            }
            Transform::FlipVertical => {
                let mut image = image;
                if random.below(2) == 1 && width * pixel > 0 {
                    reverse(&mut image.bytes, width * pixel);
                }
                Ok(image)
            }
            Transform::Normalize(mean, deviation) => {
                for list in [mean, deviation] {
                    if list.len() != 1 && list.len() != channels {
                        let n = list.len();
                        return Err(format!("has {channels} channels, but `normalize` has {n}"));
                    }
                }
                let unit = if image.kind == Kind::U8 { 255.0 } else { 1.0 };
                let of =
                    |list: &[f32], i: usize| list[if list.len() == 1 { 0 } else { i % channels }];
                let image = image.cast(Kind::F32)?;
                let numbers = image.bytes.chunks_exact(4).enumerate().flat_map(|(i, bytes)| {
                    let x = f32::from_le_bytes(bytes.try_into().unwrap_or_default());
                    ((x / unit - of(mean, i)) / of(deviation, i)).to_le_bytes()
                });
                Ok(Array { kind: Kind::F32, bytes: numbers.collect(), dims: image.dims.clone() })
            }
            Transform::Convert { .. } => Ok(image),
        }
    }
}

/// An array as another type and shape of the same number of elements.
fn convert(
    array: Array,
    (kind, dims): (Kind, &[usize]),
    scaled: bool,
    turned: bool,
) -> Result<Array, String> {
    let mut array = array;
    if turned && let &[_, _, _] = &array.dims[..] {
        array = array.transpose(&[2, 0, 1]);
    }
    if scaled && array.kind == Kind::U8 && kind.is_float() {
        let numbers = array.bytes.iter().flat_map(|&x| (f32::from(x) / 255.0).to_le_bytes());
        array = Array { kind: Kind::F32, bytes: numbers.collect(), dims: array.dims };
    }
    let mut array = array.cast(kind)?;
    if array.count() != dims.iter().product::<usize>() {
        return Err(format!("has the extents {:?}; expected {dims:?}", array.dims));
    }
    array.dims = dims.to_vec();
    Ok(array)
}

/// Puts equal parts into the opposite order.
fn reverse(bytes: &mut [u8], part: usize) {
    let parts = bytes.len() / part;
    for i in 0..parts / 2 {
        let (first, last) = bytes.split_at_mut((parts - 1 - i) * part);
        first[i * part..][..part].swap_with_slice(&mut last[..part]);
    }
}

/// The box of an image that begins at a pixel of the padded image.
fn window(
    image: &Array,
    (h, w): (usize, usize),
    (top, left): (usize, usize),
    padding: usize,
) -> Array {
    let (height, width) = (image.dims[0], image.dims[1]);
    let pixel = image.dims[2] * image.kind.width();
    let mut bytes = vec![0; h * w * pixel];
    // Columns of the box that lie in the image.
    let first = padding.saturating_sub(left).min(w);
    let end = (width + padding).saturating_sub(left).min(w).max(first);
    for row in 0..h {
        let Some(y) = (top + row).checked_sub(padding).filter(|&y| y < height) else { continue };
        if first == end {
            break;
        }
        let from = (y * width + left + first - padding) * pixel;
        let (to, len) = ((row * w + first) * pixel, (end - first) * pixel);
        bytes[to..to + len].copy_from_slice(&image.bytes[from..from + len]);
    }
    Array { kind: image.kind, dims: vec![h, w, image.dims[2]], bytes }
}

/// The image with another number of pixels.
fn resize(image: &Array, h: usize, w: usize) -> Result<Array, String> {
    use image::imageops::{FilterType, resize};
    let (height, width, channels) = (image.dims[0], image.dims[1], image.dims[2]);
    let size = |n: usize| u32::try_from(n).map_err(|_| format!("has {n} pixels on one side"));
    let (h32, w32, height, width) = (size(h)?, size(w)?, size(height)?, size(width)?);
    let bytes = || image.bytes.clone();
    macro_rules! scaled {
        ($pixel:ident) => {
            image::ImageBuffer::<image::$pixel<u8>, Vec<u8>>::from_raw(width, height, bytes())
                .map(|buffer| resize(&buffer, w32, h32, FilterType::Triangle).into_raw())
        };
    }
    let scaled = match (image.kind, channels) {
        (Kind::U8, 1) => scaled!(Luma),
        (Kind::U8, 3) => scaled!(Rgb),
        (Kind::U8, 4) => scaled!(Rgba),
        _ => None,
    };
    let bytes = scaled.ok_or_else(|| {
        format!("is {}{:?}; `resize` takes bytes of 1, 3 or 4 channels", image.kind, image.dims)
    })?;
    Array::new(Kind::U8, &[h, w, channels], bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image() -> Array {
        Array::new(Kind::U8, &[3, 4, 2], (1..25).collect()).unwrap()
    }

    /// Every box equals the one that is read pixel by pixel.
    #[test]
    fn boxes_are_those_of_the_padded_image() {
        let image = image();
        let at = |y: isize, x: isize, c: usize| {
            let inside = (0..3).contains(&y) && (0..4).contains(&x);
            if inside { image.bytes[(y as usize * 4 + x as usize) * 2 + c] } else { 0 }
        };
        for (h, w, padding) in [(1, 1, 0), (3, 4, 0), (2, 3, 2), (5, 5, 3), (1, 6, 5)] {
            for top in 0..=3 + 2 * padding - h {
                for left in 0..=4 + 2 * padding - w {
                    let found = window(&image, (h, w), (top, left), padding);
                    let mut expected = Vec::new();
                    for y in 0..h {
                        for x in 0..w {
                            let y = (top + y) as isize - padding as isize;
                            let x = (left + x) as isize - padding as isize;
                            expected.extend([at(y, x, 0), at(y, x, 1)]);
                        }
                    }
                    assert_eq!(found.bytes, expected, "{h}x{w}+{padding} at {top}, {left}");
                }
            }
        }
    }

    #[test]
    fn transforms_are_parsed_and_applied() {
        let flip: Transform = "flip".parse().unwrap();
        let row = Array::new(Kind::U8, &[1, 3, 2], vec![1, 2, 3, 4, 5, 6]).unwrap();
        let all: Vec<Vec<u8>> = (0..64)
            .map(|seed| flip.apply(row.clone(), &mut Random::new(&[seed])).unwrap().bytes)
            .collect();
        let turned = all.iter().filter(|bytes| bytes[..] == [5, 6, 3, 4, 1, 2]).count();
        let same = all.iter().filter(|bytes| bytes[..] == [1, 2, 3, 4, 5, 6]).count();
        assert!(turned + same == 64 && turned > 16 && same > 16, "{turned} {same}");
        let normal: Transform = "normalize=0.5,0/0.5,1".parse().unwrap();
        let got = normal.apply(row, &mut Random::new(&[])).unwrap();
        assert_eq!(got.dims, [1, 3, 2]);
        assert_eq!(got.float(1), f64::from(2.0f32 / 255.0));
        assert_eq!(got.float(0), f64::from((1.0f32 / 255.0 - 0.5) / 0.5));
        assert_eq!("crop=24x20+4".parse(), Ok(Transform::Crop(24, 20, 4)));
        assert_eq!("resize=8".parse(), Ok(Transform::Resize(8, 8)));
        let to = |dims: &[usize], scaled, turned| Transform::Convert {
            kind: Kind::F32,
            dims: dims.to_vec(),
            scaled,
            turned,
        };
        let apply = |it: Transform| it.apply(image(), &mut Random::new(&[]));
        let flat = apply(to(&[24], true, true)).unwrap();
        assert_eq!(
            (flat.float(1), flat.float(12)),
            (f64::from(3.0f32 / 255.0), f64::from(2.0f32 / 255.0))
        );
        assert_eq!(apply(to(&[3, 8], false, false)).unwrap().float(1), 2.0);
        assert!(apply(to(&[3, 9], false, false)).unwrap_err().contains("expected [3, 9]"));
        for wrong in ["", "crop=0x4", "crop", "normalize=1", "normalize=0/0", "flip=2", "blur"] {
            assert!(wrong.parse::<Transform>().is_err(), "{wrong}");
        }
        let small = Transform::Crop(9, 9, 1).apply(image(), &mut Random::new(&[]));
        assert_eq!(small.unwrap_err(), "has 3×4 pixels, too few for a box of 9×9");
    }
}
