//! Functions of buffers.

use std::ffi::c_void;
use std::sync::Arc;

use hloom_ir::{DYNAMIC, Type};

use super::args::{
    BufferFromHostBuffer, CopyRawToHost, CopyTo, CreateUninitializedBuffer,
    CreateViewOfDeviceBuffer, Flag, HostLayout, List, MemoryLayout, Number, Object, ReadyEvent,
    Size, ToHostBuffer,
};
use super::call::{entries, give, guarded, list, object, take};
use crate::buffer::Buffer;
use crate::content::Content;
use crate::device::{Client, Device, Memory};
use crate::element;
use crate::error::{Code, Error, Outcome};
use crate::event::{Event, Signal};
use crate::layout::{self, Order, Tiles};
use crate::memory::Storage;

/// From this one of `PJRT_HostBufferSemantics` on, an array of the caller's may be used as it lies.
const ZERO_COPY: i32 = 2;

/// The memory that a caller names by itself or by its device; that of the first one by default.
///
/// # Safety
/// The pointers are null or valid.
unsafe fn memory_of(
    client: *const Client,
    device: *const Device,
    memory: *const Memory,
) -> Outcome<&'static Memory> {
    // SAFETY: as the caller promises; devices and memories live as long as the process.
    unsafe {
        match (memory.as_ref(), device.as_ref()) {
            (Some(memory), _) => Ok(memory),
            (None, Some(device)) => device.memory(0),
            (None, None) => object(client)?.device(0)?.memory(0),
        }
    }
}

/// The order of dimensions in a layout of the caller's, `None` if it is row-major or if there is no
/// layout; and its tiles.
///
/// # Safety
/// The pointer is null or valid.
unsafe fn order_of(layout: *const c_void, ty: Type) -> Outcome<(Option<Order>, Tiles)> {
    // SAFETY: as the caller promises.
    let host = unsafe { layout.cast::<HostLayout>().as_ref() };
    let Some(host) = host.filter(|host| host.kind == 0) else { return Ok((None, "")) };
    // SAFETY: as above.
    let (numbers, sizes) =
        unsafe { (list(host.numbers, host.count), list(host.tile_dim_sizes, host.num_tiles)) };
    let order = match ty.as_tensor().map_or(0, |tensor| tensor.dims.len()) {
        rank if numbers.len() == rank => layout::order(numbers)?,
        _ if numbers.is_empty() => None,
        _ => return Err(Error::invalid(format!("a layout of {ty} is {numbers:?}"))),
    };
    // SAFETY: as above: the extents of all tiles lie one after the other.
    let mut extents = unsafe { list(host.tile_dims, sizes.iter().sum()) };
    let mut all = Vec::new();
    for &size in sizes {
        let Some((tile, others)) = extents.split_at_checked(size) else {
            return Err(Error::invalid("a layout has tiles without extents"));
        };
        all.push(tile);
        extents = others;
    }
    Ok((order, layout::tiles(&all)?))
}

/// The type of a tensor that the caller describes.
fn type_of(kind: i32, dims: &[i64]) -> Outcome<Type> {
    if let Some(n) = dims.iter().find(|&&n| n < 0 || n == DYNAMIC) {
        return Err(Error::invalid(format!("a buffer has the extent {n}")));
    }
    let ty = Type::tensor(dims, element::of_number(kind)?);
    let known = ty.as_tensor().and_then(|tensor| tensor.byte_size());
    known.ok_or_else(|| Error::memory(format!("{ty} does not fit memory")))?;
    Ok(ty)
}

fn size_of(ty: Type) -> usize {
    ty.as_tensor().and_then(|tensor| tensor.byte_size()).unwrap_or(0)
}

