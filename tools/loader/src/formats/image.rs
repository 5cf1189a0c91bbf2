//! Images in PNG and JPEG as arrays (height, width, channels) of bytes.

use std::io::Cursor;

use image::{ImageFormat, ImageReader, Limits};

use crate::array::{Array, Kind};

/// The channels that images are read with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ImageMode {
    /// One channel.
    Gray,
    /// Red, green and blue.
    #[default]
    Rgb,
    /// Red, green, blue and opacity.
    Rgba,
}

/// The memory that decoding one image may take.
const MOST_MEMORY: u64 = 1 << 30;

/// The format of bytes that are an image.
pub(super) fn format_of(bytes: &[u8]) -> Option<ImageFormat> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some(ImageFormat::Png)
    } else if bytes.starts_with(&[0xFF, 0xD8, 0xFF]) {
        Some(ImageFormat::Jpeg)
    } else {
        None
    }
}

/// Decodes an image.
///
/// # Errors
/// If it is damaged, or of another format; a clause.
pub(super) fn decode(bytes: &[u8], mode: ImageMode) -> Result<Array, String> {
    let format = format_of(bytes).ok_or("is neither a PNG nor a JPEG image")?;
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_MEMORY);
    reader.limits(limits);
    let image = reader.decode().map_err(|error| format!("is a damaged image: {error}"))?;
    let (width, height) = (image.width() as usize, image.height() as usize);
    let (channels, bytes) = match mode {
        ImageMode::Gray => (1, image.into_luma8().into_raw()),
        ImageMode::Rgb => (3, image.into_rgb8().into_raw()),
        ImageMode::Rgba => (4, image.into_rgba8().into_raw()),
    };
    Array::new(Kind::U8, &[height, width, channels], bytes)
}
