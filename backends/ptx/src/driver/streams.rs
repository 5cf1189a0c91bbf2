//! Calls of NVIDIA's library for several streams.

use std::ptr;

use cudarc::driver::sys::{self, CUresult};

use super::api::{Answer, CopyRows, Handle, Streams};
use super::cuda::{Cuda, check};

// SAFETY of every `unsafe` below: as in `cuda`. Handles come from the methods that make such ones,
// and addresses lie on the device, whose memory the driver guards itself.
impl Streams for Cuda {
    fn is_reached(&self, event: Handle) -> Answer<bool> {
        // SAFETY: as above.
        match unsafe { sys::cuEventQuery(event.pointer()) } {
            CUresult::CUDA_ERROR_NOT_READY => Ok(false),
            code => check(code).map(|()| true),
        }
    }

    fn follow(&self, stream: Handle, event: Handle) -> Answer<()> {
        // SAFETY: as above.
        check(unsafe { sys::cuStreamWaitEvent(stream.pointer(), event.pointer(), 0) })
    }

    fn zero(&self, address: u64, bytes: usize, stream: Handle) -> Answer<()> {
        // SAFETY: as above.
        check(unsafe { sys::cuMemsetD8Async(address, 0, bytes, stream.pointer()) })
    }

    fn copy_rows(&self, rows: &CopyRows, stream: Handle) -> Answer<()> {
        let device = sys::CUmemorytype::CU_MEMORYTYPE_DEVICE;
        let params = sys::CUDA_MEMCPY2D {
            srcXInBytes: 0,
            srcY: 0,
            srcMemoryType: device,
            srcHost: ptr::null(),
            srcDevice: rows.from.0,
            srcArray: ptr::null_mut(),
            srcPitch: rows.from.1,
            dstXInBytes: 0,
            dstY: 0,
            dstMemoryType: device,
            dstHost: ptr::null_mut(),
            dstDevice: rows.to.0,
            dstArray: ptr::null_mut(),
            dstPitch: rows.to.1,
            WidthInBytes: rows.width,
            Height: rows.height,
        };
        // SAFETY: as above; the driver copies the parameters during the call.
        check(unsafe { sys::cuMemcpy2DAsync_v2(&raw const params, stream.pointer()) })
    }
}
