//! NVIDIA's library, which is looked for when it is first asked for.

use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr;
use std::sync::{Mutex, PoisonError};

use cudarc::driver::result::{self, DriverError};
use cudarc::driver::sys::{self, CUresult};

use super::api::{
    Answer, Api, Condition, ConditionalKind, EncodedMap, Handle, Parameter, Refusal, Threads,
};
use hloom_ptx_emulator::{OutOfBounds, Swizzle, TensorMap, TensorType};

/// NVIDIA's library.
pub(super) struct Cuda(());

impl Cuda {
    /// The library, if this machine has one.
    pub(super) fn find() -> Option<Cuda> {
        // SAFETY: looks for the library alone; NVIDIA's may be loaded at any time.
        unsafe { sys::is_culib_present() }.then_some(Cuda(()))
    }

    /// Starts the driver.
    pub(super) fn start(&self) -> Answer<()> {
        result::init().map_err(refusal)
    }
}

/// The driver's refusal with its words.
fn refusal(error: DriverError) -> Refusal {
    let code = error.0 as u32;
    let text = |words: Result<&CStr, DriverError>| {
        words.map(|it| it.to_string_lossy().into_owned()).unwrap_or_default()
    };
    let (name, meaning) = (text(error.error_name()), text(error.error_string()));
    let words = if name.is_empty() { format!("CUDA error {code}") } else { name };
    let words = if meaning.is_empty() { words } else { format!("{words}, {meaning}") };
    Refusal { code, words }
}

/// The driver's refusal of impossible numbers.
fn unfit() -> Refusal {
    refusal(DriverError(CUresult::CUDA_ERROR_INVALID_VALUE))
}

pub(super) fn check(code: CUresult) -> Answer<()> {
    code.result().map_err(refusal)
}

/// The device of a number.
fn device(number: i32) -> Answer<sys::CUdevice> {
    result::device::get(number).map_err(refusal)
}

impl Handle {
    fn of<T>(pointer: *mut T) -> Handle {
        Handle(pointer.expose_provenance())
    }

    pub(super) fn pointer<T>(self) -> *mut T {
        ptr::with_exposed_provenance_mut(self.0)
    }
}

/// The address of each parameter.
fn pointers(values: &mut [Parameter]) -> Vec<*mut c_void> {
    let each = values.iter_mut().map(|value| match value {
        Parameter::Word(word) => ptr::from_mut(word).cast(),
        Parameter::Map(map) => ptr::from_mut(map).cast(),
    });
    each.collect()
}

/// Nodes of a graph.
fn nodes(handles: &[Handle]) -> Vec<sys::CUgraphNode> {
    handles.iter().map(|node| node.pointer()).collect()
}

/// A linker that is destroyed when dropped; destroying frees the code that it made.
struct Linker(sys::CUlinkState);

impl Drop for Linker {
    fn drop(&mut self) {
        // SAFETY: made by `cuLinkCreate`, and destroyed once. Its results are copied by now,
        // so an error loses nothing.
        let _ = unsafe { sys::cuLinkDestroy(self.0) };
    }
}

/// The GPUs whose context, with its memory on the GPU, this process keeps until its end. A context
/// that nobody retains is destroyed, and making another one for each program took most of the time of
/// the tests.
static KEPT: Mutex<Vec<i32>> = Mutex::new(Vec::new());

/// Bytes for what the driver's compiler has to say.
const LOG: usize = 1 << 14;

// SAFETY of every `unsafe` below: handles come from the methods that make such ones, since
// nobody outside of this module can make any, and `super::loaded` uses none after it gave it
// back; addresses lie on the device, whose memory the driver guards itself; pointers to
// the host's memory are to what the caller holds on to, by the promise that `write` and
// `read` ask for, or are used during the call alone.
impl Api for Cuda {
    fn version(&self) -> Answer<i32> {
        let mut version = 0;
        // SAFETY: as above.
        check(unsafe { sys::cuDriverGetVersion(&raw mut version) })?;
        Ok(version)
    }

