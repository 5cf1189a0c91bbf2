//! The extension for layouts of buffers, and of executables' arguments and results.

use std::ffi::c_void;

use super::args::{Args, Base, Object, Serialized, args};
use super::call::{entries, list, object};
use super::profiler;
use crate::buffer::Buffer;
use crate::executable::Executable;
use crate::layout::Layout;

/// The number of the extension.
const LAYOUTS: i32 = 4;

args! {
    /// `PJRT_Layouts_PJRT_Buffer_MemoryLayout`.
    BufferLayout { buffer: *const Buffer, layout: *const Layout, }
    /// `PJRT_Layouts_PJRT_Client_GetDefaultLayout` and `PJRT_Layouts_PJRT_Topology_GetDefaultLayout`.
    DefaultLayout {
        object: *const c_void, kind: i32, dims: *const i64, num_dims: usize, layout: *const Layout,
    }
    /// `PJRT_Layouts_PJRT_Executable_GetOutputLayouts` and
    /// `PJRT_Layouts_PJRT_Executable_GetParameterLayouts`.
    ExecutableLayouts {
        executable: *const Executable, count: usize, layouts: *const *const Layout,
    }
}

/// The extension: its functions in the order of `pjrt_c_api_layouts_extension.h`.
#[repr(C)]
#[allow(missing_docs)]
pub struct LayoutsExtension {
    pub base: Base,
    pub destroy: unsafe extern "C" fn(*mut Object) -> *mut crate::error::Error,
    pub serialize: unsafe extern "C" fn(*mut Serialized) -> *mut crate::error::Error,
    pub client_default: unsafe extern "C" fn(*mut DefaultLayout) -> *mut crate::error::Error,
    pub buffer: unsafe extern "C" fn(*mut BufferLayout) -> *mut crate::error::Error,
    pub topology_default: unsafe extern "C" fn(*mut DefaultLayout) -> *mut crate::error::Error,
    pub outputs: unsafe extern "C" fn(*mut ExecutableLayouts) -> *mut crate::error::Error,
    pub parameters: unsafe extern "C" fn(*mut ExecutableLayouts) -> *mut crate::error::Error,
}
// SAFETY: the pointers are to constants.
unsafe impl Sync for LayoutsExtension {}

/// The extension, before that of profilers.
pub(crate) static EXTENSION: LayoutsExtension = LayoutsExtension {
    base: Base {
        struct_size: size_of::<LayoutsExtension>(),
        kind: LAYOUTS,
        next: (&raw const profiler::EXTENSION).cast(),
    },
    destroy,
    serialize,
    client_default: default,
    buffer,
    topology_default: default,
    outputs,
    parameters,
};

/// Frees nothing: texts live as long as the process.
///
/// # Safety
/// Always.
unsafe extern "C" fn keep(_: *mut c_void) {}

entries! {
    /// `PJRT_Layouts_MemoryLayout_Destroy`: layouts live as long as the process, each once.
    fn destroy(_args: Object) {
        Ok(())
    }

    /// `PJRT_Layouts_MemoryLayout_Serialize`: the text of XLA's form.
    fn serialize(args: Serialized) {
        let text = &object(args.object.cast::<Layout>())?.text;
        (args.bytes, args.size) = (text.as_ptr().cast(), text.len());
        args.holder = std::ptr::null_mut();
        args.deleter = Some(keep);
        Ok(())
    }

    /// `PJRT_Layouts_PJRT_Client_GetDefaultLayout`: row-major.
    fn default(args: DefaultLayout) {
        args.layout = Layout::of(None, "", list(args.dims, args.num_dims).len());
        Ok(())
    }

    /// `PJRT_Layouts_PJRT_Buffer_MemoryLayout`.
    fn buffer(args: BufferLayout) {
        let buffer = object(args.buffer)?;
        args.layout = Layout::of(buffer.order, buffer.tiles, buffer.dims().len());
        Ok(())
    }

    /// `PJRT_Layouts_PJRT_Executable_GetOutputLayouts`.
    fn outputs(args: ExecutableLayouts) {
        let layouts = &object(args.executable)?.compiled.layouts.1;
        (args.count, args.layouts) = (layouts.len(), layouts.as_ptr().cast());
        Ok(())
    }

    /// `PJRT_Layouts_PJRT_Executable_GetParameterLayouts`.
    fn parameters(args: ExecutableLayouts) {
        let layouts = &object(args.executable)?.compiled.layouts.0;
        (args.count, args.layouts) = (layouts.len(), layouts.as_ptr().cast());
        Ok(())
    }
}
