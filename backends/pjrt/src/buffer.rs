//! Buffers: tensors on a device.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hloom_ir::Type;

use crate::content::Content;
use crate::device::Memory;
use crate::element;
use crate::error::{Code, Error, Outcome};
use crate::event::Event;
use crate::layout::{Order, Tiles};
use crate::memory::Storage;

/// A tensor in a memory; the framework owns it.
#[repr(C)]
pub struct Buffer {
    head: usize,
    /// The memory, which is that of a device.
    pub(crate) memory: &'static Memory,
    /// The type.
    pub(crate) ty: Type,
    /// The number of the element type.
    pub(crate) element: i32,
    /// The order of the dimensions; `None` if it is row-major.
    pub(crate) order: Option<Order>,
    /// The tiles of its layout.
    pub(crate) tiles: Tiles,
    state: Mutex<State>,
}

/// The content of a buffer, or the fact that it is deleted.
struct State {
    /// The content; `None` after deletion.
    content: Option<Content>,
    /// The content for those who read the memory directly, and how many they are.
    held: Option<(Content, usize)>,
}

impl Buffer {
    /// A buffer of a type, whose elements have this order.
    ///
    /// # Errors
    /// If the API has no number of the element type.
    pub(crate) fn new(
        memory: &'static Memory,
        ty: Type,
        order: Option<Order>,
        content: Content,
    ) -> Outcome<Buffer> {
        let tensor = ty.as_tensor().ok_or_else(|| Error::bug(format!("a buffer of {ty}")))?;
        let element = element::number(tensor.element)?;
        if let (Content::Ready(storage), Some(_)) = (&content, memory.gpu()) {
            storage.keep_array();
        }
        let state = Mutex::new(State { content: Some(content), held: None });
        Ok(Buffer { head: 0, memory, ty, element, order, tiles: "", state })
    }

    /// The buffer with tiles in its layout.
    pub(crate) fn tiled(self, tiles: Tiles) -> Buffer {
        Buffer { tiles, ..self }
    }

    /// The same elements in a memory; they are not copied.
    ///
    /// # Errors
    /// If the buffer was deleted or donated.
    pub(crate) fn shared(&self, memory: &'static Memory) -> Outcome<Buffer> {
        Ok(Buffer::new(memory, self.ty, self.order, self.content()?)?.tiled(self.tiles))
    }

    /// The same elements in a memory; they are copied to and from the memories of GPUs. Waits then for the
    /// run that makes them.
    ///
    /// # Errors
    /// If the buffer was deleted, the run failed, or there is not enough memory.
    pub(crate) fn moved(&self, memory: &'static Memory) -> Outcome<Buffer> {
        let storage = match (self.memory.gpu(), memory.gpu()) {
            (None, None) => return self.shared(memory),
            (Some(_), None) => Arc::new(self.content()?.wait()?.on_host(self.ty)?),
            (_, Some(gpu)) => {
                let storage = self.content()?.wait()?;
                if storage.is_on(gpu) || storage.order().is_some() {
                    return self.shared(memory);
                }
                let array = gpu.upload(storage.bytes()?).map_err(hloom::Error::from)?;
                Arc::new(Storage::away(self.ty, array))
            }
        };
        let moved = Buffer::new(memory, self.ty, self.order, Content::Ready(storage))?;
        Ok(moved.tiled(self.tiles))
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
    pub(crate) fn content(&self) -> Outcome<Content> {
        self.lock().content.as_ref().map(Content::settled).ok_or_else(deleted)
    }

    /// The content, which the buffer gives away.
    ///
    /// # Errors
    /// If the buffer was deleted or donated.
    pub(crate) fn take(&self) -> Outcome<Content> {
        self.lock().content.take().ok_or_else(deleted)
    }

    /// Deletes the content.
    pub(crate) fn delete(&self) {
        let content = self.lock().content.take();
        // A destructor may run waiters of the framework's.
        drop(content);
    }

    /// Whether the content is gone.
    pub(crate) fn is_deleted(&self) -> bool {
        self.lock().content.is_none()
    }

    /// The event that the content is there.
    ///
    /// # Errors
    /// If the buffer was deleted or donated.
    pub(crate) fn ready(&self) -> Outcome<Event> {
        let content = self.content()?;
        Ok(content.signal().map_or_else(Event::done, |signal| Event::of(signal.clone())))
    }

    /// Keeps the memory where it is until [`Buffer::release`], also if the buffer is deleted.
    ///
    /// # Errors
    /// If the buffer was deleted.
    pub(crate) fn hold(&self) -> Outcome<()> {
        let content = self.content()?;
        let mut state = self.lock();
        match &mut state.held {
            Some((_, count)) => *count += 1,
            None => state.held = Some((content, 1)),
        }
        Ok(())
    }

    /// Ends one [`Buffer::hold`].
    ///
    /// # Errors
    /// If there was none.
    pub(crate) fn release(&self) -> Outcome<()> {
        // Dropped behind the lock: a destructor may run waiters of the framework.
        let _last;
        let mut state = self.lock();
        match &mut state.held {
            Some((_, count)) if *count > 1 => *count -= 1,
            Some(_) => _last = state.held.take(),
            None => {
                let what = "a reference to a buffer was given back that was not taken";
                return Err(Error::new(Code::FailedPrecondition, what));
            }
        }
        Ok(())
    }

    /// The elements; after deletion those that are still held. Waits for the run that makes them.
    ///
    /// # Errors
    /// If the buffer was deleted, or the run failed.
    pub(crate) fn storage(&self) -> Outcome<Arc<Storage>> {
        let held = self.lock().held.as_ref().map(|(content, _)| content.settled());
        match held {
            Some(content) => content.wait(),
            None => self.content()?.wait(),
        }
    }
}

fn deleted() -> Error {
    Error::invalid("the buffer has been deleted or donated")
}
