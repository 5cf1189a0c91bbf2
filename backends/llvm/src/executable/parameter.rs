//! The inputs and outputs of an executable.

use hloom_ir::Element;
use hloom_loops::program::{BufferId, Program, Space};

use crate::runtime::buffer::AllocationFailed;

/// An input or an output of an executable.
#[derive(Clone, Debug, PartialEq)]
pub struct ExecutableParam {
    /// The element type.
    pub element: Element,
    /// The dimensions, row-major.
    pub shape: Vec<u64>,
    /// The size in bytes, as [`hloom_loops::program::storage`] stores elements.
    pub bytes: usize,
    /// Whether it is unsized: the shape and the size are upper bounds.
    pub list: bool,
    /// The address must be a multiple of this.
    pub alignment: usize,
    /// For a donated input, the output that takes over its memory.
    pub donated: Option<usize>,
}

/// The parameters that these buffers are.
pub(super) fn parameters(
    program: &Program,
    buffers: &[BufferId],
) -> Result<Vec<ExecutableParam>, AllocationFailed> {
    let parameter = |id: &BufferId| {
        let buffer = program.buffer(*id);
        Ok(ExecutableParam {
            element: buffer.element,
            shape: buffer.shape.clone(),
            bytes: usize_of(buffer.bytes())?,
            list: matches!(buffer.space, Space::Unsized(_)),
            alignment: buffer.storage().scalar.bytes(),
            donated: match buffer.space {
                Space::Donated(_, result) => Some(result as usize),
                _ => None,
            },
        })
    };
    buffers.iter().map(parameter).collect()
}

/// A size in bytes as `usize`, which is shorter on some machines.
pub(super) fn usize_of(bytes: u64) -> Result<usize, AllocationFailed> {
    usize::try_from(bytes).map_err(|_| AllocationFailed { bytes: usize::MAX })
}
