//! The content of buffers: elements that are there, or those of a run that is not done yet.

use std::sync::{Arc, OnceLock};

use crate::error::{Code, Error, Outcome};
use crate::event::Signal;
use crate::memory::Storage;
use crate::queue;

/// A result of a run that is not done.
#[derive(Default)]
pub(crate) struct Promise {
    storage: OnceLock<Arc<Storage>>,
    signal: Arc<Signal>,
}

impl Promise {
    /// Gives the elements, or the error of the run; the promise is no longer held when waiters run.
    pub(crate) fn keep(self: Arc<Promise>, outcome: Outcome<Arc<Storage>>) {
        let signal = self.signal.clone();
        let outcome = outcome.map(|storage| {
            // A promise is kept once.
            let _ = self.storage.set(storage);
        });
        // A later run may take the elements over only if nobody else holds them.
        drop(self);
        signal.give(outcome);
    }
}

/// The elements of a buffer.
#[derive(Clone)]
pub(crate) enum Content {
    /// They are there.
    Ready(Arc<Storage>),
    /// A run makes them.
    Promised(Arc<Promise>),
}

impl Content {
    /// Whether the elements are there.
    pub(crate) fn is_ready(&self) -> bool {
        match self {
            Content::Ready(_) => true,
            Content::Promised(promise) => promise.storage.get().is_some(),
        }
    }

    /// The signal that the elements are there; `None` if they are.
    pub(crate) fn signal(&self) -> Option<&Arc<Signal>> {
        match self {
            Content::Ready(_) => None,
            Content::Promised(promise) => Some(&promise.signal),
        }
    }

    /// The same elements, without the promise if it was kept.
    pub(crate) fn settled(&self) -> Content {
        match self {
            Content::Promised(promise) => match promise.storage.get() {
                Some(storage) => Content::Ready(storage.clone()),
                None => self.clone(),
            },
            Content::Ready(_) => self.clone(),
        }
    }

    /// Waits for the elements.
    ///
    /// # Errors
    /// That of the run that should have made them.
    pub(crate) fn wait(self) -> Outcome<Arc<Storage>> {
        let promise = match self {
            Content::Ready(storage) => return Ok(storage),
            Content::Promised(promise) => promise,
        };
        // At the end of the process, the runs that have not begun are dropped.
        let outcome = promise.signal.wait_unless(&queue::is_ending);
        outcome.unwrap_or_else(|| {
            let what = "the process ends before the run that makes an argument";
            Err(Error::new(Code::FailedPrecondition, what))
        })?;
        let storage = match Arc::try_unwrap(promise) {
            Ok(own) => own.storage.into_inner(),
            Err(shared) => shared.storage.get().cloned(),
        };
        storage.ok_or_else(|| Error::bug("a run gave no elements"))
    }
}

#[cfg(test)]
mod tests {
    use hloom_ir::{Element, Type};

    use super::*;

    #[test]
    fn elements_that_nobody_else_holds_can_be_overwritten() {
        let promise = Arc::new(Promise::default());
        let content = Content::Promised(promise.clone());
        assert!(!content.is_ready());
        let storage = Storage::zeros(Type::tensor(&[2], Element::F32)).unwrap();
        promise.keep(Ok(Arc::new(storage)));
        assert!(matches!(content.settled(), Content::Ready(_)));
        let mut storage = content.wait().unwrap();
        assert!(Arc::get_mut(&mut storage).is_some());
    }

    #[test]
    fn a_failed_run_fails_those_who_wait() {
        let promise = Arc::new(Promise::default());
        let content = Content::Promised(promise.clone());
        let waiter = std::thread::spawn(|| content.wait().map(|_| ()));
        promise.keep(Err(Error::invalid("no")));
        assert_eq!(waiter.join().unwrap().unwrap_err().message, "no");
    }
}
