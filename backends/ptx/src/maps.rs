//! Tensor maps: what a copy of tiles sees of a buffer, as a device makes one.

use hloom_ir::Element;
use hloom_llvm::nvptx::TensorMapParam;

use hloom_ptx_emulator::{Im2col, OutOfBounds, Swizzle, TensorMap, TensorType};

/// The tensor map of a buffer at an address: tiles lie in rows of 128 bytes, whose pieces of
/// 16 bytes change places, and what is outside of the tensor comes as zeros.
pub(crate) fn tensor_map(map: &TensorMapParam, address: u64) -> TensorMap {
    let bytes = map.element.byte_width() as u64;
    let element = match (map.element, bytes) {
        (Element::BF16, _) => TensorType::Bf16,
        (Element::F16, _) => TensorType::F16,
        (Element::F32, _) if map.tensor.rounded => TensorType::Tf32,
        (Element::F32, _) => TensorType::F32,
        (Element::F64, _) => TensorType::F64,
        (_, 1) => TensorType::U8,
        (_, 2) => TensorType::U16,
        (_, 4) => TensorType::U32,
        _ => TensorType::U64,
    };
    let dims = &map.tensor.dims;
    let mode = map.tensor.im2col.as_ref();
    let im2col = mode.map(|it| Im2col {
        lower: it.spatial.iter().map(|side| side.lower).collect(),
        upper: it.spatial.iter().map(|side| side.upper).collect(),
    });
    let (box_extents, element_strides) = match mode {
        None => (dims.iter().map(|dim| dim.tile).collect(), vec![1; dims.len()]),
        Some(it) => {
            let steps = it.spatial.iter().map(|side| side.stride);
            let steps = [1].into_iter().chain(steps).chain([1]);
            (vec![dims[0].tile, it.pixels], steps.collect())
        }
    };
    TensorMap {
        element,
        address: address + map.tensor.start * bytes,
        extents: dims.iter().map(|dim| dim.extent).collect(),
        strides: dims.iter().skip(1).map(|dim| dim.stride * bytes).collect(),
        box_extents,
        element_strides,
        im2col,
        swizzle: Swizzle::Bytes128,
        out_of_bounds: OutOfBounds::Zero,
    }
}