    fn count(&self) -> Answer<i32> {
        result::device::get_count().map_err(refusal)
    }

    fn name(&self, number: i32) -> Answer<String> {
        result::device::get_name(device(number)?).map_err(refusal)
    }

    fn capability(&self, number: i32) -> Answer<(i32, i32)> {
        use sys::CUdevice_attribute as A;
        let device = device(number)?;
        // SAFETY: as above.
        let get = |which| unsafe { result::device::get_attribute(device, which) };
        let major = get(A::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR).map_err(refusal)?;
        let minor = get(A::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR).map_err(refusal)?;
        Ok((major, minor))
    }

    fn memory(&self, number: i32) -> Answer<u64> {
        let device = device(number)?;
        // SAFETY: as above.
        unsafe { result::device::total_mem(device) }.map(|n| n as u64).map_err(refusal)
    }

    fn retain(&self, number: i32) -> Answer<Handle> {
        let device = device(number)?;
        // SAFETY: as above.
        let retain = || unsafe { result::primary_ctx::retain(device) };
        let context = retain().map_err(refusal)?;
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if !kept.contains(&number) && retain().is_ok() {
            kept.push(number);
        }
        Ok(Handle::of(context))
    }

    fn release(&self, number: i32) -> Answer<()> {
        let device = device(number)?;
        // SAFETY: as above.
        unsafe { result::primary_ctx::release(device) }.map_err(refusal)
    }

    fn enter(&self, context: Handle) -> Answer<()> {
        // SAFETY: as above.
        unsafe { result::ctx::set_current(context.pointer()) }.map_err(refusal)
    }

