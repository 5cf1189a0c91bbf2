//! Buffers: tensors on a device.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hloom_ir::Type;

use crate::device::Device;
use crate::element;
use crate::error::{Code, Error, Outcome};
use crate::event::Event;
use crate::memory::Storage;

/// A tensor on a device; the framework owns it.
#[repr(C)]
pub struct Buffer {
    head: usize,
    /// The device.
    pub(crate) device: &'static Device,
    /// The type.
    pub(crate) ty: Type,
    /// The number of the element type.
    pub(crate) element: i32,
    state: Mutex<State>,
}

/// The content of a buffer, or the fact that it is deleted.
struct State {
    /// The content; `None` after deletion.
    content: Option<Arc<Storage>>,
    /// The content for those who read the memory directly, and how many they are.
    held: Option<(Arc<Storage>, usize)>,
}

impl Buffer {
    /// A buffer of a type.
    ///
    /// # Errors
    /// If the API has no number of the element type.
    pub(crate) fn new(device: &'static Device, ty: Type, content: Arc<Storage>) -> Outcome<Buffer> {
        let tensor = ty.as_tensor().ok_or_else(|| Error::bug(format!("a buffer of {ty}")))?;
        let element = element::number(tensor.element)?;
        let state = Mutex::new(State { content: Some(content), held: None });
        Ok(Buffer { head: 0, device, ty, element, state })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The extents.
    pub(crate) fn dims(&self) -> &'static [i64] {
        self.ty.as_tensor().map_or(&[], |tensor| &tensor.dims)
    }

    /// The content.
    ///
    /// # Errors
    /// If the buffer was deleted or donated.
    pub(crate) fn content(&self) -> Outcome<Arc<Storage>> {
        self.lock().content.clone().ok_or_else(deleted)
    }

    /// The content, which the buffer gives away.
    ///
    /// # Errors
    /// If the buffer was deleted or donated.
    pub(crate) fn take(&self) -> Outcome<Arc<Storage>> {
        self.lock().content.take().ok_or_else(deleted)
    }

    /// Deletes the content.
    pub(crate) fn delete(&self) {
        self.lock().content = None;
    }

    /// Whether the content is gone.
    pub(crate) fn is_deleted(&self) -> bool {
        self.lock().content.is_none()
    }

    /// The event that the content is there.
    pub(crate) fn ready(&self) -> Outcome<Event> {
        self.content().map(|_| Event::done())
    }

    /// Keeps the memory where it is until [`Buffer::release`], also if the buffer is deleted.
    ///
    /// # Errors
    /// If the buffer was deleted.
    pub(crate) fn hold(&self) -> Outcome<()> {
        let storage = self.content()?;
        let mut state = self.lock();
        match &mut state.held {
            Some((_, count)) => *count += 1,
            None => state.held = Some((storage, 1)),
        }
        Ok(())
    }

    /// Ends one [`Buffer::hold`].
    ///
    /// # Errors
    /// If there was none.
    pub(crate) fn release(&self) -> Outcome<()> {
        let mut state = self.lock();
        match &mut state.held {
            Some((_, count)) if *count > 1 => *count -= 1,
            Some(_) => state.held = None,
            None => {
                let what = "a reference to a buffer was given back that was not taken";
                return Err(Error::new(Code::FailedPrecondition, what));
            }
        }
        Ok(())
    }

    /// The elements; after deletion those that are still held.
    ///
    /// # Errors
    /// If the buffer was deleted.
    pub(crate) fn storage(&self) -> Outcome<Arc<Storage>> {
        if let Some((storage, _)) = &self.lock().held {
            return Ok(storage.clone());
        }
        self.content()
    }
}

fn deleted() -> Error {
    Error::invalid("the buffer has been deleted or donated")
}