entries! {
    /// `PJRT_Client_BufferFromHostBuffer`.
    fn from_host(args: BufferFromHostBuffer) {
        let memory = memory_of(args.client, args.device, args.memory)?;
        let dims = list(args.dims, args.num_dims);
        let ty = type_of(args.kind, dims)?;
        let strides = match args.byte_strides.is_null() {
            true => None,
            false => Some(list(args.byte_strides, args.num_byte_strides)),
        };
        let data = args.data.cast::<u8>();
        if data.is_null() && size_of(ty) > 0 {
            return Err(Error::invalid("the elements of a buffer are a null pointer"));
        }
        let signal = Arc::new(Signal::default());
        let plain = layout::is_row_major(ty, strides) && size_of(ty) > 0;
        let lent = match plain && args.host_buffer_semantics >= ZERO_COPY {
            true if layout::is_normal(ty, std::slice::from_raw_parts(data, size_of(ty))) => Storage::lent(data, size_of(ty), signal.clone()),
            _ => None,
        };
        let event = match lent {
            Some(_) => Event::of(signal),
            None => Event::done(),
        };
        let storage = match lent {
            Some(storage) => storage,
            None => Storage::copied(ty, data, strides)?,
        };
        let (order, tiles) = order_of(args.device_layout, ty)?;
        let content = Content::Ready(Arc::new(storage).ordered(ty, order)?);
        let buffer = Buffer::new(memory, ty, order, content)?.tiled(tiles);
        args.done_with_host_buffer = give(event);
        args.buffer = give(buffer);
        Ok(())
    }

    /// `PJRT_Client_CreateUninitializedBuffer`.
    fn uninitialized(args: CreateUninitializedBuffer) {
        let memory = memory_of(args.client, args.device, args.memory)?;
        let ty = type_of(args.shape_element_type, list(args.shape_dims, args.shape_num_dims))?;
        let (order, tiles) = order_of(args.shape_layout, ty)?;
        let content = Content::Ready(Arc::new(Storage::zeros(ty)?).ordered(ty, order)?);
        args.buffer = give(Buffer::new(memory, ty, order, content)?.tiled(tiles));
        Ok(())
    }

    /// `PJRT_Client_CreateViewOfDeviceBuffer`.
    fn view(args: CreateViewOfDeviceBuffer) {
        let memory = memory_of(args.client, args.device, args.memory)?;
        if memory.gpu().is_some() {
            let what = "hloom does not take memory of a GPU that others have allocated";
            return Err(Error::new(Code::Unimplemented, what));
        }
        let ty = type_of(args.element_type, list(args.dims, args.num_dims))?;
        let data = args.device_buffer_ptr.cast::<u8>();
        let signal = Arc::new(Signal::default());
        let normal = size_of(ty) == 0
            || layout::is_normal(ty, std::slice::from_raw_parts(data, size_of(ty)));
        let lent = normal.then(|| Storage::lent(data, size_of(ty), signal.clone())).flatten();
        let storage = match lent {
            Some(storage) => storage,
            None => {
                let copy = Storage::copied(ty, data, None)?;
                // The caller's memory is not used again.
                signal.give(Ok(()));
                copy
            }
        };
        // Memory of another layout is copied.
        let (order, tiles) = order_of(args.layout, ty)?;
        let storage = match order {
            Some(order) => storage.copied_as(ty, order)?,
            None => storage,
        };
        let content = Content::Ready(Arc::new(storage));
        let buffer = Buffer::new(memory, ty, order, content)?.tiled(tiles);
        if let Some(callback) = args.on_delete_callback {
            let (at, user) = (data.expose_provenance(), args.on_delete_callback_arg.expose_provenance());
            Event::of(signal).then(move |_| {
                let (at, user) = (
                    std::ptr::with_exposed_provenance_mut(at),
                    std::ptr::with_exposed_provenance_mut(user),
                );
                callback(at, user);
            });
        }
        args.buffer = give(buffer);
        Ok(())
    }

    /// `PJRT_Buffer_Destroy`.
    fn destroy(args: Object) {
        take(args.object.cast::<Buffer>());
        Ok(())
    }

    /// `PJRT_Buffer_ElementType`.
    fn element_type(args: Number) {
        args.number = object(args.object.cast::<Buffer>())?.element;
        Ok(())
    }

    /// `PJRT_Buffer_Dimensions` and `PJRT_Buffer_UnpaddedDimensions`.
    fn dims(args: List) {
        let dims = object(args.object.cast::<Buffer>())?.dims();
        (args.list, args.size) = (dims.as_ptr().cast(), dims.len());
        Ok(())
    }

    /// `PJRT_Buffer_DynamicDimensionIndices`: there are none.
    fn dynamic_dims(args: List) {
        (args.list, args.size) = (std::ptr::null(), 0);
        Ok(())
    }

    /// `PJRT_Buffer_GetMemoryLayout`.
    fn memory_layout(args: MemoryLayout) {
        let buffer = object(args.buffer)?;
        let rows = layout::minor_to_major(buffer.dims().len());
        let order = buffer.order.unwrap_or(rows);
        args.tiled_size = 56;
        (args.minor_to_major, args.minor_to_major_size) = (order.as_ptr(), order.len());
        (args.num_tiles, args.kind) = (0, 0);
        Ok(())
    }

    /// `PJRT_Buffer_OnDeviceSizeInBytes`.
    fn size(args: Size) {
        args.size = size_of(object(args.object.cast::<Buffer>())?.ty);
        Ok(())
    }

    /// `PJRT_Buffer_Device`.
    fn device(args: Size) {
        args.size = (&raw const *object(args.object.cast::<Buffer>())?.memory.device).expose_provenance();
        Ok(())
    }

    /// `PJRT_Buffer_Memory`.
    fn memory(args: Size) {
        args.size = (&raw const *object(args.object.cast::<Buffer>())?.memory).expose_provenance();
        Ok(())
    }

    /// `PJRT_Buffer_Delete`.
    fn delete(args: Object) {
        object(args.object.cast::<Buffer>().cast_const())?.delete();
        Ok(())
    }

    /// `PJRT_Buffer_IsDeleted`.
    fn is_deleted(args: Flag) {
        args.flag = object(args.object.cast::<Buffer>())?.is_deleted().into();
        Ok(())
    }

    /// `PJRT_Buffer_IsOnCpu`.
    fn is_on_cpu(args: Flag) {
        args.flag = object(args.object.cast::<Buffer>())?.memory.gpu().is_none().into();
        Ok(())
    }

    /// `PJRT_Buffer_CopyToDevice`.
    fn copy_to_device(args: CopyTo) {
        let (buffer, device) = (object(args.buffer)?, object(args.target.cast::<Device>())?);
        args.result = give(buffer.moved(device.memory(0)?)?);
        Ok(())
    }

    /// `PJRT_Buffer_CopyToMemory`.
    fn copy_to_memory(args: CopyTo) {
        let (buffer, memory) = (object(args.buffer)?, object(args.target.cast::<Memory>())?);
        args.result = give(buffer.moved(memory)?);
        Ok(())
    }

    /// `PJRT_Buffer_ToHostBuffer`: without an address, the number of bytes.
    fn to_host(args: ToHostBuffer) {
        let buffer = object(args.src)?;
        let bytes = size_of(buffer.ty);
        if args.dst.is_null() {
            args.dst_size = bytes;
            return Ok(());
        }
        if args.dst_size < bytes {
            let what = format!("{} needs {bytes} bytes, but has {}", buffer.ty, args.dst_size);
            return Err(Error::invalid(what));
        }
        let host = args.host_layout.cast::<HostLayout>().as_ref();
        let numbers = host.map(|host| (list(host.numbers, host.count).to_vec(), host.kind));
        let strides = layout::strides(buffer.ty, numbers.as_ref())?;
        let at = args.dst.expose_provenance();
        let ty = buffer.ty;
        // The caller gave this much memory for the time until the event.
        let copy = move |storage: Arc<Storage>| {
            storage.copy_to(ty, std::ptr::with_exposed_provenance_mut(at), &strides)
        };
        args.event = give(delivered(buffer, copy)?);
        Ok(())
    }

    /// `PJRT_Buffer_CopyRawToHost`.
    fn raw_to_host(args: CopyRawToHost) {
        let buffer = object(args.buffer)?;
        let from = usize::try_from(args.offset).ok();
        let count = usize::try_from(args.transfer_size).ok();
        let end = from.zip(count).and_then(|(from, count)| from.checked_add(count));
        let (Some(from), Some(count)) = (from, count.filter(|_| end <= Some(size_of(buffer.ty)))) else {
            return Err(Error::invalid(format!("{} has no such bytes", buffer.ty)));
        };
        let at = args.dst.expose_provenance();
        let copy = move |storage: Arc<Storage>| {
            let bytes = &storage.bytes()?[from..from + count];
            let to = std::ptr::with_exposed_provenance_mut::<u8>(at);
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len());
            Ok(())
        };
        args.event = give(delivered(buffer, copy)?);
        Ok(())
    }

    /// `PJRT_Buffer_ReadyEvent`.
    fn ready(args: ReadyEvent) {
        args.event = give(object(args.buffer)?.ready()?);
        Ok(())
    }

    /// `PJRT_Buffer_UnsafePointer` and `PJRT_Buffer_OpaqueDeviceMemoryDataPointer`.
    fn pointer(args: Size) {
        let buffer = object(args.object.cast::<Buffer>())?;
        let storage = buffer.storage()?;
        args.size = match buffer.memory.gpu() {
            Some(memory) => storage.array(memory)?.address() as usize,
            None => storage.bytes()?.as_ptr().expose_provenance(),
        };
        Ok(())
    }

    /// `PJRT_Buffer_IncreaseExternalReferenceCount`.
    fn hold(args: Object) {
        object(args.object.cast::<Buffer>().cast_const())?.hold()
    }

    /// `PJRT_Buffer_DecreaseExternalReferenceCount`.
    fn release(args: Object) {
        object(args.object.cast::<Buffer>().cast_const())?.release()
    }
}

/// Copies a buffer's elements when they are there; the event is that of the finished copy.
fn delivered(
    buffer: &Buffer,
    copy: impl FnOnce(Arc<Storage>) -> Outcome<()> + Send + 'static,
) -> Outcome<Event> {
    let content = buffer.content()?;
    let Some(made) = content.signal().cloned() else {
        copy(content.wait()?)?;
        return Ok(Event::done());
    };
    let signal = Arc::new(Signal::default());
    let copied = signal.clone();
    made.then(Box::new(move |outcome| {
        let outcome = outcome.clone().and_then(|()| guarded(|| copy(content.wait()?)));
        copied.give(outcome);
    }));
    Ok(Event::of(signal))
}