    fn link(&self, text: &CStr) -> Answer<Vec<u8>> {
        use sys::CUjit_option as O;
        let mut log = vec![0u8; LOG];
        // Options are passed in the place of pointers.
        let mut options = [O::CU_JIT_ERROR_LOG_BUFFER, O::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
        let mut values: [*mut c_void; 2] =
            [log.as_mut_ptr().cast(), ptr::without_provenance_mut(LOG)];
        let mut state = ptr::null_mut();
        // SAFETY: as above; the log and both lists live until the linker is destroyed.
        check(unsafe {
            let (options, values) = (options.as_mut_ptr(), values.as_mut_ptr());
            sys::cuLinkCreate_v2(2, options, values, &raw mut state)
        })?;
        let linker = Linker(state);
        let bytes = text.to_bytes_with_nul();
        let name = c"hloom.ptx";
        // SAFETY: as above; the driver does not write to the text.
        let mut ended = check(unsafe {
            let (none, data) = (ptr::null_mut(), bytes.as_ptr().cast_mut().cast::<c_void>());
            let kind = sys::CUjitInputType::CU_JIT_INPUT_PTX;
            let name: *const c_char = name.as_ptr();
            sys::cuLinkAddData_v2(linker.0, kind, data, bytes.len(), name, 0, none, ptr::null_mut())
        });
        let (mut image, mut size) = (ptr::null_mut::<c_void>(), 0usize);
        if ended.is_ok() {
            // SAFETY: as above.
            ended = check(unsafe { sys::cuLinkComplete(linker.0, &raw mut image, &raw mut size) });
        }
        let made = ended.map(|()| {
            // SAFETY: the driver says so; the linker that owns it lives on.
            unsafe { std::slice::from_raw_parts(image.cast::<u8>(), size) }.to_vec()
        });
        drop(linker);
        made.map_err(|mut refusal| {
            let said = CStr::from_bytes_until_nul(&log).map(CStr::to_string_lossy);
            if let Some(said) = said.ok().filter(|said| !said.trim().is_empty()) {
                refusal.words += &format!(": {}", said.trim());
            }
            refusal
        })
    }

    fn load(&self, image: &[u8]) -> Answer<Handle> {
        // SAFETY: as above; the driver copies the image, which says itself how long it is.
        unsafe { result::module::load_data(image.as_ptr().cast()) }.map(Handle::of).map_err(refusal)
    }

    fn load_text(&self, text: &CStr) -> Answer<Handle> {
        // SAFETY: as above; the text ends where it says.
        unsafe { result::module::load_data(text.as_ptr().cast()) }.map(Handle::of).map_err(refusal)
    }

    fn unload(&self, module: Handle) -> Answer<()> {
        // SAFETY: as above.
        unsafe { result::module::unload(module.pointer()) }.map_err(refusal)
    }

    fn function(&self, module: Handle, name: &CStr) -> Answer<Handle> {
        // SAFETY: as above.
        unsafe { result::module::get_function(module.pointer(), CString::from(name)) }
            .map(Handle::of)
            .map_err(refusal)
    }

    fn stream(&self) -> Answer<Handle> {
        result::stream::create(result::stream::StreamKind::NonBlocking)
            .map(Handle::of)
            .map_err(refusal)
    }

    fn end_stream(&self, stream: Handle) -> Answer<()> {
        // SAFETY: as above.
        unsafe { result::stream::destroy(stream.pointer()) }.map_err(refusal)
    }

    fn wait(&self, stream: Handle) -> Answer<()> {
        // SAFETY: as above.
        unsafe { result::stream::synchronize(stream.pointer()) }.map_err(refusal)
    }

    fn free_memory(&self) -> Answer<u64> {
        result::mem_get_info().map(|(free, _)| free as u64).map_err(refusal)
    }

    fn allocate(&self, bytes: usize) -> Answer<u64> {
        // SAFETY: as above.
        unsafe { result::malloc_sync(bytes) }.map_err(refusal)
    }

    fn free(&self, address: u64) -> Answer<()> {
        // SAFETY: as above.
        unsafe { result::free_sync(address) }.map_err(refusal)
    }

    unsafe fn write(&self, address: u64, bytes: &[u8], stream: Handle) -> Answer<()> {
        // SAFETY: as above.
        unsafe { result::memcpy_htod_async(address, bytes, stream.pointer()) }.map_err(refusal)
    }

    unsafe fn read(&self, address: u64, bytes: &mut [u8], stream: Handle) -> Answer<()> {
        // SAFETY: as above.
        unsafe { result::memcpy_dtoh_async(bytes, address, stream.pointer()) }.map_err(refusal)
    }

    fn copy(&self, to: u64, from: u64, bytes: usize, stream: Handle) -> Answer<()> {
        // SAFETY: as above.
        unsafe { result::memcpy_dtod_async(to, from, bytes, stream.pointer()) }.map_err(refusal)
    }

    fn tensor_map(&self, map: &TensorMap) -> Answer<EncodedMap> {
        use sys::{CUtensorMapDataType as T, CUtensorMapSwizzle as S};
        // Only kernels of `sm_90a` have tensor maps. For Blackwell, note that drivers up to
        // 13.1 set a bit there that tensors of less than 128 KiB must not have, and CUTLASS and
        // Triton take it back (CUTLASS, `copy_traits_sm90_tma.hpp`).
        //
        // The driver is given bare pointers: what they point to has to be as long as it takes.
        if map.encode().is_err() {
            return Err(unfit());
        }
        let element = match map.element {
            TensorType::U8 => T::CU_TENSOR_MAP_DATA_TYPE_UINT8,
            TensorType::U16 => T::CU_TENSOR_MAP_DATA_TYPE_UINT16,
            TensorType::U32 => T::CU_TENSOR_MAP_DATA_TYPE_UINT32,
            TensorType::S32 => T::CU_TENSOR_MAP_DATA_TYPE_INT32,
            TensorType::U64 => T::CU_TENSOR_MAP_DATA_TYPE_UINT64,
            TensorType::S64 => T::CU_TENSOR_MAP_DATA_TYPE_INT64,
            TensorType::F16 => T::CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
            TensorType::F32 => T::CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
            TensorType::F64 => T::CU_TENSOR_MAP_DATA_TYPE_FLOAT64,
            TensorType::Bf16 => T::CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
            TensorType::Tf32 => T::CU_TENSOR_MAP_DATA_TYPE_TFLOAT32,
        };
        let swizzle = match map.swizzle {
            Swizzle::None => S::CU_TENSOR_MAP_SWIZZLE_NONE,
            Swizzle::Bytes32 => S::CU_TENSOR_MAP_SWIZZLE_32B,
            Swizzle::Bytes64 => S::CU_TENSOR_MAP_SWIZZLE_64B,
            Swizzle::Bytes128 => S::CU_TENSOR_MAP_SWIZZLE_128B,
        };
        let outside = match map.out_of_bounds {
            OutOfBounds::Zero => sys::CUtensorMapFloatOOBfill::CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
            OutOfBounds::Nan => {
                sys::CUtensorMapFloatOOBfill::CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
            }
        };
        let mut made = sys::CUtensorMap { opaque: [0; 16] };
        // The driver reads one stride less than there are dimensions, and may be given none.
        let strides = [&map.strides[..], &[0]].concat();
        let promotion = sys::CUtensorMapL2promotion::CU_TENSOR_MAP_L2_PROMOTION_L2_256B;
        if let Some(im2col) = &map.im2col {
            let [channels, pixels] = map.box_extents[..] else { return Err(unfit()) };
            // SAFETY: as above; the driver reads as many numbers as the tensor has dimensions,
            // of corners two less, and does not touch the tensor.
            check(unsafe {
                sys::cuTensorMapEncodeIm2col(
                    &raw mut made,
                    element,
                    map.extents.len() as u32,
                    ptr::with_exposed_provenance_mut(map.address as usize),
                    map.extents.as_ptr(),
                    strides.as_ptr(),
                    im2col.lower.as_ptr(),
                    im2col.upper.as_ptr(),
                    channels,
                    pixels,
                    map.element_strides.as_ptr(),
                    sys::CUtensorMapInterleave::CU_TENSOR_MAP_INTERLEAVE_NONE,
                    swizzle,
                    promotion,
                    outside,
                )
            })?;
            return Ok(EncodedMap(made.opaque));
        }
        // SAFETY: as above; the driver reads as many numbers as the tensor has dimensions, and
        // does not touch the tensor.
        check(unsafe {
            sys::cuTensorMapEncodeTiled(
                &raw mut made,
                element,
                map.extents.len() as u32,
                ptr::with_exposed_provenance_mut(map.address as usize),
                map.extents.as_ptr(),
                strides.as_ptr(),
                map.box_extents.as_ptr(),
                map.element_strides.as_ptr(),
                sys::CUtensorMapInterleave::CU_TENSOR_MAP_INTERLEAVE_NONE,
                swizzle,
                promotion,
                outside,
            )
        })?;
        Ok(EncodedMap(made.opaque))
    }

    fn allow_shared(&self, function: Handle, bytes: u32) -> Answer<()> {
        use sys::CUfunction_attribute as A;
        let most = A::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        let bytes = i32::try_from(bytes).unwrap_or(i32::MAX);
        // SAFETY: as above.
        unsafe { result::function::set_function_attribute(function.pointer(), most, bytes) }
            .map_err(refusal)
    }

    fn launch(
        &self,
        function: Handle,
        threads: Threads,
        parameters: &[Parameter],
        stream: Handle,
    ) -> Answer<()> {
        let mut values = parameters.to_vec();
        let mut pointers = pointers(&mut values);
        let ([x, y, z], [bx, by, bz]) = (threads.grid, threads.block);
        // SAFETY: as above; the driver copies the parameters during the call, as many and as
        // long as the kernel was compiled with.
        unsafe {
            let (function, stream) = (function.pointer(), stream.pointer());
            let (grid, block) = ((x, y, z), (bx, by, bz));
            result::launch_kernel(function, grid, block, threads.shared, stream, &mut pointers)
        }
        .map_err(refusal)
    }

    fn event(&self) -> Answer<Handle> {
        result::event::create(sys::CUevent_flags::CU_EVENT_DEFAULT).map(Handle::of).map_err(refusal)
    }

    fn end_event(&self, event: Handle) -> Answer<()> {
        // SAFETY: as above.
        unsafe { result::event::destroy(event.pointer()) }.map_err(refusal)
    }

    fn record(&self, event: Handle, stream: Handle) -> Answer<()> {
        // SAFETY: as above.
        unsafe { result::event::record(event.pointer(), stream.pointer()) }.map_err(refusal)
    }

    fn elapsed(&self, from: Handle, to: Handle) -> Answer<f32> {
        // SAFETY: as above.
        unsafe { result::event::elapsed(from.pointer(), to.pointer()) }.map_err(refusal)
    }

    fn graph(&self) -> Answer<Handle> {
        let mut graph = ptr::null_mut();
        // SAFETY: as above.
        check(unsafe { sys::cuGraphCreate(&raw mut graph, 0) })?;
        Ok(Handle::of(graph))
    }

    fn end_graph(&self, graph: Handle) -> Answer<()> {
        // SAFETY: as above.
        unsafe { result::graph::destroy(graph.pointer()) }.map_err(refusal)
    }

    fn add_launch(
        &self,
        graph: Handle,
        behind: &[Handle],
        function: Handle,
        threads: Threads,
        parameters: &[Parameter],
    ) -> Answer<Handle> {
        let mut values = parameters.to_vec();
        let mut pointers = pointers(&mut values);
        let ([x, y, z], [bx, by, bz]) = (threads.grid, threads.block);
        let params = sys::CUDA_KERNEL_NODE_PARAMS {
            func: function.pointer(),
            gridDimX: x,
            gridDimY: y,
            gridDimZ: z,
            blockDimX: bx,
            blockDimY: by,
            blockDimZ: bz,
            sharedMemBytes: threads.shared,
            kernelParams: pointers.as_mut_ptr(),
            extra: ptr::null_mut(),
            kern: ptr::null_mut(),
            ctx: ptr::null_mut(),
        };
        let behind = nodes(behind);
        let mut node = ptr::null_mut();
        // SAFETY: as above; the driver copies the parameters during the call, as many and as
        // long as the kernel was compiled with.
        check(unsafe {
            let (graph, count) = (graph.pointer(), behind.len());
            let params = &raw const params;
            sys::cuGraphAddKernelNode_v2(&raw mut node, graph, behind.as_ptr(), count, params)
        })?;
        Ok(Handle::of(node))
    }

    fn add_copy(
        &self,
        graph: Handle,
        behind: &[Handle],
        to: u64,
        from: u64,
        bytes: usize,
        context: Handle,
    ) -> Answer<Handle> {
        let device = sys::CUmemorytype::CU_MEMORYTYPE_DEVICE;
        // A row of bytes.
        let params = sys::CUDA_MEMCPY3D {
            srcXInBytes: 0,
            srcY: 0,
            srcZ: 0,
            srcLOD: 0,
            srcMemoryType: device,
            srcHost: ptr::null(),
            srcDevice: from,
            srcArray: ptr::null_mut(),
            reserved0: ptr::null_mut(),
            srcPitch: 0,
            srcHeight: 0,
            dstXInBytes: 0,
            dstY: 0,
            dstZ: 0,
            dstLOD: 0,
            dstMemoryType: device,
            dstHost: ptr::null_mut(),
            dstDevice: to,
            dstArray: ptr::null_mut(),
            reserved1: ptr::null_mut(),
            dstPitch: 0,
            dstHeight: 0,
            WidthInBytes: bytes,
            Height: 1,
            Depth: 1,
        };
        let behind = nodes(behind);
        let mut node = ptr::null_mut();
        // SAFETY: as above.
        check(unsafe {
            let (graph, context, count) = (graph.pointer(), context.pointer(), behind.len());
            let (behind, params) = (behind.as_ptr(), &raw const params);
            sys::cuGraphAddMemcpyNode(&raw mut node, graph, behind, count, params, context)
        })?;
        Ok(Handle::of(node))
    }

    fn condition(&self, graph: Handle, context: Handle) -> Answer<Condition> {
        let mut condition = 0;
        // Without `CU_GRAPH_COND_ASSIGN_DEFAULT` (1) the default is not used.
        let (default, flags) = (0, 0);
        // SAFETY: as above.
        check(unsafe {
            let (graph, context) = (graph.pointer(), context.pointer());
            let to = &raw mut condition;
            sys::cuGraphConditionalHandleCreate(to, graph, context, default, flags)
        })?;
        Ok(Condition(condition))
    }

    fn add_conditional(
        &self,
        graph: Handle,
        behind: &[Handle],
        condition: Condition,
        kind: ConditionalKind,
        context: Handle,
    ) -> Answer<(Handle, Handle)> {
        use sys::CUgraphConditionalNodeType as T;
        // Reserved fields have to be zero.
        let mut params = sys::CUgraphNodeParams {
            type_: sys::CUgraphNodeType::CU_GRAPH_NODE_TYPE_CONDITIONAL,
            reserved0: [0; 3],
            __bindgen_anon_1: sys::CUgraphNodeParams_st__bindgen_ty_1 { reserved1: [0; 29] },
            reserved2: 0,
        };
        params.__bindgen_anon_1.conditional = sys::CUDA_CONDITIONAL_NODE_PARAMS {
            handle: condition.0,
            type_: match kind {
                ConditionalKind::If => T::CU_GRAPH_COND_TYPE_IF,
                ConditionalKind::While => T::CU_GRAPH_COND_TYPE_WHILE,
            },
            size: 1,
            phGraph_out: ptr::null_mut(),
            ctx: context.pointer(),
        };
        let behind = nodes(behind);
        let mut node = ptr::null_mut();
        // SAFETY: as above.
        check(unsafe {
            let (graph, count) = (graph.pointer(), behind.len());
            let (behind, data, params) = (behind.as_ptr(), ptr::null(), &raw mut params);
            sys::cuGraphAddNode_v2(&raw mut node, graph, behind, data, count, params)
        })?;
        // SAFETY: the driver filled this variant, and its list has as many graphs as it was
        // asked for, which live as long as the node.
        let body = unsafe {
            let graphs = params.__bindgen_anon_1.conditional.phGraph_out;
            if graphs.is_null() { ptr::null_mut() } else { *graphs }
        };
        if body.is_null() {
            return Err(refusal(DriverError(CUresult::CUDA_ERROR_NOT_SUPPORTED)));
        }
        Ok((Handle::of(node), Handle::of(body)))
    }

    fn instantiate(&self, graph: Handle) -> Answer<Handle> {
        let mut ready = ptr::null_mut();
        // SAFETY: as above; what is ready does not need the graph it was made of.
        check(unsafe { sys::cuGraphInstantiateWithFlags(&raw mut ready, graph.pointer(), 0) })?;
        Ok(Handle::of(ready))
    }

    fn replay(&self, ready: Handle, stream: Handle) -> Answer<()> {
        // SAFETY: as above.
        unsafe { result::graph::launch(ready.pointer(), stream.pointer()) }.map_err(refusal)
    }

    fn end_ready(&self, ready: Handle) -> Answer<()> {
        // SAFETY: as above.
        unsafe { result::graph::exec_destroy(ready.pointer()) }.map_err(refusal)
    }
}
